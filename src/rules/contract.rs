//! The drop kernel as a [`Game`](crate::game::Game).

use super::{Kind, Move, Position, Rules, Spec, position::side_key};
use crate::board::{Color, Direction, Square};
use crate::game::{
    Claim, Ending, Game, Hand, Hands, HistoryIndex, MoveSink, Nuance, Observer, Scope, Score, StructureKeys, hash,
};
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
        self.key_after(m)
    }

    #[inline(always)]
    fn structure_keys(&self) -> StructureKeys {
        let [pawns, guards, _] = self.state.structure;
        let side = side_key(self.side);
        StructureKeys { pawns: pawns ^ side, guards: guards ^ side, hands: self.state.hands_key ^ side }
    }

    #[inline(always)]
    fn make(&mut self, m: Move, observer: &mut impl Observer) {
        self.make(m, observer);
    }

    #[inline(always)]
    fn unmake(&mut self, m: Move) {
        self.unmake(m);
    }

    fn make_null(&mut self) {
        self.make_null();
    }

    fn unmake_null(&mut self) {
        self.unmake_null();
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    #[inline(always)]
    fn generate(&self, scope: Scope, sink: &mut impl MoveSink<Move>) {
        self.generate(scope, sink);
    }

    fn legal_moves(&self, sink: &mut impl MoveSink<Move>) {
        self.legal_moves(sink);
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

    #[inline(always)]
    fn is_pseudo_legal(&self, m: Move) -> bool {
        self.is_pseudo_legal(m)
    }

    #[inline(always)]
    fn is_legal(&self, m: Move) -> bool {
        self.is_legal(m)
    }

    #[inline(always)]
    fn gives_check(&self, m: Move) -> bool {
        self.gives_check(m)
    }

    #[inline(always)]
    fn is_capture(&self, m: Move) -> bool {
        !self.piece(m.to()).is_none()
    }

    #[inline(always)]
    fn is_tactical(&self, m: Move) -> bool {
        self.is_capture(m) || m.promotes() && self.gains_by_promotion(m)
    }

    #[inline(always)]
    fn is_pointless(&self, m: Move) -> bool {
        self.is_pointless(m)
    }

    #[inline(always)]
    fn material_gain(&self, m: Move) -> Score {
        self.material_gain(m)
    }

    #[inline(always)]
    fn see_at_least(&self, m: Move, threshold: Score) -> bool {
        self.see_at_least(m, threshold)
    }

    fn mate_in_one(&self) -> Option<Move> {
        self.mate_in_one()
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
        self.ending(ply)
    }

    #[inline(always)]
    fn claim(&self) -> Option<Claim<Move>> {
        self.claim()
    }
}

impl<R: Rules> Hands for Position<R> {
    #[inline(always)]
    fn board_key(&self) -> u64 {
        self.board_key()
    }

    #[inline(always)]
    fn board_key_after(&self, m: Move) -> u64 {
        self.board_key_after(m)
    }

    #[inline(always)]
    fn hand_after(&self, m: Move) -> Hand {
        self.hand_after(m)
    }

    #[inline(always)]
    fn hand(&self, color: Color) -> Hand {
        self.hand(color)
    }

    #[inline(always)]
    fn is_drop(&self, m: Move) -> bool {
        m.is_drop()
    }

    #[inline(always)]
    fn checks_by_drop(&self, like: Move) -> impl Iterator<Item = Move> {
        self.checks_by_drop(like)
    }

    #[inline(always)]
    fn move_class(&self, m: Move) -> u32 {
        let origin = if m.is_drop() { Square::COUNT } else { m.origin_code() };
        (origin * Square::COUNT + m.to().index()) as u32
    }

    #[inline(always)]
    fn drop_can_answer(&self) -> bool {
        !self.is_lost_by_check() && !self.check_answers().without(self.occupied()).is_empty()
    }

    fn nuance(&self, m: Move, other: Move) -> Option<Nuance> {
        if m.origin() != other.origin() {
            return None;
        }
        if m.to() == other.to() {
            return Some(Nuance::Promotion);
        }
        let king = self.king(!self.side)?;
        let direction = Direction::towards(king, m.to())?;
        (Some(direction) == Direction::towards(king, other.to())).then_some(Nuance::Distance)
    }

    fn interposition_captures(&self, m: Move) -> [Option<Move>; 2] {
        self.captures_of_interposition(m)
    }

    fn hand_over(&mut self, from: Color, what: Hand) {
        self.hand_over(from, what);
    }
}
