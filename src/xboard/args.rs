//! The command line of `kumataka xboard`.

use super::driver;
use super::error::XboardError;
use crate::jobs::command::{Command, SharedOutput};
use clap::Args;
use std::io::{self, Write};

const EXAMPLES: &str = "\
Examples:
  In a terminal of the desktop, a game of shogi against this program:
    xboard -variant shogi -fcp \"kumataka xboard\"

  A game that XBoard learns from the engine, here tori shogi:
    xboard -variant torishogi -fcp \"kumataka xboard\"

  Two engines against each other, five games:
    xboard -variant minishogi -fcp \"kumataka xboard\" \\
        -scp /usr/games/crazywa -matchGames 5 -tc 1

  The protocol can be typed by hand:
    kumataka xboard

  The names of the games are shogi, minishogi or 5x5+5_shogi, torishogi or
  7x7+6_shogi, kyotoshogi, gorogoro_shogi, gorogoronl_shogi, chu, sho or
  9x9+0_shogi, and dai. The options of the engine stand in the menu Engine of
  XBoard.";

/// Speak the protocol of XBoard (CECP, version 2) on the standard input and output.
///
/// For XBoard, WinBoard and other front-ends that do not know USI. Pondering, analysis, positions of the user, moves taken
/// back and every time control of the protocol are understood.
#[derive(Args, Clone, Debug, Default)]
#[command(after_help = EXAMPLES)]
pub struct XboardArgs {}

impl Command for XboardArgs {
    type Error = XboardError;
    const NEEDS_THREADS: bool = true;

    fn run(&self) -> Result<(), XboardError> {
        driver::run(io::BufReader::new(io::stdin()), Box::new(SharedOutput) as Box<dyn Write>)
    }
}
