//! The command `kumataka analyse`, which tells what each move of a game cost.

mod annotate;
mod graph;
mod json;
mod lines;
mod pages;

use super::command::{Command, FORCE, Trouble, refuse_existing};
use super::convert::JobError;
use super::files::{Destination, Job, SaveError, is_standard_stream, jobs, numbered, read_each_game, try_out};
use super::notation::Notation;
use super::seconds::{TimeError, parse_seconds_up_to};
use super::terminal::interruption;
use crate::analysis::{Analysis, Analyst, Curve, Effort, Ply, Settings, Sink};
use crate::eval::{EvalOptions, Evaluator, Model, NetworkError};
use crate::record::{BrokenGame, Ending, Format, ReadGame, Record, Step};
use crate::rules::{Move, Position, Rules};
use crate::search::Pool;
use crate::tell;
use crate::tools::game::GameArgs;
use crate::with_game;
use crate::words::{Language, counted};
use clap::{Args, value_parser};
use json::JsonFile;
use lines::Lines;
use pages::Pages;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use thiserror::Error;

/// Analyse game records: what each move cost, what was better, where the game turned.
///
/// Every position is searched, with the mate solver beside the search. A line tells of each move, then follow accuracy,
/// turning points and a graph of the expected result. Of a game with an illegal move the moves before it are analysed.
/// Ctrl-C ends the work; files of games that are done are whole.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka analyse game.kif
  kumataka analyse game.csa --nodes 200000 --threads 2 --letters
  kumataka analyse game.kif --out annotated.kif --json game.jsonl
  kumataka analyse game.kif --html report.html --lang ja
  kumataka analyse game.kif --variations --out annotated.kif
  kumataka analyse games/ --out annotated/ --to kif --resume
  kumataka analyse --variant torishogi birds.usi --movetime 1")]
pub struct AnalyseArgs {
    /// Game records or folders of these, or - for the standard input
    #[arg(required = true, value_name = "FILE|FOLDER")]
    files: Vec<PathBuf>,
    /// Format of the files to read, whatever their extension
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Time for each position, 3600 seconds at most
    #[arg(long, value_name = "SECONDS", default_value = "0.25", value_parser = parse_movetime, conflicts_with = "nodes")]
    movetime: Duration,
    /// Nodes for each position, in place of a time
    #[arg(long, value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Threads to search with
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Megabytes for the transposition table
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = value_parser!(u32).range(1..))]
    hash: u32,
    /// Lines of the search; two are needed to tell that a move is the only one
    #[arg(long, value_name = "LINES", default_value_t = 2, value_parser = value_parser!(u8).range(1..))]
    multipv: u8,
    /// Analyse the variations of a record too, behind its main line
    #[arg(long)]
    variations: bool,
    /// Evaluate by the network in this file
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
    /// Centipawns that mean an expected result of 73 % [default: those of the network that comes with the program]
    #[arg(long, value_name = "CENTIPAWNS", value_parser = value_parser!(u16).range(1..))]
    scale: Option<u16>,
    /// Write the games with scores, judgements and better moves as comments: into one file, or into a folder under the names
    /// of the files that are read
    #[arg(long, value_name = "FILE|FOLDER")]
    out: Option<PathBuf>,
    /// Format of these records, of those of `kumataka convert` [default: by the file's extension]
    #[arg(long, value_name = "FORMAT", requires = "out")]
    to: Option<Format>,
    /// Write a line of JSON for each move and each game
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a page that a browser shows, with board, graph and better lines: one file, or a folder with a page for each game
    #[arg(long, value_name = "FILE.html|FOLDER")]
    html: Option<PathBuf>,
    /// Language of the page
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_enum, requires = "html")]
    lang: Language,
    /// Go on where an earlier run with the same files was stopped
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    /// Overwrite files that exist
    #[arg(long)]
    force: bool,
    /// Use letters for the pieces instead of kanji
    #[arg(long)]
    letters: bool,
    /// Write moves as in USI
    #[arg(long)]
    usi: bool,
    #[command(flatten)]
    game: GameArgs,
}

/// The longest time for a position in seconds. A number of milliseconds is mostly above it.
const LONGEST: u64 = 3_600;

fn parse_movetime(text: &str) -> Result<Duration, TimeError> {
    parse_seconds_up_to(LONGEST, text)
}

