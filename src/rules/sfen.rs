//! SFEN: reading with typed errors, canonical writing, and a drawing for people.

use super::tables::on_board;
use super::{Kind, Piece, Position, Rules, SfenError};
use crate::board::{Color, Square};
use crate::game::SfenMode;
use std::fmt;

const MAX_MOVE_NUMBER: u32 = 9999;

impl<R: Rules> Position<R> {
    /// Reads a position.
    ///
    /// # Errors
    /// Says which field is wrong, or which rule the position breaks.
    pub fn from_sfen(text: &str, mode: SfenMode) -> Result<Self, SfenError> {
        let tolerant = mode == SfenMode::Tolerant;
        let mut fields =
            text.split(|c: char| c.is_ascii_whitespace() || tolerant && c == '_').filter(|f| !f.is_empty());
        let mut next = |name, default| match fields.next() {
            Some(field) => Ok(field),
            None if tolerant => Ok(default),
            None => Err(SfenError::MissingField(name)),
        };
        let mut position = Self::empty();
        let board = next("board", "")?;
        if board.is_empty() {
            return Err(SfenError::MissingField("board"));
        }
        position.read_board(board, tolerant)?;
        position.side = match next("side to move", "b")? {
            "b" => Color::Black,
            "w" => Color::White,
            other => return Err(SfenError::SideToMove(other.to_owned())),
        };
        position.read_hands(next("hands", "-")?, tolerant)?;
        position.move_number = match fields.next() {
            Some(field) => read_move_number(field, tolerant)?,
            None => 1,
        };
        if let Some(rest) = fields.next() {
            return Err(SfenError::TrailingText(rest.to_owned()));
        }
        position.check_pieces(mode)?;
        position.settle()?;
        Ok(position)
    }

    fn read_board(&mut self, text: &str, tolerant: bool) -> Result<(), SfenError> {
        let ranks = text.split('/').count();
        if ranks != usize::from(R::RANKS) {
            return Err(SfenError::RankCount { found: ranks, expected: R::RANKS });
        }
        for (rank, row) in (0..R::RANKS).zip(text.split('/')) {
            self.read_rank(rank, row, tolerant)?;
        }
        Ok(())
    }

    fn read_rank(&mut self, rank: u8, row: &str, tolerant: bool) -> Result<(), SfenError> {
        let name = char::from(b'a' + rank);
        let mut column = 0;
        let mut after_digit = false;
        let mut rest = row.chars();
        while let Some(c) = rest.next() {
            if let Some(empty @ 1..) = c.to_digit(10) {
                if after_digit && !tolerant {
                    return Err(SfenError::AdjacentDigits { rank: name });
                }
                after_digit = true;
                column += empty as usize;
                continue;
            }
            after_digit = false;
            let promoted = c == '+';
            let letter = if promoted { rest.next() } else { Some(c) };
            let unknown = || {
                SfenError::UnknownPiece(if promoted {
                    format!("+{}", letter.map_or(String::new(), String::from))
                } else {
                    c.to_string()
                })
            };
            let (color, kind) = letter.and_then(|l| read_piece::<R>(l, promoted)).ok_or_else(unknown)?;
            if column < usize::from(R::FILES) {
                self.place(Square::new(R::FILES - 1 - column as u8, rank), color, kind)?;
            }
            column += 1;
        }
        if column != usize::from(R::FILES) {
            return Err(SfenError::RankWidth { rank: name, found: column, expected: R::FILES });
        }
        Ok(())
    }

