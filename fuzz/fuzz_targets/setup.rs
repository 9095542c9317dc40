//! Setups of any pieces on any squares: a sound one becomes a position that tells it again, in every mode.

#![no_main]

use kumataka::board::{Color, Square};
use kumataka::game::{Playable as _, PlayablePosition as _, Position as _, SfenMode};
use kumataka::rules::{Kind, Position, Rules, Setup};
use kumataka::variants::{DropVariant, Shogi};
use libfuzzer_sys::fuzz_target;

/// Two bytes a piece: the square, or a hand from 81 on, then the kind with the colour in the top bit.
fn setup<R: Rules>(rules: R, data: &[u8]) -> Setup {
    let mut setup = Setup::empty(rules.spec());
    for pair in data.chunks_exact(2) {
        let color = if pair[1] < 128 { Color::Black } else { Color::White };
        let kind = Kind::new(usize::from(pair[1]) % (Kind::LIMIT - 1));
        match Square::from_index(pair[0].into()) {
            Some(square) => setup.put(square, color, kind),
            None => setup.hold(color, kind, u32::from(pair[0]) - Square::COUNT as u32),
        }
    }
    if data.first().is_some_and(|first| first % 2 == 1) {
        setup.side = Color::White;
    }
    setup
}

fn build<R: Rules>(rules: R, data: &[u8]) {
    let setup = setup(rules, data);
    for mode in [SfenMode::Strict, SfenMode::Mate, SfenMode::Composed, SfenMode::Tolerant] {
        let Ok(position) = Position::from_setup(rules, &setup, mode) else { continue };
        assert_eq!(position.setup(), setup);
        let twice = position.turned().and_then(|turned| turned.turned());
        assert_eq!(twice.expect("a symmetric game").setup(), setup);
        assert_eq!(position.mirrored().mirrored().setup(), setup);
        let read = rules.read_sfen(&position.sfen(), mode).expect("what was written is canonical");
        assert_eq!((read.setup(), read.key()), (setup, position.key()));
    }
}

fuzz_target!(|data: &[u8]| {
    build(Shogi, data);
    build(DropVariant::Tori.game(), data);
});
