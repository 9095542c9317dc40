//! The data of a game of the family.

use super::names::KindNames;
use super::options::{EnteringKing, RuleOptions};
use super::{Kind, KindSpec, Pattern};
use crate::board::{Color, Square};
use crate::game::{Assets, CecpGame, GameOption, Handicap, Solver};
use crate::kernel::RepetitionRule;

/// A game of the family, as data.
#[derive(Clone, Copy)]
pub struct Spec {
    /// The name under which the protocol and the command line know the game.
    pub name: &'static str,
    pub files: u8,
    pub ranks: u8,
    /// The kinds in the order of [`Kind`]: held kinds first, at most 15 in all.
    pub kinds: &'static [KindSpec],
    /// The first `hand_kinds` kinds can be held.
    pub hand_kinds: usize,
    /// The next `other_faces` kinds are other faces that may be dropped; a drop uses up the piece that they are
    /// captured as.
    pub other_faces: usize,
    pub king: Kind,
    /// Pieces of each kind that a position may have beyond a full set: problems of small games use several sets.
    pub spare: u8,
    /// Ranks from the far side that make up the promotion zone and the camp of entering king.
    pub zone_ranks: u8,
    /// Every possible promotion is obligatory by default.
    pub forced_promotion: bool,
    /// The rules of entering king to choose from, the usual one first; empty without any.
    pub entering_king: &'static [EnteringKing],
    /// A piece turns over with each move on the board, to its promoted face and back. Such a game has the whole board
    /// for its promotion zone.
    pub turns: bool,
    /// A piece may be dropped, and stand, where it can never move.
    pub dead_drops: bool,
    /// A king may be left attacked and is captured like any other piece, which ends the game. The search still keeps
    /// kings safe: giving one up is never better.
    pub king_capture: bool,
    /// A piece with a piece of its own side directly behind it moves as that one does instead of as itself. It promotes
    /// and is captured as itself.
    pub borrows: bool,
    /// A side that is put in check has lost.
    pub check_wins: bool,
    pub repetition: RepetitionRule,
    /// The even start, in SFEN.
    pub start: &'static str,
    pub handicaps: &'static [Handicap],
    /// Fairy-Stockfish's letters of the kinds, in their order: an upper-case letter, possibly behind a plus sign. Empty
    /// if it uses the usual ones.
    pub fairy: &'static [&'static str],
    /// Other names of the game; see [`Playable::aliases`](crate::game::Playable::aliases).
    pub aliases: &'static [&'static str],
    /// The game in the protocol of `XBoard`; none if no program has a name for it.
    pub cecp: Option<CecpGame>,
    /// Rules for the user to choose. The first choice of each agrees with the other fields.
    pub options: &'static [GameOption<RuleOptions>],
    /// Bench positions, opening book and network of the program.
    pub assets: Assets,
    /// The solver of the game; see [`Playable::solver`](crate::game::Playable::solver).
    pub solver: Option<&'static dyn Solver>,
    /// Names of the pieces in records, in the order of [`Spec::kinds`]; empty for a game without records.
    pub names: &'static [KindNames],
    /// Titles of the game in the field 手合割 of KIF files, the one to write first. Empty if that field names the handicap
    /// alone, 平手 for none.
    pub titles: &'static [&'static str],
    /// The named openings and castles, described by the places of pieces.
    pub formations: &'static [Pattern],
}

impl Spec {
    /// Upper bound of the kinds of a game, droppable faces counted twice: shogi has that many.
    pub const MOST_KINDS: usize = 21;

    /// The defaults of a game's fields.
    pub const PLAIN: Self = Self {
        name: "",
        files: 9,
        ranks: 9,
        kinds: &[],
        hand_kinds: 0,
        other_faces: 0,
        king: Kind::new(0),
        spare: 0,
        zone_ranks: 0,
        forced_promotion: false,
        entering_king: &[],
        turns: false,
        dead_drops: false,
        king_capture: false,
        borrows: false,
        check_wins: false,
        repetition: RepetitionRule::FOURFOLD_DRAW,
        start: "",
        handicaps: &[],
        fairy: &[],
        aliases: &[],
        cecp: None,
        options: &[],
        assets: Assets::NONE,
        solver: None,
        names: &[],
        titles: &[],
        formations: &[],
    };

