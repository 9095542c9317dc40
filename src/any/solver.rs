//! The mate solver of any game.

use super::engine::Compiled;
use super::moves::{any_line, of_kernel};
use super::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::GameMove;
use crate::mate::{Length, Limits, Mate, OtherMate, Outcome, Report, Solver};
use crate::memory::NoRoom;
use crate::variants::Variant;
use crate::with_game;

/// The mate solver of one game, whichever type it is compiled for; see [`Solver`].
///
/// Every method panics if a position is of another game.
pub struct AnySolver {
    variant: Variant,
    solver: Box<dyn MateSolver>,
}

trait MateSolver: Send {
    fn set_threads(&mut self, threads: usize);
    fn solve(&mut self, position: &AnyPosition, attacker: Color, length: Length, limits: Limits<'_>)
    -> Report<AnyMove>;
    fn forget(&mut self);
    fn solve_further(
        &mut self,
        position: &AnyPosition,
        attacker: Color,
        length: Length,
        limits: Limits<'_>,
    ) -> Report<AnyMove>;
    fn compose(&mut self, position: &AnyPosition, attacker: Color, mate: &mut Mate<AnyMove>, limits: Limits<'_>)
    -> u64;
    fn other_mates(
        &mut self,
        position: &AnyPosition,
        attacker: Color,
        line: &[AnyMove],
        limits: Limits<'_>,
    ) -> Option<Vec<OtherMate<AnyMove>>>;
}

impl AnySolver {
    /// A solver on one thread, with a table that grows up to about `megabytes`.
    ///
    /// # Errors
    /// If there is no memory for its table.
    pub fn new(variant: Variant, megabytes: usize) -> Result<Self, NoRoom> {
        fn of<G: Compiled>(_: G, megabytes: usize) -> Result<Box<dyn MateSolver>, NoRoom> {
            Ok(Box::new(Solver::<G>::new(megabytes)?))
        }
        Ok(Self { variant, solver: with_game!(variant, game => of(game, megabytes))? })
    }

    /// See [`Solver::set_threads`].
    pub fn set_threads(&mut self, threads: usize) {
        self.solver.set_threads(threads);
    }

    /// See [`Solver::solve`].
    pub fn solve(
        &mut self,
        position: &AnyPosition,
        attacker: Color,
        length: Length,
        limits: Limits<'_>,
    ) -> Report<AnyMove> {
        position.expect_variant(self.variant);
        self.solver.solve(position, attacker, length, limits)
    }

    /// See [`Solver::solve_further`].
    pub fn solve_further(
        &mut self,
        position: &AnyPosition,
        attacker: Color,
        length: Length,
        limits: Limits<'_>,
    ) -> Report<AnyMove> {
        position.expect_variant(self.variant);
        self.solver.solve_further(position, attacker, length, limits)
    }

    /// See [`Solver::forget`].
    pub fn forget(&mut self) {
        self.solver.forget();
    }

    /// See [`Solver::compose`].
    pub fn compose(
        &mut self,
        position: &AnyPosition,
        attacker: Color,
        mate: &mut Mate<AnyMove>,
        limits: Limits<'_>,
    ) -> u64 {
        position.expect_variant(self.variant);
        self.solver.compose(position, attacker, mate, limits)
    }

    /// See [`Solver::other_mates`].
    pub fn other_mates(
        &mut self,
        position: &AnyPosition,
        attacker: Color,
        line: &[AnyMove],
        limits: Limits<'_>,
    ) -> Option<Vec<OtherMate<AnyMove>>> {
        position.expect_variant(self.variant);
        self.solver.other_mates(position, attacker, line, limits)
    }
}

impl<G: Compiled> MateSolver for Solver<G> {
    fn set_threads(&mut self, threads: usize) {
        self.set_threads(threads);
    }

    fn solve(
        &mut self,
        position: &AnyPosition,
        attacker: Color,
        length: Length,
        limits: Limits<'_>,
    ) -> Report<AnyMove> {
        any_report(self.solve(&G::position(position), attacker, length, limits))
    }

    fn forget(&mut self) {
        self.forget();
    }

    fn solve_further(
        &mut self,
        position: &AnyPosition,
        attacker: Color,
        length: Length,
        limits: Limits<'_>,
    ) -> Report<AnyMove> {
        any_report(self.solve_further(&G::position(position), attacker, length, limits))
    }

    fn compose(
        &mut self,
        position: &AnyPosition,
        attacker: Color,
        mate: &mut Mate<AnyMove>,
        limits: Limits<'_>,
    ) -> u64 {
        let mut composed = Mate {
            line: of_kernel(&mate.line),
            plies: mate.plies,
            is_shortest: mate.is_shortest,
            counted: mate.counted,
            count: mate.count,
        };
        let nodes = self.compose(&G::position(position), attacker, &mut composed, limits);
        *mate = any_mate(&composed);
        nodes
    }

    fn other_mates(
        &mut self,
        position: &AnyPosition,
        attacker: Color,
        line: &[AnyMove],
        limits: Limits<'_>,
    ) -> Option<Vec<OtherMate<AnyMove>>> {
        let others = self.other_mates(&G::position(position), attacker, &of_kernel(line), limits)?;
        let any = |OtherMate { ply, m, length, kind }| OtherMate { ply, m: AnyMove::new(m), length, kind };
        Some(others.into_iter().map(any).collect())
    }
}

fn any_mate<M: GameMove>(mate: &Mate<M>) -> Mate<AnyMove> {
    Mate {
        line: any_line(&mate.line),
        plies: mate.plies,
        is_shortest: mate.is_shortest,
        counted: mate.counted,
        count: mate.count,
    }
}

fn any_report<M: GameMove>(report: Report<M>) -> Report<AnyMove> {
    let outcome = match report.outcome {
        Outcome::Mate(mate) => Outcome::Mate(any_mate(&mate)),
        Outcome::Proved(plies) => Outcome::Proved(plies),
        Outcome::NoMate => Outcome::NoMate,
        Outcome::Unknown => Outcome::Unknown,
    };
    Report { outcome, nodes: report.nodes, deepest: report.deepest, table_permille: report.table_permille }
}
