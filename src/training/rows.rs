//! Rows of numbers, one for each neuron of a slice, in floats and in the engine's units.

/// Neurons of a slice.
pub const COLUMNS: usize = 32;

/// Every forward pass rounds the first layer to multiples of one divided by this, as the engine does: training then
/// works with the engine's own sums, and reads half as many bytes as with floats.
pub const UNIT: f32 = 2040.0;
/// Addition to the sums before the engine rounds them down to activations.
pub const SUM_ROUNDING: i16 = 4;

/// One parameter of each neuron of a slice.
#[derive(Clone, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Row(pub [f32; COLUMNS]);

impl Row {
    pub const ZERO: Self = Self([0.0; COLUMNS]);

    #[inline]
    pub fn add(&mut self, other: &Self) {
        for (sum, term) in self.0.iter_mut().zip(&other.0) {
            *sum += term;
        }
    }

    /// Sum of the row, by halves. Not inlined, or loops before it would be vectorised in pairs like its last step.
    #[inline(never)]
    pub fn total(&self) -> f32 {
        let mut sums = self.0;
        let mut half = COLUMNS / 2;
        while half > 0 {
            for c in 0..half {
                sums[c] += sums[c + half];
            }
            half /= 2;
        }
        sums[0]
    }
}

/// A byte of this value stands for one.
pub const BYTE_UNIT: f32 = 127.0;

/// Weights of the first layer, or sums of them, as the engine stores them: multiples of 1 / [`UNIT`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Units([i16; COLUMNS]);

impl Units {
    pub fn of(row: &Row) -> Self {
        let mut units = Self([0; COLUMNS]);
        for (units, weight) in units.0.iter_mut().zip(&row.0) {
            *units = (weight * UNIT).round_ties_even() as i16;
        }
        units
    }

    #[inline]
    pub fn add(&mut self, other: &Self) {
        for (sum, term) in self.0.iter_mut().zip(&other.0) {
            *sum = sum.saturating_add(*term);
        }
    }

    /// Clipped to between zero and one, still in units.
    #[inline]
    pub fn clipped(&self) -> [f32; COLUMNS] {
        let mut clipped = [0.0; COLUMNS];
        for (clipped, sum) in clipped.iter_mut().zip(&self.0) {
            *clipped = f32::from((*sum).clamp(0, UNIT as i16));
        }
        clipped
    }

    /// The activations as the hidden layers of the engine read them: bytes, of which [`BYTE_UNIT`] stands for one.
    #[inline]
    pub fn bytes(&self) -> [f32; COLUMNS] {
        /// The unit of the sums, divided by the bytes' and rounded down.
        const FINENESS: i16 = 16;
        const BYTE: i16 = BYTE_UNIT as i16;
        let mut bytes = [0.0; COLUMNS];
        for (byte, sum) in bytes.iter_mut().zip(&self.0) {
            let value = ((*sum).clamp(0, UNIT as i16) + SUM_ROUNDING).div_euclid(FINENESS).min(BYTE);
            *byte = f32::from((value * value + (BYTE + 1) / 2) / (BYTE + 1)) / BYTE_UNIT;
        }
        bytes
    }
}
