//! Attacks of sliding pieces: the kernels that compute them, a square-by-square walk that defines them, and the choice
//! of a kernel.
//!
//! A kernel computes, from a square and the occupied squares, which squares a rook, a bishop or a slider in one
//! direction reaches: every empty square up to the first occupied one, and that one too. It does not matter whether
//! `square` itself is occupied.
//!
//! There are two complete kernels. Each is compiled wherever it can be, so that tests and benches compare them. The
//! engine plays with [`magic`] unless the feature `x86-64-sliders` asks for the other. `benches/sliders.rs` times
//! single calls, but the default was chosen by the nodes a second of a whole search.

use super::{Bitboard, Direction, Square};

pub mod magic;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub mod x86_64;

#[cfg(not(all(feature = "x86-64-sliders", target_arch = "x86_64", target_feature = "avx2")))]
use magic as kernel;
#[cfg(all(feature = "x86-64-sliders", target_arch = "x86_64", target_feature = "avx2"))]
use x86_64 as kernel;

pub use kernel::{bishop, ray, rook};

/// Defines the attacks: it steps until the board or an occupied square ends the ray.
#[must_use]
pub fn walk(direction: Direction, square: Square, occupied: Bitboard) -> Bitboard {
    let (files, ranks) = direction.step();
    let mut reached = Bitboard::EMPTY;
    let mut here = square.offset(files, ranks);
    while let Some(next) = here {
        reached = reached.with(next);
        if occupied.contains(next) {
            break;
        }
        here = next.offset(files, ranks);
    }
    reached
}

/// The four rays of a rook, by [`walk`].
#[must_use]
pub fn walk_rook(square: Square, occupied: Bitboard) -> Bitboard {
    Direction::ALL.into_iter().step_by(2).fold(Bitboard::EMPTY, |set, d| set | walk(d, square, occupied))
}

/// The four rays of a bishop, by [`walk`].
#[must_use]
pub fn walk_bishop(square: Square, occupied: Bitboard) -> Bitboard {
    Direction::ALL.into_iter().skip(1).step_by(2).fold(Bitboard::EMPTY, |set, d| set | walk(d, square, occupied))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    struct Kernel {
        name: &'static str,
        rook: fn(Square, Bitboard) -> Bitboard,
        bishop: fn(Square, Bitboard) -> Bitboard,
        ray: fn(Direction, Square, Bitboard) -> Bitboard,
    }

    const KERNELS: &[Kernel] = &[
        Kernel { name: "magic", rook: magic::rook, bishop: magic::bishop, ray: magic::ray },
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        Kernel { name: "x86_64", rook: x86_64::rook, bishop: x86_64::bishop, ray: x86_64::ray },
    ];

    /// The squares whose occupation changes a piece's attacks: its rays without their last squares.
    fn inner(directions: impl Iterator<Item = Direction>, square: Square) -> Bitboard {
        directions.fold(Bitboard::EMPTY, |set, direction| {
            let (files, ranks) = direction.step();
            let ray = walk(direction, square, Bitboard::EMPTY);
            set | ray.filter(|s| s.offset(files, ranks).is_some()).collect()
        })
    }

    /// Calls `visit` with every subset of a set.
    fn for_each_subset(set: Bitboard, mut visit: impl FnMut(Bitboard)) {
        let squares: Vec<_> = set.collect();
        for chosen in 0..1u32 << squares.len() {
            visit((0..squares.len()).filter(|i| chosen >> i & 1 != 0).map(|i| squares[i]).collect());
        }
    }

    #[test]
    fn kernels_walk_every_inner_occupancy() {
        let even = || Direction::ALL.into_iter().step_by(2);
        let odd = || Direction::ALL.into_iter().skip(1).step_by(2);
        for square in Square::all() {
            for_each_subset(inner(even(), square), |occupied| {
                let expected = walk_rook(square, occupied);
                for kernel in KERNELS {
                    assert_eq!((kernel.rook)(square, occupied), expected, "{} {square} {occupied:?}", kernel.name);
                }
            });
            for_each_subset(inner(odd(), square), |occupied| {
                let expected = walk_bishop(square, occupied);
                for kernel in KERNELS {
                    assert_eq!((kernel.bishop)(square, occupied), expected, "{} {square} {occupied:?}", kernel.name);
                }
            });
        }
    }

    #[test]
    fn rays_walk_every_occupancy_of_their_line() {
        for square in Square::all() {
            for direction in Direction::ALL {
                let line = [direction, direction.reverse()].into_iter();
                let line = line.fold(Bitboard::square(square), |set, d| set | walk(d, square, Bitboard::EMPTY));
                for_each_subset(line, |occupied| {
                    let expected = walk(direction, square, occupied);
                    for kernel in KERNELS {
                        let reached = (kernel.ray)(direction, square, occupied);
                        assert_eq!(reached, expected, "{} {direction:?} {square} {occupied:?}", kernel.name);
                    }
                });
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        /// Any set of occupied squares, thin, usual or dense.
        #[test]
        fn kernels_walk_any_board(words in any::<[u64; 2]>(), thinner in any::<[u64; 2]>(), density in 0..3) {
            let occupied = Bitboard::from_words_masked(words);
            let other = Bitboard::from_words_masked(thinner);
            let occupied = match density { 0 => occupied & other, 1 => occupied, _ => occupied | other };
            for square in Square::all() {
                for kernel in KERNELS {
                    prop_assert_eq!((kernel.rook)(square, occupied), walk_rook(square, occupied), "{}", kernel.name);
                    prop_assert_eq!((kernel.bishop)(square, occupied), walk_bishop(square, occupied), "{}", kernel.name);
                    for direction in Direction::ALL {
                        let reached = (kernel.ray)(direction, square, occupied);
                        prop_assert_eq!(reached, walk(direction, square, occupied), "{} {:?}", kernel.name, direction);
                    }
                }
            }
        }
    }
}
