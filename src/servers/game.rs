//! A game in progress: its moves and its clocks.

use super::clock::GameClock;
use super::error::MoveFault;
use super::summary::Summary;
use super::words::Spent;
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::Dialect;
use crate::record::csa::{self, GameOver};
use crate::record::{NodeId, Record, Step, header};
use crate::usi::Quoted;
use jiff::Zoned;
use std::time::{Duration, Instant};

/// A game as the client of one side sees it. The server decides on moves and times.
pub struct Game {
    pub id: String,
    /// `[color]`
    pub names: [String; 2],
    pub own: Color,
    pub clock: GameClock,
    pub record: Record,
    /// The last node of the record.
    last: NodeId,
    position: AnyPosition,
    moves: Vec<AnyMove>,
    /// Instant at which the side to move began to think.
    turn_began: Instant,
    sent: Option<Sent>,
    /// Own moves whose confirmation may still arrive late.
    late: Vec<Late>,
    /// Number of moves after which the server ends the game, if it names one.
    pub max_moves: Option<u32>,
}

/// An own move that the server has not confirmed yet.
#[derive(Clone, Debug)]
struct Sent {
    m: AnyMove,
    text: String,
    comment: Option<String>,
    at: Instant,
}

/// An own move that counted as confirmed because the opponent's reply arrived first.
struct Late {
    text: String,
    node: NodeId,
    /// Main time and increment that it cost.
    charged: Duration,
}

/// Meaning of a move from the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveEvent {
    /// Our move was confirmed, `delay` after it was sent.
    Echo { delay: Duration },
    /// The opponent has moved.
    Opponent(AnyMove),
    /// The server has an own move that this client did not send.
    Foreign(AnyMove),
    /// A move that is known already.
    Repeated,
}

impl Game {
    pub fn new(summary: Summary) -> Self {
        let Summary { id, names, own, rates, record, max_moves } = summary;
        let mut game = Self {
            clock: GameClock::new(rates),
            last: Record::ROOT,
            position: record.start().clone(),
            moves: Vec::new(),
            turn_began: Instant::now(),
            sent: None,
            late: Vec::new(),
            id,
            names,
            own,
            record,
            max_moves,
        };
        game.go_to_end();
        game.write_headers();
        game
    }

    /// Plays the moves of the summary, which were made before a cut.
    fn go_to_end(&mut self) {
        let nodes: Vec<NodeId> = self.record.main_line().collect();
        for id in nodes {
            let node = self.record.node(id);
            let (Some(m), time) = (node.played(), node.time) else { continue };
            self.clock.charge(self.position.side_to_move(), time.map_or(Duration::ZERO, |time| time.spent));
            self.position.make(m);
            self.moves.push(m);
            self.last = id;
        }
    }

    /// Takes over comments and starting time from the record before a cut, which the server does not repeat.
    pub fn take_over(&mut self, first: &Record) {
        let nodes: Vec<NodeId> = self.record.main_line().collect();
        for (id, known) in nodes.into_iter().zip(first.main_line()) {
            let known = first.node(known);
            if self.record.node(id).step() != known.step() {
                break;
            }
            self.record.node_mut(id).comments.clone_from(&known.comments);
        }
        let start = first.headers.get(header::START_TIME);
        start.iter().for_each(|start| self.record.headers.set(header::START_TIME, start));
    }

    fn write_headers(&mut self) {
        let [black, white] = &self.names;
        let headers = &mut self.record.headers;
        headers.set(header::BLACK, black);
        headers.set(header::WHITE, white);
        headers.set(header::EVENT, &self.id);
        headers.set(header::START_TIME, &Zoned::now().strftime("%Y/%m/%d %H:%M:%S").to_string());
        let [black, white] = self.clock.controls().map(|control| control.csa());
        if black == white {
            black.iter().for_each(|time| headers.set(header::TIME_CONTROL, time));
        } else {
            black.iter().for_each(|time| headers.set(header::BLACK_TIME_CONTROL, time));
            white.iter().for_each(|time| headers.set(header::WHITE_TIME_CONTROL, time));
        }
        self.max_moves.iter().for_each(|moves| headers.set(header::MAX_MOVES, &moves.to_string()));
    }

    /// Starts the turn of the side to move, at the start or after a cut.
    pub fn begin(&mut self, at: Instant) {
        self.turn_began = at;
    }

