//! Tables of pieces, from which the kinds of the wide games are read.
//!
//! A line names a kind: its id, its names, the kind that it promotes to, its moves, its number at the start and its
//! flags. A promoted piece is a kind of its own, which moves as the one that it promotes to and never promotes again.
//! Lines below the name of a reading in brackets replace those of the same pieces where that reading is chosen.

use super::notation;
use super::piece::Kind;
use super::spec::{KindSpec, Names, Power, Structure};
use super::ways::Way;
use crate::game::Score;

/// A line of a table.
#[derive(Clone, Copy)]
struct Line {
    id: &'static str,
    english: &'static str,
    japanese: &'static str,
    diagram: &'static str,
    becomes: &'static str,
    moves: &'static str,
    starts: bool,
    flags: &'static str,
}

impl Line {
    fn read(line: &'static str) -> Self {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, english, japanese, diagram, becomes, moves, count, flags] = fields[..] else {
            panic!("a line of eight fields: {line}")
        };
        Self { id, english, japanese, diagram, becomes, moves, starts: count != "0", flags }
    }

    fn has(&self, flag: &str) -> bool {
        self.flags.split(' ').any(|word| word == flag)
    }

    /// The number behind a flag like `rank=`.
    fn number(&self, flag: &str) -> Option<u16> {
        let number = self.flags.split(' ').find_map(|word| word.strip_prefix(flag))?;
        Some(number.parse().expect("a number"))
    }

    /// The kind, without its promotion.
    fn kind(&self) -> KindSpec {
        let mut kind = KindSpec {
            id: self.id,
            royal: self.has("royal"),
            rank: self.number("rank=").map_or(0, |rank| u8::try_from(rank).expect("a rank")),
            drops_as_pawn: self.has("pawn"),
            ..KindSpec::PLAIN
        };
        let (further, burns) = notation::read(self.moves, &mut kind);
        kind.taints = self.has("taints");
        kind.burns = burns;
        kind.further = further.leak();
        kind.value = self.number("value=").map_or_else(|| value(&kind), Score::from);
        kind.class = class(&kind);
        kind.structure = structure(&kind);
        kind.names = Names {
            english: self.english,
            western: self.id,
            diagram: self.diagram,
            japanese: self.japanese,
            synonyms: &[],
        };
        kind
    }
}

/// The name of a reading, if its lines begin here.
fn reading_named(line: &'static str) -> Option<&'static str> {
    line.strip_prefix('[')?.strip_suffix(']')
}

/// The names of a table's readings.
pub(super) fn readings(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter_map(reading_named)
}

/// The lines of a table in a reading; the usual one has no name.
fn lines(table: &'static str, reading: &str) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut read = "";
    for text in table.lines().filter(|line| !line.starts_with('#')).skip(1) {
        if let Some(name) = reading_named(text) {
            read = name;
        } else if read.is_empty() {
            lines.push(Line::read(text));
        } else if read == reading {
            let line = Line::read(text);
            *lines.iter_mut().find(|usual| usual.id == line.id).expect("a piece of the usual reading") = line;
        }
    }
    lines
}

/// The kinds of a table in a reading: those of the start in its order, with royal ones last in a game with `drops`, then
/// their promotions.
///
/// # Panics
/// If the table is faulty.
pub(super) fn read(table: &'static str, reading: &str, drops: bool) -> &'static [KindSpec] {
    let mut lines = lines(table, reading);
    lines.sort_by_key(|line| drops && line.has("royal"));
    let named = |id: &str| *lines.iter().find(|line| line.id == id).unwrap_or_else(|| panic!("no kind {id}"));
    let mut kinds: Vec<KindSpec> = lines.iter().filter(|line| line.starts).map(Line::kind).collect();
    let starting: Vec<Line> = lines.iter().copied().filter(|line| line.starts).collect();
    for (index, line) in starting.iter().enumerate().filter(|(_, line)| line.becomes != "-") {
        kinds[index].promotes_to = Some(Kind::new(kinds.len()));
        kinds.push(face(line, named(line.becomes).kind()));
    }
    kinds.leak()
}

/// The promoted side of a piece, which moves as another kind.
fn face(line: &Line, moves: KindSpec) -> KindSpec {
    let sfen: &'static str = format!("+{}", line.id).leak();
    let diagram: &'static str = format!("+{}", line.diagram).leak();
    KindSpec {
        id: line.id,
        promoted: true,
        taints: moves.taints || line.has("taints"),
        names: Names { western: sfen, diagram, ..moves.names },
        ..moves
    }
}

/// Centipawns, from the squares that a piece reaches on a board half full.
fn value(kind: &KindSpec) -> Score {
    let lines = |directions: u8, squares: Score| directions.count_ones() as Score * squares;
    // A square further is reached if the one before it is empty: so each counts three quarters of the last, in 25ths.
    let run = |first: u8, last: u8| -> Score {
        (first..=last.min(16)).scan(100, |worth, _| Some(std::mem::replace(worth, *worth * 3 / 4))).sum::<Score>() / 4
    };
    let mut squares = lines(kind.steps & !kind.slides & !kind.short, 25)
        + lines(kind.short & !kind.slides, run(1, 2))
        + lines(kind.slides, run(1, 16))
        + kind.jumps.count_ones() as Score * 25;
    squares += match kind.power {
        Power::None => 0,
        Power::Lines(directions) => lines(directions, 25),
        Power::Lion => 500,
    };
    squares += kind.further.iter().map(|way| further_value(*way, run)).sum::<Score>();
    if kind.burns {
        squares += 1_500;
    }
    2 * squares
}

fn further_value(way: Way, run: impl Fn(u8, u8) -> Score) -> Score {
    let lines = |directions: u8, squares: Score| directions.count_ones() as Score * squares;
    match way {
        Way::Line { directions, first, last } => lines(directions, run(first, last)),
        Way::Over { directions, .. } => lines(directions, 200),
        Way::Hook { directions } => lines(directions, 400),
        Way::Area { steps } => 150 * Score::from(steps),
        Way::RangeJump { directions, .. } => lines(directions, 100),
        Way::RangeCapture { directions } => lines(directions, 300),
        Way::Double { directions } | Way::Igui { directions } => lines(directions, 25),
        Way::Anywhere => 1_500,
    }
}

/// Kinds of like value share a class.
fn class(kind: &KindSpec) -> u8 {
    match kind.value {
        _ if kind.royal => 0,
        ..=60 => 1,
        61..=120 => 2,
        121..=180 => 3,
        181..=240 => 4,
        241..=300 => 5,
        301..=360 => 6,
        361..=450 => 7,
        451..=600 => 8,
        601..=750 => 9,
        751..=1_000 => 10,
        1_001..=1_500 => 11,
        1_501..=2_500 => 12,
        _ => 13,
    }
}

fn structure(kind: &KindSpec) -> Structure {
    match kind.value {
        _ if kind.royal => Structure::None,
        ..=60 => Structure::Pawn,
        200..=400 if kind.slides == 0 && kind.jumps == 0 => Structure::Guard,
        800.. => Structure::Major,
        _ => Structure::None,
    }
}
