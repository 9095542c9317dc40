//! The command `kumataka play` as people meet it, in a terminal and over pipes.

mod advice;
mod exercises;
mod keeping;
mod keys;
mod leaving;
mod looks;
mod moves;
mod questions;
mod records;
mod restoring;
mod rivals;
mod terminal;

use crate::support::{self, Folder};
use kumataka::variants::Variant;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use terminal::{Start, Terminal};

/// A person at a table with a folder of their own.
struct Player {
    folder: Folder,
}

impl Player {
    fn new(name: &str) -> Self {
        Self { folder: support::folder(name) }
    }

    /// Sits down at a terminal of 80 columns.
    fn sit(&self, arguments: &[&str]) -> Terminal {
        self.sit_before(80, &[], arguments)
    }

    fn sit_before(&self, columns: u16, variables: &[(&str, &str)], arguments: &[&str]) -> Terminal {
        let arguments = [&["play"], arguments].concat();
        let program = Path::new(env!("CARGO_BIN_EXE_kumataka"));
        Terminal::start(&Start { program, columns, folder: &self.folder, variables, arguments: &arguments })
    }

    /// Plays over pipes.
    fn pipe(&self, arguments: &[&str], input: &[u8]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
        command.arg("play").args(arguments).current_dir(&*self.folder).env("HOME", &*self.folder);
        command.env("XDG_STATE_HOME", self.folder.join("state")).env("LANG", "C.UTF-8").env_remove("LC_ALL");
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_owned();
        // The program may leave before it has read everything.
        let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        output
    }
}

/// The names of all games.
fn variants() -> Vec<&'static str> {
    Variant::ALL.iter().map(|variant| variant.name()).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}
