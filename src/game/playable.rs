//! The contract for playing a game, by people and programs.

use super::{
    Declaration, Dialect, Formation, Game, Hands, ImpasseCount, Packed, RuleChoices, RuleOption, Solver, Tactic,
    Verdict,
};
use crate::board::Color;
use crate::words::InLanguage;
use std::error::Error;
use std::fmt::{self, Debug};

/// A start position with pieces missing, by name.
#[derive(Clone, Copy, Debug)]
pub struct Handicap {
    /// The name typed on a command line, such as `2-piece`.
    pub name: &'static str,
    /// The Japanese name.
    pub japanese: &'static str,
    /// The position, as an SFEN.
    pub sfen: &'static str,
}

impl Handicap {
    /// A handicap with these names and this position.
    #[must_use]
    pub const fn new(name: &'static str, japanese: &'static str, sfen: &'static str) -> Self {
        Self { name, japanese, sfen }
    }

    /// True for the even start, which stands among the handicaps of each game.
    #[must_use]
    pub fn is_even(&self) -> bool {
        self.name == "even"
    }
}

/// The data that the program contains for a game.
#[derive(Clone, Copy, Debug)]
pub struct Assets {
    /// The positions that `bench` searches, one SFEN a line; lines that begin with `#` are comments.
    pub bench: Option<Packed>,
    /// The depth to which `bench` usually searches them: all together take a few seconds.
    pub bench_depth: u16,
    /// The opening book as text in the format of [`opening`](crate::opening).
    pub book: Option<Packed>,
    /// The network, as a file of the program's own format.
    pub network: Option<Packed>,
    /// The centipawns of that network, or of the evaluation without one, that mean an expected result of 73 %.
    pub scale: f64,
}

impl Assets {
    /// The assets of a game that has none.
    pub const NONE: Self = Self { bench: None, bench_depth: 13, book: None, network: None, scale: 1000.0 };
}

/// Strictness in reading the text of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SfenMode {
    /// The text has board, side and hands, and both sides have a royal piece. The move number may be missing.
    Strict,
    /// The text is strict, but one side may lack its royal piece.
    Mate,
    /// The text is that of a mate problem, and pieces may stand where no game could have brought them, as in a composed
    /// diagram.
    Composed,
    /// The text is that of a mate problem, and fields may be missing or deviate from the standard, as long as only one
    /// position can be meant.
    Tolerant,
}

/// The reason why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError<I> {
    /// The text is not the name of a move at all.
    Syntax(String),
    /// The text names a move that is against the rules.
    Illegal {
        /// The text of the move.
        text: String,
        /// The rule that the move breaks.
        reason: I,
    },
}

impl<I: fmt::Display> fmt::Display for MoveError<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(text) => write!(f, "\"{text}\" is not a move"),
            Self::Illegal { text, reason } => write!(f, "{text}: {reason}"),
        }
    }
}

impl<I: Debug + fmt::Display> Error for MoveError<I> {}

impl<I: InLanguage> InLanguage for MoveError<I> {
    fn japanese(&self) -> String {
        match self {
            Self::Syntax(text) => format!("「{text}」は指し手ではありません"),
            Self::Illegal { text, reason } => format!("{text}：{}", reason.japanese()),
        }
    }
}

/// A game as the protocol, the command line, matches and self-play see it. Required items come first, then those that
/// a game overrides where it has more, then those that follow from the others.
pub trait Playable: Game<Position: PlayablePosition<Game = Self>> {
    /// The reason why a text is not a position.
    type SfenError: Error + Clone + PartialEq + Send + Sync + 'static;
    /// The reason why a move is against the rules.
    type Illegality: Error + Clone + PartialEq + Send + Sync + 'static;

    /// The even start, in SFEN.
    fn start_sfen(self) -> &'static str;

    /// Reads a position, under the usual rules and without history.
    ///
    /// # Errors
    /// If the text is not a position of the game.
    fn read_sfen(self, text: &str, mode: SfenMode) -> Result<Self::Position, Self::SfenError>;

    /// Reads a move in USI notation, legal or not.
    ///
    /// # Errors
    /// If the text is not a move of the game.
    fn read_move(self, text: &str) -> Result<Self::Move, MoveError<Self::Illegality>>;

    /// Writes a move in USI notation.
    fn usi(self, m: Self::Move) -> impl fmt::Display;

