//! What stands before the first move: headers, handicap, diagram.

use super::game::KifGame;
use crate::board::Color;
use crate::game::{Position as _, SfenMode};
use crate::record::cursor::Cursor;
use crate::record::{Headers, ReadError, Reason, Record, Warning, header, text};

pub(super) struct Head<G: KifGame> {
    game: G,
    headers: Headers,
    remarks: Vec<String>,
    comments: Vec<String>,
    bookmark: Option<String>,
    warnings: Vec<Warning>,
    /// Name and line.
    handicap: Option<(String, usize)>,
    setup: Option<G::Setup>,
    moves_made: Option<u32>,
    /// Ranks of the diagram read so far.
    ranks: u8,
    side: Option<Color>,
    /// Whether the sides are called 上手 and 下手.
    upper_hand: bool,
    last_line: usize,
}

/// Whether a character may stand in the line of file numbers above a diagram.
fn is_of_file_numbers(c: char) -> bool {
    c.is_whitespace() || ('０'..='９').contains(&c)
}

const FOR_BLACK: [&str; 2] = ["先手", "下手"];
const FOR_WHITE: [&str; 2] = ["後手", "上手"];

/// The side that a key is about, with the rest of the key.
pub(super) fn side_of(key: &str) -> Option<(Color, &str)> {
    let strip = |names: [&str; 2]| names.into_iter().find_map(|name| key.strip_prefix(name));
    strip(FOR_BLACK).map(|rest| (Color::Black, rest)).or_else(|| strip(FOR_WHITE).map(|rest| (Color::White, rest)))
}

impl<G: KifGame> Head<G> {
    pub fn new(game: G) -> Self {
        Self {
            game,
            headers: Headers::default(),
            remarks: Vec::new(),
            comments: Vec::new(),
            bookmark: None,
            warnings: Vec::new(),
            handicap: None,
            setup: None,
            moves_made: None,
            ranks: 0,
            side: None,
            upper_hand: false,
            last_line: 0,
        }
    }

    /// Whether nothing was found that a record starts with.
    pub fn is_empty(&self) -> bool {
        let has_start = self.handicap.is_some() || self.setup.is_some() || self.moves_made.is_some();
        self.headers.is_empty() && !has_start
    }

    pub fn read(&mut self, line: &str, number: usize) -> Result<(), ReadError> {
        self.last_line = number;
        let text = line.trim();
        self.upper_hand |= text.starts_with("上手");
        if let Some(comment) = line.strip_prefix('*') {
            self.comments.push(comment.to_owned());
        } else if let Some(bookmark) = line.strip_prefix('&') {
            self.bookmark = Some(bookmark.to_owned());
        } else if text.starts_with('|') {
            return self.read_rank(text).map_err(|reason| reason.at(number));
        } else if text.starts_with("+-") || text.contains('１') && text.chars().all(is_of_file_numbers) {
            // The frame of a diagram.
        } else if let Some(moves) = text.strip_prefix("手数＝").or_else(|| text.strip_prefix("手数=")) {
            let digits = moves.find(|c| text::numeral(c).is_none()).unwrap_or(moves.len());
            let made =
                text::number(&moves[..digits]).ok_or_else(|| Reason::syntax(text, "a number of moves").at(number))?;
            self.moves_made = Some(made);
        } else if let Some((side, "番")) = side_of(text) {
            self.side = Some(side);
        } else if let Some((key, value)) = text.split_once('：').or_else(|| text.split_once(':'))
            && !key.trim().is_empty()
        {
            return self.read_header(key.trim(), value.trim()).map_err(|reason| reason.at(number));
        } else {
            self.remarks.push(text.to_owned());
            self.warnings.push(Warning { line: number, text: format!("not a header, kept as a remark: {text}") });
        }
        Ok(())
    }

    pub fn remark(&mut self, remark: &str) {
        if !text::declares_encoding(remark) {
            self.remarks.push(remark.to_owned());
        }
    }

