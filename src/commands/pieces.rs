//! The command `kumataka pieces`, which shows how the pieces of a game move.

use super::picture::{PictureArgs, PictureTrouble};
use crate::guide::cards::{Cards, called, deck};
use crate::jobs::command::{Command, Output, Trouble};
use crate::jobs::game::GameArgs;
use crate::jobs::language::LanguageArgs;
use crate::report;
use crate::report::pieces::{Looks, PieceSet};
use crate::variants::Variant;
use crate::words::InLanguage;
use clap::Args;
use thiserror::Error;

/// Show how the pieces of a game move and what they promote to.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka pieces
  kumataka pieces --variant torishogi
  kumataka pieces --pieces western --svg > pieces.svg
  kumataka pieces --variant dobutsu --png animals.png
  kumataka pieces --variant chushogi lion \"horned falcon\"
  kumataka pieces 龍 馬 --lang ja")]
pub struct PiecesArgs {
    /// Names, kanji or letters of pieces [default: all]
    #[arg(value_name = "PIECE")]
    pieces: Vec<String>,
    /// Show pieces as letters and their moves in ASCII
    #[arg(long)]
    letters: bool,
    /// Style of the pieces in the picture [default: short]
    #[arg(long = "pieces", value_name = "SET", value_enum, requires = "PictureArgs")]
    set: Option<PieceSet>,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    language: LanguageArgs,
    #[command(flatten)]
    game: GameArgs,
}

/// The reason why there is no card.
#[derive(Debug, Error)]
pub enum PiecesError {
    #[error("{game} has no piece \"{name}\"; \"kumataka pieces --variant {game}\" shows all of them")]
    Unknown { game: Variant, name: String },
    #[error(transparent)]
    Picture(#[from] PictureTrouble),
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl InLanguage for PiecesError {
    fn japanese(&self) -> String {
        match self {
            Self::Unknown { game, name } => {
                format!("{game}に「{name}」という駒はありません。kumataka pieces --variant {game} で一覧を見られます")
            }
            Self::Picture(error) => error.japanese(),
            Self::Trouble(error) => error.japanese(),
        }
    }
}

impl Command for PiecesArgs {
    type Error = PiecesError;

    const JAPANESE: Option<&'static str> = Some(include_str!("pieces.ja.toml"));

    fn run(&self) -> Result<(), PiecesError> {
        let game = self.game.variant();
        let kinds = self.kinds(game)?;
        let cards = Cards { game, language: self.language.language(), letters: self.letters };
        if self.picture.is_wanted() {
            let Looks { set, .. } = Looks::new(game, cards.language, cards.letters, self.set);
            return Ok(self.picture.write(&report::cards::picture(cards, set, &kinds, report::cards::BESIDE))?);
        }
        Ok(Output::lock().say(cards.text(&kinds).trim_end())?)
    }

    fn explain(&self, error: &PiecesError) -> String {
        error.text_in(self.language.language())
    }
}

impl PiecesArgs {
    /// The kinds asked for, or all of them.
    fn kinds(&self, game: Variant) -> Result<Vec<usize>, PiecesError> {
        if self.pieces.is_empty() {
            return Ok(deck(game));
        }
        let mut kinds = Vec::new();
        for name in &self.pieces {
            let found = called(game, name);
            if found.is_empty() {
                return Err(PiecesError::Unknown { game, name: name.clone() });
            }
            kinds.extend(found);
        }
        Ok(kinds)
    }
}
