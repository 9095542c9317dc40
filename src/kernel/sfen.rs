//! SFEN as far as it is the same for every game: the board, the side to move and the number of its move.

use crate::board::Color;
use crate::game::rank_letters;
use crate::words::InLanguage;
use thiserror::Error;

/// The highest number of a move that texts know.
pub const MAX_MOVE_NUMBER: u32 = 9999;

/// Fault of a text in a part that all games have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextError {
    /// A field is missing.
    #[error("the SFEN has no {0} field")]
    MissingField(&'static str),
    /// There are more fields than the game has.
    #[error("text after the SFEN: \"{0}\"")]
    TrailingText(String),
    /// The board has too few or too many ranks.
    #[error("the board has {found} ranks instead of {expected}")]
    RankCount {
        /// Ranks of the text.
        found: usize,
        /// Ranks of the game.
        expected: u8,
    },
    /// A rank is too short or too long.
    #[error("rank {rank} has {found} squares instead of {expected}")]
    RankWidth {
        /// The letters of the rank.
        rank: String,
        /// Squares of the text.
        found: usize,
        /// Files of the game.
        expected: u8,
    },
    /// Two counts of empty squares stand side by side.
    #[error("rank {rank} has two digits side by side")]
    AdjacentDigits {
        /// The letters of the rank.
        rank: String,
    },
    /// The game has no piece of this name.
    #[error("\"{0}\" is not a piece of this game")]
    UnknownPiece(String),
    /// The side is neither b nor w.
    #[error("the side to move is \"{0}\" instead of b or w")]
    SideToMove(String),
    /// The number is none, or out of range.
    #[error("the move number \"{0}\" is not from 1 to 9999")]
    MoveNumber(String),
}

impl InLanguage for TextError {
    fn japanese(&self) -> String {
        match self {
            Self::MissingField(field) => format!("SFENが途中で終わっています（{field}）"),
            Self::TrailingText(text) => format!("SFENの後ろに余分な文字があります：「{text}」"),
            Self::RankCount { found, expected } => format!("盤の段数が{expected}ではなく{found}です"),
            Self::RankWidth { rank, found, expected } => format!("{rank}段のマスが{expected}ではなく{found}です"),
            Self::AdjacentDigits { rank } => format!("{rank}段で数字が続いています"),
            Self::UnknownPiece(text) => format!("「{text}」という駒はこの将棋にありません"),
            Self::SideToMove(text) => format!("手番が「{text}」です（bかw）"),
            Self::MoveNumber(text) => format!("手数が「{text}」です（1から9999まで）"),
        }
    }
}

/// The meaning of digits on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// Each is a count of its own, and two may not stand side by side.
    Apart,
    /// Each is a count of its own.
    Each,
    /// Those side by side are one number, as boards of more than nine files need it.
    Together,
}

/// The name of a piece on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceName {
    /// Upper case for Black.
    pub letter: char,
    /// True if a plus sign stands before the letter.
    pub promoted: bool,
    /// The sign behind the letter that tells kinds of the same letter apart.
    pub mark: Option<char>,
}

impl PieceName {
    /// The side that the letter tells.
    #[must_use]
    pub const fn color(self) -> Color {
        if self.letter.is_ascii_uppercase() { Color::Black } else { Color::White }
    }
}

/// The form of a board.
#[derive(Clone, Copy, Debug)]
pub struct BoardText {
    /// Squares of a rank.
    pub files: u8,
    /// Ranks, of which the first is White's.
    pub ranks: u8,
    /// The reading of digits.
    pub digits: Digits,
    /// The signs that may stand behind a letter.
    pub marks: &'static [char],
}

impl BoardText {
    /// Reads a board and passes each piece with its file and rank to `put`, which says whether the game has it.
    ///
    /// # Errors
    /// If the board has another form, or `put` knows no piece of a name.
    pub fn read(self, text: &str, mut put: impl FnMut(u8, u8, PieceName) -> bool) -> Result<(), TextError> {
        let found = text.split('/').count();
        if found != usize::from(self.ranks) {
            return Err(TextError::RankCount { found, expected: self.ranks });
        }
        (0..self.ranks).zip(text.split('/')).try_for_each(|(rank, row)| self.read_rank(rank, row, &mut put))
    }

