//! Any game for code that is generic over [`Game`] and [`Position`].

use super::moves::{Wrapping, any_claim};
use super::{AnyMove, AnyPosition, with_kernel};
use crate::board::Color;
use crate::game::{
    Claim, Ending, Game, Hand, Hands, HistoryIndex, MoveSink, Nuance, Observer, Position, Scope, Score, StructureKeys,
};
use crate::large::LargeGame;
use crate::rules::AnyGame;
use crate::variants::Variant;

const fn greater(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}

impl Game for Variant {
    type Move = AnyMove;
    type Position = AnyPosition;
    type MoveList = Vec<AnyMove>;

    const MAX_MOVES: usize = greater(AnyGame::MAX_MOVES, LargeGame::MAX_MOVES);
    const TARGETS: usize = greater(AnyGame::TARGETS, LargeGame::TARGETS);
    const PIECE_TARGETS: usize = greater(AnyGame::PIECE_TARGETS, LargeGame::PIECE_TARGETS);
    const FROM_TARGETS: usize = greater(AnyGame::FROM_TARGETS, LargeGame::FROM_TARGETS);
    const CAPTURED_KINDS: usize = greater(AnyGame::CAPTURED_KINDS, LargeGame::CAPTURED_KINDS);

    fn name(self) -> &'static str {
        Self::name(self)
    }

    fn of(position: &AnyPosition) -> Self {
        position.variant()
    }
}

impl Position for AnyPosition {
    type Move = AnyMove;

    fn side_to_move(&self) -> Color {
        with_kernel!(self.kernel(), p: G => p.side_to_move())
    }

    fn game_ply(&self) -> u32 {
        with_kernel!(self.kernel(), p: G => p.game_ply())
    }

    fn key(&self) -> u64 {
        with_kernel!(self.kernel(), p: G => p.key())
    }

    fn structure_keys(&self) -> StructureKeys {
        with_kernel!(self.kernel(), p: G => p.structure_keys())
    }

    fn make(&mut self, m: AnyMove, observer: &mut impl Observer) {
        with_kernel!(self.kernel_mut(), p: G => Position::make(p, m.of_kernel(), observer));
    }

    fn unmake(&mut self, m: AnyMove) {
        with_kernel!(self.kernel_mut(), p: G => Position::unmake(p, m.of_kernel()));
    }

    fn make_null(&mut self) {
        with_kernel!(self.kernel_mut(), p: G => Position::make_null(p));
    }

    fn unmake_null(&mut self) {
        with_kernel!(self.kernel_mut(), p: G => Position::unmake_null(p));
    }

    fn in_check(&self) -> bool {
        with_kernel!(self.kernel(), p: G => p.in_check())
    }

    fn generate(&self, scope: Scope, sink: &mut impl MoveSink<AnyMove>) {
        with_kernel!(self.kernel(), p: G => Position::generate(p, scope, &mut Wrapping(sink)));
    }

    fn legal_moves(&self, sink: &mut impl MoveSink<AnyMove>) {
        with_kernel!(self.kernel(), p: G => Position::legal_moves(p, &mut Wrapping(sink)));
    }

    fn defences(&self, sink: &mut impl MoveSink<AnyMove>) {
        with_kernel!(self.kernel(), p: G => Position::defences(p, &mut Wrapping(sink)));
    }

    fn is_pseudo_legal(&self, m: AnyMove) -> bool {
        with_kernel!(self.kernel(), p: G => Position::is_pseudo_legal(p, m.of_kernel()))
    }

    fn is_legal(&self, m: AnyMove) -> bool {
        with_kernel!(self.kernel(), p: G => Position::is_legal(p, m.of_kernel()))
    }

    fn gives_check(&self, m: AnyMove) -> bool {
        with_kernel!(self.kernel(), p: G => Position::gives_check(p, m.of_kernel()))
    }

    fn is_capture(&self, m: AnyMove) -> bool {
        with_kernel!(self.kernel(), p: G => Position::is_capture(p, m.of_kernel()))
    }

    fn material_gain(&self, m: AnyMove) -> Score {
        with_kernel!(self.kernel(), p: G => Position::material_gain(p, m.of_kernel()))
    }

    fn see_at_least(&self, m: AnyMove, threshold: Score) -> bool {
        with_kernel!(self.kernel(), p: G => Position::see_at_least(p, m.of_kernel(), threshold))
    }

    fn history_index(&self, m: AnyMove) -> HistoryIndex {
        with_kernel!(self.kernel(), p: G => Position::history_index(p, m.of_kernel()))
    }

    fn ending(&self, ply: usize) -> Option<Ending> {
        with_kernel!(self.kernel(), p: G => Position::ending(p, ply))
    }

    fn rules_key(&self) -> u64 {
        with_kernel!(self.kernel(), p: G => p.rules_key())
    }

    fn is_tactical(&self, m: AnyMove) -> bool {
        with_kernel!(self.kernel(), p: G => Position::is_tactical(p, m.of_kernel()))
    }

    fn is_pointless(&self, m: AnyMove) -> bool {
        with_kernel!(self.kernel(), p: G => Position::is_pointless(p, m.of_kernel()))
    }

    fn mate_in_one(&self) -> Option<AnyMove> {
        with_kernel!(self.kernel(), p: G => Position::mate_in_one(p).map(AnyMove::new))
    }

    fn claim(&self) -> Option<Claim<AnyMove>> {
        with_kernel!(self.kernel(), p: G => Position::claim(p).map(any_claim))
    }
}

impl Hands for AnyPosition {
    fn board_key(&self) -> u64 {
        with_kernel!(self.kernel(), p: G => Hands::board_key(p))
    }

    fn board_key_after(&self, m: AnyMove) -> u64 {
        with_kernel!(self.kernel(), p: G => Hands::board_key_after(p, m.of_kernel()))
    }

    fn hand(&self, color: Color) -> Hand {
        with_kernel!(self.kernel(), p: G => p.hand(color))
    }

    fn hand_after(&self, m: AnyMove) -> Hand {
        with_kernel!(self.kernel(), p: G => Hands::hand_after(p, m.of_kernel()))
    }

    fn is_drop(&self, m: AnyMove) -> bool {
        with_kernel!(self.kernel(), p: G => p.is_drop(m.of_kernel()))
    }

    fn move_class(&self, m: AnyMove) -> u32 {
        with_kernel!(self.kernel(), p: G => p.move_class(m.of_kernel()))
    }

    fn nuance(&self, m: AnyMove, other: AnyMove) -> Option<Nuance> {
        with_kernel!(self.kernel(), p: G => p.nuance(m.of_kernel(), other.of_kernel()))
    }

    fn drop_can_answer(&self) -> bool {
        with_kernel!(self.kernel(), p: G => p.drop_can_answer())
    }

    fn hand_over(&mut self, from: Color, what: Hand) {
        with_kernel!(self.kernel_mut(), p: G => Hands::hand_over(p, from, what));
    }
}
