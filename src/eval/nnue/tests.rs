//! Files of small networks, written here, and the reader's results.

use super::written::{
    COMPRESSED, FILE_HASH, PROGRESS_FILE_HASH, PROGRESS_HASH, PROGRESS_WEIGHTS, STACK_HASH, TRANSFORMER_HASH,
};
use super::*;

/// The numbers as signed LEB128.
pub(super) fn compress(numbers: &[i16]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for &number in numbers {
        let mut rest = number;
        while !(-64..64).contains(&rest) {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8 & 0x7f);
    }
    bytes
}

/// A file to be written.
struct Written {
    shape: Shape,
    text: String,
    compressed: bool,
    /// All hashes are those of the shape, or zero.
    hashes: bool,
}

impl Written {
    fn new(shape: Shape, text: &str) -> Self {
        Self { shape, text: text.to_owned(), compressed: true, hashes: true }
    }

    fn word(&self, out: &mut Vec<u8>, hash: u32) {
        out.extend(if self.hashes { hash } else { 0 }.to_le_bytes());
    }

    fn bytes(&self) -> Vec<u8> {
        let Shape { features, width, layout, .. } = self.shape;
        let (stacks, hashes) = match layout {
            Layout::Classic => {
                let transformer = features.hash() ^ (2 * width as u32);
                let network = classic::network_hash_of(&self.shape);
                (Stacks::default(), [transformer ^ network, transformer, network])
            }
            Layout::Stacked { stacks, .. } => {
                let file = if stacks.progress.is_some() { PROGRESS_FILE_HASH } else { FILE_HASH };
                (stacks, [file, TRANSFORMER_HASH, STACK_HASH])
            }
        };
        let mut out = VERSIONS[0].to_le_bytes().to_vec();
        self.word(&mut out, hashes[0]);
        out.extend((self.text.len() as u32).to_le_bytes());
        out.extend(self.text.as_bytes());
        self.word(&mut out, hashes[1]);
        for numbers in [biases(width), weights(width * features.rows())] {
            if self.compressed && layout != Layout::Classic {
                let bytes = compress(&numbers);
                out.extend(COMPRESSED);
                out.extend((bytes.len() as u32).to_le_bytes());
                out.extend(bytes);
            } else {
                out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            }
        }
        if stacks.progress.is_some() {
            self.word(&mut out, PROGRESS_HASH);
            out.extend((-5i32).to_le_bytes());
            out.extend((0..PROGRESS_WEIGHTS as i32).flat_map(|weight| weight.to_le_bytes()));
        }
        for stack in 0..stacks.count() as u8 {
            self.word(&mut out, hashes[2]);
            for (inputs, outputs) in self.shape.inputs().into_iter().zip(self.shape.outputs()) {
                out.extend((0..outputs as i32).flat_map(|bias| (bias - 3).to_le_bytes()));
                let weight = |n: usize| (n as u8).wrapping_mul(37).wrapping_add(stack);
                out.extend((0..outputs * padded(inputs)).map(weight));
            }
        }
        out
    }
}

fn biases(width: usize) -> Vec<i16> {
    (0..width as i16).map(|n| 9000 - 300 * (n % 60)).collect()
}

fn weights(count: usize) -> Vec<i16> {
    (0..count).map(|n| (n * 7919 % 501) as i16 - 250).collect()
}

fn classic(features: FeatureKind, width: usize, hidden: [usize; 2]) -> Shape {
    Shape { features, width, hidden, layout: Layout::Classic }
}

fn stacked(width: usize, hidden: [usize; 2], stacks: Stacks) -> Shape {
    let layout = Layout::Stacked { shortcut: hidden[0] % 8 == 7, stacks, shards: None };
    Shape { features: FeatureKind::Kp, width, hidden, layout }
}

fn k3k3() -> Stacks {
    Stacks { king: Some(KingBuckets::K3K3), ..Stacks::default() }
}

