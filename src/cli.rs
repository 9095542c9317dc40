//! The command line: what to type, and what then happens.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::eval::{EvalOptions, Model, NetworkError};
use crate::rules::{Handicap, Position, Rules, SfenError, SfenMode};
use crate::search::per_second;
use crate::tools::bench::{self, Effort, Settings};
use crate::tools::book::{self, BookArgs, BookToolError};
use crate::tools::convert::{ConvertArgs, ConvertError};
use crate::tools::evolve::{self, EvolveArgs, EvolveError};
use crate::tools::match_::{self, MatchArgs, MatchError};
use crate::tools::mate::{MateArgs, MateError};
use crate::tools::perft;
use crate::tools::records::{self, RecordsArgs, RecordsError};
use crate::tools::selfplay::{self, SelfPlayArgs, SelfPlayError};
use crate::tools::show::{ShowArgs, ShowError};
use crate::tools::train::{self, TrainArgs, TrainError};
use crate::tools::tune::{self, TuneArgs};
use crate::usi::{self, OptionError, Options};
use crate::variants::{Variant, Visitor};
use clap::{Args, Parser, Subcommand, value_parser};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use thiserror::Error;

const EXAMPLES: &str = "\
Examples:
  kumataka                          speak USI: register this program in a shogi front-end
  kumataka perft 5                  count move sequences from the start of shogi
  kumataka perft --variant torishogi 5
  kumataka bench                    search fixed positions, end with a node count
  kumataka match --help             let engines play against each other
  kumataka tune --help              tune options of an engine by games
  kumataka mate problems.sfen       solve mate problems
  kumataka handicaps                names that --handicap takes
  kumataka convert game.kif game.csa
  kumataka show game.kif --ply 40   draw a position
  kumataka book --help              opening books: make, show, merge, check
  kumataka selfplay --help          games of the engine against itself; also records, train
  kumataka evolve --help            a network from nothing: self-play, training, comparison

\"kumataka help perft\" and so on say more.";

/// Kumataka, a shogi engine. Without a command it speaks USI on its standard input and output.
#[derive(Parser, Debug)]
#[command(version, after_help = EXAMPLES)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    Perft(PerftCommand),
    Bench(BenchCommand),
    Match(Box<MatchArgs>),
    Tune(Box<TuneArgs>),
    #[command(name = "selfplay")]
    SelfPlay(SelfPlayArgs),
    Mate(MateArgs),
    Train(TrainArgs),
    Records(RecordsArgs),
    Evolve(EvolveArgs),
    Handicaps(HandicapsCommand),
    Convert(ConvertArgs),
    Show(ShowArgs),
    Book(BookArgs),
}

/// Count the sequences of legal moves of a given length.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka perft 6
  kumataka perft --threads 1 --divide 4
  kumataka perft --sfen \"4k4/9/4P4/9/9/9/9/9/4K4 b G 1\" 5
  kumataka perft --handicap 2-piece 5
  kumataka perft --variant torishogi --tori-promotion optional 5")]
struct PerftCommand {
    /// Length of the sequences, in plies
    #[arg(value_parser = value_parser!(u32).range(0..=usi::PERFT_DEPTH_LIMIT.into()))]
    depth: u32,
    /// The game: shogi or torishogi
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Start from this position
    #[arg(long, conflicts_with = "handicap")]
    sfen: Option<String>,
    /// Start from a handicap; "kumataka handicaps" lists them
    #[arg(long)]
    handicap: Option<String>,
    /// Threads to count with [default: one for each processor]
    #[arg(long, value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Show the count after each move too
    #[arg(long)]
    divide: bool,
    /// Whether a piece that may promote must; in tori shogi only
    #[arg(long, value_parser = ["forced", "optional"])]
    tori_promotion: Option<String>,
}

/// Search fixed positions and end with the number of nodes.
///
/// With one thread and a depth or a number of nodes the count is the same for every build and machine: it is the
/// signature of the search.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka bench
  kumataka bench --variant torishogi --depth 8
  kumataka bench --movetime 1000 --threads 2 --hash 256
  kumataka bench --eval eval/nn.bin --depth 12")]
