//! The search on a game as the large shogi variants are: moves of 32 bits, a lion that captures twice in one move, and
//! two royal pieces a side, which may be left attacked and are captured.

use super::{Limits, STACK_SIZE, SearchOptions, Searcher};
use crate::board::Color;
use crate::game::score::{EVALUATION_LIMIT, mate_in, mated_in};
use crate::game::{
    Delta, Ending, Evaluator, Game, GameMove, Hands, HistoryIndex, MoveSink, Observer, PieceFeature, Position, Scope,
    Score, StructureKeys, hash,
};
use arrayvec::ArrayVec;

const FILES: usize = 4;
const CELLS: usize = 12;
/// Two of each side.
const KINDS: usize = 4;
const TARGETS: usize = 144;
const KING: u8 = 0;
const LION: u8 = 1;
/// Gain of capturing the last royal piece.
const ROYAL_GAIN: Score = 2 * EVALUATION_LIMIT + 1;

#[derive(Clone, Copy, Debug)]
pub(super) struct Lions;

/// From, first step and target; the same cell twice for a move of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Leap(u32);

impl Leap {
    pub(super) fn new(from: usize, via: usize, to: usize) -> Self {
        Self((from | via << 8 | to << 16 | 1 << 24) as u32)
    }
    fn cells(self) -> [usize; 3] {
        [0, 8, 16].map(|shift| (self.0 >> shift & 0xff) as usize)
    }
}

impl GameMove for Leap {
    type Bits = u32;
    fn to_bits(self) -> u32 {
        self.0
    }
    fn from_bits(bits: u32) -> Option<Self> {
        (bits >> 24 == 1).then_some(Self(bits))
    }
}

impl Game for Lions {
    type Move = Leap;
    type Position = Den;
    type MoveList = ArrayVec<Leap, 256>;
    const MAX_MOVES: usize = 256;
    const TARGETS: usize = TARGETS;
    const PIECE_TARGETS: usize = KINDS * TARGETS;
    const FROM_TARGETS: usize = TARGETS * TARGETS;
    const CAPTURED_KINDS: usize = 4;

    fn name(self) -> &'static str {
        "lions"
    }
    fn of(_: &Den) -> Self {
        Self
    }
}

type Piece = (Color, u8);

#[derive(Clone, Debug)]
pub(super) struct Den {
    cells: [Option<Piece>; CELLS],
    side: Color,
    /// The pieces on the three cells of each move or pass.
    undo: Vec<[Option<Piece>; 3]>,
}

impl Den {
    /// Reads a board: `k` and `l` are White's pieces, `K` and `L` Black's.
    pub(super) fn new(rows: &str, side: Color) -> Self {
        let read = |letter: char| {
            let color = if letter.is_uppercase() { Color::Black } else { Color::White };
            (letter != '.').then_some((color, if letter.eq_ignore_ascii_case(&'k') { KING } else { LION }))
        };
        let cells: Vec<_> = rows.chars().filter(|letter| !letter.is_whitespace()).map(read).collect();
        Self { cells: cells.try_into().unwrap(), side, undo: Vec::new() }
    }

    fn steps(from: usize) -> impl Iterator<Item = usize> {
        let near = move |to: usize| {
            let (ranks, files) = ((from / FILES).abs_diff(to / FILES), (from % FILES).abs_diff(to % FILES));
            to != from && ranks <= 1 && files <= 1
        };
        (0..CELLS).filter(move |&to| near(to))
    }

    fn is_own(&self, cell: usize) -> bool {
        self.cells[cell].is_some_and(|(color, _)| color == self.side)
    }

    fn royals(&self, of: Color) -> usize {
        self.cells.iter().filter(|&&cell| cell == Some((of, KING))).count()
    }

    fn moves(&self) -> Vec<Leap> {
        let mut moves = Vec::new();
        if self.royals(self.side) == 0 {
            return moves;
        }
        for from in (0..CELLS).filter(|&from| self.is_own(from)) {
            for via in Self::steps(from).filter(|&via| !self.is_own(via)) {
                moves.push(Leap::new(from, via, via));
                if self.cells[from].unwrap().1 == LION {
                    let onward = Self::steps(via).filter(|&to| to != from && !self.is_own(to));
                    moves.extend(onward.map(|to| Leap::new(from, via, to)));
                }
            }
        }
        moves
    }

    /// The pieces that a move captures.
    fn captured(&self, m: Leap) -> impl Iterator<Item = Piece> {
        let [_, via, to] = m.cells();
        [(via != to).then_some(via), Some(to)].into_iter().flatten().filter_map(|cell| self.cells[cell])
    }