    /// What a diagram sets up; nothing stands on it before its first line.
    fn setup(&mut self) -> &mut G::Setup {
        self.setup.get_or_insert_with(|| self.game.empty_setup())
    }

    fn read_rank(&mut self, text: &str) -> Result<(), Reason> {
        let row = text.strip_prefix('|').and_then(|rest| rest.split_once('|')).map_or(text, |(row, _)| row);
        let rank = self.ranks;
        if rank >= self.game.ranks() {
            return Err(Reason::Diagram("too many ranks"));
        }
        self.ranks += 1;
        G::read_rank(self.setup(), rank, row)
    }

    fn read_header(&mut self, key: &str, value: &str) -> Result<(), Reason> {
        if G::is_of_setup(key) {
            return G::read_setup_header(self.setup(), key, value);
        }
        match side_of(key) {
            Some((color, "")) => {
                self.headers.append(if color == Color::Black { header::BLACK } else { header::WHITE }, value);
            }
            _ if key == header::HANDICAP => self.handicap = Some((value.to_owned(), self.last_line)),
            _ => self.headers.append(key, value),
        }
        Ok(())
    }

    /// Whether the names of the sides or of the handicap tell that White gives one.
    fn giver_begins(&self) -> bool {
        let start = self.handicap.as_ref().and_then(|(name, _)| handicap_start(self.game, name).ok());
        self.upper_hand || start.is_some_and(|start| start.side_to_move() == Color::White)
    }

    /// Sets the pieces up, with another start if nothing told which side begins: then the giver of a handicap does, in
    /// other games Black, and the first move may show that it was the other side. A diagram counts for more than a
    /// handicap's name.
    pub fn begin(mut self) -> Result<(Cursor<G>, Option<G::Position>), ReadError> {
        let line = self.last_line.max(1);
        let mut other_start = None;
        let start = if self.ranks > 0 {
            if self.ranks != self.game.ranks() {
                return Err(Reason::Diagram("ranks are missing").at(line));
            }
            let usual_side = if self.giver_begins() { Color::White } else { Color::Black };
            let setup = self.setup.take().unwrap_or_else(|| self.game.empty_setup());
            let set_up = |side| self.game.set_up(&setup, side, self.moves_made.unwrap_or(0) + 1);
            if self.side.is_none() {
                other_start = set_up(!usual_side).ok();
            }
            let usual_start = set_up(self.side.unwrap_or(usual_side)).map_err(|error| G::bad_position(error).at(line));
            match (usual_start, other_start) {
                (Err(_), Some(only)) => {
                    other_start = None;
                    let text = "no line says who moves first: the side that can".to_owned();
                    self.warnings.push(Warning { line, text });
                    only
                }
                (start, other) => {
                    other_start = other;
                    start?
                }
            }
        } else {
            let (name, line) = self.handicap.unwrap_or_else(|| (String::new(), line));
            let start = handicap_start(self.game, &name).map_err(|reason| reason.at(line))?;
            if self.side.is_some_and(|side| side != start.side_to_move()) {
                return Err(Reason::WrongTurn.at(line));
            }
            start
        };
        let mut cursor = Cursor::new(start, line);
        cursor.record.headers = self.headers;
        cursor.record.remarks = self.remarks;
        cursor.warnings.extend(self.warnings);
        self.comments.iter().for_each(|comment| cursor.add_kif_comment(comment));
        cursor.record.node_mut(Record::<G>::ROOT).bookmark = self.bookmark;
        Ok((cursor, other_start))
    }
}

/// The start that a handicap's name means: the even one without a name.
fn handicap_start<G: KifGame>(game: G, name: &str) -> Result<G::Position, Reason> {
    if name == "その他" {
        return Err(Reason::Diagram("the handicap is その他, and there is no diagram"));
    }
    let sfen = if name.is_empty() || game.is_title(name) {
        game.start_sfen()
    } else {
        game.handicap(name).ok_or_else(|| Reason::Handicap(name.to_owned()))?.sfen
    };
    game.read_sfen(sfen, SfenMode::Composed).map_err(G::bad_position)
}
