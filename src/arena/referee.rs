//! A single game, judged by the rules.

use super::config::{Adjudication, ScoreRule};
use super::error::MatchError;
use super::opening::Opening;
use super::outcome::{GameOutcome, PlayedGame, PlayedMove};
use super::player::{Failure, Player, Thought};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::engines::clock::Clock;
use crate::engines::error::EngineError;
use crate::engines::info::EngineScore;
use crate::engines::protocol::Turn;
use crate::game::{Declaration, Dialect, End, MoveError};
use jiff::Timestamp;

/// Lets two players, by colour, play a game from an opening.
///
/// # Errors
/// If the match is to end at once, or an engine does not get ready: then nobody has lost the game.
pub fn play(
    opening: &Opening,
    adjudication: Adjudication,
    players: &mut [&mut Player; 2],
) -> Result<PlayedGame, MatchError> {
    let clocks = fresh_clocks(players);
    play_on(opening, adjudication, clocks, players).map(|(game, _)| game)
}

/// Clocks with all their time. `[color]`
#[must_use]
pub fn fresh_clocks(players: &[&mut Player; 2]) -> [Clock; 2] {
    [0, 1].map(|i: usize| Clock::new(players[i].config().time))
}

/// As [`play`], on clocks that may have run before, which are returned with the time that is left.
///
/// # Errors
/// Those of [`play`].
pub fn play_on(
    opening: &Opening,
    adjudication: Adjudication,
    clocks: [Clock; 2],
    players: &mut [&mut Player; 2],
) -> Result<(PlayedGame, [Clock; 2]), MatchError> {
    let started = Timestamp::now();
    let mut game = GameInProgress::new(opening, adjudication, clocks);
    let (outcome, illegal) = game.play(players)?;
    let line = game.line(Dialect::Usual, None);
    for (player, color) in players.iter_mut().zip(Color::ALL) {
        player.finish(match outcome.winner {
            None => "draw",
            Some(winner) if winner == color => "win",
            Some(_) => "lose",
        });
    }
    let played = PlayedGame { started, ended: Timestamp::now(), line, moves: game.moves, outcome, illegal };
    Ok((played, game.clocks))
}

struct GameInProgress<'a> {
    opening: &'a Opening,
    position: AnyPosition,
    /// The clocks of both sides. `[color]`
    clocks: [Clock; 2],
    moves: Vec<PlayedMove>,
    agreement: ScoreAgreement,
}

/// The outcome of a game, with the illegal move that ended it, if one did.
type Conclusion = (GameOutcome, Option<AnyMove>);

impl<'a> GameInProgress<'a> {
    fn new(opening: &'a Opening, adjudication: Adjudication, clocks: [Clock; 2]) -> Self {
        Self {
            opening,
            position: opening.position().clone(),
            clocks,
            moves: Vec::new(),
            agreement: ScoreAgreement::new(adjudication),
        }
    }

    fn play(&mut self, players: &mut [&mut Player; 2]) -> Result<Conclusion, MatchError> {
        for player in players.iter_mut() {
            player.ready().map_err(|error| player.trouble(error))?;
        }
        loop {
            let mover = self.position.side_to_move();
            let player = &mut *players[mover.index()];
            let thought = match self.think(player) {
                Ok(thought) => thought,
                Err(Failure::Interrupted) => return Err(player.trouble(EngineError::Interrupted)),
                Err(failure) => return Ok(lost(mover, failure.end(), failure.to_string())),
            };
            let chosen = match self.read(&thought.answer.best) {
                Ok(chosen) => chosen,
                Err(end) => {
                    if end.0.reason == End::Protocol {
                        player.discard();
                    }
                    return Ok(end);
                }
            };
            self.make(chosen, &thought);
            if let Some(outcome) = self.judge(mover, thought.answer.info.score) {
                return Ok((outcome, None));
            }
            if let Some(expected) = thought.answer.ponder
                && player.config().ponder
            {
                self.ponder(player, mover, &expected);
            }
        }
    }

    fn think(&self, player: &mut Player) -> Result<Thought, Failure> {
        let mover = self.position.side_to_move();
        let limit = self.clocks[mover.index()].limit();
        let position = &self.line(player.dialect(), None);
        player.think(&Turn { position, clocks: &self.clocks, mover, limit })
    }

    /// The game so far and perhaps one more move, as the text behind `position` in the protocol.
    fn line(&self, dialect: Dialect, next: Option<AnyMove>) -> String {
        let played = self.moves.iter().map(|played| played.chosen);
        let moves: Vec<AnyMove> = self.opening.moves().iter().copied().chain(played).chain(next).collect();
        self.opening.start().game_words(&moves, dialect)
    }

    /// Reads an answer, which is a move or ends the game.
    fn read(&self, best: &str) -> Result<AnyMove, Conclusion> {
        let mover = self.position.side_to_move();
        match best {
            "resign" => return Err(lost(mover, End::Resignation, String::new())),
            "win" => return Err(self.declare(mover)),
            _ => {}
        }
        match self.position.parse_move(best) {
            Ok(chosen) => Ok(chosen),
            Err(MoveError::Syntax(_)) => {
                let detail = if best.is_empty() { "an empty bestmove".to_owned() } else { format!("bestmove {best}") };
                Err(lost(mover, End::Protocol, detail))
            }
            Err(error @ MoveError::Illegal { .. }) => {
                let (outcome, _) = lost(mover, End::IllegalMove, error.to_string());
                Err((outcome, self.position.variant().read_move(best).ok()))
            }
        }
    }

