//! The options of the engine: one table says how each is called, what it may be and what it sets.

use super::declared::DeclaredGames;
use super::error::{OptionError, Quoted};
use crate::eval::{EvalOptions, INTERNAL};
use crate::game::{RuleChoices, Score};
use crate::mate::Length;
use crate::opening::{self, BookOptions};
use crate::search::SearchOptions;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// What the options say at the moment.
#[derive(Clone, Debug)]
pub struct Options {
    /// Of the transposition table.
    pub hash_megabytes: usize,
    /// The name of the game.
    pub variant: &'static str,
    /// Resigns at this score below zero or a worse one.
    pub resign_value: Score,
    /// Empty for no log.
    pub debug_log_file: String,
    pub search: SearchOptions,
    pub eval: EvalOptions,
    pub mate: MateOptions,
    pub book: BookOptions,
    /// What was chosen among the rules of all games.
    pub rules: RuleChoices,
    games: DeclaredGames,
    table: Table,
}

/// What the options say of `go mate`.
#[derive(Clone, Copy, Debug, Default)]
pub struct MateOptions {
    /// Memory for the solver; zero for as much as the transposition table has.
    pub hash_megabytes: usize,
    pub length: Length,
    /// With two kings, a side to move that is in check defends.
    pub defender_first: bool,
    /// The defender holds every piece that the position leaves out.
    pub remaining_pieces: bool,
}

impl Options {
    /// Every option of an engine that plays these games, at its default.
    #[must_use]
    pub fn new(games: &DeclaredGames) -> Self {
        let table = Table::new(games);
        let mut options = Self {
            hash_megabytes: 0,
            variant: games.usual(),
            resign_value: 0,
            debug_log_file: String::new(),
            search: SearchOptions::default(),
            eval: EvalOptions::default(),
            mate: MateOptions::default(),
            book: BookOptions::default(),
            rules: RuleChoices::default(),
            games: games.clone(),
            table: table.clone(),
        };
        table.0.iter().for_each(|entry| entry.set_default(&mut options));
        options
    }

    /// Sets the option called `name`, in any case and by any of its names, to the value that `text` stands for.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        let table = self.table.clone();
        match table.0.iter().find(|entry| entry.is_called(name)) {
            Some(entry) => entry.set(self, text),
            None => set_tunable(name, text),
        }
    }

    /// Whether any game has such a choice, which is then made.
    fn choose_rule(&mut self, name: &str, value: &str) -> bool {
        self.games.choose(&mut self.rules, name, value)
    }

    /// The lines that announce all options to a client.
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
        set: fn(&mut Options, i64),
    },
    Combo {
        default: &'static str,
        choices: Vec<&'static str>,
        set: fn(&mut Options, &str) -> bool,
    },
    /// A rule that some of the games let the user choose. The first choice is the default.
    Rule {
        choices: Vec<&'static str>,
    },
    Text {
        default: &'static str,
        set: fn(&mut Options, &str),
    },
}

/// How the protocol writes an empty text.
const EMPTY: &str = "<empty>";
const DRAW_VALUE_LIMIT: i64 = 30_000;
const HASH_LIMIT: i64 = 1 << 25;
const MULTI_PV_LIMIT: i64 = 600;
const DELAY_LIMIT: i64 = 10_000;
/// Of scores and depths in books.
const BOOK_LIMIT: i64 = 99_999;

