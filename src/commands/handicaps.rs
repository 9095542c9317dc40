//! The command `kumataka handicaps`: the handicaps of a game.

use crate::jobs::command::{Command, Output, Trouble};
use crate::jobs::game::GameArgs;
use crate::jobs::language::LanguageArgs;
use clap::Args;
use unicode_width::UnicodeWidthStr as _;

/// Columns of a terminal for the longest name of a handicap, and the gap behind it.
const NAME_COLUMNS: usize = 26;

/// List the handicaps of a game with their positions.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka handicaps
  kumataka handicaps --variant torishogi")]
pub struct HandicapsArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    language: LanguageArgs,
}

impl Command for HandicapsArgs {
    type Error = Trouble;

    fn run(&self) -> Result<(), Trouble> {
        let mut output = Output::lock();
        let handicaps = self.game.variant().handicaps();
        let language = self.language.language();
        handicaps.iter().try_for_each(|handicap| {
            let name = language.choose(handicap.name, handicap.japanese);
            let gap = NAME_COLUMNS.saturating_sub(name.width());
            output.say(format_args!("{name}{:gap$}{}", "", handicap.sfen))
        })
    }
}
