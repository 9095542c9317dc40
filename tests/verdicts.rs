//! Verdicts on planted mistakes: the whole sentence in both languages, and verdicts that a deeper look takes back.

use expect_test::expect_file;
use kumataka::analysis::{Analysis, Analyst, Curve, Effort, Fault, Judgement, Reason, Reasons, Settings, Sink, Voice};
use kumataka::any::{AnyEngine, AnyModel, AnyMove, AnyPosition};
use kumataka::game::score;
use kumataka::jobs::notation::Notation;
use kumataka::opening::Library;
use kumataka::record::{Format, Record};
use kumataka::search::{Grade, Limits, SearchOptions};
use kumataka::variants::Variant;
use kumataka::words::Language;
use std::collections::{HashSet, VecDeque};
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

/// Effort of the first look.
const NODES: u64 = 2_000;

/// Kind of mistake, line in USI whose last move is the mistake, and the sentences in English and Japanese.
const PLANTED: &str = include_str!("data/planted_mistakes.tsv");

struct Silent;

impl Sink for Silent {
    type Error = Infallible;

    fn ply(&mut self, _: &AnyPosition, _: &kumataka::analysis::Ply<AnyMove>) -> Result<(), Infallible> {
        Ok(())
    }

    fn variation(&mut self, _: usize, _: usize) -> Result<(), Infallible> {
        Ok(())
    }

    fn end(&mut self, _: &Analysis<AnyMove>) -> Result<(), Infallible> {
        Ok(())
    }
}

fn record(line: &str) -> Record {
    Format::USI.read(Variant::Shogi, line.as_bytes()).unwrap().pop().unwrap().record
}

fn analyst(nodes: u64, grade: Option<Grade>) -> Analyst {
    let (effort, curve) = (Effort::Nodes(nodes), Curve::of(Variant::Shogi));
    let settings = Settings { effort, threads: 1, lines: 2, curve, grade, has_variations: false };
    Analyst::new(&AnyModel::internal(Variant::Shogi).unwrap(), 8, settings).unwrap()
}

fn analysed(record: &Record, nodes: u64) -> Analysis<AnyMove> {
    judged_for(record, nodes, None)
}

fn judged_for(record: &Record, nodes: u64, grade: Option<Grade>) -> Analysis<AnyMove> {
    let Ok(analysis) = analyst(nodes, grade).analyse(record, &AtomicBool::new(false), &mut Silent);
    analysis
}

/// The verdict on the last move of a line; empty if there is none.
fn sentences(line: &str) -> [String; 2] {
    let record = record(line);
    told(&record, &analysed(&record, NODES))
}

/// The verdict on the last move of an analysed line.
fn told(record: &Record, analysis: &Analysis<AnyMove>) -> [String; 2] {
    let ply = analysis.plies.last().unwrap();
    let mut position = record.start().clone();
    analysis.plies[..ply.number - 1].iter().for_each(|ply| position.make(ply.played));
    [Language::En, Language::Ja].map(|language| {
        let notation = Notation::of(Variant::Shogi, language, None, false);
        let text = |position: &AnyPosition, last, m| notation.text(position, last, m);
        let voice = Voice { language, text: &text };
        ply.fault().map_or_else(String::new, |fault| voice.fault(&position, ply.previous, &fault))
    })
}

/// Words that the English sentence on a kind of mistake has with any network.
fn reason_of(kind: &str) -> &str {
    match kind {
        "mate missed" => ": lets mate in ",
        "mate allowed" => ": walks into mate in ",
        "defence missed" => ": does not stop the threatened mate in ",
        "points lost" => " points (",
        "fork allowed" => " forks ",
        "pin allowed" => " pinned ",
        "recapture missed" => ", winning the horse",
        "hanging piece"
        | "breakthrough allowed"
        | "bad exchange"
        | "exchange allowed"
        | "piece trapped"
        | "promotion lost" => ": loses ",
        _ => panic!("no mistake of a known kind: {kind}"),
    }
}

/// Another network or search may choose other words: `UPDATE_EXPECT=1` writes them into the file, to be read in the diff.
/// A line whose mistake is no longer told gives way to another one.
#[test]
fn planted_mistakes_are_told_with_their_reason() {
    let mut told = String::new();
    let mut unnamed = Vec::new();
    for row in PLANTED.lines() {
        if row.starts_with('#') {
            told += &format!("{row}\n");
            continue;
        }
        let &[kind, line, ..] = &row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let [english, japanese] = sentences(line);
        if !english.contains(reason_of(kind)) {
            unnamed.push(format!("{kind}: {line}: {english}"));
        }
        told += &format!("{kind}\t{line}\t{english}\t{japanese}\n");
    }
    assert!(unnamed.is_empty(), "{}", unnamed.join("\n"));
    assert!(told.lines().count() > 20, "{told}");
    expect_file!["data/planted_mistakes.tsv"].assert_eq(&told);
}

