//! Letters of pieces whose names in USI are longer.

/// Letters with the names of pieces; empty where the names are letters themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Letters(pub &'static [(char, &'static str)]);

impl Letters {
    /// The board and the hands of a position in SFEN, with letters for the names.
    pub fn of_names(self, board: &str, hands: &str) -> [String; 2] {
        if self.0.is_empty() {
            return [board.to_owned(), hands.to_owned()];
        }
        let row = |row: &str| row.split(',').map(|cell| self.letter(cell)).collect::<String>();
        let rows: Vec<String> = board.split('/').map(row).collect();
        [rows.join("/"), hands.split(',').map(|held| self.letter(held)).collect()]
    }

    /// The inverse of [`Letters::of_names`]. Unknown letters stay as they are.
    pub fn to_names(self, board: &str, hands: &str) -> [String; 2] {
        if self.0.is_empty() {
            return [board.to_owned(), hands.to_owned()];
        }
        let named = |cells: Vec<&str>| cells.into_iter().map(|cell| self.name(cell)).collect::<Vec<_>>().join(",");
        let rows: Vec<String> = board.split('/').map(|row| named(cells(row))).collect();
        let held = hands.split_inclusive(|c: char| c.is_ascii_alphabetic());
        [rows.join("/"), named(held.collect())]
    }

    /// The name of a piece with a sign or a number before it, as a letter with the same.
    pub fn letter(self, text: &str) -> String {
        let (before, name) = split(text);
        match self.0.iter().find(|(_, known)| known.eq_ignore_ascii_case(name)) {
            Some((letter, _)) if name.starts_with(|c: char| c.is_ascii_lowercase()) => {
                format!("{before}{}", letter.to_ascii_lowercase())
            }
            Some((letter, _)) => format!("{before}{letter}"),
            None => text.to_owned(),
        }
    }

    /// The inverse of [`Letters::letter`].
    pub fn name(self, text: &str) -> String {
        let (before, letter) = split(text);
        match self.0.iter().find(|(known, _)| letter.eq_ignore_ascii_case(known.encode_utf8(&mut [0; 4]))) {
            Some((_, name)) if letter.starts_with(|c: char| c.is_ascii_lowercase()) => {
                format!("{before}{}", name.to_ascii_lowercase())
            }
            Some((_, name)) => format!("{before}{}", name.to_ascii_uppercase()),
            None => text.to_owned(),
        }
    }
}

/// The text before the first letter, and the rest.
fn split(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()))
}

/// The pieces of a row with their signs, and the numbers of empty squares between them.
fn cells(row: &str) -> Vec<&str> {
    let (mut cells, mut rest) = (Vec::new(), row);
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let piece = rest.find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |letter| letter + 1);
        let (cell, further) = rest.split_at(if digits > 0 { digits } else { piece });
        cells.push(cell);
        rest = further;
    }
    cells
}
