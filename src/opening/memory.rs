//! A book in memory.

use super::BookMove;
use crate::any::AnyPosition;
use crate::game::SfenMode;
use crate::variants::Variant;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A book in memory: positions with their moves, sorted by SFEN.
#[derive(Clone, Debug)]
pub struct Book {
    game: Variant,
    /// The entries, by the SFEN without the move number.
    entries: BTreeMap<Box<str>, BookEntry>,
}

/// A position's entry in a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The number of the coming move; the lowest one if the position occurred at several.
    pub move_number: u32,
    moves: Vec<BookMove>,
}

impl BookEntry {
    #[must_use]
    pub const fn new(move_number: u32) -> Self {
        Self { move_number, moves: Vec::new() }
    }

    /// The moves, the best first.
    #[must_use]
    pub fn moves(&self) -> &[BookMove] {
        &self.moves
    }

    /// Adds a move. If the move is there already, the deeper score is kept and the games are added up.
    pub fn add(&mut self, new: BookMove) {
        match self.moves.iter_mut().find(|old| old.m == new.m) {
            Some(old) => *old = joined(old, &new),
            None => self.moves.push(new),
        }
        self.sort();
    }

    /// Replaces all moves by `moves`.
    pub fn replace(&mut self, moves: Vec<BookMove>) {
        self.moves = moves;
        self.sort();
    }

    fn sort(&mut self) {
        self.moves.sort_by_key(|known| Reverse((known.score, known.depth, known.count)));
    }
}

fn joined(old: &BookMove, new: &BookMove) -> BookMove {
    let deeper = if (new.score.is_some(), new.depth) > (old.score.is_some(), old.depth) { new } else { old };
    let count = match (old.count, new.count) {
        (Some(old), Some(new)) => Some(old.saturating_add(new)),
        (old, new) => old.or(new),
    };
    BookMove { answer: deeper.answer.or(old.answer).or(new.answer), count, ..*deeper }
}

/// The first three fields of an SFEN: the position without the move number.
pub(super) fn without_number(sfen: &str) -> &str {
    let ends = sfen.match_indices(' ').map(|(at, _)| at);
    sfen[..ends.chain([sfen.len()]).nth(2).unwrap_or(sfen.len())].trim_end()
}

impl Book {
    /// A book of the game without positions.
    #[must_use]
    pub const fn new(game: Variant) -> Self {
        Self { game, entries: BTreeMap::new() }
    }

    /// The game of the positions.
    #[must_use]
    pub const fn game(&self) -> Variant {
        self.game
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The number of moves of all positions.
    #[must_use]
    pub fn count_moves(&self) -> usize {
        self.entries.values().map(|entry| entry.moves.len()).sum()
    }

    #[must_use]
    pub fn get(&self, position: &AnyPosition) -> Option<&BookEntry> {
        self.entries.get(without_number(&position.sfen()))
    }

    /// The entry of a position, added if there is none.
    pub fn entry(&mut self, position: &AnyPosition) -> &mut BookEntry {
        let sfen = position.sfen();
        let number = position.game_ply() + 1;
        let entry = self.entries.entry(without_number(&sfen).into()).or_insert_with(|| BookEntry::new(number));
        entry.move_number = entry.move_number.min(number);
        entry
    }

    /// The entries with the SFEN of their positions, without move numbers, sorted by the SFEN.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &BookEntry)> {
        self.entries.iter().map(|(sfen, entry)| (&**sfen, entry))
    }

    /// All positions with their entries.
    pub fn positions(&self) -> impl Iterator<Item = (AnyPosition, &BookEntry)> {
        self.entries.iter().filter_map(|(sfen, entry)| Some((position_of(self.game, sfen, entry.move_number)?, entry)))
    }

    /// Sets the expected answer to every move to the best move of the position after it, if the book has that position.
    pub fn link_answers(&mut self) {
        let mut answers = Vec::new();
        for (mut position, entry) in self.positions() {
            for known in entry.moves() {
                position.make(known.m);
                answers.push(self.get(&position).and_then(|behind| Some(behind.moves.first()?.m)));
                position.unmake(known.m);
            }
        }
        let moves = self.entries.values_mut().flat_map(|entry| &mut entry.moves);
        moves.zip(answers).for_each(|(known, answer)| known.answer = answer.or(known.answer));
    }

    /// Adds all entries of another book.
    pub fn merge(&mut self, other: Self) {
        for (sfen, new) in other.entries {
            let entry = self.entries.entry(sfen).or_insert_with(|| BookEntry::new(new.move_number));
            entry.move_number = entry.move_number.min(new.move_number);
            new.moves.into_iter().for_each(|m| entry.add(m));
        }
    }

    /// Removes the moves that `keep` rejects, and then the positions without moves.
    pub fn retain(&mut self, mut keep: impl FnMut(&BookMove) -> bool) {
        self.entries.values_mut().for_each(|entry| entry.moves.retain(&mut keep));
        self.entries.retain(|_, entry| !entry.moves.is_empty());
    }
}

/// The position of an entry; there always is one, since entries are made from positions.
fn position_of(game: Variant, sfen: &str, move_number: u32) -> Option<AnyPosition> {
    game.read_sfen(&format!("{sfen} {}", move_number.clamp(1, 9999)), SfenMode::Tolerant).ok()
}
