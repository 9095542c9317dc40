//! The walk through a game: a search of each position, and a verdict on each move.

use super::curve::Curve;
use super::evidence::Evidence;
use super::judgement::Judgement;
use super::lost_hisshi;
use super::naming::Named;
use super::phase::Phases;
use super::ply::Ply;
use super::sight::Player;
use super::summary::{Analysis, Variation};
use super::view::{Proof, Threat, View, is_cut_by_repetition, prove, settled, threatmate};
use super::walk::{Trail, Walk};
use crate::any::{AnyEngine, AnyModel, AnyMove, AnyPosition, AnySolver};
use crate::board::Color;
use crate::game::{Claim, Phase, Score, score};
use crate::mate;
use crate::record::{NodeId, Record, Step};
use crate::search::{Grade, Limits, NoThread, SearchOptions, Thought};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Size of the mate solver's table: room for a search of some seconds.
const SOLVER_MEGABYTES: usize = 32;
/// A position's time, divided by this, is the solver's.
const SOLVER_SHARE: u32 = 5;
/// Nodes of the search for one node of the solver.
const NODES_A_SOLVER_NODE: u64 = 4;
/// Divisor of the solver's budget for a mate by the side to move.
const FOR_MATE: u32 = 2;
/// Divisor of the same budget for a threat by the other side, and again for hisshi.
const FOR_THREAT: u32 = 4;
/// Factor of the solver's budget for one question about a hisshi that a judged move misses or allows. There are at most three, and the
/// looks at such a move have taken 26 times the effort.
const FOR_HISSHI: u32 = 4;
/// Least loss of a sacrifice, in centipawns of [`AnyPosition::see_at_least`], where
/// a piece that changes hands counts about twice: a silver in shogi or a crane in tori shogi is enough.
const LEAST_SACRIFICE: Score = 800;

/// The efforts of further looks at a move that would be judged, as multiples of the first. The last look begins with an empty
/// table: it may see what the others have overlooked together.
const FURTHER_LOOKS: [u32; 4] = [2, 4, 10, 10];

/// Budget for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Nodes of the search; the solver gets a quarter as many on top.
    Nodes(u64),
    /// Time for search and solver together; a fifth is the solver's.
    Time(Duration),
}

impl Effort {
    const fn times(self, factor: u32) -> Self {
        match self {
            Self::Nodes(nodes) => Self::Nodes(nodes.saturating_mul(factor as u64)),
            Self::Time(time) => Self::Time(time.saturating_mul(factor)),
        }
    }

    /// The shares of the search before the best move and of that behind it.
    fn halves(self) -> [Self; 2] {
        match self {
            Self::Nodes(nodes) => [Self::Nodes(nodes.div_ceil(2)), Self::Nodes((nodes / 2).max(1))],
            Self::Time(time) => [Self::Time(time / 2); 2],
        }
    }

    fn of_search<M>(self) -> Limits<M> {
        match self {
            Self::Nodes(nodes) => Limits::nodes(nodes),
            Self::Time(time) => Limits::move_time(time.saturating_sub(time / SOLVER_SHARE)),
        }
    }

    fn of_solver(self, fraction: u32, stop: &AtomicBool) -> mate::Limits<'_> {
        let (deadline, nodes) = match self {
            Self::Nodes(nodes) => (None, Some((nodes / NODES_A_SOLVER_NODE / u64::from(fraction)).max(1))),
            Self::Time(time) => (Some(Instant::now() + time / SOLVER_SHARE / fraction), None),
        };
        mate::Limits { deadline, nodes, stop: Some(stop) }
    }
}

/// Settings of the searches.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub effort: Effort,
    pub threads: usize,
    /// Lines of the search; only moves are found with two or more.
    pub lines: usize,
    pub curve: Curve,
    /// The grade of the player for whom moves are judged; none judges by all that the searches see.
    pub grade: Option<Grade>,
    /// True if variations are analysed after the main line.
    pub has_variations: bool,
}

/// Receives a game as it is analysed.
pub trait Sink {
    type Error;

    /// Takes the next ply; `position` is the one before it.
    ///
    /// # Errors
    /// If the sink fails; the analysis ends then.
    fn ply(&mut self, position: &AnyPosition, ply: &Ply<AnyMove>) -> Result<(), Self::Error>;

    /// Begins a variation, by its number from 1: its plies follow, up to the next variation or the end. `ply` is the
    /// number of its first move.
    ///
    /// # Errors
    /// If the sink fails.
    fn variation(&mut self, number: usize, ply: usize) -> Result<(), Self::Error>;

    /// Ends the game, analysed whole or stopped; called once, last of all.
    ///
    /// # Errors
    /// If the sink fails.
    fn end(&mut self, analysis: &Analysis<AnyMove>) -> Result<(), Self::Error>;
}

