//! Files of the community's networks in each of their shapes, with pseudo-random weights that are the same everywhere.
//!
//! A shape is named as YaneuraOu names its editions, in any case and with `-` or `_`: `halfkp_512x2-8-96`,
//! `sfnn_halfkahm2_1536_15_32_k3k3_progress8`, `sfnn_ka2_1024_7_64_c512_s64x8_k3k3`.
//!
//! A file is a sequence of arrays. The `i`-th word, from zero, that chooses the numbers of the `n`-th array is
//! `mix(mix(seed << 20 + n) + (i + 1) * 0x9e3779b97f4a7c15)`, with the finaliser of SplitMix64 for `mix` and modulo
//! 2^64. The bytes of the words, from the least significant one, each choose a number from the array's table of 256.
//! The networks whose values are known in `tests/data/networks` were written in this way, so the stream must not change.

/// A file of a shape, with the text that YaneuraOu writes.
///
/// # Panics
/// If there is no such shape.
pub fn network(shape: &str, seed: u64) -> Vec<u8> {
    let shape = Shape::named(shape);
    file(&shape, seed, &shape.text(), Coding::Leb128)
}

/// A file of a shape that describes itself by another text.
///
/// # Panics
/// If there is no such shape.
pub fn network_with_text(shape: &str, seed: u64, text: &str) -> Vec<u8> {
    file(&Shape::named(shape), seed, text, Coding::Leb128)
}

/// A file of a shape with the same numbers and another text, whose first layer is never compressed. Some trainers write
/// SFNN so.
///
/// # Panics
/// If there is no such shape.
pub fn uncompressed_network(shape: &str, seed: u64, text: &str) -> Vec<u8> {
    file(&Shape::named(shape), seed, text, Coding::Plain(2))
}

/// Inputs of a network.
struct Inputs {
    /// The name in a shape.
    name: &'static str,
    /// The name in the text of a file.
    title: &'static str,
    hash: u32,
    rows: usize,
}

const INPUTS: [Inputs; 9] = [
    Inputs { name: "halfkp", title: "HalfKP(Friend)", hash: 0x5d69_d5b8, rows: 81 * 1548 },
    Inputs { name: "halfkpe9", title: "HalfKPE9(Friend)", hash: 0x5d69_d5b8, rows: 9 * 81 * 1548 },
    Inputs { name: "halfkpvm", title: "HalfKP_vm(Friend)", hash: 0x0b6b_1d9a, rows: 45 * 1548 },
    Inputs { name: "kp", title: "K+P", hash: 0x3f57_17ff, rows: 1548 + 2 * 81 },
    Inputs { name: "ka2", title: "K+A2", hash: 0x97d5_765e, rows: 1629 + 2 * 81 },
    Inputs { name: "halfka1", title: "HalfKA1(Friend)", hash: 0x5f13_4cb8, rows: 81 * 1710 },
    Inputs { name: "halfka2", title: "HalfKA2(Friend)", hash: 0x5f23_4cb8, rows: 81 * 1629 },
    Inputs { name: "halfkahm1", title: "HalfKA_hm1(Friend)", hash: 0x7f13_4cb8, rows: 45 * 1710 },
    Inputs { name: "halfkahm2", title: "HalfKA_hm2(Friend)", hash: 0x7f23_4cb8, rows: 45 * 1629 },
];

/// What follows the first layer.
enum Tail {
    Classic,
    /// Layer stacks, some of which the progress of the game may choose.
    Sfnn {
        stacks: usize,
        progress: bool,
    },
}

struct Shape {
    name: String,
    inputs: &'static Inputs,
    width: usize,
    hidden: [usize; 2],
    tail: Tail,
}

impl Shape {
    fn named(name: &str) -> Self {
        Self::parsed(&name.to_lowercase().replace('-', "_")).unwrap_or_else(|| panic!("no such shape: {name}"))
    }

    fn parsed(name: &str) -> Option<Self> {
        let name = if name == "sfnn1536" { SFNN_1536 } else { name };
        let (sfnn, sizes) = name.strip_prefix("sfnn_").map_or((false, name), |sizes| (true, sizes));
        let parts: Vec<&str> = sizes.split('_').collect();
        let [inputs, width, first, second, rest @ ..] = &parts[..] else { return None };
        let inputs = INPUTS.iter().find(|known| known.name == *inputs)?;
        let hidden = [first.parse().ok()?, second.parse().ok()?];
        let (width, tail) = if sfnn {
            (*width, sfnn_tail(hidden[0], rest)?)
        } else {
            (width.strip_suffix("x2").filter(|_| rest.is_empty())?, Tail::Classic)
        };
        Some(Self { name: name.to_owned(), inputs, width: width.parse().ok()?, hidden, tail })
    }

