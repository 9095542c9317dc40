//! What must hold at every position of random games.

use super::oracle::Oracle;
use super::{Move, MoveList, Position, Ruleset, SETS, over_random_game, position, told, usi};
use kumataka::game::{Delta, Game as _, GameMove, Playable, PlayablePosition as _, Position as _, Scope};
use std::collections::{BTreeSet, HashSet};

fn scope(position: &Position, scope: Scope) -> Vec<Move> {
    let mut moves = MoveList::default();
    position.generate(scope, &mut moves);
    moves.to_vec()
}

#[test]
fn the_slow_generator_agrees() {
    for seed in 0..16 {
        over_random_game("lishogi", seed, 90, |position| {
            if position.verdict().is_none() {
                let sfen = position.sfen();
                assert_eq!(told(position), Oracle::of(&sfen).moves(), "{sfen}");
            }
        });
    }
}

/// Keys, checks and what else is kept in step equal those of the position read anew; taking moves back restores all.
#[test]
fn moves_are_made_and_taken_back() {
    for (seed, rules) in (0..12).zip(SETS.into_iter().cycle()) {
        over_random_game(rules, seed, 60, |now| {
            let before = now.sfen();
            let (key, structure) = (now.key(), now.structure_keys());
            for m in now.legal() {
                let (gives_check, is_legal, after) = (now.gives_check(m), now.is_legal(m), now.key_after(m));
                let gain = now.material_gain(m);
                let mut delta = Delta::default();
                now.make(m, &mut delta);
                let anew = position(&now.sfen(), rules);
                let text = || format!("{} in {before}", usi(m));
                assert_eq!((now.key(), after), (anew.key(), anew.key()), "{}", text());
                assert_eq!(now.structure_keys(), anew.structure_keys(), "{}", text());
                assert_eq!((now.in_check(), gives_check), (anew.in_check(), anew.in_check()), "{}", text());
                let lost = now.royals(now.side_to_move()).is_empty();
                assert_eq!(is_legal, lost || anew.claim().is_none(), "{}", text());
                assert_eq!(lost, gain > 60_000, "{}", text());
                follows(now, &delta, &text());
                now.unmake(m);
                assert_eq!((now.sfen(), now.key(), now.structure_keys()), (before.clone(), key, structure));
            }
        });
    }
}

/// The features that a move is said to add stand on the board, those that it removes do not.
fn follows(position: &Position, delta: &Delta, text: &str) {
    for &feature in &delta.added {
        let (piece, square) = Ruleset::piece_of(feature);
        assert_eq!(position.piece(square), piece, "{text}");
    }
    for &feature in &delta.removed {
        let (piece, square) = Ruleset::piece_of(feature);
        assert_ne!(position.piece(square), piece, "{text}");
    }
    assert!(delta.added.len() == 1 || delta.added.is_empty() && delta.removed.len() < 2, "{text}");
}

#[test]
fn scopes_and_numbers_agree() {
    for (seed, rules) in (20..32).zip(SETS.into_iter().cycle()) {
        over_random_game(rules, seed, 60, |position| {
            let sfen = position.sfen();
            let all = scope(position, Scope::Everything);
            if position.verdict().is_none() {
                assert_eq!(all, position.legal().to_vec(), "{sfen}");
                assert_eq!(all.len() as u64, position.count_legal_moves());
            }
            let set: HashSet<Move> = all.iter().copied().collect();
            assert_eq!(set.len(), all.len(), "a move twice in {sfen}");
            let sensible: HashSet<Move> = all.iter().copied().filter(|&m| !position.is_pointless(m)).collect();
            let (tactical, quiet) = (scope(position, Scope::Tactical), scope(position, Scope::Quiet));
            assert!(
                tactical.iter().all(|&m| position.is_tactical(m)) && !quiet.iter().any(|&m| position.is_tactical(m))
            );
            assert_eq!(tactical.len() + quiet.len(), sensible.len(), "{sfen}");
            assert_eq!(tactical.into_iter().chain(quiet).collect::<HashSet<_>>(), sensible, "{sfen}");
            assert_eq!(scope(position, Scope::Evasions).into_iter().collect::<HashSet<_>>(), sensible);
            let checks: Vec<Move> = all.iter().copied().filter(|&m| position.gives_check(m)).collect();
            assert_eq!(scope(position, Scope::Checks), checks);
            // Every number is a generated move or refused.
            let numbered: BTreeSet<u16> = all.iter().map(|m| m.to_bits()).collect();
            for bits in 0..=u16::MAX {
                let found = Move::from_bits(bits).filter(|&m| position.is_pseudo_legal(m));
                assert_eq!(found.is_some(), numbered.contains(&bits), "{bits} in {sfen}");
                assert!(found.is_none_or(|m| m.to_bits() == bits && set.contains(&m)));
            }
        });
    }
}

