//! Positions of games as problems, one SFEN a line, in files that `kumataka mate` reads.

use super::places::Place;
use crate::analysis::Judgement;
use crate::board::Color;
use crate::game::Position as _;
use crate::record::Record;
use crate::report::summary::Facts;
use crate::rules::{Move, Position, Rules, Spec};

/// The problems of a game, each a line of comment and one with the position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    /// Mates that were missed and that the solver has proved.
    pub mates: String,
    /// Blunders.
    pub moves: String,
}

impl Problems {
    /// Those of the sides that are meant.
    pub fn of<R: Rules>(place: &Place, record: &Record<R>, facts: &[Facts], is_meant: impl Fn(Color) -> bool) -> Self {
        let mut problems = Self::default();
        let mut position = record.start().clone();
        for (number, fact) in (1..).zip(facts) {
            if is_meant(position.side_to_move()) {
                let place = format!("{}, ply {number}", place.title());
                problems.add(&place, &position, fact);
            }
            position.make(fact.played, &mut ());
        }
        problems
    }

    fn add<R: Rules>(&mut self, place: &str, position: &Position<R>, fact: &Facts) {
        if let Some(mate) = fact.missed_mate.as_ref().filter(|mate| mate.is_solved) {
            let told = format!("mate in {}: {}", mate.plies, usi(position.spec(), &mate.line));
            self.mates += &problem(place, &told, position);
        }
        if fact.judgement == Some(Judgement::Blunder) && !fact.line.is_empty() {
            let told = format!("not {}: {}", fact.played.usi(position.spec()), usi(position.spec(), &fact.line));
            self.moves += &problem(place, &told, position);
        }
    }
}

fn problem<R: Rules>(place: &str, told: &str, position: &Position<R>) -> String {
    // A name with line breaks would end the comment.
    let place = place.replace(char::is_control, " ");
    format!("# {place}, {told}\n{}\n", position.sfen())
}

fn usi(spec: &Spec, moves: &[Move]) -> String {
    moves.iter().map(|m| m.usi(spec).to_string()).collect::<Vec<_>>().join(" ")
}
