//! Single moves of the games with drops.

use super::Style;
use crate::board::Square;
use crate::record::Reason;
use crate::record::japanese::{Markers, Spoken, candidates, declines};
use crate::rules::{AnyGame, Kind, KindNames, KindSpec, Move, Origin, Position, Spec, Structure};

fn name(names: &KindNames, style: Style) -> &'static str {
    if style == Style::German { names.german } else { names.western }
}

fn is_pawn(kind: &KindSpec) -> bool {
    kind.structure == Structure::Pawn && !kind.promoted
}

fn square_text(square: Square, style: Style) -> String {
    match style {
        Style::Hosking => format!("{}{}", square.file() + 1, square.rank() + 1),
        Style::Hodges | Style::German => square.to_string(),
    }
}

/// Writes a move, with its origin if another piece of the kind could go to the same square.
pub(super) fn write(position: &Position<AnyGame>, m: Move, style: Style) -> String {
    written(position, m, style, false)
}

/// Writes a move with its origin.
pub(super) fn write_in_full(position: &Position<AnyGame>, m: Move, style: Style) -> String {
    written(position, m, style, true)
}

/// The move in the usual words, if the text names the piece as it stands after it.
pub(super) fn renamed(position: &Position<AnyGame>, text: &str, m: Move, style: Style) -> Option<String> {
    let (kind, _) = parse_piece(position.spec(), text, style)?;
    let Origin::Board(from) = m.origin() else { return None };
    (position.piece(from).kind() != kind).then(|| write(position, m, style))
}

/// Writes a move; `full` adds its origin in any case.
fn written(position: &Position<AnyGame>, m: Move, style: Style, full: bool) -> String {
    let (kind, origin) = match m.origin() {
        Origin::Hand(kind) => (kind, None),
        Origin::Board(from) => {
            let kind = position.piece(from).kind();
            let several = candidates(position, kind, m.to()).more_than_one();
            (kind, (full || several).then_some(from))
        }
    };
    let suffix = match (m.promotes(), declines(position, m)) {
        (true, _) => "+",
        (_, true) => "=",
        _ => "",
    };
    let manner = match (m.is_drop(), position.piece(m.to()).is_none(), style) {
        (true, _, Style::Hodges) => "*",
        (true, ..) => "'",
        (_, false, _) => "x",
        (.., Style::Hosking) if origin.is_none() && suffix.is_empty() => "",
        (.., Style::German) if origin.is_none() => "",
        _ => "-",
    };
    let spec = position.spec();
    let piece = spec.names_of(kind).map_or("?", |names| name(names, style));
    let silent = style == Style::German && is_pawn(spec.kind(kind)) && piece.len() == 1;
    let origin = origin.map_or(String::new(), |square| square_text(square, style));
    let piece = if silent && origin.is_empty() { "" } else { piece };
    format!("{piece}{origin}{manner}{}{suffix}", square_text(m.to(), style))
}

/// Reads a move in the letters of `style`; ranks may be letters or digits in all of them.
pub(super) fn read(position: &Position<AnyGame>, text: &str, style: Style) -> Result<Move, Reason> {
    let syntax = || Reason::syntax(text, ["a move in western notation", "欧文の指し手"]);
    let (spoken, from) = spoken(position.spec(), text, style).ok_or_else(syntax)?;
    let Some(from) = from else { return spoken.resolve(position, text, None) };
    let to = spoken.target(text, None)?;
    if from == to {
        return Err(syntax());
    }
    let piece = position.piece(from);
    if !piece.is_none() && piece.kind() == spoken.kind {
        return Ok(Move::board(from, to, spoken.promotes == Some(true)));
    }
    spoken.promotion_from(position, from, to).ok_or_else(|| Reason::OtherPiece(text.to_owned()))
}

/// The move that a text describes, and its origin, if the text gives it.
pub(in crate::record) fn spoken(spec: &Spec, text: &str, style: Style) -> Option<(Spoken, Option<Square>)> {
    let (kind, rest) = parse_piece(spec, text, style)?;
    let first = square_at(spec, rest);
    let after_first = if first.is_some() { &rest[2..] } else { rest };
    let manner = after_first.chars().next().filter(|c| "-x:*'".contains(*c));
    let after_manner = if manner.is_some() { &after_first[1..] } else { after_first };
    let (from, to, suffix) = match (first, square_at(spec, after_manner)) {
        (from, Some(to)) => (from, to, &after_manner[2..]),
        (Some(to), None) if manner.is_none() => (None, to, after_first),
        _ => return None,
    };
    let promotes = match suffix.trim_end_matches(['#', '!', '?']) {
        "" => None,
        "+" => Some(true),
        "=" => Some(false),
        _ => return None,
    };
    let markers = Markers { drop: matches!(manner, Some('*' | '\'')), ..Markers::default() };
    Some((Spoken { to: Some(to), kind, markers, promotes }, from))
}

