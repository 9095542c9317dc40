//! Evidence against a move: the losses that one look after the other finds, each with more effort than the one before.

use super::judgement::Judgement;

/// Margin of the further looks over the least loss that counts, times the root of the nodes of the first look: 1.5 % at
/// 40,000 nodes, half of them before the move. Of 33 moves of people that 1 % convicts, ten times the effort acquits four,
/// three of them within 2 %.
const MARGIN: f64 = 3.0;
/// Greatest margin: a look of few nodes, which has found a mate, says as much as a long one.
const GREATEST_MARGIN: f64 = 0.02;
/// Further looks after which a blunder needs no more of them.
const FOR_BLUNDER: usize = 3;

/// Losses of a move in expected result. The first look raises a suspicion, which those with more effort bear out or not.
#[derive(Clone, Debug)]
pub(super) struct Evidence {
    suspicion: f64,
    margin: f64,
    /// The loss of each further look.
    further: Vec<f64>,
}

impl Evidence {
    /// The evidence of the first look, which took `nodes` before the move and behind it.
    pub fn new(loss: f64, nodes: u64) -> Self {
        let margin = (MARGIN / (nodes as f64).sqrt()).min(GREATEST_MARGIN);
        Self { suspicion: loss, margin, further: Vec::new() }
    }

    pub fn add(&mut self, loss: f64) {
        self.further.push(loss);
    }

    /// True if each look has borne the suspicion out.
    pub fn is_held(&self) -> bool {
        let least = Judgement::Inaccuracy.least_loss();
        self.suspicion >= least && self.further.iter().all(|&loss| loss >= least + self.margin)
    }

    /// True if more looks can add nothing: one has found no loss that counts, or all have found a blunder.
    pub fn is_settled(&self) -> bool {
        let is_blunder = |&loss: &f64| Judgement::of_loss(loss) == Some(Judgement::Blunder);
        !self.is_held() || self.further.len() >= FOR_BLUNDER && self.further.iter().all(is_blunder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(nodes: u64, losses: &[f64]) -> Evidence {
        let mut evidence = Evidence::new(losses[0], nodes);
        losses[1..].iter().for_each(|&loss| evidence.add(loss));
        evidence
    }

    #[test]
    fn each_further_look_must_find_the_loss_by_a_margin_that_shrinks_with_the_nodes() {
        let is_held = |nodes, losses: &[f64]| of(nodes, losses).is_held();
        assert!(is_held(40_000, &[0.05]) && !is_held(40_000, &[0.049]));
        assert!(is_held(40_000, &[0.05, 0.066, 0.1]) && !is_held(40_000, &[0.05, 0.1, 0.064]));
        assert!(is_held(4_000_000, &[0.05, 0.052]) && !is_held(4_000_000, &[0.05, 0.051]));
        assert!([0, 1].into_iter().all(|nodes| is_held(nodes, &[1.0, 0.071])));
    }

    #[test]
    fn looks_end_with_an_acquittal_or_a_clear_blunder() {
        let settled = |losses: &[f64]| of(40_000, losses).is_settled();
        assert!([&[0.049][..], &[0.3, 0.059], &[0.1, 0.3, 0.3, 0.2]].into_iter().all(settled));
        assert!(![&[0.05][..], &[0.3, 0.3, 0.3], &[0.3, 0.3, 0.15, 0.3]].into_iter().any(settled));
    }
}
