//! Ways in which a game stops without a move, and whom they favour.

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

/// Ending, word in KIF, word in CSA and JKF; empty where the format has none.
const WORDS: &[(Ending, &str, &str)] = &[
    (Ending::Resignation, "投了", "TORYO"),
    (Ending::Interruption, "中断", "CHUDAN"),
    (Ending::Repetition, "千日手", "SENNICHITE"),
    (Ending::Impasse, "持将棋", "JISHOGI"),
    (Ending::Draw, "引き分け", "HIKIWAKE"),
    (Ending::MaxMoves, "最大手数", "MAX_MOVES"),
    (Ending::Mate, "詰み", "TSUMI"),
    (Ending::NoMate, "不詰", "FUZUMI"),
    (Ending::TimeLoss, "切れ負け", "TIME_UP"),
    (Ending::FoulLoss, "反則負け", "ILLEGAL_MOVE"),
    (Ending::FoulWin, "反則勝ち", "ILLEGAL_ACTION"),
    (Ending::Declaration, "入玉勝ち", "KACHI"),
    (Ending::Try, "トライ", ""),
    (Ending::WalkoverWin, "不戦勝", ""),
    (Ending::WalkoverLoss, "不戦敗", ""),
    (Ending::SealedMove, "封じ手", ""),
    (Ending::TakeBack, "待った", "MATTA"),
    (Ending::Error, "エラー", "ERROR"),
];

/// Other spellings in KIF files.
const KIF_SYNONYMS: &[(&str, Ending)] =
    &[("詰", Ending::Mate), ("時間切れ", Ending::TimeLoss), ("宣言勝ち", Ending::Declaration), ("引分", Ending::Draw)];

impl Ending {
    /// The endings that a word tells; the others are told by what it says or whom it favours.
    pub(super) fn with_words() -> impl Iterator<Item = &'static Self> {
        WORDS.iter().map(|(ending, ..)| ending)
    }

    /// The word of KIF files.
    #[must_use]
    pub fn kif(&self) -> &str {
        match self {
            Self::Other(word) | Self::Stated { text: word, .. } => word,
            _ => self.words().0,
        }
    }

    /// Reads a word of KIF files; none for one that is no ending.
    #[must_use]
    pub fn from_kif(word: &str) -> Option<Self> {
        let listed = WORDS.iter().find(|(_, kif, _)| *kif == word).map(|(ending, ..)| ending);
        let synonym = || KIF_SYNONYMS.iter().find(|(kif, _)| *kif == word).map(|(_, ending)| ending);
        listed.or_else(synonym).cloned()
    }

    /// The word of JKF files, and of CSA files but for fouls; none where they have none.
    #[must_use]
    pub fn csa(&self) -> Option<&str> {
        match self {
            Self::Other(word) => Some(word.as_str()),
            _ => Some(self.words().1),
        }
        .filter(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_uppercase() || b == b'_'))
    }

    /// Reads a word as [`Ending::csa`] writes it.
    #[must_use]
    pub fn from_csa(word: &str) -> Self {
        let listed = WORDS.iter().find(|(_, _, csa)| !csa.is_empty() && *csa == word);
        listed.map_or_else(|| Self::Other(word.to_owned()), |(ending, ..)| ending.clone())
    }

    fn words(&self) -> (&'static str, &'static str) {
        WORDS.iter().find(|(ending, ..)| ending == self).map_or(("", ""), |&(_, kif, csa)| (kif, csa))
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
        f.write_str(match self {
            Self::Resignation => "resignation",
            Self::Interruption => "interruption",
            Self::Repetition => "repetition",
            Self::Impasse => "impasse",
            Self::Draw => "draw",
            Self::MaxMoves => "limit of moves",
            Self::Mate => "mate",
            Self::NoMate => "no mate",
            Self::TimeLoss => "loss on time",
            Self::FoulLoss => "loss by a foul",
            Self::FoulWin => "win by the opponent's foul",
            Self::Declaration => "declaration",
            Self::Try => "try",
            Self::WalkoverWin => "walkover win",
            Self::WalkoverLoss => "walkover loss",
            Self::SealedMove => "sealed move",
            Self::TakeBack => "move taken back",
            Self::Error => "error",
            Self::Other(word) | Self::Stated { text: word, .. } => word,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_back() {
        for (ending, kif, csa) in WORDS {
            assert_eq!(Ending::from_kif(kif).as_ref(), Some(ending));
            assert_eq!(ending.kif(), *kif);
            assert_eq!(ending.csa().unwrap_or_default(), *csa);
            if !csa.is_empty() {
                assert_eq!(Ending::from_csa(csa), *ending);
            }
        }
        assert_eq!(Ending::from_csa("NEW_WORD").csa(), Some("NEW_WORD"));
        assert_eq!(Ending::from_kif("７六歩"), None);
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