    fn read_rank(self, rank: u8, row: &str, put: &mut impl FnMut(u8, u8, PieceName) -> bool) -> Result<(), TextError> {
        let name = rank_letters(rank);
        let mut column: usize = 0;
        let mut rest = row;
        while !rest.is_empty() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if digits > 0 {
                column = column.saturating_add(self.empty_squares(&name, &rest[..digits])?);
                rest = &rest[digits..];
                continue;
            }
            let (token, piece) = self.first_piece(rest);
            rest = &rest[token.len()..];
            // A piece beyond the last file is read all the same, so that the error names what is wrong with it first.
            let file = usize::from(self.files).saturating_sub(column.saturating_add(1));
            if !piece.is_some_and(|piece| put(file as u8, rank, piece)) {
                return Err(TextError::UnknownPiece(token.to_owned()));
            }
            column = column.saturating_add(1);
        }
        if column == usize::from(self.files) {
            return Ok(());
        }
        Err(TextError::RankWidth { rank: name, found: column, expected: self.files })
    }

    /// The count of empty squares that a row of digits means.
    fn empty_squares(self, rank: &str, digits: &str) -> Result<usize, TextError> {
        match self.digits {
            Digits::Together => Ok(digits.parse().unwrap_or(usize::from(u8::MAX))),
            _ if digits.contains('0') => Err(TextError::UnknownPiece("0".to_owned())),
            Digits::Apart if digits.len() > 1 => Err(TextError::AdjacentDigits { rank: rank.to_owned() }),
            Digits::Apart | Digits::Each => Ok(digits.bytes().map(|digit| usize::from(digit - b'0')).sum()),
        }
    }

    /// The text of the first piece and its name, if it can be one.
    fn first_piece(self, text: &str) -> (&str, Option<PieceName>) {
        let unsigned = text.strip_prefix('+');
        let mut letters = unsigned.unwrap_or(text).chars();
        let letter = letters.next();
        let mark = letters.clone().next().filter(|mark| self.marks.contains(mark));
        let rest = letters.as_str().len() - mark.map_or(0, char::len_utf8);
        let name = letter.map(|letter| PieceName { letter, promoted: unsigned.is_some(), mark });
        (&text[..text.len() - rest], name)
    }

    /// Writes a board; `piece` names what stands on a file and rank.
    #[must_use]
    pub fn write(self, piece: impl Fn(u8, u8) -> Option<String>) -> String {
        let mut text = String::with_capacity(200);
        for rank in 0..self.ranks {
            if rank > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for file in (0..self.files).rev() {
                match piece(file, rank) {
                    Some(name) => {
                        push_count(&mut text, &mut empty);
                        text.push_str(&name);
                    }
                    None => empty += 1,
                }
            }
            push_count(&mut text, &mut empty);
        }
        text
    }
}

/// The form of a board whose pieces have names of several letters, with commas between the cells of a rank.
#[derive(Clone, Copy, Debug)]
pub struct WordBoard {
    /// Squares of a rank.
    pub files: u8,
    /// Ranks, of which the first is White's.
    pub ranks: u8,
}

impl WordBoard {
    /// Reads a board and passes each piece with its file, its rank, its name and its promotion to `put`, which says
    /// whether the game has it.
    ///
    /// # Errors
    /// If the board has another form, or `put` knows no piece of a name.
    pub fn read(self, text: &str, mut put: impl FnMut(u8, u8, &str, bool) -> bool) -> Result<(), TextError> {
        let found = text.split('/').count();
        if found != usize::from(self.ranks) {
            return Err(TextError::RankCount { found, expected: self.ranks });
        }
        for (rank, row) in (0..self.ranks).zip(text.split('/')) {
            let mut column: usize = 0;
            for cell in row.split(',') {
                if cell.starts_with(|c: char| c.is_ascii_digit()) {
                    column = column.saturating_add(cell.parse().unwrap_or(usize::from(u8::MAX)));
                    continue;
                }
                column = column.saturating_add(1);
                let file = usize::from(self.files).saturating_sub(column);
                let (id, promoted) = cell.strip_prefix('+').map_or((cell, false), |id| (id, true));
                if id.is_empty() || !put(file as u8, rank, id, promoted) {
                    return Err(TextError::UnknownPiece(cell.to_owned()));
                }
            }
            if column != usize::from(self.files) {
                return Err(TextError::RankWidth { rank: rank_letters(rank), found: column, expected: self.files });
            }
        }
        Ok(())
    }

    /// Writes a board; `piece` names what stands on a file and rank.
    #[must_use]
    pub fn write(self, piece: impl Fn(u8, u8) -> Option<String>) -> String {
        let row = |rank: u8| {
            let mut cells = Vec::new();
            let mut empty = 0;
            for file in (0..self.files).rev() {
                match piece(file, rank) {
                    Some(name) => {
                        cells.extend((empty > 0).then(|| empty.to_string()));
                        empty = 0;
                        cells.push(name);
                    }
                    None => empty += 1,
                }
            }
            cells.extend((empty > 0).then(|| empty.to_string()));
            cells.join(",")
        };
        (0..self.ranks).map(row).collect::<Vec<_>>().join("/")
    }
}

