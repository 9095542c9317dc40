//! A simple evaluation without a network, for games that have none yet: material and hands, attackers near the other
//! king, guards near the own king, and kings that stay at home.

use crate::board::{Color, Square};
use crate::game::score::{EVALUATION_LIMIT, MAX_PLY};
use crate::game::{self, Delta, PieceFeature, Position as _, Score};
use crate::rules::{Kind, PieceAt, Position, Rules, Spec, Structure};

const TEMPO: Score = 25;
/// Percentage added to a piece's value by its distance from the other king.
const ATTACK: [Score; 9] = [0, 14, 12, 9, 6, 4, 2, 0, -2];
/// Percentage subtracted if the piece has passed the king.
const PASSED: Score = 5;
/// Percentage added to a guard's value by its distance from its own king.
const DEFENCE: [Score; 9] = [0, 9, 7, 3, 0, -2, -3, -4, -5];
/// Centipawns of a king, by its ranks from home.
const KING_RANK: [Score; 9] = [20, 10, -30, -70, -110, -110, -70, -20, 0];
/// Centipawns of a king, by its files from the centre.
const KING_FILE: [Score; 5] = [0, 8, 20, 35, 30];
/// Cap of the piece values that count for nearness. Without it, rooks would only chase kings.
const NEARNESS_CAP: Score = 600;

/// Centipawns by the distance in files and ranks. `[files][ranks ahead + 8]`
type Relative = [[i16; 17]; 9];

/// The evaluation of one thread: a sum for each move, updated only when the position is evaluated.
pub struct Handmade<R: Rules> {
    /// Value of nearness to the other king. `[kind]`
    attack: Box<[Relative; Kind::LIMIT]>,
    /// Value of nearness to the own king. `[kind]`
    defence: Box<[Relative; Kind::LIMIT]>,
    entries: Vec<HandmadeEntry>,
    rules: R,
}

#[derive(Clone, Default)]
struct HandmadeEntry {
    delta: Delta,
    /// The sum of all pieces for Black, if it has been computed.
    sum: Option<Score>,
}

impl<R: Rules> Handmade<R> {
    #[must_use]
    pub fn new(rules: R) -> Self {
        let mut attack = Box::new([[[0; 17]; 9]; Kind::LIMIT]);
        let mut defence = attack.clone();
        for (kind, spec) in rules.spec().kinds.iter().enumerate() {
            let value = spec.value.min(NEARNESS_CAP);
            for files in 0..9 {
                for slot in 0..17 {
                    let ahead = slot as i32 - 8;
                    let distance = files.max(ahead.unsigned_abs() as usize);
                    let passed = if ahead < 0 { PASSED } else { 0 };
                    attack[kind][files][slot] = (value * (ATTACK[distance] - passed) / 100) as i16;
                    if spec.structure == Structure::Guard {
                        defence[kind][files][slot] = (value * DEFENCE[distance] / 100) as i16;
                    }
                }
            }
        }
        let mut entries = Vec::with_capacity(MAX_PLY + 2);
        entries.push(HandmadeEntry::default());
        Self { attack, defence, entries, rules }
    }

    /// The value of a piece for Black, with the kings on the given squares.
    #[inline]
    fn worth(&self, feature: PieceFeature, kings: [Option<Square>; 2]) -> Score {
        let spec = self.rules.spec();
        let (color, worth) = match PieceAt::of(feature) {
            PieceAt::Hand { color, kind, .. } => (color, spec.kind(kind).hand_value),
            PieceAt::Board { color, kind, square } if kind == spec.king => (color, king_worth(spec, color, square)),
            PieceAt::Board { color, kind, square } => {
                let near = |table: &[Relative; Kind::LIMIT], king: Option<Square>| {
                    king.map_or(0, |king| Score::from(relative(&table[kind.index()], color, square, king)))
                };
                let attack = near(&self.attack, kings[(!color).index()]);
                let defence = near(&self.defence, kings[color.index()]);
                (color, spec.kind(kind).value + attack + defence)
            }
        };
        if color == Color::Black { worth } else { -worth }
    }

    fn recount(&self, position: &Position<R>) -> Score {
        let kings = Color::ALL.map(|color| position.king(color));
        let mut sum = 0;
        for color in Color::ALL {
            for square in position.pieces(color) {
                sum += self.worth(PieceAt::on_board(color, position.piece(square).kind(), square), kings);
            }
            for kind in position.spec().held_kinds() {
                let each = self.worth(PieceAt::in_hand(color, kind, 1), kings);
                sum += each * position.hand_count(color, kind) as Score;
            }
        }
        sum
    }

    /// Updates the last entry: from the nearest computed entry if no king has moved since, or else by a recount.
    #[inline]
    fn update(&mut self, position: &Position<R>) -> Score {
        let last = self.entries.len() - 1;
        if let Some(sum) = self.entries[last].sum {
            return sum;
        }
        let kings = Color::ALL.map(|color| position.king(color));
        let mut base = last;
        let sum = loop {
            if let Some(sum) = self.entries[base].sum {
                break self.entries[base + 1..].iter().fold(sum, |sum, entry| sum + self.change(&entry.delta, kings));
            }
            if base == 0 || self.entries[base].delta.removed.iter().any(|&p| is_king(position.spec(), p)) {
                break self.recount(position);
            }
            base -= 1;
        };
        self.entries[last].sum = Some(sum);
        sum
    }

    #[inline]
    fn change(&self, delta: &Delta, kings: [Option<Square>; 2]) -> Score {
        let total = |features: &[PieceFeature]| features.iter().map(|&p| self.worth(p, kings)).sum::<Score>();
        total(&delta.added) - total(&delta.removed)
    }
}

impl<R: Rules> game::Evaluator<R> for Handmade<R> {
    fn reset(&mut self, position: &Position<R>) {
        self.entries.truncate(1);
        self.entries[0] = HandmadeEntry { delta: Delta::default(), sum: Some(self.recount(position)) };
    }

    #[inline]
    fn push(&mut self) -> &mut Delta {
        self.entries.push(HandmadeEntry::default());
        let last = self.entries.len() - 1;
        &mut self.entries[last].delta
    }

    #[inline]
    fn pop(&mut self) {
        self.entries.pop();
    }

    #[inline]
    fn evaluate(&mut self, position: &Position<R>) -> Score {
        let sum = self.update(position);
        let own = if position.side_to_move() == Color::Black { sum } else { -sum };
        (own + TEMPO).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }
}

/// The table's entry for a piece of `color` on `square` and a king. Ranks count as ahead if the king lies in the
/// piece's forward direction.
#[inline]
fn relative(table: &Relative, color: Color, square: Square, king: Square) -> i16 {
    let files = square.file().abs_diff(king.file());
    let down = king.rank() as i8 - square.rank() as i8;
    let ahead = if color == Color::Black { -down } else { down };
    table[usize::from(files)][(ahead + 8) as usize]
}

#[inline]
fn king_worth(spec: &Spec, color: Color, square: Square) -> Score {
    let from_home = spec.ranks - 1 - spec.seen_by(color, square).rank();
    let from_centre = (2 * square.file()).abs_diff(spec.files - 1) / 2;
    KING_RANK[usize::from(from_home)] + KING_FILE[usize::from(from_centre)]
}

#[inline]
fn is_king(spec: &Spec, feature: PieceFeature) -> bool {
    matches!(PieceAt::of(feature), PieceAt::Board { kind, .. } if kind == spec.king)
}
