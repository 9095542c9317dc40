//! The steps of each lesson, made of the data of a game.

use super::{Goal, LESSONS, Step, Topic};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::{Cell, Departure, SfenMode, Way};
use crate::variants::Variant;
use crate::web::message::{SetUp, Square};
use crate::web::setup;
use std::cmp::Reverse;
use std::collections::HashSet;

/// Most steps of a lesson on a rule.
const MOST: usize = 4;
/// Most kinds in the lesson on moves. Beyond them, as in taikyoku shogi with its 209 kinds, every second or third kind is shown.
const MOST_KINDS: usize = 24;
/// Most first moves that are tried to find a square two moves away.
const MOST_FIRST: usize = 12;

/// Positions in which the side to move wins at once: name of the game, position. They are from games, but for the easy ones
/// of shogi.
const WINS: &str = include_str!("wins.txt");

/// The steps of a lesson of a game, by its number from 0; none behind the last.
pub fn lesson(game: Variant, number: usize) -> Option<(Topic, Vec<Step>)> {
    let topic = *topics(game).get(number)?;
    let course = Course::of(game);
    let steps = match topic {
        Topic::Moves => course.shown().filter_map(|kind| course.reach(kind)).collect(),
        Topic::Captures => course.few(|kind| course.capture(kind)),
        Topic::Drops => course.drops(),
        Topic::Lions => course.lions(),
        Topic::Checks => course.few(|kind| course.check(kind)),
        Topic::Promotions => course.few(|kind| course.promotion(kind)),
        Topic::Wins => course.wins(),
    };
    Some((topic, steps))
}

/// The lessons of a game.
pub fn topics(game: Variant) -> [Topic; LESSONS] {
    let third = if game.held_kinds() > 0 {
        Topic::Drops
    } else if Course::of(game).lions().is_empty() {
        Topic::Checks
    } else {
        Topic::Lions
    };
    [Topic::Moves, Topic::Captures, third, Topic::Promotions, Topic::Wins]
}

/// The data from which the steps of a game are made.
struct Course {
    game: Variant,
    /// The royal kind, its square and a corner piece of each side, which keep a game going. `[color]`
    royal: usize,
    kept: [Vec<(Cell, usize)>; 2],
    /// The kinds at the start, the royal one last.
    kinds: Vec<usize>,
    /// The kind of which there are most, the royal one aside.
    common: usize,
}

impl Course {
    fn of(game: Variant) -> Self {
        let start = game.start();
        let figures = || game.cells().filter_map(|cell| Some((cell, start.figure(cell)?)));
        let count = |kind: usize| figures().filter(|(_, figure)| figure.kind == kind).count();
        let mut kinds: Vec<usize> = (0..game.kinds()).filter(|&kind| count(kind) > 0).collect();
        // A game can go on with royal pieces alone, unless they attack each other as emperors do.
        let is_royal = |&kind: &usize| {
            let alone = figures().filter(|(_, figure)| figure.kind == kind);
            position(game, alone.map(|(cell, figure)| (cell, figure.color, figure.kind)), &[])
                .is_some_and(|position| !position.in_check())
        };
        let royal = kinds.iter().copied().find(is_royal).unwrap_or_default();
        let others = kinds.iter().copied().filter(|&kind| kind != royal);
        let common = others.max_by_key(|&kind| (count(kind), Reverse(kind))).unwrap_or_default();
        kinds.sort_by_key(|&kind| kind == royal);
        let kept = Color::ALL.map(|color| {
            let own = || figures().filter(move |(_, figure)| figure.color == color);
            let king = own().find(|(_, figure)| figure.kind == royal);
            let corner = own().find(|(cell, figure)| cell.file == 0 && figure.kind != royal);
            king.into_iter().chain(corner).map(|(cell, figure)| (cell, figure.kind)).collect()
        });
        Self { game, royal, kept, kinds, common }
    }

