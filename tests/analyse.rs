//! `kumataka analyse` as people call it.

mod games;
mod input;
mod summary;

use crate::support::{Folder, folder};
use kumataka::record::{Format, Reading, Record, Score};
use kumataka::variants::Variant;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Black takes a guarded pawn with the rook at ply 11.
const BLUNDER: &str = "startpos moves 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2c+ 3b2c 7g7f\n";
/// Black could mate by the gold on 5b.
const MISSED: &str = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*9e 5a4b\n";
const ILLEGAL: &str = "PI\n+\n+7776FU\n-3334FU\n+2724FU\n-8384FU\n";

/// Runs the command in a folder, with few nodes.
fn analyse(folder: &Folder, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    command.args(["analyse", "--nodes", "3000", "--hash", "8"]).args(arguments.split(' ')).current_dir(&**folder);
    command.output().unwrap()
}

fn told(output: &Output) -> String {
    assert!(output.status.success(), "{}", errors(output));
    slashed(&output.stdout)
}

fn errors(output: &Output) -> String {
    slashed(&output.stderr)
}

/// What was said, paths with slashes whatever the system has.
fn slashed(said: &[u8]) -> String {
    let said = String::from_utf8(said.to_vec()).unwrap();
    if cfg!(windows) { said.replace('\\', "/") } else { said }
}