/// Beside a mate the pieces on the way to it are no reason, even if the solver had proved it before the move.
#[test]
fn no_piece_is_a_reason_in_a_lost_game() {
    let mut position = Variant::Shogi.start();
    ["7g7f", "3c3d", "2g2f", "8c8d"].into_iter().for_each(|m| position.make(position.parse_move(m).unwrap()));
    let played = position.parse_move("8h5e").unwrap();
    let mut behind = position.clone();
    behind.make(played);
    let refutation = [behind.parse_move("2b5e").unwrap()];
    let reasons = |after| {
        let fault = Fault {
            judgement: Some(Judgement::Blunder),
            is_deep: false,
            played,
            before: -1_000,
            after,
            line: &[],
            refutation: &refutation,
            missed: None,
            allowed: None,
            missed_hisshi: None,
            allowed_hisshi: None,
            was_threatened: false,
            declares: false,
        };
        Reasons::of(&position, &fault).cost.map(|shown| shown.reason)
    };
    assert!(matches!(reasons(-2_500), Some(Reason::Material(_))));
    assert_eq!(reasons(score::mated_in(8)), None);
}

/// The best move, by long searches, of each position in the embedded book, behind a shortest line to it.
fn best_moves_of_the_book() -> Vec<String> {
    let book = Library::internal(Variant::Shogi).unwrap();
    let mut lines = Vec::new();
    let mut seen = HashSet::new();
    let mut open = VecDeque::from([(Variant::Shogi.start(), "startpos moves".to_owned())]);
    while let Some((position, line)) = open.pop_front() {
        for (rank, known) in book.probe(&position, false).unwrap().moves.iter().enumerate() {
            let line = format!("{line} {}", Variant::Shogi.usi(known.m));
            let mut next = position.clone();
            next.make(known.m);
            if seen.insert(next.key()) {
                open.push_back((next, line.clone()));
            }
            if rank == 0 {
                lines.push(line);
            }
        }
    }
    lines
}

/// The judgement on the last move of a line by one search before it and one behind it.
fn first_look(engine: &mut AnyEngine, line: &str, nodes: u64) -> Option<Judgement> {
    let record = record(line);
    let mut position = record.start().clone();
    let moves: Vec<AnyMove> = record.main_line().map(|id| record.node(id).played().unwrap()).collect();
    let (&last, way) = moves.split_last().unwrap();
    way.iter().for_each(|&m| position.make(m));
    let options = SearchOptions { multi_pv: 2, ..SearchOptions::default() };
    let mut look = |position: &AnyPosition| {
        engine.new_game();
        engine.think(position, Limits::nodes(nodes), &options, &AtomicBool::new(false)).outcome.score
    };
    let before = look(&position);
    position.make(last);
    let curve = Curve::of(Variant::Shogi);
    Judgement::of_loss(curve.expected(before) - (1.0 - curve.expected(look(&position))))
}

#[test]
fn what_only_looks_bad_is_not_judged() {
    const FEW: u64 = 300;
    let mut engine = AnyEngine::new(&AnyModel::internal(Variant::Shogi).unwrap(), 1).unwrap();
    let lines = best_moves_of_the_book();
    let looks_bad = lines.iter().filter(|line| first_look(&mut engine, line, FEW).is_some()).take(24);
    let looks_bad = looks_bad.collect::<Vec<_>>();
    let is_judged = |line: &&&String| analysed(&record(line), FEW).plies.last().unwrap().judgement().is_some();
    let judged = looks_bad.iter().filter(is_judged).collect::<Vec<_>>();
    assert!(looks_bad.len() >= 12 && 6 * judged.len() <= looks_bad.len(), "{judged:?} of {looks_bad:?}");
}

/// A piece that is left to be taken at once.
const ONE_PLY: &str = "startpos moves 7g7f 3c3d 8h3c+";

/// A mate that begins with a capture by the king is let go for a check.
const DEEP: &str = "sfen 7l1/7k1/5R2P/6sK1/7L1/9/9/9/9 b r2b4g3s4n2l17p 1 moves 4c3c+";

