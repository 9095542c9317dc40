//! Nodes of the path, their children, and the numbers that these back up.

use super::value::{INDEPENDENT, INFINITE, Plies, UNLIMITED, Value, longer};
use crate::game::Hand;
use crate::game::hash::spread;

/// A node on the path.
pub(super) struct Frame {
    /// Index of its first child; its children end with the list while the frame is on top.
    pub first: usize,
    pub site: Site,
    /// The attacker is to move.
    pub is_or: bool,
    /// Plies within which a mate is searched.
    pub plies: Plies,
    /// Threshold of the proof number: the search of the node ends once it is reached.
    pub pn_limit: u32,
    /// Threshold of the disproof number.
    pub dn_limit: u32,
    /// Hands of attacker and defender together.
    pub total: Hand,
    /// The least hand of the attacker that keeps the defender's drops to those he has.
    pub least: Hand,
    /// The value of the node, if it is known without its children.
    pub settled: Option<Value>,
    /// The child that is being searched, counted from the first.
    pub chosen: usize,
    /// A child here or on the way here may lead back, so that thresholds must give way until something new is found.
    pub may_cycle: bool,
    /// The count of advances when the node was entered.
    pub advances_before: u64,
    /// The count of nodes when the node was entered.
    pub nodes_before: u64,
}

/// A node of the graph together with a path to it.
#[derive(Clone, Copy)]
pub(super) struct Site {
    pub board_key: u64,
    /// The attacker's hand.
    pub hand: Hand,
    /// A key of the path and the node together.
    pub path_key: u64,
}

impl Site {
    /// A key of the node on any path.
    #[inline(always)]
    pub const fn node(&self) -> u64 {
        self.board_key ^ spread(self.hand.bits())
    }

    /// The node reached from `self`.
    #[inline(always)]
    pub const fn step(&self, board_key: u64, hand: Hand) -> Self {
        let next = Self { board_key, hand, path_key: 0 };
        let path_key = spread(self.path_key.rotate_left(23) ^ next.node());
        Self { path_key: path_key ^ path_key >> 32, ..next }
    }
}

/// A move from a node on the path, with the value of its target.
pub(super) struct Child<M> {
    pub m: M,
    pub site: Site,
    pub value: Value,
    /// It was searched before.
    pub visited: bool,
    /// Index of an earlier sibling of the same class, counted from the frame's first child; see [`Child::holds_back`].
    pub after: Option<u16>,
    /// Class of similar moves, which are searched one after the other.
    pub move_class: u32,
    /// The child's numbers probably count the same leaves as those of similar siblings.
    pub correlated: bool,
}

/// Proof number above which a check no longer delays similar ones.
const PATIENCE: u32 = 8;

impl<M> Child<M> {
    /// True if later moves of the same class are not searched yet (delayed expansion, as in KomoringHeights). A defence
    /// mostly fails as similar ones do, and must be settled first. A move left unpromoted may be the key where the
    /// promotion fails, which may take for ever to prove.
    #[inline(always)]
    const fn holds_back(&self, is_or: bool) -> bool {
        !(self.value.is_solved() || is_or && self.value.pn > PATIENCE)
    }
}

/// Numbers backed up from the children of a node.
pub(super) struct NodeSummary {
    /// The value of the node.
    pub value: Value,
    /// The child to search next, with its thresholds.
    pub next: Option<(usize, u32, u32)>,
}

impl Frame {
    /// True if nothing new has been found since the node was entered, though its children may lead back to it.
    #[inline(always)]
    pub const fn lacks_progress(&self, advances: u64) -> bool {
        self.may_cycle && self.advances_before == advances
    }

    /// The value of an OR node once a child is proved or all are disproved.
    pub fn solved_or<M>(&self, children: &[Child<M>]) -> Option<Value> {
        let proved = children.iter().filter(|child| child.value.is_proved()).min_by_key(|child| child.value.plies);
        if let Some(child) = proved {
            let hand = shift(child.value.hand, child.site.hand, self.site.hand);
            return Some(Value::proved(longer(child.value.plies), hand));
        }
        if !children.iter().all(|child| child.value.is_disproved()) {
            return None;
        }
        let mut value = Value::disproved(UNLIMITED, self.total, INDEPENDENT);
        for child in children {
            value.plies = value.plies.min(longer(child.value.plies));
            value.hand = value.hand.intersection(shift(child.value.hand, child.site.hand, self.site.hand));
            value.low = value.low.min(child.value.low);
        }
        // A kind that the attacker lacks would bring new checks.
        value.hand = value.hand.of_kinds_in(self.site.hand);
        Some(value)
    }

