//! The drop kernel as a [`Game`](crate::game::Game).

use super::movegen::Listing;
use super::position::{StateInfo, side_key};
use super::see::Exchange;
use super::{EnteringKing, Kind, Move, Origin, Piece, PieceAt, Position, Rules, Spec, zobrist};
use crate::board::{Bitboard, Color, Square};
use crate::game::{
    Claim, Declaration, Ending, Game, Hands, HistoryIndex, MoveSink, Observer, PlayablePosition as _, Scope, Score,
    StructureKeys, Threats, hash,
};
use crate::kernel;
use crate::kernel::exchange::{self, FirstCapture};
use arrayvec::ArrayVec;

/// The most legal moves known are 593 in shogi, and 641 in annan shogi, where pieces that could not move again may be
/// dropped and others borrow the moves of sliders; pseudo-legal ones add a few king moves and those of pinned pieces.
const MAX_MOVES: usize = 768;

impl<R: Rules> Game for R {
    type Move = Move;
    type Position = Position<R>;
    type MoveList = ArrayVec<Move, MAX_MOVES>;

    const MAX_MOVES: usize = MAX_MOVES;
    const TARGETS: usize = Square::COUNT;
    const PIECE_TARGETS: usize = 2 * Spec::MOST_KINDS * Square::COUNT;
    const FROM_TARGETS: usize = (Square::COUNT + Kind::LIMIT) * Square::COUNT;
    const CAPTURED_KINDS: usize = Kind::LIMIT;

    fn name(self) -> &'static str {
        self.spec().name
    }

    #[inline(always)]
    fn of(position: &Position<R>) -> R {
        position.rules()
    }
}

impl<R: Rules> crate::game::Position for Position<R> {
    type Move = Move;

    #[inline(always)]
    fn side_to_move(&self) -> Color {
        self.side
    }

    fn game_ply(&self) -> u32 {
        self.move_number - 1
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.board_key() ^ self.state.hands_key
    }

    fn rules_key(&self) -> u64 {
        hash::of(&self.options)
    }

    #[inline(always)]
    fn key_after(&self, m: Move) -> u64 {
        let us = self.side;
        let mut hands = self.state.hands_key;
        if let Some(held) = self.gained(m) {
            hands ^= zobrist::key(PieceAt::in_hand(us, held, self.hand_count(us, held) + 1));
        }
        if let Origin::Hand(kind) = m.origin() {
            let held = self.facts().slot(kind);
            hands ^= zobrist::key(PieceAt::in_hand(us, held, self.hand_count(us, held)));
        }
        self.board_key_after(m) ^ hands
    }

    #[inline(always)]
    fn structure_keys(&self) -> StructureKeys {
        let [pawns, guards, _] = self.state.structure;
        let side = side_key(self.side);
        StructureKeys { pawns: pawns ^ side, guards: guards ^ side, hands: self.state.hands_key ^ side }
    }

    fn make(&mut self, m: Move, observer: &mut impl Observer) {
        let (us, to) = (self.side, m.to());
        self.states.push(self.state.clone());
        let captured = self.board[to.index()];
        if !captured.is_none() {
            self.capture(to, observer);
        }
        let (kind, changed) = match m.origin() {
            Origin::Hand(kind) => {
                self.spend(us, self.facts().slot(kind), observer);
                (kind, Bitboard::square(to))
            }
            Origin::Board(from) => {
                let kind = self.kind_after(m);
                let before = self.take(from).kind();
                self.toggle(us, before, from);
                observer.removed(PieceAt::on_board(us, before, from));
                (kind, Bitboard::square(to) | Bitboard::square(from))
            }
        };
        self.put(to, us, kind);
        self.toggle(us, kind, to);
        observer.added(PieceAt::on_board(us, kind, to));

        self.state.captured = captured;
        self.state.last = Some(m);
        self.state.reversible += 1;
        self.side = !us;
        self.move_number += 1;
        self.find_checkers(m, kind);
        for color in Color::ALL {
            if self.touches_king_lines(color, changed) {
                self.state.blockers[color.index()] = self.slider_blockers(color);
            }
        }
        self.history.push(self.board_key(), self.hands[0]);
    }

