//! The mate solver against a plain exhaustive one, and on chosen problems.

use crate::problems::{Diagram, Problem, Problems};
use kumataka::board::Color;
use kumataka::game::{Game, Hands as _, Playable as _, PlayablePosition as _, Position as _, Scope, SfenMode};
use kumataka::mate::{Count, Length, Limits, Outcome, Solver, is_mate};
use kumataka::rules::{EnteringKing, Move, Position, RuleOptions, Rules};
use kumataka::variants::{DropVariant, Shogi};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a comparison has covered.
#[derive(Default)]
struct Tally {
    no_mates: usize,
    /// Mates by their plies.
    lengths: BTreeMap<usize, usize>,
    /// Problems with each of the features.
    features: BTreeMap<&'static str, usize>,
    /// Mates in more than two plies whose attacker has no choice before the last move, and others.
    sound: usize,
    cooked: usize,
    /// Mates that useless interpositions put off.
    delayed: usize,
}

impl Tally {
    fn add<R: Rules>(&mut self, problem: &Problem<R>) {
        match problem.lengths[0] {
            Some(plies) => *self.lengths.entry(plies).or_default() += 1,
            None => self.no_mates += 1,
        }
        for &feature in &problem.graph.features {
            *self.features.entry(feature).or_default() += 1;
        }
    }

    /// Mates in at least so many plies.
    fn mates(&self, plies: usize) -> usize {
        self.lengths.range(plies..).map(|(_, count)| count).sum()
    }

    fn count(&self) -> usize {
        self.no_mates + self.mates(0)
    }

    fn print(&self, game: &str, draws: usize) {
        println!("{game}: {} different positions of {draws} drawn, {} without mate", self.count(), self.no_mates);
        self.lengths.iter().for_each(|(plies, count)| println!("  mate in {plies}: {count}"));
        self.features.iter().for_each(|(name, count)| println!("  with {name}: {count}"));
        println!("  put off by useless interpositions: {}", self.delayed);
        println!("  with one solution: {}, with more: {}", self.sound, self.cooked);
    }
}

/// The number of other moves than those of `line` that mate within its length, at its last move at once. The solver must
/// find the same, by what it remembers of its last search, and beyond them only mates that are longer where useless
/// interpositions count.
fn other_mates<R: Rules>(solver: &mut Solver<R>, problem: &Problem<R>, line: &[Move]) -> usize {
    let Problem { position, attacker, graph, lengths } = problem;
    let (mut expected, mut possible) = (Vec::new(), Vec::new());
    let mut at = 0;
    for (ply, &m) in line.iter().enumerate() {
        if graph.attacks[at] {
            let limit = if ply + 1 < line.len() { line.len() } else { 1 };
            let others = graph.successors[at].iter().filter(|&&(other, _)| other != m);
            let mates = others.filter_map(|&(other, to)| Some((ply, other, lengths[to]? < limit)));
            possible.extend(mates.clone().map(|(ply, other, _)| (ply, other)));
            expected.extend(mates.filter(|&(.., is_within)| is_within).map(|(ply, other, _)| (ply, other)));
        }
        at = graph.successors[at].iter().find(|&&(other, _)| other == m).expect("a move of the graph").1;
    }
    let cooks = solver.other_mates(position, *attacker, line, Limits::default()).unwrap();
    let found: Vec<(usize, Move)> = cooks.iter().map(|cook| (cook.ply, cook.m)).collect();
    let names: Vec<String> = line.iter().map(|&m| position.rules().usi(m).to_string()).collect();
    let described = format!("sfen {} attacker {attacker:?} line {}", position.sfen(), names.join(" "));
    assert!(expected.iter().all(|cook| found.contains(cook)), "{described}: {expected:?} {found:?}");
    assert!(found.iter().all(|cook| possible.contains(cook)), "{described}: {possible:?} {found:?}");
    expected.iter().filter(|(ply, _)| ply + 1 < line.len()).count()
}

