//! The drop kernel as a [`Playable`] game.

use super::{Illegality, Move, MoveError, Position, Rules, SfenError, formations, motif};
use crate::board::Color;
use crate::game::{
    Assets, Declaration, Dialect, Formation, GameOption, Handicap, Motif, Playable, RuleChoices, RuleOption, SfenMode,
    Solver, Verdict,
};
use std::fmt;

impl<R: Rules> Playable for R {
    type SfenError = SfenError;
    type Illegality = Illegality;

    fn start_sfen(self) -> &'static str {
        self.spec().start
    }

    fn aliases(self) -> &'static [&'static str] {
        self.spec().aliases
    }

    fn handicaps(self) -> &'static [Handicap] {
        self.spec().handicaps
    }

    fn options(self) -> Vec<RuleOption> {
        self.spec().options.iter().map(GameOption::named).collect()
    }

    fn assets(self) -> Assets {
        self.spec().assets
    }

    fn solver(self) -> Option<&'static dyn Solver> {
        self.spec().solver
    }

    fn speaks_fairy(self) -> bool {
        !self.spec().fairy.is_empty()
    }

    fn set_rules(position: &mut Position<R>, choices: &RuleChoices) {
        let spec = position.spec();
        let mut options = spec.usual_options();
        choices.apply(spec.options, &mut options);
        options.max_moves = choices.max_moves;
        position.set_options(options);
    }

    fn read_sfen(self, text: &str, mode: SfenMode) -> Result<Position<R>, SfenError> {
        Position::from_sfen(self, text, mode)
    }

    fn sfen(position: &Position<R>) -> String {
        position.sfen()
    }

    fn sfen_in(position: &Position<R>, dialect: Dialect) -> String {
        position.setup().sfen_in(dialect)
    }

    fn usi_in(position: &Position<R>, m: Move, dialect: Dialect) -> String {
        position.usi_in(m, dialect)
    }

    fn parse_move(position: &Position<R>, text: &str) -> Result<Move, MoveError> {
        position.parse_move(text)
    }

    fn read_move(self, text: &str) -> Result<Move, MoveError> {
        Position::read_move(self, text)
    }

    fn usi(self, m: Move) -> impl fmt::Display {
        m.usi(self.spec())
    }

    fn legality(position: &Position<R>, m: Move) -> Result<(), Illegality> {
        position.legality(m)
    }

    fn verdict(position: &Position<R>) -> Option<Verdict> {
        position.verdict()
    }

    fn without_history(position: &Position<R>) -> Position<R> {
        position.without_history()
    }

    fn declaration(position: &Position<R>) -> Declaration {
        position.declaration()
    }

    fn has_king_in_camp(position: &Position<R>) -> bool {
        !position.spec().entering_king.is_empty() && Color::ALL.into_iter().any(|color| position.is_king_in_camp(color))
    }

    fn declaration_counts(position: &Position<R>, color: Color) -> Option<[u32; 2]> {
        position.required_points(color).map(|_| [position.declaration_points(color), position.pieces_in_camp(color)])
    }

    fn turned(position: &Position<R>) -> Option<Position<R>> {
        Some(position.turned())
    }

    fn turned_move(self, m: Move) -> Move {
        m.turned(self.spec())
    }

    fn problem_attacker(position: &Position<R>, defender_first: bool) -> Color {
        position.problem_attacker(defender_first)
    }

    fn hand_over_missing(position: &mut Position<R>, color: Color) {
        position.hand_over_missing(color);
    }

    fn formations(position: &Position<R>, color: Color) -> Vec<Formation> {
        formations::formations(position, color)
    }

    fn motifs(position: &Position<R>, line: &[Move]) -> Vec<(usize, Motif)> {
        motif::motifs(position, line)
    }

    fn drawing(position: &Position<R>) -> String {
        position.to_string()
    }

    fn count_legal_moves(position: &Position<R>) -> u64 {
        position.count_legal_moves()
    }
}
