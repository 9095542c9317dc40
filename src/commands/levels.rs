//! The command `kumataka levels`, which lists the levels of skill with their strength.

use crate::arena::rating::fesa;
use crate::jobs::command::{Command, Output, Trouble};
use crate::jobs::language::LanguageArgs;
use crate::search::{self, Level};
use crate::words::InLanguage as _;
use clap::Args;

/// List the skill levels and their strength.
///
/// The option Skill_Level chooses a level; USI_LimitStrength with USI_Elo chooses the level nearest to an Elo. The Elo
/// counts from level 0 and was measured in shogi, in matches of each level against the one below. Other games have the
/// same levels, but were not measured.
///
/// The grades are those of 81Dojo and FESA; the column FESA has the rating in the middle of the grade. FESA has no
/// grades below 20 kyu or above 6 dan. The grades are estimates, anchored to a program that looks one move ahead.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka levels
  kumataka match --engine a=self,Skill_Level=8 --engine b=self,Skill_Level=7 \\
      --games 100 --movetime 0.2")]
pub struct LevelsArgs {
    #[command(flatten)]
    language: LanguageArgs,
}

impl Command for LevelsArgs {
    type Error = Trouble;

    const JAPANESE: Option<&'static str> = Some(include_str!("levels.ja.toml"));

    fn run(&self) -> Result<(), Trouble> {
        let mut output = Output::lock();
        let language = self.language.language();
        output.say(language.choose("level    Elo  FESA  grade", "レベル Elo差  FESA  段級位"))?;
        let mut levels = search::levels();
        levels.try_for_each(|Level { number, elo, grade }| {
            let rating = fesa::rating_of(grade).map_or_else(|| "-".to_owned(), |rating| rating.to_string());
            output.say(format_args!("{number:>5}  {elo:>5}  {rating:>4}  {}", grade.text_in(language)))
        })
    }

    fn explain(&self, error: &Trouble) -> String {
        error.text_in(self.language.language())
    }
}
