//! What the solver remembers of paths: disproofs that hold on one path alone.

use super::value::Plies;
use crate::game::hash::spread;
use crate::memory::{self, LargePages, NoRoom};

/// Disproofs that hold on one path only, because a position is repeated on it. Kept apart from the others and found
/// by path and position together.
pub(super) struct PathTable {
    /// The key under the salt, then the plies of the disproof and the ply it depends on. `[slot]`
    slots: LargePages<[u64; 2]>,
    /// Changes every key, so that what was stored under an earlier salt is not found.
    salt: u64,
}

/// Slots of the table, which a key is reduced to; a power of two.
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

    /// Fetches what [`PathTable::look_up`] will read.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(&self.slots[key as usize % PATH_SLOTS]);
    }

    /// If there is no mate in `plies` on this path: the plies of the disproof, and the shallowest ply of the path on which
    /// it depends.
    #[inline(always)]
    pub fn look_up(&self, key: u64, plies: Plies) -> Option<(Plies, u32)> {
        let [found, data] = self.slots[key as usize % PATH_SLOTS];
        let (disproved, low) = (data as u16, (data >> 32) as u32);
        (found == key ^ self.salt && disproved >= plies).then_some((disproved, low))
    }

    /// Remembers that there is no mate in `plies` on this path, as the ply `low` of it would be repeated.
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
