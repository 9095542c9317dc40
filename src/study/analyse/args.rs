//! The arguments of `kumataka analyse`, and the checks made before the work begins.

use super::annotate::Style;
use super::error::AnalyseError;
use super::json::JsonFile;
use super::lines::Lines;
use super::pages::Pages;
use super::places::Places;
use super::restore::Earlier;
use super::streams::Streams;
use super::studies::Studies;
use crate::analysis::{Analyst, Curve, Effort, Settings};
use crate::any::AnyModel;
use crate::engines::seconds::{TimeError, parse_seconds_up_to};
use crate::jobs::command::{FORCE, Trouble, processors, refuse_existing};
use crate::jobs::files::{Destination, Inputs, Job, is_standard_stream, jobs, sum_of, written};
use crate::jobs::game::GameArgs;
use crate::jobs::language::LanguageArgs;
use crate::jobs::notation::NotationArgs;
use crate::jobs::parts::{Items, Opened, PartArgs, described};
use crate::record::Format;
use crate::report::pieces::{Looks, PieceSet};
use crate::search::Grade;
use crate::tell;
use crate::variants::Variant;
use crate::words::Language;
use clap::{ArgGroup, Args, value_parser};
use serde_json::json;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Analyse game records: the cost of each move, better moves, and turning points.
///
/// Every position is searched, with the mate solver beside the search. The output has a line for each move, then the
/// accuracy, the turning points and a graph of the expected result. A game with an illegal move is analysed up to that
/// move. After Ctrl-C, the files of finished games are complete.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka analyse game.kif
  kumataka analyse game.csa --nodes 200000 --threads 2 --letters
  kumataka analyse game.kif --out annotated.kif --json game.jsonl
  kumataka analyse game.kif --html report.html --lang ja
  kumataka analyse game.kif --html report.html --pieces western
  kumataka analyse game.kif --grade 5k
  kumataka analyse game.kif --variations --out annotated.kif
  kumataka analyse games/ --out annotated/ --to kif --resume
  kumataka analyse games/ --html pages/ --summary pages/summary.html \\
      --player Habu
  kumataka analyse games/ --problems missed.sfen --exercises blunders.sfen
  kumataka analyse games/ --nodes 100000 --out annotated/ --to kif \\
      --part 3/8 --into analysing
  kumataka merge analysing --out games.jsonl
  kumataka analyse --variant torishogi birds.usi --movetime 1")]
#[command(group(ArgGroup::new("pages").multiple(true)), group(ArgGroup::new("studies").multiple(true).conflicts_with("part")))]
pub struct AnalyseArgs {
    /// Game records, folders of game records, or - for standard input
    #[arg(required = true, value_name = "FILE|FOLDER")]
    pub(super) files: Vec<PathBuf>,
    /// Format of the input files, regardless of their extension
    #[arg(long, value_name = "FORMAT")]
    pub(super) from: Option<Format>,
    /// Time per position, at most 3600 seconds
    #[arg(long, value_name = "SECONDS", default_value = "0.25", value_parser = parse_movetime, conflicts_with = "nodes")]
    movetime: Duration,
    /// Nodes per position, instead of a time
    #[arg(long, value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Number of search threads per game
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Games to analyse at a time [default: as many as keep the processor busy]
    #[arg(long, value_name = "GAMES", value_parser = value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Size of the transposition table of each game, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = value_parser!(u32).range(1..))]
    hash: u32,
    /// Number of lines to search; recognising only moves takes two
    #[arg(long, value_name = "LINES", default_value_t = 2, value_parser = value_parser!(u8).range(1..))]
    multipv: u8,
    /// Judge moves for a player of this grade, for example 5k or 1d: mistakes that only a deeper search finds are
    /// called deep and not counted
    #[arg(long, value_name = "GRADE")]
    grade: Option<Grade>,
    /// Analyse the variations of each record too, after its main line
    #[arg(long)]
    variations: bool,
    /// Evaluate with the network in this file
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
    /// Centipawns that correspond to an expected result of 73 % [default: those of the built-in network]
    #[arg(long, value_name = "CENTIPAWNS", value_parser = value_parser!(u16).range(1..))]
    scale: Option<u16>,
    /// Write the games with scores, judgements and better moves as comments, to one file or to a folder under the names
    /// of the input files
    #[arg(long, value_name = "FILE|FOLDER")]
    out: Option<PathBuf>,
    /// Format of these records, as in `kumataka convert` [default: by file extension]
    #[arg(long, value_name = "FORMAT", requires = "out")]
    to: Option<Format>,
    /// Write a line of JSON for each move and each game
    #[arg(long, value_name = "FILE", conflicts_with = "part")]
    json: Option<PathBuf>,
    /// Write a web page with board, graph and better lines: one file, or a folder with a page for each game
    #[arg(long, value_name = "FILE.html|FOLDER", group = "pages")]
    html: Option<PathBuf>,
    /// Write a summary page of all games: accuracy by player, opening, castle, ply and time, and the worst blunders
    #[arg(long, value_name = "FILE.html", groups = ["pages", "studies"])]
    summary: Option<PathBuf>,
    /// Write the positions with a missed mate, one SFEN per line, for `kumataka mate`
    #[arg(long, value_name = "FILE.sfen", group = "studies")]
    problems: Option<PathBuf>,
    /// Write the positions before blunders, one SFEN per line
    #[arg(long, value_name = "FILE.sfen", group = "studies")]
    exercises: Option<PathBuf>,
    /// Restrict --summary, --problems and --exercises to one player, by part of the name in any case; repeatable for
    /// other names of the player
    #[arg(long = "player", value_name = "NAME", requires = "studies")]
    pub(super) players: Vec<String>,
    /// Style of the pieces in pages [default: short]
    #[arg(long, value_name = "SET", value_enum, requires = "pages")]
    pieces: Option<PieceSet>,
    #[command(flatten)]
    language: LanguageArgs,
    /// Resume an interrupted run over the same files; --out and --html must be folders
    #[arg(long, conflicts_with_all = ["force", "part"])]
    resume: bool,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    notation: NotationArgs,
    #[command(flatten)]
    pub(super) part: PartArgs,
    #[command(flatten)]
    pub(super) game: GameArgs,
}

