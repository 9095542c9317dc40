//! Static exchange evaluation against a swap-off that plays the captures out on a plain board.

use super::{Checked, properties};
use kumataka::board::{Color, Direction, Square};
use kumataka::game::{Position as _, Score};
use kumataka::rules::testing::games::legal;
use kumataka::rules::testing::oracle::Oracle;
use kumataka::rules::{Kind, Move, Origin, Position, Rules};
use proptest::prop_assert_eq;

properties! {
    exchanges_agree: 96, 100;
}

/// A capture is worth the piece on the board and in hand; a king more than all else.
fn worth<R: Rules>(kind: Kind) -> Score {
    let spec = &R::KINDS[kind.index()];
    spec.captured_as.map_or(15_000, |held| spec.value + R::KINDS[held.index()].hand_value)
}

/// Pieces that, taken off the board, would lay their king open. They capture only along the line.
fn pinned<R: Rules>(oracle: &Oracle<R>) -> Vec<Square> {
    let exposes = |square: Square| {
        let Some((color, _)) = oracle.at(square).filter(|(_, kind)| *kind != R::KING) else { return false };
        let Some(king) = oracle.king(color) else { return false };
        let mut without = oracle.clone();
        without.board[square.index()] = None;
        without.strikers(king, !color).len() > oracle.strikers(king, !color).len()
    };
    Square::all().filter(|&square| exposes(square)).collect()
}

/// What holds of every exchange in a position before its first move.
struct Exchange {
    pinned: Vec<Square>,
    kings: [Option<Square>; 2],
}

impl Exchange {
    fn may_capture(&self, color: Color, from: Square, target: Square) -> bool {
        let Some(king) = self.kings[color.index()] else { return true };
        !self.pinned.contains(&from) || Direction::towards(king, from) == Direction::towards(king, target)
    }

    /// What the side to move wins by capturing on the target, or zero for leaving it.
    fn best<R: Rules>(&self, oracle: &Oracle<R>, target: Square) -> Score {
        let side = oracle.side;
        let captors = oracle.strikers(target, side).into_iter().filter(|&from| self.may_capture(side, from, target));
        let value = |from: Square| oracle.at(from).map_or(0, |(_, kind)| worth::<R>(kind));
        let Some(from) = captors.min_by_key(|&from| (value(from), from)) else { return 0 };
        let (_, kind) = oracle.at(from).expect("a captor");
        let turned = R::KINDS[kind.index()].promotes_to.filter(|_| R::TURNS);
        let gain = turned.map_or(0, |turned| R::KINDS[turned.index()].value - R::KINDS[kind.index()].value);
        let after = oracle.make(Move::board(from, target, turned.is_some()));
        let by_king = oracle.at(from) == Some((side, R::KING));
        if by_king && !after.strikers(target, !side).is_empty() {
            return 0;
        }
        0.max(value(target) + gain - self.best(&after, target))
    }

    /// What the exchange that `m` opens wins.
    fn value<R: Rules>(&self, oracle: &Oracle<R>, m: Move) -> Score {
        let captured = oracle.at(m.to()).map_or(0, |(_, kind)| worth::<R>(kind));
        let promotion = match m.origin() {
            Origin::Board(from) if m.promotes() => {
                let spec = &R::KINDS[oracle.at(from).expect("a piece to move").1.index()];
                R::KINDS[spec.promotes_to.expect("a promotion").index()].value - spec.value
            }
            _ => 0,
        };
        captured + promotion - self.best(&oracle.make(m), m.to())
    }
}

pub fn exchanges_agree<R: Rules>(position: &mut Position<R>) -> Checked {
    let oracle = Oracle::of(position);
    let exchange = Exchange { pinned: pinned(&oracle), kings: Color::ALL.map(|color| oracle.king(color)) };
    // Captures first, then some of the others: most of those are met by nothing.
    let moves = legal(position);
    let few = moves.iter().step_by(1 + moves.len() / 12).copied();
    for m in moves.iter().copied().filter(|&m| position.is_capture(m)).chain(few) {
        let value = exchange.value(&oracle, m);
        for threshold in [value - 1, value, value + 1, 0, -value] {
            let found = position.see_at_least(m, threshold);
            prop_assert_eq!(found, value >= threshold, "{} is worth {}, asked for {}", m.usi::<R>(), value, threshold);
        }
    }
    Ok(())
}
