//! Ways in which a game stops without a move, and whom they favour.

use crate::board::Color;

/// What stands where the side to move would have moved. Every word is about that side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    Resignation,
    Interruption,
    /// The same position for the fourth time, without perpetual check.
    Repetition,
    /// Agreed, or by counting points.
    Impasse,
    Draw,
    MaxMoves,
    /// It is mated.
    Mate,
    /// A mate problem is refuted.
    NoMate,
    TimeLoss,
    /// It broke the rules; the record need not show how.
    FoulLoss,
    /// The other side broke the rules by its last move.
    FoulWin,
    /// It declares its king entered, rightly.
    Declaration,
    /// The other side's king has reached the goal.
    Try,
    WalkoverWin,
    WalkoverLoss,
    /// The move is sealed and the game adjourned.
    SealedMove,
    /// The last move was taken back.
    TakeBack,
    Error,
    /// A result told by a sentence only, which no other ending of the side to move would say.
    Stated {
        winner: Color,
        text: String,
    },
    /// A word of one format that this list lacks.
    Other(String),
}

/// What an ending means for the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Win(Color),
    Draw,
    Undecided,
}

impl Ending {
    /// Whether nobody took the last move for a foul where this ends the game. A sentence, a break and what nobody knows may
    /// each follow a foul.
    pub(super) const fn accepts_the_move_before(&self) -> bool {
        !matches!(
            self,
            Self::FoulLoss
                | Self::FoulWin
                | Self::Stated { .. }
                | Self::Interruption
                | Self::TakeBack
                | Self::Error
                | Self::Other(_)
        )
    }

    /// Who wins when it stands where `side` is to move.
    #[must_use]
    pub fn outcome(&self, side: Color) -> Outcome {
        match self {
            Self::Resignation | Self::Mate | Self::TimeLoss | Self::FoulLoss | Self::Try | Self::WalkoverLoss => {
                Outcome::Win(!side)
            }
            Self::Stated { winner, .. } => Outcome::Win(*winner),
            Self::FoulWin | Self::Declaration | Self::WalkoverWin => Outcome::Win(side),
            Self::Repetition | Self::Impasse | Self::Draw | Self::MaxMoves => Outcome::Draw,
            Self::Interruption | Self::NoMate | Self::SealedMove | Self::TakeBack | Self::Error | Self::Other(_) => {
                Outcome::Undecided
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_about_the_side_to_move() {
        let (us, them) = (Color::White, Color::Black);
        assert_eq!(Ending::Resignation.outcome(us), Outcome::Win(them));
        assert_eq!(Ending::FoulWin.outcome(us), Outcome::Win(us));
        assert_eq!(Ending::Declaration.outcome(us), Outcome::Win(us));
        assert_eq!(Ending::Repetition.outcome(us), Outcome::Draw);
    }
}
