//! Positions with their history.

use crate::moves::{Given, Move, moves};
use crate::{IllegalMove, ReadError};
use kumataka::any::{AnyMove, AnyPosition};
use kumataka::board::Color;
use kumataka::game::{Declaration, Figure, SfenMode};
use kumataka::record::usi;
use kumataka::record::western::Style;
use kumataka::report::pieces::Looks;
use kumataka::report::svg::{Picture, board};
use kumataka::variants::Variant;
use kumataka::words::Language;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::BTreeMap;

/// A finished game.
#[pyclass(frozen, eq, get_all, module = "kumataka")]
#[derive(Clone, PartialEq, Eq)]
pub struct Outcome {
    /// BLACK or WHITE; None for a draw or an undecided game.
    winner: Option<usize>,
    /// The reason in a few words.
    reason: String,
}

impl Outcome {
    pub fn new(winner: Option<Color>, reason: String) -> Self {
        Self { winner: winner.map(Color::index), reason }
    }
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        let winner = self.winner.map_or("None".to_owned(), |winner| winner.to_string());
        format!("Outcome(winner={winner}, reason='{}')", self.reason)
    }
}

/// A position of a game, with the moves that led to it.
#[pyclass(module = "kumataka")]
#[derive(Clone)]
pub struct Position {
    pub inner: AnyPosition,
    /// The position before the first of `moves`.
    pub start: AnyPosition,
    pub moves: Vec<AnyMove>,
}

impl Position {
    pub fn new(start: AnyPosition) -> Self {
        Self { inner: start.clone(), start, moves: Vec::new() }
    }

    pub fn game(&self) -> Variant {
        self.inner.variant()
    }

    /// A legal move as Python gives it.
    pub fn legal(&self, given: Given) -> PyResult<AnyMove> {
        let illegal = |error: String| IllegalMove::new_err(error);
        match given {
            Given::Text(text) => self.inner.parse_move(&text).map_err(|error| illegal(error.to_string())),
            Given::Move(m) if m.variant != self.game() => {
                Err(PyValueError::new_err(format!("{} is a move of {}", m.variant.usi(m.inner), m.variant.name())))
            }
            Given::Move(m) => match self.inner.legality(m.inner) {
                Ok(()) => Ok(m.inner),
                Err(reason) => Err(illegal(format!("{}: {reason}", m.variant.usi(m.inner)))),
            },
        }
    }

    fn play(&mut self, m: AnyMove) {
        self.inner.make(m);
        self.moves.push(m);
    }

    /// The letter of a piece in SFEN.
    fn letter(&self, figure: Figure) -> String {
        let letter = self.game().face(figure.kind).sfen;
        match figure.color {
            Color::Black => letter.to_uppercase(),
            Color::White => letter.to_lowercase(),
        }
    }
}

fn color(index: usize) -> PyResult<Color> {
    let unknown = || PyValueError::new_err(format!("{index} is no side: BLACK is 0, WHITE is 1"));
    Color::ALL.get(index).copied().ok_or_else(unknown)
}

#[pymethods]
impl Position {
    /// The start of a game, or the position of an SFEN or of a line `startpos moves ...`.
    #[new]
    #[pyo3(signature = (variant = "shogi", sfen = None))]
    fn of(variant: &str, sfen: Option<&str>) -> PyResult<Self> {
        let game = crate::variant(variant)?;
        let unreadable = |error: String| ReadError::new_err(error);
        match sfen {
            None | Some("startpos") => Ok(Self::new(game.start())),
            Some(line) if line.split_whitespace().any(|word| word == "moves") => {
                let readings = usi::read(game, line).map_err(|error| unreadable(error.to_string()))?;
                let record = &readings[0].record;
                let mut position = Self::new(record.start().clone());
                record.main_line().filter_map(|id| record.node(id).played()).for_each(|m| position.play(m));
                Ok(position)
            }
            Some(sfen) => {
                let sfen = sfen.trim_start_matches("sfen ");
                let start = game.read_sfen(sfen, SfenMode::Mate).map_err(|error| unreadable(error.to_string()))?;
                Ok(Self::new(start))
            }
        }
    }

