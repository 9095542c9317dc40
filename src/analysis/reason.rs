//! The reason of a verdict: what a line of moves brings to a side, as far as the line itself bears it out.
//!
//! Material is compared at the ends of two lines, the refutation of the move that was played and the better line, each
//! followed by captures until the position is quiet. A mate is one that the solver or the search has found. What neither
//! explains is a number of points.

use super::fault::Fault;
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::{Cell, Departure, Score, Tactic, score};

/// Moves of a line that count, the first included. A reason holds only after the greatest number; the sentence takes the
/// least number after which most of it shows.
const HORIZONS: [usize; 4] = [2, 4, 6, 9];
/// Most captures behind a line.
const CAPTURES: usize = 6;
/// Least material of a reason in centipawns: a pawn that changes hands, in any game.
const LEAST: Score = 150;
/// A piece that is taken at once explains a loss of at most this many times its worth.
const SHARE: Score = 3;

/// The gain of a line for the side that profits by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A mate that was there and is gone, by its plies.
    MissedMate(usize),
    /// A mate by the other side, by its plies.
    AllowedMate(usize),
    /// A mate by the other side that had been threatened before the move.
    MissedDefence(usize),
    /// A hisshi in one move that was there.
    MissedHisshi,
    /// A hisshi in one move by the other side.
    AllowedHisshi,
    /// The answer to a threatmate.
    Defence,
    /// A mate that the line is, by its plies.
    Mate(usize),
    /// Pieces.
    Material(Trade),
    /// The promotion of a piece of this kind.
    Promotion(usize),
    /// Centipawns that no piece and no mate explains.
    Points(Score),
}

impl Reason {
    /// The gain that a line brings to its side, wherever it begins.
    #[must_use]
    pub fn of_line(position: &AnyPosition, line: &[AnyMove]) -> Option<Self> {
        let accounts = HORIZONS.map(|most| Account::of(position, line, most));
        let nothing = HORIZONS.map(|_| Account::empty(position));
        let (profit, account) = profit(position.side_to_move(), &accounts, &nothing)?;
        Some(profit.shown(position, &account.moves, account.moves.len().min(profit.at + 1)).reason)
    }
}

/// Pieces that change hands, the most valuable first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trade {
    /// The kinds that the side wins.
    pub won: Vec<usize>,
    /// The kinds that it gives for them.
    pub given: Vec<usize>,
    /// The fork, skewer or pin that wins them, with the index of its move among those that show the reason.
    pub tactic: Option<Tactic>,
}

/// A reason with the moves that show it, those of the line up to the decisive one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    pub reason: Reason,
    pub moves: Vec<AnyMove>,
}

/// Both sides of a verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reasons {
    /// The loss by the move, and the answers that take it.
    pub cost: Option<Shown>,
    /// The gain that the better move would have brought.
    pub gain: Option<Reason>,
}

impl Reasons {
    /// The reasons of a verdict on a move in `position`.
    #[must_use]
    pub fn of(position: &AnyPosition, fault: &Fault<'_>) -> Self {
        let mut behind = position.clone();
        behind.make(fault.played);
        let played: Vec<AnyMove> = std::iter::once(fault.played).chain(fault.refutation.iter().copied()).collect();
        let [refuted, better] =
            [&played[..], fault.line].map(|line| HORIZONS.map(|most| Account::of(position, line, most)));
        let side = position.side_to_move();
        // Beside a mate or a hisshi no piece counts.
        let is_mate = score::is_decisive(fault.before) || score::is_decisive(fault.after);
        let is_decided = is_mate || fault.missed_hisshi.is_some() || fault.allowed_hisshi.is_some();
        let pieces = || {
            let (profit, account) = profit(!side, &refuted, &better)?;
            let answers = &account.moves[1..];
            Some(profit.shown(&behind, answers, answers.len().min(profit.at)))
        };
        let cost = mate(fault).or_else(|| hisshi(fault)).or_else(|| {
            let is_weighed = fault.is_judged() && !is_decided;
            is_weighed.then(|| en_prise(position, fault).or_else(pieces).or_else(|| points(fault))).flatten()
        });
        let is_told = fault.missed.is_none() && !fault.line.is_empty();
        let threat = (fault.was_threatened && fault.allowed.is_some()).then_some(Reason::Defence);
        let gain = threat.or_else(|| {
            let (profit, account) = profit(side, &better, &refuted).filter(|_| !is_decided)?;
            Some(profit.shown(position, &account.moves, account.moves.len().min(profit.at + 1)).reason)
        });
        Self { cost, gain: gain.filter(|_| is_told) }
    }
}

/// The mate that a move misses or allows.
fn mate(fault: &Fault<'_>) -> Option<Shown> {
    let missed = fault.missed.map(|mate| (Reason::MissedMate(mate.plies), mate));
    let allowed = || {
        let mate = fault.allowed?;
        let reason = if fault.was_threatened { Reason::MissedDefence } else { Reason::AllowedMate };
        Some((reason(mate.plies), mate))
    };
    missed.or_else(allowed).map(|(reason, mate)| Shown { reason, moves: mate.line.clone() })
}

