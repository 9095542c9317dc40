//! Network files of the NNUE family (Nasu 2018) that shogi engines share, of any shape.
//!
//! The layouts are those of YaneuraOu. All numbers are little endian. Every file starts with a version, a hash, and the
//! length and bytes of a text. Then a classic file has
//!
//! | field | type |
//! |---|---|
//! | hash of the first layer | `u32` |
//! | its biases | `i16 [width]` |
//! | its weights | `i16 [row][width]` |
//! | hash of the other layers | `u32` |
//! | each of three layers: biases, weights | `i32 [output]`, `i8 [output][input, padded to a multiple of 32]` |
//!
//! and a stacked one ("SFNN without PSQT")
//!
//! | field | type |
//! |---|---|
//! | hash of the first layer | `u32` |
//! | its biases and its weights, as above, or as two blocks of LEB128 | |
//! | a hash, if progress chooses between stacks | `u32` |
//! | bias and weights of the progress | `i32`, `i32 [king's square][piece]` |
//! | each stack: a hash, then three layers as above | |
//!
//! A block of LEB128 is the word `COMPRESSED_LEB128`, the count of the bytes that follow as `u32`, and those.
//!
//! Files do not state their shape reliably: trainers wrote fixed texts and hashes into files of other shapes. So the
//! reader collects the shapes of the file's size, and lets hashes and text decide between several, or confirm unusual
//! ones. Only the text can tell facts that do not change the size, such as the choice between 81 stacks, a missing
//! shortcut or shards.

mod classic;
mod kind;
mod leb128;
mod shape;
mod stacked;
#[cfg(test)]
mod tests;
mod text;

pub use kind::{ATTACK_LEVELS, FeatureKind, Kings, MIRRORED_FILES, PIECES};
pub use shape::{HandBuckets, KingBuckets, Layout, PROGRESS_STEPS, Shape, Shards, Stacks};

use super::error::NetworkFault;
use super::reader::NetworkReader;
use shape::padded;
use text::Claims;
use zerocopy::FromBytes;

/// Constants of the format, for tests that write files.
#[cfg(any(test, feature = "testing"))]
pub(super) mod written {
    pub(in crate::eval) use super::VERSIONS;
    pub(in crate::eval) use super::classic::network_hash_of;
    pub(in crate::eval) use super::shape::padded;
    pub(in crate::eval) use super::stacked::{
        COMPRESSED, FILE_HASH, PROGRESS_FILE_HASH, PROGRESS_HASH, PROGRESS_WEIGHTS, STACK_HASH, TRANSFORMER_HASH,
    };
}

/// The words that files start with: the usual one, and two that other writers use.
pub(super) const VERSIONS: [u32; 3] = [0x7af3_2f16, 0x7af3_2f17, 0x7af3_2f20];
/// Upper bound of the first layer's width.
const WIDEST: usize = 8192;
/// Upper bound of the other layers' outputs.
const MOST_HIDDEN: usize = 1024;

/// A parsed file; its large arrays stay in their stored form.
pub struct File<'a> {
    pub shape: Shape,
    pub text: String,
    /// Name and value of each hash, in the order of the file.
    pub hashes: Vec<(&'static str, u32)>,
    /// The divisor of the output, if the text names it.
    pub fv_scale: Option<i32>,
    /// The biases of the first layer. `[width]`
    pub biases: Vec<i16>,
    pub weights: Rows<'a>,
    /// The weights of a game's progress, if it chooses between stacks.
    pub progress: Option<ProgressWeights>,
    /// The layers after the first, once for each stack; once in a classic file.
    pub stacks: Vec<[Affine<'a>; 3]>,
}

/// A sum over the pieces that estimates the progress of a game, in units of 1/65536 (after YaneuraOu and Tanuki-).
pub struct ProgressWeights {
    pub bias: i32,
    /// `[king's square: 81][piece: 1548]`
    pub weights: Vec<i32>,
}

/// A layer of biases and weights.
pub struct Affine<'a> {
    /// `[output]`
    pub biases: Vec<i32>,
    /// `[output][stride]`. The padding behind the inputs of a row is ignored.
    pub weights: &'a [i8],
    pub inputs: usize,
    /// The length of a row.
    pub stride: usize,
}

