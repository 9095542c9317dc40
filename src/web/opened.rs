//! Files that are opened: records to study, or a row of tasks.

use super::drill::Drill;
use super::exercises;
use super::message::Meant;
use super::phrase::Phrase;
use super::problems;
use super::source::Source;
use super::study::{Study, candidates};
use crate::record::Format;
use crate::study::analyse::{Exercise, exercises_of};
use crate::variants::Variant;

/// Most files that are opened together.
const MOST_FILES: usize = 1000;
/// Most complaints that a reader of the page is to read.
const MOST_COMPLAINTS: usize = 20;

/// The content of some files: records, tasks, or tasks above the records from which they are.
pub struct Opened {
    pub study: Option<Study>,
    pub drill: Option<Drill>,
}

impl Opened {
    /// The kind of what lies on top, in messages.
    pub fn kind(&self) -> &'static str {
        self.drill.as_ref().map_or("record", |drill| drill.kind.name())
    }

    /// Reads files as what somebody means by them, or else as what they show, with what their readers complain of.
    pub fn read(files: &mut [Source], usual: Variant, meant: Option<Meant>) -> Result<(Self, Vec<Phrase>), Phrase> {
        if files.len() > MOST_FILES {
            return Err(Phrase::of(
                &format!("There are more than {MOST_FILES} files."),
                &format!("ファイルが{MOST_FILES}個を超えています。"),
            ));
        }
        let mut complaints: Vec<Phrase> = files.iter_mut().filter_map(Source::cut).collect();
        let (opened, of_readers) = Self::read_cut(files, usual, meant)?;
        complaints.extend(of_readers);
        let further = complaints.len().saturating_sub(MOST_COMPLAINTS);
        if further > 0 {
            complaints.truncate(MOST_COMPLAINTS);
            complaints.push(Phrase::of(&format!("and {further} more"), &format!("ほか{further}件")));
        }
        Ok((opened, complaints))
    }

    fn read_cut(files: &[Source], usual: Variant, meant: Option<Meant>) -> Result<(Self, Vec<Phrase>), Phrase> {
        if let ([file], None) = (files, meant)
            && let Some(drill) = exercises::drill(file.name.clone(), exercises_in(file, usual))
        {
            return Ok((Self { study: None, drill: Some(drill) }, Vec::new()));
        }
        let posed = if meant == Some(Meant::Record) { None } else { problems::read(files, usual, meant.is_some()) };
        let Some((drill, complaints)) = posed else {
            if meant == Some(Meant::Problems) {
                let none = "There is no position that could be a problem.";
                return Err(Phrase::of(none, "問題にできる局面がありません。"));
            }
            let (study, complaints) = Study::read(files, usual)?;
            return Ok((Self { study: Some(study), drill: None }, complaints));
        };
        // The solution and comments of a record are there for whoever leaves the problem.
        let has_records = files.iter().any(|file| !file.has_positions());
        let study = has_records.then(|| Study::read(files, usual).ok()).flatten().map(|(study, _)| study);
        Ok((Self { study, drill: Some(drill) }, complaints))
    }
}

/// The exercises that an analysis has written; none in another file.
fn exercises_in(file: &Source, usual: Variant) -> Vec<Exercise> {
    let text = String::from_utf8_lossy(&file.bytes);
    if !text.lines().any(|line| line.trim_start().starts_with('#')) {
        return Vec::new();
    }
    let is_written = |exercises: &Vec<Exercise>| exercises.iter().any(|exercise| exercise.played.is_some());
    let mut games = candidates(Format::USI, &file.bytes, usual).into_iter();
    games.find_map(|game| exercises_of(game, &file.name, &text).ok().filter(is_written)).unwrap_or_default()
}