#[test]
fn what_a_player_cannot_see_is_deep() {
    let judged = |line: &str, grade: &str| {
        let record = record(line);
        let analysis = judged_for(&record, NODES, Some(grade.parse().unwrap()));
        let ply = analysis.plies.last().unwrap();
        assert_eq!(analysis.side(ply.side).judged.iter().sum::<usize>(), usize::from(ply.judgement().is_some()));
        assert_eq!(analysis.side(ply.side).missed_mates, usize::from(ply.counted_miss().is_some()));
        (ply.judgement(), ply.is_deep(), told(&record, &analysis))
    };
    for grade in ["30k", "12k", "5k", "1d", "9d"] {
        assert_eq!(judged(ONE_PLY, grade).0, Some(Judgement::Blunder), "{grade}");
    }
    let (judgement, is_deep, [english, japanese]) = judged(DEEP, "5k");
    assert_eq!((judgement, is_deep), (None, true));
    assert!(english.starts_with("deep: lets mate in ") && japanese.starts_with("難解："), "{english} {japanese}");
    let (judgement, is_deep, [english, japanese]) = judged(DEEP, "3d");
    assert_eq!((judgement, is_deep), (Some(Judgement::Blunder), false));
    assert!(english.starts_with("blunder: lets mate in ") && japanese.starts_with("悪手："), "{english} {japanese}");
}

/// A quiet game of 1709, the opening of which one side after the other spends on its castle.
const QUIET: &str = "startpos moves 7g7f 3c3d 2g2f 4c4d 3i4h 3a3b 2f2e 2b3c 5g5f 5c5d 3g3f 7a6b 4h5g 6b5c 7i7h 3b4c 6g6f 8c8d \
    7h6g 8d8e 8h7g 4a3b 5i6h 5a4a 6h7h 4a3a 4i5h 6a5b 7g5i 9c9d 9g9f 1c1d 1g1f 3c5a 2h3h 3a2b";

/// Mean fall of the score behind a move, for its side, and the mean of its amount.
fn falls(scores: &[i32]) -> (f64, f64) {
    let falls = || scores.windows(2).map(|pair| f64::from(pair[0] + pair[1]));
    let count = falls().count() as f64;
    (falls().sum::<f64>() / count, falls().map(f64::abs).sum::<f64>() / count)
}

/// The root of a search overrates its best move, so that scores of roots fall behind each move and rise by the answer.
#[test]
fn the_curve_of_a_quiet_game_has_no_saw() {
    let analysis = analysed(&record(QUIET), 4_000);
    let roots: Vec<i32> = analysis.views().map(|view| view.lines[0].score).collect();
    let scores: Vec<i32> = analysis.views().map(|view| view.score).collect();
    let [(saw, _), (mean, amount)] = [roots, scores].map(|scores| falls(&scores));
    assert!(saw > 40.0 && mean.abs() < saw / 2.0 && amount < 100.0, "{saw} {mean} {amount}");
}

/// Judged moves of a game, each with its judgement and that of ten times the effort. Only moves from ply `first` on count.
fn judged_twice(line: &str, nodes: u64, first: usize) -> Vec<(Judgement, Option<Judgement>)> {
    let record = record(line);
    let mut position = record.start().clone();
    let mut judged = Vec::new();
    for ply in analysed(&record, nodes).plies {
        if let Some(judgement) = ply.judgement().filter(|_| ply.number >= first) {
            let stop = AtomicBool::new(false);
            let again = analyst(10 * nodes, None).judge_move(&position, ply.previous, ply.played, &stop).unwrap();
            judged.push((judgement, again.judgement()));
        }
        position.make(ply.played);
    }
    judged
}

/// Verdicts that more effort takes back or moves by more than one grade.
fn changed(judged: &[(Judgement, Option<Judgement>)]) -> usize {
    let is_changed = |&&(first, again): &&(Judgement, Option<Judgement>)| {
        again.is_none_or(|again| (first as usize).abs_diff(again as usize) > 1)
    };
    judged.iter().filter(is_changed).count()
}

#[test]
fn verdicts_on_planted_mistakes_hold_with_ten_times_the_effort() {
    let lines =
        PLANTED.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split('\t').nth(1)).step_by(2);
    let last = |line: &str| record(line).main_line().count();
    let judged: Vec<_> = lines.flat_map(|line| judged_twice(line, 1_000, last(line))).collect();
    assert!(judged.len() >= 8 && 8 * changed(&judged) <= judged.len(), "{judged:?}");
}

/// Twenty games that people played from 1709 to 1711, seven of them with a handicap, up to move 90.
const GAMES: &str = include_str!("data/games_of_1709.usi");

#[test]
#[ignore = "minutes long"]
fn verdicts_of_twenty_games_hold_with_ten_times_the_effort() {
    let judged: Vec<_> = GAMES.lines().flat_map(|line| judged_twice(line, 20_000, 1)).collect();
    let same = judged.iter().filter(|(first, again)| Some(*first) == *again).count();
    println!("{} judged, {} changed, {same} of the same name", judged.len(), changed(&judged));
    assert!(judged.len() >= 10 && 10 * changed(&judged) <= judged.len(), "{judged:?}");
}
