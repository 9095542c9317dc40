//! The community's networks for standard shogi, ready to evaluate: the numbers that [`nnue`] reads from a file, in
//! their order in memory.

use super::error::NetworkFault;
use super::features::Features;
use super::format::fill;
use super::head::{Affine, Columns, Dense, DualLayers, Head, Output, Selector, Stacked};
use super::network::Network;
use super::nnue::{self, FeatureKind, File, Layout, ProgressWeights, Shape, Shards};
use super::scale::Scale;
use super::transformer::{TILE, Tile, Transformer};
use crate::rules::Spec;

/// The only game of these networks.
const GAME: &str = "shogi";
/// Lower bound of the width: padding narrower rows in memory would take many times the size of the file.
const NARROWEST: usize = 32;
/// The divisor of the output, unless the file, the user or the usual value of its shape gives another.
pub const DEFAULT_FV_SCALE: i32 = 16;
/// The value of `FV_SCALE` that leaves the choice to the file.
pub const AUTOMATIC_FV_SCALE: i32 = 0;
/// Upper bound of `FV_SCALE`.
pub const GREATEST_FV_SCALE: i32 = 128;

/// Reads a network that divides its output by `fv_scale`, or by the file's own divisor if that is
/// [`AUTOMATIC_FV_SCALE`].
///
/// # Errors
/// If the file is damaged or of no known shape, or the game is not standard shogi.
pub fn read(spec: &Spec, bytes: &[u8], fv_scale: i32) -> Result<Network, NetworkFault> {
    if spec.name != GAME {
        return Err(NetworkFault::Game { found: GAME.to_owned(), expected: spec.name });
    }
    let mut file = nnue::read(bytes)?;
    let width = file.shape.width;
    if width < NARROWEST {
        return Err(NetworkFault::Narrow { width, narrowest: NARROWEST });
    }
    let (fv_scale, origin) = match (fv_scale, file.fv_scale, usual_fv_scale(&file.shape)) {
        (AUTOMATIC_FV_SCALE, Some(told), _) => (told, "by the file"),
        (AUTOMATIC_FV_SCALE, None, Some(usual)) => (usual, "by its shape"),
        (AUTOMATIC_FV_SCALE, None, None) => (DEFAULT_FV_SCALE, "as usual"),
        (given, ..) => (given, "by the option"),
    };
    let name = format!("{}, FV_SCALE {fv_scale} {origin}", file.shape);
    let progress = file.progress.take().map(|progress| (progress, Features::community(spec, FeatureKind::HalfKp)));
    let head = head(&file, progress)?;
    let transformer = transformer(&file)?;
    let scale = Scale::community(fv_scale.max(1));
    Ok(Network { features: Features::community(spec, file.shape.features), transformer, head, scale, name })
}

/// The most usual divisor of a shape, if that is not the default.
const fn usual_fv_scale(shape: &Shape) -> Option<i32> {
    match (shape.features, shape.width, shape.hidden, shape.layout) {
        (FeatureKind::HalfKp, 512, [8, 64], Layout::Classic)
        | (FeatureKind::HalfKp, 768, [16, 64], Layout::Classic) => Some(40),
        (.., Layout::Stacked { .. }) => Some(32),
        _ => None,
    }
}

/// Length of the parts of a row that are padded to whole tiles: the halves that are multiplied pairwise, or the whole
/// row.
const fn row_part(shape: &Shape) -> usize {
    match shape.layout {
        Layout::Classic => shape.width,
        Layout::Stacked { .. } => shape.width / 2,
    }
}

fn transformer(file: &File<'_>) -> Result<Transformer, NetworkFault> {
    let shape = &file.shape;
    let part = row_part(shape);
    let tiles = part.div_ceil(TILE);
    let mut transformer =
        Transformer::zeroed(shape.features.rows(), shape.width / part * tiles).ok_or(NetworkFault::NoRoom)?;
    let arrange = |row: &mut [Tile], numbers: &[i16]| {
        for (row, numbers) in row.chunks_exact_mut(tiles).zip(numbers.chunks_exact(part)) {
            fill(row, numbers);
        }
    };
    arrange(transformer.biases_mut(), &file.biases);
    file.weights.for_each(|input, row| arrange(transformer.row_mut(input), row));
    Ok(transformer)
}

fn head(file: &File<'_>, progress: Option<(ProgressWeights, Features)>) -> Result<Head, NetworkFault> {
    let shape = &file.shape;
    let [seen, _] = shape.hidden;
    let columns = Columns { parts: 2, length: row_part(shape) };
    let first = |shards| affine(file, 0, columns, shards);
    let output = output(file);
    Ok(match shape.layout {
        Layout::Classic => {
            Head::Dense(Dense { first: first(None)?, second: affine(file, 1, Columns::plain(seen), None)?, output })
        }
        Layout::Stacked { stacks, shards, .. } => Head::Stacked(Stacked {
            layers: DualLayers {
                first: first(shards)?,
                seen,
                second: affine(file, 1, Columns::plain(2 * seen), None)?,
                output,
            },
            selector: Selector::new(stacks, progress),
        }),
    })
}

/// The layer `number` of all stacks. With shards, each output has weights for the common columns and for those of its
/// group.
fn affine(file: &File<'_>, number: usize, columns: Columns, shards: Option<Shards>) -> Result<Affine, NetworkFault> {
    let outputs = file.stacks.first().map_or(0, |layers| layers[number].biases.len());
    let mut affine = Affine::zeroed(columns, outputs, file.stacks.len()).ok_or(NetworkFault::NoRoom)?;
    for (stack, layers) in file.stacks.iter().enumerate() {
        let layer = &layers[number];
        for (output, (&bias, weights)) in layer.biases.iter().zip(layer.weights.chunks_exact(layer.stride)).enumerate()
        {
            affine.set(stack, output, bias, weights, |column| {
                shards.is_none_or(|Shards { common, size, groups }| {
                    let own = common + output * groups / outputs * size;
                    column < common || (own..own + size).contains(&column)
                })
            });
        }
    }
    Ok(affine)
}

/// The last layer of all stacks.
fn output(file: &File<'_>) -> Output {
    let [.., inputs] = file.shape.inputs();
    let stride = Columns::plain(inputs).bytes();
    let mut weights = vec![0; stride * file.stacks.len()];
    for (row, [.., layer]) in weights.chunks_exact_mut(stride).zip(&file.stacks) {
        row[..inputs].copy_from_slice(&layer.weights[..inputs]);
    }
    let biases = file.stacks.iter().filter_map(|[.., layer]| layer.biases.first().copied()).collect();
    Output { biases, weights }
}
