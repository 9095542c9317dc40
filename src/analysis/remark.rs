//! Things that there are to say of a move.

use super::naming::Named;
use super::ply::Ply;
use crate::any::AnyMove;
use crate::game::Tactic;

/// One thing to say of a move; a [`Voice`](super::Voice) puts it into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// It cost something, or missed or allowed a mate.
    Fault,
    /// It was the only move although it gives up material.
    Brilliant,
    /// It was the best move, and any other would have been a mistake.
    OnlyMove,
    /// The search prefers it too.
    Best,
    /// A tactical motif of a best move.
    Motif(Tactic),
    /// It threatens a mate.
    Threat,
    /// A formation stands for the first time behind it.
    Named(Named),
}

impl Ply<AnyMove> {
    /// Everything that there is to say of the move, its worth first.
    #[must_use]
    pub fn remarks(&self) -> Vec<Remark> {
        let fault = self.fault().map(|_| Remark::Fault);
        let best = self.is_best().then_some(Remark::Best);
        let only = self.is_only_move.then_some(Remark::OnlyMove);
        let praised = self.is_brilliant.then_some(Remark::Brilliant).or(only).or(best);
        let own = self.before.motifs.iter().filter(|tactic| self.is_best() && tactic.index == 0);
        let threat = self.threat.as_ref().map(|_| Remark::Threat);
        let named = self.names.iter().copied().map(Remark::Named);
        let remarks = [fault, praised].into_iter().flatten();
        remarks.chain(own.cloned().map(Remark::Motif)).chain(threat).chain(named).collect()
    }
}
