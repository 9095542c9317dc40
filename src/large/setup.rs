//! Set-ups of positions, and SFEN, their text form.
//!
//! The third field of a large game's SFEN is not a hand but the square where the last move captured a lion, unless a
//! lion made it.

use super::geometry::{CELLS, Square};
use super::piece::Piece;
use super::{LargeGame, Position, SfenError};
use crate::board::Color;
use crate::game::SfenMode;
use std::fmt::Write as _;

/// The highest move number in texts.
pub const MAX_MOVE_NUMBER: u32 = 9999;

/// Any arrangement of pieces, sound or not; [`Position::from_setup`] checks it.
#[derive(Clone)]
pub struct Setup {
    game: LargeGame,
    board: [Piece; CELLS],
    pub side: Color,
    /// The square where the last move captured a lion, unless a lion made it.
    pub ban: Option<Square>,
    /// Number of the coming move, 1 at the start.
    pub move_number: u32,
}

impl Setup {
    /// An empty set-up with Black to make the first move.
    #[must_use]
    pub const fn empty(game: LargeGame) -> Self {
        Self { game, board: [Piece::NONE; CELLS], side: Color::Black, ban: None, move_number: 1 }
    }

    /// The game of the pieces.
    #[must_use]
    pub const fn game(&self) -> LargeGame {
        self.game
    }

    #[must_use]
    pub const fn piece(&self, square: Square) -> Piece {
        self.board[square.index()]
    }

    /// Puts a piece on a square, replacing any other.
    pub const fn put(&mut self, square: Square, piece: Piece) {
        self.board[square.index()] = piece;
    }

    /// The pieces with their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        let squares = self.game.ruleset().squares();
        squares.map(|square| (square, self.piece(square))).filter(|(_, piece)| !piece.is_none())
    }

    /// Reads board, side to move, square of a lion's capture and move number. All but the board may be missing, and
    /// underscores may replace blanks.
    ///
    /// # Errors
    /// The faulty field.
    pub fn from_sfen(game: LargeGame, text: &str) -> Result<Self, SfenError> {
        let mut fields = text.split(|c: char| c.is_ascii_whitespace() || c == '_').filter(|field| !field.is_empty());
        let mut setup = Self::empty(game);
        match fields.next() {
            Some("startpos") => setup = Self::from_sfen(game, game.spec().start)?,
            Some(board) => setup.read_board(board)?,
            None => return Err(SfenError::MissingField("board")),
        }
        setup.side = match fields.next() {
            None => setup.side,
            Some("b") => Color::Black,
            Some("w") => Color::White,
            Some(other) => return Err(SfenError::SideToMove(other.to_owned())),
        };
        setup.ban = match fields.next() {
            None | Some("-") => None,
            Some(text) => Some(game.read_square(text).ok_or_else(|| SfenError::Ban(text.to_owned()))?),
        };
        if let Some(text) = fields.next() {
            let number = text.parse().ok().filter(|number| (1..=MAX_MOVE_NUMBER).contains(number));
            setup.move_number = number.ok_or_else(|| SfenError::MoveNumber(text.to_owned()))?;
        }
        match fields.next() {
            Some(rest) => Err(SfenError::TrailingText(rest.to_owned())),
            None => Ok(setup),
        }
    }

    fn read_board(&mut self, text: &str) -> Result<(), SfenError> {
        let expected = self.game.spec().ranks;
        let found = text.split('/').count();
        if found != usize::from(expected) {
            return Err(SfenError::RankCount { found, expected });
        }
        (0..expected).zip(text.split('/')).try_for_each(|(rank, row)| self.read_rank(rank, row))
    }

    fn read_rank(&mut self, rank: u8, row: &str) -> Result<(), SfenError> {
        let spec = self.game.spec();
        let (expected, name) = (spec.files, char::from(b'a' + rank));
        let mut column: usize = 0;
        let mut rest = row;
        while let Some(c) = rest.chars().next() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if digits > 0 {
                let empty: usize = rest[..digits].parse().unwrap_or(usize::from(u8::MAX));
                column = column.saturating_add(empty);
                rest = &rest[digits..];
                continue;
            }
            let (promoted, letter) = match rest.strip_prefix('+') {
                Some(after) => (true, after.chars().next()),
                None => (false, Some(c)),
            };
            let length = usize::from(promoted) + letter.map_or(0, char::len_utf8);
            let mark = rest[length..].bytes().next().filter(|mark| matches!(mark, b'\'' | b'!'));
            let (token, after) = rest.split_at(length + usize::from(mark.is_some()));
            let ascii = letter.filter(char::is_ascii_alphabetic);
            let kind = ascii.and_then(|letter| spec.kind_called(letter as u8, mark.unwrap_or_default(), promoted));
            let kind = kind.ok_or_else(|| SfenError::UnknownPiece(token.to_owned()))?;
            let color = if ascii.is_some_and(|c| c.is_ascii_uppercase()) { Color::Black } else { Color::White };
            if column < usize::from(expected) {
                self.put(Square::new(expected - 1 - column as u8, rank), Piece::new(color, kind));
            }
            column = column.saturating_add(1);
            rest = after;
        }
        if column != usize::from(expected) {
            return Err(SfenError::RankWidth { rank: name, found: column, expected });
        }
        Ok(())
    }

    /// Writes the setup in SFEN, the move number last.
    #[must_use]
    pub fn sfen(&self) -> String {
        let spec = self.game.spec();
        let mut text = String::with_capacity(200);
        for rank in 0..spec.ranks {
            if rank > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for file in (0..spec.files).rev() {
                let piece = self.piece(Square::new(file, rank));
                if piece.is_none() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    let _ = write!(text, "{empty}");
                    empty = 0;
                }
                text.push_str(&self.game.piece_text(piece));
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
        }
        let side = if self.side == Color::Black { 'b' } else { 'w' };
        let ban = self.ban.map_or_else(|| "-".to_owned(), |square| format!("{square:?}"));
        let _ = write!(text, " {side} {ban} {}", self.move_number);
        text
    }
}