    /// The game's name.
    #[getter]
    fn variant(&self) -> &'static str {
        self.game().name()
    }

    /// The side to move, BLACK or WHITE.
    #[getter]
    fn turn(&self) -> usize {
        self.inner.side_to_move().index()
    }

    /// The number of the next move, 1 at the start of a game.
    #[getter]
    fn move_number(&self) -> u32 {
        self.inner.game_ply() + 1
    }

    /// Moves played since the position was set up.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        moves(self.game(), &self.moves)
    }

    /// All legal moves.
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        moves(self.game(), &self.inner.legal_moves())
    }

    /// True if a move is legal.
    fn is_legal(&self, r#move: Given) -> bool {
        self.legal(r#move).is_ok()
    }

    /// Plays a legal move. IllegalMove says which rule another one breaks.
    fn push(&mut self, r#move: Given) -> PyResult<()> {
        let m = self.legal(r#move)?;
        self.play(m);
        Ok(())
    }

    /// Plays a legal move in USI, and returns it.
    fn push_usi(&mut self, usi: String) -> PyResult<Move> {
        let inner = self.legal(Given::Text(usi))?;
        self.play(inner);
        Ok(Move { variant: self.game(), inner })
    }

    /// Takes the last move back, and returns it.
    fn pop(&mut self) -> PyResult<Move> {
        let inner = self.moves.pop().ok_or_else(|| PyIndexError::new_err("no move has been played"))?;
        self.inner.unmake(inner);
        Ok(Move { variant: self.game(), inner })
    }

    /// The position in SFEN, with the move number.
    fn sfen(&self) -> String {
        self.inner.sfen()
    }

    /// True if the side to move is in check.
    fn is_check(&self) -> bool {
        self.inner.in_check()
    }

    /// The outcome of the game if the rules have ended it: mate, repetition, perpetual check and what else the game knows.
    fn result(&self) -> Option<Outcome> {
        let verdict = self.inner.verdict()?;
        Some(Outcome::new(verdict.winner, verdict.reason.name().to_owned()))
    }

    /// True if the rules have ended the game.
    fn is_game_over(&self) -> bool {
        self.inner.verdict().is_some()
    }

    /// The result of a declaration by the side to move that its king has entered: 'win', 'draw' or 'loss'.
    fn declaration(&self) -> &'static str {
        match self.inner.declaration() {
            Declaration::Win => "win",
            Declaration::Draw => "draw",
            Declaration::Loss => "loss",
        }
    }

    /// The piece on a square that USI names, as SFEN writes it; None if the square is empty.
    fn piece_at(&self, square: &str) -> PyResult<Option<String>> {
        let unknown = || PyValueError::new_err(format!("{square} is no square of {}", self.game().name()));
        let cell = self.game().read_cell(square).ok_or_else(unknown)?;
        Ok(self.inner.figure(cell).map(|figure| self.letter(figure)))
    }

    /// Every piece on the board by its square.
    fn pieces(&self) -> BTreeMap<String, String> {
        let figure = |cell| Some((format!("{cell}"), self.letter(self.inner.figure(cell)?)));
        self.game().cells().filter_map(figure).collect()
    }

    /// The pieces in a side's hand: letters with numbers.
    fn hand(&self, color: usize) -> PyResult<BTreeMap<String, u32>> {
        let color = self::color(color)?;
        let held = |kind| (self.game().face(kind).sfen, self.inner.held(color, kind));
        Ok((0..self.game().held_kinds()).map(held).filter(|&(_, count)| count > 0).collect())
    }

    /// A number of the position; equal positions have equal ones.
    fn zobrist_hash(&self) -> u64 {
        self.inner.key()
    }

    /// A legal move as people write it: 'japanese', 'hodges', 'hosking' or 'german'.
    #[pyo3(signature = (r#move, notation = "japanese"))]
    fn notation(&self, r#move: Given, notation: &str) -> PyResult<String> {
        let m = self.legal(r#move)?;
        let style = match notation {
            "japanese" => return Ok(self.inner.japanese(m, self.moves.last().copied())),
            "hodges" => Style::Hodges,
            "hosking" => Style::Hosking,
            "german" => Style::German,
            other => {
                return Err(PyValueError::new_err(format!(
                    "'{other}' is no notation: japanese, hodges, hosking, german"
                )));
            }
        };
        Ok(if self.game().held_kinds() == 0 { self.inner.western(m) } else { style.write(&self.inner, m) })
    }

    /// The board as a picture in SVG, with the squares of the last move marked.
    fn svg(&self) -> String {
        let looks = Looks::new(self.game(), Language::En, false, None);
        board(Picture { last: self.moves.last().copied(), ..Picture::of(&self.inner, looks) })
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    /// The bytes of `planes`, and their shape.
    fn _planes<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, [usize; 3]) {
        let game = self.game();
        let [files, ranks, kinds] = [usize::from(game.files()), usize::from(game.ranks()), game.kinds()];
        let (area, held_kinds) = (files * ranks, game.held_kinds());
        let us = self.inner.side_to_move();
        let mut planes = vec![0; 2 * (kinds + held_kinds) * area];
        for cell in game.cells() {
            let Some(figure) = self.inner.figure(cell) else { continue };
            let (file, rank) = (usize::from(cell.file), usize::from(cell.rank));
            // The side to move looks up the board.
            let place = if us == Color::Black { rank * files + file } else { area - 1 - (rank * files + file) };
            let plane = figure.kind + if figure.color == us { 0 } else { kinds };
            planes[plane * area + place] = 1;
        }
        for (side, color) in [us, !us].into_iter().enumerate() {
            for kind in 0..held_kinds {
                let first = (2 * kinds + side * held_kinds + kind) * area;
                planes[first..first + area].fill(self.inner.held(color, kind) as u8);
            }
        }
        (PyBytes::new(py, &planes), [2 * (kinds + held_kinds), ranks, files])
    }

    /// A copy that goes its own way.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.game() == other.game() && self.inner.sfen() == other.inner.sfen()
    }

    fn __str__(&self) -> String {
        self.inner.drawing()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}', '{}')", self.game().name(), self.inner.sfen())
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (&'static str, String)) {
        let moves: Vec<String> = self.moves.iter().map(|&m| self.game().usi(m)).collect();
        let line = match moves.is_empty() {
            true => self.start.sfen(),
            false => format!("sfen {} moves {}", self.start.sfen(), moves.join(" ")),
        };
        (py.get_type::<Self>().into_any().unbind(), (self.game().name(), line))
    }
}
