//! The search of `kumataka bench` on one thread: nodes a second over the fixed positions of each game.
//!
//! ```text
//! cargo bench -p kumataka-benches --bench search
//! ```

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kumataka::eval::{Evaluated, EvaluationModel as _};
use kumataka::measure::bench::{Effort, Settings, run};
use kumataka::search::NoThread;
use kumataka::variants::{DropVariant, Shogi};
use std::sync::atomic::AtomicBool;

fn nodes<G: Evaluated>(game: G, model: &G::Model) -> u64 {
    let summary = run::<G, NoThread>(
        game,
        &Settings::of(Effort::Depth(game.assets().bench_depth.into())),
        model,
        &AtomicBool::new(false),
        |_| Ok(()),
    );
    summary.expect("memory for a search").nodes
}

/// Times the bench of a game after it has visited the nodes that its signature says.
fn search<G: Evaluated>(game: G, criterion: &mut Criterion, signature: &str) {
    let model = G::Model::internal(game).expect("memory for the network");
    let expected = signature.trim().parse().expect("a number of nodes");
    assert_eq!(nodes(game, &model), expected, "{}", game.name());
    let mut group = criterion.benchmark_group("search");
    group.throughput(Throughput::Elements(expected)).sample_size(10);
    group.bench_function(game.name(), |b| b.iter(|| nodes(game, &model)));
    group.finish();
}

fn searches(criterion: &mut Criterion) {
    search(Shogi, criterion, include_str!("../src/variants/shogi/signature"));
    search(DropVariant::Tori.game(), criterion, include_str!("../src/variants/tori/signature"));
}

criterion_group!(benches, searches);
criterion_main!(benches);
