//! Random games for property tests. A game is a start and a list of choices, so that it shrinks by losing moves.

use kumataka::board::{Color, Square};
use kumataka::game::{Game, Position as _};
use kumataka::rules::{KindSpec, Move, Position, Rules, SfenMode};
use proptest::prelude::*;

/// Where a game starts.
#[derive(Clone, Debug)]
pub enum Start {
    /// One of the variant's handicaps, the even start included.
    Handicap(usize),
    /// Pieces strewn over board and hands.
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
    pub fn start<R: Rules>(&self) -> Position<R> {
        match self.start {
            Start::Handicap(n) => {
                let handicap = R::HANDICAPS[n % R::HANDICAPS.len()];
                Position::from_sfen(handicap.sfen, SfenMode::Strict).expect(handicap.name)
            }
            Start::Strewn(seed) => strewn(seed),
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

/// A sound position with some of the pieces of a set on random squares and in hand.
pub fn strewn<R: Rules>(seed: u64) -> Position<R> {
    let mut random = Random(seed);
    loop {
        if let Ok(position) = Position::from_sfen(&strewn_sfen::<R>(&mut random), SfenMode::Strict) {
            return position;
        }
    }
}

fn strewn_sfen<R: Rules>(random: &mut Random) -> String {
    let mut board = vec![String::new(); Square::COUNT];
    let mut hands = vec![0; 2 * R::HAND_KINDS];
    let king = char::from(R::KINDS[R::KING.index()].letter);
    for piece in [king, king.to_ascii_lowercase()] {
        let square = free_square::<R>(&board, random);
        board[square.index()] = piece.to_string();
    }
    // Sparse positions leave room for long lines, crowded ones make pins.
    let density = 1 + random.below(8);
    for (kind, spec) in R::KINDS.iter().enumerate().take(R::HAND_KINDS) {
        for _ in 0..spec.total {
            let color = Color::ALL[random.below(2)];
            match random.below(16) {
                n if n < density => place::<R>(&mut board, spec, color, random),
                n if n < density + 3 => hands[color.index() * R::HAND_KINDS + kind] += 1,
                _ => {}
            }
        }
    }
    let ranks: Vec<String> = (0..R::RANKS).map(|rank| rank_text::<R>(&board, rank)).collect();
    let mut held = String::new();
    for (n, &count) in hands.iter().enumerate().filter(|(_, count)| **count > 0) {
        let letter = char::from(R::KINDS[n % R::HAND_KINDS].letter);
        let letter = if n < R::HAND_KINDS { letter } else { letter.to_ascii_lowercase() };
        let count = if count > 1 { count.to_string() } else { String::new() };
        held += &format!("{count}{letter}");
    }
    let side = ["b", "w"][random.below(2)];
    format!("{} {side} {} 1", ranks.join("/"), if held.is_empty() { "-" } else { &held })
}

fn free_square<R: Rules>(board: &[String], random: &mut Random) -> Square {
    loop {
        let square = Square::new(random.below(R::FILES.into()) as u8, random.below(R::RANKS.into()) as u8);
        if board[square.index()].is_empty() {
            return square;
        }
    }
}

/// Puts a piece somewhere, promoted half the time where it can be; left out where it would be dead or one too many.
fn place<R: Rules>(board: &mut [String], spec: &KindSpec, color: Color, random: &mut Random) {
    let square = free_square::<R>(board, random);
    let upper = char::from(spec.letter);
    let letter = if color == Color::Black { upper } else { upper.to_ascii_lowercase() }.to_string();
    if spec.promotes_to.is_some() && random.below(2) == 0 {
        board[square.index()] = format!("+{letter}");
        return;
    }
    let ahead = if color == Color::Black { square.rank() } else { R::RANKS - 1 - square.rank() };
    let needed = spec.steps.iter().map(|step| step.1).max().unwrap_or(0).max(spec.slides.len().min(1) as i8);
    let needed = if spec.steps.iter().any(|step| step.1 < 0) || spec.slides.len() > 1 { 0 } else { needed };
    let file = Square::all().filter(|other| other.file() == square.file() && board[other.index()] == letter);
    if (spec.file_limit == 0 || file.count() < spec.file_limit.into()) && i16::from(ahead) >= i16::from(needed) {
        board[square.index()] = letter;
    }
}

fn rank_text<R: Rules>(board: &[String], rank: u8) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for file in (0..R::FILES).rev() {
        match board[Square::new(file, rank).index()].as_str() {
            "" => empty += 1,
            piece => {
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text += piece;
            }
        }
    }
    if empty > 0 { text + &empty.to_string() } else { text }
}