    /// The text that YaneuraOu writes into a file.
    fn text(&self) -> String {
        let Self { inputs: Inputs { title, rows, .. }, width, hidden: [first, second], .. } = self;
        let features = format!("Features={title}[{rows}->{width}x2],Network=");
        match self.tail {
            Tail::Classic => {
                let both = 2 * width;
                format!(
                    "{features}AffineTransform[1<-{second}](ClippedReLU[{second}](AffineTransform[{second}<-{first}]\
                     (ClippedReLU[{first}](AffineTransformSparseInput[{first}<-{both}](InputSlice[{both}(0:{both})])))))"
                )
            }
            Tail::Sfnn { stacks, .. } => {
                let network = if self.name == SFNN_1536 { "SFNN-1536" } else { &self.name.to_uppercase() };
                format!("ModelType=SFNNWithoutPsqt;{features}{network}{{LayerStack={stacks}}}")
            }
        }
    }
}

const SFNN_1536: &str = "sfnn_halfkahm2_1536_15_32_k3k3";

/// The layer stacks that the last parts of a name ask for. Shards, as in `c512_s64x8`, leave a file as it is.
fn sfnn_tail(first_hidden: usize, parts: &[&str]) -> Option<Tail> {
    let parts = match parts {
        [common, _, rest @ ..] if common.starts_with('c') => rest,
        _ => parts,
    };
    let stacks = parts.iter().map(|part| buckets(part)).product::<Option<usize>>()?;
    let progress = parts.iter().any(|part| part.starts_with("progress"));
    matches!(first_hidden % 8, 0 | 7).then_some(Tail::Sfnn { stacks, progress })
}

fn buckets(part: &str) -> Option<usize> {
    if let Some(count) = part.strip_prefix("progress") {
        return count.parse().ok();
    }
    Some(match part {
        "hand4" => 4,
        "hand16" => 16,
        "hand64" | "hand64z" => 64,
        "hand256" => 256,
        "hand1024" => 1024,
        "k3k3" => 9,
        "k9k9" | "k9k9z" => 81,
        "k13k13z" => 169,
        "k21k21" => 441,
        "k29k29" => 841,
        _ => return None,
    })
}

const VERSION: u32 = 0x7af3_2f16;
const SFNN_HASH: u32 = 0x3c20_3b32;
const SFNN_TRANSFORMER_HASH: u32 = 0x5f13_4ab8;
const PROGRESS_HASH: u32 = 0x6f50_524f;
const STACK_HASH: u32 = 0x6333_718a;

/// A file whose first layer is coded as given, except that only SFNN can be compressed.
fn file(shape: &Shape, seed: u64, text: &str, coding: Coding) -> Vec<u8> {
    let (width, [first, second]) = (shape.width, shape.hidden);
    let mut writer = Writer { out: Vec::new(), seed, arrays: 0 };
    match shape.tail {
        Tail::Classic => {
            let transformer = shape.inputs.hash ^ (2 * width as u32);
            let network = classic_hash(2 * width, [first, second, 1]);
            writer.header(transformer ^ network, text);
            writer.word(transformer);
            writer.transformer(shape, Coding::Plain(2));
            writer.word(network);
            writer.layers(&[Affine::new(2 * width, first), Affine::new(first, second), Affine::new(second, 1)]);
        }
        Tail::Sfnn { stacks, progress } => {
            writer.header(SFNN_HASH ^ if progress { PROGRESS_HASH } else { 0 }, text);
            writer.word(SFNN_TRANSFORMER_HASH);
            writer.transformer(shape, coding);
            if progress {
                writer.progress();
            }
            // The shortcut is one more output.
            let outputs = first.next_multiple_of(8);
            let stack = [Affine::new(width, outputs), Affine::new(2 * first, second), Affine::new(second, 1)];
            for _ in 0..stacks {
                writer.word(STACK_HASH);
                writer.layers(&stack);
            }
        }
    }
    writer.out
}

/// The hash of the layers behind the first one, by the number of their inputs and their outputs.
fn classic_hash(inputs: usize, outputs: [usize; 3]) -> u32 {
    let affine = |before: u32, outputs: usize| 0xcc03_dae4_u32.wrapping_add(outputs as u32) ^ before.rotate_right(1);
    let clipped = |before: u32| before.wrapping_add(0x538d_24c7);
    let [first, second, last] = outputs;
    let input = 0xec42_e90d ^ inputs as u32;
    affine(clipped(affine(clipped(affine(input, first)), second)), last)
}

