//! Games that are written and read again.

use super::Player;
use std::fs;

#[test]
fn a_game_is_saved_and_gone_on_with() {
    for name in ["game.kif", "game.csa", "対局.ki2"] {
        let player = Player::new("save");
        let table = player.sit(&["--both"]);
        table.prompt("1>");
        table.answer("7g7f", "2>");
        table.answer("3c3d", "3>");
        assert!(table.answer(&format!("save {name}"), "3>").contains("is written"));
        table.press("quit\r");
        assert!(table.end().status.success());
        let table = player.sit(&[name, "--both"]);
        table.prompt("3>");
        table.answer("8h2b+", "4>");
        table.answer("save on.usi", "4>");
        let game = fs::read_to_string(player.folder.join("on.usi")).unwrap();
        assert!(game.contains("moves 7g7f 3c3d 8h2b+"), "{name}: {game}");
        table.press("new\r");
        table.question("Begin another game? This one is kept. [y/N]");
        table.answer("y", "1>");
        table.answer(&format!("load {name}"), "3>");
    }
}

#[test]
fn nothing_is_replaced_unasked_or_written_in_an_unknown_format() {
    let player = Player::new("refused-save");
    fs::write(player.folder.join("mine.kif"), "mine").unwrap();
    let table = player.sit(&["--both"]);
    table.prompt("1>");
    table.answer("save mine.kif", "mine.kif exists. Replace it? [y/N]");
    assert!(table.answer("n", "1>").contains("mine.kif exists; give another name"));
    assert!(table.answer("save mine.xyz", "1>").contains("names no format: use .kif"));
    assert!(table.answer("save", "1>").contains("save FILE"));
    assert!(table.answer("load nowhere.kif", "1>").contains("nowhere.kif"));
    assert!(table.answer("load mine.kif", "1>").contains("mine.kif"));
    assert_eq!(fs::read_to_string(player.folder.join("mine.kif")).unwrap(), "mine");
    table.answer("save mine.kif", "mine.kif exists. Replace it? [y/N]");
    assert!(table.answer("y", "1>").contains("mine.kif is written"));
    assert_ne!(fs::read(player.folder.join("mine.kif")).unwrap(), b"mine");
    assert!(!player.folder.join("mine.xyz").exists());
}

#[test]
fn a_file_without_a_game_is_refused() {
    let player = Player::new("no-game");
    fs::write(player.folder.join("noise.kif"), [0xff, 0xfe, 0x00, 0x0a, 0x80]).unwrap();
    for file in ["noise.kif", "missing.kif"] {
        let output = player.pipe(&[file, "--both"], b"");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(file), "{errors}");
    }
}

#[test]
fn a_file_that_holds_no_game_is_told() {
    let player = Player::new("empty-file");
    fs::write(player.folder.join("empty.usi"), "# nothing\n").unwrap();
    let said = super::text(&player.pipe(&["--both"], b"load empty.usi\n").stdout);
    assert!(said.contains("1> empty.usi: line 1: there is no game in the file\n"), "{said}");
}

/// A record is read by the usual rules, by which the birds have to promote.
#[test]
fn what_is_left_out_of_a_record_is_told() {
    let player = Player::new("warnings");
    fs::write(player.folder.join("birds.usi"), "sfen 3k3/7/3S3/7/7/7/3K3 b - 1 moves 4c4b\n").unwrap();
    let arguments = ["--variant", "torishogi", "--both", "--rule", "optional"];
    let begun = player.pipe(&[&["birds.usi"], &arguments[..]].concat(), b"");
    let loaded = player.pipe(&arguments, b"load birds.usi\n");
    for output in [begun, loaded] {
        let said = super::text(&output.stdout);
        assert!(said.contains("birds.usi: line 1: "), "{said}");
    }
}

#[test]
fn options_that_would_change_nothing_are_refused() {
    let player = Player::new("useless-options");
    fs::write(player.folder.join("game.usi"), "startpos moves 7g7f\n").unwrap();
    fs::write(player.folder.join("problems.sfen"), "4k4/9/4P4/9/9/9/9/9/9 b G 1\n").unwrap();
    let start = ["--handicap", "lance"];
    let cases: [(&[&str], &str); 7] = [
        (&[&["game.usi"], &start[..]].concat(), "cannot be used with"),
        (&["game.usi", "--sfen", "4k4/9/9/9/9/9/9/9/4K4 b - 1"], "cannot be used with"),
        (&[&["--resume"], &start[..]].concat(), "cannot be used with"),
        (&["problems.sfen", "--level", "5", "--coach"], "--level is for games"),
        (&["problems.sfen", "--tc", "600"], "--tc is for games"),
        (&[&["--problems"], &start[..]].concat(), "by --sfen or --handicap is for games"),
        (&["problems.sfen", "--problems", "--rule", "Try"], "--rule is for games"),
    ];
    for (arguments, expected) in cases {
        let output = player.pipe(arguments, b"");
        let errors = super::text(&output.stderr);
        assert!(!output.status.success() && errors.contains(expected), "{arguments:?}: {errors}");
    }
}

#[test]
fn a_tilde_is_the_folder_of_the_user() {
    let player = Player::new("tilde");
    let said =
        super::text(&player.pipe(&["--both"], b"7g7f\nsave ~/saved/game.kif\nnew\ny\nload ~/saved/game.kif\n").stdout);
    assert!(player.folder.join("saved/game.kif").exists() && !player.folder.join("~").exists());
    assert!(said.contains("2> The game is kept"), "{said}");
}

/// The field of the handicap names the game, or a handicap that no other game has.
#[test]
fn a_file_is_played_by_the_rules_of_the_game_that_it_names() {
    for (start, first, moves) in [
        ("5五将棋", "１三飛(15)", "1e1c"),
        ("鷹落ち", "７四燕(73)", "7c7d"),
        ("二枚落ち", "６二銀(71)", "7a6b"),
        ("三枚獅子", "６五歩 （←６四）", "6d6e"),
    ] {
        let player = Player::new("named-game");
        fs::write(player.folder.join("game.kifu"), format!("手合割：{start}\n   1 {first}\n")).unwrap();
        let output = player.pipe(&["game.kifu", "--both"], b"save kept.usi\n");
        assert!(output.status.success(), "{start}: {output:?}");
        let kept = fs::read_to_string(player.folder.join("kept.usi")).unwrap();
        assert!(kept.ends_with(&format!(" moves {moves}\n")), "{start}: {kept}");
    }
}
