//! A move as a person types it: in USI, in Japanese, or with letters for the pieces.

use super::Reason;
use super::japanese::{self, Spoken};
use super::western::{Style, spoken as spoken_in};
use crate::any::{AnyIllegality, AnyMove};
use crate::board::Square;
use crate::game::{GameMove, Playable as _, PlayablePosition as _};
use crate::rules::{AnyGame, Illegality, Kind, Move, Origin, Position};

/// The reason why a text is not one legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mistyped {
    /// It is a move in none of the notations.
    Unreadable,
    /// No piece of the kind can go there.
    NoCandidate,
    /// Each of these legal moves may be meant.
    Ambiguous(Vec<AnyMove>),
    /// The move is against the rules.
    Illegal(AnyMove, AnyIllegality),
}

impl Mistyped {
    pub(super) fn ambiguous<M: GameMove>(moves: Vec<M>) -> Self {
        Self::Ambiguous(moves.into_iter().map(AnyMove::new).collect())
    }
}

/// Reads a legal move of a game with drops: `7g7f`, `７六歩`, `76歩`, `同銀`, `P-7f`, `P76`, `G*5b`. `last` is the
/// target of the move before. If the text leaves a possible promotion open, both moves may be meant.
///
/// # Errors
/// If the text is not a move, is not a legal one, or fits several.
pub(super) fn read(position: &Position<AnyGame>, text: &str, last: Option<Square>) -> Result<AnyMove, Mistyped> {
    let text = plain(text);
    if let Ok(m) = position.rules().read_move(&text) {
        return checked(position, with_forced_promotion(position, m));
    }
    let (spoken, from) = match japanese::parse(position.spec(), &text) {
        Some((spoken, "")) => (spoken, None),
        _ => spoken_in(position.spec(), &text, Style::Hodges).ok_or(Mistyped::Unreadable)?,
    };
    let to = spoken.to.or(last).ok_or(Mistyped::Unreadable)?;
    let found = match from {
        Some(from) => from_square(position, &spoken, from, to),
        None => spoken.resolve(position, &text, last),
    };
    match found {
        // The name of the promoted piece implies the promotion.
        Ok(m) if spoken.promotes.is_none() && mover(position, m) == spoken.kind => only(position, m),
        Ok(m) => checked(position, m),
        Err(Reason::Ambiguous(_)) => Err(Mistyped::ambiguous(alike(position, &spoken, to))),
        Err(_) => Err(Mistyped::NoCandidate),
    }
}

/// A letter, digit or sign of full width as a plain one; any other character as it is.
#[must_use]
pub fn narrow(c: char) -> char {
    match c {
        '！'..='～' => char::from_u32(u32::from(c) - u32::from('！') + u32::from('!')).unwrap_or(c),
        _ => c,
    }
}

/// The text without blanks and the sign of a side, in narrow letters and digits.
pub(super) fn plain(text: &str) -> String {
    let text = text.trim().trim_start_matches(['▲', '△', '▼', '▽', '☗', '☖']);
    let mut plain: String = text.chars().filter(|c| !c.is_whitespace()).map(narrow).collect();
    // USI never begins with a small letter, so that this one names a piece.
    if plain.starts_with(|c: char| c.is_ascii_lowercase()) {
        plain[..1].make_ascii_uppercase();
    }
    plain
}

/// The move with the promotion that the rules force, which a text may leave out.
fn with_forced_promotion(position: &Position<AnyGame>, m: Move) -> Move {
    match (position.legality(position.as_meant(m)), m.origin()) {
        (Err(Illegality::PromotionForced), Origin::Board(from)) => Move::board(from, m.to(), true),
        _ => m,
    }
}

fn checked(position: &Position<AnyGame>, m: Move) -> Result<AnyMove, Mistyped> {
    let m = position.as_meant(m);
    let any = AnyMove::new(m);
    position.legality(m).map_or_else(|reason| Err(Mistyped::Illegal(any, reason.into())), |()| Ok(any))
}

fn from_square(position: &Position<AnyGame>, spoken: &Spoken, from: Square, to: Square) -> Result<Move, Reason> {
    let piece = position.piece(from);
    if from != to && !piece.is_none() && piece.kind() == spoken.kind {
        return Ok(Move::board(from, to, spoken.promotes == Some(true)));
    }
    spoken.promotion_from(position, from, to).ok_or_else(|| Reason::OtherPiece(from.to_string()))
}

