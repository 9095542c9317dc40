//! The delay of the network and of a busy machine, measured by the time that answers take.

use std::collections::VecDeque;
use std::time::Duration;

/// The latest delays.
#[derive(Debug, Default)]
pub struct Lag {
    recent: VecDeque<Duration>,
}

/// Number of delays remembered, which is the number of moves that one slow answer affects.
const REMEMBERED: usize = 8;
/// Greatest delay that is allowed for; a longer one is a fault that no clock could absorb.
const GREATEST: Duration = Duration::from_secs(5);

impl Lag {
    pub fn note(&mut self, delay: Duration) {
        if self.recent.len() == REMEMBERED {
            self.recent.pop_front();
        }
        self.recent.push_back(delay.min(GREATEST));
    }

    /// Greatest recent delay, which the next move may suffer again.
    pub fn allowance(&self) -> Duration {
        self.recent.iter().copied().max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_of_the_latest_counts() {
        let mut lag = Lag::default();
        assert_eq!(lag.allowance(), Duration::ZERO);
        for delay in [30, 1_000, 20] {
            lag.note(Duration::from_millis(delay));
        }
        assert_eq!(lag.allowance(), Duration::from_secs(1));
        (0..REMEMBERED).for_each(|_| lag.note(Duration::from_millis(40)));
        assert_eq!(lag.allowance(), Duration::from_millis(40));
        lag.note(Duration::from_secs(90));
        assert_eq!(lag.allowance(), GREATEST);
    }
}
