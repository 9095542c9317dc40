//! Threads that search together (Lazy SMP; chessprogramming.org: Lazy SMP): each searches on its own, and they share
//! only the transposition table.

use super::history::Histories;
use super::leader::Leader;
use super::limits::{Clock, Limits, SearchOptions};
use super::report::{Outcome, Reporter};
use super::root::{Finding, RootSearch, Unwatched};
use super::signals::Signals;
use super::skill::{Seed, Weakness};
use super::task::Task;
use super::terms::Terms;
use super::tt::{self, TranspositionTable};
use super::worker::{ThreadData, Worker};
use crate::game::{Evaluator, Game, Position as _};
use crate::mate::Solver;
use crate::memory::{self, NoRoom};
use crate::words::InLanguage;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use thiserror::Error;

/// Bytes of stack that a searching thread needs.
pub const STACK_SIZE: usize = 32 << 20;

/// Megabytes that a thread fills, mostly with its histories.
const FILLED_MEGABYTES: usize = 32;
/// Upper bound of the address space a thread reserves: its histories, its stack, and its allocator's arena.
const RESERVED: usize = 160 << 20;

/// The reason why no thread can search.
#[derive(Debug, Error)]
pub enum NoThread {
    /// Memory has no room for its tables.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// The system starts no thread.
    #[error("the system starts no thread: {0}")]
    System(#[source] io::Error),
}

impl InLanguage for NoThread {
    fn japanese(&self) -> String {
        match self {
            Self::NoRoom(error) => error.japanese(),
            Self::System(error) => format!("スレッドを作れません：{}", error.japanese()),
        }
    }
}

/// Work for a thread on its own data.
type Job<G, E> = Box<dyn FnOnce(&mut ThreadData<G, E>) + Send>;
type Factory<E> = Arc<dyn Fn() -> E + Send + Sync>;

/// A thread that waits for jobs and does them one after the other.
struct Thread<G: Game, E: Evaluator<G>> {
    jobs: Option<Sender<Job<G, E>>>,
    handle: Option<JoinHandle<()>>,
}

impl<G: Game, E: Evaluator<G> + 'static> Thread<G, E> {
    fn new(number: usize, evaluator: Factory<E>) -> Result<Self, NoThread> {
        // Large memory is allocated here, where the caller hears if there is none. The thread is the first to write to
        // it all the same.
        let histories = Histories::new()?;
        if !memory::has_room(RESERVED) {
            return Err(NoRoom { what: "a thread that searches", bytes: RESERVED }.into());
        }
        let (jobs, queue) = mpsc::channel::<Job<G, E>>();
        let run = move || {
            let mut td = ThreadData::new(histories, evaluator());
            for job in queue {
                job(&mut td);
            }
        };
        let thread = thread::Builder::new().name(format!("search {number}")).stack_size(STACK_SIZE);
        let handle = thread.spawn(run).map_err(NoThread::System)?;
        Ok(Self { jobs: Some(jobs), handle: Some(handle) })
    }

    /// The queue of the thread's jobs.
    fn jobs(&self) -> Sender<Job<G, E>> {
        self.jobs.clone().expect("there until the thread is dropped")
    }
}

impl<G: Game, E: Evaluator<G>> Drop for Thread<G, E> {
    fn drop(&mut self) {
        // Without a sender the thread's queue ends.
        self.jobs = None;
        if let Some(handle) = self.handle.take() {
            // If the thread has panicked, that has been reported already.
            let _ = handle.join();
        }
    }
}

/// The number of threads, at most `threads`, that fit in the `available` bytes of memory. The system may limit
/// addresses too, and a thread that lacked either would end the program.
fn affordable(threads: usize, available: Option<u64>) -> usize {
    memory::rooms(RESERVED, threads.min(memory::room(available) / FILLED_MEGABYTES))
}

/// Runs `work` on each of the `threads`, and waits for the last of them.
fn finish_on<G: Game, E: Evaluator<G> + 'static>(threads: &[Thread<G, E>], work: fn(&mut ThreadData<G, E>)) {
    let (done, all_done) = mpsc::channel::<()>();
    for thread in threads {
        let done = done.clone();
        let job: Job<G, E> = Box::new(move |td| {
            work(td);
            drop(done);
        });
        // A thread that has died has nothing to do.
        let _ = thread.jobs().send(job);
    }
    drop(done);
    // Ends when the last job has dropped its sender.
    let _ = all_done.recv();
}

