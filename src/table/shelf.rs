//! The kept games of the user: a file for each, of which the latest stay.

use super::store::{self, Kept, Store, StoreError};
use crate::variants::Variant;
use jiff::{Timestamp, ToSpan as _, Zoned};
use std::cmp::Reverse;
use std::fs;
use std::io;
use std::path::PathBuf;

/// Number of games of each variant that stay.
const MOST: usize = 20;

/// The folder of the kept games of a variant.
struct Shelf {
    folder: PathBuf,
}

/// A kept game.
pub struct Found {
    pub variant: Variant,
    pub store: Store,
    pub kept: Result<Kept, StoreError>,
}

impl Found {
    /// Time of the latest change; none for a file that cannot be read.
    fn at(&self) -> Option<Timestamp> {
        self.kept.as_ref().ok().map(|kept| kept.at)
    }
}

impl Shelf {
    /// None if the system has no folder for the state of programs.
    fn of(variant: Variant) -> Option<Self> {
        Some(Self { folder: store::folder()?.join("games").join(variant.name()) })
    }

    /// The games in the order of their files' names.
    fn games(&self, variant: Variant) -> Result<Vec<Found>, StoreError> {
        let failed = |source| StoreError::Read { path: self.folder.clone(), source };
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(failed)?,
        };
        let paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>();
        let mut paths = paths.map_err(failed)?;
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
        paths.sort();
        let found = |path| {
            let store = Store::at(path);
            Found { variant, kept: store.read(), store }
        };
        Ok(paths.into_iter().map(found).collect())
    }

    /// A file for a game that begins now, with its date for a name.
    fn begin(&self) -> Result<Store, StoreError> {
        let mut now = Zoned::now();
        loop {
            let mut store = Store::at(self.folder.join(format!("{}.json", now.strftime("%Y-%m-%dT%H-%M-%S.%3f"))));
            match store.take() {
                Ok(()) if !store.path().exists() => return Ok(store),
                // Another game began in this millisecond.
                Ok(()) | Err(StoreError::Busy(_)) => now = now.saturating_add(1.millisecond()),
                Err(error) => return Err(error),
            }
        }
    }

    /// Makes room for a game that has begun: removes games without a move of a person, and the oldest ones.
    fn tidy(&self, variant: Variant) -> Result<(), StoreError> {
        let mut games = self.games(variant)?;
        games.sort_by_key(|found| Reverse(found.at()));
        let mut begun = 0;
        for Found { store, kept, .. } in &games {
            // A file that cannot be read may be of another version.
            let Ok(kept) = kept else { continue };
            begun += usize::from(kept.has_begun);
            if !kept.has_begun || begun >= MOST {
                store.remove_if_free();
            }
        }
        Ok(())
    }
}

/// The kept games of a variant, or of all, those played latest first. Games that have not begun are left out if there are
/// others.
pub fn kept_games(variant: Option<Variant>) -> Result<Vec<Found>, StoreError> {
    let variants = variant.as_ref().map_or(Variant::ALL, std::slice::from_ref);
    let mut games = Vec::new();
    for &variant in variants {
        games.extend(Shelf::of(variant).ok_or(StoreError::NoFolder)?.games(variant)?);
    }
    games.sort_by_key(|found| Reverse(found.at()));
    let is_begun = |found: &Found| found.kept.as_ref().map_or(true, |kept| kept.has_begun);
    if games.iter().any(is_begun) {
        games.retain(is_begun);
    }
    Ok(games)
}

/// Keeps the games at a table, each in its own file.
pub struct Keeper {
    variant: Variant,
    /// None if nothing is kept.
    shelf: Option<Shelf>,
    /// The file of the game on the board, from its first board on.
    store: Option<Store>,
    has_tidied: bool,
}

impl Keeper {
    /// A keeper of games that begin in a variant.
    pub fn new(variant: Variant) -> Self {
        Self { variant, shelf: Shelf::of(variant), store: None, has_tidied: false }
    }

    /// A keeper that goes on with a game in its file.
    pub fn of_resumed(variant: Variant, store: Store) -> Self {
        Self { store: Some(store), ..Self::new(variant) }
    }

    /// Leaves the file of the game on the board as it is.
    pub fn begin_another(&mut self) {
        self.store = None;
        self.has_tidied = false;
    }

    pub const fn is_keeping(&self) -> bool {
        self.store.is_some()
    }

    /// Keeps the game on the board as it is now. After an error nothing more is kept.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&mut self, kept: &Kept) -> Result<(), StoreError> {
        let done = self.try_keeping(kept);
        if done.is_err() {
            self.shelf = None;
            self.store = None;
        }
        done
    }

    fn try_keeping(&mut self, kept: &Kept) -> Result<(), StoreError> {
        let Some(shelf) = &self.shelf else { return Ok(()) };
        let store = match &mut self.store {
            Some(store) => store,
            none => none.insert(shelf.begin()?),
        };
        if kept.has_begun && !self.has_tidied {
            shelf.tidy(self.variant)?;
            self.has_tidied = true;
        }
        store.keep(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(level: i32) -> Kept {
        let start = Variant::Shogi.start_sfen();
        let text = format!(
            r#"{{"at":"{}","has_begun":true,"names":["",""],"start":"{start}","moves":[],"spent":[],"people":[true,true],"level":{level}}}"#,
            Timestamp::now()
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn the_last_twenty_games_stay_each_in_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = || Shelf { folder: folder.path().join("games") };
        let mut keeper = Keeper { variant: Variant::Shogi, shelf: Some(shelf()), store: None, has_tidied: false };
        for level in 0..25 {
            keeper.begin_another();
            keeper.keep(&kept(level)).unwrap();
            keeper.keep(&kept(level)).unwrap();
        }
        let games = shelf().games(Variant::Shogi).unwrap();
        let levels: Vec<i32> = games.iter().map(|found| found.kept.as_ref().unwrap().levels()[0]).collect();
        assert_eq!(levels, (5..25).collect::<Vec<_>>());
    }
}
