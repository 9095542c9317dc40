//! No two processes write one state: the second one says so, and changes nothing.

use crate::support::{Folder, folder};
use kumataka::system::Lock;
use std::fs;
use std::process::Output;

fn run(folder: &Folder, line: &str) -> Output {
    let state = folder.join("state");
    folder.command(line).env("XDG_STATE_HOME", state).env("LANG", "C.UTF-8").env_remove("LC_ALL").output().unwrap()
}

const ENGINES: &str = "--engine a=self,USI_Hash=1 --engine b=self,USI_Hash=1";

#[test]
fn what_another_process_writes_is_left_alone() {
    let folder = folder("locks");
    let game = "startpos moves 7g7f 3c3d\n";
    fs::write(folder.join("game.usi"), game).unwrap();
    fs::create_dir_all(folder.join("state/kumataka/games/shogi")).unwrap();
    fs::write(folder.join("state/kumataka/games/shogi/game.json"), "{").unwrap();
    let part = format!("match {ENGINES} --nodes 1 --games 2 --max-moves 10 --part 1/1 --into parts");
    assert!(run(&folder, &part).status.success());
    for (state, line) in [
        ("games/games.usi", format!("match {ENGINES} --nodes 1 --games 2 --records games")),
        ("games/games.usi", format!("match {ENGINES} --nodes 1 --games 2 --records games --resume")),
        ("merged/games.usi", "merge parts --out merged".to_owned()),
        ("parts/part-1-of-1.jsonl", part),
        ("parts/part-1-of-2.jsonl", "perft 2 --part 1/2 --into parts".to_owned()),
        ("tune.json", "tune --parameters Skill_Level --nodes 1 --games 2 --out tune.json".to_owned()),
        ("tune.json", "tune --parameters Skill_Level --nodes 1 --games 2 --out tune.json --resume".to_owned()),
        ("book.db", "book make --think --nodes 100 --positions 1 book.db".to_owned()),
        ("book.db", "book make --from game.usi book.db".to_owned()),
        ("book.db", "book merge book.db book.db --force".to_owned()),
        ("net/shogi.kmt", "train --data games.kgr --out net/shogi.kmt --resume".to_owned()),
        ("games.kgr", "selfplay --games 1 --nodes 1 --eval <handmade> --out games.kgr --append".to_owned()),
        ("lines.json", "analyse game.usi --nodes 1 --json lines.json".to_owned()),
        ("lines.json", "analyse game.usi --nodes 1 --json lines.json --resume".to_owned()),
        ("dobutsu.solution", "solve --variant dobutsu --out dobutsu.solution".to_owned()),
        ("state/kumataka/games/shogi/game.json", "play --resume".to_owned()),
    ] {
        let state = folder.join(state);
        fs::create_dir_all(state.parent().unwrap()).unwrap();
        let before = fs::read(&state).ok();
        let lock = Lock::of(&state).unwrap();
        let output = run(&folder, &line);
        drop(lock);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{line}: {told}");
        assert!(told.contains("another process"), "{line}: {told}");
        assert_eq!(fs::read(&state).ok(), before, "{line}");
    }
}

/// A lock goes with its process, and leaves nothing that would keep the next one out.
#[test]
fn a_match_that_has_ended_may_be_resumed() {
    let folder = folder("unlocked");
    let line = format!("match {ENGINES} --nodes 1 --games 2 --max-moves 10 --records games");
    assert!(run(&folder, &line).status.success());
    fs::write(folder.join("games/.games.usi.lock"), "").unwrap();
    let output = run(&folder, &format!("{} --resume", line.replace("--games 2", "--games 4")));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(folder.join("games/.games.usi.lock").exists(), cfg!(not(unix)));
}
