//! The mate solver: which side mates by checks alone, and how.
//!
//! Generic over [`Game`]; the rules decide what a check, a legal defence and a forbidden mating drop are. Every line
//! handed out has been played through and ends in mate; "no mate" is said only when it is proved.

mod counted;
mod crew;
mod dfpn;
mod entry;
mod interposition;
mod limits;
mod line;
mod node;
mod others;
mod paths;
mod relaxed;
mod table;
mod together;
mod value;

pub use limits::{Limits, Stop};
pub use line::is_mate;
pub use others::{OtherKind, OtherMate};

use crate::board::Color;
use crate::game::{Game, Reserves as _};
use crate::memory::{self, NoRoom};
use counted::Relaxed;
use crew::Crew;
use dfpn::Search;
use limits::LimitReached;
use line::Line;
use paths::PathTable;
use std::marker::PhantomData;
use table::MateTable;
use value::{INDEPENDENT, Plies, UNLIMITED, Value};

/// How much to do about the length of a mate that has been found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Length {
    /// The first mate found will do.
    FirstFound,
    /// The solver shortens it with a bounded effort, as composers count: the line holds useless interpositions at its
    /// end only.
    #[default]
    Short,
    /// The solver goes on until the shortest is proved, or a limit reached. Every interposition counts.
    Shortest,
}

/// What a search for mate found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<M> {
    Mate(Mate<M>),
    /// A mate within so many plies is proved, but a limit was reached before its line was found again.
    Proved(usize),
    /// There is no mate, as long as only checks are played.
    NoMate,
    /// A limit was reached before the answer was known.
    Unknown,
}

/// A mate that has been found, with the line that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate<M> {
    /// Moves of both sides to the end.
    pub line: Vec<M>,
    /// The plies within which the attacker mates whatever the defence. The line is shorter where the longest defence was
    /// not looked for, and where it leaves out useless interpositions.
    pub plies: usize,
    /// Whether no mate within fewer plies exists, every interposition counted.
    pub is_shortest: bool,
    /// The plies of the line up to where the defender has nothing left but useless interpositions, which the checker takes
    /// one by one, mating as before.
    pub counted: usize,
    /// What `counted` says of the problem.
    pub count: Count,
}

/// What the counted plies of a line say of the length that composers state: the attacker mates as soon as he can and the
/// defender holds out as long as he can, useless interpositions aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// They are the plies of this line and nothing else.
    OfLine,
    /// The length is no greater.
    AtMost,
    /// They are the length.
    Exact,
}

/// The known length of a mate, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The length that composers state.
    Length(usize),
    /// The length where every interposition counts.
    EveryInterposition(usize),
    /// A bound that is proved for both.
    AtMost(usize),
}

impl<M> Mate<M> {
    /// The length, as far as it is known.
    #[must_use]
    pub const fn known(&self) -> Known {
        // Nothing is shorter.
        if self.plies <= 1 {
            return Known::Length(self.plies);
        }
        let is_full = match self.count {
            Count::Exact => return Known::Length(self.counted),
            Count::AtMost => self.counted == self.plies,
            Count::OfLine => true,
        };
        let most = if is_full { self.plies } else { self.counted };
        if is_full && self.is_shortest { Known::EveryInterposition(most) } else { Known::AtMost(most) }
    }
}

/// The outcome of a search and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    pub outcome: Outcome<M>,
    /// Positions searched.
    pub nodes: u64,
    /// Longest path searched, in positions.
    pub deepest: usize,
    /// Thousandths of the table in use.
    pub table_permille: usize,
}

/// Bytes that must be there before another thread is planned for: its stack, and what an allocator reserves for it.
const HELPER_ROOM: usize = 160 << 20;

/// A solver with its memory.
pub struct Solver<G> {
    crew: Crew,
    paths: PathTable,
    /// The path tables of the other threads.
    helpers: Vec<PathTable>,
    /// The side whose mates the table tells of; none if the table is to be cleared.
    attacker: Option<Color>,
    game: PhantomData<G>,
}

impl<G: Game> Solver<G> {
    /// A solver that uses about so much memory, growing into it, and one thread.
    ///
    /// # Errors
    /// If there is no memory to begin with.
    pub fn new(megabytes: usize) -> Result<Self, NoRoom> {
        Ok(Self {
            crew: Crew::new(MateTable::new(megabytes)?),
            paths: PathTable::new()?,
            helpers: Vec::new(),
            attacker: None,
            game: PhantomData,
        })
    }

    /// Sets the threads that look for a mate together, at most those that there is memory for. With more than one, what is
    /// found and how long it takes may be different every time.
    pub fn set_threads(&mut self, threads: usize) {
        let wanted = threads.saturating_sub(1);
        self.helpers.truncate(wanted);
        let missing = wanted - self.helpers.len();
        let more = (0..missing).map_while(|_| memory::has_room(HELPER_ROOM).then(|| PathTable::new().ok()).flatten());
        self.helpers.extend(more);
    }

