//! Short lessons of a game: how its pieces move, capture, come back and promote, and how a game is won.

mod course;

pub use course::{lesson, topics};

use super::asking::{Answer, Ask, End, Pointed, Tone};
use super::phrase::Phrase;
use crate::analysis::kind_name;
use crate::any::{AnyMove, AnyPosition};
use crate::game::{Cell, Departure, Reason};
use crate::guide::cards::Cards;
use crate::jobs::notation::Notation;
use crate::table::advice::piece_text;
use crate::variants::Variant;
use crate::words::Language;

/// Number of lessons of a game.
pub const LESSONS: usize = 5;

/// The subject of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    Moves,
    Captures,
    /// Drops, in a game that has them.
    Drops,
    /// The double moves of a lion, in a game without drops.
    Lions,
    /// Check, in a game with neither.
    Checks,
    Promotions,
    Wins,
}

impl Topic {
    pub const fn title(self, language: Language) -> &'static str {
        let (english, japanese) = match self {
            Self::Moves => ("How the pieces move", "駒の動き"),
            Self::Captures => ("Capturing", "駒を取る"),
            Self::Drops => ("Dropping pieces", "駒を打つ"),
            Self::Lions => ("The two steps of a lion", "獅子の二手動き"),
            Self::Checks => ("Giving check", "王手をかける"),
            Self::Promotions => ("Promoting", "駒が成る"),
            Self::Wins => ("Winning in one move", "一手で勝つ"),
        };
        language.choose(english, japanese)
    }
}

/// The aim of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The piece comes to a square, the other side passing.
    Reach {
        kind: usize,
        at: Cell,
        target: Cell,
    },
    /// One move captures on all these squares; `stays` if the piece is to be where it was.
    Capture {
        targets: Vec<Cell>,
        stays: bool,
    },
    Drop {
        kind: usize,
        target: Cell,
    },
    Check,
    Promote {
        kind: usize,
    },
    /// The side to move wins; the square of the king to be mated is marked once a try has failed.
    Win {
        king: Option<Cell>,
    },
}

/// A step of a lesson.
#[derive(Clone)]
pub struct Step {
    pub topic: Topic,
    pub position: AnyPosition,
    pub goal: Goal,
}

impl Step {
    fn variant(&self) -> Variant {
        self.position.variant()
    }

    /// The squares to mark on the board.
    pub fn targets(&self) -> &[Cell] {
        match &self.goal {
            Goal::Reach { target, .. } | Goal::Drop { target, .. } => std::slice::from_ref(target),
            Goal::Capture { targets, .. } => targets,
            Goal::Win { king } => king.as_slice(),
            Goal::Check | Goal::Promote { .. } => &[],
        }
    }

    /// The task in words.
    pub fn told(&self, language: Language) -> String {
        let name = |kind| kind_name(self.variant(), language, kind);
        match (&self.goal, language) {
            (&Goal::Reach { kind, .. }, Language::En) => format!("move the {} to the marked square", name(kind)),
            (&Goal::Reach { kind, .. }, Language::Ja) => {
                format!("{}を印のマスまで動かしてください", name(kind))
            }
            (Goal::Capture { stays: true, .. }, _) => language
                .choose(
                    "capture the marked piece without leaving the square",
                    "その場を動かずに、印の駒を取ってください（居食い）",
                )
                .to_owned(),
            (Goal::Capture { targets, .. }, _) if targets.len() > 1 => language
                .choose("capture both marked pieces in one move", "一手で印の駒を両方とも取ってください")
                .to_owned(),
            (Goal::Capture { .. }, _) => {
                language.choose("capture the marked piece", "印の駒を取ってください").to_owned()
            }
            (&Goal::Drop { kind, .. }, Language::En) => {
                format!("drop the {} from your hand on the marked square", name(kind))
            }
            (&Goal::Drop { kind, .. }, Language::Ja) => format!("持ち駒の{}を印のマスに打ってください", name(kind)),
            (Goal::Check, _) => language.choose("give check", "王手をかけてください").to_owned(),
            (&Goal::Promote { kind }, Language::En) => format!("promote the {}", name(kind)),
            (&Goal::Promote { kind }, Language::Ja) => format!("{}を成ってください", name(kind)),
            (Goal::Win { .. }, _) if self.mated().is_some() => {
                language.choose("mate in one move", "一手で詰ませてください").to_owned()
            }
            (Goal::Win { .. }, _) => language.choose("win with one move", "一手で勝ってください").to_owned(),
        }
    }

    /// The moves of the piece in a sentence, where the lesson is about them.
    pub fn moves(&self, language: Language) -> Option<String> {
        let &Goal::Reach { at, .. } = &self.goal else { return None };
        let kind = self.position.figure(at)?.kind;
        Cards { game: self.variant(), language, letters: false }.moves(kind)
    }

    /// The square of the king that the win leaves mated; none if it wins otherwise.
    fn mated(&self) -> Option<Cell> {
        let behind = self.behind(*self.solution().first()?);
        behind.checked().filter(|_| behind.verdict().is_some_and(|verdict| verdict.reason == Reason::NoMoves))
    }

    fn behind(&self, m: AnyMove) -> AnyPosition {
        let mut behind = self.position.clone();
        behind.make(m);
        behind
    }

