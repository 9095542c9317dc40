//! One game as the protocol plays it: the position, and the threads that search it.

use super::book::BookOption;
use super::error::UsiError;
use super::mate::MateSearch;
use super::options::Options;
use super::parse::{Order, Setup};
use super::print::{Output, UsiReporter, Wording};
use super::solution::{SolutionOption, report};
use crate::board::Color;
use crate::eval::{EvalOptions, Evaluated, EvaluationModel};
use crate::game::score::Shown;
use crate::game::{Dialect, PerfectLine, Position as _, Reason, SfenMode};
use crate::search::{Clock, Limits, Pool, SearchOptions};
use crate::tools::bench;
use crate::tools::game::Hosted;
use crate::tools::perft::Division;
use std::convert::Infallible;
use std::sync::Arc;
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

    /// Starts a search, stopping one that runs.
    fn go(&mut self, order: &Order<'_>, started: Instant, options: &Options);

    /// Starts a search for mate, stopping any search that runs.
    fn go_mate(&mut self, limit: Option<Duration>, started: Instant, options: &Options);

    /// The expected move was played. This means nothing if no search ponders.
    fn ponderhit(&mut self, clock: Option<Clock>);

    fn stop(&mut self);

    fn is_searching(&self) -> bool;

    /// Stops a running search and waits for its answer.
    fn finish(&mut self);

    fn perft(&self, depth: u32, threads: usize);

    fn bench(&mut self, settings: &bench::Settings, options: &Options);

    fn display(&self);

    fn evaluate(&mut self, options: &Options);

    fn moves(&self);

    /// Names the side to move.
    fn side(&self);
}

/// Opens a session of a game at its even start.
pub fn open<G: Hosted>(game: G, options: &Options, output: &Arc<Output>) -> Box<dyn Session> {
    let rules = game.rules(&options.rules);
    let mut position = game.start();
    G::set_rules(&mut position, &rules);
    Box::new(GameSession::<G> {
        game,
        rules,
        position: Ok(position),
        dialect: Dialect::default(),
        model: G::Model::internal(game),
        loaded: Some(EvalOptions::default()),
        book: BookOption::new(game),
        solution: SolutionOption::default(),
        missing: false,
        pool: None,
        outdated: false,
        mate_search: None,
        table_megabytes: 0,
        learnt: false,
        pondering: false,
        owes_resignation: false,
        output: Arc::clone(output),
    })
}

struct GameSession<G: Hosted> {
    game: G,
    rules: G::Rules,
    /// The position, or why the last one was refused.
    position: Result<G::Position, String>,
    /// The last in which the client has shown itself to write.
    dialect: Dialect,
    model: G::Model,
    /// What was asked for last, if it need not be tried again.
    loaded: Option<EvalOptions>,
    book: BookOption<G>,
    solution: SolutionOption,
    /// Whether the last attempt to load a model failed.
    missing: bool,
    /// Made when it is first needed: `usi` must be answered fast.
    pool: Option<Pool<G, EvaluatorOf<G>>>,
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
    /// Whether a `go` without a position still waits for its answer, since it was to go on until told otherwise.
    owes_resignation: bool,
    output: Arc<Output>,
}

type EvaluatorOf<G> = <<G as Evaluated>::Model as EvaluationModel<G>>::Evaluator;

