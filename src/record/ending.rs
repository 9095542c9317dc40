//! Ways in which a game stops without a move, and whom they favour.

use super::vocabulary::EndingWords;
use crate::board::Color;
use std::fmt;

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
    /// The ending that a word of any format means; none for one that is no ending.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        EndingWords::find(word).map(|words| words.ending.clone())
    }

    /// The ending in a place where nothing but an ending stands.
    #[must_use]
    pub fn of_word(word: &str) -> Self {
        Self::named(word).unwrap_or_else(|| Self::Other(word.to_owned()))
    }

    /// The word of KIF files.
    #[must_use]
    pub fn kif(&self) -> &str {
        self.own_word().unwrap_or_else(|| EndingWords::of(self).map_or("", |words| words.japanese[0]))
    }

    /// The word of JKF files, and of CSA files but for fouls; none where they have none.
    #[must_use]
    pub fn csa(&self) -> Option<&str> {
        match self {
            Self::Other(word) => Some(word.as_str()),
            _ => EndingWords::of(self).map(|words| words.csa),
        }
        .filter(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_uppercase() || b == b'_'))
    }

    /// The word of an ending that the table lacks.
    fn own_word(&self) -> Option<&str> {
        match self {
            Self::Other(word) | Self::Stated { text: word, .. } => Some(word),
            _ => None,
        }
    }

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

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.own_word().unwrap_or_else(|| EndingWords::of(self).map_or("", |words| words.english[0])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::vocabulary::ENDINGS;

    #[test]
    fn words_read_back() {
        for EndingWords { ending, .. } in ENDINGS {
            let (kif, english) = (ending.kif().to_owned(), ending.to_string());
            for word in [Some(&*kif), Some(&*english), ending.csa()].into_iter().flatten() {
                assert!(!word.is_empty());
                assert_eq!(Ending::named(word).as_ref(), Some(ending));
            }
        }
        assert_eq!(Ending::of_word("NEW_WORD").csa(), Some("NEW_WORD"));
        assert_eq!(Ending::named("７六歩"), None);
    }

    #[test]
    fn endings_are_about_the_side_to_move() {
        let (us, them) = (Color::White, Color::Black);
        assert_eq!(Ending::Resignation.outcome(us), Outcome::Win(them));
        assert_eq!(Ending::FoulWin.outcome(us), Outcome::Win(us));
        assert_eq!(Ending::Declaration.outcome(us), Outcome::Win(us));
        assert_eq!(Ending::Repetition.outcome(us), Outcome::Draw);
    }
}
