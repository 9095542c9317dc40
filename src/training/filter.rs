//! Selection of the positions that a network should learn from.

use super::samples::{Branch, PackedGame};
use crate::game::{Game, Position, Score, score};

/// Criteria of the positions left out.
#[derive(Clone, Debug)]
pub struct Filter {
    /// Scores at least this far from zero, centipawns.
    pub score_limit: Score,
    /// Positions of the first plies are kept for training with the probability below, since they recur in many games.
    pub early_plies: usize,
    pub early_percent: u32,
    /// Share of the positions in branches that are kept.
    pub branch_share: f64,
}

impl Default for Filter {
    fn default() -> Self {
        Self { score_limit: 3000, early_plies: 10, early_percent: 30, branch_share: 1.0 }
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
            let Some(m) = ply.legal(&position) else { break };
            if self.is_quiet(&position, m, ply.score) {
                visit(number, &position);
            }
            position.make(m, &mut ());
        }
    }

    /// Passes the quiet positions of a game's branches to `visit`, as [`Filter::quiet_positions`] does those of the game.
    pub fn quiet_branches<G: Game>(
        &self,
        game: &PackedGame,
        position: G::Position,
        mut visit: impl FnMut(&Branch, &G::Position),
    ) {
        for_each_branch(game, position, |branch, position| {
            if branch.best.legal(position).is_some_and(|m| self.is_quiet(position, m, branch.best.score)) {
                visit(branch, position);
            }
        });
    }

    fn is_quiet<P: Position>(&self, position: &P, m: P::Move, score: i16) -> bool {
        let score = Score::from(score);
        let is_open = score.abs() < self.score_limit && !score::is_mate(score);
        is_open && !position.in_check() && !position.is_tactical(m)
    }
}

/// Passes the branches of a game that begins at `position` to `visit`, each with its position. Those behind the first illegal
/// move of the game, or with one of their own, are left out.
pub fn for_each_branch<P: Position>(game: &PackedGame, mut position: P, mut visit: impl FnMut(&Branch, &P)) {
    let mut plies = game.plies.iter();
    let mut at = 0;
    for branch in &game.branches {
        while at < branch.at {
            let Some(m) = plies.next().and_then(|ply| ply.legal(&position)) else { return };
            position.make(m, &mut ());
            at += 1;
        }
        branch.visit(&mut position, |position| visit(branch, position));
    }
}
