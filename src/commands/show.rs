//! The command `kumataka show`, which draws boards for the terminal and as pictures.

mod setup;

use super::picture::{PictureArgs, PictureTrouble};
use crate::any::{AnyIllegality, AnyMove, AnyPosition};
use crate::game::{Cell, MoveError};
use crate::jobs::command::{Command, Output, Trouble};
use crate::jobs::files::{FileError, is_standard_stream, read_each_game};
use crate::jobs::game::GameArgs;
use crate::jobs::language::LanguageArgs;
use crate::jobs::notation::{Notation, NotationArgs};
use crate::record::{BrokenGame, Format, NodeId, ReadError, Record, usi};
use crate::report::pieces::{Looks, PieceSet};
use crate::report::svg::{self, Arrow, Picture};
use crate::table::spoken;
use crate::tell;
use crate::variants::Variant;
use crate::words::{InLanguage, Language, counted};
use clap::Args;
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Draw a position from a game record or an SFEN.
///
/// The board is the Japanese diagram of KIF records. With --letters it has Western letters.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka show game.kif
  kumataka show game.csa --ply 40 --letters
  kumataka show \"sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\" --svg > board.svg
  kumataka show game.kif --ply 40 --png board.png --width 800
  kumataka show startpos moves 7g7f 3c3d
  kumataka show startpos moves 7g7f 3c3d --moves 8h
  kumataka show --setup ohashi
  kumataka show startpos --variant dobutsu --pieces animals --png animals.png
  kumataka show startpos moves 7g7f 3c3d --arrow 8h2b+ --svg > arrow.svg")]
pub struct ShowArgs {
    /// File, - for standard input, or a position in SFEN or USI
    #[arg(required_unless_present = "setup", value_name = "FILE|SFEN")]
    what: Vec<OsString>,
    /// Show the position after this number of moves [default: all]
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Number of the game in a file with several games
    #[arg(long = "game", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    number: u32,
    /// Format of the file, if its extension does not show it
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Show the readable part of a game with a fault
    #[arg(long)]
    lenient: bool,
    #[command(flatten)]
    notation: NotationArgs,
    /// Style of the pieces in the picture [default: short]
    #[arg(long, value_name = "SET", value_enum)]
    pieces: Option<PieceSet>,
    #[command(flatten)]
    picture: PictureArgs,
    /// Mark the squares that the piece on this square, for example 3e, could move to on its turn
    #[arg(long, value_name = "SQUARE")]
    moves: Option<String>,
    /// Draw an arrow for a move of the side to move, in USI; repeatable
    #[arg(long = "arrow", value_name = "MOVE")]
    arrows: Vec<String>,
    /// Print the order of setting up shogi pieces in the tradition of this family
    #[arg(long, value_name = "FAMILY", value_enum, conflicts_with_all = ["what", "ply", "moves", "arrows", "pieces", "svg", "png"])]
    setup: Option<setup::Order>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    language: LanguageArgs,
}

