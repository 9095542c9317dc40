//! Moves of a kind of piece, as people learn them.

/// Manner in which a piece goes to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Manner {
    /// To a neighbour, or over empty squares to one a little further.
    Step,
    /// Over empty squares as far as the board goes.
    Slide,
    /// Whatever stands between.
    Jump,
    /// A step after which it may go on or come back in the same move: the power of a lion.
    Double,
    /// By single steps over empty squares, with turns.
    Turns,
    /// A slide that may turn once by a right angle, on an empty square.
    Hook,
    /// A slide over this number of pieces at most.
    Over(u8),
    /// A slide, or a capture beyond pieces of lower rank.
    RangeJump,
    /// A flight that captures all it passes, all of lower rank.
    RangeCapture,
}

impl Manner {
    /// True if it leads on from its first square to the edge of the board.
    #[must_use]
    pub const fn runs_on(self) -> bool {
        matches!(self, Self::Slide | Self::Hook | Self::Over(_) | Self::RangeJump | Self::RangeCapture)
    }
}

/// A move or an effect that squares around a piece do not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feat {
    /// It goes to any empty square, or captures any piece that its side does not protect.
    Anywhere,
    /// It captures a neighbour without moving.
    Igui,
    /// It captures a diagonal neighbour and steps on aslant, where it may capture again; or it passes.
    DoubleCapture,
    /// It burns the enemies around it.
    Burns,
    /// The piece that captures it takes on its promoted nature.
    Taints,
    /// Its rank among pieces over which others fly.
    Rank(u8),
}

/// A square that a piece reaches, from its own side. A slide, like all that runs on, stands at its first square.
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
pub struct Strides {
    /// The one that shows on a square where several meet stands first.
    strides: Vec<Stride>,
    feats: Vec<Feat>,
}

impl Strides {
    /// Upper bound of the distance at which a slide shows behind jumps.
    const FURTHEST: i8 = 8;

    /// The moves to these squares.
    pub fn new(strides: impl IntoIterator<Item = Stride>) -> Self {
        Self { strides: strides.into_iter().collect(), feats: Vec::new() }
    }

    /// The same moves, and what squares do not show.
    #[must_use]
    pub fn with(self, feats: impl IntoIterator<Item = Feat>) -> Self {
        Self { feats: feats.into_iter().collect(), ..self }
    }

    /// The squares, each slide by its first one.
    pub fn iter(&self) -> impl Iterator<Item = Stride> {
        self.strides.iter().copied()
    }

    /// The moves and effects that the squares do not show.
    pub fn feats(&self) -> impl Iterator<Item = Feat> {
        self.feats.iter().copied()
    }

    /// Manner in which the piece reaches the square this far to the right and ahead; none if it does not.
    #[must_use]
    pub fn manner(&self, right: i8, forward: i8) -> Option<Manner> {
        self.iter().find(|stride| stride.leads_to(right, forward)).map(|stride| stride.manner)
    }

    /// Greatest distance at which there is something to see: squares, and where what runs on comes out behind jumps.
    #[must_use]
    pub fn radius(&self) -> i8 {
        let seen_at = |stride: Stride| {
            let (first, ahead) = (stride.distance(), stride.direction());
            let is_covered = |n: &i8| self.manner(n * ahead.0, n * ahead.1) != Some(stride.manner);
            let covered = (first..Self::FURTHEST).rfind(is_covered).filter(|_| stride.manner.runs_on());
            covered.map_or(first, |n| if n + 1 < Self::FURTHEST { n + 1 } else { first })
        };
        self.iter().map(seen_at).max().unwrap_or(0)
    }
}

impl Stride {
    /// The moves in one direction up to a distance, over empty squares; `longest` is the greatest distance on the board.
    pub fn line((right, forward): (i8, i8), distance: u8, longest: u8) -> impl Iterator<Item = Self> {
        let slides = distance >= longest;
        let (manner, count) = if slides { (Manner::Slide, 1) } else { (Manner::Step, distance as i8) };
        (1..=count).map(move |length| Self { right: length * right, forward: length * forward, manner })
    }

    /// The moves in one direction from one distance to another: a jump to the first square, unless it is the next one,
    /// and over empty squares from there.
    pub fn run(ahead: (i8, i8), first: u8, last: u8, longest: u8) -> impl Iterator<Item = Self> {
        let at =
            move |length: u8, manner| Self { right: length as i8 * ahead.0, forward: length as i8 * ahead.1, manner };
        let jump = (first > 1).then(|| at(first, Manner::Jump));
        let next = if first > 1 { first + 1 } else { first };
        let slide = (last >= longest).then(|| at(next, Manner::Slide));
        let steps = if slide.is_some() { 0..0 } else { next..last + 1 };
        jump.into_iter().chain(slide).chain(steps.map(move |length| at(length, Manner::Step)))
    }

    /// A move to a square.
    #[must_use]
    pub const fn toward((right, forward): (i8, i8), manner: Manner) -> Self {
        Self { right, forward, manner }
    }

    /// The number of squares to go.
    #[must_use]
    pub fn distance(self) -> i8 {
        self.right.abs().max(self.forward.abs())
    }

    /// The step that leads there, if one does.
    #[must_use]
    pub const fn direction(self) -> (i8, i8) {
        (self.right.signum(), self.forward.signum())
    }

    fn leads_to(self, right: i8, forward: i8) -> bool {
        if !self.manner.runs_on() {
            return (self.right, self.forward) == (right, forward);
        }
        let (length, ahead) = (right.abs().max(forward.abs()), self.direction());
        length >= self.distance() && (length * ahead.0, length * ahead.1) == (right, forward)
    }

    /// A move straight to a square, past whatever stands between.
    #[must_use]
    pub const fn leap((right, forward): (i8, i8)) -> Self {
        let is_near = right.abs() <= 1 && forward.abs() <= 1;
        Self { right, forward, manner: if is_near { Manner::Step } else { Manner::Jump } }
    }
}
