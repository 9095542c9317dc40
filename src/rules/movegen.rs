//! Move generation by sets of targets, so that the same code lists moves and counts them.

use super::facts::kinds_of;
use super::forward::{behind, shift_forward};
use super::tables::Tables;
use super::{Kind, Move, Position, Rules};
use crate::board::{Bitboard, Color, Square};
use crate::game::{Hands as _, MoveSink, Position as _, Score};
use crate::kernel::Endings as _;

/// A receiver of moves as sets of targets.
pub(super) trait TargetSink {
    fn moves(&mut self, from: Square, targets: Bitboard, promotes: bool);
    /// Moves of one step forward, by `color`.
    fn advances(&mut self, color: Color, targets: Bitboard, promotes: bool);
    fn drops(&mut self, kind: Kind, targets: Bitboard);
}

/// Writes every move of the sets out into a [`MoveSink`].
pub(super) struct Listing<'s, S> {
    pub sink: &'s mut S,
    /// The targets of the last drops, kept because most kinds may be dropped on the same squares.
    targets: Bitboard,
    /// The squares of `targets` in index order; entries beyond their number are meaningless.
    squares: [Square; Square::COUNT],
}

impl<'s, S> Listing<'s, S> {
    #[inline(always)]
    pub const fn new(sink: &'s mut S) -> Self {
        Self { sink, targets: Bitboard::EMPTY, squares: [Square::new(0, 0); Square::COUNT] }
    }
}

impl<S: MoveSink<Move>> TargetSink for Listing<'_, S> {
    #[inline(always)]
    fn moves(&mut self, from: Square, targets: Bitboard, promotes: bool) {
        targets.for_each(|to| self.sink.push(Move::board(from, to, promotes)));
    }

    #[inline(always)]
    fn advances(&mut self, color: Color, targets: Bitboard, promotes: bool) {
        // A piece that has advanced came from the next rank of its file, which has the next number.
        targets.for_each(|to| {
            let from = match color {
                Color::Black => to.index() + 1,
                Color::White => to.index().wrapping_sub(1),
            };
            if let Some(from) = Square::from_index(from) {
                self.sink.push(Move::board(from, to, promotes));
            }
        });
    }

    #[inline(always)]
    fn drops(&mut self, kind: Kind, targets: Bitboard) {
        if targets != self.targets {
            self.targets = targets;
            let mut free = self.squares.iter_mut();
            targets.for_each(|to| {
                if let Some(square) = free.next() {
                    *square = to;
                }
            });
        }
        let squares = &self.squares[..targets.count() as usize];
        self.sink.extend_drops(squares.iter().map(|&to| Move::drop(kind, to)));
    }
}

/// Counts the moves of the sets without looking at single ones.
pub(super) struct Counting(pub u64);

impl TargetSink for Counting {
    #[inline(always)]
    fn moves(&mut self, _: Square, targets: Bitboard, _: bool) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn advances(&mut self, _: Color, targets: Bitboard, _: bool) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn drops(&mut self, _: Kind, targets: Bitboard) {
        self.0 += u64::from(targets.count());
    }
}

/// Forwards only the moves that give check to another sink.
struct Checking<'a, R: Rules, S> {
    position: &'a Position<R>,
    sink: &'a mut S,
}

impl<R: Rules, S: MoveSink<Move>> Checking<'_, R, S> {
    #[inline(always)]
    fn push(&mut self, m: Move) {
        if self.position.gives_check(m) {
            self.sink.push(m);
        }
    }
}

impl<R: Rules, S: MoveSink<Move>> TargetSink for Checking<'_, R, S> {
    #[inline(always)]
    fn moves(&mut self, from: Square, targets: Bitboard, promotes: bool) {
        targets.for_each(|to| self.push(Move::board(from, to, promotes)));
    }

    #[inline(always)]
    fn advances(&mut self, color: Color, targets: Bitboard, promotes: bool) {
        targets.for_each(|to| {
            if let Some(from) = behind(color, to) {
                self.push(Move::board(from, to, promotes));
            }
        });
    }

    /// Drops uncover nothing, so their targets are squares of checks already.
    #[inline(always)]
    fn drops(&mut self, kind: Kind, targets: Bitboard) {
        targets.for_each(|to| self.sink.push(Move::drop(kind, to)));
    }
}

