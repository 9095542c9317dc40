//! Entries of the mate table, and their concurrent reads and writes.
//!
//! Each slot is a sequence lock (Boehm, *Can seqlocks get along with programming language memory models?*, MSPC 2012). A
//! writer marks the slot as busy, and gives it another version when it is done. A reader takes no lock: it has seen a
//! mixture of two entries if the slot was busy or had another version afterwards, and passes over it then.

use super::value::{Plies, UNLIMITED};
use crate::game::Hand;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU64, fence};
use std::thread;

/// Words of a slot: board key; hand; pn and dn; header, which is plies, bound, busy mark and version; effort and depth.
pub(super) const WORDS: usize = 5;
/// Index of the header among the words.
const HEADER: usize = 3;

/// Header bit of an entry that keeps a disproof.
const DISPROVED: u64 = 1 << 48;
/// Header bit of a slot that a thread is writing.
const BUSY: u64 = 1 << 49;
/// One step of the version, in the remaining bits of the header.
const VERSION: u64 = 1 << 50;

/// Results for one board with one hand of the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MateEntry {
    pub board_key: u64,
    /// The attacker's hand.
    pub hand: Hand,
    /// The bound in plies under which `pn` and `dn` were counted; [`RESULTS`] if the entry keeps results instead.
    pub bound: Plies,
    /// Proof and disproof numbers.
    pub pn: u32,
    pub dn: u32,
    /// Plies of a mate proved for this hand or more; [`UNLIMITED`] if none is.
    pub proved: Plies,
    /// Plies within which no mate exists with this hand or less, if `disproved_at_all`.
    pub disproved: Plies,
    pub disproved_at_all: bool,
    /// Nodes spent on the position.
    pub effort: u32,
    /// The shallowest ply at which the position was met.
    pub depth: u32,
}

/// The bound of entries with results: nothing is searched within no ply.
pub(super) const RESULTS: Plies = 0;

/// Weight of a result against proof numbers that took the same nodes.
const RESULT_WORTH: u32 = 4;

/// Identity of an entry among those of its board: the attacker's hand, and the bound in plies or [`RESULTS`].
pub(super) type Label = (Hand, Plies);

/// The bound that a header holds.
#[inline(always)]
const fn bound_of(header: u64) -> Plies {
    (header >> 32) as Plies
}

impl MateEntry {
    pub const fn new(board_key: u64, (hand, bound): Label) -> Self {
        Self {
            board_key,
            hand,
            bound,
            pn: 1,
            dn: 1,
            proved: UNLIMITED,
            disproved: 0,
            disproved_at_all: false,
            effort: 0,
            depth: u32::MAX,
        }
    }

    /// The entry of a free slot.
    pub const FREE: Self = Self::new(0, (Hand::EMPTY, RESULTS));

    #[inline(always)]
    pub const fn label(&self) -> Label {
        (self.hand, self.bound)
    }

    #[inline(always)]
    pub fn is_for(&self, board_key: u64, label: Label) -> bool {
        self.board_key == board_key && self.label() == label
    }

    /// Cost of losing the entry, in nodes: results are worth more than proof numbers of the same cost.
    #[inline(always)]
    pub const fn worth(&self) -> u32 {
        if self.bound == RESULTS { self.effort.saturating_mul(RESULT_WORTH) } else { self.effort }
    }

    #[inline(always)]
    const fn unpack([board_key, hand, numbers, header, work]: [u64; WORDS]) -> Self {
        Self {
            board_key,
            hand: Hand::from_bits(hand),
            bound: bound_of(header),
            pn: numbers as u32,
            dn: (numbers >> 32) as u32,
            proved: header as u16,
            disproved: (header >> 16) as u16,
            disproved_at_all: header & DISPROVED != 0,
            effort: work as u32,
            depth: (work >> 32) as u32,
        }
    }

    /// The words, without busy mark and version.
    #[inline(always)]
    const fn pack(&self) -> [u64; WORDS] {
        let disproved = if self.disproved_at_all { DISPROVED } else { 0 };
        [
            self.board_key,
            self.hand.bits(),
            self.pn as u64 | (self.dn as u64) << 32,
            self.proved as u64 | (self.disproved as u64) << 16 | (self.bound as u64) << 32 | disproved,
            self.effort as u64 | (self.depth as u64) << 32,
        ]
    }
}

/// A place for an entry; free while its board key is zero.
#[derive(Clone, Copy)]
pub(super) struct Slot<'a>(pub &'a [AtomicU64; WORDS]);

impl<'a> Slot<'a> {
    #[inline(always)]
    pub fn board_key(self) -> u64 {
        self.0[0].load(Relaxed)
    }

