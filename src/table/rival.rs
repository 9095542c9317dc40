//! Another engine as the opponent.

use super::game::Game;
use super::thinker::Choice;
use crate::any::AnyMove;
use crate::arena::{Control, EngineArgument, Failure, MatchError, Player, Turn, lone_player};
use crate::board::Color;
use crate::engines::clock::{Clock, TimeControl};
use crate::game::{MoveError, RuleChoices};
use crate::record::Outcome;
use crate::variants::Variant;
use crate::words::{InLanguage, Language};
use std::time::Duration;
use thiserror::Error;

/// Result of asking an engine for a move.
#[derive(Debug)]
pub enum Answer<M> {
    /// Its choice and the time it took.
    Chosen(Choice<M>, Duration),
    /// It overstepped its time.
    Late(Failure),
    /// It played this move, which the rules forbid.
    Illegal(String),
    /// It plays no more.
    Failed(Fault),
    Interrupted,
}

/// The reason why an engine plays no more.
#[derive(Debug, Error)]
pub enum Fault {
    #[error(transparent)]
    Engine(#[from] Failure),
    /// Its answer is no move.
    #[error("bestmove {0}")]
    Unreadable(String),
}

impl InLanguage for Fault {
    fn japanese(&self) -> String {
        match self {
            Self::Engine(failure) => failure.japanese(),
            Self::Unreadable(_) => self.to_string(),
        }
    }
}

/// Another engine and its process, which is restarted after a fault.
pub struct Rival {
    player: Player,
    is_ready: bool,
}

impl Rival {
    /// Starts an engine, whose thinking `control` interrupts. The note on a slow start is in `language`.
    ///
    /// # Errors
    /// If it cannot be started, does not play the game, or lacks an option to be set.
    pub fn start(
        game: Variant,
        engine: &EngineArgument,
        rules: &RuleChoices,
        control: &Control,
        language: Language,
    ) -> Result<Self, MatchError> {
        let mut player = lone_player(game, engine, rules, control, language)?;
        player.try_out()?;
        Ok(Self { player, is_ready: true })
    }

    pub fn name(&self) -> &str {
        &self.player.config().name
    }

    /// Makes the next move begin a new game.
    pub const fn new_game(&mut self) {
        self.is_ready = false;
    }

    /// Reports the result to the engine, which plays `own`; only once for a game.
    pub fn finish(&mut self, own: Color, outcome: Outcome) {
        let result = match outcome {
            Outcome::Win(winner) if winner == own => "win",
            Outcome::Win(_) => "lose",
            Outcome::Draw => "draw",
            Outcome::Undecided => return,
        };
        // To the engine a move taken back begins another game.
        if std::mem::take(&mut self.is_ready) {
            self.player.finish(result);
        }
    }

    /// Makes the engine ready to move at once: a new process is started where the last one has ended.
    ///
    /// # Errors
    /// If it does not get ready.
    pub fn prepare(&mut self) -> Result<(), Failure> {
        if !self.is_ready {
            self.player.ready()?;
            self.is_ready = true;
        }
        Ok(())
    }

    /// Asks the engine for a move. Without clocks it may think for `unclocked`.
    pub fn choose(&mut self, game: &Game, clocks: Option<&[Clock; 2]>, unclocked: Duration) -> Answer<AnyMove> {
        let fixed = TimeControl { move_time: Some(unclocked), ..TimeControl::default() };
        let free = [Clock::new(fixed), Clock::new(fixed)];
        let limit = clocks.and_then(|clocks| clocks[game.side().index()].limit());
        match self.ask(game, clocks.unwrap_or(&free), limit) {
            Ok((best, used)) => chosen(game, &best, limit.map_or(used, |limit| used.min(limit))),
            Err(Failure::Interrupted) => {
                self.drop_process();
                Answer::Interrupted
            }
            Err(late @ Failure::Late { .. }) => Answer::Late(late),
            Err(fault @ Failure::Fault(_)) => {
                self.is_ready = false;
                Answer::Failed(fault.into())
            }
        }
    }

    fn ask(
        &mut self,
        game: &Game,
        clocks: &[Clock; 2],
        limit: Option<Duration>,
    ) -> Result<(String, Duration), Failure> {
        self.prepare()?;
        let moves: Vec<AnyMove> = game.moves().map(|(m, _)| m).collect();
        let position = &game.start().game_words(&moves, self.player.dialect());
        let thought = self.player.think(&Turn { position, clocks, mover: game.side(), limit })?;
        Ok((thought.answer.best, thought.used))
    }

    /// Ends the process: its late answer would pass for that to the next question.
    fn drop_process(&mut self) {
        self.player.discard();
        self.is_ready = false;
    }
}

/// The choice named after `bestmove`.
fn chosen(game: &Game, best: &str, used: Duration) -> Answer<AnyMove> {
    match best {
        "resign" => Answer::Chosen(Choice::Resign, used),
        "win" => Answer::Chosen(Choice::Declare, used),
        _ => match game.position().parse_move(best) {
            Ok(m) => Answer::Chosen(Choice::Play(m), used),
            Err(MoveError::Illegal { .. }) => Answer::Illegal(best.to_owned()),
            Err(MoveError::Syntax(_)) => Answer::Failed(Fault::Unreadable(best.to_owned())),
        },
    }
}

/// Seats the engines where no person sits: two in their order, a single one as White unless a person plays White.
/// `[color]`
pub fn seated(mut rivals: Vec<Rival>, people: [bool; 2]) -> [Option<Rival>; 2] {
    let first = if rivals.is_empty() { None } else { Some(rivals.remove(0)) };
    match (people, rivals.pop()) {
        ([false, false], Some(second)) => [first, Some(second)],
        ([false, true], _) => [first, None],
        _ => [None, first],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read() {
        let game = Game::new(Variant::Shogi.start(), ["a", "b"].map(str::to_owned));
        let m = game.position().parse_move("7g7f").unwrap();
        let choice = |best| match chosen(&game, best, Duration::ZERO) {
            Answer::Chosen(choice, _) => Some(choice),
            _ => None,
        };
        assert_eq!(["7g7f", "resign", "win"].map(choice), [Choice::Play(m), Choice::Resign, Choice::Declare].map(Some));
        let read = |best| chosen(&game, best, Duration::ZERO);
        assert!(matches!(read("7g7e"), Answer::Illegal(text) if text == "7g7e"));
        assert!(matches!(read("hello"), Answer::Failed(fault) if fault.to_string() == "bestmove hello"));
    }
}
