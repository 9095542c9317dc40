//! The options of the engine, in one table with name, range and effect of each.

use super::declared::DeclaredGames;
use super::error::{OptionError, Quoted};
use crate::eval::community::GREATEST_FV_SCALE;
use crate::eval::{EvalOptions, INTERNAL};
use crate::game::{RuleChoices, Score};
use crate::mate::Length;
use crate::memory;
use crate::opening::{self, BookOptions};
use crate::search::{self, SearchOptions};
use crate::system;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Remedy for too little memory.
pub const LESS: &str = "a smaller USI_Hash and fewer Threads take less";

/// Current values of the options.
#[derive(Clone, Debug)]
pub struct Options {
    /// Size of the transposition table.
    pub hash_megabytes: usize,
    /// Name of the game.
    pub variant: &'static str,
    /// The engine resigns at minus this score or worse.
    pub resign_value: Score,
    /// Path of the log; empty for none.
    pub debug_log_file: String,
    /// True if `Clear_Hash` was pressed and the table is not cleared yet.
    pub clears_hash: bool,
    /// True for analysis instead of play.
    analyse_mode: bool,
    /// The same under the name that other clients use.
    consideration_mode: bool,
    /// True if play is limited to the strength of `elo`.
    limits_strength: bool,
    elo: i32,
    /// Number of lines to report, by `MultiPV` and by `USI_MultiPV`. The larger counts.
    lines: [usize; 2],
    pub search: SearchOptions,
    pub eval: EvalOptions,
    pub mate: MateOptions,
    pub book: BookOptions,
    /// File with the solution of the game; empty for none.
    pub solution_file: String,
    /// Choices among the rules of all games.
    pub rules: RuleChoices,
    games: DeclaredGames,
    table: Table,
}

/// Options of `go mate`.
#[derive(Clone, Copy, Debug, Default)]
pub struct MateOptions {
    /// Memory of the solver; zero for the size of the transposition table.
    pub hash_megabytes: usize,
    pub length: Length,
    /// True if, with two kings, a side to move that is in check defends.
    pub defender_first: bool,
    /// True if the defender holds every piece missing from the position.
    pub remaining_pieces: bool,
}

impl Options {
    /// All options of an engine that plays `games`, at their defaults.
    #[must_use]
    pub fn new(games: &DeclaredGames) -> Self {
        let table = Table::new(games);
        let mut options = Self {
            hash_megabytes: 0,
            variant: games.usual(),
            resign_value: 0,
            debug_log_file: String::new(),
            clears_hash: false,
            analyse_mode: false,
            consideration_mode: false,
            limits_strength: false,
            elo: 0,
            lines: [1; 2],
            search: SearchOptions::default(),
            eval: EvalOptions::default(),
            mate: MateOptions::default(),
            book: BookOptions::default(),
            solution_file: String::new(),
            rules: RuleChoices::default(),
            games: games.clone(),
            table: table.clone(),
        };
        table.0.iter().for_each(|entry| entry.set_default(&mut options));
        options
    }

    /// Sets the option called `name` to the value of `text`. Names and aliases match in any case.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        let table = self.table.clone();
        match table.entry(name) {
            Some(entry) => entry.set(self, text),
            None => set_tunable(name, text),
        }
    }

    /// The name of an option and its greatest value, which it takes in place of a greater one; none for other values.
    pub fn lowered(&self, name: &str, text: &str) -> Option<(&'static str, i64)> {
        let entry = self.table.entry(name)?;
        entry.lowered(text).map(|value| (entry.name, value))
    }

    /// True if `name` is a name of the option that chooses the game.
    pub fn is_variant(&self, name: &str) -> bool {
        self.table.0.iter().any(|entry| entry.name == VARIANT && entry.is_called(name))
    }

    /// True in analysis, where no move comes from the book and the engine does not resign.
    pub const fn analyses(&self) -> bool {
        self.analyse_mode || self.consideration_mode
    }

    fn set_strength(&mut self, limits_strength: bool, elo: i32) {
        (self.limits_strength, self.elo) = (limits_strength, elo);
        self.search.elo = limits_strength.then_some(elo);
    }

    fn set_lines(&mut self, lines: [usize; 2]) {
        self.lines = lines;
        self.search.multi_pv = lines.into_iter().fold(1, usize::max);
    }

    /// Makes a choice in every game that has it; false if none has.
    fn choose_rule(&mut self, name: &str, value: &str) -> bool {
        self.games.choose(&mut self.rules, name, value)
    }

    /// Lines that announce all options to a client.
    pub fn announcement(&self) -> impl Iterator<Item = String> {
        self.table.0.iter().map(ToString::to_string).chain(tunables())
    }
}

