//! Hisshi (必至): moves after which the defender can no longer parry the mate.
//!
//! The attacker has a few moves, each a check or a threat of mate; behind the last of them every defence loses to a mate by
//! checks. Both layers are searched to the end: this one by trying every move of either side, and what lies behind its last move by
//! the mate solver, whose lines have been played through. A refutation is a defence behind which the solver has proved that there is
//! no mate.
//!
//! Threats of mate as the moves of a proof search are those of lambda search (Thomsen, *Lambda-search in game trees*, ICGA Journal
//! 23/4, 2000); that what refuted one move is tried first against the next is the killer heuristic (chessprogramming.org).

use crate::any::{AnyMove, AnyPosition, AnySolver};
use crate::board::Color;
use crate::game::Cell;
use crate::mate::{Length, Limits, Outcome};
use std::collections::HashMap;
use std::iter;

/// Checks of the defender in one line that are followed: each is answered by an evasion that does not count as a move.
const MOST_COUNTER_CHECKS: usize = 4;

/// Factor of the solver's nodes when a question that was left open is asked again.
const MORE_NODES: u64 = 8;

/// The answer to a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The attacker mates by checks alone, by this line.
    Mate(Vec<AnyMove>),
    /// No defence helps.
    Hisshi(Hisshi),
    /// No sequence of so few moves leads to hisshi.
    Refuted,
    /// A limit was reached first.
    Open,
}

/// A verdict on the threat of the side that has moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parry {
    /// The side to move is in check: the question is that of a mate.
    InCheck,
    /// No mate is threatened.
    NoThreat,
    /// A mate is threatened, which this move parries.
    Parried(AnyMove),
    /// A mate is threatened, and no move parries it.
    Hisshi,
    /// A limit was reached first.
    Open,
}

/// A proved hisshi.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hisshi {
    /// Moves of both sides up to the one that cannot be parried, as books count: 1, 3, 5.
    pub length: usize,
    /// The first moves that lead there within this length, the one of the solution first.
    pub first_moves: Vec<AnyMove>,
    /// False if a limit was reached before every first move was settled.
    pub has_all_first_moves: bool,
    /// The defences against the first move of the solution.
    pub defences: Vec<Defence>,
}

impl Hisshi {
    /// The first move of the solution.
    #[must_use]
    pub fn first_move_of_solution(&self) -> AnyMove {
        self.first_moves[0]
    }

    /// The moves of both sides up to the one that cannot be parried, against the longest defence.
    #[must_use]
    pub fn line(&self) -> Vec<AnyMove> {
        let may_go_on = |defence: &&Defence| !(defence.reply.is_mate() || defence.reply == Reply::Proved);
        self.line_through(self.longest_defence().take_while(may_go_on))
    }

    /// The same line with the longest defence behind it and the mate at its end.
    #[must_use]
    pub fn line_to_mate(&self) -> Vec<AnyMove> {
        self.line_through(self.longest_defence())
    }

    /// The defences of the longest defence, each behind the answer to the one before.
    fn longest_defence(&self) -> impl Iterator<Item = &Defence> {
        iter::successors(self.defences.first(), |defence| match &defence.reply {
            Reply::Move(_, next) | Reply::Evasion(_, next) => next.first(),
            Reply::Mate(_) | Reply::Proved => None,
        })
    }

    /// The solution against these defences, with the answers to them.
    fn line_through<'d>(&self, defences: impl Iterator<Item = &'d Defence>) -> Vec<AnyMove> {
        let mut line = vec![self.first_move_of_solution()];
        for Defence { m, reply } in defences {
            line.push(*m);
            match reply {
                Reply::Mate(mate) => line.extend(mate),
                Reply::Proved => {}
                Reply::Move(answer, _) | Reply::Evasion(answer, _) => line.push(*answer),
            }
        }
        line
    }
}

/// A defence with the attacker's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    pub m: AnyMove,
    pub reply: Reply,
}

/// The attacker's answer to a defence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A mate by checks, up to the end. Empty if the defence has ended the game.
    Mate(Vec<AnyMove>),
    /// A win that was proved before a limit was reached, too late for its line.
    Proved,
    /// Another move on the way to hisshi, with the defences against it.
    Move(AnyMove, Vec<Defence>),
    /// A move out of check, which does not count, with the defences against it.
    Evasion(AnyMove, Vec<Defence>),
}

impl Reply {
    /// True if checks mate at once, or behind evasions.
    #[must_use]
    pub fn is_mate(&self) -> bool {
        match self {
            Self::Mate(_) => true,
            Self::Evasion(_, defences) => defences.iter().all(|defence| defence.reply.is_mate()),
            Self::Proved | Self::Move(..) => false,
        }
    }

