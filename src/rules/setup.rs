//! What a position is built from: pieces on squares and in hands, the side to move and the number of its move.

use super::facts::Facts;
use super::geometry::on_board;
use super::hand::slot;
use super::{Kind, Piece, Position, RuleOptions, Rules, SfenError};
use crate::board::{Color, Square};
use crate::game::SfenMode;
use std::fmt;
use std::marker::PhantomData;

/// The highest number of a move that texts know.
pub const MAX_MOVE_NUMBER: u32 = 9999;

/// Any arrangement of pieces, sound or not; [`Position::from_setup`] tells which.
#[derive(Clone, Copy)]
pub struct Setup<R: Rules> {
    /// `[square]`
    board: [Piece; Square::COUNT],
    /// `[color][kind]`
    hands: [[u32; Kind::LIMIT]; 2],
    pub side: Color,
    /// Number of the coming move, 1 at the start.
    pub move_number: u32,
    rules: PhantomData<R>,
}

impl<R: Rules> Setup<R> {
    /// Black to make the first move, without any piece.
    #[must_use]
    pub const fn empty() -> Self {
        Self {
            board: [Piece::NONE; Square::COUNT],
            hands: [[0; Kind::LIMIT]; 2],
            side: Color::Black,
            move_number: 1,
            rules: PhantomData,
        }
    }

    #[must_use]
    pub const fn piece(&self, square: Square) -> Piece {
        self.board[square.index()]
    }

    /// Pieces that `color` may drop as `kind`.
    #[must_use]
    pub const fn hand_count(&self, color: Color, kind: Kind) -> u32 {
        self.hands[color.index()][slot::<R>(kind).index()]
    }

    /// Puts a piece on a square, in place of what stood there.
    pub const fn put(&mut self, square: Square, color: Color, kind: Kind) {
        self.board[square.index()] = Piece::new(color, kind);
    }

    pub const fn remove(&mut self, square: Square) {
        self.board[square.index()] = Piece::NONE;
    }

    /// Adds `count` pieces to a hand, whichever face `kind` names.
    pub const fn hold(&mut self, color: Color, kind: Kind, count: u32) {
        let held = &mut self.hands[color.index()][slot::<R>(kind).index()];
        *held = held.saturating_add(count);
    }

    /// Gives `color` every piece of a full set that is neither on the board nor in a hand, kings aside.
    pub fn hold_rest(&mut self, color: Color) {
        for kind in (0..R::HAND_KINDS).map(Kind::new) {
            let missing = u64::from(R::KINDS[kind.index()].total).saturating_sub(self.total(kind));
            self.hold(color, kind, missing as u32);
        }
    }

    /// The pieces on the board with their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().zip(self.board).filter(|(_, piece)| !piece.is_none())
    }

    /// What `color` holds, by kind.
    pub fn hand(&self, color: Color) -> impl Iterator<Item = (Kind, u32)> {
        let counts = self.hands[color.index()].into_iter().take(Kind::LIMIT - 1).enumerate();
        counts.filter(|&(_, count)| count > 0).map(|(kind, count)| (Kind::new(kind), count))
    }

    /// Pieces that are `kind` in a hand, wherever they are.
    fn total(&self, kind: Kind) -> u64 {
        let on_board = self.pieces().filter(|&(_, piece)| Facts::<R>::held(piece.kind()) == Some(kind)).count();
        let in_hands: u64 = Color::ALL.into_iter().map(|color| u64::from(self.hand_count(color, kind))).sum();
        on_board as u64 + in_hands
    }

    fn has_king(&self, color: Color) -> bool {
        self.board.contains(&Piece::new(color, R::KING))
    }

    /// The rules about the pieces as a whole, but for that of leaving the other king in check.
    fn check(&self, mode: SfenMode) -> Result<(), SfenError> {
        self.check_contents()?;
        let missing: Vec<Color> = Color::ALL.into_iter().filter(|&color| !self.has_king(color)).collect();
        match *missing {
            [] => {}
            [color] if mode == SfenMode::Strict => return Err(SfenError::NoKing(Position::<R>::side_name(color))),
            [_] => {}
            _ => return Err(SfenError::NoKings),
        }
        for kind in (0..R::HAND_KINDS).map(Kind::new) {
            let (found, spec) = (self.total(kind), &R::KINDS[kind.index()]);
            let limit = spec.total + R::SPARE;
            if found > u64::from(limit) {
                let found = found as usize;
                return Err(SfenError::TooManyPieces { letter: char::from(spec.letter), found, limit });
            }
        }
        if mode == SfenMode::Composed {
            return Ok(());
        }
        self.pieces().try_for_each(|(square, piece)| self.check_square(square, piece))
    }

    /// Whether the game has such pieces, squares and hands at all.
    fn check_contents(&self) -> Result<(), SfenError> {
        let letter = |kind: Kind| R::KINDS.get(kind.index()).map_or('?', |spec| char::from(spec.letter));
        for (square, piece) in self.pieces() {
            if !on_board::<R>(square) {
                return Err(SfenError::OffBoard(square.to_string()));
            }
            if piece.kind().index() >= R::KINDS.len() {
                return Err(SfenError::UnknownPiece(letter(piece.kind()).to_string()));
            }
        }
        for color in Color::ALL {
            let kings = self.board.iter().filter(|&&piece| piece == Piece::new(color, R::KING));
            if kings.count() > 1 {
                return Err(SfenError::TwoKings(Position::<R>::side_name(color)));
            }
            if let Some((kind, _)) = self.hand(color).find(|(kind, _)| kind.index() >= R::HAND_KINDS) {
                return Err(SfenError::NotHeld(letter(kind)));
            }
        }
        if !(1..=MAX_MOVE_NUMBER).contains(&self.move_number) {
            return Err(SfenError::MoveNumber(self.move_number.to_string()));
        }
        Ok(())
    }

    fn check_square(&self, square: Square, piece: Piece) -> Result<(), SfenError> {
        let spec = &R::KINDS[piece.kind().index()];
        let letter = char::from(spec.letter);
        if R::tables().dead(piece.kind(), piece.color()).contains(square) {
            return Err(SfenError::DeadPiece { letter, square: square.to_string() });
        }
        let on_file = self.pieces().filter(|&(other, same)| same == piece && other.file() == square.file());
        // A piece with borrowed moves may leave its file for that of another.
        if spec.file_limit > 0 && !R::BORROWS && on_file.count() > usize::from(spec.file_limit) {
            return Err(SfenError::FileLimit { letter, file: square.file() + 1 });
        }
        Ok(())
    }
}