/// Worker threads that wait for searches. Changing anything waits until a running search has ended.
pub struct Pool<G: Game, E: Evaluator<G>> {
    threads: Vec<Thread<G, E>>,
    /// The number of threads asked for last, which may be more than there are.
    wanted: usize,
    evaluator: Factory<E>,
    tt: Arc<TranspositionTable<G::Move>>,
    signals: Arc<Signals>,
    /// The terms under which threads and table have learned; none if they know nothing.
    terms: Option<Terms>,
    /// Seed of the mistakes that a weakened search makes in this game.
    seed: Seed,
}

impl<G: Game, E: Evaluator<G> + 'static> Pool<G, E> {
    /// A pool of one thread with a table of 1 MB. `evaluator` makes one evaluator a thread, on that thread.
    ///
    /// # Errors
    /// If the system has no room for that.
    pub fn new(evaluator: impl Fn() -> E + Send + Sync + 'static) -> Result<Self, NoThread> {
        let mut pool = Self {
            threads: Vec::new(),
            wanted: 1,
            evaluator: Arc::new(evaluator),
            tt: Arc::new(TranspositionTable::new(1)?),
            signals: Arc::new(Signals::default()),
            terms: None,
            seed: Seed::default(),
        };
        pool.start_threads()?;
        Ok(pool)
    }

    /// Keeps what the threads that stay have learned. Returns their number, less than wanted where memory does not
    /// suffice or the system starts no more.
    pub fn set_threads(&mut self, threads: usize) -> usize {
        self.wait();
        let wanted = threads.max(1);
        // A thread that the system refused once is not asked for again before every search.
        if self.wanted != wanted {
            self.wanted = wanted;
            self.threads.truncate(wanted);
            self.add_threads();
        }
        self.threads.len()
    }

    /// Starts all threads. The first one must start; of the others, as many as the system allows.
    fn start_threads(&mut self) -> Result<(), NoThread> {
        self.threads.clear();
        self.threads.push(Thread::new(0, Arc::clone(&self.evaluator))?);
        finish_on(&self.threads, |_| ());
        self.add_threads();
        Ok(())
    }

    /// Starts the threads that are missing, as far as can be. Returns when they are ready: a search could not be stopped
    /// before they are.
    fn add_threads(&mut self) {
        let kept = self.threads.len();
        let missing = affordable(self.wanted - kept, memory::available());
        let new = (kept..kept + missing).map_while(|number| Thread::new(number, Arc::clone(&self.evaluator)).ok());
        self.threads.extend(new);
        finish_on(&self.threads[kept..], |_| ());
    }

    /// Replaces the evaluators of all threads, and forgets everything learned with the old ones.
    ///
    /// # Errors
    /// If the system has no room for a thread any more.
    pub fn set_evaluator(mut self, evaluator: impl Fn() -> E + Send + Sync + 'static) -> Result<Self, NoThread> {
        self.wait();
        self.evaluator = Arc::new(evaluator);
        self.start_threads()?;
        self.tt.clear_all();
        Ok(self)
    }

    /// Gives the table another size in MB, and forgets everything learned. Returns the size obtained, less than wanted
    /// where memory does not suffice.
    pub fn resize_tt(&mut self, megabytes: usize) -> usize {
        self.wait();
        tt::resize(&mut self.tt, megabytes);
        // A smaller table may leave room for more threads.
        self.add_threads();
        self.new_game();
        self.tt.megabytes()
    }

    /// Forgets everything learned.
    pub fn new_game(&mut self) {
        self.wait();
        self.seed = Seed::random();
        self.forget();
    }

    /// Forgets everything learned in the midst of a game.
    fn forget(&mut self) {
        finish_on(&self.threads, ThreadData::new_game);
        self.tt.clear_all();
        self.terms = None;
    }

    /// Forgets everything learned under other terms, before a search under these.
    fn adopt(&mut self, terms: Terms) {
        if self.terms.is_some_and(|learned| learned != terms) {
            self.forget();
        }
        self.terms = Some(terms);
    }

    /// Starts the search of `position` and returns at once. `reporter` hears of everything that follows.
    pub fn start<R: Reporter<G::Move> + 'static>(
        &mut self,
        position: &G::Position,
        limits: Limits<G::Move>,
        options: &SearchOptions,
        mut reporter: R,
    ) {
        self.set_threads(options.threads);
        self.adopt(Terms::new(position, options));
        let task = Arc::new(Task::<G> {
            position: position.clone(),
            limits,
            options: options.clone(),
            weakness: Weakness::of(options.level(), self.seed, position.game_ply()),
            tt: Arc::clone(&self.tt),
            signals: Arc::clone(&self.signals),
        });
        task.begin(task.limits.infinite, task.limits.ponder);
        let threads = if options.is_weakened() { 1 } else { self.threads.len() };
        let helpers: Vec<_> = self.threads[1..threads].iter().map(Thread::jobs).collect();
        let job: Job<G, E> = Box::new(move |td| {
            let ending = EndOnDrop(Arc::clone(&task.signals));
            lead(&task, td, &helpers, &mut reporter);
            drop(ending);
        });
        if self.threads[0].jobs().send(job).is_err() {
            self.signals.end();
        }
    }

    /// Ends the search within milliseconds, without waiting for it.
    pub fn stop(&mut self) {
        self.signals.stop();
    }

    /// The expected move has been played: from now on the clock counts. `clock` replaces the earlier times.
    pub fn ponderhit(&mut self, clock: Option<Clock>) {
        self.signals.ponder_hit(clock.as_ref());
    }

    /// True while there is no answer yet.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        /// Time that a search may take to end after its answer.
        const PATIENCE: Duration = Duration::from_millis(20);
        self.signals.is_searching_after(PATIENCE)
    }

    /// Blocks until the running search, if any, has finished.
    pub fn wait(&mut self) {
        self.signals.wait_for_end();
    }
}

