//! What the scores of a search depend on beside the position.

use super::limits::SearchOptions;
use crate::game::{Position, Score};

/// The terms on which positions are judged. What has been learned on some tells nothing on others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The hash of the rules in force.
    rules: u64,
    /// The level of play: below full skill positions are misjudged on purpose.
    level: i32,
    /// Worth of a draw. `[color]`
    draw_values: [Score; 2],
    /// Whether pointless moves are searched as well.
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
