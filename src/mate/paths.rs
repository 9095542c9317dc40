//! Disproofs that hold on one path alone, against graph-history interaction (Kishimoto and Müller, *A general solution
//! to the graph history interaction problem*, AAAI 2004).

use super::value::Plies;
use crate::game::hash::spread;
use crate::memory::{self, LargePages, NoRoom};

/// Disproofs that hold on one path only, because it repeats a position. Stored apart from the others under a key of
/// path and position together.
pub(super) struct PathTable {
    /// The salted key, then the plies of the disproof and the ply it depends on. `[slot]`
    slots: LargePages<[u64; 2]>,
    /// Changes every key, so that entries under an earlier salt are not found.
    salt: u64,
}

/// Slots of the table; a power of two.
const PATH_SLOTS: usize = 1 << 18;

impl PathTable {
    /// # Errors
    /// If there is no memory for it.
    pub fn new() -> Result<Self, NoRoom> {
        Ok(Self { slots: LargePages::zeroed("the paths of a mate solver", PATH_SLOTS)?, salt: 1 })
    }

    /// Forgets everything.
    pub const fn clear(&mut self) {
        self.salt = spread(self.salt);
    }

    /// Fetches the slot that [`PathTable::look_up`] will read.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(&self.slots[key as usize % PATH_SLOTS]);
    }

    /// For a disproof within `plies` on this path: its plies, and the shallowest ply of the path that it depends on.
    #[inline(always)]
    pub fn look_up(&self, key: u64, plies: Plies) -> Option<(Plies, u32)> {
        let [stored, data] = self.slots[key as usize % PATH_SLOTS];
        let (disproved, low) = (data as u16, (data >> 32) as u32);
        (stored == key ^ self.salt && disproved >= plies).then_some((disproved, low))
    }

    /// Stores a disproof within `plies` on this path that depends on a repetition of the ply `low`.
    pub fn store(&mut self, key: u64, plies: Plies, low: u32) {
        self.slots[key as usize % PATH_SLOTS] = [key ^ self.salt, u64::from(plies) | u64::from(low) << 32];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disproofs_of_a_path_are_found_by_path_and_length() {
        let mut paths = PathTable::new().unwrap();
        paths.store(77, 8, 4);
        assert_eq!(paths.look_up(77, 8), Some((8, 4)));
        assert_eq!(paths.look_up(77, 9), None);
        assert_eq!(paths.look_up(77 + PATH_SLOTS as u64, 8), None);
        paths.clear();
        assert_eq!(paths.look_up(77, 8), None);
    }
}
