//! The course of a game, drawn with characters.

use crate::analysis::{Analysis, Judgement};
use crate::game::GameMove;

/// Lines of the drawing.
const HEIGHT: usize = 8;
/// The most columns; longer games share them out.
const WIDTH: usize = 64;
/// A cell that is filled by so many eighths.
const FILLED: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The means of values in as many columns as there are values, or in so many.
fn columns(values: &[f64], most: usize) -> Vec<f64> {
    let count = values.len().min(most);
    let part = |column: usize| &values[column * values.len() / count..(column + 1) * values.len() / count];
    (0..count).map(part).map(|part| part.iter().sum::<f64>() / part.len() as f64).collect()
}

/// Values from 0 to 1 as a line of characters, in so many columns at the most.
pub fn line(values: &[f64], most: usize) -> String {
    columns(values, most).into_iter().map(|value| FILLED[(value.clamp(0.0, 1.0) * 8.0).round() as usize]).collect()
}

/// The expected result for Black over the plies, with a mark below each mistake and blunder; nothing for a game without
/// moves.
pub fn graph<M: GameMove>(analysis: &Analysis<M>) -> Vec<String> {
    let values = analysis.expected_for_black();
    if values.is_empty() {
        return Vec::new();
    }
    let means = columns(&values, WIDTH);
    // The first index of a column; that of the column behind the last is the end.
    let first = |column: usize| column * values.len() / means.len();
    let heights: Vec<usize> = means.iter().map(|mean| (mean * (8 * HEIGHT) as f64).round() as usize).collect();
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
    let marks: String = (0..means.len()).map(|column| mark(worst(column))).collect();
    lines.push(format!("             {}", marks.trim_end()));
    lines.push(format!("             ply 0 to {}; m mistake, B blunder", analysis.plies.len()));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_course_shares_the_columns() {
        assert_eq!(line(&[0.0, 0.5, 1.0], 9), " ▄█");
        assert_eq!(line(&[0.0, 0.5, 1.0, 1.0], 2), "▂█");
        assert_eq!(line(&[], 9), "");
    }
}
