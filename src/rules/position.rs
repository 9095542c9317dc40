//! The position: pieces, hands, side to move, and the history that the rules need.

use super::history::History;
use super::moves::ORIGINS;
use super::{Facts, Kind, Move, Piece, PieceAt, RuleOptions, Rules, Spec, Tables, zobrist};
use crate::board::{Bitboard, Color, Square};
use crate::game::{Hand, Hands as _};

const EMPTY_BOARD: [Piece; ORIGINS] = {
    let mut board = [Piece::NONE; ORIGINS];
    let mut kind = 0;
    while kind < Kind::LIMIT - 1 {
        board[Square::COUNT + kind] = Piece::new(Color::Black, Kind::new(kind));
        kind += 1;
    }
    board
};

/// A position of the game `R` with the moves that led to it.
#[derive(Clone)]
pub struct Position<R: Rules> {
    /// The piece on each square, and after the squares every kind as a drop brings it: the moved piece is found at its
    /// [`Move::origin_code`], from board or hand. `[square, or 81 plus kind]`
    pub(super) board: [Piece; ORIGINS],
    /// `[kind]`
    pub(super) by_kind: [Bitboard; Kind::LIMIT],
    /// `[color]`
    pub(super) by_color: [Bitboard; 2],
    /// `[color]`
    pub(super) hands: [Hand; 2],
    /// `[color]`
    pub(super) kings: [Option<Square>; 2],
    pub(super) side: Color,
    /// Number of the coming move, as SFEN counts: 1 at the start.
    pub(super) move_number: u32,
    pub(super) options: RuleOptions,
    pub(super) state: StateInfo,
    /// The states before each move since the position was set up, the last one on top.
    pub(super) states: Vec<StateInfo>,
    pub(super) history: History,
    pub(super) rules: R,
}

/// StateInfo saved with each move: facts that unmaking could not recompute, and facts that search nodes need often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StateInfo {
    /// Keys of the pieces on the board by [`Structure`](super::Structure).
    pub structure: [u64; 3],
    pub hands_key: u64,
    /// Pieces that attack the king of the side to move.
    pub checkers: Bitboard,
    /// Only pieces between a king and a slider of the other side. `[color of the king]`
    pub blockers: [Bitboard; 2],
    pub captured: Piece,
    /// The last move; none at the set-up and after a null move.
    pub last: Option<Move>,
    /// Moves in a row, up to now, by which each side gave check. `[color]`
    pub checks: [u32; 2],
    /// Moves since the last null move, or since the position was set up.
    pub reversible: u32,
}

impl StateInfo {
    const EMPTY: Self = Self {
        structure: [0; 3],
        hands_key: 0,
        checkers: Bitboard::EMPTY,
        blockers: [Bitboard::EMPTY; 2],
        captured: Piece::NONE,
        last: None,
        checks: [0; 2],
        reversible: 0,
    };
}

impl<R: Rules> Position<R> {
    /// An empty position to be set up.
    pub(super) fn empty(rules: R, options: RuleOptions) -> Self {
        Self {
            board: EMPTY_BOARD,
            by_kind: [Bitboard::EMPTY; Kind::LIMIT],
            by_color: [Bitboard::EMPTY; 2],
            hands: [Hand::EMPTY; 2],
            kings: [None; 2],
            side: Color::Black,
            move_number: 1,
            options,
            state: StateInfo::EMPTY,
            states: Vec::new(),
            history: History::new(),
            rules,
        }
    }

    /// Computes everything derived from pieces, hands and side to move, and starts the history here.
    pub(super) fn settle(&mut self) {
        self.state = self.recount();
        self.states.clear();
        self.history = History::new();
        self.history.push(self.board_key(), self.hands[0]);
    }

    /// The state recomputed from the pieces alone: the reference for incremental updates.
    pub(super) fn recount(&self) -> StateInfo {
        let mut state = StateInfo::EMPTY;
        for color in Color::ALL {
            for square in self.by_color[color.index()] {
                let kind = self.board[square.index()].kind();
                state.structure[self.facts().structure(kind)] ^= zobrist::key(PieceAt::on_board(color, kind, square));
            }
            for kind in self.spec().held_kinds() {
                for count in 1..=self.hand_count(color, kind) {
                    state.hands_key ^= zobrist::key(PieceAt::in_hand(color, kind, count));
                }
            }
            state.blockers[color.index()] = self.slider_blockers(color);
        }
        if let Some(king) = self.king(self.side) {
            state.checkers = self.attackers(!self.side, king, self.occupied());
        }
        state
    }

