//! The command `kumataka hisshi`, which solves problems of hisshi.

mod asked;
mod tree;
mod words;

use super::mate::{Problem, read_arguments, readable, tell_doubts};
use crate::analysis::{Answer, HisshiSearch};
use crate::any::{AnyPosition, AnySolver};
use crate::engines::seconds::parse_milliseconds;
use crate::jobs::command::{Beside, Command, Output, Trouble, workers};
use crate::jobs::files::{Kept, NotSaved};
use crate::jobs::game::GameArgs;
use crate::jobs::language::LanguageArgs;
use crate::jobs::notation::{Notation, NotationArgs};
use crate::jobs::terminal::{Bar, interruption};
use crate::mate::{Limits, Stop as _};
use crate::memory::{self, NoRoom};
use crate::record::Format;
use crate::tell;
use crate::variants::Variant;
use crate::words::{InLanguage, Language, counted};
pub use asked::Asked;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};
use thiserror::Error;
use words::Counts;

/// Solve hisshi problems: find a threat of mate that cannot be parried.
///
/// The length counts the moves of both sides: 1 for a move that is hisshi at once, 3 for a move, an answer and the
/// hisshi. Each attacking move checks or threatens mate; after the last one, every defence loses to a mate by checks.
/// The result is the shortest hisshi, or that there is none up to --length, or that the time was too short. The side to
/// move attacks. Problems are read as by `kumataka mate`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka hisshi problem.kif
  kumataka hisshi --length 1 --show problems.sfen
  kumataka hisshi problem.kif --out solved.kif
  kumataka hisshi --length 1 \"6nk1/9/5NP2/5S1P1/9/9/9/9/9 b G 1\"")]
pub struct HisshiArgs {
    /// Files with one SFEN or USI position per line, game records (CSA, KIF, KI2, JKF), folders of these, single SFEN
    /// or USI positions, or - for standard input
    #[arg(required = true, value_name = "FILE|FOLDER|SFEN")]
    problems: Vec<OsString>,
    #[command(flatten)]
    game: GameArgs,
    /// Maximum length of the hisshi, in moves of both sides
    #[arg(long, value_name = "MOVES", default_value = "3", value_parser = lengths())]
    length: usize,
    /// Time limit per problem
    #[arg(long = "movetime", value_name = "SECONDS", default_value = "60", value_parser = parse_milliseconds)]
    ms: u64,
    /// Node limit per problem [default: no limit]
    #[arg(long, value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Node limit of each search for a mate by checks
    #[arg(long, value_name = "NODES", default_value_t = 1_000_000, value_parser = value_parser!(u64).range(1..))]
    mate_nodes: u64,
    /// Number of threads, each with a problem of its own [default: the number of processors]
    #[arg(long, value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory per problem, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = value_parser!(u32).range(1..))]
    hash: u32,
    #[command(flatten)]
    language: LanguageArgs,
    /// Draw the position of each problem
    #[arg(long)]
    show: bool,
    #[command(flatten)]
    notation: NotationArgs,
    /// Add all pieces missing from the diagram to the defender's hand
    #[arg(long)]
    remaining: bool,
    /// Write the solutions as game records with the defences as variations, longest first: to one file, or to a folder
    /// with a numbered file for each problem
    #[arg(long, value_name = "FILE|FOLDER")]
    out: Option<PathBuf>,
    /// Number of defences to write for each attacking move
    #[arg(long, value_name = "DEFENCES", default_value_t = 8, requires = "out", value_parser = value_parser!(u16).range(1..))]
    breadth: u16,
    /// Format of the records, as in `kumataka convert` [default: by file extension; UTF-8 KIF in a folder]
    #[arg(long, value_name = "FORMAT", requires = "out")]
    to: Option<Format>,
    /// Overwrite existing files
    #[arg(long, requires = "out")]
    force: bool,
}

/// The lengths of hisshi that can be asked for.
fn lengths() -> impl TypedValueParser<Value = usize> {
    PossibleValuesParser::new(["1", "3", "5", "7"]).try_map(|length| length.parse::<usize>())
}