/// The solver's verdicts, lengths and other solutions against those of the exhaustive search.
fn agrees<R: Rules>(solver: &mut Solver<R>, problem: &Problem<R>, tally: &mut Tally, random: &mut Xoshiro256PlusPlus) {
    let Problem { position, attacker, graph, lengths } = problem;
    let described = || format!("sfen {} attacker {attacker:?}", position.sfen());
    for length in [Length::Shortest, Length::FirstFound, Length::Short] {
        let is_shortest = length == Length::Shortest;
        match solver.solve(position, *attacker, length, Limits::default()).outcome {
            Outcome::Mate(mate) => {
                assert!(is_mate::<R>(position, *attacker, &mate.line), "{}", described());
                assert!(lengths[0].is_some_and(|plies| plies <= mate.plies), "{}", described());
                assert_eq!(mate.count == Count::OfLine, length != Length::Short, "{}", described());
                if length == Length::Short {
                    assert!(lengths[0].is_some_and(|plies| mate.counted <= plies), "{}", described());
                    tally.delayed += usize::from(lengths[0].is_some_and(|plies| mate.counted < plies));
                }
                if is_shortest {
                    assert_eq!((Some(mate.plies), mate.is_shortest), (lengths[0], true), "{}", described());
                    assert_eq!(mate.line.len(), mate.plies, "{}", described());
                    let others = other_mates(solver, problem, &mate.line);
                    tally.cooked += usize::from(others > 0 && mate.plies > 2);
                    tally.sound += usize::from(others == 0 && mate.plies > 2);
                }
            }
            Outcome::NoMate => assert_eq!(lengths[0], None, "{}", described()),
            Outcome::Proved(_) | Outcome::Unknown => panic!("no limit was set: {}", described()),
        }
        other_mates(solver, problem, &graph.random_line(10, random));
    }
}

/// Compares the solver with exhaustive search on `count` random problems, of which many must be mates and some long, and
/// solvers of two and three threads on some of them, the drawing of which takes longer than to solve them. So many
/// `features` must be among them.
fn agrees_with_exhaustive<R: Rules>(rules: R, count: usize, seed: u64, features: usize) {
    let [mut solver, mut pair, mut three] = [1, 2, 3].map(|threads| {
        let mut solver = Solver::<R>::new(1).unwrap();
        solver.set_threads(threads);
        solver.join_after(0);
        solver
    });
    let mut problems = Problems::new(rules, seed);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(!seed);
    let mut tally = Tally::default();
    for number in 0..count {
        let problem = problems.draw();
        agrees(&mut solver, &problem, &mut tally, &mut random);
        match number % 10 {
            0 => agrees(&mut pair, &problem, &mut Tally::default(), &mut random),
            5 => agrees(&mut three, &problem, &mut Tally::default(), &mut random),
            _ => (),
        }
        tally.add(&problem);
    }
    tally.print(rules.spec().name, problems.draws);
    assert!(tally.mates(1) * 5 > count && tally.no_mates * 10 > count && tally.mates(3) * 50 > count);
    assert!(tally.features.len() == features && tally.sound + tally.cooked > 0);
}

fn names(rules: impl Rules, moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    let mut names: Vec<String> = moves.into_iter().map(|m| rules.usi(m).to_string()).collect();
    names.sort();
    names
}

fn generated<R: Rules>(position: &Position<R>, scope: Scope) -> <R as Game>::MoveList {
    let mut moves = <R as Game>::MoveList::default();
    position.generate(scope, &mut moves);
    moves
}