    /// Position after the moves that the server has confirmed.
    pub const fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// Number of confirmed plies.
    pub const fn plies(&self) -> usize {
        self.moves.len()
    }

    pub const fn turn_began(&self) -> Instant {
        self.turn_began
    }

    /// True if this side is to move and has sent no move.
    pub fn is_own_turn(&self) -> bool {
        self.sent.is_none() && self.position.side_to_move() == self.own
    }

    /// The game so far and `further` moves, as the text behind `position` in USI.
    pub fn words(&self, further: &[AnyMove], dialect: Dialect) -> String {
        let moves: Vec<AnyMove> = self.moves.iter().chain(further).copied().collect();
        self.record.start().game_words(&moves, dialect)
    }

    /// Own move that was sent and is not confirmed.
    pub fn on_its_way(&self) -> Option<AnyMove> {
        self.sent.as_ref().map(|sent| sent.m)
    }

    /// Notes a legal move as sent. Returns its text for the server.
    pub fn send(&mut self, m: AnyMove, comment: Option<String>, at: Instant) -> String {
        let text = csa::move_text(&self.position, m);
        self.sent = Some(Sent { m, text: text.clone(), comment, at });
        text
    }

    /// Plays a move from the server.
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn hear(&mut self, text: &str, spent: Spent, at: Instant) -> Result<MoveEvent, MoveFault> {
        if let Some(sent) = self.sent.take_if(|sent| sent.text == text) {
            let delay = at.saturating_duration_since(sent.at);
            self.confirm(sent, spent, at);
            return Ok(MoveEvent::Echo { delay });
        }
        if let Some(index) = self.late.iter().position(|late| late.text == text) {
            let late = self.late.swap_remove(index);
            self.correct(&late, spent);
            return Ok(MoveEvent::Repeated);
        }
        if self.is_last(text) {
            return Ok(MoveEvent::Repeated);
        }
        let is_own = text.starts_with(if self.own == Color::Black { '+' } else { '-' });
        let before = self.sent.clone();
        if is_own {
            // The server decides, even if another move was sent.
            self.sent = None;
        } else if let Some(sent) = self.sent.take() {
            // The reply proves that the own move was accepted.
            let text = sent.text.clone();
            let charged = self.confirm(sent, Spent::Unknown, at);
            self.late.push(Late { text, node: self.last, charged });
        }
        match self.legal(text) {
            Ok(m) => {
                self.make(m, spent, at);
                Ok(if is_own { MoveEvent::Foreign(m) } else { MoveEvent::Opponent(m) })
            }
            Err(problem) => {
                if is_own {
                    self.sent = before;
                }
                Err(MoveFault::Wrong { line: Quoted::from(text), problem })
            }
        }
    }

    /// True if the text is the last move again.
    fn is_last(&self, text: &str) -> bool {
        let Some((_, before)) = self.moves.split_last() else { return false };
        let mut position = self.record.start().clone();
        before.iter().for_each(|&m| position.make(m));
        self.moves.last().is_some_and(|&m| csa::move_text(&position, m) == text)
    }

    fn legal(&self, text: &str) -> Result<AnyMove, String> {
        let m = csa::read_move(&self.position, text).map_err(|reason| reason.to_string())?;
        let m = self.position.as_meant(m);
        self.position.legality(m).map_err(|reason| reason.to_string())?;
        Ok(m)
    }

    /// Plays the own move that was sent. Returns the main time and increment that it cost.
    fn confirm(&mut self, sent: Sent, spent: Spent, at: Instant) -> Duration {
        let charged = self.make(sent.m, spent, at);
        sent.comment.iter().for_each(|comment| self.record.add_comment(self.last, comment));
        charged
    }

    /// Plays a move. Returns the main time and increment that it cost.
    fn make(&mut self, m: AnyMove, spent: Spent, at: Instant) -> Duration {
        let mover = self.position.side_to_move();
        let elapsed = at.saturating_duration_since(self.turn_began);
        let spent = match spent {
            Spent::ByServer(spent) => spent,
            Spent::Unknown | Spent::Unreadable => self.clock.counted(mover, elapsed),
        };
        let charged = self.clock.charge(mover, spent);
        self.last = self.record.push(self.last, Step::Move(m));
        self.record.set_time(self.last, spent);
        self.position.make(m);
        self.moves.push(m);
        self.turn_began = at;
        charged
    }

