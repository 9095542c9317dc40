//! `kumataka selfplay`: games of the engine against itself, written as training records.

pub mod openings;

use crate::any::Compiled;
use crate::arena::MatchError;
use crate::eval::{EvaluationModel as _, INTERNAL, NetworkError};
use crate::game::{Playable, Score, SfenMode, hash};
use crate::jobs::command::{Command, Output, Trouble, refuse_existing};
use crate::jobs::game::GameArgs;
use crate::jobs::parts::{Items, Merged, Opened, PartArgs, PartError, described};
use crate::jobs::terminal::{Meter, Stream, interruption};
use crate::learning::networks::network;
use crate::opening::BookError;
use crate::search::NoThread;
use crate::tell;
use crate::training::samples::{self, PackedError, PackedGame, PackedWriter};
use crate::training::selfplay::{Branching, MOST_BRANCHES, PlyRange, SelfPlayOptions, Starts, Variety, play};
use crate::with_networked_game;
use crate::words::counted;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use clap::{Args, value_parser};
use openings::NaturalOpenings;
use rand::RngExt;
use rand::rngs::SmallRng;
use serde_json::{Value, json};
use std::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// Play games of the engine against itself and save them for training.
///
/// Games start with random moves, from handicaps, or mostly from openings if some are given. Each position is stored
/// with its score in four bytes, those of --branches in more. Ctrl-C loses only the games in progress; the same command
/// with --append adds more to the file. With --part, games depend on seed and number alone, not on the threads, and take somewhat longer.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka selfplay --games 10000 --nodes 1000 --threads 2 --out games.kgr
  kumataka selfplay --games 10000 --threads 2 --out games.kgr --append
  kumataka selfplay --games 10000 --eval shogi.kmt --seed 2 --out games2.kgr
  kumataka selfplay --games 10000 --nodes 60 --book '<internal>' \\
      --lines games.kgr --vary 10 --play-out 90 --out more.kgr
  kumataka selfplay --variant torishogi --games 10000 --seed 7 --out birds.kgr
  kumataka selfplay --games 10000 --part 3/64 --into generation1
  kumataka merge generation1 --out games.kgr")]
pub struct SelfPlayArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Number of games to play
    #[arg(long, default_value_t = 1000, value_parser = value_parser!(u64).range(1..))]
    games: u64,
    /// Nodes per move
    #[arg(long, default_value_t = 1000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Positions from the search tree of each move to score and store as well
    #[arg(long, value_name = "POSITIONS", default_value_t = 0, value_parser = value_parser!(u32).range(..=MOST_BRANCHES as i64))]
    branches: u32,
    /// Nodes per position of --branches; 0 stores the static evaluation [default: half of --nodes]
    #[arg(long, value_name = "NODES")]
    branch_nodes: Option<u64>,
    /// Games to play at a time, one per thread
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Seed for all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Evaluate with the network in this file, or with `<handmade>` to start from nothing [default: the built-in
    /// evaluation]
    #[arg(long, value_name = "FILE", default_value = INTERNAL, hide_default_value = true)]
    eval: String,
    /// Start games with the moves of an opening book: a file, or `<internal>` for the built-in one
    #[arg(long, value_name = "FILE")]
    book: Option<String>,
    /// Start games from the openings in a file or folder, as in "kumataka match"
    #[arg(long, value_name = "PATH")]
    openings: Option<PathBuf>,
    /// Start games from early positions of the games in this file from "kumataka selfplay"
    #[arg(long, value_name = "FILE")]
    lines: Option<PathBuf>,
    /// Percentage of the moves up to ply 40 chosen at random from the best four within --margin
    #[arg(long, value_name = "PERCENT", default_value_t = Variety::default().percent, value_parser = value_parser!(u32).range(..=100))]
    vary: u32,
    /// Margin of --vary below the best move, in centipawns
    #[arg(long, value_name = "CP", default_value_t = Variety::default().margin, value_parser = value_parser!(i32).range(0..=1000))]
    margin: Score,
    /// Random moves at the start of games without an opening: a number, or a range that the games cycle through
    #[arg(long, value_name = "PLIES", default_value_t = SelfPlayOptions::default().random_plies)]
    random_plies: PlyRange,
    /// Draw another opening if the first search finds a greater advantage, in centipawns
    #[arg(long, value_name = "CP", default_value_t = SelfPlayOptions::default().opening_limit, value_parser = value_parser!(i32).range(1..=10_000))]
    balance: Score,
    /// End a game once both sides have agreed on this score for six plies, in centipawns
    #[arg(long, value_name = "CP", default_value_t = SelfPlayOptions::default().adjudication_score, value_parser = value_parser!(i32).range(100..=30_000))]
    agreed: Score,
    /// Percentage of games played to their end, whatever the scores
    #[arg(long, value_name = "PERCENT", default_value_t = SelfPlayOptions::default().played_out, value_parser = value_parser!(u32).range(..=100))]
    play_out: u32,
    /// Start one game in 25 from the positions in this file, one SFEN per line; "kumataka records collect" finds some
    #[arg(long, value_name = "FILE")]
    starts: Option<PathBuf>,
    /// File to write
    #[arg(long, value_name = "FILE", required_unless_present = "part", conflicts_with = "part")]
    out: Option<PathBuf>,
    /// Add to the file if it exists; the new games differ even with the same seed
    #[arg(long, conflicts_with = "force", requires = "out")]
    append: bool,
    /// Overwrite the file if it exists
    #[arg(long, requires = "out")]
    force: bool,
    #[command(flatten)]
    part: PartArgs,
}

