//! JKF, the JSON form of records: standard shogi, with headers, times, comments and variations.
//!
//! Bookmarks are comments that start with `&`, as other programs write them.

mod read;
mod write;

use super::{Format, ReadError, ReadGame, Record, RecordFormat, WriteError, Written, kif};
use crate::any::{AnyMove, AnyPosition};
use crate::variants::Variant;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

const NAME: &str = "JKF";

struct Jkf;

impl Format {
    /// JKF, the JSON of json-kifu-format.
    pub const JKF: Self = Self::new(&Jkf);
}

impl RecordFormat for Jkf {
    fn name(&self) -> &'static str {
        "jkf"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["jkf", "json"]
    }

    fn is_shown_by(&self, line: &str) -> bool {
        line.starts_with('{')
    }

    fn is_japanese(&self) -> bool {
        true
    }

    fn comment(&self, position: &AnyPosition, m: AnyMove, last: Option<AnyMove>) -> String {
        kif::move_text(position, m, last)
    }

    fn read_text(&self, game: Variant, text: &str) -> Result<Vec<ReadGame>, ReadError> {
        Ok(vec![read::read(game, text)])
    }

    fn write(&self, record: &Record) -> Result<Written, WriteError> {
        write::write(record)
    }
}

#[derive(Serialize, Deserialize)]
struct Game {
    #[serde(default)]
    header: Map<String, Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    initial: Option<Initial>,
    moves: Vec<Item>,
}

#[derive(Serialize, Deserialize)]
struct Initial {
    preset: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    data: Option<State>,
}

#[derive(Serialize, Deserialize)]
struct State {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    color: Option<u8>,
    /// `[file][rank]`
    board: Vec<Vec<Cell>>,
    /// `[color]`
    #[serde(default)]
    hands: Vec<Map<String, Value>>,
}

#[derive(Default, Serialize, Deserialize)]
struct Cell {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    color: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
}

#[derive(Default, Serialize, Deserialize)]
struct Item {
    /// Line of its move or ending, counted from one; zero if it has neither.
    #[serde(skip)]
    line: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    comments: Option<Vec<String>>,
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    played: Option<Played>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time: Option<Times>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    special: Option<String>,
    /// Other continuations in place of this item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    forks: Option<Vec<Vec<Item>>>,
}

#[derive(Serialize, Deserialize)]
struct Played {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    color: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<Place>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<Place>,
    /// The piece as it stands before the move.
    piece: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    same: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    promote: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    capture: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    relative: Option<String>,
}

/// File and rank, counted from one.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Place {
    x: u8,
    y: u8,
}

#[derive(Serialize, Deserialize)]
struct Times {
    now: Clock,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    total: Option<Clock>,
}

#[derive(Serialize, Deserialize)]
struct Clock {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    h: Option<u64>,
    m: u64,
    s: u64,
}

/// Presets with the names of their handicaps.
const PRESETS: &[(&str, &str)] = &[
    ("HIRATE", "even"),
    ("KY", "lance"),
    ("KY_R", "right-lance"),
    ("KA", "bishop"),
    ("HI", "rook"),
    ("HIKY", "rook-lance"),
    ("2", "2-piece"),
    ("3", "3-piece"),
    ("4", "4-piece"),
    ("5", "5-piece"),
    ("5_L", "5-piece-left"),
    ("6", "6-piece"),
    ("7_L", "7-piece-left"),
    ("7_R", "7-piece"),
    ("8", "8-piece"),
    ("10", "10-piece"),
];
const NO_PRESET: &str = "OTHER";
/// A preset that is never written, because programs disagree on which of the lances it removes.
const DOUBTFUL_PRESET: &str = "3";
