//! The engine, inside the process of Python.

use crate::mate::PATIENCE;
use crate::moves::{Move, moves};
use crate::position::Position;
use kumataka::any::{AnyEngine, AnyModel, AnyMove};
use kumataka::game::Claim;
use kumataka::game::score::mate_distance;
use kumataka::search::{self, Bound as Exactness, Limits, SearchOptions, Thought};
use kumataka::variants::Variant;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// An engine for one game, with the network that comes with it or that of a file.
#[pyclass(frozen, module = "kumataka")]
pub struct Engine {
    inner: Arc<Mutex<AnyEngine>>,
    game: Variant,
    threads: usize,
    network: String,
}

/// A line of an iteration.
#[pyclass(frozen, eq, get_all, module = "kumataka")]
#[derive(Clone, PartialEq)]
pub struct Info {
    /// Plies of the iteration.
    depth: usize,
    /// The deepest ply reached.
    seldepth: usize,
    /// Rank of the line, from 1.
    multipv: usize,
    /// Centipawns for the side to move; None if a mate is found.
    score: Option<i32>,
    /// Plies to the mate, negative if the side to move is mated; None without one.
    mate: Option<i32>,
    /// 'exact', 'lower' or 'upper'.
    bound: &'static str,
    /// Nodes of all threads.
    nodes: u64,
    /// Nodes a second.
    nps: u64,
    /// Seconds since the search began.
    time: f64,
    /// The principal variation.
    pv: Vec<Move>,
}

#[pymethods]
impl Info {
    fn __repr__(&self) -> String {
        let score = match (self.score, self.mate) {
            (Some(score), _) => format!("score {score}"),
            (None, Some(plies)) => format!("mate {plies}"),
            (None, None) => String::new(),
        };
        let pv: Vec<String> = self.pv.iter().map(|m| m.variant.usi(m.inner)).collect();
        format!("<Info depth {} {score} pv {}>", self.depth, pv.join(" "))
    }
}

impl Info {
    fn new(game: Variant, info: &search::Info<'_, AnyMove>) -> Self {
        let mate = mate_distance(info.score);
        Self {
            depth: info.depth,
            seldepth: info.seldepth,
            multipv: info.multi_pv,
            score: mate.is_none().then_some(info.score),
            mate,
            bound: match info.bound {
                Exactness::Lower => "lower",
                Exactness::Upper => "upper",
                Exactness::Exact | Exactness::None => "exact",
            },
            nodes: info.nodes,
            nps: info.nps,
            time: info.elapsed.as_secs_f64(),
            pv: moves(game, info.pv),
        }
    }
}

/// News of a running search.
enum News {
    Line(Info),
    End(Thought<AnyMove>),
}

/// A search that runs beside the program: an iterator over its lines, which ends with it.
#[pyclass(module = "kumataka")]
pub struct Search {
    // A class of Python may be asked by several threads.
    news: Mutex<Receiver<News>>,
    thread: Option<JoinHandle<()>>,
    stop: Arc<AtomicBool>,
    game: Variant,
    infos: Vec<Info>,
    thought: Option<Thought<AnyMove>>,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (variant = "shogi", *, hash = 64, threads = 1, network = None))]
    fn new(variant: &str, hash: usize, threads: usize, network: Option<PathBuf>) -> PyResult<Self> {
        let game = crate::variant(variant)?;
        let model = match network {
            None => AnyModel::internal(game),
            Some(path) => AnyModel::load(game, &path),
        };
        let model = model.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let engine = AnyEngine::new(&model, hash).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        let inner = Arc::new(Mutex::new(engine));
        Ok(Self { inner, game, threads: threads.max(1), network: model.name().to_owned() })
    }

    /// The game's name.
    #[getter]
    fn variant(&self) -> &'static str {
        self.game.name()
    }

    /// A short description of the evaluation.
    #[getter]
    fn network(&self) -> &str {
        &self.network
    }

    /// Forgets everything learned.
    fn new_game(&self) -> PyResult<()> {
        self.inner.try_lock().map_err(|_| busy())?.new_game();
        Ok(())
    }

    /// Starts the search of a position and returns at once. Iterate over the search for its lines, call `wait` for its
    /// end or `stop` to end it. Without a limit it runs until it is stopped. `time` is in seconds, `moves` are the only
    /// ones to search, `level` is a level of skill as `kumataka levels` lists them.
    #[pyo3(signature = (position, *, nodes = None, time = None, depth = None, multipv = 1, moves = None, level = None))]
    #[allow(clippy::too_many_arguments)]
    fn analyse(
        &self,
        position: &Position,
        nodes: Option<u64>,
        time: Option<f64>,
        depth: Option<usize>,
        multipv: usize,
        moves: Option<Vec<crate::moves::Given>>,
        level: Option<i32>,
    ) -> PyResult<Search> {
        if position.game() != self.game {
            let (theirs, ours) = (position.game().name(), self.game.name());
            return Err(PyValueError::new_err(format!("a position of {theirs}, for an engine of {ours}")));
        }
        let move_time = time.map(Duration::try_from_secs_f64).transpose();
        let limits = Limits {
            nodes,
            depth,
            move_time: move_time.map_err(|error| PyValueError::new_err(error.to_string()))?,
            infinite: nodes.is_none() && time.is_none() && depth.is_none() && level.is_none(),
            search_moves: moves.unwrap_or_default().into_iter().map(|m| position.legal(m)).collect::<PyResult<_>>()?,
            ..Limits::new()
        };
        let options = SearchOptions {
            threads: self.threads,
            multi_pv: multipv.max(1),
            pv_interval: Duration::ZERO,
            skill_level: level.unwrap_or(SearchOptions::FULL_SKILL),
            ..SearchOptions::default()
        };
        Search::start(&self.inner, position, limits, options)
    }

    /// The move to play within limits as `analyse` takes them; None if there is none.
    #[pyo3(signature = (position, *, nodes = None, time = None, depth = None, level = None))]
    fn best_move(
        &self,
        py: Python<'_>,
        position: &Position,
        nodes: Option<u64>,
        time: Option<f64>,
        depth: Option<usize>,
        level: Option<i32>,
    ) -> PyResult<Option<Move>> {
        if nodes.or(depth.map(|depth| depth as u64)).is_none() && time.is_none() && level.is_none() {
            return Err(PyValueError::new_err("a limit is missing: nodes, time, depth or level"));
        }
        let mut search = self.analyse(position, nodes, time, depth, 1, None, level)?;
        search.wait(py)?;
        Ok(search.best_move())
    }

    fn __repr__(&self) -> String {
        format!("<Engine for {}, {}>", self.game.name(), self.network)
    }
}

