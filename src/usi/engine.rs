//! The loop that obeys a client line by line, while searches run on other threads.

#[cfg(target_family = "wasm")]
mod host;

use super::error::UsiError;
use super::games::Games;
use super::options::Options;
use super::parse::{Command, Go, Hit, Order, Setup};
use super::print::Output;
use super::session::Session;
use super::tunables;
use crate::measure::bench;
use crate::words::Language;
use std::io::{BufRead, ErrorKind};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// Name and version, as the client shows them.
///
/// A client keeps settings per name, so each build between releases has its own: testers' tables and records would mix
/// builds otherwise. The version equals that of `--version`, so that a build can be found from a name in a report.
/// Releases are built without a checkout and keep a plain version.
const NAME: &str = concat!("Kumataka ", env!("KUMATAKA_VERSION"));

/// The greeting on a terminal, in English and Japanese.
const GREETING: [&str; 2] = [
    concat!(
        "Kumataka ",
        env!("KUMATAKA_VERSION"),
        ", a shogi engine. To play, run: kumataka board (in a browser) or kumataka play.\n\
         Shogi front-ends start this program and talk USI to it. To try that here, type: help, then\n\
         position startpos, go infinite, stop, d, quit. All commands: kumataka --help."
    ),
    concat!(
        "Kumataka ",
        env!("KUMATAKA_VERSION"),
        "（将棋エンジン）。対局するなら kumataka board（ブラウザの盤）か kumataka play をどうぞ。\n\
         将棋ソフトはこのプログラムとUSIでやりとりします。ここで試すなら help、続けて\n\
         position startpos、go infinite、stop、d、quit。コマンドの一覧は kumataka --help です。"
    ),
];

const HELP: &str = "\
usi                      name, options, usiok
isready                  gets ready, then readyok
setoption name N value V sets an option
usinewgame               forgets the last game
position startpos [moves M...]
position sfen SFEN [moves M...]
go [ponder] [btime N wtime N] [byoyomi N] [binc N winc N] [movetime N] [depth N] [nodes N]
   [infinite] [searchmoves M...]
                         searches, then bestmove; times in milliseconds
go mate [MS|infinite]    looks for a mate, then checkmate
go hisshi [1|3|5|7] [movetime N | infinite]
                         looks for a threat that cannot be parried, then hisshi
go perft N               counts the move sequences of length N
stop                     ends the search with its best move so far, or a count or a bench
ponderhit [times]        the expected move was played: the clock runs
gameover win|lose|draw   ends the game
d                        draws the board
eval                     static evaluation of the position
moves                    lists the legal moves
side                     names the side to move
multipv N                shows the N best lines, as the option MultiPV
bench [depth N | nodes N | movetime N]
                         searches fixed positions, ends with a node count
compiler                 how this program was built
usi_tunables             what a tuner may vary, then usi_tunablesok
quit                     ends the program
Example: setoption name USI_AnalyseMode value true
         position startpos moves 7g7f 3c3d
         go movetime 1000
The option keeps the opening book out of it.";

/// Obeys commands until `quit`, the end of the input, or the end of the output.
pub fn run(games: Games, mut input: impl BufRead, output: Output, is_terminal: bool) {
    let mut engine = Engine::new(games, output);
    if is_terminal {
        let [english, japanese] = GREETING;
        engine.output.line(Language::of_environment().choose(english, japanese));
    }
    let mut line = Vec::new();
    while !engine.output.is_closed() {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) => break,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => break,
            Ok(_) => {
                if engine.obey(&line).is_break() {
                    break;
                }
            }
        }
    }
    engine.end();
}

/// An engine in conversation with one client.
pub struct Engine {
    games: Games,
    options: Options,
    session: Box<dyn Session>,
    /// Reason why the last choice of a game was refused. Positions are refused until a known game is chosen.
    refused_variant: Option<String>,
    /// True after `gameover`: the next game needs a clean table.
    game_over: bool,
    afterwards: Afterwards,
    output: Arc<Output>,
}

/// Commands since `gameover`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Afterwards {
    Nothing,
    /// A `go ponder` for the game that has ended, sent before the client knew of the end.
    Ponder,
    /// Commands of another game, or no `gameover` yet.
    More,
}

impl Engine {
    /// An engine that plays `games`.
    #[must_use]
    pub fn new(games: Games, output: Output) -> Self {
        let output = Arc::new(output);
        let options = Options::new(games.declared());
        let session = games.open(&options, &output);
        Self { games, options, session, refused_variant: None, game_over: false, afterwards: Afterwards::More, output }
    }

