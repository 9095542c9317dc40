//! What a game at the table is played with.

use super::rival::Rival;
use crate::engines::clock::Clock;
use crate::game::RuleChoices;

/// What a game at the table begins with.
pub struct Setting {
    /// Whether a side is played by a person. `[color]`
    pub people: [bool; 2],
    pub level: i32,
    /// Whether each of the person's moves is judged.
    pub coach: bool,
    pub rules: RuleChoices,
    /// `[color]`
    pub clocks: Option<[Clock; 2]>,
    pub threads: usize,
    /// Other engines that play a side in the program's place. `[color]`
    pub rivals: [Option<Rival>; 2],
}
