//! Phrases of the table, in both languages.

use super::game::End;
use super::spoken;
use crate::board::Color;
use crate::game::{self, Declaration, Reason};
use crate::jobs::files::{self, SaveError};
use crate::record::{Outcome, Phrase, Warning};
use crate::search::{SearchOptions, levels};
use crate::variants::Variant;
use crate::words::{InLanguage, Language};
use std::path::Path;

pub fn side(language: Language, side: Color) -> &'static str {
    language.choose(side.name(), side.japanese())
}

/// The name of the program at a level.
pub fn program_name(language: Language, level: i32) -> String {
    let grade = levels().find(|known| known.number == level).map(|known| known.grade.text_in(language));
    let words = [Some(language.choose("level ", "レベル").to_owned() + &level.to_string()), grade];
    let words: Vec<String> = words.into_iter().flatten().collect();
    format!("Kumataka ({})", words.join(language.choose(", ", "、")))
}

/// The result of a game in words; `person` is the side of a person who plays alone.
pub fn result(game: Variant, language: Language, end: &End, person: Option<Color>) -> String {
    let by_rules = match end.reason {
        game::End::Rules(reason) => spoken::ending(game, language, reason),
        _ => None,
    };
    let [english, japanese] = manner(end.reason);
    match language {
        Language::En => {
            let manner = by_rules.map_or_else(|| english.to_owned(), |reason| format!(": {reason}"));
            let result = match (end.outcome, person) {
                (Outcome::Undecided, _) => return "The game is broken off.".to_owned(),
                (Outcome::Draw, _) => "The game is drawn".to_owned(),
                (Outcome::Win(winner), None) => format!("{} wins", winner.name()),
                (Outcome::Win(winner), Some(person)) if person == winner => "You win".to_owned(),
                (Outcome::Win(_), Some(_)) => "You lose".to_owned(),
            };
            format!("{result}{manner}.")
        }
        Language::Ja => {
            let reason = by_rules.unwrap_or_else(|| japanese.to_owned());
            let result = match (end.outcome, person) {
                (Outcome::Undecided, _) => return "対局は中断しました。".to_owned(),
                (Outcome::Draw, _) => "引き分けです".to_owned(),
                (Outcome::Win(winner), None) => format!("{}の勝ちです", winner.japanese()),
                (Outcome::Win(winner), Some(person)) if person == winner => "あなたの勝ちです".to_owned(),
                (Outcome::Win(_), Some(_)) => "あなたの負けです".to_owned(),
            };
            format!("{result}（{reason}）。")
        }
    }
}

/// The manner of an end, for winner and loser alike: the words behind the English result, and those beside the Japanese.
const fn manner(end: game::End) -> Phrase {
    match end {
        game::End::Rules(Reason::NoMoves) => [" by mate", "詰み"],
        game::End::Rules(Reason::PerpetualCheck) => [": perpetual check", "連続王手の千日手"],
        game::End::Rules(Reason::Repetition) => [" by repetition", "千日手"],
        game::End::Rules(Reason::Try) => [": the king has reached its goal", "トライ"],
        game::End::Rules(Reason::RoyalLost) => [": the king has been captured", "玉が取られました"],
        game::End::Rules(Reason::BareKing) => [": a bare king", "裸王"],
        game::End::Rules(Reason::Check) => [": the first check", "王手"],
        game::End::Rules(Reason::MaxMoves) => [" by the limit of moves", "手数の上限"],
        game::End::Declared(Declaration::Win) | game::End::Claim => [" by declaration", "入玉宣言"],
        game::End::Declared(Declaration::Draw) => [" by impasse", "持将棋"],
        game::End::Declared(Declaration::Loss) => [": a wrong declaration", "宣言の条件が足りません"],
        game::End::Resignation => [" by resignation", "投了"],
        game::End::Agreement => [" by agreement", "合意"],
        game::End::WinByScore | game::End::DrawByScore => [" by the scores of both sides", "評価値による判定"],
        game::End::IllegalMove => [": an illegal move", "反則"],
        game::End::IllegalAction => [": a breach of the rules", "反則"],
        game::End::Time => [" on time", "時間切れ"],
        game::End::NoAnswer => [": the engine did not answer", "エンジンの応答がありません"],
        game::End::Crash | game::End::NoStart => [": the engine ended", "エンジンが停止しました"],
        game::End::Protocol => [": the engine sent no move", "エンジンの指し手が読めません"],
        game::End::Interruption => [": broken off", "中断"],
    }
}

