//! Positions of dōbutsu shōgi as text.

use super::board::{Board, CHICK, ELEPHANT, GIRAFFE, HELD, HEN, KINDS, OTHER, OWN, SQUARES};
use super::index::Material;

/// The meaning of a letter: the lion, or a kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Letter {
    Lion,
    Kind(usize),
}

/// Reads both alphabets of the game: one names the pieces as in shogi, the other as animals.
const fn letter(c: char) -> Option<Letter> {
    match c.to_ascii_uppercase() {
        'K' | 'L' => Some(Letter::Lion),
        'R' | 'G' => Some(Letter::Kind(GIRAFFE)),
        'B' | 'E' => Some(Letter::Kind(ELEPHANT)),
        'P' | 'C' => Some(Letter::Kind(CHICK)),
        _ => None,
    }
}

impl Board {
    /// Reads an SFEN; none if it is not a position with exactly these pieces. The move number does not matter.
    #[must_use]
    pub fn read(sfen: &str, material: Material) -> Option<Self> {
        let mut fields = sfen.split_ascii_whitespace();
        let (board, side, hands) = (fields.next()?, fields.next()?, fields.next()?);
        let mut position = Self::read_squares(board)?;
        position.read_hands(hands)?;
        if !position.has(material) {
            return None;
        }
        match side {
            "b" => Some(position),
            "w" => Some(position.turned()),
            _ => None,
        }
    }

    fn read_squares(text: &str) -> Option<Self> {
        const NOWHERE: u8 = u8::MAX;
        let mut board = Self::of_lions(NOWHERE, NOWHERE);
        let (mut square, mut is_promoted) = (0, false);
        for c in text.chars().filter(|&c| c != '/') {
            if let Some(gap) = c.to_digit(10) {
                square += gap as usize;
                continue;
            }
            if c == '+' {
                is_promoted = true;
                continue;
            }
            let side = if c.is_ascii_uppercase() { OWN } else { OTHER };
            match letter(c)? {
                _ if square >= SQUARES => return None,
                Letter::Lion if board.lions[side] == NOWHERE => board.lions[side] = square as u8,
                Letter::Lion => return None,
                Letter::Kind(CHICK) if is_promoted => board.pieces[HEN][side] |= 1 << square,
                Letter::Kind(kind) => board.pieces[kind][side] |= 1 << square,
            }
            square += 1;
            is_promoted = false;
        }
        (square == SQUARES && !board.lions.contains(&NOWHERE)).then_some(board)
    }

    fn read_hands(&mut self, text: &str) -> Option<()> {
        let mut count = 1;
        for c in text.chars().filter(|&c| c != '-') {
            if let Some(digit) = c.to_digit(10) {
                count = digit as u8;
                continue;
            }
            let Letter::Kind(kind) = letter(c)? else { return None };
            let hand = &mut self.hands[kind][if c.is_ascii_uppercase() { OWN } else { OTHER }];
            *hand = hand.saturating_add(count);
            count = 1;
        }
        Some(())
    }

    /// True if the board has these pieces and no others.
    fn has(&self, material: Material) -> bool {
        let placed = |kind: usize| self.pieces[kind].iter().map(|mask| mask.count_ones()).sum::<u32>();
        let mut counts: [u32; KINDS] = std::array::from_fn(placed);
        counts[CHICK] += counts[HEN];
        let held = |kind: usize| self.hands[kind].iter().map(|&held| u32::from(held)).sum::<u32>();
        (0..HELD).all(|kind| counts[kind] + held(kind) == if material.0[kind] { 2 } else { 0 })
    }
}