impl Table {
    fn new(games: &DeclaredGames) -> Self {
        let usual = SearchOptions::default();
        let book = BookOptions::default();
        let [book_black, book_white] = book.eval_limits.map(i64::from);
        let skill = i64::from(SearchOptions::FULL_SKILL);
        let [draw_black, draw_white] = usual.draw_values.map(i64::from);
        let mut table = vec![
            spin("USI_Hash", 256, 1, HASH_LIMIT, |o, n| o.hash_megabytes = unsigned(n)),
            spin("Threads", 1, 1, 1024, |o, n| o.search.threads = unsigned(n)),
            check("USI_Ponder", usual.ponder, |o, on| o.search.ponder = on),
            spin("MultiPV", 1, 1, MULTI_PV_LIMIT, |o, n| o.search.multi_pv = unsigned(n)).also(&["USI_MultiPV"]),
            combo("USI_Variant", games.usual(), games.names(), |o, text| {
                o.games.named(text).map(|name| o.variant = name).is_some()
            })
            .also(&["UCI_Variant"]),
            spin("MaxMovesToDraw", 0, 0, 100_000, |o, n| {
                o.rules.max_moves = unsigned(n);
                o.search.max_moves_to_draw = (n > 0).then(|| unsigned(n));
            }),
            spin("DrawValueBlack", draw_black, -DRAW_VALUE_LIMIT, DRAW_VALUE_LIMIT, |o, n| {
                let [black, _] = &mut o.search.draw_values;
                *black = score(n);
            }),
            spin("DrawValueWhite", draw_white, -DRAW_VALUE_LIMIT, DRAW_VALUE_LIMIT, |o, n| {
                let [_, white] = &mut o.search.draw_values;
                *white = score(n);
            }),
            spin("ResignValue", 99_999, 0, 99_999, |o, n| o.resign_value = score(n)),
            delay("NetworkDelay", usual.network_delay, |o, n| o.search.network_delay = time(n)),
            delay("NetworkDelay2", usual.network_delay2, |o, n| o.search.network_delay2 = time(n)),
            spin("MinimumThinkingTime", 0, 0, 100_000, |o, n| o.search.minimum_thinking_time = time(n)),
            spin("SlowMover", 100, 1, 1000, |o, n| o.search.slow_mover = unsigned(n)),
            spin("DepthLimit", 0, 0, i64::from(i32::MAX), |o, n| o.search.depth_limit = (n > 0).then(|| unsigned(n))),
            spin("NodesLimit", 0, 0, i64::MAX, |o, n| o.search.nodes_limit = (n > 0).then(|| unsigned(n))),
            spin("PvInterval", milliseconds(usual.pv_interval), 0, 100_000, |o, n| o.search.pv_interval = time(n)),
            check("GenerateAllLegalMoves", usual.generate_all, |o, on| o.search.generate_all = on),
            spin("Skill_Level", skill, 0, skill, |o, n| o.search.skill_level = unsigned(n)).also(&["USI_SkillLevel"]),
            text("EvalFile", INTERNAL, |o, text| text.clone_into(&mut o.eval.file)),
            text("EvalDir", EMPTY, |o, text| text.clone_into(&mut o.eval.directory)),
            spin("FV_SCALE", i64::from(EvalOptions::default().fv_scale), 1, 128, |o, n| o.eval.fv_scale = score(n)),
            spin("MateHash", 0, 0, HASH_LIMIT, |o, n| o.mate.hash_megabytes = unsigned(n)),
            combo("MateLength", "short", MATE_LENGTHS.map(|(name, _)| name), |o, text| {
                let chosen = MATE_LENGTHS.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
                chosen.map(|&(_, length)| o.mate.length = length).is_some()
            }),
            check("MateDefenderFirst", false, |o, on| o.mate.defender_first = on),
            check("MateRemainingPieces", false, |o, on| o.mate.remaining_pieces = on),
            check("USI_OwnBook", book.own_book, |o, on| o.book.own_book = on),
            text("BookFile", opening::INTERNAL, |o, text| text.clone_into(&mut o.book.file)),
            spin("BookMoves", book.moves.into(), 0, 10_000, |o, n| o.book.moves = unsigned(n)),
            spin("BookEvalDiff", book.eval_diff.into(), 0, BOOK_LIMIT, |o, n| o.book.eval_diff = score(n)),
            spin("BookEvalBlackLimit", book_black, -BOOK_LIMIT, BOOK_LIMIT, |o, n| {
                let [black, _] = &mut o.book.eval_limits;
                *black = score(n);
            }),
            spin("BookEvalWhiteLimit", book_white, -BOOK_LIMIT, BOOK_LIMIT, |o, n| {
                let [_, white] = &mut o.book.eval_limits;
                *white = score(n);
            }),
            spin("BookDepthLimit", book.depth_limit.into(), 0, BOOK_LIMIT, |o, n| o.book.depth_limit = unsigned(n)),
            spin("BookIgnoreRate", book.ignore_rate.into(), 0, 100, |o, n| o.book.ignore_rate = unsigned(n)),
            check("NarrowBook", book.narrow, |o, on| o.book.narrow = on),
            check("FlippedBook", book.flipped, |o, on| o.book.flipped = on),
            check("IgnoreBookPly", book.ignore_ply, |o, on| o.book.ignore_ply = on),
            text("DebugLogFile", EMPTY, |o, text| text.clone_into(&mut o.debug_log_file)),
        ];
        let rules = games.rules().into_iter();
        table.extend(rules.map(|(name, choices)| Entry { name, aliases: &[], kind: Kind::Rule { choices } }));
        Self(table.into())
    }
}