/// The text of a classic file.
fn classic_text(features: &str, rows: usize, width: usize, [first, second]: [usize; 2]) -> String {
    format!(
        "Features={features}[{rows}->{width}x2],Network=AffineTransform[1<-{second}](ClippedReLU[{second}](\
         AffineTransform[{second}<-{first}](ClippedReLU[{first}](AffineTransformSparseInput[{first}<-{}]..",
        2 * width
    )
}

#[track_caller]
fn assert_read(written: &Written) {
    let bytes = written.bytes();
    let file = read(&bytes).unwrap_or_else(|fault| panic!("{}: {fault}", written.shape));
    assert_eq!(file.shape, written.shape);
    assert_eq!(file.text, written.text);
    let Shape { features, width, .. } = written.shape;
    assert_eq!(file.biases, biases(width));
    let mut rows = Vec::new();
    file.weights.for_each(|index, row| {
        assert_eq!(index * width, rows.len());
        rows.extend_from_slice(row);
    });
    assert_eq!(rows, weights(width * features.rows()));
    let last = &file.stacks[file.stacks.len() - 1];
    let sizes = last.each_ref().map(|layer| (layer.inputs, layer.biases.len(), layer.weights.len() / layer.stride));
    let [inputs, outputs] = [written.shape.inputs(), written.shape.outputs()];
    assert_eq!(sizes, [0, 1, 2].map(|layer| (inputs[layer], outputs[layer], outputs[layer])));
    assert_eq!(last[0].biases[..2], [-3, -2]);
    let stack = file.stacks.len() as u8 - 1;
    assert_eq!(last[0].weights[..2], [stack, stack.wrapping_add(37)].map(u8::cast_signed));
}

#[test]
fn classic_files_of_any_width_are_told_by_their_size() {
    for (width, hidden) in [(16, [8, 8]), (64, [8, 96]), (80, [32, 32])] {
        for features in [FeatureKind::Kp, FeatureKind::Ka2] {
            let mut written = Written::new(classic(features, width, hidden), "nonsense");
            assert_read(&written);
            written.text = classic_text("HalfKP(Friend)", 125_388, 256, [32, 32]);
            assert_read(&written);
            written.hashes = false;
            assert_read(&written);
        }
    }
    // Sizes that no trainer's defaults have need the text.
    let odd = classic(FeatureKind::Kp, 24, [10, 7]);
    assert_read(&Written { hashes: false, ..Written::new(odd, &classic_text("K-P(Friend)", 1710, 24, [10, 7])) });
}

#[test]
fn shapes_of_the_same_size_are_told_by_the_hash_and_else_by_the_text() {
    let shapes = [[8, 128], [16, 16]].map(|hidden| classic(FeatureKind::Kp, 256, hidden));
    assert_eq!(shapes[0].stack_bytes(), shapes[1].stack_bytes());
    for (shape, other) in [(shapes[0], shapes[1]), (shapes[1], shapes[0])] {
        assert_read(&Written::new(shape, &classic_text("K+P", 1710, 256, other.hidden)));
        let text = classic_text("K+P", 1710, 256, shape.hidden);
        assert_read(&Written { hashes: false, ..Written::new(shape, &text) });
    }
}

#[test]
fn stacked_files_are_told_by_their_size() {
    let progress = Some(8);
    for stacks in [Stacks::default(), k3k3(), Stacks { progress, ..k3k3() }, Stacks { progress, ..Stacks::default() }] {
        for compressed in [true, false] {
            let shape = stacked(64, [15, 32], stacks);
            let mut written = Written { compressed, ..Written::new(shape, "Network trained with") };
            assert_read(&written);
            if stacks.king.is_some() {
                written.text = "ModelType=SFNNWithoutPsqt;Features=HalfKP(Friend)[125388->256x2],Network=".to_owned();
                written.hashes = compressed;
                assert_read(&written);
            }
        }
    }
    // Without proper hashes the stacks show by the same word before each.
    assert_read(&Written { hashes: false, ..Written::new(stacked(32, [7, 64], k3k3()), "") });
    assert_read(&Written {
        hashes: false,
        compressed: false,
        ..Written::new(stacked(64, [7, 64], k3k3()), text::STACKED)
    });
}

