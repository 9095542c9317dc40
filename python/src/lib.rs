//! Kumataka as a module of Python: positions, records, the engine and the mate solver of every game.

mod engine;
mod mate;
mod moves;
mod position;
mod record;

use kumataka::variants::Variant;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ffi::OsString;
use std::process::ExitCode;

create_exception!(_kumataka, IllegalMove, PyValueError, "A move that the rules forbid; the message says why.");
create_exception!(_kumataka, ReadError, PyValueError, "A record or a position that cannot be read.");

/// The game of a name.
fn variant(name: &str) -> PyResult<Variant> {
    name.parse().map_err(|unknown: kumataka::variants::UnknownVariant| PyValueError::new_err(unknown.to_string()))
}

/// Names of all games.
#[pyfunction]
fn variants() -> Vec<&'static str> {
    Variant::ALL.iter().map(|variant| variant.name()).collect()
}

/// Runs the program with a command line whose first word is the program, and returns its exit status.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    kumataka::system::start_as(arguments);
    let code = py.detach(kumataka::commands::run);
    // The status of a process has no number in Rust: success, the fault of a command line, and every other fault.
    [ExitCode::SUCCESS, ExitCode::FAILURE, ExitCode::from(2)].iter().position(|&known| known == code).unwrap_or(1) as u8
}

#[pymodule]
fn _kumataka(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("IllegalMove", module.py().get_type::<IllegalMove>())?;
    module.add("ReadError", module.py().get_type::<ReadError>())?;
    module.add_class::<moves::Move>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<position::Outcome>()?;
    module.add_class::<record::Record>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<engine::Search>()?;
    module.add_class::<engine::Info>()?;
    module.add_class::<mate::Mate>()?;
    module.add_function(wrap_pyfunction!(mate::solve_mate, module)?)?;
    module.add_function(wrap_pyfunction!(variants, module)?)?;
    module.add_function(wrap_pyfunction!(main, module)?)
}
