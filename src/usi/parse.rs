//! Lines of the protocol as typed commands.
//!
//! Parsing is lenient where clients are known to differ: order of words, missing `sfen`, `moves` with nothing behind
//! it, fractions of milliseconds. Unreadable words of a `go` are reported and skipped; if no limit is left, the search
//! takes two seconds.

use super::error::{Quoted, UsiError};
use super::mate::Question;
use crate::analysis::HisshiSearch;
use crate::board::Color;
use crate::measure::perft;
use crate::search::Clock;
use std::iter::Peekable;
use std::str::SplitAsciiWhitespace;
use std::time::Duration;

/// About thirty years: beyond any clock, and safe to add to any instant.
const LONGEST_MILLISECONDS: u64 = 1_000_000_000_000;

/// Clock of a search whose limits could not be read.
const SOME_SECONDS: Clock =
    Clock { remaining: [Duration::ZERO; 2], increment: [Duration::ZERO; 2], byoyomi: Duration::from_secs(2) };

/// Longest hisshi that `go hisshi` looks for if the client names no length.
const HISSHI_LENGTH: usize = 3;

/// Command of a line, borrowing its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    Usi,
    IsReady,
    SetOption {
        name: &'a str,
        value: &'a str,
    },
    NewGame,
    /// Text for [`Setup::parse`].
    Position(&'a str),
    /// Text for [`Go::parse`].
    Go(&'a str),
    Stop,
    /// Text for [`Hit::parse`].
    PonderHit(&'a str),
    GameOver,
    Quit,
    Display,
    Evaluate,
    Moves,
    Side,
    /// Number of lines, for the option of that name.
    MultiPv(&'a str),
    /// Text for [`Order::parse`].
    Bench(&'a str),
    Compiler,
    Tunables,
    Help,
}

impl<'a> Command<'a> {
    /// Parses a line; none for a blank one.
    pub fn parse(line: &'a str) -> Result<Option<Self>, UsiError> {
        let line = line.trim_start_matches('\u{feff}').trim_ascii();
        let (word, rest) = split_word(line);
        Ok(Some(match word {
            "" => return Ok(None),
            "usi" => Self::Usi,
            "isready" => Self::IsReady,
            "setoption" => set_option(rest)?,
            "usinewgame" => Self::NewGame,
            "position" => Self::Position(rest),
            "go" => Self::Go(rest),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit(rest),
            "gameover" => Self::GameOver,
            "quit" => Self::Quit,
            "d" => Self::Display,
            "eval" => Self::Evaluate,
            "moves" => Self::Moves,
            "side" => Self::Side,
            "multipv" => Self::MultiPv(rest),
            "bench" => Self::Bench(rest),
            "compiler" => Self::Compiler,
            "usi_tunables" => Self::Tunables,
            "help" => Self::Help,
            _ => return Err(UsiError::UnknownCommand(line.into())),
        }))
    }
}

/// First word of the text, and the rest.
fn split_word(text: &str) -> (&str, &str) {
    match text.split_once(|c: char| c.is_ascii_whitespace()) {
        Some((word, rest)) => (word, rest.trim_ascii_start()),
        None => (text, ""),
    }
}

/// Parses the rest of a `setoption`. Names and values may hold blanks, so each extends to the next keyword or the end.
fn set_option(text: &str) -> Result<Command<'_>, UsiError> {
    let ("name", mut rest) = split_word(text) else { return Err(UsiError::SetOptionSyntax) };
    let whole = rest;
    let mut name_end = 0;
    while !rest.is_empty() {
        let (word, behind) = split_word(rest);
        if word == "value" && name_end > 0 {
            let name = whole.get(..name_end).unwrap_or(whole);
            return Ok(Command::SetOption { name, value: behind });
        }
        name_end = whole.len() - rest.len() + word.len();
        rest = behind;
    }
    if whole.is_empty() { Err(UsiError::SetOptionSyntax) } else { Ok(Command::SetOption { name: whole, value: "" }) }
}

/// Arguments of `position`, whose SFEN and moves only a game can parse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup<'a> {
    /// None for the starting position of the game.
    pub sfen: Option<String>,
    pub moves: Vec<&'a str>,
}

impl<'a> Setup<'a> {
    pub fn parse(text: &'a str) -> Result<Self, UsiError> {
        let mut words = text.split_ascii_whitespace();
        let fields = words.by_ref().take_while(|&word| word != "moves").collect::<Vec<_>>();
        let moves = words.collect();
        let sfen = match *fields.as_slice() {
            [] | ["sfen"] => return Err(UsiError::EmptyPosition),
            ["startpos"] => None,
            ["startpos", word, ..] => return Err(UsiError::BeforeMoves(word.into())),
            ["sfen", ref fields @ ..] | ref fields => Some(fields.join(" ")),
        };
        Ok(Self { sfen, moves })
    }
}

/// Task of a `go`.
#[derive(Debug)]
pub enum Go<'a> {
    Search(Order<'a>),
    Mate {
        question: Question,
        /// Longest time; none for a search until `stop`.
        limit: Option<Duration>,
        /// Faults, each with the word that could not be read.
        complaints: Vec<UsiError>,
    },
    Perft(u32),
}

/// Limits of a search as the client wrote them.
#[derive(Debug, Default)]
pub struct Order<'a> {
    pub clock: Option<Clock>,
    pub move_time: Option<Duration>,
    pub depth: Option<usize>,
    pub nodes: Option<u64>,
    pub infinite: bool,
    pub ponder: bool,
    pub search_moves: Vec<&'a str>,
    /// Faults, each with the word that could not be read.
    pub complaints: Vec<UsiError>,
}

/// Keywords of `go`, which end a list of moves.
pub const GO_KEYWORDS: [&str; 15] = [
    "searchmoves",
    "ponder",
    "btime",
    "wtime",
    "byoyomi",
    "binc",
    "winc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "hisshi",
    "movetime",
    "infinite",
    "perft",
];

impl<'a> Go<'a> {
    /// Parses a `go`. Only a perft can fail, since the client waits for the answer to any other `go`.
    pub fn parse(text: &'a str) -> Result<Self, UsiError> {
        let mut words = text.split_ascii_whitespace();
        match words.find(|&word| matches!(word, "perft" | "mate" | "hisshi")) {
            Some("perft") => perft(words.next()).map(Self::Perft),
            Some("mate") => Ok(Self::mate(words.find(|&word| word != "movetime"))),
            Some(_) => Ok(Self::hisshi(text)),
            None => Ok(Self::Search(Order::parse(text))),
        }
    }

    /// Task of `go mate`, with the word behind it.
    fn mate(word: Option<&str>) -> Self {
        let question = Question::Mate;
        let Some(word) = word.filter(|&word| word != "infinite") else {
            return Self::Mate { question, limit: None, complaints: Vec::new() };
        };
        match natural(word) {
            Some(number) => Self::Mate { question, limit: Some(milliseconds(number)), complaints: Vec::new() },
            None => {
                let complaint = UsiError::NotANumber { keyword: "mate", found: word.into() };
                Self::Mate { question, limit: Some(SOME_SECONDS.byoyomi), complaints: vec![complaint] }
            }
        }
    }

    /// Task of `go hisshi`, whose length is a number without a keyword. After a fault in the line, the time is that of
    /// `SOME_SECONDS` if there would otherwise be no limit.
    fn hisshi(text: &'a str) -> Self {
        let (mut length, mut limit, mut is_infinite) = (HISSHI_LENGTH, None, false);
        let mut words = Words::new(text);
        while let Some(word) = words.inner.next() {
            match (word, natural(word)) {
                ("hisshi", _) => {}
                ("infinite", _) => is_infinite = true,
                ("movetime", _) => limit = words.time("movetime").or(limit),
                (_, Some(number)) => match usize::try_from(number) {
                    Ok(number @ 1..=HisshiSearch::LONGEST) if number % 2 == 1 => length = number,
                    _ => words.complaints.push(UsiError::HisshiLength(number)),
                },
                _ => words.complaints.push(UsiError::UnknownWord { command: "go hisshi", word: word.into() }),
            }
        }
        let is_unclear = limit.is_none() && !is_infinite && !words.complaints.is_empty();
        let limit = if is_unclear { Some(SOME_SECONDS.byoyomi) } else { limit };
        Self::Mate { question: Question::Hisshi { length }, limit, complaints: words.complaints }
    }
}

fn perft(word: Option<&str>) -> Result<u32, UsiError> {
    let word = word.ok_or(UsiError::NumberMissing { keyword: "perft" })?;
    let depth = natural(word).ok_or_else(|| UsiError::NotANumber { keyword: "perft", found: word.into() })?;
    u32::try_from(depth).ok().filter(|&depth| depth <= perft::DEPTH_LIMIT).ok_or(UsiError::PerftDepth(depth))
}

impl<'a> Order<'a> {
    pub fn parse(text: &'a str) -> Self {
        let mut order = Self::default();
        let mut words = Words::new(text);
        while let Some(word) = words.inner.next() {
            match word {
                "infinite" => order.infinite = true,
                "ponder" => order.ponder = true,
                "depth" => order.depth = words.number("depth").map(depth).or(order.depth),
                "nodes" => order.nodes = words.number("nodes").map(|nodes| nodes.max(1)).or(order.nodes),
                "movetime" => order.move_time = words.time("movetime").or(order.move_time),
                // A keyword of chess that shogi clients never send; it is skipped without complaint.
                "movestogo" => drop(words.number("movestogo")),
                "searchmoves" => {
                    while let Some(m) = words.inner.next_if(|word| !GO_KEYWORDS.contains(word)) {
                        order.search_moves.push(m);
                    }
                }
                _ if words.clock_field(word, &mut order.clock) => {}
                _ => words.complaints.push(UsiError::UnknownWord { command: "go", word: word.into() }),
            }
        }
        order.complaints = words.complaints;
        order
    }

    /// Clock of a search by `color`. After a fault in the line, it is `SOME_SECONDS` if the search would otherwise have
    /// no limit or no time.
    pub fn clock_of(&self, color: Color) -> Option<Clock> {
        let is_bounded = self.infinite || self.move_time.is_some() || self.depth.is_some() || self.nodes.is_some();
        if is_bounded || self.complaints.is_empty() || self.clock.is_some_and(|clock| clock.has_time(color)) {
            return self.clock;
        }
        Some(SOME_SECONDS)
    }
}

fn depth(number: u64) -> usize {
    usize::try_from(number.max(1)).unwrap_or(usize::MAX)
}

fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number.min(LONGEST_MILLISECONDS))
}

