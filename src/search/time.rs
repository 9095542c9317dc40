//! Time management (chessprogramming.org: Time Management).
//!
//! A [`Budget`] is computed once from the clock of the game; a [`TimeManager`] compares it with the time that has
//! passed and with the course of the search. Neither reads the machine's clock: the caller passes the time, so that all
//! can be tested as plain functions.

use super::limits::{Clock, Limits, SearchOptions};
use super::tunables as tune;
use crate::board::Color;
use std::time::{Duration, Instant};

/// Thinking time for one move, by our own clock: lag is already subtracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The least time to use: using less gains nothing.
    pub minimum: Duration,
    /// The time to use in a position of usual difficulty.
    pub optimum: Duration,
    /// The time never to exceed.
    pub maximum: Duration,
}

/// Seconds beyond which more time makes no difference: keeps sums and products of any clock finite.
const FOREVER: f64 = 1e9;

fn seconds(duration: Duration) -> f64 {
    duration.as_secs_f64().min(FOREVER)
}

fn percent(number: i32) -> f64 {
    f64::from(number) / 100.0
}

/// The main time pays for the lag if increment or byoyomi do not. This part of it is used anyway, as the lag is
/// usually less.
const LAG_FLOOR: f64 = 0.4;
/// The main time counts as used up once no more is left than the lag and this part of the byoyomi.
const LAST_SECONDS: f64 = 0.1;
/// At least this part of the byoyomi is used, whatever the lag.
const BYOYOMI_FLOOR: f64 = 0.5;
/// No more than this part of the time at hand is planned for one move.
const MOST_PLANNED: f64 = 0.8;
/// The worst lag is never taken to be more than this part of the time at hand.
const LAG_CEILING: f64 = 0.5;

impl Budget {
    /// The budget of `color`, who is to move at `game_ply`.
    #[must_use]
    pub fn new(clock: &Clock, color: Color, game_ply: u32, options: &SearchOptions) -> Self {
        let remaining = seconds(clock.remaining[color.index()]);
        let increment = seconds(clock.increment[color.index()]);
        let byoyomi = seconds(clock.byoyomi);
        let lag = seconds(options.usual_lag());

        let available = at_hand(clock, color);
        let limit = available - worst_lag(available, options);
        if byoyomi > 0.0 && remaining < byoyomi.mul_add(LAST_SECONDS, lag) {
            return Self::all_of(limit);
        }

        let moves = expected_moves(game_ply, byoyomi > 0.0, options);
        // The remaining time pays what the increment does not.
        let net_increment = increment - if byoyomi > 0.0 { 0.0 } else { lag };
        let bank = net_increment.min(0.0).mul_add(moves, remaining).max(remaining * LAG_FLOOR);
        let per_move = bank / moves
            + percent(tune::time_increment_percent()) * net_increment.max(0.0)
            + (byoyomi - lag).max(byoyomi * BYOYOMI_FLOOR);
        let pondering = if options.ponder { percent(tune::time_ponder_percent()) } else { 1.0 };
        let optimum = per_move * pondering * f64::from(options.slow_mover) / 100.0;
        if byoyomi > 0.0 && optimum >= remaining * MOST_PLANNED {
            // The main time ends with this move in any case, and the byoyomi that follows cannot be saved.
            return Self::all_of(limit);
        }

        let (ratio, share) = (percent(tune::time_max_ratio()), percent(tune::time_max_share()));
        let longest = (optimum * ratio).min(remaining.mul_add(share, byoyomi));
        let maximum = longest.max(optimum.min(available * MOST_PLANNED)).min(limit);
        // Unused byoyomi is lost.
        let minimum = (seconds(options.minimum_thinking_time).max(byoyomi) - lag).clamp(0.0, maximum);
        Self::from_seconds(minimum, optimum.clamp(minimum, maximum), maximum)
    }

    /// The budget of `color` under the limits of a search; none if no time ends it. A fixed time for the move is cut
    /// short if the clock of the game would run out.
    fn of<M>(limits: &Limits<M>, color: Color, game_ply: u32, options: &SearchOptions) -> Option<Self> {
        match limits.move_time {
            _ if limits.infinite => None,
            None => limits.clock.map(|clock| Self::new(&clock, color, game_ply, options)),
            Some(time) => {
                // A clock that has never had any time is none that could run out.
                let clock = limits.clock.filter(|clock| clock.has_time(color));
                let available = clock.map(|clock| at_hand(&clock, color));
                let limit = available.map_or(f64::INFINITY, |available| available - worst_lag(available, options));
                Some(Self::all_of(seconds(time).min(limit)))
            }
        }
    }