/// Games of `--lines` held in memory, at half a kilobyte each.
pub const LINES_KEPT: usize = 100_000;
/// Percent of the games that start from a handicap.
const HANDICAP_PERCENT: u32 = 5;
/// Percent of the games that start from one of the positions in `--starts`.
const STARTS_PERCENT: u32 = 4;
/// Random plies behind those positions: fewer than usual, to keep the traits for which they were chosen.
const STARTS_RANDOM_PLIES: usize = 2;

/// The start positions of games: some from handicaps and chosen positions, most from natural openings if there are any,
/// the rest the even position.
pub struct StartPool<G: Compiled> {
    /// Chosen positions, for some of the games.
    starts: Vec<G::Position>,
    /// Openings for most of the others.
    pub openings: NaturalOpenings<G>,
}

impl<G: Compiled> StartPool<G> {
    /// A pool with only the even position.
    pub const fn new(game: G) -> Self {
        Self { starts: Vec::new(), openings: NaturalOpenings::new(game) }
    }

    /// Reads positions in SFEN, one a line.
    fn read_starts(game: G, path: &Path) -> Result<Self, SelfPlayError> {
        let text =
            fs::read_to_string(path).map_err(|source| SelfPlayError::Starts { path: path.to_owned(), source })?;
        let read = |(number, line): (usize, &str)| {
            let position = game.read_sfen(line, SfenMode::Strict);
            let error = |source: G::SfenError| (path.to_owned(), number + 1, source.into());
            position.map_err(error).map_err(|(path, line, source)| SelfPlayError::Start { path, line, source })
        };
        let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        Ok(Self { starts: lines.map(read).collect::<Result<_, _>>()?, ..Self::new(game) })
    }
}

impl<G: Compiled> Starts<G> for StartPool<G> {
    fn draw(&self, rng: &mut SmallRng, random_plies: usize) -> (G::Position, usize) {
        let (chance, game) = (rng.random_range(0..100), self.openings.game());
        let handicaps = game.handicaps();
        if chance < HANDICAP_PERCENT && !handicaps.is_empty() {
            let chosen = handicaps[rng.random_range(0..handicaps.len())].sfen;
            if let Ok(position) = game.read_sfen(chosen, SfenMode::Strict) {
                return (position, random_plies);
            }
        }
        if chance >= 100 - STARTS_PERCENT && !self.starts.is_empty() {
            return (self.starts[rng.random_range(0..self.starts.len())].clone(), STARTS_RANDOM_PLIES);
        }
        self.openings.draw(rng).map_or_else(|| (game.start(), random_plies), |position| (position, 0))
    }
}

