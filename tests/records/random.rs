//! Random records: legal games with variations, comments, times and endings.

use kumataka::any::{AnyMove, AnyPosition};
use kumataka::game::{Reason, SfenMode, Verdict};
use kumataka::record::{Ending, NodeId, Record, Step, header};
use kumataka::variants::Variant;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::time::Duration;

const COMMENTS: [&str; 5] = ["初手のコメント", "* 30 -3334FU", "a } \\ > b", "先手：よし", "2 numbers, commas"];

/// What a random record shall hold.
#[derive(Clone, Copy)]
pub struct Contents {
    pub variations: bool,
    pub comments: bool,
    pub times: bool,
    pub headers: bool,
    pub ending: bool,
}

impl Contents {
    pub const ALL: Self = Self { variations: true, comments: true, times: true, headers: true, ending: true };
    pub const MOVES: Self = Self { variations: false, comments: false, times: false, headers: false, ending: false };
}

pub fn record(rules: Variant, seed: u64, contents: Contents) -> Record {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let start = match seed % 3 {
        0 => rules.handicaps()[random.random_range(0..rules.handicaps().len())].sfen,
        _ => rules.start_sfen(),
    };
    let mut record = Record::new(rules.read_sfen(start, SfenMode::Strict).unwrap());
    if contents.headers {
        record.headers.set(header::EVENT, "第２７期竜王戦　第２局");
        record.headers.set(header::TIME_CONTROL, ["各５時間", "00:25+00", "600+0+10"][random.random_range(0..3)]);
        record.headers.set(header::BLACK, "Habu \"H\" [x]");
        record.headers.set(header::WHITE, "");
        record.headers.set("対局ID", "3115");
        record.remarks.push(" ---- a program ----".to_owned());
    }
    let length = random.random_range(0..60);
    let main = play(&mut record, &mut random, Record::ROOT, length, contents);
    if contents.variations && !main.is_empty() {
        let mut places = main;
        for _ in 0..random.random_range(0..6) {
            let place = places[random.random_range(0..places.len())];
            let parent = record.node(place).parent();
            let length = random.random_range(1..8);
            places.extend(play(&mut record, &mut random, parent, length, contents));
        }
    }
    record
}

/// A random game of at most so many plies with the ending that the rules give it.
pub fn whole_game(rules: Variant, seed: u64, plies: usize) -> Record {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut record = Record::new(rules.start());
    let (mut position, mut here) = (rules.start(), Record::ROOT);
    for _ in 0..plies {
        let Some(m) = random_move(&position, &mut random).filter(|_| position.verdict().is_none()) else { break };
        position.make(m);
        here = record.push(here, Step::Move(m));
    }
    let ending = match position.verdict() {
        Some(Verdict { winner: Some(winner), .. }) if winner == position.side_to_move() => Ending::FoulWin,
        Some(Verdict { reason: Reason::Try, .. }) => Ending::Try,
        Some(Verdict { reason: Reason::Repetition | Reason::PerpetualCheck, winner: Some(_) }) => Ending::FoulLoss,
        Some(Verdict { winner: Some(_), .. }) => Ending::Mate,
        Some(Verdict { reason: Reason::Repetition, .. }) => Ending::Repetition,
        _ => Ending::MaxMoves,
    };
    record.push(here, Step::End(ending));
    record
}

/// Adds a line after `parent`; its moves only, without its ending.
fn play(
    record: &mut Record,
    random: &mut Xoshiro256PlusPlus,
    parent: NodeId,
    length: usize,
    contents: Contents,
) -> Vec<NodeId> {
    let mut position = record.position_at(parent);
    let mut here = parent;
    let mut nodes = Vec::new();
    for _ in 0..length {
        let Some(m) = random_move(&position, random) else { break };
        position.make(m);
        here = record.push(here, Step::Move(m));
        decorate(record, random, here, contents);
        nodes.push(here);
    }
    if contents.ending && !nodes.is_empty() && random.random_bool(0.8) {
        let endings = [Ending::Resignation, Ending::TimeLoss, Ending::FoulLoss, Ending::FoulWin, Ending::Repetition];
        let others = [Ending::Declaration, Ending::Impasse, Ending::Interruption, Ending::MaxMoves, Ending::Mate];
        let all = [endings, others].concat();
        here = record.push(here, Step::End(all[random.random_range(0..all.len())].clone()));
        decorate(record, random, here, contents);
    }
    nodes
}

pub fn random_move(position: &AnyPosition, random: &mut Xoshiro256PlusPlus) -> Option<AnyMove> {
    let moves = position.legal_moves();
    (!moves.is_empty()).then(|| moves[random.random_range(0..moves.len())])
}

fn decorate(record: &mut Record, random: &mut Xoshiro256PlusPlus, id: NodeId, contents: Contents) {
    if contents.times {
        record.set_time(id, Duration::from_secs(random.random_range(0..4000)));
    }
    if contents.comments {
        while random.random_bool(0.2) {
            record.add_comment(id, COMMENTS[random.random_range(0..COMMENTS.len())]);
        }
        if random.random_bool(0.05) {
            record.node_mut(id).bookmark = Some("ここ".to_owned());
        }
    }
}
