//! One side of a game: an engine that is restarted when necessary and may ponder.

use super::config::{EngineConfig, Patience};
use super::error::MatchError;
use super::program::Stamp;
use crate::engines::cecp::Cecp;
use crate::engines::error::{EngineError, LastSign};
use crate::engines::process::{Control, Engine, SLOW, Wait};
use crate::engines::protocol::{Answer, Protocol, Speech, Spin, Turn};
use crate::engines::usi::{Usi, is_variant_option};
use crate::game::{Dialect, End};
use crate::variants::Variant;
use crate::words::{InLanguage, Language};
use std::sync::Arc;
use std::time::{Duration, Instant};
use thiserror::Error;

/// The environment common to all engines of a match.
#[derive(Clone)]
pub struct EngineEnv {
    pub variant: Variant,
    /// Options for the rules, set on engines that have them unless the user has set them.
    pub rule_options: Vec<(&'static str, String)>,
    pub patience: Patience,
    pub margin: Duration,
    pub slow: SlowStart,
    pub control: Control,
}

/// The message about an engine that takes long to get ready.
#[derive(Clone)]
pub struct SlowStart {
    /// Receives the name of the engine and the message.
    pub tell: Tell,
    pub language: Language,
    /// The remedy as the end of the sentence; empty if there is none.
    pub remedy: &'static str,
}

pub type Tell = Arc<dyn Fn(&str, &str) + Send + Sync>;

/// An engine and its settings.
pub struct Player {
    config: EngineConfig,
    env: EngineEnv,
    /// The program to start, if its file is known.
    stamp: Option<Stamp>,
    engine: Option<Engine>,
    /// The move that the engine expects while it ponders.
    expected: Option<String>,
}

/// An answer that came in time.
pub struct Thought {
    pub answer: Answer,
    pub used: Duration,
}

/// The reason why no answer came in time. But for the last, the engine is at fault and loses the game.
#[derive(Debug, Error)]
pub enum Failure {
    #[error("{:.3} s used, {:.3} s with the margin", used.as_secs_f64(), allowed.as_secs_f64())]
    Late { used: Duration, allowed: Duration },
    #[error("{0}")]
    Fault(EngineError),
    #[error("interrupted")]
    Interrupted,
}

impl InLanguage for Failure {
    fn japanese(&self) -> String {
        match self {
            Self::Late { used, allowed } => {
                format!("{:.3}秒使用、猶予を含めて{:.3}秒まで", used.as_secs_f64(), allowed.as_secs_f64())
            }
            Self::Fault(error) => error.japanese(),
            Self::Interrupted => "中断しました".to_owned(),
        }
    }
}

impl Failure {
    /// The end of a game in which the engine fails so.
    pub const fn end(&self) -> End {
        match self {
            Self::Late { .. } => End::Time,
            Self::Fault(EngineError::Silent { .. }) => End::NoAnswer,
            Self::Fault(EngineError::Unasked(_) | EngineError::Refused(_)) => End::Protocol,
            Self::Fault(_) => End::Crash,
            Self::Interrupted => End::Interruption,
        }
    }
}

/// The time that an engine has to answer `stop`.
const STOP_GRACE: Duration = Duration::from_millis(2000);

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Interrupted => Self::Interrupted,
            error => Self::Fault(error),
        }
    }
}

impl Player {
    #[must_use]
    pub const fn new(config: EngineConfig, env: EngineEnv, stamp: Option<Stamp>) -> Self {
        Self { config, env, stamp, engine: None, expected: None }
    }

    #[must_use]
    pub const fn config(&self) -> &EngineConfig {
        &self.config
    }

