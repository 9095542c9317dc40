//! The openings, rules and engine environment shared by the games of a match or a tuning.

use super::config::{EngineConfig, MatchConfig, Patience, Start, engine_options};
use super::configure::{self, DEFAULT_MARGIN, DEFAULT_PATIENCE};
use super::engine::EngineArgument;
use super::error::{HANDSHAKE_REMEDY, MatchError};
use super::openings::Openings;
use super::player::{EngineEnv, Player, SlowStart, Tell};
use super::program::Stamp;
use crate::engines::clock::TimeControl;
use crate::engines::process::Control;
use crate::game::RuleChoices;
use crate::tell;
use crate::variants::Variant;
use crate::words::Language;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The configuration of a match with its openings and the environment of its engines.
pub struct MatchContext<'a> {
    pub config: &'a MatchConfig,
    pub openings: Openings,
    env: EngineEnv,
    /// The stamps of the engines' programs, where their files are known.
    stamps: Vec<Option<Stamp>>,
}

/// A [`Tell`] that prints messages on the standard error.
pub fn tell_plainly() -> Tell {
    Arc::new(|engine, text| tell!("{engine}: {text}"))
}

/// The time that a person waits for an engine without a clock.
const WAITED: Duration = Duration::from_secs(30);

/// An engine outside of a match, not yet started, under the usual conditions and without a clock.
///
/// # Errors
/// If its file cannot be found.
pub fn lone_player(
    game: Variant,
    engine: &EngineArgument,
    rules: &RuleChoices,
    control: &Control,
    language: Language,
) -> Result<Player, MatchError> {
    let env = EngineEnv {
        variant: game,
        rule_options: engine_options(rules),
        patience: Patience { answer: WAITED, ..DEFAULT_PATIENCE },
        margin: DEFAULT_MARGIN,
        slow: SlowStart { tell: tell_plainly(), language, remedy: "" },
        control: control.clone(),
    };
    Ok(Player::new(configure::engine(engine, Path::new(""), TimeControl::default())?, env, None))
}

impl<'a> MatchContext<'a> {
    /// The context of the games of `config`, which `control` can end. Messages about engines go to `tell`.
    ///
    /// # Errors
    /// If the openings or the programs of the engines cannot be read.
    pub fn new(config: &'a MatchConfig, control: &Control, tell: Tell) -> Result<Self, MatchError> {
        let env = EngineEnv {
            variant: config.variant,
            rule_options: engine_options(&config.rules),
            patience: config.patience,
            margin: config.margin,
            slow: SlowStart { tell, language: Language::En, remedy: HANDSHAKE_REMEDY },
            control: control.clone(),
        };
        let stamps = config.engines.iter().map(stamp).collect::<Result<_, _>>()?;
        Ok(Self { config, openings: openings(config)?, env, stamps })
    }

    /// The engine with this number, not yet started.
    #[must_use]
    pub fn player(&self, engine: usize) -> Player {
        Player::new(self.config.engines[engine].clone(), self.env.clone(), self.stamps[engine])
    }

    /// Ends all games at once.
    pub fn interrupt(&self) {
        self.env.control.interrupt.store(true, Ordering::Relaxed);
    }

    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.env.control.interrupt.load(Ordering::Relaxed)
    }

    /// Description of the start positions.
    #[must_use]
    pub fn start_in_words(&self) -> String {
        let plies = self.config.opening_plies;
        match &self.config.start {
            Start::File(path) => {
                let name =
                    path.file_name().map_or_else(|| path.display().to_string(), |name| name.display().to_string());
                let limit = plies.map_or_else(String::new, |plies| format!(" to ply {plies}"));
                format!("{} openings of {name}{limit}", self.openings.count().unwrap_or_default())
            }
            Start::Handicaps(names) => {
                let random = plies.map_or_else(String::new, |plies| format!(" and {plies} random plies"));
                format!("handicaps {}{random}", names.join(" "))
            }
            Start::Random => format!("{} random plies", self.config.random_plies()),
        }
    }

    /// Description of the time control, if it is the same for all engines, of the openings and of the seed.
    #[must_use]
    pub fn conditions_in_words(&self) -> String {
        let time = self.config.common_time().map_or_else(|| "a clock for each".to_owned(), |time| time.to_string());
        format!("{time}, {}, seed {}", self.start_in_words(), self.config.seed)
    }
}

/// The stamp of an engine's program; none if the system finds the program by its name.
fn stamp(engine: &EngineConfig) -> Result<Option<Stamp>, MatchError> {
    let program = &engine.launch.program;
    let stamp = program.is_absolute().then(|| Stamp::of(program)).transpose();
    stamp.map_err(|source| MatchError::Read { path: program.clone(), source })
}

fn openings(config: &MatchConfig) -> Result<Openings, MatchError> {
    let (game, rules) = (config.variant, &config.rules);
    match &config.start {
        Start::File(path) => Openings::from_file(game, path, config.opening_plies, config.seed, rules),
        Start::Handicaps(names) => Openings::from_handicaps(game, names, config.random_plies(), config.seed, rules),
        Start::Random => Ok(Openings::random(game, config.random_plies(), config.seed, rules)),
    }
}