    /// Plays on to mate even where the rules end a game earlier, for a client that knows no other end.
    pub fn play_to_mate(&mut self) {
        self.options.rules.to_mate = true;
        self.session.apply(&self.options);
    }

    /// Obeys one line of arbitrary bytes; breaks on `quit`.
    pub fn obey(&mut self, line: &[u8]) -> ControlFlow<()> {
        let started = Instant::now();
        let line = String::from_utf8_lossy(line);
        self.output.note_input(&line);
        match Command::parse(&line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return ControlFlow::Break(()),
            Ok(Some(command)) => {
                if let Err(error) = self.execute(command, started) {
                    self.output.message(error);
                }
            }
            Err(error) => self.output.message(error),
        }
        ControlFlow::Continue(())
    }

    /// Ends all work. A script's input may end before the count or bench whose result it wants.
    fn end(&mut self) {
        if self.output.is_closed() {
            self.session.finish();
        } else {
            self.session.complete();
        }
    }

    fn execute(&mut self, command: Command<'_>, started: Instant) -> Result<(), UsiError> {
        match command {
            Command::Usi => self.introduce(),
            Command::IsReady => self.get_ready(),
            Command::SetOption { name, value } => self.set_option(name, value)?,
            Command::NewGame => self.new_game(),
            Command::Position(text) => self.set_position(text)?,
            Command::Go(text) => self.go(Go::parse(text)?, started),
            Command::Stop => self.session.stop(),
            Command::PonderHit(text) => self.ponderhit(text),
            Command::GameOver => self.end_game(),
            Command::Display => self.session.display(),
            Command::Evaluate => self.session.evaluate(&self.options),
            Command::Moves => self.session.moves(),
            Command::Side => self.session.side(),
            Command::MultiPv(lines) => self.set_lines(lines)?,
            Command::Bench(text) => self.bench(text),
            Command::Tunables => self.list_tunables(),
            Command::Compiler => self.output.line(crate::measure::compiler::description()),
            Command::Help => self.output.line(HELP),
            Command::Quit => {}
        }
        Ok(())
    }

    fn introduce(&self) {
        self.output.line(format_args!("id name {NAME}"));
        self.output.line("id author the Kumataka authors");
        self.options.announcement().for_each(|line| self.output.line(line));
        self.output.line("usiok");
    }

    fn list_tunables(&self) {
        match tunables::list() {
            Some(list) => self.output.message(format_args!("{} {list}", tunables::HEAD)),
            None => {
                let remedy = "the constants of the search are options in a build with --features tune";
                self.output.message(format_args!("nothing to tune: {remedy}"));
            }
        }
        self.output.line(tunables::END);
    }

    /// Answers `isready`.
    ///
    /// During a search the client only checks that the engine is alive. Pondering left over from the last game is
    /// stopped, since the next game would take its answer for its own. A count or a bench does not delay getting
    /// ready: the clock of the next search must not pay for it.
    fn get_ready(&mut self) {
        if self.afterwards == Afterwards::Ponder {
            self.session.finish();
        }
        self.afterwards = Afterwards::More;
        if !self.session.is_searching() {
            self.clear_hash();
            if std::mem::take(&mut self.game_over) {
                self.session.forget();
            }
            self.session.prepare(&self.options);
        }
        self.output.line("readyok");
    }

    fn set_position(&mut self, text: &str) -> Result<(), UsiError> {
        let is_set = match &self.refused_variant {
            Some(reason) => Err(UsiError::VariantRefused(reason.clone())),
            None => Setup::parse(text).and_then(|setup| self.session.set_position(&setup)),
        };
        is_set.inspect_err(|error| self.session.refuse(error.to_string()))
    }

    /// Sets the number of lines by `multipv`. The larger of two options counts, so both are set.
    fn set_lines(&mut self, lines: &str) -> Result<(), UsiError> {
        self.options.set("MultiPV", lines)?;
        Ok(self.options.set("USI_MultiPV", lines)?)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), UsiError> {
        let log_before = self.options.debug_log_file.clone();
        let is_set = self.options.set(name, value);
        if self.options.is_variant(name) {
            self.refused_variant = is_set.as_ref().err().map(ToString::to_string);
            self.refused_variant.iter().for_each(|reason| self.session.refuse(reason.clone()));
        }
        is_set?;
        if let Some((name, megabytes)) = self.options.lowered(name, value) {
            self.output.message(format_args!("{name} is {megabytes} MB, all that the machine has"));
        }
        if self.options.variant == self.session.variant() {
            self.session.apply(&self.options);
        } else {
            self.change_game();
        }
        // A running search goes on: stopping it would send an answer that nobody asked for.
        if self.options.clears_hash && !self.session.is_searching() {
            self.clear_hash();
        }
        if self.options.debug_log_file != log_before {
            // With the new value kept, the same file would not be tried again.
            self.output
                .log_to(&self.options.debug_log_file)
                .inspect_err(|_| self.options.debug_log_file = log_before)?;
        }
        Ok(())
    }

