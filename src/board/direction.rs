//! The eight directions, and the lines they draw through squares.

use super::{Bitboard, Color, Square};

/// A direction from Black's side. The order is clockwise, so that the opposite direction comes four places later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Direction {
    /// Towards rank a.
    Up,
    /// Towards rank a and file 1.
    UpRight,
    /// Towards file 1.
    Right,
    /// Away from rank a, towards file 1.
    DownRight,
    /// Away from rank a.
    Down,
    /// Away from rank a and file 1.
    DownLeft,
    /// Away from file 1.
    Left,
    /// Towards rank a, away from file 1.
    UpLeft,
}

impl Direction {
    /// All directions, clockwise from [`Direction::Up`].
    pub const ALL: [Self; 8] =
        [Self::Up, Self::UpRight, Self::Right, Self::DownRight, Self::Down, Self::DownLeft, Self::Left, Self::UpLeft];

    /// The index of the direction in [`Direction::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opposite direction.
    #[must_use]
    pub const fn reverse(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// The direction on the board of `self` as seen from the side of `color`.
    #[must_use]
    #[inline]
    pub const fn seen_by(self, color: Color) -> Self {
        match color {
            Color::Black => self,
            Color::White => self.reverse(),
        }
    }

    /// The mirror image, with left and right exchanged.
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self::ALL[(8 - self as usize) % 8]
    }

    /// The files and ranks of one step, as [`Square::offset`] takes them.
    #[must_use]
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::Up => (0, -1),
            Self::UpRight => (-1, -1),
            Self::Right => (-1, 0),
            Self::DownRight => (-1, 1),
            Self::Down => (0, 1),
            Self::DownLeft => (1, 1),
            Self::Left => (1, 0),
            Self::UpLeft => (1, -1),
        }
    }

    /// The direction from one square to another, if a rank, file or diagonal joins them.
    #[must_use]
    #[inline]
    pub fn towards(from: Square, to: Square) -> Option<Self> {
        Self::ALL.get(usize::from(TOWARDS[from.index()][to.index()])).copied()
    }

    /// True if squares further along the direction have higher indices.
    #[must_use]
    #[inline]
    pub const fn is_ascending(self) -> bool {
        matches!(self, Self::Down | Self::DownLeft | Self::Left | Self::UpLeft)
    }
}

/// The squares beyond each square in each direction. `[direction][square]`
static RAYS: [[Bitboard; Square::COUNT]; 8] = {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; 8];
    let mut d = 0;
    while d < 8 {
        let (files, ranks) = Direction::ALL[d].step();
        let mut i = 0;
        while i < Square::COUNT {
            let mut here = Square::from_index(i);
            while let Some(square) = here {
                here = square.offset(files, ranks);
                if let Some(next) = here {
                    table[d][i] = table[d][i].with(next);
                }
            }
            i += 1;
        }
        d += 1;
    }
    table
};

/// Makes the table of the squares up to `range` steps away in any direction. `[square]`
const fn star(range: usize) -> [Bitboard; Square::COUNT] {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let mut d = 0;
        while d < 8 {
            let (files, ranks) = Direction::ALL[d].step();
            let mut here = Square::from_index(i);
            let mut steps = 0;
            while let Some(square) = here
                && steps < range
            {
                here = square.offset(files, ranks);
                if let Some(next) = here {
                    table[i] = table[i].with(next);
                }
                steps += 1;
            }
            d += 1;
        }
        i += 1;
    }
    table
}

static NEIGHBOURS: [Bitboard; Square::COUNT] = star(1);
static LINES: [Bitboard; Square::COUNT] = star(8);

const NOT_ALIGNED: u8 = 8;

/// The direction from one square to another, or [`NOT_ALIGNED`]. `[from][to]`
static TOWARDS: [[u8; Square::COUNT]; Square::COUNT] = {
    let mut table = [[NOT_ALIGNED; Square::COUNT]; Square::COUNT];
    let mut d = 0;
    while d < 8 {
        let (files, ranks) = Direction::ALL[d].step();
        let mut from = 0;
        while from < Square::COUNT {
            let mut here = Square::from_index(from);
            while let Some(square) = here {
                here = square.offset(files, ranks);
                if let Some(next) = here {
                    table[from][next.index()] = d as u8;
                }
            }
            from += 1;
        }
        d += 1;
    }
    table
};

/// The squares beyond `square` in `direction` on an empty grid, without `square` itself.
#[must_use]
#[inline]
pub const fn ray_mask(direction: Direction, square: Square) -> Bitboard {
    RAYS[direction.index()][square.index()]
}

/// The squares next to `square`, corners included.
#[must_use]
#[inline]
pub const fn neighbours(square: Square) -> Bitboard {
    NEIGHBOURS[square.index()]
}

/// The squares on a line with `square` in any direction, without `square` itself.
#[must_use]
#[inline]
pub const fn lines(square: Square) -> Bitboard {
    LINES[square.index()]
}

/// The squares strictly between two squares on a common line; empty if they have none.
#[must_use]
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    let direction = TOWARDS[a.index()][b.index()];
    if direction == NOT_ALIGNED {
        return Bitboard::EMPTY;
    }
    RAYS[usize::from(direction & 7)][a.index()] & RAYS[usize::from(direction & 7 ^ 4)][b.index()]
}

/// True if `c` lies on the same side of `a` as `b`, on one line through all three.
#[must_use]
#[inline]
pub fn aligned(a: Square, b: Square, c: Square) -> bool {
    let direction = TOWARDS[a.index()][b.index()];
    direction != NOT_ALIGNED && direction == TOWARDS[a.index()][c.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reverse_and_mirror() {
        for direction in Direction::ALL {
            let (files, ranks) = direction.step();
            assert_eq!(direction.reverse().step(), (-files, -ranks));
            assert_eq!(direction.mirror().step(), (-files, ranks));
            let centre = Square::new(4, 4);
            let next = centre.offset(files, ranks).unwrap();
            assert_eq!(direction.is_ascending(), next > centre);
        }
    }

    #[test]
    fn lines_and_neighbours_are_made_of_rays() {
        for square in Square::all() {
            let rays = Direction::ALL.map(|direction| ray_mask(direction, square));
            assert_eq!(lines(square), rays.into_iter().fold(Bitboard::EMPTY, |set, ray| set | ray));
            let near = |other: &Square| {
                let (files, ranks) = (other.file().abs_diff(square.file()), other.rank().abs_diff(square.rank()));
                files.max(ranks) == 1
            };
            assert_eq!(neighbours(square), Square::all().filter(near).fold(Bitboard::EMPTY, |set, s| set.with(s)));
        }
    }

    #[test]
    fn between_is_the_walk() {
        for a in Square::all() {
            for b in Square::all() {
                let mut expected = Bitboard::EMPTY;
                for direction in Direction::ALL {
                    let (files, ranks) = direction.step();
                    let mut path = Bitboard::EMPTY;
                    let mut here = a.offset(files, ranks);
                    while let Some(square) = here {
                        if square == b {
                            expected = path;
                            assert!(aligned(a, b, a.offset(files, ranks).unwrap()));
                        }
                        path = path.with(square);
                        here = square.offset(files, ranks);
                    }
                }
                assert_eq!(between(a, b), expected, "{a} {b}");
            }
        }
    }
}