    /// Value of the pieces that a move captures, the last royal piece above all.
    fn gain(&self, m: Leap) -> Score {
        let kings = self.captured(m).filter(|piece| piece.1 == KING).count();
        let lions = self.captured(m).count() - kings;
        let takes_all = kings > 0 && kings == self.royals(!self.side);
        if takes_all { ROYAL_GAIN } else { 300 * kings as Score + 500 * lions as Score }
    }

    fn feature((color, kind): Piece, cell: usize) -> PieceFeature {
        PieceFeature((color.index() * 2 * CELLS + usize::from(kind) * CELLS + cell) as u16)
    }
}

impl Position for Den {
    type Move = Leap;

    fn side_to_move(&self) -> Color {
        self.side
    }
    fn game_ply(&self) -> u32 {
        self.undo.len() as u32
    }
    fn key(&self) -> u64 {
        let placed = self.cells.iter().enumerate().filter_map(|(cell, piece)| Some(Self::feature((*piece)?, cell)));
        placed.fold(self.side.index() as u64, |key, feature| key ^ hash::mix(hash::spread(u64::from(feature.0) + 2)))
    }
    fn structure_keys(&self) -> StructureKeys {
        StructureKeys { pawns: 0, guards: self.key(), hands: 0 }
    }
    fn make(&mut self, m: Leap, observer: &mut impl Observer) {
        let [from, via, to] = m.cells();
        self.undo.push([from, via, to].map(|cell| self.cells[cell]));
        let mover = self.cells[from].unwrap();
        for cell in if via == to { vec![from, to] } else { vec![from, via, to] } {
            if let Some(piece) = self.cells[cell].take() {
                observer.removed(Self::feature(piece, cell));
            }
        }
        self.cells[to] = Some(mover);
        observer.added(Self::feature(mover, to));
        self.side = !self.side;
    }
    fn unmake(&mut self, m: Leap) {
        let before = self.undo.pop().unwrap();
        for (cell, piece) in m.cells().into_iter().zip(before) {
            self.cells[cell] = piece;
        }
        self.side = !self.side;
    }
    fn make_null(&mut self) {
        assert!(self.royals(self.side) > 0, "a side that has lost does not pass");
        self.undo.push([None; 3]);
        self.side = !self.side;
    }
    fn unmake_null(&mut self) {
        self.undo.pop();
        self.side = !self.side;
    }
    fn in_check(&self) -> bool {
        false
    }
    fn generate(&self, scope: Scope, sink: &mut impl MoveSink<Leap>) {
        assert!(self.royals(self.side) > 0, "a side that has lost is not asked for moves");
        let fits = |m: Leap| match scope {
            Scope::Tactical => self.is_capture(m),
            Scope::Gaining { least, besides } => {
                self.is_capture(m) && (self.gain(m) >= least || besides == Some(self.history_index(m).to))
            }
            Scope::Quiet => !self.is_capture(m),
            Scope::Everything => true,
            Scope::Evasions | Scope::Checks => false,
        };
        self.moves().into_iter().filter(|&m| fits(m)).for_each(|m| sink.push(m));
    }
    fn legal_moves(&self, sink: &mut impl MoveSink<Leap>) {
        self.moves().into_iter().for_each(|m| sink.push(m));
    }
    fn is_pseudo_legal(&self, m: Leap) -> bool {
        self.moves().contains(&m)
    }
    fn is_legal(&self, _: Leap) -> bool {
        true
    }
    fn gives_check(&self, _: Leap) -> bool {
        false
    }
    fn is_capture(&self, m: Leap) -> bool {
        self.captured(m).next().is_some()
    }
    fn is_tactical(&self, m: Leap) -> bool {
        self.is_capture(m)
    }
    fn material_gain(&self, m: Leap) -> Score {
        self.gain(m)
    }
    fn see_at_least(&self, m: Leap, threshold: Score) -> bool {
        self.gain(m) >= threshold
    }
    fn history_index(&self, m: Leap) -> HistoryIndex {
        let [from, _, to] = m.cells();
        let (color, kind) = self.cells[from].unwrap();
        let piece = color.index() * KINDS / 2 + usize::from(kind);
        HistoryIndex {
            piece_to: (piece * TARGETS + to) as u16,
            from_to: (from * TARGETS + to) as u16,
            to: to as u8,
            captured: self.captured(m).count() as u8,
        }
    }
    fn ending(&self, _: usize) -> Option<Ending> {
        (self.royals(self.side) == 0).then_some(Ending::Loss)
    }
}

impl Hands for Den {}

/// Counts material by the changes of the moves, and compares it with the board.
#[derive(Default)]
pub(super) struct Material {
    start: Score,
    deltas: Vec<Delta>,
}

impl Material {
    fn worth(feature: PieceFeature) -> Score {
        let (color, kind) = (usize::from(feature.0) / (2 * CELLS), usize::from(feature.0) / CELLS % 2);
        let worth = if kind == usize::from(KING) { 300 } else { 500 };
        if color == Color::Black.index() { worth } else { -worth }
    }