    /// The steps of some kinds that have one.
    fn few(&self, step: impl Fn(usize) -> Option<Step>) -> Vec<Step> {
        self.kinds.iter().filter_map(|&kind| step(kind)).take(MOST).collect()
    }

    /// A position with a piece of a kind, others beside it, and the pieces that keep a game going; none if no game could
    /// have it, or a side is in check there.
    fn with(&self, kind: usize, at: Cell, others: &[(Cell, Color, usize)], hand: &[usize]) -> Option<AnyPosition> {
        let mut pieces: Vec<(Cell, Color, usize)> = Vec::new();
        for color in Color::ALL {
            let kept = self.kept[color.index()]
                .iter()
                .filter(|(_, kept)| color == Color::White || kind != self.royal || *kept != self.royal);
            pieces.extend(kept.map(|&(cell, kind)| (cell, color, kind)));
        }
        pieces.extend(hand.is_empty().then_some((at, Color::Black, kind)));
        pieces.extend(others);
        let is_single = |cell: Cell| pieces.iter().filter(|(other, ..)| *other == cell).count() == 1;
        if !pieces.iter().all(|&(cell, ..)| is_single(cell)) {
            return None;
        }
        let position = position(self.game, pieces.iter().copied(), hand)?;
        (!position.in_check() && position.verdict().is_none()).then_some(position)
    }

    /// The squares of the board, those nearest to its middle first.
    fn cells(&self) -> Vec<Cell> {
        let (files, ranks) = (i32::from(self.game.files()), i32::from(self.game.ranks()));
        let mut cells: Vec<Cell> = self.game.cells().collect();
        cells.sort_by_key(|cell| {
            (2 * i32::from(cell.file) + 1 - files).abs() + (2 * i32::from(cell.rank) + 1 - ranks).abs()
        });
        cells
    }

    /// The kinds of the lesson on moves, the royal one last.
    fn shown(&self) -> impl Iterator<Item = usize> {
        let stride = self.kinds.len().div_ceil(MOST_KINDS);
        self.kinds.iter().rev().step_by(stride).rev().copied()
    }

    /// A step with a piece near the middle, on one of the squares that the position offers for it.
    fn placed(
        &self,
        kind: usize,
        squares: impl Fn(Cell) -> Vec<Cell>,
        step: impl Fn(Cell, Cell) -> Option<Step>,
    ) -> Option<Step> {
        self.cells().into_iter().take(9).find_map(|at| {
            let targets = squares(at);
            // Another kind begins elsewhere in the list, so that targets differ.
            let mut turned = targets.iter().cycle().skip(5 * kind % targets.len().max(1)).take(targets.len());
            turned.find_map(|&target| step(at, target))
        })
    }

    fn step(topic: Topic, position: AnyPosition, goal: Goal) -> Step {
        Step { topic, position, goal }
    }

    /// The squares to which a piece alone moves in one move, and those that take two.
    fn within(&self, kind: usize, at: Cell) -> [Vec<Cell>; 2] {
        let Some(position) = self.with(kind, at, &[], &[]) else { return [Vec::new(), Vec::new()] };
        let lands = |position: &AnyPosition, from: Cell| {
            let ways = position.legal_moves().into_iter().map(|m| (m, self.game.way(m)));
            let lands: Vec<_> = ways.filter(|(_, way)| way.from == Departure::Board(from) && way.to != from).collect();
            // Promotion is the subject of a later lesson, but some games have no move without it.
            let stays = |&(m, way): &(AnyMove, Way)| {
                let mut behind = position.clone();
                behind.make(m);
                behind.figure(way.to).map(|figure| figure.kind) == position.figure(from).map(|figure| figure.kind)
            };
            let plain: Vec<_> = lands.iter().copied().filter(stays).collect();
            if plain.is_empty() { lands } else { plain }
        };
        let first = lands(&position, at);
        let near = self.sorted(first.iter().map(|(_, way)| way.to));
        let step = Self::step(Topic::Moves, position, Goal::Reach { kind, at, target: at });
        let then = first.iter().take(MOST_FIRST).filter_map(|&(m, way)| Some((step.after(m)?, way.to)));
        let far = then.flat_map(|(step, from)| lands(&step.position, from)).map(|(_, way)| way.to);
        let is_far = |cell: &Cell| *cell != at && !near.contains(cell);
        let far = self.sorted(far.filter(is_far));
        [near, far]
    }

