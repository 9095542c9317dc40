//! The positions that a page can show, in words and as data for its script.

use super::html::Html;
use crate::analysis::{Analysis, Judgement, MoveText, Named, Ply, Remark, Variation, Voice};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::GameMove;
use crate::record::japanese::sign;
use crate::record::{self, NodeId, Record};
use crate::words::Language;
use serde::Serialize;

/// Most moves of a line without a mate; beyond it, the expectations of a search are guesses.
const LONGEST_LINE: usize = 30;

/// A move with the position behind it.
#[derive(Debug, Serialize)]
pub struct Step {
    pub text: String,
    /// The move in USI.
    #[serde(rename = "move")]
    played: String,
    sfen: String,
}

/// Moves that were not played.
#[derive(Debug, Serialize)]
pub struct Line {
    /// Key of the line's title among the words of the script.
    name: &'static str,
    /// Number of moves of the game before the line.
    ply: usize,
    pub steps: Vec<Step>,
}

/// A position of the game, with the move that led to it.
#[derive(Debug, Serialize)]
pub struct Node {
    /// The move; empty at the start.
    pub text: String,
    #[serde(rename = "move")]
    played: Option<String>,
    /// True if Black made the move.
    black: bool,
    sfen: String,
    /// The class and the sign of its judgement.
    class: &'static str,
    sign: &'static str,
    note: String,
    /// The openings and castles that are complete for the first time.
    pub names: String,
    /// The comments of the record on the move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// The remarks.
    #[serde(skip)]
    pub told: String,
    /// The remarks as markup, in which no move breaks.
    #[serde(skip)]
    pub explained: Html,
    /// The better move in USI.
    better: Option<String>,
    pub lines: Vec<Line>,
}

/// The class and the sign of a judgement in the page.
pub const fn mark_of(judgement: Judgement) -> (&'static str, &'static str) {
    match judgement {
        Judgement::Inaccuracy => ("inaccuracy", "?!"),
        Judgement::Mistake => ("mistake", "?"),
        Judgement::Blunder => ("blunder", "??"),
    }
}

/// The class and the sign of a move that missed or allowed a mate at next to no cost, in a game already decided.
pub const MATE: (&str, &str) = ("mate", "#");

/// The class and the sign of a move without a rival, and of one that is a sacrifice, too. The page gives both one colour.
pub const ONLY: (&str, &str) = ("only", "!");
pub const BRILLIANT: (&str, &str) = ("only", "!!");

fn is_about_mate<M: GameMove>(ply: &Ply<M>) -> bool {
    ply.counted_miss().is_some() || ply.counted_allowance().is_some()
}

/// True if there is something to learn from a move.
pub fn is_marked<M: GameMove>(ply: &Ply<M>) -> bool {
    ply.judgement().is_some() || is_about_mate(ply)
}

/// The class and the sign of any move.
pub fn mark<M: GameMove>(ply: &Ply<M>) -> (&'static str, &'static str) {
    match ply.judgement() {
        Some(judgement) => mark_of(judgement),
        None if is_about_mate(ply) => MATE,
        None if ply.is_brilliant => BRILLIANT,
        None if ply.is_only_move => ONLY,
        None if ply.is_best() => ("best", ""),
        None => ("", ""),
    }
}

/// Passes on each ply of an analysis, with the positions before and behind it.
pub fn walk(
    record: &Record,
    analysis: &Analysis<AnyMove>,
    mut visit: impl FnMut(&AnyPosition, &Ply<AnyMove>, &AnyPosition),
) {
    let mut position = record.start().clone();
    for ply in &analysis.plies {
        let before = position.clone();
        position.make(ply.played);
        visit(&before, ply, &position);
    }
}

/// Every position of the game, from its start on.
pub fn nodes(record: &Record, analysis: &Analysis<AnyMove>, language: Language, text: MoveText<'_>) -> Vec<Node> {
    let start = record.start();
    let game = start.variant();
    let mut nodes = vec![Node {
        text: String::new(),
        played: None,
        black: start.side_to_move() == Color::White,
        sfen: start.sfen(),
        class: "",
        sign: "",
        note: String::new(),
        names: String::new(),
        comments: Vec::new(),
        told: String::new(),
        explained: Html::markup(String::new()),
        better: None,
        lines: Vec::new(),
    }];
    walk(record, analysis, |before, ply, after| {
        let best = ply.before.line();
        let longest = if ply.before.mate.is_some() { best.len() } else { LONGEST_LINE };
        let better = line("line", ply.number - 1, before, ply.previous, &best[..best.len().min(longest)], text);
        let answer = answer(analysis, ply)
            .and_then(|(name, moves)| line(name, ply.number, after, Some(ply.played), moves, text));
        let (class, sign) = mark(ply);
        let told = told(before, ply, Voice { language, text });
        let marked = |position: &AnyPosition, last, m| unbroken(&text(position, last, m));
        nodes.push(Node {
            text: text(before, ply.previous, ply.played),
            played: Some(game.usi(ply.played)),
            black: ply.side == Color::Black,
            sfen: after.sfen(),
            class,
            sign,
            note: note(ply, language, &told),
            names: names(ply, language),
            comments: Vec::new(),
            explained: Html::markup(self::told(before, ply, Voice { language, text: &marked })),
            told,
            better: ply.before.best().filter(|_| !ply.is_best()).map(|best| game.usi(best)),
            lines: better.into_iter().chain(answer).collect(),
        });
    });
    for variation in &analysis.variations {
        let (fork, moves) = from_main_line(record, variation);
        let (ply, position) = (record.node(fork).ply(), record.position_at(fork));
        let previous = ply.checked_sub(1).map(|index| analysis.plies[index].played);
        nodes[ply].lines.extend(line("variation", ply, &position, previous, &moves, text));
    }
    add_comments(&mut nodes, record);
    nodes
}

