//! The openings of games: lines of a file, handicaps, or random moves that leave the game even.

use super::error::{MatchError, OpeningError};
use crate::any::{AnyEngine, AnyIllegality, AnyModel, AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::hash::spread;
use crate::game::{Dialect, MoveError, RuleChoices, Score, SfenMode};
use crate::jobs::command::Trouble;
use crate::jobs::files::{read_games, records_below};
use crate::jobs::terminal::Bar;
use crate::record::{Format, Outcome, Record, Step};
use crate::search::{Limits, SearchOptions};
use crate::variants::Variant;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// A start position with the first moves of a game.
#[derive(Clone)]
pub struct Opening {
    start: AnyPosition,
    moves: Vec<AnyMove>,
    position: AnyPosition,
}

impl Opening {
    /// The rules of a match count, whatever rules the moves were read by.
    fn new(mut start: AnyPosition, moves: Vec<AnyMove>, rules: &RuleChoices) -> Result<Self, OpeningError> {
        start.set_rules(rules);
        let mut position = start.clone();
        for &m in &moves {
            position.legality(m).map_err(|reason| illegal(&position, m, reason))?;
            position.make(m);
        }
        if position.verdict().is_some() { Err(OpeningError::Over) } else { Ok(Self { start, moves, position }) }
    }

    #[must_use]
    pub const fn start(&self) -> &AnyPosition {
        &self.start
    }

    #[must_use]
    pub fn moves(&self) -> &[AnyMove] {
        &self.moves
    }

    /// The position in which the engines take over.
    #[must_use]
    pub const fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The opening as a game record.
    #[must_use]
    pub fn record(&self) -> Record {
        let mut record = Record::new(self.start.clone());
        self.moves.iter().fold(Record::ROOT, |node, &m| record.push(node, Step::Move(m)));
        record
    }

    /// The opening as the text that follows `position` in the protocol.
    #[must_use]
    pub fn line(&self, dialect: Dialect) -> String {
        self.start.game_words(&self.moves, dialect)
    }
}

/// The openings of a match, by number.
pub enum Openings {
    /// A list of openings, which is used again from the first when it is exhausted.
    List(Vec<Opening>),
    Random(RandomOpenings),
}

/// Openings that are random moves and leave the game as even as its start position.
pub struct RandomOpenings {
    game: Variant,
    /// The start positions, which are used in turn.
    starts: Vec<AnyPosition>,
    seed: u64,
    plies: usize,
    rules: RuleChoices,
}

/// The default number of random plies.
pub const RANDOM_PLIES: usize = 8;
/// The usual number of plies of a game that has an end: somewhere before it engines have to take over.
const GAME_PLIES: usize = RANDOM_PLIES;
/// The greatest number of random plies; after more of them hardly any game is even.
pub const RANDOM_PLIES_LIMIT: usize = 60;

impl Openings {
    /// The game records of a file or of a whole folder, shuffled by `seed`.
    ///
    /// # Errors
    /// As those of [`read_openings`].
    pub fn from_file(
        game: Variant,
        path: &Path,
        plies: Option<usize>,
        seed: u64,
        rules: &RuleChoices,
    ) -> Result<Self, MatchError> {
        let mut list = read_openings(game, path, plies, rules)?;
        list.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        Ok(Self::List(list))
    }

    /// Openings of `plies` random moves from the start position.
    #[must_use]
    pub fn random(game: Variant, plies: usize, seed: u64, rules: &RuleChoices) -> Self {
        Self::Random(RandomOpenings { game, starts: vec![game.start()], seed, plies, rules: rules.clone() })
    }

    /// Openings that start from handicaps and continue with `plies` random moves.
    ///
    /// # Errors
    /// If the game has no handicap with one of the names.
    pub fn from_handicaps(
        game: Variant,
        names: &[String],
        plies: usize,
        seed: u64,
        rules: &RuleChoices,
    ) -> Result<Self, MatchError> {
        let find = |name: &String| {
            let known = || game.handicaps().iter().map(|handicap| handicap.name).collect::<Vec<_>>().join(", ");
            game.handicap(name)
                .ok_or_else(|| MatchError::Setting(format!("no handicap \"{name}\"; there are {}", known())))
        };
        let setting = |e: OpeningError| MatchError::Setting(e.to_string());
        let mut starts = Vec::new();
        for handicap in names.iter().map(find) {
            starts.push(game.read_sfen(handicap?.sfen, SfenMode::Strict).map_err(|e| setting(OpeningError::sfen(e)))?);
        }
        if plies > 0 {
            return Ok(Self::Random(RandomOpenings { game, starts, seed, plies, rules: rules.clone() }));
        }
        let openings = starts.into_iter().map(|start| Opening::new(start, Vec::new(), rules));
        openings.collect::<Result<_, _>>().map(Self::List).map_err(setting)
    }

    /// The number of openings before they repeat; `None` if they do not.
    #[must_use]
    pub fn count(&self) -> Option<usize> {
        match self {
            Self::List(list) => Some(list.len()),
            Self::Random(_) => None,
        }
    }

    /// A checksum of the openings, independent of their order and files; `None` for random ones.
    #[must_use]
    pub fn crc32(&self) -> Option<u32> {
        let Self::List(list) = self else { return None };
        let mut lines: Vec<String> = list.iter().map(|opening| opening.line(Dialect::Usual)).collect();
        lines.sort();
        Some(crc32fast::hash(lines.join("\n").as_bytes()))
    }

    /// The first `count` openings, or all if there are fewer. Random ones are made by `threads` threads.
    ///
    /// # Errors
    /// If the threads cannot be started, or there is no memory to judge random openings.
    pub fn first(&self, count: u64, threads: usize) -> Result<Vec<Opening>, Trouble> {
        let count = self.count().map_or(count, |length| count.min(length as u64));
        let bar = Bar::new(count, "{bar:20} {pos}/{len} openings");
        let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
        let make = |judge: &mut Judge, number| {
            let opening = self.get(number, judge);
            bar.inc(1);
            opening
        };
        let made = pool.install(|| (0..count).into_par_iter().map_init(Judge::new, make).collect());
        bar.finish_and_clear();
        made
    }

    /// The opening of the given number, which is always the same.
    ///
    /// # Errors
    /// If there is no memory to judge random openings.
    pub fn get(&self, number: u64, judge: &mut Judge) -> Result<Opening, Trouble> {
        match self {
            Self::List(list) => Ok(list[(number % list.len() as u64) as usize].clone()),
            Self::Random(random) => random.make(number, judge),
        }
    }
}

/// Reads the game records of a file or of a whole folder. A file whose extension names no format is read as lines of SFEN
/// or USI.
///
/// # Errors
/// If a file cannot be read, a game cannot be an opening, or there is none.
pub fn read_openings(
    game: Variant,
    path: &Path,
    plies: Option<usize>,
    rules: &RuleChoices,
) -> Result<Vec<Opening>, MatchError> {
    let read = |source| MatchError::Read { path: path.to_owned(), source };
    let mut list = Vec::new();
    for file in records_below(path, false).map_err(read)? {
        let failed = |line, source| MatchError::Opening { path: file.clone(), line, source };
        let format = Format::of_path(&file).unwrap_or(Format::USI);
        let games = read_games(game, &file, Some(format));
        let games = games.map_err(|source| MatchError::Games { path: file.clone(), source })?;
        for reading in games.readings {
            let opening = from_record(&reading.record, plies, rules);
            list.push(opening.map_err(|source| failed(reading.line, source))?);
        }
    }
    if list.is_empty() {
        return Err(MatchError::Setting(format!("{}: no openings", path.display())));
    }
    Ok(list)
}

fn from_record(record: &Record, plies: Option<usize>, rules: &RuleChoices) -> Result<Opening, OpeningError> {
    // The strict reading refuses a diagram that no game could have led to, because engines may not accept it.
    let start =
        record.start().variant().read_sfen(&record.start().sfen(), SfenMode::Strict).map_err(OpeningError::sfen)?;
    let moves: Vec<AnyMove> = record.main_line().map_while(|id| record.node(id).played()).collect();
    // What was broken off goes on; what has a result is over.
    let is_over = record.outcome().is_some_and(|(_, outcome)| outcome != Outcome::Undecided);
    let first = |plies: usize| Opening::new(start.clone(), moves[..plies.min(moves.len())].to_vec(), rules);
    match plies {
        Some(plies) => first(plies),
        None if is_over => first(GAME_PLIES),
        None => match first(usize::MAX) {
            Err(OpeningError::Over) => first(GAME_PLIES),
            whole => whole,
        },
    }
}

fn illegal(position: &AnyPosition, m: AnyMove, reason: AnyIllegality) -> OpeningError {
    OpeningError::Move(Box::new(MoveError::Illegal { text: position.variant().usi(m), reason }))
}

/// The centipawns by which a random opening may be better or worse than its start position.
const BALANCE: Score = 100;
/// The centipawns that each failed attempt adds to [`BALANCE`], so that the search for an opening ends.
const BALANCE_STEP: Score = 2;

impl RandomOpenings {
    /// Plays random legal moves from a start position, and repeats that until the result is about as even as the start.
    fn make(&self, number: u64, judge: &mut Judge) -> Result<Opening, Trouble> {
        // The generator scrambles its seed, so that the openings of neighbouring seeds and numbers have nothing in
        // common.
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(spread(self.seed).wrapping_add(number));
        let start = &self.starts[(number % self.starts.len() as u64) as usize];
        // The even start position is taken as worth zero, without a search.
        let worth = if start.sfen() == self.game.start_sfen() { 0 } else { judge.score_for_black(start)? };
        let mut allowed = BALANCE;
        loop {
            let opening = random_moves(start, &mut generator, self.plies)
                .and_then(|moves| Opening::new(start.clone(), moves, &self.rules).ok());
            if let Some(opening) = opening
                && (judge.score_for_black(opening.position())? - worth).abs() <= allowed
            {
                return Ok(opening);
            }
            allowed += BALANCE_STEP;
        }
    }
}

fn random_moves(start: &AnyPosition, generator: &mut impl RngExt, plies: usize) -> Option<Vec<AnyMove>> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies {
        let legal = position.legal_moves();
        let chosen = *legal.get(generator.random_range(0..legal.len().max(1)))?;
        position.make(chosen);
        moves.push(chosen);
    }
    Some(moves)
}

