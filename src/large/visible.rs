//! Pieces and moves as they are drawn.

use super::further::among;
use super::width::Width;
use super::{Kind, KindSpec, LargeGame, Move, Position, Power, Square, toward, ways};
use crate::game::{Cell, Departure, Feat, Figure, KindFace, Manner, Position as _, Stride, Strides, Way};

impl<W: Width> Square<W> {
    /// The square of a cell.
    #[must_use]
    pub const fn of(cell: Cell) -> Self {
        Self::new(cell.file, cell.rank)
    }

    /// The square as it is drawn.
    #[must_use]
    pub const fn cell(self) -> Cell {
        Cell { file: self.file(), rank: self.rank() }
    }
}

impl<W: Width> LargeGame<W> {
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

/// The step in a direction of [`toward`].
const fn ahead(direction: usize) -> (i8, i8) {
    DIRECTIONS[direction]
}

/// The first squares of what runs on in some directions.
fn lines(directions: u8, manner: Manner) -> Vec<Stride> {
    among(directions).map(|direction| Stride::toward(ahead(direction), manner)).collect()
}

/// The squares that a further way leads to.
fn strides_of(way: ways::Way, longest: u8) -> Vec<Stride> {
    match way {
        ways::Way::Line { directions, first, last } => {
            among(directions).flat_map(|way| Stride::run(ahead(way), first, last, longest)).collect()
        }
        ways::Way::Over { directions, pieces } => lines(directions, Manner::Over(pieces)),
        ways::Way::Hook { directions } => lines(directions, Manner::Hook),
        ways::Way::RangeJump { directions, .. } => lines(directions, Manner::RangeJump),
        ways::Way::RangeCapture { directions } => lines(directions, Manner::RangeCapture),
        ways::Way::Area { steps } => {
            let reach = -(steps as i8)..=steps as i8;
            let squares = reach.clone().flat_map(|right| reach.clone().map(move |forward| (right, forward)));
            squares.filter(|&square| square != (0, 0)).map(|square| Stride::toward(square, Manner::Turns)).collect()
        }
        ways::Way::Double { .. } | ways::Way::Igui { .. } | ways::Way::Anywhere => Vec::new(),
    }
}

/// The moves and effects of a kind that squares do not show.
fn feats(kind: &KindSpec) -> impl Iterator<Item = Feat> {
    let ways = kind.further.iter().filter_map(|way| match way {
        ways::Way::Anywhere => Some(Feat::Anywhere),
        ways::Way::Igui { .. } => Some(Feat::Igui),
        ways::Way::Double { .. } => Some(Feat::DoubleCapture),
        _ => None,
    });
    let effects = [(kind.burns, Feat::Burns), (kind.taints, Feat::Taints), (kind.rank > 0, Feat::Rank(kind.rank))];
    ways.chain(effects.into_iter().filter_map(|(holds, feat)| holds.then_some(feat)))
}

impl<W: Width> LargeGame<W> {
    /// The moves of a kind. A jump stands before a slide over the same square, and steps with turns behind all others.
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
        let flown = kind.further.iter().map(|way| match way {
            ways::Way::RangeJump { directions, .. } => *directions,
            _ => 0,
        });
        let slid = kind.slides & !flown.fold(0, |all, directions| all | directions);
        let doubles = lines(doubled, Manner::Double);
        let slides = lines(slid, Manner::Slide);
        let steps = lines(kind.steps & !doubled, Manner::Step);
        let short = among(kind.short).flat_map(|way| Stride::line(ahead(way), 2, longest));
        let jumps = (0..16).filter(|jump| kind.jumps >> jump & 1 != 0).map(second_square).map(Stride::leap);
        let further = kind.further.iter().flat_map(|&way| strides_of(way, longest));
        let mut strides: Vec<Stride> =
            doubles.into_iter().chain(jumps).chain(further).chain(slides).chain(steps).chain(short).collect();
        strides.sort_by_key(|stride| match stride.manner {
            Manner::Double => 0,
            Manner::Jump => 1,
            Manner::Turns => 4,
            manner if manner.runs_on() => 2,
            _ => 3,
        });
        Strides::new(strides).with(feats(kind))
    }

    /// The kind that a kind becomes by promotion.
    #[must_use]
    pub fn promotion(self, kind: usize) -> Option<usize> {
        self.spec().kind(Kind::new(kind)).promotes_to.map(Kind::index)
    }
}

impl<W: Width> Position<W> {
    /// The piece on a cell.
    #[must_use]
    pub fn figure(&self, cell: Cell) -> Option<Figure> {
        let piece = self.piece(Square::of(cell));
        (!piece.is_none()).then(|| Figure { color: piece.color(), kind: piece.kind().index() })
    }

    /// The cell of the last royal piece of the side to move that stands in check.
    #[must_use]
    pub fn checked(&self) -> Option<Cell> {
        self.sole_royal(self.side_to_move()).filter(|_| self.in_check()).map(Square::cell)
    }
}

impl<W: Width> Move<W> {
    /// The cells that it leaves and reaches.
    #[must_use]
    pub fn way(self) -> Way {
        let from = match self.dropped() {
            Some(kind) => Departure::Hand(kind.index()),
            None => Departure::Board(self.from().cell()),
        };
        Way { from, via: self.via().map(Square::cell), to: self.to().cell() }
    }
}
