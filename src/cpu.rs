//! What the processor must have for this build to run.
//!
//! The standard library's feature detection cannot be used: it answers at compile time for features that the build
//! takes for granted, and just those are in question.

use std::fmt;
use std::hint::black_box;
use std::io::{self, Write};

/// An instruction set extension.
struct Feature {
    name: &'static str,
    /// Whether the compiler was allowed to use it.
    used: bool,
    register: usize,
    bit: u32,
}

/// Where CPUID reports: leaf 1 ECX; leaf 7 EBX, ECX, EDX; leaf 7.1 EAX; leaf 8000_0001h ECX.
const LEAF_1: usize = 0;
const LEAF_7_B: usize = 1;
const LEAF_7_C: usize = 2;
const LEAF_7_D: usize = 3;
const LEAF_7_1_A: usize = 4;
const EXTENDED: usize = 5;
const REGISTERS: usize = 6;

macro_rules! features {
    ($($name:tt $register:ident $bit:literal),* $(,)?) => {
        &[$(Feature { name: $name, used: cfg!(target_feature = $name), register: $register, bit: $bit }),*]
    };
}

#[cfg(target_arch = "x86_64")]
const FEATURES: &[Feature] = features![
    "sse3" LEAF_1 0, "pclmulqdq" LEAF_1 1, "ssse3" LEAF_1 9, "fma" LEAF_1 12, "cmpxchg16b" LEAF_1 13,
    "sse4.1" LEAF_1 19, "sse4.2" LEAF_1 20, "movbe" LEAF_1 22, "popcnt" LEAF_1 23, "aes" LEAF_1 25,
    "avx" LEAF_1 28, "f16c" LEAF_1 29,
    "bmi1" LEAF_7_B 3, "avx2" LEAF_7_B 5, "bmi2" LEAF_7_B 8, "avx512f" LEAF_7_B 16, "avx512dq" LEAF_7_B 17,
    "adx" LEAF_7_B 19, "avx512ifma" LEAF_7_B 21, "avx512cd" LEAF_7_B 28, "sha" LEAF_7_B 29, "avx512bw" LEAF_7_B 30,
    "avx512vl" LEAF_7_B 31,
    "avx512vbmi" LEAF_7_C 1, "avx512vbmi2" LEAF_7_C 6, "gfni" LEAF_7_C 8, "vaes" LEAF_7_C 9,
    "vpclmulqdq" LEAF_7_C 10, "avx512vnni" LEAF_7_C 11, "avx512bitalg" LEAF_7_C 12, "avx512vpopcntdq" LEAF_7_C 14,
    "avx512vp2intersect" LEAF_7_D 8, "avx512fp16" LEAF_7_D 23,
    "avxvnni" LEAF_7_1_A 4, "avx512bf16" LEAF_7_1_A 5, "avxifma" LEAF_7_1_A 23,
    "lzcnt" EXTENDED 5, "sse4a" EXTENDED 6, "tbm" EXTENDED 21,
];

/// Other architectures are not asked; their usual builds run on every processor they have.
#[cfg(not(target_arch = "x86_64"))]
const FEATURES: &[Feature] = features![];

#[cfg(target_arch = "x86_64")]
fn registers() -> [u32; REGISTERS] {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    let leaf_1 = __cpuid(1);
    let none = __cpuid(0x8000_0000);
    let extended = if none.eax > 0x8000_0000 { __cpuid(0x8000_0001).ecx } else { 0 };
    if __cpuid(0).eax < 7 {
        return [leaf_1.ecx, black_box(0), black_box(0), black_box(0), black_box(0), extended];
    }
    let leaf_7 = __cpuid_count(7, 0);
    let leaf_7_1 = if leaf_7.eax >= 1 { __cpuid_count(7, 1).eax } else { 0 };
    [leaf_1.ecx, leaf_7.ebx, leaf_7.ecx, leaf_7.edx, leaf_7_1, extended]
}

#[cfg(not(target_arch = "x86_64"))]
fn registers() -> [u32; REGISTERS] {
    [0; REGISTERS]
}

/// Whether this processor can run this build; if not, says so on the standard error.
///
/// Nothing in here may use what it asks for. So it does little, does not format, and its numbers go through black
/// boxes where the compiler might take many at once with vector instructions.
#[inline(never)]
#[must_use]
pub fn is_sufficient() -> bool {
    let registers = registers();
    for feature in FEATURES {
        let register = black_box(registers[feature.register]);
        if feature.used && register >> feature.bit & 1 == 0 {
            refuse(feature.name);
            return false;
        }
    }
    true
}

#[cold]
#[inline(never)]
fn refuse(feature: &str) {
    let mut stderr = io::stderr();
    for text in [
        "kumataka: this program was built for a processor with ",
        feature,
        ", which this one lacks.\nBuild it on this machine with \"cargo build --release\", or for any x86-64 since 2013 with\n\
         RUSTFLAGS=\"-C target-cpu=x86-64-v3\" cargo build --release\n",
    ] {
        // Without a standard error there is nobody to tell.
        let _ = stderr.write_all(text.as_bytes());
    }
}

/// How this program was built.
pub fn build_description() -> impl fmt::Display {
    fmt::from_fn(|f| {
        let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
        writeln!(f, "Kumataka {} ({profile})", env!("CARGO_PKG_VERSION"))?;
        writeln!(f, "compiler: {}", env!("KUMATAKA_RUSTC"))?;
        writeln!(f, "target: {} {}", std::env::consts::ARCH, std::env::consts::OS)?;
        write!(f, "instruction sets:")?;
        FEATURES.iter().filter(|feature| feature.used).try_for_each(|feature| write!(f, " {}", feature.name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_processor_runs_its_own_build() {
        assert!(is_sufficient());
    }

    /// The features that the build does not use are still detected by the library: our bits must agree with it.
    #[cfg(target_arch = "x86_64")]
    #[test]
    fn bits_agree_with_the_standard_library() {
        let registers = registers();
        macro_rules! check {
            ($($name:tt),*) => {$(
                let feature = FEATURES.iter().find(|f| f.name == $name).unwrap();
                let present = registers[feature.register] >> feature.bit & 1 == 1;
                assert_eq!(present, is_x86_feature_detected!($name), "{}", $name);
            )*};
        }
        check!(
            "sse3",
            "pclmulqdq",
            "ssse3",
            "fma",
            "sse4.1",
            "sse4.2",
            "popcnt",
            "avx",
            "f16c",
            "bmi1",
            "avx2",
            "bmi2",
            "avx512f",
            "avx512dq",
            "adx",
            "avx512bw",
            "avx512vl",
            "avx512vbmi",
            "avx512vbmi2",
            "gfni",
            "vaes",
            "avx512vnni",
            "avx512bitalg",
            "avx512vpopcntdq",
            "avx512vp2intersect",
            "avx512fp16",
            "avxvnni",
            "avx512bf16",
            "lzcnt",
            "sse4a",
            "tbm"
        );
    }
}
