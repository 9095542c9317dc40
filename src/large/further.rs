//! Moves and attacks by [further ways](Way) than those of chu shogi.

use super::board::Board;
use super::geometry::{Square, SquareSet};
use super::piece::Piece;
use super::tables::Ruleset;
use super::ways::Way;
use super::width::Width;
use crate::board::Color;

/// The directions of a set.
pub(super) fn among(directions: u8) -> impl Iterator<Item = usize> {
    (0..8).filter(move |direction| directions >> direction & 1 != 0)
}

impl<W: Width> Board<W> {
    /// The squares of a line from a piece's next one to the edge.
    fn line(&self, from: Square<W>, direction: usize) -> impl Iterator<Item = Square<W>> {
        let step = W::STEPS[direction];
        std::iter::successors(Some(from.offset(step)), move |cell| Some(cell.offset(step)))
            .take_while(|&cell| self.at(cell) != Piece::EDGE)
    }

    /// Passes the squares to which a piece goes by a way, own pieces included, to `take`.
    pub(super) fn reach_by(
        &self,
        ruleset: &Ruleset<W>,
        way: Way,
        from: Square<W>,
        piece: Piece,
        take: &mut impl FnMut(Square<W>),
    ) {
        match way {
            Way::Line { directions, first, last } => {
                let length = usize::from(last - first) + 1;
                for direction in among(directions) {
                    self.open(self.line(from, direction).skip(usize::from(first) - 1).take(length), take);
                }
            }
            Way::Over { directions, pieces } => {
                among(directions).for_each(|direction| self.over(self.line(from, direction), pieces, take));
            }
            Way::Hook { directions } => among(directions).for_each(|direction| self.hooked(from, direction, take)),
            Way::Area { steps } => self.area(from, steps, take),
            Way::RangeJump { directions, strict } => {
                let rank = ruleset.traits(piece).rank;
                for direction in among(directions) {
                    for cell in self.line(from, direction).filter(|&cell| !self.at(cell).is_none()) {
                        let is_lower = ruleset.traits(self.at(cell)).rank < rank;
                        if is_lower || !strict {
                            take(cell);
                        }
                        if !is_lower {
                            break;
                        }
                    }
                }
            }
            Way::RangeCapture { directions } => {
                let rank = ruleset.traits(piece).rank;
                let lower = |cell: &Square<W>| self.at(*cell).is_none() || ruleset.traits(self.at(*cell)).rank < rank;
                among(directions).for_each(|direction| {
                    self.line(from, direction).take_while(lower).for_each(&mut *take);
                });
            }
            Way::Double { .. } | Way::Igui { .. } => {}
            Way::Anywhere => {
                let emperors = self.emperors(ruleset, !piece.color());
                for to in ruleset.squares() {
                    let target = self.at(to);
                    let is_open = || !target.is(piece.color()) && !self.is_guarded(ruleset, &emperors, to, from);
                    if target.is_none() || is_open() {
                        take(to);
                    }
                }
            }
        }
    }

    /// Passes squares up to the first piece to `take`.
    fn open(&self, line: impl Iterator<Item = Square<W>>, take: &mut impl FnMut(Square<W>)) {
        for cell in line {
            take(cell);
            if !self.at(cell).is_none() {
                break;
            }
        }
    }

    /// Passes squares of a line to `take`, over `pieces` pieces at most.
    fn over(&self, line: impl Iterator<Item = Square<W>>, mut pieces: u8, take: &mut impl FnMut(Square<W>)) {
        for cell in line {
            take(cell);
            if !self.at(cell).is_none() {
                if pieces == 0 {
                    break;
                }
                pieces -= 1;
            }
        }
    }

    fn hooked(&self, from: Square<W>, direction: usize, take: &mut impl FnMut(Square<W>)) {
        for corner in self.line(from, direction) {
            take(corner);
            if !self.at(corner).is_none() {
                break;
            }
            for turned in [(direction + 2) % 8, (direction + 6) % 8] {
                self.open(self.line(corner, turned), take);
            }
        }
    }

