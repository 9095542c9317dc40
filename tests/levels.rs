//! The weak levels against a program that sees one move ahead, and the moves that they make.

mod yardstick;

use crate::support::on_large_stack;
use kumataka::eval::Evaluator;
use kumataka::game::{Playable as _, PlayablePosition as _, Position as _};
use kumataka::rules::{Move, Position};
use kumataka::search::{Limits, SearchOptions, Searcher};
use kumataka::variants::Shogi;
use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;
use yardstick::Yardstick;

type Shogis = Position<Shogi>;

/// A player of a weak level, whose mistakes are the same in every run.
struct Player {
    searcher: Searcher<Shogi, Evaluator<Shogi>>,
    options: SearchOptions,
}

impl Player {
    fn of(level: i32) -> Self {
        let searcher = Searcher::new(1, Evaluator::new(Shogi)).unwrap();
        Self { searcher, options: SearchOptions { skill_level: level, ..SearchOptions::default() } }
    }

    fn choose(&mut self, position: &Shogis) -> Option<Move> {
        self.searcher.think(position, &Limits::new(), &self.options, &mut ()).best
    }
}

/// A start of random moves, another for each number.
fn opening(plies: usize, random: &mut Xoshiro256PlusPlus) -> Shogis {
    let mut position = Shogi.start();
    for _ in 0..plies {
        let m = Yardstick::Random.choose(&position, random).unwrap();
        position.make(m, &mut ());
    }
    position
}

/// Wins of a careful one-ply program against a level in this many games; others may be drawn.
fn careful_wins(level: i32, games: usize) -> usize {
    /// A game that is longer counts as drawn.
    const LONGEST: u32 = 200;
    let (mut player, mut random) = (Player::of(level), Xoshiro256PlusPlus::seed_from_u64(1));
    let wins = |number: usize, player: &mut Player, random: &mut Xoshiro256PlusPlus| {
        let mut position = opening(4, random);
        let own = if number.is_multiple_of(2) { position.side_to_move() } else { !position.side_to_move() };
        while position.verdict().is_none() && position.game_ply() < LONGEST {
            let chosen = if position.side_to_move() == own {
                Yardstick::Careful.choose(&position, random)
            } else {
                player.choose(&position)
            };
            match chosen {
                Some(m) => position.make(m, &mut ()),
                None => break,
            }
        }
        position.verdict().is_some_and(|verdict| verdict.winner == Some(own))
    };
    (0..games).filter(|&number| wins(number, &mut player, &mut random)).count()
}

/// The first moves of a game between two players of a level, up to the first capture.
fn quiet_opening(level: i32) -> Vec<String> {
    const LONGEST: usize = 20;
    let (mut player, mut position, mut moves) = (Player::of(level), Shogi.start(), Vec::new());
    while moves.len() < LONGEST {
        let m = player.choose(&position).expect("no game ends so early");
        if position.is_capture(m) {
            break;
        }
        moves.push(Shogi.usi(m).to_string());
        position.make(m, &mut ());
    }
    moves
}

/// Matches of 100 games found shares of 95.5 % against level -10, 61.5 % against -4 and 1 % against 1; the bounds leave three
/// standard deviations.
#[test]
fn a_careful_program_of_one_ply_stands_between_the_weak_levels() {
    on_large_stack(|| {
        for (level, bounds) in [(-10, 16..=20), (-4, 6..=18), (1, 0..=3)] {
            let wins = careful_wins(level, 20);
            assert!(bounds.contains(&wins), "level {level}: {wins} of 20");
        }
    });
}

/// Before pieces meet no piece goes to and fro, and no lance moves for want of a plan.
#[test]
fn weak_levels_develop_their_pieces() {
    const LANCES: [&str; 4] = ["9i", "1i", "9a", "1a"];
    on_large_stack(|| {
        for level in SearchOptions::WEAKEST..=-2 {
            let moves = quiet_opening(level);
            let is_lance = |text: &String| LANCES.iter().any(|lance| text.starts_with(lance));
            let goes_back = |(there, back): (&String, &String)| there[..2] == back[2..4] && there[2..4] == back[..2];
            assert!(!moves.iter().any(is_lance), "level {level}: {moves:?}");
            assert!(!moves.iter().zip(moves.iter().skip(2)).any(goes_back), "level {level}: {moves:?}");
        }
    });
}
