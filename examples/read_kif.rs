//! Reads a record in any format and prints its moves with the time that each took.
//!
//!     cargo run --example read_kif -- game.kif

use kumataka::{Format, Record, Step, Variant};
use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

fn print(record: &Record) {
    for (name, value) in record.headers.iter() {
        println!("{name}: {value}");
    }
    let game = record.start().variant();
    for id in record.main_line() {
        let node = record.node(id);
        let spent = node.time.map(|time| format!(" ({} s)", time.spent.as_secs())).unwrap_or_default();
        match node.step() {
            Some(Step::Move(m)) => println!("{:4} {}{spent}", node.ply(), game.usi(*m)),
            Some(Step::Illegal(m)) => println!("{:4} {} is against the rules", node.ply(), game.usi(*m)),
            Some(Step::End(ending)) => println!("{:4} {ending:?}", node.ply()),
            None => {}
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = PathBuf::from(env::args_os().nth(1).ok_or("usage: read_kif FILE")?);
    let format = Format::of_path(&path).ok_or("the extension names no format of records")?;
    for reading in format.read(Variant::Shogi, &fs::read(&path)?)? {
        reading.warnings.iter().for_each(|warning| eprintln!("{warning}"));
        print(&reading.record);
    }
    Ok(())
}