/// The reason why games could not be analysed, or not wholly.
#[derive(Debug, Error)]
pub enum AnalyseError {
    #[error("{}: {source}", path.display())]
    Input { path: PathBuf, source: io::Error },
    #[error("there is no game record to analyse")]
    Nothing,
    #[error("--resume goes on with files that --out, --html or --json name")]
    NothingToResume,
    #[error("only one of --out, --html and --json can go to the standard output")]
    OneOutput,
    #[error("{}: {source}", path.display())]
    Save { path: PathBuf, source: SaveError },
    #[error("{faulty} of {} could not be analysed to the end", counted(*games, "game"))]
    Faulty { faulty: usize, games: usize },
    #[error("stopped by Ctrl-C after {} of {}", done, counted(*files, "file"))]
    Interrupted { done: usize, files: usize },
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl Command for AnalyseArgs {
    type Error = AnalyseError;

    fn run(&self) -> Result<(), AnalyseError> {
        with_game!(self.game.variant, G => self.run_for::<G>())
    }
}

impl AnalyseArgs {
    fn run_for<R: Rules>(&self) -> Result<(), AnalyseError> {
        let curve = self.scale.map_or_else(Curve::of::<R>, |scale| Curve { scale: scale.into() });
        let destination = self.destination()?;
        let pages = self.pages::<R>(curve)?;
        let jobs = self.jobs(destination.as_ref(), pages.as_ref())?;
        let analyst = self.analyst::<R>(curve)?;
        let sinks = self.sinks::<R>(curve)?;
        let mut work = Work {
            args: self,
            destination,
            pages,
            analyst,
            sinks,
            stop: interruption()?,
            waiting: Vec::new(),
            games: 0,
            faulty: 0,
        };
        let mut done = 0;
        for job in &jobs {
            work.file(job)?;
            if work.is_stopped() {
                break;
            }
            done += 1;
        }
        work.finish()?;
        match work.faulty {
            _ if work.is_stopped() => Err(AnalyseError::Interrupted { done, files: jobs.len() }),
            0 => Ok(()),
            faulty => Err(AnalyseError::Faulty { faulty, games: work.games }),
        }
    }

    fn destination(&self) -> Result<Option<Destination>, AnalyseError> {
        let Some(path) = &self.out else { return Ok(None) };
        let failed = |source| AnalyseError::Save { path: path.clone(), source };
        let destination = Destination::new(path, self.to, self.force).map_err(failed)?;
        destination.check().map_err(failed)?;
        Ok(Some(destination))
    }

    fn pages<R: Rules>(&self, curve: Curve) -> Result<Option<Pages>, AnalyseError> {
        let Some(path) = &self.html else { return Ok(None) };
        let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let pages = Pages {
            path: path.clone(),
            overwrite: self.force,
            language: self.lang,
            letters: self.letters,
            notation: Notation::of::<R>(self.usi, self.letters),
            settings: self.settings(curve),
            network: self.eval.as_ref().map(name),
        };
        pages.check().map_err(|source| AnalyseError::Save { path: path.clone(), source })?;
        Ok(Some(pages))
    }

    /// The files to read, as soon as it is known that what comes of them can be written.
    fn jobs(&self, destination: Option<&Destination>, pages: Option<&Pages>) -> Result<Vec<Job>, AnalyseError> {
        let failed = |(path, source)| AnalyseError::Input { path, source };
        let jobs = jobs(&self.files, self.from.is_some()).map_err(failed)?;
        if jobs.is_empty() {
            return Err(AnalyseError::Nothing);
        }
        room_for(destination, pages, jobs.len())?;
        let folders = [destination.map(|d| (d.path(), d.is_folder())), pages.map(|p| (&*p.path, p.is_folder()))];
        for (path, is_folder) in folders.into_iter().flatten() {
            try_out(path, is_folder).map_err(|source| save_error(path, source.into()))?;
        }
        Ok(jobs)
    }

    fn sinks<R: Rules>(&self, curve: Curve) -> Result<Sinks, AnalyseError> {
        let to_output = |path: &Option<PathBuf>| path.as_deref().is_some_and(is_standard_stream);
        let named = [&self.out, &self.html, &self.json];
        if self.resume && named.iter().all(|path| path.is_none()) {
            return Err(AnalyseError::NothingToResume);
        }
        let outputs = named.iter().filter(|path| to_output(path)).count();
        if outputs > 1 {
            return Err(AnalyseError::OneOutput);
        }
        if let Some(path) = self.json.as_deref().filter(|path| !self.force && !self.resume && !is_standard_stream(path))
        {
            refuse_existing(path, FORCE)?;
        }
        let json = self.json.as_deref().map(|path| JsonFile::open(path, self.resume, curve)).transpose()?;
        let lines = (outputs == 0).then(|| Lines::new(Notation::of::<R>(self.usi, self.letters)));
        Ok(Sinks { lines, json })
    }

