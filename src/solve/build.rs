//! Retrograde analysis: from the positions that are lost at once back to all that follow from them.
//!
//! A byte for each numbered position first counts the moves that do not lose at once. Then, distance by distance, a
//! position lost in `n` plies makes each position before it a win in `n + 1`, and a position won in `n` takes one from
//! the count of each position before it. A position whose count is used up is lost in `n + 1`. Those that still have a
//! count at the end are draws.

use super::board::{Board, OTHER};
use super::index::Numbering;
use crate::game::{Progress, Watch};
use crate::memory::{LargePages, prefetch};
use std::iter;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;

/// The byte of a position that the side to move wins at once.
pub const WON_AT_ONCE: u8 = u8::MAX;
/// A byte above this one counts moves; a lower one is a distance in plies, odd for a win.
pub const COUNT: u8 = 200;
/// The distance of the first losses: the opponent wins at once after any move.
const FIRST_LOSS: u8 = 2;

/// Positions that a thread takes together, and checks for a stop in between.
const GRANULE: usize = 4096;

/// The stage of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Moves are being counted.
    Counting,
    /// The positions before those of this distance are being settled.
    Distance(u8),
    /// Every distance is known.
    Done,
}

/// A table in the making.
pub struct Build {
    pub numbering: Numbering,
    pub stage: Stage,
    /// One byte for each number.
    pub bytes: LargePages<AtomicU8>,
    /// True for each granule with work left in this stage.
    pub due: Vec<AtomicBool>,
    /// True for each granule with work in the next stage.
    pub next: Vec<AtomicBool>,
}

/// Flags for the granules of `len` numbers.
pub fn flags(len: usize, set: bool) -> Vec<AtomicBool> {
    (0..len.div_ceil(GRANULE)).map(|_| AtomicBool::new(set)).collect()
}

impl Build {
    /// A table in which nothing is known yet; none if memory has no room for it.
    pub fn new(numbering: Numbering) -> Option<Self> {
        let len = numbering.len();
        let bytes = LargePages::try_zeroed(len)?;
        Some(Self { numbering, stage: Stage::Counting, bytes, due: flags(len, true), next: flags(len, true) })
    }

    /// Works until every distance is known, and returns true. Returns false if stopped; the next call goes on from
    /// there.
    pub fn run(&mut self, watch: &Watch<'_>) -> bool {
        let done = AtomicU64::new(self.known());
        while self.stage != Stage::Done {
            let total = self.numbering.len() as u64;
            let report = |found: u64| {
                let done = done.fetch_add(found, Relaxed) + found;
                (watch.progress)(Progress { stage: self.stage.to_string(), done, total });
            };
            self.share(watch.threads, |granule| {
                let due = &self.due[granule];
                if due.load(Relaxed) && !watch.stop.load(Relaxed) {
                    let found = self.work(granule);
                    due.store(false, Relaxed);
                    if found > 0 {
                        report(found);
                    }
                }
            });
            if watch.stop.load(Relaxed) {
                return false;
            }
            self.advance();
        }
        true
    }

    /// Calls `work` for each granule, on this thread and as many more as the system starts of `threads`.
    fn share(&self, threads: usize, work: impl Fn(usize) + Sync) {
        let next = AtomicUsize::new(0);
        let granules =
            || iter::repeat_with(|| next.fetch_add(1, Relaxed)).take_while(|&granule| granule < self.due.len());
        let work_on = || granules().for_each(&work);
        thread::scope(|scope| {
            for _ in 1..threads {
                if thread::Builder::new().spawn_scoped(scope, work_on).is_err() {
                    break;
                }
            }
            work_on();
        });
    }

    /// The printed lines: positions by their value, and the longest win. For a finished table.
    pub fn summary(&self) -> Vec<String> {
        let mut counts = [0_u64; 1 << u8::BITS];
        self.bytes.iter().for_each(|byte| counts[usize::from(byte.load(Relaxed))] += 1);
        let sum = |first: usize| counts[first..=COUNT.into()].iter().step_by(2).sum::<u64>();
        let draws: u64 = counts[usize::from(COUNT) + 1..WON_AT_ONCE.into()].iter().sum();
        let longest = (0..=usize::from(COUNT)).rev().find(|&plies| counts[plies] > 0).unwrap_or_default();
        vec![
            format!("Won at once: {}", counts[usize::from(WON_AT_ONCE)]),
            format!("Won later: {}", sum(1)),
            format!("Lost: {}", sum(0)),
            format!("Drawn: {draws}"),
            format!("Longest: {longest} plies"),
        ]
    }

    /// Number of positions whose value is known. During counting, the bytes of granules still due mean nothing.
    fn known(&self) -> u64 {
        let granules = self.bytes.chunks(GRANULE).zip(&self.due);
        let looked_at = granules.filter(|(_, due)| self.stage != Stage::Counting || !due.load(Relaxed));
        let is_known = |byte: &&AtomicU8| !is_count(byte.load(Relaxed));
        looked_at.map(|(bytes, _)| bytes.iter().filter(is_known).count() as u64).sum()
    }

