//! Simple programs that show where the weakest levels stand. None of them looks beyond its own move.

use kumataka::game::{PlayablePosition, Score};
use rand::RngExt;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yardstick {
    /// Plays any legal move.
    Random,
    /// Mates if it can, or takes the most valuable piece.
    Greedy,
    /// Mates if it can, or wins the most material, less what the opponent can win by one exchange.
    Careful,
}

/// The text names no program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown;

impl FromStr for Yardstick {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        match text {
            "random" => Ok(Self::Random),
            "greedy" => Ok(Self::Greedy),
            "careful" => Ok(Self::Careful),
            _ => Err(Unknown),
        }
    }
}

impl Yardstick {
    /// One of the best moves, at random; none if there is no legal move.
    pub fn choose<P: PlayablePosition>(self, position: &P, random: &mut impl RngExt) -> Option<P::Move> {
        let mut next = position.clone();
        let legal = position.legal();
        let worths: Vec<_> = legal.as_ref().iter().map(|&m| (m, self.worth(&mut next, m))).collect();
        let most = worths.iter().map(|&(_, worth)| worth).max()?;
        let best: Vec<_> = worths.into_iter().filter(|&(_, worth)| worth == most).collect();
        Some(best[random.random_range(0..best.len())].0)
    }

    /// The worth of a legal move; the position is the same afterwards.
    fn worth<P: PlayablePosition>(self, position: &mut P, m: P::Move) -> Score {
        if self == Self::Random {
            return 0;
        }
        let gain = position.material_gain(m);
        position.make(m, &mut ());
        let answers = position.legal();
        let lost = match answers.as_ref() {
            [] => -Score::MAX,
            _ if self == Self::Greedy => 0,
            answers => answers.iter().map(|&answer| exchange(position, answer)).max().unwrap_or_default(),
        };
        position.unmake(m);
        gain.saturating_sub(lost)
    }
}

/// The material that the static exchange begun by `m` wins, zero if it loses some.
fn exchange<P: PlayablePosition>(position: &P, m: P::Move) -> Score {
    let (mut least, mut most) = (0, position.material_gain(m).max(0));
    while least < most {
        let middle = most - (most - least) / 2;
        if position.see_at_least(m, middle) {
            least = middle;
        } else {
            most = middle - 1;
        }
    }
    least
}
