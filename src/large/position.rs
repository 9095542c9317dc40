//! A position of a large game with its history.

use super::board::Board;
use super::game::LargeGame;
use super::geometry::{Square, SquareSet};
use super::moves::Move;
use super::options::RuleOptions;
use super::piece::Piece;
use super::reserve::Reserve;
use super::tables::{Ruleset, SIDE};
use super::width::Width;
use crate::board::Color;

/// The changes of a move beyond the board, and the facts needed to take it back.
#[derive(Clone, Copy, Debug)]
pub(super) struct StateInfo<W: Width> {
    /// Without the side to move.
    pub key: u64,
    /// Keys of pawns, guards and major pieces.
    pub structure: [u64; 3],
    /// The last move; none at the set-up and after a null move.
    pub last: Option<Move<W>>,
    /// The piece as it stood before that move.
    pub mover: Piece,
    /// The captures of that move, on its way and on its target.
    pub victims: [Piece; 2],
    /// Further pieces that it removed, the last of [`Position::fallen`].
    pub fallen: u8,
    /// The square where that move captured a lion, unless a lion made it.
    pub ban: Option<Square<W>>,
    /// Moves since a position could last not recur.
    pub reversible: u32,
    /// The side to move has one royal piece, and that is attacked.
    pub in_check: bool,
    /// The other side has one royal piece, and that is attacked: it was left en prise.
    pub exposed: bool,
}

/// A position with its history.
#[derive(Clone)]
pub struct Position<W: Width> {
    pub(super) game: LargeGame<W>,
    pub(super) board: Board<W>,
    /// `[color]`
    pub(super) pieces: [SquareSet<W>; 2],
    /// `[color]`
    pub(super) royals: [SquareSet<W>; 2],
    /// Leaping pieces, by [`PieceTraits::leaps`](super::tables::PieceTraits::leaps). `[color]`
    pub(super) leapers: [u32; 2],
    /// `[color]`
    pub(super) counts: [u32; 2],
    /// The side had a royal piece at the set-up. `[color]`
    pub(super) began_royal: [bool; 2],
    pub(super) side: Color,
    /// Number of the coming move, 1 at the start.
    pub(super) move_number: u32,
    pub(super) rules: RuleOptions,
    pub(super) state: StateInfo<W>,
    /// The states before this one, the oldest first.
    pub(super) history: Vec<StateInfo<W>>,
    /// Pieces that moves removed besides those on their squares, with their squares, the latest last.
    pub(super) fallen: Vec<(Square<W>, Piece)>,
    /// Pieces with further ways of moving. `[color]`
    pub(super) extra_movers: [SquareSet<W>; 2],
    /// Pieces off the board, in games with drops. `[color]`
    pub(super) hands: [Reserve; 2],
}

impl<W: Width> Position<W> {
    pub(super) fn empty(game: LargeGame<W>, side: Color, move_number: u32, ban: Option<Square<W>>) -> Self {
        let ruleset = game.ruleset();
        let state = StateInfo {
            key: ruleset.ban_key(ban),
            structure: [0; 3],
            last: None,
            mover: Piece::NONE,
            victims: [Piece::NONE; 2],
            fallen: 0,
            ban,
            reversible: 0,
            in_check: false,
            exposed: false,
        };
        Self {
            game,
            board: Board::empty(ruleset),
            pieces: [SquareSet::EMPTY; 2],
            royals: [SquareSet::EMPTY; 2],
            leapers: [0; 2],
            counts: [0; 2],
            began_royal: [false; 2],
            side,
            move_number,
            rules: ruleset.spec.usual,
            state,
            history: Vec::with_capacity(256),
            fallen: Vec::new(),
            extra_movers: [SquareSet::EMPTY; 2],
            hands: [Reserve::default(); 2],
        }
    }

    /// The game.
    #[must_use]
    #[inline(always)]
    pub const fn game(&self) -> LargeGame<W> {
        self.game
    }

