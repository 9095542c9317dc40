//! Set-ups: pieces on squares and in hands, the side to move and the number of its move.

use super::{Kind, Piece, Position, RuleOptions, Rules, SfenError, Spec, Tables};
use crate::board::{Color, Square};
use crate::game::SfenMode;
use crate::kernel::{MAX_MOVE_NUMBER, TextError};
use std::fmt;

/// Any arrangement of pieces, sound or not; [`Position::from_setup`] tells which.
#[derive(Clone, Copy)]
pub struct Setup {
    /// `[square]`
    board: [Piece; Square::COUNT],
    /// `[color][kind]`
    hands: [[u32; Kind::LIMIT]; 2],
    pub side: Color,
    /// Number of the coming move, 1 at the start.
    pub move_number: u32,
    spec: &'static Spec,
}

impl Setup {
    /// An empty set-up with Black to make the first move.
    #[must_use]
    pub const fn empty(spec: &'static Spec) -> Self {
        Self {
            board: [Piece::NONE; Square::COUNT],
            hands: [[0; Kind::LIMIT]; 2],
            side: Color::Black,
            move_number: 1,
            spec,
        }
    }

    /// The game of the pieces.
    #[must_use]
    pub const fn spec(&self) -> &'static Spec {
        self.spec
    }

    #[must_use]
    pub const fn piece(&self, square: Square) -> Piece {
        self.board[square.index()]
    }

    /// Pieces that `color` may drop as `kind`.
    #[must_use]
    pub const fn hand_count(&self, color: Color, kind: Kind) -> u32 {
        self.hands[color.index()][self.spec.slot(kind).index()]
    }

    /// Puts a piece on a square, replacing any other.
    pub const fn put(&mut self, square: Square, color: Color, kind: Kind) {
        self.board[square.index()] = Piece::new(color, kind);
    }

    pub const fn remove(&mut self, square: Square) {
        self.board[square.index()] = Piece::NONE;
    }

    /// Adds `count` pieces to a hand, under either face of their kind.
    pub const fn hold(&mut self, color: Color, kind: Kind, count: u32) {
        let held = &mut self.hands[color.index()][self.spec.slot(kind).index()];
        *held = held.saturating_add(count);
    }

    /// Adds every piece of a full set that is neither on the board nor in a hand to the hand of `color`, kings aside.
    pub fn hold_rest(&mut self, color: Color) {
        for kind in self.spec.held_kinds() {
            let missing = u64::from(self.spec.kind(kind).total).saturating_sub(self.total(kind));
            self.hold(color, kind, missing as u32);
        }
    }

    /// The pieces on the board with their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().zip(self.board).filter(|(_, piece)| !piece.is_none())
    }

    /// The hand of `color`, by kind.
    pub fn hand(&self, color: Color) -> impl Iterator<Item = (Kind, u32)> {
        let counts = self.hands[color.index()].into_iter().take(Kind::LIMIT - 1).enumerate();
        counts.filter(|&(_, count)| count > 0).map(|(kind, count)| (Kind::new(kind), count))
    }

    /// Number of pieces that count as `kind` in a hand, on the board or off it.
    fn total(&self, kind: Kind) -> u64 {
        let on_board =
            self.pieces().filter(|&(_, piece)| self.spec.kind(piece.kind()).captured_as == Some(kind)).count();
        let in_hands: u64 = Color::ALL.into_iter().map(|color| u64::from(self.hand_count(color, kind))).sum();
        on_board as u64 + in_hands
    }

    fn has_king(&self, color: Color) -> bool {
        self.board.contains(&Piece::new(color, self.spec.king))
    }

    /// Checks the pieces as a whole, except for a check on the other king.
    fn check(&self, tables: &Tables, mode: SfenMode) -> Result<(), SfenError> {
        self.check_contents()?;
        let missing: Vec<Color> = Color::ALL.into_iter().filter(|&color| !self.has_king(color)).collect();
        match *missing {
            [] => {}
            [color] if mode == SfenMode::Strict => return Err(SfenError::NoKing(color)),
            [_] => {}
            _ => return Err(SfenError::NoKings),
        }
        for kind in self.spec.held_kinds() {
            let (found, spec) = (self.total(kind), self.spec.kind(kind));
            let limit = spec.total + self.spec.spare;
            if found > u64::from(limit) {
                let found = found as usize;
                return Err(SfenError::TooManyPieces { letter: char::from(spec.letter), found, limit });
            }
        }
        if mode == SfenMode::Composed {
            return Ok(());
        }
        self.pieces().try_for_each(|(square, piece)| self.check_square(tables, square, piece))
    }

    /// Checks that the game has such pieces, squares and hands at all.
    fn check_contents(&self) -> Result<(), SfenError> {
        let letter = |kind: Kind| self.spec.kinds.get(kind.index()).map_or('?', |spec| char::from(spec.letter));
        for (square, piece) in self.pieces() {
            if !self.spec.on_board(square) {
                return Err(SfenError::OffBoard(square.to_string()));
            }
            if piece.kind().index() >= self.spec.kinds.len() {
                return Err(TextError::UnknownPiece(letter(piece.kind()).to_string()).into());
            }
        }
        for color in Color::ALL {
            let kings = self.board.iter().filter(|&&piece| piece == Piece::new(color, self.spec.king));
            if kings.count() > 1 {
                return Err(SfenError::TwoKings(color));
            }
            if let Some((kind, _)) = self.hand(color).find(|(kind, _)| kind.index() >= self.spec.hand_kinds) {
                return Err(SfenError::NotHeld(letter(kind)));
            }
        }
        if !(1..=MAX_MOVE_NUMBER).contains(&self.move_number) {
            return Err(TextError::MoveNumber(self.move_number.to_string()).into());
        }
        Ok(())
    }

    fn check_square(&self, tables: &Tables, square: Square, piece: Piece) -> Result<(), SfenError> {
        let spec = self.spec.kind(piece.kind());
        let letter = char::from(spec.letter);
        if tables.dead(piece.kind(), piece.color()).contains(square) {
            return Err(SfenError::DeadPiece { letter, square: square.to_string() });
        }
        let on_file = self.pieces().filter(|&(other, same)| same == piece && other.file() == square.file());
        // A piece with borrowed moves may leave its file for that of another.
        if spec.file_limit > 0 && !self.spec.borrows && on_file.count() > usize::from(spec.file_limit) {
            return Err(SfenError::FileLimit { letter, file: square.file() + 1 });
        }
        Ok(())
    }
}

