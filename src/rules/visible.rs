//! Pieces and moves as they are drawn.

use super::{AnyGame, Kind, Move, Origin, Position, Rules as _};
use crate::board::{Direction, Square};
use crate::game::{Cell, Departure, Figure, KindFace, Position as _, Stride, Strides, Way};

const fn cell(square: Square) -> Cell {
    Cell { file: square.file(), rank: square.rank() }
}

impl AnyGame {
    /// The names and letters of a kind.
    #[must_use]
    pub fn face(self, kind: usize) -> KindFace {
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
}

impl AnyGame {
    /// The moves of a kind.
    #[must_use]
    pub fn strides(self, kind: usize) -> Strides {
        let spec = self.spec();
        let longest = spec.files.max(spec.ranks) - 1;
        let kind = spec.kind(Kind::new(kind));
        let ahead = |direction: Direction| {
            let (files, ranks) = direction.step();
            (-files, -ranks)
        };
        let slides = kind.slides.iter().flat_map(|slide| Stride::line(ahead(slide.direction), slide.range, longest));
        Strides::new(kind.steps.iter().copied().map(Stride::leap).chain(slides))
    }

    /// The kind that a kind becomes by promotion.
    #[must_use]
    pub fn promotion(self, kind: usize) -> Option<usize> {
        self.spec().kind(Kind::new(kind)).promotes_to.map(Kind::index)
    }
}

impl Position<AnyGame> {
    /// The piece on a cell.
    #[must_use]
    pub fn figure(&self, cell: Cell) -> Option<Figure> {
        let piece = self.piece(Square::new(cell.file, cell.rank));
        (!piece.is_none()).then(|| Figure { color: piece.color(), kind: piece.kind().index() })
    }

    /// The cell of the king of the side to move that stands in check.
    #[must_use]
    pub fn checked(&self) -> Option<Cell> {
        self.king(self.side_to_move()).filter(|_| self.in_check()).map(cell)
    }
}

impl Move {
    /// The cells that it leaves and reaches.
    #[must_use]
    pub fn way(self) -> Way {
        let from = match self.origin() {
            Origin::Board(from) => Departure::Board(cell(from)),
            Origin::Hand(kind) => Departure::Hand(kind.index()),
        };
        Way { from, via: None, to: cell(self.to()) }
    }
}
