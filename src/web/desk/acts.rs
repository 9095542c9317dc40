//! Acts of a person at the board.

use super::offers::Offer;
use super::{Desk, Hint, Live, State};
use crate::any::{AnyIllegality, AnyMove, AnyPosition};
use crate::game::MoveError;
use crate::record::Record;
use crate::table::spoken;
use crate::variants::Variant;
use crate::web::message::{Act, Meant, NamedFile, NewGame};
use crate::web::opened::Opened;
use crate::web::phrase::Phrase;
use crate::web::round::Round;
use crate::web::setup;
use crate::web::source::Source;
use crate::web::study::{Progress, Study};
use crate::words::InLanguage as _;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use std::sync::atomic::Ordering;

/// Most lines of a live analysis.
const MOST_LINES: usize = 5;

/// The effect of an act on the game on the board, unless it is refused.
type Change = fn(&mut Round) -> Result<(), Phrase>;

impl Desk {
    /// Does what a person wants; a refusal says why not.
    pub fn act(&self, act: Act) -> Result<(), Phrase> {
        let mut state = self.state();
        let state = &mut *state;
        state.news = None;
        match act {
            Act::New(wanted) => self.begin(state, &wanted),
            Act::Move { usi, turn } => self.play(state, &usi, turn),
            Act::TakeBack { turn } if state.drill.is_some() => self.take_back_at_task(state, turn),
            Act::TakeBack { turn } => self.change(state, turn, Round::take_back),
            Act::PlayAgain { turn } => self.change(state, turn, Round::play_again),
            Act::Resign { turn } => self.in_game(state, turn, |round| {
                round.game.resign();
                Ok(())
            }),
            Act::Declare { turn } => self.in_game(state, turn, Round::declare),
            Act::Hint { turn } => self.hint(state, turn),
            Act::Draw { turn } => self.offer(state, turn, Offer::Draw),
            Act::Impasse { turn } => self.offer(state, turn, Offer::Impasse),
            Act::Replay { turn } => self.change(state, turn, Round::replay),
            Act::GoOn { turn } => self.change(state, turn, Round::go_on),
            Act::Level { level } => {
                state.round.set_level(level, self.language)?;
                self.announce(state);
                Ok(())
            }
            Act::Look { node } => self.look(state, node),
            Act::Open { files, meant } => self.open(state, files, meant),
            act @ (Act::Practise { .. }
            | Act::Exercises { .. }
            | Act::Mates {}
            | Act::Problems {}
            | Act::Lesson { .. }
            | Act::Solution { .. }
            | Act::Again { .. }
            | Act::Next { .. }
            | Act::Task { .. }
            | Act::Leave {}) => self.drill(state, &act),
            act => self.study(state, act),
        }
    }

    fn begin(&self, state: &mut State, wanted: &NewGame) -> Result<(), Phrase> {
        let next = Round::new(wanted, self.threads, self.language, &self.engines)?;
        state.round = next.after(&state.round);
        (state.study, state.drill, state.aside) = (None, None, None);
        (state.unjudged, state.judged) = (None, None);
        state.live = Live { revision: state.live.revision + 1, ..Live::default() };
        self.turn_to_another(state);
        self.leave_position(state);
        Ok(())
    }

    /// Changes the game on the board, if the page has seen its last change.
    fn change(&self, state: &mut State, turn: u64, change: Change) -> Result<(), Phrase> {
        state.check_turn(turn)?;
        state.check_is_free()?;
        change(&mut state.round)?;
        (state.unjudged, state.judged) = (None, None);
        self.leave_position(state);
        Ok(())
    }

    /// The same for what only the person to move does.
    fn in_game(&self, state: &mut State, turn: u64, change: Change) -> Result<(), Phrase> {
        state.check_turn(turn)?;
        state.check_is_persons()?;
        self.change(state, turn, change)
    }

    fn play(&self, state: &mut State, usi: &str, turn: u64) -> Result<(), Phrase> {
        state.check_turn(turn)?;
        if let Some(drill) = &state.drill {
            let m = legal(&drill.trail.position(), usi)?;
            return self.try_move(state, m);
        }
        if let Some(study) = &mut state.study {
            let m = legal(&study.position(), usi)?;
            study.play(m);
            self.look_elsewhere(state);
            return Ok(());
        }
        state.check_is_persons()?;
        let m = legal(state.round.game.position(), usi)?;
        state.unjudged = state.round.play(m);
        state.judged = None;
        self.leave_position(state);
        Ok(())
    }

    fn hint(&self, state: &mut State, turn: u64) -> Result<(), Phrase> {
        state.check_turn(turn)?;
        if state.drill.is_some() {
            return self.hint_at_task(state);
        }
        state.check_is_persons()?;
        state.hint = match std::mem::take(&mut state.hint) {
            Hint::None | Hint::Wanted => Hint::Wanted,
            Hint::Piece(advice) | Hint::Move(advice) => Hint::Move(advice),
        };
        self.announce(state);
        Ok(())
    }

