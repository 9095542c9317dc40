//! The two symmetries of every game: the board turned round with the colours exchanged, and left and right exchanged.

use super::facts::Facts;
use super::geometry::{mirror, rotate};
use super::{Kind, Move, Origin, Position, Rules, Setup};
use crate::board::{Color, Square};

impl Kind {
    /// The kind that moves as this one does in a mirror: itself, but for pieces whose left and right differ.
    #[must_use]
    pub const fn mirrored<R: Rules>(self) -> Self {
        Facts::<R>::mirrored(self)
    }
}

impl Move {
    /// The same move where the board is turned round and the colours are exchanged.
    #[must_use]
    pub fn turned<R: Rules>(self) -> Self {
        self.mapped(rotate::<R>, |kind| kind)
    }

    /// The same move in a mirror.
    #[must_use]
    pub fn mirrored<R: Rules>(self) -> Self {
        self.mapped(mirror::<R>, Kind::mirrored::<R>)
    }

    fn mapped(self, square: impl Fn(Square) -> Square, kind: impl Fn(Kind) -> Kind) -> Self {
        match self.origin() {
            Origin::Board(from) => Self::board(square(from), square(self.to()), self.promotes()),
            Origin::Hand(dropped) => Self::drop(kind(dropped), square(self.to())),
        }
    }
}

impl<R: Rules> Setup<R> {
    /// The board turned round and the colours exchanged.
    ///
    /// # Panics
    /// If a piece stands off the board of the game.
    #[must_use]
    pub fn turned(&self) -> Self {
        self.mapped(rotate::<R>, |color| !color, |kind| kind)
    }

    /// Left and right exchanged.
    ///
    /// # Panics
    /// If a piece stands off the board of the game.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        self.mapped(mirror::<R>, |color| color, Kind::mirrored::<R>)
    }

    fn mapped(
        &self,
        square: impl Fn(Square) -> Square,
        color: impl Fn(Color) -> Color,
        kind: impl Fn(Kind) -> Kind,
    ) -> Self {
        let mut image = Self::empty();
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
    /// The position with the board turned round and the colours exchanged, under the same options, without history.
    #[must_use]
    pub fn turned(&self) -> Self {
        Self::assemble(&self.setup().turned(), self.options)
    }

    /// The position in a mirror, under the same options, without history.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self::assemble(&self.setup().mirrored(), self.options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::{Shogi, Tori};

    #[test]
    fn only_quails_change_in_the_mirror() {
        for kind in (0..Shogi::KINDS.len()).map(Kind::new) {
            assert_eq!(kind.mirrored::<Shogi>(), kind);
        }
        let kinds = (0..Tori::KINDS.len()).map(Kind::new);
        let swapped: Vec<usize> =
            kinds.filter(|kind| kind.mirrored::<Tori>() != *kind).map(|kind| kind.index()).collect();
        assert_eq!(swapped, [1, 2]);
        assert_eq!(Kind::new(1).mirrored::<Tori>(), Kind::new(2));
    }
}
