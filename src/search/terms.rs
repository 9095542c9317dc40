//! The terms that scores depend on beside the position.

use super::limits::SearchOptions;
use crate::game::{Position, Score};

/// The terms under which positions are judged. Nothing learned under some terms holds under others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The hash of the rules in force.
    rules: u64,
    /// The level of play: below full skill positions are misjudged on purpose.
    level: i32,
    /// Score of a draw. `[color]`
    draw_values: [Score; 2],
    /// Pointless moves are searched as well.
    generate_all: bool,
}

impl Terms {
    /// The terms of a search from `position`.
    pub fn new(position: &impl Position, options: &SearchOptions) -> Self {
        Self {
            rules: position.rules_key(),
            level: options.level(),
            draw_values: options.draw_values,
            generate_all: options.generate_all,
        }
    }
}