    /// From now on the other threads join a search once it has made so many nodes: most searches are over before a
    /// thread has started.
    pub const fn join_after(&mut self, nodes: u64) {
        self.crew.nodes_alone = nodes;
    }

    /// Looks for a mate of the other side's royal piece by `attacker`, whoever is to move.
    pub fn solve(
        &mut self,
        position: &G::Position,
        attacker: Color,
        length: Length,
        limits: Limits<'_>,
    ) -> Report<G::Move> {
        self.forget();
        self.solve_further(position, attacker, length, limits)
    }

    /// As [`Solver::solve`], with what earlier calls for the same attacker have found out: for positions of one game.
    pub fn solve_further(
        &mut self,
        position: &G::Position,
        attacker: Color,
        length: Length,
        limits: Limits<'_>,
    ) -> Report<G::Move> {
        if self.attacker != Some(attacker) {
            self.crew.table_mut().clear();
            self.attacker = Some(attacker);
        }
        // What depends on the path to a position is another matter with every root.
        self.paths.clear();
        self.helpers.iter_mut().for_each(PathTable::clear);
        let mut search = Search::<G>::new(position, attacker, &self.crew, &mut self.paths, limits);
        search.helpers = &mut self.helpers;
        let outcome = match search.solve_together(UNLIMITED) {
            Some(value) if value.is_proved() => {
                let mate = search.show(value.plies, length).filter(|mate| is_mate::<G>(position, attacker, &mate.line));
                mate.map_or(Outcome::Proved(value.plies.into()), Outcome::Mate)
            }
            Some(_) => Outcome::NoMate,
            None => Outcome::Unknown,
        };
        Report { outcome, nodes: search.nodes, deepest: search.deepest, table_permille: search.table.permille() }
    }

    /// Forgets what [`Solver::solve_further`] would go on with.
    pub const fn forget(&mut self) {
        self.attacker = None;
    }

    /// Gives a mate that [`Solver::solve`] has found its length and its line as composers count them, if the limits allow
    /// to find these out. Returns the positions searched.
    pub fn compose(
        &mut self,
        position: &G::Position,
        attacker: Color,
        mate: &mut Mate<G::Move>,
        limits: Limits<'_>,
    ) -> u64 {
        self.paths.clear();
        let mut search = Search::<G>::new(position, attacker, &self.crew, &mut self.paths, limits);
        let plies = Plies::try_from(mate.plies).unwrap_or(UNLIMITED);
        if let Ok((line, count)) = search.composed_line(plies)
            && is_mate::<G>(position, attacker, &line.moves)
        {
            (mate.line, mate.counted, mate.count) = (line.moves, line.counted, count);
        }
        search.nodes
    }
}

impl<M> Line<M> {
    fn into_mate(self, plies: Plies, is_shortest: bool) -> Mate<M> {
        Mate { line: self.moves, plies: plies.into(), is_shortest, counted: self.counted, count: Count::OfLine }
    }
}

impl<'a, G: Game> Search<'a, G> {
    /// The line of a mate within `plies` just proved, made shorter as asked.
    fn show(&mut self, plies: Plies, length: Length) -> Option<Mate<G::Move>> {
        self.limits.note_mate(plies);
        let found = self.line(plies, Limits { nodes: Some(0), ..Limits::default() })?;
        let polish = match length {
            Length::FirstFound => return Some(found.into_mate(plies, false)),
            Length::Short => self.limits_of_polish(),
            Length::Shortest => self.limits,
        };
        let (plies, is_shortest) = self.shorten(plies, polish, length == Length::Short);
        if length == Length::Short
            && let Ok((line, count)) = self.within(polish, |search| search.composed_line(plies))
        {
            return Some(Mate { count, ..line.into_mate(plies, is_shortest) });
        }
        let line = self.line(plies, polish).unwrap_or(found);
        Some(line.into_mate(plies, is_shortest))
    }

    /// The line that composers state, of the mate within `plies` that has been proved.
    fn composed_line(&mut self, plies: Plies) -> Result<(Line<G::Move>, Count), LimitReached> {
        self.has_doubts = false;
        let budget = self.counting_nodes;
        let counted = self.counted_length(plies)?.unwrap_or(plies);
        // What has been found may have to be found again, move by move.
        self.counting_nodes = budget;
        let count = if self.has_doubts { Count::AtMost } else { Count::Exact };
        Ok((self.counted_line(counted)?, count))
    }

