//! The hisshi in one move that a judged move misses, or allows the other side.

use super::hisshi::{Answer, HisshiSearch, Parry};
use super::ply::Ply;
use super::view::Proof;
use crate::any::{AnyMove, AnyPosition, AnySolver};
use crate::mate::Limits;

/// The hisshi that a move in `position` misses, and else the one that it allows. `limits` are those of each search: where they are
/// reached first, nothing is said.
pub(super) fn find<'a>(
    solver: &mut AnySolver,
    position: &AnyPosition,
    ply: &Ply<AnyMove>,
    limits: impl Fn() -> Limits<'a>,
) -> (Option<Proof<AnyMove>>, Option<Proof<AnyMove>>) {
    let side = position.side_to_move();
    let behind = position.after(&[ply.played]);
    if let Some(missed) = hisshi(solver, position, limits()) {
        let is_gone = match HisshiSearch::new(solver, side, limits(), HisshiSearch::USUAL_NODES).parry(&behind) {
            Parry::InCheck | Parry::NoThreat | Parry::Parried(_) => true,
            Parry::Hisshi | Parry::Open => false,
        };
        return (Some(missed).filter(|_| is_gone), None);
    }
    let Some(best) = ply.before.best().filter(|_| !ply.before.is_lost()) else { return (None, None) };
    let allowed = hisshi(solver, &behind, limits());
    (None, allowed.filter(|_| hisshi(solver, &position.after(&[best]), limits()).is_none()))
}

/// A hisshi in one move by the side to move, with the longest defence and the mate behind it.
fn hisshi(solver: &mut AnySolver, position: &AnyPosition, limits: Limits<'_>) -> Option<Proof<AnyMove>> {
    let attacker = position.side_to_move();
    let answer = HisshiSearch::new(solver, attacker, limits, HisshiSearch::USUAL_NODES).solve(position, 1);
    let Answer::Hisshi(hisshi) = answer else { return None };
    let line = hisshi.line_to_mate();
    Some(Proof { plies: line.len(), line, is_solved: true })
}
