//! The page of one game.

use super::figures;
use super::graph::graph;
use super::html::Html;
use super::outline::FONT;
use super::pieces::Looks;
use super::steps::{BRILLIANT, MATE, Node, ONLY, is_marked, mark, mark_of, nodes, walk};
use super::svg::{self, Arrow, Layout, Picture};
use crate::analysis::{Analysis, Effort, Judgement, MoveText, Ply, Settings, brilliant_move, only_move};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::GameMove;
use crate::record::japanese::sign;
use crate::record::{Record, header};
use crate::words::Language;
use askama::Template;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

pub(super) const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// The class and the sign of the bars of the time in the legend.
const TIME: (&str, &str) = ("time", "▮");
/// The ink of the arrow for the move played.
pub(super) const PLAYED: &str = "#b3261e";

/// An analysed game, and the way to show it.
pub struct Report<'a> {
    pub record: &'a Record,
    pub analysis: &'a Analysis<AnyMove>,
    /// The settings of the search.
    pub settings: Settings,
    /// The name of the network, if it is not the one that comes with the program.
    pub network: Option<&'a str>,
    pub language: Language,
    pub looks: Looks,
    pub move_text: MoveText<'a>,
}

/// The data for the script.
#[derive(Serialize)]
struct Data<'a> {
    layout: Layout,
    /// The letter of each kind of piece, as in SFEN. `[kind]`
    kinds: Vec<String>,
    /// Kinds in a hand, in the order in which they are drawn.
    held: Vec<usize>,
    /// The players, Black first.
    players: [String; 2],
    nodes: &'a [Node],
    words: BTreeMap<&'static str, &'static str>,
}

/// The placeholders of the template.
#[derive(Template)]
#[template(path = "page.html")]
struct Page<'a> {
    language: Language,
    style: &'a str,
    script: &'a str,
    font: String,
    engine: &'a str,
    data: &'a Data<'a>,
    players: String,
    black_player: &'a str,
    white_player: &'a str,
    about: String,
    effort: String,
    /// The last ply.
    last: usize,
    has_times: bool,
    graph_svg: Html,
    board_svg: Html,
    /// Class, sign and name of each mark of the graph and of the list, the worst first.
    legend: Vec<(&'a str, &'a str, &'a str)>,
    nodes: &'a [Node],
    rows: Vec<Row<'a>>,
    figures: Vec<figures::Row>,
    cards: Vec<Card<'a>>,
}

/// A move in the table of moves.
struct Row<'a> {
    number: usize,
    node: &'a Node,
    class: &'a str,
    sign: &'a str,
    is_marked: bool,
    score: String,
    /// The expected result for Black, in per cent.
    expected: String,
    time: String,
}

/// A turning point with the picture of the position before it.
struct Card<'a> {
    number: usize,
    node: &'a Node,
    class: &'a str,
    sign: &'a str,
    /// The loss in per cent.
    loss: String,
    sfen: String,
    board: Html,
}

/// Writes the page: one file without references to others.
///
/// # Errors
/// If the data cannot be written as JSON.
pub fn page(report: &Report<'_>) -> askama::Result<String> {
    let Report { record, analysis, language, looks, move_text, .. } = *report;
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
    let [black_player, white_player] = &data.players;
    Page {
        language,
        style: STYLE,
        script: SCRIPT,
        font: font(),
        engine: ENGINE,
        data: &data,
        players: format!("{black_player} – {white_player}"),
        black_player,
        white_player,
        about: about(report),
        effort: effort(report),
        last: analysis.plies.len(),
        has_times: has_times(analysis),
        graph_svg: graph(analysis, &nodes, language.word("graph")),
        board_svg: Html::markup(svg::empty_board(game, " class=\"board\" id=\"board\" role=\"img\"", looks)),
        legend: legend(language, has_times(analysis)),
        nodes: &nodes,
        rows: rows(report, &nodes),
        figures: figures::rows(analysis, language),
        cards: cards(report, &nodes),
    }
    .render()
}

pub(super) const ENGINE: &str = concat!("Kumataka ", env!("KUMATAKA_VERSION"));

/// The font of the pieces as text.
pub(super) fn font() -> String {
    BASE64_STANDARD.encode(FONT)
}

/// A side, by its sign and the name of its player.
fn player(report: &Report<'_>, side: Color) -> String {
    let key = if side == Color::Black { header::BLACK } else { header::WHITE };
    let name = report.record.headers.get(key).filter(|name| !name.is_empty());
    format!("{}{}", sign(side), name.unwrap_or(report.language.side(side)))
}

/// The result, and the facts about the game in the record.
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