const MATE_LENGTHS: [(&str, Length); 3] =
    [("first", Length::FirstFound), ("short", Length::Short), ("shortest", Length::Shortest)];

fn check(name: &'static str, default: bool, set: fn(&mut Options, bool)) -> Entry {
    Entry { name, aliases: &[], kind: Kind::Check { default, set } }
}

fn spin(name: &'static str, default: i64, min: i64, max: i64, set: fn(&mut Options, i64)) -> Entry {
    Entry { name, aliases: &[], kind: Kind::Spin { default, min, max, set } }
}

fn text(name: &'static str, default: &'static str, set: fn(&mut Options, &str)) -> Entry {
    Entry { name, aliases: &[], kind: Kind::Text { default, set } }
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
    Entry { name, aliases: &[], kind: Kind::Combo { default, choices: choices.into_iter().collect(), set } }
}

/// A spin's value as the type it sets. Its range has been checked, so that nothing is lost.
fn unsigned<T: TryFrom<i64> + Default>(n: i64) -> T {
    T::try_from(n).unwrap_or_default()
}

fn score(n: i64) -> Score {
    Score::try_from(n).unwrap_or_default()
}

fn time(n: i64) -> Duration {
    Duration::from_millis(unsigned(n))
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
        self.aliases.iter().chain([&self.name]).any(|own| own.eq_ignore_ascii_case(name))
    }

    fn set_default(&self, options: &mut Options) {
        match &self.kind {
            Kind::Check { default, set } => set(options, *default),
            Kind::Spin { default, set, .. } => set(options, *default),
            Kind::Combo { default, set, .. } => {
                set(options, default);
            }
            Kind::Rule { choices } => {
                if let Some(usual) = choices.first() {
                    options.choose_rule(self.name, usual);
                }
            }
            Kind::Text { default, set } => set(options, if *default == EMPTY { "" } else { default }),
        }
    }

    fn set(&self, options: &mut Options, text: &str) -> Result<(), OptionError> {
        let name = self.name;
        match &self.kind {
            Kind::Check { set, .. } if text.eq_ignore_ascii_case("true") => set(options, true),
            Kind::Check { set, .. } if text.eq_ignore_ascii_case("false") => set(options, false),
            Kind::Check { .. } => return Err(OptionError::NotACheck { name, value: text.into() }),
            Kind::Spin { min, max, set, .. } => set(options, in_range(name, text, *min, *max)?),
            Kind::Combo { choices, set, .. } if !set(options, text) => {
                return Err(OptionError::NotAChoice { name, value: text.into(), choices: choices.join(", ") });
            }
            Kind::Rule { choices } if !options.choose_rule(name, text) => {
                return Err(OptionError::NotAChoice { name, value: text.into(), choices: choices.join(", ") });
            }
            Kind::Combo { .. } | Kind::Rule { .. } => {}
            Kind::Text { set, .. } => set(options, if text == EMPTY { "" } else { text }),
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
            Kind::Combo { default, choices, .. } => {
                write!(f, "type combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            Kind::Rule { choices } => {
                write!(f, "type combo default {}", choices.first().unwrap_or(&""))?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            Kind::Text { default, .. } => write!(f, "type string default {default}"),
        }
    }
}

/// The constants of the search, where the build makes options of them.
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
    crate::search::tunables::set(tunable.name, score(value));
    Ok(())
}

