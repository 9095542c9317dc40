//! The mate solver against a plain exhaustive one, and on chosen problems.

use kumataka::board::Color;
use kumataka::game::{Game, MoveBuffer, Position as _, Scope};
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
    successors: Vec<Vec<usize>>,
}

impl Exhaustive {
    /// None if there are more than `bound` positions.
    fn explore<R: Rules>(root: &Position<R>, attacker: Color, bound: usize) -> Option<Self> {
        let mut graph = Self { attacks: Vec::new(), successors: Vec::new() };
        let mut numbers = HashMap::from([(root.key(), 0)]);
        let mut positions = vec![root.clone()];
        while let Some(position) = positions.get(graph.attacks.len()).cloned() {
            let attacks = position.side_to_move() == attacker;
            let mut moves = <R as Game>::MoveList::default();
            position.legal_moves(&mut moves);
            let mut successors = Vec::new();
            for &m in moves.as_ref().iter().filter(|&&m| !attacks || position.gives_check(m)) {
                let mut next = position.clone();
                next.make(m, &mut ());
                let number = *numbers.entry(next.key()).or_insert(positions.len());
                if number == positions.len() {
                    positions.push(next);
                }
                successors.push(number);
            }
            graph.attacks.push(attacks);
            graph.successors.push(successors);
            if positions.len() > bound {
                return None;
            }
        }
        Some(graph)
    }

    /// Plies of the shortest mate from the root against the longest defence.
    fn shortest(&self) -> Option<usize> {
        let mut lengths: Vec<Option<usize>> = vec![None; self.attacks.len()];
        for plies in 0.. {
            let mates = |&at: &usize| {
                let mut next = self.successors[at].iter().map(|&to| lengths[to]);
                lengths[at].is_none()
                    && if self.attacks[at] { next.any(|l| l.is_some()) } else { next.all(|l| l.is_some()) }
            };
            let new: Vec<usize> = (0..self.attacks.len()).filter(mates).collect();
            // An attacker without checks is not one whose every defence is mated.
            if new.is_empty() {
                break;
            }
            new.into_iter().for_each(|at| lengths[at] = Some(plies));
        }
        lengths[0]
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
    (0..random.random_range(0..4)).for_each(|_| place(text(piece(random), defender_is_white), 5, random));
    (0..random.random_range(1..5)).for_each(|_| place(text(piece(random), !defender_is_white), 5, random));
    if random.random_bool(0.5) {
        place(text(king, !defender_is_white), 9, random);
    }
    place(text(king, defender_is_white), 3, random);
    let rows: Vec<String> = board
        .chunks(files)
        .map(|row| row.iter().map(|text| if text.is_empty() { "1" } else { text }).collect::<String>())
        .collect();
    let mut hands = String::new();
    for white in [false, true] {
        let most = if white == defender_is_white { 3 } else { 4 };
        for _ in 0..random.random_range(0..most) {
            hands += &text(random.random_range(0..R::HAND_KINDS), white);
        }
    }
    let side = if random.random_bool(0.5) { 'b' } else { 'w' };
    let hands = if hands.is_empty() { "-" } else { &hands };
    Position::from_sfen(&format!("{} {side} {hands} 1", rows.join("/")), SfenMode::Tolerant).ok()
}

/// Compares verdicts and lengths on `count` random positions small enough to be searched through, at least a tenth of
/// them with a mate.
fn agrees_with_exhaustive<R: Rules>(count: usize, seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut solver = Solver::<R>::new(1);
    let (mut compared, mut mates, mut longest) = (0, 0, 0);
    while compared < count {
        let Some(position) = random_position::<R>(&mut random) else { continue };
        let attacker = position.problem_attacker(random.random_bool(0.5));
        let Some(graph) = Exhaustive::explore(&position, attacker, 3000) else { continue };
        // Half of the positions that are over at once tell nothing new.
        if graph.attacks.len() < 4 && random.random_bool(0.9) {
            continue;
        }
        let expected = graph.shortest();
        let report = solver.solve(&position, attacker, Length::Shortest, Limits::default());
        let found = match &report.outcome {
            Outcome::Mate(mate) => {
                assert!(mate.is_shortest, "{}", position.sfen());
                assert!(mate.line.is_empty() || is_mate::<R>(&position, attacker, &mate.line));
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
    assert!(mates * 10 > compared && longest > 8, "{mates} mates of {compared}, the longest in {longest}");
}

#[test]
fn shogi_agrees_with_exhaustive_search() {
    agrees_with_exhaustive::<Shogi>(2_000, 1);
}

#[test]
fn tori_agrees_with_exhaustive_search() {
    agrees_with_exhaustive::<Tori>(500, 2);
}

/// `cargo test --release --test mate -- --ignored`
#[test]
#[ignore = "minutes long"]
fn many_positions_agree_with_exhaustive_search() {
    agrees_with_exhaustive::<Shogi>(90_000, 3);
    agrees_with_exhaustive::<Tori>(10_000, 4);
}
