//! The time of an engine, as the command line and files set it.

use crate::engines::clock::{MainTime, TimeControl};
use crate::engines::seconds::parse_seconds;
use clap::Args;
use serde::de::{Deserialize, Deserializer, Error};
use std::fmt::{self, Display};
use std::num::{NonZeroU32, NonZeroU64};
use std::str::FromStr;
use std::time::Duration;

/// The limits of a move; those not given are `None`.
#[derive(Args, Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TimeArgs {
    /// Main time, and increment per move
    #[arg(long, value_name = "SECONDS[+INC]")]
    #[serde(deserialize_with = "text")]
    pub tc: Option<MainTime>,
    /// Time per move once the main time is used up, or for every move without main time
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    #[serde(deserialize_with = "seconds")]
    pub byoyomi: Option<Duration>,
    /// Time per move, sent to the engines as movetime
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    #[serde(deserialize_with = "seconds")]
    pub movetime: Option<Duration>,
    /// Nodes per move
    #[arg(long, value_name = "N")]
    pub nodes: Option<NonZeroU64>,
    /// Search depth
    #[arg(long, value_name = "N")]
    pub depth: Option<NonZeroU32>,
}

impl TimeArgs {
    /// The time control; none if no limit is given.
    #[must_use]
    pub fn control(&self) -> Option<TimeControl> {
        let Self { tc, byoyomi, movetime, nodes, depth } = *self;
        (*self != Self::default()).then(|| TimeControl {
            main: tc.map_or(Duration::ZERO, |time| time.main),
            increment: tc.map_or(Duration::ZERO, |time| time.increment),
            byoyomi: byoyomi.unwrap_or_default(),
            move_time: movetime,
            nodes: nodes.map(NonZeroU64::get),
            depth: depth.map(NonZeroU32::get),
        })
    }

    /// Sets the limit that files call `name`. Returns false if there is no such limit.
    ///
    /// # Errors
    /// If the value cannot be read.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, String> {
        match name {
            "tc" => self.tc = Some(read(value)?),
            "byoyomi" => self.byoyomi = Some(parse_seconds(value).map_err(|error| error.to_string())?),
            "movetime" => self.movetime = Some(parse_seconds(value).map_err(|error| error.to_string())?),
            "nodes" => self.nodes = Some(read(value).map_err(|error| format!("\"{value}\": {error}"))?),
            "depth" => self.depth = Some(read(value).map_err(|error| format!("\"{value}\": {error}"))?),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

fn read<T: FromStr<Err: Display>>(value: &str) -> Result<T, String> {
    value.parse().map_err(|error: T::Err| error.to_string())
}

/// Writes the limits as options of an engine on the command line: `,tc=60+0.5,depth=9`.
impl Display for TimeArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |time: Duration| time.as_secs_f64();
        let Self { tc, byoyomi, movetime, nodes, depth } = *self;
        tc.map_or(Ok(()), |time| write!(f, ",tc={}+{}", seconds(time.main), seconds(time.increment)))?;
        byoyomi.map_or(Ok(()), |time| write!(f, ",byoyomi={}", seconds(time)))?;
        movetime.map_or(Ok(()), |time| write!(f, ",movetime={}", seconds(time)))?;
        nodes.map_or(Ok(()), |nodes| write!(f, ",nodes={nodes}"))?;
        depth.map_or(Ok(()), |depth| write!(f, ",depth={depth}"))
    }
}

/// A setting that files write as a text, in the same form as the command line.
///
/// # Errors
/// If the text cannot be read.
pub fn text<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(file: D) -> Result<Option<T>, D::Error> {
    String::deserialize(file)?.parse().map(Some).map_err(D::Error::custom)
}

/// A number of seconds in a file.
///
/// # Errors
/// If it is not a number, or out of range.
pub fn seconds<'de, D: Deserializer<'de>>(file: D) -> Result<Option<Duration>, D::Error> {
    parse_seconds(&f64::deserialize(file)?.to_string()).map(Some).map_err(D::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_a_word_and_an_option_mean_the_same_time() {
        let file: TimeArgs = toml::from_str("tc = '60+0.5'\nbyoyomi = 1\nnodes = 5").unwrap();
        let mut words = TimeArgs::default();
        for (name, value) in [("tc", "60+0.5"), ("byoyomi", "1"), ("nodes", "5")] {
            assert_eq!(words.set(name, value), Ok(true));
        }
        assert_eq!(words, file);
        assert_eq!(file.to_string(), ",tc=60+0.5,byoyomi=1,nodes=5");
        let control = TimeControl {
            main: Duration::from_secs(60),
            increment: Duration::from_millis(500),
            byoyomi: Duration::from_secs(1),
            nodes: Some(5),
            ..TimeControl::default()
        };
        assert_eq!(file.control(), Some(control));
        assert_eq!((TimeArgs::default().control(), words.set("hash", "5")), (None, Ok(false)));
        for wrong in ["tc = 'x'", "tc = 60", "byoyomi = -1", "movetime = '1'", "nodes = 0", "depth = 0", "hours = 3"] {
            assert!(toml::from_str::<TimeArgs>(wrong).is_err(), "{wrong}");
        }
        for (name, wrong) in [("tc", "60+"), ("byoyomi", "x"), ("nodes", "0"), ("depth", "0.5")] {
            assert!(words.set(name, wrong).is_err(), "{name}={wrong}");
        }
    }
}
