//! Attacks of one side on the ring of eight squares round a piece.

use super::Position;
use super::geometry::Square;
use super::piece::Piece;
use super::reach::{Approach, PLACES, ring_bit};
use super::width::{Narrow, Width as _};
use arrayvec::ArrayVec;

/// Upper bound of the pieces that attack a ring: one on each near square, and from afar one on each line that leaves the ring.
const MOST_BESIEGERS: usize = PLACES + 32;

/// Attacks of a side on the ring round a piece of the other side. Squares are bits of directions from there.
pub(super) struct Siege {
    /// Squares that a piece can reach. Those beyond the edge are meaningless.
    pub attacked: u8,
    /// Squares that two pieces can reach, or one and then another behind it.
    pub doubly: u8,
    /// The attacking pieces, with the squares that each attacks.
    pub besiegers: ArrayVec<(Square<Narrow>, u8), MOST_BESIEGERS>,
    /// Nearby pieces that jump, or will when they promote.
    pub leapers: ArrayVec<Square<Narrow>, PLACES>,
    /// Pieces between the middle and a slider of their own side behind them.
    pub fronts: ArrayVec<Square<Narrow>, 8>,
    /// Squares that a piece would reach if one of its own side were not in front of it.
    behind: u8,
}

impl Siege {
    #[inline(always)]
    fn add(&mut self, from: Square<Narrow>, attacked: u8) {
        if attacked != 0 {
            self.doubly |= self.attacked & attacked;
            self.attacked |= attacked;
            self.besiegers.push((from, attacked));
        }
    }
}

impl Position<Narrow> {
    /// The attacks of the side to move on the ring round a square to which none of its pieces slides.
    pub(super) fn siege(&self, middle: Square<Narrow>) -> Siege {
        let ruleset = self.ruleset();
        let mut siege = Siege {
            attacked: 0,
            doubly: 0,
            besiegers: ArrayVec::new(),
            leapers: ArrayVec::new(),
            fronts: ArrayVec::new(),
            behind: 0,
        };
        for from in self.pieces(self.side).iter() {
            let approach = Approach::new(from, middle);
            let piece = self.piece(from);
            let movement = ruleset.movement(piece);
            let mut lines = (movement.slides | movement.short) & approach.lines;
            if lines == 0 && !approach.is_near() {
                continue;
            }
            let reach = ruleset.reach(piece);
            let mut attacked = reach.attacked_from(approach);
            while lines != 0 {
                let direction = lines.trailing_zeros() as usize;
                lines &= lines - 1;
                let longest = if movement.slides >> direction & 1 != 0 { Narrow::LONGEST } else { 2 };
                attacked |= self.slide_across(&mut siege, middle, from, Narrow::STEPS[direction], longest);
            }
            siege.add(from, attacked);
            if approach.is_near() && reach.leaps {
                siege.leapers.push(from);
            }
        }
        siege.doubly |= siege.attacked & siege.behind;
        debug_assert!(self.are_attacked(siege.attacked, middle), "{middle:?}: {:#x}", siege.attacked);
        siege
    }

    /// Squares of a ring on a slide's way. Notes those that it would reach without the first piece of its own side.
    #[inline(always)]
    fn slide_across(
        &self,
        siege: &mut Siege,
        middle: Square<Narrow>,
        from: Square<Narrow>,
        step: i16,
        longest: u8,
    ) -> u8 {
        let (mut attacked, mut all) = (0, 0);
        let mut front = None;
        let mut cell = from;
        for _ in 0..longest {
            cell = cell.offset(step);
            let piece = self.piece(cell);
            if piece == Piece::EDGE {
                break;
            }
            match ring_bit(cell, middle) {
                Some(square) => all |= square,
                // It has left the ring.
                None if all != 0 => break,
                None => {}
            }
            if front.is_none() {
                attacked = all;
            }
            if piece.is_none() {
                continue;
            }
            if let Some(front) = front
                && cell == middle
            {
                siege.fronts.push(front);
            }
            if front.is_some() || !piece.is(self.side) {
                break;
            }
            front = Some(cell);
        }
        siege.behind |= all & !attacked;
        attacked
    }

    /// True if the squares of the board among these are the attacked ones, tested one by one.
    fn are_attacked(&self, squares: u8, middle: Square<Narrow>) -> bool {
        (0..Narrow::STEPS.len()).all(|direction| {
            let to = middle.offset(Narrow::STEPS[direction]);
            self.piece(to) == Piece::EDGE || (squares >> direction & 1 != 0) == self.is_attacked(to, self.side)
        })
    }
}
