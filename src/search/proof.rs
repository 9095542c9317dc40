//! Asking the mate solver about the root: it sees mates far beyond the horizon of the search, and those that begin
//! with a piece left unpromoted, which the search does not look at.

use super::root::RootSearch;
use super::root_move::RootMove;
use super::tt::Bound;
use super::tunables as tune;
use crate::game::score::{self, MAX_PLY};
use crate::game::{Ending, Evaluator, Game, Position};
use crate::mate::{Length, Limits, Outcome, Solver};

/// The solver's table: room for its share of a search of some minutes.
const MEGABYTES: usize = 32;

/// When to ask the solver.
#[derive(Clone, Copy, Debug)]
pub struct Looks {
    /// Nodes of the search before the next look; none once the answer is known.
    next: Option<u64>,
}

impl Looks {
    /// Looks are `wanted` in searches whose result a mate decides.
    pub fn new(wanted: bool) -> Self {
        Self { next: wanted.then_some(tune::mate_first_look() as u64) }
    }

    /// Whether the side to move has been found to mate, which then is the first root move's score and line. The solver
    /// is asked only when it is time for it.
    pub fn find_mate<G: Game, E: Evaluator<G>>(&mut self, root: &mut RootSearch<'_, G, E>) -> bool {
        let worker = &mut root.worker;
        let nodes = worker.counters.nodes;
        let known = score::mate_distance(root.moves[0].score).is_some_and(|plies| plies > 0);
        if known || self.next.is_none_or(|next| nodes < next) {
            return false;
        }
        self.next = Some(nodes * tune::mate_look_growth() as u64);
        let limits = Limits {
            deadline: None,
            nodes: Some(nodes / tune::mate_look_share() as u64),
            stop: Some(&*worker.task.signals),
        };
        if worker.space.solver.is_none() {
            worker.space.solver = Solver::new(MEGABYTES).ok();
        }
        let Some(solver) = &mut worker.space.solver else {
            // There is no memory for one, and the search has to find the mates.
            self.next = None;
            return false;
        };
        let attacker = worker.position.side_to_move();
        match solver.solve_further(&worker.position, attacker, Length::Short, limits).outcome {
            Outcome::Mate(mate) if mate.line.len() < MAX_PLY => {
                let is_won = comes_to_its_end(&worker.position, &mate.line);
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

/// Whether nothing that the solver does not know of ends the game before the last move: positions of the game so far
/// that come up again, or the limit of moves.
fn comes_to_its_end<P: Position>(position: &P, line: &[P::Move]) -> bool {
    let mut position = position.clone();
    line.iter().zip(1..).all(|(&m, ply)| {
        position.make(m, &mut ());
        match position.ending(ply) {
            // More or less in hand than before ends no game.
            None | Some(Ending::Superior | Ending::Inferior) => true,
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
