//! Static exchange evaluation: the material that a series of captures on one square wins.
//!
//! Both sides capture with their least valuable piece and may stop at any point. The last royal piece captures only where
//! nothing can retake.

use crate::board::Color;
use crate::game::Score;

/// The move that starts an exchange.
#[derive(Clone, Copy, Debug)]
pub struct FirstCapture {
    /// The side that makes it.
    pub side: Color,
    /// The material that it wins if it is not answered.
    pub gain: Score,
    /// The worth of the piece that it leaves on the square to whoever captures it.
    pub worth: Score,
    /// True if pieces gain or lose by capturing, as [`Exchange::gain`] says.
    pub captors_turn: bool,
}

/// The pieces that can still capture on the square.
pub trait Exchange {
    /// A piece that captures.
    type Captor: Copy;

    /// The least valuable piece of a side that can capture, the last royal piece after all others.
    fn least_valuable(&mut self, side: Color) -> Option<Self::Captor>;

    /// The worth of a piece that has captured to whoever captures it in turn.
    fn worth(&self, captor: Self::Captor) -> Score;

    /// The worth that a piece gains by capturing.
    fn gain(&self, _: Self::Captor) -> Score {
        0
    }

    /// True for the last royal piece of its side.
    fn is_last_royal(&self, captor: Self::Captor) -> bool;

    /// Takes a piece that captures off its square, so that those behind it join in.
    fn lift(&mut self, captor: Self::Captor);

    /// True if a side has any piece that could capture.
    fn is_attacked(&self, by: Color) -> bool;
}

/// True if an exchange wins at least `threshold` centipawns for the side that starts it. `begin` finds the pieces that can
/// answer; most exchanges are decided without.
#[inline(always)]
pub fn wins<E: Exchange>(first: FirstCapture, threshold: Score, begin: impl FnOnce() -> E) -> bool {
    let FirstCapture { mut side, gain, worth, captors_turn } = first;
    let mut balance = gain - threshold;
    if balance < 0 {
        return false;
    }
    balance = worth - balance;
    // Where captors gain by turning over, only the loop can tell.
    if !captors_turn && balance <= 0 {
        return true;
    }
    let mut exchange = begin();
    let mut won = true;
    loop {
        side = !side;
        let Some(captor) = exchange.least_valuable(side) else { return won };
        if captors_turn {
            balance += exchange.gain(captor);
            if balance < Score::from(won) {
                return won;
            }
        }
        if exchange.is_last_royal(captor) {
            exchange.lift(captor);
            return won == exchange.is_attacked(!side);
        }
        won = !won;
        balance = exchange.worth(captor) - balance;
        if !captors_turn && balance < Score::from(won) {
            return won;
        }
        exchange.lift(captor);
    }
}
