//! Invariants of a position's inside: taking a move back restores everything, incremental state equals a recount, and
//! Shogi's own attack code equals the tables.

use super::testing::games::{RandomGame, game, legal};
use super::testing::oracle::Oracle;
use super::{Origin, Position, Rules, attacks_by_table, checks};
use crate::board::{Bitboard, Color, Square, between};
use crate::game::{Game, Playable as _, PlayablePosition as _, Position as _, Scope, SfenMode};
use crate::variants::{DropVariant, Shogi};
use proptest::prelude::*;

type Checked = Result<(), TestCaseError>;

fn over_game<R: Rules>(rules: R, game: &RandomGame, check: impl Fn(&mut Position<R>) -> Checked) -> Checked {
    let mut position = game.start(rules);
    for ply in 0.. {
        check(&mut position).map_err(|error| TestCaseError::fail(format!("{}: {error}", position.sfen())))?;
        if !game.advance(&mut position, ply) {
            break;
        }
    }
    Ok(())
}

/// Compares every field, histories included.
fn same<R: Rules>(a: &Position<R>, b: &Position<R>) -> Checked {
    prop_assert_eq!(a.board, b.board);
    prop_assert_eq!(a.by_kind, b.by_kind);
    prop_assert_eq!(a.by_color, b.by_color);
    prop_assert_eq!(a.hands, b.hands);
    prop_assert_eq!(a.kings, b.kings);
    prop_assert_eq!((a.side, a.move_number, a.options), (b.side, b.move_number, b.options));
    prop_assert_eq!(&a.state, &b.state);
    prop_assert_eq!(&a.states, &b.states);
    prop_assert!(a.history == b.history);
    Ok(())
}

fn taking_back_restores_every_field<R: Rules>(position: &mut Position<R>) -> Checked {
    let before = position.clone();
    for m in legal(position) {
        position.make(m, &mut ());
        let inner = position.clone();
        if let Some(&answer) = legal(position).first() {
            position.make(answer, &mut ());
            position.unmake(answer);
        }
        same(position, &inner)?;
        position.unmake(m);
        same(position, &before)?;
    }
    if !position.in_check() {
        position.make_null();
        position.unmake_null();
        same(position, &before)?;
    }
    Ok(())
}

/// The redundant boards agree, and the state equals a recount.
fn what_is_kept_up_equals_a_recount<R: Rules>(position: &mut Position<R>) -> Checked {
    for square in Square::all() {
        let piece = position.piece(square);
        for color in Color::ALL {
            prop_assert_eq!(position.pieces(color).contains(square), piece.is(color));
            for kind in position.spec().all_kinds() {
                let here = piece.is(color) && piece.kind() == kind;
                prop_assert_eq!(position.pieces_of(color, kind).contains(square), here);
            }
        }
    }
    for color in Color::ALL {
        prop_assert_eq!(position.king(color), position.pieces_of(color, position.spec().king).first());
    }
    let (kept, counted) = (&position.state, position.recount());
    prop_assert_eq!(kept.structure, counted.structure);
    prop_assert_eq!(kept.hands_key, counted.hands_key);
    prop_assert_eq!(kept.checkers, counted.checkers);
    prop_assert_eq!(kept.blockers, counted.blockers);
    blockers_are_what_they_are_called(position)
}

fn kept_up_and_taken_back<R: Rules>(position: &mut Position<R>) -> Checked {
    what_is_kept_up_equals_a_recount(position)?;
    taking_back_restores_every_field(position)
}

/// A piece blocks if removing it exposes the king to one more slider. In games with borrowed moves none does.
fn blockers_are_what_they_are_called<R: Rules>(position: &Position<R>) -> Checked {
    let oracle = Oracle::of(position);
    for color in Color::ALL {
        let Some(king) = position.king(color) else { continue };
        let before = oracle.strikers(king, !color).len();
        let opens = |square: &Square| {
            let mut without = oracle.clone();
            without.board[square.index()] = None;
            let itself = usize::from(oracle.strikers(king, !color).contains(square));
            without.strikers(king, !color).len() + itself > before
        };
        let expected: Bitboard = position.occupied().filter(|square| *square != king).filter(opens).collect();
        prop_assert_eq!(position.blockers(color), if position.spec().borrows { Bitboard::EMPTY } else { expected });
    }
    Ok(())
}

