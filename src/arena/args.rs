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
  Play 40 games against an older build at 0.3 s per move, two games at a time:
    kumataka match --engine new=self --engine old=./kumataka-old \\
        --games 40 --byoyomi 0.3 --concurrency 2

  Test whether a change gains Elo, and stop as soon as the test decides:
    kumataka match --engine new=self --engine old=./kumataka-old \\
        --sprt 0,5 --tc 10+0.1 --openings book.usi

  Set engine options after the path:
    kumataka match --engine a=self,USI_Hash=64 \\
        --engine b=self,USI_Hash=64,Skill_Level=10 --nodes 10000

  Play against an engine that speaks the XBoard protocol (CECP):
    kumataka match --variant torishogi --engine own=self \\
        --engine crazywa=/usr/games/crazywa,protocol=cecp --byoyomi 1

  Give an engine its own time. Without clock=time, HaChu reads whole seconds
  only; it uses half of its time:
    kumataka match --variant chushogi --rule hachu --byoyomi 0.3 \\
        --engine own=self \\
        --engine hachu=/usr/games/hachu,protocol=cecp,clock=time,byoyomi=0.75

  Play a part of a match; `kumataka merge` adds up the parts and runs the SPRT:
    kumataka match --engine new=self --engine old=./kumataka-old \\
        --sprt 0,5 --tc 10+0.1 --part 3/64 --into match12

  Read the settings from a file, and resume the match later:
    kumataka match --config match.toml --records games
    kumataka match --config match.toml --records games --resume

  Save records for a front-end, and the random openings for another match:
    kumataka match --engine a=self --engine b=./other --byoyomi 1 \\
        --records games --record-format kifu --save-openings openings.usi

  The file can have these keys; times are in seconds:
    variant = \"shogi\"
    games = 1000
    sprt = [0, 5]               # or \"0,5\"
    format = \"gauntlet\"         # or round-robin
    openings = \"book.usi\"
    handicaps = [\"2-piece\"]     # if there are no openings
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
    replay-draws = 1            # at most this often
    rules = [\"TryRule\"]
    [time]                      # tc = \"60+0.5\", byoyomi, movetime, nodes, depth
    byoyomi = 1.0
    [patience]                  # seconds before an engine counts as hanging
    start = 60.0                #   until it has sent its options, and
    ready = 60.0                #   until it is ready, as in --handshake
    answer = 300.0              #   for a move that no clock limits
    [[engine]]
    name = \"new\"
    path = \"self\"               # this program; paths are relative to the file
    protocol = \"usi\"            # or cecp
    clock = \"st\"               # or time: how CECP sends the time
    arguments = []
    folder = \"data\"             # working folder, by default that of path
    ponder = true
    options = { USI_Hash = 64, EvalDir = \"a,b\" }
    time = { tc = \"60+0.5\" }    # time of this engine only";

/// Play matches between USI or CECP engines and measure the difference in strength.
///
/// Each opening is played twice with colours swapped. An engine loses the game if it plays an illegal move, makes a
/// false declaration, exceeds its time, crashes, hangs or sends an invalid answer; it is then restarted. If it cannot
/// be restarted, the match ends with an error, and that game does not count. Ctrl-C ends the match with a summary of
/// the finished games.
#[derive(Args, Clone, Debug, Default)]
#[command(after_help = EXAMPLES)]
pub struct MatchArgs {
    /// Engine to play with; give at least two. The path `self` is this program. These options are not sent to the
    /// engine: protocol=cecp for a CECP engine, clock=time if it follows its clock instead of `st`, and tc, byoyomi,
    /// movetime, nodes and depth for a time of its own
    #[arg(long = "engine", value_name = "NAME=PATH[,OPTION=VALUE...]")]
    pub engines: Vec<EngineArgument>,
    /// Read engines and settings from a TOML file; the command line takes precedence
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Pairings of more than two engines: all against all, or the first against all others [default: round-robin]
    #[arg(long, value_enum)]
    pub format: Option<MatchFormat>,
    /// Games per pair of engines, rounded up to even; the maximum with --sprt [default: 100, with --sprt 1000000]
    #[arg(long, value_name = "N")]
    pub games: Option<u64>,
    /// Test by SPRT whether the first engine is better by ELO1 rather than by ELO0, with an error of 5 % either way
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<EloBounds>,
    #[command(flatten)]
    pub conditions: ConditionArgs,
    /// After a repetition or an impasse, play again with colours swapped and the remaining time, at most N times
    /// [default of N: 1]
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1")]
    pub replay_draws: Option<u32>,
    /// Write the openings to this file (usi, csa), or to a folder with one file each, in the record format
    #[arg(long, value_name = "FILE|FOLDER", conflicts_with = "part")]
    pub save_openings: Option<PathBuf>,
    /// Save every game in this folder: in a file of its own, and as a line of games.usi, from which --resume continues
    #[arg(long, value_name = "FOLDER", conflicts_with = "part")]
    pub records: Option<PathBuf>,
    /// Format of the files of single games, as in `kumataka convert`; usi for none [default: csa3, or kifu for games
    /// that CSA does not support]
    #[arg(long, value_name = "FORMAT")]
    pub record_format: Option<Format>,
    /// Resume the match in the folder of --records
    #[arg(long)]
    pub resume: bool,
    /// Print the summary as JSON
    #[arg(long)]
    pub json: bool,
    /// Exit with an error if an engine lost by a fault, for engine tests
    #[arg(long)]
    pub fail_on_fault: bool,
    #[command(flatten)]
    pub part: PartArgs,
}

/// The conditions of games, for any players.
#[derive(Args, Clone, Debug, Default)]
pub struct ConditionArgs {
    #[arg(long, value_name = "GAME", hide_possible_values = true, help = variant_help())]
    pub variant: Option<Variant>,
    /// Start from the openings in this file or folder: lines of SFEN or USI like `startpos moves 7g7f`, or game records
    /// in any format of `kumataka convert`
    #[arg(long, value_name = "FILE", conflicts_with = "handicaps")]
    pub openings: Option<PathBuf>,
    /// Start from these handicaps, for example 2-piece,4-piece
    #[arg(long = "handicap", value_name = "NAME", value_delimiter = ',')]
    pub handicaps: Vec<String>,
    /// Maximum number of plies to play from each opening in the file, or number of random plies without a file
    /// [default: all, but 8 of a game with an end; 8 random plies, 0 after a handicap]
    #[arg(long, value_name = "N")]
    pub opening_plies: Option<usize>,
    #[command(flatten)]
    pub time: TimeArgs,
    /// Tolerated delay of an answer before the game is lost on time [default: 0.2]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub margin: Option<Duration>,
    /// Time limit for the first answer of an engine, and again for getting ready for its first game [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub handshake: Option<Duration>,
    /// Number of games to play at a time [default: 1]
    #[arg(long, value_name = "N")]
    pub concurrency: Option<u16>,
    /// Seed for random openings, and for the order of given ones [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Adjudicate a loss once both engines have agreed on this score for MOVES moves [default of MOVES: 4]
    #[arg(long, value_name = "CP[,MOVES]")]
    pub resign_score: Option<ScoreRule>,
    /// Adjudicate a draw once both scores have stayed within CP for MOVES moves [default of MOVES: 8], but not before
    /// PLY [default of PLY: 80]
    #[arg(long, value_name = "CP[,MOVES[,PLY]]")]
    pub draw_score: Option<ScoreRule>,
    /// Adjudicate a draw after this number of moves; 0 for no limit [default: 512]
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
