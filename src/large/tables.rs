//! Tables computed from a game's data before it starts.

use super::geometry::{Square, SquareSet};
use super::piece::{Kind, Piece};
use super::reach::Reach;
use super::roster;
use super::spec::{KindSpec, LastRank, Power, Spec, Structure, leaps};
use super::toward;
use super::ways::Way;
use super::width::{JUMPS_AHEAD, STEPS_AHEAD, Width};
use crate::board::Color;
use crate::game::hash::{mix, spread};
use crate::game::{PieceFeature, Score};
use once_cell::sync::OnceCell;
use std::fmt;
use std::marker::PhantomData;

/// Movement of a piece, in the directions of Black.
#[derive(Clone, Copy, Debug, Default)]
pub struct Movement {
    pub jumps: u16,
    /// Jumps, and the second squares of short slides.
    pub leaps: u16,
    pub steps: u8,
    pub slides: u8,
    /// Directions of slides over two squares at most.
    pub short: u8,
    /// Directions of lion power on a line, all of them for the lion's own.
    pub lines: u8,
}

impl Movement {
    /// True if it has the lion's own power.
    #[inline(always)]
    pub const fn roams(self) -> bool {
        self.lines == toward::ALL
    }

    /// True if a jump passes over a square that must be empty.
    #[inline(always)]
    pub const fn needs_empty(self, jump: usize) -> bool {
        self.short != 0 && jump.is_multiple_of(2) && self.short >> (jump / 2) & 1 != 0
    }
}

/// Movement of a piece beyond that of chu shogi, in the directions of Black.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExtraMovement {
    pub further: &'static [Way],
    /// Directions of [`Way::Double`].
    pub doubles: u8,
    /// Directions of [`Way::Igui`].
    pub iguis: u8,
    /// Several of its ways may reach the same square.
    pub overlaps: bool,
}

/// Properties of a piece under the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct PieceTraits {
    pub value: Score,
    /// The worth of its capture: its value, and in games with drops that in the captor's hand.
    pub gain: Score,
    /// Its promoted piece, [`Piece::NONE`] for none.
    pub promoted: Piece,
    pub royal: bool,
    pub lion: bool,
    pub minor: bool,
    /// Ranks at the far end where it cannot move. A piece with any never retreats, so that no position recurs after its
    /// moves.
    pub stuck: u8,
    pub pawn: bool,
    pub lance: bool,
    /// Declining to promote is never better than promoting.
    pub pointless_to_decline: bool,
    /// It has any of [`Movement::leaps`].
    pub leaps: bool,
    pub structure: Option<usize>,
    pub class: u8,
    /// Decides over which pieces others fly.
    pub rank: u8,
    pub burns: bool,
    pub is_promoted: bool,
    /// The piece that its captor becomes, of either side; [`Piece::NONE`] for none.
    pub taint: Piece,
}

impl Default for Piece {
    fn default() -> Self {
        Self::NONE
    }
}

/// A game's data with the tables computed from them.
pub struct Ruleset<W: Width> {
    width: PhantomData<W>,
    pub spec: Spec,
    /// The number of squares.
    pub(super) area: usize,
    /// `[piece]`
    pub(super) movements: [Movement; Piece::COUNT],
    /// `[piece]`
    pub(super) piece_traits: [PieceTraits; Piece::COUNT],
    /// Of the wide kernel alone. `[piece]`
    extra_movements: Vec<ExtraMovement>,
    /// Squares in the zone where a piece must promote, since it could not move on from there; of the wide kernel alone.
    /// `[piece]`
    dead_ends: Vec<Vec<Square<W>>>,
    /// Some piece burns others.
    pub(super) burns: bool,
    /// Some piece passes its nature on.
    pub(super) taints: bool,
    /// The kinds as which captured pieces are held. `[kind]`
    held_as: Vec<Option<Kind>>,
    /// `[piece]`
    reaches: [Reach; Piece::COUNT],
    /// Random numbers by [`Ruleset::place`]; of the narrow kernel alone.
    keys: Vec<u64>,
    /// Random numbers of squares where the last move captured a lion.
    ban_keys: Vec<u64>,
    /// The most squares on which pieces of a side can be stuck.
    pub(super) most_stuck: u32,
    /// The most moves of a piece or its promoted form; of the narrow kernel alone. `[piece]`
    most_moves: [usize; Piece::COUNT],
    /// For Black the first cell beyond the zone, for White the first cell of it. `[color]`
    zone: [usize; 2],
    /// The same of the last rank. `[color]`
    last_rank: [usize; 2],
    /// The usual reading of the table of pieces, if this is another.
    usual: Option<&'static Self>,
    /// Further readings, in the usual one.
    readings: OnceCell<Vec<(&'static str, Box<Self>)>>,
}

/// The random number of a place.
#[inline]
const fn random_key(place: usize) -> u64 {
    mix(spread(place as u64 + 1))
}

/// The key of White to move.
pub(super) const SIDE: u64 = mix(spread(0x4348_5553_484f));

impl<W: Width> Ruleset<W> {
    /// Computes the tables of the data.
    ///
    /// # Panics
    /// If the data contradict an assumption of the kernel.
    #[must_use]
    pub fn new(mut spec: Spec) -> Box<Self> {
        if !spec.roster.is_empty() {
            spec.kinds = roster::read(spec.roster, "", spec.hand_kinds > 0);
        }
        Self::of(&spec, None)
    }

