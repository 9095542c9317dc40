//! The game on the board: its players, its clocks and its file.

use super::message::{NewGame, Side};
use super::phrase::Phrase;
use crate::any::{AnyMove, AnyPosition, AnySfenError};
use crate::board::Color;
use crate::engines::clock::{Clock, TimeControl};
use crate::game::{Declaration, RuleChoices, SfenMode};
use crate::jobs::game::chosen;
use crate::jobs::start::StartArgs;
use crate::search::SearchOptions;
use crate::table::game::{Game, NoGame};
use crate::table::impasse::vain_declaration;
use crate::table::resume::{Resumed, take};
use crate::table::setting::Setting;
use crate::table::shelf::Keeper;
use crate::table::store::{Kept, KeptClocks, StoreError};
use crate::table::talk;
use crate::table::teacher::Own;
use crate::table::thinker::Choice;
use crate::variants::Variant;
use crate::words::{InLanguage as _, Language};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// Level of the program in the first game.
const LEVEL: i32 = -5;

/// A game that is being played.
pub struct Round {
    pub game: Game,
    pub setting: Setting,
    keeper: Keeper,
    /// Start of the turn.
    pub began: Instant,
}

/// A game with its name, for those who keep it in one place.
#[derive(Debug, Serialize, Deserialize)]
pub struct KeptRound {
    game: String,
    kept: Kept,
}

impl KeptRound {
    pub fn of(round: &Round) -> Self {
        let game = round.game.start().variant().name().to_owned();
        Self { game, kept: Kept::of(&round.game, &round.setting) }
    }

    /// The game, which nothing else keeps.
    pub fn round(&self, threads: usize) -> Result<Round, Phrase> {
        let variant = named(&self.game)?;
        let restored = Round::restored(&self.kept, Keeper::new(variant), variant, threads);
        restored.map_err(|reason| Phrase::from(&reason))
    }
}

impl Round {
    /// The game with the program that a newcomer finds.
    pub fn first(variant: Variant, threads: usize, language: Language) -> Self {
        let setting = setting([true, false], LEVEL, RuleChoices::default(), threads);
        let names = names(&setting, language);
        Self::of(Game::new(variant.start(), names), setting, Keeper::new(variant))
    }

    fn of(game: Game, setting: Setting, keeper: Keeper) -> Self {
        Self { game, setting, keeper, began: Instant::now() }
    }

    /// A game as somebody wants it.
    pub fn new(wanted: &NewGame, threads: usize, language: Language) -> Result<Self, Phrase> {
        let variant = named(&wanted.game)?;
        let rules = chosen(variant, &wanted.rules).map_err(|error| Phrase::from(&error))?;
        let mut start = match (&wanted.sfen, &wanted.handicap) {
            (Some(sfen), _) => {
                let unfit = |error: AnySfenError| {
                    Phrase::written(|language| format!("\"{sfen}\": {}", error.text_in(language)))
                };
                variant.read_sfen(sfen, SfenMode::Mate).map_err(unfit)?
            }
            (None, Some(name)) => {
                StartArgs::of_handicap(name).position(variant).map_err(|error| Phrase::from(&error))?
            }
            (None, None) => variant.start(),
        };
        start.set_rules(&rules);
        let mut setting = setting(people(wanted.side), level(wanted.level)?, rules, threads);
        setting.coach = wanted.coach;
        if let Some(times) = wanted.clock {
            let unfit = || Phrase::of("A clock has times up to a day.", "持ち時間は1日までです。");
            let [main, increment, byoyomi] = times.durations().ok_or_else(unfit)?;
            let control = TimeControl { main, increment, byoyomi, ..TimeControl::default() };
            setting.clocks = control.has_clock().then(|| [Clock::new(control), Clock::new(control)]);
        }
        let names = names(&setting, language);
        Ok(Self::of(Game::new(start, names), setting, Keeper::new(variant)))
    }

    /// The unfinished game that was played latest.
    pub fn resumed(variant: Option<Variant>, threads: usize) -> Result<Self, StoreError> {
        let Resumed { variant, store, kept } = take(None, variant)?;
        let path = store.path().to_owned();
        let restored = Self::restored(&kept, Keeper::of_resumed(variant, store), variant, threads);
        restored.map_err(|reason| StoreError::Broken { path, reason })
    }

    fn restored(kept: &Kept, keeper: Keeper, variant: Variant, threads: usize) -> Result<Self, NoGame> {
        let rules = chosen(variant, &kept.rules)?;
        let game = kept.game(variant, &rules, kept.names.clone())?;
        let mut setting = setting(kept.people, kept.level, rules, threads);
        setting.clocks = kept.clocks.map(KeptClocks::clocks);
        setting.coach = kept.coach;
        Ok(Self::of(game, setting, keeper))
    }

    /// Keeps the game as it is now. A board on which nobody has moved is not worth a file.
    pub fn keep(&mut self) -> Result<(), StoreError> {
        if self.game.plies() == 0 && self.game.end().is_none() && !self.keeper.is_keeping() {
            return Ok(());
        }
        self.keeper.keep(&Kept::of(&self.game, &self.setting))
    }

