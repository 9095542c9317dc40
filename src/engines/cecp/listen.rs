//! Meaning of the lines of a CECP engine.

use super::super::info::{EngineScore, SearchInfo};
use super::super::protocol::{Announced, Answer, Listener, Message, Spin};
use super::notation::Board;
use super::{HASH, THREADS};
use crate::board::Color;
use std::time::Instant;

/// A score above this many centipawns is a mate; the excess is its number of moves.
const MATE: i32 = 100_000;

/// Reads the lines of an engine.
pub struct CecpListener {
    board: Board,
    /// The first step of a two-step move; the steps come on two lines.
    first_step: String,
    info: SearchInfo,
}

impl Listener for CecpListener {
    fn hear(&mut self, line: &str, at: Instant) -> Vec<Message> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "feature" => features(rest),
            "pong" => rest.parse().ok().map(Message::Ready).into_iter().collect(),
            "move" if rest.ends_with(',') => {
                rest.clone_into(&mut self.first_step);
                Vec::new()
            }
            "move" => {
                let rest = &(std::mem::take(&mut self.first_step) + rest);
                let best = self.board.usi(rest).unwrap_or_else(|| rest.to_owned());
                vec![Message::Answer(self.answer(best, at))]
            }
            "resign" => vec![Message::Answer(self.answer("resign".to_owned(), at))],
            "1-0" => vec![self.claim(Some(Color::Black), line, at)],
            "0-1" => vec![self.claim(Some(Color::White), line, at)],
            "1/2-1/2" => vec![self.claim(None, line, at)],
            "tellusererror" | "Illegal" | "Error" if is_refusal(line) => vec![Message::Refusal(line.to_owned())],
            "Error" => vec![Message::Remark(line.to_owned())],
            "telluser" | "tellerror" | "tellusererror" | "tellall" => vec![Message::Remark(rest.to_owned())],
            _ => {
                self.info = thinking(line).unwrap_or(self.info);
                Vec::new()
            }
        }
    }
}

impl CecpListener {
    pub const fn new(board: Board) -> Self {
        Self { board, first_step: String::new(), info: SearchInfo { depth: None, nodes: None, score: None } }
    }

    fn answer(&mut self, best: String, at: Instant) -> Answer {
        Answer { best, ponder: None, info: std::mem::take(&mut self.info), line: String::new(), at }
    }

    fn claim(&mut self, winner: Option<Color>, line: &str, at: Instant) -> Message {
        Message::Claim { winner, answer: self.answer(line.to_owned(), at) }
    }
}

/// Commands that some engines do not know: GNU Minishogi reads them as moves and calls them illegal.
const COMMANDS: [&str; 5] = ["st", "sd", "time", "otim", "result"];

/// True if a line refuses a move or a position. Sjaak II refuses by an error about a move or an unknown command.
fn is_refusal(line: &str) -> bool {
    let refuses =
        ["Illegal move", "Illegal position", "illegal move", "illegal position"].iter().any(|text| line.contains(text));
    let refused = line.rsplit(':').next().and_then(|text| text.split_whitespace().next());
    refuses && !refused.is_some_and(|word| COMMANDS.contains(&word))
}

/// Reads a line of thinking: ply, score in centipawns, time in centiseconds, nodes, and the variation.
fn thinking(line: &str) -> Option<SearchInfo> {
    let mut words = line.split_whitespace();
    // Some engines mark the ply, as in `12+` for a score that is only a bound.
    let depth = words.next()?.trim_end_matches(|c: char| c.is_ascii_punctuation()).parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    let _time: u64 = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    let moves = score.saturating_abs() - MATE;
    let score = match score {
        _ if moves < 0 => EngineScore::of_centipawns(score),
        1.. => EngineScore::Mate(moves.saturating_mul(2).saturating_sub(1).max(1)),
        _ => EngineScore::Mate(moves.saturating_mul(-2).clamp(-i32::MAX, -1)),
    };
    Some(SearchInfo { depth: Some(depth), nodes: Some(nodes), score: Some(score) })
}

/// A score as CECP writes it; the inverse of reading one.
#[must_use]
pub const fn score_in_cecp(score: EngineScore) -> i32 {
    match score {
        EngineScore::Centipawns(score) => score,
        EngineScore::Mate(plies) if plies > 0 => MATE + (plies + 1) / 2,
        EngineScore::Mate(plies) => -MATE + plies / 2,
    }
}

/// Reads features like `ping=1 myname="Two words" done=1`.
fn features(mut text: &str) -> Vec<Message> {
    let mut messages = Vec::new();
    while let Some((name, rest)) = text.split_once('=') {
        let quoted = rest.strip_prefix('"').and_then(|rest| rest.split_once('"'));
        let (value, rest) = quoted.unwrap_or_else(|| rest.split_once(char::is_whitespace).unwrap_or((rest, "")));
        text = rest;
        let name = name.trim();
        messages.push(Message::Feature(name.to_owned(), value.to_owned()));
        match (name, value) {
            ("option", _) => messages.extend(announced(value).map(Message::Option)),
            ("memory", "1") => messages.push(Message::Option(command(HASH))),
            ("smp", "1") => messages.push(Message::Option(command(THREADS))),
            ("done", "1") => messages.push(Message::Greeted),
            _ => {}
        }
    }
    messages
}

