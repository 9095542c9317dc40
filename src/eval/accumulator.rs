//! The first layer, updated incrementally along a line of play (Nasu 2018; chessprogramming.org: NNUE, Accumulator),
//! and lazily: only when a position is evaluated.
//!
//! An accumulator whose view has changed with a move of the king is refreshed from the last one computed in that view,
//! by the difference of the two positions: "Finny tables", of Koivisto and Stockfish (chessprogramming.org: NNUE,
//! Accumulator refresh table).

use super::features::{Difference, Features, INPUTS_OF_ONE, View};
use super::net_input::NetInput;
use super::simd::Simd;
use super::transformer::{Change, Tile, Transformer, exchange};
use crate::board::Color;
use crate::game::Delta;
use crate::game::score::MAX_PLY;
use arrayvec::ArrayVec;

/// Upper bound of the inputs that a move adds, and of those that it removes.
const OF_MOVE: usize = 2 * INPUTS_OF_ONE;
type OfMove = ArrayVec<usize, OF_MOVE>;

/// The accumulators along a line of play, a pair for each move.
pub struct AccumulatorStack<G: NetInput> {
    tiles: usize,
    moves: Vec<Step>,
    /// The accumulators after each move. `[move][color][tile]`
    rows: Vec<Tile>,
    /// The last accumulator computed for each view: the Finny tables. `[color][view]`
    cache: [Vec<CachedAccumulator<G>>; 2],
    /// Changes of the cached inputs by the next refresh. `[color]`
    changes: Box<[Difference; 2]>,
    /// Pending updates of the accumulators. `[color]`
    plans: [Plan; 2],
}

#[derive(Clone, Default)]
struct Step {
    delta: Delta,
    /// The accumulator after the move has been computed. `[color]`
    computed: [bool; 2],
}

/// Pending update of one side's accumulator.
#[derive(Clone, Copy)]
enum Plan {
    Nothing,
    /// The accumulators of all moves after that of `base` are computed one from the other.
    Advance {
        base: usize,
        view: View,
    },
    /// The cached accumulator of the view is changed by the noted [`Difference`].
    Refresh {
        view: View,
    },
}

/// An accumulator with the snapshot of its position.
struct CachedAccumulator<G: NetInput> {
    row: Vec<Tile>,
    snapshot: G::Snapshot,
}

impl<G: NetInput> AccumulatorStack<G> {
    /// A stack for a network. The owner calls [`AccumulatorStack::reset`] before the first use.
    #[must_use]
    pub fn new(features: &Features, transformer: &Transformer) -> Self {
        let empty = || CachedAccumulator { row: transformer.biases().to_vec(), snapshot: G::empty_snapshot(features) };
        let mut moves = Vec::with_capacity(MAX_PLY + 2);
        moves.push(Step::default());
        Self {
            tiles: transformer.tiles(),
            moves,
            rows: Vec::with_capacity((MAX_PLY + 2) * 2 * transformer.tiles()),
            cache: Color::ALL.map(|_| std::iter::repeat_with(empty).take(features.views()).collect()),
            changes: Box::default(),
            plans: [Plan::Nothing; 2],
        }
    }

    /// Forgets all moves. The accumulators of a new start position are computed with its first evaluation.
    pub fn reset(&mut self) {
        self.moves.truncate(1);
        self.moves[0] = Step::default();
    }

    #[inline(always)]
    pub fn push(&mut self) -> &mut Delta {
        self.moves.push(Step::default());
        let last = self.moves.len() - 1;
        &mut self.moves[last].delta
    }

    #[inline(always)]
    pub fn pop(&mut self) {
        self.moves.pop();
    }

    /// Starts to load the weight rows that the last move adds to the accumulators and subtracts from them, unless the
    /// weights fit the caches.
    #[inline(always)]
    pub fn prefetch(&self, features: &Features, transformer: &Transformer, position: &G::Position) {
        if transformer.is_cached() || features.attacked().is_some() {
            return;
        }
        let Some(step) = self.moves.last() else { return };
        for color in Color::ALL {
            if step.computed[color.index()] {
                continue;
            }
            let view = G::view(position, features, color);
            for &feature in step.delta.added.iter().chain(&step.delta.removed) {
                if let Some(input) = features.input(view, color, feature) {
                    transformer.prefetch(input);
                }
            }
        }
    }

