//! The check that the processor has the instruction sets that this program was compiled for.
//!
//! The standard library's feature detection is of no use here: for a feature that the build takes for granted it
//! answers "yes" at compile time, and those are the features in question.

use std::fmt;
use std::hint::black_box;
use std::io::{self, Write};

/// An instruction set extension.
struct Feature {
    name: &'static str,
    /// True if the compiler was allowed to use the extension.
    used: bool,
    register: usize,
    bit: u32,
    /// Registers that the system must save for this extension when it switches between programs, as bits of XCR0.
    kept: u64,
}

/// The 256-bit registers and their lower halves.
#[cfg(target_arch = "x86_64")]
const YMM: u64 = 0b110;
/// The 512-bit registers, all 32 of them, with the mask registers and everything in [`YMM`].
#[cfg(target_arch = "x86_64")]
const ZMM: u64 = 0b1110_0110;

/// Number of registers in which CPUID reports features.
const REGISTERS: usize = 6;

macro_rules! features {
    ($($register:ident $kept:ident: $($name:tt $bit:literal),*;)*) => {
        &[$($(Feature {
            name: $name,
            used: cfg!(target_feature = $name),
            register: $register,
            bit: $bit,
            kept: $kept,
        }),*),*]
    };
}

#[cfg(target_arch = "x86_64")]
const FEATURES: &[Feature] = {
    // The extension needs only the registers that every x86-64 system saves.
    const NONE: u64 = 0;

    // Indices into the array of `registers`: the registers of CPUID leaf 1 ECX; leaf 7 EBX, ECX and EDX; leaf 7.1 EAX;
    // leaf 8000_0001h ECX.
    const LEAF_1: usize = 0;
    const LEAF_7_B: usize = 1;
    const LEAF_7_C: usize = 2;
    const LEAF_7_D: usize = 3;
    const LEAF_7_1_A: usize = 4;
    const EXTENDED: usize = 5;

    features![
        LEAF_1 NONE: "sse3" 0, "pclmulqdq" 1, "ssse3" 9, "cmpxchg16b" 13, "sse4.1" 19, "sse4.2" 20, "movbe" 22, "popcnt" 23,
            "aes" 25;
        LEAF_1 YMM: "fma" 12, "avx" 28, "f16c" 29;
        LEAF_7_B NONE: "bmi1" 3, "bmi2" 8, "adx" 19, "sha" 29;
        LEAF_7_B YMM: "avx2" 5;
        LEAF_7_B ZMM: "avx512f" 16, "avx512dq" 17, "avx512ifma" 21, "avx512cd" 28, "avx512bw" 30, "avx512vl" 31;
        LEAF_7_C NONE: "gfni" 8;
        LEAF_7_C YMM: "vaes" 9, "vpclmulqdq" 10;
        LEAF_7_C ZMM: "avx512vbmi" 1, "avx512vbmi2" 6, "avx512vnni" 11, "avx512bitalg" 12, "avx512vpopcntdq" 14;
        LEAF_7_D ZMM: "avx512vp2intersect" 8, "avx512fp16" 23;
        LEAF_7_1_A YMM: "avxvnni" 4, "avxifma" 23;
        LEAF_7_1_A ZMM: "avx512bf16" 5;
        EXTENDED NONE: "lzcnt" 5, "sse4a" 6, "tbm" 21;
    ]
};

/// Other architectures have no features to check: their usual builds run on all their processors.
#[cfg(not(target_arch = "x86_64"))]
const FEATURES: &[Feature] = features![];

