//! The drop kernel as a [`Playable`] game.

use super::entering_king::{DRAW_POINTS, PIECES_IN_CAMP, WIN_POINTS_24};
use super::letters::Letter;
use super::movegen::Counting;
use super::{EnteringKing, Illegality, Move, MoveError, Origin, Position, Rules, SfenError, formations, motif};
use crate::board::{Color, Square};
use crate::game::{
    Assets, Declaration, Dialect, Formation, GameOption, Handicap, Motif, Playable, Position as _, RuleChoices,
    RuleOption, SfenMode, Solver, Verdict,
};
use crate::kernel::Endings as _;
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
        let spec = position.spec();
        match m.origin() {
            _ if dialect == Dialect::Usual || spec.fairy.is_empty() => m.usi(spec).to_string(),
            Origin::Hand(kind) => format!("{}*{}", Letter::of(spec, kind, dialect).text(Color::Black), m.to()),
            Origin::Board(from) if m.promotes() => {
                let shown = Letter::of(spec, position.kind_after(m), dialect);
                format!("{from}{}{}", m.to(), if shown.promoted { '+' } else { '-' })
            }
            Origin::Board(from) => format!("{from}{}", m.to()),
        }
    }

    fn parse_move(position: &Position<R>, text: &str) -> Result<Move, MoveError> {
        let m = position.as_meant(position.rules().read_move(text)?);
        position.legality(m).map_err(|reason| MoveError::Illegal { text: text.to_owned(), reason })?;
        Ok(m)
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
        m.usi(self.spec())
    }

    fn legality(position: &Position<R>, m: Move) -> Result<(), Illegality> {
        position.legality(m)
    }

    fn verdict(position: &Position<R>) -> Option<Verdict> {
        position.verdict()
    }

    fn without_history(position: &Position<R>) -> Position<R> {
        Position::assemble(position.rules, &position.setup(), position.options)
    }

    fn declaration(position: &Position<R>) -> Declaration {
        let us = position.side;
        let Some(required) = position.required_points(us) else { return Declaration::Loss };
        if !position.is_king_in_camp(us)
            || !position.checkers().is_empty()
            || position.pieces_in_camp(us) < PIECES_IN_CAMP
        {
            return Declaration::Loss;
        }
        let points = position.declaration_points(us);
        let draws = matches!(position.options.entering_king, EnteringKing::Csa24 | EnteringKing::Csa24Handicap);
        match points {
            _ if points >= required => Declaration::Win,
            _ if draws && points + WIN_POINTS_24 - required >= DRAW_POINTS => Declaration::Draw,
            _ => Declaration::Loss,
        }
    }

    fn has_king_in_camp(position: &Position<R>) -> bool {
        !position.spec().entering_king.is_empty() && Color::ALL.into_iter().any(|color| position.is_king_in_camp(color))
    }

    fn declaration_counts(position: &Position<R>, color: Color) -> Option<[u32; 2]> {
        position.required_points(color).map(|_| [position.declaration_points(color), position.pieces_in_camp(color)])
    }

    fn turned(position: &Position<R>) -> Option<Position<R>> {
        Some(Position::assemble(position.rules, &position.setup().turned(), position.options))
    }

    fn turned_move(self, m: Move) -> Move {
        m.turned(self.spec())
    }

    /// With one king the side without it.
    fn problem_attacker(position: &Position<R>, defender_first: bool) -> Color {
        let lone = Color::ALL.into_iter().find(|&color| position.king(color).is_none());
        lone.unwrap_or_else(|| {
            let defends = defender_first && position.in_check();
            if defends { !position.side } else { position.side }
        })
    }

    /// The history starts afresh.
    fn hand_over_missing(position: &mut Position<R>, color: Color) {
        let mut setup = position.setup();
        setup.hold_rest(color);
        *position = Position::assemble(position.rules, &setup, position.options);
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

    /// They are not listed.
    fn count_legal_moves(position: &Position<R>) -> u64 {
        let mut count = Counting(0);
        position.legal(&mut count);
        count.0
    }
}
