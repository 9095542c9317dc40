//! The end of a game, by a referee's rules.

use super::repetition::RepetitionVerdict;
use super::{Position, Rules};
use crate::board::Color;
use crate::game::{Ending, Reason, Verdict};

impl<R: Rules> Position<R> {
    /// Verdict on the last move by the rules and options in force. Acts of the players other than moves (resigning,
    /// declaring, running out of time) do not count.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        let us = self.side;
        if let Some(ending) = self.ended_by_kings() {
            let reason = if self.is_lost_by_check() {
                Reason::Check
            } else if self.king(us).is_none() {
                Reason::RoyalLost
            } else {
                Reason::Try
            };
            return Some(Verdict { winner: self.winner(ending), reason });
        }
        if self.has_just_tried() {
            return Some(Verdict { winner: Some(!us), reason: Reason::Try });
        }
        if self.count_legal_moves() == 0 {
            return Some(Verdict { winner: Some(!us), reason: Reason::NoMoves });
        }
        if let Some(RepetitionVerdict { ending, perpetual_check }) = self.repetition() {
            let reason = if perpetual_check { Reason::PerpetualCheck } else { Reason::Repetition };
            return Some(Verdict { winner: self.winner(ending), reason });
        }
        self.out_of_moves().then_some(Verdict { winner: None, reason: Reason::MaxMoves })
    }

    /// The winner, given the `ending` for the side to move.
    fn winner(&self, ending: Ending) -> Option<Color> {
        match ending {
            Ending::Win => Some(self.side),
            Ending::Loss => Some(!self.side),
            _ => None,
        }
    }

    /// True if the limit of moves has been reached.
    #[inline(always)]
    pub(super) const fn out_of_moves(&self) -> bool {
        self.options.max_moves > 0 && self.move_number > self.options.max_moves
    }

    /// See [`Position::ending`](crate::game::Position::ending).
    #[inline(always)]
    pub(super) fn ending(&self, ply: usize) -> Option<Ending> {
        if let Some(ending) = self.ended_by_kings() {
            return Some(ending);
        }
        if self.out_of_moves() {
            // A win by the last move counts: the search will find that there is no answer.
            return (self.count_legal_moves() > 0).then_some(Ending::Draw);
        }
        self.search_repetition(ply)
    }
}
