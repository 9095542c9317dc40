//! Phases of a game, told apart by captures, checks and threats to the king.

use super::view::View;
use crate::any::{AnyMove, AnyPosition};
use crate::game::{Phase, Score};

/// Least gain of a capture that takes a piece, in centipawns before the answer; a pawn gains less.
const PIECE: Score = 500;
/// Captures of pieces that begin the middle game: an exchange of bishops still belongs to the opening.
const CAPTURES: usize = 3;
/// Checks that begin the endgame.
const CHECKS: usize = 3;

/// Follows a game through its phases.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Phases {
    captures: usize,
    checks: usize,
    phase: Phase,
}

impl Phases {
    /// Phase of a move, with the views of the positions before and after it.
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