/// Forwards only the moves that leave the own king safe to another sink, for games in which pins do not tell.
struct Safe<'a, R: Rules, S> {
    position: &'a Position<R>,
    sink: &'a mut S,
}

impl<R: Rules, S: TargetSink> TargetSink for Safe<'_, R, S> {
    fn moves(&mut self, from: Square, targets: Bitboard, promotes: bool) {
        let is_safe = |&to: &Square| !self.position.exposes_king(Move::board(from, to, promotes));
        self.sink.moves(from, targets.filter(is_safe).collect(), promotes);
    }

    fn advances(&mut self, color: Color, targets: Bitboard, promotes: bool) {
        for to in targets {
            if let Some(from) = behind(color, to) {
                self.moves(from, Bitboard::square(to), promotes);
            }
        }
    }

    fn drops(&mut self, kind: Kind, targets: Bitboard) {
        self.sink.drops(kind, targets);
    }
}

/// A loop over all kinds of the game. With compile-time data it is unrolled, with the kind as a constant, so that its
/// properties cost nothing.
macro_rules! for_each_kind {
    ($position:ident, $kind:ident => $do:expr) => {
        if R::IS_FIXED {
            for_each_kind!(@unrolled $position, $kind => $do; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14);
        } else {
            for $kind in $position.spec().all_kinds() {
                $do
            }
        }
    };
    (@unrolled $position:ident, $kind:ident => $do:expr; $($index:literal)*) => {
        $(
            if $index < $position.spec().kinds.len() {
                let $kind = const { Kind::new($index) };
                $do;
            }
        )*
    };
}

pub(super) use for_each_kind;

/// The same for the kinds of a set.
macro_rules! for_each_of {
    ($position:ident, $kinds:expr, $kind:ident => $do:expr) => {
        if R::IS_FIXED {
            for_each_kind!($position, $kind => if $kinds >> $kind.index() & 1 != 0 {
                $do;
            });
        } else {
            kinds_of($kinds).for_each(|$kind| $do);
        }
    };
}

/// Permitted targets by type of move.
#[derive(Clone, Copy)]
struct Targets {
    plain: Bitboard,
    /// Targets of promotions that count as tactical.
    tactical_promotion: Bitboard,
    /// Targets of the other promotions.
    promotion: Bitboard,
    /// Yields declined promotions that are never better, too.
    pointless: bool,
}

impl Targets {
    const fn all(targets: Bitboard, pointless: bool) -> Self {
        Self { plain: targets, tactical_promotion: targets, promotion: targets, pointless }
    }

    const fn within(self, mask: Bitboard) -> Self {
        Self {
            plain: self.plain.and(mask),
            tactical_promotion: self.tactical_promotion.and(mask),
            promotion: self.promotion.and(mask),
            pointless: self.pointless,
        }
    }
}

impl<R: Rules> Position<R> {
    pub(super) fn tactical(&self, sink: &mut impl TargetSink) {
        let (enemy, empty) = (self.pieces(!self.side), self.empty_squares());
        let targets = Targets { tactical_promotion: enemy | empty, ..Targets::all(enemy, false) };
        self.listed_moves(self.pieces(self.side), &targets, sink);
    }

    pub(super) fn gaining(&self, least: Score, besides: Option<u8>, sink: &mut impl TargetSink) {
        let targets = self.gaining_targets(least, besides);
        if !(targets.promotion | targets.tactical_promotion).is_empty() {
            self.listed_moves(self.pieces(self.side), &targets, sink);
        }
    }

    pub(super) fn quiet(&self, sink: &mut impl TargetSink) {
        let empty = self.empty_squares();
        let targets = Targets { tactical_promotion: Bitboard::EMPTY, ..Targets::all(empty, false) };
        self.listed_moves(self.pieces(self.side), &targets, sink);
        self.drop_moves(empty, sink);
    }

    #[inline(always)]
    fn empty_squares(&self) -> Bitboard {
        self.tables().board().without(self.occupied())
    }

    /// As [`Position::board_moves`], for lists. Not inlined: the scopes share it, and a search that needs several of them finds
    /// it in the instruction cache.
    #[inline(never)]
    fn listed_moves(&self, from_set: Bitboard, targets: &Targets, sink: &mut impl TargetSink) {
        self.board_moves(from_set, *targets, sink);
    }

