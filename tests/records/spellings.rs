//! Spellings of other programs that mean what ours would say otherwise, in all formats that have them.

use kumataka::board::Color;
use kumataka::game::SfenMode;
use kumataka::record::{Ending, Format, Outcome, Reading, Record, Score, encode, usi};
use kumataka::variants::Variant;

pub(super) const KIF: Format = Format::KIFU;
pub(super) const KI2: Format = Format::KI2U;
pub(super) const CSA: Format = Format::CSA;

fn read_as(rules: Variant, format: Format, text: &str) -> Reading {
    let games = format.read(rules, text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(games.len(), 1, "{text}");
    games.into_iter().next().unwrap()
}

pub(super) fn read(format: Format, text: &str) -> Reading {
    read_as(Variant::Shogi, format, text)
}

pub(super) fn told(reading: &Reading) -> Vec<String> {
    reading.warnings.iter().map(ToString::to_string).collect()
}

pub(super) fn line(reading: &Reading) -> String {
    usi::line(&reading.record)
}

/// Seconds spent on each step, and the clock's total.
pub(super) fn times(reading: &Reading) -> Vec<Option<(u64, u64)>> {
    let record = &reading.record;
    let time = |id| record.node(id).time.map(|time| (time.spent.as_secs(), time.total.as_secs()));
    record.main_line().map(time).collect()
}

/// A diagram with the golds that could go to 5h.
fn golds(ranks: [&str; 9]) -> String {
    let rows: String = ranks.iter().map(|row| format!("|{row}|\n")).collect();
    format!("手合割：その他\n{rows}先手番\n")
}

#[test]
fn straight_alone_is_one_step_forward() {
    let empty = " ・ ・ ・ ・ ・ ・ ・ ・ ・";
    let board = golds([
        " ・ ・ ・ ・v玉 ・ ・ ・ ・",
        empty,
        empty,
        empty,
        empty,
        empty,
        " ・ ・ ・ ・ 金 ・ ・ ・ ・",
        empty,
        " ・ ・ ・ 金 金 金 玉 ・ ・",
    ]);
    for (text, played) in [("直", "5i5h"), ("引", "5g5h"), ("左", "6i5h"), ("右", "4i5h")] {
        let game = read(KI2, &format!("{board}▲５八金{text}\n"));
        assert!(line(&game).ends_with(&format!(" moves {played}")), "{text}: {}", line(&game));
        let written = KI2.write(&game.record).unwrap().text;
        assert!(written.contains(&format!("▲５八金{text}")), "{written}");
        assert_eq!(read(KI2, &written).record, game.record);
    }
    let start = "{\"initial\":{\"preset\":\"OTHER\",\"data\":{\"color\":0,\"board\":[],\"hands\":[]}},\"moves\":[]}";
    let mut record: serde_json::Value = serde_json::from_str(start).unwrap();
    let empty = serde_json::json!([{}, {}, {}, {}, {}, {}, {}, {}, {}]);
    record["initial"]["data"]["board"] = serde_json::json!(vec![empty; 9]);
    for (file, rank) in [(5, 7), (5, 9), (6, 9)] {
        record["initial"]["data"]["board"][file - 1][rank - 1] = serde_json::json!({"color": 0, "kind": "KI"});
    }
    record["initial"]["data"]["board"][4][0] = serde_json::json!({"color": 1, "kind": "OU"});
    record["moves"] = serde_json::json!([{"move": {"to": {"x": 5, "y": 8}, "piece": "KI", "relative": "C"}}]);
    assert!(line(&read(Format::JKF, &record.to_string())).ends_with(" moves 5i5h"));
}

#[test]
fn a_variation_may_begin_behind_the_last_move() {
    let kif = "手合割：平手\n   1 ２六歩(27)\n   2 ８四歩(83)\n変化：3手\n   3 ２五歩(26)\n   4 ８五歩(84)\n";
    let game = read(KIF, kif);
    assert_eq!(line(&game), "position startpos moves 2g2f 8c8d 2f2e 8d8e");
    let again = read(KI2, "▲２六歩 △８四歩\n\n変化：3手\n▲２五歩 △８五歩\n");
    assert_eq!(line(&again), line(&game));
    // An ending is no move that others could follow, and two plies on there is nothing to follow.
    for (more, message) in [("   3 投了\n変化：4手\n", "move 4"), ("変化：4手\n", "move 4")] {
        let text = format!("手合割：平手\n   1 ２六歩(27)\n   2 ８四歩(83)\n{more}");
        let error = KIF.read(Variant::Shogi, text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(&format!("a variation at {message}, which no line has")), "{error}");
    }
}

#[test]
fn a_western_variation_that_does_not_end_is_refused() {
    let format = Format::HODGES;
    let error = format.read(Variant::Shogi, b"1.P-7f P-3d (1...P-8d 2.P-2f").unwrap_err();
    assert_eq!(error.to_string(), "line 1: \"(\" is not a variation that ends by )");
}

#[test]
fn of_two_endings_the_first_stands_and_the_second_is_told() {
    let moves = "   1 ２六歩(27)   ( 0:04/00:00:04)\n   2 投了   ( 0:09/00:00:09)\n   3 中断   ( 0:30/00:00:30)\n";
    let kif = read(KIF, &format!("手合割：平手\n{moves}まで1手で中断\n"));
    let csa = read(CSA, "PI\n+\n+2726FU\nT4\n%TORYO\nT9\n%CHUDAN\nT30\n");
    let western = read(Format::HODGES, "1.P-2f {[%emt 4]} <resignation> {[%emt 9]} <interruption>\n");
    let jkf = "{\"moves\":[{},{\"move\":{\"from\":{\"x\":2,\"y\":7},\"to\":{\"x\":2,\"y\":6},\"piece\":\"FU\"},\"time\":\
               {\"now\":{\"m\":0,\"s\":4}}},{\"special\":\"TORYO\",\"time\":{\"now\":{\"m\":0,\"s\":9}}},\
               {\"special\":\"CHUDAN\"}]}";
    for (game, number) in [(kif, 4), (csa, 7), (western, 1), (read(Format::JKF, jkf), 1)] {
        let ending = game.record.outcome();
        assert_eq!(ending, Some((&Ending::Resignation, Outcome::Win(Color::Black))));
        assert_eq!(told(&game), [format!("line {number}: interruption after the ending resignation, left out")]);
        assert_eq!(times(&game), [Some((4, 4)), Some((9, 9))]);
    }
    let usi = read(Format::USI, "startpos moves 2g2f resign win");
    assert_eq!(told(&usi), ["line 1: declaration after the ending resignation, left out"]);
}

#[test]
fn an_ending_may_stand_in_the_place_of_a_move() {
    let black = (&Ending::Resignation, Outcome::Win(Color::Black));
    for last in ["△投了", "△ 投了", "△投了\nまで1手で先手の勝ち", "△投了 まで1手で先手の勝ち", "投了", "▽投了"]
    {
        let game = read(KI2, &format!("手合割：平手\n▲２六歩\n{last}\n"));
        assert_eq!((game.record.outcome(), told(&game).len()), (Some(black), 0), "{last}");
    }
    let same_line = read(KI2, "▲２六歩 △投了\n");
    assert_eq!(same_line.record.outcome(), Some(black));
    let out_of_turn = read(KI2, "▲２六歩\n▲投了\n");
    assert_eq!(out_of_turn.record.outcome().unwrap().1, Outcome::Win(Color::White));
    assert_eq!(read(KI2, &KI2.write(&out_of_turn.record).unwrap().text).record, out_of_turn.record);
    assert_eq!(read(KI2, "▲２六歩\n▲中断\n").record.outcome().unwrap().0, &Ending::Interruption);
    let kif = read(KIF, "手合割：平手\n   1 ▲２六歩(27)\n   2 △投了\n");
    assert_eq!(kif.record.outcome(), Some(black));
}

#[test]
fn cells_of_csa_are_words() {
    let rows = |empty: &str, after: &str| -> String {
        let nine = |cell: &str| cell.repeat(9) + after + "\n";
        let kings = |king: &str| format!("{}{king}{}{after}\n", empty.repeat(4), empty.repeat(4));
        let ranks = [kings("-OU"), nine(empty), nine("-FU"), nine(empty), nine(empty), nine(empty), nine("+FU")];
        let ranks = ranks.into_iter().chain([nine(empty), kings("+OU")]);
        (1..).zip(ranks).map(|(rank, row)| format!("P{rank}{row}")).collect()
    };
    let expected = "position sfen 4k4/9/ppppppppp/9/9/9/PPPPPPPPP/9/4K4 b - 1 moves 2g2f";
    for (empty, after) in [
        (" * ", ""),
        (" *", ""),
        ("* ", ""),
        ("*", ""),
        (" * ", "."),
        (" *.", ""),
        ("   ", ""),
        (" . ", ""),
        ("  *  ", " "),
    ] {
        let text = format!("V2.2\n{}P+\nP-\n+\n+2726FU,T7\n", rows(empty, after));
        let game = read(CSA, &text);
        assert_eq!((line(&game).as_str(), times(&game)), (expected, vec![Some((7, 7))]), "{text}");
    }
    let error = CSA.read(Variant::Shogi, b"P1 * * * * * * * *\n+\n").unwrap_err();
    assert_eq!(error.to_string(), "line 1: \"P1 * * * * * * * *\" is not a P line of a CSA file");
}

#[test]
fn a_carriage_return_ends_a_line_in_every_format() {
    let mut original = Record::new(Variant::Shogi.start());
    let mut node = Record::ROOT;
    for text in ["2g2f", "8c8d"] {
        let m = original.position_at(node).parse_move(text).unwrap();
        node = original.push(node, kumataka::record::Step::Move(m));
    }
    original.add_comment(node, "先手：よし\r二行目");
    original.push(node, kumataka::record::Step::End(Ending::Resignation));
    original.headers.set("棋戦", "第１回");
    for format in Format::ALL {
        let (bytes, _) = format.write_file(&[&original]).unwrap();
        let text = kumataka::record::decode(&bytes).unwrap();
        let again = |ends: &str| {
            format
                .read(Variant::Shogi, &encode(&text.replace('\n', ends), format.encoding()).0)
                .unwrap()
                .remove(0)
                .record
        };
        assert_eq!(again("\r"), again("\n"), "{format}");
        assert_eq!(again("\r\n"), again("\n"), "{format}");
        assert_eq!(usi::line(&again("\r")), usi::line(&original), "{format}");
    }
    let error =
        KIF.read(Variant::Shogi, "手合割：平手\r   1 ２六歩(27)\r   2 ８五歩(83)\r   3 ２五歩(26)\r".as_bytes());
    assert_eq!(error.unwrap_err().line, 3);
}

/// All but a rook, which Black holds, with no line that says who moves first.
fn without_turn(names: [&str; 2], hand: [&str; 2]) -> String {
    let [white, black] = names;
    format!(
        "手合割：その他\n{white}の持駒：{}\n\
         |v香v桂v銀v金v玉v金v銀v桂v香|\n| ・ ・ ・ ・ ・ ・ ・v角 ・|\n| ・v歩v歩v歩v歩v歩v歩v歩v歩|\n\
         | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
         | 歩 歩 歩 歩 歩 歩 歩 歩 歩|\n| ・ 角 ・ ・ ・ ・ ・ 飛 ・|\n| 香 桂 銀 金 玉 金 銀 桂 香|\n\
         {black}の持駒：{}\n{black}：甲\n{white}：乙\n",
        hand[0], hand[1]
    )
}

#[test]
fn who_begins_is_told_by_the_names_of_the_sides_or_by_the_first_move() {
    let (upper, even) = (["上手", "下手"], ["後手", "先手"]);
    let nothing = ["なし", "なし"];
    for (names, hand, moves, played, warnings) in [
        (upper, nothing, "   1 ３四歩(33)\n", "w - 1 moves 3c3d", 0),
        (upper, nothing, "△３四歩\n", "w - 1 moves 3c3d", 0),
        (upper, nothing, "手数----指手--\n*待った\n   1 ７六歩(77)\n", "b - 1 moves 7g7f", 1),
        (upper, nothing, "▲７六歩 △３四歩\n", "b - 1 moves 7g7f 3c3d", 1),
        (upper, ["飛", "なし"], "   1 ５五飛打\n", "w r 1 moves R*5e", 0),
        (even, nothing, "   1 ７六歩(77)\n", "b - 1 moves 7g7f", 0),
        (even, nothing, "   1 ３四歩(33)\n   2 ７六歩(77)\n", "w - 1 moves 3c3d 7g7f", 1),
        (even, nothing, "△３四歩\n", "w - 1 moves 3c3d", 1),
    ] {
        let game = read(KIF, &(without_turn(names, hand) + moves));
        assert!(line(&game).ends_with(played), "{moves}: {}", line(&game));
        assert_eq!(told(&game).len(), warnings, "{moves}: {:?}", told(&game));
        assert_eq!(game.record.headers.get("先手"), Some("甲"));
    }
    let asked = without_turn(upper, nothing) + "下手番\n   1 ７六歩(77)\n";
    assert!(line(&read(KIF, &asked)).ends_with("b - 1 moves 7g7f"));
    let written = Format::JKF.write(&read(KIF, &(without_turn(upper, nothing) + "△３四歩\n")).record).unwrap().text;
    let mut json: serde_json::Value = serde_json::from_str(&written).unwrap();
    json["initial"]["data"].as_object_mut().unwrap().remove("color");
    assert!(line(&read(Format::JKF, &json.to_string())).ends_with("w - 1 moves 3c3d"));
    json["moves"] = serde_json::json!([{}]);
    for (header, begun, black) in [
        (serde_json::json!({ "上手持ち時間": "１時間", "下手": "甲" }), "w - 1", "甲"),
        (serde_json::json!({ "後手": "乙", "先手": "甲" }), "b - 1", "甲"),
        (serde_json::json!({ "攻方": "解答者", "受方": "作者" }), "b - 1", "解答者"),
    ] {
        json["header"] = header;
        let game = read(Format::JKF, &json.to_string());
        assert!(line(&game).ends_with(begun), "{json}: {}", line(&game));
        assert_eq!(game.record.headers.get("先手"), Some(black));
    }
}

#[test]
fn times_are_read_behind_every_move() {
    let exchange = "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n";
    for drop in ["５五角打(00)", "５五角(00)", "５五角打", "５五角打（００）"] {
        let game = read(KIF, &format!("手合割：平手\n{exchange}   5 {drop} ( 0:07/00:01:00)\n"));
        assert!(line(&game).ends_with(" B*5e"), "{drop}");
        assert_eq!(times(&game)[4], Some((7, 60)), "{drop}");
        assert_eq!(told(&game).len(), 0, "{drop}");
    }
    for (text, warnings) in [
        ("( 0:05/00:00:05)", 0),
        ("( 0:05/00:00:05) ( 0:05/00:00:05)", 0),
        ("( 0:05/00:00:05)( 0:05/00:00:05)+", 0),
        ("( 0:05/00:00:05)+ ( 0:09/00:00:09)", 1),
        ("（0:05／00:00:05）", 0),
        ("(00:05)", 0),
        ("( 0:05.0/00:00:05.0)", 0),
        ("( 0:05/00:00:05) later", 1),
    ] {
        let game = read(KIF, &format!("手合割：平手\n   1 ７六歩(77)   {text}\n"));
        assert_eq!((times(&game), told(&game).len()), (vec![Some((5, 5))], warnings), "{text}: {:?}", told(&game));
    }
    let twice = read(CSA, "PI\n+\n+7776FU\nT5\nT9\n");
    assert_eq!(
        (times(&twice), told(&twice)),
        (vec![Some((5, 5))], vec!["line 5: a second time for one move, left out".to_owned()])
    );
}

#[test]
fn a_promotion_may_be_told_by_the_new_name() {
    for (format, text, last, warning) in [
        (KI2, "▲７六歩 △３四歩 ▲２二馬\n", "8h2b+", "line 1: ２二馬 read as ２二角成"),
        (KIF, "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二馬(88)\n", "8h2b+", "line 3: ２二馬(88) read as ２二角成"),
        (Format::HODGES, "P-7f P-3d +Bx2b\n", "8h2b+", "line 1: +Bx2b read as Bx2b+"),
        (Format::HODGES, "P-7f P-3d +B8hx2b\n", "8h2b+", "line 1: +B8hx2b read as Bx2b+"),
    ] {
        let game = read(format, text);
        assert_eq!((line(&game).split(' ').next_back(), told(&game)), (Some(last), vec![warning.to_owned()]), "{text}");
    }
    let jkf = |from: &str| {
        let pawn = |x, y, to| {
            format!(
                "{{\"move\":{{\"from\":{{\"x\":{x},\"y\":{y}}},\"to\":{{\"x\":{x},\"y\":{to}}},\"piece\":\"FU\"}}}}"
            )
        };
        let bishop = format!("{{\"move\":{{{from}\"to\":{{\"x\":2,\"y\":2}},\"piece\":\"UM\"}}}}");
        read(Format::JKF, &format!("{{\"moves\":[{{}},{},{},{bishop}]}}", pawn(7, 7, 6), pawn(3, 3, 4)))
    };
    for game in [jkf(""), jkf("\"from\":{\"x\":8,\"y\":8},")] {
        assert_eq!(told(&game), ["line 1: 2bUM read as ２二角成"]);
        assert!(line(&game).ends_with("8h2b+"));
    }
    // The name of a piece that could not be meant, and one that two pieces could become.
    let error = |text: &str| KI2.read(Variant::Shogi, text.as_bytes()).unwrap_err().to_string();
    assert_eq!(error("▲７六と\n"), "line 1: ７六と: no piece of that kind can go there");
    let two = "手合割：その他\n|v玉 ・ ・ ・ ・ ・ ・ ・ ・|\n".to_owned()
        + &"| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(2)
        + "| ・ ・ ・ ・ 銀 ・ 銀 ・ ・|\n"
        + &"| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(5)
        + "先手番\n▲４三成銀\n";
    assert_eq!(error(&two), "line 12: ４三成銀: no piece of that kind can go there");
}

#[test]
fn scores_are_written_as_viewers_draw_them() {
    let csa = "PI\n+\n+2726FU\nT12\n'** 30 -8384FU\n-8384FU\nT3\n'** -87\n";
    let game = read(CSA, csa);
    let scores =
        |record: &Record| -> Vec<Option<Score>> { record.main_line().map(|id| record.node(id).score()).collect() };
    let expected = [Some(Score::Centipawns(30)), Some(Score::Centipawns(-87))];
    assert_eq!(scores(&game.record), expected);
    let kif = KIF.write(&game.record).unwrap().text;
    assert!(kif.contains("\n**対局 時間 00:12.0 評価値 30 読み筋 △８四歩(83)\n"), "{kif}");
    assert!(kif.contains("\n**対局 時間 00:03.0 評価値 -87\n"), "{kif}");
    let again = read(KIF, &kif);
    assert_eq!(scores(&again.record), expected);
    assert_eq!(CSA.write(&again.record).unwrap().text, CSA.write(&game.record).unwrap().text);
    let ki2 = KI2.write(&game.record).unwrap().text;
    // No time stands in these files.
    assert!(ki2.contains("**対局 時間 00:00.0 評価値 -87\n"), "{ki2}");
    assert_eq!(scores(&read(KI2, &ki2).record), expected);
    let foreign =
        "手合割：平手\n   1 ２六歩(27)\n**対局 時間 00:00.8 深さ 22/28 ノード数 744743 評価値 88 読み筋 ▲２六歩(27)\n";
    let foreign = read(KIF, foreign);
    assert_eq!(scores(&foreign.record), [Some(Score::Centipawns(88))]);
    assert!(
        KIF.write(&foreign.record).unwrap().text.contains("深さ 22/28 ノード数 744743 評価値 88 読み筋 ▲２六歩(27)")
    );
}

/// With no line that tells the turn, Black begins, unless that leaves White in check.
#[test]
fn only_the_side_in_check_can_begin() {
    for (side, begins) in [('b', Color::Black), ('w', Color::White)] {
        let sfen = format!("4k4/9/9/9/4{}4/9/9/9/4K4 {side} - 1", if side == 'w' { 'R' } else { 'r' });
        let start = Variant::Shogi.read_sfen(&sfen, SfenMode::Tolerant).unwrap();
        let written = KIF.write(&Record::new(start)).unwrap().text;
        let silent: String =
            written.lines().filter(|line| !line.ends_with("手番")).fold(String::new(), |text, line| text + line + "\n");
        assert!(silent.len() < written.len(), "{written}");
        let game = read(KIF, &silent);
        assert_eq!(game.record.start().side_to_move(), begins);
        assert_eq!(told(&game).len(), usize::from(begins == Color::White), "{:?}", told(&game));
    }
}

#[test]
fn a_blank_may_stand_before_the_square_that_a_piece_leaves() {
    let game = read(KIF, "手合割：平手\n   1 ７六歩 (77)   ( 0:17/00:00:17)\n");
    let first = game.record.main_line().next().unwrap();
    assert_eq!(game.record.node(first).time.map(|time| time.spent.as_secs()), Some(17));
    assert_eq!(told(&game), [""; 0]);
}

#[test]
fn a_file_of_kif_holds_one_game() {
    let text = "手合割：平手\n   1 ７六歩(77)\n   2 投了\nまで1手で先手の勝ち\n手合割：平手\n   1 ７六歩(77)\n";
    let broken = KIF.read(Variant::Shogi, text.as_bytes()).unwrap_err().to_string();
    assert_eq!(broken, "line 5: the head of another game, where a file holds one");
}

#[test]
fn a_number_in_prose_is_no_move() {
    let game = read(KIF, "1手目からの解説つき\n手合割：平手\n   1手目▲７六歩(77)\n");
    assert_eq!(game.record.remarks, ["1手目からの解説つき"]);
    assert_eq!(line(&game), "position startpos moves 7g7f");
    let game = read(KIF, "手合割：平手\n   1 ７六歩(77)\n2手目以降は略\n   2 ３四歩(33)\n");
    assert_eq!(told(&game), ["line 3: not understood, kept as a remark: 2手目以降は略"]);
    assert_eq!(line(&game), "position startpos moves 7g7f 3c3d");
}

/// A first move that does not tell its side settles all the same who begins.
#[test]
fn variations_do_not_change_who_begins() {
    let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(7);
    let kings = ["| ・ ・ ・ ・v玉 ・ ・ ・ ・|\n", "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|\n"];
    let head = format!("手合割：その他\n{}{empty}{}先手の持駒：金二\n", kings[0], kings[1]);
    for (before, lines) in [("", 2), ("変化：1手\n   1 ６二金打\n   2 ４一玉(51)\n", 3)] {
        let text = format!("{head}   1 ４二金打\n   2 ６一玉(51)\n{before}変化：1手\n   1 ６一玉(51)\n");
        let game = read(KIF, &text);
        assert!(line(&game).ends_with(" b 2G 1 moves G*4b 5a6a"), "{}", line(&game));
        assert_eq!(game.record.node(Record::ROOT).children().len(), lines);
    }
}

#[test]
fn clocks_in_comments_are_kept() {
    let own = "**対局 時間 00:12.0 評価値 30";
    let foreign = ["**対局 時間 00:12.7 評価値 30 読み筋 △３四歩(33)", "**対局 時間 00:03.2 評価値 -5"];
    let kif = format!(
        "手合割：平手\n   1 ７六歩(77)   ( 0:12/00:00:12)\n{own}\n{}\n   2 ３四歩(33)\n{}\n",
        foreign[0], foreign[1]
    );
    let game = read(KIF, &kif);
    let first = game.record.main_line().next().unwrap();
    assert_eq!(game.record.node(first).comments[0], "* 30");
    let written = KIF.write(&game.record).unwrap().text;
    for comment in [own, foreign[0], foreign[1]] {
        assert!(written.contains(&format!("\n{comment}\n")), "{written}");
    }
    let ki2 = read(KI2, &format!("▲７六歩 △３四歩\n{own}\n"));
    assert!(KI2.write(&ki2.record).unwrap().text.contains(&format!("\n{own}\n")));
}

/// Display columns of the text before each bar and rank number are the same on all lines of a diagram.
#[test]
fn diagrams_of_birds_have_straight_columns() {
    use unicode_width::UnicodeWidthStr;
    let start = Variant::Tori.start();
    let board = kumataka::record::diagram::board(start.drops(), &[]);
    let mut lines = board.lines();
    assert_eq!(lines.next(), Some("  ７   ６   ５   ４   ３   ２   １"));
    let frame = "+-----------------------------------+";
    let rows: Vec<&str> = lines.collect();
    assert_eq!((rows.first(), rows.last()), (Some(&frame), Some(&frame)));
    assert_eq!(rows[1], "|v右鶉v雉  v鶴  v鵬  v鶴  v雉  v左鶉|一");
    for row in &rows[1..8] {
        assert_eq!(row.rsplit_once('|').unwrap().0.width_cjk(), frame.len() - 1, "{row}");
    }
    let sfen = "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 2";
    let later = Variant::Tori.read_sfen(sfen, SfenMode::Strict).unwrap();
    let original = Record::new(later);
    let written = KIF.write(&original).unwrap().text;
    assert_eq!(read_as(Variant::Tori, KIF, &written).record, original);
    // As older versions of this program drew it.
    let narrow = written.replace("  v", "v").replace("  |", "|");
    assert_eq!(read_as(Variant::Tori, KIF, &narrow).record, original);
}

/// The error of the game, and what is kept of it.
fn cut(format: Format, text: &str) -> (String, Option<String>) {
    let games = format.read_each(Variant::Shogi, text.as_bytes()).unwrap();
    let broken = games.into_iter().find_map(Result::err).unwrap();
    (broken.error.to_string(), broken.before.map(|game| usi::line(&game.record)))
}

#[test]
fn the_moves_before_a_fault_are_kept() {
    let kept = "position startpos moves 2g2f 8c8d";
    let two = "手合割：平手\n   1 ２六歩(27)   ( 0:01/00:00:01)\n   2 ８四歩(83)\n*まだ\n";
    for (format, text, error) in [
        (KIF, format!("{two}   3 ２五(26)\n   4 ８五歩(84)\n"), "line 5: \"２五(26)\" is not a move"),
        (KIF, format!("{two}   3 歩２五\n   4 ８五歩(84)\n"), "line 5: \"歩２五\" is not a move or an ending"),
        (
            KIF,
            format!("{two}   3 ２四歩(26)\n   4 ８五歩(84)\n"),
            "line 5: illegal move 2f2d: the piece does not move that way",
        ),
        (KI2, "▲２六歩 △８四歩\n▲２四歩 △８五歩\n".to_owned(), "line 2: ２四歩: no piece of that kind can go there"),
        (KI2, "▲２六歩 △８四歩\n▲２五玩 △８五歩\n".to_owned(), "line 2: \"２五玩\" is not a move"),
        (
            CSA,
            "PI\n+\n+2726FU\n-8384FU\n+2624FU\n-8485FU\n".to_owned(),
            "line 5: illegal move 2f2d: the piece does not move that way",
        ),
        (CSA, "PI\n+\n+2726FU\n-8384FU\n+26FU\n".to_owned(), "line 5: \"+26FU\" is not a CSA move"),
        (CSA, "PI\n+\n+2726FU\n-8384FU\n%FOO\n+2625FU\n".to_owned(), "line 5: \"FOO\" is not a move or an ending"),
        (Format::USI, "startpos moves 2g2f 8c8d 2f2z".to_owned(), "line 1: \"2f2z\" is not a move"),
        (Format::HODGES, "P-2f\nP-8d\nP-2d\nP-8e\n".to_owned(), "line 3: P-2d: no piece of that kind can go there"),
    ] {
        assert_eq!(cut(format, &text), (error.to_owned(), Some(kept.to_owned())), "{text}");
    }
    let jkf = "{\"moves\":[{},\n{\"move\":{\"from\":{\"x\":2,\"y\":7},\"to\":{\"x\":2,\"y\":6},\"piece\":\"FU\"}},\n\
               {\"move\":{\"from\":{\"x\":8,\"y\":3},\"to\":{\"x\":8,\"y\":4},\"piece\":\"FU\"}},\n\
               {\"move\":{\"from\":{\"x\":2,\"y\":6},\"to\":{\"x\":2,\"y\":5},\"piece\":\"GI\"}}]}";
    let error = "line 4: 2f2e: another piece stands on the square it leaves".to_owned();
    assert_eq!(cut(Format::JKF, jkf), (error, Some(kept.to_owned())));
}

#[test]
fn a_bad_game_leaves_the_others_of_its_file() {
    let good = "PI\n+\n+2726FU\n%TORYO\n";
    let csa = format!("{good}/\nPI\n+\n+7776FU\n-3334FU\n+2624FU\n-8384FU\n/\n{good}");
    let games = CSA.read_each(Variant::Shogi, csa.as_bytes()).unwrap();
    assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(
        cut(CSA, &csa),
        (
            "line 10: +2624FU: another piece stands on the square it leaves".to_owned(),
            Some("position startpos moves 7g7f 3c3d".to_owned())
        )
    );
    let usi = "startpos moves 7g7f\nstartpos moves 7g7f 7g7z\n9/9 b - 1\nstartpos moves 2g2f\n";
    let games = Format::USI.read_each(Variant::Shogi, usi.as_bytes()).unwrap();
    assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, false, true]);
    // A line that is in no encoding is the fault of its game only.
    let broken = [good.as_bytes(), b"/\nPI\n+\n+7776FU\n'*\x81\n-3334FU\n/\n", good.as_bytes()].concat();
    let games = CSA.read_each(Variant::Shogi, &broken).unwrap();
    let errors: Vec<String> = games.iter().filter_map(|game| Some(game.as_ref().err()?.to_string())).collect();
    assert_eq!(
        (games.len(), errors),
        (3, vec!["line 9: bytes that are not text in UTF-8, Shift-JIS or EUC-JP".to_owned()])
    );
    let kif = ["手合割：平手\n   1 ２六歩(27)\n".as_bytes(), b"*\xff\n   2 "].concat();
    let games = KIF.read_each(Variant::Shogi, &kif).unwrap();
    let broken = games.into_iter().next().unwrap().unwrap_err();
    assert_eq!(
        (broken.error.line, usi::line(&broken.before.unwrap().record).as_str()),
        (3, "position startpos moves 2g2f")
    );
}

