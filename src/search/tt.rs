//! The transposition table: results of earlier searches by position.
//!
//! Clusters of 32 bytes, two to a cache line, of four atomic words: three of data, one an entry, and a fourth with
//! 21 verification bits for each. A game whose moves have more than 16 bits has two entries in a cluster, and the third
//! word holds the higher bits of their moves. Nothing locks. The verification bits are mixed with their data, so
//! that halves of two writes do not match (Hyatt and Mann, *A lock-less transposition table implementation for parallel
//! search*, ICGA Journal 25/1, 2002).
//!
//! The index comes from the high bits of the key by multiplication, so that any number of clusters will do
//! (Lemire, *Fast random integer generation in an interval*, 2019); verification takes the low bits.

use crate::game::score::{self, Score};
use crate::game::{GameMove, MoveBits};
use crate::memory::{self, LargePages, NoRoom};
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::thread;

/// Relation of a stored score to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// Nothing: there is no score.
    None = 0,
    /// The true score is at most the stored one.
    Upper = 1,
    /// The true score is at least the stored one.
    Lower = 2,
    /// The stored score is the true one, as far as its depth goes.
    Exact = 3,
}

impl Bound {
    const ALL: [Self; 4] = [Self::None, Self::Upper, Self::Lower, Self::Exact];

    /// True if the true score is at least the stored one.
    #[must_use]
    #[inline(always)]
    pub const fn is_lower(self) -> bool {
        self as u8 & Self::Lower as u8 != 0
    }

    /// True if the true score is at most the stored one.
    #[must_use]
    #[inline(always)]
    pub const fn is_upper(self) -> bool {
        self as u8 & Self::Upper as u8 != 0
    }
}

/// A stored result for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry<M> {
    /// The best move, not tested in any way: another position may have the same bits.
    pub best: Option<M>,
    /// The score, whose mate distances count from this node; [`score::NONE`] if only the evaluation is known.
    pub score: Score,
    /// Uncorrected evaluation, [`score::NONE`] in check.
    pub eval: Score,
    /// Plies searched, from [`DEPTH_UNSEARCHED`].
    pub depth: i32,
    /// Relation of the score to the true one.
    pub bound: Bound,
    /// The position has been on a principal variation.
    pub tt_pv: bool,
}

impl<M: GameMove> TtEntry<M> {
    /// The entry of a position that the table does not know.
    pub const MISSING: Self = Self {
        best: None,
        score: score::NONE,
        eval: score::NONE,
        depth: DEPTH_UNSEARCHED,
        bound: Bound::None,
        tt_pv: false,
    };

    /// The entry's 64 bits: move 16, score 16, evaluation 16, depth 8, generation 5, principal variation 1, bound 2.
    #[inline]
    fn pack(&self, generation: u8) -> Packed {
        debug_assert!(i16::try_from(self.score).is_ok() && i16::try_from(self.eval).is_ok());
        let depth = (self.depth - DEPTH_UNSEARCHED).clamp(0, 255) as u64;
        let tag = generation << 3 | u8::from(self.tt_pv) << 2 | self.bound as u8;
        let best: u64 = self.best.map_or(0, |m| m.to_bits().into());
        let word = best & LOW_MOVE
            | u64::from(self.score as u16) << 16
            | u64::from(self.eval as u16) << 32
            | depth << 48
            | u64::from(tag) << 56;
        Packed { word, rest: best >> LOW_MOVE_BITS }
    }

    #[inline]
    fn unpack(Packed { word, rest }: Packed) -> Self {
        let tag = word >> 56;
        Self {
            best: M::from_bits(M::Bits::truncated(word & LOW_MOVE | rest << LOW_MOVE_BITS)),
            score: Score::from((word >> 16) as i16),
            eval: Score::from((word >> 32) as i16),
            depth: i32::from((word >> 48) as u8) + DEPTH_UNSEARCHED,
            bound: Bound::ALL[(tag & 3) as usize],
            tt_pv: tag & 4 != 0,
        }
    }
}

/// An entry in its stored form: a word of its own, and the bits of a wide move beyond the lowest 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Packed {
    word: u64,
    rest: u64,
}

/// The depth of an entry that holds an evaluation and no search.
pub const DEPTH_UNSEARCHED: i32 = -2;

