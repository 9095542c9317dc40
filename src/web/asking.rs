//! Wishes at a task, and the answers to them.

use super::phrase::Phrase;
use crate::any::AnyMove;

/// A wish at a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// The program's own, before the person begins: it solves a problem.
    Pose,
    Try(AnyMove),
    /// The piece to move, and asked again the move.
    Hint {
        again: bool,
    },
    Solution,
}

/// Answer to a person at a task.
#[derive(Clone, Debug)]
pub struct Answer {
    pub said: Phrase,
    pub tone: Tone,
    /// Moves that show it, from the place where the person moves.
    pub shown: Vec<AnyMove>,
    /// Number of these moves that stand on the board.
    pub at: usize,
    /// Number of these moves that stay played.
    pub kept: usize,
    /// The move that a hint points at, or its piece alone.
    pub pointed: Option<Pointed>,
    pub end: Option<End>,
}

/// The move of a hint.
#[derive(Clone, Copy, Debug)]
pub struct Pointed {
    pub m: AnyMove,
    /// False while only the piece is given away.
    pub is_move: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Plain,
    Good,
    Wrong,
}

impl Tone {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Good => "good",
            Self::Wrong => "wrong",
        }
    }
}

/// The end of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Solved,
    /// The solution was shown.
    Shown,
    /// The program cannot pose it.
    Unfit,
}

impl Answer {
    /// Words alone.
    pub const fn words(said: Phrase, tone: Tone) -> Self {
        Self { said, tone, shown: Vec::new(), at: 0, kept: 0, pointed: None, end: None }
    }
}
