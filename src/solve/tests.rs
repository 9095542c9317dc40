use super::board::{Board, CHICK, OTHER, OWN};
use super::index::{Material, Numbering};
use super::{Dobutsu, SolveError, Table, checkpoint};
use crate::game::{
    GameValue, Playable, PlayablePosition as _, Position as _, Progress, Solution, Solved, Solver, Watch,
};
use crate::rules::{AnyGame, Position};
use crate::variants::DropVariant;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

type Kernel = Position<AnyGame>;

const CHICKS: Material = Material([false, false, true]);
const BEASTS: Material = Material([true, true, false]);

fn solve(material: Material, path: &Path) -> Vec<String> {
    let watch = Watch { threads: 2, stop: &AtomicBool::new(false), progress: &|_| {} };
    match Dobutsu(material).solve(path, &watch).unwrap() {
        Solved::Finished(lines) => lines,
        Solved::Stopped(stage) => panic!("nobody stopped it, but it did at {stage}"),
    }
}

/// The value of a position by the values of its moves.
fn from_moves(table: &Table, board: &Board) -> GameValue {
    let (mut win, mut is_draw, mut loss) = (None, false, 0);
    board.for_each_move(|after| match table.value(&after.turned()) {
        GameValue::Loss(plies) => win = Some(win.unwrap_or(u32::MAX).min(plies + 1)),
        GameValue::Draw => is_draw = true,
        GameValue::Win(plies) => loss = loss.max(plies + 1),
    });
    match win {
        Some(plies) => GameValue::Win(plies),
        None if is_draw => GameValue::Draw,
        None => GameValue::Loss(loss),
    }
}

/// Values that all agree with those of the moves are right: wins and losses by induction on their distance, and neither
/// side can leave the draws for a win.
fn check(table: &Table, material: Material, step: usize) {
    let numbering = Numbering::new(material);
    for number in (0..numbering.len()).step_by(step) {
        let board = numbering.board(number);
        let value = table.value(&board);
        if board.can_catch(OWN) {
            assert_eq!(value, GameValue::Win(1), "{board:?}");
        } else {
            assert_eq!(value, from_moves(table, &board), "{board:?}");
        }
        assert_eq!(table.value(&board.mirrored()), value, "{board:?}");
    }
}

#[test]
fn outcomes_agree_with_those_of_the_moves() {
    let folder = tempfile::tempdir().unwrap();
    for (name, material) in [("chicks", CHICKS), ("beasts", BEASTS)] {
        let path = folder.path().join(name);
        let lines = solve(material, &path);
        assert!(lines.iter().all(|line| !line.ends_with(": 0")), "{lines:?}");
        check(&Table::open(&path, material).unwrap(), material, 7);
    }
}

/// On any boards, the moves backwards are the inverse of the moves forwards.
#[test]
fn origins_are_where_the_moves_lead_back() {
    let mut rng = SmallRng::seed_from_u64(1);
    let numbering = Numbering::new(Material::FULL);
    for _ in 0..2_000 {
        let board = numbering.board(rng.random_range(0..numbering.len()));
        let mut after = Vec::new();
        board.for_each_move(|next| after.push(*next));
        for next in after {
            let mut found = false;
            next.for_each_origin(|origin| found |= *origin == board);
            assert!(found, "{board:?}\n{next:?}");
        }
        board.for_each_origin(|origin| {
            let mut found = false;
            origin.for_each_move(|next| found |= *next == board);
            assert!(found, "{origin:?}\n{board:?}");
        });
    }
}

/// The kernel, which generates by the rules of the game, finds the same moves.
#[test]
fn moves_and_ends_are_those_of_the_kernel() {
    let mut rng = SmallRng::seed_from_u64(2);
    let (mut stuck, mut ended) = (0, 0);
    for _ in 0..300 {
        let mut position = DropVariant::Dobutsu.game().start();
        for _ in 0..60 {
            let sfen = position.sfen();
            let board = Board::read(&sfen, Material::FULL).unwrap();
            let is_over = position.verdict().is_some();
            if is_over {
                ended += 1;
                assert!(board.is_home(OTHER) || board.is_home(OWN) || recurs(&position), "{sfen}");
                break;
            }
            let moves = position.legal();
            assert_eq!(of_kernel(&position, moves.as_ref()), of_board(&board), "{sfen}");
            stuck += usize::from(board.pieces[CHICK][OWN] & 0b111 != 0);
            // Moves that hang the lion are left out, so that games last and more of them is seen.
            let quiet: Vec<_> = moves.as_ref().iter().copied().filter(|&m| next(&position, m).is_some()).collect();
            let Some(&m) = quiet.get(rng.random_range(0..quiet.len().max(1))) else { break };
            position.make(m, &mut ());
        }
    }
    assert!(stuck > 100 && ended > 100, "{stuck} {ended}");
}

