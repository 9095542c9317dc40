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
    /// The remark itself.
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
#[non_exhaustive]
pub enum Oddity {
    /// The start position breaks a rule.
    #[error("{0}")]
    Start(AnySfenError),
    /// No line gives the start position.
    #[error("no P line: the usual start position")]
    NoStart,
    /// No line gives the side to move, which is that of the first move.
    #[error("no line says who moves first: the side of the first move")]
    NoSide,
    /// No line gives the side to move, and one of them can move.
    #[error("no line says who moves first: the side that can")]
    OnlySide,
    /// A second line gives the side to move.
    #[error("a second line that says who moves first, left out")]
    SecondSide,
    /// A hand stands without a board.
    #[error("a hand without a board, left out: {0}")]
    HandAlone(String),
    /// A board stands below the first move.
    #[error("a board below the first move, left out")]
    LateBoard,
    /// Pieces of the start stand behind the first move.
    #[error("a P line behind the first move, left out")]
    LatePieces,
    /// Remarks on the file stand among the moves.
    #[error("remarks among the moves, kept with those of the whole file")]
    LateRemarks,
    /// There is no move.
    #[error("there is no move in the file")]
    NoMove,
    /// A move has the number of another.
    #[error("move {ply} stands where {expected} was expected")]
    Number {
        /// The number in the file.
        ply: usize,
        /// The number by its place.
        expected: usize,
    },
    /// A word is read as another.
    #[error("{written} read as {meant}")]
    Renamed {
        /// The word in the file.
        written: String,
        /// The word that it is read as.
        meant: String,
    },
    /// The move was read although it should not be.
    #[error("{0}")]
    Move(Reason),
    /// A move is legal by another choice of rules.
    #[error("{reason}: read by {option}={choice}")]
    OtherRules {
        /// The fault by the usual choice.
        reason: Reason,
        /// The name of the rule.
        option: &'static str,
        /// The choice by which it is legal.
        choice: &'static str,
    },
    /// A text behind a move has no meaning.
    #[error("\"{0}\" behind a move is not understood, left out")]
    BehindMove(String),
    /// A line without a meaning is kept as a remark.
    #[error("not understood, kept as a remark: {0}")]
    Kept(String),
    /// A line with a fault is left out.
    #[error("{0}, and was left out")]
    LeftOut(Reason),
    /// The text in the place of a time is none.
    #[error("\"{0}\" is no time and was left out")]
    NoTime(String),
    /// A time stands before the first move.
    #[error("a time before the first move, left out")]
    EarlyTime,
    /// A move has a second time.
    #[error("a second time for one move, left out")]
    SecondTime,
    /// The word for the ending is not known.
    #[error("unknown ending {0}")]
    UnknownEnding(Ending),
    /// A line has two endings.
    #[error("{second} after the ending {first}, left out")]
    SecondEnding {
        /// The ending that counts.
        first: Ending,
        /// The ending that is left out.
        second: Ending,
    },
    /// The result line contradicts this ending.
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
