//! Pieces and moves as they are drawn.

use super::{Kind, LargeGame, Move, Position, Square};
use crate::game::{Cell, Departure, Figure, KindFace, Position as _, Way};

const fn cell(square: Square) -> Cell {
    Cell { file: square.file(), rank: square.rank() }
}

impl LargeGame {
    /// The names and letters of a kind.
    #[must_use]
    pub fn face(self, kind: usize) -> KindFace {
        let kind = self.spec().kind(Kind::new(kind));
        let sfen = kind.sfen();
        KindFace {
            letters: sfen.clone(),
            sfen,
            kanji: Some(kind.names.diagram),
            is_promoted: kind.promoted,
            names: Some([kind.names.english, kind.names.japanese]),
        }
    }
}

impl Position {
    /// The piece on a cell.
    #[must_use]
    pub fn figure(&self, cell: Cell) -> Option<Figure> {
        let piece = self.piece(Square::new(cell.file, cell.rank));
        (!piece.is_none()).then(|| Figure { color: piece.color(), kind: piece.kind().index() })
    }

    /// The cell of the last royal piece of the side to move that stands in check.
    #[must_use]
    pub fn checked(&self) -> Option<Cell> {
        self.sole_royal(self.side_to_move()).filter(|_| self.in_check()).map(cell)
    }
}

impl Move {
    /// The cells that it leaves and reaches.
    #[must_use]
    pub fn way(self) -> Way {
        Way { from: Departure::Board(cell(self.from())), via: self.via().map(cell), to: cell(self.to()) }
    }
}
