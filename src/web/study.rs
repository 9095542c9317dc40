//! A record that is studied: its tree, the place in it that is shown, and the verdicts of an analysis.

use super::phrase::Phrase;
use super::source::{Source, title};
use crate::analysis::{Analysis, Curve, Ply, Settings, Voice};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::Score;
use crate::jobs::game::named_by;
use crate::jobs::notation::Notation;
use crate::record::{Format, NodeId, ReadError, ReadGame, Reading, Record, Step, header};
use crate::report::steps::{mark, told};
use crate::study::analyse::Exercise;
use crate::variants::Variant;
use crate::words::Language;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of the next record on the board.
static NUMBER: AtomicU64 = AtomicU64::new(0);

/// Most moves of a line that a search expects; further ones are guesses.
const LONGEST_LINE: usize = 30;

/// A verdict on a move of the main line.
#[derive(Clone)]
pub struct Verdict {
    pub class: &'static str,
    pub sign: &'static str,
    /// The remarks on it.
    pub said: Phrase,
    /// Expected result for Black behind it.
    pub expected: f64,
    /// The score for Black behind it.
    pub score: Phrase,
    /// The line that was better from the position before it; empty if it was the best move.
    better: Vec<AnyMove>,
    /// The line that answers a faulty move; empty behind another.
    refutation: Vec<AnyMove>,
    /// The position before a mistake, as an exercise.
    exercise: Option<Exercise>,
}

impl Verdict {
    /// The verdict on a move played in `position`.
    pub fn of(position: &AnyPosition, ply: &Ply<AnyMove>) -> Self {
        let said = |language| {
            let notation = Notation::of(position.variant(), language, None, false);
            let text = |position: &AnyPosition, last, m| notation.text(position, last, m);
            told(position, ply, Voice { language, text: &text })
        };
        let for_black = |score: Score| if ply.side == Color::Black { score } else { -score };
        let cut = |line: &[AnyMove]| line[..line.len().min(LONGEST_LINE)].to_vec();
        let (class, sign) = mark(ply);
        let is_faulty = ply.fault().is_some();
        Self {
            class,
            sign,
            said: Phrase::written(said),
            expected: if ply.side == Color::Black { ply.expected_after } else { 1.0 - ply.expected_after },
            score: Phrase::written(|language| language.score(for_black(ply.after))),
            better: if ply.is_best() { Vec::new() } else { cut(ply.before.line()) },
            refutation: if is_faulty { cut(&ply.refutation) } else { Vec::new() },
            exercise: Exercise::of_mistake("", position, ply),
        }
    }

    pub fn has_better(&self) -> bool {
        !self.better.is_empty()
    }

    pub fn has_refutation(&self) -> bool {
        !self.refutation.is_empty()
    }
}

/// A game as it was analysed: moves that are tried later are not in it.
#[derive(Clone)]
pub struct Analysed {
    pub record: Record,
    pub analysis: Analysis<AnyMove>,
    /// The settings of the search.
    pub settings: Settings,
    /// The name of the network, unless it is the game's own.
    pub network: Option<String>,
}

/// Progress of the analysis of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Progress {
    #[default]
    None,
    Running,
    /// It ends with the moves that are judged.
    Stopping,
    Stopped,
    Done,
}

/// A question about a position for the mate solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// Is there a mate?
    Mate,
    /// Its solution as composers want it, with other ones.
    Solution,
    /// Is there a hisshi of one or three moves?
    Hisshi,
    /// Can the threat of the side that has moved be parried?
    Parry,
}

/// A record on the board.
pub struct Study {
    /// Another one for each record.
    pub number: u64,
    /// Name of the file.
    pub name: String,
    pub record: Record,
    pub here: NodeId,
    /// The games of all files with the names of these, of which the record is one.
    games: Vec<(String, Reading)>,
    pub game: usize,
    pub verdicts: HashMap<NodeId, Verdict>,
    pub progress: Progress,
    /// The question about the position shown that the solver works at.
    pub asked: Option<Question>,
    /// Accuracy of both sides after an analysis. `[color]`
    pub accuracy: [Option<f64>; 2],
    /// The game that was analysed last, for its page.
    pub analysed: Option<Analysed>,
    /// The sides whose mistakes are practised: those of people in a game that was played here. `[color]`
    pub sides: [bool; 2],
}

