//! Checksums that tell files apart.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// CRC-32 of any file that ends with the CRC-32 of all before it, as networks and solutions of this program do.
const RESIDUE: u32 = 0x2144_df1c;

/// Bytes of a checksum.
const LENGTH: usize = 4;

/// CRC-32 of a file's content, or the CRC-32 that it ends with.
///
/// # Errors
/// If the file cannot be read.
pub fn of_file(path: &Path) -> io::Result<u32> {
    let (mut hasher, mut tail) = (crc32fast::Hasher::new(), [0; LENGTH]);
    let (mut file, mut buffer) = (File::open(path)?, vec![0; 1 << 18]);
    loop {
        let length = file.read(&mut buffer)?;
        if length == 0 {
            return Ok(distinct(hasher.finalize(), tail));
        }
        hasher.update(&buffer[..length]);
        for &byte in &buffer[length.saturating_sub(LENGTH)..length] {
            tail.rotate_left(1);
            tail[LENGTH - 1] = byte;
        }
    }
}

/// CRC-32 of a content, or the CRC-32 that it ends with.
#[must_use]
pub fn of_bytes(bytes: &[u8]) -> u32 {
    distinct(crc32fast::hash(bytes), bytes.last_chunk().copied().unwrap_or_default())
}

fn distinct(whole: u32, tail: [u8; LENGTH]) -> u32 {
    if whole == RESIDUE { u32::from_le_bytes(tail) } else { whole }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn files_with_their_own_checksums_differ() {
        let summed = |body: &[u8]| [body, &crc32fast::hash(body).to_le_bytes()].concat();
        let (one, two) = (summed(b"one network"), summed(b"another one"));
        assert_eq!(crc32fast::hash(&one), crc32fast::hash(&two));
        assert_ne!(of_bytes(&one), of_bytes(&two));
        assert_eq!(of_bytes(&one), crc32fast::hash(b"one network"));
        assert_eq!(of_bytes(b"plain"), crc32fast::hash(b"plain"));
    }

    #[test]
    fn a_file_has_the_checksum_of_its_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let large: Vec<u8> = (0..(1 << 18) + 2_u32).map(|number| (number % 251) as u8).collect();
        let summed = [&large[..], &crc32fast::hash(&large).to_le_bytes()].concat();
        for bytes in [&b""[..], b"abc", &large, &summed] {
            fs::write(&path, bytes).unwrap();
            assert_eq!(of_file(&path).unwrap(), of_bytes(bytes));
        }
    }
}
