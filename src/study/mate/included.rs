//! The mate problems that come with the program, made by `kumataka compose` from games of self-play.

use super::read::Problem;
use crate::game::SfenMode;
use crate::record::Headers;
use crate::variants::Variant;
use crate::words::Language;

/// Game, length in plies and position of each, the shortest and easiest first.
const SHEET: &str = include_str!("included.txt");

/// The name under which the results of these problems are kept, in the place of a file's.
pub const INCLUDED: &str = "<internal>";

/// The mate problems of a game that come with the program; few games have some.
#[must_use]
pub fn included(game: Variant, language: Language) -> Vec<Problem> {
    let lines = SHEET.lines().filter_map(|line| line.strip_prefix(game.name())?.strip_prefix(' ')?.split_once(' '));
    let problems = lines.map(|(plies, sfen)| {
        let name = match language {
            Language::En => format!("mate in {plies}"),
            Language::Ja => format!("{plies}手詰"),
        };
        let position = game.read_sfen(sfen, SfenMode::Composed).expect("an included problem is sound");
        Problem { name, headers: Headers::default(), position: Ok(position) }
    });
    problems.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::AnySolver;
    use crate::mate::{Length, Limits, Outcome};

    #[test]
    fn included_problems_have_their_lengths() {
        let problems = included(Variant::Shogi, Language::En);
        assert!(problems.len() > 50 && included(Variant::Tori, Language::En).is_empty());
        let mut solver = AnySolver::new(Variant::Shogi, 16).unwrap();
        for problem in problems {
            let position = problem.position.unwrap();
            let attacker = position.problem_attacker(false);
            let limits = Limits { nodes: Some(200_000), ..Limits::default() };
            let report = solver.solve(&position, attacker, Length::Shortest, limits);
            let Outcome::Mate(mate) = report.outcome else { panic!("{}", position.sfen()) };
            assert_eq!(problem.name, format!("mate in {}", mate.counted), "{}", position.sfen());
        }
    }
}
