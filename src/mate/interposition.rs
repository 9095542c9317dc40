//! Useless interpositions: pieces put between checker and king only to be taken.
//!
//! Composers do not count them. The convention is made exact so: an interposition is useless if the checker can take
//! it with check and then mates as soon as without it, the piece taken being given back to the defender.

use super::dfpn::Search;
use super::limits::LimitReached;
use super::value::Plies;
use crate::board::Color;
use crate::game::{Game, Position as _, Reserves as _};

impl<G: Game> Search<'_, G> {
    /// Whether a legal defence only stands between checker and king.
    pub fn is_interposition(&self, m: G::Move) -> bool {
        self.position.interposition_captures(m) != [None; 2]
    }

    /// Whether the defender, who is to move, is mated but for useless interpositions. Looking at it costs no search.
    pub fn falls_at_once(&mut self) -> bool {
        let mut defences = G::MoveList::default();
        self.position.defences(&mut defences);
        let mut judged = Judged::default();
        let is_useless = |&m: &G::Move| matches!(self.is_useless(m, 0, &mut judged), Ok(true));
        defences.as_ref().iter().all(is_useless) && self.position.in_check()
    }

    /// Whether the legal defence `m` is an interposition without which the defender is mated within `plies`, and with
    /// it as well.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn is_useless(&mut self, m: G::Move, plies: Plies, judged: &mut Judged) -> Result<bool, LimitReached> {
        let captures = self.position.interposition_captures(m);
        if captures == [None; 2] {
            return Ok(false);
        }
        // As the piece is given back, one dropped piece is like another.
        let move_class = self.position.is_from_reserve(m).then(|| self.position.move_class(m));
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

    /// Whether `capture` takes the interposed piece with check, and the defender is then mated within `plies` although the
    /// piece is given back.
    fn falls_after_taking(&mut self, capture: G::Move, plies: Plies) -> Result<bool, LimitReached> {
        let position = &mut self.position;
        if !position.is_pseudo_legal(capture) || !position.is_legal(capture) || !position.gives_check(capture) {
            return Ok(false);
        }
        let attacker: Color = self.attacker;
        let before = position.reserve(attacker);
        position.make(capture, &mut ());
        let taken = position.reserve(attacker).minus(before);
        position.hand_over(attacker, taken);
        let falls =
            if plies == 0 { Ok(self.falls_at_once()) } else { self.counted_length(plies).map(|found| found.is_some()) };
        self.position.hand_over(!attacker, taken);
        self.position.unmake(capture);
        falls
    }
}

/// Drops judged at one node, by move class and plies.
#[derive(Default)]
pub(super) struct Judged(Vec<(u32, Plies, bool)>);

impl Judged {
    /// What is known of drops like this one within so many plies.
    fn find(&self, move_class: Option<u32>, plies: Plies) -> Option<bool> {
        let same = |&&(known, within, _): &&(u32, Plies, bool)| Some(known) == move_class && within == plies;
        self.0.iter().find(same).map(|&(_, _, useless)| useless)
    }
}
