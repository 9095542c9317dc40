//! Phrases of the table, in both languages.

use super::game::End;
use super::spoken;
use crate::board::Color;
use crate::game::{self, Declaration, Reason};
use crate::jobs::files::SaveError;
use crate::record::{Outcome, Warning};
use crate::search::SearchOptions;
use crate::variants::Variant;
use crate::words::{InLanguage, Language};
use std::path::Path;

pub fn side(language: Language, side: Color) -> &'static str {
    language.choose(side.name(), side.japanese())
}

/// The result of a game in words; `person` is the side of a person who plays alone.
pub fn result(game: Variant, language: Language, end: &End, person: Option<Color>) -> String {
    let by_rules = match end.reason {
        game::End::Rules(reason) => spoken::ending(game, language, reason),
        _ => None,
    };
    let reason = by_rules.unwrap_or_else(|| match (language, end.reason) {
        (Language::En, _) => reason(end.reason).to_owned(),
        // The words of records name the loser's fate, and the winner reads these too.
        (Language::Ja, game::End::Time) => "時間切れ".to_owned(),
        (Language::Ja, game::End::IllegalMove) => "反則".to_owned(),
        (Language::Ja, _) => end.ending.kif().to_owned(),
    });
    match (language, end.outcome) {
        (Language::En, Outcome::Win(winner)) => {
            let manner = match end.reason {
                game::End::Time => " on time".to_owned(),
                game::End::Resignation => " by resignation".to_owned(),
                _ => format!(": {reason}"),
            };
            match person {
                Some(person) => format!("You {}{manner}.", if person == winner { "win" } else { "lose" }),
                None => format!("{} wins{manner}.", side(language, winner)),
            }
        }
        (Language::Ja, Outcome::Win(winner)) => match person {
            Some(person) => format!("あなたの{}です（{reason}）。", if person == winner { "勝ち" } else { "負け" }),
            None => format!("{}の勝ちです（{reason}）。", side(language, winner)),
        },
        (_, Outcome::Undecided) => language.choose("The game is broken off.", "対局は中断しました。").to_owned(),
        (Language::En, _) => format!("The game is drawn: {reason}."),
        (Language::Ja, _) => format!("引き分けです（{reason}）。"),
    }
}

/// The reason in the words of people at the table.
const fn reason(end: game::End) -> &'static str {
    match end {
        game::End::Rules(Reason::Repetition) => "the same position came back once too often",
        game::End::Rules(Reason::PerpetualCheck) | game::End::IllegalMove => "a breach of the rules",
        game::End::Rules(Reason::MaxMoves) => "the limit of moves",
        game::End::Declared(Declaration::Draw) => "impasse",
        end => end.name(),
    }
}

/// Warnings of a record's reader, each after the file's path.
pub fn warnings(path: &Path, warnings: &[Warning]) -> impl Iterator<Item = String> {
    warnings.iter().map(move |warning| format!("{}: {warning}", path.display()))
}

/// The result of writing a file, in words.
pub fn written(language: Language, path: &Path, written: Result<(), SaveError>) -> String {
    let path = path.display();
    match (written, language) {
        (Ok(()), Language::En) => format!("{path} is written."),
        (Ok(()), Language::Ja) => format!("{path} に保存しました。"),
        (Err(SaveError::Exists), Language::En) => format!("{path} exists; give another name."),
        (Err(SaveError::Exists), Language::Ja) => format!("{path} はもうあります。別の名前でどうぞ。"),
        (Err(SaveError::UnknownFormat), Language::En) => {
            "The extension names no format: use .kif, .ki2, .csa, .jkf or .usi.".to_owned()
        }
        (Err(SaveError::UnknownFormat), Language::Ja) => {
            "拡張子から形式が分かりません（.kif .ki2 .csa .jkf .usi）。".to_owned()
        }
        (Err(error), Language::En) => format!("{path}: {error}"),
        (Err(error), Language::Ja) => format!("{path}：{}。", error.japanese()),
    }
}

/// Says what is wrong with a file.
pub fn fault(language: Language, path: &Path, fault: &impl InLanguage) -> String {
    format!("{}{}{}", path.display(), language.choose(": ", "："), fault.text_in(language))
}

