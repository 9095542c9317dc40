//! The course of a game, drawn with characters.

use super::words;
use crate::analysis::{Analysis, Judgement};
use crate::game::GameMove;
use crate::words::Language;

/// Height of the drawing in lines.
const HEIGHT: usize = 8;
/// Greatest number of columns; the plies of longer games share them.
const WIDTH: usize = 64;
/// Characters by the number of filled eighths of the cell.
const FILLED: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Means of the values in at most `most` columns.
fn columns(values: &[f64], most: usize) -> Vec<f64> {
    let count = values.len().min(most);
    let part = |column: usize| &values[column * values.len() / count..(column + 1) * values.len() / count];
    (0..count).map(part).map(|part| part.iter().sum::<f64>() / part.len() as f64).collect()
}

/// Values from 0 to 1 as a line of at most `most` characters.
pub fn line(values: &[f64], most: usize) -> String {
    columns(values, most).into_iter().map(|value| FILLED[(value.clamp(0.0, 1.0) * 8.0).round() as usize]).collect()
}

/// Expected result for Black over the plies, with a mark below each mistake and blunder; empty for a game without
/// moves.
pub fn graph<M: GameMove>(language: Language, analysis: &Analysis<M>) -> Vec<String> {
    let values = analysis.expected_for_black();
    if values.is_empty() {
        return Vec::new();
    }
    let means = columns(&values, WIDTH);
    // First index of a column; for the column after the last, the end.
    let first = |column: usize| column * values.len() / means.len();
    let heights: Vec<usize> = means.iter().map(|mean| (mean * (8 * HEIGHT) as f64).round() as usize).collect();
    let row =
        |row: usize| heights.iter().map(|height| FILLED[height.saturating_sub(8 * row).min(8)]).collect::<String>();
    let label = |row: usize| match row {
        _ if row + 1 == HEIGHT => language.choose("Black 100 %", "先手  100 %"),
        _ if row + 1 == HEIGHT / 2 => "       50 %",
        0 => "        0 %",
        _ => "           ",
    };
    let mut lines: Vec<String> = (0..HEIGHT).rev().map(|r| format!("{} |{}|", label(r), row(r))).collect();
    // The value after a ply has the ply's number as its index.
    let worst = |column: usize| {
        let plies = analysis.plies.iter().filter(|ply| (first(column)..first(column + 1)).contains(&ply.number));
        plies.filter_map(|ply| ply.judgement()).max()
    };
    let [mistake, blunder] = words::marks(language);
    let mark = |judgement| match judgement {
        Some(Judgement::Blunder) => blunder,
        Some(Judgement::Mistake) => mistake,
        _ => ' ',
    };
    let marks: String = (0..means.len()).map(|column| mark(worst(column))).collect();
    lines.push(format!("             {}", marks.trim_end()));
    lines.push(format!("             {}", words::below_graph(language, analysis.plies.len())));
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
