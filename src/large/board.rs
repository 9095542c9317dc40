//! The pieces on their squares, and attacks on a square, without the rules on trading lions and without a side to move.

use super::geometry::{Square, opposite};
use super::moves::Move;
use super::piece::Piece;
use super::tables::{Movement, Ruleset};
use super::width::Width;
use crate::board::Color;

/// The cells of the grid.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Board<W: Width>(W::Cells);

impl<W: Width> Board<W> {
    /// The empty board of a game.
    pub fn empty(ruleset: &Ruleset<W>) -> Self {
        let mut board = Self(W::EDGES);
        ruleset.squares().for_each(|square| board.put(square, Piece::NONE));
        board
    }

    #[inline(always)]
    pub fn at(&self, square: Square<W>) -> Piece {
        self.0.as_ref()[square.index()]
    }

    #[inline(always)]
    pub fn put(&mut self, square: Square<W>, piece: Piece) {
        self.0.as_mut()[square.index()] = piece;
    }

    /// Moves or drops a piece, which may become another, and removes the pieces that it captures.
    #[inline(always)]
    pub fn play(&mut self, m: Move<W>, becomes: Piece) {
        if m.dropped().is_none() {
            self.put(m.from(), Piece::NONE);
        }
        if let Some(via) = m.via() {
            self.put(via, Piece::NONE);
        }
        self.put(m.to(), becomes);
    }

    /// The first piece or edge from `square` in a direction, with its cell; true if that is the next one.
    #[inline(always)]
    fn first(&self, square: Square<W>, step: i16) -> (Piece, Square<W>, bool) {
        let mut cell = square.offset(step);
        let next = self.at(cell);
        if !next.is_none() {
            return (next, cell, true);
        }
        loop {
            cell = cell.offset(step);
            let piece = self.at(cell);
            if !piece.is_none() {
                return (piece, cell, false);
            }
        }
    }

    /// True if a piece of `by` could go to `square` by its ordinary move or jump, whatever is there. `leapers` is true
    /// if that side has any piece that jumps.
    #[inline]
    pub fn is_attacked(&self, ruleset: &Ruleset<W>, square: Square<W>, by: Color, leapers: bool) -> bool {
        for (direction, &step) in W::STEPS.iter().enumerate() {
            let (piece, _, is_next) = self.first(square, step);
            if piece.is(by) && Self::walks(ruleset, piece, direction, is_next) {
                return true;
            }
        }
        leapers && self.leaper(ruleset, square, by, |_, _| true)
    }

    /// True if nothing is in the way of a jump that is a slide over two squares for some pieces.
    #[inline(never)]
    fn is_open(&self, from: Square<W>, jump: usize, movement: Movement) -> bool {
        !movement.needs_empty(jump) || self.at(from.offset(W::STEPS[jump / 2])).is_none()
    }

    /// True if the piece found in a direction walks from there to the square of the search.
    #[inline(always)]
    fn walks(ruleset: &Ruleset<W>, piece: Piece, direction: usize, is_next: bool) -> bool {
        let movement = ruleset.movement(piece);
        let directions = if is_next { movement.steps | movement.slides } else { movement.slides };
        directions >> opposite(direction) & 1 != 0
    }

    /// True if `fits` holds for some piece of `by` that jumps to `square`.
    #[inline]
    fn leaper(
        &self,
        ruleset: &Ruleset<W>,
        square: Square<W>,
        by: Color,
        mut fits: impl FnMut(Square<W>, Piece) -> bool,
    ) -> bool {
        W::JUMPS.iter().enumerate().any(|(jump, &distance)| {
            let from = square.offset(distance);
            let piece = self.at(from);
            let movement = ruleset.movement(piece);
            let jump = (jump + 8) % 16;
            piece.is(by)
                && movement.leaps >> jump & 1 != 0
                && (movement.short == 0 || self.is_open(from, jump, movement))
                && fits(from, piece)
        })
    }

    /// Passes each piece of `by` that could go to `square` by its ordinary move or jump to `take`, with its square.
    pub fn attackers(
        &self,
        ruleset: &Ruleset<W>,
        square: Square<W>,
        by: Color,
        mut take: impl FnMut(Square<W>, Piece),
    ) {
        for (direction, &step) in W::STEPS.iter().enumerate() {
            let (piece, from, is_next) = self.first(square, step);
            if piece.is(by) && Self::walks(ruleset, piece, direction, is_next) {
                take(from, piece);
            }
        }
        self.leaper(ruleset, square, by, |from, piece| {
            take(from, piece);
            false
        });
    }

    /// True if a piece on `from` could go to `to` by its ordinary move or jump, with the cells of `empty` emptied.
    #[inline]
    pub fn reaches(
        &self,
        ruleset: &Ruleset<W>,
        piece: Piece,
        from: Square<W>,
        to: Square<W>,
        empty: [Square<W>; 2],
    ) -> bool {
        let movement = ruleset.movement(piece);
        let distance = from.distance(to);
        if distance == 2 && movement.leaps != 0 {
            let is_empty = |cell: Square<W>| self.at(cell).is_none() || empty.contains(&cell);
            let jumps = |jump: usize| {
                movement.leaps >> jump & 1 != 0
                    && from.offset(W::JUMPS[jump]) == to
                    && (!movement.needs_empty(jump) || is_empty(from.offset(W::STEPS[jump / 2])))
            };
            if (0..W::JUMPS.len()).any(jumps) {
                return true;
            }
        }
        let Some(direction) = from.direction(to) else { return false };
        if distance == 1 {
            return (movement.steps | movement.slides) >> direction & 1 != 0;
        }
        if movement.slides >> direction & 1 == 0 {
            return false;
        }
        let mut cell = from;
        for _ in 1..distance {
            cell = cell.offset(W::STEPS[direction]);
            if !self.at(cell).is_none() && !empty.contains(&cell) {
                return false;
            }
        }
        true
    }

    /// True if the first piece from `square` in a direction is one of `by` that slides to `square`, with the cells of
    /// `empty` emptied and a neutral piece on `occupied`.
    #[inline]
    pub fn slider_beyond(
        &self,
        ruleset: &Ruleset<W>,
        square: Square<W>,
        direction: usize,
        empty: [Square<W>; 2],
        occupied: Square<W>,
        by: Color,
    ) -> bool {
        let mut cell = square;
        loop {
            cell = cell.offset(W::STEPS[direction]);
            if cell == occupied {
                return false;
            }
            let piece = self.at(cell);
            if piece.is_none() || empty.contains(&cell) {
                continue;
            }
            // A neighbour attacks already, or never.
            let (movement, towards) = (ruleset.movement(piece), opposite(direction));
            let slides = |short: u8| short >> towards & 1 != 0 && cell == square.offset(2 * W::STEPS[direction]);
            return piece.is(by) && (movement.slides >> towards & 1 != 0 || slides(movement.short));
        }
    }
}
