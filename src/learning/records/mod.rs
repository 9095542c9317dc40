//! `kumataka records`: the tools for files of training games.

pub mod agree;
pub mod predict;

use crate::any::{AnyMove, AnyPosition, KernelPosition};
use crate::eval::{Evaluated, EvaluationModel as _, INTERNAL, NetworkError};
use crate::game::{End, PlayablePosition, Reason, Score, Verdict};
use crate::jobs::command::{Command, FORCE, Output, Trouble, refuse_existing, workers};
use crate::jobs::game::{EvaluatorOf, GameArgs};
use crate::jobs::terminal::{Meter, Stream, interruption};
use crate::learning::networks::network;
use crate::search::{STACK_SIZE, Searcher};
use crate::system::Replacement;
use crate::training::rescore::rescore;
use crate::training::samples::{
    Branch, GameResult, PackedError, PackedGame, PackedReader, PackedWriter, Ply, read_game,
};
use crate::training::selfplay::end_by;
use crate::training::statistics::Statistics;
use crate::variants::Variant;
use crate::words::counted;
use crate::{tell, with_any_game, with_any_networked_game, with_networked_game};
use clap::{Args, Subcommand, value_parser};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// Count, verify, merge, shuffle and re-score training games, and compare networks on them.
///
/// Of a truncated or damaged file, the games before the damage are used. The exit status is 1 if the damage is before
/// the last game.
///
/// After Ctrl-C, the exit status is 1: stats, verify and agree report the results so far, rescore keeps the finished
/// games, and the other commands write nothing. An incomplete result never replaces an existing file.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka records stats games.kgr
  kumataka records verify games.kgr more.kgr
  kumataka records merge games.kgr more.kgr --shuffle 1 --out all.kgr
  kumataka records rescore games.kgr --eval shogi.kmt --nodes 1000 \\
      --out again.kgr
  kumataka records collect games.kgr --out starts.sfen
  kumataka records predict fresh.kgr --eval '<internal>' --eval new.kmt
  kumataka records agree positions.jsonl --eval '<internal>' --eval new.kmt")]
