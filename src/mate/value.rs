//! Proof and disproof numbers, and results.

use crate::game::Reserve;

/// Lengths of mates.
pub(super) type Plies = u16;
/// Any number of plies.
pub(super) const UNLIMITED: Plies = Plies::MAX;

/// A number that no amount of work brings down.
pub(super) const INFINITE: u32 = u32::MAX / 8;

/// A disproof that holds on every path.
pub(super) const INDEPENDENT: u32 = u32::MAX;

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub pn: u32,
    pub dn: u32,
    /// If proved, the length of the mate; if disproved, the number of plies in which there is none.
    pub plies: Plies,
    /// If proved, the least hand of the attacker for which it holds; if disproved, the greatest.
    pub hand: Reserve,
    /// If disproved, the shallowest ply of the path at which the disproof expects a repetition.
    pub low: u32,
}

impl Value {
    #[inline(always)]
    pub const fn unknown(pn: u32, dn: u32) -> Self {
        Self { pn, dn, plies: 0, hand: Reserve::EMPTY, low: INDEPENDENT }
    }

    #[inline(always)]
    pub const fn proved(plies: Plies, hand: Reserve) -> Self {
        Self { pn: 0, dn: INFINITE, plies, hand, low: INDEPENDENT }
    }

    #[inline(always)]
    pub const fn disproved(plies: Plies, hand: Reserve, low: u32) -> Self {
        Self { pn: INFINITE, dn: 0, plies, hand, low }
    }

    #[inline(always)]
    pub const fn is_proved(&self) -> bool {
        self.pn == 0
    }

    #[inline(always)]
    pub const fn is_disproved(&self) -> bool {
        self.dn == 0
    }

    #[inline(always)]
    pub const fn is_solved(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }
}

/// One ply more.
#[inline(always)]
pub(super) const fn longer(plies: Plies) -> Plies {
    plies.saturating_add(1)
}

/// One ply less, of a limit.
#[inline(always)]
pub(super) const fn shorter(plies: Plies) -> Plies {
    if plies == UNLIMITED { UNLIMITED } else { plies.saturating_sub(1) }
}