impl Study {
    /// Studies a game from its end, or a file of many from the start of its first.
    pub fn new(name: String, record: Record, at_end: bool) -> Self {
        let end = || record.main_line().filter(|&id| matches!(record.node(id).step(), Some(Step::Move(_)))).last();
        let here = at_end.then(end).flatten().unwrap_or(Record::ROOT);
        Self {
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            name,
            here,
            record,
            games: Vec::new(),
            game: 0,
            verdicts: HashMap::new(),
            progress: Progress::None,
            asked: None,
            accuracy: [None; 2],
            analysed: None,
            sides: [true; 2],
        }
    }

    /// Practises the mistakes of these sides alone.
    pub fn with_sides(self, sides: [bool; 2]) -> Self {
        Self { sides, ..self }
    }

    /// Reads files, with what their readers complain of. Files beside others may be none of records.
    pub fn read(files: &[Source], usual: Variant) -> Result<(Self, Vec<Phrase>), Phrase> {
        let (mut games, mut complaints) = (Vec::new(), Vec::new());
        for file in files {
            match read_file(file, usual) {
                Ok((read, told)) => {
                    games.extend(read.into_iter().map(|reading| (file.name.clone(), reading)));
                    complaints.extend(told);
                }
                Err(reason) if files.len() == 1 => return Err(reason),
                Err(reason) => {
                    let told = |language| format!("{}: {}", file.name, reason.text(language));
                    complaints.push(Phrase::written(told));
                }
            }
        }
        let first = games.first().map(|(_, reading)| reading.record.clone()).ok_or_else(no_record)?;
        Ok((Self { games, ..Self::new(title(files), first, false) }, complaints))
    }

    /// The game that is studied.
    pub fn variant(&self) -> Variant {
        self.record.start().variant()
    }

    pub fn position(&self) -> AnyPosition {
        self.record.position_at(self.here)
    }

    /// The move that led to the position shown.
    pub fn last(&self) -> Option<AnyMove> {
        self.record.node(self.here).played()
    }

    /// The number of games in the files.
    pub const fn game_count(&self) -> usize {
        self.games.len()
    }

    /// Titles of these games of the files, if there are several.
    pub fn titles(&self, shown: Range<usize>, language: Language) -> Vec<String> {
        let has_files = self.games.iter().any(|(file, _)| *file != self.games[0].0);
        let title = |(file, reading): &(String, Reading)| {
            let named = |key| reading.record.headers.get(key).filter(|name| !name.is_empty());
            let [black, white] = [header::BLACK, header::WHITE].map(named);
            if has_files && black.or(white).is_none() {
                return file.clone();
            }
            let usual = |side: Color| language.choose(side.name(), side.japanese());
            format!("{} – {}", black.unwrap_or(usual(Color::Black)), white.unwrap_or(usual(Color::White)))
        };
        if self.games.len() > 1 { self.games[shown].iter().map(title).collect() } else { Vec::new() }
    }

    /// The positions in which the games of the files begin.
    pub fn starts(&self) -> Vec<AnyPosition> {
        self.games.iter().map(|(_, reading)| reading.record.start().clone()).collect()
    }

    /// Takes another game of the file.
    pub fn pick(&mut self, game: usize) -> bool {
        let Some((_, reading)) = self.games.get(game) else { return false };
        let picked = Self::new(self.name.clone(), reading.record.clone(), false);
        let games = std::mem::take(&mut self.games);
        *self = Self { games, game, ..picked };
        true
    }

    /// Shows a node; false if there is none of this index.
    pub fn look(&mut self, index: usize) -> bool {
        let Some(node) = self.record.at_index(index) else { return false };
        self.here = node;
        true
    }

    /// Plays a legal move at the place shown, as a variation if it is new there.
    pub fn play(&mut self, m: AnyMove) {
        self.here = self.step(self.here, m);
    }

