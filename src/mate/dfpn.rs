//! Depth-first proof-number search (df-pn; Nagai 2002) on an explicit stack.
//!
//! The attacker moves at OR nodes, checks only; the defender at AND nodes. A node's position on the path matters:
//! a position that repeats an earlier one of the path with no more in the attacker's hand is a failure there. Such a
//! disproof carries the ply of the earlier position, and becomes a fact for every path once the search has returned to
//! that ply; until then it is remembered for its own path only, which answers the graph-history interaction.
//! Thresholds are raised where a child was met nearer the root before, and below, until something new is found, so that
//! cycles cannot stall the search (Kishimoto's threshold controlling algorithm, AAAI 2010). Raised there alone they
//! would let nodes further down raise each other's numbers for ever, none of them ever being searched.

use super::crew::{Crew, Hold};
use super::limits::Limits;
use super::node::{Child, Frame, Site, Summary, Tally, shift};
use super::paths::PathTable;
use super::table::Work;
use super::value::{INDEPENDENT, INFINITE, Plies, UNLIMITED, Value, shorter};
use crate::board::Color;
use crate::game::{Game, MoveSink, Position as _, Reserve, Reserves as _, Scope};

/// The longest path in nodes. A longer one is given up: from then on the search says of nothing that there is no mate.
const MAX_PATH: usize = 16_000;

/// What a check that loses material adds to its first proof number.
const LOSS_PENALTY: u32 = 2;

/// Nodes between looks at the clock.
const NODES_BETWEEN_LOOKS: u64 = 16;

/// The search of one problem: the position it stands at, and what it has learnt.
pub(super) struct Search<'a, G: Game> {
    pub position: G::Position,
    /// The side that is to mate.
    pub attacker: Color,
    /// What all threads at the problem share.
    pub crew: &'a Crew,
    /// This thread's hold on the common table.
    pub table: Hold<'a>,
    /// Disproofs that hold on a path of this thread.
    pub paths: &'a mut PathTable,
    /// The path tables of threads that can help.
    pub helpers: &'a mut [PathTable],
    pub limits: Limits<'a>,
    /// Nodes searched.
    pub nodes: u64,
    /// Whether other threads search the same problem.
    pub in_company: bool,
    /// The part of `nodes` that the other threads have been told of.
    pub nodes_told: u64,
    /// The path, the root first.
    frames: Vec<Frame>,
    /// The children of all nodes of the path, one node's after the other's.
    children: Vec<Child<G::Move>>,
    /// How many positions of the path have these low bits of their board keys. `[bits]`
    on_path: Vec<u16>,
    /// Nodes met for the first time, and nodes settled for every path: what a search in a cycle lacks.
    advances: u64,
    /// Whether a path was given up for its length.
    truncated: bool,
    /// Told apart from the truth by its bits in every board key: zero, or [`RELAXED`] while interpositions are left out.
    pub salt: u64,
    /// Nodes that may still be spent to count lengths as composers do.
    pub counting_nodes: u64,
    /// Whether these did not suffice.
    pub has_doubts: bool,
    /// The longest path, in nodes.
    pub deepest: usize,
}

/// Board keys that the filter of the path tells apart; a power of two.
const PATH_FILTER: usize = 1 << 12;

