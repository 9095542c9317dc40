//! Actions of the words that a person types at the table.

use super::game::{Game, NoGame, read_first};
use super::grades::read_level;
use super::person::{Next, answer, occupied};
use super::request::{Place, Verb};
use super::talk;
use super::thinker::accepts_draw;
use super::turns::Table;
use crate::board::Color;
use crate::jobs::command::Trouble;
use crate::jobs::files::Destination;
use crate::system::home_folder;
use std::path::{Path, PathBuf};

/// The typed path, with `~` for the user's folder as in a shell.
fn path_of(text: &str) -> PathBuf {
    match text.strip_prefix("~/").zip(home_folder()) {
        Some((rest, home)) => home.join(rest),
        None => PathBuf::from(text),
    }
}

impl Table {
    pub(super) fn do_word(&mut self, verb: Verb, argument: &str) -> Result<Next, Trouble> {
        match verb {
            Verb::Quit => return Ok(Next::Leave),
            Verb::Count => return self.count(),
            Verb::Again => return self.play_again(),
            Verb::Undo => return self.undo(),
            Verb::Redo => return self.redo(),
            Verb::Coach => return self.switch_coach(),
            Verb::Review => return self.review(),
            Verb::Analyse => return self.write_page(&path_of(argument)),
            Verb::Flip => self.person.look.flipped ^= true,
            Verb::Board => {}
            Verb::Look => return self.person.look_at(self.game.position(), self.game.last(), argument),
            Verb::Moves => return self.mark_moves(argument),
            Verb::Rules => {
                self.let_board_go();
                self.person.tell_rules(self.game.start().variant())?;
                return Ok(Next::Ask);
            }
            Verb::Pieces => {
                self.let_board_go();
                self.person.show_pieces(self.game.position(), argument)?;
                return Ok(Next::Ask);
            }
            Verb::New if !self.may_begin_another() => return Ok(Next::Ask),
            Verb::New => {
                let names = Color::ALL.map(|side| self.game.name(side).to_owned());
                self.game = Game::new(self.game.start().clone(), names);
                self.new_game();
            }
            Verb::Load => return self.load(&path_of(argument)),
            Verb::Save => return self.save(&path_of(argument)),
            Verb::Level => return self.set_level(argument),
            Verb::Help | Verb::Solution | Verb::Skip => {
                self.let_board_go();
                self.person.help(self.game.start().variant(), Place::Game)?;
                return Ok(Next::Ask);
            }
            Verb::Hint | Verb::Eval | Verb::Threat | Verb::Resign | Verb::Draw | Verb::Declare | Verb::Impasse => {
                if self.game.end().is_some() {
                    return answer(self.language().choose("The game is over.", "対局は終わっています。"));
                }
                return self.do_in_game(verb);
            }
        }
        Ok(Next::GoOn)
    }

    fn do_in_game(&mut self, verb: Verb) -> Result<Next, Trouble> {
        match verb {
            Verb::Hint => self.hint(),
            Verb::Eval => self.evaluate(),
            Verb::Threat => self.threat(),
            Verb::Draw => self.offer_draw(),
            Verb::Declare => self.declare(),
            Verb::Impasse => self.offer_impasse(),
            _ if !self.person.confirms(self.language().choose("Resign? [y/N] ", "投了しますか（はい／いいえ） ")) => {
                Ok(Next::Ask)
            }
            _ => {
                self.game.resign();
                Ok(Next::GoOn)
            }
        }
    }

    /// Asks whether to leave a game that is not over; it stays kept.
    fn may_begin_another(&mut self) -> bool {
        let is_over = self.game.end().is_some() || self.game.plies() == 0;
        let question = "Begin another game? This one is kept. [y/N] ";
        is_over
            || self.person.confirms(
                self.language().choose(question, "新しい対局を始めますか。この対局は残ります（はい／いいえ） "),
            )
    }

    fn undo(&mut self) -> Result<Next, Trouble> {
        if !self.setting.take_back(&mut self.game) {
            return answer(self.language().choose("There is nothing to take back.", "戻す手がありません。"));
        }
        self.forget_advice();
        Ok(Next::GoOn)
    }

    fn redo(&mut self) -> Result<Next, Trouble> {
        if !self.setting.play_again(&mut self.game) {
            return answer(self.language().choose("There is nothing to play again.", "進める手がありません。"));
        }
        self.forget_advice();
        Ok(Next::GoOn)
    }

    /// Marks on the next board the squares that the piece on a square can go to.
    fn mark_moves(&mut self, square: &str) -> Result<Next, Trouble> {
        let position = self.game.position();
        let Some(cell) = occupied(position, square) else { return answer(talk::no_piece(self.language(), square)) };
        self.marks = position.targets(cell);
        self.person.look.middle = Some(cell);
        Ok(Next::GoOn)
    }

    fn set_level(&mut self, text: &str) -> Result<Next, Trouble> {
        let Ok(level) = read_level(text) else { return answer(talk::level_notation(self.language())) };
        let language = self.language();
        self.setting.set_level(&mut self.game, level, language);
        Ok(Next::GoOn)
    }

    fn save(&mut self, path: &Path) -> Result<Next, Trouble> {
        let record = self.game.record();
        let replaces = self.person.replaces(path);
        let written = Destination::new(path, None, replaces).and_then(|destination| {
            destination.check()?;
            destination.write(path, &[&record])
        });
        answer(talk::written(self.language(), path, written.map(|_| ())))
    }

    fn load(&mut self, path: &Path) -> Result<Next, Trouble> {
        let game = self.game.start().variant();
        let names = Color::ALL.map(|side| self.game.name(side).to_owned());
        let loaded = read_first(game, path)
            .map_err(NoGame::from)
            .and_then(|reading| Ok((Game::of_record(&reading.record, &self.setting.rules, names)?, reading.warnings)));
        match loaded {
            Ok((loaded, warnings)) => {
                self.game = loaded;
                self.new_game();
                self.news.extend(talk::warnings(self.language(), path, &warnings));
                Ok(Next::GoOn)
            }
            Err(reason) => answer(talk::fault(self.language(), path, &reason)),
        }
    }

    fn offer_draw(&mut self) -> Result<Next, Trouble> {
        let is_agreed = if self.setting.people == [true; 2] {
            let question =
                self.language().choose("Does the other side agree? [y/N] ", "相手は同意しますか（はい／いいえ） ");
            self.person.confirms(question)
        } else {
            let Some(thought) = self.verdict() else { return self.interrupted() };
            accepts_draw(self.game.plies(), thought.score)
        };
        if !is_agreed {
            return answer(self.language().choose("No draw.", "引き分けは断られました。"));
        }
        self.game.agree_on_draw();
        Ok(Next::GoOn)
    }
}
