//! One game as the protocol plays it: the position, and the threads that search it.

use super::book::BookOption;
use super::error::UsiError;
use super::mate;
use super::options::{LESS, Options};
use super::parse::{Hit, Order, Setup};
use super::print::{Output, Subject, UsiReporter, Wording};
use super::solution::{SolutionOption, report};
use super::work::Work;
use crate::board::Color;
use crate::eval::{EvalOptions, Evaluated, EvaluationModel};
use crate::game::score::Shown;
use crate::game::{Dialect, MoveError, PerfectLine, PlayablePosition, Position as _, Reason, RuleChoices, SfenMode};
use crate::jobs::command::workers;
use crate::measure::bench;
use crate::measure::perft::Division;
use crate::search::{Limits, NoThread, Pool, SearchOptions};
use crate::system;
use std::error::Error;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// From so many megabytes on, a table takes a while to get, which somebody who waits for `readyok` should know.
const LARGE_TABLE: usize = 1_024;

/// A session of any game.
pub trait Session: Send {
    /// The name of the game.
    fn variant(&self) -> &'static str;

    /// Puts the options in force that take effect at once.
    fn apply(&mut self, options: &Options);

    /// The heavy work: threads, and memory for the table. Waits for a running search.
    fn prepare(&mut self, options: &Options);

    /// Forgets what was learnt in earlier games. Waits for a running search.
    fn forget(&mut self);

