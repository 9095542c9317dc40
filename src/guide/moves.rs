//! The moves of a piece in a sentence.

use super::cards::Cards;
use crate::game::{Manner, Stride, Strides};
use crate::words::Language;

/// Squares ahead of a piece: files to the right, ranks forward.
type Offset = (i8, i8);

/// The neighbours of a square that are straight ahead, and those that are aslant.
const STRAIGHT: [Offset; 4] = [(0, 1), (0, -1), (-1, 0), (1, 0)];
const ASLANT: [Offset; 4] = [(-1, 1), (1, 1), (-1, -1), (1, -1)];

/// Number of squares two away.
const SECOND_RING: usize = 16;

/// The squares that a piece reaches in one manner and at the same distance.
struct Reach {
    manner: Manner,
    /// The distances of the first and the last of them in each direction.
    first: i8,
    last: i8,
    /// The directions; none where all squares of the distance are meant.
    ahead: Vec<Offset>,
}

impl Cards {
    /// The moves of a kind in a sentence; none for one whose moves no square shows.
    #[must_use]
    pub fn moves(self, kind: usize) -> Option<String> {
        let mut clauses: Vec<String> =
            reaches(&self.game.strides(kind)).iter().map(|reach| self.clause(reach)).collect();
        clauses.dedup();
        let name = self.spoken(kind);
        let moves = (!clauses.is_empty()).then(|| match self.language {
            Language::En => format!("The {name} {}.", joined(&clauses)),
            Language::Ja => format!("{name}は{}動けます。", clauses.join("、")),
        });
        let remark = self.remark().filter(|_| moves.is_some()).map(str::to_owned);
        let sentences: Vec<String> = moves.into_iter().chain(remark).collect();
        (!sentences.is_empty()).then(|| sentences.join(self.language.choose(" ", "")))
    }

    fn clause(self, reach: &Reach) -> String {
        let is_leap = reach.manner == Manner::Jump && reach.first == 1;
        match self.language {
            Language::En if is_leap => leap(&reach.ahead),
            Language::En => line(reach),
            Language::Ja if is_leap => leap_in_japanese(&reach.ahead),
            Language::Ja => line_in_japanese(reach),
        }
    }
}

/// The squares of a piece, those in the same manner and at the same distance together. A jump that is neither straight nor
/// aslant has its squares themselves for directions.
fn reaches(strides: &Strides) -> Vec<Reach> {
    let mut reaches: Vec<Reach> = Vec::new();
    let mut add = |manner, first, last, ahead| {
        let is_alike = |known: &&mut Reach| {
            let is_same = (known.manner, known.first, known.last) == (manner, first, last);
            is_same && (first > 1 || is_in_line(ahead) || size(known.ahead[0]) == size(ahead))
        };
        match reaches.iter_mut().find(is_alike) {
            Some(known) => known.ahead.push(ahead),
            None => reaches.push(Reach { manner, first, last, ahead: vec![ahead] }),
        }
    };
    let is_second = |stride: &Stride| stride.manner == Manner::Jump && stride.distance() == 2;
    let reaches_ring = strides.iter().filter(is_second).count() == SECOND_RING;
    for stride in strides.iter().filter(|stride| !(reaches_ring && is_second(stride))) {
        let (ahead, distance) = (stride.direction(), stride.distance());
        let offset = (stride.right, stride.forward);
        let steps = |distance: i8| {
            let at = Stride { right: distance * ahead.0, forward: distance * ahead.1, manner: Manner::Step };
            strides.iter().any(|other| other == at)
        };
        match stride.manner {
            manner if !is_in_line(offset) => add(manner, 1, 1, offset),
            // The first step of a row stands for the others.
            Manner::Step if steps(distance - 1) => {}
            Manner::Step => {
                let last = (distance..i8::MAX).find(|next| !steps(next + 1)).unwrap_or(distance);
                add(Manner::Step, distance, last, ahead);
            }
            manner => add(manner, distance, distance, ahead),
        }
    }
    if reaches_ring {
        reaches.push(Reach { manner: Manner::Jump, first: 2, last: 2, ahead: Vec::new() });
    }
    reaches.sort_by_key(|reach| (reach.manner, reach.first));
    reaches
}

/// True for a square straight ahead or aslant.
fn is_in_line((right, forward): Offset) -> bool {
    right == 0 || forward == 0 || right.abs() == forward.abs()
}

/// The files and the ranks of an offset.
fn size((right, forward): Offset) -> [i8; 2] {
    [right.abs(), forward.abs()]
}

/// Clauses that begin with their verbs; one with the verb of the clause before does without.
fn joined(clauses: &[String]) -> String {
    let verb = |clause: &str| clause.split(' ').next().unwrap_or_default().to_owned();
    let told = clauses.iter().enumerate().map(|(index, clause)| {
        let is_again = index > 0 && verb(&clauses[index - 1]) == verb(clause);
        if is_again { clause[verb(clause).len() + 1..].to_owned() } else { clause.clone() }
    });
    match &told.collect::<Vec<_>>()[..] {
        [first, second] => format!("{first}, or {second}"),
        [others @ .., last] if !others.is_empty() => format!("{}; or {last}", others.join("; ")),
        clauses => clauses.concat(),
    }
}

