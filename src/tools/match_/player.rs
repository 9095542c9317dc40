//! One side of a game: an engine, started again where it must be, with its pondering.

use super::config::{EngineConfig, Patience};
use super::engine::{Answer, Children, Engine, EngineError, Spin};
use super::error::MatchError;
use super::outcome::EndReason;
use crate::variants::Variant;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What all players of a match share.
#[derive(Clone)]
pub struct EngineEnv {
    pub variant: &'static str,
    /// Options that engines are told where they have them and the user is silent.
    pub rule_options: Vec<(&'static str, String)>,
    pub patience: Patience,
    pub margin: Duration,
    pub children: Children,
    /// Set when the match is to end at once.
    pub interrupt: Arc<AtomicBool>,
}

/// An engine with the setting it plays under.
pub struct Player {
    config: EngineConfig,
    env: EngineEnv,
    engine: Option<Engine>,
    /// The move it expects while it ponders.
    expected: Option<String>,
}

/// A turn of the game.
pub struct Turn<'a> {
    /// What stands behind `position`.
    pub position: &'a str,
    /// The opponent's last move, empty at the start.
    pub last_move: &'a str,
    /// What stands behind `go`.
    pub words: &'a str,
    /// The longest the move may take, without the margin; none if no clock says it.
    pub limit: Option<Duration>,
}

/// An answer in time.
pub struct Thought {
    pub answer: Answer,
    pub used: Duration,
}

/// Why there was none.
#[derive(Debug)]
pub enum Failure {
    /// The engine loses for it.
    Fault {
        reason: EndReason,
        detail: String,
    },
    Interrupted,
}

/// How long `stop` may take.
const STOP_GRACE: Duration = Duration::from_millis(2000);

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        let reason = match error {
            EngineError::Interrupted => return Self::Interrupted,
            EngineError::Start(_) => EndReason::NoStart,
            EngineError::Died(_) => EndReason::Crash,
            EngineError::Silent { .. } => EndReason::NoAnswer,
            EngineError::Unasked(_) => EndReason::Protocol,
        };
        Self::Fault { reason, detail: error.to_string() }
    }
}

impl Player {
    #[must_use]
    pub const fn new(config: EngineConfig, env: EngineEnv) -> Self {
        Self { config, env, engine: None, expected: None }
    }

    #[must_use]
    pub const fn config(&self) -> &EngineConfig {
        &self.config
    }

    /// Starts the engine once to see that it runs, plays the game, and has the options it is to be given. Returns what it
    /// had to say.
    ///
    /// # Errors
    /// If it does not.
    pub fn try_out(&mut self) -> Result<Vec<String>, MatchError> {
        let name = self.config.name.clone();
        let name = || name.clone();
        let engine = self.start().map_err(|source| MatchError::Engine { name: name(), source })?;
        let announced = |option: &str| engine.options().iter().find(|known| known.name.eq_ignore_ascii_case(option));
        // These two may be set without having been announced.
        let always = |option: &str| ["USI_Hash", "USI_Ponder"].iter().any(|known| known.eq_ignore_ascii_case(option));
        for (option, _) in &self.config.options {
            if announced(option).is_none() && !always(option) {
                let known = engine.options().iter().map(|known| known.name.as_str()).collect::<Vec<_>>().join(", ");
                return Err(MatchError::UnknownOption { name: name(), option: option.clone(), known });
            }
        }
        let variant = self.env.variant;
        let told = self.config.options.iter().any(|(option, _)| is_variant_option(option));
        if variant != Variant::default().name() && !told && variant_option(&engine, variant).is_none() {
            return Err(MatchError::Variant { name: name(), variant });
        }
        self.engine = Some(engine);
        self.ready().map_err(|failure| match failure {
            Failure::Interrupted => MatchError::Engine { name: name(), source: EngineError::Interrupted },
            Failure::Fault { detail, .. } => MatchError::Setting(format!("engine {}: {detail}", name())),
        })?;
        Ok(self.engine.as_ref().map_or_else(Vec::new, |engine| engine.remarks().to_vec()))
    }

    /// The whole numbers that a user may choose, of an engine that has been tried out.
    pub fn spins(&self) -> impl Iterator<Item = (&str, Spin)> {
        let options = self.engine.as_ref().map_or(&[][..], Engine::options);
        options.iter().filter_map(|option| Some((option.name.as_str(), option.spin?)))
    }

    /// Gives options other values, from the next game on.
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

