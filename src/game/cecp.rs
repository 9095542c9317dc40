//! A game as the protocol of `XBoard` (CECP) knows it.

/// Names of a game in CECP, and its description for front-ends that do not know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CecpGame {
    /// Any of them may be known to an engine; the last one says most about the board. Those with numbers tell `XBoard`
    /// the board and the kinds in hand.
    pub names: &'static [&'static str],
    /// None for games that programs know by their names alone.
    pub setup: Option<CecpSetup>,
    /// Letters of the pieces whose names in USI are longer; empty in games of letters.
    pub letters: &'static [(char, &'static str)],
}

impl CecpGame {
    /// A game that programs know by these names.
    #[must_use]
    pub const fn known_as(names: &'static [&'static str]) -> Option<Self> {
        Some(Self { names, setup: None, letters: &[] })
    }

    /// A game that programs know by these names, with letters for its pieces.
    #[must_use]
    pub const fn lettered(names: &'static [&'static str], letters: &'static [(char, &'static str)]) -> Option<Self> {
        Some(Self { names, setup: None, letters })
    }

    /// A game that needs a description.
    #[must_use]
    pub const fn described(names: &'static [&'static str], setup: CecpSetup) -> Option<Self> {
        Some(Self { names, setup: Some(setup), letters: &[] })
    }
}

/// The description of a game that `XBoard` does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CecpSetup {
    /// Letters of pieces at the places of its table of pieces, first those of the first player, the kings last. In the
    /// table of shogi a promoted piece stands eleven places behind the other face.
    pub letters: &'static str,
    /// Board, kinds in hand, and the game that it resembles.
    pub board: &'static str,
    /// Letters with the moves in Betza's notation, for the pieces that shogi does not have.
    pub pieces: &'static [(&'static str, &'static str)],
}
