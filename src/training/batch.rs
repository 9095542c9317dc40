//! Batches of positions, as inputs of a network with their labels.

/// Labels of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label {
    pub bucket: u8,
    /// Centipawns for the side to move.
    pub score: i16,
    /// Centipawns for the side to move that the output of the network is added to.
    pub prior: i16,
    /// Training target: the expected result for the side to move, 1 for a win.
    pub target: f32,
}

/// Positions as inputs of a network, with their labels.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    labels: Vec<Label>,
    /// End of each sample's inputs.
    ends: Vec<u32>,
    /// Active inputs for the side to move and for the other, one sample after the other.
    active: Vec<[u16; 2]>,
}

impl Samples {
    pub fn push(&mut self, label: Label, active: &[[u16; 2]]) {
        self.active.extend_from_slice(active);
        self.labels.push(label);
        self.ends.push(self.active.len() as u32);
    }

    #[must_use]
    pub const fn len(&self) -> usize {
        self.labels.len()
    }

    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    #[must_use]
    #[inline]
    pub fn label(&self, i: usize) -> &Label {
        &self.labels[i]
    }

    #[must_use]
    #[inline]
    pub fn active(&self, i: usize) -> &[[u16; 2]] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.active[start as usize..self.ends[i] as usize]
    }

    pub(super) fn clear(&mut self) {
        self.labels.clear();
        self.ends.clear();
        self.active.clear();
    }
}
