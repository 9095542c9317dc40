//! The squares to which a piece goes.

use super::super::Place;
use super::board::{AROUND, Piece, Walk};
use super::notation::{Face, Gait, Way};
use std::collections::BTreeSet;

impl Walk<'_> {
    /// The squares to which the piece on `from` goes without a word on the way there: empty ones, and those of enemies.
    pub fn targets(&self, from: Place) -> BTreeSet<Place> {
        let piece = self.board[&from];
        let all = self.face(piece).gaits.iter().flat_map(|gait| self.reached(from, piece, gait));
        all.filter(|&to| !self.is_of(to, piece.black)).collect()
    }

    /// The squares that one way of moving reaches, own pieces included.
    fn reached(&self, from: Place, piece: Piece, gait: &Gait) -> Vec<Place> {
        let black = piece.black;
        let lines = |ways: &[Way]| ways.iter().map(|&way| self.line(from, way, black)).collect::<Vec<_>>();
        match gait {
            Gait::Run { ways, first, last } => {
                let parts = lines(ways).into_iter().map(|line| {
                    let end = line.len().min(*last);
                    self.open(line.get(first - 1..end).unwrap_or_default())
                });
                parts.flatten().collect()
            }
            Gait::Leap(leaps) => leaps.iter().filter_map(|&leap| self.beside(from, leap, black)).collect(),
            Gait::Over(ways, most) => lines(ways).iter().flat_map(|line| self.over(line, *most)).collect(),
            Gait::Hook(ways) => ways.iter().flat_map(|&way| self.hooked(from, way, black)).collect(),
            Gait::Area(steps) => self.area(from, *steps),
            Gait::Lion => {
                let near = (-2..=2).flat_map(|right| (-2..=2).map(move |ahead| (right, ahead)));
                near.filter_map(|way| self.beside(from, way, black)).collect()
            }
            Gait::Line(ways) => lines(ways).into_iter().flat_map(|line| line.into_iter().take(2)).collect(),
            Gait::Double(_) | Gait::Igui(_) => Vec::new(),
            Gait::RangeJump(ways) => lines(ways).iter().flat_map(|line| self.jumped(line, piece)).collect(),
            Gait::LowJump(ways) => lines(ways).iter().flat_map(|line| self.jumped_low(line, piece)).collect(),
            Gait::RangeCapture(ways) => lines(ways).iter().flat_map(|line| self.flown(line, piece)).collect(),
            Gait::Emperor => self.everywhere(from, black),
        }
    }

    /// The squares of a line to its first piece.
    fn open(&self, line: &[Place]) -> Vec<Place> {
        let empty = line.iter().take_while(|&&place| self.at(place).is_none()).count();
        line.iter().copied().take(empty + 1).collect()
    }

    /// The squares of a line with at most `most` pieces before them.
    fn over(&self, line: &[Place], most: usize) -> Vec<Place> {
        let before = |end: usize| line[..end].iter().filter(|&&place| self.at(place).is_some()).count();
        (0..line.len()).filter(|&end| before(end) <= most).map(|end| line[end]).collect()
    }

    /// The squares of a line, and those of the lines that leave its empty squares at right angles.
    fn hooked(&self, from: Place, way: Way, black: bool) -> Vec<Place> {
        let first = self.open(&self.line(from, way, black));
        let mut found = first.clone();
        for corner in first.into_iter().filter(|&place| self.at(place).is_none()) {
            for turned in [(way.1, -way.0), (-way.1, way.0)] {
                found.extend(self.open(&self.line(corner, turned, black)));
            }
        }
        found
    }

    /// The squares within some steps, the last of which alone may lead to a piece.
    fn area(&self, from: Place, steps: usize) -> Vec<Place> {
        let mut found = BTreeSet::new();
        let mut ends = BTreeSet::from([from]);
        for _ in 0..steps {
            let next: BTreeSet<Place> = ends.iter().flat_map(|&end| self.around(end)).collect();
            ends = next.iter().copied().filter(|&place| self.at(place).is_none()).collect();
            found.extend(next);
        }
        found.into_iter().collect()
    }

    /// The open squares of a line, and those of enemies behind pieces of lower rank. The victim may have any rank.
    fn jumped(&self, line: &[Place], piece: Piece) -> Vec<Place> {
        let mut found = self.open(line);
        for (end, &place) in line.iter().enumerate() {
            if self.is_of(place, !piece.black) && line[..end].iter().all(|&passed| self.is_lower(passed, piece)) {
                found.push(place);
            }
        }
        found
    }

    /// The open squares of a line, and those of enemies of lower rank behind pieces of lower rank.
    fn jumped_low(&self, line: &[Place], piece: Piece) -> Vec<Place> {
        let open = self.open(line);
        let (first, behind): (Vec<Place>, Vec<Place>) =
            self.jumped(line, piece).into_iter().partition(|place| open.contains(place));
        first.into_iter().chain(behind.into_iter().filter(|&place| self.is_lower(place, piece))).collect()
    }

    /// The squares of a line to which all that is passed or captured has a lower rank.
    fn flown(&self, line: &[Place], piece: Piece) -> Vec<Place> {
        line.iter().copied().take_while(|&place| self.is_lower(place, piece)).collect()
    }

    /// The square is empty, or its piece, of whatever side, has a lower rank.
    fn is_lower(&self, place: Place, piece: Piece) -> bool {
        self.at(place).is_none_or(|other| self.face(other).rank < self.face(piece).rank)
    }

    fn everywhere(&self, from: Place, black: bool) -> Vec<Place> {
        let all = (0..self.files).flat_map(|file| (0..self.ranks).map(move |rank| (file, rank)));
        all.filter(|&to| !self.is_of(to, !black) || !self.is_protected(to, from)).collect()
    }

    /// True if an emperor that captures on `to` could be captured there. An emperor protects all but itself.
    fn is_protected(&self, to: Place, from: Place) -> bool {
        let black = !self.board[&from].black;
        let guards: Vec<Place> = self.squares_of(black).into_iter().filter(|&guard| guard != to).collect();
        if guards.iter().any(|guard| is_emperor(self.face(self.board[guard]))) {
            return true;
        }
        let mut after = self.clone();
        let emperor = after.board.remove(&from).expect("the emperor");
        after.board.insert(to, emperor);
        guards.into_iter().any(|guard| after.captures(guard).contains(&to))
    }

    /// The squares on which the piece on `from` can capture by any move.
    pub fn captures(&self, from: Place) -> BTreeSet<Place> {
        let black = self.board[&from].black;
        let doubles = self.doubles(from).into_iter().flat_map(|(via, to)| [via, to]);
        let all = self.targets(from).into_iter().chain(doubles);
        all.filter(|&place| self.is_of(place, !black)).collect()
    }

    /// Moves that capture on a first square: that square, and where they end.
    pub fn doubles(&self, from: Place) -> BTreeSet<(Place, Place)> {
        let Piece { face, black } = self.board[&from];
        let mut found = BTreeSet::new();
        for gait in &self.game.faces[face].gaits {
            let seconds = |first: Way| match gait {
                Gait::Lion => AROUND.to_vec(),
                Gait::Line(_) => vec![first, back(first)],
                Gait::Double(ways) => ways.clone(),
                _ => vec![back(first)],
            };
            for first in first_steps(gait) {
                let Some(via) = self.beside(from, first, black).filter(|&via| self.is_of(via, !black)) else {
                    continue;
                };
                let ends = seconds(first).into_iter().filter_map(|second| self.beside(via, second, black));
                let free = |&to: &Place| to == from || !self.is_of(to, black);
                found.extend(ends.filter(free).map(|to| (via, to)));
            }
        }
        found
    }

    /// The empty square to which a piece steps and from which it comes back when it passes its turn: the first one as
    /// Black sees them.
    pub fn pass(&self, from: Place) -> Option<Place> {
        let Piece { face, black } = self.board[&from];
        let passing = self.game.faces[face].gaits.iter().filter(|gait| !matches!(gait, Gait::Igui(_)));
        let firsts: Vec<Place> =
            passing.flat_map(first_steps).filter_map(|way| self.beside(from, way, black)).collect();
        self.around(from).into_iter().find(|place| firsts.contains(place) && self.at(*place).is_none())
    }
}

const fn back((right, ahead): Way) -> Way {
    (-right, -ahead)
}

/// The steps to the first squares on which a piece may capture before it goes on or comes back.
fn first_steps(gait: &Gait) -> Vec<Way> {
    match gait {
        Gait::Lion => AROUND.to_vec(),
        Gait::Line(ways) | Gait::Double(ways) | Gait::Igui(ways) => ways.clone(),
        _ => Vec::new(),
    }
}

fn is_emperor(face: &Face) -> bool {
    face.gaits.contains(&Gait::Emperor)
}
