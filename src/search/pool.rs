//! Threads that search together (interface only, for now).

use super::{Clock, Limits, Outcome, Reporter, SearchOptions};
use crate::game::{Evaluator, Game};
use std::marker::PhantomData;

/// Bytes of stack that a searching thread needs.
pub const STACK_SIZE: usize = 16 << 20;

/// Worker threads that wait for searches.
pub struct Pool<G: Game, E: Evaluator<G>>(PhantomData<(G, E)>);

impl<G: Game, E: Evaluator<G> + 'static> Pool<G, E> {
    pub fn new(_evaluator: impl Fn() -> E + Send + Sync + 'static) -> Self {
        Self(PhantomData)
    }
    pub fn set_threads(&mut self, _threads: usize) {}
    pub fn set_evaluator(&mut self, _evaluator: impl Fn() -> E + Send + Sync + 'static) {}
    pub fn resize_table(&mut self, megabytes: usize) -> usize {
        megabytes
    }
    pub fn new_game(&mut self) {}
    pub fn start<R: Reporter<G::Move> + 'static>(
        &mut self,
        _position: &G::Position,
        _limits: Limits<G::Move>,
        _options: &SearchOptions,
        _reporter: R,
    ) {
        todo!()
    }
    pub fn stop(&self) {}
    pub fn ponderhit(&self, _clock: Option<Clock>) {}
    pub fn is_searching(&self) -> bool {
        false
    }
    pub fn wait(&mut self) {}
}

/// One worker on the calling thread.
pub struct Searcher<G: Game, E: Evaluator<G>>(PhantomData<(G, E)>);

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub fn new(_megabytes: usize, _evaluator: E) -> Self {
        Self(PhantomData)
    }
    pub fn resize_table(&mut self, megabytes: usize) -> usize {
        megabytes
    }
    pub fn new_game(&mut self) {}
    pub fn think(
        &mut self,
        _position: &G::Position,
        _limits: &Limits<G::Move>,
        _options: &SearchOptions,
        _reporter: &mut impl Reporter<G::Move>,
    ) -> Outcome<G::Move> {
        todo!()
    }
}
