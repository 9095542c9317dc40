//! Limits of a search, and the options that shape it.

use super::skill;
use crate::board::Color;
use crate::game::Score;
use std::time::{Duration, Instant};

/// The clocks of a game, as `go` gives them. Any mixture is possible, and all zero means none is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left for the rest of the game. `[color]`
    pub remaining: [Duration; 2],
    /// Time added after each own move. `[color]`
    pub increment: [Duration; 2],
    /// Time granted anew for each move once the remaining time is used up.
    pub byoyomi: Duration,
}

impl Clock {
    /// True if `color` has any time for a move.
    #[must_use]
    pub fn has_time(&self, color: Color) -> bool {
        let own = color.index();
        ![self.remaining[own], self.increment[own], self.byoyomi].iter().all(Duration::is_zero)
    }
}

/// The ends of a search, all in force together. Without any of them the search is infinite in effect, but may stop by
/// itself at the deepest iteration.
#[derive(Clone, Debug)]
pub struct Limits<M> {
    /// Start of the clock: when `go` was read, not when the threads were ready.
    pub started: Instant,
    /// The clocks of the game; the search decides how much to use.
    pub clock: Option<Clock>,
    /// The time to use, neither more nor less where the clock has as much.
    pub move_time: Option<Duration>,
    /// Nodes of all threads, exact to the node on one thread.
    pub nodes: Option<u64>,
    /// Nodes after which no further iteration starts; for self-play.
    pub soft_nodes: Option<u64>,
    /// The last iteration, in plies.
    pub depth: Option<usize>,
    /// The search never finishes before [`Pool::stop`](super::Pool::stop).
    pub infinite: bool,
    /// The search never finishes before [`Pool::ponderhit`](super::Pool::ponderhit) or [`Pool::stop`](super::Pool::stop).
    pub ponder: bool,
    /// The root moves to search; all if it is empty. Illegal ones are ignored.
    pub search_moves: Vec<M>,
    /// The game is over and the side to move has lost it, though it may have legal moves: nothing is searched.
    pub lost: bool,
}

impl<M> Limits<M> {
    /// Sets no limit but `stop`; the clock starts now.
    #[must_use]
    pub fn new() -> Self {
        Self {
            started: Instant::now(),
            clock: None,
            move_time: None,
            nodes: None,
            soft_nodes: None,
            depth: None,
            infinite: false,
            ponder: false,
            search_moves: Vec::new(),
            lost: false,
        }
    }

    /// Ends with the iteration of `depth` plies.
    #[must_use]
    pub fn depth(depth: usize) -> Self {
        Self { depth: Some(depth), ..Self::new() }
    }

    /// Ends at `nodes` nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::new() }
    }

    /// Uses `time`, from now on.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::new() }
    }

    /// Uses as much of `clock` as is wise, from now on.
    #[must_use]
    pub fn clock(clock: Clock) -> Self {
        Self { clock: Some(clock), ..Self::new() }
    }

    /// Ends only when it is stopped.
    #[must_use]
    pub fn infinite() -> Self {
        Self { infinite: true, ..Self::new() }
    }

    /// True if these limits or the options end the search before its deepest iteration, unless it is infinite.
    #[must_use]
    pub fn have_end(&self, options: &SearchOptions) -> bool {
        let by_time = self.clock.is_some() || self.move_time.is_some();
        let by_nodes = self.nodes.or(self.soft_nodes).or(options.nodes_limit).is_some();
        let by_depth = self.depth.or(options.depth_limit).is_some();
        by_time || by_nodes || by_depth || options.is_weakened()
    }
}

impl<M> Default for Limits<M> {
    fn default() -> Self {
        Self::new()
    }
}