/// The reason why problems could not be read, were not all solved, or solutions could not be written.
#[derive(Debug, Error)]
pub enum HisshiError {
    #[error("{unreadable} of {problems} problems cannot be read")]
    Unreadable { unreadable: usize, problems: usize },
    #[error(transparent)]
    Save(#[from] NotSaved),
    #[error("stopped by Ctrl-C after {solved} of {}", counted(*problems, "problem"))]
    Interrupted { solved: usize, problems: usize },
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl InLanguage for HisshiError {
    fn japanese(&self) -> String {
        match self {
            Self::Unreadable { unreadable, problems } => format!("{problems}問中{unreadable}問を読み込めませんでした"),
            Self::Save(error) => error.japanese(),
            Self::Interrupted { solved, problems } => {
                format!("Ctrl-Cで中断しました（{problems}問のうち{solved}問まで）")
            }
            Self::Trouble(error) => error.japanese(),
        }
    }
}

impl Command for HisshiArgs {
    type Error = HisshiError;

    const JAPANESE: Option<&'static str> = Some(include_str!("hisshi.ja.toml"));

    fn run(&self) -> Result<(), HisshiError> {
        self.run_for(self.game.variant_of(&self.problems), &mut Output::lock())
    }

    fn explain(&self, error: &HisshiError) -> String {
        error.text_in(self.language.language())
    }
}

/// The answer to a problem.
struct Solved {
    /// The position, with the pieces that the diagram leaves out if they were requested.
    position: AnyPosition,
    answer: Answer,
    nodes: u64,
    elapsed: Duration,
}

/// The index of a problem with its answer; none if the problem could not be read.
type Finished = (usize, Option<Solved>);

impl HisshiArgs {
    fn run_for(&self, game: Variant, output: &mut dyn Write) -> Result<(), HisshiError> {
        let kept = self.out.as_deref().map(|path| Kept::new(game, path, self.to, self.force)).transpose()?;
        let problems = read_arguments(game, &self.problems);
        kept.as_ref().map_or(Ok(()), |kept| kept.check_room(readable(&problems)))?;
        tell_doubts(&problems, self.language.language());
        let stop = interruption()?;
        let pool = workers(self.threads.unwrap_or(0).into()).build().map_err(Trouble::from)?;
        let (sender, receiver) = mpsc::channel();
        let mut writer = Writer::new(game, self, kept, output);
        std::thread::scope(|scope| {
            let (problems, halted) = (&problems, &*stop);
            let work = move || pool.install(|| self.solve_all(game, problems, halted, &sender));
            let solving = Beside::begin(scope, work)?;
            let result = writer.take(problems, &receiver);
            // If the output is closed, the remaining problems need not be solved.
            stop.fetch_or(result.is_err(), Ordering::Relaxed);
            result?;
            solving.end().unwrap_or(Ok(())).map_err(|no_room| HisshiError::from(Trouble::from(no_room)))
        })?;
        writer.finish(problems.len())
    }

    /// Solves all problems and sends the answers in any order, until Ctrl-C ends the work.
    fn solve_all(
        &self,
        game: Variant,
        problems: &[Problem],
        stop: &AtomicBool,
        sender: &Sender<Finished>,
    ) -> Result<(), NoRoom> {
        let at_once = problems.len().clamp(1, rayon::current_num_threads());
        let megabytes = (self.hash as usize).min(memory::room(memory::available()) / at_once);
        let solver = || AnySolver::new(game, megabytes);
        problems.par_iter().enumerate().with_max_len(1).try_for_each_init(solver, |solver, (index, problem)| {
            if stop.is_wanted() {
                return Ok(());
            }
            let solver = solver.as_mut().map_err(|no_room| *no_room)?;
            let solved = problem.position.as_ref().ok().map(|position| self.solve(solver, position.clone(), stop));
            let is_given_up = solved.as_ref().is_some_and(|solved| solved.answer == Answer::Open) && stop.is_wanted();
            if !is_given_up {
                // Sending fails only if the output is closed, and then nobody needs the answer.
                let _ = sender.send((index, solved));
            }
            Ok(())
        })
    }

    fn solve(&self, solver: &mut AnySolver, mut position: AnyPosition, stop: &AtomicBool) -> Solved {
        let started = Instant::now();
        let attacker = position.side_to_move();
        if self.remaining {
            position.hand_over_missing(!attacker);
        }
        let deadline = Some(started + Duration::from_millis(self.ms));
        let limits = Limits { deadline, nodes: self.nodes, stop: Some(stop) };
        let mut search = HisshiSearch::new(solver, attacker, limits, self.mate_nodes);
        let answer = search.solve(&position, self.length.div_ceil(2));
        let nodes = search.nodes();
        Solved { position, answer, nodes, elapsed: started.elapsed() }
    }
}

/// Prints answers in the order of the problems, and writes their solutions.
struct Writer<'a> {
    args: &'a HisshiArgs,
    language: Language,
    notation: Notation,
    kept: Option<Kept>,
    output: &'a mut dyn Write,
    counts: Counts,
}

impl<'a> Writer<'a> {
    fn new(game: Variant, args: &'a HisshiArgs, kept: Option<Kept>, output: &'a mut dyn Write) -> Self {
        let language = args.language.language();
        let notation = args.notation.notation(game, language);
        Self { args, language, notation, kept, output, counts: Counts::default() }
    }

