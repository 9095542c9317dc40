//! Tenjiku shogi by the rules of The Shogi Association.

use kumataka::any::AnyPosition;
use kumataka::game::{RuleChoices, SfenMode};
use kumataka::variants::Variant;

fn choices(choice: &str) -> RuleChoices {
    let game = Variant::Tenjiku;
    let mut choices = RuleChoices::default();
    choices.choose(game.name(), &game.options(), "TenjikuRules", choice).expect("a choice");
    choices
}

fn position(choice: &str, board: &str) -> AnyPosition {
    let sfen = format!("{board} b - 1");
    let mut position = Variant::Tenjiku.read_sfen(&sfen, SfenMode::Mate).unwrap_or_else(|error| panic!("{error}"));
    position.set_rules(&choices(choice));
    position
}

/// True if a move is legal by the rules of Wikipedia, and by those of The Shogi Association.
#[track_caller]
fn is_legal(board: &str, text: &str) -> [bool; 2] {
    ["wikipedia", "tsa"].map(|choice| position(choice, board).parse_move(text).is_ok())
}

fn board(ranks: &[&str]) -> String {
    let empty = vec!["16"; 15 - ranks.len()];
    [ranks, &empty, &["15,K"]].concat().join("/")
}

#[test]
fn pieces_move_by_the_chosen_reading() {
    // The demon slides along the rank, or along the file.
    assert_eq!(is_legal(&board(&["k,15", "16", "16", "16", "16", "16", "8,FID,7"]), "8g16g"), [true, false]);
    assert_eq!(is_legal(&board(&["k,15", "16", "16", "16", "16", "16", "8,FID,7"]), "8g8l"), [false, true]);
    // The lion hawk jumps, or walks.
    let hawk = board(&["k,15", "16", "16", "16", "7,p,p,p,6", "7,p,p,p,6", "7,p,LHK,p,6", "7,p,p,p,6"]);
    assert_eq!(is_legal(&hawk, "8g8e"), [true, false]);
    assert_eq!(is_legal(&hawk, "8g8f8e"), [true, false]);
    // The eagle jumps aslant too, or not.
    let eagle = board(&["k,15", "16", "16", "16", "16", "7,P,P,P,6", "7,P,FEG,P,6"]);
    assert_eq!(is_legal(&eagle, "8g8e"), [true, true]);
    assert_eq!(is_legal(&eagle, "8g6e"), [true, false]);
    // The promoted chariot soldier has the file, or not.
    let king = board(&["k,15", "16", "16", "16", "16", "16", "8,+CHS,7"]);
    assert_eq!(is_legal(&king, "8g8l"), [true, false]);
    assert_eq!(is_legal(&king, "8g10g"), [true, true]);
    // A general flies at any enemy, or at those of lower rank. Without a flight it captures any.
    let general = board(&["8,k,7", "16", "8,p,7", "16", "16", "16", "8,GGN,7"]);
    assert_eq!(is_legal(&general, "8g8a"), [true, false]);
    assert_eq!(is_legal(&general, "8g8c"), [true, true]);
    assert_eq!(is_legal(&board(&["8,k,7", "16", "16", "16", "16", "16", "8,GGN,7"]), "8g8a"), [true, true]);
    // Promotion on entering, or by any move in the zone.
    assert_eq!(is_legal(&board(&["k,15", "16", "8,S,7"]), "8c8b+"), [false, true]);
}

/// A change of the rules in the middle of a game counts from then on, and leaves the game as it was.
#[test]
fn rules_may_change_on_the_way() {
    let mut game = position("tsa", &board(&["k,15", "16", "16", "16", "16", "16", "8,FID,7"]));
    let start = game.sfen();
    let moves = ["8g8m", "16a16b"].map(|text| {
        let m = game.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
        game.make(m);
        m
    });
    game.set_rules(&choices("wikipedia"));
    let anew = Variant::Tenjiku.read_sfen(&game.sfen(), SfenMode::Mate).expect("the position");
    assert_eq!(game.legal_moves(), anew.legal_moves());
    assert_eq!((game.key(), game.in_check()), (anew.key(), anew.in_check()));
    for m in moves.into_iter().rev() {
        game.unmake(m);
    }
    assert_eq!(game.sfen(), start);
}
