//! The customs between a guest and an engine: the lines that may pass, and the options that a guest may set.
//!
//! An engine trusts whoever speaks to it, to read and write files and to take memory. A guest may say the words of the
//! protocol only, and set the options that name no file, up to the bounds of the server.

use crate::usi::{Command, Quoted};
use thiserror::Error;

/// Most that a guest may have.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub threads: i64,
    /// Megabytes of each table.
    pub hash: i64,
}

/// Words that guests may begin a line with, but for `usi` and `setoption`. The words of an engine's own may write files.
const WORDS: [&str; 11] =
    ["isready", "usinewgame", "position", "go", "stop", "ponderhit", "gameover", "quit", "d", "eval", "moves"];

/// The reason why a line does not pass.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum Refused {
    #[error("{0} is no line: it holds control characters")]
    Control(Quoted),
    #[error("{0} does not pass here: a guest of the engine has the words of USI, d, eval and moves")]
    Word(Quoted),
    #[error("setoption needs \"name\" and a name behind it, not {0}")]
    Syntax(Quoted),
    #[error("the engine has no option {0} for guests")]
    Unknown(Quoted),
    #[error(
        "{0} is not for guests: it may name a file; whoever serves the engine sets it with --engine PATH,{0}=VALUE"
    )]
    Withheld(String),
    #[error("{name} needs a whole number, not {value}")]
    NotANumber { name: String, value: Quoted },
}

/// The fate of a line that passes.
#[derive(Debug, PartialEq, Eq)]
pub enum Passed {
    /// The guest asks for name and options.
    Greeting,
    Line(String),
    /// A line with a lesser number, and the remark on it for the guest.
    Bounded(String, String),
}

/// An option of the engine.
struct Known {
    name: String,
    rule: Rule,
}

#[derive(Clone, Copy)]
enum Rule {
    Free,
    UpTo(i64),
    Withheld,
}

/// The options of an engine, as a guest may set them.
pub struct Customs {
    bounds: Bounds,
    /// Options that the owner of the engine has set.
    own: Vec<(String, String)>,
    options: Vec<Known>,
    greeting: Vec<String>,
    settings: Vec<String>,
}

impl Customs {
    pub const fn new(bounds: Bounds, own: Vec<(String, String)>) -> Self {
        Self { bounds, own, options: Vec::new(), greeting: Vec::new(), settings: Vec::new() }
    }

    /// Learns a line of the engine's answer to `usi`; true at its end.
    pub fn learn(&mut self, line: &str) -> bool {
        match line.strip_prefix("option name ").and_then(|rest| rest.split_once(" type ")) {
            Some((name, kind)) => self.declare(name.trim(), kind.trim()),
            None => self.greeting.push(line.to_owned()),
        }
        line == "usiok"
    }

    /// The answer to `usi` for the guest: without the options that it may not set, and with the bounds of the others.
    pub fn greeting(&self) -> &[String] {
        &self.greeting
    }

    /// The lines that the engine hears before any of the guest's.
    pub fn settings(&self) -> &[String] {
        &self.settings
    }

    fn declare(&mut self, name: &str, kind: &str) {
        let rule = self.rule(name, kind);
        let own = self.own.iter().find(|(own, _)| is_same(own, name)).map(|(_, value)| value.as_str());
        let usual = word_behind(kind, "default");
        let value = match (rule, own.or(usual).map(|value| (value, value.parse::<i64>()))) {
            (Rule::UpTo(most), Some((_, Ok(number)))) if number > most => Some(most.to_string()),
            _ => own.map(str::to_owned),
        };
        if let Some(value) = &value {
            self.settings.push(format!("setoption name {name} value {value}"));
        }
        if !matches!(rule, Rule::Withheld) {
            let kind = value.map_or_else(|| kind.to_owned(), |value| with_word(kind, "default", &value));
            let kind = if let Rule::UpTo(most) = rule { with_word(&kind, "max", &most.to_string()) } else { kind };
            self.greeting.push(format!("option name {name} type {kind}"));
        }
        self.options.push(Known { name: name.to_owned(), rule });
    }

