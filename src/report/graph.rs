//! The course of a game as a picture.

use super::html::Html;
use super::steps::{Node, mark_of};
use crate::analysis::Analysis;
use crate::game::GameMove;
use std::fmt::Write;
use std::time::Duration;

/// Width of a ply, and below it the height between two certain results, in units of the picture. The page stretches it.
const STEP: usize = 10;
const HEIGHT: f64 = 100.0;
/// Height of the bar for the longest time.
const TIME_HEIGHT: f64 = 20.0;

/// The expected result for Black over the plies, with a dot for each judged move, bars for the time spent, and a link
/// for each ply. `nodes` are the positions of the game from its start.
pub fn graph<M: GameMove>(analysis: &Analysis<M>, nodes: &[Node], label: &str) -> Html {
    let values = analysis.expected_for_black();
    let width = STEP * analysis.plies.len().max(1);
    let y = |index: usize| HEIGHT * (1.0 - values.get(index).copied().unwrap_or(0.5));
    let points: String = (0..values.len()).map(|index| format!("L{} {:.1}", STEP * index, y(index))).collect();
    let course = points.strip_prefix('L').unwrap_or_default();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"graph\" viewBox=\"0 0 {width} {HEIGHT}\" \
         preserveAspectRatio=\"none\" role=\"group\" aria-label=\"{}\">\n",
        Html::text(label)
    );
    if !course.is_empty() {
        let _ = writeln!(svg, "<path class=\"area\" d=\"M0 {HEIGHT}L{course}V{HEIGHT}Z\"/>");
    }
    let _ = writeln!(svg, "<path class=\"half\" d=\"M0 {}H{width}\"/>", HEIGHT / 2.0);
    draw_times(&mut svg, analysis);
    if !course.is_empty() {
        let _ = writeln!(svg, "<path class=\"course\" d=\"M{course}\"/>");
    }
    for ply in &analysis.plies {
        if let Some(judgement) = ply.judgement() {
            let (x, y) = (STEP * ply.number, y(ply.number));
            // A stroke of no length with round ends stays a dot, however the picture is stretched.
            let class = mark_of(judgement).0;
            let _ = writeln!(svg, "<path class=\"dot {class}\" d=\"M{x} {y:.1}h.001\"/>");
        }
    }
    let _ = writeln!(svg, "<path id=\"cursor\" d=\"M0 0V{HEIGHT}\"/>");
    for (ply, node) in nodes.iter().enumerate() {
        let x = STEP as f64 * (ply as f64 - 0.5);
        let title = Html::text(&node.text);
        let _ = writeln!(
            svg,
            "<a href=\"#p{ply}\" tabindex=\"-1\"><title>{ply} {title}</title><rect x=\"{x}\" width=\"{STEP}\" \
             height=\"{HEIGHT}\"/></a>"
        );
    }
    svg.push_str("</svg>\n");
    Html::markup(svg)
}

/// A bar for the time spent on each move, from the bottom.
fn draw_times<M: GameMove>(svg: &mut String, analysis: &Analysis<M>) {
    let longest = analysis.plies.iter().filter_map(|ply| ply.spent).max().unwrap_or_default();
    if longest == Duration::ZERO {
        return;
    }
    for (ply, spent) in analysis.plies.iter().filter_map(|ply| Some((ply, ply.spent?))) {
        let height = TIME_HEIGHT * spent.as_secs_f64() / longest.as_secs_f64();
        let x = STEP as f64 * (ply.number as f64 - 0.9);
        let _ = writeln!(
            svg,
            "<rect class=\"time\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{}\" height=\"{height:.1}\"/>",
            HEIGHT - height,
            0.8 * STEP as f64
        );
    }
}
