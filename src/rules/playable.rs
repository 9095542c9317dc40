//! The drop kernel as a [`Playable`] game.

use super::letters::Letter;
use super::movegen::Counting;
use super::{Illegality, Move, MoveError, Origin, Position, Rules, Setup, SfenError, formations, motif};
use crate::board::{Color, Square};
use crate::game::{
    Assets, Dialect, Formation, GameOption, Handicap, ImpasseCount, Playable, PlayablePosition, Position as _,
    RuleChoices, RuleOption, SfenMode, Solver, Tactic, Verdict,
};
use crate::kernel::{self, Endings as _};
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

    fn read_sfen(self, text: &str, mode: SfenMode) -> Result<Position<R>, SfenError> {
        Position::from_setup(self, &Setup::from_sfen(self.spec(), text, mode)?, mode)
    }

    fn read_move(self, text: &str) -> Result<Move, MoveError> {
        let spec = self.spec();
        let syntax = || MoveError::Syntax(text.to_owned());
        let off_board = |m: Move| {
            let on_board = |square: Square| self.tables().board().contains(square);
            let inside = on_board(m.to()) && !matches!(m.origin(), Origin::Board(from) if !on_board(from));
            if inside { Ok(m) } else { Err(MoveError::Illegal { text: text.to_owned(), reason: Illegality::OffBoard }) }
        };
        match *text.as_bytes() {
            [ref sign @ .., letter, b'*', file, rank] if matches!(sign, [] | [b'+']) => {
                let kind = Letter::new(letter, !sign.is_empty()).kind(spec);
                off_board(Move::drop(kind.ok_or_else(syntax)?, Square::from_usi(file, rank).ok_or_else(syntax)?))
            }
            [from_file, from_rank, to_file, to_rank, ref rest @ ..]
                if matches!(rest, [] | [b'+']) || spec.turns && matches!(rest, [b'-']) =>
            {
                let from = Square::from_usi(from_file, from_rank).ok_or_else(syntax)?;
                let to = Square::from_usi(to_file, to_rank).ok_or_else(syntax)?;
                if from == to {
                    return Err(syntax());
                }
                off_board(Move::board(from, to, !rest.is_empty()))
            }
            _ => Err(syntax()),
        }
    }

    fn usi(self, m: Move) -> impl fmt::Display {
        let kinds = self.spec().kinds;
        fmt::from_fn(move |f| match m.origin() {
            Origin::Board(from) => write!(f, "{from}{}{}", m.to(), if m.promotes() { "+" } else { "" }),
            Origin::Hand(kind) => {
                let (letter, sign) = match kinds.get(kind.index()) {
                    Some(spec) => (char::from(spec.letter), if spec.promoted { "+" } else { "" }),
                    None => ('?', ""),
                };
                write!(f, "{sign}{letter}*{}", m.to())
            }
        })
    }

    fn turned_move(self, m: Move) -> Move {
        m.mapped(|square| self.spec().rotate(square), |kind| kind)
    }
}

impl<R: Rules> PlayablePosition for Position<R> {
    type Game = R;

    fn set_rules(&mut self, choices: &RuleChoices) {
        let spec = self.spec();
        let mut options = spec.usual_options();
        choices.apply(spec.options, &mut options);
        options.max_moves = choices.max_moves;
        self.set_options(options);
    }

    fn sfen(&self) -> String {
        self.setup().sfen()
    }

    fn sfen_in(&self, dialect: Dialect) -> String {
        self.setup().sfen_in(dialect)
    }

    fn usi_in(&self, m: Move, dialect: Dialect) -> String {
        let spec = self.spec();
        match m.origin() {
            _ if dialect == Dialect::Usual || spec.fairy.is_empty() => self.rules.usi(m).to_string(),
            Origin::Hand(kind) => format!("{}*{}", Letter::of(spec, kind, dialect).text(Color::Black), m.to()),
            Origin::Board(from) if m.promotes() => {
                let shown = Letter::of(spec, self.kind_after(m), dialect);
                format!("{from}{}{}", m.to(), if shown.promoted { '+' } else { '-' })
            }
            Origin::Board(from) => format!("{from}{}", m.to()),
        }
    }

    fn legality(&self, m: Move) -> Result<(), Illegality> {
        if self.ended_by_pieces().is_some() {
            return Err(Illegality::GameOver);
        }
        self.movement(m)?;
        let answers = self.spec().king_capture || self.moves_king(m) || self.check_answers().contains(m.to());
        match m.origin() {
            Origin::Hand(_) if !answers => Err(Illegality::SelfCheck),
            Origin::Hand(_) if !self.is_legal(m) => Err(Illegality::DropMate),
            Origin::Board(_) if !answers || !self.spec().king_capture && !self.is_legal(m) => {
                Err(Illegality::SelfCheck)
            }
            _ => Ok(()),
        }
    }

    /// Texts disagree about the sign of a piece that turns over, and it says nothing new.
    fn as_meant(&self, m: Move) -> Move {
        match m.origin() {
            Origin::Board(from) if self.spec().turns => Move::board(from, m.to(), self.could_promote(m)),
            _ => m,
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        kernel::verdict(self)
    }

    fn without_history(&self) -> Self {
        Position::assemble(self.rules, &self.setup(), self.options)
    }

    fn impasse_count(&self, color: Color) -> Option<ImpasseCount> {
        self.count_impasse(color)
    }

    fn has_king_in_camp(&self) -> bool {
        !self.spec().entering_king.is_empty() && Color::ALL.into_iter().any(|color| self.is_king_in_camp(color))
    }

    fn turned(&self) -> Option<Self> {
        Some(Position::assemble(self.rules, &self.setup().turned(), self.options))
    }

    /// With one king the side without it.
    fn problem_attacker(&self, defender_first: bool) -> Color {
        let lone = Color::ALL.into_iter().find(|&color| self.king(color).is_none());
        lone.unwrap_or_else(|| {
            let defends = defender_first && self.in_check();
            if defends { !self.side } else { self.side }
        })
    }

    fn has_lone_king(&self) -> bool {
        self.king(self.side).is_none()
    }

    /// The history starts afresh.
    fn hand_over_missing(&mut self, color: Color) {
        let mut setup = self.setup();
        setup.hold_rest(color);
        *self = Position::assemble(self.rules, &setup, self.options);
    }

    fn formations(&self, color: Color) -> Vec<Formation> {
        formations::formations(self, color)
    }

    fn motifs(&self, line: &[Move]) -> Vec<Tactic> {
        motif::motifs(self, line)
    }

    fn drawing(&self) -> String {
        self.to_string()
    }

    /// They are not listed.
    fn count_legal_moves(&self) -> u64 {
        let mut count = Counting(0);
        self.list_legal(&mut count);
        count.0
    }
}
