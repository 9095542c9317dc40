//! The conversation with a front-end.

use super::budget::Budget;
use super::error::XboardError;
use super::event::Event;
use super::options::Declared;
use super::table::Table;
use super::thoughts::Thoughts;
use crate::board::Color;
use crate::engines::cecp::games;
use crate::engines::cecp::notation::Board;
use crate::engines::cecp::passes;
use crate::game::{CecpSetup, RuleChoices};
use crate::usi::{self, Quoted};
use crate::variants::Variant;
use std::fmt::Display;
use std::io::{BufRead, ErrorKind, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// The side that the engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Neither side.
    Force,
    Plays(Color),
    Analyses,
}

/// The purpose of the current search, with its number among those begun.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Awaited {
    Nothing,
    Move(u64),
    /// Pondering on the expected move, in USI.
    Ponder(u64, String),
    Analysis(u64),
}

/// Talks to a front-end until it says `quit` or is gone.
///
/// # Errors
/// If the system has no thread for the input.
pub fn run(input: impl BufRead + Send + 'static, output: Box<dyn Write>) -> Result<(), XboardError> {
    let (sender, events) = channel();
    let mut driver = Driver::new(output, sender.clone());
    driver.learn_options(&events);
    thread::Builder::new().spawn(move || read(input, &sender)).map_err(XboardError::Thread)?;
    for event in events {
        let next = match event {
            Event::Line(line) => driver.obey(line.trim()),
            Event::Engine(line) => {
                driver.hear(&line);
                ControlFlow::Continue(())
            }
            Event::End => ControlFlow::Break(()),
        };
        if next.is_break() || driver.is_closed {
            break;
        }
    }
    Ok(())
}

/// Passes on the lines of the front-end.
fn read(mut input: impl BufRead, events: &Sender<Event>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        let event = match input.read_until(b'\n', &mut line) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => Event::End,
            Ok(_) => Event::Line(String::from_utf8_lossy(&line).into_owned()),
        };
        let is_end = matches!(event, Event::End);
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}

struct Driver {
    output: Box<dyn Write>,
    /// Set once nobody reads the output any more.
    is_closed: bool,
    /// The USI engine inside this program.
    inside: usi::Engine,
    options: Vec<Declared>,
    choices: RuleChoices,
    table: Table,
    /// The reason why the position is refused, if it is.
    refused: Option<String>,
    mode: Mode,
    budget: Budget,
    posts: bool,
    ponders: bool,
    /// Number of searches begun, and below it of those ended.
    begun: u64,
    ended: u64,
    awaited: Awaited,
    thoughts: Thoughts,
    /// The move that the engine would play for its opponent, in CECP notation.
    hint: Option<String>,
    /// Pings to answer after the move.
    pings: Vec<String>,
}

impl Driver {
    fn new(output: Box<dyn Write>, events: Sender<Event>) -> Self {
        // Front-ends recognise mate, and treat a claim of any other end as false.
        let choices = RuleChoices::played_to_mate();
        let said = usi::Output::by_line(move |line| events.send(Event::Engine(line.to_owned())).is_ok());
        let mut inside = usi::Engine::new(usi::Games::all(), said);
        inside.play_to_mate();
        Self {
            output,
            is_closed: false,
            inside,
            options: Vec::new(),
            table: Table::new(Variant::default(), &choices),
            choices,
            refused: None,
            mode: Mode::Force,
            budget: Budget::default(),
            posts: false,
            ponders: false,
            begun: 0,
            ended: 0,
            awaited: Awaited::Nothing,
            thoughts: Thoughts::default(),
            hint: None,
            pings: Vec::new(),
        }
    }

    /// Asks the engine for its options. It answers at once, before the first line of the front-end.
    fn learn_options(&mut self, events: &Receiver<Event>) {
        self.tell("usi");
        let lines =
            events.try_iter().filter_map(|event| if let Event::Engine(line) = event { Some(line) } else { None });
        self.options = lines.filter_map(|line| Declared::read(&line)).collect();
    }

