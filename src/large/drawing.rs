//! Positions as text for people.

use super::geometry::Square;
use super::piece::Piece;
use super::width::Width;
use super::{LargeGame, Position};
use crate::board::Color;
use crate::game::{Cell, PlayablePosition as _, rank_letters};
use std::fmt;

impl<W: Width> LargeGame<W> {
    /// The letters of a piece in SFEN.
    #[must_use]
    pub fn piece_text(self, piece: Piece) -> String {
        let text = self.spec().kind(piece.kind()).sfen();
        if piece.color() == Color::Black { text } else { text.to_ascii_lowercase() }
    }

    /// Reads a square in USI notation, such as `12l`.
    #[must_use]
    pub fn read_square(self, text: &str) -> Option<Square<W>> {
        Cell::read(text, [self.spec().files, self.spec().ranks]).map(Square::of)
    }

    /// The square at the same place from the other side.
    #[must_use]
    pub const fn turned_square(self, square: Square<W>) -> Square<W> {
        let spec = self.spec();
        Square::new(spec.files - 1 - square.file(), spec.ranks - 1 - square.rank())
    }
}

/// Draws the board with letters, and the side to move.
impl<W: Width> fmt::Display for Position<W> {
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
            writeln!(f, "| {}", rank_letters(rank))?;
        }
        writeln!(f, "{line}+")?;
        if self.has_drops() {
            writeln!(f, "hands: {}", self.setup().aside())?;
        }
        if let Some(ban) = self.ban() {
            writeln!(f, "a lion was taken on {ban:?}")?;
        }
        writeln!(f, "to move: {}", self.side.name())?;
        write!(f, "sfen {}", self.sfen())
    }
}
