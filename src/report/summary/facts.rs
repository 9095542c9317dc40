//! The facts on a move that count in a summary of games.

use crate::analysis::{Fault, Judgement, Ply, Proof};
use crate::any::AnyMove;
use crate::board::Color;
use crate::game::{Formation, GameMove, Phase, Score, Topic};
use std::time::Duration;

/// The facts on a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts<M> {
    pub phase: Phase,
    pub played: M,
    /// The best line; empty if there is none.
    pub line: Vec<M>,
    /// The line of the position after it; empty if the game is over there.
    pub refutation: Vec<M>,
    /// The score before it, for its side.
    pub before: Score,
    /// The score after it, for its side.
    pub after: Score,
    /// True if the other side threatened to mate before it, as far as that matters: it allowed a mate then.
    pub was_threatened: bool,
    /// True if its side could have declared the win.
    pub declares: bool,
    /// The loss in expected result.
    pub loss: f64,
    pub judgement: Option<Judgement>,
    pub missed_mate: Option<Proof<M>>,
    /// The mate by the other side that it allowed.
    pub allowed_mate: Option<Proof<M>>,
    pub missed_hisshi: Option<Proof<M>>,
    pub allowed_hisshi: Option<Proof<M>>,
    /// The openings and castles that it completes for the first time.
    pub names: Vec<Called>,
    /// Time spent on it, if the record has it.
    pub spent: Option<Duration>,
}

/// The name of an opening or castle of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    pub side: Color,
    pub topic: Topic,
    pub english: String,
    pub japanese: String,
}

impl<M: GameMove> From<&Ply<M>> for Facts<M> {
    fn from(ply: &Ply<M>) -> Self {
        Self {
            phase: ply.phase,
            played: ply.played,
            line: ply.before.line().to_vec(),
            refutation: ply.refutation.clone(),
            before: ply.before.score,
            after: ply.after,
            was_threatened: ply.missed_defence().is_some(),
            declares: ply.before.declares,
            loss: ply.loss(),
            judgement: ply.judgement(),
            missed_mate: ply.counted_miss().cloned(),
            allowed_mate: ply.counted_allowance().cloned(),
            missed_hisshi: ply.missed_hisshi.clone(),
            allowed_hisshi: ply.allowed_hisshi.clone(),
            names: ply.names.iter().map(|named| Called::of(named.side, named.formation)).collect(),
            spent: ply.spent,
        }
    }
}

impl Facts<AnyMove> {
    /// The move as a fault, if it is one.
    pub fn fault(&self) -> Fault<'_> {
        Fault {
            judgement: self.judgement,
            is_deep: false,
            played: self.played,
            before: self.before,
            after: self.after,
            line: &self.line,
            refutation: &self.refutation,
            missed: self.missed_mate.as_ref(),
            allowed: self.allowed_mate.as_ref(),
            missed_hisshi: self.missed_hisshi.as_ref(),
            allowed_hisshi: self.allowed_hisshi.as_ref(),
            was_threatened: self.was_threatened,
            declares: self.declares,
        }
    }
}

impl Called {
    fn of(side: Color, formation: Formation) -> Self {
        let Formation { topic, english, japanese, .. } = formation;
        Self { side, topic, english: english.to_owned(), japanese: japanese.to_owned() }
    }
}
