//! Random access to a file, read in small parts.

use crate::bytes::Number;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Bytes read at a time and kept for later reads.
const CHUNK: usize = 8192;
/// Upper bound of a line in bytes.
const LINE_LIMIT: u64 = 1 << 16;
/// Bytes searched at a time: about a line.
const STEP: usize = 128;

/// An open file whose length must not change.
pub(super) struct Chunks {
    window: Mutex<Window>,
    length: u64,
}

/// The part of a file read last.
struct Window {
    file: File,
    start: u64,
    bytes: Vec<u8>,
}

impl Window {
    fn read(&mut self, from: u64, count: usize) -> io::Result<&[u8]> {
        self.file.seek(SeekFrom::Start(from))?;
        self.bytes.clear();
        self.start = from;
        (&mut self.file).take(count as u64).read_to_end(&mut self.bytes)?;
        Ok(&self.bytes)
    }

    /// The `count` bytes from byte `from` on, or fewer at the end of the file.
    fn at(&mut self, from: u64, count: usize) -> io::Result<&[u8]> {
        let end = self.start + self.bytes.len() as u64;
        if (self.start..end).contains(&from) && from + count as u64 <= end {
            let skipped = (from - self.start) as usize;
            return Ok(&self.bytes[skipped..skipped + count]);
        }
        let bytes = self.read(from, count.max(CHUNK))?;
        Ok(&bytes[..count.min(bytes.len())])
    }
}

impl Chunks {
    pub fn new(file: File) -> io::Result<Self> {
        let length = file.metadata()?.len();
        Ok(Self { window: Mutex::new(Window { file, start: 0, bytes: Vec::new() }), length })
    }

    pub const fn length(&self) -> u64 {
        self.length
    }

    fn lock(&self) -> MutexGuard<'_, Window> {
        self.window.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The `count` bytes from byte `from` on, or fewer at the end of the file.
    pub fn bytes(&self, from: u64, count: usize) -> io::Result<Vec<u8>> {
        self.lock().at(from, count).map(<[u8]>::to_vec)
    }

    /// The number at byte `from`; an error if the file ends before.
    pub fn number<T: Number>(&self, from: u64) -> io::Result<T> {
        T::from_bytes(&self.bytes(from, size_of::<T>())?).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }

    /// The first `byte` from `from` on and before `end`.
    pub fn find(&self, byte: u8, mut from: u64, end: u64) -> io::Result<Option<u64>> {
        let mut window = self.lock();
        while from < end {
            let count = STEP.min((end - from) as usize);
            let part = window.at(from, count)?;
            if let Some(at) = part.iter().position(|&b| b == byte) {
                return Ok(Some(from + at as u64));
            }
            if part.len() < count {
                break;
            }
            from += count as u64;
        }
        Ok(None)
    }

    /// The line that starts at byte `from`, without its line break.
    pub fn line(&self, from: u64) -> io::Result<Vec<u8>> {
        let end = self.find(b'\n', from, self.length.min(from + LINE_LIMIT))?;
        let end = end.unwrap_or(self.length.min(from + LINE_LIMIT));
        self.bytes(from, (end - from) as usize)
    }
}
