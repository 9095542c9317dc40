//! The rules case by case: drops, repetition, declarations, handicaps, notation, and the reasons for refusing a move.

use kumataka::board::{Color, Square};
use kumataka::game::{
    Claim, Ending, Game, GameMove, Handicap, Playable, PlayablePosition as _, Position as _, Reason, RuleChoices,
    RuleError, Scope, SfenMode, Verdict,
};
use kumataka::kernel::{Repetitions as _, TextError};
use kumataka::rules::{
    EnteringKing, Illegality, Kind, Move, MoveError, Position, RepetitionRule, RuleOptions, Rules, SfenError,
};
use kumataka::variants::{DropVariant, Kernel, Shogi, Variant};
use kumataka::{for_each_drop_game, with_drop_game};
use std::collections::HashSet;

/// One row of the data file.
struct Case<'t> {
    sfen: &'t str,
    moves: &'t str,
    question: &'t str,
}

impl Case<'_> {
    fn position<R: Rules>(&self, rules: R) -> Result<Position<R>, String> {
        let mut position = rules.read_sfen(self.sfen, SfenMode::Mate).map_err(|error| error.to_string())?;
        for text in self.moves.split(' ').filter(|text| *text != "-") {
            let m = position.parse_move(text).map_err(|error| error.to_string())?;
            position.make(m, &mut ());
        }
        Ok(position)
    }
}

/// Asks the question of the row in the game that it names.
impl Case<'_> {
    fn run_for<R: Rules>(self, rules: R) -> String {
        let mut position = match self.position(rules) {
            Ok(position) => position,
            Err(error) => return error,
        };
        let (question, argument) = self.question.split_once(' ').unwrap_or((self.question, ""));
        match question {
            "legality" => {
                let m = rules.read_move(argument).expect("a move");
                position.legality(m).map_or_else(|reason| format!("{reason:?}"), |()| "legal".to_owned())
            }
            "moves" => position.count_legal_moves().to_string(),
            "verdict" => {
                position.set_options(RuleOptions { repetition: repetition(argument), ..position.options() });
                match position.verdict() {
                    None => "none".to_owned(),
                    Some(verdict) => match verdict.winner {
                        Some(winner) => format!("{winner:?} by {:?}", verdict.reason),
                        None => format!("draw by {:?}", verdict.reason),
                    },
                }
            }
            "repetition" => position.repetition().map_or("none".to_owned(), |r| format!("{:?}", r.ending)),
            "ending" => position.ending(6).map_or("none".to_owned(), |ending| format!("{ending:?}")),
            "declare" => format!("{:?}", with_entering_king(position, argument).declaration()),
            "claim" => match with_entering_king(position, argument).claim() {
                None => "none".to_owned(),
                Some(Claim::Declaration) => "declaration".to_owned(),
                Some(Claim::Move(m)) => rules.usi(m).to_string(),
            },
            "required" => {
                let position = with_entering_king(position, argument);
                Color::ALL.map(|color| position.required_points(color).expect("a rule of points").to_string()).join(" ")
            }
            "declaration-points" => position.declaration_points(color(argument)).to_string(),
            "total-points" => position.total_points(color(argument)).to_string(),
            "camp-pieces" => position.pieces_in_camp(color(argument)).to_string(),
            other => panic!("the question {other}"),
        }
    }
}

fn color(name: &str) -> Color {
    match name {
        "black" => Color::Black,
        "white" => Color::White,
        other => panic!("the colour {other}"),
    }
}

/// The rule of entering king that a text chooses.
fn chosen(text: &str) -> Result<EnteringKing, RuleError> {
    let mut choices = RuleChoices::default();
    choices.choose_text("shogi", &Shogi.options(), text)?;
    let mut position = Shogi.start();
    position.set_rules(&choices);
    Ok(position.options().entering_king)
}

