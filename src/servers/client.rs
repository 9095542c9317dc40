//! The main loop of a client: connections, logins and games, one after the other.

use super::config::CsaConfig;
use super::error::{Break, CsaError};
use super::event::{Event, Events};
use super::game::Game;
use super::journal::Journal;
use super::lag::Lag;
use super::mind::Mind;
use super::store::Store;
use super::summary::{Summary, SummaryLines};
use super::tally::Tally;
use super::wire::{Wire, resolve};
use super::words::Said;
use crate::engines::process::Control;
use crate::record::Record;
use crate::variants::Variant;
use std::fs;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// Plays on a server until all games are played or the user stops it.
///
/// # Errors
/// If the server is unknown or refuses the login, or the engine cannot play.
pub fn run(
    game: Variant,
    config: &CsaConfig,
    control: Control,
    events: &Events,
    journal: &mut Journal,
) -> Result<Tally, CsaError> {
    let addresses = resolve(&config.server)?;
    let no_folder = |source| CsaError::File { path: config.records.clone(), source };
    fs::create_dir_all(&config.records).map_err(no_folder)?;
    let mind = Mind::start(config.mind.clone(), game.name(), control, events.sender())?;
    mind.remarks().iter().for_each(|remark| journal.say(format_args!("{}: {remark}", config.mind.name())));
    let mut client = Client {
        game,
        config,
        events,
        journal,
        mind,
        lag: Lag::default(),
        tally: Tally::default(),
        begun: 0,
        connections: 0,
        logins: 0,
        interrupts: 0,
        cut: None,
        saves: true,
    };
    let result = client.run(&addresses);
    let tally = client.tally;
    if result.is_ok() || tally.games() > 0 {
        journal.say(tally);
    }
    result.map(|()| tally)
}

/// A game whose connection was cut, which may go on.
pub(super) struct Cut {
    id: String,
    store: Store,
    /// The game up to the cut.
    record: Record,
}

/// State of the client across connections.
pub(super) struct Client<'a> {
    game: Variant,
    pub(super) config: &'a CsaConfig,
    events: &'a Events,
    pub(super) journal: &'a mut Journal,
    pub(super) mind: Mind,
    pub(super) lag: Lag,
    pub(super) tally: Tally,
    /// Games begun so far.
    begun: u64,
    connections: u64,
    /// Successful logins so far.
    logins: u64,
    /// Number of times the user pressed Ctrl-C.
    pub(super) interrupts: u32,
    /// A game whose connection was cut.
    pub(super) cut: Option<Cut>,
    /// False once a record could not be written.
    pub(super) saves: bool,
}

/// Reason for the end of a session.
pub(super) enum Over {
    /// A game was played to its end, or was not begun.
    Done,
    /// The user wants no more games.
    Stopped,
    Broken(Break),
    /// Another connection would not help.
    Fatal(CsaError),
}

impl From<Break> for Over {
    fn from(cause: Break) -> Self {
        Self::Broken(cause)
    }
}

