//! The drop kernel as a [`Visible`] game.

use super::{Kind, Move, Origin, Position, Rules};
use crate::board::{Color, Square};
use crate::game::{Cell, Departure, Figure, KindFace, Position as _, Visible, Way};

const fn cell(square: Square) -> Cell {
    Cell { file: square.file(), rank: square.rank() }
}

impl<R: Rules> Visible for R {
    fn files(self) -> u8 {
        self.spec().files
    }

    fn ranks(self) -> u8 {
        self.spec().ranks
    }

    fn kinds(self) -> usize {
        self.spec().kinds.len()
    }

    fn held_kinds(self) -> usize {
        self.spec().hand_kinds
    }

    fn face(self, kind: usize) -> KindFace {
        let (spec, kind) = (self.spec(), Kind::new(kind));
        let (of_kind, names) = (spec.kind(kind), spec.names_of(kind));
        KindFace {
            sfen: format!("{}{}", if of_kind.promoted { "+" } else { "" }, char::from(of_kind.letter)),
            letters: spec.face(kind, true),
            kanji: names.map(|names| names.diagram),
            is_promoted: of_kind.promoted,
            names: names.map(|names| [names.english, names.japanese]),
        }
    }

    fn figure(position: &Position<R>, cell: Cell) -> Option<Figure> {
        let piece = position.piece(Square::new(cell.file, cell.rank));
        (!piece.is_none()).then(|| Figure { color: piece.color(), kind: piece.kind().index() })
    }

    fn held(position: &Position<R>, color: Color, kind: usize) -> u32 {
        position.hand_count(color, Kind::new(kind))
    }

    fn checked(position: &Position<R>) -> Option<Cell> {
        position.king(position.side_to_move()).filter(|_| position.in_check()).map(cell)
    }

    fn way(self, m: Move) -> Way {
        let from = match m.origin() {
            Origin::Board(from) => Departure::Board(cell(from)),
            Origin::Hand(kind) => Departure::Hand(kind.index()),
        };
        Way { from, via: None, to: cell(m.to()) }
    }
}
