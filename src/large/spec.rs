//! The data of a large game.

use super::geometry::LONGEST;
use super::options::RuleOptions;
use super::piece::Kind;
use crate::game::{Assets, CecpGame, GameOption, Handicap, Score};

/// Directions as bits: ahead, then clockwise, from the piece's own side.
pub mod toward {
    pub const AHEAD: u8 = 1;
    pub const AHEAD_RIGHT: u8 = 1 << 1;
    pub const RIGHT: u8 = 1 << 2;
    pub const BACK_RIGHT: u8 = 1 << 3;
    pub const BACK: u8 = 1 << 4;
    pub const BACK_LEFT: u8 = 1 << 5;
    pub const LEFT: u8 = 1 << 6;
    pub const AHEAD_LEFT: u8 = 1 << 7;
    pub const VERTICAL: u8 = AHEAD | BACK;
    pub const SIDEWAYS: u8 = LEFT | RIGHT;
    pub const ORTHOGONAL: u8 = VERTICAL | SIDEWAYS;
    pub const AHEAD_DIAGONAL: u8 = AHEAD_LEFT | AHEAD_RIGHT;
    pub const DIAGONAL: u8 = AHEAD_DIAGONAL | BACK_LEFT | BACK_RIGHT;
    pub const ALL: u8 = ORTHOGONAL | DIAGONAL;
}

/// The jumps that cover the second squares of some directions, as bits of [`super::geometry::JUMPS`].
#[must_use]
pub const fn leaps(directions: u8) -> u16 {
    let mut jumps = 0;
    let mut direction = 0;
    while direction < 8 {
        if directions >> direction & 1 != 0 {
            jumps |= 1 << (2 * direction);
        }
        direction += 1;
    }
    jumps
}

/// Continuation of a first step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Power {
    /// None.
    None,
    /// Straight on or back, in these directions.
    Lines(u8),
    /// Anywhere: the lion.
    Lion,
}

/// Promotion on the last rank, beyond the general rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastRank {
    /// Nothing more.
    Nothing,
    /// By any move, as a pawn: it could not move again.
    Pawn,
    /// By any move under rules that say so, as a lance.
    Lance,
}

/// The part of a position's structure that a kind belongs to, for history tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    None,
    Pawn,
    Guard,
    Major,
}

/// A kind of piece.
#[derive(Clone, Copy, Debug)]
pub struct KindSpec {
    /// The letter in SFEN, upper case.
    pub letter: u8,
    /// The sign after the letter, for games with more kinds than letters; zero for none.
    pub mark: u8,
    /// A plus sign stands before the letter.
    pub promoted: bool,
    /// Directions of single steps; see [`toward`].
    pub steps: u8,
    /// Directions of slides.
    pub slides: u8,
    /// Directions of slides over two squares at most.
    pub short: u8,
    /// Jumps over any piece, as bits of the second ring; see [`leaps`].
    pub jumps: u16,
    pub power: Power,
    pub promotes_to: Option<Kind>,
    /// The game is lost with the last such piece.
    pub royal: bool,
    /// The rules on trading lions apply to it.
    pub lion: bool,
    /// It is too small to free a lion that captures it first, and counts for nothing against a bare king.
    pub minor: bool,
    pub last_rank: LastRank,
    pub structure: Structure,
    /// Kinds of one class share history entries; there are [`Self::CLASSES`] classes.
    pub class: u8,
    /// Centipawns.
    pub value: Score,
    pub names: Names,
}

/// The names of a kind.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    pub english: &'static str,
    /// Letters of western notation.
    pub western: &'static str,
    /// One or two characters, in diagrams.
    pub diagram: &'static str,
    /// The name in moves.
    pub japanese: &'static str,
    /// Other names in Japanese texts.
    pub synonyms: &'static [&'static str],
}

impl Names {
    /// The names in Japanese texts.
    pub fn all(&self) -> impl Iterator<Item = &'static str> + use<> {
        [self.diagram, self.japanese].into_iter().chain(self.synonyms.iter().copied())
    }
}

impl KindSpec {
    /// True if both kinds move alike.
    #[must_use]
    pub fn moves_as(&self, other: &Self) -> bool {
        let ways = |kind: &Self| (kind.steps, kind.slides, kind.short, kind.jumps, kind.power);
        ways(self) == ways(other)
    }

    /// The letter with its signs, as SFEN writes a piece of Black.
    #[must_use]
    pub fn sfen(&self) -> String {
        let mark = (self.mark != 0).then(|| char::from(self.mark));
        self.promoted.then_some('+').into_iter().chain([char::from(self.letter)]).chain(mark).collect()
    }

    /// The number of classes.
    pub const CLASSES: usize = 14;

    /// The defaults of a kind's fields: a piece that cannot move and has no value.
    pub const PLAIN: Self = Self {
        letter: b'?',
        mark: 0,
        promoted: false,
        steps: 0,
        slides: 0,
        short: 0,
        jumps: 0,
        power: Power::None,
        promotes_to: None,
        royal: false,
        lion: false,
        minor: false,
        last_rank: LastRank::Nothing,
        structure: Structure::None,
        class: 0,
        value: 0,
        names: Names { english: "", western: "", diagram: "", japanese: "", synonyms: &[] },
    };
}

/// A game.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    /// The game in the protocol of `XBoard`; none if no program has a name for it.
    pub cecp: Option<CecpGame>,
    /// The title in Japanese records.
    pub title: &'static str,
    pub files: u8,
    pub ranks: u8,
    pub kinds: &'static [KindSpec],
    /// Ranks at the far end where pieces promote.
    pub zone_ranks: u8,
    pub start: &'static str,
    pub handicaps: &'static [Handicap],
    pub usual: RuleOptions,
    pub options: &'static [GameOption<RuleOptions>],
    /// Plies after which a game of self-play is drawn.
    pub longest_selfplay: usize,
    pub assets: Assets,
}

impl Spec {
    /// Upper bound of a board's squares.
    pub const MOST_SQUARES: usize = LONGEST as usize * LONGEST as usize;
    /// Upper bound of the squares with indices of their own in history tables, as many as chu shogi has. Further
    /// squares of larger boards share indices.
    pub const TABLED_SQUARES: usize = 144;

    #[must_use]
    #[inline(always)]
    pub const fn kind(&self, kind: Kind) -> &'static KindSpec {
        &self.kinds[kind.index()]
    }

    /// The kind with a letter, in any case, and the sign behind it.
    #[must_use]
    pub fn kind_called(&self, letter: u8, mark: u8, promoted: bool) -> Option<Kind> {
        let name = (letter.to_ascii_uppercase(), mark, promoted);
        self.kinds.iter().position(|kind| (kind.letter, kind.mark, kind.promoted) == name).map(Kind::new)
    }

    /// The number of squares.
    #[must_use]
    #[inline(always)]
    pub const fn area(&self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// Checks the data against the assumptions of the kernel.
    pub(super) fn check(&self) {
        assert!(self.files.max(self.ranks) <= LONGEST, "the board is too large");
        for (index, kind) in self.kinds.iter().enumerate() {
            let named = self.kind_called(kind.letter, kind.mark, kind.promoted);
            assert!(named == Some(Kind::new(index)), "two kinds of one name");
            assert!(usize::from(kind.class) < KindSpec::CLASSES, "no such class");
            assert!(kind.power == Power::None || kind.promotes_to.is_none(), "a double move would promote");
        }
    }
}
