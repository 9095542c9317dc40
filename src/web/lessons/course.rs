//! The steps of each lesson, made of the data of a game.

use super::{Goal, Step, Topic};
use crate::any::AnyPosition;
use crate::board::Color;
use crate::game::{Cell, Departure, SfenMode};
use crate::variants::{Kernel, Variant};
use crate::web::message::{SetUp, Square};
use crate::web::setup;
use std::cmp::Reverse;

/// Most steps of a lesson on a rule.
const MOST: usize = 4;

/// Positions of games in which the side to move wins at once: name of the game, position.
const WINS: &str = include_str!("wins.txt");

/// The steps of a lesson of a game, by its number from 0; none behind the last.
pub fn lesson(game: Variant, number: usize) -> Option<(Topic, Vec<Step>)> {
    let topic = *topics(game).get(number)?;
    let course = Course::of(game);
    let steps = match topic {
        Topic::Moves => course.kinds.iter().filter_map(|&kind| course.reach(kind)).collect(),
        Topic::Captures => course.few(|kind| course.capture(kind)),
        Topic::Drops => course.drops(),
        Topic::Lions => course.lions(),
        Topic::Checks => course.few(|kind| course.check(kind)),
        Topic::Promotions => course.few(|kind| course.promotion(kind)),
        Topic::Wins => course.wins(),
    };
    Some((topic, steps))
}

/// The lessons of a game; those of the wide kernel have none.
pub fn topics(game: Variant) -> Vec<Topic> {
    if matches!(game.kernel(), Kernel::Wide(_)) {
        return Vec::new();
    }
    let third = if game.held_kinds() > 0 {
        Topic::Drops
    } else if Course::of(game).lions().is_empty() {
        Topic::Checks
    } else {
        Topic::Lions
    };
    vec![Topic::Moves, Topic::Captures, third, Topic::Promotions, Topic::Wins]
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
        let is_royal = |&kind: &usize| {
            let rest = figures().filter(|(_, figure)| figure.kind != kind);
            position(game, rest.map(|(cell, figure)| (cell, figure.color, figure.kind)), &[]).is_none()
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

    /// A step with a piece near the middle and a goal that it reaches in this number of moves.
    fn placed(&self, moves: usize, kind: usize, step: impl Fn(Cell, Cell) -> Option<Step>) -> Option<Step> {
        let is_meant = |step: &Step| step.solution().len() == moves;
        let cells = self.cells();
        // Another kind begins elsewhere in the list, so that targets differ.
        let targets = || cells.iter().cycle().skip(5 * kind % cells.len()).take(cells.len());
        cells.iter().take(9).find_map(|&at| targets().find_map(|&target| step(at, target).filter(is_meant)))
    }

    fn step(topic: Topic, position: AnyPosition, goal: Goal) -> Step {
        Step { topic, position, goal }
    }

    /// A piece goes to a square, in two moves where it can.
    fn reach(&self, kind: usize) -> Option<Step> {
        let step = |at, target| {
            let position = self.with(kind, at, &[], &[])?;
            let is_free = position.figure(target).is_none();
            is_free.then(|| Self::step(Topic::Moves, position, Goal::Reach { kind, at, target }))
        };
        self.placed(2, kind, step).or_else(|| self.placed(1, kind, step))
    }

    /// A piece captures another one.
    fn capture(&self, kind: usize) -> Option<Step> {
        self.placed(1, kind, |at, target| {
            let position = self.with(kind, at, &[(target, Color::White, self.common)], &[])?;
            let goal = Goal::Capture { targets: vec![target], stays: false };
            Some(Self::step(Topic::Captures, position, goal))
        })
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
            self.placed(1, kind, |_, target| {
                let position = self.with(kind, target, &[], &[kind])?;
                let goal = Goal::Drop { kind, target };
                Some(Self::step(Topic::Drops, position, goal))
            })
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

    /// The side to move wins a game at once.
    fn wins(&self) -> Vec<Step> {
        let lines = WINS.lines().filter_map(|line| line.split_once(' '));
        let of_game = lines.filter(|(game, _)| *game == self.game.name());
        let positions = of_game.filter_map(|(_, sfen)| self.game.read_sfen(sfen, SfenMode::Composed).ok());
        positions.map(|position| Self::step(Topic::Wins, position, Goal::Win)).collect()
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
    use super::super::LESSONS;
    use super::*;
    use crate::words::Language;

    /// Every step can be done, in at most two moves, and begins undone.
    #[test]
    fn every_game_has_five_lessons_that_can_be_done() {
        for &game in Variant::ALL.iter().filter(|game| !topics(**game).is_empty()) {
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
    fn every_kind_of_the_start_is_moved() {
        for &game in Variant::ALL {
            let Some((_, steps)) = lesson(game, 0) else { continue };
            assert_eq!(steps.len(), Course::of(game).kinds.len(), "{game}");
        }
    }

    #[test]
    fn lions_take_two_steps_where_there_are_lions() {
        let third = |game| topics(game)[2];
        assert_eq!((third(Variant::Shogi), third(Variant::Chu)), (Topic::Drops, Topic::Lions));
        assert_eq!(third(Variant::Sho), Topic::Checks);
    }
}
