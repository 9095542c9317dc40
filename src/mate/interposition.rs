//! Useless interpositions: pieces put between checker and king only to be captured.
//!
//! Composers do not count them. Exactly: an interposition is useless if the checker can capture it with check and then
//! mates as soon as without it, the captured piece being returned to the defender.

use super::dfpn::Search;
use super::limits::LimitReached;
use super::value::Plies;
use crate::board::Color;
use crate::game::{Game, Hands as _, Position as _};

impl<G: Game> Search<'_, G> {
    /// True if a legal defence does nothing but interpose.
    pub fn is_interposition(&self, m: G::Move) -> bool {
        self.position.interposition_captures(m) != [None; 2]
    }

    /// True if the defender, to move, is mated but for useless interpositions. Needs no search.
    pub fn falls_at_once(&mut self) -> bool {
        let mut defences = G::MoveList::default();
        self.position.defences(&mut defences);
        let mut judged = Judged::default();
        let is_useless = |&m: &G::Move| matches!(self.is_useless(m, 0, &mut judged), Ok(true));
        defences.as_ref().iter().all(is_useless) && self.position.in_check()
    }

    /// True if the legal defence `m` is an interposition and the defender is mated within `plies` both without and with
    /// it.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn is_useless(&mut self, m: G::Move, plies: Plies, judged: &mut Judged) -> Result<bool, LimitReached> {
        let captures = self.position.interposition_captures(m);
        if captures == [None; 2] {
            return Ok(false);
        }
        // As the piece is returned, all drops are alike.
        let move_class = self.position.is_drop(m).then(|| self.position.move_class(m));
        if let Some(known) = judged.find(move_class, plies) {
            return Ok(known);
        }
        self.position.make(m, &mut ());
        let mut useless = Ok(false);
        for capture in captures.into_iter().flatten() {
            useless = self.falls_after_taking(capture, plies);
            if !matches!(useless, Ok(false)) {
                break;
            }
        }
        self.position.unmake(m);
        let useless = useless?;
        judged.0.extend(move_class.map(|move_class| (move_class, plies, useless)));
        Ok(useless)
    }

    /// True if `capture` captures the interposed piece with check, and the defender is then mated within `plies`
    /// although the piece is returned.
    fn falls_after_taking(&mut self, capture: G::Move, plies: Plies) -> Result<bool, LimitReached> {
        let position = &mut self.position;
        if !position.is_pseudo_legal(capture) || !position.is_legal(capture) || !position.gives_check(capture) {
            return Ok(false);
        }
        let attacker: Color = self.attacker;
        let before = position.hand(attacker);
        position.make(capture, &mut ());
        let taken = position.hand(attacker).minus(before);
        position.hand_over(attacker, taken);
        let falls = if plies == 0 {
            Ok(self.falls_at_once())
        } else {
            self.counted_length(plies).map(|length| length.is_some())
        };
        self.position.hand_over(!attacker, taken);
        self.position.unmake(capture);
        falls
    }
}

/// Drops judged at one node, by move class and plies.
#[derive(Default)]
pub(super) struct Judged(Vec<(u32, Plies, bool)>);

impl Judged {
    /// The verdict on a drop of this class within `plies`, if known.
    fn find(&self, move_class: Option<u32>, plies: Plies) -> Option<bool> {
        let same = |&&(known, within, _): &&(u32, Plies, bool)| Some(known) == move_class && within == plies;
        self.0.iter().find(same).map(|&(_, _, useless)| useless)
    }
}
