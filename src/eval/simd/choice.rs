//! The instruction sets that this processor has, and the one that evaluations use.

#[cfg(target_arch = "aarch64")]
use super::neon::Neon;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use super::scalar::Scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::simd128::Simd128;
use super::{Kernel, Simd};
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};
use once_cell::sync::OnceCell;
use std::env;
use std::fmt;

/// The environment variable that selects another instruction set than the best one.
pub const VARIABLE: &str = "KUMATAKA_INSTRUCTION_SET";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    Scalar,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    AvxVnni,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni,
}

/// An instruction set of this processor: values of others cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionSet(Set);

/// True if processor and system support all of these extensions.
#[cfg(target_arch = "x86_64")]
macro_rules! detected {
    ($($feature:tt),*) => { $(std::arch::is_x86_feature_detected!($feature))&&* };
}

impl Set {
    /// All sets of the architecture, the plainest first, which every processor has. A host of WebAssembly refuses a program with
    /// vectors that it lacks, so that such a program needs no plain code.
    const ALL: &[Self] = &[
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        Self::Scalar,
        #[cfg(target_arch = "aarch64")]
        Self::Neon,
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Self::Simd128,
        #[cfg(target_arch = "x86_64")]
        Self::Avx2,
        #[cfg(target_arch = "x86_64")]
        Self::AvxVnni,
        #[cfg(target_arch = "x86_64")]
        Self::Avx512,
        #[cfg(target_arch = "x86_64")]
        Self::Avx512Vnni,
    ];

    const fn name(self) -> &'static str {
        match self {
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Self::Scalar => "scalar",
            #[cfg(target_arch = "aarch64")]
            Self::Neon => "neon",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128 => "simd128",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Self::AvxVnni => "avxvnni",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => "avx512",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512Vnni => "avx512vnni",
        }
    }

    /// True if this processor has every extension that the set's functions are compiled for.
    fn is_present(self) -> bool {
        match self {
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Self::Scalar => true,
            #[cfg(target_arch = "aarch64")]
            Self::Neon => std::arch::is_aarch64_feature_detected!("neon"),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128 => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => detected!("avx2", "bmi1", "bmi2", "lzcnt", "popcnt"),
            #[cfg(target_arch = "x86_64")]
            Self::AvxVnni => Self::Avx2.is_present() && detected!("avxvnni"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => Self::Avx2.is_present() && detected!("avx512f", "avx512bw", "avx512dq", "avx512vl"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512Vnni => Self::Avx512.is_present() && detected!("avx512vnni"),
        }
    }
}

impl InstructionSet {
    /// The instruction sets of this processor, the plainest first.
    pub fn present() -> impl DoubleEndedIterator<Item = Self> {
        Set::ALL.iter().copied().filter(|set| set.is_present()).map(Self)
    }

    /// The set that evaluations use: the best one, or the one named by the environment variable [`VARIABLE`]. A name of
    /// no set of this processor is ignored and reported by [`misnamed`](Self::misnamed).
    #[must_use]
    pub fn chosen() -> Self {
        static CHOSEN: OnceCell<InstructionSet> = OnceCell::new();
        *CHOSEN.get_or_init(|| {
            let named = wanted().and_then(|name| Self::named(&name));
            named.or_else(|| Self::present().next_back()).unwrap_or(Self(Set::ALL[0]))
        })
    }

    /// The value of the environment variable [`VARIABLE`], if it names no set of this processor.
    #[must_use]
    pub fn misnamed() -> Option<String> {
        wanted().filter(|name| Self::named(name).is_none())
    }

    /// The set of this name in any letter case, if this processor has it.
    fn named(name: &str) -> Option<Self> {
        Self::present().find(|set| set.0.name().eq_ignore_ascii_case(name))
    }

    /// Runs a kernel with the registers of this set.
    #[inline(always)]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Set::Scalar => Scalar::call(kernel),
            #[cfg(target_arch = "aarch64")]
            Set::Neon => Neon::call(kernel),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Set::Simd128 => Simd128::call(kernel),
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => Avx2::<false>::call(kernel),
            #[cfg(target_arch = "x86_64")]
            Set::AvxVnni => Avx2::<true>::call(kernel),
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => Avx512::<false>::call(kernel),
            #[cfg(target_arch = "x86_64")]
            Set::Avx512Vnni => Avx512::<true>::call(kernel),
        }
    }
}

/// The value of the environment variable [`VARIABLE`], if it is set.
fn wanted() -> Option<String> {
    env::var_os(VARIABLE).map(|name| name.to_string_lossy().into_owned()).filter(|name| !name.is_empty())
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}
