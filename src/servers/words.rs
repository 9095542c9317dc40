//! Lines of a server as typed words.

use crate::game::End;
use crate::record::csa::{self, Verdict, seconds};
use std::time::Duration;

/// Meaning of a line, borrowing its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said<'a> {
    /// Answer to a blank line, which only shows that the server is alive.
    Blank,
    LoginDone,
    LoginRefused,
    LogoutDone,
    SummaryBegins,
    Started,
    /// Rejection of the game, with the text behind the colon as reason.
    Rejected(&'a str),
    Move {
        text: &'a str,
        spent: Spent,
    },
    /// Word of a player, for example `TORYO`.
    Special(&'a str),
    /// Reason for the end of the game.
    Cause(End),
    /// Result of the game for this side.
    Verdict(Verdict),
    /// Line of a server that extends the protocol.
    Extension(&'a str),
    Nonsense,
}

/// Time of a move, as the server counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    ByServer(Duration),
    Unknown,
    /// The text behind the move is not a time.
    Unreadable,
}

impl<'a> Said<'a> {
    /// Parses a line. Unknown lines are [`Said::Nonsense`].
    pub fn read(line: &'a str) -> Self {
        let line = line.trim_end();
        match line {
            "" => return Self::Blank,
            "LOGIN:incorrect" => return Self::LoginRefused,
            "LOGOUT:completed" => return Self::LogoutDone,
            "BEGIN Game_Summary" => return Self::SummaryBegins,
            _ => {}
        }
        if line.starts_with("LOGIN:") && line.ends_with(" OK") {
            Self::LoginDone
        } else if line.starts_with("START:") {
            Self::Started
        } else if let Some(reason) = line.strip_prefix("REJECT:") {
            Self::Rejected(reason)
        } else if let Some(extension) = line.strip_prefix("##") {
            Self::Extension(extension)
        } else if let Some(word) = line.strip_prefix('#') {
            let cause = csa::cause(word).map(Self::Cause);
            cause.or_else(|| Verdict::from_word(word).map(Self::Verdict)).unwrap_or(Self::Nonsense)
        } else if let Some(word) = line.strip_prefix('%') {
            Self::Special(word.split(',').next().unwrap_or(word))
        } else if line.starts_with(['+', '-']) {
            let (text, rest) = line.split_once(',').map_or((line, None), |(text, rest)| (text, Some(rest)));
            Self::Move { text, spent: rest.map_or(Spent::Unknown, Spent::read) }
        } else {
            Self::Nonsense
        }
    }
}

impl Spent {
    /// Parses `T12`, or `T0.25` with up to nine digits of a fraction, since some servers count more finely than in
    /// seconds. A comment may follow.
    fn read(text: &str) -> Self {
        let seconds = text.split(',').next().and_then(|time| time.strip_prefix('T')).and_then(seconds);
        seconds.map_or(Self::Unreadable, Self::ByServer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_protocol() {
        assert_eq!(Said::read("LOGIN:kumataka OK\r"), Said::LoginDone);
        assert_eq!(Said::read("LOGIN:incorrect"), Said::LoginRefused);
        assert_eq!(Said::read("START:20261126-1"), Said::Started);
        assert_eq!(Said::read("REJECT:x by other"), Said::Rejected("x by other"));
        let counted = |seconds| Spent::ByServer(Duration::from_millis(seconds));
        assert_eq!(Said::read("+7776FU,T12"), Said::Move { text: "+7776FU", spent: counted(12_000) });
        assert_eq!(Said::read("-3334FU,T0.25"), Said::Move { text: "-3334FU", spent: counted(250) });
        assert_eq!(Said::read("-3334FU"), Said::Move { text: "-3334FU", spent: Spent::Unknown });
        for time in ["T", "Tx", "12", "T-1", "T99999999999", "T1.", "T1.0000000001"] {
            let expected = if time == "T1." { counted(1_000) } else { Spent::Unreadable };
            assert_eq!(Said::read(&format!("+7776FU,{time}")), Said::Move { text: "+7776FU", spent: expected });
        }
        assert_eq!(Said::read("%TORYO,T4"), Said::Special("TORYO"));
        assert_eq!(Said::read("#RESIGN"), Said::Cause(End::Resignation));
        assert_eq!(Said::read("#CHUDAN"), Said::Verdict(Verdict::Interrupted));
        assert_eq!(Said::read("##[ERROR] what"), Said::Extension("[ERROR] what"));
        for line in ["hello", "#", "#WINS", "BEGIN", "login:x OK", "７六歩"] {
            assert_eq!(Said::read(line), Said::Nonsense, "{line}");
        }
        assert_eq!((Said::read(""), Said::read("  \r\n")), (Said::Blank, Said::Blank));
    }
}
