//! Depth-first proof-number search (df-pn; Nagai 2002; chessprogramming.org: Proof-Number Search) on an explicit stack.
//!
//! The attacker moves at OR nodes, checks only; the defender at AND nodes. A node's place on the path matters: a
//! position that repeats an earlier one of the path with no more in the attacker's hand is a failure there. Such a
//! disproof carries the ply of the earlier position, and holds for every path once the search has returned to that ply;
//! until then it is stored for its own path only, which solves the graph-history interaction (Kishimoto and Müller,
//! AAAI 2004). Thresholds are raised where a child was met nearer the root before, and below, until something new is
//! found, so that cycles cannot stall the search (threshold controlling algorithm; Kishimoto, *Dealing with infinite
//! loops, underestimation, and overestimation of depth-first proof-number search*, AAAI 2010). Raised there alone they
//! would let nodes further down raise each other's numbers for ever without searching any.

use super::limits::Limits;
use super::node::{Child, Frame, NodeSummary, Site, Tally, shift};
use super::paths::PathTable;
use super::shared::{Hold, Shared};
use super::table::Work;
use super::value::{INDEPENDENT, INFINITE, Plies, UNLIMITED, Value, shorter};
use crate::board::Color;
use crate::game::{Game, Hand, Hands as _, MoveSink, Position as _, Scope};

/// Longest path in nodes. A longer one is given up: from then on the search proves no absence of a mate.
const MAX_PATH: usize = 16_000;

/// Addition to the first proof number of a check that loses material.
const LOSS_PENALTY: u32 = 2;

/// Nodes between two polls of the limits.
const NODES_BETWEEN_LOOKS: u64 = 16;

/// The search of one problem: its current position and its results.
pub(super) struct Search<'a, G: Game> {
    pub position: G::Position,
    /// The side that is to mate.
    pub attacker: Color,
    /// Data shared by all threads on the problem.
    pub shared: &'a Shared,
    /// This thread's hold on the shared table.
    pub table: Hold<'a>,
    /// Disproofs that hold on a path of this thread.
    pub paths: &'a mut PathTable,
    /// The path tables of threads that can help.
    pub helpers: &'a mut [PathTable],
    pub limits: Limits<'a>,
    /// Nodes searched.
    pub nodes: u64,
    /// Other threads are searching the same problem now.
    pub is_parallel: bool,
    /// The part of `nodes` that has been added to the common count.
    pub nodes_shared: u64,
    /// Count of nodes at which the path is looked up again.
    path_due: u64,
    /// The path, the root first.
    frames: Vec<Frame>,
    /// Children of all nodes of the path, one node's after the other's.
    children: Vec<Child<G::Move>>,
    /// Filter of the path: number of its positions by the low bits of their board keys. `[bits]`
    on_path: Vec<u16>,
    /// Nodes met for the first time, and nodes settled for every path: a search in a cycle makes none.
    advances: u64,
    /// A path was given up for its length.
    truncated: bool,
    /// Part of every board key: zero, or [`RELAXED`] while interpositions are skipped.
    pub salt: u64,
    /// Nodes left for counting lengths as composers do.
    pub counting_nodes: u64,
    /// They did not suffice.
    pub has_doubts: bool,
    /// The longest path, in nodes.
    pub deepest: usize,
}

/// Board keys that the path's filter distinguishes; a power of two.
const PATH_FILTER: usize = 1 << 12;

impl<'a, G: Game> Search<'a, G> {
    pub fn new(
        position: &G::Position,
        attacker: Color,
        shared: &'a Shared,
        paths: &'a mut PathTable,
        limits: Limits<'a>,
    ) -> Self {
        Self {
            position: position.clone(),
            attacker,
            shared,
            table: shared.hold(),
            paths,
            helpers: &mut [],
            limits,
            nodes: 0,
            is_parallel: false,
            nodes_shared: 0,
            path_due: 0,
            frames: Vec::new(),
            children: Vec::new(),
            on_path: vec![0; PATH_FILTER],
            advances: 0,
            truncated: false,
            salt: 0,
            counting_nodes: u64::MAX,
            has_doubts: false,
            deepest: 0,
        }
    }

    /// Searches the current position for a mate within `plies`. None if a limit was reached first.
    pub fn solve(&mut self, plies: Plies) -> Option<Value> {
        let site = self.root(plies);
        let known = self.table.look_up(site.board_key, site.hand, plies).value;
        if known.is_solved() { Some(known) } else { self.search(site, plies) }
    }

    /// As [`Search::solve`], by searching the moves even if the table has the result: the results behind it may be
    /// lost.
    pub fn solve_by_moves(&mut self, plies: Plies) -> Option<Value> {
        self.search(self.root(plies), plies)
    }

