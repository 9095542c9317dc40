//! Brinkmates: threats of mate that nobody can parry.

use super::view::{prove, threatmate};
use crate::any::{AnyMove, AnyPosition, AnySolver};
use crate::mate::{self, Length, Outcome, Stop};
use std::time::Instant;

/// Nodes for a defence, of which a position may have a hundred.
const NODES: u64 = 100_000;

/// A verdict on the threat of the side that has moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Brinkmate {
    /// The side to move is in check: the question is that of a mate.
    InCheck,
    /// No mate is threatened.
    NoThreat,
    /// A mate is threatened, which this move parries.
    Parried(AnyMove),
    /// A mate is threatened, and behind every defence that is no check another one is found.
    Brinkmate,
    /// The solver has not found out in time.
    Unknown,
}

impl Brinkmate {
    /// Judges a position until a deadline.
    pub fn of(solver: &mut AnySolver, position: &AnyPosition, deadline: Instant, stop: &dyn Stop) -> Self {
        let limits = mate::Limits { deadline: Some(deadline), nodes: Some(NODES), stop: Some(stop) };
        let attacker = !position.side_to_move();
        let Some(passed) = position.passed() else { return Self::InCheck };
        if threatmate(solver, position, limits).is_none() {
            let outcome = solver.solve(&passed, attacker, Length::FirstFound, limits).outcome;
            return if outcome == Outcome::NoMate { Self::NoThreat } else { Self::Unknown };
        }
        let mut is_unclear = false;
        for m in position.legal_moves() {
            let mut behind = position.clone();
            behind.make(m);
            if behind.verdict().is_some_and(|verdict| verdict.winner != Some(attacker)) {
                return Self::Parried(m);
            }
            // A check may only put the mate off.
            if behind.in_check() || prove(solver, &behind, attacker, limits).is_some() {
                continue;
            }
            match solver.solve(&behind, attacker, Length::FirstFound, limits).outcome {
                Outcome::NoMate => return Self::Parried(m),
                _ => is_unclear = true,
            }
        }
        if is_unclear { Self::Unknown } else { Self::Brinkmate }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::SfenMode;
    use crate::variants::Variant;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    fn judged(sfen: &str) -> Brinkmate {
        let position = Variant::Shogi.read_sfen(sfen, SfenMode::Composed).unwrap();
        let mut solver = AnySolver::new(Variant::Shogi, 16).unwrap();
        Brinkmate::of(&mut solver, &position, Instant::now() + Duration::from_secs(60), &AtomicBool::new(false))
    }

    #[test]
    fn a_threat_is_parried_or_not() {
        // The king in the corner cannot move, and a pawn far away does not help.
        assert_eq!(judged("8k/6G2/8P/p8/9/9/9/9/4K4 w G 1"), Brinkmate::Brinkmate);
        assert!(matches!(judged("4k4/9/4P4/9/9/9/9/9/4K4 w G 1"), Brinkmate::Parried(_)));
        assert_eq!(judged("4k4/9/9/9/9/9/9/9/4K4 w P 1"), Brinkmate::NoThreat);
        assert_eq!(judged("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"), Brinkmate::InCheck);
    }
}
