//! The command line of `kumataka match`.

use super::config::{MatchFormat, ScoreRule};
use super::engine::EngineArgument;
use super::time::TimeArgs;
use crate::arena::sprt::EloBounds;
use crate::engines::seconds::parse_seconds;
use crate::jobs::game::{RuleArgs, variant_help};
use crate::jobs::parts::PartArgs;
use crate::record::Format;
use crate::variants::Variant;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  40 games of this program against an older build, 0.3 s a move, two at a time:
    kumataka match --engine new=self --engine old=./kumataka-old \\
        --games 40 --byoyomi 0.3 --concurrency 2

  Does a change gain Elo? The match ends as soon as the test decides:
    kumataka match --engine new=self --engine old=./kumataka-old \\
        --sprt 0,5 --tc 10+0.1 --openings book.usi

  Options follow the path of an engine:
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

  A file holds what a line cannot:
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
    replay-draws = 1            # how often
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
/// move, declares wrongly, exceeds its time, crashes, hangs or answers nonsense loses the game and is restarted. If it
/// cannot be restarted, the match ends with an error, and that game does not count. Ctrl-C ends the match with a
/// summary of the finished games.
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
    /// Pairings of more than two engines: all against all, or the first against each other one [default: round-robin]
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
    /// After a repetition or an impasse, play again with colours exchanged and the remaining time, N times at most
    /// [default of N: 1]
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1")]
    pub replay_draws: Option<u32>,
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

/// The conditions of games, for any players.
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
    #[command(flatten)]
    pub time: TimeArgs,
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

#[cfg(test)]
mod tests {
    use super::super::file::FileConfig;
    use super::*;

    /// The keys in the help make a complete file, and there are no others.
    #[test]
    fn keys_of_the_help_make_a_file() {
        let (_, text) = EXAMPLES.split_once("times are in seconds:\n").unwrap();
        let file: FileConfig = toml::from_str(text).unwrap();
        assert_eq!(file.sprt, EloBounds::new(0.0, 5.0).ok());
        let keys: toml::Table = toml::from_str(text).unwrap();
        let unknown = toml::from_str::<FileConfig>("key = 1").unwrap_err().to_string();
        let known: Vec<&str> =
            unknown.split_once("expected one of ").unwrap().1.split('`').skip(1).step_by(2).collect();
        assert_eq!(known.len(), keys.len(), "{known:?}");
        assert!(known.iter().all(|&key| keys.contains_key(key)), "{known:?}");
    }
}