    /// The rule for an option. Texts count as names of files, since engines announce folders so.
    fn rule(&self, name: &str, kind: &str) -> Rule {
        let name = letters(name);
        let bounded = |most: i64| {
            let announced = word_behind(kind, "max").and_then(|word| word.parse().ok());
            Rule::UpTo(announced.map_or(most, |announced: i64| announced.min(most)))
        };
        match kind.split(' ').next().unwrap_or_default() {
            "spin" if name.contains("thread") => bounded(self.bounds.threads),
            "spin" if name.contains("hash") => bounded(self.bounds.hash),
            "spin" | "check" | "combo" | "button" => Rule::Free,
            _ => Rule::Withheld,
        }
    }

    /// Passes a line of the guest.
    ///
    /// # Errors
    /// If the engine must not hear it.
    pub fn pass(&self, line: &str) -> Result<Passed, Refused> {
        let line = line.trim_ascii();
        if line.contains(|c: char| c.is_control() && c != '\t') {
            return Err(Refused::Control(line.into()));
        }
        match line.split_ascii_whitespace().next().unwrap_or_default() {
            "usi" => Ok(Passed::Greeting),
            "setoption" => self.set(line),
            word if WORDS.contains(&word) => Ok(Passed::Line(line.to_owned())),
            word => Err(Refused::Word(word.into())),
        }
    }

    fn set(&self, line: &str) -> Result<Passed, Refused> {
        let Ok(Some(Command::SetOption { name, value })) = Command::parse(line) else {
            return Err(Refused::Syntax(line.into()));
        };
        let known = self.options.iter().find(|known| is_same(&known.name, name));
        let Known { name, rule } = known.ok_or_else(|| Refused::Unknown(name.into()))?;
        match *rule {
            Rule::Withheld => Err(Refused::Withheld(name.clone())),
            Rule::Free if value.is_empty() => Ok(Passed::Line(format!("setoption name {name}"))),
            Rule::Free => Ok(Passed::Line(format!("setoption name {name} value {value}"))),
            Rule::UpTo(most) => {
                let number = value.parse::<i64>();
                let number = number.map_err(|_| Refused::NotANumber { name: name.clone(), value: value.into() })?;
                let line = format!("setoption name {name} value {}", number.min(most));
                Ok(if number > most {
                    Passed::Bounded(line, format!("{name} is {most}: the server allows no more"))
                } else {
                    Passed::Line(line)
                })
            }
        }
    }
}

/// A name without what clients write in different ways.
fn letters(name: &str) -> String {
    name.replace(['_', ' '], "").to_ascii_lowercase()
}

pub(super) fn is_same(a: &str, b: &str) -> bool {
    letters(a) == letters(b)
}

/// The word behind a keyword of an announcement.
fn word_behind<'a>(kind: &'a str, keyword: &str) -> Option<&'a str> {
    kind.split_ascii_whitespace().skip_while(|word| *word != keyword).nth(1)
}

