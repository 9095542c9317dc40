//! The choices that a user or a server makes among the rules of one game.

use super::Rules;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// When a king that has entered the far camp wins. The names are those of the option `EnteringKingRule`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum EnteringKing {
    None,
    /// Declaration: 31 points win, 24 to 30 draw.
    Csa24,
    /// The same, White's points credited with what a handicap took away.
    Csa24Handicap,
    /// Declaration: 28 points for Black or 27 for White win.
    #[default]
    Csa27,
    /// The same, White's points credited with what a handicap took away.
    Csa27Handicap,
    /// A king that reaches the start square of the other king wins.
    Try,
    /// A king that stands on any square of the far rank without being attacked wins, at once or later.
    TryRank,
}

impl EnteringKing {
    pub const ALL: [Self; 7] =
        [Self::None, Self::Csa24, Self::Csa24Handicap, Self::Csa27, Self::Csa27Handicap, Self::Try, Self::TryRank];
    /// The rules that are played with a full set of shogi, the usual one first.
    pub const OF_SHOGI: &'static [Self] =
        &[Self::Csa27, Self::Csa27Handicap, Self::Csa24, Self::Csa24Handicap, Self::Try, Self::None];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "NoEnteringKing",
            Self::Csa24 => "CSARule24",
            Self::Csa24Handicap => "CSARule24H",
            Self::Csa27 => "CSARule27",
            Self::Csa27Handicap => "CSARule27H",
            Self::Try => "TryRule",
            Self::TryRank => "TryRankRule",
        }
    }
}

/// A name that no rule of entering king has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("one of {}", EnteringKing::ALL.map(EnteringKing::name).join(", "))]
pub struct UnknownEnteringKing;

impl fmt::Display for EnteringKing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for EnteringKing {
    type Err = UnknownEnteringKing;

    fn from_str(text: &str) -> Result<Self, UnknownEnteringKing> {
        Self::ALL.into_iter().find(|rule| rule.name().eq_ignore_ascii_case(text)).ok_or(UnknownEnteringKing)
    }
}

/// What happens when a position occurs again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepetitionRule {
    /// The occurrence that ends the game.
    pub count: u8,
    pub outcome: RepetitionOutcome,
    /// Whether a side that alone gave check with each of its moves since the first occurrence loses before anything
    /// else.
    pub perpetual_check: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionOutcome {
    Draw,
    /// The side to move in the repeated position, whose move out of it opens the cycle, loses.
    MoverLoses,
    /// The side whose move brought the position about once too often loses.
    RepeaterLoses,
    /// The side that made the first move of the game loses.
    FirstMoverLoses,
}

impl RepetitionRule {
    pub const FOURFOLD_DRAW: Self = Self::checked(4, RepetitionOutcome::Draw);
    pub const THIRD_MOVER_LOSES: Self = Self::checked(3, RepetitionOutcome::MoverLoses);
    pub const FOURTH_REPEATER_LOSES: Self = Self::checked(4, RepetitionOutcome::RepeaterLoses);
    pub const FOURTH_FIRST_MOVER_LOSES: Self = Self::checked(4, RepetitionOutcome::FirstMoverLoses);
    /// A draw at the third occurrence, perpetual check or not.
    pub const THREEFOLD_DRAW: Self = Self { count: 3, outcome: RepetitionOutcome::Draw, perpetual_check: false };

    const fn checked(count: u8, outcome: RepetitionOutcome) -> Self {
        Self { count, outcome, perpetual_check: true }
    }

    /// The rules that a user may choose among where sources disagree, by the names of the option `ToriRepetition`.
    pub const NAMED: [(&str, Self); 3] = [
        ("third-mover-loses", Self::THIRD_MOVER_LOSES),
        ("fourth-repeater-loses", Self::FOURTH_REPEATER_LOSES),
        ("draw", Self::FOURFOLD_DRAW),
    ];

    /// The name of the rule, none if no option names it.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        Self::NAMED.into_iter().find(|&(_, rule)| rule == self).map(|(name, _)| name)
    }
}

/// A name that no rule has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("one of {}", RepetitionRule::NAMED.map(|(name, _)| name).join(", "))]
pub struct UnknownRepetitionRule;

impl FromStr for RepetitionRule {
    type Err = UnknownRepetitionRule;

    fn from_str(text: &str) -> Result<Self, UnknownRepetitionRule> {
        let found = Self::NAMED.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        found.map(|(_, rule)| rule).ok_or(UnknownRepetitionRule)
    }
}

/// The choices in force for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleOptions {
    pub entering_king: EnteringKing,
    /// Moves after which the game is drawn, zero for no limit.
    pub max_moves: u32,
    /// Whether every possible promotion must be made.
    pub forced_promotion: bool,
    pub repetition: RepetitionRule,
}

impl RuleOptions {
    /// The choices of `R` itself, in force unless the user makes others.
    #[must_use]
    pub const fn of<R: Rules>() -> Self {
        Self {
            entering_king: match R::ENTERING_KING {
                [usual, ..] => *usual,
                [] => EnteringKing::None,
            },
            max_moves: 0,
            forced_promotion: R::FORCED_PROMOTION,
            repetition: R::REPETITION,
        }
    }
}
