//! Directions as bits: ahead, then clockwise, from the piece's own side.

pub const AHEAD: u8 = 1;
pub const AHEAD_RIGHT: u8 = 1 << 1;
pub const RIGHT: u8 = 1 << 2;
pub const BACK_RIGHT: u8 = 1 << 3;
pub const BACK: u8 = 1 << 4;
pub const BACK_LEFT: u8 = 1 << 5;
pub const LEFT: u8 = 1 << 6;
pub const AHEAD_LEFT: u8 = 1 << 7;
pub const VERTICAL: u8 = AHEAD | BACK;
pub const SIDEWAYS: u8 = LEFT | RIGHT;
pub const ORTHOGONAL: u8 = VERTICAL | SIDEWAYS;
pub const AHEAD_DIAGONAL: u8 = AHEAD_LEFT | AHEAD_RIGHT;
pub const DIAGONAL: u8 = AHEAD_DIAGONAL | BACK_LEFT | BACK_RIGHT;
pub const ALL: u8 = ORTHOGONAL | DIAGONAL;

/// The same directions in a mirror.
#[must_use]
pub(super) const fn mirrored(directions: u8) -> u8 {
    directions.reverse_bits().rotate_left(1)
}
