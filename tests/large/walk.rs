//! A slow walk through the moves of the elder games that shares nothing with the kernel: pieces by the names of SFEN, their
//! ways as words, and every rule looked up anew in a copy of the board.

use super::{Place, Step, text};
use std::collections::BTreeMap;

/// Files to the right and ranks ahead, as the side sees them.
type Way = (i32, i32);

/// A game as these tests know it.
pub struct Book {
    pub name: &'static str,
    pub start: &'static str,
    zone: i32,
    /// Names of pieces with their ways; see [`ways`].
    pieces: &'static [(&'static str, &'static str)],
    royals: &'static [&'static str],
    /// Pieces that never promote.
    plain: &'static [&'static str],
    /// Whether promotion and check are those of shogi, and a bare king loses.
    shogi: bool,
}

pub const SHO: Book = Book {
    name: "shoshogi",
    start: "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 1",
    zone: 3,
    pieces: &[
        ("P", "f"),
        ("+P", "o fd"),
        ("L", "f*"),
        ("+L", "o fd"),
        ("N", "knight"),
        ("+N", "o fd"),
        ("S", "f d"),
        ("+S", "o fd"),
        ("G", "o fd"),
        ("B", "d*"),
        ("+B", "d* o"),
        ("R", "o*"),
        ("+R", "o* d"),
        ("E", "f s d"),
        ("+E", "o d"),
        ("K", "o d"),
    ],
    royals: &["K", "+E"],
    plain: &["K", "G"],
    shogi: true,
};

pub const HEIAN: Book =
    Book { name: "heianshogi", start: "lnsgkgsnl/9/ppppppppp/9/9/PPPPPPPPP/9/LNSGKGSNL b - 1", royals: &["K"], ..SHO };

pub const HEIAN_DAI: Book = Book {
    name: "heiandaishogi",
    start: "lnicsgkgscinl/ad2t1m1t2da/ppppppppppppp/6b6/13/13/13/13/13/6B6/PPPPPPPPPPPPP/AD2T1M1T2DA/LNICSGKGSCINL b - 1",
    pieces: &[
        ("P", "f"),
        ("+P", "o fd"),
        ("L", "f*"),
        ("+L", "o fd"),
        ("N", "knight"),
        ("+N", "o fd"),
        ("I", "f fd"),
        ("+I", "o fd"),
        ("C", "f b fd"),
        ("+C", "o fd"),
        ("S", "f d"),
        ("+S", "o fd"),
        ("G", "o fd"),
        ("T", "d"),
        ("+T", "o fd"),
        ("A", "f* b*"),
        ("+A", "o fd"),
        ("M", "s* f b"),
        ("+M", "o fd"),
        ("D", "d*"),
        ("+D", "d* o"),
        ("B", "f b"),
        ("+B", "o fd"),
        ("K", "o d"),
    ],
    royals: &["K"],
    ..SHO
};