    /// The position after some moves of the game, with the last of them.
    pub fn position_after(&self, plies: usize) -> (AnyPosition, Option<AnyMove>) {
        if plies == self.game.plies() {
            return (self.game.position().clone(), self.game.last());
        }
        let mut position = self.game.start().clone();
        let mut last = None;
        for (m, _) in self.game.moves().take(plies) {
            position.make(m);
            last = Some(m);
        }
        (position, last)
    }

    /// True if the program is to move.
    pub fn is_programs_turn(&self) -> bool {
        self.game.end().is_none() && !self.setting.is_persons(self.game.side())
    }

    /// True if a person is to move.
    pub fn is_persons_turn(&self) -> bool {
        self.game.end().is_none() && self.setting.is_persons(self.game.side())
    }

    /// Time left until the side to move oversteps it; none without clocks, or behind the end of the game.
    pub fn time_left(&self) -> Option<Duration> {
        let limit = self.setting.time_limit(self.game.side()).filter(|_| self.game.end().is_none())?;
        Some(limit.saturating_sub(self.began.elapsed()))
    }

    /// Ends the game if the side to move has overstepped its time.
    pub fn look_at_flag(&mut self) -> bool {
        let is_late = self.setting.is_late(&self.game, self.began.elapsed());
        if is_late {
            self.game.lose_on_time();
        }
        is_late
    }

    /// Plays a legal move of a person; with a coach, returns what there is to judge.
    pub fn play(&mut self, m: AnyMove) -> Option<Own> {
        let (position, previous) = (self.game.position().clone(), self.game.last());
        self.carry_out(Choice::Play(m));
        self.setting.coach.then(|| Own { position, previous, m, number: self.game.plies() })
    }

    /// Does what the side to move has decided.
    pub fn carry_out(&mut self, choice: Choice<AnyMove>) {
        self.setting.carry_out(&mut self.game, choice, self.began.elapsed());
        self.began = Instant::now();
    }

    pub fn take_back(&mut self) -> Result<(), Phrase> {
        if !self.setting.take_back(&mut self.game) {
            return Err(Phrase::of("There is nothing to take back.", "戻す手がありません。"));
        }
        self.began = Instant::now();
        Ok(())
    }

    pub fn play_again(&mut self) -> Result<(), Phrase> {
        if !self.setting.play_again(&mut self.game) {
            return Err(Phrase::of("There is nothing to play again.", "進める手がありません。"));
        }
        self.began = Instant::now();
        Ok(())
    }

    pub fn declare(&mut self) -> Result<(), Phrase> {
        let count = self.game.position().impasse_count(self.game.side());
        match self.game.declare() {
            Declaration::Loss => Err(Phrase::written(|language| vain_declaration(language, count.as_ref()))),
            _ => Ok(()),
        }
    }

    pub fn set_level(&mut self, wanted: i32, language: Language) -> Result<(), Phrase> {
        self.setting.set_level(&mut self.game, level(wanted)?, language);
        Ok(())
    }

    /// The result in words, if the game is over.
    pub fn result(&self, language: Language) -> Option<String> {
        let end = self.game.end()?;
        Some(talk::result(self.game.start().variant(), language, end, self.setting.person()))
    }

    /// The name of a player for a reader.
    pub fn name(&self, side: Color, language: Language) -> String {
        name(&self.setting, side, language)
    }
}

fn setting(people: [bool; 2], level: i32, rules: RuleChoices, threads: usize) -> Setting {
    Setting { people, level, coach: false, rules, clocks: None, bell: false, threads, rivals: [None, None] }
}

fn name(setting: &Setting, side: Color, language: Language) -> String {
    match (setting.is_persons(side), setting.people) {
        (false, _) => talk::program_name(language, setting.level),
        (true, [true, true]) => talk::side(language, side).to_owned(),
        (true, _) => language.choose("You", "あなた").to_owned(),
    }
}

fn names(setting: &Setting, language: Language) -> [String; 2] {
    Color::ALL.map(|side| name(setting, side, language))
}

fn people(side: Side) -> [bool; 2] {
    match side {
        Side::Black => [true, false],
        Side::White => [false, true],
        Side::Lot if rand::random() => [true, false],
        Side::Lot => [false, true],
        Side::Both => [true, true],
        Side::Neither => [false, false],
    }
}

fn level(level: i32) -> Result<i32, Phrase> {
    let is_known = (SearchOptions::WEAKEST..=SearchOptions::FULL_SKILL).contains(&level);
    if is_known { Ok(level) } else { Err(Phrase::written(talk::level_notation)) }
}

/// The game of a name.
pub fn named(name: &str) -> Result<Variant, Phrase> {
    let unknown =
        |_| Phrase::of(&format!("There is no game \"{name}\"."), &format!("「{name}」という将棋はありません。"));
    name.parse().map_err(unknown)
}
