//! The analysis of a game that was played: what each move cost, what would have been better, where the game turned.
//!
//! An [`Analyst`] searches every position of a record's main line once, with the mate solver beside the search, and tells a
//! [`Sink`] of each ply as soon as the positions before and after it are known. It is generic over the game and its
//! evaluator; what a move is called, and what is written where, are the business of sinks.
//!
//! Scores are centipawns. What they mean for the result is said by a [`Curve`], and all that judges moves is in its
//! unit, the expected result: a loss of 200 centipawns weighs much in an even position and nothing in a won one.

mod analyst;
mod curve;
mod judgement;
mod naming;
mod phase;
mod ply;
mod remark;
mod summary;
mod view;
mod walk;

#[cfg(test)]
mod tests;

pub use analyst::{Analyst, Effort, Settings, Sink};
pub use curve::Curve;
pub use judgement::Judgement;
pub use naming::Named;
pub use ply::Ply;
pub use remark::Remark;
pub use summary::{Analysis, PhaseSummary, SideSummary, Variation, accuracy};
pub use view::{Proof, Threat, View};