    /// Clears the table if the client has pressed the button for it. No search may be running.
    fn clear_hash(&mut self) {
        if std::mem::take(&mut self.options.clears_hash) {
            self.session.forget();
        }
    }

    /// Opens a session of the game that the options name. A refused position stays refused.
    fn change_game(&mut self) {
        self.session.finish();
        let refusal = self.session.refusal().map(str::to_owned);
        self.session = self.games.open(&self.options, &self.output);
        refusal.into_iter().for_each(|reason| self.session.refuse(reason));
    }

    fn new_game(&mut self) {
        self.session.finish();
        self.session.forget();
        self.game_over = false;
        self.afterwards = Afterwards::More;
    }

    /// A search stops running work, since its clock runs. Counts wait for each other, since scripts send many in a row.
    fn go(&mut self, go: Go<'_>, started: Instant) {
        match go {
            Go::Search(order) => {
                self.complain(&order.complaints);
                let is_late = self.afterwards == Afterwards::Nothing && order.ponder;
                self.afterwards = if is_late { Afterwards::Ponder } else { Afterwards::More };
                self.session.finish();
                self.clear_hash();
                self.session.go(&order, started, &self.options);
            }
            Go::Mate { question, limit, complaints } => {
                self.complain(&complaints);
                self.session.finish();
                self.session.go_mate(question, limit, started, &self.options);
            }
            Go::Perft(depth) => {
                self.session.complete();
                self.session.perft(depth, self.options.search.threads);
            }
        }
    }

    fn ponderhit(&mut self, text: &str) {
        let hit = Hit::parse(text);
        self.complain(&hit.complaints);
        self.afterwards = Afterwards::More;
        self.session.ponderhit(&hit);
    }

    /// Stops all work, since the game is over.
    fn end_game(&mut self) {
        self.session.finish();
        self.game_over = true;
        self.afterwards = Afterwards::Nothing;
    }

    fn bench(&mut self, text: &str) {
        let order = Order::parse(text);
        let complaints: Vec<_> = order.complaints.into_iter().map(|complaint| complaint.about("bench")).collect();
        self.complain(&complaints);
        let game = self.session.variant().parse().unwrap_or_default();
        let effort = bench::Effort::chosen(game, order.depth, order.nodes, order.move_time);
        self.session.complete();
        self.session.bench(&bench::Settings::of(effort), &self.options);
    }

    fn complain(&self, complaints: &[UsiError]) {
        complaints.iter().for_each(|complaint| self.output.message(complaint));
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::GO_KEYWORDS;
    use super::*;
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    #[test]
    fn help_names_what_is_read() {
        let words: Vec<&str> = HELP.split(|c: char| !c.is_ascii_alphanumeric()).collect();
        // The help leaves out `movestogo`, which is accepted only because chess clients send it.
        for keyword in GO_KEYWORDS.into_iter().filter(|&keyword| keyword != "movestogo") {
            assert!(words.contains(&keyword), "{keyword}");
        }
        for line in HELP.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase())) {
            assert!(matches!(Command::parse(line), Ok(Some(_))), "{line}");
        }
    }

    #[test]
    fn a_search_ends_when_nobody_listens_any_more() {
        let mut engine = Engine::new(Games::all(), Output::by_line(|line| !line.starts_with("info depth 3 ")));
        for line in ["setoption name USI_Hash value 1", "go infinite"] {
            assert!(engine.obey(line.as_bytes()).is_continue());
        }
        let deadline = Instant::now() + Duration::from_secs(60);
        while engine.session.is_searching() {
            assert!(Instant::now() < deadline, "the search goes on");
        }
        assert!(engine.output.is_closed());
    }

    #[test]
    fn a_count_ends_when_nobody_listens_any_more() {
        let (ended, end) = mpsc::channel();
        thread::spawn(move || {
            run(Games::all(), &b"go perft 9\nd\n"[..], Output::by_line(|_| false), false);
            ended.send(()).unwrap();
        });
        assert!(end.recv_timeout(Duration::from_secs(60)).is_ok(), "the count goes on");
    }
}
