//! The feature sets of the community's NNUE files: HalfKP (Nasu 2018) and its successors, as YaneuraOu defines them.

use crate::board::Square;

/// The numbers of pieces in hand and on the board: own and enemy ones, without the kings.
pub const PIECES: usize = 1548;
/// First of the files, left of the middle from the side's view, on which the own king makes mirroring sets mirror the
/// board.
pub const MIRRORED_FILES: u8 = 5;
/// Levels of attack on a piece: none, one, more.
pub const ATTACK_LEVELS: usize = 3;
/// The squares of a king on the files that are not mirrored, each of nine ranks.
const UNMIRRORED_SQUARES: usize = 9 * MIRRORED_FILES as usize;

/// Numbering of kings in a feature set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kings {
    /// They are no inputs.
    Unseen,
    /// Both have numbers of their own.
    Apart,
    /// Both share one plane, in which only the square counts.
    Together,
}

impl Kings {
    /// The numbers of pieces and kings.
    pub const fn numbers(self) -> usize {
        match self {
            Self::Unseen => PIECES,
            Self::Apart => PIECES + 2 * Square::COUNT,
            Self::Together => PIECES + Square::COUNT,
        }
    }
}

/// A set of inputs of the first layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureKind {
    HalfKp,
    HalfKpVm,
    HalfKpE9,
    Kp,
    Ka2,
    HalfKa1,
    HalfKa2,
    HalfKaHm1,
    HalfKaHm2,
}

impl FeatureKind {
    pub const ALL: [Self; 9] = [
        Self::HalfKp,
        Self::HalfKpVm,
        Self::HalfKpE9,
        Self::Kp,
        Self::Ka2,
        Self::HalfKa1,
        Self::HalfKa2,
        Self::HalfKaHm1,
        Self::HalfKaHm2,
    ];

    /// The name in the names of engine editions.
    pub const fn name(self) -> &'static str {
        match self {
            Self::HalfKp => "halfkp",
            Self::HalfKpVm => "halfkpvm",
            Self::HalfKpE9 => "halfkpe9",
            Self::Kp => "kp",
            Self::Ka2 => "ka2",
            Self::HalfKa1 => "halfka1",
            Self::HalfKa2 => "halfka2",
            Self::HalfKaHm1 => "halfkahm1",
            Self::HalfKaHm2 => "halfkahm2",
        }
    }

    /// The set called `name` in a file's text or an edition's name. Pluses, hyphens, underscores and parentheses with
    /// their contents are ignored.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.split('(').next().unwrap_or_default();
        let name: String = name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
        match name.as_str() {
            // The names until February 2026.
            "halfka" => Some(Self::HalfKa2),
            "halfkahm" => Some(Self::HalfKaHm2),
            name => Self::ALL.into_iter().find(|kind| kind.name() == name),
        }
    }

    /// The numbering of kings.
    pub const fn kings(self) -> Kings {
        match self {
            Self::HalfKp | Self::HalfKpVm | Self::HalfKpE9 => Kings::Unseen,
            Self::Kp | Self::HalfKa1 | Self::HalfKaHm1 => Kings::Apart,
            Self::Ka2 | Self::HalfKa2 | Self::HalfKaHm2 => Kings::Together,
        }
    }

    /// True if every square of the own king has numbers of its own.
    pub const fn is_by_king(self) -> bool {
        !matches!(self, Self::Kp | Self::Ka2)
    }

    /// True if the board is mirrored when that brings the own king to the right.
    pub const fn is_mirroring(self) -> bool {
        matches!(self, Self::HalfKpVm | Self::HalfKaHm1 | Self::HalfKaHm2)
    }

    /// True if every pair of attack levels on a piece has numbers of its own.
    pub const fn is_by_attacks(self) -> bool {
        matches!(self, Self::HalfKpE9)
    }

    /// True if both kings are inputs a second time, with numbers of their own behind all others.
    pub const fn repeats_kings(self) -> bool {
        matches!(self, Self::Ka2)
    }

    /// The inputs of a side, one row of weights each.
    pub const fn rows(self) -> usize {
        let squares = match (self.is_by_king(), self.is_mirroring()) {
            (false, _) => 1,
            (true, false) => Square::COUNT,
            (true, true) => UNMIRRORED_SQUARES,
        };
        let attacks = if self.is_by_attacks() { ATTACK_LEVELS * ATTACK_LEVELS } else { 1 };
        let repeated = if self.repeats_kings() { 2 * Square::COUNT } else { 0 };
        attacks * squares * self.kings().numbers() + repeated
    }

    /// The uncompressed bytes of a first layer's biases and rows.
    pub const fn layer_bytes(self, width: usize) -> u64 {
        2 * width as u64 * (self.rows() as u64 + 1)
    }

    /// The set with this number of rows; no two have the same.
    pub fn from_rows(rows: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.rows() == rows)
    }

    /// The hash of the set. `HalfKp` and `HalfKpE9` share one.
    pub const fn hash(self) -> u32 {
        match self {
            Self::HalfKp | Self::HalfKpE9 => 0x5d69_d5b8,
            Self::HalfKpVm => 0x0b6b_1d9a,
            Self::Kp => 0x3f57_17ff,
            Self::Ka2 => 0x97d5_765e,
            Self::HalfKa1 => 0x5f13_4cb8,
            Self::HalfKa2 => 0x5f23_4cb8,
            Self::HalfKaHm1 => 0x7f13_4cb8,
            Self::HalfKaHm2 => 0x7f23_4cb8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_have_the_rows_of_their_files() {
        let rows = [125_388, 69_660, 1_128_492, 1710, 1791, 138_510, 131_949, 76_950, 73_305];
        assert_eq!(FeatureKind::ALL.map(FeatureKind::rows), rows);
        assert_eq!(rows.map(FeatureKind::from_rows), FeatureKind::ALL.map(Some));
        assert_eq!(FeatureKind::from_rows(1709), None);
        for name in ["HalfKA_hm(Friend)", "HalfKA_hm2(Friend)", "halfkahm2"] {
            assert_eq!(FeatureKind::from_name(name), Some(FeatureKind::HalfKaHm2), "{name}");
        }
        assert_eq!(["K+P", "K-P(Friend)"].map(FeatureKind::from_name), [Some(FeatureKind::Kp); 2]);
    }
}
