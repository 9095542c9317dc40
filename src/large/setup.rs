//! Set-ups of positions, and SFEN, their text form.
//!
//! In games without drops the third field of SFEN is not a hand but the square where the last move captured a lion,
//! unless a lion made it. A hand has commas between its kinds, as a rank has between its cells.

use super::board::Board;
use super::geometry::Square;
use super::piece::{Kind, Piece};
use super::position::StateInfo;
use super::reserve::Reserve;
use super::width::Width;
use super::{LargeGame, Position, SfenError};
use crate::board::Color;
use crate::game::SfenMode;
use crate::kernel::TextError;
use crate::kernel::sfen::{self, BoardText, Digits, WordBoard};
use std::{mem, ptr};

/// Any arrangement of pieces, sound or not; [`Position::from_setup`] checks it.
#[derive(Clone)]
pub struct Setup<W: Width> {
    game: LargeGame<W>,
    board: Board<W>,
    /// `[color]`
    pub(super) hands: [Reserve; 2],
    pub side: Color,
    /// The square where the last move captured a lion, unless a lion made it.
    pub ban: Option<Square<W>>,
    /// Number of the coming move, 1 at the start.
    pub move_number: u32,
}

impl<W: Width> Setup<W> {
    /// An empty set-up with Black to make the first move.
    #[must_use]
    pub fn empty(game: LargeGame<W>) -> Self {
        let (board, hands) = (Board::empty(game.ruleset()), [Reserve::default(); 2]);
        Self { game, board, hands, side: Color::Black, ban: None, move_number: 1 }
    }

    /// The game of the pieces.
    #[must_use]
    pub const fn game(&self) -> LargeGame<W> {
        self.game
    }

    #[must_use]
    pub fn piece(&self, square: Square<W>) -> Piece {
        self.board.at(square)
    }

    /// Puts a piece on a square, replacing any other.
    pub fn put(&mut self, square: Square<W>, piece: Piece) {
        self.board.put(square, piece);
    }

    /// The pieces with their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square<W>, Piece)> {
        let squares = self.game.ruleset().squares();
        squares.map(|square| (square, self.piece(square))).filter(|(_, piece)| !piece.is_none())
    }

    /// Adds pieces to a hand; false for a kind that no hand holds, and where the hand has no room for them.
    pub fn hold(&mut self, color: Color, kind: Kind, count: u32) -> bool {
        kind.index() < self.game.spec().hand_kinds && self.hands[color.index()].hold(kind, count)
    }

    /// Reads board, side to move, hands or square of a lion's capture, and move number. All but the board may be missing,
    /// and underscores may replace blanks.
    ///
    /// # Errors
    /// The faulty field.
    pub fn from_sfen(game: LargeGame<W>, text: &str) -> Result<Self, SfenError> {
        let mut fields = text.split(|c: char| c.is_ascii_whitespace() || c == '_').filter(|field| !field.is_empty());
        let mut setup = Self::empty(game);
        match fields.next() {
            Some("startpos") => setup = Self::from_sfen(game, game.spec().start)?,
            Some(board) if !game.spec().roster.is_empty() => {
                words_of(game).read(board, |file, rank, id, promoted| {
                    let kind = game.spec().kind_of_id(id, promoted);
                    let color =
                        if id.starts_with(|c: char| c.is_ascii_uppercase()) { Color::Black } else { Color::White };
                    kind.map(|kind| setup.put(Square::new(file, rank), Piece::new(color, kind))).is_some()
                })?
            }
            Some(board) => board_of(game).read(board, |file, rank, name| {
                let mark = name.mark.map_or(0, |mark| mark as u8);
                let letter = u8::try_from(name.letter).ok();
                let kind = letter.and_then(|letter| game.spec().kind_called(letter, mark, name.promoted));
                kind.map(|kind| setup.put(Square::new(file, rank), Piece::new(name.color(), kind))).is_some()
            })?,
            None => return Err(TextError::MissingField("board").into()),
        }
        setup.side = fields.next().map_or(Ok(setup.side), sfen::read_side)?;
        match fields.next() {
            None | Some("-") => {}
            Some(text) if game.spec().hand_kinds > 0 => setup.read_hands(text)?,
            Some(text) => setup.ban = Some(game.read_square(text).ok_or_else(|| SfenError::Ban(text.to_owned()))?),
        }
        if let Some(number) = fields.next() {
            setup.move_number = sfen::read_move_number(number, false)?;
        }
        match fields.next() {
            Some(rest) => Err(TextError::TrailingText(rest.to_owned()).into()),
            None => Ok(setup),
        }
    }

    /// Reads both hands: `SP,2OC,3sp`.
    fn read_hands(&mut self, text: &str) -> Result<(), SfenError> {
        for held in text.split(',') {
            let error = || SfenError::Hands(text.to_owned());
            let (count, id) = held.split_at(held.find(|c: char| !c.is_ascii_digit()).ok_or_else(error)?);
            let count = if count.is_empty() { Some(1) } else { count.parse().ok().filter(|&count| count > 0) };
            let color = if id.starts_with(|c: char| c.is_ascii_uppercase()) { Color::Black } else { Color::White };
            let held = self.game.spec().kind_of_id(id, false).zip(count);
            if !held.is_some_and(|(kind, count)| self.hold(color, kind, count)) {
                return Err(error());
            }
        }
        Ok(())
    }

    /// The third field: both hands, Black's first, or the square of a lion's capture.
    pub(super) fn aside(&self) -> String {
        if let Some(square) = self.ban {
            return format!("{square:?}");
        }
        let held = Color::ALL.into_iter().flat_map(|color| {
            let kinds = self.hands[color.index()].kinds();
            kinds.map(move |(kind, count)| (Piece::new(color, kind), count))
        });
        let named = |(piece, count): (Piece, u32)| {
            let name = self.game.piece_text(piece);
            if count > 1 { format!("{count}{name}") } else { name }
        };
        let names: Vec<String> = held.map(named).collect();
        if names.is_empty() { "-".to_owned() } else { names.join(",") }
    }

    /// Writes the setup in SFEN, the move number last.
    #[must_use]
    pub fn sfen(&self) -> String {
        let named = |file, rank| {
            let piece = self.piece(Square::new(file, rank));
            (!piece.is_none()).then(|| self.game.piece_text(piece))
        };
        let board = match self.game.spec().roster {
            "" => board_of(self.game).write(named),
            _ => words_of(self.game).write(named),
        };
        format!("{board} {} {} {}", sfen::side_letter(self.side), self.aside(), self.move_number)
    }
}

