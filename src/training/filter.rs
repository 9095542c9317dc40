//! Selection of the positions that a network should learn from.

use super::samples::PackedGame;
use crate::game::{Game, Position, Score, score};

/// Criteria of the positions left out.
#[derive(Clone, Debug)]
pub struct Filter {
    /// Scores at least this far from zero, centipawns.
    pub score_limit: Score,
    /// Positions of the first plies are kept for training with the probability below, since they recur in many games.
    pub early_plies: usize,
    pub early_percent: u32,
}

impl Default for Filter {
    fn default() -> Self {
        Self { score_limit: 3000, early_plies: 10, early_percent: 30 }
    }
}

impl Filter {
    /// Passes the quiet positions of a game that begins at `position` to `visit`, each with the number of its ply in
    /// the record: not in check, the move played neither a capture nor a promotion that wins material, the score below
    /// the limit and no mate. A game that cannot be replayed to its end yields the positions before.
    pub fn quiet_positions<G: Game>(
        &self,
        game: &PackedGame,
        mut position: G::Position,
        mut visit: impl FnMut(usize, &G::Position),
    ) {
        for (number, ply) in game.plies.iter().enumerate() {
            let Some(m) = ply.to_move() else { break };
            if !(position.is_pseudo_legal(m) && position.is_legal(m)) {
                break;
            }
            let value = Score::from(ply.score);
            let is_open = value.abs() < self.score_limit && !score::is_mate(value);
            if is_open && !position.in_check() && !position.is_tactical(m) {
                visit(number, &position);
            }
            position.make(m, &mut ());
        }
    }
}
