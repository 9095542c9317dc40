//! Ways of moving beyond the steps, slides, jumps and lion power of chu shogi.

use super::toward;

/// A way of moving. Directions are bits of [`toward`], from the piece's own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From one square of a line, whatever stands before it, over empty squares to another.
    Line { directions: u8, first: u8, last: u8 },
    /// A slide over this number of pieces at most.
    Over { directions: u8, pieces: u8 },
    /// A slide that may turn once by a right angle, on an empty square.
    Hook { directions: u8 },
    /// At most this number of steps over empty squares, with turns.
    Area { steps: u8 },
    /// A capture over any pieces of lower rank; of a piece of lower rank too if it is `strict`.
    RangeJump { directions: u8, strict: bool },
    /// A flight that captures all it passes, of lower rank like the piece where it ends.
    RangeCapture { directions: u8 },
    /// Two steps, the first of which captures, each in any of these directions.
    Double { directions: u8 },
    /// A capture on a neighbouring square without leaving.
    Igui { directions: u8 },
    /// To any empty square, and to any piece that its side does not protect.
    Anywhere,
}

/// True if some ways are the others in a mirror.
pub(super) fn are_images(some: &[Way], others: &[Way]) -> bool {
    some.len() == others.len() && some.iter().all(|way| others.contains(&way.mirrored()))
}

/// Further than any board is wide.
pub(super) const FAR: u8 = u8::MAX;

impl Way {
    /// The same way as the other side sees it.
    pub(super) fn turned(self) -> Self {
        self.mapped(|directions| directions.rotate_left(4))
    }

    /// The same way in a mirror.
    fn mirrored(self) -> Self {
        self.mapped(toward::mirrored)
    }

    fn mapped(self, map: impl Fn(u8) -> u8) -> Self {
        match self {
            Self::Line { directions, first, last } => Self::Line { directions: map(directions), first, last },
            Self::Over { directions, pieces } => Self::Over { directions: map(directions), pieces },
            Self::Hook { directions } => Self::Hook { directions: map(directions) },
            Self::RangeJump { directions, strict } => Self::RangeJump { directions: map(directions), strict },
            Self::RangeCapture { directions } => Self::RangeCapture { directions: map(directions) },
            Self::Double { directions } => Self::Double { directions: map(directions) },
            Self::Igui { directions } => Self::Igui { directions: map(directions) },
            Self::Area { .. } | Self::Anywhere => self,
        }
    }

    /// The least number of ranks that a move of this way advances; none for a capture without leaving.
    pub(super) fn least_advance(self) -> Option<i16> {
        let along = |directions: u8, first: u8| {
            let advance = |direction| match direction {
                toward::AHEAD | toward::AHEAD_LEFT | toward::AHEAD_RIGHT => i16::from(first),
                _ => 0,
            };
            (0..8).map(|bit| 1 << bit).filter(|bit| directions & bit != 0).map(advance).min()
        };
        match self {
            Self::Line { directions, first, .. } => along(directions, first),
            Self::Over { directions, .. } | Self::RangeJump { directions, .. } | Self::RangeCapture { directions } => {
                along(directions, 1)
            }
            Self::Igui { .. } => None,
            Self::Hook { .. } | Self::Area { .. } | Self::Double { .. } | Self::Anywhere => Some(0),
        }
    }
}
