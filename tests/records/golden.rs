//! Files of other programs, with what they say in `tests/data/records/expected.tsv`.

use kumataka::board::Color;
use kumataka::record::{Format, Outcome, ReadError, Reading, Record, Step, Time, usi};
use kumataka::variants::Variant;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

fn path(file: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/records")).join(file)
}

fn read(file: &str) -> Vec<Reading> {
    let path = path(file);
    let format = Format::of_path(&path).unwrap();
    format.read(Variant::Shogi, &fs::read(&path).unwrap()).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn record(file: &str) -> Record {
    let mut games = read(file);
    assert_eq!(games.len(), 1, "{file}");
    games.remove(0).record
}

fn seconds(time: Option<Time>) -> String {
    time.map_or("-".to_owned(), |time| time.spent.as_secs().to_string())
}

fn winner(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Win(Color::Black)) => "black",
        Some(Outcome::Win(Color::White)) => "white",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Undecided) | None => "-",
    }
}

/// The columns of `expected.tsv` after the file's name and the number of the game.
fn summary(reading: &Reading) -> Vec<String> {
    let record = &reading.record;
    let node = |id| record.node(id);
    let times: Vec<String> = record.main_line().map(|id| seconds(node(id).time)).collect();
    let outcome = record.outcome();
    let leaves = record.nodes().filter(|&id| node(id).children().is_empty()).count();
    let comments: usize = record.nodes().map(|id| node(id).comments.len()).sum();
    vec![
        usi::line(record),
        times.join(" "),
        outcome.map_or("-".to_owned(), |(ending, _)| ending.to_string()),
        winner(outcome.map(|(_, outcome)| outcome)).to_owned(),
        leaves.to_string(),
        comments.to_string(),
        record.headers.iter().count().to_string(),
        reading.warnings.len().to_string(),
    ]
}

#[test]
fn files_say_what_is_expected() {
    let expected = fs::read_to_string(path("expected.tsv")).unwrap();
    let mut rows = 0;
    for row in expected.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [file, number, ref expected @ ..] = *columns else { panic!("{row}") };
        let games = read(file);
        let found = summary(&games[number.parse::<usize>().unwrap() - 1]);
        assert_eq!(found, expected, "{file}");
        rows += 1;
    }
    assert_eq!(rows, 31);
}

#[test]
fn the_same_game_in_kif_and_jkf() {
    let (mut kif, jkf) = (record("pair.kif"), record("pair.jkf"));
    kif.remarks.clear();
    assert_eq!(kif, jkf);
    let written = Format::JKF.write(&kif).unwrap();
    assert_eq!(written.losses, []);
    let value = |text: &str| serde_json::from_str::<Value>(text).unwrap()["moves"].clone();
    assert_eq!(value(&written.text), value(&fs::read_to_string(path("pair.jkf")).unwrap()));
}

#[test]
fn the_same_game_in_two_encodings() {
    assert_eq!(record("sjis.ki2"), record("utf8.ki2"));
}

#[test]
fn the_same_tree_in_kif_and_ki2() {
    let steps = |record: &Record| -> Vec<(usize, Option<Step>)> {
        record.nodes().map(|id| (record.node(id).ply(), record.node(id).step().cloned())).collect()
    };
    let (kif, ki2) = (record("fork.kif"), record("fork.ki2"));
    assert_eq!(steps(&kif), steps(&ki2));
}

/// What a KIF file of the common sort looks like is not ours to choose.
#[test]
fn kif_is_laid_out_as_usual() {
    let original = fs::read(path("chudan.kif")).unwrap();
    let written = Format::KIF.write_file(&[&record("chudan.kif")]).unwrap();
    let lines = |bytes: &[u8]| -> Vec<String> {
        let text = kumataka::record::decode(bytes).unwrap();
        text.lines().map(|line| line.trim_end().to_owned()).collect()
    };
    assert_eq!(lines(&written.0), lines(&original));
    assert_eq!(written.1, []);
}

#[test]
fn ki2_is_laid_out_as_usual() {
    let written = Format::KI2.write(&record("8mai.ki2")).unwrap();
    let original = kumataka::record::decode(&fs::read(path("8mai.ki2")).unwrap()).unwrap();
    assert_eq!(written.text, original.replace('\r', ""));
}

#[test]
fn csa_keeps_its_lines() {
    let original = fs::read_to_string(path("multi_game.csa")).unwrap();
    let games = read("multi_game.csa");
    let records: Vec<&Record> = games.iter().map(|game| &game.record).collect();
    let (bytes, losses) = Format::CSA.write_file(&records).unwrap();
    assert_eq!(String::from_utf8(bytes).unwrap(), original);
    assert_eq!(losses, []);
}

