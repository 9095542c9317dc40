//! Alternative mating moves of the attacker along a line, under the composers' names.

use super::Solver;
use super::dfpn::Search;
use super::limits::Limits;
use super::value::{Plies, UNLIMITED};
use crate::board::Color;
use crate::game::{Game, Hands as _, Nuance, Position as _};

/// An alternative mating move of the attacker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherMate<M> {
    /// Moves of the line that come before it.
    pub ply: usize,
    /// The other move.
    pub m: M,
    /// Plies from `m` to the mate, as found.
    pub length: usize,
    /// Its name.
    pub kind: OtherKind,
}

/// The name that composers give to another mate. Only the first is a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherKind {
    /// Another solution (余詰).
    Cook,
    /// The move of the line, promoting or not (成・不成非限定).
    Promotion,
    /// The slider of the line, nearer to the king or farther from him (距離の非限定).
    Distance,
    /// A later move of the line played sooner, to the same effect (手順前後).
    Order,
    /// Another last move (最終手余詰).
    LastMove,
}

impl<G: Game> Solver<G> {
    /// Alternative mating moves of the attacker along `line`, useless interpositions aside, within as many plies as the
    /// line has, after [`Solver::solve`] has found it; at its last move those that mate at once. The line may end
    /// early, at [`Mate::counted`](super::Mate::counted). None if a limit was reached.
    pub fn other_mates(
        &mut self,
        position: &G::Position,
        attacker: Color,
        line: &[G::Move],
        limits: Limits<'_>,
    ) -> Option<Vec<OtherMate<G::Move>>> {
        self.paths.clear();
        let mut search = Search::<G>::new(position, attacker, &self.shared, &mut self.paths, limits);
        let length = Plies::try_from(line.len()).unwrap_or(UNLIMITED - 1);
        let mut mates = Vec::new();
        for (ply, &m) in line.iter().enumerate() {
            if search.position.side_to_move() == attacker {
                let limit = if ply + 1 < line.len() { length } else { 1 };
                let others = search.other_mates(m, limit).ok()?;
                let name = |other| kind_of::<G>(&search.position, attacker, &line[ply..], other);
                let named = others.into_iter().map(|(m, plies)| (m, plies, name(m)));
                mates.extend(named.map(|(m, plies, kind)| OtherMate { ply, m, length: plies.into(), kind }));
            }
            search.position.make(m, &mut ());
        }
        Some(mates)
    }
}

/// The kind of an alternative mate by `m` at the start of `line`.
fn kind_of<G: Game>(position: &G::Position, attacker: Color, line: &[G::Move], m: G::Move) -> OtherKind {
    if line.len() == 1 {
        return OtherKind::LastMove;
    }
    match position.nuance(m, line[0]) {
        Some(Nuance::Promotion) => OtherKind::Promotion,
        Some(Nuance::Distance) => OtherKind::Distance,
        None if comes_to_the_same::<G>(position, attacker, line, m) => OtherKind::Order,
        None => OtherKind::Cook,
    }
}

/// True if `m` is a later move of `line` and may change places with the first one: both orders lead to one position, each
/// answer staying in its place or going with the move that it answers.
fn comes_to_the_same<G: Game>(position: &G::Position, attacker: Color, line: &[G::Move], m: G::Move) -> bool {
    let Some(later) = (2..line.len()).step_by(2).find(|&ply| line[ply] == m) else { return false };
    let end = (later + 2).min(line.len());
    let key = key_after::<G>(position, attacker, &line[..end]);
    let mut swapped = line[..end].to_vec();
    swapped.swap(0, later);
    let mut answered = swapped.clone();
    if later + 1 < end {
        answered.swap(1, later + 1);
    }
    key.is_some() && [swapped, answered].iter().any(|line| key_after::<G>(position, attacker, line) == key)
}

/// The key of the position after `line`, in which the attacker's moves give check; none if one does not, or a move is
/// illegal.
fn key_after<G: Game>(position: &G::Position, attacker: Color, line: &[G::Move]) -> Option<u64> {
    let mut position = position.clone();
    for &m in line {
        let is_sound = position.is_pseudo_legal(m)
            && position.is_legal(m)
            && (position.side_to_move() != attacker || position.gives_check(m));
        if !is_sound {
            return None;
        }
        position.make(m, &mut ());
    }
    Some(position.key())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Playable as _, PlayablePosition as _, SfenMode};
    use crate::rules::Move;
    use crate::variants::Shogi;

    fn kind(sfen: &str, line: &str, other: &str) -> OtherKind {
        let position = Shogi.read_sfen(sfen, SfenMode::Mate).unwrap();
        let mut end = position.clone();
        let mut moves: Vec<Move> = Vec::new();
        for text in line.split(' ') {
            moves.push(end.parse_move(text).unwrap());
            end.make(*moves.last().unwrap(), &mut ());
        }
        kind_of::<Shogi>(&position, Color::Black, &moves, position.parse_move(other).unwrap())
    }

    #[test]
    fn kinds_are_told_apart() {
        // Two knights, each taken by a pawn, in either order; a gold is another matter.
        let knights = "4k4/3p1p3/9/9/9/9/9/9/9 b 2NG 1";
        assert_eq!(kind(knights, "N*4c 4b4c N*6c 6b6c", "N*6c"), OtherKind::Order);
        assert_eq!(kind(knights, "N*4c 4b4c N*6c 6b6c", "G*5b"), OtherKind::Cook);
        assert_eq!(kind(knights, "N*4c", "N*6c"), OtherKind::LastMove);
        let rook = "4k4/9/9/9/9/9/9/9/9 b RB 1";
        assert_eq!(kind(rook, "R*5e 5a4a", "R*5d"), OtherKind::Distance);
        assert_eq!(kind(rook, "R*9a 5a4b", "R*1a"), OtherKind::Cook);
        let bishop = "2B1k4/9/9/9/9/9/9/9/9 b - 1";
        assert_eq!(kind(bishop, "7a6b+ 5a6b", "7a6b"), OtherKind::Promotion);
    }
}