    /// Sets up a position. On an error the previous one stays until [`Session::refuse`] is told why.
    fn set_position(&mut self, setup: &Setup<'_>) -> Result<(), UsiError>;

    /// From now on there is no position, until one is set up: an answer for an earlier one would be taken for one that
    /// belongs to the position refused.
    fn refuse(&mut self, reason: String);

    /// Why there is no position, if there is none.
    fn refusal(&self) -> Option<&str>;

    /// Starts a search. Nothing else may be going on.
    fn go(&mut self, order: &Order<'_>, started: Instant, options: &Options);

    /// Starts a search for mate. Nothing else may be going on.
    fn go_mate(&mut self, limit: Option<Duration>, started: Instant, options: &Options);

    /// The expected move was played. This means nothing if no search ponders.
    fn ponderhit(&mut self, hit: &Hit);

    fn stop(&mut self);

    /// Whether a search goes on. A count or a bench is none: it uses nothing that [`Session::prepare`] or
    /// [`Session::forget`] touches.
    fn is_searching(&self) -> bool;

    /// Stops whatever goes on, and waits for its end and its answer.
    fn finish(&mut self);

    /// As [`Session::finish`], but a count or a bench goes on to its end. The client is not heard meanwhile.
    fn complete(&mut self);

    /// Starts to count move sequences on so many threads. Nothing else may be going on.
    fn perft(&mut self, depth: u32, threads: usize);

    /// Starts a bench. Nothing else may be going on.
    fn bench(&mut self, settings: &bench::Settings, options: &Options);

    fn display(&self);

    fn evaluate(&mut self, options: &Options);

    fn moves(&self);

    /// Names the side to move.
    fn side(&self);
}

/// Opens a session of a game at its even start.
pub fn open<G: Evaluated>(game: G, options: &Options, output: &Arc<Output>) -> Box<dyn Session> {
    let rules = options.rules.clone();
    let mut position = game.start();
    position.set_rules(&rules);
    // Where there is no memory for the network now, there may be some when the evaluation is needed.
    let internal = G::Model::internal(game).ok();
    let missing = internal.is_none();
    Box::new(GameSession::<G> {
        game,
        rules,
        position: Ok(position),
        dialect: Dialect::default(),
        model: internal.unwrap_or_else(|| G::Model::handmade(game)),
        loaded: (!missing).then(EvalOptions::default),
        book: BookOption::new(game.name()),
        solution: SolutionOption::default(),
        missing,
        pool: None,
        outdated: false,
        mate: None,
        measurement: None,
        threads: 0,
        table_megabytes: 0,
        learnt: false,
        pondering: false,
        owes_resignation: false,
        output: Arc::clone(output),
    })
}

struct GameSession<G: Evaluated> {
    game: G,
    rules: RuleChoices,
    /// The position, or why the last one was refused.
    position: Result<G::Position, String>,
    /// The last in which the client has shown itself to write.
    dialect: Dialect,
    model: G::Model,
    /// What was asked for last, if it need not be tried again.
    loaded: Option<EvalOptions>,
    book: BookOption,
    solution: SolutionOption,
    /// Whether the last attempt to load a model failed.
    missing: bool,
    /// Made when it is first needed: `usi` must be answered fast.
    pool: Option<Pool<G, EvaluatorOf<G>>>,
    /// Whether the pool still evaluates by an earlier model.
    outdated: bool,
    /// The last search for mate; it may still run.
    mate: Option<Work>,
    /// The last count or bench; it may still run.
    measurement: Option<Work>,
    /// The number asked for when the threads were made; zero before.
    threads: usize,
    /// The size asked for when the table was made; zero before.
    table_megabytes: usize,
    /// Whether the table or the histories hold anything.
    learnt: bool,
    /// Whether the last search began as pondering and still waits for its `ponderhit`.
    pondering: bool,
    /// Whether a `go` without a position still waits for its answer, since it was to go on until told otherwise.
    owes_resignation: bool,
    output: Arc<Output>,
}

type EvaluatorOf<G> = <<G as Evaluated>::Model as EvaluationModel<G>>::Evaluator;

impl<G: Evaluated> GameSession<G> {
    /// Loads the evaluation that the options ask for, if it is another one than before. Where it cannot be loaded, the
    /// one before stays.
    fn load(&mut self, options: &Options) {
        if self.loaded.as_ref() == Some(&options.eval) {
            return;
        }
        self.loaded = Some(options.eval.clone());
        match G::Model::from_options(self.game, &options.eval) {
            Ok(model) => {
                self.missing = false;
                self.output.settle(Subject::Network);
                self.outdated = true;
                self.model = model;
                if options.eval.path().is_some() {
                    self.output.message(format_args!("network {}", self.model.name()));
                }
            }
            Err(error) => {
                self.missing = true;
                let fault = error.to_string();
                let words = format_args!("{fault}; the evaluation stays {}", self.model.name());
                self.output.complain(Subject::Network, &fault, words);
            }
        }
    }

    /// The pool, with the evaluation, the threads and the table that the options ask for. None, having said why, if the
    /// system has no room for it.
    fn prepared(&mut self, options: &Options) -> Option<&mut Pool<G, EvaluatorOf<G>>> {
        self.load(options);
        let pool = self.evaluating_pool();
        let mut pool = pool.inspect_err(|error| self.output.message(format_args!("{error}; {LESS}"))).ok()?;
        let wanted = options.hash_megabytes;
        if self.table_megabytes != wanted {
            if wanted >= LARGE_TABLE {
                self.output.message(format_args!("USI_Hash {wanted}: getting the memory may take some seconds"));
            }
            let obtained = pool.resize_tt(wanted);
            if let Some(shortfall) = shortfall(wanted, obtained) {
                self.output.message(shortfall);
            }
            self.table_megabytes = wanted;
        }
        // The table comes first: what it leaves is for the threads.
        let wanted = options.search.threads;
        let obtained = pool.set_threads(wanted);
        if std::mem::replace(&mut self.threads, wanted) != wanted && obtained < wanted {
            self.output.message(format_args!("no room for Threads {wanted}: {obtained} are used"));
        }
        Some(self.pool.insert(pool))
    }

    /// The pool as it is, or a new one, with the evaluation of the model.
    fn evaluating_pool(&mut self) -> Result<Pool<G, EvaluatorOf<G>>, NoThread> {
        let model = self.model.clone();
        let evaluators = move || model.evaluator();
        let is_outdated = std::mem::take(&mut self.outdated);
        match self.pool.take() {
            Some(pool) if !is_outdated => Ok(pool),
            Some(pool) => {
                self.learnt = false;
                pool.set_evaluator(evaluators)
            }
            None => {
                (self.threads, self.table_megabytes) = (0, 0);
                Pool::new(evaluators)
            }
        }
    }

    /// The position, and the dialect in which it was told.
    fn set_up(&self, setup: &Setup<'_>) -> Result<(G::Position, Dialect), UsiError> {
        let mut position = match &setup.sfen {
            None => self.game.start(),
            Some(sfen) => self
                .game
                .read_sfen(sfen, SfenMode::Tolerant)
                .map_err(|source| UsiError::Sfen { sfen: sfen.as_str().into(), source: source.into() })?,
        };
        let told = setup.sfen.as_ref().and_then(|sfen| position.dialect_of_sfen(sfen));
        let mut dialect = told.unwrap_or(self.dialect);
        position.set_rules(&self.rules);
        for (index, text) in setup.moves.iter().enumerate() {
            let m = position
                .parse_move(text)
                .map_err(|error| UsiError::Move { number: index + 1, source: quoted(error) })?;
            dialect = position.dialect_of_move(m, text).unwrap_or(dialect);
            position.make(m, &mut ());
        }
        Ok((position, dialect))
    }

    /// The position with the dialect for the moves from it; none, having said why, if there is none.
    fn worded(&self) -> Option<Wording<G>> {
        let factor = self.model.shown_factor();
        Some(Wording { position: self.shown()?.clone(), dialect: self.dialect, factor })
    }

    /// The position for a command that needs one; none, having said why, if there is none.
    fn shown(&self) -> Option<&G::Position> {
        let told = |reason: &String| self.output.message(UsiError::NoPosition(reason.clone()));
        self.position.as_ref().inspect_err(|reason| told(reason)).ok()
    }

    /// A move of the book, where a game is played: analysis, pondering and chosen moves want thought, and a win that can
    /// be claimed is better than any move.
    fn book_answer(&mut self, wording: &Wording<G>, order: &Order<'_>, options: &Options) -> Option<String> {
        if !Self::is_play(&wording.position, order, options) {
            return None;
        }
        self.book.answer(&wording.position.sfen(), &self.rules, wording.dialect, &options.book, &self.output)
    }

    /// A perfect line, where a game is played at full strength and the solution is known.
    fn perfect_line(
        &mut self,
        position: &G::Position,
        order: &Order<'_>,
        options: &Options,
    ) -> Option<PerfectLine<G::Move>> {
        if !Self::is_play(position, order, options) || options.search.level() < SearchOptions::FULL_SKILL {
            return None;
        }
        self.solution.prepare(self.game, &options.solution_file, &self.output);
        self.solution.line(position)
    }

    /// Starts a count or a bench beside the conversation.
    fn begin(&mut self, name: &str, work: impl FnOnce(&AtomicBool) + Send + 'static) {
        let told = |error: &io::Error| self.output.message(format_args!("no thread for {name}: {error}"));
        self.measurement = Work::start(name, work).inspect_err(told).ok();
    }

    /// Whether one move of a game is asked for that goes on, so that it may come from what is known.
    fn is_play(position: &G::Position, order: &Order<'_>, options: &Options) -> bool {
        let holds = order.infinite || order.ponder;
        let analyses = options.analyses() || !order.search_moves.is_empty() || options.search.multi_pv > 1;
        !holds && !analyses && position.claim().is_none() && !has_lost(position)
    }

    /// Resigns for want of a position, when the order says that it is time to answer.
    fn resign(&mut self, order: &Order<'_>) {
        self.owes_resignation = true;
        self.pondering = order.ponder && !order.infinite;
        if !order.infinite && !order.ponder {
            self.pay_resignation();
        }
    }

    fn pay_resignation(&mut self) {
        if std::mem::take(&mut self.owes_resignation) {
            self.output.line("bestmove resign");
        }
    }

    fn limits(&self, position: &G::Position, order: &Order<'_>, started: Instant) -> Limits<G::Move> {
        let read = |text: &&str| match position.parse_move(text) {
            Ok(m) => Some(m),
            Err(error) => {
                self.output.message(UsiError::SearchMove(quoted(error)));
                None
            }
        };
        Limits {
            started,
            clock: order.clock_of(position.side_to_move()),
            move_time: order.move_time,
            nodes: order.nodes,
            depth: order.depth,
            infinite: order.infinite,
            ponder: order.ponder,
            search_moves: order.search_moves.iter().filter_map(read).collect(),
            lost: has_lost(position),
            ..Limits::new()
        }
    }
}

/// The error with no more of the text than a message shows: what is no move may be of any length.
fn quoted<I: Error + Send + Sync + 'static>(error: MoveError<I>) -> Box<dyn Error + Send + Sync> {
    match error {
        MoveError::Syntax(text) => UsiError::NotAMove(text.as_str().into()).into(),
        illegal @ MoveError::Illegal { .. } => illegal.into(),
    }
}

/// Why a bench has no result.
enum NoResult {
    Stopped,
    NoThread(NoThread),
}

impl From<NoThread> for NoResult {
    fn from(error: NoThread) -> Self {
        Self::NoThread(error)
    }
}

/// What is said of a table for which there was not enough memory.
fn shortfall(wanted: usize, obtained: usize) -> Option<String> {
    (obtained < wanted).then(|| format!("no memory for USI_Hash {wanted}: {obtained} MB are used"))
}

/// Whether the game is over, the side to move having lost it to the last move, other than by having no answer.
fn has_lost(position: &impl PlayablePosition) -> bool {
    position.verdict().is_some_and(|verdict| {
        verdict.winner == Some(!position.side_to_move())
            && matches!(verdict.reason, Reason::Try | Reason::RoyalLost | Reason::BareKing | Reason::Check)
    })
}

impl<G: Evaluated> Session for GameSession<G> {
    fn variant(&self) -> &'static str {
        self.game.name()
    }

