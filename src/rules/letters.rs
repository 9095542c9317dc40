//! Letters of pieces, in either dialect.

use super::{Kind, KindSpec, Piece, Spec};
use crate::board::Color;
use crate::game::Dialect;

/// A letter, possibly with a plus sign before it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Letter {
    /// In upper case.
    letter: u8,
    pub promoted: bool,
}

impl Letter {
    pub(super) const fn new(letter: u8, promoted: bool) -> Self {
        Self { letter, promoted }
    }

    const fn usual(spec: &KindSpec) -> Self {
        Self::new(spec.letter, spec.promoted)
    }

    /// Reads an entry of [`Spec::fairy`].
    const fn fairy(text: &str) -> Self {
        match *text.as_bytes() {
            [b'+', letter] => Self::new(letter, true),
            [letter] => Self::new(letter, false),
            _ => Self::new(b'?', false),
        }
    }

    /// The letter of a kind in a dialect; a question mark for one that the game does not have.
    pub(super) fn of(spec: &Spec, kind: Kind, dialect: Dialect) -> Self {
        let usual = || spec.kinds.get(kind.index()).map(Self::usual);
        let fairy = || spec.fairy.get(kind.index()).map(|text| Self::fairy(text));
        let known = if dialect == Dialect::Fairy { fairy().or_else(usual) } else { usual() };
        known.unwrap_or(Self::new(b'?', false))
    }

    /// The kind with this letter in one dialect or the other: no letter is ambiguous.
    pub(super) fn kind(self, spec: &Spec) -> Option<Kind> {
        let usual = spec.kinds.iter().position(|known| Self::usual(known) == self);
        let index = usual.or_else(|| spec.fairy.iter().position(|text| Self::fairy(text) == self));
        index.map(Kind::new)
    }

    /// The letter alone, its case showing the colour.
    pub(super) const fn plain(self, color: Color) -> char {
        match color {
            Color::Black => self.letter as char,
            Color::White => self.letter.to_ascii_lowercase() as char,
        }
    }

    /// The sign and the letter, its case showing the colour.
    pub(super) fn text(self, color: Color) -> String {
        let letter = self.plain(color);
        if self.promoted { format!("+{letter}") } else { letter.to_string() }
    }
}

pub(super) fn read_piece(spec: &Spec, letter: char, promoted: bool) -> Option<(Color, Kind)> {
    let kind = Letter::new(u8::try_from(letter.to_ascii_uppercase()).ok()?, promoted).kind(spec)?;
    let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
    Some((color, kind))
}

pub(super) fn piece_text(spec: &Spec, piece: Piece, dialect: Dialect) -> String {
    Letter::of(spec, piece.kind(), dialect).text(piece.color())
}
