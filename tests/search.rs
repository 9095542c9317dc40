//! The search as its callers see it, on shogi.

use crate::support::on_large_stack;
use kumataka::eval::Evaluator;
use kumataka::game::score::{self, mate_in, mated_in};
use kumataka::game::{Claim, Playable as _, PlayablePosition as _, Position as _, SfenMode};
use kumataka::rules::{EnteringKing, Move, Position, RuleOptions};
use kumataka::search::{Bound, Clock, Info, Limits, Outcome, Pool, Reporter, SearchOptions, Searcher, SingleThread};
use kumataka::variants::Shogi;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

type Shogis = Position<Shogi>;

/// Only a fault takes so long.
const PATIENCE: Duration = Duration::from_secs(300);

fn position(sfen: &str) -> Shogis {
    Shogi.read_sfen(sfen, SfenMode::Strict).unwrap()
}

fn after(mut position: Shogis, moves: &str) -> Shogis {
    for text in moves.split_whitespace() {
        let m = position.parse_move(text).unwrap();
        position.make(m, &mut ());
    }
    position
}

fn legal_moves(position: &Shogis) -> Vec<Move> {
    let mut moves = arrayvec::ArrayVec::<Move, 600>::new();
    position.legal_moves(&mut moves);
    moves.to_vec()
}

fn searcher() -> Searcher<Shogi, Evaluator<Shogi>> {
    Searcher::new(8, Evaluator::new(Shogi)).unwrap()
}

fn pool() -> Pool<Shogi, Evaluator<Shogi>> {
    let mut pool = Pool::new(|| Evaluator::new(Shogi)).unwrap();
    assert_eq!(pool.resize_tt(8), 8);
    pool
}

/// One reported line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    depth: usize,
    multi_pv: usize,
    score: i32,
    bound: Bound,
    nodes: u64,
    moves: Vec<Move>,
}

/// How a search ended, with the lines it reported.
type Finished = (Outcome<Move>, Vec<Line>);

/// Checks that every line is legal, and keeps it.
struct Record {
    root: Shogis,
    lines: Vec<Line>,
    finished: Option<Sender<Finished>>,
    endings: usize,
}

impl Record {
    fn new(root: &Shogis) -> Self {
        Self { root: root.clone(), lines: Vec::new(), finished: None, endings: 0 }
    }

    fn sending(root: &Shogis) -> (Self, Receiver<Finished>) {
        let (sender, receiver) = mpsc::channel();
        (Self { finished: Some(sender), ..Self::new(root) }, receiver)
    }
}

impl Reporter<Move> for Record {
    fn iteration(&mut self, info: &Info<'_, Move>) {
        assert!(!info.pv.is_empty() && info.seldepth > 0 && self.endings == 0);
        assert!(score::is_mate(info.score) || info.score.abs() <= score::EVALUATION_LIMIT, "{}", info.score);
        let mut position = self.root.clone();
        for &m in info.pv {
            assert!(legal_moves(&position).contains(&m), "{m:?} after {}", position.sfen());
            position.make(m, &mut ());
        }
        self.lines.push(Line {
            depth: info.depth,
            multi_pv: info.multi_pv,
            score: info.score,
            bound: info.bound,
            nodes: info.nodes,
            moves: info.pv.to_vec(),
        });
    }

    fn finished(&mut self, outcome: &Outcome<Move>) {
        self.endings += 1;
        assert_eq!(self.endings, 1);
        if let Some(best) = outcome.best {
            let mut position = self.root.clone();
            assert!(legal_moves(&position).contains(&best));
            position.make(best, &mut ());
            assert!(outcome.ponder.is_none_or(|m| legal_moves(&position).contains(&m)));
        }
        if let Some(sender) = &self.finished {
            sender.send((*outcome, self.lines.clone())).unwrap();
        }
    }
}

fn think(position: &Shogis, limits: &Limits<Move>, options: &SearchOptions) -> Finished {
    let mut record = Record::new(position);
    let outcome = searcher().think(position, limits, options, &mut record);
    assert_eq!(record.endings, 1);
    (outcome, record.lines)
}

fn usi(m: Option<Move>) -> String {
    m.map_or_else(|| "none".to_owned(), |m| Shogi.usi(m).to_string())
}

/// Fewest plies in which the side to move mates by any moves, by brute force.
fn shortest_mate(position: &mut Shogis, plies: usize) -> Option<usize> {
    (1..=plies).step_by(2).find(|&plies| mates_in(position, plies))
}

