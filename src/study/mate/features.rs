//! The features of a problem and its solution that composers state: what stands in the diagram, what happens in the
//! solution, and the pieces that neither of them needs (飾り駒).

mod words;

use super::tree::{Quiet, left_over};
use super::{Solved, settle};
use crate::any::{AnyMove, AnyPosition, AnySolver};
use crate::board::Color;
use crate::mate::{Count, Known, Length, Limits, Mate, OtherMate, Outcome, Stop};
use crate::study::compose::diagram::{Diagram, Place};
use crate::variants::Variant;
pub(super) use words::lines;

/// Nodes for each piece when it is taken away first, and for the times after that.
const NODES: [u64; 3] = [20_000, 1_000_000, u64::MAX];

/// The features of a problem.
#[derive(Clone)]
pub(super) struct Features {
    pub variant: Variant,
    /// Pieces on the board, and in the attacker's hand.
    pub pieces: [u32; 2],
    pub kinds: Vec<DiagramKind>,
    pub solution: Moves,
    pub spare: Option<Spare>,
}

/// The kinds of diagrams that have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DiagramKind {
    /// Both kings stand on the board (双玉).
    BothKings,
    /// Nothing but the defender's king stands on the board (裸玉).
    KingAlone,
    /// The defender has no piece but his king on the board (無防備玉).
    Undefended,
    /// The attacker has no piece on the board (無仕掛).
    NothingPosted,
    /// It is its own image in a mirror.
    Symmetric,
}

/// Moves of the solution that have names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Moves {
    /// Moves of the attacker that capture nothing, whose piece is taken at once (捨駒).
    pub sacrifices: u32,
    /// Moves of the attacker that could promote and do not (不成).
    pub unpromoted: u32,
    /// Interpositions of the defender (合駒).
    pub interpositions: u32,
    /// Pieces in the attacker's hand at the end.
    pub left_over: u32,
}

/// The pieces that can be taken away one by one with the solution and its other mates unchanged.
#[derive(Clone)]
pub(super) struct Spare {
    pub diagram: Diagram,
    pub places: Vec<Place>,
    /// Those of which nobody knows.
    pub open: Vec<Place>,
}

impl Features {
    /// The features of a problem whose length is settled, as far as the limits allow.
    pub fn find(solver: &mut AnySolver, solved: &Solved, attacker: Color, limits: Limits<'_>) -> Option<Self> {
        let Outcome::Mate(mate) = &solved.report.outcome else { return None };
        if mate.line.is_empty() {
            return None;
        }
        let position = &solved.position;
        let variant = position.variant();
        let on_board = variant.cells().filter(|&cell| position.figure(cell).is_some()).count() as u32;
        let diagram = Diagram::as_posed(position).filter(|_| attacker == Color::Black);
        let solution = Moves::of(position, attacker, &mate.line[..mate.counted]);
        let kinds = diagram.as_ref().map_or_else(Vec::new, kinds);
        let spare = diagram.and_then(|diagram| Spare::find(solver, diagram, solved, mate, limits));
        let pieces = [on_board, left_over(position, attacker, &[])];
        Some(Self { variant, pieces, kinds, solution, spare })
    }
}

fn kinds(diagram: &Diagram) -> Vec<DiagramKind> {
    let mut kinds = Vec::new();
    let has_both_kings = Color::ALL.into_iter().all(|color| diagram.has_king(color));
    let is_posted = |place: &Place| matches!(place, Place::Board(_));
    let [attackers, defenders] = [Color::Black, Color::White].map(|color| diagram.pieces(color).iter().any(is_posted));
    kinds.extend(has_both_kings.then_some(DiagramKind::BothKings));
    match (attackers, defenders) {
        (false, false) if !has_both_kings => kinds.push(DiagramKind::KingAlone),
        _ => {
            kinds.extend((!defenders).then_some(DiagramKind::Undefended));
            kinds.extend((!attackers && !has_both_kings).then_some(DiagramKind::NothingPosted));
        }
    }
    kinds.extend(diagram.is_symmetric().then_some(DiagramKind::Symmetric));
    kinds
}

