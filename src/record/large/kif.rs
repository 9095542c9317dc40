//! KIF of the large games, as lishogi writes and reads it: squares by number and kanji, the origin of each move behind an
//! arrow, and a move in two steps on two lines.

use super::notation::{self, Ways, rank_name};
use crate::board::Color;
use crate::game::{Handicap, Playable, Position as _, SfenMode};
use crate::large::{Kind, KindSpec, LargeGame, Move, Piece, Position, Setup, Spec, Square};
use crate::record::cursor::Cursor;
use crate::record::kif::{player, read_result, result_text, spent, times, variations, write_notes};
use crate::record::{
    BrokenGame, Encoding, Ending, Loss, Node, NodeId, ReadError, ReadGame, Reason, Record, Step, Time, Written, header,
    score, text,
};
use std::fmt::Write as _;

/// The header that names the square where the last move took a lion.
const BAN: &str = "先獅子";
const SIGNS: [char; 6] = ['▲', '△', '☗', '☖', '▼', '▽'];
const FIRST: &str = "一歩目";
const SECOND: &str = "二歩目";

/// Writes the whole tree.
pub(super) fn write(record: &Record<LargeGame>, encoding: Encoding) -> Written {
    let name = match encoding {
        Encoding::Utf8 => "UTF-8",
        Encoding::ShiftJis => "Shift_JIS",
    };
    let mut text = format!("#KIF version=2.0 encoding={name}\n");
    write_head(record, &mut text);
    text.push_str("手数----指手---------消費時間--\n");
    write_notes(&mut text, record.node(Record::<LargeGame>::ROOT));
    for first in std::iter::once(None).chain(variations(record).into_iter().map(Some)) {
        write_line(record, first, &mut text);
    }
    Written { text, losses: losses(record) }
}

/// What of the times the format has no place for.
fn losses(record: &Record<LargeGame>) -> Vec<Loss> {
    let nodes = || record.nodes().map(|id| record.node(id));
    let is_untold =
        |node: &Node<Move>| node.time.is_some() && matches!(node.step(), Some(Step::End(Ending::Stated { .. })));
    let fractions = nodes().any(|node| node.time.is_some_and(Time::has_fractions)).then_some(Loss::Fractions);
    let times = nodes().any(is_untold).then_some(Loss::Times);
    fractions.into_iter().chain(times).collect()
}

fn write_head(record: &Record<LargeGame>, text: &mut String) {
    record.remarks.iter().for_each(|remark| {
        let _ = writeln!(text, "#{remark}");
    });
    let start = record.start();
    let spec = start.game().spec();
    let named = spec.handicaps.iter().find(|handicap| handicap.sfen == start.sfen());
    let is_even = start.sfen() == spec.start;
    let name = named.filter(|_| !is_even).map_or(spec.title, |handicap| handicap.japanese);
    let _ = writeln!(text, "{}：{name}", header::HANDICAP);
    if named.is_none() {
        text.push_str(&notation::diagram(start));
        if let Some(ban) = start.ban() {
            let _ = writeln!(text, "{BAN}：{}", square_text(ban));
        }
        let number = start.setup().move_number;
        if number > 1 {
            let _ = writeln!(text, "手数＝{}", number - 1);
        }
        text.push_str(if start.side_to_move() == Color::Black { "先手番\n" } else { "後手番\n" });
    }
    for (key, value) in record.headers.iter() {
        let side = [header::BLACK, header::WHITE].iter().position(|&name| name == key);
        let key = side.map_or(key, |side| player(Color::ALL[side], false));
        let _ = writeln!(text, "{key}：{value}");
    }
}

