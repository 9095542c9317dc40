//! The stand-in for [`Pool`](super::Pool) on systems without threads.

use super::limits::{Clock, Limits, SearchOptions};
use super::pool::{NoThread, Searcher};
use super::report::{Info, Outcome, Reporter};
use crate::game::{Evaluator, Game, GameMove};
use std::time::{Duration, Instant};

/// Length of a search that only a `stop` could end, where nobody can hear it.
pub const UNSTOPPABLE: Duration = Duration::from_secs(10);

/// Searches on the thread that asks for it, with the interface of a [`Pool`](super::Pool): a search has ended when
/// [`SingleThread::start`] returns. Nothing can stop it meanwhile, so that one without limits ends after
/// [`UNSTOPPABLE`], and so does an infinite one, whose answer then waits for [`SingleThread::stop`]. Pondering would
/// let the clock run unseen: that search begins when the expected move has been played.
pub struct SingleThread<G: Game, E: Evaluator<G>> {
    searcher: Searcher<G, E>,
    withheld: Option<Withheld<G, E>>,
}

/// A search that begins at the client's next command.
type Later<G, E> = Box<dyn FnOnce(&mut SingleThread<G, E>, Word) + Send>;

/// Work held back until the client's next command.
enum Withheld<G: Game, E: Evaluator<G>> {
    /// A search that ponders.
    Search(Later<G, E>),
    /// The answer of an infinite search.
    Answer(Box<dyn FnOnce() + Send>),
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
        mut reporter: R,
    ) {
        self.wait();
        if limits.ponder {
            let (position, options) = (position.clone(), options.clone());
            self.withheld = Some(Withheld::Search(Box::new(move |single, word| {
                single.start(&position, word.limits(limits), &options, reporter);
            })));
        } else if limits.infinite {
            let limits = Limits { infinite: false, clock: None, move_time: Some(UNSTOPPABLE), ..limits };
            let mut lines = LinesOnly(reporter);
            let outcome = self.searcher.think(position, &limits, options, &mut lines);
            self.withheld = Some(Withheld::Answer(Box::new(move || lines.0.finished(&outcome))));
        } else {
            let move_time = if limits.have_end(options) { limits.move_time } else { Some(UNSTOPPABLE) };
            self.searcher.think(position, &Limits { move_time, ..limits }, options, &mut reporter);
        }
    }

    /// Releases a result that has been held back.
    pub fn stop(&mut self) {
        match self.withheld.take() {
            Some(Withheld::Search(search)) => search(self, Word::Stop),
            Some(Withheld::Answer(answer)) => answer(),
            None => {}
        }
    }

    /// The expected move has been played: a pondering search begins. `clock` replaces the earlier times.
    pub fn ponderhit(&mut self, clock: Option<Clock>) {
        match self.withheld.take() {
            Some(Withheld::Search(search)) => search(self, Word::Hit(clock)),
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
