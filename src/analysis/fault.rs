//! A move that was not the best, as far as words need to know it.

use super::judgement::Judgement;
use super::ply::Ply;
use super::view::Proof;
use crate::any::AnyMove;
use crate::game::Score;

/// A move that lost something, if only a mate in a game that stays won.
#[derive(Clone, Copy, Debug)]
pub struct Fault<'a> {
    pub judgement: Option<Judgement>,
    /// True if the player for whom it is judged cannot see its cost.
    pub is_deep: bool,
    pub played: AnyMove,
    /// The score before the move, for its side.
    pub before: Score,
    /// The score after the move, for the same side.
    pub after: Score,
    /// The better line; empty if no move is best.
    pub line: &'a [AnyMove],
    /// The line of the position after the move, the answer first.
    pub refutation: &'a [AnyMove],
    pub missed: Option<&'a Proof<AnyMove>>,
    /// The mate by the other side that it allowed.
    pub allowed: Option<&'a Proof<AnyMove>>,
    /// The hisshi in one move that was there instead.
    pub missed_hisshi: Option<&'a Proof<AnyMove>>,
    /// That of the other side, which a better move would have avoided.
    pub allowed_hisshi: Option<&'a Proof<AnyMove>>,
    /// True if the other side threatened to mate before the move.
    pub was_threatened: bool,
    /// True if the side could have declared the win instead.
    pub declares: bool,
}

impl Fault<'_> {
    /// True if it costs as much as a judged move, even if that is too deep for a judgement.
    #[must_use]
    pub const fn is_judged(&self) -> bool {
        self.judgement.is_some() || self.is_deep
    }

    /// True if there is something to say.
    #[must_use]
    pub fn is_told(&self) -> bool {
        self.is_judged() || self.missed.is_some() || self.allowed.is_some() || self.declares
    }
}

impl Ply<AnyMove> {
    /// The move as a fault; none if it lost nothing.
    #[must_use]
    pub fn fault(&self) -> Option<Fault<'_>> {
        let fault = Fault {
            judgement: self.judgement(),
            is_deep: self.is_deep(),
            played: self.played,
            before: self.before.score,
            after: self.after,
            line: self.before.line(),
            refutation: &self.refutation,
            missed: self.missed_mate.as_ref(),
            allowed: self.allowed_mate.as_ref(),
            missed_hisshi: self.missed_hisshi.as_ref(),
            allowed_hisshi: self.allowed_hisshi.as_ref(),
            was_threatened: self.before.threat.is_some(),
            declares: self.before.declares,
        };
        fault.is_told().then_some(fault)
    }
}