    fn recount(position: &Den) -> Score {
        let placed = position.cells.iter().enumerate();
        placed.filter_map(|(cell, piece)| Some(Self::worth(Den::feature((*piece)?, cell)))).sum()
    }
}

impl Evaluator<Lions> for Material {
    fn reset(&mut self, position: &Den) {
        self.start = Self::recount(position);
        self.deltas.clear();
    }
    fn push(&mut self) -> &mut Delta {
        self.deltas.push(Delta::default());
        self.deltas.last_mut().unwrap()
    }
    fn pop(&mut self) {
        self.deltas.pop();
    }
    fn evaluate(&mut self, position: &Den) -> Score {
        let total = |features: &[PieceFeature]| features.iter().map(|&p| Self::worth(p)).sum::<Score>();
        let changes = self.deltas.iter().map(|delta| total(&delta.added) - total(&delta.removed));
        let sum = self.start + changes.sum::<Score>();
        assert_eq!(sum, Self::recount(position));
        if position.side == Color::Black { sum } else { -sum }
    }
}

/// True if the side to move captures all royal pieces within `plies` against any defence, by brute force.
fn wins_in(position: &mut Den, plies: usize) -> bool {
    position.moves().into_iter().any(|m| {
        position.make(m, &mut ());
        let answers = position.moves();
        let wins = answers.iter().all(|&answer| {
            plies > 1 && {
                position.make(answer, &mut ());
                let wins = wins_in(position, plies - 2);
                position.unmake(answer);
                wins
            }
        });
        position.unmake(m);
        wins
    })
}

type LionSearcher = Searcher<Lions, Material>;

/// Runs `work` with a new searcher, on a thread with a stack for its deepest searches.
fn with_searcher<T: Send + 'static>(work: impl FnOnce(&mut LionSearcher) -> T + Send + 'static) -> T {
    let run = move || work(&mut Searcher::new(1, Material::default()).unwrap());
    std::thread::Builder::new().stack_size(STACK_SIZE).spawn(run).unwrap().join().unwrap()
}

fn think(searcher: &mut LionSearcher, position: &Den, depth: usize) -> (Option<Leap>, Score) {
    let limits = Limits { nodes: Some(300_000), ..Limits::depth(depth) };
    let outcome = searcher.think(position, &limits, &SearchOptions::default(), &mut ());
    (outcome.best, outcome.score)
}

#[test]
fn a_lion_takes_both_kings_at_once() {
    let position = Den::new("k... k.L. ...K", Color::Black);
    assert!(!wins_in(&mut position.clone(), 1));
    let position = Den::new("k... kL.. ...K", Color::Black);
    let root = position.clone();
    let (best, score) = with_searcher(move |searcher| think(searcher, &root, 4));
    assert_eq!((best.map(Leap::cells), score), (Some([5, 0, 4]), mate_in(1)));
    // The move takes away the lion and both kings, and brings the lion.
    let mut delta = Delta::default();
    position.clone().make(best.unwrap(), &mut delta);
    assert_eq!((delta.removed.len(), delta.added.len()), (3, 1));
}

#[test]
fn the_side_without_royal_pieces_has_lost() {
    let (best, score) = with_searcher(|searcher| think(searcher, &Den::new("l... k... ...L", Color::Black), 3));
    assert_eq!((best, score), (None, mated_in(0)));
}

#[test]
fn captures_of_the_last_royal_are_mates_of_the_right_length() {
    with_searcher(finds_the_shortest_wins);
}

fn finds_the_shortest_wins(searcher: &mut LionSearcher) {
    /// Plies within which every one of the positions is solved.
    const DEEPEST: usize = 12;
    let mut random = 1u64;
    let mut below = |n: usize| {
        random = hash::mix(hash::spread(random + 1));
        (random % n as u64) as usize
    };
    let mut solved = [0; 4];
    while solved[1] < 10 || solved[3] < 10 {
        let mut rows = ['.'; CELLS];
        for piece in ['K', 'K', 'L', 'k', 'k', 'l'] {
            rows[below(CELLS)] = piece;
        }
        let rows: String = rows.iter().collect();
        if !(rows.contains('K') && rows.contains('k')) {
            continue;
        }
        let mut position = Den::new(&rows, Color::Black);
        let Some(plies) = [1, 3].into_iter().find(|&plies| wins_in(&mut position, plies)) else { continue };
        solved[plies] += 1;
        searcher.new_game();
        let mut scores = (1..=DEEPEST).map(|depth| think(searcher, &position, depth).1);
        assert_eq!(scores.find(|&score| score >= mate_in(plies)), Some(mate_in(plies)), "{rows}");
    }
}