pub const DAI: Book = Book {
    name: "daishogi",
    start: "lnuicsgkgsciunl/a1c'1f1tet1f1c'1a/1x'1a'1wxl!ow1a'1x'1/rf'mvbhdqdhbvmf'r/ppppppppppppppp/4p'5p'4/15/15/15/4P'5P'4/PPPPPPPPPPPPPPP/RF'MVBHDQDHBVMF'R/1X'1A'1WOL!XW1A'1X'1/A1C'1F1TET1F1C'1A/LNUICSGKGSCIUNL b - 1",
    zone: 5,
    pieces: &[
        ("P", "f"),
        ("+P", "o fd"),
        ("P'", "f b"),
        ("+P'", "f s d"),
        ("U", "fd"),
        ("+U", "o fd"),
        ("N", "knight"),
        ("+N", "o fd"),
        ("I", "f fd"),
        ("+I", "o fd"),
        ("C'", "d"),
        ("+C'", "o fd"),
        ("A'", "o"),
        ("+A'", "o fd"),
        ("W", "f s fd"),
        ("+W", "o fd"),
        ("F'", "d2"),
        ("+F'", "o fd"),
        ("X'", "o2"),
        ("+X'", "o fd"),
        ("C", "f b fd"),
        ("+C", "s* f b"),
        ("S", "f d"),
        ("+S", "f* b* s"),
        ("G", "o fd"),
        ("+G", "o*"),
        ("F", "f b d"),
        ("+F", "d*"),
        ("T", "b s d"),
        ("+T", "f* b* s d"),
        ("E", "f s d"),
        ("+E", "o d"),
        ("L", "f*"),
        ("+L", "f* b* fd*"),
        ("A", "f* b*"),
        ("+A", "f* b* bd*"),
        ("M", "s* f b"),
        ("+M", "s* d*"),
        ("V", "f* b* s"),
        ("+V", "f* b* d*"),
        ("B", "d*"),
        ("+B", "d* o"),
        ("R", "o*"),
        ("+R", "o* d"),
        ("H", "d* o"),
        ("+H", "b* s* d* f f! f+"),
        ("D", "o* d"),
        ("+D", "o* bd* fd fd! fd+"),
        ("X", "o d!"),
        ("+X", "o* d*"),
        ("O", "d o!"),
        ("+O", "lion"),
        ("Q", "o* d*"),
        ("L!", "lion"),
        ("K", "o d"),
    ],
    royals: &["K", "+E"],
    plain: &["K", "Q", "L!"],
    shogi: false,
};

/// What a piece moves like.
#[derive(Clone, Default)]
struct Ways {
    /// Each with the greatest number of steps.
    slides: Vec<(Way, i32)>,
    jumps: Vec<Way>,
    /// Ways in which it may go on or come back after a capture.
    lines: Vec<Way>,
    lion: bool,
}

/// The directions of a word: ahead, back, sideways, orthogonal, diagonal, diagonal ahead and back.
fn directions(word: &str) -> Vec<Way> {
    match word {
        "f" => vec![(0, 1)],
        "b" => vec![(0, -1)],
        "s" => vec![(1, 0), (-1, 0)],
        "fd" => vec![(1, 1), (-1, 1)],
        "bd" => vec![(1, -1), (-1, -1)],
        "o" => ["f", "b", "s"].into_iter().flat_map(directions).collect(),
        "d" => ["fd", "bd"].into_iter().flat_map(directions).collect(),
        other => panic!("no direction {other}"),
    }
}

/// Words of directions: a step each, with `*` a slide, with `2` a slide over two squares at most, with `!` a jump to the
/// second square, with `+` the power of a lion on the line.
fn ways(text: &str) -> Ways {
    let mut ways = Ways::default();
    let around = || ["o", "d"].into_iter().flat_map(directions);
    for word in text.split(' ') {
        match word.trim_end_matches(['*', '2', '!', '+']) {
            "knight" => ways.jumps.extend([(1, 2), (-1, 2)]),
            "lion" => {
                ways.lion = true;
                ways.slides.extend(around().map(|way| (way, 1)));
                let ring = (-2..=2).flat_map(|x| (-2..=2).map(move |y: i32| (x, y)));
                ways.jumps.extend(ring.filter(|&(x, y): &Way| x.abs().max(y.abs()) == 2));
            }
            name => match (&word[name.len()..], directions(name)) {
                ("", found) => ways.slides.extend(found.into_iter().map(|way| (way, 1))),
                ("2", found) => ways.slides.extend(found.into_iter().map(|way| (way, 2))),
                ("*", found) => ways.slides.extend(found.into_iter().map(|way| (way, 99))),
                ("!", found) => ways.jumps.extend(found.into_iter().map(|(x, y)| (2 * x, 2 * y))),
                (_, found) => ways.lines.extend(found),
            },
        }
    }
    ways
}

/// A piece: its name as Black has it, and whether it is Black's.
#[derive(Clone, PartialEq)]
struct Piece {
    name: String,
    black: bool,
}

