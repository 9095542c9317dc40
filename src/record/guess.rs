//! The format of a file whose name does not tell it.

use super::csa::Version;
use super::western::Style;
use super::{Encoding, Format, text};

impl Format {
    /// The format that the first telling line of a file shows; none if there is no such line.
    #[must_use]
    pub fn of_content(bytes: &[u8]) -> Option<Self> {
        let text = text::decode(bytes).ok()?;
        let found = text.lines().find_map(|line| of_line(line.trim()))?;
        let is_utf8 = std::str::from_utf8(bytes).is_ok();
        Some(match found {
            Self::Kif(_) if !is_utf8 => Self::Kif(Encoding::ShiftJis),
            found => found,
        })
    }
}

fn of_line(line: &str) -> Option<Format> {
    let starts = |marks: &[&str]| marks.iter().any(|mark| line.starts_with(mark));
    if line.starts_with('{') {
        Some(Format::Jkf)
    } else if line.starts_with('[') && line.ends_with("\"]") {
        Some(Format::Western(Style::default()))
    } else if line == "PI" || starts(&["V2", "V3", "N+", "N-", "P1", "PI", "$", "'"]) {
        Some(Format::Csa(Version::V2))
    } else if is_usi(line) {
        Some(Format::Usi)
    } else if !line.is_ascii() || line.starts_with("#KIF") {
        Some(Format::Kif(Encoding::Utf8))
    } else {
        None
    }
}

/// True for a line that starts with a position or a move of USI.
fn is_usi(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return false };
    let is_move = |word: &[u8]| matches!(word, [b'1'..=b'9', b'a'..=b'i', b'1'..=b'9', b'a'..=b'i', ..]);
    let is_board = first.contains('/') && matches!(words.next(), Some("b" | "w"));
    matches!(first, "position" | "startpos" | "sfen") || is_board || is_move(first.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_shows_itself() {
        let kif = "\n先手：甲\n   1 ７六歩(77)\n";
        for (text, format) in [
            ("{\"moves\":[]}", Format::Jkf),
            ("[SFEN \"4k4/9/9/9/9/9/9/9/4K4 b - 1\"]\n", Format::Western(Style::Hodges)),
            ("'comment\nV2.2\nPI\n+\n", Format::Csa(Version::V2)),
            ("# list\n4k4/9/9/9/9/9/9/9/4K4 b - 1\n", Format::Usi),
            ("position startpos moves 7g7f\n", Format::Usi),
            ("7g7f 3c3d\n", Format::Usi),
            (kif, Format::Kif(Encoding::Utf8)),
            ("▲７六歩 △３四歩\n", Format::Kif(Encoding::Utf8)),
        ] {
            assert_eq!(Format::of_content(text.as_bytes()), Some(format), "{text}");
        }
        let (shift_jis, _) = super::super::encode(kif, Encoding::ShiftJis);
        assert_eq!(Format::of_content(&shift_jis), Some(Format::Kif(Encoding::ShiftJis)));
        assert_eq!(Format::of_content(b"hello\n"), None);
        assert_eq!(Format::of_content(b"\x89PNG\xff\xff"), None);
    }
}
