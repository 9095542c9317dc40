//! The kernel of the large games against the walk: whole sets of moves, and the positions after them.

use super::board::{Walk, square};
use super::games::{GAMES, GameFiles, TSA, scattered};
use super::steps::Step;
use kumataka::any::{AnyMove, AnyPosition};
use kumataka::board::Color;
use kumataka::game::{RuleChoices, SfenMode};
use kumataka::variants::Variant;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// The position of the kernel beside that of the walk.
struct Pair<'g> {
    source: &'static GameFiles,
    kernel: AnyPosition,
    walk: Walk<'g>,
}

fn variant(source: &GameFiles) -> Variant {
    source.name.parse().unwrap_or_else(|_| panic!("no game {}", source.name))
}

fn read(source: &GameFiles, sfen: &str) -> AnyPosition {
    let game = variant(source);
    let mut position =
        game.read_sfen(sfen, SfenMode::Mate).unwrap_or_else(|error| panic!("{}: {error}: {sfen}", source.name));
    if !source.choice.is_empty() {
        let mut choices = RuleChoices::default();
        choices.choose_text(game.name(), &game.options(), source.choice).expect("a choice of the game");
        position.set_rules(&choices);
    }
    position
}

impl<'g> Pair<'g> {
    fn new(source: &'static GameFiles, walk: Walk<'g>) -> Self {
        Self { source, kernel: read(source, &walk.sfen()), walk }
    }

    /// All moves, which the kernel must have too, each with that of the kernel.
    fn moves(&self) -> Vec<(Step, AnyMove)> {
        let named = |m: AnyMove| (variant(self.source).usi(m), m);
        let mut of_kernel: Vec<(String, AnyMove)> = self.kernel.legal_moves().into_iter().map(named).collect();
        let mut of_walk: Vec<(String, Step)> =
            self.walk.steps().into_iter().map(|step| (self.walk.text(step), step)).collect();
        of_kernel.sort_by(|one, other| one.0.cmp(&other.0));
        of_walk.sort_by(|one, other| one.0.cmp(&other.0));
        let kernel: Vec<&String> = of_kernel.iter().map(|(text, _)| text).collect();
        let walk: Vec<&String> = of_walk.iter().map(|(text, _)| text).collect();
        if kernel != walk {
            let name = |text: &&String| format!("{} {text}", self.name(text));
            let extra: Vec<String> = kernel.iter().filter(|text| !walk.contains(text)).map(name).collect();
            let missing: Vec<String> = walk.iter().filter(|text| !kernel.contains(text)).map(name).collect();
            let place = format!("{}: {}", self.source.name, self.walk.sfen());
            panic!(
                "{place}\nonly the kernel has {extra:?}, only the walk {missing:?}; {} and {}",
                kernel.len(),
                walk.len()
            );
        }
        of_walk.into_iter().zip(of_kernel).map(|((_, step), (_, m))| (step, m)).collect()
    }

    /// The piece that a move moves.
    fn name(&self, text: &str) -> String {
        if text.contains('*') {
            return String::new();
        }
        let end = text.find(|c: char| c.is_ascii_alphabetic()).expect("a rank");
        let length = text[end..].find(|c: char| !c.is_ascii_alphabetic()).expect("a target");
        let place = self.walk.board.keys().find(|&&place| square(place) == text[..end + length]);
        place.map_or_else(String::new, |place| self.walk.face(self.walk.board[place]).name.clone())
    }

    /// Plays a move; the positions after it must agree, and so must the end of the game.
    fn play(&mut self, (step, m): (Step, AnyMove)) {
        let (before, played) = (self.walk.sfen(), self.walk.text(step));
        self.kernel.make(m);
        self.walk.play(step);
        let text = || format!("{}: {played} in {before}", self.source.name);
        assert_eq!(self.kernel.sfen(), self.walk.sfen(), "{}", text());
        let lost = Color::ALL.map(|color| self.walk.royals(color == Color::Black).is_empty());
        if lost != [false; 2] {
            let winner = self.kernel.verdict().and_then(|verdict| verdict.winner);
            assert!(winner.is_some_and(|winner| lost[(!winner).index()]), "{}: {winner:?} wins", text());
        }
    }

