//! The search of `kumataka bench` on one thread: nodes a second over the fixed positions of each game.
//!
//! ```text
//! cargo bench -p kumataka-benches --bench search
//! ```

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kumataka::eval::Model;
use kumataka::rules::Rules;
use kumataka::tools::bench::{Settings, run};
use kumataka::variants::{Shogi, Tori};

/// Nodes of the bench of each game, as the tests know them.
const SIGNATURES: &str = include_str!("../tests/data/signatures.tsv");

fn signature(game: &str) -> u64 {
    let row = SIGNATURES.lines().find_map(|line| line.strip_prefix(game)?.strip_prefix('\t'));
    row.and_then(|nodes| nodes.parse().ok()).expect("every game has its signature")
}

fn nodes<R: Rules>(model: &Model<R>) -> u64 {
    run(&Settings::default(), model, |_| Ok(())).expect("nothing is printed").nodes
}

/// Times the bench of a game after it has visited the nodes that it must.
fn search<R: Rules>(criterion: &mut Criterion) {
    let model = Model::<R>::internal();
    let expected = signature(R::NAME);
    assert_eq!(nodes(&model), expected, "{}", R::NAME);
    let mut group = criterion.benchmark_group("search");
    group.throughput(Throughput::Elements(expected)).sample_size(10);
    group.bench_function(R::NAME, |b| b.iter(|| nodes(&model)));
    group.finish();
}

fn searches(criterion: &mut Criterion) {
    search::<Shogi>(criterion);
    search::<Tori>(criterion);
}

criterion_group!(benches, searches);
criterion_main!(benches);
