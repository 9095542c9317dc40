//! Reads the fields of network files.

use super::error::NetworkFault;
use crate::bytes::{ByteReader, Number};

/// Upper bound of a header text in bytes; a longer one is a sign of a broken file.
const LONGEST_TEXT: u32 = 4096;

/// Reads the fields of a network file, with typed faults.
pub struct NetworkReader<'a>(ByteReader<'a>);

impl<'a> NetworkReader<'a> {
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(ByteReader::new(bytes))
    }

    /// The fault of a file that ends before `bytes` more.
    fn truncated(&self, bytes: usize) -> NetworkFault {
        NetworkFault::Truncated { missing: bytes.saturating_sub(self.0.rest().len()) }
    }

    pub fn take(&mut self, count: usize) -> Result<&'a [u8], NetworkFault> {
        self.0.take(count).ok_or_else(|| self.truncated(count))
    }

    pub fn number<T: Number>(&mut self) -> Result<T, NetworkFault> {
        self.0.number().ok_or_else(|| self.truncated(size_of::<T>()))
    }

    pub fn numbers<T: Number, const N: usize>(&mut self) -> Result<[T; N], NetworkFault> {
        self.0.numbers().ok_or_else(|| self.truncated(N * size_of::<T>()))
    }

    pub fn list<T: Number>(&mut self, count: usize) -> Result<Vec<T>, NetworkFault> {
        self.0.list(count).ok_or_else(|| self.truncated(count.saturating_mul(size_of::<T>())))
    }

    pub fn text(&mut self) -> Result<String, NetworkFault> {
        let length = self.number()?;
        if length > LONGEST_TEXT {
            return Err(NetworkFault::FieldLength(length));
        }
        Ok(String::from_utf8_lossy(self.take(length as usize)?).into_owned())
    }

    /// The bytes not read yet.
    pub const fn rest(&self) -> &'a [u8] {
        self.0.rest()
    }

    pub const fn end(&self) -> Result<(), NetworkFault> {
        match self.0.rest().len() {
            0 => Ok(()),
            more => Err(NetworkFault::Trailing(more)),
        }
    }
}
