//! The engine behind the board: one thread that does the most urgent work.

use super::desk::{Advice, Desk, Task};
use super::drill::{Task as DrillTask, Work};
use super::exercises;
use super::phrase::Phrase;
use super::solving;
use super::study::{Analysed, Verdict};
use crate::analysis::{Advance, Analyst, Course, Curve, Effort, Settings};
use crate::any::{AnyModel, AnyPosition};
use crate::jobs::command::Trouble;
use crate::record::Record;
use crate::search::Grade;
use crate::table::attempt::Prover;
use crate::table::teacher::Own;
use crate::table::thinker::Thinker;
use crate::variants::Variant;
use std::sync::Arc;
use std::time::Duration;

/// Time of the first slice of a live analysis; each further one takes twice as long.
const FIRST_SLICE: Duration = Duration::from_millis(120);
/// Time for a position of a game that is analysed.
const LOOK: Duration = Duration::from_millis(200);
/// Size of the transposition table of an analysis, in megabytes.
const TABLE: usize = 32;

/// Works until the board is closed.
pub fn work(desk: &Desk, threads: usize, network: Option<Network>) {
    let mut mind = Mind { network, ..Mind::new(desk, threads) };
    while let Some((turn, task)) = desk.next_task() {
        mind.work(turn, task);
    }
}

/// The evaluation of one game, in place of its own.
pub struct Network {
    /// The name of its file.
    pub name: String,
    pub model: AnyModel,
}

/// The engines that do the work.
pub struct Mind<'a> {
    desk: &'a Desk,
    threads: usize,
    network: Option<Network>,
    /// The engine of the game played last.
    thinker: Option<(Variant, Thinker)>,
    /// The coach of a game for a grade.
    coach: Option<((Variant, Option<Grade>), Analyst)>,
    /// The solver of problems.
    prover: Option<(Variant, Prover)>,
    /// The analysis under way, by the number of its study.
    course: Option<(u64, Course)>,
}

impl<'a> Mind<'a> {
    pub const fn new(desk: &'a Desk, threads: usize) -> Self {
        Self { desk, threads, network: None, thinker: None, coach: None, prover: None, course: None }
    }

    /// Does a piece of work, and says where it cannot.
    pub fn work(&mut self, turn: u64, task: Task) {
        let shown = self.desk.state().study.as_ref().map(|study| study.number);
        self.course.take_if(|(study, _)| Some(*study) != shown);
        if let Err(trouble) = self.try_work(turn, task) {
            self.desk.tell(Phrase::from(&trouble));
            self.desk.give_up();
        }
    }

    fn try_work(&mut self, turn: u64, task: Task) -> Result<(), Trouble> {
        let (desk, stop) = (self.desk, &*self.desk.stop);
        match task {
            Task::Move { position, level, clock } => {
                let choice = self.thinker(&position)?.choose(&position, level, clock, stop);
                desk.decide(turn, choice);
            }
            Task::Hint(position) => {
                let thinker = self.thinker(&position)?;
                let advice = thinker.advice(&position, stop).map(|thought| {
                    let reason = thought.best.and_then(|best| thinker.reason(&position, best, thought.mate(), stop));
                    Advice { thought, reason }
                });
                desk.advise(turn, advice);
            }
            Task::Live { position, lines, slice } => self.look_on(&position, lines, slice)?,
            Task::Analyse { study, record, goes_on } => self.analyse(study, &record, goes_on)?,
            Task::Judge { own, grade } => self.judge(&own, grade)?,
            Task::Ask { position, question } => {
                let finding = solving::find(&position, question, self.threads, desk.language, stop)?;
                desk.solve(turn, &position.sfen(), finding);
            }
            Task::Offer(position) => {
                let thought = self.thinker(&position)?.advice(&position, stop);
                desk.answer_offer(turn, thought.map(|thought| thought.score));
            }
            Task::Drill(work) => self.help(turn, *work)?,
        }
        Ok(())
    }

    fn thinker(&mut self, position: &AnyPosition) -> Result<&mut Thinker, Trouble> {
        let variant = position.variant();
        let known = self.thinker.take().filter(|(known, _)| *known == variant);
        let thinker = match known {
            Some(known) => known,
            None => (variant, self.evaluated(variant, |model| Thinker::of_model(model, self.threads))?),
        };
        Ok(&mut self.thinker.insert(thinker).1)
    }

    /// The network in place of a game's own.
    fn network_of(&self, variant: Variant) -> Option<&Network> {
        self.network.as_ref().filter(|network| network.model.variant() == variant)
    }

    /// Makes something of the evaluation of a game.
    fn evaluated<T>(&self, variant: Variant, make: impl FnOnce(&AnyModel) -> Result<T, Trouble>) -> Result<T, Trouble> {
        match self.network_of(variant) {
            Some(network) => make(&network.model),
            None => make(&AnyModel::internal(variant)?),
        }
    }

