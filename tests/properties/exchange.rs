//! Static exchange evaluation against a swap-off that plays the captures out on a plain board.

use super::{Checked, properties, takes_kings};
use kumataka::board::{Color, Direction, Square};
use kumataka::game::{Playable as _, Position as _, Score};
use kumataka::rules::testing::games::legal;
use kumataka::rules::testing::oracle::Oracle;
use kumataka::rules::{Kind, Move, Origin, Position, Rules, Spec};
use proptest::{prop_assert, prop_assert_eq};

properties! {
    exchanges_agree: 96, 100;
    exchanges_win_less_the_more_is_asked: 64, 70;
}

/// A capture is worth the piece on the board and in hand; a king more than all else.
fn worth(spec: &Spec, kind: Kind) -> Score {
    let entry = spec.kind(kind);
    entry.captured_as.map_or(15_000, |held| entry.value + spec.kind(held).hand_value)
}

/// Pieces that, taken off the board, would lay their king open. They capture only along the line.
fn pinned(oracle: &Oracle) -> Vec<Square> {
    let exposes = |square: Square| {
        let Some((color, _)) = oracle.at(square).filter(|(_, kind)| *kind != oracle.spec().king) else { return false };
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
    fn best(&self, oracle: &Oracle, target: Square) -> Score {
        let side = oracle.side;
        let captors = oracle.strikers(target, side).into_iter().filter(|&from| self.may_capture(side, from, target));
        let value = |from: Square| oracle.at(from).map_or(0, |(_, kind)| worth(oracle.spec(), kind));
        let Some(from) = captors.min_by_key(|&from| (value(from), from)) else { return 0 };
        let (_, kind) = oracle.at(from).expect("a captor");
        let turned = oracle.spec().kind(kind).promotes_to.filter(|_| oracle.spec().turns);
        let gain = turned.map_or(0, |turned| oracle.spec().kind(turned).value - oracle.spec().kind(kind).value);
        let after = oracle.make(Move::board(from, target, turned.is_some()));
        let by_king = oracle.at(from) == Some((side, oracle.spec().king));
        if by_king && !after.strikers(target, !side).is_empty() {
            return 0;
        }
        0.max(value(target) + gain - self.best(&after, target))
    }

    /// What the exchange that `m` opens wins.
    fn value(&self, oracle: &Oracle, m: Move) -> Score {
        let captured = oracle.at(m.to()).map_or(0, |(_, kind)| worth(oracle.spec(), kind));
        let promotion = match m.origin() {
            Origin::Board(from) if m.promotes() => {
                let spec = &oracle.spec().kinds[oracle.at(from).expect("a piece to move").1.index()];
                oracle.spec().kinds[spec.promotes_to.expect("a promotion").index()].value - spec.value
            }
            _ => 0,
        };
        captured + promotion - self.best(&oracle.make(m), m.to())
    }
}

pub fn exchanges_agree<R: Rules>(position: &mut Position<R>) -> Checked {
    // Where moves are borrowed, exchanges are only estimated.
    if takes_kings(position.spec()) || position.spec().borrows {
        return Ok(());
    }
    let oracle = Oracle::of(position);
    let exchange = Exchange { pinned: pinned(&oracle), kings: Color::ALL.map(|color| oracle.king(color)) };
    // Captures first, then some of the others: most of those are met by nothing.
    let moves = legal(position);
    let few = moves.iter().step_by(1 + moves.len() / 12).copied();
    for m in moves.iter().copied().filter(|&m| position.is_capture(m)).chain(few) {
        let value = exchange.value(&oracle, m);
        for threshold in [value - 1, value, value + 1, 0, -value] {
            let found = position.see_at_least(m, threshold);
            prop_assert_eq!(
                found,
                value >= threshold,
                "{} is worth {}, asked for {}",
                position.rules().usi(m),
                value,
                threshold
            );
        }
    }
    Ok(())
}

pub fn exchanges_win_less_the_more_is_asked<R: Rules>(position: &mut Position<R>) -> Checked {
    if takes_kings(position.spec()) {
        return Ok(());
    }
    for m in legal(position) {
        let wins = [-20_000, -500, 0, 500, 20_000].map(|threshold| position.see_at_least(m, threshold));
        let name = position.rules().usi(m);
        prop_assert!(wins.is_sorted_by(|more, less| more >= less) && !wins[4], "{}: {:?}", name, wins);
    }
    Ok(())
}
