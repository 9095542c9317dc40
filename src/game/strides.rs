//! Moves of a kind of piece, as people learn them.

/// Manner in which a piece goes to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// To a neighbour, or over empty squares to one a little further.
    Step,
    /// Over empty squares as far as the board goes.
    Slide,
    /// Whatever stands between.
    Jump,
    /// A step after which it may go on or come back in the same move: the power of a lion.
    Double,
}

/// A square that a piece reaches, from its own side. A slide stands at its first square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stride {
    /// Files to the right.
    pub right: i8,
    /// Ranks ahead.
    pub forward: i8,
    /// The manner of going there.
    pub manner: Manner,
}

/// Moves of a kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strides(Vec<Stride>);

impl Strides {
    /// The moves to these squares.
    pub fn new(strides: impl IntoIterator<Item = Stride>) -> Self {
        Self(strides.into_iter().collect())
    }

    /// The squares, each slide by its first one.
    pub fn iter(&self) -> impl Iterator<Item = Stride> {
        self.0.iter().copied()
    }

    /// Manner in which the piece reaches the square this far to the right and ahead; none if it does not.
    #[must_use]
    pub fn manner(&self, right: i8, forward: i8) -> Option<Manner> {
        let distance = right.abs().max(forward.abs());
        let leads_there = |stride: &Stride| {
            let length = if stride.manner == Manner::Slide { distance } else { 1 };
            distance > 0 && (stride.right * length, stride.forward * length) == (right, forward)
        };
        self.iter().find(leads_there).map(|stride| stride.manner)
    }

    /// Greatest distance that is not reached by a slide.
    #[must_use]
    pub fn radius(&self) -> i8 {
        self.iter().map(|stride| stride.right.abs().max(stride.forward.abs())).max().unwrap_or(0)
    }
}

impl Stride {
    /// The moves in one direction up to a distance, over empty squares; `longest` is the greatest distance on the board.
    pub fn line((right, forward): (i8, i8), distance: u8, longest: u8) -> impl Iterator<Item = Self> {
        let slides = distance >= longest;
        let (manner, count) = if slides { (Manner::Slide, 1) } else { (Manner::Step, distance as i8) };
        (1..=count).map(move |length| Self { right: length * right, forward: length * forward, manner })
    }

    /// A move straight to a square, past whatever stands between.
    #[must_use]
    pub const fn leap((right, forward): (i8, i8)) -> Self {
        let is_near = right.abs() <= 1 && forward.abs() <= 1;
        Self { right, forward, manner: if is_near { Manner::Step } else { Manner::Jump } }
    }
}