/// Options that hold from one search to the next.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// Threads that search together, at least one.
    pub threads: usize,
    /// Best lines to report, at least one.
    pub multi_pv: usize,
    /// Score of a draw in centipawns for the side to move at the root. `[color]`
    pub draw_values: [Score; 2],
    /// The last iteration of every search in plies, beside [`Limits::depth`].
    pub depth_limit: Option<usize>,
    /// The nodes that end every search, beside [`Limits::nodes`].
    pub nodes_limit: Option<u64>,
    /// Searches pointless moves as well, such as a declined promotion of a pawn.
    pub generate_all: bool,
    /// The level of play, from [`SearchOptions::WEAKEST`] to [`SearchOptions::FULL_SKILL`].
    pub skill_level: i32,
    /// The strength to play at, which takes the place of the level; see [`nearest_level`](super::nearest_level).
    pub elo: Option<i32>,
    /// Mean lag between the clock and this program, taken from every move.
    pub network_delay: Duration,
    /// Worst lag to survive, kept back when the clock is about to run out.
    pub network_delay2: Duration,
    /// A lag that is both usual and to be survived, for clients that know of one alone; the longer one counts.
    pub move_overhead: Duration,
    /// Time to use at least for every move, if the clock allows.
    pub minimum_thinking_time: Duration,
    /// Percent of the usual time to use.
    pub slow_mover: u32,
    /// Game ply ([`Position::game_ply`](crate::game::Position::game_ply)) at which the game is drawn: no time is
    /// kept for moves after it.
    pub max_moves_to_draw: Option<u32>,
    /// The game is played with pondering, which saves some time.
    pub ponder: bool,
    /// Least time between two reported iterations; zero reports all.
    pub pv_interval: Duration,
    /// Reports scores outside the window as bounds while a long search still refines them.
    pub shows_bounds: bool,
}

impl SearchOptions {
    /// The skill level that plays its best.
    pub const FULL_SKILL: i32 = skill::FULL_SKILL;
    /// The skill level that plays worst.
    pub const WEAKEST: i32 = skill::WEAKEST;

    /// The level of play in force.
    #[must_use]
    pub fn level(&self) -> i32 {
        self.elo.map_or(self.skill_level, skill::nearest_level)
    }

    /// True if a skill level below the full one is wanted.
    #[must_use]
    pub fn is_weakened(&self) -> bool {
        self.level() < Self::FULL_SKILL
    }

    /// The lag to be expected of every move.
    #[must_use]
    pub fn usual_lag(&self) -> Duration {
        self.network_delay.max(self.move_overhead)
    }

    /// The lag to be survived.
    #[must_use]
    pub fn worst_lag(&self) -> Duration {
        self.network_delay2.max(self.usual_lag())
    }
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            threads: 1,
            multi_pv: 1,
            draw_values: [-2, -2],
            depth_limit: None,
            nodes_limit: None,
            generate_all: false,
            skill_level: Self::FULL_SKILL,
            elo: None,
            network_delay: Duration::from_millis(20),
            network_delay2: Duration::from_millis(60),
            move_overhead: Duration::ZERO,
            minimum_thinking_time: Duration::ZERO,
            slow_mover: 100,
            max_moves_to_draw: None,
            ponder: false,
            pv_interval: Duration::ZERO,
            shows_bounds: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_limit_is_an_end() {
        let usual = SearchOptions::default;
        for limits in [Limits::<u16>::new(), Limits { ponder: true, search_moves: vec![1], ..Limits::new() }] {
            assert!(!limits.have_end(&usual()), "{limits:?}");
        }
        for limits in [
            Limits::<u16>::depth(1),
            Limits::nodes(1),
            Limits { soft_nodes: Some(1), ..Limits::new() },
            Limits::move_time(Duration::ZERO),
            Limits::clock(Clock::default()),
        ] {
            assert!(limits.have_end(&usual()), "{limits:?}");
        }
        for options in [
            SearchOptions { depth_limit: Some(1), ..usual() },
            SearchOptions { nodes_limit: Some(1), ..usual() },
            SearchOptions { skill_level: 0, ..usual() },
        ] {
            assert!(Limits::<u16>::new().have_end(&options), "{options:?}");
        }
    }
}
