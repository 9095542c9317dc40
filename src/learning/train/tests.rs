//! A network from a few games: trained, written, read and compared.

use super::{network_bytes, pass, quantise, teacher};
use crate::any::Compiled;
use crate::eval::format::Layers;
use crate::eval::testing::deep_layers;
use crate::eval::{EvalOptions, Evaluated, EvaluationModel as _, HANDMADE, NetInput};
use crate::game::{Evaluator as _, Playable as _, PlayablePosition as _, Position as _};
use crate::jobs::game::ModelOf;
use crate::learning::selfplay::StartPool;
use crate::rules::{AnyGame, Rules as _};
use crate::search::NoThread;
use crate::training::batch::{Label, Samples};
use crate::training::checkpoint;
use crate::training::dataset::{Dataset, Part, Selection};
use crate::training::filter::Filter;
use crate::training::inputs::{NetworkInputs, Teacher};
use crate::training::model::{COLUMNS, Model, Row, Shape};
use crate::training::samples::PackedWriter;
use crate::training::selfplay::{Branching, SelfPlayOptions, play};
use crate::training::target::{Blend, Targets};
use crate::training::trainer::{TrainOptions, TrainState, fit_logits};
use crate::variants::{DropVariant, LargeVariant, Shogi};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// A game of the type that all but shogi share.
fn tori() -> AnyGame {
    DropVariant::Tori.game()
}