/// Writes the main line, or the variation that starts with `first`.
fn write_line(record: &Record<LargeGame>, first: Option<NodeId>, text: &mut String) {
    let before = first.map_or(Record::<LargeGame>::ROOT, |first| record.node(first).parent());
    if let Some(first) = first {
        let _ = writeln!(text, "\n変化：{}手", record.node(first).ply());
    }
    let mut position = record.position_at(before);
    let start = first.or_else(|| record.main_line().next());
    for id in start.into_iter().flat_map(|start| record.line_from(start)) {
        let node = record.node(id);
        match node.step() {
            Some(&(Step::Move(m) | Step::Illegal(m))) => {
                let time = node.time.map_or(String::new(), |time| format!("   {}", spent(time)));
                for (step, told) in move_texts(&position, m) {
                    let time = if step == FIRST { "" } else { &time };
                    let _ = writeln!(text, "{:>4}{step} {told}{time}", node.ply());
                }
                write_notes(text, node);
                if matches!(node.step(), Some(Step::Move(_))) {
                    position.make(m, &mut ());
                }
            }
            Some(Step::End(ending)) => {
                let is_stated = matches!(ending, Ending::Stated { .. });
                if !is_stated {
                    let time = node.time.map_or(String::new(), |time| format!("   {}", spent(time)));
                    let _ = writeln!(text, "{:>4} {}{time}", node.ply(), ending.kif());
                    write_notes(text, node);
                }
                let side = record.side_to_move(node.parent());
                let _ = writeln!(text, "{}", result_text(ending, node.ply() - 1, side, false));
                if is_stated {
                    write_notes(text, node);
                }
            }
            None => {}
        }
    }
}

/// A square as this format writes it, such as `6十一`.
fn square_text(square: Square) -> String {
    format!("{}{}", square.file() + 1, rank_name(square.rank()))
}

/// The one or two lines of a move, each with the mark of its step.
fn move_texts(position: &Position, m: Move) -> Vec<(&'static str, String)> {
    let piece = position.piece(m.from());
    let name = if piece.is_piece() { position.game().spec().kind(piece.kind()).names.japanese } else { "？" };
    let step = |from, to, sign: &str| format!("{}{name}{sign} （←{}）", square_text(to), square_text(from));
    match m.via() {
        None => vec![("", step(m.from(), m.to(), if m.promotes() { "成" } else { "" }))],
        Some(via) => {
            let sign = if Ways::of(position, m).stays { "（居食い）" } else { "" };
            vec![(FIRST, step(m.from(), via, "")), (SECOND, step(via, m.to(), sign))]
        }
    }
}

/// Reads the one game of a file.
pub(super) fn read(game: LargeGame, text: &str) -> ReadGame<LargeGame> {
    let mut reader = Reader { game, head: Head::default(), moves: None, first_step: None };
    let read = (1..).zip(text.lines()).try_for_each(|(number, line)| reader.read_line(line, number));
    match read.and_then(|()| reader.check_whole(text.lines().count())) {
        Ok(()) => reader.finish(),
        Err(error) => Err(reader.fail(error)),
    }
}

#[derive(Default)]
struct Head {
    handicap: Option<String>,
    ranks: Vec<String>,
    side: Option<Color>,
    ban: Option<String>,
    moves_made: u32,
    headers: Vec<(String, String)>,
    comments: Vec<String>,
    bookmark: Option<String>,
    remarks: Vec<String>,
    line: usize,
}

struct Reader {
    game: LargeGame,
    head: Head,
    /// Once the moves have begun.
    moves: Option<Cursor<LargeGame>>,
    /// Origin and target of a first step whose second is to come.
    first_step: Option<(Square, Square)>,
}

impl Reader {
    fn finish(mut self) -> ReadGame<LargeGame> {
        if self.moves.is_none() && self.head.line == 0 {
            return Err(Reason::Empty.at(1).into());
        }
        let cursor = match self.moves.take() {
            Some(cursor) => cursor,
            None => self.begin(self.head.line.max(1))?,
        };
        Ok(cursor.finish())
    }

    fn fail(self, error: ReadError) -> BrokenGame<LargeGame> {
        match self.moves {
            Some(cursor) => cursor.fail(error),
            None => error.into(),
        }
    }

    /// The moves, which begin now if they have not begun before.
    fn cursor(&mut self, line: usize) -> Result<&mut Cursor<LargeGame>, ReadError> {
        let cursor = match self.moves.take() {
            Some(cursor) => cursor,
            None => self.begin(line)?,
        };
        Ok(self.moves.insert(cursor))
    }

