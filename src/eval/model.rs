//! The evaluation named by the options, loaded once and shared by all threads.

use super::community::{self, AUTOMATIC_FV_SCALE};
use super::error::{NetworkError, NetworkFault};
use super::features::FeatureSet;
use super::network::{Network, NetworkEvaluator};
use super::{EvaluationModel, Evaluator, Handmade, nnue, scale};
use crate::game::{self, Packed, Playable as _, Score, SfenMode};
use crate::memory;
use crate::rules::{Position, Rules, Spec};
use crate::system;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The value of `EvalFile` for the evaluation that comes with the program.
pub const INTERNAL: &str = "<internal>";
/// The value of `EvalFile` for the simple evaluation without a network, with which training from nothing begins.
pub const HANDMADE: &str = "<handmade>";
/// The name of the network file in an `EvalDir`.
const DIRECTORY_FILE: &str = "nn.bin";
/// Free memory required for unpacking the program's network.
const UNPACKING: usize = 24 << 20;
/// The endings of network files, in lower case.
const ENDINGS: [&str; 3] = ["nnue", "bin", "kmt"];

/// The options `EvalFile`, `EvalDir` and `FV_SCALE`, as the user set them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalOptions {
    pub file: String,
    pub directory: String,
    pub fv_scale: i32,
}

impl Default for EvalOptions {
    fn default() -> Self {
        Self { file: INTERNAL.to_owned(), directory: String::new(), fv_scale: AUTOMATIC_FV_SCALE }
    }
}

impl EvalOptions {
    /// The network to load: the named file or folder, or else the named directory. `None` for an evaluation without a
    /// file.
    #[must_use]
    pub fn path(&self) -> Option<PathBuf> {
        let named = |text: &str| !matches!(text, "" | "<empty>" | INTERNAL | HANDMADE);
        if named(&self.file) {
            Some(PathBuf::from(&self.file))
        } else if self.file == HANDMADE {
            None
        } else {
            named(&self.directory).then(|| PathBuf::from(&self.directory))
        }
    }
}

/// An evaluation shared by the [`Evaluator`]s of all threads. A clone is cheap.
#[derive(Clone)]
pub struct Model<R> {
    rules: R,
    shared: Shared,
}

#[derive(Clone)]
enum Shared {
    Handmade,
    Network(Arc<Network>),
}

impl Shared {
    fn internal(spec: &'static Spec) -> Result<Self, NetworkError> {
        let Some(packed) = spec.assets.network else { return Ok(Self::Handmade) };
        let network = read_internal(packed, |bytes| Network::own(FeatureSet::mirrored(spec), bytes))?;
        Ok(Self::Network(Arc::new(network)))
    }

    fn read<R: Rules>(rules: R, bytes: &[u8], fv_scale: i32) -> Result<Self, NetworkFault> {
        let spec = rules.spec();
        let network = if nnue::is_nnue(bytes) {
            fitted(rules, community::read(spec, bytes, fv_scale)?)
        } else {
            Arc::new(Network::own(FeatureSet::mirrored(spec), bytes)?)
        };
        Ok(Self::Network(network))
    }
}

/// The network with its outputs scaled to the size that the search expects.
fn fitted<R: Rules>(rules: R, network: Network) -> Arc<Network> {
    let network = Arc::new(network);
    let mut evaluator = NetworkEvaluator::<R>::new(Arc::clone(&network));
    let positions = scale::positions().filter_map(|sfen| rules.read_sfen(sfen, SfenMode::Strict).ok());
    let typical = scale::typical(positions.map(|position| {
        game::Evaluator::reset(&mut evaluator, &position);
        evaluator.raw(&position)
    }));
    drop(evaluator);
    let mut network = network;
    if let Some(network) = Arc::get_mut(&mut network) {
        network.scale = network.scale.fitted(typical);
    }
    network
}

impl<R: Rules> Model<R> {
    /// The evaluation that comes with the program: the game's network, or the simple evaluation if it has none.
    ///
    /// # Errors
    /// If there is no memory for the network.
    pub fn internal(rules: R) -> Result<Self, NetworkError> {
        Ok(Self { rules, shared: Shared::internal(rules.spec())? })
    }

    /// The simple evaluation without a network.
    #[must_use]
    pub const fn handmade(rules: R) -> Self {
        Self { rules, shared: Shared::Handmade }
    }

    /// The evaluation named by the options.
    ///
    /// # Errors
    /// If the options name a file that is not a network of the game in a known format and shape.
    pub fn from_options(rules: R, options: &EvalOptions) -> Result<Self, NetworkError> {
        match options.path() {
            Some(path) => Self::load(rules, &path, options.fv_scale),
            None if options.file == HANDMADE => Ok(Self::handmade(rules)),
            None => Self::internal(rules),
        }
    }

