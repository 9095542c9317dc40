//! A CECP engine for the tests of `kumataka match`: plays random legal moves, and misbehaves as its first argument says.
//!
//! | argument | what it does |
//! |---|---|
//! | `random` | plays legal moves at once |
//! | `once` | plays, and can play one game only |
//! | `old` | plays, and knows neither `ping` nor `usermove` |
//! | `mute` | announces no feature |
//! | `chess` | plays no variant that a match could be about |
//! | `unready` | does not answer `ping` |
//! | `silent` | does not answer its third `go`, nor `?` |
//! | `slow` | answers its third `go` when told to move now |
//! | `crash` | ends at its third `go` |
//! | `illegal` | makes an illegal move at its third `go` |
//! | `rubbish` | answers its third `go` with what is no move |
//! | `refuse` | takes the move before its third `go` for illegal |
//! | `eager` | makes a second move at once |
//! | `resign` | resigns at its third `go` |
//! | `result` | tells the result of a lost game at its third `go` |
//! | `claim` | claims a draw at its third `go` |
//! | `whole` | reads whole seconds of `st`, after which it thinks for two fifths of its clock, and else for a fiftieth of it |

use kumataka::game::{Playable, PlayablePosition as _, Position as _, SfenMode};
use kumataka::variants::Variant;
use kumataka::with_game;
use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

const BAD_TURN: usize = 3;
const FOREVER: Duration = Duration::from_secs(3600);

#[derive(Default)]
struct Fake {
    mode: String,
    variant: Variant,
    log_file: String,
    /// The start as SFEN, and the moves as USI.
    start: String,
    moves: Vec<String>,
    turns: usize,
    /// The seconds of `st`, and the centiseconds of `time`.
    move_seconds: u64,
    clock: u64,
    /// The answer kept back until told to move now.
    pending: Option<String>,
}

fn main() {
    let mode = std::env::args().nth(1).unwrap_or_else(|| "random".to_owned());
    let mut fake = Fake { mode, ..Fake::default() };
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
        if let Ok(mut file) = OpenOptions::new().create(true).append(true).open(&self.log_file) {
            let _ = writeln!(file, "{line}");
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "protover" if self.mode != "mute" => self.introduce(),
            "option" => self.log_file = rest.strip_prefix("LogFile=").unwrap_or_default().to_owned(),
            "ping" if self.mode != "unready" => say(&format!("pong {rest}")),
            "new" => {
                (self.turns, self.start) = (0, String::new());
                self.moves.clear();
            }
            "variant" => self.variant = rest.parse().expect("only variants that were announced are set"),
            "setboard" => {
                let (board, more) = rest.split_once('[').expect("holdings");
                let (hand, side) = more.split_once("] ").expect("holdings");
                let side = if side.starts_with('w') { "b" } else { "w" };
                self.start = format!("{board} {side} {hand} 1");
            }
            "st" => self.move_seconds = rest.split('.').next().unwrap_or_default().parse().expect("seconds"),
            "time" => self.clock = rest.parse().expect("centiseconds"),
            "usermove" => self.take(rest),
            "go" => self.go(),
            "?" => self.pending.take().iter().for_each(|answer| say(answer)),
            "quit" => exit(0),
            _ if self.mode == "old" && line.len() < 6 && line.contains(|c: char| c.is_ascii_digit()) => self.take(line),
            _ => {}
        }
    }

    fn introduce(&self) {
        say("feature done=0");
        say("feature setboard=1 sigint=0 san=1 variants=\"normal,crazyhouse\"");
        match self.mode.as_str() {
            "old" => {}
            "once" => say("feature ping=1 usermove=1 reuse=0"),
            _ => say("feature ping=1 usermove=1 memory=1 myname=\"Fake 1\""),
        }
        if self.mode != "chess" {
            say("feature variants=\"shogi,torishogi\"");
        }
        say("feature option=\"LogFile -string \"\nfeature done=1");
    }

    fn take(&mut self, text: &str) {
        if self.mode == "refuse" && self.turns == BAD_TURN - 1 {
            say(&format!("Illegal move (by mistake): {text}"));
        }
        self.moves.push(self.turned(text));
    }

    fn go(&mut self) {
        self.turns += 1;
        let chosen = with_game!(self.variant, game => random_move(game, &self.start, &self.moves));
        let Some(chosen) = chosen else { return say("resign") };
        let answer = format!("move {}", self.turned(&chosen));
        self.moves.push(chosen);
        say("3 -25 1 40 thoughts");
        let loss = if self.moves.len() % 2 == 1 { "0-1 {White resigns}" } else { "1-0 {Black resigns}" };
        match self.mode.as_str() {
            "whole" => {
                let share = if self.move_seconds > 0 { 2.0 / 5.0 } else { 1.0 / 50.0 };
                sleep(Duration::from_millis(10 * self.clock).mul_f64(share));
                say(&answer);
            }
            "eager" => say(&format!("{answer}\n{answer}")),
            _ if self.turns != BAD_TURN => say(&answer),
            "silent" => sleep(FOREVER),
            "slow" => self.pending = Some(answer),
            "crash" => exit(3),
            "illegal" => say("move a1a9"),
            "rubbish" => say("move somewhere"),
            "resign" => say("resign"),
            "result" => say(loss),
            "claim" => say("1/2-1/2 {because I say so}"),
            _ => say(&answer),
        }
    }

    /// A move from USI to CECP or back: both turn the numbers of files round, and swap letters and numbers.
    fn turned(&self, text: &str) -> String {
        let size = if self.variant == Variant::default() { b'9' } else { b'7' };
        let (first, rest) = text.split_at(2);
        let square = |square: &str| match square.as_bytes() {
            // The letter of one is the number of the other, counted from the other end.
            &[file, rank] => [file, rank].map(|c| char::from(b'a' + size - c)).iter().collect::<String>(),
            _ => unreachable!("a square"),
        };
        let first = match *first.as_bytes() {
            [piece, b'*'] => format!("{}@", char::from(piece)),
            [piece, b'@'] => format!("{}*", char::from(piece)),
            _ => square(first),
        };
        format!("{first}{}{}", square(&rest[..2]), &rest[2..])
    }
}

/// A legal move that looks random, by the number of moves before it.
fn random_move<G: Playable>(game: G, start: &str, moves: &[String]) -> Option<String> {
    let mut position = match start {
        "" => game.start(),
        sfen => game.read_sfen(sfen, SfenMode::Strict).expect("the referee sends sound positions"),
    };
    for text in moves {
        let m = position.parse_move(text).expect("the referee sends legal moves");
        position.make(m, &mut ());
    }
    let legal = position.legal();
    let legal = legal.as_ref();
    legal.get(moves.len() * 37 % legal.len().max(1)).map(|&m| game.usi(m).to_string())
}
