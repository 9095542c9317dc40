//! Squares where a piece can be captured by a cheaper one.

use super::forward::shift_forward;
use super::movegen::for_each_kind;
use super::{Kind, Move, Origin, Position, Rules};
use crate::board::Bitboard;
use crate::game::{Score, Threats};

impl<R: Rules> Position<R> {
    /// Squares that cheaper pieces of the side not to move attack.
    pub(super) fn cheaper_attacks(&self) -> Threats {
        let enemy = self.pieces(!self.side);
        let mut attacks = [Bitboard::EMPTY; Threats::CLASSES];
        for_each_kind!(self, kind => {
            // No class is dearer than the last.
            if let Some(dearer) = attacks.get_mut(self.facts().class(kind) + 1) {
                *dearer |= self.attacked_by(kind, self.by_kind[kind.index()] & enemy);
            }
        });
        for class in 1..attacks.len() {
            attacks[class] |= attacks[class - 1];
        }
        Threats(attacks)
    }

    /// Squares attacked by `pieces`, which are of one kind and of the side not to move.
    #[inline(always)]
    fn attacked_by(&self, kind: Kind, pieces: Bitboard) -> Bitboard {
        let (enemy, occupied, borrows) = (!self.side, self.occupied(), self.spec().borrows);
        if self.facts().only_advances(kind) && !borrows {
            return shift_forward(enemy, pieces) & self.tables().board();
        }
        let mut attacked = Bitboard::EMPTY;
        for from in pieces {
            let kind = if borrows { self.moving_kind(from) } else { kind };
            attacked |= self.attacks(kind, enemy, from, occupied);
        }
        attacked
    }

    /// The greatest exchange value of the side to move's pieces that cheaper ones attack.
    pub(super) fn dearest_attacked(&self, threats: &Threats) -> Score {
        let own = self.pieces(self.side);
        let mut dearest = 0;
        for_each_kind!(self, kind => {
            let threatened = threats.0[self.facts().class(kind)];
            if !(self.by_kind[kind.index()] & own & threatened).is_empty() {
                dearest = dearest.max(self.facts().exchange_value(kind));
            }
        });
        dearest
    }

    /// The exchange value of a piece that `m` saves from cheaper ones, negative for one that it gives up to them.
    #[inline(always)]
    pub(super) fn saved_from_cheaper(&self, threats: &Threats, m: Move) -> Score {
        let kind = self.kind_after(m);
        let threatened = threats.0[self.facts().class(kind)];
        let leaves = matches!(m.origin(), Origin::Board(from) if threatened.contains(from));
        let enters = threatened.contains(m.to());
        self.facts().exchange_value(kind) * (Score::from(leaves) - Score::from(enters))
    }
}

#[cfg(test)]
mod tests {
    use crate::game::{Playable as _, PlayablePosition as _, Position as _, SfenMode};
    use crate::variants::Shogi;

    /// A silver's exchange value: 400 on the board, 430 in the captor's hand.
    const SILVER: i32 = 830;

    #[test]
    fn a_silver_flees_from_a_pawn_and_keeps_away_from_others() {
        let position = Shogi.read_sfen("4k4/9/4p1p2/4S4/9/9/9/9/4K4 b SP 1", SfenMode::Mate).unwrap();
        let threats = position.threats();
        let relief = |m: &str| position.relief(&threats, position.parse_move(m).unwrap());
        assert_eq!(position.at_risk(&threats), SILVER);
        assert_eq!((relief("5d4e"), relief("S*5e"), relief("S*3d")), (SILVER, 0, -SILVER));
        // From one pawn to the other, and a pawn for a pawn.
        assert_eq!((relief("P*3d"), relief("5i4h")), (0, 0));
        let moved = Shogi.read_sfen("4k4/9/4p4/4S4/9/9/9/9/4K4 w - 1", SfenMode::Mate).unwrap();
        assert_eq!(moved.at_risk(&moved.threats()), 0);
    }
}