fn with_entering_king<R: Rules>(mut position: Position<R>, rule: &str) -> Position<R> {
    let entering_king = chosen(rule).expect("a rule of entering king");
    position.set_options(RuleOptions { entering_king, ..position.options() });
    position
}

fn repetition(name: &str) -> RepetitionRule {
    match name {
        "third-mover-loses" => RepetitionRule::THIRD_MOVER_LOSES,
        "fourth-repeater-loses" => RepetitionRule::FOURTH_REPEATER_LOSES,
        "" | "draw" => RepetitionRule::FOURFOLD_DRAW,
        other => panic!("the rule {other}"),
    }
}

#[test]
fn cases() {
    let mut failures = Vec::new();
    let rows = include_str!("data/rules.tsv").lines().filter(|line| !line.starts_with('#')).skip(1);
    for line in rows {
        let row: Vec<&str> = line.split('\t').collect();
        let [name, game, sfen, moves, question, answer] = row[..] else { panic!("a row of six columns: {line}") };
        let game: Variant = game.parse().expect(name);
        let Kernel::Drops(game) = game.kernel() else { panic!("{game} has cases of its own") };
        let found = with_drop_game!(game, game => Case { sfen, moves, question }.run_for(game));
        if found != answer {
            failures.push(format!("{name}: {question} of {sfen} {moves}: {found} instead of {answer}"));
        }
    }
    assert!(failures.is_empty(), "{} wrong answers:\n{}", failures.len(), failures.join("\n"));
}

fn check_handicaps<R: Rules>(rules: R) {
    let mut names = HashSet::new();
    for handicap in rules.spec().handicaps {
        let position = rules.read_sfen(handicap.sfen, SfenMode::Strict).expect(handicap.name);
        assert_eq!(position.sfen(), handicap.sfen, "{}", handicap.name);
        assert!(position.count_legal_moves() > 0, "{}", handicap.name);
        let first = if handicap.name == "even" { Color::Black } else { Color::White };
        assert_eq!(position.side_to_move(), first, "{}", handicap.name);
        assert!(names.insert(handicap.name) && names.insert(handicap.japanese), "{} twice", handicap.name);
        check_what_is_given(handicap.name, &position);
    }
    assert_eq!(rules.spec().handicaps[0].sfen, rules.spec().start);
}

/// A handicap takes pieces of White away, as many as its name says, and gives them to Black only where it says so.
fn check_what_is_given<R: Rules>(name: &str, position: &Position<R>) {
    let start = position.rules().start();
    let mut given = [0; 8];
    for square in Square::all().filter(|&square| position.piece(square) != start.piece(square)) {
        assert!(position.piece(square).is_none() && start.piece(square).is(Color::White), "{name}: {square}");
        given[start.piece(square).kind().index()] += 1;
    }
    let gained = |color, kind| position.hand_count(color, kind) - start.hand_count(color, kind);
    let held = |color| (0..position.spec().hand_kinds).map(move |kind| gained(color, Kind::new(kind)));
    let expected = if name.ends_with("-gained") { given } else { [0; 8] };
    assert!(held(Color::Black).eq(expected.into_iter().take(position.spec().hand_kinds)), "{name}");
    assert_eq!(held(Color::White).sum::<u32>(), if name == "three-pawns" { 3 } else { 0 }, "{name}");
    if let Some((count, _)) = name.split_once("-piece") {
        assert_eq!(given.iter().sum::<u32>(), count.parse::<u32>().expect(name), "{name}");
    }
}

#[test]
fn handicaps_are_sound() {
    for_each_drop_game!(game => check_handicaps(game));
}

