//! The stand-in for [`Pool`](super::Pool) on systems without threads.

use super::limits::{Clock, Limits, SearchOptions};
use super::pool::{NoThread, Searcher};
use super::report::{Info, Outcome, Reporter};
use super::signals::Signals;
use crate::game::{Evaluator, Game, GameMove};
use crate::system::{self, Reach};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Length of a search that only a `stop` could end, where nobody can hear it.
pub const UNSTOPPABLE: Duration = Duration::from_secs(10);

thread_local! {
    /// Signals of the latest search on this thread.
    static LATEST: RefCell<Option<Arc<Signals>>> = const { RefCell::new(None) };
}

/// The move on which the search on this thread ponders has been played. `clock` replaces the earlier times.
pub fn ponder_hit_meanwhile(clock: Option<Clock>) {
    LATEST.with_borrow(|latest| latest.iter().for_each(|signals| signals.ponder_hit(clock.as_ref())));
}

/// Searches on the thread that asks for it, with the interface of a [`Pool`](super::Pool): a search has ended when
/// [`SingleThread::start`] returns. How long it may take depends on the [`Reach`] of the client. Where nothing can stop it,
/// one without limits ends after [`UNSTOPPABLE`], and so does an infinite one, whose answer then waits for
/// [`SingleThread::stop`]. Without messages pondering would let the clock run unseen: that search begins when the expected
/// move has been played.
pub struct SingleThread<G: Game, E: Evaluator<G>> {
    searcher: Searcher<G, E>,
    withheld: Option<Withheld<G, E>>,
}

/// A search that begins at the client's next command.
type Later<G, E> = Box<dyn FnOnce(&mut SingleThread<G, E>, Word) + Send>;

/// Gives an answer that is known.
type Answer = Box<dyn FnOnce() + Send>;

/// Work held back until the client's next command.
enum Withheld<G: Game, E: Evaluator<G>> {
    /// A search that ponders.
    Search(Later<G, E>),
    /// The answer of an infinite search.
    Answer(Answer),
    /// The answer of a search that has pondered to its end.
    Pondered(Answer),
}

/// The client's command to a pondering search.
enum Word {
    Stop,
    /// The expected move was played, perhaps with other times than before.
    Hit(Option<Clock>),
}

impl<G: Game + 'static, E: Evaluator<G> + 'static> SingleThread<G, E> {
    /// A searcher with a table of 1 MB.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn new(evaluator: impl Fn() -> E) -> Result<Self, NoThread> {
        Ok(Self { searcher: Searcher::new(1, evaluator())?, withheld: None })
    }

    /// There is one thread, whatever is asked for.
    pub const fn set_threads(&mut self, _: usize) -> usize {
        1
    }

    /// Replaces the evaluator, and forgets everything learned with the old one.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn set_evaluator(mut self, evaluator: impl Fn() -> E) -> Result<Self, NoThread> {
        self.wait();
        let megabytes = self.searcher.megabytes();
        // The old memory goes first: there may not be room for both.
        drop(self);
        Ok(Self { searcher: Searcher::new(megabytes, evaluator())?, withheld: None })
    }

    /// As [`Pool::resize_tt`](super::Pool::resize_tt).
    pub fn resize_tt(&mut self, megabytes: usize) -> usize {
        self.wait();
        let obtained = self.searcher.resize_tt(megabytes);
        self.searcher.vary();
        obtained
    }

    /// Forgets everything learned.
    pub fn new_game(&mut self) {
        self.wait();
        self.searcher.new_game();
        self.searcher.vary();
    }

    /// Searches `position` and reports to `reporter`, except for a result that has to wait.
    pub fn start<R: Reporter<G::Move> + Send + 'static>(
        &mut self,
        position: &G::Position,
        limits: Limits<G::Move>,
        options: &SearchOptions,
        reporter: R,
    ) {
        self.wait();
        let reach = system::reach();
        if limits.ponder && reach != Reach::Messages {
            let (position, options) = (position.clone(), options.clone());
            self.withheld = Some(Withheld::Search(Box::new(move |single, word| {
                single.start(&position, word.limits(limits), &options, reporter);
            })));
            return;
        }
        let is_infinite = limits.infinite;
        let limits = if reach == Reach::Never { ending(limits, options) } else { limits };
        LATEST.set(Some(Arc::clone(self.searcher.signals())));
        let mut lines = LinesOnly(reporter);
        let outcome = self.searcher.think(position, &limits, options, &mut lines);
        let is_pondering = self.searcher.signals().is_pondering();
        let answer: Answer = Box::new(move || lines.0.finished(&outcome));
        match (is_infinite, is_pondering) {
            (true, _) => self.withheld = Some(Withheld::Answer(answer)),
            (false, true) => self.withheld = Some(Withheld::Pondered(answer)),
            (false, false) => answer(),
        }
    }

    /// Releases a result that has been held back.
    pub fn stop(&mut self) {
        match self.withheld.take() {
            Some(Withheld::Search(search)) => search(self, Word::Stop),
            Some(Withheld::Answer(answer) | Withheld::Pondered(answer)) => answer(),
            None => {}
        }
    }

    /// The expected move has been played: a pondering search begins, or its answer is released. `clock` replaces the earlier times.
    pub fn ponderhit(&mut self, clock: Option<Clock>) {
        match self.withheld.take() {
            Some(Withheld::Search(search)) => search(self, Word::Hit(clock)),
            Some(Withheld::Pondered(answer)) => answer(),
            other => self.withheld = other,
        }
    }

    /// True while there is no answer yet.
    #[must_use]
    pub const fn is_searching(&self) -> bool {
        self.withheld.is_some()
    }

    /// Ends what would wait for ever, since nobody else can.
    pub fn wait(&mut self) {
        self.stop();
    }
}

/// Limits that end a search which nothing else can end.
fn ending<M>(limits: Limits<M>, options: &SearchOptions) -> Limits<M> {
    if limits.infinite {
        Limits { infinite: false, clock: None, move_time: Some(UNSTOPPABLE), ..limits }
    } else if limits.have_end(options) {
        limits
    } else {
        Limits { move_time: Some(UNSTOPPABLE), ..limits }
    }
}

impl Word {
    /// The limits of a search that was to ponder with the given ones: the least that yields an answer if nobody wants it
    /// any more.
    fn limits<M>(self, limits: Limits<M>) -> Limits<M> {
        let limits = Limits { ponder: false, started: Instant::now(), ..limits };
        match self {
            Self::Stop => Limits { infinite: false, depth: Some(1), ..limits },
            Self::Hit(None) => limits,
            Self::Hit(clock) => Limits { clock, move_time: None, ..limits },
        }
    }
}

/// Reports everything but the end.
struct LinesOnly<R>(R);

impl<M: GameMove, R: Reporter<M>> Reporter<M> for LinesOnly<R> {
    fn listens(&self) -> bool {
        self.0.listens()
    }

    fn is_abandoned(&self) -> bool {
        self.0.is_abandoned()
    }

    fn iteration(&mut self, info: &Info<'_, M>) {
        self.0.iteration(info);
    }

    fn current_move(&mut self, depth: usize, m: M, number: usize) {
        self.0.current_move(depth, m, number);
    }

    fn finished(&mut self, _: &Outcome<M>) {}
}