    /// The same position and history by another type of the same game.
    #[must_use]
    pub fn played_as<S: Rules>(&self, rules: S) -> Position<S> {
        debug_assert_eq!(rules.spec().name, self.spec().name);
        Position {
            board: self.board,
            by_kind: self.by_kind,
            by_color: self.by_color,
            hands: self.hands,
            kings: self.kings,
            side: self.side,
            move_number: self.move_number,
            options: self.options,
            state: self.state.clone(),
            states: self.states.clone(),
            history: self.history.clone(),
            rules,
        }
    }

    /// The game.
    #[must_use]
    #[inline(always)]
    pub const fn rules(&self) -> R {
        self.rules
    }

    /// The data of the game.
    #[must_use]
    #[inline(always)]
    pub fn spec(&self) -> &'static Spec {
        self.rules.spec()
    }

    #[inline(always)]
    pub(super) fn facts(&self) -> &'static Facts {
        self.rules.facts()
    }

    #[inline(always)]
    pub(super) fn tables(&self) -> &'static Tables {
        self.rules.tables()
    }

    /// Squares that a piece on `square` attacks.
    #[inline(always)]
    pub(super) fn attacks(&self, kind: Kind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        self.rules.attacks(kind, color, square, occupied)
    }

    /// Squares that the piece on `square` attacks.
    #[must_use]
    #[inline]
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        let piece = self.piece(square);
        self.attacks(piece.kind(), piece.color(), square, self.occupied())
    }

    /// Pieces of `color` that attack `square`, with `occupied` in place of the real occupancy.
    #[inline(always)]
    pub(super) fn attackers(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        R::attackers(self, color, square, occupied)
    }

    /// Number of the coming move, 1 at the start.
    #[must_use]
    pub const fn move_number(&self) -> u32 {
        self.move_number
    }

    #[must_use]
    pub const fn options(&self) -> RuleOptions {
        self.options
    }

    pub const fn set_options(&mut self, options: RuleOptions) {
        self.options = options;
    }

    /// The kind that `m` moves or drops, before any promotion.
    #[inline(always)]
    pub(super) const fn kind_before(&self, m: Move) -> Kind {
        self.board[m.origin_code()].kind()
    }

    #[must_use]
    #[inline(always)]
    pub const fn piece(&self, square: Square) -> Piece {
        self.board[square.index()]
    }

    /// The king of `color`; mate problems may lack one.
    #[must_use]
    #[inline(always)]
    pub const fn king(&self, color: Color) -> Option<Square> {
        self.kings[color.index()]
    }

    #[must_use]
    #[inline(always)]
    pub const fn pieces(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    #[must_use]
    #[inline(always)]
    pub const fn pieces_of(&self, color: Color, kind: Kind) -> Bitboard {
        self.by_color[color.index()].and(self.by_kind[kind.index()])
    }

    #[must_use]
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        self.by_color[0].or(self.by_color[1])
    }

    /// Pieces that `color` may drop as `kind`.
    #[must_use]
    #[inline(always)]
    pub fn hand_count(&self, color: Color, kind: Kind) -> u32 {
        self.hands[color.index()].count(self.facts().slot(kind).index())
    }

    /// Pieces that give check to the side to move.
    #[must_use]
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.state.checkers
    }

    /// Only pieces of either side between the king of `color` and a slider of the other.
    #[must_use]
    #[inline(always)]
    pub const fn blockers(&self, color: Color) -> Bitboard {
        self.state.blockers[color.index()]
    }

    #[inline(always)]
    pub(super) fn put(&mut self, square: Square, color: Color, kind: Kind) {
        debug_assert!(self.spec().on_board(square) && self.board[square.index()].is_none());
        self.board[square.index()] = Piece::new(color, kind);
        self.by_kind[kind.index()] |= Bitboard::square(square);
        self.by_color[color.index()] |= Bitboard::square(square);
        if kind == self.spec().king {
            self.kings[color.index()] = Some(square);
        }
    }

    #[inline(always)]
    pub(super) fn take(&mut self, square: Square) -> Piece {
        let piece = std::mem::replace(&mut self.board[square.index()], Piece::NONE);
        debug_assert!(!piece.is_none());
        self.by_kind[piece.kind().index()] ^= Bitboard::square(square);
        self.by_color[piece.color().index()] ^= Bitboard::square(square);
        piece
    }
}

#[inline(always)]
pub(super) const fn side_key(side: Color) -> u64 {
    match side {
        Color::Black => 0,
        Color::White => zobrist::SIDE,
    }
}
