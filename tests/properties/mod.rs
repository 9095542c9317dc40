//! What must hold of the rules kernel in every position, tried on random games of every variant.

mod exchange;
mod moves;
mod notation;
mod repetition;
mod setup;
mod siblings;
mod small;
mod symmetry;

use kumataka::rules::testing::games::RandomGame;
use kumataka::rules::{Position, Rules};
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

/// Writes each check out as one property a variant: the name, the number of games and their length in plies.
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

                #[test]
                fn tori(game in game($plies)) {
                    let tori = kumataka::variants::DropVariant::Tori.game();
                    crate::properties::over_game(tori, &game, super::$check)?;
                }
            }
        }
    )*};
}
use properties;
