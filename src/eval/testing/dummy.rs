//! Files of the community's networks in each of their shapes, with pseudo-random weights that are the same everywhere.
//!
//! A shape is named as YaneuraOu names its editions, in any case and with `-` or `_`: `halfkp_512x2-8-96`,
//! `sfnn_halfkahm2_1536_15_32_k3k3_progress8`, `sfnn_ka2_1024_7_64_c512_s64x8_k3k3`.
//!
//! A file is a sequence of arrays. The `i`-th word, from zero, that chooses the numbers of the `n`-th array is
//! `mix(mix(seed << 20 + n) + (i + 1) * 0x9e3779b97f4a7c15)`, with the finaliser of SplitMix64 for `mix` and modulo
//! 2^64. The bytes of the words, from the least significant one, each choose a number from the array's table of 256.
//! The networks with known values in `tests/data/networks` were written in this way, so the stream must not change.

use crate::eval::nnue::written::{
    COMPRESSED, FILE_HASH, PROGRESS_FILE_HASH, PROGRESS_HASH, PROGRESS_WEIGHTS, STACK_HASH, TRANSFORMER_HASH, VERSIONS,
    network_hash_of, padded,
};
use crate::eval::nnue::{FeatureKind, HandBuckets, KingBuckets, Layout, Shape, Stacks};

/// A file of a shape, with the text that YaneuraOu writes.
///
/// # Panics
/// If there is no such shape.
pub fn network(shape: &str, seed: u64) -> Vec<u8> {
    let edition = Edition::named(shape);
    file(&edition.shape, seed, &edition.text(), Coding::Leb128)
}

/// A file of a shape that describes itself by another text.
///
/// # Panics
/// If there is no such shape.
pub fn network_with_text(shape: &str, seed: u64, text: &str) -> Vec<u8> {
    file(&Edition::named(shape).shape, seed, text, Coding::Leb128)
}

/// A file of a shape with the same numbers and another text, and an uncompressed first layer, as some trainers write
/// SFNN.
///
/// # Panics
/// If there is no such shape.
pub fn uncompressed_network(shape: &str, seed: u64, text: &str) -> Vec<u8> {
    file(&Edition::named(shape).shape, seed, text, Coding::Plain(2))
}

/// The name of a feature set in the text of a file.
const fn title(features: FeatureKind) -> &'static str {
    match features {
        FeatureKind::HalfKp => "HalfKP(Friend)",
        FeatureKind::HalfKpE9 => "HalfKPE9(Friend)",
        FeatureKind::HalfKpVm => "HalfKP_vm(Friend)",
        FeatureKind::Kp => "K+P",
        FeatureKind::Ka2 => "K+A2",
        FeatureKind::HalfKa1 => "HalfKA1(Friend)",
        FeatureKind::HalfKa2 => "HalfKA2(Friend)",
        FeatureKind::HalfKaHm1 => "HalfKA_hm1(Friend)",
        FeatureKind::HalfKaHm2 => "HalfKA_hm2(Friend)",
    }
}

/// An edition of an engine, which plays with one shape.
struct Edition {
    name: String,
    shape: Shape,
}

impl Edition {
    fn named(name: &str) -> Self {
        Self::parsed(&name.to_lowercase().replace('-', "_")).unwrap_or_else(|| panic!("no such shape: {name}"))
    }

    fn parsed(name: &str) -> Option<Self> {
        let name = if name == "sfnn1536" { SFNN_1536 } else { name };
        let (sfnn, sizes) = name.strip_prefix("sfnn_").map_or((false, name), |sizes| (true, sizes));
        let parts: Vec<&str> = sizes.split('_').collect();
        let [features, width, first, second, rest @ ..] = &parts[..] else { return None };
        let features = FeatureKind::ALL.into_iter().find(|known| known.name() == *features)?;
        let hidden = [first.parse().ok()?, second.parse().ok()?];
        let (width, layout) = if sfnn {
            (*width, stacked(hidden[0], rest)?)
        } else {
            (width.strip_suffix("x2").filter(|_| rest.is_empty())?, Layout::Classic)
        };
        Some(Self { name: name.to_owned(), shape: Shape { features, width: width.parse().ok()?, hidden, layout } })
    }

    /// The text that YaneuraOu writes into a file.
    fn text(&self) -> String {
        let Shape { features, width, hidden: [first, second], layout } = self.shape;
        let features = format!("Features={}[{}->{width}x2],Network=", title(features), features.rows());
        match layout {
            Layout::Classic => {
                let both = 2 * width;
                format!(
                    "{features}AffineTransform[1<-{second}](ClippedReLU[{second}](AffineTransform[{second}<-{first}]\
                     (ClippedReLU[{first}](AffineTransformSparseInput[{first}<-{both}](InputSlice[{both}(0:{both})])))))"
                )
            }
            Layout::Stacked { stacks, .. } => {
                let network = if self.name == SFNN_1536 { "SFNN-1536" } else { &self.name.to_uppercase() };
                format!("ModelType=SFNNWithoutPsqt;{features}{network}{{LayerStack={}}}", stacks.count())
            }
        }
    }
}

