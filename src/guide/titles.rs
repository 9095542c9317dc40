//! Full names of the pieces of shogi, by their names in moves.

/// A name in moves, the name on a wooden piece, and other names that people use.
const TITLES: [(&str, &str, &[&str]); 11] = [
    ("歩", "歩兵", &[]),
    ("香", "香車", &[]),
    ("桂", "桂馬", &[]),
    ("銀", "銀将", &["silver general"]),
    ("金", "金将", &["gold general"]),
    ("角", "角行", &[]),
    ("飛", "飛車", &[]),
    ("玉", "玉将", &["王", "王将"]),
    ("と", "と金", &["成歩", "promoted pawn"]),
    ("馬", "龍馬", &["成角", "dragon horse", "promoted bishop"]),
    ("龍", "龍王", &["成飛", "dragon king", "promoted rook"]),
];

/// The name on a wooden piece.
#[must_use]
pub fn inscription(japanese: &'static str) -> &'static str {
    TITLES.iter().find(|(name, ..)| *name == japanese).map_or(japanese, |(_, whole, _)| whole)
}

/// The names of a piece besides that in moves.
pub fn others(japanese: &str) -> Vec<&'static str> {
    let title = TITLES.iter().find(|(name, whole, _)| [*name, *whole].contains(&japanese));
    title.into_iter().flat_map(|(_, whole, others)| std::iter::once(whole).chain(*others)).copied().collect()
}
