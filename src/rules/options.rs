//! Choices among the rules of a game, made by a user or a server.

use crate::game::{Choice, GameOption};

/// Rules for a king that has entered the far camp. The names are those of the option `EnteringKingRule`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum EnteringKing {
    None,
    /// Declaration: 31 points win, 24 to 30 draw.
    Csa24,
    /// The same, with White credited for the pieces removed by a handicap.
    Csa24Handicap,
    /// Declaration: 28 points for Black or 27 for White win.
    #[default]
    Csa27,
    /// The same, with White credited for the pieces removed by a handicap.
    Csa27Handicap,
    /// A king that reaches the start square of the other king wins.
    Try,
    /// A king that stands on any square of the far rank without being attacked wins, at once or later.
    TryRank,
}

impl EnteringKing {
    /// The rules for games with a full set of shogi, the usual one first.
    pub const OF_SHOGI: &'static [Self] =
        &[Self::Csa27, Self::Csa27Handicap, Self::Csa24, Self::Csa24Handicap, Self::Try, Self::None];
    /// The same as an option for users.
    pub const OPTION: GameOption<RuleOptions> = GameOption {
        name: "EnteringKingRule",
        help: "When a king that has entered the far camp wins",
        choices: &[
            Choice { name: "CSARule27", apply: |rules| rules.entering_king = Self::Csa27 },
            Choice { name: "CSARule27H", apply: |rules| rules.entering_king = Self::Csa27Handicap },
            Choice { name: "CSARule24", apply: |rules| rules.entering_king = Self::Csa24 },
            Choice { name: "CSARule24H", apply: |rules| rules.entering_king = Self::Csa24Handicap },
            Choice { name: "TryRule", apply: |rules| rules.entering_king = Self::Try },
            Choice { name: "NoEnteringKing", apply: |rules| rules.entering_king = Self::None },
        ],
    };
}

/// The rule on repeated positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RepetitionRule {
    /// The occurrence that ends the game.
    pub count: u8,
    pub outcome: RepetitionOutcome,
    /// A side that alone gave check with each of its moves since the first occurrence loses before anything else.
    pub perpetual_check: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RepetitionOutcome {
    Draw,
    /// The side to move in the repeated position, whose move out of it opens the cycle, loses.
    MoverLoses,
    /// The side whose move repeated the position once too often loses.
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
}

/// The choices in force for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleOptions {
    pub entering_king: EnteringKing,
    /// Moves after which the game is drawn, zero for no limit.
    pub max_moves: u32,
    /// Every possible promotion is obligatory.
    pub forced_promotion: bool,
    pub repetition: RepetitionRule,
}
