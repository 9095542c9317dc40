//! One game as the protocol plays it: the position, and the threads that search it.

use super::book::Shelf;
use super::error::UsiError;
use super::mate::MateSearch;
use super::options::Options;
use super::parse::{Order, Setup};
use super::print::{Output, UsiReporter};
use crate::eval::{EvalOptions, Evaluator, Model};
use crate::game::score::Shown;
use crate::game::{Game, Position as _};
use crate::rules::{Move, Position, Reason, RuleOptions, Rules, SfenMode, Verdict};
use crate::search::{Clock, Limits, Pool};
use crate::tools::{bench, perft};
use crate::variants::{Variant, Visitor};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A session of any game.
pub trait Session {
    fn variant(&self) -> Variant;

    /// Puts the options in force that take effect at once.
    fn apply(&mut self, options: &Options);

    /// The heavy work: threads, and memory for the table. Waits for a running search.
    fn prepare(&mut self, options: &Options);

    /// Forgets what was learnt in earlier games. Waits for a running search.
    fn forget(&mut self);

    /// Sets up a position; on an error the previous one stays.
    fn set_position(&mut self, setup: &Setup<'_>) -> Result<(), UsiError>;

    /// Starts a search, stopping one that runs.
    fn go(&mut self, order: &Order<'_>, started: Instant, options: &Options);

    /// The expected move was played. Means nothing if no search ponders.
    /// Starts a search for mate, stopping any search that runs.
    fn go_mate(&mut self, limit: Option<Duration>, started: Instant, options: &Options);

    fn ponderhit(&mut self, clock: Option<Clock>);

    fn stop(&self);

    fn is_searching(&self) -> bool;

    /// Stops a running search and waits for its answer.
    fn finish(&mut self);

    fn perft(&self, depth: u32, threads: usize);

    fn bench(&mut self, settings: &bench::Settings, options: &Options);

    fn display(&self);

    fn evaluate(&mut self, options: &Options);

    fn moves(&self);
}

/// Opens a session of the game that `options` name, at its even start.
pub fn open(options: &Options, output: &Arc<Output>) -> Box<dyn Session> {
    options.variant.dispatch(Opening { options, output })
}

struct Opening<'a> {
    options: &'a Options,
    output: &'a Arc<Output>,
}

impl Visitor for Opening<'_> {
    type Output = Box<dyn Session>;

    fn visit<R: Rules>(self) -> Self::Output {
        let rules = self.options.rules::<R>();
        let mut position = Position::<R>::start();
        position.set_options(rules);
        Box::new(GameSession {
            variant: self.options.variant,
            rules,
            position,
            model: Model::internal(),
            loaded: EvalOptions::default(),
            shelf: Shelf::new(),
            missing: false,
            pool: None,
            outdated: false,
            mate_search: None,
            table_megabytes: 0,
            learnt: false,
            pondering: false,
            output: Arc::clone(self.output),
        })
    }
}

struct GameSession<R: Rules> {
    variant: Variant,
    rules: RuleOptions,
    position: Position<R>,
    model: Model<R>,
    /// What was asked for when `model` was loaded, with or without success.
    loaded: EvalOptions,
    shelf: Shelf<R>,
    /// Whether it could not be loaded.
    missing: bool,
    /// Made when it is first needed: `usi` must be answered fast.
    pool: Option<Pool<R, Evaluator<R>>>,
    /// Whether the pool still evaluates by an earlier model.
    outdated: bool,
    /// The last search for mate; it may still run.
    mate_search: Option<MateSearch>,
    /// The size asked for when the table was made; zero before.
    table_megabytes: usize,
    /// Whether the table or the histories hold anything.
    learnt: bool,
    /// Whether the last search began as pondering and still waits for its `ponderhit`.
    pondering: bool,
    output: Arc<Output>,
}

impl<R: Rules> GameSession<R> {
    /// Loads the evaluation that the options ask for, if it is another one than before. The one that comes with the
    /// program takes the place of one that cannot be loaded.
    fn load(&mut self, options: &Options) {
        if self.loaded == options.eval {
            return;
        }
        self.loaded.clone_from(&options.eval);
        self.outdated = true;
        let loaded = Model::from_options(&options.eval);
        self.missing = loaded.is_err();
        self.model = loaded.unwrap_or_else(|error| {
            self.output.message(format_args!("the internal evaluation is used: {error}"));
            Model::internal()
        });
    }

    /// The pool, with the evaluation, the threads and the table that the options ask for.
    fn prepared(&mut self, options: &Options) -> &mut Pool<R, Evaluator<R>> {
        self.load(options);
        let model = &self.model;
        let evaluators = || {
            let model = model.clone();
            move || model.evaluator()
        };
        let pool = self.pool.get_or_insert_with(|| Pool::new(evaluators()));
        if std::mem::take(&mut self.outdated) {
            pool.set_evaluator(evaluators());
            self.learnt = false;
        }
        pool.set_threads(options.search.threads);
        let wanted = options.hash_megabytes;
        if self.table_megabytes != wanted {
            let obtained = pool.resize_table(wanted);
            if obtained < wanted {
                self.output.message(format_args!("no memory for USI_Hash {wanted}: {obtained} MB are used"));
            }
            self.table_megabytes = wanted;
        }
        pool
    }

    fn set_up(&self, setup: &Setup<'_>) -> Result<Position<R>, UsiError> {
        let mut position = match &setup.sfen {
            None => Position::start(),
            Some(sfen) => Position::from_sfen(sfen, SfenMode::Tolerant)
                .map_err(|source| UsiError::Sfen { sfen: sfen.as_str().into(), source })?,
        };
        position.set_options(self.rules);
        for (index, text) in setup.moves.iter().enumerate() {
            let m = position.parse_move(text).map_err(|source| UsiError::Move { number: index + 1, source })?;
            position.make(m, &mut ());
        }
        Ok(position)
    }