#[cfg(target_arch = "x86_64")]
fn registers() -> [u32; REGISTERS] {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    let leaf_1 = __cpuid(1);
    let highest_extended_leaf = __cpuid(0x8000_0000).eax;
    let extended = if highest_extended_leaf > 0x8000_0000 { __cpuid(0x8000_0001).ecx } else { 0 };
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

/// Registers that the system saves when it switches between programs, as bits of XCR0. CPUID says whether XCR0 may be
/// read.
#[cfg(target_arch = "x86_64")]
fn kept_registers() -> u64 {
    use std::arch::x86_64::_xgetbv;
    const OSXSAVE: u32 = 1 << 27;

    #[target_feature(enable = "xsave")]
    #[allow(unsafe_code)]
    fn xcr0() -> u64 {
        // SAFETY: the extended control register 0 exists wherever the instruction does.
        unsafe { _xgetbv(0) }
    }
    if std::arch::x86_64::__cpuid(1).ecx & OSXSAVE == 0 {
        return 0;
    }
    // SAFETY: CPUID has just said that the system allows the instruction.
    #[allow(unsafe_code)]
    unsafe {
        xcr0()
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn kept_registers() -> u64 {
    0
}

impl Feature {
    /// True if the processor reports the feature in `registers` and the system saves the registers that it needs.
    fn is_present(&self, registers: &[u32; REGISTERS], kept: u64) -> bool {
        registers[self.register] >> self.bit & 1 == 1 && kept & self.kept == self.kept
    }
}

/// True if this processor can run this build; if not, the standard error says so.
///
/// This code must not use the very instructions that it asks for. So it does little, formats no text, and passes
/// numbers through black boxes wherever the compiler might handle several at once with vector instructions.
#[inline(never)]
#[must_use]
pub fn is_sufficient() -> bool {
    let (registers, kept) = (registers(), kept_registers());
    for feature in FEATURES {
        if black_box(feature.used) && !feature.is_present(&registers, kept) {
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
        ", which this one lacks or its system does not support.\nA build by \"cargo build --release\" runs on any x86-64 \
         processor with SSE4.2 and POPCNT, which is nearly every one since 2011.\n",
    ] {
        // With the standard error closed, nobody can be told.
        let _ = stderr.write_all(text.as_bytes());
    }
}

/// Description of the build: version, profile, compiler, target and instruction sets.
pub fn build_description() -> impl fmt::Display {
    fmt::from_fn(|f| {
        let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
        writeln!(f, "Kumataka {}", env!("KUMATAKA_VERSION"))?;
        writeln!(f, "profile: {profile}")?;
        writeln!(f, "compiler: {}", env!("KUMATAKA_RUSTC"))?;
        writeln!(f, "target: {} {}", std::env::consts::ARCH, std::env::consts::OS)?;
        write!(f, "instruction sets of the build:")?;
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

    /// For features that the build does not use, the standard library's detection works at run time and asks the system
    /// too: both detections must agree.
    #[cfg(target_arch = "x86_64")]
    #[test]
    fn features_agree_with_the_standard_library() {
        macro_rules! detected {
            ($($name:tt),* $(,)?) => { [$(($name, is_x86_feature_detected!($name))),*] };
        }
        let known = detected![
            "sse3",
            "pclmulqdq",
            "ssse3",
            "cmpxchg16b",
            "sse4.1",
            "sse4.2",
            "movbe",
            "popcnt",
            "aes",
            "fma",
            "avx",
            "f16c",
            "bmi1",
            "bmi2",
            "adx",
            "sha",
            "avx2",
            "avx512f",
            "avx512dq",
            "avx512ifma",
            "avx512cd",
            "avx512bw",
            "avx512vl",
            "gfni",
            "vaes",
            "vpclmulqdq",
            "avx512vbmi",
            "avx512vbmi2",
            "avx512vnni",
            "avx512bitalg",
            "avx512vpopcntdq",
            "avx512vp2intersect",
            "avx512fp16",
            "avxvnni",
            "avxifma",
            "avx512bf16",
            "lzcnt",
            "sse4a",
            "tbm",
        ];
        assert_eq!(known.len(), FEATURES.len());
        let (registers, kept) = (registers(), kept_registers());
        for feature in FEATURES {
            let found = known.iter().find(|(name, _)| *name == feature.name).expect(feature.name);
            assert_eq!(feature.is_present(&registers, kept), found.1, "{}", feature.name);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn wide_registers_that_the_system_does_not_keep_are_refused() {
        let everything = [u32::MAX; REGISTERS];
        let present =
            |kept| FEATURES.iter().filter(|f| f.is_present(&everything, kept)).map(|f| f.name).collect::<Vec<_>>();
        assert!(present(0).contains(&"popcnt") && !present(0).contains(&"avx"));
        assert!(present(YMM).contains(&"avx2") && !present(YMM).contains(&"avx512f"));
        assert_eq!(present(ZMM).len(), FEATURES.len());
        assert!(FEATURES.iter().all(|feature| !feature.is_present(&[0; REGISTERS], ZMM)));
    }
}
