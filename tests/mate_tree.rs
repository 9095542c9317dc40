//! `kumataka mate --tree` and `--report`, as typed: the solution as composers publish it.

use crate::support::{Folder, folder};
use kumataka::any::{AnyMove, AnyPosition, AnySolver};
use kumataka::board::Color;
use kumataka::jobs::files::read_games;
use kumataka::mate::{Length, Limits, Outcome};
use kumataka::record::{Ending, NodeId, Record, Step};
use kumataka::variants::Variant;
use std::fs;
use std::path::Path;

/// Sound, in seven moves, with a defence as long as the solution, and useful interpositions.
const SOUND: &str = "4k1s2/6g2/4Pp3/2Ngp4/5N3/9/9/9/9 b Rr2b2g3s2n4l15p 1";
/// In five, with the first move promoting or not, and useless interpositions behind the last.
const PROMOTION: &str = "7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1";
/// In seven, with a second mate from the fifth on.
const COOKED: &str = "5gsk1/5G3/4+B1npp/6N2/9/9/9/9/8L b 2rb2g3s2n3l16p 1";
/// In eleven, which useless interpositions put off.
const PUT_OFF: &str = "6p2/8k/9/6P2/8+P/9/9/9/8L b G2r2b3g4s4n3l15p 1";
/// In three; the king leaves a gold general over in one of two places.
const CLEAN: &str = "9/1g7/kpS6/p8/1n2B4/3S5/9/9/9 b 2rb3g2s3n4l16p 1";

fn write(folder: &Folder, problems: &[&str]) {
    fs::write(folder.join("problems.sfen"), problems.join("\n")).unwrap();
}

