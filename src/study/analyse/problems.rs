//! Positions of games as problems, one SFEN a line, in files that `kumataka mate` reads.

use super::places::Place;
use crate::analysis::Judgement;
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::jobs::plain;
use crate::record::Record;
use crate::report::summary::Facts;
use crate::variants::Variant;
use crate::words::Language;

/// Problems from a game, each a line of comment and a line with the position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    /// Missed mates that the solver has proved.
    pub mates: String,
    /// Positions before blunders.
    pub moves: String,
}

impl Problems {
    /// Problems for the sides that `is_meant` accepts.
    pub fn of(place: &Place, record: &Record, facts: &[Facts<AnyMove>], is_meant: impl Fn(Color) -> bool) -> Self {
        let mut problems = Self::default();
        let mut position = record.start().clone();
        for (number, fact) in (1..).zip(facts) {
            if is_meant(position.side_to_move()) {
                let place = format!("{}, ply {number}", place.title(Language::En));
                problems.add(&place, &position, fact);
            }
            position.make(fact.played);
        }
        problems
    }

    fn add(&mut self, place: &str, position: &AnyPosition, fact: &Facts<AnyMove>) {
        if let Some(mate) = fact.missed_mate.as_ref().filter(|mate| mate.is_solved) {
            let told = format!("mate in {}: {}", mate.plies, usi(position.variant(), &mate.line));
            self.mates += &problem(place, &told, position);
        }
        if fact.judgement == Some(Judgement::Blunder) && !fact.line.is_empty() {
            let told = format!("not {}: {}", position.variant().usi(fact.played), usi(position.variant(), &fact.line));
            self.moves += &problem(place, &told, position);
        }
    }
}

fn problem(place: &str, told: &str, position: &AnyPosition) -> String {
    // A name with line breaks would end the comment.
    let place = plain::line(place);
    format!("# {place}, {told}\n{}\n", position.sfen())
}

fn usi(game: Variant, moves: &[AnyMove]) -> String {
    moves.iter().map(|&m| game.usi(m)).collect::<Vec<_>>().join(" ")
}