    /// Time to use after an iteration that went like this, without the minimum.
    fn wanted(&self, progress: &IterationProgress) -> Duration {
        self.optimum.mul_f64(progress.urgency()).min(self.maximum)
    }

    fn all_of(limit: f64) -> Self {
        Self::from_seconds(limit, limit, limit)
    }

    fn from_seconds(minimum: f64, optimum: f64, maximum: f64) -> Self {
        let duration = |seconds: f64| Duration::from_secs_f64(seconds.clamp(0.0, 3.0 * FOREVER));
        Self { minimum: duration(minimum), optimum: duration(optimum), maximum: duration(maximum) }
    }
}

/// The time on the clock of `color` for one move.
fn at_hand(clock: &Clock, color: Color) -> f64 {
    let main = seconds(clock.remaining[color.index()]) + seconds(clock.byoyomi);
    // Some rules add the increment before the move rather than after it; that must be so if nothing else is left.
    if main > 0.0 { main } else { seconds(clock.increment[color.index()]) }
}

/// Time to keep back: less than the option asks for if that would leave nothing to think with.
fn worst_lag(available: f64, options: &SearchOptions) -> f64 {
    seconds(options.worst_lag()).min(available * LAG_CEILING)
}

/// Own moves that the remaining time should last for, this one included.
fn expected_moves(game_ply: u32, byoyomi: bool, options: &SearchOptions) -> f64 {
    // At a game's start some more are expected than in its middle.
    let opening = (1.0 - f64::from(game_ply) / f64::from(tune::time_opening_plies())).max(0.0);
    let more = f64::from(tune::time_opening_moves());
    let mut moves = more.mul_add(opening, f64::from(tune::time_horizon()) - more);
    if byoyomi {
        // With byoyomi to fall back on the main time is spent faster.
        moves *= percent(tune::time_byoyomi_percent());
    }
    if let Some(last) = options.max_moves_to_draw {
        moves = moves.min(f64::from(last.saturating_sub(game_ply).div_ceil(2)));
    }
    moves.max(1.0)
}

/// The least and the greatest factor for a falling score.
const FALLING: (f64, f64) = (0.65, 1.6);
/// The least and the greatest factor for the effort spent on the best move.
const EFFORT: (f64, f64) = (0.8, 1.35);
/// Iterations with the same best move beyond which stability no longer counts.
const MOST_STABLE: u32 = 10;
/// The least factor for a stable best move.
const STABLE_FLOOR: f64 = 0.65;
/// Changes of the best move beyond which instability no longer counts.
const MOST_CHANGES: f64 = 2.0;

/// Facts about an iteration that decide on the time to use.
#[derive(Clone, Copy, Debug)]
pub struct IterationProgress {
    /// Iterations in a row that kept the best move.
    pub stability: u32,
    /// Recent changes of the best move, older ones counting less, a thread.
    pub changes: f64,
    /// Centipawns lost against the recent average, negative if gained.
    pub score_drop: i32,
    /// Share of the nodes spent on the best move, 0 to 1.
    pub effort: f64,
    /// There is only one legal move.
    pub single_reply: bool,
    /// The outcome is proved as far as it can be.
    pub decided: bool,
}

impl IterationProgress {
    /// Factor on the optimum time.
    fn urgency(&self) -> f64 {
        let drop = f64::from(self.score_drop) / f64::from(tune::time_falling_divisor());
        let falling = (percent(tune::time_falling_base_percent()) + drop).clamp(FALLING.0, FALLING.1);
        let stable = percent(tune::time_stable_slope_percent()) * f64::from(self.stability.min(MOST_STABLE));
        let stability = (percent(tune::time_stable_base_percent()) - stable).max(STABLE_FLOOR);
        let instability = 1.0 + percent(tune::time_unstable_percent()) * self.changes.min(MOST_CHANGES);
        let effort =
            percent(tune::time_effort_base_percent()) - percent(tune::time_effort_slope_percent()) * self.effort;
        let effort = effort.clamp(EFFORT.0, EFFORT.1);
        falling * stability * instability * effort
    }
}

/// Thinking time for a forced move, for its score and the answer to ponder on.
const SINGLE_REPLY: Duration = Duration::from_millis(200);

