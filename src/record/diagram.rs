//! The diagrams of KIF and KI2 files.

use super::vocabulary::{hand_line, is_nothing, is_rest};
use super::{Reason, text};
use crate::board::{Color, Square};
use crate::game::Cell;
use crate::rules::{AnyGame, Position, Setup};
use unicode_width::UnicodeWidthStr;

/// Reads a rank of a diagram, the text between the bars.
pub(super) fn read_rank(setup: &mut Setup, rank: u8, row: &str) -> Result<(), Reason> {
    let spec = setup.spec();
    let named = |cell| text::piece_at_start(spec, cell);
    read_cells(row, spec.files, named, |file, color, kind| setup.put(Square::new(file, rank), color, kind))
}

/// The marks before a piece; a piece without one is Black's.
const WHITE_MARKS: [char; 8] = ['v', 'V', 'ｖ', 'Ｖ', '∨', '▽', '△', '☖'];
const BLACK_MARKS: [char; 6] = ['^', '＾', '∧', '▲', '▼', '☗'];
const EMPTY_CELLS: [char; 8] = ['・', '･', '·', '.', '*', '．', '＊', '□'];

/// Reads the cells of a rank: a mark before each of White's pieces, dots for empty squares. `named` finds the longest
/// name of a piece at the start of a text and returns the rest; `put` places the piece on a file.
pub(super) fn read_cells<'a, K>(
    row: &'a str,
    files: u8,
    named: impl Fn(&'a str) -> Option<(K, &'a str)>,
    mut put: impl FnMut(u8, Color, K),
) -> Result<(), Reason> {
    let error = || Reason::syntax(row, ["a rank of a diagram", "盤面図の段"]);
    let mut rest = row.trim_start();
    for file in (0..files).rev() {
        let marked = rest.trim_start();
        let white = marked.starts_with(WHITE_MARKS);
        let unmarked = marked.strip_prefix(WHITE_MARKS).or_else(|| marked.strip_prefix(BLACK_MARKS));
        let cell = unmarked.map_or(marked, str::trim_start);
        if let Some(after) = cell.strip_prefix(EMPTY_CELLS) {
            rest = after;
            continue;
        }
        let (kind, after) = named(cell).ok_or_else(error)?;
        put(file, if white { Color::White } else { Color::Black }, kind);
        rest = after;
    }
    if rest.trim().is_empty() { Ok(()) } else { Err(error()) }
}

/// Reads a hand: `飛　金二　歩十三`, `なし`, or `残り全部` for all pieces neither on the board nor in the other hand.
pub(super) fn read_hand(setup: &mut Setup, color: Color, hand: &str) -> Result<(), Reason> {
    let error = || Reason::syntax(hand, ["a hand", "持駒"]);
    let mut rest = hand.trim();
    if is_nothing(rest) {
        return Ok(());
    }
    if is_rest(rest) {
        setup.hold_rest(color);
        return Ok(());
    }
    while !rest.is_empty() {
        let (kind, after) = text::piece_at_start(setup.spec(), rest).ok_or_else(error)?;
        if kind.index() >= setup.spec().drop_kinds() {
            return Err(error());
        }
        let after = after.trim_start_matches(['×', 'x', 'ｘ']);
        let count_end = after.find(|c| text::numeral(c).is_none()).unwrap_or(after.len());
        let count = if count_end == 0 { Some(1) } else { text::number(&after[..count_end]) };
        let limit = u32::from(setup.spec().kind(kind).total);
        setup.hold(color, kind, count.filter(|&count| count <= limit).ok_or_else(error)?);
        rest = after[count_end..].trim_start_matches(|c: char| c.is_whitespace() || "枚、，,・".contains(c));
    }
    Ok(())
}

/// Writes the board with both hands, White's first; the caller writes the side to move.
#[must_use]
pub fn write(position: &Position<AnyGame>, marks: &[Cell]) -> String {
    let hand = |color| hand_line(color, &hand_text(position, color));
    hand(Color::White) + &board(position, marks) + &hand(Color::Black)
}

/// The board in a frame, file numbers above and rank numbers to the right, with signs on the marked squares.
#[must_use]
pub fn board(position: &Position<AnyGame>, marks: &[Cell]) -> String {
    let spec = position.spec();
    let named = |square| {
        let piece = position.piece(square);
        (!piece.is_none()).then(|| (piece.color(), spec.names_of(piece.kind()).map_or("？", |names| names.diagram)))
    };
    let piece = |file, rank| named(Square::new(file, rank));
    draw(spec.files, spec.ranks, spec.names.iter().map(|names| names.diagram), piece, marks)
}

/// Draws a board in a frame; `names` are all that pieces may have, `piece` gives the one on a file and rank.
pub(super) fn draw(
    files: u8,
    ranks: u8,
    names: impl Iterator<Item = &'static str>,
    piece: impl Fn(u8, u8) -> Option<(Color, &'static str)>,
    marks: &[Cell],
) -> String {
    let numbers: Vec<String> = (0..files).rev().map(|file| text::fullwidth_number(file + 1)).collect();
    let widths = names.chain(["・"]).map(UnicodeWidthStr::width_cjk);
    let widest = widths.chain(numbers.iter().map(|number| number.width_cjk())).max().unwrap_or(0);
    // Blanks pad the other cells if a name has two characters.
    let push_cell = |text: &mut String, mark: char, name: &str| {
        text.push(mark);
        text.push_str(name);
        text.push_str(&" ".repeat(widest.saturating_sub(name.width_cjk())));
    };
    let mut text = String::from(" ");
    numbers.iter().for_each(|number| push_cell(&mut text, ' ', number));
    text.truncate(text.trim_end().len());
    let frame = format!("\n+{}+\n", "-".repeat(usize::from(files) * (1 + widest)));
    text.push_str(&frame);
    for rank in 0..ranks {
        text.push('|');
        for file in (0..files).rev() {
            match piece(file, rank) {
                Some((_, name)) if marks.contains(&Cell { file, rank }) => push_cell(&mut text, '*', name),
                None if marks.contains(&Cell { file, rank }) => push_cell(&mut text, ' ', "〇"),
                Some((Color::Black, name)) => push_cell(&mut text, ' ', name),
                Some((Color::White, name)) => push_cell(&mut text, 'v', name),
                None => push_cell(&mut text, ' ', "・"),
            }
        }
        text.push('|');
        text.push_str(&text::kanji_number(u32::from(rank) + 1));
        text.push('\n');
    }
    text.push_str(&frame[1..]);
    text
}

/// The pieces that `color` holds, the most valuable first.
#[must_use]
pub fn hand_text(position: &Position<AnyGame>, color: Color) -> String {
    let mut text = String::new();
    for kind in position.spec().held_kinds().rev() {
        let count = position.hand_count(color, kind);
        if count == 0 {
            continue;
        }
        text.push_str(position.spec().names_of(kind).map_or("？", |names| names.diagram));
        if count > 1 {
            text.push_str(&text::kanji_number(count));
        }
        text.push('　');
    }
    text
}