    #[inline(always)]
    pub(super) const fn ruleset(&self) -> &'static Ruleset<W> {
        self.game.ruleset()
    }

    /// The piece on a square of the board.
    #[must_use]
    #[inline(always)]
    pub fn piece(&self, square: Square<W>) -> Piece {
        self.board.at(square)
    }

    /// The squares of the pieces of a side.
    #[must_use]
    #[inline(always)]
    pub const fn pieces(&self, color: Color) -> &SquareSet<W> {
        &self.pieces[color as usize]
    }

    /// The squares of the royal pieces of a side.
    #[must_use]
    #[inline(always)]
    pub const fn royals(&self, color: Color) -> &SquareSet<W> {
        &self.royals[color as usize]
    }

    /// The number of pieces of a side.
    #[must_use]
    #[inline(always)]
    pub const fn count(&self, color: Color) -> u32 {
        self.counts[color as usize]
    }

    /// The square where the last move captured a lion, unless a lion made it.
    #[must_use]
    pub const fn ban(&self) -> Option<Square<W>> {
        self.state.ban
    }

    /// The rules in force.
    #[must_use]
    pub const fn rules(&self) -> RuleOptions {
        self.rules
    }

    /// The only royal piece of a side; none if it has several or has lost all.
    #[must_use]
    #[inline]
    pub fn sole_royal(&self, color: Color) -> Option<Square<W>> {
        let mut royals = self.royals(color).iter();
        let first = royals.next();
        if royals.next().is_some() { None } else { first }
    }

    /// True if a side has lost its last royal piece. A side that never had one, as in a problem, cannot lose it.
    #[inline(always)]
    pub(super) fn has_lost_royals(&self, color: Color) -> bool {
        self.began_royal[color.index()] && self.royals(color).is_empty()
    }

    /// True if `by` could go to a square by an ordinary move or jump.
    #[must_use]
    #[inline]
    pub fn is_attacked(&self, square: Square<W>, by: Color) -> bool {
        self.board.is_attacked(self.ruleset(), square, by, self.leapers[by.index()] > 0)
            || W::EXTRA_MOVEMENT && self.is_attacked_further(square, by)
    }

    /// True if a side has one royal piece, and that is attacked.
    #[inline]
    pub(super) fn is_checked(&self, color: Color) -> bool {
        self.sole_royal(color).is_some_and(|royal| self.is_royal_attacked(royal, !color))
    }

    /// Notes which sides are in check.
    #[inline(always)]
    pub(super) fn note_checks(&mut self) {
        self.state.in_check = self.is_checked(self.side);
        self.state.exposed = self.is_checked(!self.side);
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(super) fn put(&mut self, square: Square<W>, piece: Piece) {
        self.place(square, piece);
        self.rekey(square, piece);
    }

    /// Removes the piece from a square.
    #[inline(always)]
    pub(super) fn remove(&mut self, square: Square<W>, piece: Piece) {
        self.displace(square, piece);
        self.rekey(square, piece);
    }

    #[inline(always)]
    fn rekey(&mut self, square: Square<W>, piece: Piece) {
        let key = self.ruleset().key(piece, square);
        self.state.key ^= key;
        if let Some(part) = self.ruleset().traits(piece).structure {
            self.state.structure[part] ^= key;
        }
    }

    /// Puts a piece on an empty square, without updating the keys.
    #[inline(always)]
    pub(super) fn place(&mut self, square: Square<W>, piece: Piece) {
        let side = piece.color().index();
        let traits = self.game.ruleset().traits(piece);
        self.board.put(square, piece);
        self.pieces[side].insert(square);
        self.counts[side] += 1;
        self.leapers[side] += u32::from(traits.leaps);
        if traits.royal {
            self.royals[side].insert(square);
        }
        if W::EXTRA_MOVEMENT && !self.ruleset().further(piece).is_empty() {
            self.extra_movers[side].insert(square);
        }
    }

    /// Removes a piece, without updating the keys.
    #[inline(always)]
    pub(super) fn displace(&mut self, square: Square<W>, piece: Piece) {
        let side = piece.color().index();
        let traits = self.game.ruleset().traits(piece);
        self.board.put(square, Piece::NONE);
        self.pieces[side].remove(square);
        self.counts[side] -= 1;
        self.leapers[side] -= u32::from(traits.leaps);
        if traits.royal {
            self.royals[side].remove(square);
        }
        if W::EXTRA_MOVEMENT {
            self.extra_movers[side].remove(square);
        }
    }
}

#[inline(always)]
pub(super) const fn side_key(side: Color) -> u64 {
    match side {
        Color::Black => 0,
        Color::White => SIDE,
    }
}
