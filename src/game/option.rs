//! Rules that a user may choose, declared by the game that has them.

use std::collections::BTreeMap;
use thiserror::Error;

/// A rule with several readings. The first choice is in force where nobody chooses.
///
/// Protocol, command line, matches and self-play show whatever options a game declares, by their names alone.
#[derive(Debug)]
pub struct GameOption<R: 'static> {
    /// Without blanks, as the protocol's option is called.
    pub name: &'static str,
    /// A sentence for people.
    pub help: &'static str,
    pub choices: &'static [Choice<R>],
}

/// One reading of a rule, and what it does to the rules in force.
#[derive(Debug)]
pub struct Choice<R> {
    pub name: &'static str,
    pub apply: fn(&mut R),
}

impl<R> GameOption<R> {
    /// The names of the choices, the usual one first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.choices.iter().map(|choice| choice.name)
    }

    fn choice(&self, name: &str) -> Option<&'static Choice<R>> {
        self.choices.iter().find(|choice| choice.name.eq_ignore_ascii_case(name))
    }
}

/// What a user chose among the rules, by names, before the game is known as a type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleChoices {
    /// Moves after which a game is drawn, zero for no limit.
    pub max_moves: u32,
    /// Choices by the option's name, as the game writes both.
    chosen: BTreeMap<&'static str, &'static str>,
}

/// Why a rule could not be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RuleError {
    #[error("{game} has no rule \"{name}\" to choose{}", listed(.known))]
    UnknownOption { game: &'static str, name: String, known: Vec<&'static str> },
    #[error("{option} is one of {}, not \"{value}\"", .choices.join(", "))]
    UnknownChoice { option: &'static str, value: String, choices: Vec<&'static str> },
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { String::new() } else { format!("; it has {}", names.join(", ")) }
}

impl RuleChoices {
    /// Chooses among `options`, those of `game`. `text` is `NAME=CHOICE`, or a choice alone where only one option has
    /// it; letter case does not matter.
    ///
    /// # Errors
    /// If no option or choice has such a name.
    pub fn choose_text<R>(
        &mut self,
        game: &'static str,
        options: &'static [GameOption<R>],
        text: &str,
    ) -> Result<(), RuleError> {
        if let Some((name, value)) = text.split_once('=') {
            return self.choose(game, options, name, value);
        }
        let mut having = options.iter().filter(|option| option.choice(text).is_some());
        match (having.next(), having.next()) {
            (Some(option), None) => self.choose(game, options, option.name, text),
            _ => Err(unknown(game, options, text)),
        }
    }

    /// Chooses `value` for the option called `name` among `options`, those of `game`.
    ///
    /// # Errors
    /// If no option or choice has such a name.
    pub fn choose<R>(
        &mut self,
        game: &'static str,
        options: &'static [GameOption<R>],
        name: &str,
        value: &str,
    ) -> Result<(), RuleError> {
        let found = options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let option = found.ok_or_else(|| unknown(game, options, name))?;
        let choice = option.choice(value).ok_or_else(|| RuleError::UnknownChoice {
            option: option.name,
            value: value.to_owned(),
            choices: option.names().collect(),
        })?;
        self.chosen.insert(option.name, choice.name);
        Ok(())
    }

    /// Puts the choices in force among `options`. A choice that this game does not know leaves its usual rule.
    pub fn apply<R>(&self, options: &'static [GameOption<R>], rules: &mut R) {
        for option in options {
            let chosen = self.chosen.get(option.name).and_then(|name| option.choice(name));
            if let Some(choice) = chosen {
                (choice.apply)(rules);
            }
        }
    }

    /// Option and choice of everything that was chosen, in the order of names.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.chosen.iter().map(|(&option, &choice)| (option, choice))
    }
}

fn unknown<R>(game: &'static str, options: &'static [GameOption<R>], name: &str) -> RuleError {
    RuleError::UnknownOption { game, name: name.to_owned(), known: options.iter().map(|option| option.name).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: &[GameOption<u32>] = &[
        GameOption {
            name: "Colour",
            help: "",
            choices: &[Choice { name: "red", apply: |r| *r += 1 }, Choice { name: "blue", apply: |r| *r += 2 }],
        },
        GameOption {
            name: "Mood",
            help: "",
            choices: &[Choice { name: "red", apply: |r| *r += 10 }, Choice { name: "gay", apply: |r| *r += 20 }],
        },
    ];

    fn rules(texts: &[&str]) -> Result<u32, RuleError> {
        let mut choices = RuleChoices::default();
        texts.iter().try_for_each(|text| choices.choose_text("game", OPTIONS, text))?;
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
