//! The games on shogi's board: moves borrowed from the piece behind, and games that the first check wins.

use super::{Checked, moves, notation, over_game, small, symmetry};
use kumataka::game::{Claim, Position as _};
use kumataka::rules::testing::games::{game, legal};
use kumataka::rules::testing::oracle::{Oracle, names};
use kumataka::rules::{Position, Rules};
use kumataka::variants::DropVariant;
use proptest::prelude::*;

/// What holds where moves are borrowed. Exchanges are only estimated there, but the more is asked of one, the less it wins.
fn agrees_with_borrowed_moves<R: Rules>(position: &mut Position<R>) -> Checked {
    moves::legal_moves_agree(position)?;
    moves::scopes_agree(position)?;
    moves::checks_agree(position)?;
    moves::moves_do_what_they_announce(position)?;
    symmetry::mirror_images_agree(position)?;
    symmetry::turned_positions_agree(position)?;
    symmetry::images_are_positions(position)?;
    notation::texts_read_back(position)?;
    for m in legal(position) {
        let wins = [-20_000, -500, 0, 500, 20_000].map(|threshold| position.see_at_least(m, threshold));
        prop_assert!(
            wins.is_sorted_by(|more, less| more >= less) && !wins[4],
            "{}: {:?}",
            m.usi(position.spec()),
            wins
        );
    }
    Ok(())
}

/// Whatever gives check wins, so that a win in one move is found wherever there is one.
fn agrees_where_checks_win<R: Rules>(position: &mut Position<R>) -> Checked {
    small::agrees(position)?;
    moves::checks_agree(position)?;
    let checks: Vec<_> = legal(position).into_iter().filter(|&m| position.gives_check(m)).collect();
    let found = position.mate_in_one();
    prop_assert_eq!(found.is_some(), !checks.is_empty(), "of {}", names(position.spec(), &checks));
    prop_assert!(found.is_none_or(|m| checks.contains(&m)));
    prop_assert_eq!(position.claim(), found.map(Claim::Move));
    prop_assert!(!position.in_check() || Oracle::of(position).legal_moves().is_empty());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn annan(game in game(70)) {
        over_game(DropVariant::Annan.game(), &game, agrees_with_borrowed_moves)?;
    }

    #[test]
    fn check_shogi(game in game(70)) {
        over_game(DropVariant::CheckShogi.game(), &game, agrees_where_checks_win)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn encodings(game in game(40)) {
        over_game(DropVariant::Annan.game(), &game, moves::encodings_agree)?;
        over_game(DropVariant::CheckShogi.game(), &game, moves::encodings_agree)?;
    }
}