const SFNN_1536: &str = "sfnn_halfkahm2_1536_15_32_k3k3";

/// The layer stacks named by the last parts of a name. Shards, as in `c512_s64x8`, do not change a file.
fn stacked(first_hidden: usize, parts: &[&str]) -> Option<Layout> {
    let parts = match parts {
        [common, _, rest @ ..] if common.starts_with('c') => rest,
        _ => parts,
    };
    let mut stacks = Stacks::default();
    for part in parts {
        if let Some(buckets) = part.strip_prefix("progress") {
            stacks.progress = Some(buckets.parse().ok()?);
        } else if let Some(king) = KingBuckets::ALL.into_iter().find(|king| king.name() == *part) {
            stacks.king = Some(king);
        } else {
            stacks.hand = Some(HandBuckets::ALL.into_iter().find(|hand| hand.name() == *part)?);
        }
    }
    let shortcut = first_hidden % 8 == 7;
    (shortcut || first_hidden.is_multiple_of(8)).then_some(Layout::Stacked { shortcut, stacks, shards: None })
}

/// A file whose first layer is coded as given, except that only SFNN can be compressed.
fn file(shape: &Shape, seed: u64, text: &str, coding: Coding) -> Vec<u8> {
    let mut writer = DummyWriter { out: Vec::new(), seed, arrays: 0 };
    match shape.layout {
        Layout::Classic => {
            let transformer = shape.features.hash() ^ (2 * shape.width as u32);
            let network = network_hash_of(shape);
            writer.header(transformer ^ network, text);
            writer.word(transformer);
            writer.transformer(shape, Coding::Plain(2));
            writer.word(network);
            writer.layers(shape);
        }
        Layout::Stacked { stacks, .. } => {
            let progress = stacks.progress.is_some();
            writer.header(if progress { PROGRESS_FILE_HASH } else { FILE_HASH }, text);
            writer.word(TRANSFORMER_HASH);
            writer.transformer(shape, coding);
            if progress {
                writer.progress();
            }
            for _ in 0..stacks.count() {
                writer.word(STACK_HASH);
                writer.layers(shape);
            }
        }
    }
    writer.out
}

/// Encoding of an array's numbers.
#[derive(Clone, Copy)]
enum Coding {
    /// This number of bytes each, the least significant one first.
    Plain(usize),
    /// YaneuraOu's compression: a magic text and the number of bytes that follow.
    Leb128,
}

/// An encoded number: the first few of the bytes.
#[derive(Clone, Copy)]
struct Code {
    bytes: [u8; 4],
    used: usize,
}

impl Coding {
    fn code(self, number: i32) -> Code {
        match self {
            Self::Plain(used) => Code { bytes: number.to_le_bytes(), used },
            Self::Leb128 => {
                let used = (1..4).find(|used| number >> (7 * used - 1) == number >> 31).unwrap_or(4);
                let more = |index| if index + 1 < used { 0x80 } else { 0 };
                let bytes = std::array::from_fn(|index| (number >> (7 * index)) as u8 & 0x7f | more(index));
                Code { bytes, used }
            }
        }
    }

    fn table(self, numbers: &[i32; 256]) -> CodeTable {
        CodeTable { coding: self, codes: numbers.map(|number| self.code(number)) }
    }
}

/// Numbers chosen by the bytes of a stream.
struct CodeTable {
    coding: Coding,
    codes: [Code; 256],
}

/// Numbers that grow with their index: nearly `linear` times its distance from the middle, with tails that reach out to
/// `linear + tail` on both sides.
fn spread(linear: i64, tail: i64) -> [i32; 256] {
    std::array::from_fn(|index| {
        let x = 2 * index as i64 - 255;
        let size = (x.abs() * linear * 255_i64.pow(4) + x.abs().pow(5) * tail) / 255_i64.pow(5);
        (x.signum() * size) as i32
    })
}

/// Bytes of a stream at a time: few enough to stay in the cache together with the output.
const BLOCK: usize = 4096;

struct DummyWriter {
    out: Vec<u8>,
    seed: u64,
    /// The arrays that have been written.
    arrays: u64,
}

impl DummyWriter {
    fn word(&mut self, word: u32) {
        self.out.extend(word.to_le_bytes());
    }

    fn header(&mut self, hash: u32, text: &str) {
        self.out.extend([VERSIONS[0], hash, text.len() as u32].map(u32::to_le_bytes).as_flattened());
        self.out.extend(text.as_bytes());
    }

    /// The first layer. One neuron is always full and one is always empty, which needs numbers of three bytes each if
    /// they are compressed.
    fn transformer(&mut self, shape: &Shape, coding: Coding) {
        let biases = spread(60, 60).map(|bias| bias + 40);
        let mut weights = spread(6, 40);
        // Trained weights reach as far as this.
        (weights[0], weights[255]) = (-200, 200);
        let numbers = shape.width * shape.features.rows();
        // The layers behind this one are small in most shapes.
        self.out.reserve(2 * numbers + (1 << 20));
        self.array(&coding.table(&biases), shape.width, &[40, 40, 40, 40, 40, 9000, -9000]);
        self.array(&coding.table(&weights), numbers, &[]);
    }

