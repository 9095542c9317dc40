//! Playing moves and taking them back.

use super::Position;
use super::geometry::Square;
use super::moves::Move;
use super::piece::Piece;
use super::position::StateInfo;
use super::width::Width;

impl<W: Width> Position<W> {
    /// The piece that a move leaves on its target; none if it burns there.
    #[inline(always)]
    pub(super) fn becomes(&self, m: Move<W>) -> Piece {
        if W::EXTRA_MOVEMENT {
            return if self.is_burnt(m) { Piece::NONE } else { self.turns_into(m) };
        }
        let piece = self.board.at(m.from());
        if m.promotes() { self.ruleset().traits(piece).promoted } else { piece }
    }

    /// The captures of a move, on its way and on its target.
    #[inline(always)]
    pub(super) fn victims(&self, m: Move<W>) -> [Piece; 2] {
        let between = m.via().map_or(Piece::NONE, |via| self.board.at(via));
        let last = if m.to() == m.from() { Piece::NONE } else { self.board.at(m.to()) };
        [between, last]
    }

    /// The square where a move captures a lion, unless a lion makes it.
    #[inline]
    pub(super) fn ban_by(&self, m: Move<W>, victims: [Piece; 2]) -> Option<Square<W>> {
        let lion = |piece: Piece| self.ruleset().traits(piece).lion;
        if !lion(victims[0]) && !lion(victims[1]) || lion(self.board.at(m.from())) || self.rules.lions_are_free {
            return None;
        }
        if lion(victims[1]) { Some(m.to()) } else { m.via() }
    }

    /// Takes the last move back on the board; `before` is the state before it.
    pub(super) fn take_back(&mut self, m: Move<W>, before: StateInfo<W>) {
        let (from, to) = (m.from(), m.to());
        let StateInfo { mover, victims, .. } = self.state;
        self.side = !self.side;
        self.move_number -= 1;
        if W::EXTRA_MOVEMENT {
            let last = self.board.at(to);
            if let Some(kind) = m.dropped() {
                self.displace(to, last);
                self.hands[self.side.index()].add(kind);
            } else if last != mover || from != to {
                if !last.is_none() {
                    self.displace(to, last);
                }
                self.place(from, mover);
            }
        } else if from != to {
            self.displace(to, self.board.at(to));
            self.place(from, mover);
        }
        let squares = [m.via().unwrap_or(from), to];
        for (square, victim) in squares.into_iter().zip(victims) {
            if !victim.is_none() {
                self.place(square, victim);
            }
        }
        if W::EXTRA_MOVEMENT {
            for _ in 0..self.state.fallen {
                let (square, piece) = self.fallen.pop().expect("a piece that fell");
                self.place(square, piece);
            }
            self.held_by_capture(victims).for_each(|kind| self.hands[self.side.index()].remove(kind));
        }
        self.state = before;
    }
}
