//! Playing moves and taking them back.

use super::Position;
use super::geometry::Square;
use super::moves::Move;
use super::piece::Piece;
use super::position::{StateInfo, side_key};
use super::tables::Ruleset;
use crate::game::Observer;

impl Position {
    /// The piece that a move leaves on its target.
    #[inline(always)]
    pub(super) const fn becomes(&self, m: Move) -> Piece {
        let piece = self.board.at(m.from());
        if m.promotes() { self.ruleset().nature(piece).promoted } else { piece }
    }

    /// The captures of a move, on its way and on its target.
    #[inline(always)]
    pub(super) fn victims(&self, m: Move) -> [Piece; 2] {
        let between = m.via().map_or(Piece::NONE, |via| self.board.at(via));
        let last = if m.to() == m.from() { Piece::NONE } else { self.board.at(m.to()) };
        [between, last]
    }

    /// True if a move changes nothing but the side to move.
    #[must_use]
    pub fn is_pass(&self, m: Move) -> bool {
        m.from() == m.to() && self.victims(m) == [Piece::NONE; 2]
    }

    /// The square where a move captures a lion, unless a lion makes it.
    #[inline]
    fn ban_by(&self, m: Move, victims: [Piece; 2]) -> Option<Square> {
        let lion = |piece: Piece| self.ruleset().nature(piece).lion;
        if !lion(victims[0]) && !lion(victims[1]) || lion(self.board.at(m.from())) || self.rules.lions_are_free {
            return None;
        }
        if lion(victims[1]) { Some(m.to()) } else { m.via() }
    }

    pub(super) fn make(&mut self, m: Move, observer: &mut impl Observer) {
        let ruleset = self.ruleset();
        let (from, to) = (m.from(), m.to());
        let (mover, becomes, victims) = (self.board.at(from), self.becomes(m), self.victims(m));
        let ban = self.ban_by(m, victims);
        self.history.push(self.state);
        let irreversible = victims != [Piece::NONE; 2] || m.promotes() || ruleset.nature(mover).stuck > 0;
        self.state = StateInfo {
            key: self.state.key ^ ruleset.ban_key(self.state.ban) ^ ruleset.ban_key(ban),
            structure: self.state.structure,
            last: Some(m),
            mover,
            victims,
            ban,
            reversible: if irreversible { 0 } else { self.state.reversible + 1 },
            in_check: false,
            exposed: false,
        };
        let squares = [m.via().unwrap_or(from), to];
        for (square, victim) in squares.into_iter().zip(victims) {
            if !victim.is_none() {
                observer.removed(Ruleset::feature(victim, square));
                self.remove(square, victim);
            }
        }
        if from != to {
            observer.removed(Ruleset::feature(mover, from));
            observer.added(Ruleset::feature(becomes, to));
            self.remove(from, mover);
            self.put(to, becomes);
        }
        self.side = !self.side;
        self.move_number += 1;
        self.note_checks();
    }

    pub(super) fn unmake(&mut self, m: Move) {
        let (from, to) = (m.from(), m.to());
        let StateInfo { mover, victims, .. } = self.state;
        self.side = !self.side;
        self.move_number -= 1;
        if from != to {
            self.displace(to, self.board.at(to));
            self.place(from, mover);
        }
        let squares = [m.via().unwrap_or(from), to];
        for (square, victim) in squares.into_iter().zip(victims) {
            if !victim.is_none() {
                self.place(square, victim);
            }
        }
        self.state = self.history.pop().expect("a move to take back");
    }

    pub(super) fn make_null(&mut self) {
        self.history.push(self.state);
        self.side = !self.side;
        self.move_number += 1;
        self.state = StateInfo {
            key: self.state.key ^ self.ruleset().ban_key(self.state.ban),
            last: None,
            mover: Piece::NONE,
            victims: [Piece::NONE; 2],
            ban: None,
            reversible: 0,
            in_check: false,
            exposed: false,
            ..self.state
        };
        self.note_checks();
    }

    pub(super) fn unmake_null(&mut self) {
        self.side = !self.side;
        self.move_number -= 1;
        self.state = self.history.pop().expect("a null move to take back");
    }

    /// The key after a pseudo-legal move.
    pub(super) fn key_after(&self, m: Move) -> u64 {
        let ruleset = self.ruleset();
        let victims = self.victims(m);
        let mut key = self.state.key
            ^ side_key(!self.side)
            ^ ruleset.ban_key(self.state.ban)
            ^ ruleset.ban_key(self.ban_by(m, victims));
        let squares = [m.via().unwrap_or(m.from()), m.to()];
        for (square, victim) in squares.into_iter().zip(victims) {
            if !victim.is_none() {
                key ^= ruleset.key(victim, square);
            }
        }
        if m.from() != m.to() {
            key ^= ruleset.key(self.board.at(m.from()), m.from()) ^ ruleset.key(self.becomes(m), m.to());
        }
        key
    }
}
