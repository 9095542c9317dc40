//! Depth-first proof-number search (df-pn; Nagai 2002) on an explicit stack.
//!
//! The attacker moves at OR nodes, checks only; the defender at AND nodes. A node's position on the path matters:
//! a position that repeats an earlier one of the path with no more in the attacker's hand is a failure there. Such a
//! disproof carries the ply of the earlier position, and becomes a fact for every path once the search has returned to
//! that ply; until then it is remembered for its own path only, which answers the graph-history interaction.
//! Thresholds are raised where a child was met nearer the root before, and below, until something new is found, so that
//! cycles cannot stall the search (Kishimoto's threshold controlling algorithm, AAAI 2010). Raised there alone they
//! would let nodes further down raise each other's numbers for ever, none of them ever being searched.

use super::limits::Limits;
use super::paths::PathTable;
use super::table::{Table, Work};
use super::value::{INDEPENDENT, INFINITE, Plies, UNLIMITED, Value, longer, shorter};
use crate::board::Color;
use crate::game::{Game, MoveSink, Position as _, Reserve, Scope};

/// Longer paths are given up: from then on the search says of nothing that there is no mate.
const MAX_PATH: usize = 16_000;

/// What a check that loses material adds to its first proof number.
const LOSS_PENALTY: u32 = 2;

/// Nodes between looks at the clock.
const NODES_BETWEEN_LOOKS: u64 = 64;

/// The search of one problem: the position it stands at, and what it has learnt.
pub(super) struct Search<'a, G: Game> {
    pub position: G::Position,
    pub attacker: Color,
    pub table: &'a mut Table,
    pub paths: &'a mut PathTable,
    pub limits: Limits<'a>,
    pub nodes: u64,
    frames: Vec<Frame>,
    children: Vec<Child<G::Move>>,
    /// Path positions by the low bits of their board key.
    on_path: Vec<u16>,
    /// Nodes met for the first time, and nodes settled for every path: what a search in a cycle lacks.
    advances: u64,
    /// Whether a path was given up for its length.
    truncated: bool,
    pub deepest: usize,
}

const PATH_FILTER: usize = 1 << 12;

/// A node on the path.
struct Frame {
    /// Where its children begin; they end with the list while the frame is on top.
    first: usize,
    site: Site,
    is_or: bool,
    plies: Plies,
    pn_limit: u32,
    dn_limit: u32,
    /// The attacker's hand and the defender's together.
    total: Reserve,
    /// The least hand of the attacker that keeps the defender's drops to those he has.
    least: Reserve,
    /// Known without children.
    settled: Option<Value>,
    chosen: usize,
    /// Whether a child here or on the way here may lead back, so that limits must give way until something new is
    /// found.
    may_cycle: bool,
    advances_before: u64,
    nodes_before: u64,
}

/// Which node of the graph, and by which path.
#[derive(Clone, Copy)]
struct Site {
    board_key: u64,
    /// The attacker's.
    hand: Reserve,
    path_key: u64,
}

impl Site {
    /// The node reached from `self`.
    #[inline(always)]
    const fn step(&self, board_key: u64, hand: Reserve) -> Self {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let node = board_key ^ hand.bits().wrapping_mul(ODD);
        let path_key = (self.path_key.rotate_left(23) ^ node).wrapping_mul(ODD);
        Self { board_key, hand, path_key: path_key ^ path_key >> 32 }
    }
}

struct Child<M> {
    m: M,
    site: Site,
    value: Value,
    /// Whether it was searched before.
    visited: bool,
    /// The sibling, from the frame's first on, that must be settled before this one is looked at.
    after: Option<u16>,
    likeness: u32,
    /// Its numbers are likely to count the same things as those of others like it.
    correlated: bool,
}

/// What the children of a node say together.
struct Summary {
    value: Value,
    /// The child to search next, with its limits.
    next: Option<(usize, u32, u32)>,
}

