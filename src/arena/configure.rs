//! The configuration of a match from the command line and from the file that it names.

use super::args::{ConditionArgs, MatchArgs};
use super::config::{Adjudication, EngineConfig, MatchConfig, Patience, Start};
use super::engine::EngineArgument;
use super::error::MatchError;
use super::file::{FileConfig, FilePatience};
use super::random::{RANDOM_PLIES, RANDOM_PLIES_LIMIT};
use crate::engines::clock::TimeControl;
use crate::engines::process::{HANDSHAKE, Launch};
use crate::engines::protocol::{MoveClock, Protocol};
use crate::game::RuleChoices;
use crate::jobs::game::chosen;
use crate::system;
use crate::variants::Variant;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

const GAMES: RangeInclusive<u64> = 1..=1_000_000_000;
const REPLAYS: RangeInclusive<u32> = 0..=100;
const CONCURRENCY: RangeInclusive<u16> = 1..=1024;
const DEFAULT_GAMES: u64 = 100;
const DEFAULT_SPRT_GAMES: u64 = 1_000_000;
/// The greatest number of games for which openings are made before the match.
const SAVED_GAMES: u64 = 100_000;
/// The default limit of moves, well below the greatest move number of the rules.
const DEFAULT_MAX_MOVES: u32 = 512;
pub(super) const DEFAULT_MARGIN: Duration = Duration::from_millis(200);
pub(super) const DEFAULT_PATIENCE: Patience =
    Patience { start: HANDSHAKE, ready: HANDSHAKE, answer: Duration::from_secs(300) };

impl MatchConfig {
    /// Combines the settings: the command line takes precedence over the file that it names, and the file over the
    /// defaults.
    ///
    /// # Errors
    /// If the file cannot be read, or if the settings do not make a match.
    pub fn new(args: &MatchArgs) -> Result<Self, MatchError> {
        let (file, base) = match &args.config {
            Some(path) => (FileConfig::read(path)?, path.parent().map(Path::to_path_buf).unwrap_or_default()),
            None => (FileConfig::default(), PathBuf::new()),
        };
        let conditions = &args.conditions;
        let sprt = args.sprt.or(file.sprt);
        let usual_games = if sprt.is_some() { DEFAULT_SPRT_GAMES } else { DEFAULT_GAMES };
        let variant = conditions.variant.or(file.variant).unwrap_or_default();
        let config = Self {
            variant,
            engines: engines(args, &file, &base)?,
            format: args.format.or(file.format).unwrap_or_default(),
            start: start(conditions, &file, &base),
            opening_plies: conditions.opening_plies.or(file.opening_plies),
            save_openings: args
                .save_openings
                .clone()
                .or_else(|| file.save_openings.as_ref().map(|path| base.join(path))),
            games: in_range("games", args.games.or(file.games).unwrap_or(usual_games), GAMES)?.next_multiple_of(2),
            sprt,
            rules: rules(variant, conditions, &file)?,
            adjudication: adjudication(conditions, &file),
            replay_draws: in_range("replay-draws", args.replay_draws.or(file.replay_draws).unwrap_or(0), REPLAYS)?,
            margin: conditions.margin.or(file.margin).unwrap_or(DEFAULT_MARGIN),
            patience: patience(conditions, &file.patience),
            concurrency: in_range(
                "concurrency",
                conditions.concurrency.or(file.concurrency).unwrap_or(1),
                CONCURRENCY,
            )?
            .into(),
            seed: conditions.seed.or(file.seed).unwrap_or(1),
            record_format: args.record_format.or(file.record_format),
            records: args.records.clone().or_else(|| file.records.map(|path| base.join(path))),
            resume: args.resume,
            part: args.part.clone(),
            json: args.json,
        };
        config.check()?;
        Ok(config)
    }

    /// Number of random moves at the start of a game.
    pub(super) fn random_plies(&self) -> usize {
        match self.start {
            Start::File(_) => 0,
            Start::Handicaps(_) => self.opening_plies.unwrap_or(0),
            Start::Random => self.opening_plies.unwrap_or(RANDOM_PLIES),
        }
    }

