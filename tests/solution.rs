//! A game that is solved: the engine plays it perfectly with its solution, and on without one.

use crate::support::Heard;
use kumataka::game::{GameValue, PerfectLine, Playable, PlayablePosition as _, Position as _, SfenMode, Solved, Watch};
use kumataka::rules::{AnyGame, EnteringKing, Kind, KindSpec, RepetitionRule, Ruleset, Spec};
use kumataka::solve::{Dobutsu, Material};
use kumataka::usi::{Engine, Games, Output};
use once_cell::sync::Lazy;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

const CHICK: Kind = Kind::new(0);
const HEN: Kind = Kind::new(2);
const PIECE: KindSpec = KindSpec { letter: b'P', captured_as: Some(CHICK), total: 2, ..KindSpec::PLAIN };
const LION: &[(i8, i8)] = &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const GOLD: &[(i8, i8)] = &[(0, 1), (1, 1), (1, 0), (0, -1), (-1, 0), (-1, 1)];

/// The data of the game.
const SPEC: Spec = Spec {
    name: "chicks",
    files: 3,
    ranks: 4,
    kinds: &[
        KindSpec { steps: &[(0, 1)], promotes_to: Some(HEN), value: 100, hand_value: 100, ..PIECE },
        KindSpec { letter: b'K', steps: LION, total: 2, ..KindSpec::PLAIN },
        KindSpec { steps: GOLD, promoted: true, value: 400, ..PIECE },
    ],
    hand_kinds: 1,
    king: Kind::new(1),
    zone_ranks: 1,
    forced_promotion: true,
    entering_king: &[EnteringKing::TryRank],
    repetition: RepetitionRule::THREEFOLD_DRAW,
    dead_drops: true,
    king_capture: true,
    start: "1k1/1p1/1P1/1K1 b - 1",
    solver: Some(&Dobutsu(Material([false, false, true]))),
    ..Spec::PLAIN
};

/// Dobutsu shogi with lions and chicks alone, which is solved in no time. The first to move wins in 15 plies.
fn chicks() -> AnyGame {
    static RULESET: Lazy<Box<Ruleset>> = Lazy::new(|| Ruleset::new(SPEC));
    AnyGame::new(&RULESET)
}

fn solve(path: &Path) {
    let watch = Watch { threads: 2, stop: &AtomicBool::new(false), progress: &|_| {} };
    let solved = SPEC.solver.unwrap().solve(path, &watch).unwrap();
    assert!(matches!(solved, Solved::Finished(_)));
}

struct Client {
    engine: Engine,
    heard: Heard,
}

impl Client {
    fn new(solution: &Path) -> Self {
        let heard = Heard::default();
        let engine = Engine::new(Games::only(chicks()), Output::new(heard.clone()));
        let mut client = Self { engine, heard };
        client.say("setoption name USI_Hash value 1");
        client.say(&format!("setoption name SolutionFile value {}", solution.display()));
        client
    }

    fn say(&mut self, line: &str) {
        assert!(self.engine.obey(line.as_bytes()).is_continue());
    }

    /// Says a line, and waits for what is said from then on until `wanted` comes.
    fn ask(&mut self, line: &str, wanted: &str) -> Vec<String> {
        self.heard.forget();
        self.say(line);
        self.heard.wait_for(wanted).lines().map(str::to_owned).collect()
    }
}

fn is_searched(lines: &[String]) -> bool {
    lines.iter().any(|line| line.starts_with("info depth") && !line.contains(" nodes 0 "))
}

#[test]
fn the_engine_plays_perfectly_and_counts_the_plies() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chicks.solution");
    solve(&path);
    let mut client = Client::new(&path);
    let mut position = chicks().start();
    let mut moves = Vec::new();
    while position.verdict().is_none() {
        let left = 15 - moves.len();
        client.say(&format!("position startpos moves {}", moves.join(" ")));
        let lines = client.ask("go movetime 50", "bestmove");
        let best = lines.last().unwrap().split(' ').nth(1).unwrap().to_owned();
        // The last move is a try, or takes the lion: the search knows the first without being told.
        if left > 1 {
            let score = format!(" score mate {}{left} ", if left % 2 == 0 { "-" } else { "" });
            assert!(!is_searched(&lines) && lines[0].contains(&score), "{left}: {lines:?}");
            assert_eq!(lines[0].split(" pv ").nth(1).unwrap().split(' ').count(), left, "{lines:?}");
        }
        let m = position.parse_move(&best).unwrap();
        position.make(m, &mut ());
        moves.push(best);
    }
    assert_eq!(moves.len(), 15, "{moves:?}");
}

#[test]
fn a_solution_answers_only_where_a_game_is_played_at_full_strength() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chicks.solution");
    solve(&path);
    let mut client = Client::new(&path);
    client.say("position startpos");
    assert!(!is_searched(&client.ask("go movetime 50", "bestmove")));
    assert!(is_searched(&client.ask("go movetime 50 searchmoves 2c2b", "bestmove")));
    client.say("setoption name Skill_Level value 3");
    assert!(is_searched(&client.ask("go nodes 2000", "bestmove")));
    client.say("setoption name Skill_Level value 20");
    client.say("setoption name USI_AnalyseMode value true");
    assert!(is_searched(&client.ask("go movetime 50", "bestmove")));
    client.say("setoption name USI_AnalyseMode value false");
    client.say("setoption name SolutionFile value <empty>");
    assert!(is_searched(&client.ask("go movetime 50", "bestmove")));
}

#[test]
fn a_broken_solution_is_named_and_the_engine_plays_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.solution");
    solve(&path);
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let mut client = Client::new(&path);
    let lines = client.ask("isready", "readyok");
    let told = |lines: &[String]| lines.iter().any(|line| line.starts_with("info string no solution is used: "));
    assert!(told(&lines) && lines.iter().any(|line| line.contains("broken.solution: it has ")), "{lines:?}");
    client.say("position startpos");
    let lines = client.ask("go movetime 50", "bestmove");
    assert!(is_searched(&lines) && !told(&lines), "{lines:?}");
    fs::write(&path, &whole).unwrap();
    client.ask("isready", "readyok");
    assert!(!is_searched(&client.ask("go movetime 50", "bestmove")));
}

/// A position that recurs a third time is a draw, which saves a side that the solution sees lost.
#[test]
fn a_draw_by_repetition_is_better_than_a_loss() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chicks.solution");
    solve(&path);
    let solution = SPEC.solver.unwrap().open(&path).unwrap();
    let mut position = chicks().read_sfen("1k1/1p1/1PK/3 b - 1", SfenMode::Strict).unwrap();
    for text in ["1c1d", "2a3a", "1d1c", "3a2a", "1c1d", "2a3a", "1d1c"] {
        let m = position.parse_move(text).unwrap();
        position.make(m, &mut ());
    }
    assert_eq!(solution.value(&position.sfen()), Some(GameValue::Loss(6)));
    let line = PerfectLine::new(&*solution, &position).unwrap();
    let back = position.parse_move("3a2a").unwrap();
    assert_eq!(line, PerfectLine { value: GameValue::Draw, moves: vec![back] });
}
