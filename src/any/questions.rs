//! Texts, legality, verdicts and pieces of a position.

use super::errors::any_error;
use super::moves::{any_line, of_kernel};
use super::{AnyIllegality, AnyMove, AnyPosition, AnySfenError, IllegalMove, KernelPosition, with_kernel};
use crate::board::Color;
use crate::game::{
    Cell, Declaration, Departure, Dialect, Ending, Figure, Formation, Hands as _, ImpasseCount, MoveError,
    PlayablePosition as _, Position, RuleChoices, Score, Tactic, Verdict, Way,
};
use crate::variants::{Shogi, Variant};
use crate::{large, rules};
use std::collections::HashSet;

impl AnyPosition {
    /// The side that makes the next move.
    #[must_use]
    pub fn side_to_move(&self) -> Color {
        with_kernel!(self.kernel(), p => p.side_to_move())
    }

    /// Number of moves since the game's start, as the notation counts them.
    #[must_use]
    pub fn game_ply(&self) -> u32 {
        with_kernel!(self.kernel(), p => p.game_ply())
    }

    /// A hash key: positions that differ in pieces, hands or side to move hardly ever share it.
    #[must_use]
    pub fn key(&self) -> u64 {
        with_kernel!(self.kernel(), p => p.key())
    }

    /// True if the side to move would lose its last royal piece by passing.
    #[must_use]
    pub fn in_check(&self) -> bool {
        with_kernel!(self.kernel(), p => p.in_check())
    }

    /// Plays a move from any source: one of another position, or even of another game, is refused. [`make`](Self::make)
    /// is the same without the test.
    ///
    /// # Errors
    /// If the move is not legal here. Then nothing has changed.
    pub fn play(&mut self, m: AnyMove) -> Result<(), IllegalMove> {
        if !self.legal_moves().contains(&m) {
            return Err(IllegalMove);
        }
        self.make(m);
        Ok(())
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// Perhaps, if the move is not legal; [`play`](Self::play) refuses such a move.
    pub fn make(&mut self, m: AnyMove) {
        with_kernel!(self.kernel_mut(), p => p.make(m.of_kernel(), &mut ()));
    }

    /// The position after the legal moves of a line.
    #[doc(hidden)]
    #[must_use]
    pub fn after(&self, line: &[AnyMove]) -> Self {
        let mut position = self.clone();
        line.iter().for_each(|&m| position.make(m));
        position
    }

    /// Takes back `m`, the last move made.
    ///
    /// # Panics
    /// Perhaps, if another move was made last.
    pub fn unmake(&mut self, m: AnyMove) {
        with_kernel!(self.kernel_mut(), p => p.unmake(m.of_kernel()));
    }

    /// The position after a pass, whatever the rules say of passes; none where the side to move is in check.
    #[must_use]
    pub fn passed(&self) -> Option<AnyPosition> {
        (!self.in_check()).then(|| {
            let mut passed = self.clone();
            with_kernel!(passed.kernel_mut(), p => p.make_null());
            passed
        })
    }

    /// The legal moves, in the order of their generation.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<AnyMove> {
        with_kernel!(self.kernel(), p => any_line(p.legal().as_ref()))
    }

    /// The cells that the piece on a cell can go to, as if it were its side's turn: by legal moves, or by none for the
    /// other side while this one is in check.
    #[doc(hidden)]
    #[must_use]
    pub fn targets(&self, from: Cell) -> Vec<Cell> {
        let Some(figure) = self.figure(from) else { return Vec::new() };
        let turned = (figure.color != self.side_to_move()).then(|| self.passed());
        let moves = match &turned {
            None => self.legal_moves(),
            Some(passed) => passed.as_ref().map_or_else(Vec::new, Self::legal_moves),
        };
        let ways = moves.into_iter().map(|m| self.variant().way(m));
        let leaves = |way: &Way| way.from == Departure::Board(from) && way.to != from;
        let reached: HashSet<Cell> = ways.filter(leaves).map(|way| way.to).collect();
        self.variant().cells().filter(|cell| reached.contains(cell)).collect()
    }

