//! Texts, handicaps, rules and pieces of a game.

use super::errors::any_error;
use super::{AnyIllegality, AnyMove, AnyPosition, AnySfenError};
use crate::game::{
    Cell, Game, GameMove, Handicap, KindFace, MoveBits, MoveError, Playable, RuleOption, SfenMode, Solver, Strides, Way,
};
use crate::variants::{Kernel, Variant};
use crate::with_any_game;
use crate::{large, rules};

impl Variant {
    /// The even start.
    ///
    /// # Panics
    /// If the start position of the game cannot be read.
    #[must_use]
    pub fn start(self) -> AnyPosition {
        with_any_game!(self, game => game.start().into())
    }

    /// The handicap with this English name, in any letter case, or this Japanese name.
    #[must_use]
    pub fn handicap(self, name: &str) -> Option<&'static Handicap> {
        with_any_game!(self, game => game.handicap(name))
    }

    /// The cells of the board, file by file.
    #[doc(hidden)]
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let (files, ranks) = (self.files(), self.ranks());
        (0..files).flat_map(move |file| (0..ranks).map(move |rank| Cell { file, rank }))
    }

    /// Reads the name of a square in USI.
    #[doc(hidden)]
    #[must_use]
    pub fn read_cell(self, text: &str) -> Option<Cell> {
        Cell::read(text, [self.files(), self.ranks()])
    }

    /// True if the kinds have names.
    #[must_use]
    pub const fn is_named(self) -> bool {
        match self.kernel() {
            Kernel::Drops(variant) => !variant.spec().names.is_empty(),
            Kernel::Large(_) | Kernel::Wide(_) => true,
        }
    }

    /// Reads a position, under the usual rules and without history.
    ///
    /// # Errors
    /// If the text is not a position of the game.
    pub fn read_sfen(self, text: &str, mode: SfenMode) -> Result<AnyPosition, AnySfenError> {
        with_any_game!(self, game => Ok(game.read_sfen(text, mode)?.into()))
    }

    /// Reads a move in USI notation, legal or not.
    ///
    /// # Errors
    /// If the text is not a move of the game.
    pub fn read_move(self, text: &str) -> Result<AnyMove, MoveError<AnyIllegality>> {
        with_any_game!(self, game => game.read_move(text).map(AnyMove::new).map_err(any_error))
    }

    /// The move with these bits, as training records store it, legal or not; none if no move of the game has them.
    #[doc(hidden)]
    #[must_use]
    pub fn move_of_bits(self, bits: u64) -> Option<AnyMove> {
        fn of_bits<G: Game>(_: G, bits: u64) -> Option<AnyMove> {
            let bits = <<G::Move as GameMove>::Bits as MoveBits>::truncated(bits);
            G::Move::from_bits(bits).map(AnyMove::new)
        }
        with_any_game!(self, game => of_bits(game, bits))
    }

    /// Writes a move in USI notation.
    ///
    /// # Panics
    /// Perhaps, if the move is one of another game.
    #[must_use]
    pub fn usi(self, m: AnyMove) -> String {
        with_any_game!(self, game => game.usi(m.of_kernel()).to_string())
    }

    /// Other names of the game. Letter case, blanks, hyphens and underscores do not matter in any of them.
    #[must_use]
    pub fn aliases(self) -> &'static [&'static str] {
        with_any_game!(self, game => game.aliases())
    }

    /// The named start positions with pieces missing.
    #[must_use]
    pub fn handicaps(self) -> &'static [Handicap] {
        with_any_game!(self, game => game.handicaps())
    }

    /// The rules that a user may choose.
    #[must_use]
    pub fn options(self) -> Vec<RuleOption> {
        with_any_game!(self, game => game.options())
    }

    /// Plies after which a game of self-play is drawn.
    #[doc(hidden)]
    #[must_use]
    pub fn longest_selfplay(self) -> usize {
        with_any_game!(self, game => game.longest_selfplay())
    }

    /// The solver of the game, if it can be solved.
    #[doc(hidden)]
    #[must_use]
    pub fn solver(self) -> Option<&'static dyn Solver> {
        with_any_game!(self, game => game.solver())
    }

    /// True if [`Dialect::Fairy`](crate::game::Dialect::Fairy) writes positions and moves of the game differently.
    #[doc(hidden)]
    #[must_use]
    pub fn speaks_fairy(self) -> bool {
        with_any_game!(self, game => game.speaks_fairy())
    }

    /// The move in the turned position that corresponds to `m`.
    #[doc(hidden)]
    #[must_use]
    pub fn turned_move(self, m: AnyMove) -> AnyMove {
        with_any_game!(self, game => AnyMove::new(game.turned_move(m.of_kernel())))
    }

    /// Number of files.
    #[must_use]
    pub const fn files(self) -> u8 {
        match self.kernel() {
            Kernel::Drops(variant) => variant.spec().files,
            Kernel::Large(variant) => variant.spec().files,
            Kernel::Wide(variant) => variant.spec().files,
        }
    }

    /// Number of ranks.
    #[must_use]
    pub const fn ranks(self) -> u8 {
        match self.kernel() {
            Kernel::Drops(variant) => variant.spec().ranks,
            Kernel::Large(variant) => variant.spec().ranks,
            Kernel::Wide(variant) => variant.spec().ranks,
        }
    }

    /// Number of ranks at the far end where pieces promote.
    #[doc(hidden)]
    #[must_use]
    pub const fn zone_ranks(self) -> u8 {
        match self.kernel() {
            Kernel::Drops(variant) => variant.spec().zone_ranks,
            Kernel::Large(variant) => variant.spec().zone_ranks,
            Kernel::Wide(variant) => variant.spec().zone_ranks,
        }
    }

    /// Number of kinds, promoted ones included.
    #[doc(hidden)]
    #[must_use]
    pub fn kinds(self) -> usize {
        match self.kernel() {
            Kernel::Drops(variant) => variant.spec().kinds.len(),
            Kernel::Large(variant) => variant.spec().kinds.len(),
            Kernel::Wide(variant) => variant.game().spec().kinds.len(),
        }
    }

    /// Number of kinds that can be held in hand; they come first.
    #[doc(hidden)]
    #[must_use]
    pub const fn held_kinds(self) -> usize {
        match self.kernel() {
            Kernel::Drops(variant) => variant.spec().hand_kinds,
            Kernel::Large(variant) => variant.spec().hand_kinds,
            Kernel::Wide(variant) => variant.spec().hand_kinds,
        }
    }

    /// True if the first check wins the game.
    #[doc(hidden)]
    #[must_use]
    pub const fn check_wins(self) -> bool {
        match self.kernel() {
            Kernel::Drops(variant) => variant.spec().check_wins,
            Kernel::Large(_) | Kernel::Wide(_) => false,
        }
    }

    /// The names and letters of a kind.
    #[doc(hidden)]
    #[must_use]
    pub fn face(self, kind: usize) -> KindFace {
        with_any_game!(self, game => game.face(kind))
    }

    /// The kind that moves as this one does in a mirror, itself for most; none if the game has no such kind.
    #[doc(hidden)]
    #[must_use]
    pub fn mirrored(self, kind: usize) -> Option<usize> {
        match self.kernel() {
            Kernel::Drops(variant) => Some(variant.spec().mirrored(rules::Kind::new(kind)).index()),
            Kernel::Large(variant) => variant.spec().mirrored(large::Kind::new(kind)).map(large::Kind::index),
            Kernel::Wide(variant) => variant.game().spec().mirrored(large::Kind::new(kind)).map(large::Kind::index),
        }
    }

    /// True if the game is lost with the last piece of this kind and of others like it.
    #[doc(hidden)]
    #[must_use]
    pub fn is_royal(self, kind: usize) -> bool {
        match self.kernel() {
            Kernel::Drops(variant) => variant.spec().king.index() == kind,
            Kernel::Large(variant) => variant.spec().kind(large::Kind::new(kind)).royal,
            Kernel::Wide(variant) => variant.game().spec().kind(large::Kind::new(kind)).royal,
        }
    }

    /// The moves of a kind.
    #[doc(hidden)]
    #[must_use]
    pub fn strides(self, kind: usize) -> Strides {
        with_any_game!(self, game => game.strides(kind))
    }

    /// The kind that a kind becomes by promotion.
    #[doc(hidden)]
    #[must_use]
    pub fn promotion(self, kind: usize) -> Option<usize> {
        with_any_game!(self, game => game.promotion(kind))
    }

    /// The kind that becomes this one by promotion, the first of several.
    #[doc(hidden)]
    #[must_use]
    pub fn unpromoted(self, kind: usize) -> Option<usize> {
        (0..self.kinds()).find(|&origin| self.promotion(origin) == Some(kind))
    }

    /// The cells that a move leaves and reaches.
    #[doc(hidden)]
    #[must_use]
    pub fn way(self, m: AnyMove) -> Way {
        match self.kernel() {
            Kernel::Drops(_) => m.of_kernel::<rules::Move>().way(),
            Kernel::Large(_) => m.of_kernel::<large::Move<large::Narrow>>().way(),
            Kernel::Wide(_) => m.of_kernel::<large::Move<large::Wide>>().way(),
        }
    }
}
