//! The rules that only small games have: by known counts of moves, and by the properties of all games.

use super::{Checked, exchange, moves, notation, over_game, symmetry};
use kumataka::board::Color;
use kumataka::game::{Claim, Ending, Position as _, Reason, SfenMode, Verdict};
use kumataka::rules::testing::games::game;
use kumataka::rules::testing::oracle::Oracle;
use kumataka::rules::testing::small_games::{Dobutsu, Kyoto, Minishogi};
use kumataka::rules::{Illegality, Move, MoveError, Position, RepetitionRule, RuleOptions, Rules, SfenError};
use kumataka::tools::perft;
use proptest::prelude::*;

fn position<R: Rules>(sfen: &str) -> Position<R> {
    Position::from_sfen(sfen, SfenMode::Strict).expect(sfen)
}

/// Plays the moves, each of them legal.
fn play<R: Rules>(position: &mut Position<R>, moves: &str) {
    for text in moves.split(' ') {
        let m = position.parse_move(text).expect(text);
        position.make(m, &mut ());
    }
}

/// What the kernel says of one position of a game whose kings must be kept safe.
pub fn agrees<R: Rules>(position: &mut Position<R>) -> Checked {
    moves::legal_moves_agree(position)?;
    moves::scopes_agree(position)?;
    moves::moves_do_what_they_announce(position)?;
    moves::mates_in_one_agree(position)?;
    exchange::exchanges_agree(position)?;
    symmetry::mirror_images_agree(position)?;
    symmetry::turned_positions_agree(position)?;
    symmetry::images_are_positions(position)?;
    notation::texts_read_back(position)
}

