//! The page of many games.

use super::Summary;
use super::digest::{Blunder, Digest};
use super::tables::{Columns, MateTable, Table, mates, tables};
use super::words::games;
use crate::any::AnyMove;
use crate::board::Color;
use crate::report::html::Html;
use crate::report::page::{ENGINE, PLAYED, STYLE, font};
use crate::report::svg::{self, Arrow, BETTER, Picture};
use askama::Template;

const OWN_STYLE: &str = include_str!("summary.css");
/// Number of blunders shown with pictures.
const SHOWN_BLUNDERS: usize = 10;

/// The placeholders of the template.
#[derive(Template)]
#[template(path = "summary/summary.html")]
struct Page<'a> {
    summary: &'a Summary<'a>,
    style: &'a str,
    own_style: &'a str,
    font: String,
    engine: &'a str,
    heading: &'a str,
    about: String,
    columns: Columns,
    tables: Vec<Table>,
    mates: Vec<MateTable>,
    cards: Vec<Card>,
    rows: Vec<Row<'a>>,
    has_dates: bool,
}

/// A blunder with the picture of the position before it.
struct Card {
    title: Html,
    /// The loss in per cent.
    loss: String,
    players: String,
    told: Html,
    sfen: String,
    board: Html,
}

/// A game in the table of games.
struct Row<'a> {
    name: Html,
    sides: [Cell; 2],
    date: &'a str,
}

/// A side in the table of games.
struct Cell {
    class: &'static str,
    player: String,
    accuracy: Option<f64>,
}

/// Writes the page: one file without a script, which refers to others only by links.
///
/// # Errors
/// None that the data could cause.
pub fn page(summary: &Summary<'_>) -> askama::Result<String> {
    let tables = tables(summary);
    Page {
        summary,
        style: STYLE,
        own_style: OWN_STYLE,
        font: font(),
        engine: ENGINE,
        heading: summary.player.map_or(summary.word("everybody"), |player| player.heading),
        about: games(summary.language, summary.told_of().count()),
        columns: Columns::of(&tables),
        tables,
        mates: mates(summary),
        cards: cards(summary),
        rows: summary.told_of().map(|game| row(summary, game)).collect(),
        has_dates: summary.told_of().any(|game| !game.date.is_empty()),
    }
    .render()
}

/// The most costly blunders.
fn cards(summary: &Summary<'_>) -> Vec<Card> {
    let mut blunders: Vec<(&Digest, &Blunder)> = Vec::new();
    for &game in summary.games {
        blunders.extend(game.blunders.iter().map(|blunder| (game, blunder)));
    }
    blunders.retain(|(game, blunder)| summary.is_meant(game.side(blunder.side)));
    // The sort is stable: of equal ones the earlier comes first.
    blunders.sort_by(|(_, a), (_, b)| b.loss.total_cmp(&a.loss));
    blunders.truncate(SHOWN_BLUNDERS);
    blunders.into_iter().map(|(game, blunder)| card(summary, game, blunder)).collect()
}

fn card(summary: &Summary<'_>, game: &Digest, blunder: &Blunder) -> Card {
    let arrow = |shown, ink| Arrow { side: blunder.side, shown, ink };
    let better = blunder.best.map(|best| arrow(best, BETTER));
    let arrows: Vec<Arrow<AnyMove>> = std::iter::once(arrow(blunder.played, PLAYED)).chain(better).collect();
    let shown = Picture::of(&blunder.position, summary.looks);
    let picture = Picture { last: blunder.previous, arrows: &arrows, ..shown };
    Card {
        title: link(game, Some(blunder.number), &format!("{} {}", blunder.number, blunder.played_text)),
        loss: format!("{:.0}", 100.0 * blunder.loss),
        players: players(summary, game),
        told: blunder.told.clone(),
        sfen: blunder.position.sfen(),
        board: Html::markup(svg::board(picture)),
    }
}

/// A text with a link to the page of a game, and there to a ply, if the game has a page.
fn link(game: &Digest, ply: Option<usize>, text: &str) -> Html {
    let text = Html::text(text);
    let Some(page) = &game.source.page else { return text };
    let place = ply.map_or_else(String::new, |ply| format!("#p{ply}"));
    Html::markup(format!("<a href=\"{}\">{text}</a>", Html::text(&format!("{page}{place}"))))
}

fn players(summary: &Summary<'_>, game: &Digest) -> String {
    let [black, white] = Color::ALL.map(|color| summary.known(&game.side(color).player));
    format!("▲{black} – △{white}")
}

fn row<'a>(summary: &Summary<'_>, game: &'a Digest) -> Row<'a> {
    let cell = |color| {
        let side = game.side(color);
        let (class, name) = match side.result {
            Some(result) if result > 0.5 => ("won", "won"),
            Some(result) if result < 0.5 => ("lost", "lost"),
            Some(_) => ("", "drawn"),
            None => ("", ""),
        };
        let result = if name.is_empty() { String::new() } else { format!(" ({})", summary.word(name)) };
        Cell { class, player: format!("{}{result}", summary.known(&side.player)), accuracy: side.accuracy() }
    };
    Row { name: link(game, None, &game.source.name), sides: Color::ALL.map(cell), date: &game.date }
}
