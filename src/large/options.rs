//! Differences between books of rules, and the choices in force for a game.

use crate::game::{Choice, GameOption};
use crate::kernel::RepetitionRule;

/// The rule on bare kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BareKing {
    /// The game goes on.
    PlaysOn,
    /// A lone royal piece loses to a royal piece with something that can mate, and draws with another lone one.
    Loses,
    /// A lone king loses to a king with exactly one more piece, unless it can take that at once.
    LosesToOne,
    /// A lone royal piece loses, unless it takes the last piece of the other side at once, which is a draw.
    LosesUnlessBaring,
}

/// The moves by which pieces promote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promotion {
    /// Those that enter the zone, and captures that begin or end there.
    Chu,
    /// The same, and any move to where the piece could not move again, which must promote it.
    ChuOrStuck,
    /// Any that begins or ends in the zone; it must promote the piece where it could not move again.
    Shogi,
    /// Captures, all of which must.
    EveryCapture,
    /// Captures; that of a promoted piece must.
    Captures,
}

/// The choices in force for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleOptions {
    /// The reading of the table of pieces; the usual one has no name.
    pub reading: &'static str,
    pub promotion: Promotion,
    /// No move may leave the last royal piece en prise.
    pub keeps_royal: bool,
    /// Lions may be captured like other pieces.
    pub lions_are_free: bool,
    /// A lance may promote by any move to the last rank.
    pub lance_promotes_last: bool,
    /// So may a pawn.
    pub pawn_promotes_last: bool,
    /// After a piece other than a lion has captured a lion, only protected lions are safe from such pieces.
    pub ban_needs_protection: bool,
    /// That ban extends to the capturing piece, once it is a lion itself.
    pub ban_covers_taker: bool,
    /// A lion protected by the ban may still be captured on the way to another square, by a player who moves so: a
    /// server tests only the targets of moves.
    pub ban_is_read_loosely: bool,
    /// A pawn or go-between that a lion captures first still protects its second capture.
    pub first_victim_protects: bool,
    /// Mate ends the game, not only the capture of the king.
    pub mate_ends: bool,
    pub bare_king: BareKing,
    pub repetition: RepetitionRule,
    /// True if a move after which its piece could capture counts as check in a repetition.
    pub threats_count_as_checks: bool,
    /// Moves after which the book of rules draws a game, zero for none.
    pub longest_game: u32,
    /// Moves after which the game is drawn by the user's choice, zero for no limit.
    pub max_moves: u32,
}

