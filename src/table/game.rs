//! A game at the table: the moves so far, those taken back, and its end.

use crate::any::{AnyIllegality, AnyMove, AnyPosition, AnySfenError};
use crate::board::Color;
use crate::game::{self, Declaration, MoveError, RuleChoices, RuleError};
use crate::jobs::files::{FileError, read_each_game};
use crate::record::{Ending, Outcome, ReadError, Reading, Reason, Record, Step, header};
use crate::variants::Variant;
use crate::words::InLanguage;
use std::path::Path;
use std::time::Duration;
use thiserror::Error;

/// A move and the time it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Played<M> {
    m: M,
    spent: Duration,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    pub reason: game::End,
    /// From the viewpoint of the side to move.
    pub ending: Ending,
    pub outcome: Outcome,
}

impl End {
    /// The end of a game with `side` to move.
    pub fn new(reason: game::End, winner: Option<Color>, side: Color) -> Self {
        let ending = Ending::of(reason, winner, side);
        let outcome = ending.outcome(side);
        Self { reason, ending, outcome }
    }
}

/// The reason why something is no game for the table.
#[derive(Debug, Error)]
pub enum NoGame {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("the rules in force forbid {usi}: {reason}")]
    Forbidden { usi: String, reason: AnyIllegality },
    #[error(transparent)]
    Start(#[from] AnySfenError),
    #[error(transparent)]
    Move(#[from] MoveError<AnyIllegality>),
    #[error(transparent)]
    Rule(#[from] RuleError),
    #[error(transparent)]
    Content(#[from] serde_json::Error),
}

impl InLanguage for NoGame {
    fn japanese(&self) -> String {
        match self {
            Self::File(error) => error.japanese(),
            Self::Forbidden { usi, reason } => format!("今の規則では{usi}は反則です：{}", reason.japanese()),
            Self::Start(error) => error.japanese(),
            Self::Move(error) => error.japanese(),
            Self::Rule(error) => error.japanese(),
            Self::Content(error) => error.japanese(),
        }
    }
}

/// Reads the first game of a file, with its reader's warnings.
///
/// # Errors
/// If it holds none that can be read.
pub fn read_first(game: Variant, path: &Path) -> Result<Reading, FileError> {
    let (_, games) = read_each_game(game, path, None)?;
    let first = games.into_iter().next().ok_or(ReadError { line: 1, reason: Reason::Empty })?;
    Ok(first.map_err(|broken| broken.error)?)
}

/// A game that is being played.
#[derive(Clone)]
pub struct Game {
    start: AnyPosition,
    /// `[color]`
    names: [String; 2],
    moves: Vec<Played<AnyMove>>,
    /// Moves taken back; the last element is the first to be replayed.
    undone: Vec<Played<AnyMove>>,
    position: AnyPosition,
    end: Option<End>,
}

impl Game {
    /// A game from `start` between players of these names. `[color]`
    pub fn new(start: AnyPosition, names: [String; 2]) -> Self {
        let position = start.clone();
        let mut game = Self { start, names, moves: Vec::new(), undone: Vec::new(), position, end: None };
        game.look_for_end();
        game
    }

    /// A game under these rules that continues the main line of a record. The record's ending is dropped, so that it
    /// can go on.
    ///
    /// # Errors
    /// If the rules forbid one of its moves.
    pub fn of_record(record: &Record, rules: &RuleChoices, names: [String; 2]) -> Result<Self, NoGame> {
        let mut start = record.start().clone();
        start.set_rules(rules);
        let mut game = Self::new(start, names);
        for id in record.main_line() {
            let Some(&Step::Move(m)) = record.node(id).step() else { break };
            if let Err(reason) = game.position.legality(m) {
                return Err(NoGame::Forbidden { usi: game.position.variant().usi(m), reason });
            }
            game.play(m, record.node(id).time.map_or(Duration::ZERO, |time| time.spent));
        }
        Ok(game)
    }

    pub const fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// The moves so far, each with its time.
    pub fn moves(&self) -> impl Iterator<Item = (AnyMove, Duration)> {
        self.moves.iter().map(|played| (played.m, played.spent))
    }

    pub const fn position(&self) -> &AnyPosition {
        &self.position
    }

    pub fn side(&self) -> Color {
        self.position.side_to_move()
    }

    pub fn name(&self, side: Color) -> &str {
        &self.names[side.index()]
    }

    pub fn rename(&mut self, side: Color, name: String) {
        self.names[side.index()] = name;
    }

    /// The number of moves so far.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    pub fn last(&self) -> Option<AnyMove> {
        self.moves.last().map(|played| played.m)
    }

    pub const fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: AnyMove, spent: Duration) {
        self.undone.clear();
        self.advance(Played { m, spent });
    }

    fn advance(&mut self, played: Played<AnyMove>) {
        self.position.make(played.m);
        self.moves.push(played);
        self.look_for_end();
    }

    /// Takes back up to `count` moves, and first an end that was not a move; returns the number of moves.
    pub fn undo(&mut self, count: usize) -> usize {
        let count = count.min(self.moves.len());
        self.end = None;
        let kept = self.moves.len() - count;
        self.undone.extend(self.moves.drain(kept..).rev());
        self.position = self.start.clone();
        for played in &self.moves {
            self.position.make(played.m);
        }
        self.look_for_end();
        count
    }

    /// Replays up to `count` moves that were taken back; returns their number.
    pub fn redo(&mut self, count: usize) -> usize {
        let count = count.min(self.undone.len());
        for _ in 0..count {
            let Some(played) = self.undone.pop() else { break };
            self.advance(played);
        }
        count
    }

    fn look_for_end(&mut self) {
        let verdict = self.position.verdict();
        self.end = verdict.map(|verdict| End::new(verdict.reason.into(), verdict.winner, self.side()));
    }

    /// Ends the game by something other than a move.
    pub fn end_by(&mut self, reason: game::End, winner: Option<Color>) {
        self.end = Some(End::new(reason, winner, self.side()));
    }

    /// The side to move gives up.
    pub fn resign(&mut self) {
        self.end_by(game::End::Resignation, Some(!self.side()));
    }

    /// The side to move has run out of time.
    pub fn lose_on_time(&mut self) {
        self.end_by(game::End::Time, Some(!self.side()));
    }

    /// The side to move has broken the rules.
    pub fn lose_by_foul(&mut self) {
        self.end_by(game::End::IllegalMove, Some(!self.side()));
    }

    /// The game ends without a result.
    pub fn break_off(&mut self) {
        self.end_by(game::End::Interruption, None);
    }

    /// The players agree on a draw.
    pub fn agree_on_draw(&mut self) {
        self.end_by(game::End::Agreement, None);
    }

    /// The players agree on an impasse; without a winner it is a draw.
    pub fn agree_on_impasse(&mut self, winner: Option<Color>) {
        let counted = if winner.is_some() { Declaration::Win } else { Declaration::Draw };
        self.end_by(game::End::Declared(counted), winner);
    }

    /// True if the game is over without a winner.
    pub fn is_drawn(&self) -> bool {
        self.end().is_some_and(|end| end.outcome == Outcome::Draw)
    }

    /// True if one side has given the other a handicap.
    pub fn has_handicap(&self) -> bool {
        self.record().handicap().is_some_and(|handicap| !handicap.is_even())
    }

    /// Declares for the side to move. The game ends unless the declaration would lose; its result is returned either
    /// way.
    pub fn declare(&mut self) -> Declaration {
        let declaration = self.position.declaration();
        if declaration != Declaration::Loss {
            let winner = (declaration == Declaration::Win).then(|| self.side());
            self.end_by(game::End::Declared(declaration), winner);
        }
        declaration
    }

    /// The record of the game so far, with its end if it has one.
    pub fn record(&self) -> Record {
        let mut record = Record::new(self.start.clone());
        record.headers.set(header::BLACK, self.name(Color::Black));
        record.headers.set(header::WHITE, self.name(Color::White));
        let mut node = Record::ROOT;
        for played in &self.moves {
            node = record.push(node, Step::Move(played.m));
            record.set_measured_time(node, played.spent);
        }
        if let Some(end) = &self.end {
            record.push(node, Step::End(end.ending.clone()));
        }
        record
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::jobs::game::chosen;

    fn game(moves: &str) -> Game {
        let mut game = Game::new(Variant::Shogi.start(), [String::from("Habu"), String::from("Fujii")]);
        for text in moves.split_whitespace() {
            let m = game.position().parse_move(text).unwrap();
            game.play(m, Duration::from_secs(1));
        }
        game
    }

    #[test]
    fn moves_are_taken_back_and_come_again() {
        let mut game = game("7g7f 3c3d 2g2f");
        let sfen = game.position().sfen();
        assert_eq!((game.undo(2), game.plies(), game.side()), (2, 1, Color::White));
        assert_eq!((game.redo(1), game.plies()), (1, 2));
        assert_eq!((game.redo(9), game.position().sfen()), (1, sfen));
        assert_eq!((game.undo(9), game.undo(1), game.plies()), (3, 0, 0));
        game.play(game.position().parse_move("2g2f").unwrap(), Duration::ZERO);
        assert_eq!(game.redo(1), 0, "a new move forgets those that were taken back");
    }

    #[test]
    fn a_game_ends_once_and_an_end_is_taken_back() {
        let mut game = game("7g7f 3c3d");
        game.resign();
        assert_eq!(game.end().unwrap().outcome, Outcome::Win(Color::White));
        assert_eq!(game.record().outcome(), Some((&Ending::Resignation, Outcome::Win(Color::White))));
        game.undo(0);
        assert_eq!(game.end(), None);
        assert_eq!((game.declare(), game.end()), (Declaration::Loss, None));
        let line = "5i5h 5a5b 5h5i 5b5a ".repeat(3);
        let mut repeated = self::game(&line);
        assert_eq!(repeated.end().unwrap().ending, Ending::Repetition);
        repeated.undo(0);
        assert_eq!(repeated.end().unwrap().ending, Ending::Repetition);
        repeated.undo(1);
        assert_eq!(repeated.end(), None);
    }

    /// A game kept with such a move could not be resumed.
    #[test]
    fn a_record_that_breaks_the_rules_in_force_is_refused() {
        let tori = Variant::Tori;
        let line = "sfen 3k3/7/3S3/7/7/7/3K3 b - 1 moves 4c4b 4a3b";
        let record = crate::record::usi::read(tori, line).unwrap().remove(0).record;
        let refused = "the rules in force forbid 4c4b: it must promote there".to_owned();
        let optional = chosen(tori, [&"ToriPromotion=optional".to_owned()]).unwrap();
        for (rules, expected) in [(RuleChoices::default(), Err(refused)), (optional, Ok(2))] {
            let game = Game::of_record(&record, &rules, [String::new(), String::new()]);
            assert_eq!(game.map(|game| game.plies()).map_err(|error| error.to_string()), expected);
        }
    }

    #[test]
    fn a_record_keeps_the_game() {
        let mut played = game("7g7f 3c3d 2g2f");
        played.undo(1);
        let record = played.record();
        let again = Game::of_record(&record, &RuleChoices::default(), [String::from("a"), String::from("b")]).unwrap();
        assert_eq!((again.plies(), again.position().sfen()), (2, played.position().sfen()));
        assert_eq!(record.headers.get(header::BLACK), Some("Habu"));
    }
}