    fn analyst<R: Rules>(&self, curve: Curve) -> Result<Analyst<R, Evaluator<R>>, AnalyseError> {
        let model = match &self.eval {
            Some(path) => Model::<R>::load(path, EvalOptions::default().fv_scale)?,
            None => Model::internal(),
        };
        let mut pool = Pool::new(move || model.evaluator());
        pool.resize_table(self.hash as usize);
        Ok(Analyst::new(pool, self.settings(curve)))
    }

    fn settings(&self, curve: Curve) -> Settings {
        let effort = self.nodes.map_or(Effort::Time(self.movetime), Effort::Nodes);
        Settings {
            effort,
            threads: self.threads.into(),
            lines: self.multipv.into(),
            curve,
            has_variations: self.variations,
        }
    }
}

/// A share in whole per cent.
fn percent(share: f64) -> i32 {
    (100.0 * share).round() as i32
}

fn save_error(path: &Path, source: SaveError) -> AnalyseError {
    AnalyseError::Save { path: path.to_owned(), source }
}

/// Says no to more games than there is room for, before any is analysed.
fn room_for(destination: Option<&Destination>, pages: Option<&Pages>, games: usize) -> Result<(), AnalyseError> {
    if let Some(destination) = destination
        && !destination.is_folder()
        && !destination.format().holds_many()
        && games > 1
    {
        let format = destination.format();
        return Err(save_error(destination.path(), SaveError::OneGame { games, format }));
    }
    pages.map_or(Ok(()), |pages| pages.room_for(games).map_err(|source| save_error(&pages.path, source)))
}

/// The streams of an analysis.
struct Sinks {
    lines: Option<Lines>,
    json: Option<JsonFile>,
}

impl<R: Rules> Sink<R> for Sinks {
    type Error = Trouble;

    fn ply(&mut self, position: &Position<R>, ply: &Ply<Move>) -> Result<(), Trouble> {
        self.lines.as_mut().map_or(Ok(()), |lines| lines.ply(position, ply))?;
        self.json.as_mut().map_or(Ok(()), |json| json.ply::<R>(position, ply))
    }

    fn variation(&mut self, number: usize, ply: usize) -> Result<(), Trouble> {
        if let Some(json) = &mut self.json {
            json.variation(number);
        }
        self.lines.as_mut().map_or(Ok(()), |lines| lines.variation(ply))
    }

    fn end(&mut self, analysis: &Analysis<Move>) -> Result<(), Trouble> {
        self.lines.as_mut().map_or(Ok(()), |lines| lines.end(analysis))?;
        self.json.as_mut().map_or(Ok(()), |json| json.end(analysis))
    }
}

/// The analysis of many files.
struct Work<'a, R: Rules> {
    args: &'a AnalyseArgs,
    destination: Option<Destination>,
    pages: Option<Pages>,
    analyst: Analyst<R, Evaluator<R>>,
    sinks: Sinks,
    stop: Arc<AtomicBool>,
    /// The games that go into one file at the end.
    waiting: Vec<Record<R>>,
    games: usize,
    /// Games that could not be analysed to the end, and files without any.
    faulty: usize,
}

