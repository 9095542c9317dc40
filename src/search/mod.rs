//! The search: iterative deepening with principal variation search, on as many threads as wanted, for any game
//! behind the contract of [`crate::game`].
//!
//! Who uses whom, from the outside in:
//!
//! ```text
//! single      searches of a client without threads
//!   pool      threads and their searches; the synchronous Searcher         (task, signals, skill, grade, terms)
//!   leader    the first thread's watch over its iterations, its reports,
//!             the choice of the result                                     (mate_probe, report, time)
//!   root      root moves, lines, iterations, aspiration windows
//!     alphabeta    the main search        prune, reduce: its techniques, one a section
//!     quiescence   the search beyond the last ply
//!       movepick   moves in order         (history)
//!       learn      updates by a node      (history, correction)
//!         worker   a thread's position, memory and counters                 (arena, stack, tt, history, correction,
//!                                                                            root_move)
//!         node     the state of a node
//! tunables    every number that is tuned
//! ```
//!
//! Order of steps and many formulas follow Stockfish's search, with own constants or constants near Stockfish's; each
//! technique names its source at its function. `docs/search.md` lists them all, with their gains.
//!
//! A search in steps, each with the function that takes it:
//!
//! ```text
//! root        iterate              one iteration after the other, until the leader (Watch::finished) ends them
//!             aspirate             a narrow window around the expected score, widened as long as the score misses it
//!             search_root          every root move, nothing pruned
//! alphabeta   search               a node below the root:
//!               terminal           the game has ended here, or the path is too long
//!                                  mate distance pruning
//!               enter              transposition table entry and state of the line
//!               tt_cutoff          a sufficient score of the transposition table
//!               claimed_win        a win by declaration or by reaching the goal
//!               set_static_eval    evaluation, correction, improving or not
//! prune         prune_node         without searching any move:
//!                 reconsider_depth   depth in hindsight of the last reduction
//!                 razor              razoring
//!                 reverse_futility
//!                 mate_score         a mate in one
//!                 null_move          null move, with verification
//!                                    internal iterative reductions
//!                 probcut            ProbCut
//!                 small_probcut      ProbCut by the transposition table alone
//! alphabeta     search_moves       the moves, as movepick::MovePicker::next yields them:
//! prune           prune_move         late move pruning, futility, history, static exchange
//! reduce          extension          singular extension, multi-cut, negative extension
//! alphabeta       search_move        late move reduction, null window, open window:
//! reduce            reduction
//! alphabeta       update_best        the best score so far, alpha
//! prune           skip_futile_quiets no more quiet moves
//! alphabeta     finish_node        histories, transposition table, correction:
//! learn           reward, reward_prior, learn_correction
//! quiescence  qsearch              beyond the last ply: terminal, enter_qsearch, claimed_win, stand_pat, qsearch_moves
//! ```

#![deny(missing_docs)]

mod alphabeta;
mod arena;
mod correction;
mod grade;
mod history;
mod leader;
mod learn;
mod limits;
mod mate_probe;
mod movepick;
mod node;
mod pool;
mod prune;
mod quiescence;
mod reduce;
mod report;
mod root;
mod root_move;
mod sample;
mod signals;
mod single;
mod skill;
mod stack;
mod task;
mod terms;
mod time;
mod tt;
pub mod tunables;
mod wait;
mod worker;

#[cfg(test)]
mod tests;

pub use grade::{Grade, UnknownGrade};
pub use limits::{Clock, Limits, SearchOptions};
pub use pool::{NoThread, Pool as ThreadPool, STACK_SIZE, Searcher};
pub use report::{Info, Outcome, Reporter, per_second};
pub use single::{SingleThread, UNSTOPPABLE, ponder_hit_meanwhile};
pub use skill::{Level, level_of, levels, misjudgement, nearest_level};
pub use tt::Bound;
pub use wait::{ScoredLine, Thought, think, think_aloud};

// The searches of a client. Programs for WebAssembly have no threads.
#[cfg(not(target_family = "wasm"))]
pub use pool::Pool;
#[cfg(target_family = "wasm")]
pub use single::SingleThread as Pool;