/// Arguments of `ponderhit`.
#[derive(Debug)]
pub struct Hit {
    /// Clock of the search, if the client sends it only now.
    pub clock: Option<Clock>,
    /// Faults, each with the word that could not be read.
    pub complaints: Vec<UsiError>,
}

impl Hit {
    pub fn parse(text: &str) -> Self {
        let mut words = Words::new(text);
        let mut clock = None;
        while let Some(word) = words.inner.next() {
            if !words.clock_field(word, &mut clock) {
                words.complaints.push(UsiError::UnknownWord { command: "ponderhit", word: word.into() });
            }
        }
        Self { clock, complaints: words.complaints }
    }

    /// Clock of a search by `color`, which replaces that of its `go`. After a fault in the line, it is `SOME_SECONDS`
    /// if the search would otherwise have no time.
    pub fn clock_of(&self, color: Color) -> Option<Clock> {
        let is_lost = |clock: &Clock| !self.complaints.is_empty() && !clock.has_time(color);
        self.clock.map(|clock| if is_lost(&clock) { SOME_SECONDS } else { clock })
    }
}

/// The words of a command, and the faults found among them.
struct Words<'a> {
    inner: Peekable<SplitAsciiWhitespace<'a>>,
    complaints: Vec<UsiError>,
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Self {
        Self { inner: text.split_ascii_whitespace().peekable(), complaints: Vec::new() }
    }

    /// Parses the value of a clock keyword; false if `word` is none.
    fn clock_field(&mut self, word: &str, clock: &mut Option<Clock>) -> bool {
        let field: fn(&mut Clock) -> &mut Duration = match word {
            "btime" => |Clock { remaining: [black, _], .. }| black,
            "wtime" => |Clock { remaining: [_, white], .. }| white,
            "binc" => |Clock { increment: [black, _], .. }| black,
            "winc" => |Clock { increment: [_, white], .. }| white,
            "byoyomi" => |clock| &mut clock.byoyomi,
            _ => return false,
        };
        let keyword = GO_KEYWORDS.into_iter().find(|&keyword| keyword == word).unwrap_or("time");
        let time = self.time(keyword);
        let clock = clock.get_or_insert_default();
        if let Some(time) = time {
            *field(clock) = time;
        }
        true
    }

    fn time(&mut self, keyword: &'static str) -> Option<Duration> {
        self.number(keyword).map(milliseconds)
    }

    /// Number behind `keyword`, with negative ones as zero; none if it is missing or cannot be read.
    fn number(&mut self, keyword: &'static str) -> Option<u64> {
        let word = self.inner.next_if(|word| !GO_KEYWORDS.contains(word));
        let number = word.and_then(natural);
        match word {
            None => self.complaints.push(UsiError::NumberMissing { keyword }),
            Some(word) if number.is_none() => {
                self.complaints.push(UsiError::NotANumber { keyword, found: Quoted::from(word) });
            }
            Some(_) => {}
        }
        number
    }
}

