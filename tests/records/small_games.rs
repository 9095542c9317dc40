//! Records of the small games as lishogi and people write them.

use kumataka::any::{AnyIllegality, AnyMove};
use kumataka::board::{Color, Square};
use kumataka::game::SfenMode;
use kumataka::record::typed::Mistyped;
use kumataka::record::{Ending, Format, Reading, Record, Step, diagram, usi};
use kumataka::rules::{Illegality, Move};
use kumataka::variants::Variant;

const KIF: Format = Format::KIFU;
const KI2: Format = Format::KI2U;
const HODGES: Format = Format::HODGES;

fn read(rules: Variant, format: Format, text: &str) -> Reading {
    let mut games =
        format.read(rules, text.as_bytes()).unwrap_or_else(|error| panic!("{}: {error}\n{text}", rules.name()));
    assert_eq!(games.len(), 1);
    games.remove(0)
}

/// The record of moves of USI.
fn played(rules: Variant, moves: &str) -> Record {
    usi::read(rules, moves).unwrap().remove(0).record
}

/// The moves of a record as a format writes them, without what stands before them.
fn moves_in(rules: Variant, format: Format, moves: &str) -> Vec<String> {
    let text = format.write(&played(rules, moves)).unwrap().text;
    let lines = text.lines().skip_while(|line| !line.starts_with("手数----")).skip(1);
    lines.map(|line| line.trim().to_owned()).collect()
}

/// What a file says of the start.
fn head(rules: Variant, sfen: &str) -> String {
    let record = Record::new(rules.read_sfen(sfen, SfenMode::Strict).unwrap());
    let text = KIF.write(&record).unwrap().text;
    text.lines().skip(1).take_while(|line| !line.starts_with("手数----")).map(|line| format!("{line}\n")).collect()
}

/// A swallow that may promote.
const SWALLOW: &str = "3k3/7/3S3/7/7/7/3K3 b - 1";

/// What is legal in one line is legal in the others.
#[test]
fn one_choice_of_rules_counts_for_all_lines() {
    let tori = Variant::Tori;
    let lines = moves_in(tori, KIF, &format!("sfen {SWALLOW} moves 4c4b 4a3b"));
    let variation = format!("変化：1手\n{}\n{}\n", lines[0], lines[1]);
    let game = read(tori, KIF, &format!("{}{}\n{variation}", head(tori, SWALLOW), lines[0]));
    let steps: Vec<_> = game.record.nodes().skip(1).map(|id| game.record.node(id).step().cloned()).collect();
    assert!(steps.len() == 3 && steps.iter().all(|step| matches!(step, Some(Step::Move(_)))), "{steps:?}");
    assert_eq!(game.warnings.len(), 1, "{:?}", game.warnings);
}

/// In annan shogi the bishop on 8g moves as a bishop and the one behind it as a knight.
#[test]
fn moves_that_no_words_tell_apart_have_an_origin() {
    let annan = Variant::Annan;
    let start = "sfen 4k4/9/9/9/9/9/1B7/1B7/1N2K4 b - 1";
    for (m, told) in [("8g9f", "▲９六角(87)"), ("8h9f", "▲９六角(88)"), ("8h7f", "▲７六角(88)"), ("5i5h", "▲５八玉\n")]
    {
        let moves = format!("position {start} moves {m}");
        let text = KI2.write(&played(annan, &moves)).unwrap().text;
        assert!(text.contains(told), "{text}");
        assert_eq!(usi::line(&read(annan, KI2, &text).record), moves);
    }
}

