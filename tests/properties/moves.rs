//! Generation, legality, checks and what moves announce, against slow definitions.

use super::{Checked, properties, takes_kings};
use kumataka::board::{Color, Square};
use kumataka::game::{
    Claim, Delta, Game, GameMove, Hands as _, Observer, PieceFeature, Playable as _, PlayablePosition as _,
    Position as _, Scope,
};
use kumataka::rules::testing::games::legal;
use kumataka::rules::testing::oracle::{Oracle, names, sorted};
use kumataka::rules::{Illegality, Kind, Move, PieceAt, Position, Rules};
use proptest::{prop_assert, prop_assert_eq};
use std::collections::HashSet;

properties! {
    legal_moves_agree: 192, 80;
    encodings_agree: 64, 40;
    scopes_agree: 512, 120;
    checks_agree: 128, 80;
    moves_do_what_they_announce: 128, 60;
    mates_in_one_agree: 256, 100;
    wins_by_check_agree: 32, 70;
}

fn scope<R: Rules>(position: &Position<R>, scope: Scope) -> Vec<Move> {
    let mut moves = <R as Game>::MoveList::default();
    position.generate(scope, &mut moves);
    sorted(moves.to_vec())
}

fn has_repeats(moves: &[Move]) -> bool {
    moves.iter().collect::<HashSet<_>>().len() < moves.len()
}

pub fn legal_moves_agree<R: Rules>(position: &mut Position<R>) -> Checked {
    let kernel = sorted(legal(position));
    let slow = Oracle::of(position).legal_moves();
    prop_assert_eq!(names(position.rules(), &kernel), names(position.rules(), &slow));
    prop_assert_eq!(position.count_legal_moves(), kernel.len() as u64);
    Ok(())
}

/// Every encoding there is, against the lists.
pub fn encodings_agree<R: Rules>(position: &mut Position<R>) -> Checked {
    let everything: HashSet<Move> = scope(position, Scope::Everything).into_iter().collect();
    let legal: HashSet<Move> = legal(position).into_iter().collect();
    for m in (0..=u16::MAX).filter_map(Move::from_bits) {
        let pseudo_legal = position.is_pseudo_legal(m);
        prop_assert_eq!(pseudo_legal, everything.contains(&m), "pseudo-legal {}", position.rules().usi(m));
        let is_legal = legal.contains(&m);
        prop_assert_eq!(position.legality(m).is_ok(), is_legal, "legality {}", position.rules().usi(m));
        // Where kings may be left to be taken, the search leaves out what does so.
        if !takes_kings(position.spec()) {
            prop_assert_eq!(pseudo_legal && position.is_legal(m), is_legal, "legal {}", position.rules().usi(m));
        }
    }
    let mut banned = Oracle::of(position).banned_drops();
    banned.retain(|&m| position.legality(m) == Err(Illegality::DropMate));
    prop_assert_eq!(banned.len(), Oracle::of(position).banned_drops().len(), "mating drops");
    Ok(())
}

pub fn scopes_agree<R: Rules>(position: &mut Position<R>) -> Checked {
    if takes_kings(position.spec()) {
        return Ok(());
    }
    let everything = scope(position, Scope::Everything);
    prop_assert!(!has_repeats(&everything));
    let useful: Vec<Move> = everything.iter().copied().filter(|&m| !position.is_pointless(m)).collect();
    if position.in_check() {
        prop_assert_eq!(scope(position, Scope::Evasions), useful);
        return Ok(());
    }
    let (tactical, quiet) = (scope(position, Scope::Tactical), scope(position, Scope::Quiet));
    prop_assert!(tactical.iter().all(|&m| position.is_tactical(m)), "tactical: {}", names(position.rules(), &tactical));
    prop_assert!(quiet.iter().all(|&m| !position.is_tactical(m)), "quiet: {}", names(position.rules(), &quiet));
    prop_assert_eq!(sorted([&tactical[..], &quiet[..]].concat()), useful);
    gaining_agrees(position, &tactical)
}

/// The scope of checks has the legal moves that give check, each once.
pub fn checks_agree<R: Rules>(position: &mut Position<R>) -> Checked {
    if takes_kings(position.spec()) {
        return Ok(());
    }
    let checking = legal(position).into_iter().filter(|&m| position.gives_check(m)).collect();
    let found = scope(position, Scope::Checks).into_iter().filter(|&m| position.is_legal(m)).collect::<Vec<_>>();
    prop_assert_eq!(names(position.rules(), &found), names(position.rules(), &sorted(checking)));
    Ok(())
}

/// Every threshold at which the list changes.
fn gaining_agrees<R: Rules>(position: &Position<R>, tactical: &[Move]) -> Checked {
    let taken = tactical.iter().find(|&&m| position.is_capture(m)).map(|&m| position.history_index(m).to);
    let gains = tactical.iter().map(|&m| position.material_gain(m));
    for least in gains.flat_map(|gain| [gain, gain + 1]).collect::<HashSet<_>>() {
        for besides in [None, taken] {
            let wanted =
                |m: &&Move| position.material_gain(**m) >= least || besides == Some(position.history_index(**m).to);
            let found = scope(position, Scope::Gaining { least, besides });
            prop_assert!(found.iter().all(|m| tactical.contains(m)), "gaining: {}", names(position.rules(), &found));
            prop_assert!(tactical.iter().filter(wanted).all(|m| found.contains(m)), "gaining {least}");
            prop_assert!(!has_repeats(&found));
        }
    }
    Ok(())
}

/// Counts features, to be compared with a count from scratch.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct PieceFeatures(Vec<PieceFeature>);

