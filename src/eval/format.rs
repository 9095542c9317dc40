//! The program's own format of network files.
//!
//! All numbers are little endian. A text is a `u32` length followed by that number of bytes of UTF-8.
//!
//! | field | type |
//! |---|---|
//! | `KUMATAKA` | 8 bytes |
//! | version, 2, or 3 with hidden layers | `u32` |
//! | game, by its name | text |
//! | feature set, by its name | text |
//! | inputs a side, width, output buckets | 3 `u32` |
//! | with hidden layers: outputs of the first, and of the second | 2 `u32` |
//! | centipawns of an output of one | `i32` |
//! | biases of the first layer, in units of 1/2040, and 4 more for rounding | `i16 [width]` |
//! | its weights, in units of 1/2040 | `i16 [input][width]` |
//! | output biases, in units of 1/(255 * 64) | `i32 [bucket]` |
//! | output weights for the side to move and the other, in units of 1/64 | `i16 [bucket][2][width]` |
//! | with hidden layers, bucket by bucket: | |
//! | biases of the first, in units of 1/(127 * 64) | `i32 [16]` |
//! | its weights for the squares of the side to move and of the other, in units of 1/64 | `i8 [16][2][width]` |
//! | biases of the second, in units of 1/(127 * 64) | `i32 [32]` |
//! | its weights for the squares of the first, then for its clipped values, in units of 1/64 | `i8 [32][2][16]` |
//! | their output weights, in units of 1/64 | `i8 [32]` |
//! | CRC-32 of all bytes before | `u32` |

use super::error::NetworkFault;
use super::features::FeatureSet;
pub use super::head::WIDEST_SQUARED;
use super::head::{Affine, Columns, Deep, DualLayers, Head, OUTPUT_LIMIT, Output, SquaredOutput};
use super::network::Network;
use super::reader::NetworkReader;
use super::scale::Scale;
use super::transformer::{TILE, Tile, Transformer};
use std::io::{self, Write};

pub const MAGIC: &[u8; 8] = b"KUMATAKA";
/// The version of networks without hidden layers, which every program with the format reads.
const VERSION: u32 = 2;
const HIDDEN_VERSION: u32 = 3;
/// Outputs of the first hidden layer and of the second.
pub const HIDDEN: [usize; 2] = [16, 32];
const CHECKSUM_BYTES: usize = 4;

/// The contents of a network file, of any width and with any number of output buckets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    pub width: usize,
    pub buckets: usize,
    /// Centipawns of an output of one.
    pub scale: i32,
    pub biases: Vec<i16>,
    /// The weights of the first layer. `[input][width]`
    pub weights: Vec<i16>,
    /// The biases of the output. `[bucket]`
    pub output_biases: Vec<i32>,
    /// The weights of the output, for the side to move and for the other. `[bucket][2][width]`
    pub output_weights: Vec<i16>,
    /// The hidden layers beside the output, if there are any. `[bucket]`
    pub hidden: Option<Vec<HiddenLayers>>,
}

/// The hidden layers of one bucket, of [`HIDDEN`] outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenLayers {
    pub first_biases: Vec<i32>,
    /// The weights of the first layer, for the side to move and for the other. `[output][2][width]`
    pub first_weights: Vec<i8>,
    pub second_biases: Vec<i32>,
    /// The weights of the second layer, for the squares of the first and for its clipped values. `[output][2][first]`
    pub second_weights: Vec<i8>,
    pub output_weights: Vec<i8>,
}

impl HiddenLayers {
    /// The layers of all buckets.
    fn read(width: usize, buckets: usize, reader: &mut NetworkReader<'_>) -> Result<Vec<Self>, NetworkFault> {
        let [first, second] = HIDDEN;
        let mut one = || {
            Ok(Self {
                first_biases: reader.list(first)?,
                first_weights: reader.list(first * 2 * width)?,
                second_biases: reader.list(second)?,
                second_weights: reader.list(second * 2 * first)?,
                output_weights: reader.list(second)?,
            })
        };
        (0..buckets).map(|_| one()).collect()
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        let mut put = |biases: &[i32], weights: &[i8]| {
            bytes.extend(biases.iter().flat_map(|bias| bias.to_le_bytes()));
            bytes.extend(weights.iter().map(|weight| weight.cast_unsigned()));
        };
        put(&self.first_biases, &self.first_weights);
        put(&self.second_biases, &self.second_weights);
        put(&[], &self.output_weights);
    }
}