fn with(files: &[(&str, &str)]) -> Folder {
    let folder = folder("analyse");
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn json(path: &Path) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn read(path: &Path) -> Record {
    let format = Format::of_path(path).unwrap();
    let mut games: Vec<Reading> = format.read(Variant::Shogi, &fs::read(path).unwrap()).unwrap();
    games.pop().unwrap().record
}

/// A piece that the answer simply takes is the reason, whatever the engine sees behind it: the bishop for a pawn, and for
/// nothing.
#[test]
fn a_piece_that_is_simply_taken_is_the_reason() {
    let games = [
        ("startpos moves 7g7f 8c8d 8h3c+ 2b3c", "loses the bishop for a pawn ("),
        ("startpos moves 7g7f 3c3d 2g2f 8c8d 8h5e 2b5e", "loses the bishop"),
    ];
    for (game, reason) in games {
        let folder = with(&[("game.usi", game)]);
        let text = told(&analyse(&folder, "game.usi --lang en"));
        assert!(text.contains(reason), "{text}");
    }
}

/// The promoted pawn guards all squares to which the king might flee.
#[test]
fn a_hisshi_is_named_in_both_languages() {
    let folder = with(&[("hisshi.usi", "sfen 4k4/9/9/4P4/9/9/9/9/4K4 b G 1 moves 5d5c+\n")]);
    for (language, words) in [("en", "hisshi (mate cannot be parried)"), ("ja", "必至")] {
        let text = told(&analyse(&folder, &format!("hisshi.usi --lang {language} --json {language}.json")));
        assert!(text.contains(words), "{text}");
        let lines = json(&folder.join(format!("{language}.json")));
        assert_eq!(lines[0]["threat"]["hisshi"]["plies"], 2, "{}", lines[0]);
    }
}

#[test]
fn a_piped_analysis_is_plain_lines() {
    let folder = with(&[("game.usi", BLUNDER)]);
    let text = told(&analyse(&folder, "game.usi"));
    assert!(!text.contains('\x1b'), "{text}");
    let blunder = text.lines().find(|line| line.starts_with("  11 ")).unwrap();
    assert!(
        blunder.contains(" Rx2c+ ") && blunder.contains("blunder: loses the rook for a pawn (Gx2c); better R-"),
        "{blunder}"
    );
    let named = text.lines().find(|line| line.starts_with("   6 ")).unwrap();
    assert!(named.ends_with("▲ Double Wing Attack; △ Double Wing Attack"), "{named}");
    assert!(
        text.contains("\nBlack  Static Rook (ply 1), Double Wing Attack (ply 6)\nWhite  Static Rook (ply 2), "),
        "{text}"
    );
    assert!(text.contains("turning points: 11 Rx2c+ (-"), "{text}");
    assert!(text.contains("Black 100 % |") && text.contains("ply 0 to 13; m mistake, B blunder"), "{text}");
    assert!(told(&analyse(&folder, "game.usi --usi")).contains("  11 2d2c+ "));
    for (notation, shown) in
        [("japanese", "▲同飛成"), ("hodges", "Rx2c+"), ("hosking", "Rx23+"), ("german", "Tx2c+"), ("usi", "2d2c+")]
    {
        let text = told(&analyse(&folder, &format!("game.usi --notation {notation}")));
        assert!(text.contains(&format!("  11 {shown} ")), "{text}");
    }
}

#[test]
fn json_has_the_documented_keys() {
    let folder = with(&[("game.usi", BLUNDER), ("missed.usi", MISSED)]);
    told(&analyse(&folder, "game.usi missed.usi --json out.jsonl"));
    let lines = json(&folder.join("out.jsonl"));
    let count = |kind: &str| lines.iter().filter(|line| line["kind"] == kind).count();
    assert_eq!((count("ply"), count("game"), lines.len()), (15, 2, 17));

    let described = include_str!("../docs/analysis.md");
    for key in [&lines[0], &lines[13]].into_iter().flat_map(|line| line.as_object().unwrap().keys()) {
        assert!(key == "kind" || described.contains(&format!("`{key}`")), "{key} is not documented");
    }
    let blunder = &lines[10];
    assert_eq!((blunder["ply"].as_u64(), blunder["move"].as_str()), (Some(11), Some("2d2c+")));
    assert_eq!((blunder["judgement"].as_str(), blunder["side"].as_str()), (Some("blunder"), Some("black")));
    let expected = |key: &str| blunder[key]["expected"].as_f64().unwrap();
    assert!((expected("before") - expected("after") - blunder["loss"].as_f64().unwrap()).abs() < 1e-3);
    assert!(blunder["after"]["cp"].as_i64().unwrap() < -800 && blunder["before"].get("mate").is_none());
    let wings = serde_json::json!({ "side": "white", "topic": "opening", "english": "Double Wing Attack", "japanese": "相掛かり" });
    assert_eq!(lines[5]["names"][1], wings);
    let names = &lines[13]["black"]["names"];
    assert_eq!((names[1]["ply"].as_u64(), names[1]["japanese"].as_str()), (Some(6), Some("相掛かり")));
    assert_eq!(lines[13]["turning_points"][0], 11);
    assert_eq!(lines[13]["black"]["blunders"], 1);
    assert_eq!(lines[14]["missed_mate"], serde_json::json!({ "plies": 1, "line": ["G*5b"], "solved": true }));
    assert_eq!(blunder["refutation"][0], "3b2c");
    assert_eq!(blunder["cost"], serde_json::json!({ "kind": "material", "won": ["R"], "given": ["P"] }));
    let said = "blunder: loses the rook for a pawn (Gx2c); better ";
    assert!(blunder["sentence"]["en"].as_str().unwrap().starts_with(said), "{}", blunder["sentence"]);
    let said = "悪手：歩と引き換えに飛を失う（△同　金）、最善は▲";
    assert!(blunder["sentence"]["ja"].as_str().unwrap().starts_with(said), "{}", blunder["sentence"]);
    assert_eq!(lines[14]["cost"], serde_json::json!({ "kind": "missed_mate", "plies": 1 }));
    assert_eq!(lines[14]["before"], serde_json::json!({ "mate": 1, "expected": 1.0 }));
    assert_eq!(lines[16]["black"]["missed_mates"], 1);
}

#[test]
fn the_files_written_are_listed_at_the_end() {
    let folder = with(&[("game.usi", BLUNDER)]);
    let output = analyse(&folder, "game.usi --out a.kif --json a.jsonl --html pages --problems none.sfen --lang en");
    told(&output);
    let expected = ["none.sfen: no mate was missed", "a.kif is written.", "pages is written.", "a.jsonl is written."];
    assert_eq!(errors(&output).lines().collect::<Vec<_>>(), expected);
    let output = analyse(&folder, "game.usi --json - --html page.html --lang ja");
    told(&output);
    assert_eq!(errors(&output), "page.html に保存しました。\n");
}

#[test]
fn annotated_records_read_back_with_their_scores() {
    let folder = with(&[("game.usi", BLUNDER), ("missed.usi", MISSED)]);
    told(&analyse(&folder, "game.usi missed.usi --out annotated --to kif --json out.jsonl --lang ja"));
    let lines = json(&folder.join("out.jsonl"));
    let record = read(&folder.join("annotated/game.kif"));
    // Comments tell the position behind a move, for Black.
    let written: Vec<_> = record.main_line().take(12).map(|id| record.node(id).score()).collect();
    let signs = [-1, 1].into_iter().cycle();
    let found = lines[1..13].iter().zip(signs).map(|(line, sign)| {
        Some(Score::Centipawns(sign * i32::try_from(line["before"]["cp"].as_i64().unwrap()).unwrap()))
    });
    assert_eq!(written, found.collect::<Vec<_>>());
    let text = record.node(record.main_line().nth(10).unwrap()).comments.join("\n");
    assert!(
        text.contains("悪手：歩と引き換えに飛を失う（△同")
            && text.contains("、最善は▲")
            && text.contains("（期待勝率 ")
            && text.contains(" 読み筋 △"),
        "{text}"
    );

    let sixth = record.main_line().nth(5).unwrap();
    assert!(record.node(sixth).comments.join("\n").contains("▲相掛かり\n△相掛かり"));
    let first = record.node(Record::ROOT).comments.join("\n");
    assert!(first.contains("\n▲居飛車（1手目）、相掛かり（6手目）\n△居飛車（2手目）、"), "{first}");

    let missed = read(&folder.join("annotated/missed.kif"));
    let root = Record::ROOT;
    assert_eq!(missed.node(root).score(), Some(Score::Mate { black_wins: true, plies: Some(1) }));
    assert!(
        missed
            .node(missed.main_line().next().unwrap())
            .comments
            .iter()
            .any(|text| text.starts_with("悪手：1手詰を逃す（▲５二金、頭金）（期待勝率 100% → "))
    );

    told(&analyse(&folder, "game.usi --out game.csa"));
    let csa = fs::read_to_string(folder.join("game.csa")).unwrap();
    assert!(
        csa.contains("\n+2423RY\n'** -")
            && csa.contains("\n'*blunder: loses the rook for a pawn (")
            && csa.contains(" (expected result "),
        "{csa}"
    );
    assert!(csa.contains("'*Black: Static Rook (ply 1), Double Wing Attack (ply 6)\n") && csa.is_ascii(), "{csa}");
    let first = read(&folder.join("game.csa"));
    let scored = first.main_line().filter(|&id| matches!(first.node(id).score(), Some(Score::Centipawns(_))));
    assert_eq!(scored.count(), 13);
}

/// A variation from ply 2 on with one of its own from ply 3 on.
const STUDY: &str = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n\n変化：2手\n   2 ８四歩(83)\n   3 ７七角(88)\n   \
                     4 ３四歩(33)\n\n変化：3手\n   3 ２六歩(27)\n";

#[test]
fn variations_are_analysed_where_they_are_asked_for() {
    let folder = with(&[("study.kifu", STUDY)]);
    let plain = told(&analyse(&folder, "study.kifu --out plain.kifu"));
    assert!(!plain.contains("variation"), "{plain}");
    let text = told(&analyse(&folder, "study.kifu --variations --out out.kifu"));
    let at = |wanted: &str| text.lines().position(|line| line.starts_with(wanted)).unwrap();
    assert!(at("   3 P-2f") < at("variation at ply 2") && at("variation at ply 2") < at("   2 P-8d"), "{text}");
    assert!(at("   4 P-3d") < at("variation at ply 3") && at("variation at ply 3") < at("       accuracy"), "{text}");

    let record = read(&folder.join("out.kifu"));
    assert!(record.nodes().all(|id| record.node(id).score().is_some()));
    let without = read(&folder.join("plain.kifu"));
    assert_eq!(without.nodes().filter(|&id| without.node(id).score().is_some()).count(), 4);

    told(&analyse(&folder, "study.kifu --variations --json out.jsonl --html report.html"));
    let lines = json(&folder.join("out.jsonl"));
    let branches: Vec<_> = lines.iter().map(|line| line["variation"].as_u64()).collect();
    assert_eq!(branches, [None, None, None, Some(1), Some(1), Some(1), Some(2), None]);
    assert_eq!(lines[3]["before"], lines[1]["before"]);

    let data = data(&fs::read_to_string(folder.join("report.html")).unwrap());
    let lines = data["nodes"][1]["lines"].as_array().unwrap();
    let variations = lines.iter().filter(|line| line["name"] == "variation");
    let moves = variations.map(|line| {
        let steps = line["steps"].as_array().unwrap().iter();
        steps.map(|step| step["move"].as_str().unwrap()).collect::<Vec<_>>().join(" ")
    });
    assert_eq!(moves.collect::<Vec<_>>(), ["8c8d 8h7g 3c3d", "8c8d 2g2f"]);
}

#[test]
fn games_of_every_kind() {
    let folder = with(&[
        ("empty.usi", "startpos\n"),
        ("handicap.kif", "手合割：二枚落ち\n   1 ６二銀(71)\n   2 ７六歩(77)\n"),
        ("birds.usi", "startpos moves 3d3c 4b3c\n"),
    ]);
    let empty = told(&analyse(&folder, "empty.usi"));
    assert!(empty.contains("Black         -") && !empty.contains('|'), "{empty}");
    let handicap = told(&analyse(&folder, "handicap.kif"));
    assert!(handicap.contains("\n   1 S-6b") && handicap.contains("\n   2 P-7f"), "{handicap}");
    let birds = told(&analyse(&folder, "birds.usi --variant torishogi"));
    assert!(birds.contains("\n   1 Swx3c"), "{birds}");
}

#[test]
fn a_fault_is_named_and_the_rest_goes_on() {
    let folder = with(&[("in/a.csa", ILLEGAL), ("in/b.usi", MISSED), ("in/c.csa", "V2.2\n+\nnothing\n")]);
    let output = analyse(&folder, "in --out out --to kifu");
    assert_eq!(output.status.code(), Some(1));
    let told = errors(&output);
    assert!(told.contains("in/a.csa: ply 3: line 5: illegal move 2g2d"), "{told}");
    assert!(
        told.contains("in/c.csa: line ") && told.ends_with("2 of 3 games could not be analysed to the end\n"),
        "{told}"
    );
    assert_eq!(read(&folder.join("out/a.kifu")).main_line().count(), 2);
    assert!(folder.join("out/b.kifu").is_file());

    // The number of a move in a variation is not that behind the main line.
    let moves = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 ８四歩(83)\n";
    let variation = "変化：2手\n   2 ８四歩(83)\n   3 ２四歩(27)\n   4 ３四歩(33)\n";
    let study = with(&[("study.kifu", &[moves, variation].concat())]);
    let output = analyse(&study, "study.kifu");
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).starts_with("study.kifu: line 8: illegal move 2g2d"), "{}", errors(&output));
    assert!(String::from_utf8(output.stdout).unwrap().contains("\n   4 P-8d"));

    let last = with(&[("last.usi", "startpos moves 7g7f 3c3d 2g2d\n")]);
    let output = analyse(&last, "last.usi --json last.jsonl");
    assert_eq!(output.status.code(), Some(1));
    let lines = json(&last.join("last.jsonl"));
    assert!(lines.len() == 3 && lines[2]["complete"] == false, "{lines:?}");
    assert!(lines[2]["fault"].as_str().is_some_and(|fault| fault.starts_with("ply 3: illegal move 2g2d")), "{lines:?}");
    let before = fs::read(last.join("last.jsonl")).unwrap();
    assert_eq!(analyse(&last, "last.usi --json last.jsonl --resume").status.code(), Some(1));
    assert_eq!(fs::read(last.join("last.jsonl")).unwrap(), before, "another run finds no more of it");
    assert!(errors(&output).contains("last.usi: ply 3: "), "{}", errors(&output));
    assert!(String::from_utf8(output.stdout).unwrap().contains("\n   2 P-3d"));
}

