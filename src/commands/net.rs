//! The command `kumataka net`, which describes a network file, evaluates by it, and compares two files.

use crate::any::{AnyPosition, Compiled};
use crate::eval::community::{AUTOMATIC_FV_SCALE, GREATEST_FV_SCALE};
use crate::eval::format::{HiddenLayers, Layers};
use crate::eval::nnue::{self, File, Rows};
use crate::eval::{EvaluationModel, FeatureSet, NetInput, NetworkError, NetworkFault, read_network};
use crate::jobs::checksum;
use crate::jobs::command::{Command, Output, Trouble};
use crate::jobs::game::GameArgs;
use crate::jobs::plain;
use crate::jobs::start::{StartArgs, StartError};
use crate::with_any_networked_game;
use clap::Args;
use std::fmt::Write as _;
use std::path::PathBuf;
use thiserror::Error;

/// Identify a network file, and evaluate a position with it.
///
/// The shape is determined from the size of the file, since texts and hashes in community networks are not reliable.
/// Scores are for the side to move.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka net eval/nn.bin
  kumataka net eval --sfen \"4k4/9/4P4/9/9/9/9/9/4K4 b G 1\"
  kumataka net new.kmt --compare network.kmt
  kumataka net eval/nn.bin --fv-scale 24")]
pub struct NetArgs {
    /// Network file (of this program or the community), or a folder with one
    file: PathBuf,
    /// Compare with the network in this file
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
    /// Output divisor of a community network; 0 for the one that fits the file
    #[arg(long, value_name = "N", default_value_t = AUTOMATIC_FV_SCALE,
          value_parser = clap::value_parser!(i32).range(0..=i64::from(GREATEST_FV_SCALE)))]
    fv_scale: i32,
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    game: GameArgs,
}

/// The reason why a file could not be described.
#[derive(Debug, Error)]
pub enum NetError {
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl Command for NetArgs {
    type Error = NetError;

    fn run(&self) -> Result<(), NetError> {
        let position = self.start.position(self.game.variant())?;
        with_any_networked_game!(self.game.variant(), game => self.describe(game, &position))
    }
}

impl NetArgs {
    fn describe<G: NetInput + Compiled>(&self, game: G, position: &AnyPosition) -> Result<(), NetError> {
        let mut output = Output::lock();
        let position = G::position(position);
        let mut told = Vec::new();
        for path in std::iter::once(&self.file).chain(&self.compare) {
            let described = read_network(path, |path, bytes| {
                let model = G::Model::read(game, bytes, self.fv_scale)?;
                let (raw, centipawns) = model.explain(&position);
                let name = model.name().to_owned();
                // The network is freed before its numbers are read again, which takes as much memory.
                drop(model);
                let (head, parts) = parts_of(&game.feature_set(), bytes)?;
                let mut text = format!("{}\n{head}\n  read as      {name}\n", plain::line(path.display()));
                for part in &parts {
                    let _ = writeln!(text, "  {}", part.described());
                }
                let _ = writeln!(text, "  evaluation   {raw}, {centipawns} centipawns");
                Ok((text, parts))
            });
            let (text, parts) = described?;
            output.say(text)?;
            told.push(parts);
        }
        if let [first, second] = &told[..] {
            output.say(compared(first, second))?;
        }
        Ok(())
    }
}

/// The numbers of one layer.
struct Part {
    name: String,
    numbers: Numbers,
}

enum Numbers {
    Bytes(Vec<i8>),
    Words(Vec<i16>),
    Sums(Vec<i32>),
}

impl Numbers {
    fn values(&self) -> Box<dyn Iterator<Item = i64> + '_> {
        match self {
            Self::Bytes(numbers) => Box::new(numbers.iter().map(|&number| number.into())),
            Self::Words(numbers) => Box::new(numbers.iter().map(|&number| number.into())),
            Self::Sums(numbers) => Box::new(numbers.iter().map(|&number| number.into())),
        }
    }

    const fn count(&self) -> usize {
        match self {
            Self::Bytes(numbers) => numbers.len(),
            Self::Words(numbers) => numbers.len(),
            Self::Sums(numbers) => numbers.len(),
        }
    }
}

impl Part {
    fn new(name: impl Into<String>, numbers: Numbers) -> Self {
        Self { name: name.into(), numbers }
    }

    fn described(&self) -> String {
        let (mut least, mut greatest, mut sum) = (i64::MAX, i64::MIN, 0.0);
        for value in self.numbers.values() {
            (least, greatest) = (least.min(value), greatest.max(value));
            sum += value.abs() as f64;
        }
        let count = self.numbers.count();
        let mean = sum / count.max(1) as f64;
        format!("{:<24} {count:>10} numbers, {least} to {greatest}, {mean:.1} from zero on average", self.name)
    }
}

