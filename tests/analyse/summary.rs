//! What is told over many games: the summary and the problems.

use super::{BLUNDER, MISSED, analyse, errors, json, slashed, told, with};
use std::fs;
use std::process::Command;

/// The game of the blunder and that of the missed mate, with players; Black is the same one in both.
fn named() -> [(&'static str, String); 2] {
    let blunder = "先手：羽生 <b>善治</b>\n後手：Anna\n開始日時：2020/01/02\n   1 ２六歩(27)   (0:03/0:03)\n   2 ８四歩(83)\n   \
        3 ２五歩(26)\n   4 ８五歩(84)\n   5 ７八金(69)\n   6 ３二金(41)\n   7 ２四歩(25)\n   8 同　歩(23)\n   9 同　飛(28)\n  \
        10 ２三歩打\n  11 同　飛成(24)\n  12 同　金(32)\n  13 投了\n";
    let missed = "N+羽生善治\nN-Bert\nP1 *  *  *  * -OU *  *  *  * \nP2 *  *  *  *  *  *  *  *  * \nP3 *  *  *  * +FU *  *  *  * \n\
        P4 *  *  *  *  *  *  *  *  * \nP5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \nP7 *  *  *  *  *  *  *  *  * \n\
        P8 *  *  *  *  *  *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \nP+00KI\n+\n+0095KI\nT12\n-5142OU\n";
    [("in/a #1.kif", blunder.to_owned()), ("in/b.csa", missed.to_owned())]
}

/// The row of a table that begins with this label, its tags taken out.
fn row(page: &str, section: &str, label: &str) -> String {
    line(page, section, &format!("<th scope=\"row\">{label}</th>"))
}

/// The headings of a table's columns.
fn headings(page: &str, section: &str) -> String {
    line(page, section, "<thead>")
}

/// The first line of a section with this text, its tags taken out.
fn line(page: &str, section: &str, text: &str) -> String {
    let (_, rest) = page.split_once(&format!("<section id=\"{section}\"")).unwrap_or_else(|| panic!("no {section}"));
    let rest = rest.split_once("</section>").unwrap().0;
    let found = rest.lines().find(|line| line.contains(text));
    let found = found.unwrap_or_else(|| panic!("no {text} in {section}: {rest}"));
    let mut text = String::new();
    for part in found.split('<') {
        text.push_str(part.split_once('>').map_or("", |(_, text)| text));
        text.push(' ');
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_summary_tells_of_all_players_or_of_one() {
    let files = named();
    let folder = with(&files.each_ref().map(|(name, text)| (*name, text.as_str())));
    told(&analyse(&folder, "in --html pages --summary pages/summary.html --json all.jsonl"));
    let page = fs::read_to_string(folder.join("pages/summary.html")).unwrap();
    assert!(page.contains("<h1>All players</h1>\n<p>2 games</p>") && !page.contains("<script"));
    assert_eq!(page.matches("羽生 <b>").count(), 0);
    let hostile = "羽生 &#60;b&#62;善治&#60;/b&#62;";
    assert!(
        row(&page, "players", hostile).starts_with(&format!("{hostile} 1 0–0–1 ")),
        "{}",
        row(&page, "players", hostile)
    );
    assert!(row(&page, "players", "Anna").starts_with("Anna 1 1–0–0 "));
    assert!(row(&page, "colors", "Black").starts_with("Black 2 0–0–1 "));
    assert!(row(&page, "openings", "Double Wing Attack").starts_with("Double Wing Attack 2 1–0–1 "));
    assert_eq!(row(&page, "missed", "1"), "1 1");
    // Nobody made an inaccuracy or a mistake, and the castles have no table either.
    assert_eq!(headings(&page, "players"), "Player Games Won–drawn–lost accuracy blunders missed mates");
    assert_eq!(headings(&page, "plies"), "Plies Games accuracy blunders missed mates");
    assert!(!page.contains("<section id=\"castles\""));
    // Each page is linked, the blunder's with its ply.
    assert!(page.contains("<a href=\"./a%20%231.html\">") && page.contains("<a href=\"./b.html\">"));
    assert!(
        page.contains("<h3><a href=\"./a%20%231.html#p11\">11 Rx2c+</a>")
            && page.contains("better <span class=\"move\">"),
        "{page}"
    );

    // One player by parts of two names; the accuracy is the mean over the moves of both games.
    told(&analyse(&folder, "in --summary one.html --player 善治 --player 羽生善 --lang ja --concurrency 1"));
    let page = fs::read_to_string(folder.join("one.html")).unwrap();
    assert!(page.contains("<h1>善治 / 羽生善</h1>\n<p>2局</p>") && page.contains("<html lang=\"ja\">"));
    let lines = json(&folder.join("all.jsonl"));
    let losses: Vec<f64> = lines
        .iter()
        .filter(|line| line["kind"] == "ply" && line["side"] == "black")
        .map(|line| line["loss"].as_f64().unwrap())
        .collect();
    assert_eq!(losses.len(), 7);
    let accuracy = losses.iter().map(|loss| 100.0 * (-loss / 0.15).exp2()).sum::<f64>() / 7.0;
    let black = row(&page, "colors", "先手");
    assert!(black.starts_with(&format!("先手 2 0–0–1 {accuracy:.1} % ")), "{accuracy}: {black}");
    assert!(row(&page, "opponents", "Bert").starts_with("Bert 1 0–0–0 "));
    assert!(row(&page, "times", "10秒〜30秒").starts_with("10秒〜30秒 1 "), "{}", row(&page, "times", "10秒〜30秒"));
    assert!(row(&page, "plies", "1–20").starts_with("1–20 2 "));

    let nobody = analyse(&folder, "in --summary nobody.html --problems nobody.sfen --player Carla");
    assert!(errors(&nobody).contains("no player of these games has a name with \"Carla\""), "{}", errors(&nobody));
    assert_eq!(nobody.status.code(), Some(1));
    let page = fs::read_to_string(folder.join("nobody.html")).unwrap();
    assert!(!page.contains("Carla") && page.contains("Bert"));
    assert!(fs::read_to_string(folder.join("nobody.sfen")).unwrap().contains("b.csa, ply 1, mate in 1: "));
    // Where the player takes part in a game, problems of the others are not asked for.
    told(&analyse(&folder, "in --problems anna.sfen --player Anna"));
    assert_eq!(fs::read_to_string(folder.join("anna.sfen")).unwrap(), "");
}

/// A summary of resumed work has the games of the run before, as if there had been one run.
#[test]
fn resumed_work_sums_up_all_games() {
    let files = named();
    let folder = with(&files.each_ref().map(|(name, text)| (*name, text.as_str())));
    let all = "in --json all.jsonl --summary all.html --problems all.sfen --exercises moves.sfen";
    told(&analyse(&folder, all));
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let whole = ["all.html", "all.sfen", "moves.sfen"].map(read);
    let lines = read("all.jsonl");
    let first: String = lines.lines().take(13).map(|line| format!("{line}\n")).collect();
    fs::write(folder.join("all.jsonl"), first).unwrap();
    let text = told(&analyse(&folder, &format!("{all} --resume")));
    assert!(text.starts_with("in/b.csa") && !text.contains("in/a"), "{text}");
    assert_eq!(["all.html", "all.sfen", "moves.sfen"].map(read), whole);
    assert_eq!(read("all.jsonl"), lines);

    // A game whose record is missing is analysed again, and told to the file of JSON once.
    told(&analyse(&folder, &format!("{all} --resume --out out --to kif")));
    assert!(folder.join("out/b.kif").is_file());
    assert_eq!((read("all.jsonl"), read("all.sfen")), (lines, whole[1].clone()));

    // What was told of another game is in no summary.
    fs::write(folder.join("in/b.csa"), "PI\n+\n+7776FU\n").unwrap();
    let other = analyse(&folder, &format!("{all} --resume"));
    assert!(errors(&other).contains("in/b.csa: the lines of JSON are of another game"), "{}", errors(&other));
    assert!(other.status.code() == Some(1) && !read("all.html").contains("b.csa"));

    let refused = analyse(&folder, "in --out out --to kif --summary new.html --resume");
    assert!(errors(&refused).contains("needs --json"), "{}", errors(&refused));
}

#[test]
fn missed_mates_are_problems_that_the_solver_solves() {
    // Black has a mate in five by the bishop, leads the dragon away and is mated: no evaluation can like that.
    let five = "sfen 7nl/5B1k1/6Ppp/5+R3/9/9/4p4/9/4K4 b Sg 1 moves 4d1d\n";
    let folder = with(&[("in/a.usi", five), ("in/b.usi", MISSED), ("in/c.usi", BLUNDER)]);
    told(&analyse(&folder, "in --problems mates.sfen --exercises moves.sfen"));
    let mates = fs::read_to_string(folder.join("mates.sfen")).unwrap();
    let plies: Vec<&str> = mates
        .lines()
        .filter_map(|line| line.strip_prefix("# ")?.split_once("mate in ")?.1.split_once(':'))
        .map(|(plies, _)| plies)
        .collect();
    assert_eq!(plies, ["5", "1"], "{mates}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    let solved = command.args(["mate", "mates.sfen", "--usi"]).current_dir(&*folder).output().unwrap();
    let text = told(&solved);
    assert!(errors(&solved).is_empty(), "{}", errors(&solved));
    assert!(text.contains(": mate 5 4b3a+ ") && text.contains(": mate 1 G*5b"), "{text}");
    assert!(text.contains("2 mates (1 in 1, 1 in 5), 0 without mate, 0 open"), "{text}");

    let moves = slashed(&fs::read(folder.join("moves.sfen")).unwrap());
    let blunder = moves.lines().position(|line| line.starts_with("# in/c.usi, ply 11, not 2d2c+: ")).unwrap();
    assert!(moves.lines().nth(blunder + 1).unwrap().ends_with(" b P 11"), "{moves}");
}
