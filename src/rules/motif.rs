//! Tactical motifs: forks, skewers and the like in a line of moves.
//!
//! Only certain motifs are named. A piece that attacks two others proves little, since one of them may be defended by
//! tactics; so a fork or a skewer counts only if the line goes on with the capture of one of them by that very piece. A pin counts if it goes
//! on with the capture of the pinned piece.
//! Double and discovered checks, and mates, are facts by themselves.

use super::{Kind, Move, Origin, Position, Rules};
use crate::board::{Bitboard, Color, Direction, Square};
use crate::game::{Attack, Motif, PlayablePosition as _, Position as _, Tactic};

/// Least value of prey in centipawns, unless it is all that a king has left.
const LEAST_PREY: i32 = 250;

/// A move with its threats, for games with names for motifs.
#[derive(Clone, Copy)]
pub struct Assault<'a, R: Rules> {
    /// The position after the move.
    pub position: &'a Position<R>,
    /// The move itself.
    pub played: Move,
    /// The kind of the moved piece, as it stands now.
    pub kind: Kind,
    /// Attacked pieces that can only be lost or moved away: kings, undefended ones, those of more value. Empty unless
    /// the line goes on with the capture of one of them, or of one behind, by the same piece.
    pub prey: Bitboard,
    /// Likewise the pieces behind the prey on its lines.
    pub behind: Bitboard,
    /// The attacked piece that shields its king and is captured next.
    pub pinned: Bitboard,
    /// The square of the next capture.
    pub captured: Option<Square>,
}

impl<'a, R: Rules> Assault<'a, R> {
    /// `then` holds the answer and the move after it, as far as the line goes.
    fn new(position: &'a Position<R>, played: Move, then: &[Move]) -> Self {
        let at = played.to();
        let (side, kind) = (!position.side_to_move(), position.piece(at).kind());
        let [prey, behind, pinned] = [Bitboard::EMPTY; 3];
        let mut assault = Self { position, played, kind, prey, behind, pinned, captured: None };
        let &[answer, next, ..] = then else { return assault };
        let occupied = position.occupied();
        let moving = position.moving_kind(at);
        let attacked = position.attacks(moving, side, at, occupied) & position.pieces(!side);
        let prey = assault.hunted(attacked, occupied);
        let mut behind = Bitboard::EMPTY;
        for square in prey {
            let through = occupied ^ Bitboard::square(square);
            let uncovered = (position.attacks(moving, side, at, through) & position.pieces(!side)).without(attacked);
            behind |= assault.hunted(uncovered, through);
        }
        let target = next.to();
        // The prey itself may have left, and another piece stands in its place.
        let has_stayed = answer.to() != target && answer.left() != Bitboard::square(target);
        if has_stayed && attacked.contains(target) && assault.is_pinned(target, next) {
            assault.pinned = Bitboard::square(target);
        }
        let is_taken = has_stayed && (prey | behind).contains(target);
        if next.origin() == Origin::Board(at) && is_taken {
            (assault.prey, assault.behind, assault.captured) = (prey, behind, Some(target));
        }
        assault
    }

    /// True if the piece on a square shields its king, and `capture` wins it.
    fn is_pinned(&self, square: Square, capture: Move) -> bool {
        let (position, spec) = (self.position, self.position.spec());
        let Origin::Board(from) = capture.origin() else { return false };
        let owner = position.side_to_move();
        let [value, own_value] = [square, from].map(|at| spec.kind(position.piece(at).kind()).value);
        let is_loose = || R::attackers(position, owner, square, position.occupied()).is_empty();
        let is_shield = (position.blockers(owner) & position.pieces(owner)).contains(square);
        is_shield && value >= LEAST_PREY && (value > own_value || is_loose())
    }

    /// The attacked pieces that their side must protect.
    fn hunted(&self, attacked: Bitboard, occupied: Bitboard) -> Bitboard {
        let position = self.position;
        let owner = position.side_to_move();
        let own_value = self.position.spec().kind(self.kind).value;
        let mut hunted = Bitboard::EMPTY;
        for square in attacked {
            let kind = position.piece(square).kind();
            let value = self.position.spec().kind(kind).value;
            let is_loose = || R::attackers(position, owner, square, occupied).is_empty();
            if kind == self.position.spec().king || value >= LEAST_PREY && (value > own_value || is_loose()) {
                hunted |= Bitboard::square(square);
            }
        }
        hunted
    }

    /// True if the piece was dropped.
    #[must_use]
    pub const fn is_drop(&self) -> bool {
        self.played.is_drop()
    }

    /// True if the move gives check, by whatever piece.
    #[must_use]
    pub const fn is_check(&self) -> bool {
        !self.position.checkers().is_empty()
    }

    /// True if it attacks two pieces or more at once, a check by another piece counting for one.
    #[must_use]
    pub const fn is_fork(&self) -> bool {
        let is_uncovered = self.is_check() && !self.position.checkers().contains(self.played.to());
        self.prey.count() + is_uncovered as u32 >= 2
    }