const fn words_of<W: Width>(game: LargeGame<W>) -> WordBoard {
    WordBoard { files: game.spec().files, ranks: game.spec().ranks }
}

const fn board_of<W: Width>(game: LargeGame<W>) -> BoardText {
    let spec = game.spec();
    BoardText { files: spec.files, ranks: spec.ranks, digits: Digits::Together, marks: &['\'', '!'] }
}

impl<W: Width> Position<W> {
    pub(super) fn build(setup: &Setup<W>) -> Self {
        let mut position = Self::empty(setup.game, setup.side, setup.move_number, setup.ban);
        for (square, piece) in setup.pieces() {
            position.put(square, piece);
        }
        position.take_hands(setup.hands);
        position.began_royal = Color::ALL.map(|color| !position.royals(color).is_empty());
        position.note_checks();
        position
    }

    /// Takes the pieces for those of another reading of their table.
    pub(super) fn read_pieces_as(&mut self, reading: &str) {
        let game = self.game.reading(reading);
        if ptr::eq(game.ruleset(), self.ruleset()) {
            return;
        }
        let anew = Self::build(&Setup { game, ..self.setup() });
        let StateInfo { structure, in_check, exposed, .. } = anew.state;
        *self = Self {
            began_royal: self.began_royal,
            rules: self.rules,
            state: StateInfo { structure, in_check, exposed, ..self.state },
            history: mem::take(&mut self.history),
            fallen: mem::take(&mut self.fallen),
            ..anew
        };
    }

    /// The position of a set-up.
    ///
    /// # Errors
    /// If a side lacks its royal piece where it must have one, or the pieces could have more moves than lists hold.
    pub fn from_setup(setup: &Setup<W>, mode: SfenMode) -> Result<Self, SfenError> {
        let game = setup.game;
        let position = Self::build(setup);
        let missing = |color| position.royals(color).is_empty();
        match (Color::ALL.map(missing), mode) {
            ([true, true], _) => return Err(SfenError::NoRoyals),
            ([true, false], SfenMode::Strict) => return Err(SfenError::NoRoyal(Color::Black)),
            ([false, true], SfenMode::Strict) => return Err(SfenError::NoRoyal(Color::White)),
            _ => {}
        }
        for color in Color::ALL.into_iter().filter(|_| !W::EXTRA_MOVEMENT) {
            let most: usize =
                position.pieces(color).iter().map(|at| game.ruleset().most_moves(position.piece(at))).sum();
            if most > super::MAX_MOVES {
                return Err(SfenError::TooManyMoves { side: color, most });
            }
        }
        Ok(position)
    }
}

impl<W: Width> Position<W> {
    /// The set-up of this position.
    #[must_use]
    pub fn setup(&self) -> Setup<W> {
        let mut setup = Setup::empty(self.game());
        for color in Color::ALL {
            self.pieces(color).iter().for_each(|square| setup.put(square, self.piece(square)));
        }
        setup.hands = self.hands;
        setup.side = self.side;
        setup.ban = self.ban();
        setup.move_number = self.move_number;
        setup
    }
}