    /// Plans the update of the accumulators to `position`, which must be the position after all moves of the stack.
    /// [`AccumulatorStack::update`] must follow.
    #[inline(always)]
    pub fn plan(&mut self, features: &Features, transformer: &Transformer, position: &G::Position) {
        let last = self.moves.len() - 1;
        let mut shared = G::Shared::default();
        for color in Color::ALL {
            // The plan is written in place, field by field: a copy of the whole would stall on them.
            if self.moves[last].computed[color.index()] {
                self.plans[color.index()] = Plan::Nothing;
                continue;
            }
            let view = G::view(position, features, color);
            if let Some(base) = self.base(position, features, color, view) {
                self.plans[color.index()] = Plan::Advance { base, view };
                continue;
            }
            let snapshot = &mut self.cache[color.index()][usize::from(view.number)].snapshot;
            let difference = &mut self.changes[color.index()];
            difference.clear();
            G::compare(position, features, (color, view), snapshot, &mut shared, difference);
            if !transformer.is_cached() {
                let Difference { added, removed } = &self.changes[color.index()];
                added.iter().chain(removed).for_each(|&input| transformer.prefetch(input));
            }
            self.plans[color.index()] = Plan::Refresh { view };
        }
    }

    /// Executes the plan and returns the accumulators of the last move. `T` is the number of tiles of a row, or 0 if it
    /// is known to the transformer alone. `[color][tile]`
    #[inline(always)]
    pub fn update<S: Simd, const T: usize>(&mut self, features: &Features, transformer: &Transformer) -> [&[Tile]; 2] {
        let tiles = if T == 0 { self.tiles } else { T };
        let last = self.moves.len() - 1;
        let end = (last + 1) * 2 * tiles;
        if self.rows.len() < end {
            self.rows.resize(end, Tile::ZERO);
        }
        for color in Color::ALL {
            match self.plans[color.index()] {
                Plan::Nothing => {}
                Plan::Advance { base, view } => {
                    for i in base + 1..=last {
                        self.advance::<S>(features, transformer, tiles, i, color, view);
                    }
                }
                Plan::Refresh { view } => self.refresh::<S>(transformer, color, view),
            }
        }
        let (black, white) = self.rows[2 * last * tiles..].split_at(tiles);
        [black, &white[..tiles]]
    }

    /// The last computed entry from which the moves lead to the present position within the view.
    #[inline(always)]
    fn base(&self, position: &G::Position, features: &Features, color: Color, view: View) -> Option<usize> {
        if features.attacked().is_some() {
            return None;
        }
        for (i, step) in self.moves.iter().enumerate().rev() {
            if step.computed[color.index()] {
                return Some(i);
            }
            if G::changes_view(position, features, color, view, &step.delta) {
                return None;
            }
        }
        None
    }

    /// Computes entry `i` from the entry before it.
    #[inline(always)]
    fn advance<S: Simd>(
        &mut self,
        features: &Features,
        transformer: &Transformer,
        tiles: usize,
        i: usize,
        color: Color,
        view: View,
    ) {
        let step = &mut self.moves[i];
        step.computed[color.index()] = true;
        let (mut added, mut removed) = (OfMove::new(), OfMove::new());
        for &feature in &step.delta.added {
            features.list(view, color, feature, &mut added);
        }
        for &feature in &step.delta.removed {
            features.list(view, color, feature, &mut removed);
        }
        let (before, after) = self.rows.split_at_mut(2 * i * tiles);
        let from = &before[(2 * i - 2 + color.index()) * tiles..];
        let to = &mut after[color.index() * tiles..];
        let row = |input| transformer.row_of(input, tiles);
        match (added.as_slice(), removed.as_slice()) {
            (&[a], &[r]) => exchange::<S, 1>(tiles, from, to, [row(a)], [row(r)]),
            (&[a, b], &[r, s]) => exchange::<S, 2>(tiles, from, to, [row(a), row(b)], [row(r), row(s)]),
            (added, removed) => {
                let row = &mut to[..tiles];
                row.copy_from_slice(&from[..tiles]);
                S::call(Change { transformer, row, added, removed });
            }
        }
    }

    /// Computes the last entry from the accumulator cached for its view.
    #[inline(always)]
    fn refresh<S: Simd>(&mut self, transformer: &Transformer, color: Color, view: View) {
        let row = &mut self.cache[color.index()][usize::from(view.number)].row;
        let Difference { added, removed } = &self.changes[color.index()];
        S::call(Change { transformer, row, added, removed });
        let last = self.moves.len() - 1;
        self.rows[(2 * last + color.index()) * row.len()..][..row.len()].copy_from_slice(row);
        self.moves[last].computed[color.index()] = true;
    }
}
