//! Self-play, records, training and evolution, as typed.

use crate::support;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Where a test runs the program.
struct Folder(support::Folder);

impl Folder {
    fn new(name: &str) -> Self {
        Self(support::folder(name))
    }

    fn run(&self, line: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
        command.args(line.split_whitespace()).current_dir(&*self.0).stdin(Stdio::null()).output().unwrap()
    }

    /// What a successful command says, on either output.
    fn says(&self, line: &str) -> String {
        let output = self.run(line);
        assert!(output.status.success(), "{line}: {output:?}");
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    }

    fn complains(&self, line: &str) -> String {
        let output = self.run(line);
        assert!(!output.status.success(), "{line}: {output:?}");
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap()
    }
}

#[test]
fn from_games_to_a_network() {
    let folder = Folder::new("training");
    let play = "selfplay --eval <handmade> --nodes 20 --threads 2 --out";
    assert!(folder.says(&format!("{play} a.kgr --games 50 --seed 1")).contains("50 games"));
    folder.says(&format!("{play} b.kgr --games 30 --seed 2"));

    let statistics = folder.says("records stats a.kgr b.kgr");
    assert!(statistics.contains("games 80, ") && statistics.contains("adjudicated"), "{statistics}");
    assert!(folder.says("records verify a.kgr b.kgr").contains("80 games, 0 faults"));
    assert!(folder.says("records merge a.kgr b.kgr --out all.kgr").contains("80 games"));
    folder.says("records merge a.kgr b.kgr --shuffle 3 --out shuffled.kgr");
    assert_eq!(folder.bytes("all.kgr").len(), folder.bytes("shuffled.kgr").len());
    assert_ne!(folder.bytes("all.kgr"), folder.bytes("shuffled.kgr"));
    assert!(folder.complains("records merge a.kgr --out b.kgr").contains("b.kgr is there already"));

    let whole = folder.bytes("all.kgr");
    fs::write(folder.0.join("cut.kgr"), &whole[..whole.len() - 5]).unwrap();
    let faults = folder.complains("records verify cut.kgr");
    assert!(faults.contains("79 games, 1 faults") && faults.contains("behind the last whole game"), "{faults}");

    assert!(folder.complains("train --data a.kgr --out net.kmt").contains("50 games are too few"));
    assert!(
        folder.complains("train --variant tori --data all.kgr --out net.kmt").contains("shogi instead of torishogi")
    );
    assert!(folder.complains("train --data all.kgr --out net.kmt --result-share 1.5").contains("from 0 to 1"));
    let trained = folder.says("train --data all.kgr --out net.kmt --epochs 2 --scale 600");
    assert!(trained.contains("scale 600") && trained.contains("epoch 2: ") && trained.contains("rounding changes"));
    folder.says("train --data all.kgr --out again.kmt --epochs 2 --scale 600 --threads 1");
    assert_eq!(folder.bytes("net.kmt"), folder.bytes("again.kmt"));
    folder.says("train --data all.kgr --out again.kmt --epochs 2 --resume");
    assert_eq!(folder.bytes("net.kmt"), folder.bytes("again.kmt"));

    folder.says("selfplay --eval net.kmt --nodes 20 --games 4 --out c.kgr");
    assert!(folder.says("records rescore c.kgr --eval net.kmt --nodes 30 --out again.kgr").contains("4 games"));
    assert_eq!(folder.bytes("c.kgr").len(), folder.bytes("again.kgr").len());
    assert!(folder.says("records verify again.kgr").contains("4 games, 0 faults"));
    assert!(folder.complains("selfplay --eval none.kmt --games 1 --out c.kgr").contains("none.kmt"));
}

/// Ctrl-C keeps the games that are done, whole.
#[cfg(unix)]
#[test]
fn interrupted_rescoring_keeps_whole_games() {
    let folder = Folder::new("interrupted");
    folder.says("selfplay --eval <handmade> --games 40 --nodes 20 --out games.kgr");
    let mut program = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    let line = "records rescore games.kgr --nodes 20000 --threads 1 --out again.kgr";
    program.args(line.split(' ')).current_dir(&*folder.0).stderr(Stdio::piped()).stdout(Stdio::piped());
    let program = program.spawn().unwrap();
    while !folder.0.join("again.kgr").exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &program.id().to_string()]).status().unwrap().success());
    let output = program.wait_with_output().unwrap();
    assert!(output.status.success() && String::from_utf8_lossy(&output.stderr).contains("stopped early"), "{output:?}");
    assert!(folder.says("records verify again.kgr").contains(" games, 0 faults"));
    assert!(folder.bytes("again.kgr").len() < folder.bytes("games.kgr").len());
}

#[test]
fn collected_positions_start_games() {
    let folder = Folder::new("starts");
    fs::write(folder.0.join("starts.sfen"), "4k4/9/9/9/9/9/9/9/4K4 b 9P9p 1\n").unwrap();
    folder.says("selfplay --eval <handmade> --games 200 --nodes 1 --starts starts.sfen --out games.kgr");
    let bare = |record: &[u8]| record.windows(5).filter(|part| part == b"4k4/9" || part == b"/4K4 ").count();
    assert!(bare(&folder.bytes("games.kgr")) > 0, "no game started there");
    fs::write(folder.0.join("broken.sfen"), "# a comment\n\n9/9 b - 1\n").unwrap();
    let complaint = folder.complains("selfplay --games 1 --starts broken.sfen --out games.kgr");
    assert!(complaint.contains("broken.sfen, line 3"), "{complaint}");
    folder.says("records collect games.kgr --out collected.sfen");
    assert!(folder.complains("records collect games.kgr --out collected.sfen").contains("collected.sfen"));
}

#[test]
fn evolution_goes_on_where_it_was() {
    let folder = Folder::new("evolution");
    let line = "evolve --variant tori --folder birds --games 64 --nodes 2 --match-games 2 --threads 2 --generations";
    let first = folder.says(&format!("{line} 1"));
    assert!(first.contains("kumataka selfplay --eval <handmade> --games 64"), "{first}");
    assert!(first.contains("kumataka train --data birds") && first.contains("kumataka match --engine new="), "{first}");
    let network = folder.bytes("birds/generation-0.kmt");
    let second = folder.says(&format!("{line} 2"));
    assert!(!second.contains("<handmade> --games") && second.contains("generation-1.kgr"), "{second}");
    assert_eq!(folder.bytes("birds/generation-0.kmt"), network);
    assert!(Path::new(&folder.0.join("birds/generation-1.kmt")).exists());
    assert!(!folder.says(&format!("{line} 2")).contains("kumataka"));
}
