//! Questions before a game whose players the arguments leave open.

use super::console::{Console, Typed};
use super::grades::{self, read_level};
use super::person::say;
use super::talk;
use crate::jobs::command::Trouble;
use crate::record::typed::narrow;
use crate::search::{Grade, SearchOptions, nearest_level};
use crate::variants::Variant;
use crate::words::Language;

/// Level of the program unless another one is asked for.
pub const LEVEL: i32 = 4;

/// The agreed players, level and handicap.
pub struct Asked {
    pub level: i32,
    /// `[color]`
    pub people: [bool; 2],
    /// Name of the agreed handicap.
    pub handicap: Option<&'static str>,
}

/// Draws lots for the sides, as five thrown pawns do at a board.
pub fn by_lot() -> [bool; 2] {
    let begins = rand::random();
    [begins, !begins]
}

/// Asks the questions on a console.
pub struct Questions<'a> {
    console: &'a mut dyn Console,
    language: Language,
}

impl<'a> Questions<'a> {
    pub const fn new(console: &'a mut dyn Console, language: Language) -> Self {
        Self { console, language }
    }

    /// Asks everything; none if the person leaves. The level nearest to the person's grade is the one offered, and a
    /// stronger one comes with a handicap unless the game `has_start`, a start set by the arguments.
    pub fn asked(mut self, rules: Variant, has_start: bool) -> Result<Option<Asked>, Trouble> {
        let Some(grade) = self.grade()? else { return Ok(None) };
        let Some(level) = self.level(grade.map_or(LEVEL, |grade| nearest_level(grade.elo())))? else { return Ok(None) };
        let fair = grade.and_then(|grade| grades::handicap(rules, grade, level)).filter(|_| !has_start);
        if let Some(name) = fair {
            let Some(is_taken) = self.handicap(rules, name)? else { return Ok(None) };
            if is_taken {
                // White gives the handicap, so the person is Black.
                return Ok(Some(Asked { level, people: [true, false], handicap: fair }));
            }
        }
        Ok(self.side()?.map(|people| Asked { level, people, handicap: None }))
    }

    /// Asks until `read` understands the answer, in lower case and narrow characters; none if the person leaves. Each
    /// answer that means nothing is met with the advice.
    fn ask<T>(&mut self, question: &str, advice: &str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, Trouble> {
        loop {
            let Typed::Line(line) = self.console.ask(question, &[]) else { return Ok(None) };
            let text: String = line.trim().chars().map(narrow).flat_map(char::to_lowercase).collect();
            match read(&text) {
                Some(answer) => return Ok(Some(answer)),
                None => say(advice)?,
            }
        }
    }

    fn grade(&mut self) -> Result<Option<Option<Grade>>, Trouble> {
        self.ask(
            self.language.choose("Your grade, such as 9k or 1d [unknown]: ", "あなたの段級位 9級、初段など [不明]: "),
            self.language.choose(
                "Grades are such as 9k and 1d; Enter leaves yours open.",
                "段級位は9級、初段などです。分からなければEnterを押してください。",
            ),
            |text| if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) },
        )
    }

    fn level(&mut self, offered: i32) -> Result<Option<i32>, Trouble> {
        let (least, most) = (SearchOptions::WEAKEST, SearchOptions::FULL_SKILL);
        let question = match self.language {
            Language::En => format!("Level, {least} (easiest) to {most}, or a grade [{offered}]: "),
            Language::Ja => format!("強さ {least}（一番やさしい）〜{most}、または段級位 [{offered}]: "),
        };
        let read = |text: &str| if text.is_empty() { Some(offered) } else { read_level(text).ok() };
        self.ask(&question, &talk::levels(self.language), read)
    }

    /// True if the person accepts a handicap; none if they leave.
    fn handicap(&mut self, game: Variant, name: &str) -> Result<Option<bool>, Trouble> {
        let known = game.handicaps().iter().find(|handicap| handicap.name == name);
        let japanese = known.map_or(name, |handicap| handicap.japanese);
        let question = match self.language {
            Language::En => format!("Handicap {name}? [Y/n] "),
            Language::Ja => {
                format!("{japanese}で指しますか [Y/n] ")
            }
        };
        let advice = self.language.choose("Yes or no?", "「はい」か「いいえ」でどうぞ。");
        self.ask(&question, advice, |text| match text {
            "" | "y" | "yes" | "はい" => Some(true),
            "n" | "no" | "いいえ" => Some(false),
            _ => None,
        })
    }

    /// The sides that the person plays; none if they leave. `[color]`
    fn side(&mut self) -> Result<Option<[bool; 2]>, Trouble> {
        self.ask(
            self.language.choose("Black, white or by lot? [lot]: ", "先手か後手か [振り駒]: "),
            self.language.choose("Black, white, or lot?", "「先手」「後手」「振り駒」のどれかでどうぞ。"),
            |text| match text {
                "b" | "black" | "先手" => Some([true, false]),
                "w" | "white" | "後手" => Some([false, true]),
                "" | "l" | "lot" | "by lot" | "振り駒" => Some(by_lot()),
                _ => None,
            },
        )
    }
}
