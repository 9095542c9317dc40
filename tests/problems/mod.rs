//! Small random mate problems, and the plain way to solve them: walking every line that checks and defences make.

use kumataka::board::Color;
use kumataka::game::{Game, Hands as _, Playable as _, PlayablePosition as _, Position as _, SfenMode};
use kumataka::rules::{Move, Position, Rules, Spec};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Every position that checks and defences lead to from a root.
#[derive(Default)]
pub struct Exhaustive {
    pub attacks: Vec<bool>,
    /// Without check and without a move, the defender is not mated.
    stalemates: Vec<bool>,
    pub successors: Vec<Vec<(Move, usize)>>,
    /// What happens somewhere among the positions.
    pub features: BTreeSet<&'static str>,
}

impl Exhaustive {
    /// None if there are more than `bound` positions.
    pub fn explore<R: Rules>(root: &Position<R>, attacker: Color, bound: usize) -> Option<Self> {
        let mut walk = Walk {
            position: root.clone(),
            attacker,
            bound,
            numbers: HashMap::new(),
            on_path: Vec::new(),
            graph: Self::default(),
        };
        walk.visit(root.key()).map(|_| walk.graph)
    }

    /// Plies of the shortest mate from each position against the longest defence, from the mates backwards.
    pub fn lengths(&self) -> Vec<Option<usize>> {
        let mut lengths: Vec<Option<usize>> = vec![None; self.attacks.len()];
        let mut open: Vec<usize> = (0..self.attacks.len()).filter(|&at| !self.stalemates[at]).collect();
        for plies in 0.. {
            // An attacker without checks is not one whose every defence is mated.
            let mates = |&at: &usize| {
                let mut next = self.successors[at].iter().map(|&(_, to)| lengths[to]);
                if self.attacks[at] { next.any(|l| l.is_some()) } else { next.all(|l| l.is_some()) }
            };
            let (new, rest): (Vec<usize>, Vec<usize>) = open.into_iter().partition(mates);
            if new.is_empty() {
                break;
            }
            new.into_iter().for_each(|at| lengths[at] = Some(plies));
            open = rest;
        }
        lengths
    }

    /// A line of at most so many plies from the root, of moves at random.
    pub fn random_line(&self, plies: usize, random: &mut Xoshiro256PlusPlus) -> Vec<Move> {
        let mut at = 0;
        let mut line = Vec::new();
        while line.len() < plies && !self.successors[at].is_empty() {
            let (m, to) = self.successors[at][random.random_range(0..self.successors[at].len())];
            line.push(m);
            at = to;
        }
        line
    }
}

/// A walk through the positions, each visited once.
struct Walk<R: Rules> {
    position: Position<R>,
    attacker: Color,
    bound: usize,
    /// Positions visited, by key.
    numbers: HashMap<u64, usize>,
    /// `[number]`
    on_path: Vec<bool>,
    graph: Exhaustive,
}

impl<R: Rules> Walk<R> {
    /// The number of the position it stands at, whose key is `key`. None if there are too many.
    fn visit(&mut self, key: u64) -> Option<usize> {
        let number = self.graph.attacks.len();
        if number == self.bound {
            return None;
        }
        let moves = self.moves();
        self.numbers.insert(key, number);
        self.on_path.push(true);
        self.graph.attacks.push(self.position.side_to_move() == self.attacker);
        self.graph.stalemates.push(moves.is_empty() && !self.position.in_check());
        self.graph.successors.push(Vec::with_capacity(moves.len()));
        for m in moves {
            let key = self.position.key_after(m);
            let to = match self.numbers.get(&key) {
                Some(&known) => {
                    self.note("cycles", self.on_path[known]);
                    known
                }
                None => {
                    self.position.make(m, &mut ());
                    let new = self.visit(key)?;
                    self.position.unmake(m);
                    new
                }
            };
            self.graph.successors[number].push((m, to));
        }
        self.on_path[number] = false;
        Some(number)
    }

