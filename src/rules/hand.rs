//! Pieces in hand, as a [`Reserve`] counted by kind.

use super::{Kind, Rules};
use crate::game::Reserve;

/// The kinds that `reserve` holds, in index order.
#[inline(always)]
pub(super) fn held<R: Rules>(reserve: Reserve) -> impl Iterator<Item = Kind> {
    (0..R::HAND_KINDS).filter(move |&kind| reserve.count(kind) > 0).map(Kind::new)
}
