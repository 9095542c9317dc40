//! Properties of kinds and game that every move needs, computed once from its [`Spec`].

use super::{EnteringKing, Kind, KindSpec, Spec};
use crate::game::{Hand, Score, Threats};

/// The exchange value of a king: more than that of all other pieces together.
const KING_VALUE: Score = 15_000;
/// A promotion that gains at least this many centipawns belongs to [`Scope::Tactical`](crate::game::Scope::Tactical).
const TACTICAL_GAIN: Score = 200;

/// The least exchange values of the classes of pieces but the first, in centipawns. In shogi these are pawns; lances, knights and
/// what captors get a pawn or one of these for; silvers and golds; rooks, bishops and the king.
const CLASS_FROM: [Score; Threats::CLASSES - 1] = [300, 680, 1_120];

/// The class of pieces with this exchange value.
const fn class_of(value: Score) -> u8 {
    let mut class = 0;
    while class < CLASS_FROM.len() && value >= CLASS_FROM[class] {
        class += 1;
    }
    class as u8
}

/// Properties of kinds, one small array each: cheaper to load than a whole [`KindSpec`].
pub struct Facts {
    /// `[promotes][kind]`
    after: [[Kind; Kind::LIMIT]; 2],
    /// `[kind]`
    before: [Kind; Kind::LIMIT],
    /// `[kind]`
    held: [Option<Kind>; Kind::LIMIT],
    /// `[kind]`
    slot: [Kind; Kind::LIMIT],
    /// `[kind]`
    exchange: [Score; Kind::LIMIT],
    /// `[kind]`
    class: [u8; Kind::LIMIT],
    /// `[kind]`
    promotion_gain: [Score; Kind::LIMIT],
    /// `[kind]`
    promotes_tactically: [bool; Kind::LIMIT],
    /// The kinds with the same moves, one bit each, at the first of them; zero at the others. `[kind]`
    alike: [u16; Kind::LIMIT],
    /// `[kind]`
    only_advances: [bool; Kind::LIMIT],
    /// The structure part of each kind. `[kind]`
    structure: [u8; Kind::LIMIT],
    /// Sliding kinds, one bit each.
    sliders: u16,
    hand_kinds: usize,
    drop_kinds: usize,
    /// `[tactical]`
    best_promotion: [Score; 2],
    cheapest: Score,
    has_line_jumpers: bool,
    can_end_by_kings: bool,
}

impl Facts {
    /// # Panics
    /// If the game has more kinds than a [`Kind`] can name.
    #[must_use]
    pub const fn new(spec: &Spec) -> Self {
        let mut facts = Self {
            after: [[spec.king; Kind::LIMIT]; 2],
            before: [spec.king; Kind::LIMIT],
            held: [None; Kind::LIMIT],
            slot: [spec.king; Kind::LIMIT],
            exchange: [0; Kind::LIMIT],
            class: [0; Kind::LIMIT],
            promotion_gain: [0; Kind::LIMIT],
            promotes_tactically: [false; Kind::LIMIT],
            alike: [0; Kind::LIMIT],
            only_advances: [false; Kind::LIMIT],
            structure: [0; Kind::LIMIT],
            sliders: 0,
            hand_kinds: spec.hand_kinds,
            drop_kinds: spec.drop_kinds(),
            best_promotion: [0; 2],
            cheapest: KING_VALUE,
            has_line_jumpers: has_line_jumpers(spec),
            can_end_by_kings: can_end_by_kings(spec),
        };
        let mut i = 0;
        while i < spec.kinds.len() {
            facts.before[i] = Kind::new(i);
            i += 1;
        }
        i = 0;
        while i < spec.kinds.len() {
            facts.fill_kind(spec, i);
            i += 1;
        }
        facts
    }

    const fn fill_kind(&mut self, spec: &Spec, i: usize) {
        let (kind, entry) = (Kind::new(i), &spec.kinds[i]);
        self.after[0][i] = kind;
        self.after[1][i] = kind;
        self.held[i] = entry.captured_as;
        self.slot[i] = spec.slot(kind);
        self.exchange[i] = KING_VALUE;
        if let Some(held) = entry.captured_as {
            self.exchange[i] = entry.value + spec.kind(held).hand_value;
            if self.exchange[i] < self.cheapest {
                self.cheapest = self.exchange[i];
            }
        }
        self.class[i] = class_of(self.exchange[i]);
        if let Some(promoted) = entry.promotes_to {
            self.after[1][i] = promoted;
            self.before[promoted.index()] = kind;
            let gain = spec.kind(promoted).value - entry.value;
            self.promotion_gain[i] = gain;
            let tactical = !spec.turns && gain >= TACTICAL_GAIN;
            self.promotes_tactically[i] = tactical;
            if gain > self.best_promotion[tactical as usize] {
                self.best_promotion[tactical as usize] = gain;
            }
        }
        let mut first = 0;
        while first < i && !move_alike(&spec.kinds[first], entry) {
            first += 1;
        }
        self.alike[first] |= 1 << i;
        self.sliders |= (!entry.slides.is_empty() as u16) << i;
        self.only_advances[i] = only_advances(entry);
        self.structure[i] = entry.structure as u8;
    }

    /// The kind after a move that promotes, if possible, or does not.
    #[inline(always)]
    pub(super) const fn after(&self, kind: Kind, promotes: bool) -> Kind {
        self.after[promotes as usize][kind.index()]
    }