impl<'a, G: Game> Search<'a, G> {
    pub fn new(
        position: &G::Position,
        attacker: Color,
        table: &'a mut Table,
        paths: &'a mut PathTable,
        limits: Limits<'a>,
    ) -> Self {
        Self {
            position: position.clone(),
            attacker,
            table,
            paths,
            limits,
            nodes: 0,
            frames: Vec::new(),
            children: Vec::new(),
            on_path: vec![0; PATH_FILTER],
            advances: 0,
            truncated: false,
            deepest: 0,
        }
    }

    /// Searches the position it stands at for a mate within `plies`. None if a limit was reached first.
    pub fn solve(&mut self, plies: Plies) -> Option<Value> {
        let site = Site { board_key: 0, hand: Reserve::EMPTY, path_key: u64::from(plies) }
            .step(self.position.board_key(), self.position.reserve(self.attacker));
        let known = self.table.look_up(site.board_key, site.hand, plies).value;
        if known.is_solved() {
            return Some(known);
        }
        if self.limits.are_reached(self.nodes) {
            return None;
        }
        self.enter(site, plies, INFINITE, INFINITE, true);
        loop {
            let summary = self.summarize();
            match summary.next {
                Some((chosen, pn_limit, dn_limit)) => {
                    if self.must_stop() {
                        self.unwind();
                        return None;
                    }
                    self.descend(chosen, pn_limit, dn_limit);
                }
                None => {
                    let value = self.leave(summary.value);
                    let Some(parent) = self.frames.last() else {
                        return (value.is_proved() || !self.truncated).then_some(value);
                    };
                    let child = &mut self.children[parent.first + parent.chosen];
                    child.value = value;
                    child.visited = true;
                    self.position.unmake(child.m);
                }
            }
        }
    }

    fn must_stop(&mut self) -> bool {
        if self.table.is_crowded() {
            // A bound of nodes is no reason to hurry and to lose entries that later searches could use.
            let limits = Limits { nodes: None, ..self.limits };
            self.table.make_room(&mut || limits.are_reached(0));
        }
        self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && self.limits.are_reached(self.nodes)
    }

    /// Gives the path up.
    fn unwind(&mut self) {
        while let Some(frame) = self.frames.pop() {
            self.on_path[frame.site.board_key as usize % PATH_FILTER] -= 1;
            self.children.truncate(frame.first);
            if let Some(parent) = self.frames.last() {
                self.position.unmake(self.children[parent.first + parent.chosen].m);
            }
        }
    }

    fn descend(&mut self, chosen: usize, pn_limit: u32, dn_limit: u32) {
        let frame = self.frames.last_mut().expect("a node to descend from");
        frame.chosen = chosen;
        let plies = shorter(frame.plies);
        let child = &self.children[frame.first + chosen];
        let (m, site, visited) = (child.m, child.site, child.visited);
        self.position.make(m, &mut ());
        self.enter(site, plies, pn_limit, dn_limit, visited);
    }

    /// Puts the position it stands at on the path.
    fn enter(&mut self, site: Site, plies: Plies, pn_limit: u32, dn_limit: u32, visited: bool) {
        let is_or = self.position.side_to_move() == self.attacker;
        let defender_hand = self.position.reserve(!self.attacker);
        let least = if is_or { Reserve::EMPTY } else { self.least_hand() };
        let may_cycle = self.frames.last().is_some_and(|parent| parent.lacks_progress(self.advances));
        self.frames.push(Frame {
            first: self.children.len(),
            site,
            is_or,
            plies,
            pn_limit,
            dn_limit,
            total: site.hand.plus(defender_hand),
            least,
            settled: None,
            chosen: 0,
            may_cycle,
            advances_before: self.advances,
            nodes_before: self.nodes,
        });
        self.on_path[site.board_key as usize % PATH_FILTER] += 1;
        self.nodes += 1;
        self.advances += u64::from(!visited);
        self.deepest = self.deepest.max(self.frames.len());
        let settled = if is_or { self.expand_or() } else { self.expand_and() };
        if let Some(frame) = self.frames.last_mut() {
            frame.settled = settled;
        }
    }

    fn top(&self) -> &Frame {
        self.frames.last().expect("a node on the path")
    }

