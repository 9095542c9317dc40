//! Errors and losses between records and files, in kinds that callers can distinguish.

use super::Ending;
use crate::any::{AnyIllegality, AnySfenError};
use crate::variants::Variant;
use crate::words::{InLanguage, Language};
use crate::{large, rules};
use std::fmt;
use thiserror::Error;

/// The reason why a text is not a record of the game, and the line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct ReadError {
    /// Counted from one.
    pub line: usize,
    /// The fault itself.
    pub reason: Reason,
}

/// A part of a message, in English and in Japanese.
pub type Phrase = [&'static str; 2];

/// A fault of a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Reason {
    /// A text is not what stands at its place, which the phrase names.
    #[error("\"{text}\" is not {expected}", text = .0, expected = .1[0])]
    Syntax(String, Phrase),
    /// A move breaks the rules.
    #[error("illegal move {text}: {reason}")]
    Illegal {
        /// The move, as the file writes it.
        text: String,
        /// The rule that it breaks.
        reason: AnyIllegality,
    },
    /// No piece can make a move that names its kind alone.
    #[error("{0}: no piece of that kind can go there")]
    NoCandidate(String),
    /// Several pieces can make a move that names their kind alone.
    #[error("{0}: more than one piece of that kind can go there")]
    Ambiguous(String),
    /// A move names a piece that does not stand on its square.
    #[error("{0}: another piece stands on the square it leaves")]
    OtherPiece(String),
    /// A move is marked as that of the side whose turn it is not.
    #[error("a move of the side whose turn it is not")]
    WrongTurn,
    /// A move stands behind the end of its line.
    #[error("a move after the end of its line")]
    AfterEnd,
    /// A second game begins in a format that holds one.
    #[error("the head of another game, where a file holds one")]
    AnotherGame,
    /// A variation leaves from a move, counted from one, that no line has.
    #[error("a variation at move {0}, which no line has")]
    NoSuchPly(usize),
    /// The start position is none of the game.
    #[error("the start position cannot be: {0}")]
    Position(#[from] AnySfenError),
    /// A part of the diagram is missing, which the phrase names.
    #[error("the diagram is incomplete: {}", .0[0])]
    Diagram(Phrase),
    /// No handicap of the game has this name.
    #[error("unknown handicap \"{0}\"; if it names another game, --variant chooses that")]
    Handicap(String),
    /// The bytes are no text in a known encoding.
    #[error("bytes that are not text in UTF-8, Shift-JIS or EUC-JP")]
    Encoding,
    /// The text is not JSON of the right shape; the message is that of its reader.
    #[error("{0}")]
    Json(String),
    /// There is no game.
    #[error("there is no game in the file")]
    Empty,
    /// The format has no records of the game.
    #[error("{0}")]
    Unsupported(#[from] WriteError),
}

impl InLanguage for ReadError {
    fn japanese(&self) -> String {
        format!("{}行目：{}", self.line, self.reason.japanese())
    }
}

impl InLanguage for Reason {
    fn japanese(&self) -> String {
        match self {
            Self::Syntax(text, [_, expected]) => format!("「{text}」は{expected}ではありません"),
            Self::Illegal { text, reason } => format!("{text}は反則です：{}", reason.japanese()),
            Self::NoCandidate(text) => format!("{text}：そこへ行ける駒がありません"),
            Self::Ambiguous(text) => format!("{text}：そこへ行ける駒が2枚以上あります"),
            Self::OtherPiece(text) => format!("{text}：移動元に別の駒があります"),
            Self::WrongTurn => "手番でない側の指し手です".to_owned(),
            Self::AfterEnd => "終局の後に指し手があります".to_owned(),
            Self::AnotherGame => "1局だけの形式に別の対局のヘッダーがあります".to_owned(),
            Self::NoSuchPly(ply) => format!("{ply}手目からの変化ですが、その手がありません"),
            Self::Position(error) => format!("開始局面が正しくありません：{}", error.japanese()),
            Self::Diagram([_, fault]) => format!("盤面図が不完全です：{fault}"),
            Self::Handicap(name) => {
                format!("「{name}」という手合割はありません。別の将棋なら --variant で指定してください")
            }
            Self::Encoding => "UTF-8、Shift-JIS、EUC-JPのどれでもない文字があります".to_owned(),
            Self::Json(_) => "JSONとして読めません".to_owned(),
            Self::Empty => "ファイルに棋譜がありません".to_owned(),
            Self::Unsupported(error) => error.japanese(),
        }
    }
}

impl From<rules::SfenError> for Reason {
    fn from(error: rules::SfenError) -> Self {
        Self::Position(error.into())
    }
}

impl From<large::SfenError> for Reason {
    fn from(error: large::SfenError) -> Self {
        Self::Position(error.into())
    }
}

impl Reason {
    pub(super) fn syntax(text: impl Into<String>, expected: Phrase) -> Self {
        let mut text: String = text.into();
        if text.chars().count() > 60 {
            text = text.chars().take(60).chain("...".chars()).collect();
        }
        Self::Syntax(text, expected)
    }

    pub(super) const fn at(self, line: usize) -> ReadError {
        ReadError { line, reason: self }
    }
}

/// The reason why a record cannot be written in a format at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The pieces have no names, by which the format writes moves.
    #[error("{format} has no names for the pieces of {game}")]
    NoNames {
        /// The name of the format.
        format: &'static str,
        /// The name of the game.
        game: &'static str,
    },
    /// The format is one of other games.
    #[error("records of {game} are not kept in {format}")]
    Game {
        /// The name of the format.
        format: &'static str,
        /// The name of the game.
        game: &'static str,
    },
    /// The format has no words for the start position.
    #[error("{format} cannot tell the start position: {sfen}")]
    Start {
        /// The name of the format.
        format: &'static str,
        /// The start position.
        sfen: String,
    },
    /// The encoding lacks a character of the moves or of the start position.
    #[error(
        "{format} is in Shift-JIS, which lacks '{character}': moves would be lost; write UTF-8, as kifu and ki2u do"
    )]
    Character {
        /// The name of the format.
        format: &'static str,
        /// The first such character.
        character: char,
    },
}

