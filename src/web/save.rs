//! Files that a browser saves: the record, a picture of the position, and the page of an analysed game.

use super::answer::Answer;
use super::desk::Desk;
use super::handbook::usual_set;
use super::phrase::Phrase;
use crate::jobs::notation::Notation;
use crate::record::Format;
use crate::report::pieces::{Looks, PieceSet};
use crate::report::png::png;
use crate::report::svg::{self, Picture};
use crate::report::{self, Report};
use crate::variants::Variant;
use crate::words::{InLanguage as _, Language};

/// Width of a PNG picture in pixels.
const WIDTH: u32 = 1200;

/// A form in which the game on the board is saved.
#[derive(Clone, Copy, Debug)]
enum Form {
    Record(Format),
    Svg,
    Png,
    /// The analysed game as a page of one file.
    Page,
}

impl Form {
    fn named(name: &str) -> Option<Self> {
        match name {
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            "html" => Some(Self::Page),
            name => name.parse().ok().map(Self::Record),
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Self::Record(format) => format.extension(),
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Page => "html",
        }
    }
}

/// The game on the board as a file, in the form of a name.
pub fn file(desk: &Desk, name: &str, set: Option<PieceSet>, language: Language) -> Answer {
    let Some(form) = Form::named(name) else { return Answer::text(404, "there is no such format") };
    let bytes = match form {
        Form::Record(format) => record(desk, format),
        Form::Svg => Ok(picture(desk, set, language).into_bytes()),
        Form::Png => png(&picture(desk, set, language), WIDTH).map_err(|error| Phrase::from(&error)),
        Form::Page => page(desk, set, language),
    };
    match bytes {
        Ok(bytes) => Answer::download(format!("kumataka.{}", form.extension()), bytes),
        Err(phrase) => Answer::text(409, phrase.text(language)),
    }
}

fn record(desk: &Desk, format: Format) -> Result<Vec<u8>, Phrase> {
    let record = {
        let state = desk.state();
        state.shown_record().map_or_else(|| state.round.game.record(), |study| study.record.clone())
    };
    let written = format.write_file(&[&record]);
    written.map(|(bytes, _)| bytes).map_err(|error| Phrase::written(|language| error.text_in(language)))
}

fn picture(desk: &Desk, set: Option<PieceSet>, language: Language) -> String {
    let (position, last) = desk.state().shown_position();
    let looks = looks(position.variant(), set, language);
    svg::board(Picture { last, ..Picture::of(&position, looks) })
}

fn looks(game: Variant, set: Option<PieceSet>, language: Language) -> Looks {
    Looks::new(game, language, false, Some(usual_set(game, set)))
}

fn page(desk: &Desk, set: Option<PieceSet>, language: Language) -> Result<Vec<u8>, Phrase> {
    let analysed = desk.state().study.as_ref().and_then(|study| study.analysed.clone());
    let analysed = analysed.ok_or_else(|| {
        Phrase::of("Analyse the game first: the page shows its analysis.", "先に全体を解析してください。")
    })?;
    let game = analysed.record.start().variant();
    let notation = Notation::of(game, language, None, false);
    let page = report::page(&Report {
        record: &analysed.record,
        analysis: &analysed.analysis,
        settings: analysed.settings,
        network: analysed.network.as_deref(),
        language,
        looks: looks(game, set, language),
        move_text: &|position, previous, m| notation.text(position, previous, m),
    });
    page.map(String::into_bytes).map_err(|error| Phrase::written(|_| error.to_string()))
}
