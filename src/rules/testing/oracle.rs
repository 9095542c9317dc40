//! A second implementation of the rules, slow and plain: a board of squares, pieces walked step by step, every move
//! tried on a copy. It shares nothing but the description of the pieces with the kernel.

use crate::board::{Color, Square};
use crate::game::{GameMove, Playable as _, Position as _};
use crate::rules::{EnteringKing, Kind, Move, Origin, Position, Rules, Spec};

/// A position as a plain array.
#[derive(Clone)]
pub struct Oracle {
    /// `[square]`
    pub board: Vec<Option<(Color, Kind)>>,
    /// `[color][kind]`
    pub hands: [Vec<u32>; 2],
    pub side: Color,
    pub forced_promotion: bool,
    /// A king that stands safe on the far rank has won.
    try_rank: bool,
    spec: &'static Spec,
}

/// Board, hands and side to move.
pub type Facts = (Vec<Option<(Color, Kind)>>, [Vec<u32>; 2], Color);

impl Oracle {
    pub fn of<R: Rules>(position: &Position<R>) -> Self {
        let spec = position.spec();
        let piece = |square| position.piece(square);
        let kinds = || spec.held_kinds();
        Self {
            board: Square::all()
                .map(|square| (!piece(square).is_none()).then(|| (piece(square).color(), piece(square).kind())))
                .collect(),
            hands: Color::ALL.map(|color| kinds().map(|kind| position.hand_count(color, kind)).collect()),
            side: position.side_to_move(),
            forced_promotion: spec.turns || position.options().forced_promotion,
            try_rank: position.options().entering_king == EnteringKing::TryRank,
            spec,
        }
    }