    fn start(&self) -> Result<Engine, EngineError> {
        let EngineEnv { variant, rule_options, patience, children, interrupt, .. } = &self.env;
        let mut engine = Engine::start(&self.config.launch, patience.start, children, interrupt)?;
        let given = |name: &str| self.config.options.iter().any(|(option, _)| option.eq_ignore_ascii_case(name));
        let mut settings = Vec::new();
        if !self.config.options.iter().any(|(option, _)| is_variant_option(option))
            && let Some(option) = variant_option(&engine, variant)
        {
            settings.push((option, (*variant).to_owned()));
        }
        if !given("USI_Ponder") {
            settings.push(("USI_Ponder".to_owned(), self.config.ponder.to_string()));
        }
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

    /// Has the engine ready for a new game, started again if it is gone.
    ///
    /// # Errors
    /// If it cannot be made to.
    pub fn ready(&mut self) -> Result<(), Failure> {
        self.expected = None;
        let patience = self.env.patience.ready;
        if let Some(engine) = &mut self.engine {
            match engine.new_game(patience) {
                Ok(()) => return Ok(()),
                Err(EngineError::Interrupted) => return Err(Failure::Interrupted),
                // It ended or hung between the games: another gets a chance.
                Err(_) => self.discard(),
            }
        }
        let engine = self.start().and_then(|mut engine| engine.new_game(patience).map(|()| engine));
        self.engine = Some(engine.map_err(|error| match error {
            EngineError::Interrupted => Failure::Interrupted,
            error => Failure::Fault { reason: EndReason::NoStart, detail: error.to_string() },
        })?);
        Ok(())
    }

    /// Lets the engine choose a move. After a failure that is more than lateness its process is ended.
    ///
    /// # Errors
    /// If no answer comes in time.
    pub fn think(&mut self, turn: &Turn) -> Result<Thought, Failure> {
        let result = self.ask(turn);
        if matches!(result, Err(Failure::Fault { reason, .. }) if reason != EndReason::Time) {
            self.discard();
        }
        result
    }

    fn ask(&mut self, turn: &Turn) -> Result<Thought, Failure> {
        let Some(engine) = &mut self.engine else {
            return Err(Failure::Fault { reason: EndReason::NoStart, detail: String::new() });
        };
        let asked = match self.expected.take() {
            None => engine.go(turn.position, turn.words)?,
            Some(expected) if expected == turn.last_move => engine.ponder_hit()?,
            Some(_) => {
                let from = Instant::now();
                engine.stop()?;
                engine.answer(from + STOP_GRACE, STOP_GRACE)?;
                engine.go(turn.position, turn.words)?;
                from
            }
        };
        let allowed = turn.limit.map(|limit| limit + self.env.margin);
        let patience = allowed.unwrap_or(self.env.patience.answer);
        match engine.answer(asked + patience, patience) {
            Ok(answer) => {
                let used = answer.at.saturating_duration_since(asked);
                match allowed {
                    Some(allowed) if used > allowed => Err(late(used, allowed)),
                    _ => Ok(Thought { answer, used }),
                }
            }
            Err(EngineError::Silent { .. }) if allowed.is_some() => {
                engine.stop()?;
                let answer = engine.answer(Instant::now() + STOP_GRACE, patience + STOP_GRACE)?;
                Err(late(answer.at.saturating_duration_since(asked), patience))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Lets the engine think on the opponent's time about the move it expects. What goes wrong shows at its turn.
    pub fn ponder(&mut self, position: &str, expected: &str, words: &str) {
        if let Some(engine) = &mut self.engine
            && engine.go(position, &format!("ponder {words}")).is_ok()
        {
            self.expected = Some(expected.to_owned());
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

    /// Ends the process; the next game starts a new one.
    pub fn discard(&mut self) {
        self.expected = None;
        if let Some(engine) = self.engine.take() {
            engine.kill();
        }
    }
}

fn late(used: Duration, allowed: Duration) -> Failure {
    let detail = format!("{:.3} s used, {:.3} s with the margin", used.as_secs_f64(), allowed.as_secs_f64());
    Failure::Fault { reason: EndReason::Time, detail }
}

fn is_variant_option(name: &str) -> bool {
    name.eq_ignore_ascii_case("USI_Variant") || name.eq_ignore_ascii_case("UCI_Variant")
}

/// The option by which the engine is told the game, if it knows that game.
fn variant_option(engine: &Engine, variant: &str) -> Option<String> {
    let option = engine.options().iter().find(|option| is_variant_option(&option.name))?;
    option.choices.iter().any(|choice| choice == variant).then(|| option.name.clone())
}
