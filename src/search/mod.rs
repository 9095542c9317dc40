//! The search: iterative deepening with principal variation search on as many threads as wanted.

mod limits;
mod pool;
mod report;
mod tt;

pub use limits::{Clock, Limits, SearchOptions};
pub use pool::{Pool, STACK_SIZE, Searcher};
pub use report::{Info, Outcome, Reporter};
pub use tt::Bound;
