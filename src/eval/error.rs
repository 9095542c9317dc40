//! The errors of network files.

use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// A network file with the fault that makes it useless.
#[derive(Debug, Error)]
#[error("{}: {fault}", path.display())]
pub struct NetworkError {
    pub path: PathBuf,
    #[source]
    pub fault: NetworkFault,
}

#[derive(Debug, Error)]
pub enum NetworkFault {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("not a network file of a known format")]
    UnknownFormat,
    #[error("version {0} of the format is not known")]
    Version(u32),
    #[error("the file is too short: {missing} bytes are missing")]
    Truncated { missing: usize },
    #[error("{0} bytes follow the end of the network")]
    Trailing(usize),
    #[error("a header field is {0} bytes long")]
    FieldLength(u32),
    #[error("the network is for {found}, not for {expected}")]
    Game { found: String, expected: &'static str },
    #[error("the feature set \"{found}\" is not \"{expected}\"")]
    Features { found: String, expected: &'static str },
    #[error(
        "it is {} wide with {} output buckets; this engine plays with {} and {}",
        found[0], found[1], expected[0], expected[1]
    )]
    Shape { found: [usize; 2], expected: [usize; 2] },
    #[error("it has {found} inputs a side, and the feature set has {expected}")]
    Inputs { found: usize, expected: usize },
    #[error("the checksum does not match: the file is corrupt")]
    Checksum,
    #[error("an output weight is beyond its limit")]
    OutputWeight,
    #[error(
        "the architecture is \"{0}\"; of the community's networks this engine reads \
         HalfKP 256x2-32-32 and K-P 256x2-32-32"
    )]
    Architecture(String),
}
