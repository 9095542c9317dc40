//! The chess engine communication protocol of `XBoard`, version 2: its names of games, its squares, moves and scores,
//! and the driver of an engine that speaks it.
//!
//! Tim Mann and H. G. Muller describe the protocol in `engine-intf.html` of `XBoard`. A driven engine stays in force
//! mode except for its own turns, so that it never thinks unasked.

pub mod games;
mod letters;
mod limits;
mod listen;
pub mod notation;
pub mod passes;

use super::protocol::{Announced, Answer, Listener, Message, MoveClock, Preparation, Speech, Turn, Words};
use crate::any::AnyPosition;
use crate::board::Color;
use crate::game::SfenMode;
use crate::variants::{Kernel, Variant};
use limits::Limits;
use listen::CecpListener;
pub use listen::score_in_cecp;
use notation::Board;

const WORDS: Words =
    Words { greeting: "xboard\nprotover 2", greeted: "\"feature done=1\"", ready: "pong", answer: "move", stop: "?" };

/// USI options for which CECP has commands.
const HASH: &str = "USI_Hash";
const THREADS: &str = "Threads";
/// Size of the hash table in MB if the user sets none; some engines have no table without one.
const USUAL_HASH: &str = "64";

/// A CECP engine that plays a game.
pub struct Cecp {
    board: Board,
    /// The game, if it is a large one.
    large: Option<Variant>,
    /// Names that the game may have.
    names: &'static [&'static str],
    /// The one of them that this engine knows.
    name: Option<&'static str>,
    features: Features,
    pings: u32,
    game: Game,
}

/// Features that the engine has announced; at first the defaults of the protocol.
struct Features {
    ping: bool,
    usermove: bool,
    time: bool,
    reuse: bool,
    memory: bool,
    /// Options that are on or off.
    checks: Vec<String>,
}

/// The game in progress as the engine knows it.
#[derive(Default)]
struct Game {
    /// Text of the start position; empty before the first turn.
    start: String,
    moves: Vec<String>,
    limits: Limits,
    mover: Option<Color>,
}

impl Game {
    /// The next game of the same engine.
    fn anew(&self) -> Self {
        Self { limits: self.limits.anew(), ..Self::default() }
    }
}

impl Cecp {
    /// An engine for the game of this name, which starts with this SFEN.
    pub fn new(variant: &str, start: &str, move_clock: MoveClock) -> Self {
        let variant = variant.parse::<Variant>().ok();
        let names = variant.and_then(Variant::cecp).map_or(&[][..], |game| game.names);
        Self {
            board: variant.map_or_else(|| Board::of(start), Board::of_game),
            large: variant.filter(|variant| !matches!(variant.kernel(), Kernel::Drops(_))),
            names,
            name: None,
            features: Features {
                ping: false,
                usermove: false,
                time: true,
                reuse: true,
                memory: false,
                checks: Vec::new(),
            },
            pings: 0,
            game: Game { limits: Limits::new(move_clock), ..Game::default() },
        }
    }

    /// Lines that leave the engine waiting at the start of the game.
    fn new_game(&self) -> Vec<String> {
        let variant = self.name.map(|name| format!("variant {name}"));
        let around = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect::<Vec<_>>();
        [around(&["new"]), variant.into_iter().collect(), around(&["easy", "post", "force"])].concat()
    }