#[test]
fn every_handicap_of_the_reference_is_there() {
    let boards = |handicaps: &[Handicap]| -> HashSet<&str> {
        handicaps.iter().map(|handicap| handicap.sfen.split("/ppppp").next().unwrap_or_default()).collect()
    };
    let shogi = boards(Shogi.spec().handicaps);
    for ranks in [
        "lnsgkgsn1/1r5b1",
        "1nsgkgsnl/1r5b1",
        "1nsgkgsn1/1r5b1",
        "lnsgkgsnl/1r7",
        "lnsgkgsnl/7b1",
        "lnsgkgsn1/7b1",
        "lnsgkgsnl/9",
        "1nsgkgsnl/9",
        "lnsgkgsn1/9",
        "1nsgkgsn1/9",
        "2sgkgsn1/9",
        "1nsgkgs2/9",
        "2sgkgs2/9",
        "3gkgs2/9",
        "2sgkg3/9",
        "3gkg3/9",
        "4kg3/9",
        "4k4/9",
        "4k4/1r5b1",
        "l3k3l/1r5b1",
        "ln2k2nl/1r5b1",
    ] {
        assert!(shogi.contains(ranks), "{ranks}");
    }
    assert_eq!(DropVariant::Tori.spec().handicaps.len(), 5);
}

fn shogi(sfen: &str) -> Result<Position<Shogi>, SfenError> {
    Shogi.read_sfen(sfen, SfenMode::Strict)
}

#[test]
fn every_error_of_a_strict_sfen_has_its_type() {
    let start = |tail: &str| format!("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL{tail}");
    let text = |text: &str| text.to_owned();
    let kings = |ranks: &str| format!("4k4/{ranks}/4K4 b - 1");
    let cases = [
        (text(""), TextError::MissingField("board").into()),
        (start(""), TextError::MissingField("side to move").into()),
        (start(" b"), TextError::MissingField("hands").into()),
        (start(" b - 1 moves"), TextError::TrailingText(text("moves")).into()),
        (kings("9/9/9/9/9/9"), TextError::RankCount { found: 8, expected: 9 }.into()),
        (kings("9/9/9/8/9/9/9"), TextError::RankWidth { rank: "e".to_owned(), found: 8, expected: 9 }.into()),
        (kings("9/9/9/9p/9/9/9"), TextError::RankWidth { rank: "e".to_owned(), found: 10, expected: 9 }.into()),
        (kings("9/45/9/9/9/9/9"), TextError::AdjacentDigits { rank: "c".to_owned() }.into()),
        (kings("9/4x4/9/9/9/9/9"), TextError::UnknownPiece(text("x")).into()),
        (kings("9/4+G4/9/9/9/9/9"), TextError::UnknownPiece(text("+G")).into()),
        (kings("9/4+K4/9/9/9/9/9"), TextError::UnknownPiece(text("+K")).into()),
        (kings("9/4++P4/9/9/9/9/9"), TextError::UnknownPiece(text("++")).into()),
        (kings("9/8+/9/9/9/9/9"), TextError::UnknownPiece(text("+")).into()),
        (kings("9/08p/9/9/9/9/9"), TextError::UnknownPiece(text("0")).into()),
        (kings("9/\u{6b69}8/9/9/9/9/9"), TextError::UnknownPiece(text("\u{6b69}")).into()),
        (start(" x - 1"), TextError::SideToMove(text("x")).into()),
        (start(" b P2 1"), SfenError::Hands(text("P2"))),
        (start(" b Z 1"), SfenError::Hands(text("Z"))),
        (start(" b 1P 1"), SfenError::HandCount(text("1"))),
        (start(" b 0P 1"), SfenError::HandCount(text("0"))),
        (start(" b 02P 1"), SfenError::HandCount(text("02"))),
        (start(" b 99999999999P 1"), SfenError::HandCount(text("99999999999"))),
        (kings("9/9/9/9/9/9/9").replace('-', "PRP"), SfenError::HandRepeated('P')),
        (start(" b k 1"), SfenError::NotHeld('k')),
        (start(" b - 0"), TextError::MoveNumber(text("0")).into()),
        (start(" b - 10000"), TextError::MoveNumber(text("10000")).into()),
        (start(" b - one"), TextError::MoveNumber(text("one")).into()),
        (start(" b P 1"), SfenError::TooManyPieces { letter: 'P', found: 19, limit: 18 }),
        (start(" b - 1").replace("1B5R1", "1+R5R1"), SfenError::TooManyPieces { letter: 'R', found: 3, limit: 2 }),
        (kings("9/9/9/9/9/9/9").replace('-', "19p"), SfenError::TooManyPieces { letter: 'P', found: 19, limit: 18 }),
        (kings("9/9/9/9/9/9/4K4"), SfenError::TwoKings(Color::Black)),
        (kings("9/k8/9/9/9/9/9"), SfenError::TwoKings(Color::White)),
        (text("4k4/9/9/9/9/9/9/9/9 b - 1"), SfenError::NoKing(Color::Black)),
        (text("9/9/9/9/9/9/9/9/4K4 b - 1"), SfenError::NoKing(Color::White)),
        (text("9/9/9/9/9/9/9/9/9 b - 1"), SfenError::NoKings),
        (text("P3k4/9/9/9/9/9/9/9/4K4 b - 1"), SfenError::DeadPiece { letter: 'P', square: text("9a") }),
        (text("4k4/9/9/9/9/9/9/n8/4K4 b - 1"), SfenError::DeadPiece { letter: 'N', square: text("9h") }),
        (kings("9/P8/9/P8/9/9/9"), SfenError::FileLimit { letter: 'P', file: 9 }),
        (text("4k4/9/9/9/9/9/9/9/4K3r w - 1"), SfenError::OpponentInCheck),
    ];
    for (sfen, expected) in cases {
        assert_eq!(shogi(&sfen).err(), Some(expected), "{sfen}");
    }
}

