//! Lists the legal moves of a position.
//!
//!     cargo run --example legal_moves -- tori
//!     cargo run --example legal_moves -- shogi "4k4/9/9/9/9/9/9/9/4K4 b P 1"

use kumataka::{Position, SfenMode, Variant};
use std::env;
use std::error::Error;

fn position(game: Variant, sfen: Option<&str>) -> Result<Position, Box<dyn Error>> {
    Ok(match sfen {
        Some(sfen) => game.read_sfen(sfen, SfenMode::Tolerant)?,
        None => game.start(),
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let game: Variant = arguments.next().as_deref().unwrap_or("shogi").parse()?;
    let position = position(game, arguments.next().as_deref())?;
    println!("{}", position.drawing());
    let moves = position.legal_moves();
    let texts: Vec<String> = moves.iter().map(|&m| game.usi(m)).collect();
    println!("{} legal moves: {}", moves.len(), texts.join(" "));
    if let Some(verdict) = position.verdict() {
        println!("{verdict:?}");
    }
    Ok(())
}