    fn apply(&mut self, options: &Options) {
        self.rules.clone_from(&options.rules);
        if let Ok(position) = &mut self.position {
            position.set_rules(&self.rules);
        }
    }

    fn prepare(&mut self, options: &Options) {
        // A file that could not be loaded may be there by now.
        if std::mem::take(&mut self.missing) {
            self.loaded = None;
        }
        self.prepared(options);
        self.book.look_again();
        self.book.prepare(&options.book, &self.output);
        self.solution.look_again();
        self.solution.prepare(self.game, &options.solution_file, &self.output);
    }

    fn forget(&mut self) {
        if self.learnt
            && let Some(pool) = &mut self.pool
        {
            pool.new_game();
            self.learnt = false;
        }
    }

    fn set_position(&mut self, setup: &Setup<'_>) -> Result<(), UsiError> {
        let (position, dialect) = self.set_up(setup)?;
        (self.position, self.dialect) = (Ok(position), dialect);
        Ok(())
    }

    fn refuse(&mut self, reason: String) {
        self.position = Err(reason);
    }

    fn refusal(&self) -> Option<&str> {
        self.position.as_ref().err().map(String::as_str)
    }

    fn go(&mut self, order: &Order<'_>, started: Instant, options: &Options) {
        // Scores are told, and resigned by, in the scale of the evaluation that the search goes by.
        self.load(options);
        let Some(wording) = self.worded() else { return self.resign(order) };
        let position = wording.position.clone();
        let resign_value = (!order.infinite && !options.analyses()).then_some(options.resign_value);
        if let Some(line) = self.perfect_line(&position, order, options) {
            let mut reporter = UsiReporter::new(Arc::clone(&self.output), wording, resign_value);
            return report(&line, started, &mut reporter);
        }
        if let Some(lines) = self.book_answer(&wording, order, options) {
            self.output.line(lines);
            return;
        }
        let limits = self.limits(&position, order, started);
        let reporter = UsiReporter::new(Arc::clone(&self.output), wording, resign_value);
        let Some(pool) = self.prepared(options) else { return self.resign(order) };
        pool.start(&position, limits, &options.search, reporter);
        self.learnt = true;
        self.pondering = order.ponder;
    }

