//! The program as a teacher: the worth of a move, and the turning points of a game.

use super::talk;
use crate::analysis::{Analysis, Analyst, Curve, Effort, Judgement, Ply, Remark, Settings, Sink, Voice};
use crate::any::AnyModel;
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::GameMove;
use crate::jobs::command::Trouble;
use crate::jobs::files::SaveError;
use crate::jobs::notation::Notation;
use crate::jobs::terminal::Bar;
use crate::record::{Record, Step};
use crate::report::pieces::Looks;
use crate::search::Grade;
use crate::study::analyse::{Exercise, Pages};
use crate::variants::Variant;
use crate::words::{Language, counted};
use std::convert::Infallible;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Size of the transposition table in megabytes.
const TABLE: usize = 32;
/// Search time for a position.
const LOOK: Duration = Duration::from_millis(150);

/// A move of the person, with the position in which it was played.
#[derive(Clone)]
pub struct Own {
    pub position: AnyPosition,
    pub previous: Option<AnyMove>,
    pub m: AnyMove,
    pub number: usize,
}

/// A game by its start and its moves, with its analysis.
struct Studied<M> {
    start: String,
    moves: Vec<M>,
    analysis: Analysis<M>,
}

impl<M: PartialEq> Studied<M> {
    fn is_of(&self, start: &str, moves: &[M]) -> bool {
        self.start == start && self.moves == moves
    }
}

/// Judges moves and games.
pub struct Teacher {
    analyst: Analyst,
    settings: Settings,
    language: Language,
    notation: Notation,
    /// The game analysed last.
    studied: Option<Studied<AnyMove>>,
}

impl Teacher {
    /// A teacher of players of a grade, or one who judges by all that the searches see.
    pub fn new(
        rules: Variant,
        grade: Option<Grade>,
        threads: usize,
        language: Language,
        notation: Notation,
    ) -> Result<Self, Trouble> {
        Self::with_effort(rules, Effort::Time(LOOK), grade, threads, language, notation)
    }

    fn with_effort(
        rules: Variant,
        effort: Effort,
        grade: Option<Grade>,
        threads: usize,
        language: Language,
        notation: Notation,
    ) -> Result<Self, Trouble> {
        // An only move shows only beside a second line.
        let settings = Settings { effort, threads, lines: 2, curve: Curve::of(rules), grade, has_variations: false };
        let analyst = Analyst::new(&AnyModel::internal(rules)?, TABLE, settings)?;
        Ok(Self { analyst, settings, language, notation, studied: None })
    }

    /// The grade of the players whom it teaches.
    pub const fn grade(&self) -> Option<Grade> {
        self.settings.grade
    }

    /// Remark on a move in one line, empty if the move neither is the best nor costs anything; none if `stop` was
    /// raised.
    pub fn judge(&mut self, own: &Own, stop: &AtomicBool) -> Option<String> {
        let ply = self.analyst.judge_move(&own.position, own.previous, own.m, stop)?;
        Some(self.remark(&own.position, &ply))
    }

    fn remark(&self, position: &AnyPosition, ply: &Ply<AnyMove>) -> String {
        let text = |position: &AnyPosition, last, m| self.notation.text(position, last, m);
        let voice = Voice { language: self.language, text: &text };
        let remarks = ply.remarks();
        let told = remarks.iter().filter(|remark| !matches!(remark, Remark::Named(_) | Remark::Threat));
        let texts: Vec<String> = told.map(|remark| voice.remark(position, ply, remark)).collect();
        texts.join(self.language.choose("; ", "、"))
    }

    /// True if the game analysed last, to its end or not, had this start and these moves.
    pub fn has_studied(&self, start: &AnyPosition, moves: &[AnyMove]) -> bool {
        self.studied.as_ref().is_some_and(|studied| studied.is_of(&start.sfen(), moves))
    }

    /// Analyses a whole game, unless it was the last one analysed. If `stop` is raised, what is known then is kept.
    pub fn study(&mut self, record: &Record, stop: &AtomicBool) -> &Analysis<AnyMove> {
        let (start, moves) = (record.start().sfen(), moves_of(record));
        let known = self.studied.take().filter(|known| known.is_of(&start, &moves) && known.analysis.is_complete());
        let analysis = known.map_or_else(|| self.analyse(record, moves.len(), stop), |known| known.analysis);
        &self.studied.insert(Studied { start, moves, analysis }).analysis
    }

