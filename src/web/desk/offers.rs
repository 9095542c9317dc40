//! Offers to end the game: a draw, or an impasse by points.

use super::{Desk, State};
use crate::game::Score;
use crate::table::impasse::{Standings, no_declarations, no_impasse, no_king_entered};
use crate::table::thinker::accepts_draw;
use crate::web::phrase::Phrase;
use crate::web::round::Round;

/// An offer of the person to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    Draw,
    /// The points of both sides decide.
    Impasse,
}

impl Offer {
    /// Refuses what nobody can agree on.
    fn check(self, round: &Round) -> Result<(), Phrase> {
        match (self, Standings::of(round.game.position())) {
            (Self::Impasse, None) => Err(Phrase::written(|language| no_declarations(language).to_owned())),
            (Self::Impasse, Some(standings)) if !standings.has_entered() => {
                Err(Phrase::written(|language| no_king_entered(language).to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// True if the program agrees, for which the position has this score for the person to move.
    fn is_agreed(self, round: &Round, score: Score) -> bool {
        match self {
            Self::Draw => accepts_draw(round.game.plies(), score),
            Self::Impasse => Standings::of(round.game.position())
                .is_some_and(|standings| standings.are_agreed(!round.game.side(), -score)),
        }
    }

    /// Ends the game as both sides have agreed. Returns the points that have decided.
    fn carry_out(self, round: &mut Round) -> Option<Phrase> {
        if self == Self::Draw {
            round.game.agree_on_draw();
            return None;
        }
        let standings = Standings::of(round.game.position())?;
        round.game.agree_on_impasse(standings.winner());
        Some(Phrase::written(|language| standings.tallies(language).join("\n")))
    }

    fn declined(self) -> Phrase {
        match self {
            Self::Draw => Phrase::of("No draw.", "引き分けは断られました。"),
            Self::Impasse => Phrase::written(|language| no_impasse(language).to_owned()),
        }
    }
}

impl Desk {
    /// Makes an offer to the program. Two people have agreed on it.
    pub(super) fn offer(&self, state: &mut State, turn: u64, offer: Offer) -> Result<(), Phrase> {
        state.check_turn(turn)?;
        state.check_is_free()?;
        state.check_is_persons()?;
        offer.check(&state.round)?;
        if state.round.setting.people == [true; 2] {
            state.news = offer.carry_out(&mut state.round);
            self.leave_position(state);
        } else {
            state.offered = Some(offer);
            self.announce(state);
        }
        Ok(())
    }

    /// Takes the program's verdict on a position in which it got an offer; none if it has none.
    pub fn answer_offer(&self, turn: u64, score: Option<Score>) {
        let mut state = self.state();
        let is_same = state.turn == turn;
        state.is_thinking = false;
        if let Some(offer) = state.offered.take_if(|_| is_same) {
            if score.is_some_and(|score| offer.is_agreed(&state.round, score)) {
                state.news = offer.carry_out(&mut state.round);
                self.leave_position(&mut state);
            } else {
                state.news = Some(offer.declined());
            }
        }
        self.announce(&mut state);
    }
}