/// What the solver asks of the rules, against the plainest way to find it.
fn contract_holds<R: Rules>(rules: R, seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut checks, mut in_check, mut interpositions) = (0, 0, 0);
    for _ in 0..10_000 {
        let Some(position) = Diagram::random(rules, &mut random).position() else { continue };
        let everything = generated(&position, Scope::Everything);
        let legal = |m: &Move| position.is_legal(*m);
        let expected = everything.as_ref().iter().copied().filter(|&m| legal(&m) && position.gives_check(m));
        let found = generated(&position, Scope::Checks);
        let found = names(rules, found.as_ref().iter().copied().filter(legal));
        assert_eq!(found, names(rules, expected), "{}", position.sfen());
        checks += found.len();
        for &m in everything.as_ref() {
            let mut next = position.clone();
            next.make(m, &mut ());
            assert_eq!(position.board_key_after(m), next.board_key());
            assert_eq!(position.hand_after(m), next.hand(position.side_to_move()));
            assert_eq!(position.key_after(m), next.key());
        }
        if !position.in_check() {
            continue;
        }
        in_check += 1;
        let mut rich = position.clone();
        rich.hand_over_missing(position.side_to_move());
        let can_drop = generated(&rich, Scope::Evasions).as_ref().iter().any(|&m| rich.is_drop(m));
        assert_eq!(position.drop_can_answer(), can_drop, "{}", position.sfen());
        for &m in everything.as_ref().iter().filter(|&&m| position.is_legal(m)) {
            let captures = position.interposition_captures(m);
            assert!(!position.is_drop(m) || captures[0].is_some(), "{}", position.sfen());
            assert!(!position.is_capture(m) || captures == [None; 2], "{}", position.sfen());
            interpositions += usize::from(captures[0].is_some());
        }
    }
    assert!(checks > 1000 && in_check > 500 && interpositions > 50, "{checks} {in_check} {interpositions}");
}

#[test]
fn contract_holds_for_shogi() {
    contract_holds(Shogi, 5);
}

#[test]
fn contract_holds_for_tori() {
    contract_holds(DropVariant::Tori.game(), 6);
}

#[test]
fn sides_and_missing_pieces_of_problems() {
    let read = |sfen| Shogi.read_sfen(sfen, SfenMode::Mate).unwrap();
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
    let mut after = |m: Move| {
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
    let mut solver = Solver::<Shogi>::new(64).unwrap();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (expected, sfen) = line.split_once('\t').unwrap();
        let (start, moves) = sfen.split_once(" moves ").unwrap_or((sfen, ""));
        let mut position = Shogi.read_sfen(start, SfenMode::Mate).unwrap();
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
            Outcome::Proved(_) | Outcome::Unknown => panic!("no limit was set: {sfen}"),
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
        // If the king goes to the corner, one useless interposition after the other delays the mate in three; if he takes
        // the horse, it is a mate in five.
        ("9/6Spk/9/5R1+B1/9/9/9/9/9 b Nrb4g3s3n4l17p 1", 7, 5),
    ];
    for (sfen, plies, counted) in problems {
        let position = Shogi.read_sfen(sfen, SfenMode::Mate).unwrap();
        let attacker = position.problem_attacker(false);
        let report = Solver::<Shogi>::new(16).unwrap().solve(&position, attacker, Length::Short, Limits::default());
        let Outcome::Mate(mate) = report.outcome else { panic!("{sfen}: {:?}", report.outcome) };
        assert_eq!((mate.line.len(), mate.counted, mate.count), (plies, counted, Count::Exact), "{sfen}");
        assert!(is_mate::<Shogi>(&position, attacker, &mate.line), "{sfen}");
    }
}

/// The length is the same where the shortest mate is proved first, every interposition counted.
#[test]
fn a_proved_length_is_counted_too() {
    let position = Shogi.read_sfen("9/6Spk/9/5R1+B1/9/9/9/9/9 b Nrb4g3s3n4l17p 1", SfenMode::Mate).unwrap();
    let mut solver = Solver::<Shogi>::new(16).unwrap();
    let report = solver.solve(&position, Color::Black, Length::Shortest, Limits::default());
    let Outcome::Mate(mut mate) = report.outcome else { panic!("{:?}", report.outcome) };
    assert_eq!((mate.plies, mate.line.len(), mate.is_shortest, mate.count), (7, 7, true, Count::OfLine));
    solver.compose(&position, Color::Black, &mut mate, Limits::default());
    assert_eq!((mate.counted, mate.count), (5, Count::Exact));
    let none = Limits { nodes: Some(0), ..Limits::default() };
    let mut unknown = mate.clone();
    unknown.count = Count::OfLine;
    Solver::<Shogi>::new(16).unwrap().compose(&position, Color::Black, &mut unknown, none);
    assert_eq!((unknown.count, unknown.line), (Count::OfLine, mate.line));
}

