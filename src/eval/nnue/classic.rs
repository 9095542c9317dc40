//! Classic files: one stack of layers over the clipped accumulators of both sides.

use super::shape::{Layout, Shape, affine_bytes};
use super::{FeatureKind, File, Header, MOST_HIDDEN, Rows, WIDEST, stack};
use crate::eval::NetworkFault;
use crate::eval::reader::NetworkReader;

/// The bytes of the two hashes.
const HASH_BYTES: u64 = 8;
/// Step of the widths that are tried.
const WIDTH_STEP: usize = 8;
/// Widths and layers of known files. Others are accepted if they fit and none of these does.
const USUAL_WIDTHS: [usize; 18] =
    [64, 96, 128, 160, 192, 224, 256, 320, 384, 448, 512, 640, 768, 896, 1024, 1280, 1536, 2048];
const USUAL_LAYERS: [usize; 9] = [8, 16, 24, 32, 48, 64, 96, 128, 256];
const PUBLISHED_LAYERS: [[usize; 2]; 7] = [[32, 32], [8, 64], [8, 96], [16, 64], [8, 32], [16, 32], [256, 256]];

/// Ingredients of hashes.
const HASH_START: u32 = 0xec42_e90d;
const HASH_AFFINE: u32 = 0xcc03_dae4;
const HASH_CLIP: u32 = 0x538d_24c7;
/// The hash of all HalfKA sets in files before February 2026.
const OLD_HALFKA_HASH: u32 = 0x5f13_4cb8;

/// Reads the fields after the text.
pub(super) fn read<'a>(header: &Header<'a>) -> Result<File<'a>, NetworkFault> {
    let shape = find(header)?;
    if header.text.to_ascii_lowercase().contains("screlu") {
        return Err(NetworkFault::Activation(header.text.clone()));
    }
    let mut reader = NetworkReader::new(header.body);
    let transformer = reader.number()?;
    let biases = reader.list(shape.width)?;
    let bytes = reader.take(2 * shape.width * shape.features.rows())?;
    let network = reader.number()?;
    let stacks = vec![stack(&mut reader, &shape)?];
    reader.end()?;
    Ok(File {
        shape,
        text: header.text.clone(),
        hashes: vec![("the file", header.hash), ("the first layer", transformer), ("the other layers", network)],
        fv_scale: header.claims.fv_scale,
        biases,
        weights: Rows { bytes, width: shape.width, compressed: false },
        progress: None,
        stacks,
    })
}

/// Evidence for a shape of the file's size, the strongest fields first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Evidence {
    /// The hash of the layers after the first stands at its place, and the text names the shape.
    network_and_text: bool,
    network: bool,
    /// The hash of the first layer is that of the set and the width.
    transformer: bool,
    /// The text names the shape.
    text: bool,
    usual: Usual,
    /// Parts of the shape that the text names.
    agreement: usize,
    published: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Usual {
    /// Sizes nobody uses. The text must name them: the hashes are too ambiguous.
    Odd,
    Regular,
    Listed,
    Published,
}

/// The shape of the file.
fn find(header: &Header<'_>) -> Result<Shape, NetworkFault> {
    let mut best: Option<(Evidence, Shape)> = None;
    for_each_of_size(header.body.len() as u64, |shape| {
        let evidence = evidence(header, &shape);
        // Layers may be any multiple of 8 wide, and some such shape fits most sizes, even that of a truncated file.
        let hash = evidence.network || evidence.transformer;
        let likely = match evidence.usual {
            Usual::Odd => false,
            Usual::Regular => hash || shape.hidden.iter().all(|outputs| USUAL_LAYERS.contains(outputs)),
            Usual::Listed | Usual::Published => true,
        };
        let likely = likely || evidence.text;
        if likely && best.is_none_or(|(known, _)| known < evidence) {
            best = Some((evidence, shape));
        }
    });
    let named = header.claims.shape(false);
    let told = named.filter(|shape| hashes_name(header, shape));
    let by_hash = told.or_else(|| named_by_hashes(header));
    let foreign = header.hash_is_stacked() && header.text_is_stacked();
    if let Some((evidence, shape)) = best {
        // If hash and text agree on another shape, the file is a truncated one of that, unless this shape is known to
        // exist.
        let known = evidence.text || evidence.usual == Usual::Published;
        let by_hashes = || evidence.network || by_hash.is_none() || hashes_name(header, &shape);
        if known || (foreign && evidence.network) || (!foreign && told.is_none() && by_hashes()) {
            return Ok(shape);
        }
    }
    match by_hash.or(named) {
        Some(shape) => Err(header.unlike(&shape, body_bytes(&shape))),
        None => Err(NetworkFault::Size { found: header.size, text: header.text.clone() }),
    }
}

