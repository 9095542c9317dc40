//! The data of a large game.

use super::options::RuleOptions;
use super::piece::Kind;
use super::reserve::Reserve;
use super::toward;
use super::ways::{Way, are_images};
use super::width::Width;
use crate::game::{Assets, CecpGame, GameOption, Handicap, Score};

/// The jumps that cover the second squares of some directions, as bits of the second ring; see
/// [`Width::JUMPS`](super::Width::JUMPS).
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
    /// The name in SFEN of a game whose kinds have names of several letters, without the sign of promotion.
    pub id: &'static str,
    /// The letter in SFEN, upper case, of another game.
    pub letter: u8,
    /// The sign after the letter, for games with more kinds than letters; zero for none.
    pub mark: u8,
    /// A plus sign stands before the letter.
    pub promoted: bool,
    /// Directions of single steps; see [`toward`](super::toward).
    pub steps: u8,
    /// Directions of slides.
    pub slides: u8,
    /// Directions of slides over two squares at most.
    pub short: u8,
    /// Jumps over any piece, as bits of the second ring; see [`leaps`].
    pub jumps: u16,
    pub power: Power,
    /// Ways that chu shogi does not have.
    pub further: &'static [Way],
    /// Decides over which pieces others fly.
    pub rank: u8,
    /// In games with drops no second one of a side may be dropped on a file, and none to mate.
    pub drops_as_pawn: bool,
    /// It burns the enemies beside it at the end of its moves, and those that end theirs there.
    pub burns: bool,
    /// The piece that captures it takes on its promoted nature.
    pub taints: bool,
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
        let ways = |kind: &Self| (kind.steps, kind.slides, kind.short, kind.jumps, kind.power, kind.further);
        ways(self) == ways(other)
    }

    /// True if it moves as the other kind does in a mirror, and promotes where that does.
    fn is_image(&self, other: &Self) -> bool {
        let power = match self.power {
            Power::Lines(directions) => Power::Lines(toward::mirrored(directions)),
            power => power,
        };
        // The second ring has a square between each direction and the next.
        let jumps = self.jumps.reverse_bits().rotate_left(1);
        let plain = [self.steps, self.slides, self.short].map(toward::mirrored);
        (plain, jumps, power) == ([other.steps, other.slides, other.short], other.jumps, other.power)
            && are_images(self.further, other.further)
            && (self.rank, self.burns, self.taints) == (other.rank, other.burns, other.taints)
            && (self.promoted, self.royal, self.lion) == (other.promoted, other.royal, other.lion)
            && self.promotes_to.is_some() == other.promotes_to.is_some()
    }

    /// The letter with its signs, as SFEN writes a piece of Black.
    #[must_use]
    pub fn sfen(&self) -> String {
        if !self.id.is_empty() {
            return format!("{}{}", if self.promoted { "+" } else { "" }, self.id.to_ascii_uppercase());
        }
        let mark = (self.mark != 0).then(|| char::from(self.mark));
        self.promoted.then_some('+').into_iter().chain([char::from(self.letter)]).chain(mark).collect()
    }

    /// The number of classes.
    pub const CLASSES: usize = 14;

    /// The defaults of a kind's fields: a piece that cannot move and has no value.
    pub const PLAIN: Self = Self {
        id: "",
        letter: b'?',
        mark: 0,
        promoted: false,
        steps: 0,
        slides: 0,
        short: 0,
        jumps: 0,
        power: Power::None,
        further: &[],
        rank: 0,
        drops_as_pawn: false,
        burns: false,
        taints: false,
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

/// The worth of a piece in hand beyond that on the board.
const HAND_BONUS: Score = 30;

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
    /// Read from the roster by [`Ruleset::new`](super::Ruleset::new) in games that have one.
    pub kinds: &'static [KindSpec],
    /// The table of the pieces of a game whose kinds have names of several letters; empty in others.
    pub roster: &'static str,
    /// Number of kinds that can be held in hand, which come first; zero in games without drops.
    pub hand_kinds: usize,
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
    pub const MOST_SQUARES: usize = 16 * 16;
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

    /// The kind with a name of several letters, in any case.
    #[must_use]
    pub fn kind_of_id(&self, id: &str, promoted: bool) -> Option<Kind> {
        let named = |kind: &KindSpec| kind.promoted == promoted && kind.id.eq_ignore_ascii_case(id);
        self.kinds.iter().position(named).map(Kind::new)
    }

    /// The kind with this one's moves in a mirror, the first of several: itself, except for pieces with different left
    /// and right sides. None if the game has no such kind.
    #[must_use]
    pub fn mirrored(&self, kind: Kind) -> Option<Kind> {
        let all = (0..self.kinds.len()).map(Kind::new);
        std::iter::once(kind).chain(all).find(|&other| self.kind(kind).is_image(self.kind(other)))
    }

    /// The kind as which a captured piece is held; none in games without drops, and for royal pieces.
    #[must_use]
    pub fn held_as(&self, kind: Kind) -> Option<Kind> {
        let unpromoted = self.kinds.iter().position(|other| other.promotes_to == Some(kind)).map_or(kind, Kind::new);
        Some(unpromoted).filter(|held| held.index() < self.hand_kinds)
    }

    /// Centipawns of a piece in hand, which may go where it is needed.
    #[must_use]
    pub fn hand_value(&self, kind: Kind) -> Score {
        self.kind(kind).value + HAND_BONUS
    }

    /// The number of squares.
    #[must_use]
    #[inline(always)]
    pub const fn area(&self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// Checks the data against the assumptions of the kernel.
    pub(super) fn check<W: Width>(&self) {
        assert!(self.files.max(self.ranks) <= W::LONGEST, "the board is too large");
        for (index, kind) in self.kinds.iter().enumerate() {
            let named = match kind.id {
                "" => self.kind_called(kind.letter, kind.mark, kind.promoted),
                id => self.kind_of_id(id, kind.promoted),
            };
            assert!(W::EXTRA_MOVEMENT || kind.further.is_empty(), "a way that the narrow kernel does not have");
            assert!(named == Some(Kind::new(index)), "two kinds of one name");
            assert!(usize::from(kind.class) < KindSpec::CLASSES, "no such class");
            let doubly = kind.power != Power::None && kind.promotes_to.is_some();
            assert!(W::EXTRA_MOVEMENT || !doubly, "a double move would promote");
        }
        if self.hand_kinds > 0 {
            self.check_drops::<W>();
        }
    }

    /// Checks the data of a game with drops: its moves capture on their target alone.
    fn check_drops<W: Width>(&self) {
        assert!(W::EXTRA_MOVEMENT, "the narrow kernel has no drops");
        assert!(self.hand_kinds <= Reserve::KINDS, "too many kinds for a hand");
        assert!(self.area() + self.hand_kinds <= Self::TABLED_SQUARES, "history tables have no room for drops");
        for (index, kind) in self.kinds.iter().enumerate() {
            let is_plain = kind.further.iter().all(|way| matches!(way, Way::Line { .. }));
            assert!(
                is_plain && kind.power == Power::None && !kind.burns && !kind.taints,
                "effects in a game with drops"
            );
            assert!((index < self.hand_kinds) != (kind.promoted || kind.royal), "the kinds that are held come first");
        }
    }
}
