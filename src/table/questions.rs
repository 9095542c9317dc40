//! Questions before a game whose players the arguments leave open.

use super::console::{Console, Typed};
use super::furigoma::Furigoma;
use super::grades::{self, read_level};
use super::person::say;
use super::talk;
use crate::jobs::command::Trouble;
use crate::record::typed::narrow;
use crate::search::{Grade, SearchOptions, level_of};
use crate::variants::Variant;
use crate::words::Language;

/// Level of the program unless another one is asked for.
pub const LEVEL: i32 = 0;

/// The agreed players, level and handicap.
pub struct Asked {
    pub level: i32,
    /// `[color]`
    pub people: [bool; 2],
    /// Name of the agreed handicap.
    pub handicap: Option<&'static str>,
    /// The lots that were drawn for the sides.
    pub lots: Option<Furigoma>,
}

impl Asked {
    /// A level for players on given sides.
    pub const fn of(level: i32, people: [bool; 2]) -> Self {
        Self { level, people, handicap: None, lots: None }
    }

    /// A level for players whose sides are drawn by lot.
    pub fn by_lot(level: i32) -> Self {
        let lots = Furigoma::throw();
        Self { lots: Some(lots), ..Self::of(level, lots.people()) }
    }
}

/// Strength of a person by their own word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strength {
    Graded(Grade),
    Beginner,
    Open,
}

impl Strength {
    /// An answer in lower case and narrow characters.
    fn read(text: &str) -> Option<Self> {
        match text.replace('’', "'").trim_end_matches('.') {
            "" => Some(Self::Open),
            "beginner" | "a beginner" | "new" | "i don't know" | "don't know" | "dont know" | "i dont know" | "?"
            | "初心者" | "初めて" | "はじめて" | "分からない" | "わからない" | "知らない" => {
                Some(Self::Beginner)
            }
            text => text.parse().ok().map(Self::Graded),
        }
    }

    /// The level to begin with.
    fn level(self) -> i32 {
        match self {
            Self::Graded(grade) => level_of(grade),
            Self::Beginner => SearchOptions::WEAKEST,
            Self::Open => LEVEL,
        }
    }
}

/// Words by which a person leaves instead of answering.
const LEAVING: [&str; 3] = ["quit", "exit", "終了"];

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
        let Some(strength) = self.strength()? else { return Ok(None) };
        let Some(level) = self.level(strength.level())? else { return Ok(None) };
        let grade = if let Strength::Graded(grade) = strength { Some(grade) } else { None };
        let fair = grade.and_then(|grade| grades::handicap(rules, grade, level)).filter(|_| !has_start);
        if let Some(name) = fair {
            let Some(is_taken) = self.handicap(rules, name)? else { return Ok(None) };
            if is_taken {
                // White gives the handicap, so the person is Black.
                return Ok(Some(Asked { handicap: fair, ..Asked::of(level, [true, false]) }));
            }
        }
        Ok(self.side()?.map(|people| people.map_or_else(|| Asked::by_lot(level), |people| Asked::of(level, people))))
    }

    /// Asks until `read` understands the answer, in lower case and narrow characters; none if the person leaves. Each
    /// answer that means nothing is met with the advice.
    fn ask<T>(&mut self, question: &str, advice: &str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, Trouble> {
        loop {
            let Typed::Line(line) = self.console.ask(question, &[]) else { return Ok(None) };
            let text: String = line.trim().chars().map(narrow).flat_map(char::to_lowercase).collect();
            if LEAVING.contains(&text.as_str()) {
                return Ok(None);
            }
            match read(&text) {
                Some(answer) => return Ok(Some(answer)),
                None => say(advice)?,
            }
        }
    }

    fn strength(&mut self) -> Result<Option<Strength>, Trouble> {
        self.ask(
            self.language.choose(
                "Your grade, such as 9k or 1d, or beginner [unknown]: ",
                "あなたの棋力（例：9級、初段、初心者。分からなければEnter）: ",
            ),
            self.language.choose(
                "Type a grade like 9k or 1d, beginner, or Enter if you do not know; quit leaves.",
                "9級、初段のように入力してください。初めての方は「初心者」、分からなければEnter、やめるなら「終了」です。",
            ),
            Strength::read,
        )
    }

    fn level(&mut self, offered: i32) -> Result<Option<i32>, Trouble> {
        let (least, most) = (SearchOptions::WEAKEST, SearchOptions::FULL_SKILL);
        let question = match self.language {
            Language::En => format!("Level, {least} (easiest) to {most}, or a grade [{offered}]: "),
            Language::Ja => format!("強さ {least}（一番やさしい）〜{most}、または段級位 [{offered}]: "),
        };
        let read = |text: &str| if text.is_empty() { Some(offered) } else { read_level(text).ok() };
        self.ask(&question, &talk::level_notation(self.language), read)
    }

    /// True if the person accepts a handicap; none if they leave.
    fn handicap(&mut self, game: Variant, name: &str) -> Result<Option<bool>, Trouble> {
        let known = game.handicaps().iter().find(|handicap| handicap.name == name);
        let japanese = known.map_or(name, |handicap| handicap.japanese);
        let question = match self.language {
            Language::En => format!("Handicap {name}? [Y/n] "),
            Language::Ja => {
                format!("{japanese}で指しますか（はい／いいえ） ")
            }
        };
        let advice = self.language.choose("Yes or no?", "「はい」か「いいえ」で答えてください。");
        self.ask(&question, advice, |text| match text {
            "" | "y" | "yes" | "はい" => Some(true),
            "n" | "no" | "いいえ" => Some(false),
            _ => None,
        })
    }

    /// The sides that the person plays, or none inside for lots; none if they leave. `[color]`
    fn side(&mut self) -> Result<Option<Option<[bool; 2]>>, Trouble> {
        self.ask(
            self.language.choose("Black, white or by lot? [lot]: ", "先手か後手か [振り駒]: "),
            self.language.choose("Black, white, or lot?", "「先手」「後手」「振り駒」のどれかで答えてください。"),
            |text| match text {
                "b" | "black" | "先手" => Some(Some([true, false])),
                "w" | "white" | "後手" => Some(Some([false, true])),
                "" | "l" | "lot" | "by lot" | "furigoma" | "振り駒" => Some(None),
                _ => None,
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginner_need_not_know_a_grade() {
        for text in ["beginner", "i don't know", "i don’t know.", "初心者"] {
            assert_eq!(Strength::read(text).map(Strength::level), Some(SearchOptions::WEAKEST), "{text}");
        }
        assert_eq!(Strength::read(""), Some(Strength::Open));
        assert_eq!(Strength::read("9k"), Some(Strength::Graded(Grade::Kyu(9))));
        assert_eq!(Strength::read("1500"), None);
    }
}
