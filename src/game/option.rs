//! Rules that a user may choose, declared by their game.

use crate::words::InLanguage;
use std::collections::BTreeMap;
use thiserror::Error;

/// A rule with several readings, by names alone, for the protocol and the commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleOption {
    /// The name of the protocol's option, without blanks.
    pub name: &'static str,
    /// A phrase for people about the choice, in English and Japanese.
    pub help: [&'static str; 2],
    /// The names of the readings, the usual one first.
    pub choices: Vec<&'static str>,
}

/// A rule with several readings, and their effect on the rules `R` of a kernel. The first choice is in force unless the
/// user chooses another.
#[derive(Debug)]
pub struct GameOption<R: 'static> {
    /// The name of the protocol's option, without blanks.
    pub name: &'static str,
    /// A phrase for people about the choice, in English and Japanese.
    pub help: [&'static str; 2],
    /// The readings of the rule, the usual one first.
    pub choices: &'static [Choice<R>],
}

/// One reading of a rule, with its effect on the rules in force.
#[derive(Debug)]
pub struct Choice<R> {
    /// The name of the choice, unique within its option.
    pub name: &'static str,
    /// Puts the choice in force.
    pub apply: fn(&mut R),
}

impl<R> GameOption<R> {
    /// The option by its names.
    #[must_use]
    pub fn named(&self) -> RuleOption {
        RuleOption {
            name: self.name,
            help: self.help,
            choices: self.choices.iter().map(|choice| choice.name).collect(),
        }
    }
}

impl RuleOption {
    fn choice(&self, name: &str) -> Option<&'static str> {
        self.choices.iter().copied().find(|choice| choice.eq_ignore_ascii_case(name))
    }
}

/// The rules that a user chose, by name, for code that does not know the game as a type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleChoices {
    /// The number of moves after which a game is drawn; zero means no limit.
    pub max_moves: u32,
    /// Games go on to mate even after the rules would end them, for a client that knows no other end.
    pub to_mate: bool,
    /// The names of the choices by the names of their options, both spelled as the game spells them.
    chosen: BTreeMap<&'static str, &'static str>,
}

/// The reason why a rule could not be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RuleError {
    /// The game has no option or choice of this name.
    #[error("{game} has no rule \"{name}\" to choose{}", listed(.known))]
    UnknownOption {
        /// The name of the game.
        game: &'static str,
        /// The name that was given.
        name: String,
        /// The names of the options that the game has.
        known: Vec<&'static str>,
    },
    /// The option has no choice of this name.
    #[error("{option} is one of {}, not \"{value}\"", .choices.join(", "))]
    UnknownChoice {
        /// The name of the option.
        option: &'static str,
        /// The choice that was given.
        value: String,
        /// The names of the choices that the option has.
        choices: Vec<&'static str>,
    },
}

impl InLanguage for RuleError {
    fn japanese(&self) -> String {
        match self {
            Self::UnknownOption { game, name, known } if known.is_empty() => {
                format!("{game}に選べる規則「{name}」はありません")
            }
            Self::UnknownOption { game, name, known } => {
                format!("{game}に選べる規則「{name}」はありません（あるのは {}）", known.join("、"))
            }
            Self::UnknownChoice { option, value, choices } => {
                format!("{option}は {} のどれかで、「{value}」ではありません", choices.join("、"))
            }
        }
    }
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { String::new() } else { format!("; it has {}", names.join(", ")) }
}

impl RuleChoices {
    /// The usual rules, but that games go on to mate.
    #[must_use]
    pub fn played_to_mate() -> Self {
        Self { to_mate: true, ..Self::default() }
    }

    /// Chooses among `options`, which are those of `game`. `text` is `NAME=CHOICE`, or a choice alone if only one
    /// option has such a choice. Letter case does not matter.
    ///
    /// # Errors
    /// If no option or choice has such a name.
    pub fn choose_text(&mut self, game: &'static str, options: &[RuleOption], text: &str) -> Result<(), RuleError> {
        if let Some((name, value)) = text.split_once('=') {
            return self.choose(game, options, name, value);
        }
        let mut having = options.iter().filter(|option| option.choice(text).is_some());
        match (having.next(), having.next()) {
            (Some(option), None) => self.choose(game, options, option.name, text),
            _ => Err(unknown(game, options, text)),
        }
    }

    /// Chooses `value` for the option called `name` among `options`, which are those of `game`.
    ///
    /// # Errors
    /// If no option or choice has such a name.
    pub fn choose(
        &mut self,
        game: &'static str,
        options: &[RuleOption],
        name: &str,
        value: &str,
    ) -> Result<(), RuleError> {
        let named = options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let option = named.ok_or_else(|| unknown(game, options, name))?;
        let choice = option.choice(value).ok_or_else(|| RuleError::UnknownChoice {
            option: option.name,
            value: value.to_owned(),
            choices: option.choices.clone(),
        })?;
        self.chosen.insert(option.name, choice);
        Ok(())
    }

    /// Puts the choices in force in `rules`. A choice that is not among `options` changes nothing.
    pub fn apply<R>(&self, options: &[GameOption<R>], rules: &mut R) {
        for option in options {
            let chosen = self.chosen.get(option.name);
            if let Some(choice) = chosen.and_then(|name| option.choices.iter().find(|choice| choice.name == *name)) {
                (choice.apply)(rules);
            }
        }
    }

    /// The pairs of option and choice that were chosen, in the order of the options' names.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.chosen.iter().map(|(&option, &choice)| (option, choice))
    }
}

fn unknown(game: &'static str, options: &[RuleOption], name: &str) -> RuleError {
    RuleError::UnknownOption { game, name: name.to_owned(), known: options.iter().map(|option| option.name).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: &[GameOption<u32>] = &[
        GameOption {
            name: "Colour",
            help: [""; 2],
            choices: &[Choice { name: "red", apply: |r| *r += 1 }, Choice { name: "blue", apply: |r| *r += 2 }],
        },
        GameOption {
            name: "Mood",
            help: [""; 2],
            choices: &[Choice { name: "red", apply: |r| *r += 10 }, Choice { name: "gay", apply: |r| *r += 20 }],
        },
    ];

    fn rules(texts: &[&str]) -> Result<u32, RuleError> {
        let mut choices = RuleChoices::default();
        let named: Vec<_> = OPTIONS.iter().map(GameOption::named).collect();
        texts.iter().try_for_each(|text| choices.choose_text("game", &named, text))?;
        let mut rules = 0;
        choices.apply(OPTIONS, &mut rules);
        Ok(rules)
    }

    #[test]
    fn choices_by_name_or_alone_in_any_case() {
        assert_eq!(rules(&[]), Ok(0));
        assert_eq!(rules(&["colour=BLUE", "GAY"]), Ok(22));
        assert_eq!(rules(&["Colour=blue", "Colour=red"]), Ok(1));
    }

    #[test]
    fn what_is_not_known_or_not_clear_is_refused() {
        for text in ["green", "red", "Size=1", ""] {
            assert!(matches!(rules(&[text]), Err(RuleError::UnknownOption { .. })), "{text}");
        }
        let error = rules(&["Mood=blue"]).unwrap_err();
        assert_eq!(error.to_string(), "Mood is one of red, gay, not \"blue\"");
    }
}
