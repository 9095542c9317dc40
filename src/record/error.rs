//! Errors and losses between records and files, in kinds that callers can distinguish.

use super::Ending;
use crate::any::{AnyIllegality, AnySfenError};
use crate::variants::Variant;
use crate::{large, rules};
use std::fmt;
use thiserror::Error;

/// The reason why a text is not a record of the game, and the line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct ReadError {
    /// Counted from one.
    pub line: usize,
    pub reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Reason {
    #[error("\"{0}\" is not {1}")]
    Syntax(String, &'static str),
    #[error("illegal move {text}: {reason}")]
    Illegal { text: String, reason: AnyIllegality },
    #[error("{0}: no piece of that kind can go there")]
    NoCandidate(String),
    #[error("{0}: more than one piece of that kind can go there")]
    Ambiguous(String),
    #[error("{0}: another piece stands on the square it leaves")]
    OtherPiece(String),
    #[error("a move of the side whose turn it is not")]
    WrongTurn,
    #[error("{0} after the end of its line")]
    AfterEnd(&'static str),
    #[error("the head of another game, where a file holds one")]
    AnotherGame,
    #[error("a variation at move {0}, which no line has")]
    NoSuchPly(usize),
    #[error("the start position cannot be: {0}")]
    Position(#[from] AnySfenError),
    #[error("the diagram is incomplete: {0}")]
    Diagram(&'static str),
    #[error("unknown handicap \"{0}\"; if it names another game, --variant chooses that")]
    Handicap(String),
    #[error("bytes that are not {0}")]
    Encoding(&'static str),
    #[error("{0}")]
    Json(String),
    #[error("there is no game in the file")]
    Empty,
    #[error("{0}")]
    Unsupported(#[from] WriteError),
}

impl From<rules::SfenError> for Reason {
    fn from(error: rules::SfenError) -> Self {
        Self::Position(error.into())
    }
}

impl From<large::SfenError> for Reason {
    fn from(error: large::SfenError) -> Self {
        Self::Position(error.into())
    }
}

impl Reason {
    pub(super) fn syntax(text: impl Into<String>, expected: &'static str) -> Self {
        let mut text: String = text.into();
        if text.chars().count() > 60 {
            text = text.chars().take(60).chain("...".chars()).collect();
        }
        Self::Syntax(text, expected)
    }

    pub(super) const fn at(self, line: usize) -> ReadError {
        ReadError { line, reason: self }
    }
}

/// A remark on something in a file that was not read as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    pub line: usize,
    pub text: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.text)
    }
}

/// The reason why a record cannot be written in a format at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WriteError {
    #[error("{format} has no names for the pieces of {game}")]
    NoNames { format: &'static str, game: &'static str },
    #[error("records of {game} are not kept in {format}")]
    Game { format: &'static str, game: &'static str },
    #[error("{format} cannot tell the start position: {sfen}")]
    Start { format: &'static str, sfen: String },
}

impl WriteError {
    /// # Errors
    /// If the game's pieces have no names, with which the format writes moves.
    pub(super) fn check_names(game: Variant, format: &'static str) -> Result<(), Self> {
        if game.is_named() { Ok(()) } else { Err(Self::NoNames { format, game: game.name() }) }
    }
}

/// A part of a record that a format cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    Headers,
    Remarks,
    Comments,
    Times,
    /// Parts of a second.
    Fractions,
    /// Parts of a millisecond.
    FractionsOfMillis,
    /// Totals that are not the sum of the times before.
    Totals,
    Variations,
    Bookmarks,
    Ending(Ending),
    /// The number of the first move.
    MoveNumber,
    /// The illegal last move, which the format's notation cannot express.
    IllegalMove,
    /// Characters that the encoding lacks, represented by the first.
    Characters(char),
}

impl Loss {
    /// Adds the loss to those of a file. Each stands there once, and one character stands for all.
    pub fn add_to(self, losses: &mut Vec<Self>) {
        let is_told =
            |told: &Self| matches!((told, &self), (Self::Characters(_), Self::Characters(_))) || *told == self;
        if !losses.iter().any(is_told) {
            losses.push(self);
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Headers => f.write_str("headers"),
            Self::Remarks => f.write_str("program remarks"),
            Self::Comments => f.write_str("comments"),
            Self::Times => f.write_str("times"),
            Self::Fractions => f.write_str("parts of a second"),
            Self::FractionsOfMillis => f.write_str("parts of a millisecond"),
            Self::Totals => f.write_str("clock totals that are not the sum of the times"),
            Self::Variations => f.write_str("variations"),
            Self::Bookmarks => f.write_str("bookmarks"),
            Self::Ending(ending) => write!(f, "the ending ({ending})"),
            Self::MoveNumber => f.write_str("the number of the first move"),
            Self::IllegalMove => f.write_str("the illegal last move"),
            Self::Characters(first) => write!(f, "characters such as '{first}'"),
        }
    }
}
