//! The command `kumataka handicaps`: the handicaps of a game, and the one for a difference of strength.

use crate::arena::rating::fesa;
use crate::game::Handicap;
use crate::jobs::command::{Command, Output, Trouble};
use crate::jobs::game::GameArgs;
use crate::jobs::language::LanguageArgs;
use crate::search::Grade;
use crate::variants::Variant;
use crate::words::{InLanguage, Language};
use clap::{Args, value_parser};
use thiserror::Error;
use unicode_width::UnicodeWidthStr as _;

/// Columns of a terminal for the longest name of a handicap, and the gap behind it.
const NAME_COLUMNS: usize = 26;

/// List the handicaps of a game with their positions, or find the one for two players.
///
/// In shogi, the handicap is taken from FESA's table, in which higher grades span more rating points. Other games have
/// no published table: each handicap, from the lightest to the heaviest, counts as two more grades.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka handicaps
  kumataka handicaps --variant torishogi
  kumataka handicaps --elo 1450 1210
  kumataka handicaps --grades 3k 7k --variant torishogi")]
pub struct HandicapsArgs {
    /// Find the handicap for two players with these FESA ratings
    #[arg(long, num_args = 2, value_names = ["ELO", "ELO"], value_parser = value_parser!(i32).range(0..=9_999))]
    elo: Vec<i32>,
    /// Find the handicap for two players with these grades
    #[arg(long, num_args = 2, value_names = ["GRADE", "GRADE"], conflicts_with = "elo")]
    grades: Vec<Grade>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    language: LanguageArgs,
}

/// The reason why no handicap is shown.
#[derive(Debug, Error)]
pub enum HandicapError {
    #[error("{0} has no handicaps; \"kumataka variants\" lists the games")]
    NoHandicaps(Variant),
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl InLanguage for HandicapError {
    fn japanese(&self) -> String {
        match self {
            Self::NoHandicaps(game) => {
                format!("{game}に駒落ちはありません。kumataka variants で将棋の一覧を見られます")
            }
            Self::Trouble(error) => error.japanese(),
        }
    }
}

impl Command for HandicapsArgs {
    type Error = HandicapError;

    const JAPANESE: Option<&'static str> = Some(include_str!("handicaps.ja.toml"));

    fn run(&self) -> Result<(), HandicapError> {
        let game = self.game.variant();
        let mut output = Output::lock();
        let language = self.language.language();
        let line = |handicap| line(language, handicap);
        match self.tenths() {
            None => game.handicaps().iter().map(line).try_for_each(|line| output.say(line))?,
            Some(_) if game.handicaps().len() < 2 => return Err(HandicapError::NoHandicaps(game)),
            Some(tenths) => {
                let [before, behind] = language.choose(["", " grades"], ["段級位の差：", ""]);
                output.say(format_args!("{before}{}.{}{behind}", tenths / 10, tenths % 10))?;
                // Every game has an even start.
                let even = || game.handicaps().first();
                fesa::handicap(game, tenths).or_else(even).map(line).map_or(Ok(()), |line| output.say(line))?;
            }
        }
        Ok(())
    }

    fn explain(&self, error: &HandicapError) -> String {
        error.text_in(self.language.language())
    }
}

impl HandicapsArgs {
    /// The difference of the two players in tenths of a grade, if there are two.
    fn tenths(&self) -> Option<i32> {
        match (&*self.elo, &*self.grades) {
            ([one, other], _) => Some(fesa::difference(*one, *other)),
            (_, [one, other]) => Some(10 * one.above(*other).abs()),
            _ => None,
        }
    }
}

fn line(language: Language, handicap: &Handicap) -> String {
    let name = language.choose(handicap.name, handicap.japanese);
    let gap = NAME_COLUMNS.saturating_sub(name.width());
    format!("{name}{:gap$}{}", "", handicap.sfen)
}