    /// The moves that count, and the other plies up to the end, of the longest defence.
    fn distance(&self) -> (usize, usize) {
        let longest = |defences: &[Defence]| defences.first().map_or((0, 0), |defence| defence.reply.distance());
        match self {
            Self::Mate(line) => (0, line.len()),
            Self::Proved => (0, 0),
            Self::Move(_, defences) => {
                let (moves, plies) = longest(defences);
                (moves + 1, plies)
            }
            Self::Evasion(_, defences) => {
                let (moves, plies) = longest(defences);
                (moves, plies + 2)
            }
        }
    }
}

/// The value of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Won,
    Refuted,
    Open,
}

/// The value of a position in which the attacker is to move, with the move that gives it.
#[derive(Clone, Copy)]
struct Known {
    value: Value,
    /// The move that wins; none where the solver mates.
    best: Option<AnyMove>,
}

/// A search for hisshi.
pub struct HisshiSearch<'a> {
    solver: &'a mut AnySolver,
    attacker: Color,
    limits: Limits<'a>,
    /// Nodes of the solver for one position.
    solver_nodes: u64,
    /// Positions with the attacker to move, by key and moves left.
    known: HashMap<(u64, usize), Known>,
    /// The defence that refuted last, by moves left.
    killers: Vec<Option<AnyMove>>,
    /// The defender's checks on the path.
    counter_checks: usize,
    /// True if the solver has left a question open.
    has_doubts: bool,
    nodes: u64,
}

impl HisshiSearch<'_> {
    /// The longest hisshi that is worth a search, in moves of both sides.
    pub const LONGEST: usize = 7;
    /// Nodes of the solver for one position to begin with.
    pub const USUAL_NODES: u64 = 100_000;
}

impl<'a> HisshiSearch<'a> {
    /// A search for `attacker` in positions of one game. `solver_nodes` bounds a single question to the solver; a question that it
    /// leaves open leaves the problem open.
    pub fn new(solver: &'a mut AnySolver, attacker: Color, limits: Limits<'a>, solver_nodes: u64) -> Self {
        solver.forget();
        Self {
            solver,
            attacker,
            limits,
            solver_nodes,
            known: HashMap::new(),
            killers: Vec::new(),
            counter_checks: 0,
            has_doubts: false,
            nodes: 0,
        }
    }

    /// Nodes so far: of this search and of the solver.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The shortest hisshi of at most `moves` moves of the attacker, who is to move.
    pub fn solve(&mut self, position: &AnyPosition, moves: usize) -> Answer {
        let mut position = position.without_history();
        let (mate, line) = self.mate(&position);
        if let Some(line) = line {
            return Answer::Mate(line);
        }
        let mut is_open = mate == Value::Open;
        for left in 0..moves {
            match self.first_that_wins(&mut position, left) {
                (Value::Won, Some(best)) => return Answer::Hisshi(self.collect(&mut position, best, left)),
                (Value::Refuted, _) => {}
                _ => is_open = true,
            }
            if self.is_over() {
                return Answer::Open;
            }
        }
        if is_open { Answer::Open } else { Answer::Refuted }
    }

    /// As [`solve`](Self::solve), until a limit of the search is reached: what the solver left open is asked again with more nodes.
    pub fn solve_patiently(&mut self, position: &AnyPosition, moves: usize) -> Answer {
        self.patiently(&Answer::Open, |search| search.solve(position, moves))
    }

    /// The first `most` of these moves that threaten mate and are hisshi at once; none if the attacker, to move, has a mate by checks.
    pub fn solutions(&mut self, position: &AnyPosition, moves: &[AnyMove], most: usize) -> Vec<AnyMove> {
        let mut position = position.without_history();
        if self.mate(&position).0 != Value::Refuted {
            return Vec::new();
        }
        let is_solution = |&m: &AnyMove| {
            position.make(m);
            let is_threat = position.passed().is_some_and(|passed| self.mate(&passed).0 == Value::Won);
            let is_hisshi = is_threat && self.defend(&mut position, 0) == Value::Won;
            position.unmake(m);
            is_hisshi
        };
        moves.iter().copied().filter(is_solution).take(most).collect()
    }

    /// True if it is proved that the attacker, to move, has no mate by checks and that this move is hisshi at once.
    pub fn is_solution(&mut self, position: &AnyPosition, m: AnyMove) -> bool {
        let mut position = position.without_history();
        position.legality(m).is_ok() && self.mate(&position).0 == Value::Refuted && {
            position.make(m);
            self.defend(&mut position, 0) == Value::Won
        }
    }