/// A description of the file, and its layers.
fn parts_of(set: &FeatureSet, bytes: &[u8]) -> Result<(String, Vec<Part>), NetworkFault> {
    let mut head = format!("  size         {} bytes, CRC-32 {:08x}", bytes.len(), checksum::of_bytes(bytes));
    if !nnue::is_nnue(bytes) {
        return Ok((head, own_parts(Layers::read(set, bytes)?)));
    }
    let file = nnue::read(bytes)?;
    let _ = write!(head, "\n  text         {}", plain::line(&file.text));
    for (of, hash) in file.hashes.iter().take(SHOWN_HASHES) {
        let _ = write!(head, "\n  hash         {hash:08X} of {of}");
    }
    Ok((head, community_parts(&file)))
}

/// Number of hashes shown; those of the stacks are all the same.
const SHOWN_HASHES: usize = 4;

fn own_parts(layers: Layers) -> Vec<Part> {
    let mut parts = vec![
        Part::new("first layer, biases", Numbers::Words(layers.biases)),
        Part::new("first layer, weights", Numbers::Words(layers.weights)),
        Part::new("output, biases", Numbers::Sums(layers.output_biases)),
        Part::new("output, weights", Numbers::Words(layers.output_weights)),
    ];
    if let Some(stacks) = layers.hidden {
        let biases = |of: fn(&HiddenLayers) -> &Vec<i32>| Numbers::Sums(stacks.iter().flat_map(of).copied().collect());
        let weights = |of: fn(&HiddenLayers) -> &Vec<i8>| Numbers::Bytes(stacks.iter().flat_map(of).copied().collect());
        parts.extend([
            Part::new("hidden layer 1, biases", biases(|layers| &layers.first_biases)),
            Part::new("hidden layer 1, weights", weights(|layers| &layers.first_weights)),
            Part::new("hidden layer 2, biases", biases(|layers| &layers.second_biases)),
            Part::new("hidden layer 2, weights", weights(|layers| &layers.second_weights)),
            Part::new("hidden output, weights", weights(|layers| &layers.output_weights)),
        ]);
    }
    parts
}

fn community_parts(file: &File<'_>) -> Vec<Part> {
    let mut parts = vec![
        Part::new("first layer, biases", Numbers::Words(file.biases.clone())),
        Part::new("first layer, weights", Numbers::Words(all_rows(&file.weights, file.biases.len()))),
    ];
    if let Some(progress) = &file.progress {
        parts.push(Part::new("progress, weights", Numbers::Sums(progress.weights.clone())));
    }
    for (number, name) in ["second layer", "third layer", "output"].into_iter().enumerate() {
        let layers = || file.stacks.iter().map(|stack| &stack[number]);
        let biases = layers().flat_map(|layer| layer.biases.iter().copied()).collect();
        // The padding of rows has no effect, and some writers leave noise there.
        let weights = layers()
            .flat_map(|layer| layer.weights.chunks_exact(layer.stride).flat_map(|row| &row[..layer.inputs]).copied())
            .collect();
        parts.push(Part::new(format!("{name}, biases"), Numbers::Sums(biases)));
        parts.push(Part::new(format!("{name}, weights"), Numbers::Bytes(weights)));
    }
    parts
}

fn all_rows(rows: &Rows<'_>, width: usize) -> Vec<i16> {
    let mut all = Vec::new();
    rows.for_each(|_, row| all.extend_from_slice(&row[..width]));
    all
}

/// The differences of two networks, layer by layer.
fn compared(first: &[Part], second: &[Part]) -> String {
    let mut text = String::from("compared");
    let names: Vec<&String> = first.iter().map(|part| &part.name).collect();
    if !second.iter().map(|part| &part.name).eq(names) {
        return text + ": the networks are of different kinds";
    }
    for (part, other) in first.iter().zip(second) {
        let _ = write!(text, "\n  {:<24} ", part.name);
        let (count, others) = (part.numbers.count(), other.numbers.count());
        if count != others {
            let _ = write!(text, "{count} and {others} numbers");
            continue;
        }
        let (mut differing, mut greatest) = (0_usize, 0);
        for (value, other) in part.numbers.values().zip(other.numbers.values()) {
            differing += usize::from(value != other);
            greatest = greatest.max(value.abs_diff(other));
        }
        let _ = match differing {
            0 => write!(text, "the same"),
            _ => write!(text, "{differing} of {count} numbers differ, by {greatest} at most"),
        };
    }
    text
}
