//! Records with new scores: the moves and the result stay, every position is searched again.

use super::samples::{PackedGame, Ply};
use super::selfplay::node_limits;
use crate::game::{Evaluator, Playable, PlayablePosition as _, Position};
use crate::search::{SearchOptions, Searcher};

/// The game from `position` with scores by searches of `nodes` nodes. It ends before the first illegal move.
pub fn rescore<G: Playable, E: Evaluator<G>>(
    game: &PackedGame,
    mut position: G::Position,
    searcher: &mut Searcher<G, E>,
    nodes: u64,
) -> PackedGame {
    let options = SearchOptions { draw_values: [0, 0], ..SearchOptions::default() };
    let mut plies = Vec::with_capacity(game.plies.len());
    searcher.new_game();
    for ply in &game.plies {
        let Some(m) = ply.to_move().filter(|&m| position.legality(m).is_ok()) else { break };
        let outcome = searcher.think(&position, &node_limits(nodes), &options, &mut ());
        plies.push(Ply { move_bits: ply.move_bits, score: outcome.score as i16 });
        position.make(m, &mut ());
    }
    PackedGame { plies, ..game.clone() }
}