/// All options but the constants of the search.
#[derive(Clone)]
struct Table(Arc<[Entry]>);

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|entry| entry.name)).finish()
    }
}

struct Entry {
    name: &'static str,
    aliases: &'static [&'static str],
    kind: Kind,
}

enum Kind {
    Check {
        default: bool,
        set: fn(&mut Options, bool),
    },
    Spin {
        default: i64,
        min: i64,
        max: i64,
        /// A greater value, which clients save on a larger machine, becomes `max`.
        clamps: bool,
        set: fn(&mut Options, i64),
    },
    /// One of several words; the first is the default.
    Combo {
        choices: Vec<&'static str>,
        set: fn(&mut Options, &str) -> bool,
    },
    /// The same for a rule, which the games themselves set.
    Rule {
        choices: Vec<&'static str>,
    },
    Text {
        default: &'static str,
        is_file: bool,
        set: fn(&mut Options, &str),
    },
    Button {
        press: fn(&mut Options),
    },
}

/// Name of the option that chooses the game.
const VARIANT: &str = "USI_Variant";

/// Empty text in the protocol.
const EMPTY: &str = "<empty>";
const DRAW_VALUE_LIMIT: i64 = 30_000;
const HASH_LIMIT: i64 = 1 << 25;

/// Usual size of the transposition table in megabytes. A page shares the memory of a phone with others.
const HASH: i64 = if cfg!(target_family = "wasm") { 16 } else { 256 };
/// Greatest integer that every client holds exactly: those in JavaScript have only floating point.
const NODES_LIMIT: i64 = (1 << 53) - 1;
const USUAL_ELO: i64 = 1_500;
const MULTI_PV_LIMIT: i64 = 600;
const DELAY_LIMIT: i64 = 10_000;
/// Limit of scores and depths in books.
const BOOK_LIMIT: i64 = 99_999;

