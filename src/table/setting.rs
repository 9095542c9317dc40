//! The setting of a game at the table.

use super::game::Game;
use super::talk::{self, program_name};
use super::thinker::Choice;
use crate::any::AnyMove;
use crate::board::Color;
use crate::engines::clock::Clock;
use crate::game::{Declaration, RuleChoices};
use crate::search::{self, Grade, SearchOptions, levels};
use crate::words::Language;
use std::time::Duration;

/// Thinking time of the program in games without clocks.
pub const UNCLOCKED: Duration = Duration::from_secs(1);

/// Players, rules and clocks of a game.
pub struct Setting {
    /// True for a side that a person plays. `[color]`
    pub people: [bool; 2],
    /// Levels of the program. `[color]`
    pub levels: [i32; 2],
    /// True if a coach judges each of the person's moves.
    pub coach: bool,
    pub rules: RuleChoices,
    /// `[color]`
    pub clocks: Option<[Clock; 2]>,
    /// True if a bell rings in the last ten seconds of a person.
    pub bell: bool,
    pub threads: usize,
    /// Names of other engines, which play in the program's place. `[color]`
    pub engines: [Option<String>; 2],
}

impl Setting {
    /// A game without clocks, coach and other engines.
    pub const fn new(people: [bool; 2], levels: [i32; 2], rules: RuleChoices, threads: usize) -> Self {
        Self { people, levels, coach: false, rules, clocks: None, bell: false, threads, engines: [None, None] }
    }

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
        let program = !self.person()?;
        let number = self.levels[program.index()];
        let level = levels().find(|level| level.number == number && number < SearchOptions::FULL_SKILL)?;
        self.engines[program.index()].is_none().then_some(level.grade)
    }

    /// True for a side that another engine plays.
    pub const fn is_engines(&self, side: Color) -> bool {
        self.engines[side.index()].is_some()
    }

    /// True for a side that a person plays.
    pub const fn is_persons(&self, side: Color) -> bool {
        self.people[side.index()]
    }

    /// The clocks of the game for a search of `side`.
    pub fn search_clock(&self, side: Color) -> search::Clock {
        let Some(clocks) = &self.clocks else {
            return search::Clock { byoyomi: UNCLOCKED, ..search::Clock::default() };
        };
        let each = |of: fn(&Clock) -> Duration| [of(&clocks[0]), of(&clocks[1])];
        search::Clock {
            remaining: each(Clock::remaining),
            increment: each(|clock| clock.control().increment),
            byoyomi: clocks[side.index()].control().byoyomi,
        }
    }

    /// The longest time for the coming move; none without clocks.
    pub fn time_limit(&self, side: Color) -> Option<Duration> {
        self.clocks.as_ref().and_then(|clocks| clocks[side.index()].limit())
    }

    /// True if the side to move oversteps its time with a move that takes this long.
    pub fn is_late(&self, game: &Game, spent: Duration) -> bool {
        game.end().is_none() && self.time_limit(game.side()).is_some_and(|limit| spent > limit)
    }

    /// Plays a legal move and charges the clock; false if it came too late, which loses the game.
    pub fn play(&mut self, game: &mut Game, m: AnyMove, spent: Duration) -> bool {
        if self.is_late(game, spent) {
            game.lose_on_time();
            return false;
        }
        if let Some(clocks) = &mut self.clocks {
            clocks[game.side().index()].charge(spent);
        }
        game.play(m, spent);
        true
    }

    /// Does what the program has decided on its turn.
    pub fn carry_out(&mut self, game: &mut Game, choice: Choice<AnyMove>, spent: Duration) {
        match choice {
            Choice::Play(m) => {
                self.play(game, m, spent);
            }
            Choice::Declare if game.declare() == Declaration::Loss => game.lose_by_foul(),
            Choice::Declare => {}
            Choice::Resign => game.resign(),
        }
    }

    /// Takes back as many moves as bring a person on turn again; false if there is none.
    pub fn take_back(&self, game: &mut Game) -> bool {
        if game.end().is_some() {
            game.undo(0);
            // If an engine failed before any move, it is that engine's turn again.
            if game.end().is_none() && (self.is_persons(game.side()) || game.plies() == 0) {
                return true;
            }
        }
        if game.undo(1) == 0 {
            return false;
        }
        if !self.is_persons(game.side()) {
            game.undo(1);
        }
        true
    }

    /// Plays moves again that were taken back, up to a turn of a person; false if there are none.
    pub fn play_again(&self, game: &mut Game) -> bool {
        if game.redo(1) == 0 {
            return false;
        }
        if !self.is_persons(game.side()) {
            game.redo(1);
        }
        true
    }

    /// Another game after a drawn one, with the time that is left. Colours are exchanged, but the giver of a handicap
    /// stays the giver.
    pub fn replay(&mut self, game: &Game) -> Game {
        let mut names = Color::ALL.map(|side| game.name(side).to_owned());
        if !game.has_handicap() {
            // Two people without names are called by their colours.
            let is_side =
                |language| Color::ALL.iter().all(|&color| names[color.index()] == talk::side(language, color));
            if ![Language::En, Language::Ja].into_iter().any(is_side) {
                names.reverse();
            }
            self.people.reverse();
            self.levels.reverse();
            self.engines.reverse();
            self.clocks.iter_mut().for_each(|clocks| clocks.reverse());
        }
        Game::new(game.start().clone(), names)
    }

    /// Sets the level of the program, which its name tells.
    pub fn set_level(&mut self, game: &mut Game, level: i32, language: Language) {
        self.levels = [level; 2];
        let is_programs = |side: Color| !self.is_persons(side) && !self.is_engines(side);
        for side in Color::ALL.into_iter().filter(|&side| is_programs(side)) {
            game.rename(side, program_name(language, level));
        }
    }
}