#[derive(Clone)]
pub struct Walk {
    book: &'static Book,
    ways: BTreeMap<&'static str, Ways>,
    files: i32,
    ranks: i32,
    board: BTreeMap<Place, Piece>,
    black_moves: bool,
}

impl Walk {
    pub fn of(book: &'static Book, sfen: &str) -> Self {
        let mut fields = sfen.split(' ');
        let rows: Vec<&str> = fields.next().unwrap().split('/').collect();
        let mut board = BTreeMap::new();
        let mut files = 0;
        for (rank, row) in rows.iter().enumerate() {
            let mut cells: Vec<Option<Piece>> = Vec::new();
            let mut number = String::new();
            let mut plus = false;
            for c in row.chars().chain([' ']) {
                if c.is_ascii_digit() {
                    number.push(c);
                    continue;
                }
                cells.resize(cells.len() + number.parse().unwrap_or(0), None);
                number.clear();
                match c {
                    '+' => plus = true,
                    '\'' | '!' => cells.last_mut().unwrap().as_mut().unwrap().name.push(c),
                    ' ' => {}
                    letter => {
                        let name = format!("{}{}", if plus { "+" } else { "" }, letter.to_ascii_uppercase());
                        cells.push(Some(Piece { name, black: letter.is_ascii_uppercase() }));
                        plus = false;
                    }
                }
            }
            files = cells.len() as i32;
            for (file, cell) in cells.into_iter().rev().enumerate() {
                board.extend(cell.map(|piece| ((file as i32, rank as i32), piece)));
            }
        }
        Self {
            book,
            ways: book.pieces.iter().map(|&(name, text)| (name, ways(text))).collect(),
            files,
            ranks: rows.len() as i32,
            board,
            black_moves: fields.next() == Some("b"),
        }
    }

    fn beside(&self, from: Place, (right, ahead): Way, black: bool, times: i32) -> Option<Place> {
        let sign = if black { times } else { -times };
        let (file, rank) = (from.0 - sign * right, from.1 - sign * ahead);
        ((0..self.files).contains(&file) && (0..self.ranks).contains(&rank)).then_some((file, rank))
    }

    /// Squares to which the piece on `from` goes by an ordinary move, whatever stands there.
    fn reached(&self, from: Place) -> Vec<Place> {
        let piece = &self.board[&from];
        let ways = &self.ways[piece.name.as_str()];
        let mut found: Vec<Place> =
            ways.jumps.iter().filter_map(|&way| self.beside(from, way, piece.black, 1)).collect();
        for &(way, most) in &ways.slides {
            for times in 1..=most {
                let Some(to) = self.beside(from, way, piece.black, times) else { break };
                found.push(to);
                if self.board.contains_key(&to) {
                    break;
                }
            }
        }
        found
    }

    fn is_of(&self, place: Place, black: bool) -> bool {
        self.board.get(&place).is_some_and(|piece| piece.black == black)
    }

    fn squares_of(&self, black: bool) -> Vec<Place> {
        self.board.iter().filter(|(_, piece)| piece.black == black).map(|(&place, _)| place).collect()
    }

    fn royals(&self, black: bool) -> Vec<Place> {
        let is_royal = |place: &Place| self.book.royals.contains(&self.board[place].name.as_str());
        self.squares_of(black).into_iter().filter(is_royal).collect()
    }

    /// How far a square is from the end to which a side goes.
    fn to_go(&self, (_, rank): Place, black: bool) -> i32 {
        if black { rank } else { self.ranks - 1 - rank }
    }

    /// Whether the piece may promote, and whether it may stay as it is.
    fn promotion(&self, from: Place, to: Place) -> (bool, bool) {
        let Piece { name, black } = &self.board[&from];
        if name.starts_with('+') || self.book.plain.contains(&name.as_str()) {
            return (false, true);
        }
        let in_zone = |place| self.to_go(place, *black) < self.book.zone;
        let (before, after, takes) = (in_zone(from), in_zone(to), self.board.contains_key(&to));
        if !self.book.shogi {
            return (!before && after || takes && before, true);
        }
        // Alone on the board it must have somewhere to go.
        let mut alone = self.clone();
        alone.board = BTreeMap::from([(to, self.board[&from].clone())]);
        (before || after, !alone.reached(to).is_empty())
    }

