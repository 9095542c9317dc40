//! Lines of a stream from outside, of any length.

use std::io::{self, BufRead};

/// Greatest length of a line in bytes; the rest of a longer line is dropped.
pub const LONGEST_LINE: usize = 1 << 16;

/// The end of a line that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    ByNewline,
    /// The stream ended in the middle of the line.
    ByStream,
    /// The stream ended before the line.
    Before,
}

/// Reads a line into `line`.
///
/// # Errors
/// If the stream cannot be read.
pub fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Ended> {
    line.clear();
    let mut anything = false;
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(if anything { Ended::ByStream } else { Ended::Before });
        }
        anything = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        line.extend_from_slice(&part[..part.len().min(LONGEST_LINE - line.len())]);
        let consumed = part.len() + usize::from(end.is_some());
        reader.consume(consumed);
        if end.is_some() {
            return Ok(Ended::ByNewline);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn lines_end_at_the_newline_or_the_limit() {
        let text = [vec![b'x'; LONGEST_LINE + 10], b"\nusiok\r\nlast".to_vec()].concat();
        let mut reader = BufReader::with_capacity(100, text.as_slice());
        let mut line = Vec::new();
        let mut next = || (read_line(&mut reader, &mut line).unwrap(), line.clone());
        assert_eq!(next(), (Ended::ByNewline, vec![b'x'; LONGEST_LINE]));
        assert_eq!(next(), (Ended::ByNewline, b"usiok\r".to_vec()));
        assert_eq!(next(), (Ended::ByStream, b"last".to_vec()));
        assert_eq!(next().0, Ended::Before);
    }
}