impl<G: Game, E: Evaluator<G>> Drop for Pool<G, E> {
    fn drop(&mut self) {
        self.signals.stop();
        self.signals.wait_for_end();
    }
}

/// Marks the search as ended when it is dropped, even by a panic.
struct EndOnDrop(Arc<Signals>);

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// The first thread's part of a search. `helpers` are the queues of the others.
fn lead<G: Game, E: Evaluator<G> + 'static>(
    task: &Arc<Task<G>>,
    td: &mut ThreadData<G, E>,
    helpers: &[Sender<Job<G, E>>],
    reporter: &mut dyn Reporter<G::Move>,
) {
    let mut root = RootSearch::new(Worker::new(td, task));
    let mut leader = Leader::new(task, reporter);
    let outcome = if let Some(outcome) = leader.settled(&mut root) {
        task.signals.wait_for_release();
        outcome
    } else {
        let findings = launch(task, helpers);
        root.iterate(task.last_depth(), &mut leader);
        task.signals.wait_for_release();
        task.signals.halt();
        leader.conclude(&mut root, findings.iter().collect())
    };
    leader.finish(&outcome);
}

/// Starts the other threads. Their findings arrive once they have been stopped.
fn launch<G: Game, E: Evaluator<G> + 'static>(
    task: &Arc<Task<G>>,
    helpers: &[Sender<Job<G, E>>],
) -> Receiver<Finding<G::Move>> {
    let (sender, findings) = mpsc::channel();
    for helper in helpers {
        let task = Arc::clone(task);
        let sender = sender.clone();
        let job: Job<G, E> = Box::new(move |td| {
            let mut root = RootSearch::new(Worker::new(td, &task));
            root.iterate(task.options.depth_limit.unwrap_or(usize::MAX), &mut Unwatched);
            root.worker.flush_nodes();
            // The receiver may be gone already.
            let _ = sender.send(root.finding());
        });
        // A thread that has died cannot help.
        let _ = helper.send(job);
    }
    findings
}

