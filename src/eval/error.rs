//! Faults of network files.

#![deny(missing_docs)]

use crate::words::InLanguage;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// A network file with the fault that makes it unusable.
#[derive(Debug, Error)]
#[error("{}: {fault}", path.display())]
pub struct NetworkError {
    /// The file or folder.
    pub path: PathBuf,
    /// The fault, as its message says it.
    #[source]
    pub fault: NetworkFault,
}

impl NetworkError {
    /// The error of work with networks in a game that has none.
    #[doc(hidden)]
    #[must_use]
    pub fn none_for(game: &'static str) -> Self {
        Self { path: game.into(), fault: NetworkFault::NoNetworks }
    }
}

/// The reason why a file is no network for a game.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NetworkFault {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The folder has no network.
    #[error("the folder holds no network: neither nn.bin nor a file that ends with .nnue, .bin or .kmt")]
    NoneInFolder,
    /// The folder has several networks, which the text names.
    #[error("the folder holds several networks; name one of {0}")]
    SeveralInFolder(String),
    /// The file begins like no known network.
    #[error("not a network file of a known format")]
    UnknownFormat,
    /// The game has no networks.
    #[error("games on boards as large as this have no networks")]
    NoNetworks,
    /// The format has another version.
    #[error("version {0} of the format is not known")]
    Version(u32),
    /// The file ends too early.
    #[error("the file is too short: {missing} bytes are missing")]
    Truncated {
        /// Number of bytes that are missing.
        missing: usize,
    },
    /// Bytes follow the end, this many.
    #[error("{0} bytes follow the end of the network")]
    Trailing(usize),
    /// A field of the header is too long; its length in bytes.
    #[error("a header field is {0} bytes long")]
    FieldLength(u32),
    /// The network is for another game.
    #[error("the network is for {found}, not for {expected}")]
    Game {
        /// The game of the network.
        found: String,
        /// The game at hand.
        expected: &'static str,
    },
    /// The network has other features.
    #[error("the feature set \"{found}\" is not \"{expected}\"")]
    Features {
        /// The features of the network.
        found: String,
        /// The features of the game.
        expected: &'static str,
    },
    /// The hidden layers have other sizes than those of the engine.
    #[error(
        "its hidden layers have {} and {} outputs; this engine plays with {} and {}", found[0], found[1], expected[0], expected[1]
    )]
    Hidden {
        /// Outputs of the first hidden layer, and of the second.
        found: [usize; 2],
        /// Those of the engine's.
        expected: [usize; 2],
    },
    /// The network is wider than the engine plays with, or has no bucket.
    #[error("it is {width} wide with {buckets} output buckets; this engine plays with 1 to {widest} and at least one")]
    Shape {
        /// Outputs of the first layer for a side.
        width: usize,
        /// Number of output buckets.
        buckets: usize,
        /// The greatest width.
        widest: usize,
    },
    /// Memory is short.
    #[error("no memory for the network; smaller tables and fewer threads leave more")]
    NoRoom,
    /// The first layer has another number of inputs.
    #[error("it has {found} inputs a side, and the feature set has {expected}")]
    Inputs {
        /// Inputs of a side in the file.
        found: usize,
        /// Inputs of a side by the features.
        expected: usize,
    },
    /// The checksum does not match.
    #[error("the checksum does not match: the file is corrupt")]
    Checksum,
    /// A weight of the output is beyond its limit.
    #[error("an output weight is beyond its limit")]
    OutputWeight,
    /// No known shape has the size of the file.
    #[error("the file has {found} bytes; no known shape has that size; its text says \"{text}\"")]
    Size {
        /// Its size in bytes.
        found: usize,
        /// Its description.
        text: String,
    },
    /// The file ends before the shape that it names.
    #[error("the file ends too early: it says that it is {shape}, of which at least {missing} bytes are missing")]
    Cut {
        /// The shape that it names.
        shape: String,
        /// The least number of bytes that are missing.
        missing: u64,
    },
    /// Bytes follow the shape that the file names.
    #[error("{extra} bytes follow the end of the network, which says that it is {shape}")]
    Excess {
        /// The shape that it names.
        shape: String,
        /// Number of the bytes.
        extra: u64,
    },
    /// The width of the first layer is odd or too great.
    #[error("the first layer is {width} wide; a multiple of 2 up to {widest} is expected")]
    Width {
        /// Outputs of the first layer for a side.
        width: usize,
        /// The greatest width.
        widest: usize,
    },
    /// The first layer is too narrow.
    #[error("the first layer is {width} wide; this engine plays with {narrowest} and more")]
    Narrow {
        /// Outputs of the first layer for a side.
        width: usize,
        /// The least width.
        narrowest: usize,
    },
    /// No known feature set fits the number of weights.
    #[error("the first layer has {weights} weights, {width} for an input; no known feature set has so many inputs")]
    Rows {
        /// Number of weights of the first layer.
        weights: usize,
        /// Outputs of the first layer for a side.
        width: usize,
    },
    /// No known layers fit what follows the first.
    #[error(
        "the layers after the first, which is {features} {width}, have {found} bytes; no known layers have that size; \
         the text says \"{text}\""
    )]
    Layers {
        /// The features of the first layer.
        features: &'static str,
        /// Outputs of the first layer for a side.
        width: usize,
        /// Bytes behind the first layer.
        found: usize,
        /// The description of the network.
        text: String,
    },
    /// The compressed numbers end within one.
    #[error("the compressed numbers of the first layer end within a number")]
    CompressedEnd,
    /// A compressed number does not fit 16 bits.
    #[error("a compressed number of the first layer is beyond 16 bits")]
    CompressedNumber,
    /// The activation is one that the engine does not compute; the description of the network.
    #[error("the network squares its sums, which this engine does not support; its text says \"{0}\"")]
    Activation(String),
}