    /// Refuses settings that are well formed but contradict each other.
    fn check(&self) -> Result<(), MatchError> {
        check_engines(&self.engines)?;
        let plies_limit = if matches!(self.start, Start::File(_)) { usize::MAX } else { RANDOM_PLIES_LIMIT };
        in_range("opening-plies", self.opening_plies.unwrap_or(0), 0..=plies_limit)?;
        let refuse = |text: String| Err(MatchError::Setting(text));
        let (random_plies, longest) = (self.random_plies(), self.rules.max_moves as usize);
        if longest != 0 && random_plies >= longest {
            return refuse(format!(
                "max-moves: {longest} ends games within their {random_plies} random plies; \
                 --max-moves {} lets them go on, --opening-plies 0 begins without random plies",
                random_plies + 1
            ));
        }
        if self.sprt.is_some() && self.engines.len() > 2 {
            return refuse("an SPRT compares two engines, no more".to_owned());
        }
        if self.save_openings.is_some() && self.games > SAVED_GAMES {
            return refuse(format!("--save-openings is for {SAVED_GAMES} games at most: add --games"));
        }
        if self.part.part.is_some() && (self.records.is_some() || self.save_openings.is_some()) {
            return refuse(
                "--part keeps the games for \"kumataka merge\": leave out records and save-openings".to_owned(),
            );
        }
        if self.resume && self.records.is_none() {
            return refuse("--resume needs --records, the folder to go on with".to_owned());
        }
        Ok(())
    }
}

fn setting(key: &str, problem: &impl ToString) -> MatchError {
    MatchError::Setting(format!("{key}: {}", problem.to_string()))
}

fn in_range<T: PartialOrd + fmt::Display>(key: &str, value: T, range: RangeInclusive<T>) -> Result<T, MatchError> {
    if range.contains(&value) {
        Ok(value)
    } else {
        Err(MatchError::Setting(format!("{key}: {value} is not from {} to {}", range.start(), range.end())))
    }
}

/// The engines of the file, then those of the command line.
fn engines(args: &MatchArgs, file: &FileConfig, base: &Path) -> Result<Vec<EngineConfig>, MatchError> {
    let common = args.conditions.time.control().or(file.time.control()).unwrap_or_default();
    let from_file = file.engines.iter().map(|argument| engine(argument, base, common));
    from_file.chain(args.engines.iter().map(|argument| engine(argument, Path::new(""), common))).collect()
}

fn patience(conditions: &ConditionArgs, file: &FilePatience) -> Patience {
    Patience {
        start: conditions.handshake.or(file.start).unwrap_or(DEFAULT_PATIENCE.start),
        ready: conditions.handshake.or(file.ready).unwrap_or(DEFAULT_PATIENCE.ready),
        answer: file.answer.unwrap_or(DEFAULT_PATIENCE.answer),
    }
}

/// The engine of an argument, with paths relative to `base`. It has the `common` time unless the argument gives it
/// another.
pub(super) fn engine(argument: &EngineArgument, base: &Path, common: TimeControl) -> Result<EngineConfig, MatchError> {
    let EngineArgument { name, path, protocol, move_clock, time, options, arguments, folder, ponder } =
        argument.clone();
    let launch = launch(&path, base, arguments, folder.map(|folder| base.join(folder)))?;
    let time = time.control().unwrap_or(common);
    Ok(EngineConfig { name, launch, protocol, move_clock, options, ponder, time })
}

/// Finds the program of an engine. Its path is made absolute, because the engine runs in another folder: the program's,
/// as user interfaces start engines; for `self`, this program, the base folder, which paths in its options are relative
/// to. Links are kept: an engine may look for its files beside the name by which it was started. A bare name is left to
/// the system's search path unless the base folder has such a file.
///
/// # Errors
/// If there is no such file.
pub fn launch(path: &Path, base: &Path, arguments: Vec<String>, folder: Option<PathBuf>) -> Result<Launch, MatchError> {
    let unreadable = |source| MatchError::Read { path: path.to_owned(), source };
    let here = base.join(path);
    let program = if path == Path::new("self") {
        system::program().map_err(unreadable)?
    } else if path.components().count() == 1 && !here.is_file() {
        path.to_owned()
    } else {
        here.metadata().and_then(|_| std::path::absolute(&here)).map_err(unreadable)?
    };
    let own =
        program.parent().filter(|parent| parent.is_absolute() && path != Path::new("self")).map(Path::to_path_buf);
    let folder = match folder.or(own) {
        Some(folder) => folder,
        None => std::env::current_dir().map_err(unreadable)?.join(base),
    };
    Ok(Launch { program, arguments, folder, withheld: Vec::new() })
}

