//! A USI engine for the tests of `kumataka match`: plays random legal moves, and misbehaves as its first argument says.
//!
//! | argument | what it does |
//! |---|---|
//! | `random` | plays legal moves at once, pondering if asked to |
//! | `calm` | takes a moment for each move |
//! | `dance` | moves its king to and fro, a moment for each move |
//! | `mute` | does not answer `usi` |
//! | `unready` | does not answer `isready` |
//! | `exit` | ends at once |
//! | `silent` | does not answer its third `go`, nor `stop` |
//! | `slow` | answers its third `go` when told to stop |
//! | `crash` | ends at its third `go`, and says why on the standard error |
//! | `illegal` | moves the opponent's king at its third `go` |
//! | `again` | plays the last move of its third position again, from a square that is empty by then |
//! | `rubbish` | answers its third `go` with what is no move |
//! | `empty` | answers its third `go` with nothing behind `bestmove` |
//! | `twice` | answers every `go` two times |
//! | `eager` | answers `go ponder` at once |
//! | `chatty` | prints a megabyte of lines, one of them endless, before every answer |
//! | `win` | declares at once |
//! | `resign` | resigns at its third `go` |
//! | `remark` | complains in an `info string` before every `readyok` |

use kumataka::game::{Playable, PlayablePosition as _, Position as _, SfenMode};
use kumataka::variants::Variant;
use kumataka::with_game;
use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

const BAD_TURN: u32 = 3;
const MOMENT: Duration = Duration::from_millis(20);
const FOREVER: Duration = Duration::from_secs(3600);

struct Fake {
    mode: String,
    variant: Variant,
    score: i32,
    log_file: String,
    position: String,
    seed: u64,
    turns: u32,
    /// The answer kept back while pondering or until told to stop.
    pending: Option<String>,
}

fn main() {
    let mode = std::env::args().nth(1).unwrap_or_else(|| "random".to_owned());
    if mode == "exit" {
        exit(1);
    }
    let mut fake = Fake {
        mode,
        variant: Variant::default(),
        score: 0,
        log_file: String::new(),
        position: String::new(),
        seed: 1,
        turns: 0,
        pending: None,
    };
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        fake.obey(line.trim());
    }
}

fn say(line: &str) {
    if writeln!(io::stdout(), "{line}").is_err() {
        exit(0);
    }
}

impl Fake {
    fn obey(&mut self, line: &str) {
        self.log(line);
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, self.mode.as_str()) {
            ("usi", "mute") | ("isready", "unready") => {}
            ("usi", _) => introduce(),
            ("isready", "remark") => say("info string no such file\nreadyok"),
            ("isready", _) => say("readyok"),
            ("usinewgame", _) => self.turns = 0,
            ("setoption", _) => self.set_option(rest),
            ("position", _) => self.position = rest.to_owned(),
            ("go", _) => self.go(rest),
            ("stop" | "ponderhit", _) => self.pending.take().iter().for_each(|answer| say(answer)),
            ("quit", _) => exit(0),
            _ => {}
        }
    }

    fn log(&self, line: &str) {
        if let Ok(mut file) = OpenOptions::new().create(true).append(true).open(&self.log_file) {
            let _ = writeln!(file, "{line}");
        }
    }

    fn set_option(&mut self, text: &str) {
        let Some((name, value)) = text.strip_prefix("name ").and_then(|text| text.split_once(" value ")) else {
            return;
        };
        match name {
            "LogFile" => self.log_file = value.to_owned(),
            "Score" => self.score = value.parse().unwrap_or(0),
            "Seed" => self.seed = value.parse().unwrap_or(0),
            "USI_Variant" => self.variant = value.parse().unwrap_or_default(),
            _ => {}
        }
        if name == "LogFile" {
            self.log(&format!("folder {}", std::env::current_dir().unwrap_or_default().display()));
        }
    }

    fn go(&mut self, words: &str) {
        let ponders = words.starts_with("ponder");
        self.turns += u32::from(!ponders);
        let answer = self.answer();
        match self.mode.as_str() {
            "silent" if self.turns == BAD_TURN => sleep(FOREVER),
            "crash" if self.turns == BAD_TURN => {
                eprintln!("the third turn is too much");
                exit(3);
            }
            "slow" if self.turns == BAD_TURN => self.pending = Some(answer),
            "calm" | "dance" => {
                sleep(MOMENT);
                say(&answer);
            }
            "chatty" => {
                chat();
                say(&answer);
            }
            "twice" => say(&format!("{answer}\n{answer}")),
            "eager" => say(&answer),
            _ if ponders => self.pending = Some(answer),
            _ => say(&answer),
        }
    }

    fn answer(&mut self) -> String {
        match self.mode.as_str() {
            "dance" => return king_step(&self.position).to_owned(),
            "win" => return "bestmove win".to_owned(),
            "resign" if self.turns == BAD_TURN => return "bestmove resign".to_owned(),
            "rubbish" if self.turns == BAD_TURN => return "bestmove 9z9z".to_owned(),
            "empty" if self.turns == BAD_TURN => return "bestmove".to_owned(),
            "illegal" if self.turns == BAD_TURN => return opponents_moves(&self.position).to_owned(),
            "again" if self.turns == BAD_TURN => return format!("bestmove {}", last_move(&self.position)),
            _ => {}
        }
        let info = format!("info depth 2 score cp {} nodes 50 time 1 pv 7g7f", self.score);
        // A linear congruential generator, by Knuth's constants.
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let moves = with_game!(self.variant, game => Choose { line: &self.position, seed: self.seed }.run_for(game));
        match moves.as_slice() {
            [] => "bestmove resign".to_owned(),
            [best] => format!("{info}\nbestmove {best}"),
            [best, ponder, ..] => format!("{info}\nbestmove {best} ponder {ponder}"),
        }
    }
}

