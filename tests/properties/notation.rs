//! Texts: every position and move reads back, and nothing that can be typed makes a reader panic.

use super::{Checked, properties};
use kumataka::for_each_drop_game;
use kumataka::game::{Dialect, Hands as _, Playable as _, PlayablePosition as _, Position as _, SfenMode};
use kumataka::rules::testing::games::legal;
use kumataka::rules::{Position, Rules};
use kumataka::variants::DropVariant;
use proptest::prelude::*;

properties! {
    texts_read_back: 128, 60;
    dialects_read_back: 64, 60;
}

const MODES: [SfenMode; 3] = [SfenMode::Strict, SfenMode::Mate, SfenMode::Tolerant];

pub fn texts_read_back<R: Rules>(position: &mut Position<R>) -> Checked {
    let sfen = position.sfen();
    let kings = kumataka::board::Color::ALL.into_iter().filter(|&color| position.king(color).is_some()).count();
    for mode in MODES {
        match position.rules().read_sfen(&sfen, mode) {
            Ok(again) => {
                prop_assert_eq!(again.sfen(), &sfen[..]);
                prop_assert_eq!((again.key(), again.board_key()), (position.key(), position.board_key()));
                prop_assert_eq!(again.checkers(), position.checkers());
            }
            Err(error) => prop_assert!(mode == SfenMode::Strict && kings == 1, "{:?}: {}", mode, error),
        }
    }
    for m in legal(position) {
        let text = position.rules().usi(m).to_string();
        prop_assert_eq!(position.parse_move(&text), Ok(m), "{}", &text);
    }
    prop_assert!(position.to_string().ends_with(&sfen));
    Ok(())
}

/// Positions and moves are read in either dialect as what was written.
pub fn dialects_read_back<R: Rules>(position: &mut Position<R>) -> Checked {
    for dialect in Dialect::ALL {
        let sfen = position.sfen_in(dialect);
        let again = position.rules().read_sfen(&sfen, SfenMode::Mate);
        prop_assert_eq!(again.map(|again| again.setup()), Ok(position.setup()), "{}", sfen);
        for m in legal(position) {
            let text = position.usi_in(m, dialect);
            prop_assert_eq!(position.parse_move(&text), Ok(m), "{}", text);
            prop_assert!(position.dialect_of_move(m, &text).is_none_or(|found| found == dialect));
        }
    }
    Ok(())
}

/// Text that is nearly an SFEN, so that every part of the reader is reached.
fn nearly_sfen() -> impl Strategy<Value = String> {
    "[1-9KkPpLlNnSsGgRrBbFfCc+/0]{0,60}( [bw-]{1,2})?( [0-9]{0,4}[PLNSGBRFCplnsgbrfc-]{0,9})?( [0-9]{0,6})?"
}

/// Any one character of a sound text replaced.
fn mangled() -> impl Strategy<Value = String> {
    let starts = DropVariant::ALL.iter().map(|variant| variant.spec().start);
    let sfens = starts.chain(["4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1"]);
    (prop::sample::select(sfens.collect::<Vec<_>>()), any::<prop::sample::Index>(), any::<char>()).prop_map(
        |(sfen, index, other)| {
            let at = index.index(sfen.len());
            sfen.char_indices().map(|(i, c)| if i == at { other } else { c }).collect()
        },
    )
}

fn read_everywhere<R: Rules>(rules: R, text: &str) -> Checked {
    for mode in MODES {
        if let Ok(position) = rules.read_sfen(text, mode) {
            let again = rules.read_sfen(&position.sfen(), SfenMode::Mate);
            prop_assert_eq!(again.map(|again| again.sfen()), Ok(position.sfen()));
            prop_assert_eq!(legal(&position).len() as u64, position.count_legal_moves());
        }
    }
    Ok(())
}

/// A text that is read as a move of the start is one in either dialect.
fn moves_read_back<R: Rules>(rules: R, text: &str) -> Checked {
    let start = rules.start();
    if let Ok(m) = start.parse_move(text) {
        prop_assert!(Dialect::ALL.iter().any(|&dialect| start.usi_in(m, dialect) == text), "{}", text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn no_text_breaks_the_reader_of_positions(text in prop_oneof![nearly_sfen(), mangled(), any::<String>()]) {
        for_each_drop_game!(rules => read_everywhere(rules, &text)?);
    }

    #[test]
    fn no_text_breaks_the_reader_of_moves(text in prop_oneof!["[0-9a-i+*A-Z]{0,6}", any::<String>()]) {
        for_each_drop_game!(rules => moves_read_back(rules, &text)?);
    }
}
