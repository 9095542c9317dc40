//! Reading CSA files.

use super::{NAME, check_game, code};
use crate::board::{Color, Square};
use crate::game::SfenMode;
use crate::record::cursor::Cursor;
use crate::record::{BrokenGame, Ending, ReadError, ReadGame, Reason, Record, Step, header, text};
use crate::rules::{Kind, Move, Position, Rules, Setup, Spec};
use std::time::Duration;

/// Reads every game of a file, `/` lines standing between them. A part with comments only is no game.
///
/// # Errors
/// If the format does not know the game.
pub fn read<R: Rules>(rules: R, text: &str) -> Result<Vec<ReadGame<R>>, ReadError> {
    check_game(rules.spec(), NAME).map_err(|error| Reason::from(error).at(1))?;
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    let games = lines.split(|(_, line)| line.trim_end() == "/");
    let games = games.filter(|game| game.iter().any(|(_, line)| !line.trim().is_empty() && !line.starts_with('\'')));
    Ok(games.map(|game| read_game(rules, game)).collect())
}

fn read_game<R: Rules>(rules: R, lines: &[(usize, &str)]) -> ReadGame<R> {
    let mut reader = Reader::new(rules, lines.first().map_or(1, |&(number, _)| number));
    match lines.iter().try_for_each(|&(number, line)| reader.read_line(line, number)) {
        Ok(()) => reader.finish(),
        Err(error) => Err(reader.fail(error)),
    }
}

enum Stage<R: Rules> {
    Head(Box<Head>),
    Moves(Box<Cursor<R>>),
}

/// What stands before the first move.
struct Head {
    spec: &'static Spec,
    headers: header::Headers,
    remarks: Vec<String>,
    comments: Vec<String>,
    setup: Option<Setup>,
    /// The line of the last statement; where the game begins before there is one.
    last_line: usize,
}

impl Head {
    fn new(spec: &'static Spec, first_line: usize) -> Self {
        Self {
            spec,
            headers: header::Headers::default(),
            remarks: Vec::new(),
            comments: Vec::new(),
            setup: None,
            last_line: first_line,
        }
    }
}

struct Reader<R: Rules> {
    rules: R,
    stage: Stage<R>,
    /// Whether it was told that a remark will lose its place.
    misplaced: bool,
}

impl<R: Rules> Reader<R> {
    fn new(rules: R, first_line: usize) -> Self {
        Self { rules, stage: Stage::Head(Box::new(Head::new(rules.spec(), first_line))), misplaced: false }
    }

    /// A physical line holds several statements with commas between them, unless it is a comment or a header.
    fn read_line(&mut self, line: &str, number: usize) -> Result<(), ReadError> {
        text::check_line(line, number)?;
        let mut rest = line;
        while !rest.is_empty() {
            let whole = rest.starts_with(['\'', '$', 'N']);
            let (statement, after) = rest.split_once(',').filter(|_| !whole).unwrap_or((rest, ""));
            self.read_statement(statement, number)?;
            rest = after;
        }
        Ok(())
    }

    fn read_statement(&mut self, statement: &str, number: usize) -> Result<(), ReadError> {
        if let Some(comment) = statement.strip_prefix('\'') {
            self.read_comment(comment, number);
            return Ok(());
        }
        let statement = statement.trim();
        match &mut self.stage {
            _ if statement.is_empty() => Ok(()),
            Stage::Head(head) => {
                head.last_line = number;
                match statement {
                    "+" | "-" => {
                        let side = if statement == "+" { Color::Black } else { Color::White };
                        self.start(side, number)
                    }
                    _ => head.read(statement, number),
                }
            }
            Stage::Moves(cursor) => read_step(cursor, statement, number),
        }
    }

    fn read_comment(&mut self, comment: &str, number: usize) {
        let told = comment.strip_prefix('*');
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
                            cursor.warn(number, "remarks among the moves, kept with those of the whole file");
                        }
                    }
                }
            }
        }
    }

    fn start(&mut self, side: Color, number: usize) -> Result<(), ReadError> {
        let Stage::Head(head) = &mut self.stage else { return Ok(()) };
        let head = std::mem::replace(&mut **head, Head::new(self.rules.spec(), number));
        let start = match head.setup {
            Some(mut setup) => {
                setup.side = side;
                Position::from_setup(self.rules, &setup, SfenMode::Composed)
                    .map_err(|error| Reason::from(error).at(number))?
            }
            None => return Err(Reason::Diagram("no P line").at(number)),
        };
        let mut cursor = Cursor::new(start, number);
        cursor.record.headers = head.headers;
        cursor.record.remarks = head.remarks;
        for comment in head.comments {
            text::add_comment(&mut cursor.record, Record::<R>::ROOT, &comment);
        }
        self.stage = Stage::Moves(Box::new(cursor));
        Ok(())
    }

    fn finish(self) -> ReadGame<R> {
        match self.stage {
            Stage::Head(head) => Err(Reason::Diagram("no line says who moves first").at(head.last_line).into()),
            Stage::Moves(cursor) => Ok(cursor.finish()),
        }
    }

    fn fail(self, error: ReadError) -> BrokenGame<R> {
        match self.stage {
            Stage::Head(_) => error.into(),
            Stage::Moves(cursor) => cursor.fail(error),
        }
    }
}

