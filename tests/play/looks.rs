//! What is drawn: on terminals of any width and ability, and over pipes.

use super::terminal::rows;
use super::{Player, text};
use kumataka::variants::Variant;
use vt100::Screen;

const ESCAPE: u8 = 0x1b;
const BELL: u8 = 0x07;

/// A game with pieces in hand of both sides and promoted pieces.
const HANDS: &str = "l2g4l/1ks3+R2/ppn1p1n1p/2pp2p2/5P3/2P1P1P2/PPNPS3P/1SG6/LK5+bL b BGS2Pgnp 1";

/// The cells of the widest row that is drawn.
fn widest(screen: &Screen) -> usize {
    rows(screen).iter().map(|row| unicode_width(row.trim_end())).max().unwrap_or(0)
}

/// Kanji and what is drawn beside them take two cells; other characters one.
fn unicode_width(text: &str) -> usize {
    text.chars().map(|c| if matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{ffef}') { 2 } else { 1 }).sum()
}

#[test]
fn nothing_is_wider_than_the_terminal() {
    for columns in [40, 60, 80, 120] {
        for language in ["en", "ja"] {
            for arguments in [&["--both", "--tc", "600+10"][..], &["--white", "--level", "3", "--letters"]] {
                let arguments = [arguments, &["--lang", language, "--sfen", HANDS]].concat();
                let player = Player::new("columns");
                let table = player.sit_before(columns, &[], &arguments);
                table.any_prompt();
                table.screen("rows within the terminal", |screen| {
                    !(0..screen.size().0.get()).any(|row| screen.row_wrapped(row)) && widest(screen) <= columns.into()
                });
            }
        }
    }
}

/// A game of twenty moves, each of which leaves the game open.
fn twenty_moves(game: Variant) -> String {
    let mut position = game.start();
    let mut line = "startpos moves".to_owned();
    for ply in 0..20 {
        let mut moves = position.legal_moves();
        let first = ply * 7 % moves.len();
        moves.rotate_left(first);
        let mut behind = moves.into_iter().map(|m| {
            let mut behind = position.clone();
            behind.make(m);
            (m, behind)
        });
        let (m, next) = behind.find(|(_, behind)| behind.verdict().is_none()).unwrap();
        line += &format!(" {}", game.usi(m));
        position = next;
    }
    line + "\n"
}

#[test]
fn boards_of_all_sizes_fit_the_usual_terminals() {
    for game in [Variant::Chu, Variant::Dai, Variant::Dobutsu] {
        let player = Player::new("sizes");
        std::fs::write(player.folder.join("game.usi"), twenty_moves(game)).unwrap();
        for columns in [60, 80, 120] {
            let table =
                player.sit_before(columns, &[], &["game.usi", "--both", "--variant", game.name(), "--tc", "600"]);
            table.prompt("21>");
            table.screen("rows within the terminal", |screen| {
                !(0..screen.size().0.get()).any(|row| screen.row_wrapped(row)) && widest(screen) <= columns.into()
            });
        }
    }
}

#[test]
fn a_terminal_without_colours_gets_none() {
    for (columns, dropped) in [(80, " 角*"), (40, "*角")] {
        let player = Player::new("no-color");
        let table = player.sit_before(columns, &[("NO_COLOR", "1")], &["--both", "--sfen", HANDS]);
        table.prompt("1>");
        let screen = table.answer("B*5e", "2>");
        let rank = screen.lines().find(|row| row.contains(dropped));
        assert!(rank.is_some_and(|row| row.contains(" e")), "{dropped} in\n{screen}");
        table.press("quit\r");
        let bytes = table.end().bytes;
        assert_eq!(colours(&bytes), [""; 0], "{}", text(&bytes));
    }
}

#[test]
fn a_pipe_is_told_where_the_last_move_went() {
    let said = text(&Player::new("pipe-mark").pipe(&["--both", "--sfen", HANDS], b"B*5e\n").stdout);
    assert!(said.lines().any(|line| line.contains(" 角*") && line.ends_with(" e")), "{said}");
    let letters = ["--both", "--letters", "--sfen", HANDS];
    let said = text(&Player::new("pipe-mark").pipe(&letters, b"B*5e\n").stdout);
    assert!(said.lines().any(|line| line.contains(" B*") && line.ends_with(" e")), "{said}");
}

/// The parameters of all sequences that set colours and the like, but for those that set them back.
fn colours(bytes: &[u8]) -> Vec<String> {
    let sequences = bytes.split(|&byte| byte == ESCAPE).skip(1).filter_map(|sequence| {
        let end = sequence.iter().position(u8::is_ascii_alphabetic).filter(|&at| sequence[at] == b'm')?;
        Some(String::from_utf8_lossy(&sequence[1..end]).into_owned())
    });
    sequences.filter(|parameters| !matches!(&**parameters, "" | "0")).collect()
}

#[test]
fn a_terminal_of_eight_colours_gets_those() {
    for term in ["linux", "xterm", "vt220"] {
        let player = Player::new("eight-colours");
        let table = player.sit_before(80, &[("TERM", term)], &["--both", "--sfen", HANDS]);
        table.prompt("1>");
        table.answer("B*5e", "2>");
        table.press("quit\r");
        let colours = colours(&table.end().bytes);
        // White's pieces, promoted ones, and the square of the last move.
        for expected in ["36", "1;31", "31", "1;7"] {
            assert!(colours.iter().any(|colour| colour == expected), "{term} {expected}: {colours:?}");
        }
        let all = colours.iter().flat_map(|colour| colour.split(';'));
        let known = |parameter: &str| matches!(parameter, "1" | "2" | "7" | "31" | "36");
        assert_eq!(all.filter(|parameter| !known(parameter)).collect::<Vec<_>>(), [""; 0], "{term}");
    }
}

#[test]
fn more_colours_are_used_where_they_are() {
    for variables in [[("TERM", "xterm-256color"), ("COLORTERM", "")], [("TERM", "xterm"), ("COLORTERM", "truecolor")]]
    {
        let player = Player::new("colours");
        let table = player.sit_before(80, &variables, &["--both"]);
        table.prompt("1>");
        table.press("quit\r");
        let colours = colours(&table.end().bytes);
        assert!(colours.iter().any(|colour| colour.contains("48;5;223")), "{variables:?}: {colours:?}");
    }
}

#[test]
fn a_dumb_terminal_gets_plain_lines() {
    let player = Player::new("dumb");
    let table = player.sit_before(80, &[("TERM", "dumb")], &["--both"]);
    table.prompt("1>");
    table.answer("7g7f", "2>");
    table.press("quit\r");
    let bytes = table.end().bytes;
    assert!(!bytes.contains(&ESCAPE) && bytes.is_ascii(), "{}", text(&bytes));
}

#[test]
fn pipes_get_plain_lines() {
    let output = Player::new("pipe").pipe(&["--both"], b"7g7f\nundo\nhelp\n");
    assert!(output.status.success() && !output.stdout.contains(&ESCAPE), "{output:?}");
    assert!(text(&output.stdout).contains("2> "));
}

#[test]
fn a_resized_terminal_is_drawn_at_its_new_size() {
    let player = Player::new("resize");
    let table = player.sit(&["--both", "--lang", "ja", "--sfen", HANDS]);
    table.prompt("1>");
    table.resize(40);
    table.answer("盤面", "1>");
    table.screen("rows of 40 cells", |screen| widest(screen) <= 40);
    table.resize(100);
    table.answer("盤面", "1>");
    table.screen("the players beside the board", |screen| widest(screen) > 45);
}

#[test]
fn help_fits_sixty_columns_and_leaves_the_screen_whole() {
    for language in ["en", "ja"] {
        let player = Player::new("help");
        let table = player.sit_before(60, &[], &["--both", "--lang", language]);
        table.prompt("1>");
        table.answer("help", "1>");
        table.screen("unbroken rows", |screen| !(0..screen.size().0.get()).any(|row| screen.row_wrapped(row)));
        table.answer("7g7f", "2>");
    }
}

#[test]
fn a_clock_runs_beside_what_is_typed() {
    let player = Player::new("clock");
    let table = player.sit(&["--both", "--byoyomi", "900"]);
    let rows = table.prompt("1>");
    assert_eq!(rows.lines().rev().nth(2), Some(""), "a free row stands below the board:\n{rows}");
    table.press("7g");
    let screen = table.screen("a clock that runs", |screen| {
        let text = screen.contents();
        (660..=897).any(|second| text.contains(&format!("{}:{:02}", second / 60, second % 60)))
    });
    assert!(screen.contains("1> 7g\n") || screen.ends_with("1> 7g"), "{screen}");
    table.answer("7f", "2>");
}

#[test]
fn a_fallen_flag_ends_the_game() {
    let player = Player::new("flag");
    let table = player.sit(&["--both", "--byoyomi", "1"]);
    table.prompt("1>");
    table.text("White wins on time. Press Enter.");
    table.text("0:00");
    table.answer("7g7f", "1>");
    table.screen("the end without the notice", |screen| {
        let text = screen.contents();
        text.contains("White wins on time.") && !text.contains("Press Enter.")
    });
}

#[test]
fn a_flag_of_a_person_falls_at_once_with_a_bell_on_request() {
    for (bell, rings) in [(&[][..], false), (&["--bell"], true)] {
        let player = Player::new("bell");
        let table = player.sit(&[&["--black", "--byoyomi", "2s", "--tc", "0m"], bell].concat());
        table.text("You lose on time. Press Enter.");
        assert!(table.answer("", "1>").contains("You lose on time."));
        table.press("quit\r");
        assert_eq!(table.end().bytes.contains(&BELL), rings);
    }
}

#[test]
fn the_first_board_says_what_to_type() {
    for (language, said) in [("en", "hint · undo · help"), ("ja", "ヒント · 待った · ヘルプ")] {
        let player = Player::new("signpost");
        let table = player.sit(&["--both", "--lang", language]);
        table.prompt("1>");
        table.text(said);
        assert!(!table.answer("7g7f", "2>").contains(said));
    }
}

/// What the dice of a linear congruential generator throw.
fn noise(seed: u64, count: usize) -> Vec<u8> {
    let mut state = seed;
    let next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    std::iter::repeat_with(next).take(count).collect()
}

#[test]
fn any_bytes_are_survived() {
    for seed in 0..3 {
        let output = Player::new("noise").pipe(&["--both"], &noise(seed, 20_000));
        assert!(output.status.success(), "{seed}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let player = Player::new("terminal-noise");
    let table = player.sit(&["--both"]);
    table.prompt("1>");
    table.press([0xff, 0xc3, 0x28, 0xf0, 0x9f, 0x00, b'\r']);
    table.answer("", "1>");
    table.answer("7g7f", "2>");
}

#[test]
fn every_variant_is_drawn() {
    for variant in super::variants() {
        for letters in [&[][..], &["--letters"]] {
            let player = Player::new("variant");
            let table = player.sit(&[&["--both", "--variant", variant], letters].concat());
            table.prompt("1>");
            let help = table.answer("help", "1>");
            let declares = variant == "shogi";
            assert!(help.contains("undo") && help.contains("declare:") == declares, "{help}");
        }
    }
}

#[test]
fn tiny_terminals_and_long_pastes_are_survived() {
    let player = Player::new("tiny");
    let table = player.sit(&["--both", "--tc", "600+10"]);
    table.prompt("1>");
    for (rows, columns) in [(5, 20), (1, 5)] {
        table.resize_to(rows, columns);
        table.answer("board", "1>");
    }
    table.resize_to(24, 80);
    table.answer("board", "1>");
    let screen = table.answer(&"x".repeat(2000), "1>");
    assert!(screen.contains("\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…\" is neither a move"), "{screen}");
    table.press("\x1b[200~7g7f\n3c3d\n\x1b[201~");
    assert!(table.answer("", "1>").contains("\"7g7f…\" is neither a move"));
    table.answer("7g7f", "2>");
}
