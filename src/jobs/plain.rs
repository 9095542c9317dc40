//! Foreign text on a terminal: characters that would steer it are replaced, and only [`Painted`] holds sequences that
//! do.

use std::borrow::Cow;
use std::fmt::Display;

/// Replacement for a character that would steer a terminal.
const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;

/// True if a terminal would obey a character instead of showing it, or reorder the text around it.
const fn steers(c: char) -> bool {
    matches!(
        c,
        '\0'..='\x1f' | '\x7f'..='\u{9f}' // C0, DEL and C1
            | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' // directions
            | '\u{2028}' | '\u{2029}' // the ends of lines and paragraphs
    )
}

const fn replaced(c: char) -> char {
    match c {
        '\t'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => ' ',
        c if steers(c) => REPLACEMENT,
        c => c,
    }
}

/// A text as one line that steers no terminal; line breaks and tabs become blanks.
#[must_use]
pub fn line(text: impl Display) -> String {
    let mut text = text.to_string();
    if text.contains(steers) {
        text = text.chars().map(replaced).collect();
    }
    text
}

/// A text of lines and tabs that steers no terminal.
#[must_use]
pub fn lines(text: &str) -> Cow<'_, str> {
    let is_kept = |c| matches!(c, '\n' | '\t');
    if text.contains(|c| steers(c) && !is_kept(c)) {
        Cow::Owned(text.chars().map(|c| if is_kept(c) { c } else { replaced(c) }).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// Requests of this program to a terminal. Written by hand: crossterm has no scroll regions and no build for
/// WebAssembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// Saves the place of the cursor.
    Save,
    /// Moves the cursor back to the saved place.
    Restore,
    /// Clears the screen and moves the cursor to the top.
    Clear,
    /// Moves the cursor to a row and a column, counted from 1.
    Go(usize, usize),
    /// Limits scrolling to the rows from one to another, counted from 1.
    Scroll(usize, usize),
    /// Makes the whole screen scroll again.
    Release,
    /// Ends the bracketed paste that line editing has turned on.
    PasteOff,
    /// Rings.
    Bell,
}

/// Text with this program's escape sequences; added text brings none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Painted(String);

impl Painted {
    /// Adds text.
    pub fn push(&mut self, text: &str) {
        self.0.push_str(&lines(text));
    }

    /// Adds text with SGR parameters; without any, the text stays plain.
    pub fn paint(&mut self, parameters: &[&'static str], text: &str) {
        let parameters: Vec<&str> = parameters.iter().copied().filter(|parameter| !parameter.is_empty()).collect();
        if parameters.is_empty() || text.is_empty() {
            return self.push(text);
        }
        self.0.push_str(&format!("\x1b[{}m{}\x1b[0m", parameters.join(";"), line(text)));
    }

    /// Adds sequences that steer the terminal.
    pub fn steer<const N: usize>(&mut self, sequences: [Sequence; N]) {
        for sequence in sequences {
            match sequence {
                Sequence::Save => self.0.push_str("\x1b7"),
                Sequence::Restore => self.0.push_str("\x1b8"),
                Sequence::Clear => self.0.push_str("\x1b[2J\x1b[H"),
                Sequence::Go(row, column) => self.0.push_str(&format!("\x1b[{row};{column}H")),
                Sequence::Scroll(first, last) => self.0.push_str(&format!("\x1b[{first};{last}r")),
                Sequence::Release => self.0.push_str("\x1b[r"),
                Sequence::PasteOff => self.0.push_str("\x1b[?2004l"),
                Sequence::Bell => self.0.push('\x07'),
            }
        }
    }

    pub fn append(&mut self, other: &Self) {
        self.0.push_str(&other.0);
    }

    /// Removes the blanks at the end.
    pub fn trim_end(&mut self) {
        self.0.truncate(self.0.trim_end().len());
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_steers_a_terminal_passes() {
        let title = "a\x1b]0;PWN\x07b";
        assert_eq!(line(title), "a\u{fffd}]0;PWN\u{fffd}b");
        assert_eq!(line("one\r\ntwo\tthree\u{2028}four"), "one  two three four");
        assert_eq!(lines("one\r\ntwo\tthree"), "one \ntwo\tthree");
        for c in ["\x08", "\x7f", "\u{9b}2J", "\u{9d}0;x\u{9c}", "\u{202e}", "\u{2066}", "\u{200f}"] {
            let shown = line(c);
            assert!(shown.starts_with(REPLACEMENT) && !shown.contains(steers), "{c:?}");
            assert_eq!(lines(c), shown);
        }
        for text in ["先手：羽生 善治", "e\u{301}", "👩\u{200d}👩\u{200d}👧", "Ünïcode — ▲７六歩"]
        {
            assert_eq!(line(text), text);
            assert!(matches!(lines(text), Cow::Borrowed(_)), "{text}");
        }
    }

    #[test]
    fn only_own_sequences_are_painted() {
        let mut painted = Painted::default();
        painted.paint(&["1", "31"], "a\x1b[2J\nb");
        painted.paint(&["", ""], "c\x1bd ");
        painted.trim_end();
        painted.steer([Sequence::Go(3, 4)]);
        assert_eq!(painted.as_str(), "\x1b[1;31ma\u{fffd}[2J b\x1b[0mc\u{fffd}d\x1b[3;4H");
    }
}
