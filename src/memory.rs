//! Memory for large tables: zeroed allocation on large pages, prefetching, and the amount that the system can still
//! give.

#![deny(missing_docs)]

use crate::words::InLanguage;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::hint::black_box;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::slice;
use std::sync::atomic::{AtomicU8, AtomicU64};
use thiserror::Error;

#[cfg(feature = "cli")]
mod machine;
#[cfg(feature = "cli")]
pub use machine::{available, total};

/// Bytes of a large page.
const LARGE_PAGE: usize = 2 << 20;
/// Bytes of address space for the small things that the program cannot do without: glibc alone reserves 64 MB for a
/// thread that allocates anything.
pub const SPARE: usize = 96 << 20;
/// Bytes of a cache line, which a processor loads in one go.
#[cfg(target_arch = "x86_64")]
const CACHE_LINE: usize = 64;

/// A type that a table on large pages may hold.
///
/// # Safety
/// Zero bytes must be a value of the type, and it must have nothing to drop.
#[allow(unsafe_code)]
pub unsafe trait Zeroable {}

// SAFETY: zero is a value of every plain integer, which has nothing to drop.
#[allow(unsafe_code)]
unsafe impl Zeroable for i16 {}
// SAFETY: as for the narrower one.
#[allow(unsafe_code)]
unsafe impl Zeroable for u64 {}
// SAFETY: an array is nothing but its items.
#[allow(unsafe_code)]
unsafe impl<T: Zeroable, const N: usize> Zeroable for [T; N] {}
// SAFETY: as for the wider one.
#[allow(unsafe_code)]
unsafe impl Zeroable for i8 {}
// SAFETY: an atomic integer has the layout of a plain one, and so zero is a value of it.
#[allow(unsafe_code)]
unsafe impl Zeroable for AtomicU64 {}
// SAFETY: as for the larger one.
#[allow(unsafe_code)]
unsafe impl Zeroable for AtomicU8 {}

/// The error of a large allocation that finds no memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no memory for {what} ({} MB)", bytes.div_ceil(1 << 20))]
pub struct NoRoom {
    /// The table that was wanted.
    pub what: &'static str,
    /// Its size in bytes.
    pub bytes: usize,
}

impl InLanguage for NoRoom {
    fn japanese(&self) -> String {
        format!("メモリが足りません（{} MB）", self.bytes.div_ceil(1 << 20))
    }
}

/// True if a block of this many bytes could be allocated now.
#[must_use]
pub fn has_room(bytes: usize) -> bool {
    // The compiler might leave out an allocation that nobody looks at.
    black_box(LargePages::<AtomicU8>::try_zeroed(bytes)).is_some()
}

/// Number of blocks of `bytes`, up to `most`, that fit into the address space together. A thread that finds no address
/// space for its start ends the program, so ask before starting several.
#[must_use]
pub fn rooms(bytes: usize, most: usize) -> usize {
    if !cfg!(unix) {
        // Windows does not limit address space, and would count the blocks as memory in use.
        return most;
    }
    let reserve = || LargePages::<AtomicU8>::try_zeroed(bytes);
    // All are kept until the end: blocks freed at once would all take the same place.
    let reserved: Vec<_> = (0..most).map_while(|_| reserve()).collect();
    black_box(reserved).len()
}

/// A zeroed slice on large pages. On small pages, nearly every access to a random place of a large table would also
/// miss the cache of address translations.
pub struct LargePages<T> {
    start: NonNull<T>,
    count: usize,
    /// The allocated block, within which the slice starts at the first boundary of a large page.
    block: NonNull<u8>,
    layout: Layout,
    owns: PhantomData<T>,
}

// SAFETY: the pages own their values as a box does.
#[allow(unsafe_code)]
unsafe impl<T: Send> Send for LargePages<T> {}
// SAFETY: a shared reference gives access to shared values only, as with a box.
#[allow(unsafe_code)]
unsafe impl<T: Sync> Sync for LargePages<T> {}

impl<T: Zeroable> LargePages<T> {
    /// Allocates `count` zero values for `what`.
    ///
    /// # Errors
    /// If memory has no room for them.
    pub fn zeroed(what: &'static str, count: usize) -> Result<Self, NoRoom> {
        Self::try_zeroed(count).ok_or(NoRoom { what, bytes: count.saturating_mul(size_of::<T>()) })
    }

    /// Allocates `count` zero values for a table that could also be smaller; `None` unless memory has room for them and
    /// for what the program needs beside them.
    #[must_use]
    pub fn modest(count: usize) -> Option<Self> {
        Self::try_zeroed(count).filter(|_| has_room(SPARE))
    }

