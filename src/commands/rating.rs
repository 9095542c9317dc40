//! The command `kumataka rating`, which rates the players of game records.

use crate::arena::rating::{self, Player, Ratings, Standing, Status, fesa};
use crate::jobs::command::{Command, FileOutput, Output, Trouble};
use crate::jobs::game::GameArgs;
use crate::jobs::language::LanguageArgs;
use crate::record::Format;
use crate::search::{Grade, UnknownGrade};
use crate::tell;
use crate::words::{InLanguage, Language, counted};
use clap::Args;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;
use unicode_width::UnicodeWidthStr;

/// Rate the players of game records by FESA's rules, with a crosstable.
///
/// Games are rated in the order of their dates. Players without a rating start with --initial; a rating is new with
/// fewer than 9 games and provisional with fewer than 18. In a handicap game, White counts as weaker: by 0.8 grades for
/// a lance, 2.0 for a bishop, 2.8 for a rook, 3.6 for rook and lance, and 4.8 for two pieces. Games with other
/// handicaps are in the table but not rated. ○ is a win, ● a loss, △ a draw.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka rating tournament/
  kumataka rating tournament/ --rating Habu=6d --rating Sato=2250
  kumataka rating tournament/ --json > spring.json
  kumataka rating tournament/ --earlier spring.json --lang ja")]
pub struct RatingArgs {
    /// Game records, folders of game records, or - for standard input
    #[arg(required = true, value_name = "FILE|FOLDER")]
    files: Vec<PathBuf>,
    /// Format of the input files, regardless of their extension
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Initial rating of a player, for example Habu=2250, or a grade, which counts as its middle rating; repeatable
    #[arg(long = "rating", value_name = "NAME=RATING", value_parser = named_rating)]
    ratings: Vec<(String, i32)>,
    /// Start from the ratings and numbers of games in the --json output of an earlier run
    #[arg(long, value_name = "FILE")]
    earlier: Option<PathBuf>,
    /// Initial rating or grade of all other players
    #[arg(long, value_name = "RATING", default_value = "1500", value_parser = read_rating)]
    initial: i32,
    /// Print the ratings as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: LanguageArgs,
    #[command(flatten)]
    game: GameArgs,
}

/// The reason why players cannot be rated.
#[derive(Debug, Error)]
pub enum RatingError {
    #[error("{}: {source}", path.display())]
    Input { path: PathBuf, source: io::Error },
    #[error("{}: not the ratings that --json writes: {source}", path.display())]
    Earlier { path: PathBuf, source: serde_json::Error },
    #[error("--rating: no game names {name}; the players are {}", players.join(", "))]
    Stranger { name: String, players: Vec<String> },
    #[error("{left_out} of {} not rated", counted(*games, "game"))]
    LeftOut { left_out: usize, games: usize },
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl InLanguage for RatingError {
    fn japanese(&self) -> String {
        match self {
            Self::Input { path, source } => format!("{}：{}", path.display(), source.japanese()),
            Self::Earlier { path, source } => {
                format!("{}：--json で書いたものではありません（{}）", path.display(), source.japanese())
            }
            Self::Stranger { name, players } => {
                format!("--rating：{name}という対局者はいません（対局者は {}）", players.join("、"))
            }
            Self::LeftOut { left_out, games } => format!("{games}局のうち{left_out}局は対象外です"),
            Self::Trouble(error) => error.japanese(),
        }
    }
}

/// The fault of a text that gives no rating.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum RatingFault {
    #[error("a rating is a number up to 9999, or a grade: {0}")]
    Unknown(UnknownGrade),
    #[error("a rating is given as NAME=RATING, such as Habu=2250")]
    NoName,
}

impl InLanguage for RatingFault {
    fn japanese(&self) -> String {
        match self {
            Self::Unknown(grade) => format!("レーティングは9999までの整数か段級位です。{}", grade.japanese()),
            Self::NoName => "Habu=2250のように、名前=レーティングと書いてください".to_owned(),
        }
    }
}