/// A short search that tells which openings are even.
pub struct Judge(Option<AnyEngine>);

const JUDGE_MEGABYTES: usize = 1;
const JUDGE_NODES: u64 = 5000;

impl Judge {
    #[must_use]
    pub const fn new() -> Self {
        Self(None)
    }

    /// The score of a position for Black. It depends on the position alone, because the search first forgets what it
    /// has learned from others.
    fn score_for_black(&mut self, position: &AnyPosition) -> Result<Score, Trouble> {
        let engine = match &mut self.0 {
            Some(engine) => engine,
            none => none.insert(AnyEngine::new(&AnyModel::internal(position.variant())?, JUDGE_MEGABYTES)?),
        };
        engine.new_game();
        let limits = Limits::nodes(JUDGE_NODES);
        let score = engine.think(position, limits, &SearchOptions::default(), &AtomicBool::new(false)).outcome.score;
        Ok(if position.side_to_move() == Color::Black { score } else { -score })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::game::chosen;
    use crate::record::usi;

    #[test]
    fn random_openings_are_the_same_again_and_differ() {
        for game in [Variant::Shogi, Variant::Tori] {
            let openings = Openings::random(game, 8, 7, &RuleChoices::default());
            let line = |judge: &mut Judge, number| openings.get(number, judge).unwrap().line(Dialect::Usual);
            let mut judge = Judge::new();
            let lines: Vec<String> = (0..20).map(|number| line(&mut judge, number)).collect();
            for number in [19, 3] {
                assert_eq!(lines[number as usize], line(&mut Judge::new(), number));
            }
            let different: std::collections::HashSet<_> = lines.iter().collect();
            assert_eq!(different.len(), 20);
            assert!(lines.iter().all(|line| line.split_whitespace().count() == 2 + 8), "{lines:?}");
        }
    }

    /// The swallow does not promote, and the game goes on all the same.
    #[test]
    fn openings_keep_the_rules_of_the_match() {
        let tori = Variant::Tori;
        let record = usi::read(tori, "sfen 3k3/7/3S3/7/7/7/3K3 b - 1 moves 4c4b 4a3b").unwrap().remove(0).record;
        let refused = from_record(&record, None, &RuleChoices::default()).err().map(|error| error.to_string());
        assert_eq!(refused.as_deref(), Some("4c4b: it must promote there"));
        let optional = chosen(tori, [&"ToriPromotion=optional".to_owned()]).unwrap();
        let by_its_own = from_record(&record, None, &optional).unwrap();
        assert_eq!(by_its_own.moves().len(), 2);
        let foul = usi::read(tori, "sfen 3k3/7/3S3/7/7/7/3K3 b - 1 moves 4c4b").unwrap().remove(0).record;
        assert!(from_record(&foul, None, &RuleChoices::default()).is_err());
        assert!(from_record(&foul, None, &optional).is_ok());
    }

    #[test]
    fn a_whole_game_gives_its_first_plies() {
        let shuffle = "2h1h 8b9b 1h2h 9b8b 2h3h 8b7b 3h2h 7b8b 2h4h 8b6b";
        let mated = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2g 1 moves 5i5h 5a4a 5h5i 4a5a 5i5h 5a4a 5h5i 4a5a G*5b";
        let plies = |line: &str, plies| {
            let record = usi::read(Variant::Shogi, line).unwrap().remove(0).record;
            from_record(&record, plies, &RuleChoices::default()).map(|opening| opening.moves().len())
        };
        let resigned = &format!("startpos moves {shuffle} resign");
        for (line, wanted, expected) in [
            (&format!("startpos moves {shuffle}")[..], None, Some(10)),
            (resigned, None, Some(GAME_PLIES)),
            (resigned, Some(10), Some(10)),
            (resigned, Some(11), Some(10)),
            (mated, None, Some(GAME_PLIES)),
            (mated, Some(9), None),
            ("startpos moves 7g7f resign", None, Some(1)),
        ] {
            assert_eq!(plies(line, wanted).ok(), expected, "{line}, {wanted:?}");
        }
    }

    #[test]
    fn handicaps_by_name() {
        let options = &RuleChoices::default();
        let names = ["2-piece".to_owned(), "香落ち".to_owned()];
        let openings = Openings::from_handicaps(Variant::Shogi, &names, 0, 1, options).unwrap();
        assert!(
            openings.get(0, &mut Judge::new()).unwrap().line(Dialect::Usual).starts_with("sfen lnsgkgsnl/9/ppppppppp/")
        );
        assert!(openings.get(3, &mut Judge::new()).unwrap().line(Dialect::Usual).starts_with("sfen lnsgkgsn1/1r5b1/"));
        assert!(Openings::from_handicaps(Variant::Tori, &names, 0, 1, options).is_err());
    }

    #[test]
    fn random_moves_keep_the_worth_of_a_handicap() {
        let names = ["4-piece".to_owned(), "lance".to_owned()];
        let openings = Openings::from_handicaps(Variant::Shogi, &names, 6, 1, &RuleChoices::default()).unwrap();
        let judge = &mut Judge::new();
        let starts =
            names.map(|name| Variant::Shogi.read_sfen(Variant::Shogi.handicap(&name).unwrap().sfen, SfenMode::Strict));
        let worths = starts.map(|start| judge.score_for_black(&start.unwrap()).unwrap());
        assert!(worths[0].abs() > 500, "{worths:?}");
        let mut lines = std::collections::HashSet::new();
        for number in 0..20 {
            let opening = openings.get(number, judge).unwrap();
            assert_eq!(opening.moves().len(), 6);
            let change = judge.score_for_black(opening.position()).unwrap() - worths[number as usize % 2];
            assert!(change.abs() <= 2 * BALANCE, "{change}");
            lines.insert(opening.line(Dialect::Usual));
        }
        assert_eq!(lines.len(), 20);
    }
}
