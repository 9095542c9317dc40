//! The session of one game: its position, and the threads that search it.

use super::book::BookOption;
use super::error::UsiError;
use super::mate::{self, Question};
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

/// Size in megabytes from which allocating a table takes noticeable time, so that the user who waits for `readyok` gets a line.
const LARGE_TABLE: usize = 1_024;

/// A session of any game.
pub trait Session: Send {
    /// Name of the game.
    fn variant(&self) -> &'static str;

    /// Applies the options that take effect at once.
    fn apply(&mut self, options: &Options);

    /// Does the slow part of the setup: threads, table and files. Waits for a running search.
    fn prepare(&mut self, options: &Options);

    /// Clears table and histories of earlier games. Waits for a running search.
    fn forget(&mut self);

    /// Sets up a position. On an error the previous one stays until [`Session::refuse`] is called.
    fn set_position(&mut self, setup: &Setup<'_>) -> Result<(), UsiError>;

    /// Drops the position until another one is set up: the client would take an answer for an earlier position as one
    /// for the refused one.
    fn refuse(&mut self, reason: String);

    /// Reason for the lack of a position; none if there is one.
    fn refusal(&self) -> Option<&str>;

    /// Starts a search. No other work may be running.
    fn go(&mut self, order: &Order<'_>, started: Instant, options: &Options);

    /// Starts a search for mate or hisshi. No other work may be running.
    fn go_mate(&mut self, question: Question, limit: Option<Duration>, started: Instant, options: &Options);

    /// Turns pondering into a search on the clock, since the expected move was played. Does nothing without pondering.
    fn ponderhit(&mut self, hit: &Hit);

    fn stop(&mut self);

    /// True while a search runs. A count or a bench is not one: it uses nothing that [`Session::prepare`] or
    /// [`Session::forget`] touches.
    fn is_searching(&self) -> bool;

    /// Stops all work, and waits for its end and its answer.
    fn finish(&mut self);

    /// Like [`Session::finish`], but lets a count or a bench run to its end. It blocks further commands meanwhile.
    fn complete(&mut self);

    /// Starts to count move sequences of length `depth`. No other work may be running.
    fn perft(&mut self, depth: u32, threads: usize);

    /// Starts a bench. No other work may be running.
    fn bench(&mut self, settings: &bench::Settings, options: &Options);

    fn display(&self);

    fn evaluate(&mut self, options: &Options);

    fn moves(&self);

    /// Prints the side to move.
    fn side(&self);
}

/// Opens a session of a game at its starting position.
pub fn open<G: Evaluated>(game: G, options: &Options, output: &Arc<Output>) -> Box<dyn Session> {
    let rules = options.rules.clone();
    let mut position = game.start();
    position.set_rules(&rules);
    // Memory for the network that is short now may be free when the evaluation is needed.
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
    /// The position, or the reason why the last one was refused.
    position: Result<G::Position, String>,
    /// Dialect of the client, as far as its lines have shown it.
    dialect: Dialect,
    model: G::Model,
    /// Options of the last attempt to load a model; none if it must be tried again.
    loaded: Option<EvalOptions>,
    book: BookOption,
    solution: SolutionOption,
    /// True if the last attempt to load a model failed.
    missing: bool,
    /// Created at first use, so that `usi` is answered fast.
    pool: Option<Pool<G, EvaluatorOf<G>>>,
    /// True if the pool still has an earlier model.
    outdated: bool,
    /// Last search for mate or hisshi, which may still run.
    mate: Option<Work>,
    /// Last count or bench, which may still run.
    measurement: Option<Work>,
    /// Number requested when the threads were created; zero before.
    threads: usize,
    /// Size requested when the table was created; zero before.
    table_megabytes: usize,
    /// True if the table or the histories may hold data.
    learnt: bool,
    /// True if the last `go` ponders and waits for its `ponderhit`.
    pondering: bool,
    /// True if a `go` without a position must be answered, but only at `stop` or `ponderhit`.
    owes_resignation: bool,
    output: Arc<Output>,
}

type EvaluatorOf<G> = <<G as Evaluated>::Model as EvaluationModel<G>>::Evaluator;

impl<G: Evaluated> GameSession<G> {
    /// Loads the evaluation that the options name, if it has changed. If that fails, the earlier one stays.
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

    /// Pool with the evaluation, threads and table that the options ask for. If the system lacks resources, reports it
    /// and returns none.
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
        // The table comes first; the threads get the memory that it leaves.
        let wanted = options.search.threads;
        let obtained = pool.set_threads(wanted);
        if std::mem::replace(&mut self.threads, wanted) != wanted && obtained < wanted {
            self.output.message(format_args!("no room for Threads {wanted}: {obtained} are used"));
        }
        Some(self.pool.insert(pool))
    }

    /// Existing or new pool, with the current model.
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

    /// Position of a `position` command, and the dialect of its text.
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

    /// Position with the wording of moves and scores. Without a position, reports it and returns none.
    fn worded(&self) -> Option<Wording<G>> {
        let factor = self.model.shown_factor();
        Some(Wording { position: self.shown()?.clone(), dialect: self.dialect, factor })
    }

    /// Position for a command that needs one. Without a position, reports it and returns none.
    fn shown(&self) -> Option<&G::Position> {
        let told = |reason: &String| self.output.message(UsiError::NoPosition(reason.clone()));
        self.position.as_ref().inspect_err(|reason| told(reason)).ok()
    }

    /// Answer from the book, only in play: analysis, pondering and `searchmoves` need a search, and a claimable win is
    /// better than any move.
    fn book_answer(&mut self, wording: &Wording<G>, order: &Order<'_>, options: &Options) -> Option<String> {
        if !Self::is_play(&wording.position, order, options) {
            return None;
        }
        let book = options.book.at_level(options.search.level());
        self.book.answer(&wording.position.sfen(), &self.rules, wording.dialect, &book, &self.output)
    }

    /// Perfect line from the solution, only in play at full strength.
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

    /// Starts a count or a bench in the background.
    fn begin(&mut self, name: &str, work: impl FnOnce(&AtomicBool) + Send + 'static) {
        let told = |error: &io::Error| self.output.message(format_args!("no thread for {name}: {error}"));
        self.measurement = Work::start(name, work).inspect_err(told).ok();
    }

    /// True if the order wants just a move in a game not yet over, so that book or solution may give it.
    fn is_play(position: &G::Position, order: &Order<'_>, options: &Options) -> bool {
        let holds = order.infinite || order.ponder;
        let analyses = options.analyses() || !order.search_moves.is_empty() || options.search.multi_pv > 1;
        !holds && !analyses && position.claim().is_none() && !has_lost(position)
    }

    /// Resigns because there is no position or no memory, as soon as the order permits an answer.
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

/// Error with the text of the move cut to the length of a message, since the client's text may be of any length.
fn quoted<I: Error + Send + Sync + 'static>(error: MoveError<I>) -> Box<dyn Error + Send + Sync> {
    match error {
        MoveError::Syntax(text) => UsiError::NotAMove(text.as_str().into()).into(),
        illegal @ MoveError::Illegal { .. } => illegal.into(),
    }
}

/// Reason why a bench has no result.
enum NoResult {
    Stopped,
    NoThread(NoThread),
}

impl From<NoThread> for NoResult {
    fn from(error: NoThread) -> Self {
        Self::NoThread(error)
    }
}

/// Message for a table smaller than requested; none if it has its size.
fn shortfall(wanted: usize, obtained: usize) -> Option<String> {
    (obtained < wanted).then(|| format!("no memory for USI_Hash {wanted}: {obtained} MB are used"))
}

/// True if the last move has won the game by a try, a capture or a check, though the side to move may have moves left.
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
        // A file that could not be loaded may exist by now.
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
        // The current evaluation sets the scale of reported scores and of the resignation.
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

    fn go_mate(&mut self, question: Question, limit: Option<Duration>, started: Instant, options: &Options) {
        let Some(wording) = self.worded() else { return self.output.line(question.not_implemented()) };
        if has_lost(&wording.position) {
            return self.output.line(question.none());
        }
        let deadline = limit.map(|limit| started + limit);
        self.mate = mate::start(question, wording, deadline, options, &self.output);
    }

    fn ponderhit(&mut self, hit: &Hit) {
        if std::mem::take(&mut self.pondering) {
            let by_side = |position: &G::Position| hit.clock_of(position.side_to_move());
            // If the position has been refused meanwhile, the side to move is unknown.
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
                // Without threads the first count turns the only one into a pool, and no other pool can be built.
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
                // A host without threads stops the searches, and not the bench.
                if system::give_way() || stop.load(Ordering::Relaxed) || output.is_closed() {
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
