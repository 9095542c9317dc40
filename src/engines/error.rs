//! The faults of engines.

use crate::words::InLanguage;
use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;
use thiserror::Error;

/// A fault of an engine, other than an illegal move, or of the system.
#[derive(Debug, Error)]
pub enum EngineError {
    #[error("cannot be started: {0}")]
    Start(#[source] io::Error),
    #[error("its program has been replaced since it was first started")]
    Replaced,
    #[error("ended by itself{0}")]
    Died(LastSign),
    #[error("no {expected} within {within:?}")]
    Silent { expected: &'static str, within: Duration },
    #[error("a move that was not asked for: \"{0}\"")]
    Unasked(String),
    #[error("refuses a move or a position of the game: {0}")]
    Refused(String),
    /// The wait was ended from outside; no engine is at fault.
    #[error("the match was interrupted")]
    Interrupted,
}

/// The exit status and the last words of an engine, as far as they are known.
#[derive(Debug, Default)]
pub struct LastSign {
    pub status: Option<ExitStatus>,
    pub words: String,
}

impl fmt::Display for LastSign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.status.map_or(Ok(()), |status| write!(f, ", {status}"))?;
        if self.words.is_empty() { Ok(()) } else { write!(f, ": {}", self.words) }
    }
}

impl InLanguage for LastSign {
    fn japanese(&self) -> String {
        let end = match self.status.map(|status| status.code()) {
            Some(Some(code)) => format!("プログラムが終了コード{code}で終了しました"),
            Some(None) => "プログラムが強制終了しました".to_owned(),
            None => "プログラムが終了しました".to_owned(),
        };
        if self.words.is_empty() { end } else { format!("{end}（最後の出力は「{}」）", self.words) }
    }
}

impl InLanguage for EngineError {
    fn japanese(&self) -> String {
        match self {
            Self::Start(error) => format!("起動できません：{}", error.japanese()),
            Self::Replaced => "初めに起動した後で、プログラムが入れ替わりました".to_owned(),
            Self::Died(sign) => sign.japanese(),
            Self::Silent { expected, within } => {
                format!("{}秒待ちましたが、{expected}の応答がありません", within.as_secs_f64())
            }
            Self::Unasked(text) => format!("求めていない指し手「{text}」を送りました"),
            Self::Refused(text) => format!("指し手か局面を受け付けません：{text}"),
            Self::Interrupted => "中断しました".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_told_in_japanese() {
        let silent = EngineError::Silent { expected: "usiok", within: Duration::from_millis(1_500) };
        assert_eq!(silent.japanese(), "1.5秒待ちましたが、usiokの応答がありません");
        let died = EngineError::Died(LastSign { status: None, words: "no network".to_owned() });
        assert_eq!(died.to_string(), "ended by itself: no network");
        assert_eq!(died.japanese(), "プログラムが終了しました（最後の出力は「no network」）");
        let missing = EngineError::Start(io::ErrorKind::NotFound.into());
        assert_eq!(missing.japanese(), "起動できません：そのようなファイルやフォルダはありません");
    }
}