/// Mates by a drop that checks with a step, for every kind, though only pawns need the test. In games with borrowed
/// moves only pawns are tested.
fn drop_mates_are_mates<R: Rules>(position: &mut Position<R>) -> Checked {
    let mut moves = <R as crate::game::Game>::MoveList::default();
    position.generate(Scope::Everything, &mut moves);
    let oracle = Oracle::of(position);
    let king = position.king(!position.side_to_move());
    for m in moves {
        let Origin::Hand(kind) = m.origin() else { continue };
        if position.spec().borrows && !position.spec().kind(kind).no_drop_mate {
            continue;
        }
        let steps = position.rules().tables().steps(kind, position.side_to_move(), m.to());
        let expected = king.is_some_and(|king| steps.contains(king)) && oracle.make(m).is_mated();
        prop_assert_eq!(position.drop_mates(kind, m.to()), expected, "{}", position.rules().usi(m));
    }
    Ok(())
}

/// Each square is threatened for a class if a piece of a lower one strikes it.
fn threats_come_from_cheaper_pieces<R: Rules>(position: &mut Position<R>) -> Checked {
    let (oracle, threats) = (Oracle::of(position), position.threats());
    for square in Square::all() {
        let strikers = oracle.strikers(square, !position.side_to_move());
        let cheapest = strikers.iter().map(|&from| position.facts().class(position.piece(from).kind())).min();
        for (class, threatened) in threats.0.iter().enumerate() {
            prop_assert_eq!(
                threatened.contains(square),
                cheapest.is_some_and(|least| least < class),
                "{} {}",
                square,
                class
            );
        }
    }
    Ok(())
}

fn overrides_equal_the_tables<R: Rules>(position: &mut Position<R>) -> Checked {
    let occupied = position.occupied();
    for square in Square::all() {
        for color in Color::ALL {
            for kind in position.spec().all_kinds() {
                let attacks = position.attacks(kind, color, square, occupied);
                prop_assert_eq!(attacks, attacks_by_table(position.rules(), kind, color, square, occupied));
                let walked: Bitboard = Oracle::of(position).strikes(color, kind, square).into_iter().collect();
                prop_assert_eq!(attacks, walked);
            }
            // Any occupancy is allowed, such as one with a piece removed.
            for emptied in [occupied, occupied.without(Bitboard::rank(square.rank()))] {
                let attackers = R::attackers(position, color, square, emptied);
                prop_assert_eq!(attackers, checks::attackers_by_table(position, color, square, emptied));
            }
            // The tables include neighbours, which nothing can be put between.
            let far = |snipers: Bitboard| -> Bitboard { snipers.filter(|&s| !between(s, square).is_empty()).collect() };
            let snipers = R::snipers(position, color, square);
            prop_assert_eq!(far(snipers), far(checks::snipers_by_table(position, color, square)));
        }
    }
    Ok(())
}

