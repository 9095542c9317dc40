//! A cheap test for mates in one by a piece that goes next to the last royal piece, jumps at it, checks it from afar, or opens
//! a line to it.
//!
//! Every reported move mates. Boards are so large that the search prunes most quiet moves, mates among them; a lion's
//! double moves are captures, and left to the search.

use super::Position;
use super::board::Board;
use super::geometry::{Square, opposite};
use super::movegen::moves_of;
use super::moves::{Move, MoveList};
use super::piece::Piece;
use super::siege::Siege;
use super::width::{Narrow, Width as _};
use crate::game::{PlayablePosition as _, Position as _};
use std::iter;

impl Position<Narrow> {
    /// A mate of the other side's last royal piece, which stands on `royal`.
    pub(super) fn mate_of(&self, royal: Square<Narrow>) -> Option<Move<Narrow>> {
        let siege = self.siege(royal);
        let hunt = Hunt::new(self, royal, &siege);
        hunt.mate_beside(&siege)
            .or_else(|| hunt.mate_by_jump(&siege))
            .or_else(|| hunt.mate_from_afar())
            .or_else(|| hunt.mate_by_opening(&siege))
    }

    fn leaves_no_defence(&self, m: Move<Narrow>) -> bool {
        let mut next = self.without_history();
        next.make(m, &mut ());
        let mut defences = MoveList::<Narrow>::default();
        next.defences(&mut defences);
        defences.is_empty()
    }
}

/// A search for a mate of the other side's last royal piece.
struct Hunt<'p> {
    position: &'p Position<Narrow>,
    royal: Square<Narrow>,
    /// Directions of its steps.
    steps: u8,
    /// Directions of the steps by which it could flee now.
    flights: u8,
    /// Directions in which the next square is empty.
    open: u8,
    /// Directions of adjacent hunters or of the edge.
    ours: u8,
}

impl<'p> Hunt<'p> {
    fn new(position: &'p Position<Narrow>, royal: Square<Narrow>, siege: &Siege) -> Self {
        let (mut open, mut barred, mut ours) = (0, 0, 0);
        for (direction, &step) in Narrow::STEPS.iter().enumerate() {
            let next = position.piece(royal.offset(step));
            open |= u8::from(next.is_none()) << direction;
            barred |= u8::from(next.bars(!position.side)) << direction;
            ours |= u8::from(next.bars(position.side)) << direction;
        }
        let movement = position.ruleset().movement(position.piece(royal));
        let steps = movement.steps | movement.slides;
        Self { position, royal, steps, flights: steps & !barred & !siege.attacked, open, ours }
    }

    /// A mate by a piece that moves next to the royal piece, which must not be able to capture it.
    fn mate_beside(&self, siege: &Siege) -> Option<Move<Narrow>> {
        let squares = siege.attacked & (siege.doubly | !self.steps) & !self.ours;
        siege.besiegers.iter().find_map(|&(from, attacked)| {
            directions(attacked & squares)
                .find_map(|direction| self.mate_from(from, self.royal.offset(Narrow::STEPS[direction])))
        })
    }

    /// A mate by a piece near by that jumps at the royal piece.
    fn mate_by_jump(&self, siege: &Siege) -> Option<Move<Narrow>> {
        siege.leapers.iter().find_map(|&from| self.mate_of_leaper(from))
    }

    fn mate_of_leaper(&self, from: Square<Narrow>) -> Option<Move<Narrow>> {
        let (position, ruleset) = (self.position, self.position.ruleset());
        let piece = position.piece(from);
        let leaps = |piece: Piece| ruleset.movement(piece).leaps;
        let jumps = leaps(piece) | leaps(ruleset.traits(piece).promoted);
        let targets = (0..Narrow::JUMPS.len())
            .filter(|jump| jumps >> jump & 1 != 0)
            .map(|jump| self.royal.offset(-Narrow::JUMPS[jump]));
        let is_reached = |&to: &Square<Narrow>| {
            !position.piece(to).bars(position.side) && position.board.reaches(ruleset, piece, from, to, [from; 2])
        };
        targets.filter(is_reached).find_map(|to| self.mate_from(from, to))
    }

    /// A mate along a line that no piece can enter next to the royal piece.
    fn mate_from_afar(&self) -> Option<Move<Narrow>> {
        directions(self.open).find_map(|direction| {
            let reach = self.useful_distance(direction);
            if reach < 2 || self.is_entered(self.royal.offset(Narrow::STEPS[direction])) {
                return None;
            }
            self.line(Narrow::STEPS[direction]).take(reach).skip(1).find_map(|to| self.mate_on(to))
        })
    }

    /// The greatest distance from which a slider covers all flights. Beside its line it covers only those diagonally in
    /// front of it, from two squares ahead.
    fn useful_distance(&self, direction: usize) -> usize {
        let along = 1_u8 << direction | 1 << opposite(direction);
        let before = 0b1000_0010_u8.rotate_left(direction as u32);
        match self.flights & !along {
            0 => Narrow::LONGEST.into(),
            beside if direction.is_multiple_of(2) && beside & !before == 0 => 2,
            _ => 0,
        }
    }

