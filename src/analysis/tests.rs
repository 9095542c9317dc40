use super::{
    Advance, Analysis, Analyst, Course, Curve, Effort, Judgement, Ply, Proof, Settings, Sink, Voice, accuracy,
    answers_threatmate, lost_hisshi,
};
use crate::any::{AnyModel, AnyMove, AnyPosition, AnySolver};
use crate::board::Color;
use crate::game::{GameMove, Phase, SfenMode};
use crate::mate;
use crate::record::{Format, Record};
use crate::variants::Variant;
use crate::words::Language;

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};

fn record(rules: Variant, line: &str) -> Record {
    Format::USI.read(rules, line.as_bytes()).unwrap().pop().unwrap().record
}

fn analyst(rules: Variant, nodes: u64) -> Analyst {
    let (effort, curve) = (Effort::Nodes(nodes), Curve::of(rules));
    let settings = Settings { effort, threads: 1, lines: 2, curve, grade: None, has_variations: true };
    Analyst::new(&AnyModel::internal(rules).unwrap(), 8, settings).unwrap()
}

/// A sink that counts its calls and raises a flag at some ply.
#[derive(Default)]
struct Log<'a> {
    plies: Vec<usize>,
    /// Numbers of variations, each with that of its first ply.
    variations: Vec<(usize, usize)>,
    ends: usize,
    stop: Option<(usize, &'a AtomicBool)>,
}

impl Sink for Log<'_> {
    type Error = Infallible;

    fn ply(&mut self, position: &AnyPosition, ply: &Ply<AnyMove>) -> Result<(), Infallible> {
        assert!(position.legality(ply.played).is_ok() && self.ends == 0);
        self.plies.push(ply.number);
        if let Some((at, flag)) = self.stop {
            flag.store(at == ply.number, Ordering::Relaxed);
        }
        Ok(())
    }

    fn variation(&mut self, number: usize, ply: usize) -> Result<(), Infallible> {
        self.variations.push((number, ply));
        Ok(())
    }

    fn end(&mut self, _: &Analysis<AnyMove>) -> Result<(), Infallible> {
        self.ends += 1;
        Ok(())
    }
}

fn analysed(rules: Variant, line: &str, nodes: u64) -> Analysis<AnyMove> {
    let mut told = Log::default();
    let Ok(analysis) = analyst(rules, nodes).analyse(&record(rules, line), &AtomicBool::new(false), &mut told);
    assert_eq!(told.plies, (1..=analysis.plies.len()).collect::<Vec<_>>());
    assert_eq!(told.ends, 1);
    assert!(analysis.is_complete());
    analysis
}

fn usi_line(moves: &[AnyMove]) -> String {
    moves.iter().map(|&m| Variant::Shogi.usi(m)).collect::<Vec<_>>().join(" ")
}

/// Black takes a guarded pawn with the rook.
const ROOK_LOST: &str = "startpos moves 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2c+ 3b2c 7g7f";

#[test]
fn a_planted_blunder_is_found_at_its_ply() {
    let analysis = analysed(Variant::Shogi, ROOK_LOST, 20_000);
    let judged: Vec<(usize, Option<Judgement>)> =
        analysis.plies.iter().map(|ply| (ply.number, ply.judgement())).filter(|(_, judged)| judged.is_some()).collect();
    assert_eq!(judged, [(11, Some(Judgement::Blunder))]);
    let ply = &analysis.plies[10];
    assert!(ply.side == Color::Black && !ply.is_best() && ply.after < -800, "{ply:?}");
    assert_eq!(analysis.turning_points().iter().map(|ply| ply.number).collect::<Vec<_>>(), [11]);
    let (black, white) = (analysis.side(Color::Black), analysis.side(Color::White));
    assert_eq!((black.moves, black.judged, white.moves, white.judged), (7, [0, 0, 1], 6, [0; 3]));
    assert!(black.accuracy.unwrap() < white.accuracy.unwrap());
}

