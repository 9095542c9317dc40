//! The course of a client: connections, logins and games, one after the other.

use super::config::CsaConfig;
use super::error::{Break, CsaError};
use super::event::{Event, Events};
use super::game::{Game, Told, comment};
use super::journal::Journal;
use super::lag::Lag;
use super::mind::{Mind, Question};
use super::outcome::GameOver;
use super::store::Store;
use super::summary::{Summary, SummaryLines};
use super::wire::{Wire, resolve};
use super::words::{Cause, Said, Spent, Verdict};
use crate::board::Color;
use crate::engines::process::{Control, EngineError};
use crate::engines::protocol::Answer;
use crate::game::{Game as _, Playable as _, Position as _};
use crate::rules::{Move, Rules};
use crate::usi::Quoted;
use std::fmt;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// The games of a client, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub wins: u64,
    pub losses: u64,
    pub draws: u64,
    /// Games that ended without a result.
    pub others: u64,
}

impl Tally {
    const fn count(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Win => self.wins += 1,
            Verdict::Loss => self.losses += 1,
            Verdict::Draw => self.draws += 1,
            Verdict::Censored | Verdict::Interrupted => self.others += 1,
        }
    }

    /// All games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.losses + self.draws + self.others
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} won, {} lost, {} drawn", self.wins, self.losses, self.draws)?;
        if self.others > 0 { write!(f, ", {} without a result", self.others) } else { Ok(()) }
    }
}

/// Plays on a server until the games are played or the user wants an end.
///
/// # Errors
/// If the server is unknown or refuses the login, or the engine cannot play.
pub fn run<R: Rules>(
    rules: R,
    config: &CsaConfig,
    control: Control,
    events: &Events,
    journal: &mut Journal,
) -> Result<Tally, CsaError> {
    let addresses = resolve(&config.server)?;
    let mind = Mind::start(config.mind.clone(), rules.name(), control, events.sender())?;
    mind.remarks().iter().for_each(|remark| journal.say(format_args!("{}: {remark}", config.mind.name())));
    let mut client = Client {
        rules,
        config,
        events,
        journal,
        mind,
        lag: Lag::default(),
        tally: Tally::default(),
        begun: 0,
        connections: 0,
        logged_in: false,
        interrupts: 0,
        cut: None,
        saves: true,
    };
    client.run(&addresses)?;
    let tally = client.tally;
    journal.say(tally);
    Ok(tally)
}

struct Client<'a, R: Rules> {
    rules: R,
    config: &'a CsaConfig,
    events: &'a Events,
    journal: &'a mut Journal,
    mind: Mind,
    lag: Lag,
    tally: Tally,
    /// Games that have begun.
    begun: u64,
    connections: u64,
    /// Whether a login has ever succeeded.
    logged_in: bool,
    /// How often the user has asked for an end.
    interrupts: u32,
    /// The identifier of a game whose connection was cut.
    cut: Option<String>,
    /// Whether records could be written so far.
    saves: bool,
}

/// Why a session has ended.
enum Over {
    /// A game was played to its end, or not begun.
    Done,
    /// The user wants no more games.
    Stopped,
    Broken(Break),
    /// There is no use in another connection.
    Fatal(CsaError),
}

impl From<Break> for Over {
    fn from(cause: Break) -> Self {
        Self::Broken(cause)
    }
}

