//! The command line: what to type, and what then happens.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod pages;

use crate::servers::CsaArgs;
use crate::system;
use crate::tell;
use crate::tools::analyse::AnalyseArgs;
use crate::tools::bench::BenchArgs;
use crate::tools::book::BookArgs;
use crate::tools::command::{self, Command};
use crate::tools::compiler::CompilerArgs;
use crate::tools::convert::ConvertArgs;
use crate::tools::evolve::EvolveArgs;
use crate::tools::game::VariantsArgs;
use crate::tools::handicaps::HandicapsArgs;
use crate::tools::levels::LevelsArgs;
use crate::tools::match_::MatchArgs;
use crate::tools::mate::MateArgs;
use crate::tools::merge::MergeArgs;
use crate::tools::net::NetArgs;
use crate::tools::perft::PerftArgs;
use crate::tools::plain;
use crate::tools::play::PlayArgs;
use crate::tools::records::RecordsArgs;
use crate::tools::selfplay::SelfPlayArgs;
use crate::tools::show::ShowArgs;
use crate::tools::solve::SolveArgs;
use crate::tools::train::TrainArgs;
use crate::tools::tune::TuneArgs;
use crate::usi;
use crate::xboard::XboardArgs;
use clap::{CommandFactory, Parser, Subcommand};
use pages::{CompletionsArgs, ManArgs};
use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  kumataka                        # speak USI, as shogi front-ends ask it to
  kumataka play                   # a game in the terminal
  kumataka perft 5                # count move sequences from the start of shogi
  kumataka perft --variant torishogi 5
  kumataka bench                  # search fixed positions, end with a signature
  kumataka match --help           # let engines play against each other
  kumataka csa --help             # play on floodgate and other servers
  kumataka xboard                 # speak the protocol of XBoard
  kumataka tune --help            # tune options of an engine by games
  kumataka analyse game.kif       # what each move of a game cost
  kumataka mate problems.sfen     # solve mate problems
  kumataka levels                 # the levels of skill in Elo, kyu and dan
  kumataka variants               # the games, and the rules that can be chosen
  kumataka handicaps              # names that --handicap takes
  kumataka convert game.kif game.csa
  kumataka show game.kif --ply 40 # draw a position
  kumataka book --help            # opening books: make, show, merge, check
  kumataka solve --help           # the exact table of a small game
  kumataka selfplay --help        # games to learn from; also records, train
  kumataka net eval/nn.bin        # what a network file is
  kumataka merge --help           # long work by many machines, put together
  kumataka evolve --help          # a network from nothing, by its own games
  kumataka completions --help     # teach a shell the commands
  kumataka man --help             # read or install the manual pages

Ctrl-C ends long work in good order; if some is left, the exit status is not 0.
\"kumataka help perft\" and so on say more.";

/// Kumataka, a shogi engine. Without a command it speaks USI on its standard input and output.
#[derive(Parser, Debug)]
#[command(version = env!("KUMATAKA_VERSION"), after_help = EXAMPLES)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Action>,
}

