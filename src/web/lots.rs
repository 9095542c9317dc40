//! Lots for the sides, as a page draws them.

use super::round::Round;
use crate::board::Color;
use crate::table::furigoma::Furigoma;
use crate::table::talk;
use crate::variants::Variant;
use crate::words::Language;
use serde::Serialize;

/// Five thrown pawns.
#[derive(Debug, Serialize)]
pub struct Lots {
    /// Names of pieces of shogi: a pawn, or what it promotes to.
    pawns: [String; 5],
    text: String,
}

impl Lots {
    /// The lots of a game, until both sides have moved.
    pub fn of(round: &Round, language: Language) -> Option<Self> {
        let lots = round.lots.filter(|_| round.game.plies() < 2)?;
        let pawn = (0..Variant::Shogi.kinds()).find(|&kind| Variant::Shogi.face(kind).sfen == "P")?;
        let back = Variant::Shogi.promotion(pawn)?;
        let Furigoma { pawns } = lots;
        let pawns = pawns.map(|is_pawn| format!("b{}", if is_pawn { pawn } else { back }));
        Some(Self { pawns, text: told(lots, language) })
    }
}

/// The lots beside their picture.
fn told(lots: Furigoma, language: Language) -> String {
    let count = lots.pawns.iter().filter(|&&is_pawn| is_pawn).count();
    let side = talk::side(language, if lots.people()[0] { Color::Black } else { Color::White });
    match language {
        Language::En => format!("Furigoma: {count} of 5 pawns. You play {side}."),
        Language::Ja => format!("振り駒：歩が{count}枚で、あなたは{side}です。"),
    }
}