    /// Goes on to the next stage.
    fn advance(&mut self) {
        let was_empty = !self.next.iter().any(|flag| flag.load(Relaxed));
        self.stage = match self.stage {
            Stage::Counting => Stage::Distance(0),
            // At the first distances, counting alone finds positions.
            Stage::Distance(n) if n >= FIRST_LOSS && was_empty => Stage::Done,
            Stage::Distance(n) => Stage::Distance(n + 1),
            Stage::Done => Stage::Done,
        };
        debug_assert!(!matches!(self.stage, Stage::Distance(COUNT..)), "a distance would be taken for a count");
        std::mem::swap(&mut self.due, &mut self.next);
        let is_first = matches!(self.stage, Stage::Counting | Stage::Distance(0..FIRST_LOSS));
        self.next.iter().for_each(|flag| flag.store(is_first, Relaxed));
    }

    /// Does the work of the stage for a granule, and returns the number of positions whose value it found.
    fn work(&self, granule: usize) -> u64 {
        let numbers = granule * GRANULE..self.numbering.len().min((granule + 1) * GRANULE);
        match self.stage {
            Stage::Counting => numbers.map(|number| u64::from(self.count(number))).sum(),
            Stage::Distance(distance) => {
                let mut origins = Vec::with_capacity(1024);
                let mut found = 0;
                for number in numbers.filter(|&number| self.bytes[number].load(Relaxed) == distance) {
                    self.add_origins(number, &mut origins);
                    if origins.len() >= 256 {
                        found += self.settle(&mut origins, distance);
                    }
                }
                found + self.settle(&mut origins, distance)
            }
            Stage::Done => 0,
        }
    }

    /// Counts the moves of a position that do not lose at once, and returns true if that alone gives its value.
    fn count(&self, number: usize) -> bool {
        let board = self.numbering.board(number);
        let byte = if board.is_won_at_once() {
            WON_AT_ONCE
        } else {
            let (mut moves, mut safe) = (0, 0);
            board.for_each_move(|after| {
                moves += 1;
                safe += u8::from(!after.can_catch(OTHER) && !after.can_try(OTHER));
            });
            match (moves, safe) {
                (0, _) => 0,
                (_, 0) => FIRST_LOSS,
                _ => COUNT + safe,
            }
        };
        self.bytes[number].store(byte, Relaxed);
        !is_count(byte)
    }

    /// Adds the numbers of the positions from which a move leads to this one.
    fn add_origins(&self, number: usize, origins: &mut Vec<usize>) {
        let after = self.numbering.board(number).turned();
        // Of a board and a mirror image with different numbers, each takes the origins of its own side.
        let is_in_the_middle = Numbering::is_in_the_middle(&after);
        after.for_each_origin(|before| {
            if !self.numbering.has(before) || before.is_won_at_once() {
                return;
            }
            match (is_in_the_middle, Numbering::is_in_the_middle(before)) {
                (true, false) if Numbering::is_mirrored(before) => {}
                (false, true) => {
                    self.add_origin(before, origins);
                    self.add_origin(&before.mirrored(), origins);
                }
                _ => self.add_origin(before, origins),
            }
        });
    }

    #[inline]
    fn add_origin(&self, board: &Board, origins: &mut Vec<usize>) {
        let number = self.numbering.number(board);
        prefetch(&self.bytes[number]);
        origins.push(number);
    }

    /// Settles the origins of positions of this distance, and returns the number of values found.
    fn settle(&self, origins: &mut Vec<usize>, distance: u8) -> u64 {
        let is_loss = distance.is_multiple_of(2);
        let mut found = 0;
        for number in origins.drain(..) {
            let byte = &self.bytes[number];
            let value = byte.load(Relaxed);
            if !is_count(value) {
                continue;
            }
            // Of two threads that find the same win, one counts it. Each move is taken from the count once, so only one
            // thread takes the last.
            let is_settled = if is_loss {
                byte.swap(distance + 1, Relaxed) != distance + 1
            } else if byte.fetch_sub(1, Relaxed) == COUNT + 1 {
                byte.store(distance + 1, Relaxed);
                true
            } else {
                false
            };
            if is_settled {
                self.next[number / GRANULE].store(true, Relaxed);
                found += 1;
            }
        }
        found
    }
}

/// True if a byte counts moves: the value is not known yet, or in the end a draw.
#[inline]
pub fn is_count(byte: u8) -> bool {
    byte > COUNT && byte != WON_AT_ONCE
}

impl std::fmt::Display for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Counting => f.write_str("counting moves"),
            Self::Distance(n) if n % 2 == 0 => write!(f, "wins in {}", n + 1),
            Self::Distance(n) => write!(f, "losses in {}", n + 1),
            Self::Done => f.write_str("done"),
        }
    }
}