/// Nine pawns on a file, the last where it can never move: such diagrams are composed, not played.
#[test]
fn composed_diagrams_are_kept() {
    let rows: String = (2..=9).map(|rank| format!("P{rank} *  *  *  *  *  *  * -FU * \n")).collect();
    let text = format!("P1 *  *  *  *  *  *  * -FU-OU\n{rows}P+00HI00KY\n+\n+0093KY\n-1112OU\n");
    let games = Format::CSA.read(Variant::Shogi, text.as_bytes()).unwrap();
    let told: Vec<String> = games[0].warnings.iter().map(ToString::to_string).collect();
    let on_file = "line 11: more pieces of the kind P on file 2 than the rules allow";
    assert_eq!(told, [on_file, "line 11: the P on 2i could never move again"]);
    let record = &games[0].record;
    assert_eq!(usi::line(record), "position sfen 7pk/7p1/7p1/7p1/7p1/7p1/7p1/7p1/7p1 b RL 1 moves L*9c 1a1b");
    for format in Format::ALL {
        let (bytes, losses) = format.write_file(&[record]).unwrap();
        let again = format.read(Variant::Shogi, &bytes).unwrap();
        assert_eq!((&again[0].record, losses.len(), again[0].warnings.len()), (record, 0, 2), "{format}");
    }
}

fn error(format: Format, text: &str) -> ReadError {
    format.read(Variant::Shogi, text.as_bytes()).unwrap_err()
}

#[test]
fn errors_say_where_and_why() {
    let kif = Format::KIFU;
    let ki2 = Format::KI2U;
    let csa = Format::CSA;
    for (format, text, message) in [
        (
            kif,
            "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(43)\n   3 ２六歩(27)\n",
            "line 3: illegal move 4c3d: the piece does not move that way",
        ),
        (kif, "手合割：平手\n   1 ７六銀(77)\n", "line 2: ７六銀(77): another piece stands on the square it leaves"),
        (
            kif,
            "手合割：平手\n   1 ７六歩(77)\n   2 投了\n   3 ２六歩(27)\n",
            "line 4: a move after the end of its line",
        ),
        (kif, "手合割：平手\n   1 ７六歩(77)\n変化：5手\n", "line 3: a variation at move 5, which no line has"),
        (
            kif,
            "手合割：百枚落ち\n",
            "line 1: unknown handicap \"百枚落ち\"; if it names another game, --variant chooses that",
        ),
        (kif, "hello\n", "line 1: there is no game in the file"),
        (ki2, "▲５八金\n", "line 1: ５八金: more than one piece of that kind can go there"),
        (ki2, "▲５五金\n", "line 1: ５五金: no piece of that kind can go there"),
        (ki2, "▲７六歩 ▲２六歩\n", "line 1: a move of the side whose turn it is not"),
        (csa, "PI\n+\n+7776FU\n+2726FU\n", "line 4: a move of the side whose turn it is not"),
        (csa, "PI\n+\n+7776KI\n", "line 3: +7776KI: another piece stands on the square it leaves"),
        (csa, "hello\nPI,\n", "line 2: the diagram is incomplete: no line says who moves first"),
        (csa, "手合割：平手\n", "line 1: \"手合割：平手\" is not a line of a CSA file"),
        (csa, "N+A\n+\n", "line 2: the diagram is incomplete: no P line"),
        (csa, "PI\n+\n+77FU\n", "line 3: \"+77FU\" is not a CSA move"),
        (csa, "PI\n+\n%TORYO\n-3334FU\n", "line 4: a move after the end of its line"),
        (csa, "P1-XX\n+\n", "line 1: \"P1-XX\" is not a P line of a CSA file"),
        (Format::USI, "startpos moves 7g7f\nstartpos moves 7g7z\n", "line 2: \"7g7z\" is not a move"),
        (Format::USI, "\n", "line 1: there is no game in the file"),
        (Format::JKF, "{\n\"moves\": 3}", "line 2: invalid type: integer `3`, expected a sequence at line 2 column 10"),
    ] {
        assert_eq!(error(format, text).to_string(), message);
    }
}

#[test]
fn an_illegal_move_is_kept_as_the_last_only() {
    let games = Format::CSA.read(Variant::Shogi, b"PI\n+\n+7776FU\n-3335FU\n%ILLEGAL_MOVE\n").unwrap();
    let record = &games[0].record;
    assert_eq!(games[0].warnings, []);
    let (ending, outcome) = record.outcome().unwrap();
    assert_eq!((ending.to_string().as_str(), outcome), ("win by the opponent's foul", Outcome::Win(Color::Black)));
    let without_word = Format::CSA.read(Variant::Shogi, b"PI\n+\n+7776FU\n-3335FU\n").unwrap();
    assert_eq!(without_word[0].warnings[0].to_string(), "line 4: illegal move 3c3e: the piece does not move that way");
}
