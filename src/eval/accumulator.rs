//! The first layer, kept in step with the position. Its sums of rows are brought up to date only when the position is
//! evaluated.

use super::features::{FeatureSet, absent};
use super::simd::{Kernel, Simd};
use crate::board::{Bitboard, Color, Square};
use crate::game::score::MAX_PLY;
use crate::game::{Delta, Placement, Reserve};
use crate::memory::{self, LargePages, Zeroable};
use crate::rules::{Kind, Place, Position, Rules, Spec};
use arrayvec::ArrayVec;

/// A row of weights, or a sum of rows, on its own cache lines.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Row<const W: usize>(pub [i16; W]);

#[allow(unsafe_code)]
// SAFETY: zero is a value of every plain integer, which has nothing to drop.
unsafe impl<const W: usize> Zeroable for Row<W> {}

/// The first layer of a network.
pub struct Transformer<const W: usize> {
    pub biases: Row<W>,
    /// The rows of weights. `[input]`
    pub weights: LargePages<Row<W>>,
}

/// Weights up to this number of bytes stay in the caches near a core, and prefetching them costs more than it saves.
const CACHED: usize = 2 << 20;
/// The greatest number of rows that one refresh may add, and that it may subtract.
const MANY: usize = 128;
type Inputs<const N: usize> = ArrayVec<usize, N>;

impl<const W: usize> Transformer<W> {
    #[inline(always)]
    fn row(&self, input: usize) -> &[i16; W] {
        &self.weights[input].0
    }

    /// Sets `to` to `from` with `N` rows added and `N` others subtracted.
    #[inline(always)]
    fn exchange<S: Simd, const N: usize>(
        &self,
        from: &Row<W>,
        to: &mut Row<W>,
        added: [usize; N],
        removed: [usize; N],
    ) {
        let (added, removed) = (added.map(|input| self.row(input)), removed.map(|input| self.row(input)));
        for i in (0..W).step_by(S::WORDS) {
            let mut words = S::load_words(&from.0[i..]);
            for (added, removed) in added.iter().zip(removed) {
                words = S::add_words(words, S::load_words(&added[i..]));
                words = S::sub_words(words, S::load_words(&removed[i..]));
            }
            S::store_words(words, &mut to.0[i..]);
        }
    }
}

/// Adds any number of rows to a sum and subtracts others. It handles a few registers of all rows at a time, so that the
/// sums stay in registers.
struct Change<'a, const W: usize> {
    transformer: &'a Transformer<W>,
    row: &'a mut Row<W>,
    added: &'a [usize],
    removed: &'a [usize],
}

impl<const W: usize> Kernel for Change<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        /// The registers that are used for sums at a time.
        const REGISTERS: usize = 8;
        let Self { transformer, row, added, removed } = self;
        let registers = REGISTERS.min(W / S::WORDS);
        for start in (0..W).step_by(registers * S::WORDS) {
            let at = |r: usize| start + r * S::WORDS;
            let mut words = [S::splat_words(0); REGISTERS];
            for (r, words) in words.iter_mut().enumerate().take(registers) {
                *words = S::load_words(&row.0[at(r)..]);
            }
            for &input in added {
                let weights = transformer.row(input);
                for (r, words) in words.iter_mut().enumerate().take(registers) {
                    *words = S::add_words(*words, S::load_words(&weights[at(r)..]));
                }
            }
            for &input in removed {
                let weights = transformer.row(input);
                for (r, words) in words.iter_mut().enumerate().take(registers) {
                    *words = S::sub_words(*words, S::load_words(&weights[at(r)..]));
                }
            }
            for (r, words) in words.into_iter().enumerate().take(registers) {
                S::store_words(words, &mut row.0[at(r)..]);
            }
        }
    }
}