/// The first move does not promote, which the usual rules of tori shogi forbid.
#[test]
fn a_game_that_goes_on_tells_its_rules() {
    let tori = Variant::Tori;
    let moves = "position sfen 3k3/7/3S3/7/7/7/3K3 b - 1 moves 4c4b 4a3b";
    let game = read(tori, Format::USI, moves);
    assert_eq!(usi::line(&game.record), moves);
    let steps: Vec<_> = game.record.main_line().map(|id| game.record.node(id).step().cloned()).collect();
    assert!(steps.iter().all(|step| matches!(step, Some(Step::Move(_)))), "{steps:?}");
    let warnings: Vec<_> = game.warnings.iter().map(|warning| warning.oddity.to_string()).collect();
    assert_eq!(warnings, ["illegal move 4c4b: it must promote there: read by ToriPromotion=optional"]);
    for format in [KIF, KI2] {
        let again = read(tori, format, &format.write(&game.record).unwrap().text);
        assert_eq!(usi::line(&again.record), moves);
    }
    // A last move may be a foul.
    let foul = read(tori, Format::USI, "position sfen 3k3/7/3S3/7/7/7/3K3 b - 1 moves 4c4b");
    let last = foul.record.main_line().last().unwrap();
    assert!(matches!(foul.record.node(last).step(), Some(Step::Illegal(_))));
    // An ending that takes it for none speaks for other rules as well.
    let last_of = |ending: &str| {
        let text = format!("{}{}\n{ending}\n", head(tori, SWALLOW), moves_in(tori, KIF, moves)[0]);
        let record = read(tori, KIF, &text).record;
        let first = record.main_line().next().unwrap();
        record.node(first).step().cloned().unwrap()
    };
    for ending in ["2 投了", "2 千日手", "まで1手で先手の勝ち"] {
        assert!(matches!(last_of(ending), Step::Move(_)), "{ending}");
    }
    for ending in ["2 反則勝ち", "2 中断", "2 エラー", "まで1手で後手の勝ち"] {
        assert!(matches!(last_of(ending), Step::Illegal(_)), "{ending}");
    }
    // By no rules does a swallow move two squares.
    assert!(Format::USI.read(tori, b"position sfen 3k3/7/3S3/7/7/7/3K3 b - 1 moves 4c4a+ 4a3b").is_err());
}

#[test]
fn kif_names_the_game() {
    assert_eq!(head(Variant::Minishogi, Variant::Minishogi.start_sfen()), "手合割：5五将棋\n");
    assert_eq!(head(Variant::Kyoto, Variant::Kyoto.start_sfen()), "手合割：京都将棋\n");
    assert_eq!(head(Variant::Dobutsu, Variant::Dobutsu.start_sfen()), "手合割：どうぶつしょうぎ\n");
    assert_eq!(head(Variant::Gorogoro, Variant::Gorogoro.start_sfen()), "手合割：ごろごろどうぶつしょうぎ\n");
    assert_eq!(
        head(Variant::GorogoroPlus, Variant::GorogoroPlus.start_sfen()),
        "手合割：ごろごろどうぶつしょうぎプラス\n"
    );
    for title in ["5五将棋", "五々将棋", "平手"] {
        let game = read(Variant::Minishogi, KIF, &format!("手合割：{title}\n   1 １四飛(15)\n"));
        assert_eq!(usi::line(&game.record), "position startpos moves 1e1d", "{title}");
    }
}

#[test]
fn a_handicap_is_the_game_with_a_diagram() {
    let bishop = Variant::Minishogi.handicaps().iter().find(|handicap| handicap.name == "bishop").unwrap();
    let expected = "手合割：5五将棋\n後手の持駒：なし\n  ５ ４ ３ ２ １\n+---------------+\n|v飛 ・v銀v金v玉|一\n\
                    | ・ ・ ・ ・v歩|二\n| ・ ・ ・ ・ ・|三\n| 歩 ・ ・ ・ ・|四\n| 玉 金 銀 角 飛|五\n\
                    +---------------+\n先手の持駒：なし\n後手番\n";
    assert_eq!(head(Variant::Minishogi, bishop.sfen), expected);
    // lishogi calls the sides of a handicap game otherwise.
    let others = "手合割：京都将棋\n上手の持駒：なし\n  ５ ４ ３ ２ １\n+---------------+\n| ・v金v玉v銀 ・|一\n\
                  | ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・|四\n| と 銀 玉 金 歩|五\n+---------------+\n\
                  下手の持駒：なし\n上手番\n下手：甲\n上手：乙\n手数----指手---------消費時間--\n   1   ２二銀成(21)\n";
    let game = read(Variant::Kyoto, KIF, others);
    assert_eq!(game.warnings, []);
    assert_eq!(game.record.handicap().map(|handicap| handicap.name), Some("2-piece"));
    assert_eq!(usi::line(&game.record), "position sfen 1gks1/5/5/5/TSKGP w - 1 moves 2a2b+");
    // The name alone is enough.
    let named = read(Variant::Dobutsu, KIF, "手合割：ひよこ落ち\n   1   ３二きりん(31)\n");
    assert_eq!(named.record.start().side_to_move(), Color::White);
}