impl<R: Rules> Client<'_, R> {
    fn run(&mut self, addresses: &[SocketAddr]) -> Result<(), CsaError> {
        let timing = self.config.timing;
        let mut pause = timing.first_retry;
        while !self.has_enough() {
            let logins = self.logged_in;
            self.logged_in = false;
            let over = self.session(addresses).err().unwrap_or(Over::Done);
            if self.logged_in {
                pause = timing.first_retry;
            }
            self.logged_in |= logins;
            match over {
                Over::Done => pause = timing.first_retry,
                Over::Stopped => break,
                Over::Fatal(error) => return Err(error),
                Over::Broken(Break::LoginRefused) if !self.logged_in => {
                    return Err(CsaError::LoginRefused { id: self.config.id.clone() });
                }
                Over::Broken(cause) => {
                    if self.has_enough() {
                        self.journal.warn(cause);
                        break;
                    }
                    let seconds = pause.as_secs_f64();
                    self.journal.warn(format_args!("{cause}; the next try is in {seconds} s"));
                    if self.pause(pause) {
                        break;
                    }
                    pause = (pause * 2).min(timing.longest_retry);
                }
            }
        }
        if self.interrupts > 0 {
            self.journal.warn("stopped");
        }
        Ok(())
    }

    /// Whether no other game is to be played, and none to be gone on with.
    fn has_enough(&self) -> bool {
        self.interrupts > 0 && self.cut.is_none()
            || self.interrupts > 1
            || self.cut.is_none() && self.config.games.is_some_and(|games| self.begun >= games)
    }

    /// Waits; returns true if the user wants an end.
    fn pause(&mut self, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        while Instant::now() < deadline {
            if let Some(Event::Interrupt) = self.events.before(deadline) {
                self.interrupts += 1;
                return true;
            }
        }
        false
    }

    /// One connection: a login, and what it leads to.
    fn session(&mut self, addresses: &[SocketAddr]) -> Result<(), Over> {
        let timing = self.config.timing;
        self.connections += 1;
        let sender = self.events.sender();
        let mut wire = Wire::connect(&self.config.server, addresses, timing.connect, self.connections, sender)?;
        let result = self.log_in(&mut wire).and_then(|()| {
            self.journal.say(format_args!("logged in to {} as {}", self.config.server, self.config.id));
            self.games(&mut wire)
        });
        if matches!(result, Ok(()) | Err(Over::Done | Over::Stopped)) {
            self.log_out(&mut wire);
        }
        result
    }

    fn log_in(&mut self, wire: &mut Wire) -> Result<(), Over> {
        let config = self.config;
        let asked = Instant::now();
        wire.log_in(&config.id, config.game.as_deref(), &config.password)?;
        self.journal.sent(&format!("LOGIN {} *****", config.id));
        loop {
            let (line, at) = self.line(wire, Some(asked + config.timing.connect))?;
            match Said::read(&line) {
                Said::LoginDone => {
                    self.logged_in = true;
                    self.lag.note(at.saturating_duration_since(asked));
                    return Ok(());
                }
                Said::LoginRefused => return Err(Break::LoginRefused.into()),
                said => self.pass_over(said, &line),
            }
        }
    }

    /// Says goodbye, if the server is still there to hear it.
    fn log_out(&mut self, wire: &mut Wire) {
        self.journal.sent("LOGOUT");
        if wire.send("LOGOUT").is_err() {
            return;
        }
        let deadline = Instant::now() + self.config.timing.farewell;
        while let Ok((line, _)) = self.line(wire, Some(deadline)) {
            if Said::read(&line) == Said::LogoutDone {
                break;
            }
        }
    }

    /// Waits for a game and plays it.
    fn games(&mut self, wire: &mut Wire) -> Result<(), Over> {
        loop {
            let Some(summary) = self.wait_for_game(wire)? else { continue };
            if !self.agree(wire, &summary)? {
                continue;
            }
            self.cut = None;
            let mut game = Game::new(summary);
            let store = Store::new(&self.config.records, &game.id);
            let [black, white] = &game.names;
            self.journal.say(format_args!("game {}: {black} against {white}", game.id));
            let played = self.play(wire, &mut game, &store);
            if let Err(Over::Broken(_)) = played {
                self.cut = Some(game.id.clone());
                self.mind.finish("draw");
                self.save(&game, &store);
            }
            return played;
        }
    }

    /// Waits for the conditions of a game. None if they were refused.
    fn wait_for_game(&mut self, wire: &mut Wire) -> Result<Option<Summary<R>>, Over> {
        let patience = self.cut.is_some().then(|| Instant::now() + self.config.timing.resumption);
        loop {
            let line = match self.line(wire, patience) {
                Err(Over::Broken(Break::Silent(_))) if self.cut.is_some() => {
                    let id = self.cut.take().unwrap_or_default();
                    self.journal.warn(format_args!("game {id} does not go on"));
                    return if self.has_enough() { Err(Over::Done) } else { Ok(None) };
                }
                result => result?.0,
            };
            match Said::read(&line) {
                Said::SummaryBegins => return self.read_summary(wire),
                said => self.pass_over(said, &line),
            }
            if self.interrupts > 0 && self.cut.is_none() {
                return Err(Over::Stopped);
            }
        }
    }

    fn read_summary(&mut self, wire: &mut Wire) -> Result<Option<Summary<R>>, Over> {
        let mut lines = SummaryLines::default();
        let deadline = Instant::now() + self.config.timing.start;
        let problem = loop {
            let (line, _) = self.line(wire, Some(deadline))?;
            match lines.take(&line) {
                Ok(false) => {}
                Ok(true) => match lines.read(self.rules) {
                    Ok(summary) => return Ok(Some(summary)),
                    Err(error) => break error,
                },
                Err(error) => break error,
            }
        };
        self.journal.warn(format_args!("game refused: {problem}"));
        let id = lines.id().unwrap_or_default().to_owned();
        self.send(wire, format!("REJECT {id}").trim_end())?;
        Ok(None)
    }

    /// Gets ready for a game and agrees to it; false if it is not played after all.
    fn agree(&mut self, wire: &mut Wire, summary: &Summary<R>) -> Result<bool, Over> {
        let goes_on = self.cut.as_ref() == Some(&summary.id);
        if !goes_on {
            // What was cut is over if another game is offered.
            self.cut = None;
            if self.has_enough() {
                self.send(wire, &format!("REJECT {}", summary.id))?;
                return Err(Over::Stopped);
            }
        }
        if let Err(source) = self.mind.new_game(summary.max_moves) {
            self.send(wire, &format!("REJECT {}", summary.id))?;
            let name = self.config.mind.name().to_owned();
            return Err(Over::Fatal(CsaError::Engine { name, source }));
        }
        self.send(wire, &format!("AGREE {}", summary.id))?;
        let deadline = Instant::now() + self.config.timing.start;
        loop {
            let (line, _) = self.line(wire, Some(deadline))?;
            match Said::read(&line) {
                Said::Started => {
                    self.begun += u64::from(!goes_on);
                    return Ok(true);
                }
                Said::Rejected(reason) => {
                    self.journal.say(format_args!("game rejected: {}", Quoted::from(reason)));
                    return Ok(false);
                }
                said => self.pass_over(said, &line),
            }
        }
    }

    /// Plays a game from where it stands.
    fn play(&mut self, wire: &mut Wire, game: &mut Game<R>, store: &Store) -> Result<(), Over> {
        game.begin(Instant::now());
        self.save(game, store);
        let mut table = Table { cause: None, resigned: false, restarted: false, hurried: false, expected: None };
        self.take_turn(wire, game, &mut table)?;
        loop {
            match self.event(wire, Some(self.deadline(game, &table)))? {
                Some(Event::Line { text, at, .. }) => {
                    let said = Said::read(&text);
                    match said {
                        Said::Move { text: m, spent } => {
                            self.hear_move(wire, game, &mut table, (m, spent, &text), at)?
                        }
                        Said::Cause(cause) => table.cause = Some(cause),
                        Said::Verdict(verdict) => {
                            self.end(game, store, GameOver { cause: table.cause, verdict });
                            return Ok(());
                        }
                        // What follows says what it means.
                        Said::Special(_) => {}
                        said => self.pass_over(said, &text),
                    }
                    if matches!(said, Said::Move { .. }) {
                        self.save(game, store);
                    }
                }
                Some(Event::Engine) => self.hear_engine(wire, game, &mut table)?,
                Some(Event::Interrupt) if self.interrupts > 1 => return self.break_off(wire, game, store),
                Some(Event::Interrupt) => self.journal.warn(
                    "the game is played to its end, and no other one; a second Ctrl-C sends %CHUDAN and ends at once",
                ),
                Some(Event::Broken { .. }) => {}
                None => self.run_out(game, &mut table)?,
            }
        }
    }

    /// By when something has to happen.
    fn deadline(&self, game: &Game<R>, table: &Table) -> Instant {
        /// Without clocks nobody knows how long a move may take.
        const FOREVER: Duration = Duration::from_secs(365 * 24 * 3600);
        let Some(limit) = game.limit() else { return Instant::now() + FOREVER };
        let end = game.turn_began() + limit;
        if game.is_own_turn() && !table.hurried && self.mind.owes_move() {
            end.checked_sub(self.config.timing.reserve + self.lag.allowance()).unwrap_or(end)
        } else {
            end + self.config.timing.silence
        }
    }

    /// What happens when the time is over.
    fn run_out(&mut self, game: &Game<R>, table: &mut Table) -> Result<(), Over> {
        if game.is_own_turn() && !table.hurried && self.mind.owes_move() {
            table.hurried = true;
            self.mind.hurry();
            return Ok(());
        }
        let silent = Instant::now().saturating_duration_since(game.turn_began());
        Err(Break::Silent(silent.as_secs()).into())
    }

    fn hear_move(
        &mut self,
        wire: &mut Wire,
        game: &mut Game<R>,
        table: &mut Table,
        (text, spent, line): (&str, Spent, &str),
        at: Instant,
    ) -> Result<(), Over> {
        if spent == Spent::Unreadable {
            self.journal.warn(format_args!("{}: the time of the move cannot be read", Quoted::from(line)));
        }
        match game.hear(text, spent, at) {
            Ok(Told::Echo { delay }) => {
                self.lag.note(delay);
                self.show_move(game, text);
                self.ponder_by_the_clock(game, table).or_else(|error| self.engine_failed(wire, game, table, &error))
            }
            Ok(Told::Opponent(_)) => {
                self.show_move(game, text);
                self.take_turn(wire, game, table)
            }
            Ok(Told::Foreign(_)) => {
                let text = Quoted::from(text);
                self.journal.warn(format_args!("the server has a move that was not sent from here: {text}"));
                self.mind.finish("draw");
                Ok(())
            }
            Ok(Told::Repeated) => Ok(()),
            Err(fault) => {
                self.journal.warn(format_args!("{fault}; this side resigns"));
                self.resign(wire, table)
            }
        }
    }

    /// Asks the engine for a move, if it is its turn.
    fn take_turn(&mut self, wire: &mut Wire, game: &mut Game<R>, table: &mut Table) -> Result<(), Over> {
        if !game.is_own_turn() || table.resigned {
            return Ok(());
        }
        table.hurried = false;
        let question = self.question(game, &[]);
        let last = question.position.rsplit(' ').next().unwrap_or_default().to_owned();
        match self.mind.ask(question, &last) {
            Ok(None) => Ok(()),
            Ok(Some(answer)) => self.answer(wire, game, table, &answer),
            Err(error) => self.engine_failed(wire, game, table, &error),
        }
    }

    fn question(&self, game: &Game<R>, further: &[Move]) -> Question {
        Question {
            position: game.words(further, self.mind.dialect()),
            clocks: game.clock.told(game.own, self.lag.allowance() + self.config.timing.margin),
            mover: game.own,
        }
    }

    fn hear_engine(&mut self, wire: &mut Wire, game: &mut Game<R>, table: &mut Table) -> Result<(), Over> {
        match self.mind.answer() {
            Ok(None) => Ok(()),
            Ok(Some(answer)) => self.answer(wire, game, table, &answer),
            Err(error) => self.engine_failed(wire, game, table, &error),
        }
    }

    /// An engine that has failed is started again once in a game; then the game is given up.
    fn engine_failed(
        &mut self,
        wire: &mut Wire,
        game: &mut Game<R>,
        table: &mut Table,
        error: &EngineError,
    ) -> Result<(), Over> {
        self.journal.warn(format_args!("engine {}: {error}", self.config.mind.name()));
        self.mind.discard();
        let restarted = !std::mem::replace(&mut table.restarted, true) && self.mind.new_game(None).is_ok();
        if restarted { self.take_turn(wire, game, table) } else { self.resign(wire, table) }
    }

    /// Does what the engine has chosen.
    fn answer(&mut self, wire: &mut Wire, game: &mut Game<R>, table: &mut Table, answer: &Answer) -> Result<(), Over> {
        if !game.is_own_turn() || table.resigned {
            return Ok(());
        }
        match answer.best.as_str() {
            "resign" => return self.resign(wire, table),
            "win" => return self.send(wire, "%KACHI"),
            _ => {}
        }
        let position = game.position().clone();
        let m = match R::parse_move(&position, &answer.best) {
            Ok(m) => m,
            Err(error) => {
                let name = self.config.mind.name();
                self.journal.warn(format_args!("engine {name}: bestmove {error}; this side resigns"));
                return self.resign(wire, table);
            }
        };
        let line: Vec<&str> = answer.line.split_whitespace().collect();
        let behind = line.split_first().filter(|(first, _)| **first == answer.best).map_or(&[][..], |(_, rest)| rest);
        let told = answer.info.score.map(|score| comment(&position, m, score.centipawns(), behind));
        let text = game.send(m, told.clone(), Instant::now());
        let comment = told.filter(|_| self.config.comments).map_or(String::new(), |told| format!(",'{told}"));
        self.send(wire, &format!("{text}{comment}"))?;
        table.expected = answer.ponder.clone();
        if self.mind.ponders_early() {
            return self.ponder(game, table).or_else(|error| self.engine_failed(wire, game, table, &error));
        }
        Ok(())
    }

    /// An engine that has to know the clocks ponders once the server has told them.
    fn ponder_by_the_clock(&mut self, game: &Game<R>, table: &mut Table) -> Result<(), EngineError> {
        if self.mind.ponders_early() { Ok(()) } else { self.ponder(game, table) }
    }

    /// Lets the engine ponder on the move that it expects, if that is legal and does not end the game.
    fn ponder(&mut self, game: &Game<R>, table: &mut Table) -> Result<(), EngineError> {
        let Some(expected) = table.expected.take().filter(|_| self.mind.ponders()) else { return Ok(()) };
        let mut position = game.position().clone();
        let mut further = Vec::new();
        if let Some(m) = game.on_its_way() {
            position.make(m, &mut ());
            further.push(m);
        }
        let Ok(m) = R::parse_move(&position, &expected) else { return Ok(()) };
        position.make(m, &mut ());
        further.push(m);
        if R::verdict(&position).is_some() {
            return Ok(());
        }
        let question = self.question(game, &further);
        let expected = question.position.rsplit(' ').next().unwrap_or_default().to_owned();
        self.mind.ponder(&question, expected)
    }

    fn resign(&mut self, wire: &mut Wire, table: &mut Table) -> Result<(), Over> {
        if std::mem::replace(&mut table.resigned, true) {
            return Ok(());
        }
        self.send(wire, "%TORYO")
    }

    /// Breaks a game off because the user wants an end at once.
    fn break_off(&mut self, wire: &mut Wire, game: &mut Game<R>, store: &Store) -> Result<(), Over> {
        self.send(wire, "%CHUDAN")?;
        let deadline = Instant::now() + self.config.timing.farewell;
        let mut over = GameOver { cause: None, verdict: Verdict::Interrupted };
        while let Ok((line, _)) = self.line(wire, Some(deadline)) {
            match Said::read(&line) {
                Said::Cause(cause) => over.cause = Some(cause),
                Said::Verdict(verdict) => {
                    over.verdict = verdict;
                    break;
                }
                _ => {}
            }
        }
        self.end(game, store, over);
        Err(Over::Stopped)
    }

    fn end(&mut self, game: &mut Game<R>, store: &Store, over: GameOver) {
        self.mind.finish(match over.verdict {
            Verdict::Win => "win",
            Verdict::Loss => "lose",
            Verdict::Draw | Verdict::Censored | Verdict::Interrupted => "draw",
        });
        self.tally.count(over.verdict);
        game.end(over);
        self.save(game, store);
        let (words, plies) = (over.words(), game.plies());
        self.journal.say(format_args!("{words} after {plies} moves: {}", store.path().display()));
        if over.cause == Some(Cause::TimeUp) && over.verdict == Verdict::Loss {
            let lag = self.lag.allowance().as_millis();
            self.journal.warn(format_args!("lost on time; the network took {lag} ms at most lately"));
        }
    }

    /// A record that cannot be written must not disturb the game: the user is told once.
    fn save(&mut self, game: &Game<R>, store: &Store) {
        if let Err(error) = store.save(&game.record)
            && std::mem::replace(&mut self.saves, false)
        {
            self.journal.warn(format_args!("{}: the record cannot be written: {error}", store.path().display()));
        }
    }

    fn show_move(&mut self, game: &Game<R>, text: &str) {
        let mover = !game.position().side_to_move();
        let [black, white] = Color::ALL.map(|color| game.clock.remaining(color).as_secs());
        let told = game.record.main_line().last().map(|id| game.record.node(id));
        let spent = told.and_then(|node| node.time).map_or(0.0, |time| time.spent.as_secs_f64());
        let thought = told
            .and_then(|node| node.comments.first())
            .map_or(String::new(), |told| format!("  {}", told.trim_start_matches("* ")));
        let mark = if mover == game.own { "" } else { "  " };
        self.journal.say(format_args!(
            "{:>3} {mark}{text}  {spent} s, left {black} s against {white} s{thought}",
            game.plies()
        ));
    }

    fn send(&mut self, wire: &mut Wire, line: &str) -> Result<(), Over> {
        self.journal.sent(line);
        Ok(wire.send(line)?)
    }

    /// The next line of the server, if it comes before the deadline.
    fn line(&mut self, wire: &mut Wire, deadline: Option<Instant>) -> Result<(String, Instant), Over> {
        let began = Instant::now();
        loop {
            match self.event(wire, deadline)? {
                Some(Event::Line { text, at, .. }) => return Ok((text, at)),
                Some(Event::Interrupt) if self.interrupts > 1 || self.cut.is_none() => return Err(Over::Stopped),
                // An engine that nobody has asked only finishes.
                Some(_) => drop(self.mind.answer()),
                None => return Err(Break::Silent(began.elapsed().as_secs()).into()),
            }
        }
    }

    /// The next event of this connection, if there is one before the deadline. Meanwhile blank lines keep the connection
    /// alive.
    fn event(&mut self, wire: &mut Wire, deadline: Option<Instant>) -> Result<Option<Event>, Over> {
        loop {
            let blank = wire.last_sent() + self.config.timing.keep_alive;
            let event = self.events.before(deadline.map_or(blank, |deadline| deadline.min(blank)));
            match event {
                Some(Event::Line { connection, .. } | Event::Broken { connection, .. })
                    if connection != wire.number() => {}
                Some(Event::Broken { cause, .. }) => return Err(cause.into()),
                Some(Event::Interrupt) => {
                    self.interrupts += 1;
                    return Ok(Some(Event::Interrupt));
                }
                Some(Event::Line { text, at, connection }) => {
                    self.journal.heard(&text);
                    if !text.trim().is_empty() {
                        return Ok(Some(Event::Line { connection, text, at }));
                    }
                }
                Some(Event::Engine) => return Ok(Some(Event::Engine)),
                None => {
                    let now = Instant::now();
                    if now >= blank {
                        wire.send("")?;
                    }
                    if deadline.is_some_and(|deadline| now >= deadline) {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Tells of a line that means nothing where it comes.
    fn pass_over(&mut self, said: Said<'_>, line: &str) {
        match said {
            Said::Blank => {}
            Said::Extension(text) => self.journal.say(format_args!("the server says {}", Quoted::from(text))),
            _ => self.journal.warn(format_args!("the server says what means nothing here: {}", Quoted::from(line))),
        }
    }
}

/// What a client knows of the game that it plays, beside the game itself.
struct Table {
    /// Why the game has ended, once the server has said so.
    cause: Option<Cause>,
    resigned: bool,
    /// Whether the engine was started again in this game.
    restarted: bool,
    /// Whether the engine was told to move at once.
    hurried: bool,
    /// The reply that the engine expects to its last move.
    expected: Option<String>,
}
