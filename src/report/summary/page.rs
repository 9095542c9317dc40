//! The page of many games.

use super::Summary;
use super::digest::{Blunder, Digest};
use super::tables::{accuracy, tables};
use super::words::{find, games};
use crate::any::AnyMove;
use crate::board::Color;
use crate::report::html::{Html, fill};
use crate::report::page::{ENGINE, PLAYED, STYLE, font};
use crate::report::svg::{self, Arrow, BETTER, Picture};
use std::fmt::Write;

const TEMPLATE: &str = include_str!("summary.html");
const OWN_STYLE: &str = include_str!("summary.css");
/// Blunders with pictures.
const SHOWN_BLUNDERS: usize = 10;

/// Writes the page: one file without a script, which leads to others by its links only.
#[must_use]
pub fn page(summary: &Summary<'_>) -> String {
    let heading = summary.player.map_or(summary.word("everybody"), |player| player.heading);
    let filled = fill(TEMPLATE, |place| {
        Some(match place {
            "style" => Html::markup([STYLE, OWN_STYLE].concat()),
            "font" => font(),
            "engine" => Html::text(ENGINE),
            "heading" => Html::text(heading),
            "about" => Html::text(&games(summary.language, summary.told_of().count())),
            "tables" => tables(summary),
            "cards" => cards(summary),
            "game_rows" => game_rows(summary),
            name => Html::text(find(summary.language, name)?),
        })
    });
    filled.as_str().to_owned()
}

/// The blunders that cost most, each with a picture of the position before it.
fn cards(summary: &Summary<'_>) -> Html {
    let mut blunders: Vec<(&Digest, &Blunder)> = Vec::new();
    for &game in summary.games {
        blunders.extend(game.blunders.iter().map(|blunder| (game, blunder)));
    }
    blunders.retain(|(game, blunder)| summary.is_meant(game.side(blunder.side)));
    // Of equals the earlier one comes first, since the sort is stable.
    blunders.sort_by(|(_, a), (_, b)| b.loss.total_cmp(&a.loss));
    blunders.truncate(SHOWN_BLUNDERS);
    if blunders.is_empty() {
        return Html::markup(format!("<p>{}</p>\n", summary.word("no_blunders")));
    }
    let mut cards = String::new();
    for (game, blunder) in blunders {
        write_card(&mut cards, summary, game, blunder);
    }
    Html::markup(cards)
}

fn write_card(cards: &mut String, summary: &Summary<'_>, game: &Digest, blunder: &Blunder) {
    let arrow = |shown, ink| Arrow { side: blunder.side, shown, ink };
    let better = blunder.best.map(|best| arrow(best, BETTER));
    let arrows: Vec<Arrow<AnyMove>> = std::iter::once(arrow(blunder.played, PLAYED)).chain(better).collect();
    let picture =
        Picture { position: &blunder.position, last: blunder.previous, arrows: &arrows, letters: summary.letters };
    let title = format!("{} {}", blunder.number, blunder.played_text);
    let _ = writeln!(
        cards,
        "<article class=\"blunder\"><h3>{} <b class=\"sign\">??</b> <span class=\"loss\">−{:.0} %</span></h3>\n<p>{}</p>\n\
         <p>{}</p>\n<div class=\"diagram\" role=\"img\" aria-label=\"{}\">\n{}</div></article>",
        link(game, Some(blunder.number), &title).as_str(),
        100.0 * blunder.loss,
        Html::text(&players(summary, game)).as_str(),
        blunder.told.as_str(),
        Html::text(&blunder.position.sfen()).as_str(),
        svg::board(picture)
    );
}

/// A text that leads to the page of a game, and there to a ply, if the game has a page.
fn link(game: &Digest, ply: Option<usize>, text: &str) -> Html {
    let text = Html::text(text);
    let Some(page) = &game.source.page else { return text };
    let place = ply.map_or_else(String::new, |ply| format!("#p{ply}"));
    Html::markup(format!("<a href=\"{}\">{}</a>", Html::text(&format!("{page}{place}")).as_str(), text.as_str()))
}

fn players(summary: &Summary<'_>, game: &Digest) -> String {
    let [black, white] = Color::ALL.map(|color| summary.known(&game.side(color).player));
    format!("▲{black} – △{white}")
}

/// A row for each game.
fn game_rows(summary: &Summary<'_>) -> Html {
    let mut rows = String::new();
    for game in summary.told_of() {
        let _ = write!(rows, "<tr><th scope=\"row\">{}</th>", link(game, None, &game.source.name).as_str());
        for color in Color::ALL {
            let side = game.side(color);
            let (class, name) = match side.result {
                Some(result) if result > 0.5 => ("won", "won"),
                Some(result) if result < 0.5 => ("lost", "lost"),
                Some(_) => ("", "drawn"),
                None => ("", ""),
            };
            let result = if name.is_empty() { String::new() } else { format!(" ({})", summary.word(name)) };
            let player = Html::text(&format!("{}{result}", summary.known(&side.player)));
            let _ = write!(
                rows,
                "<td class=\"{class}\">{}</td><td class=\"accuracy\">{}</td>",
                player.as_str(),
                accuracy(side.accuracy())
            );
        }
        let _ = writeln!(rows, "<td>{}</td></tr>", Html::text(&game.date).as_str());
    }
    Html::markup(rows)
}