    fn analyse(&mut self, record: &Record, plies: usize, stop: &AtomicBool) -> Analysis<AnyMove> {
        let template =
            self.language.choose("{bar:20} {pos}/{len} moves, {eta} to go", "{bar:20} {pos}/{len}手 残り{eta}");
        let mut progress = Progress(Bar::new(plies as u64, template));
        let Ok(analysis) = self.analyst.analyse(record, stop, &mut progress);
        progress.0.finish_and_clear();
        analysis
    }

    /// The positions before the mistakes of sides in a game, as exercises. `[color]`
    pub fn mistakes(&mut self, name: &str, record: &Record, sides: [bool; 2], stop: &AtomicBool) -> Vec<Exercise> {
        let mut position = record.start().clone();
        let mut mistakes = Vec::new();
        for ply in &self.study(record, stop).plies {
            if sides[ply.side.index()] {
                mistakes.extend(Exercise::of_mistake(name, &position, ply));
            }
            position.make(ply.played);
        }
        mistakes
    }

    /// The figures of both sides, and the moves that turned the game.
    pub fn summary(&mut self, record: &Record, stop: &AtomicBool) -> Vec<String> {
        let (language, notation) = (self.language, self.notation);
        self.study(record, stop);
        let Some(Studied { moves, analysis, .. }) = &self.studied else { return Vec::new() };
        let mut lines: Vec<String> = Color::ALL.into_iter().map(|side| figures(language, side, analysis)).collect();
        if !analysis.is_complete() {
            let known = analysis.plies.len();
            lines.push(match language {
                Language::En => format!("The review was stopped after {}.", counted(known as u64, "move")),
                Language::Ja => format!("{known}手までで止めました。"),
            });
        }
        let points = analysis.turning_points();
        if points.is_empty() {
            lines.push(language.choose("No move has turned the game.", "勝負を決めた悪手はありません。").to_owned());
        } else {
            lines.push(language.choose("Turning points:", "勝負所:").to_owned());
        }
        for ply in points {
            let mut position = record.start().clone();
            moves.iter().take(ply.number - 1).for_each(|&m| position.make(m));
            let played = notation.text(&position, ply.previous, ply.played);
            let loss = (100.0 * ply.loss()).round();
            lines.push(format!("{:>4} {played} (-{loss} %) {}", ply.number, self.remark(&position, ply)));
        }
        lines
    }

    /// Writes the analysis of a game as a page for a browser.
    ///
    /// # Errors
    /// If there is such a file, or it cannot be written.
    pub fn write_page(
        &mut self,
        path: &Path,
        replaces: bool,
        record: &Record,
        letters: bool,
        stop: &AtomicBool,
    ) -> Result<(), SaveError> {
        let pages = Pages {
            path: path.to_owned(),
            overwrite: replaces,
            language: self.language,
            looks: Looks::new(record.start().variant(), self.language, letters, None),
            notation: self.notation,
            settings: self.settings,
            network: None,
        };
        pages.check()?;
        pages.write(path, record, self.study(record, stop))
    }
}

fn moves_of(record: &Record) -> Vec<AnyMove> {
    let steps = record.main_line().filter_map(|id| record.node(id).step());
    steps.filter_map(|step| if let Step::Move(m) = step { Some(*m) } else { None }).collect()
}

/// Accuracy of a side, with its errors.
fn figures<M: GameMove>(language: Language, side: Color, analysis: &Analysis<M>) -> String {
    let summary = analysis.side(side);
    let accuracy = summary.accuracy.map_or_else(|| "-".to_owned(), |accuracy| format!("{accuracy:.0} %"));
    let counts = Judgement::ALL.into_iter().zip(summary.judged);
    let name = talk::side(language, side);
    match language {
        Language::En => {
            let errors = counts.map(|(judgement, count)| counted(count as u64, judgement.name()).to_string());
            format!("{name}: accuracy {accuracy}, {}", errors.collect::<Vec<_>>().join(", "))
        }
        Language::Ja => {
            let errors = counts.map(|(judgement, count)| format!("{}{count}", judgement.japanese()));
            format!("{name}: 正確さ {accuracy}、{}", errors.collect::<Vec<_>>().join("、"))
        }
    }
}

