//! Opening books: the formats, the command line, and the engine that plays from them.

mod command_line;
mod formats;
mod play;

use std::path::{Path, PathBuf};

fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/book").join(file)
}