impl RuleOptions {
    /// The rules of lishogi.
    pub const LISHOGI: Self = Self {
        reading: "",
        promotion: Promotion::Chu,
        keeps_royal: false,
        lions_are_free: false,
        lance_promotes_last: true,
        pawn_promotes_last: true,
        ban_needs_protection: false,
        ban_covers_taker: false,
        ban_is_read_loosely: true,
        first_victim_protects: true,
        mate_ends: false,
        bare_king: BareKing::Loses,
        repetition: RepetitionRule::FOURFOLD_DRAW,
        threats_count_as_checks: true,
        longest_game: 1_000,
        max_moves: 0,
    };
    /// The rules of the Japanese federation.
    pub const RENMEI: Self = Self {
        lance_promotes_last: false,
        ban_needs_protection: true,
        ban_is_read_loosely: false,
        mate_ends: true,
        bare_king: BareKing::LosesToOne,
        longest_game: 0,
        ..Self::LISHOGI
    };
    /// The rules of the program HaChu.
    pub const HACHU: Self = Self {
        lance_promotes_last: false,
        pawn_promotes_last: false,
        ban_covers_taker: true,
        ban_is_read_loosely: false,
        first_victim_protects: false,
        bare_king: BareKing::PlaysOn,
        repetition: RepetitionRule::SECOND_REPEATER_LOSES,
        longest_game: 0,
        ..Self::LISHOGI
    };
    /// The choices for users.
    pub const CHU: GameOption<Self> = GameOption {
        name: "ChuRules",
        help: ["Whose rules of chu shogi are played", "どの規則の中将棋を指すか"],
        choices: &[
            Choice { name: "lishogi", apply: |rules| rules.adopt(Self::LISHOGI) },
            Choice { name: "renmei", apply: |rules| rules.adopt(Self::RENMEI) },
            Choice { name: "hachu", apply: |rules| rules.adopt(Self::HACHU) },
        ],
    };
    /// The rules of shogi for games without others of their own, and those of The Shogi Association on bare kings.
    pub const SHOGI: Self = Self {
        promotion: Promotion::Shogi,
        keeps_royal: true,
        ban_is_read_loosely: false,
        bare_king: BareKing::LosesUnlessBaring,
        threats_count_as_checks: false,
        longest_game: 0,
        ..Self::LISHOGI
    };
    /// Tenjiku shogi: no rule but that the last royal piece decides, and none on trading lions.
    pub const TENJIKU: Self = Self {
        promotion: Promotion::ChuOrStuck,
        lions_are_free: true,
        ban_is_read_loosely: false,
        bare_king: BareKing::PlaysOn,
        repetition: RepetitionRule::SECOND_REPEATER_LOSES,
        threats_count_as_checks: false,
        longest_game: 0,
        ..Self::LISHOGI
    };
    /// The rules of tenjiku shogi for users to choose from.
    pub const TENJIKU_OPTION: GameOption<Self> = GameOption {
        name: "TenjikuRules",
        help: ["Whose rules of tenjiku shogi are played", "どの規則の天竺大将棋を指すか"],
        choices: &[
            Choice { name: "wikipedia", apply: |rules| rules.adopt(Self::TENJIKU) },
            Choice {
                name: "tsa",
                apply: |rules| rules.adopt(Self { reading: "tsa", promotion: Promotion::Shogi, ..Self::TENJIKU }),
            },
        ],
    };
    /// Dai dai shogi: any capture promotes.
    pub const DAI_DAI: Self = Self { promotion: Promotion::EveryCapture, ..Self::TENJIKU };
    /// Maka dai dai shogi: captures promote, and those of promoted pieces must.
    pub const MAKA: Self = Self { promotion: Promotion::Captures, ..Self::TENJIKU };
    /// Tai shogi.
    pub const TAI: Self = Self::MAKA;
    /// Taikyoku shogi.
    pub const TAIKYOKU: Self = Self::TENJIKU;
    /// Wa shogi without drops: check and promotion as in shogi.
    pub const WA: Self = Self { bare_king: BareKing::PlaysOn, ..Self::SHOGI };
    /// The rule on bare kings, for games in which it is uncertain.
    pub const BARE_KING: GameOption<Self> = GameOption {
        name: "BareKing",
        help: ["Whether a king loses that is left alone", "裸王になった側が負けるか"],
        choices: &[
            Choice { name: "loses", apply: |rules| rules.bare_king = BareKing::LosesUnlessBaring },
            Choice { name: "plays-on", apply: |rules| rules.bare_king = BareKing::PlaysOn },
        ],
    };
    /// Dai shogi: chu shogi without its rules for lions.
    pub const DAI: Self = Self {
        lions_are_free: true,
        lance_promotes_last: false,
        pawn_promotes_last: false,
        ban_is_read_loosely: false,
        bare_king: BareKing::PlaysOn,
        longest_game: 0,
        ..Self::LISHOGI
    };
    /// The rules in books of dai shogi, for users to choose from.
    pub const DAI_OPTION: GameOption<Self> = GameOption {
        name: "DaiRules",
        help: ["Whose rules of dai shogi are played", "どの規則の大将棋を指すか"],
        choices: &[
            Choice { name: "hachu", apply: |rules| rules.adopt(Self::DAI) },
            Choice { name: "tsa", apply: |rules| rules.adopt(Self { promotion: Promotion::Shogi, ..Self::DAI }) },
            Choice { name: "chu", apply: |rules| rules.adopt(Self { longest_game: 0, ..Self::LISHOGI }) },
        ],
    };

    const fn adopt(&mut self, set: Self) {
        *self = Self { max_moves: self.max_moves, ..set };
    }
}