    /// Takes the top node off the path and remembers its value.
    fn leave(&mut self, mut value: Value) -> Value {
        let frame = self.frames.pop().expect("a node to leave");
        self.on_path[frame.site.board_key as usize % PATH_FILTER] -= 1;
        self.children.truncate(frame.first);
        let ply = self.frames.len() as u32;
        if value.is_disproved() && value.low >= ply {
            value.low = INDEPENDENT;
        }
        let effort = (self.nodes - frame.nodes_before).min(u64::from(u32::MAX)) as u32;
        if value.is_disproved() && value.low != INDEPENDENT {
            self.paths.store(frame.site.path_key, value.plies, value.low);
        } else if !(ply == 0 && self.truncated && value.is_disproved()) {
            self.advances += u64::from(value.is_solved());
            let work = Work { plies: frame.plies, depth: ply, effort };
            self.table.store(frame.site.board_key, frame.site.hand, &value, work);
        }
        value
    }

    /// Lists the checks. Returns a value if no search is needed.
    fn expand_or(&mut self) -> Option<Value> {
        let frame = self.top();
        let (plies, hand, total) = (frame.plies, frame.site.hand, frame.total);
        if plies == 0 {
            return Some(Value::disproved(0, total, INDEPENDENT));
        }
        if self.frames.len() > MAX_PATH {
            self.truncated = true;
            return Some(Value::disproved(0, hand, 0));
        }
        if !self.position.in_check()
            && let Some(m) = self.position.mate_in_one()
        {
            return Some(self.mate_by(m));
        }
        let mut moves = G::MoveList::default();
        self.position.generate(Scope::Checks, &mut moves);
        self.prefetch_children(moves.as_ref());
        for &m in moves.as_ref() {
            if self.position.is_legal(m) && self.add_child(m).is_proved() {
                break;
            }
        }
        // Without any check the hand may hold more of what it holds, and nothing else.
        let none = self.children.len() == self.top().first;
        none.then(|| Value::disproved(UNLIMITED, total.of_kinds_in(hand), INDEPENDENT))
    }

    /// The value of the top node by a move that mates at once.
    fn mate_by(&mut self, m: G::Move) -> Value {
        let before = self.top().site.hand;
        self.position.make(m, &mut ());
        let mate = self.mated();
        let after = self.position.reserve(self.attacker);
        self.position.unmake(m);
        Value::proved(1, shift(mate.hand, after, before))
    }

    /// The value of being mated here.
    fn mated(&self) -> Value {
        Value::proved(0, self.least_hand())
    }

    /// What the attacker must hold lest the defender have kinds of drops here that he now has not.
    fn least_hand(&self) -> Reserve {
        if self.position.in_check() && !self.position.reserve_can_answer() {
            return Reserve::EMPTY;
        }
        self.position.reserve(self.attacker).of_kinds_not_in(self.position.reserve(!self.attacker))
    }

    /// Lists the defences. Returns a value if no search is needed.
    fn expand_and(&mut self) -> Option<Value> {
        let frame = self.top();
        let (plies, hand, least) = (frame.plies, frame.site.hand, frame.least);
        let mut moves = G::MoveList::default();
        self.position.legal_moves(&mut moves);
        let Some(&first) = moves.as_ref().first() else {
            // At the root the defender may have no move without being in check: that is no mate.
            let mated = self.position.in_check();
            return Some(if mated { Value::proved(0, least) } else { Value::disproved(UNLIMITED, hand, INDEPENDENT) });
        };
        if plies == 0 {
            return Some(self.answered_by(first));
        }
        self.prefetch_children(moves.as_ref());
        for &m in moves.as_ref() {
            let value = self.add_child(m);
            if value.is_disproved() && value.low == INDEPENDENT {
                break;
            }
        }
        None
    }

    /// Fetches what the tables know of the top node's children, all at once: one by one the search would spend most of
    /// its time waiting for memory.
    fn prefetch_children(&self, moves: &[G::Move]) {
        for &m in moves {
            let site = self.site_after(m);
            self.table.prefetch(site.board_key);
            self.paths.prefetch(site.path_key);
        }
    }

