//! Set-ups of positions, and SFEN, their text form.
//!
//! The third field of a large game's SFEN is not a hand but the square where the last move captured a lion, unless a
//! lion made it.

use super::geometry::{CELLS, Square};
use super::piece::Piece;
use super::{LargeGame, Position, SfenError};
use crate::board::Color;
use crate::game::SfenMode;
use crate::kernel::TextError;
use crate::kernel::sfen::{self, BoardText, Digits};

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
            Some(board) => board_of(game).read(board, |file, rank, name| {
                let mark = name.mark.map_or(0, |mark| mark as u8);
                let letter = u8::try_from(name.letter).ok();
                let kind = letter.and_then(|letter| game.spec().kind_called(letter, mark, name.promoted));
                kind.map(|kind| setup.put(Square::new(file, rank), Piece::new(name.color(), kind))).is_some()
            })?,
            None => return Err(TextError::MissingField("board").into()),
        }
        setup.side = fields.next().map_or(Ok(setup.side), sfen::read_side)?;
        setup.ban = match fields.next() {
            None | Some("-") => None,
            Some(text) => Some(game.read_square(text).ok_or_else(|| SfenError::Ban(text.to_owned()))?),
        };
        if let Some(number) = fields.next() {
            setup.move_number = sfen::read_move_number(number, false)?;
        }
        match fields.next() {
            Some(rest) => Err(TextError::TrailingText(rest.to_owned()).into()),
            None => Ok(setup),
        }
    }

    /// Writes the setup in SFEN, the move number last.
    #[must_use]
    pub fn sfen(&self) -> String {
        let board = board_of(self.game).write(|file, rank| {
            let piece = self.piece(Square::new(file, rank));
            (!piece.is_none()).then(|| self.game.piece_text(piece))
        });
        let ban = self.ban.map_or_else(|| "-".to_owned(), |square| format!("{square:?}"));
        format!("{board} {} {ban} {}", sfen::side_letter(self.side), self.move_number)
    }
}

const fn board_of(game: LargeGame) -> BoardText {
    let spec = game.spec();
    BoardText { files: spec.files, ranks: spec.ranks, digits: Digits::Together, marks: &['\'', '!'] }
}

impl Position {
    pub(super) fn build(setup: &Setup) -> Self {
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
            ([true, false], SfenMode::Strict) => return Err(SfenError::NoRoyal(Color::Black)),
            ([false, true], SfenMode::Strict) => return Err(SfenError::NoRoyal(Color::White)),
            _ => {}
        }
        for color in Color::ALL {
            let most: usize =
                position.pieces(color).iter().map(|at| game.ruleset().most_moves(position.piece(at))).sum();
            if most > super::MAX_MOVES {
                return Err(SfenError::TooManyMoves { side: color, most });
            }
        }
        Ok(position)
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
}
