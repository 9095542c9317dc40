//! What keeping records asks of a game.

use super::{Format, ReadError, Reading, Reason, Record, WriteError, Written, decode, usi};
use crate::game::Playable;
use crate::rules::{Illegality, Move, Origin, Position, Rules, SfenError};

/// A game of which records are kept. Every game has lines of USI; the other formats name squares and pieces as the games
/// of the drop kernel do.
pub trait Recorded: Playable {
    /// Reads the games of a file.
    ///
    /// # Errors
    /// At the first line that cannot be read, or if the game has no such format.
    fn read_records(format: Format, bytes: &[u8]) -> Result<Vec<Reading<Self>>, ReadError> {
        match format {
            Format::Usi => usi::read(&decode(bytes)?),
            _ => Err(Reason::Unsupported(foreign::<Self>(format)).at(1)),
        }
    }

    /// Writes a record as text.
    ///
    /// # Errors
    /// If the game has no such format.
    fn write_record(format: Format, record: &Record<Self>) -> Result<Written, WriteError> {
        match format {
            Format::Usi => Ok(usi::write(record)),
            _ => Err(foreign::<Self>(format)),
        }
    }

    /// What is wrong with a start position.
    fn bad_position(error: Self::SfenError) -> Reason {
        Reason::Game(format!("the start position cannot be: {error}"))
    }

    /// What is wrong with a move.
    fn illegal_move(text: String, reason: Self::Illegality) -> Reason {
        Reason::Game(format!("illegal move {text}: {reason}"))
    }

    /// Pieces of a start position that no game could have brought where they stand, in words.
    fn oddities(_: &Self::Position) -> Vec<String> {
        Vec::new()
    }

    /// Whether every format could write an illegal move down.
    fn can_be_told(_: &Self::Position, _: Self::Move, _: &Self::Illegality) -> bool {
        true
    }
}

fn foreign<G: Playable>(format: Format) -> WriteError {
    WriteError::Game { format: format.name(), game: G::NAME }
}

impl<R: Rules> Recorded for R {
    fn read_records(format: Format, bytes: &[u8]) -> Result<Vec<Reading<R>>, ReadError> {
        format.read(bytes)
    }

    fn write_record(format: Format, record: &Record<R>) -> Result<Written, WriteError> {
        format.write(record)
    }

    fn bad_position(error: SfenError) -> Reason {
        Reason::Position(error)
    }

    fn illegal_move(text: String, reason: Illegality) -> Reason {
        Reason::Illegal { text, reason }
    }

    fn oddities(position: &Position<R>) -> Vec<String> {
        position.oddities().iter().map(ToString::to_string).collect()
    }

    fn can_be_told(position: &Position<R>, m: Move, reason: &Illegality) -> bool {
        match (reason, m.origin()) {
            (Illegality::NoPiece | Illegality::OffBoard | Illegality::DropPromoted, _) => false,
            (_, Origin::Board(from)) if m.promotes() => {
                R::KINDS[position.piece(from).kind().index()].promotes_to.is_some()
            }
            _ => true,
        }
    }
}
