//! Comments each move of a record with the engine's score and answer, and writes the record as KIF to the standard output.
//!
//!     cargo run --release --example annotate -- game.csa 20000 > game.kif

use kumataka::{Engine, Format, Limits, Model, Record, SearchOptions, Variant};
use std::error::Error;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::{env, fs};

const MEGABYTES: usize = 64;

fn annotate(record: &mut Record, engine: &mut Engine, nodes: u64) {
    let game = record.start().variant();
    let (options, stop) = (SearchOptions::default(), AtomicBool::new(false));
    let line: Vec<_> = record.main_line().collect();
    for id in line {
        let thought = engine.think(&record.position_at(id), Limits::nodes(nodes), &options, &stop);
        if let Some(best) = thought.outcome.best {
            record.add_comment(id, &format!("{} {}", thought.outcome.score, game.usi(best)));
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1);
    let path = PathBuf::from(arguments.next().ok_or("usage: annotate FILE [NODES]")?);
    let nodes = arguments.next().map_or(Ok(10_000), |text| text.to_string_lossy().parse())?;
    let format = Format::of_path(&path).ok_or("the extension names no format of records")?;
    let mut record = format.read(Variant::Shogi, &fs::read(&path)?)?.remove(0).record;
    let mut engine = Engine::new(&Model::internal(Variant::Shogi)?, MEGABYTES)?;
    annotate(&mut record, &mut engine, nodes);
    let (text, losses) = Format::KIFU.write_file(&[&record])?;
    losses.iter().for_each(|loss| eprintln!("{loss}"));
    io::stdout().write_all(&text)?;
    Ok(())
}
