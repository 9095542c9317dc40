//! The games that an engine plays.

use super::options::{Entry, Options, declare_rules};
use super::print::Output;
use super::session::{self, Session};
use crate::for_each_game;
use crate::game::{Game, RuleChoices};
use crate::tools::game::Hosted;
use crate::variants::{self, Variant};
use crate::with_game;
use std::fmt;
use std::sync::Arc;

/// A list of games; cheap to clone.
#[derive(Clone)]
pub struct Games(Arc<List>);

struct List {
    /// In force where the client names none.
    usual: HostedGame,
    others: Vec<HostedGame>,
}

/// A game behind its name, as the protocol reaches it.
struct HostedGame {
    name: &'static str,
    aliases: &'static [&'static str],
    open: fn(&Options, &Arc<Output>) -> Box<dyn Session>,
    declare: fn(&mut Vec<Entry>),
    choose: fn(&mut RuleChoices, &str, &str) -> bool,
}

impl HostedGame {
    fn of<G: Hosted>() -> Self {
        Self {
            name: <G as Game>::NAME,
            aliases: G::ALIASES,
            open: session::open::<G>,
            declare: declare_rules::<G>,
            choose: |choices, name, value| choices.choose(<G as Game>::NAME, G::OPTIONS, name, value).is_ok(),
        }
    }
}

impl Games {
    /// The games that come with the program.
    #[must_use]
    pub fn all() -> Self {
        let usual = with_game!(Variant::default(), G => HostedGame::of::<G>());
        let mut others = Vec::new();
        for_each_game!(G => others.push(HostedGame::of::<G>()));
        others.retain(|game| game.name != usual.name);
        Self(Arc::new(List { usual, others }))
    }

    /// One game, whatever its type.
    #[must_use]
    pub fn only<G: Hosted>() -> Self {
        Self(Arc::new(List { usual: HostedGame::of::<G>(), others: Vec::new() }))
    }

    fn iter(&self) -> impl Iterator<Item = &HostedGame> {
        std::iter::once(&self.0.usual).chain(&self.0.others)
    }

    /// The name of the game in force where the client names none.
    pub(super) fn usual(&self) -> &'static str {
        self.0.usual.name
    }

    /// The names by which clients choose a game, the usual one first.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.iter().map(|game| game.name)
    }

    /// The name of the game that `text` means, by any of its names.
    pub(super) fn named(&self, text: &str) -> Option<&'static str> {
        let found = self.iter().find(|game| variants::is_called(game.name, game.aliases, text));
        found.map(|game| game.name)
    }

    /// Adds the rules that the games let the user choose to a table of options.
    pub(super) fn declare(&self, table: &mut Vec<Entry>) {
        self.iter().for_each(|game| (game.declare)(table));
    }

    /// Makes a choice in every game that has it, and says whether any has.
    pub(super) fn choose(&self, choices: &mut RuleChoices, name: &str, value: &str) -> bool {
        self.iter().fold(false, |known, game| known | (game.choose)(choices, name, value))
    }

    /// Opens a session of the game that `options` name, at its even start.
    pub(super) fn open(&self, options: &Options, output: &Arc<Output>) -> Box<dyn Session> {
        let named = self.iter().find(|game| game.name == options.variant);
        (named.unwrap_or(&self.0.usual).open)(options, output)
    }
}

impl fmt::Debug for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}
