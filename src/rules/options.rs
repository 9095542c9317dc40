//! The choices that a user or a server makes among the rules of one game.

use super::Rules;
use crate::game::{Choice, GameOption};

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
}

impl EnteringKing {
    /// All of them for the user to choose among.
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

/// What happens when a position occurs again and again. Perpetual check loses before anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepetitionRule {
    /// The occurrence that ends the game.
    pub count: u8,
    pub outcome: RepetitionOutcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionOutcome {
    Draw,
    /// The side to move in the repeated position, whose move out of it opens the cycle, loses.
    MoverLoses,
    /// The side whose move brought the position about once too often loses.
    RepeaterLoses,
}

impl RepetitionRule {
    pub const FOURFOLD_DRAW: Self = Self { count: 4, outcome: RepetitionOutcome::Draw };
    pub const THIRD_MOVER_LOSES: Self = Self { count: 3, outcome: RepetitionOutcome::MoverLoses };
    pub const FOURTH_REPEATER_LOSES: Self = Self { count: 4, outcome: RepetitionOutcome::RepeaterLoses };
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
    /// What `R` says where the user is silent.
    #[must_use]
    pub const fn of<R: Rules>() -> Self {
        Self {
            entering_king: if R::HAS_ENTERING_KING { EnteringKing::Csa27 } else { EnteringKing::None },
            max_moves: 0,
            forced_promotion: R::FORCED_PROMOTION,
            repetition: R::REPETITION,
        }
    }
}
