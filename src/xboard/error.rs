//! What ends the conversation with a front-end before its time.

use std::io;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum XboardError {
    #[error("no thread for the input: {0}")]
    Thread(#[source] io::Error),
}