impl Table {
    fn new(games: &DeclaredGames) -> Self {
        let usual = SearchOptions::default();
        let book = BookOptions::default();
        let [book_black, book_white] = book.eval_limits.map(i64::from);
        let [weakest, skill] = [SearchOptions::WEAKEST, SearchOptions::FULL_SKILL].map(i64::from);
        let elos = search::levels().map(|level| i64::from(level.elo));
        let (least_elo, greatest_elo) = elos.fold((0, 0), |(least, greatest), elo| (least.min(elo), greatest.max(elo)));
        let [draw_black, draw_white] = usual.draw_values.map(i64::from);
        let mut table = vec![
            memory("USI_Hash", HASH, 1, |o, n| o.hash_megabytes = number(n)),
            button("Clear_Hash", |o| o.clears_hash = true),
            spin("Threads", 1, 1, if system::THREADS { 1024 } else { 1 }, |o, n| o.search.threads = number(n)),
            check("USI_Ponder", usual.ponder, |o, on| o.search.ponder = on),
            spin("MultiPV", 1, 1, MULTI_PV_LIMIT, |o, n| o.set_lines([number(n), o.lines[1]])),
            spin("USI_MultiPV", 1, 1, MULTI_PV_LIMIT, |o, n| o.set_lines([o.lines[0], number(n)])),
            check("USI_AnalyseMode", false, |o, on| o.analyse_mode = on).also(&["UCI_AnalyseMode"]),
            check("ConsiderationMode", false, |o, on| o.consideration_mode = on),
            combo(VARIANT, games.usual(), games.names(), |o, text| {
                o.games.named(text).map(|name| o.variant = name).is_some()
            })
            .also(&["UCI_Variant"]),
            spin("MaxMovesToDraw", 0, 0, 100_000, |o, n| {
                o.rules.max_moves = number(n);
                o.search.max_moves_to_draw = (n > 0).then(|| number(n));
            }),
            spin("DrawValueBlack", draw_black, -DRAW_VALUE_LIMIT, DRAW_VALUE_LIMIT, |o, n| {
                let [black, _] = &mut o.search.draw_values;
                *black = number(n);
            }),
            spin("DrawValueWhite", draw_white, -DRAW_VALUE_LIMIT, DRAW_VALUE_LIMIT, |o, n| {
                let [_, white] = &mut o.search.draw_values;
                *white = number(n);
            }),
            spin("ResignValue", 99_999, 0, 99_999, |o, n| o.resign_value = number(n)),
            delay("NetworkDelay", usual.network_delay, |o, n| o.search.network_delay = time(n)),
            delay("NetworkDelay2", usual.network_delay2, |o, n| o.search.network_delay2 = time(n)),
            delay("Move_Overhead", usual.move_overhead, |o, n| o.search.move_overhead = time(n)),
            spin("MinimumThinkingTime", 0, 0, 100_000, |o, n| o.search.minimum_thinking_time = time(n)),
            spin("SlowMover", 100, 1, 1000, |o, n| o.search.slow_mover = number(n)),
            spin("DepthLimit", 0, 0, i64::from(i32::MAX), |o, n| o.search.depth_limit = (n > 0).then(|| number(n))),
            spin("NodesLimit", 0, 0, NODES_LIMIT, |o, n| o.search.nodes_limit = (n > 0).then(|| number(n))),
            spin("PvInterval", milliseconds(usual.pv_interval), 0, 100_000, |o, n| o.search.pv_interval = time(n)),
            check("OutputFailLHPV", usual.shows_bounds, |o, on| o.search.shows_bounds = on),
            check("GenerateAllLegalMoves", usual.generate_all, |o, on| o.search.generate_all = on),
            spin("Skill_Level", skill, weakest, skill, |o, n| o.search.skill_level = number(n))
                .also(&["USI_SkillLevel"]),
            check("USI_LimitStrength", false, |o, on| o.set_strength(on, o.elo)).also(&["UCI_LimitStrength"]),
            spin("USI_Elo", USUAL_ELO, least_elo, greatest_elo, |o, n| o.set_strength(o.limits_strength, number(n)))
                .also(&["UCI_Elo"]),
            file("EvalFile", INTERNAL, |o, text| text.clone_into(&mut o.eval.file)),
            text("EvalDir", EMPTY, |o, text| text.clone_into(&mut o.eval.directory)),
            spin("FV_SCALE", i64::from(EvalOptions::default().fv_scale), 0, GREATEST_FV_SCALE.into(), |o, n| {
                o.eval.fv_scale = number(n);
            }),
            memory("MateHash", 0, 0, |o, n| o.mate.hash_megabytes = number(n)),
            combo("MateLength", "short", MATE_LENGTHS.map(|(name, _)| name), |o, text| {
                let chosen = MATE_LENGTHS.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
                chosen.map(|&(_, length)| o.mate.length = length).is_some()
            }),
            check("MateDefenderFirst", false, |o, on| o.mate.defender_first = on),
            check("MateRemainingPieces", false, |o, on| o.mate.remaining_pieces = on),
            check("USI_OwnBook", book.own_book, |o, on| o.book.own_book = on),
            file("BookFile", opening::INTERNAL, |o, text| text.clone_into(&mut o.book.file)),
            spin("BookMoves", book.moves.into(), 0, 10_000, |o, n| o.book.moves = number(n)),
            spin("BookEvalDiff", book.eval_diff.into(), 0, BOOK_LIMIT, |o, n| o.book.eval_diff = number(n)),
            spin("BookEvalBlackLimit", book_black, -BOOK_LIMIT, BOOK_LIMIT, |o, n| {
                let [black, _] = &mut o.book.eval_limits;
                *black = number(n);
            }),
            spin("BookEvalWhiteLimit", book_white, -BOOK_LIMIT, BOOK_LIMIT, |o, n| {
                let [_, white] = &mut o.book.eval_limits;
                *white = number(n);
            }),
            spin("BookDepthLimit", book.depth_limit.into(), 0, BOOK_LIMIT, |o, n| o.book.depth_limit = number(n)),
            spin("BookIgnoreRate", book.ignore_rate.into(), 0, 100, |o, n| o.book.ignore_rate = number(n)),
            check("NarrowBook", book.narrow, |o, on| o.book.narrow = on),
            check("FlippedBook", book.flipped, |o, on| o.book.flipped = on),
            check("IgnoreBookPly", book.ignore_ply, |o, on| o.book.ignore_ply = on),
            file("SolutionFile", EMPTY, |o, text| text.clone_into(&mut o.solution_file)),
            file("DebugLogFile", EMPTY, |o, text| text.clone_into(&mut o.debug_log_file)),
        ];
        let rules = games.rules().into_iter();
        table.extend(rules.map(|(name, choices)| Entry { name, aliases: &[], kind: Kind::Rule { choices } }));
        Self(table.into())
    }

