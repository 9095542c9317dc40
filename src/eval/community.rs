//! Network files that users of USI engines already have: `nn.bin` in the format of the first shogi NNUE, with the
//! architectures HalfKP 256x2-32-32 and K-P 256x2-32-32.
//!
//! All numbers are little endian. A file holds the version, a hash, and the length and text of the architecture; then a
//! hash, the biases and the weights of the first layer (`i16 [256]`, `i16 [input][256]`); then a hash and the other
//! layers, each with biases `i32 [out]` and weights `i8 [out][in]`. The hashes follow from the text, so that the reader
//! skips them.

use super::error::NetworkFault;
use super::features::{FeatureSet, HalfKp, KingsAndPieces};
use super::format::Reader;
use super::forward::{Affine, HiddenLayers};
use super::network::{CommunityHalfKp, CommunityHead, CommunityKp, Network};
use crate::rules::Spec;

const VERSION: u32 = 0x7af3_2f16;
/// The only game that these networks are for.
const GAME: &str = "shogi";
const WIDTH: usize = 256;
const LAYERS: &str = "AffineTransform[1<-32](ClippedReLU[32](AffineTransform[32<-32](ClippedReLU[32]\
                      (AffineTransform[32<-512](InputSlice[512(0:512)])))))";
/// The divisor of the output that is used unless the user sets another.
pub const DEFAULT_FV_SCALE: i32 = 16;

/// A network of either architecture.
pub enum Community {
    HalfKp(CommunityHalfKp),
    KingsAndPieces(CommunityKp),
}

/// Whether the bytes of a file begin with the version of this format.
#[must_use]
pub fn is_community(bytes: &[u8]) -> bool {
    bytes.starts_with(&VERSION.to_le_bytes())
}

/// Reads a network and lets it divide its output by `fv_scale`.
///
/// # Errors
/// If the network is of another architecture, the file is damaged, or the game is not standard shogi.
pub fn read(spec: &Spec, bytes: &[u8], fv_scale: i32) -> Result<Community, NetworkFault> {
    let mut reader = Reader::new(bytes);
    if reader.number::<u32>()? != VERSION {
        return Err(NetworkFault::UnknownFormat);
    }
    if spec.name != GAME {
        return Err(NetworkFault::Game { found: GAME.to_owned(), expected: spec.name });
    }
    let _hash: u32 = reader.number()?;
    let architecture = reader.text()?;
    if is::<HalfKp>(spec, &architecture) {
        network(spec, reader, HalfKp::new(spec), fv_scale).map(Community::HalfKp)
    } else if is::<KingsAndPieces>(spec, &architecture) {
        network(spec, reader, KingsAndPieces::new(spec), fv_scale).map(Community::KingsAndPieces)
    } else {
        Err(NetworkFault::Architecture(architecture))
    }
}

/// Whether the text describes the one supported shape over the features `F`.
fn is<F: FeatureSet>(spec: &Spec, architecture: &str) -> bool {
    // Newer tools name the first layer by how they compute it.
    let plain = architecture.replace("AffineTransformSparseInput", "AffineTransform");
    plain == format!("Features={}[{}->{WIDTH}x2],Network={LAYERS}", F::NAME, F::inputs(spec))
}

fn network<F: FeatureSet>(
    spec: &Spec,
    mut reader: Reader<'_>,
    features: F,
    fv_scale: i32,
) -> Result<Network<F, CommunityHead, WIDTH>, NetworkFault> {
    let _hash: u32 = reader.number()?;
    let transformer = reader.transformer(F::inputs(spec))?;
    let _hash: u32 = reader.number()?;
    let first = affine(&mut reader)?;
    let second = affine(&mut reader)?;
    let (output_bias, output) = (reader.number()?, reader.numbers()?);
    reader.end()?;
    let head = HiddenLayers { first, second, output, output_bias, fv_scale: fv_scale.max(1) };
    Ok(Network { features, transformer, head })
}

fn affine<const IN: usize, const OUT: usize>(reader: &mut Reader<'_>) -> Result<Affine<IN, OUT>, NetworkFault> {
    Ok(Affine::new(reader.numbers()?, &reader.list(IN * OUT)?))
}
