//! The command line of `kumataka match`.

use super::config::{MatchFormat, ScoreRule};
use crate::arena::sprt::EloBounds;
use crate::engines::clock::{MainTime, TimeControl};
use crate::engines::protocol::{MoveClock, Protocol};
use crate::engines::seconds::{TimeError, parse_seconds};
use crate::jobs::game::{RuleArgs, variant_help};
use crate::jobs::parts::PartArgs;
use crate::record::Format;
use crate::variants::Variant;
use clap::Args;
use std::fmt;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  40 games of this program against an older build, 0.3 s a move, two at a time:
    kumataka match --engine new=self --engine old=./kumataka-old \\
        --games 40 --byoyomi 0.3 --concurrency 2

  Is a change worth something? Ends as soon as the test decides:
    kumataka match --engine new=self --engine old=./kumataka-old \\
        --sprt 0,5 --tc 10+0.1 --openings book.usi

  Options of an engine stand behind its path:
    kumataka match --engine a=self,USI_Hash=64 \\
        --engine b=self,USI_Hash=64,Skill_Level=10 --nodes 10000

  An engine that speaks the protocol of XBoard (CECP) has the option protocol:
    kumataka match --variant torishogi --engine own=self \\
        --engine crazywa=/usr/games/crazywa,protocol=cecp --byoyomi 1

  HaChu reads whole seconds only unless its clock tells them, and uses half of
  them; a time behind a path is that engine's own:
    kumataka match --variant chushogi --rule hachu --byoyomi 0.3 \\
        --engine own=self \\
        --engine hachu=/usr/games/hachu,protocol=cecp,clock=time,byoyomi=0.75

  A part of a match, which `kumataka merge` adds up and ends by its SPRT:
    kumataka match --engine new=self --engine old=./kumataka-old \\
        --sprt 0,5 --tc 10+0.1 --part 3/64 --into match12

  Everything a line cannot hold stands in a file:
    kumataka match --config match.toml --records games
    kumataka match --config match.toml --records games --resume

  Records for a front-end, and the random openings for another match:
    kumataka match --engine a=self --engine b=./other --byoyomi 1 \\
        --records games --record-format kifu --save-openings openings.usi

  A file may hold these keys; times are in seconds:
    variant = \"shogi\"
    games = 1000
    sprt = [0, 5]               # or \"0,5\"
    format = \"gauntlet\"         # or round-robin
    openings = \"book.usi\"
    handicaps = [\"2-piece\"]     # where there are no openings
    opening-plies = 24
    save-openings = \"openings.usi\"
    concurrency = 2
    seed = 1
    records = \"games\"
    record-format = \"csa3\"
    margin = 0.2
    resign-score = \"600,3\"
    draw-score = \"10,8,80\"
    max-moves = 512
    rules = [\"TryRule\"]
    [time]                      # tc = \"60+0.5\", byoyomi, movetime, nodes, depth
    byoyomi = 1.0
    [patience]                  # seconds before an engine counts as hanging
    start = 60.0                #   for its options, and
    ready = 60.0                #   for being ready, as --handshake says
    answer = 300.0              #   for a move, where no clock limits it
    [[engine]]
    name = \"new\"
    path = \"self\"               # this program; paths are from this file
    protocol = \"usi\"            # or cecp
    clock = \"st\"               # or time: how CECP tells the time
    arguments = []
    folder = \"data\"             # where it runs; its own folder if not given
    ponder = true
    options = { USI_Hash = 64, EvalDir = \"a,b\" }
    time = { tc = \"60+0.5\" }    # a clock of its own";

/// Let engines of USI or CECP play against each other and measure the difference.
///
/// Every opening is played twice with colours swapped. This program is the referee: an engine that plays an illegal
/// move, declares wrongly, oversteps its time, dies, hangs or answers nonsense loses the game and is restarted, and the
/// match goes on. One that cannot be started again, or does not get ready, ends the match with an error: nobody has lost
/// that game. Ctrl-C ends the match with a summary of the finished games.
#[derive(Args, Clone, Debug, Default)]
#[command(after_help = EXAMPLES)]
pub struct MatchArgs {
    /// An engine, at least two in all; the path `self` is this program. Options of this program are protocol=cecp for an
    /// engine of CECP, clock=time for one that heeds its clock rather than `st`, and a time of its own: tc, byoyomi,
    /// movetime, nodes, depth
    #[arg(long = "engine", value_name = "NAME=PATH[,OPTION=VALUE...]")]
    pub engines: Vec<EngineArgument>,
    /// Read engines and settings from a TOML file; the command line takes precedence over it
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Which engines meet if there are more than two: each meets all others, or the first meets all others [default:
    /// round-robin]
    #[arg(long, value_enum)]
    pub format: Option<MatchFormat>,
    /// Games of each pair of engines, rounded up to even; with --sprt the greatest number of games [default: 100,
    /// with --sprt 1000000]
    #[arg(long, value_name = "N")]
    pub games: Option<u64>,
    /// Test whether the first engine is better by ELO1 rather than by ELO0, with an error of 5 % either way
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<EloBounds>,
    #[command(flatten)]
    pub conditions: ConditionArgs,
    /// Write the openings of the match to this file (usi, csa), or to a folder, each in a file of the record format
    #[arg(long, value_name = "FILE|FOLDER", conflicts_with = "part")]
    pub save_openings: Option<PathBuf>,
    /// Keep every game in this folder: as a line of games.usi, from which the match can be resumed, and in a file of
    /// its own
    #[arg(long, value_name = "FOLDER", conflicts_with = "part")]
    pub records: Option<PathBuf>,
    /// Format of those files, one of those of `kumataka convert`; usi writes no such files [default: csa3, or kifu for
    /// a game that CSA does not know]
    #[arg(long, value_name = "FORMAT")]
    pub record_format: Option<Format>,
    /// Resume the match in the folder of records
    #[arg(long)]
    pub resume: bool,
    /// Print the summary as JSON
    #[arg(long)]
    pub json: bool,
    /// Fail if an engine lost a game by a fault, for tests of engines
    #[arg(long)]
    pub fail_on_fault: bool,
    #[command(flatten)]
    pub part: PartArgs,
}

/// The conditions of games, whoever plays them.
#[derive(Args, Clone, Debug, Default)]
pub struct ConditionArgs {
    #[arg(long, value_name = "GAME", hide_possible_values = true, help = format!("{} [default: {}]", variant_help(), Variant::default()))]
    pub variant: Option<Variant>,
    /// Start from the game records of a file or a folder: lines of SFEN or USI such as `startpos moves 7g7f`, or any
    /// format of `kumataka convert`
    #[arg(long, value_name = "FILE", conflicts_with = "handicaps")]
    pub openings: Option<PathBuf>,
    /// Start from handicaps by name, such as 2-piece,4-piece
    #[arg(long = "handicap", value_name = "NAME", value_delimiter = ',')]
    pub handicaps: Vec<String>,
    /// Play at most this number of plies of each line of the file, or this number of random plies where there is no
    /// file [default: all of a line, but 8 of a game with an end; 8 random ones, after a handicap 0]
    #[arg(long, value_name = "N")]
    pub opening_plies: Option<usize>,
    /// Main time, and the increment for each move
    #[arg(long, value_name = "SECONDS[+INC]")]
    pub tc: Option<MainTime>,
    /// Time for each move once the main time is used up; without main time, the clock allows this time for each move
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub byoyomi: Option<Duration>,
    /// Time for each move, sent to the engines as movetime
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub movetime: Option<Duration>,
    /// Nodes for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Depth of each search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// Time by which an answer may be late without losing the game [default: 0.2]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub margin: Option<Duration>,
    /// Time that an engine has to answer its first question, and again to get ready for its first game [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub handshake: Option<Duration>,
    /// Number of games played at a time [default: 1]
    #[arg(long, value_name = "N")]
    pub concurrency: Option<u16>,
    /// Seed of random openings and of the order of others [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// End a game as lost once both engines have agreed on this score for MOVES moves [default of MOVES: 4]
    #[arg(long, value_name = "CP[,MOVES]")]
    pub resign_score: Option<ScoreRule>,
    /// End a game as drawn once both engines have seen no greater score for MOVES moves [default of MOVES: 8], but not
    /// before PLY [default of PLY: 80]
    #[arg(long, value_name = "CP[,MOVES[,PLY]]")]
    pub draw_score: Option<ScoreRule>,
    /// End a game as drawn after this number of moves; 0 means no limit [default: 512]
    #[arg(long, value_name = "N")]
    pub max_moves: Option<u32>,
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// An engine as the command line names it: `NAME=PATH[,OPTION=VALUE...]`, where the option `protocol` names its protocol and
/// some others its time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineArgument {
    pub name: String,
    pub path: PathBuf,
    pub protocol: Protocol,
    pub move_clock: MoveClock,
    /// The time that it has instead of the others' one.
    pub time: Option<TimeControl>,
    pub options: Vec<(String, String)>,
}

impl EngineArgument {
    /// Reads an engine as in a match, or by its path alone, with options behind it. It plays by the clock of the game.
    ///
    /// # Errors
    /// If the text names no engine, or a time of its own.
    pub fn named_or_bare(text: &str) -> Result<Self, String> {
        let first = text.split(',').next().unwrap_or_default();
        let engine: Self = if first.contains('=') {
            text.parse()?
        } else {
            let name = Path::new(first).file_stem().unwrap_or_default().display();
            format!("{name}={text}").parse()?
        };
        match engine.time {
            None => Ok(engine),
            Some(_) => Err("the clock of the game counts here: leave out the time of its own".to_owned()),
        }
    }

    /// Takes in an option that is for this program; false if it is for the engine.
    fn heed(&mut self, option: &str, value: &str) -> Result<bool, String> {
        let time = self.time.unwrap_or_default();
        let number = |problem: &dyn ToString| format!("\"{value}\": {}", problem.to_string());
        let seconds = || parse_seconds(value).map_err(|problem| problem.to_string());
        let time = match option {
            "protocol" => return value.parse().map(|protocol| self.protocol = protocol).map(|()| true),
            "clock" => return value.parse().map(|clock| self.move_clock = clock).map(|()| true),
            "tc" => {
                let main: MainTime = value.parse().map_err(|problem: TimeError| problem.to_string())?;
                TimeControl { main: main.main, increment: main.increment, ..time }
            }
            "byoyomi" => TimeControl { byoyomi: seconds()?, ..time },
            "movetime" => TimeControl { move_time: Some(seconds()?), ..time },
            "nodes" => {
                let nodes: NonZeroU64 = value.parse().map_err(|problem| number(&problem))?;
                TimeControl { nodes: Some(nodes.get()), ..time }
            }
            "depth" => {
                let depth: NonZeroU32 = value.parse().map_err(|problem| number(&problem))?;
                TimeControl { depth: Some(depth.get()), ..time }
            }
            _ => return Ok(false),
        };
        self.time = Some(time);
        Ok(true)
    }
}

/// Writes the engine as the command line names it.
impl fmt::Display for EngineArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.path.display())?;
        if self.protocol != Protocol::default() {
            write!(f, ",protocol={}", self.protocol)?;
        }
        if self.move_clock != MoveClock::default() {
            write!(f, ",clock={}", self.move_clock)?;
        }
        if let Some(TimeControl { main, increment, byoyomi, move_time, nodes, depth }) = self.time {
            let [main, increment, byoyomi] = [main, increment, byoyomi].map(|time| time.as_secs_f64());
            if main + increment > 0.0 {
                write!(f, ",tc={main}+{increment}")?;
            }
            if byoyomi > 0.0 {
                write!(f, ",byoyomi={byoyomi}")?;
            }
            move_time.map_or(Ok(()), |time| write!(f, ",movetime={}", time.as_secs_f64()))?;
            nodes.map_or(Ok(()), |nodes| write!(f, ",nodes={nodes}"))?;
            depth.map_or(Ok(()), |depth| write!(f, ",depth={depth}"))?;
        }
        self.options.iter().try_for_each(|(option, value)| write!(f, ",{option}={value}"))
    }
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
        let options = parts.map(option).collect::<Result<Vec<_>, _>>()?;
        let mut engine = Self { name: name.to_owned(), path: path.into(), ..Self::default() };
        for (option, value) in options {
            if !engine.heed(&option, &value).map_err(|problem| format!("{option}: {problem}"))? {
                engine.options.push((option, value));
            }
        }
        Ok(engine)
    }
}

#[cfg(test)]
mod tests {
    use super::super::file::FileConfig;
    use super::*;

    /// The keys in the help are a file as it stands, and no other key is known.
    #[test]
    fn keys_of_the_help_make_a_file() {
        let (_, text) = EXAMPLES.split_once("times are in seconds:\n").unwrap();
        let file: FileConfig = toml::from_str(text).unwrap();
        assert_eq!(file.sprt.unwrap().read(), EloBounds::new(0.0, 5.0));
        for score in [file.resign_score, file.draw_score] {
            score.unwrap().parse::<ScoreRule>().unwrap();
        }
        file.record_format.unwrap().parse::<Format>().unwrap();
        let keys: toml::Table = toml::from_str(text).unwrap();
        let unknown = toml::from_str::<FileConfig>("key = 1").unwrap_err().to_string();
        let known: Vec<&str> =
            unknown.split_once("expected one of ").unwrap().1.split('`').skip(1).step_by(2).collect();
        assert_eq!(known.len(), keys.len(), "{known:?}");
        assert!(known.iter().all(|&key| keys.contains_key(key)), "{known:?}");
    }

    #[test]
    fn engines_of_the_command_line() {
        let engine: EngineArgument = "a=dir/engine,USI_Hash=64,EvalFile=x=y".parse().unwrap();
        assert_eq!((engine.name.as_str(), engine.path.to_str()), ("a", Some("dir/engine")));
        let options = [("USI_Hash".to_owned(), "64".to_owned()), ("EvalFile".to_owned(), "x=y".to_owned())];
        assert_eq!(engine.options, options);
        let engine: EngineArgument = "a=b,protocol=cecp,Resign=1".parse().unwrap();
        assert_eq!((engine.protocol, engine.options.len()), (Protocol::Cecp, 1));
        let engine: EngineArgument = "a=b,protocol=cecp,clock=time,byoyomi=0.75,depth=9".parse().unwrap();
        assert_eq!((engine.move_clock, engine.options.len()), (MoveClock::Time, 0));
        let time = TimeControl { byoyomi: Duration::from_millis(750), depth: Some(9), ..TimeControl::default() };
        assert_eq!(engine.time, Some(time));
        for text in [
            "a=b",
            "a=dir/engine,protocol=cecp,clock=time,tc=60+0.5,byoyomi=0.75,nodes=5,USI_Hash=64,EvalFile=x=y",
            "a=b,movetime=0.3,depth=9",
        ] {
            assert_eq!(text.parse::<EngineArgument>().unwrap().to_string(), text);
        }
        for wrong in
            ["", "engine", "=x", "a=", "a=b,c", "a=b,protocol=uci", "a=b,clock=x", "a=b,byoyomi=x", "a=b,depth=0"]
        {
            assert!(wrong.parse::<EngineArgument>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn engines_have_names_or_take_those_of_their_files() {
        let named = EngineArgument::named_or_bare("a=dir/engine,USI_Hash=64").unwrap();
        let bare = EngineArgument::named_or_bare("dir/engine.exe,USI_Hash=64").unwrap();
        assert_eq!([named.name.as_str(), bare.name.as_str()], ["a", "engine"]);
        assert_eq!((&named.options, bare.path.to_str()), (&bare.options, Some("dir/engine.exe")));
        assert!(EngineArgument::named_or_bare("").is_err() && EngineArgument::named_or_bare("engine,Hash").is_err());
        assert!(EngineArgument::named_or_bare("dir/engine,byoyomi=1").is_err());
    }
}