/// Moves and positions read back, over every empty square on the way too.
#[test]
fn texts_read_back() {
    for seed in 40..48 {
        over_random_game("", seed, 80, |now| {
            if now.verdict().is_some() {
                return;
            }
            let sfen = now.sfen();
            assert_eq!(position(&sfen, "").sfen(), sfen);
            for m in now.legal() {
                assert_eq!(now.parse_move(&usi(m)), Ok(m), "{} in {sfen}", usi(m));
            }
            let turned = now.turned().expect("the game is symmetric");
            let images: HashSet<String> = now
                .legal()
                .iter()
                .map(|&m| turned.parse_move(&usi(super::chu().turned_move(m))).map(usi).expect("an image"))
                .collect();
            assert_eq!(images.len() as u64, turned.count_legal_moves(), "{sfen}");
            assert_eq!(turned.in_check(), now.in_check());
        });
    }
}

#[test]
fn ways_of_a_lone_lion() {
    let position = position("5k6/p11/12/12/12/12/5N6/12/12/12/12/5K6 b - 1", "");
    let lion: Vec<Move> = position.legal().into_iter().filter(|m| format!("{:?}", m.from()) == "7g").collect();
    assert_eq!(lion.len(), 25);
    let around = |of: (i32, i32)| {
        (-1..=1).flat_map(move |x| (-1..=1).map(move |y| (of.0 + x, of.1 + y))).filter(move |&p| p != of)
    };
    let name = |(file, rank): (i32, i32)| format!("{file}{}", char::from(b'a' + rank as u8));
    let mut texts = HashSet::new();
    for first in around((7, 6)) {
        texts.insert(format!("7g{}", name(first)));
        texts.extend(around(first).map(|second| format!("7g{}{}", name(first), name(second))));
    }
    let ring = (5..=9).flat_map(|file| (4..=8).map(move |rank| (file, rank))).filter(|&p| p != (7, 6));
    texts.extend(ring.map(|p| format!("7g{}", name(p))));
    assert_eq!(texts.len(), 88);
    let read: HashSet<Move> =
        texts.iter().map(|text| position.parse_move(text).unwrap_or_else(|e| panic!("{text}: {e}"))).collect();
    assert_eq!(read, lion.into_iter().collect());
}

/// Mates in one of positions of random games, as the kernel's test and trying all checks find them.
#[derive(Default)]
pub struct MatesInOne {
    found: u32,
    missed: u32,
}

impl MatesInOne {
    /// Compares both in a position. Against several royal pieces and by a lion's double move a mate may be missed.
    pub fn add(&mut self, position: &Position) {
        if position.in_check() || position.claim().is_some() || position.verdict().is_some() {
            return;
        }
        let mates = mates_at_once(position);
        let sfen = || position.sfen();
        match position.mate_in_one() {
            Some(m) => {
                assert!(mates.contains(&m), "{}: {} of {}", position.game().name(), usi(m), sfen());
                self.found += 1;
            }
            None if position.sole_royal(!position.side_to_move()).is_some() => {
                let missed = mates.iter().filter(|m| m.via().is_none()).count();
                self.missed += u32::from(missed > 0);
            }
            None => {}
        }
    }

    /// At least this number is found, and few are missed.
    pub fn judge(&self, least: u32) {
        let Self { found, missed } = *self;
        assert!(found >= least && missed * 20 < found, "{found} found, {missed} missed");
    }
}

/// The checks to a last royal piece that no move answers, tried one by one.
fn mates_at_once(position: &Position) -> Vec<Move> {
    let leaves_nothing = |m: &Move| {
        let mut next = position.clone();
        next.make(*m, &mut ());
        let mut defences = MoveList::default();
        next.defences(&mut defences);
        defences.is_empty()
    };
    scope(position, Scope::Checks).into_iter().filter(|&m| position.is_legal(m)).filter(leaves_nothing).collect()
}

#[test]
fn mates_in_one_are_mates() {
    let mut counts = MatesInOne::default();
    for (seed, rules) in (100..200).zip(SETS.into_iter().cycle()) {
        over_random_game(rules, seed, 80, |position| counts.add(position));
    }
    counts.judge(100);
}
