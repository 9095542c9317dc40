//! Comments in the record of an analysed game: scores that viewers draw as a graph, and remarks for people.

use super::{percent, words};
use crate::analysis::{Analysis, Ply, Remark, Variation, View, Voice};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::{GameMove, Phase, score};
use crate::jobs::notation::{Notation, line_text, signed};
use crate::record::japanese::sign;
use crate::record::{Analysed, Format, NodeId, Record, Score};
use crate::words::Language;

/// The language and the notation of the remarks for people; the form of scores is that of the format.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub language: Language,
    pub notation: Notation,
}

/// Style of the comments in a format.
#[derive(Clone, Copy, Debug)]
struct Pen {
    style: Style,
    format: Format,
    /// True for scores in ShogiGUI's form, with Japanese moves; otherwise they have the form of the server floodgate,
    /// and moves that of the format.
    is_japanese: bool,
}

impl Pen {
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

    /// Remarks on a move for people. The best move needs none.
    fn remarks(self, position: &AnyPosition, ply: &Ply<AnyMove>) -> Vec<String> {
        let Style { language, notation } = self.style;
        let text = |position: &AnyPosition, last, m| notation.text(position, last, m);
        let voice = Voice { language, text: &text };
        let told = ply.remarks().into_iter().filter(|remark| *remark != Remark::Best);
        told.map(|remark| {
            let text = voice.remark(position, ply, &remark);
            match remark {
                Remark::Fault => {
                    text + &words::cost(language, percent(ply.expected_before), percent(ply.expected_after))
                }
                Remark::Named(named) => self.of_side(named.side, &text),
                _ => text,
            }
        })
        .collect()
    }

    /// A text about a side. The signs of the sides stand only in Japanese, because other formats may be plain ASCII.
    fn of_side(self, side: Color, text: &str) -> String {
        match self.style.language {
            Language::En => format!("{side:?}: {text}"),
            Language::Ja => format!("{}{text}", sign(side)),
        }
    }

    /// Openings and castles of a side; none if it has none.
    fn names<M: GameMove>(self, analysis: &Analysis<M>, side: Color) -> Option<String> {
        words::names(self.style.language, analysis.names(side)).map(|names| self.of_side(side, &names))
    }

    /// Accuracy of both sides in each phase.
    fn phases<M: GameMove>(self, analysis: &Analysis<M>) -> String {
        let [black, white] = Color::ALL.map(|side| analysis.side(side).phases.map(|phase| per_cent(phase.accuracy)));
        let of_phase =
            |phase: Phase| words::phase(self.style.language, phase, [&black[phase as usize], &white[phase as usize]]);
        Phase::ALL.map(of_phase).join(self.style.language.choose("; ", "、"))
    }

    fn summary<M: GameMove>(self, analysis: &Analysis<M>) -> String {
        let [black, white] = Color::ALL.map(|side| per_cent(analysis.side(side).accuracy));
        let stopped = (!analysis.is_complete()).then_some(analysis.plies.len());
        words::summary(self.style.language, [&black, &white], stopped)
    }
}

/// An accuracy, or a dash if there are no moves.
fn per_cent(accuracy: Option<f64>) -> String {
    accuracy.map_or_else(|| "-".to_owned(), |accuracy| format!("{accuracy:.1}%"))
}

/// Adds the comments that a format takes, each score at the move that leads to the position. They stand before older
/// comments, because readers take the first of several scores.
pub fn annotate(record: &mut Record, analysis: &Analysis<AnyMove>, format: Format, style: Style) {
    let pen = Pen { style, format, is_japanese: format.is_japanese() };
    let root = Record::ROOT;
    let mut comments: Vec<String> =
        analysis.views().next().map(|view| pen.score(record.start(), None, view)).into_iter().collect();
    comments.extend([pen.summary(analysis), pen.phases(analysis)]);
    comments.extend(Color::ALL.into_iter().filter_map(|side| pen.names(analysis, side)));
    record.node_mut(root).comments.splice(..0, comments);
    let main_line: Vec<NodeId> = record.main_line().collect();
    annotate_line(record, pen, &main_line, record.start().clone(), &analysis.plies, analysis.end.as_ref());
    for Variation { first, before, plies, end } in &analysis.variations {
        let nodes: Vec<NodeId> = record.line_from(*first).collect();
        annotate_line(record, pen, &nodes, record.position_at(*before), plies, end.as_ref());
    }
}

/// Adds the comments to the moves of a line that begins in `position`.
fn annotate_line(
    record: &mut Record,
    pen: Pen,
    nodes: &[NodeId],
    mut position: AnyPosition,
    plies: &[Ply<AnyMove>],
    end: Option<&View<AnyMove>>,
) {
    let views = plies.iter().skip(1).map(|ply| Some(&ply.before)).chain([end]);
    for ((&id, ply), view) in nodes.iter().zip(plies).zip(views) {
        let remarks = pen.remarks(&position, ply);
        position.make(ply.played);
        let score = view.map(|view| pen.score(&position, Some(ply.played), view));
        record.node_mut(id).comments.splice(..0, score.into_iter().chain(remarks));
    }
}
