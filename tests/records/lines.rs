//! A line of KIF and KI2 is what it looks like, wherever it stands; what is not understood is told and skipped.

use super::spellings::{CSA, KI2, KIF, line, read, times, told};
use kumataka::board::Color;
use kumataka::record::{Encoding, Ending, Format, Outcome, encode, usi};
use kumataka::variants::Variant;

const HEADING: &str = "手数----指手---------消費時間--\n";
const TWO: &str = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n";
const TWO_MOVES: &str = "position startpos moves 7g7f 3c3d";

/// A king with a pawn before it, a hand on each side, and a gold that mates.
fn problem(white: &str, black: &str, bar: &str, mark: &str) -> String {
    let empty = format!("{bar} ・ ・ ・ ・ ・ ・ ・ ・ ・{bar}\n");
    let king = format!("{bar} ・ ・ ・ ・ ・ ・ ・ ・{mark}玉{bar}一\n");
    let pawn = format!("{bar} ・ ・ ・ ・ ・ ・ ・ 歩 ・{bar}三\n");
    format!("{white}飛\n{king}{empty}{pawn}{}{black}金\n1 ２二金打\n", empty.repeat(6))
}

const PROBLEM: &str = "position sfen 8k/9/7P1/9/9/9/9/9/9 b Gr 1 moves G*2b";

#[test]
fn the_number_of_a_move_is_written_in_many_ways() {
    for number in [
        "1 ",
        "1. ",
        "1.",
        "１ ",
        "１．",
        "1: ",
        "1：",
        "1) ",
        "１、",
        "1手目 ",
        "1-",
        "[1] ",
        "第1手目 ",
        "001 ",
        "1\t",
        "1.▲",
        "",
        "▲",
    ] {
        let second = number.replace('1', "2").replace('１', "２").replace('▲', "△");
        for heading in ["", HEADING] {
            let text = format!("手合割：平手\n{heading}{number}７六歩(77) (0:12/)\n{second}３四歩(33) (0:05/)\n");
            let game = read(KIF, &text);
            assert_eq!((line(&game), told(&game)), (TWO_MOVES.to_owned(), vec![]), "{text}");
            assert_eq!(times(&game), [Some((12, 12)), Some((5, 5))], "{text}");
        }
    }
    assert_eq!(line(&read(KIF, "手合割：平手\n1 76歩(77)\n2. 34歩(33)\n")), TWO_MOVES);
}

#[test]
fn text_without_a_move_is_told() {
    for text in ["手合割：平手\n1.解説\n", "手合割：平手\n1=７六歩(77) (0:12/)\n", "先手：甲\n7g7f 3c3d\n"]
    {
        let game = read(KIF, text);
        assert_eq!(line(&game), "position startpos");
        assert!(told(&game).last().unwrap().ends_with("there is no move in the file"), "{:?}", told(&game));
    }
    let composed = problem("後手の持駒：", "先手の持駒：", "|", "v").replace("1 ２二金打\n", "");
    assert_eq!(told(&read(KIF, &composed)), [""; 0]);
    assert_eq!(told(&read(KIF, &format!("詰将棋\n{composed}"))).len(), 1);
}

#[test]
fn hands_have_many_names() {
    for (white, black) in [
        ("後手の持駒：", "先手の持駒："),
        ("後手持駒：", "先手持駒："),
        ("上手の持ち駒: ", "下手の持ち駒: "),
        ("玉方の持駒：", "攻方の持駒："),
        ("受方持駒：", "詰方持駒："),
        ("受け方の持駒＝", "攻め方の持駒＝"),
        ("☖持駒　", "☗持駒　"),
        ("後手 の 持駒 ", "持駒："),
    ] {
        let begins = if white.starts_with('上') { "下手番\n" } else { "" };
        let game = read(KIF, &(begins.to_owned() + &problem(white, black, "|", "v")));
        assert_eq!((line(&game), told(&game)), (PROBLEM.to_owned(), vec![]), "{white}");
    }
    let rest =
        problem("玉方の持駒：", "持駒：", "|", "v").replace("飛\n", "残り全部\n").replace("：金\n", "：金×1枚\n");
    assert_eq!(line(&read(KIF, &rest)), "position sfen 8k/9/7P1/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1 moves G*2b");
    let lost = read(KIF, "手合割：平手\n先手の持駒：金\n   1 ７六歩(77)\n");
    assert_eq!(told(&lost), ["line 2: a hand without a board, left out: 金"]);
}

#[test]
fn diagrams_have_many_bars_and_marks() {
    for (bar, mark) in [("|", "v"), ("｜", "v"), ("│", "ｖ"), ("|", "▽"), ("|", "△"), ("|", "Ｖ"), ("┃", "☖")]
    {
        let game = read(KIF, &problem("後手の持駒：", "先手の持駒：", bar, mark));
        assert_eq!((line(&game), told(&game)), (PROBLEM.to_owned(), vec![]), "{bar}{mark}");
    }
    // The frame, and file numbers in any digits.
    let text =
        problem("後手の持駒：", "先手の持駒：", "|", "v").replace("飛\n", "飛\n  9 8 7 6 5 4 3 2 1\n┌─────────┐\n");
    assert_eq!((line(&read(KIF, &text)), told(&read(KIF, &text))), (PROBLEM.to_owned(), vec![]), "{text}");
    for mark in ["w", "?", "-", "敵"] {
        let text = problem("後手の持駒：", "先手の持駒：", "｜", mark);
        let error = KIF.read(Variant::Shogi, text.as_bytes()).unwrap_err();
        assert_eq!(error.line, 2, "{error}");
        assert!(error.to_string().ends_with("is not a rank of a diagram"), "{error}");
    }
}