impl Client<'_> {
    fn run(&mut self, addresses: &[SocketAddr]) -> Result<(), CsaError> {
        let timing = self.config.timing;
        let mut pause = timing.first_retry;
        while !self.has_enough() {
            let (logins, began) = (self.logins, Instant::now());
            let over = self.session(addresses).err().unwrap_or(Over::Done);
            // A server that closes right after the login must not be retried more often than one that is down.
            if self.logins > logins && began.elapsed() >= pause {
                pause = timing.first_retry;
            }
            match over {
                Over::Done => {}
                Over::Stopped => break,
                Over::Fatal(error) => return Err(error),
                Over::Broken(Break::LoginRefused) if self.logins == 0 => {
                    return Err(CsaError::LoginRefused { id: self.config.id.clone() });
                }
                Over::Broken(cause) => {
                    let cause = self.told(&cause);
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
        self.give_up_cut();
        if self.interrupts > 0 {
            self.journal.warn("stopped");
        }
        Ok(())
    }

    /// Text of the reason for a lost connection. Only half a line quotes the server, and may hold the password.
    fn told(&self, cause: &Break) -> String {
        match cause {
            Break::HalfLine(_) => self.journal.relayed(cause),
            cause => cause.to_string(),
        }
    }

    /// Gives up a game whose connection was cut; only the server knows its result.
    fn give_up_cut(&mut self) {
        if let Some(Cut { id, .. }) = self.cut.take() {
            self.tally.others += 1;
            let id = self.journal.relayed(id);
            self.journal.warn(format_args!("game {id} does not go on"));
        }
    }

    /// True if no further game is wanted and none is left to resume.
    fn has_enough(&self) -> bool {
        self.interrupts > 0 && self.cut.is_none()
            || self.interrupts > 1
            || self.cut.is_none() && self.config.games.is_some_and(|games| self.begun >= games)
    }

    /// Waits; true if the user wants to stop.
    fn pause(&mut self, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        while Instant::now() < deadline {
            if let Some(Event::Interrupt) = self.events.before(deadline) {
                self.interrupts += 1;
                if self.has_enough() {
                    return true;
                }
                self.journal.warn("the game that was cut may go on; a second Ctrl-C gives it up");
            }
        }
        false
    }

    /// Runs one connection from login to logout.
    fn session(&mut self, addresses: &[SocketAddr]) -> Result<(), Over> {
        let timing = self.config.timing;
        self.connections += 1;
        let sender = self.events.line_sender();
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
        let game = config.game.as_ref().map_or(String::new(), |game| format!("{game},"));
        self.journal.sent(&format!("LOGIN {} {game}*****", config.id));
        loop {
            let (line, at) = self.line(wire, Some(asked + config.timing.connect))?;
            match Said::read(&line) {
                Said::LoginDone => {
                    self.logins += 1;
                    self.lag.note(at.saturating_duration_since(asked));
                    return Ok(());
                }
                Said::LoginRefused => return Err(Break::LoginRefused.into()),
                said => self.pass_over(said, &line),
            }
        }
    }

    /// Logs out, if the connection is still open.
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
            let mut game = Game::new(summary);
            let store = match self.cut.take() {
                Some(cut) => {
                    game.take_over(&cut.record);
                    cut.store
                }
                None => Store::new(&self.config.records, &game.id),
            };
            let [black, white] = &game.names;
            let told = self.journal.relayed(format_args!("{}: {black} against {white}", game.id));
            self.journal.say(format_args!("game {told}"));
            let played = self.play(wire, &mut game, &store);
            if let Err(Over::Broken(_)) = played {
                self.mind.finish("draw");
                self.save(&game, &store);
                self.cut = Some(Cut { id: game.id, store, record: game.record });
            }
            return played;
        }
    }

    /// Waits for the conditions of a game; none if this client refused them.
    fn wait_for_game(&mut self, wire: &mut Wire) -> Result<Option<Summary>, Over> {
        let patience = self.cut.is_some().then(|| Instant::now() + self.config.timing.resumption);
        loop {
            let line = match self.line(wire, patience) {
                Err(Over::Broken(Break::Silent(_))) if self.cut.is_some() => {
                    self.give_up_cut();
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

    fn read_summary(&mut self, wire: &mut Wire) -> Result<Option<Summary>, Over> {
        let mut lines = SummaryLines::default();
        let deadline = Instant::now() + self.config.timing.start;
        let problem = loop {
            let (line, _) = self.line(wire, Some(deadline))?;
            match lines.take(&line) {
                Ok(false) => {}
                Ok(true) => match lines.read(self.game) {
                    Ok(summary) => return Ok(Some(summary)),
                    Err(error) => break error,
                },
                Err(error) => break error,
            }
        };
        let problem = self.journal.relayed(problem);
        self.journal.warn(format_args!("game refused: {problem}"));
        let id = lines.id().unwrap_or_default().to_owned();
        self.send(wire, format!("REJECT {id}").trim_end())?;
        Ok(None)
    }

    /// Gets ready for a game and agrees to it; false if a player rejected it.
    fn agree(&mut self, wire: &mut Wire, summary: &Summary) -> Result<bool, Over> {
        let goes_on = self.cut.as_ref().is_some_and(|cut| cut.id == summary.id);
        if !goes_on {
            // Once another game is offered, the one that was cut cannot be resumed.
            self.give_up_cut();
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
            let said = Said::read(&line);
            if said == Said::Started {
                self.begun += u64::from(!goes_on);
                return Ok(true);
            }
            self.pass_over(said, &line);
            if matches!(said, Said::Rejected(_)) {
                return Ok(false);
            }
        }
    }

    pub(super) fn send(&mut self, wire: &mut Wire, line: &str) -> Result<(), Over> {
        self.journal.sent(line);
        Ok(wire.send(line)?)
    }

    /// Next line of the server. Silence until the deadline is an error.
    pub(super) fn line(&mut self, wire: &mut Wire, deadline: Option<Instant>) -> Result<(String, Instant), Over> {
        let began = Instant::now();
        loop {
            match self.event(wire, deadline)? {
                Some(Event::Line { text, at, .. }) => return Ok((text, at)),
                Some(Event::Interrupt) if self.interrupts > 1 || self.cut.is_none() => return Err(Over::Stopped),
                // No move is wanted between games: the engine only finishes an earlier search.
                Some(_) => drop(self.mind.answer()),
                None => return Err(Break::Silent(began.elapsed().as_secs()).into()),
            }
        }
    }

    /// Next event of this connection; none at the deadline. Blank lines keep the connection alive meanwhile.
    pub(super) fn event(&mut self, wire: &mut Wire, deadline: Option<Instant>) -> Result<Option<Event>, Over> {
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
                        self.send(wire, "")?;
                    }
                    if deadline.is_some_and(|deadline| now >= deadline) {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Reports a line that changes nothing at this point.
    pub(super) fn pass_over(&mut self, said: Said<'_>, line: &str) {
        match said {
            Said::Blank => {}
            Said::Rejected(reason) => {
                let reason = self.journal.quoted(reason);
                self.journal.say(format_args!("game rejected: {reason}"));
            }
            Said::Extension(text) => {
                let text = self.journal.quoted(text);
                self.journal.say(format_args!("the server says {text}"));
            }
            _ => {
                let line = self.journal.quoted(line);
                self.journal.warn(format_args!("the server says what means nothing here: {line}"));
            }
        }
    }
}