#[test]
fn pieces_that_turn_over_promote_with_each_move() {
    let moves = "2e3d+ 1a1b+ 1e1d+ 1b1d+ 3e4d R*2b 3d2b+";
    let kif =
        ["３四金成(25)", "１二と成(11)", "１四歩成(15)", "同　香成(12)", "４四玉(35)", "２二飛打", "同　桂成(34)"];
    let written = moves_in(Variant::Kyoto, KIF, moves);
    assert!(written.iter().zip(kif).all(|(line, text)| line.ends_with(text)), "{written:?}");
    assert_eq!(written.len(), kif.len());
    // 成 goes without saying, in every format, and so does the sign of USI.
    let bare: String = (1..).zip(kif).map(|(ply, text)| format!("{ply} {}\n", text.replace('成', ""))).collect();
    let expected = usi::line(&played(Variant::Kyoto, moves));
    assert_eq!(usi::line(&read(Variant::Kyoto, KIF, &format!("手合割：京都将棋\n{bare}")).record), expected);
    let bare = moves.replace('+', "");
    assert_eq!(usi::line(&played(Variant::Kyoto, &bare)), expected);
    let western = HODGES.write(&played(Variant::Kyoto, moves)).unwrap().text;
    assert!(western.contains("1.G-3d+ T-1b+ 2.P-1d+ Lx1d+ 3.K-4d R*2b 4.Nx2b+"), "{western}");
    assert_eq!(usi::line(&read(Variant::Kyoto, HODGES, &western.replace('+', "")).record), expected);
    let ki2 = KI2.write(&played(Variant::Kyoto, moves)).unwrap().text;
    assert!(ki2.contains("▲３四金成") && ki2.contains("△２二飛") && !ki2.contains('打'), "{ki2}");
}

#[test]
fn animals_have_names_and_single_characters() {
    let moves = "2c2b 1a2b 2d2c P*2d 2c2d 3a3b";
    let kif =
        ["２二ひよこ(23)", "同　ぞう(11)", "２三ライオン(24)", "２四ひよこ打", "同　ライオン(23)", "３二きりん(31)"];
    let written = moves_in(Variant::Dobutsu, KIF, moves);
    assert!(written.iter().zip(kif).all(|(line, text)| line.ends_with(text)), "{written:?}");
    let board = diagram::board(Variant::Dobutsu.start().drops(), &[]);
    let expected = "  ３ ２ １\n+---------+\n|vきvラvぞ|一\n| ・vひ ・|二\n| ・ ひ ・|三\n| ぞ ラ き|四\n+---------+\n";
    assert_eq!(board, expected);
    let western = HODGES.write(&played(Variant::Dobutsu, moves)).unwrap().text;
    assert!(western.contains("1.Cx2b Ex2b 2.L-2c C*2d 3.Lx2d G-3b"), "{western}");
    let kanji = "手合割：動物将棋\n▲２二ヒヨコ △同象 ▲２三獅 △２四雛打\n";
    assert_eq!(usi::line(&read(Variant::Dobutsu, KI2, kanji).record), "position startpos moves 2c2b 1a2b 2d2c P*2d");
}

