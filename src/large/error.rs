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
    #[error("\"{0}\" is neither - nor the square where the last move took a lion")]
    Ban(String),
    #[error("the hands \"{0}\" cannot be read")]
    Hands(String),
    #[error("{} has no king and no prince", .0.name())]
    NoRoyal(Color),
    #[error("neither side has a king or a prince")]
    NoRoyals,
    #[error("the pieces of {} could have {most} moves, more than the {} that lists hold", side.name(), super::MAX_MOVES)]
    TooManyMoves { side: Color, most: usize },
}

/// A rule that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Illegality {
    #[error("there is no piece on the square it leaves")]
    NoPiece,
    #[error("the piece belongs to the other side")]
    WrongSide,
    #[error("the piece does not move that way")]
    Movement,
    #[error("a piece of the same side stands on the target")]
    OwnPiece,
    #[error("it cannot promote there")]
    NoPromotion,
    #[error("it must promote there, since it could not move again")]
    MustPromote,
    #[error("it leaves the last royal piece to be captured")]
    RoyalLeft,
    #[error("the piece is not in hand")]
    NotInHand,
    #[error("a drop on an occupied square")]
    DropOnPiece,
    #[error("a piece dropped there could never move")]
    DeadDrop,
    #[error("nifu: another unpromoted one stands on the file")]
    FileLimit,
    #[error("uchifuzume: this drop may not give mate")]
    DropMate,
    #[error("the lion two squares away is protected")]
    LionProtected,
    #[error("counter-strike: a lion has just been taken elsewhere, and only a lion may now take the other")]
    CounterStrike,
    #[error("the square is not on the board")]
    OffBoard,
    #[error("the game is over: a side has lost its last royal piece or stands bare")]
    GameOver,
}

impl InLanguage for SfenError {
    fn japanese(&self) -> String {
        match self {
            Self::Text(error) => error.japanese(),
            Self::Ban(text) => format!("「{text}」は - でも、直前に獅子が取られたマスでもありません"),
            Self::Hands(hands) => format!("持駒「{hands}」が読めません"),
            Self::NoRoyal(side) => format!("{}の王も太子もありません", side.japanese()),
            Self::NoRoyals => "王も太子もどちらにもありません".to_owned(),
            Self::TooManyMoves { side, most } => {
                format!("{}の指し手が最大{most}通りになります（{}通りまで）", side.japanese(), super::MAX_MOVES)
            }
        }
    }
}

impl InLanguage for Illegality {
    fn japanese(&self) -> String {
        let told = match self {
            Self::NoPiece => "そのマスに駒はありません",
            Self::WrongSide => "それは相手の駒です",
            Self::Movement => "その駒はそこへ動けません",
            Self::OwnPiece => "そこには自分の駒があります",
            Self::NoPromotion => "そこでは成れません",
            Self::MustPromote => "行き所がなくなるので、成らなければなりません",
            Self::RoyalLeft => "王が取られてしまいます",
            Self::NotInHand => "その駒は持っていません",
            Self::DropOnPiece => "駒のあるマスには打てません",
            Self::DeadDrop => "行き所のない駒は打てません",
            Self::FileLimit => "二歩です",
            Self::DropMate => "打ち歩詰めです",
            Self::LionProtected => "足のある獅子を、離れた獅子で取ることはできません",
            Self::CounterStrike => "先獅子です。獅子を取られた直後に、獅子以外の駒で獅子は取れません",
            Self::OffBoard => "そのマスは盤にありません",
            Self::GameOver => "対局は終わっています",
        };
        told.to_owned()
    }
}
