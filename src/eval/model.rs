//! The evaluation that the options name, loaded once and shared by all threads.

use super::community::{self, Community, DEFAULT_FV_SCALE};
use super::error::{NetworkError, NetworkFault};
use super::network::{CommunityHalfKp, CommunityKp, NetworkEvaluator, Own};
use super::{EvaluationModel, Evaluator, Handmade, format};
use crate::game::Score;
use crate::rules::{Position, Rules, Spec};
use crate::system;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The value of `EvalFile` for the evaluation that comes with the program.
pub const INTERNAL: &str = "<internal>";
/// The value of `EvalFile` for the simple evaluation that needs no network. Training from nothing begins with it.
pub const HANDMADE: &str = "<handmade>";
/// The name of the network file in an `EvalDir`.
const DIRECTORY_FILE: &str = "nn.bin";

/// The options `EvalFile`, `EvalDir` and `FV_SCALE`, as the user set them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalOptions {
    pub file: String,
    pub directory: String,
    pub fv_scale: i32,
}

impl Default for EvalOptions {
    fn default() -> Self {
        Self { file: INTERNAL.to_owned(), directory: String::new(), fv_scale: DEFAULT_FV_SCALE }
    }
}

impl EvalOptions {
    /// The network file to load: the named file, or else the one in the named directory. `None` stands for an
    /// evaluation that needs no file.
    #[must_use]
    pub fn path(&self) -> Option<PathBuf> {
        let named = |text: &str| !matches!(text, "" | "<empty>" | INTERNAL | HANDMADE);
        if named(&self.file) {
            Some(PathBuf::from(&self.file))
        } else if self.file == HANDMADE {
            None
        } else {
            named(&self.directory).then(|| Path::new(&self.directory).join(DIRECTORY_FILE))
        }
    }
}

/// An evaluation from which every thread gets its own [`Evaluator`]. A clone is cheap.
#[derive(Clone)]
pub struct Model<R> {
    rules: R,
    shared: Shared,
}

#[derive(Clone)]
enum Shared {
    Handmade,
    Own(Arc<Own>),
    HalfKp(Arc<CommunityHalfKp>),
    KingsAndPieces(Arc<CommunityKp>),
}

impl Shared {
    fn internal(spec: &Spec) -> Self {
        spec.assets.network.map_or(Self::Handmade, |packed| {
            let network = format::read(spec, &packed.unpack());
            Self::Own(Arc::new(network.expect("the embedded network is of the engine's shape")))
        })
    }

    fn read(spec: &Spec, path: &Path, fv_scale: i32) -> Result<Self, NetworkFault> {
        let bytes = map(path)?;
        if !community::is_community(&bytes) {
            return Ok(Self::Own(Arc::new(format::read(spec, &bytes)?)));
        }
        Ok(match community::read(spec, &bytes, fv_scale)? {
            Community::HalfKp(network) => Self::HalfKp(Arc::new(network)),
            Community::KingsAndPieces(network) => Self::KingsAndPieces(Arc::new(network)),
        })
    }
}

impl<R: Rules> Model<R> {
    /// The evaluation that comes with the program: the game's network, or the simple evaluation if it has none.
    #[must_use]
    pub fn internal(rules: R) -> Self {
        Self { rules, shared: Shared::internal(rules.spec()) }
    }

    /// The simple evaluation without a network.
    #[must_use]
    pub const fn handmade(rules: R) -> Self {
        Self { rules, shared: Shared::Handmade }
    }

    /// The evaluation that the options name.
    ///
    /// # Errors
    /// If the options name a file that is not a network of the game in a known format and shape.
    pub fn from_options(rules: R, options: &EvalOptions) -> Result<Self, NetworkError> {
        match options.path() {
            Some(path) => Self::load(rules, &path, options.fv_scale),
            None if options.file == HANDMADE => Ok(Self::handmade(rules)),
            None => Ok(Self::internal(rules)),
        }
    }

    /// Loads a network file in the program's own format or in the community's. A relative path is sought in the working
    /// folder, then beside the program. `fv_scale` divides the output of the community's networks only.
    ///
    /// # Errors
    /// If the file cannot be read or is not a network of the game in a known format and shape.
    pub fn load(rules: R, path: &Path, fv_scale: i32) -> Result<Self, NetworkError> {
        let path = resolve_path(path);
        match Shared::read(rules.spec(), &path, fv_scale) {
            Ok(shared) => Ok(Self { rules, shared }),
            Err(fault) => Err(NetworkError { path, fault }),
        }
    }

    /// An evaluator for one thread.
    #[must_use]
    pub fn evaluator(&self) -> Evaluator<R> {
        match &self.shared {
            Shared::Handmade => Evaluator::Handmade(Handmade::new(self.rules)),
            Shared::Own(network) => Evaluator::Own(NetworkEvaluator::new(Arc::clone(network))),
            Shared::HalfKp(network) => Evaluator::HalfKp(NetworkEvaluator::new(Arc::clone(network))),
            Shared::KingsAndPieces(network) => Evaluator::KingsAndPieces(NetworkEvaluator::new(Arc::clone(network))),
        }
    }

    /// A description of the evaluation in a few words.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match &self.shared {
            Shared::Handmade => "hand-made",
            Shared::Own(_) => "own network",
            Shared::HalfKp(_) => "HalfKP 256x2-32-32",
            Shared::KingsAndPieces(_) => "K-P 256x2-32-32",
        }
    }
}

/// The place of a relative path: in the working folder if the file is there, or else beside the program.
#[must_use]
pub fn resolve_path(path: &Path) -> PathBuf {
    let beside = || Some(std::env::current_exe().ok()?.parent()?.join(path));
    if path.exists() { path.to_owned() } else { beside().filter(|p| p.exists()).unwrap_or_else(|| path.to_owned()) }
}

/// Maps the bytes of a file. The numbers in it are not aligned, so that they are copied into rows in any case; the
/// mapping saves a second copy.
fn map(path: &Path) -> Result<system::Bytes, NetworkFault> {
    let file = File::open(path)?;
    if file.metadata()?.len() == 0 {
        return Err(NetworkFault::UnknownFormat);
    }
    Ok(system::map(&file)?)
}

impl<R: Rules> EvaluationModel<R> for Model<R> {
    type Evaluator = Evaluator<R>;

    fn internal(rules: R) -> Self {
        Self::internal(rules)
    }

    fn load(rules: R, path: &Path, fv_scale: i32) -> Result<Self, NetworkError> {
        Self::load(rules, path, fv_scale)
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
}
