//! The report of a conversion.

use super::{ConvertError, Done};
use crate::jobs::files::{Job, JobError};
use crate::record::{Format, Loss};
use crate::tell;
use crate::words::{InLanguage, Language, counted};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// The report of a conversion.
#[derive(Default, Serialize, Deserialize)]
pub struct Report {
    /// Files from which no game was read.
    refused: usize,
    /// Games of the other files that were not read.
    left_out: usize,
    games: usize,
    /// Files read, by format.
    files: BTreeMap<String, usize>,
    /// Number of files by the kind of information lost, in the language of the report.
    lost: BTreeMap<String, usize>,
    warnings: usize,
    lines: Vec<String>,
}

impl Report {
    pub fn of(done: &[(&Job, Result<Done, JobError>)], verbose: bool, language: Language) -> Self {
        let mut report = Self::default();
        for (job, result) in done {
            let path = job.input.display();
            let line = |text: String| format!("{path}{}{text}", language.choose(": ", "："));
            match result {
                Err(error) => {
                    report.refused += 1;
                    report.lines.push(line(error.text_in(language)));
                }
                Ok(done) => report.count(done, verbose, language, line),
            }
        }
        report
    }

    /// Adds a file that was read; `line` names it before a text.
    fn count(&mut self, done: &Done, verbose: bool, language: Language, line: impl Fn(String) -> String) {
        let kept = language.choose("; the moves before it are kept", "。その前の手までを残しました");
        self.lines.extend(done.cuts.iter().map(|error| line(error.text_in(language) + kept)));
        self.lines.extend(done.faults.iter().map(|error| line(error.text_in(language))));
        if done.games == 0 {
            self.refused += 1;
            return;
        }
        self.left_out += done.faults.len();
        self.games += done.games;
        *self.files.entry(done.format.name().to_owned()).or_default() += 1;
        self.warnings += done.warnings.len();
        done.losses.iter().for_each(|loss| self.lose(loss, language));
        if verbose {
            let lost = |loss: &Loss| match language {
                Language::En => format!("lost {loss}"),
                Language::Ja => format!("失われました：{}", loss.japanese()),
            };
            self.lines.extend(done.warnings.iter().map(|warning| line(warning.text_in(language))));
            self.lines.extend(done.losses.iter().map(|loss| line(lost(loss))));
        }
    }

    pub fn lose(&mut self, loss: &Loss, language: Language) {
        *self.lost.entry(loss.text_in(language)).or_default() += 1;
    }

    /// Adds the report of other files.
    pub fn add(&mut self, other: Self) {
        self.refused += other.refused;
        self.left_out += other.left_out;
        self.games += other.games;
        self.warnings += other.warnings;
        self.lines.extend(other.lines);
        other.files.into_iter().for_each(|(format, count)| *self.files.entry(format).or_default() += count);
        other.lost.into_iter().for_each(|(loss, count)| *self.lost.entry(loss).or_default() += count);
    }

    /// Prints the report with the time taken. An error if not all games of the `files` were converted.
    pub fn finish(
        &self,
        language: Language,
        target: Format,
        elapsed: Duration,
        files: usize,
    ) -> Result<(), ConvertError> {
        self.print(language, target.name(), Some(elapsed));
        self.verdict(files)
    }

    /// An error if not all games of the `files` were converted.
    pub fn verdict(&self, files: usize) -> Result<(), ConvertError> {
        match self.refused {
            0 if self.left_out == 0 => Ok(()),
            0 => Err(ConvertError::LeftOut { games: self.left_out, total: self.left_out + self.games }),
            refused => Err(ConvertError::Refused { refused, files }),
        }
    }

    /// Prints the report, with the time that the work took, if it is known.
    pub fn print(&self, language: Language, target: &str, elapsed: Option<Duration>) {
        self.lines.iter().for_each(|line| tell!("{line}"));
        let rate =
            elapsed.map(|time| time.as_secs_f64()).map(|seconds| (seconds, self.games as f64 / seconds.max(1e-6)));
        match language {
            Language::En => self.print_english(target, rate),
            Language::Ja => self.print_japanese(target, rate),
        }
    }

    fn print_english(&self, target: &str, rate: Option<(f64, f64)>) {
        for (loss, files) in &self.lost {
            tell!("{target} has no place for {loss} ({})", counted(*files, "file"));
        }
        if self.warnings > 0 {
            tell!("{} met; --verbose tells more", counted(self.warnings, "oddity"));
        }
        let time = rate.map(|(seconds, rate)| format!(" in {seconds:.2} s ({rate:.0} games/s)")).unwrap_or_default();
        let files = counted(self.files.values().sum::<usize>(), "file");
        let formats = if self.files.is_empty() { String::new() } else { format!(" ({})", self.formats(", ")) };
        tell!("{} from {files}{formats} to {target}{time}", counted(self.games, "game"));
    }

    fn print_japanese(&self, target: &str, rate: Option<(f64, f64)>) {
        for (loss, files) in &self.lost {
            tell!("{target}に書けない情報：{loss}（{files}個のファイル）");
        }
        if self.warnings > 0 {
            tell!("そのまま読めなかったところが{}か所あります。--verbose で示します", self.warnings);
        }
        let time = rate.map(|(seconds, rate)| format!("（{seconds:.2}秒、毎秒{rate:.0}局）")).unwrap_or_default();
        let files: usize = self.files.values().sum();
        let formats = if self.files.is_empty() { String::new() } else { format!("（{}）", self.formats("、")) };
        tell!("{files}個のファイル{formats}の{}局を{target}に変換しました{time}", self.games);
    }

    /// The formats of the files with their numbers.
    fn formats(&self, separator: &str) -> String {
        let formats: Vec<String> = self.files.iter().map(|(format, count)| format!("{count} {format}")).collect();
        formats.join(separator)
    }
}
