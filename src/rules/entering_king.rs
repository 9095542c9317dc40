//! Wins by the entered king: declarations by points, and the try rule.

use super::{EnteringKing, Kind, Move, Position, Rules};
use crate::board::{Bitboard, Color, Square};
use crate::game::ImpasseCount;

/// Points of a full set without the kings.
const ALL_POINTS: u32 = 54;
const DRAW_POINTS: u32 = 24;
const WIN_POINTS_24: u32 = 31;
/// `[color]`
const WIN_POINTS_27: [u32; 2] = [28, 27];

impl<R: Rules> Position<R> {
    /// Declaration points of `color`: pieces in its camp and in hand, without the king.
    #[must_use]
    pub fn declaration_points(&self, color: Color) -> u32 {
        self.points_within(color, self.tables().zone(color))
    }

    /// Points of all pieces of `color`, on the board and in hand.
    #[must_use]
    pub fn total_points(&self, color: Color) -> u32 {
        self.points_within(color, self.tables().board())
    }

    /// Pieces of `color` in its camp besides the king.
    #[must_use]
    pub fn pieces_in_camp(&self, color: Color) -> u32 {
        let camp = self.pieces(color) & self.tables().zone(color);
        camp.without(self.pieces_of(color, self.spec().king)).count()
    }

    fn points_within(&self, color: Color, area: Bitboard) -> u32 {
        let kinds = || self.spec().all_kinds();
        let points = |kind: Kind| u32::from(self.spec().kind(kind).points);
        let board: u32 = kinds().map(|kind| points(kind) * (self.pieces_of(color, kind) & area).count()).sum();
        let hand: u32 =
            kinds().take(self.spec().hand_kinds).map(|kind| points(kind) * self.hand_count(color, kind)).sum();
        board + hand
    }

    /// Points of the pieces removed by a handicap, credited to White, who gives it.
    fn missing_points(&self) -> u32 {
        ALL_POINTS.saturating_sub(self.total_points(Color::Black) + self.total_points(Color::White))
    }

    /// Points that the rule in force requires of `color` for a win; none if it has no declaration.
    #[must_use]
    pub fn required_points(&self, color: Color) -> Option<u32> {
        let credit = self.credit(color);
        match self.options.entering_king {
            EnteringKing::None | EnteringKing::Try | EnteringKing::TryRank => None,
            EnteringKing::Csa27 => Some(WIN_POINTS_27[color.index()]),
            EnteringKing::Csa27Handicap => Some(WIN_POINTS_27[color.index()].saturating_sub(credit)),
            EnteringKing::Csa24 => Some(WIN_POINTS_24),
            EnteringKing::Csa24Handicap => Some(WIN_POINTS_24.saturating_sub(credit)),
        }
    }

    /// Points credited to the giver of a handicap.
    fn credit(&self, color: Color) -> u32 {
        if color == Color::White { self.missing_points() } else { 0 }
    }

    /// The standing of `color` in an impasse; none without declarations.
    pub(super) fn count_impasse(&self, color: Color) -> Option<ImpasseCount> {
        let winning_points = self.required_points(color)?;
        let draws = matches!(self.options.entering_king, EnteringKing::Csa24 | EnteringKing::Csa24Handicap);
        Some(ImpasseCount {
            points: self.declaration_points(color),
            pieces: self.pieces_in_camp(color),
            total: self.total_points(color) + self.credit(color),
            has_entered: self.is_king_in_camp(color),
            in_check: color == self.side && !self.checkers().is_empty(),
            winning_points,
            // The credit of a handicap lowers both limits.
            drawing_points: draws.then(|| (winning_points + DRAW_POINTS).saturating_sub(WIN_POINTS_24)),
        })
    }

    /// True if the king of `color` stands in the camp of the other side.
    pub(super) fn is_king_in_camp(&self, color: Color) -> bool {
        self.king(color).is_some_and(|king| self.tables().zone(color).contains(king))
    }

    /// Squares on which a king of `color` wins by the try rule, if that is in force.
    #[must_use]
    pub fn try_goal(&self, color: Color) -> Bitboard {
        let middle = Square::new(self.spec().files / 2, 0);
        let goal = match self.options.entering_king {
            EnteringKing::Try => middle,
            EnteringKing::TryRank => {
                return Bitboard::rank(self.spec().seen_by(color, middle).rank()) & self.tables().board();
            }
            _ => return Bitboard::EMPTY,
        };
        Bitboard::square(self.spec().seen_by(color, goal))
    }

    /// The king move that wins by the try rule now.
    pub(super) fn try_move(&self) -> Option<Move> {
        let king = self.king(self.side)?;
        let goal = self.try_goal(self.side).without(self.pieces(self.side));
        let to = self.safe_king_targets(king, goal).first()?;
        Some(Move::board(king, to, false))
    }

    /// True if the last move has won by [`EnteringKing::Try`]: it brought a king to its goal. A king that is there
    /// already does not win by moves of other pieces.
    pub(super) fn has_just_tried(&self) -> bool {
        let Some(m) = self.state.last else { return false };
        let mover = !self.side;
        self.options.entering_king == EnteringKing::Try
            && self.king(mover) == Some(m.to())
            && self.try_goal(mover).contains(m.to())
    }

    /// True if the king of `color` stands on its goal of [`EnteringKing::TryRank`] without being attacked.
    pub(super) fn has_entered(&self, color: Color) -> bool {
        self.options.entering_king == EnteringKing::TryRank
            && self.king(color).is_some_and(|king| {
                self.try_goal(color).contains(king) && !self.is_attacked(king, !color, self.occupied())
            })
    }

    /// True if the side to move is in check, in a game that is lost by this.
    #[inline(always)]
    pub(super) fn is_lost_by_check(&self) -> bool {
        self.spec().check_wins && !self.checkers().is_empty()
    }

    /// The move that captures the other king.
    pub(super) fn king_capture(&self) -> Option<Move> {
        let king = self.king(!self.side)?;
        let from = self.attackers(self.side, king, self.occupied()).first()?;
        let plain = Move::board(from, king, false);
        Some(Move::board(from, king, self.could_promote(plain)))
    }
}