struct BenchCommand {
    /// The game: shogi or torishogi
    #[arg(long, default_value_t)]
    variant: Variant,
    #[arg(long, conflicts_with_all = ["nodes", "movetime"], value_parser = value_parser!(u16).range(1..),
          help = format!("Search every position to this depth [default: {}]", bench::DEPTH))]
    depth: Option<u16>,
    /// Search so many nodes in every position
    #[arg(long, conflicts_with = "movetime", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search every position for so many milliseconds
    #[arg(long, value_name = "MS", value_parser = value_parser!(u32).range(1..))]
    movetime: Option<u32>,
    /// Threads to search with
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Megabytes for the transposition table
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = value_parser!(u32).range(1..))]
    hash: u32,
    /// Evaluate by the network in this file
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
}

/// List the handicaps of a game with their positions.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka handicaps
  kumataka handicaps --variant torishogi")]
struct HandicapsCommand {
    /// The game: shogi or torishogi
    #[arg(long, default_value_t)]
    variant: Variant,
}

/// Why a command could not be carried out.
#[derive(Debug, Error)]
enum CliError {
    #[error("--sfen \"{sfen}\": {source}")]
    Sfen { sfen: String, source: SfenError },
    #[error("{variant} has no handicap \"{name}\"; \"kumataka handicaps --variant {variant}\" lists them")]
    Handicap { variant: Variant, name: String },
    #[error("--tori-promotion is for tori shogi: add --variant torishogi")]
    ToriPromotion,
    #[error(transparent)]
    Mate(#[from] MateError),
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error(transparent)]
    Match(#[from] MatchError),
    #[error(transparent)]
    SelfPlay(#[from] SelfPlayError),
    #[error(transparent)]
    Train(#[from] TrainError),
    #[error(transparent)]
    Records(#[from] RecordsError),
    #[error(transparent)]
    Evolve(#[from] EvolveError),
    #[error(transparent)]
    Convert(#[from] ConvertError),
    #[error(transparent)]
    Show(ShowError),
    #[error(transparent)]
    Book(BookToolError),
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
}

impl From<ShowError> for CliError {
    fn from(error: ShowError) -> Self {
        match error {
            ShowError::Output(error) => Self::Output(error),
            error => Self::Show(error),
        }
    }
}

impl From<BookToolError> for CliError {
    fn from(error: BookToolError) -> Self {
        match error {
            BookToolError::Output(error) => Self::Output(error),
            error => Self::Book(error),
        }
    }
}

/// Does what the command line says.
#[must_use]
#[inline(never)]
pub fn run() -> ExitCode {
    let command_line = match CommandLine::try_parse() {
        Ok(command_line) => command_line,
        Err(error) => {
            // A closed output is no reason for more trouble.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(1));
        }
    };
    let result = match command_line.command {
        None => {
            speak_usi();
            Ok(())
        }
        Some(Command::Perft(command)) => command.variant.dispatch(&command),
        Some(Command::Bench(command)) => command.variant.dispatch(&command),
        Some(Command::Match(args)) => match_::run(&args).map_err(CliError::from),
        Some(Command::Tune(args)) => tune::run(&args).map_err(CliError::from),
        Some(Command::SelfPlay(args)) => selfplay::run(&args).map_err(CliError::from),
        Some(Command::Mate(command)) => command.variant.dispatch(&command).map_err(CliError::from),
        Some(Command::Train(args)) => train::run(&args).map_err(CliError::from),
        Some(Command::Records(args)) => records::run(&args).map_err(CliError::from),
        Some(Command::Evolve(args)) => evolve::run(&args).map_err(CliError::from),
        Some(Command::Handicaps(command)) => command.variant.dispatch(&command),
        Some(Command::Convert(command)) => command.run().map_err(CliError::from),
        Some(Command::Show(command)) => command.run().map_err(CliError::from),
        Some(Command::Book(args)) => book::run(&args).map_err(CliError::from),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(CliError::Output(error) | CliError::Mate(MateError::Output(error)))
            if error.kind() == io::ErrorKind::BrokenPipe =>
        {
            ExitCode::SUCCESS
        }
        Err(error) => {
            // As above.
            let _ = writeln!(io::stderr(), "kumataka: {error}");
            ExitCode::FAILURE
        }
    }
}

fn speak_usi() {
    let stdin = io::stdin().lock();
    let is_terminal = stdin.is_terminal();
    usi::run(stdin, usi::Output::stdout(), is_terminal);
}

impl Visitor for &PerftCommand {
    type Output = Result<(), CliError>;

    fn visit<R: Rules>(self) -> Self::Output {
        let position = self.position::<R>()?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or(0).into()).build()?;
        let started = Instant::now();
        let counts = pool.install(|| perft::divide(&position, self.depth));
        let elapsed = started.elapsed();
        let nodes = if self.depth == 0 { 1 } else { counts.iter().map(|(_, nodes)| nodes).sum() };
        let mut output = io::stdout().lock();
        if self.divide && self.depth > 0 {
            counts.iter().try_for_each(|(m, nodes)| writeln!(output, "{}: {nodes}", m.usi::<R>()))?;
        }
        writeln!(output, "Nodes searched: {nodes}")?;
        writeln!(output, "Time: {} ms", elapsed.as_millis())?;
        writeln!(output, "Nodes/s: {}", per_second(nodes, elapsed))?;
        Ok(())
    }
}

impl PerftCommand {
    fn position<R: Rules>(&self) -> Result<Position<R>, CliError> {
        let sfen = match (&self.sfen, &self.handicap) {
            (Some(sfen), _) => sfen,
            (None, Some(name)) => self.handicap::<R>(name)?.sfen,
            (None, None) => R::START,
        };
        let mut position = Position::from_sfen(sfen, SfenMode::Mate)
            .map_err(|source| CliError::Sfen { sfen: sfen.to_owned(), source })?;
        position.set_options(self.options()?.rules::<R>());
        Ok(position)
    }

    fn handicap<R: Rules>(&self, name: &str) -> Result<&'static Handicap, CliError> {
        R::handicap(name).ok_or_else(|| CliError::Handicap { variant: self.variant, name: name.to_owned() })
    }

    fn options(&self) -> Result<Options, CliError> {
        let mut options = Options::new();
        options.variant = self.variant;
        if let Some(promotion) = &self.tori_promotion {
            if self.variant != Variant::Tori {
                return Err(CliError::ToriPromotion);
            }
            options.set("ToriPromotion", promotion)?;
        }
        Ok(options)
    }
}

impl Visitor for &BenchCommand {
    type Output = Result<(), CliError>;

    fn visit<R: Rules>(self) -> Self::Output {
        let model = match &self.eval {
            Some(path) => Model::<R>::load(path, EvalOptions::default().fv_scale)?,
            None => Model::internal(),
        };
        let mut output = io::stdout().lock();
        let summary = bench::run(&self.settings(), &model, |line| writeln!(output, "{line}"))?;
        writeln!(output, "{summary}")?;
        Ok(())
    }
}

impl BenchCommand {
    fn settings(&self) -> Settings {
        let effort = match (self.depth, self.nodes, self.movetime) {
            (Some(depth), ..) => Effort::Depth(depth.into()),
            (_, Some(nodes), _) => Effort::Nodes(nodes),
            (.., Some(ms)) => Effort::Time(Duration::from_millis(ms.into())),
            _ => Settings::default().effort,
        };
        let hash_megabytes = usize::try_from(self.hash).unwrap_or(usize::MAX);
        Settings { effort, threads: self.threads.into(), hash_megabytes }
    }
}

impl Visitor for &MateArgs {
    type Output = Result<(), MateError>;

    fn visit<R: Rules>(self) -> Self::Output {
        self.run::<R>(&mut io::stdout())
    }
}

impl Visitor for &HandicapsCommand {
    type Output = Result<(), CliError>;

    fn visit<R: Rules>(self) -> Self::Output {
        let mut output = io::stdout().lock();
        for handicap in R::HANDICAPS {
            writeln!(output, "{:<26}{}  {}", handicap.name, handicap.sfen, handicap.japanese)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn definition_is_sound() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn every_handicap_is_found_by_name() {
        for variant in Variant::ALL {
            struct Names(Variant);
            impl Visitor for Names {
                type Output = ();
                fn visit<R: Rules>(self) {
                    for handicap in R::HANDICAPS {
                        let line = ["kumataka", "perft", "--variant", self.0.name(), "--handicap", handicap.name, "1"];
                        let Some(Command::Perft(command)) = CommandLine::parse_from(line).command else { panic!() };
                        assert_eq!(command.position::<R>().unwrap().sfen(), handicap.sfen);
                    }
                }
            }
            variant.dispatch(Names(variant));
        }
    }
}
