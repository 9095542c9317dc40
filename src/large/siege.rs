//! The ring of eight squares round a piece, and which of them the other side attacks.
//!
//! Most pieces stand too far from the ring for their steps, and not on a line through it. Tables know both by the way from
//! one square to another, so that only the others are looked at.

use super::Position;
use super::geometry::{CELLS, JUMPS, LONGEST, STEPS, STRIDE, Square};
use super::piece::Piece;
use super::tables::Gait;
use arrayvec::ArrayVec;

/// The greatest distance from the middle that counts as near: two jumps.
const NEAR: i16 = 4;
/// Squares of one file that are near.
const WIDTH: i16 = 2 * NEAR + 1;
/// Near squares, and a place before them for all others.
const PLACES: usize = 1 + (WIDTH * WIDTH) as usize;

/// How a square lies to the middle of a ring.
#[derive(Clone, Copy)]
struct Approach {
    /// Directions in which a slide from there crosses the ring.
    lines: u8,
    /// Its place in [`Reach::ring`].
    place: u8,
}

/// Files and ranks apart that have different numbers.
const SPAN: i16 = 2 * LONGEST as i16;

/// Numbers of cells of which the difference tells files and ranks apart.
static NUMBERS: [i16; CELLS] = numbers();

const fn numbers() -> [i16; CELLS] {
    let mut numbers = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        numbers[cell] = cell as i16 / STRIDE * SPAN + cell as i16 % STRIDE;
        cell += 1;
    }
    numbers
}

/// By the difference of numbers, counted from the least.
static APPROACHES: [Approach; (SPAN * SPAN) as usize] = approaches();

const fn approaches() -> [Approach; (SPAN * SPAN) as usize] {
    let mut approaches = [Approach { lines: 0, place: 0 }; (SPAN * SPAN) as usize];
    let mut index = 0;
    while index < SPAN * SPAN {
        let (files, ranks) = (index % SPAN - SPAN / 2, index / SPAN - SPAN / 2);
        let mut direction = 0;
        while direction < STEPS.len() {
            if crosses(files, ranks, STEPS[direction]) {
                approaches[index as usize].lines |= 1 << direction;
            }
            direction += 1;
        }
        approaches[index as usize].place = place(files, ranks) as u8;
        index += 1;
    }
    approaches
}

/// Files and ranks of a distance between near cells.
const fn apart(distance: i16) -> (i16, i16) {
    let ranks = (distance + WIDTH * STRIDE + STRIDE / 2) / STRIDE - WIDTH;
    (distance - ranks * STRIDE, ranks)
}

const fn place(files: i16, ranks: i16) -> usize {
    if files.abs() > NEAR || ranks.abs() > NEAR {
        return 0;
    }
    (1 + (ranks + NEAR) * WIDTH + files + NEAR) as usize
}

/// True if a slide that starts this far from the middle of a ring comes to one of its squares.
const fn crosses(files: i16, ranks: i16, step: i16) -> bool {
    let (across, along) = apart(step);
    let distance = if files.abs() > ranks.abs() { files.abs() } else { ranks.abs() };
    let mut length = if distance > 1 { distance - 1 } else { 1 };
    while length <= distance + 1 {
        let (file, rank) = (files + length * across, ranks + length * along);
        if file.abs() <= 1 && rank.abs() <= 1 && (file != 0 || rank != 0) {
            return true;
        }
        length += 1;
    }
    false
}

/// Squares of the ring as bits by their distance from the middle, counted from the least.
static RING: [u8; RING_LENGTH] = ring();
const RING_LENGTH: usize = 2 * (STRIDE as usize + 1) + 1;

const fn ring() -> [u8; RING_LENGTH] {
    let mut ring = [0; RING_LENGTH];
    let mut direction = 0;
    while direction < STEPS.len() {
        ring[(STEPS[direction] + STRIDE + 1) as usize] = 1 << direction;
        direction += 1;
    }
    ring
}

/// Squares of a ring that a piece attacks from nearby.
#[derive(Clone, Copy)]
pub struct Reach {
    /// Those that it attacks by steps and jumps, as bits of directions from the middle. `[place]`
    ring: [u8; PLACES],
    /// True if it jumps, or will when it promotes.
    leaps: bool,
}

impl Reach {
    pub const NOTHING: Self = Self { ring: [0; PLACES], leaps: false };