/// The longest name at the start of a text; a pawn if a German text has none.
fn parse_piece<'a>(spec: &Spec, text: &'a str, style: Style) -> Option<(Kind, &'a str)> {
    let spelled = |(kind, names): (Kind, &'static KindNames)| {
        let synonyms = if style == Style::German { &[] } else { names.synonyms };
        std::iter::once(name(names, style)).chain(synonyms.iter().copied()).map(move |name| (kind, name))
    };
    let names = spec.all_kinds().zip(spec.names).flat_map(spelled);
    let fits = names.filter(|(_, name)| name.is_ascii() && text.starts_with(name));
    match fits.max_by_key(|(_, name)| name.len()) {
        Some((kind, name)) => Some((kind, &text[name.len()..])),
        None if style == Style::German => {
            spec.all_kinds().find(|&kind| is_pawn(spec.kind(kind))).map(|pawn| (pawn, text))
        }
        None => None,
    }
}

/// A square at the start of a text.
fn square_at(spec: &Spec, text: &str) -> Option<Square> {
    let &[file, rank, ..] = text.as_bytes() else { return None };
    let rank = if rank.is_ascii_digit() { rank.wrapping_sub(b'1').wrapping_add(b'a') } else { rank };
    Square::from_usi(file, rank).filter(|&square| spec.on_board(square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Playable as _, PlayablePosition as _, SfenMode};
    use crate::variants::DropVariant;

    fn check(variant: DropVariant, sfen: &str, usi: &str, texts: &[(Style, &str)]) {
        let position = variant.game().read_sfen(sfen, SfenMode::Mate).unwrap();
        let m = position.parse_move(usi).unwrap();
        for &(style, text) in texts {
            assert_eq!(write(&position, m, style), text);
            assert_eq!(read(&position, text, style), Ok(m), "{text}");
        }
    }

    #[test]
    fn the_three_styles() {
        use Style::{German, Hodges, Hosking};
        check(
            DropVariant::Shogi,
            DropVariant::Shogi.spec().start,
            "7g7f",
            &[(Hodges, "P-7f"), (Hosking, "P76"), (German, "7f")],
        );
        check(
            DropVariant::Shogi,
            DropVariant::Shogi.spec().start,
            "5i6h",
            &[(Hodges, "K-6h"), (Hosking, "K68"), (German, "K6h")],
        );
        check(
            DropVariant::Shogi,
            DropVariant::Shogi.spec().start,
            "4i5h",
            &[(Hodges, "G4i-5h"), (Hosking, "G49-58"), (German, "G4i-5h")],
        );
        let open = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKG1NL b S 3";
        check(DropVariant::Shogi, open, "8h2b+", &[(Hodges, "Bx2b+"), (Hosking, "Bx22+"), (German, "Lx2b+")]);
        check(DropVariant::Shogi, open, "8h2b", &[(Hodges, "Bx2b="), (Hosking, "Bx22="), (German, "Lx2b=")]);
        check(DropVariant::Shogi, open, "8h3c", &[(Hodges, "B-3c="), (Hosking, "B-33="), (German, "L3c=")]);
        check(DropVariant::Shogi, open, "S*5e", &[(Hodges, "S*5e"), (Hosking, "S'55"), (German, "S'5e")]);
    }

    #[test]
    fn birds_have_names_of_two_letters() {
        let check = |usi, text| check(DropVariant::Tori, DropVariant::Tori.spec().start, usi, &[(Style::Hodges, text)]);
        check("3d3c", "Swx3c");
        check("4g3f", "Ph-3f");
    }

    #[test]
    fn synonyms_and_oddities_are_read() {
        let position = DropVariant::Shogi.game().start();
        let first = position.parse_move("7g7f").unwrap();
        for text in ["P7f", "P-76", "P7g-7f", "P-7f!", "P7776"] {
            assert_eq!(read(&position, text, Style::Hodges), Ok(first), "{text}");
        }
        for text in ["", "P", "P-", "Q-7f", "P-0a", "P-7fx", "歩-7f"] {
            assert!(matches!(read(&position, text, Style::Hodges), Err(Reason::Syntax(..))), "{text}");
        }
    }
}
