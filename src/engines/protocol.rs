//! Needs of a match from an engine, in any protocol.

use super::info::SearchInfo;
use crate::board::Color;
use crate::engines::clock::Clock;
use crate::game::Dialect;
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// The protocol that an engine speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
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

/// The command by which a CECP engine gets the time of a move that has a fixed one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum MoveClock {
    /// `st` with fractions of a second, the last word before `go`.
    #[default]
    St,
    /// `time`, after an `st` of whole seconds that only announces a fixed time for each move. Some engines read whole
    /// seconds alone, and follow their clock once they know this.
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

/// Position and time limits of an engine's turn.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// Text after `position` in USI.
    pub position: &'a str,
    /// The clocks of both sides. `[color]`
    pub clocks: &'a [Clock; 2],
    /// Side of the engine.
    pub mover: Color,
    /// The longest time for the move, without the margin; none if no clock limits it.
    pub limit: Option<Duration>,
}

impl Turn<'_> {
    /// Last move of the game so far; empty at its start.
    #[must_use]
    pub fn last_move(&self) -> &str {
        let moves = self.position.split_once(" moves ").map(|(_, moves)| moves);
        moves.and_then(|moves| moves.rsplit(' ').next()).unwrap_or_default()
    }
}

/// An engine's answer to a question for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move, or another word that USI has after `bestmove`.
    pub best: String,
    pub ponder: Option<String>,
    pub info: SearchInfo,
    /// Expected moves from the first one on, as the engine has written them; empty without any.
    pub line: String,
    /// Time at which the line was read.
    pub at: Instant,
}

/// An option that the engine announces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announced {
    pub name: String,
    /// Values of a combo option.
    pub choices: Vec<String>,
    /// Range of an option that is a whole number.
    pub spin: Option<Spin>,
}

/// Range and default of an option that is a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spin {
    pub default: i64,
    pub min: i64,
    pub max: i64,
}

/// Meaning of a line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    Option(Announced),
    /// Name and value of a feature that the protocol lets the engine announce.
    Feature(String, String),
    /// A line for people; passed on only before the engine is ready for its first game.
    Remark(String),
    /// The engine has announced everything.
    Greeted,
    /// The engine has obeyed all lines before the question of this number.
    Ready(u32),
    Answer(Answer),
    /// The engine claims that the game is over, won by this side or drawn.
    Claim {
        winner: Option<Color>,
        answer: Answer,
    },
    /// The engine refuses a move or a position.
    Refusal(String),
}

/// Fixed words of a protocol, and the names that errors give to missing answers.
pub struct Words {
    pub greeting: &'static str,
    pub greeted: &'static str,
    pub ready: &'static str,
    pub answer: &'static str,
    pub stop: &'static str,
}

/// Lines to an engine before a game.
pub struct Preparation {
    pub lines: String,
    /// Number of the question that the engine answers once ready, if it can.
    pub question: Option<u32>,
}

/// The acts of a match as lines to an engine.
pub trait Speech: Send {
    fn words(&self) -> &'static Words;

    /// The reader of the engine's lines, for the thread that receives them.
    fn listener(&self) -> Box<dyn Listener>;

    /// Takes in an announced feature, and returns the reply.
    fn heed(&mut self, _name: &str, _value: &str) -> Option<String> {
        None
    }

    /// Dialect of USI for the positions and moves sent to the engine.
    fn dialect(&self) -> Dialect {
        Dialect::Usual
    }

    /// Line that sets an option.
    fn option(&mut self, name: &str, value: &str) -> String;

    /// Options set unless the user sets them, for an engine with these `options`.
    fn usual_options(&self, options: &[Announced], ponder: bool) -> Vec<(String, String)>;

    /// True if the user may set this option although the engine does not announce it.
    fn may_set(&self, name: &str) -> bool;

    /// True if the engine plays the game, as far as its options or features show.
    fn plays(&self, options: &[Announced]) -> bool;

    /// Lines that make the engine ready for a new game.
    fn prepare(&mut self) -> Preparation;

    /// Line sent once the engine is ready for a new game.
    fn begin(&mut self) -> Option<&'static str> {
        None
    }

    /// The question for a move.
    fn go(&mut self, turn: &Turn) -> String;

    /// Lines that start pondering on the expected turn, without clocks if it is `early`; none if the engine does not
    /// ponder.
    fn ponder(&self, _turn: &Turn, _early: bool) -> Option<String> {
        None
    }

    /// Line that says that the pondered turn has come, with its clocks if they follow only now; none if there is
    /// nothing to say.
    fn ponder_hit(&self, _turn: Option<&Turn>) -> Option<String> {
        None
    }

    /// The answer to the question for a move, if the message is or implies one: a claim that the game is over does.
    /// Notes the move that the engine takes for played.
    fn answered(&mut self, message: Message) -> Option<Answer>;

    /// Line with the result of the game: `win`, `lose` or `draw`.
    fn game_over(&self, result: &str) -> String;

    /// True if the engine cannot play another game in the same process.
    fn is_spent(&self) -> bool {
        false
    }
}

/// Reads the lines of an engine, one after the other.
pub trait Listener: Send {
    /// Messages in the line that was read at this time; none in most lines.
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