    /// The dialect of the engine, once it runs.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.engine.as_ref().map(|engine| engine.speech().dialect()).unwrap_or_default()
    }

    /// Starts the engine once to check that it runs, plays the game, and has the options to be set. Returns the remarks
    /// of the engine.
    ///
    /// # Errors
    /// If one of these checks fails.
    pub fn try_out(&mut self) -> Result<Vec<String>, MatchError> {
        let name = || self.config.name.clone();
        let engine = self.start().map_err(|source| self.trouble(source))?;
        if let Some((option, known)) = engine.unknown_option(&self.config.options) {
            return Err(MatchError::UnknownOption { name: name(), option: option.to_owned(), known });
        }
        let variant = self.env.variant;
        let told = self.config.options.iter().any(|(option, _)| is_variant_option(option));
        if !told && !engine.speech().plays(engine.options()) {
            return Err(MatchError::Variant { name: name(), variant });
        }
        self.engine = Some(self.made_ready(engine).map_err(|source| self.trouble(source))?);
        Ok(self.engine.as_ref().map_or_else(Vec::new, |engine| engine.remarks().to_vec()))
    }

    /// The whole-number options of the engine, once it has been started.
    pub fn spins(&self) -> impl Iterator<Item = (&str, Spin)> {
        let options = self.engine.as_ref().map_or(&[][..], Engine::options);
        options.iter().filter_map(|option| Some((option.name.as_str(), option.spin?)))
    }

    /// Gives options other values from the next game on.
    pub fn set_options(&mut self, settings: &[(String, String)]) {
        let given = &mut self.config.options;
        given.retain(|(name, _)| settings.iter().all(|(other, _)| !other.eq_ignore_ascii_case(name)));
        given.extend_from_slice(settings);
        if let Some(engine) = &mut self.engine
            && settings.iter().any(|(name, value)| engine.set_option(name, value).is_err())
        {
            self.discard();
        }
    }

    fn speech(&self) -> Box<dyn Speech> {
        let variant = self.env.variant;
        match self.config.protocol {
            Protocol::Usi => Box::new(Usi::new(variant.name())),
            Protocol::Cecp => Box::new(Cecp::new(variant.name(), variant.start_sfen(), self.config.move_clock)),
        }
    }

    fn start(&self) -> Result<Engine, EngineError> {
        let EngineEnv { rule_options, patience, control, .. } = &self.env;
        if let Some(stamp) = &self.stamp {
            stamp.check(&self.config.launch.program)?;
        }
        let slow = |word: &'static str| self.tell_slow(word, patience.start);
        let wait = Wait { limit: patience.start, slow: &slow };
        let mut engine = Engine::start(&self.config.launch, self.speech(), wait, control, None)?;
        let given = |name: &str| {
            let same = |option: &str| {
                option.eq_ignore_ascii_case(name) || (is_variant_option(option) && is_variant_option(name))
            };
            self.config.options.iter().any(|(option, _)| same(option))
        };
        let mut settings = engine.speech().usual_options(engine.options(), self.config.ponder);
        settings.retain(|(name, _)| !given(name));
        for (name, value) in rule_options {
            let known = engine.options().iter().any(|option| option.name == *name);
            if known && !given(name) {
                settings.push(((*name).to_owned(), value.clone()));
            }
        }
        settings.extend(self.config.options.iter().cloned());
        for (name, value) in &settings {
            engine.set_option(name, value)?;
        }
        Ok(engine)
    }

    /// Waits until an engine that has just been started is ready.
    fn made_ready(&self, mut engine: Engine) -> Result<Engine, EngineError> {
        let limit = self.env.patience.ready;
        engine.new_game(Wait { limit, slow: &|word| self.tell_slow(word, limit) })?;
        Ok(engine)
    }

    fn tell_slow(&self, word: &'static str, limit: Duration) {
        let SlowStart { tell, language, remedy } = &self.env.slow;
        let text = match language {
            Language::En => format!("no {word} after {SLOW:?}, waiting up to {limit:?}{remedy}"),
            Language::Ja => {
                let [slow, limit] = [SLOW, limit].map(|time| time.as_secs_f64());
                format!("{slow}秒たっても{word}の応答がありません。{limit}秒まで待ちます")
            }
        };
        tell(&self.config.name, &text);
    }

    /// The error for an engine that does not get ready.
    pub fn trouble(&self, source: EngineError) -> MatchError {
        let remedy = if matches!(source, EngineError::Silent { .. }) { self.env.slow.remedy } else { "" };
        MatchError::Engine { name: self.config.name.clone(), source, remedy }
    }

    /// Makes the engine ready for a new game, restarting it if it has ended.
    ///
    /// # Errors
    /// If a new process does not get ready, which is no fault in its play.
    pub fn ready(&mut self) -> Result<(), EngineError> {
        self.expected = None;
        let patience = Wait::silent(self.env.patience.ready);
        // Dropping asks an engine that plays only one game to quit.
        drop(self.engine.take_if(|engine| engine.speech().is_spent()));
        if let Some(engine) = &mut self.engine {
            match engine.new_game(patience) {
                Ok(()) => return Ok(()),
                Err(EngineError::Interrupted) => return Err(EngineError::Interrupted),
                // The engine ended or hung between two games: a new process is started.
                Err(_) => self.discard(),
            }
        }
        self.engine = Some(self.start().and_then(|engine| self.made_ready(engine))?);
        Ok(())
    }

    /// Lets the engine choose a move. Any failure but lateness ends its process.
    ///
    /// # Errors
    /// If no answer comes in time, or the match is interrupted.
    pub fn think(&mut self, turn: &Turn) -> Result<Thought, Failure> {
        let result = self.ask(turn);
        if matches!(result, Err(Failure::Fault(_))) {
            self.discard();
        }
        result
    }

    fn ask(&mut self, turn: &Turn) -> Result<Thought, Failure> {
        let Some(engine) = &mut self.engine else {
            return Err(EngineError::Died(LastSign::default()).into());
        };
        let asked = match self.expected.take() {
            None => engine.go(turn)?,
            Some(expected) if expected == turn.last_move() => engine.ponder_hit(None)?,
            Some(_) => {
                let from = Instant::now();
                engine.stop()?;
                engine.answer(from + STOP_GRACE, STOP_GRACE)?;
                engine.go(turn)?;
                from
            }
        };
        let allowed = turn.limit.map(|limit| limit + self.env.margin);
        let patience = allowed.unwrap_or(self.env.patience.answer);
        match engine.answer(asked + patience, patience) {
            Ok(answer) => {
                let used = answer.at.saturating_duration_since(asked);
                match allowed {
                    Some(allowed) if used > allowed => Err(Failure::Late { used, allowed }),
                    _ => Ok(Thought { answer, used }),
                }
            }
            Err(EngineError::Silent { .. }) if allowed.is_some() => {
                engine.stop()?;
                let answer = engine.answer(Instant::now() + STOP_GRACE, patience + STOP_GRACE)?;
                Err(Failure::Late { used: answer.at.saturating_duration_since(asked), allowed: patience })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Lets the engine ponder on the turn that it expects. A failure shows at the engine's next turn.
    pub fn ponder(&mut self, turn: &Turn) {
        if let Some(engine) = &mut self.engine
            && engine.ponder(turn, false).is_ok_and(|ponders| ponders)
        {
            self.expected = Some(turn.last_move().to_owned());
        }
    }

    /// Tells the engine that the game is over, as `win`, `lose` or `draw`.
    pub fn finish(&mut self, result: &str) {
        let Some(engine) = &mut self.engine else { return };
        let stopped = match self.expected.take() {
            Some(_) => engine.stop().and_then(|()| engine.answer(Instant::now() + STOP_GRACE, STOP_GRACE)).map(|_| ()),
            None => Ok(()),
        };
        if stopped.and_then(|()| engine.game_over(result)).is_err() {
            self.discard();
        }
    }

    /// Kills the process; the next game starts a new one.
    pub fn discard(&mut self) {
        self.expected = None;
        if let Some(engine) = self.engine.take() {
            engine.kill();
        }
    }
}
