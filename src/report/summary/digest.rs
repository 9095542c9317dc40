//! The digest of a game, for the summary of many.

use super::facts::{Called, Facts};
use crate::analysis::{Judgement, MoveText, Voice, accuracy};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::{GameMove, Phase, Topic};
use crate::record::{Outcome, Record, header};
use crate::report::html::Html;
use crate::report::steps::unbroken;
use crate::words::Language;
use std::time::Duration;

/// The language and notation of a digest.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    pub language: Language,
    pub text: MoveText<'a>,
}

/// The source of a game.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name for the reader of the summary.
    pub name: String,
    /// The address of its page, if it has one.
    pub page: Option<String>,
}

/// A game in short.
#[derive(Clone)]
pub struct Digest {
    pub source: Source,
    /// Date of the game in the record; may be empty.
    pub date: String,
    /// The sides. `[color]`
    pub sides: [Side; 2],
    /// Blunders in the order of the game.
    pub blunders: Vec<Blunder>,
}

/// One side of a game.
#[derive(Clone, Debug)]
pub struct Side {
    pub color: Color,
    /// Name of the player; empty if the record has none.
    pub player: String,
    /// 1 for a win, 0 for a loss; none for an undecided game.
    pub result: Option<f64>,
    /// The most special name of its opening, or else of its use of the rook.
    pub opening: Option<Called>,
    pub castle: Option<Called>,
    pub moves: Vec<Played>,
}

/// The figures of a move.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// Number of the ply.
    pub number: usize,
    pub phase: Phase,
    /// Accuracy from 0 to 100.
    pub accuracy: f64,
    pub judgement: Option<Judgement>,
    /// Plies of the mate.
    pub missed_mate: Option<usize>,
    /// Plies of the mate.
    pub allowed_mate: Option<usize>,
    pub spent: Option<Duration>,
}

/// A blunder with the data for its picture.
#[derive(Clone)]
pub struct Blunder {
    pub number: usize,
    pub side: Color,
    /// The position before the move.
    pub position: AnyPosition,
    pub previous: Option<AnyMove>,
    pub played: AnyMove,
    pub best: Option<AnyMove>,
    pub loss: f64,
    pub played_text: String,
    /// The mates that it missed and allowed, and the better line.
    pub told: Html,
}

impl Digest {
    /// The digest of a game, from facts on its first moves.
    pub fn of(record: &Record, facts: &[Facts<AnyMove>], source: Source, words: Words<'_>) -> Self {
        let mut sides = Color::ALL.map(|color| Side::new(record, color, facts));
        let mut blunders = Vec::new();
        let mut position = record.start().clone();
        let mut previous = None;
        for (number, fact) in (1..).zip(facts) {
            let side = position.side_to_move();
            sides[side.index()].moves.push(Played::of(number, fact));
            if fact.judgement == Some(Judgement::Blunder) {
                blunders.push(Blunder::of(number, &position, previous, fact, words));
            }
            position.make(fact.played);
            previous = Some(fact.played);
        }
        let date = record.headers.get(header::START_TIME).unwrap_or_default().to_owned();
        Self { source, date, sides, blunders }
    }

    pub fn side(&self, color: Color) -> &Side {
        &self.sides[color.index()]
    }
}

impl Side {
    fn new(record: &Record, color: Color, facts: &[Facts<AnyMove>]) -> Self {
        let key = if color == Color::Black { header::BLACK } else { header::WHITE };
        let result = match record.outcome().map(|(_, outcome)| outcome) {
            Some(Outcome::Win(winner)) => Some(if winner == color { 1.0 } else { 0.0 }),
            Some(Outcome::Draw) => Some(0.5),
            Some(Outcome::Undecided) | None => None,
        };
        // Of the names of a topic, later ones are more special.
        let last = |topic| {
            let mut names = facts.iter().flat_map(|fact| &fact.names).rev();
            names.find(|name| name.side == color && name.topic == topic).cloned()
        };
        Self {
            color,
            player: record.headers.get(key).unwrap_or_default().to_owned(),
            result,
            opening: last(Topic::Opening).or_else(|| last(Topic::Style)),
            castle: last(Topic::Castle),
            moves: Vec::new(),
        }
    }

    /// The mean accuracy over the moves, from 0 to 100; none without moves.
    pub fn accuracy(&self) -> Option<f64> {
        let sum: f64 = self.moves.iter().map(|played| played.accuracy).sum();
        (!self.moves.is_empty()).then(|| sum / self.moves.len() as f64)
    }
}

impl Played {
    fn of<M: GameMove>(number: usize, fact: &Facts<M>) -> Self {
        Self {
            number,
            phase: fact.phase,
            accuracy: accuracy(fact.loss),
            judgement: fact.judgement,
            missed_mate: fact.missed_mate.as_ref().map(|mate| mate.plies),
            allowed_mate: fact.allowed_mate.as_ref().map(|mate| mate.plies),
            spent: fact.spent,
        }
    }
}

impl Blunder {
    fn of(
        number: usize,
        position: &AnyPosition,
        previous: Option<AnyMove>,
        fact: &Facts<AnyMove>,
        words: Words<'_>,
    ) -> Self {
        let Words { language, text } = words;
        let marked = |position: &AnyPosition, last, m| unbroken(&text(position, last, m));
        let told = Voice { language, text: &marked }.fault(position, previous, &fact.fault());
        Self {
            number,
            side: position.side_to_move(),
            position: position.clone(),
            previous,
            played: fact.played,
            best: fact.line.first().copied(),
            loss: fact.loss,
            played_text: text(position, previous, fact.played),
            told: Html::markup(told),
        }
    }
}