/// A lone king against nine pawns and half an army.
const HARD: &str = "4k4/9/9/9/9/9/9/9/9 b B4G2S9P2rb2s4n4l9p 1";

fn limits_are_kept_by(threads: usize) {
    let position = Shogi.read_sfen(HARD, SfenMode::Mate).unwrap();
    let mut solver = Solver::<Shogi>::new(16).unwrap();
    solver.set_threads(threads);
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let report = solver.solve(&position, Color::Black, Length::Short, limits);
    assert_eq!(report.outcome, Outcome::Unknown);
    assert!((20_000..20_200).contains(&report.nodes), "{}", report.nodes);
    let started = Instant::now();
    let limits = Limits { deadline: Some(started + Duration::from_millis(200)), ..Limits::default() };
    assert_eq!(solver.solve(&position, Color::Black, Length::Short, limits).outcome, Outcome::Unknown);
    assert!(started.elapsed() >= Duration::from_millis(200));
    let stop = AtomicBool::new(true);
    let limits = Limits { stop: Some(&stop), ..Limits::default() };
    assert_eq!(solver.solve(&position, Color::Black, Length::Short, limits).outcome, Outcome::Unknown);
}

#[test]
fn limits_are_kept() {
    limits_are_kept_by(1);
}

#[test]
fn limits_are_kept_by_threads() {
    limits_are_kept_by(3);
}

/// Number 29 of Itō Kanju's Zukō (1755): the key is a knight left unpromoted, and to settle its promotion takes many
/// times the nodes.
#[test]
fn promotions_do_not_hold_back_the_key() {
    let sfen = "9/lgsl5/1p7/1k2G4/L1n6/+p8/1+B7/1+R7/3r5 b B3N2g3sl16p 1";
    let position = Shogi.read_sfen(sfen, SfenMode::Mate).unwrap();
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    let report = Solver::<Shogi>::new(64).unwrap().solve(&position, Color::Black, Length::FirstFound, limits);
    let Outcome::Mate(mate) = report.outcome else { panic!("{:?}", report.outcome) };
    assert!(is_mate::<Shogi>(&position, Color::Black, &mate.line));
}

/// Number 16 of Itō Kanju's Zukō (1755).
#[test]
fn a_solver_of_two_threads_finds_mates() {
    let position = Shogi.read_sfen("5gGl1/6R1n/5n1Lk/6+p2/5B1p1/9/9/9/9 b RBN2g4sn2l16p 1", SfenMode::Mate);
    let position = position.unwrap();
    // With room for everything, and without.
    for (megabytes, length) in [(64, Length::Short), (64, Length::FirstFound), (2, Length::FirstFound)] {
        let mut solver = Solver::<Shogi>::new(megabytes).unwrap();
        solver.set_threads(2);
        let report = solver.solve(&position, Color::Black, length, Limits::default());
        let Outcome::Mate(mate) = report.outcome else { panic!("{:?}", report.outcome) };
        assert!(is_mate::<Shogi>(&position, Color::Black, &mate.line) && mate.line.len() <= mate.plies);
        assert!(report.nodes > 4096, "no thread joins sooner");
    }
}

/// How late a search ends of which the end is asked for after some time, by a deadline or by another thread.
fn lateness(solver: &mut Solver<Shogi>, after: Duration, by_deadline: bool) -> Duration {
    let position = Shogi.read_sfen(HARD, SfenMode::Mate).unwrap();
    let stop = AtomicBool::new(false);
    let deadline = by_deadline.then(|| Instant::now() + after);
    let limits = Limits { deadline, stop: Some(&stop), ..Limits::default() };
    std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let report = solver.solve(&position, Color::Black, Length::Short, limits);
            (report.outcome, Instant::now())
        });
        std::thread::sleep(after);
        let end = deadline.unwrap_or_else(Instant::now);
        stop.store(!by_deadline, Ordering::Relaxed);
        let (outcome, ended) = search.join().unwrap();
        assert_eq!(outcome, Outcome::Unknown);
        ended.saturating_duration_since(end)
    })
}

