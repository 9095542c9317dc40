//! Stacked files: one or more stacks of layers over pairwise products of the accumulators.

use super::shape::{HandBuckets, KingBuckets, Layout, PROGRESS_STEPS, Shape, Stacks};
use super::{FeatureKind, File, Header, ProgressWeights, Rows, WIDEST, leb128, stack, text};
use crate::eval::NetworkFault;
use crate::eval::reader::NetworkReader;

/// The hashes of the first layer, of the progress and of each stack.
#[cfg(any(test, feature = "testing"))]
pub const TRANSFORMER_HASH: u32 = 0x5f13_4ab8;
pub const PROGRESS_HASH: u32 = 0x6f50_524f;
pub const STACK_HASH: u32 = 0x6333_718a;
/// The hashes of whole files.
pub const FILE_HASH: u32 = 0x3c20_3b32;
pub const PROGRESS_FILE_HASH: u32 = FILE_HASH ^ PROGRESS_HASH;
/// The word before a compressed block.
pub const COMPRESSED: &[u8; 17] = b"COMPRESSED_LEB128";

/// Weights of the progress: one for each input of this set.
pub const PROGRESS_WEIGHTS: usize = FeatureKind::HalfKp.rows();
/// The bytes of the hash, the bias and the weights of the progress.
const PROGRESS_BYTES: usize = 4 + 4 + 4 * PROGRESS_WEIGHTS;
const USUAL_PROGRESS_BUCKETS: [u32; 6] = [2, 3, 4, 8, 16, 32];

/// Upper bound of the outputs of a stack's first layer, with a shortcut; they are a multiple of 8.
const MOST_OUTPUTS: usize = 256;
const MOST_SECOND: usize = 256;
/// Outputs of the first layer, with a shortcut, and of the second in known networks.
const PUBLISHED_LAYERS: [[usize; 2]; 4] = [[16, 32], [8, 64], [16, 64], [8, 32]];
/// Widths assumed for uncompressed files without proper hashes.
const USUAL_WIDTHS: [usize; 12] = [64, 128, 192, 256, 384, 512, 768, 1024, 1280, 1536, 2048, 3072];
/// Step of the widths tried for other uncompressed files.
const WIDTH_STEP: usize = 16;

impl Header<'_> {
    /// True if the hash of the file is that of stacked files.
    pub fn hash_is_stacked(&self) -> bool {
        [FILE_HASH, PROGRESS_FILE_HASH].contains(&self.hash)
    }

    /// True if the text is that of stacked files.
    pub fn text_is_stacked(&self) -> bool {
        self.text.starts_with(text::STACKED)
    }

    /// True if the first layer begins with a compressed block.
    pub fn is_compressed(&self) -> bool {
        self.body.get(4..).is_some_and(|layer| layer.starts_with(COMPRESSED))
    }
}

/// The first layer, and the bytes after it.
struct FirstLayer<'a> {
    features: FeatureKind,
    width: usize,
    biases: Vec<i16>,
    weights: Rows<'a>,
    rest: &'a [u8],
}

/// Reads the fields after the text.
pub(super) fn read<'a>(header: &Header<'a>) -> Result<File<'a>, NetworkFault> {
    let mut reader = NetworkReader::new(header.body);
    let transformer = reader.number()?;
    let (layer, shape) = if header.is_compressed() {
        let layer = compressed(header, &mut reader)?;
        let shape = find_layers(header, layer.features, layer.width, layer.rest);
        let shape = shape.ok_or_else(|| unknown_layers(header, &layer))?;
        (layer, shape)
    } else {
        plain(header, &mut reader)?
    };
    if let Some(named) = named_and_longer(header, &shape, layer.rest) {
        return Err(cut(&named, layer.rest));
    }
    finish(header, transformer, layer, shape)
}