impl<G: Hosted> GameSession<G> {
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
                self.outdated = true;
                self.model = model;
                if options.eval.path().is_some() {
                    self.output.message(format_args!("network {}", self.model.name()));
                }
            }
            Err(error) => {
                self.missing = true;
                self.output.message(format_args!("{error}; the evaluation stays {}", self.model.name()));
            }
        }
    }

    /// The pool, with the evaluation, the threads and the table that the options ask for.
    fn prepared(&mut self, options: &Options) -> &mut Pool<G, EvaluatorOf<G>> {
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
            if wanted >= LARGE_TABLE {
                self.output.message(format_args!("USI_Hash {wanted}: getting the memory may take some seconds"));
            }
            let obtained = pool.resize_table(wanted);
            if let Some(shortfall) = shortfall(wanted, obtained) {
                self.output.message(shortfall);
            }
            self.table_megabytes = wanted;
        }
        pool
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
        let told = setup.sfen.as_ref().and_then(|sfen| G::dialect_of_sfen(&position, sfen));
        let mut dialect = told.unwrap_or(self.dialect);
        G::set_rules(&mut position, &self.rules);
        for (index, text) in setup.moves.iter().enumerate() {
            let m = G::parse_move(&position, text)
                .map_err(|source| UsiError::Move { number: index + 1, source: source.into() })?;
            dialect = G::dialect_of_move(&position, m, text).unwrap_or(dialect);
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
        self.book.answer(wording, &options.book, &self.output)
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
        self.solution.line::<G>(position)
    }

    /// Whether one move of a game is asked for that goes on, so that it may come from what is known.
    fn is_play(position: &G::Position, order: &Order<'_>, options: &Options) -> bool {
        let holds = order.infinite || order.ponder;
        let analyses = options.analyses() || !order.search_moves.is_empty() || options.search.multi_pv > 1;
        !holds && !analyses && position.claim().is_none() && !has_lost::<G>(position)
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
        let read = |text: &&str| match G::parse_move(position, text) {
            Ok(m) => Some(m),
            Err(error) => {
                self.output.message(UsiError::SearchMove(error.into()));
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
            lost: has_lost::<G>(position),
            ..Limits::new()
        }
    }
}

/// What is said of a table for which there was not enough memory.
fn shortfall(wanted: usize, obtained: usize) -> Option<String> {
    (obtained < wanted).then(|| format!("no memory for USI_Hash {wanted}: {obtained} MB are used"))
}

/// Whether the game is over, the side to move having lost it to the last move, other than by having no answer.
fn has_lost<G: Hosted>(position: &G::Position) -> bool {
    G::verdict(position).is_some_and(|verdict| {
        verdict.winner == Some(!position.side_to_move())
            && matches!(verdict.reason, Reason::Try | Reason::RoyalLost | Reason::BareKing | Reason::Check)
    })
}

impl<G: Hosted> Session for GameSession<G> {
    fn variant(&self) -> &'static str {
        self.game.name()
    }

    fn apply(&mut self, options: &Options) {
        self.rules = self.game.rules(&options.rules);
        if let Ok(position) = &mut self.position {
            G::set_rules(position, &self.rules);
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
        self.finish();
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
        self.prepared(options).start(&position, limits, &options.search, reporter);
        self.learnt = true;
        self.pondering = order.ponder;
    }

    fn go_mate(&mut self, limit: Option<Duration>, started: Instant, options: &Options) {
        self.finish();
        let Some(wording) = self.worded() else { return self.output.line("checkmate notimplemented") };
        if has_lost::<G>(&wording.position) {
            return self.output.line("checkmate nomate");
        }
        let deadline = limit.map(|limit| started + limit);
        self.mate_search = Some(MateSearch::start(wording, deadline, options, Arc::clone(&self.output)));
    }

    fn ponderhit(&mut self, clock: Option<Clock>) {
        if std::mem::take(&mut self.pondering) {
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
        if let Some(search) = &self.mate_search {
            search.stop();
        }
    }

    fn is_searching(&self) -> bool {
        self.owes_resignation
            || self.pool.as_ref().is_some_and(Pool::is_searching)
            || self.mate_search.as_ref().is_some_and(MateSearch::is_running)
    }

    fn finish(&mut self) {
        self.pay_resignation();
        self.mate_search = None;
        if let Some(pool) = &mut self.pool {
            pool.stop();
            pool.wait();
        }
    }

    fn perft(&self, depth: u32, threads: usize) {
        let Some(position) = self.shown() else { return };
        let count = || Division::new::<G>(position, depth);
        let division = match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) if threads > 1 => pool.install(count),
            _ => count(),
        };
        division.lines(true).for_each(|line| self.output.line(line));
    }

    fn bench(&mut self, settings: &bench::Settings, options: &Options) {
        self.load(options);
        let lines = bench::run::<G, Infallible>(self.game, settings, &self.model, |line| {
            self.output.line(line);
            Ok(())
        });
        let Ok(summary) = lines;
        self.output.line(summary);
    }

    fn display(&self) {
        let Some(position) = self.shown() else { return };
        self.output.line(G::drawing(position));
        if position.in_check() {
            self.output.line("the side to move is in check");
        }
        if let Some(verdict) = G::verdict(position) {
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
        let moves = G::legal(position);
        let mut names = moves.as_ref().iter().map(|&m| G::usi_in(position, m, self.dialect)).collect::<Vec<_>>();
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