fn read_rating(text: &str) -> Result<i32, RatingFault> {
    match text.trim().parse() {
        Ok(rating @ 0..=9_999) => Ok(rating),
        _ => text.parse::<Grade>().map(fesa::midpoint).map_err(RatingFault::Unknown),
    }
}

fn named_rating(text: &str) -> Result<(String, i32), RatingFault> {
    let (name, rating) = text.rsplit_once('=').ok_or(RatingFault::NoName)?;
    Ok((name.trim().to_owned(), read_rating(rating)?))
}

/// The ratings as JSON.
#[derive(Debug, Serialize, Deserialize)]
struct Table {
    games: usize,
    unrated: usize,
    players: Vec<Row>,
}

/// A player as JSON.
#[derive(Debug, Serialize, Deserialize)]
struct Row {
    name: String,
    rating: i32,
    before: i32,
    grade: String,
    status: Status,
    /// Rated games, earlier ones included.
    rated_games: usize,
    points: f64,
    played: usize,
    /// The points from each game with each player, in the order of the table.
    against: Vec<Vec<f64>>,
}

impl From<&Player> for Row {
    fn from(player: &Player) -> Self {
        Self {
            name: player.name.clone(),
            rating: player.after.rating,
            before: player.before.rating,
            grade: player.grade().to_string(),
            status: player.status(),
            rated_games: player.after.games,
            points: player.points(),
            played: player.played(),
            against: player.against.clone(),
        }
    }
}

impl Command for RatingArgs {
    type Error = RatingError;

    const JAPANESE: Option<&'static str> = Some(include_str!("rating.ja.toml"));

    fn run(&self) -> Result<(), RatingError> {
        let game = self.game.variant_of(&self.files);
        let found =
            rating::read(game, &self.files, self.from).map_err(|(path, source)| RatingError::Input { path, source })?;
        let language = self.language.language();
        for (place, fault) in &found.faults {
            tell!("{}{}{}", place.text_in(language), language.choose(": ", "："), fault.text_in(language));
        }
        let (left_out, games) = (found.faults.len(), found.games.len() + found.faults.len());
        let known = self.known()?;
        let table = Ratings::of(found.games, &known, self.initial);
        self.refuse_strangers(&table)?;
        if self.json {
            print_json(&table)?
        } else {
            self.print(&table)?
        }
        if left_out > 0 { Err(RatingError::LeftOut { left_out, games }) } else { Ok(()) }
    }

    fn explain(&self, error: &RatingError) -> String {
        error.text_in(self.language.language())
    }
}

impl RatingArgs {
    /// The players that begin with ratings of their own. The command line goes before a file.
    fn known(&self) -> Result<BTreeMap<String, Standing>, RatingError> {
        let mut known = self.earlier.as_deref().map_or_else(|| Ok(BTreeMap::new()), earlier)?;
        for (name, rating) in &self.ratings {
            let games = known.get(name).map_or(0, |standing| standing.games);
            known.insert(name.clone(), Standing { rating: *rating, games });
        }
        Ok(known)
    }

    fn refuse_strangers(&self, table: &Ratings) -> Result<(), RatingError> {
        let players = || table.players.iter().map(|player| &player.name);
        match self.ratings.iter().find(|(name, _)| players().all(|known| known != name)) {
            Some((name, _)) => Err(RatingError::Stranger { name: name.clone(), players: players().cloned().collect() }),
            None => Ok(()),
        }
    }

    fn print(&self, table: &Ratings) -> Result<(), Trouble> {
        let mut output = Output::lock();
        lines(table, self.language.language()).into_iter().try_for_each(|line| output.say(line))
    }
}

fn earlier(path: &Path) -> Result<BTreeMap<String, Standing>, RatingError> {
    let bytes = fs::read(path).map_err(|source| RatingError::Input { path: path.to_owned(), source })?;
    let table: Table =
        serde_json::from_slice(&bytes).map_err(|source| RatingError::Earlier { path: path.to_owned(), source })?;
    let standing = |row: Row| (row.name, Standing { rating: row.rating, games: row.rated_games });
    Ok(table.players.into_iter().map(standing).collect())
}