/// Reads the progress and the stacks.
fn finish<'a>(
    header: &Header<'a>,
    transformer: u32,
    layer: FirstLayer<'a>,
    shape: Shape,
) -> Result<File<'a>, NetworkFault> {
    let mut hashes = vec![("the file", header.hash), ("the first layer", transformer)];
    let mut reader = NetworkReader::new(layer.rest);
    let mut progress = None;
    if stacks_of(&shape).progress.is_some() {
        hashes.push(("the progress", reader.number()?));
        progress = Some(ProgressWeights { bias: reader.number()?, weights: reader.list(PROGRESS_WEIGHTS)? });
    }
    let mut stacks = Vec::new();
    for _ in 0..stacks_of(&shape).count() {
        hashes.push(("a layer stack", reader.number()?));
        stacks.push(stack(&mut reader, &shape)?);
    }
    reader.end()?;
    Ok(File {
        shape,
        text: header.text.clone(),
        hashes,
        fv_scale: header.claims.fv_scale,
        biases: layer.biases,
        weights: layer.weights,
        progress,
        stacks,
    })
}

/// Reads a first layer of two compressed blocks, whose counts of numbers give the width and the set.
fn compressed<'a>(header: &Header<'a>, reader: &mut NetworkReader<'a>) -> Result<FirstLayer<'a>, NetworkFault> {
    let mut block = || {
        if reader.take(COMPRESSED.len())? != COMPRESSED {
            return Err(NetworkFault::UnknownFormat);
        }
        let bytes: u32 = reader.number()?;
        reader.take(bytes as usize)
    };
    let named = header.claims.shape(true);
    // The blocks after a truncated one are missing as well.
    let in_block = |fault| match (fault, named) {
        (NetworkFault::Truncated { missing }, Some(shape)) => {
            NetworkFault::Cut { shape: shape.to_string(), missing: missing as u64 + tail_bytes(&shape) }
        }
        (fault, _) => fault,
    };
    let biases = block().map_err(in_block)?;
    let weights = block().map_err(in_block)?;
    let width = leb128::count(biases)?;
    if width == 0 || !width.is_multiple_of(2) || width > WIDEST {
        return Err(super::width_fault(width));
    }
    let count = leb128::count(weights)?;
    let features = count.is_multiple_of(width).then(|| FeatureKind::from_rows(count / width)).flatten();
    let features = features.ok_or(NetworkFault::Rows { weights: count, width })?;
    let mut numbers = vec![0; width];
    leb128::decode(biases, &mut numbers);
    let weights = Rows { bytes: weights, width, compressed: true };
    Ok(FirstLayer { features, width, biases: numbers, weights, rest: reader.rest() })
}

/// Reads an uncompressed first layer. Its end shows by the hash behind it, or else by the layers that fit the rest.
fn plain<'a>(header: &Header<'a>, reader: &mut NetworkReader<'a>) -> Result<(FirstLayer<'a>, Shape), NetworkFault> {
    let body = reader.rest();
    let mut best: Option<(usize, Shape)> = None;
    for proven in [true, false] {
        for features in FeatureKind::ALL {
            for width in (WIDTH_STEP..=WIDEST).step_by(WIDTH_STEP) {
                let end = usize::try_from(features.layer_bytes(width)).ok();
                let Some(rest) = end.and_then(|end| body.get(end..)) else { break };
                let hash = first_word(rest).is_some_and(|word| [STACK_HASH, PROGRESS_HASH].contains(&word));
                if hash == proven
                    && (proven || USUAL_WIDTHS.contains(&width))
                    && let Some(shape) = find_layers(header, features, width, rest)
                {
                    let agreement = header.claims.agreement(&shape);
                    if best.is_none_or(|(known, _)| known < agreement) {
                        best = Some((agreement, shape));
                    }
                }
            }
        }
        if let Some((_, shape)) = best {
            let Shape { features, width, .. } = shape;
            let biases = reader.list(width)?;
            let bytes = reader.take(2 * width * features.rows())?;
            let weights = Rows { bytes, width, compressed: false };
            return Ok((FirstLayer { features, width, biases, weights, rest: reader.rest() }, shape));
        }
    }
    let named = header.claims.shape(true).filter(|_| header.claims.stacks != Stacks::default());
    Err(match named {
        Some(shape) => header.unlike(&shape, 4 + shape.transformer_bytes() + tail_bytes(&shape)),
        None => NetworkFault::Size { found: header.size, text: header.text.clone() },
    })
}

