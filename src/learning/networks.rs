//! The networks that a command line names.

use crate::eval::{EvalOptions, Evaluated, EvaluationModel as _, NetworkError};

/// The network of a file, or `<internal>` or `<handmade>`.
pub fn network<G: Evaluated>(game: G, file: &str) -> Result<G::Model, NetworkError> {
    let options = EvalOptions { file: file.to_owned(), ..EvalOptions::default() };
    G::Model::from_options(game, &options)
}

/// The networks of several files.
pub fn networks<G: Evaluated>(game: G, files: &[String]) -> Result<Vec<G::Model>, NetworkError> {
    files.iter().map(|file| network(game, file)).collect()
}