impl Head {
    fn read(&mut self, statement: &str, number: usize) -> Result<(), ReadError> {
        if let Some(name) = statement.strip_prefix("N+") {
            self.headers.set(header::BLACK, name);
        } else if let Some(name) = statement.strip_prefix("N-") {
            self.headers.set(header::WHITE, name);
        } else if let Some(header) = statement.strip_prefix('$') {
            let (keyword, value) = header.split_once(':').unwrap_or((header, ""));
            self.headers.append(header::key_of_csa(keyword), value);
        } else if let Some(setup) = statement.strip_prefix('P') {
            self.read_setup(setup).map_err(|reason| reason.at(number))?;
        } else if !statement.starts_with('V') {
            return Err(Reason::syntax(statement, "a line before the first move of a CSA file").at(number));
        }
        Ok(())
    }

    fn read_setup(&mut self, text: &str) -> Result<(), Reason> {
        let expected = "a P line of a CSA file";
        let error = || Reason::syntax(format!("P{text}"), expected);
        if let Some(removed) = text.strip_prefix('I') {
            let mut setup = Setup::from_sfen(self.spec, self.spec.start, SfenMode::Strict)?;
            for group in groups(self.spec, removed).ok_or_else(error)? {
                let Group::Board(square, _) = group else { return Err(error()) };
                setup.remove(square);
            }
            self.setup = Some(setup);
            return Ok(());
        }
        let setup = self.setup.get_or_insert_with(|| Setup::empty(self.spec));
        if let Some(color) = color_of(text) {
            for group in groups(self.spec, &text[1..]).ok_or_else(error)? {
                match group {
                    Group::Board(square, kind) => setup.put(square, color, kind),
                    Group::Hand(kind) => setup.hold(color, kind, 1),
                    Group::Rest => setup.hold_rest(color),
                }
            }
            return Ok(());
        }
        let rank = text.chars().next().and_then(|c| c.to_digit(10)).filter(|rank| (1..=9).contains(rank));
        let rank = rank.ok_or_else(error)? as u8 - 1;
        let cells = text.get(1..).ok_or_else(error)?;
        read_rank(setup, rank, cells).ok_or_else(error)
    }
}

/// A piece of a rank, none for an empty cell.
type Cell = Option<(Color, Kind)>;

/// Nine cells of three characters, or, where blanks were lost or dots put in their place, nine words.
fn read_rank(setup: &mut Setup, rank: u8, text: &str) -> Option<()> {
    let cells = cells_of_words(setup.spec(), text).or_else(|| cells_of_columns(setup.spec(), text))?;
    for (file, cell) in (0..setup.spec().files).rev().zip(cells) {
        if let Some((color, kind)) = cell {
            setup.put(Square::new(file, rank), color, kind);
        }
    }
    Some(())
}

fn cells_of_words(spec: &Spec, text: &str) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        rest = match first {
            '+' | '-' => {
                let name = rest.get(1..3)?;
                cells.push(Some((color_of(rest)?, kind_of(spec, name)?)));
                &rest[3..]
            }
            '*' => {
                cells.push(None);
                &rest[1..]
            }
            _ => return None,
        };
        // Dots that stand for the blanks around a cell, or after the last one.
        rest = rest.trim_start_matches([' ', '\t', '\u{3000}', '.']);
    }
    (cells.len() == usize::from(spec.files)).then_some(cells)
}