    /// Lines that bring the engine from the game it knows to a position.
    fn update(&mut self, position: &str) -> Vec<String> {
        let (start, moves) = position.split_once(" moves").unwrap_or((position, ""));
        let start = start.trim();
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let game = &mut self.game;
        let known = game.moves.len();
        let mut lines = vec!["force".to_owned()];
        let goes_on = game.start == start && moves.len() >= known && game.moves.iter().zip(&moves).all(|(a, b)| a == b);
        if !goes_on {
            // A move was taken back, or another game has begun.
            if !game.start.is_empty() {
                *game = game.anew();
                lines = self.new_game();
            }
            // Engines of large games without drops read only the board.
            let is_bare = self.large.is_some_and(|variant| variant.held_kinds() == 0);
            let fen = |sfen| if is_bare { self.board.placement(sfen) } else { self.board.fen(sfen) };
            lines.extend(start.strip_prefix("sfen ").map(|sfen| format!("setboard {}", fen(sfen))));
        }
        self.game.start = start.to_owned();
        let known = self.game.moves.len();
        for &m in &moves[known..] {
            let text = self.told(m);
            lines.push(if self.features.usermove { format!("usermove {text}") } else { text });
            self.game.moves.push(m.to_owned());
        }
        lines
    }

    /// The next move of the game in CECP.
    fn told(&self, m: &str) -> String {
        let Game { start, moves, .. } = &self.game;
        // Only a move over three squares can be a pass.
        let large = self.large.filter(|_| m.bytes().filter(u8::is_ascii_lowercase).count() > 2);
        let told = large.and_then(|variant| {
            let position = after(variant, start, moves)?;
            passes::cecp(self.board, &position, position.parse_move(m).ok()?)
        });
        told.or_else(|| self.board.cecp(m)).unwrap_or_else(|| m.to_owned())
    }

    /// The engine's answer, with a pass written as in USI.
    fn meant(&self, answer: Answer) -> Answer {
        let Game { start, moves, .. } = &self.game;
        let pass = self.large.filter(|_| answer.best == passes::PASS).and_then(|variant| {
            let m = passes::pass(&after(variant, start, moves)?)?;
            Some(variant.usi(m))
        });
        Answer { best: pass.unwrap_or(answer.best), ..answer }
    }
}

/// The position after moves from a start in USI; none if the text is no game.
fn after(variant: Variant, start: &str, moves: &[String]) -> Option<AnyPosition> {
    let mut position = match start.strip_prefix("sfen ") {
        Some(sfen) => variant.read_sfen(sfen, SfenMode::Strict).ok()?,
        None => variant.start(),
    };
    for text in moves {
        position.make(position.parse_move(text).ok()?);
    }
    Some(position)
}

impl Speech for Cecp {
    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn listener(&self) -> Box<dyn Listener> {
        Box::new(CecpListener::new(self.board))
    }

    fn heed(&mut self, name: &str, value: &str) -> Option<String> {
        let is_set = value != "0";
        match name {
            "ping" => self.features.ping = is_set,
            "usermove" => self.features.usermove = is_set,
            "time" => self.features.time = is_set,
            "reuse" => self.features.reuse = is_set,
            "memory" => self.features.memory = is_set,
            "option" => {
                let check = value.split_once(" -check").map(|(name, _)| name.trim().to_owned());
                self.features.checks.extend(check);
            }
            "variants" => {
                let known = |name: &&&str| value.split(',').any(|other| other.trim() == **name);
                self.name = self.names.iter().find(known).copied();
            }
            // Moves are sent as coordinates, and colours not at all.
            "san" | "colors" if is_set => return Some(format!("rejected {name}")),
            _ => {}
        }
        Some(format!("accepted {name}"))
    }

    fn option(&mut self, name: &str, value: &str) -> String {
        let is_check = self.features.checks.iter().any(|check| check.eq_ignore_ascii_case(name));
        let value = match value {
            "true" if is_check => "1",
            "false" if is_check => "0",
            _ => value,
        };
        if name.eq_ignore_ascii_case(HASH) {
            format!("memory {value}")
        } else if name.eq_ignore_ascii_case(THREADS) {
            format!("cores {value}")
        } else if value.is_empty() {
            format!("option {name}")
        } else {
            format!("option {name}={value}")
        }
    }

    fn usual_options(&self, _options: &[Announced], _ponder: bool) -> Vec<(String, String)> {
        if self.features.memory { vec![(HASH.to_owned(), USUAL_HASH.to_owned())] } else { Vec::new() }
    }

