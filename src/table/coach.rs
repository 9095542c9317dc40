//! Teaching at the table: a comment on each move of the person, and a review of the game.

use super::person::{Next, answer, say};
use super::talk;
use super::teacher::Teacher;
use super::turns::Table;
use crate::any::AnyMove;
use crate::jobs::command::Trouble;
use crate::words::Language;
use std::path::Path;
use std::sync::atomic::Ordering;

impl Table {
    fn teacher(&mut self) -> Result<&mut Teacher, Trouble> {
        let (threads, language, notation) = (self.setting.threads, self.language(), self.person.notation);
        let rules = self.game.start().variant();
        let grade = self.setting.grade();
        self.teacher = self.teacher.take().filter(|teacher| teacher.grade() == grade);
        match &mut self.teacher {
            Some(teacher) => Ok(teacher),
            none => Ok(none.insert(Teacher::new(rules, grade, threads, language, notation)?)),
        }
    }

    /// Comments on the person's last move once the board is drawn, and reviews the game after its end.
    pub(super) fn teach(&mut self) -> Result<Next, Trouble> {
        if self.judge_last()? == Next::Leave {
            return Ok(Next::Leave);
        }
        let moves: Vec<AnyMove> = self.game.moves().map(|(m, _)| m).collect();
        let is_over = self.setting.coach && self.game.end().is_some() && !moves.is_empty();
        let start = self.game.start().clone();
        if is_over && !self.teacher()?.has_studied(&start, &moves) {
            self.review()?;
        }
        Ok(Next::GoOn)
    }

    /// Judges the person's last move. If the program moves next, the judgement stands below the next board, which might
    /// otherwise cover it.
    fn judge_last(&mut self) -> Result<Next, Trouble> {
        let Some(own) = self.unjudged.take().filter(|own| own.number == self.game.plies()) else {
            return Ok(Next::GoOn);
        };
        let stop = self.stop.clone();
        let Some(judged) = self.teacher()?.judge(&own, &stop) else { return self.interrupted() };
        if judged.is_empty() {
            return Ok(Next::GoOn);
        }
        let played = self.person.notation.text(&own.position, own.previous, own.m);
        let line = format!("{:>3} {played}: {judged}", own.number);
        if self.is_programs_turn() {
            self.news.push(line);
        } else {
            say(line)?;
        }
        Ok(Next::GoOn)
    }

    /// Says how well both sides have played so far, and where the game turned.
    pub(super) fn review(&mut self) -> Result<Next, Trouble> {
        if self.game.plies() == 0 {
            return answer(self.language().choose("There are no moves yet.", "まだ指し手がありません。"));
        }
        self.let_board_go();
        let (record, stop) = (self.game.record(), self.stop.clone());
        let mut lines = self.teacher()?.summary(&record, &stop);
        self.stop.store(false, Ordering::Relaxed);
        if self.setting.coach {
            lines.push(searched_anew(self.language()).to_owned());
        }
        answer(lines.join("\n"))
    }

    /// Writes the analysis of the game so far as a page.
    pub(super) fn write_page(&mut self, path: &Path) -> Result<Next, Trouble> {
        let is_page = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("html") || e.eq_ignore_ascii_case("htm"));
        if !is_page {
            return answer(
                self.language().choose("A page has a name that ends in .html.", "ページの名前は .html で終わります。"),
            );
        }
        let replaces = self.person.replaces(path);
        let (record, stop, letters) = (self.game.record(), self.stop.clone(), self.person.look.letters);
        let written = self.teacher()?.write_page(path, replaces, &record, letters, &stop);
        self.stop.store(false, Ordering::Relaxed);
        answer(talk::written(self.language(), path, written))
    }

    pub(super) fn switch_coach(&mut self) -> Result<Next, Trouble> {
        self.setting.coach ^= true;
        answer(match (self.setting.coach, self.language()) {
            (true, Language::En) => "Your moves are judged from now on.",
            (true, Language::Ja) => "これから一手ごとに講評します。",
            (false, Language::En) => "Your moves are judged no more.",
            (false, Language::Ja) => "講評をやめます。",
        })
    }
}

/// The reason why a review has other figures than the comments during the game.
const fn searched_anew(language: Language) -> &'static str {
    language.choose(
        "The review searches the game anew, so its figures can differ from the comments during the game.",
        "検討では全局を読み直すため、対局中の講評と数字が違うことがあります。",
    )
}