fn introduce() {
    say("id name Fake\nid author nobody");
    say("option name LogFile type string default <empty>");
    say("option name Score type spin default 0 min -9999 max 9999");
    say("option name Seed type spin default 1 min 0 max 1000");
    say("option name MaxMovesToDraw type spin default 0 min 0 max 9999");
    say("option name ToriPromotion type combo default forced var forced var optional");
    say("option name USI_Variant type combo default shogi var shogi var torishogi");
    say("usiok");
}

fn chat() {
    for i in 0..20_000 {
        say(&format!("info depth 1 currmove 7g7f currmovenumber {i}"));
    }
    say(&"endless ".repeat(40_000));
    say("bestmov 7g7f\nbestmovement\nreadyok\nusiok");
}

/// True if White made the first move, and the number of moves.
fn course(line: &str) -> (bool, usize) {
    let (setup, moves) = line.split_once(" moves").unwrap_or((line, ""));
    (setup.split_whitespace().nth(2) == Some("w"), moves.split_whitespace().count())
}

/// A step of the king from its place at the start, or back.
fn king_step(line: &str) -> &'static str {
    let (white_began, moves) = course(line);
    let white_moves = white_began != (moves % 2 == 1);
    match (white_moves, moves % 4 < 2) {
        (false, true) => "bestmove 5i5h",
        (false, false) => "bestmove 5h5i",
        (true, true) => "bestmove 5a5b",
        (true, false) => "bestmove 5b5a",
    }
}

/// Two answers at once that move the king of the side not to move.
fn opponents_moves(line: &str) -> &'static str {
    let (white_began, moves) = course(line);
    let white_moves = white_began != (moves % 2 == 1);
    if white_moves { "bestmove 5i5h\nbestmove 5a5b" } else { "bestmove 5a5b\nbestmove 5i5h" }
}

/// The last move that was no drop.
fn last_move(line: &str) -> &str {
    line.rsplit(' ').find(|word| !word.contains('*')).unwrap_or_default()
}

/// A random legal move, and a random answer to it.
struct Choose<'a> {
    line: &'a str,
    seed: u64,
}

impl Choose<'_> {
    fn run_for<G: Playable>(self, game: G) -> Vec<String> {
        let (setup, moves) = self.line.split_once(" moves").unwrap_or((self.line, ""));
        let mut position = match setup.strip_prefix("sfen ") {
            Some(sfen) => game.read_sfen(sfen, SfenMode::Strict).expect("the referee sends sound positions"),
            None => game.start(),
        };
        for text in moves.split_whitespace() {
            let m = position.parse_move(text).expect("the referee sends legal moves");
            position.make(m, &mut ());
        }
        let mut chosen = Vec::new();
        for shift in [33, 45] {
            let legal = position.legal();
            let legal = legal.as_ref();
            let Some(&m) = legal.get((self.seed >> shift) as usize % legal.len().max(1)) else { break };
            chosen.push(game.usi(m).to_string());
            position.make(m, &mut ());
        }
        chosen
    }
}
