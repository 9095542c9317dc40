//! Reading CSA files.
//!
//! The looks of a line decide its meaning, wherever it stands. Lines foreign to the format, for instance those of
//! servers, are reported and left out.

use super::server::ServerLines;
use super::setup::{self, color_of, kind_of, square_of};
use super::statement::{Statement, split_games};
use super::{NAME, kernel_game};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::{Position as _, SfenMode};
use crate::record::cursor::Cursor;
use crate::record::{
    BrokenGame, Ending, Headers, Oddity, ReadError, ReadGame, Reason, Record, Step, Warning, header, text,
};
use crate::rules::{AnyGame, Move, Position, Rules as _, Setup};
use crate::variants::Variant;
use std::time::Duration;

/// Reads every game of a file. A `/` line ends a game, and so does the head of a further file after the moves. A part
/// with only comments is no game.
///
/// # Errors
/// If the format does not know the game.
pub fn read(game: Variant, text: &str) -> Result<Vec<ReadGame>, ReadError> {
    let rules = kernel_game(game, NAME).map_err(|error| Reason::from(error).at(1))?;
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    Ok(split_games(&lines).into_iter().map(|game| read_game(rules, game)).collect())
}

fn read_game(rules: AnyGame, lines: &[(usize, &str)]) -> ReadGame {
    let mut reader = Reader::new(rules, lines.first().map_or(1, |&(number, _)| number));
    match lines.iter().try_for_each(|&(number, line)| reader.read_line(line, number)) {
        Ok(()) => reader.finish(),
        Err(error) => Err(reader.fail(error)),
    }
}

enum Stage {
    Head(Box<Head>),
    Moves(Box<Cursor>),
}

/// Everything before the first move.
#[derive(Default)]
struct Head {
    headers: Headers,
    remarks: Vec<String>,
    comments: Vec<String>,
    warnings: Vec<Warning>,
    /// The first line that was not understood.
    foreign: Option<ReadError>,
    setup: Option<Setup>,
    /// The side that moves first, with the line that says so.
    turn: Option<(Color, usize)>,
}

impl Head {
    /// Begins the moves. If no line of the file says who moves first, `told` does, the word of a server, or else
    /// `mover`.
    fn begin(
        mut self,
        rules: AnyGame,
        told: Option<Color>,
        mover: Option<Color>,
        number: usize,
    ) -> Result<Cursor, ReadError> {
        let mut warn = |oddity| self.warnings.push(Warning { line: number, oddity });
        let mut setup = self.setup;
        if setup.is_none() {
            warn(Oddity::NoStart);
            setup::read(rules.spec(), &mut setup, "I").map_err(|reason| reason.at(number))?;
        }
        let (side, line) = match self.turn.or_else(|| Some((told?, number))) {
            Some(turn) => turn,
            None => {
                warn(Oddity::NoSide);
                (mover.ok_or_else(|| NO_TURN.at(number))?, number)
            }
        };
        let mut setup = setup.unwrap_or_else(|| Setup::empty(rules.spec()));
        setup.side = side;
        let start = Position::from_setup(rules, &setup, SfenMode::Composed);
        let start = start.map_err(|error| Reason::from(error).at(line))?;
        let mut cursor = Cursor::new(start.into(), line);
        cursor.record.headers = self.headers;
        cursor.record.remarks = self.remarks;
        cursor.warnings.extend(self.warnings);
        for comment in self.comments {
            text::add_comment(&mut cursor.record, Record::ROOT, &comment);
        }
        Ok(cursor)
    }
}

struct Reader {
    rules: AnyGame,
    stage: Stage,
    server: ServerLines,
    /// Line of the last statement; before the first one, the line where the game begins.
    last_line: usize,
    /// True once a warning says that a remark will lose its place.
    misplaced: bool,
}

impl Reader {
    fn new(rules: AnyGame, first_line: usize) -> Self {
        Self {
            rules,
            stage: Stage::Head(Box::default()),
            server: ServerLines::default(),
            last_line: first_line,
            misplaced: false,
        }
    }

    fn read_line(&mut self, line: &str, number: usize) -> Result<(), ReadError> {
        text::check_line(line, number)?;
        let mut rest = line;
        while let Some((statement, after)) = Statement::first(rest) {
            self.read_statement(statement, number)?;
            rest = after;
        }
        Ok(())
    }

