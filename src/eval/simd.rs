//! The vector operations of the layers, the same for every instruction set and for plain code.
//!
//! All operations are integer arithmetic without rounding, so that every implementation gives the same numbers.

/// Defines methods of [`Simd`] that use the named instruction sets. Each method calls a safe function for which these
/// sets are enabled.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! with_features {
    ($features:tt: $(
        fn $name:ident $(<const $constant:ident: u32>)? ($($argument:ident: $type:ty),*) $(-> $result:ty)? $body:block
    )*) => {$(
        #[inline(always)]
        #[allow(unsafe_code)]
        fn $name $(<const $constant: u32>)? ($($argument: $type),*) $(-> $result)? {
            #[inline]
            #[target_feature(enable = $features)]
            fn with_features $(<const $constant: u32>)? ($($argument: $type),*) $(-> $result)? $body
            // SAFETY: only an `InstructionSet` names these registers to a kernel, and it was made after the processor
            // had been asked.
            unsafe { with_features $(::<$constant>)? ($($argument),*) }
        }
    )*};
}

/// Defines the method [`Simd::call`] by a function for which the named instruction sets are enabled.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! call_with_features {
    ($features:tt) => {
        #[inline(always)]
        #[allow(unsafe_code)]
        fn call<K: Kernel>(kernel: K) -> K::Output {
            #[inline(never)]
            #[target_feature(enable = $features)]
            fn with_features<S: Simd, K: Kernel>(kernel: K) -> K::Output {
                kernel.run::<S>()
            }
            // SAFETY: only an `InstructionSet` names these registers to a kernel, and it was made after the processor
            // had been asked.
            unsafe { with_features::<Self, K>(kernel) }
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod choice;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(any(test, not(all(target_arch = "wasm32", target_feature = "simd128"))))]
mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

pub use choice::{InstructionSet, VARIABLE};

/// The number of bytes in the widest register of all sets.
pub const WIDEST: usize = 64;
/// The greatest input of a layer of bytes.
pub const CLIP: u8 = 127;

/// Work on vectors that is compiled once for each instruction set.
pub trait Kernel {
    type Output;

    /// Runs the kernel with the registers `S`. An implementation is `#[inline(always)]`, and so are the functions that
    /// it calls: only code inlined into [`Simd::call`] is compiled for the instruction set. So operations on registers
    /// stand in loops, not in the closures of iterators, which are functions of their own.
    fn run<S: Simd>(self) -> Self::Output;
}

/// Registers of one width with the operations of the layers. A slice that is loaded or stored must hold a whole
/// register; its other elements are left alone.
pub trait Simd: Copy + Send + Sync + 'static {
    /// A register of `i16`.
    type Words: Copy;
    /// A register of `i32`, half as many as `i16`.
    type Sums: Copy;
    /// A register of bytes, twice as many as `i16`.
    type Bytes: Copy;

    /// The number of `i16` in a register.
    const WORDS: usize;
    /// The number of `i32` in a register.
    const SUMS: usize = Self::WORDS / 2;
    /// The number of bytes in a register.
    const BYTES: usize = Self::WORDS * 2;

    /// Runs a kernel in a function that is compiled for these registers.
    fn call<K: Kernel>(kernel: K) -> K::Output;

    fn load_words(from: &[i16]) -> Self::Words;
    fn store_words(words: Self::Words, to: &mut [i16]);
    fn splat_words(value: i16) -> Self::Words;
    /// Adds element by element and wraps around.
    fn add_words(a: Self::Words, b: Self::Words) -> Self::Words;
    /// Subtracts element by element and wraps around.
    fn sub_words(a: Self::Words, b: Self::Words) -> Self::Words;
    /// Divides by 2 to the power of `shift` and rounds down.
    fn shift_words(a: Self::Words, shift: u32) -> Self::Words;
    fn clamp_words(a: Self::Words, low: Self::Words, high: Self::Words) -> Self::Words;
    /// Multiplies element by element and keeps the low half of each product.
    fn mul_words(a: Self::Words, b: Self::Words) -> Self::Words;
    /// Multiplies element by element and adds the products in neighbouring pairs.
    fn madd_words(a: Self::Words, b: Self::Words) -> Self::Sums;

    fn zero_sums() -> Self::Sums;
    fn load_sums(from: &[i32]) -> Self::Sums;
    fn store_sums(sums: Self::Sums, to: &mut [i32]);
    /// Divides by 2 to the power of `SHIFT`, rounds down, clamps to 0..=[`CLIP`] and stores one byte for each sum.
    fn store_clipped_sums<const SHIFT: u32>(sums: Self::Sums, to: &mut [u8]);
    /// Adds element by element and wraps around.
    fn add_sums(a: Self::Sums, b: Self::Sums) -> Self::Sums;
    /// The total of all sums of the register.
    fn total(sums: Self::Sums) -> i64;

    fn load_bytes(from: &[i8]) -> Self::Bytes;
    fn store_bytes(bytes: Self::Bytes, to: &mut [u8]);
    /// Clamps two registers of words to 0..=[`CLIP`] and packs them in order.
    fn clip(first: Self::Words, second: Self::Words) -> Self::Bytes;
    /// One bit for each group of four bytes, the first group lowest, which is set if any of them is not zero.
    fn active_quads(bytes: Self::Bytes) -> u32;
    /// A register that repeats the same four bytes.
    fn splat_quad(quad: [u8; 4]) -> Self::Bytes;
    /// Adds to each sum the products of its four bytes, where `inputs` are 0..=[`CLIP`] and `weights` are signed.
    fn add_dots(sums: Self::Sums, inputs: Self::Bytes, weights: Self::Bytes) -> Self::Sums;
}

