//! Files as they come, from the command line or from a page.

use super::phrase::Phrase;
use crate::record::Format;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Most lines of positions or games that are opened: each takes a kilobyte and more of memory.
const MOST_LINES: usize = 10_000;
/// Most entries of a list that a page hears of at once.
const WINDOW: usize = 200;

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

    /// Cuts off what a file has beyond the most lines of positions or games, and says so.
    pub fn cut(&mut self) -> Option<Phrase> {
        if self.format() != Some(Format::USI) {
            return None;
        }
        let ends = self.bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        let end = ends.skip(MOST_LINES - 1).find(|&end| end < self.bytes.len())?;
        self.bytes.truncate(end);
        let name = &self.name;
        Some(Phrase::of(
            &format!("{name}: only the first {MOST_LINES} lines are opened. Divide the file to open the others."),
            &format!("{name}：最初の{MOST_LINES}行だけを開きます。残りを開くにはファイルを分けてください。"),
        ))
    }

    /// True if the name says that the file holds positions.
    pub fn has_positions(&self) -> bool {
        Path::new(&self.name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sfen"))
    }
}

/// The entries of a list that a page hears of: those about the chosen one.
pub fn window(length: usize, chosen: usize) -> Range<usize> {
    let first = chosen / WINDOW * WINDOW;
    first.min(length)..(first + WINDOW).min(length)
}

/// The name of files together.
pub fn title(files: &[Source]) -> String {
    match files {
        [] => String::new(),
        [file] => file.name.clone(),
        [first, others @ ..] => format!("{} + {}", first.name, others.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    #[test]
    fn a_file_of_many_lines_is_cut_between_two_of_them() {
        let line = "4k4/9/4P4/9/9/9/9/9/9 b G 1\n";
        let source =
            |name: &str, lines: usize| Source { name: name.to_owned(), path: None, bytes: line.repeat(lines).into() };
        let mut whole = source("a.sfen", MOST_LINES);
        assert!(whole.cut().is_none() && whole.bytes.len() == MOST_LINES * line.len());
        let mut many = source("a.sfen", MOST_LINES + 1);
        assert!(many.cut().unwrap().text(Language::En).contains("a.sfen: only the first 10000 lines"));
        assert!(many.bytes == whole.bytes && many.cut().is_none());
        assert!(source("a.kif", MOST_LINES + 1).cut().is_none());
    }

    #[test]
    fn a_page_hears_of_what_is_about_the_chosen_entry() {
        assert_eq!((window(3, 2), window(0, 0), window(450, 199)), (0..3, 0..0, 0..200));
        assert_eq!((window(450, 200), window(450, 449)), (200..400, 400..450));
    }
}
