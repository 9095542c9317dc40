//! The kernel of the large games as a [`Visible`] game.

use super::{Kind, LargeGame, Move, Position, Square};
use crate::game::{Cell, Departure, Figure, KindFace, Position as _, Visible, Way};

const fn cell(square: Square) -> Cell {
    Cell { file: square.file(), rank: square.rank() }
}

impl Visible for LargeGame {
    fn files(self) -> u8 {
        self.spec().files
    }

    fn ranks(self) -> u8 {
        self.spec().ranks
    }

    fn kinds(self) -> usize {
        self.spec().kinds.len()
    }

    fn face(self, kind: usize) -> KindFace {
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

    fn figure(position: &Position, cell: Cell) -> Option<Figure> {
        let piece = position.piece(Square::new(cell.file, cell.rank));
        (!piece.is_none()).then(|| Figure { color: piece.color(), kind: piece.kind().index() })
    }

    fn checked(position: &Position) -> Option<Cell> {
        position.sole_royal(position.side_to_move()).filter(|_| position.in_check()).map(cell)
    }

    fn way(self, m: Move) -> Way {
        Way { from: Departure::Board(cell(m.from())), via: m.via().map(cell), to: cell(m.to()) }
    }
}
