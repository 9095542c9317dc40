//! Files over all games: the summary, and problems from the games.

use super::error::AnalyseError;
use super::pages::Pages;
use super::places::Place;
use super::problems::Problems;
use super::restore::Earlier;
use crate::any::AnyMove;
use crate::board::Color;
use crate::jobs::files::{check_new, is_standard_stream, try_out, write_bytes};
use crate::jobs::notation::Notation;
use crate::record::{Record, header};
use crate::report::pieces::Looks;
use crate::report::summary::{self, Digest, Facts, Player, Source, Summary, Words};
use crate::tell;
use crate::words::Language;
use std::io;
use std::path::{self, Component, Path, PathBuf};

/// The requested files over all games.
#[derive(Debug)]
pub struct Studies {
    pub summary: Option<PathBuf>,
    /// Mates that were missed.
    pub problems: Option<PathBuf>,
    /// Blunders.
    pub exercises: Option<PathBuf>,
    /// Parts of the names of the one player to whom the files are limited; without any they cover everybody.
    pub players: Vec<String>,
    pub overwrite: bool,
    pub language: Language,
    pub looks: Looks,
    pub notation: Notation,
    /// Results of earlier runs, if the work goes on.
    pub earlier: Option<Earlier>,
}

/// Contribution of one game.
pub struct Study {
    digest: Option<Digest>,
    /// Problems of the player meant, or of both sides if that player takes no part.
    problems: Problems,
    /// True if the player meant takes part, or anybody is meant.
    is_meant: bool,
}

impl Studies {
    fn paths(&self) -> impl Iterator<Item = &Path> {
        [&self.summary, &self.problems, &self.exercises].into_iter().flatten().map(PathBuf::as_path)
    }

    /// True if any file is requested.
    pub fn are_wanted(&self) -> bool {
        self.paths().next().is_some()
    }

    /// Refuses files that exist or cannot be written.
    pub fn check(&self) -> Result<(), AnalyseError> {
        for path in self.paths() {
            let failed = |source| AnalyseError::save(path, source);
            check_new(path, false, self.overwrite).map_err(failed)?;
            try_out(path, false).map_err(|source| failed(source.into()))?;
        }
        Ok(())
    }

    fn is_called(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.players.is_empty() || self.players.iter().any(|player| name.contains(&player.to_lowercase()))
    }

    /// Study of a game from facts about its first moves.
    pub fn of(&self, place: &Place, record: &Record, facts: &[Facts<AnyMove>], pages: Option<&Pages>) -> Study {
        let player = |side| record.headers.get(if side == Color::Black { header::BLACK } else { header::WHITE });
        let is_called = |side| self.is_called(player(side).unwrap_or_default());
        let is_meant = Color::ALL.into_iter().any(is_called);
        let digest = self.summary.as_deref().map(|summary| {
            let page = pages.map(|pages| pages.file(&place.name)).filter(|page| page.exists());
            let page = page.map(|page| address(summary, &page));
            let source = Source { name: place.title(self.language), page };
            let text = |position: &_, previous, m| self.notation.text(position, previous, m);
            Digest::of(record, facts, source, Words { language: self.language, text: &text })
        });
        Study { digest, problems: Problems::of(place, record, facts, |side| !is_meant || is_called(side)), is_meant }
    }

    /// Study of a game from the results of an earlier run; none if those are of another game.
    pub fn of_earlier(&self, place: &Place, record: &Record, pages: Option<&Pages>) -> Option<Study> {
        let facts = self.earlier.as_ref()?.facts(&place.file(), place.number, record)?;
        Some(self.of(place, record, &facts, pages))
    }

    /// Writes the requested files, with the games in their order. False if the player meant takes part in none: the
    /// files then cover everybody, so that a mistyped name does not waste the work.
    pub fn write(&self, studies: &[&Study]) -> Result<bool, AnalyseError> {
        if !self.are_wanted() {
            return Ok(true);
        }
        let has_player = self.players.is_empty() || studies.iter().any(|study| study.is_meant);
        let meant: Vec<&Study> = studies.iter().copied().filter(|study| study.is_meant || !has_player).collect();
        let all = |text: fn(&Problems) -> &String| meant.iter().map(|study| &**text(&study.problems)).collect();
        let files: [(_, String, _); 2] = [
            (&self.problems, all(|problems| &problems.mates), ["no mate was missed", "詰み逃しはありませんでした"]),
            (&self.exercises, all(|problems| &problems.moves), ["there was no blunder", "悪手はありませんでした"]),
        ];
        for (path, text, [english, japanese]) in files {
            // An empty file would leave people wondering.
            if let Some(path) = path.as_ref().filter(|_| text.is_empty()) {
                let [colon, none] = self.language.choose([": ", english], ["：", japanese]);
                tell!("{}{colon}{none}", path.display());
            }
            self.save(path.as_deref(), || Ok(text))?;
        }
        self.save(self.summary.as_deref(), || {
            let heading = self.players.join(" / ");
            let is_called = |name: &str| self.is_called(name);
            let player = Player { heading: &heading, is_called: &is_called };
            let page = summary::page(&Summary {
                games: &studies.iter().filter_map(|study| study.digest.as_ref()).collect::<Vec<_>>(),
                player: (has_player && !self.players.is_empty()).then_some(player),
                language: self.language,
                looks: self.looks,
            });
            page.map_err(io::Error::from)
        })?;
        Ok(has_player)
    }

    fn save(&self, path: Option<&Path>, text: impl FnOnce() -> io::Result<String>) -> Result<(), AnalyseError> {
        let Some(path) = path else { return Ok(()) };
        let text = text().map_err(|source| AnalyseError::save(path, source))?;
        write_bytes(path, text.as_bytes(), self.overwrite).map_err(|source| AnalyseError::save(path, source))
    }
}

/// Address of a page for a link in another file: the relative path, encoded.
fn address(from: &Path, to: &Path) -> String {
    let absolute = |path: &Path| path::absolute(path).unwrap_or_else(|_| path.to_owned());
    // A page on the standard output may be kept where the program runs.
    let from = absolute(if is_standard_stream(from) { Path::new("summary.html") } else { from });
    let to = absolute(to);
    let folder: Vec<Component<'_>> = from.parent().map(|folder| folder.components().collect()).unwrap_or_default();
    let target: Vec<Component<'_>> = to.components().collect();
    let common = folder.iter().zip(&target).take_while(|(a, b)| a == b).count();
    let ups = std::iter::repeat_n("..".to_owned(), folder.len() - common);
    let downs = target[common..].iter().map(|part| encoded(&part.as_os_str().to_string_lossy()));
    // After a dot no colon makes the first name a protocol.
    std::iter::once(".".to_owned()).chain(ups).chain(downs).collect::<Vec<_>>().join("/")
}

/// A name in an address, with those characters encoded that would end it.
fn encoded(name: &str) -> String {
    name.chars().fold(String::new(), |mut text, c| {
        match c {
            '%' | '#' | '?' | '\\' | ' ' => text += &format!("%{:02X}", u32::from(c)),
            c => text.push(c),
        }
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_from_one_file_to_the_other() {
        let told = |from: &str, to: &str| address(Path::new(from), Path::new(to));
        assert_eq!(told("pages/summary.html", "pages/deep/a b#1.html"), "./deep/a%20b%231.html");
        assert_eq!(told("summary.html", "pages/a.html"), "./pages/a.html");
        assert_eq!(told("figures/summary.html", "pages/a.html"), "./../pages/a.html");
        assert_eq!(told("-", "pages/a:b.html"), "./pages/a:b.html");
    }
}
