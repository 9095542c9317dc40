//! Messages of the page: everything that a person can do at it.

use super::study::Question;
use crate::board::Color;
use serde::Deserialize;
use std::time::Duration;

/// An act of a person. One without fields has braces: it refuses unknown fields like the others.
#[derive(Debug, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Act {
    /// Begins a game. The game on the board stays kept.
    New(NewGame),
    /// Plays a move in USI, legal or not; in a study it adds a variation where it is new.
    Move {
        #[serde(rename = "move")]
        usi: String,
        turn: u64,
    },
    /// Takes back moves up to the last one of a person.
    TakeBack {
        turn: u64,
    },
    /// Plays moves that were taken back again.
    PlayAgain {
        turn: u64,
    },
    Resign {
        turn: u64,
    },
    /// Declares the win of an entered king.
    Declare {
        turn: u64,
    },
    /// Asks for advice, first for the piece and then for the move.
    Hint {
        turn: u64,
    },
    /// Offers a draw to the program; between two people at the board both have agreed on it.
    Draw {
        turn: u64,
    },
    /// Offers to end the game by the points of both sides once a king has entered, as a draw is offered.
    Impasse {
        turn: u64,
    },
    /// Begins another game after a drawn one, with colours exchanged and the time that is left.
    Replay {
        turn: u64,
    },
    /// Goes on with a game that was broken off.
    GoOn {
        turn: u64,
    },
    /// Changes the level of the program.
    Level {
        level: i32,
    },
    /// Shows a place of the game or the study.
    Look {
        node: usize,
    },
    /// Opens files, as what is meant by them or else as what they show.
    Open {
        files: Vec<NamedFile>,
        #[serde(default, rename = "as")]
        meant: Option<Meant>,
    },
    /// Opens one of several games in the file.
    Pick {
        game: usize,
    },
    /// Studies the game on the board.
    Study {},
    /// Leaves the study for the game on the board.
    Play {},
    /// Switches the analysis of the position shown on, with this number of lines, or off.
    Live {
        lines: usize,
    },
    /// Analyses the whole game, or stops that.
    Analyse {
        on: bool,
    },
    /// Asks the mate solver about the position shown.
    Ask {
        question: Question,
    },
    /// Studies a position that was set up.
    SetUp(SetUp),
    /// Lays the line that was better than a move into the tree, or the one that refutes it.
    Line {
        node: usize,
        better: bool,
    },
    /// Asks the mistakes of a side in the game that was analysed, as exercises.
    Practise {
        side: Player,
    },
    /// Asks the exercises of a game that are due today, that on the board if none is named.
    Exercises {
        #[serde(default)]
        game: Option<String>,
    },
    /// Poses the mate problems that come with the program.
    Mates {},
    /// Poses the position shown as a mate problem, or all positions of a file that has several.
    Problems {},
    /// Begins a lesson of a game, that on the board if none is named; by its number from 0.
    Lesson {
        #[serde(default)]
        game: Option<String>,
        number: usize,
    },
    /// Shows the solution of the task on the board.
    Solution {
        turn: u64,
    },
    /// Goes back to where the person moves, or begins the task again.
    Again {
        turn: u64,
    },
    /// Goes on to the next task.
    Next {
        turn: u64,
    },
    /// Turns to a task by its index.
    Task {
        index: usize,
    },
    /// Leaves the tasks, or else a position set up by hand, for what was on the board before.
    Leave {},
}

/// One of the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Player {
    Black,
    White,
}

impl From<Player> for Color {
    fn from(player: Player) -> Self {
        match player {
            Player::Black => Self::Black,
            Player::White => Self::White,
        }
    }
}

/// The players and the start of a game.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewGame {
    pub game: String,
    pub side: Side,
    #[serde(default)]
    pub level: i32,
    /// The players of the sides without a person, Black first, in place of the level; the last plays all that follow.
    #[serde(default)]
    pub players: Vec<Opponent>,
    #[serde(default)]
    pub handicap: Option<String>,
    #[serde(default)]
    pub sfen: Option<String>,
    #[serde(default)]
    pub clock: Option<Times>,
    #[serde(default)]
    pub rules: Vec<String>,
    /// True for a coach who judges each of the person's moves.
    #[serde(default)]
    pub coach: bool,
}

/// A player of a side without a person.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Opponent {
    /// A level of the program.
    Level(i32),
    /// Another engine, by its name.
    Engine(String),
}

/// A file with its bytes in base 64.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedFile {
    pub name: String,
    pub bytes: String,
}

/// The use of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Meant {
    /// Its games are studied.
    Record,
    /// Its positions are posed as mate problems.
    Problems,
}

/// A position, square by square.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetUp {
    pub game: String,
    pub squares: Vec<Square>,
    /// The pieces in both hands, each for itself.
    #[serde(default)]
    pub hands: Vec<String>,
    pub turn: String,
}

/// A square with a piece.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Square {
    pub at: String,
    pub piece: String,
}

/// The sides that people play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    Black,
    White,
    /// One side, by lot.
    Lot,
    Both,
    /// None: people watch.
    Neither,
}

/// A clock, in seconds.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Times {
    #[serde(default)]
    main: f64,
    #[serde(default)]
    increment: f64,
    #[serde(default)]
    byoyomi: f64,
}

impl Times {
    /// Main time, increment and byoyomi; none if one of them is no time of a game.
    pub fn durations(self) -> Option<[Duration; 3]> {
        /// A day.
        const LONGEST: f64 = 86_400.0;
        let duration = |seconds: f64| {
            (0.0..=LONGEST).contains(&seconds).then(|| Duration::try_from_secs_f64(seconds).ok()).flatten()
        };
        Some([duration(self.main)?, duration(self.increment)?, duration(self.byoyomi)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(act: &str) -> String {
        serde_json::from_str::<Act>(act).unwrap_err().to_string()
    }

    #[test]
    fn unknown_fields_are_named() {
        let specimens = [
            (r#"{"act":"study","node":1}"#, "unknown field `node`"),
            (r#"{"act":"leave","turn":1}"#, "unknown field `turn`"),
            (r#"{"act":"resign","turn":1,"side":"black"}"#, "unknown field `side`, expected `turn`"),
            (r#"{"act":"move","usi":"7g7f","turn":1}"#, "unknown field `usi`, expected `move` or `turn`"),
            (r#"{"act":"new","game":"shogi","side":"black","levl":3}"#, "unknown field `levl`, expected one of `game`"),
            (r#"{"act":"new","game":"shogi","side":"black","clock":{"minutes":3}}"#, "unknown field `minutes`"),
            (r#"{"act":"set-up","game":"shogi","squares":[],"turn":"black","hand":[]}"#, "unknown field `hand`"),
            (
                r#"{"act":"set-up","game":"shogi","squares":[{"at":"5a","piece":"w7","x":1}],"turn":"black"}"#,
                "unknown field `x`",
            ),
        ];
        for (act, named) in specimens {
            assert!(refused(act).contains(named), "{act}: {}", refused(act));
        }
        assert!(serde_json::from_str::<Act>(r#"{"act":"study"}"#).is_ok());
    }
}
