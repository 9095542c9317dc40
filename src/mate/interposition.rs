//! Useless interpositions: pieces put between checker and king only to be taken.
//!
//! Composers do not count them. The convention is made exact so: an interposition is useless if the checker can take
//! it with check and then mates as soon as without it, the piece taken being given back to the defender.

use super::dfpn::Search;
use super::value::{Plies, shorter};
use crate::board::Color;
use crate::game::{Game, Position as _, Reserves as _};

impl<G: Game> Search<'_, G> {
    /// Whether the defender, who is to move, is mated within `plies`, useless interpositions aside. False where
    /// that is not found out within the limits.
    pub fn falls_within(&mut self, plies: Plies) -> bool {
        let mut defences = G::MoveList::default();
        self.position.legal_moves(&mut defences);
        let mut judged = Judged::default();
        self.position.in_check()
            && defences
                .as_ref()
                .iter()
                .all(|&m| plies > 0 && self.is_mated_after(m, shorter(plies)) || self.is_useless(m, plies, &mut judged))
    }

    /// Whether the defender is mated within `plies` after the legal defence `m`.
    fn is_mated_after(&mut self, m: G::Move, plies: Plies) -> bool {
        self.position.make(m, &mut ());
        let known = self.known_mate().is_some_and(|length| length <= plies);
        let mated = known || self.solve(plies).is_some_and(|value| value.is_proved());
        self.position.unmake(m);
        mated
    }

    /// Whether the legal defence `m` is an interposition without which the defender is mated within `plies`, and with
    /// it as well.
    pub fn is_useless(&mut self, m: G::Move, plies: Plies, judged: &mut Judged) -> bool {
        let captures = self.position.interposition_captures(m);
        if captures == [None; 2] {
            return false;
        }
        // As the piece is given back, one dropped piece is like another.
        let likeness = self.position.is_from_reserve(m).then(|| self.position.likeness(m));
        if let Some(known) = judged.find(likeness, plies) {
            return known;
        }
        self.position.make(m, &mut ());
        let useless = captures.into_iter().flatten().any(|capture| self.falls_after_taking(capture, plies));
        self.position.unmake(m);
        judged.0.extend(likeness.map(|likeness| (likeness, plies, useless)));
        useless
    }

    /// Whether `capture` takes the interposed piece with check, and the defender is then mated within `plies` although the
    /// piece is given back.
    fn falls_after_taking(&mut self, capture: G::Move, plies: Plies) -> bool {
        let position = &mut self.position;
        if !position.is_pseudo_legal(capture) || !position.is_legal(capture) || !position.gives_check(capture) {
            return false;
        }
        let attacker: Color = self.attacker;
        let before = position.reserve(attacker);
        position.make(capture, &mut ());
        let taken = position.reserve(attacker).minus(before);
        position.hand_over(attacker, taken);
        let falls = self.falls_within(plies);
        self.position.hand_over(!attacker, taken);
        self.position.unmake(capture);
        falls
    }
}

/// Drops judged at one node, by likeness and plies.
#[derive(Default)]
pub(super) struct Judged(Vec<(u32, Plies, bool)>);

impl Judged {
    /// What is known of drops like this one within so many plies.
    fn find(&self, likeness: Option<u32>, plies: Plies) -> Option<bool> {
        let same = |&&(known, within, _): &&(u32, Plies, bool)| Some(known) == likeness && within == plies;
        self.0.iter().find(same).map(|&(_, _, useless)| useless)
    }
}
