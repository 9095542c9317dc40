//! The search against one that knows neither the solver nor its table: every mate is settled by all positions that checks reach.

use super::*;
use std::collections::HashSet;

/// Positions that the checks from one may reach before only short mates are looked for.
const MOST: usize = 100;
/// Plies of those, every line to its end.
const SHORT: usize = 5;

/// The positions from which the attacker mates by checks, and those from which he does not, by key.
struct Mates {
    known: HashMap<u64, bool>,
}

/// The problem is too large for this.
#[derive(Debug)]
struct TooLarge;

/// A position with the attacker to move, and what his checks lead to: for each check the positions behind its defences.
struct Attack {
    key: u64,
    checks: Vec<Vec<u64>>,
}

impl Mates {
    /// True if the attacker, to move, mates by checks. A line without end is no mate.
    fn has(&mut self, position: &AnyPosition) -> Result<bool, TooLarge> {
        if let Some(&known) = self.known.get(&position.key()) {
            return Ok(known);
        }
        if let Some(attacks) = self.reached(position) {
            return Ok(self.settle(position, &attacks));
        }
        if (1..=SHORT).step_by(2).any(|plies| self.mates_within(position, plies)) {
            self.known.insert(position.key(), true);
            return Ok(true);
        }
        Err(TooLarge)
    }

    fn mates_within(&self, position: &AnyPosition, plies: usize) -> bool {
        let mates = |m: AnyMove| {
            let checked = position.after(&[m]);
            let defences = checked.legal_moves();
            let is_over = plies == 1 && !defences.is_empty();
            !is_over && defences.into_iter().all(|defence| self.mates_within(&checked.after(&[defence]), plies - 2))
        };
        match self.known.get(&position.key()) {
            Some(&known) => known,
            None => position.legal_moves().into_iter().filter(|&m| position.gives_check(m)).any(mates),
        }
    }

    /// Settles all positions that checks reach: those from which a mate is forced, and the others.
    fn settle(&mut self, position: &AnyPosition, attacks: &[Attack]) -> bool {
        let mut won: HashSet<u64> = HashSet::new();
        loop {
            let before = won.len();
            for Attack { key, checks } in attacks {
                let is_won = |key: &u64| won.contains(key) || self.known.get(key) == Some(&true);
                if !won.contains(key) && checks.iter().any(|defences| defences.iter().all(is_won)) {
                    won.insert(*key);
                }
            }
            if won.len() == before {
                break;
            }
        }
        self.known.extend(attacks.iter().map(|attack| (attack.key, won.contains(&attack.key))));
        self.known[&position.key()]
    }

    /// Every position with the attacker to move that checks reach and that is not settled; none if they are many.
    fn reached(&self, position: &AnyPosition) -> Option<Vec<Attack>> {
        let mut attacks = Vec::new();
        let mut seen = HashSet::from([position.key()]);
        let mut waiting = vec![position.without_history()];
        while let Some(position) = waiting.pop() {
            if attacks.len() == MOST {
                return None;
            }
            let mut checks = Vec::new();
            for m in position.legal_moves().into_iter().filter(|&m| position.gives_check(m)) {
                let checked = position.after(&[m]);
                let mut defences = Vec::new();
                for defence in checked.legal_moves() {
                    let next = checked.after(&[defence]).without_history();
                    defences.push(next.key());
                    if !self.known.contains_key(&next.key()) && seen.insert(next.key()) {
                        waiting.push(next);
                    }
                }
                checks.push(defences);
            }
            attacks.push(Attack { key: position.key(), checks });
        }
        Some(attacks)
    }

    /// The moves that lead to hisshi within `moves` moves of the attacker.
    fn hisshi(&mut self, position: &AnyPosition, moves: usize) -> Result<Vec<AnyMove>, TooLarge> {
        let mut found = Vec::new();
        for m in position.legal_moves() {
            if self.is_lost(&position.after(&[m]), moves - 1, 0)? {
                found.push(m);
            }
        }
        Ok(found)
    }

