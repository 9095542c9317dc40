//! The game on the board: its players, its clocks and its file.

use super::message::{NewGame, Opponent, Side};
use super::phrase::Phrase;
use super::stopwatch::{Moment, Stopwatch, TICK};
use crate::any::{AnyMove, AnyPosition, AnySfenError};
use crate::board::Color;
use crate::engines::clock::{Clock, TimeControl};
use crate::game::{Declaration, RuleChoices, SfenMode};
use crate::jobs::game::chosen;
use crate::jobs::start::StartArgs;
use crate::record::Outcome;
use crate::search::SearchOptions;
use crate::table::furigoma::Furigoma;
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
use std::time::Duration;

/// Level of the program in the first game.
const LEVEL: i32 = -5;

/// A game that is being played.
pub struct Round {
    pub game: Game,
    pub setting: Setting,
    keeper: Keeper,
    /// The time of the turn; none while other engines get ready.
    watch: Option<Stopwatch>,
    /// True once the machine has slept in mid-game: the clocks stand until a person is there again.
    is_paused: bool,
    /// The lots that were drawn for the sides.
    pub lots: Option<Furigoma>,
    /// True once the processes of other engines play this game.
    is_seated: bool,
    /// True once they know how it has ended.
    has_told_end: bool,
    /// The result of the game before, while other engines do not know it.
    owed: Option<Outcome>,
}

/// A change that a look at the clocks brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// The machine has slept, and the clocks stand.
    Slept,
    /// The side to move has overstepped its time.
    Late,
}

/// Work for other engines.
pub enum Errand {
    /// These get ready for a game, by their names. `[color]`
    Seat { game: Variant, rules: RuleChoices, names: [Option<String>; 2] },
    /// The one to move chooses its move.
    Move { game: Box<Game>, clocks: Option<[Clock; 2]> },
    /// All hear how the game has ended.
    Finish(Outcome),
}

impl Round {
    /// The game with the program that a newcomer finds.
    pub fn first(variant: Variant, threads: usize, language: Language) -> Self {
        let setting = Setting::new([true, false], [LEVEL; 2], RuleChoices::default(), threads);
        let names = names(&setting, language);
        Self::of(Game::new(variant.start(), names), setting, Keeper::new(variant))
    }

    fn of(game: Game, setting: Setting, keeper: Keeper) -> Self {
        let watch = setting.engines.iter().all(Option::is_none).then(|| Stopwatch::new(Moment::now()));
        Self {
            game,
            setting,
            keeper,
            watch,
            is_paused: false,
            lots: None,
            is_seated: false,
            has_told_end: false,
            owed: None,
        }
    }

    /// A game as somebody wants it, with engines among those of these names.
    pub fn new(wanted: &NewGame, threads: usize, language: Language, engines: &[String]) -> Result<Self, Phrase> {
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
        let lots = (wanted.side == Side::Lot).then(Furigoma::throw);
        let people = lots.map_or_else(|| people(wanted.side), Furigoma::people);
        let mut setting = Setting::new(people, [level(wanted.level)?; 2], rules, threads);
        seat(&mut setting, &wanted.players, engines)?;
        setting.coach = wanted.coach;
        if let Some(times) = wanted.clock {
            let unfit = || Phrase::of("A clock has times up to a day.", "持ち時間は1日までです。");
            let [main, increment, byoyomi] = times.durations().ok_or_else(unfit)?;
            let control = TimeControl { main, increment, byoyomi, ..TimeControl::default() };
            setting.clocks = control.has_clock().then(|| [Clock::new(control), Clock::new(control)]);
        }
        let names = names(&setting, language);
        Ok(Self { lots, ..Self::of(Game::new(start, names), setting, Keeper::new(variant)) })
    }

    /// This game in the place of another, whose result engines are still to hear.
    pub fn after(self, before: &Self) -> Self {
        Self { owed: before.unheard(), ..self }
    }