    /// The tables in a reading of the pieces; the usual one has no name.
    ///
    /// # Panics
    /// If there is no such reading.
    pub(super) fn reading(&'static self, name: &str) -> &'static Self {
        let usual = self.usual.unwrap_or(self);
        if name.is_empty() {
            return usual;
        }
        let readings = usual.readings.get_or_init(|| {
            let table = usual.spec.roster;
            let kinds = |name| roster::read(table, name, usual.spec.hand_kinds > 0);
            let read = |name| Self::of(&Spec { kinds: kinds(name), ..usual.spec }, Some(usual));
            roster::readings(table).map(|name| (name, read(name))).collect()
        });
        &readings.iter().find(|(known, _)| *known == name).expect("a reading of the table").1
    }

    fn of(spec: &Spec, usual: Option<&'static Self>) -> Box<Self> {
        spec.check::<W>();
        let mut movements = [Movement::default(); Piece::COUNT];
        let mut piece_traits = [PieceTraits::default(); Piece::COUNT];
        for (index, kind) in spec.kinds.iter().enumerate() {
            for color in Color::ALL {
                let piece = Piece::new(color, Kind::new(index));
                movements[piece.index()] = movement(kind, color);
                piece_traits[piece.index()] = traits(spec, Kind::new(index), color);
            }
        }
        let mut reaches = [Reach::NOTHING; Piece::COUNT];
        for (index, reach) in reaches.iter_mut().enumerate() {
            let (movement, promoted) = (movements[index], movements[piece_traits[index].promoted.index()]);
            *reach = Reach::new(movement.steps, movement.jumps, movement.leaps | promoted.leaps != 0);
        }
        let places = if W::EXTRA_MOVEMENT { 0 } else { 2 * spec.kinds.len() * W::CELLS };
        let keys = (0..places).map(random_key).collect();
        let ban_keys = (0..W::CELLS).map(|cell| mix(spread((1 << 32) + cell as u64))).collect();
        let far_ranks = |n: u8| [Square::<W>::new(0, n).index(), Square::<W>::new(0, spec.ranks - n).index()];
        let (zone, last_rank) = (far_ranks(spec.zone_ranks), far_ranks(1));
        let stuck_ranks = piece_traits.iter().map(|traits| traits.stuck).max().unwrap_or_default();
        let mut ruleset = Box::new(Self {
            width: PhantomData,
            spec: *spec,
            area: spec.area(),
            movements,
            piece_traits,
            extra_movements: if W::EXTRA_MOVEMENT { extra_movements(spec) } else { Vec::new() },
            dead_ends: Vec::new(),
            burns: spec.kinds.iter().any(|kind| kind.burns),
            taints: spec.kinds.iter().any(|kind| kind.taints),
            held_as: (0..spec.kinds.len()).map(|kind| spec.held_as(Kind::new(kind))).collect(),
            reaches,
            keys,
            ban_keys,
            most_stuck: u32::from(stuck_ranks) * u32::from(spec.files),
            most_moves: [0; Piece::COUNT],
            zone,
            last_rank,
            usual,
            readings: OnceCell::new(),
        });
        if W::EXTRA_MOVEMENT {
            ruleset.dead_ends = ruleset.find_dead_ends();
        } else {
            ruleset.most_moves = ruleset.count_most_moves();
        }
        ruleset
    }

    fn find_dead_ends(&self) -> Vec<Vec<Square<W>>> {
        let mut dead_ends = vec![Vec::new(); Piece::COUNT];
        for index in 0..self.spec.kinds.len() {
            for piece in Color::ALL.map(|color| Piece::new(color, Kind::new(index))) {
                let ends = |&square: &Square<W>| self.in_zone(piece.color(), square) && !self.leads_on(piece, square);
                if !self.traits(piece).promoted.is_none() {
                    dead_ends[piece.index()] = self.squares().filter(ends).collect();
                }
            }
        }
        dead_ends
    }

    /// True if a piece has a move from a square of the empty board.
    fn leads_on(&self, piece: Piece, from: Square<W>) -> bool {
        let movement = self.movement(piece);
        let (files, ranks) = (i16::from(self.spec.files), i16::from(self.spec.ranks));
        let is_inside = |(right, ahead): (i16, i16), n: u8| {
            let file = i16::from(from.file()) - right * i16::from(n);
            let rank = i16::from(from.rank()) - ahead * i16::from(n);
            (0..files).contains(&file) && (0..ranks).contains(&rank)
        };
        let along = |directions: u8, first: u8| {
            (0..8).any(|direction: usize| directions >> direction & 1 != 0 && is_inside(STEPS_AHEAD[direction], first))
        };
        let by_way = |way: &Way| match *way {
            Way::Line { directions, first, .. } => along(directions, first),
            Way::Over { directions, .. }
            | Way::Hook { directions }
            | Way::RangeJump { directions, .. }
            | Way::RangeCapture { directions } => along(directions, 1),
            Way::Double { .. } | Way::Igui { .. } => false,
            Way::Area { .. } | Way::Anywhere => true,
        };
        along(movement.steps | movement.slides, 1)
            || (0..16).any(|jump: usize| movement.jumps >> jump & 1 != 0 && is_inside(JUMPS_AHEAD[jump], 1))
            || self.further(piece).iter().any(by_way)
    }

    fn count_most_moves(&self) -> [usize; Piece::COUNT] {
        let mut board = SquareSet::EMPTY;
        self.squares().for_each(|square| board.insert(square));
        let anywhere = |piece| board.iter().map(|from| self.moves_alone(piece, from, &board)).max().unwrap_or_default();
        let mut most = [0; Piece::COUNT];
        for index in 0..self.spec.kinds.len() {
            for piece in Color::ALL.map(|color| Piece::new(color, Kind::new(index))) {
                let promoted = self.traits(piece).promoted;
                let own = if promoted.is_none() { anywhere(piece) } else { 2 * anywhere(piece) };
                most[piece.index()] = own.max(anywhere(promoted));
            }
        }
        most
    }

    /// Upper bound of a piece's moves anywhere: those on the empty board, and all additions by lion power.
    fn moves_alone(&self, piece: Piece, from: Square<W>, board: &SquareSet<W>) -> usize {
        let movement = self.movement(piece);
        let slide = |direction: usize| {
            (1..=i16::from(W::LONGEST)).take_while(|&n| board.contains(from.offset(n * W::STEPS[direction]))).count()
        };
        let slides: usize = (0..8).filter(|direction| movement.slides >> direction & 1 != 0).map(slide).sum();
        let double = if movement.roams() { 8 * 8 + 1 } else { movement.lines.count_ones() as usize * 2 + 1 };
        slides + (movement.steps.count_ones() + movement.leaps.count_ones()) as usize + double
    }

    /// The most moves of a piece or its promoted form.
    pub(super) const fn most_moves(&self, piece: Piece) -> usize {
        self.most_moves[piece.index()]
    }

    #[inline(always)]
    pub(super) const fn movement(&self, piece: Piece) -> Movement {
        self.movements[piece.index()]
    }

    #[inline(always)]
    pub(super) fn extra_movement(&self, piece: Piece) -> &ExtraMovement {
        &self.extra_movements[piece.index()]
    }

    /// The further ways of a piece.
    #[inline(always)]
    pub(super) fn further(&self, piece: Piece) -> &'static [Way] {
        if W::EXTRA_MOVEMENT { self.extra_movements[piece.index()].further } else { &[] }
    }

