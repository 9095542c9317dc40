//! Natural openings for self-play: from a book, from given lines, from games played before.

use super::SelfPlayError;
use crate::any::Compiled;
use crate::arena::read_openings;
use crate::eval;
use crate::game::{Game, Position as _, RuleChoices, Score};
use crate::opening::{self, BookOptions, Damage, INTERNAL, Library};
use crate::training::samples::{PackedGame, PackedReader};
use crate::variants::Variant;
use rand::RngExt;
use rand::rngs::SmallRng;
use std::path::Path;

/// First ply by which games have left a book or an earlier game.
const LAST_PLY: u32 = 40;
/// Percent of the games that start with random moves despite natural openings: networks must also learn the value of
/// positions that nobody would play.
const RANDOM_PERCENT: u32 = 10;
/// Greatest score, in centipawns, of a position of an earlier game that can be an opening.
const BALANCED: Score = 500;

/// The sources of natural openings.
pub struct NaturalOpenings<G: Compiled> {
    game: G,
    book: Option<Library>,
    given: Vec<G::Position>,
    games: Vec<PackedGame>,
}

impl<G: Compiled> NaturalOpenings<G> {
    /// No openings yet.
    pub const fn new(game: G) -> Self {
        Self { game, book: None, given: Vec::new(), games: Vec::new() }
    }

    /// The game.
    pub const fn game(&self) -> G {
        self.game
    }

    /// Opens the book of this name; [`INTERNAL`] is the one that comes with the program, if the game has one.
    ///
    /// # Errors
    /// If the file is not a book.
    pub fn add_book(&mut self, variant: Variant, name: &str) -> Result<(), SelfPlayError> {
        let path = eval::resolve_path(Path::new(name));
        let open = || Library::open(variant, &path).map(Some);
        let book = if name == INTERNAL { Ok(Library::internal(variant)) } else { open() };
        self.book = book.map_err(|source| SelfPlayError::Book { path: path.clone(), source })?;
        Ok(())
    }

    /// Reads openings as those of a match: lines of moves, or games.
    ///
    /// # Errors
    /// If they cannot be read, or if one cannot be an opening.
    pub fn add_lines(&mut self, variant: Variant, path: &Path) -> Result<(), SelfPlayError> {
        let openings = read_openings(variant, path, None, &RuleChoices::default())?;
        self.given.extend(openings.iter().map(|opening| G::position(opening.position()).into_owned()));
        Ok(())
    }

    /// Adds up to `most` games of self-play, whose openings others will start from.
    ///
    /// # Errors
    /// If the file cannot be read, or holds another game.
    pub fn add_games(&mut self, path: &Path, most: usize) -> Result<(), SelfPlayError> {
        self.games.extend(PackedReader::open(path, self.game.name())?.take(most));
        Ok(())
    }

    /// An opening from one of the sources, all equally likely; now and then none, as without any source.
    pub fn draw(&self, rng: &mut SmallRng) -> Option<G::Position> {
        if rng.random_range(0..100) < RANDOM_PERCENT {
            return None;
        }
        type Source<G> = fn(&NaturalOpenings<G>, &mut SmallRng) -> Option<<G as Game>::Position>;
        let sources: [(bool, Source<G>); 3] = [
            (self.book.is_some(), Self::by_book),
            (!self.given.is_empty(), Self::by_lines),
            (!self.games.is_empty(), Self::by_games),
        ];
        let available = || sources.iter().filter(|(is_there, _)| *is_there);
        let chosen = rng.random_range(0..available().count().max(1));
        available().nth(chosen).and_then(|(_, source)| source(self, rng))
    }

