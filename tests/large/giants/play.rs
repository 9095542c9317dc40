//! Playing a move, with all that it brings about.

use super::super::Place;
use super::board::{Piece, Walk};
use super::notation::Gait;
use super::steps::Step;

impl Walk<'_> {
    /// The pieces that a move captures, in the order of its way.
    pub fn victims(&self, step: Step) -> Vec<(Place, Piece)> {
        if step.dropped.is_some() {
            return Vec::new();
        }
        let mover = self.board[&step.from];
        let mut places: Vec<Place> = step.via.into_iter().collect();
        for gait in &self.face(mover).gaits {
            let Gait::RangeCapture(ways) = gait else { continue };
            let lines = ways.iter().map(|&way| self.line(step.from, way, mover.black));
            for line in lines.filter(|line| line.contains(&step.to)) {
                places.extend(line.into_iter().take_while(|&place| place != step.to));
            }
        }
        if step.to != step.from {
            places.push(step.to);
        }
        places.into_iter().filter_map(|place| Some((place, self.at(place)?))).collect()
    }

    pub fn after(&self, step: Step) -> Self {
        let mut after = self.clone();
        after.play(step);
        after
    }

    pub fn play(&mut self, step: Step) {
        let black = self.black_moves;
        if let Some(face) = step.dropped {
            *self.hands.get_mut(&(!black, face)).expect("a piece in hand") -= 1;
            self.board.insert(step.to, Piece { face, black });
            self.pass_turn();
            return;
        }
        let victims = self.victims(step);
        if self.game.drops {
            victims.iter().for_each(|&(_, victim)| self.hold(black, victim.face));
        }
        let mut piece = self.board.remove(&step.from).expect("a piece to move");
        for (place, _) in &victims {
            self.board.remove(place);
        }
        if step.promotes {
            piece.face = self.face(piece).becomes.expect("a piece that promotes");
        } else if !self.face(piece).royal
            && let Some(taint) = victims.iter().filter_map(|&(_, victim)| self.face(victim).taint).next_back()
        {
            piece.face = taint;
        }
        self.board.insert(step.to, piece);
        self.burn(step.to);
        self.pass_turn();
    }

    fn pass_turn(&mut self) {
        self.black_moves = !self.black_moves;
        self.number += 1;
    }

    /// The piece that has ended its move beside an enemy demon is gone; else it burns its neighbours if it is a demon.
    fn burn(&mut self, place: Place) {
        let piece = self.board[&place];
        let enemies: Vec<Place> =
            self.around(place).into_iter().filter(|&near| self.is_of(near, !piece.black)).collect();
        if enemies.iter().any(|near| self.face(self.board[near]).burns) {
            self.board.remove(&place);
        } else if self.face(piece).burns {
            for near in enemies {
                self.board.remove(&near);
            }
        }
    }
}
