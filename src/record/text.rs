//! Characters: encodings, numerals, names of pieces.

use super::{Loss, NodeId, ReadError, Reason, Record};
use crate::rules::{Kind, KindNames, Spec};
use encoding_rs::{EUC_JP, Encoding as Table, SHIFT_JIS, UTF_8};

/// Encoding of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// Code page 932, as on Windows.
    ShiftJis,
}

/// Decodes a file: by its byte order mark, otherwise as UTF-8 if it is that, otherwise as EUC-JP or Shift-JIS. An
/// encoding named in the first line does not count: a comment may stand there, and real text in one encoding is hardly
/// ever text in another.
///
/// A line of the result ends with `\n`, whether it ends in the file with `\n`, `\r\n` or, as on old Macintoshes, `\r`.
/// Ctrl-Z and zeros, which DOS put after a text, are left out.
///
/// # Errors
/// At the first line that is in none of the encodings.
pub fn decode(bytes: &[u8]) -> Result<String, ReadError> {
    decode_lines(bytes).map_err(|broken| broken.error)
}

/// True if a text begins with a byte order mark of an encoding whose line ends are not single bytes.
pub(super) fn has_wide_units(bytes: &[u8]) -> bool {
    Table::for_bom(bytes).is_some_and(|(table, _)| table != UTF_8)
}

/// Number of lines in bytes that end with a line end.
pub(super) fn count_lines(bytes: &[u8]) -> usize {
    let ends = |&(&byte, &next): &(&u8, &u8)| byte == b'\n' || byte == b'\r' && next != b'\n';
    let behind = bytes.iter().skip(1).chain([&0]);
    bytes.iter().zip(behind).filter(ends).count()
}

/// A text with lines that are in no encoding.
pub(super) struct BrokenText {
    /// The error of the first of them.
    pub error: ReadError,
    /// The lines before it.
    pub before: String,
    /// All lines, with [`BROKEN_LINE`] for each that cannot be decoded.
    pub marked: String,
}

/// Stands for a line that cannot be decoded: a code point that no text may hold.
const BROKEN_LINE: &str = "\u{fdd0}";

/// Refuses a line that could not be decoded.
pub(super) fn check_line(line: &str, number: usize) -> Result<(), ReadError> {
    if line == BROKEN_LINE { Err(NO_TEXT.at(number)) } else { Ok(()) }
}

const NO_TEXT: Reason = Reason::Encoding;

/// Like [`decode`], but keeps the lines that can be decoded.
pub(super) fn decode_lines(bytes: &[u8]) -> Result<String, BrokenText> {
    if let Some((table, mark)) = Table::for_bom(bytes) {
        return decode_as(table, &bytes[mark..]);
    }
    let broken = match decode_as(UTF_8, bytes) {
        Ok(text) => return Ok(text),
        Err(broken) => broken,
    };
    match (decode_as(SHIFT_JIS, bytes), decode_as(EUC_JP, bytes)) {
        (Ok(text), Ok(other)) => Ok(if is_in_narrow_kana(&text) { text } else { other }),
        (Ok(text), Err(_)) | (Err(_), Ok(text)) => Ok(text),
        // The file is in the encoding that breaks later.
        (Err(shift_jis), Err(euc_jp)) => Err([shift_jis, euc_jp]
            .into_iter()
            .fold(broken, |last, other| if other.error.line > last.error.line { other } else { last })),
    }
}

/// True for a text whose only Japanese characters are narrow kana, as a player's name in Shift-JIS may be. EUC-JP read
/// as Shift-JIS has kanji and narrow marks among them.
fn is_in_narrow_kana(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii() || ('ｦ'..='ﾟ').contains(&c))
}

fn decode_as(table: &'static Table, bytes: &[u8]) -> Result<String, BrokenText> {
    if let Some(text) = table.decode_without_bom_handling_and_without_replacement(bytes) {
        return Ok(with_plain_line_ends(&text));
    }
    let (mut marked, mut start) = (String::new(), None);
    for piece in bytes.split_inclusive(|b| b"\r\n".contains(b)) {
        match table.decode_without_bom_handling_and_without_replacement(piece) {
            Some(text) => marked.push_str(&text),
            None => {
                start = start.or(Some(marked.len()));
                marked.push_str(BROKEN_LINE);
                let end = piece.iter().rposition(|b| !b"\r\n".contains(b)).map_or(0, |last| last + 1);
                marked.push_str(&String::from_utf8_lossy(&piece[end..]));
            }
        }
    }
    let before = with_plain_line_ends(&marked[..start.unwrap_or(marked.len())]);
    let line = before.matches('\n').count() + 1;
    Err(BrokenText { error: NO_TEXT.at(line), before, marked: with_plain_line_ends(&marked) })
}

