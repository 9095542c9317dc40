//! Colours, and lines of text that know how many cells they take.

use crate::board::Color;
use crate::jobs::command::Output;
use crate::jobs::plain::{self, Painted};
use std::env;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Number of colours in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    None,
    /// The eight of every terminal, on the terminal's background.
    Eight,
    /// The palette of xterm, with a background for the board.
    Xterm,
}

impl Palette {
    /// The palette that suits the terminal and the environment.
    pub fn of_environment() -> Self {
        let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
        let names =
            |name, words: &[&str]| env::var(name).is_ok_and(|value| words.iter().any(|word| value.contains(word)));
        if !Output::is_terminal() || is_dumb() || is_set("NO_COLOR") {
            Self::None
        } else if names("TERM", &["256color", "direct", "kitty"]) || names("COLORTERM", &["truecolor", "24bit"]) {
            Self::Xterm
        } else {
            Self::Eight
        }
    }
}

/// True if the terminal may not know escape sequences: `TERM` is `dumb`, or unset as on Windows, where a console may
/// print them instead of obeying them.
pub fn is_dumb() -> bool {
    env::var_os("TERM").is_none_or(|term| term == "dumb")
}

/// Kind of a text, by which it is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    Plain,
    /// Text of lesser interest.
    Faint,
    /// Text not to be missed.
    Alert,
    /// Mark of the side to move.
    Turn,
    Piece(Color),
    /// A promoted piece.
    Promoted(Color),
}

/// Background of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The terminal's background.
    None,
    /// A square of the board; every other one is darker.
    Square(bool),
    /// The squares of the last move.
    LastFrom,
    LastTo,
    /// A king in check.
    Check,
}

impl Palette {
    /// Parameters of SGR for a text; empty if it needs none.
    const fn parameters(self, ink: Ink, ground: Ground) -> [&'static str; 2] {
        match self {
            Self::None => ["", ""],
            Self::Eight => [eight(ink), eight_ground(ground)],
            Self::Xterm if matches!(ground, Ground::None) => [eight(ink), ""],
            Self::Xterm => [xterm(ink), xterm_ground(ground)],
        }
    }
}

const fn eight(ink: Ink) -> &'static str {
    match ink {
        Ink::Plain => "",
        Ink::Faint => "2",
        Ink::Alert => "1;31",
        Ink::Turn | Ink::Piece(Color::Black) => "1",
        Ink::Piece(Color::White) => "36",
        Ink::Promoted(Color::Black) => "1;31",
        Ink::Promoted(Color::White) => "31",
    }
}

const fn eight_ground(ground: Ground) -> &'static str {
    match ground {
        Ground::None | Ground::Square(_) => "",
        Ground::LastFrom | Ground::LastTo => "7",
        Ground::Check => "7;31",
    }
}

const fn xterm(ink: Ink) -> &'static str {
    match ink {
        Ink::Piece(Color::White) => "38;5;18",
        Ink::Promoted(Color::Black) => "1;38;5;124",
        Ink::Promoted(Color::White) => "38;5;124",
        Ink::Faint => "38;5;137",
        _ => "1;38;5;16",
    }
}

const fn xterm_ground(ground: Ground) -> &'static str {
    match ground {
        Ground::None => "",
        Ground::Square(false) => "48;5;223",
        Ground::Square(true) => "48;5;222",
        Ground::LastFrom => "48;5;186",
        Ground::LastTo => "48;5;150",
        Ground::Check => "48;5;210",
    }
}

/// A line of text, perhaps coloured.
#[derive(Clone, Debug, Default)]
pub struct Line {
    pub text: Painted,
    /// Greatest width in cells: characters that are wide only in East Asian fonts count as wide.
    pub width: usize,
}

impl Line {
    pub fn push(&mut self, palette: Palette, ink: Ink, ground: Ground, text: &str) {
        let text = plain::line(text);
        self.width += text.width_cjk();
        self.text.paint(&palette.parameters(ink, ground), &text);
    }

    /// Pads the line with blanks.
    pub fn pad(&mut self, width: usize) {
        self.text.push(&" ".repeat(width.saturating_sub(self.width)));
        self.width = self.width.max(width);
    }

    pub fn append(&mut self, other: &Self) {
        self.text.append(&other.text);
        self.width += other.width;
    }
}

/// Breaks a text into lines of a width, between words if possible. Round brackets and their contents are one word.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut depth = 0;
    let is_gap = |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ' ' && depth <= 0
    };
    for word in text.split(is_gap) {
        if !line.is_empty() && line.width_cjk() + 1 + word.width_cjk() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        for c in word.chars() {
            if !line.is_empty() && line.width_cjk() + c.width_cjk().unwrap_or(0) > width {
                lines.push(std::mem::take(&mut line));
            }
            line.push(c);
        }
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_know_their_width() {
        let mut line = Line::default();
        line.push(Palette::Xterm, Ink::Piece(Color::White), Ground::Square(true), "v歩");
        line.pad(5);
        assert_eq!((line.width, line.text.as_str()), (5, "\x1b[38;5;18;48;5;222mv歩\x1b[0m  "));
        let mut plain = Line::default();
        plain.push(Palette::None, Ink::Alert, Ground::Check, "王手");
        assert_eq!((plain.width, plain.text.as_str()), (4, "王手"));
    }

    #[test]
    fn texts_are_broken_between_words() {
        assert_eq!(wrapped("Kumataka (level 4, 10 kyu)", 17), ["Kumataka", "(level 4, 10 kyu)"]);
        assert_eq!(wrapped("bow and arrows)", 8), ["bow and", "arrows)"]);
        assert_eq!(wrapped("あいうえ", 4), ["あい", "うえ"]);
        assert_eq!(wrapped("", 4), [""]);
    }
}