/// Black could mate at once by the gold on 5b, and drops it far away.
#[test]
fn a_planted_missed_mate_is_found_at_its_ply() {
    let analysis = analysed(Variant::Shogi, "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*9e 5a4b", 5_000);
    let missed = analysis.plies[0].missed_mate.as_ref().unwrap();
    assert_eq!((usi_line(&missed.line), missed.plies, missed.is_solved), ("G*5b".to_owned(), 1, true));
    assert_eq!(analysis.plies[0].expected_before, 1.0);
    assert!(analysis.plies[1].missed_mate.is_none());
    assert_eq!(analysis.side(Color::Black).missed_mates, 1);

    let played = analysed(Variant::Shogi, "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b", 5_000);
    let ply = &played.plies[0];
    assert!(ply.is_best() && ply.missed_mate.is_none() && ply.loss() == 0.0, "{ply:?}");
    assert_eq!((ply.expected_after, played.end.as_ref().map(|view| view.lines.len())), (1.0, Some(0)));
}

/// White threatens to mate by the gold in hand. Black, with two rooks more, could have moved the king away.
#[test]
fn an_allowed_mate_is_found_and_proved() {
    let analysis = analysed(Variant::Shogi, "sfen 4k4/9/9/9/9/9/P3p4/9/R3K3R b g 1 moves 9g9f", 5_000);
    let ply = &analysis.plies[0];
    let allowed = ply.allowed_mate.as_ref().unwrap();
    assert_eq!((usi_line(&allowed.line), allowed.is_solved), ("G*5h".to_owned(), true));
    assert_eq!((ply.judgement(), ply.expected_after), (Some(Judgement::Blunder), 0.0));
    // The mate was threatened when Black moved.
    let threat = ply.before.threat.as_ref().unwrap();
    assert_eq!((usi_line(&threat.mate.line), &threat.hisshi), ("G*5h".to_owned(), &None));
    assert!(ply.missed_defence().is_some());
    assert_eq!(analysis.side(Color::Black).missed_defences, 1);
}

/// The threat of a line's last move: the mate after a pass, and the plies of the longest defence against hisshi.
fn threatened(line: &str) -> Option<(String, Option<usize>)> {
    let analysis = analysed(Variant::Shogi, line, 20_000);
    let threat = analysis.plies.last()?.threat.as_ref()?;
    Some((usi_line(&threat.mate.line), threat.hisshi.as_ref().map(|mate| mate.plies)))
}

/// The promoted pawn guards all squares to which the king might flee, the pawn as it is none.
#[test]
fn threatmate_and_hisshi_are_told_apart() {
    let sfen = "sfen 4k4/9/9/4P4/9/9/9/9/4K4 b G 1 moves";
    assert_eq!(threatened(&format!("{sfen} 5d5c")), Some(("G*5b".to_owned(), None)));
    assert_eq!(threatened(&format!("{sfen} 5d5c+")), Some(("G*5b".to_owned(), Some(2))));
}

/// White threatens to mate by the gold in hand.
#[test]
fn a_threatmate_is_answered_by_a_defence_and_not_by_a_check() {
    let answers = |sfen: &str, m: &str| {
        let position = Variant::Shogi.read_sfen(sfen, SfenMode::Composed).unwrap();
        let mut solver = AnySolver::new(Variant::Shogi, 4).unwrap();
        let limits = mate::Limits { nodes: Some(20_000), ..mate::Limits::default() };
        answers_threatmate(&mut solver, &position, position.parse_move(m).unwrap(), limits)
    };
    let threatened = "4k4/9/9/9/9/9/P3p4/9/R3K3R b g 1";
    assert_eq!(["1i1h", "5i4i", "9g9f", "1i1a+"].map(|m| answers(threatened, m)), [true, true, false, false]);
    assert!(!answers("4k4/9/9/9/9/9/P3p4/9/R3K3R b - 1", "1i1h"), "without a threat there is nothing to answer");
    assert!(!answers("4k4/9/9/9/9/9/P3p4/4r4/4K3R b g 1", "5i4i"), "a check is no threat");
}

#[test]
fn what_only_looks_like_a_threat_is_none() {
    // A mate by a pawn drop is forbidden.
    assert_eq!(threatened("sfen 4k4/9/9/4P4/9/9/9/9/4K4 b P 1 moves 5d5c+"), None);
    // White is in check, and mates or is mated now.
    assert_eq!(threatened("sfen 4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1 moves G*6b"), None);
    // White mates first, so the threat comes to nothing.
    assert_eq!(threatened("sfen 4k4/9/9/4P4/9/9/4p4/9/4K4 b Gg 1 moves 5d5c+"), None);
    // A check by the rook delays the mate and takes away a piece that it needs.
    assert!(matches!(threatened("sfen 4k4/9/9/4P4/9/9/9/9/K8 b Gr 1 moves 5d5c+"), Some((_, None))));
}

