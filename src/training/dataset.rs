//! Positions for training, streamed from record files in random order.
//!
//! Only the location of each game is held in memory. An epoch visits the games in an order of its own, expands some
//! thousands at a time, filters and shuffles their positions, and yields them in batches: memory stays bounded whatever
//! the data, and the order depends on nothing but the seed.

use super::batch::{Label, Samples};
use super::filter::Filter;
use super::inputs::NetworkInputs;
use super::samples::{Branch, PackedError, PackedGame, PackedReader, read_game};
use super::target::Targets;
use crate::board::Color;
use crate::eval::NetInput;
use crate::game::Position;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::slice::Chunks;

/// Games expanded and shuffled together.
const GAMES_A_SHUFFLE: usize = 4096;

/// One game in this many is held out for validation.
const VALIDATION_SHARE: usize = 32;

/// The games to visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Training,
    Validation,
}

/// The positions to visit, and their order.
#[derive(Clone, Copy, Debug)]
pub struct Selection<'a> {
    pub part: Part,
    pub filter: &'a Filter,
    pub targets: Targets,
    pub seed: u64,
    /// Positions in a batch, at most.
    pub batch: usize,
}

/// Files of which a limited number are open.
struct Files {
    paths: Vec<PathBuf>,
    /// The open files by their numbers, the longest open first.
    open: VecDeque<(usize, File)>,
}

impl Files {
    /// Limit of open files: a stream has thousands of files, and systems allow as few as 256 to be open.
    const MOST_OPEN: usize = 128;

    fn new(paths: &[PathBuf]) -> Self {
        Self { paths: paths.to_vec(), open: VecDeque::new() }
    }

    fn open(&mut self, index: usize) -> io::Result<&mut File> {
        let place = match self.open.iter().position(|&(file, _)| file == index) {
            Some(place) => place,
            None => {
                let file = File::open(&self.paths[index])?;
                if self.open.len() >= Self::MOST_OPEN {
                    self.open.pop_front();
                }
                self.open.push_back((index, file));
                self.open.len() - 1
            }
        };
        Ok(&mut self.open[place].1)
    }
}

/// The games of some record files.
pub struct Dataset {
    files: Files,
    /// The file of each game, and its bytes there.
    games: Vec<(usize, Range<u64>)>,
    positions: usize,
}

impl Dataset {
    /// Finds the games of all files, which must be of the game `game`.
    ///
    /// # Errors
    /// If a file cannot be read, is of another kind, or has a damaged game before others.
    pub fn open(paths: &[PathBuf], game: &str) -> Result<Self, PackedError> {
        let mut data = Self { files: Files::new(paths), games: Vec::new(), positions: 0 };
        for (file, path) in paths.iter().enumerate() {
            let mut reader = PackedReader::open(path, game)?;
            let mut start = reader.place();
            while let Some(record) = reader.next() {
                data.games.push((file, start..reader.place()));
                data.positions += record.plies.len() + record.branches.len();
                start = reader.place();
            }
            reader.finish(path)?;
        }
        Ok(data)
    }

    /// Keeps all games of the first `whole` files, and of the others about this share, chosen at random.
    pub fn thin(&mut self, whole: usize, share: f64, rng: &mut SmallRng) {
        let before = self.games.len().max(1);
        self.games.retain(|&(file, _)| file < whole || rng.random_bool(share.clamp(0.0, 1.0)));
        // Approximate, as is the share.
        self.positions = self.positions * self.games.len() / before;
    }

    #[must_use]
    pub const fn games(&self) -> usize {
        self.games.len()
    }

    /// Positions of all games and their branches, before filtering.
    #[must_use]
    pub const fn positions(&self) -> usize {
        self.positions
    }

    /// The games of a part, in the order of the seed.
    fn order(&self, part: Part, rng: &mut SmallRng) -> Vec<usize> {
        let of_part = |&index: &usize| index.is_multiple_of(VALIDATION_SHARE) == (part == Part::Validation);
        let mut order: Vec<usize> = (0..self.games.len()).filter(of_part).collect();
        order.shuffle(rng);
        order
    }

