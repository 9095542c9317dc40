//! The command `kumataka show`, which draws boards for the terminal and as pictures.

use super::command::{Command, Output, Trouble};
use super::files::{FileError, read_games};
use super::game::GameArgs;
use super::svg;
use crate::record::{Format, NodeId, ReadError, Record, diagram, japanese, usi, western};
use crate::rules::{Move, Rules};
use crate::with_game;
use clap::Args;
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Draw a position of a game record, or of an SFEN.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka show game.kif
  kumataka show game.csa --ply 40 --letters
  kumataka show \"sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\" --svg > board.svg
  kumataka show startpos moves 7g7f 3c3d")]
pub struct ShowArgs {
    /// A file, an SFEN, or a position as in USI
    #[arg(required = true, value_name = "FILE|SFEN")]
    what: Vec<String>,
    /// Show the position after this number of moves [default: all]
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Number of the game in a file with several
    #[arg(long = "game", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    number: u32,
    /// Format of the file, if its extension does not name it
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Use letters for the pieces instead of kanji
    #[arg(long)]
    letters: bool,
    /// Write the board as an SVG picture
    #[arg(long)]
    svg: bool,
    #[command(flatten)]
    game: GameArgs,
}

/// The reason why there is nothing to show.
#[derive(Debug, Error)]
pub enum ShowError {
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: FileError },
    #[error("\"{what}\" is neither a file nor a position: {source}")]
    Line { what: String, source: ReadError },
    #[error("{what} holds {games} games")]
    NoSuchGame { what: String, games: usize },
    #[error("the game has {plies} moves")]
    NoSuchPly { plies: usize },
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl Command for ShowArgs {
    type Error = ShowError;

    fn run(&self) -> Result<(), ShowError> {
        with_game!(self.game.variant, G => self.run_for::<G>())
    }
}

impl ShowArgs {
    fn record<R: Rules>(&self) -> Result<Record<R>, ShowError> {
        let what = self.what.join(" ");
        let path = Path::new(&what);
        let games = if path.is_file() {
            let games = read_games(path, self.from);
            games.map_err(|source| ShowError::File { path: path.to_owned(), source })?.readings
        } else {
            usi::read(&what).map_err(|source| ShowError::Line { what: what.clone(), source })?
        };
        let count = games.len();
        let chosen = games.into_iter().nth(self.number as usize - 1);
        chosen.map(|game| game.record).ok_or(ShowError::NoSuchGame { what, games: count })
    }

    /// The node to show: the one asked for, or the last move.
    fn place<R: Rules>(&self, record: &Record<R>) -> Result<NodeId, ShowError> {
        let is_move = |id: &NodeId| record.node(*id).played().is_some();
        let nodes: Vec<NodeId> =
            std::iter::once(Record::<R>::ROOT).chain(record.main_line().take_while(is_move)).collect();
        let plies = nodes.len() - 1;
        nodes.get(self.ply.unwrap_or(plies)).copied().ok_or(ShowError::NoSuchPly { plies })
    }
}

impl ShowArgs {
    fn run_for<R: Rules>(&self) -> Result<(), ShowError> {
        let record = self.record::<R>()?;
        let place = self.place(&record)?;
        let text = if self.svg {
            svg::board(&record.position_at(place), record.node(place).played(), self.letters)
        } else {
            board(&record, place, self.letters || R::NAMES.is_empty())
        };
        Ok(Output::lock().write_all(text.as_bytes()).map_err(Trouble::from)?)
    }
}

/// The text of the board at a node, with the move that led there.
fn board<R: Rules>(record: &Record<R>, place: NodeId, letters: bool) -> String {
    let position = record.position_at(place);
    let node = record.node(place);
    let mut text = if letters { format!("{position}\n") } else { diagram::write(&position) };
    if let Some(m) = node.played() {
        let before = record.position_at(node.parent());
        let last = record.node(node.parent()).played().map(Move::to);
        let told = if letters {
            western::move_text(&before, m, western::Style::Hodges)
        } else {
            japanese::move_text(&before, m, last)
        };
        let _ = writeln!(text, "{}: {told}", node.ply());
        if let Err(reason) = before.legality(m) {
            let _ = writeln!(text, "illegal: {reason}");
        }
    }
    if !letters {
        let _ = writeln!(text, "sfen {}", position.sfen());
    }
    let next = node.children().first().map(|&next| record.node(next).step());
    if let Some(Some(crate::record::Step::End(ending))) = next {
        let _ = writeln!(text, "then: {ending}");
    }
    for comment in &node.comments {
        let _ = writeln!(text, "*{comment}");
    }
    text
}
