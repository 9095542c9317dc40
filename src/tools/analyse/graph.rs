//! The course of a game, drawn with characters.

use crate::analysis::{Analysis, Judgement};
use crate::game::GameMove;

/// Lines of the drawing.
const HEIGHT: usize = 8;
/// The most columns; longer games share them out.
const WIDTH: usize = 64;
/// A cell that is filled by so many eighths.
const FILLED: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The expected result for Black over the plies, with a mark below each mistake and blunder; nothing for a game without
/// moves.
pub fn graph<M: GameMove>(analysis: &Analysis<M>) -> Vec<String> {
    let values = analysis.expected_for_black();
    if values.is_empty() {
        return Vec::new();
    }
    let columns = values.len().min(WIDTH);
    // The first index of a column; that of the column behind the last is the end.
    let first = |column: usize| column * values.len() / columns;
    let mean = |column: usize| {
        let part = &values[first(column)..first(column + 1)];
        part.iter().sum::<f64>() / part.len() as f64
    };
    let heights: Vec<usize> = (0..columns).map(|c| (mean(c) * (8 * HEIGHT) as f64).round() as usize).collect();
    let row =
        |row: usize| heights.iter().map(|height| FILLED[height.saturating_sub(8 * row).min(8)]).collect::<String>();
    let label = |row: usize| match row {
        _ if row + 1 == HEIGHT => "Black 100 %",
        _ if row + 1 == HEIGHT / 2 => "       50 %",
        0 => "        0 %",
        _ => "           ",
    };
    let mut lines: Vec<String> = (0..HEIGHT).rev().map(|r| format!("{} |{}|", label(r), row(r))).collect();
    // The value behind a ply has the ply's number as its index.
    let worst = |column: usize| {
        let plies = analysis.plies.iter().filter(|ply| (first(column)..first(column + 1)).contains(&ply.number));
        plies.filter_map(|ply| ply.judgement()).max()
    };
    let mark = |judgement| match judgement {
        Some(Judgement::Blunder) => 'B',
        Some(Judgement::Mistake) => 'm',
        _ => ' ',
    };
    let marks: String = (0..columns).map(|column| mark(worst(column))).collect();
    lines.push(format!("             {}", marks.trim_end()));
    lines.push(format!("             ply 0 to {}; m mistake, B blunder", analysis.plies.len()));
    lines
}