fn mates_in(position: &mut Shogis, plies: usize) -> bool {
    legal_moves(position).into_iter().any(|m| {
        position.make(m, &mut ());
        let replies = legal_moves(position);
        let mated = replies.iter().all(|&reply| {
            plies > 1 && {
                position.make(reply, &mut ());
                let mates = mates_in(position, plies - 2);
                position.unmake(reply);
                mates
            }
        });
        position.unmake(m);
        mated
    })
}

/// A small random problem: the white king above, some pieces around it, and black pieces in hand.
fn problem(random: &mut impl FnMut(usize) -> usize) -> Option<Shogis> {
    let mut board = [[' '; 9]; 9];
    let (rank, file) = (random(3), random(9));
    board[rank][file] = 'k';
    board[8][if file > 4 { 0 } else { 8 }] = 'K';
    for _ in 0..random(3) + 4 {
        let rank = (rank + random(4)).clamp(1, 9) - 1;
        let file = (file + random(5)).clamp(2, 10) - 2;
        if board[rank][file] == ' ' {
            board[rank][file] = ['G', 'S', 'R', 'B', 'g', 's', 'p', 'n'][random(8)];
        }
    }
    let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).map(run_lengths).collect();
    let hand = ["G", "S", "GS", "2G", "RS", "SN"][random(6)];
    Shogi.read_sfen(&format!("{} b {hand} 1", rows.join("/")), SfenMode::Strict).ok()
}

/// Writes runs of empty squares as SFEN does.
fn run_lengths(row: String) -> String {
    (1..=9).rev().fold(row, |row, length| row.replace(&" ".repeat(length), &length.to_string()))
}

#[test]
fn finds_the_shortest_mate() {
    /// Plies within which every one of the problems is solved.
    const DEEPEST: usize = 20;
    let mut seed = 1u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut found = [0; 4];
    let mut tried = 0;
    let mut searcher = searcher();
    while found[1] < 20 || found[3] < 20 {
        tried += 1;
        assert!(tried < 20_000, "the problems are no good: {found:?}");
        let Some(mut position) = problem(&mut random) else { continue };
        let Some(plies) = shortest_mate(&mut position, 3) else { continue };
        found[plies] += 1;
        let score = |depth| {
            let limits = Limits { depth: Some(depth), ..Limits::nodes(1_000_000) };
            searcher.think(&position, &limits, &SearchOptions::default(), &mut ()).score
        };
        let solved = (1..=DEEPEST).map(score).find(|&score| score >= mate_in(plies));
        assert_eq!(solved, Some(mate_in(plies)), "{}", position.sfen());
    }
}

#[test]
fn a_move_that_stalemates_wins() {
    let position = position("k8/9/2N6/1G7/9/9/9/9/4K4 b - 1");
    let (outcome, _) = think(&position, &Limits::depth(16), &SearchOptions::default());
    assert_eq!(outcome.score, mate_in(1));
}

#[test]
fn the_side_without_moves_has_lost() {
    let position = position("k8/9/1GN6/9/9/9/9/9/4K4 w - 1");
    assert!(legal_moves(&position).is_empty() && !position.in_check());
    let (outcome, lines) = think(&position, &Limits::depth(5), &SearchOptions::default());
    assert_eq!((outcome.best, outcome.claim, outcome.score), (None, None, mated_in(0)));
    assert!(lines.is_empty());
}

#[test]
fn a_draw_is_worth_what_the_option_says() {
    let position = after(Shogi.start(), "2h3h 8b7b 3h2h");
    let options = |value: i32| SearchOptions { draw_values: [-value, value], ..SearchOptions::default() };
    let (wanted, _) = think(&position, &Limits::depth(6), &options(1_000));
    assert_eq!((usi(wanted.best).as_str(), wanted.score), ("7b8b", 1_000));
    let (unwanted, _) = think(&position, &Limits::depth(6), &options(-1_000));
    assert_ne!(usi(unwanted.best), "7b8b");
    assert!(unwanted.score > -500);
    // The side to move at the root, not its opponent, has its own option.
    let black = after(Shogi.start(), "2h3h 8b7b 3h2h 9c9d 2h3h 7b8b 3h2h 8b7b 2h3h 7b8b");
    let (wanted, _) = think(&black, &Limits::depth(4), &SearchOptions { draw_values: [700, 0], ..options(0) });
    assert_eq!((usi(wanted.best).as_str(), wanted.score), ("3h2h", 700));
}