impl<R: Rules> Work<'_, R> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn complain(&mut self, path: &Path, fault: impl std::fmt::Display) {
        self.faulty += 1;
        tell!("{}: {fault}", path.display());
    }

    /// Analyses the games of a file. What is wrong with it is told, and the others go on.
    fn file(&mut self, job: &Job) -> Result<(), AnalyseError> {
        let games = match read_each_game::<R>(&job.input, self.args.from) {
            Ok((_, games)) => games,
            Err(error) => {
                self.games += 1;
                self.complain(&job.input, JobError::from(error));
                return Ok(());
            }
        };
        let many = games.len() > 1;
        room_for(self.destination.as_ref(), self.pages.as_ref(), games.len())?;
        for (number, game) in (1..).zip(games) {
            if self.is_stopped() {
                break;
            }
            let mut name = job.name.clone().into_os_string();
            if many {
                name.push(format!("_{}", numbered(number)));
            }
            let place = Place { input: &job.input, number, many, name: name.into() };
            self.game(&place, game)?;
        }
        Ok(())
    }

    fn game(&mut self, place: &Place<'_>, game: ReadGame<R>) -> Result<(), AnalyseError> {
        self.games += 1;
        let record = match game {
            Ok(reading) => reading.record,
            Err(BrokenGame { error, before: Some(before) }) => {
                let plies = before.record.main_line().count();
                self.complain(
                    place.input,
                    format_args!("ply {}: {error}; the moves before it are analysed", plies + 1),
                );
                before.record
            }
            Err(BrokenGame { error, before: None }) => {
                self.complain(place.input, error);
                return Ok(());
            }
        };
        if let Some((ply, m)) = unspoken_foul(&record) {
            let position = record.main_line().nth(ply - 1).map(|id| record.position_at(id));
            let reason = position.and_then(|position| position.legality(m).err());
            let reason = reason.map_or(String::new(), |reason| format!(": {reason}"));
            let text = format!("ply {ply}: illegal move {}{reason}; the moves before it are analysed", m.usi::<R>());
            self.complain(place.input, text);
        }
        if self.args.resume && self.is_done(place) {
            return Ok(());
        }
        self.analyse(place, record)
    }

    fn analyse(&mut self, place: &Place<'_>, mut record: Record<R>) -> Result<(), AnalyseError> {
        let file = place.input.display().to_string();
        if let Some(lines) = &mut self.sinks.lines {
            let name = if place.many { format!("{file}, game {}", place.number) } else { file.clone() };
            lines.begin(&name, &record.headers)?;
        }
        if let Some(json) = &mut self.sinks.json {
            json.begin(&file, place.number);
        }
        let analysis = self.analyst.analyse(&record, &self.stop, &mut self.sinks)?;
        self.write_page(place, &record, &analysis)?;
        let Some(destination) = &self.destination else { return Ok(()) };
        annotate::annotate(&mut record, &analysis, destination.format());
        let file = destination.file(&place.name);
        if !destination.is_folder() {
            self.waiting.push(record);
        } else if analysis.is_complete() && self.is_wanted(&file) {
            save(destination, &file, &[&record])?;
        }
        Ok(())
    }

    /// Of a game that was not analysed to its end a page is written only where it is the one page.
    fn write_page(&self, place: &Place<'_>, record: &Record<R>, analysis: &Analysis<Move>) -> Result<(), AnalyseError> {
        let Some(pages) = &self.pages else { return Ok(()) };
        let file = pages.file(&place.name);
        if !pages.is_folder() || analysis.is_complete() && self.is_wanted(&file) {
            pages.write(&file, record, analysis).map_err(|source| save_error(&file, source))?;
        }
        Ok(())
    }

    /// Whether a file of a folder is to be written: an earlier run may have come so far with a game and no further.
    fn is_wanted(&self, file: &Path) -> bool {
        !(self.args.resume && file.exists())
    }

    /// Whether an earlier run has written all that this one would write of a game.
    fn is_done(&self, place: &Place<'_>) -> bool {
        let is_saved = |destination: &Destination| destination.is_folder() && destination.file(&place.name).exists();
        let has_page = |pages: &Pages| pages.is_folder() && pages.file(&place.name).exists();
        let file = place.input.display().to_string();
        self.destination.as_ref().is_none_or(is_saved)
            && self.pages.as_ref().is_none_or(has_page)
            && self.sinks.json.as_ref().is_none_or(|json| json.has(&file, place.number))
    }

    /// Writes the games that go into one file.
    fn finish(&self) -> Result<(), AnalyseError> {
        match &self.destination {
            Some(destination) if !self.waiting.is_empty() => {
                save(destination, destination.path(), &self.waiting.iter().collect::<Vec<_>>())
            }
            _ => Ok(()),
        }
    }
}

/// A game of a file.
struct Place<'a> {
    input: &'a Path,
    /// From one.
    number: usize,
    /// Whether the file holds others.
    many: bool,
    /// That of its own file in a folder, less the extension.
    name: PathBuf,
}

/// The illegal move that ends the main line, with its ply, where the record does not speak of a foul.
fn unspoken_foul<R: Rules>(record: &Record<R>) -> Option<(usize, Move)> {
    let id = record.main_line().find(|&id| matches!(record.node(id).step(), Some(Step::Illegal(_))))?;
    let next = record.node(id).children().first().and_then(|&next| record.node(next).step());
    let is_spoken_of = matches!(next, Some(Step::End(Ending::FoulWin | Ending::FoulLoss)));
    if is_spoken_of { None } else { Some((record.node(id).ply(), record.node(id).played()?)) }
}

/// Writes records, and tells what their format has no place for.
fn save<R: Rules>(destination: &Destination, path: &Path, records: &[&Record<R>]) -> Result<(), AnalyseError> {
    let failed = |source| AnalyseError::Save { path: path.to_owned(), source };
    let losses = destination.write(path, records).map_err(failed)?;
    let losses: BTreeSet<String> = losses.iter().map(ToString::to_string).collect();
    for loss in losses {
        tell!("{}: {} has no place for {loss}", path.display(), destination.format());
    }
    Ok(())
}
