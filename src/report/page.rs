//! The page of one game.

use super::figures;
use super::graph::graph;
use super::html::{Html, fill};
use super::outline::FONT;
use super::steps::{MATE, MoveText, Node, is_marked, mark, mark_of, nodes, walk};
use super::svg::{self, Arrow, Layout, Picture};
use crate::analysis::{Analysis, Effort, Judgement, Ply, Settings};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::GameMove;
use crate::record::japanese::sign;
use crate::record::{Record, header};
use crate::variants::Variant;
use crate::words::Language;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

const TEMPLATE: &str = include_str!("page.html");
pub(super) const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// The ink of the arrow for the move that was played.
pub(super) const PLAYED: &str = "#b3261e";

/// An analysed game, and how it is to be shown.
pub struct Report<'a> {
    pub record: &'a Record<Variant>,
    pub analysis: &'a Analysis<AnyMove>,
    /// How the positions were searched.
    pub settings: Settings,
    /// The name of the network, where it is not the one that comes with the program.
    pub network: Option<&'a str>,
    pub language: Language,
    /// Letters for the pieces instead of kanji.
    pub letters: bool,
    pub move_text: MoveText<'a>,
}

/// What the script reads.
#[derive(Serialize)]
struct Data<'a> {
    layout: Layout,
    /// The text of each kind of piece as in SFEN. `[kind]`
    kinds: Vec<String>,
    /// Kinds in a hand, in the order in which they lie there.
    held: Vec<usize>,
    /// The players, Black first.
    players: [String; 2],
    nodes: &'a [Node],
    words: BTreeMap<&'static str, &'static str>,
}

/// Writes the page: one file without references to others.
///
/// # Errors
/// If the data cannot be written as JSON.
pub fn page(report: &Report<'_>) -> serde_json::Result<String> {
    let Report { record, analysis, language, letters, move_text, .. } = *report;
    let nodes = nodes(record, analysis, language, move_text);
    let game = record.start().variant();
    let data = Data {
        layout: Layout::of(game),
        kinds: (0..game.kinds()).map(|kind| game.face(kind).sfen).collect(),
        held: (0..game.held_kinds()).rev().collect(),
        players: Color::ALL.map(|side| player(report, side)),
        nodes: &nodes,
        words: language.of_script(),
    };
    let data = Html::json(&data)?;
    let board = svg::empty_board(game, " class=\"board\" id=\"board\" role=\"img\"", letters);
    let filled = fill(TEMPLATE, |place| {
        Some(match place {
            "style" => Html::markup(STYLE.to_owned()),
            "script" => Html::markup(SCRIPT.to_owned()),
            "data" => data.clone(),
            "players" => Html::text(&players(report)),
            "about" => Html::text(&about(report)),
            "font" => font(),
            "black_player" => Html::text(&player(report, Color::Black)),
            "white_player" => Html::text(&player(report, Color::White)),
            "figure_rows" => figures::rows(analysis, language),
            "graph_svg" => graph(analysis, &nodes, language.word("graph")),
            "legend" => legend_items(language),
            "last" => Html::text(&analysis.plies.len().to_string()),
            "board_svg" => Html::markup(board.clone()),
            "times" => Html::text(if has_times(analysis) { "timed" } else { "untimed" }),
            "move_rows" => rows(report, &nodes),
            "turning_points" => turning_points(report, &nodes),
            "engine" => Html::text(ENGINE),
            "effort" => Html::text(&effort(report)),
            word => Html::text(language.find(word)?),
        })
    });
    Ok(filled.as_str().to_owned())
}

pub(super) const ENGINE: &str = concat!("Kumataka ", env!("KUMATAKA_VERSION"));

/// The font of the pieces as text.
pub(super) fn font() -> Html {
    Html::markup(BASE64_STANDARD.encode(FONT))
}

/// A side with its sign and the name of its player.
fn player(report: &Report<'_>, side: Color) -> String {
    let key = if side == Color::Black { header::BLACK } else { header::WHITE };
    let name = report.record.headers.get(key).filter(|name| !name.is_empty());
    format!("{}{}", sign(side), name.unwrap_or(report.language.side(side)))
}

fn players(report: &Report<'_>) -> String {
    format!("{} – {}", player(report, Color::Black), player(report, Color::White))
}

/// The result, and what the record tells of the game.
fn about(report: &Report<'_>) -> String {
    let Report { record, analysis, language, .. } = report;
    let mut parts = vec![];
    parts.extend(record.outcome().map(|(ending, outcome)| language.result(ending, outcome)));
    if !analysis.is_complete() {
        parts.push(language.stopped(analysis.plies.len()));
    }
    let handicap = record.handicap().filter(|handicap| handicap.sfen != record.start().variant().start_sfen());
    parts.extend(handicap.map(|handicap| language.choose(handicap.name, handicap.japanese).to_owned()));
    let told = [header::EVENT, header::SITE, header::START_TIME, header::TIME_CONTROL, header::OPENING];
    let told = told.iter().filter_map(|key| record.headers.get(key)).filter(|value| !value.is_empty());
    parts.extend(told.map(str::to_owned));
    parts.join(" · ")
}

/// What each position was searched with.
fn effort(report: &Report<'_>) -> String {
    let Settings { effort, threads, .. } = report.settings;
    let japanese = report.language == Language::Ja;
    let effort = match effort {
        Effort::Nodes(nodes) if japanese => format!("一局面 {nodes} ノード"),
        Effort::Nodes(nodes) => format!("nodes for each position: {nodes}"),
        Effort::Time(time) if japanese => format!("一局面 {} 秒", time.as_secs_f64()),
        Effort::Time(time) => format!("seconds for each position: {}", time.as_secs_f64()),
    };
    let threads = if japanese { format!("{threads} スレッド") } else { format!("threads: {threads}") };
    let network =
        report.network.map(|name| if japanese { format!("評価関数 {name}") } else { format!("network: {name}") });
    [effort, threads].into_iter().chain(network).collect::<Vec<_>>().join(" · ")
}

