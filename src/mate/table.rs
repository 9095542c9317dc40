//! What the solver remembers of positions, in bounded memory.
//!
//! Entries are found by board key, so that what is known of one hand speaks for others: a mate holds with more in
//! the attacker's hand, its absence with less. Nagai's proof and disproof hands (dissertation, 2002, chapter 5) make
//! the most of that. Results keep the number of plies for which they hold: a mate is one within more as well, its
//! absence holds within fewer. One entry keeps both. Proof numbers belong to the bound in plies under which they
//! were counted and have an entry for each: searches under different bounds that overwrote each other's numbers would
//! undo each other's work for ever.

use super::value::{INDEPENDENT, Plies, UNLIMITED, Value};
use crate::game::Reserve;
use crate::memory;

/// Words of an entry: board key; hand; pn and dn; plies and bound; effort and depth.
type Words = [u64; 5];

/// What is known of one board with one hand of the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    board_key: u64,
    hand: Reserve,
    /// The bound in plies under which `pn` and `dn` were counted; [`RESULTS`] if the entry keeps results instead.
    bound: Plies,
    pn: u32,
    dn: u32,
    /// A mate in so many plies is proved for this hand or more; [`UNLIMITED`] if none is.
    proved: Plies,
    /// That there is no mate in so many plies is proved for this hand or less, if `disproved_at_all`.
    disproved: Plies,
    disproved_at_all: bool,
    /// Nodes spent on it.
    effort: u32,
    /// Shallowest ply at which it was met.
    depth: u32,
}

/// The bound of entries with results: nothing is searched within no ply.
const RESULTS: Plies = 0;

impl Entry {
    const fn new(board_key: u64, hand: Reserve, bound: Plies) -> Self {
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

    #[inline(always)]
    const fn unpack(words: &Words) -> Self {
        let [board_key, hand, numbers, plies, work] = *words;
        Self {
            board_key,
            hand: Reserve::from_bits(hand),
            bound: bound_of(words),
            pn: numbers as u32,
            dn: (numbers >> 32) as u32,
            proved: plies as u16,
            disproved: (plies >> 16) as u16,
            disproved_at_all: plies >> 48 != 0,
            effort: work as u32,
            depth: (work >> 32) as u32,
        }
    }

    #[inline(always)]
    const fn pack(&self) -> Words {
        [
            self.board_key,
            self.hand.bits(),
            self.pn as u64 | (self.dn as u64) << 32,
            self.proved as u64
                | (self.disproved as u64) << 16
                | (self.bound as u64) << 32
                | (self.disproved_at_all as u64) << 48,
            self.effort as u64 | (self.depth as u64) << 32,
        ]
    }
}

#[inline(always)]
const fn bound_of(words: &Words) -> Plies {
    (words[3] >> 32) as Plies
}

/// What tells the entries of one board apart: the attacker's hand, and the bound in plies or [`RESULTS`].
type Label = (Reserve, Plies);

/// The search of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    /// Its bound.
    pub plies: Plies,
    /// The ply of the node on the path.
    pub depth: u32,
    /// Nodes.
    pub effort: u32,
}

/// What a look-up found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub value: Value,
    /// Shallowest ply at which the node was met, `u32::MAX` if never.
    pub depth: u32,
    /// Whether the numbers come from a search of this very position.
    pub exact: bool,
}

