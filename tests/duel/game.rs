//! Duel: a toy game that shares nothing with the drop kernel. It proves that the contract is open.
//!
//! Five files by five ranks. Each side has a king, which steps to any neighbour, and two rooks. Nothing is dropped,
//! nothing promotes. Whoever has no legal move has lost, in check or not; a position that stands for the third time (or
//! the second, if that rule is chosen) draws.

use arrayvec::ArrayVec;
use kumataka::board::Color;
use kumataka::eval::{EvalOptions, Evaluated, EvaluationModel, NetworkError, NetworkFault};
use kumataka::game::{
    Assets, Choice, Delta, Ending, Evaluator, Game, GameMove, GameOption, Handicap, Hands, HistoryIndex, MoveError,
    MoveSink, Observer, Packed, Playable, PlayablePosition, Position, Reason, RuleChoices, RuleOption, Scope, Score,
    SfenMode, StructureKeys, Verdict,
};
use std::fmt;
use thiserror::Error;

const START: &str = "2k2/r3r/5/R3R/2K2 b - 1";
const SIDE: usize = 5;
const SQUARES: usize = SIDE * SIDE;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Duel;

/// From and to, each a file times five plus a rank, from 5a on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    from: u8,
    to: u8,
}

impl GameMove for Step {
    type Bits = u16;

    fn to_bits(self) -> u16 {
        1 + u16::from(self.from) * SQUARES as u16 + u16::from(self.to)
    }

