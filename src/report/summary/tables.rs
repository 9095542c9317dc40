//! The tables of a summary.

use super::Summary;
use super::digest::Side;
use super::facts::Called;
use super::groups::{Figures, by_game, by_move};
use super::words::seconds;
use crate::board::Color;
use crate::game::Phase;
use crate::report::html::Html;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

/// Number of plies in a row.
const PLIES_A_ROW: usize = 20;
/// Index of the row for all later plies.
const LAST_ROW: usize = 10;
/// Seconds at which the rows of moves begin.
const TIMES: [u64; 7] = [0, 5, 10, 30, 60, 180, 600];

/// A table of groups. Its texts are keys of words.
pub struct Table {
    pub id: &'static str,
    pub title: &'static str,
    /// Heading of the first column.
    first: &'static str,
    pub rows: Vec<(String, Figures)>,
    /// True for groups of whole games, which have results.
    pub are_games: bool,
}

/// Keys of the words for [`Figures::counts`].
const COUNTED: [&str; 5] = ["inaccuracy", "mistake", "blunder", "missed", "allowed"];

/// The columns of figures that some row of the page fills; the others are left out of every table.
pub struct Columns {
    has_results: bool,
    /// `[count]`
    has_counts: [bool; COUNTED.len()],
}

impl Columns {
    pub fn of(tables: &[Table]) -> Self {
        let rows = || tables.iter().flat_map(|table| &table.rows).map(|(_, figures)| figures);
        Self {
            has_results: rows().any(|figures| figures.wins + figures.draws + figures.losses > 0),
            has_counts: std::array::from_fn(|count| rows().any(|figures| figures.counts()[count] > 0)),
        }
    }

    /// Headings of the columns of a table, as keys of words.
    pub fn headings(&self, table: &Table) -> impl Iterator<Item = &'static str> {
        let results = self.shows_results(table).then_some("results");
        [table.first, "games"].into_iter().chain(results).chain(["accuracy"]).chain(self.filled(COUNTED))
    }

    pub const fn shows_results(&self, table: &Table) -> bool {
        table.are_games && self.has_results
    }

    pub fn counts(&self, figures: &Figures) -> impl Iterator<Item = usize> {
        self.filled(figures.counts())
    }

    fn filled<T>(&self, columns: [T; COUNTED.len()]) -> impl Iterator<Item = T> {
        columns.into_iter().zip(self.has_counts).filter_map(|(column, is_filled)| is_filled.then_some(column))
    }
}

/// Number of mates by their lengths in plies. Its texts are keys of words.
pub struct MateTable {
    pub id: &'static str,
    pub title: &'static str,
    pub counts: BTreeMap<usize, usize>,
}

/// All tables of groups that have rows.
pub fn tables(summary: &Summary<'_>) -> Vec<Table> {
    of_games(summary).into_iter().chain(of_moves(summary)).filter(|table| !table.rows.is_empty()).collect()
}

/// Tables of games: by player, colour, and names of openings and castles.
fn of_games(summary: &Summary<'_>) -> Vec<Table> {
    let language = summary.language;
    let table = |id, title, first, rows| Table { id, title, first, rows, are_games: true };
    let players = by_game(summary.sides().map(|side| (summary.known(&side.player), side)));
    let mut tables = vec![table("players", "players", "player", by_count(players))];
    if summary.player.is_some() {
        let opponents = by_game(summary.pairs().map(|(side, other)| (summary.known(&other.player), side)));
        tables.push(table("opponents", "by_opponent", "opponent", by_count(opponents)));
    }
    let colors = by_game(summary.sides().map(|side| (side.color.index(), side))).into_iter();
    let colors = colors.map(|(index, figures)| (language.side(Color::ALL[index]).to_owned(), figures)).collect();
    tables.push(table("colors", "by_color", "color", colors));
    let openings = by_name(summary, |side| side.opening.as_ref());
    let castles = by_name(summary, |side| side.castle.as_ref());
    tables.push(table("openings", "by_opening", "opening", openings));
    tables.push(table("castles", "by_castle", "castle", castles));
    tables
}

