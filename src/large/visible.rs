//! Pieces and moves as they are drawn.

use super::{Kind, LargeGame, Move, Position, Power, Square, toward};
use crate::game::{Cell, Departure, Figure, KindFace, Manner, Position as _, Stride, Strides, Way};

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

/// The directions of [`toward`] in files to the right and ranks ahead.
const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The second squares in the order of jumps: those of the directions, each before the one between it and the next.
const fn second_square(jump: usize) -> (i8, i8) {
    let (one, other) = (DIRECTIONS[jump / 2], DIRECTIONS[jump.div_ceil(2) % DIRECTIONS.len()]);
    (one.0 + other.0, one.1 + other.1)
}

impl LargeGame {
    /// The moves of a kind.
    #[must_use]
    pub fn strides(self, kind: usize) -> Strides {
        let spec = self.spec();
        let kind = spec.kind(Kind::new(kind));
        let longest = spec.files.max(spec.ranks) - 1;
        let doubled = match kind.power {
            Power::None => 0,
            Power::Lines(lines) => lines,
            Power::Lion => toward::ALL,
        };
        let among = |directions: u8| (0..8).filter(move |direction| directions >> direction & 1 != 0);
        let ahead = |direction: usize| DIRECTIONS[direction];
        let steps = among(kind.steps & !doubled).map(ahead).map(Stride::leap);
        let doubles =
            among(doubled).map(ahead).map(|(right, forward)| Stride { right, forward, manner: Manner::Double });
        let slides = among(kind.slides).flat_map(move |way| Stride::line(ahead(way), longest, longest));
        let short = among(kind.short).flat_map(move |way| Stride::line(ahead(way), 2, longest));
        let jumps = (0..16).filter(|jump| kind.jumps >> jump & 1 != 0).map(second_square).map(Stride::leap);
        Strides::new(steps.chain(doubles).chain(slides).chain(short).chain(jumps))
    }

    /// The kind that a kind becomes by promotion.
    #[must_use]
    pub fn promotion(self, kind: usize) -> Option<usize> {
        self.spec().kind(Kind::new(kind)).promotes_to.map(Kind::index)
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