    #[inline(always)]
    pub(super) const fn reach(&self, piece: Piece) -> &Reach {
        &self.reaches[piece.index()]
    }

    #[inline(always)]
    pub(super) const fn traits(&self, piece: Piece) -> &PieceTraits {
        &self.piece_traits[piece.index()]
    }

    /// The number of a piece on a square, from zero.
    #[must_use]
    #[inline(always)]
    pub const fn place(piece: Piece, square: Square<W>) -> usize {
        (piece.kind().index() * 2 + piece.color() as usize) * W::CELLS + square.index()
    }

    /// The number of a piece on a square of a narrow board, as networks count.
    #[must_use]
    #[inline(always)]
    pub const fn feature(piece: Piece, square: Square<W>) -> PieceFeature {
        debug_assert!(!W::EXTRA_MOVEMENT);
        PieceFeature(Self::place(piece, square) as u16)
    }

    /// The piece and the square of such a number.
    #[must_use]
    #[inline(always)]
    pub const fn piece_of(feature: PieceFeature) -> (Piece, Square<W>) {
        let (number, cell) = (feature.0 as usize / W::CELLS, feature.0 as usize % W::CELLS);
        let color = if number % 2 == 0 { Color::Black } else { Color::White };
        (Piece::new(color, Kind::new(number / 2)), Square::from_index(cell as u16))
    }

