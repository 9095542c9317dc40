//! Relations between pieces: mobility, the shelter of kings and threats to it, and the hunt for a lone king.

use super::squares::{Squares, Worth};
use crate::board::Color;
use crate::game::Score;
use crate::large::{KindSpec, LargeGame, Piece, Position, Power, Square, Structure, Width};

/// Value of each empty square on a slider's line, by its distance.
const MOBILITY: [Score; 3] = [5, 3, 2];
/// A guard next to its king: ahead, aslant ahead, beside, behind.
const SHELTER: [Score; 4] = [22, 18, 10, 5];
/// The percentage of that for a piece that is no guard.
const OTHER_SHELTER: Score = 40;
/// Cost of an enemy lion near the king, by its distance.
const LION_NEAR: [Score; 8] = [0, 130, 120, 90, 50, 26, 12, 4];
/// Cost of another major enemy piece near the king, by its distance.
const MAJOR_NEAR: [Score; 8] = [0, 50, 44, 34, 20, 10, 5, 2];
/// Percentage of the shelter that counts, for each lion and each other major piece of the enemy.
const LION_FORCE: Score = 40;
const MAJOR_FORCE: Score = 12;
/// Piece count up to which a side is hunted.
const HUNTED: u32 = 3;
const HUNT_EDGE: Score = 24;
const HUNT_NEAR: Score = 10;

/// Facts about pieces, looked up fast.
pub struct Terms<W: Width> {
    /// Directions of slides as Black sees them. `[piece]`
    slides: [u8; Piece::COUNT],
    /// `[piece]`
    roles: [Role; Piece::COUNT],
    game: LargeGame<W>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    None,
    Guard,
    Major,
    Lion,
}

/// The pieces of a side that threaten kings.
#[derive(Default)]
struct Force {
    lions: Score,
    majors: Score,
}

impl<W: Width> Terms<W> {
    pub fn new(game: LargeGame<W>) -> Self {
        let mut slides = [0; Piece::COUNT];
        let mut roles = [Role::None; Piece::COUNT];
        for (index, kind) in game.spec().kinds.iter().enumerate() {
            for color in Color::ALL {
                let piece = Piece::new(color, crate::large::Kind::new(index)).index();
                slides[piece] = if color == Color::Black { kind.slides } else { kind.slides.rotate_left(4) };
                roles[piece] = role(kind);
            }
        }
        Self { slides, roles, game }
    }

    /// The piece-square values and the terms, both for Black; `crowded` is the percentage of pieces left.
    pub fn sum(&self, position: &Position<W>, squares: &Squares<W>, crowded: Score) -> (Worth, Score) {
        let mut placed = [0; 2];
        let (black, black_force) = self.pieces(position, squares, Color::Black, &mut placed);
        let (white, white_force) = self.pieces(position, squares, Color::White, &mut placed);
        let shelter =
            self.safety(position, Color::Black, &white_force) - self.safety(position, Color::White, &black_force);
        let hunt = self.hunt(position, Color::White) - self.hunt(position, Color::Black);
        // Lines open as the board empties, and lose value for it.
        (placed, (black - white) * (50 + crowded / 2) / 100 + shelter + hunt)
    }

    /// The mobility of a side, and its pieces that threaten kings; its piece-square values are added to `placed`.
    fn pieces(&self, position: &Position<W>, squares: &Squares<W>, color: Color, placed: &mut Worth) -> (Score, Force) {
        let mut mobility = 0;
        let mut force = Force::default();
        for square in position.pieces(color).iter() {
            let piece = position.piece(square);
            let [crowded, open] = squares.worth(piece, square);
            placed[0] += crowded;
            placed[1] += open;
            match self.roles[piece.index()] {
                Role::Lion => force.lions += 1,
                Role::Major => force.majors += 1,
                Role::Guard | Role::None => {}
            }
            let mut slides = self.slides[piece.index()];
            while slides != 0 {
                let step = W::STEPS[slides.trailing_zeros() as usize];
                slides &= slides - 1;
                let mut cell = square;
                for worth in MOBILITY {
                    cell = cell.offset(step);
                    if !position.piece(cell).is_none() {
                        break;
                    }
                    mobility += worth;
                }
            }
        }
        (mobility, force)
    }

    /// Safety of a side's only royal piece against the enemy's `Force`.
    fn safety(&self, position: &Position<W>, color: Color, against: &Force) -> Score {
        let Some(royal) = position.sole_royal(color) else { return 0 };
        let threat = (LION_FORCE * against.lions + MAJOR_FORCE * against.majors).min(100);
        if threat == 0 {
            return 0;
        }
        let mut score = 0;
        for (direction, &step) in W::STEPS.iter().enumerate() {
            let piece = position.piece(royal.offset(step));
            if !piece.is(color) {
                continue;
            }
            let ahead = if color == Color::Black { direction } else { (direction + 4) % 8 };
            let place = SHELTER[ahead.min(8 - ahead).min(3)];
            score += if self.roles[piece.index()] == Role::Guard { place } else { place * OTHER_SHELTER / 100 };
        }
        score * threat / 100 - self.danger(position, royal, !color)
    }

    /// Cost of the pieces of `by` near a royal piece.
    fn danger(&self, position: &Position<W>, royal: Square<W>, by: Color) -> Score {
        let mut danger = 0;
        for square in position.pieces(by).iter() {
            let near = match self.roles[position.piece(square).index()] {
                Role::Lion => &LION_NEAR,
                Role::Major => &MAJOR_NEAR,
                Role::Guard | Role::None => continue,
            };
            danger += near.get(usize::from(square.distance(royal))).copied().unwrap_or(0);
        }
        danger
    }

    /// Bonus for a lone king at the edge, and for hunters near it.
    fn hunt(&self, position: &Position<W>, hunted: Color) -> Score {
        if position.count(hunted) > HUNTED || position.count(!hunted) <= position.count(hunted) {
            return 0;
        }
        let Some(royal) = position.sole_royal(hunted) else { return 0 };
        let spec = self.game.spec();
        let aside = |place: u8, length: u8| Score::from((2 * place).abs_diff(length - 1) / 2);
        let edge = aside(royal.file(), spec.files).max(aside(royal.rank(), spec.ranks));
        let near: Score =
            position.pieces(!hunted).iter().map(|square| (12 - Score::from(square.distance(royal))).max(0)).sum();
        HUNT_EDGE * edge + HUNT_NEAR * near / position.count(!hunted) as Score
    }
}

fn role(kind: &KindSpec) -> Role {
    match (kind.power, kind.structure) {
        (Power::Lion, _) => Role::Lion,
        (_, Structure::Major) => Role::Major,
        (_, Structure::Guard) if !kind.royal => Role::Guard,
        _ => Role::None,
    }
}
