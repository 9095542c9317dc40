//! The arguments that choose a game and its rules.

use crate::eval::{Evaluated, EvaluationModel};
use crate::game::{RuleChoices, RuleError};
use crate::jobs::files::open;
use crate::record::{self, Format, kif};
use crate::variants::{self, Variant};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser, ValueParserFactory};
use clap::{Arg, Args};
use std::ffi::OsStr;
use std::io::Read as _;
use std::path::Path;

/// The evaluation of a game.
pub type ModelOf<G> = <G as Evaluated>::Model;
/// Its evaluator in one thread.
pub type EvaluatorOf<G> = <ModelOf<G> as EvaluationModel<G>>::Evaluator;

/// The argument that chooses the game.
#[derive(Args, Clone, Copy, Debug)]
pub struct GameArgs {
    #[arg(long, value_name = "GAME", global = true, hide_possible_values = true, help = variant_help())]
    variant: Option<Variant>,
}

impl GameArgs {
    /// The chosen game; none if the command line names none.
    #[must_use]
    pub const fn named(self) -> Option<Variant> {
        self.variant
    }

    /// The chosen game, or the usual one.
    #[must_use]
    pub fn variant(self) -> Variant {
        self.variant.unwrap_or_default()
    }

    /// The chosen game; else, with a single record, the game that it names; else the usual one.
    #[must_use]
    pub fn variant_of<P: AsRef<Path>>(self, paths: &[P]) -> Variant {
        let alone = || if let [path] = paths { named_in(path.as_ref()) } else { None };
        self.variant.or_else(alone).unwrap_or_default()
    }
}

/// The game that a record names, if its format has a field for it.
fn named_in(path: &Path) -> Option<Variant> {
    if !path.is_file() {
        return None;
    }
    let (format, mut source) = open(path, None).ok()?;
    format.title_finder()?;
    let mut bytes = Vec::new();
    source.read_to_end(&mut bytes).ok()?;
    named_by(format, &bytes)
}

/// The game that the bytes of a record name, if its format has a field for it.
#[must_use]
pub fn named_by(format: Format, bytes: &[u8]) -> Option<Variant> {
    let title = format.title_finder()?;
    let text = record::decode(bytes).ok()?;
    game_of(title(&text)?)
}

/// First game that knows a title or the name of a handicap.
fn game_of(title: &str) -> Option<Variant> {
    Variant::ALL.iter().copied().find(|&variant| kif::is_start(variant, title))
}

/// Reads a game's name in any spelling; shells complete the usual one.
#[derive(Clone)]
pub struct VariantParser;

impl TypedValueParser for VariantParser {
    type Value = Variant;

    fn parse_ref(&self, command: &clap::Command, arg: Option<&Arg>, value: &OsStr) -> Result<Variant, clap::Error> {
        let parser = StringValueParser::new().try_map(|name| name.parse::<Variant>());
        parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Variant::ALL.iter().map(|variant| PossibleValue::new(variant.name()))))
    }
}

impl ValueParserFactory for Variant {
    type Parser = VariantParser;

    fn value_parser() -> VariantParser {
        VariantParser
    }
}

/// The argument that chooses rules of the game.
#[derive(Args, Clone, Debug, Default)]
pub struct RuleArgs {
    /// Choose a rule of the game, as NAME=CHOICE or CHOICE; "kumataka variants" lists the rules
    #[arg(long = "rule", value_name = "RULE")]
    pub rules: Vec<String>,
}

impl RuleArgs {
    /// The chosen rules of a game.
    ///
    /// # Errors
    /// If the game has no such rule or choice.
    pub fn choices(&self, game: Variant) -> Result<RuleChoices, RuleError> {
        chosen(game, &self.rules)
    }
}

/// The rules of a game that texts choose. A later text takes precedence over an earlier one.
///
/// # Errors
/// If the game has no such rule or choice.
pub fn chosen<'a>(game: Variant, texts: impl IntoIterator<Item = &'a String>) -> Result<RuleChoices, RuleError> {
    let mut choices = RuleChoices::default();
    let options = game.options();
    texts.into_iter().try_for_each(|text| choices.choose_text(game.name(), &options, text))?;
    Ok(choices)
}

/// Help text of the argument that names the game.
#[must_use]
pub fn variant_help() -> String {
    format!("The game: {} [default: {}]", variants::names(), Variant::default())
}

#[cfg(test)]
mod tests {
    use super::game_of;
    use crate::record::{Record, kif};
    use crate::variants::Variant;

    #[test]
    fn games_are_known_by_their_titles_and_by_handicaps_of_their_own() {
        for &variant in Variant::ALL {
            let (title, _) = kif::start_name(&Record::new(variant.start()));
            // Tori shogi has no title: its files name handicaps, the even start too, as shogi's do.
            let known = if title == "平手" { Variant::default() } else { variant };
            assert_eq!(game_of(title), Some(known), "{title}");
        }
        for (name, variant) in [
            ("角落ち", "shogi"),
            ("2枚落", "shogi"),
            ("鷹落ち", "torishogi"),
            ("と落ち", "kyotoshogi"),
            ("ひよこ落ち", "dobutsu"),
            ("三枚獅子", "chushogi"),
        ] {
            assert_eq!(game_of(name).map(Variant::name), Some(variant), "{name}");
        }
        assert_eq!(game_of("その他"), None);
        assert_eq!(game_of("囲碁"), None);
    }
}
