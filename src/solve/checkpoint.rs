//! Unfinished work on disk, for going on later.

use super::build::{Build, Stage};
use super::error::{Fault, SolveError};
use super::format::{self, CHECKSUM, HEADER, Kind};
use super::index::{Material, Numbering};
use crate::bytes::ByteReader;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

const KIND: Kind = Kind { mark: *b"KMTsolvi", name: "unfinished work of \"kumataka solve\"; remove it to begin anew" };
/// The distance in a file while moves are being counted.
const COUNTING: u32 = u32::MAX;

/// The path of the unfinished work for a solution.
#[must_use]
pub fn path_of(solution: &Path) -> PathBuf {
    solution.with_added_extension("part")
}

/// Writes unfinished work.
pub fn write(build: &Build, path: &Path) -> Result<(), SolveError> {
    let stage = if let Stage::Distance(distance) = build.stage { distance.into() } else { COUNTING };
    format::write(path, &KIND, build.numbering.material(), |file| {
        file.write_all(&stage.to_le_bytes())?;
        write_flags(file, &build.due)?;
        write_flags(file, &build.next)?;
        for part in build.bytes.chunks(1 << 20) {
            let bytes: Vec<u8> = part.iter().map(|byte| byte.load(Relaxed)).collect();
            file.write_all(&bytes)?;
        }
        Ok(())
    })
}

fn write_flags(file: &mut dyn Write, flags: &[AtomicBool]) -> io::Result<()> {
    let bytes: Vec<u8> = flags.iter().map(|flag| u8::from(flag.load(Relaxed))).collect();
    file.write_all(&bytes)
}

/// Reads unfinished work, to go on with it.
pub fn read(path: &Path, material: Material) -> Result<Build, SolveError> {
    read_build(path, material).map_err(Fault::at(path))
}

fn read_build(path: &Path, material: Material) -> Result<Build, Fault> {
    let numbering = Numbering::new(material);
    let len = numbering.len();
    let mut build = Build::new(numbering).ok_or(Fault::Memory(len))?;
    let expected = (size_of::<u32>() + build.due.len() + build.next.len() + len) as u64;
    let file = format::open(path, &KIND, material, |_| Some(expected))?;
    let damage = || Fault::Length { found: file.len() as u64, expected: expected + (HEADER + CHECKSUM) as u64 };
    let mut reader = ByteReader::new(file.get(HEADER..).unwrap_or_default());
    build.stage = match reader.number::<u32>().ok_or_else(damage)? {
        COUNTING => Stage::Counting,
        distance => Stage::Distance(u8::try_from(distance).map_err(|_| Fault::Checksum)?),
    };
    for flags in [&build.due, &build.next] {
        let bytes = reader.take(flags.len()).ok_or_else(damage)?;
        flags.iter().zip(bytes).for_each(|(flag, &byte)| flag.store(byte != 0, Relaxed));
    }
    let bytes = reader.take(len).ok_or_else(damage)?;
    build.bytes.iter().zip(bytes).for_each(|(to, &byte)| to.store(byte, Relaxed));
    Ok(build)
}