/// The hisshi that a move misses or allows, by its first move: what comes behind depends on the defence.
fn hisshi(fault: &Fault<'_>) -> Option<Shown> {
    let missed = fault.missed_hisshi.map(|hisshi| (Reason::MissedHisshi, hisshi));
    let allowed = || fault.allowed_hisshi.map(|hisshi| (Reason::AllowedHisshi, hisshi));
    missed.or_else(allowed).map(|(reason, hisshi)| Shown { reason, moves: hisshi.line[..1].to_vec() })
}

/// The piece that the answer simply takes, if nothing takes back and it is a fair part of the loss: a person sees no farther.
/// A pawn is not worth that; its line may show more.
fn en_prise(position: &AnyPosition, fault: &Fault<'_>) -> Option<Shown> {
    let &answer = fault.refutation.first()?;
    let side = position.side_to_move();
    let mut account = Account::empty(position);
    let mut behind = position.clone();
    account.play(&mut behind, fault.played);
    let square = behind.variant().way(answer).to;
    account.play(&mut behind, answer);
    let takes_back = |&m: &AnyMove| behind.variant().way(m).to == square && behind.see_at_least(m, 1);
    let gain = account.balance(!side);
    let is_fair = SHARE * gain >= fault.before - fault.after;
    if gain < 2 * LEAST || !is_fair || behind.legal_moves().iter().any(takes_back) {
        return None;
    }
    let taken = |by: Color| account.entries.iter().filter(move |entry| entry.by == by && !entry.is_promotion);
    let kinds = |by: Color| taken(by).map(|entry| entry.kind).collect::<Vec<_>>();
    let (won, given) = (kinds(!side), kinds(side));
    // What the better line loses at once as well is no reason.
    let better = Account::of(position, fault.line.get(..2).unwrap_or_default(), 2);
    let keeps = better.pieces(!side).iter().zip(account.pieces(!side)).all(|(there, here)| *there <= 0 || here <= 0);
    (keeps && !won.is_empty()).then(|| {
        let trade = Trade { won, given, tactic: None };
        Shown { reason: Reason::Material(trade), moves: vec![answer] }
    })
}

/// The bare number.
fn points(fault: &Fault<'_>) -> Option<Shown> {
    let lost = fault.before - fault.after;
    let moves = fault.refutation.iter().copied().take(1).collect();
    (lost > 0).then_some(Shown { reason: Reason::Points(lost), moves })
}

/// A capture or a promotion in a line.
#[derive(Clone, Copy)]
struct Entry {
    by: Color,
    kind: usize,
    is_promotion: bool,
    gain: Score,
    /// The index of the move.
    at: usize,
}

/// The captures and promotions of a line, and of the captures behind it.
struct Account {
    kinds: usize,
    moves: Vec<AnyMove>,
    entries: Vec<Entry>,
    /// Pieces that have promoted in the line, by their squares, with their kinds at its start.
    promoted: Vec<(Cell, usize)>,
}

impl Account {
    fn empty(position: &AnyPosition) -> Self {
        Self { kinds: position.variant().kinds(), moves: Vec::new(), entries: Vec::new(), promoted: Vec::new() }
    }

    fn of(position: &AnyPosition, line: &[AnyMove], most: usize) -> Self {
        let mut account = Self::empty(position);
        let mut position = position.clone();
        line.iter().take(most).for_each(|&m| account.play(&mut position, m));
        let (_, captures) = quiet(&position, CAPTURES);
        captures.into_iter().for_each(|m| account.play(&mut position, m));
        account
    }

    fn play(&mut self, position: &mut AnyPosition, m: AnyMove) {
        let by = position.side_to_move();
        let way = position.variant().way(m);
        let gain = position.material_gain(m);
        let entry = Entry { by, kind: 0, is_promotion: false, gain, at: self.moves.len() };
        for cell in way.via.into_iter().chain([way.to]) {
            if let Some(piece) = position.figure(cell).filter(|piece| piece.color != by) {
                let kind = self.promoted.iter().find(|(at, _)| *at == cell).map_or(piece.kind, |&(_, kind)| kind);
                self.entries.push(Entry { kind, ..entry });
            }
            self.promoted.retain(|(at, _)| *at != cell);
        }
        let has_captured = self.entries.last().is_some_and(|last| last.at == entry.at);
        let mover = if let Departure::Board(from) = way.from {
            position.figure(from).map(|piece| (from, piece.kind))
        } else {
            None
        };
        position.make(m);
        self.moves.push(m);
        let Some((from, kind)) = mover else { return };
        if let Some(moved) = self.promoted.iter_mut().find(|(at, _)| *at == from) {
            moved.0 = way.to;
        } else if gain > 0 && position.figure(way.to).is_some_and(|piece| piece.kind != kind) {
            self.promoted.push((way.to, kind));
            self.entries.extend((!has_captured).then_some(Entry { kind, is_promotion: true, ..entry }));
        }
    }