/// Watches the clock of one search.
#[derive(Clone, Debug)]
pub struct TimeManager {
    /// Start of the search.
    started: Instant,
    /// Start of our own clock: with the search, or at the ponder hit.
    clock_started: Instant,
    /// The time for this move; none if the search has no end by the clock.
    budget: Option<Budget>,
    /// The budget is a time set by the caller, to be used neither more nor less.
    is_fixed: bool,
    pondering: bool,
    color: Color,
    game_ply: u32,
    options: SearchOptions,
    /// Facts about the last iteration.
    progress: Option<IterationProgress>,
    /// Nothing but the minimum keeps the search going.
    awaits_minimum: bool,
}

impl TimeManager {
    /// The time manager of a search by `color`, who is to move at `game_ply`.
    #[must_use]
    pub fn new<M>(limits: &Limits<M>, options: &SearchOptions, color: Color, game_ply: u32) -> Self {
        Self {
            started: limits.started,
            clock_started: limits.started,
            budget: Budget::of(limits, color, game_ply, options),
            is_fixed: limits.move_time.is_some(),
            pondering: limits.ponder,
            color,
            game_ply,
            options: options.clone(),
            progress: None,
            awaits_minimum: false,
        }
    }

    /// The expected move has been played, at the instant `at`; `clock` replaces the earlier times. True if the search
    /// has already had the time it needs.
    pub fn ponderhit(&mut self, at: Instant, clock: Option<&Clock>) -> bool {
        self.pondering = false;
        self.clock_started = at;
        if let Some(clock) = clock {
            self.is_fixed = false;
            self.budget = Some(Budget::new(clock, self.color, self.game_ply, &self.options));
        }
        self.progress.is_some_and(|progress| self.update(&progress, at))
    }

