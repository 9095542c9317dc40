//! The table that compares both sides.

use super::html::Html;
use super::steps::mark_of;
use super::words::Language;
use crate::analysis::{Analysis, Judgement};
use crate::board::Color;
use crate::rules::Move;
use std::fmt::Write;

/// The rows: accuracy, moves of each judgement and mates, each with a column for Black and one for White.
pub fn rows(analysis: &Analysis<Move>, language: Language) -> Html {
    let sides = Color::ALL.map(|side| analysis.side(side));
    let accuracy = sides.map(|side| side.accuracy.map_or_else(|| "–".to_owned(), |share| format!("{share:.1} %")));
    let mut rows = String::new();
    write_row(&mut rows, "accuracy", language.word("accuracy"), accuracy);
    for judgement in Judgement::ALL {
        let class = mark_of(judgement).0;
        write_row(
            &mut rows,
            class,
            language.word(class),
            sides.map(|side| side.judged[judgement as usize].to_string()),
        );
    }
    write_row(&mut rows, "mate", language.word("missed"), sides.map(|side| side.missed_mates.to_string()));
    write_row(&mut rows, "mate", language.word("allowed"), sides.map(|side| side.allowed_mates.to_string()));
    let names = Color::ALL.map(|side| names(analysis, side, language));
    if names.iter().any(|names| !names.is_empty()) {
        write_row(&mut rows, "names", language.word("names"), names);
    }
    Html::markup(rows)
}

/// The openings and castles of a side, each a link to the move behind which it stands.
fn names(analysis: &Analysis<Move>, side: Color, language: Language) -> String {
    let link = |(ply, formation)| format!("<li><a href=\"#p{ply}\">{}</a> {ply}</li>", language.formation(formation));
    let links: String = analysis.names(side).map(link).collect();
    if links.is_empty() { links } else { format!("<ul>{links}</ul>") }
}

fn write_row(rows: &mut String, class: &str, title: &str, cells: [String; 2]) {
    let [black, white] = cells;
    let _ = writeln!(rows, "<tr class=\"{class}\"><th scope=\"row\">{title}</th><td>{black}</td><td>{white}</td></tr>");
}
