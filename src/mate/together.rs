//! Several threads on one problem.
//!
//! Each searches from the root on its own path; they share the table. To spread them, a node with a thread inside looks
//! harder to the others than it is (virtual proof and disproof numbers; Kaneko, *Parallel depth first proof number
//! search*, AAAI 2010). The numbers stored and backed up are the true ones. Results that depend on a path stay with the
//! thread on that path, so that they are as sound as those of one thread.

use super::dfpn::Search;
use super::limits::Limits;
use super::paths::PathTable;
use super::value::{Plies, Value};
use crate::game::Game;
use std::panic;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::{self, Builder};

/// A thread's part of a search.
struct Part {
    value: Option<Value>,
    /// The longest path searched, in plies.
    deepest: usize,
}

impl<G: Game> Search<'_, G> {
    /// As [`Search::solve`], joined by other threads if it takes long.
    pub fn solve_together(&mut self, plies: Plies) -> Option<Value> {
        if self.helpers.is_empty() {
            return self.solve(plies);
        }
        let alone = self.nodes + self.shared.nodes_alone;
        let nodes = Some(self.limits.nodes.map_or(alone, |limit| limit.min(alone)));
        let value = self.within(Limits { nodes, ..self.limits }, |search| search.solve(plies));
        if value.is_some() || self.limits.are_reached(self.nodes) {
            return value;
        }
        let helpers = std::mem::take(&mut self.helpers);
        let value = self.solve_with(helpers, plies);
        self.helpers = helpers;
        value
    }

    /// Searches on this thread and on one for each of the `helpers`.
    fn solve_with(&mut self, helpers: &mut [PathTable], plies: Plies) -> Option<Value> {
        let (position, attacker, shared, limits) = (self.position.clone(), self.attacker, self.shared, self.limits);
        let salt = self.salt;
        shared.nodes.store(self.nodes, Relaxed);
        shared.is_done.store(false, Relaxed);
        self.nodes_shared = self.nodes;
        let (own, others) = thread::scope(|scope| {
            let threads: Vec<_> = helpers
                .iter_mut()
                .filter_map(|paths| {
                    let position = &position;
                    let search = move || {
                        let mut search = Search::<G>::new(position, attacker, shared, paths, limits);
                        search.salt = salt;
                        search.share_in(plies)
                    };
                    // If the system starts no more threads, there is one helper fewer.
                    Builder::new().name("mate helper".into()).spawn_scoped(scope, search).ok()
                })
                .collect();
            let own = self.share_in(plies);
            let join = |thread: thread::ScopedJoinHandle<'_, Part>| {
                thread.join().unwrap_or_else(|reason| panic::resume_unwind(reason))
            };
            (own, threads.into_iter().map(join).collect::<Vec<_>>())
        });
        self.table.take();
        self.nodes = shared.nodes.load(Relaxed);
        self.deepest = others.iter().fold(own.deepest, |deepest, part| deepest.max(part.deepest));
        others.into_iter().fold(own.value, |value, part| value.or(part.value))
    }

    /// Searches on one of several threads.
    fn share_in(&mut self, plies: Plies) -> Part {
        self.is_parallel = true;
        let value = self.solve(plies);
        self.is_parallel = false;
        self.share_nodes();
        self.shared.is_done.fetch_or(value.is_some(), Relaxed);
        // Others may still have to make room.
        self.table.let_go();
        Part { value, deepest: self.deepest }
    }

    /// True if all together have reached a limit, or another thread has the answer.
    pub fn all_must_stop(&mut self) -> bool {
        let nodes = self.share_nodes();
        self.shared.is_done.load(Relaxed) || self.limits.are_reached(nodes)
    }

    /// Adds new nodes to the common count, and returns it.
    fn share_nodes(&mut self) -> u64 {
        let new = self.nodes - self.nodes_shared;
        self.nodes_shared = self.nodes;
        self.shared.nodes.fetch_add(new, Relaxed) + new
    }
}