/// Searches the positions of games.
pub struct Analyst {
    engine: AnyEngine,
    solver: AnySolver,
    player: Option<Player>,
    settings: Settings,
}

impl Analyst {
    /// # Errors
    /// If there is no memory for the search and the mate solver.
    pub fn new(model: &AnyModel, megabytes: usize, settings: Settings) -> Result<Self, NoThread> {
        let engine = AnyEngine::new(model, megabytes)?;
        let player = settings.grade.map(|grade| Player::new(model, grade, settings.curve)).transpose()?;
        Ok(Self { engine, solver: AnySolver::new(model.variant(), SOLVER_MEGABYTES)?, player, settings })
    }

    /// Analyses the moves of the main line, up to an illegal one, then the variations if the settings ask for them,
    /// and hands each ply to `sink`. Raising `stop` ends the analysis within some milliseconds; the plies known by
    /// then are returned.
    ///
    /// # Errors
    /// Errors of the sink.
    pub fn analyse<S: Sink>(
        &mut self,
        record: &Record,
        stop: &AtomicBool,
        sink: &mut S,
    ) -> Result<Analysis<AnyMove>, S::Error> {
        self.forget();
        let mut walk = Walk::new(record, stop, self.settings.has_variations);
        let mut analysis = Analysis { plies: Vec::new(), end: None, variations: Vec::new() };
        if let Some(trail) = self.begin(record, stop) {
            walk.pass(Record::ROOT, &trail);
            (analysis.plies, analysis.end) = self.follow(&mut walk, Record::ROOT, trail, sink)?;
        }
        while let Some((first, trail)) = walk.next_fork() {
            if !walk.is_stopped() {
                sink.variation(analysis.variations.len() + 1, trail.number + 1)?;
            }
            let before = record.node(first).parent();
            let (plies, end) = self.follow(&mut walk, first, trail, sink)?;
            analysis.variations.push(Variation { first, before, plies, end });
        }
        sink.end(&analysis)?;
        Ok(analysis)
    }

    /// Judges a move alone, by the positions before and after it. `previous` is the move before it. The ply has number
    /// 1, no names, and the phase of a game that begins with it. None if `stop` was raised.
    pub fn judge_move(
        &mut self,
        position: &AnyPosition,
        previous: Option<AnyMove>,
        played: AnyMove,
        stop: &AtomicBool,
    ) -> Option<Ply<AnyMove>> {
        let before = self.look(position, false, self.settings.effort, stop)?;
        let mut behind = position.clone();
        behind.make(played);
        let after = self.look(&behind, before.mate.is_some(), self.settings.effort, stop)?;
        let Seen { before, after, is_held } = self.look_again(position, played, before, after, stop)?;
        let phase = Phases::default().next(position, played, [&before, &after]);
        let told = MoveFacts { number: 1, phase, played, previous, spent: None, names: Vec::new(), is_held };
        let ply = self.judge(position, before, &after, stop, told);
        (!stop.load(Ordering::Relaxed)).then_some(ply)
    }

    /// Analyses the moves from a node along its first children, and hands each ply to `sink`. `trail` is the place
    /// before the node. Returns the plies, and the view of the last position unless the walk was stopped.
    fn follow<S: Sink>(
        &mut self,
        walk: &mut Walk<'_>,
        first: NodeId,
        mut trail: Trail,
        sink: &mut S,
    ) -> Result<Followed<AnyMove>, S::Error> {
        let (record, stop) = (walk.record, walk.stop);
        let mut plies = Vec::new();
        for id in record.line_from(first).filter(|&id| id != Record::ROOT) {
            let Some(&Step::Move(played)) = record.node(id).step() else { break };
            let position = trail.position.clone();
            let spent = record.node(id).time.map(|time| time.spent);
            let Some(ply) = self.pass(&mut trail, played, spent, stop) else { return Ok((plies, None)) };
            sink.ply(&position, &ply)?;
            plies.push(ply);
            walk.pass(id, &trail);
        }
        Ok((plies, Some(trail.view)))
    }

    /// Forgets what was seen of other games.
    pub(super) fn forget(&mut self) {
        self.engine.new_game();
    }

    /// The place at the start of a record; none if `stop` was raised.
    pub(super) fn begin(&mut self, record: &Record, stop: &AtomicBool) -> Option<Trail> {
        let view = self.look(record.start(), false, self.settings.effort, stop)?;
        Some(Trail::new(record.start().clone(), view))
    }

