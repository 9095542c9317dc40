//! Proof and disproof numbers, and results.

use crate::game::Reserve;

/// The length of a mate.
pub(super) type Plies = u16;
/// Stands for any number of plies.
pub(super) const UNLIMITED: Plies = Plies::MAX;

/// A proof or disproof number that no amount of work brings down.
pub(super) const INFINITE: u32 = u32::MAX / 8;

/// The `low` of a disproof that holds on every path.
pub(super) const INDEPENDENT: u32 = u32::MAX;

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    /// Proof number: the work that is left to prove a mate, zero once it is proved.
    pub pn: u32,
    /// Disproof number: the work that is left to disprove a mate, zero once it is disproved.
    pub dn: u32,
    /// The length of the mate if one is proved, the number of plies in which there is none if it is disproved.
    pub plies: Plies,
    /// The least hand of the attacker for which a proof holds, the greatest for which a disproof does.
    pub hand: Reserve,
    /// The shallowest ply of the path at which a disproof expects a repetition, or [`INDEPENDENT`].
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

/// One ply more than `plies`.
#[inline(always)]
pub(super) const fn longer(plies: Plies) -> Plies {
    plies.saturating_add(1)
}

/// One ply less than the limit `plies`.
#[inline(always)]
pub(super) const fn shorter(plies: Plies) -> Plies {
    if plies == UNLIMITED { UNLIMITED } else { plies.saturating_sub(1) }
}
