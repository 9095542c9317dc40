//! The arguments of commands that draw a picture, and its file.

use crate::jobs::command::{FileOutput, Trouble};
use crate::jobs::files::{SaveError, write_bytes};
use crate::report::png::{PictureError, png};
use crate::words::InLanguage;
use clap::Args;
use std::io::Write as _;
use std::path::PathBuf;
use thiserror::Error;

/// Destination of a picture.
#[derive(Args, Debug)]
pub struct PictureArgs {
    /// Write an SVG picture to standard output
    #[arg(long, conflicts_with = "png")]
    svg: bool,
    /// Write a PNG picture to this file, with the built-in font
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Width of the PNG picture
    #[arg(long, value_name = "PIXELS", default_value_t = 1_200, requires = "png", value_parser = clap::value_parser!(u32).range(100..=8_000))]
    width: u32,
    /// Overwrite an existing PNG file
    #[arg(long, requires = "png")]
    force: bool,
}

/// The reason why a picture is not written.
#[derive(Debug, Error)]
pub enum PictureTrouble {
    #[error(transparent)]
    Picture(#[from] PictureError),
    #[error("{}: {source}", path.display())]
    Save { path: PathBuf, source: SaveError },
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl InLanguage for PictureTrouble {
    fn japanese(&self) -> String {
        match self {
            Self::Picture(error) => error.japanese(),
            Self::Save { path, source } => format!("{}：{}", path.display(), source.japanese()),
            Self::Trouble(error) => error.japanese(),
        }
    }
}

impl PictureArgs {
    /// True if a picture is asked for.
    #[must_use]
    pub const fn is_wanted(&self) -> bool {
        self.svg || self.png.is_some()
    }

    /// Writes a picture to the PNG file, or as it is to the standard output.
    ///
    /// # Errors
    /// If it cannot be drawn or written.
    pub fn write(&self, svg: &str) -> Result<(), PictureTrouble> {
        let Some(path) = &self.png else { return Ok(FileOutput.write_all(svg.as_bytes()).map_err(Trouble::from)?) };
        let saved = write_bytes(path, &png(svg, self.width)?, self.force);
        saved.map_err(|source| PictureTrouble::Save { path: path.clone(), source })
    }
}
