//! The inputs that differ between two positions.

use super::{Features, View};
use crate::board::Color;
use crate::game::PieceFeature;
use crate::large::Spec;
use arrayvec::ArrayVec;

/// Upper bound of the inputs that a position adds to those of another, and of those that it lacks: a piece on every
/// square.
const MANY: usize = Spec::MOST_SQUARES;
type Inputs = ArrayVec<usize, MANY>;

/// Inputs that one position has and another has not.
#[derive(Default)]
pub struct Difference {
    pub added: Inputs,
    pub removed: Inputs,
}

impl Difference {
    pub fn clear(&mut self) {
        self.added.clear();
        self.removed.clear();
    }

    /// Notes the inputs of a piece feature as added or removed.
    #[inline(always)]
    pub fn note(&mut self, features: &Features, view: View, color: Color, feature: PieceFeature, now: bool) {
        features.list(view, color, feature, if now { &mut self.added } else { &mut self.removed });
    }

    /// Notes the change of the number of missing pieces, if the features count them.
    pub fn count(&mut self, features: &Features, view: View, before: &mut usize, absent: impl FnOnce() -> usize) {
        if let Some(input) = features.absent_input(view) {
            let now = absent();
            let before = std::mem::replace(before, now);
            self.added.extend(std::iter::repeat_n(input, now.saturating_sub(before)));
            self.removed.extend(std::iter::repeat_n(input, before.saturating_sub(now)));
        }
    }
}
