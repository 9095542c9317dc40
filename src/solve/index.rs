//! Numbers for the positions in which neither side has won, so that a table can hold a value for each.
//!
//! A number combines the squares of the lions with the arrangement of the other pieces, on the ten squares left and in
//! the hands. Lions off the middle file are mirrored to one side, which halves the numbers.

use super::board::{ALL, Board, CHICK, FAR, HELD, HEN, LION_ATTACKS, OTHER, OWN, SQUARES, mirrored_square};

/// Squares that the lions leave free.
const FREE: usize = SQUARES - 2;
/// Pairs of squares of the lions, mirror images counted once, on which neither can take the other and neither is on its
/// far rank.
const LION_PAIRS: usize = 21;
/// The entry of the table of pairs for lions that have no number.
const NO_PAIR: u8 = u8::MAX;

/// The pieces of a game besides the lions: two giraffes, two elephants, two chicks, or only some of these pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Material(pub [bool; HELD]);

impl Material {
    /// The pieces of the whole game.
    pub const FULL: Self = Self([true; HELD]);

    /// The pieces as bits.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.0.iter().enumerate().map(|(kind, &is_there)| u32::from(is_there) << kind).sum()
    }
}

/// The numbering of all positions with some material.
#[derive(Debug)]
pub struct Numbering {
    material: Material,
    /// Number of arrangements of the kinds from `kind` on, on a number of free squares. `[kind][squares]`
    arrangements: [[u32; FREE + 1]; HELD + 1],
    /// `[own square][other square]`
    pairs: [[u8; SQUARES]; SQUARES],
    lions: [[u8; 2]; LION_PAIRS],
}

/// Number of ways in which a piece of a kind may stand on a square: its side, and for a chick its promotion.
const fn faces(kind: usize) -> u32 {
    if kind == CHICK { 4 } else { 2 }
}

/// Number of pairs of `n` squares.
const fn choose_two(n: u32) -> u32 {
    n * n.saturating_sub(1) / 2
}

impl Numbering {
    #[must_use]
    pub fn new(material: Material) -> Self {
        let mut arrangements = [[1; FREE + 1]; HELD + 1];
        for kind in (0..HELD).rev() {
            for n in 0..=FREE {
                let rest = arrangements[kind + 1];
                arrangements[kind][n] = if material.0[kind] {
                    let [in_hand, one, two] = states(kind, n);
                    let after = |placed: usize| n.checked_sub(placed).map_or(0, |left| rest[left]);
                    in_hand * rest[n] + one * after(1) + two * after(2)
                } else {
                    rest[n]
                };
            }
        }
        let (pairs, lions) = lion_pairs();
        Self { material, arrangements, pairs, lions }
    }

    #[must_use]
    pub const fn material(&self) -> Material {
        self.material
    }

    /// The count of numbers.
    #[must_use]
    pub const fn len(&self) -> usize {
        LION_PAIRS * self.arrangements[0][FREE] as usize
    }

    /// True if the lions have a number: neither can take the other, and neither is on its far rank.
    #[inline]
    pub fn has(&self, board: &Board) -> bool {
        let [own, other] = board.lions.map(usize::from);
        self.pairs[own][other] != NO_PAIR
    }

    /// True if the board has the number of its mirror image.
    #[inline]
    pub fn is_mirrored(board: &Board) -> bool {
        let [own, other] = board.lions.map(|square| square % 3);
        own == 2 || (own == 1 && other == 2)
    }

    /// True if the board and its mirror image have different numbers, because both lions are on the middle file.
    #[inline]
    pub fn is_in_the_middle(board: &Board) -> bool {
        board.lions.iter().all(|square| square % 3 == 1)
    }

    /// The number of a board whose lions have one.
    #[inline]
    pub fn number(&self, board: &Board) -> usize {
        let [own, other] = board.lions.map(usize::from);
        let pair = usize::from(self.pairs[own][other]);
        let arrangement =
            if Self::is_mirrored(board) { self.arrangement(&board.mirrored()) } else { self.arrangement(board) };
        pair * self.arrangements[0][FREE] as usize + arrangement as usize
    }

    #[inline]
    fn arrangement(&self, board: &Board) -> u32 {
        let mut free = ALL & !(1 << board.lions[OWN]) & !(1 << board.lions[OTHER]);
        let (mut n, mut number) = (FREE, 0);
        for kind in 0..HELD {
            if !self.material.0[kind] {
                continue;
            }
            let [own, other] = board.pieces[kind];
            let hens = if kind == CHICK { board.pieces[HEN] } else { [0; 2] };
            let others = other | hens[OTHER];
            let placed = own | hens[OWN] | others;
            let place = |bit: u16| (free & (bit - 1)).count_ones();
            let face = |bit: u16| u32::from(others & bit != 0) + 2 * u32::from((hens[OWN] | hens[OTHER]) & bit != 0);
            let rest = &self.arrangements[kind + 1];
            let [in_hand, one, _] = states(kind, n);
            let first = placed & placed.wrapping_neg();
            let second = placed ^ first;
            let held = u32::from(board.hands[kind][OWN]);
            if placed == 0 {
                number += held * rest[n];
            } else if second == 0 {
                number += in_hand * rest[n] + ((place(first) * faces(kind) + face(first)) * 2 + held) * rest[n - 1];
                n -= 1;
            } else {
                let pair = choose_two(place(second)) + place(first);
                let state = (pair * faces(kind) + face(first)) * faces(kind) + face(second);
                number += in_hand * rest[n] + one * rest[n - 1] + state * rest[n - 2];
                n -= 2;
            }
            free &= !placed;
        }
        number
    }

