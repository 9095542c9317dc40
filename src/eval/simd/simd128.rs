//! The operations on the 128-bit vectors of WebAssembly.

use super::{Kernel, Simd, head, head_mut};
use std::arch::wasm32::{
    i8x16_max, i8x16_narrow_i16x8, i16x8_add, i16x8_max, i16x8_min, i16x8_mul, i16x8_narrow_i32x4, i16x8_shl,
    i16x8_shr, i16x8_splat, i16x8_sub, i32x4_add, i32x4_bitmask, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_ne,
    i32x4_shr, i32x4_splat, i64x2_add, i64x2_extend_high_i32x4, i64x2_extend_low_i32x4, i64x2_extract_lane, u16x8_shr,
    v128, v128_and,
};

#[derive(Clone, Copy, Debug)]
pub struct Simd128;

impl Simd for Simd128 {
    type Words = v128;
    type Sums = v128;
    type Bytes = v128;

    const WORDS: usize = 8;

    #[inline(never)]
    fn call<K: Kernel>(kernel: K) -> K::Output {
        kernel.run::<Self>()
    }

    #[inline(always)]
    fn load_words(from: &[i16]) -> v128 {
        zerocopy::transmute!(*head::<i16, 8>(from))
    }

    #[inline(always)]
    fn store_words(words: v128, to: &mut [i16]) {
        *head_mut::<i16, 8>(to) = zerocopy::transmute!(words);
    }

    #[inline(always)]
    fn splat_words(value: i16) -> v128 {
        i16x8_splat(value)
    }

    #[inline(always)]
    fn add_words(a: v128, b: v128) -> v128 {
        i16x8_add(a, b)
    }

    #[inline(always)]
    fn sub_words(a: v128, b: v128) -> v128 {
        i16x8_sub(a, b)
    }

    #[inline(always)]
    fn shift_words(a: v128, shift: u32) -> v128 {
        i16x8_shr(a, shift)
    }

    #[inline(always)]
    fn clamp_words(a: v128, low: v128, high: v128) -> v128 {
        i16x8_min(i16x8_max(a, low), high)
    }

    #[inline(always)]
    fn mul_words(a: v128, b: v128) -> v128 {
        i16x8_mul(a, b)
    }

    #[inline(always)]
    fn madd_words(a: v128, b: v128) -> v128 {
        i32x4_dot_i16x8(a, b)
    }

    #[inline(always)]
    fn zero_sums() -> v128 {
        i32x4_splat(0)
    }

    #[inline(always)]
    fn load_sums(from: &[i32]) -> v128 {
        zerocopy::transmute!(*head::<i32, 4>(from))
    }

    #[inline(always)]
    fn store_sums(sums: v128, to: &mut [i32]) {
        *head_mut::<i32, 4>(to) = zerocopy::transmute!(sums);
    }

    #[inline(always)]
    fn store_clipped_sums<const SHIFT: u32>(sums: v128, to: &mut [u8]) {
        let shifted = i32x4_shr(sums, SHIFT);
        let clipped = Self::clip(i16x8_narrow_i32x4(shifted, shifted), i16x8_splat(0));
        *head_mut(to) = i32x4_extract_lane::<0>(clipped).to_le_bytes();
    }

    #[inline(always)]
    fn add_sums(a: v128, b: v128) -> v128 {
        i32x4_add(a, b)
    }

    #[inline(always)]
    fn total(sums: v128) -> i64 {
        let pairs = i64x2_add(i64x2_extend_low_i32x4(sums), i64x2_extend_high_i32x4(sums));
        i64x2_extract_lane::<0>(pairs) + i64x2_extract_lane::<1>(pairs)
    }

    #[inline(always)]
    fn load_bytes(from: &[i8]) -> v128 {
        zerocopy::transmute!(*head::<i8, 16>(from))
    }

    #[inline(always)]
    fn store_bytes(bytes: v128, to: &mut [u8]) {
        *head_mut::<u8, 16>(to) = zerocopy::transmute!(bytes);
    }

    #[inline(always)]
    fn clip(first: v128, second: v128) -> v128 {
        // Packing stops at 127, the greatest signed byte.
        i8x16_max(i8x16_narrow_i16x8(first, second), i32x4_splat(0))
    }

    #[inline(always)]
    fn active_quads(bytes: v128) -> u32 {
        i32x4_bitmask(i32x4_ne(bytes, i32x4_splat(0))).into()
    }

    #[inline(always)]
    fn splat_quad(quad: [u8; 4]) -> v128 {
        i32x4_splat(i32::from_le_bytes(quad))
    }

    #[inline(always)]
    fn add_dots(sums: v128, inputs: v128, weights: v128) -> v128 {
        // Nothing multiplies bytes: the even ones and the odd ones of a group become words, whose products are added in pairs.
        let even = i32x4_dot_i16x8(v128_and(inputs, i16x8_splat(0xff)), i16x8_shr(i16x8_shl(weights, 8), 8));
        let odd = i32x4_dot_i16x8(u16x8_shr(inputs, 8), i16x8_shr(weights, 8));
        i32x4_add(i32x4_add(sums, even), odd)
    }
}
