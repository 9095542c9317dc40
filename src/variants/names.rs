//! The names of the pieces common to several games.

use crate::rules::KindNames;

/// The names of a kind that has the same Japanese name in diagrams and in moves.
const fn plain(english: &'static str, csa: &'static str, kanji: &'static str, letters: [&'static str; 2]) -> KindNames {
    let [western, german] = letters;
    KindNames { english, csa, diagram: kanji, japanese: kanji, synonyms: &[], western, german }
}

pub(super) const PAWN: KindNames = plain("pawn", "FU", "歩", ["P", "B"]);
pub(super) const LANCE: KindNames = plain("lance", "KY", "香", ["L", "La"]);
pub(super) const KNIGHT: KindNames = plain("knight", "KE", "桂", ["N", "Sp"]);
pub(super) const SILVER: KindNames = plain("silver", "GI", "銀", ["S", "S"]);
pub(super) const GOLD: KindNames = plain("gold", "KI", "金", ["G", "G"]);
pub(super) const BISHOP: KindNames = plain("bishop", "KA", "角", ["B", "L"]);
pub(super) const ROOK: KindNames = plain("rook", "HI", "飛", ["R", "T"]);
pub(super) const KING: KindNames = KindNames { synonyms: &["王"], ..plain("king", "OU", "玉", ["K", "K"]) };
pub(super) const TOKIN: KindNames =
    KindNames { synonyms: &["个", "ト", "成歩", "To"], ..plain("tokin", "TO", "と", ["+P", "To"]) };
pub(super) const PROMOTED_LANCE: KindNames =
    KindNames { diagram: "杏", synonyms: &["仝"], ..plain("promoted lance", "NY", "成香", ["+L", "+La"]) };
pub(super) const PROMOTED_KNIGHT: KindNames =
    KindNames { diagram: "圭", synonyms: &["今"], ..plain("promoted knight", "NK", "成桂", ["+N", "+Sp"]) };
pub(super) const PROMOTED_SILVER: KindNames =
    KindNames { diagram: "全", ..plain("promoted silver", "NG", "成銀", ["+S", "+S"]) };
pub(super) const HORSE: KindNames =
    KindNames { synonyms: &["成角", "H"], ..plain("horse", "UM", "馬", ["+B", "P"]) };
pub(super) const DRAGON: KindNames =
    KindNames { synonyms: &["竜", "成飛", "D"], ..plain("dragon", "RY", "龍", ["+R", "D"]) };
