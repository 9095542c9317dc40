//! What readers of records ask of a game.

use super::Reason;
use crate::game::Playable;
use crate::large::{self, LargeGame};
use crate::rules::{Illegality, Move, Origin, Position, Rules, SfenError};

/// A game whose positions and moves readers can complain of, in the words of records.
pub trait Notated: Playable {
    /// The move that is meant by one that was read: texts may disagree about what goes without saying.
    fn as_meant(_: &Self::Position, m: Self::Move) -> Self::Move {
        m
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

impl Notated for LargeGame {
    fn as_meant(position: &large::Position, m: large::Move) -> large::Move {
        position.as_meant(m)
    }
}

impl<R: Rules> Notated for R {
    fn as_meant(position: &Position<R>, m: Move) -> Move {
        position.as_meant(m)
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
            (_, Origin::Hand(kind)) => kind.index() < position.spec().drop_kinds(),
            (_, Origin::Board(from)) if m.promotes() => {
                position.spec().kind(position.piece(from).kind()).promotes_to.is_some()
            }
            _ => true,
        }
    }
}