    /// Checks or defences. Apart from [`Walk::visit`], whose frames on the stack must be small.
    #[inline(never)]
    fn moves(&mut self) -> Vec<Move> {
        let attacks = self.position.side_to_move() == self.attacker;
        let mut legal = <R as Game>::MoveList::default();
        self.position.legal_moves(&mut legal);
        let mut moves = legal.as_ref().to_vec();
        if self.position.rules().spec().king_capture {
            // What leaves the king to be captured is legal, but no defence; nor does an attacker win by it.
            moves.retain(|&m| !self.hangs_king(m));
        }
        let checks = |&m: &Move| self.position.gives_check(m);
        moves.retain(|m| !attacks || checks(m));
        let drops = moves.iter().any(|&m| self.position.is_drop(m));
        let counters = !attacks && moves.iter().any(checks);
        self.note("drops", attacks && drops);
        self.note("interpositions", !attacks && drops);
        self.note("promotions", moves.iter().any(|m| m.promotes()));
        self.note("counter-checks", counters);
        moves
    }

    /// Whether the other side has a move to the king's square after `m`.
    fn hangs_king(&mut self, m: Move) -> bool {
        let us = self.position.side_to_move();
        self.position.make(m, &mut ());
        let mut answers = <R as Game>::MoveList::default();
        self.position.legal_moves(&mut answers);
        let king = self.position.king(us);
        let hangs = answers.as_ref().iter().any(|answer| Some(answer.to()) == king);
        self.position.unmake(m);
        hangs
    }

    fn note(&mut self, feature: &'static str, is_present: bool) {
        if is_present {
            self.graph.features.insert(feature);
        }
    }
}

/// A position as it is made up: a few pieces near a corner, and a few in hand.
#[derive(Clone)]
pub struct Diagram<R> {
    /// Kinds by rank and file as SFEN writes them.
    cells: Vec<Option<(Color, usize)>>,
    /// Kinds. `[color]`
    hands: [Vec<usize>; 2],
    side: Color,
    /// Whose king is to be mated.
    defender: Color,
    /// Whether the corner is not the defender's right one, but his left.
    is_left: bool,
    rules: R,
}

impl<R: Rules> Diagram<R> {
    pub fn random(rules: R, random: &mut Xoshiro256PlusPlus) -> Self {
        let Spec { files, ranks, king, .. } = *rules.spec();
        let defender = if random.random_bool(0.5) { Color::White } else { Color::Black };
        let mut diagram = Self {
            cells: vec![None; usize::from(files) * usize::from(ranks)],
            hands: [Vec::new(), Vec::new()],
            side: if random.random_bool(0.75) { !defender } else { defender },
            defender,
            is_left: random.random_bool(0.5),
            rules,
        };
        diagram.put(king.index(), defender, 3, random);
        if random.random_bool(0.25) {
            let spread = if random.random_bool(0.5) { 5 } else { 9 };
            diagram.put(king.index(), !defender, spread, random);
        }
        (0..random.random_range(0..4)).for_each(|_| diagram.put_any(defender, 3, random));
        (0..random.random_range(2..5)).for_each(|_| diagram.put_any(!defender, 4, random));
        for (color, most) in [(defender, 1), (!defender, 2)] {
            (0..random.random_range(0..=most)).for_each(|_| diagram.hold_any(color, random));
        }
        diagram
    }

    fn files(&self) -> usize {
        self.rules.spec().files.into()
    }

    fn ranks(&self) -> usize {
        self.rules.spec().ranks.into()
    }

    /// A piece to a random square not too far from the corner, unless a king stands there.
    fn put(&mut self, kind: usize, color: Color, spread: usize, random: &mut Xoshiro256PlusPlus) {
        let file = random.random_range(0..spread.min(self.files()));
        let rank = random.random_range(0..spread.min(self.ranks()));
        let is_white = self.defender == Color::White;
        let file = if is_white == self.is_left { file } else { self.files() - 1 - file };
        let rank = if is_white { rank } else { self.ranks() - 1 - rank };
        self.put_at(rank * self.files() + file, kind, color);
    }

    fn put_at(&mut self, cell: usize, kind: usize, color: Color) {
        if self.cells[cell].is_none_or(|(_, kind)| kind != self.rules.spec().king.index()) {
            self.cells[cell] = Some((color, kind));
        }
    }

