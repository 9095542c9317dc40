//! A USI engine for duel, the toy game of the tests: how little a game outside the program needs to be played by it.

#[path = "../tests/duel/game.rs"]
mod game;

use std::io;

fn main() {
    kumataka::usi::run(
        kumataka::usi::Games::only(game::Duel),
        io::stdin().lock(),
        kumataka::usi::Output::stdout(),
        false,
    );
}
