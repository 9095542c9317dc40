//! Binary books of the games of the drop kernel.

use super::apery::AperyFile;
use super::binary::{BinaryBook, BinaryFormat, Booked};
use super::error::{BookError, Damage};
use super::memory::Book;
use super::ybb::YbbFile;
use crate::any::{AnyMove, AnyPosition, KernelPosition};
use crate::large::LargeGame;
use crate::rules::{AnyGame, Rules};
use crate::variants::{Kernel, Variant};
use std::fs::File;
use std::io;

/// The large games have text books only.
impl Booked for LargeGame {}

impl<R: Rules> Booked for R {
    fn open_binary(self, format: BinaryFormat, file: File) -> Result<Box<dyn BinaryBook<R>>, BookError> {
        Ok(match format {
            BinaryFormat::Ybb => Box::new(YbbFile::open(self.spec(), file)?),
            BinaryFormat::Apery => Box::new(AperyFile::open(self.spec(), file)?),
        })
    }
}

impl Booked for Variant {
    fn open_binary(self, format: BinaryFormat, file: File) -> Result<Box<dyn BinaryBook<Self>>, BookError> {
        match self.kernel() {
            Kernel::Drops(variant) => Ok(Box::new(DropBook(variant.game().open_binary(format, file)?))),
            Kernel::Large(_) => Err(BookError::Game { format: format.name(), game: self.name() }),
        }
    }
}

/// A binary book of the drop kernel, for any game.
struct DropBook(Box<dyn BinaryBook<AnyGame>>);

impl BinaryBook<Variant> for DropBook {
    fn probe(&self, position: &AnyPosition) -> io::Result<(Book<Variant>, Damage)> {
        let KernelPosition::Drops(of_kernel) = position.kernel() else {
            return Ok((Book::new(position.variant()), Damage::default()));
        };
        let (book, damage) = self.0.probe(of_kernel)?;
        Ok((book.mapped(position.variant(), AnyMove::new), damage))
    }

    fn read(&self, game: Variant) -> io::Result<(Book<Variant>, Damage)> {
        let Kernel::Drops(variant) = game.kernel() else { return Ok((Book::new(game), Damage::default())) };
        let (book, damage) = self.0.read(variant.game())?;
        Ok((book.mapped(game, AnyMove::new), damage))
    }

    fn size(&self) -> String {
        self.0.size()
    }
}
