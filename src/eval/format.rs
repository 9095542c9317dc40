//! The program's own format of network files.
//!
//! All numbers are little endian. A text is a `u32` length followed by that number of bytes of UTF-8.
//!
//! | field | type |
//! |---|---|
//! | `KUMATAKA` | 8 bytes |
//! | version, 2 | `u32` |
//! | game, by its name | text |
//! | feature set, by its name | text |
//! | inputs a side, width, output buckets | 3 `u32` |
//! | centipawns of an output of one | `i32` |
//! | biases of the first layer, in units of 1/2040, and 4 more for rounding | `i16 [width]` |
//! | its weights, in units of 1/2040 | `i16 [input][width]` |
//! | output biases, in units of 1/(255 * 64) | `i32 [bucket]` |
//! | output weights for the side to move and the other, in units of 1/64 | `i16 [bucket][2][width]` |
//! | CRC-32 of all bytes before | `u32` |

use super::accumulator::{Row, Transformer};
use super::error::NetworkFault;
use super::features::{FeatureSet, Mirrored};
use super::forward::{OUTPUT_LIMIT, SquaredOutput};
use super::network::{Network, OwnShape};
use crate::bytes::{ByteReader, Number};
use crate::rules::Spec;
use std::io::{self, Write};

pub const MAGIC: &[u8; 8] = b"KUMATAKA";
const VERSION: u32 = 2;
const CHECKSUM_BYTES: usize = 4;
/// The greatest length of a header text in bytes; a longer one is a sign of a broken file.
const LONGEST_TEXT: u32 = 4096;

/// A reader of the parts of a network file. It names what is missing.
pub(super) struct Reader<'a>(ByteReader<'a>);

impl<'a> Reader<'a> {
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(ByteReader::new(bytes))
    }

    /// The error of a file that ends before `bytes` more of it.
    fn truncated(&self, bytes: usize) -> NetworkFault {
        NetworkFault::Truncated { missing: bytes.saturating_sub(self.0.rest().len()) }
    }

    pub fn take(&mut self, count: usize) -> Result<&'a [u8], NetworkFault> {
        self.0.take(count).ok_or_else(|| self.truncated(count))
    }

    pub fn number<T: Number>(&mut self) -> Result<T, NetworkFault> {
        self.0.number().ok_or_else(|| self.truncated(size_of::<T>()))
    }

    pub fn numbers<T: Number, const N: usize>(&mut self) -> Result<[T; N], NetworkFault> {
        self.0.numbers().ok_or_else(|| self.truncated(N * size_of::<T>()))
    }

    pub fn list<T: Number>(&mut self, count: usize) -> Result<Vec<T>, NetworkFault> {
        self.0.list(count).ok_or_else(|| self.truncated(count.saturating_mul(size_of::<T>())))
    }

    pub fn row<const W: usize>(&mut self) -> Result<Row<W>, NetworkFault> {
        self.numbers().map(Row)
    }

    /// Reads the first layer: its biases, then its weights.
    pub fn transformer<const W: usize>(&mut self, inputs: usize) -> Result<Transformer<W>, NetworkFault> {
        let biases = self.row()?;
        let mut weights = Reader::new(self.take(2 * W * inputs)?);
        Ok(Transformer { biases, weights: (0..inputs).map(|_| weights.row()).collect::<Result<_, _>>()? })
    }

    pub fn text(&mut self) -> Result<String, NetworkFault> {
        let length = self.number()?;
        if length > LONGEST_TEXT {
            return Err(NetworkFault::FieldLength(length));
        }
        Ok(String::from_utf8_lossy(self.take(length as usize)?).into_owned())
    }

    pub const fn end(&self) -> Result<(), NetworkFault> {
        match self.0.rest().len() {
            0 => Ok(()),
            more => Err(NetworkFault::Trailing(more)),
        }
    }
}

/// The numbers of a network file, of any width and with any number of output buckets.
pub struct Layers {
    pub width: usize,
    pub buckets: usize,
    /// The centipawns that an output of one stands for.
    pub scale: i32,
    pub biases: Vec<i16>,
    /// The weights of the first layer. `[input][width]`
    pub weights: Vec<i16>,
    /// The biases of the output. `[bucket]`
    pub output_biases: Vec<i32>,
    /// The weights of the output, for the side to move and for the other. `[bucket][2][width]`
    pub output_weights: Vec<i16>,
}

