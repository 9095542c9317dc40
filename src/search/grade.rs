//! Grades, as players of shogi name strength.

use crate::words::{InLanguage, Language};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

const HIGHEST_DAN: i32 = 9;
const LOWEST_KYU: i32 = 30;

/// A strength as players of shogi name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// A grade of learners, the first the highest.
    Kyu(i32),
    /// A grade of masters, the first the lowest.
    Dan(i32),
}

impl Grade {
    /// The highest grade.
    pub const HIGHEST: Self = Self::Dan(HIGHEST_DAN);

    /// Grades by which this one stands above `other`; negative if it stands below.
    #[must_use]
    pub const fn above(self, other: Self) -> i32 {
        self.steps() - other.steps()
    }

    /// Grades above the first kyu.
    #[must_use]
    pub const fn steps(self) -> i32 {
        match self {
            Self::Kyu(number) => 1 - number,
            Self::Dan(number) => number,
        }
    }

    /// The grade that stands `steps` above the first kyu.
    #[must_use]
    pub const fn at(steps: i32) -> Self {
        if steps > 0 { Self::Dan(steps) } else { Self::Kyu(1 - steps) }
    }

    /// The name in a language.
    #[must_use]
    pub fn text_in(self, language: Language) -> String {
        let digits = ["", "初", "二", "三", "四", "五", "六", "七", "八", "九"];
        match (language, self) {
            (Language::En, _) => self.to_string(),
            (Language::Ja, Self::Kyu(number)) => format!("{number}級"),
            (Language::Ja, Self::Dan(number)) => {
                digits.get(number as usize).map_or_else(|| format!("{number}段"), |digit| format!("{digit}段"))
            }
        }
    }
}

/// A text that names no grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a grade is written as 5k, 1d, 5 kyu, 1 dan, 9級 or 初段, up to {HIGHEST_DAN} dan")]
pub struct UnknownGrade;

impl InLanguage for UnknownGrade {
    fn japanese(&self) -> String {
        "段級位は5k、1d、9級、初段のように、九段まで書けます".to_owned()
    }
}

impl FromStr for Grade {
    type Err = UnknownGrade;

    fn from_str(text: &str) -> Result<Self, UnknownGrade> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
        let (number, is_dan) = [("kyu", false), ("k", false), ("級", false), ("dan", true), ("d", true), ("段", true)]
            .into_iter()
            .find_map(|(unit, is_dan)| Some((text.strip_suffix(unit)?, is_dan)))
            .ok_or(UnknownGrade)?;
        let kanji = |text: &str| "一二三四五六七八九".chars().position(|digit| text.chars().eq([digit]));
        let number = match number {
            "初" if is_dan => 1,
            _ => match (number.parse(), kanji(number)) {
                (Ok(number), _) => number,
                (_, Some(index)) => index as i32 + 1,
                _ => return Err(UnknownGrade),
            },
        };
        match (is_dan, number) {
            (true, 1..=HIGHEST_DAN) => Ok(Self::Dan(number)),
            (false, 1..=LOWEST_KYU) => Ok(Self::Kyu(number)),
            _ => Err(UnknownGrade),
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kyu(number) => write!(f, "{number} kyu"),
            Self::Dan(number) => write!(f, "{number} dan"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_are_read_and_compared() {
        let read = |text: &str| text.parse::<Grade>();
        for text in ["5k", "5 kyu", "5K", "五級", "5級"] {
            assert_eq!(read(text), Ok(Grade::Kyu(5)), "{text}");
        }
        assert_eq!(["1d", "初段", "一段", "2 dan"].map(read), [1, 1, 1, 2].map(|number| Ok(Grade::Dan(number))));
        for text in ["", "k", "0k", "10d", "5", "dan", "99級"] {
            assert_eq!(read(text), Err(UnknownGrade), "{text}");
        }
        for grade in (1..15).map(Grade::Kyu).chain((1..=9).map(Grade::Dan)) {
            assert_eq!(Grade::at(grade.steps()), grade);
        }
        assert_eq!((Grade::Dan(1).above(Grade::Kyu(1)), Grade::Kyu(9).above(Grade::Dan(2))), (1, -10));
    }

    #[test]
    fn grades_are_spoken_of_in_either_language() {
        let told = |language| [Grade::Kyu(12), Grade::Dan(1), Grade::Dan(3)].map(|known| known.text_in(language));
        assert_eq!(told(Language::En), ["12 kyu", "1 dan", "3 dan"]);
        assert_eq!(told(Language::Ja), ["12級", "初段", "三段"]);
        let read = told(Language::Ja).map(|text| text.parse());
        assert_eq!(read, [Grade::Kyu(12), Grade::Dan(1), Grade::Dan(3)].map(Ok));
    }
}
