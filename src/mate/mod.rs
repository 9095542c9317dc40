//! The mate solver: proves which side mates by checks alone, and finds the line.
//!
//! Generic over [`Game`]; the rules decide what a check, a legal defence and a forbidden mating drop are. Every line
//! returned has been played through and ends in mate; "no mate" is returned only when it is proved.
//!
//! Algorithms: df-pn (Nagai, *Df-pn algorithm for searching AND/OR trees and its applications*, dissertation, 2002) and
//! its refinements as surveyed by Kishimoto, Winands, Müller and Saito, *Game-tree search using proof numbers: the
//! first twenty years*, ICGA Journal 35/3, 2012. Each refinement names its source at its function.

#![deny(missing_docs)]

mod counted;
mod dfpn;
mod entry;
mod interposition;
mod limits;
mod line;
mod node;
mod others;
mod paths;
mod relaxed;
mod shared;
mod table;
mod together;
mod value;

pub use limits::{Limits, Stop};
pub use line::is_mate;
pub use others::{OtherKind, OtherMate};

use crate::board::Color;
use crate::game::{Game, Hands as _};
use crate::memory::{self, NoRoom};
use counted::Relaxed;
use dfpn::Search;
use limits::LimitReached;
use line::MateLine;
use paths::PathTable;
use shared::Shared;
use std::marker::PhantomData;
use table::MateTable;
use value::{INDEPENDENT, Plies, UNLIMITED, Value};

/// The effort spent on the length of a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Length {
    /// The first mate found will do.
    FirstFound,
    /// Shortens the mate with a bounded effort, as composers count: the line holds useless interpositions at its end
    /// only.
    #[default]
    Short,
    /// Goes on until the shortest mate is proved, or a limit is reached. Every interposition counts.
    Shortest,
}

/// Result of a mate search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<M> {
    /// A mate with its line.
    Mate(Mate<M>),
    /// A mate within this many plies is proved, but a limit was reached before its line was recovered.
    Proved(usize),
    /// There is no mate, as long as only checks are played.
    NoMate,
    /// A limit was reached before the answer was known.
    Unknown,
}

/// A mate with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate<M> {
    /// Moves of both sides to the end.
    pub line: Vec<M>,
    /// Plies within which the attacker mates against any defence. The line is shorter if the longest defence was not
    /// searched, and if it leaves out useless interpositions.
    pub plies: usize,
    /// No mate within fewer plies exists, every interposition counted.
    pub is_shortest: bool,
    /// Plies of the line until the defender has nothing left but useless interpositions, which the checker captures one
    /// by one, mating as before.
    pub counted: usize,
    /// Relation of `counted` to the problem's length.
    pub count: Count,
}

/// Relation of a line's counted plies to the length that composers state: the attacker mates as soon as he can and the
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
    /// The length with every interposition counted.
    EveryInterposition(usize),
    /// An upper bound of both.
    AtMost(usize),
}

impl<M> Mate<M> {
    /// The length, as far as it is known.
    #[must_use]
    pub const fn known(&self) -> Known {
        // A mate in one cannot be shorter.
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
    /// The answer.
    pub outcome: Outcome<M>,
    /// Positions searched.
    pub nodes: u64,
    /// Longest path searched, in positions.
    pub deepest: usize,
    /// Thousandths of the table in use.
    pub table_permille: usize,
}

/// Free memory that another thread requires: its stack, and its allocator's arena.
const HELPER_ROOM: usize = 160 << 20;

/// A solver with its memory.
pub struct Solver<G> {
    shared: Shared,
    paths: PathTable,
    /// The path tables of the other threads.
    helpers: Vec<PathTable>,
    /// The side whose mates the table holds; none if the table is to be cleared.
    attacker: Option<Color>,
    game: PhantomData<G>,
}

impl<G: Game> Solver<G> {
    /// A single-threaded solver that grows to about `megabytes`.
    ///
    /// # Errors
    /// If there is no memory to begin with.
    pub fn new(megabytes: usize) -> Result<Self, NoRoom> {
        Ok(Self {
            shared: Shared::new(MateTable::new(megabytes)?),
            paths: PathTable::new()?,
            helpers: Vec::new(),
            attacker: None,
            game: PhantomData,
        })
    }

    /// Sets the threads that search together, at most those that fit in memory. With more than one, results and times
    /// may differ from run to run.
    pub fn set_threads(&mut self, threads: usize) {
        let wanted = threads.saturating_sub(1);
        self.helpers.truncate(wanted);
        let missing = wanted - self.helpers.len();
        let more = (0..missing).map_while(|_| memory::has_room(HELPER_ROOM).then(|| PathTable::new().ok()).flatten());
        self.helpers.extend(more);
    }

    /// Nodes after which the other threads join a search: most searches are over before a thread has started.
    pub const fn join_after(&mut self, nodes: u64) {
        self.shared.nodes_alone = nodes;
    }

    /// Searches for a mate of the other side's royal piece by `attacker`, to move or not.
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

