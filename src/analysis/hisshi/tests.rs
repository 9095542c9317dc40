mod exhaustive;

use super::*;
use crate::game::SfenMode;
use crate::mate::Stop as _;
use crate::variants::Variant;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

fn read(sfen: &str) -> AnyPosition {
    Variant::Shogi.read_sfen(sfen, SfenMode::Mate).unwrap()
}

fn answer(position: &AnyPosition, moves: usize, nodes: u64) -> Answer {
    let mut solver = AnySolver::new(Variant::Shogi, 16).unwrap();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    HisshiSearch::new(&mut solver, position.side_to_move(), limits, u64::MAX).solve(position, moves)
}

fn solves(solver: &mut AnySolver, position: &AnyPosition, attacker: Color) -> bool {
    matches!(solver.solve(position, attacker, Length::FirstFound, Limits::default()).outcome, Outcome::Mate(_))
}

/// The moves that lead to hisshi within `moves` moves of the attacker, by the definition alone: nothing is remembered from one
/// position to the next, and no order is chosen.
fn by_definition(solver: &mut AnySolver, position: &AnyPosition, moves: usize) -> Vec<AnyMove> {
    let attacker = position.side_to_move();
    let leads = |&m: &AnyMove| is_lost(solver, &position.after(&[m]), attacker, moves - 1, 0);
    position.legal_moves().into_iter().filter(leads).collect()
}

/// The defender, to move, is in check or threatened with mate, and loses whatever he plays.
fn is_lost(solver: &mut AnySolver, position: &AnyPosition, attacker: Color, moves: usize, checks: usize) -> bool {
    position.passed().is_none_or(|passed| solves(solver, &passed, attacker))
        && position.legal_moves().into_iter().all(|m| is_won(solver, &position.after(&[m]), attacker, moves, checks))
}

/// The attacker, to move, mates by checks, or has a move that counts only out of no check.
fn is_won(solver: &mut AnySolver, position: &AnyPosition, attacker: Color, moves: usize, checks: usize) -> bool {
    if solves(solver, position, attacker) {
        return true;
    }
    let (moves, checks) = match position.in_check() {
        true if checks < MOST_COUNTER_CHECKS => (moves, checks + 1),
        false if moves > 0 => (moves - 1, checks),
        _ => return false,
    };
    position.legal_moves().into_iter().any(|m| is_lost(solver, &position.after(&[m]), attacker, moves, checks))
}

/// A king near a corner, a few men of both sides beside it, pieces in the attacker's hand, and perhaps his king, in check or not.
fn random_problem(random: &mut StdRng) -> Option<AnyPosition> {
    let mut board = [['.'; 9]; 9];
    if random.random_bool(0.3) {
        board[random.random_range(3..6)][8 - random.random_range(0..3)] = 'K';
    }
    board[random.random_range(0..2)][8 - random.random_range(0..2)] = 'k';
    for piece in "ppglnsPPGSNRB".chars() {
        let (row, column) = (random.random_range(0..4), 8 - random.random_range(0..4));
        if random.random_bool(0.5) && board[row][column] == '.' {
            board[row][column] = piece;
        }
    }
    let rows: Vec<String> = board.iter().map(|row| row.iter().collect::<String>()).collect();
    // Ranks of the board, with the number of its cells for each run of empty ones.
    let rows = (1..=9).rev().fold(rows.join("/"), |text, run| text.replace(&".".repeat(run), &run.to_string()));
    let hand = ["G", "S", "GS", "2S", "GN", "P", "GP"][random.random_range(0..7)];
    let posed = |side| Variant::Shogi.read_sfen(&format!("{rows} {side} {hand} 1"), SfenMode::Mate).ok();
    // The defender, who waits, is not in check.
    let is_quiet = !posed("w")?.in_check();
    posed("b").filter(|_| is_quiet)
}

/// Compares the search with the definition in `count` problems without a mate that take at most `nodes`; returns those with hisshi.
fn compare(count: usize, moves: usize, seed: u64, nodes: u64) -> usize {
    let mut random = StdRng::seed_from_u64(seed);
    let mut solver = AnySolver::new(Variant::Shogi, 1).unwrap();
    let (mut compared, mut solved) = (0, 0);
    while compared < count {
        let Some(position) = random_problem(&mut random) else { continue };
        let found = answer(&position, moves, nodes);
        let is_settled = match &found {
            Answer::Hisshi(hisshi) => hisshi.has_all_first_moves,
            Answer::Refuted => true,
            Answer::Mate(_) | Answer::Open => false,
        };
        if !is_settled {
            continue;
        }
        compared += 1;
        assert!(!solves(&mut solver, &position, position.side_to_move()), "{}", position.sfen());
        let mut expected = Vec::new();
        let mut length = 0;
        for left in 1..=moves {
            expected = by_definition(&mut solver, &position, left);
            length = 2 * left - 1;
            if !expected.is_empty() {
                break;
            }
        }
        let sfen = position.sfen();
        match found {
            Answer::Refuted => assert!(expected.is_empty(), "{sfen}"),
            Answer::Hisshi(mut hisshi) => {
                solved += 1;
                assert_eq!(hisshi.length, length, "{sfen}");
                check_defences(&position, hisshi.first_move_of_solution(), &hisshi.defences);
                assert!(hisshi.line().len() >= length, "{sfen}");
                hisshi.first_moves.sort_unstable_by_key(|&m| format!("{m:?}"));
                expected.sort_unstable_by_key(|&m| format!("{m:?}"));
                assert_eq!(hisshi.first_moves, expected, "{sfen}");
            }
            other => panic!("{sfen}: {other:?}"),
        }
    }
    solved
}

