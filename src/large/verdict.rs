//! The ends of a game that pieces and moves bring about, as the [shared referee](crate::kernel) asks for them.

use super::Position;
use super::geometry::Square;
use super::options::BareKing;
use super::width::Width;
use crate::board::Color;
use crate::game::{PlayablePosition as _, Reason, Verdict};
use crate::kernel::Endings;

impl<W: Width> Endings for Position<W> {
    /// The last royal piece of a side is gone, or a king stands bare.
    #[inline]
    fn ended_by_pieces(&self) -> Option<Verdict> {
        for color in [self.side, !self.side] {
            if self.has_lost_royals(color) {
                return Some(Verdict { winner: Some(!color), reason: Reason::RoyalLost });
            }
        }
        // A side with more pieces than can be stuck beside its king has one that can move.
        let few = 1 + self.ruleset().most_stuck;
        if self.counts[0] > few && self.counts[1] > few {
            return None;
        }
        let ended = match self.rules.bare_king {
            BareKing::PlaysOn => None,
            BareKing::Loses => self.bare_king_loses(),
            BareKing::LosesToOne => self.bare_king_loses_to_one(),
            BareKing::LosesUnlessBaring => self.bare_king_loses_unless_baring(),
        };
        ended.map(|winner| Verdict { winner, reason: Reason::BareKing })
    }

    fn has_lost_by_moves(&self) -> bool {
        self.count_legal_moves() == 0 || self.rules.mate_ends && self.is_mated()
    }

    fn move_limits(&self) -> [u32; 2] {
        [self.rules.max_moves, self.rules.longest_game]
    }
}

impl<W: Width> Position<W> {
    /// True if the last royal piece of the side to move falls whatever it does.
    fn is_mated(&self) -> bool {
        self.state.in_check && !self.has_defence()
    }

    /// Pieces of `color` that can still move.
    fn living(&self, color: Color) -> u32 {
        self.pieces(color).iter().filter(|&square| !self.is_dead(square)).count() as u32
    }

    /// True if the piece on a square can never move again.
    fn is_dead(&self, square: Square<W>) -> bool {
        self.ruleset().is_stuck(self.piece(square), square)
    }

    fn is_bare(&self, color: Color) -> bool {
        self.royals(color).len() == 1 && self.living(color) == 1
    }

    fn is_any_royal_attacked(&self, color: Color) -> bool {
        self.royals(color).iter().any(|royal| self.is_attacked(royal, !color))
    }

    /// The winner, or none for a draw.
    fn bare_king_loses(&self) -> Option<Option<Color>> {
        let bare = Color::ALL.map(|color| self.is_bare(color));
        for color in Color::ALL {
            if bare[color.index()] && self.overpowers(!color) {
                return Some(Some(!color));
            }
        }
        let drawn = bare == [true; 2] && !Color::ALL.into_iter().any(|color| self.is_any_royal_attacked(color));
        drawn.then_some(None)
    }

    /// True if `color` has enough against a bare king that cannot capture it at once.
    fn overpowers(&self, color: Color) -> bool {
        let Some(bare) = self.sole_royal(!color) else { return false };
        let counts = |&square: &Square<W>| !self.ruleset().traits(self.piece(square)).minor && !self.is_dead(square);
        let strong = self.pieces(color).iter().filter(counts);
        let (number, near) = strong.fold((0, false), |(n, near), square| (n + 1, near || square.distance(bare) == 1));
        !self.royals(color).is_empty() && number >= 2 && (number >= 3 || !near) && !self.is_any_royal_attacked(color)
    }

    /// The winner, or none for a draw.
    fn bare_king_loses_to_one(&self) -> Option<Option<Color>> {
        let bare = Color::ALL.map(|color| self.is_bare(color));
        if bare == [true; 2] {
            return Some(None);
        }
        let color = Color::ALL.into_iter().find(|&color| bare[(!color).index()] && self.living(color) == 2)?;
        let bare = self.sole_royal(!color)?;
        let royal = self.sole_royal(color)?;
        let other = self.pieces(color).iter().find(|&square| square != royal && !self.is_dead(square))?;
        let wins = !self.ruleset().traits(self.piece(other)).minor && !self.falls_to(other, bare);
        wins.then_some(Some(color))
    }

    /// True if a king beside a piece can capture it and is not recaptured.
    fn falls_to(&self, piece: Square<W>, king: Square<W>) -> bool {
        let owner = if self.piece(piece).is(Color::Black) { Color::Black } else { Color::White };
        piece.distance(king) == 1 && !self.is_attacked(piece, owner)
    }

    /// The winner, or none for a draw.
    fn bare_king_loses_unless_baring(&self) -> Option<Option<Color>> {
        let bare = |color: Color| self.sole_royal(color).filter(|_| self.counts[color.index()] == 1);
        let (own, other) = (bare(self.side), bare(!self.side));
        match (own, other) {
            (Some(_), Some(_)) => Some(None),
            (Some(own), None) => {
                // There is still time to capture the last piece beside the other king.
                let royals = self.royals(!self.side);
                let mut others = self.pieces(!self.side).iter().filter(|&square| !royals.contains(square));
                let bares = match (royals.len(), others.next(), others.next()) {
                    (1, Some(last), None) => self.falls_to(last, own),
                    _ => false,
                };
                (!bares && !royals.is_empty()).then_some(Some(!self.side))
            }
            (None, Some(_)) if !self.royals(self.side).is_empty() => Some(Some(self.side)),
            _ => None,
        }
    }
}