impl Found {
    /// Learns from the numbers of an entry with no less, or no more, in the attacker's hand and in plies. With less of
    /// both a mate is no easier to prove, with more no easier to disprove.
    #[inline(always)]
    fn weigh(&mut self, entry: &Entry, no_less: bool, no_more: bool) {
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

/// A hash table with linear probing; a zero board key marks a free slot.
pub(super) struct Table {
    slots: Vec<Words>,
    used: usize,
    max_slots: usize,
    /// Left of the old slots when growing was interrupted: freeing them takes time that there is not.
    left_over: Vec<Words>,
}

const FIRST_SLOTS: usize = 1 << 14;
const GROWTH: usize = 4;
/// Slots looked at before one of them is given up for a new entry.
const LONGEST_RUN: usize = 96;

impl Table {
    /// A table that grows as needed to about `megabytes`.
    #[must_use]
    pub fn new(megabytes: usize) -> Self {
        // While it grows, the old slots are still there.
        let bytes = (megabytes << 20) / (GROWTH + 1) * GROWTH;
        let max_slots = (bytes / size_of::<Words>()).max(FIRST_SLOTS);
        Self { slots: vec![[0; 5]; FIRST_SLOTS], used: 0, max_slots, left_over: Vec::new() }
    }

    pub fn clear(&mut self) {
        if self.slots.len() > FIRST_SLOTS {
            self.slots = vec![[0; 5]; FIRST_SLOTS];
        } else if self.used > 0 {
            self.slots.fill([0; 5]);
        }
        self.left_over = Vec::new();
        self.used = 0;
    }

    /// Filled slots in thousandths of the bound.
    #[must_use]
    pub const fn permille(&self) -> usize {
        self.used * 1000 / self.max_slots
    }

    /// Whether it is time for [`Table::make_room`].
    #[inline(always)]
    pub const fn is_crowded(&self) -> bool {
        self.used * 3 > self.slots.len() * 2
    }

    #[inline(always)]
    fn home(&self, board_key: u64) -> usize {
        ((u128::from(board_key) * self.slots.len() as u128) >> 64) as usize
    }

    #[inline(always)]
    fn next(&self, slot: usize) -> usize {
        if slot + 1 == self.slots.len() { 0 } else { slot + 1 }
    }

    /// Fetches what [`Table::look_up`] will read first: nearly always it is far from the processor.
    #[inline(always)]
    pub fn prefetch(&self, board_key: u64) {
        // An entry may lie across two cache lines, and the next one often is of the same board.
        if let Some(first) = self.slots[self.home(board_key)..].first_chunk::<2>() {
            memory::prefetch(first);
        }
    }

    /// What is known of `board_key` with `hand` for mates in at most `plies`.
    #[inline(always)]
    pub fn look_up(&self, board_key: u64, hand: Reserve, plies: Plies) -> Found {
        let mut found = Found { value: Value::unknown(1, 1), depth: u32::MAX, exact: false };
        let mut slot = self.home(board_key);
        for _ in 0..LONGEST_RUN {
            let words = &self.slots[slot];
            if words[0] == 0 {
                break;
            }
            if words[0] == board_key {
                let entry = Entry::unpack(words);
                if self.consult(&entry, hand, plies, &mut found) {
                    break;
                }
            }
            slot = self.next(slot);
        }
        found
    }

    /// Learns from an entry of the right board. True if nothing better can come.
    #[inline(always)]
    fn consult(&self, entry: &Entry, hand: Reserve, plies: Plies, found: &mut Found) -> bool {
        let (no_less, no_more) = (hand.dominates(entry.hand), entry.hand.dominates(hand));
        if entry.bound != RESULTS {
            if !found.value.is_solved() {
                found.weigh(entry, no_less && plies >= entry.bound, no_more && plies <= entry.bound);
            }
            return false;
        }
        if no_less && entry.proved <= plies && entry.proved != UNLIMITED {
            if !found.value.is_proved() || entry.proved < found.value.plies {
                found.value = Value::proved(entry.proved, entry.hand);
            }
            return false;
        }
        if no_more && entry.disproved_at_all && entry.disproved >= plies {
            found.value = Value::disproved(entry.disproved, entry.hand, INDEPENDENT);
            return true;
        }
        false
    }

    /// The length of the shortest mate known for `board_key` with `hand`.
    pub fn known_mate(&self, board_key: u64, hand: Reserve) -> Option<Plies> {
        let value = self.look_up(board_key, hand, UNLIMITED - 1).value;
        value.is_proved().then_some(value.plies)
    }

    /// Remembers what a search of `work` said of a node. Results that depend on the path are not for the table.
    pub fn store(&mut self, board_key: u64, hand: Reserve, value: &Value, work: Work) {
        debug_assert!(!value.is_disproved() || value.low == INDEPENDENT);
        let open = (hand, work.plies);
        let slot = if value.is_solved() {
            self.claim(board_key, (value.hand, RESULTS), Some(open))
        } else {
            self.claim(board_key, open, None)
        };
        let mut entry = Entry::unpack(&self.slots[slot]);
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
        self.slots[slot] = entry.pack();
    }

    /// The slot of the entry for exactly this board, hand and bound, new or old. A new one takes the place of
    /// `outdated` where that is found.
    fn claim(&mut self, board_key: u64, wanted: Label, outdated: Option<Label>) -> usize {
        let mut slot = self.home(board_key);
        let mut cheapest = (slot, u32::MAX);
        let mut replaced = None;
        for _ in 0..LONGEST_RUN {
            let words = &self.slots[slot];
            if words[0] == 0 {
                if replaced.is_none() {
                    self.used += 1;
                    self.slots[slot] = Entry::new(board_key, wanted.0, wanted.1).pack();
                    return slot;
                }
                break;
            }
            if words[0] == board_key {
                let label = (Reserve::from_bits(words[1]), bound_of(words));
                if label == wanted {
                    return slot;
                }
                if Some(label) == outdated {
                    replaced = Some((slot, words[4] as u32));
                }
            }
            let effort = words[4] as u32;
            if effort < cheapest.1 {
                cheapest = (slot, effort);
            }
            slot = self.next(slot);
        }
        let (slot, effort) = replaced.unwrap_or((cheapest.0, 0));
        self.slots[slot] = Entry { effort, ..Entry::new(board_key, wanted.0, wanted.1) }.pack();
        slot
    }

    /// Grows, or throws out the entries that cost least. `interrupted` is asked now and then; once it says yes the
    /// table may have lost entries, but none is wrong.
    pub fn make_room(&mut self, interrupted: &mut impl FnMut() -> bool) {
        if self.slots.len() < self.max_slots {
            self.grow(interrupted);
        } else {
            self.collect_garbage(interrupted);
        }
    }

    fn grow(&mut self, interrupted: &mut impl FnMut() -> bool) {
        let size = (self.slots.len() * GROWTH).min(self.max_slots);
        let mut old = std::mem::replace(&mut self.slots, vec![[0; 5]; size]);
        self.used = 0;
        while !old.is_empty() && !interrupted() {
            let moved = old.len().saturating_sub(BETWEEN_QUESTIONS);
            for words in old[moved..].iter().filter(|words| words[0] != 0) {
                let slot = self.claim(words[0], (Reserve::from_bits(words[1]), bound_of(words)), None);
                self.slots[slot] = *words;
            }
            old.truncate(moved);
            // Memory goes back in parts as well: all at once would take too long.
            if moved.is_multiple_of(BETWEEN_QUESTIONS * 16) {
                old.shrink_to_fit();
            }
        }
        self.left_over = old;
    }

    /// Removes about half of the entries.
    fn collect_garbage(&mut self, interrupted: &mut impl FnMut() -> bool) {
        let limit = self.median_worth();
        let mut slot = 0;
        let mut count = 0;
        while slot < self.slots.len() {
            let words = &self.slots[slot];
            if words[0] != 0 && worth(words) <= limit {
                // Another entry may have moved in here: the same slot again.
                self.remove(slot);
            } else {
                slot += 1;
            }
            count += 1;
            if count % BETWEEN_QUESTIONS == 0 && interrupted() {
                return;
            }
        }
    }

    /// The median worth of a sample.
    fn median_worth(&self) -> u32 {
        let step = (self.slots.len() / 20_000).max(1);
        let mut sample: Vec<u32> = self.slots.iter().step_by(step).filter(|words| words[0] != 0).map(worth).collect();
        if sample.is_empty() {
            return 0;
        }
        let middle = sample.len() / 2;
        *sample.select_nth_unstable(middle).1
    }

    /// Frees a slot and moves later entries of its run up, so that none becomes unreachable (Knuth, TAOCP 3, 6.4,
    /// algorithm R).
    fn remove(&mut self, mut free: usize) {
        self.used -= 1;
        let mut slot = free;
        loop {
            slot = self.next(slot);
            if self.slots[slot][0] == 0 {
                break;
            }
            let home = self.home(self.slots[slot][0]);
            let stays = if free <= slot { free < home && home <= slot } else { free < home || home <= slot };
            if !stays {
                self.slots[free] = self.slots[slot];
                free = slot;
            }
        }
        self.slots[free] = [0; 5];
    }
}

const BETWEEN_QUESTIONS: usize = 4096;

/// Results are worth more than numbers of the same cost.
#[inline(always)]
const fn worth(words: &Words) -> u32 {
    let effort = words[4] as u32;
    if bound_of(words) == RESULTS { effort.saturating_mul(4) } else { effort }
}

/// Disproofs that hold on one path only, because a position is repeated on it. Kept apart from the others and found
/// by path and position together.
pub(super) struct PathTable {
    slots: Vec<[u64; 2]>,
    /// Changes every key, so that what was stored under an earlier salt is not found.
    salt: u64,
}

const PATH_SLOTS: usize = 1 << 18;

impl PathTable {
    pub fn new() -> Self {
        Self { slots: vec![[0; 2]; PATH_SLOTS], salt: 1 }
    }

    pub const fn clear(&mut self) {
        self.salt = self.salt.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    /// Fetches what [`PathTable::look_up`] will read.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(&self.slots[key as usize % PATH_SLOTS]);
    }

    /// The shallowest ply of the path on which the disproof depends, if there is no mate in `plies`.
    #[inline(always)]
    pub fn look_up(&self, key: u64, plies: Plies) -> Option<(Plies, u32)> {
        let [found, data] = self.slots[key as usize % PATH_SLOTS];
        let (disproved, low) = (data as u16, (data >> 32) as u32);
        (found == key ^ self.salt && disproved >= plies).then_some((disproved, low))
    }

    pub fn store(&mut self, key: u64, plies: Plies, low: u32) {
        self.slots[key as usize % PATH_SLOTS] = [key ^ self.salt, u64::from(plies) | u64::from(low) << 32];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys as a generator of well-mixed numbers gives them, each board with several hands.
    fn keys() -> impl Iterator<Item = (u64, Reserve)> {
        (1u64..).map(|n| {
            let mut hand = Reserve::EMPTY;
            (0..n % 3).for_each(|_| hand.add((n % 5) as usize));
            ((n / 4 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17) | 1, hand)
        })
    }

    const fn work(depth: u32, effort: u32) -> Work {
        Work { plies: UNLIMITED, depth, effort }
    }

    fn filled(table: &Table) -> impl Iterator<Item = &Words> {
        table.slots.iter().filter(|words| words[0] != 0)
    }

    #[test]
    fn memory_stays_bounded_and_entries_reachable() {
        let mut table = Table::new(1);
        let mut rooms = 0;
        for (n, (board_key, hand)) in keys().take(100_000).enumerate() {
            table.store(board_key, hand, &Value::unknown(7, 9), work(3, n as u32 % 1000 + 1));
            if table.is_crowded() {
                table.make_room(&mut || false);
                assert!(!table.is_crowded());
                rooms += 1;
            }
        }
        assert!(rooms > 3 && table.slots.len() * size_of::<Words>() <= 1 << 20);
        assert_eq!(filled(&table).count(), table.used);
        for words in filled(&table) {
            let found = table.look_up(words[0], Reserve::from_bits(words[1]), UNLIMITED);
            assert!(found.exact && found.depth == 3);
        }
    }

    #[test]
    fn dearer_entries_outlive_cheaper_ones() {
        let mut table = Table::new(1);
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
        let mut table = Table::new(1);
        let (mut one, mut two) = (Reserve::EMPTY, Reserve::EMPTY);
        one.add(3);
        two.add(3);
        two.add(3);
        table.store(5, one, &Value::proved(9, one), work(0, 1));
        assert!(table.look_up(5, two, UNLIMITED).value.is_proved());
        assert!(table.look_up(5, two, 9).value.is_proved());
        assert!(!table.look_up(5, two, 8).value.is_solved());
        assert!(!table.look_up(5, Reserve::EMPTY, UNLIMITED).value.is_solved());
        table.store(6, one, &Value::disproved(11, one, INDEPENDENT), work(0, 1));
        assert!(table.look_up(6, Reserve::EMPTY, 11).value.is_disproved());
        assert!(!table.look_up(6, Reserve::EMPTY, 12).value.is_solved());
        assert!(!table.look_up(6, two, 11).value.is_solved());
    }

    #[test]
    fn numbers_belong_to_their_bound() {
        let mut table = Table::new(1);
        let hand = Reserve::EMPTY;
        let search = |plies| Work { plies, depth: 0, effort: 1 };
        table.store(5, hand, &Value::unknown(40, 2), search(7));
        table.store(5, hand, &Value::unknown(3, 60), search(11));
        let numbers = |table: &Table, plies| {
            let found = table.look_up(5, hand, plies);
            (found.value.pn, found.value.dn, found.exact)
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
        assert_eq!(table.used, 2, "the results took the place of the numbers within 7");
    }

    #[test]
    fn disproofs_of_a_path_are_found_by_path_and_length() {
        let mut paths = PathTable::new();
        paths.store(77, 8, 4);
        assert_eq!(paths.look_up(77, 8), Some((8, 4)));
        assert_eq!(paths.look_up(77, 9), None);
        assert_eq!(paths.look_up(77 + PATH_SLOTS as u64, 8), None);
        paths.clear();
        assert_eq!(paths.look_up(77, 8), None);
    }
}
