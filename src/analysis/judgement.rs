//! Grades of a loss in expected result.

/// Grade of a move by its loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Judgement {
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Judgement {
    /// From the mildest to the worst.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Least loss in expected result for this judgement.
    #[must_use]
    pub const fn least_loss(self) -> f64 {
        match self {
            Self::Inaccuracy => 0.05,
            Self::Mistake => 0.10,
            Self::Blunder => 0.20,
        }
    }

    /// Judgement of a move with this loss; none if it is too small for any.
    #[must_use]
    pub fn of_loss(loss: f64) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|judgement| loss >= judgement.least_loss())
    }

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// Name in Japanese records.
    #[must_use]
    pub const fn japanese(self) -> &'static str {
        match self {
            Self::Inaccuracy => "緩手",
            Self::Mistake => "疑問手",
            Self::Blunder => "悪手",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_name_that_fits_is_taken() {
        let judged = [0.0, 0.049, 0.05, 0.099, 0.1, 0.199, 0.2, 1.0].map(Judgement::of_loss);
        let [inaccuracy, mistake, blunder] = Judgement::ALL.map(Some);
        assert_eq!(judged, [None, None, inaccuracy, inaccuracy, mistake, mistake, blunder, blunder]);
    }
}