    /// Judges a move at a place, and goes on behind it. None if `stop` was raised, which leaves the place as it was.
    pub(super) fn pass(
        &mut self,
        trail: &mut Trail,
        played: AnyMove,
        spent: Option<Duration>,
        stop: &AtomicBool,
    ) -> Option<Ply<AnyMove>> {
        let position = trail.position.clone();
        let mut behind = position.clone();
        behind.make(played);
        let before = trail.view.clone();
        let after = self.look(&behind, before.mate.is_some(), self.settings.effort, stop)?;
        let Seen { before, after, is_held } = self.look_again(&position, played, before, after, stop)?;
        trail.position = behind;
        trail.number += 1;
        let told = MoveFacts {
            number: trail.number,
            phase: trail.phases.next(&position, played, [&before, &after]),
            played,
            previous: trail.previous.replace(played),
            spent,
            names: trail.namer.next(&trail.position),
            is_held,
        };
        let ply = self.judge(&position, before, &after, stop, told);
        trail.view = after;
        Some(ply)
    }

    /// Looks again at a move that would be judged, with more effort each time, until the verdict is clear. None if `stop`
    /// was raised.
    fn look_again(
        &mut self,
        position: &AnyPosition,
        played: AnyMove,
        before: View<AnyMove>,
        after: View<AnyMove>,
        stop: &AtomicBool,
    ) -> Option<Seen> {
        let mut behind = position.clone();
        behind.make(played);
        let mut seen = Seen { before, after, is_held: true };
        let mut evidence = Evidence::new(self.loss(played, &seen), seen.before.nodes + seen.after.nodes);
        for (number, factor) in (1..).zip(FURTHER_LOOKS) {
            if evidence.is_settled() {
                break;
            }
            if number == FURTHER_LOOKS.len() {
                self.engine.new_game();
            }
            let effort = self.settings.effort.times(factor);
            seen.before = self.look(position, false, effort, stop)?;
            seen.after = self.look(&behind, seen.before.mate.is_some(), effort, stop)?;
            evidence.add(self.loss(played, &seen));
        }
        seen.is_held = evidence.is_held();
        Some(seen)
    }

    /// The loss of a move in expected result, none if it is the best.
    fn loss(&self, played: AnyMove, Seen { before, after, .. }: &Seen) -> f64 {
        let curve = self.settings.curve;
        if before.best() == Some(played) {
            return 0.0;
        }
        curve.expected(before.score) - (1.0 - curve.expected(after.score))
    }

    /// Searches a position; none if stopped. `was_mating` says that the side that has moved had a mate before.
    fn look(
        &mut self,
        position: &AnyPosition,
        was_mating: bool,
        effort: Effort,
        stop: &AtomicBool,
    ) -> Option<View<AnyMove>> {
        if let Some(view) = settled(position) {
            return Some(view);
        }
        let alone = position.without_history();
        let mut view = self.search(position, effort, stop);
        // The search ends a line at the first repetition. While the rules do not end the game there, a player may
        // leave the circle, so the position is searched again without the moves before it.
        if view.declares {
            return Some(view);
        }
        if is_cut_by_repetition(position, view.line()) && !is_cut_by_repetition(&alone, view.line()) {
            let again = self.search(&alone, effort, stop);
            view = View { nodes: view.nodes + again.nodes, elapsed: view.elapsed + again.elapsed, ..again };
        }
        let side = position.side_to_move();
        view.mate = self.prove(position, side, effort.of_solver(FOR_MATE, stop));
        if let Some(proof) = &view.mate {
            view.put_first(proof.line.clone(), score::mate_in(proof.line.len().min(score::MAX_PLY)));
        } else if let Some(plies) = score::mate_distance(view.score).filter(|&plies| plies > 0)
            && !is_cut_by_repetition(&alone, view.line())
        {
            // Perpetual check loses the game, but it is no mate.
            view.mate = Some(Proof { line: view.line().to_vec(), plies: plies as usize, is_solved: false });
        } else {
            view.threat = self.threat(position, effort, stop);
            let hisshi = view.threat.as_ref().and_then(|threat| threat.hisshi.clone());
            let is_asked = was_mating && !view.is_lost();
            let lost = hisshi
                .or_else(|| is_asked.then(|| self.prove(position, !side, effort.of_solver(FOR_MATE, stop))).flatten());
            if let Some(proof) = lost.filter(|_| !view.is_lost()) {
                view.score = score::mated_in(proof.line.len().min(score::MAX_PLY));
            }
        }
        view.motifs = position.motifs(view.line());
        (!stop.load(Ordering::Relaxed)).then_some(view)
    }

    /// Searches a position with half of the effort, and the one behind its best move with the other half.
    fn search(&mut self, position: &AnyPosition, effort: Effort, stop: &AtomicBool) -> View<AnyMove> {
        let [before, behind] = effort.halves();
        let mut view = self.search_root(position, before, stop);
        let Some(best) = view.best().filter(|_| !score::is_decisive(view.score)) else { return view };
        let mut next = position.clone();
        next.make(best);
        if next.verdict().is_none() {
            let answer = self.search_root(&next, behind, stop);
            view.continue_best(&answer);
        }
        view
    }

