//! The choice of a book move.

use super::{BookMove, Damage, Library};
use crate::any::{AnyMove, AnyPosition};
use crate::game::Score;
use crate::search;
use std::io;

/// The engine's book options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookOptions {
    /// The engine plays from the book.
    pub own_book: bool,
    /// The path of a book, [`INTERNAL`] or [`NO_BOOK`].
    pub file: String,
    /// The last move number to be played from the book.
    pub moves: u32,
    /// The centipawns by which a move may be worse than the best one.
    pub eval_diff: Score,
    /// The lowest score of a move to be played. `[color of the side that plays]`
    pub eval_limits: [Score; 2],
    /// The least depth of a score; zero accepts any depth.
    pub depth_limit: u32,
    /// The percentage of positions in which the book is ignored.
    pub ignore_rate: u32,
    /// Moves played in less than a tenth of the games are left out.
    pub narrow: bool,
    /// The position is probed from the other side, too.
    pub flipped: bool,
    /// A position is found at any move number of a game.
    pub ignore_ply: bool,
}

/// The value of `file` for the program's own book.
pub const INTERNAL: &str = "<internal>";
/// The value of `file` for no book.
pub const NO_BOOK: &str = "no_book";
/// Length of the displayed line in plies.
const LINE: usize = 8;
/// A narrow book keeps moves played in at least one of this number of games.
const NARROW: u64 = 10;

impl Default for BookOptions {
    fn default() -> Self {
        Self {
            own_book: true,
            file: INTERNAL.to_owned(),
            moves: 16,
            eval_diff: 30,
            // Low enough for a book whose search saw Black a little behind at the start.
            eval_limits: [-50, -140],
            depth_limit: 0,
            ignore_rate: 0,
            narrow: false,
            flipped: true,
            ignore_ply: true,
        }
    }
}

impl BookOptions {
    /// The options for play at a level of skill: a player who misjudges positions takes more openings for good ones.
    #[must_use]
    pub fn at_level(&self, level: i32) -> Self {
        Self { eval_diff: self.eval_diff.max(search::misjudgement(level)), ..self.clone() }
    }
}

/// A move to be played from the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picked {
    pub known: BookMove,
    /// The move with its expected continuation.
    pub line: Vec<AnyMove>,
}

/// Probes a position and picks one of its moves at random: `random(n)` draws a number below `n`. A move is picked more often if it was played in more games
/// or, in a book without counts, if its score is better. A move passes the limits on unknown scores, depths and counts.
/// Damaged entries on the way are added to `damage`.
///
/// # Errors
/// If the book cannot be read.
pub fn pick(
    library: &Library,
    position: &AnyPosition,
    options: &BookOptions,
    random: &mut impl FnMut(u64) -> u64,
    damage: &mut Damage,
) -> io::Result<Option<Picked>> {
    let ignored = options.ignore_rate > 0 && random(100) < u64::from(options.ignore_rate);
    if !options.own_book || ignored || position.game_ply() + 1 > options.moves {
        return Ok(None);
    }
    let hit = library.probe(position, options.flipped)?;
    damage.merge(hit.damage);
    if !options.ignore_ply && hit.move_number != position.game_ply() + 1 {
        return Ok(None);
    }
    let floor = options.eval_limits[position.side_to_move().index()];
    let candidates = acceptable(&hit.moves, floor, options);
    let Some(known) = by_chance(&candidates, options.eval_diff, random) else { return Ok(None) };
    let line = library.line(position, &known, LINE, options.flipped)?;
    Ok(Some(Picked { known, line }))
}

/// The moves that the options allow.
fn acceptable(moves: &[BookMove], floor: Score, options: &BookOptions) -> Vec<BookMove> {
    let deep = |known: &&BookMove| known.depth.is_none_or(|depth| depth >= options.depth_limit);
    let mut kept: Vec<BookMove> = moves.iter().filter(deep).copied().collect();
    let best = kept.iter().filter_map(|known| known.score).max();
    let floor = best.map_or(floor, |best| floor.max(best.saturating_sub(options.eval_diff)));
    kept.retain(|known| known.score.is_none_or(|score| score >= floor));
    let games = moves.iter().filter_map(|known| known.count).fold(0, u64::saturating_add);
    if options.narrow {
        kept.retain(|known| known.count.is_none_or(|count| count.saturating_mul(NARROW) >= games));
    }
    kept
}

