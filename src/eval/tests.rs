//! Tests of whole networks: incremental updates against recounts, vector code against plain code, and files against the
//! networks that were written to them.

use super::community::{self, Community};
use super::error::NetworkFault;
use super::features::{FeatureSet, HalfKp, KingsAndPieces, Mirrored};
use super::format;
use super::forward::{CLIP, Head, OUTPUT_UNIT, SquaredOutput, activation};
use super::network::{Network, NetworkEvaluator};
use super::simd::InstructionSet;
use super::testing::{HALF_KP, KP, Random, Update, community_file, own_network};
use super::{EvalOptions, Evaluator, Model};
use crate::board::Color;
use crate::game::{Evaluator as _, Game, Position as _, SfenMode, score::EVALUATION_LIMIT};
use crate::rules::{Kind, Move, Origin, Place, Position, Rules};
use crate::variants::{Shogi, Variant};
use std::path::PathBuf;
use std::sync::Arc;

fn kp(seed: u64) -> Network<KingsAndPieces, super::CommunityHead, 256> {
    match community::read(Shogi.spec(), &community_file(KP, 1710, seed, 0), 16) {
        Ok(Community::KingsAndPieces(network)) => network,
        Ok(Community::HalfKp(_)) => panic!("read as HalfKP"),
        Err(fault) => panic!("{fault}"),
    }
}

fn legal<R: Rules>(position: &Position<R>) -> Vec<Move> {
    let mut list = <R as Game>::MoveList::default();
    position.legal_moves(&mut list);
    list.as_ref().to_vec()
}

/// Makes and unmakes random moves from a position, evaluates now and then, and compares with a fresh evaluator each
/// time.
fn stays_in_step<R: Rules, F: FeatureSet, H: Head<W>, const W: usize>(
    network: &Arc<Network<F, H, W>>,
    start: &Position<R>,
    seed: u64,
    steps: usize,
) {
    let mut random = Random(seed);
    let mut position = start.clone();
    let mut line: Vec<Move> = Vec::new();
    let mut evaluator = NetworkEvaluator::<R, F, H, W>::new(Arc::clone(network));
    evaluator.reset(&position);
    for _ in 0..steps {
        let moves = legal(&position);
        if moves.is_empty() || line.len() > 120 || random.below(4) == 0 {
            for _ in 0..=random.below(4) {
                let Some(m) = line.pop() else { break };
                position.unmake(m);
                evaluator.pop();
            }
        } else {
            // King moves are preferred, so that the view changes often.
            let is_king = |m: &&Move| matches!(m.origin(), Origin::Board(from) if position.piece(from).kind() == position.spec().king);
            let kings = || moves.iter().filter(is_king);
            let m = match kings().count() {
                n @ 1.. if random.below(3) == 0 => *kings().nth(random.below(n)).expect("one of them"),
                _ => moves[random.below(moves.len())],
            };
            position.make(m, evaluator.push());
            line.push(m);
        }
        if random.below(3) > 0 {
            let raw = evaluator.raw(&position);
            for set in InstructionSet::present() {
                let mut fresh = NetworkEvaluator::<R, F, H, W>::with_set(Arc::clone(network), set);
                assert_eq!(raw, fresh.raw(&position), "{set} {}", position.sfen());
            }
        }
    }
}

fn shogi(sfen: &str) -> Position<Shogi> {
    Position::from_sfen(Shogi, sfen, SfenMode::Mate).expect("a sound position")
}

const ONE_KING: [&str; 3] = [
    "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
    "4k4/9/4P4/9/9/9/9/9/9 w G2r2b3g4s4n4l17p 1",
    "9/9/9/9/9/4p4/9/2S6/7K1 w 2r2b4g3s4n4l17p 1",
];

#[test]
fn own_networks_stay_in_step_in_both_games() {
    stays_in_step(&Arc::new(own_network::<128, 1>(Shogi.spec(), 1)), &Position::start(Shogi), 11, 4000);
    stays_in_step(
        &Arc::new(own_network::<128, 1>(Variant::Tori.spec(), 2)),
        &Position::start(Variant::Tori.game()),
        12,
        4000,
    );
    stays_in_step(&Arc::new(own_network::<256, 4>(Shogi.spec(), 3)), &Position::start(Shogi), 13, 2000);
    stays_in_step(
        &Arc::new(own_network::<512, 8>(Variant::Tori.spec(), 4)),
        &Position::start(Variant::Tori.game()),
        14,
        2000,
    );
    let network = Arc::new(own_network::<128, 1>(Shogi.spec(), 5));
    for sfen in ONE_KING {
        stays_in_step(&network, &shogi(sfen), 15, 300);
    }
}

