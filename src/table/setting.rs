//! The setting of a game at the table.

use super::rival::Rival;
use crate::board::Color;
use crate::engines::clock::Clock;
use crate::game::RuleChoices;
use crate::search::{Grade, SearchOptions, levels};

/// Players, rules and clocks of a game.
pub struct Setting {
    /// True for a side that a person plays. `[color]`
    pub people: [bool; 2],
    pub level: i32,
    /// True if a coach judges each of the person's moves.
    pub coach: bool,
    pub rules: RuleChoices,
    /// `[color]`
    pub clocks: Option<[Clock; 2]>,
    /// True if a bell rings in the last ten seconds of a person.
    pub bell: bool,
    pub threads: usize,
    /// Other engines, which play in the program's place. `[color]`
    pub rivals: [Option<Rival>; 2],
}

impl Setting {
    /// The side of a person who plays alone.
    pub const fn person(&self) -> Option<Color> {
        match self.people {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }

    /// The grade of a person's equal opponent, for whom the coach judges: that of the program's level; none at full
    /// strength, and where the program does not play against a person.
    pub fn grade(&self) -> Option<Grade> {
        let plays = self.person().is_some() && self.rivals.iter().all(Option::is_none);
        let level = levels().find(|level| level.number == self.level && self.level < SearchOptions::FULL_SKILL)?;
        plays.then_some(level.grade)
    }
}