fn print_json(table: &Ratings) -> Result<(), Trouble> {
    let Ratings { ref players, games, unrated } = *table;
    let table = Table { games, unrated, players: players.iter().map(Row::from).collect() };
    let json = serde_json::to_string_pretty(&table).map_err(io::Error::from)?;
    Ok(FileOutput.write_all(format!("{json}\n").as_bytes())?)
}

/// The table with a head and the number of games below it.
fn lines(table: &Ratings, language: Language) -> Vec<String> {
    let head = language.choose(
        ["", "player", "rating", "change", "grade", "", "points"],
        ["", "対局者", "レーティング", "増減", "段級位", "", "得点"],
    );
    let numbers = (1..=table.players.len()).map(|number| number.to_string());
    let mut rows = vec![head.map(str::to_owned).into_iter().chain(numbers).collect::<Vec<_>>()];
    rows.extend(table.players.iter().enumerate().map(|(index, player)| row(index, player, language)));
    let mut lines = aligned(&rows);
    let (games, unrated) = (table.games, table.unrated);
    lines.push(match (language, unrated) {
        (Language::En, 0) => counted(games, "game").to_string(),
        (Language::Ja, 0) => format!("{games}局"),
        (Language::En, _) => format!("{}, {unrated} of them not rated for the handicap", counted(games, "game")),
        (Language::Ja, _) => format!("{games}局（手合割のためレーティング対象外{unrated}局）"),
    });
    lines
}

fn row(index: usize, player: &Player, language: Language) -> Vec<String> {
    let change = player.after.rating - player.before.rating;
    let status = match player.status() {
        Status::New => language.choose("new", "新規"),
        Status::Provisional => language.choose("provisional", "暫定"),
        Status::Established => "",
    };
    let start = [
        (index + 1).to_string(),
        player.name.clone(),
        player.after.rating.to_string(),
        format!("{change:+}"),
        player.grade().text_in(language),
        status.to_owned(),
        format!("{}/{}", player.points(), player.played()),
    ];
    let cells = player.against.iter().enumerate().map(|(other, games)| cell(games, other == index));
    start.into_iter().chain(cells).collect()
}

/// The most games of two players that a cell shows by their signs.
const SHOWN: usize = 6;

fn cell(games: &[f64], is_own: bool) -> String {
    let count = |points: f64| games.iter().filter(|&&game| game == points).count();
    match games.len() {
        _ if is_own => "＼".to_owned(),
        0..=SHOWN => games
            .iter()
            .map(|&points| {
                if points > 0.5 {
                    '○'
                } else if points < 0.5 {
                    '●'
                } else {
                    '△'
                }
            })
            .collect(),
        _ => format!("○{} ●{} △{}", count(1.0), count(0.0), count(0.5)),
    }
}

/// Rows as lines, every column as wide as its widest cell.
fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> =
        (0..columns).map(|column| rows.iter().map(|row| row[column].width_cjk()).max().unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell}{}", " ".repeat(width - cell.width_cjk())));
        cells.filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_numbers_or_grades() {
        assert_eq!(
            ["1450", "3k", "6d", "初段"].map(|text| read_rating(text).ok()),
            [1_450, 1_410, 2_540, 1_740].map(Some)
        );
        for text in ["", "-1", "10000", "strong"] {
            assert!(read_rating(text).is_err(), "{text}");
        }
        assert_eq!(named_rating("a=b = 1d"), Ok(("a=b".to_owned(), 1_740)));
        assert!(named_rating("Habu").is_err());
    }

    #[test]
    fn cells_hold_signs_or_numbers() {
        assert_eq!([cell(&[1.0, 0.0, 0.5], false), cell(&[], false), cell(&[], true)], ["○●△", "", "＼"]);
        assert_eq!(cell(&[1.0, 1.0, 1.0, 0.0, 0.0, 0.5, 0.5], false), "○3 ●2 △2");
    }
}
