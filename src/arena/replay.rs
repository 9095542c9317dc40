//! Drawn games that are played again, as at tournaments: from the same opening, with colours exchanged and with the time
//! that is left.

use super::config::Adjudication;
use super::error::MatchError;
use super::opening::Opening;
use super::outcome::PlayedGame;
use super::player::Player;
use super::referee::{fresh_clocks, play_on};
use crate::game::{Declaration, End, Reason};

/// A game with the drawn ones before it.
pub struct Decided {
    pub game: PlayedGame,
    /// The drawn games as the text behind `position` in the protocol.
    pub drawn: Vec<String>,
    /// True if the colours are not those of the first game.
    pub is_exchanged: bool,
}

/// Lets two players, by colour, play a game, and up to `replays` others as long as the last is drawn. The giver of a
/// handicap stays the giver.
///
/// # Errors
/// Those of [`referee::play`](super::referee::play).
pub fn play(
    opening: &Opening,
    adjudication: Adjudication,
    replays: u32,
    players: &mut [&mut Player; 2],
) -> Result<Decided, MatchError> {
    let giver_stays = opening.record().handicap().is_some_and(|handicap| !handicap.is_even());
    let mut clocks = fresh_clocks(players);
    let (mut drawn, mut is_exchanged) = (Vec::new(), false);
    loop {
        let (game, left) = play_on(opening, adjudication, clocks, players)?;
        if drawn.len() >= replays as usize || !is_played_again(game.outcome.reason) || game.outcome.winner.is_some() {
            return Ok(Decided { game, drawn, is_exchanged });
        }
        drawn.push(game.line);
        clocks = left;
        if !giver_stays {
            players.swap(0, 1);
            clocks.swap(0, 1);
            is_exchanged = !is_exchanged;
        }
    }
}

/// True for repetition and impasse; draws by a limit of moves or by scores are those of the match and not of the rules.
const fn is_played_again(reason: End) -> bool {
    matches!(reason, End::Rules(Reason::Repetition) | End::Declared(Declaration::Draw))
}