    fn go_mate(&mut self, limit: Option<Duration>, started: Instant, options: &Options) {
        let Some(wording) = self.worded() else { return self.output.line("checkmate notimplemented") };
        if has_lost(&wording.position) {
            return self.output.line("checkmate nomate");
        }
        let deadline = limit.map(|limit| started + limit);
        self.mate = mate::start(wording, deadline, options, &self.output);
    }

    fn ponderhit(&mut self, hit: &Hit) {
        if std::mem::take(&mut self.pondering) {
            let by_side = |position: &G::Position| hit.clock_of(position.side_to_move());
            // Where the position has been refused meanwhile, nobody knows whose clock it is.
            let clock = self.position.as_ref().map_or(hit.clock, by_side);
            if let Some(pool) = &mut self.pool {
                pool.ponderhit(clock);
            }
            self.pay_resignation();
        }
    }

    fn stop(&mut self) {
        self.pay_resignation();
        if let Some(pool) = &mut self.pool {
            pool.stop();
        }
        self.mate.iter().chain(&self.measurement).for_each(Work::stop);
    }

    fn is_searching(&self) -> bool {
        self.owes_resignation
            || self.pool.as_ref().is_some_and(Pool::is_searching)
            || self.mate.as_ref().is_some_and(Work::is_running)
    }