fn agrees_where_kings_are_captured<R: Rules>(position: &mut Position<R>) -> Checked {
    moves::legal_moves_agree(position)?;
    let them = !position.side_to_move();
    if !Oracle::of(position).in_check(them) {
        moves::moves_do_what_they_announce(position)?;
    }
    symmetry::images_are_positions(position)?;
    notation::texts_read_back(position)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn minishogi(game in game(50)) {
        over_game::<Minishogi>(&game, agrees)?;
    }

    #[test]
    fn kyoto(game in game(50)) {
        over_game::<Kyoto>(&game, agrees)?;
    }

    #[test]
    fn dobutsu(game in game(50)) {
        over_game::<Dobutsu>(&game, agrees_where_kings_are_captured)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn encodings(game in game(30)) {
        over_game::<Minishogi>(&game, moves::encodings_agree)?;
        over_game::<Kyoto>(&game, moves::encodings_agree)?;
    }
}

/// Counts from depth one on.
fn counts<R: Rules>(rows: &[(&str, &[u64])]) {
    for (sfen, counts) in rows {
        for (depth, &nodes) in (1..).zip(*counts) {
            assert_eq!(perft::perft::<R>(&mut position::<R>(sfen), depth), nodes, "{sfen} at depth {depth}");
        }
    }
}

#[test]
fn counts_of_minishogi() {
    counts::<Minishogi>(&[
        (Minishogi::START, &[14, 181, 2_512, 35_401, 533_203]),
        ("3pk/5/4G/5/K4 b P 1", &[24, 27, 371, 2_333]),
        ("2k2/+P4/5/5/K4 b P 1", &[25, 75, 990, 6_450]),
        ("2G1k/pb3/3S1/K4/3B1 b RGSPr 27", &[84, 1_788, 93_971]),
        ("2k2/2b2/1S2p/2K2/3+s1 b 2RB2GP 35", &[80, 806, 41_306, 394_890]),
        ("S1b1k/2r1r/1g3/K1b2/5 b gs2p 35", &[1, 71, 127, 7_733]),
    ]);
}

#[test]
fn counts_of_kyoto() {
    counts::<Kyoto>(&[
        (Kyoto::START, &[12, 137, 1_636, 18_268, 225_903]),
        ("P1k2/5/5/5/2K2 b - 1", &[5, 25, 151, 896]),
        ("2k2/5/5/5/2K2 b TGSPtgsp 1", &[189, 28_889]),
        ("2kN1/4P/1P1Bt/K2b1/3g1 b t 61", &[11, 447, 4_046, 94_256]),
        ("TNk1P/5/N3S/2P2/1BKl1 b - 59", &[9, 27, 369, 1_545]),
        ("pk1s1/5/3K1/5/1N1ll w Gsp 28", &[79, 2_543, 99_851]),
    ]);
}

#[test]
fn counts_of_dobutsu() {
    counts::<Dobutsu>(&[
        (Dobutsu::START, &[4, 17, 123, 976, 8_122, 71_677]),
        ("r1b/K1k/3/B1R b Pp 1", &[14, 163, 1_648, 14_909]),
        ("Kr1/2k/1b1/B1R w Pp 1", &[15, 137, 1_694, 13_970]),
        ("1k1/3/3/BKR b 2Prb 1", &[13, 257, 3_228, 45_631]),
        ("P1k/3/3/BKR b rbp 1", &[5, 120, 840, 14_837]),
        ("1rb/kK1/3/B1R b 2P 15", &[17, 111, 1_133, 7_794]),
        ("r1b/r1k/K2/p1B b p 17", &[6, 79, 604, 5_917]),
    ]);
}

/// By the number of the coming move, White is the first mover of a handicap game.
#[test]
fn the_first_mover_loses_by_repetition() {
    for (sfen, cycle, loser) in [
        (Minishogi::START, "3e4d 3a2b 4d3e 2b3a", Color::Black),
        ("1bsgk/4p/5/P4/KGSBR w - 1", "3a2b 3e4d 2b3a 4d3e", Color::White),
    ] {
        let mut position = position::<Minishogi>(sfen);
        assert_eq!(position.first_mover(), loser);
        for _ in 0..3 {
            assert_eq!(position.verdict(), None);
            play(&mut position, cycle);
        }
        let expected = Verdict { winner: Some(!loser), reason: Reason::Repetition };
        assert_eq!(position.verdict(), Some(expected), "{sfen}");
        assert_eq!(position.ending(4), Some(Ending::Loss));
        assert_eq!(position.without_history().verdict(), None);
    }
}

#[test]
fn perpetual_check_loses_only_where_the_rule_says_so() {
    let mut position = position::<Minishogi>("4k/5/4R/5/K4 w - 2");
    for _ in 0..3 {
        play(&mut position, "1a2a 1c2c 2a1a 2c1c");
    }
    let verdict = |winner, reason| Some(Verdict { winner, reason });
    assert_eq!(position.verdict(), verdict(Some(Color::White), Reason::PerpetualCheck));
    position.set_options(RuleOptions { repetition: RepetitionRule::THREEFOLD_DRAW, ..position.options() });
    assert_eq!(position.verdict(), verdict(None, Reason::Repetition));
    assert_eq!(position.ending(4), Some(Ending::Draw));
}

#[test]
fn a_king_on_the_far_rank_wins_unless_attacked() {
    let mut open = position::<Dobutsu>("r1b/K1k/3/B1R b Pp 1");
    let Some(Claim::Move(entry)) = open.claim() else { panic!("a safe square on the far rank") };
    assert_eq!(entry.usi::<Dobutsu>().to_string(), "3b3a");
    open.make(entry, &mut ());
    assert_eq!(open.verdict(), Some(Verdict { winner: Some(Color::Black), reason: Reason::Try }));
    let attacked = position::<Dobutsu>("Kr1/2k/1b1/B1R w Pp 1");
    assert_eq!((attacked.verdict(), attacked.ending(1)), (None, None));
    let Some(Claim::Move(catch)) = attacked.claim() else { panic!("a king to catch") };
    assert_eq!(catch.usi::<Dobutsu>().to_string(), "2a3a");
    // A king that nothing attacks any more has won too, whoever moved last.
    let mut safe = position::<Dobutsu>("K2/2k/1b1/B1R w Pp 1");
    assert_eq!(safe.verdict(), Some(Verdict { winner: Some(Color::Black), reason: Reason::Try }));
    assert_eq!((safe.ending(3), safe.count_legal_moves()), (Some(Ending::Loss), 0));
    let reply = Position::<Dobutsu>::read_move("1b1a").expect("a move");
    assert_eq!(safe.legality(reply), Err(Illegality::GameOver));
    safe = position("K2/3/1b1/B1k w Pp 1");
    assert_eq!(safe.verdict(), Some(Verdict { winner: None, reason: Reason::Try }));
}

#[test]
fn a_king_may_be_left_and_captured() {
    let mut left = position::<Dobutsu>("1kb/1r1/1R1/BK1 b Pp 1");
    play(&mut left, "P*3b 2b2c");
    assert_eq!((left.verdict(), left.count_legal_moves() > 0), (None, true));
    play(&mut left, "3b3a+ 2c2d");
    assert_eq!(left.verdict(), Some(Verdict { winner: Some(Color::White), reason: Reason::RoyalLost }));
    assert_eq!((left.count_legal_moves(), left.ending(5)), (0, Some(Ending::Loss)));
    assert_eq!((left.king(Color::Black), left.hand(Color::White).count(2)), (None, 1));
}

#[test]
fn either_dialect_of_turning_pieces_is_read() {
    let start = Position::<Kyoto>::start();
    let fairy = position::<Kyoto>("p+nks+l/5/5/5/+LSK+NP b - 1");
    assert_eq!(fairy.setup(), start.setup());
    let expected = start.parse_move("2e3d+").expect("a legal move");
    for text in ["2e3d", "2e3d-"] {
        assert_eq!(start.parse_move(text), Ok(expected));
    }
    assert_eq!(expected.usi::<Kyoto>().to_string(), "2e3d+");
    let holding = position::<Kyoto>("2k2/5/5/5/2K2 b LPb 1");
    assert_eq!(holding.sfen(), "2k2/5/5/5/2K2 b PTs 1");
    let read = |text: &str| holding.parse_move(text);
    assert_eq!((read("+P*3c"), read("+L*3c")), (read("R*3c"), read("T*3c")));
    assert!(read("R*3c").is_ok() && read("P*3a").is_err() && read("L*5a").is_ok());
    let unknown = Err(MoveError::Syntax("K*3c".to_owned()));
    assert_eq!(read("K*3c"), unknown);
    let none = Position::<Kyoto>::from_sfen("2k2/5/5/5/2K2 b K 1", SfenMode::Strict);
    assert_eq!(none.err(), Some(SfenError::NotHeld('K')));
}

/// A captor shows its other face, and that is what a recapture wins.
#[test]
fn exchanges_count_the_face_that_a_captor_shows() {
    // The rook takes a tokin and becomes a pawn: it loses most of its worth by turning.
    let rook = position::<Kyoto>("t3k/5/5/5/R3K b - 1");
    let takes = rook.parse_move("5e5a").expect("a legal move");
    assert_eq!(rook.material_gain(takes), 2 * 450 - 600);
    assert!(rook.see_at_least(takes, 300) && !rook.see_at_least(takes, 301));
    // The pawn becomes a rook, which the king of White then takes.
    let pawn = position::<Kyoto>("3tk/3P1/5/5/K4 b - 1");
    let takes: Move = pawn.parse_move("2b2a").expect("a legal move");
    assert_eq!(pawn.material_gain(takes), 2 * 450 + 600);
    let lost = 700 + 100;
    assert!(pawn.see_at_least(takes, 1_500 - lost) && !pawn.see_at_least(takes, 1_501 - lost));
}
