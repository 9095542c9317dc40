//! Counts of legal move paths, and whole sets of legal moves, against published figures.

use kumataka::board::Square;
use kumataka::game::{Dialect, Game, Playable, PlayablePosition as _, Position as _, RuleChoices, SfenMode};
use kumataka::measure::perft::Division;
use kumataka::rules::testing::oracle::{Oracle, names, sorted};
use kumataka::rules::{Kind, Move, Position, Rules};
use kumataka::variants::{DropVariant, Shogi, Variant};
use kumataka::with_drop_game;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Larger counts are left out unless `KUMATAKA_DEEP_PERFT` names a larger limit.
const LARGEST: u64 = 25_000_000;

/// Every game has at least so many counts that are not left out.
const LEAST_ROWS: usize = 10;

fn legal<R: Rules>(position: &Position<R>) -> Vec<Move> {
    let mut moves = <R as Game>::MoveList::default();
    position.legal_moves(&mut moves);
    sorted(moves.to_vec())
}

/// The path to the first position within `depth` where the kernel and the slow generator disagree, and how.
fn divergence<R: Rules>(position: &mut Position<R>, depth: u32, budget: &mut u32) -> Option<String> {
    if *budget == 0 {
        return None;
    }
    *budget -= 1;
    let (kernel, slow) = (legal(position), Oracle::of(position).legal_moves());
    let without = |a: &[Move], b: &[Move]| a.iter().copied().filter(|m| !b.contains(m)).collect::<Vec<_>>();
    let (wrong, missing) = (without(&kernel, &slow), without(&slow, &kernel));
    if !wrong.is_empty() || !missing.is_empty() {
        let (wrong, missing) = (names(position.rules(), &wrong), names(position.rules(), &missing));
        return Some(format!("{}: wrongly generated [{wrong}], missing [{missing}]", position.sfen()));
    }
    if depth == 1 {
        return None;
    }
    kernel.into_iter().find_map(|m| {
        position.make(m, &mut ());
        let found = divergence(position, depth - 1, budget);
        position.unmake(m);
        found.map(|rest| format!("{} {rest}", position.rules().usi(m)))
    })
}

/// Compares one count; the message leads to the first wrong branch.
fn check<R: Rules>(name: &str, position: &mut Position<R>, depth: u32, expected: u64) -> Result<(), String> {
    let division = Division::new(position, depth, Dialect::Usual, &AtomicBool::new(false));
    let found = division.expect("nobody stops the count").nodes;
    if found == expected {
        return Ok(());
    }
    let branch = divergence(position, depth, &mut 20_000)
        .unwrap_or_else(|| "the slow generator agrees with the kernel as far as it went".to_owned());
    Err(format!("{name} at depth {depth}: {found} instead of {expected}\n  {branch}"))
}

/// The rows of a data file, without comments, each as a look-up by the titles of the columns.
fn rows(text: &str) -> impl Iterator<Item = HashMap<&str, &str>> {
    let mut lines = text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t'));
    let titles: Vec<&str> = lines.next().expect("a line of titles").collect();
    lines.map(move |cells| titles.iter().copied().zip(cells).collect())
}

fn is_run(nodes: u64) -> bool {
    let limit = std::env::var("KUMATAKA_DEEP_PERFT").ok();
    nodes <= limit.map_or(LARGEST, |limit| limit.parse().expect("KUMATAKA_DEEP_PERFT is a number of paths"))
}

fn report(failures: Vec<String>) {
    assert!(failures.is_empty(), "{} wrong counts:\n{}", failures.len(), failures.join("\n"));
}

/// Counts the rows of a game's table: name, SFEN, the rules chosen if the game lets one choose, depth, nodes.
fn table<R: Rules>(rules: R, variant: Variant) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/variants").join(variant.folder());
    let text = fs::read_to_string(folder.join("perft.tsv")).expect("every game has a perft table");
    let (mut run, mut failures) = (0, Vec::new());
    for row in rows(&text) {
        let (name, chosen) = (row["name"], row.get("rules").copied().unwrap_or_default());
        let mut position = rules.read_sfen(row["sfen"], SfenMode::Mate).expect(name);
        let mut choices = RuleChoices::default();
        let (game, options) = (rules.spec().name, rules.options());
        chosen.split_whitespace().for_each(|rule| choices.choose_text(game, &options, rule).expect(name));
        position.set_rules(&choices);
        let (depth, nodes) = (row["depth"].parse().expect(name), row["nodes"].parse().expect(name));
        if is_run(nodes) {
            run += 1;
            failures.extend(check(&format!("{variant} {name} {chosen}"), &mut position, depth, nodes).err());
        }
    }
    assert!(run >= LEAST_ROWS, "{variant}: only {run} counts");
    failures
}

#[test]
fn every_game_counts_as_published() {
    let failures = |&variant: &DropVariant| with_drop_game!(variant, game => table(game, variant.into()));
    report(DropVariant::ALL.iter().flat_map(failures).collect());
}

/// The slow generator alone reaches the same figures, so that it may judge the kernel elsewhere.
#[test]
fn the_slow_generator_agrees_with_published_figures() {
    let shogi = Oracle::of(&Shogi.start());
    let tori = Oracle::of(&DropVariant::Tori.game().start());
    assert_eq!([1, 2, 3].map(|depth| shogi.perft(depth)), [30, 900, 25_470]);
    assert_eq!([1, 2, 3].map(|depth| tori.perft(depth)), [17, 288, 5_430]);
    let mut optional = tori;
    optional.forced_promotion = false;
    assert_eq!([1, 2, 3, 4].map(|depth| optional.perft(depth)), [17, 288, 5_445, 104_381]);
}

/// Takes `2h3h4h` and `P*5d` apart: the origin, then each target, a plus sign behind it for promotion.
fn unpack(group: &str) -> Vec<String> {
    let (origin, mut rest) = group.split_at(2);
    let mut moves = Vec::new();
    while !rest.is_empty() {
        let length = if rest[2..].starts_with('+') { 3 } else { 2 };
        let (target, tail) = rest.split_at(length);
        moves.push(format!("{origin}{target}"));
        rest = tail;
    }
    moves
}

#[test]
fn whole_sets_of_legal_moves() {
    let mut failures = Vec::new();
    for row in rows(include_str!("data/perft/legal_moves.tsv")) {
        let (sfen, groups) = (row["sfen"], row["moves"]);
        let position = Shogi.read_sfen(sfen, SfenMode::Strict).expect(sfen);
        let read = |text: String| Shogi.read_move(&text).expect("a move");
        let expected = sorted(groups.split(' ').flat_map(unpack).map(read).collect());
        let found = legal(&position);
        if found != expected {
            failures.push(format!("{sfen}: {} instead of {}", names(Shogi, &found), names(Shogi, &expected)));
        }
        assert_eq!(position.count_legal_moves(), found.len() as u64, "{sfen}");
    }
    report(failures);
}

#[test]
fn packed_moves_are_taken_apart() {
    assert_eq!(unpack("2h3h4h"), ["2h3h", "2h4h"]);
    assert_eq!(unpack("1d1c1c+"), ["1d1c", "1d1c+"]);
    assert_eq!(unpack("P*6b7c"), ["P*6b", "P*7c"]);
    let pawn = Move::drop(Kind::new(0), Square::new(5, 1));
    assert_eq!(Shogi.read_move("P*6b"), Ok(pawn));
}