    fn gaining_targets(&self, least: Score, besides: Option<u8>) -> Targets {
        let enemy = self.pieces(!self.side);
        let besides = besides.and_then(|square| Square::from_index(square.into()));
        let besides = besides.map_or(Bitboard::EMPTY, Bitboard::square) & enemy;
        let (plain_promotion, tactical_promotion) =
            (self.facts().best_promotion(false), self.facts().best_promotion(true));
        if least <= self.facts().cheapest() && least <= tactical_promotion {
            // Every capture gains that much.
            let captures = enemy.without(self.by_kind[self.spec().king.index()]);
            return Targets { tactical_promotion: captures | self.empty_squares(), ..Targets::all(captures, false) };
        }
        let mut targets = Targets::all(besides, false);
        for_each_kind!(self, kind => if self.facts().held(kind).is_some() {
            let pieces = self.by_kind[kind.index()] & enemy;
            let missing = least - self.facts().exchange_value(kind);
            targets.plain |= pieces.when(missing <= 0);
            targets.promotion |= pieces.when(missing <= plain_promotion);
            targets.tactical_promotion |= pieces.when(missing <= tactical_promotion);
        });
        if least <= tactical_promotion {
            targets.tactical_promotion |= self.empty_squares();
        }
        targets
    }

    /// Every pseudo-legal move; in check, those that answer it as far as blocking and capturing go.
    pub(super) fn pseudo_legal(&self, pointless: bool, sink: &mut impl TargetSink) {
        let own = self.pieces(self.side);
        let not_own = self.tables().board().without(own);
        let answer = self.check_answers();
        let mut others = own;
        if let Some(king) = self.king(self.side) {
            others ^= Bitboard::square(king);
            self.piece_moves(self.spec().king, king, Targets::all(not_own, pointless), sink);
        }
        if !answer.is_empty() {
            self.listed_moves(others, &Targets::all(not_own & answer, pointless), sink);
            self.drop_moves(answer.without(self.occupied()) & not_own, sink);
        }
    }

    /// Targets by which a piece other than the king answers the check; all squares if there is none.
    #[inline(always)]
    pub(super) fn check_answers(&self) -> Bitboard {
        match (self.king(self.side), self.checkers().first()) {
            (Some(king), Some(_)) if self.spec().borrows => {
                self.checkers().fold(Bitboard::ALL, |answers, checker| answers & self.answers_to(king, checker))
            }
            (Some(king), Some(checker)) => {
                if self.checkers().more_than_one() {
                    Bitboard::EMPTY
                } else {
                    self.shields(king, checker).with(checker)
                }
            }
            _ => Bitboard::ALL,
        }
    }

    pub(super) fn list_legal(&self, sink: &mut impl TargetSink) {
        let us = self.side;
        let own = self.pieces(us);
        let not_own = self.tables().board().without(own);
        if self.ended_by_pieces().is_some() {
            return;
        }
        if self.spec().king_capture {
            self.board_moves(own, Targets::all(not_own, true), sink);
            self.drop_moves_but_mating(not_own.without(self.occupied()), sink);
            return;
        }
        let answer = self.check_answers();
        let mut others = own;
        if let Some(king) = self.king(us) {
            others ^= Bitboard::square(king);
            sink.moves(king, self.safe_king_targets(king, not_own), false);
        }
        if answer.is_empty() {
            return;
        }
        let targets = Targets::all(not_own & answer, true);
        let pinned = self.blockers(us) & others;
        if self.spec().borrows {
            self.board_moves(others, targets, &mut Safe { position: self, sink });
        } else {
            self.board_moves(others ^ pinned, targets, sink);
        }
        for from in pinned {
            self.piece_moves(self.piece(from).kind(), from, targets.within(self.pin_mask(from)), sink);
        }
        self.drop_moves_but_mating(answer.without(self.occupied()) & not_own, sink);
    }

    /// Targets of the king of the side to move that are not attacked.
    #[inline(always)]
    pub(super) fn safe_king_targets(&self, king: Square, targets: Bitboard) -> Bitboard {
        if self.spec().borrows {
            let reached = self.attacks(self.moving_kind(king), self.side, king, self.occupied()) & targets;
            return reached.filter(|&to| !self.exposes_king(Move::board(king, to, false))).collect();
        }
        let mut safe = self.tables().steps(self.spec().king, self.side, king) & targets;
        let occupied = self.occupied() ^ Bitboard::square(king);
        for to in safe {
            if !self.attackers(!self.side, to, occupied).is_empty() {
                safe ^= Bitboard::square(to);
            }
        }
        safe
    }

