//! Solving mate problems from files, many at a time.

use super::files::{Destination, SaveError, numbered};
use super::terminal::{interruption, progress_bar};
use crate::mate::{Cook, Length, Limits, Mate, Outcome, Report, Solver};
use crate::record::{Ending, Format, Headers, Loss, ReadError, Reading, Record, Step, header, usi};
use crate::rules::{Move, Position, Rules};
use crate::variants::Variant;
use clap::{Args, value_parser};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Solve mate problems.
///
/// With one king on the board the side without it attacks; with two the side to move. Of game records the start
/// position is the problem, of lines in SFEN or USI the position after their moves. Ctrl-C ends with what is solved.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka mate problems.sfen
  kumataka mate --ms 60000 --shortest --check-unique --show \"4k4/9/4P4/9/9/9/9/9/9 b G 1\"
  kumataka mate --remaining \"7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1\"
  kumataka mate problems.sfen --out solutions/ --to kifu
  kumataka mate problem.kif --check-unique --out solved.kif
  cat problems.sfen | kumataka mate -")]
pub struct MateArgs {
    /// Files with a position in SFEN or USI on each line, game records (CSA, KIF, KI2, JKF), positions in SFEN, or -
    /// for the standard input
    #[arg(required = true, value_name = "FILE|SFEN")]
    pub problems: Vec<String>,
    /// The game: shogi or torishogi
    #[arg(long, default_value_t)]
    pub variant: Variant,
    /// Milliseconds for each problem
    #[arg(long, default_value_t = 10_000, value_parser = value_parser!(u64).range(1..))]
    pub ms: u64,
    /// Nodes for each problem [default: no bound]
    #[arg(long, value_parser = value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Problems to solve at a time [default: one for each processor]
    #[arg(long, value_parser = value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Megabytes of memory for each problem being solved
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = value_parser!(u32).range(1..))]
    pub hash: u32,
    /// Prove that no shorter mate exists
    #[arg(long, conflicts_with = "first")]
    pub shortest: bool,
    /// Take the first mate found, however long
    #[arg(long)]
    pub first: bool,
    /// Look for other solutions
    #[arg(long)]
    pub check_unique: bool,
    /// Draw the positions
    #[arg(long)]
    pub show: bool,
    /// With two kings, let a side to move that is in check be the defender
    #[arg(long)]
    pub defender_first: bool,
    /// Give the defender every piece that the diagram leaves out
    #[arg(long)]
    pub remaining: bool,
    /// Write the solutions as game records: the diagram, the moves and how it ends, other solutions as variations. Into
    /// one file (usi, csa, or any format for a single problem), or into a folder, each in a file with the problem's
    /// number
    #[arg(long, value_name = "FILE|FOLDER")]
    pub out: Option<PathBuf>,
    /// Format of the records, of those of `kumataka convert` [default: by the file's extension]
    #[arg(long, value_name = "FORMAT", requires = "out")]
    pub to: Option<Format>,
    /// Overwrite files that exist
    #[arg(long, requires = "out")]
    pub force: bool,
}

/// Why problems could not be read or results not written.
#[derive(Debug, Error)]
pub enum MateError {
    #[error("{path}: {source}")]
    Read { path: String, source: io::Error },
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error("{}: {source}", path.display())]
    Save { path: PathBuf, source: SaveError },
    #[error("no handler for Ctrl-C can be set: {0}")]
    Signal(#[from] ctrlc::Error),
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
}

/// A position to solve, or why there is none.
struct Problem<R: Rules> {
    /// Where it was found.
    name: String,
    /// What the record says of it.
    headers: Headers,
    position: Result<Position<R>, ReadError>,
}

/// What became of a problem.
struct Solved<R: Rules> {
    /// With the pieces that the diagram left out, if they were asked for.
    position: Position<R>,
    report: Report<Move>,
    /// None if it was not asked for or not found out.
    cooks: Option<Vec<Cook<Move>>>,
    elapsed: Duration,
}