    /// The material that a side gains less that which it gives.
    fn balance(&self, side: Color) -> Score {
        let signed = |entry: &Entry| if entry.by == side { entry.gain } else { -entry.gain };
        // A lion takes two pieces by one move, whose gain both entries have.
        let first = |index: usize, entry: &Entry| index == 0 || self.entries[index - 1].at != entry.at;
        self.entries.iter().enumerate().filter(|&(index, entry)| first(index, entry)).map(|(_, e)| signed(e)).sum()
    }

    /// The pieces of each kind that a side takes more than it loses.
    fn pieces(&self, side: Color) -> Vec<i32> {
        let mut pieces = vec![0; self.kinds];
        for entry in self.entries.iter().filter(|entry| !entry.is_promotion) {
            pieces[entry.kind] += if entry.by == side { 1 } else { -1 };
        }
        pieces
    }

    /// The gain of a side by this line that the other one would not have brought.
    fn profit(&self, side: Color, other: &Self) -> Option<Profit> {
        let balance = self.balance(side);
        if balance < LEAST || balance - other.balance(side) < LEAST {
            return None;
        }
        let (here, there) = (self.pieces(side), other.pieces(side));
        let won = |kind: usize| here[kind].max(0) - there[kind].max(0);
        let trade =
            Trade { won: self.in_order(side, won), given: self.in_order(!side, |kind| -here[kind]), tactic: None };
        let first = |is_promotion, kind| {
            let is_it = |entry: &&Entry| entry.by == side && entry.is_promotion == is_promotion && entry.kind == kind;
            self.entries.iter().find(is_it).map_or(0, |entry| entry.at)
        };
        if let Some(&kind) = trade.won.first() {
            let at = first(false, kind);
            return (self.value(side, &trade.won) > self.value(!side, &trade.given))
                .then_some(Profit { reason: Reason::Material(trade), at });
        }
        let promoted = self.entries.iter().find(|entry| entry.by == side && entry.is_promotion)?;
        let reason = Reason::Promotion(promoted.kind);
        trade.given.is_empty().then_some(Profit { reason, at: promoted.at })
    }

    /// The kinds that a side takes, each as often as `count` says, the most valuable first.
    fn in_order(&self, side: Color, count: impl Fn(usize) -> i32) -> Vec<usize> {
        let mut kinds: Vec<usize> = (0..self.kinds).filter(|&kind| count(kind) > 0).collect();
        kinds.sort_by_key(|&kind| -self.value(side, &[kind]));
        kinds.into_iter().flat_map(|kind| std::iter::repeat_n(kind, count(kind).max(0) as usize)).collect()
    }

    /// The worth of pieces that a side takes in the line.
    fn value(&self, side: Color, kinds: &[usize]) -> Score {
        let worth = |kind: usize| {
            let taken = self.entries.iter().find(|entry| entry.by == side && !entry.is_promotion && entry.kind == kind);
            taken.map_or(0, |entry| entry.gain)
        };
        kinds.iter().map(|&kind| worth(kind)).sum()
    }
}

/// The profit of a side by one line over another, in the fewest moves that show most of it, with the account that shows it;
/// none unless it lasts up to the greatest horizon.
fn profit<'a>(side: Color, line: &'a Accounts, other: &Accounts) -> Option<(Profit, &'a Account)> {
    let gain = |index: usize| line[index].balance(side) - other[index].balance(side);
    let last = HORIZONS.len() - 1;
    let at = |index: usize| line[index].profit(side, &other[index]);
    let lasting = at(last)?;
    let shorter = (0..last).find_map(|index| {
        let profit = at(index).filter(|profit| profit.at < HORIZONS[index])?;
        (3 * gain(index) >= 2 * gain(last)).then_some((profit, &line[index]))
    });
    Some(shorter.unwrap_or((lasting, &line[last])))
}

/// The accounts of a line, by [`HORIZONS`].
type Accounts = [Account; HORIZONS.len()];

/// A reason with the index of its decisive move.
struct Profit {
    reason: Reason,
    at: usize,
}

impl Profit {
    /// The reason with the first moves of a line from `position` that show it, or with the fork that comes before.
    fn shown(&self, position: &AnyPosition, line: &[AnyMove], count: usize) -> Shown {
        let moves = line[..count].to_vec();
        let Reason::Material(trade) = &self.reason else { return Shown { reason: self.reason.clone(), moves } };
        let tactic = position.motifs(line).into_iter().find(|tactic| tactic.attack.is_some() && tactic.index < count);
        let shown = tactic.as_ref().map_or(count, |tactic| tactic.index + 1);
        Shown { reason: Reason::Material(Trade { tactic, ..trade.clone() }), moves: line[..shown].to_vec() }
    }
}

/// The best captures from a position on, with what they gain.
fn quiet(position: &AnyPosition, most: usize) -> (Score, Vec<AnyMove>) {
    let mut best = (0, Vec::new());
    if most == 0 || position.verdict().is_some() {
        return best;
    }
    for m in position.legal_moves() {
        if position.is_capture(m) && position.see_at_least(m, 1) {
            let mut behind = position.clone();
            behind.make(m);
            let (answer, moves) = quiet(&behind, most - 1);
            let gain = position.material_gain(m) - answer;
            if gain > best.0 {
                best = (gain, std::iter::once(m).chain(moves).collect());
            }
        }
    }
    best
}
