//! Positions of dōbutsu shōgi in 12-bit masks, always seen from the side to move, and the attacks of the pieces.

/// Squares of the board, 3 files by 4 ranks. Square 0 is 3a, on the far rank of the side to move; squares count along
/// the rank, as in an SFEN.
pub const SQUARES: usize = 12;
/// Squares on a rank.
const FILES: usize = 3;
/// The mask of all squares.
pub const ALL: u16 = (1 << SQUARES) - 1;
/// The side to move.
pub const OWN: usize = 0;
/// The opponent of the side to move.
pub const OTHER: usize = 1;

pub const GIRAFFE: usize = 0;
pub const ELEPHANT: usize = 1;
pub const CHICK: usize = 2;
pub const HEN: usize = 3;
/// Kinds on the board besides the lions.
pub const KINDS: usize = 4;
/// Kinds in hand: all but the hen, which is held as a chick.
pub const HELD: usize = 3;

/// The far rank of each side, which its lion wants to reach and where its chicks become hens.
pub const FAR: [u16; 2] = [0b111, 0b111 << 9];

const LION: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const STEPS: [&[(i8, i8)]; KINDS] = [
    &[(0, 1), (1, 0), (0, -1), (-1, 0)],
    &[(1, 1), (1, -1), (-1, -1), (-1, 1)],
    &[(0, 1)],
    &[(0, 1), (1, 1), (1, 0), (0, -1), (-1, 0), (-1, 1)],
];

/// Squares that a lion attacks.
pub const LION_ATTACKS: [u16; SQUARES] = attacks(&LION, OWN);
/// Squares that the other pieces attack. `[kind][side][square]`
pub const ATTACKS: [[[u16; SQUARES]; 2]; KINDS] = {
    let mut table = [[[0; SQUARES]; 2]; KINDS];
    let mut kind = 0;
    while kind < KINDS {
        table[kind] = [attacks(STEPS[kind], OWN), attacks(STEPS[kind], OTHER)];
        kind += 1;
    }
    table
};

/// Targets of steps, given to the right and forward, from each square.
const fn attacks(steps: &[(i8, i8)], side: usize) -> [u16; SQUARES] {
    let mut table = [0; SQUARES];
    let forward = if side == OWN { -1 } else { 1 };
    let mut square = 0;
    while square < SQUARES {
        let mut step = 0;
        while step < steps.len() {
            let column = (square % FILES) as i8 - steps[step].0 * forward;
            let row = (square / FILES) as i8 + steps[step].1 * forward;
            if 0 <= column && column < 3 && 0 <= row && row < 4 {
                table[square] |= 1 << (row * 3 + column);
            }
            step += 1;
        }
        square += 1;
    }
    table
}

/// Each mask seen from the other side of the board.
static TURNED: [u16; 1 << SQUARES] = permuted(false);
/// Each mask with left and right exchanged.
static MIRRORED: [u16; 1 << SQUARES] = permuted(true);

const fn permuted(mirrors: bool) -> [u16; 1 << SQUARES] {
    let mut table = [0; 1 << SQUARES];
    let mut mask = 0;
    while mask < table.len() {
        let mut square = 0;
        while square < SQUARES {
            let target = if mirrors { mirrored_square(square) } else { SQUARES - 1 - square };
            table[mask] |= ((mask >> square & 1) << target) as u16;
            square += 1;
        }
        mask += 1;
    }
    table
}

/// The square with left and right exchanged.
pub const fn mirrored_square(square: usize) -> usize {
    square + FILES - 1 - 2 * (square % FILES)
}

/// A mask with left and right exchanged.
#[inline]
pub fn mirrored(mask: u16) -> u16 {
    MIRRORED[usize::from(mask & ALL)]
}

/// The squares of a mask.
#[inline]
pub fn squares(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        square
    })
}

/// A position with the side to move at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    /// The square of each side's lion.
    pub lions: [u8; 2],
    /// `[kind][side]`
    pub pieces: [[u16; 2]; KINDS],
    /// Number of pieces in hand. `[kind][side]`
    pub hands: [[u8; 2]; HELD],
}

impl Board {
    /// A board with these lions and nothing else.
    pub const fn of_lions(own: u8, other: u8) -> Self {
        Self { lions: [own, other], pieces: [[0; 2]; KINDS], hands: [[0; 2]; HELD] }
    }

    /// The squares that a side occupies.
    #[inline]
    pub fn occupied_by(&self, side: usize) -> u16 {
        self.pieces.iter().fold(1 << self.lions[side], |mask, sides| mask | sides[side])
    }

    /// The squares that nobody occupies.
    #[inline]
    pub fn empty(&self) -> u16 {
        ALL & !self.occupied_by(OWN) & !self.occupied_by(OTHER)
    }

    /// True if a piece of `side` attacks the square.
    #[inline]
    pub fn attacks(&self, side: usize, square: usize) -> bool {
        let by = |kind: usize| self.pieces[kind][side] & ATTACKS[kind][1 - side][square];
        let pieces = by(GIRAFFE) | by(ELEPHANT) | by(CHICK) | by(HEN);
        pieces | (LION_ATTACKS[square] & 1 << self.lions[side]) != 0
    }

    /// True if `side` could take the other lion.
    #[inline]
    pub fn can_catch(&self, side: usize) -> bool {
        self.attacks(side, self.lions[1 - side].into())
    }

    /// True if the lion of `side` stands on the far rank and nothing attacks it.
    #[inline]
    pub fn is_home(&self, side: usize) -> bool {
        let square = self.lions[side];
        FAR[side] >> square & 1 != 0 && !self.attacks(1 - side, square.into())
    }

    /// True if the lion of `side` could go to the far rank and be safe there.
    #[inline]
    pub fn can_try(&self, side: usize) -> bool {
        let targets = LION_ATTACKS[usize::from(self.lions[side])] & FAR[side];
        targets != 0 && squares(targets & !self.occupied_by(side)).any(|square| !self.attacks(1 - side, square))
    }

    /// True if the side to move wins at once.
    #[inline]
    pub fn is_won_at_once(&self) -> bool {
        self.can_catch(OWN) || self.can_try(OWN)
    }

    /// The position with the other side to move.
    #[inline]
    pub fn turned(&self) -> Self {
        let turn = |[own, other]: [u16; 2]| [TURNED[usize::from(other & ALL)], TURNED[usize::from(own & ALL)]];
        let [own, other] = self.lions;
        let last = SQUARES as u8 - 1;
        Self {
            lions: [last - other, last - own],
            pieces: self.pieces.map(turn),
            hands: self.hands.map(|[own, other]| [other, own]),
        }
    }

    /// The position with left and right exchanged.
    #[inline]
    pub fn mirrored(&self) -> Self {
        Self {
            lions: self.lions.map(|square| mirrored_square(square.into()) as u8),
            pieces: self.pieces.map(|sides| sides.map(mirrored)),
            hands: self.hands,
        }
    }
}
