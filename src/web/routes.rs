//! Answers of the program to what a page asks for, whatever carries the question.

use super::answer::Answer;
use super::card::Card;
use super::desk::Desk;
use super::handbook::{Handbook, usual_set};
use super::message::Act;
use super::offer::offer;
use super::save;
use super::scene::pieces;
use crate::report::cards::BESIDE;
use crate::report::pieces::PieceSet;
use crate::variants::Variant;
use crate::words::Language;
use clap::ValueEnum as _;
use serde::Serialize;
use std::collections::HashMap;

/// A question of a page.
pub struct Asked<'a> {
    pub name: &'a str,
    pub query: &'a HashMap<String, String>,
    /// The act as JSON; empty for other questions.
    pub act: &'a [u8],
}

/// A refusal of an act.
#[derive(Serialize)]
struct Refusal<'a> {
    refused: &'a str,
}

/// An act that was done.
#[derive(Debug, Serialize)]
pub struct Done {
    pub done: bool,
}

impl Asked<'_> {
    fn value(&self, name: &str) -> Option<&str> {
        self.query.get(name).map(String::as_str)
    }

    /// The language of the answer.
    pub fn language(&self, usual: Language) -> Language {
        self.value("lang").map_or(usual, Language::of_code)
    }

    fn game(&self) -> Result<Variant, Answer> {
        let game = self.value("game").and_then(|name| name.parse().ok());
        game.ok_or_else(|| Answer::text(404, "there is no such game"))
    }

    /// The number of cards side by side.
    fn beside(&self) -> usize {
        let asked = self.value("beside").and_then(|number| number.parse().ok());
        asked.map_or(BESIDE, |number: usize| number.clamp(1, BESIDE))
    }

    /// The set of pieces that is asked for, if any.
    fn set(&self) -> Option<PieceSet> {
        PieceSet::from_str(self.value("set")?, true).ok()
    }
}

/// The answer to a question; none if there is no such question.
pub fn answer(desk: &Desk, asked: &Asked<'_>, language: Language) -> Option<Answer> {
    let answer = match asked.name {
        "act" => Ok(act(desk, asked.act, language)),
        "pieces" => asked.game().map(|game| Answer::json(200, &pieces(game, usual_set(game, asked.set()), language))),
        "handbook" => {
            asked.game().map(|game| Answer::json(200, &Handbook::of(game, asked.set(), asked.beside(), language)))
        }
        "card" => Ok(card(desk, asked, language)),
        "file" => Ok(save::file(desk, asked.value("as").unwrap_or("kif"), asked.set(), language)),
        "offer" => asked.game().map(|game| offered(game, asked, language)),
        _ => return None,
    };
    Some(answer.unwrap_or_else(|refused| refused))
}

fn act(desk: &Desk, act: &[u8], language: Language) -> Answer {
    let act: Act = match serde_json::from_slice(act) {
        Ok(act) => act,
        Err(error) => return Answer::json(400, &Refusal { refused: &error.to_string() }),
    };
    match desk.act(act) {
        Ok(()) => Answer::json(200, &Done { done: true }),
        Err(phrase) => Answer::json(409, &Refusal { refused: phrase.text(language) }),
    }
}

/// The piece on a square of the board.
fn card(desk: &Desk, asked: &Asked<'_>, language: Language) -> Answer {
    let (position, _) = desk.state().shown_position();
    let card = Card::of(&position, asked.value("at").unwrap_or_default(), asked.set(), language);
    card.map_or_else(|| Answer::text(404, "there is no piece on that square"), |card| Answer::json(200, &card))
}

/// The handicap for a grade and a level; null in a game without handicaps.
fn offered(game: Variant, asked: &Asked<'_>, language: Language) -> Answer {
    let value = |name| asked.value(name).unwrap_or_default();
    Answer::json(200, &offer(game, value("grade"), value("level"), language))
}
