//! Reasons why games end: the rules, and whatever else players, clocks and referees do.

use super::verdict::{Declaration, Reason};
use std::fmt;

/// The reason why a game ended. Matches, records, training files, servers and the terminal take their words and codes from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// The rules ended it after a move.
    Rules(Reason),
    /// A side declared, with this result.
    Declared(Declaration),
    /// A win was claimed, by a declaration or by a move. Training files of version 1 say no more.
    Claim,
    /// A side gave up.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
    /// The scores of both sides agreed on a winner for long enough.
    WinByScore,
    /// They agreed on a draw for long enough.
    DrawByScore,
    /// A side played a move that the rules forbid.
    IllegalMove,
    /// A side broke the rules otherwise than by its move.
    IllegalAction,
    /// A side answered too late.
    Time,
    /// An engine did not answer even when it was told to stop.
    NoAnswer,
    /// The process of an engine ended.
    Crash,
    /// An engine could not be started again, by the records of earlier versions. A match ends there now, and what they record
    /// is no game.
    NoStart,
    /// An engine sent a text that is not a move, or a move that was not asked for.
    Protocol,
    /// Broken off without a result.
    Interruption,
}

impl End {
    /// Every end.
    pub const ALL: [Self; 24] = [
        Self::Rules(Reason::NoMoves),
        Self::Rules(Reason::PerpetualCheck),
        Self::Rules(Reason::Repetition),
        Self::Rules(Reason::Try),
        Self::Rules(Reason::RoyalLost),
        Self::Rules(Reason::BareKing),
        Self::Rules(Reason::Check),
        Self::Rules(Reason::MaxMoves),
        Self::Declared(Declaration::Win),
        Self::Declared(Declaration::Draw),
        Self::Declared(Declaration::Loss),
        Self::Claim,
        Self::Resignation,
        Self::Agreement,
        Self::WinByScore,
        Self::DrawByScore,
        Self::IllegalMove,
        Self::IllegalAction,
        Self::Time,
        Self::NoAnswer,
        Self::Crash,
        Self::NoStart,
        Self::Protocol,
        Self::Interruption,
    ];

    /// The reason in a few words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules(reason) => reason.name(),
            Self::Declared(Declaration::Win) => "declaration",
            Self::Declared(Declaration::Draw) => "declared draw",
            Self::Declared(Declaration::Loss) => "wrong declaration",
            Self::Claim => "claim",
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::WinByScore => "win by score",
            Self::DrawByScore => "draw by score",
            Self::IllegalMove => "illegal move",
            Self::IllegalAction => "illegal action",
            Self::Time => "time",
            Self::NoAnswer => "no answer",
            Self::Crash => "crash",
            Self::NoStart => "no start",
            Self::Protocol => "protocol",
            Self::Interruption => "interruption",
        }
    }

    /// True if a side lost by a fault and not by the way it played.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            Self::Declared(Declaration::Loss)
                | Self::IllegalMove
                | Self::IllegalAction
                | Self::Time
                | Self::NoAnswer
                | Self::Crash
                | Self::NoStart
                | Self::Protocol
        )
    }
}

impl From<Reason> for End {
    fn from(reason: Reason) -> Self {
        Self::Rules(reason)
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_end_has_a_name_of_its_own() {
        let names: BTreeSet<_> = End::ALL.iter().map(|end| end.name()).collect();
        assert_eq!(names.len(), End::ALL.len());
    }
}