    fn from_bits(bits: u16) -> Option<Self> {
        let code = usize::from(bits.checked_sub(1)?);
        (code < SQUARES * SQUARES).then_some(Self { from: (code / SQUARES) as u8, to: (code % SQUARES) as u8 })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    King,
    Rook,
}

const ROOK_VALUE: Score = 500;
const STEPS: [(i8, i8); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The rules that may be chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices {
    max_moves: u32,
    occurrences: usize,
}

impl Choices {
    const USUAL: Self = Self { max_moves: 0, occurrences: 3 };
}

const OPTIONS: &[GameOption<Choices>] = &[GameOption {
    name: "DuelRepetition",
    help: ["The occurrence of a position that draws"; 2],
    choices: &[
        Choice { name: "third", apply: |choices| choices.occurrences = 3 },
        Choice { name: "second", apply: |choices| choices.occurrences = 2 },
    ],
}];

/// A position of the game with its history.
#[derive(Clone)]
pub struct Board {
    /// `[square]`
    pieces: [Option<(Color, Piece)>; SQUARES],
    side: Color,
    move_number: u32,
    choices: Choices,
    /// Keys of all positions since the set-up, this one last.
    keys: Vec<u64>,
    captured: Vec<Option<(Color, Piece)>>,
}

fn square(file: i8, rank: i8) -> Option<usize> {
    let inside = |n: i8| (0..SIDE as i8).contains(&n);
    if inside(file) && inside(rank) { Some(file as usize * SIDE + rank as usize) } else { None }
}

impl Board {
    fn hash(&self) -> u64 {
        let mix = |key: u64, n: u64| (key ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        let code = |piece: &Option<(Color, Piece)>| match piece {
            None => 0,
            Some((color, piece)) => 1 + *color as u64 * 2 + *piece as u64,
        };
        mix(self.pieces.iter().fold(1, |key, piece| mix(key, code(piece))), self.side as u64)
    }

    /// Targets of the piece on `from`, empty squares and enemies.
    fn targets(&self, from: usize, take: &mut impl FnMut(usize)) {
        let Some((color, piece)) = self.pieces[from] else { return };
        let (directions, range) = match piece {
            Piece::King => (&STEPS[..], 1),
            Piece::Rook => (&STEPS[..4], SIDE as i8),
        };
        for &(files, ranks) in directions {
            for distance in 1..=range {
                let (file, rank) = ((from / SIDE) as i8, (from % SIDE) as i8);
                let Some(to) = square(file + files * distance, rank + ranks * distance) else { break };
                match self.pieces[to] {
                    None => take(to),
                    Some((owner, _)) => {
                        if owner != color {
                            take(to);
                        }
                        break;
                    }
                }
            }
        }
    }

    fn pseudo_legal(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for from in (0..SQUARES).filter(|&from| self.pieces[from].is_some_and(|(color, _)| color == self.side)) {
            self.targets(from, &mut |to| steps.push(Step { from: from as u8, to: to as u8 }));
        }
        steps
    }

    fn is_attacked(&self, king_of: Color) -> bool {
        let king = self.pieces.iter().position(|piece| *piece == Some((king_of, Piece::King)));
        let enemies = (0..SQUARES).filter(|&from| self.pieces[from].is_some_and(|(color, _)| color != king_of));
        let mut attacked = false;
        enemies.for_each(|from| self.targets(from, &mut |to| attacked |= Some(to) == king));
        attacked
    }

    fn moved(&self, m: Step) -> Self {
        let mut after = self.clone();
        after.make(m, &mut ());
        after
    }

    fn occurrences(&self) -> usize {
        let now = self.keys[self.keys.len() - 1];
        self.keys.iter().filter(|&&key| key == now).count()
    }

    fn out_of_moves(&self) -> bool {
        self.choices.max_moves > 0 && self.move_number > self.choices.max_moves
    }

    /// Rooks of the side to move less those of the other.
    pub fn balance(&self) -> Score {
        let count = |side| self.pieces.iter().flatten().filter(|&&piece| piece == (side, Piece::Rook)).count() as Score;
        count(self.side) - count(!self.side)
    }
}

impl Game for Duel {
    type Move = Step;
    type Position = Board;
    type MoveList = ArrayVec<Step, 64>;

    const MAX_MOVES: usize = 64;
    const TARGETS: usize = SQUARES;
    const PIECE_TARGETS: usize = 4 * SQUARES;
    const FROM_TARGETS: usize = SQUARES * SQUARES;
    const CAPTURED_KINDS: usize = 3;

    fn name(self) -> &'static str {
        "duel"
    }

    fn of(_: &Board) -> Self {
        Self
    }
}

impl Position for Board {
    type Move = Step;

    fn side_to_move(&self) -> Color {
        self.side
    }

    fn game_ply(&self) -> u32 {
        self.move_number - 1
    }

    fn key(&self) -> u64 {
        self.keys[self.keys.len() - 1]
    }

    fn structure_keys(&self) -> StructureKeys {
        StructureKeys { pawns: self.side as u64, guards: self.key(), hands: 0 }
    }

    fn make(&mut self, m: Step, _: &mut impl Observer) {
        let piece = self.pieces[usize::from(m.from)].take();
        self.captured.push(std::mem::replace(&mut self.pieces[usize::from(m.to)], piece));
        self.side = !self.side;
        self.move_number += 1;
        self.keys.push(self.hash());
    }

    fn unmake(&mut self, m: Step) {
        self.keys.pop();
        self.move_number -= 1;
        self.side = !self.side;
        let captured = self.captured.pop().expect("a move to take back");
        self.pieces[usize::from(m.from)] = std::mem::replace(&mut self.pieces[usize::from(m.to)], captured);
    }

    fn make_null(&mut self) {
        self.side = !self.side;
        self.move_number += 1;
        self.keys.push(self.hash());
    }

    fn unmake_null(&mut self) {
        self.keys.pop();
        self.move_number -= 1;
        self.side = !self.side;
    }

    fn in_check(&self) -> bool {
        self.is_attacked(self.side)
    }

    fn generate(&self, scope: Scope, sink: &mut impl MoveSink<Step>) {
        let fits = |m: Step| match scope {
            Scope::Tactical | Scope::Gaining { .. } => self.is_capture(m),
            Scope::Quiet => !self.is_capture(m),
            Scope::Evasions | Scope::Everything => true,
            Scope::Checks => self.gives_check(m),
        };
        self.pseudo_legal().into_iter().filter(|&m| fits(m)).for_each(|m| sink.push(m));
    }

    fn legal_moves(&self, sink: &mut impl MoveSink<Step>) {
        self.pseudo_legal().into_iter().filter(|&m| self.is_legal(m)).for_each(|m| sink.push(m));
    }

    fn is_pseudo_legal(&self, m: Step) -> bool {
        self.pseudo_legal().contains(&m)
    }

    fn is_legal(&self, m: Step) -> bool {
        !self.moved(m).is_attacked(self.side)
    }

    fn gives_check(&self, m: Step) -> bool {
        self.moved(m).in_check()
    }

    fn is_capture(&self, m: Step) -> bool {
        self.pieces[usize::from(m.to)].is_some()
    }

    fn material_gain(&self, m: Step) -> Score {
        if self.is_capture(m) { ROOK_VALUE } else { 0 }
    }

    fn see_at_least(&self, m: Step, threshold: Score) -> bool {
        self.material_gain(m) - ROOK_VALUE >= threshold || threshold <= 0 && self.is_capture(m)
    }

    fn history_index(&self, m: Step) -> HistoryIndex {
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let index = |(color, piece): (Color, Piece)| color as usize * 2 + piece as usize;
        HistoryIndex {
            piece_to: (self.pieces[from].map_or(0, index) * SQUARES + to) as u16,
            from_to: (from * SQUARES + to) as u16,
            to: to as u8,
            captured: self.pieces[to].map_or(0, |(_, piece)| 1 + piece as u8),
        }
    }

    fn ending(&self, _: usize) -> Option<Ending> {
        (self.out_of_moves() || self.occurrences() > 1).then_some(Ending::Draw)
    }
}

impl Hands for Board {}

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is no position of duel")]
pub struct NoPosition(String);

/// Why a move is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Broken {
    #[error("no piece of the side to move goes that way")]
    Movement,
    #[error("it leaves the own king in check")]
    Check,
}

fn read_square(text: &[u8]) -> Option<u8> {
    let &[file, rank] = text else { return None };
    square(b'5' as i8 - file as i8, rank as i8 - b'a' as i8).map(|square| square as u8)
}

fn write_square(square: u8) -> String {
    let (file, rank) = (square / SIDE as u8, square % SIDE as u8);
    format!("{}{}", 5 - file, char::from(b'a' + rank))
}

fn read_board(text: &str) -> Option<Board> {
    let mut fields = text.split_whitespace();
    let mut pieces = [None; SQUARES];
    let ranks: Vec<&str> = fields.next()?.split('/').collect();
    for (rank, row) in ranks.iter().enumerate() {
        let mut file = 0;
        for c in row.chars() {
            if let Some(empty) = c.to_digit(10) {
                file += empty as i8;
                continue;
            }
            let color = if c.is_ascii_uppercase() { Color::Black } else { Color::White };
            let piece = match c.to_ascii_lowercase() {
                'k' => Piece::King,
                'r' => Piece::Rook,
                _ => return None,
            };
            pieces[square(file, rank as i8)?] = Some((color, piece));
            file += 1;
        }
        if file != SIDE as i8 {
            return None;
        }
    }
    let side = match fields.next()? {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return None,
    };
    let (hands, number) = (fields.next()?, fields.next().unwrap_or("1").parse().ok()?);
    let kings = |color| pieces.iter().flatten().filter(|&&piece| piece == (color, Piece::King)).count() == 1;
    let mut board =
        Board { pieces, side, move_number: number, choices: Choices::USUAL, keys: vec![], captured: vec![] };
    board.keys.push(board.hash());
    let sound = ranks.len() == SIDE && hands == "-" && Color::ALL.into_iter().all(kings) && number > 0;
    (sound && !board.is_attacked(!side)).then_some(board)
}

impl Playable for Duel {
    type SfenError = NoPosition;
    type Illegality = Broken;

