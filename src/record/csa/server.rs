//! Words of CSA servers for the end of a game, and their lines in records.

use crate::board::Color;
use crate::game::{Declaration, End, Reason};
use crate::record::{Ending, Headers, header};

/// Result of a game for the side of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side has won.
    Win,
    /// The side has lost.
    Loss,
    /// Neither side has won.
    Draw,
    /// Without a result, for instance at the limit of moves.
    Censored,
    /// The game was broken off.
    Interrupted,
}

/// A server's report on the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameOver {
    /// None if the server gave no cause.
    pub cause: Option<End>,
    /// The result of the game.
    pub verdict: Verdict,
}

const CAUSES: [(&str, End); 8] = [
    ("RESIGN", End::Resignation),
    ("SENNICHITE", End::Rules(Reason::Repetition)),
    ("OUTE_SENNICHITE", End::Rules(Reason::PerpetualCheck)),
    ("ILLEGAL_MOVE", End::IllegalMove),
    ("ILLEGAL_ACTION", End::IllegalAction),
    ("TIME_UP", End::Time),
    ("JISHOGI", End::Declared(Declaration::Win)),
    ("MAX_MOVES", End::Rules(Reason::MaxMoves)),
];

/// Words of summaries that do not occur after `#`.
const CAUSES_OF_SUMMARIES: [(&str, End); 2] = [("TORYO", End::Resignation), ("KACHI", End::Declared(Declaration::Win))];

const VERDICTS: [(&str, Verdict); 5] = [
    ("WIN", Verdict::Win),
    ("LOSE", Verdict::Loss),
    ("DRAW", Verdict::Draw),
    ("CENSORED", Verdict::Censored),
    ("CHUDAN", Verdict::Interrupted),
];

fn named<T: Copy>(table: &[(&str, T)], word: &str) -> Option<T> {
    table.iter().find(|(name, _)| *name == word).map(|&(_, value)| value)
}

/// The cause that a word after `#` names.
#[must_use]
pub fn cause(word: &str) -> Option<End> {
    named(&CAUSES, word)
}

/// The verdict for the side to move, if the cause alone settles it; `has_fouled` says that the other side's last move
/// was illegal.
const fn verdict_by(cause: End, has_fouled: bool) -> Option<Verdict> {
    match cause {
        End::IllegalMove if has_fouled => Some(Verdict::Win),
        End::Resignation | End::IllegalMove | End::Time => Some(Verdict::Loss),
        End::Declared(Declaration::Win) => Some(Verdict::Win),
        End::Rules(Reason::Repetition) => Some(Verdict::Draw),
        End::Rules(Reason::MaxMoves) => Some(Verdict::Censored),
        _ => None,
    }
}

impl Verdict {
    /// Reads the word after `#`.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        named(&VERDICTS, word)
    }

    /// The verdict in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "won",
            Self::Loss => "lost",
            Self::Draw => "drawn",
            Self::Censored => "ended without a result",
            Self::Interrupted => "interrupted",
        }
    }
}

impl GameOver {
    /// The winner, for the client of the side `own`.
    #[must_use]
    pub fn winner(self, own: Color) -> Option<Color> {
        match self.verdict {
            Verdict::Win => Some(own),
            Verdict::Loss => Some(!own),
            Verdict::Draw | Verdict::Censored | Verdict::Interrupted => None,
        }
    }

    /// The ending of the record in which `side` is to move, for the client of the side `own`.
    #[must_use]
    pub fn ending(self, own: Color, side: Color) -> Ending {
        let winner = self.winner(own);
        match (self.verdict, self.cause, winner) {
            (Verdict::Interrupted, ..) => Ending::Interruption,
            (_, Some(cause), _) => Ending::of(cause, winner, side),
            (_, None, Some(winner)) => Ending::Stated { winner, text: String::new() },
            (_, None, None) => Ending::Draw,
        }
    }

    /// The end in words.
    #[must_use]
    pub fn words(self) -> String {
        let cause = self.cause.map_or(String::new(), |cause| format!(" by {}", cause.name()));
        format!("{}{cause}", self.verdict.name())
    }
}

/// Facts about a game from a server's lines in its record.
#[derive(Default)]
pub(super) struct ServerLines {
    /// The side that begins.
    pub turn: Option<Color>,
    /// The side that the verdict is for.
    own: Option<Color>,
    cause: Option<End>,
    verdict: Option<Verdict>,
}

impl ServerLines {
    /// Takes in a line; a player's name goes to the headers.
    pub fn read(&mut self, line: &str, headers: &mut Headers) {
        if let Some(word) = line.strip_prefix('#') {
            return self.read_end(word.trim());
        }
        let Some((key, value)) = line.split_once(':') else { return };
        let value = value.trim();
        match key {
            "To_Move" => self.turn = side(value),
            "Your_Turn" => self.own = side(value),
            "Name+" => headers.set(header::BLACK, value),
            "Name-" => headers.set(header::WHITE, value),
            _ => {}
        }
    }

    /// Reads the word after `#`. Of two words about the same fact the first counts.
    fn read_end(&mut self, word: &str) {
        let sides = [("SENTE_", Color::Black), ("GOTE_", Color::White)];
        let of_side = sides.iter().find_map(|&(prefix, side)| Some((side, word.strip_prefix(prefix)?)));
        if let Some((side, result)) = of_side {
            return self.judge(side, Verdict::from_word(result));
        }
        self.cause = self.cause.or_else(|| cause(word));
        self.verdict = self.verdict.or_else(|| Verdict::from_word(word));
    }

