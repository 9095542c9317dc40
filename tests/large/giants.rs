//! Wa, with drops and without, and the five games on the largest boards: a slow walk of the tests' own, written from the text of the rules, which
//! shares nothing with the kernel but the tables of pieces in the games' folders.

mod board;
mod games;
mod notation;
mod play;
mod reach;
mod steps;

mod comparison;
mod drops;
mod effects;
mod gaits;
mod leads;
mod mates;
mod promotions;
mod readings;
mod records;

use board::{Walk, square};
use notation::{Game, Promotion};

/// A game of few pieces, each with its id, what it becomes, its moves, their number at the start and its flags.
fn tiny(promotion: Promotion, pieces: &[[&str; 5]]) -> Game {
    let rows = pieces.iter().map(|[id, becomes, moves, count, flags]| {
        format!("{id}\tname\t名\t名\t{becomes}\t{moves}\t{count}\t{flags}\n")
    });
    Game::new(&format!("# A comment.\nid\tand so on\n{}", rows.collect::<String>()), promotion, false)
}

/// The moves of the piece on a square without their origin, one after the other.
fn from(walk: &Walk, origin: &str) -> String {
    let place = walk.board.keys().copied().find(|&place| square(place) == origin).expect(origin);
    let texts = walk.steps_of(place).into_iter().map(|step| walk.text(step)[origin.len()..].to_owned());
    let mut texts: Vec<String> = texts.collect();
    texts.sort();
    texts.join(" ")
}

/// The position after some moves, without its number.
fn played(game: &Game, sfen: &str, moves: &str) -> String {
    let mut walk = Walk::of(game, &format!("{sfen} - 1"));
    for text in moves.split(' ') {
        let step = walk.step(text).unwrap_or_else(|| panic!("{text} in {}: {:?}", walk.sfen(), walk.moves()));
        walk.play(step);
    }
    walk.sfen().split(" - ").next().expect("the fields before").to_owned()
}
