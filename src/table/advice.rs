//! Advice for a person who asks: a hint, the evaluation, the opponent's threat.

use super::person::{Next, answer};
use super::talk;
use super::thinker::Thought;
use super::turns::Table;
use crate::analysis::{Voice, kind_name};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::{Cell, Departure, Score, score};
use crate::jobs::command::Trouble;
use crate::record::{fullwidth_number, kanji_number};
use crate::words::Language;

impl Table {
    /// The program's verdict on the position on the board, the same until that changes; none if the person interrupts.
    pub(super) fn verdict(&mut self) -> Option<Thought<AnyMove>> {
        if self.advised.is_none() {
            self.advised = self.thinker.advice(self.game.position(), &self.stop);
        }
        self.advised.clone()
    }

    /// Forgets the advice on a position that is left, and what was looked at there.
    pub(super) fn forget_advice(&mut self) {
        self.has_hinted = false;
        self.advised = None;
        self.person.look.middle = None;
    }

    pub(super) fn hint(&mut self) -> Result<Next, Trouble> {
        let Some(thought) = self.verdict() else { return self.interrupted() };
        let again = std::mem::replace(&mut self.has_hinted, true);
        let text = match thought.best {
            _ if thought.declares => self.language().choose("Declare the win.", "入玉宣言で勝ちです。").to_owned(),
            None => self.language().choose("There is no good move.", "良い手がありません。").to_owned(),
            Some(m) if again => self.advised_move(m, &thought),
            Some(m) => piece_text(self.language(), self.game.position(), m),
        };
        answer(text)
    }

    /// The advised move with what it brings.
    fn advised_move(&mut self, m: AnyMove, thought: &Thought<AnyMove>) -> String {
        let reason = self.thinker.reason(self.game.position(), m, thought.mate(), &self.stop);
        let notation = self.person.notation;
        let text = |position: &AnyPosition, last, m| notation.text(position, last, m);
        let voice = Voice { language: self.language(), text: &text };
        voice.advice(self.game.position(), self.game.last(), &thought.line, reason)
    }

    pub(super) fn evaluate(&mut self) -> Result<Next, Trouble> {
        let Some(thought) = self.verdict() else { return self.interrupted() };
        let score = if self.game.side() == Color::Black { thought.score } else { -thought.score };
        let line = self.line_text(self.game.position(), self.game.last(), &thought.line);
        let text = score_text(self.language(), score);
        answer(format_args!("{} {text}  {line}", self.language().choose("Score for Black:", "評価値（先手）:")))
    }

    pub(super) fn threat(&mut self) -> Result<Next, Trouble> {
        let Some(position) = self.game.position().passed() else {
            return answer(self.language().choose("You are in check.", "王手がかかっています。"));
        };
        let Some(thought) = self.thinker.advice(&position, &self.stop) else { return self.interrupted() };
        answer(self.line_text(&position, None, &thought.line))
    }

    fn line_text(&self, position: &AnyPosition, before: Option<AnyMove>, line: &[AnyMove]) -> String {
        /// Later moves of a line are a guess.
        const SHOWN: usize = 6;
        self.person.notation.moves(position, before, &line[..line.len().min(SHOWN)])
    }
}

/// A score from Black's side; a mate says which side gives it.
fn score_text(language: Language, score: Score) -> String {
    match (score::mate_distance(score), language) {
        (None, _) => format!("{score:+}"),
        (Some(plies), Language::En) if plies > 0 => format!("mate in {plies}"),
        (Some(plies), Language::En) => format!("mated in {}", plies.abs()),
        (Some(plies), Language::Ja) => {
            let winner = if plies > 0 { Color::Black } else { Color::White };
            format!("{}勝ち {}手詰", talk::side(language, winner), plies.abs())
        }
    }
}

/// The piece that a move moves, with its square.
pub fn piece_text(language: Language, position: &AnyPosition, m: AnyMove) -> String {
    let game = position.variant();
    let name = |kind| kind_name(game, language, kind);
    match (game.way(m).from, language) {
        (Departure::Hand(kind), Language::En) => format!("Drop the {} from your hand.", name(kind)),
        (Departure::Hand(kind), Language::Ja) => format!("持ち駒の{}を打ってみましょう。", name(kind)),
        (Departure::Board(from), language) => {
            let name = name(position.figure(from).map_or(0, |figure| figure.kind));
            let Cell { file, rank } = from;
            match language {
                Language::En => format!("Move the {name} on {from}."),
                Language::Ja => format!(
                    "{}{}の{name}を動かしてみましょう。",
                    fullwidth_number(file + 1),
                    kanji_number(u32::from(rank) + 1)
                ),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::SfenMode;
    use crate::rules::KindNames;
    use crate::variants::Variant;

    fn told(rules: Variant, language: Language, sfen: &str, m: &str) -> String {
        let position = rules.read_sfen(sfen, SfenMode::Composed).unwrap();
        piece_text(language, &position, position.parse_move(m).unwrap())
    }

    #[test]
    fn pieces_have_words_in_either_language() {
        let hands = "4k4/9/9/9/4+b4/9/9/9/4K4 w - 1";
        assert_eq!(told(Variant::Shogi, Language::En, hands, "5e4e"), "Move the horse on 5e.");
        assert_eq!(told(Variant::Shogi, Language::Ja, hands, "5e4e"), "５五の馬を動かしてみましょう。");
        let drop = "4k4/9/9/9/9/9/9/9/4K4 b N 1";
        assert_eq!(told(Variant::Shogi, Language::En, drop, "N*5e"), "Drop the knight from your hand.");
        assert_eq!(told(Variant::Tori, Language::En, Variant::Tori.start_sfen(), "3d3c"), "Move the swallow on 3d.");
        let dobutsu = Variant::Dobutsu;
        assert_eq!(told(dobutsu, Language::En, dobutsu.start_sfen(), "2d1c"), "Move the lion on 2d.");
        assert_eq!(told(dobutsu, Language::Ja, dobutsu.start_sfen(), "2c2b"), "２三のひよこを動かしてみましょう。");
        assert_eq!(told(Variant::Kyoto, Language::En, "2k2/5/5/5/2K2 b P 1", "R*3c"), "Drop the rook from your hand.");
    }

    #[test]
    fn a_mate_is_told_with_its_side() {
        let told = |language| [score::mate_in(5), score::mated_in(4), 120].map(|score| score_text(language, score));
        assert_eq!(told(Language::En), ["mate in 5", "mated in 4", "+120"]);
        assert_eq!(told(Language::Ja), ["先手勝ち 5手詰", "後手勝ち 4手詰", "+120"]);
    }

    #[test]
    fn every_kind_has_an_english_word_of_its_own() {
        fn check(names: &[KindNames]) {
            let mut words: Vec<&str> = names.iter().map(|names| names.english).collect();
            assert!(
                words.iter().all(|word| word.chars().all(|c| c == ' ' || c.is_ascii_lowercase()) && word.len() > 2)
            );
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), names.len());
            assert!(!words.is_empty());
        }
        crate::variants::DropVariant::ALL.iter().for_each(|game| check(game.spec().names));
    }
}