#[test]
fn tori_limits_two_swallows_to_a_file() {
    let tori =
        |rank: &str| DropVariant::Tori.game().read_sfen(&format!("3k3/{rank}/S6/S6/7/7/3K3 b - 1"), SfenMode::Strict);
    assert!(tori("7").is_ok());
    assert!(tori("+S6").is_ok());
    assert_eq!(tori("S6").err(), Some(SfenError::FileLimit { letter: 'S', file: 7 }));
    let wide = DropVariant::Tori.game().read_sfen("4k4/9/9/9/9/9/9/9/4K4 b - 1", SfenMode::Strict);
    assert_eq!(wide.err(), Some(TextError::RankCount { found: 9, expected: 7 }.into()));
}

#[test]
fn writing_is_canonical() {
    let written = |sfen: &str| shogi(sfen).expect(sfen).sfen();
    let board = "4k4/9/9/9/9/9/9/9/4K4";
    assert_eq!(written(&format!("{board} w 2p9PlrBn3SNGg")), format!("{board} w BG3SN9Prgnl2p 1"));
    assert_eq!(written(&format!("{board} b - 9999")), format!("{board} b - 9999"));
    let played = "+P+l+n+s1+B3/8k/1+R7/9/4K4/9/9/9/9 b GSNLPrb2g 17";
    assert_eq!(written(played), played);
}

#[test]
fn what_the_tolerant_mode_forgives() {
    let board = "4k4/9/9/9/9/9/9/9/4K4";
    let full = format!("{board} b 3P 1");
    for (sfen, meaning) in [
        (board.to_owned(), format!("{board} b - 1")),
        (format!("{board} w"), format!("{board} w - 1")),
        (format!("{board}_b_3P_1"), full.clone()),
        (format!("{board} b 03P 1"), full.clone()),
        (format!("{board} b 2PP 0"), full.clone()),
        (format!("{board} b 0P1PP 1"), full.clone()),
        (format!("{board} b 3P 99999"), format!("{board} b 3P 9999")),
        (full.replace("4k4", "22k13"), full.clone()),
        ("4k4/9/9/9/9/9/9/9/9".to_owned(), "4k4/9/9/9/9/9/9/9/9 b - 1".to_owned()),
    ] {
        assert!(sfen == full || shogi(&sfen).is_err(), "{sfen}");
        let position = Shogi.read_sfen(&sfen, SfenMode::Tolerant).expect(&sfen);
        assert_eq!(position.sfen(), meaning);
    }
    for broken in ["", "4k4", "4k4/9/9/9/9/9/9/P8/P3K4 b - 1", "4k4/9/9/9/9/9/9/9/4K3r w - 1"] {
        assert!(Shogi.read_sfen(broken, SfenMode::Tolerant).is_err(), "{broken}");
    }
}

