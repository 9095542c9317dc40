//! Comments in the record of an analysed game: scores that viewers draw as a graph, and remarks for people.

use super::percent;
use crate::analysis::{Analysis, Ply, Remark, Variation, View, Voice};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::{Formation, GameMove, Phase, score};
use crate::jobs::notation::{line_text, signed};
use crate::record::japanese::sign;
use crate::record::{Analysed, Format, NodeId, Record, Score};
use crate::words::Language;

/// The language and the notation of the comments in a format.
#[derive(Clone, Copy, Debug)]
struct Style {
    format: Format,
    /// True for Japanese comments, with scores in ShogiGUI's form; otherwise scores have the form of the server
    /// floodgate, and moves that of the format.
    is_japanese: bool,
}

impl Style {
    fn of(format: Format) -> Self {
        Self { format, is_japanese: format.is_japanese() }
    }

    fn text(self, position: &AnyPosition, last: Option<AnyMove>, m: AnyMove) -> String {
        let text = self.format.comment(position, m, last);
        if self.is_japanese { signed(position.side_to_move(), &text) } else { text }
    }

    fn moves(self, position: &AnyPosition, previous: Option<AnyMove>, line: &[AnyMove]) -> String {
        line_text(position, previous, line, |position, last, m| self.text(position, last, m))
    }

    /// The comment that viewers draw, on the position of `view`.
    fn score(self, position: &AnyPosition, previous: Option<AnyMove>, view: &View<AnyMove>) -> String {
        let line = self.moves(position, previous, view.line());
        let black = position.side_to_move() == Color::Black;
        let for_black = if black { view.score } else { -view.score };
        if !self.is_japanese {
            // The form has no mates; they appear as the highest numbers.
            return format!("* {for_black} {line}").trim_end().to_owned();
        }
        let score = score::mate_distance(view.score).map_or(Score::Centipawns(for_black), |plies| Score::Mate {
            // At the end of a game the distance is zero and has no sign; the score still has one.
            black_wins: for_black > 0,
            plies: Some(plies.unsigned_abs()),
        });
        let View { depth, nodes, elapsed, .. } = *view;
        Analysed { score, depth, nodes, elapsed, line: &line }.to_string()
    }

    const fn language(self) -> Language {
        if self.is_japanese { Language::Ja } else { Language::En }
    }

    /// Remarks on a move for people. The best move needs none.
    fn remarks(self, position: &AnyPosition, ply: &Ply<AnyMove>) -> Vec<String> {
        let text = |position: &AnyPosition, last, m| self.text(position, last, m);
        let voice = Voice { language: self.language(), text: &text };
        let (before, after) = (percent(ply.expected_before), percent(ply.expected_after));
        let told = ply.remarks().into_iter().filter(|remark| *remark != Remark::Best);
        told.map(|remark| {
            let text = voice.remark(position, ply, &remark);
            match remark {
                Remark::Fault if self.is_japanese => format!("{text}（期待勝率 {before}% → {after}%）"),
                Remark::Fault => format!("{text} (expected result {before} % -> {after} %)"),
                Remark::Named(named) => self.of_side(named.side, &text),
                _ => text,
            }
        })
        .collect()
    }

    /// A text about a side. The signs of the sides stand only in Japanese, because other formats may be plain ASCII.
    fn of_side(self, side: Color, text: &str) -> String {
        if self.is_japanese { format!("{}{text}", sign(side)) } else { format!("{side:?}: {text}") }
    }

    /// Openings and castles of a side; none if it has none.
    fn names<M: GameMove>(self, analysis: &Analysis<M>, side: Color) -> Option<String> {
        let japanese = self.is_japanese;
        let name = |(ply, formation): (usize, Formation)| {
            if japanese {
                format!("{}（{ply}手目）", formation.japanese)
            } else {
                format!("{} (ply {ply})", formation.english)
            }
        };
        let names: Vec<String> = analysis.names(side).map(name).collect();
        let comma = if japanese { "、" } else { ", " };
        (!names.is_empty()).then(|| self.of_side(side, &names.join(comma)))
    }

    /// Accuracy of both sides in each phase.
    fn phases<M: GameMove>(self, analysis: &Analysis<M>) -> String {
        let [black, white] = Color::ALL.map(|side| analysis.side(side).phases.map(|phase| per_cent(phase.accuracy)));
        let of_phase = |phase: Phase| {
            let (black, white) = (&black[phase as usize], &white[phase as usize]);
            if self.is_japanese {
                format!("{} ▲{black} △{white}", phase.japanese())
            } else {
                format!("{}: Black {black}, White {white}", phase.name())
            }
        };
        Phase::ALL.map(of_phase).join(self.language().choose("; ", "、"))
    }

    fn summary<M: GameMove>(self, analysis: &Analysis<M>) -> String {
        let [black, white] = Color::ALL.map(|side| per_cent(analysis.side(side).accuracy));
        let plies = analysis.plies.len();
        match (self.is_japanese, analysis.is_complete()) {
            (true, true) => format!("解析: 正確さ ▲{black} △{white}"),
            (true, false) => format!("解析は{plies}手目で中断: 正確さ ▲{black} △{white}"),
            (false, true) => format!("analysis: accuracy Black {black}, White {white}"),
            (false, false) => format!("analysis stopped after ply {plies}: accuracy Black {black}, White {white}"),
        }
    }
}

/// An accuracy, or a dash if there are no moves.
fn per_cent(accuracy: Option<f64>) -> String {
    accuracy.map_or_else(|| "-".to_owned(), |accuracy| format!("{accuracy:.1}%"))
}

/// Adds the comments that a format takes, each score at the move that leads to the position. They stand before older
/// comments, because readers take the first of several scores.
pub fn annotate(record: &mut Record, analysis: &Analysis<AnyMove>, format: Format) {
    let style = Style::of(format);
    let root = Record::ROOT;
    let mut comments: Vec<String> =
        analysis.views().next().map(|view| style.score(record.start(), None, view)).into_iter().collect();
    comments.extend([style.summary(analysis), style.phases(analysis)]);
    comments.extend(Color::ALL.into_iter().filter_map(|side| style.names(analysis, side)));
    record.node_mut(root).comments.splice(..0, comments);
    let main_line: Vec<NodeId> = record.main_line().collect();
    annotate_line(record, style, &main_line, record.start().clone(), &analysis.plies, analysis.end.as_ref());
    for Variation { first, before, plies, end } in &analysis.variations {
        let nodes: Vec<NodeId> = record.line_from(*first).collect();
        annotate_line(record, style, &nodes, record.position_at(*before), plies, end.as_ref());
    }
}

/// Adds the comments to the moves of a line that begins in `position`.
fn annotate_line(
    record: &mut Record,
    style: Style,
    nodes: &[NodeId],
    mut position: AnyPosition,
    plies: &[Ply<AnyMove>],
    end: Option<&View<AnyMove>>,
) {
    let views = plies.iter().skip(1).map(|ply| Some(&ply.before)).chain([end]);
    for ((&id, ply), view) in nodes.iter().zip(plies).zip(views) {
        let remarks = style.remarks(&position, ply);
        position.make(ply.played);
        let score = view.map(|view| style.score(&position, Some(ply.played), view));
        record.node_mut(id).comments.splice(..0, score.into_iter().chain(remarks));
    }
}
