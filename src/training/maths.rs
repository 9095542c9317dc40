//! Functions shared by targets, trainer and measure.

/// The logistic function: the expected result of an advantage `x` in units of the scale.
#[must_use]
#[inline]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
