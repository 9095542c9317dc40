//! Random games for property tests. A game is a start and a list of choices, so that it shrinks by losing moves.

use crate::board::{Color, Square};
use crate::game::{Game, Playable as _, Position as _, SfenMode};
use crate::rules::{Kind, Move, Piece, Position, Rules, Setup, Spec};
use proptest::prelude::*;

/// Start of a random game.
#[derive(Clone, Debug)]
pub enum Start {
    /// One of the variant's handicaps, the even start included.
    Handicap(usize),
    /// Pieces scattered over board and hands.
    Strewn(u64),
}

#[derive(Clone, Debug)]
pub struct RandomGame {
    pub start: Start,
    pub choices: Vec<u16>,
}

/// Games of up to `plies` moves.
pub fn game(plies: usize) -> impl Strategy<Value = RandomGame> {
    let start = prop_oneof![
        1 => Just(Start::Handicap(0)),
        1 => any::<usize>().prop_map(Start::Handicap),
        2 => any::<u64>().prop_map(Start::Strewn),
    ];
    (start, prop::collection::vec(any::<u16>(), 0..=plies)).prop_map(|(start, choices)| RandomGame { start, choices })
}

impl RandomGame {
    pub fn start<R: Rules>(&self, rules: R) -> Position<R> {
        match self.start {
            Start::Handicap(n) => {
                let handicap = rules.spec().handicaps[n % rules.spec().handicaps.len()];
                rules.read_sfen(handicap.sfen, SfenMode::Strict).expect(handicap.name)
            }
            Start::Strewn(seed) => strewn(rules, seed),
        }
    }

    /// Plays the move chosen for `ply`; false at the end of the game.
    pub fn advance<R: Rules>(&self, position: &mut Position<R>, ply: usize) -> bool {
        match self.choices.get(ply).and_then(|&choice| choose(position, choice)) {
            Some(m) => {
                position.make(m, &mut ());
                true
            }
            None => false,
        }
    }
}

pub fn legal<R: Rules>(position: &Position<R>) -> Vec<Move> {
    let mut moves = <R as Game>::MoveList::default();
    position.legal_moves(&mut moves);
    moves.to_vec()
}

/// A legal move. Half of the choices prefer checks or captures, which blind chance would seldom find.
pub fn choose<R: Rules>(position: &Position<R>, choice: u16) -> Option<Move> {
    let moves = legal(position);
    let preferred: Vec<Move> = match choice % 8 {
        0 | 1 => moves.iter().copied().filter(|&m| position.gives_check(m)).collect(),
        2 | 3 => moves.iter().copied().filter(|&m| position.is_capture(m)).collect(),
        _ => Vec::new(),
    };
    let from = if preferred.is_empty() { &moves } else { &preferred };
    from.get(usize::from(choice / 8) % from.len().max(1)).copied()
}

/// The generator SplitMix64: a seed in, numbers out, the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % bound as u64) as usize
    }
}

/// A sound position with some pieces of a set on random squares and in hand; one in eight lacks a king.
pub fn strewn<R: Rules>(rules: R, seed: u64) -> Position<R> {
    let mut random = Random(seed);
    loop {
        if let Ok(position) = Position::from_setup(rules, &strewn_setup(rules.spec(), &mut random), SfenMode::Mate) {
            return position;
        }
    }
}

fn strewn_setup(spec: &'static Spec, random: &mut Random) -> Setup {
    let mut setup = Setup::empty(spec);
    let present = [0..1, 1..2, 0..2][random.below(16).min(2)].clone();
    for &color in &Color::ALL[present] {
        let square = free_square(&setup, random);
        setup.put(square, color, spec.king);
    }
    // Sparse positions leave room for long lines, crowded ones make pins.
    let density = 1 + random.below(8);
    for kind in spec.held_kinds() {
        for _ in 0..spec.kind(kind).total {
            let color = Color::ALL[random.below(2)];
            match random.below(16) {
                n if n < density => place(&mut setup, color, kind, random),
                n if n < density + 3 => setup.hold(color, kind, 1),
                _ => {}
            }
        }
    }
    setup.side = Color::ALL[random.below(2)];
    setup
}

fn free_square(setup: &Setup, random: &mut Random) -> Square {
    let spec = setup.spec();
    loop {
        let square = Square::new(random.below(spec.files.into()) as u8, random.below(spec.ranks.into()) as u8);
        if setup.piece(square).is_none() {
            return square;
        }
    }
}

/// Puts a piece on a random square, promoted half the time if possible; omits it where it would be dead or one too
/// many.
fn place(setup: &mut Setup, color: Color, kind: Kind, random: &mut Random) {
    let spec = setup.spec().kind(kind);
    let square = free_square(setup, random);
    if let Some(promoted) = spec.promotes_to.filter(|_| random.below(2) == 0) {
        setup.put(square, color, promoted);
        return;
    }
    let ahead = setup.spec().seen_by(color, square).rank();
    let needed = spec.steps.iter().map(|step| step.1).max().unwrap_or(0).max(spec.slides.len().min(1) as i8);
    let needed = if spec.steps.iter().any(|step| step.1 < 0) || spec.slides.len() > 1 { 0 } else { needed };
    let alike = |&(other, piece): &(Square, Piece)| other.file() == square.file() && piece == Piece::new(color, kind);
    let on_file = setup.pieces().filter(alike).count();
    if (spec.file_limit == 0 || on_file < spec.file_limit.into()) && i16::from(ahead) >= i16::from(needed) {
        setup.put(square, color, kind);
    }
}