    /// True if it attacks a piece through another.
    #[must_use]
    pub const fn is_skewer(&self) -> bool {
        !self.prey.is_empty() && !self.behind.is_empty()
    }

    /// True if it attacks a pinned piece.
    #[must_use]
    pub const fn is_pin(&self) -> bool {
        !self.pinned.is_empty()
    }

    fn attack(&self) -> Option<Attack> {
        let attacks =
            [(self.is_fork(), Attack::Fork), (self.is_skewer(), Attack::Skewer), (self.is_pin(), Attack::Pin)];
        attacks.into_iter().find(|&(is_it, _)| is_it).map(|(_, attack)| attack)
    }

    /// The kinds of the prey of an attack, a king first, then by value. A check by another piece attacks the king too.
    fn prey_kinds(&self, attack: Attack) -> Vec<usize> {
        let prey = match attack {
            Attack::Fork => self.prey,
            Attack::Skewer => self.prey | self.behind,
            Attack::Pin => self.pinned,
        };
        let spec = self.position.spec();
        let mut kinds: Vec<Kind> = prey.into_iter().map(|square| self.position.piece(square).kind()).collect();
        if self.is_check() && attack != Attack::Pin && !kinds.contains(&spec.king) {
            kinds.push(spec.king);
        }
        kinds.sort_by_key(|&kind| (kind != spec.king, -spec.kind(kind).value));
        kinds.into_iter().map(Kind::index).collect()
    }

    /// The prey in some of the directions from the attacker's side.
    #[must_use]
    pub fn prey_towards(&self, directions: &[Direction]) -> Bitboard {
        let side = !self.position.side_to_move();
        let mut prey = Bitboard::EMPTY;
        for square in self.prey {
            let direction = Direction::towards(self.played.to(), square);
            if directions.iter().any(|&wanted| direction == Some(wanted.seen_by(side))) {
                prey |= Bitboard::square(square);
            }
        }
        prey
    }

    /// The kind of the next captured piece.
    #[must_use]
    pub fn captured_kind(&self) -> Option<Kind> {
        self.captured.map(|square| self.position.piece(square).kind())
    }

    /// The motif under its general name.
    #[must_use]
    pub fn plain(&self) -> Option<Motif> {
        let checkers = self.position.checkers();
        if self.is_fork() {
            Some(FORK)
        } else if self.is_skewer() {
            Some(SKEWER)
        } else if self.is_pin() {
            Some(PIN)
        } else if checkers.more_than_one() {
            Some(DOUBLE_CHECK)
        } else if !checkers.is_empty() && !checkers.contains(self.played.to()) {
            Some(DISCOVERED_CHECK)
        } else {
            None
        }
    }
}

const FORK: Motif = Motif::new("fork", "両取り");
const SKEWER: Motif = Motif::new("skewer", "串刺し");
const PIN: Motif = Motif::new("pin", "釘付け");
const DOUBLE_CHECK: Motif = Motif::new("double check", "両王手");
const DISCOVERED_CHECK: Motif = Motif::new("discovered check", "開き王手");

/// The last move of a mate, for games with names for mates.
#[derive(Clone, Copy)]
pub struct Mating<'a, R: Rules> {
    /// The position without an answer.
    pub position: &'a Position<R>,
    /// The square of the mated king.
    pub king: Square,
    /// The mating move.
    pub played: Move,
}

impl<R: Rules> Mating<'_, R> {
    /// The mated side.
    #[must_use]
    pub fn mated(&self) -> Color {
        self.position.side_to_move()
    }

    /// The kind of the mating piece.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.position.piece(self.played.to()).kind()
    }
}

/// The motifs in the moves of the side that begins a line; only the first of its kind.
/// The moves must be legal.
pub(super) fn motifs<R: Rules>(position: &Position<R>, line: &[Move]) -> Vec<Tactic> {
    let mut position = position.clone();
    let mut motifs: Vec<Tactic> = Vec::new();
    for (index, &m) in line.iter().enumerate() {
        position.make(m, &mut ());
        if index % 2 == 1 {
            continue;
        }
        let is_last = index + 1 == line.len();
        let mate = mating(&position, m).filter(|_| is_last).and_then(|mating| R::mate_motif(&mating));
        let assault = Assault::new(&position, m, &line[index + 1..]);
        let motif = mate.or_else(|| R::motif(&assault));
        if let Some(motif) = motif.filter(|&motif| motifs.iter().all(|known| known.motif != motif)) {
            let attack = assault.attack().filter(|_| mate.is_none());
            let prey = attack.map_or_else(Vec::new, |attack| assault.prey_kinds(attack));
            motifs.push(Tactic { index, motif, attack, prey });
        }
    }
    motifs
}

/// The mate given by a move, if it is one.
fn mating<R: Rules>(position: &Position<R>, played: Move) -> Option<Mating<'_, R>> {
    let king = position.king(position.side_to_move())?;
    let is_mate = !position.checkers().is_empty() && position.count_legal_moves() == 0;
    is_mate.then_some(Mating { position, king, played })
}
