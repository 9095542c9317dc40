//! `kumataka compose`, as typed.

use crate::support::{Folder, folder};
use std::fs;
use std::process::Output;

/// A mate in one, in which the gold general and the knight are all that is needed.
const KNIGHT: &str = "6kn1/7g1/9/4N4/9/9/9/9/9 b G2r2b2g4s2n4l18p 1";
/// It in a game: with the attacker's king and pieces that change nothing.
const IN_A_GAME: &str = "6kn1/7g1/p8/4N4/9/9/PP6P/9/1K6L b GP 1";
/// The same in a mirror.
const MIRRORED: &str = "1nk6/1g7/8p/4N4/9/9/P6PP/9/L6K1 b GP 1";

/// A hisshi by the silver general, and the same in a game.
const HISSHI: &str = "2S6/k2+S5/9/sP7/P8/9/9/9/L8 b 2r2b4gs4n3l16p 1";
const HISSHI_IN_A_GAME: &str = "2S6/k2+S5/9/sP7/P8/9/6P1P/8R/L4K3 b - 1";

fn run(folder: &Folder, line: &str) -> Output {
    folder.command(line).output().unwrap()
}

#[track_caller]
fn says(folder: &Folder, line: &str) -> String {
    let output = run(folder, line);
    assert!(output.status.success(), "{line}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The problems of a sheet, without the move numbers.
fn sheet(folder: &Folder, name: &str) -> Vec<String> {
    let text = fs::read_to_string(folder.join(name)).unwrap();
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn a_position_of_a_game_is_stripped_to_what_the_mate_needs() {
    let folder = folder("compose");
    fs::write(folder.join("game.usi"), format!("sfen {IN_A_GAME}\n")).unwrap();
    let said = says(&folder, "compose game.usi --out made --lang en");
    assert!(said.starts_with("1 problem from 0 moves of 1 game (1 in 1)"), "{said}");
    assert_eq!(sheet(&folder, "made/mate-01-grade-1.sfen"), [KNIGHT]);
    // What `mate` reads is what was written.
    let solved = says(&folder, "mate made/mate-01-grade-1.sfen --check-unique --usi --lang en");
    assert!(solved.contains("mate 1 G*4b") && !solved.contains("cook"), "{solved}");
    let japanese = says(&folder, "compose game.usi --out ja --lang ja");
    assert!(japanese.starts_with("1局0手から1問（1手詰1問）"), "{japanese}");
}

#[test]
fn no_two_problems_are_alike() {
    let folder = folder("compose-alike");
    fs::write(folder.join("games.usi"), format!("sfen {IN_A_GAME}\nsfen {MIRRORED}\nsfen {IN_A_GAME}\n")).unwrap();
    let said = says(&folder, "compose games.usi --out made --lang en");
    assert_eq!(said, "1 problem from 0 moves of 3 games (1 in 1); 2 left out as like others\n");
    assert_eq!(sheet(&folder, "made/mate-01-grade-1.sfen"), [KNIGHT]);
}

#[test]
fn lengths_that_were_not_asked_for_are_left_out() {
    let folder = folder("compose-length");
    fs::write(folder.join("game.usi"), format!("sfen {IN_A_GAME}\n")).unwrap();
    let said = says(&folder, "compose game.usi --length 3-13 --out made --lang en");
    assert!(said.starts_with("0 problems from 0 moves of 1 game;"), "{said}");
    for wrong in ["0", "7-3", "3-", "many", "100"] {
        let output = run(&folder, &format!("compose game.usi --length {wrong} --out wrong"));
        assert_eq!(output.status.code(), Some(2), "{wrong}: {output:?}");
    }
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_is_done() {
    let folder = folder("compose-broken");
    fs::write(folder.join("games.usi"), format!("sfen {IN_A_GAME}\nstartpos moves 7g7f 7g7f\n")).unwrap();
    fs::write(folder.join("packed.kgr"), "KMTKGAME").unwrap();
    let output = run(&folder, "compose games.usi packed.kgr nothing.kif --out made --lang en");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    for fault in ["games.usi:2: ", "packed.kgr", "nothing.kif: ", "games and files that could not be read: 3"] {
        assert!(errors.contains(fault), "{fault}: {errors}");
    }
    assert_eq!(sheet(&folder, "made/mate-01-grade-1.sfen"), [KNIGHT]);
}

#[test]
fn a_damaged_file_of_self_play_is_named() {
    let folder = folder("compose-damaged");
    says(&folder, "selfplay --eval <handmade> --nodes 3 --games 3 --out games.kgr");
    let mut bytes = fs::read(folder.join("games.kgr")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(folder.join("games.kgr"), bytes).unwrap();
    let output = run(&folder, "compose games.kgr --out made --lang en");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(1) && errors.contains("is damaged, and more follows"), "{errors}");
    assert!(folder.join("made/part-1-of-1.jsonl").exists());
}

#[test]
fn sheets_that_exist_are_kept() {
    let folder = folder("compose-kept");
    fs::write(folder.join("game.usi"), format!("sfen {IN_A_GAME}\n")).unwrap();
    fs::create_dir(folder.join("made")).unwrap();
    fs::write(folder.join("made/mate-01-grade-1.sfen"), "mine").unwrap();
    let output = run(&folder, "compose game.usi --out made --lang en");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(fs::read_to_string(folder.join("made/mate-01-grade-1.sfen")).unwrap(), "mine");
    says(&folder, "compose game.usi --out made --lang en --force");
    assert_eq!(sheet(&folder, "made/mate-01-grade-1.sfen"), [KNIGHT]);
    // Another job must not take the folder for its own.
    let output = run(&folder, "compose game.usi --length 3 --out made --lang en --force");
    assert!(String::from_utf8_lossy(&output.stderr).contains("it is a part of another job"), "{output:?}");
}

#[test]
fn games_without_such_problems_are_refused() {
    let folder = folder("compose-refused");
    fs::write(folder.join("game.usi"), "startpos\n").unwrap();
    let output = run(&folder, "compose --variant checkshogi game.usi --out made --lang en");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("the first check wins"), "{said}");
}

/// The mate of one move at the end of a game of chu shogi, with the attacker below: nothing goes to a hand.
#[test]
fn chu_shogi_has_problems_too() {
    let folder = folder("compose-chu");
    let mate = "2csgek1g3/1v3x1t4/2f9/1ppp8/+l4+a6/3i8/12/9+h2/11+l/4E7/4T1G1C3/1C1S2K1S3 w - 290";
    let problem = "5k6/5g1t4/7e4/12/2+H9/12/12/11+L/12/12/12/12 b - 1";
    let mirrored = "6k5/4t1g5/4e7/12/9+H2/12/12/+L11/12/12/12/12 b - 1";
    fs::write(folder.join("games.usi"), format!("sfen {mate}\nsfen {mirrored}\n")).unwrap();
    let said = says(&folder, "compose --variant chushogi games.usi --nodes 8000 --out made --lang en");
    assert_eq!(said, "1 problem from 0 moves of 2 games (1 in 1); 1 left out as like others\n");
    let name = "made/mate-01-grade-1.sfen";
    assert_eq!(sheet(&folder, name), [problem]);
    let solved = says(&folder, &format!("mate --variant chushogi {name} --report --lang en"));
    assert!(solved.contains("mate 1 ") && solved.contains("unique"), "{solved}");
    // Composers want no other mate of this length; of the problems made here no other check mates at all.
    assert!(solved.contains("can be taken away: defender's G7b defender's T5b defender's E5c"), "{solved}");
}

#[test]
fn a_hisshi_of_a_game_becomes_a_problem_with_one_solution() {
    let folder = folder("compose-hisshi");
    fs::write(folder.join("game.usi"), format!("sfen {HISSHI_IN_A_GAME}\nsfen {IN_A_GAME}\n")).unwrap();
    let said = says(&folder, "compose game.usi --hisshi --out made --lang en");
    assert!(said.starts_with("1 hisshi problem from 0 moves of 2 games (1 in 1)"), "{said}");
    let name = "made/hisshi-1-grade-1.sfen";
    assert_eq!(sheet(&folder, name), [HISSHI]);
    let heading = fs::read_to_string(folder.join(name)).unwrap();
    assert!(heading.starts_with("# Hisshi (a threat of mate that cannot be parried) in 1 move, grade 1: 1 problem\n"));
    let solved = says(&folder, &format!("hisshi --length 1 {name} --usi --lang en"));
    assert!(solved.contains("hisshi 1 ") && !solved.contains("also"), "{solved}");
    // Merging reads the kind from the part.
    let japanese = says(&folder, "compose game.usi --hisshi --out ja --lang ja");
    assert!(japanese.starts_with("2局0手から1問（1手必至1問）"), "{japanese}");
    let both = run(&folder, "compose game.usi --hisshi --length 3 --out both");
    assert_eq!(both.status.code(), Some(2), "{both:?}");
}

/// A run that a power cut ended is taken up again, and parts make the sheets of the whole.
#[test]
fn a_cut_run_and_parts_make_the_same_sheets() {
    let folder = folder("compose-parts");
    let gold = "sfen 4k4/9/4P4/9/9/9/PP6P/9/1K6L b G 1";
    fs::write(folder.join("games.usi"), format!("sfen {IN_A_GAME}\n{gold}\nsfen {MIRRORED}\n")).unwrap();
    let line = "compose games.usi --lang en";
    let whole = says(&folder, &format!("{line} --out whole"));
    assert!(whole.starts_with("2 problems from 0 moves of 3 games"), "{whole}");

    let done = fs::read_to_string(folder.join("whole/part-1-of-1.jsonl")).unwrap();
    let begun: String = done.split_inclusive('\n').take(2).collect();
    fs::create_dir(folder.join("cut")).unwrap();
    fs::write(folder.join("cut/part-1-of-1.jsonl.half"), begun + "{\"item\":2,\"val").unwrap();
    assert_eq!(says(&folder, &format!("{line} --out cut")), whole);

    for part in 1..=2 {
        says(&folder, &format!("{line} --part {part}/2 --into parts"));
    }
    assert_eq!(says(&folder, "merge parts --out merged"), whole);
    let name = "mate-01-grade-1.sfen";
    assert_eq!(sheet(&folder, &format!("whole/{name}")).len(), 2);
    for other in ["cut", "merged"] {
        assert_eq!(sheet(&folder, &format!("{other}/{name}")), sheet(&folder, &format!("whole/{name}")));
    }
}

/// The solver finds a defence without rivals first, and composers show one after which a gold mates as well as the silver.
#[test]
fn the_defence_that_composers_show_has_no_cook() {
    let folder = folder("compose-cook");
    let cooked = "5gsk1/5G3/4+B1npp/6N2/9/9/9/9/8L b 2rb2g3s2n3l16p 1";
    fs::write(folder.join("game.usi"), format!("sfen {cooked}\n")).unwrap();
    let checked = says(&folder, "mate game.usi --check-unique --lang en");
    assert!(checked.contains("mate 7") && checked.contains("cook at move 5"), "{checked}");
    let said = says(&folder, "compose game.usi --length 7 --out made --lang en");
    assert!(said.starts_with("0 problems from 0 moves of 1 game;"), "{said}");
}
