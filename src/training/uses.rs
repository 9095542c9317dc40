//! Transposition of a batch: the samples by active input.
//!
//! A gradient gathered input by input is read and written once a block; scattered sample by sample it would be read and
//! written for every active input.

use super::batch::Samples;
use std::ops::Range;

/// Samples of a block: a slice's data for as many stay in the second-level cache.
pub const BLOCK: usize = 1024;

/// The uses of every input in one block.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    pub samples: Range<usize>,
    /// End of each input's places.
    ends: Vec<u32>,
    /// Twice the number in the block of a sample with the input, plus one for the view of the other side.
    places: Vec<u16>,
}

impl Uses {
    /// Finds the uses of `inputs` inputs in these samples, [`BLOCK`] of them at most.
    pub fn fill(&mut self, inputs: usize, samples: &Samples, range: Range<usize>) {
        assert!(range.len() <= BLOCK);
        self.ends.clear();
        self.ends.resize(inputs, 0);
        let active = || range.clone().flat_map(|i| samples.active(i)).flatten();
        active().for_each(|&input| self.ends[usize::from(input)] += 1);
        let mut total = 0;
        for end in &mut self.ends {
            // The start of each input's places; filling moves it to the end.
            total += std::mem::replace(end, total);
        }
        self.places.clear();
        self.places.resize(total as usize, 0);
        for (number, i) in range.clone().enumerate() {
            for pair in samples.active(i) {
                for (view, &input) in pair.iter().enumerate() {
                    let end = &mut self.ends[usize::from(input)];
                    self.places[*end as usize] = (2 * number + view) as u16;
                    *end += 1;
                }
            }
        }
        self.samples = range;
    }

    #[inline]
    pub fn of(&self, input: usize) -> &[u16] {
        let start = if input == 0 { 0 } else { self.ends[input - 1] };
        &self.places[start as usize..self.ends[input] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::super::batch::Label;
    use super::*;
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn every_use_is_found_once() {
        const INPUTS: u16 = 50;
        let mut rng = SmallRng::seed_from_u64(1);
        let mut samples = Samples::default();
        for _ in 0..100 {
            let active: Vec<[u16; 2]> =
                (0..rng.random_range(0..9)).map(|_| [(); 2].map(|()| rng.random_range(0..INPUTS))).collect();
            samples.push(Label { bucket: 0, score: 0, prior: 0, target: 0.5 }, &active);
        }
        let mut uses = Uses::default();
        for block in [0..60, 60..100, 100..100] {
            uses.fill(INPUTS.into(), &samples, block.clone());
            assert_eq!(uses.samples, block);
            for input in 0..INPUTS {
                let views = |i: usize| samples.active(i).iter().flat_map(|pair| [(0, pair[0]), (1, pair[1])]);
                let places = |i: usize| views(i).filter(|view| view.1 == input).map(move |view| (i, view.0));
                let mut expected: Vec<(usize, u16)> = block.clone().flat_map(places).collect();
                let place = |&place: &u16| (block.start + usize::from(place / 2), place % 2);
                let mut transposed: Vec<(usize, u16)> = uses.of(input.into()).iter().map(place).collect();
                expected.sort_unstable();
                transposed.sort_unstable();
                assert_eq!(transposed, expected);
            }
        }
    }
}
