//! Cards for exercises: the days on which each is asked again.

use super::store::{Store, StoreError};
use crate::any::AnyMove;
use crate::game::SfenMode;
use crate::study::analyse::Exercise;
use crate::variants::Variant;
use jiff::ToSpan as _;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Days until an exercise that was solved at once is asked again, by the number of times in a row.
const DAYS: [i64; 4] = [1, 3, 7, 21];

/// The course of one exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// The day from which on it is asked.
    pub due: Date,
    /// Times that it was solved at once, since it last was not.
    row: usize,
}

impl Card {
    /// The card after an answer; an exercise that was not solved at once begins from the first interval.
    pub fn answered(earlier: Option<Self>, is_at_once: bool, today: Date) -> Self {
        let row = if is_at_once { earlier.map_or(0, |card| card.row) + 1 } else { 0 };
        let days = DAYS[row.clamp(1, DAYS.len()) - 1];
        Self { due: today.saturating_add(days.days()), row }
    }
}

/// A card with its exercise, whose position is elsewhere.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    card: Card,
    #[serde(default)]
    title: String,
    #[serde(default)]
    ply: Option<usize>,
    /// In USI, as the better line is.
    #[serde(default)]
    played: Option<String>,
    #[serde(default)]
    line: Vec<String>,
}

impl Entry {
    fn new(card: Card, Exercise { title, ply, position, played, line }: &Exercise) -> Self {
        let usi = |m: &AnyMove| position.variant().usi(*m);
        let line = line.iter().map(usi).collect();
        Self { card, title: title.clone(), ply: *ply, played: played.as_ref().map(usi), line }
    }

    /// The exercise in a position; none if the game does not know the position or a move.
    fn exercise(&self, game: Variant, position: &str) -> Option<Exercise> {
        let position = game.read_sfen(position, SfenMode::Composed).ok()?;
        let played = self.played.as_deref().map(|text| position.parse_move(text)).transpose().ok()?;
        let mut behind = position.clone();
        let mut line = Vec::new();
        for text in &self.line {
            let m = behind.parse_move(text).ok()?;
            behind.make(m);
            line.push(m);
        }
        let title = if self.title.is_empty() { position.sfen() } else { self.title.clone() };
        Some(Exercise { title, ply: self.ply, position, played, line })
    }
}

/// The cards of a game's exercises, by their positions.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Cards(BTreeMap<String, Entry>);

impl Cards {
    pub fn read(store: Option<&Store>) -> Result<Self, StoreError> {
        store.map_or_else(|| Ok(Self::default()), |store| Ok(store.read_if_there()?.unwrap_or_default()))
    }

    pub fn get(&self, position: &str) -> Option<Card> {
        self.0.get(position).map(|entry| entry.card)
    }

    /// The exercises that were asked before.
    pub fn exercises(&self, game: Variant) -> Vec<Exercise> {
        self.0.iter().filter_map(|(position, entry)| entry.exercise(game, position)).collect()
    }

    /// Notes an answer in the file, beside those of other tables.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn note(store: &Store, exercise: &Exercise, is_at_once: bool, today: Date) -> Result<(), StoreError> {
        let _lock = store.lock()?;
        let mut cards = Self::read(Some(store))?;
        let position = exercise.position.sfen();
        let card = Card::answered(cards.get(&position), is_at_once, today);
        cards.0.insert(position, Entry::new(card, exercise));
        store.keep(&cards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn exercises_come_back_after_1_3_7_and_21_days() {
        let mut today = date(2026, 2, 27);
        let mut card = None;
        let mut days = Vec::new();
        for is_at_once in [true, true, true, true, true, false, true, true] {
            let answered = Card::answered(card, is_at_once, today);
            days.push(today.until(answered.due).unwrap().get_days());
            (today, card) = (answered.due, Some(answered));
        }
        assert_eq!(days, [1, 3, 7, 21, 21, 1, 1, 3]);
    }
}
