//! The kept game that goes on, and the list of all.

use super::game::{Game, NoGame};
use super::shelf::{Found, kept_games};
use super::store::{Kept, Store, StoreError};
use super::talk;
use crate::jobs::game::chosen;
use crate::variants::Variant;
use crate::words::{InLanguage, Language, counted};
use jiff::tz::TimeZone;
use std::str::FromStr;
use thiserror::Error;

/// Choice among the kept games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resume {
    /// The unfinished game that was played latest.
    Latest,
    /// None: the games are listed.
    List,
    /// The game with this number in the list.
    Number(usize),
}

/// A text that chooses no kept game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is neither \"list\" nor the number of a game in that list; a FILE stands before --resume")]
pub struct UnknownChoice(String);

impl InLanguage for UnknownChoice {
    fn japanese(&self) -> String {
        "listか、その一覧の番号を指定してください。ファイルは--resumeの前に書きます".to_owned()
    }
}

impl FromStr for Resume {
    type Err = UnknownChoice;

    fn from_str(text: &str) -> Result<Self, UnknownChoice> {
        match (text, text.parse()) {
            ("latest", _) => Ok(Self::Latest),
            ("list", _) => Ok(Self::List),
            (_, Ok(number)) if number > 0 => Ok(Self::Number(number)),
            _ => Err(UnknownChoice(text.to_owned())),
        }
    }
}

/// A kept game that this table has taken.
pub struct Resumed {
    pub variant: Variant,
    pub store: Store,
    pub kept: Kept,
}

/// Takes the game with a number in the list, or the unfinished one that was played latest, among those of a variant or all.
///
/// # Errors
/// If there is no such game, another table has it, or it cannot be read.
pub fn take(number: Option<usize>, variant: Option<Variant>) -> Result<Resumed, StoreError> {
    let games = kept_games(variant)?;
    let count = games.len();
    let is_open = |found: &Found| found.kept.as_ref().is_ok_and(|kept| !kept.is_over());
    let index = match number {
        _ if games.is_empty() => return Err(StoreError::Nothing),
        Some(number) => number - 1,
        // A file that cannot be read says so if there is no other game.
        None => games
            .iter()
            .position(is_open)
            .or_else(|| games.iter().position(|found| found.kept.is_err()))
            .ok_or(StoreError::AllOver)?,
    };
    let found = games.into_iter().nth(index).ok_or(StoreError::NoNumber { number: index + 1, count })?;
    let Found { variant, mut store, .. } = found;
    store.take()?;
    let kept = store.read()?;
    Ok(Resumed { variant, store, kept })
}

/// The kept games of a variant or of all, a line each.
///
/// # Errors
/// If the folder cannot be read.
pub fn list(variant: Option<Variant>, language: Language) -> Result<Vec<String>, StoreError> {
    let games = kept_games(variant)?;
    if games.is_empty() {
        return Ok(vec![language.choose("No game is kept.", "保存された対局はありません。").to_owned()]);
    }
    let rows = games.into_iter().zip(1..).map(|(found, number)| match &found.kept {
        Ok(kept) => format!("{number:>3}  {}", described(found.variant, kept, language)),
        Err(error) => format!("{number:>3}  {}", error.text_in(language)),
    });
    Ok(rows.collect())
}

/// Date, game, moves, players and result.
fn described(variant: Variant, kept: &Kept, language: Language) -> String {
    let date = kept.at.to_zoned(TimeZone::system()).strftime("%Y-%m-%d %H:%M").to_string();
    let moves = match language {
        Language::En => counted(kept.moves.len() as u64, "move").to_string(),
        Language::Ja => format!("{}手", kept.moves.len()),
    };
    let [black, white] = &kept.names;
    let result = match ended(variant, kept) {
        Ok(Some(game)) => game.end().map(|end| talk::result(variant, language, end, None)),
        Ok(None) => None,
        Err(reason) => Some(reason.text_in(language)),
    };
    let result = result.unwrap_or_else(|| language.choose("unfinished", "指しかけ").to_owned());
    format!("{date}  {:<11} {moves:>9}  {black} - {white}  {result}", variant.name())
}

/// The game, if it is over.
fn ended(variant: Variant, kept: &Kept) -> Result<Option<Game>, NoGame> {
    if !kept.is_over() {
        return Ok(None);
    }
    let rules = chosen(variant, &kept.rules)?;
    kept.game(variant, &rules, kept.names.clone()).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_game_is_chosen_by_its_number() {
        let read = |text: &str| text.parse::<Resume>();
        assert_eq!(
            [read("latest"), read("list"), read("3")],
            [Resume::Latest, Resume::List, Resume::Number(3)].map(Ok)
        );
        for text in ["0", "-1", "game.kif", ""] {
            assert_eq!(read(text), Err(UnknownChoice(text.to_owned())));
        }
    }
}
