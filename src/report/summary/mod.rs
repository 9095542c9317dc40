//! Many games in figures: the play of one player, or of everybody, as a page for a browser.
//!
//! Each analysed game is kept as a [`Digest`], made from the [`Facts`] on its moves. The facts come from an analysis,
//! or from the file that an earlier one wrote.

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
use crate::report::pieces::Looks;
use crate::words::Language;
use digest::Side;

/// Games, and the way to show them.
pub struct Summary<'a> {
    /// The games in the order of the page.
    pub games: &'a [&'a Digest],
    /// The player whose moves count; everybody's count if there is none.
    pub player: Option<Player<'a>>,
    pub language: Language,
    pub looks: Looks,
}

/// A player, who may have several names.
#[derive(Clone, Copy)]
pub struct Player<'a> {
    pub heading: &'a str,
    /// True for the names of the player in records.
    pub is_called: &'a dyn Fn(&str) -> bool,
}

impl Summary<'_> {
    fn word(&self, name: &str) -> &'static str {
        words::word(self.language, name)
    }

    fn is_meant(&self, side: &Side) -> bool {
        self.player.is_none_or(|player| (player.is_called)(&side.player))
    }

    /// The sides that count, each with the other side of its game.
    fn pairs(&self) -> impl Iterator<Item = (&Side, &Side)> {
        let pairs = self.games.iter().flat_map(|game| Color::ALL.map(|color| (game.side(color), game.side(!color))));
        pairs.filter(|(side, _)| self.is_meant(side))
    }

    /// The games with a side that counts.
    fn told_of(&self) -> impl Iterator<Item = &Digest> {
        self.games.iter().copied().filter(|game| game.sides.iter().any(|side| self.is_meant(side)))
    }

    fn sides(&self) -> impl Iterator<Item = &Side> {
        self.pairs().map(|(side, _)| side)
    }

    /// The name of a player, or the word for an unknown one.
    fn known(&self, player: &str) -> String {
        if player.is_empty() { self.word("unknown").to_owned() } else { player.to_owned() }
    }
}