fn with_plain_line_ends(text: &str) -> String {
    const CTRL_Z: char = '\u{1a}';
    let text = text.replace(CTRL_Z, "");
    let text = text.trim_end_matches('\0');
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_owned() }
}

/// Characters of Shift-JIS as other systems write them, each with the one by which Windows knows its cell. The piece
/// signs of the sides have no cells; the triangles replace them.
const CELLS: [(char, char); 10] = [
    ('\u{301c}', '～'),
    ('\u{2212}', '－'),
    ('—', '―'),
    ('‖', '∥'),
    ('¢', '￠'),
    ('£', '￡'),
    ('¬', '￢'),
    ('¥', '￥'),
    ('☗', '▲'),
    ('☖', '△'),
];

/// The overline, which the standard's encoder writes as a tilde without failing.
const OVERLINE: char = '\u{203e}';

/// Encodes a text. Of characters that share a cell the one of Windows is written; what the encoding lacks becomes `〓`.
#[must_use]
pub fn encode(text: &str, encoding: Encoding) -> (Vec<u8>, Option<Loss>) {
    if encoding == Encoding::Utf8 {
        return (text.as_bytes().to_vec(), None);
    }
    let in_cell = |c: char| CELLS.iter().find(|(other, _)| *other == c).map_or(c, |&(_, windows)| windows);
    let text: String = text.chars().map(in_cell).collect();
    let (bytes, _, failed) = SHIFT_JIS.encode(&text);
    if !failed && !text.contains(OVERLINE) {
        return (bytes.into_owned(), None);
    }
    let lacking = |c: &char| *c == OVERLINE || SHIFT_JIS.encode(c.encode_utf8(&mut [0; 4])).2;
    let first = text.chars().find(lacking).unwrap_or('?');
    let replaced: String = text.chars().map(|c| if lacking(&c) { '〓' } else { c }).collect();
    (SHIFT_JIS.encode(&replaced).0.into_owned(), Some(Loss::Characters(first)))
}

/// True if a remark names the file's encoding, which is not part of the record.
pub(super) fn declares_encoding(remark: &str) -> bool {
    let remark = remark.trim_start().to_ascii_lowercase();
    ["encoding=", "csa encoding=", "kif version="].iter().any(|start| remark.starts_with(start))
}

/// Adds a comment; in formats without bookmarks a line that starts with `&` is one.
pub(super) fn add_comment(record: &mut Record, id: NodeId, comment: &str) {
    match comment.strip_prefix('&') {
        Some(bookmark) if record.node(id).bookmark.is_none() && !bookmark.contains(['\r', '\n']) => {
            record.node_mut(id).bookmark = Some(bookmark.to_owned());
        }
        _ => record.add_comment(id, comment),
    }
}

const KANJI_DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// # Panics
/// If the digit is above nine.
#[must_use]
pub(super) fn fullwidth_digit(digit: u8) -> char {
    ['０', '１', '２', '３', '４', '５', '６', '７', '８', '９'][usize::from(digit)]
}

/// A number in wide digits.
#[must_use]
pub fn fullwidth_number(number: u8) -> String {
    number.to_string().bytes().map(|digit| fullwidth_digit(digit - b'0')).collect()
}

/// A digit as in Japanese names of ranks.
///
/// # Panics
/// If the digit is above nine.
#[must_use]
pub const fn kanji_digit(digit: u8) -> char {
    KANJI_DIGITS[digit as usize]
}

/// A number up to 99 in kanji.
#[must_use]
pub fn kanji_number(number: u32) -> String {
    let digit = |n: u32| KANJI_DIGITS[n as usize % 10].to_string();
    let (tens, ones) = (number / 10, number % 10);
    let tens = match tens {
        0 => String::new(),
        1 => "十".to_owned(),
        _ => digit(tens) + "十",
    };
    if ones == 0 && !tens.is_empty() { tens } else { tens + &digit(ones) }
}