    fn is_lost(&mut self, position: &AnyPosition, moves: usize, checks: usize) -> Result<bool, TooLarge> {
        if let Some(passed) = position.passed()
            && !self.has(&passed)?
        {
            return Ok(false);
        }
        for m in position.legal_moves() {
            if !self.is_won(&position.after(&[m]), moves, checks)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_won(&mut self, position: &AnyPosition, moves: usize, checks: usize) -> Result<bool, TooLarge> {
        if self.has(position)? {
            return Ok(true);
        }
        let (moves, checks) = match position.in_check() {
            true if checks < MOST_COUNTER_CHECKS => (moves, checks + 1),
            false if moves > 0 => (moves - 1, checks),
            _ => return Ok(false),
        };
        for m in position.legal_moves() {
            if self.is_lost(&position.after(&[m]), moves, checks)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tests every claim of an answer.
    fn bears_out(&mut self, position: &AnyPosition, answer: &Answer, moves: usize) -> Result<bool, TooLarge> {
        Ok(match answer {
            Answer::Mate(_) => self.has(position)?,
            Answer::Refuted => !self.has(position)? && self.hisshi(position, moves)?.is_empty(),
            Answer::Hisshi(hisshi) => {
                let left = hisshi.length.div_ceil(2) - 1;
                for &m in &hisshi.first_moves {
                    if !self.is_lost(&position.after(&[m]), left, 0)? {
                        return Ok(false);
                    }
                }
                left == 0 || self.hisshi(position, left)?.is_empty()
            }
            Answer::Open => true,
        })
    }
}

/// A few pieces of both sides on a small board, or in the corner of a large one.
fn small_problem(random: &mut StdRng) -> Option<AnyPosition> {
    let (game, size, letters) = match random.random_range(0..2) {
        0 => (Variant::Minishogi, 5, "PSGBRpsgbr"),
        _ => (Variant::Shogi, 9, "PLNSGBRplnsgbr"),
    };
    let letters: Vec<char> = letters.chars().collect();
    let mut board = vec![vec![String::new(); size]; size];
    let mut put = |random: &mut StdRng, piece: String, depth: usize| {
        let (row, column) = (random.random_range(0..depth), size - 1 - random.random_range(0..depth.min(size)));
        if board[row][column].is_empty() {
            board[row][column] = piece;
        }
    };
    put(random, "k".to_owned(), 2);
    if random.random_bool(0.4) {
        put(random, "K".to_owned(), 5);
    }
    for _ in 0..random.random_range(2..6) {
        let piece = letters[random.random_range(0..letters.len())];
        let promoted = if !"Gg".contains(piece) && random.random_bool(0.2) { "+" } else { "" };
        put(random, format!("{promoted}{piece}"), 4);
    }
    let row = |row: &Vec<String>| row.iter().map(|cell| if cell.is_empty() { "." } else { cell }).collect::<String>();
    let rows: Vec<String> = board.iter().map(row).collect();
    let rows = (1..=size).rev().fold(rows.join("/"), |text, run| text.replace(&".".repeat(run), &run.to_string()));
    let hand = ["G", "S", "GP", "Gp", "GS", "P", "-"][random.random_range(0..7)];
    let posed = |side| game.read_sfen(&format!("{rows} {side} {hand} 1"), SfenMode::Mate).ok();
    // The defender, who waits, is not in check.
    let is_quiet = !posed("w")?.in_check();
    posed("b").filter(|_| is_quiet)
}

/// Problems of each kind whose claims were tested.
#[derive(Debug, Default)]
struct Tested {
    mates: usize,
    hisshi: usize,
    none: usize,
    /// Left open by the search, or too large for the test.
    passed_over: usize,
}

/// Tests the claims of the search in problems of at most `moves` moves until `count` claims of hisshi or of none are tested.
fn test_claims(count: usize, moves: usize, seed: u64) -> Tested {
    let mut random = StdRng::seed_from_u64(seed);
    let mut tested = Tested::default();
    while tested.hisshi + tested.none < count {
        let Some(position) = small_problem(&mut random) else { continue };
        let attacker = position.side_to_move();
        let mut solver = AnySolver::new(position.variant(), 1).unwrap();
        let limits = Limits { nodes: Some(50_000), ..Limits::default() };
        let answer = HisshiSearch::new(&mut solver, attacker, limits, u64::MAX).solve(&position, moves);
        let mut mates = Mates { known: HashMap::new() };
        let is_tested = answer != Answer::Open
            && match mates.bears_out(&position, &answer, moves) {
                Ok(is_true) => {
                    assert!(is_true, "{}: {answer:?}", position.sfen());
                    true
                }
                Err(TooLarge) => false,
            };
        *match answer {
            _ if !is_tested => &mut tested.passed_over,
            Answer::Mate(_) => &mut tested.mates,
            Answer::Hisshi(_) => &mut tested.hisshi,
            Answer::Refuted | Answer::Open => &mut tested.none,
        } += 1;
    }
    tested
}

#[test]
fn no_claim_is_false_in_small_positions() {
    let tested = test_claims(30, 1, 11);
    assert!(tested.hisshi > 0 && tested.none > 0, "{tested:?}");
}

/// `cargo test --release --lib -- --ignored no_claim_is_false`
#[test]
#[ignore = "takes minutes; .ci/long runs it"]
fn no_claim_is_false_in_ten_thousand_small_positions() {
    for (count, moves, seed) in [(10_000, 1, 12), (500, 2, 13)] {
        let tested = test_claims(count, moves, seed);
        assert!(tested.hisshi > count / 50, "{tested:?}");
    }
}