/// Games by the file as it was named and the number in it.
pub(super) type Done = HashSet<(String, usize)>;

/// Longest time for a position in seconds; a time given in milliseconds by mistake mostly exceeds it.
const LONGEST: u64 = 3_600;

fn parse_movetime(text: &str) -> Result<Duration, TimeError> {
    parse_seconds_up_to(LONGEST, text)
}

impl AnalyseArgs {
    /// The curve of expected results.
    pub(super) fn curve(&self, rules: Variant) -> Curve {
        self.scale.map_or_else(|| Curve::of(rules), |scale| Curve { scale: scale.into() })
    }

    pub(super) fn language(&self) -> Language {
        self.language.language()
    }

    /// The language of the reader, and the notation of moves.
    pub(super) fn style(&self, game: Variant) -> Style {
        let language = self.language();
        Style { language, notation: self.notation.notation(game, language) }
    }

    /// The requested records and pages.
    pub(super) fn places(&self, game: Variant, curve: Curve) -> Result<Places, AnalyseError> {
        let is_part = self.part.part.is_some();
        let places = Places {
            records: self.records()?,
            style: self.style(game),
            pages: self.pages(game, curve)?,
            // A part that was killed has written files of games that its own file lacks.
            resume: self.resume || is_part,
            overwrite: self.force,
        };
        if is_part && !places.are_folders() { Err(AnalyseError::OneFile) } else { Ok(places) }
    }

    fn records(&self) -> Result<Option<Destination>, AnalyseError> {
        let Some(path) = &self.out else { return Ok(None) };
        let failed = |source| AnalyseError::save(path, source);
        let destination = Destination::new(path, self.to, self.force).map_err(failed)?;
        let is_folder = destination.is_folder();
        if self.resume && !is_folder {
            return Err(AnalyseError::OneFileToResume("--out"));
        }
        destination.check().map_err(failed)?;
        Ok(Some(destination.in_steps(is_folder)))
    }

    fn pages(&self, game: Variant, curve: Curve) -> Result<Option<Pages>, AnalyseError> {
        let Some(path) = &self.html else { return Ok(None) };
        let Style { language, notation } = self.style(game);
        let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let pages = Pages {
            path: path.clone(),
            overwrite: self.force,
            language,
            looks: self.looks(game),
            notation,
            settings: self.settings(curve),
            network: self.eval.as_ref().map(name),
        };
        if self.resume && !pages.is_folder() {
            return Err(AnalyseError::OneFileToResume("--html"));
        }
        pages.check().map_err(|source| AnalyseError::save(path, source))?;
        Ok(Some(pages))
    }

    /// The looks of boards in pages.
    fn looks(&self, game: Variant) -> Looks {
        Looks::new(game, self.language.language(), self.notation.letters, self.pieces)
    }

    /// The requested files over all games.
    pub(super) fn studies(&self, game: Variant) -> Result<Studies, AnalyseError> {
        let Style { language, notation } = self.style(game);
        let studies = Studies {
            summary: self.summary.clone(),
            problems: self.problems.clone(),
            exercises: self.exercises.clone(),
            players: self.players.clone(),
            overwrite: self.force || self.resume,
            language,
            looks: self.looks(game),
            notation,
            earlier: None,
        };
        if self.resume && studies.are_wanted() && self.json.is_none() {
            return Err(AnalyseError::EarlierGames);
        }
        studies.check()?;
        Ok(studies)
    }