/// The accumulators along a line of play, a pair for each move.
pub struct AccumulatorStack<const W: usize> {
    moves: Vec<Step>,
    /// The accumulators after each move; the list may be longer than `moves`. `[move][color]`
    rows: Vec<[Row<W>; 2]>,
    /// The last accumulator computed for each view. `[color][view]`
    cache: [Vec<Cached<W>>; 2],
}

#[derive(Clone, Default)]
struct Step {
    delta: Delta,
    /// Whether the accumulator after the move has been computed. `[color]`
    computed: [bool; 2],
}

/// An accumulator with the position it belongs to.
struct Cached<const W: usize> {
    row: Row<W>,
    /// The pieces on the board. `[color][kind]`
    pieces: [[Bitboard; Kind::LIMIT]; 2],
    /// The pieces in hand. `[color]`
    hands: [Reserve; 2],
    /// The number of pieces missing from the set, if the features count them.
    absent: usize,
}

impl<const W: usize> AccumulatorStack<W> {
    /// A stack for a network with `views` views. The owner calls [`AccumulatorStack::reset`] before the first use.
    #[must_use]
    pub fn new(transformer: &Transformer<W>, views: usize) -> Self {
        let empty = || Cached {
            row: transformer.biases.clone(),
            pieces: [[Bitboard::EMPTY; Kind::LIMIT]; 2],
            hands: [Reserve::EMPTY; 2],
            absent: 0,
        };
        let cache = Color::ALL.map(|_| std::iter::repeat_with(empty).take(views).collect());
        let mut moves = Vec::with_capacity(MAX_PLY + 2);
        moves.push(Step::default());
        Self { moves, rows: Vec::with_capacity(MAX_PLY + 2), cache }
    }

    /// Forgets all moves. The accumulators of the new start position are computed when it is evaluated.
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

    /// Asks the processor to load the rows that the last move adds to the accumulators and subtracts from them, if the
    /// weights are too large for the caches.
    #[inline(always)]
    pub fn prefetch<R: Rules, F: FeatureSet>(
        &self,
        features: &F,
        transformer: &Transformer<W>,
        position: &Position<R>,
    ) {
        if transformer.weights.len() * size_of::<Row<W>>() <= CACHED {
            return;
        }
        let Some(step) = self.moves.last() else { return };
        for color in Color::ALL {
            if step.computed[color.index()] {
                continue;
            }
            let view = F::view(position.spec(), color, position.king(color));
            for &placement in step.delta.added.iter().chain(&step.delta.removed) {
                if let Some(input) = features.input(view, color, placement) {
                    memory::prefetch(transformer.row(input));
                }
            }
        }
    }

    /// The accumulators of `position`, which must be the position after all moves of the stack. `[color]`
    #[inline(always)]
    pub fn update<R: Rules, F: FeatureSet, S: Simd>(
        &mut self,
        features: &F,
        transformer: &Transformer<W>,
        position: &Position<R>,
    ) -> &[Row<W>; 2] {
        let last = self.moves.len() - 1;
        if self.rows.len() <= last {
            self.rows.resize_with(last + 1, || [const { Row([0; W]) }; 2]);
        }
        for color in Color::ALL {
            if self.moves[last].computed[color.index()] {
                continue;
            }
            let view = F::view(position.spec(), color, position.king(color));
            match self.base::<F>(position.spec(), color, view) {
                Some(base) => {
                    for i in base + 1..=last {
                        self.advance::<F, S>(features, transformer, i, color, view);
                    }
                }
                None => self.refresh::<R, F, S>(features, transformer, position, color, view),
            }
        }
        &self.rows[last]
    }

    /// The last computed entry from which the moves lead to the present position without a change of the view.
    #[inline(always)]
    fn base<F: FeatureSet>(&self, spec: &Spec, color: Color, view: usize) -> Option<usize> {
        for (i, step) in self.moves.iter().enumerate().rev() {
            if step.computed[color.index()] {
                return Some(i);
            }
            let is_in_view = |king| F::view(spec, color, Some(king)) == view;
            if F::VIEWS > 1
                && step.delta.removed.iter().any(|&p| king_square(spec, color, p).is_some_and(|king| !is_in_view(king)))
            {
                return None;
            }
        }
        None
    }

