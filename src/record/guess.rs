//! The format of a file whose name does not show it.

use super::{Format, text};

impl Format {
    /// The format shown by the first line of a file that shows one; none if there is no such line.
    #[must_use]
    pub fn of_content(bytes: &[u8]) -> Option<Self> {
        let text = text::decode(bytes).ok()?;
        let is_utf8 = std::str::from_utf8(bytes).is_ok();
        text.lines().find_map(|line| of_line(line.trim(), is_utf8))
    }
}

/// The format that a line shows; otherwise KIF, if the text is not ASCII.
fn of_line(line: &str, is_utf8: bool) -> Option<Format> {
    let shown = Format::ALL.into_iter().find(|format| format.is_shown_by(line));
    let is_kif = !line.is_ascii() || line.starts_with("#KIF");
    shown.or_else(|| is_kif.then_some(if is_utf8 { Format::KIFU } else { Format::KIF }))
}

#[cfg(test)]
mod tests {
    use super::super::Encoding;
    use super::*;

    #[test]
    fn every_format_shows_itself() {
        let kif = "\n先手：甲\n   1 ７六歩(77)\n";
        for (text, format) in [
            ("{\"moves\":[]}", Format::JKF),
            ("[SFEN \"4k4/9/9/9/9/9/9/9/4K4 b - 1\"]\n", Format::HODGES),
            ("'comment\nV2.2\nPI\n+\n", Format::CSA),
            ("# list\n4k4/9/9/9/9/9/9/9/4K4 b - 1\n", Format::USI),
            ("position startpos moves 7g7f\n", Format::USI),
            ("7g7f 3c3d\n", Format::USI),
            (kif, Format::KIFU),
            ("▲７六歩 △３四歩\n", Format::KIFU),
        ] {
            assert_eq!(Format::of_content(text.as_bytes()), Some(format), "{text}");
        }
        let (shift_jis, _) = super::super::encode(kif, Encoding::ShiftJis);
        assert_eq!(Format::of_content(&shift_jis), Some(Format::KIF));
        assert_eq!(Format::of_content(b"hello\n"), None);
        assert_eq!(Format::of_content(b"\x89PNG\xff\xff"), None);
    }
}