#[track_caller]
fn says(folder: &Folder, line: &str) -> String {
    let output = folder.command(line).output().unwrap();
    assert!(output.status.success(), "{line}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn complains(folder: &Folder, line: &str) -> String {
    let output = folder.command(line).output().unwrap();
    assert!(!output.status.success(), "{line}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn read(variant: Variant, path: &Path) -> Record {
    read_games(variant, path, None).unwrap().readings.swap_remove(0).record
}

/// The record of one problem's tree.
fn tree(name: &str, problem: &str, options: &str) -> Record {
    let folder = folder(name);
    write(&folder, &[problem]);
    says(&folder, &format!("mate problems.sfen --movetime 300 --tree --out tree.kifu {options}"));
    read(Variant::Shogi, &folder.join("tree.kifu"))
}

fn comments(record: &Record, id: NodeId) -> String {
    record.node(id).comments.join("\n")
}

fn usi(record: &Record, id: NodeId) -> String {
    record.start().variant().usi(record.node(id).played().unwrap())
}

/// The number of words after `head` in the comments at a node.
fn listed(record: &Record, id: NodeId, head: &str) -> usize {
    let lines = record.node(id).comments.iter().filter_map(|line| line.strip_prefix(head));
    lines.map(|rest| rest.split_whitespace().count()).sum()
}

/// The number in front of `tail` in the comments at a node.
fn number(record: &Record, id: NodeId, tail: &str) -> usize {
    let number =
        |line: &String| line.strip_suffix(tail).or_else(|| line.strip_suffix(&format!("{tail}s")))?.parse().ok();
    record.node(id).comments.iter().find_map(number).unwrap_or(0)
}

fn checks(position: &AnyPosition) -> Vec<AnyMove> {
    position.legal_moves().into_iter().filter(|&m| position.gives_check(m)).collect()
}

fn is_mated(position: &AnyPosition) -> bool {
    position.in_check() && position.legal_moves().is_empty()
}

/// The outcome of a position for this attacker.
fn outcome(position: &AnyPosition) -> Outcome<AnyMove> {
    let mut solver = AnySolver::new(position.variant(), 16).unwrap();
    solver.solve(position, Color::Black, Length::Short, Limits::default()).outcome
}

/// Every move of the attacker and of the defender beside a sound solution is in the record or counted there, every line
/// that claims a mate ends in one, no defence is longer than the solution, and the solver finds no mate behind any try.
#[test]
fn the_whole_tree_of_a_sound_problem_holds() {
    let record = tree("mate-tree-sound", SOUND, "--lang en --breadth 100");
    let main: Vec<NodeId> = record.main_line().collect();
    assert_eq!(main.len(), 8, "seven moves and the ending");
    assert!(comments(&record, Record::ROOT).starts_with("solution: mate in 7 plies\n"));
    let (mut variations, mut tries, mut equals) = (0, 0, 0);
    let mut before = Record::ROOT;
    for &id in &main[..7] {
        let position = record.position_at(before);
        let beside = &record.node(before).children()[1..];
        if position.side_to_move() == Color::Black {
            let left_out =
                number(&record, before, " other checks fail") + number(&record, before, " other check fails");
            assert_eq!(1 + beside.len() + left_out, checks(&position).len(), "{}", position.sfen());
            for &child in beside {
                assert_eq!(comments(&record, child), "try");
                let refuted = record.node(child).children();
                assert_eq!(refuted.len(), 1);
                assert!(comments(&record, refuted[0]).starts_with("no mate"));
                assert_eq!(outcome(&record.position_at(refuted[0])), Outcome::NoMate);
                tries += 1;
            }
        } else {
            let likewise: usize = beside.iter().map(|&child| listed(&record, child, "likewise ")).sum();
            let useless = listed(&record, before, "useless interpositions: ");
            assert_eq!(1 + beside.len() + likewise + useless, position.legal_moves().len(), "{}", position.sfen());
            for &child in beside {
                let line: Vec<NodeId> = record.line_from(child).collect();
                let (end, leaf) = (line[line.len() - 1], line[line.len() - 2]);
                assert_eq!(record.node(end).step(), Some(&Step::End(Ending::Mate)));
                assert!(is_mated(&record.position_at(leaf)), "{}", record.position_at(leaf).sfen());
                let plies = record.node(leaf).ply();
                assert!(
                    plies <= 7 && comments(&record, child).starts_with(&format!("variation: mate in {plies} plies"))
                );
                equals += usize::from(comments(&record, child).contains("as long as the solution"));
                assert_eq!(plies == 7, comments(&record, child).contains("as long as the solution"));
                variations += 1;
            }
        }
        before = id;
    }
    assert!(is_mated(&record.position_at(main[6])));
    assert!(variations >= 4 && tries >= 8 && equals == 2, "{variations} {tries} {equals}");
}

#[test]
fn other_solutions_are_marked_where_they_begin() {
    let cooked = tree("mate-tree-cooked", COOKED, "--lang en");
    let fourth = cooked.main_line().nth(3).unwrap();
    let cooks: Vec<NodeId> = cooked.node(fourth).children()[1..]
        .iter()
        .copied()
        .filter(|&id| comments(&cooked, id).starts_with("cook: mates in "))
        .collect();
    assert!(!cooks.is_empty());
    for cook in cooks {
        let line: Vec<NodeId> = cooked.line_from(cook).collect();
        assert!(is_mated(&cooked.position_at(line[line.len() - 2])));
    }
    let open = tree("mate-tree-promotion", PROMOTION, "--lang ja");
    let promotions: Vec<NodeId> = open.node(Record::ROOT).children().to_vec();
    assert_eq!(usi(&open, promotions[0]), "4b3a+");
    let other = promotions.iter().find(|&&id| usi(&open, id) == "4b3a").unwrap();
    assert_eq!(comments(&open, *other), "成・不成非限定：5手で詰み");
    assert_eq!(open.line_from(*other).filter(|&id| open.node(id).played().is_some()).count(), 5);
    // The main line ends where composers end it.
    assert_eq!(open.main_line().count(), 6);
    let last = open.main_line().nth(4).unwrap();
    assert!(comments(&open, last).starts_with("以下は無駄合（△３二"), "{}", comments(&open, last));
}

#[test]
fn useless_interpositions_are_named_and_are_no_variations() {
    let record = tree("mate-tree-useless", PUT_OFF, "--lang en");
    let first = record.main_line().next().unwrap();
    assert_eq!(listed(&record, first, "useless interpositions: "), 4);
    let variations = record.node(first).children()[1..].iter();
    assert!(variations.clone().all(|&id| comments(&record, id).starts_with("variation: mate in 9 plies")));
    // Those that leave the attacker's hand empty or drop nothing come first, and as many as --breadth says.
    assert_eq!((variations.count(), number(&record, first, " other defences: mate within 9 plies")), (8, 30));
}

/// The solver's first defence leaves the attacker a piece in hand, another of the same length does not: composers show that.
#[test]
fn the_solution_leaves_no_piece_over_where_it_can() {
    let folder = folder("mate-tree-clean");
    write(&folder, &[CLEAN]);
    let line = "mate problems.sfen --movetime 300 --usi --lang en --threads 1";
    assert!(says(&folder, line).contains("mate 3 7c8b 9c8d 5e7c+ ("));
    let told = says(&folder, &format!("{line} --tree --out tree.kifu"));
    assert!(told.contains("mate 3 7c8b 9c9b G*9a ("), "{told}");
    let record = read(Variant::Shogi, &folder.join("tree.kifu"));
    assert!(record.node(Record::ROOT).comments[0] == "solution: mate in 3 plies");
    let first = record.main_line().next().unwrap();
    let other = record.node(first).children()[1];
    assert_eq!(usi(&record, other), "9c8d");
    assert_eq!(comments(&record, other), "variation: mate in 3 plies, as long as the solution, pieces left over");
}

/// The solution leaves a piece over, and a defence two plies shorter does not.
#[test]
fn a_defence_that_composers_may_mean_is_marked() {
    let problem = "ln1p5/2k1p4/1pgP+P4/p8/1P7/P8/9/9/9 b RG2Sr2b2g2s3n3l10p 1";
    let record = tree("mate-tree-longer", problem, "--lang ja --nodes 20000");
    assert_eq!(record.node(Record::ROOT).comments[0], "作意9手、駒余り");
    let before = record.main_line().nth(2).unwrap();
    let meant = record.node(before).children().iter().find(|&&id| usi(&record, id) == "7b8b").unwrap();
    assert_eq!(comments(&record, *meant), "変化7手、駒余りなし（これが作意なら変長）");
    let leaf = record.line_from(*meant).filter(|&id| record.node(id).played().is_some()).last().unwrap();
    let end = record.position_at(leaf);
    assert!(is_mated(&end) && (0..Variant::Shogi.held_kinds()).all(|kind| end.held(Color::Black, kind) == 0));
}

/// The gold general goes to and fro before it mates.
#[test]
fn a_longer_mate_over_a_position_of_the_solution_is_a_detour() {
    let record = tree("mate-tree-detour", "+R4G1nl/6k2/4ppppp/9/9/9/9/9/9 b r2b3g4s3n3l13p 1", "--lang en");
    let before = record.main_line().nth(5).unwrap();
    let detour = record.node(before).children()[1];
    assert_eq!(
        (usi(&record, detour).as_str(), comments(&record, detour).as_str()),
        ("1a2a", "detour: mates in 5 plies")
    );
    let solution: Vec<u64> =
        [2, 4, 6].map(|ply| record.position_at(record.main_line().nth(ply - 1).unwrap()).key()).to_vec();
    assert!(record.line_after(detour).any(|id| solution.contains(&record.position_at(id).key())));
}

/// The rook takes the gold general's place at once, and comes back to it: on the terminal that has the name it has in the tree.
#[test]
fn a_cook_by_a_detour_has_one_name_everywhere() {
    let folder = folder("mate-tree-cook-detour");
    write(&folder, &["7nl/9/7kp/4r1N2/8P/6LG+p/9/9/9 b R2b3g4s2n2l15p 1"]);
    let limits = "--movetime 300 --nodes 400000 --breadth 1";
    let said = says(&folder, &format!("mate problems.sfen --tree {limits} --out tree.kifu --usi --lang en"));
    assert!(said.contains("\n  cook at move 7: 3b3e mates in 7, by a detour\n"), "{said}");
    let record = read(Variant::Shogi, &folder.join("tree.kifu"));
    let sixth = record.main_line().nth(5).unwrap();
    let cook = record.node(sixth).children().iter().find(|&&id| usi(&record, id) == "3b3e").unwrap();
    assert_eq!(comments(&record, *cook), "cook: mates in 7 plies, by a detour");
}

/// Another check in place of the last move is no fault of the problem, even if it takes longer.
#[test]
fn a_longer_mate_in_place_of_the_last_move_is_named_so() {
    let problem = "l8/1ks+P5/1ppp5/p8/9/2P6/9/9/9 b G2SN2r2b3gs3n3l12p 1";
    let record = tree("mate-tree-last-longer", problem, "--nodes 60000 --lang en");
    let sixth = record.main_line().nth(5).unwrap();
    let longer = |&&id: &&NodeId| comments(&record, id) == "last move, longer mate: mates in 5 plies";
    assert_eq!(record.node(sixth).children().iter().filter(longer).count(), 1);
}

/// Pieces that may all be dropped on the square of the solution's, and lose in the same way, are named beside it.
#[test]
fn drops_like_that_of_the_solution_are_no_variations() {
    let record = tree("mate-tree-likewise", "9/9/6Bnl/8k/R6p1/9/9/9/9 b rb4g4s3n3l17p 1", "--lang ja --breadth 4");
    let first = record.main_line().next().unwrap();
    let second = record.main_line().nth(1).unwrap();
    assert_eq!(usi(&record, second), "L*2d");
    assert!(comments(&record, second).ends_with("も同じ"), "{}", comments(&record, second));
    assert!(comments(&record, first).ends_with("、ほか38手"), "{}", comments(&record, first));
    assert_eq!(record.node(first).children().len(), 1);
}

#[test]
fn limits_leave_moves_unsettled() {
    let record = tree("mate-tree-limits", SOUND, "--lang en --nodes 4000");
    let all = record.nodes().map(|id| comments(&record, id)).collect::<Vec<_>>().join("\n");
    assert!(all.contains("not settled: "), "{all}");
    // Enough for the length, and too few for all that is beside it.
    let japanese = tree("mate-tree-limits-ja", SOUND, "--lang ja --nodes 4000");
    let all = japanese.nodes().map(|id| comments(&japanese, id)).collect::<Vec<_>>().join("\n");
    assert!(all.contains("未解決：▲"), "{all}");
}

#[test]
fn breadth_bounds_both_kinds_of_variations() {
    let record = tree("mate-tree-breadth", SOUND, "--lang en --breadth 1");
    assert!(record.main_line().all(|id| record.node(id).children().len() <= 2));
    let all = record.nodes().map(|id| comments(&record, id)).collect::<Vec<_>>().join("\n");
    assert!(all.contains(" other checks fail") && all.contains(" other defences: mate within 7 plies"), "{all}");
}

#[test]
fn the_tree_is_japanese_for_japanese_readers() {
    let record = tree("mate-tree-ja", SOUND, "--lang ja");
    let all = record.nodes().map(|id| comments(&record, id)).collect::<Vec<_>>().join("\n");
    for wanted in [
        "作意7手",
        "変化7手、変同",
        "変化7手、同手数、駒余り",
        "も同じ",
        "変化5手",
        "紛れ",
        "不詰。ほかの受けは詰み",
        "ほかの王手",
    ] {
        assert!(all.contains(wanted), "{wanted}: {all}");
    }
    assert!(!all.contains(|c: char| c.is_ascii_alphabetic()), "{all}");
}

#[test]
fn every_format_with_variations_keeps_the_tree() {
    let folder = folder("mate-tree-formats");
    write(&folder, &[SOUND]);
    let line = "mate problems.sfen --movetime 300 --lang en --tree --out";
    says(&folder, &format!("{line} tree.kifu"));
    let first = read(Variant::Shogi, &folder.join("tree.kifu"));
    for format in ["kif", "ki2u", "jkf", "hodges"] {
        says(&folder, &format!("{line} tree.{format} --to {format}"));
        let again = read(Variant::Shogi, &folder.join(format!("tree.{format}")));
        let moves = |record: &Record| record.nodes().filter(|&id| record.node(id).played().is_some()).count();
        assert_eq!(moves(&again), moves(&first), "{format}");
    }
    for format in ["csa", "csa3", "usi"] {
        let said = complains(&folder, &format!("{line} refused --to {format}"));
        assert!(said.contains(&format!("{format} has no variations, which --tree writes")), "{said}");
    }
    assert!(complains(&folder, "mate problems.sfen --tree").contains("--out <FILE|FOLDER>"));
    assert!(complains(&folder, "mate problems.sfen --out a.kif --breadth 3").contains("--tree"));
}

#[test]
fn problems_of_every_kind_have_trees() {
    let folder = folder("mate-tree-kinds");
    let one = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    let none = "4k4/9/9/9/9/9/9/9/9 b P 1";
    let both = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    write(&folder, &[one, none, both, "no problem"]);
    let output = folder.command("mate problems.sfen --movetime 300 --lang en --tree --out trees").output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("2 solutions and 1 without mate in trees"), "{output:?}");
    let moves = |number: usize| {
        let record = read(Variant::Shogi, &folder.join(format!("trees/{number:06}.kifu")));
        record.main_line().filter(|&id| record.node(id).played().is_some()).count()
    };
    assert_eq!([moves(1), moves(2), moves(3)], [1, 0, 1]);
}

/// In games with other boards, pieces and kernels.
#[test]
fn other_games_have_trees() {
    let problems = [
        ("minishogi", "2kp+R/3g1/1B3/2B2/5 b rg2sp 1", 5),
        ("kyotoshogi", "2k2/2n2/2L2/2B1R/5 b Gpst 1", 5),
        ("chushogi", "5ex1+Pc2/6okt3/3s4X2+H/2+D9/3p+v1+Dpt3/12/12/2+a6q2/12/12/12/12 b - 1", 7),
    ];
    for (game, problem, plies) in problems {
        let folder = folder("mate-tree-game");
        write(&folder, &[problem]);
        says(
            &folder,
            &format!(
                "mate problems.sfen --movetime 300 --variant {game} --lang en --nodes 30000 --tree --out tree.kifu"
            ),
        );
        let record = read(game.parse().unwrap(), &folder.join("tree.kifu"));
        assert_eq!(record.main_line().count(), plies + 1, "{game}");
        assert!(record.has_variations(), "{game}");
    }
}

/// Parts write the trees of the whole, and a part with another breadth is another job.
#[test]
fn parts_write_the_same_trees() {
    let folder = folder("mate-tree-parts");
    write(&folder, &[PROMOTION, "8k/7p1/7G1/9/9/9/9/9/9 b GS 1"]);
    let line = "mate problems.sfen --movetime 300 --lang en --threads 1 --nodes 50000 --tree";
    says(&folder, &format!("{line} --out whole"));
    for part in 1..=2 {
        says(&folder, &format!("{line} --out parts --part {part}/2 --into made"));
    }
    for name in ["000001.kifu", "000002.kifu"] {
        let text = |whole: &str| fs::read_to_string(folder.join(whole).join(name)).unwrap();
        assert_eq!(text("whole"), text("parts"));
    }
    let said = complains(&folder, &format!("{line} --breadth 2 --out parts --part 1/2 --into made"));
    assert!(said.contains("another job") && said.contains("tree: 8 there"), "{said}");
}

/// In three, with a gold general and a pawn that take no part.
const DECORATED: &str = "9/4k4/9/5G3/4G4/4P4/9/9/9 b 2G2r2b4s4n4l17p 1";

#[test]
fn the_report_states_what_composers_do() {
    let folder = folder("mate-report");
    write(&folder, &[SOUND, DECORATED, PROMOTION]);
    let told = says(&folder, "mate problems.sfen --movetime 300 --report --lang en");
    for wanted in [
        "\n  unique: no other check mates within 7\n  diagram: 9 pieces on the board, 1 in hand\n  \
         solution: 1 sacrifice, 1 move without promotion, nothing left over\n  no piece can be taken away\n",
        "\n  diagram: 4 pieces on the board, 2 in hand, a king without defenders\n  solution: nothing left over\n  \
         can be taken away: G5e P5f\n",
        "\n  promotion left open at move 1: B-3a= mates in 5\n  no cook: ",
        "\n  solution: 2 sacrifices, nothing left over\n",
    ] {
        assert!(told.contains(wanted), "{wanted}: {told}");
    }
    let told = says(&folder, "mate problems.sfen --movetime 300 --report --lang ja");
    for wanted in
        ["  作意：捨駒1回、不成1回、駒余りなし\n  飾り駒なし\n", "無防備玉\n", "  飾り駒：攻方５五金 攻方５六歩\n"]
    {
        assert!(told.contains(wanted), "{wanted}: {told}");
    }
}

/// Each piece that can be taken away leaves the same solution behind, and both are the report's own claims.
#[test]
fn what_can_be_taken_away_leaves_the_solution_unchanged() {
    let folder = folder("mate-report-less");
    let less = ["9/4k4/9/5G3/9/4P4/9/9/9 b 2G2r2bg4s4n4l17p 1", "9/4k4/9/5G3/4G4/9/9/9/9 b 2G2r2b4s4n4l18p 1"];
    write(&folder, &[DECORATED, less[0], less[1]]);
    let told = says(&folder, "mate problems.sfen --movetime 300 --check-unique --usi --lang en");
    assert_eq!(told.matches(": mate 3 G*5c 5b4a G*4b (").count(), 3, "{told}");
    assert_eq!(told.matches("  unique: no other check mates within 3\n").count(), 3, "{told}");
}

#[test]
fn diagrams_have_the_names_of_their_kinds() {
    let folder = folder("mate-report-kinds");
    let problems = [
        ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "、無防備玉、左右対称\n"),
        ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "、双玉、無防備玉、左右対称\n"),
        ("8k/9/9/9/p8/9/9/9/9 b 2RG 1", "図面：盤面2枚、持駒3枚、無仕掛\n"),
        ("8k/9/9/9/9/9/9/9/9 b 2RG 1", "図面：盤面1枚、持駒3枚、裸玉\n"),
        ("4k4/9/3GP4/9/p8/9/9/9/9 b - 1", "図面：盤面4枚、持駒なし\n"),
        ("8k/9/7G1/9/9/9/9/9/9 b GL 1", "  作意：駒余り1枚\n  飾り駒：持駒の香\n"),
    ];
    write(&folder, &problems.map(|(problem, _)| problem));
    let told = says(&folder, "mate problems.sfen --movetime 300 --nodes 200000 --report --lang ja");
    for (problem, wanted) in problems {
        assert!(told.contains(wanted), "{problem}: {told}");
    }
}