    /// A move of the book, where a game is played: analysis, pondering and chosen moves want thought, and a win that can
    /// be claimed is better than any move.
    fn book_answer(&mut self, order: &Order<'_>, options: &Options) -> Option<String> {
        let analyses = order.infinite || order.ponder || !order.search_moves.is_empty() || options.search.multi_pv > 1;
        if analyses || self.position.claim().is_some() {
            return None;
        }
        self.shelf.answer(&self.position, &options.book, &self.output)
    }

    fn limits(&self, order: &Order<'_>, started: Instant) -> Limits<Move> {
        let read = |text: &&str| match self.position.parse_move(text) {
            Ok(m) => Some(m),
            Err(error) => {
                self.output.message(UsiError::SearchMove(error));
                None
            }
        };
        Limits {
            started,
            clock: order.clock,
            move_time: order.move_time,
            nodes: order.nodes,
            depth: order.depth,
            infinite: order.infinite,
            ponder: order.ponder,
            search_moves: order.search_moves.iter().filter_map(read).collect(),
            ..Limits::new()
        }
    }
}

impl<R: Rules> Session for GameSession<R> {
    fn variant(&self) -> Variant {
        self.variant
    }

    fn apply(&mut self, options: &Options) {
        self.rules = options.rules::<R>();
        self.position.set_options(self.rules);
    }

    fn prepare(&mut self, options: &Options) {
        // A file that could not be loaded may be there by now.
        if std::mem::take(&mut self.missing) {
            self.loaded = EvalOptions::default();
        }
        self.prepared(options);
        self.shelf.look_again();
        self.shelf.prepare(&options.book, &self.output);
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
        self.position = self.set_up(setup)?;
        Ok(())
    }

    fn go(&mut self, order: &Order<'_>, started: Instant, options: &Options) {
        self.finish();
        if let Some(lines) = self.book_answer(order, options) {
            self.output.line(lines);
            return;
        }
        let limits = self.limits(order, started);
        let resign_value = (!order.infinite).then_some(options.resign_value);
        let reporter = UsiReporter::<R>::new(Arc::clone(&self.output), resign_value);
        let position = self.position.clone();
        self.prepared(options).start(&position, limits, &options.search, reporter);
        self.learnt = true;
        self.pondering = order.ponder;
    }

    fn go_mate(&mut self, limit: Option<Duration>, started: Instant, options: &Options) {
        self.finish();
        let position = self.position.clone();
        let deadline = limit.map(|limit| started + limit);
        self.mate_search = Some(MateSearch::start(position, deadline, options, Arc::clone(&self.output)));
    }

    fn ponderhit(&mut self, clock: Option<Clock>) {
        if std::mem::take(&mut self.pondering)
            && let Some(pool) = &self.pool
        {
            pool.ponderhit(clock);
        }
    }

    fn stop(&self) {
        if let Some(pool) = &self.pool {
            pool.stop();
        }
        if let Some(search) = &self.mate_search {
            search.stop();
        }
    }

    fn is_searching(&self) -> bool {
        self.pool.as_ref().is_some_and(Pool::is_searching)
            || self.mate_search.as_ref().is_some_and(MateSearch::is_running)
    }

    fn finish(&mut self) {
        self.mate_search = None;
        if let Some(pool) = &mut self.pool {
            pool.stop();
            pool.wait();
        }
    }

    fn perft(&self, depth: u32, threads: usize) {
        let count = || perft::divide(&self.position, depth);
        let counts = match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) if threads > 1 => pool.install(count),
            _ => count(),
        };
        for (m, nodes) in counts.iter().filter(|_| depth > 0) {
            self.output.line(format_args!("{}: {nodes}", m.usi::<R>()));
        }
        let nodes = if depth == 0 { 1 } else { counts.iter().map(|(_, nodes)| nodes).sum() };
        self.output.line(format_args!("Nodes searched: {nodes}"));
    }

    fn bench(&mut self, settings: &bench::Settings, options: &Options) {
        self.load(options);
        let lines = bench::run(settings, &self.model, |line| {
            self.output.line(line);
            Ok(())
        });
        if let Ok(summary) = lines {
            self.output.line(summary);
        }
    }

    fn display(&self) {
        self.output.line(&self.position);
        if self.position.in_check() {
            self.output.line("the side to move is in check");
        }
        if let Some(verdict) = self.position.verdict() {
            self.output.line(format_args!("the game is over: {}", in_words(verdict)));
        }
    }

    fn evaluate(&mut self, options: &Options) {
        self.load(options);
        let (raw, score) = self.model.evaluator().explain(&self.position);
        let name = self.model.name();
        self.output.line(format_args!("static evaluation for the side to move: {} ({name})", Shown(score)));
        self.output.line(format_args!("eval raw {raw} cp {score}"));
    }

    fn moves(&self) {
        let mut moves = <R as Game>::MoveList::default();
        self.position.legal_moves(&mut moves);
        let mut names = moves.as_ref().iter().map(|m| m.usi::<R>().to_string()).collect::<Vec<_>>();
        names.sort();
        self.output.line(names.join(" "));
    }
}

fn in_words(verdict: Verdict) -> String {
    let reason = match verdict.reason {
        Reason::NoMoves => "no legal move is left",
        Reason::PerpetualCheck => "perpetual check",
        Reason::Repetition => "repetition",
        Reason::Try => "the king has reached its goal",
        Reason::KingCaptured => "the king has been captured",
        Reason::MaxMoves => "the limit of moves",
    };
    match verdict.winner {
        Some(winner) => format!("{winner:?} wins: {reason}"),
        None => format!("draw: {reason}"),
    }
}
