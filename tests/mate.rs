//! The mate solver against a plain exhaustive one, and on chosen problems.

use kumataka::board::Color;
use kumataka::game::{Game, Position as _, Scope};
use kumataka::mate::{Length, Limits, Outcome, Solver, is_mate};
use kumataka::rules::{Position, Rules, SfenMode};
use kumataka::variants::{Shogi, Tori};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Every position that checks and defences lead to from a root, solved from the mates backwards.
struct Exhaustive {
    attacks: Vec<bool>,
    /// Without check and without a move, the defender is not mated.
    stalemates: Vec<bool>,
    successors: Vec<Vec<usize>>,
}

impl Exhaustive {
    /// None if there are more than `bound` positions.
    fn explore<R: Rules>(root: &Position<R>, attacker: Color, bound: usize) -> Option<Self> {
        let mut graph = Self { attacks: Vec::new(), stalemates: Vec::new(), successors: Vec::new() };
        let mut numbers = HashMap::from([(root.key(), 0)]);
        let mut positions = vec![root.clone()];
        while let Some(position) = positions.get(graph.attacks.len()).cloned() {
            let attacks = position.side_to_move() == attacker;
            let mut moves = <R as Game>::MoveList::default();
            position.legal_moves(&mut moves);
            let mut successors = Vec::new();
            for &m in moves.as_ref().iter().filter(|&&m| !attacks || position.gives_check(m)) {
                let number = *numbers.entry(position.key_after(m)).or_insert(positions.len());
                if number == positions.len() {
                    positions.push(position.clone());
                    positions[number].make(m, &mut ());
                }
                successors.push(number);
            }
            if positions.len() > bound {
                return None;
            }
            graph.attacks.push(attacks);
            graph.stalemates.push(successors.is_empty() && !position.in_check());
            graph.successors.push(successors);
        }
        Some(graph)
    }

    /// Plies of the shortest mate from each position against the longest defence.
    fn lengths(&self) -> Vec<Option<usize>> {
        let mut lengths: Vec<Option<usize>> = vec![None; self.attacks.len()];
        for plies in 0.. {
            let mates = |&at: &usize| {
                let mut next = self.successors[at].iter().map(|&to| lengths[to]);
                lengths[at].is_none()
                    && !self.stalemates[at]
                    && if self.attacks[at] { next.any(|l| l.is_some()) } else { next.all(|l| l.is_some()) }
            };
            let new: Vec<usize> = (0..self.attacks.len()).filter(mates).collect();
            // An attacker without checks is not one whose every defence is mated.
            if new.is_empty() {
                break;
            }
            new.into_iter().for_each(|at| lengths[at] = Some(plies));
        }
        lengths
    }
}

/// A few pieces near a corner, and a few in hand; whatever the rules allow.
fn random_position<R: Rules>(random: &mut Xoshiro256PlusPlus) -> Option<Position<R>> {
    let (files, ranks) = (usize::from(R::FILES), usize::from(R::RANKS));
    let mut board = vec![String::new(); files * ranks];
    let defender_is_white = random.random_bool(0.5);
    let text = |kind: usize, white: bool| {
        let spec = &R::KINDS[kind];
        let letter = char::from(spec.letter);
        let letter = if white { letter.to_ascii_lowercase() } else { letter };
        if spec.promoted { format!("+{letter}") } else { letter.to_string() }
    };
    let mut place = |text: String, spread: usize, random: &mut Xoshiro256PlusPlus| {
        let (file, rank) = (random.random_range(0..spread.min(files)), random.random_range(0..spread.min(ranks)));
        let at = if defender_is_white { rank * files + files - 1 - file } else { (ranks - 1 - rank) * files + file };
        board[at] = text;
    };
    let king = R::KING.index();
    let piece = |random: &mut Xoshiro256PlusPlus| loop {
        let kind = random.random_range(0..R::KINDS.len());
        if kind != king {
            return kind;
        }
    };
    (0..random.random_range(0..3)).for_each(|_| place(text(piece(random), defender_is_white), 3, random));
    (0..random.random_range(2..5)).for_each(|_| place(text(piece(random), !defender_is_white), 4, random));
    if random.random_bool(0.25) {
        place(text(king, !defender_is_white), 9, random);
    }
    place(text(king, defender_is_white), 3, random);
    let rows: Vec<String> = board
        .chunks(files)
        .map(|row| row.iter().map(|text| if text.is_empty() { "1" } else { text }).collect::<String>())
        .collect();
    let mut hands = String::new();
    for white in [false, true] {
        let most = if white == defender_is_white { 1 } else { 2 };
        for _ in 0..random.random_range(0..=most) {
            hands += &text(random.random_range(0..R::HAND_KINDS), white);
        }
    }
    let side = if random.random_bool(0.75) == defender_is_white { 'b' } else { 'w' };
    let hands = if hands.is_empty() { "-" } else { &hands };
    Position::from_sfen(&format!("{} {side} {hands} 1", rows.join("/")), SfenMode::Tolerant).ok()
}