    /// Reads a game; none if the file has changed meanwhile.
    fn read(&mut self, index: usize) -> Option<PackedGame> {
        let (file, place) = &self.games[index];
        read_game(self.files.open(*file).ok()?, place.clone())
    }

    /// Passes the filtered positions to `visit` in shuffled batches, each with the share of the games done by its end,
    /// until it breaks. Equal arguments give equal batches. While one is visited, the next is made.
    pub fn visit<G: NetInput>(
        &mut self,
        inputs: &NetworkInputs<G>,
        selection: &Selection<'_>,
        mut visit: impl FnMut(&Samples, f64) -> ControlFlow<()> + Send,
    ) {
        let mut rng = SmallRng::seed_from_u64(selection.seed);
        let games = self.order(selection.part, &mut rng);
        let (groups, games) = (games.chunks(GAMES_A_SHUFFLE), games.len());
        let mut batches =
            Batches { data: self, inputs, selection, rng, groups, group: Group::default(), games, games_done: 0 };
        let (mut batch, mut following) = (Samples::default(), Samples::default());
        let mut share = batches.next(&mut batch);
        while let Some(done) = share {
            let (flow, next) = rayon::join(|| visit(&batch, done), || batches.next(&mut following));
            if flow.is_break() {
                return;
            }
            std::mem::swap(&mut batch, &mut following);
            share = next;
        }
    }

    fn expand<G: NetInput>(
        &mut self,
        inputs: &NetworkInputs<G>,
        selection: &Selection<'_>,
        group: &[usize],
    ) -> Vec<Samples> {
        let games: Vec<(usize, PackedGame)> =
            group.iter().filter_map(|&index| Some((index, self.read(index)?))).collect();
        let expand = |(index, game): &(usize, PackedGame)| {
            let mut rng = SmallRng::seed_from_u64(selection.seed ^ (*index as u64) << 20);
            let mut samples = Samples::default();
            let mut active = Vec::new();
            let Selection { filter, targets, .. } = selection;
            replay(game, inputs, filter, targets, &mut rng, |position, label| {
                active.clear();
                inputs.extract(position, |input| active.push(input));
                samples.push(label, &active);
            });
            samples
        };
        games.par_iter().map(expand).collect()
    }

    /// Passes every filtered position of the held-out games with its label to `visit`, game by game.
    pub fn held_out<G: NetInput>(
        &mut self,
        inputs: &NetworkInputs<G>,
        filter: &Filter,
        targets: &Targets,
        seed: u64,
        mut visit: impl FnMut(&G::Position, Label),
    ) {
        let mut rng = SmallRng::seed_from_u64(seed);
        for index in self.order(Part::Validation, &mut rng) {
            if let Some(game) = self.read(index) {
                replay(&game, inputs, filter, targets, &mut rng, &mut visit);
            }
        }
    }
}

/// Iterates over the batches of a part.
struct Batches<'a, G: NetInput> {
    data: &'a mut Dataset,
    inputs: &'a NetworkInputs<G>,
    selection: &'a Selection<'a>,
    rng: SmallRng,
    groups: Chunks<'a, usize>,
    group: Group,
    /// Games of all groups, and of the finished ones.
    games: usize,
    games_done: usize,
}

/// Games that are shuffled together.
#[derive(Default)]
struct Group {
    games: usize,
    samples: Vec<Samples>,
    /// The positions in their new order: number of the game, and of the position in it.
    places: Vec<(u32, u32)>,
    /// Number of positions done.
    done: usize,
    batch: usize,
}

