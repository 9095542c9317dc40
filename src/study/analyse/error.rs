//! Errors of an analysis.

use crate::eval::NetworkError;
use crate::jobs::command::Trouble;
use crate::jobs::files::SaveError;
use crate::jobs::parts::PartError;
use crate::words::{InLanguage, counted};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The reason why games could not be analysed, or not wholly.
#[derive(Debug, Error)]
pub enum AnalyseError {
    #[error("{}: {source}", path.display())]
    Input { path: PathBuf, source: io::Error },
    #[error("there is no game record to analyse")]
    Nothing,
    #[error("--resume goes on with files that --out, --html or --json name")]
    NothingToResume,
    #[error("--resume goes on with folders; name one for {0}")]
    OneFileToResume(&'static str),
    #[error("only one of --out, --html, --json, --summary, --problems and --exercises can go to the standard output")]
    OneOutput,
    #[error(
        "--resume with --summary, --problems or --exercises needs --json: from its lines come the games of earlier runs"
    )]
    EarlierGames,
    #[error(
        "no player of these games has a name with \"{0}\", so that the files are of everybody; --player takes any part of a name"
    )]
    NoPlayer(String),
    #[error("{}: {source}", path.display())]
    Save { path: PathBuf, source: SaveError },
    #[error("{}: it exists already; --resume keeps it, --force overwrites it", .0.display())]
    Exists(PathBuf),
    #[error("{faulty} of {} could not be analysed to the end", counted(*games, "game"))]
    Faulty { faulty: usize, games: usize },
    #[error("with --part, each game has files of its own: name folders for --out and --html")]
    OneFile,
    #[error("{} could not be analysed to the end", counted(*faulty, "game"))]
    PartsFaulty { faulty: usize },
    #[error(transparent)]
    Part(#[from] PartError),
    #[error("stopped by Ctrl-C after {} of {}", done, counted(*files, "file"))]
    Interrupted { done: usize, files: usize },
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl InLanguage for AnalyseError {
    fn japanese(&self) -> String {
        match self {
            Self::Input { path, source } => format!("{}：{}", path.display(), source.japanese()),
            Self::Nothing => "解析する棋譜がありません".to_owned(),
            Self::NothingToResume => "--resume は --out、--html、--json のファイルの続きを書きます".to_owned(),
            Self::OneFileToResume(option) => {
                format!("--resume の続きはフォルダです。{option} にフォルダを指定してください")
            }
            Self::OneOutput => {
                "標準出力に書けるのは --out、--html、--json、--summary、--problems、--exercises のうち1つです"
                    .to_owned()
            }
            Self::EarlierGames => {
                "--resume と --summary、--problems、--exercises には --json が要ります（前回の対局をそこから読みます）"
                    .to_owned()
            }
            Self::NoPlayer(names) => {
                format!("名前に「{names}」を含む対局者がいないので、全員について書きました（--player は名前の一部）")
            }
            Self::Save { path, source } => format!("{}：{}", path.display(), source.japanese()),
            Self::Exists(path) => format!(
                "{}はすでにあります。残すには --resume、上書きするには --force を付けてください",
                path.display()
            ),
            Self::Faulty { faulty, games } => format!("{games}局のうち{faulty}局は最後まで解析できませんでした"),
            Self::OneFile => {
                "--part では1局ごとにファイルを書きます。--out と --html にはフォルダを指定してください".to_owned()
            }
            Self::PartsFaulty { faulty } => format!("{faulty}局は最後まで解析できませんでした"),
            Self::Part(error) => error.japanese(),
            Self::Interrupted { done, files } => format!("Ctrl-Cで中断しました（{files}ファイルのうち{done}まで）"),
            Self::Network(error) => error.japanese(),
            Self::Trouble(error) => error.japanese(),
        }
    }
}

impl AnalyseError {
    /// A failure to write a file.
    pub(super) fn save(path: &Path, source: impl Into<SaveError>) -> Self {
        Self::Save { path: path.to_owned(), source: source.into() }
    }
}
