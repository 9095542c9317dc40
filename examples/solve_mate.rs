//! Solves a mate problem of shogi, a minute at most.
//!
//!     cargo run --release --example solve_mate -- "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"

use kumataka::{MateLength, MateLimits, MateOutcome, MateSolver, SfenMode, Variant};
use std::env;
use std::error::Error;
use std::time::{Duration, Instant};

const MINUTE: Duration = Duration::from_mins(1);
const MEGABYTES: usize = 64;

fn main() -> Result<(), Box<dyn Error>> {
    let sfen = env::args().nth(1).ok_or("usage: solve_mate SFEN")?;
    let problem = Variant::Shogi.read_sfen(&sfen, SfenMode::Tolerant)?;
    let mut solver = MateSolver::new(Variant::Shogi, MEGABYTES)?;
    let limits = MateLimits { deadline: Some(Instant::now() + MINUTE), ..MateLimits::default() };
    let report = solver.solve(&problem, problem.side_to_move(), MateLength::Short, limits);
    match report.outcome {
        MateOutcome::Mate(mate) => {
            let line: Vec<String> = mate.line.iter().map(|&m| Variant::Shogi.usi(m)).collect();
            println!("mate in {}: {}", mate.plies, line.join(" "));
        }
        MateOutcome::Proved(plies) => println!("mate in {plies}"),
        MateOutcome::NoMate => println!("no mate"),
        MateOutcome::Unknown => println!("unknown after {} nodes", report.nodes),
    }
    Ok(())
}
