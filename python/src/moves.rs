//! Moves.

use kumataka::any::AnyMove;
use kumataka::game::Departure;
use kumataka::variants::Variant;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A move of a game. Equal moves of one game are equal, whatever position they were made for.
#[pyclass(frozen, eq, hash, module = "kumataka")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    pub variant: Variant,
    pub inner: AnyMove,
}

// Names that Python's users expect.
#[allow(clippy::wrong_self_convention)]
#[pymethods]
impl Move {
    /// Reads a move in USI, legal or not.
    #[new]
    #[pyo3(signature = (usi, variant = "shogi"))]
    fn new(usi: &str, variant: &str) -> PyResult<Self> {
        let variant = crate::variant(variant)?;
        let inner = variant.read_move(usi).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self { variant, inner })
    }

    /// As the constructor, by the name that python-shogi gives it.
    #[staticmethod]
    #[pyo3(signature = (usi, variant = "shogi"))]
    fn from_usi(usi: &str, variant: &str) -> PyResult<Self> {
        Self::new(usi, variant)
    }

    /// The move in USI.
    fn usi(&self) -> String {
        self.variant.usi(self.inner)
    }

    /// The game's name.
    #[getter]
    fn variant(&self) -> &'static str {
        self.variant.name()
    }

    /// The square that the piece leaves, as USI names it; None for a drop.
    #[getter]
    fn from_square(&self) -> Option<String> {
        match self.variant.way(self.inner).from {
            Departure::Board(cell) => Some(cell.to_string()),
            Departure::Hand(_) => None,
        }
    }

    /// The square that it reaches.
    #[getter]
    fn to_square(&self) -> String {
        self.variant.way(self.inner).to.to_string()
    }

    /// The letter of the piece that is dropped; None for a move on the board.
    #[getter]
    fn drop_piece(&self) -> Option<String> {
        match self.variant.way(self.inner).from {
            Departure::Board(_) => None,
            Departure::Hand(kind) => Some(self.variant.face(kind).sfen),
        }
    }

    /// True if the piece promotes.
    #[getter]
    fn promotion(&self) -> bool {
        self.usi().ends_with('+')
    }

    fn __str__(&self) -> String {
        self.usi()
    }

    fn __repr__(&self) -> String {
        match self.variant {
            Variant::Shogi => format!("Move('{}')", self.usi()),
            variant => format!("Move('{}', '{}')", self.usi(), variant.name()),
        }
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (String, &'static str)) {
        (py.get_type::<Self>().into_any().unbind(), (self.usi(), self.variant.name()))
    }
}

/// A move as Python gives it: an object, or its text in USI.
#[derive(FromPyObject)]
pub enum Given {
    Move(Move),
    Text(String),
}

/// The moves of a line.
pub fn moves(variant: Variant, line: &[AnyMove]) -> Vec<Move> {
    line.iter().map(|&inner| Move { variant, inner }).collect()
}
