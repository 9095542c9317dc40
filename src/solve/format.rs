//! The common format of solutions and unfinished work: a mark, a version, the game, the contents, and at the end a
//! checksum of everything before it. A file is written beside its place and moved there when complete.

use super::error::{Fault, SolveError};
use super::index::Material;
use crate::bytes::ByteReader;
use crate::system::{self, Bytes};
use crc32fast::Hasher;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// The version of both formats.
pub const VERSION: u32 = 1;
/// Bytes of the mark.
const MARK: usize = 8;
/// Bytes before the contents.
pub const HEADER: usize = MARK + 4 + 4;
/// Bytes of the checksum at the end.
pub const CHECKSUM: usize = 4;

/// A kind of file.
pub struct Kind {
    pub mark: [u8; MARK],
    /// The kind in words.
    pub name: &'static str,
}

/// A writer that computes the checksum of the bytes that pass through it.
struct Summing<W> {
    inner: W,
    sum: Hasher,
}

impl<W: Write> Write for Summing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Writes a file with the contents that `fill` writes.
pub fn write(
    path: &Path,
    kind: &Kind,
    material: Material,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), SolveError> {
    let unfinished = path.with_added_extension("new");
    let written = File::create(&unfinished).and_then(|file| {
        let mut writer = Summing { inner: BufWriter::with_capacity(1 << 20, file), sum: Hasher::new() };
        writer.write_all(&kind.mark)?;
        writer.write_all(&VERSION.to_le_bytes())?;
        writer.write_all(&material.bits().to_le_bytes())?;
        fill(&mut writer)?;
        let Summing { mut inner, sum } = writer;
        inner.write_all(&sum.finalize().to_le_bytes())?;
        inner.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&unfinished, path)
    });
    written.map_err(|error| {
        // The first error is the one to report.
        let _ = fs::remove_file(&unfinished);
        Fault::at(path)(error)
    })
}

/// Maps a file. The contents between header and checksum must have the length that `expected` derives from their start.
/// Until the checksum is verified, the file is trusted only to be of another kind, version or game.
pub fn open(
    path: &Path,
    kind: &Kind,
    material: Material,
    expected: impl FnOnce(&[u8]) -> Option<u64>,
) -> Result<Bytes, Fault> {
    let file = system::open_file(path)?;
    let found = file.metadata()?.len();
    if found == 0 {
        return Err(Fault::Foreign(kind.name));
    }
    let bytes = system::map(&file)?;
    let mut reader = ByteReader::new(&bytes);
    if reader.take(MARK) != Some(&kind.mark[..]) {
        return Err(Fault::Foreign(kind.name));
    }
    let cut = Fault::Length { found, expected: (HEADER + CHECKSUM) as u64 };
    let (Some(version), Some(bits)) = (reader.number::<u32>(), reader.number::<u32>()) else { return Err(cut) };
    if version != VERSION {
        return Err(Fault::Version { found: version, known: VERSION });
    }
    if bits != material.bits() {
        return Err(Fault::Game);
    }
    let expected = expected(reader.rest()).ok_or(cut)? + (HEADER + CHECKSUM) as u64;
    if found != expected {
        return Err(Fault::Length { found, expected });
    }
    let (summed, sum) = bytes.split_at(bytes.len() - CHECKSUM);
    let is_whole = ByteReader::new(sum).number() == Some(crc32fast::hash(summed));
    if is_whole { Ok(bytes) } else { Err(Fault::Checksum) }
}