    fn entry(&self, name: &str) -> Option<&Entry> {
        self.0.iter().find(|entry| entry.is_called(name))
    }
}

const MATE_LENGTHS: [(&str, Length); 3] =
    [("first", Length::FirstFound), ("short", Length::Short), ("shortest", Length::Shortest)];

fn check(name: &'static str, default: bool, set: fn(&mut Options, bool)) -> Entry {
    Entry { name, aliases: &[], kind: Kind::Check { default, set } }
}

fn spin(name: &'static str, default: i64, min: i64, max: i64, set: fn(&mut Options, i64)) -> Entry {
    Entry { name, aliases: &[], kind: Kind::Spin { default, min, max, clamps: false, set } }
}

/// A spin in megabytes, up to the memory of the machine.
fn memory(name: &'static str, default: i64, min: i64, set: fn(&mut Options, i64)) -> Entry {
    let machine = memory::total().and_then(|bytes| i64::try_from(bytes >> 20).ok()).unwrap_or(HASH_LIMIT);
    let max = machine.clamp(default.max(min), HASH_LIMIT);
    Entry { name, aliases: &[], kind: Kind::Spin { default, min, max, clamps: true, set } }
}

fn text(name: &'static str, default: &'static str, set: fn(&mut Options, &str)) -> Entry {
    Entry { name, aliases: &[], kind: Kind::Text { default, is_file: false, set } }
}

fn file(name: &'static str, default: &'static str, set: fn(&mut Options, &str)) -> Entry {
    Entry { name, aliases: &[], kind: Kind::Text { default, is_file: true, set } }
}

fn button(name: &'static str, press: fn(&mut Options)) -> Entry {
    Entry { name, aliases: &[], kind: Kind::Button { press } }
}

fn delay(name: &'static str, default: Duration, set: fn(&mut Options, i64)) -> Entry {
    spin(name, milliseconds(default), 0, DELAY_LIMIT, set)
}

fn combo(
    name: &'static str,
    default: &'static str,
    choices: impl IntoIterator<Item = &'static str>,
    set: fn(&mut Options, &str) -> bool,
) -> Entry {
    // Some clients take the first choice as the default.
    let others = choices.into_iter().filter(|&choice| choice != default);
    Entry { name, aliases: &[], kind: Kind::Combo { choices: [default].into_iter().chain(others).collect(), set } }
}

/// Value of a spin in the type that it sets. Its range is checked before, so that every value fits.
fn number<T: TryFrom<i64> + Default>(n: i64) -> T {
    T::try_from(n).unwrap_or_default()
}

