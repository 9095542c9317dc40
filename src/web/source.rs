//! Files as they come, from the command line or from a page.

use crate::record::Format;
use std::path::{Path, PathBuf};

/// A file by its name and content, with its path if the program has read it itself.
pub struct Source {
    pub name: String,
    pub path: Option<PathBuf>,
    pub bytes: Vec<u8>,
}

impl Source {
    /// The format that the name or the content shows.
    pub fn format(&self) -> Option<Format> {
        Format::of_path(Path::new(&self.name)).or_else(|| Format::of_content(&self.bytes))
    }

    /// True if the name says that the file holds positions.
    pub fn has_positions(&self) -> bool {
        Path::new(&self.name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sfen"))
    }
}

/// The name of files together.
pub fn title(files: &[Source]) -> String {
    match files {
        [] => String::new(),
        [file] => file.name.clone(),
        [first, others @ ..] => format!("{} + {}", first.name, others.len()),
    }
}
