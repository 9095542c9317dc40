//! The screen of a terminal as a picture.

use std::fmt::Write;
use vt100::{Cell, Color, Screen};

/// Pixels of a cell.
const CELL: [u16; 2] = [10, 24];
/// Pixels around the screen.
const MARGIN: u16 = 10;
/// Pixels from the top of a cell to the line on which letters stand.
const BASELINE: u16 = 18;
const GROUND: &str = "#16181d";
const INK: &str = "#d8d8d8";
const FONT: &str = "font-family=\"'Noto Sans Mono CJK JP','MS Gothic','Osaka-Mono',monospace\" font-size=\"19\"";

/// The first eight colours of a terminal and their brighter kin, which each terminal shows as it likes.
const NAMED: [&str; 16] = [
    "#000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#2aa1a1", "#e5e5e5", "#666", "#f14c4c", "#23d18b",
    "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#fff",
];

/// A colour of the palette of xterm: behind the named ones a cube of six steps a side, and greys.
fn css(color: Color, default: &str) -> String {
    let step = |index: u8| if index == 0 { 0 } else { 55 + 40 * index };
    match color {
        Color::Default => default.to_owned(),
        Color::Rgb(red, green, blue) => format!("rgb({red},{green},{blue})"),
        Color::Idx(index @ 0..16) => NAMED[usize::from(index)].to_owned(),
        Color::Idx(index @ 16..232) => {
            let index = index - 16;
            format!("rgb({},{},{})", step(index / 36), step(index / 6 % 6), step(index % 6))
        }
        Color::Idx(index) => {
            let grey = 8 + 10 * (index - 232);
            format!("rgb({grey},{grey},{grey})")
        }
    }
}

/// How the letters of a cell are written.
fn style(cell: &Cell) -> String {
    let (ink, ground) = (css(cell.fgcolor(), INK), css(cell.bgcolor(), GROUND));
    let mut style = format!("fill=\"{}\"", if cell.inverse() { ground } else { ink });
    if cell.bold() {
        style.push_str(" font-weight=\"bold\"");
    }
    if cell.dim() {
        style.push_str(" opacity=\".6\"");
    }
    style
}

/// The ground of a cell, if it is not that of the screen.
fn ground(cell: &Cell) -> Option<String> {
    let ground = if cell.inverse() { css(cell.fgcolor(), INK) } else { css(cell.bgcolor(), GROUND) };
    (ground != GROUND).then_some(ground)
}

fn left(column: u16) -> u16 {
    MARGIN + CELL[0] * column
}

/// Draws the rows of a screen down to the last one that is used, that of the cursor at least.
pub fn draw(screen: &Screen) -> String {
    let (rows, columns) = (screen.size().0.get(), screen.size().1.get());
    let is_used = |&row: &u16| screen.rows(0, columns).nth(row.into()).is_some_and(|text| !text.trim().is_empty());
    let count = 1 + (0..rows).rev().find(is_used).unwrap_or(0).max(screen.cursor_position().0);
    let (width, height) = (2 * MARGIN + CELL[0] * columns, 2 * MARGIN + CELL[1] * count);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" {FONT}><rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{GROUND}\"/>\n"
    );
    for row in 0..count {
        let cell = |column| Some((column, screen.cell(row, column).filter(|cell| !cell.is_wide_continuation())?));
        let cells: Vec<(u16, &Cell)> = (0..columns).filter_map(cell).collect();
        draw_row(&mut svg, MARGIN + CELL[1] * row, &cells);
    }
    svg + "</svg>\n"
}

/// Draws the grounds of a row, and over them its letters: one text for those that are written alike, with a place for each.
fn draw_row(svg: &mut String, top: u16, cells: &[(u16, &Cell)]) {
    let height = CELL[1];
    for run in cells.chunk_by(|(_, a), (_, b)| ground(a) == ground(b)) {
        if let Some(ground) = ground(run[0].1) {
            let cells: u16 = run.iter().map(|(_, cell)| if cell.is_wide() { 2 } else { 1 }).sum();
            let (x, width) = (left(run[0].0), CELL[0] * cells);
            put(
                svg,
                format_args!("<rect x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>"),
            );
        }
    }
    let written: Vec<_> = cells.iter().filter(|(_, cell)| !cell.contents().trim().is_empty()).collect();
    for run in written.chunk_by(|(_, a), (_, b)| style(a) == style(b)) {
        let places: Vec<String> = run.iter().map(|(column, _)| left(*column).to_string()).collect();
        let text: String = run.iter().map(|(_, cell)| escaped(cell.contents())).collect();
        let (x, y, style) = (places.join(" "), top + BASELINE, style(run[0].1));
        put(svg, format_args!("<text y=\"{y}\" x=\"{x}\" {style}>{text}</text>"));
    }
}

fn put(svg: &mut String, element: std::fmt::Arguments<'_>) {
    writeln!(svg, "{element}").expect("a string takes everything");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