    fn start_sfen(self) -> &'static str {
        START
    }

    fn aliases(self) -> &'static [&'static str] {
        &["rooks"]
    }

    fn handicaps(self) -> &'static [Handicap] {
        const { &[Handicap::new("even", "平手", START), Handicap::new("rook", "飛落ち", "2k2/4r/5/R3R/2K2 w - 1")] }
    }

    fn options(self) -> Vec<RuleOption> {
        OPTIONS.iter().map(GameOption::named).collect()
    }

    fn assets(self) -> Assets {
        let bench = Packed::plain(b"2k2/r3r/5/R3R/2K2 b - 1\n2k2/4r/5/R4/2K2 w - 9");
        Assets { bench: Some(bench), ..Assets::NONE }
    }

    fn read_sfen(self, text: &str, _: SfenMode) -> Result<Board, NoPosition> {
        read_board(text).ok_or_else(|| NoPosition(text.to_owned()))
    }

    fn read_move(self, text: &str) -> Result<Step, MoveError<Broken>> {
        let step =
            || Some(Step { from: read_square(text.as_bytes().get(..2)?)?, to: read_square(&text.as_bytes()[2..])? });
        step().ok_or_else(|| MoveError::Syntax(text.to_owned()))
    }

    fn usi(self, m: Step) -> impl fmt::Display {
        write_square(m.from) + &write_square(m.to)
    }
}