impl MateArgs {
    /// Solves every problem and writes a line for each, in their order, and a summary.
    ///
    /// # Errors
    /// If a file cannot be read or the output not be written.
    pub fn run<R: Rules>(&self, output: &mut (impl Write + Send)) -> Result<(), MateError> {
        let destination = self.destination()?;
        let problems = self.read::<R>()?;
        let stop = interruption()?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or(0).into()).build()?;
        let started = Instant::now();
        let (sender, receiver) = mpsc::channel();
        let mut told =
            Told { args: self, destination, output, summary: Summary::default(), records: Records::default() };
        std::thread::scope(|scope| {
            let (all, stop) = (&problems, &*stop);
            scope.spawn(move || pool.install(|| self.solve_all(all, stop, &sender)));
            let result = told.take(&problems, &receiver);
            // Nobody waits for the rest once the output is closed.
            stop.fetch_or(result.is_err(), Ordering::Relaxed);
            result
        })?;
        let Told { output, destination, summary, records, .. } = told;
        if let Some(destination) = &destination {
            records.finish(destination)?;
        }
        let stopped = if stop.load(Ordering::Relaxed) { ", stopped early" } else { "" };
        writeln!(output, "{summary}, {:.1} s{stopped}", started.elapsed().as_secs_f64())?;
        Ok(())
    }

    fn destination(&self) -> Result<Option<Destination>, MateError> {
        let Some(path) = &self.out else { return Ok(None) };
        let failed = |source| MateError::Save { path: path.clone(), source };
        let destination = Destination::new(path, self.to, self.force).map_err(failed)?;
        destination.check().map_err(failed)?;
        Ok(Some(destination))
    }

    /// Solves problems and sends each with its index, in whatever order, until there are no more or `stop` is set.
    fn solve_all<R: Rules>(&self, problems: &[Problem<R>], stop: &AtomicBool, sender: &Sender<Finished<R>>) {
        let solver = || Solver::<R>::new(self.hash as usize);
        problems.par_iter().enumerate().with_max_len(1).for_each_init(solver, |solver, (index, problem)| {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let solved = problem.position.as_ref().ok().map(|position| self.solve(solver, position.clone(), stop));
            let given_up = solved.as_ref().is_some_and(|solved| solved.report.outcome == Outcome::Unknown);
            if !(given_up && stop.load(Ordering::Relaxed)) {
                // Nobody listens any more once the output is closed.
                let _ = sender.send((index, solved));
            }
        });
    }

    fn read<R: Rules>(&self) -> Result<Vec<Problem<R>>, MateError> {
        let mut problems = Vec::new();
        for source in &self.problems {
            let path = Path::new(source);
            if source != "-" && !path.exists() && source.contains('/') && source.contains(' ') {
                problems.push(read_line((problems.len() + 1).to_string(), source));
                continue;
            }
            let mut bytes = Vec::new();
            let read = if source == "-" {
                io::stdin().read_to_end(&mut bytes).map(drop)
            } else {
                fs::read(path).map(|all| bytes = all)
            };
            read.map_err(|error| MateError::Read { path: source.clone(), source: error })?;
            match Format::of_path(path) {
                Some(format) if format != Format::Usi => problems.extend(read_records(source, format, &bytes)),
                _ => problems.extend(read_lines(source, &bytes)),
            }
        }
        Ok(problems)
    }

    fn solve<R: Rules>(&self, solver: &mut Solver<R>, mut position: Position<R>, stop: &AtomicBool) -> Solved<R> {
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
        let deadline = Some(started + Duration::from_millis(self.ms));
        let stop = Some(stop);
        let report = solver.solve(&position, attacker, length, Limits { deadline, nodes: self.nodes, stop });
        let elapsed = started.elapsed();
        let cooks = match &report.outcome {
            Outcome::Mate(mate) if self.check_unique => {
                let deadline = Some(Instant::now() + Duration::from_millis(self.ms));
                let line = &mate.line[..mate.counted];
                solver.cooks(&position, attacker, line, Limits { deadline, nodes: None, stop })
            }
            _ => None,
        };
        Solved { position, report, cooks, elapsed }
    }

    /// Writes what became of a problem; nothing did if it could not be read.
    fn write<R: Rules>(
        &self,
        output: &mut impl Write,
        problem: &Problem<R>,
        solved: Option<&Solved<R>>,
    ) -> io::Result<()> {
        let Some(solved) = solved else {
            let reason = problem.position.as_ref().err().map(ToString::to_string).unwrap_or_default();
            return writeln!(output, "{}: {reason}", problem.name);
        };
        if self.show {
            writeln!(output, "{}", solved.position)?;
        }
        write!(output, "{}: ", problem.name)?;
        match &solved.report.outcome {
            Outcome::Mate(mate) => {
                let bound = if mate.is_shortest { "" } else { "<=" };
                write!(output, "mate {bound}{}", mate.plies)?;
                mate.line.iter().try_for_each(|m| write!(output, " {}", m.usi::<R>()))?;
                if mate.counted < mate.line.len() {
                    write!(output, " ({} without useless interpositions)", mate.counted)?;
                }
            }
            Outcome::NoMate => write!(output, "nomate")?,
            Outcome::Unknown => write!(output, "timeout")?,
        }
        writeln!(output, " ({} nodes, {} ms)", solved.report.nodes, solved.elapsed.as_millis())?;
        if self.check_unique && matches!(solved.report.outcome, Outcome::Mate(_)) {
            match &solved.cooks {
                None => writeln!(output, "  uniqueness not found out in time")?,
                Some(cooks) if cooks.is_empty() => writeln!(output, "  unique")?,
                Some(cooks) => cooks.iter().try_for_each(|cook| {
                    writeln!(output, "  cook at move {}: {} mates in {}", cook.ply + 1, cook.m.usi::<R>(), cook.length)
                })?,
            }
        }
        output.flush()
    }
}

