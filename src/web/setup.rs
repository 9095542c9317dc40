//! Positions that people set up square by square.

use super::message::{SetUp, Square};
use super::phrase::Phrase;
use crate::any::AnyPosition;
use crate::board::Color;
use crate::game::{Cell, SfenMode};
use crate::variants::Variant;
use crate::words::InLanguage as _;
use std::collections::HashMap;

/// The position that was set up.
pub fn position(set_up: &SetUp) -> Result<AnyPosition, Phrase> {
    let SetUp { game, squares, hands, turn } = set_up;
    let unknown = || Phrase::of("There is no such game.", "そのような将棋はありません。");
    let game: Variant = game.parse().map_err(|_| unknown())?;
    let board = board(game, squares)?;
    let hands = hand(game, hands)?;
    let side = if turn == "white" { 'w' } else { 'b' };
    let read = game.read_sfen(&format!("{board} {side} {hands} 1"), SfenMode::Composed);
    read.map_err(|error| Phrase::written(|language| error.text_in(language)))
}

/// The letters of a piece in SFEN, by its name in messages.
fn letters(game: Variant, piece: &str) -> Result<String, Phrase> {
    let unknown = || Phrase::of("There is no such piece.", "そのような駒はありません。");
    let (side, kind) = piece.split_at_checked(1).ok_or_else(unknown)?;
    let kind = kind.parse().ok().filter(|&kind: &usize| kind < game.kinds()).ok_or_else(unknown)?;
    let letters = game.face(kind).sfen;
    match side {
        "b" => Ok(letters),
        "w" => Ok(letters.to_lowercase()),
        _ => Err(unknown()),
    }
}

fn board(game: Variant, squares: &[Square]) -> Result<String, Phrase> {
    let mut pieces = HashMap::new();
    for Square { at, piece } in squares {
        let unknown = || Phrase::of("There is no such square.", "そのようなマスはありません。");
        let Cell { file, rank } = game.read_cell(at).ok_or_else(unknown)?;
        pieces.insert((file, rank), letters(game, piece)?);
    }
    // Names of several letters need commas between them.
    let gap = if game.start().sfen().contains(',') { "," } else { "" };
    let rank = |rank: u8| {
        let mut cells = Vec::new();
        let mut empty = 0;
        for file in (0..game.files()).rev() {
            let Some(letters) = pieces.get(&(file, rank)) else {
                empty += 1;
                continue;
            };
            cells.extend([counted(empty), letters.clone()]);
            empty = 0;
        }
        cells.push(counted(empty));
        cells.retain(|cell| !cell.is_empty());
        cells.join(gap)
    };
    Ok((0..game.ranks()).map(rank).collect::<Vec<_>>().join("/"))
}

/// A number of squares or pieces as SFEN writes it; nothing for none.
fn counted(number: u32) -> String {
    if number > 0 { number.to_string() } else { String::new() }
}

fn hand(game: Variant, hands: &[String]) -> Result<String, Phrase> {
    let mut text = String::new();
    for color in Color::ALL {
        for kind in 0..game.held_kinds() {
            let id = format!("{}{kind}", if color == Color::Black { 'b' } else { 'w' });
            let count = hands.iter().filter(|&piece| *piece == id).count() as u32;
            if count > 0 {
                text += &format!("{}{}", if count > 1 { counted(count) } else { String::new() }, letters(game, &id)?);
            }
        }
    }
    let is_held = |piece: &&String| {
        piece.get(1..).and_then(|kind| kind.parse().ok()).is_some_and(|kind: usize| kind < game.held_kinds())
    };
    if hands.iter().any(|piece| !is_held(&piece)) {
        return Err(Phrase::of("That piece cannot lie in a hand.", "その駒は持ち駒になりません。"));
    }
    Ok(if text.is_empty() { "-".to_owned() } else { text })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::scene::Scene;
    use crate::words::Language;
    use serde_json::{Value, json};

    /// The message that sets up what a scene shows.
    fn message(scene: &Value) -> SetUp {
        let held = |side: &Value| {
            let held = side.as_array().unwrap().iter();
            held.flat_map(|held| vec![held["piece"].clone(); held["count"].as_u64().unwrap() as usize])
                .collect::<Vec<_>>()
        };
        let hands: Vec<Value> = scene["hands"].as_array().into_iter().flatten().flat_map(held).collect();
        let text = json!({"game": scene["game"], "squares": scene["squares"], "hands": hands, "turn": scene["turn"]});
        serde_json::from_value(text).unwrap()
    }

    fn again(position: &AnyPosition) -> AnyPosition {
        let scene = serde_json::to_value(Scene::of(position, None, false)).unwrap();
        self::position(&message(&scene)).unwrap()
    }

    #[test]
    fn every_position_that_is_shown_can_be_set_up() {
        for &game in Variant::ALL {
            assert_eq!(again(&game.start()).sfen(), game.start().sfen(), "{game}");
        }
        let sfen = "4k4/9/4+P4/9/9/9/9/9/4K4 w 2RGb3p 1";
        let position = Variant::Shogi.read_sfen(sfen, SfenMode::Composed).unwrap();
        assert_eq!(again(&position).sfen(), sfen);
    }

    #[test]
    fn what_no_board_can_hold_is_refused_in_words() {
        let refused = |squares: Value, hands: Value| {
            let set_up = json!({"game": "shogi", "squares": squares, "hands": hands, "turn": "black"});
            let refused = position(&serde_json::from_value(set_up).unwrap()).err().unwrap();
            refused.text(Language::En).to_owned()
        };
        assert_eq!(refused(json!([{"at": "10a", "piece": "b0"}]), json!([])), "There is no such square.");
        assert_eq!(refused(json!([{"at": "1a", "piece": "b99"}]), json!([])), "There is no such piece.");
        assert_eq!(refused(json!([]), json!(["b13"])), "That piece cannot lie in a hand.");
        assert!(!refused(json!([]), json!([])).is_empty(), "a board without a king");
    }
}