/// Every legal defence has an answer, and every mate ends in one.
fn check_defences(position: &AnyPosition, first: AnyMove, defences: &[Defence]) {
    let attacker = position.side_to_move();
    let mut behind = position.clone();
    behind.make(first);
    assert_eq!(behind.legal_moves().len(), defences.len());
    for Defence { m, reply } in defences {
        let mut next = behind.clone();
        next.play(*m).unwrap();
        match reply {
            Reply::Mate(line) => {
                line.iter().for_each(|&m| next.play(m).unwrap());
                assert_eq!(next.verdict().and_then(|verdict| verdict.winner), Some(attacker));
            }
            Reply::Move(m, defences) | Reply::Evasion(m, defences) => {
                assert_eq!(next.in_check(), matches!(reply, Reply::Evasion(..)));
                check_defences(&next, *m, defences);
            }
            Reply::Proved => panic!("no limit was set"),
        }
    }
}

#[test]
fn the_search_agrees_with_the_definition() {
    assert!(compare(50, 1, 1, 20_000) > 0);
}

#[test]
#[ignore = "takes hours; .ci/long runs it"]
fn the_search_agrees_with_the_definition_in_ten_thousand_problems() {
    assert!(compare(10_000, 1, 2, 1_000_000) > 500);
    assert!(compare(200, 2, 3, 1_000_000) > 5);
}

#[test]
fn whoever_has_no_king_to_lose_is_in_no_hisshi() {
    assert_eq!(answer(&read("9/9/9/9/9/9/9/9/4K4 b G 1"), 2, u64::MAX), Answer::Refuted);
}

#[test]
fn a_threat_is_parried_or_not() {
    let judged = |sfen: &str| {
        let position = read(sfen);
        let mut solver = AnySolver::new(Variant::Shogi, 16).unwrap();
        HisshiSearch::new(&mut solver, !position.side_to_move(), Limits::default(), 1_000).parry(&position)
    };
    // The king in the corner cannot move, and a pawn far away does not help.
    assert_eq!(judged("8k/6G2/8P/p8/9/9/9/9/4K4 w G 1"), Parry::Hisshi);
    assert!(matches!(judged("4k4/9/4P4/9/9/9/9/9/4K4 w G 1"), Parry::Parried(_)));
    assert_eq!(judged("4k4/9/9/9/9/9/9/9/4K4 w P 1"), Parry::NoThreat);
    assert_eq!(judged("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"), Parry::InCheck);
    // A check by the pawn only puts the mate off, one by a rook in hand takes the promoted pawn.
    assert_eq!(judged("8k/6G2/8P/9/9/9/4p4/9/4K4 w G 1"), Parry::Hisshi);
    assert!(matches!(judged("4k4/9/4+P4/9/9/9/9/9/K8 w Gr 1"), Parry::Parried(_)));
}

#[test]
fn a_mate_is_no_hisshi_and_a_limit_leaves_it_open() {
    let mate = read("4k4/9/4P4/9/9/9/9/9/9 b G 1");
    assert!(matches!(answer(&mate, 1, u64::MAX), Answer::Mate(line) if line.len() == 1));
    let lone = read("4k4/9/9/9/9/9/9/9/9 b P 1");
    assert_eq!(answer(&lone, 1, u64::MAX), Answer::Refuted);
    let mut solver = AnySolver::new(Variant::Shogi, 1).unwrap();
    let few = Limits { nodes: Some(3), ..Limits::default() };
    let stopped = HisshiSearch::new(&mut solver, lone.side_to_move(), few, u64::MAX).solve(&lone, 2);
    assert_eq!(stopped, Answer::Open);
    let stop = std::sync::atomic::AtomicBool::new(true);
    assert!(stop.is_wanted());
    let halted = Limits { stop: Some(&stop), ..Limits::default() };
    assert_eq!(HisshiSearch::new(&mut solver, lone.side_to_move(), halted, u64::MAX).solve(&lone, 2), Answer::Open);
}