/// How late the machine itself lets a loop end that does nothing but look at the clock.
fn bare_lateness(after: Duration) -> Duration {
    let end = Instant::now() + after;
    while Instant::now() < end {}
    end.elapsed()
}

/// While the search runs, while the table grows, and once it is full and rid of entries.
///
/// `cargo test --release --test all -- --ignored --nocapture an_end`
#[test]
#[ignore = "times the machine, which must have nothing else to do"]
fn an_end_comes_at_once() {
    let (mut delays, mut bare) = (Vec::new(), Vec::new());
    for trial in 0..48u64 {
        let mut solver = Solver::<Shogi>::new(if trial % 2 == 0 { 1024 } else { 8 }).unwrap();
        solver.set_threads(1 + (trial / 24) as usize);
        let after = Duration::from_millis(15 * (trial % 24));
        delays.push(lateness(&mut solver, after, trial % 4 < 2));
        // With a table to give back first.
        delays.push(lateness(&mut solver, after, trial % 4 < 2));
        bare.push(bare_lateness(after));
        bare.push(bare_lateness(after));
    }
    delays.sort();
    bare.sort();
    println!("ended after {:?} as a rule, {:?} at most; a bare loop {:?} at most", delays[48], delays[95], bare[95]);
    // A few may be late because the machine was busy elsewhere, as it was with the bare loop.
    assert!(delays[89] < Duration::from_millis(20) + bare[89], "{delays:?} {bare:?}");
}

#[test]
fn shogi_agrees_with_exhaustive_search() {
    agrees_with_exhaustive(Shogi, 1_000, 5, 7);
}

#[test]
fn tori_agrees_with_exhaustive_search() {
    agrees_with_exhaustive(DropVariant::Tori.game(), 300, 2, 7);
}

#[test]
fn small_games_agree_with_exhaustive_search() {
    agrees_with_exhaustive(DropVariant::Minishogi.game(), 60, 7, 7);
    agrees_with_exhaustive(DropVariant::Kyoto.game(), 60, 8, 7);
    agrees_with_exhaustive(DropVariant::Gorogoro.game(), 60, 9, 7);
    agrees_with_exhaustive(DropVariant::Annan.game(), 100, 10, 7);
    // No piece moves far, so that nothing can be put between.
    agrees_with_exhaustive(DropVariant::Dobutsu.game(), 60, 11, 6);
}

/// A king that can go to its goal wins by it. Where it would be taken there, the rule changes nothing.
#[test]
fn a_try_answers_a_check() {
    let plies = |sfen: &str, entering_king| {
        let mut position = Shogi.read_sfen(sfen, SfenMode::Tolerant).unwrap();
        position.set_options(RuleOptions { entering_king, ..position.options() });
        match Solver::<Shogi>::new(8)
            .unwrap()
            .solve(&position, Color::Black, Length::Shortest, Limits::default())
            .outcome
        {
            Outcome::Mate(mate) => mate.plies,
            other => panic!("{sfen}: {other:?}"),
        }
    };
    let open = "9/9/9/9/9/4GGG1B/6P1R/5k3/3+n3K1 b R 1";
    assert_eq!(plies(open, EnteringKing::Csa27), 3);
    assert!(plies(open, EnteringKing::Try) > 3);
    let guarded = "9/9/9/9/B8/4GGG1B/6P1R/5k3/3+n3K1 b R 1";
    assert_eq!(plies(guarded, EnteringKing::Csa27), plies(guarded, EnteringKing::Try));
}

/// `cargo test --release --test all -- --ignored --nocapture many_positions`
#[test]
#[ignore = "minutes long"]
fn many_positions_agree_with_exhaustive_search() {
    agrees_with_exhaustive(Shogi, 90_000, 3, 7);
    agrees_with_exhaustive(DropVariant::Tori.game(), 10_000, 4, 7);
}
