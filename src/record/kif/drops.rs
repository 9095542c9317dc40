//! KIF files of the games with drops.

use crate::board::{Color, Square};
use crate::game::{Handicap, SfenMode};
use crate::record::{Oddity, Reason, japanese, text};
use crate::rules::{self, AnyGame, MAX_MOVE_NUMBER, Move, Position, Setup, SfenError, Spec};

/// A move as a line gives it.
pub(super) struct WrittenMove {
    spoken: japanese::Spoken,
    origin: Option<Origin>,
    /// The text of the move.
    words: String,
}

/// Origin of a move in KIF.
#[derive(Clone, Copy)]
enum Origin {
    Square(Square),
    /// Written as 00 by some programs, and mostly as 打.
    Hand,
}

impl WrittenMove {
    /// Reads a move, and returns the rest.
    ///
    /// # Errors
    /// If the text does not start with one.
    pub fn read<'a>(spec: &Spec, text: &'a str) -> Result<(Self, &'a str), Reason> {
        let (spoken, rest) = japanese::parse(spec, text).ok_or_else(|| Reason::syntax(text, ["a move", "指し手"]))?;
        let (origin, rest) = origin(rest);
        Ok((Self { spoken, origin, words: text[..text.len() - rest.len()].to_owned() }, rest))
    }

    /// The fault of a move given in two steps.
    pub fn is_no_half(&self) -> Reason {
        Reason::syntax(&*self.words, ["a move", "指し手"])
    }

    pub fn mover(&self, position: &Position<AnyGame>) -> Option<Color> {
        let Some(Origin::Square(from)) = self.origin else { return None };
        let piece = position.piece(from);
        (!piece.is_none()).then(|| piece.color())
    }

    /// The move that is meant, and a warning if it was not read as it stands.
    ///
    /// # Errors
    /// If there is no such move.
    pub fn resolve(
        &self,
        position: &Position<AnyGame>,
        last: Option<Square>,
    ) -> Result<(Move, Option<Oddity>), Reason> {
        let Self { mut spoken, origin, ref words } = *self;
        let m = match origin {
            Some(Origin::Square(from)) => move_from(position, &spoken, from, words, last)?,
            Some(Origin::Hand) => {
                spoken.markers.drop = true;
                spoken.resolve(position, words, last)?
            }
            None => spoken.resolve(position, words, last)?,
        };
        let renamed = spoken.renamed(position, m, last);
        Ok((m, renamed.map(|meant| Oddity::Renamed { written: words.clone(), meant })))
    }
}

/// The value of the field 手合割 for a start; true if readers know the start by it.
pub(super) fn start_name(start: &Position<AnyGame>, handicap: Option<&Handicap>) -> (&'static str, bool) {
    let spec = start.spec();
    let title = spec.titles.first().copied();
    let name = handicap.filter(|_| start.move_number() == 1).and_then(|handicap| match title {
        Some(_) => title.filter(|_| handicap.sfen == spec.start),
        None => Some(handicap.japanese).filter(|name| is_known(spec, name)),
    });
    (name.or(title).unwrap_or("その他"), name.is_some())
}

/// The position of a diagram.
pub(super) fn set_up(
    game: AnyGame,
    mut setup: Setup,
    side: Color,
    move_number: u32,
) -> Result<Position<AnyGame>, SfenError> {
    setup.side = side;
    setup.move_number = move_number.min(MAX_MOVE_NUMBER);
    Position::from_setup(game, &setup, SfenMode::Composed)
}

/// Writes a move with its origin, without the sign of its side; `last` is the target of the move before.
pub(super) fn move_text(position: &Position<AnyGame>, m: Move, last: Option<Square>) -> String {
    let target = if last == Some(m.to()) { "同　".to_owned() } else { japanese::square_text(m.to()) };
    let name = japanese::piece_name(position, m);
    match m.origin() {
        rules::Origin::Hand(_) => format!("{target}{name}打"),
        rules::Origin::Board(from) => {
            let promotion = if m.promotes() { "成" } else { "" };
            format!("{target}{name}{promotion}({}{})", from.file() + 1, from.rank() + 1)
        }
    }
}

/// Names of handicaps that every reader of KIF knows.
const KNOWN_HANDICAPS: &[&str] = &[
    "平手",
    "香落ち",
    "右香落ち",
    "角落ち",
    "飛車落ち",
    "飛香落ち",
    "二枚落ち",
    "四枚落ち",
    "五枚落ち",
    "左五枚落ち",
    "六枚落ち",
    "左七枚落ち",
    "右七枚落ち",
    "八枚落ち",
    "十枚落ち",
];

/// True if readers of the game's KIF files know the handicap by its name. Games that CSA does not know have no readers
/// besides this program.
fn is_known(spec: &Spec, handicap: &str) -> bool {
    KNOWN_HANDICAPS.contains(&handicap) || spec.names.iter().all(|names| names.csa.is_empty())
}

fn move_from(
    position: &Position<AnyGame>,
    spoken: &japanese::Spoken,
    from: Square,
    text: &str,
    last: Option<Square>,
) -> Result<Move, Reason> {
    let to = spoken.target(text, last)?;
    let piece = position.piece(from);
    if from == to {
        return Err(Reason::syntax(text, ["a move", "指し手"]));
    }
    let m = Move::board(from, to, spoken.promotes == Some(true));
    if piece.is_none() {
        Err(Reason::OtherPiece(text.to_owned()))
    } else if piece.kind() == spoken.kind {
        Ok(m)
    } else {
        let promoted = spoken.promotion_from(position, from, to);
        promoted.ok_or_else(|| Reason::OtherPiece(text.to_owned()))
    }
}

/// An origin in round brackets at the start of a text, and the rest.
fn origin(text: &str) -> (Option<Origin>, &str) {
    let found = text.trim_start().strip_prefix(['(', '（']).and_then(|rest| rest.split_once([')', '）'])).and_then(
        |(digits, after)| {
            let digits: Option<Vec<u8>> = digits.chars().map(|c| text::numeral(c).map(|n| n as u8)).collect();
            let [file, rank] = *digits? else { return None };
            if (file, rank) == (0, 0) {
                return Some((Some(Origin::Hand), after));
            }
            let square = Square::from_usi(file + b'0', rank.wrapping_sub(1).wrapping_add(b'a'))?;
            Some((Some(Origin::Square(square)), after))
        },
    );
    found.unwrap_or((None, text))
}