#[test]
fn an_ending_is_told_by_its_word_or_by_the_sentence() {
    let white = Outcome::Win(Color::White);
    for (word, sentence, ending, outcome) in [
        ("Time-up ( 0:10/00:00:11)", "まで2手で後手の勝ち", Ending::TimeLoss, white),
        ("TIME_UP      ( 0:10/00:00:11)", "", Ending::TimeLoss, white),
        ("time up", "まで2手で後手の勝ち", Ending::TimeLoss, white),
        ("時間切れ", "", Ending::TimeLoss, white),
        ("切断負け", "", Ending::WalkoverLoss, white),
        ("切断", "まで2手で後手の勝ち", Ending::Resignation, white),
        ("切断", "", Ending::Interruption, Outcome::Undecided),
        ("Resign", "", Ending::Resignation, white),
        ("TORYO", "", Ending::Resignation, white),
        ("反則", "まで2手で先手の反則負け", Ending::FoulLoss, white),
        ("何か", "まで2手で後手の勝ち", Ending::Resignation, white),
        ("何か", "", Ending::Other("何か".to_owned()), Outcome::Undecided),
        ("投了", "まで2手で先手の勝ち", Ending::Resignation, white),
    ] {
        let game = read(KIF, &format!("{TWO}   3 {word}\n{sentence}\n"));
        assert_eq!(game.record.outcome(), Some((&ending, outcome)), "{word} {sentence}");
    }
    let told_by = |text: &str| told(&read(KIF, text));
    assert_eq!(
        told_by(&format!("{TWO}   3 何か\nまで2手で後手の勝ち\n")),
        ["line 5: the result line counts, not the ending 何か"]
    );
    assert_eq!(told_by(&format!("{TWO}   3 TIME_UP\nまで2手で後手の勝ち\n")), [""; 0]);
    for (format, text) in [(CSA, "PI\n+\n+7776FU\n%TIME-UP\n"), (Format::USI, "startpos moves 7g7f timeout\n")] {
        let game = read(format, text);
        assert_eq!(game.record.outcome().unwrap().0, &Ending::TimeLoss, "{text}");
    }
}

#[test]
fn what_stands_below_the_moves_is_read_as_above_them() {
    let end = format!("{TWO}   3 投了\nまで2手で後手の勝ち\n");
    let remark = "https://example.com/xyz";
    let game = read(KIF, &format!("{end}\n{remark}\n感想戦コメント\n消費時間：先手 0:12\n*良い対局\n#x\n{HEADING}"));
    assert_eq!(line(&game), TWO_MOVES);
    assert_eq!(game.record.outcome(), Some((&Ending::Resignation, Outcome::Win(Color::White))));
    assert_eq!(game.record.headers.iter().collect::<Vec<_>>(), [("消費時間", "先手 0:12")]);
    assert_eq!(game.record.remarks, [remark, "感想戦コメント", "x"]);
    let expected = [7, 8].map(|number| format!("line {number}: not understood, kept as a remark: "));
    assert_eq!(told(&game), [format!("{}{remark}", expected[0]), format!("{}感想戦コメント", expected[1])]);
    // Prose that begins as a move or a number does, and values that end as a rank of a diagram does.
    let prose = "1、同じ手\n同じ二人\n1手目からの解説\n2026年の対局\n備考：a|3\n*b|3\n";
    let game = read(KIF, &format!("{prose}{end}"));
    assert_eq!((line(&game), game.warnings.len()), (TWO_MOVES.to_owned(), 4), "{:?}", told(&game));
    let above = read(KIF, &format!("{remark}\n{end}"));
    assert_eq!((above.record.remarks, above.warnings.len()), (vec![remark.to_owned()], 1));
    let spent = read(KIF, &format!("{end}消費時間　▲0:12 △0:30\n"));
    assert_eq!(spent.record.remarks, ["消費時間　▲0:12 △0:30"]);
    // Among the moves, and in KI2.
    let among = TWO.replace("   2", "?????\n開始日時：2026/01/02\n10 分の考慮\n20 ２二玉が逃げる\n   2");
    assert_eq!(line(&read(KIF, &among)), TWO_MOVES);
    let ki2 = read(KI2, "▲７六歩 △３四歩\nまで2手で後手の勝ち\n棋譜は https://example.com\n");
    assert_eq!((line(&ki2), ki2.warnings.len()), (TWO_MOVES.to_owned(), 1));
    // A board below the moves is of another time.
    let board = format!("{end}{}", problem("後手の持駒：", "先手の持駒：", "|", "v").replace("1 ２二金打\n", ""));
    assert_eq!(told(&read(KIF, &board)), ["line 6: a board below the first move, left out"]);
}