    /// As [`Solver::solve`], reusing the results of earlier calls for the same attacker: for positions of one game.
    pub fn solve_further(
        &mut self,
        position: &G::Position,
        attacker: Color,
        length: Length,
        limits: Limits<'_>,
    ) -> Report<G::Move> {
        if self.attacker != Some(attacker) {
            self.shared.table_mut().clear();
            self.attacker = Some(attacker);
        }
        // Disproofs that depend on a path do not outlive their root.
        self.paths.clear();
        self.helpers.iter_mut().for_each(PathTable::clear);
        let mut search = Search::<G>::new(position, attacker, &self.shared, &mut self.paths, limits);
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

    /// Forgets the results that [`Solver::solve_further`] would reuse.
    pub const fn forget(&mut self) {
        self.attacker = None;
    }

    /// Replaces line and length of a mate found by [`Solver::solve`] by those that composers count, if the limits
    /// allow. Returns the positions searched.
    pub fn compose(
        &mut self,
        position: &G::Position,
        attacker: Color,
        mate: &mut Mate<G::Move>,
        limits: Limits<'_>,
    ) -> u64 {
        self.paths.clear();
        let mut search = Search::<G>::new(position, attacker, &self.shared, &mut self.paths, limits);
        let plies = Plies::try_from(mate.plies).unwrap_or(UNLIMITED);
        if let Ok((line, count)) = search.composed_line(plies)
            && is_mate::<G>(position, attacker, &line.moves)
        {
            (mate.line, mate.counted, mate.count) = (line.moves, line.counted, count);
        }
        search.nodes
    }
}

impl<M> MateLine<M> {
    fn into_mate(self, plies: Plies, is_shortest: bool) -> Mate<M> {
        Mate { line: self.moves, plies: plies.into(), is_shortest, counted: self.counted, count: Count::OfLine }
    }
}

impl<'a, G: Game> Search<'a, G> {
    /// The line of a mate within `plies` that has just been proved, shortened as asked.
    fn show(&mut self, plies: Plies, length: Length) -> Option<Mate<G::Move>> {
        self.limits.note_mate(plies);
        let first = self.line(plies, Limits { nodes: Some(0), ..Limits::default() })?;
        let polish = match length {
            Length::FirstFound => return Some(first.into_mate(plies, false)),
            Length::Short => self.limits_of_polish(),
            Length::Shortest => self.limits,
        };
        let (plies, is_shortest) = self.shorten(plies, polish, length == Length::Short);
        if length == Length::Short
            && let Ok((line, count)) = self.within(polish, |search| search.composed_line(plies))
        {
            return Some(Mate { count, ..line.into_mate(plies, is_shortest) });
        }
        let line = self.line(plies, polish).unwrap_or(first);
        Some(line.into_mate(plies, is_shortest))
    }

    /// The line that composers state, of the mate within `plies` that has been proved.
    fn composed_line(&mut self, plies: Plies) -> Result<(MateLine<G::Move>, Count), LimitReached> {
        self.has_doubts = false;
        let budget = self.counting_nodes;
        let counted = self.counted_length(plies)?.unwrap_or(plies);
        // Proofs may have to be repeated, move by move.
        self.counting_nodes = budget;
        let count = if self.has_doubts { Count::AtMost } else { Count::Exact };
        Ok((self.counted_line(counted)?, count))
    }

    /// The limits for improving the first line: in proportion to the effort for the mate, but for hard problems no more
    /// than that again and [`MOST_POLISH`].
    fn limits_of_polish(&self) -> Limits<'a> {
        let extra = (self.nodes * POLISH_FACTOR + LEAST_POLISH).min(self.nodes + MOST_POLISH);
        let nodes = self.nodes + extra;
        Limits { nodes: Some(self.limits.nodes.map_or(nodes, |limit| limit.min(nodes))), ..self.limits }
    }

    /// Searches for shorter mates than the one within `plies`. Returns the shortest length found; true if it is proved
    /// to be the shortest.
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

    /// Searches for a mate within `plies` by `nodes` nodes, and then tries to rule it out without interpositions: that
    /// rules it out with them as well, and settles the length as composers count it.
    fn shorten_quickly(&mut self, plies: Plies, polish: Limits<'a>, nodes: u64) -> Option<Value> {
        let most = self.nodes + nodes;
        let brief = Limits { nodes: Some(polish.nodes.map_or(most, |limit| limit.min(most))), ..polish };
        let quick = self.within(brief, |search| search.solve_together(plies));
        quick.or_else(|| {
            let relaxed = self.within(polish, |search| search.without_interpositions(plies));
            let is_ruled_out = matches!(relaxed, Ok(Relaxed::RuledOut));
            is_ruled_out.then(|| Value::disproved(plies, self.position.hand(self.attacker), INDEPENDENT))
        })
    }

    /// Runs `work` under other limits.
    pub(super) fn within<T>(&mut self, limits: Limits<'a>, work: impl FnOnce(&mut Self) -> T) -> T {
        let own = std::mem::replace(&mut self.limits, limits);
        let result = work(self);
        self.limits = own;
        result
    }
}

/// Nodes for improving a line however cheap the mate was.
const LEAST_POLISH: u64 = 50_000;
/// Nodes for improving a line as a multiple of those for the mate.
const POLISH_FACTOR: u64 = 16;
/// Nodes for counting lengths as composers do, besides a sixteenth of those for the mate: enough for problems as people
/// solve them, and little beside the effort of shortening a long mate.
const LEAST_COUNTING: u64 = 500;
/// Nodes for improving a line beyond those for the mate itself.
const MOST_POLISH: u64 = 1_000_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Playable as _, SfenMode};
    use crate::rules::Position;
    use crate::variants::Shogi;
    use table::Work;

    /// The table has kept the result of a proved mate and lost the rest, as threads fill it.
    fn with_result_alone(position: &Position<Shogi>, plies: Plies) -> Solver<Shogi> {
        let mut solver = Solver::new(1).unwrap();
        let hand = position.hand(Color::Black);
        let work = Work { plies: UNLIMITED, depth: 0, effort: 1 };
        solver.shared.table_mut().store(position.board_key(), hand, &Value::proved(plies, hand), work);
        solver.attacker = Some(Color::Black);
        solver
    }

    #[test]
    fn a_proved_mate_is_never_thrown_away() {
        let position = Shogi.read_sfen("7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1", SfenMode::Mate).unwrap();
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