impl Moves {
    fn of(position: &AnyPosition, attacker: Color, line: &[AnyMove]) -> Self {
        let mut moves = Self { left_over: left_over(position, attacker, line), ..Self::default() };
        let mut position = position.clone();
        let variant = position.variant();
        for (ply, &m) in line.iter().enumerate() {
            if position.side_to_move() == attacker {
                let promoted = format!("{}+", variant.usi(m));
                let could_promote = position.legal_moves().iter().any(|&other| variant.usi(other) == promoted);
                moves.unpromoted += u32::from(could_promote);
                let target = variant.way(m).to;
                let is_taken = line.get(ply + 1).is_some_and(|&answer| variant.way(answer).to == target);
                moves.sacrifices += u32::from(is_taken && !position.is_capture(m));
            } else {
                moves.interpositions += u32::from(position.interposes(m));
            }
            position.make(m);
        }
        moves
    }
}

impl Spare {
    fn find(
        solver: &mut AnySolver,
        diagram: Diagram,
        solved: &Solved,
        mate: &Mate<AnyMove>,
        limits: Limits<'_>,
    ) -> Option<Self> {
        if mate.count != Count::Exact || solved.others.is_none() {
            return None;
        }
        let open = [Color::Black, Color::White].map(|color| diagram.pieces(color)).concat();
        let mut spare = Self { diagram, places: Vec::new(), open };
        let quiet = limits.stop.map(Quiet);
        let stop = quiet.as_ref().map(|quiet| quiet as &dyn Stop);
        let mut spent = 0;
        for budget in NODES {
            for place in std::mem::take(&mut spare.open) {
                let left = limits.nodes.map_or(budget, |nodes| nodes.saturating_sub(spent).min(budget));
                let limits = Limits { nodes: Some(left), stop, ..limits };
                match spare.diagram.without(&[place]).position() {
                    None => {}
                    Some(less) => match is_unchanged(solver, &less, solved, mate, limits, &mut spent) {
                        Some(true) => spare.places.push(place),
                        Some(false) => {}
                        None => spare.open.push(place),
                    },
                }
            }
        }
        Some(spare)
    }
}

/// True if a position has the solution of the problem, of the same length, and no other mates than that; none if the limits
/// leave it open.
fn is_unchanged(
    solver: &mut AnySolver,
    position: &AnyPosition,
    solved: &Solved,
    mate: &Mate<AnyMove>,
    limits: Limits<'_>,
    spent: &mut u64,
) -> Option<bool> {
    let attacker = Color::Black;
    let line = &mate.line[..mate.counted];
    let mut end = position.clone();
    for &m in line {
        let is_check = end.side_to_move() != attacker || end.legality(m).is_ok() && end.gives_check(m);
        if !is_check || end.play(m).is_err() {
            return Some(false);
        }
    }
    let mut length_of = |solver: &mut AnySolver, position: &AnyPosition| {
        let mut report = solver.solve(position, attacker, Length::Short, limits);
        settle(solver, position, attacker, &mut report, None, limits);
        *spent += report.nodes;
        match report.outcome {
            Outcome::Mate(mate) => match mate.known() {
                Known::Length(plies) => Some(Some(plies)),
                Known::EveryInterposition(_) | Known::AtMost(_) => None,
            },
            Outcome::NoMate => Some(None),
            Outcome::Proved(_) | Outcome::Unknown => None,
        }
    };
    if length_of(solver, &end)? != Some(0) {
        return Some(false);
    }
    if length_of(solver, position)? != Some(mate.counted) {
        return Some(false);
    }
    let others = solver.other_mates(position, attacker, line, limits)?;
    let is_known = |other: &OtherMate<AnyMove>| solved.others.iter().flatten().any(|known| known.found == *other);
    Some(others.iter().all(is_known))
}