#[test]
fn a_comment_that_looks_like_a_time_or_a_bookmark_stays_a_comment() {
    let western = Format::HODGES;
    for comment in ["[%emt 1452]", "[%emt ?", "&here"] {
        let mut game = read(KIF, "手合割：平手\n   1 ２六歩(27)\n");
        let place = game.record.main_line().next().unwrap();
        game.record.add_comment(place, comment);
        let (written, losses) = western.write_file(&[&game.record]).unwrap();
        assert!(losses.is_empty());
        let text = String::from_utf8(written).unwrap();
        assert!(text.contains(&format!("{{\\{comment}}}")), "{text}");
        assert_eq!(read(western, &text).record, game.record);
    }
}

#[test]
fn a_header_without_a_key_is_a_remark() {
    let game = read(KIF, "手合割：平手\n：値\n   1 ２六歩(27)\n");
    assert_eq!(game.record.remarks, ["：値"]);
    assert_eq!(told(&game), ["line 2: not understood, kept as a remark: ：値"]);
}

#[test]
fn all_other_pieces_may_stand_behind_some() {
    let kings = "P1 *  *  *  * -OU *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \n";
    let expected = "position sfen 4k4/8P/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L17P 1";
    for pieces in ["P+12FU00AL\n", "P+12FU\nP+00AL\n"] {
        assert_eq!(line(&read(CSA, &format!("{kings}{pieces}+\n"))), expected, "{pieces}");
    }
    let error = CSA.read(Variant::Shogi, b"PI00AL\n+\n").unwrap_err();
    assert_eq!(error.to_string(), "line 1: \"PI00AL\" is not a P line of a CSA file");
}

