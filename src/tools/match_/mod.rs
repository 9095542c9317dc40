//! Matches between USI engines, refereed by the rules kernel.

mod args;
mod clock;
mod config;
mod configure;
mod engine;
mod error;
mod file;
mod head;
mod info;
mod minutes;
mod openings;
mod outcome;
mod player;
pub(super) mod referee;
mod report;
mod runner;
mod schedule;
mod store;
mod summary;
mod venue;

pub use args::{ConditionArgs, EngineArgument, MatchArgs};
pub use config::{Format, MatchConfig};
pub use error::MatchError;
pub use outcome::EndReason;
pub use report::{EngineReport, PairingReport, Progress, Report, SprtReport};
pub use runner::Control;
pub use summary::Results;

pub(super) use engine::Spin;
pub(super) use head::MatchHead;
pub(super) use openings::Judge;
pub(super) use outcome::Game;
pub(super) use player::Player;
pub(super) use venue::Venue;

use crate::rules::Rules;
use crate::variants::Visitor;
use schedule::Schedule;
use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// Plays the match that the command line describes and prints its summary.
///
/// Ctrl-C ends it early with the summary of the games finished by then; a second one ends everything at once.
///
/// # Errors
/// If the match cannot be set up, its games cannot be written, or an engine failed where that was not allowed.
pub fn run(args: &MatchArgs) -> Result<(), MatchError> {
    let config = MatchConfig::new(args)?;
    let control = Control::default();
    obey_signals(&control)?;
    let planned = Schedule::new(config.engines.len(), config.format, config.games).games();
    let progress = Progress::new(config.sprt.is_none().then_some(planned));
    let report = play(&config, &control, &progress)?;
    let mut out = io::stdout().lock();
    let printed = if config.json {
        serde_json::to_string_pretty(&report).map_err(io::Error::from).and_then(|text| writeln!(out, "{text}"))
    } else {
        write!(out, "{report}")
    };
    printed.and_then(|()| out.flush()).map_err(MatchError::Print)?;
    match report.faults() {
        faults @ 1.. if args.fail_on_fault => Err(MatchError::Faults(faults)),
        _ => Ok(()),
    }
}

/// Plays a match.
///
/// # Errors
/// If it cannot be set up, or its games cannot be written.
pub fn play(config: &MatchConfig, control: &Control, progress: &Progress) -> Result<Report, MatchError> {
    config.variant.dispatch(Play { config, control, progress })
}

struct Play<'a> {
    config: &'a MatchConfig,
    control: &'a Control,
    progress: &'a Progress,
}

impl Visitor for Play<'_> {
    type Output = Result<Report, MatchError>;

    fn visit<R: Rules>(self) -> Self::Output {
        runner::play::<R>(self.config, self.control, self.progress)
    }
}

/// What a shell reports for a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Lets Ctrl-C end the games; a second one ends everything at once.
pub(super) fn obey_signals(control: &Control) -> Result<(), MatchError> {
    let control = control.clone();
    let count = AtomicU32::new(0);
    ctrlc::set_handler(move || {
        control.interrupt.store(true, Ordering::Relaxed);
        if count.fetch_add(1, Ordering::Relaxed) > 0 {
            control.children.kill();
            process::exit(INTERRUPTED);
        }
    })
    .map_err(MatchError::Signal)
}
