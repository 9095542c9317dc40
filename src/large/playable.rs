//! The kernel of the large games as a [`Playable`] game.

use super::geometry::opposite;
use super::movegen::ALL;
use super::moves::Move;
use super::options::BareKing;
use super::piece::Piece;
use super::position::StateInfo;
use super::width::Width;
use super::{Illegality, LargeGame, Position, Setup, SfenError};
use crate::game::{
    Assets, GameOption, Handicap, MoveError, Playable, PlayablePosition, RuleChoices, RuleOption, SfenMode, Verdict,
};
use crate::kernel::{self, Endings as _};
use std::fmt;

impl<W: Width> Playable for LargeGame<W> {
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

    fn read_sfen(self, text: &str, mode: SfenMode) -> Result<Position<W>, SfenError> {
        Position::from_setup(&Setup::from_sfen(self, text)?, mode)
    }

    fn read_move(self, text: &str) -> Result<Move<W>, MoveError<Illegality>> {
        let syntax = || MoveError::Syntax(text.to_owned());
        if let Some((id, square)) = text.split_once('*') {
            return self.read_drop(id, square, text);
        }
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
            let letters = rest[digits..].bytes().take_while(u8::is_ascii_lowercase).count();
            if !(1..=2).contains(&digits) || !(1..=2).contains(&letters) {
                return Err(syntax());
            }
            let (name, tail) = rest.split_at(digits + letters);
            let off_board = || MoveError::Illegal { text: text.to_owned(), reason: Illegality::OffBoard };
            *place = Some(self.read_square(name).ok_or_else(off_board)?);
            rest = tail;
        }
        match list {
            _ if !rest.is_empty() => Err(syntax()),
            [Some(from), Some(to), None] if from != to => Ok(Move::new(from, to, promotes)),
            [Some(from), Some(via), Some(to)] if W::EXTRA_MOVEMENT || !promotes => {
                let unreachable = || MoveError::Illegal { text: text.to_owned(), reason: Illegality::Movement };
                Move::double(from, via, to, promotes).ok_or_else(unreachable)
            }
            _ => Err(syntax()),
        }
    }

    fn usi(self, m: Move<W>) -> impl fmt::Display {
        fmt::from_fn(move |f| match m.dropped() {
            Some(kind) => write!(f, "{}*{:?}", self.spec().kind(kind).sfen(), m.to()),
            None => fmt::Display::fmt(&m, f),
        })
    }

    fn turned_move(self, m: Move<W>) -> Move<W> {
        let turn = |square| self.turned_square(square);
        if let Some(kind) = m.dropped() {
            return Move::drop(kind, turn(m.to()));
        }
        match m.first_step() {
            Some(first) => Move::in_two(turn(m.from()), opposite(first), turn(m.to()), m.promotes()),
            None => Move::new(turn(m.from()), turn(m.to()), m.promotes()),
        }
    }
}

impl<W: Width> PlayablePosition for Position<W> {
    type Game = LargeGame<W>;

    /// In games played to mate, neither a bare king nor the book's limit of moves ends the game.
    fn set_rules(&mut self, choices: &RuleChoices) {
        let spec = self.game().spec();
        let mut rules = spec.usual;
        choices.apply(spec.options, &mut rules);
        rules.max_moves = choices.max_moves;
        if choices.to_mate {
            (rules.bare_king, rules.longest_game) = (BareKing::PlaysOn, 0);
        }
        self.rules = rules;
        self.read_pieces_as(rules.reading);
    }

    fn sfen(&self) -> String {
        self.setup().sfen()
    }

    fn legality(&self, m: Move<W>) -> Result<(), Illegality> {
        if self.ended_by_pieces().is_some() {
            return Err(Illegality::GameOver);
        }
        if let Some(kind) = m.dropped() {
            return self.drop_legality(kind, m);
        }
        let piece = self.piece(m.from());
        if !piece.is_piece() {
            return Err(Illegality::NoPiece);
        }
        if !piece.is(self.side) {
            return Err(Illegality::WrongSide);
        }
        if self.is_generated(m, true) {
            return if self.keeps_royal(m) { Ok(()) } else { Err(Illegality::RoyalLeft) };
        }
        if self.is_generated(m, false) {
            return match self.ruleset().traits(piece).lion {
                true => Err(Illegality::LionProtected),
                false if self.rules.ban_is_read_loosely && self.breaks_ban_between(m) => Ok(()),
                false => Err(Illegality::CounterStrike),
            };
        }
        if m.to() != m.from() && self.piece(m.to()).is(self.side) {
            return Err(Illegality::OwnPiece);
        }
        if m.promotes() && self.is_generated(m.with_promotion(false), false) {
            return Err(Illegality::NoPromotion);
        }
        if self.is_generated(m.with_promotion(true), false) {
            return Err(Illegality::MustPromote);
        }
        Err(Illegality::Movement)
    }

    /// A way over an empty square is the equivalent jump or pass.
    fn as_meant(&self, m: Move<W>) -> Move<W> {
        let piece = self.piece(m.from());
        let Some(via) = m.via().filter(|&via| piece.is_piece() && self.piece(via).is_none()) else { return m };
        let movement = self.ruleset().movement(piece);
        let first = m.from().direction(via).filter(|_| m.from().distance(via) == 1);
        let lines = movement.lines;
        let Some(first) = first.filter(|first| lines >> first & 1 != 0) else { return m };
        if m.to() == m.from() {
            let empty = |&direction: &usize| {
                lines >> direction & 1 != 0 && self.piece(m.from().offset(W::STEPS[direction])).is_none()
            };
            let chosen = (0..8).find(empty).unwrap_or(first);
            return Move::in_two(m.from(), chosen, m.from(), false);
        }
        let goes_on = via.distance(m.to()) == 1 && (movement.roams() || via.direction(m.to()) == Some(first));
        if goes_on { Move::new(m.from(), m.to(), m.promotes()) } else { m }
    }

    fn is_pass(&self, m: Move<W>) -> bool {
        m.from() == m.to() && self.victims(m) == [Piece::NONE; 2]
    }

    fn verdict(&self) -> Option<Verdict> {
        kernel::verdict(self)
    }

    fn without_history(&self) -> Self {
        let state = StateInfo { last: None, reversible: 0, fallen: 0, ..self.state };
        Position { state, history: Vec::new(), fallen: Vec::new(), ..*self }
    }

    fn turned(&self) -> Option<Self> {
        let mut turned = Setup::empty(self.game());
        for (square, piece) in self.setup().pieces() {
            turned.put(self.game().turned_square(square), Piece::new(!piece.color(), piece.kind()));
        }
        turned.hands = [self.hands[1], self.hands[0]];
        turned.side = !self.side;
        turned.ban = self.ban().map(|square| self.game().turned_square(square));
        turned.move_number = self.move_number;
        let mut image = Position::build(&turned);
        image.began_royal = [self.began_royal[1], self.began_royal[0]];
        image.rules = self.rules;
        Some(image)
    }

    fn has_lone_king(&self) -> bool {
        self.royals(self.side).is_empty() && !self.has_lost_royals(self.side)
    }

    fn drawing(&self) -> String {
        self.to_string()
    }

    fn count_legal_moves(&self) -> u64 {
        let mut count = 0;
        if self.ended_by_pieces().is_none() {
            self.list::<ALL>(&mut |m| count += u64::from(self.keeps_royal(m)));
        }
        count
    }
}
