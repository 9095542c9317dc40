//! Files that grow.

use std::fs::File;
use std::io::{self, Seek as _, SeekFrom, Write};

/// A writer that can be cut off behind its first bytes.
pub trait Cut: Write {
    /// Keeps the first `length` bytes; the next write comes behind them.
    ///
    /// # Errors
    /// If the system refuses.
    fn cut(&mut self, length: u64) -> io::Result<()>;
}

impl Cut for File {
    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)?;
        self.seek(SeekFrom::Start(length)).map(drop)
    }
}

/// A file that grows by whole entries, one for each call of `write`. An entry without room, as on a full disk, leaves
/// nothing behind.
#[derive(Debug)]
pub struct Growing<F = File> {
    file: F,
    /// The bytes of all whole entries.
    whole: u64,
    /// Set while part of an entry may stand behind them.
    has_rest: bool,
}

impl<F: Cut> Growing<F> {
    /// Continues behind the first `whole` bytes of a file, and cuts off the rest.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn behind(whole: u64, file: F) -> io::Result<Self> {
        let mut growing = Self { file, whole, has_rest: true };
        growing.cut_rest()?;
        Ok(growing)
    }

    fn cut_rest(&mut self) -> io::Result<()> {
        if self.has_rest {
            self.file.cut(self.whole)?;
            self.has_rest = false;
        }
        Ok(())
    }

    /// The bytes of all whole entries.
    #[must_use]
    pub const fn length(&self) -> u64 {
        self.whole
    }

    #[must_use]
    pub const fn file(&self) -> &F {
        &self.file
    }
}

impl<F: Cut> Write for Growing<F> {
    fn write(&mut self, entry: &[u8]) -> io::Result<usize> {
        self.cut_rest()?;
        self.has_rest = true;
        if let Err(error) = self.file.write_all(entry).and_then(|()| self.file.flush()) {
            // The first error is the one to report, and the next entry tries again.
            let _ = self.cut_rest();
            return Err(error);
        }
        self.has_rest = false;
        self.whole += entry.len() as u64;
        Ok(entry.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk that is full for one entry and has room again afterwards.
    struct Disk {
        written: Vec<u8>,
        room: usize,
        /// Number of times that it will refuse to cut the file.
        refusals: usize,
    }

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.room == 0 {
                self.room = usize::MAX;
                return Err(io::ErrorKind::StorageFull.into());
            }
            let taken = bytes.len().min(self.room);
            self.room -= taken;
            self.written.extend(&bytes[..taken]);
            Ok(taken)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Cut for Disk {
        fn cut(&mut self, length: u64) -> io::Result<()> {
            if self.refusals > 0 {
                self.refusals -= 1;
                return Err(io::ErrorKind::Other.into());
            }
            self.written.truncate(length as usize);
            Ok(())
        }
    }

    #[test]
    fn nothing_stays_of_an_entry_that_finds_no_room() {
        for room in 0..12 {
            let disk = Disk { written: b"old\nol".to_vec(), room, refusals: 0 };
            let mut file = Growing::behind(4, disk).unwrap();
            let kept = ["first\n", "second\n", "third\n"].map(|entry| file.write_all(entry.as_bytes()).map(|()| entry));
            assert_eq!(kept.iter().filter(|kept| kept.is_err()).count(), 1, "{room}");
            let whole = kept.into_iter().flatten().collect::<String>();
            assert_eq!(file.file().written, [b"old\n", whole.as_bytes()].concat(), "{room}");
            assert_eq!(file.length(), 4 + whole.len() as u64);
        }
    }

    #[test]
    fn nothing_follows_what_could_not_be_cut_off() {
        let mut file = Growing::behind(0, Disk { written: Vec::new(), room: 3, refusals: 0 }).unwrap();
        file.file.refusals = 2;
        assert_eq!(file.write_all(b"first\n").unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(file.write_all(b"second\n").unwrap_err().kind(), io::ErrorKind::Other);
        assert_eq!(file.file().written, b"fir");
        file.write_all(b"third\n").unwrap();
        assert_eq!(file.file().written, b"third\n");
    }
}