/// Positions with more than this to search through are passed over.
const LARGEST_GRAPH: usize = 600;

/// Compares verdicts, lengths and other solutions on `count` random positions small enough to be searched through.
fn agrees_with_exhaustive<R: Rules>(count: usize, seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut solver = Solver::<R>::new(1);
    let (mut compared, mut mates, mut longest, mut cooked, mut sound) = (0, 0, 0, 0, 0);
    while compared < count {
        let Some(position) = random_position::<R>(&mut random) else { continue };
        let attacker = position.problem_attacker(random.random_bool(0.5));
        let Some(graph) = Exhaustive::explore(&position, attacker, LARGEST_GRAPH) else { continue };
        // Most positions that are over at once tell nothing new.
        if graph.attacks.len() < 8 && random.random_bool(0.9) {
            continue;
        }
        let lengths = graph.lengths();
        let expected = lengths[0];
        let report = solver.solve(&position, attacker, Length::Shortest, Limits::default());
        let found = match &report.outcome {
            Outcome::Mate(mate) => {
                assert_eq!((mate.plies, mate.is_shortest), (mate.line.len(), true), "{}", position.sfen());
                assert!(mate.line.is_empty() || is_mate::<R>(&position, attacker, &mate.line));
                if graph.attacks[0] && mate.line.len() > 1 {
                    let mating = graph.successors[0].iter().filter(|&&to| lengths[to].is_some()).count();
                    let cooks = solver.cooks(&position, attacker, &mate.line, Limits::default()).unwrap();
                    let at_root = cooks.iter().filter(|cook| cook.ply == 0).count();
                    assert_eq!(at_root + 1, mating, "{}", position.sfen());
                    cooked += usize::from(at_root > 0);
                    sound += usize::from(at_root == 0);
                }
                Some(mate.line.len())
            }
            Outcome::NoMate => None,
            Outcome::Unknown => panic!("no limit was set: {}", position.sfen()),
        };
        assert_eq!(found, expected, "sfen {} attacker {attacker:?}", position.sfen());
        let first = solver.solve(&position, attacker, Length::FirstFound, Limits::default()).outcome;
        assert_eq!(matches!(first, Outcome::Mate(_)), expected.is_some(), "sfen {}", position.sfen());
        compared += 1;
        mates += usize::from(found.is_some());
        longest = longest.max(found.unwrap_or(0));
    }
    println!("{}: {compared} positions, {mates} mates, the longest in {longest}", R::NAME);
    assert!(
        mates * 50 > compared && compared > 10 * mates / 9,
        "{mates} mates of {compared}, the longest in {longest}"
    );
    assert!(cooked + sound > 0 || longest < 2, "{cooked} {sound}");
}

fn names<R: Rules>(moves: impl IntoIterator<Item = kumataka::rules::Move>) -> Vec<String> {
    let mut names: Vec<String> = moves.into_iter().map(|m| m.usi::<R>().to_string()).collect();
    names.sort();
    names
}

fn generated<R: Rules>(position: &Position<R>, scope: Scope) -> <R as Game>::MoveList {
    let mut moves = <R as Game>::MoveList::default();
    position.generate(scope, &mut moves);
    moves
}

/// What the solver asks of the rules, against the plainest way to find it.
fn contract_holds<R: Rules>(seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut checks, mut in_check, mut interpositions) = (0, 0, 0);
    for _ in 0..10_000 {
        let Some(position) = random_position::<R>(&mut random) else { continue };
        let everything = generated::<R>(&position, Scope::Everything);
        let legal = |m: &kumataka::rules::Move| position.is_legal(*m);
        let expected = everything.as_ref().iter().copied().filter(|&m| legal(&m) && position.gives_check(m));
        let found = generated::<R>(&position, Scope::Checks);
        let found = names::<R>(found.as_ref().iter().copied().filter(legal));
        assert_eq!(found, names::<R>(expected), "{}", position.sfen());
        checks += found.len();
        for &m in everything.as_ref() {
            let mut next = position.clone();
            next.make(m, &mut ());
            assert_eq!(position.board_key_after(m), next.board_key());
            assert_eq!(position.reserve_after(m), next.reserve(position.side_to_move()));
            assert_eq!(position.key_after(m), next.key());
        }
        if !position.in_check() {
            continue;
        }
        in_check += 1;
        let mut rich = position.clone();
        rich.hand_over_missing(position.side_to_move());
        let can_drop = generated::<R>(&rich, Scope::Evasions).as_ref().iter().any(|&m| rich.is_from_reserve(m));
        assert_eq!(position.reserve_can_answer(), can_drop, "{}", position.sfen());
        for &m in everything.as_ref().iter().filter(|&&m| position.is_legal(m)) {
            let captures = position.interposition_captures(m);
            assert!(!position.is_from_reserve(m) || captures[0].is_some(), "{}", position.sfen());
            assert!(!position.is_capture(m) || captures == [None; 2], "{}", position.sfen());
            interpositions += usize::from(captures[0].is_some());
        }
    }
    assert!(checks > 1000 && in_check > 500 && interpositions > 50, "{checks} {in_check} {interpositions}");
}

