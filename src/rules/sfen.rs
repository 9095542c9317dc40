//! SFEN: reading with typed errors, canonical writing, and a drawing for people.

use super::letters::{Letter, piece_text, read_piece};
use super::{Position, Rules, Setup, SfenError, Spec};
use crate::board::{Color, Square};
use crate::game::{Dialect, PlayablePosition as _, SfenMode};
use crate::kernel::TextError;
use crate::kernel::sfen::{self, BoardText, Digits};
use std::fmt;

impl Setup {
    /// Reads board, side to move, hands and move number. `mode` decides on the tolerance of spellings only.
    ///
    /// # Errors
    /// The faulty field.
    pub fn from_sfen(spec: &'static Spec, text: &str, mode: SfenMode) -> Result<Self, SfenError> {
        let tolerant = mode == SfenMode::Tolerant;
        let mut fields =
            text.split(|c: char| c.is_ascii_whitespace() || tolerant && c == '_').filter(|f| !f.is_empty());
        let mut next = |name, default| match fields.next() {
            Some(field) => Ok(field),
            None if tolerant => Ok(default),
            None => Err(TextError::MissingField(name)),
        };
        let mut setup = Self::empty(spec);
        let board = next("board", "")?;
        if board.is_empty() {
            return Err(TextError::MissingField("board").into());
        }
        let digits = if tolerant { Digits::Each } else { Digits::Apart };
        board_of(spec, digits).read(board, |file, rank, name| {
            let piece = read_piece(spec, name.letter, name.promoted);
            piece.map(|(color, kind)| setup.put(Square::new(file, rank), color, kind)).is_some()
        })?;
        setup.side = sfen::read_side(next("side to move", "b")?)?;
        setup.read_hands(next("hands", "-")?, tolerant)?;
        setup.move_number = match fields.next() {
            Some(field) => sfen::read_move_number(field, tolerant)?,
            None => 1,
        };
        match fields.next() {
            Some(rest) => Err(TextError::TrailingText(rest.to_owned()).into()),
            None => Ok(setup),
        }
    }

    fn read_hands(&mut self, text: &str, tolerant: bool) -> Result<(), SfenError> {
        if text == "-" {
            return Ok(());
        }
        let mut digits = String::new();
        for c in text.chars() {
            if c.is_ascii_digit() {
                digits.push(c);
                continue;
            }
            let (color, kind) = read_piece(self.spec(), c, false).ok_or_else(|| SfenError::Hands(text.to_owned()))?;
            if self.spec().slot(kind).index() >= self.spec().hand_kinds {
                return Err(SfenError::NotHeld(c));
            }
            let count = read_count(&std::mem::take(&mut digits), tolerant)?;
            if self.hand_count(color, kind) > 0 && !tolerant {
                return Err(SfenError::HandRepeated(c));
            }
            self.hold(color, kind, count);
        }
        if digits.is_empty() { Ok(()) } else { Err(SfenError::Hands(text.to_owned())) }
    }

    /// Writes the canonical form, the move number last.
    #[must_use]
    pub fn sfen(&self) -> String {
        self.sfen_in(Dialect::Usual)
    }

    /// Writes the canonical form in a dialect.
    #[must_use]
    pub fn sfen_in(&self, dialect: Dialect) -> String {
        let board = board_of(self.spec(), Digits::Apart).write(|file, rank| {
            let piece = self.piece(Square::new(file, rank));
            (!piece.is_none()).then(|| piece_text(self.spec(), piece, dialect))
        });
        format!("{board} {} {} {}", sfen::side_letter(self.side), self.hands_text(dialect), self.move_number)
    }

    /// Black's pieces, then White's, the most valuable first. A hand shows the letter without its sign.
    fn hands_text(&self, dialect: Dialect) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            for kind in self.spec().held_kinds().rev() {
                let count = self.hand_count(color, kind);
                if count > 1 {
                    text.push_str(&count.to_string());
                }
                if count > 0 {
                    text.push(Letter::of(self.spec(), kind, dialect).plain(color));
                }
            }
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }
}

const fn board_of(spec: &Spec, digits: Digits) -> BoardText {
    BoardText { files: spec.files, ranks: spec.ranks, digits, marks: &[] }
}

/// The count before a letter in the hands, one if it is missing.
fn read_count(digits: &str, tolerant: bool) -> Result<u32, SfenError> {
    if digits.is_empty() {
        return Ok(1);
    }
    let error = || SfenError::HandCount(digits.to_owned());
    let count: u32 = digits.parse().map_err(|_| error())?;
    let canonical = count >= 2 && !digits.starts_with('0');
    if canonical || tolerant && count <= 99 { Ok(count.max(1)) } else { Err(error()) }
}

/// The board from Black's side, with hands and SFEN below.
impl<R: Rules> fmt::Display for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = "+---".repeat(usize::from(self.spec().files));
        for file in (0..self.spec().files).rev() {
            write!(f, "  {} ", file + 1)?;
        }
        writeln!(f)?;
        for rank in 0..self.spec().ranks {
            writeln!(f, "{line}+")?;
            for square in (0..self.spec().files).rev().map(|file| Square::new(file, rank)) {
                let piece = self.piece(square);
                let text = if piece.is_none() { String::new() } else { piece_text(self.spec(), piece, Dialect::Usual) };
                write!(f, "|{text:>2} ")?;
            }
            writeln!(f, "| {}", char::from(b'a' + rank))?;
        }
        writeln!(f, "{line}+")?;
        writeln!(f, "hands: {}", self.setup().hands_text(Dialect::Usual))?;
        writeln!(f, "to move: {}", self.side.name())?;
        write!(f, "sfen {}", self.sfen())
    }
}
