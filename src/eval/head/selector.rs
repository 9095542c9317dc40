//! The stack of layers that a position chooses, in networks of the community.

use crate::board::{Color, Square};
use crate::eval::features::{Features, HOME, absent, placed};
use crate::eval::nnue::{HandBuckets, KingBuckets, PROGRESS_STEPS, ProgressWeights, Stacks};
use crate::game::Position as _;
use crate::rules::{Position, Rules};

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
