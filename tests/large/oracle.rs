//! A slow generator that shares nothing with the kernel but the names of moves: a board of letters, movement by vectors, and
//! the rules of lishogi on lions word for word.

use super::{Place, Step, text};

#[derive(Clone)]
pub struct Oracle {
    /// `[rank][file]`, a letter in the case of its side, and whether it is promoted.
    board: Vec<Vec<Option<(char, bool)>>>,
    black_moves: bool,
    ban: Option<Place>,
}

/// Ranks at the far end in which pieces promote.
const ZONE: i32 = 4;
const SIDE: i32 = 12;

fn is_black(piece: (char, bool)) -> bool {
    piece.0.is_ascii_uppercase()
}

/// What a piece moves like: single steps, slides and jumps as (right, forward).
#[derive(Default)]
struct Ways {
    steps: Vec<(i32, i32)>,
    slides: Vec<(i32, i32)>,
    jumps: Vec<(i32, i32)>,
    /// Directions in which it may go on or come back.
    lines: Vec<(i32, i32)>,
    lion: bool,
}

const W: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const F: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const V: [(i32, i32); 2] = [(0, 1), (0, -1)];
const H: [(i32, i32); 2] = [(1, 0), (-1, 0)];
const FF: [(i32, i32); 2] = [(1, 1), (-1, 1)];
const BF: [(i32, i32); 2] = [(1, -1), (-1, -1)];

fn ways(piece: (char, bool)) -> Ways {
    let all = |parts: &[&[(i32, i32)]]| parts.concat();
    let steps = |parts: &[&[(i32, i32)]]| Ways { steps: all(parts), ..Ways::default() };
    let mixed = |slides: &[&[(i32, i32)]], steps: &[&[(i32, i32)]]| Ways {
        slides: all(slides),
        steps: all(steps),
        ..Ways::default()
    };
    let twice = |parts: &[(i32, i32)]| parts.iter().map(|&(x, y)| (2 * x, 2 * y)).collect();
    let lion = || {
        let ring = |x: i32, y: i32| x.abs().max(y.abs()) == 2;
        let jumps = (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x, y))).filter(|&(x, y)| ring(x, y)).collect();
        Ways { steps: all(&[&W, &F]), jumps, lion: true, ..Ways::default() }
    };
    let line = |line: &[(i32, i32)]| {
        let slides = all(&[&W, &F]).into_iter().filter(|way| !line.contains(way)).collect();
        Ways { slides, steps: line.to_vec(), jumps: twice(line), lines: line.to_vec(), lion: false }
    };
    match (piece.0.to_ascii_uppercase(), piece.1) {
        ('K', _) | ('E', true) => steps(&[&W, &F]),
        ('E', false) | ('I', true) => steps(&[&F, &H, &[(0, 1)]]),
        ('G', false) | ('P', true) => steps(&[&W, &FF]),
        ('S', false) => steps(&[&F, &[(0, 1)]]),
        ('C', false) => steps(&[&FF, &V]),
        ('F', false) => steps(&[&F, &V]),
        ('T', false) => steps(&[&F, &H, &[(0, -1)]]),
        ('P', false) => steps(&[&[(0, 1)]]),
        ('I', false) => steps(&[&V]),
        ('L', false) => mixed(&[&[(0, 1)]], &[]),
        ('A', false) => mixed(&[&V], &[]),
        ('B', false) | ('F', true) => mixed(&[&F], &[]),
        ('R', false) | ('G', true) => mixed(&[&W], &[]),
        ('H', false) | ('B', true) => mixed(&[&F], &[&W]),
        ('D', false) | ('R', true) => mixed(&[&W], &[&F]),
        ('M', false) | ('C', true) => mixed(&[&H], &[&V]),
        ('V', false) | ('S', true) => mixed(&[&V], &[&H]),
        ('Q', _) | ('X', true) => mixed(&[&W, &F], &[]),
        ('T', true) => mixed(&[&V], &[&H, &F]),
        ('L', true) => mixed(&[&V, &FF], &[]),
        ('A', true) => mixed(&[&V, &BF], &[]),
        ('M', true) => mixed(&[&F, &H], &[]),
        ('V', true) => mixed(&[&F, &V], &[]),
        ('X', false) => Ways { jumps: twice(&F), ..steps(&[&W]) },
        ('O', false) => Ways { jumps: twice(&W), ..steps(&[&F]) },
        ('N', _) | ('O', true) => lion(),
        ('H', true) => line(&[(0, 1)]),
        ('D', true) => line(&FF),
        other => panic!("no piece {other:?}"),
    }
}