/// Says that a text names no piece.
pub fn no_piece(language: Language, text: &str) -> String {
    match language {
        Language::En => format!("\"{text}\" is no piece and no square with one; squares have names like 3e."),
        Language::Ja => format!("「{text}」という駒も、駒のあるマスもありません。マスは3eや３五のように書きます。"),
    }
}

/// Explains the notation of levels.
pub fn levels(language: Language) -> String {
    let (least, most) = (SearchOptions::WEAKEST, SearchOptions::FULL_SKILL);
    match language {
        Language::En => format!("Levels are numbers from {least} to {most}, or grades such as 5k and 1d."),
        Language::Ja => format!("レベルは{least}から{most}までの数字か、5級・初段などの段級位です。"),
    }
}

/// Says that an engine overstepped its time.
pub fn lateness(language: Language, engine: &str, detail: &str) -> String {
    match language {
        Language::En => format!("{engine} answered too late: {detail}."),
        Language::Ja => format!("{engine} は時間切れです（{detail}）。"),
    }
}

/// Says that an engine played an illegal move.
pub fn foul(language: Language, engine: &str, m: &str) -> String {
    match language {
        Language::En => format!("{engine} played {m}, which is against the rules."),
        Language::Ja => format!("{engine} の指し手 {m} は反則です。"),
    }
}

/// Says that an engine failed, and how the game can go on.
pub fn failure(language: Language, engine: &str, reason: &str) -> String {
    match language {
        Language::En => format!("{engine} plays no more ({reason}); \"undo\" goes on with the game."),
        Language::Ja => format!("{engine} が止まりました（{reason}）。「待った」で続けられます。"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(game: Variant, language: Language, reason: Reason, outcome: Outcome) -> String {
        let winner = if let Outcome::Win(winner) = outcome { Some(winner) } else { None };
        result(game, language, &End::new(reason.into(), winner, winner.map_or(Color::Black, |winner| !winner)), None)
    }

    #[test]
    fn a_first_check_is_told_as_one() {
        let won = Outcome::Win(Color::Black);
        let check = |language| told(Variant::CheckShogi, language, Reason::Check, won);
        assert_eq!(check(Language::En), "Black wins: the first check.");
        assert_eq!(check(Language::Ja), "先手の勝ちです（王手）。");
        assert_eq!(told(Variant::Shogi, Language::En, Reason::NoMoves, won), "Black wins: mate.");
    }

    #[test]
    fn games_without_drops_end_in_several_ways() {
        let (game, won) = (Variant::Sho, Outcome::Win(Color::White));
        let english = |reason, outcome| told(game, Language::En, reason, outcome);
        assert_eq!(english(Reason::NoMoves, won), "White wins: mate.");
        assert_eq!(english(Reason::RoyalLost, won), "White wins: the last royal piece has been captured.");
        assert_eq!(english(Reason::BareKing, won), "White wins: a bare king.");
        assert_eq!(english(Reason::BareKing, Outcome::Draw), "The game is drawn: a bare king.");
        assert_eq!(told(game, Language::Ja, Reason::BareKing, Outcome::Draw), "引き分けです（裸王）。");
    }

    #[test]
    fn a_person_who_plays_alone_is_spoken_to() {
        let end = |reason| End::new(reason, Some(Color::White), Color::Black);
        let told = |language, reason, person| result(Variant::Shogi, language, &end(reason), person);
        let [black, white] = Color::ALL.map(Some);
        assert_eq!(told(Language::En, game::End::Time, black), "You lose on time.");
        assert_eq!(told(Language::En, game::End::Time, white), "You win on time.");
        assert_eq!(told(Language::En, game::End::Time, None), "White wins on time.");
        assert_eq!(told(Language::En, game::End::Resignation, black), "You lose by resignation.");
        assert_eq!(told(Language::En, Reason::NoMoves.into(), white), "You win: mate.");
        assert_eq!(told(Language::Ja, game::End::Resignation, black), "あなたの負けです（投了）。");
        assert_eq!(told(Language::Ja, game::End::Time, white), "あなたの勝ちです（時間切れ）。");
        assert_eq!(told(Language::Ja, game::End::IllegalMove, white), "あなたの勝ちです（反則）。");
    }
}
