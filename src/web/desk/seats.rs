//! Other engines at the board: what they are to do, and what they answer.

use super::Desk;
use crate::any::AnyMove;
use crate::board::Color;
use crate::table::rival::Answer;
use crate::table::talk;
use crate::web::phrase::Phrase;
use crate::web::round::{Errand, Round};
use crate::words::InLanguage as _;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

impl Desk {
    /// Lets engines of these names play.
    pub fn with_engines(self, engines: Vec<String>) -> Self {
        Self { engines, ..self }
    }

    /// Waits until there is something to do for other engines; none once the board is closed.
    pub fn next_errand(&self) -> Option<(u64, Errand)> {
        let mut state = self.state();
        while !state.is_closed {
            if let Some(errand) = state.round.errand() {
                self.halt.store(false, Ordering::Relaxed);
                return Some((state.step, errand));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    /// Begins the game for which engines got ready, but for those that failed.
    pub fn seated(&self, step: u64, failures: &[(Color, Phrase)]) {
        let mut state = self.state();
        if state.step != step || state.is_closed {
            return;
        }
        for (side, reason) in failures {
            state.news = Some(state.round.dismiss(*side, reason, self.language));
        }
        state.round.seated();
        self.announce(&mut state);
    }

    /// Takes the answer of an engine, unless the position has changed.
    pub fn take_answer(&self, step: u64, answer: Answer<AnyMove>) {
        let mut state = self.state();
        if state.step == step && !state.is_closed && state.round.is_engines_turn() {
            state.news = heed(&mut state.round, answer);
            self.leave_position(&mut state);
        }
    }
}

/// Does what an engine has decided, or ends the game by its fault, in words.
fn heed(round: &mut Round, answer: Answer<AnyMove>) -> Option<Phrase> {
    let name = round.game.name(round.game.side()).to_owned();
    match answer {
        Answer::Chosen(choice, spent) => {
            round.carry_out_after(choice, spent);
            None
        }
        Answer::Late(failure) => {
            // The engine may have slept with the machine: nobody loses by that.
            if round.has_slept() {
                round.game.break_off()
            } else {
                round.game.lose_on_time()
            }
            Some(Phrase::written(|language| talk::lateness(language, &name, &failure.text_in(language))))
        }
        Answer::Illegal(m) => {
            round.game.lose_by_foul();
            Some(Phrase::written(|language| talk::foul(language, &name, &m)))
        }
        Answer::Failed(fault) => {
            round.game.break_off();
            Some(Phrase::written(|language| talk::silence(language, &name, &fault.text_in(language))))
        }
        Answer::Interrupted => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Failure;
    use crate::engines::error::{EngineError, LastSign};
    use crate::web::stopwatch::Moment;
    use crate::words::Language;
    use std::time::Duration;

    #[test]
    fn an_engine_loses_no_game_by_a_sleep() {
        const HOUR: Duration = Duration::from_secs(3600);
        let wanted = r#"{"game":"shogi","side":"white","players":["good"],"clock":{"main":60}}"#;
        for has_slept in [true, false] {
            let names = ["good".to_owned()];
            let mut round = Round::new(&serde_json::from_str(wanted).unwrap(), 1, Language::En, &names).unwrap();
            round.seated();
            if has_slept {
                round.look_at_clocks(Moment::now().after(HOUR, HOUR));
            }
            let late = Answer::Late(Failure::from(EngineError::Died(LastSign::default())));
            assert!(heed(&mut round, late).is_some());
            assert_eq!(round.is_broken_off(), has_slept);
            assert_eq!(round.go_on().is_ok(), has_slept);
        }
    }
}