    fn declare(&self, mover: Color) -> Conclusion {
        let declaration = self.position.declaration();
        let winner = match declaration {
            Declaration::Win => Some(mover),
            Declaration::Draw => None,
            Declaration::Loss => Some(!mover),
        };
        let detail = self.position.declaration_in_words(mover);
        (GameOutcome { winner, reason: End::Declared(declaration), detail }, None)
    }

    fn make(&mut self, chosen: AnyMove, thought: &Thought) {
        let info = thought.answer.info;
        self.clocks[self.position.side_to_move().index()].charge(thought.used);
        self.position.make(chosen);
        self.moves.push(PlayedMove {
            chosen,
            time: thought.used,
            score: info.score,
            depth: info.depth,
            nodes: info.nodes,
        });
    }

    /// The outcome of the game after a move of `mover`, if the rules or the scores of both engines have ended it.
    fn judge(&mut self, mover: Color, score: Option<EngineScore>) -> Option<GameOutcome> {
        if let Some(verdict) = self.position.verdict() {
            return Some(GameOutcome { winner: verdict.winner, reason: verdict.reason.into(), detail: String::new() });
        }
        self.agreement.note(mover, score);
        let ply = self.position.game_ply() as usize;
        let (winner, reason) = self.agreement.verdict(ply)?;
        Some(GameOutcome { winner, reason, detail: String::new() })
    }

    /// Lets `player` ponder on the reply that it expects, if that is a legal move that does not end the game.
    fn ponder(&self, player: &mut Player, color: Color, expected: &str) {
        let Ok(guess) = self.position.parse_move(expected) else { return };
        let mut position = self.position.clone();
        position.make(guess);
        if position.verdict().is_none() {
            let position = &self.line(player.dialect(), Some(guess));
            let limit = self.clocks[color.index()].limit();
            player.ponder(&Turn { position, clocks: &self.clocks, mover: color, limit });
        }
    }
}

fn lost(loser: Color, reason: End, detail: String) -> Conclusion {
    (GameOutcome { winner: Some(!loser), reason, detail }, None)
}

/// The numbers of moves in a row in which each engine has seen a win, a loss or an even game. `[color]`
struct ScoreAgreement {
    rules: Adjudication,
    winning: [u32; 2],
    losing: [u32; 2],
    even: [u32; 2],
}

const RESIGN_MOVES: u32 = 4;
const DRAW_MOVES: u32 = 8;
const DRAW_FROM_PLY: usize = 80;

impl ScoreAgreement {
    const fn new(rules: Adjudication) -> Self {
        Self { rules, winning: [0; 2], losing: [0; 2], even: [0; 2] }
    }

    fn note(&mut self, mover: Color, score: Option<EngineScore>) {
        let score = score.map(EngineScore::centipawns);
        let count = |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        let i = mover.index();
        if let Some(ScoreRule { centipawns, .. }) = self.rules.resign {
            count(&mut self.winning[i], score.is_some_and(|score| score >= centipawns));
            count(&mut self.losing[i], score.is_some_and(|score| score <= -centipawns));
        }
        if let Some(ScoreRule { centipawns, .. }) = self.rules.draw {
            count(&mut self.even[i], score.is_some_and(|score| score.abs() <= centipawns));
        }
    }

    fn verdict(&self, ply: usize) -> Option<(Option<Color>, End)> {
        if let Some(rule) = self.rules.resign
            && ply >= rule.from_ply.unwrap_or(0)
        {
            let needed = rule.moves.unwrap_or(RESIGN_MOVES);
            let won = |color: Color| self.winning[color.index()] >= needed && self.losing[(!color).index()] >= needed;
            if let Some(winner) = Color::ALL.into_iter().find(|&color| won(color)) {
                return Some((Some(winner), End::WinByScore));
            }
        }
        let rule = self.rules.draw.filter(|rule| ply >= rule.from_ply.unwrap_or(DRAW_FROM_PLY))?;
        let drawn = self.even.iter().all(|&moves| moves >= rule.moves.unwrap_or(DRAW_MOVES));
        drawn.then_some((None, End::DrawByScore))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(centipawns: i32, moves: u32, from_ply: usize) -> Option<ScoreRule> {
        Some(ScoreRule { centipawns, moves: Some(moves), from_ply: Some(from_ply) })
    }

    fn note(agreement: &mut ScoreAgreement, black: i32, white: i32) {
        agreement.note(Color::Black, Some(EngineScore::Centipawns(black)));
        agreement.note(Color::White, Some(EngineScore::Centipawns(white)));
    }

    #[test]
    fn wins_need_both_sides_in_a_row() {
        let mut agreement = ScoreAgreement::new(Adjudication { resign: rule(500, 2, 0), draw: None });
        note(&mut agreement, 600, -600);
        note(&mut agreement, 600, -400);
        note(&mut agreement, 600, -600);
        assert_eq!(agreement.verdict(50), None);
        agreement.note(Color::Black, None);
        agreement.note(Color::White, Some(EngineScore::Mate(-3)));
        assert_eq!(agreement.verdict(50), None);
        note(&mut agreement, 600, -600);
        note(&mut agreement, 600, -600);
        assert_eq!(agreement.verdict(50), Some((Some(Color::Black), End::WinByScore)));
    }

    #[test]
    fn draws_wait_for_their_ply() {
        let mut agreement = ScoreAgreement::new(Adjudication { resign: None, draw: rule(10, 2, 40) });
        note(&mut agreement, 10, -10);
        note(&mut agreement, 0, 5);
        assert_eq!(agreement.verdict(39), None);
        assert_eq!(agreement.verdict(40), Some((None, End::DrawByScore)));
        note(&mut agreement, 11, 0);
        assert_eq!(agreement.verdict(40), None);
    }
}
