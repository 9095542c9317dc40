//! Moves as people type them: played, refused with a reason, asked back, and taken back.

use super::Player;
use crate::support;
use kumataka::game::Figure;
use kumataka::variants::Variant;
use std::fs;

/// A move against the rules in a position, with what is said of it in English and in Japanese.
struct Refused {
    sfen: &'static str,
    line: &'static str,
    said: [&'static str; 2],
}

const fn refused(sfen: &'static str, line: &'static str, said: [&'static str; 2]) -> Refused {
    Refused { sfen, line, said }
}

const REFUSED: [Refused; 9] = [
    refused("4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e", ["Nifu", "二歩"]),
    refused("7lk/9/8G/9/9/9/9/9/K8 b P 1", "1二歩", ["Uchifuzume", "打ち歩詰め"]),
    refused("4k4/4r4/9/9/9/9/9/4G4/4K4 b - 1", "5h4h", ["your king in check", "玉を取られて"]),
    refused("4k4/9/9/9/9/9/9/9/4K4 b - 1", "5i5g", ["does not move that way", "そこへ動けません"]),
    refused("4k4/8P/9/9/9/9/9/9/4K4 b - 1", "11歩不成", ["has to promote", "成らなければ"]),
    refused("4k4/9/9/9/4p4/9/9/9/4K4 b G 1", "G*5e", ["empty square", "駒のあるマス"]),
    refused("4k4/9/9/9/9/9/9/9/4K4 b N 1", "N*5b", ["could never move", "行き所のない駒"]),
    refused("4k4/9/9/9/9/9/9/9/4K4 b - 1", "7g7f", ["no piece on that square", "駒はありません"]),
    refused("4k4/9/9/9/9/9/9/9/4K4 b - 1", "P*5e", ["do not hold", "持っていません"]),
];

#[test]
fn what_is_against_the_rules_is_explained() {
    for (language, name) in ["en", "ja"].into_iter().enumerate() {
        for case in REFUSED {
            let output = Player::new("refused")
                .pipe(&["--both", "--lang", name, "--sfen", case.sfen], format!("{}\n", case.line).as_bytes());
            let said = super::text(&output.stdout);
            assert!(said.contains(case.said[language]), "{} {}: {said}", case.sfen, case.line);
            assert!(!said.contains("2> "), "{} {} was played", case.sfen, case.line);
        }
    }
}

#[test]
fn a_refused_move_leaves_the_person_on_turn() {
    let player = Player::new("refusal");
    let table = player.sit(&["--both"]);
    table.prompt("1>");
    assert!(table.answer("7g7e", "1>").contains("does not move that way"));
    assert!(table.answer("55角", "1>").contains("No piece of that kind"));
    assert!(table.answer("hello", "1>").contains("\"hello\" is neither a move"));
    table.answer("P-7f", "2>");
    table.answer("３四歩", "3>");
}

#[test]
fn an_ambiguous_move_is_asked_back() {
    let player = Player::new("ambiguous");
    let table = player.sit(&["--both", "--usi", "--sfen", "4k4/9/9/9/4p4/3G1G3/9/9/4K4 b G 1"]);
    table.prompt("1>");
    table.answer("5五金", "Which? 1 4f5e  2 6f5e:");
    table.answer("3", "A number, or Enter for neither 1 4f5e  2 6f5e:");
    table.answer("", "1>");
    table.answer("5五金", "Which? 1 4f5e  2 6f5e:");
    table.answer("6f5e", "2>");
    table.answer("save golds.usi", "2>");
    assert!(fs::read_to_string(player.folder.join("golds.usi")).unwrap().contains("moves 6f5e"));
}

#[test]
fn a_promotion_is_asked_back() {
    let player = Player::new("promotion");
    let table = player.sit(&["--both", "--lang", "ja", "--sfen", "4k4/9/9/6S2/9/9/9/9/4K4 b - 1"]);
    table.prompt("1>");
    table.press("33銀\r");
    let asked = table.text("どちらですか");
    assert!(asked.contains("３三銀成") && asked.contains("３三銀不成"), "{asked}");
    table.answer("１", "2>");
    table.answer("保存 silver.usi", "2>");
    assert!(fs::read_to_string(player.folder.join("silver.usi")).unwrap().contains("moves 3d3c+"));
}

#[test]
fn both_plies_are_taken_back_and_come_again() {
    let player = Player::new("undo");
    let table = player.sit(&["--level", "0", "--black"]);
    table.prompt("1>");
    table.answer("2g2f", "3>");
    table.answer("save before.usi", "3>");
    table.answer("undo", "1>");
    assert!(table.answer("undo", "1>").contains("nothing to take back"));
    table.answer("redo", "3>");
    table.answer("save after.usi", "3>");
    let game = |name| fs::read_to_string(player.folder.join(name)).unwrap();
    assert_eq!(game("before.usi"), game("after.usi"));
    assert!(table.answer("redo", "3>").contains("nothing to play again"));
}

#[test]
fn a_game_against_the_program_ends_with_mate() {
    let player = Player::new("mate");
    let table = player.sit(&["--level", "0", "--black", "--sfen", "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1"]);
    table.prompt("1>");
    assert!(table.answer("G*5b", "2>").contains("You win by mate."));
    assert!(table.answer("7g7f", "2>").contains("The game is over"));
    assert!(table.answer("hint", "2>").contains("The game is over"));
    table.answer("undo", "1>");
    table.press("resign\r");
    table.question("Resign? [y/N]");
    table.answer("n", "1>");
    table.press("resign\r");
    table.question("Resign? [y/N]");
    assert!(table.answer("y", "1>").contains("You lose by resignation."));
}

#[test]
fn a_coach_reviews_the_game_behind_a_mate() {
    let player = Player::new("mate-review");
    let table = player.sit(&["--coach", "--level", "0", "--black", "--sfen", "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1"]);
    table.prompt("1>");
    let screen = table.answer("G*5b", "2>");
    let told =
        ["check", "You win by mate.", "1 G*5b: ", "Black: accuracy 100 %", "White: accuracy -", "No move has turned"];
    support::assert_in_order(&screen, &told);
    assert!(screen.contains("v玉"), "the board still stands there:\n{screen}");
    assert!(table.answer("board", "2>").contains("You win by mate."));
}

#[test]
fn the_program_plays_whole_games() {
    for variant in ["shogi", "torishogi", "dobutsu", "shoshogi"] {
        watch(variant);
    }
}

#[test]
#[ignore = "a minute long"]
fn the_program_plays_a_whole_game_of_every_variant() {
    super::variants().into_iter().for_each(watch);
}

/// A whole game of the program against itself, which is saved.
fn watch(variant: &str) {
    let player = Player::new("watch");
    let table = player.sit(&["--watch", "--level", "0", "--variant", variant]);
    table.screen("the end of the game", |screen| {
        let text = screen.contents();
        text.contains(" wins") || text.contains("is drawn")
    });
    table.answer("save game.usi", &table.any_prompt());
    assert!(fs::read_to_string(player.folder.join("game.usi")).unwrap().contains(" moves "), "{variant}");
}

/// A move, the same one in Japanese, one against the rules, a hint and the end, in every game and either language.
#[test]
fn every_variant_is_played_by_people() {
    fn check(game: Variant) {
        let start = game.start();
        let first = start.legal_moves()[0];
        let (usi, japanese) = (game.usi(first), start.japanese(first, None));
        let said = [
            ("en", ["no piece on that square", "Move the ", "Resign?", "Black wins by resignation."]),
            ("ja", ["駒はありません", "を動かしてみましょう", "投了しますか", "先手の勝ちです（投了）。"]),
        ];
        for (language, [refused, hinted, asked, ended]) in said {
            let player = Player::new("people");
            let table = player.sit(&["--both", "--variant", game.name(), "--lang", language]);
            let screen = table.prompt("1>");
            let mut figures = game.cells().filter_map(|cell| start.figure(cell));
            let mut is_shown = |figure: Figure| screen.contains(&game.face(figure.kind).shown(false));
            // Of a board wider than the terminal a part is shown.
            let shown = if game.files() > 16 { figures.any(&mut is_shown) } else { figures.all(&mut is_shown) };
            assert!(shown, "{}: {screen}", game.name());
            table.answer(&usi, "2>");
            table.answer("undo", "1>");
            table.answer(&japanese, "2>");
            let screen = table.answer(&usi, "2>");
            assert!(screen.contains(refused), "{}: {screen}", game.name());
            // It takes its time, so that one in Japanese stands for all.
            if language == "en" || game.name() == "shogi" {
                let screen = table.answer("hint", "2>");
                assert!(screen.contains(hinted), "{}: {screen}", game.name());
            }
            table.press("resign\r");
            table.question(asked);
            let screen = table.answer("y", "2>");
            assert!(screen.contains(ended), "{}: {screen}", game.name());
        }
    }
    Variant::ALL.iter().for_each(|&game| check(game));
}

/// The squares of a lion's last move are marked, the one on its way too, and its moves are typed in every notation.
#[test]
fn lions_are_moved_at_the_table() {
    let sfen = "k11/12/12/12/5pp5/5p6/5N6/12/12/12/12/K11 b - 1";
    for text in ["7g7f6e", "7六・6五獅", "Lnx76x65"] {
        let output = Player::new("lion").pipe(
            &["--both", "--variant", "chushogi", "--usi", "--sfen", sfen],
            format!("{text}\nsave game.kif\n").as_bytes(),
        );
        let said = super::text(&output.stdout);
        assert!(said.contains("  1 7g7f6e"), "{text}: {said}");
        let lines: Vec<&str> = said.lines().collect();
        let files = lines.iter().rposition(|line| line.trim_start().starts_with("12 ")).unwrap();
        let ranks = lines[files + 1..files + 13].iter().filter(|line| line.contains('*'));
        let marked: String = ranks.filter_map(|line| line.chars().next_back()).collect();
        assert_eq!(marked, "efg", "{text}: the squares of the move in\n{said}");
    }
    let protected = "k11/12/12/5g6/5n6/12/5N6/12/12/12/12/K11 b - 1";
    let output = Player::new("protected")
        .pipe(&["--both", "--variant", "chushogi", "--lang", "en", "--sfen", protected], b"7g7e\n7g7f\n");
    let said = super::text(&output.stdout);
    assert!(said.contains("A lion may not take a protected lion"), "{said}");
    assert!(said.contains("2> "), "{said}");
}

#[test]
fn handicaps_of_chu_shogi_begin_with_white() {
    let player = Player::new("lions");
    let output = player.pipe(
        &["--both", "--variant", "chushogi", "--lang", "ja", "--handicap", "three-lions"],
        "3五歩\nsave game.usi\n".as_bytes(),
    );
    let said = super::text(&output.stdout);
    assert!(said.contains("成獅"), "{said}");
    let game = fs::read_to_string(player.folder.join("game.usi")).unwrap();
    assert!(game.contains(" w - 1 moves 3d3e"), "{game}");
}

#[test]
fn a_game_of_animals_ends_with_the_capture_of_the_lion() {
    let player = Player::new("animals");
    let table = player.sit(&["--both", "--variant", "dobutsu"]);
    table.prompt("1>");
    assert!(table.answer("help", "1>").contains("Cx2b or 22ひよこ"));
    table.answer("22ひよこ", "2>");
    table.answer("G-3b", "3>");
    assert!(table.answer("21ひよこ不成", "3>").contains("It has to promote there."));
    assert!(table.answer("declare", "3>").contains("There are no declarations in this game."));
    assert!(table.answer("2b2a", "4>").contains("Black wins: the lion has been captured."));
}