    /// Moves from the book, up to a random ply at most.
    fn by_book(&self, rng: &mut SmallRng) -> Option<G::Position> {
        let book = self.book.as_ref()?;
        let options = BookOptions { moves: LAST_PLY, eval_limits: [-BALANCED; 2], ..BookOptions::default() };
        let last = rng.random_range(0..LAST_PLY);
        let mut position = book.game().start();
        while position.game_ply() < last {
            // A fault of the book ends the opening.
            let Ok(Some(picked)) =
                opening::pick(book, &position, &options, &mut |end| rng.random_range(0..end), &mut Damage::default())
            else {
                break;
            };
            position.make(picked.known.m);
        }
        Some(G::position(&position).into_owned())
    }

    fn by_lines(&self, rng: &mut SmallRng) -> Option<G::Position> {
        self.given.get(rng.random_range(0..self.given.len())).cloned()
    }

    /// A position early in one of the games, with the result still open.
    fn by_games(&self, rng: &mut SmallRng) -> Option<G::Position> {
        let game = self.games.get(rng.random_range(0..self.games.len()))?;
        let mut position = game.start_position(self.game)?;
        let room = LAST_PLY.saturating_sub(position.game_ply()) as usize;
        let last = rng.random_range(0..=room.min(game.plies.len().saturating_sub(1)));
        if Score::from(game.plies.get(last)?.score).abs() > BALANCED {
            return None;
        }
        for ply in &game.plies[..last] {
            position.make(ply.legal(&position)?, &mut ());
        }
        Some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{End, GameMove as _, Playable as _, PlayablePosition as _, Reason};
    use crate::training::samples::{GameResult, PackedWriter, Ply};
    use crate::variants::{DropVariant, Shogi};
    use rand::SeedableRng;
    use std::fs;

    /// Plies of many draws; none for random moves.
    fn drawn<G: Compiled>(openings: &NaturalOpenings<G>) -> Vec<Option<u32>> {
        let mut rng = SmallRng::seed_from_u64(1);
        (0..400).map(|_| openings.draw(&mut rng).map(|position| position.game_ply())).collect()
    }

    #[test]
    fn every_source_gives_its_share() {
        assert!(drawn(&NaturalOpenings::new(Shogi)).iter().all(Option::is_none));
        let mut book = NaturalOpenings::new(DropVariant::Tori.game());
        book.add_book(Variant::Tori, INTERNAL).unwrap();
        let plies = drawn(&book);
        let random = plies.iter().filter(|ply| ply.is_none()).count();
        assert!((15..75).contains(&random) && plies.iter().flatten().any(|&ply| ply > 4), "{plies:?}");

        let folder = std::env::temp_dir();
        let lines = folder.join(format!("kumataka-openings-{}.usi", std::process::id()));
        fs::write(&lines, "startpos moves 7g7f 3c3d 2g2f\n").unwrap();
        let games = folder.join(format!("kumataka-openings-{}.kgr", std::process::id()));
        let mut position = Shogi.start();
        let plies = ["2g2f", "8c8d", "2f2e", "8d8e", "7g7f", "4a3b"].map(|text| {
            let m = position.parse_move(text).unwrap();
            position.make(m, &mut ());
            Ply { move_bits: m.to_bits(), score: if text == "4a3b" { -600 } else { 40 } }
        });
        let (result, reason) = (GameResult::Draw, End::Rules(Reason::MaxMoves));
        let game = PackedGame { start: String::new(), result, reason, plies: plies.to_vec(), branches: Vec::new() };
        PackedWriter::append(&games, "shogi").unwrap().write(&game).unwrap();
        let mut openings = NaturalOpenings::new(Shogi);
        openings.add_lines(Variant::Shogi, &lines).unwrap();
        openings.add_games(&games, 10).unwrap();
        let drawn = drawn(&openings);
        // The line ends at ply 3; the game is left at any ply but the decided one.
        let count = |ply| drawn.iter().filter(|&&drawn| drawn == Some(ply)).count();
        assert!((0..5).all(|ply| count(ply) > 10) && count(3) > 120 && count(5) == 0, "{drawn:?}");
        for path in [lines, games] {
            fs::remove_file(path).unwrap();
        }
    }
}