#[test]
fn contract_holds_for_shogi() {
    contract_holds::<Shogi>(5);
}

#[test]
fn contract_holds_for_tori() {
    contract_holds::<Tori>(6);
}

#[test]
fn sides_and_missing_pieces_of_problems() {
    let read = |sfen| Position::<Shogi>::from_sfen(sfen, SfenMode::Mate).unwrap();
    let lone = read("4k4/9/4P4/9/9/9/9/9/9 b G 1");
    assert_eq!((lone.problem_attacker(false), lone.problem_attacker(true)), (Color::Black, Color::Black));
    let to_defend = read("4k4/4G4/4P4/9/9/9/9/9/9 w - 1");
    assert_eq!(to_defend.problem_attacker(false), Color::Black);
    let both = read("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
    assert_eq!((both.problem_attacker(false), both.problem_attacker(true)), (Color::White, Color::Black));
    let quiet = read("4k4/9/4P4/9/9/9/9/9/4K4 w - 1");
    assert_eq!(quiet.problem_attacker(true), Color::White);
    let mut full = read("4k4/4+P4/4+R4/9/9/9/9/9/4K4 w Gb2p 1");
    full.hand_over_missing(Color::White);
    assert_eq!(full.sfen(), "4k4/4+P4/4+R4/9/9/9/9/9/4K4 w Gr2b3g4s4n4l17p 1");
}

/// Whether `attacker` mates within `plies`, tried move by move.
fn mates_within<R: Rules>(position: &mut Position<R>, attacker: Color, plies: usize) -> bool {
    let attacks = position.side_to_move() == attacker;
    let mut moves = <R as Game>::MoveList::default();
    position.legal_moves(&mut moves);
    if plies == 0 || moves.as_ref().is_empty() {
        return !attacks && moves.as_ref().is_empty() && position.in_check();
    }
    let mut after = |m: kumataka::rules::Move| {
        if attacks && !position.gives_check(m) {
            return false;
        }
        position.make(m, &mut ());
        let mates = mates_within(position, attacker, plies - 1);
        position.unmake(m);
        mates
    };
    if attacks { moves.as_ref().iter().any(|&m| after(m)) } else { moves.as_ref().iter().all(|&m| after(m)) }
}

/// For each problem the plies of the shortest mate, every interposition counted, and those of the line without useless
/// ones; or that there is no mate.
#[test]
fn chosen_problems() {
    let text = include_str!("data/mate/problems.tsv");
    let mut solver = Solver::<Shogi>::new(64);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (expected, sfen) = line.split_once('\t').unwrap();
        let (start, moves) = sfen.split_once(" moves ").unwrap_or((sfen, ""));
        let mut position = Position::<Shogi>::from_sfen(start, SfenMode::Mate).unwrap();
        let attacker = position.problem_attacker(false);
        for text in moves.split_ascii_whitespace() {
            let m = position.parse_move(text).unwrap();
            position.make(m, &mut ());
        }
        let verdict = match solver.solve(&position, attacker, Length::Shortest, Limits::default()).outcome {
            Outcome::Mate(mate) => {
                let (plies, counted) = (mate.line.len(), mate.counted);
                assert_eq!((mate.plies, mate.is_shortest), (plies, true), "{sfen}");
                assert!(is_mate::<Shogi>(&position, attacker, &mate.line), "{sfen}");
                if plies <= 5 {
                    assert!(mates_within(&mut position, attacker, plies), "{sfen}");
                    assert!(plies < 2 || !mates_within(&mut position, attacker, plies - 2), "{sfen}");
                }
                format!("{plies} {counted}")
            }
            Outcome::NoMate => "nomate".to_owned(),
            Outcome::Unknown => panic!("no limit was set: {sfen}"),
        };
        assert_eq!(verdict, expected, "{sfen}");
    }
}

