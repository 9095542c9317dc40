//! Taikyoku shogi: captures far ahead, and in searches that end before they have looked at every move.

use crate::support::on_large_stack;
use kumataka::eval::{Evaluated, EvaluationModel};
use kumataka::game::{Playable, SfenMode};
use kumataka::large::{LargeGame, Position, Wide};
use kumataka::search::{Limits, SearchOptions, Searcher};
use kumataka::variants::WideVariant;

const GAME: WideVariant = WideVariant::Taikyoku;

fn model() -> <LargeGame<Wide> as Evaluated>::Model {
    EvaluationModel::internal(GAME.game()).expect("the internal evaluation")
}

/// The start with other ranks in place of the first twelve.
fn position(ranks: &[&str; 12], side: char) -> Position<Wide> {
    let start = GAME.spec().start.split(' ').next().expect("a board");
    let own = start.split('/').map(str::to_owned).skip(12);
    let board: Vec<String> = ranks.iter().map(|&rank| rank.to_owned()).chain(own).collect();
    let sfen = format!("{} {side} - 1", board.join("/"));
    GAME.game().read_sfen(&sfen, SfenMode::Strict).expect(&sfen)
}

#[test]
fn a_piece_less_counts_however_far_a_side_is_ahead() {
    let empty = "36";
    let score = |first: &str| {
        let mut ranks = [empty; 12];
        ranks[0] = first;
        model().explain(&position(&ranks, 'b')).1
    };
    assert!(score("17,k,18") > score("17,k,l,17"));
    assert!(score("17,k,l,17") > score("17,k,l,cp,16"));
}

/// Seven hundred moves, of which those of the last rank come first in the list.
#[test]
fn a_short_search_begins_with_captures() {
    on_large_stack(|| {
        let start = GAME.spec().start;
        let ranks: Vec<&str> = start.split('/').take(12).collect();
        let mut changed = ["36"; 12];
        (changed[0], changed[10], changed[11]) = (ranks[0], ranks[10], "17,FK,18");
        let position = position(&changed, 'w');
        let mut searcher = Searcher::<LargeGame<Wide>, _>::new(8, model().evaluator()).expect("memory");
        let outcome = searcher.think(&position, &Limits::nodes(100), &SearchOptions::default(), &mut ());
        let best = GAME.game().usi(outcome.best.expect("a move")).to_string();
        assert_eq!(best, "19k19l");
    });
}
