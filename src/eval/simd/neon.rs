//! The operations on 128-bit NEON registers of AArch64.

use super::{CLIP, Kernel, Simd, head, head_mut};
use std::arch::aarch64::{
    int16x8_t, int32x4_t, uint8x16_t, vaddlvq_s32, vaddq_s16, vaddq_s32, vaddvq_u32, vandq_u32, vcombine_s16,
    vcombine_u8, vdup_n_u8, vdupq_n_s16, vdupq_n_s32, vdupq_n_u8, vdupq_n_u32, vget_lane_u32, vget_low_s8,
    vget_low_s16, vmaxq_s16, vmin_u8, vminq_s16, vminq_u8, vmull_high_s8, vmull_high_s16, vmull_s8, vmull_s16,
    vmulq_s16, vpadalq_s16, vpaddq_s16, vpaddq_s32, vqmovn_s32, vqmovun_s16, vreinterpret_u32_u8, vreinterpretq_s8_u8,
    vreinterpretq_u8_u32, vreinterpretq_u32_u8, vshlq_s16, vshlq_s32, vsubq_s16, vtstq_u32,
};

#[derive(Clone, Copy, Debug)]
pub struct Neon;

impl Simd for Neon {
    type Words = int16x8_t;
    type Sums = int32x4_t;
    type Bytes = uint8x16_t;

    const WORDS: usize = 8;

    call_with_features! { "neon" }

    with_features! { "neon":
        fn load_words(from: &[i16]) -> int16x8_t {
            zerocopy::transmute!(*head::<i16, 8>(from))
        }

        fn store_words(words: int16x8_t, to: &mut [i16]) {
            *head_mut::<i16, 8>(to) = zerocopy::transmute!(words);
        }

        fn splat_words(value: i16) -> int16x8_t {
            vdupq_n_s16(value)
        }

        fn add_words(a: int16x8_t, b: int16x8_t) -> int16x8_t {
            vaddq_s16(a, b)
        }

        fn sub_words(a: int16x8_t, b: int16x8_t) -> int16x8_t {
            vsubq_s16(a, b)
        }

        fn shift_words(a: int16x8_t, shift: u32) -> int16x8_t {
            vshlq_s16(a, vdupq_n_s16(-(shift as i16)))
        }

        fn clamp_words(a: int16x8_t, low: int16x8_t, high: int16x8_t) -> int16x8_t {
            vminq_s16(vmaxq_s16(a, low), high)
        }

        fn mul_words(a: int16x8_t, b: int16x8_t) -> int16x8_t {
            vmulq_s16(a, b)
        }

        fn madd_words(a: int16x8_t, b: int16x8_t) -> int32x4_t {
            vpaddq_s32(vmull_s16(vget_low_s16(a), vget_low_s16(b)), vmull_high_s16(a, b))
        }

        fn zero_sums() -> int32x4_t {
            vdupq_n_s32(0)
        }

        fn load_sums(from: &[i32]) -> int32x4_t {
            zerocopy::transmute!(*head::<i32, 4>(from))
        }

        fn store_sums(sums: int32x4_t, to: &mut [i32]) {
            *head_mut::<i32, 4>(to) = zerocopy::transmute!(sums);
        }

        fn store_clipped_sums<const SHIFT: u32>(sums: int32x4_t, to: &mut [u8]) {
            let words = vqmovn_s32(vshlq_s32(sums, vdupq_n_s32(-SHIFT.cast_signed())));
            let clipped = vmin_u8(vqmovun_s16(vcombine_s16(words, words)), vdup_n_u8(CLIP));
            *head_mut(to) = vget_lane_u32::<0>(vreinterpret_u32_u8(clipped)).to_le_bytes();
        }

        fn add_sums(a: int32x4_t, b: int32x4_t) -> int32x4_t {
            vaddq_s32(a, b)
        }

        fn total(sums: int32x4_t) -> i64 {
            vaddlvq_s32(sums)
        }

        fn load_bytes(from: &[i8]) -> uint8x16_t {
            zerocopy::transmute!(*head::<i8, 16>(from))
        }

        fn store_bytes(bytes: uint8x16_t, to: &mut [u8]) {
            *head_mut::<u8, 16>(to) = zerocopy::transmute!(bytes);
        }

        fn clip(first: int16x8_t, second: int16x8_t) -> uint8x16_t {
            vminq_u8(vcombine_u8(vqmovun_s16(first), vqmovun_s16(second)), vdupq_n_u8(CLIP))
        }

        fn active_quads(bytes: uint8x16_t) -> u32 {
            let quads = vreinterpretq_u32_u8(bytes);
            vaddvq_u32(vandq_u32(vtstq_u32(quads, quads), zerocopy::transmute!([1u32, 2, 4, 8])))
        }

        fn splat_quad(quad: [u8; 4]) -> uint8x16_t {
            vreinterpretq_u8_u32(vdupq_n_u32(u32::from_le_bytes(quad)))
        }

        fn add_dots(sums: int32x4_t, inputs: uint8x16_t, weights: uint8x16_t) -> int32x4_t {
            // Inputs up to 127 are the same bytes signed, and two products of at most 127 * 128 fit 16 bits.
            let (inputs, weights) = (vreinterpretq_s8_u8(inputs), vreinterpretq_s8_u8(weights));
            let low = vmull_s8(vget_low_s8(inputs), vget_low_s8(weights));
            vpadalq_s16(sums, vpaddq_s16(low, vmull_high_s8(inputs, weights)))
        }
    }
}
