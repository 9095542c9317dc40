//! Setups of any kind: none breaks the kernel, and a sound one is told again by its position and by its text.

use super::Checked;
use kumataka::board::{Color, Square};
use kumataka::for_each_drop_game;
use kumataka::game::{Playable as _, PlayablePosition as _, Position as _, SfenMode};
use kumataka::rules::{Kind, Position, Rules, Setup, Spec};
use kumataka::variants::Shogi;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

const MODES: [SfenMode; 4] = [SfenMode::Strict, SfenMode::Mate, SfenMode::Composed, SfenMode::Tolerant];

/// Numbers that a setup is made of. Those above [`ODD`] mean squares, kinds and counts that few games or none have.
#[derive(Clone, Debug)]
struct Ingredients {
    kings: Vec<(u8, bool)>,
    pieces: Vec<(u8, bool, u8)>,
    held: Vec<(bool, u8, u8)>,
    white: bool,
    move_number: u32,
}

const ODD: u8 = 250;

fn ingredients() -> impl Strategy<Value = Ingredients> {
    let kings = prop_oneof![
        6 => (any::<u8>(), any::<u8>()).prop_map(|(black, white)| vec![(black, false), (white, true)]),
        1 => prop::collection::vec(any::<(u8, bool)>(), 0..4),
    ];
    let pieces = prop::collection::vec(any::<(u8, bool, u8)>(), 0..8);
    let held = prop::collection::vec(any::<(bool, u8, u8)>(), 0..4);
    let move_number = prop_oneof![8 => 1u32..300, 1 => any::<u32>()];
    (kings, pieces, held, any::<bool>(), move_number)
        .prop_map(|(kings, pieces, held, white, move_number)| Ingredients { kings, pieces, held, white, move_number })
}

const fn color(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

fn square(spec: &Spec, n: u8) -> Square {
    if n > ODD { Square::new(8, n - ODD) } else { Square::new(n % spec.files, n / spec.files % spec.ranks) }
}

fn kind(n: u8, kinds: usize) -> Kind {
    Kind::new(if n > ODD { Kind::LIMIT - 2 } else { usize::from(n) % kinds })
}

fn setup(spec: &'static Spec, from: &Ingredients) -> Setup {
    let mut setup = Setup::empty(spec);
    for &(n, white, which) in &from.pieces {
        setup.put(square(spec, n), color(white), kind(which, spec.kinds.len()));
    }
    for &(n, white) in &from.kings {
        setup.put(square(spec, n), color(white), spec.king);
    }
    for &(white, which, count) in &from.held {
        let count = if count > ODD { u32::MAX } else { u32::from(count % 3) };
        setup.hold(color(white), kind(which, spec.hand_kinds), count);
    }
    (setup.side, setup.move_number) = (color(from.white), from.move_number);
    setup
}

/// The modes in which the setup is sound.
fn sound_modes<R: Rules>(rules: R, setup: &Setup) -> Result<usize, TestCaseError> {
    let mut sound = 0;
    for mode in MODES {
        let Ok(position) = Position::from_setup(rules, setup, mode) else { continue };
        sound += 1;
        prop_assert_eq!(&position.setup(), setup);
        let read = rules.read_sfen(&position.sfen(), mode);
        prop_assert_eq!(read.as_ref().map(Position::setup), Ok(*setup));
        prop_assert_eq!(read.map(|read| read.key()), Ok(position.key()));
        let mut moves = <R as kumataka::game::Game>::MoveList::default();
        position.legal_moves(&mut moves);
        prop_assert_eq!(moves.len() as u64, position.count_legal_moves());
        prop_assert!(position.oddities().is_empty() || mode == SfenMode::Composed);
    }
    Ok(sound)
}

fn any_setup_is_told_or_refused<R: Rules>(rules: R, from: &Ingredients) -> Checked {
    let setup = setup(rules.spec(), from);
    sound_modes(rules, &setup)?;
    let drawn = format!("{setup:?}");
    prop_assert!(drawn.starts_with("Setup("));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn no_setup_breaks_the_kernel(from in ingredients()) {
        for_each_drop_game!(rules => any_setup_is_told_or_refused(rules, &from)?);
    }
}

#[test]
fn many_of_the_setups_are_sound() {
    let mut runner = TestRunner::deterministic();
    let sound = (0..200).filter(|_| {
        let from = ingredients().new_tree(&mut runner).expect("a setup").current();
        sound_modes(Shogi, &setup(Shogi.spec(), &from)).is_ok_and(|modes| modes > 0)
    });
    assert!((20..180).contains(&sound.count()));
}
