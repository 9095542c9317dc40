//! The game as the front-end sees it: its position, its moves, and its end.

use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::engines::cecp::notation::Board;
use crate::engines::cecp::passes;
use crate::game::{Declaration, Dialect, Reason, RuleChoices, SfenMode, Verdict};
use crate::variants::Variant;

/// A game of any kind, with positions and moves as texts.
pub struct Table {
    game: Variant,
    board: Board,
    choices: RuleChoices,
    start: AnyPosition,
    position: AnyPosition,
    moves: Vec<AnyMove>,
}

impl Table {
    /// Opens the table of a game.
    pub fn new(game: Variant, choices: &RuleChoices) -> Self {
        let board = Board::of_game(game);
        let mut table = Self {
            game,
            board,
            choices: choices.clone(),
            start: game.start(),
            position: game.start(),
            moves: Vec::new(),
        };
        table.restart(game.start());
        table
    }

    fn restart(&mut self, mut start: AnyPosition) {
        start.set_rules(&self.choices);
        self.position = start.clone();
        self.start = start;
        self.moves.clear();
    }

    /// The legal move for a text in CECP notation.
    fn read(&self, text: &str) -> Result<AnyMove, String> {
        if text == passes::PASS {
            return passes::pass(&self.position).ok_or_else(|| "no piece can pass".to_owned());
        }
        self.meant(&self.board.usi(text).ok_or("no such square")?)
    }

    fn make(&mut self, m: AnyMove) {
        self.position.make(m);
        self.moves.push(m);
    }

    /// The legal move for a text in USI notation. Front-ends may leave out a forced promotion, and may add one that is
    /// impossible.
    fn meant(&self, usi: &str) -> Result<AnyMove, String> {
        let other = usi.strip_suffix('+').map_or_else(|| format!("{usi}+"), str::to_owned);
        let first = self.position.parse_move(usi);
        first.or_else(|error| self.position.parse_move(&other).map_err(|_| error.to_string()))
    }
}

impl Table {
    /// Puts these rules in force.
    pub fn choose(&mut self, choices: &RuleChoices) {
        self.choices = choices.clone();
        self.start.set_rules(choices);
        self.position.set_rules(choices);
    }

    /// Sets up a position in FEN.
    pub fn set_up(&mut self, fen: &str) -> Result<(), String> {
        let sfen = self.board.sfen(fen).ok_or("a field is missing")?;
        let position = self.game.read_sfen(&sfen, SfenMode::Strict).map_err(|error| error.to_string())?;
        self.restart(position);
        Ok(())
    }

    /// The start of the game in FEN.
    pub fn start_fen(&self) -> String {
        self.board.fen(self.game.start_sfen())
    }

    /// Plays a move in CECP notation; returns it in USI.
    pub fn play(&mut self, text: &str) -> Result<String, String> {
        let m = self.read(text)?;
        let usi = self.position.usi_in(m, Dialect::Usual);
        self.make(m);
        Ok(usi)
    }

    /// Plays a move in USI notation; returns it in that of CECP.
    pub fn play_usi(&mut self, text: &str) -> Result<String, String> {
        let m = self.position.parse_move(text).map_err(|error| error.to_string())?;
        let told = passes::cecp(self.board, &self.position, m);
        self.make(m);
        told.ok_or_else(|| format!("\"{text}\" is not on this board"))
    }

    /// Takes back `plies` moves; returns false if there are fewer.
    pub fn take_back(&mut self, plies: usize) -> bool {
        let Some(left) = self.moves.len().checked_sub(plies) else { return false };
        let mut moves = std::mem::take(&mut self.moves);
        moves.truncate(left);
        self.position = self.start.clone();
        moves.into_iter().for_each(|m| self.make(m));
        true
    }

    /// The words behind `position` in USI, with one more legal move if given.
    pub fn words(&self, further: Option<&str>) -> String {
        let further = further.and_then(|text| self.position.parse_move(text).ok());
        let moves: Vec<AnyMove> = self.moves.iter().copied().chain(further).collect();
        self.start.game_words(&moves, Dialect::Usual)
    }

    /// A line of moves from this position in CECP notation, up to the first illegal one.
    pub fn in_cecp(&self, line: &[String]) -> Vec<String> {
        let mut position = self.position.clone();
        let told = |text: &String| {
            let m = position.parse_move(text).ok()?;
            let told = passes::cecp(self.board, &position, m)?;
            position.make(m);
            Some(told)
        };
        line.iter().map_while(told).collect()
    }

    pub fn side(&self) -> Color {
        self.position.side_to_move()
    }

    /// Number of moves that one side has made.
    pub fn made(&self, color: Color) -> u32 {
        let first = self.start.side_to_move();
        let plies = self.moves.len() + usize::from(color == first);
        u32::try_from(plies / 2).unwrap_or(u32::MAX)
    }

    /// The result if the game is over: the winner, and the reason. In a game without drops, `XBoard` only recognises
    /// mate: if `own` claims any other win, it gives the game to the opponent. Such a win is no result here.
    pub fn over(&self, own: Option<Color>) -> Option<(Option<Color>, String)> {
        let Verdict { winner, reason } = self.position.verdict()?;
        let is_seen = matches!(reason, Reason::NoMoves | Reason::RoyalLost);
        // In games with drops it believes every win.
        let is_believed = is_seen || self.game.held_kinds() > 0 || winner.is_none() || winner != own;
        is_believed.then(|| (winner, reason.to_string()))
    }

    /// The result of a declaration by the side to move.
    pub fn declared(&self) -> (Option<Color>, String) {
        let side = self.position.side_to_move();
        let winner = match self.position.declaration() {
            Declaration::Win => Some(side),
            Declaration::Draw => None,
            Declaration::Loss => Some(!side),
        };
        (winner, format!("declaration: {}", self.position.declaration_in_words(side)))
    }
}
