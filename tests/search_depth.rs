//! The search on a game that never ends: how deep it goes, and that the contract suffices for a game without pieces.

use crate::support::on_large_stack;
use arrayvec::ArrayVec;
use kumataka::board::Color;
use kumataka::game::score::MAX_PLY;
use kumataka::game::{
    Delta, Ending, Evaluator, Game, GameMove, Hands, HistoryIndex, MoveSink, Observer, Position, Scope, Score,
    StructureKeys,
};
use kumataka::search::{Info, Limits, Outcome, Reporter, SearchOptions, Searcher};
use std::cell::Cell;

/// Two ways on from everywhere, all of them captures that must be looked at.
#[derive(Clone, Copy, Debug)]
struct Walk;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Step(u16);

impl GameMove for Step {
    type Bits = u16;
    fn to_bits(self) -> u16 {
        self.0
    }
    fn from_bits(bits: u16) -> Option<Self> {
        (bits != 0).then_some(Self(bits))
    }
}

impl Game for Walk {
    type Move = Step;
    type Position = Trail;
    type MoveList = ArrayVec<Step, 2>;
    const MAX_MOVES: usize = 2;
    const TARGETS: usize = 3;
    const PIECE_TARGETS: usize = 3;
    const FROM_TARGETS: usize = 3;
    const CAPTURED_KINDS: usize = 2;

    fn name(self) -> &'static str {
        "walk"
    }

    fn of(_: &Trail) -> Self {
        Self
    }
}

#[derive(Clone)]
struct Trail {
    steps: Vec<u16>,
    ways: u16,
    in_check: bool,
}

thread_local! {
    static DEEPEST: Cell<usize> = const { Cell::new(0) };
}

impl Position for Trail {
    type Move = Step;

    fn side_to_move(&self) -> Color {
        Color::ALL[self.steps.len() % 2]
    }
    fn game_ply(&self) -> u32 {
        self.steps.len() as u32
    }
    fn key(&self) -> u64 {
        let mix = |key: u64, &step: &u16| (key ^ u64::from(step)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        self.steps.iter().fold(0, mix)
    }
    fn structure_keys(&self) -> StructureKeys {
        StructureKeys { pawns: self.key(), guards: 0, hands: 0 }
    }
    fn make(&mut self, m: Step, _: &mut impl Observer) {
        self.steps.push(m.0);
        DEEPEST.set(DEEPEST.get().max(self.steps.len()));
    }
    fn unmake(&mut self, m: Step) {
        assert_eq!(self.steps.pop(), Some(m.0));
    }
    fn make_null(&mut self) {
        assert!(!self.in_check);
        self.steps.push(0);
    }
    fn unmake_null(&mut self) {
        assert_eq!(self.steps.pop(), Some(0));
    }
    fn in_check(&self) -> bool {
        self.in_check
    }
    fn generate(&self, scope: Scope, sink: &mut impl MoveSink<Step>) {
        assert_eq!(self.in_check, matches!(scope, Scope::Evasions));
        if matches!(scope, Scope::Tactical | Scope::Gaining { .. } | Scope::Evasions) {
            self.legal_moves(sink);
        }
    }
    fn legal_moves(&self, sink: &mut impl MoveSink<Step>) {
        (1..=self.ways).for_each(|step| sink.push(Step(step)));
    }
    fn is_pseudo_legal(&self, m: Step) -> bool {
        (1..=self.ways).contains(&m.0)
    }
    fn is_legal(&self, _: Step) -> bool {
        true
    }
    fn gives_check(&self, _: Step) -> bool {
        self.in_check
    }
    fn is_capture(&self, _: Step) -> bool {
        true
    }
    fn is_tactical(&self, _: Step) -> bool {
        true
    }
    fn material_gain(&self, _: Step) -> Score {
        1_000
    }
    fn see_at_least(&self, _: Step, threshold: Score) -> bool {
        threshold <= 1_000
    }
    fn history_index(&self, m: Step) -> HistoryIndex {
        HistoryIndex { piece_to: m.0, from_to: m.0, to: m.0 as u8, captured: 1 }
    }
    fn ending(&self, _: usize) -> Option<Ending> {
        None
    }
}

impl Hands for Trail {}

/// Sees little difference anywhere.
#[derive(Default)]
struct Flat {
    delta: Delta,
    pushed: usize,
}

impl Evaluator<Walk> for Flat {
    fn reset(&mut self, _: &Trail) {
        self.pushed = 0;
    }
    fn push(&mut self) -> &mut Delta {
        self.pushed += 1;
        &mut self.delta
    }
    fn pop(&mut self) {
        self.pushed -= 1;
    }
    fn evaluate(&mut self, position: &Trail) -> Score {
        (position.key() >> 60) as Score
    }
}

struct LinesFit;

impl Reporter<Step> for LinesFit {
    fn iteration(&mut self, info: &Info<'_, Step>) {
        assert!(info.pv.len() <= MAX_PLY && info.depth < MAX_PLY && info.seldepth <= MAX_PLY);
    }
    fn finished(&mut self, outcome: &Outcome<Step>) {
        assert!(outcome.best.is_some());
    }
}

/// Plies that a search of a game with so many ways reaches.
fn deepest(ways: u16, in_check: bool, limits: Limits<Step>) -> usize {
    on_large_stack(move || {
        let position = Trail { steps: Vec::new(), ways, in_check };
        let mut searcher = Searcher::<Walk, Flat>::new(1, Flat::default()).unwrap();
        searcher.think(&position, &limits, &SearchOptions::default(), &mut LinesFit);
        DEEPEST.get()
    })
}

#[test]
fn recursion_ends_at_the_deepest_ply() {
    let whole = || Limits { nodes: Some(3_000_000), ..Limits::new() };
    assert_eq!(deepest(1, false, whole()), MAX_PLY - 1);
    // Checks that never end: the very first iteration goes all the way.
    assert_eq!(deepest(1, true, Limits::depth(1)), MAX_PLY - 1);
    assert_eq!(deepest(2, true, Limits::nodes(300_000)), MAX_PLY - 1);
    assert!(deepest(2, false, Limits::nodes(300_000)) < MAX_PLY);
}