/// Blank or dotted cells are empty ones here, since each has its column; the last ones may be missing.
fn cells_of_columns(spec: &Spec, text: &str) -> Option<Vec<Cell>> {
    let cell = |column: usize| {
        let cell = text.get(column * 3..).map_or("", |rest| rest.get(..3).unwrap_or(rest));
        match color_of(cell) {
            Some(color) => Some(Some((color, kind_of(spec, &cell[1..])?))),
            None => matches!(cell.trim(), "" | ".").then_some(None),
        }
    };
    // A row of pieces alone that ends early was cut off.
    let blank = text.is_empty() || text.contains([' ', '.']);
    let fits = blank && text.is_ascii() && text.len() <= usize::from(spec.files) * 3;
    if fits { (0..usize::from(spec.files)).map(cell).collect() } else { None }
}

fn color_of(text: &str) -> Option<Color> {
    match text.bytes().next()? {
        b'+' => Some(Color::Black),
        b'-' => Some(Color::White),
        _ => None,
    }
}

pub(in crate::record) fn kind_of(spec: &Spec, text: &str) -> Option<Kind> {
    spec.all_kinds().find(|&kind| code(spec, kind) == text)
}

/// None for `00`, the hand.
fn square_of(spec: &Spec, text: &str) -> Option<Option<Square>> {
    let &[file, rank] = text.as_bytes() else { return None };
    if (file, rank) == (b'0', b'0') {
        return Some(None);
    }
    let square = Square::from_usi(file, rank.wrapping_sub(b'1').wrapping_add(b'a'))?;
    spec.on_board(square).then_some(Some(square))
}

/// What four characters of a P line name.
enum Group {
    Board(Square, Kind),
    Hand(Kind),
    /// The pieces that are nowhere else, in hand.
    Rest,
}

fn group(spec: &Spec, text: &str) -> Option<Group> {
    if text == "00AL" {
        return Some(Group::Rest);
    }
    let kind = kind_of(spec, &text[2..])?;
    Some(square_of(spec, &text[..2])?.map_or(Group::Hand(kind), |square| Group::Board(square, kind)))
}

/// Groups of four characters.
fn groups(spec: &Spec, text: &str) -> Option<Vec<Group>> {
    let text: String = text.split_whitespace().collect();
    if !text.is_ascii() || !text.len().is_multiple_of(4) {
        return None;
    }
    (0..text.len()).step_by(4).map(|at| group(spec, &text[at..at + 4])).collect()
}

fn read_step<R: Rules>(cursor: &mut Cursor<R>, statement: &str, number: usize) -> Result<(), ReadError> {
    if let Some(word) = statement.strip_prefix('%') {
        let side = cursor.record.side_to_move(cursor.here());
        let after_illegal = matches!(cursor.record.node(cursor.here()).step(), Some(Step::Illegal(_)));
        cursor.end(ending_of(word, side, after_illegal), number);
        return Ok(());
    }
    if let Some(time) = statement.strip_prefix('T') {
        let spent = seconds(time).ok_or_else(|| Reason::syntax(statement, "a time").at(number))?;
        cursor.set_time(spent, None, number);
        return Ok(());
    }
    cursor.check_open(number)?;
    let m = read_move(cursor.position(), statement).map_err(|reason| reason.at(number))?;
    cursor.play(m, number)
}

/// Reads the word of an ending with `side` to move; after an illegal move, `ILLEGAL_MOVE` is about that one.
pub(in crate::record) fn ending_of(word: &str, side: Color, after_illegal: bool) -> Ending {
    let fouled = match word {
        "+ILLEGAL_ACTION" => Color::Black,
        "-ILLEGAL_ACTION" => Color::White,
        "ILLEGAL_MOVE" if after_illegal => !side,
        _ => return Ending::of_word(word),
    };
    if fouled == side { Ending::FoulLoss } else { Ending::FoulWin }
}

/// The longest time of a move that a CSA file holds, to which the readers of other formats keep.
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

/// Reads a move with the sign of its side, legal or not. The piece is named as it stands after the move, which tells
/// whether it promoted.
///
/// # Errors
/// If the text is not a move, or one of the other side or of another piece.
pub fn read_move<R: Rules>(position: &Position<R>, statement: &str) -> Result<Move, Reason> {
    let syntax = || Reason::syntax(statement, "a CSA move");
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
        None => Ok(Move::drop(kind, to)),
        Some(from) if from != to => {
            let piece = position.piece(from);
            let other = || Reason::OtherPiece(statement.to_owned());
            if piece.is_none() || piece.kind() == kind {
                return if piece.is_none() { Err(other()) } else { Ok(Move::board(from, to, false)) };
            }
            let promoted = spec.kind(piece.kind()).promotes_to == Some(kind);
            if promoted { Ok(Move::board(from, to, true)) } else { Err(other()) }
        }
        _ => Err(syntax()),
    }
}