/// Two moves of a gold are hisshi, and the move of a king far away is none; a silver that leaves its king allows one.
#[test]
fn a_hisshi_is_missed_or_allowed() {
    let lost = |line: &str| {
        let record = record(Variant::Shogi, line);
        let ply = analysed(Variant::Shogi, line, 500).plies[0].clone();
        let mut solver = AnySolver::new(Variant::Shogi, 16).unwrap();
        let limits = || mate::Limits { nodes: Some(200_000), ..mate::Limits::default() };
        let (missed_hisshi, allowed_hisshi) = lost_hisshi::find(&mut solver, record.start(), &ply, limits);
        (record, Ply { missed_hisshi, allowed_hisshi, missed_mate: None, allowed_mate: None, ..ply })
    };
    let first = |proof: &Option<Proof<AnyMove>>| proof.as_ref().map(|proof| usi_line(&proof.line[..1]));
    let found = |line: &str| {
        let ply = lost(line).1;
        [first(&ply.missed_hisshi), first(&ply.allowed_hisshi)]
    };
    let attack = "sfen 6pk1/9/9/6G1g/9/9/9/9/4K4 b GP 1 moves";
    assert_eq!(found(&format!("{attack} 5i5h")), [Some("3d2c".to_owned()), None]);
    assert_eq!(found(&format!("{attack} 3d3c")), [None, None]);
    let defence = "sfen 4k4/9/9/9/9/G1g6/9/1S7/1KP6 b gp 1 moves";
    assert_eq!(found(&format!("{defence} 8h9g")), [None, None]);
    let (record, mut ply) = lost(&format!("{defence} 8h7g"));
    let said = |ply: &Ply<AnyMove>| {
        let voice = Voice { language: Language::En, text: &|_, _, m| Variant::Shogi.usi(m) };
        voice.fault(record.start(), None, &ply.fault().unwrap())
    };
    assert_eq!(said(&ply), "blunder: allows a hisshi (7f7g); better 8i9h");
    ply.missed_hisshi = ply.allowed_hisshi.take();
    assert_eq!(said(&ply), "blunder: misses a hisshi (7f7g); better 8i9h");
}

/// A mate that nothing had threatened is allowed, but no defence was missed.
#[test]
fn a_mate_out_of_the_blue_is_no_missed_defence() {
    let analysis = analysed(Variant::Shogi, "sfen 4k4/9/9/9/9/9/P3p4/5G3/R3K3R b g 1 moves 4h3g", 5_000);
    let ply = &analysis.plies[0];
    assert!(ply.allowed_mate.is_some() && ply.before.threat.is_none() && ply.missed_defence().is_none(), "{ply:?}");
}

/// A slower mate than the shortest is a mate all the same.
#[test]
fn a_detour_misses_no_mate() {
    let analysis = analysed(Variant::Shogi, "sfen k8/9/1P7/9/9/9/9/9/4K4 b 2G 1 moves G*8b", 5_000);
    assert!(analysis.plies[0].missed_mate.is_none() && analysis.plies[0].loss() == 0.0);
}

/// Black repeats checks once, as players do to gain time. The fourth time would lose, but nobody is mated.
#[test]
fn checks_that_come_again_are_no_mate() {
    let line = "sfen 4k4/9/9/9/9/9/9/9/4K3R b - 1 moves 1i1a 5a5b 1a1b 5b5a 1b1a 5a5b 5i5h";
    let analysis = analysed(Variant::Shogi, line, 20_000);
    let [again, answer] = [&analysis.plies[4], &analysis.plies[5]];
    assert!(again.allowed_mate.is_none() && again.expected_after > 0.65, "{again:?}");
    assert!(answer.before.mate.is_none() && answer.expected_before < 0.35, "{answer:?}");
}

/// Black, who is ahead, repeats moves. White has a draw only once the position can come up for the fourth time.
#[test]
fn moves_that_come_again_are_no_draw_before_the_rules_say_so() {
    let circle = "9i9h 5a5b 9h9i 5b5a";
    let line = format!("sfen 4k4/9/9/9/9/9/9/9/R3K4 b - 1 moves {circle} {circle} 9i9h 5a5b 9h9i");
    let analysis = analysed(Variant::Shogi, &line, 20_000);
    let expected = [2, 6, 10].map(|index: usize| analysis.plies[index].expected_after);
    assert!(expected[0] > 0.6 && expected[1] > 0.6 && (expected[2] - 0.5).abs() < 0.01, "{expected:?}");
}

