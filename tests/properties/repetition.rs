//! Repetition, perpetual check and verdicts against a scan of all that has been on the board.

use super::{Checked, takes_kings};
use kumataka::board::Color;
use kumataka::game::{Ending, Playable as _, PlayablePosition as _, Position as _, Reason, SfenMode, Verdict};
use kumataka::kernel::Repetitions as _;
use kumataka::rules::testing::games::{RandomGame, choose, game, legal};
use kumataka::rules::testing::oracle::{Facts, Oracle};
use kumataka::rules::{Move, Origin, Position, RepetitionOutcome, RepetitionRule, Rules};
use kumataka::variants::Shogi;
use proptest::prelude::*;

/// Every position of a game, and whether the move to it gave check.
#[derive(Default)]
struct Record(Vec<(Facts, bool)>);

impl Record {
    fn add<R: Rules>(&mut self, position: &Position<R>) {
        let oracle = Oracle::of(position);
        self.0.push((oracle.facts(), oracle.in_check(position.side_to_move())));
    }

    fn last(&self) -> &Facts {
        &self.0[self.0.len() - 1].0
    }

    /// Indices of the positions before the last one for which `like` holds, latest first.
    fn earlier(&self, like: impl Fn(&Facts) -> bool) -> Vec<usize> {
        (0..self.0.len() - 1).rev().filter(|&i| like(&self.0[i].0)).collect()
    }

    /// Whether `color` checked with each of its moves after position `first`.
    fn checked_always(&self, color: Color, first: usize) -> bool {
        self.0[first + 1..].iter().all(|((_, _, side), check)| *side == color || *check)
    }

    /// For the side to move, from position `first` on.
    fn perpetual_check(&self, first: usize) -> Option<Ending> {
        let side = self.last().2;
        match (self.checked_always(side, first), self.checked_always(!side, first)) {
            (true, true) => Some(Ending::Draw),
            (true, false) => Some(Ending::Loss),
            (false, true) => Some(Ending::Win),
            (false, false) => None,
        }
    }

    /// The rule for adjudication: the window is all since the first occurrence.
    fn repetition(&self, rule: RepetitionRule) -> Option<(Ending, bool)> {
        let same = self.earlier(|facts| facts == self.last());
        if same.len() + 1 < usize::from(rule.count) {
            return None;
        }
        let first = *same.last()?;
        Some(match self.perpetual_check(first).filter(|_| rule.perpetual_check) {
            Some(ending) => (ending, ending != Ending::Draw),
            None => (self.outcome(rule), false),
        })
    }

    /// As the search should see the last position, `ply` plies from its root.
    fn search_ending(&self, rule: RepetitionRule, ply: usize) -> Option<Ending> {
        let same = self.earlier(|facts| facts == self.last());
        if let Some(&nearest) = same.first() {
            let on_path = self.0.len() - 1 - nearest <= ply;
            let perpetual = self.perpetual_check(nearest).filter(|_| rule.perpetual_check);
            let ending = perpetual.unwrap_or_else(|| self.outcome(rule));
            let by_rule = || self.repetition(rule).map(|(ending, _)| ending);
            return if on_path || ending == Ending::Draw { Some(ending) } else { by_rule() };
        }
        let (board, hands, side) = self.last();
        let on_path = |i: &usize| self.0.len() - 1 - i <= ply;
        let same_board = self.earlier(|(b, _, s)| b == board && s == side);
        same_board.into_iter().filter(on_path).find_map(|i| {
            let then = &self.0[i].0.1;
            let at_least = |a: &[u32], b: &[u32]| a.iter().zip(b).all(|(a, b)| a >= b);
            let (mine, before) = (&hands[side.index()], &then[side.index()]);
            match (at_least(mine, before), at_least(before, mine)) {
                (true, _) => Some(Ending::Superior),
                (_, true) => Some(Ending::Inferior),
                _ => None,
            }
        })
    }

    /// What the rule makes of a repetition, for the side to move. The games begin with their first move.
    fn outcome(&self, rule: RepetitionRule) -> Ending {
        match rule.outcome {
            RepetitionOutcome::Draw => Ending::Draw,
            RepetitionOutcome::MoverLoses => Ending::Loss,
            RepetitionOutcome::RepeaterLoses => Ending::Win,
            RepetitionOutcome::FirstMoverLoses if self.0[0].0.2 == self.last().2 => Ending::Loss,
            RepetitionOutcome::FirstMoverLoses => Ending::Win,
        }
    }
}

/// Moves that lead back: the reverse of the last own move, or the move of four plies ago.
fn returning<R: Rules>(position: &Position<R>, played: &[Move], choice: u16) -> Option<Move> {
    let back = |m: &Move| match m.origin() {
        Origin::Board(from) if !m.promotes() => Some(Move::board(m.to(), from, false)),
        _ => None,
    };
    let reverse = played.iter().nth_back(1).and_then(back);
    let again = played.iter().nth_back(3).copied();
    let wanted = if choice % 8 < 5 { again.or(reverse) } else { reverse };
    wanted.filter(|m| choice >= 4096 && legal(position).contains(m))
}

