//! The kernel of the large games as a [`Game`](crate::game::Game).

use super::geometry::Square;
use super::movegen::{ALL, QUIET, SENSIBLE, TACTICAL};
use super::moves::Move;
use super::piece::Piece;
use super::position::{StateInfo, side_key};
use super::see::{Exchange, LAST_ROYAL};
use super::spec::{KindSpec, Spec};
use super::tables::Ruleset;
use super::width::{MAX_MOVES, Narrow, Width};
use super::{LargeGame, MoveList, Position};
use crate::board::Color;
use crate::game::{
    self, Claim, Ending, Game, Hands, HistoryIndex, MoveSink, Nuance, Observer, Scope, Score, StructureKeys,
};
use crate::kernel::exchange::{self, FirstCapture};
use crate::kernel::{self, Endings as _};
use std::any::Any;

const PIECE_TARGETS: usize = 2 * KindSpec::CLASSES * Spec::TABLED_SQUARES;
const FROM_TARGETS: usize = Spec::TABLED_SQUARES * Spec::TABLED_SQUARES;
/// Kinds with numbers of their own among captured pieces; further ones share them.
const TABLED_KINDS: usize = 63;

impl<W: Width> Game for LargeGame<W> {
    type Move = Move<W>;
    type Position = Position<W>;
    type MoveList = MoveList<W>;

    const MAX_MOVES: usize = MAX_MOVES;
    const TARGETS: usize = 1 << u8::BITS;
    const PIECE_TARGETS: usize = PIECE_TARGETS;
    const FROM_TARGETS: usize = FROM_TARGETS;
    const CAPTURED_KINDS: usize = TABLED_KINDS + 1;
    const RETRIES_MATE_IN_ONE: bool = true;
    const MANY_MOVES: usize = if W::EXTRA_MOVEMENT { 250 } else { usize::MAX };

    fn name(self) -> &'static str {
        self.spec().name
    }

    #[inline(always)]
    fn of(position: &Position<W>) -> Self {
        position.game()
    }
}

impl<W: Width> game::Position for Position<W> {
    type Move = Move<W>;

    #[inline(always)]
    fn side_to_move(&self) -> Color {
        self.side
    }

    fn game_ply(&self) -> u32 {
        self.move_number - 1
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.state.key ^ side_key(self.side)
    }

    fn rules_key(&self) -> u64 {
        game::hash::of(&self.rules)
    }

    fn key_after(&self, m: Move<W>) -> u64 {
        let ruleset = self.ruleset();
        let victims = self.victims(m);
        let mut key = self.state.key
            ^ side_key(!self.side)
            ^ ruleset.ban_key(self.state.ban)
            ^ ruleset.ban_key(self.ban_by(m, victims));
        let squares = [m.via().unwrap_or(m.from()), m.to()];
        for (square, victim) in squares.into_iter().zip(victims).chain(self.casualties(m)) {
            if !victim.is_none() {
                key ^= ruleset.key(victim, square);
            }
        }
        if W::EXTRA_MOVEMENT {
            if m.dropped().is_none() {
                key ^= ruleset.key(self.board.at(m.from()), m.from());
            }
            key ^= self.hands_key_by(m, victims);
            let becomes = self.becomes(m);
            if !becomes.is_none() {
                key ^= ruleset.key(becomes, m.to());
            }
        } else if m.from() != m.to() {
            key ^= ruleset.key(self.board.at(m.from()), m.from()) ^ ruleset.key(self.becomes(m), m.to());
        }
        key
    }

    /// Without hands, the key of the major pieces stands in for theirs.
    #[inline(always)]
    fn structure_keys(&self) -> StructureKeys {
        let side = side_key(self.side);
        let [pawns, guards, majors] = self.state.structure.map(|key| key ^ side);
        StructureKeys { pawns, guards, hands: majors }
    }

    fn make(&mut self, m: Move<W>, observer: &mut impl Observer) {
        let ruleset = self.ruleset();
        let (from, to) = (m.from(), m.to());
        let (mover, becomes, victims) = (self.mover(m), self.becomes(m), self.victims(m));
        let ban = self.ban_by(m, victims);
        let casualties = self.casualties(m);
        self.history.push(self.state);
        // Drops bring back any position.
        let irreversible = !self.has_drops()
            && (victims != [Piece::NONE; 2]
                || m.promotes()
                || ruleset.traits(mover).stuck > 0
                || W::EXTRA_MOVEMENT && (becomes != mover || !casualties.is_empty()));
        self.state = StateInfo {
            key: self.state.key ^ ruleset.ban_key(self.state.ban) ^ ruleset.ban_key(ban),
            structure: self.state.structure,
            last: Some(m),
            mover,
            victims,
            fallen: casualties.len() as u8,
            ban,
            reversible: if irreversible { 0 } else { self.state.reversible + 1 },
            in_check: false,
            exposed: false,
        };
        let squares = [m.via().unwrap_or(from), to];
        for (square, victim) in squares.into_iter().zip(victims) {
            if !victim.is_none() {
                if !W::EXTRA_MOVEMENT {
                    observer.removed(Ruleset::feature(victim, square));
                }
                self.remove(square, victim);
            }
        }
        if W::EXTRA_MOVEMENT {
            for (square, piece) in casualties {
                self.remove(square, piece);
                self.fallen.push((square, piece));
            }
            if let Some(kind) = m.dropped() {
                self.release(kind);
                self.put(to, mover);
            } else if from != to || becomes != mover {
                self.remove(from, mover);
                if !becomes.is_none() {
                    self.put(to, becomes);
                }
            }
            self.receive(victims);
        } else if from != to {
            observer.removed(Ruleset::feature(mover, from));
            observer.added(Ruleset::feature(becomes, to));
            self.remove(from, mover);
            self.put(to, becomes);
        }
        self.side = !self.side;
        self.move_number += 1;
        self.note_checks();
    }

