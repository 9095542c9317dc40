//! Opening, middle game and endgame, told apart by plies alone: it is the same for every network.

/// A part of a game, by the plies since its start as its notation counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    Opening,
    Middle,
    Endgame,
}

/// The last ply of the opening.
pub const OPENING_PLIES: u32 = 40;
/// The last ply of the middle game.
pub const MIDDLE_PLIES: u32 = 80;

impl Phase {
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middle, Self::Endgame];

    #[must_use]
    pub const fn of_ply(ply: u32) -> Self {
        if ply <= OPENING_PLIES {
            Self::Opening
        } else if ply <= MIDDLE_PLIES {
            Self::Middle
        } else {
            Self::Endgame
        }
    }

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middle => "middle game",
            Self::Endgame => "endgame",
        }
    }

    /// How far a ply is on the way from the end of the opening, 0, to the end of the middle game, 1.
    #[must_use]
    pub fn progress(ply: u32) -> f32 {
        ply.saturating_sub(OPENING_PLIES).min(MIDDLE_PLIES - OPENING_PLIES) as f32
            / (MIDDLE_PLIES - OPENING_PLIES) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_follow_each_other() {
        let plies = [0, 40, 41, 60, 80, 81, 300];
        let [opening, middle, endgame] = Phase::ALL;
        assert_eq!(plies.map(Phase::of_ply), [opening, opening, middle, middle, middle, endgame, endgame]);
        assert_eq!(plies.map(Phase::progress), [0.0, 0.0, 0.025, 0.5, 1.0, 1.0, 1.0]);
    }
}