    /// Where `m` leads from the top node.
    #[inline(always)]
    fn site_after(&self, m: G::Move) -> Site {
        let Frame { site, is_or, .. } = self.top();
        let hand = if *is_or { self.position.reserve_after(m) } else { site.hand };
        site.step(self.position.board_key_after(m), hand)
    }

    /// Adds a legal move to the top node's children and returns what is known of it.
    fn add_child(&mut self, m: G::Move) -> Value {
        let (correlated, likeness) = (self.position.is_from_reserve(m), self.position.likeness(m));
        let frame = self.top();
        let (plies, is_or) = (shorter(frame.plies), frame.is_or);
        // To the attacker different pieces on one square are different ideas.
        let after = if is_or && correlated { None } else { self.last_alike(likeness) };
        let site = self.site_after(m);
        let (value, depth, visited) = self.appraise(m, &site, plies, is_or);
        let ply = self.frames.len() as u32;
        // With the plies numbered no path comes back to where it was.
        if plies == UNLIMITED && !value.is_solved() && depth < ply {
            self.frames.last_mut().expect("a parent").may_cycle = true;
        }
        self.children.push(Child { m, site, value, visited, after, likeness, correlated });
        value
    }

    /// The last child of the top node that is alike.
    fn last_alike(&self, likeness: u32) -> Option<u16> {
        let siblings = &self.children[self.top().first..];
        siblings.iter().rposition(|child| child.likeness == likeness).map(|index| index as u16)
    }

    /// What is known of the child after `m` without search: value, shallowest ply, whether it was searched.
    fn appraise(&mut self, m: G::Move, site: &Site, plies: Plies, parent_is_or: bool) -> (Value, u32, bool) {
        if let Some(low) = self.repeated(site) {
            return (Value::disproved(UNLIMITED, site.hand, low), u32::MAX, true);
        }
        let found = self.table.look_up(site.board_key, site.hand, plies);
        if found.value.is_solved() {
            return (found.value, found.depth, true);
        }
        if let Some((disproved, low)) = self.paths.look_up(site.path_key, plies) {
            return (Value::disproved(disproved, site.hand, low), found.depth, true);
        }
        if found.exact {
            return (found.value, found.depth, true);
        }
        let mut value = found.value;
        if parent_is_or {
            let (defences, outcome) = self.try_check(m);
            if defences == 0 || plies == 0 {
                return (outcome, found.depth, true);
            }
            // A piece that can be taken at a profit seldom mates.
            if self.position.see_at_least(m, 0) {
                value.pn = value.pn.max(defences);
                value.dn += 1;
            } else {
                value.pn = value.pn.max(defences + LOSS_PENALTY);
            }
        }
        (value, found.depth, false)
    }

    /// The number of defences after a check, and what they say of mates within no ply at all.
    fn try_check(&mut self, m: G::Move) -> (u32, Value) {
        self.position.make(m, &mut ());
        let mut defences = Counter { count: 0, first: None };
        self.position.legal_moves(&mut defences);
        let outcome = defences.first.map_or_else(|| self.mated(), |first| self.answered_by(first));
        self.position.unmake(m);
        (defences.count, outcome)
    }

    /// The value of not being mated where the defence `m` is at hand: it is no matter what the attacker holds, as
    /// long as a piece that `m` drops is the defender's.
    fn answered_by(&self, m: G::Move) -> Value {
        let defender = !self.attacker;
        let kept = if self.position.is_from_reserve(m) {
            self.position.reserve_after(m)
        } else {
            self.position.reserve(defender)
        };
        Value::disproved(0, self.position.reserve(self.attacker).plus(kept), INDEPENDENT)
    }

    /// The ply at which the path has this board with at least as much in the attacker's hand.
    fn repeated(&self, site: &Site) -> Option<u32> {
        if self.on_path[site.board_key as usize % PATH_FILTER] == 0 {
            return None;
        }
        let same = |frame: &Frame| frame.site.board_key == site.board_key && frame.site.hand.dominates(site.hand);
        self.frames.iter().rposition(same).map(|ply| ply as u32)
    }