fn check_engines(engines: &[EngineConfig]) -> Result<(), MatchError> {
    if engines.len() < 2 {
        return Err(MatchError::Setting("a match needs two engines: --engine NAME=PATH twice".to_owned()));
    }
    for (i, engine) in engines.iter().enumerate() {
        if engines[..i].iter().any(|other| other.name == engine.name) {
            return Err(MatchError::Setting(format!("two engines are called \"{}\"", engine.name)));
        }
        if engine.time.is_unlimited() {
            let text = "nothing limits the time of a move: --tc, --byoyomi, --movetime, --nodes or --depth";
            return Err(MatchError::Setting(text.to_owned()));
        }
        check_cecp(engine)?;
    }
    Ok(())
}

/// Refuses settings that the CECP protocol cannot express.
fn check_cecp(engine: &EngineConfig) -> Result<(), MatchError> {
    let refuse = |text: &str| Err(MatchError::Setting(format!("engine {}: {text}", engine.name)));
    match engine.protocol {
        Protocol::Cecp if engine.time.nodes.is_some() => refuse("CECP has no limit of nodes: limit its time or depth"),
        Protocol::Usi if engine.move_clock != MoveClock::default() => {
            refuse("clock is about the commands of CECP: leave it out")
        }
        Protocol::Cecp if engine.ponder => refuse("an engine does not ponder through CECP here: leave out ponder"),
        _ => Ok(()),
    }
}

fn start(conditions: &ConditionArgs, file: &FileConfig, base: &Path) -> Start {
    if let Some(path) = &conditions.openings {
        Start::File(path.clone())
    } else if !conditions.handicaps.is_empty() {
        Start::Handicaps(conditions.handicaps.clone())
    } else if let Some(path) = &file.openings {
        Start::File(base.join(path))
    } else if !file.handicaps.is_empty() {
        Start::Handicaps(file.handicaps.clone())
    } else {
        Start::Random
    }
}

/// The rules of the file, then those of the command line.
fn rules(variant: Variant, conditions: &ConditionArgs, file: &FileConfig) -> Result<RuleChoices, MatchError> {
    let texts = || file.rules.iter().chain(&conditions.rules.rules);
    let chosen = chosen(variant, texts());
    let mut chosen = chosen.map_err(|error| setting("rules", &error))?;
    chosen.max_moves = conditions.max_moves.or(file.max_moves).unwrap_or(DEFAULT_MAX_MOVES);
    Ok(chosen)
}

fn adjudication(conditions: &ConditionArgs, file: &FileConfig) -> Adjudication {
    Adjudication {
        resign: conditions.resign_score.or(file.resign_score),
        draw: conditions.draw_score.or(file.draw_score),
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::MatchFormat;
    use super::super::sprt::EloBounds;
    use super::*;

    #[test]
    fn a_file_says_everything() {
        let file: FileConfig = toml::from_str(
            "games = 10\nsprt = [0, 5.5]\nformat = 'gauntlet'\n[time]\ntc = '60+0.5'\n[[engine]]\nname = 'a'\n\
             path = 'self'\nponder = true\noptions = { Threads = 2, EvalDir = 'a,b', USI_Ponder = true }\n\
             time = { nodes = 5 }\n",
        )
        .unwrap();
        let common = file.time.control().unwrap();
        assert_eq!((common.main, common.increment), (Duration::from_secs(60), Duration::from_millis(500)));
        let engine = engine(&file.engines[0], Path::new("base"), common).unwrap();
        assert_eq!(engine.time, TimeControl { nodes: Some(5), ..TimeControl::default() });
        let options: Vec<_> = engine.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(options, [("EvalDir", "a,b"), ("Threads", "2"), ("USI_Ponder", "true")]);
        assert_eq!(engine.launch.folder, std::env::current_dir().unwrap().join("base"));
        assert_eq!((file.games, file.format), (Some(10), Some(MatchFormat::Gauntlet)));
        assert!(toml::from_str::<FileConfig>("gmaes = 10").is_err());
    }

    #[test]
    fn bounds_of_an_sprt_are_a_list_or_a_text() {
        let read = |text: &str| toml::from_str::<FileConfig>(text).map(|file| file.sprt);
        for text in ["sprt = [0, 5.5]", "sprt = '0,5.5'"] {
            assert_eq!(read(text).unwrap(), EloBounds::new(0.0, 5.5).ok(), "{text}");
        }
        for text in ["sprt = [5, 0]", "sprt = '5,0'", "sprt = 'much'"] {
            let problem = read(text).unwrap_err().to_string();
            assert!(problem.contains(text), "{text}: {problem}");
        }
        let problem = toml::from_str::<FileConfig>("sprt = 5").unwrap_err().to_string();
        assert!(problem.contains("as in [0, 5] or \"0,5\""), "{problem}");
    }
}
