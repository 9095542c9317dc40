//! The layers of the later community networks, "SFNN without PSQT" after Stockfish (chessprogramming.org: Stockfish
//! NNUE): pairwise products of the accumulators' halves, a first hidden layer passed on both squared and clipped, one
//! of its outputs as a shortcut to the end, and several layer stacks that positions choose from.

use super::dense::{HIDDEN_SHIFT, Output, clip};
use super::{Affine, BLOCK, Block, Input, Scratch, Words};
use crate::board::{Color, Square};
use crate::eval::features::{Features, HOME, absent, placed};
use crate::eval::nnue::{HandBuckets, KingBuckets, PROGRESS_STEPS, ProgressWeights, Stacks};
use crate::eval::simd::{CLIP, Kernel, Simd};
use crate::eval::transformer::Tile;
use crate::game::Position as _;
use crate::rules::{Position, Rules};

/// Products of two clipped accumulators are divided by 2 to this power.
const PRODUCT_SHIFT: u32 = 7;
/// Squares of sums are divided by 2 to this power.
const SQUARE_SHIFT: u32 = 19;

/// Pairwise products, two hidden layers and an output, in stacks.
pub struct Stacked {
    pub first: Affine,
    /// Outputs of the first layer that feed the second one; a further one is the shortcut.
    pub seen: usize,
    pub second: Affine,
    pub output: Output,
    pub selector: Selector,
}

impl Stacked {
    pub(super) fn bucket<R: Rules>(&self, position: &Position<R>) -> usize {
        self.selector.stack(position)
    }

    pub(super) fn scratch(&self) -> Scratch {
        Scratch::of(&self.first, [self.second.columns().bytes(), self.output.bytes()], &self.second)
    }
}

/// Runs the layers on the accumulators of the side to move and of the other side.
pub(super) struct Forward<'a> {
    pub stacked: &'a Stacked,
    pub sides: [&'a [Tile]; 2],
    pub bucket: usize,
    pub scratch: &'a mut Scratch,
}

impl Kernel for Forward<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<S: Simd>(self) -> i32 {
        let Self { stacked, sides, bucket, scratch: Scratch { input, active, sums, hidden: [first, second] } } = self;
        let mut input = Input::new(input, active);
        for row in sides {
            let (left, right) = row.split_at(row.len() / 2);
            for (left, right) in left.iter().zip(right) {
                input.add::<S>(Products { left, right });
            }
        }
        let (input, active) = input.end();
        stacked.first.forward::<S>(bucket, input, active, sums);
        let shortcut = if stacked.seen < stacked.first.outputs() { sums[stacked.seen] } else { 0 };
        square_and_clip(&sums[..stacked.seen], first);
        stacked.second.forward_all::<S>(bucket, first, sums);
        clip::<S>(sums, stacked.second.outputs(), second);
        stacked.output.forward::<S>(bucket, second).wrapping_add(shortcut)
    }
}

/// The products of the clipped words of two tiles.
#[derive(Clone, Copy)]
struct Products<'a> {
    left: &'a Tile,
    right: &'a Tile,
}

impl Words for Products<'_> {
    #[inline(always)]
    fn load<S: Simd>(self, at: usize) -> S::Words {
        let (low, high) = (S::splat_words(0), S::splat_words(CLIP.into()));
        let left = S::clamp_words(self.left.load::<S>(at), low, high);
        let right = S::clamp_words(self.right.load::<S>(at), low, high);
        S::shift_words(S::mul_words(left, right), PRODUCT_SHIFT)
    }
}

/// Stores the squares of sums, then the sums themselves, as bytes of 0..=127.
#[inline(always)]
pub(super) fn square_and_clip(sums: &[i32], to: &mut [Block]) {
    let mut put = |i: usize, byte: u8| to[i / BLOCK].0[i % BLOCK] = byte;
    for (i, &sum) in sums.iter().enumerate() {
        put(i, ((i64::from(sum) * i64::from(sum)) >> SQUARE_SHIFT).min(CLIP.into()) as u8);
        put(sums.len() + i, (sum >> HIDDEN_SHIFT).clamp(0, CLIP.into()) as u8);
    }
}

/// Chooses the stack of a position.
pub struct Selector {
    stacks: Stacks,
    progress: Option<Box<(ProgressWeights, Features)>>,
    /// Sums from which on the progress of a game is greater by one step.
    thresholds: Vec<i64>,
}

