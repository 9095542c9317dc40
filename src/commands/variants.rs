//! The command `kumataka variants`: the games, and the rules that can be chosen.

use crate::guide::rules::title;
use crate::jobs::command::{Command, Output, Trouble};
use crate::jobs::language::LanguageArgs;
use crate::variants::{Kernel, Variant};
use crate::words::{InLanguage as _, Language};
use clap::Args;

/// List the games with their other names and their optional rules.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka variants
  kumataka perft --variant torishogi --rule ToriPromotion=optional 4")]
pub struct VariantsArgs {
    #[command(flatten)]
    language: LanguageArgs,
}

impl Command for VariantsArgs {
    type Error = Trouble;

    const JAPANESE: Option<&'static str> = Some(include_str!("variants.ja.toml"));

    fn run(&self) -> Result<(), Trouble> {
        let mut output = Output::lock();
        let language = self.language.language();
        for family in [Family::Drops, Family::Large] {
            output.say(family.heading(language))?;
            let games = Variant::ALL.iter().filter(|&&game| Family::of(game) == family);
            games.copied().try_for_each(|game| describe(game, language, &mut output))?;
        }
        Ok(())
    }

    fn explain(&self, error: &Trouble) -> String {
        error.text_in(self.language.language())
    }
}

/// Games that are listed below one heading.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Drops,
    Large,
}

impl Family {
    const fn of(game: Variant) -> Self {
        match game.kernel() {
            Kernel::Drops(_) => Self::Drops,
            Kernel::Large(_) | Kernel::Wide(_) => Self::Large,
        }
    }

    const fn heading(self, language: Language) -> &'static str {
        match self {
            Self::Drops => language.choose("Games with drops:", "持ち駒のある将棋："),
            Self::Large => {
                language.choose("Large games and their kin, without drops:", "大型の将棋とその仲間（持ち駒なし）：")
            }
        }
    }
}

fn describe(game: Variant, language: Language, output: &mut Output) -> Result<(), Trouble> {
    output.say(format_args!("  {}", heading(game, language)))?;
    for option in game.options() {
        let [english, japanese] = option.help;
        let help = language.choose(english, japanese);
        output.say(format_args!("    {}{}{help}", option.name, language.choose(": ", "：")))?;
        let choices = option.choices.join(language.choose(", ", "、"));
        output.say(format_args!("      {choices}"))?;
    }
    Ok(())
}

/// The names of a game.
fn heading(game: Variant, language: Language) -> String {
    let (name, aliases) = (game.name(), game.aliases());
    match language {
        Language::En if aliases.is_empty() => name.to_owned(),
        Language::En => format!("{name} ({})", aliases.join(", ")),
        Language::Ja if aliases.is_empty() => format!("{name}　{}", title(game, language)),
        Language::Ja => format!("{name}（{}）　{}", aliases.join("、"), title(game, language)),
    }
}