    /// The board of a number below [`Numbering::len`].
    #[inline]
    #[must_use]
    pub fn board(&self, number: usize) -> Board {
        let each = self.arrangements[0][FREE] as usize;
        let [own, other] = self.lions[number / each];
        let mut rest_number = (number % each) as u32;
        let mut board = Board::of_lions(own, other);
        let mut free = ALL & !(1 << own) & !(1 << other);
        let mut n = FREE;
        for kind in 0..HELD {
            if !self.material.0[kind] {
                continue;
            }
            let rest = &self.arrangements[kind + 1];
            let [in_hand, one, _] = states(kind, n);
            let (with_none, with_one) = (in_hand * rest[n], one * rest[n - 1]);
            if rest_number < with_none {
                let held = (rest_number / rest[n]) as u8;
                board.hands[kind] = [held, 2 - held];
                rest_number %= rest[n];
            } else if rest_number < with_none + with_one {
                rest_number -= with_none;
                let state = rest_number / rest[n - 1];
                rest_number %= rest[n - 1];
                let held = (state % 2) as u8;
                board.hands[kind] = [held, 1 - held];
                let bit = nth(free, state / 2 / faces(kind));
                board.put(kind, state / 2 % faces(kind), bit);
                free ^= bit;
                n -= 1;
            } else {
                rest_number -= with_none + with_one;
                let state = rest_number / rest[n - 2];
                rest_number %= rest[n - 2];
                let pair = state / faces(kind) / faces(kind);
                let second_place = (1..n as u32).rev().find(|&place| choose_two(place) <= pair).unwrap_or(1);
                let first = nth(free, pair - choose_two(second_place));
                let second = nth(free, second_place);
                board.put(kind, state / faces(kind) % faces(kind), first);
                board.put(kind, state % faces(kind), second);
                free ^= first | second;
                n -= 2;
            }
        }
        board
    }
}

impl Board {
    #[inline]
    fn put(&mut self, kind: usize, face: u32, bit: u16) {
        let kind = if face >= 2 { HEN } else { kind };
        self.pieces[kind][face as usize % 2] |= bit;
    }
}

/// Number of states of a pair of pieces on `n` free squares: both in hand, one on the board, both on the board.
#[inline]
const fn states(kind: usize, n: usize) -> [u32; 3] {
    let (faces, n) = (faces(kind), n as u32);
    [3, 2 * faces * n, faces * faces * choose_two(n)]
}

/// Index of the set bit of a mask that has `place` others below it.
#[inline]
fn nth(mut mask: u16, place: u32) -> u16 {
    for _ in 0..place {
        mask &= mask - 1;
    }
    mask & mask.wrapping_neg()
}

fn lion_pairs() -> ([[u8; SQUARES]; SQUARES], [[u8; 2]; LION_PAIRS]) {
    let (mut pairs, mut lions) = ([[NO_PAIR; SQUARES]; SQUARES], [[0; 2]; LION_PAIRS]);
    let mut count = 0;
    for own in (0..SQUARES).filter(|square| FAR[OWN] >> square & 1 == 0) {
        for other in (0..SQUARES).filter(|square| FAR[OTHER] >> square & 1 == 0) {
            let is_apart = own != other && LION_ATTACKS[own] >> other & 1 == 0;
            if is_apart && !Numbering::is_mirrored(&Board::of_lions(own as u8, other as u8)) {
                pairs[own][other] = count as u8;
                pairs[mirrored_square(own)][mirrored_square(other)] = count as u8;
                lions[count] = [own as u8, other as u8];
                count += 1;
            }
        }
    }
    debug_assert_eq!(count, LION_PAIRS);
    (pairs, lions)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The count of all arrangements with any lions, which others have published.
    #[test]
    fn there_are_as_many_arrangements_as_known() {
        let numbering = Numbering::new(Material::FULL);
        let lions = SQUARES * (SQUARES - 1);
        assert_eq!(lions * numbering.arrangements[0][FREE] as usize, 1_567_925_964);
    }

    #[test]
    fn every_number_has_one_board() {
        for material in [Material::FULL, Material([false, false, true]), Material([true, false, true])] {
            let numbering = Numbering::new(material);
            let step = numbering.len() / 100_003 + 1;
            for number in (0..numbering.len()).step_by(step) {
                let board = numbering.board(number);
                assert_eq!(numbering.number(&board), number, "{board:?}");
                if !Numbering::is_in_the_middle(&board) {
                    assert_eq!(numbering.number(&board.mirrored()), number, "{board:?}");
                }
            }
        }
    }
}
