//! The engine that chooses the moves: this program or another one.

use super::config::Mindset;
use super::error::CsaError;
use super::event::Event;
use crate::board::Color;
use crate::engines::clock::Clock;
use crate::engines::error::{EngineError, LastSign};
use crate::engines::process::{Control, Engine, HANDSHAKE, Hearing, Obey, Wait};
use crate::engines::protocol::{Answer, Turn};
use crate::engines::usi::Usi;
use crate::game::Dialect;
use crate::usi;
use std::mem;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

/// Longest wait for the options of an engine, for its readiness, and for its stop.
const STARTING: Wait<'_> = Wait::silent(HANDSHAKE);
const READYING: Wait<'_> = Wait::silent(Duration::from_secs(90));
const STOPPING: Duration = Duration::from_secs(2);

/// A question for a move.
#[derive(Clone, Debug)]
pub struct Question {
    /// The text behind `position` in USI.
    pub position: String,
    pub clocks: [Clock; 2],
    pub mover: Color,
}

impl Question {
    fn turn(&self) -> Turn<'_> {
        Turn { position: &self.position, clocks: &self.clocks, mover: self.mover, limit: None }
    }
}

/// Activity of the engine.
enum State {
    Idle,
    Thinking,
    /// Pondering on this expected move of the opponent.
    Pondering(String),
    /// Pondering ended with an answer before the expected move was played.
    Foreseen(String, Answer),
    /// Stopping an obsolete search; this question follows.
    Stopping(Question),
}

/// An engine and its activity.
pub struct Mind {
    mindset: Mindset,
    variant: &'static str,
    engine: Option<Engine>,
    state: State,
    control: Control,
    events: Sender<Event>,
}

impl Mind {
    /// Starts the engine and makes it ready once, so that remarks about its files appear before any game.
    ///
    /// # Errors
    /// If the engine does not start, lacks an option that is set, or does not get ready.
    pub fn start(
        mindset: Mindset,
        variant: &'static str,
        control: Control,
        events: Sender<Event>,
    ) -> Result<Self, CsaError> {
        let mut mind = Self { mindset, variant, engine: None, state: State::Idle, control, events };
        let engine = mind.open().map_err(|source| mind.fault(source))?;
        if let Some((option, known)) = engine.unknown_option(&mind.mindset.options) {
            return Err(CsaError::UnknownOption { name: mind.name(), option: option.to_owned(), known });
        }
        mind.engine = Some(mind.prepared(engine, None).map_err(|source| mind.fault(source))?);
        Ok(mind)
    }

    fn name(&self) -> String {
        self.mindset.name().to_owned()
    }

    fn fault(&self, source: EngineError) -> CsaError {
        CsaError::Engine { name: self.name(), source }
    }

    /// Remarks of the engine from the time it got ready.
    pub fn remarks(&self) -> &[String] {
        self.engine.as_ref().map_or(&[], |engine| engine.remarks())
    }

    fn open(&self) -> Result<Engine, EngineError> {
        let events = self.events.clone();
        // A client that has ended needs no wake-up.
        let wake = Box::new(move || drop(events.send(Event::Engine)));
        let speech = Box::new(Usi::new(self.variant));
        let mut engine = match &self.mindset.engine {
            None => Engine::inside(open_inside, speech, STARTING, &self.control, Some(wake))?,
            Some(config) => Engine::start(&config.launch, speech, STARTING, &self.control, Some(wake))?,
        };
        let given = |name: &str| self.mindset.options.iter().any(|(option, _)| option.eq_ignore_ascii_case(name));
        let mut settings = engine.speech().usual_options(engine.options(), self.mindset.ponder);
        settings.retain(|(name, _)| !given(name));
        settings.extend(self.mindset.options.iter().cloned());
        for (name, value) in &settings {
            engine.set_option(name, value)?;
        }
        Ok(engine)
    }

    /// Makes the engine ready for a game that is drawn after `max_moves`. An engine that has ended is started again.
    ///
    /// # Errors
    /// If the engine does not get ready.
    pub fn new_game(&mut self, max_moves: Option<u32>) -> Result<(), EngineError> {
        self.state = State::Idle;
        let kept = self.engine.take().map(|engine| self.prepared(engine, max_moves));
        self.engine = Some(match kept {
            Some(Ok(engine)) => engine,
            Some(Err(EngineError::Interrupted)) => return Err(EngineError::Interrupted),
            _ => self.prepared(self.open()?, max_moves)?,
        });
        Ok(())
    }

    /// The engine, made ready for a game that is drawn after `max_moves`.
    fn prepared(&self, mut engine: Engine, max_moves: Option<u32>) -> Result<Engine, EngineError> {
        /// Option of USI engines for the number of moves after which a game is drawn.
        const MAX_MOVES: &str = "MaxMovesToDraw";
        let given = self.mindset.options.iter().any(|(option, _)| option.eq_ignore_ascii_case(MAX_MOVES));
        let known = engine.options().iter().any(|option| option.name == MAX_MOVES);
        if known && !given {
            engine.set_option(MAX_MOVES, &max_moves.unwrap_or(0).to_string())?;
        }
        engine.new_game(READYING)?;
        Ok(engine)
    }

    pub fn dialect(&self) -> Dialect {
        self.engine.as_ref().map(|engine| engine.speech().dialect()).unwrap_or_default()
    }

    /// True if the engine may ponder before the clocks are known.
    pub const fn ponders_early(&self) -> bool {
        self.mindset.early_ponder
    }

    pub const fn ponders(&self) -> bool {
        self.mindset.ponder
    }

