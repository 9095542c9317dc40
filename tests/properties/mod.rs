//! Properties of the rules kernel in every position, tried on random games of every variant: a new game is in all of them. A check
//! that does not hold for all rules leaves those out itself, by the game's data and not by its name.

mod exchange;
mod moves;
mod notation;
mod repetition;
mod setup;
mod small;
mod symmetry;

use kumataka::game::PlayablePosition as _;
use kumataka::rules::testing::games::RandomGame;
use kumataka::rules::{Position, Rules, Spec};
use kumataka::variants::DropVariant;
use proptest::prelude::TestCaseError;

type Checked = Result<(), TestCaseError>;

/// Runs `check` over the positions of a game, by turns under either rule on promotion.
fn over_game<R: Rules>(rules: R, game: &RandomGame, check: impl Fn(&mut Position<R>) -> Checked) -> Checked {
    let mut position = game.start(rules);
    for ply in 0..=game.choices.len() {
        let mut options = position.options();
        options.forced_promotion = ply % 2 == 0;
        position.set_options(options);
        check(&mut position)
            .map_err(|error| TestCaseError::fail(format!("{} {options:?}: {error}", position.sfen())))?;
        if !game.advance(&mut position, ply) {
            break;
        }
    }
    Ok(())
}

/// The games that share a type. `Shogi` has its own, with code that none of them runs.
fn siblings() -> impl Iterator<Item = kumataka::rules::AnyGame> {
    DropVariant::ALL.iter().filter(|&&variant| variant != DropVariant::Shogi).map(|variant| variant.game())
}

/// Kings may be left to be taken, so that there is neither pin nor evasion.
const fn takes_kings(spec: &Spec) -> bool {
    spec.king_capture
}

/// Writes each check out as two properties: the name, the number of games of shogi and their length in plies. A quarter as many
/// are played of each other game.
macro_rules! properties {
    ($($check:ident: $cases:expr, $plies:expr;)*) => {$(
        mod $check {
            use kumataka::rules::testing::games::game;
            use proptest::prelude::*;

            proptest! {
                #![proptest_config(ProptestConfig::with_cases($cases))]

                #[test]
                fn shogi(game in game($plies)) {
                    crate::properties::over_game(kumataka::variants::Shogi, &game, super::$check)?;
                }

            }

            proptest! {
                #![proptest_config(ProptestConfig::with_cases($cases / 4))]

                #[test]
                fn siblings(game in game($plies)) {
                    for rules in crate::properties::siblings() {
                        crate::properties::over_game(rules, &game, super::$check)?;
                    }
                }
            }
        }
    )*};
}
use properties;
