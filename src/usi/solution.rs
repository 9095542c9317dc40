//! The solution of the game that the options name, and the moves that it knows to be perfect.

use super::print::{Output, Subject};
use crate::eval;
use crate::game::{PerfectLine, Playable, PlayablePosition, Solution};
use crate::search::{Bound, Info, Outcome, Reporter};
use std::path::Path;
use std::time::Instant;

/// The solution in use.
#[derive(Debug, Default)]
pub struct SolutionOption {
    solution: Option<Box<dyn Solution>>,
    /// The file asked for when the solution was opened, with or without success; empty before.
    opened: String,
}

impl SolutionOption {
    /// Forgets a failed attempt to open the solution, so that the next one is made.
    pub fn look_again(&mut self) {
        if self.solution.is_none() {
            self.opened.clear();
        }
    }

    /// Opens the file, if it is another one than before and the game can be solved. Without it the engine searches.
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

    /// A perfect line from the position; none if there is no solution.
    pub fn line<P: PlayablePosition>(&self, position: &P) -> Option<PerfectLine<P::Move>> {
        PerfectLine::new(self.solution.as_deref()?, position)
    }
}

/// Tells of a perfect line as a search that has ended.
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