    /// The node behind a move from a node.
    pub fn step(&mut self, from: NodeId, m: AnyMove) -> NodeId {
        let known = self.record.node(from).children().iter().copied();
        let known = known.into_iter().find(|&id| self.record.node(id).step() == Some(&Step::Move(m)));
        known.unwrap_or_else(|| self.record.push(from, Step::Move(m)))
    }

    /// Lays the better line of a move, or its refutation, into the tree, and shows its first move.
    pub fn show_line(&mut self, index: usize, is_better: bool) -> bool {
        let Some(id) = self.record.at_index(index) else { return false };
        let Some(verdict) = self.verdicts.get(&id) else { return false };
        let parent = self.record.node(id).parent();
        let (from, line) = if is_better { (parent, verdict.better.clone()) } else { (id, verdict.refutation.clone()) };
        self.lay(from, &line)
    }

    /// Lays a line into the tree, and shows its first move; false without moves.
    fn lay(&mut self, from: NodeId, line: &[AnyMove]) -> bool {
        let Some(&first) = line.first() else { return false };
        line.iter().fold(from, |node, &m| self.step(node, m));
        self.here = self.step(from, first);
        true
    }

    /// Lays a line from the place shown into the tree, and stays there.
    pub fn note_line(&mut self, line: &[AnyMove]) {
        let here = self.here;
        self.lay(here, line);
        self.here = here;
    }

    /// Lays a tree from the place shown into that of the record, with its comments.
    pub fn note_tree(&mut self, tree: &Record) {
        let mut places = HashMap::from([(Record::ROOT, self.here)]);
        for id in tree.nodes() {
            let node = tree.node(id);
            if let Some(&Step::Move(m)) = node.step()
                && let Some(&parent) = places.get(&node.parent())
            {
                let place = self.step(parent, m);
                places.insert(id, place);
            }
            let Some(&place) = places.get(&id) else { continue };
            for comment in &node.comments {
                if !self.record.node(place).comments.contains(comment) {
                    self.record.add_comment(place, comment);
                }
            }
        }
    }

    /// True while the engine has something to do for the analysis.
    pub const fn is_being_analysed(&self) -> bool {
        matches!(self.progress, Progress::Running | Progress::Stopping)
    }

    /// Takes the verdict on a move of the main line, by its number.
    pub fn judge(&mut self, number: usize, verdict: Verdict) {
        let id = number.checked_sub(1).and_then(|index| self.record.main_line().nth(index));
        self.verdicts.extend(id.map(|id| (id, verdict)));
    }

    /// Takes the end of an analysis.
    pub fn conclude(&mut self, analysed: Analysed) {
        let analysis = &analysed.analysis;
        self.progress = if analysis.is_complete() { Progress::Done } else { Progress::Stopped };
        self.accuracy = Color::ALL.map(|side| analysis.side(side).accuracy);
        self.analysed = Some(analysed);
    }

    /// The mistakes of a side in the main line.
    pub fn mistakes(&self, side: Color) -> impl Iterator<Item = &Exercise> {
        let verdicts = self.record.main_line().filter_map(|id| self.verdicts.get(&id));
        verdicts
            .filter_map(|verdict| verdict.exercise.as_ref())
            .filter(move |exercise| self.sides[side.index()] && exercise.position.side_to_move() == side)
    }

    /// Expected result for Black before each move of the main line and behind the last, as far as it is known.
    pub fn expected(&self) -> Vec<f64> {
        let known = self.record.main_line().map_while(|id| self.verdicts.get(&id)).map(|verdict| verdict.expected);
        let start = Curve::of(self.variant()).expected(0);
        if self.verdicts.is_empty() { Vec::new() } else { std::iter::once(start).chain(known).collect() }
    }

    /// Number of moves of the main line.
    pub fn plies(&self) -> usize {
        self.record.main_line().filter(|&id| matches!(self.record.node(id).step(), Some(Step::Move(_)))).count()
    }
}

/// The games of a file, with what its reader complains of. They are of the game that the file names, else of the one played
/// last, else of the first in which it makes sense.
fn read_file(file: &Source, usual: Variant) -> Result<(Vec<Reading>, Vec<Phrase>), Phrase> {
    let format = file.format().ok_or_else(no_record)?;
    let games = candidates(format, &file.bytes, usual);
    read_games(format, &file.bytes, &games).map_err(|error| Phrase::from(&error))
}

