//! The mate table: results by position, in bounded memory.
//!
//! Entries are found by board key, so that results for one hand hold for others: a mate holds with more in the
//! attacker's hand, its absence with less. Nagai's proof and disproof hands (dissertation, 2002, chapter 5) generalise
//! them as far as possible. Results keep their number of plies: a mate is one within more as well, its absence holds
//! within fewer. One entry keeps both. Proof numbers belong to the bound in plies under which they were counted and
//! have an entry for each: searches under different bounds would overwrite each other's numbers, and undo each other's
//! work for ever.
//!
//! Threads look up and store at the same time. Now and then one disturbs another, which finds nothing or makes a second
//! entry of the same label. No result is ever wrong.

use super::entry::{Label, Locked, MateEntry, RESULTS, Slot, WORDS};
use super::value::{INDEPENDENT, Plies, UNLIMITED, Value};
use crate::game::Hand;
use crate::memory::{self, LargePages, NoRoom};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::thread;

/// Effort and place of a node's search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    /// The bound of the search.
    pub plies: Plies,
    /// The ply of the node on the path.
    pub depth: u32,
    /// Nodes spent on it.
    pub effort: u32,
}

/// Result of a look-up.
#[derive(Clone, Copy, Debug)]
pub(super) struct LookUp {
    /// Combined value of all entries of the board.
    pub value: Value,
    /// Shallowest ply at which the node was met, `u32::MAX` if never.
    pub depth: u32,
    /// The numbers come from a search of this very position.
    pub exact: bool,
}

impl LookUp {
    /// Takes over the numbers of an entry with no less, or no more, in the attacker's hand and in plies. With less of
    /// both a mate is no easier to prove, with more no easier to disprove.
    #[inline(always)]
    fn update(&mut self, entry: &MateEntry, no_less: bool, no_more: bool) {
        if no_less && no_more {
            self.depth = entry.depth;
            self.exact = true;
        }
        if no_more {
            self.value.pn = self.value.pn.max(entry.pn);
        }
        if no_less {
            self.value.dn = self.value.dn.max(entry.dn);
        }
    }
}

/// A hash table with linear probing.
pub(super) struct MateTable {
    /// The slots, [`WORDS`] each.
    words: LargePages<AtomicU64>,
    used: Count,
    /// Slots of the empty table.
    first_slots: usize,
    /// Slots that the table may grow to.
    max_slots: usize,
}

/// Slots in use, on cache lines of their own: neighbouring fields are read all the time.
#[derive(Default)]
#[repr(align(128))]
struct Count(AtomicUsize);

/// Slots that an empty table has at least.
const FIRST_SLOTS: usize = 1 << 14;
/// Factor by which the table grows.
const GROWTH: usize = 4;
/// Slots sampled for the median worth.
const SAMPLE: usize = 20_000;
/// Slots probed before one of them is replaced by a new entry.
const LONGEST_RUN: usize = 96;

impl MateTable {
    /// A table that grows as needed to about `megabytes`.
    ///
    /// # Errors
    /// If there is no memory for an empty one.
    pub fn new(megabytes: usize) -> Result<Self, NoRoom> {
        // The old slots stay allocated during growth, which is always by the same factor: a last, smaller step would
        // take nearly twice the memory.
        let bytes = (megabytes << 20) / (GROWTH + 1) * GROWTH;
        let most = (bytes / size_of::<[AtomicU64; WORDS]>()).max(FIRST_SLOTS);
        let steps = (most / FIRST_SLOTS).ilog(GROWTH);
        let first_slots = most / GROWTH.pow(steps);
        let words = LargePages::zeroed("the table of a mate solver", first_slots * WORDS)?;
        Ok(Self { words, used: Count::default(), first_slots, max_slots: first_slots * GROWTH.pow(steps) })
    }

    /// Clears the table, and releases the memory that it has grown by.
    pub fn clear(&mut self) {
        let has_grown = self.slots().len() > self.first_slots;
        match has_grown.then(|| LargePages::try_zeroed(self.first_slots * WORDS)).flatten() {
            Some(first) => give_back(std::mem::replace(&mut self.words, first)),
            None if self.used() > 0 => self.words.iter_mut().for_each(|word| *word.get_mut() = 0),
            None => {}
        }
        self.used = Count::default();
    }