#[derive(Subcommand, Debug)]
enum Action {
    Play(Box<PlayArgs>),
    Perft(PerftArgs),
    Bench(BenchArgs),
    Match(Box<MatchArgs>),
    Csa(Box<CsaArgs>),
    Xboard(XboardArgs),
    Tune(Box<TuneArgs>),
    #[command(name = "selfplay")]
    SelfPlay(SelfPlayArgs),
    Analyse(Box<AnalyseArgs>),
    Mate(MateArgs),
    Merge(MergeArgs),
    Train(TrainArgs),
    Records(RecordsArgs),
    Evolve(EvolveArgs),
    Variants(VariantsArgs),
    Handicaps(HandicapsArgs),
    Compiler(CompilerArgs),
    Convert(ConvertArgs),
    Show(ShowArgs),
    Book(BookArgs),
    Solve(SolveArgs),
    Levels(LevelsArgs),
    Net(NetArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

type Done = Result<(), Box<dyn Error + Send + Sync>>;

/// What a command needs that a program for WebAssembly does not get from its host.
const NO_THREADS: &str = "this command needs threads and other programs, which a build for WebAssembly does not have";

/// Does what the command line says.
#[must_use]
#[inline(never)]
pub fn run() -> ExitCode {
    system::obey_limits_of_files();
    let command_line = match CommandLine::try_parse() {
        Ok(command_line) => command_line,
        Err(error) => {
            print(&error);
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(1));
        }
    };
    let done = match command_line.command {
        None => {
            speak_usi();
            Ok(())
        }
        Some(action) if action.needs_threads() && !system::THREADS => Err(NO_THREADS.into()),
        Some(action) => action.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if command::is_closed_output(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            tell_error(&*error);
            ExitCode::FAILURE
        }
    }
}

/// Prints the help that was asked for, or says what is wrong with the command line, without colours where an argument that is
/// repeated would steer the terminal. A closed output is no reason for more trouble.
fn print(error: &clap::Error) {
    let steers = |argument: OsString| {
        let text = argument.to_string_lossy();
        plain::line(&text) != text
    };
    if error.use_stderr() && env::args_os().any(steers) {
        error.render().to_string().lines().for_each(|line| tell!("{line}"));
    } else {
        let _ = error.print();
    }
}

/// Says why a command has failed. Lines behind the first are set off, so that none passes for another message.
fn tell_error(error: &dyn Error) {
    let text = error.to_string();
    let mut lines = text.lines();
    tell!("kumataka: {}", lines.next().unwrap_or_default());
    lines.for_each(|line| tell!("  {line}"));
}

impl Action {
    /// Whether the command plays games, or trains by all threads of the machine.
    const fn needs_threads(&self) -> bool {
        matches!(
            self,
            Self::Match(_)
                | Self::Csa(_)
                | Self::Xboard(_)
                | Self::Tune(_)
                | Self::SelfPlay(_)
                | Self::Train(_)
                | Self::Evolve(_)
        )
    }

    fn run(&self) -> Done {
        match self {
            Self::Play(args) => run_command(&**args),
            Self::Perft(args) => run_command(args),
            Self::Bench(args) => run_command(args),
            Self::Match(args) => run_command(&**args),
            Self::Csa(args) => run_command(&**args),
            Self::Xboard(args) => run_command(args),
            Self::Tune(args) => run_command(&**args),
            Self::SelfPlay(args) => run_command(args),
            Self::Analyse(args) => run_command(&**args),
            Self::Mate(args) => run_command(args),
            Self::Merge(args) => run_command(args),
            Self::Train(args) => run_command(args),
            Self::Records(args) => run_command(args),
            Self::Evolve(args) => run_command(args),
            Self::Variants(args) => run_command(args),
            Self::Handicaps(args) => run_command(args),
            Self::Compiler(args) => run_command(args),
            Self::Convert(args) => run_command(args),
            Self::Show(args) => run_command(args),
            Self::Book(args) => run_command(args),
            Self::Solve(args) => run_command(args),
            Self::Levels(args) => run_command(args),
            Self::Net(args) => run_command(args),
            Self::Completions(args) => Ok(args.run(CommandLine::command())?),
            Self::Man(args) => Ok(args.run(CommandLine::command())?),
        }
    }
}

fn run_command<C: Command>(command: &C) -> Done {
    Ok(command.run()?)
}

fn speak_usi() {
    let stdin = io::stdin().lock();
    let is_terminal = stdin.is_terminal();
    usi::run(usi::Games::all(), stdin, usi::Output::stdout(), is_terminal);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definition_is_sound() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn help_teaches_by_example() {
        let whole = CommandLine::command();
        // The command `compiler` takes nothing, so that its name says all.
        for command in whole.get_subcommands().filter(|command| command.get_name() != "compiler") {
            let (name, help) = (command.get_name(), command.get_after_help().map(ToString::to_string));
            let help = help.unwrap_or_default();
            assert!(help.starts_with("Examples:\n") && help.contains(&format!("kumataka {name}")), "{name}: {help}");
        }
    }
}