    fn search_root(&mut self, position: &AnyPosition, effort: Effort, stop: &AtomicBool) -> View<AnyMove> {
        let options =
            SearchOptions { threads: self.settings.threads, multi_pv: self.settings.lines, ..SearchOptions::default() };
        let limits = effort.of_search();
        let Thought { lines, outcome } = self.engine.think(position, limits, &options, stop);
        View {
            score: outcome.score,
            lines,
            declares: outcome.claim == Some(Claim::Declaration),
            mate: None,
            threat: None,
            motifs: Vec::new(),
            depth: outcome.depth,
            nodes: outcome.nodes,
            elapsed: outcome.elapsed,
        }
    }

    /// The threat of the side that has moved. A check hides it: the other side cannot pass.
    fn threat(&mut self, position: &AnyPosition, effort: Effort, stop: &AtomicBool) -> Option<Threat<AnyMove>> {
        let mate = threatmate(&mut self.solver, position, effort.of_solver(FOR_THREAT, stop))?;
        // With the defender to move, the solver tries every legal move as a defence.
        let hisshi = self.prove(position, !position.side_to_move(), effort.of_solver(FOR_THREAT, stop));
        Some(Threat { mate, hisshi })
    }

    /// A mate by `attacker`, whoever is to move.
    fn prove(&mut self, position: &AnyPosition, attacker: Color, limits: mate::Limits<'_>) -> Option<Proof<AnyMove>> {
        prove(&mut self.solver, position, attacker, limits)
    }

    fn judge(
        &mut self,
        position: &AnyPosition,
        before: View<AnyMove>,
        after: &View<AnyMove>,
        stop: &AtomicBool,
        told: MoveFacts<AnyMove>,
    ) -> Ply<AnyMove> {
        let MoveFacts { number, phase, played, previous, spent, names, is_held } = told;
        let curve = self.settings.curve;
        let side = position.side_to_move();
        let missed = before.mate.clone().filter(|mate| mate.line.first() != Some(&played) && !after.is_lost());
        let allowed = after.mate.clone().filter(|_| {
            let is_best = before.best() == Some(played);
            let limits = self.settings.effort.of_solver(FOR_MATE, stop);
            !is_best && !before.is_lost() && self.prove(position, !side, limits).is_none()
        });
        let is_only_move = before.best() == Some(played) && before.lead(curve) >= Judgement::Mistake.least_loss();
        let expected_after = 1.0 - curve.expected(after.score);
        let mut ply = Ply {
            number,
            side,
            phase,
            played,
            previous,
            after: -after.score,
            refutation: after.line().to_vec(),
            expected_before: curve.expected(before.score),
            expected_after,
            is_only_move,
            is_brilliant: is_only_move && expected_after >= 0.5 && is_sacrifice(position, played),
            before,
            missed_mate: missed,
            allowed_mate: allowed,
            missed_hisshi: None,
            allowed_hisshi: None,
            threat: after.threat.clone(),
            names,
            spent,
            is_held,
            sight: None,
        };
        if ply.is_to_be_judged() {
            ply.sight = self.player.as_mut().and_then(|player| player.see(position, played, stop));
        }
        let is_about_mate = ply.missed_mate.is_some() || ply.allowed_mate.is_some();
        if ply.judgement().is_some() && !is_about_mate && !ply.before.declares {
            let limits = || self.settings.effort.times(FOR_HISSHI).of_solver(1, stop);
            let (missed, allowed) = lost_hisshi::find(&mut self.solver, position, &ply, limits);
            (ply.missed_hisshi, ply.allowed_hisshi) = (missed, allowed);
        }
        ply
    }
}

/// The plies of a line, and the view of its last position; none if the analysis was stopped there.
type Followed<M> = (Vec<Ply<M>>, Option<View<M>>);

/// True if a move, not made to answer a check, lets the other side win a piece by exchanges on its target.
fn is_sacrifice(position: &AnyPosition, m: AnyMove) -> bool {
    !position.in_check() && !position.see_at_least(m, 1 - LEAST_SACRIFICE)
}

/// A move as the record gives it, with its place in the game.
struct MoveFacts<M> {
    number: usize,
    phase: Phase,
    played: M,
    previous: Option<M>,
    spent: Option<Duration>,
    names: Vec<Named>,
    is_held: bool,
}

/// The positions before and behind a move after the last look at them.
struct Seen {
    before: View<AnyMove>,
    after: View<AnyMove>,
    is_held: bool,
}
