//! Lines of moves from proofs: finding, lengthening by the best defence, and checking them.

use super::dfpn::Search;
use super::limits::Limits;
use super::value::{Plies, UNLIMITED, shorter};
use crate::board::Color;
use crate::game::{Game, Position as _, Scope};

/// Whether `line` mates: each move of the attacker a legal check, each defence legal, no defence at the end.
#[must_use]
pub fn is_mate<G: Game>(position: &G::Position, attacker: Color, line: &[G::Move]) -> bool {
    let mut position = position.clone();
    for &m in line {
        let sound = position.is_pseudo_legal(m) && position.is_legal(m);
        if !sound || position.side_to_move() == attacker && !position.gives_check(m) {
            return false;
        }
        position.make(m, &mut ());
    }
    let mut defences = G::MoveList::default();
    position.legal_moves(&mut defences);
    position.side_to_move() != attacker && position.in_check() && defences.as_ref().is_empty()
}

/// Positions looked at before an interposition counts as useful after all.
const INTERPOSITION_BUDGET: u32 = 2_000;

/// The plies of a mate that problems count: up to where nothing is left to the defender but useless interpositions,
/// which the checking piece takes one by one, mating as before.
#[must_use]
pub fn counted_plies<G: Game>(position: &G::Position, attacker: Color, line: &[G::Move]) -> usize {
    let mut position = position.clone();
    for (ply, &m) in line.iter().enumerate() {
        let mut budget = INTERPOSITION_BUDGET;
        if position.side_to_move() != attacker && only_useless_interpositions::<G>(&mut position, &mut budget) {
            return ply;
        }
        position.make(m, &mut ());
    }
    line.len()
}

/// Whether the side in check is mated but for interpositions of no use.
fn only_useless_interpositions<G: Game>(position: &mut G::Position, budget: &mut u32) -> bool {
    if *budget == 0 || !position.in_check() {
        return false;
    }
    *budget -= 1;
    let mut defences = G::MoveList::default();
    position.legal_moves(&mut defences);
    defences.as_ref().iter().all(|&m| {
        let captures = position.interposition_captures(m);
        position.make(m, &mut ());
        let useless = captures.into_iter().flatten().any(|capture| {
            let is_check =
                position.is_pseudo_legal(capture) && position.is_legal(capture) && position.gives_check(capture);
            is_check && {
                position.make(capture, &mut ());
                let mated = only_useless_interpositions::<G>(position, budget);
                position.unmake(capture);
                mated
            }
        });
        position.unmake(m);
        useless
    })
}

impl<'a, G: Game> Search<'a, G> {
    /// A line of the mate within `plies` that has been proved for the position it stands at. The attacker follows the
    /// shortest mates known. The defender holds out longest as far as `polish` allows to find out. None if proofs
    /// were lost to the bound of the table and the limits forbid to find them again.
    pub fn line(&mut self, plies: Plies, polish: Limits<'a>) -> Option<Vec<G::Move>> {
        let mut line = Vec::new();
        let complete = self.extend_line(&mut line, plies, polish);
        line.iter().rev().for_each(|&m| self.position.unmake(m));
        complete.then_some(line)
    }

    fn extend_line(&mut self, line: &mut Vec<G::Move>, mut plies: Plies, polish: Limits<'a>) -> bool {
        loop {
            let step = if self.position.side_to_move() == self.attacker {
                self.shortest_attack(plies)
            } else {
                let mut defences = G::MoveList::default();
                self.position.legal_moves(&mut defences);
                if defences.as_ref().is_empty() {
                    return true;
                }
                self.longest_defence(defences.as_ref(), plies, polish)
            };
            let Some((m, rest)) = step else { return false };
            self.position.make(m, &mut ());
            line.push(m);
            plies = rest;
        }
    }

    /// The attacker's move to the shortest mate known, and what then remains of it.
    fn shortest_attack(&mut self, plies: Plies) -> Option<(G::Move, Plies)> {
        if let Some(found) = self.best_known_attack(plies) {
            return Some(found);
        }
        // Its proof was lost.
        self.solve(plies).filter(|value| value.is_proved())?;
        self.best_known_attack(plies)
    }

    fn best_known_attack(&mut self, plies: Plies) -> Option<(G::Move, Plies)> {
        let mut moves = G::MoveList::default();
        self.position.generate(Scope::Checks, &mut moves);
        let mut best: Option<(G::Move, Plies)> = None;
        for &m in moves.as_ref() {
            if !self.position.is_legal(m) {
                continue;
            }
            self.position.make(m, &mut ());
            let mate = self.known_mate();
            self.position.unmake(m);
            if let Some(rest) = mate
                && rest < plies
                && best.is_none_or(|(_, shortest)| rest < shortest)
            {
                best = Some((m, rest));
            }
        }
        best
    }

    /// The length of the shortest mate known here.
    fn known_mate(&self) -> Option<Plies> {
        if self.position.side_to_move() != self.attacker {
            let mut defences = G::MoveList::default();
            self.position.legal_moves(&mut defences);
            if defences.as_ref().is_empty() {
                return Some(0);
            }
        } else if !self.position.in_check() && self.position.mate_in_one().is_some() {
            return Some(1);
        }
        self.table.known_mate(self.position.board_key(), self.position.reserve(self.attacker))
    }

    /// The defence after which the mate takes longest, and how long.
    fn longest_defence(&mut self, defences: &[G::Move], plies: Plies, polish: Limits<'a>) -> Option<(G::Move, Plies)> {
        let mut bounds = Vec::with_capacity(defences.len());
        for &m in defences {
            self.position.make(m, &mut ());
            let mate = self.known_mate().filter(|&rest| rest < plies).or_else(|| {
                let value = self.solve(shorter(plies))?;
                value.is_proved().then_some(value.plies)
            });
            self.position.unmake(m);
            bounds.push((m, mate?));
        }
        loop {
            // The first of the longest.
            let (index, &(m, rest)) = bounds.iter().enumerate().rev().max_by_key(|(_, (_, rest))| *rest)?;
            if rest <= 1 || bounds.len() == 1 {
                return Some((m, rest));
            }
            match self.improve(m, rest, polish) {
                Some(better) => bounds[index].1 = better,
                None => return Some((m, rest)),
            }
        }
    }

    /// A mate after `m` shorter than `plies`, if there is one and `polish` allows to find it.
    fn improve(&mut self, m: G::Move, plies: Plies, polish: Limits<'a>) -> Option<Plies> {
        self.position.make(m, &mut ());
        let found = self.within(polish, |search| search.solve(plies - 2));
        self.position.unmake(m);
        found.filter(|value| value.is_proved()).map(|value| value.plies)
    }

    /// Every other check here that mates as well, with the lengths found. None if a limit was reached.
    pub fn other_mates(&mut self, main: G::Move) -> Option<Vec<(G::Move, Plies)>> {
        let mut moves = G::MoveList::default();
        self.position.generate(Scope::Checks, &mut moves);
        let mut others = Vec::new();
        for &m in moves.as_ref() {
            if m == main || !self.position.is_legal(m) {
                continue;
            }
            self.position.make(m, &mut ());
            let value = self.solve(UNLIMITED);
            self.position.unmake(m);
            let value = value?;
            if value.is_proved() {
                others.push((m, value.plies + 1));
            }
        }
        Some(others)
    }
}
