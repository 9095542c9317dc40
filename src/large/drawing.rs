//! Positions as text for people.

use super::geometry::Square;
use super::piece::Piece;
use super::{LargeGame, Position};
use crate::board::Color;
use crate::game::PlayablePosition as _;
use std::fmt;

impl LargeGame {
    /// The letters of a piece in SFEN.
    #[must_use]
    pub fn piece_text(self, piece: Piece) -> String {
        let text = self.spec().kind(piece.kind()).sfen();
        if piece.color() == Color::Black { text } else { text.to_ascii_lowercase() }
    }

    /// Reads a square in USI notation, such as `12l`.
    #[must_use]
    pub fn read_square(self, text: &str) -> Option<Square> {
        let (file, rank) = text.split_at_checked(text.len().checked_sub(1)?)?;
        let file: u8 = file.parse().ok().filter(|file| (1..=self.spec().files).contains(file))?;
        let rank = rank.bytes().next()?.checked_sub(b'a').filter(|&rank| rank < self.spec().ranks)?;
        // No sign and no zero before the number.
        (text.as_bytes()[0].is_ascii_digit() && text.as_bytes()[0] != b'0').then(|| Square::new(file - 1, rank))
    }

    /// The square at the same place from the other side.
    #[must_use]
    pub const fn turned_square(self, square: Square) -> Square {
        let spec = self.spec();
        Square::new(spec.files - 1 - square.file(), spec.ranks - 1 - square.rank())
    }
}

/// Draws the board with letters, and the side to move.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spec = self.game().spec();
        let line = "+---".repeat(spec.files.into());
        for file in (1..=spec.files).rev() {
            write!(f, " {file:>2} ")?;
        }
        writeln!(f)?;
        for rank in 0..spec.ranks {
            writeln!(f, "{line}+")?;
            for file in (0..spec.files).rev() {
                let piece = self.piece(Square::new(file, rank));
                let text = if piece.is_none() { String::new() } else { self.game().piece_text(piece) };
                write!(f, "|{:<3}", format!("{text:>2}"))?;
            }
            writeln!(f, "| {}", char::from(b'a' + rank))?;
        }
        writeln!(f, "{line}+")?;
        if let Some(ban) = self.ban() {
            writeln!(f, "a lion was taken on {ban:?}")?;
        }
        writeln!(f, "to move: {}", self.side.name())?;
        write!(f, "sfen {}", self.sfen())
    }
}