    #[inline(always)]
    fn used(&self) -> usize {
        self.used.0.load(Relaxed)
    }

    /// Filled slots in thousandths of the bound.
    #[must_use]
    pub fn permille(&self) -> usize {
        self.used() * 1000 / self.max_slots
    }

    /// True once [`MateTable::make_room`] is due.
    #[inline(always)]
    pub fn is_crowded(&self) -> bool {
        self.used() * 3 > self.slots().len() * 2
    }

    #[inline(always)]
    fn slots(&self) -> &[[AtomicU64; WORDS]] {
        self.words.as_chunks().0
    }

    #[inline(always)]
    fn slot(&self, index: usize) -> Slot<'_> {
        Slot(&self.slots()[index])
    }

    #[inline(always)]
    fn home(&self, board_key: u64) -> usize {
        ((u128::from(board_key) * self.slots().len() as u128) >> 64) as usize
    }

    #[inline(always)]
    fn next(&self, index: usize) -> usize {
        if index + 1 == self.slots().len() { 0 } else { index + 1 }
    }

    /// Fetches the first slots that [`MateTable::look_up`] will read: they are mostly out of cache.
    #[inline(always)]
    pub fn prefetch(&self, board_key: u64) {
        // An entry may span two cache lines, and the next one often is of the same board.
        if let Some(first) = self.slots()[self.home(board_key)..].first_chunk::<2>() {
            memory::prefetch(first);
        }
    }

    /// Value of `board_key` with `hand` for mates in at most `plies`.
    #[inline(always)]
    pub fn look_up(&self, board_key: u64, hand: Hand, plies: Plies) -> LookUp {
        let mut result = LookUp { value: Value::unknown(1, 1), depth: u32::MAX, exact: false };
        let mut index = self.home(board_key);
        for _ in 0..LONGEST_RUN {
            let slot = self.slot(index);
            let key = slot.board_key();
            if key == 0 {
                break;
            }
            if key == board_key
                && let Some(entry) = slot.read()
                && entry.board_key == board_key
                && Self::consult(&entry, hand, plies, &mut result)
            {
                break;
            }
            index = self.next(index);
        }
        result
    }

    /// Takes over an entry of the right board. True if nothing better can follow.
    #[inline(always)]
    fn consult(entry: &MateEntry, hand: Hand, plies: Plies, result: &mut LookUp) -> bool {
        let (no_less, no_more) = (hand.dominates(entry.hand), entry.hand.dominates(hand));
        if entry.bound != RESULTS {
            if !result.value.is_solved() {
                result.update(entry, no_less && plies >= entry.bound, no_more && plies <= entry.bound);
            }
            return false;
        }
        if no_less && entry.proved <= plies && entry.proved != UNLIMITED {
            if !result.value.is_proved() || entry.proved < result.value.plies {
                result.value = Value::proved(entry.proved, entry.hand);
            }
            return false;
        }
        if no_more && entry.disproved_at_all && entry.disproved >= plies {
            result.value = Value::disproved(entry.disproved, entry.hand, INDEPENDENT);
            return true;
        }
        false
    }

    /// The length of the shortest mate known for `board_key` with `hand`.
    pub fn known_mate(&self, board_key: u64, hand: Hand) -> Option<Plies> {
        let value = self.look_up(board_key, hand, UNLIMITED - 1).value;
        value.is_proved().then_some(value.plies)
    }

    /// Stores the value of a node searched with `work`. Results that depend on the path must not come here.
    pub fn store(&self, board_key: u64, hand: Hand, value: &Value, work: Work) {
        debug_assert!(!value.is_disproved() || value.low == INDEPENDENT);
        let open = (hand, work.plies);
        let (slot, mut entry) = if value.is_solved() {
            self.claim(board_key, (value.hand, RESULTS), Some(open).filter(|_| work.plies != RESULTS))
        } else {
            self.claim(board_key, open, None)
        };
        entry.effort = entry.effort.saturating_add(work.effort.max(1));
        entry.depth = entry.depth.min(work.depth);
        if value.is_proved() {
            entry.proved = entry.proved.min(value.plies);
        } else if value.is_disproved() {
            entry.disproved = if entry.disproved_at_all { entry.disproved.max(value.plies) } else { value.plies };
            entry.disproved_at_all = true;
        } else {
            (entry.pn, entry.dn) = (value.pn, value.dn);
        }
        slot.write(&entry);
    }

    /// The slot and entry of exactly this board and label, new or old. A new one replaces `outdated` if that is found.
    fn claim(&self, board_key: u64, wanted: Label, outdated: Option<Label>) -> (Locked<'_>, MateEntry) {
        loop {
            if let Some(claimed) = self.try_claim(board_key, wanted, outdated) {
                return claimed;
            }
        }
    }

    /// As [`MateTable::claim`]; none if another thread has just changed the chosen slot.
    fn try_claim(&self, board_key: u64, wanted: Label, outdated: Option<Label>) -> Option<(Locked<'_>, MateEntry)> {
        let mut index = self.home(board_key);
        let mut cheapest = (index, u32::MAX);
        let mut replaced = None;
        for _ in 0..LONGEST_RUN {
            let slot = self.slot(index);
            let key = slot.board_key();
            if key == 0 {
                if replaced.is_some() {
                    break;
                }
                let (locked, _) = slot.lock_if(|entry| entry.board_key == 0)?;
                self.used.0.fetch_add(1, Relaxed);
                return Some((locked, MateEntry::new(board_key, wanted)));
            }
            if key == board_key {
                let label = slot.label();
                if label == wanted {
                    return slot.lock_if(|entry| entry.is_for(board_key, wanted));
                }
                if Some(label) == outdated {
                    replaced = Some((index, label));
                }
            }
            let effort = slot.effort();
            if effort < cheapest.1 {
                cheapest = (index, effort);
            }
            index = self.next(index);
        }
        let Some((index, label)) = replaced else {
            let (locked, _) = self.slot(cheapest.0).lock_if(|_| true)?;
            return Some((locked, MateEntry::new(board_key, wanted)));
        };
        let (locked, old) = self.slot(index).lock_if(|entry| entry.is_for(board_key, label))?;
        Some((locked, MateEntry { effort: old.effort, ..MateEntry::new(board_key, wanted) }))
    }

    /// Grows, or removes the entries of least cost. `interrupted` is polled now and then; after it returns true the
    /// table may have lost entries, but none is wrong.
    pub fn make_room(&mut self, interrupted: &mut impl FnMut() -> bool) {
        if self.slots().len() < self.max_slots {
            self.grow(interrupted);
        } else {
            self.collect_garbage(interrupted);
        }
    }

    /// Moves all entries to a larger table. If the system has no room for one, this one stays as it is.
    fn grow(&mut self, interrupted: &mut impl FnMut() -> bool) {
        let size = self.slots().len() * GROWTH;
        let Some(larger) = LargePages::modest(size * WORDS) else {
            self.max_slots = self.slots().len();
            return self.collect_garbage(interrupted);
        };
        let old = std::mem::replace(&mut self.words, larger);
        self.used = Count::default();
        for block in old.as_chunks().0.rchunks(BETWEEN_QUESTIONS) {
            if interrupted() {
                break;
            }
            for entry in block.iter().filter_map(|words| Slot(words).entry()) {
                let (slot, _) = self.claim(entry.board_key, entry.label(), None);
                slot.write(&entry);
            }
        }
        give_back(old);
    }

    /// Removes about half of the entries, those that cost least to search again (SmallTreeGC; Nagai 1999).
    fn collect_garbage(&mut self, interrupted: &mut impl FnMut() -> bool) {
        let limit = self.median_worth();
        let mut index = 0;
        let mut looked_at = 0;
        while index < self.slots().len() {
            if self.slot(index).entry().is_some_and(|entry| entry.worth() <= limit) {
                // Another entry may have moved here: the same slot again.
                looked_at += self.remove(index);
            } else {
                index += 1;
                looked_at += 1;
            }
            if looked_at >= BETWEEN_QUESTIONS {
                looked_at = 0;
                if interrupted() {
                    return;
                }
            }
        }
    }

    /// The median worth of a sample of the entries.
    fn median_worth(&self) -> u32 {
        let step = (self.slots().len() / SAMPLE).max(1);
        let sampled = self.slots().iter().step_by(step).filter_map(|words| Slot(words).entry());
        let mut sample: Vec<u32> = sampled.map(|entry| entry.worth()).collect();
        if sample.is_empty() {
            return 0;
        }
        let middle = sample.len() / 2;
        *sample.select_nth_unstable(middle).1
    }

    /// Frees a slot and moves later entries of its run up, so that none becomes unreachable (Knuth, TAOCP 3, 6.4,
    /// algorithm R). Returns the number of slots read.
    fn remove(&mut self, mut free: usize) -> usize {
        *self.used.0.get_mut() -= 1;
        let mut index = free;
        let mut looked_at = 0;
        loop {
            looked_at += 1;
            index = self.next(index);
            let Some(entry) = self.slot(index).entry() else { break };
            let home = self.home(entry.board_key);
            let stays = if free <= index { free < home && home <= index } else { free < home || home <= index };
            if !stays {
                self.put(free, &entry);
                free = index;
            }
        }
        self.put(free, &MateEntry::FREE);
        looked_at
    }

    /// Writes a slot that no other thread can reach.
    fn put(&mut self, index: usize, entry: &MateEntry) {
        if let Some((slot, _)) = self.slot(index).lock_if(|_| true) {
            slot.write(entry);
        }
    }
}