impl Position {
    fn build(setup: &Setup) -> Self {
        let mut position = Self::empty(setup.game, setup.side, setup.move_number, setup.ban);
        for (square, piece) in setup.pieces() {
            position.put(square, piece);
        }
        position.began_royal = Color::ALL.map(|color| !position.royals(color).is_empty());
        position.note_checks();
        position
    }

    /// The position of a set-up.
    ///
    /// # Errors
    /// If a side lacks its royal piece where it must have one, or the pieces could have more moves than lists hold.
    pub fn from_setup(setup: &Setup, mode: SfenMode) -> Result<Self, SfenError> {
        let game = setup.game;
        let position = Self::build(setup);
        let missing = |color| position.royals(color).is_empty();
        match (Color::ALL.map(missing), mode) {
            ([true, true], _) => return Err(SfenError::NoRoyals),
            ([true, false], SfenMode::Strict) => return Err(SfenError::NoRoyal(Color::Black.name())),
            ([false, true], SfenMode::Strict) => return Err(SfenError::NoRoyal(Color::White.name())),
            _ => {}
        }
        for color in Color::ALL {
            let most: usize =
                position.pieces(color).iter().map(|at| game.ruleset().most_moves(position.piece(at))).sum();
            if most > super::MAX_MOVES {
                return Err(SfenError::TooManyMoves { side: color.name(), most });
            }
        }
        Ok(position)
    }

    /// Reads a position, without history.
    ///
    /// # Errors
    /// If the text is not a position of the game.
    pub fn from_sfen(game: LargeGame, text: &str, mode: SfenMode) -> Result<Self, SfenError> {
        Self::from_setup(&Setup::from_sfen(game, text)?, mode)
    }
}

impl Position {
    /// The set-up of this position.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty(self.game());
        for color in Color::ALL {
            self.pieces(color).iter().for_each(|square| setup.put(square, self.piece(square)));
        }
        setup.side = self.side;
        setup.ban = self.ban();
        setup.move_number = self.move_number;
        setup
    }

    /// The position in SFEN.
    #[must_use]
    pub fn sfen(&self) -> String {
        self.setup().sfen()
    }

    /// The position from the other side, with sides exchanged and the board turned.
    #[must_use]
    pub fn turned(&self) -> Self {
        let mut turned = Setup::empty(self.game());
        for (square, piece) in self.setup().pieces() {
            turned.put(self.game().turned_square(square), Piece::new(!piece.color(), piece.kind()));
        }
        turned.side = !self.side;
        turned.ban = self.ban().map(|square| self.game().turned_square(square));
        turned.move_number = self.move_number;
        let mut position = Self::build(&turned);
        position.began_royal = [self.began_royal[1], self.began_royal[0]];
        position.set_rules(self.rules());
        position
    }
}