    /// The limits of the effort for a better line after the first: it is in proportion to what the mate has cost, but for
    /// problems that were hard no more than that again and [`MOST_POLISH`].
    fn limits_of_polish(&self) -> Limits<'a> {
        let extra = (self.nodes * POLISH_FACTOR + LEAST_POLISH).min(self.nodes + MOST_POLISH);
        let nodes = self.nodes + extra;
        Limits { nodes: Some(self.limits.nodes.map_or(nodes, |limit| limit.min(nodes))), ..self.limits }
    }

    /// Looks for shorter mates than that within `plies`. Returns the shortest length found, and whether it is proved to be
    /// the shortest there is.
    fn shorten(&mut self, mut plies: Plies, polish: Limits<'a>, is_composed: bool) -> (Plies, bool) {
        let try_nodes = self.nodes;
        self.counting_nodes = LEAST_COUNTING + self.nodes / 16;
        while plies > 2 {
            if is_composed {
                match self.shorten_quickly(plies - 2, polish, try_nodes) {
                    Some(value) if value.is_proved() => {
                        plies = value.plies;
                        self.limits.note_mate(plies);
                        continue;
                    }
                    Some(_) => return (plies, true),
                    None => (),
                }
            }
            match self.within(polish, |search| search.solve_together(plies - 2)) {
                Some(value) if value.is_proved() => {
                    plies = value.plies;
                    self.limits.note_mate(plies);
                }
                Some(_) => return (plies, true),
                None => return (plies, false),
            }
        }
        (plies, true)
    }

    /// Looks for a mate within `plies` with so many nodes, and then rules it out, if that can be done, without
    /// interpositions: that rules it out with them as well, and the length as composers count it is then known too.
    fn shorten_quickly(&mut self, plies: Plies, polish: Limits<'a>, nodes: u64) -> Option<Value> {
        let most = self.nodes + nodes;
        let brief = Limits { nodes: Some(polish.nodes.map_or(most, |limit| limit.min(most))), ..polish };
        let found = self.within(brief, |search| search.solve_together(plies));
        found.or_else(|| {
            let relaxed = self.within(polish, |search| search.without_interpositions(plies));
            let is_ruled_out = matches!(relaxed, Ok(Relaxed::RuledOut));
            is_ruled_out.then(|| Value::disproved(plies, self.position.reserve(self.attacker), INDEPENDENT))
        })
    }

    /// Does something under other limits than its own.
    pub(super) fn within<T>(&mut self, limits: Limits<'a>, work: impl FnOnce(&mut Self) -> T) -> T {
        let own = std::mem::replace(&mut self.limits, limits);
        let result = work(self);
        self.limits = own;
        result
    }
}

/// Nodes that may be spent on a better line however little the mate has cost.
const LEAST_POLISH: u64 = 50_000;
/// So many times the nodes of the mate may be spent on a better line.
const POLISH_FACTOR: u64 = 16;
/// Nodes that may be spent to count lengths as composers do, besides a sixteenth of those that the mate has cost: enough for
/// problems as people solve them, and little beside what it takes to shorten a long mate.
const LEAST_COUNTING: u64 = 500;
/// Nodes that may be spent on a better line beyond what the mate itself has cost.
const MOST_POLISH: u64 = 1_000_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::SfenMode;
    use crate::rules::Position;
    use crate::variants::Shogi;
    use table::Work;

    /// A proved mate, of which the table has kept the result alone: threads fill it so that the rest is lost.
    fn with_result_alone(position: &Position<Shogi>, plies: Plies) -> Solver<Shogi> {
        let mut solver = Solver::new(1).unwrap();
        let hand = position.reserve(Color::Black);
        let work = Work { plies: UNLIMITED, depth: 0, effort: 1 };
        solver.crew.table_mut().store(position.board_key(), hand, &Value::proved(plies, hand), work);
        solver.attacker = Some(Color::Black);
        solver
    }

    #[test]
    fn a_proved_mate_is_never_thrown_away() {
        let position = Position::from_sfen(Shogi, "7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1", SfenMode::Mate).unwrap();
        for length in [Length::FirstFound, Length::Short, Length::Shortest] {
            let solve = |limits| with_result_alone(&position, 9).solve_further(&position, Color::Black, length, limits);
            let Outcome::Mate(mate) = solve(Limits::default()).outcome else { panic!("no line") };
            assert!(is_mate::<Shogi>(&position, Color::Black, &mate.line));
            let few = Limits { nodes: Some(1), ..Limits::default() };
            assert_eq!(solve(few).outcome, Outcome::Proved(9));
        }
    }

    #[test]
    fn the_known_length_is_no_more_than_is_proved() {
        let mate =
            |plies, is_shortest, counted, count| Mate::<()> { line: Vec::new(), plies, is_shortest, counted, count };
        let rows = [
            (mate(9, true, 7, Count::Exact), Known::Length(7)),
            (mate(9, true, 9, Count::AtMost), Known::EveryInterposition(9)),
            (mate(9, true, 7, Count::AtMost), Known::AtMost(7)),
            (mate(9, false, 9, Count::AtMost), Known::AtMost(9)),
            (mate(475, false, 33, Count::OfLine), Known::AtMost(475)),
            (mate(9, true, 7, Count::OfLine), Known::EveryInterposition(9)),
        ];
        rows.into_iter().for_each(|(mate, known)| assert_eq!(mate.known(), known, "{mate:?}"));
    }
}