#[test]
fn perpetual_check_loses() {
    let cycle = "5a4a 5i4i 4a5a 4i5i";
    let moves = format!("1i5i {cycle} {cycle} 5a4a 5i4i 4a5a");
    let position = after(position("4k4/9/9/9/9/9/9/9/K7R b - 1"), &moves);
    // The position after it has stood three times.
    let check = position.parse_move("4i5i").unwrap();
    let limits = Limits { search_moves: vec![check], ..Limits::depth(6) };
    let (outcome, _) = think(&position, &limits, &SearchOptions::default());
    assert_eq!((outcome.best, outcome.score), (Some(check), mated_in(1)));
    let (outcome, _) = think(&position, &Limits::depth(6), &SearchOptions::default());
    assert!(outcome.best != Some(check) && outcome.score > 500, "{outcome:?}");
}

/// Whoever gives the checks may still turn to something else, and whoever suffers them must not count on the rule.
#[test]
fn perpetual_check_is_no_mate_before_the_rule_says_so() {
    let position = after(position("4k4/9/9/9/8b/9/9/9/K4R3 b - 1"), "4i5i 5a4a 5i4i 4a5a 4i5i");
    let (outcome, _) = think(&position, &Limits::nodes(20_000), &SearchOptions::default());
    assert_eq!(usi(outcome.best), "1e5i+");
    assert!(outcome.score > 500 && outcome.score != mate_in(1), "{outcome:?}");
}

#[test]
fn declares_when_it_can() {
    let won = position("K8/+R+R+B+B+P+P+P+P+P/+P+P+P6/9/9/9/9/9/4k4 b - 1");
    let (outcome, _) = think(&won, &Limits::depth(5), &SearchOptions::default());
    assert_eq!((outcome.best, outcome.claim), (None, Some(Claim::Declaration)));
    assert_eq!(outcome.score, mate_in(1));
    let entering = position("9/+R+R+B+B+P+P+P+P+P/1+P+P+P5/K8/9/9/9/9/4k4 b - 1");
    let (outcome, _) = think(&entering, &Limits::depth(5), &SearchOptions::default());
    assert!(outcome.score >= mate_in(3), "{outcome:?}");
}

#[test]
fn a_number_of_nodes_is_exact_and_repeatable() {
    let position = after(Shogi.start(), "7g7f 8c8d 2g2f");
    let mut searcher = searcher();
    let mut run = |nodes| {
        searcher.new_game();
        let mut record = Record::new(&position);
        let outcome = searcher.think(&position, &Limits::nodes(nodes), &SearchOptions::default(), &mut record);
        assert_eq!(outcome.nodes, nodes);
        assert!(!record.lines.is_empty());
        (outcome.best, outcome.ponder, outcome.score, record.lines)
    };
    for nodes in [1, 2, 700, 60_000] {
        let first = run(nodes);
        assert_eq!(run(nodes), first);
    }
}

/// However a search is cut short, its result has the score of the line that it tells last, or would tell.
#[test]
fn the_score_of_the_result_is_the_one_told_last() {
    let position = position("6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1");
    let mut searcher = searcher();
    for (multi_pv, number) in [1, 3].into_iter().flat_map(|lines| (1..=30).map(move |number| (lines, number))) {
        let options = SearchOptions { multi_pv, ..SearchOptions::default() };
        let limits = Limits::nodes(397 * number);
        let mut record = Record::new(&position);
        searcher.new_game();
        let told = searcher.think(&position, &limits, &options, &mut record);
        let last = record.lines.iter().rfind(|line| line.multi_pv == 1).unwrap();
        assert_eq!((told.best, told.score), (Some(last.moves[0]), last.score), "{limits:?}, {multi_pv} lines");
        searcher.new_game();
        let silent = searcher.think(&position, &limits, &options, &mut ());
        assert_eq!((silent.best, silent.score), (told.best, told.score), "{limits:?}, {multi_pv} lines");
    }
}

