//! Networks with random weights along a game: what a refresh, an update and the layers behind cost.

use criterion::{Criterion, criterion_group, criterion_main};
use kumataka::eval::community::{self, Community};
use kumataka::eval::simd::Native;
use kumataka::eval::{
    AccumulatorStack, FeatureSet, Head, Mirrored, Network, NetworkEvaluator, OUTPUT_LIMIT, OwnShape, Row,
    SquaredOutput, Transformer,
};
use kumataka::game::{Delta, Evaluator, Game, Position as _};
use kumataka::rules::{Position, Rules};
use kumataka::variants::{Shogi, Tori};
use std::hint::black_box;
use std::sync::Arc;

const PLIES: usize = 64;

/// Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % limit
    }

    fn around(&mut self, limit: i32) -> i32 {
        self.below(2 * limit as usize + 1) as i32 - limit
    }

    fn row<const W: usize>(&mut self, limit: i32) -> Row<W> {
        Row(std::array::from_fn(|_| self.around(limit) as i16))
    }
}

fn own<R: Rules, const W: usize, const BUCKETS: usize>() -> OwnShape<W, BUCKETS> {
    let mut random = Random(1);
    let limit = i32::from(OUTPUT_LIMIT);
    let weights: Vec<[Row<W>; 2]> = (0..BUCKETS).map(|_| [random.row(limit), random.row(limit)]).collect();
    Network {
        features: Mirrored::new::<R>(),
        transformer: Transformer {
            biases: random.row(800),
            weights: (0..<Mirrored as FeatureSet<R>>::inputs()).map(|_| random.row(480)).collect(),
        },
        head: SquaredOutput {
            weights: weights.try_into().unwrap_or_else(|_| unreachable!()),
            biases: [0; BUCKETS],
            scale: 400,
        },
    }
}

/// A file in the community's format; its first layer is active at about every third value, as trained ones are.
fn community(features: &str, inputs: usize) -> Community {
    let mut random = Random(2);
    let text = format!(
        "Features={features}[{inputs}->256x2],Network=AffineTransform[1<-32](ClippedReLU[32](AffineTransform[32<-32]\
         (ClippedReLU[32](AffineTransform[32<-512](InputSlice[512(0:512)])))))"
    );
    let mut bytes = [0x7af3_2f16, 0, text.len() as u32].map(u32::to_le_bytes).concat();
    bytes.extend(text.as_bytes());
    bytes.extend([0; 4]);
    bytes.extend((0..256).flat_map(|_| (random.around(60) as i16 - 30).to_le_bytes()));
    bytes.extend((0..inputs * 256).flat_map(|_| (random.around(20) as i16).to_le_bytes()));
    bytes.extend([0; 4]);
    for (inputs, outputs) in [(512, 32), (32, 32), (32, 1)] {
        bytes.extend((0..outputs).flat_map(|_| random.around(500).to_le_bytes()));
        bytes.extend((0..inputs * outputs).map(|_| (random.around(20) as i8).cast_unsigned()));
    }
    community::read::<Shogi>(&bytes, 16).unwrap_or_else(|fault| panic!("{fault}"))
}

/// A random game: what each move changed, and the position after it.
fn game<R: Rules>() -> Vec<(Delta, Position<R>)> {
    let mut random = Random(3);
    let mut position = Position::<R>::start();
    let mut game = Vec::new();
    while game.len() < PLIES {
        let mut moves = <R as Game>::MoveList::default();
        position.legal_moves(&mut moves);
        let moves = moves.as_ref();
        if moves.is_empty() {
            (position, game) = (Position::start(), Vec::new());
            continue;
        }
        let mut delta = Delta::default();
        position.make(moves[random.below(moves.len())], &mut delta);
        game.push((delta, position.clone()));
    }
    game
}

fn measure<R: Rules, F: FeatureSet<R>, H: Head<W>, const W: usize>(
    criterion: &mut Criterion,
    name: &str,
    network: Network<F, H, W>,
) {
    let network = Arc::new(network);
    let game = game::<R>();
    let fresh = || NetworkEvaluator::<R, F, H, W>::new(Arc::clone(&network));
    let mut evaluator = fresh();
    evaluator.reset(&Position::start());
    for (delta, position) in &game {
        evaluator.push().clone_from(delta);
        assert_eq!(evaluator.raw::<Native>(position), fresh().raw::<Native>(position), "{}", position.sfen());
    }

    let mut group = criterion.benchmark_group(name);
    group.throughput(criterion::Throughput::Elements(PLIES as u64));
    let mut stack = AccumulatorStack::<W>::new(&network.transformer, F::VIEWS);
    group.bench_function("refresh", |b| {
        // Positions far apart in the game, so that the cached accumulator is of little use.
        b.iter(|| {
            for i in 0..PLIES {
                stack.reset();
                let (_, position) = &game[i * 29 % PLIES];
                black_box(stack.update::<R, F, Native>(&network.features, &network.transformer, position));
            }
        });
    });
    group.bench_function("update", |b| {
        b.iter(|| {
            stack.reset();
            stack.update::<R, F, Native>(&network.features, &network.transformer, &Position::start());
            for (delta, position) in &game {
                stack.push().clone_from(delta);
                black_box(stack.update::<R, F, Native>(&network.features, &network.transformer, position));
            }
        });
    });
    let mut accumulators = Vec::new();
    for (_, position) in &game {
        stack.reset();
        accumulators.push(stack.update::<R, F, Native>(&network.features, &network.transformer, position).clone());
    }
    group.bench_function("forward", |b| {
        b.iter(|| {
            for [own, other] in &accumulators {
                black_box(network.head.forward::<Native>(own, other, 4));
            }
        });
    });
    group.bench_function("update and forward", |b| {
        b.iter(|| {
            evaluator.reset(&game[0].1);
            for (delta, position) in &game[1..] {
                evaluator.push().clone_from(delta);
                black_box(evaluator.raw::<Native>(position));
            }
        });
    });
    group.finish();
}

fn networks(criterion: &mut Criterion) {
    measure::<Shogi, _, _, 128>(criterion, "shogi 128", own::<Shogi, 128, 1>());
    measure::<Shogi, _, _, 256>(criterion, "shogi 256", own::<Shogi, 256, 8>());
    measure::<Shogi, _, _, 512>(criterion, "shogi 512", own::<Shogi, 512, 8>());
    measure::<Tori, _, _, 128>(criterion, "tori 128", own::<Tori, 128, 1>());
    if let Community::KingsAndPieces(network) = community("K+P", 1710) {
        measure::<Shogi, _, _, 256>(criterion, "K-P 256x2-32-32", network);
    }
    if let Community::HalfKp(network) = community("HalfKP(Friend)", 125_388) {
        measure::<Shogi, _, _, 256>(criterion, "HalfKP 256x2-32-32", network);
    }
}

criterion_group!(benches, networks);
criterion_main!(benches);