    fn place(&mut self, square: Square, color: Color, kind: Kind) -> Result<(), SfenError> {
        if kind == R::KING && self.king(color).is_some() {
            return Err(SfenError::TwoKings(Self::side_name(color)));
        }
        self.put(square, color, kind);
        Ok(())
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
            let (color, kind) = read_piece::<R>(c, false).ok_or_else(|| SfenError::Hands(text.to_owned()))?;
            if kind.index() >= R::HAND_KINDS {
                return Err(SfenError::NotHeld(c));
            }
            let count = read_count(&std::mem::take(&mut digits), tolerant)?;
            let before = self.hand_count(color, kind);
            if before > 0 && !tolerant {
                return Err(SfenError::HandRepeated(c));
            }
            let limit = R::KINDS[kind.index()].total;
            if before + count > u32::from(limit) {
                let found = (before + count) as usize;
                return Err(SfenError::TooManyPieces { letter: c.to_ascii_uppercase(), found, limit });
            }
            (0..count).for_each(|_| self.hands[color.index()].add(kind.index()));
        }
        if digits.is_empty() { Ok(()) } else { Err(SfenError::Hands(text.to_owned())) }
    }

    /// Rules about the pieces as a whole.
    fn check_pieces(&self, mode: SfenMode) -> Result<(), SfenError> {
        let missing: Vec<Color> = Color::ALL.into_iter().filter(|&color| self.king(color).is_none()).collect();
        match *missing {
            [] => {}
            [color] if mode == SfenMode::Strict => return Err(SfenError::NoKing(Self::side_name(color))),
            [_] => {}
            _ => return Err(SfenError::NoKings),
        }
        for kind in (0..R::HAND_KINDS).map(Kind::new) {
            self.check_total(kind)?;
        }
        if mode == SfenMode::Composed {
            Ok(())
        } else {
            self.occupied().into_iter().try_for_each(|s| self.check_square(s))
        }
    }

    /// What only a [`SfenMode::Composed`] position may hold of pieces that no game could have brought there.
    #[must_use]
    pub fn oddities(&self) -> Vec<SfenError> {
        let mut found: Vec<SfenError> =
            self.occupied().into_iter().filter_map(|square| self.check_square(square).err()).collect();
        found.dedup();
        found
    }

    fn check_total(&self, kind: Kind) -> Result<(), SfenError> {
        let spec = &R::KINDS[kind.index()];
        let hands: u32 = Color::ALL.map(|color| self.hand_count(color, kind)).iter().sum();
        let on_board: u32 = (0..R::KINDS.len())
            .filter(|&other| R::KINDS[other].captured_as == Some(kind))
            .map(|other| self.by_kind[other].count())
            .sum();
        let found = (hands + on_board) as usize;
        if found > usize::from(spec.total) {
            return Err(SfenError::TooManyPieces { letter: char::from(spec.letter), found, limit: spec.total });
        }
        Ok(())
    }

    fn check_square(&self, square: Square) -> Result<(), SfenError> {
        let piece = self.piece(square);
        let spec = &R::KINDS[piece.kind().index()];
        if R::tables().dead(piece.kind(), piece.color()).contains(square) {
            return Err(SfenError::DeadPiece { letter: char::from(spec.letter), square: square.to_string() });
        }
        let same_file = self.pieces_of(piece.color(), piece.kind()) & crate::board::Bitboard::file(square.file());
        if spec.file_limit > 0 && same_file.count() > u32::from(spec.file_limit) {
            return Err(SfenError::FileLimit { letter: char::from(spec.letter), file: square.file() + 1 });
        }
        Ok(())
    }

    /// Writes the position in the canonical form, the move number last.
    #[must_use]
    pub fn sfen(&self) -> String {
        let mut text = String::with_capacity(96);
        for rank in 0..R::RANKS {
            if rank > 0 {
                text.push('/');
            }
            self.write_rank(rank, &mut text);
        }
        let side = if self.side == Color::Black { 'b' } else { 'w' };
        format!("{text} {side} {} {}", self.hands_text(), self.move_number)
    }

    fn write_rank(&self, rank: u8, text: &mut String) {
        let mut empty = 0;
        for file in (0..R::FILES).rev() {
            let piece = self.piece(Square::new(file, rank));
            if piece.is_none() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&std::mem::take(&mut empty).to_string());
            }
            text.push_str(&piece_text::<R>(piece));
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
    }

    /// Black's pieces, then White's, the most valuable first.
    fn hands_text(&self) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            for kind in (0..R::HAND_KINDS).rev().map(Kind::new) {
                let count = self.hand_count(color, kind);
                if count > 1 {
                    text.push_str(&count.to_string());
                }
                if count > 0 {
                    text.push_str(&piece_text::<R>(Piece::new(color, kind)));
                }
            }
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }
}

fn read_move_number(field: &str, tolerant: bool) -> Result<u32, SfenError> {
    let error = || SfenError::MoveNumber(field.to_owned());
    let number: u32 = field.parse().map_err(|_| error())?;
    match number {
        1..=MAX_MOVE_NUMBER => Ok(number),
        _ if tolerant => Ok(number.clamp(1, MAX_MOVE_NUMBER)),
        _ => Err(error()),
    }
}

/// A count before a letter in the hands, one if there is none.
fn read_count(digits: &str, tolerant: bool) -> Result<u32, SfenError> {
    if digits.is_empty() {
        return Ok(1);
    }
    let error = || SfenError::HandCount(digits.to_owned());
    let count: u32 = digits.parse().map_err(|_| error())?;
    let canonical = count >= 2 && !digits.starts_with('0');
    if canonical || tolerant && count <= 99 { Ok(count.max(1)) } else { Err(error()) }
}

fn read_piece<R: Rules>(letter: char, promoted: bool) -> Option<(Color, Kind)> {
    let upper = u8::try_from(letter.to_ascii_uppercase()).ok()?;
    let kind = R::KINDS.iter().position(|spec| spec.letter == upper && spec.promoted == promoted)?;
    let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
    Some((color, Kind::new(kind)))
}

fn piece_text<R: Rules>(piece: Piece) -> String {
    let spec = &R::KINDS[piece.kind().index()];
    let letter = char::from(spec.letter);
    let letter = if piece.color() == Color::Black { letter } else { letter.to_ascii_lowercase() };
    if spec.promoted { format!("+{letter}") } else { letter.to_string() }
}

/// The board as Black sees it, hands and SFEN below.
impl<R: Rules> fmt::Display for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = "+---".repeat(usize::from(R::FILES));
        for file in (0..R::FILES).rev() {
            write!(f, "  {} ", file + 1)?;
        }
        writeln!(f)?;
        for rank in 0..R::RANKS {
            writeln!(f, "{line}+")?;
            for square in (0..R::FILES).rev().map(|file| Square::new(file, rank)) {
                debug_assert!(on_board::<R>(square));
                let piece = self.piece(square);
                let text = if piece.is_none() { String::new() } else { piece_text::<R>(piece) };
                write!(f, "|{text:>2} ")?;
            }
            writeln!(f, "| {}", char::from(b'a' + rank))?;
        }
        writeln!(f, "{line}+")?;
        writeln!(f, "hands: {}", self.hands_text())?;
        writeln!(f, "to move: {}", Self::side_name(self.side))?;
        write!(f, "sfen {}", self.sfen())
    }
}