    /// A mate by a piece that leaves the line of another.
    fn mate_by_opening(&self, siege: &Siege) -> Option<Move<Narrow>> {
        let mut mate = None;
        for &front in &siege.fronts {
            moves_of(self.position, front, |m| mate = mate.or_else(|| self.opens_and_mates(m).then_some(m)));
        }
        mate
    }

    fn opens_and_mates(&self, m: Move<Narrow>) -> bool {
        self.position.uncovers(m, self.royal, self.position.side) && self.holds(m) && self.is_final(m)
    }

    /// The cells from the royal piece on, up to the first occupied one.
    fn line(&self, step: i16) -> impl Iterator<Item = Square<Narrow>> {
        iter::successors(Some(self.royal.offset(step)), move |&cell| {
            self.position.piece(cell).is_none().then(|| cell.offset(step))
        })
    }

    /// A move to a square that mates.
    fn mate_on(&self, to: Square<Narrow>) -> Option<Move<Narrow>> {
        let position = self.position;
        let mut mate = None;
        if !position.piece(to).bars(position.side) {
            position.board.attackers(position.ruleset(), to, position.side, |from, _| {
                mate = mate.or_else(|| self.mate_from(from, to));
            });
        }
        mate
    }

    /// A mate by the piece on a square, which can go to another.
    fn mate_from(&self, from: Square<Narrow>, to: Square<Narrow>) -> Option<Move<Narrow>> {
        [true, false].map(|promotes| Move::new(from, to, promotes)).into_iter().find(|&m| self.is_mate(m))
    }

    /// True if a move by which a piece comes to attack the royal piece is legal and mates.
    fn is_mate(&self, m: Move<Narrow>) -> bool {
        let (position, becomes) = (self.position, self.position.becomes(m));
        (!m.promotes() || position.may_promote(m))
            && position.board.reaches(position.ruleset(), becomes, m.to(), self.royal, [m.from(); 2])
            && self.holds(m)
            && !self.is_defended(m.to())
            && self.is_final(m)
    }

    /// True if a move covers all flights.
    fn holds(&self, m: Move<Narrow>) -> bool {
        let becomes = self.position.becomes(m);
        directions(self.flights).all(|flight| self.takes_away(m, becomes, self.royal.offset(Narrow::STEPS[flight])))
    }

    /// True if a checking move is legal and unanswerable.
    fn is_final(&self, m: Move<Narrow>) -> bool {
        let position = self.position;
        self.is_caught(m) && position.is_pseudo_legal(m) && position.is_legal(m) && position.leaves_no_defence(m)
    }

    /// True if the moving piece, or a line that it opens, covers a flight.
    fn takes_away(&self, m: Move<Narrow>, becomes: Piece, flight: Square<Narrow>) -> bool {
        let Position { board, side, .. } = self.position;
        let (ruleset, empty) = (self.position.ruleset(), [m.from(), self.royal]);
        let opens = |direction| board.slider_beyond(ruleset, flight, direction, empty, m.to(), *side);
        flight == m.to()
            || board.reaches(ruleset, becomes, m.to(), flight, empty)
            || flight.direction(m.from()).is_some_and(opens)
    }

    /// True if a piece of the other side, no royal and no pinned one, can go to a square.
    fn is_defended(&self, square: Square<Narrow>) -> bool {
        let Position { board, side, .. } = self.position;
        let mut is_defended = false;
        board.attackers(self.position.ruleset(), square, !*side, |from, _| {
            let goes = Move::new(from, square, false);
            is_defended |= from != self.royal && !self.position.uncovers(goes, self.royal, *side);
        });
        is_defended
    }

    /// True if a piece of the other side, no royal one, can go to a square.
    fn is_entered(&self, square: Square<Narrow>) -> bool {
        let Position { side, leapers, .. } = *self.position;
        self.lifted().is_attacked(self.position.ruleset(), square, !side, leapers[(!side).index()] > 0)
    }

    /// The board without the royal piece.
    fn lifted(&self) -> Board<Narrow> {
        let mut board = self.position.board;
        board.put(self.royal, Piece::NONE);
        board
    }

    /// True if the royal piece has no flight after a move.
    fn is_caught(&self, m: Move<Narrow>) -> bool {
        let side = self.position.side;
        let mut after = self.lifted();
        after.play(m, self.position.becomes(m));
        let mut targets = directions(self.steps).map(|direction| self.royal.offset(Narrow::STEPS[direction]));
        targets.all(|to| after.at(to).bars(!side) || after.is_attacked(self.position.ruleset(), to, side, true))
    }
}

/// The directions of a set.
fn directions(set: u8) -> impl Iterator<Item = usize> {
    (0..Narrow::STEPS.len()).filter(move |direction| set >> direction & 1 != 0)
}
