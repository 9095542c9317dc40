//! A cheap test for mates in one by a piece that goes next to the last royal piece, jumps at it, or checks it from afar.
//!
//! Nothing is reported that is not mate. Mates by a line that a move opens, and by a lion's double move, are left to the
//! search. Boards are so large that the search leaves out most quiet moves, mates among them.

use super::Position;
use super::geometry::{JUMPS, LONGEST, STEPS, Square};
use super::moves::{Move, MoveList};
use super::piece::Piece;
use std::iter;

/// A check from afar takes few flights away: with more of them none is looked for.
const FEW_FLIGHTS: u32 = 2;

impl Position {
    /// See [`Position::mate_in_one`](crate::game::Position::mate_in_one).
    pub(super) fn mate_in_one(&self) -> Option<Move> {
        if self.state.exposed {
            return None;
        }
        let royal = self.sole_royal(!self.side)?;
        let flights = self.flights(royal);
        let is_afar = flights.count_ones() <= FEW_FLIGHTS;
        let jumps = if is_afar && self.leapers[self.side.index()] > 0 { JUMPS.as_slice() } else { &[] };
        let jumped_from = jumps.iter().map(|&jump| royal.offset(jump));
        let reach = if is_afar { LONGEST.into() } else { 1 };
        // No piece can go where the royal piece could flee.
        let first = |direction: usize| usize::from(flights >> direction & 1);
        let lines = STEPS.iter().enumerate();
        let on_lines = lines.flat_map(|(d, &step)| self.line_from(royal, step).take(reach).skip(first(d)));
        let mut targets = on_lines.chain(jumped_from).filter(|&to| !self.board.at(to).bars(self.side));
        targets.find_map(|to| self.mate_on(to, royal, flights))
    }

    /// The directions of the steps by which a royal piece could flee now.
    fn flights(&self, royal: Square) -> u8 {
        let (us, them) = (self.side, !self.side);
        let gait = self.ruleset().gait(self.piece(royal));
        let mut lifted = self.board;
        lifted.put(royal, Piece::NONE);
        let is_flight = |&direction: &usize| {
            let to = royal.offset(STEPS[direction]);
            (gait.steps | gait.slides) >> direction & 1 != 0
                && !self.board.at(to).bars(them)
                && !lifted.is_attacked(self.ruleset(), to, us, self.leapers[us.index()] > 0)
        };
        (0..STEPS.len()).filter(is_flight).fold(0, |flights, direction| flights | 1 << direction)
    }

    /// The cells from a square on, up to the first that is not empty.
    fn line_from(&self, square: Square, step: i16) -> impl Iterator<Item = Square> {
        iter::successors(Some(square.offset(step)), move |&cell| {
            self.board.at(cell).is_none().then(|| cell.offset(step))
        })
    }

    /// A move to a square that mates.
    fn mate_on(&self, to: Square, royal: Square, flights: u8) -> Option<Move> {
        let mut found = None;
        self.board.attackers(self.ruleset(), to, self.side, |from, _| {
            let moves = [true, false].map(|promotes| Move::new(from, to, promotes));
            found = found.or_else(|| moves.into_iter().find(|&m| self.mates(m, royal, flights)));
        });
        found
    }

    /// True if a move by which a piece comes to attack a royal piece is legal and mates.
    fn mates(&self, m: Move, royal: Square, flights: u8) -> bool {
        let (ruleset, becomes) = (self.ruleset(), self.becomes(m));
        if m.promotes() && !self.may_promote(m) || !self.board.reaches(ruleset, becomes, m.to(), royal, [m.from(); 2]) {
            return false;
        }
        let mut after = self.board;
        after.play(m, becomes);
        after.put(royal, Piece::NONE);
        let is_taken_away = |direction: usize| {
            flights >> direction & 1 == 0 || after.is_attacked(ruleset, royal.offset(STEPS[direction]), self.side, true)
        };
        (0..STEPS.len()).all(is_taken_away) && self.is_pseudo_legal(m) && self.is_legal(m) && self.leaves_no_defence(m)
    }

    fn leaves_no_defence(&self, m: Move) -> bool {
        let mut next = self.without_history();
        next.make(m, &mut ());
        let mut defences = MoveList::default();
        next.defences(&mut defences);
        defences.is_empty()
    }
}