    fn put_any(&mut self, color: Color, spread: usize, random: &mut Xoshiro256PlusPlus) {
        let kind = random.random_range(0..self.rules.spec().kinds.len());
        if kind != self.rules.spec().king.index() {
            self.put(kind, color, spread, random);
        }
    }

    fn hold_any(&mut self, color: Color, random: &mut Xoshiro256PlusPlus) {
        self.hands[color.index()].push(random.random_range(0..self.rules.spec().hand_kinds));
    }

    /// Changes something.
    pub fn alter(&mut self, random: &mut Xoshiro256PlusPlus) {
        let color = if random.random_bool(0.6) { !self.defender } else { self.defender };
        match random.random_range(0..16) {
            0..3 => self.put_any(color, 4, random),
            3..8 => self.shift(random),
            8..11 => self.remove(random),
            11..13 => self.hold_any(color, random),
            13 => drop(self.hands[color.index()].pop()),
            14 => self.toggle_king(random),
            _ => self.side = !self.side,
        }
    }

    fn random_piece(&self, random: &mut Xoshiro256PlusPlus) -> usize {
        let occupied: Vec<usize> = (0..self.cells.len()).filter(|&cell| self.cells[cell].is_some()).collect();
        occupied[random.random_range(0..occupied.len())]
    }

    /// Moves some piece to a square next to it.
    fn shift(&mut self, random: &mut Xoshiro256PlusPlus) {
        let from = self.random_piece(random);
        let file = (from % self.files() + random.random_range(0..3)).wrapping_sub(1);
        let rank = (from / self.files() + random.random_range(0..3)).wrapping_sub(1);
        if file < self.files() && rank < self.ranks() && self.cells[rank * self.files() + file].is_none() {
            let to = rank * self.files() + file;
            self.cells[to] = self.cells[from].take();
        }
    }

    /// Takes some piece off, the defender's king aside.
    fn remove(&mut self, random: &mut Xoshiro256PlusPlus) {
        let from = self.random_piece(random);
        if self.cells[from] != Some((self.defender, self.rules.spec().king.index())) {
            self.cells[from] = None;
        }
    }

    /// Gives the attacker a king, or takes his away.
    fn toggle_king(&mut self, random: &mut Xoshiro256PlusPlus) {
        let king = Some((!self.defender, self.rules.spec().king.index()));
        match self.cells.iter().position(|&piece| piece == king) {
            Some(cell) => self.cells[cell] = None,
            None => self.put(self.rules.spec().king.index(), !self.defender, 5, random),
        }
    }

    fn letters(&self, color: Color, kind: usize) -> String {
        let spec = &self.rules.spec().kinds[kind];
        let letter = char::from(spec.letter);
        let letter = if color == Color::White { letter.to_ascii_lowercase() } else { letter };
        if spec.promoted { format!("+{letter}") } else { letter.to_string() }
    }

    /// The position, if the rules allow it.
    pub fn position(&self) -> Option<Position<R>> {
        let text =
            |cell: &Option<(Color, usize)>| cell.map_or("1".to_owned(), |(color, kind)| self.letters(color, kind));
        let rows: Vec<String> = self.cells.chunks(self.files()).map(|row| row.iter().map(text).collect()).collect();
        let hand = |color: Color| self.hands[color.index()].iter().map(move |&kind| self.letters(color, kind));
        let hands: String = Color::ALL.into_iter().flat_map(hand).collect();
        let hands = if hands.is_empty() { "-" } else { &hands };
        let side = if self.side == Color::Black { 'b' } else { 'w' };
        self.rules.read_sfen(&format!("{} {side} {hands} 1", rows.join("/")), SfenMode::Tolerant).ok()
    }
}

/// A problem small enough to be walked through.
pub struct Problem<R: Rules> {
    pub position: Position<R>,
    pub attacker: Color,
    pub graph: Exhaustive,
    /// `[number]`
    pub lengths: Vec<Option<usize>>,
}

/// What a problem counts as.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Class {
    plies: Option<usize>,
    two_kings: bool,
    attacks: bool,
}