/// The effort of the search for each position.
fn effort(report: &Report<'_>) -> String {
    let Settings { effort, threads, .. } = report.settings;
    let japanese = report.language == Language::Ja;
    let effort = match effort {
        Effort::Nodes(nodes) if japanese => format!("1局面{nodes}ノード"),
        Effort::Nodes(nodes) => format!("nodes for each position: {nodes}"),
        Effort::Time(time) if japanese => format!("1局面{}秒", time.as_secs_f64()),
        Effort::Time(time) => format!("seconds for each position: {}", time.as_secs_f64()),
    };
    let threads = if japanese { format!("{threads}スレッド") } else { format!("threads: {threads}") };
    let network =
        report.network.map(|name| if japanese { format!("評価関数 {name}") } else { format!("network: {name}") });
    [effort, threads].into_iter().chain(network).collect::<Vec<_>>().join(" · ")
}

/// The marks of the graph and of the list: class, sign and name, the worst first, then the bars of the time.
fn legend<'a>(language: Language, has_times: bool) -> Vec<(&'a str, &'a str, &'a str)> {
    let judged = Judgement::ALL.into_iter().rev().map(|judgement| (mark_of(judgement), language.judgement(judgement)));
    let others = [(MATE, language.word("mates")), (ONLY, only_move(language)), (BRILLIANT, brilliant_move(language))];
    let times = has_times.then(|| (TIME, language.word("time")));
    judged.chain(others).chain(times).map(|((class, sign), name)| (class, sign, name)).collect()
}

/// The table of the moves.
fn rows<'a>(report: &Report<'_>, nodes: &'a [Node]) -> Vec<Row<'a>> {
    let plies = &report.analysis.plies;
    let has_fractions = plies.iter().filter_map(|ply| ply.spent).any(|spent| spent.subsec_millis() > 0);
    let time = |spent| shown_time(report.language, spent, has_fractions);
    plies.iter().zip(&nodes[1..]).map(|(ply, node)| row(report.language, ply, node, ply.spent.map(time))).collect()
}

fn row<'a>(language: Language, ply: &Ply<AnyMove>, node: &'a Node, time: Option<String>) -> Row<'a> {
    let (class, sign) = mark(ply);
    let is_black = ply.side == Color::Black;
    let expected = 100.0 * if is_black { ply.expected_after } else { 1.0 - ply.expected_after };
    Row {
        number: ply.number,
        node,
        class,
        sign,
        is_marked: is_marked(ply),
        score: language.score(if is_black { ply.after } else { -ply.after }),
        expected: format!("{expected:.0} %"),
        time: time.unwrap_or_default(),
    }
}

/// True if the record has times; some formats write zero for unknown ones.
fn has_times<M: GameMove>(analysis: &Analysis<M>) -> bool {
    analysis.plies.iter().any(|ply| ply.spent.is_some_and(|spent| spent > Duration::ZERO))
}

/// Minutes and seconds; below a minute, seconds with a fraction if the record has fractions.
fn shown_time(language: Language, spent: Duration, has_fractions: bool) -> String {
    if has_fractions && spent < Duration::from_secs(60) {
        return format!("{:.1}{}", spent.as_secs_f64(), language.choose(" s", "秒"));
    }
    format!("{}:{:02}", spent.as_secs() / 60, spent.as_secs() % 60)
}

/// A card for each turning point: the position before it, with arrows for the move played and the better one.
fn cards<'a>(report: &Report<'_>, nodes: &'a [Node]) -> Vec<Card<'a>> {
    let Report { record, analysis, looks, .. } = report;
    let points: Vec<usize> = analysis.turning_points().iter().map(|ply| ply.number).collect();
    let mut cards = Vec::with_capacity(points.len());
    walk(record, analysis, |position, ply, _| {
        if points.contains(&ply.number) {
            cards.push(card(*looks, position, ply, &nodes[ply.number]));
        }
    });
    cards
}

fn card<'a>(looks: Looks, position: &AnyPosition, ply: &Ply<AnyMove>, node: &'a Node) -> Card<'a> {
    let arrow = |shown, ink| Arrow { side: ply.side, shown, ink };
    let arrows: Vec<Arrow<AnyMove>> = std::iter::once(arrow(ply.played, PLAYED))
        .chain(ply.before.best().map(|best| arrow(best, svg::BETTER)))
        .collect();
    let picture = Picture { last: ply.previous, arrows: &arrows, ..Picture::of(position, looks) };
    let (class, sign) = mark(ply);
    Card {
        number: ply.number,
        node,
        class,
        sign,
        loss: format!("{:.0}", 100.0 * ply.loss()),
        sfen: position.sfen(),
        board: Html::markup(svg::board(picture)),
    }
}