    /// Sends the engine a line.
    fn tell(&mut self, line: &str) {
        // Only `quit` asks for an end, and the driver ends the engine by dropping it.
        let _ = self.inside.obey(line.as_bytes());
    }

    fn say(&mut self, line: impl Display) {
        if writeln!(self.output, "{line}").and_then(|()| self.output.flush()).is_err() {
            self.is_closed = true;
        }
    }

    /// Obeys one line; breaks if it was `quit`.
    fn obey(&mut self, line: &str) -> ControlFlow<()> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "quit" => return ControlFlow::Break(()),
            "" | "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating" | "ics" | "draw"
            | "bk" => {}
            "protover" => self.introduce(),
            "new" => self.new_game(),
            "variant" => self.choose_game(rest),
            "force" | "exit" => self.stop_and(Mode::Force),
            "go" => {
                self.stop_and(Mode::Plays(self.table.side()));
                self.go_on();
            }
            "playother" => self.stop_and(Mode::Plays(!self.table.side())),
            "analyze" => {
                self.stop_and(Mode::Analyses);
                self.go_on();
            }
            "." => {
                let state = self.thoughts.state();
                self.say(state);
            }
            "?" if matches!(self.awaited, Awaited::Move(_)) => self.tell("stop"),
            "?" => {}
            "ping" if matches!(self.awaited, Awaited::Move(_)) => self.pings.push(rest.to_owned()),
            "ping" => self.say(format_args!("pong {rest}")),
            "hard" => self.ponders = true,
            "easy" => {
                self.ponders = false;
                if matches!(self.awaited, Awaited::Ponder(..)) {
                    self.stop();
                }
            }
            "post" => self.posts = true,
            "nopost" => self.posts = false,
            "hint" => {
                let hint = self.hint.clone();
                hint.iter().for_each(|hint| self.say(format_args!("Hint: {hint}")));
            }
            "result" => {
                self.stop_and(Mode::Force);
                self.tell("gameover draw");
            }
            "level" | "st" | "sd" | "time" | "otim" => self.set_time(word, rest, line),
            "memory" => self.tell(&format!("setoption name USI_Hash value {rest}")),
            "cores" => self.tell(&format!("setoption name Threads value {rest}")),
            "option" => self.set_option(rest),
            "setboard" => self.set_up(rest),
            "undo" => self.take_back(1, line),
            "remove" => self.take_back(2, line),
            "usermove" => self.user_move(rest),
            _ if Board::is_move(line) || line == passes::PASS => self.user_move(line),
            _ => self.error("unknown command", line),
        }
        ControlFlow::Continue(())
    }

    /// Reports a problem with a line.
    fn error(&mut self, problem: &str, line: &str) {
        // The protocol wants the bare line behind the colon.
        let shown: String = line.chars().filter(|c| !c.is_control()).take(80).collect();
        self.say(format_args!("Error ({problem}): {shown}"));
    }

    fn introduce(&mut self) {
        self.say("feature done=0");
        self.say(concat!("feature myname=\"Kumataka ", env!("KUMATAKA_VERSION"), "\""));
        self.say("feature ping=1 setboard=1 playother=1 usermove=1 analyze=1 memory=1 smp=1 debug=1");
        self.say("feature san=0 colors=0 draw=0 name=0 nps=0 pause=0 reuse=1 sigint=0 sigterm=0");
        let names: Vec<&str> = games::offered().flat_map(|(known, _)| known.names).copied().collect();
        self.say(format_args!("feature variants=\"{}\"", names.join(",")));
        let options: Vec<String> = self.options.iter().map(Declared::feature).collect();
        options.iter().for_each(|option| self.say(option));
        self.say("feature done=1");
    }

    fn new_game(&mut self) {
        self.stop_and(Mode::Plays(Color::White));
        self.budget.restart();
        self.refused = None;
        self.hint = None;
        self.open(Variant::default());
        self.tell("usinewgame");
        self.tell("isready");
    }

    fn open(&mut self, variant: Variant) {
        self.tell(&format!("setoption name USI_Variant value {}", variant.name()));
        self.table = Table::new(variant, &self.choices);
    }

    fn choose_game(&mut self, name: &str) {
        let Some((known, variant)) = games::offered().find(|(known, _)| known.names.contains(&name)) else {
            return self.error("unknown variant", &format!("variant {name}"));
        };
        self.stop();
        self.refused = None;
        self.hint = None;
        self.open(variant);
        self.describe(known.setup);
        self.tell("isready");
        self.go_on_analysing();
    }

    /// Describes to the front-end a game that it may not know.
    fn describe(&mut self, setup: Option<CecpSetup>) {
        let Some(setup) = setup else { return };
        let fen = self.table.start_fen();
        self.say(format_args!("setup ({}) {} {fen}", setup.letters, setup.board));
        setup.pieces.iter().for_each(|(letter, moves)| self.say(format_args!("piece {letter} {moves}")));
    }

    fn set_time(&mut self, word: &str, rest: &str, line: &str) {
        let is_read = match word {
            "level" => self.budget.level(rest),
            "st" => self.budget.fixed(rest),
            "sd" => self.budget.set_depth(rest),
            _ => self.budget.clock(word == "time", rest),
        };
        if is_read.is_none() {
            self.error("a number cannot be read", line);
        }
    }

    fn set_option(&mut self, text: &str) {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        match self.options.iter().find(|option| option.name == name) {
            Some(option) => {
                let line = option.set(value);
                self.tell(&line);
                self.limit_moves(name, value);
                // A choice that only other games have cannot fit this one.
                for game in Variant::ALL {
                    let _ = self.choices.choose(game.name(), &game.options(), name, value);
                }
                self.table.choose(&self.choices);
            }
            None => self.error("unknown option", text),
        }
    }

    /// Sets the number of moves after which a game is drawn, a rule of every game that is not among its choices.
    fn limit_moves(&mut self, name: &str, value: &str) {
        if name == "MaxMovesToDraw"
            && let Ok(moves) = value.parse()
        {
            self.choices.max_moves = moves;
        }
    }

    fn set_up(&mut self, fen: &str) {
        self.stop();
        self.hint = None;
        self.refused = self.table.set_up(fen).err();
        if let Some(reason) = &self.refused {
            let reason = format!("tellusererror Illegal position: {reason}");
            self.say(reason);
        }
        self.go_on_analysing();
    }

    fn take_back(&mut self, plies: usize, line: &str) {
        self.stop();
        self.hint = None;
        if !self.table.take_back(plies) {
            self.error("command not legal now", line);
        }
        self.go_on_analysing();
    }

    fn user_move(&mut self, text: &str) {
        if let Some(reason) = &self.refused {
            let line = format!("Illegal move (the position is refused: {reason}): {text}");
            return self.say(line);
        }
        let usi = match self.table.play(text) {
            Ok(usi) => usi,
            Err(reason) => return self.say(format_args!("Illegal move ({reason}): {text}")),
        };
        self.hint = None;
        match &self.awaited {
            Awaited::Ponder(number, expected) if *expected == usi && self.over().is_none() => {
                let (number, side) = (*number, self.table.side());
                let words = self.budget.times(side, self.table.made(side));
                self.awaited = Awaited::Move(number);
                self.tell(&format!("ponderhit {words}"));
            }
            _ => {
                self.stop();
                self.go_on();
            }
        }
    }

    fn stop_and(&mut self, mode: Mode) {
        self.stop();
        self.mode = mode;
    }

    /// Stops the search, whose answer is then ignored.
    fn stop(&mut self) {
        if self.awaited != Awaited::Nothing {
            self.awaited = Awaited::Nothing;
            self.tell("stop");
        }
        self.answer_pings();
    }

    fn answer_pings(&mut self) {
        let pings = std::mem::take(&mut self.pings);
        pings.iter().for_each(|ping| self.say(format_args!("pong {ping}")));
    }

    fn go_on_analysing(&mut self) {
        if self.mode == Mode::Analyses {
            self.go_on();
        }
    }

    /// Starts the search, or claims the result, as the mode requires in this position.
    fn go_on(&mut self) {
        if self.refused.is_some() {
            return;
        }
        match self.mode {
            Mode::Plays(color) => {
                if let Some((winner, reason)) = self.over() {
                    self.claim(winner, &reason);
                } else if color == self.table.side() {
                    let words = self.budget.words(color, self.table.made(color));
                    let number = self.begin(None, &words);
                    self.awaited = Awaited::Move(number);
                }
            }
            Mode::Analyses if self.over().is_none() => {
                let number = self.begin(None, "infinite");
                self.awaited = Awaited::Analysis(number);
            }
            Mode::Analyses | Mode::Force => {}
        }
    }

    /// Begins a search and returns its number.
    fn begin(&mut self, further: Option<&str>, words: &str) -> u64 {
        self.thoughts = Thoughts::default();
        self.begun += 1;
        let position = self.table.words(further);
        self.tell(&format!("position {position}"));
        self.tell(&format!("go {words}"));
        self.begun
    }

    /// The result if the game is over, as far as the front-end accepts it.
    fn over(&self) -> Option<(Option<Color>, String)> {
        let own = if let Mode::Plays(color) = self.mode { Some(color) } else { None };
        self.table.over(own)
    }

    fn claim(&mut self, winner: Option<Color>, reason: &str) {
        let result = match winner {
            Some(Color::Black) => "1-0",
            Some(Color::White) => "0-1",
            None => "1/2-1/2",
        };
        self.mode = Mode::Force;
        self.say(format_args!("{result} {{{reason}}}"));
    }

    /// Handles a line of the engine.
    fn hear(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "info" if rest.starts_with("string ") => {
                let text = rest.strip_prefix("string ").unwrap_or(rest);
                self.say(format_args!("# {}", Quoted::from(text)));
            }
            "info" => self.hear_thoughts(rest),
            "bestmove" => {
                self.ended += 1;
                if self.awaited == Awaited::Move(self.ended) {
                    self.awaited = Awaited::Nothing;
                    let mut words = rest.split_whitespace();
                    let (best, ponder) = (words.next().unwrap_or_default(), words.nth(1));
                    self.make_move(best, ponder);
                    self.answer_pings();
                }
            }
            _ => {}
        }
    }

    fn hear_thoughts(&mut self, text: &str) {
        let number = match &self.awaited {
            Awaited::Nothing => return,
            Awaited::Move(number) | Awaited::Analysis(number) | Awaited::Ponder(number, _) => *number,
        };
        // Searches answer in the order in which they were begun.
        if number == self.ended + 1 && self.thoughts.read(text) && self.posts {
            let expected = if let Awaited::Ponder(_, expected) = &self.awaited { Some(expected) } else { None };
            let line: Vec<String> = expected.into_iter().chain(&self.thoughts.line).cloned().collect();
            let line = self.thoughts.line(&self.table.in_cecp(&line));
            self.say(line);
        }
    }

    fn make_move(&mut self, best: &str, ponder: Option<&str>) {
        match best {
            "resign" => {
                self.mode = Mode::Force;
                return self.say("resign");
            }
            "win" => {
                let (winner, reason) = self.table.declared();
                return self.claim(winner, &reason);
            }
            _ => {}
        }
        match self.table.play_usi(best) {
            // Each step of a double move gets a line.
            Ok(text) => text.split_inclusive(',').for_each(|step| self.say(format_args!("move {step}"))),
            Err(reason) => {
                self.mode = Mode::Force;
                self.say(format_args!("# {reason}"));
                return self.say("resign");
            }
        }
        if let Some((winner, reason)) = self.over() {
            return self.claim(winner, &reason);
        }
        if let Some(expected) = ponder {
            self.hint = self.table.in_cecp(&[expected.to_owned()]).pop();
            if self.ponders {
                self.ponder(expected);
            }
        }
    }

    /// Thinks in the opponent's time, from the position after the expected move.
    fn ponder(&mut self, expected: &str) {
        let own = !self.table.side();
        let words = self.budget.words(own, self.table.made(own));
        let number = self.begin(Some(expected), &format!("ponder {words}"));
        self.awaited = Awaited::Ponder(number, expected.to_owned());
    }
}
