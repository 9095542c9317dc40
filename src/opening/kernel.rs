//! The binary books that games of the drop kernel have.

use super::apery::AperyFile;
use super::binary::{BinaryBook, BinaryFormat, Booked};
use super::error::BookError;
use super::ybb::YbbFile;
use crate::large::LargeGame;
use crate::rules::Rules;
use std::fs::File;

/// The large games have books in text alone.
impl Booked for LargeGame {}

impl<R: Rules> Booked for R {
    fn open_binary(self, format: BinaryFormat, file: File) -> Result<Box<dyn BinaryBook<R>>, BookError> {
        Ok(match format {
            BinaryFormat::Ybb => Box::new(YbbFile::open(self.spec(), file)?),
            BinaryFormat::Apery => Box::new(AperyFile::open(self.spec(), file)?),
        })
    }
}
