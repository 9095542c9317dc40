//! Proof and disproof numbers, and results.

use crate::game::Hand;

/// The length of a mate.
pub(super) type Plies = u16;
/// Plies of an unlimited search.
pub(super) const UNLIMITED: Plies = Plies::MAX;

/// A proof or disproof number that no search lowers.
pub(super) const INFINITE: u32 = u32::MAX / 8;

/// The `low` of a disproof that holds on every path.
pub(super) const INDEPENDENT: u32 = u32::MAX;

/// Proof numbers or result of a node (chessprogramming.org: Proof-Number Search).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    /// Proof number: least number of leaves still to be proved for a mate; zero once it is proved.
    pub pn: u32,
    /// Disproof number: least number of leaves still to be disproved; zero once the mate is disproved.
    pub dn: u32,
    /// Length of a proved mate; for a disproof, the plies within which there is none.
    pub plies: Plies,
    /// Least hand of the attacker for which a proof holds (proof hand), or greatest for which a disproof does.
    pub hand: Hand,
    /// The shallowest ply of the path at which a disproof expects a repetition, or [`INDEPENDENT`].
    pub low: u32,
}

impl Value {
    #[inline(always)]
    pub const fn unknown(pn: u32, dn: u32) -> Self {
        Self { pn, dn, plies: 0, hand: Hand::EMPTY, low: INDEPENDENT }
    }

    #[inline(always)]
    pub const fn proved(plies: Plies, hand: Hand) -> Self {
        Self { pn: 0, dn: INFINITE, plies, hand, low: INDEPENDENT }
    }

    #[inline(always)]
    pub const fn disproved(plies: Plies, hand: Hand, low: u32) -> Self {
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
