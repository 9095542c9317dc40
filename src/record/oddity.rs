//! Remarks on what in a file was not read as it stands.

use super::{Ending, Reason};
use crate::any::AnySfenError;
use crate::words::InLanguage;
use std::fmt;
use thiserror::Error;

/// A remark on something in a file that was not read as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Counted from one.
    pub line: usize,
    pub oddity: Oddity,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.oddity)
    }
}

impl InLanguage for Warning {
    fn japanese(&self) -> String {
        format!("{}行目：{}", self.line, self.oddity.japanese())
    }
}

/// Something in a file that was not read as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Oddity {
    #[error("{0}")]
    Start(AnySfenError),
    #[error("no P line: the usual start position")]
    NoStart,
    #[error("no line says who moves first: the side of the first move")]
    NoSide,
    #[error("no line says who moves first: the side that can")]
    OnlySide,
    #[error("a second line that says who moves first, left out")]
    SecondSide,
    #[error("a hand without a board, left out: {0}")]
    HandAlone(String),
    #[error("a board below the first move, left out")]
    LateBoard,
    #[error("a P line behind the first move, left out")]
    LatePieces,
    #[error("remarks among the moves, kept with those of the whole file")]
    LateRemarks,
    #[error("there is no move in the file")]
    NoMove,
    #[error("move {ply} stands where {expected} was expected")]
    Number { ply: usize, expected: usize },
    #[error("{written} read as {meant}")]
    Renamed { written: String, meant: String },
    /// The move was read although it should not be.
    #[error("{0}")]
    Move(Reason),
    #[error("{reason}: read by {option}={choice}")]
    OtherRules { reason: Reason, option: &'static str, choice: &'static str },
    #[error("\"{0}\" behind a move is not understood, left out")]
    BehindMove(String),
    #[error("not understood, kept as a remark: {0}")]
    Kept(String),
    #[error("{0}, and was left out")]
    LeftOut(Reason),
    #[error("\"{0}\" is no time and was left out")]
    NoTime(String),
    #[error("a time before the first move, left out")]
    EarlyTime,
    #[error("a second time for one move, left out")]
    SecondTime,
    #[error("unknown ending {0}")]
    UnknownEnding(Ending),
    #[error("{second} after the ending {first}, left out")]
    SecondEnding { first: Ending, second: Ending },
    #[error("the result line counts, not the ending {0}")]
    ResultCounts(Ending),
}

impl InLanguage for Oddity {
    fn japanese(&self) -> String {
        let plain = match self {
            Self::NoStart => "Pで始まる行がないので、平手の開始局面としました",
            Self::NoSide => "先後の手番の行がないので、初手を指した側の手番としました",
            Self::OnlySide => "先後の手番の行がないので、指せる側の手番としました",
            Self::SecondSide => "手番の行が2つあるので、後のほうを省きました",
            Self::LateBoard => "指し手の後の盤面図を省きました",
            Self::LatePieces => "指し手の後の、Pで始まる行を省きました",
            Self::LateRemarks => "指し手の間の備考を、棋譜全体の備考としました",
            Self::NoMove => "指し手がありません",
            Self::EarlyTime => "初手の前の消費時間を省きました",
            Self::SecondTime => "一手に消費時間が2つあるので、後のほうを省きました",
            other => return other.japanese_with_details(),
        };
        plain.to_owned()
    }
}

impl Oddity {
    fn japanese_with_details(&self) -> String {
        match self {
            Self::Start(error) => error.japanese(),
            Self::HandAlone(hand) => format!("盤面図のない持駒を省きました：{hand}"),
            Self::Number { ply, expected } => format!("{expected}手目のはずの行に{ply}手目とあります"),
            Self::Renamed { written, meant } => format!("{written}を{meant}と読みました"),
            Self::Move(reason) => reason.japanese(),
            Self::OtherRules { reason, option, choice } => {
                format!("{}。{option}={choice}の規則で読みました", reason.japanese())
            }
            Self::BehindMove(text) => format!("指し手の後の「{text}」を省きました"),
            Self::Kept(text) => format!("分からない行を備考として残しました：{text}"),
            Self::LeftOut(reason) => format!("{}。この行を省きました", reason.japanese()),
            Self::NoTime(text) => format!("「{text}」は消費時間ではないので省きました"),
            Self::UnknownEnding(ending) => format!("「{}」という終局は知りません", ending.kif()),
            Self::SecondEnding { first, second } => {
                format!("終局の「{}」の後の「{}」を省きました", first.kif(), second.kif())
            }
            Self::ResultCounts(ending) => format!("終局の「{}」ではなく、結果の行に従いました", ending.kif()),
            plain => plain.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_oddity_is_told_in_japanese() {
        let reason = Reason::WrongTurn;
        let word = || "foo".to_owned();
        let oddities = [
            Oddity::NoStart,
            Oddity::NoSide,
            Oddity::OnlySide,
            Oddity::SecondSide,
            Oddity::HandAlone(word()),
            Oddity::LateBoard,
            Oddity::LatePieces,
            Oddity::LateRemarks,
            Oddity::NoMove,
            Oddity::Number { ply: 3, expected: 2 },
            Oddity::Renamed { written: word(), meant: word() },
            Oddity::Move(reason.clone()),
            Oddity::OtherRules { reason: reason.clone(), option: "foo", choice: "foo" },
            Oddity::BehindMove(word()),
            Oddity::Kept(word()),
            Oddity::LeftOut(reason),
            Oddity::NoTime(word()),
            Oddity::EarlyTime,
            Oddity::SecondTime,
            Oddity::UnknownEnding(Ending::Resignation),
            Oddity::SecondEnding { first: Ending::Resignation, second: Ending::TimeLoss },
            Oddity::ResultCounts(Ending::Interruption),
        ];
        for oddity in oddities {
            let told = Warning { line: 7, oddity }.japanese();
            let rest = told.replace("foo", "").replace('P', "");
            assert!(told.starts_with("7行目：") && !rest.contains(|c: char| c.is_ascii_alphabetic()), "{told}");
        }
    }
}