    /// True if a legal move does what is asked.
    pub fn is_met(&self, m: AnyMove) -> bool {
        let position = &self.position;
        let way = self.variant().way(m);
        let behind = self.behind(m);
        match &self.goal {
            Goal::Reach { at, target, .. } => way.from == Departure::Board(*at) && way.to == *target,
            Goal::Capture { targets, stays } => {
                let takes = |cell: &Cell| way.via == Some(*cell) || way.to == *cell;
                targets.iter().all(takes) && (way.from == Departure::Board(way.to)) == *stays
            }
            Goal::Drop { target, .. } => matches!(way.from, Departure::Hand(_)) && way.to == *target,
            Goal::Check => position.gives_check(m),
            Goal::Promote { kind } => {
                let Departure::Board(from) = way.from else { return false };
                let kind_at = |position: &AnyPosition, cell| position.figure(cell).map(|figure| figure.kind);
                kind_at(position, from) == Some(*kind) && kind_at(&behind, way.to) == self.variant().promotion(*kind)
            }
            Goal::Win { .. } => behind.verdict().is_some_and(|verdict| verdict.winner == Some(position.side_to_move())),
        }
    }

    /// The step behind a move of its piece that the other side answers by a pass; none if it cannot pass.
    pub fn after(&self, m: AnyMove) -> Option<Self> {
        let &Goal::Reach { kind, at, target } = &self.goal else { return None };
        let way = self.variant().way(m);
        let behind = self.behind(m);
        if way.from != Departure::Board(at) || behind.verdict().is_some() {
            return None;
        }
        let position = behind.passed()?.without_history();
        Some(Self { topic: self.topic, position, goal: Goal::Reach { kind, at: way.to, target } })
    }

    /// The fewest moves that do what is asked, at most two; empty if there are none.
    pub fn solution(&self) -> Vec<AnyMove> {
        let moves = self.position.legal_moves();
        if let Some(&m) = moves.iter().find(|&&m| self.is_met(m)) {
            return vec![m];
        }
        let second = |step: &Self| step.position.legal_moves().into_iter().find(|&m| step.is_met(m));
        let both = moves.iter().find_map(|&m| Some(vec![m, second(&self.after(m)?)?]));
        both.unwrap_or_default()
    }

    /// Answers a person.
    pub fn answer(&mut self, ask: Ask) -> Answer {
        let solution = self.solution();
        let Some(&first) = solution.first() else {
            let lost =
                Phrase::of("The piece cannot get there any more. Try again.", "もう届きません。もう一度どうぞ。");
            return Answer::words(lost, Tone::Wrong);
        };
        match ask {
            Ask::Pose => Answer::words(Phrase::written(|language| self.told(language)), Tone::Plain),
            Ask::Try(m) => self.tried(m),
            Ask::Hint { again } => {
                let position = &self.position;
                let text = |language| Notation::of(self.variant(), language, None, false).text(position, None, first);
                let said = Phrase::written(
                    |language| {
                        if again { text(language) } else { piece_text(language, position, first) }
                    },
                );
                let pointed = Some(Pointed { m: first, is_move: again });
                Answer { pointed, ..Answer::words(said, Tone::Plain) }
            }
            Ask::Solution => {
                let text = |language, position: &AnyPosition, m| {
                    Notation::of(self.variant(), language, None, false).text(position, None, m)
                };
                let behind = self.after(first);
                let said = Phrase::written(|language| {
                    let second = solution.get(1).zip(behind.as_ref());
                    let second = second.map(|(&m, step)| text(language, &step.position, m));
                    [Some(text(language, &self.position, first)), second]
                        .into_iter()
                        .flatten()
                        .collect::<Vec<_>>()
                        .join(" … ")
                });
                Answer { shown: vec![first], at: 1, end: Some(End::Shown), ..Answer::words(said, Tone::Plain) }
            }
        }
    }

    fn tried(&mut self, m: AnyMove) -> Answer {
        let position = &self.position;
        let text = |language| Notation::of(self.variant(), language, None, false).text(position, None, m);
        let shown = vec![m];
        if self.is_met(m) {
            let said =
                Phrase::written(|language| format!("{}: {}", text(language), language.choose("good.", "正解です。")));
            return Answer { shown, at: 1, end: Some(End::Solved), ..Answer::words(said, Tone::Good) };
        }
        if let Some(step) = self.after(m).filter(|step| !step.solution().is_empty()) {
            let said = Phrase::written(|language| {
                format!("{}: {}", text(language), language.choose("go on.", "その調子です。"))
            });
            *self = step;
            return Answer::words(said, Tone::Plain);
        }
        if let Some(king) = self.mated() {
            return self.no_mate(m, king);
        }
        let said = Phrase::written(|language| {
            format!(
                "{}: {}",
                text(language),
                language.choose("that is not it. Try again.", "違います。もう一度どうぞ。")
            )
        });
        Answer { shown, at: 1, ..Answer::words(said, Tone::Wrong) }
    }

    /// The answer to a move that does not mate: it marks the king, and shows a defence against a check.
    fn no_mate(&mut self, m: AnyMove, king: Cell) -> Answer {
        let defence = self.behind(m).legal_moves().first().copied().filter(|_| self.position.gives_check(m));
        let shown: Vec<AnyMove> = [m].into_iter().chain(defence).collect();
        let said = Phrase::written(|language| {
            let line = Notation::of(self.variant(), language, None, false).moves(&self.position, None, &shown);
            let reason = match defence {
                Some(_) => language.choose("the check is parried", "王手は受けられます"),
                None => language.choose("that is no check", "王手になっていません"),
            };
            let aim = language.choose("Mate the marked king.", "印の玉を詰ませてください。");
            match language {
                Language::En => format!("{line}: {reason}. {aim}"),
                Language::Ja => format!("{line}：{reason}。{aim}"),
            }
        });
        self.goal = Goal::Win { king: Some(king) };
        Answer { at: shown.len(), shown, ..Answer::words(said, Tone::Wrong) }
    }
}