pub struct RecordsArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Print counts: games, positions, lengths, results, ends, scores
    Stats {
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Play every game through and compare its result with the rules
    Verify {
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Write the games of all files into one
    Merge {
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Shuffle the games with this seed
        #[arg(long, value_name = "SEED")]
        shuffle: Option<u64>,
        #[command(flatten)]
        target: Target,
    },
    /// Search every position again; store the new scores with the old moves and results
    Rescore(RescoreArgs),
    /// Collect start positions for other games: with an entered king, or balanced and late in a game
    Collect {
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        target: Target,
    },
    Predict(predict::PredictArgs),
    Agree(agree::AgreeArgs),
}

#[derive(Args, Debug)]
struct RescoreArgs {
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Nodes per position
    #[arg(long, default_value_t = 1000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Evaluate with the network in this file [default: the built-in evaluation]
    #[arg(long, value_name = "FILE", default_value = INTERNAL, hide_default_value = true)]
    eval: String,
    /// Number of search threads [default: the number of processors]
    #[arg(long, value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    target: Target,
}

/// The file that a command writes.
#[derive(Args, Debug)]
struct Target {
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Overwrite the file if it exists
    #[arg(long)]
    force: bool,
}

/// The reason why the games could not be processed.
#[derive(Debug, Error)]
pub enum RecordsError {
    #[error(transparent)]
    Record(#[from] PackedError),
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error("{} is read as well: name another file to write", .0.display())]
    ReadToo(PathBuf),
    #[error("{path}: {source}")]
    Collected { path: PathBuf, source: io::Error },
    #[error("there are fewer than two games with quiet positions: play more with \"kumataka selfplay\"")]
    TooFewGames,
    #[error("{}, line {line}: {told}", path.display())]
    Line { path: PathBuf, line: usize, told: String },
    #[error("there are no positions in the files")]
    NoPositions,
    #[error("damaged games and files: {0}")]
    Faults(usize),
    #[error("stopped by Ctrl-C: {} was not written", .0.display())]
    Interrupted(PathBuf),
    #[error("stopped by Ctrl-C after {}", counted(*.games, "game"))]
    Stopped { games: u64 },
    #[error("stopped by Ctrl-C after {}", counted(*.positions, "position"))]
    StoppedAgreeing { positions: usize },
    #[error("{flaw}; {} stays as it is", path.display())]
    Kept { path: PathBuf, flaw: Box<Self> },
    #[error("stopped by Ctrl-C: {} and {} so far", counted(*.games, "game"), counted(*.faults, "fault"))]
    Unverified { games: u64, faults: usize },
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

/// Runs the subcommand.
impl Command for RecordsArgs {
    type Error = RecordsError;

    fn run(&self) -> Result<(), RecordsError> {
        self.act(&*interruption()?)
    }
}

impl RecordsArgs {
    fn act(&self, stop: &AtomicBool) -> Result<(), RecordsError> {
        let variant = self.game.variant();
        match &self.action {
            Action::Stats { files } => print_statistics(variant.name(), files, stop),
            Action::Verify { files } => verify(variant, files, stop),
            Action::Merge { files, shuffle, target } => merge(variant.name(), files, *shuffle, target, stop),
            Action::Rescore(args) => with_networked_game!(variant, game => rescore_all(game, args, stop)),
            Action::Collect { files, target } => collect(variant, files, target, stop),
            Action::Predict(args) => with_any_networked_game!(variant, game => predict::run(game, args, stop)),
            Action::Agree(args) => with_any_networked_game!(variant, game => agree::run(game, args, stop)),
        }
    }
}

/// The items of `games` until Ctrl-C.
fn until<T>(stop: &AtomicBool, games: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    games.take_while(|_| !stop.load(Ordering::Relaxed))
}

/// Ends the reading of a file, unless Ctrl-C has ended it. A last game that was cut off is reported but is no error, as
/// self-play goes on behind the one before it.
///
/// # Errors
/// If a damaged game hides others.
fn finish(path: &Path, reader: PackedReader, stop: &AtomicBool) -> Result<(), PackedError> {
    if reader.damaged_bytes() == 0 || stop.load(Ordering::Relaxed) {
        return Ok(());
    }
    reader.finish(path)?;
    tell!("{}: the last game was cut off and is left out", path.display());
    Ok(())
}

/// Ends the reading as [`finish`] does, and reports a damaged game. Returns the number of files that have one: 1 or 0.
fn damage(path: &Path, reader: PackedReader, stop: &AtomicBool) -> Result<usize, PackedError> {
    let bytes = reader.damaged_bytes();
    match finish(path, reader, stop) {
        Err(PackedError::Damaged { .. }) => {
            tell!("{}: {bytes} bytes behind the last whole game are damaged", path.display());
            Ok(1)
        }
        finished => finished.map(|()| 0),
    }
}

/// The error for damaged games and files, if there were any.
fn faulty(faults: usize) -> Option<RecordsError> {
    (faults > 0).then_some(RecordsError::Faults(faults))
}

fn print_statistics(game: &str, files: &[PathBuf], stop: &AtomicBool) -> Result<(), RecordsError> {
    let mut statistics = Statistics::default();
    let mut faults = 0;
    for file in files {
        let mut reader = PackedReader::open(file, game)?;
        until(stop, reader.by_ref()).for_each(|game| statistics.add(&game));
        faults += damage(file, reader, stop)?;
    }
    write!(Output::lock(), "{statistics}").map_err(Trouble::from)?;
    if stop.load(Ordering::Relaxed) {
        return Err(RecordsError::Stopped { games: statistics.games as u64 });
    }
    faulty(faults).map_or(Ok(()), Err)
}

/// Prints every fault, and ends with an error if there are any.
fn verify(variant: Variant, files: &[PathBuf], stop: &AtomicBool) -> Result<(), RecordsError> {
    let mut output = Output::lock();
    let (mut games, mut faults) = (0, 0);
    for path in files {
        let mut reader = PackedReader::open(path, variant.name())?;
        for (number, game) in until(stop, reader.by_ref()).enumerate() {
            games += 1;
            if let Some(fault) = fault(variant, &game) {
                faults += 1;
                output.say(format_args!("{}: game {}: {fault}", path.display(), number + 1))?;
            }
        }
        if reader.damaged_bytes() > 0 && !stop.load(Ordering::Relaxed) {
            faults += 1;
            output.say(format_args!(
                "{}: {} bytes behind the last whole game",
                path.display(),
                reader.damaged_bytes()
            ))?;
        }
    }
    if stop.load(Ordering::Relaxed) {
        return Err(RecordsError::Unverified { games, faults });
    }
    output.say(format_args!("{}, {}", counted(games, "game"), counted(faults, "fault")))?;
    faulty(faults).map_or(Ok(()), Err)
}

/// The fault in the record of a game, if there is one.
fn fault(variant: Variant, record: &PackedGame) -> Option<String> {
    let Some(mut position) = start(variant, record) else {
        return Some(format!("the start \"{}\" cannot be read", record.start));
    };
    let mut branches = record.branches.iter().enumerate().peekable();
    for (index, &ply) in record.plies.iter().enumerate() {
        if position.verdict().is_some() {
            return Some(format!("it goes on after its end at ply {index}"));
        }
        while let Some((number, branch)) = branches.next_if(|(_, branch)| usize::from(branch.at) == index) {
            if !is_legal(position.clone(), branch) {
                return Some(format!("branch {} has a move that is not legal", number + 1));
            }
        }
        let Some(m) = legal(&position, ply) else {
            return Some(format!("move {} is not legal", index + 1));
        };
        position.make(m);
    }
    if let Some((number, _)) = branches.next() {
        return Some(format!("branch {} is out of order", number + 1));
    }
    let (result, end) = (record.result, record.reason);
    match position.verdict() {
        Some(Verdict { winner, reason }) if GameResult::of(winner) != result || !tells(end, reason) => {
            Some(format!("it ended by {reason:?} as {:?}, not by {end:?} as {result:?}", GameResult::of(winner)))
        }
        None if is_by_rule(end) && !takes(&position, end) => Some(format!("it had not ended by {end:?}")),
        _ => None,
    }
}

/// True if an end in a file agrees with the reason by the rules. Version 1 of the files has no codes for some of them.
fn tells(end: End, reason: Reason) -> bool {
    let is_untold = matches!(reason, Reason::RoyalLost | Reason::BareKing | Reason::Check);
    end == reason.into()
        || end == End::Rules(Reason::NoMoves) && is_untold
        || end == End::Claim && reason == Reason::Try
}

/// True if the rules can see this end. They cannot see self-play's limit of moves.
const fn is_by_rule(end: End) -> bool {
    matches!(end, End::Rules(reason) if !matches!(reason, Reason::MaxMoves))
}

/// True if the side to move could claim a win with this end.
fn takes(position: &AnyPosition, end: End) -> bool {
    fn ends<P: PlayablePosition>(position: &P, end: End) -> bool {
        position.claim().is_some_and(|claim| end_by(position, claim) == end)
    }
    match position.kernel() {
        KernelPosition::Drops(position) => ends(position, end),
        KernelPosition::Large(position) => ends(&**position, end),
        KernelPosition::Wide(position) => ends(&**position, end),
    }
}

/// The start position of a game; none if its text cannot be read.
fn start(variant: Variant, record: &PackedGame) -> Option<AnyPosition> {
    with_any_game!(variant, game => record.start_position(game).map(AnyPosition::from))
}

/// The move of a ply. Kings may be left en prise where the rules let them.
fn legal(position: &AnyPosition, ply: Ply) -> Option<AnyMove> {
    position.variant().move_of_bits(ply.move_bits.into()).filter(|&m| position.legality(m).is_ok())
}

/// True if the moves of a branch, which begins at `position`, and its best move are legal.
fn is_legal(mut position: AnyPosition, branch: &Branch) -> bool {
    for &move_bits in &branch.moves {
        let Some(m) = legal(&position, Ply { move_bits, score: 0 }) else { return false };
        position.make(m);
    }
    legal(&position, branch.best).is_some()
}

/// Opens files of games, all of them before anything is written.
fn open_all(game: &str, files: &[PathBuf]) -> Result<Vec<PackedReader>, PackedError> {
    files.iter().map(|path| PackedReader::open(path, game)).collect()
}

/// The result of writing a file.
struct Written {
    /// Message about it.
    told: String,
    /// The reason why something is missing, if it is.
    flaw: Option<RecordsError>,
}

impl Target {
    /// Lets `write` write the file, which must not be among the input `files`, and prints its message. The old file
    /// stays until the new one is complete, and for good if the new one has a flaw.
    fn write(
        &self,
        files: &[PathBuf],
        write: impl FnOnce(&Path) -> Result<Written, RecordsError>,
    ) -> Result<(), RecordsError> {
        if !self.force {
            refuse_existing(&self.out, FORCE)?;
        }
        let is_out = |file: PathBuf| self.out.canonicalize().is_ok_and(|out| out == file);
        if files.iter().any(|file| file.canonicalize().is_ok_and(is_out)) {
            return Err(RecordsError::ReadToo(self.out.clone()));
        }
        let (new, _) = Replacement::of(&self.out).map_err(Trouble::file(&self.out))?;
        let Written { told, flaw } = write(new.path())?;
        match flaw {
            Some(flaw) if self.out.exists() => Err(RecordsError::Kept { path: self.out.clone(), flaw: Box::new(flaw) }),
            flaw => {
                new.take_place().map_err(Trouble::file(&self.out))?;
                Output::lock().say(told)?;
                flaw.map_or(Ok(()), Err)
            }
        }
    }

    /// An error if Ctrl-C has left the file incomplete, which makes it useless.
    fn unless_stopped(&self, stop: &AtomicBool) -> Result<(), RecordsError> {
        if stop.load(Ordering::Relaxed) { Err(RecordsError::Interrupted(self.out.clone())) } else { Ok(()) }
    }
}

fn merge(
    game: &str,
    files: &[PathBuf],
    shuffle: Option<u64>,
    target: &Target,
    stop: &AtomicBool,
) -> Result<(), RecordsError> {
    let readers = open_all(game, files)?;
    target.write(files, |path| {
        let mut writer = PackedWriter::append(path, game)?;
        let (mut order, mut faults) = (Vec::new(), 0);
        for (index, (file, mut reader)) in files.iter().zip(readers).enumerate() {
            let mut start = reader.place();
            while !stop.load(Ordering::Relaxed) && reader.next().is_some() {
                order.push((index, start..reader.place()));
                start = reader.place();
            }
            faults += damage(file, reader, stop)?;
        }
        if let Some(seed) = shuffle {
            order.shuffle(&mut SmallRng::seed_from_u64(seed));
        }
        let open = |path: &PathBuf| fs::File::open(path).map_err(Trouble::file(path));
        let mut files = files.iter().map(open).collect::<Result<Vec<_>, _>>()?;
        for (file, place) in until(stop, order.iter()) {
            if let Some(game) = read_game(&mut files[*file], place.clone()) {
                writer.write(&game)?;
            }
        }
        target.unless_stopped(stop)?;
        let told = format!("{} in {}", counted(order.len(), "game"), target.out.display());
        Ok(Written { told, flaw: faulty(faults) })
    })
}

fn rescore_all<G: Evaluated>(game: G, args: &RescoreArgs, stop: &AtomicBool) -> Result<(), RecordsError> {
    const MEGABYTES: usize = 2;
    let model = network(game, &args.eval)?;
    let threads = args.threads.unwrap_or(0).into();
    let pool = workers(threads).stack_size(STACK_SIZE).build().map_err(Trouble::from)?;
    let searcher = || Searcher::<G, EvaluatorOf<G>>::new(MEGABYTES, model.evaluator()).map(Mutex::new);
    let searchers = (0..pool.current_num_threads()).map(|_| searcher()).collect::<Result<Vec<_>, _>>();
    let searchers = searchers.map_err(Trouble::from)?;
    let again = |record: &PackedGame| {
        let position = record.start_position(game)?;
        // Each thread has its searcher: the lock is always free.
        let mut searcher = searchers[rayon::current_thread_index()?].lock().ok()?;
        Some(rescore(record, position, &mut searcher, args.nodes))
    };
    rescore_files(game.name(), args, &pool, &again, stop)
}

/// Writes the result of `again` for every game, computed on the threads of the pool.
fn rescore_files(
    game: &str,
    args: &RescoreArgs,
    pool: &ThreadPool,
    again: &(dyn Fn(&PackedGame) -> Option<PackedGame> + Sync),
    stop: &AtomicBool,
) -> Result<(), RecordsError> {
    /// Games between two writes, for each thread.
    const GAMES: usize = 16;
    let readers = open_all(game, &args.files)?;
    args.target.write(&args.files, |path| {
        let mut writer = PackedWriter::append(path, game)?;
        let unless_stopped = |record: &PackedGame| if stop.load(Ordering::Relaxed) { None } else { again(record) };
        let meter = Meter::new(None, "{spinner} {msg}", Stream::Error);
        let mut faults = 0;
        for (file, mut reader) in args.files.iter().zip(readers) {
            loop {
                let games: Vec<PackedGame> =
                    until(stop, reader.by_ref()).take(GAMES * pool.current_num_threads()).collect();
                if games.is_empty() {
                    break;
                }
                let rescored: Vec<_> = pool.install(|| games.par_iter().filter_map(unless_stopped).collect());
                rescored.iter().try_for_each(|game: &PackedGame| writer.write(game))?;
                let done = meter.position() + rescored.len() as u64;
                meter.set(done, counted(done, "game").to_string());
            }
            faults += damage(file, reader, stop)?;
        }
        meter.clear();
        let games = meter.position();
        let told = format!("{} in {}", counted(games, "game"), args.target.out.display());
        let stopped = stop.load(Ordering::Relaxed).then_some(RecordsError::Stopped { games });
        Ok(Written { told, flaw: stopped.or_else(|| faulty(faults)) })
    })
}

/// Greatest balanced score, in centipawns.
const BALANCED: Score = 600;
/// Plies after which a balanced position counts as late.
const LATE: usize = 100;

/// Writes at most two positions of each game: the first with an entered king, and the last late balanced one.
fn collect(variant: Variant, files: &[PathBuf], target: &Target, stop: &AtomicBool) -> Result<(), RecordsError> {
    let failed = |source| RecordsError::Collected { path: target.out.clone(), source };
    let readers = open_all(variant.name(), files)?;
    target.write(files, |path| {
        let mut out = io::BufWriter::new(fs::File::create(path).map_err(failed)?);
        let (mut counts, mut faults) = ([0, 0], 0);
        for (file, mut reader) in files.iter().zip(readers) {
            for game in until(stop, reader.by_ref()) {
                for (count, position) in counts.iter_mut().zip(remarkable(variant, &game)) {
                    if let Some(position) = position {
                        *count += 1;
                        writeln!(out, "{}", position.sfen()).map_err(failed)?;
                    }
                }
            }
            faults += damage(file, reader, stop)?;
        }
        out.flush().map_err(failed)?;
        target.unless_stopped(stop)?;
        let told = format!("{} with an entered king, {} late and balanced", counts[0], counts[1]);
        Ok(Written { told, flaw: faulty(faults) })
    })
}

/// The first position with an entered king and a score that leaves the game open, and the last late balanced one.
fn remarkable(variant: Variant, record: &PackedGame) -> [Option<AnyPosition>; 2] {
    /// Greatest score at which the game is still open; beyond it the kings do not matter.
    const OPEN: Score = 2000;
    let mut found = [None, None];
    let Some(mut position) = start(variant, record) else { return found };
    for (index, &ply) in record.plies.iter().enumerate() {
        let Some(m) = legal(&position, ply) else { break };
        let score = Score::from(ply.score).abs();
        if found[0].is_none() && score <= OPEN && position.has_king_in_camp() {
            found[0] = Some(position.clone());
        }
        if index >= LATE && score <= BALANCED {
            found[1] = Some(position.clone());
        }
        position.make(m);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameMove as _;

    fn record(moves: &[&str], result: GameResult, reason: End) -> PackedGame {
        let mut position = Variant::Shogi.start();
        let plies = moves.iter().map(|text| {
            let m = position.parse_move(text).unwrap();
            position.make(m);
            Ply { move_bits: m.to_bits() as u16, score: 0 }
        });
        PackedGame { start: String::new(), result, reason, plies: plies.collect(), branches: Vec::new() }
    }

    #[test]
    fn faults_are_found() {
        let good = record(&["7g7f", "3c3d"], GameResult::Draw, End::Rules(Reason::MaxMoves));
        assert_eq!(fault(Variant::Shogi, &good), None);
        let unended = PackedGame { reason: End::Rules(Reason::NoMoves), ..good.clone() };
        assert!(fault(Variant::Shogi, &unended).unwrap().contains("had not ended"));
        let mut illegal = good.clone();
        illegal.plies.swap(0, 1);
        assert!(fault(Variant::Shogi, &illegal).unwrap().contains("move 1 is not legal"));
        for &variant in Variant::ALL {
            for move_bits in [0, 1, 0x3fff, u16::MAX] {
                let damaged = PackedGame { plies: vec![Ply { move_bits, score: 0 }], ..good.clone() };
                assert!(fault(variant, &damaged).unwrap().contains("move 1 is not legal"), "{variant}: {move_bits}");
            }
        }
        let [black, white] = [good.plies[0], good.plies[1]];
        let branch =
            |at, moves: &[Ply], best| Branch { at, moves: moves.iter().map(|ply| ply.move_bits).collect(), best };
        let with = |branches: &[Branch]| PackedGame { branches: branches.to_vec(), ..good.clone() };
        let (first, second) = (branch(0, &[black], white), branch(1, &[], white));
        assert_eq!(fault(Variant::Shogi, &with(&[first.clone(), second.clone()])), None);
        assert!(fault(Variant::Shogi, &with(&[second.clone(), first])).unwrap().contains("branch 2 is out of order"));
        for wrong in [branch(1, &[black], white), branch(1, &[white], white)] {
            let fault = fault(Variant::Shogi, &with(&[second.clone(), wrong])).unwrap();
            assert!(fault.contains("branch 2 has a move that is not legal"), "{fault}");
        }
        let unreadable = PackedGame { start: "9/9".to_owned(), ..good };
        assert!(fault(Variant::Shogi, &unreadable).unwrap().contains("9/9"));
        let shuffle = ["3i4h", "7a6b", "4h3i", "6b7a"].repeat(3);
        let fourfold = record(&shuffle, GameResult::Draw, End::Rules(Reason::Repetition));
        assert_eq!(fault(Variant::Shogi, &fourfold), None);
        let wrong = PackedGame { result: GameResult::BlackWins, ..fourfold };
        assert!(fault(Variant::Shogi, &wrong).unwrap().contains("ended by"));
        let longer = record(&[&shuffle[..], &["7g7f"]].concat(), GameResult::Draw, End::Rules(Reason::MaxMoves));
        assert!(fault(Variant::Shogi, &longer).unwrap().contains("goes on after its end at ply 12"));
    }

    #[test]
    fn entered_kings_and_late_balanced_positions_are_collected() {
        let entering = PackedGame {
            start: "4k4/9/9/K8/9/9/9/9/9 b RB2G2S2N2L9Prb2g2s2n2l9p 1".to_owned(),
            ..record(&[], GameResult::Draw, End::Rules(Reason::MaxMoves))
        };
        let mut position = start(Variant::Shogi, &entering).unwrap();
        let mut plies = Vec::new();
        for text in ["9d9c", "5a4a", "9c9b"] {
            let m = position.parse_move(text).unwrap();
            position.make(m);
            plies.push(Ply { move_bits: m.to_bits() as u16, score: 100 });
        }
        let [entered, late] = remarkable(Variant::Shogi, &PackedGame { plies, ..entering });
        assert!(entered.unwrap().sfen().starts_with("4k4/9/K8/") && late.is_none());
    }
}
