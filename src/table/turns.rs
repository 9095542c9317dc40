//! The table at which a game is played: whose turn it is, and what is drawn.

use super::console::Typed;
use super::game::{End, Game};
use super::person::{Next, Person, answer, say, show, usage};
use super::request::{Place, Request, Verb, names};
use super::rival::{Answer, Rival};
use super::screen::{Face, SIGNS, Seat, Ticking, Ticks, View, clock_text, numbered};
use super::setting::{Setting, UNCLOCKED};
use super::shelf::Keeper;
use super::store::Kept;
use super::talk;
use super::teacher::{Own, Teacher};
use super::thinker::{Choice, Thinker, Thought};
use crate::any::AnyMove;
use crate::board::Color;
use crate::engines::clock::Clock;
use crate::game::{self, Cell};
use crate::jobs::command::Trouble;
use crate::words::{InLanguage as _, Language};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

pub struct Table {
    pub(super) game: Game,
    pub(super) setting: Setting,
    /// The engines whose names the setting has. `[color]`
    pub(super) rivals: [Option<Rival>; 2],
    pub(super) person: Person,
    pub(super) thinker: Thinker,
    keeper: Keeper,
    pub(super) stop: Arc<AtomicBool>,
    /// True if a hint was given in this position.
    pub(super) has_hinted: bool,
    /// The program's verdict on this position, once it was asked for.
    pub(super) advised: Option<Thought<AnyMove>>,
    pub(super) teacher: Option<Teacher>,
    /// The person's last move, until it is judged.
    pub(super) unjudged: Option<Own>,
    /// Lines to print below the next board.
    pub(super) news: Vec<String>,
    /// Squares to mark on the next board.
    pub(super) marks: Vec<Cell>,
    /// Places of the clocks on the screen. `[color]`
    faces: [Option<Face>; 2],
    /// Place of a notice below the board.
    notice: Option<Face>,
    asked: Asked,
}

/// The number of moves after which a person was last asked for one, and the time.
#[derive(Default)]
struct Asked(Option<(usize, Instant)>);

impl Asked {
    /// Time since when a person has thought about the move asked for now, after `plies` moves. Whatever else was said
    /// and drawn meanwhile, the same move keeps its start. Without plies the game is over, and nobody thinks.
    fn since(&mut self, plies: Option<usize>, now: Instant) -> Instant {
        let began = self.0.filter(|&(earlier, _)| Some(earlier) == plies).map_or(now, |(_, began)| began);
        self.0 = plies.map(|plies| (plies, began));
        began
    }
}