    fn engine(&mut self) -> Result<&mut Engine, EngineError> {
        self.engine.as_mut().ok_or_else(|| EngineError::Died(LastSign::default()))
    }

    /// Asks for a move in reply to `last`, which is a hit if the engine ponders on it. Returns the answer if pondering
    /// has found it already.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn ask(&mut self, question: Question, last: &str) -> Result<Option<Answer>, EngineError> {
        // The engine may have ended its pondering by itself a moment ago.
        if matches!(self.state, State::Pondering(_)) {
            self.answer()?;
        }
        match mem::replace(&mut self.state, State::Idle) {
            State::Foreseen(expected, answer) if expected == last => return Ok(Some(answer)),
            State::Pondering(expected) if expected == last => {
                let early = self.mindset.early_ponder;
                self.engine()?.ponder_hit(early.then(|| question.turn()).as_ref())?;
                self.state = State::Thinking;
            }
            State::Idle | State::Foreseen(..) => {
                self.engine()?.go(&question.turn())?;
                self.state = State::Thinking;
            }
            State::Thinking | State::Pondering(_) => {
                self.engine()?.stop()?;
                self.state = State::Stopping(question);
            }
            State::Stopping(_) => self.state = State::Stopping(question),
        }
        Ok(None)
    }

    /// Makes an idle engine ponder on a question whose last move is `expected`.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn ponder(&mut self, question: &Question, expected: String) -> Result<(), EngineError> {
        let early = self.mindset.early_ponder;
        if matches!(self.state, State::Idle) && self.engine()?.ponder(&question.turn(), early)? {
            self.state = State::Pondering(expected);
        }
        Ok(())
    }

    /// Answer of the engine to a question, if there is one.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn answer(&mut self) -> Result<Option<Answer>, EngineError> {
        if self.engine.is_none() {
            return Ok(None);
        }
        let Some(answer) = self.engine()?.heard()? else { return Ok(None) };
        match mem::replace(&mut self.state, State::Idle) {
            State::Thinking => return Ok(Some(answer)),
            State::Pondering(expected) => self.state = State::Foreseen(expected, answer),
            State::Stopping(question) => {
                self.engine()?.go(&question.turn())?;
                self.state = State::Thinking;
            }
            State::Idle | State::Foreseen(..) => return Err(EngineError::Unasked(answer.best)),
        }
        Ok(None)
    }

    /// True if the engine still owes an answer.
    pub const fn owes_move(&self) -> bool {
        matches!(self.state, State::Thinking | State::Stopping(_))
    }

    /// Makes the engine move at once; false if it does not yet think about the move.
    pub fn hurry(&mut self) -> bool {
        let thinks = matches!(self.state, State::Thinking);
        if thinks && let Some(engine) = &mut self.engine {
            // If the process has ended, `answer` reports it.
            let _ = engine.stop();
        }
        thinks
    }

    /// Stops the engine and sends it the result of the game: `win`, `lose` or `draw`.
    pub fn finish(&mut self, result: &str) {
        let Some(engine) = &mut self.engine else { return };
        let told = match mem::replace(&mut self.state, State::Idle) {
            State::Thinking | State::Pondering(_) => {
                engine.stop().and_then(|()| engine.answer(Instant::now() + STOPPING, STOPPING).map(drop))
            }
            State::Stopping(_) => engine.answer(Instant::now() + STOPPING, STOPPING).map(drop),
            State::Idle | State::Foreseen(..) => Ok(()),
        };
        if told.and_then(|()| engine.game_over(result)).is_err() {
            self.discard();
        }
    }

    /// Kills an engine that has failed.
    pub fn discard(&mut self) {
        self.state = State::Idle;
        self.engine.take().into_iter().for_each(Engine::kill);
    }
}

/// Opens this program's engine as a USI engine in the same process.
fn open_inside(mut hearing: Hearing) -> Obey {
    let output = usi::Output::by_line(move |line| hearing.line(line));
    let mut engine = usi::Engine::new(usi::Games::all(), output);
    Box::new(move |line| {
        // After `quit` the caller drops the engine.
        let _ = engine.obey(line.as_bytes());
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::clock::TimeControl;
    use std::sync::mpsc::channel;

    /// An engine that answers at once, even to `go ponder`.
    fn eager(mut hearing: Hearing) -> Obey {
        Box::new(move |line| {
            let said = match line.split(' ').next() {
                Some("usi") => "usiok",
                Some("go") => "bestmove 2g2f",
                _ => return,
            };
            hearing.line(said);
        })
    }

    #[test]
    fn an_answer_may_come_before_the_expected_move() {
        for (played, known) in [("3c3d", Some("2g2f")), ("8c8d", None)] {
            let mindset = Mindset { engine: None, options: Vec::new(), ponder: true, early_ponder: true };
            let (control, (events, _)) = (Control::default(), channel());
            let engine = Engine::inside(eager, Box::new(Usi::new("shogi")), STARTING, &control, None).unwrap();
            let (variant, engine, state) = ("shogi", Some(engine), State::Idle);
            let mut mind = Mind { mindset, variant, engine, state, control, events };
            let question = |last: &str| Question {
                position: format!("startpos moves 7g7f {last}"),
                clocks: [TimeControl::default(); 2].map(Clock::new),
                mover: Color::Black,
            };
            mind.ponder(&question("3c3d"), "3c3d".to_owned()).unwrap();
            let answer = mind.ask(question(played), played).unwrap();
            assert_eq!(answer.map(|answer| answer.best).as_deref(), known, "{played}");
            assert_eq!(mind.answer().unwrap().is_none(), known.is_some(), "{played}");
        }
    }
}