    /// The moves before the first one, with what the head said.
    fn begin(&mut self, line: usize) -> Result<Cursor<LargeGame>, ReadError> {
        let start = self.start().map_err(|reason| reason.at(line))?;
        let mut cursor = Cursor::<LargeGame>::new(start, line);
        for (key, value) in std::mem::take(&mut self.head.headers) {
            cursor.record.headers.set(&key, &value);
        }
        cursor.record.remarks = std::mem::take(&mut self.head.remarks);
        let root = cursor.record.node_mut(Record::<LargeGame>::ROOT);
        root.comments = std::mem::take(&mut self.head.comments);
        root.bookmark = self.head.bookmark.take();
        Ok(cursor)
    }

    fn start(&self) -> Result<Position, Reason> {
        let spec = self.game.spec();
        let told = |error| Reason::Game(format!("the start position cannot be: {error}"));
        if self.head.ranks.is_empty() {
            let name = self.head.handicap.as_deref().unwrap_or(spec.title);
            let is_named = |handicap: &&Handicap| handicap.japanese == name || handicap.name == name;
            let sfen = if name == spec.title {
                spec.start
            } else {
                spec.handicaps.iter().find(is_named).ok_or_else(|| Reason::Handicap(name.to_owned()))?.sfen
            };
            return self.game.read_sfen(sfen, SfenMode::Strict).map_err(told);
        }
        if self.head.ranks.len() != usize::from(spec.ranks) {
            return Err(Reason::Diagram("ranks are missing"));
        }
        let mut setup = Setup::empty(self.game);
        for (rank, row) in (0..spec.ranks).zip(&self.head.ranks) {
            self.read_rank(&mut setup, rank, row)?;
        }
        setup.side = self.head.side.unwrap_or(Color::Black);
        setup.move_number = self.head.moves_made + 1;
        if let Some(text) = &self.head.ban {
            let (square, _) = self.square(text).ok_or_else(|| Reason::syntax(text, "a square"))?;
            setup.ban = Some(square);
        }
        Position::from_setup(&setup, SfenMode::Mate).map_err(told)
    }

    fn read_rank(&self, setup: &mut Setup, rank: u8, row: &str) -> Result<(), Reason> {
        let spec = self.game.spec();
        let error = || Reason::syntax(row, "a rank of a diagram");
        let mut rest = row;
        for file in (0..spec.files).rev() {
            rest = rest.trim_start();
            let (color, cell) = match rest.strip_prefix(['v', 'V']) {
                Some(cell) => (Color::White, cell.trim_start()),
                None => (Color::Black, rest),
            };
            if let Some(after) = cell.strip_prefix('・') {
                rest = after;
                continue;
            }
            let named = |(_, kind): &(usize, &KindSpec)| cell.starts_with(kind.names.diagram);
            let (index, kind) = spec.kinds.iter().enumerate().find(named).ok_or_else(error)?;
            setup.put(Square::new(file, rank), Piece::new(color, Kind::new(index)));
            rest = &cell[kind.names.diagram.len()..];
        }
        if rest.trim().is_empty() { Ok(()) } else { Err(error()) }
    }

    fn read_line(&mut self, line: &str, number: usize) -> Result<(), ReadError> {
        let text = line.trim();
        if text.is_empty() {
            return Ok(());
        }
        if let Some(remark) = line.strip_prefix('#') {
            match &mut self.moves {
                _ if text::declares_encoding(remark) => {}
                Some(cursor) => cursor.record.remarks.push(remark.to_owned()),
                None => self.head.remarks.push(remark.to_owned()),
            }
            return Ok(());
        }
        if let Some(bookmark) = line.strip_prefix('&') {
            let bookmark = Some(bookmark.to_owned());
            match &mut self.moves {
                Some(cursor) => {
                    let here = cursor.here();
                    cursor.record.node_mut(here).bookmark = bookmark;
                }
                None => self.head.bookmark = bookmark,
            }
            return Ok(());
        }
        if let Some(comment) = line.strip_prefix('*') {
            let comment = score::from_kif(comment).unwrap_or_else(|| comment.to_owned());
            match &mut self.moves {
                Some(cursor) => {
                    let here = cursor.here();
                    cursor.record.add_comment(here, &comment);
                }
                None => self.head.comments.push(comment),
            }
            return Ok(());
        }
        if text.starts_with("手数--") {
            self.cursor(number)?;
            return Ok(());
        }
        if text.starts_with("まで") {
            return self.read_result(text, number);
        }
        if let Some(variation) = text.strip_prefix("変化") {
            return self.read_variation(variation, number);
        }
        if let Some(rest) = counted(text) {
            return self.read_step(rest, number);
        }
        self.read_head(text, number)
    }