/// Number without its fraction, saturated to the range of `u64`. A positive fraction below one becomes one, so that a
/// short time stays a time.
fn natural(word: &str) -> Option<u64> {
    let (negative, number) = match word.strip_prefix('-') {
        Some(number) => (true, number),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    let magnitude = if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
        number.parse().unwrap_or(u64::MAX)
    } else if number.starts_with(|c: char| c == '.' || c.is_ascii_digit()) {
        let exact: f64 = number.parse().ok()?;
        if exact > 0.0 { (exact as u64).max(1) } else { 0 }
    } else {
        return None;
    };
    Some(if negative { 0 } else { magnitude })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Command<'_> {
        Command::parse(line).unwrap().unwrap()
    }

    fn order(text: &str) -> Order<'_> {
        match Go::parse(text).unwrap() {
            Go::Search(order) => order,
            other => panic!("{other:?}"),
        }
    }

    /// Time of a search for mate, and true if there is a complaint.
    fn mate(text: &str) -> (Option<Duration>, bool) {
        match Go::parse(text).unwrap() {
            Go::Mate { question: Question::Mate, limit, complaints } => (limit, !complaints.is_empty()),
            other => panic!("{other:?}"),
        }
    }

    /// Length and time of a search for hisshi, and the number of complaints.
    fn hisshi(text: &str) -> (usize, Option<Duration>, usize) {
        match Go::parse(text).unwrap() {
            Go::Mate { question: Question::Hisshi { length }, limit, complaints } => (length, limit, complaints.len()),
            other => panic!("{other:?}"),
        }
    }

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn blanks_and_line_ends_do_not_matter() {
        assert_eq!(command("usi\r\n"), Command::Usi);
        assert_eq!(command("  \t isready  "), Command::IsReady);
        assert_eq!(command("\u{feff}usi"), Command::Usi);
        assert_eq!(Command::parse("").unwrap(), None);
        assert_eq!(Command::parse(" \r\n").unwrap(), None);
    }

    #[test]
    fn options_keep_the_blanks_inside_names_and_values() {
        let set = |name, value| Command::SetOption { name, value };
        assert_eq!(command("setoption name USI_Hash value 64"), set("USI_Hash", "64"));
        assert_eq!(command("setoption name Clear Hash"), set("Clear Hash", ""));
        assert_eq!(command("setoption  name  Skill Level  value  3 "), set("Skill Level", "3"));
        assert_eq!(
            command("setoption name DebugLogFile value /home/鷹 1/a  b.txt"),
            set("DebugLogFile", "/home/鷹 1/a  b.txt")
        );
        assert_eq!(command("setoption name X value value value"), set("X", "value value"));
        assert_eq!(command("setoption name value value x"), set("value", "x"));
        assert_eq!(command("setoption name X value"), set("X", ""));
        for line in ["setoption", "setoption name", "setoption USI_Hash value 3", "setoption value 3"] {
            assert!(matches!(Command::parse(line), Err(UsiError::SetOptionSyntax)), "{line}");
        }
    }

    #[test]
    fn positions_in_every_usual_shape() {
        let setup = |text| Setup::parse(text).unwrap();
        assert_eq!(setup("startpos"), Setup { sfen: None, moves: vec![] });
        assert_eq!(setup("startpos moves"), Setup { sfen: None, moves: vec![] });
        assert_eq!(setup("startpos moves 7g7f 3c3d"), Setup { sfen: None, moves: vec!["7g7f", "3c3d"] });
        let sfen = Some("4k4/9 b - 1".to_owned());
        assert_eq!(setup("sfen 4k4/9  b - 1 moves"), Setup { sfen: sfen.clone(), moves: vec![] });
        assert_eq!(setup("4k4/9 b - 1 moves 5a5b"), Setup { sfen, moves: vec!["5a5b"] });
        for text in ["", "moves 7g7f", "sfen", "sfen moves"] {
            assert!(matches!(Setup::parse(text), Err(UsiError::EmptyPosition)), "{text}");
        }
        assert!(matches!(Setup::parse("startpos 7g7f"), Err(UsiError::BeforeMoves(_))));
    }

    #[test]
    fn words_of_go_in_any_order() {
        let clock = Clock { remaining: [ms(1), ms(2)], increment: [ms(3), ms(4)], byoyomi: ms(5) };
        for text in [
            "btime 1 wtime 2 binc 3 winc 4 byoyomi 5 ponder",
            "byoyomi 5 ponder winc 4 binc 3 wtime 2 btime 1",
            "btime 9 ponder btime 1 wtime 2 byoyomi 5 binc 3 winc 4",
        ] {
            let order = order(text);
            assert_eq!((order.clock, order.ponder, order.infinite), (Some(clock), true, false), "{text}");
            assert!(order.complaints.is_empty());
        }
        let order = order("nodes 5 searchmoves 7g7f P*5e depth 3 infinite movetime 20");
        assert_eq!(order.search_moves, ["7g7f", "P*5e"]);
        assert_eq!((order.nodes, order.depth, order.move_time), (Some(5), Some(3), Some(ms(20))));
        assert!(order.infinite && order.clock.is_none() && order.complaints.is_empty());
    }

    #[test]
    fn fractions_are_cut_off() {
        let times = order("btime 50000.9 wtime 0.4 binc 0.0 byoyomi 1e3 winc -3.5");
        assert!(times.complaints.is_empty());
        let clock = Clock { remaining: [ms(50_000), ms(1)], increment: [ms(0), ms(0)], byoyomi: ms(1_000) };
        assert_eq!(times.clock, Some(clock));
        let others = order("movetime 300.0 depth 7.5 nodes .5");
        assert_eq!((others.move_time, others.depth, others.nodes), (Some(ms(300)), Some(7), Some(1)));
        assert_eq!(mate("mate 5000.5"), (Some(ms(5000)), false));
        for word in ["1.2.3", "1,5", "5s", "infinity", "nan", ".", "e3", "--1", "0x10"] {
            assert_eq!(natural(word), None, "{word}");
        }
    }

    #[test]
    fn unreadable_limits_are_left_out_and_complained_about() {
        let clocks = |text| Color::ALL.map(|color| order(text).clock_of(color));
        let number = order("btime x wtime 7");
        assert_eq!(number.clock.unwrap().remaining, [ms(0), ms(7)]);
        assert_eq!(number.complaints.len(), 1);
        assert_eq!(clocks("btime x wtime 7"), [Some(SOME_SECONDS), number.clock]);
        let missing = order("btime wtime 7 depth");
        assert_eq!((missing.clock.unwrap().remaining, missing.depth), ([ms(0), ms(7)], None));
        assert_eq!(missing.complaints.len(), 2);
        for text in ["movetime x", "depth", "nodes 1,000", "btime x wtime y byoyomi", "nonsense", "ponder btime x"] {
            assert_eq!(clocks(text), [Some(SOME_SECONDS); 2], "{text}");
        }
        for text in ["btime 0 wtime 0", "depth 3 nodes x", "movetime 5 btime x", "infinite depth x", ""] {
            assert_eq!(clocks(text), [order(text).clock; 2], "{text}");
        }
        let byoyomi = Some(Clock { byoyomi: ms(500), ..Clock::default() });
        assert_eq!(clocks("btime x wtime x byoyomi 500"), [byoyomi; 2]);
        assert_eq!(order("btime -5 wtime +7").complaints.len(), 0);
        assert_eq!(order("nodes 99999999999999999999999").nodes, Some(u64::MAX));
        assert_eq!(order("movetime 18446744073709551615").move_time, Some(ms(LONGEST_MILLISECONDS)));
        assert_eq!(order("what 3").complaints.len(), 2);
    }

    #[test]
    fn other_kinds_of_go() {
        assert!(matches!(Go::parse("perft 5"), Ok(Go::Perft(5))));
        assert!(matches!(Go::parse("perft"), Err(UsiError::NumberMissing { .. })));
        assert!(matches!(Go::parse("perft five"), Err(UsiError::NotANumber { .. })));
        assert!(matches!(Go::parse("perft 21"), Err(UsiError::PerftDepth(21))));
        for text in ["mate", "mate infinite", "infinite mate"] {
            assert_eq!(mate(text), (None, false), "{text}");
        }
        assert_eq!(mate("mate 5000"), (Some(ms(5000)), false));
        assert_eq!(mate("mate 99999999999999999999"), (Some(ms(LONGEST_MILLISECONDS)), false));
        // An unreadable time must not start an endless search.
        for text in ["mate x", "mate 1s"] {
            assert_eq!(mate(text), (Some(SOME_SECONDS.byoyomi), true), "{text}");
        }
    }

    #[test]
    fn words_of_go_hisshi_in_any_order() {
        for text in ["hisshi", "hisshi infinite", "infinite hisshi", "hisshi 3"] {
            assert_eq!(hisshi(text), (3, None, 0), "{text}");
        }
        for text in ["hisshi 5 movetime 5000", "movetime 5000 hisshi 5", "hisshi movetime 5000.5 5"] {
            assert_eq!(hisshi(text), (5, Some(ms(5000)), 0), "{text}");
        }
        let some = Some(SOME_SECONDS.byoyomi);
        for text in
            ["hisshi -1", "hisshi 0", "hisshi 8", "hisshi 99999999999999999999", "hisshi mate", "hisshi movetime"]
        {
            assert_eq!(hisshi(text), (3, some, 1), "{text}");
        }
        assert_eq!(hisshi("hisshi hisshi hisshi"), (3, None, 0));
        assert_eq!(hisshi("hisshi 1 infinite movetime hisshi x"), (1, None, 2));
        assert_eq!(mate("mate hisshi"), (some, true));
    }

    #[test]
    fn times_of_a_ponderhit() {
        let clocks = |text| {
            let hit = Hit::parse(text);
            (Color::ALL.map(|color| hit.clock_of(color)), hit.complaints.len())
        };
        let clock = |black, white, byoyomi| {
            Some(Clock { remaining: [ms(black), ms(white)], byoyomi: ms(byoyomi), ..Clock::default() })
        };
        assert_eq!(clocks(""), ([None; 2], 0));
        assert_eq!(clocks("now"), ([None; 2], 1));
        assert_eq!(clocks("btime 6 wtime 7 byoyomi 5"), ([clock(6, 7, 5); 2], 0));
        assert_eq!(clocks("btime 0 wtime 7"), ([clock(0, 7, 0); 2], 0));
        // An unreadable time must not make its side move at once.
        for text in ["btime x wtime 60000", "btime wtime 60000"] {
            assert_eq!(clocks(text), ([Some(SOME_SECONDS), clock(0, 60_000, 0)], 1), "{text}");
        }
        assert_eq!(clocks("btime x wtime y"), ([Some(SOME_SECONDS); 2], 2));
        assert_eq!(clocks("btime x wtime y byoyomi 5"), ([clock(0, 0, 5); 2], 2));
    }
}