/// An option that stands for a command of CECP.
fn command(name: &str) -> Announced {
    Announced { name: name.to_owned(), choices: Vec::new(), spin: None }
}

/// Reads an option of the form `NAME -spin DEFAULT MIN MAX` or `NAME -combo A /// *B`. A name may contain blanks.
fn announced(text: &str) -> Option<Announced> {
    let (name, kind) = text.split_once(" -")?;
    let choices = kind.strip_prefix("combo ").map_or_else(Vec::new, |list| {
        list.split("///").map(|choice| choice.trim().trim_start_matches('*').to_owned()).collect()
    });
    Some(Announced { name: name.trim().to_owned(), choices, spin: spin(kind) })
}

fn spin(kind: &str) -> Option<Spin> {
    let numbers: Vec<i64> =
        kind.strip_prefix("spin ")?.split_whitespace().map_while(|word| word.parse().ok()).collect();
    if let [default, min, max] = numbers[..] { Some(Spin { default, min, max }) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listener() -> CecpListener {
        CecpListener::new(Board::of("rbsgk/4p/5/P4/KGSBR b - 1"))
    }

    #[test]
    fn features_are_read() {
        let line = r#"feature ping=1 myname="Crazy Wa" variants="shogi,5x5+5_shogi" memory=1 option="Multi PV -spin 2 0 9" done=1"#;
        let messages = listener().hear(line, Instant::now());
        let feature = |name: &str, value: &str| Message::Feature(name.to_owned(), value.to_owned());
        let spin = Some(Spin { default: 2, min: 0, max: 9 });
        assert_eq!(
            messages,
            [
                feature("ping", "1"),
                feature("myname", "Crazy Wa"),
                feature("variants", "shogi,5x5+5_shogi"),
                feature("memory", "1"),
                Message::Option(command(HASH)),
                feature("option", "Multi PV -spin 2 0 9"),
                Message::Option(Announced { name: "Multi PV".to_owned(), choices: Vec::new(), spin }),
                feature("done", "1"),
                Message::Greeted,
            ]
        );
        assert_eq!(announced("Level -combo Clueless /// *Normal").unwrap().choices, ["Clueless", "Normal"]);
    }

    #[test]
    fn answers_carry_the_last_thoughts() {
        let (mut listener, at) = (listener(), Instant::now());
        for line in ["", "# 9 9 9 9 noise", "3 -15 0 646 b1c2", " 4    17      2    2212  1. Bc2 Bc4", "5 soon"] {
            assert_eq!(listener.hear(line, at), []);
        }
        let info = SearchInfo { depth: Some(4), nodes: Some(2212), score: Some(EngineScore::Centipawns(17)) };
        let answer = Answer { best: "4e4d".to_owned(), ponder: None, info, line: String::new(), at };
        assert_eq!(listener.hear("move b1b2", at), [Message::Answer(answer)]);
        let info = SearchInfo::default();
        let rubbish = Answer { best: "hello".to_owned(), ponder: None, info, line: String::new(), at };
        assert_eq!(listener.hear("move hello", at), [Message::Answer(rubbish)]);
    }

    #[test]
    fn mates_are_counted_in_plies() {
        let score = |text: &str| thinking(&format!("12+ {text} 1 1")).unwrap().score.unwrap();
        assert_eq!(score("100003"), EngineScore::Mate(5));
        assert_eq!(score("-100003"), EngineScore::Mate(-6));
        assert_eq!((score("100000"), score("-100000")), (EngineScore::Mate(1), EngineScore::Mate(-1)));
        assert_eq!(score("-99999"), EngineScore::Centipawns(-99_999));
        for told in [EngineScore::Mate(5), EngineScore::Mate(-6), EngineScore::Mate(1), EngineScore::Centipawns(-31)] {
            assert_eq!(score(&score_in_cecp(told).to_string()), told);
        }
    }

    #[test]
    fn ends_and_refusals() {
        let (mut listener, at) = (listener(), Instant::now());
        for line in ["Illegal move (no piece): b2b5", "Error (Illegal move or unknown command): b2b5"] {
            assert_eq!(listener.hear(line, at), [Message::Refusal(line.to_owned())]);
        }
        for line in ["Illegal move (no match): st", "Illegal move (no match): result 1-0 {the game is over}"] {
            assert_eq!(listener.hear(line, at), []);
        }
        let unknown = "Error (unknown command): easy";
        assert_eq!(listener.hear(unknown, at), [Message::Remark(unknown.to_owned())]);
        for (line, side) in [("1-0", Some(Color::Black)), ("0-1 {resign}", Some(Color::White)), ("1/2-1/2 {}", None)] {
            let [Message::Claim { winner, answer }] = &listener.hear(line, at)[..] else { panic!("{line}") };
            assert_eq!((*winner, answer.best.as_str()), (side, line));
        }
        let [Message::Answer(answer)] = &listener.hear("resign", at)[..] else { panic!("resign") };
        assert_eq!(answer.best, "resign");
        assert_eq!(listener.hear("pong 7", at), [Message::Ready(7)]);
    }
}