    #[inline(always)]
    fn board_moves(&self, from_set: Bitboard, targets: Targets, sink: &mut impl TargetSink) {
        if self.spec().borrows {
            for from in from_set {
                self.piece_moves(self.piece(from).kind(), from, targets, sink);
            }
            return;
        }
        for_each_kind!(self, kind => if self.facts().alike(kind) != 0 {
            self.kind_moves(kind, from_set, targets, sink);
        });
    }

    /// Moves of the pieces of one kind, and of those with the same moves.
    #[inline(always)]
    fn kind_moves(&self, kind: Kind, from_set: Bitboard, targets: Targets, sink: &mut impl TargetSink) {
        let mut pieces = Bitboard::EMPTY;
        for_each_of!(self, self.facts().alike(kind), other => pieces |= self.by_kind[other.index()]);
        pieces &= from_set;
        if self.facts().only_advances(kind) {
            if !pieces.is_empty() {
                self.advances(kind, pieces, targets, sink);
            }
        } else {
            for from in pieces {
                self.piece_moves(kind, from, targets, sink);
            }
        }
    }

    #[inline(always)]
    fn piece_moves(&self, kind: Kind, from: Square, targets: Targets, sink: &mut impl TargetSink) {
        let (us, tables, spec) = (self.side, self.tables(), self.spec().kind(kind));
        let moving = if self.spec().borrows { self.moving_kind(from) } else { kind };
        let reached = self.attacks(moving, us, from, self.occupied());
        let promotion = match spec.promotes_to {
            None => Bitboard::EMPTY,
            Some(_) if self.facts().promotes_tactically(kind) => targets.tactical_promotion,
            Some(_) => targets.promotion,
        };
        // Most pieces capture nothing.
        if !reached.intersects(targets.plain | promotion) {
            return;
        }
        let zone = tables.zone(us);
        let promotable = match spec.promotes_to {
            None => Bitboard::EMPTY,
            Some(_) if zone.contains(from) => reached,
            Some(_) => reached & zone,
        };
        let mut plain = reached & targets.plain;
        // This test pays because most pieces stand where they cannot promote.
        if !promotable.is_empty() {
            sink.moves(from, promotable & promotion, true);
            plain = plain.without(self.refused(kind, promotable, tables, targets.pointless));
        }
        sink.moves(from, plain, false);
    }

    #[inline(always)]
    fn advances(&self, kind: Kind, pieces: Bitboard, targets: Targets, sink: &mut impl TargetSink) {
        let (us, tables, spec) = (self.side, self.tables(), self.spec().kind(kind));
        let reached = shift_forward(us, pieces) & tables.board();
        let zone = tables.zone(us);
        let promotable = match spec.promotes_to {
            Some(_) => reached & (zone | shift_forward(us, zone)),
            None => Bitboard::EMPTY,
        };
        let promotion =
            if self.facts().promotes_tactically(kind) { targets.tactical_promotion } else { targets.promotion };
        sink.advances(us, promotable & promotion, true);
        let refused = self.refused(kind, promotable, tables, targets.pointless);
        sink.advances(us, (reached & targets.plain).without(refused), false);
    }

    /// The targets in `promotable` on which the piece may not or need not stay unpromoted.
    #[inline(always)]
    fn refused(&self, kind: Kind, promotable: Bitboard, tables: &Tables, pointless: bool) -> Bitboard {
        if self.must_promote() {
            return promotable;
        }
        let mut refused = tables.dead(kind, self.side);
        if !pointless {
            refused |= tables.pointless_to_decline(kind, self.side);
        }
        promotable & refused
    }

    /// Squares of `targets` where a piece of `kind` may be dropped, mating drops included.
    #[inline(always)]
    pub(super) fn drop_targets(&self, kind: Kind, targets: Bitboard) -> Bitboard {
        let spec = self.spec().kind(kind);
        let allowed = targets.without(self.tables().dead(kind, self.side));
        match spec.file_limit {
            0 => allowed,
            1 => allowed.without(self.pieces_of(self.side, kind).file_fill()),
            limit => allowed.without(full_files(self.pieces_of(self.side, kind), limit)),
        }
    }

