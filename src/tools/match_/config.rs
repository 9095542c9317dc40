//! What a match is to be, from the command line and a TOML file.

use super::args::MatchArgs;
use super::clock::{MainTime, TimeControl, parse_seconds};
use super::engine::Launch;
use super::error::MatchError;
use super::openings::RANDOM_PLIES_LIMIT;
use crate::rules::{EnteringKing, RepetitionRule, RuleOptions, Rules};
use crate::tools::sprt::EloBounds;
use crate::variants::Variant;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::num::{NonZeroU32, NonZeroU64};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// A match in every detail.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    pub variant: Variant,
    pub engines: Vec<EngineConfig>,
    pub format: Format,
    pub start: Start,
    pub opening_plies: Option<usize>,
    /// Games of each two engines.
    pub games: u64,
    pub sprt: Option<EloBounds>,
    pub rules: RuleConfig,
    pub adjudication: Adjudication,
    pub margin: Duration,
    pub patience: Patience,
    pub concurrency: usize,
    pub seed: u64,
    pub records: Option<PathBuf>,
    pub resume: bool,
    pub json: bool,
}

#[derive(Clone, Debug)]
pub struct EngineConfig {
    pub name: String,
    pub launch: Launch,
    pub options: Vec<(String, String)>,
    pub ponder: bool,
    pub time: TimeControl,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

/// Where games start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    File(PathBuf),
    Handicaps(Vec<String>),
    Random,
}

/// Rules where they are not those of the variant.
#[derive(Clone, Copy, Debug, Default)]
pub struct RuleConfig {
    pub max_moves: u32,
    pub entering_king: Option<EnteringKing>,
    pub forced_promotion: Option<bool>,
    pub repetition: Option<RepetitionRule>,
}

impl RuleConfig {
    #[must_use]
    pub fn of<R: Rules>(&self) -> RuleOptions {
        let usual = RuleOptions::of::<R>();
        RuleOptions {
            max_moves: self.max_moves,
            entering_king: self.entering_king.unwrap_or(usual.entering_king),
            forced_promotion: self.forced_promotion.unwrap_or(usual.forced_promotion),
            repetition: self.repetition.unwrap_or(usual.repetition),
        }
    }

    /// The options by which engines are told, where they have them.
    #[must_use]
    pub fn engine_options(&self) -> Vec<(&'static str, String)> {
        let promotion = self.forced_promotion.map(|forced| if forced { "forced" } else { "optional" });
        let repetition = self.repetition.and_then(RepetitionRule::name);
        let mut options = vec![("MaxMovesToDraw", self.max_moves.to_string())];
        options.extend(self.entering_king.map(|rule| ("EnteringKingRule", rule.to_string())));
        options.extend(promotion.map(|name| ("ToriPromotion", name.to_owned())));
        options.extend(repetition.map(|name| ("ToriRepetition", name.to_owned())));
        options
    }
}

/// Ends of games by the scores of both engines.
#[derive(Clone, Copy, Debug, Default)]
pub struct Adjudication {
    pub resign: Option<ScoreRule>,
    pub draw: Option<ScoreRule>,
}

/// A score that must hold for some moves of each side, from some ply on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreRule {
    pub centipawns: i32,
    /// The usual number if none.
    pub moves: Option<u32>,
    pub from_ply: Option<usize>,
}

/// As the command line has it.
impl fmt::Display for ScoreRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.centipawns)?;
        self.moves.map_or(Ok(()), |moves| write!(f, ",{moves}"))?;
        self.from_ply.map_or(Ok(()), |ply| write!(f, ",{ply}"))
    }
}

impl FromStr for ScoreRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\" is not a score in centipawns, such as 800 or 800,4");
        let mut parts = text.split(',').map(str::trim);
        let centipawns = parts.next().and_then(|n| n.parse().ok()).filter(|&n| n >= 0).ok_or_else(wrong)?;
        let moves = parts.next().map(|n| n.parse().map_err(|_| wrong())).transpose()?;
        let from_ply = parts.next().map(|n| n.parse().map_err(|_| wrong())).transpose()?;
        if parts.next().is_some() || moves == Some(0) { Err(wrong()) } else { Ok(Self { centipawns, moves, from_ply }) }
    }
}

