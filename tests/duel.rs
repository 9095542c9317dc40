//! A game outside the program, without drops and on a board of its own, goes through every door that the contract opens.

mod game;

use crate::arena::example;
use crate::support::{Heard, on_large_stack};
use game::Duel;
use kumataka::board::Color;
use kumataka::eval::{Evaluated, EvaluationModel};
use kumataka::game::score::mate_in;
use kumataka::game::{Dialect, Playable, PlayablePosition as _, Position as _, RuleChoices, SfenMode, Verdict};
use kumataka::mate::{self, Length, Solver};
use kumataka::measure::bench;
use kumataka::measure::perft::Division;
use kumataka::search::{Limits, NoThread, SearchOptions, Searcher};
use kumataka::training::samples::GameResult;
use kumataka::training::selfplay::{SelfPlayOptions, play};
use kumataka::usi::{Engine, Games, Output};
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

type Board = <Duel as kumataka::game::Game>::Position;

/// Black mates by the rook to 5a, and by nothing else at once.
const MATE_IN_ONE: &str = "2k2/R3R/5/5/2K2 b - 1";

fn board(sfen: &str) -> Board {
    Duel.read_sfen(sfen, SfenMode::Strict).unwrap()
}

fn count(position: &mut Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal();
    moves
        .into_iter()
        .map(|m| {
            position.make(m, &mut ());
            let nodes = count(position, depth - 1);
            position.unmake(m);
            nodes
        })
        .sum()
}

#[test]
fn text_and_perft() {
    for sfen in [Duel.start_sfen(), MATE_IN_ONE, "k4/5/2r2/5/4K w - 12"] {
        assert_eq!(board(sfen).sfen(), sfen);
    }
    let divided = |depth| {
        let division = Division::new(&Duel.start(), depth, Dialect::Usual, &AtomicBool::new(false));
        division.unwrap().nodes
    };
    for depth in 0..5 {
        assert_eq!(divided(depth), count(&mut Duel.start(), depth));
    }
    // Six moves of each rook, five of the king.
    assert_eq!(divided(1), 17);
}

fn duel_model() -> <Duel as Evaluated>::Model {
    <Duel as Evaluated>::Model::internal(Duel).unwrap()
}

#[test]
fn search_bench_and_mate_solver() {
    on_large_stack(|| {
        let position = board(MATE_IN_ONE);
        let mut searcher = Searcher::<Duel, _>::new(1, duel_model().evaluator()).unwrap();
        let outcome = searcher.think(&position, &Limits::depth(4), &SearchOptions::default(), &mut ());
        assert_eq!(outcome.score, mate_in(1));
        assert!(["5b5a", "1b1a"].contains(&&*Duel.usi(outcome.best.unwrap()).to_string()));

        let mut solver = Solver::<Duel>::new(1).unwrap();
        let report = solver.solve(
            &position,
            Color::Black,
            Length::Shortest,
            mate::Limits { deadline: None, nodes: None, stop: None },
        );
        let mate::Outcome::Mate(mate) = report.outcome else { panic!("{report:?}") };
        assert_eq!(mate.line.len(), 1);
    });
    let settings = bench::Settings::of(bench::Effort::Depth(3));
    let (model, never) = (duel_model(), AtomicBool::new(false));
    let mut lines = Vec::new();
    let summary = bench::run::<Duel, NoThread>(Duel, &settings, &model, &never, |line| {
        lines.push(line);
        Ok(())
    });
    assert!(summary.unwrap().nodes > 0 && lines.len() == 2, "{lines:?}");
}

#[test]
fn the_protocol() {
    let heard = Heard::default();
    let mut engine = Engine::new(Games::only(Duel), Output::new(heard.clone()));
    let mut say = |line: &str| assert!(engine.obey(line.as_bytes()).is_continue());
    ["usi", "setoption name USI_Hash value 1", "setoption name DuelRepetition value second", "isready"]
        .into_iter()
        .for_each(&mut say);
    let text = heard.wait_for("readyok");
    assert!(text.contains("option name USI_Variant type combo default duel var duel\n"), "{text}");
    assert!(text.contains("option name DuelRepetition type combo default third var third var second\n"), "{text}");
    ["position startpos moves 5d5b", "moves", "d", "eval", "go depth 3"].into_iter().for_each(&mut say);
    let text = heard.wait_for("bestmove ");
    assert!(text.contains("static evaluation for the side to move: cp -500 (material)"), "{text}");
    say(&format!("position sfen {MATE_IN_ONE}"));
    say("go mate 10000");
    heard.wait_for("checkmate ");
    say("go hisshi");
    heard.wait_for("hisshi notimplemented\n");
    say("position startpos moves 5d5a");
    let text = heard.wait_for("move 1");
    assert!(text.contains("5d5a: no piece of the side to move goes that way"), "{text}");
    say("position startpos moves 3e3d 3a3b 3d3e 3b3a");
    say("d");
    heard.wait_for("the game is over: draw: repetition");
}

/// The engine as a program of its own.
#[test]
fn a_program() {
    let mut command = Command::new(example("duel_engine"));
    let mut engine = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let words = format!("usi\nsetoption name USI_Hash value 1\nisready\nposition sfen {MATE_IN_ONE}\ngo depth 2\n");
    engine.stdin.take().unwrap().write_all(words.as_bytes()).unwrap();
    let output = engine.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains(" score mate 1 ") && text.contains("\nbestmove "), "{text}");
}

#[test]
fn self_play() {
    let options = SelfPlayOptions { games: 6, nodes: 100, max_plies: 80, ..SelfPlayOptions::default() };
    let mut results = Vec::new();
    let model = duel_model();
    let stop = AtomicBool::new(false);
    play::<Duel, _, NoThread>(&Duel, &|| model.evaluator(), &options, &|_| true, &stop, &mut |_, sample| {
        results.push(sample.result);
        Ok(())
    })
    .unwrap();
    assert_eq!(results.len(), 6);
    assert!(results.iter().any(|result| *result != GameResult::Draw), "{results:?}");
}

/// The verdict once the kings have gone to and fro.
fn after_a_shuffle(mut position: Board) -> Option<Verdict> {
    for text in ["3e3d", "3a3b", "3d3e", "3b3a"] {
        let m = position.parse_move(text).unwrap();
        position.make(m, &mut ());
    }
    position.verdict()
}

#[test]
fn rules_are_chosen_by_name() {
    let mut choices = RuleChoices::default();
    assert!(choices.choose_text("duel", &Duel.options(), "fourth").is_err());
    choices.choose_text("duel", &Duel.options(), "second").unwrap();
    let mut position = Duel.start();
    position.set_rules(&choices);
    assert!(after_a_shuffle(position).is_some() && after_a_shuffle(Duel.start()).is_none());
}
