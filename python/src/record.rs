//! Game records in every format.

use crate::ReadError;
use crate::moves::{Move, moves};
use crate::position::{Outcome, Position};
use kumataka::any::AnyMove;
use kumataka::record::{self, Format, NodeId, Reading, Step};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A game, or a study with variations, of which the main line is shown here.
#[pyclass(module = "kumataka")]
#[derive(Clone)]
pub struct Record {
    inner: record::Record,
    /// Guesses of the reader.
    #[pyo3(get)]
    warnings: Vec<String>,
}

/// Text or bytes.
#[derive(FromPyObject)]
enum Source {
    Text(String),
    Bytes(Vec<u8>),
}

/// The format of a name.
fn format(name: &str) -> PyResult<Format> {
    name.parse().map_err(|error: record::UnknownFormat| PyValueError::new_err(error.to_string()))
}

fn read(game: &str, bytes: &[u8], format: Option<Format>) -> PyResult<Vec<Record>> {
    let game = crate::variant(game)?;
    let unknown = || ReadError::new_err("the format cannot be guessed; name one");
    let format = format.or_else(|| Format::of_content(bytes)).ok_or_else(unknown)?;
    let readings = format.read(game, bytes).map_err(|error| ReadError::new_err(error.to_string()))?;
    Ok(readings.into_iter().map(Record::of_reading).collect())
}

/// The format that is named, or that of a path.
fn format_of(path: &Path, name: Option<&str>) -> PyResult<Option<Format>> {
    name.map_or_else(|| Ok(Format::of_path(path)), |name| format(name).map(Some))
}