    fn area(&self, from: Square<W>, steps: u8, take: &mut impl FnMut(Square<W>)) {
        let mut known = SquareSet::EMPTY;
        let mut ends = vec![from];
        for _ in 0..steps {
            let mut next = Vec::new();
            for cell in ends.iter().flat_map(|end| W::STEPS.map(|step| end.offset(step))) {
                let piece = self.at(cell);
                if piece == Piece::EDGE || known.contains(cell) {
                    continue;
                }
                known.insert(cell);
                take(cell);
                if piece.is_none() {
                    next.push(cell);
                }
            }
            ends = next;
        }
    }

    /// True if an emperor that captures on a square could be captured there. The other emperor protects all but itself.
    fn is_guarded(&self, ruleset: &Ruleset<W>, emperors: &[Square<W>], to: Square<W>, from: Square<W>) -> bool {
        if emperors.iter().any(|&emperor| emperor != to) {
            return true;
        }
        let mut after = *self;
        let emperor = self.at(from);
        after.put(from, Piece::NONE);
        after.put(to, emperor);
        let guards = |at| after.at(at).is(!emperor.color()) && after.takes(ruleset, after.at(at), at, to);
        ruleset.squares().any(guards)
    }

    /// The squares of the pieces of a side that go anywhere.
    fn emperors(&self, ruleset: &Ruleset<W>, color: Color) -> Vec<Square<W>> {
        let is_emperor =
            |&at: &Square<W>| self.at(at).is(color) && ruleset.further(self.at(at)).contains(&Way::Anywhere);
        ruleset.squares().filter(is_emperor).collect()
    }

    /// True if a piece could capture on a square by any of its moves.
    pub(super) fn takes(&self, ruleset: &Ruleset<W>, piece: Piece, from: Square<W>, to: Square<W>) -> bool {
        self.reaches(ruleset, piece, from, to, [from; 2]) || self.reaches_further(ruleset, piece, from, to)
    }

    /// True if a piece could capture on a square by a further way.
    pub(super) fn reaches_further(&self, ruleset: &Ruleset<W>, piece: Piece, from: Square<W>, to: Square<W>) -> bool {
        ruleset.further(piece).iter().any(|&way| self.reaches_by(ruleset, way, piece, from, to))
    }

    /// True if a piece could capture on a square by a way.
    fn reaches_by(&self, ruleset: &Ruleset<W>, way: Way, piece: Piece, from: Square<W>, to: Square<W>) -> bool {
        let on_line = |directions: u8| from.direction(to).is_some_and(|direction| directions >> direction & 1 != 0);
        match way {
            Way::Line { directions, first, last } => {
                let distance = from.distance(to);
                if !on_line(directions) || distance < first || distance > last {
                    return false;
                }
            }
            Way::Over { directions, .. } | Way::RangeJump { directions, .. } | Way::RangeCapture { directions }
                if !on_line(directions) =>
            {
                return false;
            }
            Way::Area { steps } if from.distance(to) > steps => return false,
            Way::Igui { directions } => return from.distance(to) == 1 && on_line(directions),
            Way::Double { directions } => return self.reaches_doubly(directions, from, to, piece.color()),
            Way::Anywhere => {
                let target = self.at(to);
                let is_open = || {
                    let emperors = self.emperors(ruleset, !piece.color());
                    !target.is(piece.color()) && !self.is_guarded(ruleset, &emperors, to, from)
                };
                return target.is_none() || is_open();
            }
            _ => {}
        }
        let mut reaches = false;
        self.reach_by(ruleset, way, from, piece, &mut |cell| reaches |= cell == to);
        reaches
    }

    /// True if the first or second of two steps, with a capture on the first, could capture on a square.
    fn reaches_doubly(&self, directions: u8, from: Square<W>, to: Square<W>, color: Color) -> bool {
        among(directions).any(|first| {
            let via = from.offset(W::STEPS[first]);
            let captures = self.at(via).is(!color);
            via == to || captures && among(directions).any(|second| via.offset(W::STEPS[second]) == to)
        })
    }
}
