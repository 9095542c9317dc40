//! The analysis of a main line, a move at a time: between two of them the caller may do something else.

use super::analyst::Analyst;
use super::ply::Ply;
use super::summary::Analysis;
use super::view::View;
use super::walk::Trail;
use crate::any::{AnyMove, AnyPosition};
use crate::record::{Record, Step};
use std::sync::atomic::AtomicBool;

/// An analysis under way.
pub struct Course {
    analyst: Analyst,
    /// The place behind the moves judged so far; none before the start was searched.
    trail: Option<Trail>,
    plies: Vec<Ply<AnyMove>>,
    /// The view of the last position, once all moves are judged.
    end: Option<View<AnyMove>>,
}

/// A step of an analysis.
pub enum Advance<'a> {
    /// The next move is judged, in this position.
    Ply(Box<AnyPosition>, &'a Ply<AnyMove>),
    /// There is no move left.
    End,
    /// The stop was raised before the move was judged.
    Stopped,
}

impl Course {
    /// Begins an analysis with an empty table.
    pub fn new(mut analyst: Analyst) -> Self {
        analyst.forget();
        Self { analyst, trail: None, plies: Vec::new(), end: None }
    }

    /// Judges the next move of the main line of `record`, which is the same each time or has grown at its end.
    pub fn advance(&mut self, record: &Record, stop: &AtomicBool) -> Advance<'_> {
        if self.trail.is_none() {
            self.trail = self.analyst.begin(record, stop);
        }
        let Some(trail) = &mut self.trail else { return Advance::Stopped };
        let node = record.main_line().nth(self.plies.len()).map(|id| record.node(id));
        let Some((node, &Step::Move(played))) = node.and_then(|node| Some((node, node.step()?))) else {
            self.end = Some(trail.view.clone());
            return Advance::End;
        };
        let position = trail.position.clone();
        let spent = node.time.map(|time| time.spent);
        let Some(ply) = self.analyst.pass(trail, played, spent, stop) else { return Advance::Stopped };
        self.plies.push(ply);
        Advance::Ply(Box::new(position), &self.plies[self.plies.len() - 1])
    }

    /// The moves judged so far.
    pub fn analysis(&self) -> Analysis<AnyMove> {
        Analysis { plies: self.plies.clone(), end: self.end.clone(), variations: Vec::new() }
    }
}
