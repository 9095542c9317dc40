//! The game as the front-end sees it: its position, what was played, and how it ends.

use crate::board::Color;
use crate::engines::cecp::notation::{self, Board};
use crate::engines::cecp::passes;
use crate::game::{Declaration, Dialect, Playable, Position as _, Reason, RuleChoices, SfenMode, Verdict, Visible};

/// A game of any kind, in texts alone.
pub trait Table {
    /// Puts other rules in force.
    fn choose(&mut self, choices: &RuleChoices);

    /// Sets up a position in FEN.
    fn set_up(&mut self, fen: &str) -> Result<(), String>;

    /// Plays a move in the words of CECP; returns the move in USI.
    fn play(&mut self, text: &str) -> Result<String, String>;

    /// Plays a move in USI; returns the move in the words of CECP.
    fn play_usi(&mut self, text: &str) -> Result<String, String>;

    /// Takes moves back, if there are so many.
    fn take_back(&mut self, plies: usize) -> bool;

    /// What follows `position` in USI, perhaps with one more legal move.
    fn words(&self, further: Option<&str>) -> String;

    /// A line of moves from here in the words of CECP, as far as they are legal.
    fn in_cecp(&self, line: &[String]) -> Vec<String>;

    fn side(&self) -> Color;

    /// The moves of one side so far.
    fn made(&self, color: Color) -> u32;

    /// The result if the game is over: the winner, and why. In a game without drops `XBoard` gives the game to the other side
    /// if it does not see the win of `own` itself, and it sees mate alone.
    fn over(&self, own: Option<Color>) -> Option<(Option<Color>, String)>;

    /// The result of a declaration by the side to move.
    fn declared(&self) -> (Option<Color>, String);
}

/// Opens the table of a game.
pub fn open<G: Visible>(game: G, choices: &RuleChoices) -> Box<dyn Table> {
    let board = Board::of(game.start_sfen());
    let mut table =
        Seat { game, board, choices: choices.clone(), start: game.start(), position: game.start(), moves: Vec::new() };
    table.restart(game.start());
    Box::new(table)
}

struct Seat<G: Playable> {
    game: G,
    board: Board,
    choices: RuleChoices,
    start: G::Position,
    position: G::Position,
    moves: Vec<G::Move>,
}

impl<G: Playable> Seat<G> {
    fn restart(&mut self, mut start: G::Position) {
        G::set_rules(&mut start, &self.choices);
        self.position = start.clone();
        self.start = start;
        self.moves.clear();
    }

    /// The legal move that a text in CECP means.
    fn read(&self, text: &str) -> Result<G::Move, String> {
        if text == passes::PASS {
            return passes::pass::<G>(&self.position).ok_or_else(|| "no piece can pass".to_owned());
        }
        self.meant(&self.board.usi(text).ok_or("no such square")?)
    }

    fn make(&mut self, m: G::Move) {
        self.position.make(m, &mut ());
        self.moves.push(m);
    }

    /// The legal move that a text in USI means. Front-ends do not always say that a piece promotes which has to, and may
    /// say it of one that cannot.
    fn meant(&self, usi: &str) -> Result<G::Move, String> {
        let other = usi.strip_suffix('+').map_or_else(|| format!("{usi}+"), str::to_owned);
        let first = G::parse_move(&self.position, usi);
        first.or_else(|error| G::parse_move(&self.position, &other).map_err(|_| error.to_string()))
    }
}

impl<G: Visible> Table for Seat<G> {
    fn choose(&mut self, choices: &RuleChoices) {
        self.choices = choices.clone();
        G::set_rules(&mut self.start, choices);
        G::set_rules(&mut self.position, choices);
    }

    fn set_up(&mut self, fen: &str) -> Result<(), String> {
        let sfen = notation::sfen(fen).ok_or("a field is missing")?;
        let position = self.game.read_sfen(&sfen, SfenMode::Strict).map_err(|error| error.to_string())?;
        self.restart(position);
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<String, String> {
        let m = self.read(text)?;
        let usi = G::usi_in(&self.position, m, Dialect::Usual);
        self.make(m);
        Ok(usi)
    }

    fn play_usi(&mut self, text: &str) -> Result<String, String> {
        let m = G::parse_move(&self.position, text).map_err(|error| error.to_string())?;
        let told = passes::cecp::<G>(self.board, &self.position, m);
        self.make(m);
        told.ok_or_else(|| format!("\"{text}\" is not on this board"))
    }

    fn take_back(&mut self, plies: usize) -> bool {
        let Some(left) = self.moves.len().checked_sub(plies) else { return false };
        let mut moves = std::mem::take(&mut self.moves);
        moves.truncate(left);
        self.position = self.start.clone();
        moves.into_iter().for_each(|m| self.make(m));
        true
    }

    fn words(&self, further: Option<&str>) -> String {
        let further = further.and_then(|text| G::parse_move(&self.position, text).ok());
        let moves: Vec<G::Move> = self.moves.iter().copied().chain(further).collect();
        G::game_words(&self.start, &moves, Dialect::Usual)
    }

    fn in_cecp(&self, line: &[String]) -> Vec<String> {
        let mut position = self.position.clone();
        let told = |text: &String| {
            let m = G::parse_move(&position, text).ok()?;
            let told = passes::cecp::<G>(self.board, &position, m)?;
            position.make(m, &mut ());
            Some(told)
        };
        line.iter().map_while(told).collect()
    }

    fn side(&self) -> Color {
        self.position.side_to_move()
    }

    fn made(&self, color: Color) -> u32 {
        let first = self.start.side_to_move();
        let plies = self.moves.len() + usize::from(color == first);
        u32::try_from(plies / 2).unwrap_or(u32::MAX)
    }

    fn over(&self, own: Option<Color>) -> Option<(Option<Color>, String)> {
        let Verdict { winner, reason } = G::verdict(&self.position)?;
        let is_seen = matches!(reason, Reason::NoMoves | Reason::RoyalLost);
        // In games with drops it believes every win.
        let is_believed = is_seen || self.game.held_kinds() > 0 || winner.is_none() || winner != own;
        is_believed.then(|| (winner, reason.to_string()))
    }

    fn declared(&self) -> (Option<Color>, String) {
        let side = self.position.side_to_move();
        let winner = match G::declaration(&self.position) {
            Declaration::Win => Some(side),
            Declaration::Draw => None,
            Declaration::Loss => Some(!side),
        };
        (winner, format!("declaration: {}", G::declaration_in_words(&self.position, side)))
    }
}
