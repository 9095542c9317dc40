//! The games that an engine plays.

use super::declared::{DeclaredGame, DeclaredGames};
use super::options::Options;
use super::print::Output;
use super::session::{self, Session};
use crate::eval::Evaluated;
use crate::for_each_game;
use crate::game::Game as _;
use crate::variants::Variant;
use crate::with_game;
use std::sync::Arc;

/// A list of games; cheap to clone.
#[derive(Clone)]
pub struct Games {
    declared: DeclaredGames,
    openers: Arc<Openers>,
}

/// Opens a session of a game.
type Open = Box<dyn Fn(&Options, &Arc<Output>) -> Box<dyn Session> + Send + Sync>;

struct Openers {
    usual: Open,
    /// Openers by name of the game.
    others: Vec<(&'static str, Open)>,
}

impl Games {
    /// All games of this program.
    #[must_use]
    pub fn all() -> Self {
        let mut games = Vec::new();
        let mut others: Vec<(&'static str, Open)> = Vec::new();
        for_each_game!(game => {
            games.push(DeclaredGame::of(game));
            others.push((game.name(), opener(game)));
        });
        let usual = with_game!(Variant::default(), game => opener(game));
        Self { declared: DeclaredGames::new(games), openers: Arc::new(Openers { usual, others }) }
    }

    /// A single game, which may come from outside this program.
    #[must_use]
    pub fn only<G: Evaluated>(game: G) -> Self {
        let openers = Openers { usual: opener(game), others: Vec::new() };
        Self { declared: DeclaredGames::new([DeclaredGame::of(game)]), openers: Arc::new(openers) }
    }

    pub(super) const fn declared(&self) -> &DeclaredGames {
        &self.declared
    }

    /// Opens a session of the game that `options` name, or of the usual one, at the starting position.
    pub(super) fn open(&self, options: &Options, output: &Arc<Output>) -> Box<dyn Session> {
        let named = self.openers.others.iter().find(|(name, _)| *name == options.variant);
        let open = named.map_or(&self.openers.usual, |(_, open)| open);
        open(options, output)
    }
}

fn opener<G: Evaluated>(game: G) -> Open {
    Box::new(move |options, output| session::open(game, options, output))
}