impl Observer for PieceFeatures {
    fn removed(&mut self, feature: PieceFeature) {
        let index = self.0.iter().position(|&p| p == feature).expect("something to remove");
        self.0.swap_remove(index);
    }

    fn added(&mut self, feature: PieceFeature) {
        self.0.push(feature);
    }
}

impl PieceFeatures {
    fn of<R: Rules>(position: &Position<R>) -> Self {
        let oracle = Oracle::of(position);
        let board = Square::all()
            .filter_map(|square| oracle.at(square).map(|(color, kind)| PieceAt::on_board(color, kind, square)));
        let hands = Color::ALL.into_iter().flat_map(|color| {
            let held = oracle.hands[color.index()].clone().into_iter().enumerate();
            held.flat_map(move |(kind, count)| (1..=count).map(move |n| PieceAt::in_hand(color, Kind::new(kind), n)))
        });
        Self(board.chain(hands).collect()).in_order()
    }

    fn in_order(mut self) -> Self {
        self.0.sort_by_key(|feature| feature.0);
        self
    }
}

/// What is foretold of each legal move comes true when it is made.
pub fn moves_do_what_they_announce<R: Rules>(position: &mut Position<R>) -> Checked {
    // A king that may be taken ends the game: what the move announces is of no use to anybody.
    if takes_kings(position.spec()) && Oracle::of(position).in_check(!position.side_to_move()) {
        return Ok(());
    }
    let before = PieceFeatures::of(position);
    for m in legal(position) {
        let name = position.rules().usi(m).to_string();
        let after = Oracle::of(position).make(m);
        let (check, key, print) = (position.gives_check(m), position.key_after(m), position.history_index(m));
        prop_assert_eq!(position.is_capture(m), Oracle::of(position).at(m.to()).is_some());
        prop_assert!(
            usize::from(print.piece_to) < <R as Game>::PIECE_TARGETS
                && usize::from(print.from_to) < <R as Game>::FROM_TARGETS
                && usize::from(print.to) < <R as Game>::TARGETS
        );
        if position.is_drop(m) {
            prop_assert_eq!(position.checks_by_drop(m).any(|checking| checking == m), check, "check by {}", &name);
            for other in position.checks_by_drop(m).map(|checking| position.history_index(checking)) {
                prop_assert_eq!(other.piece_to - u16::from(other.to), print.piece_to - u16::from(print.to));
                prop_assert_eq!(other.from_to - u16::from(other.to), print.from_to - u16::from(print.to));
            }
        }
        prop_assert!(
            usize::from(print.captured) < <R as Game>::CAPTURED_KINDS && (print.captured > 0) == position.is_capture(m)
        );
        let mut observed = before.clone();
        position.make(m, &mut observed);
        prop_assert_eq!(position.in_check(), check, "check by {}", &name);
        prop_assert_eq!(position.in_check(), after.in_check(position.side_to_move()), "check after {}", &name);
        prop_assert_eq!(position.key(), key, "key after {}", &name);
        prop_assert_eq!(Oracle::of(position).facts(), after.facts(), "position after {}", &name);
        prop_assert_eq!(observed.in_order(), PieceFeatures::of(position), "features after {}", &name);
        position.unmake(m);
        let mut delta = Delta::default();
        position.make(m, &mut delta);
        position.unmake(m);
        prop_assert!(delta.added.len() + delta.removed.len() >= 2);
    }
    Ok(())
}

/// A mate in one that is reported is one, and none by a piece that ends beside the king or jumps at it is missed.
pub fn mates_in_one_agree<R: Rules>(position: &mut Position<R>) -> Checked {
    // A borrowed move is lent by a piece that may itself be taken or move away: the kernel does not look so far.
    if position.in_check() || takes_kings(position.spec()) || position.spec().borrows {
        return Ok(());
    }
    let oracle = Oracle::of(position);
    let found = position.mate_in_one();
    if let Some(m) = found {
        prop_assert!(legal(position).contains(&m), "{} is not legal", position.rules().usi(m));
        prop_assert!(oracle.make(m).is_mated(), "{} does not mate", position.rules().usi(m));
        return Ok(());
    }
    for m in legal(position).into_iter().filter(|&m| position.gives_check(m)) {
        let after = oracle.make(m);
        prop_assert!(!(is_contact_check(&after, m) && after.is_mated()), "{} was missed", position.rules().usi(m));
    }
    Ok(())
}

/// Where any check wins, a win in one move is found wherever there is one.
pub fn wins_by_check_agree<R: Rules>(position: &mut Position<R>) -> Checked {
    if !position.spec().check_wins {
        return Ok(());
    }
    let checks: Vec<_> = legal(position).into_iter().filter(|&m| position.gives_check(m)).collect();
    let found = position.mate_in_one();
    prop_assert_eq!(found.is_some(), !checks.is_empty(), "of {}", names(position.rules(), &checks));
    prop_assert!(found.is_none_or(|m| checks.contains(&m)));
    prop_assert_eq!(position.claim(), found.map(Claim::Move));
    prop_assert!(!position.in_check() || Oracle::of(position).legal_moves().is_empty());
    Ok(())
}

/// Whether the piece just moved, and not a king, checks from a neighbouring square or by a jump.
fn is_contact_check(after: &Oracle, m: Move) -> bool {
    let Some(king) = after.king(after.side) else { return false };
    let Some((mover, kind)) = after.at(m.to()) else { return false };
    let neighbour = king.file().abs_diff(m.to().file()).max(king.rank().abs_diff(m.to().rank())) == 1;
    let slides = after.spec().kind(kind).slides;
    let jumps = slides.is_empty() && after.strikes(mover, kind, m.to()).contains(&king);
    kind != after.spec().king && (neighbour || jumps) && after.strikes(mover, kind, m.to()).contains(&king)
}