#[test]
fn a_chick_that_arrives_becomes_a_hen() {
    let near = "sfen l2/1C1/3/2L b - 1";
    let position = Variant::Dobutsu.read_sfen("k2/1P1/3/2K b - 1", SfenMode::Strict).unwrap();
    assert_eq!(usi::position(Variant::Dobutsu, near).unwrap().sfen(), position.sfen(), "Fairy-Stockfish's letters");
    for text in ["2b2a", "２一ひよこ", "２一ひよこ成", "21雛", "C-2a", "c2a+", "P21"] {
        let told = position.typed(text, None).map(|m| Variant::Dobutsu.usi(m));
        assert_eq!(told.ok().as_deref(), Some("2b2a+"), "{text}");
    }
    let forced = position.legality(AnyMove::new(Move::board(
        Square::from_usi(b'2', b'b').unwrap(),
        Square::from_usi(b'2', b'a').unwrap(),
        false,
    )));
    assert_eq!(forced, Err(AnyIllegality::Drops(Illegality::PromotionForced)));
}

#[test]
fn either_face_of_a_held_piece_is_typed() {
    let position = Variant::Kyoto.read_sfen("2k2/5/5/5/2K2 b TS 1", SfenMode::Strict).unwrap();
    let usi = |text: &str| position.typed(text, None).map(|m| Variant::Kyoto.usi(m));
    let drops = [("３三香", "L*3c"), ("33と打", "T*3c"), ("B*3c", "B*3c"), ("L33", "L*3c"), ("３三角", "B*3c")];
    for (text, expected) in drops {
        assert_eq!(usi(text).unwrap_or_default(), expected, "{text}");
    }
    assert_eq!(usi("３三飛"), Err(Mistyped::NoCandidate));
    let turning = Variant::Kyoto.start();
    for text in ["2e3d", "2e3d+", "2e3d-", "３四金", "３四金成", "G-3d", "G34+"] {
        let m = turning.typed(text, None).map(|m| Variant::Kyoto.usi(m));
        assert_eq!(m.as_deref(), Ok("2e3d+"), "{text}");
    }
}

#[test]
fn animals_of_goro_goro_are_read_as_the_pieces_they_are() {
    let capture = read(Variant::Gorogoro, KI2, "手合割：ゴロゴロ将棋\n▲３三ひよこ △２二ねこ\n").record;
    assert_eq!(usi::line(&capture), "position startpos moves 3d3c 1a2b");
    let opening = read(Variant::Gorogoro, KI2, "手合割：ごろごろどうぶつしょうぎ\n▲４五いぬ △２二ライオン\n").record;
    assert_eq!(usi::line(&opening), "position startpos moves 4f4e 3a2b");
}

/// Each game is played at random until the rules end it, and written with how it ended.
#[test]
fn whole_games_come_back() {
    fn check(rules: Variant) {
        for seed in 0..20 {
            let record = super::random::whole_game(rules, seed, 400);
            for format in [KIF, KI2, HODGES, Format::USI] {
                let back = read(rules, format, &format.write(&record).unwrap().text).record;
                assert_eq!(usi::line(&back), usi::line(&record), "{} {format}", rules.name());
                if format != Format::USI {
                    assert_eq!(back.outcome(), record.outcome(), "{} {format}", rules.name());
                }
            }
        }
    }
    check(Variant::Minishogi);
    check(Variant::Kyoto);
    check(Variant::Dobutsu);
    check(Variant::Gorogoro);
    check(Variant::GorogoroPlus);
}

/// A lion is put where it is taken, which only this game allows.
#[test]
fn a_lion_may_be_left_to_be_captured() {
    let mut record = played(Variant::Dobutsu, "2c2b 3a3b 2b2a+");
    let last = record.main_line().last().unwrap();
    record.push(last, Step::End(Ending::Mate));
    let back = read(Variant::Dobutsu, KIF, &KIF.write(&record).unwrap().text);
    assert_eq!((back.record, back.warnings), (record, Vec::new()));
}