#[test]
fn outputs_are_refused_before_the_work() {
    let two = [BLUNDER, MISSED].concat();
    let there = ["there.kif", "there.jsonl", "there.html"].map(|name| (name, ""));
    let folder = with(&[&[("two.usi", two.as_str()), ("one.usi", MISSED)][..], &there].concat());
    for (arguments, complaint) in [
        ("two.usi --out one.kif", "2 games do not go into one kif file: name a folder"),
        ("two.usi --out there.kif", "there.kif: it exists already; --force overwrites it"),
        ("two.usi --json there.jsonl", "there.jsonl exists already; --force overwrites it"),
        ("two.usi --out out", "the extension names no format; say which with --to"),
        ("two.usi --out there.usi --resume", "--resume goes on with folders; name one for --out"),
        ("one.usi --html there.html --resume", "--resume goes on with folders; name one for --html"),
        ("two.usi --resume", "--resume goes on with files that --out, --html or --json name"),
        (
            "two.usi --out - --to kif --json -",
            "only one of --out, --html, --json, --summary, --problems and --exercises can go to the standard output",
        ),
        ("two.usi --html one.html", "one.html: 2 games do not go into one page: name a folder"),
        ("two.usi --html there.html", "there.html: it exists already; --force overwrites it"),
        (
            "two.usi --html - --json -",
            "only one of --out, --html, --json, --summary, --problems and --exercises can go to the standard output",
        ),
        ("one.usi --html there.kif/page.html", "there.kif/page.html: "),
        ("two.usi --html there.kif/pages", "there.kif/pages: "),
        ("one.usi --out there.kif/game.csa", "there.kif/game.csa: "),
        ("one.usi --json there.kif/game.jsonl", "there.kif/game.jsonl: "),
        ("one.usi --summary there.html", "there.html: it exists already; --force overwrites it"),
        ("one.usi --problems there.kif/mates.sfen", "there.kif/mates.sfen: "),
        ("no.kif", "no.kif: "),
    ] {
        let output = analyse(&folder, arguments);
        assert!(output.status.code() == Some(1) && output.stdout.is_empty(), "{arguments}");
        assert!(errors(&output).contains(complaint), "{arguments}: {}", errors(&output));
    }
}

