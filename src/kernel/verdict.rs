//! The end of a game as a referee and as the search see it.

use super::RepetitionVerdict;
use super::repetition::{self, Repetitions};
use crate::board::Color;
use crate::game::{Ending, Reason, Verdict};

/// The ends of a game that depend on its pieces.
pub trait Endings: Repetitions {
    /// The end that pieces bring about by their number and their squares. The search asks at every node.
    fn ended_by_pieces(&self) -> Option<Verdict>;

    /// An end by the last move, which the search has seen a move earlier as [a claim](crate::game::Position::claim).
    fn won_by_last_move(&self) -> Option<Verdict> {
        None
    }

    /// True if the side to move has lost because no move helps it.
    fn has_lost_by_moves(&self) -> bool;

    /// The numbers of moves after which the game is drawn, zero for no limit.
    fn move_limits(&self) -> [u32; 2];
}

/// See [`PlayablePosition::verdict`](crate::game::PlayablePosition::verdict).
pub fn verdict(position: &impl Endings) -> Option<Verdict> {
    let side = position.side_to_move();
    if let Some(verdict) = position.ended_by_pieces().or_else(|| position.won_by_last_move()) {
        return Some(verdict);
    }
    if position.has_lost_by_moves() {
        return Some(Verdict { winner: Some(!side), reason: Reason::NoMoves });
    }
    if let Some(RepetitionVerdict { ending, perpetual_check }) = position.repetition() {
        let reason = if perpetual_check { Reason::PerpetualCheck } else { Reason::Repetition };
        return Some(Verdict { winner: winner(ending, side), reason });
    }
    is_out_of_moves(position).then_some(Verdict { winner: None, reason: Reason::MaxMoves })
}

/// See [`Position::ending`](crate::game::Position::ending).
#[inline(always)]
pub fn ending(position: &impl Endings, ply: usize) -> Option<Ending> {
    if let Some(Verdict { winner, .. }) = position.ended_by_pieces() {
        return Some(match winner {
            None => Ending::Draw,
            Some(winner) if winner == position.side_to_move() => Ending::Win,
            Some(_) => Ending::Loss,
        });
    }
    if is_out_of_moves(position) {
        // A win by the last move counts: the search will find that there is no answer.
        return (!position.has_lost_by_moves()).then_some(Ending::Draw);
    }
    repetition::in_search(position, ply)
}

/// The side that wins by an ending of `side`, which is to move.
fn winner(ending: Ending, side: Color) -> Option<Color> {
    match ending {
        Ending::Win => Some(side),
        Ending::Loss => Some(!side),
        _ => None,
    }
}

#[inline(always)]
fn is_out_of_moves(position: &impl Endings) -> bool {
    position.move_limits().into_iter().any(|limit| limit > 0 && position.game_ply() >= limit)
}