fn evidence(header: &Header<'_>, shape: &Shape) -> Evidence {
    let network_hash = 4 + shape.transformer_bytes();
    let network = word(header.body, network_hash) == Some(network_hash_of(shape));
    let text = !header.text_is_stacked() && header.claims.names(shape);
    Evidence {
        network_and_text: network && text,
        network,
        transformer: word(header.body, 0).is_some_and(|hash| is_transformer_hash(hash, shape)),
        text,
        usual: usual(shape),
        agreement: header.claims.agreement(shape),
        published: PUBLISHED_LAYERS.contains(&shape.hidden),
    }
}

fn usual(shape: &Shape) -> Usual {
    let width = USUAL_WIDTHS.contains(&shape.width);
    if width && PUBLISHED_LAYERS.contains(&shape.hidden) {
        Usual::Published
    } else if width && shape.hidden.iter().all(|outputs| USUAL_LAYERS.contains(outputs)) {
        Usual::Listed
    } else if shape.width.is_multiple_of(16) && shape.hidden.iter().all(|n| n.is_multiple_of(8) && *n <= 256) {
        Usual::Regular
    } else {
        Usual::Odd
    }
}

/// Calls `take` with each shape that has this number of `bytes` after the text.
///
/// The set and the width leave a remainder for the layers, the outputs of the first of these a smaller one, and the
/// outputs of the second follow from that.
fn for_each_of_size(bytes: u64, mut take: impl FnMut(Shape)) {
    for features in FeatureKind::ALL {
        for width in (WIDTH_STEP..=WIDEST).step_by(WIDTH_STEP) {
            let mut shape = Shape { features, width, hidden: [MOST_HIDDEN; 2], layout: Layout::Classic };
            let Some(layers) = bytes.checked_sub(HASH_BYTES + shape.transformer_bytes()) else { break };
            if layers > shape.stack_bytes() {
                continue;
            }
            for first in 1..=MOST_HIDDEN {
                let Some(rest) = layers.checked_sub(affine_bytes(2 * width, first) + 4) else { break };
                // Each output of the second layer takes its row, and a weight of the last layer, whose padding is
                // shorter than a row.
                let second = rest / (affine_bytes(first, 1) + 1);
                shape.hidden = [first, second as usize];
                if (1..=MOST_HIDDEN as u64).contains(&second) && shape.stack_bytes() == layers {
                    take(shape);
                }
            }
        }
    }
}

/// The bytes after the text.
fn body_bytes(shape: &Shape) -> u64 {
    HASH_BYTES + shape.transformer_bytes() + shape.stack_bytes()
}

fn word(bytes: &[u8], at: u64) -> Option<u32> {
    let at = usize::try_from(at).ok()?;
    bytes.get(at..)?.first_chunk().map(|word| u32::from_le_bytes(*word))
}

fn is_transformer_hash(hash: u32, shape: &Shape) -> bool {
    let of_features = hash ^ (2 * shape.width as u32);
    let renamed = matches!(shape.features, FeatureKind::HalfKa2 | FeatureKind::HalfKaHm2);
    of_features == shape.features.hash() || (renamed && of_features == OLD_HALFKA_HASH)
}

/// The hash of a layer and all before it.
const fn affine_hash(before: u32, outputs: usize) -> u32 {
    HASH_AFFINE.wrapping_add(outputs as u32) ^ before.rotate_right(1)
}

/// The hash of the layers after the first.
pub const fn network_hash_of(shape: &Shape) -> u32 {
    let first = affine_hash(HASH_START ^ (2 * shape.width as u32), shape.hidden[0]);
    let second = affine_hash(first.wrapping_add(HASH_CLIP), shape.hidden[1]);
    affine_hash(second.wrapping_add(HASH_CLIP), 1)
}

/// True if the first two hashes of a file are those of the shape.
fn hashes_name(header: &Header<'_>, shape: &Shape) -> bool {
    word(header.body, 0).is_some_and(|transformer| {
        is_transformer_hash(transformer, shape) && header.hash ^ transformer == network_hash_of(shape)
    })
}

/// The most usual shape among those with the first two hashes of a file, whatever its size.
///
/// The first hash is the second combined with the hash of the layers. Inverting it is ambiguous: the hash is so weak
/// that it stands for several pairs of layers.
fn named_by_hashes(header: &Header<'_>) -> Option<Shape> {
    let transformer = word(header.body, 0)?;
    let after_second = (affine_hash(0, 1) ^ header.hash ^ transformer).rotate_left(1).wrapping_sub(HASH_CLIP);
    let mut best: Option<Shape> = None;
    for features in FeatureKind::ALL {
        let both = transformer ^ features.hash();
        if !both.is_multiple_of(2) || both == 0 || both as usize > 2 * WIDEST {
            continue;
        }
        for first in 1..=MOST_HIDDEN {
            let after_first = affine_hash(HASH_START ^ both, first).wrapping_add(HASH_CLIP);
            let second = (after_second ^ after_first.rotate_right(1)).wrapping_sub(HASH_AFFINE) as usize;
            let shape = Shape { features, width: both as usize / 2, hidden: [first, second], layout: Layout::Classic };
            if (1..=MOST_HIDDEN).contains(&second) && best.is_none_or(|known| usual(&known) < usual(&shape)) {
                best = Some(shape);
            }
        }
    }
    best
}