fn temporary(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("kumataka-train-{name}-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

/// Plays quick games into a new file.
fn games<G: NetInput + Compiled>(game: G, name: &str, games: u64) -> PathBuf {
    played(game, name, &SelfPlayOptions { games, nodes: 20, max_plies: 60, ..SelfPlayOptions::default() })
}

fn played<G: NetInput + Compiled>(game: G, name: &str, options: &SelfPlayOptions) -> PathBuf {
    let path = temporary(name);
    let mut writer = PackedWriter::append(&path, game.name()).unwrap();
    let (starts, stop, model) = (StartPool::new(game), AtomicBool::new(false), handmade(game));
    let evaluator = || model.evaluator();
    play::<G, _, _>(&starts, &evaluator, options, &|_| true, &stop, &mut |_, record| {
        writer.write(&record).unwrap();
        Ok::<(), NoThread>(())
    })
    .unwrap();
    path
}

fn handmade<G: Evaluated>(game: G) -> G::Model {
    let options = EvalOptions { file: HANDMADE.to_owned(), ..EvalOptions::default() };
    G::Model::from_options(game, &options).unwrap()
}

fn options() -> TrainOptions {
    TrainOptions { epochs: 4, batch: 256, rate: 5e-3, ..TrainOptions::default() }
}

/// Trains up to this number of epochs.
fn train<G: NetInput + Compiled>(
    game: G,
    data: &mut Dataset,
    mut state: TrainState,
    epochs: usize,
    threads: usize,
) -> TrainState {
    let inputs = NetworkInputs::new(game);
    let stop = AtomicBool::new(false);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    while state.epochs_done < epochs {
        let epoch = || state.epoch::<G>(data, &inputs, &options(), &stop, &mut |_| {});
        assert!(pool.install(epoch).is_some());
    }
    state
}

fn fresh<G: NetInput + Compiled>(game: G) -> TrainState {
    fresh_with(game, false)
}

fn fresh_with<G: NetInput + Compiled>(game: G, hidden: bool) -> TrainState {
    TrainState::new(Model::random(NetworkInputs::new(game).with_hidden(hidden).shape(), 7), 600.0)
}

fn trained_networks_play_as_trained<G: NetInput + Compiled>(game: G, name: &str, hidden: bool) {
    let records = games(game, name, 96);
    let mut data = Dataset::open(std::slice::from_ref(&records), game.name()).unwrap();
    assert_eq!(data.games(), 96);
    let state = train(game, &mut data, fresh_with(game, hidden), 4, 2);

    let network = network_bytes(game, &state.best, state.scale);
    let evaluation = G::Model::read(game, &network, 1).unwrap();
    assert_ne!(evaluation.name(), handmade(game).name());
    let inputs = NetworkInputs::new(game).with_hidden(hidden);
    let error = quantise::error(&state.best, state.scale, &evaluation, &mut data, &inputs, &options().filter);
    assert!(error.positions > 20 && error.mean < 3.0, "{error}");

    let same = train(game, &mut data, fresh_with(game, hidden), 4, 1);
    assert!(network_bytes(game, &same.best, same.scale) == network, "one seed gives one network");
    std::fs::remove_file(records).unwrap();
}

#[test]
fn trained_networks_play_as_trained_shogi() {
    trained_networks_play_as_trained(Shogi, "shogi", false);
}

#[test]
fn trained_networks_play_as_trained_with_hidden_layers() {
    trained_networks_play_as_trained(Shogi, "hidden", true);
}

#[test]
fn trained_networks_play_as_trained_tori() {
    trained_networks_play_as_trained(tori(), "tori", false);
}

#[test]
fn trained_networks_play_as_trained_chu() {
    trained_networks_play_as_trained(LargeVariant::Chu.game(), "chu", false);
}

/// A model made from a network is that network again except for the unit of its output, and a larger one starts with
/// the same outputs.
#[test]
fn a_network_can_be_trained_further() {
    let network = Layers::read(&Shogi.feature_set(), &Shogi.spec().assets.network.unwrap().unpack().unwrap()).unwrap();
    let shape = NetworkInputs::new(Shogi).shape();
    let mut bytes = Vec::new();
    let again = quantise::quantise(&quantise::model_from(&network, shape, 900.0, 1), 900.0);
    again.write(&Shogi.feature_set(), &mut bytes).unwrap();
    let again = Layers::read(&Shogi.feature_set(), &bytes).unwrap();
    assert!(again.biases == network.biases && again.weights == network.weights);
    let centipawns = |layers: &Layers, i: usize| i32::from(layers.output_weights[i]) * layers.scale;
    let differs = |i: &usize| centipawns(&again, *i).abs_diff(centipawns(&network, *i)) > network.scale.unsigned_abs();
    assert_eq!((0..network.output_weights.len()).find(differs), None);

    let larger = Shape { width: shape.width + COLUMNS, buckets: 2 * shape.buckets, ..shape };
    let mut model = quantise::model_from(&network, larger, 900.0, 1);
    // Without the new neurons its outputs are the old ones, in every bucket.
    for row in &mut model.slices[shape.slices()][larger.head(0, 0)..] {
        *row = Row::ZERO;
    }
    let samples = |buckets: &[usize]| {
        let mut samples = Samples::default();
        for &bucket in buckets {
            let label = Label { bucket: bucket as u8, score: 0, prior: 0, target: 0.5 };
            samples.push(label, &[[3, 700], [40, 1200], [2000, 5]]);
        }
        samples
    };
    let covered: Vec<usize> = (0..larger.buckets).map(|bucket| bucket / 2).collect();
    let expected = quantise::model_from(&network, shape, 900.0, 1).logits(&samples(&covered), 900.0);
    let all: Vec<usize> = (0..larger.buckets).collect();
    let logits = model.logits(&samples(&all), 900.0);
    assert!(expected.iter().all(|logit| logit.abs() > 1e-3));
    assert!(logits.iter().zip(&expected).all(|(logit, expected)| (logit - expected).abs() < 1e-5));
}

/// Hidden layers that a network lacks change nothing at first, and those that it has come back.
#[test]
fn hidden_layers_can_be_trained_further() {
    let set = Shogi.feature_set();
    let deep = deep_layers(&set, 64, 4, 3);
    let shape = Shape { width: 64, hidden: true, ..NetworkInputs::new(Shogi).shape() };
    let again = |layers: &Layers| quantise::quantise(&quantise::model_from(layers, shape, 900.0, 1), 900.0);
    let stacks = again(&deep).hidden.unwrap();
    for (found, expected) in stacks.iter().zip(deep.hidden.as_ref().unwrap()) {
        assert_eq!(found.first_weights, expected.first_weights);
        assert_eq!(found.second_weights, expected.second_weights);
        assert_eq!((&found.first_biases, &found.second_biases), (&expected.first_biases, &expected.second_biases));
        let centipawns =
            |layers: &[i8], scale: i32| layers.iter().map(|&weight| i32::from(weight) * scale).collect::<Vec<_>>();
        let scale = again(&deep).scale;
        let pairs =
            centipawns(&found.output_weights, scale).into_iter().zip(centipawns(&expected.output_weights, deep.scale));
        pairs.into_iter().for_each(|(found, expected)| assert!(found.abs_diff(expected) <= deep.scale.unsigned_abs()));
    }
    let plain = Layers { hidden: None, ..deep };
    let mut samples = Samples::default();
    samples.push(Label { bucket: 1, score: 0, prior: 0, target: 0.5 }, &[[3, 700], [40, 1200], [2000, 5]]);
    let logit = |shape| quantise::model_from(&plain, shape, 900.0, 1).logits(&samples, 900.0)[0];
    assert_eq!(logit(shape), logit(Shape { hidden: false, ..shape }));
}

/// Hidden layers add the same to the output in training and in the engine.
#[test]
fn hidden_layers_are_trained_as_they_are_played() {
    const SCALE: f32 = 900.0;
    let set = Shogi.feature_set();
    let deep = deep_layers(&set, 64, 4, 4);
    let plain = Layers { hidden: None, ..deep.clone() };
    let inputs = NetworkInputs::new(Shogi).with_width(64);
    let (mut samples, mut active) = (Samples::default(), Vec::new());
    let mut positions = vec![Shogi.start()];
    for i in 0..40 {
        let mut position = positions[i].clone();
        let moves = position.legal();
        position.make(moves[i * 7 % moves.len()], &mut ());
        positions.push(position);
    }
    for position in &positions {
        active.clear();
        inputs.extract(position, |input| active.push(input));
        samples.push(Label { bucket: inputs.bucket(position), score: 0, prior: 0, target: 0.5 }, &active);
    }
    let trained = |layers: &Layers| {
        let shape = Shape { hidden: layers.hidden.is_some(), ..inputs.shape() };
        quantise::model_from(layers, shape, SCALE, 1).logits(&samples, SCALE)
    };
    let played = |layers: &Layers| -> Vec<i32> {
        let mut bytes = Vec::new();
        layers.write(&set, &mut bytes).unwrap();
        let model = <Shogi as Evaluated>::Model::read(Shogi, &bytes, 1).unwrap();
        let mut evaluator = model.evaluator();
        let evaluate = |position| {
            evaluator.reset(position);
            evaluator.evaluate(position)
        };
        positions.iter().map(evaluate).collect()
    };
    let trained = trained(&deep).into_iter().zip(trained(&plain)).map(|(deep, plain)| SCALE * (deep - plain));
    let played = played(&deep).into_iter().zip(played(&plain)).map(|(deep, plain)| deep - plain);
    let pairs: Vec<(f32, i32)> = trained.zip(played).collect();
    assert!(pairs.iter().all(|&(trained, played)| (trained - played as f32).abs() < 3.0), "{pairs:?}");
    assert!(pairs.iter().filter(|(trained, _)| trained.abs() > 100.0).count() > 20, "{pairs:?}");
}

/// Training continues from a network with logits that fit the results, whatever the scale of the scores, and its
/// centipawns stay the same.
#[test]
fn training_begins_with_a_network_as_it_is() {
    // Games given up as soon as material is lost: few of them suffice for values that predict results.
    let lost_early =
        SelfPlayOptions { adjudication_score: 300, adjudication_plies: 2, played_out: 0, ..Default::default() };
    let records = played(tori(), "begun", &SelfPlayOptions { games: 640, nodes: 100, ..lost_early });
    let mut data = Dataset::open(std::slice::from_ref(&records), "torishogi").unwrap();
    let (inputs, file) = (NetworkInputs::new(tori()), temporary("begun-network"));
    let bytes = &*tori().spec().assets.network.unwrap().unpack().unwrap();
    std::fs::write(&file, bytes).unwrap();
    let network = Layers::read(&tori().feature_set(), bytes).unwrap();
    let state = pass::begun_with((&file, &network), &mut data, &inputs, &options()).unwrap();
    let slope = fit_logits::<AnyGame>(&state.model, state.scale, &mut data, &inputs, &options());
    assert!((slope - 1.0).abs() < 1e-3, "{slope} with scale {}", state.scale);
    let again = network_bytes(tori(), &state.model, state.scale);
    assert!(Layers::read(&tori().feature_set(), &again).unwrap().weights == network.weights);

    let stop = AtomicBool::new(false);
    let checkpoint = temporary("begun-checkpoint");
    let source = pass::Source { network: &file, state: &checkpoint };
    let passed = pass::pass(tori(), &source, &mut data, &options(), &stop, &mut |_| {}).unwrap().unwrap();
    assert_eq!(passed.state.scale, state.scale);
    // The state is resumed if it is that of the network, and only then.
    checkpoint::save(&passed.state, &checkpoint).unwrap();
    let other = pass::pass(tori(), &source, &mut data, &options(), &stop, &mut |_| {}).unwrap().unwrap();
    assert!(other.network == passed.network);
    std::fs::write(&file, &passed.network).unwrap();
    let further = pass::pass(tori(), &source, &mut data, &options(), &stop, &mut |_| {}).unwrap().unwrap();
    assert!(further.state.steps > passed.state.steps && further.network != passed.network);

    // A wider network keeps its width.
    let wider = NetworkInputs::new(tori()).holding(network.width + 1).shape();
    assert_eq!(wider.width, network.width + COLUMNS);
    std::fs::write(&file, network_bytes(tori(), &quantise::model_from(&network, wider, 900.0, 1), 900.0)).unwrap();
    let passed = pass::pass(tori(), &source, &mut data, &options(), &stop, &mut |_| {}).unwrap().unwrap();
    assert_eq!(passed.state.model.shape, wider);
    for path in [records, file, checkpoint] {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn resumed_training_ends_in_the_same_state() {
    let records = games(tori(), "resume", 64);
    let mut data = Dataset::open(std::slice::from_ref(&records), "torishogi").unwrap();
    let at_once = train(tori(), &mut data, fresh(tori()), 4, 2);
    let half = train(tori(), &mut data, fresh(tori()), 2, 2);
    let path = temporary("checkpoint");
    checkpoint::save(&half, &path).unwrap();
    let resumed = train(tori(), &mut data, checkpoint::load(&path, half.model.shape).unwrap(), 4, 2);
    assert!(resumed == at_once);
    assert!(half != at_once);
    for path in [records, path] {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn teachers_have_weights() {
    let read = |text| teacher(text).ok();
    assert_eq!(read("shogi.kmt"), Some(("shogi.kmt".to_owned(), 1.0)));
    assert_eq!(read("shogi.kmt=2.5"), Some(("shogi.kmt".to_owned(), 2.5)));
    assert_eq!(read("rate=3/shogi.kmt"), Some(("rate=3/shogi.kmt".to_owned(), 1.0)));
    assert_eq!(["shogi.kmt=0", "shogi.kmt=-1", "shogi.kmt=inf"].map(read), [None, None, None]);
}

/// Targets move towards the weighted mean of the teachers' static values, by their share, another one in branches. Scores are left
/// as they are.
#[test]
fn teachers_have_their_share_in_the_targets() {
    let branching = Branching { positions: 2, nodes: 20 };
    let played_options =
        SelfPlayOptions { games: 64, nodes: 40, max_plies: 60, branching, ..SelfPlayOptions::default() };
    let records = played(tori(), "teachers", &played_options);
    let mut data = Dataset::open(std::slice::from_ref(&records), "torishogi").unwrap();
    let internal = ModelOf::<AnyGame>::internal(tori()).unwrap();
    let weigh = |model, weight| Teacher { model, weight };
    let inputs = NetworkInputs::new(tori()).taught_by(vec![weigh(handmade(tori()), 1.0), weigh(internal, 3.0)]);
    let mut evaluators = inputs.teachers();
    let mut labels = |blend| {
        let targets = Targets { scale: 600.0, blend };
        let mut found = Vec::new();
        data.held_out(&inputs, &options().filter, &targets, 1, |position, label| found.push((position.clone(), label)));
        found
    };
    let untaught = Blend { lambda: 0.3, late_lambda: 0.3, result_share: 0.1, ..Blend::SCORE };
    let alone = labels(untaught);
    let taught = labels(Blend { teacher_share: 0.25, branch_teacher_share: 0.75, ..untaught });
    assert!(alone.len() == taught.len() && alone.len() > 20, "{} and {}", alone.len(), taught.len());
    // Positions of games, and of branches, that moved.
    let mut moved = [0, 0];
    for ((position, alone), (_, taught)) in alone.iter().zip(&taught) {
        let values = evaluators.iter_mut().map(|(evaluator, weight)| {
            evaluator.reset(position);
            *weight / (1.0 + (-evaluator.evaluate(position) as f32 / 600.0).exp())
        });
        // A branch has no result and no later scores.
        let in_branch = alone.target == Targets { scale: 600.0, blend: untaught }.of_score(alone.score.into());
        let share = if in_branch { 0.75f32 } else { 0.25 };
        let expected = (1.0 - share).mul_add(alone.target, share * values.sum::<f32>() / 4.0);
        assert!((taught.target - expected).abs() < 1e-6, "{taught:?} for {alone:?}, {expected}");
        assert_eq!((taught.score, taught.prior, taught.bucket), (alone.score, alone.prior, alone.bucket));
        moved[usize::from(in_branch)] += usize::from((taught.target - alone.target).abs() > 1e-3);
    }
    assert!(moved.iter().all(|&count| count > 10), "{moved:?}");
    std::fs::remove_file(records).unwrap();
}

/// Of the positions in branches the share is learned, of those of the games all.
#[test]
fn branches_are_learned_by_their_share() {
    let branching = Branching { positions: 2, nodes: 0 };
    let played_options =
        SelfPlayOptions { games: 64, nodes: 20, max_plies: 60, branching, ..SelfPlayOptions::default() };
    let records = played(tori(), "branches", &played_options);
    let mut data = Dataset::open(std::slice::from_ref(&records), "torishogi").unwrap();
    let inputs = NetworkInputs::new(tori());
    let mut count = |branch_share| {
        let filter = Filter { early_percent: 100, branch_share, ..Filter::default() };
        let targets = Targets { scale: 600.0, blend: Blend::SCORE };
        let selection = Selection { part: Part::Training, filter: &filter, targets, seed: 1, batch: 100 };
        let mut positions = 0;
        data.visit(&inputs, &selection, |samples, _| {
            positions += samples.len();
            ControlFlow::Continue(())
        });
        positions
    };
    let (none, half, all) = (count(0.0), count(0.5), count(1.0));
    let in_branches = all - none;
    assert!(none > 500 && in_branches > 500, "{none} of {all}");
    // Seven standard deviations of 500 positions.
    let kept = (half - none) as f64 / in_branches as f64;
    assert!((kept - 0.5).abs() < 0.16, "{kept}");
    std::fs::remove_file(records).unwrap();
}

/// With averaging on, the network is the average, with output weights rounded like those of the last step.
#[test]
fn averages_are_trained_and_resumed() {
    let records = games(tori(), "averages", 64);
    let mut data = Dataset::open(std::slice::from_ref(&records), "torishogi").unwrap();
    let inputs = NetworkInputs::new(tori());
    let options = TrainOptions { average: 0.9, output_unit: Some(quantise::output_unit), ..options() };
    let stop = AtomicBool::new(false);
    let mut epoch = |state: &mut TrainState| state.epoch::<AnyGame>(&mut data, &inputs, &options, &stop, &mut |_| {});
    let mut state = fresh(tori());
    epoch(&mut state).unwrap();
    epoch(&mut state).unwrap();
    let path = temporary("average-checkpoint");
    checkpoint::save(&state, &path).unwrap();
    let mut resumed = checkpoint::load(&path, state.model.shape).unwrap();
    for state in [&mut state, &mut resumed] {
        epoch(state).unwrap();
        let report = epoch(state).unwrap();
        assert!(!report.best || state.average.as_ref() == Some(&state.best), "{report:?}");
    }
    assert!(resumed == state);
    let average = state.average.as_ref().unwrap();
    assert!(*average != state.model);
    let first = state.model.shape.head(0, 0);
    let heads = |model: &Model| model.slices.iter().map(|rows| rows[first..].to_vec()).collect::<Vec<_>>();
    assert!(heads(average) == heads(&state.model));
    for path in [records, path] {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn files_but_the_first_are_thinned() {
    let (first, second) = (games(tori(), "whole", 64), games(tori(), "thinned", 96));
    let mut data = Dataset::open(&[first.clone(), second.clone()], "torishogi").unwrap();
    let mut rng = SmallRng::seed_from_u64(1);
    data.thin(1, 1.0, &mut rng);
    assert_eq!(data.games(), 160);
    data.thin(1, 0.5, &mut rng);
    assert!((64 + 25..64 + 71).contains(&data.games()), "{}", data.games());
    data.thin(1, 0.0, &mut rng);
    assert_eq!(data.games(), 64);
    for path in [first, second] {
        std::fs::remove_file(path).unwrap();
    }
}

/// A model from before the rounding, however good, does not stand in the way of later ones.
#[test]
fn the_best_model_is_a_rounded_one() {
    let records = games(tori(), "rounded", 64);
    let mut data = Dataset::open(std::slice::from_ref(&records), "torishogi").unwrap();
    let inputs = NetworkInputs::new(tori());
    let options = TrainOptions { output_unit: Some(quantise::output_unit), ..options() };
    let (mut state, stop) = (fresh(tori()), AtomicBool::new(false));
    let mut epoch = |state: &mut TrainState| state.epoch::<AnyGame>(&mut data, &inputs, &options, &stop, &mut |_| {});
    epoch(&mut state).unwrap();
    state.best_loss = 0.0;
    assert!(epoch(&mut state).unwrap().best);
    let mut rounded = state.best.clone();
    rounded.round_outputs(quantise::output_unit(state.best.greatest_output(), state.scale));
    let first = state.best.shape.head(0, 0);
    for (best, rounded) in state.best.slices.iter().zip(&rounded.slices) {
        let pairs =
            best[first..].iter().zip(&rounded[first..]).flat_map(|(best, rounded)| best.0.iter().zip(&rounded.0));
        assert!(pairs.into_iter().all(|(best, rounded)| (best - rounded).abs() < 1e-6));
    }
    std::fs::remove_file(records).unwrap();
}

/// An epoch delivers every position of its part once, in batches of at most the requested size.
#[test]
fn parts_share_the_positions_between_them() {
    let records = games(Shogi, "parts", 64);
    let mut data = Dataset::open(std::slice::from_ref(&records), "shogi").unwrap();
    let inputs = NetworkInputs::new(Shogi);
    let filter = Filter { early_percent: 100, ..Filter::default() };
    let mut count = |part, batch, seed| {
        let mut positions = 0;
        let mut last = 0.0;
        let selection = Selection { part, filter: &filter, targets: Targets::RESULTS, seed, batch };
        data.visit::<Shogi>(&inputs, &selection, |samples, share| {
            assert!(samples.len() <= batch && share > last);
            for i in 0..samples.len() {
                let active = samples.active(i);
                let inputs = inputs.shape().inputs;
                assert!((20..=40).contains(&active.len()));
                assert!(active.iter().flatten().all(|&input| usize::from(input) < inputs));
            }
            positions += samples.len();
            last = share;
            ControlFlow::Continue(())
        });
        assert!((last - 1.0).abs() < 1e-9);
        positions
    };
    let (training, validation) = (count(Part::Training, 100, 1), count(Part::Validation, 100, 1));
    assert!(validation > 0 && training > 10 * validation);
    assert_eq!((training, validation), (count(Part::Training, 999, 2), count(Part::Validation, 7, 2)));
    std::fs::remove_file(records).unwrap();
}