#[test]
fn the_only_move_is_told_by_two_lines() {
    // The king is in check by the rook, and one move takes it.
    let line = "sfen 4k4/9/9/9/9/9/9/9/3rK4 b RB 1 moves 5i6i";
    let analysis = analysed(Variant::Shogi, line, 5_000);
    assert!(analysis.plies[0].is_only_move, "{:?}", analysis.plies[0].before);
    let opening = analysed(Variant::Shogi, "startpos moves 7g7f", 5_000);
    assert!(!opening.plies[0].is_only_move);
}

/// A move of a composed mate: the dragon is given away, and no other move mates.
#[test]
fn a_sacrifice_is_brilliant_where_nothing_else_helps() {
    let forced = analysed(Variant::Shogi, "sfen 7p1/7p1/7p1/7p1/7p+R/7pl/7pk/7pl/7pL b 4S4NLr 47 moves 1e1f", 20_000);
    assert!(forced.plies[0].is_only_move && forced.plies[0].is_brilliant, "{:?}", forced.plies[0]);
    // The rook is given away for a mate, but the silver might be too.
    let free = analysed(Variant::Shogi, "sfen 6nsk/9/5sg1+P/9/9/9/9/9/K8 b SR 1 moves R*1b", 20_000);
    assert!(free.plies[0].is_best() && !free.plies[0].is_brilliant, "{:?}", free.plies[0]);
    // An only move that gives up nothing.
    let taken = analysed(Variant::Shogi, "sfen 4k4/9/9/9/9/9/9/9/3rK4 b RB 1 moves 5i6i", 5_000);
    assert!(taken.plies[0].is_only_move && !taken.plies[0].is_brilliant);
}

/// Bishops are exchanged at plies 3 and 4, and a bishop is given for a silver at ply 9.
#[test]
fn phases_begin_with_what_happens() {
    let [opening, middle, endgame] = Phase::ALL;
    let analysis =
        analysed(Variant::Shogi, "startpos moves 7g7f 3c3d 8h2b+ 3a2b 5i5h 5a5b B*5e 2b3c 5e3c+ 2a3c", 2_000);
    let phases: Vec<Phase> = analysis.plies.iter().map(|ply| ply.phase).collect();
    assert_eq!(phases[..8], [opening; 8]);
    assert_eq!(phases[8..], [middle; 2]);
    let black = analysis.side(Color::Black);
    assert_eq!(black.phases.map(|phase| phase.moves), [4, 1, 0]);
    let [Some(in_opening), Some(in_middle), None] = black.phases.map(|phase| phase.accuracy) else {
        panic!("{black:?}")
    };
    assert!((4.0 * in_opening + in_middle - 5.0 * black.accuracy.unwrap()).abs() < 1e-9, "{black:?}");

    let checks = analysed(Variant::Shogi, "sfen 4k4/9/9/9/9/9/9/9/K7R b - 1 moves 1i1a+ 5a5b 1a1b 5b5c 1b1c", 2_000);
    assert_eq!(checks.plies.iter().map(|ply| ply.phase).collect::<Vec<_>>(), [middle, middle, middle, middle, endgame]);
    let threat = analysed(Variant::Shogi, "sfen 4k4/9/9/4P4/9/9/9/9/4K4 b G 1 moves 5d5c", 2_000);
    assert_eq!(threat.plies[0].phase, endgame);
}

#[test]
fn games_without_moves_with_handicap_and_of_birds() {
    let empty = analysed(Variant::Shogi, "startpos", 1_000);
    assert!(empty.plies.is_empty() && empty.end.as_ref().is_some_and(|view| view.best().is_some()));
    assert_eq!(empty.side(Color::Black).accuracy, None);
    assert_eq!(analysed(Variant::Shogi, "startpos moves 7g7f resign", 1_000).plies.len(), 1);
    let two_piece = Variant::Shogi.handicap("2-piece").unwrap().sfen;
    let handicap = analysed(Variant::Shogi, &format!("sfen {two_piece} moves 5a4b 7g7f"), 2_000);
    assert_eq!(handicap.plies.iter().map(|ply| ply.side).collect::<Vec<_>>(), [Color::White, Color::Black]);
    assert!(handicap.expected_for_black()[0] > 0.7);
    let birds = analysed(Variant::Tori, "startpos moves 3d3c 4b3c", 2_000);
    assert_eq!(birds.plies.len(), 2);
    assert!(birds.plies.iter().all(|ply| ply.before.depth > 0 && ply.before.nodes > 0));
}

