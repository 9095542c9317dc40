//! The mate solver.

use crate::moves::{Move, moves};
use crate::position::Position;
use kumataka::any::AnySolver;
use kumataka::mate::{Length, Limits, Outcome};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// The answer of the mate solver.
#[pyclass(frozen, get_all, module = "kumataka")]
pub struct Mate {
    /// 'mate', 'no mate' as long as only checks are played, or 'unknown' where a limit came first.
    outcome: &'static str,
    /// The line of the mate; empty without one.
    moves: Vec<Move>,
    /// Plies within which the mate is proved; None without one.
    plies: Option<usize>,
    /// Positions searched.
    nodes: u64,
}

#[pymethods]
impl Mate {
    fn __bool__(&self) -> bool {
        self.outcome == "mate"
    }

    fn __repr__(&self) -> String {
        match self.plies {
            Some(plies) => format!("<Mate in {plies}>"),
            None => format!("<Mate: {}>", self.outcome),
        }
    }
}

/// Interval at which Ctrl-C is looked for.
pub const PATIENCE: Duration = Duration::from_millis(50);

/// Looks for a mate by checks alone of the side to move. Without limits it goes on until it knows. `hash` is the memory in MB.
#[pyfunction]
#[pyo3(signature = (position, *, nodes = None, time = None, hash = 256, threads = 1))]
pub fn solve_mate(
    py: Python<'_>,
    position: &Position,
    nodes: Option<u64>,
    time: Option<f64>,
    hash: usize,
    threads: usize,
) -> PyResult<Mate> {
    let no_room = |error: kumataka::memory::NoRoom| PyMemoryError::new_err(error.to_string());
    let mut solver = AnySolver::new(position.game(), hash).map_err(no_room)?;
    solver.set_threads(threads);
    let deadline = time.and_then(|seconds| Instant::now().checked_add(Duration::try_from_secs_f64(seconds).ok()?));
    let (inner, attacker, stop) = (position.inner.clone(), position.inner.side_to_move(), AtomicBool::new(false));
    let report = thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let limits = Limits { deadline, nodes, stop: Some(&stop) };
        let search = move || sender.send(solver.solve(&inner, attacker, Length::Short, limits));
        thread::Builder::new().stack_size(kumataka::search::STACK_SIZE).spawn_scoped(scope, search)?;
        let receiver = Mutex::new(receiver);
        loop {
            let told = py.detach(|| receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(PATIENCE));
            if let Ok(report) = told {
                return Ok(report);
            }
            py.check_signals().inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
        }
    });
    let report = report.map_err(|error: PyErr| error)?;
    let (outcome, line, plies) = match report.outcome {
        Outcome::Mate(mate) => ("mate", mate.line, Some(mate.plies)),
        Outcome::Proved(plies) => ("mate", Vec::new(), Some(plies)),
        Outcome::NoMate => ("no mate", Vec::new(), None),
        Outcome::Unknown => ("unknown", Vec::new(), None),
    };
    Ok(Mate { outcome, moves: moves(position.game(), &line), plies, nodes: report.nodes })
}
