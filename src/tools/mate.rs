//! Solving mate problems from files, many at a time.

use crate::mate::{Cook, Length, Limits, Outcome, Report, Solver};
use crate::record::{Format, ReadError, Reading, Record, usi};
use crate::rules::{Move, Position, Rules};
use crate::variants::Variant;
use clap::{Args, value_parser};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Solve mate problems.
///
/// With one king on the board the side without it attacks; with two the side to move. Of game records the start
/// position is the problem, of lines in SFEN or USI the position after their moves.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka mate problems.sfen
  kumataka mate --ms 60000 --shortest --check-unique --show \"4k4/9/4P4/9/9/9/9/9/9 b G 1\"
  kumataka mate --remaining \"7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1\"
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
}

/// Why problems could not be read or results not written.
#[derive(Debug, Error)]
pub enum MateError {
    #[error("{path}: {source}")]
    Read { path: String, source: io::Error },
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
}

/// A position to solve, or why there is none.
struct Problem<R: Rules> {
    /// Where it was found.
    name: String,
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
        let problems = self.read::<R>()?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or(0).into()).build()?;
        let started = Instant::now();
        let (sender, receiver) = mpsc::channel();
        let mut summary = Summary::default();
        std::thread::scope(|scope| -> io::Result<()> {
            let all = &problems;
            scope.spawn(move || {
                pool.install(|| {
                    let solver = || Solver::<R>::new(self.hash as usize);
                    all.par_iter().enumerate().with_max_len(1).for_each_init(solver, |solver, (index, problem)| {
                        // Nobody listens any more once the output is closed.
                        let solved =
                            problem.position.as_ref().ok().map(|position| self.solve(solver, position.clone()));
                        let _ = sender.send((index, solved));
                    });
                });
            });
            let progress = io::stderr().is_terminal();
            let mut waiting = BTreeMap::new();
            let mut next = 0;
            for (done, (index, solved)) in receiver.into_iter().enumerate() {
                waiting.insert(index, solved);
                while let Some(solved) = waiting.remove(&next) {
                    self.write(output, &problems[next], solved.as_ref())?;
                    summary.add(solved.as_ref());
                    next += 1;
                }
                if progress {
                    eprint!("\r{}/{} ", done + 1, problems.len());
                }
            }
            Ok(())
        })?;
        writeln!(output, "{summary}, {:.1} s", started.elapsed().as_secs_f64())?;
        Ok(())
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

    fn solve<R: Rules>(&self, solver: &mut Solver<R>, mut position: Position<R>) -> Solved<R> {
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
        let report = solver.solve(&position, attacker, length, Limits { deadline, nodes: self.nodes, stop: None });
        let elapsed = started.elapsed();
        let cooks = match &report.outcome {
            Outcome::Mate(mate) if self.check_unique => {
                let deadline = Some(Instant::now() + Duration::from_millis(self.ms));
                let line = &mate.line[..mate.counted];
                solver.cooks(&position, attacker, line, Limits { deadline, nodes: None, stop: None })
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
    Problem { name, position }
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
            let start =
                |game: Reading<R>| Problem { name: source.to_owned(), position: Ok(game.record.start().clone()) };
            games.into_iter().map(start).collect()
        }
        Err(error) => vec![Problem { name: source.to_owned(), position: Err(error) }],
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
