//! A cheap test for mates in one by a piece that ends next to the king or jumps at it.
//!
//! Such a check cannot be blocked: the answers are capturing the piece or moving the king. Mates from afar are left to
//! the search, as are all mates in games with borrowed moves. Every reported move mates, or gives the check that wins a
//! game of checks.

use super::{Kind, Move, Position, Rules};
use crate::board::{Bitboard, Square, lines};
use crate::game::{Game, Hands as _, Position as _, Scope};

/// The surroundings of a king to be mated.
struct Siege {
    /// Flight squares of the king: the mating piece must attack them all by itself.
    flights: Bitboard,
    /// Pieces that attack a square from which they would check by contact, with the king taken off the board.
    movers: Bitboard,
}

impl<R: Rules> Position<R> {
    /// A mate of the other king, which stands on `king`.
    pub(super) fn mate_of(&self, king: Square) -> Option<Move> {
        let siege = self.siege(king);
        self.mating_drop(king, siege.flights).or_else(|| self.mating_move(king, &siege))
    }

    /// A legal move that gives check, for a game that this wins at once.
    pub(super) fn winning_check(&self) -> Option<Move> {
        let mut checks = <R as Game>::MoveList::default();
        self.generate(Scope::Checks, &mut checks);
        checks.into_iter().find(|&m| self.is_legal(m))
    }

    /// Collects the attacks near the other king; there are few unless an attack is under way.
    #[inline(always)]
    fn siege(&self, king: Square) -> Siege {
        let (us, tables) = (self.side, self.tables());
        let vicinity = self.by_kind.iter().zip(tables.vicinity(us, king));
        let near = vicinity.fold(Bitboard::EMPTY, |near, (&kind, &squares)| near | kind & squares) & self.pieces(us);
        let without_king = self.occupied() ^ Bitboard::square(king);
        let mut guarded = Bitboard::EMPTY;
        let mut movers = Bitboard::EMPTY;
        for from in near {
            let kind = self.piece(from).kind();
            let attacks = self.attacks(kind, us, from, without_king);
            guarded |= attacks;
            let contact = |kind| tables.contact(kind, us, king);
            let near_enough = contact(kind) | self.spec().kind(kind).promotes_to.map_or(Bitboard::EMPTY, contact);
            if kind != self.spec().king && attacks.intersects(near_enough) {
                movers |= Bitboard::square(from);
            }
        }
        let steps = tables.steps(self.spec().king, !us, king);
        Siege { flights: steps.without(self.pieces(!us)).without(guarded), movers }
    }

    /// Squares from which `kind` checks by contact and attacks the first of `flights`; often none.
    #[inline(always)]
    fn strikes(&self, kind: Kind, king: Square, flights: Bitboard) -> Bitboard {
        let contact = self.tables().contact(kind, self.side, king);
        flights.first().map_or(contact, |flight| contact & self.tables().reach(kind, !self.side, flight))
    }

    fn mating_drop(&self, king: Square, flights: Bitboard) -> Option<Move> {
        // The king would capture a piece dropped on a flight square.
        let targets = self.tables().board().without(self.occupied() | flights);
        for kind in self.facts().droppable(self.hand(self.side)) {
            if self.spec().kind(kind).no_drop_mate {
                continue;
            }
            let strikes = self.strikes(kind, king, flights) & targets;
            if strikes.is_empty() {
                continue;
            }
            for to in self.drop_targets(kind, strikes) {
                let m = Move::drop(kind, to);
                if self.takes_away(m, kind, king, flights) && self.contact_check_mates(m, kind, king) {
                    return Some(m);
                }
            }
        }
        None
    }

    fn mating_move(&self, king: Square, siege: &Siege) -> Option<Move> {
        let targets = self.tables().board().without(self.pieces(self.side));
        for from in siege.movers {
            let kind = self.piece(from).kind();
            let targets = self.attacks(kind, self.side, from, self.occupied()) & targets;
            // Flights on the lines of `from` are left out: a slider behind the moving piece may attack them.
            let flights = siege.flights.without(lines(from));
            for (after, promotes) in [(self.spec().kind(kind).promotes_to, true), (Some(kind), false)] {
                let Some(after) = after else { continue };
                for to in self.strikes(after, king, flights) & targets {
                    let m = Move::board(from, to, promotes);
                    let mates = self.takes_away(m, after, king, flights)
                        && self.is_pseudo_legal(m)
                        && self.is_legal(m)
                        && self.contact_check_mates(m, after, king);
                    if mates {
                        return Some(m);
                    }
                }
            }
        }
        None
    }

    /// True if `kind` attacks all of `flights` but its own square after `m` has brought it to its target.
    #[inline(always)]
    fn takes_away(&self, m: Move, kind: Kind, king: Square, flights: Bitboard) -> bool {
        let to = Bitboard::square(m.to());
        let occupied = (self.occupied() ^ Bitboard::square(king)).without(m.left()) | to;
        let flights = flights.without(to);
        // The look-up on an empty board comes first because it rejects most moves.
        flights.without(self.tables().reach(kind, self.side, m.to())).is_empty()
            && flights.without(self.attacks(kind, self.side, m.to(), occupied)).is_empty()
    }

    /// True if a legal move that checks by contact leaves no answer.
    fn contact_check_mates(&self, m: Move, kind: Kind, king: Square) -> bool {
        let (us, them, to) = (self.side, !self.side, m.to());
        let occupied = self.occupied().with(to) ^ m.left();
        let king_set = Bitboard::square(king);
        let without_king = occupied ^ king_set;
        // A piece that has moved no longer occupies its square, and a captured one is no longer ours.
        let attacked =
            |square: Square, occupied: Bitboard| !(self.attackers(us, square, occupied) & occupied).is_empty();
        let checker_attacks = self.attacks(kind, us, to, without_king);
        let blocked = self.pieces(them).without(Bitboard::square(to));
        let escapes = self.tables().steps(self.spec().king, them, king).without(blocked);
        for square in escapes {
            if !(square != to && checker_attacks.contains(square) || attacked(square, without_king)) {
                return false;
            }
        }
        let captors = (self.attackers(them, to, occupied) & occupied).without(king_set);
        captors.into_iter().all(|captor| attacked(king, occupied ^ Bitboard::square(captor)))
    }
}
