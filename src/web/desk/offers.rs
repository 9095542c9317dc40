//! Offers of a draw.

use super::{Desk, State};
use crate::game::Score;
use crate::table::thinker::accepts_draw;
use crate::web::phrase::Phrase;

impl Desk {
    /// Offers a draw to the program. Two people have agreed on it.
    pub(super) fn offer_draw(&self, state: &mut State, turn: u64) -> Result<(), Phrase> {
        state.check_turn(turn)?;
        state.check_is_free()?;
        state.check_is_persons()?;
        if state.round.setting.people == [true; 2] {
            state.round.game.agree_on_draw();
            self.leave_position(state);
        } else {
            state.is_draw_offered = true;
            self.announce(state);
        }
        Ok(())
    }

    /// Takes the program's verdict on a position in which it was offered a draw; none if it has none.
    pub fn answer_draw(&self, turn: u64, score: Option<Score>) {
        let mut state = self.state();
        state.is_thinking = false;
        if state.turn == turn && state.is_draw_offered {
            state.is_draw_offered = false;
            if score.is_some_and(|score| accepts_draw(state.round.game.plies(), score)) {
                state.round.game.agree_on_draw();
                self.leave_position(&mut state);
            } else {
                state.news = Some(Phrase::of("No draw.", "引き分けは断られました。"));
            }
        }
        self.announce(&mut state);
    }
}
