//! The two symmetries of every game: the board turned with the colours exchanged, and left and right exchanged.

use super::{Kind, Move, Origin, Position, Rules, Setup, Spec};
use crate::board::{Color, Square};

impl Move {
    /// The same move in a mirror.
    #[must_use]
    pub fn mirrored(self, spec: &Spec) -> Self {
        self.mapped(|square| spec.mirror(square), |kind| spec.mirrored(kind))
    }

    pub(super) fn mapped(self, square: impl Fn(Square) -> Square, kind: impl Fn(Kind) -> Kind) -> Self {
        match self.origin() {
            Origin::Board(from) => Self::board(square(from), square(self.to()), self.promotes()),
            Origin::Hand(dropped) => Self::drop(kind(dropped), square(self.to())),
        }
    }
}

impl Setup {
    /// The board turned, with the colours exchanged.
    ///
    /// # Panics
    /// If a piece stands off the board of the game.
    #[must_use]
    pub fn turned(&self) -> Self {
        self.mapped(|square| self.spec().rotate(square), |color| !color, |kind| kind)
    }

    /// Left and right exchanged.
    ///
    /// # Panics
    /// If a piece stands off the board of the game.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        self.mapped(|square| self.spec().mirror(square), |color| color, |kind| self.spec().mirrored(kind))
    }

    fn mapped(
        &self,
        square: impl Fn(Square) -> Square,
        color: impl Fn(Color) -> Color,
        kind: impl Fn(Kind) -> Kind,
    ) -> Self {
        let mut image = Self::empty(self.spec());
        (image.side, image.move_number) = (color(self.side), self.move_number);
        for (from, piece) in self.pieces() {
            image.put(square(from), color(piece.color()), kind(piece.kind()));
        }
        for owner in Color::ALL {
            for (held, count) in self.hand(owner) {
                image.hold(color(owner), kind(held), count);
            }
        }
        image
    }
}

impl<R: Rules> Position<R> {
    /// The position in a mirror, under the same options, without history.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self::assemble(self.rules, &self.setup().mirrored(), self.options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::{DropVariant, Shogi};

    #[test]
    fn only_quails_change_in_the_mirror() {
        for kind in Shogi.spec().all_kinds() {
            assert_eq!(Shogi.spec().mirrored(kind), kind);
        }
        let tori = DropVariant::Tori.spec();
        let swapped: Vec<usize> =
            tori.all_kinds().filter(|&kind| tori.mirrored(kind) != kind).map(Kind::index).collect();
        assert_eq!(swapped, [1, 2]);
        assert_eq!(tori.mirrored(Kind::new(1)), Kind::new(2));
    }
}
