//! Positions, then moves in them: what is read is written so that it reads back, in every mode.

#![no_main]

use kumataka::game::{Playable as _, PlayablePosition as _, Position as _, SfenMode};
use kumataka::rules::Rules;
use kumataka::variants::{DropVariant, Shogi};
use libfuzzer_sys::fuzz_target;

fn read<R: Rules>(rules: R, sfen: &str, moves: &str, mode: SfenMode) {
    let Ok(mut position) = rules.read_sfen(sfen, mode) else { return };
    for text in moves.split_ascii_whitespace() {
        let Ok(m) = position.parse_move(text) else { return };
        let before = position.sfen();
        position.make(m, &mut ());
        position.unmake(m);
        assert_eq!(position.sfen(), before);
        position.make(m, &mut ());
    }
    let again = rules.read_sfen(&position.sfen(), SfenMode::Mate).expect("what was written is canonical");
    assert_eq!((again.sfen(), again.key()), (position.sfen(), position.key()));
    let legal = position.legal();
    assert_eq!(position.count_legal_moves(), legal.len() as u64);
    for &m in &legal {
        assert_eq!(position.parse_move(&rules.usi(m).to_string()), Ok(m));
    }
}

fuzz_target!(|text: &str| {
    let (sfen, moves) = text.split_once('\n').unwrap_or((text, ""));
    for mode in [SfenMode::Strict, SfenMode::Tolerant, SfenMode::Mate] {
        read(Shogi, sfen, moves, mode);
        read(DropVariant::Tori.game(), sfen, moves, mode);
    }
});
