//! The command `kumataka handicaps`: the handicaps of a game.

use crate::jobs::command::{Command, Output, Trouble};
use crate::jobs::game::GameArgs;
use clap::Args;

/// List the handicaps of a game with their positions.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka handicaps
  kumataka handicaps --variant torishogi")]
pub struct HandicapsArgs {
    #[command(flatten)]
    game: GameArgs,
}

impl Command for HandicapsArgs {
    type Error = Trouble;

    fn run(&self) -> Result<(), Trouble> {
        let mut output = Output::lock();
        let handicaps = self.game.variant().handicaps();
        handicaps
            .iter()
            .map(|h| format!("{:<26}{}  {}", h.name, h.sfen, h.japanese))
            .try_for_each(|line| output.say(line))
    }
}
