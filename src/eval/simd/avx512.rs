//! The operations on 512-bit registers of AVX-512, with or without the dot product of VNNI.

use super::{CLIP, Kernel, Simd, head, head_mut};
use std::arch::x86_64::{
    __m512i, _mm_cvtsi32_si128, _mm512_add_epi16, _mm512_add_epi32, _mm512_add_epi64, _mm512_castsi512_si256,
    _mm512_cvtepi32_epi8, _mm512_cvtepi32_epi64, _mm512_dpbusd_epi32, _mm512_extracti64x4_epi64, _mm512_madd_epi16,
    _mm512_maddubs_epi16, _mm512_max_epi8, _mm512_max_epi16, _mm512_max_epi32, _mm512_min_epi16, _mm512_min_epi32,
    _mm512_mullo_epi16, _mm512_packs_epi16, _mm512_permutexvar_epi64, _mm512_reduce_add_epi64, _mm512_set1_epi16,
    _mm512_set1_epi32, _mm512_setr_epi64, _mm512_setzero_si512, _mm512_sra_epi16, _mm512_srai_epi32, _mm512_sub_epi16,
    _mm512_test_epi32_mask,
};

/// Code that both variants share.
macro_rules! registers {
    () => {
        type Words = __m512i;
        type Sums = __m512i;
        type Bytes = __m512i;

        const WORDS: usize = 32;

        with_features! { "avx512bw":
            fn load_words(from: &[i16]) -> __m512i {
                zerocopy::transmute!(*head::<i16, 32>(from))
            }

            fn store_words(words: __m512i, to: &mut [i16]) {
                *head_mut::<i16, 32>(to) = zerocopy::transmute!(words);
            }

            fn splat_words(value: i16) -> __m512i {
                _mm512_set1_epi16(value)
            }

            fn add_words(a: __m512i, b: __m512i) -> __m512i {
                _mm512_add_epi16(a, b)
            }

            fn sub_words(a: __m512i, b: __m512i) -> __m512i {
                _mm512_sub_epi16(a, b)
            }

            fn shift_words(a: __m512i, shift: u32) -> __m512i {
                _mm512_sra_epi16(a, _mm_cvtsi32_si128(shift.cast_signed()))
            }

            fn clamp_words(a: __m512i, low: __m512i, high: __m512i) -> __m512i {
                _mm512_min_epi16(_mm512_max_epi16(a, low), high)
            }

            fn mul_words(a: __m512i, b: __m512i) -> __m512i {
                _mm512_mullo_epi16(a, b)
            }

            fn madd_words(a: __m512i, b: __m512i) -> __m512i {
                _mm512_madd_epi16(a, b)
            }

            fn zero_sums() -> __m512i {
                _mm512_setzero_si512()
            }

            fn load_sums(from: &[i32]) -> __m512i {
                zerocopy::transmute!(*head::<i32, 16>(from))
            }

            fn store_sums(sums: __m512i, to: &mut [i32]) {
                *head_mut::<i32, 16>(to) = zerocopy::transmute!(sums);
            }

            fn store_clipped_sums<const SHIFT: u32>(sums: __m512i, to: &mut [u8]) {
                let shifted = _mm512_max_epi32(_mm512_srai_epi32::<SHIFT>(sums), _mm512_setzero_si512());
                let clipped = _mm512_cvtepi32_epi8(_mm512_min_epi32(shifted, _mm512_set1_epi32(CLIP.into())));
                *head_mut::<u8, 16>(to) = zerocopy::transmute!(clipped);
            }

            fn add_sums(a: __m512i, b: __m512i) -> __m512i {
                _mm512_add_epi32(a, b)
            }

            fn total(sums: __m512i) -> i64 {
                let low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(sums));
                let high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64::<1>(sums));
                _mm512_reduce_add_epi64(_mm512_add_epi64(low, high))
            }

            fn load_bytes(from: &[i8]) -> __m512i {
                zerocopy::transmute!(*head::<i8, 64>(from))
            }

            fn store_bytes(bytes: __m512i, to: &mut [u8]) {
                *head_mut::<u8, 64>(to) = zerocopy::transmute!(bytes);
            }

            fn clip(first: __m512i, second: __m512i) -> __m512i {
                // Packing works within quarters of 128 bits; the permutation puts the eighths back in order.
                let order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
                let packed = _mm512_permutexvar_epi64(order, _mm512_packs_epi16(first, second));
                _mm512_max_epi8(packed, _mm512_setzero_si512())
            }

            fn active_quads(bytes: __m512i) -> u32 {
                u32::from(_mm512_test_epi32_mask(bytes, bytes))
            }

            fn splat_quad(quad: [u8; 4]) -> __m512i {
                _mm512_set1_epi32(i32::from_le_bytes(quad))
            }
        }
    };
}

/// The registers; `VNNI` if the processor has that extension.
#[derive(Clone, Copy, Debug)]
pub struct Avx512<const VNNI: bool>;

impl Simd for Avx512<false> {
    registers! {}
    call_with_features! { "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt" }

    with_features! { "avx512bw":
        fn add_dots(sums: __m512i, inputs: __m512i, weights: __m512i) -> __m512i {
            // Two products of at most 127 * 128 fit 16 bits.
            let pairs = _mm512_maddubs_epi16(inputs, weights);
            _mm512_add_epi32(sums, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)))
        }
    }
}

impl Simd for Avx512<true> {
    registers! {}
    call_with_features! { "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,avx2,bmi1,bmi2,lzcnt,popcnt" }

    with_features! { "avx512bw,avx512vnni":
        fn add_dots(sums: __m512i, inputs: __m512i, weights: __m512i) -> __m512i {
            _mm512_dpbusd_epi32(sums, inputs, weights)
        }
    }
}