/// The data of a page's script.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn a_page_is_one_file_with_every_ply() {
    let folder = with(&[("game.usi", BLUNDER)]);
    told(&analyse(&folder, "game.usi --html report.html"));
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    let alone = page.replace("http://www.w3.org/2000/svg", "").replace("url(data:", "");
    for reference in ["://", "@import", "url(", "src=", "fetch(", "<link rel=\"stylesheet"] {
        assert!(!alone.contains(reference), "{reference}");
    }
    assert!(page.len() < 280_000, "{} bytes", page.len());
    for ply in 0..=13 {
        assert!(page.contains(&format!("<tr id=\"p{ply}\"")), "ply {ply} is not in the list");
        assert!(page.contains(&format!("<a href=\"#p{ply}\" tabindex=\"-1\">")), "ply {ply} is not in the graph");
    }
    // The page hides nothing until the script shows it on the board.
    assert!(page.contains("\n.js .list :is(.more, .comment) { display: none; }\n"));
    // What is there without the script: the judgement with the better move, and the picture of the turning point.
    let row = page.lines().find(|line| line.starts_with("<tr id=\"p11\" class=\"blunder\">")).unwrap();
    assert!(
        row.contains("Rx2c+")
            && row.contains(
                "<p class=\"more\">blunder: loses the rook for a pawn (<span class=\"move\">Gx2c</span>); better <"
            ),
        "{row}"
    );
    // Openings stand beside their moves and in the table of both sides.
    let row = page.lines().find(|line| line.starts_with("<tr id=\"p6\"")).unwrap();
    assert!(row.contains("<span class=\"names\">▲Double Wing Attack, △Double Wing Attack</span>"), "{row}");
    assert_eq!(page.matches("<li><a href=\"#p6\">Double Wing Attack</a> 6</li>").count(), 2);
    let (_, turning) = page.split_once("<article class=\"blunder\">").unwrap();
    assert!(turning.contains("<a href=\"#p11\">11 Rx2c+</a>") && turning.contains("<svg "));

    let data = data(&page);
    let nodes = data["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), 14);
    assert!(nodes[13]["sfen"].as_str().unwrap().ends_with(" w 2Pr 14"), "{}", nodes[13]["sfen"]);
    let (blunder, line) = (&nodes[11], &nodes[11]["lines"][0]);
    assert_eq!((blunder["move"].as_str(), blunder["class"].as_str()), (Some("2d2c+"), Some("blunder")));
    assert_eq!((line["ply"].as_u64(), &line["steps"][0]["move"]), (Some(10), &blunder["better"]));
    let refutation = &nodes[11]["lines"][1];
    assert_eq!((refutation["name"].as_str(), refutation["ply"].as_u64()), (Some("refutation"), Some(11)));
    assert_eq!(refutation["steps"][0]["move"], "3b2c");
    assert!(told(&analyse(&folder, "game.usi --html -")).starts_with("<!doctype html>"));
}