    /// Other names of the game. Case, blanks, hyphens and underscores do not matter in any of them.
    fn aliases(self) -> &'static [&'static str] {
        &[]
    }

    /// The start positions with pieces missing that have names.
    fn handicaps(self) -> &'static [Handicap] {
        &[]
    }

    /// The rules that a user may choose.
    fn options(self) -> Vec<RuleOption> {
        Vec::new()
    }

    /// Plies after which a game of self-play is drawn: hardly any longer game is won.
    fn longest_selfplay(self) -> usize {
        320
    }

    /// The data that the program contains for the game.
    fn assets(self) -> Assets {
        Assets::NONE
    }

    /// The solver of the game, if it can be solved.
    fn solver(self) -> Option<&'static dyn Solver> {
        None
    }

    /// True if positions and moves have texts of their own in [`Dialect::Fairy`].
    fn speaks_fairy(self) -> bool {
        false
    }

    /// The move in the position of [`PlayablePosition::turned`] that corresponds to `m`. Applied twice, it gives `m` again.
    #[must_use]
    fn turned_move(self, m: Self::Move) -> Self::Move {
        m
    }

    /// The even start.
    ///
    /// # Panics
    /// If the start position of the game cannot be read.
    #[must_use]
    fn start(self) -> Self::Position {
        self.read_sfen(self.start_sfen(), SfenMode::Strict).expect("a game starts from a sound position")
    }

    /// The handicap with the English name `name`, in any letter case, or with that Japanese name.
    #[must_use]
    fn handicap(self, name: &str) -> Option<&'static Handicap> {
        self.handicaps().iter().find(|known| known.name.eq_ignore_ascii_case(name) || known.japanese == name)
    }
}

/// A position of a [`Playable`] game, its items in the same order.
pub trait PlayablePosition: Hands {
    /// The game.
    type Game: Playable<Position = Self, Move = Self::Move>;

    /// Puts the usual rules with these choices in force for the rest of the game.
    fn set_rules(&mut self, choices: &RuleChoices);

    /// Writes the position, the move number last.
    #[must_use]
    fn sfen(&self) -> String;

    /// Tests whether a move is legal, and says why it is not.
    ///
    /// # Errors
    /// Returns the first rule that the move breaks, in the order in which an arbiter would name them.
    fn legality(&self, m: Self::Move) -> Result<(), <Self::Game as Playable>::Illegality>;

    /// Verdict of the rules in force on the last move, or `None` if the game goes on. Acts of the players other than
    /// moves (resigning, declaring, running out of time) do not count.
    #[must_use]
    fn verdict(&self) -> Option<Verdict>;

    /// The same position without the moves that led to it, as a record's start position has none. The rules stay in
    /// force.
    #[must_use]
    fn without_history(&self) -> Self;

    /// Writes the position in a dialect.
    #[must_use]
    fn sfen_in(&self, _: Dialect) -> String {
        self.sfen()
    }

    /// Writes a legal move in a dialect.
    #[must_use]
    fn usi_in(&self, m: Self::Move, _: Dialect) -> String {
        Self::Game::of(self).usi(m).to_string()
    }

    /// The move that is meant by one that was read: texts may disagree about what goes without saying.
    #[must_use]
    fn as_meant(&self, m: Self::Move) -> Self::Move {
        m
    }

    /// True if a legal move changes nothing but the side to move, as in few games.
    #[must_use]
    fn is_pass(&self, _: Self::Move) -> bool {
        false
    }

    /// The result of a declaration by the side to move. In a game without declarations it is a loss.
    #[must_use]
    fn declaration(&self) -> Declaration {
        self.impasse_count(self.side_to_move()).map_or(Declaration::Loss, |count| count.declaration())
    }

    /// The standing of `color` by the rule of the entered king; none in a game without declarations.
    #[must_use]
    fn impasse_count(&self, _: Color) -> Option<ImpasseCount> {
        None
    }

    /// The points and pieces of `color` for a declaration in words; empty in a game without declarations.
    #[must_use]
    fn declaration_in_words(&self, color: Color) -> String {
        self.impasse_count(color).map_or_else(String::new, |ImpasseCount { points, pieces, .. }| {
            format!("{points} points, {pieces} pieces in the camp")
        })
    }

    /// True if a king stands in the camp of the other side, where the rules may let it declare or win. Always false in
    /// a game without such rules.
    #[must_use]
    fn has_king_in_camp(&self) -> bool {
        false
    }

