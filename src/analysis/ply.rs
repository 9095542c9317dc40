//! A move of the game with what is thought of it.

use super::judgement::Judgement;
use super::naming::Named;
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
    /// The move before it, if there is one.
    pub previous: Option<M>,
    /// The position in which it was played.
    pub before: View<M>,
    /// The score behind it, for the side that played it.
    pub after: Score,
    /// Expected result of the position before it.
    pub expected_before: f64,
    /// Expected result of the position behind it.
    pub expected_after: f64,
    /// Whether it was the best move and every other one would have been a mistake. Only a search of two lines can tell.
    pub is_only_move: bool,
    /// Whether it was the only move although it gives up material.
    pub is_brilliant: bool,
    /// The mate that it missed.
    pub missed_mate: Option<Proof<M>>,
    /// The mate by the other side that it allowed, which the position before it was still free of.
    pub allowed_mate: Option<Proof<M>>,
    /// The mate that it threatens.
    pub threat: Option<Threat<M>>,
    /// The openings and castles that either side has for the first time behind it.
    pub names: Vec<Named>,
    /// Time spent on it, if the record tells.
    pub spent: Option<Duration>,
}

impl<M: Copy + Eq> Ply<M> {
    /// Whether it is the move that the search prefers.
    #[must_use]
    pub fn is_best(&self) -> bool {
        self.before.best() == Some(self.played)
    }

    /// What it cost in expected result. The best move costs nothing, whatever a later search thinks of it, and so does one
    /// that turns out better than what the search had seen.
    #[must_use]
    pub fn loss(&self) -> f64 {
        if self.is_best() { 0.0 } else { (self.expected_before - self.expected_after).max(0.0) }
    }

    /// The mate that it allowed by not parrying the threat under which the side stood.
    #[must_use]
    pub fn missed_defence(&self) -> Option<&Proof<M>> {
        self.allowed_mate.as_ref().filter(|_| self.before.threat.is_some())
    }

    #[must_use]
    pub fn judgement(&self) -> Option<Judgement> {
        Judgement::of_loss(self.loss())
    }
}
