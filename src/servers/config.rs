//! What a client is to do: the command line, the file and the defaults combined.

use super::secret::Secret;
use crate::arena::EngineConfig;
use std::path::PathBuf;
use std::time::Duration;

/// All settings of a client.
#[derive(Clone, Debug)]
pub struct CsaConfig {
    /// `HOST:PORT`, or a host that listens at the usual port.
    pub server: String,
    pub id: String,
    pub password: Secret,
    /// The name of the games to take part in, where the server has several.
    pub game: Option<String>,
    /// Games to play; none for any number.
    pub games: Option<u64>,
    /// The folder of the records.
    pub records: PathBuf,
    pub mind: Mindset,
    /// Whether the server is told scores and lines.
    pub comments: bool,
    pub timing: Timing,
}

/// Who chooses the moves.
#[derive(Clone, Debug)]
pub struct Mindset {
    /// An engine of USI as a process; none for this program.
    pub engine: Option<EngineConfig>,
    /// The options of the engine.
    pub options: Vec<(String, String)>,
    pub ponder: bool,
    /// Whether the engine may ponder before the clocks are known, and takes them with `ponderhit`.
    pub early_ponder: bool,
}

impl Mindset {
    /// The name of the engine.
    #[must_use]
    pub fn name(&self) -> &str {
        self.engine.as_ref().map_or("kumataka", |engine| engine.name.as_str())
    }
}

/// How long a client waits for what.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// For a connection, and for the answer to the login.
    pub connect: Duration,
    /// Before the first and the longest wait for another connection, each being twice as long as the one before.
    pub first_retry: Duration,
    pub longest_retry: Duration,
    /// Between two lines to the server; if there is nothing to say, a blank one is sent. The protocol allows no shorter
    /// time than 30 seconds.
    pub keep_alive: Duration,
    /// For a move or a result, beyond the time that the clocks allow.
    pub silence: Duration,
    /// For the start of a game that both sides have agreed to.
    pub start: Duration,
    /// For a game that was cut to go on.
    pub resumption: Duration,
    /// What is taken off the engine's time beside the delay of the network.
    pub margin: Duration,
    /// Before the end of its time by which an engine is told to move.
    pub reserve: Duration,
    /// For the farewell.
    pub farewell: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self {
            connect: seconds(30),
            first_retry: seconds(2),
            longest_retry: seconds(300),
            keep_alive: seconds(31),
            silence: seconds(60),
            start: seconds(300),
            resumption: seconds(120),
            margin: Duration::from_millis(300),
            reserve: Duration::from_millis(500),
            farewell: seconds(3),
        }
    }
}
