//! Perfect lines of play, by the solution of a game.

use super::{GameValue, PlayablePosition, Solution};

/// A perfect move with the value of the game after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerfectLine<M> {
    /// The value for the side that plays the first move.
    pub value: GameValue,
    /// The moves, up to the end of the game; of a draw, which has none, the first one.
    pub moves: Vec<M>,
}

impl<M> PerfectLine<M> {
    /// The line from a position; none if no move is legal, or the solution does not know the position.
    #[must_use]
    pub fn new(solution: &dyn Solution, position: &impl PlayablePosition<Move = M>) -> Option<Self>
    where
        M: Copy,
    {
        let mut position = position.clone();
        let (value, first) = best_move(solution, &mut position)?;
        position.make(first, &mut ());
        let mut moves = vec![first];
        let plies = match value {
            GameValue::Win(plies) | GameValue::Loss(plies) => plies,
            GameValue::Draw => 1,
        };
        while moves.len() < plies as usize && position.verdict().is_none() {
            let Some((_, next)) = best_move(solution, &mut position) else { break };
            position.make(next, &mut ());
            moves.push(next);
        }
        Some(Self { value, moves })
    }
}

/// The best legal move, the first of several, and the value that it keeps.
fn best_move<P: PlayablePosition>(solution: &dyn Solution, position: &mut P) -> Option<(GameValue, P::Move)> {
    let mut best: Option<(GameValue, P::Move)> = None;
    for &m in position.legal().as_ref() {
        position.make(m, &mut ());
        let value = value_after(solution, position);
        position.unmake(m);
        let value = value?;
        if best.is_none_or(|(known, _)| value.score() > known.score()) {
            best = Some((value, m));
        }
    }
    best
}

/// The value of the last move, for the side that has played it. It may have ended the game, by a repetition too.
fn value_after(solution: &dyn Solution, position: &impl PlayablePosition) -> Option<GameValue> {
    match position.verdict() {
        None => Some(solution.value(&position.sfen())?.before()),
        Some(verdict) => Some(match verdict.winner {
            None => GameValue::Draw,
            Some(winner) if winner == position.side_to_move() => GameValue::Loss(1),
            Some(_) => GameValue::Win(1),
        }),
    }
}