fn no_record() -> Phrase {
    let none = "The text is no game record in a format that Kumataka knows.";
    Phrase::of(none, "対応する形式の棋譜ではありません。")
}

/// The games that a file may be of: the one that it names, else all, the usual one first.
pub fn candidates(format: Format, bytes: &[u8], usual: Variant) -> Vec<Variant> {
    let others = Variant::ALL.iter().copied().filter(|&game| game != usual);
    named_by(format, bytes).map_or_else(|| [usual].into_iter().chain(others).collect(), |game| vec![game])
}

/// The games of a file in the first game whose rules allow their moves; else as far as the first candidate can be read.
fn read_games(format: Format, bytes: &[u8], candidates: &[Variant]) -> Result<(Vec<Reading>, Vec<Phrase>), ReadError> {
    let mut readings: Vec<Result<Vec<ReadGame>, ReadError>> = Vec::new();
    for &game in candidates {
        let reading = format.read_each(game, bytes);
        if reading.as_ref().is_ok_and(|games| games.iter().all(Result::is_ok)) {
            return Ok(whole(reading?));
        }
        readings.push(reading);
    }
    // The usual game comes first, and what it complains of helps most.
    whole_or_error(readings.remove(0)?)
}

/// The games with their warnings; a broken one up to its fault.
fn whole(games: Vec<ReadGame>) -> (Vec<Reading>, Vec<Phrase>) {
    let mut complaints = Vec::new();
    let readings = games.into_iter().filter_map(|game| match game {
        Ok(reading) => {
            complaints.extend(reading.warnings.iter().map(Phrase::from));
            Some(reading)
        }
        Err(broken) => {
            complaints.push(Phrase::from(&broken.error));
            broken.before.map(|reading| *reading)
        }
    });
    (readings.collect(), complaints)
}

/// The same, unless nothing at all could be read.
fn whole_or_error(games: Vec<ReadGame>) -> Result<(Vec<Reading>, Vec<Phrase>), ReadError> {
    if let [Err(broken)] = &games[..]
        && broken.before.as_ref().is_none_or(|reading| reading.record.main_line().next().is_none())
    {
        return Err(broken.error.clone());
    }
    Ok(whole(games))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(name: &str, text: &str) -> Source {
        Source { name: name.to_owned(), path: None, bytes: text.as_bytes().to_vec() }
    }

    fn read(name: &str, text: &str) -> Result<Study, String> {
        let read = Study::read(&[source(name, text)], Variant::Shogi);
        read.map(|(study, _)| study).map_err(|phrase| phrase.text(Language::En).to_owned())
    }

    #[test]
    fn a_record_is_read_in_the_game_that_it_fits() {
        assert_eq!(read("a.usi", "startpos moves 7g7f 3c3d\n").unwrap().variant(), Variant::Shogi);
        let birds = format!("sfen {} moves 3d3c\n", Variant::Tori.start_sfen());
        assert_eq!(read("pasted", &birds).unwrap().variant(), Variant::Tori);
        assert!(read("a.usi", "nonsense\n").is_err() && read("pasted", "").is_err());
    }

    #[test]
    fn moves_become_variations_once() {
        let mut study = read("a.usi", "startpos moves 7g7f 3c3d\n").unwrap();
        let played = |study: &mut Study, text: &str| {
            let m = study.position().parse_move(text).unwrap();
            study.play(m);
            study.here.index()
        };
        assert_eq!(played(&mut study, "7g7f"), 1, "a move of the game is no variation");
        let new = played(&mut study, "8c8d");
        assert!(study.look(1) && played(&mut study, "8c8d") == new && study.record.has_variations());
        assert!(!study.look(99));
    }

    #[test]
    fn a_broken_game_is_shown_up_to_its_fault() {
        let file = source("a.usi", "startpos moves 7g7f 3c3d 5a5b\n");
        let (study, complaints) = Study::read(&[file], Variant::Shogi).unwrap();
        assert_eq!((study.plies(), complaints.len()), (2, 1));
    }
}
