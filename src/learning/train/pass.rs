//! Training that continues from a network with other data, as a stream does round after round.

use super::{TrainError, network_bytes, quantise, read_layers};
use crate::eval::NetInput;
use crate::eval::format::Layers;
use crate::training::checkpoint;
use crate::training::dataset::Dataset;
use crate::training::inputs::NetworkInputs;
use crate::training::model::Shape;
use crate::training::trainer::{EpochProgress, EpochReport, TrainOptions, TrainState, fit_logits, fit_scale};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// The files of a network and of the training that led to it.
pub struct Source<'a> {
    pub network: &'a Path,
    /// A checkpoint. If it is missing or belongs to another network, training starts from the network's own numbers.
    pub state: &'a Path,
}

/// The result of a pass.
pub struct Passed {
    pub state: TrainState,
    /// The bytes of the network file.
    pub network: Vec<u8>,
    pub report: EpochReport,
}

/// Trains once over the data; none if `stop` was raised.
pub fn pass<G: NetInput>(
    game: G,
    source: &Source<'_>,
    data: &mut Dataset,
    options: &TrainOptions,
    stop: &AtomicBool,
    progress: &mut (dyn FnMut(EpochProgress) + Send),
) -> Result<Option<Passed>, TrainError> {
    let (layers, inputs) = trainable(game, source.network)?;
    let options = TrainOptions {
        epochs: 1,
        output_unit: Some(quantise::output_unit),
        score_scale: Some(fit_scale::<G>(data, &inputs, &options.filter, options.seed)),
        ..options.clone()
    };
    let mut state = match known_state(source.state, &layers, &inputs) {
        Some(state) => state,
        None => begun_with((source.network, &layers), data, &inputs, &options)?,
    };
    state.restart();
    let Some(report) = state.epoch::<G>(data, &inputs, &options, stop, progress) else { return Ok(None) };
    let network = network_bytes(game, &state.best, state.scale);
    Ok(Some(Passed { state, network, report }))
}

/// The network of a file, with the inputs for training it.
///
/// # Errors
/// If the file cannot be read, or if the network is larger than can be trained.
pub fn trainable<G: NetInput>(game: G, path: &Path) -> Result<(Layers, NetworkInputs<G>), TrainError> {
    let layers = read_layers(&game.feature_set(), path)?;
    let inputs = NetworkInputs::new(game).holding(layers.width).with_hidden(layers.hidden.is_some());
    check_size(path, &layers, inputs.shape())?;
    Ok((layers, inputs))
}

fn check_size(network: &Path, layers: &Layers, shape: Shape) -> Result<(), TrainError> {
    let found = Shape { width: layers.width, buckets: layers.buckets, ..shape };
    if found.width > shape.width || found.buckets > shape.buckets {
        return Err(TrainError::TooLarge { path: network.to_owned(), found, expected: shape });
    }
    Ok(())
}

/// Training that starts from a network. Its centipawns keep their meaning, since the margins of the search depend on
/// them; they predict results less well than the scores of searches do, and so get another scale.
pub(super) fn begun_with<G: NetInput>(
    (network, layers): (&Path, &Layers),
    data: &mut Dataset,
    inputs: &NetworkInputs<G>,
    options: &TrainOptions,
) -> Result<TrainState, TrainError> {
    /// Scale for the fit; any would do.
    const TRIED: f32 = 1000.0;
    /// Scales that sensible data can give.
    const LIMITS: std::ops::RangeInclusive<f32> = 100.0..=5000.0;
    let shape = inputs.shape();
    check_size(network, layers, shape)?;
    let model = |scale| quantise::model_from(layers, shape, scale, options.seed);
    let fitted = TRIED / fit_logits::<G>(&model(TRIED), TRIED, data, inputs, options);
    let scale = if LIMITS.contains(&fitted) { fitted } else { TRIED };
    Ok(TrainState::new(model(scale), scale))
}

/// The state in the file, if rounding it gives the network.
fn known_state<G: NetInput>(state: &Path, network: &Layers, inputs: &NetworkInputs<G>) -> Option<TrainState> {
    let state = checkpoint::load(state, inputs.shape()).ok()?;
    (quantise::quantise(&state.best, state.scale) == *network).then_some(state)
}