/// The first `N` elements of a slice, which fill a register.
#[inline(always)]
fn head<T, const N: usize>(slice: &[T]) -> &[T; N] {
    slice.first_chunk().expect("a whole register")
}

#[inline(always)]
fn head_mut<T, const N: usize>(slice: &mut [T]) -> &mut [T; N] {
    slice.first_chunk_mut().expect("a whole register")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The results of every operation for the same inputs, as plain numbers, register after register.
    fn outcome<S: Simd>(words: &[[i16; WIDEST]; 3], sums: &[i32; WIDEST], weights: &[i8; WIDEST]) -> Vec<Vec<i64>> {
        let mut all = vec![Vec::new(); 9];
        let [a, b, c] = words;
        for i in (0..WIDEST).step_by(S::WORDS) {
            let (x, y, z) = (S::load_words(&a[i..]), S::load_words(&b[i..]), S::load_words(&c[i..]));
            let (low, high) = (S::splat_words(-100), S::splat_words(c[0].max(-100)));
            let clamped = S::clamp_words(x, low, high);
            let results = [S::add_words(x, y), S::sub_words(x, y), S::mul_words(y, z), clamped, S::shift_words(x, 3)];
            for (results, result) in all.iter_mut().zip(results) {
                let mut out = [0; WIDEST];
                S::store_words(result, &mut out);
                results.extend(out[..S::WORDS].iter().map(|&n| i64::from(n)));
            }
            let mut out = [0; WIDEST];
            S::store_sums(S::add_sums(S::madd_words(x, y), S::load_sums(&sums[i / 2..])), &mut out);
            all[8].extend(out[..S::SUMS].iter().map(|&n| i64::from(n)));
        }
        let (mut total, mut clipped) = (0, [0; WIDEST]);
        for i in (0..WIDEST).step_by(S::SUMS) {
            total += S::total(S::load_sums(&sums[i..]));
            S::store_clipped_sums::<25>(S::load_sums(&sums[i..]), &mut clipped[i..]);
        }
        all[5].push(total);
        all[5].extend(clipped.map(i64::from));
        for i in (0..WIDEST).step_by(S::BYTES) {
            let bytes = S::clip(S::load_words(&a[i..]), S::load_words(&a[i + S::WORDS..]));
            let mut out = [0; WIDEST];
            S::store_bytes(bytes, &mut out);
            all[6].extend(out[..S::BYTES].iter().map(|&n| i64::from(n)));
            let active = S::active_quads(bytes);
            all[6].extend((0..S::SUMS).map(|quad| i64::from(active >> quad & 1) - 1));
            let mut out = [0; WIDEST];
            let dots = S::add_dots(S::load_sums(&sums[i / 4..]), bytes, S::load_bytes(&weights[i..]));
            let quad = S::splat_quad([CLIP, 0, 3, 126]);
            S::store_sums(S::add_dots(dots, quad, S::load_bytes(&weights[i..])), &mut out);
            all[7].extend(out[..S::SUMS].iter().map(|&n| i64::from(n)));
        }
        // Bytes and quads are noted register by register, so wide and narrow registers differ in their order only.
        all[6].sort_unstable();
        all
    }

    struct Outcome<'a>(&'a [[i16; WIDEST]; 3], &'a [i32; WIDEST], &'a [i8; WIDEST]);

    impl Kernel for Outcome<'_> {
        type Output = Vec<Vec<i64>>;

        fn run<S: Simd>(self) -> Self::Output {
            outcome::<S>(self.0, self.1, self.2)
        }
    }

    fn words() -> impl Strategy<Value = [i16; WIDEST]> {
        let value = prop_oneof![any::<i16>(), -200i16..200, Just(0), Just(i16::MIN), Just(i16::MAX)];
        prop::collection::vec(value, WIDEST).prop_map(|v| v.try_into().expect("the length asked for"))
    }

    proptest! {
        #[test]
        fn every_instruction_set_agrees_with_plain_code(
            a in words(), b in words(), c in words(),
            sums in prop::array::uniform32(any::<i32>()), weights in prop::array::uniform32(any::<i8>()),
        ) {
            let sums: [i32; WIDEST] = std::array::from_fn(|i| sums[i % 32]);
            let weights: [i8; WIDEST] = std::array::from_fn(|i| weights[i * 7 % 32]);
            let words = [a, b, c];
            let expected = outcome::<scalar::Scalar>(&words, &sums, &weights);
            for set in InstructionSet::present() {
                prop_assert_eq!(&set.run(Outcome(&words, &sums, &weights)), &expected, "{}", set);
            }
        }
    }

    #[test]
    fn bytes_stay_in_order() {
        let words: [i16; WIDEST] = std::array::from_fn(|i| i as i16 * 3 - 20);
        fn bytes<S: Simd>(words: &[i16; WIDEST]) -> ([u8; WIDEST], u64) {
            let (mut out, mut active) = ([0; WIDEST], 0);
            for i in (0..WIDEST).step_by(S::BYTES) {
                let bytes = S::clip(S::load_words(&words[i..]), S::load_words(&words[i + S::WORDS..]));
                S::store_bytes(bytes, &mut out[i..]);
                active |= u64::from(S::active_quads(bytes)) << (i / 4);
            }
            (out, active)
        }
        let expected = std::array::from_fn(|i| words[i].clamp(0, CLIP.into()) as u8);
        let active = 0xffff & !1;
        struct Bytes<'a>(&'a [i16; WIDEST]);
        impl Kernel for Bytes<'_> {
            type Output = ([u8; WIDEST], u64);

            fn run<S: Simd>(self) -> Self::Output {
                bytes::<S>(self.0)
            }
        }
        for set in InstructionSet::present() {
            assert_eq!(set.run(Bytes(&words)), (expected, active), "{set}");
        }
    }
}