    /// The unfinished game that was played latest.
    pub fn resumed(variant: Option<Variant>, threads: usize) -> Result<Self, StoreError> {
        let Resumed { variant, store, kept } = take(None, variant)?;
        let broken = |reason| StoreError::Broken { path: store.path().to_owned(), reason };
        let rules = chosen(variant, &kept.rules).map_err(|error| broken(NoGame::from(error)))?;
        let game = kept.game(variant, &rules, kept.names.clone()).map_err(broken)?;
        let mut setting = Setting::new(kept.people, kept.levels(), rules, threads);
        setting.engines.clone_from(&kept.engines);
        setting.clocks = kept.clocks.map(KeptClocks::clocks);
        setting.coach = kept.coach;
        Ok(Self::of(game, setting, Keeper::of_resumed(variant, store)))
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

    /// True if the program is to move. Its clock does not run before other engines are ready.
    pub fn is_programs_turn(&self) -> bool {
        let side = self.game.side();
        let is_programs = !self.setting.is_persons(side) && !self.setting.is_engines(side);
        self.game.end().is_none() && self.watch.is_some() && is_programs
    }

    /// True if another engine is to move.
    pub fn is_engines_turn(&self) -> bool {
        self.game.end().is_none() && self.setting.is_engines(self.game.side())
    }

    /// True while other engines get ready, and no clock runs.
    pub const fn is_waiting(&self) -> bool {
        self.watch.is_none()
    }

    /// True while the clocks stand because the machine has slept.
    pub fn is_paused(&self) -> bool {
        self.is_paused && self.game.end().is_none()
    }

    /// True if a person is to move.
    pub fn is_persons_turn(&self) -> bool {
        self.game.end().is_none() && self.setting.is_persons(self.game.side())
    }

    /// Time since the start of the turn.
    pub fn spent(&self) -> Duration {
        self.watch.as_ref().map_or(Duration::ZERO, |watch| watch.spent(Moment::now()))
    }

    /// Begins a turn. A person who has brought it about is there, and the clocks run.
    fn begin_turn(&mut self, by_person: bool) {
        self.is_paused &= !by_person;
        if let Some(watch) = &mut self.watch {
            *watch = Stopwatch::new(Moment::now());
            if self.is_paused {
                watch.stop();
            }
        }
    }

    /// True if the board counts the time of this turn. That of another engine ends with its answer, which takes its way.
    fn counts_time(&self) -> bool {
        self.game.end().is_none() && !self.is_engines_turn()
    }

    /// Time until the clocks are to be looked at again; none where none runs.
    pub fn next_look(&self) -> Option<Duration> {
        let runs = self.game.end().is_none() && self.watch.is_some() && !self.is_paused;
        let limit = self.setting.time_limit(self.game.side()).filter(|_| runs)?;
        let left = if self.counts_time() { limit.saturating_sub(self.spent()) } else { TICK };
        Some(TICK.min(left + Duration::from_millis(1)))
    }

    /// Looks at the clocks: pauses the game if the machine has slept, and ends it if the side to move has overstepped its
    /// time.
    pub fn look_at_clocks(&mut self, now: Moment) -> Option<Sight> {
        if self.look_for_sleep(now) {
            return Some(Sight::Slept);
        }
        let spent = self.watch.as_ref()?.spent(now);
        let is_late = self.counts_time() && self.setting.is_late(&self.game, spent);
        is_late.then(|| {
            self.game.lose_on_time();
            Sight::Late
        })
    }

    /// True if the machine has slept in this turn.
    pub fn has_slept(&mut self) -> bool {
        self.look_for_sleep(Moment::now());
        self.watch.as_ref().is_some_and(Stopwatch::has_slept)
    }

    /// Leaves out the time in which the machine slept. With a clock and a person the game is paused; true if it just was.
    fn look_for_sleep(&mut self, now: Moment) -> bool {
        let has_slept = self.watch.as_mut().is_some_and(|watch| watch.look(now));
        let pauses = has_slept && self.game.end().is_none() && self.setting.people != [false; 2];
        let pauses = pauses && self.setting.clocks.is_some();
        if pauses {
            self.is_paused = true;
            self.watch.as_mut().into_iter().for_each(Stopwatch::stop);
        }
        pauses
    }

    /// Plays a legal move of a person; with a coach, returns what there is to judge.
    pub fn play(&mut self, m: AnyMove) -> Option<Own> {
        let (position, previous) = (self.game.position().clone(), self.game.last());
        self.carry_out(Choice::Play(m));
        self.setting.coach.then(|| Own { position, previous, m, number: self.game.plies() })
    }

    /// Does what the side to move has decided.
    pub fn carry_out(&mut self, choice: Choice<AnyMove>) {
        self.look_for_sleep(Moment::now());
        self.carry_out_after(choice, self.spent());
    }

    /// Does what the side to move has decided in this time, which may be longer than what counts of it.
    pub fn carry_out_after(&mut self, choice: Choice<AnyMove>, spent: Duration) {
        let by_person = self.is_persons_turn();
        let spent = if self.has_slept() { spent.min(self.spent()) } else { spent };
        self.setting.carry_out(&mut self.game, choice, spent);
        self.begin_turn(by_person);
    }

    pub fn take_back(&mut self) -> Result<(), Phrase> {
        if !self.setting.take_back(&mut self.game) {
            return Err(Phrase::of("There is nothing to take back.", "戻す手がありません。"));
        }
        self.begin_turn(true);
        Ok(())
    }

    pub fn play_again(&mut self) -> Result<(), Phrase> {
        if !self.setting.play_again(&mut self.game) {
            return Err(Phrase::of("There is nothing to play again.", "進める手がありません。"));
        }
        self.begin_turn(true);
        Ok(())
    }

    /// Goes on with a game that was broken off, or lets the clocks run that a sleep has stopped.
    pub fn go_on(&mut self) -> Result<(), Phrase> {
        if self.is_paused() {
            self.is_paused = false;
            self.watch.as_mut().into_iter().for_each(|watch| watch.go_on(Moment::now()));
            return Ok(());
        }
        if !self.is_broken_off() {
            return Err(Phrase::of("The game is not broken off.", "対局は中断していません。"));
        }
        self.game.undo(0);
        self.begin_turn(true);
        Ok(())
    }

    pub fn is_broken_off(&self) -> bool {
        self.game.end().is_some_and(|end| end.outcome == Outcome::Undecided)
    }

    /// Begins another game after a drawn one.
    pub fn replay(&mut self) -> Result<(), Phrase> {
        if !self.game.is_drawn() {
            return Err(Phrase::of("Only a drawn game is played again.", "指し直しは引き分けのあとだけです。"));
        }
        self.owed = self.unheard();
        self.keeper.begin_another();
        self.game = self.setting.replay(&self.game);
        self.lots = None;
        self.is_seated = false;
        self.has_told_end = false;
        self.begin_turn(true);
        Ok(())
    }

    /// The next errand of other engines.
    pub fn errand(&mut self) -> Option<Errand> {
        if let Some(outcome) = self.owed.take() {
            return Some(Errand::Finish(outcome));
        }
        let (game, names) = (&self.game, &self.setting.engines);
        if !self.is_seated {
            let (variant, rules) = (game.start().variant(), self.setting.rules.clone());
            return Some(Errand::Seat { game: variant, rules, names: names.clone() });
        }
        if self.is_engines_turn() {
            return Some(Errand::Move { game: Box::new(game.clone()), clocks: self.setting.clocks.clone() });
        }
        let outcome = self.unheard();
        self.has_told_end = self.outcome().is_some();
        outcome.map(Errand::Finish)
    }

    /// The result of the game; none while it goes on or is broken off.
    fn outcome(&self) -> Option<Outcome> {
        self.game.end().map(|end| end.outcome).filter(|outcome| *outcome != Outcome::Undecided)
    }

    /// The result that other engines do not know.
    fn unheard(&self) -> Option<Outcome> {
        let own = self.outcome().filter(|_| self.is_seated && !self.has_told_end);
        self.owed.or(own)
    }

    /// Lets the clocks run once other engines are ready.
    pub fn seated(&mut self) {
        self.is_seated = true;
        self.watch.get_or_insert_with(|| Stopwatch::new(Moment::now()));
    }

    /// Seats the program in the place of engines that do not play, and says so. `language` is that of the kept game.
    pub fn dismiss(&mut self, side: Color, reason: &Phrase, language: Language) -> Phrase {
        self.setting.engines[side.index()] = None;
        self.game.rename(side, name(&self.setting, side, language));
        Phrase::written(|language| {
            let (reason, name) = (reason.text(language), name(&self.setting, side, language));
            match language {
                Language::En => format!("{reason}. {name} plays in its place."),
                Language::Ja => format!("{reason}。代わりに{name}が指します。"),
            }
        })
    }

    /// Seats the program in the place of engines that are not among those of these names, and says so.
    pub fn dismiss_unknown(&mut self, engines: &[String], language: Language) -> Option<Phrase> {
        let mut news = None;
        for side in Color::ALL {
            let unknown = self.setting.engines[side.index()].clone().filter(|name| !engines.contains(name));
            news = unknown.map(|name| self.dismiss(side, &no_engine(&name), language)).or(news);
        }
        if self.setting.engines.iter().all(Option::is_none) {
            self.watch = Some(Stopwatch::new(Moment::now()));
        }
        news
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

/// Seats levels of the program and other engines, among those of these names, where no person sits.
fn seat(setting: &mut Setting, players: &[Opponent], engines: &[String]) -> Result<(), Phrase> {
    let free = Color::ALL.into_iter().filter(|&side| !setting.is_persons(side)).collect::<Vec<_>>();
    let others = players.last().into_iter().cycle();
    for (side, player) in free.into_iter().zip(players.iter().chain(others)) {
        match player {
            Opponent::Level(number) => setting.levels[side.index()] = level(*number)?,
            Opponent::Engine(name) if engines.contains(name) => setting.engines[side.index()] = Some(name.clone()),
            Opponent::Engine(name) => return Err(no_engine(name)),
        }
    }
    Ok(())
}

fn no_engine(name: &str) -> Phrase {
    let english = format!("The engine \"{name}\" is not on the command line (--engine)");
    Phrase::of(&english, &format!("エンジン「{name}」がコマンドライン（--engine）で指定されていません"))
}

fn name(setting: &Setting, side: Color, language: Language) -> String {
    match (setting.is_persons(side), setting.people) {
        (false, _) => setting.engines[side.index()]
            .clone()
            .unwrap_or_else(|| talk::program_name(language, setting.levels[side.index()])),
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
        Side::Both => [true, true],
        Side::Lot | Side::Neither => [false, false],
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A game against an engine, which is ready.
    fn seated() -> Round {
        let mut round = new_round();
        assert!(matches!(round.errand(), Some(Errand::Seat { .. })));
        round.seated();
        assert!(round.errand().is_none());
        round
    }

    fn new_round() -> Round {
        let wanted = r#"{"game":"shogi","side":"black","players":["good"]}"#;
        Round::new(&serde_json::from_str(wanted).unwrap(), 1, Language::En, &["good".to_owned()]).unwrap()
    }

    fn finished(round: &mut Round) -> Option<Outcome> {
        match round.errand() {
            Some(Errand::Finish(outcome)) => Some(outcome),
            _ => None,
        }
    }

    #[test]
    fn engines_hear_a_result_though_the_next_game_begins_at_once() {
        let lost = Some(Outcome::Win(Color::White));
        let mut round = seated();
        round.game.resign();
        // The one between is left before anybody has a seat.
        let mut next = new_round().after(&new_round().after(&round));
        assert_eq!((finished(&mut next), finished(&mut next)), (lost, None));
        let mut drawn = seated();
        drawn.game.agree_on_draw();
        drawn.replay().unwrap();
        assert_eq!((finished(&mut drawn), finished(&mut drawn)), (Some(Outcome::Draw), None));
    }

    fn clocked(side: &str) -> Round {
        let wanted = format!(r#"{{"game":"shogi","side":"{side}","clock":{{"main":60}}}}"#);
        Round::new(&serde_json::from_str(&wanted).unwrap(), 1, Language::En, &[]).unwrap()
    }

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn clocks_stand_behind_a_sleep_until_a_person_is_there() {
        let mut round = clocked("both");
        let awake = Moment::now().after(TICK, TICK);
        assert_eq!(round.look_at_clocks(awake), None);
        assert_eq!(round.look_at_clocks(awake.after(Duration::ZERO, HOUR)), Some(Sight::Slept));
        let spent = round.spent();
        assert!(round.is_paused() && spent >= TICK && spent < 2 * TICK, "{spent:?}");
        assert_eq!((round.next_look(), round.look_at_clocks(awake.after(HOUR, 2 * HOUR))), (None, None), "they stand");
        round.go_on().unwrap();
        assert!(!round.is_paused() && round.next_look().is_some() && round.go_on().is_err());
        // A move shows as well that somebody is there.
        round.look_at_clocks(Moment::now().after(HOUR, HOUR));
        assert!(round.is_paused());
        let m = round.game.position().parse_move("7g7f").unwrap();
        round.play(m);
        assert!(!round.is_paused() && round.game.end().is_none());
        let left = round.setting.clocks.as_ref().unwrap()[0].remaining();
        assert!(left > Duration::from_secs(50) && left < Duration::from_secs(60), "{left:?}");
    }

    #[test]
    fn a_flag_falls_in_a_machine_that_is_awake() {
        let mut round = clocked("both");
        let start = Moment::now();
        let sights = (1..=62).map(|second| round.look_at_clocks(start.after(second * TICK, second * TICK)));
        assert_eq!(sights.flatten().collect::<Vec<_>>(), [Sight::Late]);
    }

    #[test]
    fn the_program_plays_on_in_a_paused_game_and_for_nobody_it_is_not_paused() {
        let mut round = clocked("white");
        round.look_at_clocks(Moment::now().after(HOUR, HOUR));
        let m = round.game.position().parse_move("7g7f").unwrap();
        round.carry_out_after(Choice::Play(m), HOUR);
        assert!(round.is_paused() && round.game.end().is_none(), "the person may still be away");
        assert_eq!(round.spent(), Duration::ZERO);
        let mut watched = clocked("neither");
        assert_eq!(watched.look_at_clocks(Moment::now().after(HOUR, HOUR)), None);
        assert!(!watched.is_paused() && watched.next_look().is_some());
    }

    #[test]
    fn engines_hear_a_result_once() {
        let mut round = seated();
        round.game.resign();
        assert_eq!(finished(&mut round), Some(Outcome::Win(Color::White)));
        assert_eq!(finished(&mut round), None);
        assert_eq!(finished(&mut new_round().after(&round)), None);
        // A game that is left goes on for nobody, and has no result.
        assert_eq!(finished(&mut new_round().after(&seated())), None);
    }
}
