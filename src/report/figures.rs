//! The table that compares both sides.

use super::html::Html;
use super::steps::mark_of;
use crate::analysis::{Analysis, Judgement};
use crate::board::Color;
use crate::game::{GameMove, Phase};
use crate::words::Language;
use std::fmt::Write;

/// The rows: accuracy in all and by phase, moves of each judgement and mates, each with a column for Black and one for White.
pub fn rows<M: GameMove>(analysis: &Analysis<M>, language: Language) -> Html {
    let sides = Color::ALL.map(|side| analysis.side(side));
    let mut rows = String::new();
    write_row(&mut rows, "accuracy", language.word("accuracy"), sides.map(|side| per_cent(side.accuracy)));
    for phase in Phase::ALL {
        let accuracy = sides.map(|side| per_cent(side.phases[phase as usize].accuracy));
        write_row(&mut rows, "phase", language.choose(phase.name(), phase.japanese()), accuracy);
    }
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

/// An accuracy, or a dash where there are no moves.
fn per_cent(accuracy: Option<f64>) -> String {
    accuracy.map_or_else(|| "–".to_owned(), |accuracy| format!("{accuracy:.1} %"))
}

/// The openings and castles of a side, each a link to the move behind which it stands.
fn names<M: GameMove>(analysis: &Analysis<M>, side: Color, language: Language) -> String {
    let link = |(ply, formation)| format!("<li><a href=\"#p{ply}\">{}</a> {ply}</li>", language.formation(formation));
    let links: String = analysis.names(side).map(link).collect();
    if links.is_empty() { links } else { format!("<ul>{links}</ul>") }
}

fn write_row(rows: &mut String, class: &str, title: &str, cells: [String; 2]) {
    let [black, white] = cells;
    let _ = writeln!(rows, "<tr class=\"{class}\"><th scope=\"row\">{title}</th><td>{black}</td><td>{white}</td></tr>");
}