/// The weights of the first layer, still encoded. `[row][width]`
pub struct Rows<'a> {
    bytes: &'a [u8],
    width: usize,
    compressed: bool,
}

impl Rows<'_> {
    /// Calls `take` with the number of each row and its weights, in order.
    pub fn for_each(&self, mut take: impl FnMut(usize, &[i16])) {
        let mut row = vec![0; self.width];
        if self.compressed {
            let (mut rest, mut index) = (self.bytes, 0);
            while !rest.is_empty() {
                rest = leb128::decode(rest, &mut row);
                take(index, &row);
                index += 1;
            }
            return;
        }
        for (index, bytes) in self.bytes.chunks_exact(2 * self.width).enumerate() {
            for (weight, bytes) in row.iter_mut().zip(bytes.chunks_exact(2)) {
                *weight = i16::from_le_bytes([bytes[0], bytes[1]]);
            }
            take(index, &row);
        }
    }
}

/// A file's fields up to the end of its text, and the bytes that follow.
struct Header<'a> {
    hash: u32,
    text: String,
    claims: Claims,
    body: &'a [u8],
    /// The bytes of the whole file.
    size: usize,
}

impl<'a> Header<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, NetworkFault> {
        let mut reader = NetworkReader::new(bytes);
        let version = reader.number()?;
        if !VERSIONS.contains(&version) {
            return Err(NetworkFault::UnknownFormat);
        }
        let hash = reader.number()?;
        let text = reader.text()?;
        let claims = Claims::new(&text);
        Ok(Self { hash, text, claims, body: reader.rest(), size: bytes.len() })
    }

    /// The fault of a file that claims a shape with `expected` bytes after the text.
    fn unlike(&self, shape: &Shape, expected: u64) -> NetworkFault {
        let (shape, found) = (shape.to_string(), self.body.len() as u64);
        if found < expected {
            NetworkFault::Cut { shape, missing: expected - found }
        } else {
            NetworkFault::Excess { shape, extra: found - expected }
        }
    }
}

fn width_fault(width: usize) -> NetworkFault {
    NetworkFault::Width { width, widest: WIDEST }
}

/// True if the bytes of a file begin like a file of this family.
#[must_use]
pub fn is_nnue(bytes: &[u8]) -> bool {
    VERSIONS.iter().any(|version| bytes.starts_with(&version.to_le_bytes()))
}

/// Reads a file of any shape that has its size. Of several shapes, its hashes decide, then its text, then their
/// usualness.
///
/// # Errors
/// If the file is not of this family, is damaged, or no known shape has its size.
pub fn read(bytes: &[u8]) -> Result<File<'_>, NetworkFault> {
    let header = Header::read(bytes)?;
    let is_stacked = header.hash_is_stacked() || header.text_is_stacked();
    if header.is_compressed() {
        stacked::read(&header)
    } else if is_stacked {
        stacked::read(&header).or_else(|fault| classic::read(&header).map_err(|_| fault))
    } else {
        classic::read(&header).or_else(|fault| stacked::read(&header).map_err(|_| fault))
    }
}

/// Reads the three layers of a stack.
fn stack<'a>(reader: &mut NetworkReader<'a>, shape: &Shape) -> Result<[Affine<'a>; 3], NetworkFault> {
    let ([first, second, third], outputs) = (shape.inputs(), shape.outputs());
    Ok([affine(reader, first, outputs[0])?, affine(reader, second, outputs[1])?, affine(reader, third, outputs[2])?])
}

fn affine<'a>(reader: &mut NetworkReader<'a>, inputs: usize, outputs: usize) -> Result<Affine<'a>, NetworkFault> {
    let stride = padded(inputs);
    let biases = reader.list(outputs)?;
    let weights = reader.take(outputs.saturating_mul(stride))?;
    let weights = <[i8]>::ref_from_bytes(weights).unwrap_or_default();
    Ok(Affine { biases, weights, inputs, stride })
}
