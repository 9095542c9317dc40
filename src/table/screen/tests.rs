//! The drawn screen of every game at the usual widths, with moves played and full hands.

use super::*;
use crate::jobs::notation::Notation;
use crate::variants::Variant;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt as _, SeedableRng as _};
use std::time::Duration;

/// Rows for which no board is too high.
const ROWS: usize = 50;

fn look(letters: bool, language: Language) -> Look {
    Look { language, letters, palette: Palette::None, flipped: false, in_place: true }
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
            moves.retain(|&m| leaves_open(game.position(), m));
            let is_capture = |m: &&AnyMove| game.position().figure(variant.way(**m).to).is_some();
            let captures: Vec<AnyMove> = moves.iter().filter(is_capture).copied().collect();
            let chosen = if captures.is_empty() { moves } else { captures };
            if chosen.is_empty() {
                break;
            }
            game.play(chosen[random.random_range(0..chosen.len())], Duration::ZERO);
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
                let board = |roomy, letters| {
                    let look = Look { letters, ..look };
                    Artist { position: view.position, last: view.last, marks: &[], look, roomy }.board()
                };
                let fits = |letters| width_of(&board(false, letters)) <= columns;
                let Some(letters) = [letters, true].into_iter().find(|&letters| fits(letters)) else {
                    assert_eq!((variant, columns, screen.len()), (Variant::Dai, 60, 2), "{place}");
                    continue;
                };
                assert!([true, false].iter().any(|&roomy| holds(&screen, &texts(&board(roomy, letters)))), "{place}");
                let last = view.moves[view.moves.len() - 1].trim_start();
                assert!(screen.iter().any(|line| line.ends_with(last)), "{place}");
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

#[test]
fn a_board_that_is_wider_than_the_terminal_gives_way_to_a_notice() {
    let game = played(Variant::Dai);
    let view = view(&game, look(false, Language::En));
    for (language, told) in [(Language::En, "The board takes 63 columns,"), (Language::Ja, "盤には63桁が必要です")]
    {
        let layout = view.lay_out(look(false, language), Some((48, ROWS)));
        let screen = texts(&layout.lines);
        assert!(screen[0].starts_with(told) && screen.len() <= 3, "{screen:?}");
        assert!(width_of(&layout.lines) <= 48);
    }
}