    /// The nodes spent on the entry.
    #[inline(always)]
    pub fn effort(self) -> u32 {
        self.0[4].load(Relaxed) as u32
    }

    /// The entry, unless another thread is writing it.
    #[inline(always)]
    pub fn read(self) -> Option<MateEntry> {
        let header = self.0[HEADER].load(Acquire);
        let entry = self.unpack(header);
        fence(Acquire);
        let is_whole = header & BUSY == 0 && self.0[HEADER].load(Relaxed) == header;
        is_whole.then_some(entry)
    }

    /// The entry, if there is one and nobody is writing it.
    #[inline(always)]
    pub fn entry(self) -> Option<MateEntry> {
        (self.board_key() != 0).then(|| self.read()).flatten()
    }

    #[inline(always)]
    fn unpack(self, header: u64) -> MateEntry {
        let [board_key, hand, numbers, _, work] = self.0;
        let load = |word: &AtomicU64| word.load(Relaxed);
        MateEntry::unpack([load(board_key), load(hand), load(numbers), header, load(work)])
    }

    /// The label of the entry. Another thread may be changing it.
    #[inline(always)]
    pub fn label(self) -> Label {
        (Hand::from_bits(self.0[1].load(Relaxed)), bound_of(self.0[HEADER].load(Relaxed)))
    }

    /// The entry and an exclusive slot, as soon as no other thread writes it; none if the entry is not `wanted`.
    #[inline(always)]
    pub fn lock_if(self, wanted: impl FnOnce(&MateEntry) -> bool) -> Option<(Locked<'a>, MateEntry)> {
        let locked = self.lock();
        let entry = self.unpack(locked.header);
        if wanted(&entry) {
            return Some((locked, entry));
        }
        self.0[HEADER].store(locked.header, Release);
        None
    }

    #[inline(always)]
    fn lock(self) -> Locked<'a> {
        let word = &self.0[HEADER];
        loop {
            let header = word.load(Relaxed);
            if header & BUSY == 0 && word.compare_exchange_weak(header, header | BUSY, Acquire, Relaxed).is_ok() {
                // A reader of any later write will see the mark.
                fence(Release);
                return Locked { slot: self, header };
            }
            thread::yield_now();
        }
    }
}

/// A slot that this thread alone may write, and none can read until it is written.
#[must_use]
pub(super) struct Locked<'a> {
    slot: Slot<'a>,
    header: u64,
}

impl Locked<'_> {
    /// Writes the entry and releases the slot.
    #[inline(always)]
    pub fn write(self, entry: &MateEntry) {
        let [board_key, hand, numbers, header, work] = entry.pack();
        for (at, word) in [(0, board_key), (1, hand), (2, numbers), (4, work)] {
            self.slot.0[at].store(word, Relaxed);
        }
        let version = (self.header & !(VERSION - 1)).wrapping_add(VERSION);
        self.slot.0[HEADER].store(header | version, Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    /// An entry with all fields derived from one number.
    const fn entry(n: u32) -> MateEntry {
        MateEntry {
            board_key: n as u64,
            hand: Hand::from_bits(n as u64 * 0x0101),
            bound: n as u16,
            pn: n,
            dn: n,
            proved: n as u16,
            disproved: n as u16,
            disproved_at_all: n.is_multiple_of(2),
            effort: n,
            depth: n,
        }
    }

    #[test]
    fn entries_survive_packing() {
        let words: [AtomicU64; WORDS] = Default::default();
        let slot = Slot(&words);
        for n in (1..100).rev() {
            let (locked, _) = slot.lock_if(|_| true).unwrap();
            assert_eq!(slot.read(), None);
            locked.write(&entry(n));
            assert_eq!(slot.read(), Some(entry(n)));
            assert_eq!((slot.board_key(), slot.label(), slot.effort()), (n.into(), entry(n).label(), n));
        }
        assert!(slot.lock_if(|present| *present != entry(1)).is_none());
        assert_eq!(slot.read(), Some(entry(1)));
    }

    #[test]
    fn nobody_reads_a_mixture() {
        let words: [AtomicU64; WORDS] = Default::default();
        let slot = Slot(&words);
        let write = |n| slot.lock_if(|_| true).unwrap().0.write(&entry(n));
        write(1);
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            let write_many = |first: u32| (0..200_000).for_each(|n| write(first + n % 50));
            let writers = [1, 51].map(|first| scope.spawn(move || write_many(first)));
            scope.spawn(|| {
                let mut has_read = false;
                while !has_read || !done.load(Relaxed) {
                    if let Some(read) = slot.read() {
                        assert_eq!(read, entry(read.pn));
                        has_read = true;
                    }
                }
            });
            for writer in writers {
                writer.join().unwrap();
            }
            done.store(true, Relaxed);
        });
    }
}