    fn look(&self, state: &mut State, node: usize) -> Result<(), Phrase> {
        let plies = state.round.game.plies();
        let shown = state.drill.as_mut().map(|drill| &mut drill.trail).or(state.study.as_mut());
        let is_there = match shown {
            Some(study) => study.look(node),
            None => node <= plies,
        };
        if !is_there {
            return Err(Phrase::of("There is no such place in the game.", "そのような局面はありません。"));
        }
        if state.drill.is_some() || state.study.is_some() {
            self.look_elsewhere(state);
        } else {
            state.looking = (node < plies).then_some(node);
            self.announce(state);
        }
        Ok(())
    }

    fn open(&self, state: &mut State, files: Vec<NamedFile>, meant: Option<Meant>) -> Result<(), Phrase> {
        let broken = |_| Phrase::of("The file did not arrive whole.", "ファイルが正しく届きませんでした。");
        let source = |NamedFile { name, bytes }| {
            Ok(Source { name, path: None, bytes: BASE64_STANDARD.decode(bytes).map_err(broken)? })
        };
        let mut files: Vec<Source> = files.into_iter().map(source).collect::<Result<_, Phrase>>()?;
        let (opened, complaints) = Opened::read(&mut files, state.variant(), meant)?;
        (state.study, state.drill, state.aside) = (opened.study, opened.drill, None);
        state.news = (!complaints.is_empty()).then(|| {
            let lines = |language| complaints.iter().map(|complaint| complaint.text(language)).collect::<Vec<_>>();
            Phrase::written(|language| lines(language).join("\n"))
        });
        self.turn_to_another(state);
        self.look_elsewhere(state);
        Ok(())
    }

    fn study(&self, state: &mut State, act: Act) -> Result<(), Phrase> {
        match act {
            Act::Study {} => {
                let record = state.round.game.record();
                let people = state.round.setting.people;
                let sides = if people == [false; 2] { [true; 2] } else { people };
                self.lay_out(state, Some(Study::new(String::new(), record, true).with_sides(sides)));
            }
            Act::SetUp(wanted) => {
                let record = Record::new(setup::position(&wanted)?);
                state.set_aside();
                self.lay_out(state, Some(Study::new(String::new(), record, false)));
            }
            Act::Play {} => {
                self.lay_out(state, None);
                state.aside = None;
                state.live.wanted = 0;
            }
            Act::Live { lines } => {
                state.live.wanted = lines.min(MOST_LINES);
                self.interrupt(state);
            }
            act => self.in_study(state, &act)?,
        }
        self.look_elsewhere(state);
        Ok(())
    }

    /// Lays a record on the board, or the game that is played.
    fn lay_out(&self, state: &mut State, study: Option<Study>) {
        (state.study, state.drill) = (study, None);
        self.turn_to_another(state);
    }

    /// Does what takes a record on the board.
    fn in_study(&self, state: &mut State, act: &Act) -> Result<(), Phrase> {
        let nothing = || Phrase::of("There is nothing to study.", "検討する棋譜がありません。");
        let study = state.study.as_mut().ok_or_else(nothing)?;
        let is_done = match *act {
            Act::Pick { game } => study.pick(game),
            Act::Line { node, better } => study.show_line(node, better),
            Act::Ask { question } => {
                study.asked = Some(question);
                true
            }
            Act::Analyse { on } => {
                study.progress = match (on, study.progress) {
                    (true, _) => Progress::Running,
                    (false, Progress::Running) => Progress::Stopping,
                    (false, known) => known,
                };
                true
            }
            _ => false,
        };
        match act {
            _ if !is_done => return Err(nothing()),
            Act::Pick { .. } => self.turn_to_another(state),
            Act::Analyse { .. } => self.stop.store(true, Ordering::Relaxed),
            _ => self.interrupt(state),
        }
        Ok(())
    }
}

impl State {
    /// Keeps the files or tasks on the board for whoever comes back from a position set up by hand.
    fn set_aside(&mut self) {
        let is_file = self.study.as_ref().is_some_and(|study| !study.name.is_empty());
        if self.aside.is_none() && (is_file || self.drill.is_some()) {
            self.aside = Some(Opened { study: self.study.take(), drill: self.drill.take() });
        }
    }
}

/// The legal move of a text; a refusal says which rule forbids it.
fn legal(position: &AnyPosition, usi: &str) -> Result<AnyMove, Phrase> {
    position.parse_move(usi).map_err(|error| match &error {
        MoveError::Illegal { reason, .. } => explained(position.variant(), *reason),
        MoveError::Syntax(_) => Phrase::written(|language| error.text_in(language)),
    })
}

fn explained(game: Variant, reason: AnyIllegality) -> Phrase {
    Phrase::written(|language| spoken::illegality(game, language, reason))
}
