//! The command `kumataka variants`: the games, and the rules that can be chosen.

use crate::jobs::command::{Command, Output, Trouble};
use crate::variants::Variant;
use clap::Args;

/// List the games with their other names, and the rules that can be chosen in each.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka variants
  kumataka perft --variant torishogi --rule ToriPromotion=optional 4")]
pub struct VariantsArgs {}

impl Command for VariantsArgs {
    type Error = Trouble;

    fn run(&self) -> Result<(), Trouble> {
        let mut output = Output::lock();
        Variant::ALL.iter().try_for_each(|&variant| describe(variant, &mut output))
    }
}

fn describe(game: Variant, output: &mut Output) -> Result<(), Trouble> {
    let aliases = game.aliases();
    let aliases = if aliases.is_empty() { String::new() } else { format!(" ({})", aliases.join(", ")) };
    output.say(format_args!("{}{aliases}", game.name()))?;
    for option in game.options() {
        output.say(format_args!("  {}: {}", option.name, option.help))?;
        let choices = option.choices.join(", ");
        output.say(format_args!("    {choices}"))?;
    }
    Ok(())
}