#[test]
fn shows_as_many_lines_as_there_are() {
    let position = position("4k4/9/9/9/9/9/9/9/4K4 b - 1");
    let options = SearchOptions { multi_pv: 500, ..SearchOptions::default() };
    let (_, lines) = think(&position, &Limits::depth(6), &options);
    let last: Vec<_> = lines.iter().filter(|line| line.depth == 6).collect();
    let mut moves: Vec<_> = last.iter().map(|line| usi(Some(line.moves[0]))).collect();
    assert!(last.iter().map(|line| line.multi_pv).eq(1..=5));
    assert!(last.is_sorted_by(|a, b| a.score >= b.score));
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), 5);
}

#[test]
fn searches_only_the_moves_it_may() {
    let position = Shogi.start();
    let wanted = [position.parse_move("9g9f").unwrap(), position.parse_move("1i1h").unwrap()];
    let limits = Limits { search_moves: wanted.to_vec(), ..Limits::depth(7) };
    let options = SearchOptions { multi_pv: 3, ..SearchOptions::default() };
    let (outcome, lines) = think(&position, &limits, &options);
    assert!(wanted.contains(&outcome.best.unwrap()));
    assert!(lines.iter().all(|line| wanted.contains(&line.moves[0]) && line.multi_pv <= 2));
}

#[test]
fn searches_pointless_moves_if_asked() {
    let position = position("4k4/9/9/P8/9/9/9/9/4K4 b - 1");
    let declined = position.parse_move("9d9c").unwrap();
    let options = |generate_all| SearchOptions { generate_all, multi_pv: 99, ..SearchOptions::default() };
    let shows = |options: &SearchOptions| {
        let (_, lines) = think(&position, &Limits::depth(4), options);
        lines.iter().any(|line| line.moves[0] == declined)
    };
    assert!(shows(&options(true)) && !shows(&options(false)));
    // Asked for by name it is searched in any case.
    let limits = Limits { search_moves: vec![declined], ..Limits::depth(4) };
    assert_eq!(think(&position, &limits, &options(false)).0.best, Some(declined));
}

#[test]
fn stops_when_asked() {
    for threads in [1, 3] {
        let mut pool = pool();
        let position = Shogi.start();
        let options = SearchOptions { threads, ..SearchOptions::default() };
        let (record, finished) = Record::sending(&position);
        pool.start(&position, Limits::infinite(), &options, record);
        assert!(finished.recv_timeout(Duration::from_millis(150)).is_err() && pool.is_searching());
        pool.stop();
        let (outcome, lines) = finished.recv_timeout(PATIENCE).unwrap();
        assert_eq!(outcome.best, Some(lines[lines.len() - 1].moves[0]));
        pool.wait();
        assert!(!pool.is_searching());
    }
}

