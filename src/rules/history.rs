//! The positions of a game, indexed for fast detection of repetition.

use crate::game::Hand;

/// Every position since the set-up, with a counting filter that shows at once that a board is new.
///
/// Shogi has no irreversible moves to bound the look-back, so nearly every node would otherwise walk the whole game
/// for nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct History {
    entries: Vec<PastPosition>,
    /// Number of positions by the low bits of their board key. A saturated counter stays saturated; its positions are
    /// then always searched.
    filter: Box<[u16; FILTER]>,
}

/// Given the board, one hand determines the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PastPosition {
    board_key: u64,
    black_hand: Hand,
}

const FILTER: usize = 2048;

impl History {
    pub fn new() -> Self {
        Self { entries: Vec::with_capacity(512), filter: Box::new([0; FILTER]) }
    }

    #[inline(always)]
    pub fn push(&mut self, board_key: u64, black_hand: Hand) {
        self.entries.push(PastPosition { board_key, black_hand });
        let count = &mut self.filter[slot(board_key)];
        *count = count.saturating_add(1);
    }

    /// # Panics
    /// If it is empty.
    #[inline(always)]
    pub fn pop(&mut self) {
        let entry = self.entries.pop().expect("an entry for every move");
        let count = &mut self.filter[slot(entry.board_key)];
        *count -= u16::from(*count < u16::MAX);
    }

    /// Distances in plies to positions within `reach` with the same board and side to move as the last one, nearest
    /// first, with Black's hand there.
    #[inline(always)]
    pub fn same_boards(&self, reach: usize) -> impl Iterator<Item = (usize, Hand)> {
        let last = self.entries.len() - 1;
        let here = self.entries[last].board_key;
        let possible = self.filter[slot(here)] > 1;
        let reach = if possible { reach.min(last) } else { 0 };
        (SHORTEST_CYCLE..=reach).step_by(2).filter_map(move |distance| {
            let entry = self.entries[last - distance];
            (entry.board_key == here).then_some((distance, entry.black_hand))
        })
    }
}

/// The shortest way back to the same board: each side must move a piece away and back.
const SHORTEST_CYCLE: usize = 4;

#[inline(always)]
const fn slot(board_key: u64) -> usize {
    board_key as usize % FILTER
}