fn is_lion(piece: (char, bool)) -> bool {
    matches!((piece.0.to_ascii_uppercase(), piece.1), ('N', _) | ('O', true))
}

/// An unpromoted pawn or go-between.
fn is_minor(piece: (char, bool)) -> bool {
    matches!((piece.0.to_ascii_uppercase(), piece.1), ('P' | 'I', false))
}

fn promotes(piece: (char, bool)) -> bool {
    !piece.1 && !matches!(piece.0.to_ascii_uppercase(), 'K' | 'Q' | 'N')
}

impl Oracle {
    pub fn of(sfen: &str) -> Self {
        let mut fields = sfen.split(' ');
        let rows = fields.next().unwrap().split('/').map(|row| {
            let mut cells = Vec::new();
            let mut promoted = false;
            let mut number = 0;
            for c in row.chars() {
                if let Some(digit) = c.to_digit(10) {
                    number = number * 10 + digit as usize;
                    continue;
                }
                cells.extend(std::iter::repeat_n(None, std::mem::take(&mut number)));
                if c == '+' {
                    promoted = true;
                } else {
                    cells.push(Some((c, std::mem::take(&mut promoted))));
                }
            }
            cells.extend(std::iter::repeat_n(None, number));
            cells.reverse();
            cells
        });
        let board = rows.collect();
        let black_moves = fields.next() == Some("b");
        let ban = fields.next().filter(|text| *text != "-").map(|text| {
            let (file, rank) = text.split_at(text.len() - 1);
            (file.parse::<i32>().unwrap() - 1, i32::from(rank.as_bytes()[0] - b'a'))
        });
        Self { board, black_moves, ban }
    }

    fn at(&self, (file, rank): Place) -> Option<(char, bool)> {
        self.board[rank as usize][file as usize]
    }

    fn put(&mut self, (file, rank): Place, piece: Option<(char, bool)>) {
        self.board[rank as usize][file as usize] = piece;
    }

    fn beside(from: Place, (right, forward): (i32, i32), black: bool, times: i32) -> Option<Place> {
        let sign = if black { 1 } else { -1 };
        let (file, rank) = (from.0 - sign * times * right, from.1 - sign * times * forward);
        ((0..SIDE).contains(&file) && (0..SIDE).contains(&rank)).then_some((file, rank))
    }

    /// Squares that the piece on `from` reaches by its ordinary move or jump, whatever stands there.
    fn reached(&self, from: Place) -> Vec<Place> {
        let piece = self.at(from).unwrap();
        let black = is_black(piece);
        let Ways { steps, slides, jumps, .. } = ways(piece);
        let mut found: Vec<Place> =
            steps.iter().chain(&jumps).filter_map(|&way| Self::beside(from, way, black, 1)).collect();
        for way in slides {
            for times in 1..SIDE {
                let Some(to) = Self::beside(from, way, black, times) else { break };
                found.push(to);
                if self.at(to).is_some() {
                    break;
                }
            }
        }
        found
    }

    fn places() -> impl Iterator<Item = Place> {
        (0..SIDE).flat_map(|rank| (0..SIDE).map(move |file| (file, rank)))
    }

    fn is_own(&self, place: Place) -> bool {
        self.at(place).is_some_and(|piece| is_black(piece) == self.black_moves)
    }

