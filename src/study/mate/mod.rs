//! The command `kumataka mate`, which solves mate problems, many at a time.

mod composed;
mod features;
mod included;
mod others;
mod progress;
mod read;
mod results;
mod solutions;
mod summary;
mod tree;
mod words;

use crate::any::{AnyMove, AnyPosition, AnySolver};
use crate::board::Color;
use crate::engines::seconds::parse_milliseconds;
use crate::jobs::command::{Beside, Command, Output, Trouble, workers};
use crate::jobs::files::{Kept, NotSaved};
use crate::jobs::game::GameArgs;
use crate::jobs::language::LanguageArgs;
use crate::jobs::notation::NotationArgs;
use crate::jobs::parts::{Items, Opened, PartArgs, PartError, Share};
use crate::jobs::terminal::interruption;
use crate::mate::{Count, Length, Limits, Outcome, Report, Stop as _};
use crate::memory::{self, NoRoom};
use crate::record::{Format, Loss, Record, Step};
use crate::variants::Variant;
use crate::words::{InLanguage, counted};
use clap::{Args, value_parser};
pub use composed::Composed;
use features::Features;
pub use included::{INCLUDED, included};
use others::Other;
use progress::Progress;
use rayon::prelude::*;
pub use read::{Problem, Unreadable, are_evident, problems_of, read_arguments, read_problems, readable, tell_doubts};
use results::ResultWriter;
pub use results::merge;
use serde_json::json;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};
use thiserror::Error;
use tree::Tree;

/// Solve mate problems.
///
/// With one king on the board, the side without a king attacks; with two kings, the side to move attacks. The problem
/// is the start position of a game record, or the position after the moves of an SFEN or USI line. Ctrl-C prints a
/// summary of the problems solved so far.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka mate problems.sfen
  kumataka mate problems/ --usi
  kumataka mate --movetime 60 --shortest --check-unique --show \\
      \"4k4/9/4P4/9/9/9/9/9/9 b G 1\"
  kumataka mate --report \"7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1\"
  kumataka mate --remaining \"7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1\"
  kumataka mate problems.sfen --out solutions/ --to kifu
  kumataka mate problem.kif --check-unique --out solved.kif
  kumataka mate problem.kif --tree --out tree.kif
  kumataka mate problems.sfen --nodes 1000000 --part 3/8 --into solved
  kumataka merge solved
  cat problems.sfen | kumataka mate -")]
pub struct MateArgs {
    /// Files with one SFEN or USI position per line, game records (CSA, KIF, KI2, JKF), folders of these, single SFEN
    /// or USI positions, or - for standard input
    #[arg(required = true, value_name = "FILE|FOLDER|SFEN")]
    pub problems: Vec<OsString>,
    #[command(flatten)]
    pub game: GameArgs,
    /// Time limit per problem
    #[arg(long = "movetime", value_name = "SECONDS", default_value = "10", value_parser = parse_milliseconds)]
    pub ms: u64,
    /// Node limit per problem [default: no limit]
    #[arg(long, value_parser = value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Number of threads, each with a problem of its own; if fewer problems are left, several threads share one
    /// [default: the number of processors]
    #[arg(long, value_parser = value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Memory per problem in megabytes, or less if memory is short
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = value_parser!(u32).range(1..))]
    pub hash: u32,
    /// Prove that no shorter mate exists, using all of --movetime if needed
    #[arg(long, conflicts_with = "first")]
    pub shortest: bool,
    /// Stop at the first mate found, whatever its length
    #[arg(long)]
    pub first: bool,
    /// Look for other solutions: checks that mate within the length of the solution, and other last moves. Cooks are
    /// reported apart from mere choices of promotion, distance, move order or last move
    #[arg(long)]
    pub check_unique: bool,
    /// Report the features that composers state: the pieces of the diagram, sacrifices and similar moves in the
    /// solution, and pieces that can be removed without changing it; implies --check-unique
    #[arg(long)]
    pub report: bool,
    #[command(flatten)]
    pub language: LanguageArgs,
    /// Draw the position of each problem
    #[arg(long)]
    pub show: bool,
    #[command(flatten)]
    pub notation: NotationArgs,
    /// With two kings, treat the side to move as the defender if it is in check
    #[arg(long)]
    pub defender_first: bool,
    /// Add all pieces missing from the diagram to the defender's hand
    #[arg(long)]
    pub remaining: bool,
    /// Write the solutions as game records, with other solutions as variations: to one file (usi, csa, or any format
    /// for a single problem), or to a folder with a numbered file for each problem
    #[arg(long, value_name = "FILE|FOLDER")]
    pub out: Option<PathBuf>,
    /// Add the variations that composers publish to the records: other defences with their mates, and failing checks
    /// with their refutations; implies --check-unique
    #[arg(long, requires = "out")]
    pub tree: bool,
    /// Number of defences, and of failing checks, to write at each move of the solution
    #[arg(long, value_name = "MOVES", default_value_t = 8, requires = "tree", value_parser = value_parser!(u16).range(1..))]
    pub breadth: u16,
    /// Format of the records, as in `kumataka convert` [default: by file extension; UTF-8 KIF in a folder]
    #[arg(long, value_name = "FORMAT", requires = "out")]
    pub to: Option<Format>,
    /// Overwrite existing files
    #[arg(long, requires = "out")]
    pub force: bool,
    #[command(flatten)]
    pub part: PartArgs,
}