fn recurs(position: &Kernel) -> bool {
    position.verdict().is_some_and(|verdict| verdict.winner.is_none())
}

/// The board after a move; none if the lion was taken.
fn next(position: &Kernel, m: crate::rules::Move) -> Option<Board> {
    let mut position = position.clone();
    position.make(m, &mut ());
    Board::read(&position.sfen(), Material::FULL)
}

fn of_kernel(position: &Kernel, moves: &[crate::rules::Move]) -> BTreeSet<Board> {
    moves.iter().filter_map(|&m| next(position, m)).collect()
}

fn of_board(board: &Board) -> BTreeSet<Board> {
    let mut boards = BTreeSet::new();
    board.for_each_move(|after| {
        boards.insert(after.turned());
    });
    boards
}

#[test]
fn stopped_work_goes_on_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let (straight, halting) = (folder.path().join("straight"), folder.path().join("halting"));
    let lines = solve(CHICKS, &straight);
    let mut stops = 0;
    let finished = loop {
        let (stop, calls) = (AtomicBool::new(false), AtomicU64::new(0));
        let progress = |_: Progress| stop.store(calls.fetch_add(1, Relaxed) >= 2, Relaxed);
        match Dobutsu(CHICKS).solve(&halting, &Watch { threads: 2, stop: &stop, progress: &progress }).unwrap() {
            Solved::Finished(lines) => break lines,
            Solved::Stopped(_) => stops += 1,
        }
        assert!(checkpoint::path_of(&halting).exists());
    };
    assert!(stops > 5, "{stops}");
    assert_eq!(finished, lines);
    assert_eq!(fs::read(&halting).unwrap(), fs::read(&straight).unwrap());
    assert!(!checkpoint::path_of(&halting).exists());
}

fn refusal(path: &Path, material: Material) -> String {
    let error: SolveError = Table::open(path, material).unwrap_err();
    let told = error.to_string();
    assert!(told.contains("broken"), "{told}");
    told
}

#[test]
fn broken_files_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    solve(CHICKS, &whole);
    let bytes = fs::read(&whole).unwrap();
    let written = |bytes: &[u8]| {
        fs::write(&broken, bytes).unwrap();
        refusal(&broken, CHICKS)
    };
    assert!(written(b"").contains("this is not a solution"));
    assert!(written(b"another file").contains("this is not a solution"));
    assert!(written(&bytes[..10]).contains("bytes instead of"));
    assert!(written(&bytes[..bytes.len() - 1]).contains("bytes instead of"));
    assert!(written(&[&bytes[..], b"x"].concat()).contains("bytes instead of"));
    for place in (16..bytes.len()).step_by(997) {
        let mut changed = bytes.clone();
        changed[place] ^= 1;
        let told = written(&changed);
        assert!(told.contains("checksum") || told.contains("bytes instead of"), "{told}");
    }
    let mut later = bytes.clone();
    later[8] += 1;
    assert!(written(&later).contains("version 2"));
    fs::write(&broken, &bytes).unwrap();
    assert!(refusal(&broken, BEASTS).contains("another game"));
    fs::write(checkpoint::path_of(&broken), b"another file").unwrap();
    let watch = Watch { threads: 2, stop: &AtomicBool::new(false), progress: &|_| {} };
    let told = Dobutsu(CHICKS).solve(&broken, &watch).unwrap_err().to_string();
    assert!(told.contains("broken.part: this is not unfinished work"), "{told}");
}

