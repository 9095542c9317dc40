//! Tables computed from a game's data before it starts.

use super::geometry::{CELLS, JUMPS, LONGEST, STEPS, Square, SquareSet};
use super::piece::{Kind, Piece};
use super::reach::Reach;
use super::spec::{KindSpec, LastRank, Power, Spec, Structure, leaps, toward};
use crate::board::Color;
use crate::game::hash::{mix, spread};
use crate::game::{PieceFeature, Score};
use std::fmt;

/// Movement of a piece, in the directions of Black.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gait {
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

impl Gait {
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

/// Properties of a piece under the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nature {
    pub value: Score,
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
    /// It has any of [`Gait::leaps`].
    pub leaps: bool,
    pub structure: Option<usize>,
    pub class: u8,
}

impl Default for Piece {
    fn default() -> Self {
        Self::NONE
    }
}

/// A game's data with the tables computed from them.
pub struct Ruleset {
    pub spec: Spec,
    /// The number of squares.
    pub(super) area: usize,
    /// `[piece]`
    pub(super) gaits: [Gait; Piece::COUNT],
    /// `[piece]`
    pub(super) natures: [Nature; Piece::COUNT],
    /// `[piece]`
    reaches: [Reach; Piece::COUNT],
    /// Random numbers by [`Ruleset::feature`].
    keys: Vec<u64>,
    /// Random numbers of squares where the last move captured a lion.
    ban_keys: [u64; CELLS],
    /// The most squares on which pieces of a side can be stuck.
    pub(super) most_stuck: u32,
    /// The most moves of a piece or its promoted form. `[piece]`
    most_moves: [usize; Piece::COUNT],
    /// For Black the first cell beyond the zone, for White the first cell of it. `[color]`
    zone: [usize; 2],
    /// The same of the last rank. `[color]`
    last_rank: [usize; 2],
}

/// The key of White to move.
pub(super) const SIDE: u64 = mix(spread(0x4348_5553_484f));

impl Ruleset {
    /// Computes the tables of the data.
    ///
    /// # Panics
    /// If the data contradict an assumption of the kernel.
    #[must_use]
    pub fn new(spec: Spec) -> Box<Self> {
        spec.check();
        let mut gaits = [Gait::default(); Piece::COUNT];
        let mut natures = [Nature::default(); Piece::COUNT];
        for (index, kind) in spec.kinds.iter().enumerate() {
            for color in Color::ALL {
                let piece = Piece::new(color, Kind::new(index));
                gaits[piece.index()] = gait(kind, color);
                natures[piece.index()] = nature(&spec, kind, color);
            }
        }
        let mut reaches = [Reach::NOTHING; Piece::COUNT];
        for (index, reach) in reaches.iter_mut().enumerate() {
            let (gait, promoted) = (gaits[index], gaits[natures[index].promoted.index()]);
            *reach = Reach::new(gait.steps, gait.jumps, gait.leaps | promoted.leaps != 0);
        }
        let random = |from: u64| move |n: usize| mix(spread(from + n as u64));
        let features = 2 * spec.kinds.len() * CELLS;
        let keys = (1..=features).map(random(0)).collect();
        let ban_keys = std::array::from_fn(random(1 << 32));
        let far_ranks = |n: u8| [Square::new(0, n).index(), Square::new(0, spec.ranks - n).index()];
        let (zone, last_rank) = (far_ranks(spec.zone_ranks), far_ranks(1));
        let stuck_ranks = natures.iter().map(|nature| nature.stuck).max().unwrap_or_default();
        let mut ruleset = Box::new(Self {
            spec,
            area: spec.area(),
            gaits,
            natures,
            reaches,
            keys,
            ban_keys,
            most_stuck: u32::from(stuck_ranks) * u32::from(spec.files),
            most_moves: [0; Piece::COUNT],
            zone,
            last_rank,
        });
        ruleset.most_moves = ruleset.count_most_moves();
        ruleset
    }

    fn count_most_moves(&self) -> [usize; Piece::COUNT] {
        let mut board = SquareSet::EMPTY;
        self.squares().for_each(|square| board.insert(square));
        let anywhere = |piece| board.iter().map(|from| self.moves_alone(piece, from, &board)).max().unwrap_or_default();
        let mut most = [0; Piece::COUNT];
        for index in 0..self.spec.kinds.len() {
            for piece in Color::ALL.map(|color| Piece::new(color, Kind::new(index))) {
                let promoted = self.nature(piece).promoted;
                let own = if promoted.is_none() { anywhere(piece) } else { 2 * anywhere(piece) };
                most[piece.index()] = own.max(anywhere(promoted));
            }
        }
        most
    }

    /// Upper bound of a piece's moves anywhere: those on the empty board, and all additions by lion power.
    fn moves_alone(&self, piece: Piece, from: Square, board: &SquareSet) -> usize {
        let gait = self.gait(piece);
        let slide = |direction: usize| {
            (1..=i16::from(LONGEST)).take_while(|&n| board.contains(from.offset(n * STEPS[direction]))).count()
        };
        let slides: usize = (0..8).filter(|direction| gait.slides >> direction & 1 != 0).map(slide).sum();
        let double = if gait.roams() { 8 * 8 + 1 } else { gait.lines.count_ones() as usize * 2 + 1 };
        slides + (gait.steps.count_ones() + gait.leaps.count_ones()) as usize + double
    }

