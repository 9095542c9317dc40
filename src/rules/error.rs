//! Typed faults of positions and moves.

use crate::board::Color;
use crate::kernel::TextError;
use crate::words::InLanguage;
use thiserror::Error;

/// A fault of a text that is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SfenError {
    /// In a part that all games have.
    #[error(transparent)]
    Text(#[from] TextError),
    #[error("the hands \"{0}\" cannot be read")]
    Hands(String),
    #[error("a count of \"{0}\" in the hands")]
    HandCount(String),
    #[error("\"{0}\" is named twice in the hands")]
    HandRepeated(char),
    #[error("\"{0}\" cannot be held in hand")]
    NotHeld(char),
    #[error("a piece on {0}, which is not on the board")]
    OffBoard(String),
    #[error("{found} pieces of the kind {letter} where there may be {limit}")]
    TooManyPieces { letter: char, found: usize, limit: u8 },
    #[error("{} has more than one king", .0.name())]
    TwoKings(Color),
    #[error("{} has no king", .0.name())]
    NoKing(Color),
    #[error("neither side has a king")]
    NoKings,
    #[error("the {letter} on {square} could never move again")]
    DeadPiece { letter: char, square: String },
    #[error("more pieces of the kind {letter} on file {file} than the rules allow")]
    FileLimit { letter: char, file: u8 },
    #[error("the side that is not to move stands in check")]
    OpponentInCheck,
}

/// A rule that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Illegality {
    #[error("there is no piece on the square it leaves")]
    NoPiece,
    #[error("the piece belongs to the other side")]
    WrongSide,
    #[error("the piece is not in hand")]
    NotInHand,
    #[error("the piece does not move that way")]
    Movement,
    #[error("a piece of the same side stands on the target")]
    OwnPiece,
    #[error("a king cannot be captured")]
    CapturesKing,
    #[error("it cannot promote there")]
    NoPromotion,
    #[error("it must promote there")]
    PromotionForced,
    #[error("a drop on an occupied square")]
    DropOnPiece,
    #[error("a promoted piece cannot be dropped")]
    DropPromoted,
    #[error("a piece dropped there could never move")]
    DeadDrop,
    #[error("nifu: too many of these unpromoted on the file")]
    FileLimit,
    #[error("uchifuzume: this drop may not give mate")]
    DropMate,
    #[error("it leaves the own king in check")]
    SelfCheck,
    #[error("the square is not on the board")]
    OffBoard,
    #[error("the game is over: a king has been captured, has entered or was put in check")]
    GameOver,
}

impl InLanguage for SfenError {
    fn japanese(&self) -> String {
        match self {
            Self::Text(error) => error.japanese(),
            Self::Hands(hands) => format!("持駒「{hands}」が読めません"),
            Self::HandCount(count) => format!("持駒の枚数が「{count}」です"),
            Self::HandRepeated(letter) => format!("持駒に「{letter}」が2回あります"),
            Self::NotHeld(letter) => format!("「{letter}」は持駒になりません"),
            Self::OffBoard(square) => format!("{square}は盤の外です"),
            Self::TooManyPieces { letter, found, limit } => format!("{letter}が{found}枚あります（{limit}枚まで）"),
            Self::TwoKings(side) => format!("{}の玉が2枚以上あります", side.japanese()),
            Self::NoKing(side) => format!("{}の玉がありません", side.japanese()),
            Self::NoKings => "玉がどちらにもありません".to_owned(),
            Self::DeadPiece { letter, square } => format!("{square}の{letter}は行き所のない駒です"),
            Self::FileLimit { letter, file } => format!("{file}筋の{letter}が多すぎます"),
            Self::OpponentInCheck => "手番でない側の玉に王手がかかっています".to_owned(),
        }
    }
}

impl InLanguage for Illegality {
    fn japanese(&self) -> String {
        let told = match self {
            Self::NoPiece => "そのマスに駒はありません",
            Self::WrongSide => "それは相手の駒です",
            Self::NotInHand => "その駒は持っていません",
            Self::Movement => "その駒はそこへ動けません",
            Self::OwnPiece => "そこには自分の駒があります",
            Self::CapturesKing => "玉は取れません",
            Self::NoPromotion => "そこでは成れません",
            Self::PromotionForced => "そこでは成らなければなりません",
            Self::DropOnPiece => "駒のあるマスには打てません",
            Self::DropPromoted => "成駒は打てません",
            Self::DeadDrop => "行き所のない駒は打てません",
            Self::FileLimit => "二歩です",
            Self::DropMate => "打ち歩詰めです",
            Self::SelfCheck => "自玉を取られる手は指せません",
            Self::OffBoard => "そのマスは盤にありません",
            Self::GameOver => "対局は終わっています",
        };
        told.to_owned()
    }
}

/// A fault of a text that is not a legal move in a game with drops.
pub type MoveError = crate::game::MoveError<Illegality>;