/// Written as SFEN.
impl<R: Rules> fmt::Debug for Setup<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Setup").field(&self.sfen()).finish()
    }
}

impl<R: Rules> PartialEq for Setup<R> {
    fn eq(&self, other: &Self) -> bool {
        (self.board, self.hands, self.side, self.move_number)
            == (other.board, other.hands, other.side, other.move_number)
    }
}

impl<R: Rules> Eq for Setup<R> {}

impl<R: Rules> Position<R> {
    /// The position of a setup, with the options of the game and no history.
    ///
    /// # Errors
    /// Says which rule the pieces break, as strictly as `mode` asks.
    pub fn from_setup(setup: &Setup<R>, mode: SfenMode) -> Result<Self, SfenError> {
        setup.check(mode)?;
        let position = Self::assemble(setup, RuleOptions::of::<R>());
        match position.king(!position.side) {
            Some(king) if !R::KING_CAPTURE && position.is_attacked(king, position.side, position.occupied()) => {
                Err(SfenError::OpponentInCheck)
            }
            _ => Ok(position),
        }
    }

    /// Pieces, hands, side to move and number of the coming move.
    #[must_use]
    pub fn setup(&self) -> Setup<R> {
        let mut setup = Setup { side: self.side, move_number: self.move_number, ..Setup::empty() };
        setup.board.copy_from_slice(&self.board[..Square::COUNT]);
        for color in Color::ALL {
            for kind in (0..R::HAND_KINDS).map(Kind::new) {
                setup.hold(color, kind, self.hand_count(color, kind));
            }
        }
        setup
    }

    /// The same position under the same options as if it had just been set up.
    #[must_use]
    pub fn without_history(&self) -> Self {
        Self::assemble(&self.setup(), self.options)
    }

    /// What only a [`SfenMode::Composed`] position may hold of pieces that no game could have brought there.
    #[must_use]
    pub fn oddities(&self) -> Vec<SfenError> {
        let setup = self.setup();
        let mut found: Vec<SfenError> =
            setup.pieces().filter_map(|(square, piece)| setup.check_square(square, piece).err()).collect();
        found.dedup();
        found
    }

    /// Builds a position from a setup that has passed the checks, or was made from one that did.
    pub(super) fn assemble(setup: &Setup<R>, options: RuleOptions) -> Self {
        let mut position = Self::empty(options);
        (position.side, position.move_number) = (setup.side, setup.move_number);
        for (square, piece) in setup.pieces() {
            position.put(square, piece.color(), piece.kind());
        }
        for color in Color::ALL {
            for (kind, count) in setup.hand(color) {
                (0..count).for_each(|_| position.hands[color.index()].add(kind.index()));
            }
        }
        position.settle();
        position
    }
}