    #[inline(always)]
    pub(super) fn key(&self, piece: Piece, square: Square<W>) -> u64 {
        let place = Self::place(piece, square);
        // A table of a giant board would take ten megabytes, and reading it would take longer than this.
        if W::EXTRA_MOVEMENT { random_key(place) } else { self.keys[place] }
    }

    /// The kind as which a captured piece is held, in a game with drops.
    #[inline]
    pub(super) fn held_as(&self, captured: Piece) -> Option<Kind> {
        self.held_as[captured.kind().index()]
    }

    /// The key of a piece that a side holds as its `number`th one of the kind.
    #[inline]
    pub(super) const fn hand_key(piece: Piece, number: u8) -> u64 {
        mix(spread((1 << 33) + ((piece.index() as u64) << 8) + number as u64))
    }

    /// The key of a square where a lion was captured; zero for none.
    #[inline(always)]
    pub(super) fn ban_key(&self, ban: Option<Square<W>>) -> u64 {
        ban.map_or(0, |square| self.ban_keys[square.index()])
    }

    /// The index of a square among those of the board.
    #[inline(always)]
    pub(super) const fn dense(&self, square: Square<W>) -> usize {
        square.rank() as usize * self.spec.files as usize + square.file() as usize
    }

    /// The squares of the board, rank by rank.
    pub fn squares(&self) -> impl Iterator<Item = Square<W>> + use<W> {
        let (files, ranks) = (self.spec.files, self.spec.ranks);
        (0..ranks).flat_map(move |rank| (0..files).map(move |file| Square::new(file, rank)))
    }

    /// The rank of a square from its own side: zero is the far end.
    #[must_use]
    #[inline(always)]
    pub const fn ranks_to_go(&self, color: Color, square: Square<W>) -> u8 {
        match color {
            Color::Black => square.rank(),
            Color::White => self.spec.ranks - 1 - square.rank(),
        }
    }

    /// True if a piece cannot move from a square, now or ever, without promotion.
    #[must_use]
    #[inline(always)]
    pub fn is_stuck(&self, piece: Piece, square: Square<W>) -> bool {
        if W::EXTRA_MOVEMENT {
            return self.dead_ends[piece.index()].contains(&square);
        }
        self.ranks_to_go(piece.color(), square) < self.traits(piece).stuck
    }

    /// True if a square lies in the promotion zone of a side.
    #[must_use]
    #[inline(always)]
    pub const fn in_zone(&self, color: Color, square: Square<W>) -> bool {
        (square.index() < self.zone[color as usize]) == matches!(color, Color::Black)
    }

    #[must_use]
    #[inline(always)]
    pub const fn on_last_rank(&self, color: Color, square: Square<W>) -> bool {
        (square.index() < self.last_rank[color as usize]) == matches!(color, Color::Black)
    }
}

impl<W: Width> fmt::Debug for Ruleset<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Ruleset").field(&self.spec.name).finish()
    }
}

