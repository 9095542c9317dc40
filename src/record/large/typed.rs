//! A move of a large game as a person types it: in USI, in Japanese, or with letters for the pieces.

use super::notation::Ways;
use crate::any::AnyMove;
use crate::game::{Playable as _, PlayablePosition as _, rank_letters};
use crate::large::{Illegality, LargeGame, Move, Names, Position, Square, Width};
use crate::record::text::numeral;
use crate::record::typed::{Mistyped, narrow, plain};

/// Reads a legal move: `7i7h`, `7i8g7h`, `７八歩`, `78歩`, `6五・6四獅`, `P-78`, `Lnx65x64`.
pub(in crate::record) fn read<W: Width>(position: &Position<W>, text: &str) -> Result<AnyMove, Mistyped> {
    let text = plain(text);
    if let Ok(m) = position.game().read_move(&text.to_lowercase()) {
        let m = with_forced_promotion(position, position.as_meant(m));
        let any = AnyMove::new(m);
        return position.legality(m).map_or_else(|reason| Err(Mistyped::Illegal(any, reason.into())), |()| Ok(any));
    }
    let text = compact(&text);
    let fitting = position.legal().into_iter().filter(|&m| spellings(position, m).contains(&text));
    let mut moves: Vec<Move<W>> = fitting.collect();
    // Only a drop that could be a move on the board needs its sign.
    if moves.iter().any(|m| m.dropped().is_none()) {
        moves.retain(|m| m.dropped().is_none());
    }
    match moves[..] {
        [m] => Ok(AnyMove::new(m)),
        [] if names_a_piece(position.game(), &text) => Err(Mistyped::NoCandidate),
        [] => Err(Mistyped::Unreadable),
        _ => Err(Mistyped::ambiguous(moves)),
    }
}

/// The move with the promotion that the rules force, which a text may leave out.
fn with_forced_promotion<W: Width>(position: &Position<W>, m: Move<W>) -> Move<W> {
    match position.legality(m) {
        Err(Illegality::MustPromote) => m.with_promotion(true),
        _ => m,
    }
}

/// The text with kanji ranks as letters, and without the signs between its parts. Two hyphens in western notation are a
/// pass.
fn compact(text: &str) -> String {
    let mut compact = String::new();
    let mut characters = text.replace("--", "=pass").chars().map(narrow).collect::<Vec<_>>().into_iter().peekable();
    while let Some(c) = characters.next() {
        match c {
            // A numeral behind a file is a rank; elsewhere it belongs to a name, as in 四天王.
            _ if kanji(c).is_some() && compact.ends_with(|c: char| c.is_ascii_digit()) => {
                let mut next = |wanted: &dyn Fn(u8) -> bool| {
                    characters.next_if(|&next| kanji(next).is_some_and(wanted)).and_then(kanji)
                };
                let mut number = kanji(c).unwrap_or_default();
                if number < 10 && next(&|ten| ten == 10).is_some() {
                    number *= 10;
                }
                if number >= 10 {
                    number += next(&|unit| unit < 10).unwrap_or_default();
                }
                compact.push_str(&rank_letters(number - 1));
            }
            '・' | '-' | 'x' | ',' | '←' => {}
            '食' => compact.push('喰'),
            _ => compact.push(c),
        }
    }
    compact
}

/// The value of a kanji numeral.
fn kanji(c: char) -> Option<u8> {
    numeral(c).filter(|&number| number > 0 && !c.is_ascii()).and_then(|number| u8::try_from(number).ok())
}

/// Names of a square in a compact text.
fn names_of<W: Width>(square: Square<W>) -> [String; 2] {
    let file = square.file() + 1;
    [format!("{square:?}"), format!("{file}{}", square.rank() + 1)]
}

/// All compact spellings of a legal move.
fn spellings<W: Width>(position: &Position<W>, m: Move<W>) -> Vec<String> {
    let names = position.game().spec().kind(position.mover(m).kind()).names;
    if m.dropped().is_some() {
        return names_of(m.to()).iter().flat_map(|square| drop_spellings(names, square)).collect();
    }
    let ways = Ways::of(position, m);
    let mut texts = Vec::new();
    for form in 0..2 {
        let name = |square| names_of(square)[form].clone();
        let squares = match m.via() {
            _ if ways.passes => name(m.from()),
            Some(via) if ways.stays => name(via),
            Some(via) => name(via) + &name(m.to()),
            None => name(m.to()),
        };
        for piece in names.all() {
            let act = if ways.passes {
                "じっと"
            } else if ways.stays {
                "居喰い"
            } else {
                ""
            };
            let base = format!("{squares}{piece}{act}");
            texts.extend(ends(position, m, &base, ["成", "不成"], &format!("({})", name(m.from()))));
            if ways.passes {
                texts.push(format!("{piece}{act}"));
            }
        }
        for origin in [String::new(), name(m.from())] {
            let base = match (ways.passes, ways.stays) {
                (true, _) => format!("{}{origin}=pass", names.western),
                (_, true) => format!("{}{origin}!{squares}", names.western),
                _ => format!("{}{origin}{squares}", names.western),
            };
            texts.extend(ends(position, m, &base, ["+", "="], ""));
        }
    }
    texts
}