    /// The reach of a piece with this gait, which promotes to one with the other.
    pub fn new(gait: Gait, promoted: Gait) -> Self {
        let mut reach = Self { leaps: gait.leaps | promoted.leaps != 0, ..Self::NOTHING };
        let steps = STEPS.iter().enumerate().filter(|(step, _)| gait.steps >> step & 1 != 0);
        let jumps = JUMPS.iter().enumerate().filter(|(jump, _)| gait.jumps >> jump & 1 != 0);
        for (_, way) in steps.chain(jumps) {
            for (direction, target) in STEPS.iter().enumerate() {
                let (files, ranks) = apart(target - way);
                reach.ring[place(files, ranks)] |= 1 << direction;
            }
        }
        reach
    }
}

/// Upper bound of the pieces that attack a ring: one on each near square, and from afar one on each line that leaves the ring.
const MOST_BESIEGERS: usize = PLACES + 32;

/// Attacks of a side on the ring round a piece of the other side. Squares are bits of directions from there.
pub(super) struct Siege {
    /// Squares to which a piece can go. Those beyond the edge mean nothing.
    pub attacked: u8,
    /// Squares to which two pieces can go, or one and then another that stands behind it.
    pub doubly: u8,
    /// The pieces that attack squares, and which.
    pub besiegers: ArrayVec<(Square, u8), MOST_BESIEGERS>,
    /// Pieces nearby that jump, or will when they promote.
    pub leapers: ArrayVec<Square, PLACES>,
    /// Pieces that stand between the middle and one behind them that would slide there.
    pub fronts: ArrayVec<Square, 8>,
    /// Squares to which a piece would go if one of its own side did not stand before it.
    behind: u8,
}

impl Siege {
    #[inline(always)]
    fn add(&mut self, from: Square, attacked: u8) {
        if attacked != 0 {
            self.doubly |= self.attacked & attacked;
            self.attacked |= attacked;
            self.besiegers.push((from, attacked));
        }
    }
}

impl Position {
    /// The attacks of the side to move on the ring round a square to which none of its pieces slides.
    pub(super) fn siege(&self, middle: Square) -> Siege {
        let ruleset = self.ruleset();
        let mut siege = Siege {
            attacked: 0,
            doubly: 0,
            besiegers: ArrayVec::new(),
            leapers: ArrayVec::new(),
            fronts: ArrayVec::new(),
            behind: 0,
        };
        let first = NUMBERS[middle.index()] - (SPAN / 2 * SPAN + SPAN / 2);
        for from in self.pieces(self.side).iter() {
            let approach = APPROACHES[(NUMBERS[from.index()] - first) as usize];
            let piece = self.piece(from);
            let gait = ruleset.gait(piece);
            let mut lines = (gait.slides | gait.short) & approach.lines;
            if lines == 0 && approach.place == 0 {
                continue;
            }
            let reach = ruleset.reach(piece);
            let mut attacked = reach.ring[approach.place as usize];
            while lines != 0 {
                let direction = lines.trailing_zeros() as usize;
                lines &= lines - 1;
                let longest = if gait.slides >> direction & 1 != 0 { LONGEST } else { 2 };
                attacked |= self.slide_across(&mut siege, middle, from, STEPS[direction], longest);
            }
            siege.add(from, attacked);
            if approach.place != 0 && reach.leaps {
                siege.leapers.push(from);
            }
        }
        siege.doubly |= siege.attacked & siege.behind;
        debug_assert!(self.are_attacked(siege.attacked, middle), "{middle:?}: {:#x}", siege.attacked);
        siege
    }

    /// Squares of a ring that a slide comes to. Notes those to which it would without the first piece of its own side.
    #[inline(always)]
    fn slide_across(&self, siege: &mut Siege, middle: Square, from: Square, step: i16, longest: u8) -> u8 {
        let (mut attacked, mut all) = (0, 0);
        let mut front = None;
        let mut cell = from;
        for _ in 0..longest {
            cell = cell.offset(step);
            let piece = self.piece(cell);
            if piece == Piece::EDGE {
                break;
            }
            let distance = (cell.index() + STRIDE as usize + 1).wrapping_sub(middle.index());
            match RING.get(distance) {
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

    /// True if the squares of the board among these are the attacked ones, looked at one by one.
    fn are_attacked(&self, squares: u8, middle: Square) -> bool {
        (0..STEPS.len()).all(|direction| {
            let to = middle.offset(STEPS[direction]);
            self.piece(to) == Piece::EDGE || (squares >> direction & 1 != 0) == self.is_attacked(to, self.side)
        })
    }
}