impl<G: NetInput> Batches<'_, G> {
    /// Fills the next batch, and returns the share of the games done by its end; none after the last.
    fn next(&mut self, batch: &mut Samples) -> Option<f64> {
        while self.group.done == self.group.places.len() {
            self.games_done += self.group.games;
            let games = self.groups.next()?;
            // Only one group at a time is in memory.
            self.group = Group::default();
            self.group = self.shuffled(games);
        }
        let group = &mut self.group;
        let end = group.places.len().min(group.done + group.batch);
        batch.clear();
        for &(game, i) in &group.places[group.done..end] {
            let samples = &group.samples[game as usize];
            batch.push(*samples.label(i as usize), samples.active(i as usize));
        }
        group.done = end;
        let games = self.games_done as f64 + group.games as f64 * end as f64 / group.places.len() as f64;
        Some(games / self.games as f64)
    }

    fn shuffled(&mut self, games: &[usize]) -> Group {
        let samples = self.data.expand(self.inputs, self.selection, games);
        let positions = |(game, samples): (usize, &Samples)| {
            let game = game as u32;
            (0..samples.len() as u32).map(move |i| (game, i))
        };
        let mut places: Vec<(u32, u32)> = samples.iter().enumerate().flat_map(positions).collect();
        places.shuffle(&mut self.rng);
        // Batches of a group are of one size, so that none is too small to learn from.
        let batches = places.len().div_ceil(self.selection.batch).max(1);
        let batch = places.len().div_ceil(batches);
        Group { games: games.len(), samples, places, done: 0, batch }
    }
}

/// Passes the positions of a game that pass the filter to `visit`.
fn replay<G: NetInput>(
    game: &PackedGame,
    inputs: &NetworkInputs<G>,
    filter: &Filter,
    targets: &Targets,
    rng: &mut SmallRng,
    mut visit: impl FnMut(&G::Position, Label),
) {
    let Some(start) = inputs.start(game) else { return };
    let of_plies = targets.of(game, start.side_to_move(), start.game_ply());
    let mut teachers = inputs.teachers();
    let mut label = |position: &G::Position, score, target, share| {
        let (bucket, prior) = (inputs.bucket(position), inputs.prior(position) as i16);
        let taught = if share > 0.0 { targets.of_teachers::<G, _>(&mut teachers, position) } else { target };
        Label { bucket, score, prior, target: (1.0 - share) * target + share * taught }
    };
    // A branch has no result.
    if targets.blend.result_share < 1.0 && filter.branch_share > 0.0 {
        filter.quiet_branches::<G>(game, start.clone(), |Branch { best, .. }, position| {
            if filter.branch_share < 1.0 && !rng.random_bool(filter.branch_share) {
                return;
            }
            let target = targets.of_score(best.score.into());
            visit(position, label(position, best.score, target, targets.blend.branch_teacher_share));
        });
    }
    filter.quiet_positions::<G>(game, start, |number, position| {
        if number < filter.early_plies && rng.random_range(0..100) >= filter.early_percent {
            return;
        }
        let for_black = of_plies[number];
        let target = if position.side_to_move() == Color::Black { for_black } else { 1.0 - for_black };
        visit(position, label(position, game.plies[number].score, target, targets.blend.teacher_share));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read as _, Seek as _};

    #[test]
    fn many_files_are_read_with_few_open() {
        let folder = tempfile::tempdir().unwrap();
        let paths: Vec<PathBuf> = (0..Files::MOST_OPEN + 2).map(|n| folder.path().join(n.to_string())).collect();
        paths.iter().for_each(|path| std::fs::write(path, path.display().to_string()).unwrap());
        let mut files = Files::new(&paths);
        for (index, path) in paths.iter().enumerate().chain(paths.iter().enumerate().rev()) {
            let file = files.open(index).unwrap();
            file.rewind().unwrap();
            let mut text = String::new();
            file.read_to_string(&mut text).unwrap();
            assert_eq!(text, path.display().to_string());
            assert!(files.open.len() <= Files::MOST_OPEN);
        }
        assert!(Files::new(&[folder.path().join("none")]).open(0).is_err());
    }
}
