//! Pieces in hand, as a [`Reserve`] counted by kind.

use super::facts::Facts;
use super::{Kind, Rules};
use crate::game::Reserve;

/// The kind as which a hand counts a piece that is dropped as `kind`.
#[inline(always)]
pub(super) const fn slot<R: Rules>(kind: Kind) -> Kind {
    if R::DROP_KINDS == R::HAND_KINDS {
        return kind;
    }
    match Facts::<R>::held(kind) {
        Some(held) => held,
        None => kind,
    }
}

/// The kinds as which the pieces in `reserve` may be dropped, in index order.
#[inline(always)]
pub(super) fn droppable<R: Rules>(reserve: Reserve) -> impl Iterator<Item = Kind> {
    (0..R::DROP_KINDS).map(Kind::new).filter(move |&kind| reserve.count(slot::<R>(kind).index()) > 0)
}

/// The kinds that `reserve` holds, in index order.
#[inline(always)]
pub(super) fn held<R: Rules>(reserve: Reserve) -> impl Iterator<Item = Kind> {
    (0..R::HAND_KINDS).filter(move |&kind| reserve.count(kind) > 0).map(Kind::new)
}