/// The attacker of a mate problem may lack a king, and then minds no check.
#[test]
fn one_king_will_do_in_mate_problems() {
    let one = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    assert_eq!(shogi(one).err(), Some(SfenError::NoKing(Color::Black)));
    let mut position = Shogi.read_sfen(one, SfenMode::Mate).expect(one);
    assert_eq!(position.sfen(), one);
    let mate = position.parse_move("G*5b").expect("a legal move");
    assert_eq!(position.mate_in_one(), Some(mate));
    position.make(mate, &mut ());
    assert_eq!(position.verdict().map(|verdict| verdict.winner), Some(Some(Color::Black)));
    position.unmake(mate);
    position.make_null();
    assert!(position.count_legal_moves() > 0 && position.claim().is_none());
    let none = Shogi.read_sfen("9/9/9/9/9/9/9/9/9 b - 1", SfenMode::Mate);
    assert_eq!(none.err(), Some(SfenError::NoKings));
}

#[test]
fn every_reason_for_refusing_a_move() {
    let cases = [
        ("4k4/9/9/9/9/9/9/9/4K4 b - 1", "1i1h", Illegality::NoPiece),
        ("4k4/9/9/9/9/9/9/9/4K4 b - 1", "5a5b", Illegality::WrongSide),
        ("4k4/9/9/9/9/9/9/9/4K4 b - 1", "P*5e", Illegality::NotInHand),
        ("4k4/9/9/9/9/9/9/9/4K4 b p 1", "P*5e", Illegality::NotInHand),
        ("4k4/9/9/9/9/9/9/9/4K4 b P 1", "K*5e", Illegality::NotInHand),
        ("4k4/9/9/9/9/9/9/9/4K4 b P 1", "+P*5e", Illegality::DropPromoted),
        ("4k4/9/9/9/9/9/9/9/4K4 b - 1", "+B*5e", Illegality::DropPromoted),
        ("4k4/9/9/9/9/9/9/9/4K4 b - 1", "5i5g", Illegality::Movement),
        ("4k4/9/9/9/9/9/P8/9/R3K4 b - 1", "9i9f", Illegality::Movement),
        ("4k4/9/9/9/9/9/9/9/4KG3 b - 1", "5i4i", Illegality::OwnPiece),
        ("4k4/9/9/9/9/9/P8/9/4K4 b - 1", "9g9f+", Illegality::NoPromotion),
        ("4k4/9/9/G8/9/9/9/9/4K4 b - 1", "9d9c+", Illegality::NoPromotion),
        ("4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a", Illegality::PromotionForced),
        ("4k4/9/9/N8/9/9/9/9/4K4 b - 1", "9d8b", Illegality::PromotionForced),
        ("4k4/9/9/9/9/9/P8/9/4K4 b G 1", "G*9g", Illegality::DropOnPiece),
        ("4k4/9/9/9/9/9/9/9/4K4 b L 1", "L*9a", Illegality::DeadDrop),
        ("4k4/9/9/9/9/9/9/9/4K4 w n 1", "N*9h", Illegality::DeadDrop),
        ("4k4/9/9/9/9/9/P8/9/4K4 b P 1", "P*9e", Illegality::FileLimit),
        ("7lk/9/8G/9/9/9/9/9/K8 b P 1", "P*1b", Illegality::DropMate),
        ("4k4/9/4r4/9/9/9/4G4/9/4K4 b - 1", "5g4g", Illegality::SelfCheck),
        ("4k4/9/4r4/9/9/9/9/9/4K4 b - 1", "5i5h", Illegality::SelfCheck),
        ("4k4/9/4r4/9/9/9/9/9/4K4 b P 1", "P*9e", Illegality::SelfCheck),
    ];
    for (sfen, text, expected) in cases {
        let refused = shogi(sfen).expect(sfen).parse_move(text).err();
        assert_eq!(refused, Some(MoveError::Illegal { text: text.to_owned(), reason: expected }), "{sfen}");
    }
}

