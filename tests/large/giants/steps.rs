//! The moves of a position.

use super::super::Place;
use super::board::{Piece, Walk, square};
use super::notation::Promotion;
use std::collections::BTreeMap;

/// A move, with the square of its first capture or of a pass, or a drop, which begins where it ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The face that is dropped.
    pub dropped: Option<usize>,
    pub from: Place,
    pub via: Option<Place>,
    pub to: Place,
    pub promotes: bool,
}

impl Walk<'_> {
    /// A move as USI writes it.
    pub fn text(&self, step: Step) -> String {
        if let Some(face) = step.dropped {
            return format!("{}*{}", self.game.faces[face].name, square(step.to));
        }
        let via = step.via.map(square).unwrap_or_default();
        format!("{}{via}{}{}", square(step.from), square(step.to), if step.promotes { "+" } else { "" })
    }

    /// A side has lost its last royal piece.
    pub fn is_over(&self) -> bool {
        [true, false].into_iter().any(|black| self.royals(black).is_empty())
    }

    /// All moves, in no order.
    pub fn steps(&self) -> Vec<Step> {
        if self.is_over() {
            return Vec::new();
        }
        let own = self.squares_of(self.black_moves);
        let mut found: Vec<Step> = own.into_iter().flat_map(|from| self.steps_of(from)).collect();
        found.extend(self.drops());
        if self.game.checks {
            found.retain(|&step| self.after(step).is_safe());
        }
        found.retain(|&step| !self.mates_by_pawn(step));
        found
    }

    /// The drops of the side to move: of each piece in hand on each empty square where it could move again, of a pawn on
    /// no file with another one.
    fn drops(&self) -> Vec<Step> {
        let mut found = Vec::new();
        let squares = (0..self.files).flat_map(|file| (0..self.ranks).map(move |rank| (file, rank)));
        let empty: Vec<Place> = squares.filter(|&place| self.at(place).is_none()).collect();
        for (&(white, face), _) in self.hands.iter().filter(|&(_, &count)| count > 0) {
            let piece = Piece { face, black: self.black_moves };
            let doubles = |(file, _): Place| {
                self.face(piece).pawn && (0..self.ranks).any(|rank| self.at((file, rank)) == Some(piece))
            };
            let fits = |place: &Place| white != self.black_moves && !doubles(*place) && !self.is_stuck(piece, *place);
            let drop = |to| Step { dropped: Some(face), from: to, via: None, to, promotes: false };
            found.extend(empty.iter().copied().filter(fits).map(drop));
        }
        found
    }

    /// The drop of a pawn that attacks the last royal piece, against which there is no move.
    fn mates_by_pawn(&self, step: Step) -> bool {
        if !step.dropped.is_some_and(|face| self.game.faces[face].pawn) {
            return false;
        }
        let after = self.after(step);
        let royals = after.royals(after.black_moves);
        royals.iter().any(|royal| after.captures(step.to).contains(royal)) && after.steps().is_empty()
    }

    /// The moves of the piece on a square.
    pub fn steps_of(&self, from: Place) -> Vec<Step> {
        let single = self.targets(from).into_iter().map(|to| (None, to));
        let double = self.doubles(from).into_iter().map(|(via, to)| (Some(via), to));
        let pass = self.pass(from).into_iter().map(|via| (Some(via), from));
        let mut found = Vec::new();
        for (via, to) in single.chain(double).chain(pass) {
            let step = Step { dropped: None, from, via, to, promotes: false };
            let (may, may_not) = self.promotion(step);
            found.extend(may.then_some(Step { promotes: true, ..step }));
            found.extend(may_not.then_some(step));
        }
        found
    }

    /// The moves as USI writes them, in the order of the alphabet.
    pub fn moves(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.steps().into_iter().map(|step| self.text(step)).collect();
        texts.sort();
        texts
    }

    /// The number of ways to play `depth` moves.
    pub fn count(&self, depth: u32) -> u64 {
        let steps = self.steps();
        if depth == 1 {
            return steps.len() as u64;
        }
        steps.into_iter().map(|step| self.after(step).count(depth - 1)).sum()
    }

    /// The move of a text.
    pub fn step(&self, text: &str) -> Option<Step> {
        self.steps().into_iter().find(|&step| self.text(step) == text)
    }

    /// The promotion of a move: allowed, and allowed to be declined.
    fn promotion(&self, step: Step) -> (bool, bool) {
        let piece = self.board[&step.from];
        if self.face(piece).becomes.is_none() {
            return (false, true);
        }
        let victims = self.victims(step);
        let takes = !victims.is_empty();
        // A pass promotes by no rule.
        if step.to == step.from && !takes {
            return (false, true);
        }
        match self.game.promotion {
            Promotion::Shogi(zone) => {
                let [before, after] = [step.from, step.to].map(|place| self.to_go(place, piece.black) < zone);
                (before || after, !(after && self.is_stuck(piece, step.to)))
            }
            Promotion::Chu(zone) => {
                let [before, after] = [step.from, step.to].map(|place| self.to_go(place, piece.black) < zone);
                let stuck = after && self.is_stuck(piece, step.to);
                (!before && after || takes && before || stuck, !stuck)
            }
            Promotion::EveryCapture => (takes, !takes),
            Promotion::Captures => {
                let tainted =
                    !self.face(piece).royal && victims.iter().any(|&(_, victim)| self.face(victim).taint.is_some());
                let forced = victims.iter().any(|&(_, victim)| self.face(victim).turned);
                (takes && !tainted, tainted || !forced)
            }
        }
    }

    /// The piece could never move again: alone on the board it has nowhere to go.
    fn is_stuck(&self, piece: Piece, place: Place) -> bool {
        let alone = Self { board: BTreeMap::from([(place, piece)]), hands: BTreeMap::new(), ..*self };
        alone.targets(place).is_empty()
    }

    /// True if the side that has moved keeps a royal piece, or has taken the last one of the other side.
    fn is_safe(&self) -> bool {
        let (own, other) = (self.royals(!self.black_moves), self.royals(self.black_moves));
        let attackers = self.squares_of(self.black_moves);
        let attacked = |place: &Place| attackers.iter().any(|&from| self.captures(from).contains(place));
        other.is_empty() || own.len() > 1 || !own.iter().all(attacked)
    }
}
