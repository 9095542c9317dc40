//! The kernel of the large games as a [`Game`](crate::game::Game).

use super::moves::Move;
use super::piece::Kind;
use super::position::side_key;
use super::spec::{KindSpec, Spec};
use super::{CELLS, LargeGame, MAX_MOVES, MoveList, Position};
use crate::board::Color;
use crate::game::{
    self, Claim, Ending, Game, Hands, HistoryIndex, MoveSink, Nuance, Observer, Scope, Score, StructureKeys,
};

impl Game for LargeGame {
    type Move = Move;
    type Position = Position;
    type MoveList = MoveList;

    const MAX_MOVES: usize = MAX_MOVES;
    const TARGETS: usize = 1 << u8::BITS;
    const PIECE_TARGETS: usize = 2 * KindSpec::CLASSES * Spec::TABLED_SQUARES;
    const FROM_TARGETS: usize = Spec::TABLED_SQUARES * Spec::TABLED_SQUARES;
    const CAPTURED_KINDS: usize = Kind::LIMIT + 1;
    const RETRIES_MATE_IN_ONE: bool = true;

    fn name(self) -> &'static str {
        self.spec().name
    }

    #[inline(always)]
    fn of(position: &Position) -> Self {
        position.game()
    }
}

impl game::Position for Position {
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
        self.full_key()
    }

    fn rules_key(&self) -> u64 {
        game::hash::of(&self.rules)
    }

    #[inline(always)]
    fn key_after(&self, m: Move) -> u64 {
        self.key_after(m)
    }

    /// Without hands, the key of the major pieces stands in for the hand key.
    #[inline(always)]
    fn structure_keys(&self) -> StructureKeys {
        let side = side_key(self.side);
        let [pawns, guards, majors] = self.state.structure.map(|key| key ^ side);
        StructureKeys { pawns, guards, hands: majors }
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
        self.state.in_check
    }

    fn generate(&self, scope: Scope, sink: &mut impl MoveSink<Move>) {
        self.generate(scope, sink);
    }

    fn legal_moves(&self, sink: &mut impl MoveSink<Move>) {
        self.legal_moves(sink);
    }

    /// A king may be left en prise, but that is no answer to a threat. A lone king, which has lost by some rules, can
    /// still answer one.
    fn defences(&self, sink: &mut impl MoveSink<Move>) {
        self.defences(sink);
    }

    #[inline]
    fn is_pseudo_legal(&self, m: Move) -> bool {
        self.is_pseudo_legal(m)
    }

    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        self.is_legal(m)
    }

    #[inline]
    fn gives_check(&self, m: Move) -> bool {
        self.gives_check(m)
    }

    #[inline(always)]
    fn is_capture(&self, m: Move) -> bool {
        self.is_capture(m)
    }

    #[inline(always)]
    fn is_tactical(&self, m: Move) -> bool {
        m.promotes() || self.is_capture(m)
    }

    fn is_pointless(&self, m: Move) -> bool {
        self.is_pointless(m)
    }

    #[inline]
    fn material_gain(&self, m: Move) -> Score {
        self.material_gain(m)
    }

    fn see_at_least(&self, m: Move, threshold: Score) -> bool {
        self.see_at_least(m, threshold)
    }

    #[inline(always)]
    fn history_index(&self, m: Move) -> HistoryIndex {
        let ruleset = self.ruleset();
        let (from, to) = (ruleset.dense(m.from()), ruleset.dense(m.to()));
        let class = ruleset.nature(self.becomes(m)).class as usize + KindSpec::CLASSES * self.side.index();
        let [between, last] = self.victims(m);
        let best = if ruleset.nature(between).value > ruleset.nature(last).value { between } else { last };
        let area = ruleset.area;
        let mut places = (class * area + to, from * area + to);
        if area > Spec::TABLED_SQUARES {
            places = shared(places);
        }
        HistoryIndex {
            piece_to: places.0 as u16,
            from_to: places.1 as u16,
            to: to as u8,
            captured: if best.is_none() { 0 } else { 1 + best.kind().index() as u8 },
        }
    }

    #[inline]
    fn ending(&self, ply: usize) -> Option<Ending> {
        self.ending(ply)
    }

    #[inline]
    fn mate_in_one(&self) -> Option<Move> {
        self.mate_in_one()
    }

    fn claim(&self) -> Option<Claim<Move>> {
        self.royal_capture().map(Claim::Move)
    }
}

/// The indices in history tables that moves on a board larger than the tables share with others.
#[cold]
#[inline(never)]
const fn shared((piece_to, from_to): (usize, usize)) -> (usize, usize) {
    (piece_to % LargeGame::PIECE_TARGETS, from_to % LargeGame::FROM_TARGETS)
}

impl Hands for Position {
    fn board_key_after(&self, m: Move) -> u64 {
        self.key_after(m)
    }

    /// Moves of a lion differ by its capture on the way.
    fn move_class(&self, m: Move) -> u32 {
        let via = m.via().map_or(0, |via| via.index());
        ((via * CELLS + m.from().index()) * CELLS + m.to().index()) as u32
    }

    fn nuance(&self, m: Move, other: Move) -> Option<Nuance> {
        if m.from() != other.from() || m.via() != other.via() {
            return None;
        }
        if m.to() == other.to() {
            return Some(Nuance::Promotion);
        }
        let royal = self.sole_royal(!self.side)?;
        let direction = royal.direction(m.to())?;
        (Some(direction) == royal.direction(other.to())).then_some(Nuance::Distance)
    }
}