    fn progress(&mut self) {
        self.word(PROGRESS_HASH);
        let table = Coding::Plain(4).table(&spread(4000, 40_000));
        self.array(&table, 1, &[]);
        self.array(&table, PROGRESS_WEIGHTS, &[]);
    }

    /// Layers behind the first one. Rows of weights are padded, and readers must ignore the padding.
    fn layers(&mut self, shape: &Shape) {
        for (inputs, outputs) in shape.inputs().into_iter().zip(shape.outputs()) {
            let biases = Coding::Plain(4).table(&spread(30, 30).map(|bias| 64 * bias));
            let tail = (98304 / inputs as i64).isqrt();
            let weights = spread((tail / 4).max(1), tail).map(|weight| weight.clamp(-128, 127));
            self.array(&biases, outputs, &[]);
            self.array(&Coding::Plain(1).table(&weights), outputs * padded(inputs), &[-128, 127]);
        }
    }

    /// `count` numbers, the first of which are `fixed`.
    fn array(&mut self, table: &CodeTable, count: usize, fixed: &[i32]) {
        if matches!(table.coding, Coding::Leb128) {
            self.out.extend(COMPRESSED);
            self.word(0);
        }
        let start = self.out.len();
        for &number in fixed {
            let code = table.coding.code(number);
            self.out.extend(&code.bytes[..code.used]);
        }
        self.chosen(table, count, fixed.len());
        if matches!(table.coding, Coding::Leb128) {
            let bytes = (self.out.len() - start) as u32;
            self.out[start - 4..start].copy_from_slice(&bytes.to_le_bytes());
        }
    }

    /// The numbers from `skipped` to `count`, chosen by the stream of the next array.
    fn chosen(&mut self, table: &CodeTable, count: usize, skipped: usize) {
        let key = mix((self.seed << 20).wrapping_add(self.arrays));
        self.arrays += 1;
        // Every code is written whole, and the next one overwrites the unused bytes.
        let mut written = [0; 4 * BLOCK];
        for start in (0..count).step_by(BLOCK) {
            let end = count.min(start + BLOCK);
            let mut used = 0;
            for byte in stream(key, start, end).skip(skipped.saturating_sub(start)) {
                let code = &table.codes[usize::from(byte)];
                written[used..used + 4].copy_from_slice(&code.bytes);
                used += code.used;
            }
            self.out.extend(&written[..used]);
        }
    }
}

/// The bytes from `start`, which begins a word, to `end`.
fn stream(key: u64, start: usize, end: usize) -> impl Iterator<Item = u8> {
    let word = move |index: usize| mix(key.wrapping_add((index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    (start / 8..end.div_ceil(8)).flat_map(move |index| word(index).to_le_bytes()).take(end - start)
}

/// The finaliser of SplitMix64.
fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    const SFNN: &str = "sfnn_ka2_1024_7_64_c512_s64x8_k3k3";

    #[test]
    fn files_are_the_ones_whose_values_are_known() {
        assert_eq!(crc32fast::hash(&network("kp_256x2-32-32", 1)), 0x156a_513c);
        assert_eq!(crc32fast::hash(&network(SFNN, 1)), 0x01e6_6083);
    }

    /// The numbers of a compressed block, and the bytes after it.
    fn unpacked(block: &[u8]) -> (Vec<u8>, &[u8]) {
        let (size, rest) = block.strip_prefix(COMPRESSED).unwrap().split_first_chunk().unwrap();
        let (codes, rest) = rest.split_at(u32::from_le_bytes(*size) as usize);
        let number = |code: &[u8]| {
            let bits = code.iter().rev().fold(0, |bits, byte| bits << 7 | i32::from(byte & 0x7f));
            let unused = 32 - 7 * code.len();
            (bits << unused >> unused) as i16
        };
        let numbers = codes.split_inclusive(|byte| byte & 0x80 == 0).flat_map(|code| number(code).to_le_bytes());
        (numbers.collect(), rest)
    }

    #[test]
    fn compression_leaves_the_numbers_alone() {
        let packed = network_with_text(SFNN, 2, "");
        let (head, blocks) = packed.split_at(16);
        let (biases, blocks) = unpacked(blocks);
        let (weights, stacks) = unpacked(blocks);
        assert!([head, &biases, &weights, stacks].concat() == uncompressed_network(SFNN, 2, ""));
    }

    #[test]
    fn names_that_are_no_shape_are_refused() {
        for name in [
            "halfkp_256x2_32",
            "halfkp_256_32_32",
            "halfkp_256x2_32_32_k3k3",
            "sfnn_kp_256_9_32",
            "sfnn_kp_256_7_32_k3",
        ] {
            assert!(Edition::parsed(name).is_none(), "{name}");
        }
    }
}