impl PlayablePosition for Board {
    type Game = Duel;

    fn set_rules(&mut self, choices: &RuleChoices) {
        self.choices = Choices { max_moves: choices.max_moves, ..Choices::USUAL };
        choices.apply(OPTIONS, &mut self.choices);
    }

    fn sfen(&self) -> String {
        let row = |rank: usize| {
            let cell = |file: usize| match self.pieces[file * SIDE + rank] {
                None => "1".to_owned(),
                Some((color, piece)) => {
                    let letter = if piece == Piece::King { "K" } else { "R" };
                    if color == Color::Black { letter.to_owned() } else { letter.to_lowercase() }
                }
            };
            let cells: String = (0..SIDE).map(cell).collect();
            // The longest runs of empty squares first.
            (2..=SIDE).rev().fold(cells, |row, length| row.replace(&"1".repeat(length), &length.to_string()))
        };
        let side = if self.side == Color::Black { 'b' } else { 'w' };
        format!("{} {side} - {}", (0..SIDE).map(row).collect::<Vec<_>>().join("/"), self.move_number)
    }

    fn legality(&self, m: Step) -> Result<(), Broken> {
        match (self.is_pseudo_legal(m), self.is_legal(m)) {
            (false, _) => Err(Broken::Movement),
            (true, false) => Err(Broken::Check),
            (true, true) => Ok(()),
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        if self.count_legal_moves() == 0 {
            return Some(Verdict { winner: Some(!self.side), reason: Reason::NoMoves });
        }
        if self.occurrences() >= self.choices.occurrences {
            return Some(Verdict { winner: None, reason: Reason::Repetition });
        }
        self.out_of_moves().then_some(Verdict { winner: None, reason: Reason::MaxMoves })
    }

    fn without_history(&self) -> Self {
        Self { keys: vec![self.key()], captured: Vec::new(), ..self.clone() }
    }
}

impl Evaluated for Duel {
    type Model = Material;
}

/// Counts rooks.
#[derive(Clone, Debug, Default)]
pub struct Material {
    delta: Delta,
}

impl EvaluationModel<Duel> for Material {
    type Evaluator = Self;

    fn internal(_: Duel) -> Result<Self, NetworkError> {
        Ok(Self::default())
    }

    fn handmade(_: Duel) -> Self {
        Self::default()
    }

    fn read(_: Duel, _: &[u8], _: i32) -> Result<Self, NetworkFault> {
        Ok(Self::default())
    }

    fn from_options(_: Duel, _: &EvalOptions) -> Result<Self, NetworkError> {
        Ok(Self::default())
    }

    fn evaluator(&self) -> Self {
        self.clone()
    }

    fn name(&self) -> &'static str {
        "material"
    }

    fn explain(&self, position: &Board) -> (i32, Score) {
        let score = position.balance() * ROOK_VALUE;
        (score, score)
    }
}

impl Evaluator<Duel> for Material {
    fn reset(&mut self, _: &Board) {}

    fn push(&mut self) -> &mut Delta {
        self.delta.clear();
        &mut self.delta
    }

    fn pop(&mut self) {}

    fn evaluate(&mut self, position: &Board) -> Score {
        self.explain(position).1
    }
}