#[test]
fn the_text_tells_what_the_size_of_stacks_does_not() {
    let name =
        |name: &str| format!("ModelType=SFNNWithoutPsqt;Features=K+P[1710->64x2],Network={name}{{LayerStack=9}}");
    let hand = Stacks { hand: Some(HandBuckets::Hand64Z), ..Stacks::default() };
    let both = Stacks { progress: Some(4), hand: Some(HandBuckets::Hand4), king: None };
    let ambiguous = Stacks { king: Some(KingBuckets::K9K9Z), ..Stacks::default() };
    assert_read(&Written::new(stacked(64, [8, 32], k3k3()), &name("SFNN_KP_64_8_32_LS9")));
    assert_read(&Written::new(stacked(64, [7, 32], hand), &name("SFNN_KP_64_7_32_HAND64Z")));
    assert_read(&Written::new(stacked(64, [7, 32], both), &name("SFNN_KP_64_7_32_HAND4_PROGRESS4")));
    assert_read(&Written::new(stacked(64, [7, 32], ambiguous), &name("SFNN-KP-64-7-32-k9k9z")));
    let shards = Some(Shards { common: 32, size: 4, groups: 8 });
    let layout = Layout::Stacked { shortcut: true, stacks: k3k3(), shards };
    let sharded = Shape { layout, ..stacked(64, [7, 32], k3k3()) };
    assert_eq!(sharded.to_string(), "sfnn kp 64-7-32 c32_s4x8 k3k3");
    assert_read(&Written::new(sharded, &name("SFNN_KP_64_7_32_C32_S4X8_K3K3")));
    // Shards that do not fit are no reason to refuse.
    assert_read(&Written::new(stacked(64, [7, 32], k3k3()), &name("SFNN_KP_64_7_32_C64_S4X8_K3K3")));
}

#[test]
fn every_cut_and_every_longer_file_is_refused() {
    let text = "ModelType=SFNNWithoutPsqt;Features=K+P[1710->16x2],Network=SFNN_KP_16_7_8_K3K3{LayerStack=9}";
    let files = [
        Written::new(classic(FeatureKind::Kp, 16, [8, 8]), &classic_text("K+P", 1710, 16, [8, 8])),
        Written::new(stacked(16, [7, 8], k3k3()), text),
        Written { compressed: false, ..Written::new(stacked(16, [7, 8], k3k3()), text) },
    ];
    for written in files {
        let mut bytes = written.bytes();
        assert!(read(&bytes).is_ok());
        for end in 0..bytes.len() {
            assert!(read(&bytes[..end]).is_err(), "{} cut at {end} of {}", written.shape, bytes.len());
        }
        let (name, fault) = (written.shape.to_string(), read(&bytes[..bytes.len() - 2]).err().unwrap());
        assert!(matches!(&fault, NetworkFault::Cut { shape, missing: 2 } if *shape == name), "{name}: {fault}");
        bytes.push(0);
        let fault = read(&bytes).err().unwrap();
        assert!(matches!(&fault, NetworkFault::Excess { shape, extra: 1 } if *shape == name), "{name}: {fault}");
    }
}

/// A wrong hash of the file, of its first layer or of the others in a classic one is no reason to refuse it, nor to take
/// it for another.
#[test]
fn wrong_hashes_change_nothing() {
    let text = "ModelType=SFNNWithoutPsqt;Features=K+P[1710->64x2],Network=SFNN_KP_64_7_32_K3K3{LayerStack=9}";
    let classic = classic(FeatureKind::Kp, 64, [8, 32]);
    let files = [
        Written::new(classic, &classic_text("K+P", 1710, 64, [8, 32])),
        Written::new(stacked(64, [7, 32], k3k3()), text),
        Written { compressed: false, ..Written::new(stacked(64, [7, 32], k3k3()), text) },
    ];
    for written in files {
        let mut bytes = written.bytes();
        let first_layer = 12 + written.text.len();
        let behind = first_layer + 4 + written.shape.transformer_bytes() as usize;
        let network = (written.shape == classic).then_some(behind);
        for hash in [4, first_layer].into_iter().chain(network) {
            bytes[hash..hash + 4].iter_mut().for_each(|byte| *byte ^= 0x5a);
            let file = read(&bytes).unwrap_or_else(|fault| panic!("{}, hash at {hash}: {fault}", written.shape));
            assert_eq!(file.shape, written.shape, "hash at {hash}");
            bytes[hash..hash + 4].iter_mut().for_each(|byte| *byte ^= 0x5a);
        }
    }
}