/// Shogi as one of the games with shared code gives the same results as Shogi, in the same order.
fn any_game_plays_alike(position: &mut Position<Shogi>) -> Checked {
    let any = Position::from_setup(DropVariant::Shogi.game(), &position.setup(), SfenMode::Mate);
    let mut any = any.map_err(|error| TestCaseError::fail(error.to_string()))?;
    any.set_options(position.options());
    prop_assert_eq!(any.key(), position.key());
    prop_assert_eq!(any.mate_in_one(), position.mate_in_one());
    prop_assert_eq!(any.claim(), position.claim());
    let besides = legal(position).first().map(|m| m.to().index() as u8);
    for scope in
        [Scope::Tactical, Scope::Gaining { least: 300, besides }, Scope::Quiet, Scope::Everything, Scope::Checks]
    {
        if position.in_check() && scope != Scope::Everything && scope != Scope::Checks {
            continue;
        }
        let (mut mine, mut others) = (<Shogi as Game>::MoveList::default(), <Shogi as Game>::MoveList::default());
        position.generate(scope, &mut mine);
        any.generate(scope, &mut others);
        prop_assert_eq!(mine, others, "{:?}", scope);
    }
    prop_assert_eq!(legal(&any), legal(position));
    let checks = position.check_test();
    for m in legal(position) {
        prop_assert_eq!(checks(m), position.gives_check(m), "{:?}", m);
        prop_assert_eq!(any.gives_check(m), position.gives_check(m), "{:?}", m);
        prop_assert_eq!(any.history_index(m), position.history_index(m), "{:?}", m);
        prop_assert_eq!(any.key_after(m), position.key_after(m), "{:?}", m);
        for threshold in [-500, 0, 300] {
            prop_assert_eq!(any.see_at_least(m, threshold), position.see_at_least(m, threshold), "{:?}", m);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn shogi_as_any_game_is_shogi(game in game(80)) {
        over_game(Shogi, &game, any_game_plays_alike)?;
    }

    #[test]
    fn taking_back_restores_shogi(game in game(60)) {
        over_game(Shogi, &game, taking_back_restores_every_field)?;
    }

    #[test]
    fn taking_back_restores_tori(game in game(60)) {
        over_game(DropVariant::Tori.game(), &game, taking_back_restores_every_field)?;
    }

    #[test]
    fn recount_of_shogi(game in game(80)) {
        over_game(Shogi, &game, what_is_kept_up_equals_a_recount)?;
    }

    #[test]
    fn recount_of_tori(game in game(80)) {
        over_game(DropVariant::Tori.game(), &game, what_is_kept_up_equals_a_recount)?;
    }

    #[test]
    fn small_games_are_kept_up_and_taken_back(game in game(60)) {
        over_game(DropVariant::Minishogi.game(), &game, kept_up_and_taken_back)?;
        over_game(DropVariant::Dobutsu.game(), &game, kept_up_and_taken_back)?;
        over_game(DropVariant::Kyoto.game(), &game, kept_up_and_taken_back)?;
    }

    #[test]
    fn games_on_the_board_of_shogi_are_kept_up_and_taken_back(game in game(60)) {
        over_game(DropVariant::Annan.game(), &game, kept_up_and_taken_back)?;
        over_game(DropVariant::CheckShogi.game(), &game, kept_up_and_taken_back)?;
    }

    #[test]
    fn drop_mates_of_annan(game in game(60)) {
        over_game(DropVariant::Annan.game(), &game, drop_mates_are_mates)?;
    }

    #[test]
    fn drop_mates_of_shogi(game in game(60)) {
        over_game(Shogi, &game, drop_mates_are_mates)?;
    }

    #[test]
    fn drop_mates_of_tori(game in game(60)) {
        over_game(DropVariant::Tori.game(), &game, drop_mates_are_mates)?;
    }

    #[test]
    fn threats_of_shogi(game in game(60)) {
        over_game(Shogi, &game, threats_come_from_cheaper_pieces)?;
    }

    #[test]
    fn threats_of_other_games(game in game(60)) {
        over_game(DropVariant::Tori.game(), &game, threats_come_from_cheaper_pieces)?;
        over_game(DropVariant::Annan.game(), &game, threats_come_from_cheaper_pieces)?;
    }

    #[test]
    fn overrides_of_shogi(game in game(20)) {
        over_game(Shogi, &game, overrides_equal_the_tables)?;
        over_game(DropVariant::Annan.game(), &game, overrides_equal_the_tables)?;
        over_game(DropVariant::CheckShogi.game(), &game, overrides_equal_the_tables)?;
    }
}