/// A report is of this job and no other, and stands in the records too.
#[test]
fn reports_are_kept_with_the_results() {
    let folder = folder("mate-report-parts");
    write(&folder, &[PROMOTION, DECORATED]);
    let line = "mate problems.sfen --movetime 300 --lang en --threads 1 --report";
    for part in 1..=2 {
        says(&folder, &format!("{line} --out records --part {part}/2 --into made"));
    }
    assert!(says(&folder, "merge made").contains("\n  can be taken away: G5e P5f\n"));
    let record = read(Variant::Shogi, &folder.join("records/000002.kifu"));
    assert!(comments(&record, Record::ROOT).ends_with("\nsolution: nothing left over\ncan be taken away: G5e P5f"));
    let other = "mate problems.sfen --movetime 300 --lang en --threads 1 --out records --part 1/2 --into made";
    assert!(complains(&folder, other).contains("report: true there"));
}

/// Where the limits are reached, nothing is claimed of a piece.
#[test]
fn pieces_that_are_not_settled_are_named() {
    let folder = folder("mate-report-limits");
    write(&folder, &[SOUND]);
    let told = says(&folder, "mate problems.sfen --movetime 300 --threads 1 --nodes 20000 --report --lang en");
    assert!(told.contains("  not settled whether they can be taken away: ") && !told.contains("no piece"), "{told}");
}