    /// True if it is proved besides that no other move is hisshi at once.
    pub fn is_only_solution(&mut self, position: &AnyPosition, m: AnyMove) -> bool {
        if !self.is_solution(position, m) {
            return false;
        }
        let mut position = position.without_history();
        position.legal_moves().into_iter().filter(|&other| other != m).all(|other| {
            position.make(other);
            let value = self.defend(&mut position, 0);
            position.unmake(other);
            value == Value::Refuted
        })
    }

    /// The move that parries the attacker's threat, if there is one. The defender is to move. As patient as
    /// [`solve_patiently`](Self::solve_patiently).
    pub fn parry(&mut self, position: &AnyPosition) -> Parry {
        let mut position = position.without_history();
        let Some(passed) = position.passed() else { return Parry::InCheck };
        self.patiently(&Parry::Open, |search| match (search.mate(&passed).0, search.defend(&mut position, 0)) {
            (Value::Refuted, _) => Parry::NoThreat,
            (Value::Won, Value::Won) => Parry::Hisshi,
            (Value::Won, Value::Refuted) => {
                search.killers.first().copied().flatten().map_or(Parry::NoThreat, Parry::Parried)
            }
            _ => Parry::Open,
        })
    }

    /// Asks again as long as the answer is open because the solver had too few nodes.
    fn patiently<T: PartialEq>(&mut self, open: &T, mut ask: impl FnMut(&mut Self) -> T) -> T {
        loop {
            self.has_doubts = false;
            let answer = ask(self);
            if answer != *open || !self.has_doubts || self.is_over() {
                return answer;
            }
            self.solver_nodes = self.solver_nodes.saturating_mul(MORE_NODES);
        }
    }

    /// True once a limit has been reached.
    fn is_over(&self) -> bool {
        let Limits { deadline, nodes, stop } = &self.limits;
        stop.is_some_and(|stop| stop.is_wanted())
            || nodes.is_some_and(|nodes| self.nodes >= nodes)
            || deadline.is_some_and(|deadline| std::time::Instant::now() >= deadline)
    }

