//! The command `kumataka analyse`, which finds the cost of each move of a game.

mod annotate;
mod args;
mod error;
mod exercises;
mod games;
mod graph;
mod json;
mod lines;
mod pages;
mod part;
mod places;
mod problems;
mod restore;
mod streams;
mod studies;
mod words;
mod work;

use crate::jobs::command::Command;
use crate::words::InLanguage as _;
pub use args::AnalyseArgs;
pub use error::AnalyseError;
pub use exercises::{Exercise, exercises_of, read_exercises};
pub use pages::Pages;
pub use part::merge;

impl Command for AnalyseArgs {
    type Error = AnalyseError;

    const JAPANESE: Option<&'static str> = Some(include_str!("analyse.ja.toml"));

    fn run(&self) -> Result<(), AnalyseError> {
        work::analyse(self.game.variant_of(&self.files), self)
    }

    fn explain(&self, error: &AnalyseError) -> String {
        error.text_in(self.language())
    }
}

/// A share in whole per cent.
fn percent(share: f64) -> i32 {
    (100.0 * share).round() as i32
}
