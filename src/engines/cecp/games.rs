//! Games of CECP by their names.

use crate::game::CecpGame;
use crate::variants::Variant;

/// Games that this program plays behind `XBoard`.
pub fn offered() -> impl Iterator<Item = (CecpGame, Variant)> {
    Variant::ALL.iter().filter_map(|&variant| Some((variant.cecp()?, variant)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules as _;
    use crate::with_any_game;

    #[test]
    fn games_are_those_of_this_program() {
        for (known, variant) in offered() {
            let Some(setup) = known.setup else { continue };
            let (size, letters) = with_any_game!(variant, game => {
                let spec = game.spec();
                let letters = spec.kinds.iter().filter(|kind| !kind.promoted).map(|kind| char::from(kind.letter));
                (format!("{}x{}+", spec.files, spec.ranks), letters.collect::<Vec<_>>())
            });
            let named = known.letters.iter().map(|&(letter, _)| letter);
            let letters = if known.letters.is_empty() { letters } else { named.collect() };
            assert!(setup.board.starts_with(&size), "{}", setup.board);
            // Both sides have the same places, and a letter stands for every unpromoted piece.
            let (first, second) = setup.letters.split_at(setup.letters.len() / 2);
            assert_eq!(first.to_ascii_lowercase(), second);
            assert!(first.ends_with('K'));
            for letter in letters {
                assert!(first.contains(letter), "{variant} {letter}");
            }
        }
        let called = |name| offered().filter(|(known, _)| known.names.contains(name)).count();
        assert!(offered().flat_map(|(known, _)| known.names).all(|name| called(name) == 1));
    }
}