    fn finish(&mut self) {
        self.pay_resignation();
        self.mate = None;
        self.measurement = None;
        if let Some(pool) = &mut self.pool {
            pool.stop();
            pool.wait();
        }
    }

    fn complete(&mut self) {
        if let Some(measurement) = self.measurement.take() {
            measurement.complete();
        }
        self.finish();
    }

    fn perft(&mut self, depth: u32, threads: usize) {
        let Some(position) = self.shown().cloned() else { return };
        let (dialect, output) = (self.dialect, Arc::clone(&self.output));
        self.begin("perft", move |stop| {
            let count = || Division::new(&position, depth, dialect, stop);
            let division = match workers(threads).build() {
                Ok(pool) => pool.install(count),
                // The only thread there is has become a pool with the first count, and stays one.
                Err(_) if !system::THREADS => count(),
                Err(error) => return output.message(format_args!("no threads for perft: {error}")),
            };
            match division {
                Some(division) => output.line(division.lines(true).collect::<Vec<_>>().join("\n")),
                None => output.message("perft was stopped"),
            }
        });
    }

    fn bench(&mut self, settings: &bench::Settings, options: &Options) {
        self.load(options);
        let (game, settings, model) = (self.game, *settings, self.model.clone());
        let output = Arc::clone(&self.output);
        self.begin("bench", move |stop| {
            let tell = |line: String| {
                if stop.load(Ordering::Relaxed) || output.is_closed() {
                    return Err(NoResult::Stopped);
                }
                output.line(line);
                Ok(())
            };
            match bench::run::<G, NoResult>(game, &settings, &model, stop, tell) {
                Ok(summary) => output.line(summary),
                Err(NoResult::Stopped) => output.message("the bench was stopped"),
                Err(NoResult::NoThread(error)) => output.message(format_args!("{error}; {LESS}")),
            }
        });
    }

    fn display(&self) {
        let Some(position) = self.shown() else { return };
        self.output.line(position.drawing());
        if position.in_check() {
            self.output.line("the side to move is in check");
        }
        if let Some(verdict) = position.verdict() {
            self.output.line(format_args!("the game is over: {verdict}"));
        }
    }

    fn evaluate(&mut self, options: &Options) {
        self.load(options);
        let Some(position) = self.shown() else { return };
        let (raw, score) = self.model.explain(position);
        let name = self.model.name();
        self.output.line(format_args!("static evaluation for the side to move: {} ({name})", Shown(score)));
        self.output.line(format_args!("eval raw {raw} cp {score}"));
    }

    fn moves(&self) {
        let Some(position) = self.shown() else { return };
        let moves = position.legal();
        let mut names = moves.as_ref().iter().map(|&m| position.usi_in(m, self.dialect)).collect::<Vec<_>>();
        names.sort();
        self.output.line(names.join(" "));
    }

    fn side(&self) {
        let Some(position) = self.shown() else { return };
        self.output.line(if position.side_to_move() == Color::Black { "black" } else { "white" });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_is_smaller_than_asked_for_is_said_so() {
        for (wanted, obtained, said) in
            [(256, 256, None), (4_096, 1_024, Some("no memory for USI_Hash 4096: 1024 MB are used"))]
        {
            assert_eq!(shortfall(wanted, obtained).as_deref(), said);
        }
    }
}