/// Interpositions that only put the mate off are in the line where nothing else is left, and not in the length that
/// a problem states. Each row: the problem, plies of the line, plies that count.
#[test]
fn useless_interpositions_are_told_apart() {
    let problems = [
        // A rook from afar mates; what comes between is taken.
        ("8k/9/7GN/9/9/9/9/9/R8 b p 1", 3, 1),
        ("8k/9/7GN/9/9/9/9/9/R8 b 2pln 1", 9, 1),
        // The lance opened by the first move takes what is dropped before it, and the mate goes on as before.
        ("7l1/7k1/5R2P/6sK1/7L1/9/9/9/9 b r2b4g3s4n2l17p 1", 5, 5),
    ];
    for (sfen, plies, counted) in problems {
        let position = Position::<Shogi>::from_sfen(sfen, SfenMode::Mate).unwrap();
        let attacker = position.problem_attacker(false);
        let report = Solver::<Shogi>::new(16).solve(&position, attacker, Length::Short, Limits::default());
        let Outcome::Mate(mate) = report.outcome else { panic!("{sfen}: {:?}", report.outcome) };
        println!("{sfen} {} {} {:?}", mate.line.len(), mate.counted, mate.line);
        assert_eq!((mate.line.len(), mate.counted), (plies, counted), "{sfen}");
    }
}

#[test]
fn limits_are_kept() {
    // A lone king against nine pawns and half an army.
    let sfen = "4k4/9/9/9/9/9/9/9/9 b B4G2S9P2rb2s4n4l9p 1";
    let position = Position::<Shogi>::from_sfen(sfen, SfenMode::Mate).unwrap();
    let mut solver = Solver::<Shogi>::new(16);
    let limits = Limits { nodes: Some(5000), ..Limits::default() };
    let report = solver.solve(&position, Color::Black, Length::Short, limits);
    assert_eq!(report.outcome, Outcome::Unknown);
    assert!((5000..5200).contains(&report.nodes), "{}", report.nodes);
    let started = Instant::now();
    let limits = Limits { deadline: Some(started + Duration::from_millis(200)), ..Limits::default() };
    assert_eq!(solver.solve(&position, Color::Black, Length::Short, limits).outcome, Outcome::Unknown);
    assert!(started.elapsed() >= Duration::from_millis(200));
    let stop = std::sync::atomic::AtomicBool::new(true);
    let limits = Limits { stop: Some(&stop), ..Limits::default() };
    assert_eq!(solver.solve(&position, Color::Black, Length::Short, limits).outcome, Outcome::Unknown);
}

/// While the search runs, while the table grows, and once it is full and rid of entries.
#[test]
#[ignore = "times the machine, which must have nothing else to do"]
fn an_end_comes_at_once() {
    let sfen = "4k4/9/9/9/9/9/9/9/9 b B4G2S9P2rb2s4n4l9p 1";
    let position = Position::<Shogi>::from_sfen(sfen, SfenMode::Mate).unwrap();
    let mut delays: Vec<Duration> = (0..24u64)
        .map(|trial| {
            let mut solver = Solver::<Shogi>::new(if trial % 2 == 0 { 1024 } else { 8 });
            let stop = std::sync::atomic::AtomicBool::new(false);
            let after = Duration::from_millis(15 * trial);
            let deadline = (trial % 4 < 2).then(|| Instant::now() + after);
            let limits = Limits { deadline, stop: Some(&stop), ..Limits::default() };
            std::thread::scope(|scope| {
                let solver = &mut solver;
                let search = scope.spawn(|| {
                    let report = solver.solve(&position, Color::Black, Length::Short, limits);
                    (report.outcome, Instant::now())
                });
                std::thread::sleep(after);
                let end = deadline.unwrap_or_else(Instant::now);
                stop.store(deadline.is_none(), std::sync::atomic::Ordering::Relaxed);
                let (outcome, ended) = search.join().unwrap();
                assert_eq!(outcome, Outcome::Unknown);
                ended.saturating_duration_since(end)
            })
        })
        .collect();
    delays.sort();
    println!("ended after {:?} as a rule, {:?} at most", delays[12], delays[23]);
    // One may be late because the machine was busy elsewhere.
    assert!(delays[20] < Duration::from_millis(20), "{delays:?}");
}

#[test]
fn shogi_agrees_with_exhaustive_search() {
    agrees_with_exhaustive::<Shogi>(1_000, 1);
}

#[test]
fn tori_agrees_with_exhaustive_search() {
    agrees_with_exhaustive::<Tori>(300, 2);
}

/// `cargo test --release --test mate -- --ignored`
#[test]
#[ignore = "minutes long"]
fn many_positions_agree_with_exhaustive_search() {
    agrees_with_exhaustive::<Shogi>(90_000, 3);
    agrees_with_exhaustive::<Tori>(10_000, 4);
}