fn push_count(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        text.push_str(&std::mem::take(empty).to_string());
    }
}

/// Reads the side to move.
///
/// # Errors
/// If it is neither b nor w.
pub fn read_side(field: &str) -> Result<Color, TextError> {
    match field {
        "b" => Ok(Color::Black),
        "w" => Ok(Color::White),
        other => Err(TextError::SideToMove(other.to_owned())),
    }
}

/// The letter of the side to move.
#[must_use]
pub const fn side_letter(side: Color) -> char {
    match side {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

/// Reads the number of the coming move; `tolerant` takes the nearest for one out of range.
///
/// # Errors
/// If it is no number of a move.
pub fn read_move_number(field: &str, tolerant: bool) -> Result<u32, TextError> {
    let error = || TextError::MoveNumber(field.to_owned());
    let number: u32 = field.parse().map_err(|_| error())?;
    match number {
        1..=MAX_MOVE_NUMBER => Ok(number),
        _ if tolerant => Ok(number.clamp(1, MAX_MOVE_NUMBER)),
        _ => Err(error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    type Pieces = BTreeMap<(u8, u8), String>;

    const WIDE: BoardText = BoardText { files: 12, ranks: 2, digits: Digits::Together, marks: &['!'] };

    fn read(form: BoardText, text: &str) -> Result<Pieces, TextError> {
        let mut pieces = Pieces::new();
        form.read(text, |file, rank, PieceName { letter, promoted, mark }| {
            let sign = promoted.then_some('+');
            pieces.insert((file, rank), sign.into_iter().chain([letter]).chain(mark).collect());
            letter != 'x'
        })?;
        Ok(pieces)
    }

    #[test]
    fn boards_are_written_as_they_are_read() {
        for text in ["12/12", "+P!10k/1a!b9"] {
            let pieces = read(WIDE, text).unwrap();
            assert_eq!(WIDE.write(|file, rank| pieces.get(&(file, rank)).cloned()), text);
        }
    }

    #[test]
    fn digits_are_read_as_the_form_says() {
        let form = |digits| BoardText { files: 9, ranks: 1, digits, marks: &[] };
        let squares = |digits, text| read(form(digits), text).map(|pieces| pieces.into_keys().collect::<Vec<_>>());
        assert_eq!(squares(Digits::Each, "35k"), Ok(vec![(0, 0)]));
        assert_eq!(squares(Digits::Apart, "35k"), Err(TextError::AdjacentDigits { rank: "a".to_owned() }));
        let wide = Err(TextError::RankWidth { rank: "a".to_owned(), found: 36, expected: 9 });
        assert_eq!(squares(Digits::Together, "35k"), wide);
        assert_eq!(squares(Digits::Each, "80k"), Err(TextError::UnknownPiece("0".to_owned())));
    }

    #[test]
    fn faults_are_named_with_signs_and_marks() {
        let unknown = |text: &str| Err(TextError::UnknownPiece(text.to_owned()));
        assert_eq!(read(WIDE, "+x!11/12"), unknown("+x!"));
        assert_eq!(read(WIDE, "11+/12"), unknown("+"));
        assert_eq!(read(WIDE, "12kx/12"), unknown("x"));
        assert_eq!(read(WIDE, "12"), Err(TextError::RankCount { found: 1, expected: 2 }));
        assert_eq!(read(WIDE, "12/12k"), Err(TextError::RankWidth { rank: "b".to_owned(), found: 13, expected: 12 }));
        let found = usize::MAX;
        assert_eq!(
            read(WIDE, &format!("{found}k/12")),
            Err(TextError::RankWidth { rank: "a".to_owned(), found, expected: 12 })
        );
    }

    #[test]
    fn boards_of_words_refuse_what_does_not_fit() {
        let board = WordBoard { files: 3, ranks: 2 };
        let read = |text: &str| board.read(text, |_, _, id, _| id.eq_ignore_ascii_case("ck"));
        assert_eq!(read("ck,2/1,+CK,1"), Ok(()));
        let wide = |found| Err(TextError::RankWidth { rank: "a".to_owned(), found, expected: 3 });
        assert_eq!(read("4/3"), wide(4));
        assert_eq!(read(&format!("{0},{0},ck/3", usize::MAX)), wide(usize::MAX));
        assert_eq!(read("ck,,1/3"), Err(TextError::UnknownPiece(String::new())));
        assert_eq!(read("+,2/3"), Err(TextError::UnknownPiece("+".to_owned())));
        assert_eq!(read("3"), Err(TextError::RankCount { found: 1, expected: 2 }));
    }
}
