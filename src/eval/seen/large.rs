//! What networks see of a position of a large game.

use super::{Judge, Networked, Seen};
use crate::board::Color;
use crate::eval::features::{Board, Difference, Features, View};
use crate::eval::large::Handmade;
use crate::game::{Delta, Placement};
use crate::large::{CELLS, LargeGame, Piece, Position, Ruleset};

impl Networked for LargeGame {
    const WIDTH: usize = 32;
    const BUCKETS: usize = 4;

    fn board(self) -> &'static dyn Board {
        self.spec()
    }

    fn judge(self) -> Option<Judge<Position>> {
        let handmade = Handmade::new(self);
        Some(Box::new(move |position| handmade.evaluate(position)))
    }
}

impl Seen for Position {
    /// The cells of the board.
    type Shown = [Piece; CELLS];
    type Aside = ();

    fn nothing(_: &Features) -> [Piece; CELLS] {
        [Piece::NONE; CELLS]
    }

    /// A side with several royal pieces sees the board as one without any.
    #[inline(always)]
    fn view(&self, features: &Features, color: Color) -> View {
        features.view(color, self.sole_royal(color).map(|royal| royal.index()))
    }

    /// Moves of royal pieces are so rare that all of them count.
    #[inline(always)]
    fn changes_view(&self, _: &Features, color: Color, _: View, delta: &Delta) -> bool {
        let spec = self.game().spec();
        delta.added.iter().chain(&delta.removed).any(|&placement| {
            let (piece, _) = Ruleset::placed(placement);
            piece.is(color) && spec.kind(piece.kind()).royal
        })
    }

    #[inline(never)]
    fn compare(
        &self,
        features: &Features,
        (color, view): (Color, View),
        before: &mut [Piece; CELLS],
        (): &mut (),
        difference: &mut Difference,
    ) {
        for square in self.game().ruleset().squares() {
            let now = self.piece(square);
            let known = std::mem::replace(&mut before[square.index()], now);
            if known == now {
                continue;
            }
            for (piece, added) in [(now, true), (known, false)] {
                if !piece.is_none() {
                    difference.note(features, view, color, Ruleset::placement(piece, square), added);
                }
            }
        }
    }

    fn placements(&self) -> impl Iterator<Item = Placement> {
        let placement = |square| Ruleset::placement(self.piece(square), square);
        Color::ALL.into_iter().flat_map(move |color| self.pieces(color).iter().map(placement))
    }

    /// A board is full when two thirds of its squares are taken.
    #[inline(always)]
    fn own_bucket(&self, buckets: usize) -> usize {
        let spec = self.game().spec();
        let squares = usize::from(spec.files) * usize::from(spec.ranks);
        let left = self.count(Color::Black) + self.count(Color::White);
        (left as usize * buckets * 3 / (2 * squares)).min(buckets - 1)
    }
}