    /// Computes entry `i` from the entry before it.
    #[inline(always)]
    fn advance<F: FeatureSet, S: Simd>(
        &mut self,
        features: &F,
        transformer: &Transformer<W>,
        i: usize,
        color: Color,
        view: usize,
    ) {
        let step = &mut self.moves[i];
        step.computed[color.index()] = true;
        let inputs = |placements: &[Placement]| -> Inputs<2> {
            placements.iter().filter_map(|&p| features.input(view, color, p)).collect()
        };
        let (added, removed) = (inputs(&step.delta.added), inputs(&step.delta.removed));
        let (before, after) = self.rows.split_at_mut(i);
        let (from, to) = (&before[i - 1][color.index()], &mut after[0][color.index()]);
        match (added.as_slice(), removed.as_slice()) {
            (&[a], &[r]) => transformer.exchange::<S, 1>(from, to, [a], [r]),
            (&[a, b], &[r, s]) => transformer.exchange::<S, 2>(from, to, [a, b], [r, s]),
            (added, removed) => {
                to.clone_from(from);
                S::call(Change { transformer, row: to, added, removed });
            }
        }
    }

    /// Computes the last entry from the position itself, by its difference from the last position seen in this view.
    #[inline(never)]
    fn refresh<R: Rules, F: FeatureSet, S: Simd>(
        &mut self,
        features: &F,
        transformer: &Transformer<W>,
        position: &Position<R>,
        color: Color,
        view: usize,
    ) {
        let cached = &mut self.cache[color.index()][view];
        let (mut added, mut removed) = (Inputs::<MANY>::new(), Inputs::<MANY>::new());
        cached.follow(position, |placement, now| {
            if let Some(input) = features.input(view, color, placement) {
                if now { &mut added } else { &mut removed }.push(input);
            }
        });
        if let Some(input) = F::absent_input(view) {
            let now = absent(position);
            let before = std::mem::replace(&mut cached.absent, now);
            added.extend(std::iter::repeat_n(input, now.saturating_sub(before)));
            removed.extend(std::iter::repeat_n(input, before.saturating_sub(now)));
        }
        S::call(Change { transformer, row: &mut cached.row, added: &added, removed: &removed });
        let last = self.moves.len() - 1;
        self.rows[last][color.index()].clone_from(&cached.row);
        self.moves[last].computed[color.index()] = true;
    }
}

impl<const W: usize> Cached<W> {
    /// Takes over the placements of `position`. It reports each new one with `true` and each that has gone with
    /// `false`.
    fn follow<R: Rules>(&mut self, position: &Position<R>, mut report: impl FnMut(Placement, bool)) {
        for color in Color::ALL {
            for kind in position.spec().all_kinds() {
                let now = position.pieces_of(color, kind);
                let before = std::mem::replace(&mut self.pieces[color.index()][kind.index()], now);
                now.without(before).for_each(|square| report(Place::on_board(color, kind, square), true));
                before.without(now).for_each(|square| report(Place::on_board(color, kind, square), false));
            }
            let hand = position.hand(color);
            let held = std::mem::replace(&mut self.hands[color.index()], hand);
            for kind in position.spec().held_kinds() {
                let (before, now) = (held.count(kind.index()), hand.count(kind.index()));
                (before + 1..=now).for_each(|count| report(Place::in_hand(color, kind, count), true));
                (now + 1..=before).for_each(|count| report(Place::in_hand(color, kind, count), false));
            }
        }
    }
}

/// The square of a placement if it is the king of `color`.
#[inline(always)]
fn king_square(spec: &Spec, color: Color, placement: Placement) -> Option<Square> {
    let first = Place::on_board(color, spec.king, Square::new(0, 0));
    Square::from_index(usize::from(placement.0.wrapping_sub(first.0)))
}