fn no_file(path: &Path, error: std::io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(code) => PyOSError::new_err((code, error.to_string(), path.display().to_string())),
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

impl Record {
    fn of_reading(reading: Reading) -> Self {
        let warnings = reading.warnings.iter().map(ToString::to_string).collect();
        Self { inner: reading.record, warnings }
    }

    /// The legal moves of the main line, with their nodes.
    fn line(&self) -> impl Iterator<Item = (NodeId, AnyMove)> {
        self.inner.main_line().filter_map(|id| match self.inner.node(id).step() {
            Some(&Step::Move(m)) => Some((id, m)),
            _ => None,
        })
    }
}

#[pymethods]
impl Record {
    /// A record of the moves that led to a position.
    #[new]
    fn new(position: &Position) -> Self {
        let mut inner = record::Record::new(position.start.clone());
        let mut last = record::Record::ROOT;
        for &m in &position.moves {
            last = inner.push(last, Step::Move(m));
        }
        Self { inner, warnings: Vec::new() }
    }

    /// Reads every game of a text. The format is guessed if none is named: usi, csa, csa3, kif, kifu, ki2, ki2u, jkf, hodges,
    /// hosking or german.
    #[staticmethod]
    #[pyo3(signature = (source, format = None, variant = "shogi"))]
    fn parse(source: Source, format: Option<&str>, variant: &str) -> PyResult<Vec<Self>> {
        let format = format.map(self::format).transpose()?;
        match source {
            Source::Text(text) => read(variant, text.as_bytes(), format),
            Source::Bytes(bytes) => read(variant, &bytes, format),
        }
    }

    /// Reads every game of a file, whose extension names the format if nothing else does.
    #[staticmethod]
    #[pyo3(signature = (path, format = None, variant = "shogi"))]
    fn read(path: PathBuf, format: Option<&str>, variant: &str) -> PyResult<Vec<Self>> {
        let bytes = fs::read(&path).map_err(|error| no_file(&path, error))?;
        read(variant, &bytes, format_of(&path, format)?)
    }

    /// Writes the record to a file, and returns what the format could not hold.
    #[pyo3(signature = (path, format = None))]
    fn write(&self, path: PathBuf, format: Option<&str>) -> PyResult<Vec<String>> {
        let unknown = || PyValueError::new_err(format!("{}: the extension names no format", path.display()));
        let format = format_of(&path, format)?.ok_or_else(unknown)?;
        let (bytes, losses) =
            format.write_file(&[&self.inner]).map_err(|error| PyValueError::new_err(error.to_string()))?;
        kumataka::system::replace_file(&path, |file| std::io::Write::write_all(file, &bytes))
            .map_err(|error| no_file(&path, error))?;
        Ok(losses.iter().map(ToString::to_string).collect())
    }

    /// The record as the bytes of a file in a format.
    fn to_bytes<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        let written = self::format(format)?.write_file(&[&self.inner]);
        let (bytes, _) = written.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The record as text in a format.
    fn to_string(&self, format: &str) -> PyResult<String> {
        let written = self::format(format)?.write(&self.inner);
        written.map(|written| written.text).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The position before the first move.
    #[getter]
    fn start(&self) -> Position {
        Position::new(self.inner.start().clone())
    }

    /// The position behind the last legal move, with the moves that led to it.
    #[getter]
    fn position(&self) -> Position {
        let mut position = self.start();
        for (_, m) in self.line() {
            position.inner.make(m);
            position.moves.push(m);
        }
        position
    }

    /// The moves of the game, up to the first that is against the rules.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        let line: Vec<AnyMove> = self.line().map(|(_, m)| m).collect();
        moves(self.inner.start().variant(), &line)
    }

    /// Seconds spent on each move; None where the record does not say.
    #[getter]
    fn times(&self) -> Vec<Option<f64>> {
        self.line().map(|(id, _)| Some(self.inner.node(id).time?.spent.as_secs_f64())).collect()
    }

    /// The comment on each move, its lines joined.
    #[getter]
    fn comments(&self) -> Vec<String> {
        self.line().map(|(id, _)| self.inner.node(id).comments.join("\n")).collect()
    }

    /// Facts about the game by the names that KIF gives them: 先手, 後手, 棋戦, 開始日時, ...
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let headers = PyDict::new(py);
        self.inner.headers.iter().try_for_each(|(name, value)| headers.set_item(name, value))?;
        Ok(headers)
    }

    /// Sets a fact about the game.
    fn set_header(&mut self, name: &str, value: &str) {
        self.inner.headers.set(name, value);
    }

    /// Adds a comment to the move of a number, counted from 1; 0 is the start.
    fn add_comment(&mut self, number: usize, text: &str) -> PyResult<()> {
        let id = self.step(number)?;
        self.inner.add_comment(id, text);
        Ok(())
    }

    /// Notes the seconds spent on the move of a number, counted from 1.
    fn set_time(&mut self, number: usize, seconds: f64) -> PyResult<()> {
        let id = self.step(number)?;
        let spent = Duration::try_from_secs_f64(seconds).map_err(|error| PyValueError::new_err(error.to_string()))?;
        self.inner.set_measured_time(id, spent);
        Ok(())
    }

    /// The outcome by the ending that the record states; None if it states none.
    #[getter]
    fn result(&self) -> Option<Outcome> {
        let (ending, outcome) = self.inner.outcome()?;
        let winner = match outcome {
            record::Outcome::Win(winner) => Some(winner),
            record::Outcome::Draw | record::Outcome::Undecided => None,
        };
        Some(Outcome::new(winner, ending.to_string()))
    }

    fn __len__(&self) -> usize {
        self.line().count()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.inner == other.inner
    }

    fn __repr__(&self) -> String {
        format!("<Record of {}, {} moves>", self.inner.start().variant().name(), self.line().count())
    }
}

impl Record {
    /// The node behind a number of moves.
    fn step(&self, number: usize) -> PyResult<NodeId> {
        let nodes = [record::Record::ROOT].into_iter().chain(self.line().map(|(id, _)| id));
        let missing =
            || PyValueError::new_err(format!("the game has {} moves, and no move {number}", self.line().count()));
        nodes.into_iter().nth(number).ok_or_else(missing)
    }
}