/// What the dots of the graph mean, the worst first.
fn legend_items(language: Language) -> Html {
    let judged = Judgement::ALL.into_iter().rev().map(|judgement| (mark_of(judgement), language.judgement(judgement)));
    let item = |((class, sign), name): ((&str, &str), &str)| {
        format!("<li class=\"{class}\"><b class=\"sign\">{sign}</b> {name}</li>\n")
    };
    Html::markup(judged.chain([(MATE, language.word("mates"))]).map(item).collect())
}

/// The table of the moves.
fn rows(report: &Report<'_>, nodes: &[Node]) -> Html {
    let start = Html::text(report.language.word("go_start"));
    let mut rows = format!(
        "<tr id=\"p0\"><th scope=\"row\">0</th><td><a href=\"#p0\">{}</a></td><td></td><td></td><td></td></tr>\n",
        start.as_str()
    );
    let has_fractions = report.analysis.plies.iter().filter_map(|ply| ply.spent).any(|spent| spent.subsec_millis() > 0);
    for (ply, node) in report.analysis.plies.iter().zip(&nodes[1..]) {
        let time = ply.spent.map_or_else(String::new, |spent| shown_time(spent, has_fractions));
        write_row(&mut rows, report, ply, node, &time);
    }
    Html::markup(rows)
}

fn write_row(rows: &mut String, report: &Report<'_>, ply: &Ply<AnyMove>, node: &Node, time: &str) {
    let language = report.language;
    let (class, sign) = mark(ply);
    let is_black = ply.side == Color::Black;
    let score = language.score(if is_black { ply.after } else { -ply.after });
    let expected = 100.0 * if is_black { ply.expected_after } else { 1.0 - ply.expected_after };
    let _ = write!(
        rows,
        "<tr id=\"p{number}\" class=\"{class}\"><th scope=\"row\">{number}</th><td><a href=\"#p{number}\">{}</a>",
        Html::text(&node.text).as_str(),
        number = ply.number
    );
    if !sign.is_empty() {
        let told = Html::text(&node.told);
        let _ = write!(
            rows,
            " <b class=\"sign\" role=\"img\" title=\"{}\" aria-label=\"{}\">{sign}</b>",
            told.as_str(),
            told.as_str()
        );
    }
    if !node.names.is_empty() {
        let _ = write!(rows, " <span class=\"names\">{}</span>", Html::text(&node.names).as_str());
    }
    if is_marked(ply) {
        let told = &node.explained;
        let _ = write!(rows, "<p class=\"more\">{}</p>", told.as_str());
    }
    let _ = writeln!(rows, "</td><td>{score}</td><td>{expected:.0} %</td><td>{time}</td></tr>");
}

/// Whether the record tells the times; some formats say zero where nothing is known.
fn has_times<M: GameMove>(analysis: &Analysis<M>) -> bool {
    analysis.plies.iter().any(|ply| ply.spent.is_some_and(|spent| spent > Duration::ZERO))
}

/// Minutes and seconds; below a minute seconds with a fraction, where the record tells fractions.
fn shown_time(spent: Duration, has_fractions: bool) -> String {
    if has_fractions && spent < Duration::from_secs(60) {
        return format!("{:.1} s", spent.as_secs_f64());
    }
    format!("{}:{:02}", spent.as_secs() / 60, spent.as_secs() % 60)
}

/// A picture for each turning point: the position before it, with arrows for the move played and the better one.
fn turning_points(report: &Report<'_>, nodes: &[Node]) -> Html {
    let Report { record, analysis, language, .. } = report;
    let points: Vec<usize> = analysis.turning_points().iter().map(|ply| ply.number).collect();
    if points.is_empty() {
        return Html::markup(format!("<p>{}</p>", Html::text(language.word("no_turning")).as_str()));
    }
    let mut cards = String::new();
    walk(record, analysis, |position, ply, _| {
        if points.contains(&ply.number) {
            write_card(&mut cards, report, position, ply, &nodes[ply.number]);
        }
    });
    Html::markup(cards)
}

fn write_card(cards: &mut String, report: &Report<'_>, position: &AnyPosition, ply: &Ply<AnyMove>, node: &Node) {
    let Report { letters, .. } = report;
    let arrow = |shown, ink| Arrow { side: ply.side, shown, ink };
    let arrows: Vec<Arrow<AnyMove>> = std::iter::once(arrow(ply.played, PLAYED))
        .chain(ply.before.best().map(|best| arrow(best, svg::BETTER)))
        .collect();
    let picture = Picture { position, last: ply.previous, arrows: &arrows, letters: *letters };
    let told = &node.explained;
    let (class, sign) = mark(ply);
    let _ = writeln!(
        cards,
        "<article class=\"{class}\"><h3><a href=\"#p{number}\">{number} {}</a> <b class=\"sign\">{sign}</b> \
         <span class=\"loss\">−{:.0} %</span></h3>\n<p>{}</p>\n<div class=\"diagram\" role=\"img\" aria-label=\"{}\">\n{}</div></article>",
        Html::text(&node.text).as_str(),
        100.0 * ply.loss(),
        told.as_str(),
        Html::text(&position.sfen()).as_str(),
        svg::board(picture),
        number = ply.number
    );
}