    /// The kind before promotion to this one.
    #[inline(always)]
    pub(super) const fn before(&self, kind: Kind) -> Kind {
        self.before[kind.index()]
    }

    /// The kind in the hand of its captor.
    #[inline(always)]
    pub(super) const fn held(&self, kind: Kind) -> Option<Kind> {
        self.held[kind.index()]
    }

    /// The hand slot that a drop of `kind` uses up.
    #[inline(always)]
    pub(super) const fn slot(&self, kind: Kind) -> Kind {
        if self.drop_kinds == self.hand_kinds { kind } else { self.slot[kind.index()] }
    }

    /// The kinds as which the pieces in `hand` may be dropped, in index order.
    #[inline(always)]
    pub(super) fn droppable(&self, hand: Hand) -> impl Iterator<Item = Kind> {
        (0..self.drop_kinds).map(Kind::new).filter(move |&kind| hand.count(self.slot(kind).index()) > 0)
    }

    /// The kinds that `hand` holds, in index order.
    #[inline(always)]
    pub(super) fn held_in(&self, hand: Hand) -> impl Iterator<Item = Kind> + use<> {
        (0..self.hand_kinds).filter(move |&kind| hand.count(kind) > 0).map(Kind::new)
    }

    /// Value of capturing a piece of this kind: it leaves the board and enters the hand.
    #[inline(always)]
    pub(super) const fn exchange_value(&self, kind: Kind) -> Score {
        self.exchange[kind.index()]
    }

    /// Least exchange value of a piece that can be captured.
    #[inline(always)]
    pub(super) const fn cheapest(&self) -> Score {
        self.cheapest
    }

    /// Class of the kind by its exchange value, 0 for the cheapest, as [`Threats`] count them.
    #[inline(always)]
    pub(super) const fn class(&self, kind: Kind) -> usize {
        self.class[kind.index()] as usize
    }

    /// Gain of promoting a piece; zero for kinds that do not promote, and possibly negative where pieces turn over.
    #[inline(always)]
    pub(super) const fn promotion_gain(&self, kind: Kind) -> Score {
        self.promotion_gain[kind.index()]
    }

    /// True if a promotion of this kind counts as tactical. Turning over never does: the next move undoes it.
    #[inline(always)]
    pub(super) const fn promotes_tactically(&self, kind: Kind) -> bool {
        self.promotes_tactically[kind.index()]
    }

    /// The greatest gain of a promotion, `tactical` or not.
    #[inline(always)]
    pub(super) const fn best_promotion(&self, tactical: bool) -> Score {
        self.best_promotion[tactical as usize]
    }

    /// The kinds that step like this one and neither slide nor promote, so that their moves are generated in one loop;
    /// often the kind alone. One bit each; zero unless this kind is the first of them.
    #[inline(always)]
    pub(super) const fn alike(&self, kind: Kind) -> u16 {
        self.alike[kind.index()]
    }

    /// The sliding kinds, one bit each.
    #[inline(always)]
    pub(super) const fn sliders(&self) -> u16 {
        self.sliders
    }

    /// True if pieces of this kind only step straight forward, so that one shift moves all of them.
    #[inline(always)]
    pub(super) const fn only_advances(&self, kind: Kind) -> bool {
        self.only_advances[kind.index()]
    }

    /// The number of the kind's [`Structure`](super::Structure).
    #[inline(always)]
    pub(super) const fn structure(&self, kind: Kind) -> usize {
        self.structure[kind.index()] as usize
    }

    /// True if some piece jumps along a line, over other pieces.
    #[inline(always)]
    pub(super) const fn has_line_jumpers(&self) -> bool {
        self.has_line_jumpers
    }

    /// True if the game can end by the place or the loss of a king.
    #[inline(always)]
    pub(super) const fn can_end_by_kings(&self) -> bool {
        self.can_end_by_kings
    }
}

/// The kinds of a bit set, in index order.
#[inline(always)]
pub(super) fn kinds_of(mut set: u16) -> impl Iterator<Item = Kind> {
    std::iter::from_fn(move || {
        let kind = (set != 0).then(|| Kind::new(set.trailing_zeros() as usize));
        set &= set.wrapping_sub(1);
        kind
    })
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

const fn only_advances(spec: &KindSpec) -> bool {
    spec.slides.is_empty() && spec.steps.len() == 1 && spec.steps[0].0 == 0 && spec.steps[0].1 == 1
}

const fn has_line_jumpers(spec: &Spec) -> bool {
    let mut kind = 0;
    while kind < spec.kinds.len() {
        let steps = spec.kinds[kind].steps;
        let mut i = 0;
        while i < steps.len() {
            let (right, forward) = (steps[i].0.unsigned_abs(), steps[i].1.unsigned_abs());
            if right + forward > 1 && (right == 0 || forward == 0 || right == forward && right > 1) {
                return true;
            }
            i += 1;
        }
        kind += 1;
    }
    false
}
/// True if the kings alone can end the game before the moves run out.
const fn can_end_by_kings(spec: &Spec) -> bool {
    let mut i = 0;
    while i < spec.entering_king.len() {
        if matches!(spec.entering_king[i], EnteringKing::TryRank) {
            return true;
        }
        i += 1;
    }
    spec.king_capture || spec.check_wins
}
