//! The settings of a client, combined from command line, file and defaults.

use super::secret::Secret;
use crate::arena::EngineConfig;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct CsaConfig {
    /// `HOST:PORT`, or `HOST` alone for the usual port.
    pub server: String,
    pub id: String,
    pub password: Secret,
    /// Name of the games to join, on servers that offer several kinds.
    pub game: Option<String>,
    /// Number of games to play; none for no limit.
    pub games: Option<u64>,
    /// Folder of the records.
    pub records: PathBuf,
    pub mind: Mindset,
    /// True if scores and lines are sent to the server.
    pub comments: bool,
    pub timing: Timing,
}

/// The engine that chooses the moves, and its settings.
#[derive(Clone, Debug)]
pub struct Mindset {
    /// External USI engine; none for this program.
    pub engine: Option<EngineConfig>,
    pub options: Vec<(String, String)>,
    pub ponder: bool,
    /// True if the engine may ponder before the clocks are known, because it reads them from `ponderhit`.
    pub early_ponder: bool,
}

impl Mindset {
    /// Name of the engine in messages.
    #[must_use]
    pub fn name(&self) -> &str {
        self.engine.as_ref().map_or("kumataka", |engine| engine.name.as_str())
    }
}

/// Time limits and margins of a client.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// Wait for a connection, and for the answer to the login.
    pub connect: Duration,
    /// First and longest wait before another connection; each wait is twice as long as the one before.
    pub first_retry: Duration,
    pub longest_retry: Duration,
    /// Longest pause between two lines to the server, ended by a blank line. The protocol forbids less than 30 seconds.
    pub keep_alive: Duration,
    /// Wait for a move or a result, beyond the time that the clocks allow.
    pub silence: Duration,
    /// Wait for the conditions of a game, and for its start after this side has agreed.
    pub start: Duration,
    /// Wait for a game that was cut to resume.
    pub resumption: Duration,
    /// Safety margin taken off the engine's time beside the delay of the network.
    pub margin: Duration,
    /// Time before the end of its clock at which an engine must move at once.
    pub reserve: Duration,
    /// Wait for the answer to a logout or to `%CHUDAN`.
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
