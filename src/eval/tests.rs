//! Tests of whole networks: incremental updates against recounts, vector code against plain code, and files against the
//! networks that were written to them.

use super::error::NetworkFault;
use super::format::{HIDDEN, Layers, MAGIC};
use super::head::{CLIP, OUTPUT_UNIT, activation};
use super::network::{Network, NetworkEvaluator};
use super::nnue::FeatureKind;
use super::simd::InstructionSet;
use super::testing::{Random, Update, deep_layers, dummy, own_layers, own_network};
use super::{AccumulatorStack, EvalOptions, EvaluationModel as _, Evaluator, Model, NetInput, community, nnue};
use crate::board::Color;
use crate::game::{
    Evaluator as _, Playable as _, PlayablePosition as _, Position as _, SfenMode, score::EVALUATION_LIMIT,
};
use crate::large::{self, LargeGame, Narrow};
use crate::rules::{Move, Origin, Position, Rules};
use crate::variants::{DropVariant, LargeVariant, Shogi};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

fn community(shape: &str, seed: u64) -> Arc<Network> {
    let network = community::read(Shogi.spec(), &dummy::network(shape, seed), 16);
    Arc::new(network.unwrap_or_else(|fault| panic!("{shape}: {fault}")))
}

fn legal<G: NetInput>(position: &G::Position) -> Vec<G::Move> {
    position.legal().as_ref().to_vec()
}

/// Makes and unmakes random moves from a position, evaluates now and then, and compares with a fresh evaluator each
/// time.
fn stays_in_step<G: NetInput>(
    network: &Arc<Network>,
    start: &G::Position,
    is_king: impl Fn(&G::Position, G::Move) -> bool,
    seed: u64,
    steps: usize,
) {
    let mut random = Random(seed);
    let mut position = start.clone();
    let mut line: Vec<G::Move> = Vec::new();
    let mut evaluator = NetworkEvaluator::<G>::new(Arc::clone(network));
    evaluator.reset(&position);
    for _ in 0..steps {
        let moves = legal::<G>(&position);
        if moves.is_empty() || line.len() > 120 || random.below(4) == 0 {
            for _ in 0..=random.below(4) {
                let Some(m) = line.pop() else { break };
                position.unmake(m);
                evaluator.pop();
            }
        } else {
            // King moves are preferred, so that the view changes often.
            let kings: Vec<G::Move> = moves.iter().copied().filter(|&m| is_king(&position, m)).collect();
            let chosen = if !kings.is_empty() && random.below(3) == 0 { &kings } else { &moves };
            let m = chosen[random.below(chosen.len())];
            position.make(m, evaluator.push());
            line.push(m);
        }
        if random.below(3) > 0 {
            let raw = evaluator.raw(&position);
            for set in InstructionSet::present() {
                let mut fresh = NetworkEvaluator::<G>::with_set(Arc::clone(network), set);
                assert_eq!(raw, fresh.raw(&position), "{set} {}", position.sfen());
            }
        }
    }
}

/// The same for a game with drops.
fn drops_stay_in_step<R: Rules>(network: &Arc<Network>, start: &Position<R>, seed: u64, steps: usize) {
    let is_king = |position: &Position<R>, m: Move| matches!(m.origin(), Origin::Board(from) if position.piece(from).kind() == position.spec().king);
    stays_in_step::<R>(network, start, is_king, seed, steps);
}

fn shogi(sfen: &str) -> Position<Shogi> {
    Shogi.read_sfen(sfen, SfenMode::Mate).expect("a sound position")
}

const ONE_KING: [&str; 3] = [
    "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
    "4k4/9/4P4/9/9/9/9/9/9 w G2r2b3g4s4n4l17p 1",
    "9/9/9/9/9/4p4/9/2S6/7K1 w 2r2b4g3s4n4l17p 1",
];