/// All compact spellings of a drop on a square.
fn drop_spellings(names: Names, square: &str) -> Vec<String> {
    let japanese = names.all().flat_map(|piece| ["打", ""].map(|sign| format!("{square}{piece}{sign}")));
    let western = ["*", "'", ""].map(|sign| format!("{}{sign}{square}", names.western));
    japanese.chain(western).collect()
}

/// A text without and with its mark of promotion, each without and with the origin after it.
fn ends<W: Width>(position: &Position<W>, m: Move<W>, base: &str, marks: [&str; 2], origin: &str) -> Vec<String> {
    let mark = match (m.promotes(), position.may_promote(m)) {
        (true, _) => marks[0],
        (false, true) => marks[1],
        (false, false) => "",
    };
    let both = [base.to_owned(), format!("{base}{mark}")];
    both.iter().cloned().chain(both.iter().map(|text| format!("{text}{origin}"))).collect()
}

/// True if a compact text looks like a piece with a square.
fn names_a_piece<W: Width>(game: LargeGame<W>, text: &str) -> bool {
    let has_square = text.contains(|c: char| c.is_ascii_digit());
    let is_named = |names: &Names| text.starts_with(names.western) || names.all().any(|name| text.contains(name));
    has_square && game.spec().kinds.iter().any(|kind| is_named(&kind.names))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::AnyIllegality;
    use crate::game::SfenMode;
    use crate::large::Narrow;
    use crate::variants::LargeVariant;

    fn told(position: &Position<Narrow>, text: &str) -> String {
        let usi = |m: &AnyMove| m.of_kernel::<Move<Narrow>>().to_string();
        match read(position, text) {
            Ok(m) => usi(&m),
            Err(Mistyped::Ambiguous(moves)) => moves.iter().map(usi).collect::<Vec<_>>().join(" or "),
            Err(Mistyped::Illegal(m, AnyIllegality::Large(reason))) => format!("{}: {reason:?}", usi(&m)),
            Err(mistyped) => format!("{mistyped:?}"),
        }
    }

    #[test]
    fn a_first_move_in_every_spelling() {
        let start = LargeVariant::Chu.game().start();
        for text in ["7i7h", "７八歩", "78歩", "７八歩兵", "7八歩（7九）", "☗７八歩", "P-78", "p-7h", "P79-78", "P78"]
        {
            assert_eq!(told(&start, text), "7i7h", "{text}");
        }
        assert_eq!(told(&start, "7i7g"), "7i7g: Movement");
        assert_eq!(told(&start, "7五歩"), "NoCandidate");
        for text in ["", "hello", "undo", "7"] {
            assert_eq!(told(&start, text), "Unreadable", "{text}");
        }
    }

    #[test]
    fn lions_and_promotions() {
        let check = |sfen: &str, text: &str, expected: &str| {
            let position = LargeVariant::Chu.game().read_sfen(sfen, SfenMode::Strict).unwrap();
            assert_eq!(told(&position, text), expected, "{text}");
        };
        let lion = "k11/12/12/12/5pp5/5p6/5N6/12/12/12/12/K11 b - 1";
        for text in ["7六・6五獅", "76・65獅子", "Lnx76x65", "7g7f6e", "Ln7665"] {
            check(lion, text, "7g7f6e");
        }
        check(lion, "7六獅居食い", "7g7f7g");
        check(lion, "Lnx!76", "7g7f7g");
        check(lion, "7六獅", "7g7f");
        for text in ["獅じっと", "7七獅じっと", "Ln--"] {
            check(lion, text, "7g6f7g");
        }
        let steps = "k10p/12/12/12/7G4/12/12/12/12/12/12/K11 b - 1";
        check(steps, "5四金", "5e5d+ or 5e5d");
        check(steps, "5四金成", "5e5d+");
        check(steps, "5四金不成", "5e5d");
        check(steps, "G-54=", "5e5d");
        let golds = "k10p/12/12/12/12/12/12/4G1G5/12/12/12/K11 b - 1";
        check(golds, "7七金", "6h7g or 8h7g");
        check(golds, "7七金(8八)", "8h7g");
        check(golds, "G68-77", "6h7g");
    }
}
