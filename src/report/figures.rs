//! The table that compares both sides.

use super::html::Html;
use super::steps::mark_of;
use crate::analysis::{Analysis, Judgement};
use crate::board::Color;
use crate::game::{GameMove, Phase};
use crate::words::Language;

/// Class, title, and a cell for each side.
pub type Row = (&'static str, &'static str, [Html; 2]);

/// The rows: accuracy overall and by phase, moves of each judgement, and mates; each with a column for Black and White.
pub fn rows<M: GameMove>(analysis: &Analysis<M>, language: Language) -> Vec<Row> {
    let sides = Color::ALL.map(|side| analysis.side(side));
    let mut rows = vec![("accuracy", language.word("accuracy"), sides.map(|side| per_cent(side.accuracy)))];
    rows.extend(Phase::ALL.map(|phase| {
        let accuracy = sides.map(|side| per_cent(side.phases[phase as usize].accuracy));
        ("phase", language.choose(phase.name(), phase.japanese()), accuracy)
    }));
    rows.extend(Judgement::ALL.map(|judgement| {
        let class = mark_of(judgement).0;
        (class, language.word(class), sides.map(|side| count(side.judged[judgement as usize])))
    }));
    rows.push(("mate", language.word("missed"), sides.map(|side| count(side.missed_mates))));
    rows.push(("mate", language.word("allowed"), sides.map(|side| count(side.allowed_mates))));
    let names = Color::ALL.map(|side| names(analysis, side, language));
    if names.iter().any(|names| *names != Html::default()) {
        rows.push(("names", language.word("names"), names));
    }
    rows
}

fn count(count: usize) -> Html {
    Html::text(&count.to_string())
}

/// An accuracy, or a dash where there are no moves.
fn per_cent(accuracy: Option<f64>) -> Html {
    Html::text(&accuracy.map_or_else(|| "–".to_owned(), |accuracy| format!("{accuracy:.1} %")))
}

/// The openings and castles of a side, each with a link to the move that completes it.
fn names<M: GameMove>(analysis: &Analysis<M>, side: Color, language: Language) -> Html {
    let link = |(ply, formation)| format!("<li><a href=\"#p{ply}\">{}</a> {ply}</li>", language.formation(formation));
    let links: String = analysis.names(side).map(link).collect();
    if links.is_empty() { Html::default() } else { Html::markup(format!("<ul>{links}</ul>")) }
}