    fn read_head(&mut self, text: &str, number: usize) -> Result<(), ReadError> {
        if self.moves.is_some() {
            return Err(Reason::syntax(text, "a line among the moves").at(number));
        }
        self.head.line = number;
        if let Some(row) = text.strip_prefix('|') {
            self.head.ranks.push(row.split('|').next().unwrap_or_default().to_owned());
        } else if let Some(made) = text.strip_prefix("手数＝") {
            self.head.moves_made = text::number(made.trim()).unwrap_or(0).min(crate::large::MAX_MOVE_NUMBER - 1);
        } else if text == "先手番" || text == "後手番" {
            self.head.side = Some(if text == "先手番" { Color::Black } else { Color::White });
        } else if let Some((key, value)) = text.split_once('：').or_else(|| text.split_once(':')) {
            self.read_header(key.trim(), value.trim());
        }
        Ok(())
    }

    fn read_header(&mut self, key: &str, value: &str) {
        match key {
            BAN => self.head.ban = Some(value.to_owned()),
            _ if key == header::HANDICAP => self.head.handicap = Some(value.to_owned()),
            _ if value.is_empty() => {}
            "先手" | "下手" => self.head.headers.push((header::BLACK.to_owned(), value.to_owned())),
            "後手" | "上手" => self.head.headers.push((header::WHITE.to_owned(), value.to_owned())),
            _ => self.head.headers.push((key.to_owned(), value.to_owned())),
        }
    }

    fn read_result(&mut self, text: &str, number: usize) -> Result<(), ReadError> {
        let cursor = self.cursor(number)?;
        if matches!(cursor.record.node(cursor.here()).step(), Some(Step::End(_))) {
            return Ok(());
        }
        let side = cursor.record.side_to_move(cursor.here());
        if let Some(ending) = read_result(text, side) {
            cursor.end(ending, number);
        }
        Ok(())
    }

    fn read_variation(&mut self, text: &str, number: usize) -> Result<(), ReadError> {
        let digits = text.trim_start_matches(['：', ':', ' ']).split('手').next().unwrap_or_default();
        let error = || Reason::syntax(text, "the number of a variation's first move").at(number);
        let ply = text::number(digits.trim()).ok_or_else(error)? as usize;
        self.check_whole(number)?;
        self.cursor(number)?.branch(ply, number)
    }

    /// What stands behind the number of a move: a step, or an ending.
    fn read_step(&mut self, text: &str, number: usize) -> Result<(), ReadError> {
        let (is_first, is_second) = (text.starts_with(FIRST), text.starts_with(SECOND));
        let told = text.strip_prefix(FIRST).or_else(|| text.strip_prefix(SECOND)).unwrap_or(text).trim_start();
        let told = told.strip_prefix(SIGNS).unwrap_or(told);
        let Some((to, after)) = self.target(told) else { return self.read_ending(told, number) };
        let error = || Reason::syntax(text, "a move with its origin").at(number);
        let (words, groups) = after.split_at(after.find(['（', '(']).unwrap_or(after.len()));
        let mut origin = None;
        let mut time = None;
        for group in groups.split(['（', '(']).map(|group| group.trim_end().trim_end_matches(['）', ')', '+'])) {
            if let Some(name) = group.strip_prefix('←') {
                origin = self.square(name).map(|(square, _)| square);
            } else if let Some(told) = times(&format!("({group})")) {
                time = Some(told);
            }
        }
        let from = origin.ok_or_else(error)?;
        if !is_second {
            self.check_piece(words, from, number)?;
        }
        if is_first {
            self.first_step = Some((from, to));
            return Ok(());
        }
        let m = match self.first_step.take() {
            Some((first, via)) if is_second && via == from => Move::double(first, via, to),
            None if !is_second && from != to => Move::new(from, to, is_promotion(words)),
            _ => return Err(error()),
        };
        let cursor = self.cursor(number)?;
        cursor.play(m, number)?;
        if let Some((spent, total)) = time {
            cursor.set_time(spent, total, number);
        }
        Ok(())
    }