/// The reason why there is nothing to show.
#[derive(Debug, Error)]
pub enum ShowError {
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: FileError },
    #[error("\"{what}\" is neither a file nor a position: {source}")]
    Line { what: String, source: ReadError },
    #[error("{what} holds {}", counted(*games, "game"))]
    NoSuchGame { what: String, games: usize },
    #[error("the game has {}", counted(*plies, "move"))]
    NoSuchPly { plies: usize },
    #[error("--arrow: {0}")]
    Arrow(MoveError<AnyIllegality>),
    #[error("--arrow and --pieces are for pictures: add --svg or --png")]
    NoPicture,
    #[error("--setup: the orders of Ohashi and Ito are customs of shogi, not of {0}; leave --variant out")]
    NoCustom(Variant),
    #[error("--moves: no piece stands on \"{0}\"; squares have names like 3e")]
    NoPiece(String),
    #[error(transparent)]
    Picture(#[from] PictureTrouble),
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl InLanguage for ShowError {
    fn japanese(&self) -> String {
        match self {
            Self::File { path, source } => format!("{}：{}", path.display(), source.japanese()),
            Self::Line { what, source } => {
                format!("「{what}」はファイルでも局面でもありません：{}", source.reason.japanese())
            }
            Self::NoSuchGame { what, games } => format!("{what}の棋譜は{games}局です"),
            Self::NoSuchPly { plies } => format!("この棋譜は{plies}手までです"),
            Self::Arrow(error) => format!("--arrow：{}", error.japanese()),
            Self::NoPicture => "--arrow と --pieces は画像用です。--svg か --png も指定してください".to_owned(),
            Self::NoCustom(game) => {
                format!("--setup：大橋流と伊藤流は将棋の並べ方で、{game}にはありません。--variant を外してください")
            }
            Self::NoPiece(square) => format!("--moves：「{square}」に駒はありません。マスは3eのように書きます"),
            Self::Picture(error) => error.japanese(),
            Self::Trouble(error) => error.japanese(),
        }
    }
}

impl Command for ShowArgs {
    type Error = ShowError;

    const JAPANESE: Option<&'static str> = Some(include_str!("show.ja.toml"));

    fn run(&self) -> Result<(), ShowError> {
        if let Some(order) = self.setup {
            return self.tell_setup(order);
        }
        let variant = self.game.variant_of(&[self.what()]);
        if self.picture.is_wanted() {
            return self.draw(variant);
        }
        if !self.arrows.is_empty() || self.pieces.is_some() {
            return Err(ShowError::NoPicture);
        }
        self.tell(variant)
    }

    fn explain(&self, error: &ShowError) -> String {
        error.text_in(self.language.language())
    }
}

impl ShowArgs {
    /// The arguments as one text: a position as in USI takes several.
    fn what(&self) -> OsString {
        self.what.join(OsStr::new(" "))
    }

    fn record(&self, game: Variant) -> Result<Record, ShowError> {
        let what = self.what();
        let path = Path::new(&what);
        let what = what.to_string_lossy();
        let is_file = path.is_file() || is_standard_stream(path);
        let failed = |source| ShowError::File { path: path.to_owned(), source };
        let games = if is_file {
            read_each_game(game, path, self.from).map_err(failed)?.1
        } else {
            usi::read_each(game, &what)
        };
        let count = games.len();
        let chosen = games.into_iter().nth(self.number as usize - 1);
        match chosen.ok_or_else(|| ShowError::NoSuchGame { what: what.to_string(), games: count })? {
            Ok(game) => Ok(game.record),
            Err(BrokenGame { error, before: Some(before) }) if self.lenient => {
                match self.language.language() {
                    Language::En => tell!("{what}: {error}; the moves before it are shown"),
                    Language::Ja => tell!("{what}：{}。その前の手までを表示します", error.japanese()),
                }
                Ok(before.record)
            }
            Err(broken) if is_file => Err(failed(broken.error.into())),
            Err(broken) => Err(ShowError::Line { what: what.into_owned(), source: broken.error }),
        }
    }

    /// The node to show: the one asked for, or the last move.
    fn place(&self, record: &Record) -> Result<NodeId, ShowError> {
        let is_move = |id: &NodeId| record.node(*id).played().is_some();
        let nodes: Vec<NodeId> = std::iter::once(Record::ROOT).chain(record.main_line().take_while(is_move)).collect();
        let plies = nodes.len() - 1;
        nodes.get(self.ply.unwrap_or(plies)).copied().ok_or(ShowError::NoSuchPly { plies })
    }
}

impl ShowArgs {
    /// Writes a picture.
    fn draw(&self, game: Variant) -> Result<(), ShowError> {
        let record = self.record(game)?;
        Ok(self.picture.write(&self.svg(&record, self.place(&record)?)?)?)
    }

    /// Prints an order of laying the pieces.
    fn tell_setup(&self, order: setup::Order) -> Result<(), ShowError> {
        match self.game.variant() {
            Variant::Shogi => {}
            other => return Err(ShowError::NoCustom(other)),
        }
        let mut output = Output::lock();
        let mut lines = setup::lines(order, self.language.language()).into_iter();
        Ok(lines.try_for_each(|line| output.say(line))?)
    }

    /// Prints the board as text.
    fn tell(&self, game: Variant) -> Result<(), ShowError> {
        let record = self.record(game)?;
        let place = self.place(&record)?;
        let marks = self.marks(&record.position_at(place))?;
        let language = self.language.language();
        let look = Look {
            letters: self.notation.letters || !game.is_named(),
            notation: self.notation.notation(game, language),
            language,
        };
        let text = board(&record, place, look, &marks);
        Ok(Output::lock().write_all(text.as_bytes()).map_err(Trouble::from)?)
    }

    /// The squares to mark.
    fn marks(&self, position: &AnyPosition) -> Result<Vec<Cell>, ShowError> {
        let Some(square) = &self.moves else { return Ok(Vec::new()) };
        let cell = position.variant().read_cell(square).filter(|&cell| position.figure(cell).is_some());
        cell.map(|cell| position.targets(cell)).ok_or_else(|| ShowError::NoPiece(square.clone()))
    }

    /// The picture of the position at a node, with its last move marked.
    fn svg(&self, record: &Record, place: NodeId) -> Result<String, ShowError> {
        let position = record.position_at(place);
        let arrow = |text: &String| {
            let shown = position.parse_move(text).map_err(ShowError::Arrow)?;
            Ok(Arrow { side: position.side_to_move(), shown, ink: svg::BETTER })
        };
        let arrows = self.arrows.iter().map(arrow).collect::<Result<Vec<Arrow<AnyMove>>, ShowError>>()?;
        let last = record.node(place).played();
        let marks = self.marks(&position)?;
        let looks = Looks::new(position.variant(), self.language.language(), self.notation.letters, self.pieces);
        Ok(svg::board(Picture { last, arrows: &arrows, marks: &marks, ..Picture::of(&position, looks) }))
    }
}

/// Look of a board and the move that led there.
#[derive(Clone, Copy)]
struct Look {
    letters: bool,
    notation: Notation,
    language: Language,
}

/// The text of the board at a node, with the move that led there.
fn board(record: &Record, place: NodeId, Look { letters, notation, language }: Look, marks: &[Cell]) -> String {
    let position = record.position_at(place);
    let node = record.node(place);
    let square = |cell: &Cell| cell.to_string();
    let mut text = if letters { format!("{}\n", position.drawing()) } else { position.diagram_with(marks) };
    if let Some(m) = node.played() {
        let before = record.position_at(node.parent());
        let last = record.node(node.parent()).played();
        let told = notation.text(&before, last, m);
        let _ = writeln!(text, "{}: {told}", node.ply());
        if let Err(reason) = before.legality(m) {
            let _ = match language {
                Language::En => writeln!(text, "illegal: {reason}"),
                Language::Ja => writeln!(text, "反則: {}", spoken::illegality(position.variant(), language, reason)),
            };
        }
    }
    if !marks.is_empty() {
        let head = language.choose("moves to:", "動けるマス:");
        let _ = writeln!(text, "{head} {}", marks.iter().map(square).collect::<Vec<_>>().join(" "));
    }
    if !letters {
        let _ = writeln!(text, "sfen {}", position.sfen());
    }
    let next = node.children().first().map(|&next| record.node(next).step());
    if let Some(Some(crate::record::Step::End(ending))) = next {
        let _ = match language {
            Language::En => writeln!(text, "then: {ending}"),
            Language::Ja => writeln!(text, "まで: {}", ending.kif()),
        };
    }
    for comment in &node.comments {
        let _ = writeln!(text, "*{comment}");
    }
    text
}
