//! Choices among the rules of a game, made by a user or a server.

use crate::game::{Choice, GameOption};
use crate::kernel::RepetitionRule;

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
        help: ["When a king that has entered the far camp wins", "入玉した側が勝ちになる条件"],
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
