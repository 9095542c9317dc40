//! Searches a position for a number of nodes and prints each iteration.
//!
//!     cargo run --release --example best_move -- shogi 100000

use kumataka::{Engine, Limits, Model, SearchOptions, Variant};
use std::env;
use std::error::Error;
use std::sync::atomic::AtomicBool;

const MEGABYTES: usize = 64;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let game: Variant = arguments.next().as_deref().unwrap_or("shogi").parse()?;
    let nodes: u64 = arguments.next().as_deref().unwrap_or("100000").parse()?;
    let mut engine = Engine::new(&Model::internal(game)?, MEGABYTES)?;
    let stop = AtomicBool::new(false);
    let thought = engine.think_aloud(&game.start(), Limits::nodes(nodes), &SearchOptions::default(), &stop, |info| {
        let line: Vec<String> = info.pv.iter().map(|&m| game.usi(m)).collect();
        println!("depth {:2} nodes {:8} score {:5} {}", info.depth, info.nodes, info.score, line.join(" "));
    });
    match thought.outcome.best {
        Some(best) => println!("best move {}", game.usi(best)),
        None => println!("no legal move"),
    }
    Ok(())
}