/// The layers of all buckets behind a first layer of this width, with a squared output beside them.
fn deep(width: usize, squared: SquaredOutput, stacks: &[HiddenLayers]) -> Option<Deep> {
    let [outputs, last] = HIDDEN;
    let mut first = Affine::zeroed(Columns { parts: 2, length: width }, outputs, stacks.len())?;
    let mut second = Affine::zeroed(Columns::plain(2 * outputs), last, stacks.len())?;
    let stride = Columns::plain(last).bytes();
    let mut weights = vec![0; stride * stacks.len()];
    for (stack, layers) in stacks.iter().enumerate() {
        let rows = layers.first_biases.iter().zip(layers.first_weights.chunks_exact(2 * width));
        rows.enumerate().for_each(|(output, (&bias, weights))| first.set(stack, output, bias, weights, |_| true));
        let rows = layers.second_biases.iter().zip(layers.second_weights.chunks_exact(2 * outputs));
        rows.enumerate().for_each(|(output, (&bias, weights))| second.set(stack, output, bias, weights, |_| true));
        weights[stack * stride..][..last].copy_from_slice(&layers.output_weights);
    }
    let output = Output { biases: vec![0; stacks.len()], weights };
    Some(Deep { squared, layers: DualLayers { first, seen: outputs, second, output } })
}

impl Layers {
    /// Reads a network file of the program's own format.
    ///
    /// # Errors
    /// If the file is not a network file, is damaged, or holds a network for another game.
    pub fn read(set: &FeatureSet, bytes: &[u8]) -> Result<Self, NetworkFault> {
        let mut reader = NetworkReader::new(bytes);
        let (version, [inputs, width, buckets]) = header(set, &mut reader)?;
        let has_hidden = version == HIDDEN_VERSION;
        if has_hidden {
            let found = reader.numbers()?.map(|n: u32| n as usize);
            if found != HIDDEN {
                return Err(NetworkFault::Hidden { found, expected: HIDDEN });
            }
        }
        let expected = set.features.inputs();
        if inputs != expected {
            return Err(NetworkFault::Inputs { found: inputs, expected });
        }
        check_shape(width, buckets)?;
        let scale = reader.number()?;
        let layers = Self {
            width,
            buckets,
            scale,
            biases: reader.list(width)?,
            weights: reader.list(expected.saturating_mul(width))?,
            output_biases: reader.list(buckets)?,
            output_weights: reader.list(buckets.saturating_mul(2 * width))?,
            hidden: if has_hidden { Some(HiddenLayers::read(width, buckets, &mut reader)?) } else { None },
        };
        let sum: u32 = reader.number()?;
        reader.end()?;
        if crc32fast::hash(&bytes[..bytes.len() - CHECKSUM_BYTES]) != sum {
            return Err(NetworkFault::Checksum);
        }
        if !layers.output_weights.iter().all(|weight| (-OUTPUT_LIMIT..=OUTPUT_LIMIT).contains(weight)) {
            return Err(NetworkFault::OutputWeight);
        }
        Ok(layers)
    }

    /// The bucket of these layers for positions in `bucket` of a network with `buckets` buckets.
    #[must_use]
    pub const fn bucket_covering(&self, bucket: usize, buckets: usize) -> usize {
        bucket * self.buckets / buckets
    }