#[test]
fn the_marks_of_dos_at_the_end_are_no_text() {
    for end in ["\u{1a}", "\u{1a}\u{1a}\0\0", "\0\0\0", "\r\n\u{1a}"] {
        for (format, text) in [(KIF, TWO), (KI2, "▲７六歩 △３四歩\n"), (CSA, "PI\n+\n+7776FU\n-3334FU\n")] {
            let game = read(format, &format!("{text}{end}"));
            assert_eq!((line(&game), told(&game)), (TWO_MOVES.to_owned(), vec![]), "{end:?}");
        }
    }
}

#[test]
fn files_in_euc_jp_are_read() {
    let kif = format!("先手：森鶏二\n後手：大山\n{TWO}*よい手\n");
    let expected = read(KIF, &kif).record;
    let (bytes, _, failed) = encoding_rs::EUC_JP.encode(&kif);
    assert!(!failed);
    assert_eq!(KIF.read(Variant::Shogi, &bytes).unwrap()[0].record, expected);
    let csa = "N+羽生\nN-渡辺\n$EVENT:竜王戦\nPI\n+\n'*ここまで\n+7776FU\n";
    let (bytes, ..) = encoding_rs::EUC_JP.encode(csa);
    assert_eq!(CSA.read(Variant::Shogi, &bytes).unwrap()[0].record, read(CSA, csa).record);
    // Narrow kana of Shift-JIS could be kanji of the other.
    let csa = "N+ﾊﾌﾞﾖｼﾊﾙ\nPI\n+\n+7776FU\n";
    let (bytes, ..) = encoding_rs::SHIFT_JIS.encode(csa);
    assert_eq!(CSA.read(Variant::Shogi, &bytes).unwrap()[0].record, read(CSA, csa).record);
}

#[test]
fn a_comment_may_stand_on_the_line_of_a_move() {
    let game = read(KIF, "1 ７六歩(77) *the bishop is open\n2 ３四歩(33)  (2:25.006/0:8:23.006) *x\n3 投了 *end\n");
    assert_eq!((line(&game), told(&game)), (TWO_MOVES.to_owned(), vec![]));
    let comments: Vec<_> = game.record.main_line().map(|id| game.record.node(id).comments.join("\n")).collect();
    assert_eq!(comments, ["the bishop is open", "x", "end"]);
    assert_eq!(times(&game)[1].map(|(spent, _)| spent), Some(145));
}

#[test]
fn moves_of_ki2_may_have_commas_and_figures_behind_them() {
    for (text, warnings) in [
        ("▲７六歩、△３四歩、▲２六歩まで\n", 0),
        ("▲７六歩1△３四歩2▲２六歩\n", 2),
        ("▲７六歩１２ △３四歩 ▲２六歩\n", 1),
        ("☗７六歩 ☖３四歩，☗２六歩\n", 0),
        ("▲７六歩(好手) △３四歩 ▲２六歩\n", 1),
        ("▲７六歩 △\n△３四歩 好手 ▲２六歩\n", 2),
        ("７六歩　３四歩　２六歩\n", 0),
        ("1 ▲７六歩 2 △３四歩 3 ▲２六歩\n", 0),
    ] {
        let game = read(KI2, text);
        assert_eq!(line(&game), "position startpos moves 7g7f 3c3d 2g2f", "{text}");
        assert_eq!(game.warnings.len(), warnings, "{text}: {:?}", told(&game));
    }
}

#[test]
fn handicaps_are_spelled_in_many_ways() {
    for (names, name) in [
        (&["２枚落ち", "2枚落ち", "二枚落", "二枚落ち#remark", "二枚落ち　"][..], "2-piece"),
        (&["飛落ち", "飛車落", "飛落"][..], "rook"),
        (&["角行落ち", "角落"][..], "bishop"),
        (&["香車落ち", "香落"][..], "lance"),
        (&["飛香落", "飛車香落ち"][..], "rook-lance"),
        (&["10枚落ち", "１０枚落", "十枚落"][..], "10-piece"),
    ] {
        for spelling in names {
            let game = read(KIF, &format!("手合割：{spelling}\n"));
            assert_eq!(game.record.handicap().map(|handicap| handicap.name), Some(name), "{spelling}");
        }
    }
    assert_eq!(line(&read(KIF, "手合割：平手#remark\n1 ７六歩(77)\n")), "position startpos moves 7g7f");
}

#[test]
fn the_pieces_for_the_sides_become_triangles_in_shift_jis() {
    let (bytes, loss) = encode("*☗と☖\n", Encoding::ShiftJis);
    assert_eq!((kumataka::record::decode(&bytes).unwrap().as_str(), loss), ("*▲と△\n", None));
    let game = read(KIF, &format!("{TWO}*☗７六歩の次\n"));
    assert!(Format::KIF.write_file(&[&game.record]).unwrap().1.is_empty());
    assert_eq!(usi::line(&game.record), TWO_MOVES);
}