    /// The current position as the root of a search for a mate within `plies`.
    fn root(&self, plies: Plies) -> Site {
        Site { board_key: 0, hand: Hand::EMPTY, path_key: u64::from(plies) }
            .step(self.position.board_key() ^ self.salt, self.position.hand(self.attacker))
    }

    fn search(&mut self, site: Site, plies: Plies) -> Option<Value> {
        if self.limits.are_reached(self.nodes) {
            return None;
        }
        self.enter(site, plies, INFINITE, INFINITE, true);
        loop {
            match self.summarize() {
                NodeSummary { next: Some((chosen, pn_limit, dn_limit)), .. } => {
                    if self.must_stop() {
                        self.retreat(0);
                        return None;
                    }
                    if !(self.is_parallel && self.catches_up(chosen)) {
                        self.descend(chosen, pn_limit, dn_limit);
                    }
                }
                NodeSummary { value, next: None } => {
                    let value = self.leave(value);
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

    /// True if a limit is reached. Makes room in the table first, if necessary.
    fn must_stop(&mut self) -> bool {
        if self.table.is_crowded() {
            // A node limit is no reason to interrupt this and to lose entries that later searches could use.
            let limits = Limits { nodes: None, ..self.limits };
            self.table.make_room(&mut || limits.are_reached(0));
        }
        if !self.is_time_to_look() {
            return false;
        }
        self.limits.note_nodes(NODES_BETWEEN_LOOKS);
        if self.is_parallel { self.all_must_stop() } else { self.limits.are_reached(self.nodes) }
    }

    const fn is_time_to_look(&self) -> bool {
        self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS)
    }

    /// Adopts results of other threads on the path. True if they may change the next step.
    fn catches_up(&mut self, chosen: usize) -> bool {
        self.refreshes(chosen) || self.nodes >= self.path_due && self.is_overtaken()
    }

    /// Looks a child of the top node up again. True if its entry has changed.
    fn refreshes(&mut self, chosen: usize) -> bool {
        let frame = self.top();
        let (index, plies) = (frame.first + chosen, shorter(frame.plies));
        let child = &mut self.children[index];
        let known = self.table.look_up(child.site.board_key, child.site.hand, plies);
        let is_new = (known.exact || known.value.is_solved()) && known.value != child.value;
        if is_new {
            child.value = known.value;
            child.visited = true;
            self.advances += u64::from(known.value.is_solved());
        }
        is_new
    }

    /// Returns to the first node of the path that another thread has settled; false if there is none.
    fn is_overtaken(&mut self) -> bool {
        // At most one look-up a node, however long the path is.
        self.path_due = self.nodes + NODES_BETWEEN_LOOKS.max(self.frames.len() as u64);
        let look_up = |frame: &Frame| self.table.look_up(frame.site.board_key, frame.site.hand, frame.plies).value;
        let mut known = self.frames.iter().map(look_up).enumerate();
        let Some((ply, value)) = known.find(|(_, value)| value.is_solved()) else { return false };
        self.retreat(ply + 1);
        self.frames[ply].settled = Some(value);
        true
    }

    /// Leaves all nodes of the path but the first `kept`.
    fn retreat(&mut self, kept: usize) {
        while self.frames.len() > kept
            && let Some(frame) = self.frames.pop()
        {
            self.come_off(&frame);
            if let Some(parent) = self.frames.last() {
                self.position.unmake(self.children[parent.first + parent.chosen].m);
            }
        }
    }

    /// Removes a node from the path's bookkeeping.
    fn come_off(&mut self, frame: &Frame) {
        self.on_path[frame.site.board_key as usize % PATH_FILTER] -= 1;
        self.children.truncate(frame.first);
        if self.is_parallel {
            self.shared.leave(&frame.site);
        }
    }

    /// Descends to a child of the top node.
    fn descend(&mut self, chosen: usize, pn_limit: u32, dn_limit: u32) {
        let frame = self.frames.last_mut().expect("a node to descend from");
        frame.chosen = chosen;
        let plies = shorter(frame.plies);
        let child = &self.children[frame.first + chosen];
        let (m, site, visited) = (child.m, child.site, child.visited);
        self.position.make(m, &mut ());
        self.enter(site, plies, pn_limit, dn_limit, visited);
    }

    /// Pushes the current position onto the path.
    fn enter(&mut self, site: Site, plies: Plies, pn_limit: u32, dn_limit: u32, visited: bool) {
        let is_or = self.position.side_to_move() == self.attacker;
        let defender_hand = self.position.hand(!self.attacker);
        let least = if is_or { Hand::EMPTY } else { self.least_hand() };
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
        if self.is_parallel {
            self.shared.visit(&site);
        }
        self.nodes += 1;
        self.advances += u64::from(!visited);
        self.deepest = self.deepest.max(self.frames.len());
        let settled = if is_or { self.expand_or() } else { self.expand_and() };
        if let Some(frame) = self.frames.last_mut() {
            frame.settled = settled;
        }
    }

    /// The last node of the path.
    fn top(&self) -> &Frame {
        self.frames.last().expect("a node on the path")
    }

    /// Pops the top node and stores its value.
    fn leave(&mut self, mut value: Value) -> Value {
        let frame = self.frames.pop().expect("a node to leave");
        self.come_off(&frame);
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

    /// Lists the checks of the top node. Returns its value if no search is needed.
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
        // A disproof for want of checks holds with more of the kinds in hand, and with no other kind.
        let none = self.children.len() == self.top().first;
        none.then(|| Value::disproved(UNLIMITED, total.of_kinds_in(hand), INDEPENDENT))
    }

    /// The value of the top node by a move that mates at once.
    fn mate_by(&mut self, m: G::Move) -> Value {
        let before = self.top().site.hand;
        self.position.make(m, &mut ());
        let mate = self.mated();
        let after = self.position.hand(self.attacker);
        self.position.unmake(m);
        Value::proved(1, shift(mate.hand, after, before))
    }

    /// The value of being mated here.
    pub fn mated(&self) -> Value {
        Value::proved(0, self.least_hand())
    }

    /// The least hand of the attacker that leaves the defender no kinds of drops beyond those he has.
    pub fn least_hand(&self) -> Hand {
        if self.position.in_check() && !self.position.drop_can_answer() {
            return Hand::EMPTY;
        }
        self.position.hand(self.attacker).of_kinds_not_in(self.position.hand(!self.attacker))
    }

    /// Lists the defences of the top node. Returns its value if no search is needed.
    fn expand_and(&mut self) -> Option<Value> {
        let frame = self.top();
        let (plies, hand, total, least) = (frame.plies, frame.site.hand, frame.total, frame.least);
        let mut moves = G::MoveList::default();
        self.position.defences(&mut moves);
        if moves.as_ref().is_empty() {
            // At the root the defender may have no move without being in check: that is no mate.
            let mated = self.position.in_check();
            return Some(if mated { Value::proved(0, least) } else { Value::disproved(UNLIMITED, hand, INDEPENDENT) });
        }
        if self.position.wins_at_once() {
            return Some(Value::disproved(UNLIMITED, total, INDEPENDENT));
        }
        let Some(first) = self.first_counted(moves.as_ref()) else { return Some(self.interposed(plies)) };
        if plies == 0 {
            return Some(self.answered_by(first));
        }
        self.prefetch_children(moves.as_ref());
        for &m in moves.as_ref() {
            if self.leaves_out(m) {
                continue;
            }
            let value = self.add_child(m);
            if value.is_disproved() && value.low == INDEPENDENT {
                break;
            }
        }
        None
    }

    /// Fetches the table entries of all the top node's children at once: one by one the search would mostly wait for
    /// memory.
    fn prefetch_children(&self, moves: &[G::Move]) {
        for &m in moves {
            let site = self.site_after(m);
            self.table.prefetch(site.board_key);
            self.paths.prefetch(site.path_key);
        }
    }

    /// The site after `m` from the top node.
    #[inline(always)]
    fn site_after(&self, m: G::Move) -> Site {
        let Frame { site, is_or, .. } = self.top();
        let hand = if *is_or { self.position.hand_after(m) } else { site.hand };
        site.step(self.position.board_key_after(m) ^ self.salt, hand)
    }

    /// Adds a legal move to the top node's children and returns its value.
    fn add_child(&mut self, m: G::Move) -> Value {
        let (correlated, move_class) = (self.position.is_drop(m), self.position.move_class(m));
        let frame = self.top();
        let (plies, is_or) = (shorter(frame.plies), frame.is_or);
        // To the attacker, drops of different pieces on one square are different ideas.
        let after = if is_or && correlated { None } else { self.last_of_class(move_class) };
        let site = self.site_after(m);
        let (value, depth, visited) = self.appraise(m, &site, plies, is_or);
        let ply = self.frames.len() as u32;
        // A search within limited plies has no cycles.
        if plies == UNLIMITED && !value.is_solved() && depth < ply {
            self.frames.last_mut().expect("a parent").may_cycle = true;
        }
        self.children.push(Child { m, site, value, visited, after, move_class, correlated });
        value
    }

    /// The last child of the top node in the class.
    fn last_of_class(&self, move_class: u32) -> Option<u16> {
        let siblings = &self.children[self.top().first..];
        siblings.iter().rposition(|child| child.move_class == move_class).map(|index| index as u16)
    }

    /// Value of the child after `m` without search, the shallowest ply at which it was met, and true if it was
    /// searched. The first proof and disproof numbers of a new check are heuristic (df-pn+; Nagai and Imai 1999).
    fn appraise(&mut self, m: G::Move, site: &Site, plies: Plies, parent_is_or: bool) -> (Value, u32, bool) {
        if let Some(low) = self.repeated(site) {
            return (Value::disproved(UNLIMITED, site.hand, low), u32::MAX, true);
        }
        let known = self.table.look_up(site.board_key, site.hand, plies);
        if known.value.is_solved() {
            return (known.value, known.depth, true);
        }
        if self.salt != 0 && !known.exact {
            // A mate against every interposition is one without them.
            let true_value = self.table.look_up(site.board_key ^ self.salt, site.hand, plies).value;
            if true_value.is_proved() {
                return (true_value, known.depth, true);
            }
        }
        if let Some((disproved, low)) = self.paths.look_up(site.path_key, plies) {
            return (Value::disproved(disproved, site.hand, low), known.depth, true);
        }
        if known.exact {
            return (known.value, known.depth, true);
        }
        let mut value = known.value;
        if parent_is_or {
            let (defences, outcome) = if self.salt == 0 { self.try_check(m) } else { self.try_relaxed(m, plies) };
            if defences == 0 || plies == 0 {
                return (outcome, known.depth, true);
            }
            // A piece that can be captured at a profit seldom mates.
            if self.position.see_at_least(m, 0) {
                value.pn = value.pn.max(defences);
                value.dn += 1;
            } else {
                value.pn = value.pn.max(defences + LOSS_PENALTY);
            }
        }
        (value, known.depth, false)
    }

    /// The number of defences after a check, and the value for mates in no further ply.
    fn try_check(&mut self, m: G::Move) -> (u32, Value) {
        self.position.make(m, &mut ());
        let mut defences = Counter { count: 0, first: None };
        self.position.defences(&mut defences);
        let outcome = defences.first.map_or_else(|| self.mated(), |first| self.answered_by(first));
        self.position.unmake(m);
        (defences.count, outcome)
    }

    /// The value of not being mated because of the defence `m`: it holds for any hand of the attacker, as long as a
    /// piece that `m` drops is the defender's.
    pub fn answered_by(&self, m: G::Move) -> Value {
        let defender = !self.attacker;
        let kept = if self.position.is_drop(m) { self.position.hand_after(m) } else { self.position.hand(defender) };
        Value::disproved(0, self.position.hand(self.attacker).plus(kept), INDEPENDENT)
    }

    /// The ply at which the path has this board with at least as much in the attacker's hand.
    fn repeated(&self, site: &Site) -> Option<u32> {
        if self.on_path[site.board_key as usize % PATH_FILTER] == 0 {
            return None;
        }
        let same = |frame: &Frame| frame.site.board_key == site.board_key && frame.site.hand.dominates(site.hand);
        self.frames.iter().rposition(same).map(|ply| ply as u32)
    }

    /// Backs up the top node's children, and chooses the next one unless a threshold is reached.
    fn summarize(&self) -> NodeSummary {
        let frame = self.top();
        if let Some(value) = frame.settled {
            return NodeSummary { value, next: None };
        }
        let children = &self.children[frame.first..];
        let solved = if frame.is_or { frame.solved_or(children) } else { frame.solved_and(children) };
        if let Some(value) = solved {
            return NodeSummary { value, next: None };
        }
        let visitors = |site: &Site| if self.is_parallel { self.shared.visitors(site) } else { 0 };
        let tally = Tally::of(children, frame.is_or, visitors);
        let value = tally.value(frame.is_or);
        let (mut pn_limit, mut dn_limit) = (frame.pn_limit, frame.dn_limit);
        if frame.lacks_progress(self.advances) {
            pn_limit = pn_limit.max(value.pn + 1);
            dn_limit = dn_limit.max(value.dn + 1);
        }
        if value.pn >= pn_limit || value.dn >= dn_limit {
            return NodeSummary { value, next: None };
        }
        let child = &children[tally.best];
        let next = if frame.is_or {
            (
                tally.best,
                tally.easier_limit(child.value.pn, pn_limit),
                tally.summed_limit(child, child.value.dn, dn_limit),
            )
        } else {
            (
                tally.best,
                tally.summed_limit(child, child.value.pn, pn_limit),
                tally.easier_limit(child.value.dn, dn_limit),
            )
        };
        NodeSummary { value, next: Some(next) }
    }
}

/// Counts moves instead of listing them.
struct Counter<M> {
    count: u32,
    /// The first of the moves.
    first: Option<M>,
}

impl<M: Copy> MoveSink<M> for Counter<M> {
    #[inline(always)]
    fn push(&mut self, m: M) {
        self.count += 1;
        self.first = self.first.or(Some(m));
    }
}