    /// Latest end of the search; none if it need not end, as far as is known. Once only the minimum keeps it going, it
    /// ends with that, in the middle of an iteration.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        let budget = self.budget.filter(|_| !self.pondering)?;
        self.clock_started.checked_add(if self.awaits_minimum { budget.minimum } else { budget.maximum })
    }

    /// True if no further iteration should begin after one that went like this and ended at the instant `at`.
    pub fn should_stop(&mut self, progress: IterationProgress, at: Instant) -> bool {
        self.progress = Some(progress);
        self.update(&progress, at)
    }

    /// True if the time for this move has been used after an iteration that went like this; also notes if only the
    /// minimum keeps the search going.
    fn update(&mut self, progress: &IterationProgress, at: Instant) -> bool {
        let wanted = self.budget.filter(|_| !self.pondering).map(|budget| budget.wanted(progress));
        self.awaits_minimum = wanted.is_some_and(|wanted| at.saturating_duration_since(self.started) >= wanted);
        self.has_enough(progress, at)
    }

    /// True if the time for this move has been used. Pondering counts as well, except towards the minimum.
    fn has_enough(&self, progress: &IterationProgress, at: Instant) -> bool {
        let Some(budget) = self.budget else { return false };
        if self.pondering {
            return false;
        }
        if progress.decided {
            return true;
        }
        let on_clock = at.saturating_duration_since(self.clock_started);
        if progress.single_reply && !self.is_fixed {
            return on_clock >= SINGLE_REPLY.min(budget.optimum);
        }
        on_clock >= budget.minimum && at.saturating_duration_since(self.started) >= budget.wanted(progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn clock(remaining: u64, increment: u64, byoyomi: u64) -> Clock {
        Clock { remaining: [MS(remaining); 2], increment: [MS(increment); 2], byoyomi: MS(byoyomi) }
    }

    fn budget(remaining: u64, increment: u64, byoyomi: u64) -> Budget {
        Budget::new(&clock(remaining, increment, byoyomi), Color::Black, 30, &SearchOptions::default())
    }

    fn any_time() -> impl Strategy<Value = u64> {
        prop_oneof![Just(0), 1u64..1_000, 1_000u64..100_000, 100_000u64..50_000_000, Just(u64::MAX / 1_000)]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn never_exceeds_what_there_is(
            remaining in any_time(), increment in any_time(), byoyomi in any_time(), ply in 1u32..600,
            lag in 0u64..2_000, worst in 0u64..3_000, minimum in 0u64..5_000, slow_mover in 1u32..1_000,
            last in prop::option::of(1u32..600), ponder: bool,
        ) {
            let options = SearchOptions {
                network_delay: MS(lag),
                network_delay2: MS(worst),
                minimum_thinking_time: MS(minimum),
                slow_mover,
                max_moves_to_draw: last,
                ponder,
                ..SearchOptions::default()
            };
            let clock = clock(remaining, increment, byoyomi);
            let budget = Budget::new(&clock, Color::White, ply, &options);
            prop_assert!(budget.minimum <= budget.optimum && budget.optimum <= budget.maximum);
            let available = if remaining + byoyomi > 0 { MS(remaining).saturating_add(MS(byoyomi)) } else { MS(increment) };
            prop_assert!(budget.maximum <= available);
            let spare = available.saturating_sub(budget.maximum) + Duration::from_micros(1);
            prop_assert!(spare >= MS(worst.max(lag)).min(available / 2) || available > MS(1_000_000_000_000));
            let fixed = Budget::all_of(seconds(MS(remaining)));
            prop_assert!(fixed.maximum <= MS(remaining));
        }

        /// A whole game with a lag within the options: the clock never runs out.
        #[test]
        fn whole_games_end_in_time(
            remaining in 100u64..60_000, increment in 0u64..2_000, moves in 20usize..200, lag in 0u64..4,
        ) {
            let mut left = MS(remaining);
            for number in 0..moves {
                let clock = Clock { remaining: [left; 2], increment: [MS(increment); 2], byoyomi: Duration::ZERO };
                let budget = Budget::new(&clock, Color::Black, number as u32 * 2, &SearchOptions::default());
                let used = if number % 5 == 0 { budget.maximum.min(budget.optimum * 2) } else { budget.optimum } + MS(lag);
                prop_assert!(used < left || left < MS(10), "move {number}: {used:?} of {left:?}");
                left = left.saturating_sub(used) + MS(increment);
            }
        }
    }

    #[test]
    fn byoyomi_alone_is_used_up() {
        let options = SearchOptions::default();
        let all = MS(9_940);
        assert_eq!(all + options.network_delay2, MS(10_000));
        assert_eq!(budget(0, 0, 10_000), Budget { minimum: all, optimum: all, maximum: all });
        assert_eq!(budget(2_000, 0, 10_000).minimum, all + MS(2_000));
        let early = budget(600_000, 0, 10_000);
        assert!(early.optimum > MS(10_000) && early.optimum < MS(60_000), "{early:?}");
        assert!(early.minimum == MS(9_980) && early.maximum > early.optimum * 2);
        assert!(budget(600_000, 10_000, 0).minimum.is_zero());
        let overhead = SearchOptions { move_overhead: MS(500), ..options };
        let late = Budget::new(&clock(0, 0, 10_000), Color::Black, 30, &overhead);
        assert_eq!((late.minimum, late.maximum), (MS(9_500), MS(9_500)));
    }

    /// A calm search of a position with the byoyomi of `clock`, that ponders from the instant `started`.
    fn calm(clock: Clock, started: Instant) -> TimeManager {
        let limits = Limits::<u16> { ponder: true, clock: Some(clock), started, ..Limits::new() };
        let mut time = TimeManager::new(&limits, &SearchOptions::default(), Color::Black, 30);
        assert!(!time.should_stop(CALM, started));
        time
    }

    const CALM: IterationProgress = IterationProgress {
        stability: 10,
        changes: 0.0,
        score_drop: -50,
        effort: 1.0,
        single_reply: false,
        decided: false,
    };

    #[test]
    fn byoyomi_is_not_given_away() {
        let clock = clock(5_000, 0, 1_000);
        let started = Instant::now();
        let hit = started + MS(60_000);
        let mut time = calm(clock, started);
        assert!(!time.ponderhit(hit, None), "only the byoyomi keeps it going");
        assert_eq!(time.deadline(), Some(hit + MS(980)), "and nothing of the rest is spent");
        let mut time = calm(clock, hit);
        assert!(!time.ponderhit(hit, None));
        assert!(time.deadline().is_some_and(|deadline| deadline > hit + MS(1_100)));
        let mut decided = calm(clock, started);
        assert!(!decided.should_stop(IterationProgress { decided: true, ..CALM }, hit) && decided.ponderhit(hit, None));
        let (mut forced, progress) = (calm(clock, started), IterationProgress { single_reply: true, ..CALM });
        assert!(!forced.should_stop(progress, hit) && !forced.ponderhit(hit, None));
        assert!(!forced.should_stop(progress, hit + MS(199)) && forced.should_stop(progress, hit + MS(200)));
    }

    #[test]
    fn a_told_time_is_used_though_the_move_is_forced() {
        let limits = Limits::<u16> { move_time: Some(MS(60_000)), ..Limits::new() };
        let mut time = TimeManager::new(&limits, &SearchOptions::default(), Color::Black, 1);
        let forced = IterationProgress { single_reply: true, ..CALM };
        assert!(!time.should_stop(forced, limits.started + MS(59_999)));
        assert!(time.should_stop(forced, limits.started + MS(60_000)));
        assert!(time.should_stop(IterationProgress { decided: true, ..CALM }, limits.started));
    }

    #[test]
    fn a_told_time_is_cut_where_the_clock_would_run_out() {
        let longest = |clock| {
            let limits = Limits::<u16> { move_time: Some(MS(3_000)), clock, ..Limits::new() };
            let time = TimeManager::new(&limits, &SearchOptions::default(), Color::Black, 30);
            time.budget.map(|budget| budget.maximum)
        };
        let cut = longest(Some(clock(1_000, 0, 0))).unwrap();
        assert!(cut < MS(1_000) && cut >= MS(500), "{cut:?}");
        for enough in [None, Some(clock(0, 0, 0)), Some(clock(12_000, 0, 0)), Some(clock(0, 0, 10_000))] {
            assert_eq!(longest(enough), Some(MS(3_000)), "{enough:?}");
        }
    }

    #[test]
    fn fast_games_are_played_sanely() {
        let fast = budget(500, 0, 0);
        assert!(fast.optimum >= MS(2) && fast.maximum <= MS(200), "{fast:?}");
        let fischer = budget(10_000, 100, 0);
        assert!(fischer.optimum > MS(150) && fischer.optimum < MS(500), "{fischer:?}");
        let tiny = budget(20, 0, 0);
        assert!(tiny.maximum <= MS(10), "{tiny:?}");
        assert!(budget(0, 1_000, 0).optimum > MS(300));
        assert_eq!(budget(0, 0, 0).maximum, Duration::ZERO);
    }

    #[test]
    fn the_last_moves_take_the_rest() {
        let options = SearchOptions { max_moves_to_draw: Some(320), ..SearchOptions::default() };
        let late = Budget::new(&clock(60_000, 0, 0), Color::Black, 318, &options);
        assert!(late.optimum > MS(40_000), "{late:?}");
    }

    #[test]
    fn trouble_takes_longer() {
        let calm = IterationProgress {
            stability: 8,
            changes: 0.0,
            score_drop: 0,
            effort: 0.9,
            single_reply: false,
            decided: false,
        };
        let trouble = IterationProgress { stability: 0, changes: 1.0, score_drop: 60, effort: 0.3, ..calm };
        assert!(calm.urgency() < 0.8 && trouble.urgency() > 2.0);
    }

    /// The progress of a search that needs no more time.
    const DECIDED: IterationProgress = IterationProgress {
        stability: 8,
        changes: 0.0,
        score_drop: 0,
        effort: 0.9,
        single_reply: false,
        decided: true,
    };

    #[test]
    fn pondering_waits_for_the_hit() {
        let options = SearchOptions::default();
        let limits = Limits::<u16> { ponder: true, clock: Some(clock(0, 0, 0)), ..Limits::new() };
        let mut time = TimeManager::new(&limits, &options, Color::Black, 1);
        let now = limits.started;
        assert!(time.deadline().is_none() && !time.clone().should_stop(DECIDED, now));
        assert!(!time.ponderhit(now, Some(&clock(1_000_000, 0, 0))));
        assert!(time.deadline().is_some_and(|at| at > now + MS(1_000)));
        assert!(!time.ponderhit(now, Some(&clock(0, 0, 0))));
        assert_eq!(time.deadline(), Some(now));
        let infinite = Limits::<u16> { infinite: true, move_time: Some(Duration::ZERO), ..Limits::new() };
        assert!(TimeManager::new(&infinite, &options, Color::Black, 1).deadline().is_none());
    }

    #[test]
    fn a_hit_ends_what_has_taken_long_enough() {
        let limits = Limits::<u16> { ponder: true, clock: Some(clock(60_000, 0, 0)), ..Limits::new() };
        let mut time = TimeManager::new(&limits, &SearchOptions::default(), Color::Black, 1);
        assert!(!time.should_stop(DECIDED, limits.started) && time.ponderhit(limits.started, None));
    }
}
