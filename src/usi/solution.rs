//! The solution file that the options name, and perfect moves from it.

use super::print::{Output, Subject};
use crate::eval;
use crate::game::{PerfectLine, Playable, PlayablePosition, Solution};
use crate::search::{Bound, Info, Outcome, Reporter};
use std::path::Path;
use std::time::Instant;

/// Solution in use, which follows the options.
#[derive(Debug, Default)]
pub struct SolutionOption {
    solution: Option<Box<dyn Solution>>,
    /// File of the last attempt to open a solution, successful or not; empty before the first.
    opened: String,
}

impl SolutionOption {
    /// Forgets a failed attempt to open the solution, so that the next call of `prepare` tries again.
    pub fn look_again(&mut self) {
        if self.solution.is_none() {
            self.opened.clear();
        }
    }

    /// Opens the file `wanted`, if it has changed and the game can be solved. If that fails, reports it, and the engine
    /// searches.
    pub fn prepare<G: Playable>(&mut self, game: G, wanted: &str, output: &Output) {
        let Some(solver) = game.solver() else { return };
        if self.opened == wanted {
            return;
        }
        wanted.clone_into(&mut self.opened);
        self.solution = None;
        if wanted.is_empty() {
            return output.settle(Subject::Solution);
        }
        match solver.open(&eval::resolve_path(Path::new(wanted))) {
            Ok(solution) => {
                output.settle(Subject::Solution);
                self.solution = Some(solution);
            }
            Err(error) => {
                let fault = error.to_string();
                output.complain(Subject::Solution, &fault, format_args!("no solution is used: {fault}"));
            }
        }
    }

    /// Perfect line from the position; none without a solution that knows it.
    pub fn line<P: PlayablePosition>(&self, position: &P) -> Option<PerfectLine<P::Move>> {
        PerfectLine::new(self.solution.as_deref()?, position)
    }
}

/// Reports a perfect line like a search that has ended.
pub fn report<M: Copy>(line: &PerfectLine<M>, started: Instant, reporter: &mut impl Reporter<M>) {
    let (score, depth, elapsed) = (line.value.score(), line.moves.len(), started.elapsed());
    reporter.iteration(&Info {
        depth,
        seldepth: depth,
        multi_pv: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        nps: 0,
        hashfull: 0,
        elapsed,
        pv: &line.moves,
    });
    let (best, ponder) = (line.moves.first().copied(), line.moves.get(1).copied());
    reporter.finished(&Outcome { best, ponder, claim: None, score, depth, nodes: 0, elapsed });
}