/// One worker on the calling thread, for benchmarks, self-play and tests. That thread needs a stack of
/// [`STACK_SIZE`] for the deepest searches.
pub struct Searcher<G: Game, E: Evaluator<G>> {
    td: ThreadData<G, E>,
    tt: Arc<TranspositionTable<G::Move>>,
    signals: Arc<Signals>,
    /// The terms under which it has learned; none if it knows nothing.
    terms: Option<Terms>,
    /// Seed of the mistakes that a weakened search makes.
    seed: Seed,
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// A searcher with a table of `megabytes`, or of what memory can hold.
    ///
    /// # Errors
    /// If there is no memory for it even with the smallest table.
    pub fn new(megabytes: usize, evaluator: E) -> Result<Self, NoRoom> {
        Ok(Self::with(Histories::new()?, TranspositionTable::new(megabytes)?, evaluator))
    }

    /// A searcher for some hundred nodes at a time, with a table of `kilobytes`.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn small(kilobytes: usize, evaluator: E) -> Result<Self, NoRoom> {
        Ok(Self::with(Histories::new()?, TranspositionTable::small(kilobytes)?, evaluator))
    }

    fn with(histories: Histories<G>, table: TranspositionTable<G::Move>, evaluator: E) -> Self {
        let signals = Arc::new(Signals::default());
        let td = ThreadData::new(histories, evaluator);
        // The memory of the table is touched before the clock runs.
        table.clear(0, 1);
        Self { td, tt: Arc::new(table), signals, terms: None, seed: Seed::default() }
    }

    /// As [`Pool::resize_tt`].
    pub fn resize_tt(&mut self, megabytes: usize) -> usize {
        tt::resize(&mut self.tt, megabytes);
        self.new_game();
        self.tt.megabytes()
    }

    /// Forgets everything learned.
    pub fn new_game(&mut self) {
        self.td.new_game();
        self.tt.clear(0, 1);
        self.terms = None;
    }

    /// As [`Pool::adopt`].
    fn adopt(&mut self, terms: Terms) {
        if self.terms.is_some_and(|learned| learned != terms) {
            self.new_game();
        }
        self.terms = Some(terms);
    }

    /// The signals of its searches.
    pub(super) const fn signals(&self) -> &Arc<Signals> {
        &self.signals
    }

    /// The table.
    pub(super) fn table(&self) -> &TranspositionTable<G::Move> {
        &self.tt
    }

    /// The size of the table in MB.
    pub(super) fn megabytes(&self) -> usize {
        self.tt.megabytes()
    }

    /// Makes other mistakes from now on than in earlier games.
    pub(super) fn vary(&mut self) {
        self.seed = Seed::random();
    }

    /// Forgets what belongs to one game alone, and nothing that may be of use in the next one: for games by the thousand,
    /// in which clearing all of it would take as long as many searches.
    pub fn next_game(&mut self) {
        self.td.solver.iter_mut().for_each(Solver::forget);
    }

    /// Searches `position` to the end of the `limits`; an infinite search and pondering stop at the deepest iteration,
    /// unless a signal ends them earlier.
    pub fn think(
        &mut self,
        position: &G::Position,
        limits: &Limits<G::Move>,
        options: &SearchOptions,
        reporter: &mut impl Reporter<G::Move>,
    ) -> Outcome<G::Move> {
        self.adopt(Terms::new(position, options));
        let task = Task::<G> {
            position: position.clone(),
            limits: limits.clone(),
            options: options.clone(),
            weakness: Weakness::of(options.level(), self.seed, position.game_ply()),
            tt: Arc::clone(&self.tt),
            signals: Arc::clone(&self.signals),
        };
        task.begin(false, task.limits.ponder);
        let mut root = RootSearch::new(Worker::new(&mut self.td, &task));
        let mut leader = Leader::new(&task, reporter);
        let outcome = leader.settled(&mut root).unwrap_or_else(|| {
            root.iterate(task.last_depth(), &mut leader);
            leader.conclude(&mut root, Vec::new())
        });
        leader.finish(&outcome);
        // The next search lists its moves in the same memory.
        root.worker.td.root_moves = root.moves;
        self.signals.end();
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_bounded_by_memory() {
        assert_eq!(affordable(3, None), 3);
        // Two thirds of it may be taken.
        assert_eq!(affordable(1_024, Some(144 << 20)), 3);
        assert_eq!(affordable(1_024, Some(0)), 0);
    }
}