/// How long engines may take where no clock says it.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    pub start: Duration,
    pub ready: Duration,
    pub answer: Duration,
}

/// `NAME=PATH[,OPTION=VALUE...]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineArgument {
    pub name: String,
    pub path: PathBuf,
    pub options: Vec<(String, String)>,
}

impl FromStr for EngineArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split(',');
        let (name, path) = parts
            .next()
            .and_then(|first| first.split_once('='))
            .filter(|(name, path)| !name.is_empty() && !path.is_empty())
            .ok_or_else(|| format!("\"{text}\" does not begin with NAME=PATH"))?;
        let option = |part: &str| match part.split_once('=') {
            Some((option, value)) if !option.is_empty() => Ok((option.to_owned(), value.to_owned())),
            _ => Err(format!("\"{part}\" is not OPTION=VALUE")),
        };
        let options = parts.map(option).collect::<Result<_, _>>()?;
        Ok(Self { name: name.to_owned(), path: path.into(), options })
    }
}

/// The file, key by key.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct FileConfig {
    #[serde(rename = "engine")]
    engines: Vec<FileEngine>,
    variant: Option<String>,
    format: Option<Format>,
    openings: Option<PathBuf>,
    handicaps: Vec<String>,
    opening_plies: Option<usize>,
    games: Option<u64>,
    sprt: Option<[f64; 2]>,
    time: FileTime,
    patience: FilePatience,
    margin: Option<f64>,
    concurrency: Option<u16>,
    seed: Option<u64>,
    records: Option<PathBuf>,
    resign_score: Option<String>,
    draw_score: Option<String>,
    max_moves: Option<u32>,
    rule: Option<String>,
    tori_promotion: Option<String>,
    tori_repetition: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileEngine {
    name: String,
    path: PathBuf,
    #[serde(default)]
    arguments: Vec<String>,
    folder: Option<PathBuf>,
    #[serde(default)]
    ponder: bool,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
    time: Option<FileTime>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileTime {
    tc: Option<String>,
    byoyomi: Option<f64>,
    movetime: Option<f64>,
    nodes: Option<NonZeroU64>,
    depth: Option<NonZeroU32>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct FilePatience {
    start: Option<f64>,
    ready: Option<f64>,
    answer: Option<f64>,
}

const GAMES: RangeInclusive<u64> = 1..=1_000_000_000;
const CONCURRENCY: RangeInclusive<u16> = 1..=1024;
const DEFAULT_GAMES: u64 = 100;
const DEFAULT_SPRT_GAMES: u64 = 1_000_000;
/// The limit of the kernel's move numbers leaves room beyond it.
const DEFAULT_MAX_MOVES: u32 = 512;
const DEFAULT_MARGIN: Duration = Duration::from_millis(200);
const DEFAULT_PATIENCE: Patience =
    Patience { start: Duration::from_secs(10), ready: Duration::from_secs(60), answer: Duration::from_secs(300) };

impl MatchConfig {
    /// Puts the command line over the file it names, over what is usual.
    ///
    /// # Errors
    /// If the file cannot be read, or what is asked for makes no match.
    pub fn new(args: &MatchArgs) -> Result<Self, MatchError> {
        let (file, base) = match &args.config {
            Some(path) => (read_file(path)?, path.parent().map(Path::to_path_buf).unwrap_or_default()),
            None => (FileConfig::default(), PathBuf::new()),
        };
        let sprt = sprt(args, &file)?;
        let usual_games = if sprt.is_some() { DEFAULT_SPRT_GAMES } else { DEFAULT_GAMES };
        let config = Self {
            variant: variant(args, &file)?,
            engines: engines(args, &file, &base)?,
            format: args.format.or(file.format).unwrap_or_default(),
            start: start(args, &file, &base),
            opening_plies: args.opening_plies.or(file.opening_plies),
            games: in_range("games", args.games.or(file.games).unwrap_or(usual_games), GAMES)?.next_multiple_of(2),
            sprt,
            rules: rules(args, &file)?,
            adjudication: adjudication(args, &file)?,
            margin: args.margin.map_or_else(|| seconds("margin", file.margin, DEFAULT_MARGIN), Ok)?,
            patience: patience(&file.patience)?,
            concurrency: in_range("concurrency", args.concurrency.or(file.concurrency).unwrap_or(1), CONCURRENCY)?
                .into(),
            seed: args.seed.or(file.seed).unwrap_or(1),
            records: args.records.clone().or_else(|| file.records.map(|path| base.join(path))),
            resume: args.resume,
            json: args.json,
        };
        config.check()?;
        Ok(config)
    }

    /// Refuses what is well said but means nothing.
    fn check(&self) -> Result<(), MatchError> {
        check_engines(&self.engines)?;
        let plies_limit = if self.start == Start::Random { RANDOM_PLIES_LIMIT } else { usize::MAX };
        in_range("opening-plies", self.opening_plies.unwrap_or(0), 0..=plies_limit)?;
        let refuse = |text: String| Err(MatchError::Setting(text));
        if self.sprt.is_some() && self.engines.len() > 2 {
            return refuse("an SPRT compares two engines, no more".to_owned());
        }
        if self.resume && self.records.is_none() {
            return refuse("--resume needs --records, the folder to go on with".to_owned());
        }
        if self.rules.entering_king.is_some() && !self.variant.has_entering_king() {
            return refuse(format!("rule: there is no entering king in {}", self.variant));
        }
        let tori_rule = self.rules.forced_promotion.is_some() || self.rules.repetition.is_some();
        if tori_rule && self.variant != Variant::Tori {
            return refuse(format!("tori-promotion and tori-repetition are no rules of {}", self.variant));
        }
        Ok(())
    }

    /// The clock, if all engines have the same.
    #[must_use]
    pub fn common_time(&self) -> Option<TimeControl> {
        let first = self.engines.first()?.time;
        self.engines.iter().all(|engine| engine.time == first).then_some(first)
    }
}

fn setting(key: &str, problem: &impl ToString) -> MatchError {
    MatchError::Setting(format!("{key}: {}", problem.to_string()))
}

fn read_file(path: &Path) -> Result<FileConfig, MatchError> {
    let text = fs::read_to_string(path).map_err(|source| MatchError::Read { path: path.to_owned(), source })?;
    toml::from_str(&text).map_err(|source| MatchError::Toml { path: path.to_owned(), source: Box::new(source) })
}

fn in_range<T: PartialOrd + fmt::Display>(key: &str, value: T, range: RangeInclusive<T>) -> Result<T, MatchError> {
    if range.contains(&value) {
        Ok(value)
    } else {
        Err(MatchError::Setting(format!("{key}: {value} is not from {} to {}", range.start(), range.end())))
    }
}

fn variant(args: &MatchArgs, file: &FileConfig) -> Result<Variant, MatchError> {
    match (args.variant, &file.variant) {
        (Some(variant), _) => Ok(variant),
        (None, Some(name)) => name.parse().map_err(|e| setting("variant", &e)),
        (None, None) => Ok(Variant::default()),
    }
}

fn sprt(args: &MatchArgs, file: &FileConfig) -> Result<Option<EloBounds>, MatchError> {
    match (args.sprt, file.sprt) {
        (None, Some([elo0, elo1])) => EloBounds::new(elo0, elo1).map(Some).map_err(MatchError::Setting),
        (bounds, _) => Ok(bounds),
    }
}

/// Those of the file, then those of the command line.
fn engines(args: &MatchArgs, file: &FileConfig, base: &Path) -> Result<Vec<EngineConfig>, MatchError> {
    let common = args_time(args).map_or_else(|| read_time(&file.time), Ok)?;
    let from_file = file.engines.iter().map(|engine| file_engine(engine, base, common));
    from_file.chain(args.engines.iter().map(|engine| argument_engine(engine, common))).collect()
}

fn seconds(key: &str, value: Option<f64>, usual: Duration) -> Result<Duration, MatchError> {
    value.map_or(Ok(usual), |n| parse_seconds(&n.to_string()).map_err(|e| setting(key, &e)))
}

fn patience(file: &FilePatience) -> Result<Patience, MatchError> {
    Ok(Patience {
        start: seconds("patience.start", file.start, DEFAULT_PATIENCE.start)?,
        ready: seconds("patience.ready", file.ready, DEFAULT_PATIENCE.ready)?,
        answer: seconds("patience.answer", file.answer, DEFAULT_PATIENCE.answer)?,
    })
}

/// The time control of the command line, none if it says nothing of time.
fn args_time(args: &MatchArgs) -> Option<TimeControl> {
    let main = args.tc.unwrap_or(MainTime { main: Duration::ZERO, increment: Duration::ZERO });
    let time = TimeControl {
        main: main.main,
        increment: main.increment,
        byoyomi: args.byoyomi.unwrap_or_default(),
        move_time: args.movetime,
        nodes: args.nodes,
        depth: args.depth,
    };
    (!time.is_unlimited()).then_some(time)
}

fn read_time(file: &FileTime) -> Result<TimeControl, MatchError> {
    let main: MainTime = file.tc.as_deref().unwrap_or("0").parse().map_err(|e| setting("time.tc", &e))?;
    Ok(TimeControl {
        main: main.main,
        increment: main.increment,
        byoyomi: seconds("time.byoyomi", file.byoyomi, Duration::ZERO)?,
        move_time: file.movetime.map(|n| seconds("time.movetime", Some(n), Duration::ZERO)).transpose()?,
        nodes: file.nodes.map(NonZeroU64::get),
        depth: file.depth.map(NonZeroU32::get),
    })
}

fn file_engine(engine: &FileEngine, base: &Path, common: TimeControl) -> Result<EngineConfig, MatchError> {
    let option = |(name, value): (&String, &toml::Value)| {
        let text = match value {
            toml::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        (name.clone(), text)
    };
    let folder = engine.folder.as_ref().map(|folder| base.join(folder));
    Ok(EngineConfig {
        name: engine.name.clone(),
        launch: launch(&engine.path, base, engine.arguments.clone(), folder)?,
        options: engine.options.iter().map(option).collect(),
        ponder: engine.ponder,
        time: engine.time.as_ref().map_or(Ok(common), read_time)?,
    })
}

fn argument_engine(engine: &EngineArgument, common: TimeControl) -> Result<EngineConfig, MatchError> {
    Ok(EngineConfig {
        name: engine.name.clone(),
        launch: launch(&engine.path, Path::new(""), Vec::new(), None)?,
        options: engine.options.clone(),
        ponder: false,
        time: common,
    })
}

/// A path is made absolute, since the engine runs in another folder. A bare name that is no file here is left to the
/// system's search path.
fn launch(path: &Path, base: &Path, arguments: Vec<String>, folder: Option<PathBuf>) -> Result<Launch, MatchError> {
    let unreadable = |source| MatchError::Read { path: path.to_owned(), source };
    let here = base.join(path);
    let program = if path == Path::new("self") {
        std::env::current_exe().map_err(unreadable)?
    } else if path.components().count() == 1 && !here.exists() {
        path.to_owned()
    } else {
        here.canonicalize().map_err(unreadable)?
    };
    let own = program.parent().filter(|parent| parent.is_absolute()).map(Path::to_path_buf);
    let folder = match folder.or(own) {
        Some(folder) => folder,
        None => std::env::current_dir().map_err(unreadable)?,
    };
    Ok(Launch { program, arguments, folder })
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
    }
    Ok(())
}

fn start(args: &MatchArgs, file: &FileConfig, base: &Path) -> Start {
    if let Some(path) = &args.openings {
        Start::File(path.clone())
    } else if !args.handicaps.is_empty() {
        Start::Handicaps(args.handicaps.clone())
    } else if let Some(path) = &file.openings {
        Start::File(base.join(path))
    } else if !file.handicaps.is_empty() {
        Start::Handicaps(file.handicaps.clone())
    } else {
        Start::Random
    }
}

fn rules(args: &MatchArgs, file: &FileConfig) -> Result<RuleConfig, MatchError> {
    let promotion = args.tori_promotion.as_ref().or(file.tori_promotion.as_ref());
    let forced_promotion = match promotion.map(String::as_str) {
        None => None,
        Some("forced") => Some(true),
        Some("optional") => Some(false),
        Some(_) => return Err(MatchError::Setting("tori-promotion: one of forced, optional".to_owned())),
    };
    let rule = |text: &String| text.parse().map_err(|e| setting("rule", &e));
    let repetition = |text: &String| text.parse().map_err(|e| setting("tori-repetition", &e));
    Ok(RuleConfig {
        max_moves: args.max_moves.or(file.max_moves).unwrap_or(DEFAULT_MAX_MOVES),
        entering_king: args.rule.map_or_else(|| file.rule.as_ref().map(rule).transpose(), |rule| Ok(Some(rule)))?,
        forced_promotion,
        repetition: match args.tori_repetition {
            Some(rule) => Some(rule),
            None => file.tori_repetition.as_ref().map(repetition).transpose()?,
        },
    })
}

fn adjudication(args: &MatchArgs, file: &FileConfig) -> Result<Adjudication, MatchError> {
    let read = |key: &str, text: &Option<String>| {
        text.as_ref().map(|text| text.parse::<ScoreRule>().map_err(|e| setting(key, &e))).transpose()
    };
    Ok(Adjudication {
        resign: args.resign_score.map_or_else(|| read("resign-score", &file.resign_score), |rule| Ok(Some(rule)))?,
        draw: args.draw_score.map_or_else(|| read("draw-score", &file.draw_score), |rule| Ok(Some(rule)))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_of_the_command_line() {
        let engine: EngineArgument = "a=dir/engine,USI_Hash=64,EvalFile=x=y".parse().unwrap();
        assert_eq!((engine.name.as_str(), engine.path.to_str()), ("a", Some("dir/engine")));
        let options = [("USI_Hash".to_owned(), "64".to_owned()), ("EvalFile".to_owned(), "x=y".to_owned())];
        assert_eq!(engine.options, options);
        for wrong in ["", "engine", "=x", "a=", "a=b,c"] {
            assert!(wrong.parse::<EngineArgument>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn score_rules() {
        let rule: ScoreRule = "800,4".parse().unwrap();
        assert_eq!(rule, ScoreRule { centipawns: 800, moves: Some(4), from_ply: None });
        for wrong in ["", "-5", "800,0", "800,x", "1,2,3,4"] {
            assert!(wrong.parse::<ScoreRule>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_file_says_everything() {
        let file: FileConfig = toml::from_str(
            "games = 10\nsprt = [0, 5.5]\nformat = 'gauntlet'\n[time]\ntc = '60+0.5'\n[[engine]]\nname = 'a'\n\
             path = 'self'\nponder = true\noptions = { Threads = 2, EvalDir = 'a,b', USI_Ponder = true }\n\
             time = { nodes = 5 }\n",
        )
        .unwrap();
        let common = read_time(&file.time).unwrap();
        assert_eq!((common.main, common.increment), (Duration::from_secs(60), Duration::from_millis(500)));
        let engine = file_engine(&file.engines[0], Path::new("base"), common).unwrap();
        assert_eq!(engine.time, TimeControl { nodes: Some(5), ..TimeControl::default() });
        let options: Vec<_> = engine.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(options, [("EvalDir", "a,b"), ("Threads", "2"), ("USI_Ponder", "true")]);
        assert_eq!((file.games, file.sprt, file.format), (Some(10), Some([0.0, 5.5]), Some(Format::Gauntlet)));
        assert!(toml::from_str::<FileConfig>("gmaes = 10").is_err());
    }
}