fn time(n: i64) -> Duration {
    Duration::from_millis(number(n))
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

impl Entry {
    fn also(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    fn is_called(&self, name: &str) -> bool {
        // Other protocols write blanks for the underscores of USI, and some clients leave both out.
        let letters = |text: &str| text.replace(['_', ' '], "");
        let name = letters(name);
        self.aliases.iter().chain([&self.name]).any(|own| letters(own).eq_ignore_ascii_case(&name))
    }

    /// The value in place of a greater one.
    fn lowered(&self, text: &str) -> Option<i64> {
        match self.kind {
            Kind::Spin { max, clamps: true, .. } => text.parse().is_ok_and(|number: i64| number > max).then_some(max),
            _ => None,
        }
    }

    fn set_default(&self, options: &mut Options) {
        match &self.kind {
            Kind::Check { default, set } => set(options, *default),
            Kind::Spin { default, set, .. } => set(options, *default),
            Kind::Combo { choices, .. } | Kind::Rule { choices } => {
                if let Some(usual) = choices.first() {
                    self.choose(options, usual);
                }
            }
            Kind::Text { default, set, .. } => set(options, if *default == EMPTY { "" } else { default }),
            Kind::Button { .. } => {}
        }
    }

    /// Makes the choice called `text`; false if there is none.
    fn choose(&self, options: &mut Options, text: &str) -> bool {
        match &self.kind {
            Kind::Combo { set, .. } => set(options, text),
            Kind::Rule { .. } => options.choose_rule(self.name, text),
            _ => false,
        }
    }

    fn set(&self, options: &mut Options, text: &str) -> Result<(), OptionError> {
        let name = self.name;
        match &self.kind {
            Kind::Check { set, .. } if text.eq_ignore_ascii_case("true") => set(options, true),
            Kind::Check { set, .. } if text.eq_ignore_ascii_case("false") => set(options, false),
            Kind::Check { .. } => return Err(OptionError::NotACheck { name, value: text.into() }),
            Kind::Spin { min, max, set, .. } => {
                set(options, self.lowered(text).map_or_else(|| in_range(name, text, *min, *max), Ok)?);
            }
            Kind::Combo { choices, .. } | Kind::Rule { choices } if !self.choose(options, text) => {
                return Err(OptionError::NotAChoice { name, value: text.into(), choices: choices.join(", ") });
            }
            Kind::Combo { .. } | Kind::Rule { .. } => {}
            Kind::Text { set, .. } => set(options, if text == EMPTY { "" } else { text }),
            Kind::Button { press } => press(options),
        }
        Ok(())
    }
}

fn in_range(name: &'static str, text: &str, min: i64, max: i64) -> Result<i64, OptionError> {
    let number = text.parse().ok().filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| OptionError::NotInRange { name, value: Quoted::from(text), min, max })
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} ", self.name)?;
        match &self.kind {
            Kind::Check { default, .. } => write!(f, "type check default {default}"),
            Kind::Spin { default, min, max, .. } => write!(f, "type spin default {default} min {min} max {max}"),
            Kind::Combo { choices, .. } | Kind::Rule { choices } => {
                write!(f, "type combo default {}", choices.first().unwrap_or(&""))?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            Kind::Text { default, is_file: true, .. } => write!(f, "type filename default {default}"),
            Kind::Text { default, .. } => write!(f, "type string default {default}"),
            Kind::Button { .. } => f.write_str("type button"),
        }
    }
}

/// Announcements of the constants of the search, which are options in builds with the feature `tune`.
#[cfg(feature = "tune")]
fn tunables() -> impl Iterator<Item = String> {
    crate::search::tunables::list()
        .iter()
        .map(|t| format!("option name {} type spin default {} min {} max {}", t.name, t.default, t.min, t.max))
}

#[cfg(not(feature = "tune"))]
fn tunables() -> impl Iterator<Item = String> {
    std::iter::empty()
}

#[cfg(feature = "tune")]
fn set_tunable(name: &str, text: &str) -> Result<(), OptionError> {
    let found = crate::search::tunables::list().iter().find(|t| t.name.eq_ignore_ascii_case(name));
    let tunable = found.ok_or_else(|| OptionError::Unknown(name.into()))?;
    let value = in_range(tunable.name, text, tunable.min.into(), tunable.max.into())?;
    crate::search::tunables::set(tunable.name, number(value));
    Ok(())
}

#[cfg(not(feature = "tune"))]
fn set_tunable(name: &str, _: &str) -> Result<(), OptionError> {
    Err(OptionError::Unknown(name.into()))
}

#[cfg(test)]
mod tests;