    fn read_statement(&mut self, statement: Statement, number: usize) -> Result<(), ReadError> {
        if !matches!(statement, Statement::Comment(_)) {
            self.last_line = number;
        }
        match statement {
            Statement::Comment(comment) => self.read_comment(comment, number),
            Statement::Name(Color::Black, name) => self.headers().set(header::BLACK, name),
            Statement::Name(Color::White, name) => self.headers().set(header::WHITE, name),
            Statement::Header(text) => {
                let (keyword, value) = text.split_once(':').unwrap_or((text, ""));
                self.headers().append(header::key_of_csa(keyword), value);
            }
            Statement::Version => {}
            Statement::Setup(text) => return self.set_up(text, number),
            Statement::Turn(side) => self.read_turn(side, number),
            Statement::Move(text) => return self.read_move(text, number),
            Statement::Time(text) => self.read_time(text, number),
            Statement::Special(word) => return self.read_special(word, number),
            Statement::Foreign(line) => self.skip(line, number),
        }
        Ok(())
    }

    fn headers(&mut self) -> &mut Headers {
        match &mut self.stage {
            Stage::Head(head) => &mut head.headers,
            Stage::Moves(cursor) => &mut cursor.record.headers,
        }
    }

    fn warn(&mut self, number: usize, oddity: Oddity) {
        match &mut self.stage {
            Stage::Head(head) => head.warnings.push(Warning { line: number, oddity }),
            Stage::Moves(cursor) => cursor.warn(number, oddity),
        }
    }

    fn read_comment(&mut self, comment: &str, number: usize) {
        let told = comment.strip_prefix('*');
        if told.is_none() {
            self.server.read_summary(comment);
        }
        match &mut self.stage {
            Stage::Head(head) => match told {
                Some(comment) => head.comments.push(comment.to_owned()),
                None if text::declares_encoding(comment) => {}
                None => head.remarks.push(comment.to_owned()),
            },
            Stage::Moves(cursor) => {
                let here = cursor.here();
                match told {
                    Some(comment) => text::add_comment(&mut cursor.record, here, comment),
                    None => {
                        cursor.record.remarks.push(comment.to_owned());
                        let among_moves = cursor.record.node(here).played().is_some();
                        if among_moves && !std::mem::replace(&mut self.misplaced, true) {
                            cursor.warn(number, Oddity::LateRemarks);
                        }
                    }
                }
            }
        }
    }

    /// Reads a line of the start position.
    fn set_up(&mut self, text: &str, number: usize) -> Result<(), ReadError> {
        match &mut self.stage {
            Stage::Head(head) => {
                setup::read(self.rules.spec(), &mut head.setup, text).map_err(|reason| reason.at(number))?;
            }
            Stage::Moves(cursor) => cursor.warn(number, Oddity::LatePieces),
        }
        Ok(())
    }

    fn read_turn(&mut self, side: Color, number: usize) {
        let first = match &mut self.stage {
            Stage::Head(head) => head.turn.get_or_insert((side, number)).0,
            Stage::Moves(cursor) => cursor.record.start().side_to_move(),
        };
        if first != side {
            self.warn(number, Oddity::SecondSide);
        }
    }

    /// The moves. If they begin here and nothing else says who moves first, `side` does.
    fn moves(&mut self, side: Option<Color>, number: usize) -> Result<&mut Cursor, ReadError> {
        if let Stage::Head(head) = &mut self.stage {
            let head = std::mem::take(&mut **head);
            let cursor = head.begin(self.rules, self.server.turn, side, number)?;
            self.stage = Stage::Moves(Box::new(cursor));
        }
        match &mut self.stage {
            Stage::Moves(cursor) => Ok(cursor),
            Stage::Head(_) => Err(NO_TURN.at(number)),
        }
    }

    fn read_move(&mut self, text: &str, number: usize) -> Result<(), ReadError> {
        let side = color_of(text);
        let cursor = self.moves(side, number)?;
        cursor.go_back(side);
        cursor.check_open(number)?;
        let m = read_move(cursor.position(), text).map_err(|reason| reason.at(number))?;
        cursor.play(m, number)
    }

    fn read_time(&mut self, text: &str, number: usize) {
        match (seconds(text), &mut self.stage) {
            (Some(spent), Stage::Moves(cursor)) => cursor.set_time(spent, None, number),
            (Some(_), Stage::Head(_)) => self.warn(number, Oddity::EarlyTime),
            (None, _) => self.warn(number, Oddity::NoTime(format!("T{text}"))),
        }
    }

    fn read_special(&mut self, word: &str, number: usize) -> Result<(), ReadError> {
        let cursor = self.moves(None, number)?;
        let (side, has_fouled) = cursor.turn();
        cursor.end(ending_of(word, side, has_fouled), number);
        Ok(())
    }