    /// Receives answers until the sender has gone.
    fn take(&mut self, problems: &[Problem], finished: &Receiver<Finished>) -> Result<(), HisshiError> {
        let bar = Bar::new(problems.len() as u64, words::bar(self.language));
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (index, solved) in finished {
            waiting.insert(index, solved);
            while let Some(solved) = waiting.remove(&next) {
                bar.suspend(|| self.add(next, &problems[next], solved))?;
                next += 1;
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        // These come after a problem that was given up.
        waiting.into_iter().try_for_each(|(index, solved)| self.add(index, &problems[index], solved))
    }

    fn add(&mut self, index: usize, problem: &Problem, solved: Option<Solved>) -> Result<(), HisshiError> {
        self.counts.add(solved.as_ref().map(|solved| (&solved.answer, solved.nodes)));
        if let Err(reason) = &problem.position {
            tell!("{}{}{}", problem.name, self.language.choose(": ", "："), reason.text_in(self.language));
        }
        let Some(solved) = solved else { return Ok(()) };
        self.write(problem, &solved).map_err(Trouble::from)?;
        if let (Some(kept), Answer::Hisshi(hisshi)) = (&mut self.kept, &solved.answer) {
            let mut record = tree::record(&solved.position, hisshi, self.args.breadth.into(), self.language);
            record.headers = problem.headers.clone();
            kept.add(index + 1, record)?;
        }
        Ok(())
    }

    fn write(&mut self, problem: &Problem, solved: &Solved) -> io::Result<()> {
        if self.args.show {
            write!(self.output, "{}", self.notation.board(&solved.position))?;
        }
        let (position, answer) = (&solved.position, &solved.answer);
        let told = asked::told(answer, position, self.notation, self.language, self.args.length);
        let told = told.unwrap_or_else(|| words::open(self.language));
        let effort = words::effort(self.language, solved.nodes, solved.elapsed.as_millis());
        writeln!(self.output, "{}: {told}{effort}", problem.name)?;
        self.output.flush()
    }

    fn finish(self, all: usize) -> Result<(), HisshiError> {
        if let Some(kept) = self.kept {
            kept.finish(self.language)?;
        }
        let (unreadable, problems) = (self.counts.unreadable, self.counts.problems());
        if unreadable < problems {
            let counts = words::summary(self.language, &self.counts);
            writeln!(self.output, "{counts}").map_err(Trouble::from)?;
        }
        match unreadable {
            _ if problems < all => Err(HisshiError::Interrupted { solved: problems, problems: all }),
            0 => Ok(()),
            _ => Err(HisshiError::Unreadable { unreadable, problems }),
        }
    }
}