/// Games grouped by a name that a side may have; no rows if none has one.
fn by_name<'a>(summary: &'a Summary<'_>, name: impl Fn(&'a Side) -> Option<&'a Called>) -> Vec<(String, Figures)> {
    if summary.sides().all(|side| name(side).is_none()) {
        return Vec::new();
    }
    let own = |name: &Called| summary.language.choose(&*name.english, &*name.japanese).to_owned();
    let called = |side| name(side).map_or_else(|| summary.word("unnamed").to_owned(), own);
    by_count(by_game(summary.sides().map(|side| (called(side), side))))
}

/// Tables of moves: by phase, by ply, and by the time spent if it is known.
fn of_moves(summary: &Summary<'_>) -> Vec<Table> {
    let table = |id, title, first, rows| Table { id, title, first, rows, are_games: false };
    let ply_row = |number: usize| ((number - 1) / PLIES_A_ROW).min(LAST_ROW);
    let ply_label = |row: usize| match row * PLIES_A_ROW {
        before if row < LAST_ROW => format!("{}–{}", before + 1, before + PLIES_A_ROW),
        before => format!("{}–", before + 1),
    };
    let plies = by_move(summary.sides(), |played| Some(ply_row(played.number))).into_iter();
    let has_times = has_times(summary);
    let times = by_move(summary.sides(), |played| played.spent.filter(|_| has_times).map(time_row)).into_iter();
    let time_label = |row: usize| seconds(summary.language, TIMES[row], TIMES.get(row + 1).copied());
    let phases = by_move(summary.sides(), |played| Some(played.phase)).into_iter();
    let phase_label = |phase: Phase| summary.language.choose(phase.name(), phase.japanese()).to_owned();
    vec![
        table("phases", "by_phase", "phase", phases.map(|(phase, figures)| (phase_label(phase), figures)).collect()),
        table("plies", "by_ply", "ply", plies.map(|(row, figures)| (ply_label(row), figures)).collect()),
        table("times", "by_time", "time", times.map(|(row, figures)| (time_label(row), figures)).collect()),
    ]
}

/// True if times are known; some formats write zero for unknown ones.
fn has_times(summary: &Summary<'_>) -> bool {
    summary.sides().flat_map(|side| &side.moves).any(|played| played.spent.is_some_and(|spent| spent > Duration::ZERO))
}

fn time_row(spent: Duration) -> usize {
    TIMES.iter().rposition(|&from| spent.as_secs() >= from).unwrap_or(0)
}

/// Groups, those with the most games first.
fn by_count(groups: BTreeMap<String, Figures>) -> Vec<(String, Figures)> {
    let mut rows: Vec<(String, Figures)> = groups.into_iter().collect();
    rows.sort_by_key(|(_, figures)| Reverse(figures.games));
    rows
}

/// An accuracy with a bar of its length.
pub fn accuracy(accuracy: Option<f64>) -> Html {
    let Some(accuracy) = accuracy else { return Html::text("–") };
    Html::markup(format!(
        "<svg class=\"bar\" viewBox=\"0 0 100 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect \
         width=\"{accuracy:.1}\" height=\"1\"/></svg>{accuracy:.1} %"
    ))
}

/// The mates missed and allowed, if there are any.
pub fn mates(summary: &Summary<'_>) -> Vec<MateTable> {
    let moves = || summary.sides().flat_map(|side| &side.moves);
    let missed = counts(moves().filter_map(|played| played.missed_mate));
    let allowed = counts(moves().filter_map(|played| played.allowed_mate));
    let tables = [("missed", "by_mate", missed), ("allowed", "by_allowed", allowed)].into_iter();
    let tables = tables.map(|(id, title, counts)| MateTable { id, title, counts });
    tables.filter(|table| !table.counts.is_empty()).collect()
}

fn counts(plies: impl Iterator<Item = usize>) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    plies.for_each(|plies| *counts.entry(plies).or_default() += 1);
    counts
}