    fn may_set(&self, _name: &str) -> bool {
        false
    }

    fn plays(&self, _options: &[Announced]) -> bool {
        self.name.is_some()
    }

    fn prepare(&mut self) -> Preparation {
        self.game = self.game.anew();
        let mut lines = self.new_game();
        let question = self.features.ping.then(|| {
            self.pings += 1;
            self.pings
        });
        lines.extend(question.map(|number| format!("ping {number}")));
        Preparation { lines: lines.join("\n"), question }
    }

    fn go(&mut self, turn: &Turn) -> String {
        let mut lines = self.update(turn.position);
        self.game.mover = Some(turn.mover);
        lines.extend(self.game.limits.lines(turn.clocks, turn.mover, self.features.time));
        lines.push("go".to_owned());
        lines.join("\n")
    }

    fn answered(&mut self, message: Message) -> Option<Answer> {
        match message {
            Message::Answer(answer) => {
                let answer = self.meant(answer);
                self.game.moves.push(answer.best.clone());
                Some(answer)
            }
            Message::Claim { winner, answer } => Some(match winner {
                // An engine may resign by claiming the result.
                Some(winner) if self.game.mover == Some(!winner) => Answer { best: "resign".to_owned(), ..answer },
                Some(_) => Answer { best: "win".to_owned(), ..answer },
                None => answer,
            }),
            _ => None,
        }
    }

    fn game_over(&self, result: &str) -> String {
        let score = match (result, self.game.mover) {
            ("win", Some(Color::Black)) | ("lose", Some(Color::White)) => "1-0",
            ("win", Some(Color::White)) | ("lose", Some(Color::Black)) => "0-1",
            ("draw", _) => "1/2-1/2",
            _ => "*",
        };
        format!("result {score} {{the game is over}}\nforce")
    }