impl Table {
    pub fn new(
        game: Game,
        setting: Setting,
        person: Person,
        keeper: Keeper,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, Trouble> {
        let thinker = Thinker::new(game.start().variant(), setting.threads)?;
        Ok(Self {
            game,
            setting,
            rivals: [None, None],
            person,
            thinker,
            keeper,
            stop,
            has_hinted: false,
            advised: None,
            teacher: None,
            unjudged: None,
            news: Vec::new(),
            faces: [None; 2],
            marks: Vec::new(),
            notice: None,
            asked: Asked::default(),
        })
    }

    /// Seats other engines. `[color]`
    pub fn with_rivals(self, rivals: [Option<Rival>; 2]) -> Self {
        Self { rivals, ..self }
    }

    /// Adds lines to print below the first board.
    pub fn with_news(self, news: Vec<String>) -> Self {
        Self { news, ..self }
    }

    /// Plays until the person leaves.
    pub fn run(mut self) -> Result<(), Trouble> {
        if self.setting.people != [false; 2] {
            self.news.push(self.person.signpost(&[Verb::Hint, Verb::Undo, Verb::Help]));
        }
        loop {
            self.keep();
            self.tell_rivals();
            self.offer_again();
            self.draw()?;
            let next = match self.teach()? {
                Next::Leave => Next::Leave,
                _ if self.is_programs_turn() => self.let_program_move()?,
                _ => self.ask()?,
            };
            if next == Next::Leave {
                return self.bid_farewell();
            }
        }
    }

    pub(super) fn is_programs_turn(&self) -> bool {
        self.game.end().is_none() && !self.is_persons_turn()
    }

    /// Forgets other games and resets the clocks; the game that was on the board stays kept.
    pub(super) fn new_game(&mut self) {
        self.keeper.begin_another();
        self.asked = Asked::default();
        self.forget_advice();
        self.setting.clocks.iter_mut().flatten().for_each(|clock| *clock = Clock::new(*clock.control()));
        self.thinker.new_game();
        self.rivals.iter_mut().flatten().for_each(Rival::new_game);
    }

    /// Reports the result of the game to other engines.
    fn tell_rivals(&mut self) {
        let Some(outcome) = self.game.end().map(|end| end.outcome) else { return };
        for (side, rival) in Color::ALL.into_iter().zip(&mut self.rivals) {
            rival.iter_mut().for_each(|rival| rival.finish(side, outcome));
        }
    }

    pub(super) const fn language(&self) -> Language {
        self.person.language()
    }

    /// Keeps the game. A failure is reported once, below the board.
    fn keep(&mut self) {
        if let Err(error) = self.keeper.keep(&Kept::of(&self.game, &self.setting)) {
            self.news.push(error.text_in(self.language()));
        }
    }

    fn draw(&mut self) -> Result<(), Trouble> {
        let shown = |clocks: &[Clock; 2], side: Color| clock_text(&clocks[side.index()], Duration::ZERO);
        let clock = |side: Color| self.setting.clocks.as_ref().map(|clocks| shown(clocks, side));
        let seats = Color::ALL.map(|side| Seat { name: self.game.name(side), clock: clock(side) });
        let moves = numbered(&self.game, self.person.notation);
        let marks = std::mem::take(&mut self.marks);
        let view = View { position: self.game.position(), last: self.game.last(), marks, seats, moves };
        let drawing = view.draw(self.person.look);
        self.faces = drawing.faces;
        self.notice = drawing.notice;
        show(&drawing)?;
        if let Some(end) = self.game.end() {
            say(talk::result(self.game.start().variant(), self.language(), end, self.setting.person()))?;
        }
        self.news.iter().try_for_each(say)?;
        if !self.redraws_unread() {
            self.news.clear();
        }
        Ok(())
    }

    /// True if the board is drawn over this one before the person has read what stands below it.
    fn redraws_unread(&self) -> bool {
        self.person.look.in_place && self.is_programs_turn() && self.setting.people != [false; 2]
    }

    /// Runs the clock of the side to move on the screen, for a move that began at `began`.
    fn tick(&self, began: Instant) -> Option<Ticking> {
        let side = self.game.side();
        let clock = self.setting.clocks.as_ref().filter(|_| self.game.end().is_none())?[side.index()].clone();
        let is_persons = self.is_persons_turn();
        let flag = self.notice.filter(|_| is_persons).map(|face| (face, self.fallen_flag()));
        Ticking::start(Ticks {
            face: self.faces[side.index()]?,
            clock,
            began,
            flag,
            rings: self.setting.bell && is_persons,
        })
    }

    /// The result if the side to move runs out of time while it is asked for a move.
    fn fallen_flag(&self) -> String {
        let end = End::new(game::End::Time, Some(!self.game.side()), self.game.side());
        let result = talk::result(self.game.start().variant(), self.language(), &end, self.setting.person());
        format!("{result}{}", self.language().choose(" Press Enter.", "Enterを押してください。"))
    }

    /// Lets the board scroll away, to make room for a long text.
    pub(super) fn let_board_go(&mut self) {
        self.person.look.release();
        self.faces = [None; 2];
        self.notice = None;
    }

    fn bid_farewell(&self) -> Result<(), Trouble> {
        self.person.look.release();
        let is_over = self.game.end().is_some();
        match (self.keeper.is_keeping(), self.language()) {
            (true, Language::En) if is_over => say("The game is kept; \"kumataka play --resume list\" lists it."),
            (true, Language::Ja) if is_over => {
                say("対局は保存されました。kumataka play --resume list で一覧が出ます。")
            }
            (true, Language::En) => say("The game is kept; \"kumataka play --resume\" goes on with it."),
            (true, Language::Ja) => say("対局は保存されました。kumataka play --resume で続けられます。"),
            (false, _) => Ok(()),
        }
    }

    /// Lets another engine think and play. Its faults end the game, which "undo" resumes.
    fn let_rival_move(&mut self, mut rival: Rival) -> Result<Next, Trouble> {
        let side = self.game.side();
        let _ticking = self.tick(Instant::now());
        let answer = rival.choose(&self.game, self.setting.clocks.as_ref(), UNCLOCKED);
        self.rivals[side.index()] = Some(rival);
        match answer {
            Answer::Chosen(choice, spent) => self.carry_out(choice, spent),
            Answer::Late(failure) => {
                let detail = failure.text_in(self.language());
                self.news.push(talk::lateness(self.language(), self.game.name(side), &detail));
                self.game.lose_on_time();
            }
            Answer::Illegal(m) => {
                self.news.push(talk::foul(self.language(), self.game.name(side), &m));
                self.game.lose_by_foul();
            }
            Answer::Failed(failure) => {
                let reason = failure.text_in(self.language());
                self.news.push(talk::failure(self.language(), self.game.name(side), &reason));
                self.game.break_off();
            }
            Answer::Interrupted => return self.interrupted(),
        }
        Ok(Next::GoOn)
    }

    fn carry_out(&mut self, choice: Choice<AnyMove>, spent: Duration) {
        match choice {
            Choice::Play(m) => self.play(m, spent),
            other => self.setting.carry_out(&mut self.game, other, spent),
        }
    }

    /// Lets the program, or the engine in its place, think and play.
    fn let_program_move(&mut self) -> Result<Next, Trouble> {
        if let Some(rival) = self.rivals[self.game.side().index()].take() {
            return self.let_rival_move(rival);
        }
        let began = Instant::now();
        let _ticking = self.tick(began);
        let side = self.game.side();
        let clock = self.setting.search_clock(side);
        let choice = self.thinker.choose(self.game.position(), self.setting.levels[side.index()], clock, &self.stop);
        let Some(choice) = choice else { return self.interrupted() };
        self.carry_out(choice, began.elapsed());
        Ok(Next::GoOn)
    }

    /// Plays a move and announces it below the board.
    fn play(&mut self, m: AnyMove, spent: Duration) {
        let text = self.move_text(m);
        if self.setting.play(&mut self.game, m, spent) {
            self.forget_advice();
            self.news.push(format!("{:>3} {text}", self.game.plies()));
        }
    }

    /// True if the side to move oversteps its time with a move that takes this long.
    fn is_late(&self, spent: Duration) -> bool {
        self.setting.is_late(&self.game, spent)
    }

    pub(super) fn move_text(&self, m: AnyMove) -> String {
        self.person.notation.text(self.game.position(), self.game.last(), m)
    }

    /// Asks whether to leave, after Ctrl-C has ended the program's thinking.
    pub(super) fn interrupted(&mut self) -> Result<Next, Trouble> {
        Ok(self.person.leaves_or_stays(Place::Game))
    }

    /// Asks for lines until one changes something.
    fn ask(&mut self) -> Result<Next, Trouble> {
        let plies = self.game.end().is_none().then(|| self.game.plies());
        let began = self.asked.since(plies, Instant::now());
        loop {
            let _ticking = self.tick(began);
            let prompt = format!("{}> ", self.game.plies() + 1);
            let offers = self.offers();
            let next = match self.person.console.ask(&prompt, &offers) {
                // A flag that fell while nobody typed counts, even if the person leaves now.
                _ if self.is_late(began.elapsed()) => {
                    self.game.lose_on_time();
                    Next::GoOn
                }
                Typed::Ended => Next::Leave,
                Typed::Interrupted => self.interrupted()?,
                Typed::Line(line) => self.obey(&line, began)?,
            };
            if next != Next::Ask {
                return Ok(next);
            }
        }
    }

    /// The words and the legal moves in the spellings that may be typed.
    fn offers(&self) -> Vec<String> {
        let words = names(Place::Game, self.game.start().variant()).map(str::to_owned);
        if self.game.end().is_some() {
            return words.collect();
        }
        let moves = self.game.position().legal_moves();
        let usi = moves.iter().map(|&m| self.game.start().variant().usi(m));
        let written = moves.iter().map(|&m| self.move_text(m).trim_start_matches(SIGNS).to_owned());
        let mut offers: Vec<String> = words.chain(usi).chain(written).collect();
        offers.sort_unstable();
        offers.dedup();
        offers
    }

    fn obey(&mut self, line: &str, began: Instant) -> Result<Next, Trouble> {
        match Request::read(line) {
            Request::Nothing => Ok(Next::Ask),
            Request::Move(text) => self.try_move(text, began),
            Request::Word(word, argument) if !word.takes(argument) => {
                say(usage(self.language(), word))?;
                Ok(Next::Ask)
            }
            Request::Word(word, argument) => self.do_word(word.verb, argument),
        }
    }

    fn try_move(&mut self, text: &str, began: Instant) -> Result<Next, Trouble> {
        if self.game.end().is_some() {
            return answer(self.language().choose(
                "The game is over: \"undo\", \"new\", \"save\" or \"quit\".",
                "対局は終わっています（待った、新規、保存、終了）。",
            ));
        }
        let Some(m) = self.person.read_move(self.game.position(), self.game.last(), text)? else {
            return Ok(Next::Ask);
        };
        let (position, previous) = (self.game.position().clone(), self.game.last());
        self.play(m, began.elapsed());
        self.unjudged = self.setting.coach.then_some(Own { position, previous, m, number: self.game.plies() });
        Ok(Next::GoOn)
    }

    pub(super) fn is_persons_turn(&self) -> bool {
        self.setting.is_persons(self.game.side())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_thought_about_since_it_was_first_asked_for() {
        let start = Instant::now();
        let [second, minute] = [1, 60].map(|seconds| start + Duration::from_secs(seconds));
        let mut asked = Asked::default();
        assert_eq!(asked.since(Some(3), start), start);
        assert_eq!(asked.since(Some(3), second), start);
        assert_eq!(asked.since(Some(4), minute), minute);
    }

    #[test]
    fn no_clock_runs_behind_the_end_of_a_game() {
        let start = Instant::now();
        let [minute, hour] = [60, 3600].map(|seconds| start + Duration::from_secs(seconds));
        let mut asked = Asked::default();
        asked.since(Some(3), start);
        assert_eq!(asked.since(None, minute), minute);
        assert_eq!(asked.since(None, hour), hour);
        // The last move is taken back, or the end is.
        assert_eq!(asked.since(Some(3), hour), hour);
    }
}