fn busy() -> PyErr {
    PyRuntimeError::new_err("the engine is searching; stop that search first, or make another engine")
}

impl Search {
    fn start(
        engine: &Arc<Mutex<AnyEngine>>,
        position: &Position,
        limits: Limits<AnyMove>,
        options: SearchOptions,
    ) -> PyResult<Self> {
        // Held for a moment only: the thread takes it again.
        if let Err(TryLockError::WouldBlock) = engine.try_lock() {
            return Err(busy());
        }
        let (sender, news) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (engine, inner, raised) = (Arc::clone(engine), position.inner.clone(), Arc::clone(&stop));
        let game = position.game();
        let run = move || run(&engine, &inner, limits, &options, &raised, &sender);
        let thread = thread::Builder::new().name("search".to_owned()).spawn(run)?;
        Ok(Self { news: Mutex::new(news), thread: Some(thread), stop, game, infos: Vec::new(), thought: None })
    }

    /// Waits for the next news; none once the search has ended.
    fn next_news(&mut self, py: Python<'_>) -> PyResult<Option<Info>> {
        loop {
            let news = &self.news;
            let told = py.detach(|| news.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(PATIENCE));
            match told {
                Ok(News::Line(info)) => {
                    self.infos.push(info.clone());
                    return Ok(Some(info));
                }
                Ok(News::End(thought)) => self.thought = Some(thought),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(error) = py.check_signals() {
                self.stop.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
    }
}

/// The search itself, on a thread of its own.
fn run(
    engine: &Mutex<AnyEngine>,
    position: &kumataka::any::AnyPosition,
    limits: Limits<AnyMove>,
    options: &SearchOptions,
    stop: &AtomicBool,
    sender: &Sender<News>,
) {
    let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
    let game = position.variant();
    // A search that nobody listens to any more has been stopped.
    let heard = |info: &search::Info<'_, AnyMove>| drop(sender.send(News::Line(Info::new(game, info))));
    let thought = engine.think_aloud(position, limits, options, stop, heard);
    drop(engine);
    drop(sender.send(News::End(thought)));
}

#[pymethods]
impl Search {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Info>> {
        self.next_news(py)
    }

    /// Ends the search within milliseconds, and waits for that.
    fn stop(&mut self, py: Python<'_>) -> PyResult<()> {
        self.stop.store(true, Ordering::Relaxed);
        self.wait(py)
    }

    /// Waits for the end of the search.
    fn wait(&mut self, py: Python<'_>) -> PyResult<()> {
        while self.next_news(py)?.is_some() {}
        Ok(())
    }

    /// True while the search runs.
    #[getter]
    fn is_running(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// Every line heard so far.
    #[getter]
    fn infos(&self) -> Vec<Info> {
        self.infos.clone()
    }

    /// The move to play once the search has ended; None if there is none, or if the side to move should declare.
    #[getter]
    fn best_move(&self) -> Option<Move> {
        let inner = self.thought.as_ref()?.outcome.best?;
        Some(Move { variant: self.game, inner })
    }

    /// True if the side to move wins by declaring that its king has entered.
    #[getter]
    fn declares(&self) -> bool {
        self.thought.as_ref().is_some_and(|thought| thought.outcome.claim == Some(Claim::Declaration))
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __exit__(
        &mut self,
        py: Python<'_>,
        _kind: &Bound<'_, PyAny>,
        _value: &Bound<'_, PyAny>,
        _trace: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.stop(py)
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
