//! The operations on 256-bit registers of AVX2, with or without the dot product of AVX-VNNI.

use super::{Kernel, Simd, head, head_mut};
use std::arch::x86_64::{
    __m256i, _mm_cvtsi32_si128, _mm_cvtsi128_si64, _mm_unpacklo_epi32, _mm256_add_epi16, _mm256_add_epi32,
    _mm256_add_epi64, _mm256_castsi256_ps, _mm256_castsi256_si128, _mm256_cmpeq_epi32, _mm256_cvtepi32_epi64,
    _mm256_dpbusd_avx_epi32, _mm256_extracti128_si256, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_max_epi8,
    _mm256_max_epi16, _mm256_min_epi16, _mm256_movemask_ps, _mm256_mullo_epi16, _mm256_packs_epi16, _mm256_packs_epi32,
    _mm256_permute4x64_epi64, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_sra_epi16,
    _mm256_sra_epi32, _mm256_sub_epi16,
};

/// Code that both variants share.
macro_rules! registers {
    () => {
        type Words = __m256i;
        type Sums = __m256i;
        type Bytes = __m256i;

        const WORDS: usize = 16;

        with_features! { "avx2":
            fn load_words(from: &[i16]) -> __m256i {
                zerocopy::transmute!(*head::<i16, 16>(from))
            }

            fn store_words(words: __m256i, to: &mut [i16]) {
                *head_mut::<i16, 16>(to) = zerocopy::transmute!(words);
            }

            fn splat_words(value: i16) -> __m256i {
                _mm256_set1_epi16(value)
            }

            fn add_words(a: __m256i, b: __m256i) -> __m256i {
                _mm256_add_epi16(a, b)
            }

            fn sub_words(a: __m256i, b: __m256i) -> __m256i {
                _mm256_sub_epi16(a, b)
            }

            fn shift_words(a: __m256i, shift: u32) -> __m256i {
                _mm256_sra_epi16(a, _mm_cvtsi32_si128(shift.cast_signed()))
            }

            fn clamp_words(a: __m256i, low: __m256i, high: __m256i) -> __m256i {
                _mm256_min_epi16(_mm256_max_epi16(a, low), high)
            }

            fn mul_words(a: __m256i, b: __m256i) -> __m256i {
                _mm256_mullo_epi16(a, b)
            }

            fn madd_words(a: __m256i, b: __m256i) -> __m256i {
                _mm256_madd_epi16(a, b)
            }

            fn zero_sums() -> __m256i {
                _mm256_setzero_si256()
            }

            fn load_sums(from: &[i32]) -> __m256i {
                zerocopy::transmute!(*head::<i32, 8>(from))
            }

            fn store_sums(sums: __m256i, to: &mut [i32]) {
                *head_mut::<i32, 8>(to) = zerocopy::transmute!(sums);
            }

            fn store_clipped_sums<const SHIFT: u32>(sums: __m256i, to: &mut [u8]) {
                let shifted = _mm256_sra_epi32(sums, _mm_cvtsi32_si128(SHIFT.cast_signed()));
                let words = _mm256_packs_epi32(shifted, shifted);
                let clipped = _mm256_max_epi8(_mm256_packs_epi16(words, words), _mm256_setzero_si256());
                // The results are the lowest four bytes of either half.
                let halves = _mm_unpacklo_epi32(_mm256_castsi256_si128(clipped), _mm256_extracti128_si256::<1>(clipped));
                *head_mut(to) = _mm_cvtsi128_si64(halves).to_le_bytes();
            }

            fn add_sums(a: __m256i, b: __m256i) -> __m256i {
                _mm256_add_epi32(a, b)
            }

            fn total(sums: __m256i) -> i64 {
                let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(sums));
                let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(sums));
                let lanes: [i64; 4] = zerocopy::transmute!(_mm256_add_epi64(low, high));
                lanes.iter().sum()
            }

            fn load_bytes(from: &[i8]) -> __m256i {
                zerocopy::transmute!(*head::<i8, 32>(from))
            }

            fn store_bytes(bytes: __m256i, to: &mut [u8]) {
                *head_mut::<u8, 32>(to) = zerocopy::transmute!(bytes);
            }

            fn clip(first: __m256i, second: __m256i) -> __m256i {
                // Packing works within halves of 128 bits; the permutation puts the quarters back in order.
                let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(first, second));
                _mm256_max_epi8(packed, _mm256_setzero_si256())
            }

            fn active_quads(bytes: __m256i) -> u32 {
                let zero = _mm256_cmpeq_epi32(bytes, _mm256_setzero_si256());
                !_mm256_movemask_ps(_mm256_castsi256_ps(zero)).cast_unsigned() & 0xff
            }

            fn splat_quad(quad: [u8; 4]) -> __m256i {
                _mm256_set1_epi32(i32::from_le_bytes(quad))
            }
        }
    };
}

/// The registers; `VNNI` if the processor has that extension.
#[derive(Clone, Copy, Debug)]
pub struct Avx2<const VNNI: bool>;

impl Simd for Avx2<false> {
    registers! {}
    call_with_features! { "avx2,bmi1,bmi2,lzcnt,popcnt" }

    with_features! { "avx2":
        fn add_dots(sums: __m256i, inputs: __m256i, weights: __m256i) -> __m256i {
            // Two products of at most 127 * 128 fit 16 bits.
            let pairs = _mm256_maddubs_epi16(inputs, weights);
            _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
        }
    }
}

impl Simd for Avx2<true> {
    registers! {}
    call_with_features! { "avx2,avxvnni,bmi1,bmi2,lzcnt,popcnt" }

    with_features! { "avx2,avxvnni":
        fn add_dots(sums: __m256i, inputs: __m256i, weights: __m256i) -> __m256i {
            _mm256_dpbusd_avx_epi32(sums, inputs, weights)
        }
    }
}
