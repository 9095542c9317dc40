//! The command `kumataka rules`: the rules of a game on one screen.

use crate::guide::rules;
use crate::jobs::command::{Command, Output, Trouble};
use crate::jobs::game::GameArgs;
use crate::jobs::language::LanguageArgs;
use crate::variants::Variant;
use crate::words::InLanguage as _;
use clap::Args;

/// Print the rules of a game on one screen.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka rules
  kumataka rules torishogi
  kumataka rules chushogi --lang ja")]
pub struct RulesArgs {
    /// Game, instead of --variant
    #[arg(value_name = "GAME", hide_possible_values = true)]
    named: Option<Variant>,
    #[command(flatten)]
    language: LanguageArgs,
    #[command(flatten)]
    game: GameArgs,
}

impl Command for RulesArgs {
    type Error = Trouble;

    const JAPANESE: Option<&'static str> = Some(include_str!("rules.ja.toml"));

    fn run(&self) -> Result<(), Trouble> {
        let game = self.named.unwrap_or_else(|| self.game.variant());
        Output::lock().say(rules::rules(game, self.language.language()).trim_end())
    }

    fn explain(&self, error: &Trouble) -> String {
        error.text_in(self.language.language())
    }
}