fn line(Reach { manner, first, last, ahead }: &Reach) -> String {
    let to = directions(ahead);
    match manner {
        Manner::Step if (*first, *last) == (1, 1) => format!("goes one square {to}"),
        Manner::Step if *first == 1 => format!("goes up to {last} squares {to}"),
        Manner::Step if first == last => format!("goes to the {} square {to}", ordinal(*first)),
        Manner::Step => format!("goes to the {} up to the {} square {to}", ordinal(*first), ordinal(*last)),
        Manner::Slide if *first == 1 => format!("goes any distance {to}"),
        Manner::Slide => format!("goes any distance {to}, from the {} square on", ordinal(*first)),
        Manner::Jump if ahead.is_empty() => format!("jumps to any square {} away", cardinal(*first)),
        Manner::Jump => format!("jumps to the {} square {to}", ordinal(*first)),
        Manner::Double => format!("steps one square {to}, from where it may step on or back in the same move"),
        Manner::Turns => "goes on by single steps over empty squares, with turns".to_owned(),
        Manner::Hook => format!("goes any distance {to}, and may turn once by a right angle"),
        Manner::Over(pieces) => format!("goes any distance {to}, over up to {pieces} pieces"),
        Manner::RangeJump => format!("goes any distance {to}, and captures beyond pieces of lower rank"),
        Manner::RangeCapture => format!("flies any distance {to} over pieces of lower rank, and captures them all"),
    }
}

fn line_in_japanese(Reach { manner, first, last, ahead }: &Reach) -> String {
    let to = directions_in_japanese(ahead);
    match manner {
        Manner::Step if (*first, *last) == (1, 1) => format!("{to}に1マス"),
        Manner::Step if *first == 1 => format!("{to}に{last}マスまで"),
        Manner::Step if first == last => format!("{to}の{first}マス目へ"),
        Manner::Step => format!("{to}の{first}マス目から{last}マス目まで"),
        Manner::Slide if *first == 1 => format!("{to}にどこまでも"),
        Manner::Slide => format!("{to}の{first}マス目から先へどこまでも"),
        Manner::Jump if ahead.is_empty() => format!("{first}マス先のどこへでも飛び越して"),
        Manner::Jump => format!("{to}の{first}マス目へ飛び越して"),
        Manner::Double => format!("{to}に1マス（続けてもう一歩進むことも戻ることもできます）"),
        Manner::Turns => "空いたマスを一歩ずつ、曲がりながら".to_owned(),
        Manner::Hook => format!("{to}にどこまでも（途中で一度だけ直角に曲がれます）"),
        Manner::Over(pieces) => format!("{to}に、駒を{pieces}枚まで飛び越してどこまでも"),
        Manner::RangeJump => format!("{to}にどこまでも（格下の駒を飛び越して敵駒を取れます）"),
        Manner::RangeCapture => format!("{to}に、格下の駒の上を飛び、通り道の駒をすべて取って、どこまでも"),
    }
}

/// Jumps that are neither straight nor aslant, all of one size.
fn leap(ahead: &[Offset]) -> String {
    let aside = |side: &[&Offset]| match (side.iter().any(|to| to.0 < 0), side.iter().any(|to| to.0 > 0)) {
        (true, false) => "to the left",
        (false, true) => "to the right",
        _ => "to the side",
    };
    let [files, ranks] = size(ahead[0]);
    let squares = if ranks == 1 { "one square".to_owned() } else { format!("{} squares", cardinal(ranks)) };
    let (forward, backward): (Vec<_>, Vec<_>) = ahead.iter().partition(|to| to.1 > 0);
    let one = |way: &str, side: &[&Offset]| format!("{squares} {way} and {} {}", cardinal(files), aside(side));
    let both = match (forward.is_empty(), backward.is_empty()) {
        (false, true) => one("forward", &forward),
        (true, false) => one("backward", &backward),
        _ if aside(&forward) == aside(&backward) => one("forward or backward", &forward),
        _ => format!("{}, or {}", one("forward", &forward), one("backward", &backward)),
    };
    format!("jumps {both}, over any piece")
}

fn leap_in_japanese(ahead: &[Offset]) -> String {
    let aside = |side: &[&Offset]| match (side.iter().any(|to| to.0 < 0), side.iter().any(|to| to.0 > 0)) {
        (true, false) => "左",
        (false, true) => "右",
        _ => "横",
    };
    let [files, ranks] = size(ahead[0]);
    let (forward, backward): (Vec<_>, Vec<_>) = ahead.iter().partition(|to| to.1 > 0);
    let one = |way: &str, side: &[&Offset]| format!("{way}に{ranks}マス・{}に{files}マスの所", aside(side));
    let both = match (forward.is_empty(), backward.is_empty()) {
        (false, true) => one("前", &forward),
        (true, false) => one("後ろ", &backward),
        _ if aside(&forward) == aside(&backward) => one("前後", &forward),
        _ => format!("{}か{}", one("前", &forward), one("後ろ", &backward)),
    };
    format!("{both}へ、駒を飛び越して")
}