#[test]
fn own_networks_stay_in_step_in_both_games() {
    let tori = DropVariant::Tori.game();
    for (width, buckets, seed, steps) in [(128, 1, 1, 3000), (256, 4, 3, 1000), (40, 2, 5, 1000)] {
        let network = Arc::new(own_network(Shogi.feature_set(), width, buckets, seed));
        drops_stay_in_step(&network, &Shogi.start(), seed + 10, steps);
    }
    for (width, buckets, seed, steps) in [(128, 1, 2, 3000), (512, 8, 4, 1000)] {
        let network = Arc::new(own_network(tori.feature_set(), width, buckets, seed));
        drops_stay_in_step(&network, &tori.start(), seed + 10, steps);
    }
    let network = Arc::new(own_network(Shogi.feature_set(), 128, 1, 5));
    for sfen in ONE_KING {
        drops_stay_in_step(&network, &shogi(sfen), 15, 300);
    }
}

#[test]
fn networks_with_hidden_layers_stay_in_step() {
    for (width, buckets, seed) in [(128, 4, 41), (40, 1, 42), (512, 2, 43)] {
        let layers = deep_layers(&Shogi.feature_set(), width, buckets, seed);
        let network = Arc::new(layers.network(Shogi.feature_set()).expect("a usual shape"));
        drops_stay_in_step(&network, &Shogi.start(), seed + 10, 600);
    }
}

/// Among the pieces of the second position are two kings of one side and none of the other.
#[test]
fn networks_of_large_games_stay_in_step() {
    let chu = LargeVariant::Chu.game();
    let two_kings = "12/3+e4k3/12/4P7/5n6/12/4+d7/12/2P9/4L7/12/4K6+O b - 1";
    let is_king = |position: &large::Position<Narrow>, m: large::Move<Narrow>| {
        let kind = position.piece(m.from()).kind();
        chu.spec().kind(kind).royal || chu.spec().kind(kind).names.english == "drunk elephant"
    };
    for (start, width, seed, steps) in
        [(chu.start_sfen(), 32, 6, 2000), (two_kings, 64, 7, 600), (two_kings, 40, 8, 600)]
    {
        let network = Arc::new(own_network(chu.feature_set(), width, 4, seed));
        let start = chu.read_sfen(start, SfenMode::Mate).expect("a sound position");
        stays_in_step::<LargeGame<Narrow>>(&network, &start, is_king, seed + 10, steps);
    }
}

/// The text of a board with its ranks turned round, or their order, or both.
fn flipped(sfen: &str, files: bool, turned: bool) -> String {
    let mut fields = sfen.split(' ');
    let (board, side) = (fields.next().unwrap_or_default(), fields.next());
    let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let rank = |rank: &str| {
        // A piece is a letter with the sign before it; gaps are numbers of one digit or two.
        let mut parts: Vec<String> = Vec::new();
        for c in rank.chars() {
            match parts.last_mut() {
                Some(last) if last == "+" || c.is_ascii_digit() && last.ends_with(|c: char| c.is_ascii_digit()) => {
                    last.push(c)
                }
                _ => parts.push(c.to_string()),
            }
        }
        if files != turned {
            parts.reverse();
        }
        parts.concat()
    };
    let mut ranks: Vec<String> = board.split('/').map(rank).collect();
    if !turned {
        return format!("{} {} - 1", ranks.join("/"), side.unwrap_or_default());
    }
    ranks.reverse();
    let side = if side == Some("b") { "w" } else { "b" };
    format!("{} {side} - 1", ranks.join("/").chars().map(swap).collect::<String>())
}