    fn read_ending(&mut self, text: &str, number: usize) -> Result<(), ReadError> {
        self.check_whole(number)?;
        let word = text.split(['(', '（', ' ', '　']).next().unwrap_or_default().to_owned();
        let time = text.find(['(', '（']).and_then(|at| times(text[at..].trim_end().trim_end_matches('+')));
        let cursor = self.cursor(number)?;
        cursor.end(Ending::from_kif(&word).unwrap_or(Ending::Other(word)), number);
        if let Some((spent, total)) = time {
            cursor.set_time(spent, total, number);
        }
        Ok(())
    }

    /// Warns if the words behind the square name another piece than that on `from`.
    fn check_piece(&mut self, words: &str, from: Square, number: usize) -> Result<(), ReadError> {
        let spec = self.game.spec();
        let cursor = self.cursor(number)?;
        let piece = cursor.position().piece(from);
        if piece.is_piece() && names_another(spec, words, piece.kind()) {
            cursor.warn(number, Reason::OtherPiece(square_text(from)).to_string());
        }
        Ok(())
    }

    /// Refuses to end a line between the two steps of a move.
    fn check_whole(&self, number: usize) -> Result<(), ReadError> {
        match self.first_step {
            Some(_) => Err(Reason::syntax(FIRST, "followed by its second step").at(number)),
            None => Ok(()),
        }
    }

    /// The target of a step: a square, or the one where the step before went.
    fn target<'a>(&self, text: &'a str) -> Option<(Square, &'a str)> {
        match text.strip_prefix(['仝', '同']) {
            Some(rest) => Some((self.last_target()?, rest.trim_start_matches('　'))),
            None => self.square(text),
        }
    }

    fn last_target(&self) -> Option<Square> {
        let last_move = || {
            let cursor = self.moves.as_ref()?;
            cursor.record.node(cursor.here()).played().map(Move::to)
        };
        self.first_step.map(|(_, via)| via).or_else(last_move)
    }

    /// A square at the start of a text: a file in digits of any width, a rank in kanji.
    fn square<'a>(&self, text: &'a str) -> Option<(Square, &'a str)> {
        // Kanji name the rank, not the file.
        let digit = |c| text::numeral(c).filter(|_| matches!(c, '0'..='9' | '０'..='９'));
        let end = text.find(|c| digit(c).is_none()).filter(|&end| end > 0)?;
        let file = text[..end].chars().filter_map(digit).try_fold(0_u32, |n, d| n.checked_mul(10)?.checked_add(d))?;
        let rest = &text[end..];
        let spec = self.game.spec();
        let ranks = (0..spec.ranks).map(|rank| (rank, rank_name(rank)));
        let (rank, name) = ranks.filter(|(_, name)| rest.starts_with(name)).max_by_key(|(_, name)| name.len())?;
        let file = u8::try_from(file).ok().filter(|file| (1..=spec.files).contains(file))?;
        Some((Square::new(file - 1, rank), &rest[name.len()..]))
    }
}

/// Whether the name at the start of `words` is that of another kind. Names that are not known may mean any piece.
fn names_another(spec: &Spec, words: &str, kind: Kind) -> bool {
    let named = |kind: &KindSpec| {
        let names = [kind.names.japanese, kind.names.diagram];
        names.iter().filter(|name| words.starts_with(**name)).map(|name| name.len()).max().unwrap_or(0)
    };
    let own = named(spec.kind(kind));
    spec.kinds.iter().any(|other| named(other) > own)
}

/// Whether the words behind a square say that the piece promotes there.
fn is_promotion(words: &str) -> bool {
    let words = words.trim_end();
    words.ends_with('成') && !words.ends_with("不成")
}

/// What stands behind the number of a move at the start of a line.
fn counted(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_ascii_digit()).filter(|&end| (1..=5).contains(&end))?;
    let rest = &text[end..];
    let apart = rest.strip_prefix("手目").or_else(|| rest.starts_with([' ', '　', '一', '二']).then_some(rest))?;
    // A square has its digits and its rank side by side; only steps have a rank's name there and go on otherwise.
    let step = apart.starts_with(FIRST) || apart.starts_with(SECOND) || !apart.starts_with(['一', '二']);
    step.then(|| apart.trim_start())
}
