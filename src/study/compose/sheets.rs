//! The problems sorted into sheets, a file for each length and grade.

use super::composer::Found;
use super::kind::Kind;
use super::{ComposeError, words};
use crate::jobs::command::Output;
use crate::jobs::files::{NotSaved, write_or_keep};
use crate::jobs::parts::{Merged, from_value};
use crate::words::Language;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

impl Found {
    /// The effort of the solver, as often as a first move has to be looked at.
    const fn weight(&self) -> u64 {
        self.nodes * (1 + self.plausible as u64)
    }

    /// From one.
    fn grade(&self, kind: Kind) -> usize {
        kind.grades().iter().filter(|&&least| self.weight() >= least).count()
    }
}

/// Sheets by the length and the grade of their problems.
pub(super) struct Sheets {
    kind: Kind,
    by_grade: BTreeMap<(usize, usize), Vec<Found>>,
    seen: HashSet<String>,
}

impl Sheets {
    fn new(kind: Kind) -> Self {
        Self { kind, by_grade: BTreeMap::new(), seen: HashSet::new() }
    }

    /// Adds a problem; false if one like it has come before.
    fn add(&mut self, found: Found) -> bool {
        let is_new = self.seen.insert(found.likeness.clone());
        if is_new {
            self.by_grade.entry((found.plies, found.grade(self.kind))).or_default().push(found);
        }
        is_new
    }

    /// The number of problems by length.
    fn lengths(&self) -> BTreeMap<usize, usize> {
        let mut lengths = BTreeMap::new();
        for (&(plies, _), sheet) in &self.by_grade {
            *lengths.entry(plies).or_default() += sheet.len();
        }
        lengths
    }

    /// Writes each sheet into the folder, the easiest problems first.
    fn write(&mut self, folder: &Path, language: Language, force: bool) -> Result<(), ComposeError> {
        let kind = self.kind;
        for (&(plies, grade), sheet) in &mut self.by_grade {
            // Sorting is stable: equals keep the order of the games.
            sheet.sort_by_key(Found::weight);
            let mut text = format!("# {}\n", words::heading(language, kind, plies, grade, sheet.len()));
            sheet.iter().for_each(|found| text += &format!("{}\n", found.sfen));
            let path = folder.join(kind.file_name(plies, grade));
            write_or_keep(&path, text.as_bytes(), force).map_err(NotSaved::at(&path))?;
        }
        Ok(())
    }
}

/// Writes the sheets of all problems that the parts hold into the folder, if there is one, and prints how many there are.
///
/// # Errors
/// If the parts cannot be read, or the sheets cannot be written.
pub fn write(parts: &Merged, folder: Option<&Path>, force: bool) -> Result<(), ComposeError> {
    let language = parts.header.job["lang"].as_str().map_or(Language::En, Language::of_code);
    let kind = Kind::of(parts);
    let (mut sheets, mut alike) = (Sheets::new(kind), 0);
    let (mut games, mut plies) = (0, 0);
    parts.for_each(&mut |_, value| {
        games += 1;
        plies += value["plies"].as_u64().unwrap_or_default();
        let found: Vec<Found> = from_value(&value["problems"]).map_err(|_| ComposeError::NoResult)?;
        for found in found {
            alike += usize::from(!sheets.add(found));
        }
        Ok::<(), ComposeError>(())
    })?;
    if let Some(folder) = folder {
        sheets.write(folder, language, force)?;
    }
    let summary = words::summary(language, kind, games, plies, &sheets.lengths(), alike);
    Ok(Output::lock().say(summary)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(likeness: &str, plies: usize, nodes: u64, plausible: usize) -> Found {
        Found { sfen: likeness.to_owned(), likeness: likeness.to_owned(), plies, nodes, plausible }
    }

    #[test]
    fn grades_rise_with_nodes_and_plausible_checks() {
        let grade = |kind, nodes, plausible| found("a", 3, nodes, plausible).grade(kind);
        let mates = [(99, 0), (99, 1), (4_000, 1), (4_000, 2)];
        assert_eq!(mates.map(|(nodes, plausible)| grade(Kind::Mate, nodes, plausible)), [1, 2, 3, 4]);
        let hisshi = [(29_000, 0), (29_000, 1), (29_000, 4), (29_000, 10)];
        assert_eq!(hisshi.map(|(nodes, plausible)| grade(Kind::Hisshi, nodes, plausible)), [1, 2, 3, 4]);
    }

    #[test]
    fn problems_alike_come_once_and_the_easy_ones_first() {
        let folder = std::env::temp_dir().join(format!("kumataka-sheets-{}", std::process::id()));
        let mut sheets = Sheets::new(Kind::Mate);
        let all = [found("b", 3, 50, 0), found("a", 3, 7, 0), found("b", 3, 50, 0), found("c", 5, 500, 0)];
        assert_eq!(all.map(|found| sheets.add(found)), [true, true, false, true]);
        sheets.write(&folder, Language::En, false).unwrap();
        assert_eq!(sheets.lengths().into_iter().collect::<Vec<_>>(), [(3, 2), (5, 1)]);
        let text = std::fs::read_to_string(folder.join("mate-03-grade-1.sfen")).unwrap();
        assert_eq!(text.lines().skip(1).collect::<Vec<_>>(), ["a", "b"]);
        assert!(folder.join("mate-05-grade-2.sfen").exists());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
