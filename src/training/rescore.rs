//! Records with new scores: the moves and the result stay, every position is searched again, those in branches too.

use super::filter::for_each_branch;
use super::samples::{Branch, PackedGame, Ply};
use super::selfplay::node_limits;
use crate::game::{Evaluator, Playable, Position};
use crate::search::{SearchOptions, Searcher};

/// The game from `position` with scores by searches of `nodes` nodes, and with the best moves they find in its branches. It ends
/// before the first illegal move.
pub fn rescore<G: Playable, E: Evaluator<G>>(
    game: &PackedGame,
    mut position: G::Position,
    searcher: &mut Searcher<G, E>,
    nodes: u64,
) -> PackedGame {
    let options = SearchOptions { draw_values: [0, 0], ..SearchOptions::default() };
    let mut plies = Vec::with_capacity(game.plies.len());
    let mut branches = Vec::with_capacity(game.branches.len());
    searcher.new_game();
    for_each_branch(game, position.clone(), |branch, position| {
        let outcome = searcher.think(position, &node_limits(nodes), &options, &mut ());
        let best = outcome.best.map(|m| Ply::new(m, outcome.score as i16));
        branches.extend(best.map(|best| Branch { best, ..branch.clone() }));
    });
    for ply in &game.plies {
        let Some(m) = ply.legal(&position) else { break };
        let outcome = searcher.think(&position, &node_limits(nodes), &options, &mut ());
        plies.push(Ply { move_bits: ply.move_bits, score: outcome.score as i16 });
        position.make(m, &mut ());
    }
    PackedGame { plies, branches, ..game.clone() }
}