    fn is_enemy(&self, place: Place) -> bool {
        self.at(place).is_some_and(|piece| is_black(piece) != self.black_moves)
    }

    fn in_zone(&self, (_, rank): Place) -> bool {
        if self.black_moves { rank < ZONE } else { rank >= SIDE - ZONE }
    }

    fn on_last_rank(&self, (_, rank): Place) -> bool {
        rank == if self.black_moves { 0 } else { SIDE - 1 }
    }

    fn may_promote(&self, from: Place, to: Place) -> bool {
        let piece = self.at(from).unwrap();
        let saved = matches!(piece.0.to_ascii_uppercase(), 'P' | 'L') && self.on_last_rank(to);
        promotes(piece)
            && (!self.in_zone(from) && self.in_zone(to)
                || self.is_enemy(to) && (self.in_zone(from) || self.in_zone(to))
                || saved)
    }

    /// Whether the enemy could take back on the lion's square.
    fn is_protected(&self, from: Place, via: Option<Place>, to: Place) -> bool {
        let mut after = self.clone();
        let taker = self.at(from);
        after.put(from, None);
        if let Some(via) = via {
            after.put(via, None);
        }
        after.put(to, taker);
        let takes_back = |board: &Self, place: Place| {
            board.at(place).is_some_and(|piece| is_black(piece) != self.black_moves)
                && board.reached(place).contains(&to)
        };
        let first = via.is_some_and(|via| takes_back(self, via));
        first || Self::places().any(|place| takes_back(&after, place))
    }

    fn obeys_lion_rules(&self, (from, via, to, _): Step) -> bool {
        let mover = self.at(from).unwrap();
        let lion_on = |place: Place| place != from && self.at(place).is_some_and(is_lion);
        if !is_lion(mover) {
            let forbidden = |place: Place| lion_on(place) && self.ban.is_some_and(|ban| ban != place);
            return !forbidden(to) && !via.is_some_and(forbidden);
        }
        let near = (from.0 - to.0).abs().max((from.1 - to.1).abs()) < 2;
        if !lion_on(to) || near {
            return true;
        }
        let frees = via.and_then(|via| self.at(via)).is_some_and(|victim| !is_minor(victim));
        frees || !self.is_protected(from, via, to)
    }

    /// The moves by the rules of lishogi, each once, in USI; a pass is written over any empty square.
    pub fn moves(&self) -> Vec<String> {
        let mut found: Vec<Step> = Vec::new();
        for from in Self::places().filter(|&place| self.is_own(place)) {
            for to in self.reached(from).into_iter().filter(|&to| !self.is_own(to)) {
                found.push((from, None, to, false));
                if self.may_promote(from, to) {
                    found.push((from, None, to, true));
                }
            }
            let Ways { steps, lines, lion, .. } = ways(self.at(from).unwrap());
            let black = self.black_moves;
            let first_ways = if lion { steps } else { lines };
            let firsts: Vec<((i32, i32), Place)> =
                first_ways.into_iter().filter_map(|way| Some((way, Self::beside(from, way, black, 1)?))).collect();
            if firsts.iter().any(|&(_, via)| self.at(via).is_none()) {
                found.push((from, Some(from), from, false));
            }
            for &(way, via) in firsts.iter().filter(|&&(_, via)| self.is_enemy(via)) {
                let seconds: Vec<(i32, i32)> = if lion { [W, F].concat() } else { vec![way, (-way.0, -way.1)] };
                let targets = seconds.into_iter().filter_map(|way| Self::beside(via, way, black, 1));
                found.extend(
                    targets.filter(|&to| to == from || !self.is_own(to)).map(|to| (from, Some(via), to, false)),
                );
            }
        }
        found.retain(|&step| self.obeys_lion_rules(step));
        let mut texts: Vec<String> = found.into_iter().map(text).collect();
        texts.sort();
        texts.dedup();
        texts
    }
}