/// A large game's position has the same value when it is turned, or mirrored while each side has one king.
#[test]
fn a_large_position_mirrored_or_turned_is_worth_the_same() {
    let chu = LargeVariant::Chu.game();
    let network = Arc::new(own_network(chu.feature_set(), 32, 4, 23));
    let raw = |position: &large::Position<Narrow>| {
        NetworkEvaluator::<LargeGame<Narrow>>::new(Arc::clone(&network)).raw(position)
    };
    let mut random = Random(23);
    let mut compared = 0;
    for _ in 0..10 {
        let mut position = chu.start();
        for _ in 0..60 {
            let moves = legal::<LargeGame<Narrow>>(&position);
            position.make(moves[random.below(moves.len())], &mut ());
            let other = |files, turned| {
                let text = flipped(&position.sfen(), files, turned);
                raw(&chu.read_sfen(&text, SfenMode::Mate).expect("a sound position"))
            };
            assert_eq!(raw(&position), other(false, true), "{}", position.sfen());
            if Color::ALL.into_iter().all(|color| position.sole_royal(color).is_some()) {
                assert_eq!(raw(&position), other(true, false), "{}", position.sfen());
                compared += 1;
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

/// Every feature set, with rows that fill whole tiles and with others.
#[test]
fn community_networks_stay_in_step() {
    for (number, kind) in FeatureKind::ALL.into_iter().enumerate() {
        let seed = number as u64 + 30;
        let shape = match number % 3 {
            0 => format!("{}_64x2_8_32", kind.name()),
            1 => format!("{}_32x2_16_8", kind.name()),
            _ => format!("sfnn_{}_96_15_32_k3k3", kind.name()),
        };
        let network = community(&shape, seed);
        drops_stay_in_step(&network, &Shogi.start(), seed, 600);
        for sfen in ONE_KING {
            drops_stay_in_step(&network, &shogi(sfen), seed, 100);
        }
    }
}

fn symmetric<R: Rules>(rules: R, seed: u64) {
    let network = Arc::new(own_network(rules.feature_set(), 128, 4, seed));
    let mut random = Random(seed);
    let raw = |position: &Position<R>| NetworkEvaluator::<R>::new(Arc::clone(&network)).raw(position);
    let (mut mirrored, mut all) = (0, 0);
    for _ in 0..20 {
        let mut position = rules.start();
        for _ in 0..100 {
            let moves = legal::<R>(&position);
            if moves.is_empty() {
                break;
            }
            position.make(moves[random.below(moves.len())], &mut ());
            assert_eq!(raw(&position), raw(&position.turned().expect("a symmetric game")), "{}", position.sfen());
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
    symmetric(DropVariant::Tori.game(), 22);
}

/// The hidden layers, computed from the accumulators of both sides one number after the other.
#[test]
fn hidden_layers_add_to_the_output() {
    let bucket = 0;
    let deep = deep_layers(&Shogi.feature_set(), 64, 2, 33);
    let layers = &deep.hidden.as_ref().expect("hidden layers")[bucket];
    let network = Arc::new(deep.network(Shogi.feature_set()).expect("a usual shape"));
    let plain = Arc::new(Layers { hidden: None, ..deep.clone() }.network(Shogi.feature_set()).expect("a usual shape"));
    let mut random = Random(34);
    let mut position = Shogi.start();
    let (mut differing, [first, second]) = (0, HIDDEN);
    for _ in 0..20 {
        let moves = legal::<Shogi>(&position);
        position.make(moves[random.below(moves.len())], &mut ());
        assert_eq!(network.head.bucket(&position), bucket);
        let mut stack = AccumulatorStack::<Shogi>::new(&network.features, &network.transformer);
        stack.plan(&network.features, &network.transformer, &position);
        let rows = InstructionSet::chosen().run(Update { network: &network, stack: &mut stack });
        let own = position.side_to_move().index();
        let square = |&value: &i16| {
            let byte = i32::from(value >> 4).clamp(0, 127);
            (byte * byte + 64) >> 7
        };
        let squares: Vec<i32> =
            [rows[own], rows[1 - own]].iter().flat_map(|row| row.iter().flat_map(|tile| &tile.0).map(square)).collect();
        let sum = |inputs: &[i32], bias: i32, weights: &[i8]| {
            bias + inputs.iter().zip(weights).map(|(input, &weight)| input * i32::from(weight)).sum::<i32>()
        };
        let sums: Vec<i32> = (0..first)
            .map(|o| sum(&squares, layers.first_biases[o], &layers.first_weights[o * squares.len()..]))
            .collect();
        let seen: Vec<i32> = sums
            .iter()
            .map(|&sum| ((i64::from(sum) * i64::from(sum)) >> 19).min(127) as i32)
            .chain(sums.iter().map(|sum| (sum >> 6).clamp(0, 127)))
            .collect();
        let last: Vec<i32> = (0..second)
            .map(|o| (sum(&seen, layers.second_biases[o], &layers.second_weights[o * 2 * first..]) >> 6).clamp(0, 127))
            .collect();
        let beside = sum(&last, 0, &layers.output_weights) * 255 / 127;
        let raw = |network: &Arc<Network>| NetworkEvaluator::<Shogi>::new(Arc::clone(network)).raw(&position);
        assert_eq!(raw(&network), raw(&plain) + beside);
        differing += usize::from(beside != 0);
    }
    assert!(differing > 15, "{differing}");
}

#[test]
fn integers_come_within_two_centipawns_of_real_numbers() {
    let layers = own_layers(&Shogi.feature_set(), 256, 1, 31);
    let network = Arc::new(layers.network(Shogi.feature_set()).expect("a usual shape"));
    let mut random = Random(32);
    let mut position = Shogi.start();
    for _ in 0..60 {
        let moves = legal::<Shogi>(&position);
        position.make(moves[random.below(moves.len())], &mut ());
        let mut stack = AccumulatorStack::<Shogi>::new(&network.features, &network.transformer);
        stack.plan(&network.features, &network.transformer, &position);
        let rows = InstructionSet::chosen().run(Update { network: &network, stack: &mut stack });
        let own = position.side_to_move().index();
        let unit = f64::from(CLIP);
        let mut output = f64::from(layers.output_biases[0]) / unit / f64::from(OUTPUT_UNIT);
        for (row, weights) in [rows[own], rows[1 - own]].into_iter().zip(layers.output_weights.chunks(layers.width)) {
            for (&value, &weight) in row.iter().flat_map(|tile| &tile.0).zip(weights) {
                output += (f64::from(activation(value)) / unit).powi(2) * f64::from(weight) / f64::from(OUTPUT_UNIT);
            }
        }
        let mut evaluator = NetworkEvaluator::<Shogi>::new(Arc::clone(&network));
        let limit = f64::from(EVALUATION_LIMIT);
        let expected = (output * f64::from(layers.scale)).clamp(-limit, limit);
        assert!((f64::from(evaluator.evaluate(&position)) - expected).abs() < 2.0);
    }
}

/// The rows of a table of the tests' own data, without its header. `[row][column]`
fn rows(table: &'static str) -> Vec<Vec<&'static str>> {
    table.lines().skip(1).map(|line| line.split('\t').collect()).collect()
}

/// Compares every row of a shape with every instruction set.
fn gives_the_values_of_its_engine(shape: &str, rows: &[Vec<&str>]) {
    let mut loaded = None;
    for row in rows.iter().filter(|row| row[0] == shape) {
        let (seed, position, raw, stack) = (row[1], shogi(row[2]), row[3], row[4]);
        let network = match &loaded {
            Some((of, network)) if *of == seed => Arc::clone(network),
            _ => community(shape, seed.parse().expect("a number")),
        };
        assert_eq!(network.head.bucket(&position).to_string(), stack, "{row:?}");
        for set in InstructionSet::present() {
            let mut evaluator = NetworkEvaluator::<Shogi>::with_set(Arc::clone(&network), set);
            assert_eq!(evaluator.raw(&position).to_string(), raw, "{set} {row:?}");
        }
        loaded = Some((seed, network));
    }
    assert!(loaded.is_some(), "no row of {shape}");
}

/// Raw values for the networks of [`dummy`], by an engine built for each shape and each width of the first layer.
fn give_the_values_of_their_engines(widths: RangeInclusive<usize>, least: usize) {
    let rows = rows(include_str!("../../tests/data/networks/shapes.tsv"));
    // No other number in the name of a shape is as great.
    let width = |shape: &str| shape.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).max();
    let shapes: BTreeSet<&str> = rows.iter().map(|row| row[0]).collect();
    let shapes: Vec<_> = shapes.into_iter().filter(|shape| widths.contains(&width(shape).expect("a width"))).collect();
    assert!(shapes.len() >= least, "{shapes:?}");
    shapes.into_iter().for_each(|shape| gives_the_values_of_its_engine(shape, &rows));
}

#[test]
fn community_networks_give_the_values_of_their_engines() {
    give_the_values_of_their_engines(0..=768, 15);
}

#[test]
#[ignore = "takes a while to make up the networks"]
fn wide_community_networks_give_the_values_of_their_engines() {
    give_the_values_of_their_engines(769..=usize::MAX, 11);
}

/// The stacks that an engine of the community chose.
#[test]
fn positions_choose_their_stacks() {
    use super::head::Selector;
    use nnue::{HandBuckets, KingBuckets, Stacks};
    let rows = rows(include_str!("../../tests/data/networks/stacks.tsv"));
    assert!(rows.len() >= 80, "{}", rows.len());
    for row in rows {
        let position = shogi(row[0]);
        let hands = HandBuckets::ALL.map(|hand| Stacks { hand: Some(hand), ..Stacks::default() });
        let kings = KingBuckets::ALL.map(|king| Stacks { king: Some(king), ..Stacks::default() });
        for (stacks, expected) in hands.into_iter().chain(kings).zip(&row[1..]) {
            assert_eq!(Selector::new(stacks, None).stack(&position).to_string(), *expected, "{stacks} {row:?}");
        }
    }
}

#[test]
fn own_files_read_back_and_broken_ones_are_refused_by_reason() {
    let tori = &DropVariant::Tori.game().feature_set();
    let layers = own_layers(tori, 128, 2, 51);
    let mut file = Vec::new();
    layers.write(tori, &mut file).expect("memory");
    assert_eq!(Layers::read(tori, &file).expect("what was written"), layers);

    let fault = |bytes: &[u8]| Layers::read(tori, bytes).expect_err("refused");
    assert!(matches!(fault(&file[..file.len() - 1]), NetworkFault::Truncated { missing: 1 }));
    assert!(matches!(fault(&[&file[..], &[0]].concat()), NetworkFault::Trailing(1)));
    assert!(matches!(fault(b"KUMATAKO and more"), NetworkFault::UnknownFormat));
    let mut corrupt = file.clone();
    corrupt[file.len() / 2] ^= 4;
    assert!(matches!(fault(&corrupt), NetworkFault::Checksum));
    corrupt[8] = 9;
    assert!(matches!(fault(&corrupt), NetworkFault::Version(9)));
    assert!(matches!(Layers::read(&Shogi.feature_set(), &file), Err(NetworkFault::Game { .. })));
    let deep = deep_layers(tori, 96, 2, 52);
    let mut file = Vec::new();
    deep.write(tori, &mut file).expect("memory");
    assert_eq!(Layers::read(tori, &file).expect("what was written"), deep);
    let sizes = MAGIC.len() + 4 + 4 + tori.game.len() + 4 + tori.name.len() + 3 * 4;
    file[sizes] = 24;
    assert!(matches!(Layers::read(tori, &file), Err(NetworkFault::Hidden { found: [24, 32], expected: HIDDEN })));
    let small = own_layers(tori, 8, 1, 51);
    let mut whole = Vec::new();
    small.write(tori, &mut whole).expect("memory");
    for end in 0..whole.len() {
        assert!(Layers::read(tori, &whole[..end]).is_err(), "cut at {end}");
    }
    // Inputs, width and buckets stand behind the game and the features. No memory is reserved for numbers beyond the file.
    let width = MAGIC.len() + 4 + 4 + tori.game.len() + 4 + tori.name.len() + 4;
    for absurd in [width, width + 4] {
        let mut bytes = whole.clone();
        bytes[absurd..absurd + 4].fill(0xff);
        let fault = fault(&bytes);
        assert!(matches!(fault, NetworkFault::Truncated { .. } | NetworkFault::Shape { .. }), "{absurd}: {fault}");
    }
    for (width, buckets) in [(520, 1), (128, 0), (0, 1)] {
        let layers = own_layers(tori, width, buckets, 51);
        assert!(
            matches!(layers.network(DropVariant::Tori.game().feature_set()), Err(NetworkFault::Shape { .. })),
            "{width} {buckets}"
        );
        let mut file = Vec::new();
        layers.write(tori, &mut file).expect("memory");
        assert!(matches!(fault(&file), NetworkFault::Shape { .. }), "{width} {buckets}");
    }
}

#[test]
fn other_community_files_are_refused_by_reason() {
    let fault = |bytes: &[u8]| community::read(Shogi.spec(), bytes, 16).map(|_| ()).expect_err("refused").to_string();
    let file = dummy::network("kp_256x2_32_32", 61);
    assert!(fault(&file[..file.len() - 3]).contains("kp 256x2-32-32"), "{}", fault(&file[..file.len() - 3]));
    assert!(fault(&[&file[..], &[0, 0]].concat()).contains("kp 256x2-32-32"));
    assert!(matches!(community::read(DropVariant::Tori.spec(), &file, 16), Err(NetworkFault::Game { .. })));
    let path = PathBuf::from("no-such-file.bin");
    let error = Model::load(Shogi, &path, 16).err().expect("refused").to_string();
    assert!(error.starts_with(&path.display().to_string()), "{error}");
}

/// The user's divisor overrides that of the file, and that overrides the usual one.
#[test]
fn the_scale_is_what_the_user_or_the_file_says() {
    let name = |text: Option<&str>, fv_scale| {
        let file = text.map_or_else(
            || dummy::network("kp_32x2_8_8", 62),
            |text| dummy::network_with_text("kp_32x2_8_8", 62, text),
        );
        community::read(Shogi.spec(), &file, fv_scale).expect("a good file").name
    };
    assert_eq!(name(None, 0), "kp 32x2-8-8, FV_SCALE 16 as usual");
    assert_eq!(name(None, 24), "kp 32x2-8-8, FV_SCALE 24 by the option");
    assert_eq!(name(Some("anything,fv_scale=28"), 0), "kp 32x2-8-8, FV_SCALE 28 by the file");
    assert_eq!(name(Some("anything,fv_scale=28"), 24), "kp 32x2-8-8, FV_SCALE 24 by the option");
}

fn comes_with_its_network<R: Rules>(rules: R) {
    let model = Model::from_options(rules, &EvalOptions::default()).expect("nothing to load");
    assert_eq!(matches!(model.evaluator(), Evaluator::Network(_)), rules.spec().assets.network.is_some());
}

#[test]
fn the_evaluation_that_comes_with_a_game_is_its_network() {
    comes_with_its_network(Shogi);
    comes_with_its_network(DropVariant::Tori.game());
}

#[test]
fn options_name_a_file_before_a_directory() {
    let named = |file: &str, directory: &str| {
        EvalOptions { file: file.to_owned(), directory: directory.to_owned(), fv_scale: 16 }.path()
    };
    assert_eq!(named("<internal>", ""), None);
    assert_eq!(named("<internal>", "<empty>"), None);
    assert_eq!(named("<internal>", "eval"), Some(PathBuf::from("eval")));
    assert_eq!(named("my net.bin", "eval"), Some(PathBuf::from("my net.bin")));
    assert_eq!(named("<handmade>", "eval"), None);
    let named = EvalOptions { file: "<handmade>".to_owned(), ..EvalOptions::default() };
    let model = Model::from_options(Shogi, &named).expect("nothing to load");
    assert!(matches!(model.evaluator(), Evaluator::Handmade(_)));
}

/// Compares a network file with the values of another program.
#[test]
#[ignore = "set KUMATAKA_NETWORK to an nn.bin and KUMATAKA_VALUES to rows of name, sfen and raw value, tab-separated"]
fn a_given_network_gives_the_given_values() {
    /// The limit of the other program's values.
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
