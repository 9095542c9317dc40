//! The tables of pieces, and the notation of moves in them.

use std::collections::BTreeMap;

/// Files to the right and ranks ahead, as the side sees them.
pub type Way = (i32, i32);

/// Longer than any line.
const FAR: usize = 99;

/// One way of moving.
#[derive(Clone, Debug, PartialEq)]
pub enum Gait {
    /// From square `first` of a line, whatever stands before it, over empty squares as far as square `last`.
    Run { ways: Vec<Way>, first: usize, last: usize },
    /// One leap, which need not lie on a line.
    Leap(Vec<Way>),
    /// A slide over this number of pieces at most.
    Over(Vec<Way>, usize),
    /// A slide that may turn once by a right angle.
    Hook(Vec<Way>),
    /// So many steps over empty squares, with turns.
    Area(usize),
    /// Two king's steps.
    Lion,
    /// Two steps straight on or back.
    Line(Vec<Way>),
    /// Two steps, each in any of these directions.
    Double(Vec<Way>),
    /// A capture without moving.
    Igui(Vec<Way>),
    /// A slide, or a capture over pieces of lower rank.
    RangeJump(Vec<Way>),
    /// The same, but behind others it captures pieces of lower rank alone.
    LowJump(Vec<Way>),
    /// A flight that captures all it passes.
    RangeCapture(Vec<Way>),
    /// Any square whose piece is unprotected.
    Emperor,
}

/// The directions of a list.
pub fn ways(text: &str) -> Vec<Way> {
    text.split(',').flat_map(named).collect()
}

fn named(word: &str) -> Vec<Way> {
    match word {
        "f" => vec![(0, 1)],
        "b" => vec![(0, -1)],
        "l" => vec![(-1, 0)],
        "r" => vec![(1, 0)],
        "fl" => vec![(-1, 1)],
        "fr" => vec![(1, 1)],
        "bl" => vec![(-1, -1)],
        "br" => vec![(1, -1)],
        "V" => ways("f,b"),
        "H" => ways("l,r"),
        "P" => ways("fl,fr"),
        "Q" => ways("bl,br"),
        "O" => ways("V,H"),
        "D" => ways("P,Q"),
        "A" => ways("O,D"),
        other => panic!("no direction {other}"),
    }
}

fn gait(token: &str) -> Gait {
    let (name, ways) = token.split_once(':').map_or((token, Vec::new()), |(name, list)| (name, ways(list)));
    let run = |ways, first, last| Gait::Run { ways, first, last };
    match name {
        "1" | "2" | "3" | "4" | "5" | "6" | "7" => run(ways, 1, name.parse().expect("a digit")),
        "s" => run(ways, 1, FAR),
        "j2" => run(ways, 2, 2),
        "j3" => run(ways, 3, 3),
        "j4" => run(ways, 4, 4),
        "j2s" | "sk2s" => run(ways, 2, FAR),
        "j3s" => run(ways, 3, FAR),
        "j4s" => run(ways, 4, FAR),
        "j3n2" => run(ways, 3, 5),
        "sk2n2" => run(ways, 2, 3),
        "N" => Gait::Leap(ways.into_iter().flat_map(|(_, ahead)| [(-1, 2 * ahead), (1, 2 * ahead)]).collect()),
        "t3" => Gait::Over(ways, 3),
        "hk" => Gait::Hook(ways),
        "area2" => Gait::Area(2),
        "area3" => Gait::Area(3),
        "lion" => Gait::Lion,
        "lp" => Gait::Line(ways),
        "dbl" => Gait::Double(ways),
        "igui" => Gait::Igui(ways),
        "rj" => Gait::RangeJump(ways),
        "rjl" => Gait::LowJump(ways),
        "rc" => Gait::RangeCapture(ways),
        "emp" => Gait::Emperor,
        other => panic!("no move {other}"),
    }
}