/// The reason why games could not be played or kept.
#[derive(Debug, Error)]
pub enum SelfPlayError {
    #[error(transparent)]
    Record(#[from] PackedError),
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error("the book {path}: {source}")]
    Book { path: PathBuf, source: BookError },
    #[error(transparent)]
    Openings(#[from] MatchError),
    #[error("{path}: {source}")]
    Starts { path: PathBuf, source: io::Error },
    #[error("{path}, line {line}: {source}")]
    Start { path: PathBuf, line: usize, source: Box<dyn Error + Send + Sync> },
    #[error(transparent)]
    Part(#[from] PartError),
    #[error("a part holds what is no game")]
    NoGame,
    #[error("stopped by Ctrl-C after {games} of {}; --append adds more games to the file", counted(*wanted, "game"))]
    Interrupted { games: u64, wanted: u64 },
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl From<NoThread> for SelfPlayError {
    fn from(error: NoThread) -> Self {
        Trouble::from(error).into()
    }
}

/// Plays the games of the command line; Ctrl-C ends them early.
impl Command for SelfPlayArgs {
    type Error = SelfPlayError;
    const NEEDS_THREADS: bool = true;

    fn run(&self) -> Result<(), SelfPlayError> {
        if let Some(out) = self.out.as_ref().filter(|_| !self.append && !self.force) {
            refuse_existing(out, "--append adds to it, --force overwrites it")?;
        }
        let stop = interruption()?;
        with_networked_game!(self.game.variant(), game => Run { args: self, stop: &stop }.run_for(game))
    }
}

impl SelfPlayArgs {
    /// Number of games already in the file to append to.
    fn held(&self, game: &str) -> Result<u64, PackedError> {
        match self.out.as_ref().filter(|_| self.append) {
            Some(out) => Ok(samples::held(out, game)?.games as u64),
            None => Ok(0),
        }
    }

    /// The options of self-play, for a file that already holds this number of games.
    fn options<G: Playable>(&self, game: G, held: u64) -> SelfPlayOptions {
        // A game depends on the seed and on its number in the run, and each run counts anew.
        let seed = if held == 0 { self.seed } else { hash::mix(hash::mix(self.seed) ^ held) };
        SelfPlayOptions {
            games: self.games,
            nodes: self.nodes,
            threads: self.threads.into(),
            seed,
            alone: self.part.part.is_some(),
            random_plies: self.random_plies,
            opening_limit: self.balance,
            adjudication_score: self.agreed,
            played_out: self.play_out,
            variety: Variety { percent: self.vary, margin: self.margin, ..Variety::default() },
            branching: Branching { positions: self.branches, nodes: self.branch_nodes() },
            max_plies: game.longest_selfplay(),
            ..SelfPlayOptions::default()
        }
    }

    fn branch_nodes(&self) -> u64 {
        self.branch_nodes.unwrap_or(self.nodes.div_ceil(2))
    }

    /// Everything that determines the games of a part.
    fn job(&self, game: &str) -> Result<Value, PartError> {
        let named = |name: &Option<String>| described(name.as_deref().map(Path::new));
        Ok(json!({
            "variant": game, "games": self.games, "nodes": self.nodes, "seed": self.seed,
            "eval": described(Some(Path::new(&self.eval)))?, "book": named(&self.book)?,
            "openings": described(self.openings.as_deref())?, "lines": described(self.lines.as_deref())?,
            "starts": described(self.starts.as_deref())?,
            "branches": self.branches, "branch-nodes": self.branch_nodes(),
            "vary": self.vary, "margin": self.margin, "play-out": self.play_out,
            "random-plies": self.random_plies.to_string(), "balance": self.balance, "agreed": self.agreed,
        }))
    }
}

/// Counts the games of all parts, and writes them into a file, if one is named, in the order of their numbers.
///
/// # Errors
/// If the parts cannot be read, or the file cannot be written.
pub fn merge(parts: &Merged, out: Option<&Path>) -> Result<(), SelfPlayError> {
    let game = parts.header.job["variant"].as_str().unwrap_or_default();
    let (mut games, mut positions) = (0_u64, 0);
    let mut writer = out.map(|out| PackedWriter::append(out, game)).transpose()?;
    parts.for_each(&mut |_, value| {
        let body = value.as_str().and_then(|text| BASE64_STANDARD.decode(text).ok());
        let game = body.and_then(|body| PackedGame::from_body(&body)).ok_or(SelfPlayError::NoGame)?;
        (games, positions) = (games + 1, positions + game.plies.len());
        writer.as_mut().map_or(Ok(()), |writer| writer.write(&game))?;
        Ok::<(), SelfPlayError>(())
    })?;
    Ok(Output::lock().say(format_args!("{}, {positions} positions", counted(games, "game")))?)
}

struct Run<'a> {
    args: &'a SelfPlayArgs,
    stop: &'a AtomicBool,
}

impl Run<'_> {
    fn run_for<G: Compiled>(self, game: G) -> Result<(), SelfPlayError> {
        let args = self.args;
        let model = network(game, &args.eval)?;
        let mut starts = match &args.starts {
            Some(path) => StartPool::read_starts(game, path)?,
            None => StartPool::new(game),
        };
        args.book.iter().try_for_each(|name| starts.openings.add_book(args.game.variant(), name))?;
        args.openings.iter().try_for_each(|path| starts.openings.add_lines(args.game.variant(), path))?;
        args.lines.iter().try_for_each(|path| starts.openings.add_games(path, LINES_KEPT))?;
        let options = args.options(game, args.held(game.name())?);
        type Take<'t> = &'t mut dyn FnMut(u64, PackedGame) -> Result<(), SelfPlayError>;
        let play = |wanted: &(dyn Fn(u64) -> bool + Sync), take: Take<'_>| {
            play::<G, _, _>(&starts, &|| model.evaluator(), &options, wanted, self.stop, take)
        };
        if let Some(share) = args.part.share()? {
            let (items, job) = (Items::single(args.games), args.job(game.name())?);
            let Opened::Begun(mut part) = args.part.open(share, "selfplay", items, job)? else { return Ok(()) };
            let done = part.done().clone();
            let mut take = |number, game: PackedGame| Ok(part.add(number, BASE64_STANDARD.encode(game.body()).into())?);
            play(&|number| share.has(items, number) && !done.contains(&number), &mut take)?;
            return Ok(part.finish()?);
        }
        let Some(out) = &args.out else { return Ok(()) };
        if args.force && out.exists() {
            fs::remove_file(out).map_err(Trouble::file(out))?;
        }
        let mut writer = PackedWriter::append(out, game.name())?;
        let meter = Meter::new(args.games, "{bar:30} {msg} {eta}", Stream::Error);
        let (mut games, mut positions) = (0, 0);
        let rate = |positions| positions as f64 / meter.elapsed().as_secs_f64().max(0.001);
        play(&|_| true, &mut |_, record| {
            positions += record.plies.len();
            writer.write(&record)?;
            games += 1;
            meter.set(games, format!("{games}/{} games, {positions} positions, {:.0}/s", args.games, rate(positions)));
            Ok(())
        })?;
        meter.leave();
        let (rate, file) = (rate(positions), out.display());
        tell!("{games} games, {positions} positions, {rate:.0} positions/s, in {file}");
        if self.stop.load(Ordering::Relaxed) && games < args.games {
            return Err(SelfPlayError::Interrupted { games, wanted: args.games });
        }
        Ok(())
    }
}
