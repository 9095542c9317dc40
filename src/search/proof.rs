//! Asking the mate solver about the root: it sees mates far beyond the horizon of the search, and those that begin
//! with a piece left unpromoted, which the search does not look at.

use super::Bound;
use super::tunables as tune;
use super::worker::{RootMove, Worker};
use crate::game::score::{self, MAX_PLY};
use crate::game::{Evaluator, Game, Position};
use crate::mate::{Length, Limits, Outcome, Solver};

/// The solver's table: room for its share of a search of some minutes.
const MEGABYTES: usize = 32;

/// When to ask next.
#[derive(Clone, Copy, Debug)]
pub struct Looks {
    /// Nodes of the search; none once the answer is known.
    next: Option<u64>,
}

impl Looks {
    /// For searches whose result a mate decides.
    pub fn new(wanted: bool) -> Self {
        Self { next: wanted.then_some(tune::mate_first_look() as u64) }
    }
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// Whether the side to move has been found to mate, which then is the first root move's score and line.
    pub fn finds_mate(&mut self) -> bool {
        let nodes = self.nodes;
        let Some(leader) = &mut self.leader else { return false };
        let known = score::mate_distance(self.root_moves[0].score).is_some_and(|plies| plies > 0);
        if known || leader.looks.next.is_none_or(|next| nodes < next) {
            return false;
        }
        leader.looks.next = Some(nodes * tune::mate_look_growth() as u64);
        let limits = Limits {
            deadline: leader.time.deadline(),
            nodes: Some(nodes / tune::mate_look_share() as u64),
            stop: Some(self.signals.halt_flag()),
        };
        let solver = self.space.solver.get_or_insert_with(|| Solver::new(MEGABYTES));
        let attacker = self.position.side_to_move();
        match solver.solve_further(&self.position, attacker, Length::Short, limits).outcome {
            Outcome::Mate(mate) if mate.line.len() < MAX_PLY => {
                let is_won = self.comes_to_its_end(&mate.line);
                if is_won {
                    self.put_first(&mate.line);
                }
                is_won
            }
            Outcome::NoMate => {
                leader.looks.next = None;
                false
            }
            _ => false,
        }
    }

    /// Whether nothing that the solver does not know of ends the game before the last move: positions of the game so
    /// far that come up again, or the limit of moves.
    fn comes_to_its_end(&self, line: &[G::Move]) -> bool {
        let mut position = self.position.clone();
        line.iter().enumerate().all(|(ply, &m)| {
            position.make(m, &mut ());
            position.ending(ply + 1).is_none()
        })
    }

    /// Makes a mating line the best of the root.
    fn put_first(&mut self, line: &[G::Move]) {
        self.root_moves.retain(|root_move| root_move.line[0] != line[0]);
        let mut best = RootMove::new(line[0]);
        best.line.extend(line[1..].iter().copied());
        best.score = score::mate_in(line.len());
        best.previous = best.score;
        best.average = best.score;
        best.bound = Bound::Exact;
        best.seldepth = line.len();
        self.root_moves.insert(0, best);
    }
}
