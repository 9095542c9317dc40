//! The kernel for x86-64 with AVX2. It computes rays by subtraction in vector registers and needs no attack tables.
//!
//! Subtracting one from the occupied squares of an ascending ray changes the bits up to the first of them and no others
//! ("o^(o-2r)", Gerd Isenberg, chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece). A descending ray becomes
//! an ascending one if the sixteen bytes of the board are reversed: its squares are at least eight bits apart, so that
//! no byte holds two of them and the bits inside a byte may stay in order. Several rays are computed at once, with the
//! low words in one register and the high words in another, so that the borrow is one comparison; this idea is known
//! from the shogi engine Qugiy.

use crate::board::{Bitboard, Direction, Square, ray_mask};
use std::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi64, _mm_and_si128, _mm_andnot_si128, _mm_cmpeq_epi64, _mm_cvtsi128_si64,
    _mm_extract_epi64, _mm_or_si128, _mm_set_epi64x, _mm_set1_epi64x, _mm_setr_epi8, _mm_setzero_si128,
    _mm_shuffle_epi8, _mm_slli_si128, _mm_srli_epi64, _mm_unpackhi_epi64, _mm_unpacklo_epi64, _mm_xor_si128,
    _mm256_add_epi64, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_extracti128_si256, _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi64x, _mm256_setr_epi8,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_unpackhi_epi64, _mm256_unpacklo_epi64, _mm256_xor_si256,
};

/// The two rays along the rank, split into words, and the file in the form of [`super::magic`].
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct RookRays {
    // [left, right reversed]
    low: [u64; 2],
    high: [u64; 2],
    file: Bitboard,
    up: u64,
    down: u64,
}

/// The four rays of a bishop, split into words.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct BishopRays {
    // [down left, up left, up right reversed, down right reversed]
    low: [u64; 4],
    high: [u64; 4],
}

const _: () = assert!(size_of::<RookRays>() == 64 && size_of::<BishopRays>() == 64);

static ROOK_RAYS: [RookRays; Square::COUNT] = {
    let mut table = [RookRays { low: [0; 2], high: [0; 2], file: Bitboard::EMPTY, up: 0, down: 0 }; Square::COUNT];
    let mut i = 0;
    while let Some(square) = Square::from_index(i) {
        let left = ray_mask(Direction::Left, square).words();
        let right = reversed(ray_mask(Direction::Right, square).words());
        let up = ray_mask(Direction::Up, square);
        let down = ray_mask(Direction::Down, square);
        table[i] = RookRays {
            low: [left[0], right[0]],
            high: [left[1], right[1]],
            file: up.or(down),
            up: up.words()[0] | up.words()[1],
            down: down.words()[0] | down.words()[1],
        };
        i += 1;
    }
    table
};

static BISHOP_RAYS: [BishopRays; Square::COUNT] = {
    let mut table = [BishopRays { low: [0; 4], high: [0; 4] }; Square::COUNT];
    let mut i = 0;
    while let Some(square) = Square::from_index(i) {
        let a = ray_mask(Direction::DownLeft, square).words();
        let b = ray_mask(Direction::UpLeft, square).words();
        let c = reversed(ray_mask(Direction::UpRight, square).words());
        let d = reversed(ray_mask(Direction::DownRight, square).words());
        table[i] = BishopRays { low: [a[0], b[0], c[0], d[0]], high: [a[1], b[1], c[1], d[1]] };
        i += 1;
    }
    table
};

/// The sixteen bytes of a board in reverse order.
const fn reversed(words: [u64; 2]) -> [u64; 2] {
    [words[1].swap_bytes(), words[0].swap_bytes()]
}

/// The squares that a rook on `square` reaches.
#[must_use]
#[inline]
#[allow(unsafe_code)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    // SAFETY: `sliders.rs` compiles this module only where the whole build may use AVX2.
    unsafe { rook_avx2(square, occupied) }
}

/// The squares that a bishop on `square` reaches.
#[must_use]
#[inline]
#[allow(unsafe_code)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    // SAFETY: `sliders.rs` compiles this module only where the whole build may use AVX2.
    unsafe { bishop_avx2(square, occupied) }
}