#[cfg(not(feature = "tune"))]
fn set_tunable(name: &str, _: &str) -> Result<(), OptionError> {
    Err(OptionError::Unknown(name.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::for_each_game;
    use crate::game::Playable;
    use crate::usi::Games;

    fn usual() -> Options {
        Options::new(Games::all().declared())
    }

    #[test]
    fn lines_have_the_order_that_clients_read() {
        let lines = usual().announcement().collect::<Vec<_>>();
        let has = |line: &str| assert!(lines.iter().any(|l| l == line), "{line}\n{lines:#?}");
        has("option name USI_Hash type spin default 256 min 1 max 33554432");
        has("option name USI_Ponder type check default false");
        has("option name DebugLogFile type string default <empty>");
        has("option name EvalFile type string default <internal>");
        has("option name FV_SCALE type spin default 16 min 1 max 128");
        has("option name ToriPromotion type combo default forced var forced var optional");
        assert!(lines.iter().any(|l| l.starts_with("option name USI_Variant type combo default shogi var shogi")));
        for entry in usual().table.0.iter() {
            assert!(!entry.name.contains(' '));
        }
    }

    #[test]
    fn every_default_can_be_set() {
        let mut options = usual();
        for entry in usual().table.0.iter() {
            let default = match &entry.kind {
                Kind::Check { default, .. } => default.to_string(),
                Kind::Spin { default, .. } => default.to_string(),
                Kind::Combo { default, choices, .. } => {
                    assert!(choices.contains(default));
                    for choice in choices {
                        assert_eq!(options.set(entry.name, choice), Ok(()));
                    }
                    (*default).to_owned()
                }
                Kind::Rule { choices } => {
                    for choice in choices {
                        assert_eq!(options.set(entry.name, choice), Ok(()));
                    }
                    choices[0].to_owned()
                }
                Kind::Text { default, .. } => (*default).to_owned(),
            };
            assert_eq!(options.set(entry.name, &default), Ok(()), "{}", entry.name);
        }
        assert_eq!(format!("{options:?}"), format!("{:?}", usual()));
    }

    #[test]
    fn names_in_any_case_and_by_alias() {
        let mut options = usual();
        options.set("usi_multipv", "5").unwrap();
        options.set("UCI_Variant", "TORISHOGI").unwrap();
        options.set("USI_SkillLevel", "3").unwrap();
        options.set("enteringkingrule", "tryrule").unwrap();
        assert_eq!((options.search.multi_pv, options.search.skill_level), (5, 3));
        assert_eq!(options.variant, "torishogi");
        let chosen = options.rules.iter().find(|(name, _)| *name == "EnteringKingRule");
        assert_eq!(chosen, Some(("EnteringKingRule", "TryRule")));
    }

    /// Clients send every option at its default, which must not change the rules of any game.
    #[test]
    fn games_that_share_a_rule_share_its_default() {
        fn check<G: Playable>() {
            assert_eq!(G::rules(&usual().rules), G::usual_rules(), "{}", G::NAME);
        }
        for_each_game!(G => check::<G>());
    }

    #[cfg(feature = "tune")]
    #[test]
    fn constants_of_the_search_are_options() {
        use crate::search::tunables::Tunable;
        let tunable = crate::search::tunables::list()[0];
        let (name, Tunable { default, min, max, .. }) = (tunable.name, tunable);
        let line = format!("option name {name} type spin default {default} min {min} max {max}");
        assert!(usual().announcement().any(|announced| announced == line));
        let mut options = usual();
        options.set(&name.to_uppercase(), &min.to_string()).unwrap();
        options.set(name, &default.to_string()).unwrap();
        assert!(matches!(options.set(name, &(max + 1).to_string()), Err(OptionError::NotInRange { .. })));
    }

    #[test]
    fn wrong_values_change_nothing() {
        let mut options = usual();
        let before = format!("{options:?}");
        for (name, value) in [
            ("USI_Hash", "0"),
            ("USI_Hash", "33554433"),
            ("USI_Hash", "big"),
            ("USI_Hash", ""),
            ("Threads", "-1"),
            ("Threads", "99999999999999999999"),
            ("USI_Ponder", "yes"),
            ("USI_Variant", "chess"),
            ("EnteringKingRule", "CSARule99"),
            ("ToriPromotion", "never"),
            ("ToriRepetition", ""),
            ("NoSuchOption", "1"),
            ("", ""),
        ] {
            assert!(options.set(name, value).is_err(), "{name} {value}");
            assert_eq!(format!("{options:?}"), before);
        }
    }

    #[test]
    fn draw_values_have_a_sign() {
        let mut options = usual();
        options.set("DrawValueBlack", "-30000").unwrap();
        options.set("DrawValueWhite", "7").unwrap();
        assert_eq!(options.search.draw_values, [-30_000, 7]);
    }
}
