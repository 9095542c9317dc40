//! A USI engine that looks no further than its own move: a measure of the lowest levels of skill.
//!
//! ```text
//! cargo build --release --example yardstick
//! kumataka match --engine careful=target/release/examples/yardstick,Kind=careful \
//!     --engine level=self,Skill_Level=-5 --games 100 --nodes 100000
//! ```

#[path = "../tests/levels/yardstick.rs"]
mod yardstick;

use kumataka::game::{Playable, PlayablePosition as _, Position as _, SfenMode};
use kumataka::variants::Variant;
use kumataka::with_game;
use std::io::{self, BufRead as _, Write as _};
use yardstick::Yardstick;

const GREETING: &str = "id name Yardstick\n\
    option name Kind type combo default careful var random var greedy var careful\n\
    option name USI_Variant type string default shogi\n\
    usiok";

fn main() {
    let (mut kind, mut variant, mut line) = (Yardstick::Careful, Variant::default(), String::new());
    for command in io::stdin().lock().lines().map_while(Result::ok) {
        match command.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["usi"] => say(GREETING),
            ["isready"] => say("readyok"),
            ["setoption", "name", "Kind", "value", value] => kind = value.parse().unwrap_or(kind),
            ["setoption", "name", "USI_Variant", "value", value] => variant = value.parse().unwrap_or(variant),
            ["position", ..] => line.clone_from(&command),
            ["go", ..] => {
                let best = with_game!(variant, game => best(kind, game, &line));
                say(&format!("bestmove {}", best.as_deref().unwrap_or("resign")));
            }
            ["quit"] => break,
            _ => {}
        }
    }
}

/// The program's move in the position that a line sets up; none if it has no move, or the line no position.
fn best<G: Playable>(kind: Yardstick, game: G, line: &str) -> Option<String> {
    let (setup, moves) = line.split_once(" moves").unwrap_or((line, ""));
    let mut position = match setup.strip_prefix("position sfen ") {
        Some(sfen) => game.read_sfen(sfen, SfenMode::Tolerant).ok()?,
        None => game.start(),
    };
    for text in moves.split_whitespace() {
        position.make(position.parse_move(text).ok()?, &mut ());
    }
    Some(game.usi(kind.choose(&position, &mut rand::rng())?).to_string())
}

fn say(line: &str) {
    // If nobody listens any more, the next line read will be none.
    let _ = writeln!(io::stdout(), "{line}");
}