/// Advances a bar with the analysis.
struct Progress(Bar);

impl Sink for Progress {
    type Error = Infallible;

    fn ply(&mut self, _: &AnyPosition, _: &Ply<AnyMove>) -> Result<(), Infallible> {
        self.0.inc(1);
        Ok(())
    }

    fn variation(&mut self, _: usize, _: usize) -> Result<(), Infallible> {
        Ok(())
    }

    fn end(&mut self, _: &Analysis<AnyMove>) -> Result<(), Infallible> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::SfenMode;
    use crate::record::usi;

    fn teacher(language: Language) -> Teacher {
        Teacher::with_effort(
            Variant::Shogi,
            Effort::Nodes(20_000),
            None,
            1,
            language,
            Notation::of(Variant::Shogi, language, None, false),
        )
        .unwrap()
    }

    fn judged(language: Language, line: &str) -> String {
        let record = usi::read(Variant::Shogi, line).unwrap().pop().unwrap().record;
        let mut moves = moves_of(&record);
        let m = moves.pop().unwrap();
        let mut position = record.start().clone();
        moves.iter().for_each(|&m| position.make(m));
        let own = Own { position, previous: moves.last().copied(), m, number: moves.len() + 1 };
        teacher(language).judge(&own, &AtomicBool::new(false)).unwrap()
    }

    /// Black takes a guarded pawn with the rook.
    const ROOK_LOST: &str = "startpos moves 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2c+";

    /// White has given a lance.
    const LANCE_GIVEN: &str = "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";

    #[test]
    fn errors_are_named_with_their_refutation_and_what_was_better() {
        let told = judged(Language::En, ROOK_LOST);
        assert!(told.starts_with("blunder: loses the rook for a pawn (Gx2c); better R-2"), "{told}");
        let told = judged(Language::Ja, ROOK_LOST);
        assert!(told.starts_with("悪手：歩と引き換えに飛を失う（△同　金）、最善は▲２"), "{told}");
        let mate = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves ";
        assert_eq!(judged(Language::En, &format!("{mate}G*5b")), "only move; gold at the king's head");
        let missed = judged(Language::En, &format!("{mate}5i5h"));
        assert!(missed.contains("lets mate in 1 go (G*5b, gold at the king's head)"), "{missed}");
        assert_eq!(judged(Language::En, "startpos moves 9g9f"), "");
    }

    #[test]
    fn a_raised_flag_ends_a_judgement() {
        let position = Variant::Shogi.start();
        let m = position.parse_move("7g7f").unwrap();
        let own = Own { position, previous: None, m, number: 1 };
        assert_eq!(teacher(Language::En).judge(&own, &AtomicBool::new(true)), None);
    }

    #[test]
    fn a_game_is_reviewed_and_remembered() {
        let record = usi::read(Variant::Shogi, &format!("{ROOK_LOST} 3b2c 7g7f")).unwrap().pop().unwrap().record;
        let mut teacher = teacher(Language::En);
        let stop = AtomicBool::new(false);
        let lines = teacher.summary(&record, &stop);
        assert!(lines[0].starts_with("Black: accuracy ") && lines[0].ends_with("1 blunder"), "{lines:?}");
        assert_eq!(lines[2], "Turning points:");
        assert!(lines[3].starts_with("  11 Rx2c+ (-") && lines[3].contains("blunder: loses the rook"), "{lines:?}");
        let moves = moves_of(&record);
        assert!(teacher.has_studied(record.start(), &moves));
        let elsewhere = Variant::Shogi.read_sfen(LANCE_GIVEN, SfenMode::Strict).unwrap();
        assert!(!teacher.has_studied(&elsewhere, &moves), "the same moves from another start are another game");
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(teacher.summary(&record, &stop), lines, "the analysis is not made twice");
        let other = usi::read(Variant::Shogi, "startpos moves 7g7f").unwrap().pop().unwrap().record;
        let lines = teacher.summary(&other, &stop);
        assert_eq!(lines[2], "The review was stopped after 0 moves.", "{lines:?}");
    }
}
