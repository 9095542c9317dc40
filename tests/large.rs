//! Chu shogi: counts and single moves by published tables, a slow generator of the tests' own, games, mates and records.
//! Its elders: a slow walk through their moves, games and records.
//! Wa and the games on larger boards: another walk, from the tables of their pieces.

mod elders;
mod games;
mod giants;
mod moves;
mod oracle;
mod records;
mod tables;
mod walk;
mod western;

use kumataka::game::{Game, Playable, PlayablePosition as _, Position as _, RuleChoices, SfenMode};
use kumataka::large::Narrow;
use kumataka::variants::LargeVariant;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

// The narrow kernel, in which all of these games are played.
type LargeGame = kumataka::large::LargeGame<Narrow>;
type Move = kumataka::large::Move<Narrow>;
type MoveList = kumataka::large::MoveList<Narrow>;
type Position = kumataka::large::Position<Narrow>;
type Ruleset = kumataka::large::Ruleset<Narrow>;
type Setup = kumataka::large::Setup<Narrow>;
type Square = kumataka::large::Square<Narrow>;

/// The books of rules.
const SETS: [&str; 3] = ["lishogi", "renmei", "hachu"];

fn chu() -> LargeGame {
    LargeVariant::Chu.game()
}

/// A position under a book of rules.
fn position(sfen: &str, rules: &str) -> Position {
    let mut position = chu().read_sfen(sfen, SfenMode::Mate).expect(sfen);
    let mut choices = RuleChoices::default();
    if !rules.is_empty() {
        choices.choose_text(chu().name(), &chu().options(), rules).expect(rules);
    }
    position.set_rules(&choices);
    position
}

/// A square of the slow generators: file from the right and rank from the top, both from zero.
type Place = (i32, i32);
/// One of their moves: origin, square of a first capture or of a pass, target, promotion.
type Step = (Place, Option<Place>, Place, bool);

fn square((file, rank): Place) -> String {
    format!("{}{}", file + 1, char::from(b'a' + rank as u8))
}

/// A pass is written as its square and a sign.
fn text((from, via, to, promotes): Step) -> String {
    match via {
        Some(via) if via == from => format!("{} passes", square(from)),
        Some(via) => format!("{}{}{}", square(from), square(via), square(to)),
        None => format!("{}{}{}", square(from), square(to), if promotes { "+" } else { "" }),
    }
}

/// The kernel's moves as the slow generators write them.
fn told(position: &Position) -> Vec<String> {
    let text = |&m: &Move| {
        let passes = m.from() == m.to() && m.via().is_some_and(|via| position.piece(via).is_none());
        if passes { format!("{:?} passes", m.from()) } else { m.to_string() }
    };
    let mut texts: Vec<String> = position.legal().iter().map(text).collect();
    texts.sort();
    texts
}

fn usi(m: Move) -> String {
    chu().usi(m).to_string()
}

/// The rows of a table, without comments and titles.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| line.split('\t').collect())
}

/// Starts of random games, from crowded to nearly empty.
const STARTS: [&str; 4] = [
    "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL b - 1",
    "2csgek1g3/1v3x1t4/2f9/1ppp8/+l4+a6/3i8/12/9+h2/11+l/4E7/4T1G1C3/1C1S2K1S3 w - 290",
    "k4r5B/2n4o4/3+o3+d4/4p7/5N3i1r/5G3+H2/3L8/2P4P4/6+D5/2X4N4/3T8/K9GG b - 1",
    "5k6/2P3L5/8I3/4n7/12/3N4+o3/12/7+h4/12/4+D7/12/5K6 b - 1",
];

/// Plays random moves and shows each position to `check`; captures are preferred now and then, so that boards empty.
fn over_random_game(rules: &str, seed: u64, plies: usize, mut check: impl FnMut(&mut Position)) {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut position = position(STARTS[seed as usize % STARTS.len()], rules);
    for _ in 0..plies {
        check(&mut position);
        let moves = position.legal();
        if moves.is_empty() {
            return;
        }
        let m = moves[random.random_range(0..moves.len())];
        position.make(m, &mut ());
    }
}
