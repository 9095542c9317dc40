//! A move of the game with its judgement.

use super::judgement::Judgement;
use super::naming::Named;
use super::sight::Sight;
use super::view::{Proof, Threat, View};
use crate::board::Color;
use crate::game::{Phase, Score};
use std::time::Duration;

/// A move that was played, seen by the side that played it.
#[derive(Clone, Debug)]
pub struct Ply<M> {
    /// Counted from one.
    pub number: usize,
    pub side: Color,
    pub phase: Phase,
    pub played: M,
    /// The move before it, if any.
    pub previous: Option<M>,
    /// The position in which it was played.
    pub before: View<M>,
    /// The score after it, for the side that played it.
    pub after: Score,
    /// The line of the position behind it, the answer first; empty if the game is over there.
    pub refutation: Vec<M>,
    /// Expected result of the position before it.
    pub expected_before: f64,
    /// Expected result of the position after it.
    pub expected_after: f64,
    /// True if it was the best move and every other one would have been a mistake; takes a search of two lines.
    pub is_only_move: bool,
    /// True if it was the only move and gives up material.
    pub is_brilliant: bool,
    /// The mate that it missed.
    pub missed_mate: Option<Proof<M>>,
    /// The other side's mate that it allowed; the position before it had none.
    pub allowed_mate: Option<Proof<M>>,
    /// The hisshi in one move that it missed, with the longest defence and the mate behind it; only where it is judged.
    pub missed_hisshi: Option<Proof<M>>,
    /// That of the other side which it allowed, likewise.
    pub allowed_hisshi: Option<Proof<M>>,
    /// The mate that it threatens.
    pub threat: Option<Threat<M>>,
    /// Openings and castles that either side reaches with it.
    pub names: Vec<Named>,
    /// Time spent on it, if recorded.
    pub spent: Option<Duration>,
    /// True if each look has borne its loss out.
    pub is_held: bool,
    /// The part of its cost that the player sees for whom it is judged; none if it costs nothing, or is judged for nobody.
    pub sight: Option<Sight>,
}

impl<M: Copy + Eq> Ply<M> {
    /// True if the search prefers this move.
    #[must_use]
    pub fn is_best(&self) -> bool {
        self.before.best() == Some(self.played)
    }

    /// Its loss in expected result. The best move loses nothing, whatever the next search finds; nor does a move that
    /// turns out better than the search expected. Four digits, as many as files of analyses keep: means of losses come out the same
    /// with games read from them.
    #[must_use]
    pub fn loss(&self) -> f64 {
        let loss = if self.is_best() { 0.0 } else { (self.expected_before - self.expected_after).max(0.0) };
        (loss * 1e4).round() / 1e4
    }

    /// The mate that it allowed by ignoring a standing threat.
    #[must_use]
    pub fn missed_defence(&self) -> Option<&Proof<M>> {
        self.counted_allowance().filter(|_| self.before.threat.is_some())
    }

    /// The judgement on as much of the loss as the player sees for whom it is judged; none if not every look has found it.
    #[must_use]
    pub fn judgement(&self) -> Option<Judgement> {
        let seen = self.sight.map_or(self.loss(), |sight| self.loss().min(sight.loss));
        Judgement::of_loss(seen).filter(|_| self.is_held)
    }

    /// True if it costs something, but only a search sees that which is deeper than the player for whom it is judged.
    #[must_use]
    pub fn is_deep(&self) -> bool {
        self.sight.is_some_and(|sight| !sight.has_mate) && self.judgement().is_none()
    }

    /// The missed mate, unless it was too deep for the player.
    #[must_use]
    pub fn counted_miss(&self) -> Option<&Proof<M>> {
        self.missed_mate.as_ref().filter(|_| !self.is_deep())
    }

    /// The allowed mate, unless it was too deep for the player.
    #[must_use]
    pub fn counted_allowance(&self) -> Option<&Proof<M>> {
        self.allowed_mate.as_ref().filter(|_| !self.is_deep())
    }

    /// True if it costs something that a player may see or not.
    pub(super) fn is_to_be_judged(&self) -> bool {
        let is_about_mate = self.missed_mate.is_some() || self.allowed_mate.is_some();
        !self.before.declares && (is_about_mate || self.is_held && Judgement::of_loss(self.loss()).is_some())
    }
}
