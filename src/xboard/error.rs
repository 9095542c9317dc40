//! Errors that end the conversation with a front-end.

use std::io;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum XboardError {
    #[error("no thread for the input: {0}")]
    Thread(#[source] io::Error),
}
