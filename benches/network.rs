//! Networks with random weights along a game: what a refresh, an update and the layers behind cost.

use criterion::{Criterion, criterion_group, criterion_main};
use kumataka::eval::community::{self, Community};
use kumataka::eval::simd::{InstructionSet, Kernel, Simd};
use kumataka::eval::testing::{HALF_KP, KP, Random, Update, community_file, own_network};
use kumataka::eval::{AccumulatorStack, FeatureSet, Head, Network, NetworkEvaluator, Row};
use kumataka::game::{Delta, Evaluator, Game, Position as _};
use kumataka::rules::{Position, Rules};
use kumataka::variants::{Shogi, Variant};
use std::hint::black_box;
use std::sync::Arc;

const PLIES: usize = 64;

/// A network of the community's; its first layer is active at about every third value, as trained ones are.
fn community(features: &str, inputs: usize) -> Community {
    community::read(Shogi.spec(), &community_file(features, inputs, 2, -30), 16)
        .unwrap_or_else(|fault| panic!("{fault}"))
}

/// A random game: what each move changed, and the position after it.
fn game<R: Rules>(rules: R) -> Vec<(Delta, Position<R>)> {
    let mut random = Random(3);
    let mut position = Position::start(rules);
    let mut game = Vec::new();
    while game.len() < PLIES {
        let mut moves = <R as Game>::MoveList::default();
        position.legal_moves(&mut moves);
        let moves = moves.as_ref();
        if moves.is_empty() {
            (position, game) = (Position::start(rules), Vec::new());
            continue;
        }
        let mut delta = Delta::default();
        position.make(moves[random.below(moves.len())], &mut delta);
        game.push((delta, position.clone()));
    }
    game
}

/// The layers behind the first.
struct Forward<'a, H, const W: usize> {
    head: &'a H,
    rows: &'a [Row<W>; 2],
}

impl<H: Head<W>, const W: usize> Kernel for Forward<'_, H, W> {
    type Output = i32;

    #[inline(always)]
    fn run<S: Simd>(self) -> i32 {
        self.head.forward::<S>(&self.rows[0], &self.rows[1], 4)
    }
}

fn measure<R: Rules, F: FeatureSet, H: Head<W>, const W: usize>(
    rules: R,
    criterion: &mut Criterion,
    name: &str,
    network: Network<F, H, W>,
) {
    let network = Arc::new(network);
    let game = game(rules);
    let fresh = || NetworkEvaluator::<R, F, H, W>::new(Arc::clone(&network));
    let mut evaluator = fresh();
    evaluator.reset(&Position::start(rules));
    for (delta, position) in &game {
        evaluator.push().clone_from(delta);
        assert_eq!(evaluator.raw(position), fresh().raw(position), "{}", position.sfen());
    }

    let mut group = criterion.benchmark_group(name);
    group.throughput(criterion::Throughput::Elements(PLIES as u64));
    let mut stack = AccumulatorStack::<W>::new(&network.transformer, F::VIEWS);
    let (set, network) = (InstructionSet::chosen(), &*network);
    group.bench_function("refresh", |b| {
        // Positions far apart in the game, so that the cached accumulator is of little use.
        b.iter(|| {
            for i in 0..PLIES {
                stack.reset();
                let (_, position) = &game[i * 29 % PLIES];
                black_box(set.run(Update { network, stack: &mut stack, position }));
            }
        });
    });
    group.bench_function("update", |b| {
        b.iter(|| {
            stack.reset();
            set.run(Update { network, stack: &mut stack, position: &Position::start(rules) });
            for (delta, position) in &game {
                stack.push().clone_from(delta);
                black_box(set.run(Update { network, stack: &mut stack, position }));
            }
        });
    });
    let mut accumulators = Vec::new();
    for (_, position) in &game {
        stack.reset();
        accumulators.push(set.run(Update { network, stack: &mut stack, position }).clone());
    }
    group.bench_function("forward", |b| {
        b.iter(|| {
            for rows in &accumulators {
                black_box(set.run(Forward { head: &network.head, rows }));
            }
        });
    });
    group.bench_function("update and forward", |b| {
        b.iter(|| {
            evaluator.reset(&game[0].1);
            for (delta, position) in &game[1..] {
                evaluator.push().clone_from(delta);
                black_box(evaluator.raw(position));
            }
        });
    });
    group.finish();
}

fn networks(criterion: &mut Criterion) {
    let tori = Variant::Tori.game();
    measure::<_, _, _, 128>(Shogi, criterion, "shogi 128", own_network::<128, 1>(Shogi.spec(), 1));
    measure::<_, _, _, 256>(Shogi, criterion, "shogi 256", own_network::<256, 8>(Shogi.spec(), 1));
    measure::<_, _, _, 512>(Shogi, criterion, "shogi 512", own_network::<512, 8>(Shogi.spec(), 1));
    measure::<_, _, _, 128>(tori, criterion, "tori 128", own_network::<128, 1>(tori.spec(), 1));
    if let Community::KingsAndPieces(network) = community(KP, 1710) {
        measure::<_, _, _, 256>(Shogi, criterion, "K-P 256x2-32-32", network);
    }
    if let Community::HalfKp(network) = community(HALF_KP, 125_388) {
        measure::<_, _, _, 256>(Shogi, criterion, "HalfKP 256x2-32-32", network);
    }
}

criterion_group!(benches, networks);
criterion_main!(benches);
