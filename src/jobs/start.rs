//! The arguments that choose a start position by handicap or SFEN.

use crate::any::{AnyPosition, AnySfenError};
use crate::game::SfenMode;
use crate::variants::Variant;
use crate::words::InLanguage;
use clap::Args;
use thiserror::Error;

/// The arguments that choose a start position.
#[derive(Args, Clone, Debug, Default)]
pub struct StartArgs {
    /// Start from this position
    #[arg(long, conflicts_with = "handicap")]
    sfen: Option<String>,
    /// Start from a handicap; "kumataka handicaps" lists them
    #[arg(long)]
    handicap: Option<String>,
}

/// Reasons why there is no such start position.
#[derive(Debug, Error)]
pub enum StartError {
    #[error("--sfen \"{sfen}\": {source}")]
    Sfen { sfen: String, source: AnySfenError },
    #[error("{game} has no handicap \"{name}\"; \"kumataka handicaps --variant {game}\" lists them")]
    Handicap { game: &'static str, name: String },
}

impl InLanguage for StartError {
    fn japanese(&self) -> String {
        match self {
            Self::Sfen { sfen, source } => format!("--sfen 「{sfen}」：{}", source.japanese()),
            Self::Handicap { game, name } => format!(
                "{game}に「{name}」という手合割はありません。kumataka handicaps --variant {game} で一覧を見られます"
            ),
        }
    }
}

impl StartArgs {
    /// The arguments that name a handicap.
    #[must_use]
    pub fn of_handicap(name: &str) -> Self {
        Self { sfen: None, handicap: Some(name.to_owned()) }
    }

    /// True if a position is named.
    #[must_use]
    pub const fn is_given(&self) -> bool {
        self.sfen.is_some() || self.handicap.is_some()
    }

    /// The named position, or the even start.
    ///
    /// # Errors
    /// If the game has no such position or handicap.
    pub fn position(&self, game: Variant) -> Result<AnyPosition, StartError> {
        let sfen = match (&self.sfen, &self.handicap) {
            (Some(sfen), _) => sfen,
            (None, Some(name)) => {
                game.handicap(name).ok_or_else(|| StartError::Handicap { game: game.name(), name: name.clone() })?.sfen
            }
            (None, None) => game.start_sfen(),
        };
        game.read_sfen(sfen, SfenMode::Mate).map_err(|source| StartError::Sfen { sfen: sfen.to_owned(), source })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(game: Variant) {
        for handicap in game.handicaps() {
            for name in [handicap.name, handicap.japanese] {
                let start = StartArgs { sfen: None, handicap: Some(name.to_owned()) };
                assert_eq!(start.position(game).unwrap().sfen(), handicap.sfen);
            }
        }
        let start = StartArgs { sfen: None, handicap: Some("queen".to_owned()) };
        assert!(matches!(start.position(game), Err(StartError::Handicap { .. })));
    }

    #[test]
    fn every_handicap_is_found_by_its_names() {
        Variant::ALL.iter().for_each(|&game| check(game));
    }
}
