//! The features of a problem, in both languages.

use super::{DiagramKind, Features, Moves, Spare};
use crate::board::Color;
use crate::game::Cell;
use crate::record::{fullwidth_number, kanji_number};
use crate::study::compose::diagram::Place;
use crate::variants::Variant;
use crate::words::{Language, counted};

/// Some lines of text.
pub(in crate::study::mate) fn lines(language: Language, features: &Features) -> Vec<String> {
    let Features { variant, pieces, kinds, solution, spare } = features;
    let mut lines = vec![diagram(language, *pieces, kinds), moves(language, solution)];
    lines.extend(spare.iter().flat_map(|spare| spare_pieces(language, *variant, spare)));
    lines
}

fn diagram(language: Language, [on_board, in_hand]: [u32; 2], kinds: &[DiagramKind]) -> String {
    let mut told = match (language, in_hand) {
        (Language::En, 0) => format!("diagram: {} on the board, none in hand", counted(on_board, "piece")),
        (Language::En, _) => format!("diagram: {} on the board, {in_hand} in hand", counted(on_board, "piece")),
        (Language::Ja, 0) => format!("図面：盤面{on_board}枚、持駒なし"),
        (Language::Ja, _) => format!("図面：盤面{on_board}枚、持駒{in_hand}枚"),
    };
    for &kind in kinds {
        told += language.choose(", ", "、");
        told += name(language, kind);
    }
    told
}

const fn name(language: Language, kind: DiagramKind) -> &'static str {
    match kind {
        DiagramKind::BothKings => language.choose("two kings", "双玉"),
        DiagramKind::KingAlone => language.choose("nothing but the king", "裸玉"),
        DiagramKind::Undefended => language.choose("a king without defenders", "無防備玉"),
        DiagramKind::NothingPosted => language.choose("no attacker on the board", "無仕掛"),
        DiagramKind::Symmetric => language.choose("symmetric", "左右対称"),
    }
}

fn moves(language: Language, moves: &Moves) -> String {
    let Moves { sacrifices, unpromoted, interpositions, left_over } = *moves;
    let named = match language {
        Language::En => [
            (sacrifices, counted(sacrifices, "sacrifice").to_string()),
            (unpromoted, format!("{} without promotion", counted(unpromoted, "move"))),
            (interpositions, counted(interpositions, "interposition").to_string()),
        ],
        Language::Ja => [
            (sacrifices, format!("捨駒{sacrifices}回")),
            (unpromoted, format!("不成{unpromoted}回")),
            (interpositions, format!("合駒{interpositions}回")),
        ],
    };
    let mut told: Vec<String> = named.into_iter().filter(|(number, _)| *number > 0).map(|(_, text)| text).collect();
    told.push(match (language, left_over) {
        (Language::En, 0) => "nothing left over".to_owned(),
        (Language::En, _) => format!("{} left over", counted(left_over, "piece")),
        (Language::Ja, 0) => "駒余りなし".to_owned(),
        (Language::Ja, _) => format!("駒余り{left_over}枚"),
    });
    format!("{}{}", language.choose("solution: ", "作意："), told.join(language.choose(", ", "、")))
}

fn spare_pieces(language: Language, variant: Variant, spare: &Spare) -> Vec<String> {
    let list = |places: &[Place]| {
        let texts: Vec<String> = places.iter().map(|&place| place_text(language, variant, spare, place)).collect();
        texts.join(" ")
    };
    let mut lines = Vec::new();
    if !spare.places.is_empty() {
        lines.push(format!("{}{}", language.choose("can be taken away: ", "飾り駒："), list(&spare.places)));
    } else if spare.open.is_empty() {
        lines.push(language.choose("no piece can be taken away", "飾り駒なし").to_owned());
    }
    if !spare.open.is_empty() {
        let head = language.choose("not settled whether they can be taken away: ", "飾り駒かどうか未解決：");
        lines.push(format!("{head}{}", list(&spare.open)));
    }
    lines
}

/// A piece with its square, or that it is in hand.
fn place_text(language: Language, variant: Variant, spare: &Spare, place: Place) -> String {
    let Some(piece) = spare.diagram.piece(place) else { return String::new() };
    let face = variant.face(piece.kind);
    let square = match place {
        Place::Board(cell) => Some(cell),
        Place::Hand(_) => None,
    };
    match (language, square) {
        (Language::En, Some(cell)) if piece.color == Color::Black => format!("{}{cell}", face.letters),
        (Language::En, Some(cell)) => format!("defender's {}{cell}", face.letters),
        (Language::En, None) => format!("{} in hand", face.letters),
        (Language::Ja, _) => {
            let name = face.kanji.map_or(face.letters, str::to_owned);
            match square {
                Some(Cell { file, rank }) => {
                    let side = if piece.color == Color::Black { "攻方" } else { "玉方" };
                    format!("{side}{}{}{name}", fullwidth_number(file + 1), kanji_number(u32::from(rank) + 1))
                }
                None => format!("持駒の{name}"),
            }
        }
    }
}