#[test]
fn damaged_compressed_numbers_are_told() {
    let bytes = Written::new(stacked(16, [7, 8], k3k3()), "").bytes();
    let first = 12 + 4 + COMPRESSED.len() + 4;
    let with = |changes: &[(usize, u8)]| {
        let mut bytes = bytes.clone();
        changes.iter().for_each(|&(at, byte)| bytes[at] = byte);
        read(&bytes).err().map(|fault| fault.to_string()).unwrap_or_default()
    };
    let long = with(&[(first, 0x80), (first + 1, 0x80), (first + 2, 0x80)]);
    assert_eq!(long, "a compressed number of the first layer is beyond 16 bits");
    let width = with(&[(first, 0)]);
    assert_eq!(width, "the first layer is 17 wide; a multiple of 2 up to 8192 is expected");
    let endless = with(&[(first - 1, 0xff)]);
    assert!(endless.starts_with("the file is too short"), "{endless}");
    let bias_bytes = compress(&biases(16)).len();
    let open = with(&[(first + bias_bytes - 1, 0x80)]);
    assert_eq!(open, "the compressed numbers of the first layer end within a number");
    // A weight of two bytes becomes two of one, so that they no longer fill rows.
    let first_weight = first + bias_bytes + COMPRESSED.len() + 4;
    let two_in_one = with(&[(first_weight, 0), (first_weight + 1, 0)]);
    assert!(two_in_one.ends_with("no known feature set has so many inputs"), "{two_in_one}");
    let absurd = Written::new(stacked(8194, [7, 8], Stacks::default()), "").bytes();
    let fault = read(&absurd).err().map(|fault| fault.to_string()).unwrap_or_default();
    assert_eq!(fault, "the first layer is 8194 wide; a multiple of 2 up to 8192 is expected");
}

#[test]
fn arbitrary_bytes_are_refused() {
    let mut state = 1u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    for length in 0..2000 {
        let mut bytes: Vec<u8> = (0..length).map(|_| random()).collect();
        assert!(read(&bytes).is_err());
        let start = VERSIONS[length % 3].to_le_bytes();
        if length >= 12 {
            bytes[..4].copy_from_slice(&start);
            bytes[8..12].copy_from_slice(&(length as u32 / 4).to_le_bytes());
            assert!(is_nnue(&bytes));
            assert!(read(&bytes).is_err());
        }
    }
    let text = "Features=K+P[99999999999999999999->18446744073709551615x2],Network=SFNN_KP_18446744073709551615_\
                18446744073709551615_18446744073709551615_C18446744073709551615_S99X18446744073709551615_PROGRESS0{";
    let mut bytes = [VERSIONS[0], FILE_HASH, text.len() as u32].map(u32::to_le_bytes).concat();
    bytes.extend(text.as_bytes());
    assert!(read(&bytes).is_err());
    bytes.extend([0; 100]);
    assert!(read(&bytes).is_err());
}

#[test]
fn texts_tell_the_divisor_and_the_names_of_shapes() {
    let text = classic_text("K-P(Friend)", 1710, 16, [8, 8]) + ",fv_scale=28";
    let bytes = Written::new(classic(FeatureKind::Kp, 16, [8, 8]), &text).bytes();
    assert!(matches!(read(&bytes), Ok(File { fv_scale: Some(28), .. })));
    assert_eq!(classic(FeatureKind::HalfKp, 512, [8, 96]).to_string(), "halfkp 512x2-8-96");
    let shape = Claims::new("Features=HalfKA_hm2(Friend)[73305->1536x2],Network=SFNN-1536{LayerStack=9}").shape(true);
    assert_eq!(shape.unwrap().to_string(), "sfnn halfkahm2 1536-15-32 k3k3");
}
