//! What a match needs of an engine, whichever protocol says it.

use super::info::SearchInfo;
use crate::board::Color;
use crate::engines::clock::Clock;
use crate::game::Dialect;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// The protocol that an engine speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The universal shogi interface.
    #[default]
    Usi,
    /// The chess engine communication protocol of `XBoard`, version 2.
    Cecp,
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Usi => "usi",
            Self::Cecp => "cecp",
        })
    }
}

impl FromStr for Protocol {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = [Self::Usi, Self::Cecp].into_iter().find(|known| known.to_string() == text);
        known.ok_or_else(|| format!("\"{text}\" is not a protocol; they are usi and cecp"))
    }
}

/// How an engine of CECP is told the time of a move that has one of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveClock {
    /// By `st` with fractions of a second, the last word before `go`.
    #[default]
    St,
    /// By `time`, after an `st` of whole seconds that tells no more than that each move has a time of its own. Some engines
    /// read whole seconds only, and go by their clock once they know this.
    Time,
}

impl fmt::Display for MoveClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::St => "st",
            Self::Time => "time",
        })
    }
}

impl FromStr for MoveClock {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "st" => Ok(Self::St),
            "time" => Ok(Self::Time),
            _ => Err(format!("\"{text}\" is no word for the time of a move; they are st and time")),
        }
    }
}

/// The position and the time limits of an engine's turn.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// The text that follows `position` in USI.
    pub position: &'a str,
    /// The clocks of both sides. `[color]`
    pub clocks: &'a [Clock; 2],
    /// The side that the engine plays.
    pub mover: Color,
    /// The longest time that the move may take, without the margin; `None` if no clock limits it.
    pub limit: Option<Duration>,
}

impl Turn<'_> {
    /// The last move of the game so far; empty at its start.
    #[must_use]
    pub fn last_move(&self) -> &str {
        let moves = self.position.split_once(" moves ").map(|(_, moves)| moves);
        moves.and_then(|moves| moves.rsplit(' ').next()).unwrap_or_default()
    }
}

/// An engine's answer to the question for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What the engine does, as USI says it behind `bestmove`.
    pub best: String,
    pub ponder: Option<String>,
    pub info: SearchInfo,
    /// The expected moves, the first one included, as the engine has written them; empty if it told none.
    pub line: String,
    /// The time at which the line was read.
    pub at: Instant,
}

/// An option that the engine announces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announced {
    pub name: String,
    /// The values of a combo option.
    pub choices: Vec<String>,
    /// The range of an option that is a whole number.
    pub spin: Option<Spin>,
}

/// The range and the default of an option that is a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spin {
    pub default: i64,
    pub min: i64,
    pub max: i64,
}

/// What a line of an engine means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    Option(Announced),
    /// A feature of the engine that its protocol lets it announce, with its value.
    Feature(String, String),
    /// A line for people, which is passed on only before the engine is ready for its first game.
    Remark(String),
    /// The engine has announced all that it has to.
    Greeted,
    /// The engine has done all that it was told before the question of this number.
    Ready(u32),
    Answer(Answer),
    /// The engine says that the game is over, as won by this side or drawn.
    Claim {
        winner: Option<Color>,
        answer: Answer,
    },
    /// The engine refuses a move or a position that it was told.
    Refusal(String),
}

/// The fixed words of a protocol, and those by which the errors name what an engine did not say.
pub struct Words {
    pub greeting: &'static str,
    pub greeted: &'static str,
    pub ready: &'static str,
    pub answer: &'static str,
    pub stop: &'static str,
}

/// What is said to an engine before a game.
pub struct Preparation {
    pub lines: String,
    /// The number of the question to which the engine answers that it is ready, if it can.
    pub question: Option<u32>,
}

/// How the acts of a match are said to an engine.
pub trait Speech: Send {
    fn words(&self) -> &'static Words;

    /// What understands the lines of the engine, on the thread that reads them.
    fn listener(&self) -> Box<dyn Listener>;

    /// Takes in a feature that the engine has announced, and returns what to reply.
    fn heed(&mut self, _name: &str, _value: &str) -> Option<String> {
        None
    }

    /// The dialect of USI in which the engine is told positions and moves.
    fn dialect(&self) -> Dialect {
        Dialect::Usual
    }

    /// The line that sets an option.
    fn option(&mut self, name: &str, value: &str) -> String;

    /// The options that are set if the user has not set them, for an engine with these `options`.
    fn usual_options(&self, options: &[Announced], ponder: bool) -> Vec<(String, String)>;

    /// Whether the user may set this option although the engine does not announce it.
    fn may_set(&self, name: &str) -> bool;

    /// Whether the engine plays the game, if its options or features tell.
    fn plays(&self, options: &[Announced]) -> bool;

    /// What makes the engine ready for a new game.
    fn prepare(&mut self) -> Preparation;

    /// What is said once the engine is ready for a new game.
    fn begin(&mut self) -> Option<&'static str> {
        None
    }

    /// The question for a move.
    fn go(&mut self, turn: &Turn) -> String;

    /// What lets the engine ponder on the turn that it expects, without clocks if that is `early`; `None` where the engine
    /// does not ponder.
    fn ponder(&self, _turn: &Turn, _early: bool) -> Option<String> {
        None
    }

    /// What tells the engine that the turn has come on which it ponders, with the clocks of the turn if they are told now.
    fn ponder_hit(&self, _turn: Option<&Turn>) -> Option<String> {
        None
    }

    /// The answer that a claim of the end of the game amounts to while the engine is asked for a move, and a note of
    /// what the engine takes for played.
    fn answered(&mut self, message: Message) -> Option<Answer>;

    /// What tells the engine the result of the game: `win`, `lose` or `draw`.
    fn game_over(&self, result: &str) -> String;

    /// Whether the engine cannot play another game in the same process.
    fn is_spent(&self) -> bool {
        false
    }
}

/// Understands the lines of an engine, one after the other.
pub trait Listener: Send {
    /// What the line that was read at this time means; nothing in most cases.
    fn hear(&mut self, line: &str, at: Instant) -> Vec<Message>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn protocols_have_names() {
        assert_eq!(("usi".parse(), "cecp".parse()), (Ok(Protocol::Usi), Ok(Protocol::Cecp)));
        assert_eq!("uci".parse::<Protocol>().unwrap_err(), "\"uci\" is not a protocol; they are usi and cecp");
    }
}