    fn played(&self, (from, via, to, promotes): Step) -> Self {
        let mut after = self.clone();
        let mut piece = after.board.remove(&from).unwrap();
        if let Some(via) = via.filter(|&via| via != from) {
            after.board.remove(&via);
        }
        if promotes {
            piece.name.insert(0, '+');
        }
        after.board.insert(to, piece);
        after.black_moves = !self.black_moves;
        after
    }

    fn is_over(&self) -> bool {
        let (own, other) = (self.royals(self.black_moves), self.royals(!self.black_moves));
        if own.is_empty() || other.is_empty() {
            return true;
        }
        let bare = |black| self.squares_of(black).len() == 1;
        if !self.book.shogi || !bare(true) && !bare(false) {
            return false;
        }
        // Only who has just been bared plays on, and only to take the last piece.
        let others: Vec<Place> =
            self.squares_of(!self.black_moves).into_iter().filter(|place| !other.contains(place)).collect();
        let near = |place: &Place, royal: &Place| (place.0 - royal.0).abs().max((place.1 - royal.1).abs()) == 1;
        let falls = |last: &Place| near(last, &own[0]) && !other.iter().any(|royal| near(last, royal));
        !(bare(self.black_moves) && others.len() == 1 && other.len() == 1 && falls(&others[0]))
    }

    fn steps(&self) -> Vec<Step> {
        let mut found: Vec<Step> = Vec::new();
        if self.is_over() {
            return found;
        }
        let black = self.black_moves;
        for from in self.squares_of(black) {
            for to in self.reached(from).into_iter().filter(|&to| !self.is_of(to, black)) {
                let (may, may_not) = self.promotion(from, to);
                found.extend(may.then_some((from, None, to, true)));
                found.extend(may_not.then_some((from, None, to, false)));
            }
            let Ways { slides, lines, lion, .. } = &self.ways[self.board[&from].name.as_str()];
            let firsts: Vec<Way> = if *lion { slides.iter().map(|&(way, _)| way).collect() } else { lines.clone() };
            let vias: Vec<(Way, Place)> =
                firsts.iter().filter_map(|&way| Some((way, self.beside(from, way, black, 1)?))).collect();
            if vias.iter().any(|(_, via)| !self.board.contains_key(via)) {
                found.push((from, Some(from), from, false));
            }
            for &(way, via) in vias.iter().filter(|&&(_, via)| self.is_of(via, !black)) {
                let seconds = if *lion { firsts.clone() } else { vec![way, (-way.0, -way.1)] };
                let targets = seconds.into_iter().filter_map(|way| self.beside(via, way, black, 1));
                let free = |&to: &Place| to == from || !self.is_of(to, black);
                found.extend(targets.filter(free).map(|to| (from, Some(via), to, false)));
            }
        }
        if self.book.shogi {
            found.retain(|&step| self.played(step).is_safe());
        }
        found
    }

    /// Whether the side that has moved keeps a royal piece, or has taken the last one of the other side.
    fn is_safe(&self) -> bool {
        let (own, other) = (self.royals(!self.black_moves), self.royals(self.black_moves));
        let attacked = |place: &Place| {
            self.squares_of(self.black_moves).into_iter().any(|from| self.reached(from).contains(place))
        };
        other.is_empty() || own.len() > 1 || !own.iter().all(attacked)
    }

    /// The moves in USI, each once; a pass is written as its square and a word.
    pub fn moves(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.steps().into_iter().map(text).collect();
        texts.sort();
        texts.dedup();
        texts
    }

    /// The number of ways to play so many moves.
    pub fn count(&self, depth: u32) -> u64 {
        let mut steps = self.steps();
        if depth == 1 {
            return steps.len() as u64;
        }
        steps.drain(..).map(|step| self.played(step).count(depth - 1)).sum()
    }
}