/// The position at the end of a line in SFEN or USI.
fn read_line<R: Rules>(name: String, line: &str) -> Problem<R> {
    let position = usi::read::<R>(line).map(|games| {
        let last = |record: &Record<R>| record.position_at(record.main_line().last().unwrap_or(Record::<R>::ROOT));
        games.first().map_or_else(Position::start, |game| last(&game.record))
    });
    Problem { name, headers: Headers::default(), position }
}

fn read_lines<R: Rules>(source: &str, bytes: &[u8]) -> Vec<Problem<R>> {
    let text = String::from_utf8_lossy(bytes);
    let lines = (1..).zip(text.lines().map(str::trim));
    let problems = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    problems.map(|(number, line)| read_line(format!("{source}:{number}"), line)).collect()
}

/// The positions that the games of a file start from.
fn read_records<R: Rules>(source: &str, format: Format, bytes: &[u8]) -> Vec<Problem<R>> {
    match format.read::<R>(bytes) {
        Ok(games) => {
            let start = |game: Reading<R>| Problem {
                name: source.to_owned(),
                position: Ok(game.record.start().clone()),
                headers: game.record.headers,
            };
            games.into_iter().map(start).collect()
        }
        Err(error) => {
            vec![Problem { name: source.to_owned(), headers: Headers::default(), position: Err(error) }]
        }
    }
}

/// A problem by its index with what became of it; nothing did if it could not be read.
type Finished<R> = (usize, Option<Solved<R>>);

/// What is said of the problems, and kept, in their order.
struct Told<'a, R: Rules, W> {
    args: &'a MateArgs,
    destination: Option<Destination>,
    output: &'a mut W,
    summary: Summary,
    records: Records<R>,
}

impl<R: Rules, W: Write> Told<'_, R, W> {
    /// Tells of what comes until nothing does.
    fn take(&mut self, problems: &[Problem<R>], finished: &Receiver<Finished<R>>) -> Result<(), MateError> {
        let bar = progress_bar(problems.len() as u64, "{bar:40} {pos}/{len} problems, {eta} to go");
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
        // Those after one that was given up.
        waiting.into_iter().try_for_each(|(index, solved)| self.add(index, &problems[index], solved))
    }

    fn add(&mut self, index: usize, problem: &Problem<R>, solved: Option<Solved<R>>) -> Result<(), MateError> {
        self.args.write(self.output, problem, solved.as_ref())?;
        self.summary.add(solved.as_ref());
        if let (Some(destination), Some(solved)) = (&self.destination, &solved)
            && let Some(record) = solution(problem, solved)
        {
            self.records.add(destination, index + 1, record)?;
        }
        Ok(())
    }
}

