//! The universal shogi interface, as a match speaks it to an engine.

use super::info::{SearchInfo, expected_line};
use super::protocol::{Announced, Answer, Listener, Message, Preparation, Speech, Spin, Turn, Words};
use crate::engines::clock::go_words;
use crate::game::Dialect;
use crate::variants::Variant;
use std::time::Instant;

const WORDS: Words = Words { greeting: "usi", greeted: "usiok", ready: "readyok", answer: "bestmove", stop: "stop" };

/// Feature that an engine announces by `id name`.
const NAME: &str = "name";

/// A USI engine that plays a game.
pub struct Usi {
    /// Name of the game.
    variant: &'static str,
    dialect: Dialect,
}

impl Usi {
    /// An engine for the game of this name.
    pub fn new(variant: &'static str) -> Self {
        Self { variant, dialect: Dialect::Usual }
    }

    /// Option that chooses the game, if the engine has one and knows the game.
    fn variant_option(&self, options: &[Announced]) -> Option<String> {
        let option = options.iter().find(|option| is_variant_option(&option.name))?;
        option.choices.iter().any(|choice| choice == self.variant).then(|| option.name.clone())
    }
}

/// True if an option of this name chooses the game.
pub fn is_variant_option(name: &str) -> bool {
    name.eq_ignore_ascii_case("USI_Variant") || name.eq_ignore_ascii_case("UCI_Variant")
}

impl Speech for Usi {
    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn listener(&self) -> Box<dyn Listener> {
        Box::new(UsiListener::default())
    }

    fn heed(&mut self, feature: &str, value: &str) -> Option<String> {
        if feature == NAME {
            self.dialect = dialect_of(value);
        }
        None
    }

    fn dialect(&self) -> Dialect {
        self.dialect
    }

    fn option(&mut self, name: &str, value: &str) -> String {
        if value.is_empty() { format!("setoption name {name}") } else { format!("setoption name {name} value {value}") }
    }

    fn usual_options(&self, options: &[Announced], ponder: bool) -> Vec<(String, String)> {
        let variant = self.variant_option(options).map(|option| (option, self.variant.to_owned()));
        variant.into_iter().chain([("USI_Ponder".to_owned(), ponder.to_string())]).collect()
    }

    /// The protocol allows two options that an engine need not announce.
    fn may_set(&self, name: &str) -> bool {
        ["USI_Hash", "USI_Ponder"].iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    fn plays(&self, options: &[Announced]) -> bool {
        self.variant == Variant::default().name() || self.variant_option(options).is_some()
    }

    fn prepare(&mut self) -> Preparation {
        Preparation { lines: "isready".to_owned(), question: Some(0) }
    }

    fn begin(&mut self) -> Option<&'static str> {
        Some("usinewgame")
    }

    fn go(&mut self, turn: &Turn) -> String {
        let lines = format!("position {}\ngo {}", turn.position, go_words(turn.clocks, turn.mover));
        lines.trim_end().to_owned()
    }

    fn ponder(&self, turn: &Turn, early: bool) -> Option<String> {
        let times = if early { String::new() } else { go_words(turn.clocks, turn.mover) };
        Some(format!("position {}\ngo ponder {times}", turn.position).trim_end().to_owned())
    }

    fn ponder_hit(&self, turn: Option<&Turn>) -> Option<String> {
        let times = turn.map_or_else(String::new, |turn| go_words(turn.clocks, turn.mover));
        Some(format!("ponderhit {times}").trim_end().to_owned())
    }

    fn answered(&mut self, message: Message) -> Option<Answer> {
        if let Message::Answer(answer) = message { Some(answer) } else { None }
    }

    fn game_over(&self, result: &str) -> String {
        format!("gameover {result}")
    }
}

#[derive(Default)]
struct UsiListener {
    info: SearchInfo,
    line: String,
}

impl Listener for UsiListener {
    fn hear(&mut self, line: &str, at: Instant) -> Vec<Message> {
        self.understand(line, at).into_iter().collect()
    }
}

