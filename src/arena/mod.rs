//! Engines against each other: matches with the rules kernel as referee, their statistics, and tuning by games.

mod args;
mod config;
mod configure;
mod context;
mod engine;
mod error;
mod file;
mod header;
mod line;
mod opening;
mod openings;
mod outcome;
mod parts;
mod player;
mod program;
mod progress;
mod random;
pub mod rating;
mod record;
pub mod referee;
mod replay;
mod report;
mod runner;
mod schedule;
pub mod sprt;
pub mod stats;
mod store;
mod summary;
mod time;
pub mod tune;

pub use crate::engines::process::Control;
pub use crate::engines::protocol::Protocol;
pub use args::{ConditionArgs, MatchArgs};
pub use config::{EngineConfig, MatchConfig, MatchFormat};
pub use configure::launch;
pub use engine::{EngineArgument, EngineFault, option_texts};
pub use error::MatchError;
pub use parts::merge;
pub use progress::Progress;
pub use report::{EngineReport, PairingReport, Report, SprtReport};
pub use runner::play;
pub use summary::Results;

pub use crate::engines::protocol::{Spin, Turn};
pub(super) use context::{MatchContext, lone_player, tell_plainly};
pub use error::RESUME;
pub(super) use header::MatchHeader;
pub(super) use opening::read_openings;
pub(super) use outcome::PlayedGame;
pub(super) use player::{Failure, Player};
pub(super) use random::Judge;

use crate::jobs::command::{Command, Trouble};
use crate::jobs::terminal::{Stream, obey_interrupts};
use schedule::Schedule;
use std::sync::Arc;

/// Plays the match of the command line and prints its summary.
///
/// Ctrl-C ends the match early, with a summary of the games finished so far; a second Ctrl-C ends the program at once.
impl Command for MatchArgs {
    type Error = MatchError;
    const NEEDS_THREADS: bool = true;

    fn run(&self) -> Result<(), MatchError> {
        let config = MatchConfig::new(self)?;
        let control = Control::default();
        obey_signals(&control)?;
        let planned = Schedule::new(config.engines.len(), config.format, config.games).games();
        // As in other match managers, the lines of the games share a stream with the summary. JSON has the output to
        // itself.
        let games = if config.json { Stream::Error } else { Stream::Output };
        // The file of a part shows its progress, and only all parts together show the standing.
        let is_part = config.part.part.is_some();
        let progress =
            if is_part { Progress::hidden() } else { Progress::new(config.sprt.is_none().then_some(planned), games) };
        let report = play(&config, &control, &progress)?;
        if !is_part {
            report.print(config.json)?;
        }
        // An unfinished part has already returned an error.
        let is_finished = is_part || report.is_decided() || report.games >= planned;
        match report.faults() {
            faults @ 1.. if self.fail_on_fault => Err(MatchError::Faults(faults)),
            _ if is_finished => Ok(()),
            _ => {
                let remedy = if config.records.is_some() { RESUME } else { "" };
                Err(MatchError::Interrupted { games: report.games, remedy })
            }
        }
    }
}

/// Lets Ctrl-C end the games; a second Ctrl-C ends the engines and the program at once.
pub fn obey_signals(control: &Control) -> Result<(), Trouble> {
    let children = control.children.clone();
    obey_interrupts(Arc::clone(&control.interrupt), move || children.kill())
}