    /// Reads a remark with Black first: `summary:toryo:A win:B lose`.
    pub fn read_summary(&mut self, remark: &str) {
        let Some(summary) = remark.strip_prefix("summary:") else { return };
        let Some((how, black)) = summary.split_once(':') else { return };
        let word = how.to_ascii_uppercase().replace(' ', "_");
        self.cause = self.cause.or_else(|| cause(&word)).or_else(|| named(&CAUSES_OF_SUMMARIES, &word));
        let result = black.split(':').next().and_then(|black| black.split_whitespace().last());
        self.judge(Color::Black, result.and_then(|result| Verdict::from_word(&result.to_ascii_uppercase())));
    }

    fn judge(&mut self, side: Color, verdict: Option<Verdict>) {
        let is_known = self.verdict.is_some() && self.own.is_some();
        if verdict.is_some() && !is_known {
            (self.own, self.verdict) = (Some(side), verdict);
        }
    }

    /// The ending with `side` to move; `has_fouled` says that the other side's last move was illegal.
    pub fn ending(&self, side: Color, has_fouled: bool) -> Option<Ending> {
        let cause = self.cause;
        match (self.verdict, self.own) {
            (Some(verdict), Some(own)) => Some(GameOver { cause, verdict }.ending(own, side)),
            (Some(verdict @ (Verdict::Draw | Verdict::Censored | Verdict::Interrupted)), None) => {
                Some(GameOver { cause, verdict }.ending(side, side))
            }
            _ => {
                let verdict = verdict_by(cause?, has_fouled);
                Some(match verdict {
                    Some(verdict) => GameOver { cause, verdict }.ending(side, side),
                    None => Ending::Other(cause?.name().to_owned()),
                })
            }
        }
    }
}

fn side(sign: &str) -> Option<Color> {
    match sign {
        "+" => Some(Color::Black),
        "-" => Some(Color::White),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_about_the_side_to_move() {
        let over = |cause, verdict| GameOver { cause: Some(cause), verdict };
        let (own, other) = (Color::Black, Color::White);
        let resigned = over(End::Resignation, Verdict::Win);
        assert_eq!(resigned.ending(own, other), Ending::Resignation);
        // The opponent's connection was cut while this side was to move.
        let stated = Ending::Stated { winner: own, text: "resignation".to_owned() };
        assert_eq!(resigned.ending(own, own), stated);
        assert_eq!(over(End::Declared(Declaration::Win), Verdict::Loss).ending(own, other), Ending::Declaration);
        assert_eq!(over(End::IllegalMove, Verdict::Loss).ending(own, other), Ending::FoulWin);
        assert_eq!(over(End::Rules(Reason::PerpetualCheck), Verdict::Loss).ending(own, own), Ending::FoulLoss);
        assert_eq!(over(End::Rules(Reason::Repetition), Verdict::Draw).ending(own, own), Ending::Repetition);
        assert_eq!(over(End::Rules(Reason::MaxMoves), Verdict::Censored).ending(own, own), Ending::MaxMoves);
        let chudan = GameOver { cause: None, verdict: Verdict::Interrupted };
        assert_eq!((chudan.ending(own, own), chudan.words().as_str()), (Ending::Interruption, "interrupted"));
        assert_eq!(resigned.words(), "won by resignation");
    }

    #[test]
    fn lines_of_servers_tell_endings() {
        let (black, white) = (Color::Black, Color::White);
        let stated = |winner, text: &str| Some(Ending::Stated { winner, text: text.to_owned() });
        for (lines, has_fouled, ending) in [
            (&["#ILLEGAL_MOVE", "#SENTE_WIN"][..], false, Some(Ending::FoulLoss)),
            (&["#ILLEGAL_MOVE", "#GOTE_WIN"], false, Some(Ending::FoulWin)),
            (&["#ILLEGAL_MOVE"], false, Some(Ending::FoulLoss)),
            (&["#ILLEGAL_MOVE"], true, Some(Ending::FoulWin)),
            (&["#TIME_UP", "#WIN"], false, Some(Ending::TimeLoss)),
            (&["Your_Turn:-", "#TIME_UP", "#WIN"], false, stated(white, "time")),
            (&["Your_Turn:+", "#RESIGN", "#WIN"], false, Some(Ending::Resignation)),
            (&["#JISHOGI", "#GOTE_WIN"], false, Some(Ending::Declaration)),
            (&["#SENNICHITE", "#DRAW"], false, Some(Ending::Repetition)),
            (&["#OUTE_SENNICHITE", "#GOTE_LOSE"], false, Some(Ending::FoulLoss)),
            (&["#OUTE_SENNICHITE"], false, Some(Ending::Other("perpetual check".to_owned()))),
            (&["#MAX_MOVES", "#CENSORED"], false, Some(Ending::MaxMoves)),
            (&["#CHUDAN"], false, Some(Ending::Interruption)),
            (&["#WIN"], false, None),
            (&["#SENTE_WIN"], false, stated(black, "")),
            (&["hello", "#", "# 12"], false, None),
        ] {
            let mut told = ServerLines::default();
            lines.iter().for_each(|line| told.read(line, &mut Headers::default()));
            assert_eq!(told.ending(white, has_fouled), ending, "{lines:?}");
        }
    }

    #[test]
    fn summaries_tell_endings() {
        for (remark, ending) in [
            ("summary:illegal move:A win:B lose", Some(Ending::FoulLoss)),
            ("summary:toryo:A win:B lose", Some(Ending::Resignation)),
            ("summary:time up:A lose:B win", Some(Ending::Stated { winner: Color::White, text: "time".to_owned() })),
            ("summary:sennichite:A draw:B draw", Some(Ending::Repetition)),
            ("summary:abnormal:A win:B lose", Some(Ending::Stated { winner: Color::Black, text: String::new() })),
            ("summary", None),
        ] {
            let mut told = ServerLines::default();
            told.read_summary(remark);
            assert_eq!(told.ending(Color::White, false), ending, "{remark}");
        }
    }
}
