//! The slider kernels against each other: nanoseconds a call, hot and while other data fights for the cache.
//!
//! ```text
//! cargo bench -p kumataka-benches --bench sliders
//! ```
//!
//! `hot` repeats calls over 512 pseudo-random (square, occupied) pairs and nothing else, which flatters big tables.
//! `pressure` reads sixteen cache lines of a megabyte, all over it, before each call, roughly as a search does with
//! its histories and tables; `pressure/nothing` is the reading alone, so the difference is the cost of a call there.
//! Calls do not wait for each other's results, so these are throughputs.

use criterion::{Criterion, criterion_group, criterion_main};
use kumataka::board::{Bitboard, Direction, Square, sliders};
use std::hint::black_box;
use std::time::{Duration, Instant};

const PAIRS: usize = 512;
const SLICE: usize = 8192;
const OTHER_WORDS: usize = (1 << 20) / 8;
const LINES_A_CALL: usize = 16;

/// Squares reached in all pairs together, by the walk.
const ROOK_SQUARES: u32 = 3820;
const BISHOP_SQUARES: u32 = 2905;
const LANCE_SQUARES: u32 = 951;

/// SplitMix64 (Steele, Lea, Flood 2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Boards as full as after the opening: each square occupied with probability 3/8.
fn pairs() -> Vec<(Square, Bitboard)> {
    let mut state = 0;
    let mut word = || next(&mut state);
    (0..PAIRS)
        .map(|_| {
            let square = Square::from_index(word() as usize % Square::COUNT).unwrap();
            let mut thin = || word() & (word() | word());
            (square, Bitboard::from_words_masked([thin(), thin()]))
        })
        .collect()
}

/// Times one attack function both ways, after checking that it reaches `expected` squares.
fn time(
    criterion: &mut Criterion,
    name: &str,
    expected: Option<u32>,
    attacks: impl Fn(Square, Bitboard) -> Bitboard + Copy,
) {
    let pairs = pairs();
    let reached: u32 = pairs.iter().map(|&(square, occupied)| attacks(square, occupied).count()).sum();
    if let Some(expected) = expected {
        assert_eq!(reached, expected, "{name}");
    }

    // The pair comes from memory the compiler knows nothing of: no call is hoisted, none is vectorised with the next.
    let call = |i: usize| {
        let &(square, occupied) = black_box(&pairs[i % PAIRS]);
        attacks(square, occupied)
    };
    if expected.is_some() {
        criterion.bench_function(&format!("hot/{name}"), |bencher| {
            bencher.iter_custom(|calls| {
                fastest_slice(calls, || {
                    black_box((0..SLICE).fold(Bitboard::EMPTY, |all, i| all ^ call(i)));
                })
            });
        });
    }

    let other: Vec<u64> = (0..OTHER_WORDS as u64).collect();
    let mut state = 0;
    criterion.bench_function(&format!("pressure/{name}"), |bencher| {
        bencher.iter_custom(|calls| {
            fastest_slice(calls, || {
                let mut sum = 0u64;
                black_box((0..SLICE).fold(Bitboard::EMPTY, |all, i| {
                    let mut at = next(&mut state) as usize;
                    for _ in 0..LINES_A_CALL {
                        sum = sum.wrapping_add(other[at % OTHER_WORDS]);
                        at = at.wrapping_add(8 * 7919);
                    }
                    all ^ call(i)
                }));
                black_box(sum);
            })
        });
    });
}

/// What `calls` calls would take at the speed of the fastest slice of [`SLICE`] calls: a slice is short enough to
/// run undisturbed even on a busy machine.
fn fastest_slice(calls: u64, mut slice: impl FnMut()) -> Duration {
    let slices = calls.div_ceil(SLICE as u64);
    let fastest = (0..slices).map(|_| {
        let start = Instant::now();
        slice();
        start.elapsed()
    });
    fastest.min().unwrap_or_default().mul_f64(calls as f64 / SLICE as f64)
}

fn kernels(criterion: &mut Criterion) {
    use sliders::magic;
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    use sliders::x86_64;

    let walked = |f: fn(Square, Bitboard) -> Bitboard| pairs().iter().map(|&(s, o)| f(s, o).count()).sum::<u32>();
    assert_eq!(walked(sliders::walk_rook), ROOK_SQUARES);
    assert_eq!(walked(sliders::walk_bishop), BISHOP_SQUARES);
    assert_eq!(walked(|s, o| sliders::walk(Direction::Up, s, o)), LANCE_SQUARES);

    time(criterion, "nothing", None, |_, occupied| occupied);
    time(criterion, "rook/magic", Some(ROOK_SQUARES), magic::rook);
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    time(criterion, "rook/x86_64", Some(ROOK_SQUARES), x86_64::rook);
    time(criterion, "bishop/magic", Some(BISHOP_SQUARES), magic::bishop);
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    time(criterion, "bishop/x86_64", Some(BISHOP_SQUARES), x86_64::bishop);
    time(criterion, "lance/magic", Some(LANCE_SQUARES), |s, o| magic::ray(Direction::Up, s, o));
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    time(criterion, "lance/x86_64", Some(LANCE_SQUARES), |s, o| x86_64::ray(Direction::Up, s, o));
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(800))
        .sample_size(30)
        .without_plots();
    targets = kernels
}
criterion_main!(benches);
