//! Playing below full strength as people do: a weaker player sees less far, misjudges what he sees, and now and then
//! overlooks what is in front of him.
//!
//! A misjudgement belongs to the position: whoever thinks too well of one does so each time he meets it, walks into it
//! with open eyes and is punished for it. Moves picked at random would look like a strong player's accidents.

use super::SearchOptions;
use crate::game::Score;
use crate::game::score::EVALUATION_LIMIT;

/// What keeps a search from playing its best; nothing at full skill.
#[derive(Clone, Copy, Debug)]
pub struct Weakness {
    /// Largest misjudgement of an evaluation, in centipawns.
    misjudgement: u32,
    /// Of 256 wins at hand, those overlooked.
    overlooked: u32,
    /// Nodes after which no further iteration begins.
    nodes: u64,
    /// Another game, another player: what is misjudged and overlooked.
    whim: u64,
}

/// The levels below full skill: largest misjudgement in centipawns, and nodes after which no further iteration begins.
/// Set by matches of neighbours, so that each step is worth about as much.
const LEVELS: [(u32, u64); SearchOptions::FULL_SKILL as usize] = [
    (760, 100),
    (615, 145),
    (510, 200),
    (415, 290),
    (325, 440),
    (265, 625),
    (210, 950),
    (168, 1_400),
    (136, 2_050),
    (112, 2_850),
    (94, 3_900),
    (79, 5_250),
    (65, 7_500),
    (49, 12_000),
    (38, 18_800),
    (27, 33_000),
    (22, 49_000),
    (17, 78_000),
    (13, 124_000),
    (10, 200_000),
];
/// Of the weakest level; each further one overlooks a fifteenth of it less.
const OVERLOOKED: u32 = 150;
/// An iteration that has begun may take so many times the nodes of the level.
const OVERDRAFT: u64 = 8;

impl Weakness {
    /// Of a level from 0 up to [`SearchOptions::FULL_SKILL`]; `whim` tells one game's errors from another's.
    pub fn of(level: u32, whim: u64) -> Option<Self> {
        let &(misjudgement, nodes) = LEVELS.get(level as usize)?;
        let overlooked = OVERLOOKED * 15u32.saturating_sub(level) / 15;
        Some(Self { misjudgement, overlooked, nodes, whim })
    }

    /// Nodes after which an iteration is broken off.
    pub const fn node_limit(&self) -> u64 {
        self.nodes * OVERDRAFT
    }

    /// Nodes after which no further iteration begins.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What the evaluation of the position with this key is taken for. Small errors are likelier than large ones.
    pub fn misjudge(&self, value: Score, key: u64) -> Score {
        let bits = mix(key ^ self.whim);
        let part = |bits: u64| (((bits & 0xffff_ffff) * u64::from(self.misjudgement + 1)) >> 32) as Score;
        (value + part(bits) - part(bits >> 32)).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    /// Whether a win at hand in the position with this key is not seen.
    pub const fn overlooks(&self, key: u64) -> bool {
        mix(key ^ self.whim.rotate_left(32)) as u32 & 255 < self.overlooked
    }
}

/// The end of Splitmix64 (Steele, Lea and Flood 2014).
const fn mix(n: u64) -> u64 {
    let n = (n ^ n >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ n >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ n >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_is_better_than_the_one_below() {
        let levels: Vec<_> = (0..SearchOptions::FULL_SKILL).map(|level| Weakness::of(level, 0).unwrap()).collect();
        for pair in levels.windows(2) {
            assert!(pair[0].misjudgement > pair[1].misjudgement && pair[0].overlooked >= pair[1].overlooked);
            assert!(pair[0].nodes < pair[1].nodes);
        }
        assert!(Weakness::of(SearchOptions::FULL_SKILL, 0).is_none());
    }

    #[test]
    fn a_misjudgement_stays_and_is_fair() {
        let weakness = Weakness::of(0, 7).unwrap();
        let keys = (0..10_000u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let errors: Vec<_> = keys.map(|key| weakness.misjudge(0, key)).collect();
        assert_eq!(errors[5], weakness.misjudge(0, 5u64.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let mean = errors.iter().sum::<Score>() / errors.len() as Score;
        assert!(mean.abs() < 25, "{mean}");
        assert!(errors.iter().all(|error| error.unsigned_abs() <= weakness.misjudgement));
        assert!(errors.iter().any(|error| error.unsigned_abs() > weakness.misjudgement / 2));
    }
}