impl Selector {
    /// `progress` holds the weights of a game's progress and their features, if the stacks depend on it.
    #[must_use]
    pub fn new(stacks: Stacks, progress: Option<(ProgressWeights, Features)>) -> Self {
        /// The unit of progress weights: they are multiples of one divided by this.
        const UNIT: f64 = 65536.0;
        let threshold =
            |step: u32| (UNIT * libm::log(f64::from(step) / f64::from(PROGRESS_STEPS - step))).round() as i64;
        let thresholds = if progress.is_some() { (1..PROGRESS_STEPS).map(threshold).collect() } else { Vec::new() };
        Self { stacks, progress: progress.map(Box::new), thresholds }
    }

    /// The stack of a position.
    pub fn stack<R: Rules>(&self, position: &Position<R>) -> usize {
        let sides = [position.side_to_move(), !position.side_to_move()];
        let hand = self.stacks.hand.map_or(0, |buckets| {
            let [own, other] = sides.map(|side| hand_part(buckets, position, side));
            own * side_count(buckets.count()) + other
        });
        let kings = self.stacks.king.map_or(0, |buckets| {
            let [own, other] = sides.map(|side| king_part(buckets, king_of(position, side)));
            own * side_count(buckets.count()) + other
        });
        let progress = self.stacks.progress.unwrap_or(1) as usize;
        (hand * self.stacks.king.map_or(1, KingBuckets::count) + kings) * progress + self.progress(position, progress)
    }

    /// The game's progress as one of `buckets`.
    fn progress<R: Rules>(&self, position: &Position<R>, buckets: usize) -> usize {
        let Some((progress, features)) = self.progress.as_deref() else { return 0 };
        let mut sum = i64::from(progress.bias);
        for color in Color::ALL {
            let view = features.view(color, position.king(color).map(Square::index));
            let missing = features.absent_input(view).map(|input| (input, absent(position)));
            let weight = |input: usize| i64::from(progress.weights[input]);
            sum += placed(position).filter_map(|p| features.input(view, color, p)).map(weight).sum::<i64>();
            sum += missing.map_or(0, |(input, count)| weight(input) * count as i64);
        }
        self.thresholds.partition_point(|&threshold| threshold <= sum) * buckets / PROGRESS_STEPS as usize
    }
}

/// The number of buckets of one side, given that of `both` together.
const fn side_count(both: usize) -> usize {
    both.isqrt()
}

/// The square of a king from its own side.
fn king_of<R: Rules>(position: &Position<R>, side: Color) -> Square {
    position.king(side).map_or(HOME, |king| position.spec().seen_by(side, king))
}

fn king_part(buckets: KingBuckets, king: Square) -> usize {
    let (file, rank) = (usize::from(king.file()), usize::from(king.rank()));
    match (buckets, rank) {
        (KingBuckets::K3K3, _) => rank / 3,
        (KingBuckets::K9K9, _) => rank,
        (KingBuckets::K9K9Z | KingBuckets::K21K21 | KingBuckets::K29K29, 0..3) => 0,
        (KingBuckets::K9K9Z | KingBuckets::K21K21 | KingBuckets::K29K29, 3..6) => 1,
        (KingBuckets::K9K9Z | KingBuckets::K21K21, 6) => 2,
        (KingBuckets::K9K9Z, _) => 3 + 3 * (rank - 7) + file / 3,
        (KingBuckets::K13K13Z, 0..7) => rank,
        (KingBuckets::K13K13Z, _) => 7 + 3 * (rank - 7) + file / 3,
        (KingBuckets::K21K21, _) => 3 + 9 * (rank - 7) + file,
        (KingBuckets::K29K29, _) => 2 + 9 * (rank - 6) + file,
    }
}

fn hand_part<R: Rules>(buckets: HandBuckets, position: &Position<R>, side: Color) -> usize {
    let spec = position.spec();
    let [pawns, lances, knights, silvers, golds, bishops, rooks] =
        b"PLNSGBR".map(|letter| spec.kind_called(letter).map_or(0, |kind| position.hand_count(side, kind) as usize));
    // One bit for each group of which any piece is held, the first group lowest.
    let bits = |groups: &[usize]| groups.iter().rev().fold(0, |bits, &held| 2 * bits + usize::from(held > 0));
    match buckets {
        HandBuckets::Hand4 => bits(&[bishops]),
        HandBuckets::Hand16 => bits(&[pawns, bishops]),
        HandBuckets::Hand64 => bits(&[pawns + lances + knights, golds + silvers + rooks, bishops]),
        HandBuckets::Hand64Z => {
            let points = pawns + 2 * (lances + knights) + 3 * (silvers + golds) + 5 * (bishops + rooks);
            points.div_ceil(4).min(7)
        }
        HandBuckets::Hand256 => bits(&[pawns + lances + knights, silvers + golds, bishops, rooks]),
        HandBuckets::Hand1024 => bits(&[pawns, lances + knights, silvers + golds, bishops, rooks]),
    }
}