/// A move whose promotion the text leaves open, if only one of both ways is legal.
fn only(position: &Position<AnyGame>, m: Move) -> Result<AnyMove, Mistyped> {
    let Origin::Board(from) = m.origin() else { return checked(position, m) };
    let ways = [true, false].map(|promotes| Move::board(from, m.to(), promotes));
    let legal: Vec<Move> = ways.into_iter().filter(|&m| position.legality(m).is_ok()).collect();
    match legal[..] {
        [] => checked(position, m),
        [m] => Ok(AnyMove::new(m)),
        _ => Err(Mistyped::ambiguous(legal)),
    }
}

/// The legal moves of a piece of the named kind to the square.
fn alike(position: &Position<AnyGame>, spoken: &Spoken, to: Square) -> Vec<Move> {
    let is_meant = |m: &Move| {
        m.to() == to
            && mover(position, *m) == spoken.kind
            && spoken.promotes.is_none_or(|promotes| promotes == m.promotes())
            && (!spoken.markers.drop || m.is_drop())
    };
    position.legal().into_iter().filter(is_meant).collect()
}

/// The kind of the piece before the move.
fn mover(position: &Position<AnyGame>, m: Move) -> Kind {
    match m.origin() {
        Origin::Hand(kind) => kind,
        Origin::Board(from) => position.piece(from).kind(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::SfenMode;
    use crate::variants::DropVariant;

    fn told(position: &Position<AnyGame>, text: &str, last: Option<Square>) -> String {
        let usi = |m: &AnyMove| position.rules().usi(m.of_kernel()).to_string();
        match read(position, text, last) {
            Ok(m) => usi(&m),
            Err(Mistyped::Ambiguous(moves)) => moves.iter().map(usi).collect::<Vec<_>>().join(" or "),
            Err(Mistyped::Illegal(m, AnyIllegality::Drops(reason))) => format!("{}: {reason:?}", usi(&m)),
            Err(mistyped) => format!("{mistyped:?}"),
        }
    }

    #[test]
    fn a_first_move_in_every_spelling() {
        let start = DropVariant::Shogi.game().start();
        for text in [
            "7g7f",
            "７六歩",
            "76歩",
            "▲７六歩",
            "７ 六 歩",
            "P-7f",
            "P76",
            "p76",
            "P7f",
            "P7g-7f",
            "７ｇ７ｆ",
            "Ｐ７６",
        ] {
            assert_eq!(told(&start, text, None), "7g7f", "{text}");
        }
        for text in ["", "hello", "同歩", "7", "P", "undo", "7g7f7e"] {
            assert_eq!(told(&start, text, None), "Unreadable", "{text}");
        }
        assert_eq!(told(&start, "55歩", None), "NoCandidate");
        assert_eq!(told(&start, "7g7e", None), "7g7e: Movement");
        assert_eq!(told(&start, "5i5h", None), "5i5h");
    }

    #[test]
    fn what_is_open_is_asked_back() {
        let check = |sfen, text, expected| {
            let position = DropVariant::Shogi.game().read_sfen(sfen, SfenMode::Mate).unwrap();
            assert_eq!(told(&position, text, Square::from_usi(b'5', b'e')), expected, "{text}");
        };
        let golds = "4k4/9/9/9/4p4/3G1G3/9/9/4K4 b G 1";
        check(golds, "5五金", "4f5e or 6f5e");
        check(golds, "同金", "4f5e or 6f5e");
        check(golds, "５五金右", "4f5e");
        check(golds, "G-5e", "4f5e or 6f5e");
        check(golds, "G6f-5e", "6f5e");
        check(golds, "56金打", "G*5f");
        let silver = "4k4/9/9/6S2/9/9/9/9/4K4 b - 1";
        check(silver, "33銀", "3d3c+ or 3d3c");
        check(silver, "33銀成", "3d3c+");
        check(silver, "33銀不成", "3d3c");
        check(silver, "33全", "3d3c+");
        check(silver, "+S-3c", "3d3c+");
        check(silver, "S-3c=", "3d3c");
        let knight = "4k4/9/9/4N4/9/9/9/9/4K4 b P 1";
        check(knight, "4二桂", "5d4b+");
        check("4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "53歩打", "P*5c: FileLimit");
        check("4k4/9/4P4/9/9/9/9/9/4K4 b P 1", "P*4a", "P*4a: DeadDrop");
    }

    #[test]
    fn birds_are_read() {
        let start = DropVariant::Tori.game().start();
        assert_eq!(told(&start, "3d3c", None), "3d3c");
        assert_eq!(told(&start, "Swx3c", None), "3d3c");
    }
}
