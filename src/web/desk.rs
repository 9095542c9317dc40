//! The one board that all pages show: what they do at it, and when they hear of it.

mod acts;
mod drills;
mod offers;
mod seats;

use super::drill::{Drill, Work};
use super::opened::Opened;
use super::phrase::Phrase;
use super::round::{Round, Sight};
use super::solving::Finding;
use super::stopwatch::Moment;
use super::study::{Analysed, Progress, Question, Study, Verdict};
use crate::analysis::Reason;
use crate::any::{AnyMove, AnyPosition};
use crate::game::Score;
use crate::jobs::command::lock;
use crate::record::Record;
use crate::search::{self, Grade};
use crate::table::teacher::Own;
use crate::table::thinker::{Choice, Thought};
use crate::variants::Variant;
use crate::words::Language;
use offers::Offer;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The state of the board.
pub struct State {
    /// Grows with everything that pages show.
    pub revision: u64,
    /// Grows whenever the position that is played changes: moves for another one are refused.
    pub turn: u64,
    /// Grows whenever the game changes, shown or not: answers of other engines for another position are dropped.
    step: u64,
    pub round: Round,
    /// An offer that the program has not answered yet.
    offered: Option<Offer>,
    /// The place of the game that is shown; none for its last position.
    pub looking: Option<usize>,
    pub hint: Hint,
    /// A person's move that the coach has not judged yet, and the verdict on the last that was.
    unjudged: Option<Own>,
    pub judged: Option<Verdict>,
    pub news: Option<Phrase>,
    pub is_thinking: bool,
    /// True while a whole game is analysed, which looking elsewhere does not interrupt.
    is_analysing: bool,
    /// A record that is studied in place of the game.
    pub study: Option<Study>,
    /// Tasks that lie on the board above the record or the game.
    pub drill: Option<Drill>,
    /// Files or tasks that a position set up by hand has replaced on the board.
    pub aside: Option<Opened>,
    pub live: Live,
    /// Pages that listen.
    pub pages: usize,
    is_closed: bool,
}

/// Advice for the person to move.
#[derive(Clone, Debug, Default)]
pub enum Hint {
    #[default]
    None,
    Wanted,
    /// The piece to move.
    Piece(Advice),
    /// The move.
    Move(Advice),
}

/// A verdict on a position, and the reason for its best move.
#[derive(Clone, Debug)]
pub struct Advice {
    pub thought: Thought<AnyMove>,
    pub reason: Option<Reason>,
}

/// Analysis of the position that is shown.
#[derive(Clone, Debug, Default)]
pub struct Live {
    pub revision: u64,
    /// Number of lines; none if the analysis is off.
    pub wanted: usize,
    /// The searches so far, each longer than the one before.
    pub slices: u32,
    pub depth: usize,
    pub nodes: u64,
    /// Scores for the side to move, the best line first.
    pub lines: Vec<(Score, Vec<AnyMove>)>,
}

/// Work for the engine.
pub enum Task {
    Move {
        position: AnyPosition,
        level: i32,
        clock: search::Clock,
    },
    Hint(AnyPosition),
    Live {
        position: AnyPosition,
        lines: usize,
        slice: u32,
    },
    /// The next move of a record, by the number of its study; or else the end of its analysis.
    Analyse {
        study: u64,
        record: Record,
        goes_on: bool,
    },
    Ask {
        position: AnyPosition,
        question: Question,
    },
    Judge {
        own: Own,
        grade: Option<Grade>,
    },
    /// The answer to an offer of the person to move.
    Offer(AnyPosition),
    Drill(Box<Work>),
}

/// The board, shared by pages and the engine.
pub struct Desk {
    state: Mutex<State>,
    changed: Condvar,
    /// Ends the search that runs.
    pub stop: Arc<AtomicBool>,
    /// Ends the wait for another engine.
    pub halt: Arc<AtomicBool>,
    /// Names of the engines that may play.
    pub engines: Vec<String>,
    threads: usize,
    /// The language of the program, in which games are kept and records commented.
    pub language: Language,
}

