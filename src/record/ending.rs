//! Ways in which a game stops without a move, and whom they favour.

use crate::board::Color;
use crate::game::{Declaration, End, Reason};

/// The end of a game in the place of a move. Every word is about the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The side to move resigned.
    Resignation,
    /// The game was broken off.
    Interruption,
    /// The same position for the fourth time, without perpetual check.
    Repetition,
    /// Agreed, or by counting points.
    Impasse,
    /// The sides agreed to a draw.
    Draw,
    /// The limit of moves was reached.
    MaxMoves,
    /// It is mated.
    Mate,
    /// A mate problem is refuted.
    NoMate,
    /// The side to move overstepped the time.
    TimeLoss,
    /// It broke the rules; the record need not show how.
    FoulLoss,
    /// The other side broke the rules by its last move.
    FoulWin,
    /// It rightly declares that its king has entered.
    Declaration,
    /// The other side's king has reached the goal.
    Try,
    /// The opponent of the side to move did not appear.
    WalkoverWin,
    /// The side to move did not appear.
    WalkoverLoss,
    /// The move is sealed and the game adjourned.
    SealedMove,
    /// The last move was taken back.
    TakeBack,
    /// A program or a connection failed.
    Error,
    /// A result stated only by a sentence, which no other ending of the side to move expresses.
    Stated {
        /// The side that won.
        winner: Color,
        /// The sentence.
        text: String,
    },
    /// A word of one format that this list lacks.
    Other(String),
}

/// Result of a game by its ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This side won.
    Win(Color),
    /// Neither side won.
    Draw,
    /// Nobody won, and the game was not drawn either.
    Undecided,
}

impl Ending {
    /// The ending for `end`, with `side` to move. If its word would give the game to somebody else than `winner`, as
    /// after a resignation out of turn, the winner is stated.
    #[doc(hidden)]
    #[must_use]
    pub fn of(end: End, winner: Option<Color>, side: Color) -> Self {
        let ending = Self::word_of(end, winner, side);
        match (ending.outcome(side), winner) {
            (Outcome::Undecided, _) | (Outcome::Draw, None) => ending,
            (Outcome::Win(told), Some(winner)) if told == winner => ending,
            (_, Some(winner)) => Self::Stated { winner, text: end.name().to_owned() },
            (_, None) => Self::Draw,
        }
    }

    /// The word of records for the end of a game.
    fn word_of(end: End, winner: Option<Color>, side: Color) -> Self {
        let foul = if winner == Some(side) { Self::FoulWin } else { Self::FoulLoss };
        match end {
            End::Rules(Reason::NoMoves | Reason::RoyalLost | Reason::BareKing | Reason::Check) => Self::Mate,
            End::Rules(Reason::Repetition) if winner.is_none() => Self::Repetition,
            End::Rules(Reason::Repetition | Reason::PerpetualCheck) => foul,
            End::Rules(Reason::Try) => Self::Try,
            End::Rules(Reason::MaxMoves) => Self::MaxMoves,
            End::Declared(Declaration::Win | Declaration::Draw) | End::Claim if winner.is_none() => Self::Impasse,
            End::Declared(Declaration::Win | Declaration::Draw) | End::Claim => Self::Declaration,
            End::Declared(Declaration::Loss) | End::IllegalMove | End::IllegalAction => foul,
            End::Resignation => Self::Resignation,
            End::Agreement | End::DrawByScore => Self::Draw,
            End::Time | End::NoAnswer => Self::TimeLoss,
            End::WinByScore | End::Interruption => Self::Interruption,
            End::Crash | End::NoStart | End::Protocol => Self::Error,
        }
    }

    /// True if the ending shows that nobody took the last move for a foul. A sentence, an interruption and an unknown
    /// word may each follow a foul.
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

    /// The outcome if the ending stands where `side` is to move.
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

    #[test]
    fn every_end_of_a_game_has_an_ending_that_gives_it_to_nobody_else() {
        for side in Color::ALL {
            for winner in [None, Some(side), Some(!side)] {
                for end in End::ALL {
                    let outcome = Ending::of(end, winner, side).outcome(side);
                    let is_true = outcome == winner.map_or(Outcome::Draw, Outcome::Win);
                    assert!(is_true || outcome == Outcome::Undecided, "{end} {winner:?}: {outcome:?}");
                }
            }
        }
    }

    #[test]
    fn ends_of_games_have_the_words_of_records() {
        let (us, them) = (Color::White, Some(Color::Black));
        let stated = |text: &str| Ending::Stated { winner: us, text: text.to_owned() };
        for (end, winner, ending) in [
            (End::Rules(Reason::NoMoves), them, Ending::Mate),
            (End::Rules(Reason::RoyalLost), them, Ending::Mate),
            (End::Rules(Reason::BareKing), None, Ending::Draw),
            (End::Rules(Reason::BareKing), Some(us), stated("bare king")),
            (End::Rules(Reason::Repetition), None, Ending::Repetition),
            (End::Rules(Reason::Repetition), Some(us), Ending::FoulWin),
            (End::Rules(Reason::PerpetualCheck), them, Ending::FoulLoss),
            (End::Declared(Declaration::Win), Some(us), Ending::Declaration),
            (End::Declared(Declaration::Win), None, Ending::Impasse),
            (End::Declared(Declaration::Draw), None, Ending::Impasse),
            (End::Declared(Declaration::Loss), them, Ending::FoulLoss),
            (End::Resignation, them, Ending::Resignation),
            (End::Resignation, Some(us), stated("resignation")),
            (End::NoAnswer, them, Ending::TimeLoss),
            (End::WinByScore, them, Ending::Interruption),
            (End::Crash, them, Ending::Error),
        ] {
            assert_eq!(Ending::of(end, winner, us), ending, "{end} {winner:?}");
        }
    }
}