    /// The value of an AND node once a child is disproved or all are proved.
    pub fn solved_and<M>(&self, children: &[Child<M>]) -> Option<Value> {
        let disproved = children.iter().map(|child| child.value).filter(Value::is_disproved);
        if let Some(value) = disproved.max_by_key(|value| (value.low, value.plies)) {
            let hand = value.hand.intersection(self.total);
            return Some(Value::disproved(longer(value.plies), hand, value.low));
        }
        if !children.iter().all(|child| child.value.is_proved()) {
            return None;
        }
        let mut value = Value::proved(0, self.least);
        for child in children {
            value.plies = value.plies.max(longer(child.value.plies));
            value.hand = value.hand.union(child.value.hand);
        }
        Some(value)
    }
}

/// The open children of a node: their numbers summed on one side, the best two on the other.
pub(super) struct Tally {
    /// The child to search next.
    pub best: usize,
    /// Number of the best child and of its strongest rival, including virtual numbers.
    best_number: u32,
    second_number: u32,
    /// The least number, without virtual ones.
    least: u32,
    /// The sum of the other side's numbers, without correlated children.
    sum: u32,
    /// The greatest number of correlated children, which alone counts for them: leaves counted twice would inflate the
    /// sum (compare weak proof-number search; Ueda, Hashimoto, Hashimoto and Iida, CG 2008).
    greatest: u32,
}

impl Tally {
    /// Tallies the `children` of an OR or an AND node; `visitors` returns the number of other threads in a child.
    #[inline(always)]
    pub fn of<M>(children: &[Child<M>], is_or: bool, visitors: impl Fn(&Site) -> u32) -> Self {
        let mut tally =
            Self { best: 0, best_number: INFINITE, second_number: INFINITE, least: INFINITE, sum: 0, greatest: 0 };
        let mut best_tie = INFINITE;
        for (index, child) in children.iter().enumerate() {
            let waits = child.after.is_some_and(|before| children[usize::from(before)].holds_back(is_or));
            if child.value.is_solved() || waits {
                continue;
            }
            let (number, summed) =
                if is_or { (child.value.pn, child.value.dn) } else { (child.value.dn, child.value.pn) };
            if child.correlated {
                tally.greatest = tally.greatest.max(summed);
            } else {
                tally.sum = tally.sum.saturating_add(summed).min(INFINITE);
            }
            tally.least = tally.least.min(number);
            if number > tally.second_number {
                continue;
            }
            let number = virtual_number(number, visitors(&child.site));
            if (number, summed) < (tally.best_number, best_tie) {
                tally.second_number = tally.best_number;
                (tally.best, tally.best_number, best_tie) = (index, number, summed);
            } else {
                tally.second_number = tally.second_number.min(number);
            }
        }
        tally
    }

    /// The value of the node, which no child has solved.
    pub fn value(&self, is_or: bool) -> Value {
        let number = self.least.min(INFINITE - 1);
        let summed = (self.sum + self.greatest).min(INFINITE - 1);
        if is_or { Value::unknown(number, summed) } else { Value::unknown(summed, number) }
    }

    /// Threshold of the best child, whose number is `own`: it is searched until its rivals look easier, with some slack
    /// against switching too often (the 1 + ε trick; Pawlewicz and Lew, *Improving depth-first PN-search*, CG 2006). It
    /// always leaves something to do, whatever other threads do.
    pub fn easier_limit(&self, own: u32, limit: u32) -> u32 {
        let slack = (self.second_number / 2).max(1);
        limit.min(self.second_number.saturating_add(slack)).max(own + 1)
    }

    /// Threshold that the limit on the sum leaves for the best child.
    pub fn summed_limit<M>(&self, child: &Child<M>, own: u32, limit: u32) -> u32 {
        // Saturated numbers would leave nothing.
        if limit == INFINITE {
            return INFINITE;
        }
        let others = if child.correlated { self.sum } else { self.sum - own + self.greatest };
        limit.saturating_sub(others)
    }
}

/// A number with its virtual part, for the other threads in the child: enough to part where a choice is close. With
/// more of it they would leave the lines that matter (virtual proof numbers; Kaneko 2010, see [`super::together`]).
#[inline(always)]
fn virtual_number(number: u32, visitors: u32) -> u32 {
    number.saturating_add((number / 4 + 1).saturating_mul(visitors)).min(INFINITE - 1).max(number)
}

/// A hand after a move as a hand before it, or the reverse: `hand` changed by the difference of `from` and `to`.
#[inline(always)]
pub(super) const fn shift(hand: Hand, from: Hand, to: Hand) -> Hand {
    hand.plus(to.minus(from)).minus(from.minus(to))
}
