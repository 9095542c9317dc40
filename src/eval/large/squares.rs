//! Piece-square values, for a full board and for an empty one.

use crate::board::Color;
use crate::game::Score;
use crate::large::{Kind, KindSpec, Piece, Power, Ruleset, Square, Structure, Width};
use std::marker::PhantomData;

/// Centipawns for Black, on a full board and on an empty one.
pub type Worth = [Score; 2];

/// Percentage of the gain by promotion, added by the steps to the zone, on a full board and on an empty one. A piece in
/// the zone must leave again or capture.
const PROMOTION: [[Score; 2]; 9] = [[6, 20], [16, 42], [10, 30], [6, 20], [4, 13], [2, 8], [1, 5], [0, 3], [0, 2]];
/// Bonus on the gain by promotion to a second royal piece.
const SECOND_ROYAL: Score = 100;
/// A king by its ranks from home.
const ROYAL_RANK: [Score; 12] = [10, 6, -14, -50, -90, -130, -160, -180, -180, -170, -160, -150];
/// A king by its files from the middle.
const ROYAL_FILE: [Score; 6] = [12, 12, 6, -8, -22, -34];
/// A lion by its files from the middle.
const LION_FILE: [Score; 6] = [60, 60, 48, 24, -16, -64];
/// A lion by its ranks from home.
const LION_RANK: [Score; 12] = [-80, -50, -20, 10, 40, 56, 60, 52, 36, 10, -30, -70];

/// Piece-square values.
pub struct Squares<W> {
    /// `[Ruleset::place]`
    worth: Vec<Worth>,
    width: PhantomData<W>,
}

impl<W: Width> Squares<W> {
    pub fn new(ruleset: &Ruleset<W>) -> Self {
        let mut worth = vec![[0; 2]; 2 * ruleset.spec.kinds.len() * W::CELLS];
        for (index, spec) in ruleset.spec.kinds.iter().enumerate() {
            for color in Color::ALL {
                let piece = Piece::new(color, Kind::new(index));
                for square in ruleset.squares() {
                    let sign = if color == Color::Black { 1 } else { -1 };
                    worth[Ruleset::place(piece, square)] =
                        value(ruleset, spec, color, square).map(|value| sign * value);
                }
            }
        }
        Self { worth, width: PhantomData }
    }

    #[inline(always)]
    pub fn worth(&self, piece: Piece, square: Square<W>) -> Worth {
        self.worth[Ruleset::place(piece, square)]
    }
}

/// The value of a piece to its owner.
fn value<W: Width>(ruleset: &Ruleset<W>, kind: &KindSpec, color: Color, square: Square<W>) -> Worth {
    let spec = &ruleset.spec;
    let to_go = ruleset.ranks_to_go(color, square);
    let from_home = usize::from(spec.ranks - 1 - to_go);
    let aside = usize::from((2 * square.file()).abs_diff(spec.files - 1) / 2);
    let (rank, file) = (from_home.min(11), aside.min(5));
    // Without a zone a piece promotes wherever it captures.
    let zone = if spec.zone_ranks == 0 { spec.ranks } else { spec.zone_ranks };
    let steps_to_zone = usize::from((to_go + 1).saturating_sub(zone)).min(PROMOTION.len() - 1);
    let central = 5 - file as Score;
    let base = kind.value;
    if kind.royal {
        let home = ROYAL_RANK[rank] + ROYAL_FILE[file];
        return [base + home, base + home / 4];
    }
    if kind.power == Power::Lion {
        let place = LION_FILE[file] + LION_RANK[rank];
        return [base + place, base + place / 2];
    }
    let mut worth = [base; 2];
    let walks = kind.slides == 0;
    if let Some(promoted) = kind.promotes_to.map(|promoted| spec.kind(promoted)) {
        let gain = promoted.value - base + if promoted.royal { SECOND_ROYAL } else { 0 };
        for (phase, worth) in worth.iter_mut().enumerate() {
            // Sliders get there whenever the line is open.
            let share = if walks { PROMOTION[steps_to_zone][phase] } else { 6 + 6 * phase as Score };
            *worth += gain * share / 100;
        }
    }
    let rank = rank.min(7) as Score;
    match (kind.structure, walks) {
        (Structure::Pawn, _) => {
            worth[0] += 2 * rank + central;
            worth[1] += 5 * rank;
        }
        (Structure::Guard, true) => {
            worth[0] += 2 * central - 3 * rank;
            worth[1] += 4 * rank;
        }
        (_, true) => {
            worth[0] += 3 * central + 7 * rank;
            worth[1] += 6 * rank;
        }
        (_, false) => {
            worth[0] += 3 * central + 3 * rank;
            worth[1] += 2 * central;
        }
    }
    worth
}
