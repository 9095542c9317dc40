//! Opening, middle game and endgame, distinguished by plies alone, so that they are the same for every network.

use crate::game::Phase;

/// The last ply of the opening, by the plies since a game's start as its notation counts them.
pub const OPENING_PLIES: u32 = 40;
/// The last ply of the middle game.
pub const MIDDLE_PLIES: u32 = 80;

/// The phase of a position `ply` plies after the start.
#[must_use]
pub const fn of_ply(ply: u32) -> Phase {
    if ply <= OPENING_PLIES {
        Phase::Opening
    } else if ply <= MIDDLE_PLIES {
        Phase::Middle
    } else {
        Phase::Endgame
    }
}

/// Position of a ply between the end of the opening, 0, and the end of the middle game, 1.
#[must_use]
pub fn progress(ply: u32) -> f32 {
    ply.saturating_sub(OPENING_PLIES).min(MIDDLE_PLIES - OPENING_PLIES) as f32 / (MIDDLE_PLIES - OPENING_PLIES) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_follow_each_other() {
        let plies = [0, 40, 41, 60, 80, 81, 300];
        let [opening, middle, endgame] = Phase::ALL;
        assert_eq!(plies.map(of_ply), [opening, opening, middle, middle, middle, endgame, endgame]);
        assert_eq!(plies.map(progress), [0.0, 0.0, 0.025, 0.5, 1.0, 1.0, 1.0]);
    }
}
