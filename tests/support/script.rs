//! Engines in shell, most of them with faults.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// An engine in shell: what it does at words of the protocol, in place of what a good one does.
pub struct Script<'a> {
    pub usi: &'a str,
    pub go: &'a str,
}

impl Script<'_> {
    pub const GOOD: Self = Self { usi: "echo usiok", go: "echo bestmove 3c3d" };

    /// Puts the engine into a folder. It notes in a file what it hears of games.
    pub fn write(&self, folder: &Path, name: &str) {
        let Self { usi, go } = self;
        let script = format!(
            "#!/bin/sh\nwhile read -r word rest; do case $word in\n\
             usi) {usi};;\nisready) echo readyok;;\nposition) place=$rest;;\ngo) {go};;\n\
             usinewgame|gameover) echo $word $rest >> {name}.log;;\nquit) exit;;\nesac; done\n"
        );
        let path = folder.join(name);
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
}