/// Draws different problems. Those made up from nothing seldom have long mates: others are made of earlier ones by
/// small changes, of each class about as often as of any other. No class makes much more than a tenth of them.
pub struct Problems<R: Rules> {
    rules: R,
    random: Xoshiro256PlusPlus,
    /// Some earlier diagrams of each class, and how many problems there were.
    earlier: BTreeMap<Class, (Vec<Diagram<R>>, usize)>,
    /// Problems drawn since the first of `earlier`.
    drawn: usize,
    seen: HashSet<(u64, Color)>,
    pub draws: usize,
}

/// Problems with more positions than this are passed over; one of the bounds is chosen at random, since most large
/// ones cost time for nothing.
const LARGEST_GRAPHS: [usize; 4] = [200, 200, 600, 2000];
/// Earlier diagrams kept of each class.
const MOST_EARLIER: usize = 100;
/// Problems after which the earlier ones are forgotten: they are all akin in the end.
const LINEAGE: usize = 10_000;

impl<R: Rules> Problems<R> {
    pub fn new(rules: R, seed: u64) -> Self {
        let random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Self { rules, random, earlier: BTreeMap::new(), drawn: 0, seen: HashSet::new(), draws: 0 }
    }

    pub fn draw(&mut self) -> Problem<R> {
        loop {
            self.draws += 1;
            let diagram = self.diagram();
            if let Some(problem) = self.problem(diagram) {
                return problem;
            }
        }
    }

    fn diagram(&mut self) -> Diagram<R> {
        let random = &mut self.random;
        if random.random_bool(0.2) {
            return Diagram::random(self.rules, random);
        }
        // One king allows more lines, so that fewer such problems are small enough.
        let two_kings = random.random_bool(0.3);
        let classes: Vec<_> = self.earlier.iter().filter(|(class, _)| class.two_kings == two_kings).collect();
        if classes.is_empty() {
            return Diagram::random(self.rules, random);
        }
        let (_, (diagrams, _)) = classes[random.random_range(0..classes.len())];
        let mut diagram = diagrams[random.random_range(0..diagrams.len())].clone();
        (0..random.random_range(1..4)).for_each(|_| diagram.alter(random));
        diagram
    }

    fn problem(&mut self, diagram: Diagram<R>) -> Option<Problem<R>> {
        let position = diagram.position()?;
        let is_over =
            self.rules.spec().king_capture && Color::ALL.into_iter().any(|color| position.king(color).is_none());
        if is_over {
            return None;
        }
        let attacker = position.problem_attacker(self.random.random_bool(0.5));
        let bound = LARGEST_GRAPHS[self.random.random_range(0..LARGEST_GRAPHS.len())];
        let identity = (position.key(), attacker);
        if self.seen.contains(&identity) {
            return None;
        }
        let mut graph = Exhaustive::explore(&position, attacker, bound)?;
        // Most of the smallest tell nothing new.
        if graph.attacks.len() < 30 && self.random.random_bool(0.9) {
            return None;
        }
        let lengths = graph.lengths();
        let two_kings = Color::ALL.into_iter().all(|color| position.king(color).is_some());
        let class = Class { plies: lengths[0], two_kings, attacks: graph.attacks[0] };
        let wanted = self.is_wanted(class);
        self.keep(diagram, class, wanted);
        if !wanted {
            return None;
        }
        self.seen.insert(identity);
        self.drawn += 1;
        if self.drawn == LINEAGE {
            self.drawn = 0;
            self.earlier.clear();
        }
        graph.features.extend(two_kings.then_some("two kings"));
        graph.features.extend((!graph.attacks[0]).then_some("the defender to move"));
        Some(Problem { position, attacker, graph, lengths })
    }

    /// Others are let through now and then, lest there be no end where few classes are to be found.
    fn is_wanted(&mut self, class: Class) -> bool {
        let count = self.earlier.get(&class).map_or(0, |&(_, count)| count);
        count * 10 <= self.drawn || self.random.random_bool(0.02)
    }

    fn keep(&mut self, diagram: Diagram<R>, class: Class, wanted: bool) {
        let (diagrams, count) = self.earlier.entry(class).or_default();
        *count += usize::from(wanted);
        if diagrams.len() < MOST_EARLIER {
            diagrams.push(diagram);
        } else {
            diagrams[self.random.random_range(0..MOST_EARLIER)] = diagram;
        }
    }
}