fn movement(kind: &KindSpec, color: Color) -> Movement {
    let turn = |directions: u8| if color == Color::Black { directions } else { directions.rotate_left(4) };
    let lines = match kind.power {
        Power::Lines(directions) => directions,
        Power::Lion => toward::ALL,
        Power::None => 0,
    };
    let turn_jumps = |jumps: u16| if color == Color::Black { jumps } else { jumps.rotate_left(8) };
    Movement {
        jumps: turn_jumps(kind.jumps),
        leaps: turn_jumps(kind.jumps | leaps(kind.short)),
        steps: turn(kind.steps | kind.short),
        slides: turn(kind.slides),
        short: turn(kind.short),
        lines: turn(lines),
    }
}

fn extra_movements(spec: &Spec) -> Vec<ExtraMovement> {
    let mut extra_movements = vec![ExtraMovement::default(); Piece::COUNT];
    for (index, kind) in spec.kinds.iter().enumerate() {
        let turned: &'static [Way] = kind.further.iter().map(|way| way.turned()).collect::<Vec<_>>().leak();
        let alike = kind.slides & (kind.short | kind.steps) != 0 || kind.jumps != 0 && kind.slides | kind.short != 0;
        for (color, further) in [(Color::Black, kind.further), (Color::White, turned)] {
            let mut extra = ExtraMovement { further, ..ExtraMovement::default() };
            extra.overlaps = !further.is_empty() || kind.power != Power::None || alike;
            for way in further {
                match way {
                    Way::Double { directions } => extra.doubles |= directions,
                    Way::Igui { directions } => extra.iguis |= directions,
                    _ => {}
                }
            }
            extra_movements[Piece::new(color, Kind::new(index)).index()] = extra;
        }
    }
    extra_movements
}

fn traits(spec: &Spec, own: Kind, color: Color) -> PieceTraits {
    let kind = spec.kind(own);
    let better = kind.promotes_to.is_some_and(|promoted| {
        let promoted = spec.kind(promoted);
        let covers = |wide: u8, narrow: u8| narrow & !wide == 0;
        covers(promoted.steps | promoted.short | promoted.slides, kind.steps | kind.short)
            && covers(promoted.slides, kind.slides)
            && covers(promoted.slides | promoted.short, kind.short)
            && kind.jumps & !promoted.jumps == 0
            && (!promoted.lion || kind.lion)
            && (kind.power == Power::None && kind.further.is_empty())
    });
    PieceTraits {
        value: kind.value,
        gain: kind.value + spec.held_as(own).map_or(0, |held| spec.hand_value(held)),
        promoted: kind.promotes_to.map_or(Piece::NONE, |promoted| Piece::new(color, promoted)),
        royal: kind.royal,
        lion: kind.lion,
        minor: kind.minor,
        stuck: stuck(kind),
        pawn: kind.last_rank == LastRank::Pawn,
        lance: kind.last_rank == LastRank::Lance,
        pointless_to_decline: better,
        leaps: kind.jumps != 0 || kind.short != 0,
        structure: match kind.structure {
            Structure::None => None,
            Structure::Pawn => Some(0),
            Structure::Guard => Some(1),
            Structure::Major => Some(2),
        },
        class: kind.class,
        rank: kind.rank,
        burns: kind.burns,
        is_promoted: kind.promoted,
        taint: if kind.taints { Piece::new(color, kind.promotes_to.unwrap_or(own)) } else { Piece::NONE },
    }
}

/// The least number of ranks that a kind advances by each of its moves; zero if some moves do not advance.
fn stuck(kind: &KindSpec) -> u8 {
    let steps = STEPS_AHEAD.iter().enumerate().filter(|(d, _)| (kind.steps | kind.short | kind.slides) >> d & 1 != 0);
    let jumps = JUMPS_AHEAD.iter().enumerate().filter(|(j, _)| kind.jumps >> j & 1 != 0);
    let further = kind.further.iter().filter_map(|way| way.least_advance());
    steps.chain(jumps).map(|(_, &(_, ahead))| ahead).chain(further).min().map_or(0, |least| least.max(0) as u8)
}
