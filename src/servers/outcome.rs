//! How a game on a server has ended, as a record tells it.

use super::words::{Cause, Verdict};
use crate::board::Color;
use crate::record::Ending;

/// What the server has said of the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameOver {
    /// None if the server has not said why.
    pub cause: Option<Cause>,
    pub verdict: Verdict,
}

impl GameOver {
    /// The winner, for the client of the side `own`.
    pub fn winner(self, own: Color) -> Option<Color> {
        match self.verdict {
            Verdict::Win => Some(own),
            Verdict::Loss => Some(!own),
            Verdict::Draw | Verdict::Censored | Verdict::Interrupted => None,
        }
    }

    /// The ending of the record in which `side` is to move, for the client of the side `own`.
    pub fn ending(self, own: Color, side: Color) -> Ending {
        let Some(winner) = self.winner(own) else {
            return match (self.cause, self.verdict) {
                (_, Verdict::Interrupted) => Ending::Interruption,
                (Some(Cause::Repetition), _) => Ending::Repetition,
                (Some(Cause::MaxMoves), _) => Ending::MaxMoves,
                (Some(Cause::Declaration), _) => Ending::Impasse,
                _ => Ending::Draw,
            };
        };
        let loses = winner != side;
        match self.cause {
            Some(Cause::Resignation) if loses => Ending::Resignation,
            Some(Cause::TimeUp) if loses => Ending::TimeLoss,
            Some(Cause::Declaration) if !loses => Ending::Declaration,
            Some(Cause::PerpetualCheck | Cause::IllegalMove | Cause::IllegalAction) => {
                if loses {
                    Ending::FoulLoss
                } else {
                    Ending::FoulWin
                }
            }
            cause => Ending::Stated { winner, text: cause.map_or("", Cause::name).to_owned() },
        }
    }

    /// The end in words.
    pub fn words(self) -> String {
        let cause = self.cause.map_or(String::new(), |cause| format!(" by {}", cause.name()));
        format!("{}{cause}", self.verdict.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_about_the_side_to_move() {
        let over = |cause, verdict| GameOver { cause: Some(cause), verdict };
        let (own, other) = (Color::Black, Color::White);
        let resigned = over(Cause::Resignation, Verdict::Win);
        assert_eq!(resigned.ending(own, other), Ending::Resignation);
        // The opponent's connection was cut while this side was to move.
        let stated = Ending::Stated { winner: own, text: "resignation".to_owned() };
        assert_eq!(resigned.ending(own, own), stated);
        assert_eq!(over(Cause::Declaration, Verdict::Loss).ending(own, other), Ending::Declaration);
        assert_eq!(over(Cause::IllegalMove, Verdict::Loss).ending(own, other), Ending::FoulWin);
        assert_eq!(over(Cause::PerpetualCheck, Verdict::Loss).ending(own, own), Ending::FoulLoss);
        assert_eq!(over(Cause::Repetition, Verdict::Draw).ending(own, own), Ending::Repetition);
        assert_eq!(over(Cause::MaxMoves, Verdict::Censored).ending(own, own), Ending::MaxMoves);
        let chudan = GameOver { cause: None, verdict: Verdict::Interrupted };
        assert_eq!((chudan.ending(own, own), chudan.words().as_str()), (Ending::Interruption, "interrupted"));
        assert_eq!(resigned.words(), "won by resignation");
    }
}