/// Names for directions that stand together, then for each alone.
type Names = &'static [(&'static [Offset], [&'static str; 2])];

const NAMES: Names = &[
    (&[(0, 1), (0, -1), (-1, 0), (1, 0)], ["forward, backward, sideways", "前後左右"]),
    (&[(0, 1), (0, -1)], ["forward, backward", "前後"]),
    (&[(0, 1)], ["forward", "前"]),
    (&[(0, -1)], ["backward", "後ろ"]),
    (&[(-1, 0), (1, 0)], ["sideways", "左右"]),
    (&[(-1, 0)], ["to the left", "左"]),
    (&[(1, 0)], ["to the right", "右"]),
    (&[(-1, 1), (1, 1), (-1, -1), (1, -1)], ["diagonally", "斜め"]),
    (&[(-1, 1), (1, 1)], ["diagonally forward", "斜め前"]),
    (&[(-1, -1), (1, -1)], ["diagonally backward", "斜め後ろ"]),
    (&[(-1, 1)], ["diagonally forward to the left", "左斜め前"]),
    (&[(1, 1)], ["diagonally forward to the right", "右斜め前"]),
    (&[(-1, -1)], ["diagonally backward to the left", "左斜め後ろ"]),
    (&[(1, -1)], ["diagonally backward to the right", "右斜め後ろ"]),
];

/// The names of directions in one of the languages.
fn named(ahead: &[Offset], language: usize) -> Vec<&'static str> {
    let mut rest = ahead.to_vec();
    let taken = NAMES.iter().filter_map(|(directions, names)| {
        let holds = directions.iter().all(|direction| rest.contains(direction));
        holds.then(|| rest.retain(|direction| !directions.contains(direction)))?;
        Some(names[language])
    });
    taken.collect()
}

fn is_everywhere(ahead: &[Offset]) -> bool {
    STRAIGHT.iter().chain(&ASLANT).all(|direction| ahead.contains(direction))
}

fn directions(ahead: &[Offset]) -> String {
    if is_everywhere(ahead) {
        return "in any direction".to_owned();
    }
    let list = named(ahead, 0).join(", ");
    list.rsplit_once(", ").map_or_else(|| list.clone(), |(others, last)| format!("{others} or {last}"))
}

fn directions_in_japanese(ahead: &[Offset]) -> String {
    if is_everywhere(ahead) { "前後左右と斜め".to_owned() } else { named(ahead, 1).join("・") }
}

fn cardinal(number: i8) -> String {
    match number {
        1 => "one".to_owned(),
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        _ => number.to_string(),
    }
}

fn ordinal(number: i8) -> String {
    match number {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        _ => format!("{number}th"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guide::cards::called;
    use crate::variants::Variant;

    #[track_caller]
    fn check(game: Variant, name: &str, english: &str, japanese: &str) {
        let kind = called(game, name)[0];
        let moves = |language| Cards { game, language, letters: false }.moves(kind).unwrap();
        assert_eq!((moves(Language::En).as_str(), moves(Language::Ja).as_str()), (english, japanese));
    }

    #[test]
    fn moves_are_told_in_a_sentence() {
        use Variant::{Chu, Shogi, Tori};
        check(Shogi, "pawn", "The pawn goes one square forward.", "歩は前に1マス動けます。");
        check(Shogi, "lance", "The lance goes any distance forward.", "香は前にどこまでも動けます。");
        check(
            Shogi,
            "knight",
            "The knight jumps two squares forward and one to the side, over any piece.",
            "桂は前に2マス・横に1マスの所へ、駒を飛び越して動けます。",
        );
        check(
            Shogi,
            "gold",
            "The gold goes one square forward, backward, sideways or diagonally forward.",
            "金は前後左右・斜め前に1マス動けます。",
        );
        check(
            Shogi,
            "dragon",
            "The dragon goes one square diagonally, or any distance forward, backward or sideways.",
            "龍は斜めに1マス、前後左右にどこまでも動けます。",
        );
        check(
            Tori,
            "falcon",
            "The falcon goes one square forward, sideways or diagonally.",
            "鷹は前・左右・斜めに1マス動けます。",
        );
        check(
            Chu,
            "獅子",
            "The lion jumps to any square two away, or steps one square in any direction, from where it may step on or back in \
             the same move.",
            "獅子は2マス先のどこへでも飛び越して、前後左右と斜めに1マス（続けてもう一歩進むことも戻ることもできます）動けます。",
        );
    }

    #[test]
    fn every_piece_with_squares_has_its_sentence() {
        for &game in Variant::ALL {
            for kind in 0..game.kinds() {
                let is_shown = game.strides(kind).iter().next().is_some();
                for language in [Language::En, Language::Ja] {
                    let moves = Cards { game, language, letters: false }.moves(kind);
                    assert_eq!(moves.is_some(), is_shown, "{game} {kind}");
                    assert!(moves.is_none_or(|moves| !moves.contains("  ")), "{game} {kind}");
                }
            }
        }
    }
}