    /// Squares in the order of [`Self::cells`], each once.
    fn sorted(&self, squares: impl Iterator<Item = Cell>) -> Vec<Cell> {
        let squares: HashSet<Cell> = squares.collect();
        self.cells().into_iter().filter(|cell| squares.contains(cell)).collect()
    }

    /// A piece goes to a square, in two moves where it can.
    fn reach(&self, kind: usize) -> Option<Step> {
        let step = |moves: usize| {
            self.placed(
                kind,
                |at| self.within(kind, at)[moves - 1].clone(),
                |at, target| {
                    let position = self.with(kind, at, &[], &[])?;
                    let is_free = position.figure(target).is_none();
                    let step = is_free.then(|| Self::step(Topic::Moves, position, Goal::Reach { kind, at, target }));
                    step.filter(|step| step.solution().len() == moves)
                },
            )
        };
        step(2).or_else(|| step(1))
    }

    /// A piece captures another one.
    fn capture(&self, kind: usize) -> Option<Step> {
        self.placed(
            kind,
            |at| self.within(kind, at)[0].clone(),
            |at, target| {
                let position = self.with(kind, at, &[(target, Color::White, self.common)], &[])?;
                let goal = Goal::Capture { targets: vec![target], stays: false };
                Some(Self::step(Topic::Captures, position, goal)).filter(|step| step.solution().len() == 1)
            },
        )
    }

    /// A lion captures two pieces in a move, and one without leaving its square.
    fn lions(&self) -> Vec<Step> {
        let lion = |kind: usize, stays: bool| {
            self.cells().into_iter().take(9).find_map(|at| {
                let near = Cell { file: at.file, rank: at.rank.checked_sub(1)? };
                let far = Cell { file: at.file + 1, rank: near.rank.checked_sub(1)? };
                let targets = if stays { vec![near] } else { vec![near, far] };
                let others: Vec<_> = targets.iter().map(|&cell| (cell, Color::White, self.common)).collect();
                let position = self.with(kind, at, &others, &[])?;
                let step = Self::step(Topic::Lions, position, Goal::Capture { targets, stays });
                (step.solution().len() == 1).then_some(step)
            })
        };
        let both = |&kind: &usize| [false, true].into_iter().filter_map(move |stays| lion(kind, stays));
        self.kinds.iter().flat_map(both).take(MOST).collect()
    }

    /// Pieces are dropped: three on a square, and one to give check.
    fn drops(&self) -> Vec<Step> {
        let dropped = |kind: usize| {
            let step = |_, target| {
                let position = self.with(kind, target, &[], &[kind])?;
                let step = Self::step(Topic::Drops, position, Goal::Drop { kind, target });
                (step.solution().len() == 1).then_some(step)
            };
            self.placed(kind, |_| self.cells(), step)
        };
        let checked = |kind: usize| {
            let position = self.with(kind, self.cells()[0], &[], &[kind])?;
            let step = Self::step(Topic::Drops, position, Goal::Check);
            let is_drop = |&m: &_| matches!(self.game.way(m).from, Departure::Hand(_));
            step.solution().first().is_some_and(is_drop).then_some(step)
        };
        let held = || (0..self.game.held_kinds()).filter(|kind| self.kinds.contains(kind));
        let check = held().rev().find_map(checked);
        held().filter_map(dropped).take(MOST - 1).chain(check).collect()
    }

    /// A piece gives check.
    fn check(&self, kind: usize) -> Option<Step> {
        let positions = self.cells().into_iter().filter_map(|at| self.with(kind, at, &[], &[]));
        let mut steps = positions.map(|position| Self::step(Topic::Checks, position, Goal::Check));
        steps.find(|step| step.solution().len() == 1)
    }