fn is_won_by_check(position: &Position<impl Rules>) -> bool {
    position.spec().check_wins && Oracle::of(position).in_check(position.side_to_move())
}

fn verdict(record: &Record, position: &Position<impl Rules>, rule: RepetitionRule) -> Option<Verdict> {
    let side = position.side_to_move();
    if Oracle::of(position).legal_moves().is_empty() {
        let reason = if is_won_by_check(position) { Reason::Check } else { Reason::NoMoves };
        return Some(Verdict { winner: Some(!side), reason });
    }
    let (ending, perpetual) = record.repetition(rule)?;
    let winner = match ending {
        Ending::Win => Some(side),
        Ending::Loss => Some(!side),
        _ => None,
    };
    Some(Verdict { winner, reason: if perpetual { Reason::PerpetualCheck } else { Reason::Repetition } })
}

fn repetitions_agree<R: Rules>(rules: R, game: &RandomGame, rule: RepetitionRule) -> Checked {
    let mut position = game.start(rules);
    let mut options = position.options();
    options.repetition = rule;
    position.set_options(options);
    let (mut record, mut played) = (Record::default(), Vec::new());
    record.add(&position);
    for &choice in &game.choices {
        let Some(m) = returning(&position, &played, choice).or_else(|| choose(&position, choice)) else { break };
        position.make(m, &mut ());
        played.push(m);
        record.add(&position);
        let path = || played.iter().map(|&m| rules.usi(m).to_string()).collect::<Vec<_>>().join(" ");
        let found = position.repetition().map(|found| (found.ending, found.perpetual_check));
        prop_assert_eq!(found, record.repetition(rule), "{} moves {}", game.start(rules).sfen(), path());
        prop_assert_eq!(position.verdict(), verdict(&record, &position, rule), "{}", path());
        for ply in [0, 1, 3, 4, 6, 8, 100] {
            let lost = is_won_by_check(&position).then_some(Ending::Loss);
            let expected = lost.or_else(|| record.search_ending(rule, ply));
            prop_assert_eq!(position.ending(ply), expected, "ply {}: {} {}", ply, game.start(rules).sfen(), path());
        }
    }
    Ok(())
}

const RULES: [RepetitionRule; 5] = [
    RepetitionRule::FOURFOLD_DRAW,
    RepetitionRule::THIRD_MOVER_LOSES,
    RepetitionRule::FOURTH_REPEATER_LOSES,
    RepetitionRule::FOURTH_FIRST_MOVER_LOSES,
    RepetitionRule::THREEFOLD_DRAW,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn shogi(game in game(80), rule in prop::sample::select(&RULES[..])) {
        repetitions_agree(Shogi, &game, rule)?;
    }

    #[test]
    fn siblings(game in game(80), rule in prop::sample::select(&RULES[..])) {
        for rules in super::siblings().filter(|rules| !takes_kings(rules.spec())) {
            repetitions_agree(rules, &game, rule)?;
        }
    }
}

/// Nothing before a null move can be repeated.
#[test]
fn a_null_move_ends_the_look_back() {
    let mut position = Shogi.start();
    let cycle = ["2h3h", "8b7b", "3h2h", "7b8b"].map(|text| Shogi.read_move(text).expect("a move"));
    cycle.into_iter().for_each(|m| position.make(m, &mut ()));
    assert_eq!(position.ending(4), Some(Ending::Draw));
    position.make_null();
    position.make_null();
    assert_eq!(position.ending(4), None);
    position.unmake_null();
    position.unmake_null();
    assert_eq!(position.ending(4), Some(Ending::Draw));
}

/// A client may send games longer than any counter was made for.
#[test]
fn games_without_end_are_counted() {
    const CYCLES: usize = 70_000;
    let mut position = Shogi.start();
    let cycle = ["2h3h", "8b7b", "3h2h", "7b8b"].map(|text| Shogi.read_move(text).expect("a move"));
    cycle.into_iter().cycle().take(CYCLES * cycle.len()).for_each(|m| position.make(m, &mut ()));
    assert_eq!(position.verdict().map(|verdict| verdict.reason), Some(Reason::Repetition));
    assert_eq!(position.ending(4), Some(Ending::Draw));
    cycle.into_iter().rev().cycle().take(CYCLES * cycle.len()).for_each(|m| position.unmake(m));
    assert_eq!((position.verdict(), position.ending(4)), (None, None));
    assert_eq!(position.sfen(), Shogi.spec().start);
}

/// A true repetition counts though the board stood in between with other hands.
#[test]
fn equal_hands_come_before_unequal_ones() {
    let sfen = "4r3k/9/9/9/9/9/9/9/K4R3 b P 1";
    let mut position = Shogi.read_sfen(sfen, SfenMode::Strict).expect(sfen);
    let mut play = |moves: &str| {
        for text in moves.split(' ') {
            let m = position.parse_move(text).expect(text);
            position.make(m, &mut ());
        }
        position.ending(30)
    };
    assert_eq!(play("P*5e 5a5e 9i8i 5e5c 8i9i 5c5a"), Some(Ending::Inferior));
    assert_eq!(play("9i8i P*4e 4i4e 1a2a 4e4i 2a2b 8i9i 2b1a"), Some(Ending::Draw));
}