const CLUSTER_WORDS: usize = 4;
const CLUSTER_BYTES: usize = CLUSTER_WORDS * size_of::<AtomicU64>();
/// The word of a cluster with the verification bits.
const CHECKS: usize = CLUSTER_WORDS - 1;
/// The word of a cluster with the higher bits of wide moves.
const RESTS: usize = CHECKS - 1;
const CHECK_BITS: usize = 21;
const CHECK_MASK: u64 = (1 << CHECK_BITS) - 1;
/// Bits of a move that an entry's own word holds.
const LOW_MOVE_BITS: u32 = 16;
const LOW_MOVE: u64 = (1 << LOW_MOVE_BITS) - 1;
/// Bits of a wide move beyond those.
const REST_BITS: usize = 32;
const REST_MASK: u64 = (1 << REST_BITS) - 1;
/// Number of distinct generations of searches.
const GENERATIONS: u8 = 32;
/// Plies of depth that one generation of age is worth.
const AGE_WEIGHT: i32 = 8;
const NAME: &str = "a transposition table";
/// Clusters that [`TranspositionTable::hashfull`] samples.
const SAMPLE: usize = 1000;

const _: () = assert!(CLUSTER_BYTES == 32 && CHECKS * CHECK_BITS <= 64);

/// A table of positions with moves `M`, shared by all threads.
pub struct TranspositionTable<M> {
    words: LargePages<AtomicU64>,
    clusters: usize,
    generation: AtomicU8,
    moves: PhantomData<M>,
}

impl<M: GameMove> TranspositionTable<M> {
    /// True if moves take more bits than an entry's own word has for them.
    const IS_WIDE: bool = M::Bits::WIDTH > LOW_MOVE_BITS;
    /// Entries of a cluster.
    const ENTRIES: usize = if Self::IS_WIDE { RESTS } else { CHECKS };

    /// An empty table of `megabytes`, or of as many as memory can hold: see [`TranspositionTable::megabytes`].
    ///
    /// # Errors
    /// If there is no memory for one megabyte.
    pub fn new(megabytes: usize) -> Result<Self, NoRoom> {
        Self::within(megabytes, memory::available())
    }

