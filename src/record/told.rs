//! Boards and moves of any game as people read and type them.

use super::japanese::{self, target};
use super::typed::{self, Mistyped};
use super::western::Style;
use super::{diagram, large as large_games};
use crate::any::{AnyIllegality, AnyMove, AnyPosition, KernelPosition};
use crate::game::Cell;
use crate::rules::{Illegality, Move, Origin};

impl AnyPosition {
    /// The board with the names of the pieces, and the hands in games that have them.
    #[must_use]
    pub fn diagram(&self) -> String {
        self.diagram_with(&[])
    }

    /// The board with circles on marked squares, and asterisks before the pieces there.
    #[must_use]
    pub fn diagram_with(&self, marks: &[Cell]) -> String {
        match self.kernel() {
            KernelPosition::Drops(position) => diagram::write(position, marks),
            KernelPosition::Large(position) => large_games::diagram(position, marks),
            KernelPosition::Wide(position) => large_games::diagram(position, marks),
        }
    }

    /// A legal or illegal move in Japanese, after the move `last`.
    #[must_use]
    pub fn japanese(&self, m: AnyMove, last: Option<AnyMove>) -> String {
        match self.kernel() {
            KernelPosition::Drops(position) => japanese::move_text(position, m.of_kernel(), last.map(target)),
            KernelPosition::Large(position) => large_games::japanese(position, m.of_kernel()),
            KernelPosition::Wide(position) => large_games::japanese(position, m.of_kernel()),
        }
    }

    /// A move in western letters.
    #[must_use]
    pub fn western(&self, m: AnyMove) -> String {
        Style::Hodges.write(self, m)
    }

    /// True if every format can write the move, which is illegal for this reason.
    #[doc(hidden)]
    #[must_use]
    pub fn can_be_told(&self, m: AnyMove, reason: &AnyIllegality) -> bool {
        let (KernelPosition::Drops(position), AnyIllegality::Drops(reason)) = (self.kernel(), reason) else {
            return true;
        };
        let m: Move = m.of_kernel();
        match (reason, m.origin()) {
            (Illegality::NoPiece | Illegality::OffBoard | Illegality::DropPromoted, _) => false,
            (_, Origin::Hand(kind)) => kind.index() < position.spec().drop_kinds(),
            (_, Origin::Board(from)) if m.promotes() => {
                position.spec().kind(position.piece(from).kind()).promotes_to.is_some()
            }
            _ => true,
        }
    }

    /// Reads a legal move as a person types it, after the move `last`. If the text leaves a possible promotion open,
    /// both moves may be meant.
    ///
    /// # Errors
    /// If the text is not a move, is not a legal one, or fits several.
    #[doc(hidden)]
    pub fn typed(&self, text: &str, last: Option<AnyMove>) -> Result<AnyMove, Mistyped> {
        match self.kernel() {
            KernelPosition::Drops(position) => typed::read(position, text, last.map(target)),
            KernelPosition::Large(position) => large_games::typed(position, text),
            KernelPosition::Wide(position) => large_games::typed(position, text),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::any::{AnyIllegality, AnyMove, AnyPosition};
    use crate::game::MoveError;
    use crate::large;
    use crate::record::typed::Mistyped;
    use crate::rules::Illegality;
    use crate::variants::Variant;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt as _, SeedableRng as _};

    fn must_promote(position: &AnyPosition, usi: &str) -> bool {
        let Err(MoveError::Illegal { reason, .. }) = position.parse_move(usi) else { return false };
        matches!(
            reason,
            AnyIllegality::Drops(Illegality::PromotionForced) | AnyIllegality::Large(large::Illegality::MustPromote)
        )
    }

    /// Moves of games played at random whose promotion the rules force, typed without its sign.
    #[test]
    fn a_forced_promotion_needs_no_sign_in_any_notation() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut seen = Vec::new();
        for &game in Variant::ALL {
            for _ in 0..20 {
                let mut position = game.start();
                let mut last: Option<AnyMove> = None;
                for _ in 0..200 {
                    let moves = position.legal_moves();
                    if moves.is_empty() || position.verdict().is_some() {
                        break;
                    }
                    for &m in &moves {
                        let usi = game.usi(m);
                        let Some(unsigned) = usi.strip_suffix('+').filter(|usi| must_promote(&position, usi)) else {
                            continue;
                        };
                        seen.push(game);
                        assert_eq!(position.typed(unsigned, last), Ok(m), "{} {unsigned}", position.sfen());
                        for text in [position.western(m), position.japanese(m, None)] {
                            let unsigned = text.trim_end_matches(['+', '成']);
                            let may_be = match position.typed(unsigned, last) {
                                Err(Mistyped::Ambiguous(moves)) => moves.contains(&m),
                                read => read == Ok(m),
                            };
                            assert!(may_be, "{} {text} as {unsigned}", position.sfen());
                        }
                    }
                    let m = moves[random.random_range(0..moves.len())];
                    position.make(m);
                    last = Some(m);
                }
            }
        }
        for game in [Variant::Shogi, Variant::Tori, Variant::Dobutsu] {
            assert!(seen.contains(&game), "{game}");
        }
    }
}