/// The fault of layers that fit no shape.
fn unknown_layers(header: &Header<'_>, layer: &FirstLayer<'_>) -> NetworkFault {
    let FirstLayer { features, width, rest, .. } = layer;
    let named = header.claims.shape(true).filter(|shape| (shape.features, shape.width) == (*features, *width));
    let found = rest.len() as u64;
    match named {
        Some(shape) if tail_bytes(&shape) > found => cut(&shape, rest),
        Some(shape) if tail_bytes(&shape) < found && stacks_of(&shape) != Stacks::default() => {
            NetworkFault::Excess { shape: shape.to_string(), extra: found - tail_bytes(&shape) }
        }
        _ => NetworkFault::Layers {
            features: features.name(),
            width: *width,
            found: rest.len(),
            text: header.text.clone(),
        },
    }
}

fn cut(shape: &Shape, rest: &[u8]) -> NetworkFault {
    NetworkFault::Cut { shape: shape.to_string(), missing: tail_bytes(shape).saturating_sub(rest.len() as u64) }
}

/// The shape named by the text, if it is longer than the file and the shape that fits is unlikely: a truncated file
/// looks like one of fewer stacks.
fn named_and_longer(header: &Header<'_>, found: &Shape, rest: &[u8]) -> Option<Shape> {
    let named = header.claims.shape(true)?;
    let same_layer = (named.features, named.width) == (found.features, found.width);
    let longer = tail_bytes(&named) > rest.len() as u64;
    (same_layer && longer && stacks_of(found).king.is_none()).then_some(named)
}

fn stacks_of(shape: &Shape) -> Stacks {
    match shape.layout {
        Layout::Stacked { stacks, .. } => stacks,
        Layout::Classic => Stacks::default(),
    }
}

/// The bytes after the first layer.
fn tail_bytes(shape: &Shape) -> u64 {
    let stacks = stacks_of(shape);
    let progress = if stacks.progress.is_some() { PROGRESS_BYTES as u64 } else { 0 };
    progress + stacks.count() as u64 * (4 + shape.stack_bytes())
}

fn first_word(bytes: &[u8]) -> Option<u32> {
    bytes.first_chunk().map(|word| u32::from_le_bytes(*word))
}

/// The shape of the layers after the first, by their size.
fn find_layers(header: &Header<'_>, features: FeatureKind, width: usize, rest: &[u8]) -> Option<Shape> {
    let by_hash = header.hash == PROGRESS_FILE_HASH || header.claims.stacks.progress.is_some();
    let with_progress: &[bool] = match first_word(rest)? {
        PROGRESS_HASH => &[true],
        STACK_HASH => &[false],
        _ if by_hash => &[true, false],
        _ => &[false, true],
    };
    with_progress.iter().find_map(|&progress| {
        let stacks = if progress { rest.get(PROGRESS_BYTES..)? } else { rest };
        find_stacks(header, features, width, progress, stacks)
    })
}