#[test]
fn community_networks_stay_in_step() {
    let network = Arc::new(kp(6));
    stays_in_step(&network, &Position::start(Shogi), 16, 3000);
    for sfen in ONE_KING {
        stays_in_step(&network, &shogi(sfen), 17, 300);
    }
}

fn symmetric<R: Rules>(rules: R, seed: u64) {
    let network = Arc::new(own_network::<128, 4>(rules.spec(), seed));
    let mut random = Random(seed);
    let raw = |position: &Position<R>| {
        NetworkEvaluator::<R, Mirrored, SquaredOutput<128, 4>, 128>::new(Arc::clone(&network)).raw(position)
    };
    let (mut mirrored, mut all) = (0, 0);
    for _ in 0..20 {
        let mut position = Position::start(rules);
        for _ in 0..100 {
            let moves = legal(&position);
            if moves.is_empty() {
                break;
            }
            position.make(moves[random.below(moves.len())], &mut ());
            assert_eq!(raw(&position), raw(&position.turned()), "{}", position.sfen());
            // With a king in the middle the orientation of the board is arbitrary, so that the mirror image may differ.
            let middle = |color| position.king(color).is_none_or(|king| 2 * king.file() == rules.spec().files - 1);
            if !Color::ALL.into_iter().any(middle) {
                assert_eq!(raw(&position), raw(&position.mirrored()), "{}", position.sfen());
                mirrored += 1;
            }
            all += 1;
        }
    }
    assert!(mirrored > 100 && all > 500, "{mirrored} of {all}");
}

#[test]
fn a_position_mirrored_or_turned_is_worth_the_same() {
    symmetric(Shogi, 21);
    symmetric(Variant::Tori.game(), 22);
}

#[test]
fn integers_come_within_two_centipawns_of_real_numbers() {
    let network = Arc::new(own_network::<256, 1>(Shogi.spec(), 31));
    let mut random = Random(32);
    let mut position = Position::start(Shogi);
    for _ in 0..60 {
        let moves = legal(&position);
        position.make(moves[random.below(moves.len())], &mut ());
        let mut stack = super::AccumulatorStack::new(&network.transformer, 2);
        let update = Update { network: &*network, stack: &mut stack, position: &position };
        let rows = InstructionSet::chosen().run(update);
        let own = position.side_to_move().index();
        let unit = f64::from(CLIP);
        let mut output = f64::from(network.head.biases[0]) / unit / f64::from(OUTPUT_UNIT);
        for (row, weights) in [&rows[own], &rows[1 - own]].into_iter().zip(&network.head.weights[0]) {
            for (&value, &weight) in row.0.iter().zip(&weights.0) {
                output += (f64::from(activation(value)) / unit).powi(2) * f64::from(weight) / f64::from(OUTPUT_UNIT);
            }
        }
        let mut evaluator = NetworkEvaluator::<Shogi, _, _, 256>::new(Arc::clone(&network));
        let limit = f64::from(EVALUATION_LIMIT);
        let expected = (output * f64::from(network.head.scale)).clamp(-limit, limit);
        assert!((f64::from(evaluator.evaluate(&position)) - expected).abs() < 2.0);
    }
}

/// Evaluates by a community's network as its description defines it, without any of the program's own layers.
fn plainly<F: FeatureSet>(file: &[u8], features: &F, position: &Position<Shogi>) -> i32 {
    let text = u32::from_le_bytes(file[8..12].try_into().expect("four bytes")) as usize;
    let mut at = 12 + text + 4;
    let mut bytes = |count: usize| {
        at += count;
        &file[at - count..at]
    };
    let in_hand = |hand: crate::game::Reserve| (0..7).map(|kind| hand.count(kind)).sum::<u32>();
    let word = |pair: &[u8]| i32::from(i16::from_le_bytes([pair[0], pair[1]]));
    let biases: Vec<i32> = bytes(512).chunks(2).map(word).collect();
    let rows = bytes(512 * F::inputs(Shogi.spec()));
    let _hash = bytes(4);
    let mut values = Vec::new();
    for seer in [position.side_to_move(), !position.side_to_move()] {
        let view = F::view(Shogi.spec(), seer, position.king(seer));
        let mut sums = biases.clone();
        let present =
            position.occupied().count() + Color::ALL.map(|c| position.hand(c)).map(in_hand).iter().sum::<u32>();
        let mut absent = std::iter::repeat_n(F::absent_input(view).expect("counted"), 40 - present as usize);
        for color in Color::ALL {
            let board = position.pieces(color).into_iter().map(|s| Place::on_board(color, position.piece(s).kind(), s));
            let hand = (0..7).map(Kind::new).flat_map(|kind| {
                (1..=position.hand_count(color, kind)).map(move |count| Place::in_hand(color, kind, count))
            });
            for input in board.chain(hand).filter_map(|p| features.input(view, seer, p)).chain(&mut absent) {
                for (sum, pair) in sums.iter_mut().zip(rows[512 * input..].chunks(2)) {
                    *sum += word(pair);
                }
            }
        }
        values.extend(sums.into_iter().map(|sum| sum.clamp(0, 127)));
    }
    for outputs in [32, 32, 1] {
        let biases: Vec<i32> =
            bytes(4 * outputs).chunks(4).map(|b| i32::from_le_bytes(b.try_into().expect("four bytes"))).collect();
        let weights = bytes(values.len() * outputs);
        let sum = |out: usize| {
            let row = &weights[out * values.len()..];
            biases[out] + values.iter().zip(row).map(|(v, &w)| v * i32::from(w.cast_signed())).sum::<i32>()
        };
        let sums: Vec<i32> = (0..outputs).map(sum).collect();
        if outputs == 1 {
            return sums[0];
        }
        values = sums.into_iter().map(|sum| (sum >> 6).clamp(0, 127)).collect();
    }
    unreachable!("the last layer has one output")
}

