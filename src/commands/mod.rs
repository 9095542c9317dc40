//! The command line: its definition, the commands without a room elsewhere, and the list of all of them.

pub mod book;
pub mod convert;
pub mod handicaps;
mod japanese;
pub mod levels;
pub mod merge;
pub mod net;
mod pages;
mod picture;
pub mod pieces;
pub mod rating;
pub mod rules;
pub mod show;
pub mod solve;
pub mod variants;

use crate::arena::MatchArgs;
use crate::arena::tune::TuneArgs;
use crate::jobs::command::{self, Command};
use crate::jobs::language::LanguageArgs;
use crate::jobs::plain;
use crate::learning::evolve::EvolveArgs;
use crate::learning::records::RecordsArgs;
use crate::learning::selfplay::SelfPlayArgs;
use crate::learning::train::TrainArgs;
use crate::measure::bench::BenchArgs;
use crate::measure::compiler::CompilerArgs;
use crate::measure::perft::PerftArgs;
use crate::remote::{ConnectArgs, ServeArgs};
use crate::servers::CsaArgs;
use crate::study::analyse::AnalyseArgs;
use crate::study::compose::ComposeArgs;
use crate::study::hisshi::HisshiArgs;
use crate::study::mate::MateArgs;
use crate::system;
use crate::table::PlayArgs;
use crate::tell;
use crate::usi;
use crate::web::BoardArgs;
use crate::words::Language;
use crate::xboard::XboardArgs;
use book::BookArgs;
use clap::{CommandFactory, Parser, Subcommand};
use convert::ConvertArgs;
use handicaps::HandicapsArgs;
use japanese::Catalog;
use levels::LevelsArgs;
use merge::MergeArgs;
use net::NetArgs;
use pages::{CompletionsArgs, ManArgs};
use pieces::PiecesArgs;
use rating::RatingArgs;
use rules::RulesArgs;
use show::ShowArgs;
use solve::SolveArgs;
use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use variants::VariantsArgs;

const EXAMPLES: &str = "\
Examples:
  kumataka                        # speak USI, for shogi front-ends
  kumataka play                   # play in the terminal
  kumataka board                  # play and study in a browser
  kumataka serve --help           # let other machines use this engine
  kumataka connect --help         # use an engine on another machine
  kumataka perft 5                # count move sequences from the start of shogi
  kumataka perft --variant torishogi 5
  kumataka bench                  # search fixed positions and print a signature
  kumataka match --help           # play matches between engines
  kumataka csa --help             # play on floodgate and other servers
  kumataka xboard                 # speak the XBoard protocol
  kumataka tune --help            # tune engine options by games
  kumataka analyse game.kif       # find the mistakes in a game
  kumataka mate problems.sfen     # solve mate problems
  kumataka hisshi problem.kif     # solve hisshi problems
  kumataka compose --help         # make mate problems from games
  kumataka levels                 # list the skill levels in Elo, kyu and dan
  kumataka pieces                 # show how the pieces move
  kumataka rules torishogi        # print the rules of a game on one screen
  kumataka rating tournament/     # rate players, with a crosstable
  kumataka variants               # list the games and their optional rules
  kumataka handicaps              # list the names for --handicap
  kumataka convert game.kif game.csa
  kumataka show game.kif --ply 40 # draw a position
  kumataka book --help            # make, show, merge and check opening books
  kumataka solve --help           # solve a small game completely
  kumataka selfplay --help        # make training games; see also records, train
  kumataka net eval/nn.bin        # identify a network file
  kumataka merge --help           # merge the work of many machines
  kumataka evolve --help          # make a network from nothing
  kumataka completions --help     # install shell completions
  kumataka man --help             # read or install the manual pages

Ctrl-C stops long work cleanly; the exit status is not 0 if work is left.
For the help of a command, run for example \"kumataka help perft\".";

/// Kumataka, a shogi engine. Without a command it speaks USI on standard input and output.
#[derive(Parser, Debug)]
#[command(version = env!("KUMATAKA_VERSION"), after_help = EXAMPLES)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Action>,
}

