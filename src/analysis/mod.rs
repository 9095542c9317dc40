//! Analysis of a game that was played: the cost of each move, the better ones, the turning points.
//!
//! An [`Analyst`] searches every position of a record's main line once, with the mate solver beside the search, and
//! hands each ply to a [`Sink`] as soon as the positions before and after it are known. It is generic over the game
//! and its evaluator; the names of moves and the form of the output belong to the sinks.
//!
//! Scores are centipawns. The root of a search overrates its best move: in a quiet game the side to move stands better by some 40
//! centipawns than behind that move, at any depth, even or odd. So half of the effort for a position is a search behind its
//! best move, and its score is the mean of both. A [`Curve`] turns them into expected results, the unit of all judgements: a loss of 200
//! centipawns weighs much in an even position and nothing in a won one.

mod analyst;
mod course;
mod curve;
mod evidence;
mod fault;
mod hisshi;
mod judgement;
mod lost_hisshi;
mod naming;
mod phase;
mod ply;
mod reason;
mod remark;
mod sight;
mod summary;
mod view;
mod voice;
mod walk;

#[cfg(test)]
mod tests;

pub use analyst::{Analyst, Effort, Settings, Sink};
pub use course::{Advance, Course};
pub use curve::Curve;
pub use fault::Fault;
pub use hisshi::{Answer, Defence, Hisshi, HisshiSearch, Parry, Reply};
pub use judgement::Judgement;
pub use naming::Named;
pub use ply::Ply;
pub use reason::{Reason, Reasons, Shown, Trade};
pub use remark::Remark;
pub use sight::Sight;
pub use summary::{Analysis, PhaseSummary, SideSummary, Variation, accuracy};
pub use view::{Proof, Threat, View, answers_threatmate, threatmate};
pub use voice::{MoveText, Voice, brilliant_move, kind_name, only_move};
