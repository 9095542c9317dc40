//! Many games in figures: how a player, or everybody, has played in them, as a page that a browser shows.
//!
//! Of each analysed game a [`Digest`] is kept, made of the [`Facts`] on its moves. These come from an analysis or from what
//! an earlier one has written.

mod digest;
mod facts;
mod groups;
mod page;
mod tables;
mod words;

pub use digest::{Digest, Source, Words};
pub use facts::{Called, Facts};
pub use page::page;

use crate::board::Color;
use crate::words::Language;
use digest::Side;

/// Games, and how they are to be shown.
pub struct Summary<'a> {
    /// In their order.
    pub games: &'a [&'a Digest],
    /// The player whose moves are told of; those of all players if there is none.
    pub player: Option<Player<'a>>,
    pub language: Language,
    /// Letters for the pieces instead of kanji.
    pub letters: bool,
}

/// A player, who may have several names.
#[derive(Clone, Copy)]
pub struct Player<'a> {
    pub heading: &'a str,
    /// Whether a name in a record is one of the player's.
    pub is_called: &'a dyn Fn(&str) -> bool,
}

impl Summary<'_> {
    fn word(&self, name: &str) -> &'static str {
        words::word(self.language, name)
    }

    fn is_meant(&self, side: &Side) -> bool {
        self.player.is_none_or(|player| (player.is_called)(&side.player))
    }

    /// The sides that are told of, each with the other one of its game.
    fn pairs(&self) -> impl Iterator<Item = (&Side, &Side)> {
        let pairs = self.games.iter().flat_map(|game| Color::ALL.map(|color| (game.side(color), game.side(!color))));
        pairs.filter(|(side, _)| self.is_meant(side))
    }

    /// The games with a side that is told of.
    fn told_of(&self) -> impl Iterator<Item = &Digest> {
        self.games.iter().copied().filter(|game| game.sides.iter().any(|side| self.is_meant(side)))
    }

    fn sides(&self) -> impl Iterator<Item = &Side> {
        self.pairs().map(|(side, _)| side)
    }

    /// The name of a player, who may be unknown.
    fn known(&self, player: &str) -> String {
        if player.is_empty() { self.word("unknown").to_owned() } else { player.to_owned() }
    }
}
