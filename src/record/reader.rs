//! Files of many games, read a stretch at a time so that they need not be held whole.

use super::{BrokenGame, Format, GameEnds, ReadError, ReadGame, Reading, Reason, text};
use crate::variants::Variant;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use thiserror::Error;

/// Least size of a stretch in bytes, unless the file ends before.
const LEAST: usize = 1 << 18;

/// The reason why the games of a file end.
#[derive(Debug, Error)]
pub enum StreamError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is no record of the format.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// The games of a file one after the other, in a format that holds many; broken ones are read as far as possible. There
/// is at least one.
///
/// Each stretch is decoded separately, because parts of a joined file may differ in encoding.
pub struct GameReader {
    game: Variant,
    format: Format,
    stretches: Option<Stretches>,
    waiting: VecDeque<ReadGame>,
    has_found: bool,
}

impl GameReader {
    /// The games of `game` in a source.
    pub fn new(game: Variant, format: Format, source: Box<dyn Read + Send>) -> Self {
        Self::in_stretches(game, format, Stretches::new(format, source, LEAST))
    }

    fn in_stretches(game: Variant, format: Format, stretches: Stretches) -> Self {
        let stretches = Some(stretches);
        Self { game, format, stretches, waiting: VecDeque::new(), has_found: false }
    }

    /// Reads games until some wait; false at the end of the file, which is then closed.
    fn fill(&mut self) -> Result<bool, StreamError> {
        while self.waiting.is_empty() {
            let Some(stretches) = &mut self.stretches else { return Ok(false) };
            let Some((bytes, lines_before)) = stretches.next_stretch()? else {
                self.stretches = None;
                return if self.has_found { Ok(false) } else { Err(Reason::Empty.at(1).into()) };
            };
            match self.format.read_each(self.game, &bytes) {
                Ok(games) => self.waiting.extend(games.into_iter().map(|game| moved(game, lines_before))),
                Err(ReadError { reason: Reason::Empty, .. }) => {}
                Err(error) => return Err(error.into()),
            }
            self.has_found |= !self.waiting.is_empty();
        }
        Ok(true)
    }
}

impl Iterator for GameReader {
    type Item = Result<ReadGame, StreamError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.fill() {
            Ok(_) => self.waiting.pop_front().map(Ok),
            Err(error) => {
                (self.stretches, self.has_found) = (None, true);
                Some(Err(error))
            }
        }
    }
}

/// A game moved down by this number of lines.
fn moved(game: ReadGame, lines: usize) -> ReadGame {
    let moved = |mut reading: Reading| {
        reading.line += lines;
        reading.warnings.iter_mut().for_each(|warning| warning.line += lines);
        reading
    };
    game.map(moved).map_err(|BrokenGame { mut error, before }| {
        error.line += lines;
        BrokenGame { error, before: before.map(|before| Box::new(moved(*before))) }
    })
}

/// Cuts a file into stretches of whole games.
struct Stretches {
    source: BufReader<Box<dyn Read + Send>>,
    /// None if the file can only be read whole.
    ends: Option<Box<dyn GameEnds>>,
    /// Bytes read but not yet handed out.
    bytes: Vec<u8>,
    lines_before: usize,
    /// Least size of a stretch in bytes.
    least: usize,
}

impl Stretches {
    fn new(format: Format, source: Box<dyn Read + Send>, least: usize) -> Self {
        Self { source: BufReader::new(source), ends: format.game_ends(), bytes: Vec::new(), lines_before: 0, least }
    }

    /// The next stretch with the number of lines before it; none at the end of the file.
    fn next_stretch(&mut self) -> io::Result<Option<(Vec<u8>, usize)>> {
        // Encodings with a byte order mark may have other line ends.
        if self.lines_before == 0 && self.bytes.is_empty() && text::has_wide_units(self.source.fill_buf()?) {
            self.ends = None;
        }
        if self.ends.is_none() {
            self.source.read_to_end(&mut self.bytes)?;
        }
        while let Some(ends) = &mut self.ends {
            let start = self.bytes.len();
            if self.source.read_until(b'\n', &mut self.bytes)? == 0 {
                break;
            }
            // Everything that separates games is ASCII.
            let line = String::from_utf8_lossy(&self.bytes[start..]);
            if let Some(end) = ends.read(&line, start, self.bytes.len()).filter(|&end| end >= self.least) {
                ends.forget(end);
                let rest = self.bytes.split_off(end);
                return Ok(Some(self.take(rest)));
            }
        }
        Ok(if self.bytes.is_empty() { None } else { Some(self.take(Vec::new())) })
    }