/// Positions with promoted pieces, full hands and either side to move.
const POSITIONS: [&str; 6] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "l3n1gn1/6g2/p3+Rp1k1/2+Bp1gps1/P3s2p1/2PP2P2/1P1G2N+l1/2K2+BL+r1/LN6+p w S5Ps2p 1",
    "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
];

fn loads_exactly<F: FeatureSet>(file: &[u8], features: &F, name: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(name);
    std::fs::write(&path, file).expect("a temporary file");
    let model = Model::load(Shogi, &path, 24).expect("a good file");
    let mut evaluator = model.evaluator();
    let mut distinct = std::collections::HashSet::new();
    for sfen in POSITIONS {
        let position = shogi(sfen);
        let raw = plainly(file, features, &position);
        assert_eq!(evaluator.explain(&position), (raw, (raw / 24).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)));
        distinct.insert(raw);
    }
    assert!(distinct.len() == POSITIONS.len(), "a network that tells positions apart");
}

#[test]
fn community_files_give_what_their_description_says() {
    loads_exactly(&community_file(KP, 1710, 41, 0), &KingsAndPieces::new(Shogi.spec()), "kp.bin");
}

#[test]
fn half_kp_files_too_and_stay_in_step() {
    let file = community_file(HALF_KP, 125_388, 42, 0);
    loads_exactly(&file, &HalfKp::new(Shogi.spec()), "halfkp.bin");
    match community::read(Shogi.spec(), &file, 16) {
        Ok(Community::HalfKp(network)) => {
            let network = Arc::new(network);
            stays_in_step(&network, &Position::start(Shogi), 43, 1500);
            for sfen in ONE_KING {
                stays_in_step(&network, &shogi(sfen), 44, 300);
            }
        }
        _ => panic!("not read as HalfKP"),
    }
}

#[test]
fn own_files_read_back_and_broken_ones_are_refused_by_reason() {
    let network = own_network::<128, 2>(Variant::Tori.spec(), 51);
    let mut file = Vec::new();
    format::write(Variant::Tori.spec(), &network, &mut file).expect("memory");
    let back = format::read::<128, 2>(Variant::Tori.spec(), &file).expect("what was written");
    assert!(
        back.transformer.weights[..] == network.transformer.weights[..]
            && back.transformer.biases == network.transformer.biases
    );
    assert!(back.head.weights == network.head.weights && back.head.biases == network.head.biases);
    assert_eq!(back.head.scale, network.head.scale);

    let fault = |bytes: &[u8]| format::read::<128, 2>(Variant::Tori.spec(), bytes).err().expect("refused");
    assert!(matches!(fault(&file[..file.len() - 1]), NetworkFault::Truncated { missing: 1 }));
    assert!(matches!(fault(&[&file[..], &[0]].concat()), NetworkFault::Trailing(1)));
    assert!(matches!(fault(b"KUMATAKO and more"), NetworkFault::UnknownFormat));
    let mut corrupt = file.clone();
    corrupt[file.len() / 2] ^= 4;
    assert!(matches!(fault(&corrupt), NetworkFault::Checksum));
    corrupt[8] = 9;
    assert!(matches!(fault(&corrupt), NetworkFault::Version(9)));
    assert!(matches!(format::read::<128, 2>(Shogi.spec(), &file), Err(NetworkFault::Game { .. })));
    assert!(matches!(
        format::read::<256, 2>(Variant::Tori.spec(), &file),
        Err(NetworkFault::Shape { found: [128, 2], .. })
    ));
    assert!(matches!(
        format::read::<128, 3>(Variant::Tori.spec(), &file),
        Err(NetworkFault::Shape { expected: [128, 3], .. })
    ));
}