    #[inline(always)]
    fn drop_moves(&self, targets: Bitboard, sink: &mut impl TargetSink) {
        for kind in self.facts().droppable(self.hand(self.side)) {
            sink.drops(kind, self.drop_targets(kind, targets));
        }
    }

    #[inline(always)]
    fn drop_moves_but_mating(&self, targets: Bitboard, sink: &mut impl TargetSink) {
        for kind in self.facts().droppable(self.hand(self.side)) {
            let mut allowed = self.drop_targets(kind, targets);
            if self.spec().kind(kind).no_drop_mate
                && let Some(king) = self.king(!self.side)
            {
                for to in self.tables().steps(kind, !self.side, king) & allowed {
                    if self.drop_mates(kind, to) {
                        allowed ^= Bitboard::square(to);
                    }
                }
            }
            sink.drops(kind, allowed);
        }
    }

    pub(super) fn checks(&self, sink: &mut impl MoveSink<Move>) {
        let Some(king) = self.king(!self.side) else { return };
        let sink = &mut Checking { position: self, sink };
        if self.spec().borrows { self.checks_borrowing(king, sink) } else { self.plain_checks(king, sink) }
    }

    /// Generates a superset of [`Scope::Checks`](crate::game::Scope::Checks) for the sink to filter: moves to squares from
    /// which the kind reaches the king on an empty board, and all moves of pieces that shield the king from a slider.
    fn plain_checks<S: MoveSink<Move>>(&self, king: Square, sink: &mut Checking<'_, R, S>) {
        let us = self.side;
        let (own, tables) = (self.pieces(us), self.tables());
        let not_own = tables.board().without(own);
        let answer = self.check_answers();
        for kind in self.spec().all_kinds() {
            let pieces = own & self.by_kind[kind.index()];
            let holds = kind.index() < self.spec().drop_kinds() && self.hand_count(us, kind) > 0;
            let allowed = if kind == self.spec().king { not_own } else { not_own & answer };
            if pieces.is_empty() && !holds || allowed.is_empty() {
                continue;
            }
            let direct = |kind: Kind| tables.reach(kind, !us, king) & allowed;
            let promoted = self.spec().kind(kind).promotes_to.map_or(Bitboard::EMPTY, direct);
            let plain = if kind == self.spec().king { Bitboard::EMPTY } else { direct(kind) };
            for from in pieces {
                let targets = if self.blockers(!us).contains(from) {
                    Targets::all(allowed, true)
                } else {
                    Targets { plain, tactical_promotion: promoted, promotion: promoted, pointless: true }
                };
                self.piece_moves(kind, from, targets, sink);
            }
            if holds {
                let checks = self.attacks(kind, !us, king, self.occupied()) & allowed;
                sink.drops(kind, self.drop_targets(kind, checks.without(self.occupied())));
            }
        }
    }

    /// The same for games with borrowed moves: all moves on the board, and the drops that check.
    fn checks_borrowing<S: MoveSink<Move>>(&self, king: Square, sink: &mut Checking<'_, R, S>) {
        let own = self.pieces(self.side);
        let not_own = self.tables().board().without(own);
        let answer = self.check_answers();
        let movers = self.king(self.side).map_or(Bitboard::EMPTY, Bitboard::square);
        self.board_moves(movers, Targets::all(not_own, true), sink);
        self.board_moves(own.without(movers), Targets::all(not_own & answer, true), sink);
        for kind in self.facts().droppable(self.hand(self.side)) {
            sink.drops(kind, self.drop_targets(kind, self.drop_checks(kind, king) & answer));
        }
    }

    /// True if the promotion by `m` counts as tactical.
    #[inline(always)]
    pub(super) fn gains_by_promotion(&self, m: Move) -> bool {
        self.facts().promotes_tactically(self.kind_before(m))
    }
}

/// The files with at least `limit` squares of `set`.
fn full_files(set: Bitboard, limit: u8) -> Bitboard {
    let mut files = Bitboard::EMPTY;
    for square in set {
        let file = Bitboard::square(square).file_fill();
        if (set & file).count() >= u32::from(limit) {
            files |= file;
        }
    }
    files
}
