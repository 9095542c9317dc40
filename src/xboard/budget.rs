//! Time controls of CECP as the words of `go`.

use crate::board::Color;

/// The time settings of the front-end, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    control: Control,
    /// The greatest depth; none without a limit.
    pub depth: Option<u32>,
    /// Time on both clocks at the start of a game.
    base: u64,
    /// The engine's clock and its opponent's, as last reported.
    clocks: [u64; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Control {
    /// The base time for this number of moves, or for the whole game if zero, and an increment.
    Level { moves: u32, increment: u64 },
    /// A time for each move.
    Fixed(u64),
}

/// Five minutes, until the front-end sets another time.
const USUAL: u64 = 300_000;

impl Default for Budget {
    fn default() -> Self {
        Self { control: Control::Level { moves: 0, increment: 0 }, depth: None, base: USUAL, clocks: [USUAL; 2] }
    }
}

impl Budget {
    /// Resets the clocks and the depth for a new game.
    pub const fn restart(&mut self) {
        self.clocks = [self.base; 2];
        self.depth = None;
    }

    /// Reads `level MOVES BASE INCREMENT`. The base is `M` or `M:SS`, the increment a number of seconds.
    pub fn level(&mut self, text: &str) -> Option<()> {
        let mut words = text.split_whitespace();
        let (moves, base, increment) = (words.next()?, words.next()?, words.next()?);
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let base = milliseconds(minutes, 60_000.0)? + milliseconds(seconds, 1_000.0)?;
        self.control = Control::Level { moves: moves.parse().ok()?, increment: milliseconds(increment, 1_000.0)? };
        self.base = base;
        self.clocks = [base; 2];
        Some(())
    }

    /// Reads `st SECONDS`.
    pub fn fixed(&mut self, text: &str) -> Option<()> {
        self.control = Control::Fixed(milliseconds(text.trim(), 1_000.0)?);
        Some(())
    }

    /// Reads `sd DEPTH`; zero means no limit.
    pub fn set_depth(&mut self, text: &str) -> Option<()> {
        self.depth = Some(text.trim().parse().ok()?).filter(|&depth| depth > 0);
        Some(())
    }

    /// Reads `time` or `otim`, in hundredths of a second. A clock below zero has no time left.
    pub fn clock(&mut self, is_own: bool, text: &str) -> Option<()> {
        let hundredths: i64 = text.trim().parse().ok()?;
        let [own, other] = &mut self.clocks;
        *(if is_own { own } else { other }) = u64::try_from(hundredths).unwrap_or(0).saturating_mul(10);
        Some(())
    }

    /// The words behind `go` for a move of `color`, which has made this number of moves in the game.
    pub fn words(&self, color: Color, made: u32) -> String {
        let depth = self.depth.map_or(String::new(), |depth| format!(" depth {depth}"));
        format!("{}{depth}", self.times(color, made))
    }

    /// The words for the times alone, as behind `ponderhit`.
    pub fn times(&self, color: Color, made: u32) -> String {
        match self.control {
            Control::Fixed(time) => format!("btime 0 wtime 0 byoyomi {time}"),
            Control::Level { moves: 0, increment } => {
                // Unlike those of USI, the clocks of XBoard already include the increment of the coming move.
                let [own, other] = self.clocks.map(|clock| clock.saturating_sub(increment));
                let (black, white) = if color == Color::Black { (own, other) } else { (other, own) };
                format!("btime {black} wtime {white} binc {increment} winc {increment}")
            }
            Control::Level { moves, increment } => {
                let left = u64::from(moves - made % moves);
                let [own, _] = self.clocks;
                // One share is kept for the lag of all these moves.
                format!("btime 0 wtime 0 byoyomi {}", own / (left + 1) + increment)
            }
        }
    }
}

/// Converts a number of units, possibly with a fraction, to milliseconds.
fn milliseconds(text: &str, unit: f64) -> Option<u64> {
    /// A year.
    const LONGEST: f64 = 3.2e10;
    let number: f64 = text.parse().ok()?;
    let time = number * unit;
    (0.0..=LONGEST).contains(&time).then_some(time as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_of_every_kind() {
        let mut budget = Budget::default();
        assert_eq!(budget.words(Color::Black, 0), "btime 300000 wtime 300000 binc 0 winc 0");
        budget.level("0 1:05 0.5").unwrap();
        budget.clock(true, "6050").unwrap();
        assert_eq!(budget.words(Color::White, 3), "btime 64500 wtime 60000 binc 500 winc 500");
        budget.clock(false, "-20").unwrap();
        budget.set_depth("7").unwrap();
        assert_eq!(budget.words(Color::White, 3), "btime 0 wtime 60000 binc 500 winc 500 depth 7");
        budget.restart();
        assert_eq!(budget.words(Color::White, 0), "btime 64500 wtime 64500 binc 500 winc 500");
        budget.set_depth("7").unwrap();
        budget.level("40 5 0").unwrap();
        assert_eq!(budget.words(Color::Black, 41), "btime 0 wtime 0 byoyomi 7500 depth 7");
        budget.fixed("0.3").unwrap();
        budget.set_depth("0").unwrap();
        assert_eq!(budget.words(Color::Black, 0), "btime 0 wtime 0 byoyomi 300");
        for wrong in ["", "40", "40 5", "x 5 0", "0 5 -1", "0 nan 0", "0 1e300 0", "-1 5 0"] {
            assert_eq!(Budget::default().level(wrong), None, "{wrong}");
        }
        assert_eq!((Budget::default().fixed("soon"), Budget::default().clock(true, "1.5")), (None, None));
    }
}
