//! Questions about a position for the mate solver.

use super::phrase::Phrase;
use super::study::Question;
use crate::analysis::{HisshiSearch, Parry};
use crate::any::{AnyMove, AnyPosition, AnySolver};
use crate::jobs::notation::Notation;
use crate::mate::{Length, Limits, Outcome};
use crate::memory::NoRoom;
use crate::record::Record;
use crate::study::hisshi::Asked;
use crate::study::mate::Composed;
use crate::words::Language;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Time for an answer.
const TIME: Duration = Duration::from_secs(10);
/// Size of the mate solver's table, in megabytes.
const TABLE: usize = 64;

/// An answer of the mate solver.
pub struct Finding {
    pub said: Phrase,
    /// A mate, or the move that parries one.
    pub line: Vec<AnyMove>,
    /// The solution with other ones as variations.
    pub tree: Option<Record>,
}

/// Answers a question about a position. Comments of a solution are in `language`.
pub fn find(
    position: &AnyPosition,
    question: Question,
    threads: usize,
    language: Language,
    stop: &AtomicBool,
) -> Result<Finding, NoRoom> {
    let mut solver = AnySolver::new(position.variant(), TABLE)?;
    solver.set_threads(threads);
    let limits = Limits { deadline: Some(Instant::now() + TIME), stop: Some(stop), nodes: None };
    Ok(match question {
        Question::Mate => mate(&solver.solve(position, position.side_to_move(), Length::Short, limits).outcome),
        Question::Solution => {
            let composed = Composed::new(&mut solver, position, TIME, limits);
            let said = Phrase::written(|language| composed.told(language));
            Finding { said, line: Vec::new(), tree: composed.tree(language) }
        }
        Question::Hisshi => {
            let asked = Asked::new(&mut solver, position, limits);
            let said = Phrase::written(|language| asked.told(language));
            Finding { said, line: asked.mate().to_vec(), tree: asked.tree(language) }
        }
        Question::Parry => {
            let attacker = !position.side_to_move();
            let mut search = HisshiSearch::new(&mut solver, attacker, limits, HisshiSearch::USUAL_NODES);
            parry(position, &search.parry(position))
        }
    })
}

fn mate(outcome: &Outcome<AnyMove>) -> Finding {
    let said = match outcome {
        Outcome::Mate(mate) => {
            Phrase::of(&format!("Mate in {}.", mate.counted), &format!("{}手詰です。", mate.counted))
        }
        Outcome::Proved(plies) => {
            Phrase::of(&format!("There is a mate in at most {plies}."), &format!("{plies}手以内の詰みがあります。"))
        }
        Outcome::NoMate => Phrase::of("There is no mate by checks.", "詰みはありません。"),
        Outcome::Unknown => Phrase::of("No mate was found in ten seconds.", "10秒では詰みが見つかりませんでした。"),
    };
    let line = if let Outcome::Mate(mate) = outcome { mate.line.clone() } else { Vec::new() };
    Finding { said, line, tree: None }
}

fn parry(position: &AnyPosition, found: &Parry) -> Finding {
    let said = match found {
        Parry::InCheck => Phrase::of(
            "The side to move is in check: ask whether there is a mate before it.",
            "手番の玉に王手がかかっています。一手前で詰みを調べてください。",
        ),
        Parry::NoThreat => Phrase::of("No mate is threatened.", "詰めろではありません。"),
        Parry::Parried(m) => Phrase::written(|language| {
            let text = Notation::of(position.variant(), language, None, false).text(position, None, *m);
            match language {
                Language::En => format!("Yes: {text} parries the threat of mate."),
                Language::Ja => format!("詰めろですが、{text}で受かります。"),
            }
        }),
        Parry::Hisshi => Phrase::of("No, it is hisshi: every defence is mated.", "必至です。どう受けても詰みます。"),
        Parry::Open => Phrase::of("Not found out in ten seconds.", "10秒では分かりませんでした。"),
    };
    let line = if let Parry::Parried(m) = found { vec![*m] } else { Vec::new() };
    Finding { said, line, tree: None }
}