/// Defines the commands, in the order of the help: each is a struct of arguments that implements [`Command`], and a
/// line here.
macro_rules! commands {
    ($($(#[$attribute:meta])* $name:ident($args:ty),)*) => {
        #[derive(Subcommand, Debug)]
        enum Action {
            $($(#[$attribute])* $name(Box<$args>),)*
            Completions(CompletionsArgs),
            Man(ManArgs),
        }

        impl Action {
            /// The files with Japanese help, in the order of the commands.
            const JAPANESE: &[Option<&'static str>] = &[$(<$args as Command>::JAPANESE,)*];

            const fn needs_threads(&self) -> bool {
                match self {
                    $(Self::$name(_) => <$args as Command>::NEEDS_THREADS,)*
                    Self::Completions(_) | Self::Man(_) => false,
                }
            }

            fn run(&self) -> Done {
                match self {
                    $(Self::$name(args) => args.run().map_err(|error| Failure::of(&error, args.explain(&error))),)*
                    Self::Completions(args) => Ok(args.run(CommandLine::command())?),
                    Self::Man(args) => Ok(args.run(CommandLine::command())?),
                }
            }
        }
    };
}

commands! {
    Play(PlayArgs),
    Board(BoardArgs),
    Serve(ServeArgs),
    Connect(ConnectArgs),
    Perft(PerftArgs),
    Bench(BenchArgs),
    Match(MatchArgs),
    Csa(CsaArgs),
    Xboard(XboardArgs),
    Tune(TuneArgs),
    #[command(name = "selfplay")]
    SelfPlay(SelfPlayArgs),
    Analyse(AnalyseArgs),
    Mate(MateArgs),
    Hisshi(HisshiArgs),
    Compose(ComposeArgs),
    Merge(MergeArgs),
    Train(TrainArgs),
    Records(RecordsArgs),
    Evolve(EvolveArgs),
    Pieces(PiecesArgs),
    Rules(RulesArgs),
    Variants(VariantsArgs),
    Handicaps(HandicapsArgs),
    Compiler(CompilerArgs),
    Convert(ConvertArgs),
    Show(ShowArgs),
    Book(BookArgs),
    Solve(SolveArgs),
    Levels(LevelsArgs),
    Rating(RatingArgs),
    Net(NetArgs),
}

type Done = Result<(), Failure>;

/// The end of a command by an error.
enum Failure {
    /// The reader of the output has gone away, which is no failure for the user.
    ClosedOutput,
    /// An error, in the words for the user.
    InLanguage(String),
}

impl Failure {
    fn of(error: &(dyn Error + 'static), told: String) -> Self {
        if command::is_closed_output(error) { Self::ClosedOutput } else { Self::InLanguage(told) }
    }
}

impl<E: Error + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::of(&error, error.to_string())
    }
}

/// The error of a command that needs more than the host gives to WebAssembly.
const NO_THREADS: &str = "this command needs threads and other programs, which a build for WebAssembly does not have";

/// Runs the command of the command line.
#[must_use]
#[inline(never)]
pub fn run() -> ExitCode {
    system::obey_limits_of_files();
    let command_line = match CommandLine::try_parse_from(system::arguments()) {
        Ok(command_line) => command_line,
        Err(error) => {
            let code = error.exit_code();
            print(error);
            return ExitCode::from(u8::try_from(code).unwrap_or(1));
        }
    };
    let clicked = if command_line.command.is_none() { command_of_double_click() } else { None };
    let is_clicked = clicked.is_some();
    let done = match command_line.command.or(clicked) {
        None => {
            speak_usi();
            Ok(())
        }
        Some(action) if action.needs_threads() && !system::THREADS => Err(Failure::InLanguage(NO_THREADS.to_owned())),
        Some(action) => action.run(),
    };
    match done {
        Ok(()) | Err(Failure::ClosedOutput) => ExitCode::SUCCESS,
        Err(Failure::InLanguage(text)) => {
            tell_error(&text);
            if is_clicked {
                wait_for_enter();
            }
            ExitCode::FAILURE
        }
    }
}

/// The board, if a double click has started the program.
fn command_of_double_click() -> Option<Action> {
    let board = || CommandLine::try_parse_from(["kumataka", "board"]).ok()?.command;
    system::is_double_clicked().then(board).flatten()
}

/// Keeps the window of a double click open, which would close before anybody had read the error.
fn wait_for_enter() {
    let language = LanguageArgs::language_of(system::arguments());
    tell!("{}", language.choose("Press Enter to close.", "Enterキーで閉じます。"));
    // Without a keyboard nobody waits.
    let _ = io::stdin().read_line(&mut String::new());
}

/// Prints the help that was asked for, or the fault of the command line, in the language of the reader.
fn print(error: clap::Error) {
    match LanguageArgs::language_of(system::arguments()) {
        Language::En => print_english(&error),
        Language::Ja => print_japanese(error),
    }
}

fn print_japanese(error: clap::Error) {
    let program = CommandLine::command();
    let Some(catalog) = Catalog::new(&program, Action::JAPANESE) else { return print_english(&error) };
    // The same error, with the names of the Japanese help.
    let error = catalog.translated(program).try_get_matches().err().unwrap_or(error);
    match japanese::told(&error) {
        Some(fault) => fault.lines().for_each(|line| tell!("{line}")),
        None => print_english(&error),
    }
}

/// Prints an error of clap's; without colours if an argument that it quotes would steer the terminal. A closed output is
/// no further error.
fn print_english(error: &clap::Error) {
    let steers = |argument: OsString| {
        let text = argument.to_string_lossy();
        plain::line(&text) != text
    };
    if error.use_stderr() && system::arguments().into_iter().any(steers) {
        error.render().to_string().lines().for_each(|line| tell!("{line}"));
    } else {
        let _ = error.print();
    }
}

/// Prints the error of a command. Lines behind the first are indented, so that none passes for another message.
fn tell_error(text: &str) {
    let mut lines = text.lines();
    tell!("kumataka: {}", lines.next().unwrap_or_default());
    lines.for_each(|line| tell!("  {line}"));
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
        // The command `compiler` has no arguments, and its name says everything.
        for command in whole.get_subcommands().filter(|command| command.get_name() != "compiler") {
            let (name, help) = (command.get_name(), command.get_after_help().map(ToString::to_string));
            let help = help.unwrap_or_default();
            assert!(help.starts_with("Examples:\n") && help.contains(&format!("kumataka {name}")), "{name}: {help}");
        }
    }
}
