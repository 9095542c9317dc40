//! The operations in plain code: the reference of the other implementations in tests, and the fallback for other
//! processors.

use super::{CLIP, Kernel, Simd, head, head_mut};

#[derive(Clone, Copy, Debug)]
pub struct Scalar;

type Words = [i16; 8];
type Sums = [i32; 4];
type Bytes = [u8; 16];

#[inline(always)]
fn zip<T: Copy, const N: usize>(a: [T; N], b: [T; N], f: impl Fn(T, T) -> T) -> [T; N] {
    std::array::from_fn(|i| f(a[i], b[i]))
}

impl Simd for Scalar {
    type Words = Words;
    type Sums = Sums;
    type Bytes = Bytes;

    const WORDS: usize = 8;

    #[inline(never)]
    fn call<K: Kernel>(kernel: K) -> K::Output {
        kernel.run::<Self>()
    }

    #[inline(always)]
    fn load_words(from: &[i16]) -> Words {
        *head(from)
    }

    #[inline(always)]
    fn store_words(words: Words, to: &mut [i16]) {
        *head_mut(to) = words;
    }

    #[inline(always)]
    fn splat_words(value: i16) -> Words {
        [value; 8]
    }

    #[inline(always)]
    fn add_words(a: Words, b: Words) -> Words {
        zip(a, b, i16::wrapping_add)
    }

    #[inline(always)]
    fn sub_words(a: Words, b: Words) -> Words {
        zip(a, b, i16::wrapping_sub)
    }

    #[inline(always)]
    fn shift_words(a: Words, shift: u32) -> Words {
        a.map(|word| word >> shift)
    }

    #[inline(always)]
    fn clamp_words(a: Words, low: Words, high: Words) -> Words {
        zip(zip(a, low, i16::max), high, i16::min)
    }

    #[inline(always)]
    fn mul_words(a: Words, b: Words) -> Words {
        zip(a, b, i16::wrapping_mul)
    }

    #[inline(always)]
    fn madd_words(a: Words, b: Words) -> Sums {
        let product = |i: usize| i32::from(a[i]) * i32::from(b[i]);
        std::array::from_fn(|i| product(2 * i).wrapping_add(product(2 * i + 1)))
    }

    #[inline(always)]
    fn zero_sums() -> Sums {
        [0; 4]
    }

    #[inline(always)]
    fn load_sums(from: &[i32]) -> Sums {
        *head(from)
    }

    #[inline(always)]
    fn store_sums(sums: Sums, to: &mut [i32]) {
        *head_mut(to) = sums;
    }

    #[inline(always)]
    fn store_clipped_sums<const SHIFT: u32>(sums: Sums, to: &mut [u8]) {
        *head_mut::<u8, 4>(to) = std::array::from_fn(|i| (sums[i] >> SHIFT).clamp(0, CLIP.into()) as u8);
    }

    #[inline(always)]
    fn add_sums(a: Sums, b: Sums) -> Sums {
        zip(a, b, i32::wrapping_add)
    }

    #[inline(always)]
    fn total(sums: Sums) -> i64 {
        sums.into_iter().map(i64::from).sum()
    }

    #[inline(always)]
    fn load_bytes(from: &[i8]) -> Bytes {
        head::<i8, 16>(from).map(i8::cast_unsigned)
    }

    #[inline(always)]
    fn store_bytes(bytes: Bytes, to: &mut [u8]) {
        *head_mut(to) = bytes;
    }

    #[inline(always)]
    fn clip(first: Words, second: Words) -> Bytes {
        std::array::from_fn(|i| if i < 8 { first[i] } else { second[i - 8] }.clamp(0, CLIP.into()) as u8)
    }

    #[inline(always)]
    fn active_quads(bytes: Bytes) -> u32 {
        let quads = bytes.as_chunks::<4>().0;
        (0..4).filter(|&i| quads[i] != [0; 4]).map(|i| 1 << i).sum()
    }

    #[inline(always)]
    fn splat_quad(quad: [u8; 4]) -> Bytes {
        std::array::from_fn(|i| quad[i % 4])
    }

    #[inline(always)]
    fn add_dots(sums: Sums, inputs: Bytes, weights: Bytes) -> Sums {
        let product = |i: usize| i32::from(inputs[i]) * i32::from(weights[i].cast_signed());
        std::array::from_fn(|i| sums[i].wrapping_add((4 * i..4 * i + 4).map(product).sum()))
    }
}
