//! An exercise that is asked, and the worth of a try at it.

use super::thinker::{Thinker, Thought};
use crate::analysis::{Curve, Fault, Judgement, Proof, Reason, Voice};
use crate::any::{AnyMove, AnyPosition};
use crate::game::{Score, score};
use crate::jobs::notation::Notation;
use crate::study::analyse::Exercise;
use crate::words::Language;
use std::sync::atomic::AtomicBool;

/// An exercise with what the program has found out about it.
#[derive(Clone)]
pub struct Question {
    pub exercise: Exercise,
    /// The program's verdict on the position, once it is needed.
    verdict: Option<Thought<AnyMove>>,
}

impl Question {
    pub const fn new(exercise: Exercise) -> Self {
        Self { exercise, verdict: None }
    }

    pub const fn position(&self) -> &AnyPosition {
        &self.exercise.position
    }

    /// The task in words.
    pub fn task(&self, language: Language, notation: Notation) -> String {
        let text = self.exercise.played.map(|m| notation.text(self.position(), None, m));
        match (text, language) {
            (Some(text), Language::En) => format!("find a better move than {text}"),
            (Some(text), Language::Ja) => format!("{text}より良い手を探してください"),
            (None, language) => language.choose("find the best move", "最善手を探してください").to_owned(),
        }
    }

    /// The better line: that of the analysis, else the program's.
    fn line(&self) -> &[AnyMove] {
        match &self.verdict {
            Some(verdict) if self.exercise.line.is_empty() => &verdict.line,
            _ => &self.exercise.line,
        }
    }

    /// Has the program judge the position, unless it has; none if `stop` was raised.
    fn judge(&mut self, thinker: &mut Thinker, stop: &AtomicBool) -> Option<()> {
        if self.verdict.is_none() {
            self.verdict = thinker.advice(&self.exercise.position, stop);
        }
        self.verdict.as_ref().map(|_| ())
    }

    /// The better line, for which the program thinks if the analysis has found none; none if `stop` was raised.
    pub fn better(&mut self, thinker: &mut Thinker, stop: &AtomicBool) -> Option<Vec<AnyMove>> {
        if self.exercise.line.is_empty() {
            self.judge(thinker, stop)?;
        }
        Some(self.line().to_vec())
    }

    /// The reason of the better move, if it is about a mate.
    pub fn reason(&self, m: AnyMove, thinker: &mut Thinker, stop: &AtomicBool) -> Option<Reason> {
        let mate = self.verdict.as_ref().and_then(Thought::mate);
        thinker.reason(self.position(), m, mate, stop)
    }

    /// Judges a try by the expected result that it loses; none if `stop` was raised.
    pub fn tried(&mut self, m: AnyMove, thinker: &mut Thinker, stop: &AtomicBool) -> Option<Trial> {
        let position = self.exercise.position.clone();
        let cost = self.cost(m, thinker, stop)?.filter(|cost| cost.fault(&position).is_told());
        Some(Trial { position, m, cost })
    }

    /// The cost of a move; nothing for the best one.
    fn cost(&mut self, m: AnyMove, thinker: &mut Thinker, stop: &AtomicBool) -> Option<Option<Cost>> {
        if self.exercise.line.first() == Some(&m) {
            return Some(None);
        }
        self.judge(thinker, stop)?;
        let best = self.verdict.as_ref()?;
        if best.best == Some(m) {
            return Some(None);
        }
        let mut behind = self.exercise.position.clone();
        behind.make(m);
        let answered = thinker.advice(&behind, stop)?;
        let was_threatened = thinker.is_threatened(&self.exercise.position, stop);
        Some(Some(Cost::of(m, best, answered, self.line().to_vec(), was_threatened)))
    }
}

/// A try at an exercise.
pub struct Trial {
    position: AnyPosition,
    m: AnyMove,
    /// None for a good one.
    cost: Option<Cost>,
}

/// The verdicts on the positions before and behind a try that is not the best move.
struct Cost {
    m: AnyMove,
    /// Scores for the side that tries.
    before: Score,
    after: Score,
    line: Vec<AnyMove>,
    refutation: Vec<AnyMove>,
    missed: Option<Proof<AnyMove>>,
    allowed: Option<Proof<AnyMove>>,
    was_threatened: bool,
}

impl Cost {
    fn of(
        m: AnyMove,
        best: &Thought<AnyMove>,
        answered: Thought<AnyMove>,
        line: Vec<AnyMove>,
        was_threatened: bool,
    ) -> Self {
        let (before, after) = (best.score, -answered.score);
        let found = |plies, line: &[AnyMove]| Proof { line: line.to_vec(), plies, is_solved: false };
        // The mate itself is for the person to find.
        let missed = best.mate().filter(|_| after < score::MATE_BOUND).map(|plies| found(plies, &[]));
        let allowed = answered.mate().filter(|_| before > -score::MATE_BOUND);
        let allowed = allowed.map(|plies| found(plies, &answered.line));
        Self { m, before, after, line, refutation: answered.line, missed, allowed, was_threatened }
    }

    fn fault(&self, position: &AnyPosition) -> Fault<'_> {
        let curve = Curve::of(position.variant());
        Fault {
            judgement: Judgement::of_loss(curve.expected(self.before) - curve.expected(self.after)),
            is_deep: false,
            played: self.m,
            before: self.before,
            after: self.after,
            line: &self.line,
            refutation: &self.refutation,
            missed: self.missed.as_ref(),
            allowed: self.allowed.as_ref(),
            missed_hisshi: None,
            allowed_hisshi: None,
            was_threatened: self.was_threatened,
            declares: false,
        }
    }
}

impl Trial {
    pub const fn is_good(&self) -> bool {
        self.cost.is_none()
    }

    /// The answer in words, and the moves that show it, the try first; they go on behind it where it is refuted.
    pub fn answer(&self, voice: Voice<'_>) -> (String, Vec<AnyMove>) {
        let (language, m) = (voice.language, self.m);
        let text = (voice.text)(&self.position, None, m);
        let Some(cost) = &self.cost else {
            return (format!("{text}: {}", language.choose("good.", "正解です。")), vec![m]);
        };
        let fault = cost.fault(&self.position);
        let (said, shown) = voice.refuted(&self.position, None, &fault);
        if matches!(fault.judgement, None | Some(Judgement::Inaccuracy)) {
            let told = match language {
                Language::En => format!("{text}: playable, not the best: {said}. Try again."),
                Language::Ja => format!("{text}: 最善ではありません：{said}。もう一度どうぞ。"),
            };
            return (told, vec![m]);
        }
        let answers = if shown.is_empty() { cost.refutation.iter().take(1).copied().collect() } else { shown };
        let told = match language {
            Language::En => format!("{text}: {said}. Try again."),
            Language::Ja => format!("{text}: {said}。もう一度どうぞ。"),
        };
        (told, std::iter::once(m).chain(answers).collect())
    }
}