    /// Plays some of the moves and takes them back: positions and keys must agree before and after.
    fn try_out(&mut self, moves: &[(Step, AnyMove)], number: usize) {
        let (before, key) = (self.walk.sfen(), self.kernel.key());
        for &(step, m) in moves.iter().step_by(moves.len().div_ceil(number)) {
            let text = || format!("{}: {} in {before}", self.source.name, self.walk.text(step));
            let after = self.walk.after(step).sfen();
            self.kernel.make(m);
            assert_eq!(self.kernel.sfen(), after, "{}", text());
            if variant(self.source).read_sfen(&after, SfenMode::Mate).is_ok() {
                let anew = read(self.source, &after);
                assert_eq!(self.kernel.key(), anew.key(), "{}: another key", text());
            }
            self.kernel.unmake(m);
            assert_eq!((self.kernel.sfen(), self.kernel.key()), (before.clone(), key), "taken back: {}", text());
        }
    }
}

/// Plays random moves from the start or from a board of random pieces, captures now and then before others, so that boards
/// empty. Now and then some moves of a position are tried out.
fn play(source: &'static GameFiles, seed: u64, plies: usize, tried: usize) -> usize {
    let mut random = SmallRng::seed_from_u64(seed);
    let game = source.game();
    let start = source.start.trim_end();
    let mut walk = Walk::of(&game, start);
    let squares = (walk.files * walk.ranks) as usize;
    match seed % 4 {
        0 => {}
        1 => walk = scattered(&game, start, squares / 20, &mut random),
        2 => walk = scattered(&game, start, squares / 8, &mut random),
        _ => walk = scattered(&game, start, squares / 3, &mut random),
    }
    let mut pair = Pair::new(source, walk);
    for ply in 0..plies {
        let moves = pair.moves();
        if moves.is_empty() {
            return ply;
        }
        if ply % 16 == 3 {
            pair.try_out(&moves, tried);
        }
        let takes: Vec<(Step, AnyMove)> =
            moves.iter().copied().filter(|&(step, _)| !pair.walk.victims(step).is_empty()).collect();
        let list = if takes.is_empty() || random.random_bool(0.6) { &moves } else { &takes };
        pair.play(list[random.random_range(0..list.len())]);
    }
    plies
}

#[test]
fn the_kernel_has_the_moves_of_the_walk() {
    for source in GAMES.iter().chain([&TSA]) {
        let played: usize = (0..4).map(|seed| play(source, seed, 5, 6)).sum();
        assert!(played > 10, "{}: {played} positions", source.name);
    }
}

/// A whole match of random games.
fn play_many(name: &str, games: u64, plies: usize) {
    play_by(GAMES.iter().find(|source| source.name == name).expect(name), games, plies);
}

fn play_by(source: &'static GameFiles, games: u64, plies: usize) {
    let played: usize = (100..100 + games).map(|seed| play(source, seed, plies, 40)).sum();
    let name = format!("{} {}", source.name, source.choice);
    assert!(played > 30 * games as usize, "{name}: {played} positions");
    println!("{name}: {played} positions");
}

#[test]
#[ignore = "minutes long"]
fn two_hundred_games_of_tenjiku_by_other_rules_are_those_of_the_walk() {
    play_by(&TSA, 200, 400);
}

#[test]
#[ignore = "minutes long"]
fn two_hundred_games_of_wa_are_those_of_the_walk() {
    play_many("washogi", 200, 400);
}

#[test]
#[ignore = "minutes long"]
fn two_hundred_games_of_wa_with_drops_are_those_of_the_walk() {
    play_many("wadrops", 200, 400);
}

#[test]
#[ignore = "minutes long"]
fn two_hundred_games_of_tenjiku_are_those_of_the_walk() {
    play_many("tenjikushogi", 200, 400);
}

#[test]
#[ignore = "minutes long"]
fn two_hundred_games_of_dai_dai_are_those_of_the_walk() {
    play_many("daidaishogi", 200, 400);
}

#[test]
#[ignore = "minutes long"]
fn two_hundred_games_of_maka_are_those_of_the_walk() {
    play_many("makadaidaishogi", 200, 400);
}

#[test]
#[ignore = "minutes long"]
fn two_hundred_games_of_tai_are_those_of_the_walk() {
    play_many("taishogi", 200, 400);
}

#[test]
#[ignore = "minutes long"]
fn a_hundred_games_of_taikyoku_are_those_of_the_walk() {
    play_many("taikyokushogi", 100, 600);
}