    fn unmake(&mut self, m: Move<W>) {
        let before = self.history.pop().expect("a move to take back");
        self.take_back(m, before);
    }

    fn make_null(&mut self) {
        self.history.push(self.state);
        self.side = !self.side;
        self.move_number += 1;
        self.state = StateInfo {
            key: self.state.key ^ self.ruleset().ban_key(self.state.ban),
            last: None,
            mover: Piece::NONE,
            victims: [Piece::NONE; 2],
            fallen: 0,
            ban: None,
            reversible: 0,
            in_check: false,
            exposed: false,
            ..self.state
        };
        self.note_checks();
    }

    fn unmake_null(&mut self) {
        self.side = !self.side;
        self.move_number -= 1;
        self.state = self.history.pop().expect("a null move to take back");
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        self.state.in_check
    }

    fn generate(&self, scope: Scope, sink: &mut impl MoveSink<Move<W>>) {
        if self.has_lost_royals(self.side) {
            return;
        }
        match scope {
            Scope::Tactical => self.list::<TACTICAL>(&mut |m| sink.push(m)),
            Scope::Gaining { least, besides } => self.list::<TACTICAL>(&mut |m| {
                if self.material_gain(m) >= least || besides == Some(self.ruleset().dense(m.to()) as u8) {
                    sink.push(m);
                }
            }),
            Scope::Quiet => self.list::<QUIET>(&mut |m| sink.push(m)),
            Scope::Evasions => self.list::<SENSIBLE>(&mut |m| sink.push(m)),
            Scope::Everything => self.list::<ALL>(&mut |m| sink.push(m)),
            Scope::Checks => self.list::<ALL>(&mut |m| {
                if self.gives_check(m) {
                    sink.push(m);
                }
            }),
        }
    }

    fn legal_moves(&self, sink: &mut impl MoveSink<Move<W>>) {
        if self.ended_by_pieces().is_none() {
            self.list::<ALL>(&mut |m| {
                if self.keeps_royal(m) {
                    sink.push(m);
                }
            });
        }
    }

    /// A king may be left en prise, but that is no answer to a threat. A lone king, which has lost by some rules, can
    /// still answer one.
    fn defences(&self, sink: &mut impl MoveSink<Move<W>>) {
        self.list::<ALL>(&mut |m| {
            if self.is_legal(m) {
                sink.push(m);
            }
        });
    }

    #[inline]
    fn is_pseudo_legal(&self, m: Move<W>) -> bool {
        self.is_generated(m, true)
    }

    fn is_legal(&self, m: Move<W>) -> bool {
        let (us, them) = (self.side, !self.side);
        if self.takes_last_royal(m) {
            return true;
        }
        if W::EXTRA_MOVEMENT {
            return if m.dropped().is_some() { self.is_legal_drop(m) } else { self.is_legal_slowly(m) };
        }
        let (mover, becomes) = (self.piece(m.from()), self.becomes(m));
        let traits = |piece: Piece| self.ruleset().traits(piece);
        let Some(royal) = self.sole_royal(us) else { return true };
        if traits(becomes).royal && !traits(mover).royal {
            return true;
        }
        if m.from() == royal || self.state.in_check {
            let royal = if m.from() == royal { m.to() } else { royal };
            let mut board = self.board;
            board.play(m, becomes);
            return !board.is_attacked(self.ruleset(), royal, them, self.leapers[them.index()] > 0);
        }
        !self.uncovers(m, royal, them)
    }

    fn gives_check(&self, m: Move<W>) -> bool {
        if W::EXTRA_MOVEMENT {
            return if m.dropped().is_some() { self.checks_by_drop(m) } else { self.after(m).state.in_check };
        }
        let (us, them) = (self.side, !self.side);
        let traits = |piece: Piece| self.ruleset().traits(piece);
        let takes_royal = self.victims(m).into_iter().any(|victim| traits(victim).royal);
        if takes_royal || self.state.exposed {
            return self.gives_check_slowly(m);
        }
        let Some(royal) = self.sole_royal(them) else { return false };
        self.board.reaches(self.ruleset(), self.becomes(m), m.to(), royal, Self::emptied(m))
            || self.uncovers(m, royal, us)
    }

