//! The drop kernel as a [`Playable`] for everything that people see of a game.

use super::{Illegality, Move, MoveError, Position, RuleOptions, Rules, SfenError, motif, pattern};
use crate::board::Color;
use crate::game::{
    Assets, Declaration, Dialect, Formation, GameOption, Handicap, Motif, Playable, SfenMode, Solver, Verdict,
};
use std::fmt;

impl<R: Rules> Playable for R {
    type Rules = RuleOptions;
    type SfenError = SfenError;
    type Illegality = Illegality;

    const START: &'static str = R::START;
    const ALIASES: &'static [&'static str] = R::ALIASES;
    const HANDICAPS: &'static [Handicap] = R::HANDICAPS;
    const OPTIONS: &'static [GameOption<RuleOptions>] = R::OPTIONS;
    const ASSETS: Assets = R::ASSETS;
    const SOLVER: Option<&'static dyn Solver> = R::SOLVER;
    const SPEAKS_FAIRY: bool = !R::FAIRY.is_empty();

    fn usual_rules() -> RuleOptions {
        RuleOptions::of::<R>()
    }

    fn set_max_moves(rules: &mut RuleOptions, max_moves: u32) {
        rules.max_moves = max_moves;
    }

    fn set_rules(position: &mut Position<R>, rules: &RuleOptions) {
        position.set_options(*rules);
    }

    fn from_sfen(text: &str, mode: SfenMode) -> Result<Position<R>, SfenError> {
        Position::from_sfen(text, mode)
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

    fn read_move(text: &str) -> Result<Move, MoveError> {
        Position::<R>::read_move(text)
    }

    fn usi(m: Move) -> impl fmt::Display {
        m.usi::<R>()
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

    fn declaration_in_words(position: &Position<R>, color: Color) -> String {
        if position.required_points(color).is_none() {
            return String::new();
        }
        let points = position.declaration_points(color);
        format!("{points} points, {} pieces in the camp", position.pieces_in_camp(color))
    }

    fn turned(position: &Position<R>) -> Option<Position<R>> {
        Some(position.turned())
    }

    fn turned_move(m: Move) -> Move {
        m.turned::<R>()
    }

    fn problem_attacker(position: &Position<R>, defender_first: bool) -> Color {
        position.problem_attacker(defender_first)
    }

    fn hand_over_missing(position: &mut Position<R>, color: Color) {
        position.hand_over_missing(color);
    }

    fn formations(position: &Position<R>, color: Color) -> Vec<Formation> {
        pattern::formations(position, color)
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