/// Warnings of a record's reader, each after the file's path.
pub fn warnings(language: Language, path: &Path, warnings: &[Warning]) -> impl Iterator<Item = String> {
    warnings.iter().map(move |warning| fault(language, path, warning))
}

/// The result of writing a file, in words.
pub fn written(language: Language, path: &Path, written: Result<(), SaveError>) -> String {
    let shown = path.display();
    match (written, language) {
        (Ok(()), _) => files::written(language, path),
        (Err(SaveError::Exists), Language::En) => format!("{shown} exists; give another name."),
        (Err(SaveError::Exists), Language::Ja) => format!("{shown} はすでにあります。別の名前を付けてください。"),
        (Err(SaveError::UnknownFormat), Language::En) => {
            "The extension names no format: use .kif, .ki2, .csa, .jkf or .usi.".to_owned()
        }
        (Err(SaveError::UnknownFormat), Language::Ja) => {
            "拡張子から形式が分かりません（.kif .ki2 .csa .jkf .usi）。".to_owned()
        }
        (Err(error), Language::En) => format!("{shown}: {error}"),
        (Err(error), Language::Ja) => format!("{shown}：{}。", error.japanese()),
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

/// Says that a text names neither a square nor a side of the screen.
pub fn no_square(language: Language, text: &str) -> String {
    match language {
        Language::En => format!("\"{text}\" is no square of this board, and neither up, down, left nor right."),
        Language::Ja => format!("「{text}」というマスはありません。マスのほか、上・下・左・右が使えます。"),
    }
}

/// Explains the notation of levels.
pub fn level_notation(language: Language) -> String {
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

/// Says that an engine failed.
pub fn silence(language: Language, engine: &str, reason: &str) -> String {
    match language {
        Language::En => format!("{engine} plays no more ({reason})."),
        Language::Ja => format!("{engine} が止まりました（{reason}）。"),
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
        assert_eq!(told(Variant::Shogi, Language::En, Reason::NoMoves, won), "Black wins by mate.");
    }

    #[test]
    fn every_end_is_told_in_both_languages() {
        for reason in game::End::ALL {
            for winner in [Some(Color::Black), None] {
                let told = |language| {
                    let end = End::new(reason, winner, Color::White);
                    result(Variant::Shogi, language, &end, Some(Color::White))
                };
                let (english, japanese) = (told(Language::En), told(Language::Ja));
                assert!(english.is_ascii() && english.ends_with('.'), "{english}");
                assert!(!japanese.contains(|c: char| c.is_ascii()) && japanese.ends_with('。'), "{japanese}");
            }
        }
    }

    #[test]
    fn games_without_drops_end_in_several_ways() {
        let (game, won) = (Variant::Sho, Outcome::Win(Color::White));
        let english = |reason, outcome| told(game, Language::En, reason, outcome);
        assert_eq!(english(Reason::NoMoves, won), "White wins by mate.");
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
        assert_eq!(told(Language::En, Reason::NoMoves.into(), white), "You win by mate.");
        assert_eq!(told(Language::Ja, game::End::Resignation, black), "あなたの負けです（投了）。");
        assert_eq!(told(Language::Ja, game::End::Time, white), "あなたの勝ちです（時間切れ）。");
        assert_eq!(told(Language::Ja, game::End::IllegalMove, white), "あなたの勝ちです（反則）。");
    }
}
