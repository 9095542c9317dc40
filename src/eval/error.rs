//! Faults of network files.

use crate::words::InLanguage;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// A network file with the fault that makes it unusable.
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
    #[error("the folder holds no network: neither nn.bin nor a file that ends with .nnue, .bin or .kmt")]
    NoneInFolder,
    #[error("the folder holds several networks; name one of {0}")]
    SeveralInFolder(String),
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
    #[error("it is {width} wide with {buckets} output buckets; this engine plays with 1 to {widest} and at least one")]
    Shape { width: usize, buckets: usize, widest: usize },
    #[error("no memory for the network; smaller tables and fewer threads leave more")]
    NoRoom,
    #[error("it has {found} inputs a side, and the feature set has {expected}")]
    Inputs { found: usize, expected: usize },
    #[error("the checksum does not match: the file is corrupt")]
    Checksum,
    #[error("an output weight is beyond its limit")]
    OutputWeight,
    #[error("the file has {found} bytes; no known shape has that size; its text says \"{text}\"")]
    Size { found: usize, text: String },
    #[error("the file ends too early: it says that it is {shape}, of which at least {missing} bytes are missing")]
    Cut { shape: String, missing: u64 },
    #[error("{extra} bytes follow the end of the network, which says that it is {shape}")]
    Excess { shape: String, extra: u64 },
    #[error("the first layer is {width} wide; a multiple of 2 up to {widest} is expected")]
    Width { width: usize, widest: usize },
    #[error("the first layer is {width} wide; this engine plays with {narrowest} and more")]
    Narrow { width: usize, narrowest: usize },
    #[error("the first layer has {weights} weights, {width} for an input; no known feature set has so many inputs")]
    Rows { weights: usize, width: usize },
    #[error(
        "the layers after the first, which is {features} {width}, have {found} bytes; no known layers have that size; \
         the text says \"{text}\""
    )]
    Layers { features: &'static str, width: usize, found: usize, text: String },
    #[error("the compressed numbers of the first layer end within a number")]
    CompressedEnd,
    #[error("a compressed number of the first layer is beyond 16 bits")]
    CompressedNumber,
    #[error("the network squares its sums, which this engine does not support; its text says \"{0}\"")]
    Activation(String),
}

impl InLanguage for NetworkError {
    fn japanese(&self) -> String {
        format!("{}：{}", self.path.display(), self.fault.japanese())
    }
}

impl InLanguage for NetworkFault {
    /// The faults of a wrong choice of file; those of its format are for people who make such files.
    fn japanese(&self) -> String {
        match self {
            Self::Io(error) => error.japanese(),
            Self::NoneInFolder => {
                "フォルダに評価関数がありません（nn.bin、または .nnue .bin .kmt のファイル）".to_owned()
            }
            Self::SeveralInFolder(names) => {
                format!("フォルダに評価関数が2つ以上あります。どれかを指定してください：{names}")
            }
            Self::UnknownFormat => "知っている形式の評価関数ではありません".to_owned(),
            Self::Game { found, expected } => format!("{found}の評価関数で、{expected}のものではありません"),
            Self::NoRoom => "評価関数のためのメモリが足りません".to_owned(),
            Self::Truncated { .. } | Self::Cut { .. } | Self::Checksum => {
                format!("ファイルが壊れています（{self}）")
            }
            fault => format!("評価関数として読めません（{fault}）"),
        }
    }
}
