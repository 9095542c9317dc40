//! Static exchange evaluation (chessprogramming.org: Static Exchange Evaluation) on large boards.

use super::Position;
use super::board::Board;
use super::geometry::Square;
use super::moves::Move;
use super::piece::Piece;
use crate::board::Color;
use crate::game::Score;
use crate::game::score::EVALUATION_LIMIT;

/// The value of the last royal piece: more than any margin.
const LAST_ROYAL: Score = 2 * EVALUATION_LIMIT + 1;

impl Position {
    #[inline(always)]
    fn value(&self, piece: Piece) -> Score {
        self.ruleset().nature(piece).value
    }

    /// The material that a pseudo-legal move wins if it is not answered.
    #[inline]
    pub(super) fn material_gain(&self, m: Move) -> Score {
        let victims = self.victims(m);
        if self.takes_last_royal(m) {
            return LAST_ROYAL;
        }
        let promotion = if m.promotes() { self.value(self.becomes(m)) - self.value(self.piece(m.from())) } else { 0 };
        victims.into_iter().map(|victim| self.value(victim)).sum::<Score>() + promotion
    }

    /// True if the exchange that `m` starts on its target wins at least `threshold`, both sides capturing with the
    /// cheapest piece first and stopping when they like. Rules on trading lions are ignored, and a lion makes one
    /// capture only.
    pub(super) fn see_at_least(&self, m: Move, threshold: Score) -> bool {
        let mut balance = self.material_gain(m) - threshold;
        if balance < 0 {
            return false;
        }
        let mut on_target = self.becomes(m);
        balance -= self.exchanged(on_target);
        if balance >= 0 {
            return true;
        }
        let mut board = self.board;
        board.play(m, on_target);
        let (to, mut side) = (m.to(), !self.side);
        // True if the side that has just captured stands at least as well as it must.
        let mut stands = false;
        while let Some((from, piece)) = self.cheapest(&board, to, side) {
            if self.ruleset().nature(piece).royal && self.is_last_royal(side) {
                // The last royal piece captures unprotected pieces only.
                board.put(from, Piece::NONE);
                if self.cheapest(&board, to, !side).is_some() {
                    break;
                }
                stands = !stands;
                break;
            }
            board.put(from, Piece::NONE);
            board.put(to, piece);
            on_target = piece;
            stands = !stands;
            balance = -balance - 1 - self.exchanged(on_target);
            if balance >= 0 {
                break;
            }
            side = !side;
        }
        // `stands` alternates with the captures after the first: after an even number the mover decides.
        !stands
    }

    /// The value of capturing a piece; a royal one that is not the last counts like others.
    #[inline(always)]
    fn exchanged(&self, piece: Piece) -> Score {
        let nature = self.ruleset().nature(piece);
        if nature.royal && self.is_last_royal(piece.color()) { LAST_ROYAL } else { nature.value }
    }

    #[inline(always)]
    fn is_last_royal(&self, color: Color) -> bool {
        self.royals(color).len() == 1
    }

    /// The cheapest piece of a side that could go to a square, the last royal piece after all others.
    fn cheapest(&self, board: &Board, to: Square, side: Color) -> Option<(Square, Piece)> {
        let mut cheapest: Option<(Square, Piece, Score)> = None;
        board.attackers(self.ruleset(), to, side, |from, piece| {
            let worth = self.exchanged(piece);
            if cheapest.is_none_or(|(_, _, least)| worth < least) {
                cheapest = Some((from, piece, worth));
            }
        });
        cheapest.map(|(from, piece, _)| (from, piece))
    }
}
