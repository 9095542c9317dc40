//! Positions that people set up square by square.

use super::message::{SetUp, Square};
use super::phrase::Phrase;
use crate::any::{AnyPosition, AnySetup};
use crate::board::Color;
use crate::game::{Figure, SfenMode};
use crate::variants::Variant;
use crate::words::InLanguage as _;

/// The position that was set up.
pub fn position(set_up: &SetUp) -> Result<AnyPosition, Phrase> {
    let SetUp { game, squares, hands, turn } = set_up;
    let unknown = || Phrase::of("There is no such game.", "そのような将棋はありません。");
    let game: Variant = game.parse().map_err(|_| unknown())?;
    let mut setup = AnySetup::empty(game);
    setup.side = if turn == "white" { Color::White } else { Color::Black };
    for Square { at, piece } in squares {
        let unknown = || Phrase::of("There is no such square.", "そのようなマスはありません。");
        setup.put(game.read_cell(at).ok_or_else(unknown)?, figure(game, piece)?);
    }
    for piece in hands {
        let Figure { color, kind } = figure(game, piece)?;
        if kind >= game.held_kinds() {
            return Err(Phrase::of("That piece cannot lie in a hand.", "その駒は持ち駒になりません。"));
        }
        setup.hold(color, kind, 1);
    }
    setup.position(SfenMode::Composed).map_err(|error| Phrase::written(|language| error.text_in(language)))
}

/// A piece by its name in messages.
fn figure(game: Variant, piece: &str) -> Result<Figure, Phrase> {
    let unknown = || Phrase::of("There is no such piece.", "そのような駒はありません。");
    let (side, kind) = piece.split_at_checked(1).ok_or_else(unknown)?;
    let kind = kind.parse().ok().filter(|&kind: &usize| kind < game.kinds()).ok_or_else(unknown)?;
    match side {
        "b" => Ok(Figure { color: Color::Black, kind }),
        "w" => Ok(Figure { color: Color::White, kind }),
        _ => Err(unknown()),
    }
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
