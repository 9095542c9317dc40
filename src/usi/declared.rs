//! The games as the options see them: names, and rules that a user may choose.

use crate::game::{Playable, RuleChoices};
use crate::variants;
use std::fmt;
use std::sync::Arc;

/// The games of an engine, the usual one first; cheap to clone.
#[derive(Clone)]
pub struct DeclaredGames(Arc<[DeclaredGame]>);

pub struct DeclaredGame {
    pub name: &'static str,
    aliases: &'static [&'static str],
    /// Names of the rules, each with its choices, the usual one first.
    rules: Vec<(&'static str, Vec<&'static str>)>,
    choose: Choose,
}

/// Makes a choice, given the names of rule and choice; false if the game lacks either.
type Choose = Box<dyn Fn(&mut RuleChoices, &str, &str) -> bool + Send + Sync>;

impl DeclaredGame {
    pub fn of<G: Playable>(game: G) -> Self {
        Self {
            name: game.name(),
            aliases: game.aliases(),
            rules: game.options().into_iter().map(|option| (option.name, option.choices)).collect(),
            choose: Box::new(move |choices, name, value| {
                choices.choose(game.name(), &game.options(), name, value).is_ok()
            }),
        }
    }
}

impl DeclaredGames {
    pub fn new(games: impl IntoIterator<Item = DeclaredGame>) -> Self {
        Self(games.into_iter().collect())
    }

    /// Name of the game that is played until the client chooses one.
    pub fn usual(&self) -> &'static str {
        self.names().next().unwrap_or_default()
    }

    /// Names by which clients choose a game, the usual one first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|game| game.name)
    }

    /// Main name of the game that has `text` among its names.
    pub fn named(&self, text: &str) -> Option<&'static str> {
        let found = self.0.iter().find(|game| variants::is_called(game.name, game.aliases, text));
        found.map(|game| game.name)
    }

    /// Rules that the user may choose, each once, with the choices of all games that share it.
    pub fn rules(&self) -> Vec<(&'static str, Vec<&'static str>)> {
        let mut all: Vec<(&'static str, Vec<&'static str>)> = Vec::new();
        for (name, choices) in self.0.iter().flat_map(|game| &game.rules) {
            match all.iter_mut().find(|(known, _)| known == name) {
                Some((_, known)) => choices.iter().for_each(|choice| {
                    if !known.contains(choice) {
                        known.push(choice);
                    }
                }),
                None => all.push((name, choices.clone())),
            }
        }
        all
    }

    /// Makes a choice in every game that has it; false if none has.
    pub fn choose(&self, choices: &mut RuleChoices, name: &str, value: &str) -> bool {
        self.0.iter().fold(false, |known, game| known | (game.choose)(choices, name, value))
    }
}

impl fmt::Debug for DeclaredGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}
