//! Boards and moves in the notation that the user wants.

use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::record::Format;
use crate::record::japanese::sign;
use crate::variants::Variant;
use crate::words::Language;
use clap::{Args, ValueEnum};

/// Notation of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Moves {
    /// ▲７六歩
    Japanese,
    /// P-7f
    Hodges,
    /// P-76
    Hosking,
    /// 7f, with the German letters of the pieces
    German,
    /// 7g7f
    Usi,
}

/// Arguments of commands that show boards and moves.
#[derive(Args, Clone, Copy, Debug)]
pub struct NotationArgs {
    /// Show pieces as letters instead of kanji
    #[arg(long)]
    pub letters: bool,
    /// Notation for moves [default: hodges; japanese in Japanese output without --letters]
    #[arg(long, conflicts_with = "usi")]
    pub notation: Option<Moves>,
    /// Show moves in USI notation; same as --notation usi
    #[arg(long)]
    pub usi: bool,
}

impl NotationArgs {
    /// Notation for a reader of this language.
    pub fn notation(self, game: Variant, language: Language) -> Notation {
        Notation::of(game, language, self.moves(), self.letters)
    }

    /// Requested notation of moves.
    pub const fn moves(self) -> Option<Moves> {
        if self.usi { Some(Moves::Usi) } else { self.notation }
    }
}

/// Notation of boards and moves.
#[derive(Clone, Copy, Debug)]
pub struct Notation {
    moves: Moves,
    has_kanji: bool,
}

impl Notation {
    /// Moves as requested, or as readers of the language write them; USI if the game has no names for its pieces.
    pub fn of(game: Variant, language: Language, moves: Option<Moves>, letters: bool) -> Self {
        let usual = if letters { Moves::Hodges } else { language.choose(Moves::Hodges, Moves::Japanese) };
        let is_named = game.is_named();
        Self { moves: if is_named { moves.unwrap_or(usual) } else { Moves::Usi }, has_kanji: is_named && !letters }
    }

    /// The board with both hands, and the side to move.
    pub fn board(self, position: &AnyPosition) -> String {
        if !self.has_kanji {
            return format!("{}\n", position.drawing());
        }
        let side = if position.side_to_move() == Color::Black { "先手番" } else { "後手番" };
        format!("{}{side}\nsfen {}\n", position.diagram(), position.sfen())
    }

    /// Moves of a line from `position`, which the move `before` has led to.
    pub fn moves(self, position: &AnyPosition, before: Option<AnyMove>, line: &[AnyMove]) -> String {
        line_text(position, before, line, |position, last, m| self.text(position, last, m))
    }

    /// A move played after `last`.
    pub fn text(self, position: &AnyPosition, last: Option<AnyMove>, m: AnyMove) -> String {
        match self.moves {
            Moves::Usi => position.variant().usi(m),
            Moves::Hodges => position.western(m),
            Moves::Hosking => Format::HOSKING.comment(position, m, last),
            Moves::German => Format::GERMAN.comment(position, m, last),
            Moves::Japanese => signed(position.side_to_move(), &position.japanese(m, last)),
        }
    }
}

/// A move with the sign of its side before it.
pub fn signed(side: Color, text: &str) -> String {
    format!("{}{text}", sign(side))
}

/// A line from `position`. `text` writes each move, given the one before it.
pub fn line_text(
    position: &AnyPosition,
    before: Option<AnyMove>,
    line: &[AnyMove],
    text: impl Fn(&AnyPosition, Option<AnyMove>, AnyMove) -> String,
) -> String {
    let mut position = position.clone();
    let mut last = before;
    let mut texts = Vec::with_capacity(line.len());
    for &m in line {
        texts.push(text(&position, last, m));
        position.make(m);
        last = Some(m);
    }
    texts.join(" ")
}