/// Frees memory on another thread: a large table takes longer to free than a search may take to end.
fn give_back(words: LargePages<AtomicU64>) {
    // Without another thread, or room for its beginnings, the memory is freed on this one.
    if memory::has_room(memory::SPARE) {
        let _ = thread::Builder::new().spawn(move || drop(words));
    }
}

/// Slots processed between two polls of `interrupted`.
const BETWEEN_QUESTIONS: usize = 1024;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::hash::spread;

    /// Well-mixed keys from a generator, each board with several hands.
    fn keys() -> impl Iterator<Item = (u64, Hand)> {
        (1u64..).map(|n| {
            let mut hand = Hand::EMPTY;
            (0..n % 3).for_each(|_| hand.add((n % 5) as usize));
            (spread(n / 4 + 1).rotate_left(17) | 1, hand)
        })
    }

    const fn work(depth: u32, effort: u32) -> Work {
        Work { plies: UNLIMITED, depth, effort }
    }

    fn filled(table: &MateTable) -> impl Iterator<Item = MateEntry> {
        table.slots().iter().filter_map(|words| Slot(words).entry())
    }

    #[test]
    fn memory_stays_bounded_and_entries_reachable() {
        let mut table = MateTable::new(1).unwrap();
        let mut rooms = 0;
        for (n, (board_key, hand)) in keys().take(100_000).enumerate() {
            table.store(board_key, hand, &Value::unknown(7, 9), work(3, n as u32 % 1000 + 1));
            if table.is_crowded() {
                table.make_room(&mut || false);
                assert!(!table.is_crowded());
                rooms += 1;
            }
        }
        assert!(rooms > 3 && size_of_val(table.slots()) <= 1 << 20);
        assert_eq!(filled(&table).count(), table.used());
        for entry in filled(&table) {
            let result = table.look_up(entry.board_key, entry.hand, UNLIMITED);
            assert!(result.exact && result.depth == 3);
        }
    }

    /// The old slots stay while the entries move: both have to fit.
    #[test]
    fn growth_stays_within_the_bound() {
        for megabytes in 1..=40 {
            let mut table = MateTable::new(megabytes).unwrap();
            let mut greatest = 0;
            while table.slots().len() < table.max_slots {
                let before = size_of_val(table.slots());
                table.make_room(&mut || false);
                greatest = before + size_of_val(table.slots());
            }
            assert!(greatest <= megabytes << 20, "{greatest} bytes of {megabytes} MB");
            assert!(size_of_val(table.slots()) > (megabytes << 20) / 5 * 4 - (1 << 18), "{megabytes} MB");
        }
    }

    #[test]
    fn dearer_entries_outlive_cheaper_ones() {
        let mut table = MateTable::new(1).unwrap();
        let dear: Vec<_> = keys().take(1000).collect();
        dear.iter().for_each(|&(key, hand)| table.store(key, hand, &Value::unknown(2, 2), work(0, 1_000_000)));
        for (board_key, hand) in keys().skip(1000).take(100_000) {
            table.store(board_key, hand, &Value::unknown(2, 2), work(0, 1));
            if table.is_crowded() {
                table.make_room(&mut || false);
            }
        }
        assert!(dear.iter().all(|&(key, hand)| table.look_up(key, hand, UNLIMITED).exact));
    }

    #[test]
    fn hands_speak_for_each_other() {
        let table = MateTable::new(1).unwrap();
        let (mut one, mut two) = (Hand::EMPTY, Hand::EMPTY);
        one.add(3);
        two.add(3);
        two.add(3);
        table.store(5, one, &Value::proved(9, one), work(0, 1));
        assert!(table.look_up(5, two, UNLIMITED).value.is_proved());
        assert!(table.look_up(5, two, 9).value.is_proved());
        assert!(!table.look_up(5, two, 8).value.is_solved());
        assert!(!table.look_up(5, Hand::EMPTY, UNLIMITED).value.is_solved());
        table.store(6, one, &Value::disproved(11, one, INDEPENDENT), work(0, 1));
        assert!(table.look_up(6, Hand::EMPTY, 11).value.is_disproved());
        assert!(!table.look_up(6, Hand::EMPTY, 12).value.is_solved());
        assert!(!table.look_up(6, two, 11).value.is_solved());
    }

    #[test]
    fn numbers_belong_to_their_bound() {
        let table = MateTable::new(1).unwrap();
        let hand = Hand::EMPTY;
        let search = |plies| Work { plies, depth: 0, effort: 1 };
        table.store(5, hand, &Value::unknown(40, 2), search(7));
        table.store(5, hand, &Value::unknown(3, 60), search(11));
        let numbers = |table: &MateTable, plies| {
            let result = table.look_up(5, hand, plies);
            (result.value.pn, result.value.dn, result.exact)
        };
        assert_eq!(numbers(&table, 7), (40, 2, true));
        assert_eq!(numbers(&table, 11), (3, 60, true));
        // In between it is no easier to prove than within more, and no easier to disprove than within fewer.
        assert_eq!(numbers(&table, 9), (3, 2, false));
        assert_eq!(numbers(&table, 5), (40, 1, false));
        table.store(5, hand, &Value::disproved(7, hand, INDEPENDENT), search(7));
        table.store(5, hand, &Value::proved(9, hand), search(9));
        assert!(table.look_up(5, hand, 7).value.is_disproved());
        assert!(table.look_up(5, hand, 9).value.is_proved());
        assert!(!table.look_up(5, hand, 8).value.is_solved());
        assert_eq!(table.used(), 2, "the results took the place of the numbers within 7");
    }

    /// Stored results are found, by other threads too, once all are done.
    #[test]
    fn threads_store_together() {
        let table = MateTable::new(1).unwrap();
        let stored: Vec<_> = keys().take(8_000).collect();
        thread::scope(|scope| {
            for turn in [0, 3_000, 6_000] {
                let (table, mut mine) = (&table, stored.clone());
                mine.rotate_left(turn);
                scope.spawn(move || {
                    for (n, &(board_key, hand)) in mine.iter().enumerate() {
                        let value = if n % 2 == 0 { Value::proved(7, hand) } else { Value::unknown(3, 4) };
                        table.store(board_key, hand, &value, work(0, 1));
                    }
                });
            }
        });
        let value_of = |&(board_key, hand)| table.look_up(board_key, hand, UNLIMITED).value;
        assert!(stored.iter().map(value_of).all(|value| value.is_proved() || (value.pn, value.dn) == (3, 4)));
        assert_eq!(filled(&table).count(), table.used());
    }
}