impl<'a, G: Game> Search<'a, G> {
    pub fn new(
        position: &G::Position,
        attacker: Color,
        crew: &'a Crew,
        paths: &'a mut PathTable,
        limits: Limits<'a>,
    ) -> Self {
        Self {
            position: position.clone(),
            attacker,
            crew,
            table: crew.hold(),
            paths,
            helpers: &mut [],
            limits,
            nodes: 0,
            in_company: false,
            nodes_told: 0,
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

    /// Searches the position it stands at for a mate within `plies`. Returns nothing if a limit was reached first.
    pub fn solve(&mut self, plies: Plies) -> Option<Value> {
        let site = self.root(plies);
        let known = self.table.look_up(site.board_key, site.hand, plies).value;
        if known.is_solved() { Some(known) } else { self.search(site, plies) }
    }

    /// As [`Search::solve`], by the moves even where the table knows the result: the results behind them may be lost.
    pub fn solve_by_moves(&mut self, plies: Plies) -> Option<Value> {
        self.search(self.root(plies), plies)
    }

    /// The position it stands at, as the root of a search for a mate within `plies`.
    fn root(&self, plies: Plies) -> Site {
        Site { board_key: 0, hand: Reserve::EMPTY, path_key: u64::from(plies) }
            .step(self.position.board_key() ^ self.salt, self.position.reserve(self.attacker))
    }

    fn search(&mut self, site: Site, plies: Plies) -> Option<Value> {
        if self.limits.are_reached(self.nodes) {
            return None;
        }
        self.enter(site, plies, INFINITE, INFINITE, true);
        loop {
            match self.summarize() {
                Summary { next: Some((chosen, pn_limit, dn_limit)), .. } => {
                    if self.must_stop() {
                        self.retreat(0);
                        return None;
                    }
                    if !(self.in_company && self.catches_up(chosen)) {
                        self.descend(chosen, pn_limit, dn_limit);
                    }
                }
                Summary { value, next: None } => {
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

    /// Whether a limit is reached. Makes room in the table first, if that is needed.
    fn must_stop(&mut self) -> bool {
        if self.table.is_crowded() {
            // A bound of nodes is no reason to interrupt this and to lose entries that later searches could use.
            let limits = Limits { nodes: None, ..self.limits };
            self.table.make_room(&mut || limits.are_reached(0));
        }
        if !self.is_time_to_look() {
            return false;
        }
        self.limits.note_nodes(NODES_BETWEEN_LOOKS);
        if self.in_company { self.crew_stops() } else { self.limits.are_reached(self.nodes) }
    }

    const fn is_time_to_look(&self) -> bool {
        self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS)
    }

    /// Takes over what other threads have found out since the path and its end were looked at. Returns whether that may
    /// change what to do next.
    fn catches_up(&mut self, chosen: usize) -> bool {
        self.refreshes(chosen) || self.is_time_to_look() && self.is_overtaken()
    }

    /// Looks again at a child of the top node. Returns whether something else is known of it.
    fn refreshes(&mut self, chosen: usize) -> bool {
        let frame = self.top();
        let (index, plies) = (frame.first + chosen, shorter(frame.plies));
        let child = &mut self.children[index];
        let found = self.table.look_up(child.site.board_key, child.site.hand, plies);
        let is_new = (found.exact || found.value.is_solved()) && found.value != child.value;
        if is_new {
            child.value = found.value;
            child.visited = true;
            self.advances += u64::from(found.value.is_solved());
        }
        is_new
    }

    /// Goes back to the first node of the path that another thread has settled. Returns whether there is one.
    fn is_overtaken(&mut self) -> bool {
        let look_up = |frame: &Frame| self.table.look_up(frame.site.board_key, frame.site.hand, frame.plies).value;
        let mut known = self.frames.iter().map(look_up).enumerate();
        let Some((ply, value)) = known.find(|(_, value)| value.is_solved()) else { return false };
        self.retreat(ply + 1);
        self.frames[ply].settled = Some(value);
        true
    }

    /// Gives up all nodes of the path but the first `kept`.
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

    /// Clears up after a node that is no more on the path.
    fn come_off(&mut self, frame: &Frame) {
        self.on_path[frame.site.board_key as usize % PATH_FILTER] -= 1;
        self.children.truncate(frame.first);
        if self.in_company {
            self.crew.leave(&frame.site);
        }
    }

    /// Goes on to a child of the top node.
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
        if self.in_company {
            self.crew.visit(&site);
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

    /// Takes the top node off the path and remembers its value.
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
    pub fn mated(&self) -> Value {
        Value::proved(0, self.least_hand())
    }

    /// What the attacker must hold lest the defender have kinds of drops here that he now has not.
    pub fn least_hand(&self) -> Reserve {
        if self.position.in_check() && !self.position.reserve_can_answer() {
            return Reserve::EMPTY;
        }
        self.position.reserve(self.attacker).of_kinds_not_in(self.position.reserve(!self.attacker))
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
        site.step(self.position.board_key_after(m) ^ self.salt, hand)
    }

    /// Adds a legal move to the top node's children and returns what is known of it.
    fn add_child(&mut self, m: G::Move) -> Value {
        let (correlated, move_class) = (self.position.is_from_reserve(m), self.position.move_class(m));
        let frame = self.top();
        let (plies, is_or) = (shorter(frame.plies), frame.is_or);
        // To the attacker different pieces on one square are different ideas.
        let after = if is_or && correlated { None } else { self.last_of_class(move_class) };
        let site = self.site_after(m);
        let (value, depth, visited) = self.appraise(m, &site, plies, is_or);
        let ply = self.frames.len() as u32;
        // With the plies numbered no path comes back to where it was.
        if plies == UNLIMITED && !value.is_solved() && depth < ply {
            self.frames.last_mut().expect("a parent").may_cycle = true;
        }
        self.children.push(Child { m, site, value, visited, after, move_class, correlated });
        value
    }

    /// The last child of the top node that is alike.
    fn last_of_class(&self, move_class: u32) -> Option<u16> {
        let siblings = &self.children[self.top().first..];
        siblings.iter().rposition(|child| child.move_class == move_class).map(|index| index as u16)
    }

    /// What is known of the child after `m` without search: its value, the shallowest ply at which it was met, and whether
    /// it was searched.
    fn appraise(&mut self, m: G::Move, site: &Site, plies: Plies, parent_is_or: bool) -> (Value, u32, bool) {
        if let Some(low) = self.repeated(site) {
            return (Value::disproved(UNLIMITED, site.hand, low), u32::MAX, true);
        }
        let found = self.table.look_up(site.board_key, site.hand, plies);
        if found.value.is_solved() {
            return (found.value, found.depth, true);
        }
        if self.salt != 0 && !found.exact {
            // What mates against every interposition mates without them.
            let true_value = self.table.look_up(site.board_key ^ self.salt, site.hand, plies).value;
            if true_value.is_proved() {
                return (true_value, found.depth, true);
            }
        }
        if let Some((disproved, low)) = self.paths.look_up(site.path_key, plies) {
            return (Value::disproved(disproved, site.hand, low), found.depth, true);
        }
        if found.exact {
            return (found.value, found.depth, true);
        }
        let mut value = found.value;
        if parent_is_or {
            let (defences, outcome) = if self.salt == 0 { self.try_check(m) } else { self.try_relaxed(m, plies) };
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
        self.position.defences(&mut defences);
        let outcome = defences.first.map_or_else(|| self.mated(), |first| self.answered_by(first));
        self.position.unmake(m);
        (defences.count, outcome)
    }

    /// The value of not being mated where the defence `m` is at hand: it is no matter what the attacker holds, as
    /// long as a piece that `m` drops is the defender's.
    pub fn answered_by(&self, m: G::Move) -> Value {
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
        let visitors = |site: &Site| if self.in_company { self.crew.visitors(site) } else { 0 };
        let tally = Tally::of(children, frame.is_or, visitors);
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
        Summary { value, next: Some(next) }
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