impl UsiListener {
    fn understand(&mut self, line: &str, at: Instant) -> Option<Message> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "info" => {
                if let Some(remark) = rest.strip_prefix("string ") {
                    return Some(Message::Remark(remark.to_owned()));
                }
                if self.info.read(rest) {
                    expected_line(rest).clone_into(&mut self.line);
                }
                None
            }
            "bestmove" => {
                let mut words = rest.split_whitespace();
                let best = words.next().unwrap_or("").to_owned();
                let ponder = words.next().filter(|&word| word == "ponder").and_then(|_| words.next());
                let (info, line) = (std::mem::take(&mut self.info), std::mem::take(&mut self.line));
                Some(Message::Answer(Answer { best, ponder: ponder.map(str::to_owned), info, line, at }))
            }
            "id" => rest.strip_prefix("name ").map(|name| Message::Feature(NAME.to_owned(), name.to_owned())),
            "option" => announced(rest).map(Message::Option),
            "usiok" => Some(Message::Greeted),
            "readyok" => Some(Message::Ready(0)),
            _ => None,
        }
    }
}

/// Dialect of an engine of this name.
fn dialect_of(name: &str) -> Dialect {
    if name.to_ascii_lowercase().contains("fairy-stockfish") { Dialect::Fairy } else { Dialect::Usual }
}

/// Reads an announcement of the form `name N type T default D var A var B`. A name may contain blanks.
fn announced(text: &str) -> Option<Announced> {
    let (_, rest) = text.split_once("name ")?;
    let (name, kind) = rest.split_once(" type ")?;
    let choices = kind.split(" var ").skip(1).map(|choice| choice.trim().to_owned()).collect();
    Some(Announced { name: name.trim().to_owned(), choices, spin: spin(kind) })
}

/// Reads a type of the form `spin default D min A max B`, with the last three in any order.
fn spin(kind: &str) -> Option<Spin> {
    let words: Vec<&str> = kind.strip_prefix("spin ")?.split_whitespace().collect();
    let number = |key| words.chunks_exact(2).find(|pair| pair[0] == key)?[1].parse().ok();
    Some(Spin { default: number("default")?, min: number("min")?, max: number("max")? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let option = announced("name USI_Variant type combo default shogi var shogi var torishogi").unwrap();
        assert_eq!(option.name, "USI_Variant");
        assert_eq!(option.choices, ["shogi", "torishogi"]);
        let option = announced("name Skill Level type spin default 20 min 0 max 20").unwrap();
        assert_eq!((option.name.as_str(), option.choices.len()), ("Skill Level", 0));
        assert_eq!(option.spin, Some(Spin { default: 20, min: 0, max: 20 }));
        assert_eq!(announced("name Hash type spin min 1 max 8 default -2").unwrap().spin.unwrap().default, -2);
        assert_eq!(announced("name Hash type spin default 1 min 1").unwrap().spin, None);
        assert!(announced("type spin").is_none());
    }

    #[test]
    fn names_tell_the_dialect() {
        let dialect = |line: &str| {
            let mut usi = Usi::new("kyotoshogi");
            if let Some(Message::Feature(name, value)) = UsiListener::default().understand(line, Instant::now()) {
                assert_eq!(usi.heed(&name, &value), None);
            }
            usi.dialect()
        };
        assert_eq!(dialect("id name Fairy-Stockfish 14"), Dialect::Fairy);
        assert_eq!(dialect("id name Kumataka 0.2.0"), Dialect::Usual);
        assert_eq!(dialect("id author Fairy-Stockfish"), Dialect::Usual);
    }

    #[test]
    fn answers_carry_the_last_information() {
        let mut listener = UsiListener::default();
        let now = Instant::now();
        for line in [
            "info depth 5 multipv 1 score cp 30 nodes 100 pv 7g7f 3c3d",
            "info depth 5 multipv 2 score cp 20 nodes 110 pv 2g2f",
            "info nodes 115 hashfull 3",
        ] {
            assert!(listener.understand(line, now).is_none());
        }
        let remark = listener.understand("info string depth 9", now);
        assert!(matches!(remark, Some(Message::Remark(text)) if text == "depth 9"));
        let Some(Message::Answer(answer)) = listener.understand("bestmove 7g7f ponder 3c3d", now) else {
            panic!("an answer");
        };
        assert_eq!((answer.best.as_str(), answer.ponder.as_deref()), ("7g7f", Some("3c3d")));
        assert_eq!((answer.info.depth, answer.info.nodes), (Some(5), Some(115)));
        assert_eq!(answer.line, "7g7f 3c3d");
        assert_eq!(listener.info, SearchInfo::default());
    }
}