#[test]
fn names_in_a_page_are_text() {
    let record = "先手：<script>alert(1)</script>\n後手：\"' onload=x&{{style}}\n棋戦：</script><b>\n   1 ７六歩(77)\n";
    let folder = with(&[("game.kif", record)]);
    told(&analyse(&folder, "game.kif --html report.html --lang ja"));
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    assert_eq!((page.matches("<script").count(), page.matches("</script").count()), (2, 2));
    let heading = "<h1>▲&#60;script&#62;alert(1)&#60;/script&#62; – △&#34;&#39; onload=x&#38;{{style}}</h1>";
    assert!(page.contains(heading) && page.contains("&#60;/script&#62;&#60;b&#62;"));
    assert_eq!(data(&page)["players"], serde_json::json!(["▲<script>alert(1)</script>", "△\"' onload=x&{{style}}"]));
    assert!(page.contains("<html lang=\"ja\">") && page.contains("勝負の分かれ目"));
}

#[test]
fn a_folder_has_a_page_for_each_game() {
    let two = [BLUNDER, MISSED].concat();
    let folder = with(&[("in/a.usi", &two), ("in/deep/b.usi", MISSED), ("birds.usi", "startpos moves 3d3c 4b3c\n")]);
    told(&analyse(&folder, "in --html out"));
    for name in ["a_000001.html", "a_000002.html", "deep/b.html"] {
        assert!(folder.join("out").join(name).is_file(), "{name}");
    }
    assert_eq!(fs::read_dir(folder.join("out")).unwrap().count(), 3);
    let missed = fs::read_to_string(folder.join("out/deep/b.html")).unwrap();
    assert!(missed.contains("lets mate in 1 go (<span class=\"move\">G*5b</span>, gold at the king's head)"));
    fs::remove_file(folder.join("out/a_000002.html")).unwrap();
    let text = told(&analyse(&folder, "in --html out --resume"));
    assert!(text.starts_with("in/a.usi, game 2") && !text.contains("b.usi") && !text.contains("game 1"), "{text}");

    told(&analyse(&folder, "birds.usi --variant torishogi --html birds.html --pieces ideograms"));
    let birds = fs::read_to_string(folder.join("birds.html")).unwrap();
    // A falcon's step is a dot, in the board of the script as in the cards; the ranks are those of the moves.
    assert!(birds.contains("<g id=\"b0\"><g") && birds.contains("r=\"3\"/>") && !birds.contains(">燕</text>"));
    assert!(birds.contains(">g</text>") && !birds.contains(">七</text>"), "ranks");
    let birds = data(&birds);
    assert_eq!((birds["layout"]["files"].as_u64(), birds["nodes"].as_array().unwrap().len()), (Some(7), 3));
    assert!(birds["kinds"].as_array().unwrap().contains(&"+S".into()), "{}", birds["kinds"]);
}