    #[inline(always)]
    fn is_capture(&self, m: Move<W>) -> bool {
        self.victims(m) != [Piece::NONE; 2] || W::EXTRA_MOVEMENT && !self.casualties(m).is_empty()
    }

    #[inline(always)]
    fn is_tactical(&self, m: Move<W>) -> bool {
        m.promotes() || self.is_capture(m)
    }

    fn is_pointless(&self, m: Move<W>) -> bool {
        !m.promotes() && self.ruleset().traits(self.piece(m.from())).pointless_to_decline && self.may_promote(m)
    }

    fn is_recapture(&self, m: Move<W>) -> bool {
        let has_captured = self.state.victims.iter().any(|victim| !victim.is_none());
        has_captured && self.state.last.is_some_and(|last| last.to() == m.to())
    }

    #[inline]
    fn material_gain(&self, m: Move<W>) -> Score {
        let victims = self.victims(m);
        if self.takes_last_royal(m) {
            return LAST_ROYAL;
        }
        if W::EXTRA_MOVEMENT {
            let fallen: Score = self.casualties(m).into_iter().map(|(_, piece)| self.loss(piece)).sum();
            let change = self.value(self.becomes(m)) - self.value(self.mover(m));
            return victims.into_iter().map(|victim| self.gain(victim)).sum::<Score>() + fallen + change;
        }
        let promotion = if m.promotes() { self.value(self.becomes(m)) - self.value(self.piece(m.from())) } else { 0 };
        victims.into_iter().map(|victim| self.value(victim)).sum::<Score>() + promotion
    }

    fn see_at_least(&self, m: Move<W>, threshold: Score) -> bool {
        let worth = self.worth_captured(self.becomes(m));
        let first = FirstCapture { side: self.side, gain: self.material_gain(m), worth, captors_turn: false };
        exchange::wins(first, threshold, || Exchange::new(self, m))
    }

    #[inline(always)]
    fn history_index(&self, m: Move<W>) -> HistoryIndex {
        let ruleset = self.ruleset();
        let to = ruleset.dense(m.to());
        // The kinds in hand are origins behind the squares.
        let from = m.dropped().map_or_else(|| ruleset.dense(m.from()), |kind| ruleset.area + kind.index());
        let class = ruleset.traits(self.becomes(m)).class as usize + KindSpec::CLASSES * self.side.index();
        let [between, last] = self.victims(m);
        let best = if ruleset.traits(between).value > ruleset.traits(last).value { between } else { last };
        let area = ruleset.area;
        let mut places = (class * area + to, from * area + to);
        if area > Spec::TABLED_SQUARES {
            places = shared(places);
        }
        HistoryIndex {
            piece_to: places.0 as u16,
            from_to: places.1 as u16,
            to: to as u8,
            captured: if best.is_none() { 0 } else { 1 + (best.kind().index() % TABLED_KINDS) as u8 },
        }
    }

    #[inline]
    fn ending(&self, ply: usize) -> Option<Ending> {
        kernel::ending(self, ply)
    }

    fn mate_in_one(&self) -> Option<Move<W>> {
        if self.state.exposed {
            return None;
        }
        let royal = self.sole_royal(!self.side)?;
        let narrow = (self as &dyn Any).downcast_ref::<Position<Narrow>>()?;
        narrow.mate_of(Square::of(royal.cell())).and_then(|m| Move::of_word(m.word()))
    }

    fn claim(&self) -> Option<Claim<Move<W>>> {
        self.royal_capture().map(Claim::Move)
    }
}

/// The indices in history tables that moves on a board larger than the tables share with others.
#[cold]
#[inline(never)]
const fn shared((piece_to, from_to): (usize, usize)) -> (usize, usize) {
    (piece_to % PIECE_TARGETS, from_to % FROM_TARGETS)
}

/// The hands are part of the board's key, since [`Hand`](crate::game::Hand) has room for fewer kinds.
impl<W: Width> Hands for Position<W> {
    fn board_key_after(&self, m: Move<W>) -> u64 {
        game::Position::key_after(self, m)
    }

    fn is_drop(&self, m: Move<W>) -> bool {
        m.dropped().is_some()
    }

    /// Moves of a lion differ by its capture on the way.
    fn move_class(&self, m: Move<W>) -> u32 {
        let via = m.via().map_or(0, |via| via.index());
        ((via * W::CELLS + m.from().index()) * W::CELLS + m.to().index()) as u32
    }

    fn nuance(&self, m: Move<W>, other: Move<W>) -> Option<Nuance> {
        if m.from() != other.from() || m.via() != other.via() || m.dropped() != other.dropped() {
            return None;
        }
        if m.to() == other.to() {
            return Some(Nuance::Promotion);
        }
        let royal = self.sole_royal(!self.side)?;
        let direction = royal.direction(m.to())?;
        (Some(direction) == royal.direction(other.to())).then_some(Nuance::Distance)
    }
}