    /// An evaluator for one thread.
    #[must_use]
    pub fn evaluator(&self) -> Evaluator<R> {
        match &self.shared {
            Shared::Handmade => Evaluator::Handmade(Handmade::new(self.rules)),
            Shared::Network(network) => Evaluator::Network(NetworkEvaluator::new(Arc::clone(network))),
        }
    }

    /// A description of the evaluation in a few words.
    #[must_use]
    pub fn name(&self) -> &str {
        match &self.shared {
            Shared::Handmade => "hand-made",
            Shared::Network(network) => &network.name,
        }
    }
}

/// Passes the bytes of the program's network to `read`.
///
/// # Errors
/// If there is no memory for it.
pub(super) fn read_internal<T>(
    packed: Packed,
    read: impl FnOnce(&[u8]) -> Result<T, NetworkFault>,
) -> Result<T, NetworkError> {
    // Unpacking takes two or three times the network's memory for a moment.
    let bytes = memory::has_room(UNPACKING).then(|| packed.unpack().ok()).flatten();
    let network = bytes.ok_or(NetworkFault::NoRoom).and_then(|bytes| read(&bytes));
    network.map_err(|fault| NetworkError { path: INTERNAL.into(), fault })
}

/// Resolves a relative path: in the working folder if the file exists there, or else beside the program.
#[must_use]
pub fn resolve_path(path: &Path) -> PathBuf {
    let beside = || Some(system::program().ok()?.parent()?.join(path));
    if path.exists() { path.to_owned() } else { beside().filter(|p| p.exists()).unwrap_or_else(|| path.to_owned()) }
}

/// The network file of a path: the file itself, or the one in a folder, either `nn.bin` or the only file with the
/// ending of a network. A relative path is resolved in the working folder, then beside the program.
///
/// # Errors
/// If a folder cannot be read, or holds no network or several.
pub fn network_file(path: &Path) -> Result<PathBuf, NetworkError> {
    let path = resolve_path(path);
    if !path.is_dir() {
        return Ok(path);
    }
    find_in(&path).map_err(|fault| NetworkError { path, fault })
}

fn find_in(folder: &Path) -> Result<PathBuf, NetworkFault> {
    let usual = folder.join(DIRECTORY_FILE);
    if usual.is_file() {
        return Ok(usual);
    }
    let is_network = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        path.is_file() && ENDINGS.iter().any(|ending| extension.eq_ignore_ascii_case(ending))
    };
    let files = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    let mut networks: Vec<PathBuf> = files.into_iter().filter(is_network).collect();
    networks.sort();
    match networks.len() {
        0 => Err(NetworkFault::NoneInFolder),
        1 => Ok(networks.swap_remove(0)),
        _ => {
            let name = |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
            Err(NetworkFault::SeveralInFolder(networks.iter().filter_map(name).collect::<Vec<_>>().join(", ")))
        }
    }
}

/// Passes the path and the bytes of a network file, found by [`network_file`], to `read`.
///
/// The bytes are dropped after reading: engines evaluate by a copy, since the numbers in a file are not aligned, and
/// those behind the first layer are in another order.
///
/// # Errors
/// If there is no such file, or `read` finds a fault.
pub fn read_network<T>(
    path: &Path,
    read: impl FnOnce(&Path, &[u8]) -> Result<T, NetworkFault>,
) -> Result<T, NetworkError> {
    let path = network_file(path)?;
    let bytes = system::read_file(&path).map_err(NetworkFault::from);
    let read = |bytes: Vec<u8>| if bytes.is_empty() { Err(NetworkFault::UnknownFormat) } else { read(&path, &bytes) };
    bytes.and_then(read).map_err(|fault| NetworkError { path, fault })
}

impl<R: Rules> EvaluationModel<R> for Model<R> {
    type Evaluator = Evaluator<R>;

    fn internal(rules: R) -> Result<Self, NetworkError> {
        Self::internal(rules)
    }

    fn handmade(rules: R) -> Self {
        Self::handmade(rules)
    }

    fn read(rules: R, bytes: &[u8], fv_scale: i32) -> Result<Self, NetworkFault> {
        Ok(Self { rules, shared: Shared::read(rules, bytes, fv_scale)? })
    }

    fn from_options(rules: R, options: &EvalOptions) -> Result<Self, NetworkError> {
        Self::from_options(rules, options)
    }

    fn evaluator(&self) -> Evaluator<R> {
        self.evaluator()
    }

    fn name(&self) -> &str {
        self.name()
    }

    fn explain(&self, position: &Position<R>) -> (i32, Score) {
        self.evaluator().explain(position)
    }

    fn shown_factor(&self) -> f64 {
        match &self.shared {
            Shared::Handmade => 1.0,
            Shared::Network(network) => network.scale.shown(),
        }
    }
}