/// They stand beside the board, and without the script in the list; those on the end belong to the last move.
#[test]
fn the_comments_of_a_record_are_in_its_page() {
    let kif = "手合割：平手\n*まえがき\n   1 ７六歩(77)\n*初手 <b>\n*次の行\n   2 ３四歩(33)\n   3 投了\n*おわり\n";
    let folder = with(&[("game.kif", kif)]);
    told(&analyse(&folder, "game.kif --html page.html"));
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    let nodes = &data(&page)["nodes"];
    let comments = [0, 1, 2].map(|ply: usize| nodes[ply]["comments"].to_string());
    assert_eq!(comments, ["[\"まえがき\"]", "[\"初手 <b>\",\"次の行\"]", "[\"おわり\"]"]);
    let row = page.lines().find(|line| line.starts_with("<tr id=\"p1\"")).unwrap();
    assert!(row.contains("<p class=\"comment\">初手 &#60;b&#62;</p><p class=\"comment\">次の行</p>"), "{row}");
    let plain = with(&[("game.usi", BLUNDER)]);
    told(&analyse(&plain, "game.usi --html page.html"));
    assert!(!fs::read_to_string(plain.join("page.html")).unwrap().contains("<p class=\"comment\">"));
}

#[test]
fn resumed_work_leaves_out_what_is_done() {
    let folder = with(&[("in/a.usi", MISSED), ("in/b.usi", MISSED)]);
    let all = "in --out out --to kif --json out.jsonl";
    told(&analyse(&folder, all));
    let whole = fs::read_to_string(folder.join("out.jsonl")).unwrap();
    // The second game as a run that was killed in it leaves it.
    fs::remove_file(folder.join("out/b.kif")).unwrap();
    let cut: String = whole.lines().take(4).map(|line| format!("{line}\n")).collect();
    fs::write(folder.join("out.jsonl"), cut + "{\"kind\":\"pl").unwrap();
    let text = told(&analyse(&folder, &format!("{all} --resume")));
    assert!(text.starts_with("in/b.usi") && !text.contains("in/a.usi"), "{text}");
    assert!(folder.join("out/b.kif").is_file());
    let resumed = json(&folder.join("out.jsonl"));
    let games = resumed.iter().filter(|line| line["kind"] == "game");
    let files: Vec<String> = games.map(|line| slashed(line["file"].as_str().unwrap().as_bytes())).collect();
    assert_eq!((files, resumed.len()), (vec!["in/a.usi".to_owned(), "in/b.usi".to_owned()], 6));
}

