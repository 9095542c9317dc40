//! Printing the results of problems and storing their solutions, in the order of the problems.

use super::others::Teller;
use super::progress::{Progress, TICK};
use super::read::Problem;
use super::solutions::solution;
use super::summary::{Counted, Summary};
use super::words::Spent;
use super::{Finished, MateArgs, MateError, Solved, features, words};
use crate::any::AnyMove;
use crate::jobs::command::{Output, Trouble};
use crate::jobs::files::Kept;
use crate::jobs::notation::Notation;
use crate::jobs::parts::{Merged, PartFile, from_value, to_value};
use crate::jobs::terminal::Bar;
use crate::mate::{Count, Mate, Outcome};
use crate::tell;
use crate::variants::Variant;
use crate::words::Language;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// A writer that prints results and stores solutions in the order of the problems.
pub(super) struct ResultWriter<'a> {
    args: &'a MateArgs,
    language: Language,
    notation: Notation,
    kept: Option<Kept>,
    /// Destination of the results, unless they are kept in the file of a part.
    output: &'a mut dyn Write,
    part: Option<Box<PartFile>>,
    summary: Summary,
    /// Number of records with a mate, and of those without.
    written: [usize; 2],
}

impl<'a> ResultWriter<'a> {
    pub fn new(
        game: Variant,
        args: &'a MateArgs,
        kept: Option<Kept>,
        output: &'a mut dyn Write,
        part: Option<Box<PartFile>>,
    ) -> Self {
        let language = args.language.language();
        let notation = args.notation.notation(game, language);
        Self { args, language, notation, kept, output, part, summary: Summary::default(), written: [0; 2] }
    }