/// Adds the comments of the record. Those on the end of the game follow those on its last move.
fn add_comments(nodes: &mut [Node], record: &Record) {
    for (ply, id) in record.line_from(Record::ROOT).enumerate() {
        let noted = record.node(id);
        let shown = if matches!(noted.step(), Some(record::Step::End(_))) { ply - 1 } else { ply };
        if let Some(node) = nodes.get_mut(shown) {
            node.comments.extend_from_slice(&noted.comments);
        }
    }
}

/// The names completed by a move, each with the sign of its side.
fn names<M: GameMove>(ply: &Ply<M>, language: Language) -> String {
    let name = |named: &Named| format!("{}{}", sign(named.side), language.formation(named.formation));
    ply.names.iter().map(name).collect::<Vec<_>>().join(language.choose(", ", "、"))
}

/// The node of the main line where a variation leaves it, directly or by way of others, and the moves behind that node.
fn from_main_line(record: &Record, variation: &Variation<AnyMove>) -> (NodeId, Vec<AnyMove>) {
    let main_line: Vec<NodeId> = std::iter::once(Record::ROOT).chain(record.main_line()).collect();
    let mut moves: Vec<AnyMove> = variation.plies.iter().map(|ply| ply.played).rev().collect();
    let mut before = variation.before;
    while !main_line.contains(&before) {
        moves.extend(record.node(before).played());
        before = record.node(before).parent();
    }
    moves.reverse();
    (before, moves)
}

/// The line behind a move, by its name: the mate or the refutation that it allows, or the expected one at the end.
fn answer<'a>(analysis: &'a Analysis<AnyMove>, ply: &'a Ply<AnyMove>) -> Option<(&'static str, &'a [AnyMove])> {
    if let Some(mate) = &ply.allowed_mate {
        return Some(("mate", &mate.line));
    }
    if let Some(hisshi) = &ply.allowed_hisshi {
        return Some(("refutation", &hisshi.line[..hisshi.line.len().min(LONGEST_LINE)]));
    }
    if ply.judgement().is_some() || ply.is_deep() {
        return Some(("refutation", &ply.refutation[..ply.refutation.len().min(LONGEST_LINE)]));
    }
    let end = analysis.end.as_ref().filter(|_| ply.number == analysis.plies.len())?;
    Some(("next", end.line()))
}

/// The remarks on a move without the names.
#[must_use]
pub fn told(position: &AnyPosition, ply: &Ply<AnyMove>, voice: Voice<'_>) -> String {
    let told = ply.remarks().into_iter().filter(|remark| !matches!(remark, Remark::Named(_)));
    let texts: Vec<String> = told.map(|remark| voice.remark(position, ply, &remark)).collect();
    texts.join(voice.language.choose("; ", "、"))
}

/// A move as markup in which no line breaks.
pub fn unbroken(text: &str) -> String {
    format!("<span class=\"move\">{}</span>", Html::text(text))
}

/// Remarks, then the scores and the cost of the move.
fn note<M: GameMove>(ply: &Ply<M>, language: Language, told: &str) -> String {
    let percent = |share: f64| (100.0 * share).round() as i32;
    let black = |score| language.score(if ply.side == Color::Black { score } else { -score });
    let cost = language.cost(percent(ply.expected_before), percent(ply.expected_after));
    let scores = format!("{} {} → {}", language.word("score_black"), black(ply.before.score), black(ply.after));
    let parts = [told.to_owned(), cost, scores].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(language.choose("; ", "、"))
}

/// A line of moves from a position; none without moves.
fn line(
    name: &'static str,
    ply: usize,
    position: &AnyPosition,
    previous: Option<AnyMove>,
    moves: &[AnyMove],
    text: MoveText<'_>,
) -> Option<Line> {
    let mut position = position.clone();
    let mut last = previous;
    let step = |&m: &AnyMove| {
        let text = text(&position, last, m);
        position.make(m);
        last = Some(m);
        Step { text, played: position.variant().usi(m), sfen: position.sfen() }
    };
    let steps: Vec<Step> = moves.iter().map(step).collect();
    (!steps.is_empty()).then_some(Line { name, ply, steps })
}