/// The reason why problems could not be read, were not all solved, or results could not be written.
#[derive(Debug, Error)]
pub enum MateError {
    #[error("{unreadable} of {problems} problems cannot be read")]
    Unreadable { unreadable: usize, problems: usize },
    #[error(transparent)]
    Save(#[from] NotSaved),
    #[error("{0} has no variations, which --tree writes: choose another format with --to")]
    NoVariations(Format),
    #[error("with --part, solutions go into a folder: {} is a file", .0.display())]
    OneFile(PathBuf),
    #[error("a part holds what is no result of a problem")]
    NoResult,
    #[error("stopped by Ctrl-C after {solved} of {}", counted(*problems, "problem"))]
    Interrupted { solved: usize, problems: usize },
    #[error(transparent)]
    Part(#[from] PartError),
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl InLanguage for MateError {
    fn japanese(&self) -> String {
        match self {
            Self::Unreadable { unreadable, problems } => format!("{problems}問中{unreadable}問を読み込めませんでした"),
            Self::Save(error) => error.japanese(),
            Self::OneFile(path) => {
                format!("--part では解答をフォルダに書きます。{}はファイルです", path.display())
            }
            Self::NoVariations(format) => {
                format!("{format}には変化を書けないので、--tree では使えません。--to で別の形式を指定してください")
            }
            Self::NoResult => "問題の結果でないものがあります".to_owned(),
            Self::Interrupted { solved, problems } => {
                format!("Ctrl-Cで中断しました（{problems}問のうち{solved}問まで）")
            }
            Self::Part(error) => error.japanese(),
            Self::Trouble(error) => error.japanese(),
        }
    }
}

impl Command for MateArgs {
    type Error = MateError;

    const JAPANESE: Option<&'static str> = Some(include_str!("mate.ja.toml"));

    fn run(&self) -> Result<(), MateError> {
        self.run_for(self.game.variant_of(&self.problems), &mut Output::lock())
    }

    fn explain(&self, error: &MateError) -> String {
        error.text_in(self.language.language())
    }
}

/// The result for a problem.
struct Solved {
    /// The position, with the pieces that the diagram leaves out if they were requested.
    position: AnyPosition,
    report: Report<AnyMove>,
    /// The other solutions; `None` if they were not requested or the search for them did not end.
    others: Option<Vec<Other>>,
    /// The moves beside the solution, if they were requested.
    tree: Option<Tree>,
    /// The features that composers state, if they were requested.
    features: Option<Features>,
    elapsed: Duration,
}

/// The index of a problem with its result; `None` if the problem could not be read.
type Finished = (usize, Option<Solved>);

impl MateArgs {
    /// Solves every problem; writes a line for each, in their order, and a summary.
    ///
    /// # Errors
    /// If a problem cannot be read, after the others are solved; if Ctrl-C ends the work; or if the output cannot be
    /// written.
    fn run_for(&self, game: Variant, output: &mut dyn Write) -> Result<(), MateError> {
        let kept = self.kept(game)?;
        let problems = read_arguments(game, &self.problems);
        kept.as_ref().map_or(Ok(()), |kept| kept.check_room(readable(&problems)))?;
        tell_doubts(&problems, self.language.language());
        let part = match self.part.share()? {
            None => None,
            Some(share) => match self.open(share, game, &problems)? {
                Opened::Finished => return Ok(()),
                Opened::Begun(part) => Some(part),
            },
        };
        let all = || (0..problems.len()).collect::<Vec<_>>();
        let wanted = part.as_ref().map_or_else(all, |part| part.wanted().iter().map(|&item| item as usize).collect());
        let stop = interruption()?;
        let progress = Progress::new(&stop);
        let pool = workers(self.threads.unwrap_or(0).into()).build().map_err(Trouble::from)?;
        let started = Instant::now();
        let (sender, receiver) = mpsc::channel();
        let mut results = ResultWriter::new(game, self, kept, output, part);
        std::thread::scope(|scope| {
            let (all, wanted, watched) = (&problems, &wanted, &progress);
            let work = move || pool.install(|| self.solve_all(game, all, wanted, watched, &sender));
            let solving = Beside::begin(scope, work)?;
            let result = results.take(&problems, &receiver, &progress);
            // If the output is closed, the remaining problems need not be solved.
            stop.fetch_or(result.is_err(), Ordering::Relaxed);
            result?;
            solving.end().unwrap_or(Ok(())).map_err(|no_room| MateError::from(Trouble::from(no_room)))
        })?;
        results.finish(problems.len(), started.elapsed(), stop.load(Ordering::Relaxed))
    }

    /// The place of the solutions.
    fn kept(&self, game: Variant) -> Result<Option<Kept>, MateError> {
        let Some(path) = &self.out else { return Ok(None) };
        let kept = Kept::new(game, path, self.to, self.force)?;
        let (format, is_part) = (kept.destination().format(), self.part.part.is_some());
        if self.tree && !holds_variations(game, format) {
            return Err(MateError::NoVariations(format));
        }
        if is_part && !kept.destination().is_folder() {
            return Err(MateError::OneFile(path.clone()));
        }
        Ok(Some(if is_part { kept.in_steps() } else { kept }))
    }

    /// Opens the file of a part.
    fn open(&self, share: Share, game: Variant, problems: &[Problem]) -> Result<Opened, PartError> {
        let mut sum = crc32fast::Hasher::new();
        for problem in problems {
            let position = problem.position.as_ref().map_or_else(ToString::to_string, |position| position.sfen());
            sum.update(format!("{} {position}\n", problem.name).as_bytes());
        }
        let job = json!({
            "variant": game.name(), "problems": format!("CRC-32 {:08x}", sum.finalize()),
            "milliseconds": self.ms, "nodes": self.nodes, "hash": self.hash,
            "shortest": self.shortest, "first": self.first, "check-unique": self.check_unique,
            "report": self.report, "tree": self.tree.then_some(self.breadth), "defender-first": self.defender_first, "remaining": self.remaining,
            "show": self.show, "letters": self.notation.letters,
            "notation": self.notation.moves().map(|moves| format!("{moves:?}")),
            "lang": self.language.language().code(),
        });
        self.part.open(share, "mate", Items::single(problems.len() as u64), job)
    }

    /// Solves the wanted problems and sends the results in any order, until none are left or Ctrl-C ends the work. Ends
    /// early if there is no memory for a solver.
    fn solve_all(
        &self,
        game: Variant,
        problems: &[Problem],
        wanted: &[usize],
        progress: &Progress<'_>,
        sender: &Sender<Finished>,
    ) -> Result<(), NoRoom> {
        let at_once = wanted.len().clamp(1, rayon::current_num_threads());
        let megabytes = (self.hash as usize).min(memory::room(memory::available()) / at_once);
        let solver = || AnySolver::new(game, megabytes);
        let left = AtomicUsize::new(wanted.len());
        wanted.par_iter().with_max_len(1).try_for_each_init(solver, |solver, &index| {
            let problem = &problems[index];
            if progress.is_wanted() {
                return Ok(());
            }
            let solver = solver.as_mut().map_err(|no_room| *no_room)?;
            solver.set_threads(rayon::current_num_threads() / left.load(Ordering::Relaxed));
            let solved = problem.position.as_ref().ok().map(|position| self.solve(solver, position.clone(), progress));
            left.fetch_sub(1, Ordering::Relaxed);
            let has_line = |outcome: &Outcome<_>| matches!(outcome, Outcome::Mate(_) | Outcome::NoMate);
            let given_up = solved.as_ref().is_some_and(|solved| !has_line(&solved.report.outcome));
            // A part is resumed later, and must then solve anew what was stopped on the way to a better answer.
            let is_unfinished = given_up || self.part.part.is_some();
            if !(is_unfinished && progress.is_wanted()) {
                // Sending fails only if the output is closed, and then nobody needs the result.
                let _ = sender.send((index, solved));
            }
            Ok(())
        })
    }

    fn solve(&self, solver: &mut AnySolver, mut position: AnyPosition, progress: &Progress<'_>) -> Solved {
        let started = Instant::now();
        let attacker = position.problem_attacker(self.defender_first);
        if self.remaining {
            position.hand_over_missing(!attacker);
        }
        let length = match (self.shortest, self.first) {
            (true, _) => Length::Shortest,
            (_, true) => Length::FirstFound,
            _ => Length::Short,
        };
        let limits = self.limits_from(started, progress);
        let mut report = solver.solve(&position, attacker, length, limits);
        if !self.first || self.looks_for_others() {
            let bound = if self.shortest || self.looks_for_others() { None } else { Some(MOST_SETTLING) };
            settle(solver, &position, attacker, &mut report, bound, limits);
        }
        if let (true, Outcome::Mate(mate)) = (self.tree || self.report, &mut report.outcome) {
            tree::leave_nothing_over(solver, &position, attacker, mate, limits);
        }
        let elapsed = started.elapsed();
        let others = match &report.outcome {
            Outcome::Mate(mate) if self.looks_for_others() && mate.count == Count::Exact => {
                let line = &mate.line[..mate.counted];
                others::find(solver, &position, attacker, line, self.limits_from(Instant::now(), progress))
            }
            _ => None,
        };
        let mut solved = Solved { position, report, others, tree: None, features: None, elapsed };
        if self.tree {
            let limits = self.limits_from(Instant::now(), progress);
            solved.tree = Tree::search(solver, &solved, attacker, self.breadth.into(), limits);
        }
        if self.report {
            let limits = self.limits_from(Instant::now(), progress);
            solved.features = Features::find(solver, &solved, attacker, limits);
        }
        solved
    }

    /// True if other solutions are wanted.
    const fn looks_for_others(&self) -> bool {
        self.check_unique || self.tree || self.report
    }

    fn limits_from<'a>(&self, started: Instant, progress: &'a Progress<'_>) -> Limits<'a> {
        let deadline = Some(started + Duration::from_millis(self.ms));
        Limits { deadline, nodes: self.nodes, stop: Some(progress) }
    }
}

/// Finds the length that composers state, if the solver has not settled it, by at most `bound` nodes. Other solutions are
/// only sought against that length.
fn settle(
    solver: &mut AnySolver,
    position: &AnyPosition,
    attacker: Color,
    report: &mut Report<AnyMove>,
    bound: Option<u64>,
    limits: Limits<'_>,
) {
    let Outcome::Mate(mate) = &mut report.outcome else { return };
    if mate.count == Count::Exact {
        return;
    }
    let left = limits.nodes.map(|nodes| nodes.saturating_sub(report.nodes));
    let nodes = bound.into_iter().chain(left).min();
    report.nodes += solver.compose(position, attacker, mate, Limits { nodes, ..limits });
}

/// Most nodes spent on settling a length when nothing more is requested: about a second.
const MOST_SETTLING: u64 = 500_000;

/// True if a format has a place for variations.
fn holds_variations(game: Variant, format: Format) -> bool {
    let start = game.start();
    let moves = start.legal_moves();
    let mut record = Record::new(start);
    moves.into_iter().take(2).for_each(|m| _ = record.push(Record::ROOT, Step::Move(m)));
    // A game that the format does not know is refused where the record is written.
    format.write(&record).map_or(true, |written| !written.losses.contains(&Loss::Variations))
}
