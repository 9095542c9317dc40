//! Files that the program contains in compressed form.

use flate2::read::ZlibDecoder;
use std::io::Read;

/// A file as the program contains it: compressed by zlib when the program is built.
#[derive(Clone, Copy, Debug)]
pub struct Packed(&'static [u8]);

impl Packed {
    /// The file that these bytes are, compressed.
    #[must_use]
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self(bytes)
    }

    /// The bytes of the file.
    ///
    /// # Panics
    /// If the bytes are not those of a compressed file.
    #[must_use]
    pub fn unpack(self) -> Vec<u8> {
        let mut bytes = Vec::new();
        ZlibDecoder::new(self.0).read_to_end(&mut bytes).expect("the program has compressed the file itself");
        bytes
    }
}