    /// A piece promotes.
    fn promotion(&self, kind: usize) -> Option<Step> {
        self.game.promotion(kind)?;
        let positions = self.cells().into_iter().filter_map(|at| self.with(kind, at, &[], &[]));
        let mut steps = positions.map(|position| Self::step(Topic::Promotions, position, Goal::Promote { kind }));
        steps.find(|step| step.solution().len() == 1)
    }

    /// The side to move wins a game at once; positions with few moves to choose from come first.
    fn wins(&self) -> Vec<Step> {
        let lines = WINS.lines().filter_map(|line| line.split_once(' '));
        let of_game = lines.filter(|(game, _)| *game == self.game.name());
        let positions = of_game.filter_map(|(_, sfen)| self.game.read_sfen(sfen, SfenMode::Composed).ok());
        let mut steps: Vec<Step> =
            positions.map(|position| Self::step(Topic::Wins, position, Goal::Win { king: None })).collect();
        steps.sort_by_key(|step| step.position.legal_moves().len());
        steps
    }
}

/// The position with some pieces, Black to move; none if no game could have it.
fn position(game: Variant, pieces: impl Iterator<Item = (Cell, Color, usize)>, hand: &[usize]) -> Option<AnyPosition> {
    let id = |color: Color, kind: usize| format!("{}{kind}", if color == Color::Black { 'b' } else { 'w' });
    let square = |(cell, color, kind): (Cell, Color, usize)| Square { at: cell.to_string(), piece: id(color, kind) };
    let set_up = SetUp {
        game: game.name().to_owned(),
        squares: pieces.map(square).collect(),
        hands: hand.iter().map(|&kind| id(Color::Black, kind)).collect(),
        turn: "black".to_owned(),
    };
    setup::position(&set_up).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    /// Every step can be done, in at most two moves, and begins undone.
    #[test]
    fn every_game_has_five_lessons_that_can_be_done() {
        for &game in Variant::ALL {
            for number in 0..LESSONS {
                let (topic, steps) = lesson(game, number).unwrap();
                assert!(!steps.is_empty(), "{game} {topic:?}");
                for step in &steps {
                    let sfen = step.position.sfen();
                    assert!(step.position.verdict().is_none(), "{game} {topic:?} {sfen}");
                    let solution = step.solution();
                    let Some(&first) = solution.first() else { panic!("{game} {topic:?} {:?} {sfen}", step.goal) };
                    let last = step.after(first).filter(|_| solution.len() > 1).unwrap_or_else(|| step.clone());
                    assert!(last.is_met(solution[solution.len() - 1]), "{game} {topic:?} {:?} {sfen}", step.goal);
                    let others = step.position.legal_moves().into_iter().filter(|&m| !step.is_met(m)).count();
                    assert!(others > 0, "{game} {topic:?} {:?} {sfen}: every move is right", step.goal);
                    assert!([Language::En, Language::Ja].iter().all(|&language| !step.told(language).is_empty()));
                }
            }
            assert!(lesson(game, LESSONS).is_none());
        }
    }

    #[test]
    fn every_kind_of_the_start_is_moved_unless_there_are_too_many() {
        for &game in Variant::ALL {
            let (_, steps) = lesson(game, 0).unwrap();
            let course = Course::of(game);
            assert_eq!(steps.len(), course.shown().count(), "{game}");
            assert!(course.kinds.len() > MOST_KINDS || steps.len() == course.kinds.len(), "{game}");
        }
    }

    #[test]
    fn lions_take_two_steps_where_there_are_lions() {
        let third = |game| topics(game)[2];
        assert_eq!((third(Variant::Shogi), third(Variant::Chu)), (Topic::Drops, Topic::Lions));
        assert_eq!(third(Variant::Sho), Topic::Checks);
    }
}
