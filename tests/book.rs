//! Opening books: the formats, the command line, and the engine that plays from them.

#[path = "book/command_line.rs"]
mod command_line;
#[path = "book/formats.rs"]
mod formats;
#[path = "book/play.rs"]
mod play;
#[allow(dead_code, reason = "other tests drive the engine in more ways")]
mod support;

use std::fs;
use std::path::{Path, PathBuf};

fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/book").join(file)
}

/// An empty folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("book-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}