    /// The most moves of a piece or its promoted form.
    pub(super) const fn most_moves(&self, piece: Piece) -> usize {
        self.most_moves[piece.index()]
    }

    #[inline(always)]
    pub(super) const fn gait(&self, piece: Piece) -> Gait {
        self.gaits[piece.index()]
    }

    #[inline(always)]
    pub(super) const fn reach(&self, piece: Piece) -> &Reach {
        &self.reaches[piece.index()]
    }

    #[inline(always)]
    pub(super) const fn nature(&self, piece: Piece) -> &Nature {
        &self.natures[piece.index()]
    }

    /// The number of a piece on a square.
    #[must_use]
    #[inline(always)]
    pub const fn feature(piece: Piece, square: Square) -> PieceFeature {
        PieceFeature(((piece.kind().index() * 2 + piece.color() as usize) * CELLS + square.index()) as u16)
    }

    /// The piece and the square of a number.
    #[must_use]
    #[inline(always)]
    pub const fn piece_of(feature: PieceFeature) -> (Piece, Square) {
        let (number, cell) = (feature.0 as usize / CELLS, feature.0 as usize % CELLS);
        let color = if number % 2 == 0 { Color::Black } else { Color::White };
        (Piece::new(color, Kind::new(number / 2)), Square::from_index(cell as u16))
    }

    #[inline(always)]
    pub(super) fn key(&self, piece: Piece, square: Square) -> u64 {
        self.keys[usize::from(Self::feature(piece, square).0)]
    }

    /// The key of a square where a lion was captured; zero for none.
    #[inline(always)]
    pub(super) fn ban_key(&self, ban: Option<Square>) -> u64 {
        ban.map_or(0, |square| self.ban_keys[square.index()])
    }

    /// The index of a square among those of the board.
    #[inline(always)]
    pub(super) const fn dense(&self, square: Square) -> usize {
        square.rank() as usize * self.spec.files as usize + square.file() as usize
    }

    /// The squares of the board, rank by rank.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (files, ranks) = (self.spec.files, self.spec.ranks);
        (0..ranks).flat_map(move |rank| (0..files).map(move |file| Square::new(file, rank)))
    }

    /// The rank of a square from its own side: zero is the far end.
    #[must_use]
    #[inline(always)]
    pub const fn ranks_to_go(&self, color: Color, square: Square) -> u8 {
        match color {
            Color::Black => square.rank(),
            Color::White => self.spec.ranks - 1 - square.rank(),
        }
    }

    /// True if a piece cannot move from a square, now or ever, without promotion.
    #[must_use]
    #[inline(always)]
    pub const fn is_stuck(&self, piece: Piece, square: Square) -> bool {
        self.ranks_to_go(piece.color(), square) < self.nature(piece).stuck
    }

    /// True if a square lies in the promotion zone of a side.
    #[must_use]
    #[inline(always)]
    pub const fn in_zone(&self, color: Color, square: Square) -> bool {
        (square.index() < self.zone[color as usize]) == matches!(color, Color::Black)
    }

    #[must_use]
    #[inline(always)]
    pub const fn on_last_rank(&self, color: Color, square: Square) -> bool {
        (square.index() < self.last_rank[color as usize]) == matches!(color, Color::Black)
    }
}

impl fmt::Debug for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Ruleset").field(&self.spec.name).finish()
    }
}

fn gait(kind: &KindSpec, color: Color) -> Gait {
    let turn = |directions: u8| if color == Color::Black { directions } else { directions.rotate_left(4) };
    let lines = match kind.power {
        Power::Lines(directions) => directions,
        Power::Lion => toward::ALL,
        Power::None => 0,
    };
    let turn_jumps = |jumps: u16| if color == Color::Black { jumps } else { jumps.rotate_left(8) };
    Gait {
        jumps: turn_jumps(kind.jumps),
        leaps: turn_jumps(kind.jumps | leaps(kind.short)),
        steps: turn(kind.steps | kind.short),
        slides: turn(kind.slides),
        short: turn(kind.short),
        lines: turn(lines),
    }
}

fn nature(spec: &Spec, kind: &KindSpec, color: Color) -> Nature {
    let better = kind.promotes_to.is_some_and(|promoted| {
        let promoted = spec.kind(promoted);
        let covers = |wide: u8, narrow: u8| narrow & !wide == 0;
        covers(promoted.steps | promoted.short | promoted.slides, kind.steps | kind.short)
            && covers(promoted.slides, kind.slides)
            && covers(promoted.slides | promoted.short, kind.short)
            && kind.jumps & !promoted.jumps == 0
            && (!promoted.lion || kind.lion)
    });
    Nature {
        value: kind.value,
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
    }
}

/// The least number of ranks that a kind advances by each of its moves; zero if some moves do not advance.
fn stuck(kind: &KindSpec) -> u8 {
    let stride = -STEPS[0];
    let row = |distance: i16| (stride / 2 - distance).div_euclid(stride);
    let steps = (0..8).filter(|d| (kind.steps | kind.short | kind.slides) >> d & 1 != 0).map(|d: usize| STEPS[d]);
    let jumps = (0..16).filter(|j| kind.jumps >> j & 1 != 0).map(|j: usize| JUMPS[j]);
    steps.chain(jumps).map(row).min().map_or(0, |least| least.max(0) as u8)
}
