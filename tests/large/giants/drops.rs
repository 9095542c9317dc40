//! The rules on drops in wa shogi, as users meet them: refusals, texts and repetition.

use kumataka::any::{AnyIllegality, AnyPosition};
use kumataka::game::{MoveError, Playable as _, Reason, SfenMode};
use kumataka::large::Illegality;
use kumataka::measure::perft::perft;
use kumataka::variants::{Variant, WideVariant};

fn read(sfen: &str) -> AnyPosition {
    Variant::WaDrops.read_sfen(sfen, SfenMode::Strict).unwrap_or_else(|error| panic!("{error}: {sfen}"))
}

/// The position after some moves.
fn played(sfen: &str, moves: &str) -> AnyPosition {
    let mut position = read(sfen);
    for text in moves.split(' ') {
        let m = position.parse_move(text).unwrap_or_else(|error| panic!("{text}: {error} in {}", position.sfen()));
        position.make(m);
    }
    position
}

/// The rule that a move breaks; none if it is legal.
fn refusal(sfen: &str, text: &str) -> Option<Illegality> {
    match read(sfen).parse_move(text) {
        Ok(_) => None,
        Err(MoveError::Illegal { reason: AnyIllegality::Large(reason), .. }) => Some(reason),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn captures_are_held_unpromoted_and_dropped() {
    let before = "5,ck,5/11/11/11/6,+sc,4/6,VW,4/11/11/11/11/5,CK,5 b 2SP,tfo 1";
    let taken = played(before, "5f5e");
    assert_eq!(taken.sfen(), "5,ck,5/11/11/11/6,VW,4/11/11/11/11/11/5,CK,5 w 2SP,SC,tfo 2");
    let dropped = played(before, "5f5e TFO*1a SC*1b");
    assert_eq!(dropped.sfen(), "5,ck,4,tfo/10,SC/11/11/6,VW,4/11/11/11/11/11/5,CK,5 w 2SP 4");
    let turned = taken.turned().expect("a symmetric game");
    assert_eq!(turned.sfen(), "5,ck,5/11/11/11/11/11/4,vw,6/11/11/11/5,CK,5 b TFO,2sp,sc 2");
    assert_eq!(turned.turned().expect("a symmetric game").key(), taken.key());
}

#[test]
fn drops_are_refused_with_their_reasons() {
    let sfen = "5,ck,5/11/5,+SP,5/2,SP,8/11/11/11/11/11/11/5,CK,5 b SP,OC,LH,sc 1";
    let reasons = [
        ("SC*5e", Some(Illegality::NotInHand)),
        ("SP*9d", Some(Illegality::DropOnPiece)),
        ("SP*9j", Some(Illegality::FileLimit)),
        ("SP*1a", Some(Illegality::DeadDrop)),
        ("OC*1a", Some(Illegality::DeadDrop)),
        ("SP*12a", Some(Illegality::OffBoard)),
        // A horse steps back from the last rank; a promoted pawn is none; an oxcart may stand behind another piece.
        ("LH*1a", None),
        ("SP*6e", None),
        ("sp*1b", None),
        ("OC*9e", None),
    ];
    for (text, reason) in reasons {
        assert_eq!(refusal(sfen, text), reason, "{text}");
    }
    for text in ["CK*5e", "+SP*5e", "XX*5e", "*5e"] {
        assert!(matches!(read(sfen).parse_move(text), Err(MoveError::Syntax(_))), "{text}");
    }
    let without = Variant::Wa.start().parse_move("SP*5e");
    assert!(matches!(without, Err(MoveError::Syntax(_))), "{without:?}");
}

#[test]
fn a_dropped_pawn_may_check_but_not_mate() {
    let mated = "5,ck,5/11/sp,4,VW,5/11/11/11/11/11/11/11/4,OC,CK,OC,4 b VW,SP 1";
    assert_eq!(refusal(mated, "SP*6b"), Some(Illegality::DropMate));
    assert_eq!(played(mated, "VW*6b").verdict().map(|verdict| verdict.reason), Some(Reason::NoMoves));
    let flees = "5,ck,5/11/sp,4,VW,5/11/11/11/11/11/11/11/5,CK,OC,4 b VW,SP 1";
    assert_eq!(refusal(flees, "SP*6b"), None);
}

#[test]
fn a_drop_in_check_comes_between() {
    let sfen = "5,+sw,4,ck/11/11/11/11/11/11/11/11/11/5,CK,5 b OC,SP 1";
    let position = read(sfen);
    let drops = position.legal_moves().into_iter().map(|m| Variant::WaDrops.usi(m)).filter(|text| text.contains('*'));
    assert_eq!(drops.count(), 2 * 9);
    assert_eq!(refusal(sfen, "OC*6e"), None);
    assert_eq!(refusal(sfen, "OC*5e"), Some(Illegality::RoyalLeft));
    // Nothing comes between a king and two checkers, or a checker beside it.
    for board in ["5,+sw,4,ck/11/11/11/11/11/11/11/11/11/+sw,4,CK,5", "10,ck/11/11/11/11/11/11/11/11/5,+sw,5/5,CK,5"] {
        let position = read(&format!("{board} b OC,SP 1"));
        assert!(position.in_check());
        assert!(position.legal_moves().into_iter().all(|m| !Variant::WaDrops.usi(m).contains('*')), "{board}");
    }
}

/// A pawn dropped for nothing comes back in the next round, and the position with it.
#[test]
fn positions_recur_over_captures_and_drops() {
    let start = "5,ck,5/11/6,vw,4/11/6,VW,4/11/11/11/11/11/5,CK,5 w vw 1";
    let exchange = "VW*5d 5e5d 5c5d VW*5e 5d5c";
    let round = format!("{exchange} 6k6j {exchange} 6j6k");
    let twice = played(start, &format!("{round} {round}"));
    assert_eq!(twice.verdict(), None);
    let thrice = played(start, &format!("{round} {round} {round}"));
    assert_eq!(thrice.verdict().map(|verdict| (verdict.winner, verdict.reason)), Some((None, Reason::Repetition)));
    assert_eq!(thrice.key(), read(start).key());
}

#[test]
fn hands_are_read_and_written() {
    let board = "5,ck,5/11/11/11/11/11/11/11/11/11/5,CK,5";
    for hands in ["-", "SP", "sp", "99SP", "CE,2OC,11SP,ffa,2tfo"] {
        let sfen = format!("{board} b {hands} 1");
        assert_eq!(read(&sfen).sfen(), sfen);
    }
    assert_eq!(read(&format!("{board} b sp,SP,SP 1")).sfen(), format!("{board} b 2SP,sp 1"));
    for hands in ["CK", "+SP", "SP,", "0SP", "100SP", "99SP,SP", "2", "XX", "6e"] {
        let error = Variant::WaDrops.read_sfen(&format!("{board} b {hands} 1"), SfenMode::Strict).map(|_| ());
        assert!(error.is_err(), "{hands}");
    }
    assert!(Variant::Wa.read_sfen(&format!("{board} b SP 1"), SfenMode::Strict).is_err());
}

#[test]
fn drops_are_told_and_typed_as_in_shogi() {
    let position = read("5,ck,5/11/11/11/11/6,VW,4/11/11/11/11/5,CK,5 b VW,SP 1");
    let m = |text: &str| position.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
    let drop = m("SP*5e");
    assert_eq!((position.japanese(drop, None).as_str(), position.western(drop).as_str()), ("５五萑歩打", "SP*5e"));
    for text in ["SP*5e", "sp*5e", "5五萑歩打", "５五萑歩", "SP*55", "SP'5e"] {
        assert_eq!(position.typed(text, None), Ok(drop), "{text}");
    }
    // The wolf on the board goes there too, and needs no sign.
    assert_eq!(position.typed("5五猛狼", None), Ok(m("5f5e")));
    assert_eq!(position.typed("5五猛狼打", None), Ok(m("VW*5e")));
    assert!(position.diagram().contains("先手の持駒：萑歩　猛狼"), "{}", position.diagram());
}

/// Sjaak II 1.4.1 counts as many, and as many in 180 other positions of pieces at random.
#[test]
fn counts_are_those_of_another_program() {
    let table = include_str!("../../../src/variants/wadrops/perft.tsv");
    for row in table.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [name, sfen, _, depth, nodes] = cells[..] else { panic!("{row}") };
        let mut position = WideVariant::WaDrops.game().read_sfen(sfen, SfenMode::Strict).expect(name);
        let found = perft(&mut position, depth.parse().expect(name));
        assert_eq!(found, nodes.parse::<u64>().expect(name), "{name} at depth {depth}");
    }
}
