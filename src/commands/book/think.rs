//! Opening books made from the engine's own searches: the choice of positions, the search threads, and the results.

use super::{BookToolError, MakeArgs, write};
use crate::any::{AnyEngine, AnyModel, AnyMove, AnyPosition};
use crate::game::Score;
use crate::game::score::Shown;
use crate::jobs::command::Trouble;
use crate::jobs::terminal::{Meter, Stream, interruption};
use crate::opening::{Book, BookMove, Graph};
use crate::search::{self, Limits, ScoredLine, SearchOptions};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two writes of the unfinished book.
const SAVE_INTERVAL: Duration = Duration::from_secs(60);
/// The factor by which a search may exceed its nodes to finish an iteration.
const HARD_LIMIT: u64 = 4;

/// Searches the number of positions that the arguments ask for, and writes the book at intervals and at the end.
/// Returns it, and true if Ctrl-C has left some of the positions.
pub fn extend(args: &MakeArgs, book: Book) -> Result<(Book, bool), BookToolError> {
    let stop = interruption()?;
    let game = book.game();
    let model = match &args.eval {
        Some(path) => AnyModel::load(game, path)?,
        None => AnyModel::internal(game)?,
    };
    let mut growing = Growing::new(book, args);
    let (jobs, queue) = mpsc::channel();
    let (results, found) = mpsc::channel();
    let queue = Mutex::new(queue);
    let is_cut = thread::scope(|scope| {
        for number in 0..args.threads {
            let (queue, results) = (&queue, results.clone());
            let engine = AnyEngine::new(&model, args.hash as usize).map_err(Trouble::from)?;
            let thinker = thread::Builder::new().name(format!("book {number}"));
            let work = move || think_in_turn(args, engine, queue, &results);
            thinker.spawn_scoped(scope, work).map_err(BookToolError::Thread)?;
        }
        drop(results);
        growing.grow(jobs, &found, &stop)
    })?;
    Ok((growing.valued(), is_cut))
}

/// A searched position with the moves found, the best first. The list is empty if no move is legal.
struct Thought {
    position: AnyPosition,
    moves: Vec<BookMove>,
}

fn think_in_turn(
    args: &MakeArgs,
    mut engine: AnyEngine,
    queue: &Mutex<Receiver<AnyPosition>>,
    results: &Sender<Thought>,
) {
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(position) = job else { break };
        let moves = think(&mut engine, &position, args);
        if results.send(Thought { position, moves }).is_err() {
            break;
        }
    }
}

fn think(engine: &mut AnyEngine, position: &AnyPosition, args: &MakeArgs) -> Vec<BookMove> {
    let limits = Limits {
        soft_nodes: Some(args.nodes),
        nodes: Some(args.nodes.saturating_mul(HARD_LIMIT)),
        depth: args.depth.map(usize::from),
        ..Limits::new()
    };
    let options = SearchOptions { multi_pv: args.lines.into(), ..SearchOptions::default() };
    // A search that has begun runs to its end.
    let search::Thought { lines, outcome } = engine.think(position, limits, &options, &AtomicBool::new(false));
    let best = lines.iter().map(|line| line.score).max().unwrap_or_default();
    let kept = lines.iter().filter(|line| line.score >= best.saturating_sub(args.margin));
    let known = |line: &ScoredLine<AnyMove>| BookMove {
        answer: line.moves.get(1).copied(),
        score: Some(line.score),
        depth: u32::try_from(outcome.depth).ok(),
        ..BookMove::new(line.moves[0])
    };
    kept.map(known).collect()
}

/// A book that is being extended.
struct Growing<'a> {
    args: &'a MakeArgs,
    book: Book,
    graph: Graph,
    /// The positions of the graph's nodes. `[node]`
    positions: Vec<AnyPosition>,
    /// The moves of each node that have a score, in the order of the graph. `[node][index]`
    moves: Vec<Vec<AnyMove>>,
    /// The value of every move. `[node][index]`
    values: Vec<Vec<Score>>,
    /// The positions of the book that have no score yet.
    waiting: VecDeque<AnyPosition>,
    /// Keys of the positions that are being searched, or that have no legal move.
    closed: HashSet<u64>,
}

impl<'a> Growing<'a> {
    fn new(book: Book, args: &'a MakeArgs) -> Self {
        let mut growing = Self {
            args,
            book,
            graph: Graph::default(),
            positions: Vec::new(),
            moves: Vec::new(),
            values: Vec::new(),
            waiting: VecDeque::new(),
            closed: HashSet::new(),
        };
        let positions: Vec<AnyPosition> = growing.book.positions().map(|(position, _)| position).collect();
        let mut unknown = Vec::new();
        for position in positions {
            if !growing.take_in(&position) {
                unknown.push(position);
            }
        }
        unknown.sort_by_key(AnyPosition::game_ply);
        growing.waiting = unknown.into();
        let start = growing.book.game().start();
        if growing.graph.node(start.key()).is_none() && growing.book.get(&start).is_none() {
            growing.waiting.push_front(start);
        }
        growing.values = growing.graph.values();
        growing
    }