    /// The network made of these layers.
    ///
    /// # Errors
    /// If it has no output bucket or is wider than the engine plays with.
    pub fn network(&self, set: FeatureSet) -> Result<Network, NetworkFault> {
        let inputs = set.features.inputs();
        check_shape(self.width, self.buckets)?;
        let tiles = self.width.div_ceil(TILE);
        let mut transformer = Transformer::zeroed(inputs, tiles).ok_or(NetworkFault::NoRoom)?;
        fill(transformer.biases_mut(), &self.biases);
        for (input, weights) in self.weights.chunks_exact(self.width).enumerate() {
            fill(transformer.row_mut(input), weights);
        }
        let mut outputs = vec![Tile::ZERO; 2 * self.buckets * tiles];
        for (row, weights) in outputs.chunks_exact_mut(tiles).zip(self.output_weights.chunks_exact(self.width)) {
            fill(row, weights);
        }
        let squared = SquaredOutput { weights: outputs, biases: self.output_biases.clone() };
        let mut name = format!("own network, {} wide", self.width);
        let head = match &self.hidden {
            None => Head::Squared(squared),
            Some(stacks) => {
                name += ", with hidden layers";
                Head::Deep(deep(self.width, squared, stacks).ok_or(NetworkFault::NoRoom)?)
            }
        };
        Ok(Network { features: set.features, transformer, head, scale: Scale::Own(self.scale), name })
    }

    /// Writes a network file.
    ///
    /// # Errors
    /// Returns the errors of `out`.
    pub fn write(&self, set: &FeatureSet, mut out: impl Write) -> io::Result<()> {
        let mut bytes = MAGIC.to_vec();
        let version = if self.hidden.is_some() { HIDDEN_VERSION } else { VERSION };
        bytes.extend(version.to_le_bytes());
        for text in [set.game, set.name] {
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        let shape = [set.features.inputs(), self.width, self.buckets];
        let hidden = self.hidden.as_ref().map(|_| HIDDEN).into_iter().flatten();
        bytes.extend(shape.into_iter().chain(hidden).flat_map(|n| (n as u32).to_le_bytes()));
        bytes.extend(self.scale.to_le_bytes());
        bytes.extend(self.biases.iter().chain(&self.weights).flat_map(|n| n.to_le_bytes()));
        bytes.extend(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(self.output_weights.iter().flat_map(|weight| weight.to_le_bytes()));
        self.hidden.iter().flatten().for_each(|layers| layers.write(&mut bytes));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        out.write_all(&bytes)
    }
}

impl Network {
    /// Reads a network of the program's own format.
    ///
    /// # Errors
    /// If the file is damaged, or holds a network for other features.
    pub fn own(set: FeatureSet, bytes: &[u8]) -> Result<Self, NetworkFault> {
        Layers::read(&set, bytes)?.network(set)
    }
}

/// Rejects shapes without output buckets and those wider than the engine plays with.
const fn check_shape(width: usize, buckets: usize) -> Result<(), NetworkFault> {
    if buckets == 0 || width == 0 || width > WIDEST_SQUARED {
        return Err(NetworkFault::Shape { width, buckets, widest: WIDEST_SQUARED });
    }
    Ok(())
}

/// Copies numbers to the start of a row.
pub(super) fn fill(row: &mut [Tile], numbers: &[i16]) {
    for (tile, numbers) in row.iter_mut().zip(numbers.chunks(TILE)) {
        tile.0[..numbers.len()].copy_from_slice(numbers);
    }
}

/// Reads the header and returns the version and the shape: inputs a side, width, output buckets.
fn header(set: &FeatureSet, reader: &mut NetworkReader<'_>) -> Result<(u32, [usize; 3]), NetworkFault> {
    if reader.take(MAGIC.len())? != MAGIC {
        return Err(NetworkFault::UnknownFormat);
    }
    let version = reader.number()?;
    if ![VERSION, HIDDEN_VERSION].contains(&version) {
        return Err(NetworkFault::Version(version));
    }
    let game = reader.text()?;
    if game != set.game {
        return Err(NetworkFault::Game { found: game, expected: set.game });
    }
    let name = reader.text()?;
    if name != set.name {
        return Err(NetworkFault::Features { found: name, expected: set.name });
    }
    Ok((version, reader.numbers()?.map(|n: u32| n as usize)))
}
