//! The data that makes a game of the family.

use super::names::KindNames;
use super::options::{EnteringKing, RepetitionRule, RuleOptions};
use super::{Kind, KindSpec, Pattern};
use crate::board::{Color, Square};
use crate::game::{Assets, CecpGame, GameOption, Handicap, Solver};

/// A game of the family, as data.
#[derive(Clone, Copy)]
pub struct Spec {
    /// The name under which the protocol and the command line know the game.
    pub name: &'static str,
    pub files: u8,
    pub ranks: u8,
    /// The kinds in the order of [`Kind`]: held kinds first, at most 15 in all.
    pub kinds: &'static [KindSpec],
    /// Kinds that can be held: the first so many.
    pub hand_kinds: usize,
    /// Kinds that cannot be held, and as which held pieces may be dropped all the same, since they are the other faces
    /// of those: the next so many. Dropping them spends what they are captured as.
    pub other_faces: usize,
    pub king: Kind,
    /// Pieces of each kind that a position may have beyond a full set: problems of small games use more than one set.
    pub spare: u8,
    /// Ranks from the far side that make up the promotion zone and the camp of entering king.
    pub zone_ranks: u8,
    /// Whether every possible promotion must be made unless the game is told otherwise.
    pub forced_promotion: bool,
    /// The rules of entering king that may be chosen, the usual one first; empty where there is none.
    pub entering_king: &'static [EnteringKing],
    /// Whether a piece turns over with each move on the board, to the kind it promotes to and from there back. Such a
    /// game has the whole board for its promotion zone.
    pub turns: bool,
    /// Whether a piece may be dropped, and stand, where it can never move.
    pub dead_drops: bool,
    /// Whether a king may be left attacked and is captured like any other piece, which ends the game. The search still
    /// keeps kings safe: giving one up is never better.
    pub king_capture: bool,
    /// Whether a piece with a piece of its own side directly behind it moves as that one does and not as itself. It
    /// promotes and is captured as itself.
    pub borrows: bool,
    /// Whether a side that is put in check has lost.
    pub check_wins: bool,
    pub repetition: RepetitionRule,
    /// The even start, in SFEN.
    pub start: &'static str,
    pub handicaps: &'static [Handicap],
    /// What Fairy-Stockfish calls the kinds, in their order: an upper-case letter, behind a plus sign or not. Empty where
    /// it calls them as everybody does.
    pub fairy: &'static [&'static str],
    /// Other names of the game; see [`Playable::aliases`](crate::game::Playable::aliases).
    pub aliases: &'static [&'static str],
    /// The game in the protocol of `XBoard`; none where nobody has a name for it.
    pub cecp: Option<CecpGame>,
    /// The rules that a user may choose. The first choice of each is what the other fields say.
    pub options: &'static [GameOption<RuleOptions>],
    /// What comes with the program: bench positions, opening book, network.
    pub assets: Assets,
    /// How the game is solved; see [`Playable::solver`](crate::game::Playable::solver).
    pub solver: Option<&'static dyn Solver>,
    /// What records call the pieces, in the order of [`Spec::kinds`]; empty where no records are kept of the game.
    pub names: &'static [KindNames],
    /// What the field 手合割 of KIF files calls the game, the title that is written first. Empty where that field names the
    /// handicap alone, 平手 for none.
    pub titles: &'static [&'static str],
    /// The openings and castles that players have names for, told by where pieces stand.
    pub formations: &'static [Pattern],
}

impl Spec {
    /// The most kinds that a game may have, those as which pieces are dropped counted again: shogi has so many.
    pub const MOST_KINDS: usize = 21;

    /// What a game has unless its entry says otherwise.
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

    /// The kind as which a hand counts a piece that is dropped as `kind`; see [`Facts`](super::Facts), which answers faster.
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

    /// The kind that moves as this one does in a mirror, the first of several: itself, but for pieces whose left and right
    /// differ.
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

    /// Kinds as which a piece may be dropped: the first so many.
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

    /// The rules of the game itself, in force unless the user chooses others.
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

    /// What a board shows of a kind: kanji, or letters where those are asked for or the game has no names.
    #[must_use]
    pub fn face(&self, kind: Kind, letters: bool) -> String {
        match self.names_of(kind) {
            Some(names) if !letters => names.diagram.to_owned(),
            _ => self.letter(kind),
        }
    }

    /// What a board without kanji shows of a kind: its western name where that is a single letter, which moves have too,
    /// else its letter in SFEN.
    fn letter(&self, kind: Kind) -> String {
        let spec = self.kind(kind);
        let western = self.names_of(kind).map_or("", |names| names.western);
        match western.trim_start_matches('+') {
            single if single.len() == 1 => western.to_owned(),
            _ => format!("{}{}", if spec.promoted { "+" } else { "" }, char::from(spec.letter)),
        }
    }

    /// Whether a square of the grid lies on the board.
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

    /// The square as `color` sees it: its own first rank is the last of the board, as Black's is.
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
