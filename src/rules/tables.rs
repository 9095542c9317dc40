//! Tables of a game's board and pieces, computed before the game starts.

use super::{Decline, Kind, Spec};
use crate::board::{Bitboard, Color, Square, neighbours};
use crate::game::Hand;

/// Look-up tables of one game.
pub struct Tables {
    board: Bitboard,
    /// `[color]`
    zone: [Bitboard; 2],
    /// Single moves. `[color][kind][square]`
    steps: [[[Bitboard; Square::COUNT]; Kind::LIMIT]; 2],
    /// All moves on an empty board. `[color][kind][square]`
    reach: [[[Bitboard; Square::COUNT]; Kind::LIMIT]; 2],
    /// One bit for each kind that reaches `square` from `from` on an empty board. `[color][square][from]`
    reachers: [[[u16; Square::COUNT]; Square::COUNT]; 2],
    /// Squares from which any kind reaches the square on an empty board. `[color][square]`
    sources: [[Bitboard; Square::COUNT]; 2],
    /// Squares from which a piece attacks the square with no square between them. `[color][square][kind]`
    contact: [[[Bitboard; Kind::LIMIT]; Square::COUNT]; 2],
    /// Squares from which a piece may attack a neighbour of a king's square, or give check by contact, promoting or
    /// not. `[color][square][kind]`
    vicinity: [[[Bitboard; Kind::LIMIT]; Square::COUNT]; 2],
    /// Squares on which a piece of the kind may not stand, since it would have no move. `[color][kind]`
    dead: [[Bitboard; Kind::LIMIT]; 2],
    /// Targets on which promoting, if possible, is always at least as good. `[color][kind]`
    pointless: [[Bitboard; Kind::LIMIT]; 2],
}

impl Tables {
    #[must_use]
    pub const fn new(spec: &Spec) -> Self {
        check_kinds(spec);
        let mut tables = Self {
            board: Bitboard::EMPTY,
            zone: [Bitboard::EMPTY; 2],
            steps: [[[Bitboard::EMPTY; Square::COUNT]; Kind::LIMIT]; 2],
            reach: [[[Bitboard::EMPTY; Square::COUNT]; Kind::LIMIT]; 2],
            reachers: [[[0; Square::COUNT]; Square::COUNT]; 2],
            sources: [[Bitboard::EMPTY; Square::COUNT]; 2],
            contact: [[[Bitboard::EMPTY; Kind::LIMIT]; Square::COUNT]; 2],
            vicinity: [[[Bitboard::EMPTY; Kind::LIMIT]; Square::COUNT]; 2],
            dead: [[Bitboard::EMPTY; Kind::LIMIT]; 2],
            pointless: [[Bitboard::EMPTY; Kind::LIMIT]; 2],
        };
        let mut i = 0;
        while i < Square::COUNT {
            if let Some(square) = Square::from_index(i)
                && spec.on_board(square)
            {
                tables.board = tables.board.with(square);
                if square.rank() < spec.zone_ranks {
                    tables.zone[0] = tables.zone[0].with(square);
                    tables.zone[1] = tables.zone[1].with(spec.rotate(square));
                }
            }
            i += 1;
        }
        let mut kind = 0;
        while kind < spec.kinds.len() {
            tables.fill_kind(spec, kind, Color::Black);
            tables.fill_kind(spec, kind, Color::White);
            kind += 1;
        }
        tables.fill_contact(spec, Color::Black);
        tables.fill_contact(spec, Color::White);
        tables
    }

    /// Fills `contact` and `vicinity` from the moves of all kinds, which must be complete.
    const fn fill_contact(&mut self, spec: &Spec, color: Color) {
        let (c, other) = (color.index(), color.opponent().index());
        let mut i = 0;
        while let Some(square) = Square::from_index(i) {
            let mut kind = 0;
            while kind < spec.kinds.len() {
                let near = self.reach[other][kind][i].and(neighbours(square));
                self.contact[c][i][kind] = near.or(self.steps[other][kind][i]);
                kind += 1;
            }
            kind = 0;
            while kind < spec.kinds.len() {
                let mut targets = self.contact[c][i][kind].or(self.steps[other][spec.king.index()][i]);
                if let Some(promoted) = spec.kinds[kind].promotes_to {
                    targets = targets.or(self.contact[c][i][promoted.index()]);
                }
                while let Some(target) = targets.first() {
                    targets = targets.without(Bitboard::EMPTY.with(target));
                    self.vicinity[c][i][kind] = self.vicinity[c][i][kind].or(self.reach[other][kind][target.index()]);
                }
                kind += 1;
            }
            i += 1;
        }
    }

    const fn fill_kind(&mut self, spec: &Spec, kind: usize, color: Color) {
        let c = color.index();
        let mut i = 0;
        while i < Square::COUNT {
            if let Some(square) = Square::from_index(i)
                && spec.on_board(square)
            {
                let steps = steps_from(spec, kind, color, square);
                let reach = steps.or(slides_from(spec, kind, color, square));
                self.steps[c][kind][i] = steps;
                self.reach[c][kind][i] = reach;
                let mut rest = reach;
                while let Some(to) = rest.first() {
                    rest = rest.without(Bitboard::EMPTY.with(to));
                    self.reachers[c][to.index()][i] |= 1 << kind;
                    self.sources[c][to.index()] = self.sources[c][to.index()].with(square);
                }
                if reach.is_empty() && !spec.dead_drops {
                    self.dead[c][kind] = self.dead[c][kind].with(square);
                }
            }
            i += 1;
        }
        self.pointless[c][kind] = match spec.kinds[kind].decline {
            Decline::Useful => Bitboard::EMPTY,
            Decline::Pointless => self.board,
            Decline::PointlessNearEnd => match color {
                Color::Black => Bitboard::rank(1),
                Color::White => Bitboard::rank(spec.ranks - 2),
            },
        };
    }

