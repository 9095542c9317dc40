//! The program as an opponent and as a teacher.

use crate::analysis::{Reason, answers_threatmate, threatmate};
use crate::any::{AnyEngine, AnyModel, AnyMove, AnyPosition, AnySolver};
use crate::game::{Claim, Score, score};
use crate::jobs::command::Trouble;
use crate::mate;
use crate::opening::{self, BookOptions, Damage, Library};
use crate::search::{self, Clock, Limits, SearchOptions};
use crate::variants::Variant;
use rand::RngExt as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Size of the transposition table in megabytes; a game at a table needs no more.
const TABLE: usize = 64;
/// Nodes of a search for advice, which is the same on a slow machine.
const ADVICE_NODES: u64 = 150_000;
/// Longest search for advice.
const ADVICE_TIME: Duration = Duration::from_secs(4);
/// Size of the mate solver's table in megabytes, and its nodes for a threatmate.
const SOLVER_TABLE: usize = 16;
const THREAT_NODES: u64 = 20_000;
/// Least level at which the program resigns when it sees its mate; weaker opponents like to give the mate.
const RESIGNING_LEVEL: i32 = 12;

/// The program accepts a draw from this move on, in a position with a score this close to zero.
const DRAWN_FROM: usize = 100;
const DRAWISH: Score = 150;

/// True if the program agrees on a draw after this number of moves, in a position with this score.
pub const fn accepts_draw(plies: usize, score: Score) -> bool {
    plies >= DRAWN_FROM && score.abs() <= DRAWISH
}

/// Verdict of a search on a position.
#[derive(Clone, Debug)]
pub struct Thought<M> {
    pub best: Option<M>,
    /// The best line; empty if no move is best.
    pub line: Vec<M>,
    /// From the side to move.
    pub score: Score,
    /// True if the side to move wins by a declaration.
    pub declares: bool,
}

impl<M> Thought<M> {
    /// The plies of the mate by the side to move, if it mates.
    pub fn mate(&self) -> Option<usize> {
        score::mate_distance(self.score).and_then(|plies| usize::try_from(plies).ok()).filter(|&plies| plies > 0)
    }
}

/// Decision of the program on its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice<M> {
    Play(M),
    Declare,
    Resign,
}

/// Searches with the built-in opening book.
pub struct Thinker {
    engine: AnyEngine,
    solver: AnySolver,
    book: Option<Library>,
    threads: usize,
}

impl Thinker {
    pub fn new(rules: Variant, threads: usize) -> Result<Self, Trouble> {
        Self::of_model(&AnyModel::internal(rules)?, threads)
    }

    /// Searches with another evaluation.
    pub fn of_model(model: &AnyModel, threads: usize) -> Result<Self, Trouble> {
        let (rules, engine) = (model.variant(), AnyEngine::new(model, TABLE)?);
        let solver = AnySolver::new(rules, SOLVER_TABLE)?;
        Ok(Self { engine, solver, book: Library::internal(rules), threads })
    }

    /// Forgets earlier games.
    pub fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// The answer of a player of this level; none if `stop` was raised. If the clock has no time at all, it thinks as
    /// long as the level needs.
    pub fn choose(
        &mut self,
        position: &AnyPosition,
        level: i32,
        clock: Clock,
        stop: &AtomicBool,
    ) -> Option<Choice<AnyMove>> {
        if let Some(m) = self.book_move(position, level) {
            return Some(Choice::Play(m));
        }
        let thought = self.search(position, Limits::clock(clock), level, stop)?;
        let is_lost = thought.score <= -score::MATE_BOUND && level >= RESIGNING_LEVEL;
        Some(match thought.best {
            _ if thought.declares => Choice::Declare,
            Some(m) if !is_lost => Choice::Play(m),
            _ => Choice::Resign,
        })
    }

    /// The program's verdict at full strength; none if `stop` was raised.
    pub fn advice(&mut self, position: &AnyPosition, stop: &AtomicBool) -> Option<Thought<AnyMove>> {
        let limits = Limits { nodes: Some(ADVICE_NODES), ..Limits::move_time(ADVICE_TIME) };
        self.search(position, limits, SearchOptions::FULL_SKILL, stop)
    }

    /// True if the side that has moved threatens to mate.
    pub fn is_threatened(&mut self, position: &AnyPosition, stop: &AtomicBool) -> bool {
        threatmate(&mut self.solver, position, threat_limits(stop)).is_some()
    }

    /// The reason of an advised move about a mate: `mate` by its plies, or the other side's that it stops.
    pub fn reason(
        &mut self,
        position: &AnyPosition,
        m: AnyMove,
        mate: Option<usize>,
        stop: &AtomicBool,
    ) -> Option<Reason> {
        let mut defends = || answers_threatmate(&mut self.solver, position, m, threat_limits(stop));
        mate.map(Reason::Mate).or_else(|| defends().then_some(Reason::Defence))
    }

    /// The best lines of a position after a search of this time. What it learns serves the next one.
    pub fn lines(
        &mut self,
        position: &AnyPosition,
        lines: usize,
        time: Duration,
        stop: &AtomicBool,
    ) -> search::Thought<AnyMove> {
        let options = SearchOptions { threads: self.threads, multi_pv: lines, ..SearchOptions::default() };
        self.engine.think(position, Limits::move_time(time), &options, stop)
    }

    fn book_move(&self, position: &AnyPosition, level: i32) -> Option<AnyMove> {
        let library = self.book.as_ref()?;
        let options = BookOptions::default().at_level(level);
        let picked = opening::pick(
            library,
            position,
            &options,
            &mut |end| rand::rng().random_range(0..end),
            &mut Damage::default(),
        );
        picked.ok().flatten().map(|picked| picked.known.m).filter(|&m| position.legality(m).is_ok())
    }

    fn search(
        &mut self,
        position: &AnyPosition,
        limits: Limits<AnyMove>,
        level: i32,
        stop: &AtomicBool,
    ) -> Option<Thought<AnyMove>> {
        let options = SearchOptions { threads: self.threads, skill_level: level, ..SearchOptions::default() };
        let search::Thought { lines, outcome } = self.engine.think(position, limits, &options, stop);
        let thought = Thought {
            best: outcome.best,
            line: outcome.best.and_then(|_| lines.into_iter().next()).map_or_else(Vec::new, |line| line.moves),
            score: outcome.score,
            declares: outcome.claim == Some(Claim::Declaration),
        };
        (!stop.load(Ordering::Relaxed)).then_some(thought)
    }
}

fn threat_limits(stop: &AtomicBool) -> mate::Limits<'_> {
    mate::Limits { nodes: Some(THREAT_NODES), stop: Some(stop), ..mate::Limits::default() }
}
