//! The rules that only small games have.

use kumataka::board::Color;
use kumataka::game::{
    Claim, Ending, Game as _, Hands as _, Playable, PlayablePosition as _, Position as _, Reason, RuleChoices,
    SfenMode, Verdict,
};
use kumataka::kernel::Repetitions as _;
use kumataka::rules::{Illegality, Move, MoveError, Position, RuleOptions, Rules, SfenError};
use kumataka::variants::DropVariant;

fn position<R: Rules>(rules: R, sfen: &str) -> Position<R> {
    rules.read_sfen(sfen, SfenMode::Strict).expect(sfen)
}

/// Plays the moves, each of them legal.
fn play<R: Rules>(position: &mut Position<R>, moves: &str) {
    for text in moves.split(' ') {
        let m = position.parse_move(text).expect(text);
        position.make(m, &mut ());
    }
}

/// By the number of the coming move, White is the first mover of a handicap game.
#[test]
fn the_first_mover_loses_by_repetition() {
    for (sfen, cycle, loser) in [
        (DropVariant::Minishogi.spec().start, "3e4d 3a2b 4d3e 2b3a", Color::Black),
        ("1bsgk/4p/5/P4/KGSBR w - 1", "3a2b 3e4d 2b3a 4d3e", Color::White),
    ] {
        let mut position = position(DropVariant::Minishogi.game(), sfen);
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
fn minishogi_may_be_drawn_by_repetition() {
    let game = DropVariant::Minishogi.game();
    let mut choices = RuleChoices::default();
    choices.choose_text(game.name(), &game.options(), "draw").expect("a rule of minishogi");
    let mut position = game.start();
    position.set_rules(&choices);
    repeat(&mut position, "3e4d 3a2b 4d3e 2b3a", 3);
    assert_eq!(position.verdict(), Some(Verdict { winner: None, reason: Reason::Repetition }));
}

/// Plays a cycle that ends the game with its last move, and not before.
fn repeat<R: Rules>(position: &mut Position<R>, cycle: &str, times: usize) {
    for _ in 0..times {
        assert_eq!(position.verdict(), None);
        play(position, cycle);
    }
}

/// At the third occurrence of the start in two games, at the fourth in the others.
#[test]
fn games_are_drawn_by_repetition() {
    let drawn = Some(Verdict { winner: None, reason: Reason::Repetition });
    let mut kyoto = DropVariant::Kyoto.game().start();
    repeat(&mut kyoto, "3e3d 3a3b 3d3e 3b3a", 2);
    let mut dobutsu = DropVariant::Dobutsu.game().start();
    repeat(&mut dobutsu, "1d1c 3a3b 1c1d 3b3a", 2);
    let mut gorogoro = DropVariant::Gorogoro.game().start();
    repeat(&mut gorogoro, "3f3e 3a3b 3e3f 3b3a", 3);
    let mut plus = DropVariant::GorogoroPlus.game().start();
    repeat(&mut plus, "3f3e 3a3b 3e3f 3b3a", 3);
    assert_eq!([kyoto.verdict(), dobutsu.verdict(), gorogoro.verdict(), plus.verdict()], [drawn; 4]);
}

#[test]
fn drops_and_promotions_of_gorogoro() {
    let refused = |sfen: &str, text: &str| {
        let position = position(DropVariant::GorogoroPlus.game(), sfen);
        position.legality(DropVariant::GorogoroPlus.game().read_move(text).expect(text)).err()
    };
    let holding = "4k/5/5/2P2/5/K4 b PLN 1";
    for (text, expected) in [
        ("P*3e", Some(Illegality::FileLimit)),
        ("P*2a", Some(Illegality::DeadDrop)),
        ("L*2a", Some(Illegality::DeadDrop)),
        ("N*2b", Some(Illegality::DeadDrop)),
        ("N*2c", None),
        ("L*2b", None),
        ("P*2b", None),
        ("3d3c+", Some(Illegality::NoPromotion)),
    ] {
        assert_eq!(refused(holding, text), expected, "{text}");
    }
    assert_eq!(refused("3pk/5/4G/5/5/K4 b P 1", "P*1b"), Some(Illegality::DropMate));
    let zone = "4k/3P1/P1N2/5/2L2/K4 b - 1";
    for (text, expected) in [
        ("5c5b", None),
        ("5c5b+", None),
        ("2b2a", Some(Illegality::PromotionForced)),
        ("2b2a+", None),
        ("3c2a", Some(Illegality::PromotionForced)),
        ("3c2a+", None),
    ] {
        assert_eq!(refused(zone, text), expected, "{text}");
    }
}

#[test]
fn perpetual_check_loses_only_where_the_rule_says_so() {
    let mut position = position(DropVariant::Minishogi.game(), "4k/5/4R/5/K4 w - 2");
    for _ in 0..3 {
        play(&mut position, "1a2a 1c2c 2a1a 2c1c");
    }
    let verdict = |winner, reason| Some(Verdict { winner, reason });
    assert_eq!(position.verdict(), verdict(Some(Color::White), Reason::PerpetualCheck));
    position.set_options(RuleOptions { repetition: DropVariant::Kyoto.spec().repetition, ..position.options() });
    assert_eq!(position.verdict(), verdict(None, Reason::Repetition));
    assert_eq!(position.ending(4), Some(Ending::Draw));
}

#[test]
fn a_king_on_the_far_rank_wins_unless_attacked() {
    let mut open = position(DropVariant::Dobutsu.game(), "r1b/K1k/3/B1R b Pp 1");
    let Some(Claim::Move(entry)) = open.claim() else { panic!("a safe square on the far rank") };
    assert_eq!(DropVariant::Dobutsu.game().usi(entry).to_string(), "3b3a");
    open.make(entry, &mut ());
    assert_eq!(open.verdict(), Some(Verdict { winner: Some(Color::Black), reason: Reason::Try }));
    let attacked = position(DropVariant::Dobutsu.game(), "Kr1/2k/1b1/B1R w Pp 1");
    assert_eq!((attacked.verdict(), attacked.ending(1)), (None, None));
    let Some(Claim::Move(catch)) = attacked.claim() else { panic!("a king to catch") };
    assert_eq!(DropVariant::Dobutsu.game().usi(catch).to_string(), "2a3a");
    // A king that nothing attacks any more has won too, whoever moved last.
    let mut safe = position(DropVariant::Dobutsu.game(), "K2/2k/1b1/B1R w Pp 1");
    assert_eq!(safe.verdict(), Some(Verdict { winner: Some(Color::Black), reason: Reason::Try }));
    assert_eq!((safe.ending(3), safe.count_legal_moves()), (Some(Ending::Loss), 0));
    let reply = DropVariant::Dobutsu.game().read_move("1b1a").expect("a move");
    assert_eq!(safe.legality(reply), Err(Illegality::GameOver));
    safe = position(DropVariant::Dobutsu.game(), "K2/3/1b1/B1k w Pp 1");
    assert_eq!(safe.verdict(), Some(Verdict { winner: None, reason: Reason::Try }));
}

#[test]
fn a_king_may_be_left_and_captured() {
    let mut left = position(DropVariant::Dobutsu.game(), "1kb/1r1/1R1/BK1 b Pp 1");
    play(&mut left, "P*3b 2b2c");
    assert_eq!((left.verdict(), left.count_legal_moves() > 0), (None, true));
    play(&mut left, "3b3a+ 2c2d");
    assert_eq!(left.verdict(), Some(Verdict { winner: Some(Color::White), reason: Reason::RoyalLost }));
    assert_eq!((left.count_legal_moves(), left.ending(5)), (0, Some(Ending::Loss)));
    assert_eq!((left.king(Color::Black), left.hand(Color::White).count(2)), (None, 1));
}

#[test]
fn either_dialect_of_turning_pieces_is_read() {
    let start = DropVariant::Kyoto.game().start();
    let fairy = position(DropVariant::Kyoto.game(), "p+nks+l/5/5/5/+LSK+NP b - 1");
    assert_eq!(fairy.setup(), start.setup());
    let expected = start.parse_move("2e3d+").expect("a legal move");
    for text in ["2e3d", "2e3d-"] {
        assert_eq!(start.parse_move(text), Ok(expected));
    }
    assert_eq!(DropVariant::Kyoto.game().usi(expected).to_string(), "2e3d+");
    let holding = position(DropVariant::Kyoto.game(), "2k2/5/5/5/2K2 b LPb 1");
    assert_eq!(holding.sfen(), "2k2/5/5/5/2K2 b PTs 1");
    let read = |text: &str| holding.parse_move(text);
    assert_eq!((read("+P*3c"), read("+L*3c")), (read("R*3c"), read("T*3c")));
    assert!(read("R*3c").is_ok() && read("P*3a").is_err() && read("L*5a").is_ok());
    assert_eq!(read("X*3c"), Err(MoveError::Syntax("X*3c".to_owned())));
    let reason = Illegality::NotInHand;
    assert_eq!(read("K*3c"), Err(MoveError::Illegal { text: "K*3c".to_owned(), reason }));
    let none = DropVariant::Kyoto.game().read_sfen("2k2/5/5/5/2K2 b K 1", SfenMode::Strict);
    assert_eq!(none.err(), Some(SfenError::NotHeld('K')));
}

/// A captor shows its other face, and that is what a recapture wins.
#[test]
fn exchanges_count_the_face_that_a_captor_shows() {
    let spec = |letter: &str| {
        DropVariant::Kyoto.spec().kinds.iter().find(|spec| [spec.letter] == letter.as_bytes()).expect(letter)
    };
    let value = |letter| spec(letter).value;
    let taken = |letter| {
        let held = spec(letter).captured_as.expect(letter);
        value(letter) + DropVariant::Kyoto.spec().kind(held).hand_value
    };
    // The rook takes a tokin and becomes a pawn: it loses most of its worth by turning.
    let rook = position(DropVariant::Kyoto.game(), "t3k/5/5/5/R3K b - 1");
    let takes = rook.parse_move("5e5a").expect("a legal move");
    let gain = taken("T") + value("P") - value("R");
    assert_eq!(rook.material_gain(takes), gain);
    assert!(rook.see_at_least(takes, gain) && !rook.see_at_least(takes, gain + 1));
    // The pawn becomes a rook, which the king of White then takes.
    let pawn = position(DropVariant::Kyoto.game(), "3tk/3P1/5/5/K4 b - 1");
    let takes: Move = pawn.parse_move("2b2a").expect("a legal move");
    let gain = taken("T") + value("R") - value("P");
    assert_eq!(pawn.material_gain(takes), gain);
    let rest = gain - taken("R");
    assert!(pawn.see_at_least(takes, rest) && !pawn.see_at_least(takes, rest + 1));
}