/// How the numbers of an array are written.
#[derive(Clone, Copy)]
enum Coding {
    /// So many bytes each, the least significant one first.
    Plain(usize),
    /// As YaneuraOu compresses: behind a magic text and the number of bytes that follow.
    Leb128,
}

/// A number as it is written: the first few of the bytes.
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

    fn table(self, numbers: &[i32; 256]) -> Table {
        Table { coding: self, codes: numbers.map(|number| self.code(number)) }
    }
}

/// The numbers that the bytes of a stream choose.
struct Table {
    coding: Coding,
    codes: [Code; 256],
}

/// Numbers that grow with their index: nearly `linear` times as far from zero as it is from the middle, with tails that
/// reach out to `linear + tail` on both sides.
fn spread(linear: i64, tail: i64) -> [i32; 256] {
    std::array::from_fn(|index| {
        let x = 2 * index as i64 - 255;
        let size = (x.abs() * linear * 255_i64.pow(4) + x.abs().pow(5) * tail) / 255_i64.pow(5);
        (x.signum() * size) as i32
    })
}

/// The numbers of a layer behind the first one.
struct Affine {
    biases: Table,
    weights: Table,
    inputs: usize,
    outputs: usize,
}

impl Affine {
    fn new(inputs: usize, outputs: usize) -> Self {
        let tail = (98304 / inputs as i64).isqrt();
        let weights = spread((tail / 4).max(1), tail).map(|weight| weight.clamp(-128, 127));
        Self {
            biases: Coding::Plain(4).table(&spread(30, 30).map(|bias| 64 * bias)),
            weights: Coding::Plain(1).table(&weights),
            inputs,
            outputs,
        }
    }
}

/// Few enough bytes of a stream to stay in the cache with what is written for them.
const BLOCK: usize = 4096;

struct Writer {
    out: Vec<u8>,
    seed: u64,
    /// The arrays that have been written.
    arrays: u64,
}

impl Writer {
    fn word(&mut self, word: u32) {
        self.out.extend(word.to_le_bytes());
    }

    fn header(&mut self, hash: u32, text: &str) {
        self.out.extend([VERSION, hash, text.len() as u32].map(u32::to_le_bytes).as_flattened());
        self.out.extend(text.as_bytes());
    }

    /// The first layer. One neuron is always full and one is always empty, which needs numbers of three bytes each where
    /// they are compressed.
    fn transformer(&mut self, shape: &Shape, coding: Coding) {
        let biases = spread(60, 60).map(|bias| bias + 40);
        let mut weights = spread(6, 40);
        // Trained weights reach as far as this.
        (weights[0], weights[255]) = (-200, 200);
        let numbers = shape.width * shape.inputs.rows;
        // The layers behind this one are small in most shapes.
        self.out.reserve(2 * numbers + (1 << 20));
        self.array(&coding.table(&biases), shape.width, &[40, 40, 40, 40, 40, 9000, -9000]);
        self.array(&coding.table(&weights), numbers, &[]);
    }

    fn progress(&mut self) {
        self.word(PROGRESS_HASH);
        let table = Coding::Plain(4).table(&spread(4000, 40_000));
        self.array(&table, 1, &[]);
        self.array(&table, 81 * 1548, &[]);
    }

    /// Layers behind the first one. Rows of weights are padded, and what stands in the padding must not matter to
    /// readers.
    fn layers(&mut self, layers: &[Affine; 3]) {
        for layer in layers {
            self.array(&layer.biases, layer.outputs, &[]);
            self.array(&layer.weights, layer.outputs * layer.inputs.next_multiple_of(32), &[-128, 127]);
        }
    }

    /// So many numbers, the first of which are `fixed`.
    fn array(&mut self, table: &Table, count: usize, fixed: &[i32]) {
        if matches!(table.coding, Coding::Leb128) {
            self.out.extend(b"COMPRESSED_LEB128");
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

    /// The numbers from `skipped` to `count` that the stream of the next array chooses.
    fn chosen(&mut self, table: &Table, count: usize, skipped: usize) {
        let key = mix((self.seed << 20).wrapping_add(self.arrays));
        self.arrays += 1;
        // Every code is written whole, and the next one overwrites what it does not use.
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

    /// The numbers of a compressed block, and what follows it.
    fn unpacked(block: &[u8]) -> (Vec<u8>, &[u8]) {
        let (size, rest) = block.strip_prefix(b"COMPRESSED_LEB128").unwrap().split_first_chunk().unwrap();
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
            assert!(Shape::parsed(name).is_none(), "{name}");
        }
    }
}
