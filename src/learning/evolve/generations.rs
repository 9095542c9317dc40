//! From nothing to a network, by generations of self-play and training.
//!
//! Every step is a command of this program, shown before it runs, so that each can be repeated by hand. Steps that an
//! earlier run has finished are not repeated.

use super::{EvolveArgs, EvolveError, comparison};
use crate::eval::HANDMADE;
use crate::jobs::shell::command_line;
use crate::system;
use crate::tell;
use crate::training::samples;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

/// Default nodes for each move.
const NODES: u64 = 1000;
/// Default number of games of the comparison.
const MATCH_GAMES: u32 = 100;
/// Options for training a network from nothing: longer and faster than for one that only has to improve. From the same
/// games of goro-goro, dōbutsu shōgi and check shogi, such networks of 20 to 40 epochs won 57 to 80 % against those of
/// 8 epochs at 0.001 and lambda 0.8; in annan shogi one lost 36 of 60 games.
const TRAINING: [&str; 4] = ["--epochs", "30", "--rate", "0.002"];

/// Makes the generations that the folder lacks.
pub fn run(args: &EvolveArgs, folder: &Path, stop: &AtomicBool) -> Result<(), EvolveError> {
    fs::create_dir_all(folder).map_err(|source| EvolveError::Folder { path: folder.to_owned(), source })?;
    let evolution = Evolution { args, folder, stop };
    (0..args.generations).try_for_each(|generation| evolution.generation(generation))
}

struct Evolution<'a> {
    args: &'a EvolveArgs,
    folder: &'a Path,
    stop: &'a AtomicBool,
}

impl Evolution<'_> {
    fn games(&self, generation: u32) -> String {
        self.file(&format!("generation-{generation}.kgr"))
    }

    fn network(&self, generation: u32) -> String {
        self.file(&format!("generation-{generation}.kmt"))
    }

    fn file(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    fn nodes(&self) -> u64 {
        self.args.nodes.unwrap_or(NODES)
    }

    /// The evaluation that plays the games of a generation.
    fn evaluation(&self, generation: u32) -> String {
        generation.checked_sub(1).map_or_else(|| HANDMADE.to_owned(), |before| self.network(before))
    }

    fn generation(&self, generation: u32) -> Result<(), EvolveError> {
        let network = self.network(generation);
        if Path::new(&network).exists() {
            return Ok(());
        }
        self.play(generation)?;
        // An unfinished network has another name: one with the final name needs no more work.
        let unfinished = format!("{network}.new");
        let resumable = Path::new(&format!("{unfinished}.checkpoint")).exists();
        let mut train = vec!["train".to_owned(), "--data".to_owned()];
        train.extend((generation.saturating_sub(1)..=generation).map(|g| self.games(g)));
        train.extend(TRAINING.map(str::to_owned));
        train.extend(["--out".to_owned(), unfinished.clone(), "--seed".to_owned(), self.args.seed.to_string()]);
        train.extend(resumable.then(|| "--resume".to_owned()));
        self.step(&train)?;
        self.compare(generation, &unfinished)?;
        let renamed = fs::rename(&unfinished, &network);
        renamed.map_err(|source| EvolveError::Folder { path: unfinished.clone().into(), source })?;
        // Deleting the network means training it anew, not continuing from the end of this training.
        let _ = fs::remove_file(format!("{unfinished}.checkpoint"));
        Ok(())
    }

    /// Plays the missing games of a generation.
    fn play(&self, generation: u32) -> Result<(), EvolveError> {
        let out = self.games(generation);
        let played = samples::held(Path::new(&out), self.args.game.variant().name())?.games as u64;
        if played >= self.args.games {
            return Ok(());
        }
        let seed = self.args.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(generation) << 40);
        let threads = self.args.threads();
        let numbers = [("--games", self.args.games - played), ("--nodes", self.nodes()), ("--seed", seed)];
        let mut play = vec!["selfplay".to_owned(), "--eval".to_owned(), self.evaluation(generation)];
        play.extend(numbers.iter().flat_map(|(name, number)| [(*name).to_owned(), number.to_string()]));
        play.extend(["--threads".to_owned(), threads.to_string(), "--out".to_owned(), out, "--append".to_owned()]);
        self.step(&play)
    }

    /// Plays a match of a new network against the evaluation that played its games.
    fn compare(&self, generation: u32, network: &str) -> Result<(), EvolveError> {
        let games = self.args.match_games.unwrap_or(MATCH_GAMES);
        self.step(&comparison::arguments(self.args, network, &self.evaluation(generation), self.nodes(), games))
    }

    /// Shows and runs a command of this program for the game.
    fn step(&self, arguments: &[String]) -> Result<(), EvolveError> {
        let program = system::program().map_err(EvolveError::Start)?;
        let mut arguments = arguments.to_vec();
        arguments.extend(["--variant".to_owned(), self.args.game.variant().to_string()]);
        let command = command_line(&arguments);
        tell!("");
        tell!("{command}");
        let status = Command::new(program).args(&arguments).status().map_err(EvolveError::Start)?;
        if self.stop.load(Ordering::Relaxed) {
            return Err(EvolveError::Stopped);
        }
        if status.success() { Ok(()) } else { Err(EvolveError::Failed { command, status }) }
    }
}