/// The problem with its solution, its refutation too; none if neither was found.
fn solution<R: Rules>(problem: &Problem<R>, solved: &Solved<R>) -> Option<Record<R>> {
    let mut record = Record::<R>::new(solved.position.clone());
    record.headers = problem.headers.clone();
    if record.headers.get(header::SOURCE).is_none() {
        record.headers.set(header::SOURCE, &problem.name);
    }
    let mate = match &solved.report.outcome {
        Outcome::Mate(mate) => mate,
        Outcome::NoMate => {
            record.push(Record::<R>::ROOT, Step::End(Ending::NoMate));
            return Some(record);
        }
        Outcome::Unknown => return None,
    };
    let bound = if mate.is_shortest { "" } else { " at most" };
    record.add_comment(Record::<R>::ROOT, &format!("mate in{bound} {} plies", mate.plies));
    write_line(&mut record, mate, solved.cooks.as_deref().unwrap_or_default());
    Some(record)
}

fn write_line<R: Rules>(record: &mut Record<R>, mate: &Mate<Move>, cooks: &[Cook<Move>]) {
    let mut node = Record::<R>::ROOT;
    for (ply, &m) in mate.line.iter().enumerate() {
        let before = node;
        node = record.push(before, Step::Move(m));
        for cook in cooks.iter().filter(|cook| cook.ply == ply) {
            let other = record.push(before, Step::Move(cook.m));
            record.add_comment(other, &format!("mates in {} plies, too", cook.length));
        }
        if ply + 1 == mate.counted && mate.counted < mate.line.len() {
            record.add_comment(node, "nothing but useless interpositions from here on");
        }
    }
    record.push(node, Step::End(Ending::Mate));
}

/// Solutions as records, on their way to where they are to be.
struct Records<R: Rules> {
    /// Kept until the end where they go into one file.
    waiting: Vec<Record<R>>,
    losses: BTreeSet<String>,
    written: usize,
}

impl<R: Rules> Default for Records<R> {
    fn default() -> Self {
        Self { waiting: Vec::new(), losses: BTreeSet::new(), written: 0 }
    }
}

impl<R: Rules> Records<R> {
    /// Takes the solution of the problem with this number, counted from one.
    fn add(&mut self, destination: &Destination, number: usize, record: Record<R>) -> Result<(), MateError> {
        if !destination.is_folder() {
            self.waiting.push(record);
            return Ok(());
        }
        self.write(destination, &destination.file(numbered(number)), &[&record])
    }

    fn write(&mut self, destination: &Destination, path: &Path, records: &[&Record<R>]) -> Result<(), MateError> {
        let failed = |source| MateError::Save { path: path.to_owned(), source };
        let losses = destination.write(path, records).map_err(failed)?;
        self.losses.extend(losses.iter().map(Loss::to_string));
        self.written += records.len();
        Ok(())
    }

    /// Writes what waits, and tells on the standard error what was written and what was lost by it.
    fn finish(mut self, destination: &Destination) -> Result<(), MateError> {
        let waiting = std::mem::take(&mut self.waiting);
        if !waiting.is_empty() {
            self.write(destination, destination.path(), &waiting.iter().collect::<Vec<_>>())?;
        }
        for loss in &self.losses {
            eprintln!("{} has no place for {loss}", destination.format());
        }
        eprintln!("{} solutions in {}", self.written, destination.path().display());
        Ok(())
    }
}

/// Counts of what came out.
#[derive(Debug, Default)]
struct Summary {
    /// Mates by length.
    mates: BTreeMap<usize, usize>,
    without: usize,
    open: usize,
    faulty: usize,
    nodes: u64,
}

impl Summary {
    fn add<R: Rules>(&mut self, solved: Option<&Solved<R>>) {
        let Some(Solved { report, .. }) = solved else {
            self.faulty += 1;
            return;
        };
        self.nodes += report.nodes;
        match &report.outcome {
            Outcome::Mate(mate) => *self.mates.entry(mate.plies).or_default() += 1,
            Outcome::NoMate => self.without += 1,
            Outcome::Unknown => self.open += 1,
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mates: usize = self.mates.values().sum();
        write!(f, "{mates} mates")?;
        for (index, (length, count)) in self.mates.iter().enumerate() {
            write!(f, "{}{count} in {length}", if index == 0 { " (" } else { ", " })?;
        }
        let close = if mates > 0 { ")" } else { "" };
        write!(f, "{close}, {} without mate, {} not solved in time", self.without, self.open)?;
        if self.faulty > 0 {
            write!(f, ", {} not readable", self.faulty)?;
        }
        write!(f, ", {} nodes", self.nodes)
    }
}
