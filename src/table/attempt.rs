//! A problem that a person solves: in one of mate the program defends, in one of hisshi it parries, and it refutes wrong moves.

use crate::analysis::{Answer, HisshiSearch, Parry};
use crate::any::{AnyMove, AnyPosition, AnySolver};
use crate::board::Color;
use crate::mate::{Length, Limits, Mate, Outcome};
use crate::memory::NoRoom;
use crate::variants::Variant;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Size of the solver's table in megabytes.
const TABLE: usize = 128;
/// Time to solve a whole problem.
const FOR_PROBLEM: Duration = Duration::from_secs(10);
/// Time for the position after a move off the solution, and for all answers to it together.
const FOR_ANSWER: Duration = Duration::from_secs(3);
/// Time for one of these answers.
const FOR_EACH: Duration = Duration::from_millis(500);

/// The mate solver with the flag that stops it.
pub struct Prover {
    solver: AnySolver,
    stop: Arc<AtomicBool>,
    /// Node limit of one question, besides its time.
    nodes: Option<u64>,
}

impl Prover {
    pub fn new(game: Variant, threads: usize, stop: Arc<AtomicBool>) -> Result<Self, NoRoom> {
        let mut solver = AnySolver::new(game, TABLE)?;
        solver.set_threads(threads);
        Ok(Self { solver, stop, nodes: None })
    }

    fn solve(&mut self, position: &AnyPosition, attacker: Color, deadline: Instant) -> Outcome<AnyMove> {
        let limits = Limits { deadline: Some(deadline), nodes: self.nodes, stop: Some(&*self.stop) };
        self.solver.solve(position, attacker, Length::Short, limits).outcome
    }

    /// A search for hisshi in at most this time.
    fn hisshi(&mut self, attacker: Color, time: Duration) -> HisshiSearch<'_> {
        let deadline = Some(Instant::now() + time);
        let limits = Limits { deadline, nodes: self.nodes, stop: Some(&*self.stop) };
        HisshiSearch::new(&mut self.solver, attacker, limits, HisshiSearch::USUAL_NODES)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Reason why a problem cannot be posed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// There is neither a mate nor a hisshi.
    NoSolution,
    /// None was found in time.
    Unknown,
    Interrupted,
}

/// Outcome of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply<M> {
    /// It gives no check, as every move of a mate must.
    NoCheck,
    /// It neither checks nor threatens mate, as every hisshi must.
    NoThreat,
    /// It mates, leaves only useless interpositions, or is hisshi.
    Solved,
    /// The defence, after which the mate goes on.
    Defence(M),
    /// After this answer there is no mate, or none that the solver finds; the move is taken back.
    Refuted {
        answer: M,
        is_proved: bool,
    },
    /// Nobody knows whether it is hisshi.
    Unclear,
    Interrupted,
}

/// A position with the person to move.
#[derive(Clone)]
struct Stage {
    position: AnyPosition,
    last: Option<AnyMove>,
    /// The known solution from here on; only its first `counted` moves count.
    line: Vec<AnyMove>,
    counted: usize,
}

/// A problem that is being solved.
#[derive(Clone)]
pub struct Attempt {
    attacker: Color,
    /// The moves that are hisshi; none in a problem of mate.
    hisshi: Vec<AnyMove>,
    /// The positions with the person to move; never empty.
    stages: Vec<Stage>,
}

impl Attempt {
    /// Poses a problem: the mate, or else the hisshi of one move. If the defender is to move, the program plays the first move.
    pub fn new(start: &AnyPosition, prover: &mut Prover) -> Result<Self, Unfit> {
        let attacker = start.problem_attacker(false);
        let Mate { mut line, mut counted, .. } = match prover.solve(start, attacker, Instant::now() + FOR_PROBLEM) {
            Outcome::Mate(mate) => mate,
            _ if prover.is_stopped() => return Err(Unfit::Interrupted),
            Outcome::NoMate => return Self::of_hisshi(start, attacker, prover),
            Outcome::Proved(_) | Outcome::Unknown => return Err(Unfit::Unknown),
        };
        let (mut position, mut last) = (start.clone(), None);
        if position.side_to_move() != attacker {
            if counted < 2 {
                return Err(Unfit::NoSolution);
            }
            let defence = line.remove(0);
            position.make(defence);
            (counted, last) = (counted - 1, Some(defence));
        }
        Ok(Self { attacker, hisshi: Vec::new(), stages: vec![Stage { position, last, line, counted }] })
    }