    /// Allocates `count` zero values; `None` if memory has no room for them.
    #[must_use]
    pub fn try_zeroed(count: usize) -> Option<Self> {
        const { assert!(size_of::<T>() > 0 && align_of::<T>() <= LARGE_PAGE) };
        let length = count.checked_mul(size_of::<T>())?.checked_next_multiple_of(LARGE_PAGE)?;
        // With the alignment of a word, the allocator hands out fresh pages: the system has zeroed them, and backs them
        // with memory only once they are written. With a stricter alignment it would clear them here, on one thread.
        let layout = Layout::from_size_align(length.checked_add(LARGE_PAGE)?, align_of::<u64>()).ok()?;
        // SAFETY: the size of the layout is not zero, and includes one large page more than needed, so that the start
        // may move to a boundary of large pages.
        #[allow(unsafe_code)]
        let (block, start) = unsafe {
            let block = NonNull::new(alloc_zeroed(layout))?;
            (block, block.add(block.align_offset(LARGE_PAGE)))
        };
        advise_large_pages(start, length);
        Some(Self { start: start.cast(), count, block, layout, owns: PhantomData })
    }
}

impl<T> Drop for LargePages<T> {
    fn drop(&mut self) {
        #[allow(unsafe_code)]
        // SAFETY: the block was allocated with this layout, and the values have nothing to drop.
        unsafe {
            dealloc(self.block.as_ptr(), self.layout);
        }
    }
}

impl<T> Deref for LargePages<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: the block has room for `count` values from `start`, which is aligned, and zero bytes are values.
        #[allow(unsafe_code)]
        unsafe {
            slice::from_raw_parts(self.start.as_ptr(), self.count)
        }
    }
}

impl<T> DerefMut for LargePages<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: the slice is as valid as in `deref`, and the exclusive borrow of the pages makes it the only
        // reference.
        #[allow(unsafe_code)]
        unsafe {
            slice::from_raw_parts_mut(self.start.as_ptr(), self.count)
        }
    }
}

/// Asks Linux to back a range with large pages. Miri does not know this call.
#[cfg(all(target_os = "linux", not(miri)))]
#[allow(unsafe_code)]
fn advise_large_pages(start: NonNull<u8>, length: usize) {
    // SAFETY: the range lies within one allocation, and the advice changes neither its contents nor its owner. The
    // system may refuse it, which costs only speed.
    unsafe { libc::madvise(start.as_ptr().cast(), length, libc::MADV_HUGEPAGE) };
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn advise_large_pages(_: NonNull<u8>, _: usize) {}

/// Asks the processor to load the cache lines of `of`; does nothing on architectures without a known instruction.
#[inline(always)]
pub fn prefetch<T>(of: &T) {
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let start = std::ptr::from_ref(of).cast::<i8>();
        for offset in (0..size_of::<T>()).step_by(CACHE_LINE) {
            // SAFETY: the address lies within a reference, and prefetching changes nothing that can be observed.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(start.add(offset)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = of;
}

/// Without the feature `cli`, nobody asks the system.
#[cfg(not(feature = "cli"))]
#[must_use]
pub const fn available() -> Option<u64> {
    None
}

/// Megabytes (1,048,576 bytes) that a table may take of the `available` bytes, at least one: the rest of the program
/// and other programs need some too.
#[must_use]
pub fn room(available: Option<u64>) -> usize {
    available.map_or(usize::MAX, |bytes| ((bytes / 3 * 2) >> 20) as usize).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn tables_are_aligned_zero_and_filled() {
        // Miri reads a thousand words a second.
        let counts: &[usize] = if cfg!(miri) { &[0, 4, 1 << 10] } else { &[0, 4, 1 << 10, 3 << 20] };
        for &count in counts {
            let words = LargePages::<AtomicU64>::try_zeroed(count).unwrap();
            assert_eq!(words.len(), count);
            assert_eq!(words.as_ptr().addr() % LARGE_PAGE, 0);
            assert!(words.iter().all(|word| word.load(Relaxed) == 0));
        }
        let mut pairs = LargePages::<[u64; 2]>::try_zeroed(9).unwrap();
        pairs[8] = [7, 9];
        assert_eq!((pairs[7], pairs[8]), ([0, 0], [7, 9]));
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri ends where a system refuses memory")]
    fn what_is_too_large_is_named() {
        /// More than any processor can address.
        const BYTES: usize = 1 << 60;
        assert!(has_room(SPARE) && !has_room(BYTES));
        assert!(LargePages::<AtomicU8>::modest(1 << 20).is_some() && LargePages::<AtomicU8>::modest(BYTES).is_none());
        assert_eq!(rooms(1 << 20, 3), 3);
        #[cfg(unix)]
        assert_eq!((rooms(BYTES, 3), rooms(1 << 20, 0)), (0, 0));
        for count in [BYTES / 8, usize::MAX / 2] {
            let refused = LargePages::<AtomicU64>::zeroed("a table", count).err();
            assert_eq!(refused, Some(NoRoom { what: "a table", bytes: count.saturating_mul(8) }));
        }
        let refused = NoRoom { what: "a table", bytes: (3 << 20) + 1 };
        assert_eq!(refused.to_string(), "no memory for a table (4 MB)");
    }

    #[test]
    #[cfg_attr(miri, ignore = "asks the system what Miri does not know")]
    fn some_memory_is_available() {
        let available = available().expect("a system that tells");
        assert!((1 << 20..1 << 50).contains(&available), "{available}");
        assert!(total().is_some_and(|total| total >= available));
        assert_eq!((room(Some(16 << 20)), room(Some(0)), room(None)), (10, 1, usize::MAX));
    }
}