impl InLanguage for NetworkError {
    fn japanese(&self) -> String {
        format!("{}：{}", self.path.display(), self.fault.japanese())
    }
}

impl InLanguage for NetworkFault {
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
            Self::Truncated { missing } => format!("ファイルが壊れています（{missing}バイト足りません）"),
            Self::Cut { shape, missing } => {
                format!("ファイルが壊れています（{shape}として、少なくとも{missing}バイト足りません）")
            }
            Self::Trailing(extra) => format!("ファイルが壊れています（{extra}バイト余ります）"),
            Self::Excess { shape, extra } => {
                format!("ファイルが壊れています（{shape}として、{extra}バイト余ります）")
            }
            Self::Checksum => "ファイルが壊れています（チェックサムが合いません）".to_owned(),
            fault => format!("この評価関数は使えません（{}）", fault.japanese_of_format()),
        }
    }
}

impl NetworkFault {
    /// The faults for those who make such files.
    fn japanese_of_format(&self) -> String {
        match self {
            Self::Version(version) => format!("形式のバージョン{version}を知りません"),
            Self::FieldLength(length) => format!("ヘッダーの項目が{length}バイトあります"),
            Self::Features { found, expected } => format!("特徴量は「{expected}」でなく「{found}」です"),
            Self::Shape { width, buckets, widest } => {
                format!("幅が{width}、出力バケットが{buckets}個です。幅は1から{widest}まで、バケットは1個以上です")
            }
            Self::Hidden { found: [first, second], expected: [ours, our_second] } => {
                format!("隠れ層の出力が{first}個と{second}個です。{ours}個と{our_second}個が必要です")
            }
            Self::Inputs { found, expected } => format!("片側の入力は{expected}個でなく{found}個です"),
            Self::OutputWeight => "出力層の重みが範囲を越えています".to_owned(),
            Self::Size { found, text } => format!("{found}バイトの評価関数を知りません。説明は「{text}」です"),
            Self::Width { width, widest } => format!("第1層の幅が{width}です。{widest}までの偶数が必要です"),
            Self::Narrow { width, narrowest } => format!("第1層の幅が{width}です。{narrowest}以上が必要です"),
            Self::Rows { weights, width } => format!("第1層の重み{weights}個、幅{width}に合う特徴量を知りません"),
            Self::Layers { features, width, found, text } => {
                format!("第1層（{features}、幅{width}）の後の{found}バイトに合う層を知りません。説明は「{text}」です")
            }
            Self::CompressedEnd => "第1層の圧縮された数が途中で終わります".to_owned(),
            Self::CompressedNumber => "第1層の圧縮された数が16ビットを越えています".to_owned(),
            Self::Activation(text) => format!("和を2乗する評価関数には対応していません。説明は「{text}」です"),
            known => known.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_of_a_format_is_told_in_japanese() {
        let word = || "?".to_owned();
        let faults = [
            NetworkFault::NoneInFolder,
            NetworkFault::SeveralInFolder(word()),
            NetworkFault::UnknownFormat,
            NetworkFault::Version(9),
            NetworkFault::Truncated { missing: 1 },
            NetworkFault::Trailing(1),
            NetworkFault::FieldLength(1),
            NetworkFault::Game { found: word(), expected: "?" },
            NetworkFault::Features { found: word(), expected: "?" },
            NetworkFault::Shape { width: 1, buckets: 1, widest: 1 },
            NetworkFault::Hidden { found: [1, 2], expected: [3, 4] },
            NetworkFault::NoRoom,
            NetworkFault::Inputs { found: 1, expected: 2 },
            NetworkFault::Checksum,
            NetworkFault::OutputWeight,
            NetworkFault::Size { found: 1, text: word() },
            NetworkFault::Cut { shape: word(), missing: 1 },
            NetworkFault::Excess { shape: word(), extra: 1 },
            NetworkFault::Width { width: 1, widest: 1 },
            NetworkFault::Narrow { width: 1, narrowest: 1 },
            NetworkFault::Rows { weights: 1, width: 1 },
            NetworkFault::Layers { features: "?", width: 1, found: 1, text: word() },
            NetworkFault::CompressedEnd,
            NetworkFault::CompressedNumber,
            NetworkFault::Activation(word()),
        ];
        for fault in faults {
            let told = fault.japanese();
            let rest = [".nnue", ".bin", ".kmt", "nn"].iter().fold(told.clone(), |rest, name| rest.replace(name, ""));
            assert!(!rest.contains(|c: char| c.is_ascii_alphabetic()), "{told}");
        }
    }
}
