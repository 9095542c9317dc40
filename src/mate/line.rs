//! Lines of moves from proofs: recovery, extension by the best defence, and verification.

use super::dfpn::Search;
use super::limits::Limits;
use super::value::{Plies, Value, shorter};
use crate::board::Color;
use crate::game::{Game, Hands as _, Position as _, Scope};

/// True if `line` mates: each move of the attacker is a legal check, each defence is legal and none wins the game, and
/// no defence is left at the end.
#[must_use]
pub fn is_mate<G: Game>(position: &G::Position, attacker: Color, line: &[G::Move]) -> bool {
    let mut position = position.clone();
    for &m in line {
        let attacks = position.side_to_move() == attacker;
        let sound = position.is_pseudo_legal(m) && position.is_legal(m);
        if !sound || attacks && !position.gives_check(m) || !attacks && position.wins_at_once() {
            return false;
        }
        position.make(m, &mut ());
    }
    let mut defences = G::MoveList::default();
    position.defences(&mut defences);
    position.side_to_move() != attacker && position.in_check() && defences.as_ref().is_empty()
}

/// A line of moves to the end, with the number of plies after which only useless interpositions are left.
pub(super) struct MateLine<M> {
    pub moves: Vec<M>,
    pub counted: usize,
}

impl<'a, G: Game> Search<'a, G> {
    /// A line of the mate within `plies` that has been proved for the current position. The attacker follows the
    /// shortest mates known. The defender holds out longest, every interposition counted, as far as the limits `polish`
    /// allow to establish. None if the table has lost proofs and the limits forbid to repeat them.
    pub fn line(&mut self, plies: Plies, polish: Limits<'a>) -> Option<MateLine<G::Move>> {
        let mut moves = Vec::new();
        let counted = self.extend_line(&mut moves, plies, polish);
        moves.iter().rev().for_each(|&m| self.position.unmake(m));
        Some(MateLine { counted: counted?, moves })
    }

    /// Extends `line`, whose end is at most `plies` from the mate. Returns the moves of the line after which only
    /// useless interpositions are left, if the mate was reached.
    pub fn extend_line(&mut self, line: &mut Vec<G::Move>, mut plies: Plies, polish: Limits<'a>) -> Option<usize> {
        let mut counted = None;
        loop {
            let step = if self.position.side_to_move() == self.attacker {
                self.shortest_attack(plies)
            } else {
                if counted.is_none() && self.falls_at_once() {
                    counted = Some(line.len());
                }
                let mut defences = G::MoveList::default();
                self.position.defences(&mut defences);
                if defences.as_ref().is_empty() {
                    return counted;
                }
                self.longest_defence(defences.as_ref(), plies, polish)
            };
            let (m, rest) = step?;
            self.position.make(m, &mut ());
            line.push(m);
            plies = rest;
        }
    }

    /// The attacker's move to the shortest mate known, and the plies left after it.
    fn shortest_attack(&mut self, plies: Plies) -> Option<(G::Move, Plies)> {
        if let Some(attack) = self.best_known_attack(plies) {
            return Some(attack);
        }
        // The table has the result but has lost the move behind it: entries of one board are limited, and threads fill
        // it sooner.
        self.solve_by_moves(plies).filter(|value| value.is_proved())?;
        self.best_known_attack(plies)
    }

    /// The check to the shortest mate that the table still holds, and the plies left after it.
    pub fn best_known_attack(&mut self, plies: Plies) -> Option<(G::Move, Plies)> {
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
    pub fn known_mate(&self) -> Option<Plies> {
        if self.position.side_to_move() != self.attacker {
            let mut defences = G::MoveList::default();
            self.position.defences(&mut defences);
            if defences.as_ref().is_empty() {
                return Some(0);
            }
        } else if !self.position.in_check() && self.position.mate_in_one().is_some() {
            return Some(1);
        }
        self.table.known_mate(self.position.board_key(), self.position.hand(self.attacker))
    }

    /// The defence that delays the mate longest, and the plies left after it.
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
        self.within(polish, |search| search.longest(&mut bounds))
    }

    /// The move with the longest rest, its bounds sharpened as long as that may matter.
    fn longest(&mut self, bounds: &mut [(G::Move, Plies)]) -> Option<(G::Move, Plies)> {
        let is_alone = bounds.len() == 1;
        loop {
            // The first of the longest.
            let longest = bounds.iter_mut().rev().max_by_key(|(_, rest)| *rest)?;
            if longest.1 <= 1 || is_alone {
                return Some(*longest);
            }
            match self.improve(longest.0, longest.1) {
                Some(better) => longest.1 = better,
                None => return Some(*longest),
            }
        }
    }

    /// A mate after `m` shorter than `plies`, if there is one and the limits allow to prove it.
    fn improve(&mut self, m: G::Move, plies: Plies) -> Option<Plies> {
        if plies <= 2 {
            return None;
        }
        self.position.make(m, &mut ());
        let value = self.solve(plies - 2);
        self.position.unmake(m);
        value.filter(Value::is_proved).map(|value| value.plies)
    }
}
