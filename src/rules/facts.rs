//! Properties of the kinds that are needed on every move, one small array a property: cheaper than loading a whole
//! [`KindSpec`].

use super::{Kind, KindSpec, Rules};
use crate::game::Score;
use std::marker::PhantomData;

/// The exchange value of a king, more than that of all other pieces together.
const KING_VALUE: Score = 15_000;

pub(super) struct Facts<R>(PhantomData<R>);

impl<R: Rules> Facts<R> {
    /// `[promotes][kind]`
    const AFTER: [[Kind; Kind::LIMIT]; 2] = {
        let mut table = [[R::KING; Kind::LIMIT]; 2];
        let mut i = 0;
        while i < R::KINDS.len() {
            table[0][i] = Kind::new(i);
            table[1][i] = match R::KINDS[i].promotes_to {
                Some(promoted) => promoted,
                None => Kind::new(i),
            };
            i += 1;
        }
        table
    };

    /// `[kind]`
    const BEFORE: [Kind; Kind::LIMIT] = {
        let mut table = Self::AFTER[0];
        let mut i = 0;
        while i < R::KINDS.len() {
            if let Some(promoted) = R::KINDS[i].promotes_to {
                table[promoted.index()] = Kind::new(i);
            }
            i += 1;
        }
        table
    };

    /// `[kind]`
    const HELD: [Option<Kind>; Kind::LIMIT] = {
        let mut table = [None; Kind::LIMIT];
        let mut i = 0;
        while i < R::KINDS.len() {
            table[i] = R::KINDS[i].captured_as;
            i += 1;
        }
        table
    };

    /// `[kind]`
    const EXCHANGE: [Score; Kind::LIMIT] = {
        let mut table = [0; Kind::LIMIT];
        let mut i = 0;
        while i < R::KINDS.len() {
            table[i] = match R::KINDS[i].captured_as {
                Some(held) => R::KINDS[i].value + R::KINDS[held.index()].hand_value,
                None => KING_VALUE,
            };
            i += 1;
        }
        table
    };

    /// `[kind]`
    const PROMOTION_GAIN: [Score; Kind::LIMIT] = {
        let mut table = [0; Kind::LIMIT];
        let mut i = 0;
        while i < R::KINDS.len() {
            if let Some(promoted) = R::KINDS[i].promotes_to {
                table[i] = R::KINDS[promoted.index()].value - R::KINDS[i].value;
            }
            i += 1;
        }
        table
    };

    /// `[kind]`
    const FIRST_ALIKE: [Kind; Kind::LIMIT] = {
        let mut table = [R::KING; Kind::LIMIT];
        let mut i = 0;
        while i < R::KINDS.len() {
            let mut first = 0;
            while first < i && !move_alike(&R::KINDS[first], &R::KINDS[i]) {
                first += 1;
            }
            table[i] = Kind::new(first);
            i += 1;
        }
        table
    };

    /// `[kind]`
    const MIRRORED: [Kind; Kind::LIMIT] = {
        let mut table = [R::KING; Kind::LIMIT];
        let mut i = 0;
        while i < Kind::LIMIT - 1 {
            table[i] = Kind::new(i);
            let mut other = 0;
            // A kind that is its own image stays itself, though others may move alike.
            while i < R::KINDS.len() && other < R::KINDS.len() && !is_image(&R::KINDS[i], &R::KINDS[table[i].index()]) {
                table[i] = Kind::new(other);
                other += 1;
            }
            i += 1;
        }
        table
    };

    /// What the kind becomes by a move that promotes, if it can, or does not.
    #[inline(always)]
    pub const fn after(kind: Kind, promotes: bool) -> Kind {
        let table = const { &Self::AFTER };
        table[promotes as usize][kind.index()]
    }

    /// What a piece was that has become this kind by promoting.
    #[inline(always)]
    pub const fn before(kind: Kind) -> Kind {
        let table = const { &Self::BEFORE };
        table[kind.index()]
    }

    /// What the kind is in the hand of its captor.
    #[inline(always)]
    pub const fn held(kind: Kind) -> Option<Kind> {
        let table = const { &Self::HELD };
        table[kind.index()]
    }

    /// What capturing a piece of this kind is worth: it leaves the board and enters the hand.
    #[inline(always)]
    pub const fn exchange_value(kind: Kind) -> Score {
        let table = const { &Self::EXCHANGE };
        table[kind.index()]
    }

    /// What promoting adds to the value of a piece, zero for kinds that do not promote. May be less than nothing where
    /// pieces turn over.
    #[inline(always)]
    pub const fn promotion_gain(kind: Kind) -> Score {
        let table = const { &Self::PROMOTION_GAIN };
        table[kind.index()]
    }

    /// The first of the kinds that step like this one and neither slide nor promote, so that their moves are generated in
    /// one loop. Often this is the kind itself.
    #[inline(always)]
    pub const fn first_alike(kind: Kind) -> Kind {
        let table = const { &Self::FIRST_ALIKE };
        table[kind.index()]
    }

    /// The kind that moves as this one does in a mirror.
    #[inline(always)]
    pub const fn mirrored(kind: Kind) -> Kind {
        let table = const { &Self::MIRRORED };
        table[kind.index()]
    }
}

/// Whether one kind moves as the other does in a mirror.
const fn is_image(one: &KindSpec, other: &KindSpec) -> bool {
    let promotes_alike = one.promoted == other.promoted && one.promotes_to.is_some() == other.promotes_to.is_some();
    if !promotes_alike || one.steps.len() != other.steps.len() || one.slides.len() != other.slides.len() {
        return false;
    }
    let mut i = 0;
    while i < one.steps.len() {
        let (right, forward) = one.steps[i];
        let mut j = 0;
        while j < other.steps.len() && !(other.steps[j].0 == -right && other.steps[j].1 == forward) {
            j += 1;
        }
        if j == other.steps.len() {
            return false;
        }
        i += 1;
    }
    i = 0;
    while i < one.slides.len() {
        let (direction, range) = (one.slides[i].direction.mirror(), one.slides[i].range);
        let mut j = 0;
        while j < other.slides.len()
            && !(other.slides[j].direction as u8 == direction as u8 && other.slides[j].range == range)
        {
            j += 1;
        }
        if j == other.slides.len() {
            return false;
        }
        i += 1;
    }
    true
}

const fn move_alike(one: &KindSpec, other: &KindSpec) -> bool {
    let only_step = one.slides.is_empty() && other.slides.is_empty();
    let stay = one.promotes_to.is_none() && other.promotes_to.is_none();
    if !only_step || !stay || one.steps.len() != other.steps.len() {
        return false;
    }
    let mut i = 0;
    while i < one.steps.len() {
        if one.steps[i].0 != other.steps[i].0 || one.steps[i].1 != other.steps[i].1 {
            return false;
        }
        i += 1;
    }
    true
}
