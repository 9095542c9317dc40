//! Names of openings and castles as a game reaches them.

use crate::any::AnyPosition;
use crate::board::Color;
use crate::game::{Formation, Topic};

/// A formation that one side has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    pub side: Color,
    pub formation: Formation,
}

/// Names given so far in a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Namer {
    /// The highest grade so far, 0 before any. `[color][topic]`
    grades: [[u8; Topic::ALL.len()]; 2],
}

impl Namer {
    /// New names in the next position of the game: of each topic the most special formation on the board, unless an
    /// equally special one was named before.
    pub fn next(&mut self, position: &AnyPosition) -> Vec<Named> {
        let mut named = Vec::new();
        for side in Color::ALL {
            let standing = position.formations(side);
            for topic in Topic::ALL {
                let grade = &mut self.grades[side.index()][topic as usize];
                // Among equals, the first in the game's list wins.
                let best = standing.iter().rev().filter(|formation| formation.topic == topic).max_by_key(|f| f.grade);
                if let Some(&formation) = best.filter(|formation| formation.grade > *grade) {
                    *grade = formation.grade;
                    named.push(Named { side, formation });
                }
            }
        }
        named
    }
}

#[cfg(test)]
mod tests {
    use super::Namer;
    use crate::any::{AnyMove, AnyPosition};
    use crate::board::Color;
    use crate::variants::{DropVariant, Variant};

    use std::collections::BTreeSet;

    /// Lines of moves in USI, composed or from games, with the names that arise in them. A dash stands for a side that
    /// waits with its king.
    fn lines() -> Vec<(String, String)> {
        let mut lines = rows("formations.tsv");
        lines.extend(played());
        lines
    }

    fn played() -> Vec<(String, String)> {
        rows("played_games.tsv")
    }

    /// The last two columns of a table.
    fn rows(name: &str) -> Vec<(String, String)> {
        let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').rev());
        rows.map(|mut columns| {
            let names = columns.next().unwrap().to_owned();
            (columns.next().unwrap().to_owned(), names)
        })
        .collect()
    }

    fn moves(game: Variant, text: &str) -> Result<Vec<AnyMove>, String> {
        let mut position = game.start();
        let wait = [["5i5h", "5h5i"], ["5a5b", "5b5a"]];
        let play = |word: &str| {
            let [away, back] = wait[position.side_to_move().index()];
            let legal = |word: &str| position.parse_move(word);
            let m = if word == "-" { legal(away).or_else(|_| legal(back)) } else { legal(word) };
            let m = m.map_err(|error| error.to_string())?;
            position.make(m);
            Ok(m)
        };
        text.split(' ').map(play).collect()
    }

    /// Names as the lines write them: sign of the side, ply, name.
    fn names(mut position: AnyPosition, moves: &[AnyMove], signs: [char; 2]) -> Vec<String> {
        let mut namer = Namer::default();
        let mut names = Vec::new();
        for (ply, &m) in (1..).zip(moves) {
            position.make(m);
            let named = namer.next(&position);
            names.extend(named.iter().map(|n| format!("{}{ply} {}", signs[n.side.index()], n.formation.english)));
        }
        names
    }

    #[test]
    fn lines_reach_the_formations_that_they_are_written_for() {
        let lines = lines();
        assert!(lines.len() >= 50);
        let found = lines.iter().map(|(text, _)| match moves(Variant::Shogi, text) {
            Ok(moves) => names(Variant::Shogi.start(), &moves, ['▲', '△']).join(", "),
            Err(illegal) => illegal,
        });
        let wrong: Vec<String> = found
            .zip(&lines)
            .filter(|(found, (_, expected))| found != expected)
            .map(|(found, (text, _))| format!("{text}\t{found}\n"))
            .collect();
        assert!(wrong.is_empty(), "found:\n{}", wrong.concat());
    }

    #[test]
    fn white_reaches_the_same_in_a_turned_game() {
        for (text, expected) in lines() {
            let turned: Vec<_> =
                moves(Variant::Shogi, &text).unwrap().into_iter().map(|m| Variant::Shogi.turned_move(m)).collect();
            let start = Variant::Shogi.start().turned().unwrap();
            let mut found = names(start, &turned, ['△', '▲']);
            let mut expected: Vec<&str> = expected.split(", ").collect();
            // Names of one ply start with Black's, and turning the game swaps the sides.
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{text}");
        }
    }

    fn reached(lines: &[(String, String)]) -> BTreeSet<&str> {
        let names = lines.iter().flat_map(|(_, names)| names.split(", ")).filter_map(|name| name.split_once(' '));
        names.map(|(_, name)| name).collect()
    }

    #[test]
    fn every_formation_is_reached() {
        let patterns = DropVariant::Shogi.spec().formations;
        let known: BTreeSet<&str> = patterns.iter().map(|pattern| pattern.formation.english).collect();
        assert_eq!(reached(&lines()), known);
        // None of the games brings the rook underneath, or one of these castles.
        let played = played();
        let unplayed = [
            "Duck castle",
            "Four-piece Anaguma castle",
            "Four-piece Mino castle",
            "Gold Mino castle",
            "Invincible castle",
            "Left Mino castle with the Bishop at Home",
            "Oyama Mino castle",
            "Ranging Rook Elmo castle",
            "Shaven Head Mino castle",
            "Silver Mino castle",
            "Strawberry castle",
            "Subway Rook",
        ];
        assert_eq!(known.difference(&reached(&played)).copied().collect::<Vec<_>>(), unplayed);
    }

    #[test]
    fn start_positions_have_no_names() {
        fn check(game: Variant) {
            let handicaps = game.handicaps().iter().map(|handicap| handicap.sfen);
            for sfen in handicaps.chain([game.start_sfen()]) {
                let position = game.read_sfen(sfen, crate::game::SfenMode::Strict).unwrap();
                assert_eq!(Namer::default().next(&position), [], "{} {sfen}", game.name());
            }
        }
        Variant::ALL.iter().for_each(|&game| check(game));
    }

    #[test]
    fn a_game_without_formations_has_none() {
        let start = Variant::Tori.start();
        assert!(Color::ALL.iter().all(|&side| start.formations(side).is_empty()));
        let moves = moves(Variant::Tori, "3d3c 4b3c").unwrap();
        assert!(names(start, &moves, ['▲', '△']).is_empty());
    }

    #[test]
    fn a_name_is_not_repeated_nor_followed_by_a_plainer_one() {
        // The gold leaves the castle and comes back.
        let text = "7g7f - 2h6h - 5i4h - 4h3h - 3h2h - 3i3h - 6i5h - 5h5i - 5i5h";
        let found = names(Variant::Shogi.start(), &moves(Variant::Shogi, text).unwrap(), ['▲', '△']);
        assert_eq!(found.iter().filter(|name| name.ends_with("castle")).count(), 2, "{found:?}");
    }
}
