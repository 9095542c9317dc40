//! Readers answer rubbish with an error, never with a panic, and what they do read can be written.

use super::random::{Contents, record};
use super::round_trips::same_in;
use kumataka::record::Format;
use kumataka::variants::{DropVariant, Variant};
use proptest::prelude::*;

/// Reads; whatever is read goes through every writer, and what that does not say is lost reads back.
fn feed(rules: Variant, format: Format, bytes: &[u8]) {
    for game in format.read(rules, bytes).unwrap_or_default() {
        for target in Format::ALL {
            let Ok((written, losses)) = target.write_file(&[&game.record]) else { continue };
            let again = target.read(rules, &written);
            let told = || format!("{format} to {target}\n{:?}\n{}", game.record, String::from_utf8_lossy(&written));
            let again = again.unwrap_or_else(|error| panic!("{error}\n{}", told()));
            assert_eq!(again.len(), 1, "{}", told());
            assert!(!losses.is_empty() || same_in(target, &again[0].record, &game.record), "{}", told());
        }
    }
}

/// One damage to a file.
#[derive(Clone, Debug)]
enum Damage {
    Byte(prop::sample::Index, u8),
    Cut(prop::sample::Index),
    Remove(prop::sample::Index, usize),
    Repeat(prop::sample::Index, usize),
    Insert(prop::sample::Index, &'static str),
}

static SNIPPETS: [&str; 16] = [
    "\n",
    "変化：3手\n",
    "まで3手で",
    "(77)",
    "同　",
    "１１",
    "-",
    "%",
    "/",
    "00",
    "P+",
    "(",
    "}",
    "9999999999999",
    "成",
    "\u{3000}",
];

fn damage() -> impl Strategy<Value = Damage> {
    let place = any::<prop::sample::Index>;
    prop_oneof![
        (place(), any::<u8>()).prop_map(|(at, byte)| Damage::Byte(at, byte)),
        place().prop_map(Damage::Cut),
        (place(), 1..40usize).prop_map(|(at, length)| Damage::Remove(at, length)),
        (place(), 1..200usize).prop_map(|(at, length)| Damage::Repeat(at, length)),
        (place(), prop::sample::select(&SNIPPETS[..])).prop_map(|(at, text)| Damage::Insert(at, text)),
    ]
}

fn apply(bytes: &mut Vec<u8>, damage: &Damage) {
    if bytes.is_empty() {
        return;
    }
    let length = bytes.len();
    match damage {
        Damage::Byte(at, byte) => bytes[at.index(length)] = *byte,
        Damage::Cut(at) => bytes.truncate(at.index(length)),
        Damage::Remove(at, count) => {
            let at = at.index(length);
            bytes.drain(at..(at + count).min(length));
        }
        Damage::Repeat(at, count) => {
            let at = at.index(length);
            let part = bytes[at..(at + count).min(length)].to_vec();
            bytes.splice(at..at, part);
        }
        Damage::Insert(at, text) => {
            let at = at.index(length);
            bytes.splice(at..at, text.bytes());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn damaged_files(seed: u64, damages in prop::collection::vec(damage(), 1..6), choice: prop::sample::Index) {
        let format = Format::ALL[choice.index(Format::ALL.len())];
        for game in DropVariant::ALL.iter().map(|&game| Variant::from(game)) {
            if let Ok((mut bytes, _)) = format.write_file(&[&record(game, seed, Contents::ALL)]) {
                damages.iter().for_each(|damage| apply(&mut bytes, damage));
                feed(game, format, &bytes);
            }
        }
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for format in Format::ALL {
            for game in DropVariant::ALL.iter().map(|&game| Variant::from(game)) {
 feed(game, format, &bytes);
 }
        }
    }

    #[test]
    fn any_text(text in "[-+%'PNVT0-9A-Z,/\n .()▲△同歩銀成打ひよこと変化：手まで１-９一-九|v・{}<>*]{0,200}") {
        for format in Format::ALL {
            for game in DropVariant::ALL.iter().map(|&game| Variant::from(game)) {
 feed(game, format, text.as_bytes());
 }
        }
    }
}