    #[must_use]
    #[inline(always)]
    pub const fn board(&self) -> Bitboard {
        self.board
    }

    /// The promotion zone of `color`, which is also its camp to enter: the far ranks.
    #[must_use]
    #[inline(always)]
    pub const fn zone(&self, color: Color) -> Bitboard {
        self.zone[color.index()]
    }

    #[must_use]
    #[inline(always)]
    pub const fn steps(&self, kind: Kind, color: Color, square: Square) -> Bitboard {
        self.steps[color.index()][kind.index()][square.index()]
    }

    #[must_use]
    #[inline(always)]
    pub const fn reach(&self, kind: Kind, color: Color, square: Square) -> Bitboard {
        self.reach[color.index()][kind.index()][square.index()]
    }

    /// True if `kind` of `color` on `from` reaches `square` on an empty board.
    #[must_use]
    #[inline(always)]
    pub const fn reaches(&self, kind: Kind, color: Color, from: Square, square: Square) -> bool {
        self.reachers[color.index()][square.index()][from.index()] >> kind.index() & 1 != 0
    }

    /// The kinds of `color` that reach `square` on an empty board, one bit each. `[from]`
    #[must_use]
    #[inline(always)]
    pub const fn reachers(&self, color: Color, square: Square) -> &[u16; Square::COUNT] {
        &self.reachers[color.index()][square.index()]
    }

    /// Squares from which any kind of `color` reaches `square` on an empty board.
    #[must_use]
    #[inline(always)]
    pub const fn sources(&self, color: Color, square: Square) -> Bitboard {
        self.sources[color.index()][square.index()]
    }

    /// Squares from which `kind` of `color` attacks `square` with no square between them.
    #[must_use]
    #[inline(always)]
    pub const fn contact(&self, kind: Kind, color: Color, square: Square) -> Bitboard {
        self.contact[color.index()][square.index()][kind.index()]
    }

    /// Squares from which a piece of `color` may attack a neighbour of `square`, or give check by contact, promoting or
    /// not. `[kind]`
    #[must_use]
    #[inline(always)]
    pub const fn vicinity(&self, color: Color, square: Square) -> &[Bitboard; Kind::LIMIT] {
        &self.vicinity[color.index()][square.index()]
    }

    #[must_use]
    #[inline(always)]
    pub const fn dead(&self, kind: Kind, color: Color) -> Bitboard {
        self.dead[color.index()][kind.index()]
    }

    #[must_use]
    #[inline(always)]
    pub const fn pointless_to_decline(&self, kind: Kind, color: Color) -> Bitboard {
        self.pointless[color.index()][kind.index()]
    }
}

/// # Panics
/// If the kinds contradict an assumption of the kernel.
const fn check_kinds(spec: &Spec) {
    assert!(spec.hand_kinds <= Hand::KINDS && spec.drop_kinds() <= spec.kinds.len());
    assert!(spec.kinds.len() + spec.drop_kinds() <= Spec::MOST_KINDS);
    assert!(!spec.turns || spec.zone_ranks == spec.ranks);
    let mut i = 0;
    while i < spec.kinds.len() {
        if i < spec.drop_kinds() {
            assert!(matches!(spec.kinds[i].captured_as, Some(held) if held.index() < spec.hand_kinds));
        }
        let mut other = 0;
        while other < i {
            let same = matches!((spec.kinds[i].promotes_to, spec.kinds[other].promotes_to),
                (Some(one), Some(two)) if one.index() == two.index());
            assert!(!same, "two kinds promote to the same, so that no move could be taken back");
            other += 1;
        }
        i += 1;
    }
}

/// The square at (right, forward) from the side of `color`.
const fn target(spec: &Spec, color: Color, square: Square, vector: (i8, i8)) -> Option<Square> {
    let (right, forward) = vector;
    let reached = match color {
        Color::Black => square.offset(-right, -forward),
        Color::White => square.offset(right, forward),
    };
    match reached {
        Some(square) if spec.on_board(square) => Some(square),
        _ => None,
    }
}

const fn steps_from(spec: &Spec, kind: usize, color: Color, square: Square) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut i = 0;
    while i < spec.kinds[kind].steps.len() {
        if let Some(to) = target(spec, color, square, spec.kinds[kind].steps[i]) {
            set = set.with(to);
        }
        i += 1;
    }
    set
}

const fn slides_from(spec: &Spec, kind: usize, color: Color, square: Square) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut i = 0;
    while i < spec.kinds[kind].slides.len() {
        let slide = spec.kinds[kind].slides[i];
        let (files, ranks) = slide.direction.seen_by(color).step();
        let mut here = square;
        let mut distance = 0;
        while distance < slide.range {
            match here.offset(files, ranks) {
                Some(next) if spec.on_board(next) => {
                    set = set.with(next);
                    here = next;
                }
                _ => break,
            }
            distance += 1;
        }
        i += 1;
    }
    set
}