/// The value of a digit in any of the scripts, and ten for 十.
pub(super) fn numeral(c: char) -> Option<u32> {
    match c {
        '0'..='9' => Some(c as u32 - '0' as u32),
        '０'..='９' => Some(c as u32 - '０' as u32),
        '十' => Some(10),
        _ => KANJI_DIGITS.iter().position(|&kanji| kanji == c).map(|value| value as u32),
    }
}

/// A number of at most four digits, kanji with or without the ten.
pub(super) fn number(text: &str) -> Option<u32> {
    if text.is_empty() || text.chars().count() > 4 {
        return None;
    }
    let mut value = 0;
    for c in text.chars() {
        value = match numeral(c)? {
            10 if value == 0 => 10,
            10 => value * 10,
            digit if value > 0 && value % 10 == 0 && text.contains('十') => value + digit,
            digit => value * 10 + digit,
        };
    }
    Some(value)
}

/// The longest Japanese name of a piece at the start of a text, and the rest.
pub(super) fn piece_at_start<'a>(spec: &Spec, text: &'a str) -> Option<(Kind, &'a str)> {
    let spelled = |(kind, names): (Kind, &'static KindNames)| {
        [names.japanese, names.diagram].into_iter().chain(names.synonyms.iter().copied()).map(move |name| (kind, name))
    };
    let names = spec.all_kinds().zip(spec.names).flat_map(spelled);
    let fits = names.filter(|(_, name)| !name.is_ascii() && text.starts_with(name));
    fits.max_by_key(|(_, name)| name.len()).map(|(kind, name)| (kind, &text[name.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back() {
        for n in 1..=99 {
            assert_eq!(number(&kanji_number(n)), Some(n), "{}", kanji_number(n));
            assert_eq!(number(&n.to_string()), Some(n));
        }
        assert_eq!(number("１８"), Some(18));
        assert_eq!(number("一八"), Some(18));
        assert_eq!(number(""), None);
    }

    #[test]
    fn encodings_are_told_apart() {
        let text = "先手：森雞二\n";
        assert_eq!(decode(text.as_bytes()).unwrap(), text);
        assert_eq!(decode(&[b"\xef\xbb\xbf", text.as_bytes()].concat()).unwrap(), text);
        let (bytes, loss) = encode("手合割：平手\n", Encoding::ShiftJis);
        assert_eq!((decode(&bytes).unwrap().as_str(), loss), ("手合割：平手\n", None));
        let (bytes, loss) = encode("𠮷野", Encoding::ShiftJis);
        assert_eq!((decode(&bytes).unwrap().as_str(), loss), ("〓野", Some(Loss::Characters('𠮷'))));
        assert_eq!(decode(b"ok\n\x81\n").unwrap_err().line, 2);
        let named = "{\"comments\":[\"Shift_JIS 山田\"]}";
        assert_eq!(decode(named.as_bytes()).unwrap(), named);
    }

    #[test]
    fn characters_of_one_cell_are_the_same() {
        let (bytes, loss) = encode("甲\u{301c}乙\u{2212}丙—‖¢£¬¥", Encoding::ShiftJis);
        assert_eq!((decode(&bytes).unwrap().as_str(), loss), ("甲～乙－丙―∥￠￡￢￥", None));
        let (bytes, loss) = encode("甲\u{301c}\u{203e}", Encoding::ShiftJis);
        assert_eq!((decode(&bytes).unwrap().as_str(), loss), ("甲～〓", Some(Loss::Characters(OVERLINE))));
    }

    #[test]
    fn a_line_ends_in_three_ways() {
        assert_eq!(decode(b"a\r\nb\rc\nd\r\re").unwrap(), "a\nb\nc\nd\n\ne");
        assert_eq!(decode("先手：甲\r後手：乙\r".as_bytes()).unwrap(), "先手：甲\n後手：乙\n");
        for bytes in [&b"ok\r\x81\r"[..], b"ok\r\n\x81\r\n"] {
            assert_eq!(decode(bytes).unwrap_err().line, 2);
        }
        let broken = ["先手：甲\n後手：乙\n".as_bytes(), b"\xff\n"].concat();
        assert_eq!(decode(&broken).unwrap_err().line, 3, "not line 1, which is no Shift-JIS");
    }
}
