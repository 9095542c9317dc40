//! Functions shared by targets, trainer and measure.

/// The logistic function: the expected result of an advantage `x` in units of the scale.
#[must_use]
#[inline]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Sum by halves, of which the compiler makes vectors. The length is a power of two.
#[inline]
pub fn total<const N: usize>(mut terms: [f32; N]) -> f32 {
    let mut half = N / 2;
    while half > 0 {
        for i in 0..half {
            terms[i] += terms[i + half];
        }
        half /= 2;
    }
    terms[0]
}
