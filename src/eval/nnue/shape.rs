//! The shapes of the community's NNUE files: widths, layers and the choice between layer stacks.

use super::kind::FeatureKind;
use std::fmt::{self, Display, Formatter};

/// A choice between layer stacks by the squares of both kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingBuckets {
    K3K3,
    K9K9,
    K9K9Z,
    K13K13Z,
    K21K21,
    K29K29,
}

impl KingBuckets {
    /// All, those with the same count by falling usualness.
    pub const ALL: [Self; 6] = [Self::K3K3, Self::K9K9, Self::K9K9Z, Self::K13K13Z, Self::K21K21, Self::K29K29];

    pub const fn name(self) -> &'static str {
        match self {
            Self::K3K3 => "k3k3",
            Self::K9K9 => "k9k9",
            Self::K9K9Z => "k9k9z",
            Self::K13K13Z => "k13k13z",
            Self::K21K21 => "k21k21",
            Self::K29K29 => "k29k29",
        }
    }

    /// The buckets of both kings together.
    pub const fn count(self) -> usize {
        let of_one = match self {
            Self::K3K3 => 3,
            Self::K9K9 | Self::K9K9Z => 9,
            Self::K13K13Z => 13,
            Self::K21K21 => 21,
            Self::K29K29 => 29,
        };
        of_one * of_one
    }
}

/// A choice between layer stacks by the pieces in both hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandBuckets {
    Hand4,
    Hand16,
    Hand64,
    Hand64Z,
    Hand256,
    Hand1024,
}

impl HandBuckets {
    /// All, those with the same count by falling usualness.
    pub const ALL: [Self; 6] = [Self::Hand4, Self::Hand16, Self::Hand64, Self::Hand64Z, Self::Hand256, Self::Hand1024];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Hand4 => "hand4",
            Self::Hand16 => "hand16",
            Self::Hand64 => "hand64",
            Self::Hand64Z => "hand64z",
            Self::Hand256 => "hand256",
            Self::Hand1024 => "hand1024",
        }
    }

    /// The buckets of both hands together.
    pub const fn count(self) -> usize {
        match self {
            Self::Hand4 => 4,
            Self::Hand16 => 16,
            Self::Hand64 | Self::Hand64Z => 64,
            Self::Hand256 => 256,
            Self::Hand1024 => 1024,
        }
    }
}

/// Steps of a game's progress: the upper bound of its buckets.
pub const PROGRESS_STEPS: u32 = 256;

/// The choice between layer stacks; by default there is one stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Stacks {
    pub hand: Option<HandBuckets>,
    pub king: Option<KingBuckets>,
    /// The number of buckets of the progress of the game.
    pub progress: Option<u32>,
}

impl Stacks {
    /// The number of stacks.
    pub fn count(self) -> usize {
        self.hand.map_or(1, HandBuckets::count)
            * self.king.map_or(1, KingBuckets::count)
            * self.progress.map_or(1, |buckets| buckets as usize)
    }
}

impl Display for Stacks {
    /// Writes the parts with spaces between.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let hand = self.hand.map(|hand| hand.name().to_owned());
        let king = self.king.map(|king| king.name().to_owned());
        let progress = self.progress.map(|buckets| format!("progress{buckets}"));
        let parts: Vec<String> = [hand, king, progress].into_iter().flatten().collect();
        f.write_str(&parts.join(" "))
    }
}

/// Shards: a first layer after the transformer in which each group of outputs sees the common inputs and its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shards {
    /// The inputs that all outputs see.
    pub common: usize,
    /// Further inputs of each group.
    pub size: usize,
    pub groups: usize,
}

/// Layout of the layers after the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One stack over the clipped sums of both sides.
    Classic,
    /// One or more stacks over products of halves of the sums.
    Stacked {
        /// The first layer of a stack has one more output, which is added to the value.
        shortcut: bool,
        stacks: Stacks,
        shards: Option<Shards>,
    },
}

/// The facts that determine how a file is read and a position is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub features: FeatureKind,
    /// Length of one side's accumulator.
    pub width: usize,
    /// Outputs of the first and the second layer after the accumulators, without a shortcut.
    pub hidden: [usize; 2],
    pub layout: Layout,
}

impl Shape {
    /// The inputs of the three layers of a stack.
    pub const fn inputs(&self) -> [usize; 3] {
        let [first, second] = self.hidden;
        match self.layout {
            Layout::Classic => [2 * self.width, first, second],
            Layout::Stacked { .. } => [self.width, 2 * first, second],
        }
    }

    /// The outputs of the three layers of a stack.
    pub const fn outputs(&self) -> [usize; 3] {
        let [first, second] = self.hidden;
        match self.layout {
            Layout::Stacked { shortcut: true, .. } => [first + 1, second, 1],
            Layout::Stacked { .. } | Layout::Classic => [first, second, 1],
        }
    }

    /// The bytes of a stack without its hash.
    pub fn stack_bytes(&self) -> u64 {
        self.inputs().into_iter().zip(self.outputs()).map(|(inputs, outputs)| affine_bytes(inputs, outputs)).sum()
    }

    /// The uncompressed bytes of the first layer's biases and weights.
    pub const fn transformer_bytes(&self) -> u64 {
        self.features.layer_bytes(self.width)
    }
}

/// The bytes of a layer: biases of 32 bits, and rows of weights of 8.
pub const fn affine_bytes(inputs: usize, outputs: usize) -> u64 {
    outputs as u64 * (4 + padded(inputs) as u64)
}

/// The length of a row of weights in a file.
pub const fn padded(inputs: usize) -> usize {
    inputs.next_multiple_of(32)
}

impl Display for Shape {
    /// Writes, for instance, `halfkp 512x2-8-96` or `sfnn halfkahm2 1536-15-32 k3k3 progress8`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (features, width, [first, second]) = (self.features.name(), self.width, self.hidden);
        let Layout::Stacked { stacks, shards, .. } = self.layout else {
            return write!(f, "{features} {width}x2-{first}-{second}");
        };
        write!(f, "sfnn {features} {width}-{first}-{second}")?;
        if let Some(Shards { common, size, groups }) = shards {
            write!(f, " c{common}_s{size}x{groups}")?;
        }
        if stacks == Stacks::default() { Ok(()) } else { write!(f, " {stacks}") }
    }
}
