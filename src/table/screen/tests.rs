//! The drawn screen of every game at the usual widths, with moves played and full hands.

use super::*;
use crate::jobs::notation::Notation;
use crate::record::fullwidth_number;
use crate::variants::Variant;
use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom as _;
use std::time::Duration;

/// Rows for which no board is too high.
const ROWS: usize = 50;

fn look(letters: bool, language: Language) -> Look {
    Look { language, letters, palette: Palette::None, flipped: false, middle: None, in_place: true }
}

/// A game of 30 moves that is not over, in which each side takes what it can.
fn played(variant: Variant) -> Game {
    const PLIES: usize = 30;
    let name = "Kumataka (level 4, 10 kyu)";
    for seed in 0..1000 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Game::new(variant.start(), [name, "You"].map(str::to_owned));
        while game.plies() < PLIES {
            let mut moves = game.position().legal_moves();
            moves.shuffle(&mut random);
            // Captures come first.
            moves.sort_by_key(|&m| game.position().figure(variant.way(m).to).is_none());
            let Some(&m) = moves.iter().find(|&&m| leaves_open(game.position(), m)) else { break };
            game.play(m, Duration::ZERO);
        }
        if game.plies() == PLIES {
            return game;
        }
    }
    panic!("every game of {variant} ends early")
}

fn leaves_open(position: &AnyPosition, m: AnyMove) -> bool {
    let mut behind = position.clone();
    behind.make(m);
    behind.verdict().is_none()
}

fn view(game: &Game, look: Look) -> View<'_> {
    let notation = Notation::of(game.start().variant(), look.language, None, look.letters);
    let clock = || Some("10:00 +30s".to_owned());
    let seats = Color::ALL.map(|side| Seat { name: game.name(side), clock: clock() });
    View { position: game.position(), last: game.last(), marks: Vec::new(), seats, moves: numbered(game, notation) }
}

/// The texts of lines, without the blanks at their ends.
fn texts(lines: &[Line]) -> Vec<String> {
    lines.iter().map(|line| line.text.as_str().trim_end().to_owned()).collect()
}

/// True if the lines of the board follow each other on the screen, each at the beginning of a line.
fn holds(screen: &[String], board: &[String]) -> bool {
    screen.windows(board.len()).any(|window| window.iter().zip(board).all(|(line, part)| line.starts_with(part)))
}

#[test]
fn every_game_fits_the_usual_terminals() {
    for &variant in Variant::ALL {
        let game = played(variant);
        for (letters, language) in [(false, Language::En), (false, Language::Ja), (true, Language::En)] {
            let look = look(letters, language);
            let view = view(&game, look);
            for columns in [60, 80, 120] {
                let layout = view.lay_out(look, Some((columns, ROWS)));
                let screen = texts(&layout.lines);
                let place = format!("{variant} {letters} {language:?} {columns}\n{}", screen.join("\n"));
                assert!(width_of(&layout.lines) <= columns, "{place}");
                let board = |roomy, letters| Artist::new(&view, Look { letters, ..look }, roomy).board();
                let last = view.moves[view.moves.len() - 1].trim_start();
                assert!(screen.iter().any(|line| line.ends_with(last)), "{place}");
                let fits = |letters| width_of(&board(false, letters)) <= columns;
                let Some(letters) = [letters, true].into_iter().find(|&letters| fits(letters)) else {
                    let file = variant.way(game.last().unwrap()).to.file + 1;
                    let file = [file.to_string(), fullwidth_number(file)];
                    let names = screen.iter().find(|line| line.contains(['<', '>']));
                    assert!(
                        names.is_some_and(|names| names.split(' ').any(|name| file.iter().any(|file| file == name))),
                        "{place}"
                    );
                    continue;
                };
                assert!([true, false].iter().any(|&roomy| holds(&screen, &texts(&board(roomy, letters)))), "{place}");
            }
        }
    }
}

#[test]
fn moves_go_below_and_then_away_where_there_is_no_room() {
    let game = played(Variant::Chu);
    let look = look(false, Language::En);
    let view = view(&game, look);
    let lay_out = |columns, rows| view.lay_out(look, Some((columns, rows)));
    let [wide, narrow, low] = [lay_out(120, ROWS), lay_out(80, ROWS), lay_out(80, 20)];
    assert!(wide.lists_moves && !narrow.lists_moves && !low.lists_moves);
    assert_eq!((wide.lines.len(), narrow.lines.len(), low.lines.len()), (13, 14, 13));
    assert!(texts(&narrow.lines)[13].contains("  30 "), "{:?}", texts(&narrow.lines));
}

/// The names of files above the board and of ranks beside it.
fn names(layout: &Layout) -> (Vec<String>, Vec<String>) {
    let board = texts(&layout.lines);
    let is_file = |name: &&str| name.bytes().all(|letter| letter.is_ascii_digit() || b"<>".contains(&letter));
    let files = board[0].split_whitespace().take_while(is_file).map(str::to_owned).collect();
    let is_rank = |name: &&str| name.bytes().all(|letter| letter.is_ascii_lowercase());
    let rank = |line: &String| line.split_whitespace().find(is_rank).map(str::to_owned);
    (files, board[1..].iter().filter_map(rank).collect())
}

#[test]
fn a_part_of_a_large_board_follows_the_last_move_and_the_person() {
    let mut game = Game::new(Variant::Taikyoku.start(), ["Kumataka", "You"].map(str::to_owned));
    let start = look(false, Language::En);
    let part = |game: &Game, look: Look| names(&view(game, look).lay_out(look, Some((80, 24))));
    let (files, ranks) = part(&game, start);
    assert_eq!((files[0].as_str(), files.last().unwrap().as_str(), files.len()), ("<", ">", 11));
    assert_eq!((ranks[0].as_str(), ranks.last().unwrap().as_str(), ranks.len()), ("v", "aj", 15));
    let m = game.position().parse_move("1z1y").unwrap();
    game.play(m, Duration::ZERO);
    let (files, ranks) = part(&game, start);
    assert_eq!((files.last().unwrap().as_str(), ranks[7].as_str()), ("1", "y"));
    let chosen = Look { middle: Some(Cell { file: 35, rank: 0 }), ..start };
    let (files, ranks) = part(&game, chosen);
    assert_eq!((files[0].as_str(), ranks[0].as_str()), ("36", "a"));
    let next = stepped(Variant::Taikyoku, chosen.middle(Variant::Taikyoku, None), chosen, "right");
    assert_eq!(next, Some(Cell { file: 29, rank: 0 }));
    assert_eq!(
        stepped(Variant::Taikyoku, Cell { file: 3, rank: 3 }, Look { flipped: true, ..start }, "up").unwrap().rank,
        9
    );
}

#[test]
fn a_terminal_that_is_too_narrow_for_any_board_gets_a_notice() {
    let game = played(Variant::Dai);
    let view = view(&game, look(false, Language::En));
    let told = [(Language::En, "The board takes "), (Language::Ja, "盤には")];
    for (language, told) in told {
        let layout = view.lay_out(look(false, language), Some((22, ROWS)));
        let screen = texts(&layout.lines);
        assert!(screen[0].starts_with(told) && screen.len() <= 5, "{screen:?}");
        assert!(width_of(&layout.lines) <= 22);
    }
}