    /// The entry of a kind.
    ///
    /// # Panics
    /// If the game has no such kind.
    #[must_use]
    #[inline(always)]
    pub const fn kind(&self, kind: Kind) -> &'static KindSpec {
        &self.kinds[kind.index()]
    }

    /// The hand slot that a drop of `kind` uses up; [`Facts`](super::Facts) has it faster.
    #[must_use]
    pub const fn slot(&self, kind: Kind) -> Kind {
        if kind.index() < self.hand_kinds || kind.index() >= self.kinds.len() {
            return kind;
        }
        match self.kind(kind).captured_as {
            Some(held) if self.other_faces > 0 => held,
            _ => kind,
        }
    }

    /// The kind with this one's moves in a mirror, the first of several: itself, except for pieces with different left
    /// and right sides.
    ///
    /// # Panics
    /// If the game has no such kind.
    #[must_use]
    pub const fn mirrored(&self, kind: Kind) -> Kind {
        let mut image = kind;
        let mut other = 0;
        // A kind that is its own image stays itself, though others may move alike.
        while other < self.kinds.len() && !is_image(self.kind(kind), self.kind(image)) {
            image = Kind::new(other);
            other += 1;
        }
        image
    }

    /// The unpromoted kind with this upper-case letter.
    #[must_use]
    pub fn kind_called(&self, letter: u8) -> Option<Kind> {
        self.kinds.iter().position(|kind| kind.letter == letter && !kind.promoted).map(Kind::new)
    }

    /// Number of kinds that may be dropped, which are the first ones.
    #[must_use]
    #[inline(always)]
    pub const fn drop_kinds(&self) -> usize {
        self.hand_kinds + self.other_faces
    }

    /// All kinds.
    #[inline(always)]
    pub fn all_kinds(&self) -> impl DoubleEndedIterator<Item = Kind> + use<> {
        (0..self.kinds.len()).map(Kind::new)
    }

    /// The kinds that can be held.
    #[inline(always)]
    pub fn held_kinds(&self) -> impl DoubleEndedIterator<Item = Kind> + use<> {
        (0..self.hand_kinds).map(Kind::new)
    }

    /// The game's own rules, in force unless the user chooses others.
    #[must_use]
    pub const fn usual_options(&self) -> RuleOptions {
        RuleOptions {
            entering_king: match self.entering_king {
                [usual, ..] => *usual,
                [] => EnteringKing::None,
            },
            max_moves: 0,
            forced_promotion: self.forced_promotion,
            repetition: self.repetition,
        }
    }

    /// The names of a kind, if the game has any.
    #[must_use]
    pub fn names_of(&self, kind: Kind) -> Option<&'static KindNames> {
        self.names.get(kind.index())
    }

    /// The sign of a kind on a board: kanji, or letters on request or in a game without names.
    #[must_use]
    pub fn face(&self, kind: Kind, letters: bool) -> String {
        match self.names_of(kind) {
            Some(names) if !letters => names.diagram.to_owned(),
            _ => self.letter(kind),
        }
    }

    /// The sign of a kind on a board without kanji: its western name if that is a single letter, as in moves, or else
    /// its letter in SFEN.
    fn letter(&self, kind: Kind) -> String {
        let spec = self.kind(kind);
        let western = self.names_of(kind).map_or("", |names| names.western);
        match western.trim_start_matches('+') {
            single if single.len() == 1 => western.to_owned(),
            _ => format!("{}{}", if spec.promoted { "+" } else { "" }, char::from(spec.letter)),
        }
    }

    /// True if a square of the grid lies on the board.
    #[must_use]
    #[inline(always)]
    pub const fn on_board(&self, square: Square) -> bool {
        square.file() < self.files && square.rank() < self.ranks
    }

    /// The squares of the board.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (files, ranks) = (self.files, self.ranks);
        Square::all().filter(move |square| square.file() < files && square.rank() < ranks)
    }

    /// The square turned by 180 degrees within the board.
    ///
    /// # Panics
    /// If the square is not on the board.
    #[must_use]
    #[inline(always)]
    pub const fn rotate(&self, square: Square) -> Square {
        Square::new(self.files - 1 - square.file(), self.ranks - 1 - square.rank())
    }

    /// The square in a mirror that exchanges left and right within the board.
    ///
    /// # Panics
    /// If the square is not on the board.
    #[must_use]
    #[inline(always)]
    pub const fn mirror(&self, square: Square) -> Square {
        Square::new(self.files - 1 - square.file(), square.rank())
    }

    /// The square from the side of `color`: its own first rank is the last of the board, as Black's is.
    ///
    /// # Panics
    /// If the square is not on the board.
    #[must_use]
    #[inline(always)]
    pub const fn seen_by(&self, color: Color, square: Square) -> Square {
        match color {
            Color::Black => square,
            Color::White => self.rotate(square),
        }
    }
}

/// True if one kind moves as the other does in a mirror.
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