    fn is_spent(&self) -> bool {
        !self.features.reuse && !self.game.start.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::super::info::SearchInfo;
    use super::*;
    use crate::engines::clock::{Clock, TimeControl};
    use crate::variants::LargeVariant;
    use std::time::{Duration, Instant};

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

    fn go(engine: &mut Cecp, position: &str, mover: Color) -> Vec<String> {
        let control = TimeControl { byoyomi: Duration::from_secs(2), ..TimeControl::default() };
        let clocks = [Clock::new(control), Clock::new(control)];
        let text = engine.go(&Turn { position, clocks: &clocks, mover, limit: clocks[0].limit() });
        text.lines().map(str::to_owned).collect()
    }

    fn answer(best: &str) -> Answer {
        let (info, line, at) = (SearchInfo::default(), String::new(), Instant::now());
        Answer { best: best.to_owned(), ponder: None, info, line, at }
    }

    #[test]
    fn moves_are_told_once() {
        let mut engine = Cecp::new(Variant::Shogi.name(), START, MoveClock::St);
        assert_eq!(engine.heed("usermove", "1").unwrap(), "accepted usermove");
        assert_eq!(engine.heed("variants", "normal,shogi").unwrap(), "accepted variants");
        assert_eq!(engine.heed("san", "1").unwrap(), "rejected san");
        assert_eq!(engine.prepare().lines, "new\nvariant shogi\neasy\npost\nforce");
        let time = ["time 200", "otim 200", "st 2", "go"];
        let lines = go(&mut engine, "startpos moves 7g7f 3c3d", Color::Black);
        assert_eq!(lines, [&["force", "usermove c3c4", "usermove g7g6"][..], &time].concat());
        assert!(engine.answered(Message::Answer(answer("8h2b+"))).is_some());
        let lines = go(&mut engine, "startpos moves 7g7f 3c3d 8h2b+ 3a2b", Color::Black);
        assert_eq!(lines, [&["force", "usermove g9h8"][..], &time].concat());
        // A move taken back makes a new game of it.
        let lines = go(&mut engine, "startpos moves 7g7f 8c8d", Color::Black);
        let new = ["new", "variant shogi", "easy", "post", "force", "usermove c3c4", "usermove b7b6"];
        assert_eq!(lines, [&new[..], &time].concat());
        let lines = go(&mut engine, "sfen 4k4/9/9/9/9/9/9/9/4K4 w 2Pb 1", Color::White);
        assert_eq!(lines[5], "setboard 4k4/9/9/9/9/9/9/9/4K4[PPb] b 0 1");
    }

    #[test]
    fn options_are_told_as_they_were_announced() {
        let mut engine = Cecp::new(Variant::Shogi.name(), START, MoveClock::St);
        engine.heed("option", "Own Book -check 1");
        engine.heed("option", "Mode -combo true /// *false");
        assert_eq!(engine.option("Own Book", "false"), "option Own Book=0");
        assert_eq!(engine.option("own book", "true"), "option own book=1");
        assert_eq!(engine.option("Own Book", "0"), "option Own Book=0");
        assert_eq!(engine.option("Mode", "true"), "option Mode=true");
        assert_eq!(engine.option("USI_Hash", "16"), "memory 16");
    }

    #[test]
    fn results_are_those_of_colours() {
        let mut engine = Cecp::new(Variant::Shogi.name(), START, MoveClock::St);
        go(&mut engine, "startpos moves 7g7f", Color::White);
        let mut claim = |winner| engine.answered(Message::Claim { winner, answer: answer("1/2-1/2") }).unwrap().best;
        assert_eq!(claim(Some(Color::Black)), "resign");
        assert_eq!(claim(Some(Color::White)), "win");
        assert_eq!(claim(None), "1/2-1/2");
        assert_eq!(engine.game_over("lose"), "result 1-0 {the game is over}\nforce");
        assert_eq!(engine.game_over("draw"), "result 1/2-1/2 {the game is over}\nforce");
    }

    #[test]
    fn engines_of_one_game_are_spent_by_it() {
        let mut engine =
            Cecp::new(Variant::Tori.name(), "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1", MoveClock::St);
        engine.heed("reuse", "0");
        engine.heed("variants", "shogi,7x7+6_shogi");
        assert!(engine.plays(&[]) && !engine.is_spent());
        engine.prepare();
        assert!(!engine.is_spent());
        go(&mut engine, "startpos", Color::Black);
        assert!(engine.is_spent());
    }

    #[test]
    fn lions_pass_and_move_twice() {
        let start = LargeVariant::Chu.game().spec().start;
        let mut engine = Cecp::new(Variant::Chu.name(), start, MoveClock::St);
        engine.heed("variants", "normal,chu");
        engine.heed("usermove", "1");
        let lines = go(&mut engine, "startpos moves 7i7h 7d7e 7j7i7j", Color::White);
        assert_eq!(lines[1..4], ["usermove f4f5", "usermove f9f8", "usermove @@@@"]);
        let best = engine.answered(Message::Answer(answer("@@@@"))).unwrap().best;
        assert_eq!((&best[..2], &best[best.len() - 2..]), ("6c", "6c"));
        let line = format!("startpos moves 7i7h 7d7e 7j7i7j {best} 7h7g");
        assert_eq!(go(&mut engine, &line, Color::White)[1], "usermove f5f6");
        // A lion that takes without leaving its square does not pass.
        let sfen = "sfen k11/12/12/12/12/5p6/5N6/12/12/12/12/K11 b - 1";
        let lines = go(&mut engine, &format!("{sfen} moves 7g7f7g"), Color::White);
        assert!(lines.contains(&"setboard k11/12/12/12/12/5p6/5N6/12/12/12/12/K11".to_owned()), "{lines:?}");
        assert!(lines.contains(&"usermove f6f7,f7f6".to_owned()), "{lines:?}");
    }
}