    /// The solver's verdict on a mate by the attacker, with its line.
    fn mate(&mut self, position: &AnyPosition) -> (Value, Option<Vec<AnyMove>>) {
        let left = self.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(self.nodes));
        let limits = Limits { nodes: Some(self.solver_nodes.min(left)), ..self.limits };
        let report = self.solver.solve_further(position, self.attacker, Length::FirstFound, limits);
        self.nodes += report.nodes + 1;
        match report.outcome {
            Outcome::Mate(mate) => (Value::Won, Some(mate.line)),
            Outcome::Proved(_) | Outcome::Unknown => {
                self.has_doubts = true;
                (Value::Open, None)
            }
            Outcome::NoMate => (Value::Refuted, None),
        }
    }

    /// The value of a position in which the attacker, to move, has `left` moves before he must mate by checks.
    fn attack(&mut self, position: &mut AnyPosition, left: usize) -> Value {
        let key = (position.key(), left);
        if let Some(known) = self.known.get(&key)
            && known.value != Value::Open
        {
            return known.value;
        }
        let (value, best) = self.find_attack(position, left);
        self.known.insert(key, Known { value, best });
        value
    }

    fn find_attack(&mut self, position: &mut AnyPosition, left: usize) -> (Value, Option<AnyMove>) {
        if self.is_over() {
            return (Value::Open, None);
        }
        let mate = self.mate(position).0;
        let is_checked = position.in_check();
        if mate == Value::Won || left == 0 && !is_checked {
            return (mate, None);
        }
        // An evasion is forced, and is not counted; but a defender who goes on checking must come to an end.
        if is_checked && self.counter_checks == MOST_COUNTER_CHECKS {
            return (Value::Open, None);
        }
        self.counter_checks += usize::from(is_checked);
        let (value, best) = self.first_that_wins(position, if is_checked { left } else { left - 1 });
        self.counter_checks -= usize::from(is_checked);
        let is_open = value == Value::Refuted && mate == Value::Open;
        (if is_open { Value::Open } else { value }, best)
    }

    /// The attacker's first move that wins with `left` more of them.
    fn first_that_wins(&mut self, position: &mut AnyPosition, left: usize) -> (Value, Option<AnyMove>) {
        let mut value = Value::Refuted;
        for m in position.legal_moves() {
            position.make(m);
            let behind = self.defend(position, left);
            position.unmake(m);
            match behind {
                Value::Won => return (Value::Won, Some(m)),
                Value::Open => value = Value::Open,
                Value::Refuted => {}
            }
        }
        (value, None)
    }

    /// The value of a position in which the defender is to move and the attacker has `left` moves. A move that neither checks nor
    /// threatens mate is refuted by definition.
    fn defend(&mut self, position: &mut AnyPosition, left: usize) -> Value {
        let verdict = position.verdict();
        if verdict.is_some_and(|verdict| verdict.winner != Some(self.attacker)) {
            return Value::Refuted;
        }
        if self.is_over() {
            return Value::Open;
        }
        let (mut is_open, mut threat) = (false, Vec::new());
        if let Some(passed) = position.passed() {
            match self.mate(&passed) {
                (Value::Refuted, _) => return Value::Refuted,
                (value, line) => {
                    is_open = value == Value::Open;
                    threat = line.unwrap_or_default();
                }
            }
        }
        if verdict.is_some() {
            return if is_open { Value::Open } else { Value::Won };
        }
        for m in self.in_order(position, &threat, left) {
            position.make(m);
            let value = self.attack_behind(position, left);
            position.unmake(m);
            is_open |= value == Value::Open;
            if value == Value::Refuted {
                self.note_killer(left, m);
                return Value::Refuted;
            }
        }
        if is_open { Value::Open } else { Value::Won }
    }

    /// The value behind a defence, which may have ended the game.
    fn attack_behind(&mut self, position: &mut AnyPosition, left: usize) -> Value {
        match position.verdict() {
            Some(verdict) if verdict.winner == Some(self.attacker) => Value::Won,
            Some(_) => Value::Refuted,
            None => self.attack(position, left),
        }
    }

    /// The defences, those first that have refuted lately, that capture, or that go where the threat goes.
    fn in_order(&self, position: &AnyPosition, threat: &[AnyMove], left: usize) -> Vec<AnyMove> {
        let game = position.variant();
        let cells: Vec<Cell> = threat.iter().map(|&m| game.way(m).to).collect();
        let killer = self.killers.get(left).copied().flatten();
        let mut moves = position.legal_moves();
        moves.sort_by_key(|&m| {
            let to = game.way(m).to;
            let near = cells.iter().position(|&cell| cell == to).unwrap_or(cells.len());
            (Some(m) != killer, !position.is_capture(m), near)
        });
        moves
    }

    fn note_killer(&mut self, left: usize, m: AnyMove) {
        if self.killers.len() <= left {
            self.killers.resize(left + 1, None);
        }
        self.killers[left] = Some(m);
    }

    /// Every first move that leads to hisshi with `left` more, beside `best`, and the defences against that one.
    fn collect(&mut self, position: &mut AnyPosition, best: AnyMove, left: usize) -> Hisshi {
        let mut first_moves = vec![best];
        let mut has_all_first_moves = true;
        for m in position.legal_moves().into_iter().filter(|&m| m != best) {
            position.make(m);
            let value = self.defend(position, left);
            position.unmake(m);
            match value {
                Value::Won => first_moves.push(m),
                Value::Open => has_all_first_moves = false,
                Value::Refuted => {}
            }
        }
        position.make(best);
        let defences = self.defences(position, left);
        position.unmake(best);
        Hisshi { length: 2 * left + 1, first_moves, has_all_first_moves, defences }
    }

    /// The defences of a proved position with the attacker's answers, the longest first.
    fn defences(&mut self, position: &mut AnyPosition, left: usize) -> Vec<Defence> {
        let mut defences = Vec::new();
        if position.verdict().is_some() {
            return defences;
        }
        for m in position.legal_moves() {
            position.make(m);
            let reply = self.reply(position, left);
            position.unmake(m);
            defences.push(Defence { m, reply });
        }
        defences.sort_by_key(|defence| std::cmp::Reverse(defence.reply.distance()));
        defences
    }

    fn reply(&mut self, position: &mut AnyPosition, left: usize) -> Reply {
        if position.verdict().is_some() {
            return Reply::Mate(Vec::new());
        }
        if let Some(line) = self.mate(position).1 {
            return Reply::Mate(line);
        }
        // What was proved with fewer moves left is proved anew, from what is known.
        self.attack(position, left);
        let best = self.known.get(&(position.key(), left)).and_then(|known| known.best);
        let Some(m) = best else { return Reply::Proved };
        let is_evasion = position.in_check();
        position.make(m);
        let defences = self.defences(position, if is_evasion { left } else { left - 1 });
        position.unmake(m);
        if is_evasion { Reply::Evasion(m, defences) } else { Reply::Move(m, defences) }
    }
}

#[cfg(test)]
mod tests;
