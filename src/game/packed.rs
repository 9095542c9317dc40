//! Files inside the program.

use flate2::read::ZlibDecoder;
use std::io::{self, Read};

/// A file inside the program: plain, or compressed by the build script into the number of its layout and the output of zlib
/// (`packed` in `build.rs`).
#[derive(Clone, Copy, Debug)]
pub struct Packed {
    bytes: &'static [u8],
    is_compressed: bool,
}

impl Packed {
    /// The file of these compressed bytes; none if there are none, as of a game that the build leaves without its files.
    #[must_use]
    pub const fn new(bytes: &'static [u8]) -> Option<Self> {
        if bytes.is_empty() { None } else { Some(Self { bytes, is_compressed: true }) }
    }

    /// A file that is in the binary as it is, for games that no build script compresses.
    #[must_use]
    pub const fn plain(bytes: &'static [u8]) -> Self {
        Self { bytes, is_compressed: false }
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// If there is no memory for them.
    ///
    /// # Panics
    /// If no layout stands before the compressed file.
    pub fn unpack(self) -> io::Result<Vec<u8>> {
        if !self.is_compressed {
            return Ok(self.bytes.to_vec());
        }
        let (&layout, compressed) = self.bytes.split_first().expect("a layout stands before the file");
        let mut bytes = Vec::new();
        ZlibDecoder::new(compressed).read_to_end(&mut bytes)?;
        Ok(match layout {
            0 => bytes,
            _ => of_halves(&bytes, usize::from(layout) - 1),
        })
    }
}

/// Restores 16-bit numbers, which are stored zigzag-coded after the first `skipped` bytes, all lower bytes first.
fn of_halves(bytes: &[u8], skipped: usize) -> Vec<u8> {
    let (head, rest) = bytes.split_at(skipped.min(bytes.len()));
    let (lower, rest) = rest.split_at(rest.len() / 2);
    let (upper, tail) = rest.split_at(lower.len());
    let numbers = lower.iter().zip(upper).flat_map(|(&lower, &upper)| {
        let folded = u16::from_le_bytes([lower, upper]);
        (folded >> 1 ^ (folded & 1).wrapping_neg()).to_le_bytes()
    });
    head.iter().copied().chain(numbers).chain(tail.iter().copied()).collect()
}
