//! Tables of the ring of eight squares round a square: the squares that a piece attacks, by its place.
//!
//! Most pieces are too far from a ring for their steps, and not on a line through it. The tables show both by the
//! distance of two squares, so that only the other pieces need a closer test.

use super::geometry::Square;
use super::width::{Narrow, Width as _};

/// Distance from the middle up to which squares are near: two jumps.
const NEAR: i16 = 4;
/// Squares of one file that are near.
const WIDTH: i16 = 2 * NEAR + 1;
/// Near squares, and an index before them for all others.
pub const PLACES: usize = 1 + (WIDTH * WIDTH) as usize;

/// Direction and distance of a square from the middle of a ring.
#[derive(Clone, Copy)]
pub struct Approach {
    /// Directions in which a slide from there crosses the ring.
    pub lines: u8,
    /// Its index in [`Reach::ring`].
    place: u8,
}

impl Approach {
    /// Direction and distance of a square from the middle of a ring.
    #[inline(always)]
    pub fn new(from: Square<Narrow>, middle: Square<Narrow>) -> Self {
        let apart = NUMBERS[from.index()] - NUMBERS[middle.index()];
        APPROACHES[(apart + SPAN / 2 * SPAN + SPAN / 2) as usize]
    }

    /// True if steps or jumps from there may reach the ring.
    #[inline(always)]
    pub const fn is_near(self) -> bool {
        self.place != 0
    }
}

/// Files and ranks apart that have different numbers.
const SPAN: i16 = 2 * Narrow::LONGEST as i16;

/// Numbers of cells whose differences encode files and ranks apart.
static NUMBERS: [i16; Narrow::CELLS] = numbers();

const fn numbers() -> [i16; Narrow::CELLS] {
    let mut numbers = [0; Narrow::CELLS];
    let mut cell = 0;
    while cell < Narrow::CELLS {
        numbers[cell] = cell as i16 / Narrow::STRIDE * SPAN + cell as i16 % Narrow::STRIDE;
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
        while direction < Narrow::STEPS.len() {
            if crosses(files, ranks, Narrow::STEPS[direction]) {
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
    let ranks = (distance + WIDTH * Narrow::STRIDE + Narrow::STRIDE / 2) / Narrow::STRIDE - WIDTH;
    (distance - ranks * Narrow::STRIDE, ranks)
}

const fn place(files: i16, ranks: i16) -> usize {
    if files.abs() > NEAR || ranks.abs() > NEAR {
        return 0;
    }
    (1 + (ranks + NEAR) * WIDTH + files + NEAR) as usize
}

/// True if a slide that starts this far from the middle of a ring crosses it.
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
const RING_LENGTH: usize = 2 * (Narrow::STRIDE as usize + 1) + 1;

const fn ring() -> [u8; RING_LENGTH] {
    let mut ring = [0; RING_LENGTH];
    let mut direction = 0;
    while direction < Narrow::STEPS.len() {
        ring[(Narrow::STEPS[direction] + Narrow::STRIDE + 1) as usize] = 1 << direction;
        direction += 1;
    }
    ring
}

/// The bit of a cell of the ring; zero for its middle and for cells beside it in a row, none further away.
#[inline(always)]
pub fn ring_bit(cell: Square<Narrow>, middle: Square<Narrow>) -> Option<u8> {
    RING.get((cell.index() + Narrow::STRIDE as usize + 1).wrapping_sub(middle.index())).copied()
}

/// Squares of a ring that a piece attacks from nearby.
#[derive(Clone, Copy)]
pub struct Reach {
    /// Squares that it attacks by steps and jumps, as bits of directions from the middle. `[place]`
    ring: [u8; PLACES],
    /// True if it jumps, or will when it promotes.
    pub leaps: bool,
}

impl Reach {
    pub const NOTHING: Self = Self { ring: [0; PLACES], leaps: false };

    /// The reach of a piece with these steps and jumps.
    pub fn new(steps: u8, jumps: u16, leaps: bool) -> Self {
        let mut reach = Self { leaps, ..Self::NOTHING };
        let steps = Narrow::STEPS.iter().enumerate().filter(|(step, _)| steps >> step & 1 != 0);
        let jumps = Narrow::JUMPS.iter().enumerate().filter(|(jump, _)| jumps >> jump & 1 != 0);
        for (_, way) in steps.chain(jumps) {
            for (direction, target) in Narrow::STEPS.iter().enumerate() {
                let (files, ranks) = apart(target - way);
                reach.ring[place(files, ranks)] |= 1 << direction;
            }
        }
        reach
    }

    /// The squares of a ring that it attacks by steps and jumps, as bits of directions from the middle.
    #[inline(always)]
    pub const fn attacked_from(&self, approach: Approach) -> u8 {
        self.ring[approach.place as usize]
    }
}