    fn of_hisshi(start: &AnyPosition, attacker: Color, prover: &mut Prover) -> Result<Self, Unfit> {
        if start.side_to_move() != attacker {
            return Err(Unfit::NoSolution);
        }
        match prover.hisshi(attacker, FOR_PROBLEM).solve_patiently(start, 1) {
            _ if prover.is_stopped() => Err(Unfit::Interrupted),
            Answer::Hisshi(hisshi) => {
                let line = hisshi.line_to_mate();
                let stage = Stage { position: start.clone(), last: None, counted: line.len(), line };
                Ok(Self { attacker, hisshi: hisshi.first_moves, stages: vec![stage] })
            }
            Answer::Refuted => Err(Unfit::NoSolution),
            Answer::Mate(_) | Answer::Open => Err(Unfit::Unknown),
        }
    }

    /// True if the person looks for hisshi.
    pub const fn is_hisshi(&self) -> bool {
        !self.hisshi.is_empty()
    }

    pub const fn attacker(&self) -> Color {
        self.attacker
    }

    fn now(&self) -> &Stage {
        &self.stages[self.stages.len() - 1]
    }

    pub fn position(&self) -> &AnyPosition {
        &self.now().position
    }

    pub fn last(&self) -> Option<AnyMove> {
        self.now().last
    }

    /// The next move of the known solution.
    pub fn hint(&self) -> Option<AnyMove> {
        self.now().line.first().copied()
    }

    /// The known solution from the position on the board.
    pub fn rest(&self) -> &[AnyMove] {
        let now = self.now();
        &now.line[..now.counted.min(now.line.len())]
    }

    /// The position of the problem, the move before it, and the solution.
    pub fn solution(&self) -> (&AnyPosition, Option<AnyMove>, &[AnyMove]) {
        let first = &self.stages[0];
        (&first.position, first.last, &first.line[..first.counted])
    }

    /// Plies of the solution: of a mate, or up to the hisshi.
    pub fn length(&self) -> usize {
        if self.is_hisshi() { 1 } else { self.stages[0].counted }
    }

    /// Plies up to a mate by the next move.
    pub fn plies(&self) -> usize {
        2 * self.stages.len() - 1
    }

    /// Goes back to the person's previous move; false at the first one.
    pub fn undo(&mut self) -> bool {
        let has_moved = self.stages.len() > 1;
        if has_moved {
            self.stages.pop();
        }
        has_moved
    }

    pub fn begin_again(&mut self) {
        self.stages.truncate(1);
    }

    /// Plays a legal move of the attacker. The position stays as it was if the move mates or is refuted.
    pub fn play(&mut self, m: AnyMove, prover: &mut Prover) -> Reply<AnyMove> {
        if self.is_hisshi() {
            return self.threaten(m, prover);
        }
        let now = self.now();
        if !now.position.gives_check(m) {
            return Reply::NoCheck;
        }
        let mut position = now.position.clone();
        position.make(m);
        let (line, counted) = if now.line.first() == Some(&m) {
            (now.line[1..].to_vec(), now.counted.saturating_sub(1))
        } else if position.legal_moves().is_empty() {
            return Reply::Solved;
        } else {
            match prover.solve(&position, self.attacker, Instant::now() + FOR_ANSWER) {
                Outcome::Mate(mate) => (mate.line, mate.counted),
                _ if prover.is_stopped() => return Reply::Interrupted,
                _ => return self.refute(position, prover),
            }
        };
        self.defend(position, &line, counted)
    }

