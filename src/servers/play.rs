//! The loop of one game, with the server, the engine and the user.

use super::client::{Client, Over};
use super::error::Break;
use super::event::Event;
use super::game::{Game, MoveEvent, comment};
use super::mind::Question;
use super::store::Store;
use super::wire::Wire;
use super::words::{Said, Spent};
use crate::any::AnyMove;
use crate::board::Color;
use crate::engines::error::EngineError;
use crate::engines::protocol::Answer;
use crate::game::End;
use crate::record::csa::{GameOver, Verdict};
use std::time::{Duration, Instant};

/// State of the client during one game.
struct Table {
    /// Reason for the end of the game, once the server has named it.
    cause: Option<End>,
    resigned: bool,
    /// True if the engine was restarted in this game.
    restarted: bool,
    /// Instant at which the engine was made to move at once.
    hurried: Option<Instant>,
    /// Reply that the engine expects to its last move.
    expected: Option<String>,
}

impl Client<'_> {
    /// Plays a game from its current position to its end.
    pub(super) fn play(&mut self, wire: &mut Wire, game: &mut Game, store: &Store) -> Result<(), Over> {
        game.begin(Instant::now());
        self.save(game, store);
        let mut table = Table { cause: None, resigned: false, restarted: false, hurried: None, expected: None };
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
                        // The lines that follow name the cause and the result.
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

    /// Instant at which the engine must be hurried, or at which the server has been silent for too long.
    fn deadline(&self, game: &Game, table: &Table) -> Instant {
        /// Wait without clocks, where a move may take any time.
        const FOREVER: Duration = Duration::from_secs(365 * 24 * 3600);
        let Some(limit) = game.limit() else { return Instant::now() + FOREVER };
        let end = game.turn_began() + limit;
        if game.is_own_turn() && table.hurried.is_none() && self.mind.owes_move() {
            end.checked_sub(self.config.timing.reserve + self.lag.allowance()).unwrap_or(end)
        } else {
            end + self.config.timing.silence
        }
    }

    /// Handles the deadline: hurries the engine, or gives up a silent server.
    fn run_out(&mut self, game: &Game, table: &mut Table) -> Result<(), Over> {
        let waited = Instant::now().saturating_duration_since(game.turn_began());
        let is_over = game.limit().is_some_and(|limit| waited > limit + self.config.timing.silence);
        if !is_over && game.is_own_turn() && table.hurried.is_none() && self.mind.owes_move() {
            table.hurried = self.mind.hurry().then(Instant::now);
            return Ok(());
        }
        Err(Break::Silent(waited.as_secs()).into())
    }

    fn hear_move(
        &mut self,
        wire: &mut Wire,
        game: &mut Game,
        table: &mut Table,
        (text, spent, line): (&str, Spent, &str),
        at: Instant,
    ) -> Result<(), Over> {
        if spent == Spent::Unreadable {
            let line = self.journal.quoted(line);
            self.journal.warn(format_args!("{line}: the time of the move cannot be read"));
        }
        match game.hear(text, spent, at) {
            Ok(MoveEvent::Echo { delay }) => {
                self.lag.note(delay);
                self.show_move(game, text);
                self.ponder_by_the_clock(game, table).or_else(|error| self.engine_failed(wire, game, table, &error))
            }
            Ok(MoveEvent::Opponent(_)) => {
                self.show_move(game, text);
                self.take_turn(wire, game, table)
            }
            Ok(MoveEvent::Foreign(_)) => {
                let text = self.journal.quoted(text);
                self.journal.warn(format_args!("the server has a move that was not sent from here: {text}"));
                self.mind.finish("draw");
                Ok(())
            }
            Ok(MoveEvent::Repeated) => Ok(()),
            Err(fault) => {
                let fault = self.journal.relayed(fault);
                self.journal.warn(format_args!("{fault}; this side resigns"));
                self.resign(wire, table)
            }
        }
    }

    /// Asks the engine for a move, if this side is to move.
    fn take_turn(&mut self, wire: &mut Wire, game: &mut Game, table: &mut Table) -> Result<(), Over> {
        if !game.is_own_turn() || table.resigned {
            return Ok(());
        }
        table.hurried = None;
        let question = self.question(game, &[]);
        let last = question.position.rsplit(' ').next().unwrap_or_default().to_owned();
        match self.mind.ask(question, &last) {
            Ok(None) => Ok(()),
            Ok(Some(answer)) => self.answer(wire, game, table, &answer),
            Err(error) => self.engine_failed(wire, game, table, &error),
        }
    }

    fn question(&self, game: &Game, further: &[AnyMove]) -> Question {
        Question {
            position: game.words(further, self.mind.dialect()),
            clocks: game.clock.told(game.own, self.lag.allowance() + self.config.timing.margin),
            mover: game.own,
        }
    }

    fn hear_engine(&mut self, wire: &mut Wire, game: &mut Game, table: &mut Table) -> Result<(), Over> {
        match self.mind.answer() {
            Ok(None) => Ok(()),
            Ok(Some(answer)) => self.answer(wire, game, table, &answer),
            Err(error) => self.engine_failed(wire, game, table, &error),
        }
    }

    /// Restarts a failed engine, once per game; after that this side resigns.
    fn engine_failed(
        &mut self,
        wire: &mut Wire,
        game: &mut Game,
        table: &mut Table,
        error: &EngineError,
    ) -> Result<(), Over> {
        self.journal.warn(format_args!("engine {}: {error}", self.config.mind.name()));
        self.mind.discard();
        let restarted = !std::mem::replace(&mut table.restarted, true) && self.mind.new_game(game.max_moves).is_ok();
        if restarted { self.take_turn(wire, game, table) } else { self.resign(wire, table) }
    }

    /// Sends the engine's move, resignation or claim to the server.
    fn answer(&mut self, wire: &mut Wire, game: &mut Game, table: &mut Table, answer: &Answer) -> Result<(), Over> {
        if !game.is_own_turn() || table.resigned {
            return Ok(());
        }
        match answer.best.as_str() {
            "resign" => return self.resign(wire, table),
            "win" => return self.send(wire, "%KACHI"),
            _ => {}
        }
        if let Some(told) = table.hurried {
            // On a busy machine the engine's answer takes longer than the network.
            self.lag.note(told.elapsed());
        }
        let position = game.position().clone();
        let m = match position.parse_move(&answer.best) {
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

    /// Starts pondering of an engine that needs the clocks, which the server's confirmation has just updated.
    fn ponder_by_the_clock(&mut self, game: &Game, table: &mut Table) -> Result<(), EngineError> {
        if self.mind.ponders_early() { Ok(()) } else { self.ponder(game, table) }
    }

    /// Makes the engine ponder on the move that it expects, if that is legal and does not end the game.
    fn ponder(&mut self, game: &Game, table: &mut Table) -> Result<(), EngineError> {
        let Some(expected) = table.expected.take().filter(|_| self.mind.ponders()) else { return Ok(()) };
        let mut position = game.position().clone();
        let mut further = Vec::new();
        if let Some(m) = game.on_its_way() {
            position.make(m);
            further.push(m);
        }
        let Ok(m) = position.parse_move(&expected) else { return Ok(()) };
        position.make(m);
        further.push(m);
        if position.verdict().is_some() {
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

    /// Breaks a game off at the user's second Ctrl-C.
    fn break_off(&mut self, wire: &mut Wire, game: &mut Game, store: &Store) -> Result<(), Over> {
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

    fn end(&mut self, game: &mut Game, store: &Store, over: GameOver) {
        self.mind.finish(match over.verdict {
            Verdict::Win => "win",
            Verdict::Loss => "lose",
            Verdict::Draw | Verdict::Censored | Verdict::Interrupted => "draw",
        });
        self.tally.count(over.verdict);
        game.end(over);
        let place = match store.save(&game.record) {
            Ok(()) => store.path().display().to_string(),
            Err(error) => format!("its record cannot be written: {error}"),
        };
        self.journal.say(format_args!("{} after {} moves: {place}", over.words(), game.plies()));
        if over.cause == Some(End::Time) && over.verdict == Verdict::Loss {
            let lag = self.lag.allowance().as_millis();
            self.journal.warn(format_args!("lost on time; the network took {lag} ms at most lately"));
        }
    }

    /// Writes the record. A failure must not disturb the game, so it is reported once.
    pub(super) fn save(&mut self, game: &Game, store: &Store) {
        if let Err(error) = store.save(&game.record)
            && std::mem::replace(&mut self.saves, false)
        {
            self.journal.warn(format_args!("{}: the record cannot be written: {error}", store.path().display()));
        }
    }

    fn show_move(&mut self, game: &Game, text: &str) {
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
}