    /// An empty table of `kilobytes`, for small searches: small enough to stay in the processor's caches.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn small(kilobytes: usize) -> Result<Self, NoRoom> {
        let clusters = ((kilobytes << 10) / CLUSTER_BYTES).max(1);
        let words = LargePages::zeroed(NAME, clusters * CLUSTER_WORDS)?;
        Ok(Self { words, clusters, generation: AtomicU8::new(0), moves: PhantomData })
    }

    /// A table of `megabytes`, or of as many as there is room for in the `available` bytes.
    fn within(megabytes: usize, available: Option<u64>) -> Result<Self, NoRoom> {
        let mut megabytes = megabytes.min(memory::room(available)).max(1);
        while megabytes > 1 {
            let clusters = megabytes.saturating_mul(1 << 20) / CLUSTER_BYTES;
            if let Some(words) = LargePages::modest(clusters * CLUSTER_WORDS) {
                return Ok(Self { words, clusters, generation: AtomicU8::new(0), moves: PhantomData });
            }
            megabytes /= 2;
        }
        Self::small(1 << 10)
    }

    /// The size in MB (1,048,576 bytes).
    #[must_use]
    pub const fn megabytes(&self) -> usize {
        (self.clusters * CLUSTER_BYTES) >> 20
    }

    /// Clears the `part`-th of `parts` equal shares, so that threads can share the work.
    pub fn clear(&self, part: usize, parts: usize) {
        let words = self.clusters * CLUSTER_WORDS;
        let share = words.div_ceil(parts);
        let from = words.min(part * share);
        for word in &self.words[from..words.min(from + share)] {
            word.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// Clears the table by all of the machine's threads: most of the time goes into touching memory for the first time.
    pub fn clear_all(&self) {
        let others = thread::available_parallelism().map_or(0, |threads| threads.get() - 1);
        let parts = 1 + memory::rooms(memory::SPARE, others);
        thread::scope(|scope| {
            for part in 1..parts {
                let clear = move || self.clear(part, parts);
                if thread::Builder::new().spawn_scoped(scope, clear).is_err() {
                    // Without that thread its part is left to this one.
                    clear();
                }
            }
            self.clear(0, parts);
        });
    }

    /// Ages all entries.
    pub fn new_search(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &[AtomicU64] {
        let index = ((u128::from(key) * self.clusters as u128) >> 64) as usize;
        &self.words[index * CLUSTER_WORDS..][..CLUSTER_WORDS]
    }

    /// Starts to load the cluster of a position that will be probed soon.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(&self.cluster(key)[0]);
    }

    /// The stored form of a slot's entry.
    #[inline(always)]
    fn load(cluster: &[AtomicU64], slot: usize) -> Packed {
        const { assert!(M::Bits::WIDTH as usize <= LOW_MOVE_BITS as usize + REST_BITS && RESTS * REST_BITS <= 64) };
        let rest = if Self::IS_WIDE { cluster[RESTS].load(Relaxed) >> (slot * REST_BITS) & REST_MASK } else { 0 };
        Packed { word: cluster[slot].load(Relaxed), rest }
    }

    /// The entry of a position, if there is one.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry<M>> {
        let cluster = self.cluster(key);
        let checks = cluster[CHECKS].load(Relaxed);
        for slot in 0..Self::ENTRIES {
            let packed = Self::load(cluster, slot);
            if check_at(checks, slot) == check(key, packed) && packed.word != 0 {
                return Some(TtEntry::unpack(packed));
            }
        }
        None
    }

    /// Stores `entry` for the position, unless the table already knows more.
    pub fn store(&self, key: u64, entry: &TtEntry<M>) {
        let cluster = self.cluster(key);
        let generation = self.generation.load(Relaxed);
        let checks = cluster[CHECKS].load(Relaxed);
        let mut victim = 0;
        let mut least_worth = i32::MAX;
        for slot in 0..Self::ENTRIES {
            let packed = Self::load(cluster, slot);
            if packed.word == 0 || check_at(checks, slot) == check(key, packed) {
                if let Some(packed) = merge(packed, entry, generation) {
                    Self::write(cluster, slot, checks, key, packed);
                }
                return;
            }
            let worth = i32::from((packed.word >> 48) as u8) - AGE_WEIGHT * i32::from(age(packed.word, generation));
            if worth < least_worth {
                least_worth = worth;
                victim = slot;
            }
        }
        Self::write(cluster, victim, checks, key, entry.pack(generation));
    }

    fn write(cluster: &[AtomicU64], slot: usize, checks: u64, key: u64, packed: Packed) {
        // Another thread may write to this cluster between our loads and stores. Then verification bits and data of
        // some entry do not agree, and it counts as missing.
        cluster[slot].store(packed.word, Relaxed);
        if Self::IS_WIDE {
            let shift = slot * REST_BITS;
            let others = cluster[RESTS].load(Relaxed) & !(REST_MASK << shift);
            cluster[RESTS].store(others | packed.rest << shift, Relaxed);
        }
        let shift = slot * CHECK_BITS;
        cluster[CHECKS].store(checks & !(CHECK_MASK << shift) | check(key, packed) << shift, Relaxed);
    }

    /// Permille of the entries that this search has written, from a sample.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = self.clusters.min(SAMPLE);
        let written = self.words[..sample * CLUSTER_WORDS]
            .chunks_exact(CLUSTER_WORDS)
            .flat_map(|cluster| &cluster[..Self::ENTRIES])
            .filter(|word| {
                let word = word.load(Relaxed);
                word != 0 && age(word, generation) == 0
            })
            .count();
        (written * 1000 / (sample * Self::ENTRIES)) as u32
    }
}

/// Resizes `table` to `megabytes`, cleared, unless it has that size already. The old table goes first: there may not be
/// room for both. With too little memory, the new one is smaller than asked for.
pub fn resize<M: GameMove>(table: &mut Arc<TranspositionTable<M>>, megabytes: usize) {
    if table.megabytes() == megabytes {
        return;
    }
    for megabytes in [1, megabytes] {
        match TranspositionTable::new(megabytes) {
            Ok(new) => *table = Arc::new(new),
            // There is no room for another megabyte: the present table has to do.
            Err(_) => return,
        }
    }
}

/// The entry to write over `old`, which is empty or holds the same position; none to leave it alone.
fn merge<M: GameMove>(old: Packed, entry: &TtEntry<M>, generation: u8) -> Option<Packed> {
    /// A result this many plies shallower is still worth its freshness.
    const TOLERANCE: i32 = 4;
    let mut entry = *entry;
    if old.word == 0 {
        return Some(entry.pack(generation));
    }
    let known = TtEntry::<M>::unpack(old);
    entry.best = entry.best.or(known.best);
    let replaces = entry.bound == Bound::Exact
        || entry.depth + 2 * i32::from(entry.tt_pv) + TOLERANCE > known.depth
        || age(old.word, generation) != 0;
    if replaces {
        return Some(entry.pack(generation));
    }
    // A deeper result stays, but a newer move is the better guess.
    (entry.best != known.best).then(|| TtEntry { best: entry.best, ..known }.pack(generation))
}

/// Number of searches since the entry was written.
#[inline(always)]
const fn age(word: u64, generation: u8) -> u8 {
    generation.wrapping_sub((word >> 59) as u8) % GENERATIONS
}

