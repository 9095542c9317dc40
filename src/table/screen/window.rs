//! The part of a board that a terminal has room for.

use super::Look;
use crate::any::AnyMove;
use crate::game::Cell;
use crate::variants::Variant;

/// Squares by which a word moves the part.
const STRIDE: i16 = 6;

/// The size of a part, and the square that it shows in its middle, or as near to it as the edges allow.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub files: usize,
    pub ranks: usize,
    pub middle: Cell,
}

impl Window {
    /// As many neighbours of a file or a rank as are shown, and whether there are more before and behind them.
    pub fn part(order: &[u8], count: usize, middle: u8) -> (&[u8], [bool; 2]) {
        let count = count.min(order.len());
        let place = order.iter().position(|&number| number == middle).unwrap_or(0);
        let first = place.saturating_sub(count / 2).min(order.len() - count);
        (&order[first..first + count], [first > 0, first + count < order.len()])
    }
}

impl Look {
    /// The square in the middle of a part: the chosen one, else the end of the last move, else the camp at the bottom.
    pub fn middle(self, game: Variant, last: Option<AnyMove>) -> Cell {
        let near = if self.flipped { 0 } else { game.ranks() - 1 };
        let moved = || last.map(|m| game.way(m).to);
        self.middle.or_else(moved).unwrap_or(Cell { file: game.files() / 2, rank: near })
    }
}

/// The square in the middle after a step to a side of the screen; none if the text names no side.
pub fn stepped(game: Variant, from: Cell, look: Look, text: &str) -> Option<Cell> {
    let (right, down) = match text {
        "left" | "左" => (-STRIDE, 0),
        "right" | "右" => (STRIDE, 0),
        "up" | "上" => (0, -STRIDE),
        "down" | "下" => (0, STRIDE),
        _ => return None,
    };
    let (right, down) = if look.flipped { (-right, -down) } else { (right, down) };
    let moved = |from: u8, by: i16, count: u8| (i16::from(from) + by).clamp(0, i16::from(count) - 1) as u8;
    Some(Cell { file: moved(from.file, -right, game.files()), rank: moved(from.rank, down, game.ranks()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_keeps_its_middle_and_its_size() {
        let order: Vec<u8> = (0..36).rev().collect();
        let part = |middle| {
            let (shown, more) = Window::part(&order, 10, middle);
            (shown[0], shown[9], more)
        };
        assert_eq!(part(35), (35, 26, [false, true]));
        assert_eq!(part(20), (25, 16, [true, true]));
        assert_eq!(part(0), (9, 0, [true, false]));
        assert_eq!(Window::part(&order, 50, 3).0.len(), 36);
    }
}