/// Only a game that goes on after an illegal move gets there.
#[test]
fn kings_are_not_captured() {
    let mut position = shogi("4k4/9/4r4/9/9/9/4G4/9/4K4 b - 1").expect("a position");
    position.make(Shogi.read_move("5g4g").expect("a move"), &mut ());
    let refused = MoveError::Illegal { text: "5c5i".to_owned(), reason: Illegality::CapturesKing };
    assert_eq!(position.parse_move("5c5i").err(), Some(refused));
}

/// Reasons that no text can give.
#[test]
fn reasons_that_only_encodings_give() {
    let position = shogi("4k4/9/9/9/9/9/9/9/4K4 b P 1").expect("a position");
    let square = Square::new(4, 4);
    let drop = Move::drop(Kind::new(0), square);
    let promoted = Move::from_bits(drop.to_bits() | 1 << 14).expect("an encoding");
    assert_eq!(position.legality(promoted), Err(Illegality::DropPromoted));
    assert_eq!(position.legality(Move::drop(Kind::new(14), square)), Err(Illegality::NotInHand));
    let outside = Move::drop(Kind::new(0), Square::new(7, 7));
    assert_eq!(DropVariant::Tori.game().start().legality(outside), Err(Illegality::OffBoard));
}

#[test]
fn moves_are_read_and_written() {
    let position = shogi("4k4/9/9/P8/9/9/9/9/4K4 b RBGSNLP 1").expect("a position");
    for text in ["9d9c", "9d9c+", "P*1b", "L*1b", "N*1c", "S*1a", "G*1a", "B*1a", "R*1a", "5i5h"] {
        assert_eq!(position.parse_move(text).map(|m| Shogi.usi(m).to_string()).as_deref(), Ok(text));
    }
    for text in ["", "9d", "9d9", "9d9c++", "9d9c=", "0d9c", "9j9i", "p*1b", "X*1b", "+G*1b", "P*1", "5i5i", "resign"] {
        assert_eq!(position.parse_move(text).err(), Some(MoveError::Syntax(text.to_owned())), "{text}");
    }
    let game = DropVariant::Tori.game();
    let tori = game.start();
    for text in ["8e8d", "S*8d", "7g7h"] {
        let refused = MoveError::Illegal { text: text.to_owned(), reason: Illegality::OffBoard };
        assert_eq!(tori.parse_move(text).err(), Some(refused), "{text}");
    }
    assert_eq!(tori.parse_move("7e7d").map(|m| game.usi(m).to_string()).as_deref(), Ok("7e7d"));
}

#[test]
fn rules_are_chosen_by_name() {
    assert_eq!(Shogi.spec().usual_options().entering_king, EnteringKing::Csa27);
    for (name, rule) in [("CSARule24H", EnteringKing::Csa24Handicap), ("TryRule", EnteringKing::Try)] {
        assert_eq!(chosen(name), Ok(rule));
        assert_eq!(chosen(&format!("enteringkingrule={}", name.to_lowercase())), Ok(rule));
    }
    assert!(chosen("CSARule28").is_err() && chosen("ToriPromotion=forced").is_err());
}

