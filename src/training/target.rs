//! Training targets: a blend of the scores of this ply and of those that followed, the result, and what other networks say.
//!
//! The score of one search is noisy, and the result of a game says little about a position long before its end. The
//! scores that follow lie between the two: averaged with weights that fall geometrically, they are the lambda-return of
//! temporal-difference learning (Sutton, 1988).

use super::maths::sigmoid;
use super::phase;
use super::samples::PackedGame;
use crate::board::Color;
use crate::game::{Evaluator, Game, Score};

/// Shares of scores, results and teachers in a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blend {
    /// The weight of each ply's score relative to that of the ply before; 0 for the ply's own score alone. This is
    /// that of the opening; in the middle game it gradually becomes that of the endgame.
    pub lambda: f32,
    pub late_lambda: f32,
    /// Share of the game's result; the rest is the scores'.
    pub result_share: f32,
    /// Share of the teachers' static value in the end; the rest is made up as above.
    pub teacher_share: f32,
    /// The same for positions in branches, whose scores come from shorter searches or none.
    pub branch_teacher_share: f32,
}

impl Blend {
    /// The score of the ply alone.
    pub const SCORE: Self =
        Self { lambda: 0.0, late_lambda: 0.0, result_share: 0.0, teacher_share: 0.0, branch_teacher_share: 0.0 };
}

/// Composition of a game's targets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Targets {
    /// Centipawns of an expected result of 73 %.
    pub scale: f32,
    pub blend: Blend,
}

impl Targets {
    /// The results of the games alone.
    pub const RESULTS: Self = Self { scale: 1.0, blend: Blend { result_share: 1.0, ..Blend::SCORE } };

    /// The expected result of the side to move by one score alone.
    #[must_use]
    pub fn of_score(&self, score: Score) -> f32 {
        sigmoid(score as f32 / self.scale)
    }

    /// The teachers' mean expected result of the side to move, by their weights, from their static values.
    pub fn of_teachers<G: Game, E: Evaluator<G>>(&self, teachers: &mut [(E, f32)], position: &G::Position) -> f32 {
        let weights: f32 = teachers.iter().map(|(_, weight)| weight).sum();
        let expected = teachers.iter_mut().map(|(teacher, weight)| {
            teacher.reset(position);
            *weight * self.of_score(teacher.evaluate(position))
        });
        expected.sum::<f32>() / weights
    }

    /// Expected results for Black, one a ply. `first` moves first, after `before` plies since the game's start.
    #[must_use]
    pub fn of(&self, game: &PackedGame, first: Color, before: u32) -> Vec<f32> {
        let Blend { lambda, late_lambda, result_share, .. } = self.blend;
        let result = game.result.for_black();
        let mut outlook = result;
        let mut targets = vec![result; game.plies.len()];
        for (number, (ply, target)) in game.plies.iter().zip(&mut targets).enumerate().rev() {
            let own = self.of_score(ply.score.into());
            let black = (first == Color::Black) == number.is_multiple_of(2);
            let for_black = if black { own } else { 1.0 - own };
            let lambda = lambda + (late_lambda - lambda) * phase::progress(before + number as u32);
            outlook = (1.0 - lambda) * for_black + lambda * outlook;
            *target = result_share * result + (1.0 - result_share) * outlook;
        }
        targets
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{GameResult, Ply};
    use super::*;
    use crate::game::End;

    #[test]
    fn later_scores_and_the_result_weigh_less_and_less() {
        let scores = [0, -1000, 1000];
        let plies = scores.map(|score| Ply { move_bits: 1, score }).to_vec();
        let (result, reason) = (GameResult::BlackWins, End::WinByScore);
        let game = PackedGame { start: String::new(), result, reason, plies, branches: Vec::new() };
        let close = |found: Vec<f32>, expected: [f32; 3]| {
            assert!(found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-6), "{found:?}");
        };
        let with = |blend| Targets { scale: 1000.0, blend };
        let targets = with(Blend::SCORE);
        let won = sigmoid(1.0);
        // White, who moves second, is behind by as much as Black is ahead.
        close(targets.of(&game, Color::Black, 0), [0.5, won, won]);
        close(targets.of(&game, Color::White, 0), [0.5, 1.0 - won, 1.0 - won]);
        let last = 0.5f32.mul_add(won, 0.5);
        let second = 0.5f32.mul_add(won, 0.5 * last);
        let halves = [0.25 + 0.5 * second, second, last];
        close(with(Blend { lambda: 0.5, late_lambda: 0.5, ..Blend::SCORE }).of(&game, Color::Black, 0), halves);
        // Late in a game only the other lambda counts, early only the one.
        close(with(Blend { late_lambda: 0.5, ..Blend::SCORE }).of(&game, Color::Black, 100), halves);
        close(with(Blend { lambda: 0.5, ..Blend::SCORE }).of(&game, Color::Black, 30), halves);
        close(with(Blend { lambda: 0.5, ..Blend::SCORE }).of(&game, Color::Black, 80), [0.5, won, won]);
        close(with(Blend { result_share: 0.5, ..Blend::SCORE }).of(&game, Color::Black, 0), [0.75, last, last]);
        close(Targets::RESULTS.of(&game, Color::White, 0), [1.0; 3]);
    }
}