impl InLanguage for WriteError {
    fn japanese(&self) -> String {
        match self {
            Self::NoNames { format, game } => format!("{game}の駒の名前は{format}にありません"),
            Self::Game { format, game } => format!("{game}の棋譜は{format}に書けません"),
            Self::Start { format, sfen } => format!("{format}では開始局面を表せません：{sfen}"),
            Self::Character { format, character } => {
                format!(
                    "{format}のShift-JISには「{character}」がなく、指し手が失われます。UTF-8のkifuやki2uで書いてください"
                )
            }
        }
    }
}

impl WriteError {
    /// # Errors
    /// If the game's pieces have no names, with which the format writes moves.
    pub(super) fn check_names(game: Variant, format: &'static str) -> Result<(), Self> {
        if game.is_named() { Ok(()) } else { Err(Self::NoNames { format, game: game.name() }) }
    }
}

/// A part of a record that a format cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Loss {
    /// Names, places and dates.
    Headers,
    /// Lines for other programs.
    Remarks,
    /// Comments on moves.
    Comments,
    /// Times of the moves.
    Times,
    /// Parts of a second.
    Fractions,
    /// Parts of a millisecond.
    FractionsOfMillis,
    /// Totals that are not the sum of the times before.
    Totals,
    /// All lines but the main one.
    Variations,
    /// Names of places in the record.
    Bookmarks,
    /// The reason why the game ended.
    Ending(Ending),
    /// The number of the first move.
    MoveNumber,
    /// The illegal last move, which the format's notation cannot express.
    IllegalMove,
    /// Characters that the encoding lacks, represented by the first.
    Characters(char),
}

impl Loss {
    /// Adds the loss to those of a file. Each stands there once, and one character stands for all.
    pub fn add_to(self, losses: &mut Vec<Self>) {
        let is_told =
            |told: &Self| matches!((told, &self), (Self::Characters(_), Self::Characters(_))) || *told == self;
        if !losses.iter().any(is_told) {
            losses.push(self);
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Headers => f.write_str("headers"),
            Self::Remarks => f.write_str("program remarks"),
            Self::Comments => f.write_str("comments"),
            Self::Times => f.write_str("times"),
            Self::Fractions => f.write_str("parts of a second"),
            Self::FractionsOfMillis => f.write_str("parts of a millisecond"),
            Self::Totals => f.write_str("clock totals that are not the sum of the times"),
            Self::Variations => f.write_str("variations"),
            Self::Bookmarks => f.write_str("bookmarks"),
            Self::Ending(ending) => write!(f, "the ending ({ending})"),
            Self::MoveNumber => f.write_str("the number of the first move"),
            Self::IllegalMove => f.write_str("the illegal last move"),
            Self::Characters(first) => write!(f, "characters such as '{first}'"),
        }
    }
}

impl InLanguage for Loss {
    fn japanese(&self) -> String {
        let told = match self {
            Self::Headers => "ヘッダー",
            Self::Remarks => "プログラムの注記",
            Self::Comments => "コメント",
            Self::Times => "消費時間",
            Self::Fractions => "1秒未満の時間",
            Self::FractionsOfMillis => "1ミリ秒未満の時間",
            Self::Totals => "消費時間の和と異なる累計",
            Self::Variations => "変化",
            Self::Bookmarks => "しおり",
            Self::Ending(ending) => return format!("終局（{}）", ending.kif()),
            Self::MoveNumber => "初手の手数",
            Self::IllegalMove => "最後の反則手",
            Self::Characters(first) => return format!("「{first}」などの文字"),
        };
        told.to_owned()
    }
}

/// Says that a format cannot hold a part of a record.
#[must_use]
pub fn no_place(language: Language, format: impl fmt::Display, loss: &Loss) -> String {
    match language {
        Language::En => format!("{format} has no place for {loss}"),
        Language::Ja => format!("{format}には{}を書けません", loss.japanese()),
    }
}