    /// The position as seen from the other side, with sides exchanged and the board turned; `None` if the game is not
    /// symmetric.
    #[must_use]
    fn turned(&self) -> Option<Self> {
        None
    }

    /// The side that gives mate in a mate problem: the side to move, or the other one if the side to move is in check
    /// and `defender_first` is set.
    #[must_use]
    fn problem_attacker(&self, defender_first: bool) -> Color {
        let side = self.side_to_move();
        if defender_first && self.in_check() { !side } else { side }
    }

    /// True if no game leads to the position, but a mate problem may begin so: the side to move attacks without a royal
    /// piece of its own.
    fn has_lone_king(&self) -> bool {
        false
    }

    /// Puts every piece of a full set that is missing from a mate problem into the hand of `color`; a game without
    /// hands does nothing.
    fn hand_over_missing(&mut self, _: Color) {}

    /// The openings, castles and the like that `color` has in the position and that have names; empty in a game without
    /// such names.
    #[must_use]
    fn formations(&self, _: Color) -> Vec<Formation> {
        Vec::new()
    }

    /// The tactical motifs in the moves of the side that begins a line of legal moves, empty in a game without
    /// names for them.
    #[must_use]
    fn motifs(&self, _: &[Self::Move]) -> Vec<Tactic> {
        Vec::new()
    }

    /// A drawing of the position for a terminal.
    #[must_use]
    fn drawing(&self) -> String {
        self.sfen()
    }

    /// The number of legal moves.
    #[must_use]
    fn count_legal_moves(&self) -> u64 {
        self.legal().as_ref().len() as u64
    }

    /// The legal moves, in the order of their generation.
    #[must_use]
    fn legal(&self) -> <Self::Game as Game>::MoveList {
        let mut moves = <Self::Game as Game>::MoveList::default();
        self.legal_moves(&mut moves);
        moves
    }

    /// Reads a legal move in USI notation.
    ///
    /// # Errors
    /// If the text is not a move of this game, or the move is not legal.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError<<Self::Game as Playable>::Illegality>> {
        let m = self.as_meant(Self::Game::of(self).read_move(text)?);
        self.legality(m).map_err(|reason| MoveError::Illegal { text: text.to_owned(), reason })?;
        Ok(m)
    }

    /// The text that follows the word `position` in the protocol: `startpos` or `sfen ...`.
    #[must_use]
    fn position_words(&self, dialect: Dialect) -> String {
        if self.sfen() == Self::Game::of(self).start_sfen() {
            "startpos".to_owned()
        } else {
            format!("sfen {}", self.sfen_in(dialect))
        }
    }

    /// Writes a line of legal moves in a dialect, with blanks between them.
    #[must_use]
    fn line_in(&self, moves: &[Self::Move], dialect: Dialect) -> String {
        let game = Self::Game::of(self);
        if !game.speaks_fairy() || dialect == Dialect::Usual {
            return moves.iter().map(|&m| game.usi(m).to_string()).collect::<Vec<_>>().join(" ");
        }
        let mut position = self.clone();
        let mut texts = Vec::with_capacity(moves.len());
        for &m in moves {
            texts.push(position.usi_in(m, dialect));
            position.make(m, &mut ());
        }
        texts.join(" ")
    }

    /// The text that follows the word `position` in the protocol, of a game with this start and these legal moves.
    #[must_use]
    fn game_words(&self, moves: &[Self::Move], dialect: Dialect) -> String {
        let words = self.position_words(dialect);
        if moves.is_empty() { words } else { format!("{words} moves {}", self.line_in(moves, dialect)) }
    }

    /// The dialect of the text of this position, if its board shows it.
    #[must_use]
    fn dialect_of_sfen(&self, text: &str) -> Option<Dialect> {
        let board = |text: &str| text.split_whitespace().next().unwrap_or_default().to_owned();
        if !Self::Game::of(self).speaks_fairy() {
            return None;
        }
        Dialect::of(&board(text), |dialect| board(&self.sfen_in(dialect)))
    }

    /// The dialect of the text of a legal move, if it shows.
    #[must_use]
    fn dialect_of_move(&self, m: Self::Move, text: &str) -> Option<Dialect> {
        if !Self::Game::of(self).speaks_fairy() {
            return None;
        }
        Dialect::of(text, |dialect| self.usi_in(m, dialect))
    }
}