    /// Answers a move of a person who looks for hisshi.
    fn threaten(&mut self, m: AnyMove, prover: &mut Prover) -> Reply<AnyMove> {
        if self.hisshi.contains(&m) {
            return Reply::Solved;
        }
        let behind = self.position().after(&[m]);
        match prover.hisshi(self.attacker, FOR_ANSWER).parry(&behind) {
            _ if prover.is_stopped() => Reply::Interrupted,
            Parry::InCheck => self.refute(behind, prover),
            Parry::NoThreat => Reply::NoThreat,
            Parry::Parried(answer) => Reply::Refuted { answer, is_proved: true },
            Parry::Hisshi => Reply::Solved,
            Parry::Open => Reply::Unclear,
        }
    }

    /// Plays the defence: the first move of `line`, the mate known after the attacker's move.
    fn defend(&mut self, mut position: AnyPosition, line: &[AnyMove], counted: usize) -> Reply<AnyMove> {
        match line.split_first() {
            Some((&defence, rest)) if counted > 0 => {
                position.make(defence);
                self.stages.push(Stage { position, last: Some(defence), line: rest.to_vec(), counted: counted - 1 });
                Reply::Defence(defence)
            }
            _ => Reply::Solved,
        }
    }

    /// The answer after which no mate is left, or the longest defence if every answer turns out to be mated: one by one
    /// they may be solved in time, though all together were not.
    fn refute(&mut self, position: AnyPosition, prover: &mut Prover) -> Reply<AnyMove> {
        let deadline = Instant::now() + FOR_ANSWER;
        let mut unclear = None;
        let mut longest: Option<(Vec<AnyMove>, usize)> = None;
        for &answer in &position.legal_moves() {
            let mut behind = position.clone();
            behind.make(answer);
            match prover.solve(&behind, self.attacker, deadline.min(Instant::now() + FOR_EACH)) {
                _ if prover.is_stopped() => return Reply::Interrupted,
                Outcome::NoMate => return Reply::Refuted { answer, is_proved: true },
                Outcome::Proved(_) | Outcome::Unknown => unclear = unclear.or(Some(answer)),
                Outcome::Mate(mate) if longest.as_ref().is_none_or(|(_, counted)| *counted <= mate.counted) => {
                    longest = Some((std::iter::once(answer).chain(mate.line).collect(), mate.counted + 1));
                }
                Outcome::Mate(_) => {}
            }
        }
        match (unclear, longest) {
            (Some(answer), _) => Reply::Refuted { answer, is_proved: false },
            (None, Some((line, counted))) => self.defend(position, &line, counted),
            (None, None) => Reply::Solved,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::SfenMode;

    /// The gold goes to the head of the king, on either side of the board.
    const HEAD: [&str; 2] = ["4k4/9/4P4/9/9/9/9/9/9 b G 1", "9/9/9/9/9/9/4p4/9/4K4 w g 1"];
    /// A bishop sacrifice begins it; the bishop need not promote.
    const FIVE: &str = "7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1";

    fn prover() -> Prover {
        Prover::new(Variant::Shogi, 1, Arc::default()).unwrap()
    }

    fn posed(sfen: &str) -> Result<Attempt, Unfit> {
        Attempt::new(&Variant::Shogi.read_sfen(sfen, SfenMode::Mate).unwrap(), &mut prover())
    }

    fn play(attempt: &mut Attempt, text: &str) -> Reply<AnyMove> {
        let m = attempt.position().parse_move(text).unwrap();
        attempt.play(m, &mut prover())
    }

    #[test]
    fn either_side_mates() {
        for (sfen, mate) in HEAD.into_iter().zip(["G*5b", "G*5h"]) {
            let mut attempt = posed(sfen).unwrap();
            assert_eq!((attempt.length(), attempt.plies()), (1, 1));
            assert_eq!(attempt.hint().map(|m| Variant::Shogi.usi(m)).as_deref(), Some(mate));
            assert_eq!(play(&mut attempt, mate), Reply::Solved);
        }
    }

    #[test]
    fn wrong_moves_are_refuted_and_taken_back() {
        let mut attempt = posed(HEAD[0]).unwrap();
        let sfen = attempt.position().sfen();
        let refuted = |reply: Reply<AnyMove>| match reply {
            Reply::Refuted { answer, is_proved } => (Variant::Shogi.usi(answer), is_proved),
            other => panic!("{other:?}"),
        };
        assert_eq!(refuted(play(&mut attempt, "G*4b")), ("5a4b".to_owned(), true));
        assert_eq!(play(&mut attempt, "G*9i"), Reply::NoCheck);
        assert_eq!((attempt.position().sfen(), attempt.plies()), (sfen, 1));
    }

    #[test]
    fn what_cannot_be_proved_is_not_called_refuted() {
        let brief = || Prover { nodes: Some(1), ..prover() };
        let start = Variant::Shogi.read_sfen(FIVE, SfenMode::Mate).unwrap();
        assert_eq!(Attempt::new(&start, &mut brief()).err(), Some(Unfit::Unknown));
        let mut attempt = posed(FIVE).unwrap();
        let m = attempt.position().parse_move("S*3a").unwrap();
        assert!(matches!(attempt.play(m, &mut brief()), Reply::Refuted { is_proved: false, .. }));
        assert!(matches!(attempt.play(m, &mut prover()), Reply::Refuted { is_proved: true, .. }));
        assert_eq!(attempt.plies(), 1);
    }

    #[test]
    fn defences_are_played_and_taken_back() {
        let usi = |&m: &AnyMove| Variant::Shogi.usi(m);
        let mut attempt = posed(FIVE).unwrap();
        let line: Vec<String> = attempt.solution().2.iter().map(usi).collect();
        assert_eq!((attempt.length(), line.len()), (5, 5));
        for (ply, m) in line.iter().enumerate().step_by(2).take(2) {
            assert!(matches!(play(&mut attempt, m), Reply::Defence(defence) if usi(&defence) == line[ply + 1]));
        }
        assert_eq!((attempt.plies(), play(&mut attempt, &line[4])), (5, Reply::Solved));
        assert!(attempt.undo() && attempt.undo() && !attempt.undo());
        let other = if line[0] == "4b3a" { "4b3a+" } else { "4b3a" };
        assert!(matches!(play(&mut attempt, other), Reply::Defence(_)), "another move that mates is as good");
        attempt.begin_again();
        assert_eq!(attempt.plies(), 1);
    }

    #[test]
    fn without_a_mate_the_hisshi_is_looked_for() {
        // Either gold at the side is hisshi, and one behind the pawn threatens nothing that the king does not escape.
        let mut attempt = posed("6pk1/9/9/6G1g/9/9/9/9/9 b GP 1").unwrap();
        assert!(attempt.is_hisshi() && attempt.solution().2.len() > 2);
        assert_eq!((attempt.length(), attempt.plies()), (1, 1));
        assert_eq!(play(&mut attempt, "P*9b"), Reply::NoThreat);
        assert!(matches!(play(&mut attempt, "G*2b"), Reply::Refuted { is_proved: true, .. }), "a check");
        assert!(
            matches!(play(&mut attempt, "P*2c"), Reply::Refuted { is_proved: true, .. }),
            "a threat that is parried"
        );
        assert_eq!(attempt.plies(), 1);
        assert_eq!([play(&mut attempt, "3d2c"), play(&mut attempt, "3d3c")], [Reply::Solved; 2]);
    }

    #[test]
    fn what_is_no_problem_is_not_posed() {
        assert_eq!(posed("4k4/9/9/9/9/9/9/9/9 b P 1").err(), Some(Unfit::NoSolution));
        let stop = Arc::new(AtomicBool::new(true));
        let start = Variant::Shogi.read_sfen(FIVE, SfenMode::Mate).unwrap();
        assert_eq!(
            Attempt::new(&start, &mut Prover::new(Variant::Shogi, 1, stop).unwrap()).err(),
            Some(Unfit::Interrupted)
        );
    }
}