/// An announcement with another word behind a keyword.
fn with_word(kind: &str, keyword: &str, value: &str) -> String {
    let mut words: Vec<&str> = kind.split_ascii_whitespace().collect();
    if let Some(place) = words.iter().position(|word| *word == keyword).and_then(|place| words.get_mut(place + 1)) {
        *place = value;
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: [&str; 9] = [
        "id name Someone",
        "option name USI_Hash type spin default 256 min 1 max 33554432",
        "option name Threads type spin default 1 min 1 max 1024",
        "option name MateHash type spin default 0 min 0 max 33554432",
        "option name EvalFile type filename default <internal>",
        "option name EvalDir type string default <empty>",
        "option name Clear_Hash type button",
        "option name Skill Level type spin default 20 min 0 max 20",
        "usiok",
    ];

    fn customs(own: &[(&str, &str)]) -> Customs {
        let own = own.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        let mut customs = Customs::new(Bounds { threads: 2, hash: 64 }, own);
        let ends: Vec<bool> = OPTIONS.iter().map(|line| customs.learn(line)).collect();
        assert_eq!(ends.iter().position(|&end| end), Some(OPTIONS.len() - 1));
        customs
    }

    fn line(text: &str) -> Passed {
        Passed::Line(text.to_owned())
    }

    #[test]
    fn a_guest_sees_the_options_that_it_may_set() {
        let customs = customs(&[("Threads", "2"), ("EvalDir", "eval"), ("Skill_Level", "3")]);
        let seen = [
            "id name Someone",
            "option name USI_Hash type spin default 64 min 1 max 64",
            "option name Threads type spin default 2 min 1 max 2",
            "option name MateHash type spin default 0 min 0 max 64",
            "option name Clear_Hash type button",
            "option name Skill Level type spin default 3 min 0 max 20",
            "usiok",
        ];
        assert_eq!(customs.greeting(), seen);
        let set = [
            "setoption name USI_Hash value 64",
            "setoption name Threads value 2",
            "setoption name EvalDir value eval",
            "setoption name Skill Level value 3",
        ];
        assert_eq!(customs.settings(), set);
    }

    #[test]
    fn numbers_stay_within_bounds() {
        let customs = customs(&[]);
        assert_eq!(customs.pass("setoption name Threads value 2").unwrap(), line("setoption name Threads value 2"));
        for many in ["setoption name threads value 3", " setoption  name THREADS value +9223372036854775807"] {
            let remark = "Threads is 2: the server allows no more".to_owned();
            let bounded = Passed::Bounded("setoption name Threads value 2".to_owned(), remark);
            assert_eq!(customs.pass(many).unwrap(), bounded, "{many}");
        }
        for hash in ["USI_Hash", "usihash", "USI Hash", "MateHash"] {
            assert!(matches!(customs.pass(&format!("setoption name {hash} value 65")), Ok(Passed::Bounded(..))));
        }
        for wrong in ["1e9", "99999999999999999999", "0x400", "64 value 9999", ""] {
            let refused = customs.pass(&format!("setoption name USI_Hash value {wrong}"));
            assert!(matches!(refused, Err(Refused::NotANumber { .. })), "{wrong}");
        }
    }

    #[test]
    fn files_are_not_for_guests() {
        let customs = customs(&[]);
        for name in ["EvalFile", "evalfile", "Eval_File", "eval file", "EvalDir", "EVAL DIR"] {
            let refused = customs.pass(&format!("setoption name {name} value /etc/passwd"));
            assert!(matches!(refused, Err(Refused::Withheld(_))), "{name}: {refused:?}");
        }
        for unknown in ["BookFile", "Secret", "value EvalFile"] {
            let refused = customs.pass(&format!("setoption name {unknown} value x"));
            assert!(matches!(refused, Err(Refused::Unknown(_))), "{unknown}: {refused:?}");
        }
        for line in ["setoption", "setoption EvalFile value x", "setoption name"] {
            assert!(matches!(customs.pass(line), Err(Refused::Syntax(_))), "{line}");
        }
    }

    #[test]
    fn guests_have_the_words_of_the_protocol() {
        let customs = customs(&[]);
        assert_eq!(customs.pass("usi").unwrap(), Passed::Greeting);
        for word in ["position startpos moves 7g7f", "go infinite", "stop", "d", "quit", "setoption name Clear_Hash"] {
            assert_eq!(customs.pass(&format!("  {word} ")).unwrap(), line(word));
        }
        for word in ["bench", "makebook x", "\u{feff}setoption name EvalFile value x", "SETOPTION", "日本"] {
            assert!(matches!(customs.pass(word), Err(Refused::Word(_))), "{word}");
        }
        for word in ["d\0", "go\u{b}setoption name EvalFile value x", "position\u{85}x", "stop\u{7f}"] {
            assert!(matches!(customs.pass(word), Err(Refused::Control(_))), "{word}");
        }
    }
}