/// The shape of stacks that take all of the bytes.
///
/// Each starts with the same hash. The distance of the first two is the size of a stack if the hash is the proper one;
/// else any size that divides all of the bytes is tried.
fn find_stacks(
    header: &Header<'_>,
    features: FeatureKind,
    width: usize,
    progress: bool,
    bytes: &[u8],
) -> Option<Shape> {
    let hash = first_word(bytes)?;
    let distance = if hash == STACK_HASH { next_stack(bytes) } else { None };
    let mut best: Option<((bool, bool, bool, bool), Shape)> = None;
    for outputs in (8..=MOST_OUTPUTS).step_by(8) {
        for second in 1..=MOST_SECOND {
            let layout = Layout::Stacked { shortcut: true, stacks: Stacks::default(), shards: None };
            let shape = Shape { features, width, hidden: [outputs - 1, second], layout };
            let size = 4 + shape.stack_bytes() as usize;
            if !bytes.len().is_multiple_of(size) || bytes.chunks_exact(size).any(|one| first_word(one) != Some(hash)) {
                continue;
            }
            let count = bytes.len() / size;
            let Some(stacks) = stacks_of_count(count, progress, header.claims.stacks) else { continue };
            let shape = told_details(header, shape, stacks);
            let published = PUBLISHED_LAYERS.contains(&[outputs, second]);
            let by_distance = distance == Some(size);
            let regular = second.is_multiple_of(8);
            let evidence = (by_distance, header.claims.names(&shape), published, regular);
            // A single stack has no evidence but its size, so one of an unusual size is more likely a part of another.
            let likely = if count > 1 { by_distance || regular } else { by_distance && regular };
            if (likely || evidence.1) && best.is_none_or(|(known, _)| known < evidence) {
                best = Some((evidence, shape));
            }
        }
    }
    best.map(|(_, shape)| shape)
}

/// Bytes from one stack to the next, or to the end if there is only one.
fn next_stack(bytes: &[u8]) -> Option<usize> {
    let hash = STACK_HASH.to_le_bytes();
    let next = bytes.get(4..)?.windows(4).position(|word| word == hash);
    Some(next.map_or(bytes.len(), |at| at + 4))
}

/// Completes a shape with a shortcut by facts that its size does not show: the choice between stacks, a missing
/// shortcut, and shards.
fn told_details(header: &Header<'_>, shape: Shape, stacks: Stacks) -> Shape {
    let claims = &header.claims;
    let outputs = shape.hidden[0] + 1;
    let shortcut = claims.hidden != [Some(outputs), Some(shape.hidden[1])];
    let hidden = if shortcut { shape.hidden } else { [outputs, shape.hidden[1]] };
    let mut told = Shape { hidden, layout: Layout::Stacked { shortcut, stacks, shards: None }, ..shape };
    let shards = claims.shards.filter(|shards| {
        let columns = shards.size.checked_mul(shards.groups).and_then(|columns| columns.checked_add(shards.common));
        let fits = columns.is_some_and(|columns| columns <= shape.width);
        fits && (1..=outputs).contains(&shards.groups) && claims.names(&told)
    });
    told.layout = Layout::Stacked { shortcut, stacks, shards };
    told
}

/// The choice between `count` stacks: of all with this count, the one that the text names, then the fewest parts, then
/// the most usual.
fn stacks_of_count(count: usize, progress: bool, told: Stacks) -> Option<Stacks> {
    let mut best: Option<([usize; 3], Stacks)> = None;
    for king in std::iter::once(None).chain(KingBuckets::ALL.map(Some)) {
        for hand in std::iter::once(None).chain(HandBuckets::ALL.map(Some)) {
            let without = Stacks { hand, king, progress: None }.count();
            let buckets = u32::try_from(count / without).ok()?;
            let fits = count.is_multiple_of(without)
                && if progress { (2..=PROGRESS_STEPS).contains(&buckets) } else { buckets == 1 };
            if !fits {
                continue;
            }
            let stacks = Stacks { hand, king, progress: progress.then_some(buckets) };
            let agreement = usize::from(stacks.hand == told.hand)
                + usize::from(stacks.king == told.king)
                + usize::from(stacks.progress == told.progress);
            let named = if told == Stacks::default() { 0 } else { agreement };
            let usual = usize::from(!progress || USUAL_PROGRESS_BUCKETS.contains(&buckets));
            let score = [named, usual, usize::from(hand.is_none())];
            if best.is_none_or(|(known, _)| known < score) {
                best = Some((score, stacks));
            }
        }
    }
    best.map(|(_, stacks)| stacks)
}