    /// Answers a person at a task.
    fn help(&mut self, turn: u64, Work { mut task, ask }: Work) -> Result<(), Trouble> {
        let desk = self.desk;
        let answer = match &mut task {
            DrillTask::Exercise(question) => {
                let thinker = self.thinker(question.position())?;
                exercises::answer(question, ask, thinker, &desk.stop)
            }
            DrillTask::Problem(posed) => posed.answer(ask, self.prover(posed.start.variant())?),
            DrillTask::Lesson(step) => Some(step.answer(ask)),
        };
        if let Some(answer) = answer {
            desk.answer(turn, task, answer);
        }
        Ok(())
    }

    fn prover(&mut self, variant: Variant) -> Result<&mut Prover, Trouble> {
        let known = self.prover.take().filter(|(known, _)| *known == variant);
        let prover = match known {
            Some(known) => known,
            None => (variant, Prover::new(variant, self.threads, Arc::clone(&self.desk.stop))?),
        };
        Ok(&mut self.prover.insert(prover).1)
    }

    /// A slice of a live analysis. A position without a line needs no other slice.
    fn look_on(&mut self, position: &AnyPosition, lines: usize, slice: u32) -> Result<(), Trouble> {
        let desk = self.desk;
        if position.verdict().is_some() {
            desk.rest();
            return Ok(());
        }
        let thought = self.thinker(position)?.lines(position, lines, FIRST_SLICE * 2u32.pow(slice), &desk.stop);
        desk.report(&position.sfen(), &thought);
        Ok(())
    }

    /// The coach's verdict on a move of a person.
    fn judge(&mut self, own: &Own, grade: Option<Grade>) -> Result<(), Trouble> {
        let variant = own.position.variant();
        let known = self.coach.take().filter(|(of, _)| *of == (variant, grade));
        let coach = match known {
            Some(known) => known,
            None => ((variant, grade), self.analyst(variant, grade)?),
        };
        let (_, analyst) = self.coach.insert(coach);
        if let Some(ply) = analyst.judge_move(&own.position, own.previous, own.m, &self.desk.stop) {
            self.desk.coach(own.number, Verdict::of(&own.position, &ply));
        }
        Ok(())
    }

    fn settings(&self, variant: Variant, grade: Option<Grade>) -> Settings {
        Settings {
            effort: Effort::Time(LOOK),
            threads: self.threads,
            // An only move shows only beside a second line.
            lines: 2,
            curve: Curve::of(variant),
            grade,
            has_variations: false,
        }
    }

    fn analyst(&self, variant: Variant, grade: Option<Grade>) -> Result<Analyst, Trouble> {
        let settings = self.settings(variant, grade);
        self.evaluated(variant, |model| Ok(Analyst::new(model, TABLE, settings)?))
    }

    /// Judges the next move of a record. Acts of people are heard between two moves, also where one thread does all.
    fn analyse(&mut self, study: u64, record: &Record, goes_on: bool) -> Result<(), Trouble> {
        let variant = record.start().variant();
        let known = self.course.take().filter(|(of, _)| *of == study);
        let (_, mut course) = match known {
            Some(known) => known,
            None => (study, Course::new(self.analyst(variant, None)?)),
        };
        let advance = if goes_on { course.advance(record, &self.desk.stop) } else { Advance::End };
        match advance {
            Advance::Ply(position, ply) => self.desk.judge(study, ply.number, Verdict::of(&position, ply)),
            Advance::Stopped => {}
            Advance::End => {
                let network = self.network_of(variant).map(|network| network.name.clone());
                let (record, analysis) = (record.clone(), course.analysis());
                self.desk
                    .conclude(study, Analysed { record, analysis, settings: self.settings(variant, None), network });
                // Whoever has stopped it may want to go on; all is known behind the last move.
                if goes_on {
                    return Ok(());
                }
            }
        }
        self.course = Some((study, course));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::round::Round;
    use crate::words::Language;
    use std::ptr;

    #[test]
    fn a_network_evaluates_its_game_alone() {
        let desk = Desk::new(Round::first(Variant::Shogi, 1, Language::En), None, 1, Language::En);
        let network = Network { name: "own.kmt".to_owned(), model: AnyModel::internal(Variant::Tori).unwrap() };
        let mind = Mind { network: Some(network), ..Mind::new(&desk, 1) };
        let is_given = |model: &AnyModel| ptr::eq(model, &raw const mind.network.as_ref().unwrap().model);
        let uses = |variant| mind.evaluated(variant, |model| Ok((model.variant(), is_given(model)))).unwrap();
        assert_eq!(uses(Variant::Tori), (Variant::Tori, true));
        assert_eq!(uses(Variant::Shogi), (Variant::Shogi, false));
    }
}
