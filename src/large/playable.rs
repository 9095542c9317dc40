//! The kernel of the large games as a [`Playable`] game.

use super::movegen::ALL;
use super::moves::Move;
use super::options::BareKing;
use super::piece::Piece;
use super::position::StateInfo;
use super::{Illegality, LargeGame, Position, Setup, SfenError};
use crate::game::{Assets, GameOption, Handicap, MoveError, Playable, RuleChoices, RuleOption, SfenMode, Verdict};
use crate::kernel::Endings as _;
use std::fmt;

impl Playable for LargeGame {
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

    fn longest_selfplay(self) -> usize {
        self.spec().longest_selfplay
    }

    fn assets(self) -> Assets {
        self.spec().assets
    }

    /// In games played to mate, neither a bare king nor the book's limit of moves ends the game.
    fn set_rules(position: &mut Position, choices: &RuleChoices) {
        let spec = position.game().spec();
        let mut rules = spec.usual;
        choices.apply(spec.options, &mut rules);
        rules.max_moves = choices.max_moves;
        if choices.to_mate {
            (rules.bare_king, rules.longest_game) = (BareKing::PlaysOn, 0);
        }
        position.set_rules(rules);
    }

    fn read_sfen(self, text: &str, mode: SfenMode) -> Result<Position, SfenError> {
        Position::from_sfen(self, text, mode)
    }

    fn sfen(position: &Position) -> String {
        position.sfen()
    }

    fn parse_move(position: &Position, text: &str) -> Result<Move, MoveError<Illegality>> {
        let m = position.as_meant(position.game().read_move(text)?);
        position.legality(m).map_err(|reason| MoveError::Illegal { text: text.to_owned(), reason })?;
        Ok(m)
    }

    fn read_move(self, text: &str) -> Result<Move, MoveError<Illegality>> {
        let syntax = || MoveError::Syntax(text.to_owned());
        let (squares, promotes) = match text.strip_suffix('+') {
            Some(squares) => (squares, true),
            None => (text.strip_suffix(['=', '?']).unwrap_or(text), false),
        };
        let mut rest = squares;
        let mut list = [None; 3];
        for place in &mut list {
            if rest.is_empty() {
                break;
            }
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let rank = rest.get(digits..).and_then(|tail| tail.chars().next()).filter(char::is_ascii_lowercase);
            if !(1..=2).contains(&digits) || rank.is_none() {
                return Err(syntax());
            }
            let (name, tail) = rest.split_at(digits + 1);
            let off_board = || MoveError::Illegal { text: text.to_owned(), reason: Illegality::OffBoard };
            *place = Some(self.read_square(name).ok_or_else(off_board)?);
            rest = tail;
        }
        match list {
            _ if !rest.is_empty() => Err(syntax()),
            [Some(from), Some(to), None] if from != to => Ok(Move::new(from, to, promotes)),
            [Some(from), Some(via), Some(to)] if from != via && !promotes => Ok(Move::double(from, via, to)),
            _ => Err(syntax()),
        }
    }

    fn usi(self, m: Move) -> impl fmt::Display {
        m
    }

    fn legality(position: &Position, m: Move) -> Result<(), Illegality> {
        position.legality(m)
    }

    fn is_pass(position: &Position, m: Move) -> bool {
        position.is_pass(m)
    }

    fn verdict(position: &Position) -> Option<Verdict> {
        position.verdict()
    }

    fn without_history(position: &Position) -> Position {
        let state = StateInfo { last: None, reversible: 0, ..position.state };
        Position { state, history: Vec::new(), ..*position }
    }

    fn turned(position: &Position) -> Option<Position> {
        let mut turned = Setup::empty(position.game());
        for (square, piece) in position.setup().pieces() {
            turned.put(position.game().turned_square(square), Piece::new(!piece.color(), piece.kind()));
        }
        turned.side = !position.side;
        turned.ban = position.ban().map(|square| position.game().turned_square(square));
        turned.move_number = position.move_number;
        let mut image = Position::build(&turned);
        image.began_royal = [position.began_royal[1], position.began_royal[0]];
        image.set_rules(position.rules());
        Some(image)
    }

    fn turned_move(self, m: Move) -> Move {
        let turn = |square| self.turned_square(square);
        match m.via() {
            Some(via) => Move::double(turn(m.from()), turn(via), turn(m.to())),
            None => Move::new(turn(m.from()), turn(m.to()), m.promotes()),
        }
    }

    fn drawing(position: &Position) -> String {
        position.to_string()
    }

    fn count_legal_moves(position: &Position) -> u64 {
        let mut count = 0;
        if position.ended_by_pieces().is_none() {
            position.list::<ALL>(&mut |m| count += u64::from(position.keeps_royal(m)));
        }
        count
    }
}
