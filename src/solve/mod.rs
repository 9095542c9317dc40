//! Dōbutsu shōgi, solved: a table of the value of every position.
//!
//! ```text
//! board       a position in masks; moves forwards and backwards; text
//! index       a number for each position in which the game goes on
//! build       retrograde analysis
//! table       the finished table as a file
//! checkpoint  unfinished work as a file; format is common to both
//! ```

mod board;
mod build;
mod checkpoint;
mod error;
mod format;
mod index;
mod moves;
mod table;
mod text;

pub use board::Board;
pub use error::{Fault, SolveError};
pub use index::Material;
pub use table::Table;

use crate::game::{Solution, SolutionError, Solved, Solver, Watch};
use build::Build;
use index::Numbering;
use std::fs;
use std::path::Path;

/// The solver of dōbutsu shōgi, with all its pieces or some.
#[derive(Clone, Copy, Debug)]
pub struct Dobutsu(pub Material);

impl Solver for Dobutsu {
    fn open(&self, path: &Path) -> Result<Box<dyn Solution>, SolutionError> {
        Ok(Box::new(Table::open(path, self.0)?))
    }

    fn solve(&self, path: &Path, watch: &Watch<'_>) -> Result<Solved, SolutionError> {
        let unfinished = checkpoint::path_of(path);
        let mut build = if unfinished.exists() { checkpoint::read(&unfinished, self.0)? } else { self.begin(path)? };
        if !build.run(watch) {
            checkpoint::write(&build, &unfinished)?;
            return Ok(Solved::Stopped(format!("{} ({})", unfinished.display(), build.stage)));
        }
        let lines = build.summary();
        table::write(&build, path)?;
        if unfinished.exists() {
            fs::remove_file(&unfinished).map_err(Fault::at(&unfinished))?;
        }
        Ok(Solved::Finished(lines))
    }
}

impl Dobutsu {
    fn begin(self, path: &Path) -> Result<Build, SolveError> {
        let numbering = Numbering::new(self.0);
        let len = numbering.len();
        Build::new(numbering).ok_or_else(|| Fault::at(path)(Fault::Memory(len)))
    }
}

#[cfg(test)]
mod tests;
