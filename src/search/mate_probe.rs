//! Mate probes at the root: the mate solver sees mates far beyond the horizon of the search, and those that begin with
//! a piece left unpromoted, which the search skips.

use super::root::RootSearch;
use super::root_move::RootMove;
use super::tt::Bound;
use super::tunables as tune;
use crate::game::score::{self, MAX_PLY};
use crate::game::{Ending, Evaluator, Game, Position};
use crate::mate::{Length, Limits, Outcome, Solver};

/// Size of the solver's table: enough for its share of a search of some minutes.
const MEGABYTES: usize = 32;

/// Schedule of the solver's probes.
#[derive(Clone, Copy, Debug)]
pub struct MateProbe {
    /// Nodes of the search before the next probe; none once the answer is known.
    next: Option<u64>,
}

impl MateProbe {
    /// `wanted` in searches whose result a mate decides.
    pub fn new(wanted: bool) -> Self {
        let wanted = wanted && tune::use_mate_probe() == 1;
        Self { next: wanted.then_some(tune::mate_probe_nodes() as u64) }
    }

    /// Runs the solver if a probe is due. True if the side to move mates: the mate is then the score and line of the
    /// first root move.
    pub fn find_mate<G: Game, E: Evaluator<G>>(&mut self, root: &mut RootSearch<'_, G, E>) -> bool {
        let worker = &mut root.worker;
        let nodes = worker.counters.nodes;
        let known = score::mate_distance(root.moves[0].score).is_some_and(|plies| plies > 0);
        if known || self.next.is_none_or(|next| nodes < next) {
            return false;
        }
        self.next = Some(nodes * tune::mate_probe_growth() as u64);
        let limits = Limits {
            deadline: None,
            nodes: Some(nodes / tune::mate_probe_share() as u64),
            stop: Some(&*worker.task.signals),
        };
        if worker.td.solver.is_none() {
            worker.td.solver = Solver::new(MEGABYTES).ok();
        }
        let Some(solver) = &mut worker.td.solver else {
            // There is no memory for one, and the search has to find the mates.
            self.next = None;
            return false;
        };
        let attacker = worker.position.side_to_move();
        match solver.solve_further(&worker.position, attacker, Length::Short, limits).outcome {
            Outcome::Mate(mate) if mate.line.len() < MAX_PLY => {
                let is_won = mates_in_game(&worker.position, &mate.line);
                if is_won {
                    put_first(&mut root.moves, &mate.line);
                }
                is_won
            }
            Outcome::NoMate => {
                self.next = None;
                false
            }
            _ => false,
        }
    }
}

/// True if the game does not end before the last move for reasons that the solver ignores: repetition of earlier
/// positions, or the limit of moves.
fn mates_in_game<P: Position>(position: &P, line: &[P::Move]) -> bool {
    let mut position = position.clone();
    line.iter().zip(1..).all(|(&m, ply)| {
        position.make(m, &mut ());
        match position.ending(ply).filter(|ending| ending.ends_game()) {
            None => true,
            ending => ply == line.len() && ending == Some(Ending::Loss),
        }
    })
}

/// Makes a mating line the best of the root.
fn put_first<M: Copy + Eq>(moves: &mut Vec<RootMove<M>>, line: &[M]) {
    moves.retain(|root_move| root_move.first() != line[0]);
    let mut best = RootMove::new(line[0]);
    best.line.extend(line[1..].iter().copied());
    best.score = score::mate_in(line.len());
    best.previous = best.score;
    best.average = best.score;
    best.bound = Bound::Exact;
    best.seldepth = line.len();
    moves.insert(0, best);
}