    /// Receives results until all senders have gone, and prints them in order.
    pub fn take(
        &mut self,
        problems: &[Problem],
        finished: &Receiver<Finished>,
        progress: &Progress,
    ) -> Result<(), MateError> {
        let bar = Bar::new(problems.len() as u64, words::bar(self.language));
        let started = Instant::now();
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        loop {
            let (index, solved) = match finished.recv_timeout(TICK) {
                Ok(finished) => finished,
                Err(RecvTimeoutError::Timeout) => {
                    bar.set_message(&progress.text_in(self.language, started.elapsed(), problems.len() == 1));
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if self.part.is_some() {
                self.add(index, &problems[index], solved)?;
                continue;
            }
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

    const fn teller(&self) -> Teller {
        Teller { notation: self.notation, language: self.language }
    }

    fn add(&mut self, index: usize, problem: &Problem, solved: Option<Solved>) -> Result<(), MateError> {
        let counted = Counted::of(solved.as_ref());
        self.summary.add(&counted);
        let mut told = Vec::new();
        let fault = problem.position.as_ref().err().map(|reason| words::fault(self.language, &problem.name, reason));
        if let Some(solved) = &solved {
            self.write(&mut told, problem, solved).map_err(Trouble::from)?;
            let teller = self.teller();
            if let Some(kept) = &mut self.kept
                && let Some(record) = solution(problem, solved, teller)
            {
                kept.add(index + 1, record)?;
                self.written[usize::from(matches!(solved.report.outcome, Outcome::NoMate))] += 1;
            }
        }
        if let Some(part) = &mut self.part {
            let told = String::from_utf8_lossy(&told);
            return Ok(part.add(index as u64, json!({ "told": told, "fault": fault, "counted": to_value(&counted) }))?);
        }
        fault.iter().for_each(|fault| tell!("{fault}"));
        Ok(self.output.write_all(&told).and_then(|()| self.output.flush()).map_err(Trouble::from)?)
    }

    /// Writes the result for a problem.
    fn write(&self, out: &mut dyn Write, problem: &Problem, solved: &Solved) -> io::Result<()> {
        if self.args.show {
            write!(out, "{}", self.notation.board(&solved.position))?;
        }
        write!(out, "{}: ", problem.name)?;
        match &solved.report.outcome {
            Outcome::Mate(mate) => write_mate(out, self.language, self.notation, solved, mate)?,
            Outcome::NoMate => out.write_all(words::no_mate(self.language).as_bytes())?,
            Outcome::Proved(plies) => out.write_all(words::proved(self.language, *plies).as_bytes())?,
            Outcome::Unknown => self.write_timeout(out, solved)?,
        }
        writeln!(out, "{}", words::effort(self.language, solved.report.nodes, solved.elapsed.as_millis()))?;
        if let Outcome::Mate(mate) = &solved.report.outcome
            && self.args.looks_for_others()
            && !mate.line.is_empty()
        {
            self.teller().tell(out, solved, &mate.line[..mate.counted])?;
        }
        for line in solved.features.iter().flat_map(|features| features::lines(self.language, features)) {
            writeln!(out, "  {line}")?;
        }
        Ok(())
    }

    /// Writes that no answer was found, and the option that bounded the search.
    fn write_timeout(&self, out: &mut dyn Write, solved: &Solved) -> io::Result<()> {
        let seconds = Duration::from_millis(self.args.ms);
        let spent = match self.args.nodes {
            _ if solved.elapsed >= seconds => Spent::Seconds(seconds.as_secs_f64()),
            Some(nodes) if solved.report.nodes >= nodes => Spent::Nodes(nodes),
            _ => Spent::Memory,
        };
        out.write_all(words::timeout(self.language, spent).as_bytes())
    }

    /// Writes the kept solutions, and a summary of the problems solved out of all.
    ///
    /// # Errors
    /// If something cannot be written, problems could not be read, or the work was stopped.
    pub fn finish(self, all: usize, elapsed: Duration, is_stopped: bool) -> Result<(), MateError> {
        if let Some(kept) = self.kept {
            let path = kept.destination().path().display().to_string();
            kept.finish(self.language)?;
            tell!("{}", words::written(self.language, self.written, &path));
        }
        if let Some(part) = self.part {
            return Ok(part.finish()?);
        }
        let (unreadable, problems) = (self.summary.unreadable, self.summary.problems());
        // Ctrl-C may have come when everything was done.
        let is_stopped = is_stopped && problems < all;
        if unreadable < problems || problems == 0 {
            let counts = words::summary(self.language, &self.summary);
            let time = words::time(self.language, elapsed.as_secs_f64(), is_stopped);
            writeln!(self.output, "{counts}{time}").map_err(Trouble::from)?;
        }
        match unreadable {
            _ if is_stopped => Err(MateError::Interrupted { solved: problems, problems: all }),
            0 => Ok(()),
            _ => Err(MateError::Unreadable { unreadable, problems }),
        }
    }
}

/// Writes a mate: first the plies that composers count, with the line of this length.
pub(super) fn write_mate(
    out: &mut dyn Write,
    language: Language,
    notation: Notation,
    solved: &Solved,
    mate: &Mate<AnyMove>,
) -> io::Result<()> {
    if mate.line.is_empty() {
        return out.write_all(words::mated_already(language).as_bytes());
    }
    let has_rest = mate.count != Count::OfLine;
    let (line, rest) = mate.line.split_at(if has_rest { mate.counted } else { mate.line.len() });
    let moves = notation.moves(&solved.position, None, line);
    let known = mate.known();
    let remark = words::length_remark(language, known, line.len());
    write!(out, "{} {moves}{remark}", words::length(language, known))?;
    if !rest.is_empty() {
        let after = solved.position.after(line);
        let moves = notation.moves(&after, line.last().copied(), rest);
        out.write_all(words::useless_interpositions(language, mate.line.len(), &moves).as_bytes())?;
    }
    Ok(())
}

/// Prints the results of all parts in the order of the problems, and a summary.
///
/// # Errors
/// If the parts cannot be read, the output cannot be written, or problems could not be read.
pub fn merge(parts: &Merged) -> Result<(), MateError> {
    let language = parts.header.job["lang"].as_str().map_or(Language::En, Language::of_code);
    let mut output = Output::lock();
    let mut summary = Summary::default();
    parts.for_each(&mut |_, value| {
        summary.add(&from_value(&value["counted"]).map_err(|_| MateError::NoResult)?);
        value["fault"].as_str().into_iter().for_each(|fault| tell!("{fault}"));
        let told = value["told"].as_str().unwrap_or_default();
        Ok::<(), MateError>(output.write_all(told.as_bytes()).map_err(Trouble::from)?)
    })?;
    output.say(words::summary(language, &summary))?;
    let (unreadable, problems) = (summary.unreadable, summary.problems());
    if unreadable > 0 { Err(MateError::Unreadable { unreadable, problems }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: MateArgs,
    }

    #[test]
    fn what_was_done_before_ctrl_c_was_not_stopped() {
        let Line { args } = Line::parse_from(["mate", "problems.sfen"]);
        let finish = |all| {
            let mut output = Vec::new();
            let mut writer = ResultWriter::new(Variant::Shogi, &args, None, &mut output, None);
            writer.summary.add(&Counted::of(None));
            writer.finish(all, Duration::ZERO, true)
        };
        assert!(matches!(finish(1), Err(MateError::Unreadable { unreadable: 1, problems: 1 })));
        assert!(matches!(finish(2), Err(MateError::Interrupted { solved: 1, problems: 2 })));
    }
}