/// Written as SFEN.
impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Setup").field(&self.sfen()).finish()
    }
}

impl PartialEq for Setup {
    fn eq(&self, other: &Self) -> bool {
        (self.board, self.hands, self.side, self.move_number)
            == (other.board, other.hands, other.side, other.move_number)
    }
}

impl Eq for Setup {}

impl<R: Rules> Position<R> {
    /// The position of a setup, with the options of the game and no history.
    ///
    /// # Errors
    /// The broken rule, as strictly as `mode` asks.
    pub fn from_setup(rules: R, setup: &Setup, mode: SfenMode) -> Result<Self, SfenError> {
        setup.check(rules.tables(), mode)?;
        let position = Self::assemble(rules, setup, rules.spec().usual_options());
        match position.king(!position.side) {
            Some(king)
                if !rules.spec().king_capture && position.is_attacked(king, position.side, position.occupied()) =>
            {
                Err(SfenError::OpponentInCheck)
            }
            _ => Ok(position),
        }
    }

    /// The set-up of this position.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let mut setup = Setup { side: self.side, move_number: self.move_number, ..Setup::empty(self.spec()) };
        setup.board.copy_from_slice(&self.board[..Square::COUNT]);
        for color in Color::ALL {
            for kind in self.spec().held_kinds() {
                setup.hold(color, kind, self.hand_count(color, kind));
            }
        }
        setup
    }

    /// Pieces that no game could have brought there, which only a [`SfenMode::Composed`] position may hold.
    #[must_use]
    pub fn oddities(&self) -> Vec<SfenError> {
        let setup = self.setup();
        let mut faults: Vec<SfenError> = setup
            .pieces()
            .filter_map(|(square, piece)| setup.check_square(self.tables(), square, piece).err())
            .collect();
        faults.dedup();
        faults
    }

    /// Builds a position from a setup that has passed the checks, or was made from one that did.
    pub(super) fn assemble(rules: R, setup: &Setup, options: RuleOptions) -> Self {
        let mut position = Self::empty(rules, options);
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
