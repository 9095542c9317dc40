//! Mates by the solver, and by the search within few nodes.

use crate::support::on_large_stack;
use kumataka::eval::{Evaluated, EvaluationModel};
use kumataka::game::{Playable, PlayablePosition as _, Position as _, SfenMode, score};
use kumataka::large::{LargeGame, Wide};
use kumataka::mate::{Length, Limits as MateLimits, Outcome, Solver};
use kumataka::search::{Limits, SearchOptions, Searcher};
use kumataka::variants::WideVariant;

/// A mate with its length in plies, and the nodes within which the search sees it.
struct Mate {
    variant: WideVariant,
    plies: usize,
    nodes: u64,
    sfen: String,
}

fn mate(variant: WideVariant, plies: usize, nodes: u64, ranks: &[&str], last: &str) -> Mate {
    let side = usize::from(variant.spec().ranks);
    let empty = vec![side.to_string(); side - ranks.len() - 1].join("/");
    Mate { variant, plies, nodes, sfen: format!("{}/{empty}/{last} b - 1", ranks.join("/")) }
}

/// The same with pieces in hand.
fn mate_by_drops(plies: usize, nodes: u64, ranks: &[&str], last: &str, hands: &str) -> Mate {
    let board = mate(WideVariant::WaDrops, plies, nodes, ranks, last);
    Mate { sfen: board.sfen.replace(" - ", &format!(" {hands} ")), ..board }
}

fn mates() -> Vec<Mate> {
    use WideVariant::{MakaDaiDai, Tenjiku, Wa};
    vec![
        mate(Wa, 1, 200, &["5,ck,5", "11", "5,VW,5", "11", "5,OC,5"], "5,CK,5"),
        mate(Wa, 3, 2_000, &["11", "5,ck,5", "10,+SW", "+SW,10"], "5,CK,5"),
        mate_by_drops(1, 3_000, &["5,ck,5", "11", "5,VW,5"], "5,CK,5", "VW"),
        // A check from afar over pawns, which no piece can block.
        mate(Tenjiku, 1, 300, &["7,g,k,g,6", "7,p,p,p,6", "16", "16", "16", "16", "16", "14,GGN,1"], "K,15"),
        mate(Tenjiku, 3, 10_000, &["16", "8,k,7", "15,R", "R,15"], "8,K,7"),
        mate(MakaDaiDai, 1, 300, &["8,p,k,p,8", "8,p,1,p,8", "19", "19", "19", "19", "19", "17,FK,1"], "K,18"),
        mate(MakaDaiDai, 3, 15_000, &["19", "9,k,9", "18,R", "R,18"], "9,K,9"),
    ]
}

#[test]
fn the_solver_finds_mates() {
    for Mate { variant, plies, sfen, .. } in mates() {
        let position = variant.game().read_sfen(&sfen, SfenMode::Strict).expect(&sfen);
        let mut solver = Solver::<LargeGame<Wide>>::new(16).expect("memory");
        let limits = MateLimits { deadline: None, nodes: Some(1_000), stop: None };
        match solver.solve(&position, position.side_to_move(), Length::Short, limits).outcome {
            Outcome::Mate(mate) => assert_eq!(mate.line.len(), plies, "{sfen}"),
            _ => panic!("no mate in {sfen}"),
        }
    }
}

#[test]
fn the_search_finds_mates() {
    on_large_stack(|| {
        for Mate { variant, plies, nodes, sfen } in mates() {
            let game = variant.game();
            let position = game.read_sfen(&sfen, SfenMode::Strict).expect(&sfen);
            let model = <LargeGame<Wide> as Evaluated>::Model::internal(game).expect("the internal evaluation");
            let mut searcher = Searcher::<LargeGame<Wide>, _>::new(8, model.evaluator()).expect("memory");
            let outcome = searcher.think(&position, &Limits::nodes(nodes), &SearchOptions::default(), &mut ());
            assert_eq!(outcome.score, score::mate_in(plies), "{sfen}");
            let m = outcome.best.expect("a move");
            assert_eq!(position.legality(m), Ok(()), "{sfen}");
        }
    });
}