    /// Corrects clock and record when the server's time of a move arrives late.
    fn correct(&mut self, late: &Late, spent: Spent) {
        if let Spent::ByServer(spent) = spent {
            let remaining = self.clock.remaining(self.own) + late.charged;
            self.clock.set_remaining(self.own, remaining.saturating_sub(spent));
            self.record.set_time(late.node, spent);
        }
    }

    /// Ends the record, without a move that the server has not confirmed.
    pub fn end(&mut self, over: GameOver) {
        let ending = over.ending(self.own, self.position.side_to_move());
        self.sent = None;
        self.record.headers.set(header::END_TIME, &Zoned::now().strftime("%Y/%m/%d %H:%M:%S").to_string());
        let result = over.words();
        // The name is read back from its header, which is one line whatever the server has sent.
        let side = if self.own == Color::Black { header::BLACK } else { header::WHITE };
        let remark = format!("{} {result}", self.record.headers.get(side).unwrap_or_default());
        self.record.remarks.push(remark);
        self.record.push(self.last, Step::End(ending));
    }

    /// Longest time that the side to move may take; none without a clock.
    pub fn limit(&self) -> Option<Duration> {
        self.clock.limit(self.position.side_to_move())
    }
}

/// Comment of a move for the server: score in centipawns from Black's side, and expected moves in CSA notation.
///
/// `line` holds the moves behind `m`, in USI notation.
pub fn comment(position: &AnyPosition, m: AnyMove, score: i32, line: &[&str]) -> String {
    /// Most moves of a line in a comment.
    const LONGEST: usize = 32;
    let score = if position.side_to_move() == Color::Black { score } else { -score };
    let mut text = format!("* {score}");
    let mut position = position.clone();
    position.make(m);
    for usi in line.iter().take(LONGEST) {
        let Ok(m) = position.parse_move(usi) else { break };
        text.push(' ');
        text.push_str(&csa::move_text(&position, m));
        position.make(m);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::summary::SummaryLines;
    use super::*;
    use crate::game::End;
    use crate::record::csa::Verdict;
    use crate::record::{Ending, Format};
    use crate::variants::Variant;

    fn game(own: char, position: &str) -> Game {
        let text = format!(
            "Game_ID:g\nName+:A\nName-:B\nYour_Turn:{own}\nBEGIN Time\nTotal_Time:100\nIncrement:2\nEND Time\n\
             BEGIN Position\n{position}\nEND Position\nEND Game_Summary"
        );
        let mut lines = SummaryLines::default();
        for line in text.lines() {
            lines.take(line).unwrap();
        }
        Game::new(lines.read(Variant::Shogi).unwrap())
    }

    fn told(seconds: u64) -> Spent {
        Spent::ByServer(Duration::from_secs(seconds))
    }

    fn legal(game: &Game, usi: &str) -> AnyMove {
        game.position().parse_move(usi).unwrap()
    }

    #[test]
    fn the_server_counts() {
        let mut game = game('+', "PI\n+");
        let at = Instant::now();
        game.begin(at);
        let m = legal(&game, "7g7f");
        assert_eq!(game.send(m, Some("* 30 -3334FU".to_owned()), at), "+7776FU");
        assert!(!game.is_own_turn());
        let later = at + Duration::from_millis(40);
        let delay = Duration::from_millis(40);
        assert_eq!(game.hear("+7776FU", told(5), later).unwrap(), MoveEvent::Echo { delay });
        assert_eq!(game.clock.remaining(Color::Black), Duration::from_secs(97));
        let reply = legal(&game, "3c3d");
        assert_eq!(game.hear("-3334FU", told(9), later).unwrap(), MoveEvent::Opponent(reply));
        assert_eq!(game.clock.remaining(Color::White), Duration::from_secs(93));
        assert_eq!(game.hear("-3334FU", told(9), later).unwrap(), MoveEvent::Repeated);
        assert!(game.is_own_turn() && game.plies() == 2);
        assert_eq!(game.words(&[], Dialect::Usual), "startpos moves 7g7f 3c3d");
        let written = Format::CSA3.write(&game.record).unwrap().text;
        assert!(written.ends_with("+7776FU\nT5\n'** 30 -3334FU\n-3334FU\nT9\n"), "{written}");
        assert!(written.contains("$EVENT:g\n") && written.contains("$TIME:100+0+2\n"), "{written}");
    }

    #[test]
    fn an_answer_may_come_after_the_reply_or_never() {
        let mut game = game('+', "PI\n+");
        let at = Instant::now();
        game.begin(at);
        let m = legal(&game, "7g7f");
        game.send(m, None, at);
        let reply = game.hear("-3334FU", told(1), at + Duration::from_secs(4)).unwrap();
        assert!(matches!(reply, MoveEvent::Opponent(_)));
        // By this client's own measure the move took four seconds, of which the increment gives two back.
        assert_eq!(game.clock.remaining(Color::Black), Duration::from_secs(98));
        assert_eq!(game.hear("+7776FU", told(1), at + Duration::from_secs(5)).unwrap(), MoveEvent::Repeated);
        assert_eq!(game.clock.remaining(Color::Black), Duration::from_secs(101));
        assert_eq!(game.plies(), 2);
        // A correction restores to a clock that ran down no more than was charged.
        let m = legal(&game, "2g2f");
        game.send(m, None, at + Duration::from_secs(6));
        game.hear("-8384FU", told(1), at + Duration::from_secs(500)).unwrap();
        assert_eq!(game.clock.remaining(Color::Black), Duration::ZERO);
        assert_eq!(game.hear("+2726FU", told(3), at + Duration::from_secs(501)).unwrap(), MoveEvent::Repeated);
        assert_eq!(game.clock.remaining(Color::Black), Duration::from_secs(100));
    }

    #[test]
    fn a_game_that_goes_on_keeps_what_its_first_part_told() {
        let mut first = game('+', "PI\n+");
        let m = legal(&first, "7g7f");
        first.send(m, Some("* 30 -3334FU".to_owned()), Instant::now());
        first.hear("+7776FU", told(5), Instant::now()).unwrap();
        first.record.headers.set(header::START_TIME, "2026/11/26 10:00:00");
        let mut second = game('+', "PI\n+\n+7776FU,T5\n-3334FU,T6");
        second.take_over(&first.record);
        let written = Format::CSA3.write(&second.record).unwrap().text;
        assert!(written.contains("$START_TIME:2026/11/26 10:00:00\n"), "{written}");
        assert!(written.ends_with("+7776FU\nT5\n'** 30 -3334FU\n-3334FU\nT6\n"), "{written}");
    }

    #[test]
    fn wrong_moves_are_quoted_and_change_nothing() {
        let mut game = game('-', "PI\n+\n+7776FU,T12\n-3334FU,T6\n+2726FU,T1");
        assert_eq!(game.clock.remaining(Color::White), Duration::from_secs(96));
        assert!(game.is_own_turn());
        for text in ["+2625FU", "-3335FU", "-9999OU", "-", "+", "-8384fu", "-8384FUX", "-８３８４ＦＵ"] {
            let fault = game.hear(text, told(1), Instant::now()).unwrap_err().to_string();
            assert!(fault.contains(text), "{fault}");
        }
        assert_eq!(game.plies(), 3);
        assert!(matches!(game.hear("-8384FU", told(1), Instant::now()).unwrap(), MoveEvent::Foreign(_)));
    }

    #[test]
    fn what_was_not_confirmed_was_not_played() {
        let mut game = game('+', "PI\n+");
        let m = legal(&game, "7g7f");
        game.send(m, None, Instant::now());
        game.end(GameOver { cause: Some(End::Time), verdict: Verdict::Loss });
        assert_eq!(game.record.main_line().count(), 1);
        assert_eq!(game.record.outcome().unwrap().0, &Ending::TimeLoss);
    }

    #[test]
    fn comments_are_those_of_floodgate() {
        let position = Variant::Shogi.start();
        let m = position.parse_move("7g7f").unwrap();
        assert_eq!(comment(&position, m, 30, &["3c3d", "2g2f", "9a9z", "8c8d"]), "* 30 -3334FU +2726FU");
        let mut second = position.clone();
        second.make(m);
        let m = second.parse_move("3c3d").unwrap();
        assert_eq!(comment(&second, m, 30, &[]), "* -30");
    }
}
