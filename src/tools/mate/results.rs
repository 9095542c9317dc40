//! Printing the results of problems and storing their solutions, in the order of the problems.

use super::read::Problem;
use super::solutions::{SolutionWriter, solution};
use super::{Finished, MateArgs, MateError, Solved};
use crate::mate::{Cook, Mate, Outcome};
use crate::rules::{Move, Rules};
use crate::tools::command::Trouble;
use crate::tools::files::Destination;
use crate::tools::terminal::progress_bar;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::sync::mpsc::Receiver;
use std::time::Duration;

/// A writer that prints results and stores solutions in the order of the problems.
pub(super) struct ResultWriter<'a, R: Rules, W> {
    args: &'a MateArgs,
    destination: Option<Destination>,
    output: &'a mut W,
    summary: Summary,
    solutions: SolutionWriter<R>,
}

impl<'a, R: Rules, W: Write> ResultWriter<'a, R, W> {
    pub fn new(args: &'a MateArgs, destination: Option<Destination>, output: &'a mut W) -> Self {
        Self { args, destination, output, summary: Summary::default(), solutions: SolutionWriter::default() }
    }

    /// Receives results until all senders have gone, and prints them in order.
    pub fn take(&mut self, problems: &[Problem<R>], finished: &Receiver<Finished<R>>) -> Result<(), MateError> {
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
        // These results come after a problem that was given up.
        waiting.into_iter().try_for_each(|(index, solved)| self.add(index, &problems[index], solved))
    }

    fn add(&mut self, index: usize, problem: &Problem<R>, solved: Option<Solved<R>>) -> Result<(), MateError> {
        self.write(problem, solved.as_ref()).map_err(Trouble::from)?;
        self.summary.add(solved.as_ref());
        if let (Some(destination), Some(solved)) = (&self.destination, &solved)
            && let Some(record) = solution(problem, solved)
        {
            self.solutions.add(destination, index + 1, record)?;
        }
        Ok(())
    }

    /// Writes the result for a problem; `None` if it could not be read.
    fn write(&mut self, problem: &Problem<R>, solved: Option<&Solved<R>>) -> io::Result<()> {
        let output = &mut *self.output;
        let Some(solved) = solved else {
            let reason = problem.position.as_ref().err().map(ToString::to_string).unwrap_or_default();
            return writeln!(output, "{}: {reason}", problem.name);
        };
        if self.args.show {
            writeln!(output, "{}", solved.position)?;
        }
        write!(output, "{}: ", problem.name)?;
        match &solved.report.outcome {
            Outcome::Mate(mate) => write_mate::<R>(output, mate)?,
            Outcome::NoMate => write!(output, "nomate")?,
            Outcome::Unknown => write!(output, "timeout")?,
        }
        writeln!(output, " ({} nodes, {} ms)", solved.report.nodes, solved.elapsed.as_millis())?;
        if self.args.check_unique && matches!(solved.report.outcome, Outcome::Mate(_)) {
            write_cooks::<R>(output, solved.cooks.as_deref())?;
        }
        output.flush()
    }

    /// Writes the solutions that were kept, and a line about all problems.
    pub fn finish(self, elapsed: Duration, is_stopped: bool) -> Result<(), MateError> {
        if let Some(destination) = &self.destination {
            self.solutions.finish(destination)?;
        }
        let stopped = if is_stopped { ", stopped early" } else { "" };
        let time = elapsed.as_secs_f64();
        Ok(writeln!(self.output, "{}, {time:.1} s{stopped}", self.summary).map_err(Trouble::from)?)
    }
}

fn write_mate<R: Rules>(output: &mut impl Write, mate: &Mate<Move>) -> io::Result<()> {
    let bound = if mate.is_shortest { "" } else { "<=" };
    write!(output, "mate {bound}{}", mate.plies)?;
    mate.line.iter().try_for_each(|m| write!(output, " {}", m.usi::<R>()))?;
    if mate.counted < mate.line.len() {
        write!(output, " ({} without useless interpositions)", mate.counted)?;
    }
    Ok(())
}

/// Writes the result of the search for other solutions; `None` if that search did not end.
fn write_cooks<R: Rules>(output: &mut impl Write, cooks: Option<&[Cook<Move>]>) -> io::Result<()> {
    match cooks {
        None => writeln!(output, "  uniqueness not found out in time"),
        Some([]) => writeln!(output, "  unique"),
        Some(cooks) => cooks.iter().try_for_each(|cook| {
            writeln!(output, "  cook at move {}: {} mates in {}", cook.ply + 1, cook.m.usi::<R>(), cook.length)
        }),
    }
}

/// The counts of results.
#[derive(Debug, Default)]
struct Summary {
    /// The numbers of mates by length.
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