/// A network file with fewer output buckets gives the same values as one with each of them repeated.
#[test]
fn output_buckets_may_be_fewer_than_those_played_with() {
    let mut file = Vec::new();
    format::write(Variant::Tori.spec(), &own_network::<128, 2>(Variant::Tori.spec(), 52), &mut file).expect("memory");
    let two = format::read::<128, 2>(Variant::Tori.spec(), &file).expect("what was written").head;
    let six = format::read::<128, 6>(Variant::Tori.spec(), &file).expect("three for each of two").head;
    for held in 0..=32 {
        let (few, many) = (SquaredOutput::<128, 2>::bucket(held), SquaredOutput::<128, 6>::bucket(held));
        assert!(two.weights[few] == six.weights[many] && two.biases[few] == six.biases[many], "{held}");
    }
}

#[test]
fn other_community_files_are_refused_by_reason() {
    let fault = |bytes: &[u8]| community::read(Shogi.spec(), bytes, 16).err().expect("refused");
    let file = community_file(KP, 1710, 61, 0);
    assert!(matches!(fault(&file[..file.len() - 3]), NetworkFault::Truncated { missing: 3 }));
    assert!(matches!(fault(&[&file[..], &[0, 0]].concat()), NetworkFault::Trailing(2)));
    assert!(matches!(fault(&community_file("HalfKA(Friend)[138510->256x2]", 1, 61, 0)), NetworkFault::Architecture(_)));
    assert!(matches!(community::read(Variant::Tori.spec(), &file, 16), Err(NetworkFault::Game { .. })));
    let path = PathBuf::from("no-such-file.bin");
    let error = Model::load(Shogi, &path, 16).err().expect("refused").to_string();
    assert!(error.starts_with(&path.display().to_string()), "{error}");
}

fn comes_with_its_network<R: Rules>(rules: R) {
    let model = Model::from_options(rules, &EvalOptions::default()).expect("nothing to load");
    assert_eq!(matches!(model.evaluator(), Evaluator::Own(_)), rules.spec().assets.network.is_some());
}

#[test]
fn the_evaluation_that_comes_with_a_game_is_its_network() {
    comes_with_its_network(Shogi);
    comes_with_its_network(Variant::Tori.game());
}

#[test]
fn options_name_a_file_before_a_directory() {
    let named = |file: &str, directory: &str| {
        EvalOptions { file: file.to_owned(), directory: directory.to_owned(), fv_scale: 16 }.path()
    };
    assert_eq!(named("<internal>", ""), None);
    assert_eq!(named("<internal>", "<empty>"), None);
    assert_eq!(named("<internal>", "eval"), Some(PathBuf::from("eval/nn.bin")));
    assert_eq!(named("my net.bin", "eval"), Some(PathBuf::from("my net.bin")));
    assert_eq!(named("<handmade>", "eval"), None);
    let named = EvalOptions { file: "<handmade>".to_owned(), ..EvalOptions::default() };
    let model = Model::from_options(Shogi, &named).expect("nothing to load");
    assert!(matches!(model.evaluator(), Evaluator::Handmade(_)));
}

/// Compares a network file with the values that another program gave for it.
#[test]
#[ignore = "set KUMATAKA_NETWORK to an nn.bin and KUMATAKA_VALUES to rows of name, sfen and raw value, tab-separated"]
fn a_given_network_gives_the_given_values() {
    /// The limit at which the other program cuts its values off.
    const CUT: i32 = 31_753;
    let given = |name| std::env::var(name).expect("the variable is set");
    let model = Model::load(Shogi, given("KUMATAKA_NETWORK").as_ref(), 1).expect("a network");
    let mut evaluator = model.evaluator();
    let rows = std::fs::read_to_string(given("KUMATAKA_VALUES")).expect("a readable file");
    let mut compared = 0;
    for row in rows.lines().filter(|row| !row.starts_with('#') && !row.starts_with("name\t")) {
        let fields: Vec<&str> = row.split('\t').collect();
        let (raw, _) = evaluator.explain(&shogi(fields[1]));
        assert_eq!(raw.clamp(-CUT, CUT).to_string(), fields[2], "{row}");
        compared += 1;
    }
    println!("{compared} rows equal");
    assert!(compared > 0);
}