/// The limit of moves draws, but not over a mate by the last one.
#[test]
fn the_limit_of_moves() {
    let limited = |sfen: &str, max_moves| {
        let mut position = shogi(sfen).expect(sfen);
        position.set_options(RuleOptions { max_moves, ..position.options() });
        position
    };
    let quiet = "4k4/9/9/9/9/9/9/9/4K4 b - 10";
    assert_eq!(limited(quiet, 10).verdict(), None);
    assert_eq!(limited(quiet, 10).ending(4), None);
    assert_eq!(limited(quiet, 9).verdict(), Some(Verdict { winner: None, reason: Reason::MaxMoves }));
    assert_eq!(limited(quiet, 9).ending(4), Some(Ending::Draw));
    let mated = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 10";
    assert_eq!(limited(mated, 9).verdict(), Some(Verdict { winner: Some(Color::Black), reason: Reason::NoMoves }));
    assert_eq!(limited(mated, 9).ending(4), None);
    let stalemated = "8k/7R1/7K1/9/9/9/9/9/9 w - 10";
    assert_eq!(limited(stalemated, 9).verdict().map(|verdict| verdict.reason), Some(Reason::NoMoves));
    assert_eq!(limited(stalemated, 9).ending(4), None);
}

#[test]
fn the_try_rule() {
    let try_rule = |sfen: &str| {
        let mut position = shogi(sfen).expect(sfen);
        position.set_options(RuleOptions { entering_king: EnteringKing::Try, ..position.options() });
        position
    };
    let mut black = try_rule("8k/4K4/9/9/9/9/9/9/9 b - 1");
    let m = black.parse_move("5b5a").expect("a legal move");
    assert_eq!(black.claim(), Some(Claim::Move(m)));
    assert_eq!(black.verdict(), None);
    black.make(m, &mut ());
    assert_eq!(black.verdict(), Some(Verdict { winner: Some(Color::Black), reason: Reason::Try }));
    // A king that stands there already has yet to go there, whatever else moves.
    let mut standing = try_rule("4K4/9/9/9/9/9/9/8k/9 b G 1");
    for (text, winner) in [("G*1a", None), ("1h1g", None), ("5a4a", None), ("1g1h", None), ("4a5a", Some(Color::Black))]
    {
        let m = standing.parse_move(text).expect("a legal move");
        standing.make(m, &mut ());
        let tried = winner.map(|winner| Verdict { winner: Some(winner), reason: Reason::Try });
        assert_eq!(standing.verdict(), tried, "{text}");
    }
    let white = try_rule("9/9/9/9/9/9/9/4k4/8K w - 1");
    assert!(matches!(white.claim(), Some(Claim::Move(m)) if m.to() == Square::new(4, 8)));
    assert_eq!(try_rule("r7k/4K4/9/9/9/9/9/9/9 b - 1").claim(), None);
    assert_eq!(try_rule("8k/9/4K4/9/9/9/9/9/9 b - 1").claim(), None);
}

/// A list overflows if a position has more moves than it holds; with a king missing there can be more than in a game.
#[test]
fn lists_hold_the_moves_of_the_richest_positions() {
    fn assert_moves<R: Rules>(rules: R, sfen: &str, count: usize) {
        let position = rules.read_sfen(sfen, SfenMode::Mate).expect(sfen);
        let mut moves = <R as Game>::MoveList::default();
        position.generate(Scope::Everything, &mut moves);
        assert_eq!((moves.len(), position.count_legal_moves()), (count, count as u64));
        assert!(count < R::MAX_MOVES);
    }
    for (variant, sfen, count) in [
        (DropVariant::Shogi, "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 593),
        (DropVariant::Shogi, "R8/2K1S1SS1/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 599),
        (DropVariant::Annan, "R8/2N1N1SS1/2K1B4/7S1/9/9/9/9/1L1L1L1k1 b RBGSNLP 1", 641),
    ] {
        with_drop_game!(variant, game => assert_moves(game, sfen, count));
    }
}