    /// Leaves out a line foreign to the format, but keeps what it says of a server's game.
    fn skip(&mut self, line: &str, number: usize) {
        let reason = Reason::syntax(line, ["a line of a CSA file", "CSA形式の行"]);
        self.warn(number, Oddity::LeftOut(reason.clone()));
        let headers = match &mut self.stage {
            Stage::Head(head) => {
                head.foreign.get_or_insert_with(|| reason.at(number));
                &mut head.headers
            }
            Stage::Moves(cursor) => &mut cursor.record.headers,
        };
        self.server.read(line, headers);
    }

    fn finish(mut self) -> ReadGame {
        if let Stage::Head(head) = &mut self.stage {
            if head.setup.is_none() {
                let foreign = head.foreign.take().filter(|_| head.headers.is_empty());
                return Err(foreign
                    .unwrap_or_else(|| Reason::Diagram(["no P line", "P行がありません"]).at(self.last_line))
                    .into());
            }
            self.moves(None, self.last_line)?;
        }
        match self.stage {
            Stage::Head(_) => Err(NO_TURN.at(self.last_line).into()),
            Stage::Moves(mut cursor) => {
                let (side, has_fouled) = cursor.turn();
                let is_over = matches!(cursor.record.node(cursor.here()).step(), Some(Step::End(_)));
                if let Some(ending) = self.server.ending(side, has_fouled).filter(|_| !is_over) {
                    cursor.end(ending, self.last_line);
                }
                Ok(cursor.finish())
            }
        }
    }

    fn fail(self, error: ReadError) -> BrokenGame {
        match self.stage {
            Stage::Head(_) => error.into(),
            Stage::Moves(cursor) => cursor.fail(error),
        }
    }
}

const NO_TURN: Reason = Reason::Diagram(["no line says who moves first", "手番の行がありません"]);

/// Reads the word of an ending with `side` to move. `ILLEGAL_MOVE` says that this side has lost, unless the other
/// side's last move was illegal (`has_fouled`): old versions of this program wrote the word about that move.
pub(in crate::record) fn ending_of(word: &str, side: Color, has_fouled: bool) -> Ending {
    let fouled = match word {
        "+ILLEGAL_ACTION" => Color::Black,
        "-ILLEGAL_ACTION" => Color::White,
        "ILLEGAL_MOVE" if has_fouled => !side,
        _ => return Ending::of_word(word),
    };
    if fouled == side { Ending::FoulLoss } else { Ending::FoulWin }
}

/// Longest time of a move in a CSA file; the readers of other formats keep to it too.
pub(in crate::record) const LONGEST_TIME: Duration = Duration::new(999_999_999, 999_999_999);

/// Seconds of up to nine digits with up to nine decimals.
#[must_use]
pub fn seconds(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(fraction) || whole.is_empty() {
        return None;
    }
    let nanos = format!("{fraction:0<9}").parse().ok()?;
    Some(Duration::new(whole.parse().ok()?, nanos))
}

/// Reads a move with the sign of its side, legal or not. The piece is named as it stands after the move, which shows a
/// promotion.
///
/// # Errors
/// If the text is not a move, or one of the other side or of another piece.
///
/// # Panics
/// If the position is one of a large game.
pub fn read_move(position: &AnyPosition, statement: &str) -> Result<AnyMove, Reason> {
    let position = position.drops();
    let syntax = || Reason::syntax(statement, ["a CSA move", "CSA形式の指し手"]);
    if !statement.is_ascii() || statement.len() != 7 {
        return Err(syntax());
    }
    let spec = position.spec();
    let color = color_of(statement).ok_or_else(syntax)?;
    let from = square_of(spec, &statement[1..3]).ok_or_else(syntax)?;
    let to = square_of(spec, &statement[3..5]).flatten().ok_or_else(syntax)?;
    let kind = kind_of(spec, &statement[5..]).ok_or_else(syntax)?;
    if color != position.side_to_move() {
        return Err(Reason::WrongTurn);
    }
    match from {
        None => Ok(AnyMove::new(Move::drop(kind, to))),
        Some(from) if from != to => {
            let piece = position.piece(from);
            let other = || Reason::OtherPiece(statement.to_owned());
            if piece.is_none() || piece.kind() == kind {
                return if piece.is_none() { Err(other()) } else { Ok(AnyMove::new(Move::board(from, to, false))) };
            }
            let promoted = spec.kind(piece.kind()).promotes_to == Some(kind);
            if promoted { Ok(AnyMove::new(Move::board(from, to, true))) } else { Err(other()) }
        }
        _ => Err(syntax()),
    }
}