    /// What the top node's children say together, and where to go next unless a limit is reached.
    fn summarize(&self) -> Summary {
        let frame = self.top();
        if let Some(value) = frame.settled {
            return Summary { value, next: None };
        }
        let children = &self.children[frame.first..];
        let solved = if frame.is_or { frame.solved_or(children) } else { frame.solved_and(children) };
        if let Some(value) = solved {
            return Summary { value, next: None };
        }
        let tally = Tally::of(children, frame.is_or);
        let value = tally.value(frame.is_or);
        let (mut pn_limit, mut dn_limit) = (frame.pn_limit, frame.dn_limit);
        if frame.lacks_progress(self.advances) {
            pn_limit = pn_limit.max(value.pn + 1);
            dn_limit = dn_limit.max(value.dn + 1);
        }
        if value.pn >= pn_limit || value.dn >= dn_limit {
            return Summary { value, next: None };
        }
        let child = &children[tally.best];
        let next = if frame.is_or {
            (tally.best, tally.easier_limit(pn_limit), tally.summed_limit(child, child.value.dn, dn_limit))
        } else {
            (tally.best, tally.summed_limit(child, child.value.pn, pn_limit), tally.easier_limit(dn_limit))
        };
        Summary { value, next: Some(next) }
    }
}

impl Frame {
    #[inline(always)]
    const fn lacks_progress(&self, advances: u64) -> bool {
        self.may_cycle && self.advances_before == advances
    }

    /// The value of an OR node once a child is proved or all are disproved.
    fn solved_or<M>(&self, children: &[Child<M>]) -> Option<Value> {
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
    fn solved_and<M>(&self, children: &[Child<M>]) -> Option<Value> {
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
struct Tally {
    best: usize,
    best_number: u32,
    second_number: u32,
    sum: u32,
    /// Of the children whose numbers overlap, only the greatest counts.
    greatest: u32,
}

impl Tally {
    fn of<M>(children: &[Child<M>], is_or: bool) -> Self {
        let mut tally = Self { best: 0, best_number: INFINITE, second_number: INFINITE, sum: 0, greatest: 0 };
        let mut best_tie = INFINITE;
        for (index, child) in children.iter().enumerate() {
            let waits = child.after.is_some_and(|before| !children[usize::from(before)].value.is_solved());
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
            if (number, summed) < (tally.best_number, best_tie) {
                tally.second_number = tally.best_number;
                (tally.best, tally.best_number, best_tie) = (index, number, summed);
            } else {
                tally.second_number = tally.second_number.min(number);
            }
        }
        tally
    }

    fn value(&self, is_or: bool) -> Value {
        let number = self.best_number.min(INFINITE - 1);
        let summed = (self.sum + self.greatest).min(INFINITE - 1);
        if is_or { Value::unknown(number, summed) } else { Value::unknown(summed, number) }
    }

    /// How far the best child may be searched before its rivals look easier, with some slack against changing
    /// one's mind too often.
    fn easier_limit(&self, limit: u32) -> u32 {
        let slack = (self.second_number / 2).max(1);
        limit.min(self.second_number.saturating_add(slack))
    }

    /// What the limit on the sum leaves for the best child.
    fn summed_limit<M>(&self, child: &Child<M>, own: u32, limit: u32) -> u32 {
        // Numbers that have grown out of bounds would leave nothing.
        if limit == INFINITE {
            return INFINITE;
        }
        let others = if child.correlated { self.sum } else { self.sum - own + self.greatest };
        limit.saturating_sub(others)
    }
}

/// A hand after a move as a hand before it, or the other way round: `hand` changed as `from` differs from `to`.
#[inline(always)]
const fn shift(hand: Reserve, from: Reserve, to: Reserve) -> Reserve {
    hand.plus(to.minus(from)).minus(from.minus(to))
}

/// Counts moves instead of listing them.
struct Counter<M> {
    count: u32,
    first: Option<M>,
}

impl<M: Copy> MoveSink<M> for Counter<M> {
    #[inline(always)]
    fn push(&mut self, m: M) {
        self.count += 1;
        self.first = self.first.or(Some(m));
    }
}
