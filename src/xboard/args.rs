//! The command line of `kumataka xboard`.

use super::driver;
use super::error::XboardError;
use crate::jobs::command::{Command, SharedOutput};
use clap::Args;
use std::io::{self, Write};

const EXAMPLES: &str = "\
Examples:
  Play shogi against this program, from a terminal of the desktop:
    xboard -variant shogi -fcp \"kumataka xboard\"

  Play a game that XBoard learns from the engine, here tori shogi:
    xboard -variant torishogi -fcp \"kumataka xboard\"

  Play five games between two engines:
    xboard -variant minishogi -fcp \"kumataka xboard\" \\
        -scp /usr/games/crazywa -matchGames 5 -tc 1

  Type the protocol by hand:
    kumataka xboard

  The names of the games are shogi, minishogi or 5x5+5_shogi, torishogi or
  7x7+6_shogi, kyotoshogi, gorogoro_shogi, gorogoronl_shogi, chu, sho or
  9x9+0_shogi, and dai. The options of the engine are in XBoard's menu Engine.";

/// Speak the XBoard protocol (CECP, version 2) on standard input and output.
///
/// Use it with XBoard, WinBoard and other front-ends that do not support USI. It supports pondering, analysis, custom
/// positions, takebacks and every time control of the protocol.
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