    /// Adds the scored moves of a position to the graph; returns false if the book has none.
    fn take_in(&mut self, position: &AnyPosition) -> bool {
        let entry = self.book.get(position);
        let scored: Vec<(AnyMove, Score)> = entry
            .into_iter()
            .flat_map(|entry| entry.moves())
            .filter_map(|known| Some((known.m, known.score?)))
            .collect();
        if scored.is_empty() {
            return false;
        }
        let mut behind = position.clone();
        let mut edges = Vec::with_capacity(scored.len());
        for &(m, score) in &scored {
            behind.make(m);
            edges.push((score, behind.key()));
            behind.unmake(m);
        }
        let node = self.graph.insert(position.key(), &edges);
        let moves = scored.into_iter().map(|(m, _)| m).collect();
        if node == self.positions.len() {
            self.positions.push(position.clone());
            self.moves.push(moves);
        } else {
            self.moves[node] = moves;
        }
        true
    }

    /// The position to search next.
    fn next(&mut self) -> Option<AnyPosition> {
        while let Some(position) = self.waiting.pop_front() {
            if self.closed.insert(position.key()) {
                return Some(position);
            }
        }
        let start = self.graph.node(self.book.game().start().key());
        let roots: Vec<usize> = self.graph.roots().into_iter().chain(start).collect();
        for open in self.graph.open_moves(&roots, &self.values, self.args.ply_cost) {
            if self.closed.contains(&open.key) {
                continue;
            }
            let mut position = self.positions[open.node].clone();
            position.make(self.moves[open.node][open.index]);
            if position.game_ply() < self.args.plies && position.verdict().is_none() {
                self.closed.insert(open.key);
                return Some(position.without_history());
            }
        }
        None
    }

    /// Searches positions and adds them to the book. Returns true if `stop` has left some of them.
    fn grow(
        &mut self,
        jobs: Sender<AnyPosition>,
        found: &Receiver<Thought>,
        stop: &AtomicBool,
    ) -> Result<bool, BookToolError> {
        let meter = Meter::new(self.args.positions, "{bar:30} {msg}, {per_sec}, {eta} to go", Stream::Error);
        let mut done = 0;
        let (mut begun, mut running) = (0, 0);
        let mut saved = Instant::now();
        loop {
            while running < u64::from(self.args.threads) && begun < self.args.positions && !stop.load(Ordering::Relaxed)
            {
                let Some(position) = self.next() else { break };
                // Sending cannot fail, because the threads receive until the sender is dropped.
                let _ = jobs.send(position);
                (begun, running) = (begun + 1, running + 1);
            }
            if running == 0 {
                break;
            }
            let Ok(thought) = found.recv() else { break };
            running -= 1;
            self.add(thought);
            done += 1;
            meter.set(done, format!("{done}/{} positions{}", self.args.positions, self.headline()));
            if saved.elapsed() >= SAVE_INTERVAL {
                write(&self.valued(), &self.args.book)?;
                saved = Instant::now();
            }
        }
        meter.leave();
        write(&self.valued(), &self.args.book)?;
        Ok(begun < self.args.positions && stop.load(Ordering::Relaxed))
    }

    fn add(&mut self, thought: Thought) {
        let Thought { position, moves } = thought;
        if moves.is_empty() {
            return;
        }
        let entry = self.book.entry(&position);
        moves.into_iter().for_each(|known| entry.add(known));
        self.take_in(&position);
        self.closed.remove(&position.key());
        self.values = self.graph.values();
    }

    /// The best move of the start position and its value, if known.
    fn headline(&self) -> String {
        let node = self.graph.node(self.book.game().start().key());
        let best =
            node.and_then(|node| self.values[node].iter().zip(&self.moves[node]).max_by_key(|(value, _)| **value));
        best.map_or(String::new(), |(&value, &m)| format!(", {} {}", self.book.game().usi(m), Shown(value)))
    }

    /// The book with the scores that come back from the ends of all lines.
    fn valued(&self) -> Book {
        let mut book = self.book.clone();
        for (node, position) in self.positions.iter().enumerate() {
            let values: HashMap<AnyMove, Score> =
                self.moves[node].iter().copied().zip(self.values[node].iter().copied()).collect();
            let entry = book.entry(position);
            let valued = entry
                .moves()
                .iter()
                .map(|known| BookMove { score: values.get(&known.m).copied().or(known.score), ..*known });
            let valued = valued.collect();
            entry.replace(valued);
        }
        book.link_answers();
        book
    }
}