impl Layers {
    /// Reads a file of a game.
    ///
    /// # Errors
    /// If the file is not a network file, is damaged, or holds a network for another game.
    pub fn read(spec: &Spec, bytes: &[u8]) -> Result<Self, NetworkFault> {
        let mut reader = Reader::new(bytes);
        let [found, width, buckets] = header(spec, &mut reader)?.map(|n| n as usize);
        let expected = Mirrored::inputs(spec);
        if found != expected {
            return Err(NetworkFault::Inputs { found, expected });
        }
        let scale = reader.number()?;
        let layers = Self {
            width,
            buckets,
            scale,
            biases: reader.list(width)?,
            weights: reader.list(expected.saturating_mul(width))?,
            output_biases: reader.list(buckets)?,
            output_weights: reader.list(buckets.saturating_mul(2 * width))?,
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

    /// The bucket of these layers for positions that lie in `bucket` of a network with `buckets` buckets.
    #[must_use]
    pub const fn bucket_covering(&self, bucket: usize, buckets: usize) -> usize {
        bucket * self.buckets / buckets
    }
}

/// Reads the header and returns the shape: inputs a side, width, output buckets.
fn header(spec: &Spec, reader: &mut Reader<'_>) -> Result<[u32; 3], NetworkFault> {
    if reader.take(MAGIC.len())? != MAGIC {
        return Err(NetworkFault::UnknownFormat);
    }
    let version = reader.number()?;
    if version != VERSION {
        return Err(NetworkFault::Version(version));
    }
    let found = reader.text()?;
    if found != spec.name {
        return Err(NetworkFault::Game { found, expected: spec.name });
    }
    let (found, expected) = (reader.text()?, Mirrored::NAME);
    if found != expected {
        return Err(NetworkFault::Features { found, expected });
    }
    reader.numbers()
}

/// Reads a network of a game with the width `W`. The file may have fewer output buckets if their number divides
/// `BUCKETS`: each of them then stands for several buckets.
///
/// # Errors
/// If the file is not a network file, is damaged, or holds a network for another game or of another shape.
pub fn read<const W: usize, const BUCKETS: usize>(
    spec: &Spec,
    bytes: &[u8],
) -> Result<OwnShape<W, BUCKETS>, NetworkFault> {
    let layers = Layers::read(spec, bytes)?;
    if layers.width != W || layers.buckets == 0 || !BUCKETS.is_multiple_of(layers.buckets) {
        return Err(NetworkFault::Shape { found: [layers.width, layers.buckets], expected: [W, BUCKETS] });
    }
    let rows = |numbers: &[i16]| -> Vec<Row<W>> { numbers.as_chunks().0.iter().map(|&row| Row(row)).collect() };
    let outputs = rows(&layers.output_weights);
    let outputs: Box<[[Row<W>; 2]]> = (0..BUCKETS)
        .map(|bucket| 2 * layers.bucket_covering(bucket, BUCKETS))
        .map(|own| [outputs[own].clone(), outputs[own + 1].clone()])
        .collect();
    Ok(Network {
        features: Mirrored::new(spec),
        transformer: Transformer {
            biases: Row(std::array::from_fn(|i| layers.biases[i])),
            weights: rows(&layers.weights).into_iter().collect(),
        },
        head: SquaredOutput {
            weights: outputs.try_into().unwrap_or_else(|_| unreachable!("the shape has been compared")),
            biases: std::array::from_fn(|bucket| layers.output_biases[layers.bucket_covering(bucket, BUCKETS)]),
            scale: layers.scale,
        },
    })
}

/// Writes a network of a game.
///
/// # Errors
/// Returns the errors of `out`.
pub fn write<const W: usize, const BUCKETS: usize>(
    spec: &Spec,
    network: &OwnShape<W, BUCKETS>,
    mut out: impl Write,
) -> io::Result<()> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    for text in [spec.name, Mirrored::NAME] {
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes.extend([Mirrored::inputs(spec), W, BUCKETS].into_iter().flat_map(|n| (n as u32).to_le_bytes()));
    bytes.extend(network.head.scale.to_le_bytes());
    let mut rows = |rows: &[Row<W>]| bytes.extend(rows.iter().flat_map(|row| row.0).flat_map(i16::to_le_bytes));
    rows(std::slice::from_ref(&network.transformer.biases));
    rows(&network.transformer.weights);
    bytes.extend(network.head.biases.iter().flat_map(|bias| bias.to_le_bytes()));
    let outputs = network.head.weights.as_flattened();
    bytes.extend(outputs.iter().flat_map(|row| row.0).flat_map(i16::to_le_bytes));
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    out.write_all(&bytes)
}