/// A piece as it lies on the board, promoted or not.
#[derive(Debug)]
pub struct Face {
    /// As Black has it in SFEN.
    pub name: String,
    /// Pieces of a side at the start.
    pub count: usize,
    pub gaits: Vec<Gait>,
    /// It has been turned over.
    pub turned: bool,
    /// The face on its other side, if it may still be turned over.
    pub becomes: Option<usize>,
    pub royal: bool,
    /// The rules on drops of pawns apply to it.
    pub pawn: bool,
    /// Rank among pieces over which others fly.
    pub rank: u32,
    pub burns: bool,
    /// The face that its captor takes on.
    pub taint: Option<usize>,
}

/// The rule on promotion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Promotion {
    /// As in shogi, on any move into, inside or out of a zone; its ranks.
    Shogi(i32),
    /// As in chu shogi, on entering the zone, and inside it by a capture.
    Chu(i32),
    /// By every capture.
    EveryCapture,
    /// By any capture, and by that of a promoted piece even against its will.
    Captures,
}

/// The rows of a part of a table, without remarks.
fn cells(part: &str) -> Vec<Vec<&str>> {
    part.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect()
}

#[derive(Debug)]
pub struct Game {
    pub faces: Vec<Face>,
    pub promotion: Promotion,
    /// A royal piece may not be left to be captured.
    pub checks: bool,
    /// Captured pieces are held and dropped.
    pub drops: bool,
}

impl Game {
    /// The game of a table of pieces, which has the columns id, english, japanese, diagram, becomes, moves, count, flags.
    pub fn new(table: &str, promotion: Promotion, checks: bool) -> Self {
        Self::read(table, "", promotion, checks)
    }

    /// The game of a table with the rows below the name of a reading in place of those of the same pieces.
    pub fn read(table: &str, reading: &str, promotion: Promotion, checks: bool) -> Self {
        let parts: Vec<&str> = table.split("\n[").collect();
        let own = parts[1..].iter().find_map(|part| part.strip_prefix(reading)?.strip_prefix("]\n"));
        let own = own.map(cells).unwrap_or_default();
        let mut rows = cells(parts[0]).split_off(1);
        for row in &mut rows {
            if let Some(other) = own.iter().find(|other| other[0] == row[0]) {
                row.clone_from(other);
            }
        }
        let kinds: BTreeMap<&str, &Vec<&str>> = rows.iter().map(|row| (row[0], row)).collect();
        let used = || rows.iter().filter(|row| row[6] != "0");
        let turning: Vec<&Vec<&str>> = used().filter(|row| row[4] != "-").collect();
        let first_turned = used().count();
        let mut faces: Vec<Face> = used().map(|row| Face::new(row, row)).collect();
        for (number, row) in turning.into_iter().enumerate() {
            let turned = first_turned + number;
            let mut face = Face::new(row, kinds[row[4]]);
            face.turned = true;
            face.count = 0;
            let base = faces.iter_mut().find(|base| base.name == face.name).expect("its kind");
            base.becomes = Some(turned);
            if row[7].contains("taints") {
                base.taint = Some(turned);
                face.taint = Some(turned);
            }
            face.name.insert(0, '+');
            faces.push(face);
        }
        Self { faces, promotion, checks, drops: false }
    }

    /// The number of the face that SFEN writes so for Black.
    pub fn called(&self, name: &str) -> Option<usize> {
        self.faces.iter().position(|face| face.name == name)
    }
}

impl Face {
    /// The kind of the first row, which moves as that of the second one.
    fn new(row: &[&str], model: &[&str]) -> Self {
        let tokens = || model[5].split(' ');
        let gaits: Vec<Gait> = tokens().filter(|&token| token != "burn").map(gait).collect();
        let flags = || model[7].split(' ');
        let rank = flags().find_map(|flag| flag.strip_prefix("rank="));
        Self {
            name: row[0].to_ascii_uppercase(),
            count: row[6].parse().expect("a number of pieces"),
            turned: false,
            becomes: None,
            royal: flags().any(|flag| flag == "royal"),
            pawn: flags().any(|flag| flag == "pawn"),
            rank: rank.map_or(0, |rank| rank.parse().expect("a rank")),
            burns: tokens().any(|token| token == "burn"),
            taint: None,
            gaits,
        }
    }
}
