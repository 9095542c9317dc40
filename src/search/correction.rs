//! Correction history (Caissa; chessprogramming.org: Static Evaluation Correction History): the evaluation's error in
//! positions that share a part of their structure, or that the same two moves led to (Motor, 2024).

use super::history::{self, gravitate};
use super::stack::Stack;
use super::tunables as tune;
use crate::board::Color;
use crate::game::hash::spread;
use crate::game::score::{EVALUATION_LIMIT, Score};
use crate::game::{Game, StructureKeys};
use crate::memory;

/// The farthest that an entry of a table goes from zero.
const LIMIT: i32 = 1_024;
/// Slots of each table.
const SLOTS: usize = 1 << 14;
/// Table entries times weights that make a centipawn.
const WEIGHT_DIVISOR: i32 = 1_024;

/// Corrections of one worker, for the side to move.
pub struct Corrections {
    /// Tables by pawns, guards, hands and the last two moves. `[table][color][slot]`
    tables: Vec<i16>,
}

/// Table indices of a node and the corrections found there.
#[derive(Clone, Copy, Debug)]
pub struct Correction {
    indices: [usize; TABLES],
}

/// The tables of [`Corrections`].
const TABLES: usize = 4;

impl Correction {
    /// Stands for the corrections of a node that has none, being in check.
    pub const NOWHERE: Self = Self { indices: [0; TABLES] };
}

impl Corrections {
    pub fn new() -> Self {
        Self { tables: vec![0; TABLES * 2 * SLOTS] }
    }

    pub fn clear(&mut self) {
        self.tables.fill(0);
    }

    /// Indices of the node at `ply`, `color` to move.
    #[inline]
    pub fn locate<G: Game>(keys: StructureKeys, color: Color, stack: &Stack<G::Move>, ply: usize) -> Correction {
        let line = stack.before(ply, 1).cont_hist * history::cont_hists::<G>() + stack.before(ply, 2).cont_hist;
        let line = spread(line as u64) >> 32;
        let slots = [keys.pawns >> 32, keys.guards >> 32, keys.hands >> 32, line];
        let mut indices = [0; TABLES];
        for (table, (index, slot)) in indices.iter_mut().zip(slots).enumerate() {
            *index = (table * 2 + color.index()) * SLOTS + slot as usize % SLOTS;
        }
        Correction { indices }
    }

    /// Starts to load the corrections of a node.
    #[inline(always)]
    pub fn prefetch(&self, at: &Correction) {
        for &index in &at.indices {
            memory::prefetch(&self.tables[index]);
        }
    }

    /// The evaluation `raw` as it should have been, in centipawns.
    #[inline]
    pub fn apply(&self, at: &Correction, raw: Score) -> Score {
        if tune::use_correction() == 0 {
            return raw;
        }
        let weights = [
            tune::correction_pawns(),
            tune::correction_guards(),
            tune::correction_hands(),
            tune::correction_continuation(),
        ];
        let sum: i32 = at.indices.iter().zip(weights).map(|(&i, weight)| i32::from(self.tables[i]) * weight).sum();
        (raw + sum / WEIGHT_DIVISOR).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    /// Learns that the search at `depth` plies found `error` centipawns more than the corrected evaluation.
    pub fn update(&mut self, at: &Correction, error: Score, depth: i32) {
        let bonus =
            (error * depth / tune::correction_divisor()).clamp(-tune::correction_step(), tune::correction_step());
        for &index in &at.indices {
            gravitate(&mut self.tables[index], bonus, LIMIT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learns_the_error() {
        let mut corrections = Corrections::new();
        let at = Correction { indices: [1, 2 * SLOTS + 1, 4 * SLOTS + 1, 6 * SLOTS + 1] };
        assert_eq!(corrections.apply(&at, 50), 50);
        for _ in 0..200 {
            let error = 150 - corrections.apply(&at, 50);
            corrections.update(&at, error, 6);
        }
        let learned = corrections.apply(&at, 50);
        assert!((120..=180).contains(&learned), "{learned}");
        assert_eq!(corrections.apply(&at, EVALUATION_LIMIT), EVALUATION_LIMIT);
        corrections.clear();
        assert_eq!(corrections.apply(&at, 50), 50);
    }
}
