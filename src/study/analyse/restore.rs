//! Results of an earlier run, read from a file of JSON.

use crate::analysis::{Judgement, Proof};
use crate::any::AnyMove;
use crate::board::Color;
use crate::game::{Phase, Score, Topic, score};
use crate::jobs::command::Trouble;
use crate::jobs::files::read_whole_lines;
use crate::record::{Record, Step};
use crate::report::summary::{Called, Facts};
use crate::variants::Variant;
use serde::Deserialize;
use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

/// Lines of the main line's moves, by the game's file and its number there.
#[derive(Debug, Default)]
pub struct Earlier(HashMap<(String, usize), Vec<String>>);

/// The fields that show the line of a move.
#[derive(Deserialize)]
struct Key {
    kind: String,
    file: String,
    game: usize,
    /// None for a move of the main line.
    variation: Option<usize>,
}

/// The needed fields of a move's line.
#[derive(Deserialize)]
struct PlyLine {
    phase: String,
    #[serde(rename = "move")]
    played: String,
    before: Value,
    after: Value,
    loss: f64,
    judgement: Option<String>,
    #[serde(default)]
    deep: bool,
    line: Vec<String>,
    refutation: Vec<String>,
    declares: bool,
    missed_defence: bool,
    missed_mate: Option<MateLine>,
    allowed_mate: Option<MateLine>,
    missed_hisshi: Option<MateLine>,
    allowed_hisshi: Option<MateLine>,
    names: Vec<Name>,
    seconds: Option<f64>,
}

#[derive(Deserialize)]
struct Value {
    cp: Option<Score>,
    mate: Option<Score>,
    expected: f64,
}

impl Value {
    /// A mate in no plies shows its winner by the expected result.
    fn score(&self) -> Score {
        let plies = self.mate.map(|plies| plies.unsigned_abs() as usize);
        match (self.cp, plies) {
            (Some(score), _) => score,
            (None, Some(plies)) if self.expected > 0.5 => score::mate_in(plies),
            (None, plies) => score::mated_in(plies.unwrap_or(0)),
        }
    }
}

#[derive(Deserialize)]
struct MateLine {
    plies: usize,
    line: Vec<String>,
    solved: bool,
}

#[derive(Deserialize)]
struct Name {
    side: String,
    topic: String,
    english: String,
    japanese: String,
}

impl Earlier {
    /// Reads the moves of main lines from the file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(path: &Path) -> Result<Self, Trouble> {
        let text = read_whole_lines(path).map_err(Trouble::file(path))?;
        let mut games: HashMap<(String, usize), Vec<String>> = HashMap::new();
        for line in text.lines() {
            if let Ok(Key { kind, file, game, variation: None }) = serde_json::from_str(line)
                && kind == super::json::PLY
            {
                games.entry((file, game)).or_default().push(line.to_owned());
            }
        }
        Ok(Self(games))
    }

    /// The facts that an earlier run found about a game; none unless its moves are still the same.
    pub fn facts(&self, file: &str, game: usize, record: &Record) -> Option<Vec<Facts<AnyMove>>> {
        let lines = self.0.get(&(file.to_owned(), game)).map_or(&[][..], Vec::as_slice);
        let mut moves = record.main_line().map_while(|id| match record.node(id).step() {
            Some(&Step::Move(m)) => Some(m),
            _ => None,
        });
        let mut position = record.start().clone();
        let mut facts = Vec::new();
        for line in lines {
            let line: PlyLine = serde_json::from_str(line).ok()?;
            let played = position.parse_move(&line.played).ok().filter(|&m| moves.next() == Some(m))?;
            facts.push(line.facts(record.start().variant(), played)?);
            position.make(played);
        }
        moves.next().is_none().then_some(facts)
    }
}

impl PlyLine {
    /// None if the line is not one that this program has written.
    fn facts(self, rules: Variant, played: AnyMove) -> Option<Facts<AnyMove>> {
        let judgement = |name: &str| Judgement::ALL.into_iter().find(|judgement| judgement.name() == name);
        let phase = Phase::ALL.into_iter().find(|phase| phase.name() == self.phase)?;
        let proof =
            |mate: MateLine| Some(Proof { plies: mate.plies, line: moves(rules, &mate.line)?, is_solved: mate.solved });
        Some(Facts {
            phase,
            played,
            line: moves(rules, &self.line)?,
            refutation: moves(rules, &self.refutation)?,
            before: self.before.score(),
            after: self.after.score(),
            was_threatened: self.missed_defence,
            declares: self.declares,
            loss: self.loss,
            judgement: self.judgement.as_deref().and_then(judgement),
            missed_mate: self.missed_mate.filter(|_| !self.deep).and_then(proof),
            allowed_mate: self.allowed_mate.filter(|_| !self.deep).and_then(proof),
            missed_hisshi: self.missed_hisshi.and_then(proof),
            allowed_hisshi: self.allowed_hisshi.and_then(proof),
            names: self.names.into_iter().filter_map(Name::called).collect(),
            spent: self.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
        })
    }
}

impl Name {
    fn called(self) -> Option<Called> {
        let side = if self.side == "black" { Color::Black } else { Color::White };
        let topic = Topic::ALL.into_iter().find(|topic| topic.name() == self.topic)?;
        Some(Called { side, topic, english: self.english, japanese: self.japanese })
    }
}

fn moves(rules: Variant, texts: &[String]) -> Option<Vec<AnyMove>> {
    texts.iter().map(|text| rules.read_move(text).ok()).collect()
}