/// The games that are done are there, and the exit status says that others are not.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_whole_files() {
    use crate::support::Running;
    use std::process::Stdio;
    let folder = with(&[("in/a.usi", MISSED), ("in/b.usi", BLUNDER)]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    command.args(["analyse", "in", "--out", "out", "--to", "kifu", "--movetime", "1.5"]).current_dir(&*folder);
    let mut running = Running::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
    running.wait_until("the first game is written", || folder.join("out/a.kifu").exists());
    running.signal("-INT");
    let output = running.output();
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).ends_with("kumataka: stopped by Ctrl-C after 1 of 2 files\n"), "{}", errors(&output));
    assert_eq!(read(&folder.join("out/a.kifu")).main_line().count(), 2);
    assert!(!folder.join("out/b.kifu").exists());
}

/// A KIF of chu shogi, in which a lion is left to be taken, becomes one with comments, which reads back; a page shows it.
#[test]
fn a_game_of_chu_shogi_is_analysed() {
    let kif = "手合割：中将棋\n先手：A\n後手：B\n手数----指手---------消費時間--\n   1 7八歩兵 （←7九）\n   2 3五歩兵 （←3四）\n   \
               3 6八獅子 （←7十）\n   4 3六歩兵 （←3五）\n   5 6六獅子 （←6八）\n   6 3七歩兵 （←3六）\n   7 6五獅子 （←6六）\n   \
               8 6五歩兵 （←6四）\n";
    let folder = with(&[("game.kif", kif)]);
    let text = told(&analyse(&folder, "--variant chushogi game.kif --out told.kif --html page.html"));
    assert!(text.contains("blunder") && text.contains(" P-7h "), "{text}");
    let game = Variant::Chu;
    let format = Format::of_path(Path::new("told.kif")).unwrap();
    let record = format.read(game, &fs::read(folder.join("told.kif")).unwrap()).unwrap().pop().unwrap().record;
    let comments: Vec<&String> = record.main_line().flat_map(|id| &record.node(id).comments).collect();
    assert!(comments.iter().any(|comment| comment.contains("blunder")), "{comments:?}");
    assert_eq!(record.main_line().count(), 8);
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    assert!(page.contains("獅") && page.contains("<svg"));
}
