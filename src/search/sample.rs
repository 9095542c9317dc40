//! Positions from the tree of a finished search, for training: they show a network the odd moves that a search weighs and
//! rejects, which games never contain (nodchip's generator of training data for Stockfish, pull request 264).

use super::pool::Searcher;
use crate::game::{Evaluator, Playable, Position as _, Score, score};

/// Growth of a subtree with each ply of depth, which makes a walk visit nodes about as often as the search did.
const GROWTH: f64 = 1.8;
/// Chance that a walk ends at a node.
const END: f64 = 0.3;
/// Upper bound of the evasions and tactical moves that lead from the end of a walk to a quiet position.
const LONGEST_EXCHANGE: usize = 4;

impl<G: Playable, E: Evaluator<G>> Searcher<G, E> {
    /// The moves from `root` to a node, not in check, of the tree that the search of `root` has left in the table. `pick`
    /// draws numbers from 0 to 1.
    pub fn sample_line(&self, root: &G::Position, pick: &mut dyn FnMut() -> f64) -> Option<Vec<G::Move>> {
        let mut position = root.clone();
        let mut line = Vec::new();
        while let Some(m) = self.child(&mut position, pick) {
            position.make(m, &mut ());
            line.push(m);
            if pick() < END {
                break;
            }
        }
        for _ in 0..LONGEST_EXCHANGE {
            let best = self.table().probe(position.key()).and_then(|entry| entry.best);
            let goes_on = |&m: &G::Move| {
                position.is_pseudo_legal(m) && position.is_legal(m) && (position.in_check() || position.is_tactical(m))
            };
            let Some(m) = best.filter(goes_on) else { break };
            position.make(m, &mut ());
            line.push(m);
        }
        (!line.is_empty() && !position.in_check()).then_some(line)
    }

    /// The static evaluation of a position without the correction by histories, if the table knows it.
    pub fn known_eval(&self, position: &G::Position) -> Option<Score> {
        self.table().probe(position.key()).map(|entry| entry.eval).filter(|&eval| eval != score::NONE)
    }

    /// A move to a child that the table knows, the more likely the deeper it was searched.
    fn child(&self, position: &mut G::Position, pick: &mut dyn FnMut() -> f64) -> Option<G::Move> {
        let mut moves = G::MoveList::default();
        position.legal_moves(&mut moves);
        let mut children: Vec<(G::Move, f64)> = Vec::new();
        for &m in moves.as_ref() {
            position.make(m, &mut ());
            let known = self.table().probe(position.key());
            position.unmake(m);
            children.extend(known.map(|entry| (m, GROWTH.powi(entry.depth.max(0)))));
        }
        let mut left = pick() * children.iter().map(|(_, size)| size).sum::<f64>();
        let chosen = children.iter().find(|(_, size)| {
            left -= size;
            left <= 0.0
        });
        chosen.or(children.last()).map(|&(m, _)| m)
    }
}