/// The squares that a slider on `square` reaches in one direction.
#[must_use]
#[inline]
#[allow(unsafe_code)]
pub fn ray(direction: Direction, square: Square, occupied: Bitboard) -> Bitboard {
    // SAFETY: `sliders.rs` compiles this module only where the whole build may use AVX2.
    unsafe { ray_avx2(direction, square, occupied) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(words: [u64; 2]) -> __m128i {
    _mm_set_epi64x(words[1].cast_signed(), words[0].cast_signed())
}

#[inline]
#[target_feature(enable = "avx2")]
fn load4(words: [u64; 4]) -> __m256i {
    let [a, b, c, d] = words.map(u64::cast_signed);
    _mm256_set_epi64x(d, c, b, a)
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(squares: __m128i) -> Bitboard {
    Bitboard::from_words_masked([
        _mm_cvtsi128_si64(squares).cast_unsigned(),
        _mm_extract_epi64::<1>(squares).cast_unsigned(),
    ])
}

#[inline]
#[target_feature(enable = "avx2")]
fn reverse(bytes: __m128i) -> __m128i {
    _mm_shuffle_epi8(bytes, _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0))
}

#[inline]
#[target_feature(enable = "avx2")]
fn rook_avx2(square: Square, occupied: Bitboard) -> Bitboard {
    let rays = &ROOK_RAYS[square.index()];
    let (low_mask, high_mask) = (load(rays.low), load(rays.high));
    let board = load(occupied.words());
    let turned = reverse(board);
    let low = _mm_and_si128(_mm_unpacklo_epi64(board, turned), low_mask);
    let high = _mm_and_si128(_mm_unpackhi_epi64(board, turned), high_mask);
    // One is subtracted; the high word pays the borrow where the low word was empty.
    let low_less = _mm_add_epi64(low, _mm_set1_epi64x(-1));
    let high_less = _mm_add_epi64(high, _mm_cmpeq_epi64(low, _mm_setzero_si128()));
    let low = _mm_and_si128(_mm_xor_si128(low, low_less), low_mask);
    let high = _mm_and_si128(_mm_xor_si128(high, high_less), high_mask);
    let rank = store(_mm_or_si128(_mm_unpacklo_epi64(low, high), reverse(_mm_unpackhi_epi64(low, high))));

    // The squares of a file share bytes, so that byte reversal does not help. In the one word that holds the file, the
    // ray down is found by subtraction and the ray up from the highest bit.
    let words = (occupied & rays.file).words();
    let file = words[0] | words[1];
    let (up, down) = (file & rays.up, file & rays.down);
    let reached = (down ^ down.wrapping_sub(1)) & (i64::MIN >> (up | 1).leading_zeros()).cast_unsigned();
    rank | rays.file.and_words([reached, reached])
}

#[inline]
#[target_feature(enable = "avx2")]
fn bishop_avx2(square: Square, occupied: Bitboard) -> Bitboard {
    // The low (or the high) word stands twice in order, then twice as a word of the reversed board.
    let to_low = _mm256_setr_epi8(
        0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8, 15, 14, 13, 12, 11, 10, 9, 8,
    );
    let to_high = _mm256_setr_epi8(
        8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15, 7, 6, 5, 4, 3, 2, 1, 0, 7, 6, 5, 4, 3, 2, 1, 0,
    );
    let rays = &BISHOP_RAYS[square.index()];
    let (low_mask, high_mask) = (load4(rays.low), load4(rays.high));
    let board = _mm256_broadcastsi128_si256(load(occupied.words()));
    let low = _mm256_and_si256(_mm256_shuffle_epi8(board, to_low), low_mask);
    let high = _mm256_and_si256(_mm256_shuffle_epi8(board, to_high), high_mask);
    let low_less = _mm256_add_epi64(low, _mm256_set1_epi64x(-1));
    let high_less = _mm256_add_epi64(high, _mm256_cmpeq_epi64(low, _mm256_setzero_si256()));
    let low = _mm256_and_si256(_mm256_xor_si256(low, low_less), low_mask);
    let high = _mm256_and_si256(_mm256_xor_si256(high, high_less), high_mask);
    // The two ascending rays end in the lower half, the two reversed ones in the upper half.
    let both = _mm256_or_si256(_mm256_unpacklo_epi64(low, high), _mm256_unpackhi_epi64(low, high));
    let turned = _mm256_extracti128_si256::<1>(both);
    store(_mm_or_si128(_mm256_castsi256_si128(both), reverse(turned)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn ray_avx2(direction: Direction, square: Square, occupied: Bitboard) -> Bitboard {
    let mask = load(ray_mask(direction, square).words());
    let board = _mm_and_si128(load(occupied.words()), mask);
    let reached = match direction {
        Direction::Up => {
            // Occupied squares cast a shadow towards rank a over at most eight more squares of the file.
            let shadow = _mm_srli_epi64::<1>(board);
            let shadow = _mm_or_si128(shadow, _mm_srli_epi64::<1>(shadow));
            let shadow = _mm_or_si128(shadow, _mm_srli_epi64::<2>(shadow));
            let shadow = _mm_or_si128(shadow, _mm_srli_epi64::<4>(shadow));
            _mm_andnot_si128(shadow, mask)
        }
        // The ray lies within one word, and the mask empties the other.
        Direction::Down => _mm_and_si128(_mm_xor_si128(board, _mm_add_epi64(board, _mm_set1_epi64x(-1))), mask),
        _ if direction.is_ascending() => _mm_and_si128(to_first(board), mask),
        _ => _mm_and_si128(reverse(to_first(reverse(board))), mask),
    };
    store(reached)
}

/// The lowest set bit of the 128 and all bits below it; all bits if none is set.
#[inline]
#[target_feature(enable = "avx2")]
fn to_first(squares: __m128i) -> __m128i {
    // One is subtracted from the low word, and from the high word where the low word is empty.
    let borrow = _mm_slli_si128::<8>(_mm_cmpeq_epi64(squares, _mm_setzero_si128()));
    let less = _mm_add_epi64(squares, _mm_or_si128(borrow, _mm_set_epi64x(0, -1)));
    _mm_xor_si128(squares, less)
}
