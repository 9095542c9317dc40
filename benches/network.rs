//! Networks with random weights along a game: what a refresh, an update and the layers behind cost.

use criterion::{Criterion, criterion_group, criterion_main};
use kumataka::eval::simd::{InstructionSet, Kernel, Simd};
use kumataka::eval::testing::{Random, Update, dummy, own_network};
use kumataka::eval::{AccumulatorStack, NetInput as _, Network, NetworkEvaluator, Scratch, Tile, community};
use kumataka::game::{Delta, Evaluator, Game, Playable as _, PlayablePosition as _, Position as _};
use kumataka::rules::{Position, Rules};
use kumataka::variants::{DropVariant, Shogi};
use std::hint::black_box;
use std::sync::Arc;

const PLIES: usize = 64;

/// A network of the community's of a shape.
fn community(shape: &str) -> Network {
    community::read(Shogi.spec(), &dummy::network(shape, 2), 16).unwrap_or_else(|fault| panic!("{fault}"))
}

/// A random game: what each move changed, and the position after it.
fn game<R: Rules>(rules: R) -> Vec<(Delta, Position<R>)> {
    let mut random = Random(3);
    let mut position = rules.start();
    let mut game = Vec::new();
    while game.len() < PLIES {
        let mut moves = <R as Game>::MoveList::default();
        position.legal_moves(&mut moves);
        let moves = moves.as_ref();
        if moves.is_empty() {
            (position, game) = (rules.start(), Vec::new());
            continue;
        }
        let mut delta = Delta::default();
        position.make(moves[random.below(moves.len())], &mut delta);
        game.push((delta, position.clone()));
    }
    game
}

/// The layers behind the first.
struct Forward<'a> {
    network: &'a Network,
    rows: &'a [Vec<Tile>; 2],
    bucket: usize,
    scratch: &'a mut Scratch,
}

impl Kernel for Forward<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<S: Simd>(self) -> i32 {
        let [own, other] = self.rows;
        self.network.head.forward::<S, 0>(own, other, self.bucket, self.scratch)
    }
}

/// An accumulator stack at work.
struct Sums<'a, R: Rules> {
    network: &'a Network,
    stack: AccumulatorStack<R>,
}

impl<'a, R: Rules> Sums<'a, R> {
    fn new(network: &'a Network) -> Self {
        Self { network, stack: AccumulatorStack::new(&network.features, &network.transformer) }
    }

    fn of(&mut self, position: &Position<R>) -> [&[Tile]; 2] {
        self.stack.plan(&self.network.features, &self.network.transformer, position);
        InstructionSet::chosen().run(Update { network: self.network, stack: &mut self.stack })
    }
}

fn measure<R: Rules>(rules: R, criterion: &mut Criterion, name: &str, network: Network) {
    let network = Arc::new(network);
    let game = game(rules);
    let fresh = || NetworkEvaluator::<R>::new(Arc::clone(&network));
    let mut evaluator = fresh();
    evaluator.reset(&rules.start());
    for (delta, position) in &game {
        evaluator.push().clone_from(delta);
        assert_eq!(evaluator.raw(position), fresh().raw(position), "{}", position.sfen());
    }

    let mut group = criterion.benchmark_group(name);
    group.throughput(criterion::Throughput::Elements(PLIES as u64));
    let mut sums = Sums::<R>::new(&network);
    group.bench_function("refresh", |b| {
        // Positions far apart in the game, so that the cached accumulator is of little use.
        b.iter(|| {
            for i in 0..PLIES {
                sums.stack.reset();
                black_box(sums.of(&game[i * 29 % PLIES].1));
            }
        });
    });
    group.bench_function("update", |b| {
        b.iter(|| {
            sums.stack.reset();
            sums.of(&rules.start());
            for (delta, position) in &game {
                sums.stack.push().clone_from(delta);
                black_box(sums.of(position));
            }
        });
    });
    let mut inputs = Vec::new();
    for (_, position) in &game {
        sums.stack.reset();
        inputs.push((sums.of(position).map(<[Tile]>::to_vec), network.head.bucket(position)));
    }
    let mut scratch = network.head.scratch();
    group.bench_function("forward", |b| {
        b.iter(|| {
            for (rows, bucket) in &inputs {
                let forward = Forward { network: &network, rows, bucket: *bucket, scratch: &mut scratch };
                black_box(InstructionSet::chosen().run(forward));
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
    let tori = DropVariant::Tori.game();
    for width in [128, 256, 512] {
        measure(Shogi, criterion, &format!("shogi {width}"), own_network(Shogi.feature_set(), width, 4, 1));
    }
    measure(tori, criterion, "tori 128", own_network(tori.feature_set(), 128, 1, 1));
    for shape in [
        "kp_256x2-32-32",
        "halfkp_256x2-32-32",
        "halfkp_512x2-8-64",
        "halfkp_768x2-16-64",
        "halfkp_1024x2-8-64",
        "sfnn_halfka2_1024_7_64_k3k3",
        "sfnn_halfkahm2_1536_15_32_k3k3",
    ] {
        measure(Shogi, criterion, shape, community(shape));
    }
}

criterion_group!(benches, networks);
criterion_main!(benches);