#[test]
fn a_raised_flag_stops_the_analysis_between_plies() {
    let flag = AtomicBool::new(false);
    let mut told = Log { stop: Some((2, &flag)), ..Log::default() };
    let Ok(analysis) = analyst(Variant::Shogi, 1_000).analyse(&record(Variant::Shogi, ROOK_LOST), &flag, &mut told);
    assert_eq!((told.plies, told.ends, analysis.plies.len(), analysis.is_complete()), (vec![1, 2], 1, 2, false));
}

#[test]
fn an_analysis_a_move_at_a_time_says_the_same() {
    let line = "startpos moves 7g7f 3c3d 8h2b+ 4a3b 2b3c";
    let facts = |analysis: &Analysis<AnyMove>| {
        let of_ply = |ply: &Ply<AnyMove>| (ply.number, ply.played, ply.before.score, ply.after, ply.is_held, ply.phase);
        (analysis.plies.iter().map(of_ply).collect::<Vec<_>>(), analysis.end.as_ref().map(|view| view.score))
    };
    let whole = analysed(Variant::Shogi, line, 2000);
    let (record, stop) = (record(Variant::Shogi, line), AtomicBool::new(false));
    let mut course = Course::new(analyst(Variant::Shogi, 2000));
    while matches!(course.advance(&record, &stop), Advance::Ply(..)) {}
    assert_eq!(facts(&course.analysis()), facts(&whole));

    // A move whose search was stopped is judged later.
    let mut course = Course::new(analyst(Variant::Shogi, 2000));
    let mut judged = Vec::new();
    for raised in [true, false, true, true, false] {
        stop.store(raised, Ordering::Relaxed);
        match course.advance(&record, &stop) {
            Advance::Ply(position, ply) => judged.push((ply.number, position.legality(ply.played).is_ok())),
            Advance::Stopped => assert!(raised),
            Advance::End => unreachable!("there are moves left"),
        }
    }
    assert_eq!(judged, [(1, true), (2, true)]);
    assert!(!course.analysis().is_complete() && course.analysis().plies.len() == 2);
}

#[test]
fn accuracy_halves_with_the_loss() {
    assert_eq!(accuracy(0.0), 100.0);
    assert!((accuracy(0.15) - 50.0).abs() < 1e-9 && (accuracy(0.3) - 25.0).abs() < 1e-9);
}

/// The views are those of the positions between the plies.
#[test]
fn there_is_a_view_more_than_plies() {
    fn best<M: GameMove>(analysis: &Analysis<M>) -> usize {
        analysis.views().filter(|view| view.best().is_some()).count()
    }
    assert_eq!(best(&analysed(Variant::Shogi, "startpos moves 7g7f 3c3d", 1_000)), 3);
}

/// The game, a variation from ply 2 with another inside it, and one from ply 3.
#[test]
fn variations_are_told_behind_the_main_line() {
    let text = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n\n\
                変化：3手\n   3 ２六歩(27)\n\n変化：2手\n   2 ８四歩(83)\n   3 ７七角(88)\n\n変化：3手\n   3 ２六歩(27)\n";
    let record = Format::KIFU.read(Variant::Shogi, text.as_bytes()).unwrap().pop().unwrap().record;
    let mut told = Log::default();
    let Ok(analysis) = analyst(Variant::Shogi, 1_000).analyse(&record, &AtomicBool::new(false), &mut told);
    assert_eq!(told.plies, [1, 2, 3, 4, 2, 3, 3, 3]);
    assert_eq!(told.variations, [(1, 2), (2, 3), (3, 3)]);
    assert!(analysis.is_complete() && analysis.side(Color::Black).moves == 2);
    // A variation begins with the view that the game has of its position.
    let first = |variation: usize| &analysis.variations[variation].plies[0];
    assert_eq!((&first(0).before, &first(1).before), (&analysis.plies[1].before, &analysis.plies[2].before));
    assert_eq!(first(2).before, analysis.variations[0].plies[1].before);
    assert_eq!(first(2).previous, Some(first(0).played));
}