    /// Reads the results of earlier runs, if the work goes on.
    pub(super) fn earlier(&self) -> Result<Option<Earlier>, AnalyseError> {
        let path = self.json.as_deref().filter(|path| self.resume && !is_standard_stream(path));
        Ok(path.map(Earlier::read).transpose()?)
    }

    /// The files to read, once it is certain that the output can be written and replaces none of them.
    pub(super) fn jobs(&self, places: &Places) -> Result<(Vec<Job>, Inputs), AnalyseError> {
        let failed = |(path, source)| AnalyseError::Input { path, source };
        let jobs = jobs(&self.files, self.from.is_some()).map_err(failed)?;
        if jobs.is_empty() {
            return Err(AnalyseError::Nothing);
        }
        places.room_for(jobs.len())?;
        let inputs = Inputs::of(&jobs);
        if let Some(records) = &places.records {
            records.spare(&jobs, &inputs).map_err(|(path, source)| AnalyseError::save(&path, source))?;
        }
        // Parts would try out the same folders at once.
        if self.part.part.is_none() {
            places.try_out()?;
        }
        Ok((jobs, inputs))
    }

    /// The streams, and the games that an earlier run has completed in the file of JSON; none if there is no such file.
    pub(super) fn streams(&self, game: Variant, curve: Curve) -> Result<(Streams, Option<Done>), AnalyseError> {
        if self.resume && [&self.out, &self.html, &self.json].iter().all(|path| path.is_none()) {
            return Err(AnalyseError::NothingToResume);
        }
        let outputs = self.named().filter(|path| is_standard_stream(path)).count();
        if outputs > 1 {
            return Err(AnalyseError::OneOutput);
        }
        if let Some(path) = self.json.as_deref().filter(|path| !self.force && !self.resume && !is_standard_stream(path))
        {
            refuse_existing(path, FORCE)?;
        }
        let json = self.json.as_deref().map(|path| JsonFile::open(path, self.resume, curve)).transpose()?;
        let done = json.as_ref().map(|json| json.done().clone());
        let lines = (outputs == 0 && self.part.part.is_none()).then(|| Lines::new(self.style(game)));
        let has_files = self.named().any(|path| !is_standard_stream(path));
        Ok((Streams { lines, json, has_files, part: None }, done))
    }

    /// The files and folders to write.
    fn named(&self) -> impl Iterator<Item = &Path> {
        let named = [&self.out, &self.html, &self.json, &self.summary, &self.problems, &self.exercises];
        named.into_iter().flatten().map(PathBuf::as_path)
    }

    /// Lists the files and folders that the run has written; of an empty file the run has said why.
    pub(super) fn tell_written(&self) {
        let has_text = |path: &Path| fs::metadata(path).is_ok_and(|data| data.is_dir() || data.len() > 0);
        for path in self.named().filter(|path| !is_standard_stream(path) && has_text(path)) {
            tell!("{}", written(self.language(), path));
        }
    }

    /// Opens the file of a part, if the arguments ask for a part.
    pub(super) fn open(&self, game: Variant, curve: Curve, jobs: &[Job]) -> Result<Option<Opened>, AnalyseError> {
        let Some(share) = self.part.share()? else { return Ok(None) };
        let job = json!({
            "variant": game.name(), "files": sum_of(jobs), "from": self.from.map(|format| format.name()),
            "nodes": self.nodes, "milliseconds": self.nodes.is_none().then_some(self.movetime.as_millis() as u64),
            "threads": self.threads, "hash": self.hash, "multipv": self.multipv, "grade": self.grade.map(|grade| grade.to_string()), "variations": self.variations,
            "eval": described(self.eval.as_deref())?, "scale": curve.scale, "to": self.to.map(|format| format.name()),
        });
        Ok(Some(self.part.open(share, "analyse", Items::single(jobs.len() as u64), job)?))
    }

    /// Number of games analysed at a time, if there are that many.
    pub(super) fn games_at_a_time(&self) -> usize {
        self.concurrency.map_or_else(|| (processors() / usize::from(self.threads)).max(1), usize::from)
    }

    pub(super) fn model(&self, rules: Variant) -> Result<AnyModel, AnalyseError> {
        Ok(match &self.eval {
            Some(path) => AnyModel::load(rules, path)?,
            None => AnyModel::internal(rules)?,
        })
    }

    pub(super) fn analyst(&self, model: &AnyModel, curve: Curve) -> Result<Analyst, Trouble> {
        Ok(Analyst::new(model, self.hash as usize, self.settings(curve))?)
    }

    fn settings(&self, curve: Curve) -> Settings {
        let effort = self.nodes.map_or(Effort::Time(self.movetime), Effort::Nodes);
        Settings {
            effort,
            threads: self.threads.into(),
            lines: self.multipv.into(),
            curve,
            grade: self.grade,
            has_variations: self.variations,
        }
    }
}
