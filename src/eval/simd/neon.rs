//! 128-bit registers of AArch64.
#![allow(unsafe_code)]
// SAFETY of every block below: this file is compiled only where NEON is among the target's features, and pointers
// come from arrays of exactly one register's size.

use super::{Simd, head, head_mut};
use std::arch::aarch64::{
    int16x8_t, int32x4_t, uint8x16_t, vaddlvq_s32, vaddq_s16, vaddq_s32, vaddvq_u32, vandq_u32, vcombine_s16,
    vcombine_u8, vdup_n_u8, vdupq_n_s16, vdupq_n_s32, vdupq_n_u8, vdupq_n_u32, vget_lane_u32, vget_low_s8,
    vget_low_s16, vld1q_s8, vld1q_s16, vld1q_s32, vld1q_u32, vmaxq_s16, vmin_u8, vminq_s16, vminq_u8, vmull_high_s8,
    vmull_high_s16, vmull_s8, vmull_s16, vmulq_s16, vpadalq_s16, vpaddq_s16, vpaddq_s32, vqmovn_s32, vqmovun_s16,
    vreinterpret_u32_u8, vreinterpretq_s8_u8, vreinterpretq_u8_s8, vreinterpretq_u8_u32, vreinterpretq_u32_u8,
    vshlq_s16, vshlq_s32, vst1q_s16, vst1q_s32, vst1q_u8, vsubq_s16, vtstq_u32,
};

#[derive(Clone, Copy, Debug)]
pub struct Neon;

impl Simd for Neon {
    type Words = int16x8_t;
    type Sums = int32x4_t;
    type Bytes = uint8x16_t;

    const NAME: &'static str = "NEON";
    const WORDS: usize = 8;

    #[inline(always)]
    fn load_words(from: &[i16]) -> int16x8_t {
        unsafe { vld1q_s16(head::<i16, 8>(from).as_ptr()) }
    }

    #[inline(always)]
    fn store_words(words: int16x8_t, to: &mut [i16]) {
        unsafe { vst1q_s16(head_mut::<i16, 8>(to).as_mut_ptr(), words) }
    }

    #[inline(always)]
    fn splat_words(value: i16) -> int16x8_t {
        unsafe { vdupq_n_s16(value) }
    }

    #[inline(always)]
    fn add_words(a: int16x8_t, b: int16x8_t) -> int16x8_t {
        unsafe { vaddq_s16(a, b) }
    }

    #[inline(always)]
    fn sub_words(a: int16x8_t, b: int16x8_t) -> int16x8_t {
        unsafe { vsubq_s16(a, b) }
    }

    #[inline(always)]
    fn shift_words(a: int16x8_t, shift: u32) -> int16x8_t {
        unsafe { vshlq_s16(a, vdupq_n_s16(-(shift as i16))) }
    }

    #[inline(always)]
    fn clamp_words(a: int16x8_t, low: int16x8_t, high: int16x8_t) -> int16x8_t {
        unsafe { vminq_s16(vmaxq_s16(a, low), high) }
    }

    #[inline(always)]
    fn mul_words(a: int16x8_t, b: int16x8_t) -> int16x8_t {
        unsafe { vmulq_s16(a, b) }
    }

    #[inline(always)]
    fn madd_words(a: int16x8_t, b: int16x8_t) -> int32x4_t {
        unsafe { vpaddq_s32(vmull_s16(vget_low_s16(a), vget_low_s16(b)), vmull_high_s16(a, b)) }
    }

    #[inline(always)]
    fn zero_sums() -> int32x4_t {
        unsafe { vdupq_n_s32(0) }
    }

    #[inline(always)]
    fn load_sums(from: &[i32]) -> int32x4_t {
        unsafe { vld1q_s32(head::<i32, 4>(from).as_ptr()) }
    }

    #[inline(always)]
    fn store_sums(sums: int32x4_t, to: &mut [i32]) {
        unsafe { vst1q_s32(head_mut::<i32, 4>(to).as_mut_ptr(), sums) }
    }

    #[inline(always)]
    fn store_clipped_sums<const SHIFT: u32>(sums: int32x4_t, to: &mut [u8]) {
        unsafe {
            let words = vqmovn_s32(vshlq_s32(sums, vdupq_n_s32(-SHIFT.cast_signed())));
            let clipped = vmin_u8(vqmovun_s16(vcombine_s16(words, words)), vdup_n_u8(127));
            *head_mut(to) = vget_lane_u32::<0>(vreinterpret_u32_u8(clipped)).to_le_bytes();
        }
    }

    #[inline(always)]
    fn add_sums(a: int32x4_t, b: int32x4_t) -> int32x4_t {
        unsafe { vaddq_s32(a, b) }
    }

    #[inline(always)]
    fn total(sums: int32x4_t) -> i64 {
        unsafe { vaddlvq_s32(sums) }
    }

    #[inline(always)]
    fn load_bytes(from: &[i8]) -> uint8x16_t {
        unsafe { vreinterpretq_u8_s8(vld1q_s8(head::<i8, 16>(from).as_ptr())) }
    }

    #[inline(always)]
    fn store_bytes(bytes: uint8x16_t, to: &mut [u8]) {
        unsafe { vst1q_u8(head_mut::<u8, 16>(to).as_mut_ptr(), bytes) }
    }

    #[inline(always)]
    fn clip(first: int16x8_t, second: int16x8_t) -> uint8x16_t {
        unsafe { vminq_u8(vcombine_u8(vqmovun_s16(first), vqmovun_s16(second)), vdupq_n_u8(127)) }
    }

    #[inline(always)]
    fn active_quads(bytes: uint8x16_t) -> u32 {
        const BITS: [u32; 4] = [1, 2, 4, 8];
        unsafe {
            let quads = vreinterpretq_u32_u8(bytes);
            vaddvq_u32(vandq_u32(vtstq_u32(quads, quads), vld1q_u32(BITS.as_ptr())))
        }
    }

    #[inline(always)]
    fn splat_quad(quad: [u8; 4]) -> uint8x16_t {
        unsafe { vreinterpretq_u8_u32(vdupq_n_u32(u32::from_le_bytes(quad))) }
    }

    #[inline(always)]
    fn add_dots(sums: int32x4_t, inputs: uint8x16_t, weights: uint8x16_t) -> int32x4_t {
        unsafe {
            // Inputs up to 127 are the same bytes signed, and two products of at most 127 * 128 fit 16 bits.
            let (inputs, weights) = (vreinterpretq_s8_u8(inputs), vreinterpretq_s8_u8(weights));
            let low = vmull_s8(vget_low_s8(inputs), vget_low_s8(weights));
            vpadalq_s16(sums, vpaddq_s16(low, vmull_high_s8(inputs, weights)))
        }
    }
}