/// Picks a move at random, in proportion to its number of games; an unknown number counts as one. If no number is
/// known, the weight is the distance of the score from the lowest that `eval_diff` accepts.
fn by_chance(moves: &[BookMove], eval_diff: Score, random: &mut impl FnMut(u64) -> u64) -> Option<BookMove> {
    let best = moves.iter().filter_map(|known| known.score).max().unwrap_or_default();
    let played = moves.iter().any(|known| known.count.is_some());
    let weight = |known: &BookMove| match (known.count, known.score) {
        (Some(count), _) => count.clamp(1, u64::from(u32::MAX)),
        (None, Some(score)) if !played => u64::try_from(score - best + eval_diff).unwrap_or_default() + 1,
        _ => 1,
    };
    let total: u64 = moves.iter().map(weight).sum();
    if total == 0 {
        return None;
    }
    let mut left = random(total);
    let chosen = moves.iter().find(|known| {
        let is_chosen = left < weight(known);
        left = left.saturating_sub(weight(known));
        is_chosen
    });
    chosen.copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opening;
    use crate::variants::Variant;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt as _, SeedableRng};

    const BOOK: &str = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n\
        7g7f none 40 30 700\n2g2f none 35 16 250\n5g5f none 5 20 30\n9g9f none 60 3 20\n1g1f\n";

    fn random(seed: u64) -> impl FnMut(u64) -> u64 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        move |end| random.random_range(0..end)
    }

    /// The moves that are picked at least once with these options, sorted.
    fn picked(options: &BookOptions) -> Vec<String> {
        let start = Variant::Shogi.start();
        let (book, damage) = opening::read_database(Variant::Shogi, BOOK.as_bytes()).unwrap();
        assert!(damage.is_none());
        let library = Library::new(book);
        let mut random = random(1);
        let mut damage = Damage::default();
        let mut seen: Vec<String> = (0..20_000)
            .filter_map(|_| pick(&library, &start, options, &mut random, &mut damage).unwrap())
            .map(|picked| Variant::Shogi.usi(picked.known.m))
            .collect();
        seen.sort();
        seen.dedup();
        seen
    }

    #[test]
    fn better_moves_are_picked_more_often() {
        let thought = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n\
            7g7f none 12 14\n2g2f none 2 14\n3i4h none -18 14\n9g9f none -19 14\n";
        let library = Library::new(opening::read_database(Variant::Shogi, thought.as_bytes()).unwrap().0);
        let mut random = random(2);
        let mut times = std::collections::BTreeMap::new();
        for _ in 0..53_000 {
            let start = Variant::Shogi.start();
            let picked = pick(&library, &start, &BookOptions::default(), &mut random, &mut Damage::default());
            *times.entry(Variant::Shogi.usi(picked.unwrap().unwrap().known.m)).or_insert(0) += 1;
        }
        // Their distances from the limit, which is 30 below the best score, make 31, 21 and 1 of 53 draws.
        for (m, expected) in [("7g7f", 31_000), ("2g2f", 21_000), ("3i4h", 1000)] {
            assert!(i32::abs(times[m] - expected) < expected / 10 + 200, "{times:?}");
        }
        assert_eq!(times.len(), 3);
    }

    #[test]
    fn weak_levels_play_more_openings() {
        let at_level = |level| picked(&BookOptions { depth_limit: 16, ..BookOptions::default() }.at_level(level));
        assert_eq!(at_level(19), ["1g1f", "2g2f", "7g7f"]);
        assert_eq!(at_level(0), ["1g1f", "2g2f", "5g5f", "7g7f"]);
    }

    #[test]
    fn options_narrow_the_choice() {
        let usual = BookOptions { depth_limit: 16, ..BookOptions::default() };
        assert_eq!(picked(&usual), ["1g1f", "2g2f", "7g7f"]);
        assert_eq!(picked(&BookOptions { depth_limit: 0, ..usual.clone() }), ["1g1f", "2g2f", "7g7f", "9g9f"]);
        assert_eq!(picked(&BookOptions { eval_diff: 100, ..usual.clone() }), ["1g1f", "2g2f", "5g5f", "7g7f"]);
        let limited = BookOptions { eval_diff: 100, eval_limits: [36, -999], ..usual.clone() };
        assert_eq!(picked(&limited), ["1g1f", "7g7f"]);
        let narrow = BookOptions { eval_diff: 100, narrow: true, ..usual.clone() };
        assert_eq!(picked(&narrow), ["1g1f", "2g2f", "7g7f"]);
        assert!(picked(&BookOptions { own_book: false, ..usual.clone() }).is_empty());
        assert!(picked(&BookOptions { ignore_rate: 100, ..usual.clone() }).is_empty());
        assert!(picked(&BookOptions { moves: 0, ..usual }).is_empty());
    }
}