    fn unmake(&mut self, m: Move) {
        self.history.pop();
        let captured = self.state.captured;
        self.state = self.states.pop().expect("a move to take back");
        self.move_number -= 1;
        self.side = !self.side;
        let us = self.side;
        let moved = self.take(m.to());
        match m.origin() {
            Origin::Hand(kind) => self.hands[us.index()].add(self.facts().slot(kind).index()),
            Origin::Board(from) => {
                let kind = if m.promotes() { self.facts().before(moved.kind()) } else { moved.kind() };
                self.put(from, us, kind);
            }
        }
        if !captured.is_none() {
            if let Some(held) = self.facts().held(captured.kind()) {
                self.hands[us.index()].remove(held.index());
            }
            self.put(m.to(), !us, captured.kind());
        }
    }

    fn make_null(&mut self) {
        debug_assert!(self.state.checkers.is_empty());
        self.states.push(self.state.clone());
        self.state =
            StateInfo { captured: Piece::NONE, last: None, checks: [0; 2], reversible: 0, ..self.state.clone() };
        self.side = !self.side;
        self.move_number += 1;
        self.history.push(self.board_key(), self.hands[0]);
    }

    fn unmake_null(&mut self) {
        self.history.pop();
        self.state = self.states.pop().expect("a pass to take back");
        self.side = !self.side;
        self.move_number -= 1;
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    fn generate(&self, scope: Scope, sink: &mut impl MoveSink<Move>) {
        if self.is_lost_by_check() {
            return;
        }
        let sink = &mut Listing::new(sink);
        match scope {
            Scope::Tactical => self.tactical(sink),
            Scope::Gaining { least, besides } => self.gaining(least, besides, sink),
            Scope::Quiet => self.quiet(sink),
            Scope::Evasions => self.pseudo_legal(false, sink),
            Scope::Everything => self.pseudo_legal(true, sink),
            Scope::Checks => self.checks(sink.sink),
        }
    }

    fn legal_moves(&self, sink: &mut impl MoveSink<Move>) {
        self.list_legal(&mut Listing::new(sink));
    }

    /// Leaving a king en prise is no answer to a threat, even under rules that let it be captured.
    #[inline(always)]
    fn defences(&self, sink: &mut impl MoveSink<Move>) {
        if !self.spec().king_capture {
            return self.legal_moves(sink);
        }
        let mut moves = <R as Game>::MoveList::default();
        self.legal_moves(&mut moves);
        let saves_king = |&m: &Move| self.is_pseudo_legal(m) && self.is_legal(m);
        moves.into_iter().filter(saves_king).for_each(|m| sink.push(m));
    }

    fn is_pseudo_legal(&self, m: Move) -> bool {
        !self.is_lost_by_check()
            && self.movement(m).is_ok()
            && (self.moves_king(m) || self.check_answers().contains(m.to()))
    }

    #[inline(always)]
    fn is_legal(&self, m: Move) -> bool {
        match m.origin() {
            Origin::Hand(kind) => !(self.spec().kind(kind).no_drop_mate && self.drop_mates(kind, m.to())),
            Origin::Board(_) if self.spec().borrows => !self.exposes_king(m),
            Origin::Board(from) if self.king(self.side) == Some(from) => {
                let occupied = self.occupied() ^ Bitboard::square(from);
                self.attackers(!self.side, m.to(), occupied).is_empty()
            }
            Origin::Board(from) => self.pin_mask(from).contains(m.to()),
        }
    }

    #[inline(always)]
    fn gives_check(&self, m: Move) -> bool {
        let Some(king) = self.king(!self.side) else { return false };
        if self.spec().borrows {
            return self.is_checked_after(m, !self.side);
        }
        let kind = self.kind_after(m);
        let to = m.to();
        if self.tables().reaches(kind, self.side, to, king) {
            let occupied = self.occupied().without(m.left());
            if self.attacks(kind, !self.side, king, occupied).contains(to) {
                return true;
            }
        }
        self.uncovers(m, !self.side, king)
    }

    #[inline(always)]
    fn check_test(&self) -> impl Fn(Move) -> bool {
        let reachers = self.king(!self.side).map(|king| self.tables().reachers(self.side, king));
        let blockers = self.blockers(!self.side);
        let (has_blockers, borrows) = (!blockers.is_empty(), self.spec().borrows);
        let reaches = move |reachers: &[u16; Square::COUNT], m: Move| {
            reachers[m.to().index()] >> self.kind_after(m).index() & 1 != 0
        };
        // Few moves get past the tests in front of the last one.
        move |m| {
            reachers.is_some_and(|reachers| {
                borrows || reaches(reachers, m) || has_blockers && blockers.intersects(m.left())
            }) && self.gives_check(m)
        }
    }

    #[inline(always)]
    fn is_capture(&self, m: Move) -> bool {
        !self.piece(m.to()).is_none()
    }

    #[inline(always)]
    fn is_tactical(&self, m: Move) -> bool {
        self.is_capture(m) || m.promotes() && self.gains_by_promotion(m)
    }

    fn is_pointless(&self, m: Move) -> bool {
        !m.promotes()
            && self.could_promote(m)
            && self.tables().pointless_to_decline(self.kind_before(m), self.side).contains(m.to())
    }

    fn is_recapture(&self, m: Move) -> bool {
        !self.state.captured.is_none() && self.state.last.is_some_and(|last| last.to() == m.to())
    }

    #[inline(always)]
    fn material_gain(&self, m: Move) -> Score {
        let captured = self.facts().exchange_value(self.piece(m.to()).kind());
        captured + Score::from(m.promotes()) * self.facts().promotion_gain(self.kind_before(m))
    }

    fn see_at_least(&self, m: Move, threshold: Score) -> bool {
        let first = FirstCapture {
            side: self.side,
            gain: self.material_gain(m),
            worth: self.facts().exchange_value(self.kind_after(m)),
            captors_turn: self.spec().turns,
        };
        exchange::wins(first, threshold, || Exchange::new(self, m))
    }

    fn threats(&self) -> Threats {
        self.cheaper_attacks()
    }

    #[inline(always)]
    fn relief(&self, threats: &Threats, m: Move) -> Score {
        self.saved_from_cheaper(threats, m)
    }

    fn at_risk(&self, threats: &Threats) -> Score {
        self.dearest_attacked(threats)
    }

    fn mate_in_one(&self) -> Option<Move> {
        if self.spec().borrows {
            return None;
        }
        if self.spec().check_wins {
            return self.winning_check();
        }
        let king = self.king(!self.side)?;
        self.mate_of(king)
    }

    #[inline(always)]
    fn history_index(&self, m: Move) -> HistoryIndex {
        let to = m.to().index();
        let (kinds, drops) = (self.spec().kinds.len(), self.spec().drop_kinds());
        let piece = self.kind_after(m).index() + if m.is_drop() { kinds } else { 0 };
        // Zero for an empty square, whose kind is the last.
        let captured = (self.piece(m.to()).kind().index() + 1) % Kind::LIMIT;
        let mover = self.side_to_move().index() * (kinds + drops);
        HistoryIndex {
            piece_to: ((mover + piece) * Square::COUNT + to) as u16,
            from_to: (m.origin_code() * Square::COUNT + to) as u16,
            to: to as u8,
            captured: captured as u8,
        }
    }

    #[inline(always)]
    fn ending(&self, ply: usize) -> Option<Ending> {
        kernel::ending(self, ply)
    }

    #[inline(always)]
    fn claim(&self) -> Option<Claim<Move>> {
        if self.spec().king_capture
            && let Some(m) = self.king_capture()
        {
            return Some(Claim::Move(m));
        }
        if self.spec().check_wins {
            return self.winning_check().map(Claim::Move);
        }
        if self.spec().entering_king.is_empty() {
            return None;
        }
        match self.options.entering_king {
            EnteringKing::None => None,
            EnteringKing::Try | EnteringKing::TryRank => self.try_move().map(Claim::Move),
            _ => {
                let king = self.king(self.side)?;
                let won = self.tables().zone(self.side).contains(king) && self.declaration() == Declaration::Win;
                won.then_some(Claim::Declaration)
            }
        }
    }
}