    /// The data of the game.
    pub const fn spec(&self) -> &'static Spec {
        self.spec
    }

    /// Everything that makes positions the same under the rules.
    pub fn facts(&self) -> Facts {
        (self.board.clone(), self.hands.clone(), self.side)
    }

    pub fn at(&self, square: Square) -> Option<(Color, Kind)> {
        self.board[square.index()]
    }

    pub fn king(&self, color: Color) -> Option<Square> {
        self.spec.squares().find(|&square| self.at(square) == Some((color, self.spec.king)))
    }

    /// The square at (right, forward) from the side of `color`.
    fn walk(&self, color: Color, from: Square, right: i8, forward: i8) -> Option<Square> {
        let sign = if color == Color::Black { -1 } else { 1 };
        let square = from.offset(sign * right, sign * forward)?;
        self.spec.on_board(square).then_some(square)
    }

    /// Squares that `kind` of `color` strikes from a square, walking one step at a time.
    pub fn strikes(&self, color: Color, kind: Kind, from: Square) -> Vec<Square> {
        let spec = self.spec.kind(kind);
        let mut squares: Vec<Square> =
            spec.steps.iter().filter_map(|&(right, forward)| self.walk(color, from, right, forward)).collect();
        for slide in spec.slides {
            let (files, ranks) = slide.direction.step();
            let mut here = from;
            for _ in 0..slide.range {
                let Some(next) = self.walk(color, here, -files, -ranks) else { break };
                squares.push(next);
                if self.at(next).is_some() {
                    break;
                }
                here = next;
            }
        }
        squares
    }

    /// The kind whose moves the piece of `color` on a square has: that of the own piece behind it, in games with
    /// borrowed moves.
    fn moving(&self, color: Color, kind: Kind, square: Square) -> Kind {
        let behind = self.walk(color, square, 0, -1).filter(|_| self.spec.borrows);
        match behind.and_then(|behind| self.at(behind)) {
            Some((owner, lent)) if owner == color => lent,
            _ => kind,
        }
    }

    /// Squares whose pieces of `by` strike `target`.
    pub fn strikers(&self, target: Square, by: Color) -> Vec<Square> {
        self.spec
            .squares()
            .filter(|&square| match self.at(square) {
                Some((color, kind)) => {
                    color == by && self.strikes(by, self.moving(by, kind, square), square).contains(&target)
                }
                None => false,
            })
            .collect()
    }

    pub fn in_check(&self, color: Color) -> bool {
        self.king(color).is_some_and(|king| !self.strikers(king, !color).is_empty())
    }

    /// True if a king was captured, was checked in a game lost by that, or has entered for good.
    fn is_over(&self) -> bool {
        let entered = |color: Color| {
            self.try_rank && self.king(color).is_some_and(|king| self.spec.seen_by(color, king).rank() == 0)
        };
        self.spec.king_capture && self.king(self.side).is_none()
            || self.spec.check_wins && self.in_check(self.side)
            || Color::ALL.into_iter().any(|color| entered(color) && !self.in_check(color))
    }

    /// True if a piece may not stand on a square because it could never move again.
    fn is_dead(&self, kind: Kind, square: Square) -> bool {
        !self.spec.dead_drops && self.strikes(self.side, kind, square).is_empty()
    }

    /// The kind in hand of a piece that may be dropped as `kind`.
    fn held(&self, kind: Kind) -> Kind {
        if self.spec.other_faces > 0 { self.spec.kind(kind).captured_as.expect("a kind to hold") } else { kind }
    }

    fn in_zone(&self, square: Square) -> bool {
        match self.side {
            Color::Black => square.rank() < self.spec.zone_ranks,
            Color::White => square.rank() >= self.spec.ranks - self.spec.zone_ranks,
        }
    }

    fn board_moves(&self, moves: &mut Vec<Move>) {
        for from in self.spec.squares() {
            let Some((color, kind)) = self.at(from) else { continue };
            if color != self.side {
                continue;
            }
            for to in self.strikes(color, self.moving(color, kind, from), from) {
                if self.at(to).is_some_and(|(owner, _)| owner == color) {
                    continue;
                }
                let can_promote =
                    self.spec.kind(kind).promotes_to.is_some() && (self.in_zone(from) || self.in_zone(to));
                if can_promote {
                    moves.push(Move::board(from, to, true));
                }
                if !(can_promote && (self.forced_promotion || self.is_dead(kind, to))) {
                    moves.push(Move::board(from, to, false));
                }
            }
        }
    }

    fn drops(&self, moves: &mut Vec<Move>) {
        for kind in (0..self.spec.drop_kinds()).map(Kind::new) {
            if self.hands[self.side.index()][self.held(kind).index()] == 0 {
                continue;
            }
            let limit = usize::from(self.spec.kind(kind).file_limit);
            for to in self.spec.squares().filter(|&to| self.at(to).is_none() && !self.is_dead(kind, to)) {
                let on_file = self
                    .spec
                    .squares()
                    .filter(|square| square.file() == to.file() && self.at(*square) == Some((self.side, kind)));
                if limit == 0 || on_file.count() < limit {
                    moves.push(Move::drop(kind, to));
                }
            }
        }
    }

    pub fn make(&self, m: Move) -> Self {
        let mut after = self.clone();
        let placed = match m.origin() {
            Origin::Hand(kind) => {
                after.hands[self.side.index()][self.held(kind).index()] -= 1;
                kind
            }
            Origin::Board(from) => {
                let (_, kind) = after.board[from.index()].take().expect("a piece to move");
                if m.promotes() { self.spec.kind(kind).promotes_to.expect("a promotion") } else { kind }
            }
        };
        if let Some((_, captured)) = after.board[m.to().index()].replace((self.side, placed)) {
            match self.spec.kind(captured).captured_as {
                Some(held) => after.hands[self.side.index()][held.index()] += 1,
                None => assert!(self.spec.king_capture, "no king is captured"),
            }
        }
        after.side = !self.side;
        after
    }

    /// Every move, even those that expose the own king, with the position after it.
    fn moves(&self) -> impl Iterator<Item = (Move, Self)> + '_ {
        let mut moves = Vec::new();
        self.board_moves(&mut moves);
        self.drops(&mut moves);
        moves.into_iter().map(|m| (m, self.make(m)))
    }

    /// Moves that leave the own king safe, mating drops included.
    fn safe_moves(&self) -> impl Iterator<Item = (Move, Self)> + '_ {
        self.moves().filter(|(_, after)| !after.in_check(self.side))
    }

    /// True if the side to move is in check without an answer, or in a game that allows none.
    ///
    /// A banned drop is never the only answer to a drop that may be banned itself: both would have to stand next to the
    /// king, and a drop next to the king answers no check from there.
    pub fn is_mated(&self) -> bool {
        self.in_check(self.side) && (self.spec.check_wins || self.safe_moves().next().is_none())
    }

    /// True if a drop mates although it must not. A mate by borrowed moves counts only directly in front of the king.
    fn is_banned(m: Move, after: &Self) -> bool {
        let in_front = || after.walk(after.side, m.to(), 0, -1) == after.king(after.side);
        matches!(m.origin(), Origin::Hand(kind) if after.spec.kind(kind).no_drop_mate)
            && (!after.spec.borrows || in_front())
            && after.is_mated()
    }

    /// Every legal move, sorted by encoding.
    pub fn legal_moves(&self) -> Vec<Move> {
        let playable = |after: &Self| !self.is_over() && (self.spec.king_capture || !after.in_check(self.side));
        let legal = self.moves().filter(|(m, after)| playable(after) && !Self::is_banned(*m, after));
        sorted(legal.map(|(m, _)| m).collect())
    }

    /// Drops that only the ban on mating drops makes illegal.
    pub fn banned_drops(&self) -> Vec<Move> {
        self.safe_moves().filter(|(m, after)| Self::is_banned(*m, after)).map(|(m, _)| m).collect()
    }

    pub fn perft(&self, depth: u32) -> u64 {
        let moves = self.legal_moves();
        if depth == 1 { moves.len() as u64 } else { moves.into_iter().map(|m| self.make(m).perft(depth - 1)).sum() }
    }
}

pub fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_by_key(|m| GameMove::to_bits(*m));
    moves
}

/// A list for people.
pub fn names(rules: impl Rules, moves: &[Move]) -> String {
    moves.iter().map(|&m| rules.usi(m).to_string()).collect::<Vec<_>>().join(" ")
}