    /// True if a legal move gives check.
    #[must_use]
    pub fn gives_check(&self, m: AnyMove) -> bool {
        with_kernel!(self.kernel(), p => p.gives_check(m.of_kernel()))
    }

    /// True if a legal move captures a piece.
    #[must_use]
    pub fn is_capture(&self, m: AnyMove) -> bool {
        with_kernel!(self.kernel(), p => p.is_capture(m.of_kernel()))
    }

    /// True if a legal move does nothing but come between a checker and the royal piece.
    #[doc(hidden)]
    #[must_use]
    pub fn interposes(&self, m: AnyMove) -> bool {
        with_kernel!(self.kernel(), p => p.interposition_captures(m.of_kernel()).iter().any(Option::is_some))
    }

    /// The material that a legal move wins if it is not answered, in centipawns; see [`Position::material_gain`].
    #[doc(hidden)]
    #[must_use]
    pub fn material_gain(&self, m: AnyMove) -> Score {
        with_kernel!(self.kernel(), p => p.material_gain(m.of_kernel()))
    }

    /// True if the exchanges that a legal move starts on its target win at least `threshold` centipawns.
    #[must_use]
    pub fn see_at_least(&self, m: AnyMove, threshold: Score) -> bool {
        with_kernel!(self.kernel(), p => p.see_at_least(m.of_kernel(), threshold))
    }

    /// The end of the game as the search sees it, `ply` moves behind its root; see [`Position::ending`].
    #[doc(hidden)]
    #[must_use]
    pub fn ending(&self, ply: usize) -> Option<Ending> {
        with_kernel!(self.kernel(), p => p.ending(ply))
    }

    /// The points and pieces of `color` for a declaration in words; empty in a game without declarations.
    #[doc(hidden)]
    #[must_use]
    pub fn declaration_in_words(&self, color: Color) -> String {
        with_kernel!(self.kernel(), p => p.declaration_in_words(color))
    }

    /// The text behind the word `position` in the protocol: `startpos` or `sfen ...`.
    #[doc(hidden)]
    #[must_use]
    pub fn position_words(&self, dialect: Dialect) -> String {
        with_kernel!(self.kernel(), p => p.position_words(dialect))
    }

    /// Writes a line of legal moves in a dialect, separated by blanks.
    #[doc(hidden)]
    #[must_use]
    pub fn line_in(&self, moves: &[AnyMove], dialect: Dialect) -> String {
        with_kernel!(self.kernel(), p => p.line_in(&of_kernel(moves), dialect))
    }

    /// The text behind the word `position` in the protocol, for a game with this start and these legal moves.
    #[doc(hidden)]
    #[must_use]
    pub fn game_words(&self, moves: &[AnyMove], dialect: Dialect) -> String {
        with_kernel!(self.kernel(), p => p.game_words(&of_kernel(moves), dialect))
    }

    /// The dialect of a text of this position, if its board part shows it.
    #[doc(hidden)]
    #[must_use]
    pub fn dialect_of_sfen(&self, text: &str) -> Option<Dialect> {
        with_kernel!(self.kernel(), p => p.dialect_of_sfen(text))
    }

    /// The dialect of the text of a legal move, if it shows.
    #[doc(hidden)]
    #[must_use]
    pub fn dialect_of_move(&self, m: AnyMove, text: &str) -> Option<Dialect> {
        with_kernel!(self.kernel(), p => p.dialect_of_move(m.of_kernel(), text))
    }

    /// Puts the usual rules with these choices in force for the rest of the game.
    pub fn set_rules(&mut self, choices: &RuleChoices) {
        with_kernel!(self.kernel_mut(), p => p.set_rules(choices));
    }

    /// Writes the position, with the move number at the end.
    #[must_use]
    pub fn sfen(&self) -> String {
        with_kernel!(self.kernel(), p => p.sfen())
    }

