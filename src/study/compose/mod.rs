//! The command `kumataka compose`, which makes problems of mate and hisshi from games.

mod composer;
pub(in crate::study) mod diagram;
mod games;
mod hisshi;
mod kind;
mod sheets;
mod words;

pub use sheets::write as merge;

use crate::any::AnySolver;
use crate::jobs::command::{Beside, Command, Trouble, workers};
use crate::jobs::files::{NotSaved, try_out};
use crate::jobs::game::GameArgs;
use crate::jobs::language::LanguageArgs;
use crate::jobs::parts::{Items, Merged, Opened, PartArgs, PartError, PartFile, Share, to_value};
use crate::jobs::terminal::interruption;
use crate::memory::NoRoom;
use crate::tell;
use crate::variants::Variant;
use crate::words::InLanguage;
use clap::{Args, value_parser};
use composer::{Aim, Composer, Found};
use games::Games;
use rayon::prelude::*;
use serde_json::json;
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use thiserror::Error;

/// Make mate and hisshi problems from games.
///
/// When the side to move has a mate, all pieces that the mate does not need are removed, also the attacker's king; in
/// games with drops, the defender gets the missing pieces in hand. A problem is kept if its solution is unique: before
/// the last move, every other check of the attacker is proved to fail, including other promotions and distances. No
/// piece is left in the attacker's hand, and no two problems are the same, mirrored or shifted.
///
/// With --hisshi, each problem has exactly one move that is hisshi, a threat of mate that cannot be parried. There is
/// no mate by checks, and every other first move is proved to fail.
///
/// The folder gets a file for each length and grade, easiest problems first, for `kumataka play` and `kumataka mate`.
/// After Ctrl-C, the same command resumes the work.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka compose games.kgr --out problems/
  kumataka compose games/ --length 3-7 --out problems/
  kumataka compose --hisshi games.kgr --out hisshi/
  kumataka compose --variant torishogi birds.kgr --out birds/
  kumataka compose games.kgr --part 3/8 --into made
  kumataka merge made --out problems/")]
pub struct ComposeArgs {
    /// Files from `kumataka selfplay`, game records (CSA, KIF, KI2, JKF, USI), or folders of these
    #[arg(required = true, value_name = "FILE|FOLDER")]
    games: Vec<PathBuf>,
    #[command(flatten)]
    game: GameArgs,
    /// Lengths of the problems, in moves of both sides: a number or a range
    #[arg(long, value_name = "MOVES", default_value = "1-13")]
    length: Lengths,
    /// Make one-move hisshi problems
    #[arg(long, conflicts_with = "length")]
    hisshi: bool,
    /// Node limit of each mate search, and a hundred times as many for a hisshi; positions that need more are skipped
    #[arg(long, default_value_t = 4_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of threads, each with a game of its own [default: the number of processors]
    #[arg(long, value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory per thread, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = value_parser!(u32).range(1..))]
    hash: u32,
    #[command(flatten)]
    language: LanguageArgs,
    /// Folder for the sheets of problems and the unfinished work
    #[arg(long, value_name = "FOLDER", required_unless_present = "part", conflicts_with = "part")]
    out: Option<PathBuf>,
    /// Overwrite existing sheets
    #[arg(long, requires = "out")]
    force: bool,
    #[command(flatten)]
    part: PartArgs,
}

/// Lengths of problems: a number, or a range with both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lengths {
    least: usize,
    most: usize,
}

/// Longest problems that can be asked for.
const LONGEST: usize = 99;

/// A text that names no lengths.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is neither a length from 1 to {LONGEST} nor a range such as 3-7")]
pub struct NoLengths(String);

impl InLanguage for NoLengths {
    fn japanese(&self) -> String {
        format!("1から{LONGEST}までの手数か、3-7のような範囲を書いてください")
    }
}

impl FromStr for Lengths {
    type Err = NoLengths;

    fn from_str(text: &str) -> Result<Self, NoLengths> {
        let number = |text: &str| text.parse().ok().filter(|length| (1..=LONGEST).contains(length));
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        let lengths = number(least).zip(number(most)).filter(|(least, most)| least <= most);
        lengths.map(|(least, most)| Self { least, most }).ok_or_else(|| NoLengths(text.to_owned()))
    }
}

impl Lengths {
    const fn range(self) -> RangeInclusive<usize> {
        self.least..=self.most
    }
}

