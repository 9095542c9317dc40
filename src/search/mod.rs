//! The search: iterative deepening with principal variation search, on as many threads as wanted, for any game
//! behind the contract of [`crate::game`].
//!
//! ```text
//! pool        threads and what they are told; the synchronous Searcher
//!   leader    the first thread's clock, reports, choice of the result      (time, proof, report, limits, signals)
//!   worker    one thread: iterations, aspiration windows, root moves      (skill)
//!     alphabeta    the main search        prune, reduce: its techniques, one a section
//!     quiescence   the search beyond the last ply
//!       movepick   moves in order         (history)
//!       learn      what a node teaches    (history, correction)
//!       stack, tt  what it remembers
//! tunables    every number
//! ```

mod alphabeta;
mod correction;
mod history;
mod leader;
mod learn;
mod limits;
mod movepick;
mod node;
mod pool;
mod proof;
mod prune;
mod quiescence;
mod reduce;
mod report;
mod signals;
mod skill;
mod stack;
mod time;
mod tt;
pub mod tunables;
mod worker;

pub use limits::{Clock, Limits, SearchOptions};
pub use pool::{Pool, STACK_SIZE, Searcher};
pub use report::{Info, Outcome, Reporter, per_second};
pub use tt::Bound;
