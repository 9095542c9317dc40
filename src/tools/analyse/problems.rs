//! Positions of games as problems, one SFEN a line, in files that `kumataka mate` reads.

use super::places::Place;
use crate::analysis::Judgement;
use crate::board::Color;
use crate::game::Position as _;
use crate::record::Record;
use crate::report::summary::Facts;
use crate::tools::game::Studied;
use crate::tools::plain;

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
    pub fn of<G: Studied>(
        place: &Place,
        record: &Record<G>,
        facts: &[Facts<G::Move>],
        is_meant: impl Fn(Color) -> bool,
    ) -> Self {
        let mut problems = Self::default();
        let mut position = record.start().clone();
        for (number, fact) in (1..).zip(facts) {
            if is_meant(position.side_to_move()) {
                let place = format!("{}, ply {number}", place.title());
                problems.add::<G>(&place, &position, fact);
            }
            position.make(fact.played, &mut ());
        }
        problems
    }

    fn add<G: Studied>(&mut self, place: &str, position: &G::Position, fact: &Facts<G::Move>) {
        if let Some(mate) = fact.missed_mate.as_ref().filter(|mate| mate.is_solved) {
            let told = format!("mate in {}: {}", mate.plies, usi(G::of(position), &mate.line));
            self.mates += &problem::<G>(place, &told, position);
        }
        if fact.judgement == Some(Judgement::Blunder) && !fact.line.is_empty() {
            let told = format!("not {}: {}", G::of(position).usi(fact.played), usi(G::of(position), &fact.line));
            self.moves += &problem::<G>(place, &told, position);
        }
    }
}

fn problem<G: Studied>(place: &str, told: &str, position: &G::Position) -> String {
    // A name with line breaks would end the comment.
    let place = plain::line(place);
    format!("# {place}, {told}\n{}\n", G::sfen(position))
}

fn usi<G: Studied>(game: G, moves: &[G::Move]) -> String {
    moves.iter().map(|&m| game.usi(m).to_string()).collect::<Vec<_>>().join(" ")
}