/// The reason why no problems were made, or not from all games.
#[derive(Debug, Error)]
pub enum ComposeError {
    #[error("{0} has no problems of this kind: the first check wins")]
    CheckWins(Variant),
    #[error("games and files that could not be read: {0}")]
    Faults(usize),
    #[error(transparent)]
    Save(#[from] NotSaved),
    #[error("a part holds what is no result of a game")]
    NoResult,
    #[error(transparent)]
    Part(#[from] PartError),
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl InLanguage for ComposeError {
    fn japanese(&self) -> String {
        match self {
            Self::CheckWins(game) => format!("{game}は王手をすれば勝ちなので、問題を作れません"),
            Self::Faults(faults) => format!("読めない対局やファイルが{faults}件あります"),
            Self::Save(error) => error.japanese(),
            Self::NoResult => "対局の結果でないものがあります".to_owned(),
            Self::Part(error) => error.japanese(),
            Self::Trouble(error) => error.japanese(),
        }
    }
}

impl Command for ComposeArgs {
    type Error = ComposeError;

    const JAPANESE: Option<&'static str> = Some(include_str!("compose.ja.toml"));

    fn run(&self) -> Result<(), ComposeError> {
        let stop = interruption()?;
        self.run_until(&stop)
    }

    fn explain(&self, error: &ComposeError) -> String {
        error.text_in(self.language.language())
    }
}

/// A game by its number, with the moves in it and the problems made from it.
struct Made {
    index: usize,
    plies: usize,
    problems: Vec<Found>,
}

impl ComposeArgs {
    /// Makes problems from all games, until they are done or the flag is raised.
    fn run_until(&self, stop: &AtomicBool) -> Result<(), ComposeError> {
        let variant = self.game.variant_of(&self.games);
        if variant.check_wins() {
            return Err(ComposeError::CheckWins(variant));
        }
        if let Some(out) = &self.out {
            try_out(out, true).map_err(Trouble::file(out))?;
        }
        let games = Games::find(variant, &self.games, self.language.language());
        games.faults.iter().for_each(|fault| tell!("{fault}"));
        if let Opened::Begun(part) = self.open(variant, &games)? {
            self.work(variant, &games, part, stop)?;
        }
        if let Some(out) = &self.out {
            let parts = Merged::open(std::slice::from_ref(out), false)?;
            merge(&parts, Some(out), self.force)?;
        }
        if games.faults.is_empty() { Ok(()) } else { Err(ComposeError::Faults(games.faults.len())) }
    }

    /// Opens the file of the part. All games together are one part, which lies beside the sheets.
    fn open(&self, variant: Variant, games: &Games) -> Result<Opened, ComposeError> {
        let job = json!({
            "variant": variant.name(), "games": games.described()?, "nodes": self.nodes, "hash": self.hash,
            "length": format!("{}-{}", self.length.least, self.length.most), "hisshi": self.hisshi,
            "lang": self.language.language().code(),
        });
        let whole = || PartArgs { part: None, into: self.out.clone() };
        let (share, part) = match self.part.share()? {
            Some(share) => (share, self.part.clone()),
            None => (Share { part: 1, count: 1 }, whole()),
        };
        Ok(part.open(share, COMMAND, Items::single(games.len() as u64), job)?)
    }

    fn work(
        &self,
        variant: Variant,
        games: &Games,
        mut part: Box<PartFile>,
        stop: &AtomicBool,
    ) -> Result<(), ComposeError> {
        let wanted = part.wanted();
        let pool = workers(self.threads.unwrap_or(0).into()).build().map_err(Trouble::from)?;
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            let wanted = &wanted;
            let work = move || pool.install(|| self.compose_all(variant, games, wanted, stop, &sender));
            let composing = Beside::begin(scope, work)?;
            let mut result = Ok(());
            for Made { index, plies, problems } in receiver {
                let problems = to_value(&problems);
                result = result.and_then(|()| part.add(index as u64, json!({ "plies": plies, "problems": problems })));
                // What cannot be kept need not be made.
                stop.fetch_or(result.is_err(), Ordering::Relaxed);
            }
            result?;
            composing.end().unwrap_or(Ok(())).map_err(|no_room| ComposeError::from(Trouble::from(no_room)))
        })?;
        Ok(part.finish()?)
    }

    /// Sends the problems of the wanted games in any order.
    fn compose_all(
        &self,
        variant: Variant,
        games: &Games,
        wanted: &[u64],
        stop: &AtomicBool,
        sender: &Sender<Made>,
    ) -> Result<(), NoRoom> {
        let composer = || {
            let solver = AnySolver::new(variant, self.hash as usize)?;
            let aim = if self.hisshi { Aim::Hisshi } else { Aim::Mate(self.length.range()) };
            Ok(Composer { solver, aim, nodes: self.nodes, stop, tried: HashSet::new() })
        };
        wanted.par_iter().with_max_len(1).try_for_each_init(composer, |composer, &item| {
            let composer = composer.as_mut().map_err(|no_room: &mut NoRoom| *no_room)?;
            let index = item as usize;
            let (plies, problems) = match games.game(index) {
                _ if stop.load(Ordering::Relaxed) => return Ok(()),
                Some(game) => (game.moves.len(), composer.problems(&game.start, &game.moves)),
                None => (0, Some(Vec::new())),
            };
            // Sending fails only if the results cannot be kept.
            problems.into_iter().for_each(|problems| drop(sender.send(Made { index, plies, problems })));
            Ok(())
        })
    }
}

/// The name of the command in the files of its parts.
const COMMAND: &str = "compose";
