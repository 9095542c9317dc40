//! The rules case by case: drops, repetition, declarations, handicaps, notation, and the reasons for refusing a move.

use kumataka::board::Color;
use kumataka::game::{Claim, Position as _};
use kumataka::rules::{Position, RepetitionRule, RuleOptions, Rules, SfenMode};
use kumataka::variants::{Variant, Visitor};

/// One row of the data file.
struct Case<'t> {
    sfen: &'t str,
    moves: &'t str,
    question: &'t str,
}

impl Case<'_> {
    fn position<R: Rules>(&self) -> Result<Position<R>, String> {
        let mut position = Position::<R>::from_sfen(self.sfen, SfenMode::Mate).map_err(|error| error.to_string())?;
        for text in self.moves.split(' ').filter(|text| *text != "-") {
            let m = position.parse_move(text).map_err(|error| error.to_string())?;
            position.make(m, &mut ());
        }
        Ok(position)
    }
}

/// Asks the question of the row in the game that it names.
impl Visitor for Case<'_> {
    type Output = String;

    fn visit<R: Rules>(self) -> String {
        let mut position = match self.position::<R>() {
            Ok(position) => position,
            Err(error) => return error,
        };
        let (question, argument) = self.question.split_once(' ').unwrap_or((self.question, ""));
        match question {
            "legality" => {
                let m = Position::<R>::read_move(argument).expect("a move");
                position.legality(m).map_or_else(|reason| format!("{reason:?}"), |()| "legal".to_owned())
            }
            "moves" => position.count_legal_moves().to_string(),
            "verdict" => {
                position.set_options(RuleOptions { repetition: repetition(argument), ..position.options() });
                match position.verdict() {
                    None => "none".to_owned(),
                    Some(verdict) => match verdict.winner {
                        Some(winner) => format!("{winner:?} by {:?}", verdict.reason),
                        None => format!("draw by {:?}", verdict.reason),
                    },
                }
            }
            "repetition" => position.repetition().map_or("none".to_owned(), |r| format!("{:?}", r.ending)),
            "ending" => position.ending(4).map_or("none".to_owned(), |ending| format!("{ending:?}")),
            "declare" => format!("{:?}", with_entering_king(position, argument).declaration()),
            "claim" => match with_entering_king(position, argument).claim() {
                None => "none".to_owned(),
                Some(Claim::Declaration) => "declaration".to_owned(),
                Some(Claim::Move(m)) => m.usi::<R>().to_string(),
            },
            "required" => {
                let position = with_entering_king(position, argument);
                Color::ALL.map(|color| position.required_points(color).expect("a rule of points").to_string()).join(" ")
            }
            "declaration-points" => position.declaration_points(color(argument)).to_string(),
            "total-points" => position.total_points(color(argument)).to_string(),
            "camp-pieces" => position.pieces_in_camp(color(argument)).to_string(),
            other => panic!("the question {other}"),
        }
    }
}

fn color(name: &str) -> Color {
    match name {
        "black" => Color::Black,
        "white" => Color::White,
        other => panic!("the colour {other}"),
    }
}

fn with_entering_king<R: Rules>(mut position: Position<R>, rule: &str) -> Position<R> {
    let entering_king = rule.parse().expect("a rule of entering king");
    position.set_options(RuleOptions { entering_king, ..position.options() });
    position
}

fn repetition(name: &str) -> RepetitionRule {
    match name {
        "third-mover-loses" => RepetitionRule::THIRD_MOVER_LOSES,
        "fourth-repeater-loses" => RepetitionRule::FOURTH_REPEATER_LOSES,
        "" | "draw" => RepetitionRule::FOURFOLD_DRAW,
        other => panic!("the rule {other}"),
    }
}

#[test]
fn cases() {
    let mut failures = Vec::new();
    let rows = include_str!("data/rules.tsv").lines().filter(|line| !line.starts_with('#')).skip(1);
    for line in rows {
        let row: Vec<&str> = line.split('\t').collect();
        let [name, game, sfen, moves, question, answer] = row[..] else { panic!("a row of six columns: {line}") };
        let game: Variant = game.parse().expect(name);
        let found = game.dispatch(Case { sfen, moves, question });
        if found != answer {
            failures.push(format!("{name}: {question} of {sfen} {moves}: {found} instead of {answer}"));
        }
    }
    assert!(failures.is_empty(), "{} wrong answers:\n{}", failures.len(), failures.join("\n"));
}
