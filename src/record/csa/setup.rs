//! The lines of CSA files that set up the start position.

use super::code;
use crate::board::{Color, Square};
use crate::game::SfenMode;
use crate::record::Reason;
use crate::rules::{Kind, Setup, Spec};

/// Reads the text after P into a setup, which this line may begin.
///
/// # Errors
/// If it is no such line.
pub(super) fn read(spec: &'static Spec, setup: &mut Option<Setup>, text: &str) -> Result<(), Reason> {
    let error = || Reason::syntax(format!("P{text}"), ["a P line of a CSA file", "CSA形式のP行"]);
    if let Some(removed) = text.strip_prefix('I') {
        let mut whole = Setup::from_sfen(spec, spec.start, SfenMode::Strict)?;
        for group in groups(spec, removed).ok_or_else(error)? {
            let Group::Board(square, _) = group else { return Err(error()) };
            whole.remove(square);
        }
        *setup = Some(whole);
        return Ok(());
    }
    let setup = setup.get_or_insert_with(|| Setup::empty(spec));
    if let Some(color) = color_of(text) {
        for group in groups(spec, &text[1..]).ok_or_else(error)? {
            match group {
                Group::Board(square, kind) => setup.put(square, color, kind),
                Group::Hand(kind) => setup.hold(color, kind, 1),
                Group::Rest => setup.hold_rest(color),
            }
        }
        return Ok(());
    }
    let rank = text.chars().next().and_then(|c| c.to_digit(10)).filter(|rank| (1..=9).contains(rank));
    let rank = rank.ok_or_else(error)? as u8 - 1;
    let cells = text.get(1..).ok_or_else(error)?;
    read_rank(setup, rank, cells).ok_or_else(error)
}

/// A piece of a rank, none for an empty cell.
type Cell = Option<(Color, Kind)>;

/// Reads nine cells of three characters, or nine words if blanks were lost or replaced by dots.
fn read_rank(setup: &mut Setup, rank: u8, text: &str) -> Option<()> {
    let cells = cells_of_words(setup.spec(), text).or_else(|| cells_of_columns(setup.spec(), text))?;
    for (file, cell) in (0..setup.spec().files).rev().zip(cells) {
        if let Some((color, kind)) = cell {
            setup.put(Square::new(file, rank), color, kind);
        }
    }
    Some(())
}

fn cells_of_words(spec: &Spec, text: &str) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        rest = match first {
            '+' | '-' => {
                let name = rest.get(1..3)?;
                cells.push(Some((color_of(rest)?, kind_of(spec, name)?)));
                &rest[3..]
            }
            '*' => {
                cells.push(None);
                &rest[1..]
            }
            _ => return None,
        };
        // Dots may replace the blanks around a cell or after the last one.
        rest = rest.trim_start_matches([' ', '\t', '\u{3000}', '.']);
    }
    (cells.len() == usize::from(spec.files)).then_some(cells)
}

/// Reads cells by their columns, so that blank or dotted ones are empty; the last ones may be missing.
fn cells_of_columns(spec: &Spec, text: &str) -> Option<Vec<Cell>> {
    let cell = |column: usize| {
        let cell = text.get(column * 3..).map_or("", |rest| rest.get(..3).unwrap_or(rest));
        match color_of(cell) {
            Some(color) => Some(Some((color, kind_of(spec, &cell[1..])?))),
            None => matches!(cell.trim(), "" | ".").then_some(None),
        }
    };
    // A row of pieces alone that ends early was cut off.
    let blank = text.is_empty() || text.contains([' ', '.']);
    let fits = blank && text.is_ascii() && text.len() <= usize::from(spec.files) * 3;
    if fits { (0..usize::from(spec.files)).map(cell).collect() } else { None }
}

pub(super) fn color_of(text: &str) -> Option<Color> {
    match text.bytes().next()? {
        b'+' => Some(Color::Black),
        b'-' => Some(Color::White),
        _ => None,
    }
}

pub(in crate::record) fn kind_of(spec: &Spec, text: &str) -> Option<Kind> {
    spec.all_kinds().find(|&kind| code(spec, kind) == text)
}

/// A square in two digits; `Some(None)` for `00`, the hand.
pub(super) fn square_of(spec: &Spec, text: &str) -> Option<Option<Square>> {
    let &[file, rank] = text.as_bytes() else { return None };
    if (file, rank) == (b'0', b'0') {
        return Some(None);
    }
    let square = Square::from_usi(file, rank.wrapping_sub(b'1').wrapping_add(b'a'))?;
    spec.on_board(square).then_some(Some(square))
}

/// A group of four characters in a P line.
enum Group {
    Board(Square, Kind),
    Hand(Kind),
    /// All pieces that are nowhere else, in hand.
    Rest,
}

fn group(spec: &Spec, text: &str) -> Option<Group> {
    if text == "00AL" {
        return Some(Group::Rest);
    }
    let kind = kind_of(spec, &text[2..])?;
    Some(square_of(spec, &text[..2])?.map_or(Group::Hand(kind), |square| Group::Board(square, kind)))
}

/// Splits a text into groups of four characters.
fn groups(spec: &Spec, text: &str) -> Option<Vec<Group>> {
    let text: String = text.split_whitespace().collect();
    if !text.is_ascii() || !text.len().is_multiple_of(4) {
        return None;
    }
    (0..text.len()).step_by(4).map(|at| group(spec, &text[at..at + 4])).collect()
}