    /// Tests that a move is legal.
    ///
    /// # Errors
    /// The first rule that the move breaks, in the order in which an arbiter would name them.
    ///
    /// # Panics
    /// Perhaps, if the move is one of another game, which [`play`](Self::play) refuses.
    pub fn legality(&self, m: AnyMove) -> Result<(), AnyIllegality> {
        with_kernel!(self.kernel(), p => Ok(p.legality(m.of_kernel())?))
    }

    /// The end of the game by the last move, under the rules in force; none if the game goes on.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        with_kernel!(self.kernel(), p => p.verdict())
    }

    /// The same position under the same rules, without the moves that led to it.
    #[must_use]
    pub fn without_history(&self) -> AnyPosition {
        with_kernel!(self.kernel(), p => p.without_history().into())
    }

    /// Writes the position in a dialect.
    #[doc(hidden)]
    #[must_use]
    pub fn sfen_in(&self, dialect: Dialect) -> String {
        with_kernel!(self.kernel(), p => p.sfen_in(dialect))
    }

    /// Writes a legal move in a dialect.
    #[doc(hidden)]
    #[must_use]
    pub fn usi_in(&self, m: AnyMove, dialect: Dialect) -> String {
        with_kernel!(self.kernel(), p => p.usi_in(m.of_kernel(), dialect))
    }

    /// Reads a legal move in USI notation.
    ///
    /// # Errors
    /// If the text is not a move of the game, or the move is not legal.
    pub fn parse_move(&self, text: &str) -> Result<AnyMove, MoveError<AnyIllegality>> {
        with_kernel!(self.kernel(), p => p.parse_move(text).map(AnyMove::new).map_err(any_error))
    }

    /// The move that a text means: some notations leave out what goes without saying.
    #[doc(hidden)]
    #[must_use]
    pub fn as_meant(&self, m: AnyMove) -> AnyMove {
        with_kernel!(self.kernel(), p => AnyMove::new(p.as_meant(m.of_kernel())))
    }

    /// The pieces that stand where no game could have brought them, in words.
    #[must_use]
    pub fn oddities(&self) -> Vec<AnySfenError> {
        match self.kernel() {
            KernelPosition::Drops(position) => position.oddities().into_iter().map(AnySfenError::from).collect(),
            KernelPosition::Large(_) | KernelPosition::Wide(_) => Vec::new(),
        }
    }

    /// True for a legal move that changes nothing but the side to move.
    #[doc(hidden)]
    #[must_use]
    pub fn is_pass(&self, m: AnyMove) -> bool {
        with_kernel!(self.kernel(), p => p.is_pass(m.of_kernel()))
    }

    /// The result of a declaration by the side to move; a loss in a game without declarations.
    #[must_use]
    pub fn declaration(&self) -> Declaration {
        with_kernel!(self.kernel(), p => p.declaration())
    }

    /// The standing of `color` by the rule of the entered king; none in a game without declarations.
    #[doc(hidden)]
    #[must_use]
    pub fn impasse_count(&self, color: Color) -> Option<ImpasseCount> {
        with_kernel!(self.kernel(), p => p.impasse_count(color))
    }

    /// True if a king stands in the opponent's camp, where the rules may let it declare or win.
    #[doc(hidden)]
    #[must_use]
    pub fn has_king_in_camp(&self) -> bool {
        with_kernel!(self.kernel(), p => p.has_king_in_camp())
    }

    /// The position from the other side, with sides exchanged and the board turned; none if the game is not symmetric.
    #[must_use]
    pub fn turned(&self) -> Option<AnyPosition> {
        with_kernel!(self.kernel(), p => p.turned().map(AnyPosition::from))
    }

    /// The attacker of a mate problem: the side to move, or its opponent if the side to move is in check and
    /// `defender_first` is set.
    #[doc(hidden)]
    #[must_use]
    pub fn problem_attacker(&self, defender_first: bool) -> Color {
        with_kernel!(self.kernel(), p => p.problem_attacker(defender_first))
    }

    /// True if a legal move wins at once, as the capture of the last royal piece does.
    #[doc(hidden)]
    #[must_use]
    pub fn wins_at_once(&self) -> bool {
        with_kernel!(self.kernel(), p => p.wins_at_once())
    }

    /// True if only a mate problem has such a position: the side to move attacks without a king of its own.
    #[must_use]
    pub fn has_lone_king(&self) -> bool {
        with_kernel!(self.kernel(), p => p.has_lone_king())
    }

    /// Gives `color` every piece of a full set that a mate problem lacks.
    #[doc(hidden)]
    pub fn hand_over_missing(&mut self, color: Color) {
        with_kernel!(self.kernel_mut(), p => p.hand_over_missing(color));
    }

    /// The named openings and castles that `color` has on the board.
    #[doc(hidden)]
    #[must_use]
    pub fn formations(&self, color: Color) -> Vec<Formation> {
        with_kernel!(self.kernel(), p => p.formations(color))
    }

    /// The tactical motifs in a line of legal moves, for the side that begins it.
    #[doc(hidden)]
    #[must_use]
    pub fn motifs(&self, line: &[AnyMove]) -> Vec<Tactic> {
        match self.kernel() {
            // Some motifs have names only in shogi.
            KernelPosition::Drops(drops) if self.variant() == Variant::Shogi => {
                drops.played_as(Shogi).motifs(&of_kernel(line))
            }
            kernel => with_kernel!(kernel, p => p.motifs(&of_kernel(line))),
        }
    }

    /// A drawing for a terminal.
    #[must_use]
    pub fn drawing(&self) -> String {
        with_kernel!(self.kernel(), p => p.drawing())
    }

    /// Number of legal moves.
    #[must_use]
    pub fn count_legal_moves(&self) -> u64 {
        with_kernel!(self.kernel(), p => p.count_legal_moves())
    }

    /// The piece on a cell.
    #[doc(hidden)]
    #[must_use]
    pub fn figure(&self, cell: Cell) -> Option<Figure> {
        with_kernel!(self.kernel(), p => p.figure(cell))
    }

    /// Number of pieces in the hand of `color`.
    #[doc(hidden)]
    #[must_use]
    pub fn held_in_all(&self, color: Color) -> u32 {
        (0..self.variant().held_kinds()).map(|kind| self.held(color, kind)).sum()
    }

    /// Number of pieces of a kind in the hand of `color`.
    #[doc(hidden)]
    #[must_use]
    pub fn held(&self, color: Color, kind: usize) -> u32 {
        match self.kernel() {
            KernelPosition::Drops(position) => position.hand_count(color, rules::Kind::new(kind)),
            KernelPosition::Large(position) => position.held(color, large::Kind::new(kind)),
            KernelPosition::Wide(position) => position.held(color, large::Kind::new(kind)),
        }
    }

    /// The cell of the royal piece that is in check, if one of the side to move is.
    #[doc(hidden)]
    #[must_use]
    pub fn checked(&self) -> Option<Cell> {
        with_kernel!(self.kernel(), p => p.checked())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::SfenMode;

    #[test]
    fn a_pass_changes_the_side_and_nothing_else() {
        let without_side = |sfen: String| sfen.split(' ').step_by(2).map(str::to_owned).collect::<Vec<_>>();
        for &variant in Variant::ALL {
            let start = variant.start();
            let passed = start.passed().expect("nobody begins in check");
            assert_eq!(passed.side_to_move(), !start.side_to_move(), "{variant}");
            assert_eq!(without_side(passed.sfen()), without_side(start.sfen()), "{variant}");
        }
    }

    #[test]
    fn nobody_passes_in_check() {
        for (variant, sfen) in [
            (Variant::Shogi, "4k4/9/9/9/9/9/9/4R4/4K4 w - 1"),
            (Variant::Chu, "5k6/12/12/12/12/12/12/12/12/12/5R6/6K5 w - 1"),
        ] {
            let checked = variant.read_sfen(sfen, SfenMode::Strict).unwrap();
            assert!(checked.in_check() && checked.passed().is_none(), "{sfen}");
        }
    }
}
