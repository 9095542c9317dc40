//! KIF files of the games with drops.

use super::game::KifGame;
use super::searched;
use super::write::move_text;
use crate::board::{Color, Square};
use crate::game::SfenMode;
use crate::record::{Reason, Record, WriteError, diagram, japanese, text};
use crate::rules::{MAX_MOVE_NUMBER, Move, Position, Rules, Setup, SfenError, Spec};

/// A move as a line tells it.
pub struct Told {
    spoken: japanese::Spoken,
    origin: Option<Origin>,
    /// The text of it.
    words: String,
}

/// Where a move in KIF comes from.
#[derive(Clone, Copy)]
enum Origin {
    Square(Square),
    /// Told as 00 by some programs; 打 says it as a rule.
    Hand,
}

impl<R: Rules> KifGame for R {
    type Setup = Setup;
    type Step = Told;

    fn check_names(self) -> Result<(), WriteError> {
        WriteError::check_names(self.spec(), "KIF")
    }

    fn is_title(self, name: &str) -> bool {
        self.spec().titles.contains(&name)
    }

    fn start_name(record: &Record<R>) -> (&'static str, bool) {
        let start = record.start();
        let spec = start.spec();
        let title = spec.titles.first().copied();
        let name = record.handicap().filter(|_| start.move_number() == 1).and_then(|handicap| match title {
            Some(_) => title.filter(|_| handicap.sfen == spec.start),
            None => Some(handicap.japanese).filter(|name| is_known(spec, name)),
        });
        (name.or(title).unwrap_or("その他"), name.is_some())
    }

    fn move_number(position: &Position<R>) -> u32 {
        position.move_number()
    }

    fn setup_text(start: &Position<R>) -> String {
        diagram::write(start)
    }

    fn ranks(self) -> u8 {
        self.spec().ranks
    }

    fn empty_setup(self) -> Setup {
        Setup::empty(self.spec())
    }

    fn read_rank(setup: &mut Setup, rank: u8, row: &str) -> Result<(), Reason> {
        diagram::read_rank(setup, rank, row)
    }

    fn read_hand(setup: &mut Setup, color: Color, hand: &str) -> Result<(), Reason> {
        diagram::read_hand(setup, color, hand)
    }

    fn set_up(self, setup: &Setup, side: Color, move_number: u32) -> Result<Position<R>, SfenError> {
        let mut setup = *setup;
        setup.side = side;
        setup.move_number = move_number.min(MAX_MOVE_NUMBER);
        Position::from_setup(self, &setup, SfenMode::Composed)
    }

    fn move_lines(position: &Position<R>, m: Move, last: Option<Move>) -> Vec<String> {
        vec![move_text(position, m, last.map(Move::to))]
    }

    fn read_step(self, text: &str) -> Result<(Told, &str), Reason> {
        let (spoken, rest) = japanese::parse(self.spec(), text).ok_or_else(|| Reason::syntax(text, "a move"))?;
        let (origin, rest) = origin(rest);
        Ok((Told { spoken, origin, words: text[..text.len() - rest.len()].to_owned() }, rest))
    }

    fn mover(position: &Position<R>, step: &Told) -> Option<Color> {
        let Some(Origin::Square(from)) = step.origin else { return None };
        let piece = position.piece(from);
        (!piece.is_none()).then(|| piece.color())
    }

    fn move_of(
        position: &Position<R>,
        first: Option<&Told>,
        step: &Told,
        last: Option<Move>,
    ) -> Result<(Move, Option<String>), Reason> {
        let Told { mut spoken, origin, ref words } = *step;
        if first.is_some() {
            return Err(Reason::syntax(words, "a move"));
        }
        let last = last.map(Move::to);
        let m = match origin {
            Some(Origin::Square(from)) => move_from(position, &spoken, from, words, last)?,
            Some(Origin::Hand) => {
                spoken.markers.drop = true;
                spoken.resolve(position, words, last)?
            }
            None => spoken.resolve(position, words, last)?,
        };
        let renamed = spoken.renamed(position, m, last);
        Ok((m, renamed.map(|meant| format!("{words} read as {meant}"))))
    }

    fn line_in_kif(position: &Position<R>, last: Option<Move>, line: &str) -> Option<String> {
        searched::in_kif(position, last, line)
    }

    fn line_in_csa(position: &Position<R>, last: Option<Move>, line: &str) -> Option<String> {
        searched::in_csa(position, last, line)
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

/// Whether readers of the game's KIF files know a handicap by its name: of a game that CSA does not know, those of this
/// program are the only ones.
fn is_known(spec: &Spec, handicap: &str) -> bool {
    KNOWN_HANDICAPS.contains(&handicap) || spec.names.iter().all(|names| names.csa.is_empty())
}

fn move_from<R: Rules>(
    position: &Position<R>,
    spoken: &japanese::Spoken,
    from: Square,
    text: &str,
    last: Option<Square>,
) -> Result<Move, Reason> {
    let to = spoken.target(text, last)?;
    let piece = position.piece(from);
    if from == to {
        return Err(Reason::syntax(text, "a move"));
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

/// An origin in round brackets at the start of a text, with what follows.
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