/// The verification bits of an entry for the position with this key.
#[inline(always)]
const fn check(key: u64, Packed { word, rest }: Packed) -> u64 {
    let word = word ^ word >> CHECK_BITS ^ word >> (2 * CHECK_BITS) ^ word >> (3 * CHECK_BITS);
    (key ^ word ^ rest ^ rest >> CHECK_BITS) & CHECK_MASK
}

/// The verification bits of a slot.
#[inline(always)]
const fn check_at(checks: u64, slot: usize) -> u64 {
    checks >> (slot * CHECK_BITS) & CHECK_MASK
}

/// A score at `ply` plies from the root in its stored form, with mate distances from the node itself.
#[must_use]
#[inline]
pub const fn to_tt(score: Score, ply: usize) -> Score {
    if !score::is_mate(score) {
        score
    } else if score > 0 {
        score + ply as Score
    } else {
        score - ply as Score
    }
}

/// The inverse of [`to_tt`]. A mate beyond the deepest ply, which another path may have stored, cannot be shown, and
/// counts as a win or loss just short of a mate.
#[must_use]
#[inline]
pub const fn from_tt(score: Score, ply: usize) -> Score {
    if !score::is_mate(score) {
        return score;
    }
    let adjusted = if score > 0 { score - ply as Score } else { score + ply as Score };
    if score::is_mate(adjusted) { adjusted } else { score.signum() * (score::MATE_BOUND - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::hash::mix;
    use proptest::prelude::*;

    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct Number(u16);

    impl GameMove for Number {
        type Bits = u16;
        fn to_bits(self) -> u16 {
            self.0
        }
        fn from_bits(bits: u16) -> Option<Self> {
            (bits != 0).then_some(Self(bits))
        }
    }

    /// A table of a megabyte; a small one under Miri, which looks at every word of it at each access.
    fn table<M: GameMove>() -> TranspositionTable<M> {
        TranspositionTable::small(if cfg!(miri) { 4 } else { 1 << 10 }).unwrap()
    }

    fn entry(best: u16, depth: i32, bound: Bound) -> TtEntry<Number> {
        TtEntry { best: Some(Number(best)), score: 123, eval: -45, depth, bound, tt_pv: false }
    }

    proptest! {
        #[test]
        fn entries_round_trip(
            bits in 0u16.., value in -32_001..=32_002, eval in -30_000..=30_000, depth in -2..250, bound in 0usize..4,
            tt_pv: bool, generation in 0u8..GENERATIONS,
        ) {
            let bound = Bound::ALL[bound];
            let entry = TtEntry { best: Number::from_bits(bits), score: value, eval, depth, bound, tt_pv };
            prop_assert_eq!(TtEntry::unpack(entry.pack(generation)), entry);
            prop_assert_eq!(age(entry.pack(generation).word, generation), 0);
        }

        #[test]
        fn scores_round_trip(score in -32_000..=32_000, ply in 0usize..=score::MAX_PLY) {
            let reachable = !score::is_mate(score) || score.abs() <= score::mate_in(ply);
            prop_assume!(reachable);
            prop_assert_eq!(from_tt(to_tt(score, ply), ply), score);
        }
    }

    #[test]
    fn finds_what_it_stored() {
        let table = table::<Number>();
        let stored = table.clusters as u64 * 5 / 8;
        let mut hits = 0;
        for n in 1..=stored {
            table.store(mix(n), &entry(n as u16 | 1, 5, Bound::Exact));
        }
        for n in 1..=stored {
            if let Some(hit) = table.probe(mix(n)) {
                assert_eq!(hit, entry(n as u16 | 1, 5, Bound::Exact));
                hits += 1;
            }
        }
        assert!(hits > stored * 975 / 1000, "{hits}");
        assert!(table.probe(mix(99_999)).is_none());
        let expected = (stored as usize * 1000 / (3 * table.clusters)) as u32;
        assert!(table.hashfull().abs_diff(expected) < 30, "{}", table.hashfull());
        table.clear(0, 2);
        assert!(table.hashfull() <= expected * 6 / 10, "{}", table.hashfull());
        table.clear(1, 2);
        assert!((1..=stored).all(|n| table.probe(mix(n)).is_none()));
        (1..=stored).for_each(|n| table.store(mix(n), &entry(1, 5, Bound::Exact)));
        table.clear_all();
        assert!((1..=stored).all(|n| table.probe(mix(n)).is_none()));
    }

    #[test]
    fn keeps_the_deeper_result_and_the_newer_move() {
        let table = table::<Number>();
        table.store(7, &entry(1, 20, Bound::Lower));
        table.store(7, &entry(2, 5, Bound::Upper));
        assert_eq!(table.probe(7), Some(entry(2, 20, Bound::Lower)));
        table.store(7, &TtEntry { best: None, ..entry(1, 20, Bound::Exact) });
        assert_eq!(table.probe(7), Some(entry(2, 20, Bound::Exact)));
        table.new_search();
        assert_eq!(table.hashfull(), 0);
        table.store(7, &entry(3, 1, Bound::Lower));
        assert_eq!(table.probe(7), Some(entry(3, 1, Bound::Lower)));
    }

    #[test]
    fn replaces_the_shallow_and_the_old() {
        let table = table::<Number>();
        // Keys that share a cluster: they differ in the low bits only.
        table.store(1, &entry(1, 9, Bound::Lower));
        table.store(2, &entry(2, 3, Bound::Lower));
        table.store(3, &entry(3, 6, Bound::Lower));
        table.store(4, &entry(4, 1, Bound::Lower));
        assert!(table.probe(2).is_none());
        table.new_search();
        table.store(4, &entry(4, 5, Bound::Lower));
        table.store(5, &entry(5, 1, Bound::Lower));
        assert!(table.probe(3).is_none() && table.probe(1).is_some());
    }

    #[test]
    fn torn_writes_are_missing() {
        let table = table::<Number>();
        table.store(7, &entry(1, 20, Bound::Lower));
        let other = entry(2, 3, Bound::Upper).pack(0);
        table.cluster(7)[0].store(other.word, Relaxed);
        assert!(table.probe(7).is_none());
    }

    #[test]
    fn threads_read_only_whole_entries() {
        let rounds: u64 = if cfg!(miri) { 200 } else { 200_000 };
        let table = table::<Number>();
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let table = &table;
                scope.spawn(move || {
                    for n in 0..rounds {
                        // Few keys in few clusters, and each entry can be checked against its key.
                        let key = mix(n.wrapping_mul(thread + 1) % 64) & 0xff00_0000_0000_ffff;
                        if let Some(hit) = table.probe(key) {
                            assert_eq!(hit.best, Some(Number(key as u16 | 1)));
                            assert_eq!(hit.eval, hit.score - 10_000);
                        }
                        let score = (n % 10_000) as Score;
                        let entry = TtEntry {
                            best: Some(Number(key as u16 | 1)),
                            score,
                            eval: score - 10_000,
                            depth: (n % 30) as i32,
                            bound: Bound::Exact,
                            tt_pv: false,
                        };
                        table.store(key, &entry);
                    }
                });
            }
        });
    }

    #[test]
    fn a_size_beyond_memory_shrinks() {
        let megabytes =
            |wanted, available| TranspositionTable::<Number>::within(wanted, available).unwrap().megabytes();
        assert_eq!(megabytes(64, Some(16 << 20)), 10);
        assert_eq!(megabytes(8, Some(16 << 20)), 8);
        assert_eq!(megabytes(8, None), 8);
        assert_eq!((megabytes(8, Some(0)), megabytes(0, None)), (1, 1));
    }

    /// A move of 32 bits.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct Wide(u32);

    impl GameMove for Wide {
        type Bits = u32;
        fn to_bits(self) -> u32 {
            self.0
        }
        fn from_bits(bits: u32) -> Option<Self> {
            (bits != 0).then_some(Self(bits))
        }
    }

    #[test]
    fn wide_moves_are_kept_whole() {
        let table = table::<Wide>();
        let entry = |n: u32| TtEntry {
            best: Some(Wide(n << 16 | 7)),
            score: n as Score,
            eval: -5,
            depth: 9,
            bound: Bound::Exact,
            tt_pv: true,
        };
        let stored = table.clusters as u32 / 16;
        for n in 1..=stored {
            table.store(mix(n.into()), &entry(n));
        }
        let hits = (1..=stored).filter(|&n| {
            let hit = table.probe(mix(n.into()));
            assert!(hit.is_none_or(|hit| hit == entry(n)));
            hit.is_some()
        });
        assert!(hits.count() > stored as usize * 975 / 1000);
        // Two keys that share a cluster, and the upper half of another thread's move.
        table.store(1, &entry(1));
        table.store(2, &entry(2));
        assert_eq!((table.probe(1), table.probe(2)), (Some(entry(1)), Some(entry(2))));
        table.cluster(1)[RESTS].fetch_xor(1 << 20, Relaxed);
        assert_eq!((table.probe(1), table.probe(2)), (None, Some(entry(2))));
    }
}
