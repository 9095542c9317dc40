//! Other engines behind the board: one thread that drives their processes.

use super::desk::Desk;
use super::phrase::Phrase;
use super::round::Errand;
use crate::any::AnyMove;
use crate::arena::{Control, EngineArgument, Failure, MatchError};
use crate::board::Color;
use crate::engines::clock::Clock;
use crate::engines::error::{EngineError, LastSign};
use crate::game::RuleChoices;
use crate::record::Outcome;
use crate::table::game::Game;
use crate::table::rival::{Answer, Rival};
use crate::table::setting::UNCLOCKED;
use crate::variants::Variant;
use crate::words::Language;

/// Drives engines until the board is closed. Messages on slow ones are in `language`.
pub fn work(desk: &Desk, engines: &[EngineArgument], control: &Control, language: Language) {
    let mut seats = Seats { engines, control, language, seated: [None, None] };
    while let Some((step, errand)) = desk.next_errand() {
        match errand {
            Errand::Seat { game, rules, names } => {
                let failures = seats.seat(game, &rules, &names);
                let failures: Vec<_> = failures.iter().map(|(side, error)| (*side, Phrase::from(error))).collect();
                desk.seated(step, &failures);
            }
            Errand::Move { game, clocks } => desk.take_answer(step, seats.choose(&game, clocks.as_ref())),
            Errand::Finish(outcome) => seats.finish(outcome),
        }
    }
}

/// The engines that play, each with its process.
struct Seats<'a> {
    /// Those that may be asked to.
    engines: &'a [EngineArgument],
    control: &'a Control,
    language: Language,
    /// `[color]`
    seated: [Option<Seated>; 2],
}

/// An engine that was started for a game and its rules.
struct Seated {
    rival: Rival,
    game: Variant,
    rules: RuleChoices,
}

impl Seats<'_> {
    /// Seats engines by their names; processes that fit stay. Returns those that cannot play.
    fn seat(&mut self, game: Variant, rules: &RuleChoices, names: &[Option<String>; 2]) -> Vec<(Color, MatchError)> {
        let mut free: Vec<Seated> = self.seated.iter_mut().filter_map(Option::take).collect();
        let mut failures = Vec::new();
        for (side, name) in Color::ALL.into_iter().zip(names) {
            let Some(name) = name else { continue };
            let fits = |seated: &Seated| seated.rival.name() == name && seated.game == game && seated.rules == *rules;
            match free.iter().position(fits) {
                Some(index) => {
                    let mut seated = free.swap_remove(index);
                    seated.rival.new_game();
                    self.seated[side.index()] = Some(seated);
                }
                None => match self.start(game, rules, name) {
                    Ok(seated) => self.seated[side.index()] = seated,
                    Err(error) => failures.push((side, error)),
                },
            }
        }
        failures
    }

    fn start(&self, game: Variant, rules: &RuleChoices, name: &str) -> Result<Option<Seated>, MatchError> {
        let Some(engine) = self.engines.iter().find(|engine| engine.name == name) else { return Ok(None) };
        let rival = Rival::start(game, engine, rules, self.control, self.language)?;
        Ok(Some(Seated { rival, game, rules: rules.clone() }))
    }

    fn choose(&mut self, game: &Game, clocks: Option<&[Clock; 2]>) -> Answer<AnyMove> {
        match &mut self.seated[game.side().index()] {
            Some(seated) => seated.rival.choose(game, clocks, UNCLOCKED),
            None => Answer::Failed(Failure::from(EngineError::Died(LastSign::default())).into()),
        }
    }

    fn finish(&mut self, outcome: Outcome) {
        for (side, seated) in Color::ALL.into_iter().zip(&mut self.seated) {
            seated.iter_mut().for_each(|seated| seated.rival.finish(side, outcome));
        }
    }
}