    fn take(&mut self, rest: Vec<u8>) -> (Vec<u8>, usize) {
        let stretch = std::mem::replace(&mut self.bytes, rest);
        let before = self.lines_before;
        self.lines_before += text::count_lines(&stretch);
        (stretch, before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    const CSA: Format = Format::CSA;
    const SHORT: usize = 500;

    fn all(format: Format, bytes: &[u8]) -> Result<Vec<String>, String> {
        let stretches = Stretches::new(format, Box::new(Cursor::new(bytes.to_vec())), SHORT);
        let games = GameReader::in_stretches(Variant::Shogi, format, stretches);
        games.map(|game| game.map(|game| told(&game)).map_err(|error| error.to_string())).collect()
    }

    fn told(game: &ReadGame) -> String {
        let reading = |reading: &Reading| {
            let warnings: Vec<String> = reading.warnings.iter().map(ToString::to_string).collect();
            format!("{} {warnings:?} {}", crate::record::usi::line(&reading.record), reading.line)
        };
        match game {
            Ok(read) => reading(read),
            Err(BrokenGame { error, before }) => {
                format!("{error}: {:?}", before.as_ref().map(|before| reading(before)))
            }
        }
    }

    fn at_once(format: Format, bytes: &[u8]) -> Result<Vec<String>, String> {
        let games = format.read_each(Variant::Shogi, bytes);
        games.map(|games| games.iter().map(told).collect()).map_err(|error| error.to_string())
    }

    /// A file gives the same games, with the same lines in messages, whether it is read as one text or in stretches.
    #[test]
    fn stretches_change_nothing() {
        let good = "N+甲\nN-乙\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n";
        let headed = format!("N+甲\nN-乙\nV2.2\n{}", &good[good.find("PI").unwrap()..]);
        let broken = "V2.2\nPI\n+\n+7776FU\n-7776FU\n";
        let odd = "PI\n+7776FU\nsomething\n";
        for (format, games) in [
            (CSA, [good, broken, odd].map(|game| game.to_owned() + "/\n").concat()),
            (CSA, [&headed, broken, &headed, "V2\n", odd].concat()),
            (CSA, ["'only this\n/\n", good, "/\n"].concat()),
            (CSA, [good, "/\n"].concat().replace('\n', "\r\n")),
            (Format::USI, "startpos moves 7g7f 3c3d\n# none\n\nstartpos moves 7g7e\n7g7f resign\n".to_owned()),
        ] {
            let text = games.repeat(30);
            let expected = at_once(format, text.as_bytes()).unwrap();
            assert!(expected.len() > 25 && text.len() > 5 * SHORT / 2);
            assert_eq!(all(format, text.as_bytes()).unwrap(), expected);
            let (shift_jis, _) = crate::record::encode(&text, crate::record::Encoding::ShiftJis);
            assert_eq!(all(format, &shift_jis).unwrap(), expected);
        }
    }

    #[test]
    fn small_files_and_those_of_one_game_are_read_whole() {
        let csa = "PI\n+\n+7776FU\n/\nPI\n+\n";
        let utf16: Vec<u8> = "\u{feff}".encode_utf16().chain(csa.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        assert_eq!(all(CSA, &utf16), at_once(CSA, csa.as_bytes()));
        assert_eq!(all(CSA, &utf16).unwrap().len(), 2);
        let kif = "手合割：平手\n   1 ７六歩(77)\n".to_owned() + &"*long\n".repeat(SHORT / 5);
        let format = Format::KIFU;
        assert_eq!(all(format, kif.as_bytes()), at_once(format, kif.as_bytes()));
        for nothing in ["", "# nothing\n", "\n\n"] {
            assert_eq!(all(Format::USI, nothing.as_bytes()).unwrap_err(), "line 1: there is no game in the file");
        }
    }

    /// The reader never holds more than a stretch and a line.
    #[test]
    fn a_file_is_read_a_stretch_at_a_time() {
        struct Endless<'a>(&'a [u8], usize);
        impl Read for Endless<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let count = buffer.len().min(self.0.len() - self.1);
                buffer[..count].copy_from_slice(&self.0[self.1..self.1 + count]);
                self.1 = (self.1 + count) % self.0.len();
                Ok(count)
            }
        }
        for (format, game) in [(Format::USI, &b"startpos moves 7g7f\n"[..]), (CSA, b"V2\nPI\n+\n+7776FU\n")] {
            let mut stretches = Stretches::new(format, Box::new(Endless(game, 0)), SHORT);
            for _ in 0..10 {
                let (bytes, _) = stretches.next_stretch().unwrap().unwrap();
                assert!((SHORT..SHORT + 100).contains(&bytes.len()) && bytes.starts_with(game), "{}", bytes.len());
                assert!(stretches.bytes.len() < 100);
            }
        }
    }
}