#[test]
fn comments_alone_are_no_game_of_csa() {
    let good = "PI\n+\n+2726FU\n%TORYO\n";
    let games = |more: &str| CSA.read_each(Variant::Shogi, format!("'begin\n/\n{good}/\n{more}").as_bytes()).unwrap();
    assert_eq!(games("'end\n\n").iter().map(Result::is_ok).collect::<Vec<_>>(), [true]);
    let broken = games("'next\nV2.2\n").remove(1).unwrap_err();
    assert_eq!(broken.error.to_string(), "line 9: the diagram is incomplete: no P line");
    assert_eq!(games(",\n").len(), 1);
}

#[test]
fn an_ending_without_a_word_is_read_back() {
    let game = read(CSA, "PI\n+\n+7776FU\n%\n");
    assert_eq!(game.record.outcome().unwrap().0, &Ending::Other("_".to_owned()));
    for format in [KIF, KI2, CSA] {
        assert_eq!(read(format, &format.write(&game.record).unwrap().text).record, game.record, "{format}");
    }
}

#[test]
fn one_item_of_jkf_may_hold_a_move_and_an_ending() {
    let jkf = "{\"moves\":[{},{\"move\":{\"from\":{\"x\":2,\"y\":7},\"to\":{\"x\":2,\"y\":6},\"piece\":\"FU\"},\
               \"time\":{\"now\":{\"m\":0,\"s\":4}},\"comments\":[\"c\"],\"special\":\"TORYO\"}]}";
    let game = read(Format::JKF, jkf);
    assert_eq!(line(&game), "position startpos moves 2g2f");
    assert_eq!(game.record.outcome(), Some((&Ending::Resignation, Outcome::Win(Color::Black))));
    assert_eq!(times(&game), [Some((4, 4)), None]);
    let first = game.record.main_line().next().unwrap();
    assert_eq!(game.record.node(first).comments, ["c"]);
}

#[test]
fn a_board_of_jkf_ends_with_the_board_of_the_game() {
    for file in [9, 255, 256] {
        let mut board = vec![serde_json::json!([]); file + 1];
        board[file] = serde_json::json!([{"color": 0, "kind": "OU"}]);
        let data = serde_json::json!({"color": 0, "board": board, "hands": [{}, {}]});
        let jkf = serde_json::json!({"initial": {"preset": "OTHER", "data": data}, "moves": [{}]});
        let error = Format::JKF.read(Variant::Shogi, jkf.to_string().as_bytes()).unwrap_err();
        assert!(error.to_string().ends_with("is not a square"), "{file}: {error}");
    }
}

#[test]
fn the_name_of_another_encoding_is_no_encoding() {
    let jkf = "{\"header\":{},\"moves\":[{\"comments\":[\"Shift_JIS 山田\"]}]}";
    let game = read(Format::JKF, jkf);
    assert_eq!(game.record.node(Record::ROOT).comments, ["Shift_JIS 山田"]);
    let remark = ";KIF version=2.0 encoding=Shift_JIS\n[先手 \"山田\"]\n\n1.P-7f\n";
    assert_eq!(read(Format::HODGES, remark).record.headers.get("先手"), Some("山田"));
}
