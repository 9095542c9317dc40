//! Openings, and their reading from game records.

use super::error::{MatchError, OpeningError};
use crate::any::{AnyIllegality, AnyMove, AnyPosition};
use crate::game::{Dialect, MoveError, RuleChoices, SfenMode};
use crate::jobs::files::{read_games, records_below};
use crate::record::{Format, Outcome, Record, Step};
use crate::variants::Variant;
use std::path::Path;

/// A start position with the first moves of a game.
#[derive(Clone)]
pub struct Opening {
    start: AnyPosition,
    moves: Vec<AnyMove>,
    position: AnyPosition,
}

impl Opening {
    /// The opening under the rules of the match, by whatever rules its moves were read.
    ///
    /// # Errors
    /// If a move is not legal, or the last one ends the game.
    pub fn new(mut start: AnyPosition, moves: Vec<AnyMove>, rules: &RuleChoices) -> Result<Self, OpeningError> {
        start.set_rules(rules);
        let mut position = start.clone();
        for &m in &moves {
            position.legality(m).map_err(|reason| illegal(&position, m, reason))?;
            position.make(m);
        }
        if position.verdict().is_some() { Err(OpeningError::Over) } else { Ok(Self { start, moves, position }) }
    }

    #[must_use]
    pub const fn start(&self) -> &AnyPosition {
        &self.start
    }

    #[must_use]
    pub fn moves(&self) -> &[AnyMove] {
        &self.moves
    }

    /// The position in which the engines take over.
    #[must_use]
    pub const fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The opening as a game record.
    #[must_use]
    pub fn record(&self) -> Record {
        let mut record = Record::new(self.start.clone());
        self.moves.iter().fold(Record::ROOT, |node, &m| record.push(node, Step::Move(m)));
        record
    }

    /// The text behind `position` in the protocol.
    #[must_use]
    pub fn line(&self, dialect: Dialect) -> String {
        self.start.game_words(&self.moves, dialect)
    }
}

/// Default number of plies from a game that has an end: engines must take over somewhere before it.
const GAME_PLIES: usize = 8;

/// Reads the game records of a file or of a whole folder. A file whose extension is not that of a format is read as
/// lines of SFEN or USI.
///
/// # Errors
/// If a file cannot be read, if a game cannot be an opening, or if there is none.
pub fn read_openings(
    game: Variant,
    path: &Path,
    plies: Option<usize>,
    rules: &RuleChoices,
) -> Result<Vec<Opening>, MatchError> {
    let read = |source| MatchError::Read { path: path.to_owned(), source };
    let mut list = Vec::new();
    for file in records_below(path, false).map_err(read)? {
        let failed = |line, source| MatchError::Opening { path: file.clone(), line, source };
        let format = Format::of_path(&file).unwrap_or(Format::USI);
        let games = read_games(game, &file, Some(format));
        let games = games.map_err(|source| MatchError::Games { path: file.clone(), source })?;
        for reading in games.readings {
            let opening = from_record(&reading.record, plies, rules);
            list.push(opening.map_err(|source| failed(reading.line, source))?);
        }
    }
    if list.is_empty() {
        return Err(MatchError::Setting(format!("{}: no openings", path.display())));
    }
    Ok(list)
}

fn from_record(record: &Record, plies: Option<usize>, rules: &RuleChoices) -> Result<Opening, OpeningError> {
    // Strict reading, because engines may refuse a diagram that no game could have led to.
    let start =
        record.start().variant().read_sfen(&record.start().sfen(), SfenMode::Strict).map_err(OpeningError::sfen)?;
    let moves: Vec<AnyMove> = record.main_line().map_while(|id| record.node(id).played()).collect();
    // A game broken off can go on; one with a result is over.
    let is_over = record.outcome().is_some_and(|(_, outcome)| outcome != Outcome::Undecided);
    let first = |plies: usize| Opening::new(start.clone(), moves[..plies.min(moves.len())].to_vec(), rules);
    match plies {
        Some(plies) => first(plies),
        None if is_over => first(GAME_PLIES),
        None => match first(usize::MAX) {
            Err(OpeningError::Over) => first(GAME_PLIES),
            whole => whole,
        },
    }
}

fn illegal(position: &AnyPosition, m: AnyMove, reason: AnyIllegality) -> OpeningError {
    OpeningError::Move(Box::new(MoveError::Illegal { text: position.variant().usi(m), reason }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::game::chosen;
    use crate::record::usi;

    /// By the rules of the match the swallow need not promote, and the game goes on.
    #[test]
    fn openings_keep_the_rules_of_the_match() {
        let tori = Variant::Tori;
        let record = usi::read(tori, "sfen 3k3/7/3S3/7/7/7/3K3 b - 1 moves 4c4b 4a3b").unwrap().remove(0).record;
        let refused = from_record(&record, None, &RuleChoices::default()).err().map(|error| error.to_string());
        assert_eq!(refused.as_deref(), Some("4c4b: it must promote there"));
        let optional = chosen(tori, [&"ToriPromotion=optional".to_owned()]).unwrap();
        let by_its_own = from_record(&record, None, &optional).unwrap();
        assert_eq!(by_its_own.moves().len(), 2);
        let foul = usi::read(tori, "sfen 3k3/7/3S3/7/7/7/3K3 b - 1 moves 4c4b").unwrap().remove(0).record;
        assert!(from_record(&foul, None, &RuleChoices::default()).is_err());
        assert!(from_record(&foul, None, &optional).is_ok());
    }

    #[test]
    fn a_whole_game_gives_its_first_plies() {
        let shuffle = "2h1h 8b9b 1h2h 9b8b 2h3h 8b7b 3h2h 7b8b 2h4h 8b6b";
        let mated = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2g 1 moves 5i5h 5a4a 5h5i 4a5a 5i5h 5a4a 5h5i 4a5a G*5b";
        let plies = |line: &str, plies| {
            let record = usi::read(Variant::Shogi, line).unwrap().remove(0).record;
            from_record(&record, plies, &RuleChoices::default()).map(|opening| opening.moves().len())
        };
        let resigned = &format!("startpos moves {shuffle} resign");
        for (line, wanted, expected) in [
            (&format!("startpos moves {shuffle}")[..], None, Some(10)),
            (resigned, None, Some(GAME_PLIES)),
            (resigned, Some(10), Some(10)),
            (resigned, Some(11), Some(10)),
            (mated, None, Some(GAME_PLIES)),
            (mated, Some(9), None),
            ("startpos moves 7g7f resign", None, Some(1)),
        ] {
            assert_eq!(plies(line, wanted).ok(), expected, "{line}, {wanted:?}");
        }
    }
}
