//! Lengths as composers count them: useless interpositions aside, the attacker mates as soon as he can, and the
//! defender holds out as long as he can.
//!
//! Most lengths are settled by two searches, one that counts all interpositions and one that leaves them out. Only where
//! these differ are the moves tried one by one.

use super::dfpn::Search;
use super::interposition::Judged;
use super::limits::{LimitReached, Limits};
use super::line::MateLine;
use super::value::{Plies, UNLIMITED, Value, longer};
use crate::game::{Game, Hands as _, Position as _, Scope};

/// A length, or none if it exceeds the limit.
type Within = Result<Option<Plies>, LimitReached>;

/// Result of the search without interpositions for mates within some plies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Relaxed {
    /// None exists, with interpositions neither.
    RuledOut,
    /// There may be one that useless interpositions delay.
    Open,
    /// The nodes for counting are spent.
    Unknown,
}

/// The defender's best move with the length of the mate before it; no move if only useless ones are left.
type Defence<M> = Result<Option<(Option<M>, Plies)>, LimitReached>;

impl<G: Game> Search<'_, G> {
    /// The length of the mate at the current position, whoever is to move, if it is at most `limit`.
    ///
    /// # Errors
    /// If a limit of the search is reached.
    pub fn counted_length(&mut self, limit: Plies) -> Within {
        if self.position.side_to_move() == self.attacker {
            self.counted_attack(limit)
        } else {
            self.longest_counted(limit, false).map(|defence| defence.map(|(_, length)| length))
        }
    }

    /// The length of the mate for the attacker to move.
    fn counted_attack(&mut self, limit: Plies) -> Within {
        let mut shortest = self.mate_within(limit)?;
        let mut within = shortest.map_or(limit, |length| length.saturating_sub(2));
        while within > 0 {
            let relaxed = self.without_interpositions(within)?;
            if relaxed == Relaxed::RuledOut {
                break;
            }
            if let Some(length) = self.mate_within(within)? {
                shortest = Some(length);
                within = length.saturating_sub(2);
                continue;
            }
            if relaxed == Relaxed::Open {
                let shorter = self.counting(|search| search.try_lengths(within))?.flatten();
                shortest = shorter.or(shortest);
            }
            break;
        }
        Ok(shortest)
    }

    /// Plies in which the attacker mates, every interposition counted, if that is proved within `limit`.
    fn mate_within(&mut self, limit: Plies) -> Within {
        let value = self.solve(limit).ok_or(LimitReached)?;
        Ok(value.is_proved().then_some(value.plies))
    }

    /// Result of the search without interpositions for mates within `limit`.
    ///
    /// # Errors
    /// If a limit of the whole search is reached.
    pub fn without_interpositions(&mut self, limit: Plies) -> Result<Relaxed, LimitReached> {
        let solve = |search: &mut Self| search.relaxed(|search| search.solve(limit)).ok_or(LimitReached);
        let relaxed = |value: Value| if value.is_disproved() { Relaxed::RuledOut } else { Relaxed::Open };
        Ok(self.counting(solve)?.map_or(Relaxed::Unknown, relaxed))
    }

    /// Runs `work` with the nodes left for counting. None, with a doubt noted, if they do not suffice.
    ///
    /// # Errors
    /// If a limit of the whole search is reached.
    fn counting<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, LimitReached>,
    ) -> Result<Option<T>, LimitReached> {
        let (before, budget) = (self.nodes, self.counting_nodes);
        let most = before.saturating_add(budget);
        let limits = Limits { nodes: Some(self.limits.nodes.map_or(most, |nodes| nodes.min(most))), ..self.limits };
        let result = self.within(limits, work);
        self.counting_nodes = budget.saturating_sub(self.nodes - before);
        match result {
            Ok(result) => Ok(Some(result)),
            Err(_) if self.limits.are_reached(self.nodes) => Err(LimitReached),
            Err(_) => {
                self.has_doubts = true;
                Ok(None)
            }
        }
    }

    /// The length of the shortest mate within `limit` by some check. Short lengths come first: a mate delayed by
    /// useless interpositions is often much shorter without them.
    fn try_lengths(&mut self, limit: Plies) -> Within {
        for within in (1..=limit).step_by(2) {
            if self.without_interpositions(within)? == Relaxed::RuledOut {
                continue;
            }
            let length = self.try_attacks(within)?;
            if length.is_some() {
                return Ok(length);
            }
        }
        Ok(None)
    }

    /// The length of a mate within `limit` by some check.
    fn try_attacks(&mut self, limit: Plies) -> Within {
        let mut moves = G::MoveList::default();
        self.position.generate(Scope::Checks, &mut moves);
        for &m in moves.as_ref() {
            if !self.position.is_legal(m) {
                continue;
            }
            if let Some(length) = self.counted_after(m, limit - 1)? {
                return Ok(Some(longer(length)));
            }
        }
        Ok(None)
    }

    /// As [`Search::counted_length`], after a legal move.
    pub fn counted_after(&mut self, m: G::Move, limit: Plies) -> Within {
        self.position.make(m, &mut ());
        let length = self.counted_length(limit);
        self.position.unmake(m);
        length
    }

    /// The longest defence and its length, if that is at most `limit`. `is_sure` if it is known to be, so that defences
    /// which cannot hold out longer need no search.
    fn longest_counted(&mut self, limit: Plies, is_sure: bool) -> Defence<G::Move> {
        if !is_sure {
            self.nodes += 1;
            if self.limits.are_reached(self.nodes) {
                return Err(LimitReached);
            }
            if self.without_interpositions(limit)? == Relaxed::RuledOut {
                return Ok(None);
            }
        }
        let mut defences = G::MoveList::default();
        self.position.defences(&mut defences);
        if defences.as_ref().is_empty() && !self.position.in_check() {
            return Ok(None);
        }
        let (interpositions, others): (Vec<_>, Vec<_>) =
            defences.as_ref().iter().copied().partition(|&m| self.is_interposition(m));
        let Some(without) = self.longest_other(others, limit, is_sure)? else { return Ok(None) };
        self.longest_useful(interpositions, without, limit, is_sure)
    }

    /// The longest of the defences other than interpositions.
    fn longest_other(&mut self, others: Vec<G::Move>, limit: Plies, is_sure: bool) -> Defence<G::Move> {
        if !others.is_empty() && limit < 2 {
            return Ok(None);
        }
        if is_sure && let Some(&m) = others.iter().find(|&&m| self.holds_out(m, limit)) {
            return Ok(Some((Some(m), limit)));
        }
        let mut bounds: Vec<(G::Move, Plies)> = others.into_iter().map(|m| (m, self.bound_after(m))).collect();
        bounds.sort_by_key(|&(_, bound)| std::cmp::Reverse(bound));
        let mut longest = (None, 0);
        for (m, bound) in bounds {
            // Defences known to end sooner need no count.
            if longer(bound) <= longest.1 || is_sure && longest.1 >= limit {
                continue;
            }
            let Some(rest) = self.counted_after(m, limit - 1)? else { return Ok(None) };
            if longer(rest) > longest.1 {
                longest = (Some(m), longer(rest));
            }
        }
        Ok(Some(longest))
    }

    /// The longest defence, given the `longest` of those other than interpositions.
    fn longest_useful(
        &mut self,
        interpositions: Vec<G::Move>,
        mut longest: (Option<G::Move>, Plies),
        limit: Plies,
        is_sure: bool,
    ) -> Defence<G::Move> {
        if is_sure && longest.1 >= limit {
            return Ok(Some(longest));
        }
        let mut rests = Vec::with_capacity(interpositions.len());
        for m in interpositions {
            let rest = if limit == 0 { None } else { self.counted_after(m, limit - 1)? };
            rests.push((m, rest.unwrap_or(UNLIMITED)));
        }
        rests.sort_by_key(|&(_, rest)| rest);
        let mut judged = Judged::default();
        for (m, rest) in rests {
            if longer(rest) <= longest.1 || self.is_useless(m, longest.1, &mut judged)? {
                continue;
            }
            if rest == UNLIMITED {
                return Ok(None);
            }
            longest = (Some(m), longer(rest));
        }
        Ok(Some(longest))
    }

    /// True if a legal defence other than an interposition is known to hold out for `plies`.
    fn holds_out(&mut self, m: G::Move, plies: Plies) -> bool {
        if plies <= 2 {
            return true;
        }
        self.position.make(m, &mut ());
        let (key, hand) = (self.position.board_key(), self.position.hand(self.attacker));
        let value = self.relaxed(|search| search.table.look_up(key ^ search.salt, hand, plies - 3).value);
        self.position.unmake(m);
        value.is_disproved()
    }

    /// The length of a known mate after a legal move, every interposition counted.
    fn bound_after(&mut self, m: G::Move) -> Plies {
        self.position.make(m, &mut ());
        let known = self.known_mate();
        self.position.unmake(m);
        known.unwrap_or(UNLIMITED)
    }

    /// The line of a mate with this counted length, with the useless interpositions left at its end.
    ///
    /// # Errors
    /// If a limit of the search is reached.
    pub fn counted_line(&mut self, length: Plies) -> Result<MateLine<G::Move>, LimitReached> {
        let mut moves = Vec::with_capacity(length.into());
        let played = self.extend_counted(&mut moves, length);
        let counted = moves.len();
        let complete = played.and_then(|()| self.take_what_interposes(&mut moves));
        moves.iter().rev().for_each(|&m| self.position.unmake(m));
        complete.map(|()| MateLine { moves, counted })
    }

    /// Plays the moves of a mate with this counted length.
    fn extend_counted(&mut self, line: &mut Vec<G::Move>, length: Plies) -> Result<(), LimitReached> {
        for left in (1..=length).rev() {
            let m = if self.position.side_to_move() == self.attacker {
                self.counted_check(left)?
            } else {
                self.longest_counted(left, true)?.and_then(|(m, _)| m).ok_or(LimitReached)?
            };
            self.position.make(m, &mut ());
            line.push(m);
        }
        Ok(())
    }

    /// The check that begins a mate with this counted length.
    fn counted_check(&mut self, length: Plies) -> Result<G::Move, LimitReached> {
        if let Some((m, _)) = self.best_known_attack(length) {
            return Ok(m);
        }
        let mut moves = G::MoveList::default();
        self.position.generate(Scope::Checks, &mut moves);
        for &m in moves.as_ref() {
            if self.position.is_legal(m) && self.counted_after(m, length - 1)?.is_some() {
                return Ok(m);
            }
        }
        Err(LimitReached)
    }

    /// Plays on to the mate when only useless interpositions are left.
    fn take_what_interposes(&mut self, line: &mut Vec<G::Move>) -> Result<(), LimitReached> {
        let plies = self.mate_within(UNLIMITED)?.ok_or(LimitReached)?;
        let none = Limits { nodes: Some(0), ..Limits::default() };
        self.extend_line(line, plies, none).map(drop).ok_or(LimitReached)
    }

    /// Every check here but `main` that mates within `limit` as counted, with the lengths.
    ///
    /// # Errors
    /// If a limit of the search is reached.
    pub fn other_mates(&mut self, main: G::Move, limit: Plies) -> Result<Vec<(G::Move, Plies)>, LimitReached> {
        let mut moves = G::MoveList::default();
        self.position.generate(Scope::Checks, &mut moves);
        let mut others = Vec::new();
        for &m in moves.as_ref() {
            if m == main || !self.position.is_legal(m) {
                continue;
            }
            if let Some(length) = self.counted_after(m, limit - 1)? {
                others.push((m, longer(length)));
            }
        }
        Ok(others)
    }
}
