//! Move generation: perft, which also makes and unmakes every move, and the generator alone on a crowded position.
//!
//! ```text
//! cargo bench -p kumataka-benches --bench movegen
//! ```

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kumataka::game::{Game, Playable as _, Position as _, Scope, SfenMode};
use kumataka::measure::perft::perft;
use kumataka::rules::{Position, Rules};
use kumataka::variants::{DropVariant, Shogi};
use std::hint::black_box;

/// The board at the end of the year, known from other programs' tests: promoted pieces, pins and full hands.
const MATSURI: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
const MATSURI_MOVES: usize = 207;

/// Times a perft that has been counted before.
fn paths<R: Rules>(criterion: &mut Criterion, name: &str, mut position: Position<R>, depth: u32, expected: u64) {
    assert_eq!(perft(&mut position, depth), expected, "{name}");
    let mut group = criterion.benchmark_group("perft");
    group.throughput(Throughput::Elements(expected)).sample_size(10);
    group.bench_function(name, |b| b.iter(|| perft(black_box(&mut position), depth)));
    group.finish();
}

/// Times one scope of moves of a position out of check.
fn scope(criterion: &mut Criterion, name: &str, scope: Scope, expected: usize) {
    let position: Position<Shogi> = Shogi.read_sfen(MATSURI, SfenMode::Strict).expect("a sound position");
    let generate = |position: &Position<Shogi>| {
        let mut moves = <Shogi as Game>::MoveList::default();
        position.generate(scope, &mut moves);
        moves
    };
    let legal = generate(&position).into_iter().filter(|&m| position.is_legal(m)).count();
    assert_eq!(legal, expected, "{name}");
    criterion.bench_function(&format!("generate/{name}"), |b| b.iter(|| generate(black_box(&position)).len()));
}

fn generators(criterion: &mut Criterion) {
    paths(criterion, "shogi start 4", Shogi.start(), 4, 719_731);
    let matsuri = Shogi.read_sfen(MATSURI, SfenMode::Strict).expect("a sound position");
    paths(criterion, "shogi matsuri 3", matsuri, 3, 4_809_015);
    let mut tori = DropVariant::Tori.game().start();
    let mut options = tori.options();
    options.forced_promotion = true;
    tori.set_options(options);
    paths(criterion, "tori start 4", tori, 4, 103_857);
    scope(criterion, "everything", Scope::Everything, MATSURI_MOVES);
}

criterion_group!(benches, generators);
criterion_main!(benches);