#[test]
fn text_of_either_alphabet_is_read_and_nothing_else() {
    let read = |text| Board::read(text, Material::FULL);
    let start = read("rkb/1p1/1P1/BKR b - 1").unwrap();
    assert_eq!(read("gle/1c1/1C1/ELG b - 1"), Some(start));
    assert_eq!(read("rkb/1p1/1P1/BKR w - 1"), Some(start));
    assert_eq!(start.turned(), start);
    for text in [
        "",
        "rkb/1p1/1P1/BKR b",
        "rkb/1p1/1P1/BKR x -",
        "rkb/1p1/1P1/BKR1 b -",
        "rkb/1p1/1P1/BK b R",
        "rkb/1p1/3/BKR b -",
        "rkb/1p1/1P1/BKR b P",
        "rkb/1p1/1P1/BKN b -",
        "rkb/1p1/1P1/BKR b K",
        "rkb/1p1/1P1/BRR b -",
        "rkb/1p1/1P1/KKR b B",
        "1k1/1p1/1P1/1K1 b -",
        "999999999999999999/k b -",
        "rkb/1p1/1P1/BKR b 99999P",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
    assert!(Board::read("1k1/1p1/1P1/1K1 b -", CHICKS).is_some());
}

/// Positions that no game reaches: a lion that survives on the far rank, and two lions at home.
#[test]
fn lions_on_the_far_rank_are_looked_at_a_ply_ahead() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chicks");
    solve(CHICKS, &path);
    let table = Table::open(&path, CHICKS).unwrap();
    let value = |sfen| Solution::value(&table, sfen).unwrap();
    assert_eq!(value("K2/3/3/2k b 2P"), GameValue::Draw);
    assert_eq!(value("K2/3/2k/3 b 2P"), GameValue::Win(0));
    assert_eq!(value("3/3/K2/2k b 2P"), GameValue::Loss(0));
    assert_eq!(value("K+p1/3/2k/3 b P"), GameValue::Win(1));
    let mut lookaheads = 0;
    for sfen in ["K2/+p+p1/2k/3 b -", "K2/+p2/2k/3 b P", "K+p1/+p2/k2/3 b -", "K+p1/1+p1/2k/3 b -"] {
        let board = Board::read(sfen, CHICKS).unwrap();
        if !board.can_catch(OWN) && !board.can_try(OWN) {
            lookaheads += 1;
            assert_eq!(value(sfen), from_moves(&table, &board), "{sfen}");
        }
    }
    assert!(lookaheads > 0);
}

/// The whole game takes minutes. `KUMATAKA_SOLUTION` may name a file for the solution, read if it exists and otherwise
/// written; `KUMATAKA_VALUES` may name a table of positions with values to look up.
#[test]
#[ignore = "minutes, and a quarter of a gigabyte"]
fn the_whole_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = env::var_os("KUMATAKA_SOLUTION").map_or_else(|| folder.path().join("dobutsu"), PathBuf::from);
    if !path.exists() {
        println!("{}", solve(Material::FULL, &path).join("\n"));
    }
    let table = Table::open(&path, Material::FULL).unwrap();
    let known = [
        ("rkb/1p1/1P1/BKR b - 1", GameValue::Loss(78)),
        ("rkb/1p1/1PR/BK1 w - 1", GameValue::Win(77)),
        ("rkb/1P1/3/BKR w P 1", GameValue::Win(75)),
        ("rkb/1p1/1PK/B1R w - 1", GameValue::Win(77)),
        ("rkb/1p1/KP1/B1R w - 1", GameValue::Win(77)),
        ("prk/2b/2K/p1R b B 1", GameValue::Win(173)),
        ("3/kp1/Br1/RBK b P 1", GameValue::Win(57)),
    ];
    for (sfen, value) in known {
        assert_eq!(Solution::value(&table, sfen), Some(value), "{sfen}");
    }
    check(&table, Material::FULL, 997);
    let values = env::var_os("KUMATAKA_VALUES").map(|path| fs::read_to_string(path).unwrap()).unwrap_or_default();
    for row in values.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let value = match fields[2] {
            "win" => GameValue::Win(fields[3].parse().unwrap()),
            "loss" => GameValue::Loss(fields[3].parse().unwrap()),
            _ => GameValue::Draw,
        };
        assert_eq!(Solution::value(&table, fields[1]), Some(value), "{row}");
    }
}
