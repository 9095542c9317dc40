//! Where the phases of a game that was played begin, by what happens in it.

use super::view::View;
use crate::any::{AnyMove, AnyPosition};
use crate::game::{Phase, Score};

/// A capture that wins so many centipawns unless it is answered is one of a piece; one of a pawn does not.
const PIECE: Score = 500;
/// The captures of pieces with which the middle game begins: an exchange of bishops still belongs to the opening.
const CAPTURES: usize = 3;
/// The checks with which the endgame begins.
const CHECKS: usize = 3;

/// Follows a game through its phases.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Phases {
    captures: usize,
    checks: usize,
    phase: Phase,
}

impl Phases {
    /// The phase of a move of the game, with the views of the positions before and behind it.
    pub fn next(&mut self, position: &AnyPosition, played: AnyMove, [before, after]: [&View<AnyMove>; 2]) -> Phase {
        self.captures += usize::from(position.is_capture(played) && position.material_gain(played) >= PIECE);
        self.checks += usize::from(position.gives_check(played));
        let is_at_the_king = |view: &View<AnyMove>| view.mate.is_some() || view.threat.is_some() || view.is_lost();
        let reached = if self.checks >= CHECKS || is_at_the_king(before) || is_at_the_king(after) {
            Phase::Endgame
        } else if self.captures >= CAPTURES || self.checks > 0 {
            Phase::Middle
        } else {
            Phase::Opening
        };
        self.phase = self.phase.max(reached);
        self.phase
    }
}
