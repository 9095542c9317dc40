//! The pieces that capture on one square, for [static exchange evaluation](crate::kernel::exchange).
//!
//! The last royal piece captures after all others. Rules on trading lions are not looked at, and a lion captures but one piece.

use super::Position;
use super::board::Board;
use super::geometry::Square;
use super::moves::Move;
use super::piece::Piece;
use super::width::Width;
use crate::board::Color;
use crate::game::Score;
use crate::game::score::EVALUATION_LIMIT;
use crate::kernel::exchange;

/// The worth of the last royal piece: more than any margin.
pub(super) const LAST_ROYAL: Score = 2 * EVALUATION_LIMIT + 1;

impl<W: Width> Position<W> {
    #[inline(always)]
    pub(super) fn value(&self, piece: Piece) -> Score {
        self.ruleset().traits(piece).value
    }

    /// The worth of a capture: in games with drops the piece changes sides.
    #[inline(always)]
    pub(super) fn gain(&self, piece: Piece) -> Score {
        self.ruleset().traits(piece).gain
    }

    /// The worth of a piece to the side to move when it is gone.
    pub(super) fn loss(&self, piece: Piece) -> Score {
        if piece.is(self.side) { -self.value(piece) } else { self.value(piece) }
    }

    /// The worth of a piece to whoever captures it; a royal one that is not the last counts like others.
    #[inline(always)]
    pub(super) fn worth_captured(&self, piece: Piece) -> Score {
        if self.is_last_royal(piece) { LAST_ROYAL } else { self.gain(piece) }
    }

    #[inline(always)]
    fn is_last_royal(&self, piece: Piece) -> bool {
        self.ruleset().traits(piece).royal && self.royals(piece.color()).len() == 1
    }
}

/// The captures on the target of a move.
pub(super) struct Exchange<'p, W: Width> {
    position: &'p Position<W>,
    board: Board<W>,
    to: Square<W>,
}

impl<'p, W: Width> Exchange<'p, W> {
    pub(super) fn new(position: &'p Position<W>, m: Move<W>) -> Self {
        let mut board = position.board;
        board.play(m, position.becomes(m));
        Self { position, board, to: m.to() }
    }
}

impl<W: Width> exchange::Exchange for Exchange<'_, W> {
    type Captor = (Square<W>, Piece);

    fn least_valuable(&mut self, side: Color) -> Option<(Square<W>, Piece)> {
        let mut cheapest: Option<(Square<W>, Piece, Score)> = None;
        self.board.attackers(self.position.ruleset(), self.to, side, |from, piece| {
            let worth = self.position.worth_captured(piece);
            if cheapest.is_none_or(|(_, _, least)| worth < least) {
                cheapest = Some((from, piece, worth));
            }
        });
        cheapest.map(|(from, piece, _)| (from, piece))
    }

    #[inline(always)]
    fn worth(&self, (_, piece): (Square<W>, Piece)) -> Score {
        self.position.worth_captured(piece)
    }

    #[inline(always)]
    fn is_last_royal(&self, (_, piece): (Square<W>, Piece)) -> bool {
        self.position.is_last_royal(piece)
    }

    #[inline(always)]
    fn lift(&mut self, (from, _): (Square<W>, Piece)) {
        self.board.put(from, Piece::NONE);
    }

    fn is_attacked(&self, by: Color) -> bool {
        let mut attacked = false;
        self.board.attackers(self.position.ruleset(), self.to, by, |_, _| attacked = true);
        attacked
    }
}