impl Desk {
    pub fn new(round: Round, opened: Option<Opened>, threads: usize, language: Language) -> Self {
        let (study, drill) = opened.map_or((None, None), |opened| (opened.study, opened.drill));
        let state = State {
            revision: 1,
            turn: 1,
            step: 1,
            round,
            offered: None,
            looking: None,
            hint: Hint::None,
            unjudged: None,
            judged: None,
            news: None,
            is_thinking: false,
            is_analysing: false,
            study,
            drill,
            aside: None,
            live: Live::default(),
            pages: 0,
            is_closed: false,
        };
        let (state, stop, halt) = (Mutex::new(state), Arc::default(), Arc::default());
        Self { state, changed: Condvar::new(), stop, halt, engines: Vec::new(), threads, language }
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Tells pages and engine that something has changed.
    fn announce(&self, state: &mut State) {
        state.revision += 1;
        self.changed.notify_all();
    }

    /// Ends the search of a position that is shown no longer.
    fn interrupt(&self, state: &State) {
        if !state.is_analysing {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Leaves the record or the game that was shown for another.
    fn turn_to_another(&self, state: &mut State) {
        state.turn += 1;
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Ends everything that waits for the board.
    pub fn close(&self) {
        self.state().is_closed = true;
        self.stop.store(true, Ordering::Relaxed);
        self.halt.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Waits until pages have heard that the board is closed, at most this long.
    pub fn bid_farewell(&self, longest: Duration) {
        let state = self.state();
        // Whoever has not heard it by then learns it from the lost connection.
        let _ = self.changed.wait_timeout_while(state, longest, |state| state.pages > 0);
    }

    /// Waits for a change, at most this long; none once the board is closed.
    fn wait<'a>(&self, state: MutexGuard<'a, State>, longest: Duration) -> Option<MutexGuard<'a, State>> {
        if state.is_closed {
            return None;
        }
        let waited = self.changed.wait_timeout(state, longest);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        (!state.is_closed).then_some(state)
    }

    /// Waits until pages have something new to show, by the revisions that they know, or this long.
    pub fn wait_for_news(&self, known: u64, known_live: u64, longest: Duration) -> Option<MutexGuard<'_, State>> {
        let state = self.state();
        if state.revision != known || state.live.revision != known_live {
            return (!state.is_closed).then_some(state);
        }
        self.wait(state, longest)
    }

    /// Counts a page that listens, or no longer does.
    pub fn count_page(&self, comes: bool) {
        let mut state = self.state();
        state.pages = if comes { state.pages + 1 } else { state.pages - 1 };
        if state.pages == 0 && state.live.wanted > 0 {
            self.interrupt(&state);
        }
        self.changed.notify_all();
    }

    /// Waits until there is work for the engine; none once the board is closed.
    pub fn next_task(&self) -> Option<(u64, Task)> {
        let mut state = self.state();
        while !state.is_closed {
            if let Some(task) = self.take_task(&mut state) {
                return Some(task);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    /// The work for the engine, if there is any.
    pub fn task(&self) -> Option<(u64, Task)> {
        self.take_task(&mut self.state())
    }

    fn take_task(&self, state: &mut State) -> Option<(u64, Task)> {
        let task = state.task()?;
        self.stop.store(false, Ordering::Relaxed);
        state.is_analysing = matches!(task, Task::Analyse { .. });
        let is_thinking =
            matches!(task, Task::Move { .. } | Task::Hint(_) | Task::Ask { .. } | Task::Offer(_) | Task::Drill(_));
        if state.is_thinking != is_thinking {
            state.is_thinking = is_thinking;
            self.announce(state);
        }
        Some((state.turn, task))
    }

    /// Watches the clock of the side to move, until the board is closed.
    pub fn referee(&self) {
        /// Without a clock, changes wake the referee.
        const LONG: Duration = Duration::from_secs(3600);
        let mut state = self.state();
        loop {
            let longest = state.round.next_look().unwrap_or(LONG);
            let Some(woken) = self.wait(state, longest) else { return };
            state = woken;
            self.look_at_clocks(&mut state);
        }
    }

    /// Ends the game if the side to move has overstepped its time, and pauses it if the machine has slept.
    pub fn look_at_clocks(&self, state: &mut State) {
        match state.round.look_at_clocks(Moment::now()) {
            Some(Sight::Late) => self.leave_position(state),
            Some(Sight::Slept) => self.announce(state),
            None => {}
        }
    }

    /// Keeps the game after a change of its position, and stops a search of the old one.
    fn leave_position(&self, state: &mut State) {
        state.turn += 1;
        state.step += 1;
        state.looking = None;
        state.hint = Hint::None;
        state.offered = None;
        state.is_thinking = false;
        self.halt.store(true, Ordering::Relaxed);
        self.interrupt(state);
        if let Err(error) = state.round.keep() {
            state.news = Some(Phrase::from(&error));
        }
        self.announce(state);
    }

    /// Begins the analysis of the position shown anew.
    fn look_elsewhere(&self, state: &mut State) {
        state.live = Live { revision: state.live.revision + 1, wanted: state.live.wanted, ..Live::default() };
        if state.live.wanted > 0 {
            self.interrupt(state);
        }
        self.announce(state);
    }

    /// Takes the decision of the program, unless the position has changed.
    pub fn decide(&self, turn: u64, choice: Option<Choice<AnyMove>>) {
        let mut state = self.state();
        if let Some(choice) = choice.filter(|_| state.turn == turn && state.round.is_programs_turn()) {
            state.round.carry_out(choice);
            self.leave_position(&mut state);
        }
    }

    /// Takes advice for the person to move.
    pub fn advise(&self, turn: u64, advice: Option<Advice>) {
        let mut state = self.state();
        state.is_thinking = false;
        match advice.filter(|_| state.turn == turn) {
            Some(advice) => state.hint = Hint::Piece(advice),
            None if state.turn == turn => state.hint = Hint::None,
            None => {}
        }
        self.announce(&mut state);
    }

    /// Takes the verdict of the coach on a move, by its number.
    pub fn coach(&self, number: usize, verdict: Verdict) {
        let mut state = self.state();
        if state.unjudged.take_if(|own| own.number == number).is_some() {
            state.judged = Some(verdict);
            self.announce(&mut state);
        }
    }

    /// Takes the lines of a slice of the live analysis.
    pub fn report(&self, sfen: &str, thought: &search::Thought<AnyMove>) {
        let mut state = self.state();
        let is_shown = state.study.as_ref().is_some_and(|study| study.position().sfen() == sfen);
        if !is_shown || state.live.wanted == 0 || thought.lines.is_empty() {
            return;
        }
        let live = &mut state.live;
        live.slices += 1;
        live.revision += 1;
        live.depth = thought.outcome.depth;
        live.nodes += thought.outcome.nodes;
        live.lines = thought.lines.iter().map(|line| (line.score, line.moves.clone())).collect();
        self.changed.notify_all();
    }

    /// Ends the live analysis of a position that needs no more search.
    pub fn rest(&self) {
        self.state().live.slices = u32::MAX;
    }

    /// Takes the verdict on a move of the game that is analysed.
    pub fn judge(&self, study: u64, number: usize, verdict: Verdict) {
        let mut state = self.state();
        if let Some(study) = state.study.as_mut().filter(|known| known.number == study) {
            study.judge(number, verdict);
            self.announce(&mut state);
        }
    }

    /// Takes what the mate solver has found, and what it lays into the tree.
    pub fn solve(&self, turn: u64, sfen: &str, found: Finding) {
        let mut state = self.state();
        let is_same = state.turn == turn;
        let Some(study) = state.study.as_mut().filter(|study| is_same && study.asked.is_some()) else { return };
        study.asked = None;
        if study.position().sfen() == sfen {
            study.note_line(&found.line);
            found.tree.iter().for_each(|tree| study.note_tree(tree));
            state.news = Some(found.said);
        }
        state.is_thinking = false;
        self.announce(&mut state);
    }

    /// Takes the end of an analysis.
    pub fn conclude(&self, study: u64, analysed: Analysed) {
        let mut state = self.state();
        if let Some(study) = state.study.as_mut().filter(|known| known.number == study) {
            study.conclude(analysed);
            self.announce(&mut state);
        }
    }

    /// Leaves undone what the engine could not do.
    pub fn give_up(&self) {
        let mut state = self.state();
        state.hint = Hint::None;
        state.offered = None;
        state.unjudged = None;
        state.live.wanted = 0;
        if let Some(study) = state.study.as_mut().filter(|study| study.is_being_analysed()) {
            study.progress = Progress::Stopped;
        }
        if let Some(study) = &mut state.study {
            study.asked = None;
        }
        if let Some(drill) = &mut state.drill {
            drill.give_up();
        }
        if state.round.is_programs_turn() {
            state.round.game.break_off();
            self.leave_position(&mut state);
        }
        self.announce(&mut state);
    }

    /// Says something below the board.
    pub fn tell(&self, news: Phrase) {
        let mut state = self.state();
        state.news = Some(news);
        state.is_thinking = false;
        self.announce(&mut state);
    }
}

impl State {
    /// The record on the board; none while a game is played there.
    pub fn shown_record(&self) -> Option<&Study> {
        self.drill.as_ref().map(|drill| &drill.trail).or(self.study.as_ref())
    }

    /// The position on the board, with the last move.
    pub fn shown_position(&self) -> (AnyPosition, Option<AnyMove>) {
        let here = self.looking.unwrap_or_else(|| self.round.game.plies());
        self.shown_record().map_or_else(|| self.round.position_after(here), |study| (study.position(), study.last()))
    }

    /// The game that is on the board.
    pub fn variant(&self) -> Variant {
        self.shown_record().map_or_else(|| self.round.game.start().variant(), Study::variant)
    }

    fn check_turn(&self, turn: u64) -> Result<(), Phrase> {
        let changed =
            || Phrase::of("The board has changed; please look again.", "局面が変わりました。もう一度お願いします。");
        if turn == self.turn { Ok(()) } else { Err(changed()) }
    }

    /// Refuses to change a game that other things lie on.
    fn check_is_free(&self) -> Result<(), Phrase> {
        let covered = || Phrase::of("Go back to the game first.", "先に対局へ戻ってください。");
        if self.drill.is_none() && self.study.is_none() { Ok(()) } else { Err(covered()) }
    }

    fn check_is_persons(&self) -> Result<(), Phrase> {
        if self.round.game.end().is_some() {
            return Err(Phrase::of("The game is over.", "対局は終わっています。"));
        }
        if !self.round.is_persons_turn() {
            return Err(Phrase::of("It is the program's turn.", "コンピューターの手番です。"));
        }
        Ok(())
    }

    /// The most urgent work for the engine. A game goes on while another record is studied.
    fn task(&self) -> Option<Task> {
        /// Slices of a live analysis, the last of which takes about half a minute.
        const MOST_SLICES: u32 = 9;
        let (round, game) = (&self.round, &self.round.game);
        if let Some(work) = self.drill.as_ref().and_then(Drill::work) {
            return Some(Task::Drill(Box::new(work)));
        }
        if round.is_programs_turn() {
            let (level, clock) = (round.setting.levels[game.side().index()], round.setting.search_clock(game.side()));
            return Some(Task::Move { position: game.position().clone(), level, clock });
        }
        if matches!(self.hint, Hint::Wanted) {
            return Some(Task::Hint(game.position().clone()));
        }
        if self.offered.is_some() {
            return Some(Task::Offer(game.position().clone()));
        }
        if let Some(own) = &self.unjudged {
            return Some(Task::Judge { own: own.clone(), grade: round.setting.grade() });
        }
        let study = self.study.as_ref().filter(|_| self.drill.is_none())?;
        if let Some(question) = study.asked {
            return Some(Task::Ask { position: study.position(), question });
        }
        if study.is_being_analysed() {
            let goes_on = study.progress == Progress::Running;
            return Some(Task::Analyse { study: study.number, record: study.record.clone(), goes_on });
        }
        let Live { wanted, slices, .. } = self.live;
        let is_live = wanted > 0 && self.pages > 0 && slices < MOST_SLICES;
        is_live.then(|| Task::Live { position: study.position(), lines: wanted, slice: slices })
    }
}
