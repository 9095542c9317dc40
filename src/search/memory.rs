//! Large zeroed memory, in large pages where the system gives them, and how much of it there is.

use std::alloc::{Layout, alloc_zeroed};
use std::fs;
use std::ops::Deref;
use std::sync::atomic::AtomicU64;

/// Bytes of a large page; the words start at a multiple of it.
const LARGE_PAGE: usize = 2 << 20;

/// Shared words, all zero at first.
pub struct Words {
    words: Vec<AtomicU64>,
    /// Words before the first aligned one.
    skipped: usize,
}

impl Words {
    /// None if there is no room for `count` words.
    #[allow(unsafe_code)]
    pub fn zeroed(count: usize) -> Option<Self> {
        let total = count.checked_add(LARGE_PAGE / size_of::<AtomicU64>())?;
        // Asking for no more than the alignment of a word lets the allocator hand out fresh pages, zero by nature
        // and not backed by memory before somebody writes to them. It would clear more strictly aligned ones
        // here, on a single thread.
        let layout = Layout::array::<AtomicU64>(total).ok()?;
        // SAFETY: the layout is not of size zero.
        let start = unsafe { alloc_zeroed(layout) }.cast::<AtomicU64>();
        if start.is_null() {
            return None;
        }
        // SAFETY: the global allocator returned this block for the layout of `total` words, and zero bytes are a
        // valid word.
        let words = unsafe { Vec::from_raw_parts(start, total, total) };
        let skipped = start.align_offset(LARGE_PAGE).min(total - count);
        let words = Self { words, skipped };
        advise_large_pages(&words);
        Some(words)
    }
}

impl Deref for Words {
    type Target = [AtomicU64];

    #[inline(always)]
    fn deref(&self) -> &[AtomicU64] {
        &self.words[self.skipped..]
    }
}

/// Asks Linux for large pages: with small ones nearly every probe misses the translation cache too.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn advise_large_pages(words: &[AtomicU64]) {
    const MADV_HUGEPAGE: i32 = 14;
    unsafe extern "C" {
        fn madvise(address: *mut std::ffi::c_void, length: usize, advice: i32) -> i32;
    }
    let length = size_of_val(words) / LARGE_PAGE * LARGE_PAGE;
    if length > 0 {
        // SAFETY: the range lies within the slice, and the advice changes neither its contents nor who owns it. It
        // may be refused, which costs speed only.
        unsafe { madvise(words.as_ptr().cast_mut().cast(), length, MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn advise_large_pages(_: &[AtomicU64]) {}

/// Bytes of memory that can be had without swapping, where the system tells: what is free, or what the control
/// group still allows.
pub fn available() -> Option<u64> {
    let free = fs::read_to_string("/proc/meminfo").ok().and_then(|text| meminfo_available(&text));
    let group = |name: &str| -> Option<u64> {
        fs::read_to_string(format!("/sys/fs/cgroup/memory.{name}")).ok()?.trim().parse().ok()
    };
    let allowed = group("max").zip(group("current")).map(|(max, current)| max.saturating_sub(current));
    match (free, allowed) {
        (Some(free), Some(allowed)) => Some(free.min(allowed)),
        (free, allowed) => free.or(allowed),
    }
}

fn meminfo_available(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn words_are_aligned_and_zero() {
        for count in [4, 1 << 10, 3 << 20] {
            let words = Words::zeroed(count).unwrap();
            assert!(words.len() >= count);
            assert_eq!(words.as_ptr().addr() % LARGE_PAGE, 0);
            assert!(words.iter().all(|word| word.load(Relaxed) == 0));
        }
        assert!(Words::zeroed(usize::MAX / 2).is_none());
    }

    #[test]
    fn meminfo_is_read() {
        let text = "MemTotal:       24000000 kB\nMemFree:          100 kB\nMemAvailable:   22123456 kB\n";
        assert_eq!(meminfo_available(text), Some(22_123_456 << 10));
        assert_eq!(meminfo_available(""), None);
    }
}