#[test]
fn holds_the_result_back_until_released() {
    let mate = position("4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    let lost = position("k8/9/1GN6/9/9/9/9/9/4K4 w - 1");
    let won = position("K8/+R+R+B+B+P+P+P+P+P/+P+P+P6/9/9/9/9/9/4k4 b - 1");
    let mut pool = pool();
    for root in [&mate, &lost, &won] {
        for ponder in [false, true] {
            let limits = Limits { infinite: !ponder, ponder, nodes: Some(3_000), ..Limits::new() };
            let (record, finished) = Record::sending(root);
            pool.start(root, limits, &SearchOptions::default(), record);
            assert!(finished.recv_timeout(Duration::from_millis(100)).is_err());
            if ponder {
                pool.ponderhit(None);
            } else {
                // Nobody ponders, so nothing was expected.
                pool.ponderhit(None);
                assert!(finished.recv_timeout(Duration::from_millis(30)).is_err());
                pool.stop();
            }
            finished.recv_timeout(PATIENCE).unwrap();
        }
    }
}

#[test]
fn a_ponder_hit_starts_the_clock() {
    let mut pool = pool();
    let position = Shogi.start();
    let byoyomi = Duration::from_millis(300);
    let (record, finished) = Record::sending(&position);
    pool.start(&position, Limits { ponder: true, ..Limits::new() }, &SearchOptions::default(), record);
    assert!(finished.recv_timeout(Duration::from_millis(100)).is_err());
    let hit = Instant::now();
    pool.ponderhit(Some(Clock { byoyomi, ..Clock::default() }));
    finished.recv_timeout(PATIENCE).unwrap();
    assert!(hit.elapsed() > byoyomi / 2, "{:?}", hit.elapsed());
}

/// What takes the place of a pool where there are no threads works on every system.
#[test]
fn a_single_thread_searches_as_a_pool_of_one() {
    on_large_stack(|| {
        let (position, options) = (Shogi.start(), SearchOptions::default());
        let (record, finished) = Record::sending(&position);
        let mut pool = pool();
        pool.start(&position, Limits::depth(7), &options, record);
        let expected = finished.recv_timeout(PATIENCE).unwrap();
        let mut single = SingleThread::<Shogi, _>::new(|| Evaluator::new(Shogi)).unwrap();
        assert_eq!(single.resize_tt(8), 8);
        let (record, finished) = Record::sending(&position);
        single.start(&position, Limits::depth(7), &options, record);
        let found = finished.try_recv().unwrap();
        assert_eq!((found.0.best, found.0.nodes), (expected.0.best, expected.0.nodes));
        assert!(!single.is_searching());
    });
}

#[test]
fn a_single_thread_holds_the_result_back() {
    on_large_stack(|| {
        let (position, options) = (Shogi.start(), SearchOptions::default());
        let mut single = SingleThread::<Shogi, _>::new(|| Evaluator::new(Shogi)).unwrap();
        let start = |single: &mut SingleThread<_, _>, limits: Limits<Move>| {
            let (record, finished) = Record::sending(&position);
            single.start(&position, limits, &options, record);
            assert!(finished.try_recv().is_err() && single.is_searching());
            finished
        };
        let finished = start(&mut single, Limits { nodes: Some(3_000), ..Limits::infinite() });
        // Nobody ponders, so nothing was expected.
        single.ponderhit(None);
        assert!(finished.try_recv().is_err());
        single.stop();
        let (outcome, lines) = finished.try_recv().unwrap();
        assert!(outcome.nodes >= 3_000 && outcome.best == Some(lines[lines.len() - 1].moves[0]));

        let ponder = || Limits { ponder: true, move_time: Some(Duration::MAX), ..Limits::new() };
        let byoyomi = Duration::from_millis(100);
        let finished = start(&mut single, ponder());
        let hit = Instant::now();
        single.ponderhit(Some(Clock { byoyomi, ..Clock::default() }));
        finished.try_recv().unwrap();
        let used = hit.elapsed();
        // What nobody can stop ends after ten seconds in any case.
        assert!(used > byoyomi / 2 && used < 50 * byoyomi, "{used:?}");

        let finished = start(&mut single, ponder());
        single.new_game();
        assert_eq!(finished.try_recv().unwrap().0.depth, 1);
    });
}

#[test]
fn a_time_is_put_to_use() {
    let mut pool = pool();
    let position = Shogi.start();
    for threads in [1, 2] {
        let options = SearchOptions { threads, ..SearchOptions::default() };
        let (record, finished) = Record::sending(&position);
        let limits = Limits::move_time(Duration::from_millis(200));
        let started = limits.started;
        pool.start(&position, limits, &options, record);
        finished.recv_timeout(PATIENCE).unwrap();
        assert!(started.elapsed() > Duration::from_millis(150), "{:?}", started.elapsed());
    }
}

#[test]
fn several_threads_search_and_keep_to_the_nodes() {
    let mut pool = pool();
    let mate = position("4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    let options = SearchOptions { threads: 4, ..SearchOptions::default() };
    let (record, finished) = Record::sending(&mate);
    pool.start(&mate, Limits::depth(9), &options, record);
    let (outcome, _) = finished.recv_timeout(PATIENCE).unwrap();
    assert_eq!(outcome.score, mate_in(1));
    pool.set_threads(2);
    pool.new_game();
    let (record, finished) = Record::sending(&mate);
    pool.start(&mate, Limits::nodes(20_000), &SearchOptions { threads: 2, ..options }, record);
    let (outcome, _) = finished.recv_timeout(PATIENCE).unwrap();
    assert!(outcome.nodes < 25_000);
}

#[test]
fn plays_below_its_strength() {
    /// The nodes that a search may make at level 0, whose iterations end early.
    const LEVEL_0_NODES: u64 = 1_000;
    let position = Shogi.start();
    let by_level = SearchOptions { skill_level: 0, ..SearchOptions::default() };
    let by_elo = SearchOptions { elo: Some(10), ..SearchOptions::default() };
    // Whatever limits a search, it sees no further than its level does.
    for limits in [Limits::depth(9), Limits::nodes(50_000), Limits::move_time(Duration::from_secs(1))] {
        for options in [&by_level, &by_elo] {
            let (outcome, lines) = think(&position, &limits, options);
            assert!(outcome.best.is_some());
            assert!(
                outcome.nodes <= LEVEL_0_NODES && lines.iter().all(|line| line.depth < 9),
                "{} nodes",
                outcome.nodes
            );
        }
    }
    // A level that sees further keeps to the limits.
    let strong = SearchOptions { skill_level: 19, ..SearchOptions::default() };
    let (outcome, _) = think(&position, &Limits::nodes(2_000), &strong);
    assert!(outcome.nodes < 2_500, "{} nodes", outcome.nodes);
}

/// What one search has found is of use to the next only if both judge positions alike.
#[test]
fn what_was_learned_on_other_terms_is_forgotten() {
    // The weak levels of a new pool make the same mistakes every time.
    let new = || Pool::<Shogi, Evaluator<Shogi>>::new(|| Evaluator::new(Shogi)).unwrap();
    let run = |pool: &mut Pool<Shogi, Evaluator<Shogi>>, (position, options): &(Shogis, SearchOptions)| {
        let (record, finished) = Record::sending(position);
        pool.start(position, Limits::depth(6), options, record);
        let (outcome, _) = finished.recv_timeout(PATIENCE).unwrap();
        (outcome.best, outcome.score, outcome.nodes)
    };
    let usual = SearchOptions::default;
    let opening = after(Shogi.start(), "7g7f 3c3d");
    let full = (opening.clone(), usual());
    let weak = (opening.clone(), SearchOptions { skill_level: SearchOptions::WEAKEST, ..usual() });
    let undrawn = (opening, SearchOptions { draw_values: [-500, 500], ..usual() });
    let king = position("9/9/9/9/4K4/9/6p2/9/k8 w - 1");
    let under = |entering_king| {
        let mut position = king.clone();
        position.set_options(RuleOptions { entering_king, ..position.options() });
        (position, usual())
    };
    let (none, to_try) = (under(EnteringKing::None), under(EnteringKing::Try));
    for (first, second) in [(&full, &weak), (&weak, &full), (&undrawn, &full), (&to_try, &none)] {
        let expected = run(&mut new(), second);
        let mut pool = new();
        run(&mut pool, first);
        assert_eq!(run(&mut pool, second), expected);
    }
    let mut pool = new();
    assert_ne!(run(&mut pool, &full), run(&mut pool, &full), "the second search knows what the first one has found");
}

#[test]
fn rare_output_ends_with_the_last_line() {
    let position = Shogi.start();
    let options = SearchOptions { pv_interval: Duration::from_secs(1_000), ..SearchOptions::default() };
    let (outcome, lines) = think(&position, &Limits::depth(7), &options);
    assert_eq!(lines.iter().map(|line| line.depth).collect::<Vec<_>>(), [1, 7]);
    assert_eq!(Some(lines[1].moves[0]), outcome.best);
}

#[test]
fn deep_searches_end_and_fit_the_stack() {
    // Little to search and much to extend: the kings alone.
    let outcome = on_large_stack(|| {
        let position = position("4k4/9/9/9/9/9/9/9/4K4 b P 1");
        think(&position, &Limits { depth: Some(300), nodes: Some(300_000), ..Limits::new() }, &SearchOptions::default())
    });
    assert!(outcome.0.best.is_some());
}

/// What makes small searches quick changes nothing of what they find: no listener, and what one has left for the next.
#[test]
fn small_searches_find_the_same_in_silence() {
    struct Listener;
    impl Reporter<Move> for Listener {
        fn iteration(&mut self, _: &Info<'_, Move>) {}
        fn finished(&mut self, _: &Outcome<Move>) {}
    }
    on_large_stack(|| {
        let mut searchers =
            [(); 2].map(|()| Searcher::<Shogi, Evaluator<Shogi>>::small(64, Evaluator::new(Shogi)).unwrap());
        let limits = Limits { soft_nodes: Some(60), ..Limits::new() };
        let options = SearchOptions::default();
        let mut position = Shogi.start();
        for _ in 0..40 {
            let [silent, heard] = &mut searchers;
            let silent = silent.think(&position, &limits, &options, &mut ());
            let heard = heard.think(&position, &limits, &options, &mut Listener);
            assert_eq!((silent.best, silent.score, silent.nodes), (heard.best, heard.score, heard.nodes));
            assert!(silent.nodes >= 60);
            let Some(best) = silent.best else { break };
            position.make(best, &mut ());
        }
        assert!(position.game_ply() >= 20);
    });
}
